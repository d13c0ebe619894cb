"""The Wound Table and one Damage Roll.

Table: https://jwarref.netlify.app/Rulebook/Wound-Table.  Traits in their order: Armour after
Pierce, the table, Tough after Sharp, half damage rounded down, Durable; each on its page below
https://jwarref.netlify.app/definitions/traits/.
"""

from __future__ import annotations

from fractions import Fraction
from itertools import product

import pytest

import oracle
from bushido_odds.dice.law import Law
from bushido_odds.rules import wounds
from bushido_odds.rules.damage import Blow, Kept, Toughness, Weapon, damage_roll, dice_totals
from helpers import Document, duel, exchange, model

TOTALS, LEVELS = range(2, 13), range(11)


def damage(
    attacker: Document,
    defender: Document,
    level: int,
    *,
    bonus: int = 0,
    half: bool = False,
    critical: bool = False,
) -> dict[tuple[int, bool], Fraction]:
    """The engine's law of (wounds, removed) of one Damage Roll between two models."""
    fought = exchange(duel(attacker, defender))
    weapon = fought.active.weapon(fought.opponent)
    law, total = damage_roll(Blow(weapon, fought.opponent.toughness, critical, half), level, bonus)
    return {outcome: Fraction(weight, total) for outcome, weight in law if weight}


def wounds_of(modifier: int, level: int, kept: Kept = Kept.BOTH) -> Law:
    """The law of the wounds of a Damage Roll on a model without a trait."""
    law, total = damage_roll(Blow(Weapon(modifier, kept), Toughness()), level)
    return Law({left: weight for (left, _), weight in law}, total)


# ---- the table


@pytest.mark.parametrize("total", TOTALS)
def test_both_forms_of_the_table_are_equal_in_every_cell(total: int) -> None:
    for level in LEVELS:
        cell = wounds.wounds(total, level)
        assert cell == wounds.PRINTED[total][level] == oracle.wounds_by_table(total, level)


def test_totals_are_held_to_the_table() -> None:
    for level in range(15):
        assert wounds.wounds(-8, level) == wounds.wounds(2, level)
        assert wounds.wounds(30, level) == wounds.wounds(12, level)


def test_beyond_success_level_10_each_level_adds_a_wound() -> None:
    for total, level in product(TOTALS, range(11, 40)):
        assert wounds.wounds(total, level) == wounds.wounds(total, level - 1) + 1


def test_the_usual_damage_gives_the_success_level() -> None:
    """https://thetempleofbushido.wordpress.com/2014/07/08/la-tabla-de-dano/"""
    for level in LEVELS:
        assert {wounds.wounds(total, level) for total in (6, 7, 8)} == {level}
    shifts = [wounds.wounds(total, 5) - 5 for total in TOTALS]
    assert shifts == [-3, -2, -1, -1, 0, 0, 0, 1, 1, 2, 3]


def test_what_two_strength_more_gain_by_the_dice_rolled() -> None:
    """Always a wound or two, but not on a 6 and on a 12.

    https://thetempleofbushido.wordpress.com/2014/07/08/strength-armour-modifiers-para-publicar/
    """
    for level in range(3, 11):
        gains = [wounds.wounds(t + 2, level) - wounds.wounds(t, level) for t in TOTALS]
        assert gains == [2, 1, 1, 1, 0, 1, 1, 1, 2, 1, 0]


def test_armour_4_lets_nothing_through_at_level_0() -> None:
    """https://toomini.wordpress.com/2018/07/19/bushido-the-minimoto-clan-arrives/"""
    assert wounds_of(-4, 0) == {0: 1}
    first_wound = [level for level in LEVELS if wounds.wounds(7 - 4, level) == 1]
    assert first_wound == [3]


# ---- exact values of plain rolls


@pytest.mark.parametrize(
    ("modifier", "means"),
    [
        (0, "7/18 10/9 73/36 3 4"),
        (1, "2/3 3/2 89/36 125/36 161/36"),
        (2, "37/36 35/18 53/18 71/18 89/18"),
        (-1, "7/36 7/9 29/18 91/36 127/36"),
        (-2, "1/12 1/2 11/9 37/18 55/18"),
    ],
)
def test_mean_wounds_of_two_dice(modifier: int, means: str) -> None:
    assert [wounds_of(modifier, level).mean for level in range(5)] == [
        Fraction(mean) for mean in means.split()
    ]


@pytest.mark.parametrize(
    ("kept", "critical", "doubles", "mean"),
    [
        (Kept.BOTH, True, Fraction(1, 6), Fraction(7)),
        (Kept.HIGHEST, True, Fraction(17, 72), Fraction(203, 24)),
        (Kept.LOWEST, True, Fraction(17, 72), Fraction(133, 24)),
        (Kept.CHOSEN, False, Fraction(17, 72), Fraction(203, 24)),
        (Kept.CHOSEN, True, Fraction(4, 9), None),
    ],
)
def test_doubles_and_mean_of_the_dice_kept(
    kept: Kept, critical: bool, doubles: Fraction, mean: Fraction | None
) -> None:
    law = dice_totals(kept, critical)
    total = sum(weight for _, weight in law)
    assert Fraction(sum(w for (_, pair), w in law if pair), total) == doubles
    if mean is not None:
        assert Fraction(sum(w * value for (value, _), w in law), total) == mean


def test_three_and_five_with_strength_1_at_level_3_are_four_wounds() -> None:
    """The rulebook's own example: https://jwarref.netlify.app/Rulebook/Wound-Table"""
    assert Blow(Weapon(1), Toughness()).wounds(3 + 5, 3, 0) == 4


# ---- against the oracle


DICE_TRAITS = [
    [*strong, *weak, *assassin]
    for strong, weak, assassin in product(([], ["Strong"]), ([], ["Weak"]), ([], ["Assassin"]))
]


@pytest.mark.parametrize("traits", DICE_TRAITS, ids=lambda words: "+".join(words) or "plain")
def test_dice_and_what_is_left_of_the_table_are_as_the_oracle_says(traits: list[str]) -> None:
    """Every choice of dice with every reduction after the table."""
    for unseen, sharp, strength in product((False, True), (0, 1), (-2, 0, 3)):
        attacker = model(1, 0, *traits, f"Sharp ({sharp})", strength=strength, unseen=unseen)
        for tough, durable in product((-1, 0, 1, 2), ([], ["Durable"])):
            defender = model(0, 1, f"Tough ({tough})", *durable)
            for level, half, critical in product((0, 1, 3, 11), (False, True), (False, True)):
                options = {"half": half, "critical": critical}
                expected = oracle.damage_law(attacker, defender, level, **options)
                found = damage(attacker, defender, level, **options)
                assert found == expected, (attacker, defender, level, options)


@pytest.mark.parametrize("armour", [-2, -1, 0, 1, 2, 4])
def test_strength_armour_and_pierce_are_as_the_oracle_says(armour: int) -> None:
    for pierce, strength, level in product((-1, 0, 1, 2, 5), (-3, 0, 1, 6), (0, 2, 5, 10)):
        attacker = model(1, 0, f"Pierce ({pierce})", strength=strength)
        defender = model(0, 1, f"Armour ({armour})")
        for bonus in (0, 2, 3, 5):
            expected = oracle.damage_law(attacker, defender, level, bonus=bonus)
            assert damage(attacker, defender, level, bonus=bonus) == expected, (attacker, defender)


@pytest.mark.parametrize("tough", [-2, -1, 0, 1, 2, 4])
def test_tough_and_sharp_are_as_the_oracle_says(tough: int) -> None:
    for sharp, level, half in product((-1, 0, 1, 2, 5), range(7), (False, True)):
        attacker, defender = model(1, 0, f"Sharp ({sharp})"), model(0, 1, f"Tough ({tough})")
        expected = oracle.damage_law(attacker, defender, level, half=half)
        assert damage(attacker, defender, level, half=half) == expected, (attacker, defender)


@pytest.mark.parametrize("states", [[], ["surprised"], ["death sentence"], ["prone"]], ids=str)
def test_states_of_the_target_are_as_the_oracle_says(states: list[str]) -> None:
    """A Surprised target may be assassinated, and a Death Sentence costs it +1."""
    attacker = model(1, 0, "Assassin", "Weak")
    for traits in ([], ["Sixth Sense"]):
        defender = model(0, 1, *traits, states=states)
        for level in range(4):
            expected = oracle.damage_law(attacker, defender, level)
            assert damage(attacker, defender, level) == expected


# ---- the order of the reductions, by hand


@pytest.mark.parametrize(
    ("table", "tough", "half", "durable", "left"),
    [
        (3, 1, True, False, 1),  # Tough first: half of 2; the other way 3 // 2 - 1 = 0
        (5, 1, True, True, 1),  # Durable last
        (3, 2, True, True, 0),  # half of 1 is 0, not Durable's 1
        (0, -2, False, False, 0),  # a negative Tough adds to no miss
        (1, -2, False, False, 3),
        (1, -1, True, False, 1),
        (2, 5, False, False, 0),
    ],
)
def test_tough_then_half_then_durable(
    table: int, tough: int, half: bool, durable: bool, left: int
) -> None:
    target = Toughness(tough=tough, durable=durable)
    # A total of 7 gives as many wounds as the Success Level.
    assert Blow(Weapon(), target, half=half).wounds(7, table, 0) == left


def test_oni_rage_is_tough_1_while_berserk() -> None:
    """https://jwarref.netlify.app/definitions/traits/Oni-Rage"""
    attacker, tough = model(1, 0), model(0, 1, "Tough (2)")
    raging = model(0, 1, "Tough (1)", "Oni Rage", states=["berserk"])
    calm = model(0, 1, "Tough (1)", "Oni Rage")
    for level in range(6):
        assert damage(attacker, raging, level) == damage(attacker, tough, level)
        assert damage(attacker, calm, level) == damage(attacker, model(0, 1, "Tough (1)"), level)
