"""What a rolled pool is worth.

Natural 1s leave, the enemy may take the highest dice, the highest left counts with up to two
supporting dice (https://jwarref.netlify.app/Rulebook/Tests); an empty pool is worth 0 whatever
Brutal or Parry would add (https://jwarref.netlify.app/FAQ/).
"""

from __future__ import annotations

from fractions import Fraction
from itertools import combinations_with_replacement, product

import icepool
import pytest
from hypothesis import given
from hypothesis import strategies as st

import oracle
from bushido_odds.dice import multisets
from bushido_odds.rules.pools import Scoring, payoff

KATA = (False, True)
ADEPT = (0, 1, 2)
BONUS = (-1, 0, 2)
REMOVED = (0, 1, 2, 3)

scorings = st.builds(
    Scoring, st.booleans(), st.integers(0, 3), st.integers(-2, 3), st.integers(0, 4)
)


def value_law(dice: int, scoring: Scoring) -> dict[int, Fraction]:
    """The law of the value of a pool that is not re-rolled."""
    law: dict[int, Fraction] = {}
    for value, weight in zip(payoff(dice, scoring).value, multisets.weights(dice), strict=True):
        law[int(value)] = law.get(int(value), Fraction(0)) + Fraction(int(weight), 6**dice)
    return law


@pytest.mark.parametrize(
    "scoring", [Scoring(*options) for options in product(KATA, ADEPT, BONUS, REMOVED)], ids=str
)
def test_every_roll_is_worth_what_the_oracle_says(scoring: Scoring) -> None:
    for dice in range(5):
        figures = payoff(dice, scoring)
        for faces in combinations_with_replacement(range(1, 7), dice):
            expected = oracle.pool_value(
                faces,
                kata=scoring.kata,
                adept=scoring.adept,
                bonus=scoring.bonus,
                removed=scoring.removed,
            )
            place = multisets.index(faces)
            assert (figures.value[place], figures.survivors[place]) == expected, faces
            assert scoring.score_dice(faces) == expected, faces


@pytest.mark.parametrize(
    ("faces", "scoring", "expected"),
    [
        ((6, 3), Scoring(), (7, 2)),
        ((6, 1), Scoring(), (6, 1)),
        ((1, 1), Scoring(bonus=3), (0, 0)),
        ((), Scoring(bonus=3), (0, 0)),
        ((1, 1), Scoring(kata=True, bonus=1), (3, 2)),
        ((5, 4, 3, 2), Scoring(), (7, 4)),
        ((5, 4, 3, 2), Scoring(adept=1), (8, 4)),
        ((5, 4, 3, 2), Scoring(removed=1), (6, 3)),
        ((4,), Scoring(removed=1, bonus=2), (0, 0)),
        ((4, 1), Scoring(removed=1), (0, 0)),
        ((4, 1), Scoring(removed=1, kata=True), (1, 1)),
    ],
)
def test_rolls_worked_out_by_hand(
    faces: tuple[int, ...], scoring: Scoring, expected: tuple[int, int]
) -> None:
    assert scoring.score_dice(faces) == expected


@pytest.mark.parametrize(
    ("dice", "law"),
    [
        (1, "0: 1/6, 2: 1/6, 3: 1/6, 4: 1/6, 5: 1/6, 6: 1/6"),
        (2, "0: 1/36, 2: 1/18, 3: 1/12, 4: 5/36, 5: 7/36, 6: 1/4, 7: 1/4"),
        (3, "0: 1/216, 2: 1/72, 3: 1/36, 4: 13/216, 5: 25/216, 6: 43/216, 7: 8/27, 8: 61/216"),
        (
            4,
            "0: 1/1296, 2: 1/324, 3: 5/648, 4: 1/48, 5: 77/1296, 6: 187/1296, 7: 377/1296, "
            "8: 613/1296",
        ),
    ],
)
def test_the_law_of_plain_dice(dice: int, law: str) -> None:
    expected = {int(v): Fraction(p) for v, p in (part.split(":") for part in law.split(","))}
    assert value_law(dice, Scoring()) == expected


@given(st.lists(st.integers(1, 6), min_size=1, max_size=8), scorings, st.data())
def test_a_higher_die_never_lowers_the_value(
    faces: list[int], scoring: Scoring, data: st.DataObject
) -> None:
    """But for a natural 1 that a negative bonus makes a pool better without."""
    place = data.draw(st.integers(0, len(faces) - 1))
    raised = [*faces[:place], min(6, faces[place] + 1), *faces[place + 1 :]]
    before, after = scoring.score_dice(tuple(faces)), scoring.score_dice(tuple(raised))
    assert after[1] >= before[1]
    if faces[place] > 1 or scoring.kata or scoring.bonus >= 0:
        assert after[0] >= before[0]


def test_a_natural_1_may_be_better_than_a_2() -> None:
    assert Scoring(bonus=-5).score_dice((1,)) == (0, 0)
    assert Scoring(bonus=-5).score_dice((2,)) == (-3, 1)


@given(st.lists(st.integers(1, 6), max_size=8), scorings)
def test_removing_more_dice_never_raises_the_value(faces: list[int], scoring: Scoring) -> None:
    more = Scoring(scoring.kata, scoring.adept, abs(scoring.bonus), scoring.removed + 1)
    less = Scoring(scoring.kata, scoring.adept, abs(scoring.bonus), scoring.removed)
    assert more.score_dice(tuple(faces))[0] <= less.score_dice(tuple(faces))[0]
    assert more.score_dice(tuple(faces))[1] <= less.score_dice(tuple(faces))[1]


@icepool.multiset_function
def highest_and_survivors(dice):  # type: ignore[no-untyped-def]
    """The highest die, and how many do not show 1."""
    return dice.highest(1).sum(), dice.keep_outcomes([2, 3, 4, 5, 6]).size()


@pytest.mark.parametrize("dice", [1, 2, 3, 5, 8, 12])
@pytest.mark.parametrize("adept", [0, 1])
def test_icepool_agrees(dice: int, adept: int) -> None:
    pools = highest_and_survivors(icepool.d6.pool(dice))
    values = pools.map(lambda high, left: high + min(left - 1, 2 + adept) if left else 0)
    expected = {value: Fraction(weight, 6**dice) for value, weight in values.items()}
    assert value_law(dice, Scoring(adept=adept)) == expected
