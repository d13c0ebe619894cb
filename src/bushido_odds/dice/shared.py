"""One re-roll budget shared by two pools, chosen after seeing both.

For a fixed number of dice r in one pool and s in the other, the best dice of each pool do not
depend on the other: expectations add up.  So each pool is solved once for every exact number of
dice, and what is left is to pick (r, s) with r + s within the budget for every pair of rolls.
Rolls with the same figures for every r form one class (a few dozen to a few hundred, against
thousands of rolls), which makes the pairs few.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from enum import Enum
from functools import reduce

import numpy as np

from bushido_odds.dice import multisets
from bushido_odds.dice.multisets import FACES, Ints, distinct
from bushido_odds.dice.rerolls import (
    Options,
    Payoff,
    Solved,
    Stage,
    Whole,
    fitting,
    flat_sums,
    kept_sums,
    options,
    packed,
    push,
    rerolls_in,
    solve,
)


class Priority(Enum):
    """Whose expected value the shared budget raises: the sum, or one pool's before the other's."""

    BOTH = "both"
    FIRST = "first"
    SECOND = "second"


@dataclass(frozen=True, slots=True)
class SharedPool:
    """A pool that shares a budget: its figures and the stages before and after the shared one."""

    payoff: Payoff
    before: tuple[Stage, ...] = ()
    after: tuple[Stage, ...] = ()


@dataclass(frozen=True, slots=True)
class _Side:
    """One pool solved for every exact number of dice of the shared budget."""

    solved_before: tuple[Solved, ...]
    choices: Options
    best: tuple[Whole, ...]  # [r][roll] expected packed figure with exactly r dice, common scale
    choice: tuple[Ints, ...]  # [r][roll] row of ``choices``
    after: tuple[Solved, ...]


@dataclass(frozen=True, slots=True)
class SharedPlan:
    """The policy of a shared budget: for two rolls in view, which dice of each are thrown again."""

    first: _Side
    second: _Side
    splits: tuple[tuple[int, int], ...]
    keys: tuple[tuple[Whole, ...], tuple[Whole, ...]]

    def dice(self, first: int, second: int) -> tuple[tuple[int, ...], tuple[int, ...]]:
        """The faces re-rolled in each pool, for the rolls at the two indices."""
        mine, theirs = self.keys
        values = [mine[r][first] + theirs[s][second] for r, s in self.splits]
        r, s = self.splits[max(range(len(values)), key=values.__getitem__)]
        return (
            self.first.choices.rerolled[self.first.choice[r][first]],
            self.second.choices.rerolled[self.second.choice[s][second]],
        )


def _splits(first: int, second: int, budget: int) -> tuple[tuple[int, int], ...]:
    """Every (r, s) within the budget, preferred first: fewer dice, then more in the first pool."""
    pairs = [
        (r, s)
        for r in range(min(first, budget) + 1)
        for s in range(min(second, budget) + 1)
        if r + s <= budget
    ]
    return tuple(sorted(pairs, key=lambda pair: (pair[0] + pair[1], -pair[0])))


def _side(pool: SharedPool, budget: int, figure: Whole, bound: int, scale: int) -> _Side:
    """Solve one pool: later stages, every exact number of shared dice, then the earlier stages.

    Earlier stages look at this pool alone, as if the whole shared budget were spent on it.

    Args:
        pool: the pool and its own stages.
        budget: the shared budget.
        figure: the packed figure of its final rolls.
        bound: no packed figure exceeds this in size.
        scale: what each expectation is multiplied by to reach the scale common to both pools.
    """
    dice = pool.payoff.dice
    after: list[Solved] = []
    for stage in reversed(pool.after):
        after.append(solve(figure, dice, stage, bound))
        figure = after[-1].payoff
    after.reverse()
    choices = options(dice, budget, True)
    flat = flat_sums(figure, dice, choices.budget, -bound - 1)
    rolls = np.arange(len(figure))
    best: list[Whole] = []
    choice: list[Ints] = []
    for rows in choices.by_size:
        table = flat[choices.kept[rows]]
        picked = table.argmax(axis=0)
        best.append(table[picked, rolls] * scale)
        choice.append(picked + rows.start)
    before: list[Solved] = []
    alone = Stage(budget, True)
    if pool.before:
        foreseen = solve(figure, dice, alone, bound).payoff
        for stage in reversed(pool.before):
            before.append(solve(foreseen, dice, stage, bound))
            foreseen = before[-1].payoff
        before.reverse()
    return _Side(tuple(before), choices, tuple(best), tuple(choice), tuple(after))


def _keys(
    best: Sequence[Whole], other: Sequence[Whole], multiplier: int, priority: Priority, bound: int
) -> tuple[tuple[Whole, ...], tuple[Whole, ...]]:
    """Figures whose sum over the two pools orders the splits of every pair of rolls.

    With a priority, the splits that miss the preferred pool's best expected value are ruled out,
    and only its survivors still count.
    """
    if priority is Priority.BOTH:
        return tuple(best), tuple(other)
    if priority is Priority.SECOND:
        theirs, mine = _keys(other, best, multiplier, Priority.FIRST, bound)
        return mine, theirs
    values = [part // multiplier for part in best]
    top = reduce(np.maximum, values)
    ruled_out = -4 * bound - 4
    survivors = [
        np.where(value == top, part % multiplier, ruled_out)
        for value, part in zip(values, best, strict=True)
    ]
    return tuple(survivors), tuple(other)


def plan(first: SharedPool, second: SharedPool, budget: int, priority: Priority) -> SharedPlan:
    """The policy of a budget shared by two pools, and of every stage around it."""
    budget = min(budget, first.payoff.dice + second.payoff.dice)
    rerolls = [
        budget + rerolls_in(pool.payoff.dice, (*pool.before, *pool.after))
        for pool in (first, second)
    ]
    survivors = first.payoff.dice + second.payoff.dice
    most = max(rerolls)
    # Two packed figures are added, and a ruled-out key is four times as deep.
    one, multiplier, bound_one = packed(first.payoff, most, survivors)
    two, _, bound_two = packed(second.payoff, most, survivors)
    bound = max(bound_one, bound_two)
    figures = [fitting(part, 16 * bound) for part in (one, two)]
    exponents = [
        min(budget, pool.payoff.dice) + rerolls_in(pool.payoff.dice, pool.after)
        for pool in (first, second)
    ]
    sides = [
        _side(pool, budget, figure, bound, FACES ** (max(exponents) - exponent))
        for pool, figure, exponent in zip((first, second), figures, exponents, strict=True)
    ]
    return SharedPlan(
        sides[0],
        sides[1],
        _splits(first.payoff.dice, second.payoff.dice, budget),
        _keys(sides[0].best, sides[1].best, multiplier, priority, bound),
    )


@dataclass(frozen=True, slots=True)
class _Classes:
    """The rolls of a pool grouped by their keys, with the law of what each class becomes."""

    keys: list[Whole]  # [r][class]
    outcomes: list[Whole]  # [r][class, outcome]: weights, times 6**r and the later stages' scale
    total: int  # of the weights with r = 0


def _classes(pool: SharedPool, side: _Side, keys: tuple[Whole, ...], outcome: Ints) -> _Classes:
    dice = pool.payoff.dice
    rolls = np.arange(len(outcome))
    # The law of the final outcome from every roll before the later stages ...
    law: Whole = (outcome[:, None] == np.arange(outcome.max() + 1)).astype(np.int64)
    for solved in reversed(side.after):
        flat = flat_sums(law, dice, solved.options.budget, 0)
        law = flat[solved.options.kept[solved.choice, rolls]]
    # ... and the weights of the rolls before the shared stage.
    total = FACES ** (dice + rerolls_in(dice, (*pool.before, *pool.after)))
    weights: Whole = fitting(multisets.weights(dice), total * FACES**side.choices.budget)
    for solved in side.solved_before:
        weights = push(weights, solved)
    # Rolls with the same keys for every number of dice are one class.
    member = np.zeros(len(rolls), dtype=np.int64)
    for column in keys:
        member = distinct(member * len(rolls) + distinct(column)[1])[1]
    order = np.argsort(member, kind="stable")
    starts = np.searchsorted(member[order], np.arange(member.max() + 1))
    first = order[starts]
    kept = kept_sums(law, dice, side.choices.budget)
    outcomes: list[Whole] = []
    for thrown, choice in enumerate(side.choice):
        place = side.choices.kept[choice, rolls] - side.choices.offsets[thrown]
        weighted = kept[thrown][place] * weights[:, None]
        outcomes.append(np.add.reduceat(weighted[order], starts, axis=0))
    return _Classes([column[first] for column in keys], outcomes, total)


def play_shared(
    first: SharedPool,
    second: SharedPool,
    budget: int,
    priority: Priority,
    outcomes: tuple[Ints, Ints],
) -> tuple[Whole, int]:
    """The joint law of two pools that share a re-roll budget.

    Args:
        first: one pool with its own stages.
        second: the other.
        budget: dice that may be re-rolled in both together, after seeing both.
        priority: whose expected value counts.
        outcomes: for each pool, the outcome (0, 1, 2 ...) that each final roll stands for.

    Returns:
        Weights [outcome of the first, outcome of the second], and their total.
    """
    policy = plan(first, second, budget, priority)
    mine = _classes(first, policy.first, policy.keys[0], outcomes[0])
    theirs = _classes(second, policy.second, policy.keys[1], outcomes[1])
    spent = max(r + s for r, s in policy.splits)
    best = mine.keys[0][:, None] + theirs.keys[0][None, :]
    picked = np.zeros(best.shape, dtype=np.int64)
    for place, (r, s) in enumerate(policy.splits[1:], start=1):
        sums = mine.keys[r][:, None] + theirs.keys[s][None, :]
        better = sums > best
        best = np.where(better, sums, best)
        picked[better] = place
    total = mine.total * theirs.total * FACES**spent
    joint: Whole = fitting(
        np.zeros((mine.outcomes[0].shape[1], theirs.outcomes[0].shape[1]), dtype=np.int64), total
    )
    for place, (r, s) in enumerate(policy.splits):
        here = (picked == place).astype(np.int64)
        if here.any():
            part = product(mine.outcomes[r].T @ here, theirs.outcomes[s], total)
            joint = joint + part * FACES ** (spent - r - s)
    return joint, total


_LIMB = 26


def product(left: Whole, right: Whole, bound: int) -> Whole:
    """The matrix product of two arrays of non-negative whole numbers, exactly.

    Where its sums may pass 64 bits the factors are cut into limbs of 26 bits, whose products
    over fewer than 2**10 terms fit, and the limbs are put together as Python integers.
    """
    if bound < _INT64_SAFE or left.dtype == object or right.dtype == object:
        whole: Whole = left @ right
        return whole
    result = np.zeros((left.shape[0], right.shape[1]), dtype=object)
    step = 1 << 10
    for start in range(0, left.shape[1], step):
        result = result + _limbed(left[:, start : start + step], right[start : start + step])
    return result


_INT64_SAFE = 1 << 62


def _limbed(left: Whole, right: Whole) -> Whole:
    mask = (1 << _LIMB) - 1
    result = np.zeros((left.shape[0], right.shape[1]), dtype=object)
    for i in range(0, 63, _LIMB):
        low = (left >> i) & mask
        if not low.any():
            continue
        for j in range(0, 63, _LIMB):
            part = (right >> j) & mask
            if part.any():
                result = result + (low @ part).astype(object) * (1 << (i + j))
    return result
