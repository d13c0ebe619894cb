"""The page of a sweep: a shaded grid of one figure by two swept values, and a row a combination."""

from __future__ import annotations

from bushido_odds.many.sweep import Sweep
from bushido_odds.report.page import PARTS, Block, Cell, Grid, Heading, Notes, Page, Words
from bushido_odds.report.side_by_side import BEST, legend, mark, shown

_FEW = 16
"""Combinations whose other figures are listed under a grid unasked."""


def sweep_page(result: Sweep, *, exact: bool = False, verbose: bool = False) -> Page:
    """The grid where two values are swept; the rows where they are few, wanted, or all there is."""
    count = len(result.points)
    many = f"{count} combination{'' if count == 1 else 's'}"
    blocks: list[Block] = [Heading((Words(result.name),), many)]
    notes = list(result.notes)
    is_grid = len(result.paths) == 2
    has_more = len(result.columns) > 1
    if is_grid:
        blocks.append(_two_ways(result, exact))
    if not is_grid or (has_more and (verbose or count <= _FEW)):
        blocks.append(_row_by_row(result, exact))
    elif has_more:
        notes.append(f"-v lists the other figures of all {many}")
    named = [(", ".join(point.labels), point.result) for point in result.points if point.result]
    notes.extend(legend(result.columns, named))
    return (*blocks, *([Notes(tuple(notes))] if notes else ()))


def _two_ways(result: Sweep, exact: bool) -> Grid:
    """The main figure by the two swept values."""
    down, across = result.paths
    wide = len(result.labels[1])
    rows = tuple(
        (Words(label), _cells(result, range(number * wide, (number + 1) * wide), exact))
        for number, label in enumerate(result.labels[0])
    )
    column = result.columns[result.main]
    return Grid(
        (Words(f"{column.figure.name}: {down} down, {across} across"),),
        "",
        tuple(map(Words, result.labels[1])),
        rows,
        f"{BEST} best; shaded from worst to best" if column.best is not None else "",
    )


def _cells(result: Sweep, places: range, exact: bool) -> tuple[Cell, ...]:
    column = result.columns[result.main]
    return tuple(
        Cell(shown(column, place, exact), column.goodness(place), mark(column, place))
        for place in places
    )


def _row_by_row(result: Sweep, exact: bool) -> Grid:
    """All figures of every combination; each column is shaded from its worst to its best."""
    rows = tuple(
        (
            Words(PARTS.join(point.labels)),
            tuple(
                Cell(shown(column, place, exact), column.goodness(place), mark(column, place))
                for column in result.columns
            ),
        )
        for place, point in enumerate(result.points)
    )
    is_shaded = any(column.best is not None for column in result.columns)
    return Grid(
        (Words(f"by {', '.join(result.paths)}"),),
        PARTS.join(short(result.paths)),
        tuple(Words(column.figure.name) for column in result.columns),
        rows,
        f"{BEST} best; each column is shaded from its worst to its best" if is_shaded else "",
    )


def short(paths: tuple[str, ...]) -> tuple[str, ...]:
    """The last steps of each path, as many as tell it from the others."""
    return tuple(
        next((end for end in _endings(path) if _is_of_one(end, paths)), path) for path in paths
    )


def _is_of_one(end: str, paths: tuple[str, ...]) -> bool:
    return sum(f".{path}".endswith(f".{end}") for path in paths) == 1


def _endings(path: str) -> list[str]:
    """A path's last step, its last two, and so on to the whole."""
    steps = path.split(".")
    return [".".join(steps[start:]) for start in reversed(range(len(steps)))]
