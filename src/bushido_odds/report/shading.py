"""Shades of a grid's cells, from the worst to the best: in colour, and as glyphs without it."""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction

from bushido_odds.report.page import Cell, Grid

BACKGROUNDS = ("color(208)", "color(223)", "color(254)", "color(153)", "color(75)")
"""From orange (worst) over grey to blue (best): told apart by colour-blind eyes too."""
GLYPHS = "▁▂▄▆█"
ASCII_GLYPHS = ".-+*#"


def shade(worth: Fraction, least: Fraction, most: Fraction) -> int:
    """The shade of a worth between the least and the most of its grid: 0 (worst) to 4 (best)."""
    if most == least:
        return 2
    return min(4, int((worth - least) / (most - least) * 5))


def bounds(grid: Grid) -> tuple[Fraction, Fraction] | None:
    """The least and the most worth in a grid; None where nothing is shaded."""
    found = [cell.worth for cell in _cells(grid) if cell.worth is not None]
    return (min(found), max(found)) if found else None


def _cells(grid: Grid) -> Iterable[Cell]:
    for _, cells in grid.rows:
        yield from cells
