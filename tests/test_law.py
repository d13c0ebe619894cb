"""Laws on the integers: exact fractions, the lower median, sums, images and mixtures."""

from __future__ import annotations

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bushido_odds.dice.law import Law

DIE = Law.uniform(range(1, 7))

laws = st.dictionaries(st.integers(-9, 9), st.integers(1, 50), min_size=1, max_size=6).map(Law)
defective_laws = st.builds(
    lambda law, missing: Law(law.weights, law.total + missing), laws, st.integers(0, 60)
)


def test_reads_as_an_ascending_mapping_to_fractions() -> None:
    law = Law({4: 2, -1: 4, 2: 0})
    assert list(law.items()) == [(-1, Fraction(2, 3)), (4, Fraction(1, 3))]
    assert len(law) == 2
    assert 4 in law
    assert 2 not in law  # a value of weight 0 is left out
    assert law.weights == {-1: 4, 4: 2}
    assert law.total == 6
    with pytest.raises(KeyError):
        law[2]


def test_probability_of_what_cannot_happen_is_0() -> None:
    assert Law({1: 1}).probability(2) == 0
    assert DIE.probability(2) == Fraction(1, 6)


def test_a_law_is_equal_to_its_multiples() -> None:
    once, thrice = Law({0: 1, 5: 2}), Law({0: 3, 5: 6})
    assert once == thrice
    assert hash(once) == hash(thrice)
    assert once != Law({0: 1, 5: 2}, 4)


def test_uniform_counts_repeats() -> None:
    assert Law.uniform([3, 3, 1]) == {1: Fraction(1, 3), 3: Fraction(2, 3)}
    assert Law.certain(7) == {7: 1}


@pytest.mark.parametrize(
    ("weights", "total"),
    [({1: -1, 2: 3}, None), ({}, None), ({1: 0}, None), ({1: 3}, 2), ({}, 0), ({}, -1)],
)
def test_impossible_weights_are_refused(weights: dict[int, int], total: int | None) -> None:
    with pytest.raises(ValueError):
        Law(weights, total)


@pytest.mark.parametrize(
    ("weights", "total", "median"),
    [
        ({1: 1, 2: 1}, None, 1),  # exactly 1/2 is reached at the lower value
        ({1: 1, 2: 2}, None, 2),
        ({0: 1, 3: 1, 9: 1}, None, 3),
        ({0: 1, 5: 1}, 3, 5),
        ({5: 2}, 4, 5),
    ],
)
def test_median_is_the_first_value_that_reaches_a_half(
    weights: dict[int, int], total: int | None, median: int
) -> None:
    assert Law(weights, total).median == median


def test_less_than_half_a_law_has_no_median() -> None:
    with pytest.raises(ValueError, match="median"):
        _ = Law({5: 1}, 3).median


def test_mode_is_the_smallest_of_the_most_likely() -> None:
    assert Law({1: 2, 4: 3, 6: 3}).mode == 4


def test_mean() -> None:
    assert DIE.mean == Fraction(7, 2)
    assert Law({6: 1}, 6).mean == 1  # what never happens adds 0


@given(defective_laws, st.integers(-12, 12))
def test_at_least_sums_the_upper_tail(law: Law, value: int) -> None:
    assert law.at_least(value) == sum(p for k, p in law.items() if k >= value)
    assert law.at_least(-10) == law.mass


@given(defective_laws)
def test_map_adds_up_the_values_with_one_image(law: Law) -> None:
    image = law.map(abs)
    assert image.total == law.total
    for value in range(10):
        both = {value, -value}
        assert image.probability(value) == sum(map(law.probability, both))


def test_convolve_gives_the_law_of_two_dice() -> None:
    two = DIE.convolve(DIE)
    assert two == {k: Fraction(6 - abs(k - 7), 36) for k in range(2, 13)}


@given(defective_laws, defective_laws)
def test_convolve_multiplies_mass_and_adds_means(one: Law, other: Law) -> None:
    both = one.convolve(other)
    assert both == other.convolve(one)
    assert both.mass == one.mass * other.mass
    assert both.mean == one.mean * other.mass + other.mean * one.mass


@given(defective_laws, st.integers(-5, 5))
def test_adding_a_certain_number_shifts(law: Law, shift: int) -> None:
    assert law.convolve(Law.certain(shift)) == law.map(lambda value: value + shift)


@given(defective_laws, defective_laws, st.fractions(0, 1, max_denominator=30))
def test_mix_weighs_each_law_by_its_chance(one: Law, other: Law, chance: Fraction) -> None:
    mixed = one.mix(other, chance)
    for value in {*one, *other}:
        expected = chance * one.probability(value) + (1 - chance) * other.probability(value)
        assert mixed.probability(value) == expected
    assert mixed.mass == chance * one.mass + (1 - chance) * other.mass


@pytest.mark.parametrize("chance", [Fraction(3, 2), Fraction(-1, 2)])
def test_mix_needs_a_probability(chance: Fraction) -> None:
    with pytest.raises(ValueError):
        DIE.mix(Law.certain(0), chance)


def test_a_defective_law_keeps_its_missing_mass() -> None:
    law = Law({0: 1, 2: 1}, 6)
    assert law.mass == Fraction(1, 3)
    assert law.mean == Fraction(1, 3)
    assert law.map(lambda value: value + 1).mass == law.mass


def test_large_weights_stay_exact() -> None:
    huge = 6**60
    law = Law({0: huge - 1, 1: 1})
    assert law.probability(1) == Fraction(1, huge)
    assert law.mean == Fraction(1, huge)
