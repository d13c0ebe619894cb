"""Optimal re-rolls of one pool: choose up to X dice, roll them again together, exactly.

A *stage* is one such choice, made by somebody who wants the pool's final payoff high or low.
Stages follow one another and each foresees the later ones (backward induction).  The payoff of a
final roll is a pair (value, survivors): expectations of the value are compared first, then those of
the survivors, and what is still equal is settled by the stage's order of preference among the dice.

Why this is exact and fast.  Let V be any figure on the rolls of n dice.  Its expectation after
throwing r dice next to the kept ones is a sum over the lattice, one die at a time,

    V(kept) = V(kept + 1) + V(kept + 2) + ... + V(kept + 6),

with no division: after r dice the sum is the expectation times 6**r, so alternatives with fewer
dice are scaled up to the common 6**X and every comparison is between whole numbers.  Value and
survivors are packed into one integer, value * C + survivors, with C above every possible sum of
survivors.

Nor is any choice enumerated.  What may be kept of a roll is the roll itself or what may be kept of
it with one die less, so the best of all is a running minimum of ranks back up the lattice,

    best(roll) = min(rank(roll), best(roll - 1), best(roll - 2), ..., best(roll - 6)),

where the ranks order everything that may be kept from best to worst, preferences included.  A stage
thus costs one sort and 12 * X gathers over the C(n+5, 5) rolls of the pool.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
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


@lru_cache(maxsize=256)
def offsets(dice: int, budget: int) -> tuple[int, ...]:
    """Where each number of re-rolled dice starts in the flat index of what a stage may keep.

    The rolls of ``dice`` dice come first (nothing re-rolled), then those of one die fewer, down to
    ``dice - budget``; the last entry is the length of the index.
    """
    starts = [0]
    for thrown in range(budget + 1):
        starts.append(starts[-1] + len(multisets.codes(dice - thrown)))
    return tuple(starts)


def flat_sums(figure: Whole, dice: int, budget: int) -> Whole:
    """``kept_sums`` on the flat index, all times 6**budget."""
    sums = kept_sums(figure, dice, budget)
    return np.concatenate([part * FACES ** (budget - thrown) for thrown, part in enumerate(sums)])


@lru_cache(maxsize=256)
def preference(dice: int, budget: int, low_faces_first: bool) -> Ints:
    """The flat index in a stage's order of preference among equals.

    Fewer re-rolled dice come first, then lower (or higher) re-rolled faces.  A roll's lowest dice
    are re-rolled if what it keeps has the fewest 1s, then the fewest 2s, and so on: the order of
    mirrored rolls.  The order of rolls themselves looks at the 6s first.
    """
    starts = offsets(dice, budget)
    levels = [
        multisets.mirrored(dice - thrown) + starts[thrown]
        if low_faces_first
        else np.arange(starts[thrown], starts[thrown + 1])
        for thrown in range(budget + 1)
    ]
    return np.concatenate(levels)


def ranked(worth: Whole, preferred: Ints) -> tuple[Ints, Ints]:
    """Places from the lowest worth to the highest, equals as preferred; and the rank of each."""
    order = preferred[np.argsort(worth[preferred], kind="stable")]
    ranks = np.empty_like(order)
    ranks[order] = np.arange(len(order))
    return order, ranks


def least_below(ranks: Ints, dice: int) -> Ints:
    """For each roll of ``dice`` dice the least rank that it may have with one die less."""
    padded = np.append(ranks, np.iinfo(np.int64).max)
    least: Ints = padded[multisets.down(dice)].min(axis=1)
    return least


class Solved(NamedTuple):
    """What a stage does on every roll, and what that is worth."""

    dice: int
    budget: int
    choice: Ints  # [roll] -> flat index of the dice kept
    payoff: Whole  # [roll] -> expected payoff, times 6**budget

    def rerolled(self, roll: int) -> tuple[int, ...]:
        """The faces re-rolled on the roll at an index, ascending."""
        starts = offsets(self.dice, self.budget)
        place = int(self.choice[roll])
        thrown = max(r for r in range(self.budget + 1) if starts[r] <= place)
        return multisets.taken(self.dice, roll, self.dice - thrown, place - starts[thrown])


def solve(payoff: Whole, dice: int, stage: Stage) -> Solved:
    """The best choice of ``stage`` on every roll.

    Args:
        payoff: whole numbers, one a roll of ``dice`` dice; times 6**budget they still fit.
        dice: the size of the pool.
        stage: who chooses, and how many dice.
    """
    budget = min(stage.budget, dice)
    starts = offsets(dice, budget)
    worth = flat_sums(payoff, dice, budget)
    best_first = -worth if stage.maximise else worth
    order, ranks = ranked(best_first, preference(dice, budget, stage.maximise))
    least = ranks[starts[budget] :]
    for thrown in range(budget - 1, -1, -1):
        here = ranks[starts[thrown] : starts[thrown + 1]]
        least = np.minimum(here, least_below(least, dice - thrown))
    choice = order[least]
    return Solved(dice, budget, choice, worth[choice])


def solve_all(
    payoff: Whole, dice: int, stages: Sequence[Stage]
) -> tuple[tuple[Solved, ...], Whole]:
    """Stages that follow one another, each foreseeing the later ones; and what the first is worth.

    Args:
        payoff: of the final rolls; times 6 to the power of all dice re-rolled it still fits.
        dice: the size of the pool.
        stages: who re-rolls, in order.
    """
    solved: list[Solved] = []
    for stage in reversed(stages):
        solved.append(solve(payoff, dice, stage))
        payoff = solved[-1].payoff
    return tuple(reversed(solved)), payoff


def push(weights: Whole, solved: Solved) -> Whole:
    """The weights of the rolls after a stage, times 6**budget, from those before it."""
    dice, budget = solved.dice, solved.budget
    starts = offsets(dice, budget)
    spread = np.zeros(starts[-1], dtype=weights.dtype)
    np.add.at(spread, solved.choice, weights)
    here = spread[starts[budget] :]
    for thrown in range(budget - 1, -1, -1):
        # Every roll gathers what each of its dice may have been thrown onto.
        padded = np.append(here, np.zeros(1, dtype=here.dtype))
        risen = padded[multisets.down(dice - thrown)].sum(axis=1)
        level = spread[starts[thrown] : starts[thrown + 1]]
        here = risen + level * FACES ** (budget - thrown)
    return here


@dataclass(frozen=True, slots=True, eq=False)
class Payoff:
    """The figures that a pool's final rolls are judged by, one entry a roll of ``dice`` dice."""

    dice: int
    value: Ints
    survivors: Ints


@dataclass(frozen=True, slots=True, eq=False)
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
    the value and, where they are equal, those of the survivors.  No scaled expectation, and no
    difference of two, passes the bound.

    Args:
        payoff: the figures of the pool's final rolls.
        rerolls: the dice thrown again in the whole chain.
        survivors: no sum of survivors that is ever compared exceeds this, unscaled.
    """
    scale = FACES**rerolls
    multiplier = survivors * scale + 1
    values = int(payoff.value.max()) - min(0, int(payoff.value.min())) + 1
    bound = values * multiplier * scale
    return (
        fitting(payoff.value, bound) * multiplier + payoff.survivors,
        multiplier,
        bound,
    )


def first_weights(dice: int, rolled: tuple[int, ...] | None) -> tuple[Whole, int]:
    """The weights of a pool's rolls before any re-roll, and their total.

    Args:
        dice: the size of the pool.
        rolled: the faces, where they are on the table already.
    """
    if rolled is None:
        return multisets.weights(dice), FACES**dice
    weights = np.zeros(len(multisets.codes(dice)), dtype=np.int64)
    weights[multisets.index(rolled)] = 1
    return weights, 1


def play(payoff: Payoff, stages: Sequence[Stage], rolled: tuple[int, ...] | None = None) -> Played:
    """Roll a pool and play its stages in order, each foreseeing the later ones.

    The weights total 6**(dice + dice re-rolled by all stages together), or 6**(dice re-rolled)
    where the first roll is known.

    Args:
        payoff: what final rolls are judged by.
        stages: who re-rolls, in order.
        rolled: the faces before any re-roll, where they are known.
    """
    dice = payoff.dice
    rerolls = rerolls_in(dice, stages)
    figure, _, _ = packed(payoff, rerolls, dice)
    solved, _ = solve_all(figure, dice, stages)
    start, total = first_weights(dice, rolled)
    total *= FACES**rerolls
    weights: Whole = fitting(start, total)
    for step in solved:
        weights = push(weights, step)
    return Played(weights, total, solved)
