"""Whole exchanges, figure by figure, against the oracle: every fraction of the result is equal.

Rules: https://jwarref.netlify.app/Rulebook/Melee-Exchange,
https://jwarref.netlify.app/Rulebook/Special-Abilities, https://jwarref.netlify.app/Rulebook/Traits
and https://jwarref.netlify.app/Rulebook/Model-States.
"""

from __future__ import annotations

from itertools import product
from typing import Any

import pytest
from hypothesis import given, settings

import bushido_odds as bo
from bushido_odds.rules.notation import parse_trait
from bushido_odds.rules.specials import SPECIALS
from bushido_odds.rules.states import STATES
from bushido_odds.rules.traits import TRAITS
from helpers import (
    Document,
    assert_agrees,
    assert_same_dice,
    differences,
    documents,
    duel,
    figures,
    model,
)

SPLITS = list(product(range(3), repeat=2))
"""Every way to have up to 2 dice in Attack and up to 2 in Defence."""


# ---- dice


@pytest.mark.parametrize("split", SPLITS, ids=lambda split: "{}-{}".format(*split))
def test_every_split_of_plain_dice(split: tuple[int, int]) -> None:
    for other in SPLITS:
        assert_agrees(duel(model(*split, wounds=2), model(*other, wounds=3)))


PROWESS = (
    [],
    ["Prowess [Attack] (1)"],
    ["Prowess [Defence] (1)"],
    ["Prowess [Attack] (1)", "Prowess [Defence] (1)"],
    ["Prowess [Melee] (1)"],
)


@pytest.mark.parametrize("own", PROWESS, ids=lambda words: "+".join(words) or "none")
def test_every_reroll_of_every_split(own: list[str]) -> None:
    """The dice of one model, first and second: any Prowess against any Dodge and Feint."""
    for split, dodge, feint in product(SPLITS, (0, 1), (0, 1)):
        enemy = model(1, 1, f"Dodge ({dodge})", f"Feint ({feint})")
        assert_same_dice(duel(model(*split, *own), enemy))


REROLLS = ([], ["Dodge (1)"], ["Feint (1)"], *PROWESS[1:3], PROWESS[4])


@pytest.mark.parametrize("theirs", REROLLS, ids=lambda words: "+".join(words) or "none")
@pytest.mark.parametrize("own", REROLLS, ids=lambda words: "+".join(words) or "none")
def test_rerolls_on_both_sides(own: list[str], theirs: list[str]) -> None:
    """Each pair of traits meets some pairs of splits; all pairs together meet them all."""
    offset = REROLLS.index(own) + 4 * REROLLS.index(theirs)
    for place, (split, other) in enumerate(product(SPLITS, SPLITS)):
        if (place + offset) % 18 == 0:
            first = "active" if place % 4 < 2 else "opponent"
            active, opponent = model(*split, *own, wounds=2), model(*other, *theirs, wounds=2)
            assert_agrees(duel(active, opponent, initiative=first))


# ---- traits

CASES: list[tuple[str, Document, Document]] = [
    ("Adept [Melee] (1)", {"attack": 4, "defence": 0}, {}),
    ("Adept [Attack] (2)", {"attack": 4, "defence": 0}, {}),
    ("Adept [Defence] (1)", {"attack": 0, "defence": 4}, {"attack": 2}),
    ("Agile", {}, {"special": "Grapple Attack"}),
    ("Armour (2)", {}, {}),
    ("Armour (2)", {}, {"special": "Counterstrike Defence", "defence": 2}),
    ("Armour (-1)", {}, {}),
    ("Assassin", {"unseen": True}, {}),
    ("Assassin", {"special": "Critical Attack"}, {"states": ["surprised"]}),
    ("Bleed (2/1)", {}, {}),
    ("Bleed (1/1)", {"special": "Combo Attack"}, {"wounds": 2}),
    ("Brutal (1)", {}, {}),
    ("Brutal (-1)", {}, {}),
    ("Chain Weapon (1)", {}, {"traits": ["Parry (2)"]}),
    ("Chain Weapon (3)", {}, {"traits": ["Parry (2)"]}),
    ("Dodge (1)", {}, {"attack": 2}),
    ("Dodge (2)", {}, {"attack": 2}),
    ("Durable", {}, {}),
    ("Durable [Melee]", {}, {"special": "Slam Attack"}),
    ("Entangling", {}, {}),
    ("Entangling", {"special": "Slam Attack"}, {}),
    ("Feint (1)", {}, {"defence": 2}),
    ("Feint (2)", {}, {"defence": 2}),
    ("Fire (1/2)", {}, {}),
    ("Immovable", {}, {"special": "Slam Attack"}),
    ("Immovable", {}, {"special": "Push Defence"}),
    ("Immovable", {}, {"special": "Drag Attack"}),
    ("Immovable", {}, {"special": "Forceback Defence"}),
    ("Immune [Bleeding]", {}, {"traits": ["Bleed (1/1)"]}),
    ("Immune [Fire]", {}, {"traits": ["Fire (1/1)"]}),
    ("Immune [Held]", {}, {"special": "Grapple Attack"}),
    ("Immune [Immobilised]", {}, {"traits": ["Entangling"]}),
    ("Immune [Poison]", {}, {"traits": ["Poison (1/1)"]}),
    ("Immune [Prone]", {}, {"special": "Sweep Attack"}),
    ("Immune [Prone]", {}, {"special": "Throw Defence"}),
    ("Immune [Stunned]", {}, {"special": "Stun Attack"}),
    ("Impenetrable Defence", {}, {"attack": 2}),
    ("Insignificant", {}, {"special": "Ivory Prison Attack"}),
    ("Intangible", {}, {"special": "Grapple Defence"}),
    ("Intangible", {}, {"traits": ["Entangling"]}),
    ("Kata", {}, {}),
    ("Last Stand", {"wounds": 1}, {}),
    ("Lightning Reflexes", {}, {}),
    ("Parry (1)", {}, {}),
    ("Parry (-1)", {}, {}),
    ("Pierce (1)", {}, {"traits": ["Armour (2)"]}),
    ("Pierce (1)", {"special": "Counterstrike Defence"}, {"traits": ["Armour (2)"], "attack": 2}),
    ("Pierce (3)", {}, {"traits": ["Armour (2)"]}),
    ("Poison (1/2)", {}, {}),
    ("Prowess [Melee] (1)", {}, {}),
    ("Prowess [Melee] (2)", {"prowess_priority": "attack"}, {}),
    ("Prowess [Melee] (1)", {"prowess_priority": "defence"}, {}),
    ("Prowess [Attack] (2)", {}, {}),
    ("Prowess [Defence] (1)", {}, {}),
    ("Reach", {}, {}),
    ("Rise (4)", {"wounds": 2}, {}),
    ("Sharp (1)", {}, {"traits": ["Tough (2)"]}),
    ("Sharp (1)", {"special": "Counterstrike Defence"}, {"traits": ["Tough (2)"], "attack": 2}),
    ("Sixth Sense", {"states": ["surprised"]}, {}),
    ("Slow", {}, {}),
    ("Soulless", {}, {"special": "Ivory Prison Attack"}),
    ("Soulless", {}, {"traits": ["Poison (1/1)", "Bleed (1/1)"]}),
    ("Strong", {}, {}),
    ("Strong [Melee]", {}, {}),
    ("Tough (1)", {}, {}),
    ("Tough (-1)", {}, {}),
    ("Unblockable (1)", {}, {"defence": 2}),
    ("Weak", {}, {}),
    ("Weak [Melee]", {}, {}),
]
"""Traits of the oracle, each with what makes it matter: on its model, and on the enemy."""

EQUIVALENTS: list[tuple[str, Document, Document, Document, str]] = [
    (
        "Vengeance [Ito]",
        {},
        {"traits": ["Brutal (1)"], "strength": 1},
        {"keywords": ["Ito"]},
        "melee",
    ),
    (
        "Oni Rage",
        {"states": ["berserk"]},
        {"traits": ["Tough (1)"], "states": ["berserk"]},
        {},
        "melee",
    ),
    (
        "Immune [States]",
        {},
        {"traits": ["Immune [Prone, Held, Stunned]"]},
        {"special": "Sweep Attack"},
        "melee",
    ),
    ("Charging Bonus [Strong, Brutal (2)]", {}, {"traits": ["Strong", "Brutal (2)"]}, {}, "charge"),
]
"""Traits that the oracle does not know, each with a model that does without and is the same."""

SPLIT_ONLY = {
    "Aggressive",
    "Co-ordinated Attack",
    "Defensive",
    "Endurance",
    "Indomitable",
    "Steadfast",
    "Tireless",
}
"""Traits that bear on how many dice there are, or what is kept, and on no figure of given dice."""


def pair(own: Document, foe: Document, side: str, **fields: Any) -> Document:
    """An exchange of 2/1 against 1/1 dice with ``own`` on one side, ``foe`` on the other."""
    mine, theirs = model(2, 1, wounds=4) | own, model(1, 1, wounds=4) | foe
    return duel(mine, theirs, **fields) if side == "active" else duel(theirs, mine, **fields)


def with_trait(words: str, own: Document) -> Document:
    return own | {"traits": [*own.get("traits", []), words]}


@pytest.mark.parametrize(
    ("words", "own", "foe"), CASES, ids=[f"{k}-{case[0]}" for k, case in enumerate(CASES)]
)
def test_every_trait_on_either_side(words: str, own: Document, foe: Document) -> None:
    """On the model that strikes first, and on the one that strikes second."""
    touched = False
    for side in ("active", "opponent"):
        document = pair(with_trait(words, own), foe, side)
        assert_agrees(document)
        touched |= figures(document) != figures(pair(own, foe, side))
    assert touched, f"{words} changes nothing here: the case tests nothing"


@pytest.mark.parametrize(
    ("words", "own", "same", "foe", "action"), EQUIVALENTS, ids=[case[0] for case in EQUIVALENTS]
)
def test_traits_that_are_shorthand_for_others(
    words: str, own: Document, same: Document, foe: Document, action: str
) -> None:
    one = pair(with_trait(words, own), foe, "active", action=action)
    assert figures(one) == figures(pair(same, foe, "active", action=action))
    assert figures(one) != figures(pair(own, foe, "active", action=action))


@pytest.mark.parametrize(
    ("words", "foe"),
    [
        ("Vengeance [Ito]", {"keywords": ["Cult"]}),
        ("Oni Rage", {}),
        ("Charging Bonus [Strong]", {}),
    ],
)
def test_such_traits_do_nothing_where_they_do_not_apply(words: str, foe: Document) -> None:
    for side in ("active", "opponent"):
        assert figures(pair({"traits": [words]}, foe, side)) == figures(pair({}, foe, side))
    if words.startswith("Charging"):  # a bonus of the model that charges, not of the other
        one = pair({"traits": [words]}, foe, "opponent", action="charge")
        assert figures(one) == figures(pair({}, foe, "opponent", action="charge"))


@pytest.mark.parametrize("name", sorted(TRAITS))
def test_every_trait_of_the_registry_has_its_case(name: str) -> None:
    cases = {parse_trait(words).trait.name for words, *_ in (*CASES, *EQUIVALENTS)}
    touches = "melee" in TRAITS[name].feeds or TRAITS[name].grants
    assert (name in cases | SPLIT_ONLY) or not touches, (
        f"{name} touches an exchange: add a case for it to CASES or EQUIVALENTS"
    )


@pytest.mark.parametrize("name", sorted(n for n in TRAITS if "melee" not in TRAITS[n].feeds))
def test_other_traits_change_nothing_and_are_listed(name: str) -> None:
    document = duel(model(2, 1, name), model(1, 1, name))
    assert figures(document) == figures(duel(model(2, 1), model(1, 1)))
    (listed,) = bo.solve(document).to_dict()["ignored_traits"]["opponent"]
    assert listed.startswith(name)


@pytest.mark.parametrize("name", sorted(SPLIT_ONLY))
def test_traits_of_the_split_change_no_figure_of_given_dice(name: str) -> None:
    document = duel(model(2, 1, name), model(1, 1, name))
    assert figures(document) == figures(duel(model(2, 1), model(1, 1)))


@pytest.mark.parametrize(
    ("words", "foe"),
    [
        ("Chain Weapon (1)", {"traits": ["Parry (-1)"]}),
        ("Pierce (1)", {"traits": ["Armour (-1)"]}),
        ("Sharp (1)", {"traits": ["Tough (-1)"]}),
    ],
)
def test_what_lowers_a_trait_leaves_a_negative_one(words: str, foe: Document) -> None:
    assert figures(pair({"traits": [words]}, foe, "active")) == figures(pair({}, foe, "active"))


@pytest.mark.parametrize("words", ["Strong [Ranged]", "Durable [Ranged]", "Prowess [Ranged] (2)"])
def test_traits_of_shooting_do_not_help_in_melee(words: str) -> None:
    assert figures(duel(model(2, 1, words), model(1, 1))) == figures(duel(model(2, 1), model(1, 1)))


# ---- specials


@pytest.mark.parametrize("special", SPECIALS)
def test_every_special_on_either_side(special: str) -> None:
    """First and second, without the dice it needs, and against a model that cannot be moved."""
    for initiative in ("active", "opponent"):
        own, foe = {"special": special, "wounds": 2}, {"wounds": 2}
        assert_agrees(pair(own, foe, "active", initiative=initiative))
        own, foe = {"special": special, "attack": 1}, {"traits": ["Immovable"], "wounds": 3}
        assert_agrees(pair(own, foe, "opponent", initiative=initiative))
    for split in ((0, 2), (2, 0), (0, 0)):
        assert_agrees(duel(model(*split, special=special), model(1, 1)))
        assert_agrees(duel(model(1, 1), model(*split, special=special)))


@pytest.mark.parametrize("special", [None, *SPECIALS])
def test_every_pair_of_specials(special: str | None) -> None:
    """With weapons that always wound, level + 3: from Success Level 2 on a full hit kills."""
    for other in (None, *SPECIALS):
        active = model(1, 1, special=special, strength=20, wounds=5)
        assert_agrees(duel(active, model(1, 1, special=other, strength=20, wounds=5)))


@pytest.mark.parametrize("special", SPECIALS)
def test_a_special_matters(special: str) -> None:
    """Every special but Eagle's Flight changes some figure of a plain exchange."""
    plain, changed = pair({}, {}, "opponent"), pair({"special": special}, {}, "opponent")
    found = differences(figures(plain), figures(changed))
    assert any("special" not in line for line in found) is (special != "Eagle's Flight Defence")


# ---- states and actions


@pytest.mark.parametrize("state", STATES)
def test_every_state_on_either_side(state: str) -> None:
    """With nothing, a Special Attack and a Special Defence of the model that is in it."""
    foe = {"traits": ["Assassin"], "special": "Throw Defence", "wounds": 2}
    for side in ("active", "opponent"):
        for special in (None, "Sidestep Attack", "Counterstrike Defence"):
            assert_agrees(pair({"states": [state], "special": special, "attack": 1}, foe, side))
        assert_agrees(pair({"states": [state], "attack": 1}, foe, side, action="stand up"))
        for special in ("Sweep Attack", "Push Attack", "Forceback Defence"):
            assert_agrees(pair({"states": [state], "attack": 1}, {"special": special}, side))


@pytest.mark.parametrize("special", [None, *SPECIALS])
def test_every_action(special: str | None) -> None:
    """A Charge with each special on either side, and a Disengage against it."""
    own = {"special": special}
    for side in ("active", "opponent"):
        assert_agrees(pair(own, {"wounds": 3}, side, action="charge"))
        assert_agrees(pair(own, {"wounds": 2}, side, action="disengage"))
    assert_agrees(pair(own, {}, "active", action="charge", initiative="opponent"))
    careful = {"attack": 0, "defence": 3}
    assert_agrees(pair(careful, own, "active", action="disengage"))
    assert_agrees(pair(careful, own | {"attack": 0}, "active", action="disengage"))
    assert_agrees(pair(own, {"attack": 0, "defence": 2}, "active", action="disengage"))


# ---- anything


@given(documents)
@settings(max_examples=150, deadline=None)
def test_any_exchange(document: Document) -> None:
    assert_agrees(document)


def test_two_gokusatsu_attacks_leave_an_entangling_weapon_nothing_to_do() -> None:
    duel_ = duel(
        model(1, 0, "Entangling", special="Gokusatsu Attack"),
        model(0, 1, special="Gokusatsu Attack"),
    )
    assert figures(duel_)["opponent"]["effects"] == {}
    assert_agrees(duel_)
