"""Whole numbers beyond 64 bits in numpy: limbs where they are compared, residues where only summed.

Arrays of Python's integers are some fifty times slower than arrays of machine numbers.  A number
that is to be compared is split into *limbs* of a fixed number of bits, an array for each, the
highest first; every sum over a lattice runs on each of them alone, and what one holds too much is
carried on before two numbers are compared.  A number that is only added up is kept as *residues*
modulo several primes and put together again in the end.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import prod

import numpy as np

from bushido_odds.dice.multisets import Ints
from bushido_odds.dice.rerolls import Whole

Wide = tuple[Ints, ...]
"""Whole numbers as limbs, the highest first; all but the highest are never negative."""

_BITS = 62
"""What a 64-bit number holds, with a bit to spare for sums."""


def limb_bits(growth: int) -> int:
    """The bits of a limb that still fits after it has grown ``growth`` times."""
    return _BITS - growth.bit_length()


def split(numbers: Whole, bits: int, bound: int) -> Wide:
    """The limbs of whole numbers, as many as numbers up to ``bound`` in size need."""
    limbs: list[Ints] = []
    rest = np.asarray(numbers, dtype=object)
    for _ in range(max(1, -(-bound.bit_length() // bits)) - 1):
        limbs.append((rest & ((1 << bits) - 1)).astype(np.int64))
        rest = rest >> bits
    return (rest.astype(np.int64), *reversed(limbs))


def joined(limbs: Wide, bits: int) -> Whole:
    """The numbers that limbs stand for, as Python's integers."""
    numbers = limbs[0].astype(object)
    for limb in limbs[1:]:
        numbers = (numbers << bits) + limb
    return numbers


def carried(limbs: Sequence[Ints], bits: int) -> Wide:
    """The same numbers, every limb but the highest within its bits again."""
    kept: list[Ints] = []
    carry: Ints | None = None
    for limb in reversed(limbs[1:]):
        full = limb if carry is None else limb + carry
        carry = full >> bits
        kept.append(full & ((1 << bits) - 1))
    return (limbs[0] if carry is None else limbs[0] + carry, *reversed(kept))


def exceeds(one: Wide, other: Wide) -> Whole:
    """Where the first of two arrays of carried numbers is the greater."""
    greater: Whole = one[-1] > other[-1]
    for mine, theirs in zip(one[-2::-1], other[-2::-1], strict=True):
        greater = (mine > theirs) | ((mine == theirs) & greater)
    return greater


_PRIMES = (2147483647, 2147483629, 2147483587, 2147483579, 2147483563, 2147483549, 2147483543)
"""Primes below 2**31, so that a product of two residues fits in 64 bits."""


def moduli(bound: int) -> tuple[int, ...]:
    """Primes whose residues tell all whole numbers up to ``bound``; none where 64 bits do."""
    if bound < 1 << _BITS:
        return ()
    for count in range(1, len(_PRIMES) + 1):
        if prod(_PRIMES[:count]) > bound:
            return _PRIMES[:count]
    raise OverflowError(f"numbers of {bound.bit_length()} bits are too large")


def reduced(numbers: Ints, modulus: int | None) -> Ints:
    """The residues of whole numbers; the numbers themselves without a modulus."""
    return numbers if modulus is None else numbers % modulus


def restored(residues: Sequence[Ints], primes: Sequence[int]) -> Whole:
    """The whole numbers of some residues, as Python's integers (the Chinese remainder theorem)."""
    everything = prod(primes)
    total: Whole = np.zeros(residues[0].shape, dtype=object)
    for residue, prime in zip(residues, primes, strict=True):
        rest = everything // prime
        total = total + residue.astype(object) * (rest * pow(rest, -1, prime))
    return total % everything
