"""Optimal re-rolls of one pool, by backward induction in whole numbers.

Order and limits: https://jwarref.netlify.app/definitions/tests/Re-Rolls.  Prowess raises the
expected final value, Feint and Dodge lower it, each foreseeing the later stages; equal choices are
settled by surviving dice, then fewer dice, then the lower faces (Prowess) or the higher (Feint and
Dodge).
"""

from __future__ import annotations

from fractions import Fraction
from itertools import combinations_with_replacement, product

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import oracle
from bushido_odds.dice import multisets, rerolls
from bushido_odds.dice.rerolls import Played, Stage, play
from bushido_odds.rules.pools import Scoring, payoff
from helpers import chosen

PLAIN = Scoring()
SCORINGS = [
    Scoring(kata, adept, bonus, removed)
    for kata, adept, bonus, removed in product((False, True), (0, 1), (0, 1), (0, 1, 2))
]
PROWESS, DODGE = True, False
Stages = tuple[Stage, ...]


def one_and_two_stages(budgets: tuple[int, ...]) -> list[Stages]:
    """No stage, one of either kind, and both kinds in both orders."""
    single: list[Stages] = [(Stage(x, kind),) for kind in (PROWESS, DODGE) for x in budgets]
    double: list[Stages] = [
        (Stage(x, kind), Stage(y, not kind))
        for kind in (PROWESS, DODGE)
        for x, y in product(budgets, budgets)
    ]
    return [(), *single, *double]


def law(dice: int, scoring: Scoring, stages: Stages) -> dict[tuple[int, int], Fraction]:
    """The law of (value, survivors) of a pool that has been played."""
    played, figures = play(payoff(dice, scoring), stages), payoff(dice, scoring)
    found: dict[tuple[int, int], Fraction] = {}
    for value, left, weight in zip(figures.value, figures.survivors, played.weights, strict=True):
        if weight:
            key = (int(value), int(left))
            found[key] = found.get(key, Fraction(0)) + Fraction(int(weight), played.total)
    return found


def mean(dice: int, scoring: Scoring, stages: Stages) -> Fraction:
    """The expected final value."""
    return sum((p * value for (value, _), p in law(dice, scoring, stages).items()), Fraction(0))


def in_oracle_words(stages: Stages) -> tuple[oracle.Stage, ...]:
    return tuple(("max" if stage.maximise else "min", stage.budget) for stage in stages)


# ---- against the oracle


@pytest.mark.parametrize("scoring", SCORINGS, ids=str)
def test_laws_of_up_to_three_dice_are_those_of_the_oracle(scoring: Scoring) -> None:
    rule = oracle.PoolRule(scoring.kata, scoring.adept, scoring.bonus, scoring.removed)
    for dice in range(4):
        for stages in one_and_two_stages((0, 1, 2)):
            expected = oracle.pool_law(dice, in_oracle_words(stages), **rule._asdict())
            assert law(dice, scoring, stages) == expected, (dice, stages)


@pytest.mark.parametrize("scoring", [PLAIN, Scoring(True), Scoring(removed=1)], ids=str)
def test_policies_of_up_to_four_dice_are_those_of_the_oracle(scoring: Scoring) -> None:
    """The very dice, on every roll: every tie between choices is settled in the right order."""
    rule = oracle.PoolRule(scoring.kata, scoring.adept, scoring.bonus, scoring.removed)
    for dice in range(1, 5):
        for stages in one_and_two_stages((1, 2))[1:]:
            for faces in combinations_with_replacement(range(1, 7), dice):
                expected = oracle.stage_choice(faces, in_oracle_words(stages), rule)
                assert chosen(faces, scoring, *stages) == expected, (faces, stages)


@given(
    st.integers(3, 5),
    st.builds(Scoring, st.booleans(), st.integers(0, 1), st.integers(-1, 2), st.integers(0, 2)),
    st.sampled_from(one_and_two_stages((1, 2))),
)
@settings(max_examples=25, deadline=None)
def test_laws_of_more_dice_are_those_of_the_oracle(
    dice: int, scoring: Scoring, stages: Stages
) -> None:
    rule = oracle.PoolRule(scoring.kata, scoring.adept, scoring.bonus, scoring.removed)
    expected = oracle.pool_law(dice, in_oracle_words(stages), **rule._asdict())
    assert law(dice, scoring, stages) == expected


# ---- the order of preference, where another order would choose other dice


def test_value_comes_before_survivors() -> None:
    # A 6 is worth more than the survivor that a 1 would cost.
    assert chosen((2, 3, 4, 5), PLAIN, Stage(1, PROWESS)) == (2,)


def test_survivors_come_before_fewer_dice() -> None:
    # The value is 8 whatever happens to the 1; but it may become a surviving die.
    assert chosen((1, 6, 6, 6), PLAIN, Stage(1, PROWESS)) == (1,)
    # The value stays 8; but one die less may survive.
    assert chosen((3, 6, 6, 6), PLAIN, Stage(1, DODGE)) == (6,)


def test_fewer_dice_are_rerolled_where_nothing_is_gained() -> None:
    assert chosen((4,), Scoring(removed=1), Stage(1, PROWESS)) == ()
    assert chosen((4,), Scoring(removed=1), Stage(1, DODGE)) == ()
    assert chosen((1, 6, 6, 6), PLAIN, Stage(3, PROWESS)) == (1,)


def test_equal_dice_are_settled_by_their_faces() -> None:
    # One of the three supporting dice is as good as another.
    assert chosen((2, 3, 4, 5), PLAIN, Stage(1, PROWESS)) == (2,)
    assert chosen((2, 3, 3, 4, 5), PLAIN, Stage(2, PROWESS)) == (2, 3)
    # Any one die of these leaves the value at 8 and may cost a survivor.
    assert chosen((2, 3, 6, 6), PLAIN, Stage(1, DODGE)) == (6,)


def test_a_stage_foresees_the_later_ones() -> None:
    # Prowess throws a 3 again for a die worth 20/6; but a Dodge to come makes that die worth 15/6.
    assert chosen((3,), PLAIN, Stage(1, PROWESS)) == (3,)
    assert chosen((3,), PLAIN, Stage(1, PROWESS), Stage(1, DODGE)) == ()
    # Dodge throws a 4 again; but a Prowess to come makes the new die worth 25/6.
    assert chosen((4,), PLAIN, Stage(1, DODGE)) == (4,)
    assert chosen((4,), PLAIN, Stage(1, DODGE), Stage(1, PROWESS)) == ()


def test_the_order_of_the_stages_matters() -> None:
    prowess, dodge = Stage(1, PROWESS), Stage(1, DODGE)
    assert mean(2, PLAIN, (prowess, dodge)) < mean(2, PLAIN, (dodge, prowess))


def test_one_die_and_its_reroll_by_hand() -> None:
    # A fair die with natural 1s at 0 is worth 20/6; Prowess throws 1, 2 and 3 again.
    assert mean(1, PLAIN, ()) == Fraction(20, 6)
    assert mean(1, PLAIN, (Stage(1, PROWESS),)) == Fraction(4 + 5 + 6, 6) + Fraction(20, 12)


# ---- whole numbers, budgets, values


@pytest.mark.parametrize("dice", range(7))
def test_weights_total_the_power_of_six_of_all_dice_thrown(dice: int) -> None:
    for stages in one_and_two_stages((1, 3)):
        played = play(payoff(dice, PLAIN), stages)
        thrown = dice + sum(min(dice, stage.budget) for stage in stages)
        assert played.total == 6**thrown
        assert sum(map(int, played.weights)) == 6**thrown
        assert min(played.weights) >= 0


@pytest.mark.parametrize("kind", [PROWESS, DODGE])
@pytest.mark.parametrize("dice", range(6))
def test_a_budget_of_0_is_no_stage(dice: int, kind: bool) -> None:
    nothing = Stage(0, kind)
    for stages in one_and_two_stages((1, 2)):
        for place in range(len(stages) + 1):
            padded = (*stages[:place], nothing, *stages[place:])
            assert law(dice, PLAIN, padded) == law(dice, PLAIN, stages)


@pytest.mark.parametrize("scoring", [PLAIN, Scoring(True, 1, 1, 1)], ids=str)
@pytest.mark.parametrize("dice", [1, 2, 4, 6, 8])
def test_the_value_foreseen_is_the_value_of_the_policy_played(dice: int, scoring: Scoring) -> None:
    """Induction says what the policies are worth; pushing the weights through them confirms it."""
    for stages in one_and_two_stages((1, 3))[1:]:
        figures = payoff(dice, scoring)
        played = play(figures, stages)
        packed, _, _ = rerolls.packed(figures, rerolls.rerolls_in(dice, stages), dice)
        foreseen = sum(
            int(w) * int(v)
            for w, v in zip(multisets.weights(dice), played.stages[0].payoff, strict=True)
        )
        assert foreseen == sum(int(w) * int(v) for w, v in zip(played.weights, packed, strict=True))


@pytest.mark.parametrize("dice", range(1, 8))
def test_a_larger_budget_never_harms_its_owner(dice: int) -> None:
    for scoring in (PLAIN, Scoring(True), Scoring(removed=1)):
        for other in (0, 1, 2):
            rest = Stage(other, DODGE)
            for more in range(4):
                own, larger = Stage(more, PROWESS), Stage(more + 1, PROWESS)
                assert mean(dice, scoring, (larger, rest)) >= mean(dice, scoring, (own, rest))
                assert mean(dice, scoring, (rest, larger)) >= mean(dice, scoring, (rest, own))


@pytest.mark.parametrize("dice", range(1, 8))
def test_a_larger_enemy_budget_never_helps(dice: int) -> None:
    for scoring in (PLAIN, Scoring(True), Scoring(removed=1)):
        for own in (0, 1, 2):
            rest = Stage(own, PROWESS)
            for more in range(4):
                enemy, larger = Stage(more, DODGE), Stage(more + 1, DODGE)
                assert mean(dice, scoring, (larger, rest)) <= mean(dice, scoring, (enemy, rest))
                assert mean(dice, scoring, (rest, larger)) <= mean(dice, scoring, (rest, enemy))


# ---- 64-bit and unbounded whole numbers


def same(one: Played, other: Played) -> bool:
    """Whether two plays have the same weights and the same policies."""
    return (
        one.total == other.total
        and list(map(int, one.weights)) == list(map(int, other.weights))
        and all((a.choice == b.choice).all() for a, b in zip(one.stages, other.stages, strict=True))
        and all(
            list(map(int, a.payoff)) == list(map(int, b.payoff))
            for a, b in zip(one.stages, other.stages, strict=True)
        )
    )


@pytest.mark.parametrize("dice", [1, 3, 5, 8])
def test_python_integers_give_the_same_as_64_bits(
    dice: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    every = one_and_two_stages((1, 2, 3))
    small = [play(payoff(dice, PLAIN), stages) for stages in every]
    monkeypatch.setattr(rerolls, "_INT64_LIMIT", 0)
    large = [play(payoff(dice, PLAIN), stages) for stages in every]
    assert all(played.weights.dtype == np.int64 for played in small)
    assert all(played.weights.dtype == object for played in large)
    assert all(same(one, other) for one, other in zip(small, large, strict=True))


@pytest.mark.parametrize(("budgets", "wide"), [((5, 6), False), ((5, 7), True), ((6, 6), True)])
def test_where_64_bits_end_nothing_is_lost(
    budgets: tuple[int, int], wide: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    """12 dice and 11 re-rolls are the last that fit: 6**23 < 2**62 < 6**24."""
    stages = (Stage(budgets[0], PROWESS), Stage(budgets[1], DODGE))
    played = play(payoff(12, PLAIN), stages)
    assert (played.weights.dtype == object) is wide
    assert sum(map(int, played.weights)) == 6 ** (12 + sum(budgets)) == played.total
    monkeypatch.setattr(rerolls, "_INT64_LIMIT", 0)
    assert same(played, play(payoff(12, PLAIN), stages))


def test_the_largest_pool_allowed_is_exact() -> None:
    # Prowess never throws a surviving die of a pool full of 1s: none survives only if all 12 dice
    # show 1 and the 5 thrown again do too.
    played = play(payoff(12, PLAIN), (Stage(5, PROWESS),))
    assert played.total == 6**17
    assert played.weights[multisets.index((1,) * 12)] == 1
