"""``bushido-odds melee``: what goes in, what comes out, and how it ends."""

from __future__ import annotations

import contextlib
import csv
import io
import json
import os
import pty
import signal
import subprocess
import sys
from fractions import Fraction
from math import isclose
from pathlib import Path
from typing import Any
from unittest import mock

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import bushido_odds
from bushido_odds.cli.main import COMMANDS
from command import Answer, call, environment, refused, spawn

HOTARU = "Hotaru: 2/1, wounds 6"
FARMER = "Kairai Farmer: 1/1, wounds 5, Tough (1)"
BUSY = (
    "Itsunagi: 2/2, wounds 5, Dodge 1, Feint 1, Parry 1, Prowess [Melee] 1, Pierce 1, Combo Attack",
    "Yatsumata: 2/2, wounds 10, Tough 1, Poison (1/2), Last Stand, Counterstrike Defence, Fear (6)",
)

# --- the keys of the JSON -------------------------------------------------------------------------


class Chance:
    """A probability."""


class Number:
    """A mean or another figure that is no probability."""


class Law:
    """Probabilities by whole number; ``total`` is the path, beside it, of what they add up to."""

    def __init__(self, total: str = "", none: bool = False) -> None:
        self.total, self.none = total, none


WOUNDS = {"mean": Number, "median": int, "distribution": Law()}
POOL = {"dice": int, "value": Law()}
SIDE = {
    "name": str,
    "attack": {
        "success": Chance,
        "failed": Chance,
        "cancelled": Chance,
        "not_made": Chance,
        "success_level": Law("success"),
    },
    "damage_success_level": Law(none=True),
    "wounds_dealt": WOUNDS,
    "hp_lost": WOUNDS,
    "special": {"name": (str, type(None)), "triggered": Chance},
    "lethal": Chance,
    "critical": Chance,
    "out_of_action": Chance,
    "effects": dict,
    "pools": {"attack": POOL, "defence": POOL},
    "counters": {"before": int, "after": int},
}
RESULT = {
    "format": str,
    "version": str,
    "rules_edition": str,
    "kind": str,
    "input_sha256": str,
    "name": (str, type(None)),
    "input": dict,
    "initiative": {"first": str, "reason": str},
    "active": SIDE,
    "opponent": SIDE,
    "outcome": dict.fromkeys(("both_stand", "active_out", "opponent_out", "both_out"), Chance),
    "notes": list,
    "ignored_traits": {"active": list, "opponent": list},
}


def check(found: Any, shape: Any, read: Any, path: str = "result") -> None:
    """That a result has exactly the keys of a shape, and figures that can be."""
    if isinstance(shape, dict):
        assert list(found) == list(shape), path
        for name, inner in shape.items():
            check(found[name], inner, read, f"{path}.{name}")
            if isinstance(inner, Law):
                total = read(found[inner.total]) if inner.total else 1
                assert isclose(sum(map(read, found[name].values())), total), f"{path}.{name}"
    elif isinstance(shape, Law):
        keys = [key for key in found if not (shape.none and key == "none")]
        assert keys == [str(key) for key in sorted(map(int, keys))], path
        assert all(0 < read(chance) <= 1 for chance in found.values()), path
    elif shape is Chance:
        assert 0 <= read(found) <= 1, path
    elif shape is Number:
        assert read(found) >= 0, path
    else:
        assert isinstance(found, shape), path


def number(value: Any) -> float:
    assert type(value) is float, value
    return value


def fraction(value: Any) -> Fraction:
    assert isinstance(value, str), value
    assert str(Fraction(value)) == value, "in lowest terms"
    return Fraction(value)


@pytest.mark.parametrize("models", [(HOTARU, FARMER), BUSY, ("0/0", "0/0")])
@pytest.mark.parametrize("exact", [False, True])
def test_the_json_has_the_keys_that_are_promised(models: tuple[str, str], exact: bool) -> None:
    result = call("melee", *models, "--json", *["--exact"] * exact).json
    read = fraction if exact else number
    check(result, RESULT, read)
    assert (result["format"], result["version"], result["kind"]) == (
        "bushido-odds/1",
        bushido_odds.__version__,
        "melee",
    )
    assert isclose(sum(map(read, result["outcome"].values())), 1)
    for side in ("active", "opponent"):
        attack = result[side]["attack"]
        ends = [attack[key] for key in ("success", "failed", "cancelled", "not_made")]
        assert isclose(sum(map(read, ends)), 1)


def test_keys_that_are_there_when_asked_for() -> None:
    disengage = call("melee", "A: 1/2", "B: 1/1", "--action", "disengage", "--json").json
    check(disengage["disengage"], {"success": Chance}, number)
    worked = call("melee", "1/1", "1/1", "--active-melee-pool", "2", "--end-phase", "--json").json
    line = {"dice": int, "why": str}
    check(worked["active"]["pool"], {"base": int, "lines": list, "total": int}, number)
    shape = {"wounds": WOUNDS, "out_of_action": Chance}
    check(worked["active"]["end_phase"], shape, number)
    capped = call(
        "melee", "2/0", "1/1", "--active-melee-pool", "1", "--active-boosts", "2", "--json"
    ).json
    for item in capped["active"]["pool"]["lines"]:
        check(item, line, number)
    explained = call("melee", "1/1", "1/1", "--explain", "--json").json["working"]
    for step in explained:
        check(step, {"step": str, "lines": list, "rule": str}, number)
    assert "working" not in worked
    assert "disengage" not in worked


def pairs(one: Any, other: Any) -> Any:
    """The leaves of two results that have the same keys."""
    if isinstance(one, dict):
        assert list(one) == list(other)
        for key in one:
            yield from pairs(one[key], other[key])
    else:
        yield one, other


@pytest.mark.parametrize("models", [(HOTARU, FARMER), BUSY])
def test_floats_are_the_nearest_of_the_fractions(models: tuple[str, str]) -> None:
    rounded = call("melee", *models, "--json").json
    exact = call("melee", *models, "--json", "--exact").json
    figures = 0
    for one, other in pairs(rounded, exact):
        if isinstance(one, float):
            assert one == fraction(other).numerator / fraction(other).denominator
            figures += 1
        else:
            assert one == other
    assert figures > 100


# --- formats --------------------------------------------------------------------------------------


def test_a_piped_table_is_plain() -> None:
    out = call("melee", HOTARU, FARMER).out
    assert out.splitlines()[:9] == [
        "Hotaru 2/1 v Kairai Farmer 1/1\tmelee, Hotaru is active and strikes first",
        "",
        "\tHotaru\tKairai Farmer",
        "hits\t81.2 %\t37.8 %",
        "loses its attack\t-\t10.1 %",
        "taken out\t3.1 %\t10.1 %",
        "wounds dealt, mean\t1.57\t1.01",
        "wounds dealt, median\t1\t0",
        "",
    ]
    assert "5+\t10.1 %\tout" in out.splitlines()
    assert out.isascii()
    assert "\x1b" not in out


def test_an_exact_table_has_fractions() -> None:
    lines = call("melee", HOTARU, FARMER, "--exact").out.splitlines()
    assert "hits\t6317/7776\t8825/23328" in lines
    assert "%" not in "".join(lines)


def test_json_is_one_text_and_jsonl_a_line_each() -> None:
    stream = f"active: {HOTARU!r}\nopponent: 1/1\n---\nactive: 1/1\nopponent: {FARMER!r}\n"
    lines = call("melee", "-", "--format", "jsonl", stdin=stream).out.splitlines()
    assert [json.loads(line)["opponent"]["name"] for line in lines] == ["Opponent", "Kairai Farmer"]
    both = call("melee", "-", "--json", stdin=stream).out
    assert both == "".join(json.dumps(json.loads(line), indent=2) + "\n" for line in lines)


def test_names_stand_in_json_as_they_are() -> None:
    assert (
        '"name":"Daishō 幽霊"' in call("melee", "Daishō 幽霊: 1/1", "1/1", "--format", "jsonl").out
    )


def rows(answer: Answer) -> list[dict[str, str]]:
    assert answer.code == 0, answer.err
    return list(csv.DictReader(io.StringIO(answer.out)))


def test_csv_has_a_row_an_exchange_and_a_column_a_figure() -> None:
    stream = f"active: {HOTARU!r}\nopponent: {FARMER!r}\n---\nactive: 1/2\nopponent: 1/1\n"
    stream += "action: disengage\n"
    first, second = rows(call("melee", "-", "--format", "csv", stdin=stream))
    result = call("melee", HOTARU, FARMER, "--json").json
    assert first["active.name"] == "Hotaru"
    for path in ("active.attack.success", "opponent.hp_lost.mean", "outcome.both_stand"):
        value = result
        for step in path.split("."):
            value = value[step]
        assert float(first[path]) == value
    assert (first["disengage.success"], first["name"], first["active.special.name"]) == ("",) * 3
    assert float(second["disengage.success"]) > 0
    assert not any("distribution" in path or path.startswith("input.") for path in first)


def test_csv_of_fractions_and_of_workings() -> None:
    [row] = rows(call("melee", HOTARU, FARMER, "--format", "csv", "--exact"))
    assert row["active.attack.success"] == "6317/7776"
    args = ("--active-melee-pool", "2", "--active-state", "held", "--active-boosts", "1")
    [row] = rows(call("melee", "0/2", "1/1", *args, "--format", "csv", "--explain"))
    assert (row["active.pool.lines.1.dice"], row["active.pool.lines.1.why"]) == ("-1", "held")
    assert "working" not in row
    assert not any("[" in value or "{" in value for value in row.values())


@pytest.mark.parametrize(
    ("name", "cell"),
    [
        ("Kato, the Puppet Master", "Kato, the Puppet Master"),
        ('The "Elder"', 'The "Elder"'),
        ("幽霊", "幽霊"),
        ("=1+1", "'=1+1"),
        ("@SUM(A1)", "'@SUM(A1)"),
        ("+cmd", "'+cmd"),
    ],
)
def test_names_in_csv_are_text_and_no_formula(name: str, cell: str) -> None:
    [row] = rows(call("melee", f"{name}: 1/1", "1/1", "--format", "csv"))
    assert row["active.name"] == cell


def test_markdown_is_made_of_whole_tables() -> None:
    out = call("melee", "a|b *c* <d> #e_f [g]: 1/1", FARMER, "--format", "markdown").out
    assert out.startswith("## a\\|b \\*c\\* \\<d\\> \\#e\\_f \\[g\\] 1/1 v Kairai Farmer 1/1\n")
    blocks = [block.splitlines() for block in out.split("\n\n")]
    tables = [block for block in blocks if block[0].startswith("|")]
    assert len(tables) == 4
    for head, rule, *body in tables:
        columns = head.replace("\\|", "").count("|")
        assert set(rule) == set("|-:")
        assert all(row.replace("\\|", "").count("|") == columns for row in (rule, *body))


def test_verbose_adds_the_laws_and_explain_the_working() -> None:
    short = call("melee", HOTARU, FARMER).out
    assert "Attack result" not in short
    assert (
        "Attack result\n\tHotaru\tKairai Farmer\n0\t2.8 %\t16.7 %\n"
        in call("melee", HOTARU, FARMER, "-v").out
    )
    assert "1. Initiative\n" in call("melee", HOTARU, FARMER, "--explain").out


# --- how it ends ----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("args", "message"),
    [
        ((), "Usage: bushido-odds [OPTIONS] COMMAND [ARGS]..."),
        (("mele",), 'Error: No such command "mele". Did you mean "melee"?'),
        (("xyz",), 'Error: No such command "xyz".'),
        (("melee",), "Usage: bushido-odds melee [OPTIONS] [FILE | ACTIVE OPPONENT]"),
        (("melee", HOTARU), f'Error: "{HOTARU}" is one model line: the opponent is missing'),
        (("melee", HOTARU, FARMER, "x"), "Error: one FILE or two model lines are wanted, not 3"),
        (("melee", HOTARU, FARMER, "--json", "--format", "csv"), "Error: --json and --format csv "
         "contradict each other"),
        (("melee", HOTARU, FARMER, "--format", "xml"), "Error: Invalid value for '--format'"),
        (("melee", HOTARU, "Farmer"), 'opponent: no dice in "Farmer"'),
        (("melee", "nobody.yaml"), "nobody.yaml: there is no such file"),
        (("melee", "no\0body.yaml"), "nobody.yaml: there is no such file"),
        (("melee", "."), ".: this is a directory, not a file"),
        (("melee", "-"), "<stdin>: there is no document in it"),
    ],
)  # fmt: skip
def test_bad_usage_and_bad_input_end_with_2(args: tuple[str, ...], message: str) -> None:
    assert message in refused(*args)


def test_json_may_be_asked_for_twice() -> None:
    assert call("melee", HOTARU, FARMER, "--json", "--format", "json").code == 0


@pytest.mark.parametrize("format_", ["table", "json", "jsonl", "csv", "markdown"])
def test_nothing_is_printed_where_a_later_document_is_bad(format_: str) -> None:
    stream = "active: 1/1\nopponent: 1/1\n---\nactive: 1/1\nopponent: 1/x\n"
    assert refused("melee", "-", "--format", format_, stdin=stream).startswith(
        "<stdin>:5: opponent"
    )


def test_a_file_of_any_kind_of_line_ends(tmp_path: Path) -> None:
    path = tmp_path / "a duel, at dawn.yaml"
    path.write_bytes(b"\xef\xbb\xbfactive: 1/1\r\nopponent: 1/1\r\n")
    assert call("melee", str(path)).code == 0
    path.write_bytes(b"\xff\xfea\0")
    assert "UTF-16" in refused("melee", str(path))


def test_a_file_is_a_file_even_where_its_name_is_a_model_line(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("A: 1").mkdir()
    Path("A: 1/1").write_text("active: 1/1\nopponent: 2/0\n")
    assert call("melee", "A: 1/1", "--json").json["opponent"]["pools"]["attack"]["dice"] == 2


@settings(deadline=None, max_examples=150)
@given(
    st.lists(
        st.sampled_from(["melee", "vocabulary", "resolve", "--json", "--exact", "1/1", "-", "-v"])
        | st.sampled_from(["--active-trait", "--opponent-attack", "--action", "A: 1/1, Kata"])
        | st.text(st.characters(exclude_characters="\0", exclude_categories=["Cs"]), max_size=12),
        max_size=6,
    ),
    st.text(max_size=30) | st.just("active: 1/1\nopponent: 1/1\n"),
)
def test_no_arguments_and_no_input_bring_a_traceback(args: list[str], stdin: str) -> None:
    answer = call(*args, stdin=stdin.encode("utf-8", "replace").decode())
    assert answer.code in (0, 2)
    assert "Traceback" not in answer.err
    assert (answer.out == "") == (answer.code == 2)
    assert (answer.err != "") == (answer.code == 2)


def test_an_interrupt_ends_with_130() -> None:
    with mock.patch("bushido_odds.documents.load.document_from", side_effect=KeyboardInterrupt):
        answer = call("melee", HOTARU, FARMER)
    assert (answer.code, answer.out, answer.err.strip()) == (130, "", "interrupted")


def test_nothing_is_printed_where_a_later_exchange_is_interrupted() -> None:
    stream = "active: 1/1\nopponent: 1/1\n---\nactive: 1/2\nopponent: 1/1\n"
    first = bushido_odds.melee("1/1", "1/1")
    with mock.patch("bushido_odds.answer.answer", side_effect=[first, KeyboardInterrupt]):
        answer = call("melee", "-", "--format", "jsonl", stdin=stream)
    assert (answer.code, answer.out) == (130, "")


def test_an_interrupt_while_a_terminal_is_read_ends_with_130() -> None:
    ours, theirs = pty.openpty()
    process = subprocess.Popen(
        [sys.executable, "-m", "bushido_odds", "melee", "-"],
        stdin=theirs,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        env=environment(),
    )
    with process, os.fdopen(ours), os.fdopen(theirs):
        assert process.stderr
        assert process.stdout
        assert b"end it with Ctrl-D" in process.stderr.readline()
        # Until it has begun to read, an interrupt may come too early to break the read off.
        for _ in range(20):
            process.send_signal(signal.SIGINT)
            with contextlib.suppress(subprocess.TimeoutExpired):
                process.wait(timeout=1)
                break
        assert process.returncode == 130
        assert process.stderr.read().strip() == b"interrupted"
        assert process.stdout.read() == b""


def test_a_closed_pipe_ends_quietly() -> None:
    process = subprocess.Popen(
        [sys.executable, "-m", "bushido_odds", "melee", "-", "--json"],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        env=environment(),
    )
    with process:
        assert process.stdin
        assert process.stdout
        assert process.stderr
        process.stdin.write(b"active: 1/1\nopponent: 1/1\n---\n" * 50)
        process.stdin.close()
        assert process.stdout.readline() == b"{\n"
        process.stdout.close()
        assert process.wait(timeout=20) == 141
        assert process.stderr.read() == b""


def test_a_name_that_the_output_cannot_show_is_no_fault() -> None:
    answer = spawn("-m", "bushido_odds", "melee", "幽霊: 1/1", "1/1", PYTHONIOENCODING="ascii")
    assert (answer.code, answer.err) == (0, "")
    assert answer.out.startswith("?? 1/1 v Opponent 1/1")


# --- the command itself ---------------------------------------------------------------------------


def test_the_package_runs_as_a_module() -> None:
    answer = spawn("-m", "bushido_odds", "melee", HOTARU, FARMER, "--json", "--exact")
    assert answer == call("melee", HOTARU, FARMER, "--json", "--exact")
    assert spawn("-m", "bushido_odds", "melee", "x").code == 2


def test_the_version_is_told() -> None:
    assert call("--version").out == f"bushido-odds, version {bushido_odds.__version__}\n"


@pytest.mark.parametrize("command", sorted(COMMANDS))
@pytest.mark.parametrize("word", ["--help", "-h"])
def test_every_command_has_help_with_examples(command: str, word: str) -> None:
    answer = call(command, word)
    assert answer.code == 0
    assert answer.out.startswith(f"Usage: bushido-odds {command} ")
    examples = answer.out.partition("Examples:\n")[2]
    assert f"bushido-odds {command}" in examples or "\nCommands:\n" in answer.out


def imported(*args: str) -> set[str]:
    """The packages that a call of the command line imports."""
    code = (
        "import sys; from bushido_odds.cli.main import run; code = run(sys.argv[1:]);"
        "print(*sorted(sys.modules), file=sys.stderr); sys.exit(code)"
    )
    answer = spawn("-c", code, *args)
    assert answer.code == 0, answer.err
    return set(answer.err.split())


@pytest.mark.parametrize("args", [("--help",), ("--version",), *((c, "--help") for c in COMMANDS)])
def test_help_stays_light(args: tuple[str, ...]) -> None:
    assert imported(*args).isdisjoint({"numpy", "pydantic", "rich", "yaml"})


def test_the_library_is_light_to_import() -> None:
    answer = spawn("-c", "import sys, bushido_odds; print(*sys.modules)")
    assert {"numpy", "pydantic", "rich", "yaml", "click"}.isdisjoint(answer.out.split())


@pytest.mark.parametrize(
    ("words", "offered"),
    [
        ("bushido-odds mel", {"melee"}),
        ("bushido-odds melee --active-tr", {"--active-trait"}),
        ("bushido-odds melee --action ch", {"charge"}),
        ("bushido-odds melee --format j", {"json", "jsonl"}),
        ("bushido-odds melee --active-state pr", {"prone"}),
        ("bushido-odds melee --active-special Comb", {"Combo Attack"}),
        ("bushido-odds melee --opponent-trait prow", {"Prowess"}),
    ],
)
def test_shells_complete_commands_flags_and_card_words(words: str, offered: set[str]) -> None:
    answer = spawn(
        "-m",
        "bushido_odds",
        _BUSHIDO_ODDS_COMPLETE="bash_complete",
        COMP_WORDS=words,
        COMP_CWORD=str(len(words.split()) - 1),
    )
    assert {line.partition(",")[2] for line in answer.out.splitlines()} == offered
