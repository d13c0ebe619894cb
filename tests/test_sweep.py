"""`sweep`: every combination of some values, as a grid and as rows."""

from __future__ import annotations

import csv
import io
import json
import re
from fractions import Fraction
from itertools import product

import pytest

import bushido_odds as bo
from bushido_odds.report.grid import short
from command import call, refused

MODELS = ("Goro: 3/1, wounds 6", "Farmer: 2/1, wounds 5")
ARMOUR = ("--set", "opponent.traits.Armour=0..4")
SPECIAL = ("--set", "active.special=none,Combo Attack,Powerful Attack")


def alone(armour: int, special: str | None) -> Fraction:
    traits = f", Armour {armour}" if armour else ""
    result = bo.melee(f"{MODELS[0]}{', ' + special if special else ''}", f"{MODELS[1]}{traits}")
    return result.opponent.out_of_action


def test_the_cross_product_as_rows() -> None:
    found = call("sweep", *MODELS, *ARMOUR, *SPECIAL, "--json", "--exact").json
    assert [one["path"] for one in found["set"]] == ["opponent.traits.Armour", "active.special"]
    assert found["set"][0]["values"] == ["0", "1", "2", "3", "4"]
    specials = ["none", "Combo Attack", "Powerful Attack"]
    combinations = list(product(map(str, range(5)), specials))
    rows = found["rows"]
    assert [tuple(row["set"].values()) for row in rows] == combinations
    for row, (armour, special) in zip(rows, combinations, strict=True):
        expected = alone(int(armour), None if special == "none" else special)
        assert row["figures"]["opponent.out_of_action"] == str(expected)
        assert row["result"]["opponent"]["out_of_action"] == str(expected)


def test_csv_has_a_column_for_everything_that_is_set() -> None:
    out = call("sweep", *MODELS, *ARMOUR, "--set", "active.states.prone=on,off", "--format", "csv")
    rows = list(csv.DictReader(io.StringIO(out.out)))
    assert len(rows) == 10
    assert [row["active.states.prone"] for row in rows[:2]] == ["on", "off"]
    assert float(rows[1]["opponent.out_of_action"]) == float(alone(0, None))
    assert float(rows[0]["active.attack.success"]) < float(rows[1]["active.attack.success"])


def test_a_grid_for_two_values() -> None:
    out = call("sweep", *MODELS, *ARMOUR, *SPECIAL).out
    lines = out.splitlines()
    title = lines.index("takes out: opponent.traits.Armour down, active.special across")
    assert lines[title + 1] == "\tnone\tCombo Attack\tPowerful Attack"
    assert lines[title + 2] == "0\t30.8 %\t48.4 %\t49.9 %*"
    assert lines[title + 6].startswith("4\t12.9 %")
    assert out.count("*\t") + out.count("*\n") >= 1
    assert "by opponent.traits.Armour, active.special" in lines  # few enough for all figures


def test_any_figure_may_stand_in_the_grid() -> None:
    out = call("sweep", *MODELS, *ARMOUR, *SPECIAL, "--figure", "deals").out
    assert "deals: opponent.traits.Armour down" in out
    assert "0\t3.28\t5.94*\t4.52" in out
    out = call("sweep", *MODELS, *ARMOUR, *SPECIAL, "--figure", "opponent.hp_lost.median").out
    assert "opponent.hp_lost.median: " in out
    err = refused("sweep", *MODELS, *ARMOUR, "--figure", "takes oot")
    assert 'did you mean "takes out"?' in err


def test_a_grid_for_one_value_has_a_column_a_figure() -> None:
    lines = call("sweep", *MODELS, *ARMOUR).out.splitlines()
    at = lines.index("by opponent.traits.Armour")
    assert lines[at + 1] == "Armour\thits\tis hit\ttakes out\ttaken out\tdeals\tsuffers"
    assert lines[at + 2].split("\t")[0] == "0"
    assert lines[at + 2].split("\t")[3].endswith("*")  # no armour: easiest to take out
    assert lines[at + 2].split("\t")[1] == "92.0 %"  # alike in all: no best


def test_many_combinations_list_their_other_figures_on_demand() -> None:
    many = ("--set", "active.strength=-3..3", *ARMOUR)
    out = call("sweep", *MODELS, *many).out
    assert "-v lists the other figures of all 35 combinations" in out
    assert "by active.strength" not in out
    assert "by active.strength" in call("sweep", *MODELS, *many, "-v").out


def test_three_values_are_rows() -> None:
    out = call("sweep", *MODELS, *ARMOUR, *SPECIAL, "--set", "active.strength=0,1").out
    assert "\nArmour\tspecial\tstrength\thits\t" in out
    assert "\n0\tCombo Attack\t1\t" in out
    assert " down, " not in out


def shades(out: str) -> list[str]:
    return re.findall(r"\x1b\[[\d;]*?(4[0-7]|10[0-7]|48;5;\d+)m", out)


def test_cells_are_shaded_in_colour_and_without() -> None:
    colour = {"FORCE_COLOR": "1", "TERM": "xterm-256color", "COLUMNS": "80"}
    out = call("sweep", *MODELS, *ARMOUR, *SPECIAL, **colour).out
    found = shades(out.split("by opponent")[0])
    assert len(found) == 15
    assert len(set(found)) == 5
    plain = call("sweep", *MODELS, *ARMOUR, *SPECIAL, FORCE_COLOR="1", NO_COLOR="1").out
    assert "\x1b" not in plain
    assert "49.9 %* █" in plain
    assert "12.9 %  ▁" in plain


@pytest.mark.parametrize("width", ["60", "80", "200"])
def test_it_fits_a_terminal(width: str) -> None:
    out = call(
        "sweep", *MODELS, *ARMOUR, *SPECIAL, FORCE_COLOR="1", NO_COLOR="1", COLUMNS=width
    ).out
    assert max(map(len, out.splitlines())) <= int(width)
    assert out.count("suffers") >= 1


def test_columns_may_be_chosen() -> None:
    out = call("sweep", *MODELS, *ARMOUR, "--columns", "hits,active.attack.failed", "--exact").out
    assert "\thits\tactive.attack.failed" in out
    assert "4025/4374" in out


def test_documents_and_variants_of_a_file_are_one_more_dimension() -> None:
    text = json.dumps({"active": "A: 2/1", "opponent": "B: 1/1"})
    variants = '"variants": {"plain": {}, "Combo": {"active.special": "Combo Attack"}}}'
    text = text[:-1] + ", " + variants
    found = call("sweep", "-", "--set", "opponent.wounds=3..5", "--json", stdin=text).json
    assert found["set"][0] == {"path": "variant", "values": ["plain", "Combo"]}
    assert len(found["rows"]) == 6
    assert found["rows"][5]["set"] == {"variant": "Combo", "opponent.wounds": "5"}


def test_other_kinds_are_swept_too() -> None:
    fear = "kind: fear\nki: 2\nvalue: 4\n"
    found = call(
        "sweep", "-", "--set", "value=4..6", "--set", "ki=1,2", "--json", "--exact", stdin=fear
    )
    for row in found.json["rows"]:
        value, ki = map(int, row["set"].values())
        alone = bo.solve({"kind": "fear", "ki": ki, "value": value})
        assert row["result"] == json.loads(json.dumps(alone.to_dict(exact=True)))
    out = call("sweep", "-", "--set", "value=4..6", "--set", "ki=1,2", stdin=fear).out
    assert "success: value down, ki across" in out


# ---- what is refused


def test_an_unknown_path_suggests() -> None:
    err = refused("sweep", *MODELS, "--set", "opponent.trait.Armour=0..4")
    assert 'did you mean "opponent.traits.Armour"?' in err


def test_a_fault_names_the_setting() -> None:
    err = refused(
        "sweep", *MODELS, "--set", "active.special=none,Kombo", "--set", "active.attack=99"
    )
    assert "--set active.special=Kombo: active.special: unknown special" in err
    assert "--set active.attack=99: active.attack: 99 is beyond the limit" in err
    assert err.count("beyond the limit") == 1  # though every combination has it
    err = refused("sweep", "-", *ARMOUR, stdin="active: 1/1\nopponent: 1/1, Tuogh\n")
    assert "<stdin>:2: opponent: unknown word" in err


def test_a_product_above_the_cap_needs_yes() -> None:
    big = ("--set", "active.wounds=1..40", "--set", "opponent.wounds=1..26")
    err = refused("sweep", *MODELS, *big)
    assert "1,040 combinations are more than 1,000" in err
    assert "--yes" in err
    out = call("sweep", *MODELS, *big, "--yes", "--format", "csv").out
    assert out.count("\n") == 1041


def test_a_path_is_set_once() -> None:
    assert "is set twice" in refused("sweep", *MODELS, *ARMOUR, *ARMOUR)


@pytest.mark.parametrize("setting", ["active.attack", "active.attack=", "=3"])
def test_a_setting_has_a_path_and_values(setting: str) -> None:
    assert "PATH=VALUES" in refused("sweep", *MODELS, "--set", setting) or setting == "=3"


def test_files_that_hold_nothing_or_are_not_there() -> None:
    assert "there is no document in it" in refused("sweep", "-", *ARMOUR, stdin="")
    assert "no such file" in refused("sweep", "nowhere.yaml", *ARMOUR)
    assert "two model lines" in refused("sweep", "1/1", "1/1", "1/1", *ARMOUR)


def test_combinations_that_cannot_be_stay_empty() -> None:
    text = 'active: {name: A, melee_pool: 4, split: 3/1}\nopponent: "B: 1/1"'
    axes = ("--set", "active.split=3/1,2/1,1/2", "--set", "active.states.stunned=on,off")
    out = call("sweep", "-", *axes, stdin=text).out
    grid = out.splitlines()
    assert grid[4].startswith("3/1\t\t")  # stunned, he has three dice
    assert [line.split("\t")[2] for line in grid[5:7]] == ["", ""]
    assert (
        "3 of 6 combinations cannot be, as in: --set active.split=3/1: active.split: 3/1 is 4"
        in out
    )
    assert "makes no difference" not in out
    plain = call("sweep", "-", *axes, "--json", stdin=text)
    assert plain.err.startswith("3 of 6 combinations cannot be")
    rows = plain.json["rows"]
    assert [sorted({"result", "error"} & set(row)) for row in rows] == [
        *(["error"], ["result"], ["result"], ["error"], ["result"], ["error"])
    ]
    assert set(rows[0]["figures"].values()) == {None}


def test_a_value_that_can_be_in_no_combination_is_a_mistake() -> None:
    text = 'active: {name: A, melee_pool: 4, split: 3/1}\nopponent: "B: 1/1"'
    axes = ("--set", "active.split=3/1,5/5", "--set", "active.states.stunned=on,off")
    assert "active.split=5/5" in refused("sweep", "-", *axes, stdin=text)


def test_what_makes_no_difference_is_told() -> None:
    out = call("sweep", *MODELS, "--set", "active.states.stunned=on,off").out
    assert "active.states.stunned makes no difference to these figures; finished dice" in out
    assert "makes no difference" not in call("sweep", *MODELS, *ARMOUR).out


def test_two_lines_of_other_kinds() -> None:
    lines = ("Archer: 2 dice", "T: wounds 6")
    axis = ("--set", "range=short,medium,long")
    rows = call("sweep", *lines, "--kind", "ranged", *axis, "--json").json["rows"]
    assert [row["set"]["range"] for row in rows] == ["short", "medium", "long"]
    assert rows[0]["result"]["kind"] == "ranged"


def test_choices_in_the_unit_of_their_goal() -> None:
    lines = ("Goro: 3 dice, wounds 8", "B: 2 dice", "--kind", "splits")
    out = call("sweep", *lines, "--set", "goal=kill,trade,wounds").out
    kill, trade, wounds = (line.split("\t")[1] for line in out.splitlines()[4:7])
    assert re.fullmatch(r"\d+\.\d %", kill)
    assert re.fullmatch(r"[+-]\d+\.\d %", trade)
    assert re.fullmatch(r"[+-]\d+\.\d\d", wounds)
    assert "*" not in out  # chances and wounds are not held against each other


def test_damage_is_best_where_it_kills() -> None:
    text = "kind: damage\nlevel: 3\nwounds: 4\n"
    lines = call("sweep", "-", "--set", "armour=0..3", stdin=text).out.splitlines()
    assert lines[3].split("\t") == ["armour", "takes out", "no wound", "deals"]
    assert [cell[-1] for cell in lines[4].split("\t")[1:]] == ["*", "*", "*"]
    assert not any("*" in line for line in lines[5:8])


def test_axes_have_short_names_that_tell_them_apart() -> None:
    paths = ("active.traits.Armour", "opponent.traits.Armour", "range", "target.range")
    assert short(paths) == (
        "active.traits.Armour",
        "opponent.traits.Armour",
        "range",
        "target.range",
    )
    assert short(("active.split", "opponent.traits.Armour")) == ("split", "Armour")


def test_a_file_says_its_own_kind() -> None:
    args = ("--kind", "ranged", "--set", "active.attack=1,2")
    assert "--kind is for two model lines" in refused(
        "sweep", "-", *args, stdin="active: 1/1\nopponent: 1/1"
    )
