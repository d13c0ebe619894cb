"""The document of a Melee Exchange: strict, with a place and a sentence for every fault."""

from __future__ import annotations

import io
import json
from typing import Any

import pytest
import yaml
from hypothesis import given, settings
from hypothesis import strategies as st

import bushido_odds as bo
from bushido_odds.documents.fields import ACTIONS, COMBATANT, MELEE, SIZES
from bushido_odds.documents.load import document_from, place_in
from bushido_odds.documents.source import Source, read
from bushido_odds.errors import BushidoOddsError, InputErrors

ENEMY = "Enemy: 1/1, wounds 5"


def faults(text: str) -> str:
    """What is said of a faulty text in a file called duel.yaml."""
    with pytest.raises(BushidoOddsError) as raised:
        list(bo.load(io.StringIO(text), name="duel.yaml"))
    return str(raised.value)


def first_faults(model: str) -> str:
    """What is said of an active model, written on line 1."""
    return faults(f"active: {model}\nopponent: {ENEMY!r}\n")


def plain(document: dict[str, Any]) -> dict[str, Any]:
    """A result as plain data, exactly."""
    return bo.solve(document).to_dict(exact=True)


# --- faults ---------------------------------------------------------------------------------------

DICE = "attack: 2, defence: 1"


@pytest.mark.parametrize(
    ("model", "path", "message"),
    [
        # not a model
        ("5", "", "keys and values, or a model line, are needed, not 5"),
        ("[1, 2]", "", "keys and values, or a model line, are needed, not a list"),
        ("", "", "keys and values, or a model line, are needed, not nothing"),
        ("Hotaru", "", 'no dice in "Hotaru"; write ATTACK/DEFENCE first, as in\n  '
         '"Hotaru: 2/1, wounds 6, Tough (1)"'),
        ("2/1, Toughh 1", "", 'unknown word "Toughh 1"; did you mean "Tough"?\n  '
         "bushido-odds vocabulary tough"),
        ("13/1", ".attack", "13 is beyond the limit: 0 to 12"),
        ("1/1, wounds many", ".wounds", 'a whole number is needed, not "many"'),
        # keys
        ("{attack: 2}", ".defence", '"defence" is missing; give attack and defence, or '
         "melee_pool and split"),
        ("{melee_pool: 3, attack: 2}", ".split", '"split" is missing: how the pool is split, as in '
         "2/1"),
        (f"{{{DICE}, wound: 3}}", ".wound", 'unknown key "wound"; did you mean "wounds"?'),
        (f"{{{DICE}, 'a b': 3}}", '["a b"]', 'unknown key "a b"; known: '
         + ", ".join(field.name for field in COMBATANT)),
        ("{attack: 2, attack: 3, defence: 1}", ".attack", 'the key "attack" is given twice, first '
         "on line 1"),
        (f"{{{DICE}, 5: 3}}", "", "a key must be text\n  put it in quotation marks"),
        (f"&a {{{DICE}}}", "", "anchors (&) and aliases (*) are not accepted\n  text that starts "
         'with "&" needs quotation marks'),
        # types: nothing is converted
        ("{attack: '2', defence: 1}", ".attack", 'a whole number is needed, not "2"'),
        ("{attack: 2.0, defence: 1}", ".attack", "a whole number is needed, not 2.0"),
        ("{attack: true, defence: 1}", ".attack", "a whole number is needed, not true"),
        (f"{{{DICE}, wounds: 08}}", ".wounds", 'a whole number is needed, not "08"'),
        (f"{{{DICE}, name: 5}}", ".name", "a text is needed, not 5"),
        (f"{{{DICE}, traits: Kata}}", ".traits", "a list is needed, as in [Kata]"),
        (f"{{{DICE}, traits: 'Tough (1), Immune [Bleed, Fire]'}}", ".traits", "a list is needed, "
         'as in [Tough (1), "Immune [Bleed, Fire]"]'),
        (f"{{{DICE}, states: ''}}", ".states", 'a list is needed, not ""'),
        (f"{{{DICE}, states: 5}}", ".states", "a list is needed, not 5"),
        (f"{{{DICE}, states: {{prone: true}}}}", ".states", "a list is needed, not keys and "
         "values"),
        (f"{{{DICE}, traits: [5]}}", ".traits[0]", "a text is needed, not 5"),
        (f"{{{DICE}, special: [Combo Attack, Push Attack]}}", ".special", "a text is needed, not a "
         "list"),
        (f"{{{DICE}, engaged: yes}}", ".engaged", 'true or false is needed, not "yes"'),
        (f"{{{DICE}, unseen: 1}}", ".unseen", "true or false is needed, not 1"),
        # limits
        ("{attack: -1, defence: 1}", ".attack", "-1 is beyond the limit: 0 to 12"),
        ("{attack: 2, defence: 13}", ".defence", "13 is beyond the limit: 0 to 12"),
        (f"{{attack: {10**30}, defence: 1}}", ".attack", "a huge number is beyond the limit: "
         "0 to 12"),
        (f"{{{DICE}, wounds: 0}}", ".wounds", "0 is beyond the limit: 1 to 99"),
        (f"{{{DICE}, wounds: 100}}", ".wounds", "100 is beyond the limit: 1 to 99"),
        (f"{{{DICE}, strength: -21}}", ".strength", "-21 is beyond the limit: -20 to 20"),
        (f"{{{DICE}, counters: 10}}", ".counters", "10 is beyond the limit: 0 to 9"),
        (f"{{{DICE}, name: {'x' * 201}}}", ".name", "at most 200 characters, please"),
        (f"{{{DICE}, traits: [{'Kata,' * 65}]}}", ".traits", "at most 64 items, please"),
        # words
        (f"{{{DICE}, traits: [Kata, 'Prowes [Melee] (1)']}}", ".traits[1]", "unknown trait "
         '"Prowes [Melee] (1)"; did you mean "Prowess [Melee]"?\n  bushido-odds vocabulary '
         "prowess"),
        (f"{{{DICE}, traits: ['Dodge (6)']}}", ".traits[0]", '"Dodge (6)" is beyond the limit: '
         "Dodge 0 to 5"),
        (f"{{{DICE}, special: Comb Attack}}", ".special", 'unknown special "Comb Attack"; did '
         'you mean "Combo Attack"?\n  bushido-odds vocabulary combo'),
        (f"{{{DICE}, states: [held, pron]}}", ".states[1]", 'unknown state "pron"; did you mean '
         '"prone"?\n  bushido-odds vocabulary prone'),
        (f"{{{DICE}, size: larg}}", ".size", '"larg" is none of: tiny, small, medium, large, huge'
         '; did you mean "large"?'),
        (f"{{{DICE}, behind: cliff}}", ".behind", '"cliff" is none of: tiny, small, medium, large, '
         "huge, terrain, edge"),
        (f"{{{DICE}, prowess_priority: first}}", ".prowess_priority", '"first" is none of: '
         "balanced, attack, defence"),
        # dice
        ("{attack: [4, 2], defence: 1}", ".attack", "the number of dice is needed here; dice on "
         "the table go to; bushido-odds resolve"),
        ("'[4 2]/[1]'", "", 'the dice of "[4 2]/[1]" are on the table; for what they come to:\n  '
         "bushido-odds resolve"),
        ("{melee_pool: 4}", ".split", '"split" is missing: how the pool is split, as in 2/1'),
        ("{melee_pool: 4, split: x}", ".split", "a split is written ATTACK/DEFENCE, as in "
         '"2/1", not "x"'),
        ("{melee_pool: 4, split: [1, 2, 1]}", ".split", "a split has two numbers: Attack and "
         "Defence"),
        ("{melee_pool: 4, split: [13, 1]}", ".split[0]", "13 is beyond the limit: 0 to 12"),
        ("{melee_pool: 4, split: 3/1, attack: 2, defence: 2}", ".split", "contradicts attack and "
         "defence"),
        (f"{{{DICE}, split: 3/1}}", ".split", "contradicts attack and defence"),
        (f"{{{DICE}, boosts: 1}}", ".boosts", "changes a melee_pool, and none is given"),
        (f"{{{DICE}, assisting: 1}}", ".assisting", "changes a melee_pool, and none is given"),
        (f"{{{DICE}, coordinated: 1}}", ".coordinated", "changes a melee_pool, and none is given"),
        (f"{{{DICE}, split_attacks: 1}}", ".split_attacks", "changes a melee_pool, and none is "
         "given"),
        # fields together
        (f"{{{DICE}, wounds: 6, max_wounds: 5}}", ".max_wounds", "5 is fewer than the 6 wounds "
         "left"),
        (f"{{{DICE}, counters: 2, states: [exhausted]}}", ".counters", "a model with Activation "
         "Counters is not Exhausted"),
    ],
)  # fmt: skip
def test_every_fault_of_a_model_has_its_place(model: str, path: str, message: str) -> None:
    assert first_faults(model) == f"duel.yaml:1: active{path}: {message}"


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("active: 1/1", '1: opponent: "opponent" is missing'),
        ("active: 1/1\n\nopponnent: 1/1\nopponent: 1/1",
         '3: opponnent: unknown key "opponnent"; did you mean "opponent"?'),
        ("active: 1/1\nopponent: 1/1\naction: charg",
         '3: action: "charg" is none of: melee, charge, disengage, stand up; '
         'did you mean "charge"?'),
        ("active: 1/1\nopponent: 1/1\ninitiative: both",
         '3: initiative: "both" is none of: auto, active, opponent'),
        ("active: 1/1\nopponent: 1/1\nend_phase: no",
         '3: end_phase: true or false is needed, not "no"'),
        ("active: 1/1\nopponent: 1/1\nname: [x]", "3: name: a text is needed, not a list"),
        ("active: 1/1\nopponent: 1/1\nkind: mele",
         '3: kind: unknown kind "mele"; did you mean "melee"?'),
        ("active: 1/1\nopponent: 1/1\nkind: duel",
         '3: kind: unknown kind "duel"; known: melee'),
        ("active: 1/1\nopponent: 1/1\nkind: ranged",
         '3: kind: "ranged" is not the kind of document wanted here: melee'),
        ("active: 1/1\nopponent: 1/1\nassumed: [x]",
         '3: assumed[0]: "x" is none of: active.wounds, opponent.wounds'),
        ("- 1/1", "1: this is a list, not a document; give documents one a line (JSON Lines), or "
         "as YAML with --- between them\n  jq -c '.[]' writes the items of a list one a line"),
        ("just text", "1: keys and values are needed: active, opponent ..."),
        ("active:\n  attack: 1\n  defence: 1\n  traits:\n  - Kata\n  - Tugh\nopponent: 1/1",
         '6: active.traits[1]: unknown trait "Tugh"; did you mean "Tough"?\n  '
         "bushido-odds vocabulary tough"),
        ('{"active": "1/1",\n"opponent": {"attack": 1,\n"defence": "2"}}',
         '3: opponent.defence: a whole number is needed, not "2"'),
    ],
)  # fmt: skip
def test_every_fault_of_a_document_has_its_place(text: str, message: str) -> None:
    [source] = read(io.StringIO(text), name="duel.yaml")
    assert isinstance(source, Source)
    with pytest.raises(BushidoOddsError) as raised:
        document_from(source.data, place_in(source), kind="melee")
    assert str(raised.value) == f"duel.yaml:{message}"


def test_all_faults_are_told_at_once_in_the_order_of_the_file() -> None:
    text = "opponent: {attack: x, defence: 1}\naction: run\nactive: {attack: 1, defence: -1}\n"
    assert [line.split(": ")[:2] for line in faults(text).splitlines()] == [
        ["duel.yaml:1", "opponent.attack"],
        ["duel.yaml:2", "action"],
        ["duel.yaml:3", "active.defence"],
    ]


def test_faults_in_a_mapping_have_a_path_and_no_file() -> None:
    with pytest.raises(InputErrors) as raised:
        bo.melee("1/1", {"attack": 1, "defence": 1, "traits": ["Tuff"]})
    [fault] = raised.value.errors
    assert (fault.file, fault.line, fault.path) == (None, None, "opponent.traits[0]")


def test_what_a_fault_repeats_cannot_steer_a_terminal() -> None:
    said = first_faults('{attack: 1, defence: 1, special: "\\e[31mred\\e]0;x\\a\\u202e"}')
    assert said == 'duel.yaml:1: active.special: unknown special "red"'


def test_a_long_run_of_spaces_is_refused_at_once() -> None:
    """Reading notation took time with the fourth power of the spaces in it."""
    assert 'unknown trait "a }"' in first_faults(f"{{{DICE}, traits: ['a{' ' * 190}}}']}}")


def test_a_later_document_is_not_hidden_by_an_earlier_one() -> None:
    text = f"active: 1/1\nopponent: 1/1\n---\nactive: 1/1\nopponent: {{{DICE}, wounds: 0}}\n"
    assert faults(text) == "duel.yaml:5: opponent.wounds: 0 is beyond the limit: 1 to 99"


# --- what is left out and what is said alike ------------------------------------------------------


def test_the_shortest_document_is_filled_in() -> None:
    data = document_from({"active": "2/1", "opponent": "1/1"}).data
    assert data["kind"] == "melee"
    for field in MELEE:
        assert data[field.name] == field.default
    for side, dice in (("active", (2, 1)), ("opponent", (1, 1))):
        assert data[side]["name"] == side.title()
        assert (data[side]["attack"], data[side]["defence"]) == dice
        assert (data[side]["wounds"], data[side]["max_wounds"], data[side]["counters"]) == (6, 6, 2)
        assert [field.name for field in COMBATANT] == list(data[side])
    notes = bo.solve({"active": "2/1", "opponent": ENEMY}).notes
    assert notes == ("Active: wounds not given, 6 assumed",)


@pytest.mark.parametrize(
    ("written", "field", "value"),
    [
        ({"action": "Stand_Up"}, "action", "stand up"),
        ({"action": "CHARGE"}, "action", "charge"),
        ({"initiative": "Opponent"}, "initiative", "opponent"),
    ],
)
def test_case_does_not_matter(written: dict[str, str], field: str, value: str) -> None:
    assert document_from({"active": "1/1", "opponent": "1/1", **written}).data[field] == value


@pytest.mark.parametrize(
    ("written", "stored"),
    [
        ({"traits": ["prowess[melee]:(1)"]}, {"traits": ["Prowess [Melee] (1)"]}),
        ({"traits": ["BRUTAL"]}, {"traits": ["Brutal (1)"]}),
        ({"special": "push defense (0)"}, {"special": "Push Defence (0)"}),
        ({"states": ["On Fire", "Immobilized"]}, {"states": ["on fire", "immobilised"]}),
        ({"behind": {"size": "Large"}}, {"behind": "large"}),
        ({"size": "HUGE"}, {"size": "huge"}),
        ({"split": "2/1", "attack": None, "defence": None, "melee_pool": 3}, {"split": [2, 1]}),
        ({"melee_pool": 3}, {"split": [2, 1], "attack": 2, "defence": 1}),
        ({"wounds": 4}, {"max_wounds": 4}),
        ({"states": ["exhausted"]}, {"counters": 0}),
        ({"counters": 0}, {"states": ["exhausted"]}),
        ({"name": " Po\t\x1b[1mthe\n Elder "}, {"name": "Po the Elder"}),
        ({"name": ""}, {"name": "Active"}),
    ],
)  # fmt: skip
def test_words_are_stored_as_the_registries_spell_them(
    written: dict[str, Any], stored: dict[str, Any]
) -> None:
    model = {"attack": 2, "defence": 1, **written}
    data = document_from({"active": model, "opponent": ENEMY}).data["active"]
    assert {name: data[name] for name in stored} == stored


FULL = {
    "kind": "melee",
    "name": "Hotaru takes on a Kairai Farmer",
    "action": "charge",
    "initiative": "auto",
    "rerolls": "expected",
    "active": {
        "name": "Hotaru",
        "attack": 3,
        "defence": 0,
        "wounds": 6,
        "strength": 1,
        "traits": ["Kata", "Prowess [Melee] (1)"],
        "special": "Combo Attack",
        "states": ["stunned"],
        "size": "small",
        "engaged": True,
        "unseen": True,
        "prowess_priority": "attack",
    },
    "opponent": {
        "name": "Kairai Farmer",
        "attack": 1,
        "defence": 1,
        "wounds": 5,
        "traits": ["Tough (1)"],
    },
}


def test_yaml_json_lines_and_mappings_mean_the_same() -> None:
    lines = {
        **FULL,
        "active": "Hotaru: 3/0, wounds 6, strength +1, Kata, Prowess [Melee] 1, Combo Attack, "
        "stunned, small, engaged, unseen, priority attack",
        "opponent": "Kairai Farmer: 1/1, wounds 5, Tough",
    }
    texts = [
        json.dumps(FULL),
        json.dumps(FULL, indent=2),
        yaml.safe_dump(FULL),
        yaml.safe_dump(FULL, default_flow_style=True),
        yaml.safe_dump(lines),
        json.dumps(lines),
    ]
    results = [bo.solve(next(bo.load(io.StringIO(text)))) for text in texts]
    results += [bo.solve(FULL), bo.solve(lines)]
    results.append(
        bo.melee(lines["active"], FULL["opponent"], name=FULL["name"], action="charge")  # type: ignore[arg-type]
    )
    assert all(result.to_dict() == results[0].to_dict() for result in results)


# --- names ----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "name",
    [
        "Kato, the Puppet Master",
        "[bold]Aya[/bold]",
        "幽霊",
        "Daishō",
        "a|b*c_",
        "=1+1",
        "0",
        "null",
    ],
)
def test_names_are_kept_as_they_are(name: str) -> None:
    result = bo.solve({"active": {"name": name, "attack": 1, "defence": 0}, "opponent": ENEMY})
    assert result.active.name == name
    assert result.to_dict()["active"]["name"] == name


@given(st.text(max_size=30))
def test_no_name_can_steer_a_terminal(name: str) -> None:
    data = document_from(
        {"active": {"name": name, "attack": 1, "defence": 0}, "opponent": ENEMY}
    ).data
    kept = data["active"]["name"]
    assert kept.isprintable() or not any(c < " " or "\x7f" <= c < "\xa0" for c in kept)
    again = {"active": {"name": kept, "attack": 1, "defence": 0}, "opponent": ENEMY}
    assert document_from(again).data["active"]["name"] == kept


# --- notes and what cannot touch the exchange -----------------------------------------------------


@pytest.mark.parametrize(
    ("active", "opponent", "fields", "note"),
    [
        ("A: 0/2, Combo Attack", ENEMY, {}, "A: Combo Attack never triggers without Attack dice"),
        ("A: 2/0, Push Defence", ENEMY, {}, "A: Push Defence never triggers without Defence dice"),
        ("A: 2/1, prone, Combo Attack", ENEMY, {}, "A: Combo Attack may not be used while Prone"),
        ("A: 2/1, immobilised, Push Defence", ENEMY, {}, "A: Push Defence may not be used while "
         "Immobilised"),
        ("A: 2/1, engaged, Reach", ENEMY, {}, "A: Reach is not eligible (it began in base contact "
         "with an enemy)"),
        ("A: 2/1", ENEMY, {"action": "stand up"}, "A: a Stand Up is for a Prone model"),
        ("A: 2/1", ENEMY, {"action": "charge"}, "A: +2 on its first Damage Roll of the exchange "
         "(Charge)"),
        ("A: 2/1", ENEMY, {"action": "disengage"}, "A: 2/1 breaks Disengage: at least as many dice "
         "in Defence as in Attack"),
        ("A: 1/2, Aggressive", ENEMY, {}, "A: 1/2 breaks Aggressive: at least as many dice in "
         "Attack as in Defence"),
        ("A: 2/1, held", ENEMY, {}, "A: 2/1 breaks Defensive: at least as many dice in Defence as "
         "in Attack"),
        ("A: 2/1, Sweep Attack", f"{ENEMY}, Tough 1", {}, "Half damage is taken after Tough and "
         "before Durable"),
        ("A: 2/1", f"{ENEMY}, Tough -1", {}, "A negative Tough adds wounds only to a Damage Roll "
         "that gave one"),
        ("A: 2/1, Unblockable 1", ENEMY, {}, "Dice taken away by Unblockable or Impenetrable "
         "Defence do not count in ties"),
        ("A: 2/1, Prowess [Melee] 1", ENEMY, {}, "A: Prowess [Melee] raises the sum of both "
         "expected results"),
        ("A: 2/0, Prowess [Melee] 1, Prowess [Attack] 1", ENEMY, {}, "A: Prowess [Melee] replaces "
         "Prowess [Attack] and [Defence]"),
        ("A: 2/1, Prowess [Melee] 1", f"{ENEMY}, Dodge 1", {}, "Dodge and Feint look at each pool "
         "alone, also against shared Prowess"),
    ],
)  # fmt: skip
def test_what_a_reader_should_know_is_noted(
    active: str, opponent: str, fields: dict[str, str], note: str
) -> None:
    assert note in document_from({"active": active, "opponent": opponent, **fields}).notes


@pytest.mark.parametrize("traits", ["Kata", "Reach", "Tough 1", "Sweep Attack", "Push Defence"])
def test_what_needs_no_note_has_none(traits: str) -> None:
    assert document_from({"active": f"A: 2/1, wounds 6, {traits}", "opponent": ENEMY}).notes == ()


def test_traits_that_cannot_touch_the_exchange_are_listed() -> None:
    active = 'A: 1/1, Kata, Fear (6), Camouflage (4"), Vengeance [Wolf], Ranged Defence 2'
    opponent = "B: 1/1, Tough 1, Charging Bonus [+1 Melee Pool], Oni Rage, Slow"
    assert bo.melee(active, opponent).ignored_traits == {
        "active": ("Fear (6)", 'Camouflage (4")', "Vengeance [Wolf]", "Ranged Defence (2)"),
        "opponent": ("Charging Bonus [+1 Melee Pool]", "Oni Rage"),
    }


# --- the input of a result, fed back --------------------------------------------------------------

TRAITS = [
    "Kata", "Tough (1)", "Armour (3)", "Prowess [Melee] (1)", "Feint (1)", "Dodge (1)", "Reach",
    "Last Stand", "Rise (4)", "Poison (2/1)", "Fear (6)", "Vengeance [Prefecture]", "Assassin",
    "Charging Bonus [Sharp (2)]", "Immune [Prone]", "Slow", "Aggressive",
]  # fmt: skip

MODELS = st.fixed_dictionaries(
    {"attack": st.integers(0, 2), "defence": st.integers(0, 2)},
    optional={
        "name": st.text(max_size=8),
        "wounds": st.integers(1, 8),
        "strength": st.integers(-3, 4),
        "traits": st.lists(st.sampled_from(TRAITS), max_size=3),
        "special": st.sampled_from(["Combo Attack (1)", "Sweep Attack", "Counterstrike Defence"]),
        "states": st.lists(
            st.sampled_from(["prone", "held", "surprised", "exhausted"]), max_size=2
        ),
        "keywords": st.lists(st.sampled_from(["Prefecture", "Wolf"]), max_size=2),
        "size": st.sampled_from(SIZES),
        "behind": st.sampled_from([*SIZES, "terrain", "edge"]),
        "engaged": st.booleans(),
        "unseen": st.booleans(),
        "prowess_priority": st.sampled_from(["balanced", "attack", "defence"]),
    },
)
DOCUMENTS = st.fixed_dictionaries(
    {"active": MODELS, "opponent": MODELS},
    optional={
        "name": st.none() | st.text(max_size=8),
        "action": st.sampled_from(ACTIONS),
        "initiative": st.sampled_from(["auto", "active", "opponent"]),
        "end_phase": st.booleans(),
    },
)


@settings(deadline=None, max_examples=60)
@given(DOCUMENTS)
def test_the_input_of_a_result_gives_the_same_result(document: dict[str, Any]) -> None:
    result = plain(document)
    assert plain(result["input"]) == result
    [written] = bo.load(io.StringIO(json.dumps(result["input"])))
    assert bo.solve(written).to_dict(exact=True) == result


def test_the_input_of_a_worked_out_pool_gives_the_same_result() -> None:
    model = {
        "melee_pool": 4, "split": "1/1", "boosts": 1, "assisting": 2,
        "traits": ["Indomitable (1)"], "special": "Combo Attack (1)", "states": ["stunned"],
        "max_wounds": 9,
    }  # fmt: skip
    result = plain({"active": model, "opponent": ENEMY})
    assert result["active"]["pool"]["total"] == 4 + 1 - 1 - 1 - 1
    assert plain(result["input"]) == result


def test_wounds_given_later_are_no_longer_assumed() -> None:
    again = plain({"active": "2/1", "opponent": ENEMY})["input"]
    assert again["assumed"] == ["active.wounds"]
    again["active"].update(wounds=4, max_wounds=4)
    assert plain(again)["notes"] == []
