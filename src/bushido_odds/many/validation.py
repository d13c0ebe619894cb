"""Checking files of documents: every fault of every one of them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Any, ClassVar

from bushido_odds.documents.load import document_from
from bushido_odds.documents.source import Source, UnreadableError
from bushido_odds.errors import InputError, InputErrors
from bushido_odds.many.lines import fault_to_dict
from bushido_odds.many.run import items
from bushido_odds.many.variants import entries
from bushido_odds.version import FORMAT, __version__


@dataclass(frozen=True, slots=True)
class Checked:
    """One file: how many documents it holds, and all that is wrong with them."""

    file: str
    documents: int
    faults: tuple[InputError, ...]


@dataclass(frozen=True, slots=True)
class Validation:
    """The files that were checked."""

    csv_heads: ClassVar[tuple[str, ...]] = (
        "file",
        "line",
        "path",
        "message",
        "suggestion",
        "hint",
    )

    files: tuple[Checked, ...]
    kind: str = "validation"

    @property
    def faults(self) -> list[InputError]:
        """Every fault, in the order of the files."""
        return [fault for checked in self.files for fault in checked.faults]

    def to_dict(self, exact: bool = False) -> dict[str, Any]:
        """The findings as plain data."""
        return {
            "format": FORMAT,
            "version": __version__,
            "kind": self.kind,
            "valid": not self.faults,
            "files": [
                {
                    "file": checked.file,
                    "documents": checked.documents,
                    "faults": list(map(fault_to_dict, checked.faults)),
                }
                for checked in self.files
            ],
        }

    def rows(self) -> Iterator[dict[str, Any]]:
        """A row a fault, each with every column."""
        for fault in self.faults:
            yield {name: getattr(fault, name) for name in self.csv_heads}

    def summary(self) -> str:
        """What was found, in one line."""
        files, documents = len(self.files), sum(checked.documents for checked in self.files)
        looked_at = f"{_counted(documents, 'document')} in {_counted(files, 'file')}"
        faulty = sum(bool(checked.faults) for checked in self.files)
        if not faulty:
            return f"{looked_at}: nothing wrong"
        return f"{looked_at}: {_counted(len(self.faults), 'fault')} in {_counted(faulty, 'file')}"


def _counted(number: int, word: str) -> str:
    return f"{number:,} {word}{'' if number == 1 else 's'}"


def validate(names: Iterable[str], stdin: Any) -> Validation:
    """Check every document of some files.

    Args:
        names: the files; ``-`` is the stream that is given.
        stdin: that stream.
    """
    return Validation(tuple(_check(name, stdin) for name in names))


def _check(name: str, stdin: Any) -> Checked:
    documents = 0
    faults: dict[str, InputError] = {}  # variants share the faults of what they vary
    for item in items([name], stdin):
        documents += not isinstance(item, UnreadableError)
        faults.update((str(fault), fault) for fault in _faults(item))
    shown = "<stdin>" if name == "-" else name
    if not documents and not faults:
        fault = InputError("there is no document in it", file=shown)
        faults[str(fault)] = fault
    return Checked(shown, documents, tuple(faults.values()))


def _faults(item: Source | InputError) -> Iterator[InputError]:
    if isinstance(item, InputError):
        yield item
        return
    for entry in entries(item):
        if isinstance(entry, InputErrors):
            yield from entry.errors
            continue
        try:
            document_from(entry.data, entry.place)
        except InputErrors as found:
            yield from found.errors
        except InputError as fault:
            yield fault
