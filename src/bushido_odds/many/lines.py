"""From one document of a stream to its lines of output: the work of a batch."""

from __future__ import annotations

import contextlib
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

from bushido_odds.documents.source import Source
from bushido_odds.errors import InputError, InputErrors
from bushido_odds.many.entry import Entry
from bushido_odds.many.figures import path_of
from bushido_odds.many.paths import NoFigureError, figure_at, no_figure, steps_of
from bushido_odds.many.variants import entries
from bushido_odds.report.data import csv_line, json_line, tsv_line

TABLES = {"csv": csv_line, "tsv": tsv_line}
"""The formats with a row an item, by what writes a row."""

ABOUT_ITEM = ("file", "line", "variant", "error")
"""Fields that say where a line comes from, and what was wrong; no result has them."""


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
        return TABLES[self.format](self.fields) if self.format in TABLES else None


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
        self._asks_about_item = any(steps_of(path)[0] in ABOUT_ITEM for path in writing.fields)
        self._missing: set[str] = set()

    def lines(self, item: Source | InputError) -> Iterator[Line]:
        """The lines of one item of a stream: one, or one for each variant of a document."""
        if isinstance(item, InputError):
            yield self._faulty([item])
            return
        for entry in entries(item):
            if isinstance(entry, InputErrors):
                yield self._faulty(entry.errors)
                continue
            try:
                result = entry.result()
            except InputErrors as faults:
                yield self._faulty(faults.errors, entry)
            else:
                yield self._good(result.to_dict(exact=self._writing.exact), entry)

    def _good(self, plain: Mapping[str, Any], entry: Entry) -> Line:
        if not self._writing.fields:
            return Line(json_line(plain))
        kind = plain["kind"]
        if self._asks_about_item:
            file, line = entry.place(())
            plain = {**plain, "file": file, "line": line, "variant": entry.label, "error": None}
        row: dict[str, Any] = {}
        missing = []
        for path in self._writing.fields:
            steps = steps_of(path_of(path, kind))
            try:
                row[path] = figure_at(plain, steps[:1] if steps[0] == "error" else steps)
            except NoFigureError:
                if path not in self._missing:
                    self._missing.add(path)
                    missing.append((path, str(no_figure(path, plain))))
        found = tuple(row)
        return Line(self._row(row), None, found, tuple(missing))

    def _row(self, row: Mapping[str, Any]) -> str:
        """The fields in the order in which they were asked for, empty where there is nothing."""
        whole = {path: row.get(path) for path in self._writing.fields}
        if self._writing.format not in TABLES:
            return json_line(whole)
        return TABLES[self._writing.format](map(_cell, whole.values()))

    def _faulty(self, faults: Sequence[InputError], entry: Entry | None = None) -> Line:
        """The line of a document that cannot be answered: its first fault, and the others."""
        told = "\n".join(map(str, faults))
        first, *others = map(fault_to_dict, faults)
        error = {**first, **({"others": others} if others else {})}
        if self._writing.format not in TABLES:
            return Line(json_line({"error": error}), told)
        known = {"file": first["file"], "line": first["line"], "error": error}
        if entry is not None:
            name = entry.data.get("name") if isinstance(entry.data, Mapping) else None
            known |= {"variant": entry.label, "name": name if isinstance(name, str) else None}
        row = {}
        for path in self._writing.fields:
            with contextlib.suppress(NoFigureError):
                row[path] = figure_at(known, steps_of(path))
        return Line(self._row(row), told)


def _cell(value: Any) -> Any:
    """A mapping or a list as JSON: a cell holds one value."""
    return json_line(value) if isinstance(value, dict | list) else value


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
