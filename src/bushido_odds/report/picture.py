"""A page as a picture (SVG) or as a page of its own (HTML), drawn by the terminal's own pen.

Both are complete in themselves: no fonts, scripts or styles are fetched from anywhere.
"""

from __future__ import annotations

import io
from collections.abc import Sequence
from html import escape

from rich.console import Console, Group, RenderableType
from rich.measure import Measurement
from rich.terminal_theme import TerminalTheme
from rich.text import Text

from bushido_odds.report.page import Chart, Grid, Page, Phrases, Table
from bushido_odds.report.terminal import Pen

NARROWEST, WIDEST = 80, 140
"""Columns of a picture."""

_LIGHT = TerminalTheme(
    (255, 255, 255),
    (32, 32, 32),
    [
        *((0, 0, 0), (170, 0, 0), (0, 120, 0), (150, 90, 0)),
        *((0, 0, 170), (140, 0, 140), (0, 120, 140), (90, 90, 90)),
    ],
)

_SVG = """\
<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" role="img">
<title>@title@</title>
<style>
.{unique_id}-matrix {{
  font-family: "DejaVu Sans Mono", Menlo, Consolas, monospace;
  font-size: {char_height}px;
}}
{styles}
</style>
<defs>
<clipPath id="{unique_id}-clip-terminal">
<rect x="0" y="0" width="{terminal_width}" height="{terminal_height}"/>
</clipPath>
{lines}
</defs>
<rect width="100%" height="100%" fill="#ffffff"/>
<g transform="translate({terminal_x}, {terminal_y})" clip-path="url(#{unique_id}-clip-terminal)">
{backgrounds}
<g class="{unique_id}-matrix">
{matrix}
</g>
</g>
</svg>
"""

_HTML = """\
<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<title>@title@</title>
<style>
{stylesheet}
body {{ color: {foreground}; background-color: {background}; margin: 2em; }}
pre {{ font-family: "DejaVu Sans Mono", Menlo, Consolas, monospace; }}
</style>
</head>
<body>
<pre>{code}</pre>
</body>
</html>
"""


def svg(pages: Sequence[Page], title: str) -> str:
    """Pages as one SVG picture."""
    text = _recorded(pages).export_svg(theme=_LIGHT, code_format=_SVG, unique_id="odds")
    return text.replace("@title@", escape(title), 1)


def html(pages: Sequence[Page], title: str) -> str:
    """Pages as one HTML page."""
    text = _recorded(pages).export_html(theme=_LIGHT, code_format=_HTML)
    return text.replace("@title@", escape(title), 1)


def _recorded(pages: Sequence[Page]) -> Console:
    """A console that has printed the pages, a blank line between them, as wide as they need."""
    width = max([NARROWEST, *(_needed(page) for page in pages)])
    console = _console(min(width, WIDEST))
    pen = Pen(console.width, unicode=True)
    parts: list[RenderableType] = []
    for page in pages:
        if parts:
            parts.append(Text(""))
        parts.append(pen.page(page))
    console.print(Group(*parts))
    return console


def _needed(page: Page) -> int:
    """The columns that a page takes where it may take any, sentences aside."""
    console = _console(WIDEST)
    pen = Pen(WIDEST, unicode=True)
    blocks = [block for block in page if isinstance(block, Table | Grid | Chart | Phrases)]
    drawn = [Measurement.get(console, console.options, pen.block(block)) for block in blocks]
    return max((found.maximum for found in drawn), default=NARROWEST)


def _console(width: int) -> Console:
    return Console(
        width=width,
        record=True,
        file=io.StringIO(),
        force_terminal=True,
        color_system="truecolor",
        legacy_windows=False,
        highlight=False,
        emoji=False,
        markup=False,
        no_color=False,
    )
