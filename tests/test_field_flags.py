"""A flag for every field of a document, alone or over a file, and with the field's effect."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

import bushido_odds as bo
from bushido_odds.cli.melee import command as melee
from bushido_odds.cli.resolve import command as resolve
from bushido_odds.documents.fields import (
    COMBATANT,
    MELEE,
    ROLLED,
    ROLLED_COMBATANT,
    SIDES,
    Field,
)
from command import call, refused

NOT_FIELDS = {
    "--format",
    "--json",
    "--exact",
    "--verbose",
    "--explain",
    "--output",
    "--svg",
    "--html",
    "--force",
}

DUEL = """\
kind: melee
active: {name: Aya, attack: 2, defence: 1, wounds: 7, traits: [Armour (3)]}
opponent: "Chiyo: 1/1, wounds 5, Poison (1/1)"
"""


@pytest.fixture
def duel(tmp_path: Path) -> str:
    path = tmp_path / "duel.yaml"
    path.write_text(DUEL)
    return str(path)


def given(*args: str) -> dict[str, Any]:
    """The document that a command's arguments come to."""
    found: dict[str, Any] = call("melee", *args, "--json").json["input"]
    return found


def flag(side: str, field: Field) -> str:
    """How a field is spelt on the command line; an item of a list is given at a time."""
    word = field.name.removesuffix("s") if field.many else field.name
    return "--" + "-".join(filter(None, (side, *word.split("_"))))


@pytest.mark.parametrize(
    ("command", "document", "combatant"),
    [(melee, MELEE, COMBATANT), (resolve, ROLLED, ROLLED_COMBATANT)],
)
def test_there_is_a_flag_for_every_field_and_no_other(command, document, combatant) -> None:  # type: ignore[no-untyped-def]
    offered = {option for param in command.params for option in param.opts if option[:2] == "--"}
    wanted = {flag("", field) for field in document}
    wanted |= {flag(side, field) for side in SIDES for field in combatant}
    assert offered - NOT_FIELDS == wanted
    assert {f"--no-{f[2:]}" for f in wanted if f.endswith(("engaged", "unseen", "end-phase"))} == {
        option for param in command.params for option in param.secondary_opts
    }


def test_every_flag_says_what_it_is_for() -> None:
    told = {option: param.help for param in melee.params for option in param.opts[:1]}  # type: ignore[attr-defined]
    for field in COMBATANT:
        text = f"Active: {field.help}" + ("; may be repeated." if field.many else ".")
        assert told[flag("active", field)] == text


VALUES: dict[str, tuple[str, Any]] = {
    "name": ("Aya", "Aya"),
    "attack": ("3", 3),
    "defence": ("2", 2),
    "melee_pool": ("3", 3),
    "split": ("2/1", [2, 1]),
    "boosts": ("1", 1),
    "assisting": ("1", 1),
    "coordinated": ("1", 1),
    "split_attacks": ("1", 1),
    "wounds": ("4", 4),
    "max_wounds": ("9", 9),
    "strength": ("-2", -2),
    "traits": ("tough 1", ["Tough (1)"]),
    "special": ("combo attack (0)", "Combo Attack (0)"),
    "states": ("Held", ["held"]),
    "keywords": ("Prefecture", ["Prefecture"]),
    "size": ("Large", "large"),
    "behind": ("EDGE", "edge"),
    "counters": ("1", 1),
    "engaged": ("", True),
    "unseen": ("", True),
    "prowess_priority": ("Attack", "attack"),
}
NEEDS: dict[str, dict[str, Any]] = {
    "attack": {"defence": 1},
    "defence": {"attack": 1},
    "melee_pool": {"split": "2/1"},
    "split": {"melee_pool": 3},
    "boosts": {"melee_pool": 2, "split": "2/1"},
    "assisting": {"melee_pool": 4, "split": "2/1"},
    "coordinated": {"melee_pool": 2, "split": "2/1"},
    "split_attacks": {"melee_pool": 4, "split": "2/1"},
}
"""What else a field needs; finished dice where nothing is said."""


@pytest.mark.parametrize("side", SIDES)
@pytest.mark.parametrize("field", COMBATANT, ids=lambda field: field.name)
def test_a_flag_of_a_model_does_what_its_field_does(field: Field, side: str) -> None:
    written, value = VALUES[field.name]
    needed = NEEDS.get(field.name, {"attack": 1, "defence": 1})
    enemy = next(other for other in SIDES if other != side)
    document = {side: {field.name: value, **needed}, enemy: {"attack": 1, "defence": 1}}
    args = [flag(side, field), *filter(None, [written])]
    for model, fields in ((side, needed), (enemy, document[enemy])):
        for name, number in fields.items():
            args += [f"--{model}-{name.replace('_', '-')}", str(number)]
    answer = call("melee", *args, "--json").json
    assert answer["input"][side][field.name] == value
    assert answer == bo.solve(document).to_dict()


@pytest.mark.parametrize(
    ("args", "field", "value"),
    [
        (("--name", "A title"), "name", "A title"),
        (("--action", "Stand Up"), "action", "stand up"),
        (("--initiative", "opponent"), "initiative", "opponent"),
        (("--rerolls", "expected"), "rerolls", "expected"),
        (("--end-phase",), "end_phase", True),
        (("--no-end-phase",), "end_phase", False),
    ],
)
def test_a_flag_of_the_document_is_its_field(args: tuple[str, ...], field: str, value: Any) -> None:
    assert given("1/1", "1/1", *args)[field] == value


def test_flags_alone_make_a_document() -> None:
    args = ["--active-attack", "3", "--active-defence", "0", "--active-wounds", "6"]
    args += ["--opponent-attack", "1", "--opponent-defence", "1"]
    args += ["--opponent-trait", "Tough (1)", "--action", "charge"]
    lines = ("Active: 3/0, wounds 6", "Opponent: 1/1, Tough (1)", "--action", "charge")
    assert call("melee", *args, "--json").json == call("melee", *lines, "--json").json


def test_flags_go_over_a_file(duel: str) -> None:
    args = ["--active-attack", "3", "--opponent-wounds", "2", "--active-special", "Sweep Attack"]
    document = given(duel, *args, "--name", "again")
    plain = given(duel)
    assert document["active"] == {**plain["active"], "attack": 3, "special": "Sweep Attack"}
    changed = {"wounds": 2, "max_wounds": 2}
    assert document["opponent"] == {**plain["opponent"], **changed}
    assert document["name"] == "again"


def test_lists_add_to_those_of_the_file(duel: str) -> None:
    args = ["--active-trait", "Kata", "--active-trait", "Tough 1", "--opponent-trait", "Slow"]
    document = given(duel, *args, "--opponent-state", "held", "--opponent-state", "stunned")
    assert document["active"]["traits"] == ["Armour (3)", "Kata", "Tough (1)"]
    assert document["opponent"]["traits"] == ["Poison (1/1)", "Slow"]
    assert document["opponent"]["states"] == ["held", "stunned"]


def test_flags_go_over_model_lines_and_over_every_document_of_a_stream() -> None:
    assert given("2/1, Kata", "1/1", "--active-trait", "Tough")["active"]["traits"] == [
        "Kata",
        "Tough (1)",
    ]
    stream = f"{DUEL}---\n{DUEL}"
    answer = call("melee", "-", "--opponent-wounds", "1", "--format", "csv", stdin=stream)
    _, *rows = answer.out.splitlines()
    assert len(rows) == 2
    assert rows[0] == rows[1]


def test_a_flag_may_undo_what_a_file_says() -> None:
    stdin = "active: {attack: 1, defence: 1, engaged: true}\nopponent: 1/1\nend_phase: true\n"
    args = ("melee", "-", "--no-active-engaged", "--no-end-phase", "--json")
    document = call(*args, stdin=stdin).json["input"]
    assert (document["active"]["engaged"], document["end_phase"]) == (False, False)


def test_a_model_line_may_be_given_with_flags_for_the_other_model() -> None:
    document = given("Aya: 2/1", "--opponent-attack", "1", "--opponent-defence", "2")
    assert (document["active"]["name"], document["opponent"]["defence"]) == ("Aya", 2)


def test_flags_go_over_dice_on_the_table() -> None:
    args = ("resolve", "Aya: [6 5]/[], damage [3 5]", "Po: []/[3]", "--active-strength", "1")
    [attack, _] = call(*args, "--json").json["comparisons"]
    assert attack["damage_rolls"][0]["total"] == 9
    args = ("resolve", "--active-attack", "[4 2]", "--active-defence", "5", "--opponent-attack")
    args += ("[5 3]", "--opponent-defence", "[4]", "--active-damage", "3 5", "--json")
    answer = call(*args).json
    assert answer["active"]["attack"] == {"dice": [4, 2], "survivors": 2, "value": 5}


# --- faults name the flag -------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("args", "place"),
    [
        (("--active-trait", "Tugh"), "--active-trait: active.traits[0]: unknown trait"),
        (
            ("--active-trait", "Kata", "--active-trait", "Tugh"),
            "--active-trait: active.traits[1]: unknown trait",
        ),
        (("--opponent-special", "x"), "--opponent-special: opponent.special: unknown special"),
        (("--opponent-state", "x"), "--opponent-state: opponent.states[0]: unknown state"),
        (("--active-split", "x"), "--active-split: active.split: a split is written"),
        (("--active-max-wounds", "2"), "--active-max-wounds: active.max_wounds: 2 is fewer"),
        (("--active-boosts", "1"), "--active-boosts: active.boosts: changes a melee_pool"),
        (("--active-name", "x" * 201), "--active-name: active.name: at most 200 characters"),
    ],
)
def test_a_fault_names_its_flag(args: tuple[str, ...], place: str) -> None:
    assert refused("melee", "1/1, wounds 5", "1/1", *args).startswith(place)


@pytest.mark.parametrize(
    ("args", "message"),
    [
        (("--active-attack", "13"), "Invalid value for '--active-attack': 13 is not in the range"),
        (("--active-attack", "x"), "Invalid value for '--active-attack': 'x' is not a valid"),
        (("--active-size", "big"), "Invalid value for '--active-size': 'big' is not one of"),
        (("--action", "run"), "Invalid value for '--action': 'run' is not one of"),
        (("--active-atack", "1"), "No such option '--active-atack'"),
        (("--active-trait",), "Option '--active-trait' requires an argument."),
    ],
)
def test_a_value_that_no_flag_can_have(args: tuple[str, ...], message: str) -> None:
    assert f"Error: {message}" in refused("melee", "1/1", "1/1", *args)


def test_a_fault_of_the_file_is_not_put_on_a_flag(tmp_path: Path) -> None:
    path = tmp_path / "duel.yaml"
    path.write_text("active: {attack: 1, defence: 1,\n traits: [Kata, Tugh]}\nopponent: 1/1, Slo\n")
    flags = ("--active-trait", "Tuogh", "--active-wounds", "3")
    faults = refused("melee", str(path), *flags).splitlines()[::2]
    assert [fault.partition(";")[0] for fault in faults] == [
        '--active-trait: active.traits[2]: unknown trait "Tuogh"',
        f'{path}:2: active.traits[1]: unknown trait "Tugh"',
        f'{path}:3: opponent: unknown word "Slo"',
    ]
    first = refused("melee", str(path), *flags, "--opponent-wounds", "3").splitlines()[0]
    assert first == f'{path}:3: opponent: unknown word "Slo"; did you mean "Slow"?'


def test_a_flag_does_not_hide_what_is_no_model_and_no_list() -> None:
    stdin = "active: 5\nopponent: {attack: 1, defence: 1, traits: Kata}\n"
    flags = ("--active-wounds", "3", "--opponent-trait", "Slow")
    assert refused("melee", "-", *flags, stdin=stdin).splitlines() == [
        "<stdin>:1: active: keys and values, or a model line, are needed, not 5",
        "<stdin>:2: opponent.traits: a list is needed, as in [Kata]",
    ]
