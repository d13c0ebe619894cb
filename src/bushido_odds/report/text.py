"""A page without a terminal: plain lines with tabs, and Markdown."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from bushido_odds.report.page import (
    PARTS,
    Beside,
    Block,
    Chart,
    Entry,
    Grid,
    Heading,
    Notes,
    Page,
    Phrases,
    Table,
    Words,
)


def plain_lines(page: Page) -> Iterator[str]:
    """The page as plain lines: the same words, one row a line, tabs between."""
    for number, block in enumerate(page):
        if number and not (_is_one_line(block) and _is_one_line(page[number - 1])):
            yield ""
        if isinstance(block, Heading):
            yield "\t".join(filter(None, (_joined(block.left, " "), block.right)))
        elif isinstance(block, Table):
            yield from _plain_table(block)
        elif isinstance(block, Grid):
            yield from _plain_table(_as_table(block))
            if block.legend:
                yield block.legend
        elif isinstance(block, Chart):
            yield from _plain_chart(block)
        elif isinstance(block, Beside):
            for place, part in enumerate(block.blocks):
                if place:
                    yield ""
                yield from plain_lines((part,))
        elif isinstance(block, Phrases):
            for words, figure in block.phrases:
                yield f"{words.text}\t{figure}"
        elif isinstance(block, Entry):
            yield "\t".join(filter(None, (block.title, block.remark)))
            yield from block.lines
            if block.source:
                yield block.source
        else:
            yield from block.notes


def _is_one_line(block: Block) -> bool:
    return isinstance(block, Entry) and not block.lines and not block.source


def _joined(words: Iterable[Words], between: str = "") -> str:
    return between.join(word.text for word in words)


def _plain_table(table: Table) -> Iterator[str]:
    if table.title:
        yield table.title
    if any(head.text for head in table.heads):
        yield "\t".join(head.text for head in table.heads)
    for row in table.rows:
        yield "\t".join(row)


def _as_table(grid: Grid) -> Table:
    """A grid without its shades, the parts of its labels in columns of their own."""
    return Table(
        (*map(Words, grid.corner.split(PARTS)), *grid.heads),
        tuple(
            (*words.text.split(PARTS), *(f"{cell.figure}{cell.marks}" for cell in cells))
            for words, cells in grid.rows
        ),
        _joined(grid.title),
    )


def _plain_chart(chart: Chart) -> Iterator[str]:
    yield _joined(chart.title)
    for bar in chart.bars:
        yield "\t".join(filter(None, (bar.label, bar.figure, bar.mark)))


def markdown_lines(page: Page) -> Iterator[str]:
    """The page as Markdown: a heading, tables and lists."""
    for number, block in enumerate(page):
        if number:
            yield ""
        if isinstance(block, Heading):
            yield f"## {_escaped(_joined(block.left, ' '))}"
            if block.right:
                yield ""
                yield _escaped(block.right)
        elif isinstance(block, Table):
            yield from _markdown_table(block)
        elif isinstance(block, Grid):
            yield from _markdown_table(_as_table(block))
            if block.legend:
                yield ""
                yield _escaped(block.legend)
        elif isinstance(block, Chart):
            yield from _markdown_table(
                Table(
                    (Words("at least"), Words("chance"), Words("")),
                    tuple((bar.label, bar.figure, bar.mark) for bar in block.bars),
                    _joined(block.title),
                )
            )
        elif isinstance(block, Beside):
            for place, part in enumerate(block.blocks):
                if place:
                    yield ""
                yield from markdown_lines((part,))
        elif isinstance(block, Phrases):
            for words, figure in block.phrases:
                yield f"- {_escaped(words.text)}: {figure}"
        elif isinstance(block, Entry):
            yield f"**{_escaped(block.title)}** {_escaped(block.remark)}".rstrip()
            yield ""
            for line in block.lines:
                yield f"- {_escaped(line)}"
            if block.source:
                yield f"- <{block.source}>"
        elif isinstance(block, Notes):
            for note in block.notes:
                yield f"> {_escaped(note)}  "


def _markdown_table(table: Table) -> Iterator[str]:
    if table.title:
        yield f"**{_escaped(table.title)}**"
        yield ""
    yield "| " + " | ".join(_escaped(head.text) or " " for head in table.heads) + " |"
    yield "|" + "|".join("---" if place == 0 else "--:" for place in range(len(table.heads))) + "|"
    for row in table.rows:
        yield "| " + " | ".join(_escaped(cell) for cell in row) + " |"


_MARKS = str.maketrans({mark: "\\" + mark for mark in "\\`*_[]<>|#"})


def _escaped(text: str) -> str:
    """Names are shown as they are, whatever they would mean in Markdown."""
    return text.translate(_MARKS)
