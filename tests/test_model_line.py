"""Model lines: the shortest way to write a model means what the long way means."""

from __future__ import annotations

import re
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

import bushido_odds as bo
from bushido_odds.documents.fields import COMBATANT, SIZES
from bushido_odds.documents.line_items import MAX_LENGTH, items
from bushido_odds.documents.load import document_from
from bushido_odds.documents.model_line import looks_like_model_line, parse_model_line
from bushido_odds.errors import BushidoOddsError
from bushido_odds.rules.specials import SPECIALS
from bushido_odds.rules.states import STATES
from bushido_odds.rules.traits import TRAITS
from command import call


def said(line: str) -> dict[str, Any]:
    """What a line says besides its dice."""
    return {k: v for k, v in parse_model_line(line).items() if k not in ("attack", "defence")}


def message(line: str, rolled: bool = False) -> str:
    with pytest.raises(BushidoOddsError) as raised:
        parse_model_line(line, rolled)
    return str(raised.value)


@pytest.mark.parametrize(
    ("line", "name", "attack", "defence"),
    [
        ("Hotaru: 3/0, wounds 6", "Hotaru", 3, 0),
        ("3/0", None, 3, 0),
        ("  12 / 0  ", None, 12, 0),
        ("Kato, the Puppet Master: 2/1", "Kato, the Puppet Master", 2, 1),
        ("Hana:the Grace: 2/1", "Hana:the Grace", 2, 1),
        ("Mizuko & Shogo-Ryu 1/2: 2/1", "Mizuko & Shogo-Ryu 1/2", 2, 1),
        ("[bold]Aya[/bold]: 2/1", "[bold]Aya[/bold]", 2, 1),
        ("月: 2/1", "月", 2, 1),
        ("Master   Po : 2/1", "Master Po", 2, 1),
    ],
)
def test_name_and_dice(line: str, name: str | None, attack: int, defence: int) -> None:
    expected = {"attack": attack, "defence": defence} | ({"name": name} if name else {})
    assert parse_model_line(line.partition(", wounds")[0]) == expected
    assert looks_like_model_line(line, "melee")


@pytest.mark.parametrize(
    ("item", "fields"),
    [
        ("wounds 6", {"wounds": 6}),
        ("wound: 1", {"wounds": 1}),
        ("Wounds=4", {"wounds": 4}),
        ("max wounds 8", {"max_wounds": 8}),
        ("strength +1", {"strength": 1}),
        ("strength-2", {"strength": -2}),
        ("melee pool 4", {"melee_pool": 4}),
        ("split 2/1", {"split": "2/1"}),
        ("boosts 1", {"boosts": 1}),
        ("assisting 2", {"assisting": 2}),
        ("coordinated 1", {"coordinated": 1}),
        ("split attacks 1", {"split_attacks": 1}),
        ("counters 1", {"counters": 1}),
        ("engaged", {"engaged": True}),
        ("UNSEEN", {"unseen": True}),
        ("tiny", {"size": "tiny"}),
        ("size large", {"size": "large"}),
        ("behind Large", {"behind": "large"}),
        ("behind edge", {"behind": "edge"}),
        ("prowess priority attack", {"prowess_priority": "attack"}),
        ("priority defence", {"prowess_priority": "defence"}),
        ("keyword Prefecture", {"keywords": ["Prefecture"]}),
        ("keywords Drunken Master", {"keywords": ["Drunken Master"]}),
        ("prone", {"states": ["prone"]}),
        ("Death Sentence", {"states": ["death sentence"]}),
        ("Tough (1)", {"traits": ["Tough (1)"]}),
        ("Tough 1", {"traits": ["Tough (1)"]}),
        ("Prowess [Melee] (1)", {"traits": ["Prowess [Melee] (1)"]}),
        ("Prowess [Melee]:(1)", {"traits": ["Prowess [Melee] (1)"]}),
        ("Immune [Bleed, Blind]", {"traits": ["Immune [Bleed, Blind]"]}),
        ("Last Stand", {"traits": ["Last Stand"]}),
        ("Split Attack", {"traits": ["Split Attack"]}),  # a trait, not the field ``split``
        ("Co-ordinated Attack [Wolf]", {"traits": ["Co-ordinated Attack [Wolf]"]}),
        ("Combo Attack", {"special": "Combo Attack"}),
        ("Combo Attack (1)", {"special": "Combo Attack (1)"}),
        ("Push Defense (0)", {"special": "Push Defence (0)"}),
    ],
)
def test_every_kind_of_item(item: str, fields: dict[str, Any]) -> None:
    assert said(f"Aya: 2/1, {item}") == {"name": "Aya", **fields}


def test_items_add_up() -> None:
    line = 'Aya: 1/1, prone, Kata, Tough 1,, held, Bodyguard [A, B]:(2"), keyword X, keyword Y,'
    assert said(line) == {
        "name": "Aya",
        "states": ["prone", "held"],
        "traits": ["Kata", "Tough (1)", 'Bodyguard [A, B] (2")'],
        "keywords": ["X", "Y"],
    }


def test_every_word_of_the_vocabulary_is_an_item() -> None:
    for name, trait in TRAITS.items():
        where = " [Melee]" if trait.needs_descriptor else ""
        read = said(f"1/1, {name}{where}")
        # A size is a field as well as a trait of the cards.
        assert list(read) == (["size"] if name.casefold() in SIZES else ["traits"])
    for name in SPECIALS:
        assert said(f"1/1, {name}") == {"special": name}
    for name in STATES:
        assert said(f"1/1, {name}") == {"states": [name]}


def test_no_field_of_the_table_is_left_out() -> None:
    """Whatever can be written in a document can be written in a line."""
    values = {
        "number": "2",
        "text": "x",
        "split": "2/1",
        "trait": "Kata",
        "special": "Combo Attack",
        "state": "held",
    }
    for field in COMBATANT:
        value = field.choices[0] if field.choices else values.get(field.kind, "")
        item = value if field.kind in ("trait", "special", "state") else f"{field.name} {value}"
        if field.name not in ("attack", "defence"):
            assert list(said(f"2/1, {item}")) == [field.name]


@pytest.mark.parametrize(
    ("line", "expected"),
    [
        (
            "",
            'no dice in ""; '
            'write ATTACK/DEFENCE first, as in\n  "Hotaru: 2/1, wounds 6, Tough (1)"',
        ),
        (
            "Hotaru",
            'no dice in "Hotaru"; '
            'write ATTACK/DEFENCE first, as in\n  "Hotaru: 2/1, wounds 6, Tough (1)"',
        ),
        (
            "Aya: [4 2]/[5]",
            'the dice of "Aya: [4 2]/[5]" are on the table; '
            "for what they come to:\n  bushido-odds resolve",
        ),
        ("Hotaru 2/1", 'a colon is missing between the name and "2/1"'),
        ("Hana:the Grace 2/1", 'a colon is missing between the name and "2/1"'),
        (
            "Hotaru: Kata, 2/1",
            '"2/1" stands too late; write it first, as in "Hotaru: 2/1"',
        ),
        ("Goro: melee pool, split 2/1", '"melee pool" has no value; write it as in "melee pool 1"'),
        ("Hotaru: 2/1 Armour 2", 'a comma is missing after "2/1"'),
        (
            "Hotaru: 2 dice",
            '"Hotaru: 2 dice" does not split its dice; write ATTACK/DEFENCE, as in "2/1"\n'
            "  bushido-odds splits finds the split for a number of dice",
        ),
        (
            "1/1, charge",
            '"charge" is no word of a model; an action is given by --action "charge", or in the '
            "document",
        ),
        (
            "1/1, Combo",
            'unknown word "Combo"; did you mean "Combo Attack"?\n  bushido-odds vocabulary combo',
        ),
        (
            "1/1, Toughh 1",
            'unknown word "Toughh 1"; did you mean "Tough"?\n  bushido-odds vocabulary tough',
        ),
        ("1/1, smal", 'unknown word "smal"; did you mean "small"?'),
        ("1/1, blurb", 'unknown word "blurb"\n  bushido-odds vocabulary lists all known words'),
        ("1/1, strength", '"strength" has no value; write it as in "strength 1"'),
        ("1/1, behind", '"behind" has no value; write it as in "behind tiny"'),
        ("1/1, split", '"split" has no value; write it as in "split 2/1"'),
        ("1/1, wounds 5, wounds 5", 'wounds is given twice ("wounds 5")'),
        ("1/1, tiny, size large", 'size is given twice ("size large")'),
        ("1/1, engaged, Engaged", 'engaged is given twice ("Engaged")'),
        ("Po: 1/1, name Aya", 'name is given twice ("name Aya")'),
        (
            "1/1, Combo Attack, Push Attack (0)",
            'a second special, "Push Attack (0)": a model uses one in an exchange',
        ),
        (
            "1/1, Tough (X)",
            'Tough needs a number in brackets, not "X"; did you mean "Tough (1)"?',
        ),
        ("1/1, Dodge 6", '"Dodge 6" is beyond the limit: Dodge 0 to 5'),
        (
            "1/1" + "," * MAX_LENGTH,
            f"a model line may have {MAX_LENGTH} characters, not {MAX_LENGTH + 3}",
        ),
    ],
)
def test_what_is_wrong_is_said(line: str, expected: str) -> None:
    assert message(line) == expected


@pytest.mark.parametrize(
    ("line", "model"),
    [
        ("Goro: melee_pool 4, split 3/1", {"name": "Goro", "melee_pool": 4, "split": "3/1"}),
        ("Goro: Melee Pool: 4, Split: 3/1", {"name": "Goro", "melee_pool": 4, "split": "3/1"}),
        ("Goro: melee pool 4, 3/1", {"name": "Goro", "melee_pool": 4, "split": "3/1"}),
        ("Goro: split 2/1, kata", {"name": "Goro", "split": "2/1", "traits": ["Kata"]}),
        ("Goro: melee pool 4, wounds 8", {"name": "Goro", "melee_pool": 4, "wounds": 8}),
        ("Kato, the Puppet Master: attack 2, defence 1",
         {"name": "Kato, the Puppet Master", "attack": 2, "defence": 1}),
        ("melee pool: 4, wounds: 8", {"melee_pool": 4, "wounds": 8}),
        ("prone, melee pool: 4", {"melee_pool": 4, "states": ["prone"]}),
        ("Split: 2/1", {"name": "Split", "attack": 2, "defence": 1}),
    ],
)  # fmt: skip
def test_the_dice_may_be_fields(line: str, model: dict[str, Any]) -> None:
    assert parse_model_line(line) == model
    assert looks_like_model_line(line, "melee")


def test_a_missing_split_is_a_fault_of_the_document() -> None:
    line, enemy = "Goro: melee pool 4, wounds 8", "Jyoto: 1/2"
    with pytest.raises(BushidoOddsError) as raised:
        document_from({"active": line, "opponent": enemy})
    assert str(raised.value) == (
        'active.split: "split" is missing: how the pool is split, as in 2/1'
    )
    swept = call("sweep", line, enemy, "--set", "active.split=4/0,3/1", "--json")
    assert [row["set"]["active.split"] for row in swept.json["rows"]] == ["4/0", "3/1"]
    given = call("melee", line, enemy, "--active-split", "3/1", "--json").json
    whole = call("melee", "Goro: melee pool 4, split 3/1, wounds 8", enemy, "--json").json
    assert given["outcome"] == whole["outcome"]


def test_dice_on_the_table() -> None:
    line = "Aya: [4 2]/[5], damage [3 5], damage 6+1, strength +1"
    assert parse_model_line(line, rolled=True) == {
        "name": "Aya",
        "attack": [4, 2],
        "defence": [5],
        "damage": [[3, 5], [6, 1]],
        "strength": 1,
    }
    assert parse_model_line("[]/[6,6,1]", rolled=True) == {"attack": [], "defence": [6, 6, 1]}
    assert message("Aya: 2/1", rolled=True) == (
        'no dice in "Aya: 2/1"; write the rolled dice first, as in\n  "Aya: [4 2]/[5]"'
    )


@given(st.lists(st.text("ab([)], ", min_size=1), max_size=6))
def test_commas_inside_brackets_part_nothing(parts: list[str]) -> None:
    found = list(items(",".join(parts)))
    assert all(part.strip() for part in found)
    assert re.sub("[, ]", "", "".join(found)) == re.sub("[, ]", "", "".join(parts))
    closed = [part for part in found if part.count("(") == part.count(")") == 0 == part.count("[")]
    assert not any("," in part for part in closed)


@given(st.text(max_size=60) | st.text("Aya: 2/1, Tough()[]wounds-prone6", max_size=60))
def test_any_text_is_read_or_refused(line: str) -> None:
    for rolled in (False, True):
        try:
            model = parse_model_line(line, rolled)
        except BushidoOddsError:
            continue
        assert {"attack", "defence", "melee_pool", "split"} & set(model)


NAMES = st.text(st.characters(exclude_characters=":/", exclude_categories=("C", "Z")), min_size=1)


@given(
    NAMES,
    st.integers(0, 4),
    st.integers(0, 4),
    st.integers(1, 99),
    st.lists(st.sampled_from(["Kata", "Tough (1)", "Prowess [Melee] (1)", "Slow"]), unique=True),
    st.lists(st.sampled_from(sorted(STATES)), unique=True, max_size=2),
    st.sampled_from([None, "Combo Attack (1)", "Sidestep Defence"]),
)
def test_a_line_and_a_mapping_mean_the_same(  # type: ignore[no-untyped-def]
    name, attack, defence, wounds, traits, states, special
) -> None:
    line = ", ".join(
        [f"{name}: {attack}/{defence}", f"wounds {wounds}", *traits, *states, special or ""]
    )
    mapping = {
        "name": name,
        "attack": attack,
        "defence": defence,
        "wounds": wounds,
        "traits": traits,
        "states": states,
        "special": special,
    }
    enemy = "Enemy: 1/1, wounds 5"
    assert (
        document_from({"active": line, "opponent": enemy}).data
        == document_from({"active": mapping, "opponent": enemy}).data
    )


def test_the_library_takes_lines() -> None:
    result = bo.melee("Hotaru: 3/0, wounds 6", "Kairai Farmer: 1/1, wounds 5, Tough (1)")
    assert (result.active.name, result.opponent.name) == ("Hotaru", "Kairai Farmer")
    assert result.opponent.wounds == 5
