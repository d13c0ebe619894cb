"""``bushido-odds ranged`` and ``bushido-odds test``: what goes in, what comes out, how it ends."""

from __future__ import annotations

import csv
import io
import json
import os
import re
from fractions import Fraction
from math import isclose
from pathlib import Path
from typing import Any
from unittest import mock

import pytest
from rich.cells import cell_len

import bushido_odds
from bushido_odds.answer import answer
from bushido_odds.cli.output import output_options
from bushido_odds.cli.ranged import command as ranged
from bushido_odds.cli.test import command as of_tests
from bushido_odds.documents.fields import (
    FRIEND,
    RANGED,
    SHOOTER,
    TARGET,
    TEST_SIDES,
    TESTS,
    Field,
)
from bushido_odds.documents.load import document_from
from bushido_odds.report.ranged import ranged_page
from bushido_odds.report.terminal import print_page
from command import Answer, call, environment, refused
from test_cli_melee import WOUNDS, Chance, Law, check, fraction, number, pairs

MINURO = "Minuro: 3 dice, strength +4, Pierce 3, moved"
CHIYO = "Chiyo: wounds 5, tiny, cover"
BUZENBO = "Buzenbo: 3 dice, Brutal, Prowess [Ranged] 1, Poison (1/1), Slam Attack"
FIGHT = (BUZENBO, "Aya: wounds 7, Armour 3", "--friend", "Kotenbo: wounds 6, Rise 4")
TWICE = ("Ekusa: 2 dice, Rapid Fire 2", "Aya: wounds 7", "--friend", "true")

# --- the keys of the JSON -------------------------------------------------------------------------

HEAD = {
    "format": str,
    "version": str,
    "rules_edition": str,
    "kind": str,
    "input_sha256": str,
    "name": (str, type(None)),
    "input": dict,
}
TAKEN = {
    "name": str,
    "wounds_taken": WOUNDS,
    "hp_lost": WOUNDS,
    "lethal": Chance,
    "critical": Chance,
    "out_of_action": Chance,
    "effects": dict,
}
FIRE = {"number": (int, type(None)), "test_success": Chance, "redirected": Chance}
SHOT = {"number": (int, type(None)), "made": Chance, "success": Chance, "redirected": Chance}
RESULT = {
    **HEAD,
    "challenge": {"number": (int, type(None)), "band": str, "parts": dict},
    "shooter": {"name": str, "dice": int, "value": Law()},
    "attack": {"success": Chance, "failed": Chance, "success_level": Law("success")},
    "target": TAKEN,
    "notes": list,
    "ignored_traits": {"shooter": list, "target": list},
}


def shape(*more: str) -> dict[str, Any]:
    """The keys of a result, with those that are there when they are asked for, in their places."""
    optional: dict[str, dict[str, Any]] = {
        "shots": {"shots": list},
        "friendly_fire": {"friendly_fire": FIRE},
        "friend": {"friend": TAKEN},
        "working": {"working": list},
    }
    after = {"attack": ("shots", "friendly_fire"), "target": ("friend", "working")}
    found: dict[str, Any] = {}
    for key, inner in RESULT.items():
        found[key] = inner
        for name in after.get(key, ()):
            found |= optional[name] if name in more else {}
    if "moved" in more:
        for side in ("target", "friend"):
            found[side] = found.get(side, {}) | {"moved_by": str}
    if "friend" in more:
        found["ignored_traits"] = {"shooter": list, "target": list, "friend": list}
    return found


@pytest.mark.parametrize(
    ("args", "more"),
    [
        ((MINURO, CHIYO, "--range", "medium"), ()),
        (("2 dice", "wounds 4"), ()),
        (FIGHT, ("friendly_fire", "friend", "moved")),
        (TWICE, ("shots", "friendly_fire")),
        ((*FIGHT, "--shooter-shots", "2"), ("shots", "friendly_fire", "friend", "moved")),
        ((*FIGHT, "--explain"), ("friendly_fire", "friend", "moved", "working")),
        (("3 dice", "wounds 4, huge", "--friend", "true"), ("friendly_fire",)),
        (("3 dice", "wounds 4", "--distance", "13", "--bands", "4/8/12"), ()),
    ],
)
@pytest.mark.parametrize("exact", [False, True])
def test_the_json_has_the_keys_that_are_promised(
    args: tuple[str, ...], more: tuple[str, ...], exact: bool
) -> None:
    result = call("ranged", *args, "--json", *["--exact"] * exact).json
    read = fraction if exact else number
    check(result, shape(*more), read)
    assert (result["format"], result["version"], result["kind"]) == (
        "bushido-odds/1",
        bushido_odds.__version__,
        "ranged",
    )
    assert isclose(read(result["attack"]["success"]) + read(result["attack"]["failed"]), 1)
    for each in result.get("shots", []):
        check(each, SHOT, read)
    for step in result.get("working", []):
        check(step, {"step": str, "lines": list, "rule": str}, read)


def test_the_pool_is_there_where_it_comes_from_the_card() -> None:
    result = call("ranged", "ranged pool 3, boosts 1", "wounds 5", "--json").json
    check(result["shooter"]["pool"], {"base": int, "lines": list, "total": int}, number)
    assert list(result["shooter"]) == ["name", "dice", "value", "pool"]


SIDE = {
    "dice": int,
    "success": Chance,
    "success_level": Law("success"),
    "value": Law(),
    "pool": {"base": int, "lines": list, "total": int},
}
CHALLENGE = {
    **HEAD,
    "dice": int,
    "number": int,
    "success": Chance,
    "success_level": Law("success"),
    "value": Law(),
    "pool": {"base": int, "lines": list, "total": int},
    "notes": list,
}
OPPOSED = {**HEAD, "active": SIDE, "opponent": SIDE, "notes": list}

TEST_CALLS: dict[str, tuple[str, ...]] = {
    "challenge": ("--dice", "2", "--number", "6"),
    "opposed": ("--active", "2", "--opponent", "3"),
    "fear": ("--ki", "2", "--value", "6"),
    "size": ("--size", "medium", "--number", "6"),
    "ki": ("--active", "2", "--opponent", "1"),
    "rise": ("--value", "4"),
}


@pytest.mark.parametrize("kind", TEST_CALLS)
@pytest.mark.parametrize("exact", [False, True])
def test_the_json_of_a_test_has_the_keys_that_are_promised(kind: str, exact: bool) -> None:
    result = call("test", kind, *TEST_CALLS[kind], "--json", *["--exact"] * exact).json
    check(result, OPPOSED if kind in TEST_SIDES else CHALLENGE, fraction if exact else number)
    assert result["kind"] == kind


@pytest.mark.parametrize("args", [("ranged", *FIGHT), ("test", "opposed", *TEST_CALLS["opposed"])])
def test_floats_are_the_nearest_of_the_fractions(args: tuple[str, ...]) -> None:
    rounded, exact = call(*args, "--json").json, call(*args, "--json", "--exact").json
    for one, other in pairs(rounded, exact):
        if isinstance(one, float):
            assert one == float(Fraction(other))
        else:
            assert one == other


# --- formats --------------------------------------------------------------------------------------


def test_a_piped_page_of_a_shot() -> None:
    out = call("ranged", MINURO, CHIYO).out
    assert out.splitlines() == [
        "Minuro 3 dice at Chiyo\tChallenge Number 8 = 4 short range +1 tiny +2 cover +1 moved",
        "",
        "hits\t28.2 %",
        "",
        "\tChiyo",
        "taken out\t-",
        "wounds taken, mean\t0.52",
        "wounds taken, median\t0",
        "",
        "Wounds on Chiyo (5 left)",
        "1+\t23.5 %",
        "2+\t16.5 %",
        "3+\t11.8 %",
        "",
        "Success Level of a hit",
        "\tMinuro",
        "0\t28.2 %",
        "",
        "Re-rolls: none.",
    ]
    assert out.isascii()


def test_a_piped_page_of_a_shot_into_a_fight() -> None:
    lines = call("ranged", "Buzenbo: 3 dice", "Aya: wounds 5", "--friend", "Kotenbo: wounds 6").out
    assert lines.splitlines()[:12] == [
        "Buzenbo 3 dice at Aya\tChallenge Number 4 (short range)",
        "",
        "hits\t95.4 %",
        "hits the target itself\t74.2 %",
        "hits a friend instead\t21.2 %",
        "",
        "\tAya\tKotenbo",
        "taken out\t8.5 %\t0.7 %",
        "wounds taken, mean\t2.00\t0.57",
        "wounds taken, median\t2\t0",
        "",
        "Wounds on Aya (5 left)",
    ]
    assert "The test that spares a friend uses the shot's dice, without Brutal" in lines


def test_a_piped_page_of_several_shots() -> None:
    lines = call("ranged", *TWICE).out.splitlines()
    assert lines[2:5] == [
        "\tmade\thits\tthe target\ta friend",
        "shot 1 against 4\t100 %\t83.3 %\t41.7 %\t41.7 %",
        "shot 2 against 5\t100 %\t69.4 %\t34.7 %\t34.7 %",
    ]
    assert "Success Level of the first shot" in lines
    alone = call("ranged", *TWICE[:2]).out.splitlines()
    assert alone[2:4] == ["\tmade\thits", "shot 1 against 4\t100 %\t83.3 %"]


def test_what_cannot_hit_is_told() -> None:
    out = call("ranged", MINURO, CHIYO, "--range", "medium").out
    assert "3 dice come to 8 at most: 9 is out of reach" in out.splitlines()
    assert "out of reach" not in call("ranged", MINURO, CHIYO).out
    one = call("ranged", "1 dice", "wounds 5, cover, tiny").out
    assert "1 die comes to 6 at most: 7 is out of reach" in one.splitlines()
    far = call("ranged", "2 dice", "wounds 5", "--distance", "13", "--bands", "4/8/12").out
    assert "Shooter 2 dice at Target\tout of range" in far.splitlines()
    assert "13 inches is beyond the bands 4/8/12: the attack fails" in far.splitlines()


def test_pages_of_tests() -> None:
    assert call("test", "challenge", "--dice", "2", "--number", "6").out.splitlines() == [
        "Challenge Test, 2 dice against 6",
        "",
        "succeeds\t50.0 %",
        "",
        "Success Level of at least",
        "0+\t50.0 %",
        "1+\t25.0 %",
    ]
    assert call("test", "fear", "--ki", "1", "--value", "6").out.splitlines() == [
        "Fear test, 1 die against 6",
        "",
        "succeeds\t16.7 %",
    ]
    assert call("test", "rise", "--value", "4", "--exact").out.splitlines() == [
        "Rise, 1 die against 4",
        "",
        "succeeds\t1/2",
    ]
    assert call("test", "ki", "--active", "2", "--opponent", "1").out.splitlines()[:4] == [
        "Opposed Ki test, 2 dice v 1",
        "",
        "\tactive\topponent",
        "succeeds\t81.9 %\t18.1 %",
    ]


def test_tests_that_need_no_roll() -> None:
    sure = call("test", "fear", "--ki", "1", "--value", "6", "--trait", "Fearless").out
    assert sure.splitlines()[2:] == ["succeeds\t100 %", "", "Passed without a roll: Fearless."]
    soulless = call("test", "ki", *TEST_CALLS["ki"], "--opponent-trait", "Soulless").out
    assert soulless.splitlines()[3:] == [
        "succeeds\t-\t100 %",
        "",
        "The opponent succeeds without a roll: Soulless.",
    ]


@pytest.mark.parametrize(
    "args", [("ranged", *FIGHT), *(("test", kind, *args) for kind, args in TEST_CALLS.items())]
)
def test_every_format(args: tuple[str, ...]) -> None:
    text = call(*args, "--json").out
    line = call(*args, "--format", "jsonl").out
    assert json.loads(text) == json.loads(line)
    assert line.count("\n") == 1
    [row] = csv.DictReader(io.StringIO(call(*args, "--format", "csv").out))
    path = "active.success" if args[1] in TEST_SIDES else "success"
    path = "attack.success" if args[0] == "ranged" else path
    value = json.loads(text)
    for step in path.split("."):
        value = value[step]
    assert float(row[path]) == value
    markdown = call(*args, "--format", "markdown").out
    assert markdown.startswith("## ")
    assert all(re.fullmatch(r"\|.*\|", row) for row in markdown.splitlines() if row.startswith("|"))
    exact = call(*args, "--exact").out
    assert "%" not in exact
    assert "/" in exact
    assert "https://jwarref.netlify.app/" in call(*args, "--explain").out


def test_verbose_adds_the_laws() -> None:
    assert "Result of the dice" in call("ranged", *FIGHT, "-v").out
    assert "Result of the dice" not in call("ranged", *FIGHT).out
    assert "Result of one roll" in call("test", "fear", *TEST_CALLS["fear"], "-v").out
    assert "Result\n\tactive" in call("test", "ki", *TEST_CALLS["ki"], "-v").out


@pytest.mark.parametrize("width", [40, 60, 80, 200])
@pytest.mark.parametrize("models", [FIGHT, TWICE], ids=["fight", "twice"])
def test_a_page_fits_its_terminal(models: tuple[str, ...], width: int) -> None:
    document = {"kind": "ranged", "shooter": models[0], "target": models[1]}
    document["friend"] = True if models[3] == "true" else models[3]  # type: ignore[assignment]
    page = ranged_page(answer(document_from(document), explain=True), verbose=True)
    stream = io.TextIOWrapper(io.BytesIO(), encoding="utf-8")
    with mock.patch.dict(os.environ, environment(COLUMNS=str(width)), clear=True):
        print_page(page, stream)
    stream.flush()
    drawn = stream.buffer.getvalue().decode()  # type: ignore[attr-defined]
    assert max(map(cell_len, drawn.splitlines())) <= width
    assert "Challenge Number" in drawn


# --- model lines ----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("line", "fields"),
    [
        ("Minuro: 3 dice, strength +4, Pierce 3, moved", {
            "name": "Minuro", "dice": 3, "strength": 4, "traits": ["Pierce (3)"], "moved": True}),
        ("3 dice", {"name": "Shooter", "dice": 3}),
        ("A: 1 die", {"dice": 1}),
        ("A: dice 2", {"dice": 2}),
        ("A: 2d6, shots before 1", {"dice": 2, "shots_before": 1}),
        ("A: ranged pool 3, boosts 1, stunned, Combo Attack (1)", {
            "ranged_pool": 3, "boosts": 1, "states": ["stunned"], "special": "Combo Attack (1)"}),
        ("A: 3 dice, Prowess [Ranged]:(1), Rapid Fire (2), unseen", {
            "traits": ["Prowess [Ranged] (1)", "Rapid Fire (2)"], "shots": 2, "unseen": True}),
        ("A: 3 dice, friendly fire dice 2", {"friendly_fire_dice": 2}),
    ],
)  # fmt: skip
def test_lines_of_shooters(line: str, fields: dict[str, Any]) -> None:
    found = call("ranged", line, "B: wounds 5", "--json").json["input"]["shooter"]
    assert {key: found[key] for key in fields} == fields


@pytest.mark.parametrize(
    ("line", "fields"),
    [
        ("Chiyo: wounds 5, tiny, cover", {
            "name": "Chiyo", "wounds": 5, "size": "tiny", "cover": True}),
        ("wounds 5, prone, Ranged Defense 2", {
            "name": "Target", "states": ["prone"], "traits": ["Ranged Defence (2)"]}),
        ("A: wounds 5, ran", {"ran": True, "states": ["ran"]}),
        ("A: wounds 3, max wounds 6, behind terrain", {"max_wounds": 6, "behind": "terrain"}),
        ("A: large", {"wounds": 6, "size": "large"}),
    ],
)  # fmt: skip
def test_lines_of_targets(line: str, fields: dict[str, Any]) -> None:
    found = call("ranged", "3 dice, moved", line, "--json").json["input"]["target"]
    assert {key: found[key] for key in fields} == fields
    if "ran" not in fields and "cover" not in fields:
        beside = call("ranged", "3 dice, moved", "wounds 5", "--friend", line, "--json").json
        beside_fields = beside["input"]["friend"] | {"name": found["name"]}
        assert {key: beside_fields[key] for key in fields} == fields


@pytest.mark.parametrize(
    ("args", "message"),
    [
        (("A: 3 dice, 2 dice", "wounds 5"), 'shooter: dice is given twice ("2 dice")'),
        (("A: 3 dice, cover", "wounds 5"), 'shooter: unknown word "cover"'),
        (("A: 3 dice, Slam Attack, Stun Attack", "B: wounds 5"), "shooter: a second special"),
        (("A: 3 dice, moved", "B: wounds 5, moved"), 'target: unknown word "moved"'),
        (("A: 3 dice, Counterstrike Defence", "B: wounds 5"), "a shot has no Special Defence"),
        (("A: wounds 3, Pierce 1", "B: wounds 5"), 'shooter: unknown word "wounds 3"'),
        (("A: Pierce 1, moved", "B: wounds 5"), 'shooter.dice: "dice" is missing'),
        (("A: 3 dice", "B: wounds 5", "--friend", "Kot: tuff"), 'friend: unknown word "tuff"'),
        (("A: 3 dice", "B: wounds 5", "--friend", "x: wounds 5", "--friend-wounds", "2"),
         "give the friend as a model line or by its flags, not both"),
        (("A: 3 dice",), '"A: 3 dice" is one model line: the target is missing'),
        (("A: 3 dice", "B: wounds 5", "C: wounds 5"), "one FILE or two model lines are wanted"),
        (("nobody.yaml",), "nobody.yaml: there is no such file"),
        (("A: 3 dice", "B: wounds 5", "--distance", "x", "--bands", "4/8/12"),
         "--distance: distance: a distance in inches is needed"),
    ],
)  # fmt: skip
def test_lines_and_flags_that_are_refused(args: tuple[str, ...], message: str) -> None:
    assert message in refused("ranged", *args)


def test_a_model_line_may_be_two_words_long() -> None:
    assert call("ranged", "2 dice", "wounds 4").code == 0
    assert call("ranged", "2 dice", "--target-wounds", "4").code == 0
    assert "the target is missing" in refused("ranged", "2 dice")


@pytest.mark.parametrize("word", ["true", "yes", "True"])
def test_a_friend_may_be_just_there(word: str) -> None:
    result = call("ranged", "2 dice", "wounds 4", "--friend", word, "--json").json
    assert result["input"]["friend"] is True
    none = call("ranged", "2 dice", "wounds 4", "--friend", "no", "--json").json
    assert none["input"]["friend"] is None


# --- flags ----------------------------------------------------------------------------------------

VALUES: dict[str, tuple[str, Any]] = {
    "name": ("Ito", "Ito"),
    "dice": ("3", 3),
    "ranged_pool": ("3", 3),
    "boosts": ("1", 1),
    "strength": ("-2", -2),
    "traits": ("Rise (4)", ["Rise (4)"]),
    "special": ("Stun Attack", "Stun Attack"),
    "states": ("held", ["held"]),
    "shots_before": ("2", 2),
    "shots": ("2", 2),
    "friendly_fire_dice": ("1", 1),
    "wounds": ("4", 4),
    "max_wounds": ("9", 9),
    "size": ("large", "large"),
    "behind": ("edge", "edge"),
    "range": ("long", "long"),
    "distance": ("7.5", 7.5),
    "bands": ("4/8/12", "4/8/12"),
}
"""What a flag is given, and what it comes to."""

GIVEN_BEFORE = {
    "boosts": ("--shooter-ranged-pool", "2"),
    "ranged_pool": (),
    "distance": ("--bands", "4/8/12"),
    "bands": ("--distance", "3"),
}


PRINTS: Any = output_options(lambda output: None)
LOOKS = {option for param in PRINTS.__click_params__ for option in param.opts}
"""The options of every command that prints a result."""


def flag(side: str, field: Field) -> str:
    word = field.name.removesuffix("s") if field.many else field.name
    return "--" + "-".join(filter(None, (side, *word.split("_"))))


def test_there_is_a_flag_for_every_field_and_no_other() -> None:
    offered = {option for param in ranged.params for option in param.opts if option[:2] == "--"}
    tables = {"": RANGED, "shooter": SHOOTER, "target": TARGET, "friend": FRIEND}
    wanted = {flag(side, field) for side, table in tables.items() for field in table}
    assert offered - LOOKS == wanted | {"--friend"}


@pytest.mark.parametrize(
    ("side", "field"),
    [
        (side, field)
        for side, table in (("shooter", SHOOTER), ("target", TARGET), ("friend", FRIEND))
        for field in table
    ],
    ids=lambda part: part if isinstance(part, str) else part.name,
)
def test_every_flag_of_a_model_fills_its_field(side: str, field: Field) -> None:
    if field.kind == "flag":
        args, expected = (flag(side, field),), True
    else:
        text, expected = VALUES[field.name]
        args = (flag(side, field), text)
    before = GIVEN_BEFORE.get(field.name, ())
    if side == "shooter" and field.name not in ("dice", "ranged_pool", "boosts"):
        before = ("--shooter-dice", "2")
    lines: tuple[str, ...] = () if side == "shooter" else ("2 dice",)
    given = call("ranged", *lines, "--target-max-wounds", "9", *before, *args, "--json").json
    assert given["input"][side][field.name] == expected


@pytest.mark.parametrize("name", ["name", "range", "distance", "bands"])
def test_every_flag_of_the_shot_fills_its_field(name: str) -> None:
    text, expected = VALUES[name]
    args = (f"--{name}", text, *GIVEN_BEFORE.get(name, ()))
    assert call("ranged", "2 dice", "wounds 4", *args, "--json").json["input"][name] == expected


DOCUMENT = """\
kind: ranged
range: medium
shooter: {name: Ito, dice: 3, traits: [Brutal], moved: true}
target: "Aya: wounds 5, Armour 2"
friend: {name: Kotenbo, wounds: 6}
"""


@pytest.fixture
def volley(tmp_path: Path) -> str:
    path = tmp_path / "volley.yaml"
    path.write_text(DOCUMENT)
    return str(path)


def test_flags_are_laid_over_a_file(volley: str) -> None:
    args = (
        "--range",
        "long",
        "--no-shooter-moved",
        "--shooter-trait",
        "Pierce 1",
        "--target-cover",
    )
    found = call("ranged", volley, *args, "--friend-wounds", "2", "--json").json["input"]
    assert found["range"] == "long"
    assert found["shooter"]["moved"] is False
    assert found["shooter"]["traits"] == ["Brutal (1)", "Pierce (1)"]
    assert (found["target"]["cover"], found["target"]["wounds"]) == (True, 5)
    assert (found["friend"]["name"], found["friend"]["wounds"]) == ("Kotenbo", 2)
    alone = call("ranged", volley, "--friend", "no", "--json").json
    assert alone["input"]["friend"] is None


def test_a_document_may_come_as_a_file_a_stream_lines_or_flags(volley: str) -> None:
    by_file = call("ranged", volley, "--json").out
    assert call("ranged", "-", "--json", stdin=DOCUMENT).out == by_file
    lines = call(
        "ranged", "Ito: 3 dice, Brutal, moved", "Aya: wounds 5, Armour 2", "--range", "medium",
        "--friend", "Kotenbo: wounds 6", "--json",
    )  # fmt: skip
    assert lines.out == by_file
    flags = call(
        "ranged", "--shooter-name", "Ito", "--shooter-dice", "3", "--shooter-trait", "brutal",
        "--shooter-moved", "--target-name", "Aya", "--target-wounds", "5", "--target-trait",
        "armour 2", "--range", "medium", "--friend-name", "Kotenbo", "--friend-wounds", "6",
        "--json",
    )  # fmt: skip
    assert flags.out == by_file


TESTS_VALUES: dict[str, tuple[str, Any]] = {
    "name": ("Ito", "Ito"),
    "dice": ("3", 3),
    "number": ("5", 5),
    "prowess": ("1", 1),
    "adept": ("1", 1),
    "bonus": ("-1", -1),
    "goal": ("value", "value"),
    "ki": ("2", 2),
    "value": ("5", 5),
    "boosts": ("1", 1),
    "traits": ("Strong", ["Strong"]),
    "enemy_traits": ("Terror", ["Terror"]),
    "size": ("huge", "huge"),
    "discards": ("1", 1),
}


@pytest.mark.parametrize("kind", TESTS)
def test_every_field_of_a_test_has_a_flag(kind: str) -> None:
    command = of_tests.commands[kind]  # type: ignore[attr-defined]
    offered = {o for param in command.params for o in param.opts if o[:2] == "--"}
    offered -= LOOKS
    sides = TEST_SIDES.get(kind, ())
    wanted = {flag("", field) for field in TESTS[kind]}
    for side in ("active", "opponent") if sides else ():
        wanted |= {f"--{side}", *(flag(side, field) for field in sides[1:])}
    assert offered == wanted
    args: list[str] = list(TEST_CALLS[kind])
    for field in TESTS[kind]:
        args += [flag("", field), TESTS_VALUES[field.name][0]]
    for field in sides[1:]:
        args += [flag("active", field)]
        args += [] if field.kind == "flag" else [TESTS_VALUES[field.name][0]]
    found = call("test", kind, *args, "--json").json["input"]
    for field in TESTS[kind]:
        assert found[field.name] == TESTS_VALUES[field.name][1]
    for field in sides[1:]:
        value = True if field.kind == "flag" else TESTS_VALUES[field.name][1]
        assert found["active"][field.name] == value


# --- files and their faults -----------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "faults"),
    [
        ("shooter: {dice: 3}\ntarget: {wounds: 5}\nfriend: {wounds: 0}\n",
         ["3: friend.wounds: 0 is beyond the limit: 1 to 99"]),
        ("shooter: {dice: 3}\ntarget: {wounds: 5}\nfriend: {wound: 3}\n",
         ['3: friend.wound: unknown key "wound"']),
        ("shooter: {dice: 3}\ntarget: {wounds: 5}\nfriend: 3\n",
         ["3: friend: keys and values are needed, not 3"]),
        ("shooter: {dice: 13}\ntarget:\n  traits:\n    - Armour (2)\n    - Prowes\n",
         ["1: shooter.dice: 13 is beyond the limit: 0 to 12",
          '5: target.traits[1]: unknown trait "Prowes"']),
        ("shooter: {dice: 3}\n", ['1: target: "target" is missing']),
        ("shooter: {dice: 3, dice: 4}\ntarget: {}\n", ["1: shooter.dice"]),
        ("shooter: {dice: 3}\ntarget: {wounds: 5, max_wounds: 4}\n",
         ["2: target.max_wounds: 4 is fewer than the 5 wounds left"]),
        ("range: short\ndistance: 3\nbands: 4/8/12\nshooter: {dice: 3}\ntarget: {}\n",
         ["1: range: contradicts distance and bands"]),
        ("kind: melee\nactive: 1/1\nopponent: 1/1\n",
         ['1: kind: "melee" is not the kind of document wanted here: ranged']),
        ("shooter: 'A: 3 dice, Tuff'\ntarget: {}\n", ['1: shooter: unknown word "Tuff"']),
        ("shooter: {ranged_pool: 1, special: Combo Attack (1)}\ntarget: {}\n",
         ["1: shooter.special: a special may not empty the pool (1 base, -1 Combo Attack = 0)"]),
    ],
)  # fmt: skip
def test_faults_have_their_file_line_and_path(text: str, faults: list[str], tmp_path: Path) -> None:
    path = tmp_path / "shot.yaml"
    path.write_text(text)
    err = refused("ranged", str(path))
    told = [line for line in err.splitlines() if line.startswith(str(path))]
    assert len(told) == len(faults)
    for line, fault in zip(told, faults, strict=True):
        assert line.startswith(f"{path}:{fault}")


@pytest.mark.parametrize(
    ("kind", "text", "fault"),
    [
        ("challenge", "dice: 2\nnumber: x\n", '2: number: a whole number is needed, not "x"'),
        ("opposed", "active: 2\nopponent: {dice: 2, kat: true}\n", "2: opponent.kat: unknown key"),
        ("fear", "ki: 2\nvalue: 5\ntraits: [Bravry]\n", "3: traits[0]: unknown trait"),
        ("ki", "active: 2\nopponent:\n  ki: 13\n", "3: opponent.ki: 13 is beyond the limit"),
        ("size", "size: small\n", '1: number: "number" is missing'),
        ("rise", "- 4\n", "1"),
    ],
)
def test_faults_of_tests_in_files(kind: str, text: str, fault: str, tmp_path: Path) -> None:
    path = tmp_path / "test.yaml"
    path.write_text(text)
    assert refused("test", kind, str(path)).startswith(f"{path}:{fault}")


@pytest.mark.parametrize("format_", ["table", "json", "jsonl", "csv", "markdown"])
def test_nothing_is_printed_where_a_later_document_is_bad(format_: str) -> None:
    stream = f"{DOCUMENT}---\nkind: ranged\nshooter: 2 dice\ntarget: wounds x\n"
    assert refused("ranged", "-", "--format", format_, stdin=stream).startswith("<stdin>:9: target")


def test_several_documents_are_answered_in_order() -> None:
    stream = f"{DOCUMENT}---\nkind: ranged\nshooter: 2 dice\ntarget: wounds 4\n"
    lines = call("ranged", "-", "--format", "jsonl", stdin=stream).out.splitlines()
    assert [json.loads(line)["shooter"]["name"] for line in lines] == ["Ito", "Shooter"]
    answers: Answer = call("ranged", "-", stdin=stream)
    assert answers.out.count("Challenge Number") == 2


def test_the_library_takes_any_of_these_documents() -> None:
    [document] = bushido_odds.load(io.BytesIO(DOCUMENT.encode()))
    result = bushido_odds.solve(document)
    assert result.to_dict() == call("ranged", "-", "--json", stdin=DOCUMENT).json
    assert result.attack.success == Fraction(193, 216)  # type: ignore[union-attr]
    fear = bushido_odds.solve({"kind": "fear", "ki": 1, "value": 6})
    assert fear.success == Fraction(1, 6)  # type: ignore[union-attr]
