"""The table of figures: what was measured, against what, and what is within reach."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Row:
    """One line: a figure, its ratio to another, and the reach it is held against, if any."""

    what: str
    figure: str
    ratio: str = ""
    reach: str = ""
    met: bool | None = None


def duration(seconds: float) -> str:
    """Seconds in the unit that suits them."""
    for unit, size in (("s", 1.0), ("ms", 1e-3)):
        if seconds >= size:
            return f"{seconds / size:.3g} {unit}"
    return f"{seconds / 1e-6:.3g} us"


def times(ratio: float) -> str:
    """A ratio as people say it: 12 x, 0.25 x."""
    return f"{ratio:.3g} x" if ratio < 100 else f"{ratio:,.0f} x"


def within(what: str, seconds: float, ratio: str, reach: float | None = None) -> Row:
    """A row for a duration, held against one in reach."""
    if reach is None:
        return Row(what, duration(seconds), ratio)
    return Row(what, duration(seconds), ratio, f"under {duration(reach)}", seconds < reach)


def print_rows(title: str, rows: Iterable[Row]) -> None:
    """Print a title and its rows, in columns."""
    met = {None: "", True: "yes", False: "NO"}
    cells = [("", "measured", "ratio", "reach", "met")]
    cells += [(row.what, row.figure, row.ratio, row.reach, met[row.met]) for row in rows]
    widths = [max(map(len, column)) for column in zip(*cells, strict=True)]
    print(f"\n{title}\n")
    for line in cells:
        padded = (text.ljust(width) for text, width in zip(line, widths, strict=True))
        print("  " + "  ".join(padded).rstrip(), flush=True)
