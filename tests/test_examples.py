"""Every document in ``examples/`` runs, and says what ``docs/examples.md`` says that it says."""

from __future__ import annotations

import json
import re
import shlex
from collections.abc import Callable, Iterator
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

from bushido_odds.report.figures import mean, percent
from command import call

ROOT = Path(__file__).parent.parent
EXAMPLES = sorted((ROOT / "examples").glob("*.yaml"))
DOCS = (ROOT / "docs" / "examples.md").read_text()

Column = Callable[[dict[str, Any]], str]


def commands(path: Path) -> list[list[str]]:
    """The commands that an example's first comment gives, without the program's name."""
    comment = re.match(r"(?:#.*\n)+", path.read_text())
    assert comment, f"{path.name} does not begin with a comment"
    found = re.findall(r"^# +bushido-odds (.*)$", comment[0], re.MULTILINE)
    return [shlex.split(text) for text in found]


@pytest.mark.parametrize("path", EXAMPLES, ids=lambda path: path.stem)
@pytest.mark.parametrize("format_", ["table", "json"])
def test_every_example_runs_as_it_says(
    path: Path, format_: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(ROOT)
    found = commands(path)
    assert found, f"{path.name} does not say how it is run"
    for args in found:
        assert f"examples/{path.name}" in args
        answer = call(*args, "--format", format_)
        assert (answer.code, answer.err) == (0, "")
        assert answer.out.strip()


# --- the answers in the documentation -------------------------------------------------------------


def at(result: dict[str, Any], path: str) -> Fraction:
    """A figure of an exact result; what never happens is left out of a law."""
    value: Any = result
    for step in path.split("."):
        value = value.get(step, "0")
    return Fraction(value)


def chance(path: str) -> Column:
    return lambda result: percent(at(result, path))


def wounds(path: str) -> Column:
    return lambda result: mean(at(result, path))


def attack(number: int) -> Column:
    """One attack of dice on the table, in words."""

    def words(result: dict[str, Any]) -> str:
        item = result["comparisons"][number]
        outcome = f"hits at {item['success_level']}" if item["success"] else "fails"
        return f"{item['attack']} v {item['defence']}, {outcome}"

    return words


MINE, THEIRS = "active.attack.success", "opponent.attack.success"
FALLS, KILLS = "active.out_of_action", "opponent.out_of_action"
DEALT, TAKEN = "opponent.hp_lost.mean", "active.hp_lost.mean"
UNHURT = "opponent.hp_lost.distribution.0"

TABLES: dict[str, dict[str, Column]] = {
    "importance-of-defending": {
        "Hotaru hits": chance(MINE),
        "Farmer hits": chance(THEIRS),
        "Farmer out": chance(KILLS),
        "Hotaru out": chance(FALLS),
        "Farmer's wounds": wounds(DEALT),
        "Hotaru's wounds": wounds(TAKEN),
    },
    "melee-traits": {
        "Hagane hits": chance(MINE),
        "Yama Uba hits": chance(THEIRS),
        "Yama Uba's wounds": wounds(DEALT),
        "Hagane's wounds": wounds(TAKEN),
    },
    "dice-on-the-table": {"Hagane": attack(0), "Yama Uba": attack(1)},
    "armour": {
        "Genji hits": chance(MINE),
        "no wound": chance(UNHURT),
        "Yuji's wounds": wounds(DEALT),
        "Yuji out": chance(KILLS),
    },
    "strength": {
        "hits": chance(MINE),
        "no wound": chance(UNHURT),
        "Hauru's wounds": wounds(DEALT),
        "Hauru out": chance(KILLS),
    },
    "impenetrable-defence": {
        "Genji hits": chance(MINE),
        "guard's wounds": wounds(DEALT),
        "guard hits": chance(THEIRS),
    },
    "exhausted-and-outnumbered": {
        "Eddo hits": chance(MINE),
        "Jyoto hits": chance(THEIRS),
        "Jyoto's wounds": wounds(DEALT),
        "Jyoto out": chance(KILLS),
    },
    "from-behind": {
        "Kairai hits": chance(MINE),
        "bushi hits": chance(THEIRS),
        "bushi's wounds": wounds(DEALT),
        "bushi out": chance(KILLS),
        "Kairai out": chance(FALLS),
    },
    "critical-against-armour": {
        "Genji hits": chance(MINE),
        "Yuji's wounds": wounds(DEALT),
        "Yuji out": chance(KILLS),
        "Genji out": chance(FALLS),
    },
    "charge-and-reach": {
        "Zuba hits": chance(MINE),
        "Jin hits": chance(THEIRS),
        "Jin out": chance(KILLS),
        "Jin's wounds": wounds(DEALT),
        "Zuba's wounds": wounds(TAKEN),
    },
    "assassin": {
        "Mo Ises hits": chance(MINE),
        "Wu-Zang's wounds": wounds(DEALT),
        "Wu-Zang out": chance(KILLS),
        "out by the End Phase": chance("opponent.end_phase.out_of_action"),
    },
    "all-defence": {
        "Jin hits": chance(MINE),
        "Archer out": chance(KILLS),
        "Archer hits": chance(THEIRS),
        "Archer's wounds": wounds(DEALT),
    },
    "disengage": {
        "gets away": chance("disengage.success"),
        "Atsushi out": chance(FALLS),
        "Atsushi's wounds": wounds(TAKEN),
    },
    "combo-or-powerful": {
        "Goro hits": chance(MINE),
        "Jyoto's wounds": wounds(DEALT),
        "Jyoto out": chance(KILLS),
        "Jyoto hits": chance(THEIRS),
        "Goro's wounds": wounds(TAKEN),
    },
}
"""The columns of each example's table; a row an exchange."""


def table(name: str) -> Iterator[str]:
    """The lines of an example's table, worked out now."""
    [args] = commands(ROOT / "examples" / f"{name}.yaml")
    answer = call(*args, "--format", "jsonl", "--exact")
    columns = TABLES[name]
    yield "| " + " | ".join(["", *columns]).strip() + " |"
    yield "|---" + "|--:" * len(columns) + "|"
    for line in answer.out.splitlines():
        result = json.loads(line)
        cells = [result["name"], *(column(result) for column in columns.values())]
        yield "| " + " | ".join(cells) + " |"


def section(name: str) -> str:
    """The part of the page that is about one example."""
    [found] = [part for part in DOCS.split("\n## ") if f"examples/{name}.yaml" in part]
    return found


@pytest.mark.parametrize("name", TABLES)
def test_the_page_gives_the_figures_of_the_engine(
    name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(ROOT)
    assert "\n".join(table(name)) in section(name)


@pytest.mark.parametrize("name", TABLES)
def test_the_page_speaks_of_figures_that_stand_in_its_tables(name: str) -> None:
    lines = section(name).splitlines()
    figures = re.compile(r"\d+\.\d+")
    tabled = set(figures.findall("\n".join(line for line in lines if line.startswith("|"))))
    spoken = set(figures.findall("\n".join(line for line in lines if not line.startswith("|"))))
    assert spoken <= tabled


def test_every_example_of_an_exchange_is_on_the_page() -> None:
    for path in EXAMPLES:
        text = path.read_text()
        if "\nvariants:" in text:  # the recipes' page has these
            continue
        if re.search(r"^kind: (melee|resolve)$", text, re.MULTILINE):
            assert path.stem in TABLES
            assert f"    bushido-odds {shlex.join(commands(path)[0])}\n" in section(path.stem)


@pytest.mark.parametrize("name", TABLES)
def test_the_models_of_the_game_are_dated_and_it_is_said_whose_they_are(name: str) -> None:
    text = (ROOT / "examples" / f"{name}.yaml").read_text()
    assert "belong to GCT Studios." in text
    assert "as of 2026-08-16" in text or "wounds" not in text
