"""Rolls of n six-sided dice as multisets of faces, and the lattice that joins n to n + 1.

A roll is the count of each face; the order in which dice fell does not matter.  There are
C(n+5, 5) such rolls (126 for 4 dice, 1287 for 8, 6188 for 12), against 6**n ordered ones.  The
rolls of n dice form *level* n; adding one die of some face leads to level n + 1.  Every table here
is built once and read-only.
"""

from __future__ import annotations

from functools import cache
from math import comb, factorial
from typing import Any

import numpy as np
import numpy.typing as npt

FACES = 6
MAX_DICE = 20
"""The multinomial weights of more dice would not fit a 64-bit integer."""

Ints = npt.NDArray[np.int64]

# A roll is coded by its counts in base 32, so that adding a face is adding a power of 32.
_BITS = 5
_STEPS: Ints = np.array([1 << (_BITS * face) for face in range(FACES)], dtype=np.int64)
_SHIFTS: Ints = np.arange(FACES, dtype=np.int64) * _BITS


def distinct(values: npt.NDArray[Any]) -> tuple[npt.NDArray[Any], Ints]:
    """The different values, ascending, and for every entry the place of its value among them.

    What ``numpy.unique`` does, without the machinery for masked arrays that it would import.
    """
    flat = values.reshape(-1)
    order = np.argsort(flat)
    ordered = flat[order]
    new = begins(ordered)
    places = np.empty(len(flat), dtype=np.int64)
    places[order] = new.cumsum() - 1
    return ordered[new], places.reshape(values.shape)


def begins(ordered: npt.NDArray[Any]) -> npt.NDArray[np.bool_]:
    """Whether each entry differs from the one before it: where runs of equal entries begin."""
    new = np.ones(len(ordered), dtype=bool)
    new[1:] = ordered[1:] != ordered[:-1]
    return new


def _frozen(array: Ints) -> Ints:
    """The array, read-only, and stored column by column: tables are gathered face by face."""
    array = np.asfortranarray(array)
    array.setflags(write=False)
    return array


@cache
def codes(dice: int) -> Ints:
    """The coded rolls of ``dice`` dice in ascending order; a roll's place here is its index.

    Raises:
        ValueError: fewer than 0 or more than ``MAX_DICE`` dice.
    """
    if not 0 <= dice <= MAX_DICE:
        raise ValueError(f"0 to {MAX_DICE} dice, not {dice}")
    if dice == 0:
        return _frozen(np.zeros(1, dtype=np.int64))
    # Rolls whose highest face is f are those of one die less without higher faces, which come
    # first there, and a die of f.
    below = codes(dice - 1)
    without_higher = [comb(dice - 1 + face, face) for face in range(FACES)]
    return _frozen(
        np.concatenate(
            [below[:number] + step for number, step in zip(without_higher, _STEPS, strict=True)]
        )
    )


@cache
def counts(dice: int) -> Ints:
    """The count of each face (columns: faces 1 to 6) of every roll (rows) of ``dice`` dice."""
    return _frozen((codes(dice)[:, None] >> _SHIFTS) & ((1 << _BITS) - 1))


@cache
def weights(dice: int) -> Ints:
    """How many of the 6**dice ordered throws give each roll: n! / (c1! c2! ... c6!)."""
    factorials = np.array([factorial(k) for k in range(dice + 1)], dtype=np.int64)
    return _frozen(factorial(dice) // factorials[counts(dice)].prod(axis=1))


@cache
def up(dice: int) -> Ints:
    """For every roll (rows) and face (columns): the index at level ``dice + 1`` with it added."""
    return _frozen(np.searchsorted(codes(dice + 1), codes(dice)[:, None] + _STEPS))


@cache
def down(dice: int) -> Ints:
    """The index at level ``dice - 1`` with one die of a face taken away.

    Where the roll has no such die the entry is one past the last index of that level, where a
    caller keeps a zero.
    """
    below = np.searchsorted(codes(dice - 1), codes(dice)[:, None] - _STEPS)
    return _frozen(np.where(counts(dice) > 0, below, len(codes(dice - 1))))


@cache
def mirrored(dice: int) -> Ints:
    """For every roll the index of its mirror image, with 7 - f for each face f.

    Where rolls in the order of their indices have few 6s first, then few 5s and so on, mirrored
    rolls have few 1s first, then few 2s.
    """
    return _frozen(np.searchsorted(codes(dice), encode(counts(dice)[:, ::-1])))


def index(faces: tuple[int, ...]) -> int:
    """The index of one roll, given as its faces in any order.

    Raises:
        ValueError: a face that is not 1 to 6.
    """
    if any(not 1 <= face <= FACES for face in faces):
        raise ValueError("a die shows 1 to 6")
    code = sum(int(_STEPS[face - 1]) for face in faces)
    return int(np.searchsorted(codes(len(faces)), code))


def faces(dice: int, place: int) -> tuple[int, ...]:
    """The faces of the roll at index ``place``, ascending."""
    return _faces(counts(dice)[place])


def taken(dice: int, place: int, left: int, place_left: int) -> tuple[int, ...]:
    """The faces, ascending, that a roll of ``dice`` dice loses to become one of ``left`` dice."""
    return _faces(counts(dice)[place] - counts(left)[place_left])


def _faces(row: Ints) -> tuple[int, ...]:
    return tuple(face + 1 for face in range(FACES) for _ in range(int(row[face])))


def encode(counted: Ints) -> Ints:
    """The codes of rolls given as counts of faces (last axis: faces 1 to 6)."""
    coded: Ints = counted @ _STEPS
    return coded
