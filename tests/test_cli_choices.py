"""splits, rank, rerolls and re-rolls for a goal on the command line."""

from __future__ import annotations

import csv
import fcntl
import io
import json
import os
import pty
import struct
import subprocess
import sys
import tempfile
import termios
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest
from rich.cells import cell_len

from bushido_odds.answer import answer
from bushido_odds.cli.rank import command as rank_command
from bushido_odds.cli.rerolls import command as rerolls_command
from bushido_odds.cli.splits import command as splits_command
from bushido_odds.documents.fields import (
    CHOOSER,
    REROLLS,
    REROLLS_COMBATANT,
    SIDES,
    SPLITS,
    Field,
)
from bushido_odds.report.page import Grid
from bushido_odds.report.splits import plan, splits_page
from bushido_odds.report.terminal import Pen
from bushido_odds.strategy.goals import GOALS
from command import call, environment, refused
from test_terminal import BOXES, COLOUR, draw, on_a_terminal

HOTARU = "Hotaru: 3 dice, wounds 6, Combo Attack (1), Push Attack (0)"
FARMER = "Kairai Farmer: 2 dice, wounds 5, Tough (1)"
HAGANE = "Hagane: [1 5]/[3], Prowess [Melee] 1, Feint 1, Parry 1"
YAMA_UBA = "Yama Uba: [6 3]/[5], Dodge 1"
GORO = "Goro: 2/1, wounds 8, Armour 2"
MASTERS = (
    "Hagane: 4 dice, wounds 6, strength 1, Armour 3, Parry 1, Combo Attack (0), "
    "Counterstrike Defence (1), Push Defence (0)",
    "Itsunagi: 4 dice, wounds 5, strength 1, Dodge 1, Parry 1, Combo Attack (0), "
    "Sidestep Attack (0), Sidestep Defence (0)",
)
CALLS = {
    "splits": ("splits", HOTARU, FARMER),
    "rank": ("rank", HOTARU, GORO),
    "rerolls": ("rerolls", HAGANE, YAMA_UBA),
}


def lines_of(command: str, *args: str, **env: str) -> list[str]:
    """The piped table of a command."""
    answer = call(*CALLS[command], *args, **env)
    assert answer.code == 0, answer.err
    return answer.out.splitlines()


# ---- JSON


def keys(value: Any) -> Any:
    """The names in a JSON text, level by level; of a list those of its first item."""
    if isinstance(value, dict):
        return {name: keys(inner) for name, inner in value.items() if name != "input"}
    if isinstance(value, list):
        return [keys(value[0])] if value else []
    return None


OPTION = {"attack": None, "defence": None, "special": None, "cost": None}


def test_keys_of_splits() -> None:
    """People's scripts hang on these names."""
    plain = call(*CALLS["splits"], "--against", "1/1", "--json").json
    found = keys(plain)
    for name in ("format", "version", "kind", "name", "goal", "rerolls"):
        assert found.pop(name, "missing") is None
    for name in ("rules_edition", "input_sha256", "notes", "ignored_traits"):
        found.pop(name)
    side = {"name": None, "pool": None, "options": [OPTION]}
    assert found == {
        "active": side,
        "opponent": side,
        "payoff": [[None]],
        "best_reply": {"active": [None], "opponent": [None]},
        "safest": {
            "active": {"option": None, "payoff": None},
            "opponent": {"option": None, "payoff": None},
        },
        "equilibrium": {"value": None, "active": [None], "opponent": [None], "several": None},
        "against": {"weights": [None], "payoff": [None], "best": None},
    }
    assert (plain["kind"], plain["goal"], plain["rerolls"]) == ("splits", "trade", "expected")
    assert "against" not in call(*CALLS["splits"], "--json").json


def test_keys_of_rank() -> None:
    plain = call(*CALLS["rank"], "--json").json
    found = keys(plain)
    assert found["ranking"] == [
        dict.fromkeys(("special", "cost", "attack", "defence", "reply", "payoff"))
    ]
    assert found["changes"] == [
        dict.fromkeys(("change", "option", "reply", "payoff", "difference"))
    ]
    assert plain["kind"] == "rank"


def test_keys_of_rerolls() -> None:
    plain = call(*CALLS["rerolls"], "--json").json
    found = keys(plain)
    chances = dict.fromkeys(("active_hits", "opponent_hits", "active_out", "opponent_out"))
    assert found["stages"] == [
        {
            "side": None,
            "trait": None,
            "pool": None,
            "reroll": [None],
            "if_rerolled": chances,
            "if_kept": chances,
        }
    ]
    assert plain["stages"][2]["reroll"] is None
    assert plain["result"]["kind"] == "melee"


@pytest.mark.parametrize("command", CALLS)
def test_exact_figures_are_fractions(command: str) -> None:
    plain = call(*CALLS[command], "--json").json
    exact = call(*CALLS[command], "--json", "--exact").json

    def compare(one: Any, two: Any, name: str = "") -> None:
        if isinstance(one, dict):
            assert list(one) == list(two)
            for key in one:
                compare(one[key], two[key], key)
        elif isinstance(one, list):
            for first, second in zip(one, two, strict=True):
                compare(first, second, name)
        elif isinstance(one, float):
            assert float(Fraction(two)) == one
        else:
            assert one == two

    compare(plain, exact)


@pytest.mark.parametrize("command", CALLS)
def test_what_was_asked_comes_back_and_gives_the_same(command: str, tmp_path: Path) -> None:
    once = call(*CALLS[command], "--json", "--exact")
    path = tmp_path / "again.json"
    path.write_text(json.dumps(once.json["input"]))
    assert call(command, str(path), "--json", "--exact").out == once.out


@pytest.mark.parametrize("command", CALLS)
def test_a_line_of_json(command: str) -> None:
    line = call(*CALLS[command], "--format", "jsonl").out
    assert line.count("\n") == 1
    assert json.loads(line) == call(*CALLS[command], "--json").json


# ---- CSV and Markdown


def rows_of(*args: str) -> list[dict[str, str]]:
    return list(csv.DictReader(io.StringIO(call(*args, "--format", "csv").out)))


def test_a_row_of_csv_for_every_pair_of_options() -> None:
    plain = call(*CALLS["splits"], "--json", "--exact").json
    rows = rows_of(*CALLS["splits"], "--exact")
    assert len(rows) == len(plain["payoff"]) * len(plain["payoff"][0])
    assert [row["payoff"] for row in rows] == [v for row in plain["payoff"] for v in row]
    assert rows[0]["active_option"] == "3/0"
    assert rows[1]["opponent_option"] == "1/1"
    weights = {row["opponent_option"]: row["opponent_weight"] for row in rows}
    assert list(weights.values()) == plain["equilibrium"]["opponent"]


def test_a_row_of_csv_for_every_special_and_change() -> None:
    plain = call(*CALLS["rank"], "--json").json
    rows = rows_of(*CALLS["rank"])
    assert [row["special"] for row in rows if row["special"]] == [
        entry["special"] or "none" for entry in plain["ranking"]
    ]
    found = {row["change"].lstrip("'"): float(row["difference"]) for row in rows if row["change"]}
    assert found == {entry["change"]: entry["difference"] for entry in plain["changes"]}


def test_a_row_of_csv_for_dice_on_the_table() -> None:
    (row,) = rows_of(*CALLS["rerolls"])
    assert row["stages.0.trait"] == "Dodge"
    assert row["stages.0.reroll"] == "5"
    assert row["stages.2.reroll"] == ""


@pytest.mark.parametrize("command", CALLS)
def test_markdown_is_the_same_page(command: str) -> None:
    text = call(*CALLS[command], "--format", "markdown").out
    assert text.startswith("## ")
    assert "|--:|" in text
    bare = text.replace("\\", "")
    for line in lines_of(command):
        for piece in line.split("\t"):
            assert piece.strip() in bare


# ---- flags and files


def spelt(side: str, field: Field) -> str:
    word = field.name.removesuffix("s") if field.many else field.name
    return "--" + "-".join(filter(None, (side, *word.split("_"))))


@pytest.mark.parametrize(
    ("command", "document", "models", "more"),
    [
        (splits_command, SPLITS, CHOOSER, {"--against"}),
        (rank_command, SPLITS, CHOOSER, set()),
        (rerolls_command, REROLLS, REROLLS_COMBATANT, set()),
    ],
    ids=["splits", "rank", "rerolls"],
)
def test_a_flag_for_every_field(
    command: Any, document: tuple[Field, ...], models: tuple[Field, ...], more: set[str]
) -> None:
    offered = {option for param in command.params if "__" in param.name for option in param.opts}
    wanted = {spelt("", field) for field in document}
    wanted |= {spelt(side, field) for side in SIDES for field in models}
    assert offered == wanted | more


def given(*args: str) -> dict[str, Any]:
    found: dict[str, Any] = call(*args, "--json").json["input"]
    return found


def test_flags_say_everything_alone() -> None:
    found = given(
        *("splits", "--active-pool", "3", "--active-special", "Combo Attack (1)"),
        *("--active-trait", "Kata", "--opponent-melee-pool", "2", "--opponent-boosts", "1"),
        *("--opponent-state", "held", "--goal", "hold", "--action", "charge"),
        *("--against", "0/2"),
    )
    assert found["active"]["specials"] == ["Combo Attack (1)"]
    assert found["active"]["traits"] == ["Kata"]
    assert found["opponent"]["melee_pool"] == 2
    assert (found["goal"], found["action"], found["against"]) == ("hold", "charge", "0/2")


def test_flags_add_to_model_lines() -> None:
    found = given(*CALLS["rank"], "--active-special", "Sidestep Defence (0)", "--goal", "kill")
    assert found["active"]["specials"] == [
        "Combo Attack (1)",
        "Push Attack (0)",
        "Sidestep Defence (0)",
    ]


def test_dice_in_flags() -> None:
    found = given(
        *("rerolls", "--active-attack", "[1 5]", "--active-defence", "3"),
        *("--active-trait", "Prowess [Melee] 1"),
        *("--opponent-attack", "[6, 3]", "--opponent-defence", "[]", "--rerolls", "optimal"),
    )
    assert found["active"]["attack"] == [1, 5]
    assert found["opponent"]["defence"] == []
    assert found["rerolls"] == "optimal"


FILE = """\
# two modes of one model
kind: splits
name: Mode of the day
goal: survive
active: {name: Tenbatsu, pool: 4, wounds: 8, specials: [Combo Attack (1)]}
opponent: "Goro: 3 dice, wounds 8, Armour (2)"
against: {2/1: 3, 1/2: 1}
---
active: "Tenbatsu: 4 dice, wounds 8, Brutal (1), Powerful Attack (1)"
opponent: "Goro: 3 dice, wounds 8, Armour (2)"
"""


def test_a_file_of_several_documents(tmp_path: Path) -> None:
    path = tmp_path / "modes.yaml"
    path.write_text(FILE)
    lines = call("splits", str(path), "--format", "jsonl").out.splitlines()
    first, second = map(json.loads, lines)
    assert first["name"] == "Mode of the day"
    assert first["against"]["weights"] == [0.0, 0.75, 0.25, 0.0]
    assert second["goal"] == "trade"
    table = call("splits", str(path)).out
    assert table.startswith("Tenbatsu, 4 dice v Goro, 3 dice\tMode of the day: survive: ")
    piped = call("splits", "-", "--format", "jsonl", stdin=FILE).out
    assert piped.splitlines() == lines


@pytest.mark.parametrize(
    ("args", "what"),
    [
        (("splits", HOTARU), "the opponent is missing"),
        (("splits", "Hotaru: 3 dices", FARMER), "active"),
        (("splits", "Hotaru: 3 dice, Combo Atack (1)", FARMER), 'did you mean "Combo Attack"'),
        (("splits", "Hotaru: wounds 6", FARMER), '"pool" is missing'),
        (("splits", HOTARU, FARMER, "--against", "3/0"), "they are: uniform, 2/0, 1/1, 0/2"),
        (("splits", HOTARU, FARMER, "--goal", "win"), "Invalid value for '--goal'"),
        (("splits", "A: 3 dice, Aggressive", FARMER, "--action", "disengage"), "has no split of 3"),
        (("splits", "A: -12 dice", "B: 12 dice"), "12 are the most to choose with"),
        (("rank", "A: 3 dice, Aggressive", GORO, "--action", "disengage"), "has no split"),
        (("rank", HOTARU, GORO, "--against", "2/1"), "No such option"),
        (("rerolls", "Hagane: 2/1", YAMA_UBA), "write the rolled dice first"),
        (("rerolls", "Hagane: [7]/[1]", YAMA_UBA), "1"),
        (("splits", "nowhere.yaml"), "nowhere.yaml"),
    ],
    ids=lambda value: " ".join(value[:2])[:40] if isinstance(value, tuple) else "",
)
def test_refusals(args: tuple[str, ...], what: str) -> None:
    assert what in refused(*args)


def test_a_fault_in_a_file_has_its_line(tmp_path: Path) -> None:
    path = tmp_path / "bad.yaml"
    path.write_text(
        "kind: splits\nactive:\n  pool: 3\n  specials: [Slamm Attack]\nopponent: {pool: 2}\n"
    )
    message = refused("splits", str(path))
    assert message.startswith(f"{path}:4: active.specials[0]: ")
    assert "Slam Attack" in message


# ---- re-rolls for a goal in ``melee``

EVERYTHING = "Prowess [Melee] 1, Feint 1, Dodge 1"


def test_the_page_names_the_goal_and_what_expected_gives() -> None:
    args = ("melee", f"A: 2/1, wounds 4, {EVERYTHING}", "B: 1/1, wounds 4")
    text = call(*args, "--rerolls", "optimal", "--goal", "kill").out
    plain = call(*args, "--rerolls", "optimal", "--goal", "kill", "--json").json["rerolls"]
    assert plain["goal"] == "kill"
    assert plain["value"] > plain["expected"]
    assert (
        "Re-rolls are played for kill (the opponent is out of action) by both sides: worth "
        f"{plain['value'] * 100:.1f} %; under the expected policy {plain['expected'] * 100:.1f} %."
    ) in text
    assert "expected results" not in text


def test_dice_beyond_the_envelope_are_refused_with_a_way_out() -> None:
    line = f"5/5, {EVERYTHING}"
    message = refused("melee", f"A: {line}", f"B: {line}", "--rerolls", "optimal")
    assert "the limit is" in message
    assert "use rerolls: expected, or fewer dice" in message
    assert call("melee", f"A: {line}", f"B: {line}").code == 0


def test_splits_and_rank_beyond_the_envelope() -> None:
    line = f"10 dice, {EVERYTHING}"
    message = refused("splits", f"A: {line}", f"B: {line}", "--rerolls", "optimal")
    assert "use rerolls: expected" in message


# ---- progress

PATIENT = (
    "import sys; from bushido_odds.cli import progress; progress._PATIENCE = 0;"
    "from bushido_odds.cli.main import run; sys.exit(run(sys.argv[1:]))"
)


def stderr_of(*args: str, terminal: bool) -> tuple[str, str]:
    """What a command that is not patient at all prints on stdout, a pipe, and on stderr."""
    ours, theirs = pty.openpty() if terminal else os.pipe()
    if terminal:
        fcntl.ioctl(theirs, termios.TIOCSWINSZ, struct.pack("HHHH", 50, 80, 0, 0))
    with tempfile.TemporaryFile() as out:
        process = subprocess.Popen(
            [sys.executable, "-c", PATIENT, *args], stdout=out, stderr=theirs, env=environment()
        )
        os.close(theirs)
        found = b""
        try:
            while piece := os.read(ours, 1 << 16):
                found += piece
        except OSError:  # the other end is closed: that is how a terminal ends
            pass
        os.close(ours)
        assert process.wait(timeout=60) == 0
        out.seek(0)
        return out.read().decode(), found.decode()


LONG = {
    "melee": ("melee", f"A: 2/1, {EVERYTHING}", f"B: 2/1, {EVERYTHING}", "--rerolls", "optimal"),
    "splits": CALLS["splits"],
    "rank": CALLS["rank"],
    "rerolls": (*CALLS["rerolls"], "--rerolls", "optimal"),
}


LONG_TITLES = {"melee": "re-rolls"}


@pytest.mark.parametrize("command", LONG)
def test_progress_is_shown_on_a_terminal_and_wiped_away(command: str) -> None:
    out, err = stderr_of(*LONG[command], terminal=True)
    assert f"\r{LONG_TITLES.get(command, command)} [" in err
    assert "%" in err
    assert err.endswith("\r")
    assert err.rsplit("\r", 2)[1].strip() == ""
    assert "\r" not in out


def test_progress_is_for_terminals_alone() -> None:
    out, err = stderr_of(*LONG["splits"], terminal=False)
    assert err == ""
    assert out == call(*LONG["splits"]).out


def test_short_work_shows_no_progress() -> None:
    drawn = on_a_terminal(80, *CALLS["splits"], TERM="xterm-256color")
    assert "[#" not in drawn


# ---- the pages


def test_splits_at_80_columns() -> None:
    """The grid, then the advice; without colour the shades are glyphs."""
    page = splits_page(
        answer({"kind": "splits", "active": HOTARU, "opponent": FARMER, "against": "uniform"})
    )
    assert [line.rstrip() for line in draw(page, 80, NO_COLOR="1").splitlines()] == [
        "Hotaru, 3 dice  v  Kairai Farmer, 2 dice",
        "trade: the opponent's fall less the active model's",
        "",
        "Rows: Hotaru, columns: Kairai Farmer",
        "                      2/0        1/1        0/2    worst  your read",
        "    3/0        +59.8 %  █  +4.8 %' ▆  +5.2 %* ▆   +4.8 %   +23.3 %",
        "    2/1        +42.5 %  █  +7.0 %* ▆  +2.2 %' ▄   +2.2 %   +17.2 %",
        "    1/2        +16.7 %  █  +2.8 %  ▄  +0.7 %' ▄   +0.7 %    +6.7 %",
        "    0/3         -0.5 %' ▁  -0.1 %  ▂     0 %  ▂   -0.5 %    -0.2 %",
        "  > 2/0 Combo  +60.1 %* █  +5.2 %  ▆  +5.1 %' ▆   +5.1 %   +23.5 %<",
        "    1/1 Combo  +32.8 %  █  +4.8 %  ▆  +1.6 %' ▄   +1.6 %   +13.1 %",
        "    3/0 Push    -0.2 %  ▂  -1.5 %' ▁     0 %  ▂   -1.5 %    -0.6 %",
        "    2/1 Push    -0.3 %  ▂  -0.8 %' ▁     0 %  ▂   -0.8 %    -0.4 %",
        "    1/2 Push    -0.3 %  ▂  -0.4 %' ▁     0 %  ▂   -0.4 %    -0.2 %",
        "  * our best reply   ' their best reply   > the safest row",
        "",
        "Play 2/0 Combo nine times in ten, 3/0 otherwise: worth at least +5.2 % whatever",
        "they do.",
        "  Against your read of Kairai Farmer: 2/0 Combo, worth +23.5 %.",
        "  A single choice: 2/0 Combo is the safest, at worst +5.1 %.",
        "  They would play 0/2 eight times in ten, 1/1 otherwise.",
        "  Never use Push Attack.",
        "",
        "Re-rolls, where there are any, follow the expected policy.",
    ]


def test_rank_at_80_columns() -> None:
    drawn = on_a_terminal(80, *CALLS["rank"], TERM="xterm-256color", NO_COLOR="1")
    lines = [line.rstrip() for line in drawn.splitlines()]
    assert lines[: lines.index("What would change it") + 4] == [
        "Hotaru  v  Goro        trade: the opponent's fall less the active model's",
        "",
        "  special       best split  their reply    worth",
        "  none                 0/3          2/1   -0.5 %",
        "  Push Attack          1/2          2/1   -1.2 %",
        "  Combo Attack         1/1          2/1   -6.5 %",
        "",
        "Use 0/3: worth -0.5 % against 2/1, their best reply.",
        "  What would help most: +1 die, +1.7 %.",
        "",
        "What would change it",
        "  change                 best choice    worth     gain",
        "  +1 die                   1/2 Combo   +1.2 %   +1.7 %",
        "  Kata                           0/3   -0.0 %   +0.4 %",
    ]
    table = lines[lines.index("What would change it") + 1 :]
    figures = [line for line in table[1:] if line.endswith("%")]
    assert len({line.rindex(".") for line in figures}) == 1  # aligned on the point


def test_rerolls_at_80_columns() -> None:
    drawn = on_a_terminal(80, *CALLS["rerolls"], TERM="xterm-256color", NO_COLOR="1")
    lines = [line.rstrip() for line in drawn.splitlines()]
    assert lines[:10] == [
        "Hagane [1 5]/[3]  v  Yama Uba [6 3]/[5]",
        "dice on the table, re-rolls expected policy",
        "",
        "1. Yama Uba, Dodge on Hagane's Attack dice: throw 5 again",
        "",
        "                      thrown again     kept",
        "  Hagane hits               76.9 %   94.4 %",
        "  Yama Uba hits             89.9 %   86.3 %",
        "  Hagane taken out           2.5 %    2.4 %",
        "  Yama Uba taken out        10.1 %   13.7 %",
    ]
    assert "3. Hagane, Prowess on its own Attack dice: depends on dice still to come" in lines


def grid_of(models: tuple[str, str], verbose: bool = False, **fields: Any) -> Grid:
    result = answer({"kind": "splits", "active": models[0], "opponent": models[1], **fields})
    found = splits_page(result, verbose=verbose)[1]
    assert isinstance(found, Grid)
    return found


@pytest.mark.parametrize("width", [200, 80, 60, 40])
@pytest.mark.parametrize("models", [(HOTARU, FARMER), MASTERS], ids=["small", "large"])
def test_a_grid_is_drawn_in_parts_that_fit(width: int, models: tuple[str, str]) -> None:
    """Every column once, in order, and no line wider than the terminal."""
    result = answer({"kind": "splits", "active": models[0], "opponent": models[1]})
    lines = draw(splits_page(result), width, NO_COLOR="1").splitlines()
    assert max(map(cell_len, lines)) <= width
    grid = grid_of(models)
    start = next(place for place, line in enumerate(lines) if line.startswith("Rows: "))
    end = next(place for place, line in enumerate(lines) if line.startswith("  * our best"))
    drawn = lines[start + 1 : end]
    parts = "\n".join(drawn).split("\n\n")
    assert (len(parts) == 1) is (width >= (60 if models[0] is HOTARU else 200))
    heads = [
        word
        for part in parts
        for line in part.splitlines()[: -len(grid.rows)]
        for word in line.split()
    ]
    assert sorted(heads) == sorted(word for head in grid.heads for word in head.text.split())


def test_many_options_leave_out_those_that_never_do_better() -> None:
    """And the advice names none that is left out; -v shows all."""
    few, all_ = grid_of(MASTERS), grid_of(MASTERS, verbose=True)
    assert len(few.rows) < len(all_.rows) / 2
    assert len(few.heads) < len(all_.heads)
    text = call("splits", *MASTERS).out
    assert "Not shown: " in text
    play = next(line for line in text.splitlines() if line.startswith("Play "))
    labels = [words.text[2:] for words, _ in few.rows]
    assert any(label in play for label in labels)
    assert "Not shown" not in call("splits", *MASTERS, "-v").out


def test_what_is_left_out_is_never_better() -> None:
    plain = call("splits", *MASTERS, "--json", "--exact").json
    shown = {words.text[2:] for words, _ in grid_of(MASTERS).rows}
    payoff = [[Fraction(value) for value in row] for row in plain["payoff"]]
    names = [
        f"{o['attack']}/{o['defence']}" + (f" {o['special'].split()[0]}" if o["special"] else "")
        for o in plain["active"]["options"]
    ]
    kept = [place for place, name in enumerate(names) if name in shown]
    for place in set(range(len(names))) - set(kept):
        assert any(
            all(a >= b for a, b in zip(payoff[other], payoff[place], strict=True)) for other in kept
        )


def test_shades_go_by_place_from_the_worst_to_the_best() -> None:
    grid = grid_of((HOTARU, FARMER))
    cells = [cell for _, row in grid.rows for cell in row if cell.worth is not None]
    by_figure: dict[str, set[Fraction]] = {}
    for cell in cells:
        assert cell.worth is not None
        by_figure.setdefault(cell.figure, set()).add(cell.worth)
    assert all(len(shades) == 1 for shades in by_figure.values())
    ordered = sorted(by_figure, key=lambda figure: float(figure.rstrip(" %")))
    places = [next(iter(by_figure[figure])) for figure in ordered]
    assert places == sorted(places)
    assert len(set(places)) == len(ordered)


def test_marks_of_the_grid_are_the_answers_of_the_result() -> None:
    plain = call(*CALLS["splits"], "--json").json
    grid = grid_of((HOTARU, FARMER), verbose=True)
    width = len(plain["opponent"]["options"])
    for i, (words, cells) in enumerate(grid.rows):
        assert words.text.startswith("> ") is (plain["safest"]["active"]["option"] == i)
        for j, cell in enumerate(cells[:width]):
            assert ("*" in cell.marks) is (plain["best_reply"]["active"][j] == i)
            assert ("'" in cell.marks) is (plain["best_reply"]["opponent"][i] == j)


@pytest.mark.parametrize("command", CALLS)
def test_no_color_is_bare_and_a_colour_terminal_says_the_same(command: str) -> None:
    coloured = on_a_terminal(80, *CALLS[command], TERM="xterm-256color")
    bare = on_a_terminal(80, *CALLS[command], TERM="xterm-256color", NO_COLOR="1")
    assert COLOUR.search(coloured)
    assert not COLOUR.search(bare)
    glyphs = str.maketrans("", "", " ▁▂▄▆█")
    assert COLOUR.sub("", coloured).translate(glyphs) == bare.translate(glyphs)


def test_the_advice_is_not_dim() -> None:
    coloured = on_a_terminal(80, *CALLS["splits"], TERM="xterm-256color")
    line = next(line for line in coloured.splitlines() if "Play " in line)
    assert line.startswith("\x1b[1m")  # bold
    assert "\x1b[2m" not in line


def test_an_ascii_terminal_has_ascii_shades() -> None:
    page = splits_page(answer({"kind": "splits", "active": HOTARU, "opponent": FARMER}))
    drawn = draw(page, 80, encoding="ascii", NO_COLOR="1")
    assert drawn.isascii()
    assert "+59.8 %  #" in drawn
    assert Pen(80, unicode=False).unicode is False


@pytest.mark.parametrize("command", CALLS)
def test_piped_pages_are_plain_rows_with_tabs(command: str) -> None:
    text = "\n".join(lines_of(command, TERM="xterm-256color"))
    assert not COLOUR.search(text)
    assert not set(BOXES) & set(text)
    assert "\t" in text


def test_a_known_split_is_spoken_of_as_known() -> None:
    lines = call("splits", HOTARU, "Goro: 1/1, wounds 5").out.splitlines()
    play = next(line for line in lines if line.startswith("Play "))
    assert play.endswith("against 1/1.")
    assert "at least" not in play
    assert not any(line.startswith("They would play") for line in lines)


def test_one_die_is_a_die() -> None:
    assert call("splits", "A: 1 die", "B: 2 dice").out.startswith("A, 1 die v B, 2 dice\t")


@pytest.mark.parametrize(
    ("weights", "words"),
    [
        ((1, 0, 0), "a"),
        ((0, Fraction(3, 5), Fraction(2, 5)), "b six times in ten, c otherwise"),
        ((Fraction(1, 10), Fraction(9, 10), 0), "b nine times in ten, a otherwise"),
        ((Fraction(1, 2), Fraction(3, 10), Fraction(1, 5)),
         "a five times in ten, b three times in ten, c otherwise"),
        ((Fraction(98, 100), Fraction(1, 100), Fraction(1, 100)),
         "a nearly always, b or c now and then"),
        ((Fraction(1, 100), Fraction(39, 100), Fraction(60, 100)),
         "c six times in ten, b four times in ten, a now and then"),
    ],
)  # fmt: skip
def test_a_mix_in_words(weights: tuple[Any, ...], words: str) -> None:
    assert plan(["a", "b", "c"], [Fraction(weight) for weight in weights]) == words


def test_wounds_are_named_as_wounds() -> None:
    text = call(*CALLS["splits"], "--goal", "wounds").out
    assert "worth at least +0.50 wounds whatever they do." in text


def test_tiny_gains_keep_their_sign() -> None:
    text = call("splits", "A: 3 dice", "B: 3 dice").out
    assert "+0.0 %" in text
    assert "<" not in text.split("Play")[1]


@pytest.mark.parametrize("goal", GOALS)
def test_every_goal_is_explained_in_the_heading(goal: str) -> None:
    head = lines_of("splits", "--goal", goal)[0]
    assert head.endswith(f"{goal}: {GOALS[goal].meaning}")


@pytest.mark.parametrize("command", CALLS)
def test_explain_adds_the_working_with_its_pages(command: str) -> None:
    lines = lines_of(command, "--explain")
    assert any(line.startswith("1. ") for line in lines)
    assert any(line.startswith("https://jwarref.netlify.app/") for line in lines)


def test_the_weights_of_a_mix_with_v() -> None:
    text = call(*CALLS["splits"], "-v").out
    plain = call(*CALLS["splits"], "--json", "--exact").json
    assert "Equilibrium of Hotaru" in text
    for weight in plain["equilibrium"]["active"]:
        assert weight == "0" or f"\t{weight}\t" in text
