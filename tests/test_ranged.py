"""Ranged Attacks: the Challenge Number, friendly fire, several shots, all against the oracle.

Source: https://jwarref.netlify.app/Rulebook/Ranged-Attacks.
"""

from __future__ import annotations

import json
from fractions import Fraction as F
from itertools import combinations, product
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import bushido_odds as bo
from bushido_odds.answer import answer
from bushido_odds.errors import InputErrors
from bushido_odds.rules.shooting import Band, band_at
from helpers import Document, law
from ranged_helpers import (
    BODY_TRAITS,
    SHOOTER_TRAITS,
    SIZES,
    SPECIALS,
    assert_same_shot,
    ranged_figures,
    shooter,
    shot,
    shots,
    target,
)


def solved(document: Document) -> Any:
    return bo.solve(document).to_dict(exact=True)


def success(document: Document) -> F:
    return F(solved(document)["attack"]["success"])


# ---- the test of a shot

KNOWN = [
    (2, 4, F(5, 6)),
    (2, 5, F(25, 36)),
    (2, 6, F(1, 2)),
    (3, 4, F(103, 108)),
    (3, 5, F(193, 216)),
    (3, 6, F(7, 9)),
    (3, 7, F(125, 216)),
    (4, 6, F(1177, 1296)),
    (4, 7, F(55, 72)),
]
"""Dice, Challenge Number, chance to hit: by hand."""


@pytest.mark.parametrize(("dice", "number", "chance"), KNOWN)
def test_known_chances_to_hit(dice: int, number: int, chance: F) -> None:
    document = shot(shooter(dice), target(6, f"Ranged Defence ({number - 4})"))
    assert solved(document)["challenge"]["number"] == number
    assert success(document) == chance


@pytest.mark.parametrize("dice", [0, 1, 2, 3])
@pytest.mark.parametrize("prowess", [0, 1, 2])
def test_small_pools_against_every_number(dice: int, prowess: int) -> None:
    for adept, brutal, number in product((0, 1), (-1, 0, 1, 2), range(-2, 11)):
        traits = [f"Adept [Ranged] ({adept})", f"Brutal ({brutal})"]
        traits += [f"Prowess [Ranged] ({prowess})"] if prowess else []
        assert_same_shot(shot(shooter(dice, *traits), target(4, f"Ranged Defence ({number - 4})")))


def test_of_no_dice_one_is_rolled() -> None:
    none, one = (solved(shot(shooter(dice), target(6))) for dice in (0, 1))
    assert none["shooter"]["dice"] == 1
    assert none["attack"] == one["attack"]
    assert none["attack"]["success"] == "1/2"
    assert "Shooter: of 0 dice one is rolled all the same" in none["notes"]


def test_a_result_of_0_reaches_a_number_of_0_or_less() -> None:
    easy = shot(shooter(1), target(6, "Ranged Defence (-5)"))
    result = solved(easy)
    assert result["challenge"]["number"] == -1
    assert result["attack"]["success"] == "1"
    # All ones are worth 0, one above the number.
    assert result["attack"]["success_level"]["1"] == "1/6"


def test_brutal_raises_the_level_but_not_a_result_of_0() -> None:
    document = shot(shooter(1, "Brutal (2)"), target(6, "Ranged Defence (-4)"))
    assert law(solved(document)["attack"]["success_level"]) == {
        0: F(1, 6), 4: F(1, 6), 5: F(1, 6), 6: F(1, 6), 7: F(1, 6), 8: F(1, 6),
    }  # fmt: skip


def test_prowess_plays_for_the_expected_result() -> None:
    """A 4 hits at short range and is kept; a 3 is rolled again: its expectation is 10/3."""
    result = solved(shot(shooter(1, "Prowess [Ranged] (1)"), target(6)))
    assert law(result["shooter"]["value"]) == {
        0: F(1, 12), 2: F(1, 12), 3: F(1, 12), 4: F(1, 4), 5: F(1, 4), 6: F(1, 4),
    }  # fmt: skip


# ---- the Challenge Number

MODIFIERS: dict[str, tuple[dict[str, Any], dict[str, int]]] = {
    "target tiny": ({"target.size": "tiny"}, {"size": 1}),
    "target small": ({"target.size": "small"}, {}),
    "target medium": ({"target.size": "medium"}, {"size": -1}),
    "target large": ({"target.size": "large"}, {"size": -2}),
    "target huge": ({"target.size": "huge"}, {"size": -3}),
    "in cover": ({"target.cover": True}, {"cover": 2}),
    "ran": ({"target.ran": True}, {"ran": 1}),
    "prone": ({"target.states": ["prone"]}, {"prone": -1}),
    "surprised": ({"target.states": ["surprised"]}, {"surprised": -1}),
    "ranged defence": ({"target.traits": ["Ranged Defence (3)"]}, {"ranged defence": 3}),
    "ranged defence -2": ({"target.traits": ["Ranged Defence (-2)"]}, {"ranged defence": -2}),
    "swarm": ({"target.traits": ["Swarm"]}, {"swarm": 1}),
    "moved": ({"shooter.moved": True}, {"moved": 1}),
    "one shot before": ({"shooter.shots_before": 1}, {"shots before": 1}),
    "three shots before": ({"shooter.shots_before": 3}, {"shots before": 1}),
    "medium range": ({"range": "medium"}, {"range": 5}),
    "long range": ({"range": "long"}, {"range": 6}),
}
"""What is changed in a document, by path, and the summands that it makes."""


def changed(*changes: dict[str, Any]) -> Document:
    """A plain shot with some fields changed; lists of two changes are joined."""
    document = shot(shooter(3), target(6))
    for change in changes:
        for path, value in change.items():
            *model, field = path.split(".")
            place = document[model[0]] if model else document
            place[field] = [*place.get(field, []), *value] if isinstance(value, list) else value
    return document


def contradict(one: str, other: str) -> bool:
    """Whether two modifiers are values of one field: two sizes, two ranges, two numbers."""
    shared = MODIFIERS[one][0].keys() & MODIFIERS[other][0].keys()
    ranged_defences = one.startswith("ranged") and other.startswith("ranged")
    return ranged_defences or any(not path.endswith(("traits", "states")) for path in shared)


@pytest.mark.parametrize("name", MODIFIERS)
def test_every_modifier_alone(name: str) -> None:
    change, parts = MODIFIERS[name]
    challenge = solved(changed(change))["challenge"]
    assert challenge["parts"] == {"range": 4} | parts
    assert challenge["number"] == sum(challenge["parts"].values())


@pytest.mark.parametrize(
    ("one", "other"), [pair for pair in combinations(MODIFIERS, 2) if not contradict(*pair)]
)
def test_every_two_modifiers_together(one: str, other: str) -> None:
    changes, parts = zip(MODIFIERS[one], MODIFIERS[other], strict=True)
    document = changed(*changes)
    challenge = solved(document)["challenge"]
    assert challenge["parts"] == {"range": 4} | parts[0] | parts[1]
    assert challenge["number"] == sum(challenge["parts"].values())
    assert_same_shot(document)


@pytest.mark.parametrize(
    ("change", "parts"),
    [
        ({"shooter.moved": True, "shooter.traits": ["Lightweight"]}, {}),
        ({"target.states": ["surprised"], "target.traits": ["Sixth Sense"]}, {}),
        ({"target.size": "large", "target.traits": ["Kumo"]}, {}),
        ({"target.size": "tiny", "target.traits": ["Kumo", "Swarm"]}, {"swarm": 1}),
        ({"target.traits": ["Tiny"]}, {"size": 1}),
        ({"target.traits": ["Huge"], "target.size": "medium"}, {"size": -3}),
        ({"target.states": ["ran"], "target.ran": True}, {"ran": 1}),
        ({"target.states": ["stunned", "held", "frightened", "berserk"]}, {}),
        ({"target.traits": ["Ranged Defence (1)", "Ranged Defence (2)"]}, {"ranged defence": 3}),
    ],
)
def test_what_takes_a_modifier_away_or_gives_it(
    change: dict[str, Any], parts: dict[str, int]
) -> None:
    assert solved(changed(change))["challenge"]["parts"] == {"range": 4} | parts
    assert_same_shot(changed(change))


def test_a_shooter_that_ran_pays_nothing() -> None:
    """Only older pages name such a modifier."""
    document = changed({"shooter.states": ["ran"]})
    assert solved(document)["challenge"]["parts"] == {"range": 4}


def test_a_model_is_not_huge_and_tiny_both() -> None:
    with pytest.raises(InputErrors, match=r"target\.traits: Huge and Tiny contradict"):
        bo.solve(shot(shooter(2), target(6, "Huge", "Tiny")))


# ---- range bands


@pytest.mark.parametrize(
    ("distance", "bands", "band"),
    [
        (0, "4/8/12", "short"),
        (4, "4/8/12", "short"),
        (4.1, "4/8/12", "medium"),
        (8, "4/8/12", "medium"),
        (8.5, "4/8/12", "long"),
        (12, "4/8/12", "long"),
        (12.01, "4/8/12", "beyond"),
        (6, "-/6/-", "medium"),
        (0.5, "-/6/-", "medium"),
        (6.5, "-/6/-", "beyond"),
        (3, "3/-/9", "short"),
        (4, "3/-/9", "long"),
        (2, "-/-/9", "long"),
        (5, "4/4/4", "beyond"),
        ('7"', "4/8/12", "medium"),
    ],
)
def test_bands_reach_up_to_what_is_printed(distance: Any, bands: str, band: str) -> None:
    result = solved(shot(shooter(3), target(6), distance=distance, bands=bands))
    number = {"short": 4, "medium": 5, "long": 6, "beyond": None}[band]
    assert result["challenge"]["band"] == band
    assert result["challenge"]["number"] == number
    same = shot(shooter(3), target(6), range=band if number else "short")
    expected = solved(same)["attack"] if number else {"success": "0", "failed": "1"}
    assert result["attack"] == {"success_level": {}} | expected


def test_a_weapon_without_a_band_has_none() -> None:
    assert band_at(3, (None, 6, None)) is Band.MEDIUM
    assert band_at(7, (None, 6, None)) is Band.BEYOND


def test_beyond_the_range_is_a_certain_miss_and_said_so() -> None:
    document = shot(
        shooter(3, "Rapid Fire (2)"), target(6), target(5), distance=14.5, bands="4/8/12"
    )
    result = solved(document)
    assert result["attack"] == {"success": "0", "failed": "1", "success_level": {}}
    assert result["challenge"] == {"number": None, "band": "beyond", "parts": {}}
    assert result["target"]["wounds_taken"]["distribution"] == {"0": "1"}
    assert result["friend"]["wounds_taken"]["distribution"] == {"0": "1"}
    assert [each["number"] for each in result["shots"]] == [None, None]
    assert result["notes"] == ["14.5 inches is beyond the bands 4/8/12: the attack fails"]
    assert_same_shot(document)


@pytest.mark.parametrize(
    ("fields", "message"),
    [
        ({"distance": 5}, "bands: .*distance and bands go together"),
        ({"bands": "4/8/12"}, "distance: .*distance and bands go together"),
        ({"distance": 5, "bands": "4/8/12", "range": "long"}, "range: contradicts distance"),
        ({"distance": 5, "bands": "8/4/12"}, "do not grow"),
        ({"distance": 5, "bands": "4/8"}, "bands are written short/medium/long"),
        ({"distance": -1, "bands": "4/8/12"}, "beyond the limit: 0 to 200"),
        ({"distance": "near", "bands": "4/8/12"}, "a distance in inches is needed"),
        ({"range": "far"}, "none of: short, medium, long"),
    ],
)
def test_ranges_that_make_no_sense(fields: dict[str, Any], message: str) -> None:
    with pytest.raises(InputErrors, match=message):
        bo.solve(shot(shooter(2), target(6), **fields))


# ---- the pool from the card


@pytest.mark.parametrize(
    ("by", "at", "dice"),
    [
        ({"ranged_pool": 3}, {}, 3),
        ({"ranged_pool": 2, "boosts": 1}, {}, 3),
        ({"ranged_pool": 2, "boosts": 3}, {}, 4),
        ({"ranged_pool": 0, "boosts": 2}, {}, 1),
        ({"ranged_pool": 3, "states": ["stunned"]}, {}, 2),
        ({"ranged_pool": 3, "states": ["stunned", "frightened"]}, {}, 1),
        ({"ranged_pool": 1, "states": ["stunned", "frightened"]}, {}, 1),
        ({"ranged_pool": 3, "states": ["exhausted", "blind", "held", "ran"]}, {}, 3),
        ({"ranged_pool": 2}, {"states": ["death sentence"]}, 3),
        ({"ranged_pool": 2, "boosts": 2}, {"states": ["death sentence"]}, 4),
        ({"ranged_pool": 3, "special": "Combo Attack (1)"}, {}, 2),
        ({"ranged_pool": 3, "special": "Combo Attack (2)"}, {}, 1),
        ({"ranged_pool": 3, "special": "Combo Attack"}, {}, 3),
        ({"dice": 3, "states": ["stunned"], "special": "Combo Attack (1)"}, {}, 3),
    ],
)
def test_dice_of_a_ranged_pool(by: Document, at: Document, dice: int) -> None:
    document = shot(by, {"wounds": 5, **at})
    assert solved(document)["shooter"]["dice"] == dice
    assert_same_shot(document)


def test_the_arithmetic_of_a_pool_is_told() -> None:
    states = ["held", "stunned", "ran"]
    by = {"ranged_pool": 2, "boosts": 1, "states": states, "special": "Combo Attack (1)"}
    pool = solved(shot(by, {"states": ["death sentence"]}))["shooter"]["pool"]
    assert (pool["base"], pool["total"]) == (2, 2)
    assert [(line["dice"], line["why"]) for line in pool["lines"]] == [
        (1, "Ki boosts"),
        (1, "the enemy's death sentence"),
        (-1, "stunned"),
        (-1, "Combo Attack"),
    ]


@pytest.mark.parametrize(
    ("by", "message"),
    [
        ({"ranged_pool": 1, "special": "Combo Attack (1)"}, "a special may not empty the pool"),
        ({"ranged_pool": 9, "boosts": 9}, "18 dice are beyond the limit of 12"),
        ({"dice": 2, "ranged_pool": 2}, "contradicts dice"),
        ({"dice": 2, "boosts": 1}, "changes a ranged_pool, and none is given"),
        ({}, '"dice" is missing'),
        ({"dice": 13}, "13 is beyond the limit: 0 to 12"),
        ({"dice": 2, "special": "Counterstrike Defence"}, "a shot has no Special Defence"),
    ],
)
def test_shooters_that_make_no_sense(by: Document, message: str) -> None:
    with pytest.raises(InputErrors, match=message):
        bo.solve(shot(by, target(6)))


# ---- damage, specials, states


@pytest.mark.parametrize("trait", [words for words in SHOOTER_TRAITS if words != "Lightweight"])
def test_every_trait_of_a_shooter(trait: str) -> None:
    """Strength, dice kept, markers ... against armour and toughness, seen and unseen."""
    for unseen, special in product((False, True), (None, "Critical Attack", "Combo Attack")):
        by = shooter(2, trait, unseen=unseen, special=special, strength=1)
        assert_same_shot(shot(by, target(3, "Armour (2)", "Tough (1)"), target(2, "Tough (2)")))


@pytest.mark.parametrize("trait", BODY_TRAITS)
def test_every_trait_of_a_target_and_of_a_friend(trait: str) -> None:
    for special, states in product(("Slam Attack", "Stun Attack"), ([], ["berserk"])):
        body = target(3, trait, states=states, max_wounds=4)
        by = shooter(2, "Poison (2/1)", "Fire (1/1)", strength=2, special=special, shots=2)
        assert_same_shot(shot(by, body, target(3)))
        assert_same_shot(shot(by, target(3), body))


@pytest.mark.parametrize("special", SPECIALS)
@pytest.mark.parametrize(
    "body",
    [
        target(3),
        target(3, "Immovable"),
        target(3, "Immune [Prone]"),
        target(3, "Insignificant", "Immune [Stunned]"),
        target(3, "Soulless", states=["held"]),
        target(2, "Rise (3)", "Durable", states=["prone"]),
        target(2, "Last Stand", "Tough (1)"),
    ],
    ids=lambda body: " ".join(["body", *body["traits"], *body.get("states", [])]),
)
def test_every_special_of_a_ranged_weapon(special: str, body: Document) -> None:
    """At the target and, redirected, at the friend; the second shot sees what the first did."""
    by = shooter(2, "Poison (1/1)", special=special, shots=2)
    for document in (
        shot(by, body),
        shot(by, target(4), body),
        shot(by, body, target(4)),
        shot(by, body, True),
    ):
        assert_same_shot(document)


def test_what_specials_leave_behind() -> None:
    effects = {
        special: solved(shot(shooter(3, special=special), target(9)))["target"]["effects"]
        for special in SPECIALS
    }
    hit = "103/108"
    assert effects == {
        "Combo Attack": {},
        "Critical Attack": {},
        "Drag Attack": {"moved": hit},
        "Dual Attack": {},
        "Forceback Attack": {"moved": hit},
        "Gokusatsu Attack": {"removed": hit},
        "Grapple Attack": {"held": hit},
        "Ivory Prison Attack": {"replaced": hit},
        "Powerful Attack": {},
        "Push Attack": {"moved": hit},
        "Sidestep Attack": {},
        "Slam Attack": {"moved": hit, "prone": hit},
        "Stun Attack": {"stunned": hit},
        "Sweep Attack": {"prone": hit},
        "Throw Attack": {"moved": hit, "prone": hit},
    }


def test_how_far_a_special_moves_whom_it_hits() -> None:
    by = shooter(3, special="Slam Attack")
    result = solved(shot(by, target(9), target(9, "Immovable")))
    assert result["target"]["moved_by"] == '3"'
    assert "moved_by" not in result["friend"]


@pytest.mark.parametrize("state", ["prone", "immobilised"])
def test_specials_barred_by_a_state_do_nothing(state: str) -> None:
    by = shooter(3, special="Slam Attack", states=[state])
    result = solved(shot(by, target(5)))
    assert result["target"] == solved(shot(shooter(3), target(5)))["target"]
    assert f"Shooter: Slam Attack may not be used while {state.capitalize()}" in result["notes"]


@pytest.mark.parametrize("state", ["blind", "held", "prone"])
def test_a_shooter_that_may_not_shoot_is_told(state: str) -> None:
    notes = solved(shot(shooter(3, states=[state]), target(5)))["notes"]
    assert f"Shooter may not shoot while {state.capitalize()}; the odds are a shot's" in notes


def test_a_death_sentence_raises_the_damage_roll() -> None:
    plain, marked = (
        solved(shot(shooter(2, strength=strength), target(9, states=states)))["target"]
        for strength, states in ((1, []), (0, ["death sentence"]))
    )
    assert plain == marked


def test_what_stands_behind_a_slammed_target() -> None:
    by = shooter(3, special="Slam Attack")
    effects = {
        behind: solved(shot(by, target(9, behind=behind)))["target"]["effects"]
        for behind in (None, "tiny", "small", "large", "terrain", "edge")
    }
    hit = "103/108"
    moved = {"moved": hit, "prone": hit}
    assert effects == {
        None: moved,
        "tiny": moved | {"knocks_down": hit},
        "small": moved | {"stopped": hit, "knocks_down": hit},
        "large": moved | {"stopped": hit},
        "terrain": moved | {"stopped": hit},
        "edge": moved | {"stopped": hit},
    }


# ---- friendly fire

SPARED = {"tiny": F(1, 4), "small": F(1, 2), "medium": F(25, 36), "large": F(5, 6), "huge": F(1)}
"""The chance of two dice to spare the friend, by the size of the target: 7, 6, 5, 4, always."""


def test_the_chance_of_two_dice_to_reach_7() -> None:
    """One die is a 6 and the other no 1."""
    pairs = [pair for pair in product(range(1, 7), repeat=2) if max(pair) == 6 and 1 not in pair]
    assert F(len(pairs), 36) == SPARED["tiny"]


@pytest.mark.parametrize("size", SIZES)
def test_the_test_that_spares_a_friend_asks_for_the_targets_size(size: str) -> None:
    document = shot(shooter(2), target(5, size=size), target(4, size="large"))
    result = solved(document)
    fire = result["friendly_fire"]
    number = {"tiny": 7, "small": 6, "medium": 5, "large": 4, "huge": None}[size]
    assert fire["number"] == number
    assert F(fire["test_success"]) == SPARED[size]
    assert F(fire["redirected"]) == F(result["attack"]["success"]) * (1 - SPARED[size])
    assert_same_shot(document)
    assert_same_shot(document | {"friend": True})


def test_no_other_modifier_of_the_shot_bears_on_it() -> None:
    at = target(5, "Ranged Defence (1)", "Swarm", cover=True, ran=True, states=["surprised"])
    by = shooter(2, moved=True, shots_before=1)
    fire = solved(shot(by, at, True, range="long"))["friendly_fire"]
    assert (fire["number"], fire["test_success"]) == (6, "1/2")


def test_kumo_takes_the_size_out_of_it() -> None:
    for size in SIZES:
        fire = solved(shot(shooter(2), target(5, "Kumo", size=size), True))["friendly_fire"]
        assert (fire["number"], fire["test_success"]) == (6, "1/2")


def test_a_huge_target_is_hit_without_a_test() -> None:
    result = solved(shot(shooter(2), target(5, "Huge"), target(4)))
    assert result["friendly_fire"] == {"number": None, "test_success": "1", "redirected": "0"}
    assert result["friend"]["wounds_taken"]["mean"] == "0"
    assert "The target is Huge: no friend can be hit" in result["notes"]


def test_brutal_does_not_help_to_spare_a_friend_but_prowess_and_adept_do() -> None:
    def spared(*traits: str) -> F:
        found = solved(shot(shooter(4, *traits), target(5), True))["friendly_fire"]
        return F(found["test_success"])

    plain = spared()
    assert plain == F(1177, 1296)
    assert spared("Brutal (3)") == plain
    assert spared("Prowess [Ranged] (1)") > plain
    assert spared("Adept [Ranged] (1)") > plain
    assert spared("Prowess [Melee] (1)", "Adept [Melee] (1)") == plain


def test_prowess_raises_the_chance_to_spare_a_friend() -> None:
    """One die against 6: whatever is no 6 is rolled again, though a 5 is worth more than that."""
    document = shot(shooter(1, "Prowess [Ranged] (1)"), target(5), True)
    assert solved(document)["friendly_fire"]["test_success"] == str(F(11, 36))
    for dice, prowess, size in product((1, 2, 3), (1, 2), ("tiny", "small", "medium")):
        by = shooter(dice, f"Prowess [Ranged] ({prowess})", "Brutal (1)")
        assert_same_shot(shot(by, target(5, size=size), target(3)))


def test_the_test_may_use_dice_of_its_own() -> None:
    for dice, spared in ((0, "1/6"), (1, "1/6"), (2, "1/2"), (3, "7/9")):
        by = shooter(4, friendly_fire_dice=dice)
        assert solved(shot(by, target(5), True))["friendly_fire"]["test_success"] == spared


def test_a_redirected_shot_deals_nothing_to_the_target() -> None:
    """All of its chances are the target's own and the friend's own, in the ratio of the test."""
    alone = solved(shot(shooter(2), target(5)))
    mixed = solved(shot(shooter(2), target(5), target(5)))
    dealt = F(alone["target"]["wounds_taken"]["mean"])
    for side in ("target", "friend"):
        assert F(mixed[side]["wounds_taken"]["mean"]) == dealt / 2
    assert mixed["attack"] == alone["attack"]


def test_a_redirected_shot_hits_the_friend_with_everything() -> None:
    by = shooter(2, "Poison (1/2)", special="Slam Attack", strength=3)
    result = solved(shot(by, target(5), target(4, "Immune [Prone]")))
    astray = result["friendly_fire"]["redirected"]
    assert result["friend"]["effects"]["moved"] == astray
    assert "prone" not in result["friend"]["effects"]
    assert result["target"]["effects"]["prone"] == "5/12"
    assert "poisoned" in result["friend"]["effects"]


def test_critical_and_rise_of_a_friend() -> None:
    by = shooter(3, special="Critical Attack", strength=2)
    for traits in ([], ["Rise (4)"], ["Last Stand"], ["Rise (2)", "Last Stand"]):
        document = shot(by, target(4), target(2, *traits))
        assert F(solved(document)["friend"]["critical"]) == F(103, 108) * F(2, 9) / 6
        assert_same_shot(document)


@pytest.mark.parametrize("by", [shooter(2, "Assassin", unseen=True), shooter(2, "Assassin")])
def test_assassin_and_death_sentence_do_not_count_against_a_friend(by: Document) -> None:
    marked = target(4, states=["death sentence", "surprised"])
    result = solved(shot(by, target(4), marked))
    plain = solved(shot(shooter(2), target(4), target(4)))
    assert result["friend"] == plain["friend"]
    note = "Assassin and Death Sentence do not count against the shooter's own friend"
    assert note in result["notes"]
    assert note not in plain["notes"]
    if by.get("unseen"):
        assert result["target"] != plain["target"]
        assert note in solved(shot(by, target(4), target(4)))["notes"]


def test_a_friend_of_whom_only_the_chance_matters_has_no_figures() -> None:
    result = solved(shot(shooter(2), target(5), True))
    assert "friend" not in result
    assert result["friendly_fire"]["redirected"] == "5/12"
    assert result["input"]["friend"] is True
    assert "friendly_fire" not in solved(shot(shooter(2), target(5), False))


# ---- several shots


def test_two_shots_worked_out_by_hand() -> None:
    """One die at a target of one box: 4, 5, 6 hit at 0, 1, 2 and wound in 5/18, 13/18, 11/12."""
    result = solved(shot(shooter(1, "Rapid Fire (2)"), target(1)))
    killed = (F(5, 18) + F(13, 18) + F(11, 12)) / 6
    assert [(each["number"], F(each["made"])) for each in result["shots"]] == [
        (4, F(1)),
        (5, 1 - killed),
    ]
    second = (1 - killed) / 3
    assert F(result["shots"][1]["success"]) == second
    # The second shot hits at 0 and 1 only: 5 and 6.
    killed_later = (1 - killed) * (F(5, 18) + F(13, 18)) / 6
    assert F(result["target"]["out_of_action"]) == killed + killed_later


def test_rapid_fire_is_the_number_of_shots_unless_one_is_given() -> None:
    def made(by: Document) -> int:
        return len(solved(shot(by, target(6))).get("shots", [None]))

    assert made(shooter(2)) == 1
    assert made(shooter(2, "Rapid Fire (3)")) == 3
    assert made(shooter(2, "Rapid Fire (3)", shots=2)) == 2
    assert made(shooter(2, "Rapid Fire (0)")) == 1
    note = "Shooter: 2 shots, and Rapid Fire allows 1"
    assert note in solved(shot(shooter(2, shots=2), target(6)))["notes"]
    by = shooter(2, "Rapid Fire (2)", shots=2)
    assert not any("allows" in note for note in solved(shot(by, target(6)))["notes"])


@pytest.mark.parametrize("count", [1, 2, 3])
@pytest.mark.parametrize(
    ("special", "traits"),
    [
        (None, []),
        ("Sweep Attack", []),
        ("Sweep Attack", ["Immovable"]),
        ("Slam Attack", ["Rise (4)"]),
        (None, ["Rise (4)", "Immovable"]),
        (None, ["Rise (4)", "Immune [Prone]"]),
        ("Combo Attack", ["Rise (4)", "Tough (1)"]),
        ("Critical Attack", ["Last Stand"]),
        ("Critical Attack", ["Rise (3)", "Last Stand"]),
        ("Push Attack", []),
        ("Grapple Attack", []),
        ("Stun Attack", ["Durable"]),
        ("Gokusatsu Attack", []),
        ("Ivory Prison Attack", []),
    ],
)
def test_wounds_states_and_places_are_carried_on(
    count: int, special: str | None, traits: list[str]
) -> None:
    dice = 1 if count == 3 else 2
    by = shooter(dice, "Poison (1/1)", special=special, strength=2, shots=count)
    for friend in (None, True, target(2, *traits)):
        assert_same_shot(shot(by, target(3, *traits), friend))


def test_a_target_swept_by_the_first_shot_is_easier_to_hit() -> None:
    by = shooter(2, special="Sweep Attack", shots=2)
    first, second = solved(shot(by, target(40)))["shots"]
    assert (first["number"], second["number"]) == (4, 5)
    # Prone after a hit (5/6), so against 4 again; against 5 after a miss.
    assert F(second["success"]) == F(5, 6) * F(5, 6) + F(1, 6) * F(25, 36)


def test_a_target_that_rises_is_prone_and_easier_to_hit() -> None:
    by = shooter(1, strength=20, shots=2)
    at = target(1, "Rise (4)", "Ranged Defence (-2)")
    _, second = solved(shot(by, at))["shots"]
    # Against 2 a hit of the first shot (5/6) always costs the only wound; half of them rise.
    assert F(second["made"]) == F(1, 6) + F(5, 12)
    assert F(second["success"]) == F(1, 6) * F(2, 3) + F(5, 12) * F(5, 6)


def test_last_stand_is_shot_at_again_and_counts_as_out_all_the_same() -> None:
    by = shooter(1, strength=20, special="Critical Attack", shots=2)
    at = target(1, "Last Stand", "Ranged Defence (-2)")
    result = solved(shot(by, at))
    assert F(result["shots"][1]["made"]) == 1 - F(5, 6) * F(1, 6)
    assert F(result["target"]["lethal"]) == 1 - F(1, 6) * F(1, 3)
    assert result["target"]["lethal"] == result["target"]["out_of_action"]


def test_a_target_moved_away_cannot_be_missed_for_its_friend() -> None:
    by = shooter(2, special="Push Attack", shots=2)
    first, second = solved(shot(by, target(5), target(5)))["shots"]
    # Contact is left where the first shot misses; a hit pushes one of the two away.
    assert F(first["redirected"]) == F(5, 12)
    assert F(second["redirected"]) == F(1, 6) * F(25, 36) / 2


def test_an_immovable_friend_stays_in_the_way() -> None:
    by = shooter(2, special="Push Attack", shots=2)
    _, second = solved(shot(by, target(5, "Immovable"), target(5, "Immovable")))["shots"]
    assert F(second["redirected"]) == F(25, 36) / 2


def test_a_friend_that_is_gone_cannot_be_hit_again() -> None:
    by = shooter(1, strength=20, shots=2)
    at = target(40, "Ranged Defence (-2)")
    for traits, left in (([], 0), (["Last Stand"], 1)):
        _, second = solved(shot(by, at, target(1, *traits)))["shots"]
        # One die spares the friend with a 6 only.
        undisturbed = F(1, 6) + F(5, 6) * F(1, 6)
        astray = undisturbed + left * F(5, 6) * F(5, 6)
        assert F(second["redirected"]) == astray * F(4, 6) * F(5, 6)


def test_a_friend_that_is_not_described_falls_to_no_wound() -> None:
    by = shooter(1, strength=20, shots=3)
    result = solved(shot(by, target(99, "Ranged Defence (-2)"), True))
    assert F(result["shots"][2]["redirected"]) == F(4, 6) * F(5, 6)
    assert (
        "The friend is not described: it falls to no wound, but may be moved away"
        in (result["notes"])
    )


def test_a_gokusatsu_that_goes_astray_takes_the_shooter_along() -> None:
    by = shooter(2, special="Gokusatsu Attack", shots=2)
    _, second = solved(shot(by, target(5), target(5)))["shots"]
    assert F(second["made"]) == F(1, 6)


def test_many_shots_add_up() -> None:
    """Each of several shots is as likely as the one before, where nothing is left behind."""
    by = shooter(2, special="Sidestep Attack", shots=6, shots_before=1)
    result = solved(shot(by, target(1), True))
    assert {each["number"] for each in result["shots"]} == {5}
    assert {each["success"] for each in result["shots"]} == {"25/36"}
    assert {each["made"] for each in result["shots"]} == {"1"}


# ---- what a reader is told


def test_traits_that_cannot_act_are_listed_by_role() -> None:
    result = solved(
        shot(
            shooter(2, "Tough (1)", "Brutal (1)", "Kata", "Prowess [Melee] (1)", "Strong [Ranged]"),
            target(5, "Brutal (1)", "Poison (1/1)", "Armour (1)", "Kumo", "Dodge (1)", "Rise (4)"),
            target(5, "Ranged Defence (1)", "Swarm", "Durable", "Fear (4)", "Immovable"),
        )
    )
    assert result["ignored_traits"] == {
        "shooter": ["Tough (1)", "Kata", "Prowess [Melee] (1)"],
        "target": ["Brutal (1)", "Poison (1/1)", "Dodge (1)"],
        "friend": ["Ranged Defence (1)", "Swarm", "Fear (4)"],
    }


def test_a_trait_that_spares_a_model_a_special_acts_against_that_special_only() -> None:
    def ignored(special: str) -> list[str]:
        by = shooter(2, special=special)
        return list(solved(shot(by, target(5, "Insignificant")))["ignored_traits"]["target"])

    assert ignored("Ivory Prison Attack") == []
    assert ignored("Slam Attack") == ["Insignificant"]


def test_assassin_is_idle_where_the_target_sees_the_shooter() -> None:
    def ignored(**fields: Any) -> list[str]:
        at = target(5, states=fields.pop("states", []))
        result = solved(shot(shooter(2, "Assassin", **fields), at))
        return list(result["ignored_traits"]["shooter"])

    assert ignored() == ["Assassin"]
    assert ignored(unseen=True) == []
    assert ignored(states=["surprised"]) == []


def test_wounds_left_out_are_assumed_and_said_so() -> None:
    result = solved(shot(shooter(2), {"name": "Aya"}, {"name": "Kotenbo"}))
    assert result["input"]["target"]["wounds"] == result["input"]["friend"]["wounds"] == 6
    assert result["notes"][:2] == [
        "Aya: wounds not given, 6 assumed",
        "Kotenbo: wounds not given, 6 assumed",
    ]
    assert solved(result["input"]) == result


def test_the_working_leads_to_the_figures() -> None:
    by = shooter(3, "Prowess [Ranged] (1)", name="A", ranged_pool=3, boosts=1, shots=2)
    del by["dice"]
    document = shot(by, target(4, name="T", cover=True), target(4, name="F"), range="medium")
    result = answer(document, explain=True).to_dict(exact=True)
    working = {step["step"]: step["lines"] for step in result["working"]}
    assert list(working) == [
        "Challenge Number", "Dice", "The shot", "Friendly fire", "Damage to T", "Damage to F",
        "In the end",
    ]  # fmt: skip
    assert working["Challenge Number"] == ["7 = 5 medium range +2 cover."]
    assert working["Dice"][0] == "A, pool: 3 base, +1 Ki boosts = 4."
    spoken = json.dumps(working)
    for figure in (
        result["attack"]["success"],
        result["friendly_fire"]["redirected"],
        result["shots"][1]["success"],
        result["target"]["out_of_action"],
        result["friend"]["out_of_action"],
    ):
        assert figure in spoken
    assert all(
        step["rule"].startswith("https://jwarref.netlify.app/") for step in result["working"]
    )


def test_the_working_of_a_shot_beyond_the_range_is_short() -> None:
    document = shot(shooter(2), target(6), True, distance=13, bands="4/8/12")
    [step] = answer(document, explain=True).to_dict()["working"]
    assert step["lines"] == ["The target is beyond the weapon's range: the attack fails."]


# ---- anything at all


@settings(deadline=None, max_examples=250)
@given(shots())
def test_any_shot_is_as_the_oracle_says(document: Document) -> None:
    assert_same_shot(document)


@settings(deadline=None, max_examples=60)
@given(shots())
def test_a_result_fed_back_in_gives_itself(document: Document) -> None:
    result = solved(document)
    assert solved(result["input"]) == result


@settings(deadline=None, max_examples=60)
@given(shots())
def test_laws_are_laws(document: Document) -> None:
    result = ranged_figures(document)
    assert sum(law(result["shooter"]["value"]).values()) == 1
    assert F(result["attack"]["success"]) + F(result["attack"]["failed"]) == 1
    assert sum(law(result["attack"]["success_level"]).values()) == F(result["attack"]["success"])
    for side in ("target", "friend"):
        for figures in ("wounds_taken", "hp_lost") if side in result else ():
            found = law(result[side][figures]["distribution"])
            assert sum(found.values()) == 1
            mean = sum(value * chance for value, chance in found.items())
            assert mean == F(result[side][figures]["mean"])
    for each in result["shots"]:
        assert 0 <= F(each["redirected"]) <= F(each["success"]) <= F(each["made"]) <= 1


@settings(deadline=None, max_examples=40)
@given(st.integers(1, 5), st.integers(0, 2), st.integers(0, 2))
def test_more_dice_hit_more_and_cover_helps(dice: int, prowess: int, adept: int) -> None:
    traits = [f"Prowess [Ranged] ({prowess})", f"Adept [Ranged] ({adept})"]
    fewer, more = (success(shot(shooter(d, *traits), target(6))) for d in (dice, dice + 1))
    assert fewer < more
    covered = success(shot(shooter(dice, *traits), target(6, cover=True)))
    assert covered < fewer
