"""From one document of a stream to its lines of output: the work of a batch."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any, NamedTuple

from bushido_odds.answer import answer
from bushido_odds.documents.load import document_from
from bushido_odds.documents.source import Source
from bushido_odds.errors import InputError, InputErrors
from bushido_odds.many.paths import NoFigureError, figure_at, no_figure, steps_of
from bushido_odds.many.variants import entries
from bushido_odds.report.data import csv_line, json_line

DELIMITERS = {"csv": ",", "tsv": "\t"}


@dataclass(frozen=True, slots=True)
class Writing:
    """How results are written.

    Attributes:
        format: ``jsonl``, ``csv`` or ``tsv``.
        exact: fractions in lowest terms instead of floats.
        fields: paths of the figures that are wanted; the whole result where there are none.
    """

    format: str = "jsonl"
    exact: bool = False
    fields: tuple[str, ...] = ()

    def head(self) -> str | None:
        """The line that comes before all others, if one does."""
        if self.format in DELIMITERS:
            return csv_line(self.fields, DELIMITERS[self.format])
        return None


class Line(NamedTuple):
    """One line of output, without its end.

    Attributes:
        text: the line.
        fault: what was wrong with the document, for a person; None for a good one.
        found: the fields that the result has.
        missing: for each field that no result before had lacked, a sentence with the nearest path.
    """

    text: str
    fault: str | None = None
    found: tuple[str, ...] = ()
    missing: tuple[tuple[str, str], ...] = ()


class Writer:
    """Writes the lines of items, one item after another."""

    def __init__(self, writing: Writing) -> None:
        self._writing = writing
        self._steps = {path: steps_of(path) for path in writing.fields}
        self._missing: set[str] = set()

    def lines(self, item: Source | InputError) -> Iterator[Line]:
        """The lines of one item of a stream: one, or one for each variant of a document."""
        if isinstance(item, InputError):
            yield _faulty([item], self._writing)
            return
        for entry in entries(item):
            if isinstance(entry, InputErrors):
                yield _faulty(entry.errors, self._writing)
                continue
            try:
                result = answer(document_from(entry.data, entry.place))
            except InputErrors as faults:
                yield _faulty(faults.errors, self._writing)
            except InputError as fault:
                yield _faulty([fault], self._writing)
            else:
                yield self._good(result.to_dict(exact=self._writing.exact))

    def _good(self, plain: Mapping[str, Any]) -> Line:
        if not self._steps:
            return Line(json_line(plain))
        found: dict[str, Any] = {}
        missing = []
        for path, steps in self._steps.items():
            try:
                found[path] = figure_at(plain, steps)
            except NoFigureError:
                if path not in self._missing:
                    self._missing.add(path)
                    missing.append((path, str(no_figure(path, plain))))
        row = {path: found.get(path) for path in self._steps}
        return Line(_row(row, self._writing), None, tuple(found), tuple(missing))


def _row(row: Mapping[str, Any], writing: Writing) -> str:
    if writing.format not in DELIMITERS:
        return json_line(row)
    return csv_line(map(_cell, row.values()), DELIMITERS[writing.format])


def _cell(value: Any) -> Any:
    """A mapping or a list as JSON: a cell holds one value."""
    return json_line(value) if isinstance(value, dict | list) else value


def _faulty(faults: list[InputError] | tuple[InputError, ...], writing: Writing) -> Line:
    """The line of a document that cannot be answered: its first fault, and the others if any."""
    told = "\n".join(map(str, faults))
    if writing.format in DELIMITERS:
        return Line(csv_line((None for _ in writing.fields), DELIMITERS[writing.format]), told)
    first, *others = map(fault_to_dict, faults)
    return Line(json_line({"error": {**first, **({"others": others} if others else {})}}), told)


def fault_to_dict(fault: InputError) -> dict[str, Any]:
    """A fault as plain data: where it is, what is wrong, and a way out where one is known."""
    plain: dict[str, Any] = {
        "file": fault.file,
        "line": fault.line,
        "path": fault.path,
        "message": fault.message,
    }
    for name in ("suggestion", "hint"):
        if advice := getattr(fault, name):
            plain[name] = advice
    return plain
