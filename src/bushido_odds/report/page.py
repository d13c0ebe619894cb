"""A page: what a result says to a person, before anybody knows how it will be drawn.

Every format for people is drawn from the same blocks, so all of them say the same words.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum
from fractions import Fraction

PARTS = "\t"
"""What stands between the parts of a label."""


class Tone(Enum):
    """Whom a piece of text is about."""

    OURS = "ours"
    THEIRS = "theirs"
    PLAIN = "plain"
    QUIET = "quiet"


@dataclass(frozen=True, slots=True)
class Words:
    """A piece of text with a tone; names in it are shown literally."""

    text: str
    tone: Tone = Tone.PLAIN


@dataclass(frozen=True, slots=True)
class Heading:
    """The title line: a left part and a remark to its right."""

    left: tuple[Words, ...]
    right: str = ""


@dataclass(frozen=True, slots=True)
class Table:
    """Rows of figures under column heads; the first column is words."""

    heads: tuple[Words, ...]
    rows: tuple[tuple[str, ...], ...]
    title: str = ""


@dataclass(frozen=True, slots=True)
class Cell:
    """A cell of a grid: its figure, how good it is, and marks beside it."""

    figure: str
    worth: Fraction | None = None
    """What the shade shows, between the least and the most of the grid; None for no shade."""
    marks: str = ""


@dataclass(frozen=True, slots=True)
class Grid:
    """Figures by row and column, shaded from the worst to the best.

    Where it is wider than the terminal its columns are drawn in several parts.  The label of a
    row, and the corner above, may have several parts, a tab between.
    """

    title: tuple[Words, ...]
    corner: str
    heads: tuple[Words, ...]
    rows: tuple[tuple[Words, tuple[Cell, ...]], ...]
    legend: str = ""


@dataclass(frozen=True, slots=True)
class Bar:
    """A row of a chart."""

    label: str
    chance: Fraction
    figure: str
    mark: str = ""


@dataclass(frozen=True, slots=True)
class Chart:
    """Probabilities as bars; a full bar is certainty."""

    title: tuple[Words, ...]
    bars: tuple[Bar, ...]
    tone: Tone = Tone.PLAIN


@dataclass(frozen=True, slots=True)
class Beside:
    """Blocks that stand side by side where there is room, and one above the other where not."""

    blocks: tuple[Table | Chart, ...]


@dataclass(frozen=True, slots=True)
class Phrases:
    """Short statements on one line, each with its figure."""

    phrases: tuple[tuple[Words, str], ...]


@dataclass(frozen=True, slots=True)
class Entry:
    """A term or a step: its title, lines under it, and where it is said."""

    title: str
    lines: tuple[str, ...]
    source: str = ""
    remark: str = ""


@dataclass(frozen=True, slots=True)
class Notes:
    """Remarks under the figures."""

    notes: tuple[str, ...]


Block = Heading | Grid | Table | Chart | Beside | Phrases | Entry | Notes
Page = tuple[Block, ...]
