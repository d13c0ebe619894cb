"""What a person sees: pages at every width, with and without colour, in any encoding, and piped."""

from __future__ import annotations

import fcntl
import io
import os
import pty
import re
import struct
import subprocess
import sys
import termios
from decimal import Decimal
from fractions import Fraction
from unittest import mock

import pytest
from hypothesis import given
from hypothesis import strategies as st
from rich.cells import cell_len

from bushido_odds.answer import answer
from bushido_odds.documents.load import document_from
from bushido_odds.report import figures
from bushido_odds.report.melee import melee_page
from bushido_odds.report.page import Page
from bushido_odds.report.terminal import Pen, ascii_only, print_page
from bushido_odds.report.text import plain_lines
from command import call, environment

DUEL = ("Hotaru: 2/1, wounds 6", "Kairai Farmer: 1/1, wounds 5, Tough (1)")
CROWDED = (
    "Itsunagi: 3/2, wounds 5, Dodge 1, Feint 1, Parry 1, Prowess [Melee] 1, Critical Attack",
    "Yatsumata: 2/2, wounds 10, Poison (1/2), Last Stand, Counterstrike Defence, Fear (6)",
)
LONG = (
    "Kato, the Puppet Master, of the Cult of Yurei in the Shimogo Mountains: 2/1, wounds 30",
    "幽霊の怒りと悲しみの物語と長い名前: 1/1, wounds 12, Slow",
)
MARKUP = ("[bold]Aya[/bold]: 2/1, wounds 2", "[/]: 1/1, wounds 3")
DUELS = {"duel": DUEL, "crowded": CROWDED, "long": LONG, "markup": MARKUP}

COLOUR = re.compile(r"\x1b\[[0-9;]*m")
BLOCKS = "▏▎▍▌▋▊▉█"
BOXES = "─│┌┐└┘├┤┬┴┼━┃╭╮╯╰═║"


def page(models: tuple[str, str], *, explain: bool = False, **looks: bool) -> Page:
    document = document_from({"active": models[0], "opponent": models[1]})
    return melee_page(answer(document, explain=explain), **looks)  # type: ignore[arg-type]


def draw(drawn: Page, width: int, encoding: str = "utf-8", **env: str) -> str:
    """A page as it is drawn for a terminal."""
    stream = io.TextIOWrapper(io.BytesIO(), encoding=encoding)
    with mock.patch.dict(os.environ, environment(COLUMNS=str(width), **env), clear=True):
        print_page(drawn, stream)
    stream.flush()
    return stream.buffer.getvalue().decode(encoding)  # type: ignore[attr-defined,no-any-return]


def words(text: str) -> list[str]:
    return text.split()


# --- width ----------------------------------------------------------------------------------------


@pytest.mark.parametrize("width", [40, 60, 80, 200])
@pytest.mark.parametrize("exact", [False, True])
@pytest.mark.parametrize("models", DUELS.values(), ids=DUELS)
def test_no_line_is_wider_than_the_terminal(
    models: tuple[str, str], exact: bool, width: int
) -> None:
    everything = page(models, explain=True, verbose=True, exact=exact)
    for encoding in ("utf-8", "ascii"):
        lines = draw(everything, width, encoding).splitlines()
        assert max(map(cell_len, lines)) <= width


def test_at_80_columns_the_page_looks_like_this() -> None:
    drawn = "\n".join(line.rstrip() for line in draw(page(DUEL), 80).splitlines())
    assert (
        drawn
        == """\
Hotaru 2/1  v  Kairai Farmer 1/1       melee, Hotaru is active and strikes first

                         Hotaru  Kairai Farmer
  hits                   81.2 %         37.8 %
  loses its attack        -             10.1 %
  taken out               3.1 %         10.1 %
  wounds dealt, mean      1.57           1.01
  wounds dealt, median    1              0

  nobody falls  86.7 %  ·  only Kairai Farmer  10.1 %  ·  only Hotaru  3.1 %

Wounds on Kairai Farmer (5 left)   Wounds on Hotaru (6 left)
  1+  53.9 %  ██████████▊            1+  33.7 %  ██████▊
  2+  40.4 %  ████████▏              2+  26.7 %  █████▍
  3+  28.0 %  █████▋                 3+  18.5 %  ███▊
  4+  17.7 %  ███▌                   4+  11.5 %  ██▎
  5+  10.1 %  ██ out                 5+   6.4 %  █▎
                                     6+   3.1 %  ▋ out

Success Level of a hit
      Hotaru  Kairai Farmer
  0   11.8 %          0.4 %
  1   15.3 %         10.0 %
  2   14.8 %         10.0 %
  3   13.0 %          7.5 %
  4   10.6 %          5.0 %
  5    7.4 %          2.5 %
  6    4.2 %          2.5 %
  7    4.2 %          -

Re-rolls: none.
Ties count all surviving dice, then the active player."""
    )


@pytest.mark.parametrize(
    ("width", "in_a_row"),
    [
        (50, [1, 1, 1]),
        (60, [2, 1]),
        (80, [2, 1]),
        (200, [3]),
    ],
)
def test_charts_stand_side_by_side_where_there_is_room(width: int, in_a_row: list[int]) -> None:
    titles = ("Wounds on Kairai Farmer", "Wounds on Hotaru", "Success Level of a hit")
    lines = draw(page(DUEL), width).splitlines()
    counts = [sum(title in line for title in titles) for line in lines]
    assert [count for count in counts if count] == in_a_row


def test_a_narrow_page_says_the_same_as_a_wide_one() -> None:
    wide, narrow = draw(page(DUEL), 200), draw(page(DUEL), 60)
    assert sorted(words(wide)) == sorted(words(narrow))


def test_figures_stand_on_their_points() -> None:
    lines = draw(page(CROWDED), 80).splitlines()
    table = lines[lines.index("") + 2 :][: len(lines)]
    table = table[: table.index("")]
    for column in (slice(25, 36), slice(36, 80)):
        points = {line[column].find(".") for line in table}
        assert len(points - {-1}) == 1


# --- colour, encodings, names ---------------------------------------------------------------------


def test_colour_is_for_terminals() -> None:
    assert "\x1b" not in draw(page(DUEL), 80)
    coloured = draw(page(DUEL), 80, FORCE_COLOR="1", TERM="xterm-256color")
    assert "\x1b[1;38;5;31mHotaru 2/1\x1b[0m" in coloured
    assert "\x1b[1;38;5;166mKairai Farmer 1/1\x1b[0m" in coloured
    assert COLOUR.sub("", coloured) == draw(page(DUEL), 80)


def test_no_color_leaves_no_escape_codes() -> None:
    plain = draw(page(DUEL), 80, FORCE_COLOR="1", NO_COLOR="1", TERM="xterm-256color")
    assert plain == draw(page(DUEL), 80)


def test_the_two_sides_have_a_colour_each_all_over() -> None:
    coloured = draw(page(DUEL, verbose=True), 200, FORCE_COLOR="1", TERM="xterm-256color")
    styles = dict.fromkeys(
        re.findall(rf"\x1b\[([0-9;]*)m(?:Hotaru|Kairai Farmer|[{BLOCKS}])", coloured)
    )
    assert {style.removeprefix("1;") for style in styles} == {"38;5;31", "38;5;166"}
    for name, colour in (("Hotaru", "31"), ("Kairai Farmer", "166")):
        other = "31" if colour == "166" else "166"
        assert f"38;5;{other}m{name}" not in coloured


@pytest.mark.parametrize("models", DUELS.values(), ids=DUELS)
def test_an_ascii_terminal_is_sent_only_ascii(models: tuple[str, str]) -> None:
    everything = page(models, explain=True, verbose=True)
    drawn = draw(everything, 80, "ascii")
    assert drawn.isascii()
    assert "#" in drawn
    assert words(drawn)[:2] == words(ascii_only(draw(everything, 80)))[:2]


def test_names_are_shown_literally() -> None:
    drawn = draw(page(MARKUP), 80, FORCE_COLOR="1", TERM="xterm-256color")
    bare = COLOUR.sub("", drawn)
    assert bare.startswith("[bold]Aya[/bold] 2/1  v  [/] 1/1")
    assert "Wounds on [/] (3 left)" in bare
    assert ":warning:" in draw(page((":warning:: 1/1", "1/1")), 80)


# --- figures --------------------------------------------------------------------------------------

CHANCES = st.fractions(0, 1) | st.builds(
    lambda n, d: Fraction(n, d), st.sampled_from([1, 10**9 - 1]), st.just(10**9)
)


@given(CHANCES)
def test_only_what_is_certain_is_printed_as_certain(chance: Fraction) -> None:
    text = figures.percent(chance)
    assert (text == "-") == (chance == 0)
    assert (text == "100 %") == (chance == 1)
    if 0 < chance < 1:
        shown = Decimal(text.removesuffix(" %").lstrip("<>"))
        assert Decimal("0.1") <= shown <= Decimal("99.9")
        assert abs(Fraction(shown) - 100 * chance) <= Fraction(1, 10)
        assert (text[0] == "<") == (100 * chance < Fraction(5, 100))
        assert (text[0] == ">") == (100 * chance > 100 - Fraction(5, 100))


@pytest.mark.parametrize(
    ("chance", "text"),
    [
        (Fraction(1, 2), "50.0 %"),
        (Fraction(1, 3), "33.3 %"),
        (Fraction(1, 2000), "0.0 %"),
        (Fraction(1, 1999), "0.1 %"),
        (1 - Fraction(1, 1999), "99.9 %"),
        (1 - Fraction(1, 2001), ">99.9 %"),
        (Fraction(1, 2001), "<0.1 %"),
        (Fraction(1, 10**12), "<0.1 %"),
        (1 - Fraction(1, 10**12), ">99.9 %"),
        (Fraction(125, 1000) + Fraction(5, 10000), "12.6 %"),  # 12.55: half to even
        (Fraction(1245, 10000), "12.4 %"),
    ],
)
def test_percent(chance: Fraction, text: str) -> None:
    assert figures.percent(chance) == text


@given(st.fractions(0, 40))
def test_a_mean_is_rounded_once_and_never_to_nothing(mean: Fraction) -> None:
    text = figures.mean(mean)
    if text.startswith("<"):
        assert 0 < mean < Fraction(1, 200)
    else:
        assert abs(Fraction(text) - mean) <= Fraction(1, 200)
        assert (text == "0.00") <= (mean in (0, Fraction(1, 200)))


@given(CHANCES, CHANCES)
def test_bars_are_as_long_as_their_chances(one: Fraction, other: Fraction) -> None:
    for unicode in (False, True):
        pen = Pen(80, unicode)
        if one <= other:
            assert len(pen.bar(one)) <= len(pen.bar(other))
        assert bool(pen.bar(one)) == bool(one)
        assert len(pen.bar(one)) <= len(pen.bar(Fraction(1))) == 20
    assert set(Pen(80, False).bar(one)) <= {"#"}


# --- piped ----------------------------------------------------------------------------------------


@pytest.mark.parametrize("models", DUELS.values(), ids=DUELS)
def test_piped_text_says_the_same_in_plain_lines(models: tuple[str, str]) -> None:
    everything = page(models, explain=True, verbose=True)
    plain = list(plain_lines(everything))
    assert not set("".join(plain)) & set(BLOCKS + BOXES + "\x1b")
    assert not any(line.startswith(" ") or line.endswith((" ", "\t")) for line in plain)
    drawn = " ".join(words(re.sub(f"[{BLOCKS}·]", " ", draw(everything, 2000))))
    for cell in (cell for line in plain for cell in line.split("\t")):
        # A head of a table may be cut short on a terminal.
        assert cell in drawn or cell in [name.partition(":")[0] for name in LONG]


def test_piped_lines_are_not_wrapped_whatever_the_width() -> None:
    answers = {call("melee", *LONG, "--explain", COLUMNS=columns).out for columns in ("20", "200")}
    assert len(answers) == 1
    assert max(map(len, answers.pop().splitlines())) > 100


def test_a_row_a_line_and_tabs_between() -> None:
    lines = list(plain_lines(page(DUEL)))
    assert "hits\t81.2 %\t37.8 %" in lines
    assert "1+\t53.9 %" in lines
    assert "5+\t10.1 %\tout" in lines
    assert "nobody falls\t86.7 %" in lines


# --- a real terminal ------------------------------------------------------------------------------


def on_a_terminal(width: int, *args: str, **env: str) -> str:
    """What a command draws on a terminal of its own."""
    ours, theirs = pty.openpty()
    fcntl.ioctl(theirs, termios.TIOCSWINSZ, struct.pack("HHHH", 50, width, 0, 0))
    process = subprocess.Popen(
        [sys.executable, "-m", "bushido_odds", *args],
        stdin=theirs,
        stdout=theirs,
        stderr=theirs,
        env=environment(PYTHONIOENCODING="utf-8", **env),
    )
    os.close(theirs)
    found = b""
    try:
        while piece := os.read(ours, 1 << 16):
            found += piece
    except OSError:  # the other end is closed: that is how a terminal ends
        pass
    os.close(ours)
    assert process.wait(timeout=20) == 0
    return found.decode().replace("\r\n", "\n")


def test_a_terminal_is_drawn_at_its_width_and_in_colour() -> None:
    drawn = on_a_terminal(60, "melee", *DUEL, TERM="xterm-256color")
    assert COLOUR.search(drawn)
    assert COLOUR.sub("", drawn) == draw(page(DUEL), 60)


def test_a_terminal_with_no_color_gets_bare_text() -> None:
    drawn = on_a_terminal(80, "melee", *DUEL, TERM="xterm-256color", NO_COLOR="1")
    assert drawn == draw(page(DUEL), 80)


def test_a_pipe_with_force_color_is_drawn_like_a_terminal() -> None:
    forced = call("melee", *DUEL, FORCE_COLOR="1", TERM="xterm-256color", COLUMNS="80").out
    assert COLOUR.sub("", forced) == draw(page(DUEL), 80)
    assert COLOUR.search(forced)
    assert "\x1b" not in call("melee", *DUEL, "--json", FORCE_COLOR="1").out
