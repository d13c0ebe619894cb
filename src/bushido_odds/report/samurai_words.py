"""The page of the samurai vocabulary."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from bushido_odds.report.page import Entry, Page
from bushido_odds.samurai.vocabulary import Term
from bushido_odds.version import FORMAT, __version__


@dataclass(frozen=True, slots=True)
class Terms:
    """Words of the samurai rules that were looked up."""

    terms: tuple[Term, ...]

    def to_dict(self, exact: bool = False) -> dict[str, Any]:
        """The words as plain data."""
        return {
            "format": FORMAT,
            "version": __version__,
            "kind": "samurai_vocabulary",
            "words": list(self.rows()),
        }

    def rows(self) -> Iterator[dict[str, Any]]:
        """A row a word."""
        for term in self.terms:
            yield {
                "name": term.name[0],
                "russian": term.name[1],
                "kind": term.kind,
                "effect": "; ".join(english for english, _ in term.says),
                "source": term.source,
            }


def terms_page(
    terms: Terms, *, exact: bool = False, verbose: bool = False, language: int = 0
) -> Page:
    """An entry a word, with the other language's term beside it."""
    return tuple(
        Entry(
            term.name[language],
            tuple(line[language] for line in term.says),
            term.source,
            term.name[1 - language] if term.name[0] != term.name[1] else term.kind,
        )
        for term in terms.terms
    )
