"""Optimal re-rolls of one pool: choose up to X dice, roll them again together, exactly.

A *stage* is one such choice, made by somebody who wants the pool's final payoff high or low.
Stages follow one another and each foresees the later ones (backward induction).  The payoff of a
final roll is a pair (value, survivors): expectations of the value are compared first, then those of
the survivors, and what is still equal is settled by the stage's order of preference among the dice.

Why this is exact and fast.  Let V be any figure on the rolls of n dice.  Its expectation after
throwing r dice next to a kept roll is a sum over the lattice, one die at a time,

    V(kept) = V(kept + 1) + V(kept + 2) + ... + V(kept + 6),

with no division: after r dice the sum is the expectation times 6**r, so alternatives with fewer
dice are scaled up to the common 6**X and every comparison is between whole numbers.  Value and
survivors are packed into one integer, value * C + survivors, with C above every possible sum of
survivors.  A stage costs about 6 * X gathers and one comparison per sub-roll of at most X dice
(7 for one die, 84 for three), over the C(n+5, 5) rolls of the pool.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import combinations_with_replacement
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from bushido_odds.dice import multisets
from bushido_odds.dice.multisets import FACES, Ints

Whole = npt.NDArray[Any]
"""Whole numbers: 64-bit where they provably fit, Python integers beyond."""

_INT64_LIMIT = 1 << 62


class Stage(NamedTuple):
    """Up to ``budget`` dice of one pool are re-rolled together to raise or lower its payoff.

    Equal choices are settled by fewer dice; then, when raising, by re-rolling the lower faces, and
    when lowering the higher ones.
    """

    budget: int
    maximise: bool


@dataclass(frozen=True, slots=True)
class Options:
    """The choices of a stage over every roll of ``dice`` dice, in order of preference.

    The kept dice of all choices live in one flat index: the rolls of ``dice`` dice first (nothing
    re-rolled), then those of one die fewer, down to ``dice - budget``; one more place stands for
    choices that a roll does not have.
    """

    dice: int
    budget: int
    rerolled: tuple[tuple[int, ...], ...]  # a row a choice: the faces re-rolled
    kept: Ints  # [choice, roll] -> flat index of the kept dice
    offsets: tuple[int, ...]  # where each level starts in the flat index
    by_size: tuple[slice, ...]  # the choices that re-roll exactly r dice

    @property
    def size(self) -> int:
        """How many places the flat index has, the one for impossible choices included."""
        return self.offsets[-1] + 1


@lru_cache(maxsize=256)
def options(dice: int, budget: int, low_faces_first: bool) -> Options:
    """The choices of up to ``budget`` of ``dice`` dice, ordered as a stage prefers them."""
    budget = min(budget, dice)
    offsets = [0]
    for thrown in range(budget + 1):
        offsets.append(offsets[-1] + len(multisets.codes(dice - thrown)))
    rolls, coded = multisets.counts(dice), multisets.codes(dice)
    faces = range(1, FACES + 1) if low_faces_first else range(FACES, 0, -1)
    rerolled: list[tuple[int, ...]] = []
    rows: list[Ints] = []
    by_size: list[slice] = []
    for thrown in range(budget + 1):
        start = len(rows)
        below = multisets.codes(dice - thrown)
        # Combinations of a sorted sequence come in lexicographic order, which is the preference.
        for chosen in combinations_with_replacement(faces, thrown):
            counted = np.bincount(np.array(chosen, dtype=np.int64) - 1, minlength=FACES)
            there = (rolls >= counted).all(axis=1)
            code = int(multisets.encode(counted))
            place = offsets[thrown] + np.searchsorted(below, coded - code)
            rerolled.append(chosen)
            rows.append(np.where(there, place, offsets[-1]))
        by_size.append(slice(start, len(rows)))
    kept = np.stack(rows)
    kept.setflags(write=False)
    return Options(dice, budget, tuple(rerolled), kept, tuple(offsets), tuple(by_size))


def stage_options(dice: int, stage: Stage) -> Options:
    """The choices of ``stage`` over a pool of ``dice`` dice."""
    return options(dice, stage.budget, stage.maximise)


def fitting(array: npt.ArrayLike, bound: int) -> Whole:
    """``array`` as 64-bit integers if nothing reaches ``bound``, else as Python's."""
    return np.asarray(array, dtype=np.int64 if bound < _INT64_LIMIT else object)


def kept_sums(figure: Whole, dice: int, budget: int) -> list[Whole]:
    """Sums of a figure on final rolls over every throw of r dice, for r = 0 ... budget.

    Entry r has a row a kept roll of ``dice - r`` dice; divided by 6**r it is the expectation.  The
    figure may have further axes.
    """
    sums = [figure]
    for thrown in range(1, budget + 1):
        sums.append(sums[-1][multisets.up(dice - thrown)].sum(axis=1))
    return sums


def flat_sums(figure: Whole, dice: int, budget: int, nothing: int) -> Whole:
    """``kept_sums`` on the flat index of the stage's options, all times 6**budget.

    ``nothing`` fills the place of impossible choices.
    """
    sums = kept_sums(figure, dice, budget)
    scaled = [part * FACES ** (budget - thrown) for thrown, part in enumerate(sums)]
    return np.concatenate([*scaled, np.full((1, *figure.shape[1:]), nothing, dtype=figure.dtype)])


class Solved(NamedTuple):
    """What a stage does on every roll, and what that is worth."""

    options: Options
    choice: Ints  # [roll] -> row of options
    payoff: Whole  # [roll] -> expected payoff, times 6**budget


def solve(payoff: Whole, dice: int, stage: Stage, bound: int) -> Solved:
    """The best choice of ``stage`` on every roll, given the payoff of what each roll becomes.

    Args:
        payoff: whole numbers, one a roll of ``dice`` dice.
        dice: the size of the pool.
        stage: who chooses, and how many dice.
        bound: no payoff, scaled by 6**budget, exceeds this in size.
    """
    choices = stage_options(dice, stage)
    sign = 1 if stage.maximise else -1
    flat = flat_sums(payoff * sign, dice, choices.budget, -bound - 1)
    table = flat[choices.kept]
    choice = table.argmax(axis=0)  # the first of equals: the order of preference
    best = table[choice, np.arange(len(choice))]
    return Solved(choices, choice, best * sign)


def push(weights: Whole, solved: Solved) -> Whole:
    """The weights of the rolls after a stage, times 6**budget, from those before it."""
    choices = solved.options
    dice, budget = choices.dice, choices.budget
    landed = choices.kept[solved.choice, np.arange(len(weights))]
    spread = np.zeros(choices.size, dtype=weights.dtype)
    np.add.at(spread, landed, weights)
    here = spread[choices.offsets[budget] : choices.offsets[budget + 1]]
    for thrown in range(budget - 1, -1, -1):
        # Every roll gathers what each of its dice may have been thrown onto.
        padded = np.append(here, np.zeros(1, dtype=here.dtype))
        risen = padded[multisets.down(dice - thrown)].sum(axis=1)
        level = spread[choices.offsets[thrown] : choices.offsets[thrown + 1]]
        here = risen + level * FACES ** (budget - thrown)
    return here


@dataclass(frozen=True, slots=True)
class Payoff:
    """The figures that a pool's final rolls are judged by, one entry a roll of ``dice`` dice."""

    dice: int
    value: Ints
    survivors: Ints


@dataclass(frozen=True, slots=True)
class Played:
    """A pool after all its stages: whole-number weights of its final rolls, and the policies."""

    weights: Whole
    total: int
    stages: tuple[Solved, ...]


def rerolls_in(dice: int, stages: Sequence[Stage]) -> int:
    """How many dice the stages may throw again in all: the exponent of 6 that they add."""
    return sum(min(stage.budget, dice) for stage in stages)


def packed(payoff: Payoff, rerolls: int, survivors: int) -> tuple[Whole, int, int]:
    """Value and survivors as one integer a roll, with the multiplier and a bound.

    Comparing expectations of the packed figure, scaled by at most 6**rerolls, compares those of
    the value and, where they are equal, those of the survivors.

    Args:
        payoff: the figures of the pool's final rolls.
        rerolls: the dice thrown again in the whole chain.
        survivors: no sum of survivors that is ever compared exceeds this, unscaled.
    """
    scale = FACES**rerolls
    multiplier = survivors * scale + 1
    highest = int(np.abs(payoff.value).max(initial=0)) + 1
    bound = highest * multiplier * scale * 2
    return (
        fitting(payoff.value, bound) * multiplier + payoff.survivors,
        multiplier,
        bound,
    )


def play(payoff: Payoff, stages: Sequence[Stage]) -> Played:
    """Roll a pool and play its stages in order, each foreseeing the later ones.

    The weights total 6**(dice + dice re-rolled by all stages together).
    """
    dice = payoff.dice
    rerolls = rerolls_in(dice, stages)
    figure, _, bound = packed(payoff, rerolls, dice)
    solved: list[Solved] = []
    for stage in reversed(stages):
        solved.append(solve(figure, dice, stage, bound))
        figure = solved[-1].payoff
    solved.reverse()
    total = FACES ** (dice + rerolls)
    weights: Whole = fitting(multisets.weights(dice), total)
    for step in solved:
        weights = push(weights, step)
    return Played(weights, total, tuple(solved))
