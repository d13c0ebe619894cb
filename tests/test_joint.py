"""Joint laws: weights on tuples, sums, mixtures."""

from __future__ import annotations

from fractions import Fraction
from math import comb

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bushido_odds.dice.joint import JointLaw
from bushido_odds.dice.law import Law

POINTS = st.tuples(st.integers(-2, 2), st.integers(0, 2))
WEIGHTS = st.dictionaries(POINTS, st.integers(1, 9), min_size=1, max_size=5)


def test_a_law_reads_as_a_mapping_in_lowest_terms() -> None:
    law = JointLaw({(1, 0): 4, (0, 1): 2, (5, 5): 0})
    assert list(law) == [(0, 1), (1, 0)]
    assert law[0, 1] == Fraction(1, 3)
    assert (law.total, dict(law.weights)) == (3, {(0, 1): 1, (1, 0): 2})
    assert law == JointLaw({(0, 1): 1, (1, 0): 2})
    assert hash(law) == hash(JointLaw({(0, 1): 1, (1, 0): 2}))
    assert len(law) == 2
    assert repr(law) == "JointLaw((0, 1): 1/3, (1, 0): 2/3)"


@pytest.mark.parametrize("weights", [{}, {(0,): 0}, {(0,): 2, (1,): -1}])
def test_weights_must_make_a_law(weights: dict[tuple[int, ...], int]) -> None:
    with pytest.raises(ValueError, match="needs weights"):
        JointLaw(weights)


def test_chances_must_sum_to_one() -> None:
    assert JointLaw.of({(0,): Fraction(1, 6), (1,): Fraction(5, 6)}).weights == {(0,): 1, (1,): 5}
    with pytest.raises(ValueError, match="sum to 1"):
        JointLaw.of({(0,): Fraction(1, 6)})


@given(WEIGHTS, WEIGHTS)
def test_the_sum_of_independent_points(one: dict, other: dict) -> None:
    first, second = JointLaw(one), JointLaw(other)
    expected: dict[tuple[int, ...], Fraction] = {}
    for x in first:
        for y in second:
            key = (x[0] + y[0], x[1] + y[1])
            expected[key] = expected.get(key, Fraction(0)) + first[x] * second[y]
    assert dict(first.plus(second)) == expected


@given(WEIGHTS, WEIGHTS, st.integers(0, 5), st.integers(1, 5))
def test_a_mixture(one: dict, other: dict, share: int, rest: int) -> None:
    first, second = JointLaw(one), JointLaw(other)
    mixed = JointLaw.mixture([(share, first), (rest, second)])
    chance = Fraction(share, share + rest)
    for point in {*first, *second}:
        expected = chance * first.get(point, 0) + (1 - chance) * second.get(point, 0)
        assert mixed.get(point, 0) == expected
    assert sum(mixed.values()) == 1


@pytest.mark.parametrize("times", [0, 1, 4])
def test_repeated_trials_are_multinomial(times: int) -> None:
    trial = JointLaw({(1, 0): 2, (0, 1): 1, (0, 0): 3})
    law = trial.repeated(times)
    expected = {
        (a, b): Fraction(
            comb(times, a) * comb(times - a, b) * 2**a * 3 ** (times - a - b), 6**times
        )
        for a in range(times + 1)
        for b in range(times + 1 - a)
    }
    assert dict(law) == expected


def test_what_follows_from_a_point() -> None:
    law = JointLaw({(0, 1): 1, (1, 0): 2, (1, 1): 3})
    assert dict(law.map(lambda point: (sum(point),))) == {
        (1,): Fraction(1, 2),
        (2,): Fraction(1, 2),
    }
    assert law.law(lambda point: point[0]) == Law({0: 1, 1: 5})
    assert law.chance(lambda point: point[0] == point[1]) == Fraction(1, 2)
    assert JointLaw.certain((3,)).law(sum) == Law.certain(3)
