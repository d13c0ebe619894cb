"""The page of a sweep: a shaded grid of one figure by two swept values, and a row a combination."""

from __future__ import annotations

from fractions import Fraction

from bushido_odds.many.sweep import Point, Sweep
from bushido_odds.report.figures import average, chance
from bushido_odds.report.legend import legend
from bushido_odds.report.page import Block, Cell, Grid, Heading, Notes, Page, Words

_FEW = 16
"""Combinations whose other figures are listed under a grid unasked."""

BEST = "*"


def sweep_page(result: Sweep, *, exact: bool = False, verbose: bool = False) -> Page:
    """The grid where two values are swept; the rows where they are few, wanted, or all there is."""
    blocks: list[Block] = [Heading((Words(result.name),), f"{len(result.points)} combinations")]
    notes = list(result.notes)
    is_grid = len(result.paths) == 2
    if is_grid:
        blocks.append(_two_ways(result, exact))
    if not is_grid or verbose or len(result.points) <= _FEW:
        blocks.append(_row_by_row(result, exact))
    else:
        notes.append(f"-v lists the other figures of all {len(result.points)} combinations")
    named = [(", ".join(point.labels), point.result) for point in result.points]
    notes.extend(legend(result.figures, named))
    return (*blocks, *([Notes(tuple(notes))] if notes else ()))


def _figure(result: Sweep, point: Point, column: int, exact: bool) -> str:
    value = point.numbers[column]
    if value is None:
        return ""
    return chance(value, exact) if result.is_chance(column) else average(value, exact)


def _goods(result: Sweep, column: int) -> list[Fraction]:
    """The numbers of a column, more being better; none where no way is, or all are alike."""
    way = result.figures[column].better
    numbers = [point.numbers[column] for point in result.points]
    goods = [number * way for number in numbers if number is not None]
    return goods if way and len(set(goods)) > 1 else []


def _two_ways(result: Sweep, exact: bool) -> Grid:
    """The main figure by the two swept values."""
    down, across = result.paths
    wide = len(result.labels[1])
    figure = result.figures[result.main]
    goods = _goods(result, result.main)
    rows = []
    for number, label in enumerate(result.labels[0]):
        cells = []
        for point in result.points[number * wide : (number + 1) * wide]:
            value = point.numbers[result.main]
            good = None if value is None or not goods else value * figure.better
            mark = BEST if goods and good == max(goods) else ""
            cells.append(Cell(_figure(result, point, result.main, exact), good, mark))
        rows.append((Words(label), tuple(cells)))
    return Grid(
        (Words(f"{figure.name}: {down} down, {across} across"),),
        "",
        tuple(map(Words, result.labels[1])),
        tuple(rows),
        f"{BEST} best; shaded from worst to best" if goods else "",
    )


def _row_by_row(result: Sweep, exact: bool) -> Grid:
    """All figures of every combination; each column is shaded from its worst to its best."""
    columns = range(len(result.figures))
    goods = [_goods(result, column) for column in columns]
    rows = []
    for point in result.points:
        cells = []
        for column in columns:
            share = _share(result, point, column, goods[column])
            mark = BEST if share == 1 else ""
            cells.append(Cell(_figure(result, point, column, exact), share, mark))
        rows.append((Words(", ".join(point.labels)), tuple(cells)))
    return Grid(
        (Words(f"by {', '.join(result.paths)}"),),
        "",
        tuple(Words(figure.name) for figure in result.figures),
        tuple(rows),
        f"{BEST} best; each column is shaded from its worst to its best" if any(goods) else "",
    )


def _share(result: Sweep, point: Point, column: int, goods: list[Fraction]) -> Fraction | None:
    """How good a figure is, from 0 for the worst of its column to 1 for the best."""
    value = point.numbers[column]
    if value is None or not goods:
        return None
    least, most = min(goods), max(goods)
    return (value * result.figures[column].better - least) / (most - least)
