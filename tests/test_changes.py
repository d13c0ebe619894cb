"""Paths into documents, and changes made there: the language of variants and of ``--set``."""

from __future__ import annotations

import copy
import io
from typing import Any

import pytest

from bushido_odds.documents.load import KINDS, document_from
from bushido_odds.documents.source import Source, read
from bushido_odds.errors import InputError, InputErrors
from bushido_odds.many.changes import change, changed
from bushido_odds.many.shapes import field, paths
from bushido_odds.many.values import swept
from bushido_odds.many.variants import Entry, entries
from command import call
from command import refused as refusal

DUEL = {
    "kind": "melee",
    "active": "Goro: 3/1, wounds 6, Prowess [Melee] (1), prone",
    "opponent": {"name": "Farmer", "attack": 1, "defence": 1, "traits": ["Tough 1", "Armour (2)"]},
}


def put(path: str, value: Any, data: Any = None, kind: str = "melee") -> Any:
    return changed(data or DUEL, [change(path, value, kind)], kind)


def refused(path: str, kind: str = "melee") -> str:
    with pytest.raises(InputError) as caught:
        field(path, kind)
    return str(caught.value)


def test_a_field_of_the_document_and_of_a_model() -> None:
    assert put("action", "charge")["action"] == "charge"
    assert put("opponent.attack", 3)["opponent"]["attack"] == 3
    assert put("opponent", "Oni: 3/0")["opponent"] == "Oni: 3/0"


def test_a_model_line_on_the_way_is_opened() -> None:
    active = put("active.special", "Combo Attack")["active"]
    assert active["special"] == "Combo Attack"
    assert (active["attack"], active["wounds"], active["states"]) == (3, 6, ["prone"])


def test_nothing_takes_a_field_away() -> None:
    armed = put("active.special", "Combo Attack")
    assert "special" not in put("active.special", None, armed)["active"]


def test_the_document_itself_is_left_as_it_was() -> None:
    before = copy.deepcopy(DUEL)
    put("opponent.traits.Armour", 4)
    put("active.attack", 1)
    assert before == DUEL


@pytest.mark.parametrize(
    ("path", "value", "traits"),
    [
        ("opponent.traits.Armour", 4, ["Tough 1", "Armour (4)"]),
        ("opponent.traits.armor", 4, ["Tough 1", "Armour (4)"]),
        ("opponent.traits.Tough", 2, ["Tough (2)", "Armour (2)"]),
        ("opponent.traits.Tough", 0, ["Armour (2)"]),
        ("opponent.traits.Tough", None, ["Armour (2)"]),
        ("opponent.traits.Tough", False, ["Armour (2)"]),
        ("opponent.traits.Kata", True, ["Tough 1", "Armour (2)", "Kata"]),
        ("opponent.traits.Poison", "2/1", ["Tough 1", "Armour (2)", "Poison (2/1)"]),
        ("opponent.traits.Prowess[Melee]", 2, ["Tough 1", "Armour (2)", "Prowess [Melee] (2)"]),
    ],
)
def test_a_trait_is_put_in_or_changed_or_taken_out(path: str, value: Any, traits: Any) -> None:
    assert put(path, value)["opponent"]["traits"] == traits


def test_a_trait_with_other_descriptors_is_another() -> None:
    assert put("active.traits.Prowess [Melee]", 2)["active"]["traits"] == ["Prowess [Melee] (2)"]
    both = put("active.traits.Prowess [Attack]", 2)["active"]["traits"]
    assert both == ["Prowess [Melee] (1)", "Prowess [Attack] (2)"]


def test_a_state_is_switched() -> None:
    assert put("active.states.Prone", False)["active"]["states"] == []
    assert put("opponent.states.on fire", True)["opponent"]["states"] == ["on fire"]


def test_what_is_not_there_yet_is_made() -> None:
    shot = {"kind": "ranged", "shooter": "3 dice", "target": "wounds 5"}
    assert put("friend.wounds", 4, shot, "ranged")["friend"] == {"wounds": 4}
    beside = put("friend.wounds", 4, {**shot, "friend": True}, "ranged")
    assert beside["friend"] == {"wounds": 4}


def test_groups_of_a_list_have_numbers() -> None:
    squad = {"kind": "samurai_melee", "attacker": ["A: FS 6, body 5", "B: FS 5, body 5"]}
    for path in ("attacker.1.body", "attacker[1].body"):
        assert put(path, 9, squad, "samurai_melee")["attacker"][1]["body"] == 9
    with pytest.raises(InputError, match="has no item 2"):
        put("attacker.2.body", 9, squad, "samurai_melee")


def test_a_path_through_a_number_leads_nowhere() -> None:
    with pytest.raises(InputError, match="holds nothing"):
        put("active.attack", 1, {"active": 7})


@pytest.mark.parametrize(
    ("path", "near"),
    [
        ("opponent.trait.Armour", "opponent.traits.Armour"),
        ("opponent.Armour", "opponent.traits.Armour"),
        ("active.prone", "active.states.prone"),
        ("activ.attack", "active.attack"),
        ("active.atack", "active.attack"),
        ("opponent.traits.Armoor", "opponent.traits.Armour"),
        ("active.states.pron", "active.states.prone"),
        ("acton", "action"),
    ],
)
def test_an_unknown_path_suggests(path: str, near: str) -> None:
    assert f'did you mean "{near}"?' in refused(path)


def test_a_hopeless_path_lists_some() -> None:
    assert "known: name, action" in refused("xyzzy")


@pytest.mark.parametrize("kind", KINDS)
def test_every_kind_of_document_has_paths(kind: str) -> None:
    found = list(paths(kind))
    assert found
    assert "variants" not in found
    for path in found:
        assert field(path, kind).path == path


# ---- the values of --set


def values(text: str, kind: str = "melee") -> list[Any]:
    return [one.value for one in swept(text, kind).changes]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("active.attack=0..3", [0, 1, 2, 3]),
        ("active.strength=1..-1", [1, 0, -1]),
        ("active.attack=1,3", [1, 3]),
        ("active.attack=0..1, 4", [0, 1, 4]),
        ("active.attack=2,2", [2]),
        ("opponent.traits.Armour=0..2", [0, 1, 2]),
        ("opponent.traits.Poison=none,2/1", [None, "2/1"]),
        ("opponent.traits.Kata=on,off", [True, None]),
        ("active.states.prone=on,off", [True, None]),
        ("active.special=none,Combo Attack", [None, "Combo Attack"]),
        ('active.special=none,"Combo Attack"', [None, "Combo Attack"]),
        ("end_phase=on,off", [True, False]),
        ("active.split=2/1,1/2", ["2/1", "1/2"]),
        ("opponent=Oni: 3/0, Strong; Farmer: 1/1", ["Oni: 3/0, Strong", "Farmer: 1/1"]),
        ("active.traits.Immune [Fire, Bleed]=on", [True]),
    ],
)
def test_values_as_they_are_written(text: str, expected: list[Any]) -> None:
    assert values(text) == expected


def test_values_are_called_as_they_are_written() -> None:
    assert swept("active.attack=0..2", "melee").labels == ("0", "1", "2")
    assert swept("active.special=none,Combo Attack", "melee").labels == ("none", "Combo Attack")


@pytest.mark.parametrize("text", ["active.attack", "active.attack=", "=1", "active.attack= "])
def test_a_setting_needs_a_path_and_values(text: str) -> None:
    with pytest.raises(InputError):
        swept(text, "melee")


def test_a_field_takes_so_many_values_and_no_more() -> None:
    with pytest.raises(InputError, match="more than 200 values"):
        swept("active.wounds=1..9999", "melee")
    assert len(values("active.wounds=1..200")) == 200
    with pytest.raises(InputError, match="may take 200 values, not 201"):
        swept("active.wounds=1..200,201", "melee")


# ---- variants


def parted(text: str) -> list[Entry | InputErrors]:
    [source] = read(io.StringIO(text), name="modes.yaml")
    assert isinstance(source, Source)
    return list(entries(source))


def test_a_variant_is_the_document_with_changes_under_its_name() -> None:
    text = "active: 'A: 3/1'\nopponent: 'B: 1/1'\nvariants:\n  plain:\n  Combo:\n"
    plain, combo = parted(text + "    active.special: Combo Attack\n")
    assert isinstance(plain, Entry)
    assert isinstance(combo, Entry)
    assert plain.data == {"active": "A: 3/1", "opponent": "B: 1/1", "name": "plain"}
    assert combo.data["active"]["special"] == "Combo Attack"
    assert (plain.label, combo.label, combo.data["name"]) == ("plain", "Combo", "Combo")


def test_a_variant_may_fill_what_the_document_leaves_open() -> None:
    [one] = parted("opponent: 'B: 1/1'\nvariants: {A: {active: 'A: 2/1', name: mine}}\n")
    assert isinstance(one, Entry)
    assert document_from(one.data).data["name"] == "mine"


def test_faults_have_the_line_of_the_change_that_made_them() -> None:
    text = "active: 'A: 3/1'\nopponent: 'B: 1/1, Tuogh'\nvariants:\n  a: {}\n  b:\n"
    first, second = parted(text + "    active.special: Kombo\n")
    assert isinstance(first, Entry)
    assert isinstance(second, Entry)
    with pytest.raises(InputErrors) as caught:
        document_from(second.data, second.place)
    assert [fault.line for fault in caught.value.errors] == [2, 6]


def test_a_variant_that_cannot_be_made_comes_in_its_place() -> None:
    text = "active: 1/1\nopponent: 1/1\nvariants:\n  a: {active.attak: 1, x: 2}\n  b: 7\n  c: {}\n"
    first, second, third = parted(text)
    assert isinstance(first, InputErrors)
    assert [fault.line for fault in first.errors] == [4, 4]
    assert isinstance(second, InputErrors)
    assert "paths with values are needed" in str(second)
    assert isinstance(third, Entry)
    [none] = parted("active: 1/1\nvariants: []\n")
    assert isinstance(none, InputErrors)


def test_a_kind_without_names_has_none_put_in() -> None:
    [one] = parted("kind: samurai_test\nskill: 6\nvariants: {calm: {modifier: 1}}\n")
    assert isinstance(one, Entry)
    assert document_from(one.data, one.place).data["modifier"] == 1


# ---- fields that say one thing in two ways


@pytest.mark.parametrize(
    ("kind", "data", "path", "value", "expected"),
    [
        ("melee", {"active": "2/2"}, "active.split", "3/1", {"active": {"split": "3/1"}}),
        (
            "splits",
            {"active": {"melee_pool": 4, "boosts": 1, "wounds": 5}},
            "active.pool",
            3,
            {"active": {"wounds": 5, "pool": 3}},
        ),
        ("splits", {"active": {"pool": 4}}, "active.split", "1/1", {"active": {"split": "1/1"}}),
        (
            "ranged",
            {"shooter": {"ranged_pool": 2, "boosts": 1}},
            "shooter.dice",
            3,
            {"shooter": {"dice": 3}},
        ),
        ("ranged", {"distance": 5, "bands": "4/8/12"}, "range", "long", {"range": "long"}),
        ("ranged", {"range": "short"}, "bands", "4/8/12", {"bands": "4/8/12"}),
        ("ranged", {"range": "short"}, "distance", 5, {"distance": 5}),
        ("ranged", {"range": "short"}, "range", None, {}),
        (
            "splits",
            {"active": {"pool": 4, "split": "1/1"}},
            "active.melee_pool",
            4,
            {"active": {"melee_pool": 4}},
        ),
    ],
)
def test_a_field_takes_the_place_of_those_that_say_it_otherwise(
    kind: str, data: dict[str, Any], path: str, value: Any, expected: dict[str, Any]
) -> None:
    assert changed(data, [change(path, value, kind)], kind) == expected


def test_flags_do_so_too() -> None:
    answer = call("melee", "A: 2/2", "1/1", "--active-split", "3/1", "--json")
    assert answer.json["input"]["active"]["attack"] == 3
    both = ("--active-split", "3/1", "--active-attack", "2", "--active-defence", "2")
    assert "contradicts" in refusal("melee", "A: 2/2", "1/1", *both)


def test_a_mapping_changes_what_it_names_and_leaves_the_rest() -> None:
    text = """\
name: the duel
active: "Goro: 3/0, wounds 6, Strong"
opponent: "Farmer: 1/1, Tough 1"
variants:
  nested: {active: {special: Combo Attack, traits: {Strong: ~, Brutal: 1}}, opponent: {split: 2/0}}
  dotted: {active.special: Combo Attack, active.traits.Strong: ~, active.traits.Brutal: 1,
    opponent.split: 2/0}
  replaced: {active: "Hotaru: 1/1"}
  wrong: {active: {specal: Combo Attack}}
"""
    nested, dotted, replaced, wrong = [e for item in read(io.StringIO(text)) for e in entries(item)]
    assert isinstance(nested, Entry)
    assert isinstance(dotted, Entry)
    assert {**nested.data, "name": ""} == {**dotted.data, "name": ""}
    assert nested.data["name"] == "the duel: nested"
    assert nested.data["active"]["wounds"] == 6
    assert isinstance(replaced, Entry)
    assert replaced.data["active"] == "Hotaru: 1/1"
    assert isinstance(wrong, InputErrors)
    [fault] = wrong.errors
    assert (fault.line, fault.path) == (9, "variants.wrong.active.specal")
    assert fault.suggestion == 'did you mean "active.special"?'


def test_a_list_takes_a_value_as_the_only_one_in_it() -> None:
    assert values("active.states=none,prone") == [None, ["prone"]]
    assert values("active.traits=Strong") == [["Strong"]]


def test_a_range_with_a_dash_suggests() -> None:
    with pytest.raises(InputError, match=r'did you mean "0\.\.4"'):
        values("opponent.traits.Armour=0-4")


@pytest.mark.parametrize("word", ["on", "Yes", "true", True])
def test_switches_are_read_alike_in_variants_and_after_set(word: Any) -> None:
    assert put("active.states.stunned", word)["active"]["states"][-1] == "stunned"
    assert put("opponent.traits.Kata", word)["opponent"]["traits"][-1] == "Kata"
    assert put("end_phase", word)["end_phase"] is True


@pytest.mark.parametrize("word", ["off", "No", "false", False, None])
def test_what_is_switched_off_is_taken_away(word: Any) -> None:
    assert put("active.states.prone", word)["active"]["states"] == []
    assert put("opponent.traits.Tough", word)["opponent"]["traits"] == ["Armour (2)"]


def test_a_text_that_is_no_switch_stays_a_text() -> None:
    assert put("active.name", "on")["active"]["name"] == "on"
