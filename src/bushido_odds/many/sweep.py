"""One document with every combination of some values: the cross product, a row each."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import product
from math import prod
from typing import Any, NamedTuple

from bushido_odds.documents.faults import Path, Place, located
from bushido_odds.documents.load import Document
from bushido_odds.errors import BushidoOddsError, InputError, InputErrors, printable
from bushido_odds.many.changes import Change, changed
from bushido_odds.many.column import Column, column
from bushido_odds.many.comparison import meeting, title, unlike
from bushido_odds.many.entry import Entry
from bushido_odds.many.figures import MAIN, Values, chosen, headlines
from bushido_odds.many.lines import fault_to_dict
from bushido_odds.many.values import Swept
from bushido_odds.many.variants import kind_of
from bushido_odds.provenance import provenance_of_many
from bushido_odds.report.choices import listed

VARIANT = "variant"
"""The name of the dimension of a file with several documents."""


@dataclass(frozen=True, slots=True)
class Point:
    """One combination: the label of each swept value, and its result or why it cannot be."""

    labels: tuple[str, ...]
    result: Any = None
    fault: InputError | None = None


@dataclass(frozen=True, slots=True)
class Sweep:
    """A document swept over some values.

    Attributes:
        name: what is swept.
        paths: what is set, a path a dimension.
        labels: the values of each.
        columns: the figures of the combinations.
        main: the place among them of the figure that a grid shows.
        points: every combination, the last dimension fastest.
    """

    name: str
    paths: tuple[str, ...]
    labels: tuple[tuple[str, ...], ...]
    columns: tuple[Column, ...]
    main: int
    points: tuple[Point, ...]
    kind: str = "sweep"

    @property
    def impossible(self) -> list[InputError]:
        """What is wrong with each combination that cannot be."""
        return [point.fault for point in self.points if point.fault is not None]

    @property
    def notes(self) -> tuple[str, ...]:
        """What a reader should know: the remarks that all results share, what changes nothing."""
        found = [point.result.notes for point in self.points if hasattr(point.result, "notes")]
        shared = set(found[0]).intersection(*found) if found else set()
        notes = [note for note in (found[0] if found else ()) if note in shared]
        notes += [_idle(path) for place, path in enumerate(self.paths) if self._is_idle(place)]
        return (*notes, self.left_out()) if self.impossible else tuple(notes)

    def left_out(self) -> str:
        """How many combinations cannot be, and why the first of them cannot."""
        many = f"{len(self.impossible):,} of {len(self.points):,} combinations cannot be"
        return f"{many}, as in: {self.impossible[0]}"

    def _is_idle(self, dimension: int) -> bool:
        """Whether several values of a dimension can be, and never make a difference."""
        found: dict[tuple[str, ...], set[tuple[Fraction | None, ...]]] = {}
        possible = 0
        for place, point in enumerate(self.points):
            if point.fault is None:
                possible += 1
                others = (*point.labels[:dimension], *point.labels[dimension + 1 :])
                numbers = tuple(column.numbers[place] for column in self.columns)
                found.setdefault(others, set()).add(numbers)
        return len(found) < possible and all(len(different) == 1 for different in found.values())

    def to_dict(self, exact: bool = False) -> dict[str, Any]:
        """The sweep as plain data; every row has its whole result, or why there is none."""
        results = [point.result and point.result.to_dict(exact=exact) for point in self.points]
        return {
            **provenance_of_many(self.kind, list(filter(None, results))),
            "name": self.name,
            "set": [
                {"path": path, "values": list(labels)}
                for path, labels in zip(self.paths, self.labels, strict=True)
            ],
            "figures": [
                {"path": column.figure.path, "name": column.figure.name} for column in self.columns
            ],
            "rows": [
                {**row, **_outcome(point, result)}
                for row, point, result in zip(self._rows(exact), self.points, results, strict=True)
            ],
        }

    def _rows(self, exact: bool) -> Iterator[dict[str, Any]]:
        for place, point in enumerate(self.points):
            yield {
                "set": dict(zip(self.paths, point.labels, strict=True)),
                "figures": {c.figure.path: c.plain(place, exact) for c in self.columns},
            }

    def csv_rows(self, exact: bool = False) -> Iterator[Mapping[str, Any]]:
        """A row a combination: what is set, and its figures."""
        for row in self._rows(exact):
            figures = row["figures"].items()
            yield {
                **row["set"],
                **{f"figure.{p}" if p in row["set"] else p: value for p, value in figures},
            }


def _outcome(point: Point, result: Any) -> dict[str, Any]:
    if point.fault is None:
        return {"result": result}
    return {"error": fault_to_dict(point.fault)}


def _idle(path: str) -> str:
    advice = ""
    if ".states." in path:
        advice = "; finished dice already carry what a state costs (melee_pool works it out)"
    return f"{path} makes no difference to these figures{advice}"


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
        InputErrors: what is wrong with a value that can be in no combination.
        InputError: no figure of such a name.
    """
    paths = [one.path for one in dimensions]
    fields = [one.field.steps for one in dimensions]
    doubled = [path for path, steps in zip(paths, fields, strict=True) if fields.count(steps) > 1]
    if doubled:
        raise BushidoOddsError(f'"{doubled[0]}" is set twice')
    kinds = sorted({kind_of(entry.data) for entry in entries})
    if len(kinds) > 1:
        raise BushidoOddsError(f"documents of one kind are wanted: these are {listed(kinds)}")
    for entry in entries:
        if not isinstance(entry.data, Mapping):
            entry.document()  # which says what is wrong with it
    made = [_read(labels, entry) for labels, entry in _combinations(entries, dimensions, kind)]
    _refuse_hopeless(made)
    points = []
    for done, one in enumerate(made):
        if one.document is None:
            points.append(Point(one.labels, fault=one.faults[0]))
        else:
            points.append(Point(one.labels, one.entry.result(one.document)))
        told(done / len(made))
    found = [None if point.result is None else Values(point.result) for point in points]
    results = [point.result for point in points if point.result is not None]
    columns_ = _columns(results[0].kind, found, columns, figure)
    several = len(entries) > 1
    return Sweep(
        _title(results) if several else title(results[0]),
        (*((VARIANT,) if several else ()), *paths),
        (
            *((tuple(_named(entries)),) if several else ()),
            *(one.labels for one in dimensions),
        ),
        *columns_,
        tuple(points),
    )


class Read(NamedTuple):
    """A combination as it was read: its document, or all that is wrong with it."""

    labels: tuple[str, ...]
    entry: Entry
    document: Document | None
    faults: tuple[InputError, ...] = ()


def _read(labels: tuple[str, ...], entry: Entry) -> Read:
    try:
        return Read(labels, entry, entry.document())
    except InputErrors as faults:
        return Read(labels, entry, None, tuple(faults.errors))


def _refuse_hopeless(made: Sequence[Read]) -> None:
    """Combinations that cannot be are left out; a value that can be in none is a mistake.

    Raises:
        InputErrors: what is wrong wherever such a value is set.
    """
    possible = {value for one in made if one.document for value in enumerate(one.labels)}
    hopeless = [
        fault
        for one in made
        if not possible.issuperset(enumerate(one.labels))
        for fault in one.faults
    ]
    if hopeless:
        raise InputErrors({str(fault): fault for fault in hopeless}.values())


def _title(results: Sequence[Any]) -> str:
    """Who meets whom in all of several documents."""
    found = {meeting(result) for result in results}
    return (found.pop() if len(found) == 1 else "") or "several documents"


def _columns(
    kind: str, found: Sequence[Values | None], words: Sequence[str], word: str | None
) -> tuple[tuple[Column, ...], int]:
    """The columns that are wanted, and the place of the one that a grid shows."""
    values = [one for one in found if one is not None]
    figures = [chosen(word, kind, values) for word in words]
    if word is not None:
        main = chosen(word, kind, values)
        figures = figures or [main]
    else:
        figures = figures or list(headlines(kind, values))
        main = next((f for f in figures if f.path == MAIN.get(kind)), figures[0])
    if main not in figures:
        figures = [main, *figures]
    return tuple(column(one, found) for one in figures), figures.index(main)


def _named(entries: Sequence[Entry]) -> list[str]:
    names = [entry.label or _name(entry.data) for entry in entries]
    return unlike([name or str(number) for number, name in enumerate(names, start=1)])


def _name(data: Any) -> str:
    name = data.get("name") if isinstance(data, Mapping) else None
    return printable(name) if isinstance(name, str) else ""


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
