"""A page on a terminal, drawn with Rich."""

from __future__ import annotations

import io
import os
import sys
from collections.abc import Iterable, Iterator, Sequence
from fractions import Fraction
from typing import TYPE_CHECKING, TextIO

from rich.console import Console, Group, RenderableType
from rich.padding import Padding
from rich.table import Table as Columns
from rich.text import Text

from bushido_odds.report.columns import Columns as Fitted
from bushido_odds.report.columns import aligned, fitted, shortened
from bushido_odds.report.page import (
    Beside,
    Block,
    Cell,
    Chart,
    Entry,
    Grid,
    Heading,
    Notes,
    Page,
    Phrases,
    Table,
    Tone,
    Words,
)
from bushido_odds.report.shading import ASCII_GLYPHS, BACKGROUNDS, GLYPHS, bounds, shade

if TYPE_CHECKING:
    from rich.console import OverflowMethod
    from rich.style import StyleType

# Two hues of middling lightness, readable on white and on black; Rich picks the nearest of 16.
_STYLES: dict[Tone, StyleType] = {
    Tone.OURS: "color(31)",
    Tone.THEIRS: "color(166)",
    Tone.PLAIN: "",
    Tone.QUIET: "dim",
}
_BAR_WIDTH = 20
_EIGHTHS = " ▏▎▍▌▋▊▉"
_FULL = "█"
_GAP = 3
_INDENT = 2
_COLUMN = 7


class Pen:
    """Draws the blocks of a page for one terminal."""

    def __init__(self, width: int, unicode: bool, colour: bool = True) -> None:
        self.width = width
        self.unicode = unicode
        self.colour = colour
        self._overflow: OverflowMethod = "ellipsis" if unicode else "crop"
        self._cut = "…" if unicode else "~"

    def page(self, page: Page) -> RenderableType:
        """All blocks, a blank line between thoughts."""
        drawn: list[RenderableType] = []
        for block in page:
            if drawn:
                drawn.append(Text(""))
            drawn.append(self.block(block))
        return Group(*drawn)

    def block(self, block: Block) -> RenderableType:
        """One block."""
        if isinstance(block, Heading):
            return self._heading(block)
        if isinstance(block, Table):
            return self._table(block)
        if isinstance(block, Grid):
            return self._grid(block)
        if isinstance(block, Chart):
            return self._chart(block)
        if isinstance(block, Beside):
            return self._beside(block)
        if isinstance(block, Phrases):
            return self._phrases(block)
        if isinstance(block, Entry):
            return self._entry(block)
        return self._notes(block)

    def _words(self, words: Iterable[Words], between: str = "") -> Text:
        text = Text(between).join(Text(w.text, style=_STYLES[w.tone]) for w in words)
        return self._plain(text)

    def _plain(self, text: Text) -> Text:
        """The same text in ASCII where the terminal can draw nothing else."""
        if not self.unicode:
            text.plain = ascii_only(text.plain)
        return text

    def _heading(self, heading: Heading) -> RenderableType:
        left = self._words(heading.left, "  ")
        left.stylize("bold")
        right = self._plain(Text(heading.right, style=_STYLES[Tone.QUIET]))
        room = self.width - left.cell_len - right.cell_len
        if room >= _GAP:
            return Text.assemble(left, " " * min(room, 8), right)
        return Group(left, right)

    def _table(self, table: Table) -> RenderableType:
        rows = _on_the_point(table.rows)
        cells = [[self._plain(Text(cell)) for cell in row] for row in rows]
        title = [Text(table.title)] if table.title else []
        return Group(*title, *self._columns(table.heads, cells, gap=2, least=_COLUMN))

    def _grid(self, grid: Grid) -> RenderableType:
        between = bounds(grid)
        corner, *labels = aligned([grid.corner, *(words.text for words, _ in grid.rows)])
        rows = [
            [
                self._words([Words(label, words.tone)]),
                *(self._cell(cell, between) for cell in cells),
            ]
            for label, (words, cells) in zip(labels, grid.rows, strict=True)
        ]
        heads = (Words(corner), *grid.heads)
        lines = [self._words(grid.title), *self._columns(heads, rows, gap=2, least=_COLUMN)]
        if grid.legend:
            lines.append(self._plain(Text(f"  {grid.legend}", style=_STYLES[Tone.QUIET])))
        return Group(*lines)

    def _columns(
        self, heads: Sequence[Words], rows: Sequence[Sequence[Text]], gap: int, least: int
    ) -> Iterator[Text]:
        """Rows under their heads, words left and figures right, in as many parts as they need."""
        cells = [
            max([least, *(row[place].cell_len for row in rows)]) for place in range(1, len(heads))
        ]
        plain = [self._words([head]).plain for head in heads]
        labels = [plain[0], *(row[0].plain for row in rows)]
        columns = fitted(labels, plain[1:], cells, self.width - _INDENT, gap, self._cut)
        for number, part in enumerate(columns.parts):
            if number:
                yield Text("")
            tall = max(map(len, columns.heads[part]), default=1) if any(plain) else 0
            for line in range(tall):
                texts = [Text(plain[0] if line == tall - 1 else "", style=_STYLES[heads[0].tone])]
                for words, lines in zip(heads[1:][part], columns.heads[part], strict=True):
                    at = line - tall + len(lines)
                    texts.append(Text(lines[at] if at >= 0 else "", style=_STYLES[words.tone]))
                yield self._line(texts, columns, part, gap)
            for row in rows:
                yield self._line([row[0].copy(), *row[1:][part]], columns, part, gap)

    def _line(self, texts: list[Text], columns: Fitted, part: slice, gap: int) -> Text:
        label = texts[0]
        if label.cell_len > columns.label:
            label.plain = shortened(label.plain, columns.label, self._cut)
        label.pad_right(columns.label - label.cell_len)
        line = Text(" " * _INDENT).append_text(label)
        for text, width in zip(texts[1:], columns.widths[part], strict=True):
            text.pad_left(width - text.cell_len)
            line.append(" " * gap).append_text(text)
        return line

    def _cell(self, cell: Cell, between: tuple[Fraction, Fraction] | None) -> Text:
        if cell.worth is None or between is None:
            return Text(f"{cell.figure}{cell.marks}")
        depth = shade(cell.worth, *between)
        if self.colour:
            style = f"color(16) on {BACKGROUNDS[depth]}"
            return Text(f"{cell.figure}{cell.marks:<1}", style=style)
        glyph = (GLYPHS if self.unicode else ASCII_GLYPHS)[depth]
        return Text(f"{cell.figure}{cell.marks:<1} {glyph}")

    def _chart(self, chart: Chart) -> RenderableType:
        grid = Columns(box=None, show_header=False, pad_edge=False, padding=(0, 2, 0, 0))
        grid.add_column(justify="right", no_wrap=True, overflow=self._overflow)
        grid.add_column(justify="right", no_wrap=True, overflow=self._overflow)
        grid.add_column(no_wrap=True, overflow=self._overflow)
        for bar in chart.bars:
            drawn = Text(self.bar(bar.chance), style=_STYLES[chart.tone])
            if bar.mark:
                drawn.append(f" {bar.mark}", style="bold")
            grid.add_row(Text(bar.label), Text(bar.figure), drawn)
        return Group(self._words(chart.title), Padding(grid, (0, 0, 0, 2), expand=False))

    def bar(self, chance: Fraction) -> str:
        """A bar whose length is the probability; what can happen shows at least a sliver."""
        if not self.unicode:
            return "#" * max(1 if chance else 0, round(chance * _BAR_WIDTH))
        eighths = max(1 if chance else 0, round(chance * _BAR_WIDTH * 8))
        whole, part = divmod(eighths, 8)
        return _FULL * whole + (_EIGHTHS[part] if part else "")

    def _beside(self, beside: Beside) -> RenderableType:
        drawn = [self.block(block) for block in beside.blocks]
        measure = Console(width=10_000, file=io.StringIO(), color_system=None)
        rows: list[list[RenderableType]] = []
        left = 0
        for item in drawn:
            needed = measure.measure(item).maximum
            if rows and needed + _GAP <= left:
                rows[-1].append(item)
                left -= needed + _GAP
            else:
                rows.append([item])
                left = self.width - needed
        lines: list[RenderableType] = []
        for row in rows:
            if lines:
                lines.append(Text(""))
            if len(row) == 1:
                lines.append(row[0])
                continue
            grid = Columns.grid(padding=(0, _GAP, 0, 0))
            for _ in row:
                grid.add_column()
            grid.add_row(*row)
            lines.append(grid)
        return Group(*lines)

    def _phrases(self, phrases: Phrases) -> RenderableType:
        dot = "·" if self.unicode else "|"
        parts = [
            Text.assemble(self._words([words]), f"  {figure}") for words, figure in phrases.phrases
        ]
        text = Text(f"  {dot}  ").join(parts)
        return Padding(text, (0, 0, 0, 2), expand=False)

    def _entry(self, entry: Entry) -> RenderableType:
        title = self._plain(Text(entry.title, style="bold"))
        if entry.remark:
            title.append(f"  {entry.remark}", style=_STYLES[Tone.QUIET])
        lines: list[RenderableType] = [self._plain(Text(line)) for line in entry.lines]
        if entry.source:
            link = Text(entry.source, style=_STYLES[Tone.QUIET], overflow="fold")
            lines.append(self._plain(link))
        return Group(title, Padding(Group(*lines), (0, 0, 0, 2), expand=False))

    def _notes(self, notes: Notes) -> RenderableType:
        return Group(*(self._plain(Text(note, style=_STYLES[Tone.QUIET])) for note in notes.notes))


def _on_the_point(rows: tuple[tuple[str, ...], ...]) -> list[list[str]]:
    """The rows with the figures of each column aligned on the decimal point.

    A fraction has none: it is aligned to the right.
    """
    aligned = [list(row) for row in rows]
    for column in range(1, max(map(len, aligned), default=0)):
        cells = [row[column] for row in aligned if column < len(row)]
        after = [_after_the_point(cell) for cell in cells]
        most = max(after, default=0)
        for row in aligned:
            if column < len(row) and row[column]:
                row[column] += " " * (most - _after_the_point(row[column]))
    return aligned


def _after_the_point(figure: str) -> int:
    """How many characters follow the place where the decimal point is, or would be."""
    if "/" in figure:
        return 0
    whole = len(figure) - len(figure.lstrip("<>+-0123456789"))
    return len(figure) - (whole or len(figure))


def ascii_only(text: str) -> str:
    """The text with what ASCII cannot show replaced by question marks, one for one."""
    return text.encode("ascii", "replace").decode("ascii")


def draws_unicode(stream: TextIO) -> bool:
    """Whether a stream's encoding has the characters that bars are drawn with."""
    try:
        (_FULL + _EIGHTHS + "·").encode(stream.encoding or "ascii")
    except (UnicodeEncodeError, LookupError):
        return False
    return True


def print_page(page: Page, stream: TextIO | None = None) -> None:
    """Draw a page on a terminal, at its width; NO_COLOR leaves bare text, without bold or dim."""
    console = Console(
        file=stream or sys.stdout,
        highlight=False,
        emoji=False,
        markup=False,
        color_system=None if os.environ.get("NO_COLOR") else "auto",
    )
    colour = console.color_system is not None
    pen = Pen(console.width, draws_unicode(stream or sys.stdout), colour)
    console.print(pen.page(page))
