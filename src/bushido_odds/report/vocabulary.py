"""The page of the vocabulary."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import asdict, dataclass
from typing import Any

from bushido_odds.report.page import Entry, Page
from bushido_odds.rules.vocabulary import Word
from bushido_odds.version import FORMAT, __version__


@dataclass(frozen=True, slots=True)
class Vocabulary:
    """Words that were looked up."""

    words: tuple[Word, ...]

    def to_dict(self, exact: bool = False) -> dict[str, Any]:
        """The words as plain data."""
        return {
            "format": FORMAT,
            "version": __version__,
            "kind": "vocabulary",
            "words": list(self.rows()),
        }

    def rows(self) -> Iterator[dict[str, str]]:
        """A mapping a word."""
        for word in self.words:
            yield asdict(word)


def vocabulary_page(words: Vocabulary, *, exact: bool = False, verbose: bool = False) -> Page:
    """An entry a word."""
    return tuple(
        Entry(word.notation, (word.effect,), word.source, word.kind) for word in words.words
    )
