"""Results side by side: a row each, what differs, and which is best."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from bushido_odds.errors import BushidoOddsError, InputError, InputErrors, nearest
from bushido_odds.many.column import Column, column
from bushido_odds.many.entry import Entry
from bushido_odds.many.figures import Values, chosen, headlines
from bushido_odds.many.run import items
from bushido_odds.many.variants import entries
from bushido_odds.provenance import provenance_of_many
from bushido_odds.report.choices import listed


@dataclass(frozen=True, slots=True)
class Row:
    """One result of a comparison, and what it is called."""

    name: str
    result: Any
    values: Values


@dataclass(frozen=True, slots=True)
class Comparison:
    """Results side by side.

    Attributes:
        columns: the figures.
        rows: the results in the order in which they are shown.
        base: the place of the row that the others are held against.
    """

    columns: tuple[Column, ...]
    rows: tuple[Row, ...]
    base: int = 0
    kind: str = "comparison"

    @property
    def meeting(self) -> str:
        """Who meets whom, where that is the same in all rows; else empty."""
        found = {meeting(row.result) for row in self.rows}
        return found.pop() if len(found) == 1 else ""

    @property
    def notes(self) -> tuple[str, ...]:
        """The remarks of all results, each once."""
        return tuple(
            dict.fromkeys(note for row in self.rows for note in getattr(row.result, "notes", ()))
        )

    def to_dict(self, exact: bool = False) -> dict[str, Any]:
        """The comparison as plain data; every row has its whole result."""
        results = [row.result.to_dict(exact=exact) for row in self.rows]
        figures = [column.figure for column in self.columns]
        return {
            **provenance_of_many(self.kind, results),
            "figures": [
                {"path": figure.path, "name": figure.name, "better": _WAYS[figure.better]}
                for figure in figures
            ],
            "base": self.rows[self.base].name,
            "rows": [
                {
                    "name": row.name,
                    "figures": self._numbers(place, exact),
                    "change": self._changes(place, exact),
                    "best": [c.figure.path for c in self.columns if c.is_best(place)],
                    "result": result,
                }
                for place, (row, result) in enumerate(zip(self.rows, results, strict=True))
            ],
        }

    def _numbers(self, row: int, exact: bool) -> dict[str, Any]:
        return {c.figure.path: c.plain(row, exact) for c in self.columns}

    def _changes(self, row: int, exact: bool) -> dict[str, Any]:
        return {c.figure.path: c.plain_change(row, self.base, exact) for c in self.columns}

    def csv_rows(self, exact: bool = False) -> Iterator[Mapping[str, Any]]:
        """A row a result: its name, its figures, and their changes."""
        for place, row in enumerate(self.rows):
            changes = self._changes(place, exact)
            yield {
                "name": row.name,
                **self._numbers(place, exact),
                **{f"change.{path}": value for path, value in changes.items()},
            }


_WAYS = {1: "more", -1: "less", 0: None}


def rows_of(names: Iterable[str], stdin: Any) -> list[Row]:
    """The results of all documents of some files.

    Raises:
        InputErrors: everything that is wrong with any of them.
    """
    found: list[Entry] = []
    faults: list[InputError] = []
    for item in items(names, stdin):
        if isinstance(item, InputError):
            faults.append(item)
            continue
        for entry in entries(item):
            if isinstance(entry, InputErrors):
                faults.extend(entry.errors)
            else:
                found.append(entry)
    return [Row(*made) for made in _answered(found, faults)]


def _answered(found: Iterable[Entry], faults: list[InputError]) -> list[tuple[str, Any, Values]]:
    """The name, the result and the values of every entry, once all of them are valid."""
    documents = []
    for entry in found:
        try:
            documents.append((entry, entry.document()))
        except InputErrors as several:
            faults.extend(several.errors)
    if faults:
        raise InputErrors({str(fault): fault for fault in faults}.values())
    results = [entry.result(document) for entry, document in documents]
    names = unlike(
        [entry.label or title(done) for (entry, _), done in zip(documents, results, strict=True)]
    )
    return list(zip(names, results, map(Values, results), strict=True))


def unlike(names: Sequence[str]) -> list[str]:
    """The names, those that come again with a number."""
    found: dict[str, None] = {}
    for name in names:
        number, other = 1, name
        while other in found:
            number += 1
            other = f"{name} ({number})"
        found[other] = None
    return list(found)


def title(result: Any) -> str:
    """What to call a result: its name, or who meets whom, or what was asked."""
    name = getattr(result, "name", None)
    return str(name or meeting(result) or result.kind.replace("_", " "))


def meeting(result: Any) -> str:
    """Who meets whom in a result; empty where nobody has a name."""
    sides = [
        str(value["name"])
        for value in result.input.values()
        if isinstance(value, Mapping) and value.get("name")
    ]
    return " v ".join(sides[:2])


def compare(
    rows: Sequence[Row],
    columns: Sequence[str] = (),
    sort: str | None = None,
    reverse: bool = False,
    against: str | None = None,
) -> Comparison:
    """Results side by side.

    Args:
        rows: the results.
        columns: names or paths of the figures that are wanted; the usual ones where there are none.
        sort: the figure that rows are sorted by, the best first; their own order where it is None.
        reverse: the worst first.
        against: the name of the row that the others are held against; the first where it is None.

    Raises:
        BushidoOddsError: no figure, or no row, of that name; rows of several kinds.
    """
    if not rows:
        raise BushidoOddsError("there is nothing to compare: no document was given")
    kinds = list(dict.fromkeys(row.result.kind for row in rows))
    if len(kinds) > 1:
        raise BushidoOddsError(f"documents of one kind are wanted: these are {listed(kinds)}")
    values = [row.values for row in rows]
    figures = [chosen(word, kinds[0], values) for word in columns] or headlines(kinds[0], values)
    shown = list(rows)
    if sort is not None:
        by = column(chosen(sort, kinds[0], values), values)
        numbers = dict(zip(map(id, rows), by.numbers, strict=True))
        shown.sort(key=lambda row: _rank(numbers[id(row)], by.figure.better or 1))
    if reverse:
        shown.reverse()
    found = [row.values for row in shown]
    base = shown.index(_base(rows, against))
    return Comparison(tuple(column(figure, found) for figure in figures), tuple(shown), base)


def _rank(value: Fraction | None, way: int) -> tuple[bool, Fraction]:
    """What rows are sorted by: better numbers first, rows without one last."""
    return value is None, Fraction(0) if value is None else -value * way


def _base(rows: Sequence[Row], against: str | None) -> Row:
    if against is None:
        return rows[0]
    for row in rows:
        if row.name == against:
            return row
    names = [row.name for row in rows]
    close = nearest(against, names)
    advice = f'; did you mean "{close[0]}"?' if close else f": {', '.join(names)}"
    raise BushidoOddsError(f'there is no row "{against}"{advice}')
