"""What Damage Rolls do to a model: wounds, Rise, Last Stand, removal by a Critical.

Traits: https://jwarref.netlify.app/definitions/traits/Rise and
https://jwarref.netlify.app/definitions/traits/Last-Stand; Combo and Critical Attacks:
https://jwarref.netlify.app/Rulebook/Special-Abilities.

A weapon of Strength 20 always reaches the last row of the table, 3 wounds above its Success Level,
so that all is certain but the dice that a test is about.
"""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from typing import Any

import pytest

from bushido_odds.odds.harm import (
    Assault,
    Condition,
    Fate,
    Roll,
    Victim,
    rise_chances,
    suffer,
)
from bushido_odds.rules.damage import Kept, Toughness, Weapon
from helpers import assert_agrees, duel, figures, model

HEAVY = Weapon(20)


def hurt(
    victim: Victim, *levels: int, left: int | None = None, critical: bool = False
) -> dict[Condition, Fraction]:
    """The law of a model's condition after Damage Rolls at some Success Levels, 3 wounds more."""
    assault = Assault(HEAVY, tuple(Roll(level) for level in levels), critical)
    outcomes, total = suffer(Condition(victim.boxes if left is None else left), victim, assault)
    law: dict[Condition, Fraction] = {}
    for condition, weight in outcomes:
        law[condition] = law.get(condition, Fraction(0)) + Fraction(weight, total)
    assert sum(law.values()) == 1
    return law


def chance(law: dict[Condition, Fraction], holds: Callable[[Condition], Any]) -> Fraction:
    return sum((p for condition, p in law.items() if holds(condition)), Fraction(0))


def certain(law: dict[Condition, Fraction]) -> Condition:
    (condition,) = law
    return condition


# ---- wounds


def test_wounds_are_taken_from_the_boxes_left() -> None:
    now = certain(hurt(Victim(Toughness(), 6), 0))
    assert (now.left, now.dealt, now.fate, now.lethal) == (3, 3, Fate.STANDS, False)
    now = certain(hurt(Victim(Toughness(), 6), 3))
    assert (now.left, now.dealt, now.fate, now.lethal) == (0, 6, Fate.KILLED, True)


def test_all_rolls_count_past_lethal_wounds() -> None:
    """A Combo at level 4 rolls at 4, 2, 0: 7 + 5 + 3 wounds, though the first one kills."""
    now = certain(hurt(Victim(Toughness(), 6), 4, 2, 0))
    assert (now.dealt, now.left, now.fate, now.level) == (15, 0, Fate.KILLED, 4)
    assert now.wounding == 1  # only the roll that struck a model still in play gives markers


def test_the_level_kept_is_the_highest() -> None:
    assert certain(hurt(Victim(Toughness(), 99), 0, 5, 2)).level == 5


def test_a_roll_without_wounds_is_a_damage_roll_all_the_same() -> None:
    armoured = Victim(Toughness(armour=40), 6)
    now = certain(hurt(armoured, 1))
    assert (now.dealt, now.wounding, now.level) == (0, 0, 1)


# ---- Rise


@pytest.mark.parametrize(("number", "passing"), [(0, 6), (1, 5), (2, 5), (4, 3), (6, 1), (7, 0)])
def test_rise_needs_its_number_on_one_die_that_is_no_1(number: int, passing: int) -> None:
    assert rise_chances(number) == passing
    law = hurt(Victim(Toughness(), 3, rise=number), 0)
    assert chance(law, lambda now: now.fate is Fate.STANDS) == Fraction(passing, 6)


def test_a_model_that_rises_has_all_its_boxes_and_is_prone() -> None:
    law = hurt(Victim(Toughness(), 5, rise=4), 0, left=2)
    risen = Condition(5, 3, 1, 0, Fate.STANDS, True, frozenset({"prone"}))
    fallen = Condition(0, 3, 1, 0, Fate.KILLED, True)
    assert law == {risen: Fraction(1, 2), fallen: Fraction(1, 2)}


def test_an_immovable_model_rises_on_its_feet() -> None:
    law = hurt(Victim(Toughness(), 3, rise=0, can_be_prone=False), 0)
    assert certain(law).states == frozenset()


def test_further_rolls_meet_the_boxes_that_rise_restored() -> None:
    """Struck down twice: it is out unless it rises twice, and all wounds count."""
    law = hurt(Victim(Toughness(), 3, rise=4), 0, 0)
    assert chance(law, lambda now: now.fate is Fate.KILLED) == Fraction(3, 4)
    assert chance(law, lambda now: now.dealt == 6) == 1
    law = hurt(Victim(Toughness(), 4, rise=4), 1, 0)
    assert chance(law, lambda now: now.left == 1) == Fraction(1, 2)


def test_rise_comes_before_last_stand() -> None:
    law = hurt(Victim(Toughness(), 3, rise=4, last_stand=True), 0)
    assert chance(law, lambda now: now.fate is Fate.STANDS) == Fraction(1, 2)
    assert chance(law, lambda now: now.fate is Fate.DOWN) == Fraction(1, 2)


# ---- Last Stand


def test_last_stand_keeps_a_model_in_play_but_not_past_the_turn() -> None:
    now = certain(hurt(Victim(Toughness(), 3, last_stand=True), 0))
    assert (now.fate, now.in_play, now.out, now.lethal) == (Fate.DOWN, True, True, True)
    assert not certain(hurt(Victim(Toughness(), 3), 0)).in_play


# ---- Critical


def test_equal_dice_of_a_critical_remove_whatever_the_wounds() -> None:
    law = hurt(Victim(Toughness(), 99), 0, critical=True)
    assert chance(law, lambda now: now.fate is Fate.CRITICAL) == Fraction(1, 6)
    assert chance(law, lambda now: now.dealt == 3) == 1  # the roll still deals its wounds
    assert chance(law, lambda now: now.lethal) == 0


def test_no_roll_follows_a_critical_removal() -> None:
    law = hurt(Victim(Toughness(), 99), 0, 0, critical=True)
    assert chance(law, lambda now: now.fate is Fate.CRITICAL) == Fraction(11, 36)
    assert chance(law, lambda now: now.dealt == 3) == Fraction(1, 6)
    assert chance(law, lambda now: now.dealt == 6) == Fraction(5, 6)


def test_neither_rise_nor_last_stand_help_against_a_critical() -> None:
    law = hurt(Victim(Toughness(), 3, rise=0, last_stand=True), 0, critical=True)
    assert chance(law, lambda now: now.fate is Fate.CRITICAL) == Fraction(1, 6)
    assert chance(law, lambda now: now.fate is Fate.STANDS) == Fraction(5, 6)
    assert chance(law, lambda now: now.lethal) == 1


@pytest.mark.parametrize(
    ("kept", "doubles"),
    [
        (Kept.HIGHEST, Fraction(17, 72)),
        (Kept.LOWEST, Fraction(17, 72)),
        (Kept.CHOSEN, Fraction(4, 9)),
    ],
)
def test_a_critical_looks_at_the_dice_kept(kept: Kept, doubles: Fraction) -> None:
    assault = Assault(Weapon(20, kept), (Roll(0),), critical=True)
    outcomes, total = suffer(Condition(99), Victim(Toughness(), 99), assault)
    removed = sum(weight for now, weight in outcomes if now.fate is Fate.CRITICAL)
    assert Fraction(removed, total) == doubles


# ---- in an exchange


def test_a_model_that_rose_does_not_strike_back() -> None:
    """It is Prone; one that cannot be Prone strikes with all its boxes."""
    attacker = model(3, 0, "Brutal (20)", "Kata", strength=20)
    for traits, cancelled in ((["Rise (0)"], "1"), (["Rise (0)", "Immovable"], "0")):
        document = duel(attacker, model(2, 0, *traits, wounds=3))
        assert figures(document)["opponent"]["attack"]["cancelled"] == cancelled
        assert_agrees(document)


def test_a_prone_model_that_rose_does_not_strike_back_either() -> None:
    attacker = model(3, 0, "Brutal (20)", "Kata", strength=20)
    document = duel(attacker, model(2, 0, "Rise (0)", wounds=3, states=["prone"]))
    opponent = figures(document)["opponent"]
    assert opponent["attack"]["cancelled"] == "1"
    assert opponent["effects"] == {}  # it was Prone before
    assert_agrees(document)


def test_last_stand_strikes_back_and_is_out_all_the_same() -> None:
    attacker = model(3, 0, "Brutal (20)", "Kata", strength=20)
    for traits, cancelled in (([], "1"), (["Last Stand"], "0")):
        document = duel(attacker, model(2, 0, *traits, wounds=3))
        opponent = figures(document)["opponent"]
        assert opponent["attack"]["cancelled"] == cancelled
        assert opponent["out_of_action"] == opponent["lethal"] == "1"
        assert_agrees(document)


def test_wounds_dealt_are_not_capped_and_boxes_lost_are() -> None:
    document = duel(
        model(1, 0, "Kata", "Brutal (20)", special="Combo Attack", strength=20),
        model(0, 0, wounds=6),
    )
    result = figures(document)
    assert result["opponent"]["hp_lost"]["distribution"] == {"6": "1"}
    # Success Levels 21 to 26, and two fewer each time: 24 + 22 + ... + 4 and so on.
    sums = {sum(low + 3 for low in range(level, -1, -2)) for level in range(21, 27)}
    assert {int(k) for k in result["active"]["wounds_dealt"]["distribution"]} == sums
    assert_agrees(document)


@pytest.mark.parametrize("boxes", [1, 3])
@pytest.mark.parametrize("special", ["Combo Attack", "Dual Attack", "Critical Attack"])
@pytest.mark.parametrize(
    "traits",
    [
        ["Rise (4)"],
        ["Last Stand"],
        ["Rise (3)", "Last Stand"],
        ["Rise (4)", "Immovable"],
        ["Durable", "Rise (5)"],
    ],
    ids="+".join,
)
def test_survivors_of_several_rolls_are_as_the_oracle_says(
    boxes: int, special: str, traits: list[str]
) -> None:
    attacker = model(1, 0, special=special, strength=1, wounds=2)
    assert_agrees(duel(attacker, model(1, 1, *traits, wounds=boxes, max_wounds=4)))
