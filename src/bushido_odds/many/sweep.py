"""One document with every combination of some values: the cross product, a row each."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import product
from math import prod
from typing import Any

from bushido_odds.dice.plain import number
from bushido_odds.documents.faults import Path, Place, located
from bushido_odds.errors import BushidoOddsError, InputError, InputErrors
from bushido_odds.many.changes import Change, changed
from bushido_odds.many.comparison import answered, meeting, title
from bushido_odds.many.figures import MAIN, Figure, Values, chosen, headlines
from bushido_odds.many.values import Swept
from bushido_odds.many.variants import Entry
from bushido_odds.provenance import provenance_of_many

CAP = 1_000
"""Combinations that are worked out without being asked twice."""

VARIANT = "variant"
"""The name of the dimension of a file with several documents."""


@dataclass(frozen=True, slots=True)
class Point:
    """One combination: the label of each swept value, and its result."""

    labels: tuple[str, ...]
    result: Any
    values: Values
    numbers: tuple[Fraction | None, ...] = ()


@dataclass(frozen=True, slots=True)
class Sweep:
    """A document swept over some values.

    Attributes:
        name: what is swept.
        paths: what is set, a path a dimension.
        labels: the values of each.
        figures: the columns of the rows.
        main: the place among them of the figure that a grid shows.
        points: every combination, the last dimension fastest.
    """

    name: str
    paths: tuple[str, ...]
    labels: tuple[tuple[str, ...], ...]
    figures: tuple[Figure, ...]
    main: int
    points: tuple[Point, ...]
    kind: str = "sweep"

    def is_chance(self, column: int) -> bool:
        """Whether a column has probabilities."""
        path = self.figures[column].path
        return any(point.values.is_chance(path) for point in self.points)

    @property
    def notes(self) -> tuple[str, ...]:
        """The remarks that all results share."""
        found = [tuple(getattr(point.result, "notes", ())) for point in self.points]
        return tuple(note for note in found[0] if all(note in notes for notes in found))

    def to_dict(self, exact: bool = False) -> dict[str, Any]:
        """The sweep as plain data; every row has its whole result."""
        results = [point.result.to_dict(exact=exact) for point in self.points]
        return {
            **provenance_of_many(self.kind, results),
            "name": self.name,
            "set": [
                {"path": path, "values": list(labels)}
                for path, labels in zip(self.paths, self.labels, strict=True)
            ],
            "figures": [{"path": figure.path, "name": figure.name} for figure in self.figures],
            "rows": [
                {**row, "result": result}
                for row, result in zip(self._rows(exact), results, strict=True)
            ],
        }

    def _rows(self, exact: bool) -> Iterator[dict[str, Any]]:
        for point in self.points:
            yield {
                "set": dict(zip(self.paths, point.labels, strict=True)),
                "figures": {
                    figure.path: None if value is None else number(value, exact)
                    for figure, value in zip(self.figures, point.numbers, strict=True)
                },
            }

    def csv_rows(self, exact: bool = False) -> Iterator[Mapping[str, Any]]:
        """A row a combination: what is set, and its figures."""
        for row in self._rows(exact):
            yield {**row["set"], **row["figures"]}


def size(entries: Sequence[Entry], dimensions: Sequence[Swept]) -> int:
    """How many combinations there are."""
    return len(entries) * prod(len(one.labels) for one in dimensions)


def sweep(
    entries: Sequence[Entry],
    dimensions: Sequence[Swept],
    kind: str,
    columns: Sequence[str] = (),
    figure: str | None = None,
    told: Callable[[float], None] = lambda done: None,
) -> Sweep:
    """Work out every combination.

    Args:
        entries: the document; where there are several they are one more dimension, the first.
        dimensions: what is set.
        kind: the kind of the documents.
        columns: names or paths of the figures that are wanted; the usual ones where there are none.
        figure: the figure that a grid shows.
        told: is told how far the work is, from 0 to 1.

    Raises:
        InputErrors: everything that is wrong with any combination.
        InputError: no figure of such a name.
    """
    paths = [one.path for one in dimensions]
    doubled = [path for path in paths if paths.count(path) > 1]
    if doubled:
        raise BushidoOddsError(f'"{doubled[0]}" is set twice')
    made = list(_combinations(entries, dimensions, kind))
    points = []
    for done, (labels, (_, result, values)) in enumerate(
        zip((labels for labels, _ in made), answered(entry for _, entry in made), strict=True)
    ):
        points.append(Point(labels, result, values))
        told(done / len(made))
    found = [point.values for point in points]
    kind = points[0].result.kind
    figures = tuple(chosen(word, kind, found) for word in columns) or headlines(kind, found)
    main = _main(figure, kind, found, figures)
    if main not in figures:
        figures = (main, *figures)
    several = len(entries) > 1
    return Sweep(
        _title(points) if several else title(points[0].result),
        (*((VARIANT,) if several else ()), *paths),
        (
            *((tuple(_named(entries)),) if several else ()),
            *(one.labels for one in dimensions),
        ),
        figures,
        figures.index(main),
        tuple(
            Point(p.labels, p.result, p.values, tuple(p.values.number(f.path) for f in figures))
            for p in points
        ),
    )


def _title(points: Sequence[Point]) -> str:
    """Who meets whom in all of several documents."""
    found = {meeting(point.result) for point in points}
    return (found.pop() if len(found) == 1 else "") or "several documents"


def _main(
    word: str | None, kind: str, found: Sequence[Values], figures: Sequence[Figure]
) -> Figure:
    if word is not None:
        return chosen(word, kind, found)
    usual = next((f for f in figures if f.path == MAIN.get(kind)), None)
    return usual or figures[0]


def _named(entries: Sequence[Entry]) -> list[str]:
    return [entry.label or str(number) for number, entry in enumerate(entries, start=1)]


def _combinations(
    entries: Sequence[Entry], dimensions: Sequence[Swept], kind: str
) -> Iterator[tuple[tuple[str, ...], Entry]]:
    """The labels and the document of every combination."""
    names = _named(entries)
    for name, entry in zip(names, entries, strict=True):
        for chosen_ones in product(*(range(len(one.labels)) for one in dimensions)):
            changes = [one.changes[at] for one, at in zip(dimensions, chosen_ones, strict=True)]
            labels = tuple(one.labels[at] for one, at in zip(dimensions, chosen_ones, strict=True))
            place = _place_of(changes, labels, entry.place)
            data = entry.data
            for one in changes:
                try:
                    data = changed(data, [one], kind)
                except InputError as fault:
                    where = located(fault, one.field.steps[:1], entry.place)
                    raise InputErrors([where]) from None
            yield (name, *labels) if len(entries) > 1 else labels, Entry(data, place)


def _place_of(changes: list[Change], labels: tuple[str, ...], place: Place) -> Place:
    """Places in the document, or the setting that put something there."""

    def place_or_setting(path: Path) -> tuple[str | None, int | None]:
        for one, label in reversed(list(zip(changes, labels, strict=True))):
            if path[: len(one.place)] == one.place:
                return f"--set {one.field.path}={label}", None
        return place(path)

    return place_or_setting
