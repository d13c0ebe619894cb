"""One figure of many results: a column of numbers, what they count, and the best of them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction

from bushido_odds.dice.plain import number
from bushido_odds.many.figures import Figure, Unit, Values


@dataclass(frozen=True, slots=True)
class Column:
    """A column of a table of results.

    Attributes:
        figure: what its numbers are.
        numbers: one for each result; None where a result has none.
        units: what each of them counts.
        best: the best of them; None where no way is better, all are alike, or they count
            different things.
        worst: the worst, where there is a best.
    """

    figure: Figure
    numbers: tuple[Fraction | None, ...]
    units: tuple[Unit, ...]
    best: Fraction | None
    worst: Fraction | None

    def is_best(self, row: int) -> bool:
        """Whether a row has the best number."""
        return self.best is not None and self.numbers[row] == self.best

    def goodness(self, row: int) -> Fraction | None:
        """How good a number is, from 0 for the worst of the column to 1 for the best."""
        value = self.numbers[row]
        if value is None or self.best is None or self.worst is None:
            return None
        return (value - self.worst) / (self.best - self.worst)

    def change(self, row: int, base: int) -> Fraction | None:
        """A row's number less another's; None where they cannot be held against each other."""
        mine, other = self.numbers[row], self.numbers[base]
        if mine is None or other is None or self.units[row] is not self.units[base]:
            return None
        return mine - other

    def plain(self, row: int, exact: bool) -> float | str | None:
        """A row's number as plain data; None where it has none."""
        value = self.numbers[row]
        if value is not None and self.units[row] is Unit.COUNT and not exact:
            return value.numerator
        return None if value is None else number(value, exact)

    def plain_change(self, row: int, base: int, exact: bool) -> float | str | None:
        """A row's number less another's as plain data; None where there is no such difference."""
        change = self.change(row, base)
        return None if change is None else number(change, exact)


def column(figure: Figure, rows: Sequence[Values | None]) -> Column:
    """The column of a figure of some results; None where there is no result."""
    numbers = tuple(None if v is None else v.number(figure.path) for v in rows)
    units = _units(figure, rows)
    found = {number for number in numbers if number is not None}
    told_apart = figure.better and len(found) > 1 and len(set(units)) == 1
    way = figure.better if told_apart else 0
    return Column(
        figure,
        numbers,
        units,
        max(found, key=lambda number: number * way) if way else None,
        min(found, key=lambda number: number * way) if way else None,
    )


def _units(figure: Figure, rows: Sequence[Values | None]) -> tuple[Unit, ...]:
    """What each number counts; a plain 0 or 1, or none, counts what the others do."""
    units = [values.unit(figure.path) if values else Unit.COUNT for values in rows]
    usual = next((unit for unit in units if unit is not Unit.COUNT), figure.unit)
    return tuple(usual if unit is Unit.COUNT and usual else unit for unit in units)
