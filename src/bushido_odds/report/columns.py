"""How the columns of a table share the width there is: heads fold, then columns move below."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import zip_longest

from rich.cells import cell_len, set_cell_size

from bushido_odds.report.page import PARTS

MOST_HEAD = 24
"""The width that a head may take on one line."""
MOST_LINES = 4
LEAST_LABEL = 8

_PIECES = re.compile(r"[^.]*[.]?")
"""Where a head may be folded: at spaces, and after the joints of a path."""


@dataclass(frozen=True, slots=True)
class Columns:
    """The columns of a table at some width.

    Attributes:
        label: the width of the first column, which stands in every part.
        heads: the lines of each other column's head.
        widths: the widths of those columns.
        parts: which of them stand side by side.
    """

    label: int
    heads: tuple[tuple[str, ...], ...]
    widths: tuple[int, ...]
    parts: tuple[slice, ...]


def fitted(
    labels: Sequence[str],
    heads: Sequence[str],
    cells: Sequence[int],
    room: int,
    gap: int,
    cut: str,
) -> Columns:
    """Columns that stay within a width, as long as one of them alone does.

    Args:
        labels: what stands in the first column, its head included.
        heads: the heads of the others.
        cells: the widest cell of each of them.
        room: the width there is.
        gap: the width between two columns.
        cut: what stands for the end of a word that is too long.
    """
    label = max(map(cell_len, labels), default=0)
    whole = [(head,) if cell_len(head) <= MOST_HEAD else _folded(head, 0, cut) for head in heads]
    widths = _widths(whole, cells)
    if label + _taken(widths, gap) > room:
        whole = [_folded(head, least, cut) for head, least in zip(heads, cells, strict=True)]
        widths = _widths(whole, cells)
        label = min(label, max(LEAST_LABEL, room // 2, room - _taken(widths[:2], gap)))
    return Columns(label, tuple(whole), widths, tuple(_parts(widths, room - label, gap)))


def _widths(heads: Sequence[tuple[str, ...]], cells: Sequence[int]) -> tuple[int, ...]:
    return tuple(
        max([least, *map(cell_len, lines)]) for lines, least in zip(heads, cells, strict=True)
    )


def _taken(widths: Sequence[int], gap: int) -> int:
    return sum(width + gap for width in widths)


def _parts(widths: Sequence[int], room: int, gap: int) -> list[slice]:
    parts, start, taken = [], 0, 0
    for place, width in enumerate(widths):
        if place > start and taken + gap + width > room:
            parts.append(slice(start, place))
            start, taken = place, 0
        taken += gap + width
    return [*parts, slice(start, len(widths))]


def _folded(head: str, least: int, cut: str) -> tuple[str, ...]:
    """A head on several lines, as narrow as its longest piece or the width that it has anyway."""
    words = [[piece for piece in _PIECES.findall(word) if piece] for word in head.split()]
    width = max([least, *(cell_len(piece) for pieces in words for piece in pieces)])
    width = min(width, MOST_HEAD)
    lines = [""]
    for pieces in words:
        between = " " if lines[-1] else ""
        for piece in pieces:
            if lines[-1] and cell_len(lines[-1] + between + piece) > width:
                lines.append("")
                between = ""
            lines[-1] += between + shortened(piece, width, cut)
            between = ""
    if len(lines) > MOST_LINES:
        last = shortened(lines[MOST_LINES - 1] + "?" * width, width, cut)
        lines = [*lines[: MOST_LINES - 1], last]
    return tuple(lines)


def shortened(text: str, width: int, cut: str) -> str:
    """The text, at most so wide; where it is not whole, that is marked."""
    if cell_len(text) <= width:
        return text
    return set_cell_size(text, max(0, width - cell_len(cut))) + cut


def aligned(labels: Sequence[str]) -> list[str]:
    """Labels of several parts, each part under the same part of the others."""
    parts = [label.split(PARTS) for label in labels]
    widths = [max(map(cell_len, part)) for part in zip_longest(*parts, fillvalue="")]
    return [
        "  ".join(map(set_cell_size, label, widths)).rstrip() if len(label) > 1 else label[0]
        for label in parts
    ]
