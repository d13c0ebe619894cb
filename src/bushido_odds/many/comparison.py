"""Results side by side: a row each, what differs, and which is best."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Any

from bushido_odds.answer import answer
from bushido_odds.dice.plain import number
from bushido_odds.documents.load import document_from
from bushido_odds.errors import BushidoOddsError, InputError, InputErrors, nearest
from bushido_odds.many.figures import Figure, Values, chosen, headlines
from bushido_odds.many.run import items
from bushido_odds.many.variants import Entry, entries
from bushido_odds.provenance import provenance_of_many


@dataclass(frozen=True, slots=True)
class Row:
    """One result of a comparison: its name and its numbers, None where it has no such figure."""

    name: str
    result: Any
    values: Values
    numbers: tuple[Fraction | None, ...] = ()


@dataclass(frozen=True, slots=True)
class Comparison:
    """Results side by side.

    Attributes:
        figures: the columns.
        rows: the results in the order in which they are shown.
        base: the place of the row that the others are held against.
    """

    figures: tuple[Figure, ...]
    rows: tuple[Row, ...]
    base: int = 0
    kind: str = "comparison"

    def is_chance(self, column: int) -> bool:
        """Whether a column has probabilities."""
        path = self.figures[column].path
        return any(row.values.is_chance(path) for row in self.rows)

    def change(self, row: Row, column: int) -> Fraction | None:
        """A row's figure less that of the base."""
        mine, other = row.numbers[column], self.rows[self.base].numbers[column]
        return None if mine is None or other is None else mine - other

    def best(self, column: int) -> Fraction | None:
        """The best number of a column; None where no way is better, or all are alike."""
        found = {row.numbers[column] for row in self.rows} - {None}
        way = self.figures[column].better
        if not way or len(found) < 2:
            return None
        return max((value for value in found if value is not None), key=lambda value: value * way)

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
        return {
            **provenance_of_many(self.kind, results),
            "figures": [
                {"path": figure.path, "name": figure.name, "better": _WAYS[figure.better]}
                for figure in self.figures
            ],
            "base": self.rows[self.base].name,
            "rows": [
                {**self._row(row, exact), "result": result}
                for row, result in zip(self.rows, results, strict=True)
            ],
        }

    def _row(self, row: Row, exact: bool) -> dict[str, Any]:
        return {
            "name": row.name,
            "figures": self._numbers(row.numbers, exact),
            "change": self._numbers(
                [self.change(row, column) for column in range(len(self.figures))], exact
            ),
            "best": [
                figure.path
                for column, figure in enumerate(self.figures)
                if (best := self.best(column)) is not None and row.numbers[column] == best
            ],
        }

    def _numbers(self, numbers: Iterable[Fraction | None], exact: bool) -> dict[str, Any]:
        return {
            figure.path: None if value is None else number(value, exact)
            for figure, value in zip(self.figures, numbers, strict=True)
        }

    def csv_rows(self, exact: bool = False) -> Iterator[Mapping[str, Any]]:
        """A row a result: its name, its figures, and their changes."""
        for row in self.rows:
            numbers = self._numbers(row.numbers, exact)
            changes = self._numbers(
                [self.change(row, column) for column in range(len(self.figures))], exact
            )
            yield {
                "name": row.name,
                **numbers,
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
    return [Row(*made) for made in answered(found, faults)]


def answered(
    found: Iterable[Entry], faults: list[InputError] | None = None
) -> Iterator[tuple[str, Any, Values]]:
    """The name, the result and the values of every entry, once all of them are valid.

    Raises:
        InputErrors: everything that is wrong with any of them.
    """
    faults = faults or []
    documents = []
    for entry in found:
        try:
            documents.append((entry.label, document_from(entry.data, entry.place)))
        except InputErrors as fault:
            faults.extend(fault.errors)
        except InputError as fault:
            faults.append(fault)
    if faults:
        raise InputErrors({str(fault): fault for fault in faults}.values())
    names: dict[str, int] = {}
    for label, document in documents:
        result = answer(document)
        name = label or title(result)
        names[name] = names.get(name, 0) + 1
        yield (name if names[name] == 1 else f"{name} ({names[name]})"), result, Values(result)


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
        BushidoOddsError: no figure, or no row, of that name.
    """
    if not rows:
        raise BushidoOddsError("there is nothing to compare: no document was given")
    values = [row.values for row in rows]
    kind = rows[0].result.kind
    figures = tuple(chosen(word, kind, values) for word in columns) or headlines(kind, values)
    filled = [
        replace(row, numbers=tuple(row.values.number(figure.path) for figure in figures))
        for row in rows
    ]
    if sort is not None:
        by = chosen(sort, kind, values)
        way = by.better or 1
        filled.sort(key=lambda row: _rank(row.values.number(by.path), way))
    if reverse:
        filled.reverse()
    return Comparison(figures, tuple(filled), _base(filled, against))


def _rank(value: Fraction | None, way: int) -> tuple[bool, Fraction]:
    """What rows are sorted by: better numbers first, rows without one last."""
    return value is None, Fraction(0) if value is None else -value * way


def _base(rows: Sequence[Row], against: str | None) -> int:
    if against is None:
        return 0
    names = [row.name for row in rows]
    if against in names:
        return names.index(against)
    close = nearest(against, names)
    advice = f'; did you mean "{close[0]}"?' if close else f": {', '.join(names)}"
    raise BushidoOddsError(f'there is no row "{against}"{advice}')
