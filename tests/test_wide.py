"""Whole numbers beyond 64 bits: limbs that compare, residues that are put together again."""

from __future__ import annotations

from math import prod

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from bushido_odds.dice import wide

numbers = st.lists(st.integers(-(10**40), 10**40), min_size=2, max_size=6)


def array(values: list[int]) -> np.ndarray:
    return np.array(values, dtype=object)


@given(numbers, st.integers(8, 56))
def test_limbs_stand_for_their_numbers(values: list[int], bits: int) -> None:
    limbs = wide.split(array(values), bits, 10**40)
    assert list(wide.joined(limbs, bits)) == values
    assert all(limb.min() >= 0 and limb.max() < 1 << bits for limb in limbs[1:])


@given(numbers, numbers, st.integers(8, 40), st.integers(1, 1000))
def test_sums_are_carried(one: list[int], two: list[int], bits: int, times: int) -> None:
    """Limbs are added up one by one; what they hold too much goes to the next."""
    length = min(len(one), len(two))
    first, second = (wide.split(array(values[:length]), bits, 10**44) for values in (one, two))
    added = wide.carried([a * times + b for a, b in zip(first, second, strict=True)], bits)
    assert list(wide.joined(added, bits)) == [a * times + b for a, b in zip(one, two, strict=False)]
    assert all(limb.min() >= 0 and limb.max() < 1 << bits for limb in added[1:])


@given(st.lists(st.tuples(st.integers(-9, 9), st.integers(-(10**30), 10**30)), min_size=1))
def test_limbs_compare_as_numbers_do(pairs: list[tuple[int, int]]) -> None:
    """Near numbers too, which differ in the lowest limb alone."""
    one, two = [near + far for near, far in pairs], [far for _, far in pairs]
    limbs = [wide.split(array(values), 20, 10**31) for values in (one, two)]
    assert list(wide.exceeds(*limbs)) == [a > b for a, b in zip(one, two, strict=True)]


def test_small_numbers_are_one_limb() -> None:
    limbs = wide.split(array([3, -5]), 50, 10)
    assert len(limbs) == 1
    assert limbs[0].tolist() == [3, -5]


@pytest.mark.parametrize("growth", [1, 6, 36, 6**10])
def test_a_limb_that_has_grown_still_fits(growth: int) -> None:
    bits = wide.limb_bits(growth)
    assert growth * ((1 << bits) - 1) + (1 << 32) < 1 << 63


@given(st.lists(st.integers(0, 6**70), min_size=1, max_size=5))
def test_residues_are_put_together_again(values: list[int]) -> None:
    primes = wide.moduli(6**70)
    residues = [np.array([value % prime for value in values]) for prime in primes]
    assert list(wide.restored(residues, primes)) == values


def test_as_many_primes_as_the_numbers_need() -> None:
    assert wide.moduli(1 << 61) == ()
    for bits in (62, 90, 125, 200):
        primes = wide.moduli(1 << bits)
        assert prod(primes) > 1 << bits
        assert prod(primes[:-1]) <= 1 << bits
    assert all(prime < 1 << 31 for prime in wide.moduli(6**78))
    with pytest.raises(OverflowError, match="bits"):
        wide.moduli(1 << 300)


def test_the_moduli_are_different_primes() -> None:
    primes = wide.moduli(1 << 210)
    assert len(set(primes)) == len(primes) == 7
    assert all(pow(base, prime - 1, prime) == 1 for prime in primes for base in (2, 3, 5, 7))
