"""The answers written in ``docs/examples-ranged.md`` are those of the engine, to the last digit."""

from __future__ import annotations

import json
import re
import shlex
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from bushido_odds.report.figures import mean, percent
from command import call
from test_examples import at, commands

ROOT = Path(__file__).parent.parent
PAGE = ROOT / "docs" / "examples-ranged.md"

Results = list[dict[str, Any]]
Row = list[str]


def chance(path: str) -> Callable[[dict[str, Any]], str]:
    return lambda result: percent(at(result, path))


def wounds(path: str) -> Callable[[dict[str, Any]], str]:
    return lambda result: mean(at(result, path))


def text(path: str) -> Callable[[dict[str, Any]], str]:
    def found(result: dict[str, Any]) -> str:
        value: Any = result
        for step in path.split("."):
            value = value[step]
        return str(value)

    return found


def hits_itself(result: dict[str, Any]) -> str:
    return percent(at(result, "attack.success") - at(result, "friendly_fire.redirected"))


def at_least_one(path: str) -> Callable[[dict[str, Any]], str]:
    return lambda result: percent(1 - at(result, f"{path}.distribution.0"))


Columns = dict[str, Callable[[dict[str, Any]], str]]

BY_NAME: dict[str, Columns] = {
    "damage-strength": {
        "mean": wounds("wounds.mean"),
        "no wound": chance("no_wounds"),
        "fewest": text("min"),
        "likeliest": text("most_likely"),
        "most": text("max"),
        "5 or more": chance("out_of_action"),
    },
    "archer": {
        "number": text("challenge.number"),
        "hits": chance("attack.success"),
        "any wound": at_least_one("target.hp_lost"),
        "wounds": wounds("target.hp_lost.mean"),
        "out": chance("target.out_of_action"),
    },
    "shooting-into-a-fight": {
        "hits": chance("attack.success"),
        "the target": hits_itself,
        "a friend": chance("friendly_fire.redirected"),
        "target's wounds": wounds("target.hp_lost.mean"),
        "friend's wounds": wounds("friend.hp_lost.mean"),
        "friend out": chance("friend.out_of_action"),
    },
    "fear": {"dice": text("dice"), "passes": chance("success")},
    "rise": {"stands up": chance("success")},
    "opposed-ki": {
        "dice": lambda result: f"{result['active']['dice']} v {result['opponent']['dice']}",
        "works": chance("active.success"),
    },
}
"""The columns of each example's table; a row a document."""

BY_LEVEL: dict[str, Columns] = {
    "damage-armour": {"mean": wounds("wounds.mean"), "no wound": chance("no_wounds")},
    "damage-range": {
        "fewest": text("min"),
        "likeliest": text("most_likely"),
        "most": text("max"),
        "out": chance("out_of_action"),
    },
}
"""The columns of each document; a row a Success Level."""

LEVELS = range(9)
NAMES = [*BY_NAME, *BY_LEVEL]


def results(name: str) -> Results:
    [args] = commands(ROOT / "examples" / f"{name}.yaml")
    answer = call(*args, "--format", "jsonl", "--exact")
    assert answer.code == 0, answer.err
    return [json.loads(line) for line in answer.out.splitlines()]


def rows(name: str) -> Iterator[Row]:
    """The table of an example, worked out now: its head, then its rows."""
    found = results(name)
    if name in BY_NAME:
        columns = BY_NAME[name]
        yield ["", *columns]
        for result in found:
            yield [result["name"], *(column(result) for column in columns.values())]
        return
    columns = BY_LEVEL[name]
    yield ["SL", *(f"{result['name']}: {head}" for result in found for head in columns)]
    for level in LEVELS:
        cells = [column(result["table"][level]) for result in found for column in columns.values()]
        yield [str(level), *cells]


def table(name: str) -> str:
    head, *body = rows(name)
    lines = ["| " + " | ".join(head).strip() + " |", "|---" + "|--:" * (len(head) - 1) + "|"]
    lines += ["| " + " | ".join(row) + " |" for row in body]
    return "\n".join(lines)


def section(name: str) -> str:
    """The part of the page that is about one example."""
    parts = PAGE.read_text(encoding="utf-8").split("\n## ")
    [found] = [part for part in parts if f"examples/{name}.yaml" in part]
    return found


@pytest.mark.parametrize("name", NAMES)
def test_the_page_gives_the_figures_of_the_engine(
    name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(ROOT)
    assert table(name) in section(name)


@pytest.mark.parametrize("name", NAMES)
def test_the_page_speaks_of_figures_that_stand_in_its_tables(name: str) -> None:
    lines = section(name).splitlines()
    figures = re.compile(r"\d+\.\d+")
    tabled = set(figures.findall("\n".join(line for line in lines if line.startswith("|"))))
    spoken = set(figures.findall("\n".join(line for line in lines if not line.startswith("|"))))
    assert spoken <= tabled


@pytest.mark.parametrize("name", NAMES)
def test_the_page_gives_the_command_and_the_question_is_dated(name: str) -> None:
    path = ROOT / "examples" / f"{name}.yaml"
    assert f"    bushido-odds {shlex.join(commands(path)[0])}\n" in section(name)
    comment = path.read_text(encoding="utf-8").split("\nkind:")[0]
    assert "?" in comment
    assert "as of 2026-08-16" in comment
    assert "belong to GCT Studios." in comment


def test_every_example_of_a_shot_or_a_test_is_on_the_page() -> None:
    kinds = re.compile(r"^kind: (ranged|challenge|opposed|fear|size|rise|ki|damage)$", re.MULTILINE)
    found = {
        path.stem
        for path in (ROOT / "examples").glob("*.yaml")
        if kinds.search(path.read_text(encoding="utf-8"))
    }
    assert found == set(NAMES)
