"""One re-roll budget shared by two pools, chosen after seeing both.

For a fixed number of dice r in one pool and s in the other, the best dice of each pool do not
depend on the other: expectations add up.  So each pool is solved once for every exact number of
dice, and what is left is to pick (r, s) with r + s within the budget for every pair of rolls.
Only what r dice gain over none matters for that, so rolls with the same gains form one class, and
then classes with the same picks one more (a few to a few hundred, against thousands of rolls).
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Sequence
from dataclasses import dataclass
from enum import Enum
from functools import reduce

import numpy as np

from bushido_odds.dice import multisets
from bushido_odds.dice.multisets import FACES, Ints, begins
from bushido_odds.dice.rerolls import (
    Payoff,
    Solved,
    Stage,
    Whole,
    first_weights,
    fitting,
    flat_sums,
    kept_sums,
    least_below,
    packed,
    push,
    ranked,
    rerolls_in,
    solve_all,
)


class Priority(Enum):
    """Whose expected value the shared budget raises: the sum, or one pool's before the other's."""

    BOTH = "both"
    FIRST = "first"
    SECOND = "second"


@dataclass(frozen=True, slots=True, eq=False)
class SharedPool:
    """A pool that shares a budget: its figures and the stages before and after the shared one."""

    payoff: Payoff
    before: tuple[Stage, ...] = ()
    after: tuple[Stage, ...] = ()
    rolled: tuple[int, ...] | None = None
    """The faces before any re-roll, where they are known."""


@dataclass(frozen=True, slots=True, eq=False)
class _Side:
    """One pool solved for every exact number of dice of the shared budget."""

    dice: int
    before: tuple[Solved, ...]
    best: tuple[Whole, ...]  # [r][roll] expected packed figure with exactly r dice, common scale
    kept: tuple[Ints, ...]  # [r][roll] index, among rolls of ``dice - r`` dice, of the dice kept
    after: tuple[Solved, ...]

    def rerolled(self, thrown: int, roll: int) -> tuple[int, ...]:
        """The faces of the exactly ``thrown`` dice that are re-rolled on a roll, ascending."""
        return multisets.taken(self.dice, roll, self.dice - thrown, int(self.kept[thrown][roll]))


@dataclass(frozen=True, slots=True, eq=False)
class SharedPlan:
    """The policy of a shared budget: for two rolls in view, which dice of each are thrown again."""

    first: _Side
    second: _Side
    splits: tuple[tuple[int, int], ...]
    gains: tuple[tuple[Whole, ...], tuple[Whole, ...]]

    def dice(self, first: int, second: int) -> tuple[tuple[int, ...], tuple[int, ...]]:
        """The faces re-rolled in each pool, for the rolls at the two indices."""
        mine, theirs = self.gains
        values = [mine[r][first] + theirs[s][second] for r, s in self.splits]
        r, s = self.splits[max(range(len(values)), key=values.__getitem__)]
        return self.first.rerolled(r, first), self.second.rerolled(s, second)


def _splits(first: int, second: int, budget: int) -> tuple[tuple[int, int], ...]:
    """Every (r, s) within the budget, preferred first: fewer dice, then more in the first pool."""
    pairs = [
        (r, s)
        for r in range(min(first, budget) + 1)
        for s in range(min(second, budget) + 1)
        if r + s <= budget
    ]
    return tuple(sorted(pairs, key=lambda pair: (pair[0] + pair[1], -pair[0])))


def _side(pool: SharedPool, budget: int, figure: Whole, scale: int) -> _Side:
    """Solve one pool: later stages, every exact number of shared dice, then the earlier stages.

    Earlier stages look at this pool alone, as if the whole shared budget were spent on it.

    Args:
        pool: the pool and its own stages.
        budget: the shared budget.
        figure: the packed figure of its final rolls.
        scale: what each expectation is multiplied by to reach the scale common to both pools.
    """
    dice = pool.payoff.dice
    budget = min(budget, dice)
    after, figure = solve_all(figure, dice, pool.after)
    sums = kept_sums(figure, dice, budget)
    best, kept = [figure * FACES**budget], [np.arange(len(figure))]
    for r in range(1, budget + 1):
        order, ranks = ranked(-sums[r], multisets.mirrored(dice - r))
        for level in range(dice - r + 1, dice + 1):
            ranks = least_below(ranks, level)
        kept.append(order[ranks])
        best.append(sums[r][kept[-1]] * FACES ** (budget - r))
    before, _ = solve_all(reduce(np.maximum, best), dice, pool.before)
    return _Side(dice, before, tuple(part * scale for part in best), tuple(kept), after)


def _gains(
    best: Sequence[Whole], other: Sequence[Whole], multiplier: int, priority: Priority
) -> tuple[tuple[Whole, ...], tuple[Whole, ...]]:
    """What r dice are worth more than none, for every roll of each pool.

    The sum of two gains orders the splits of every pair of rolls.  With a priority, the splits that
    miss the preferred pool's best expected value are ruled out, and only its survivors still count.
    """
    if priority is Priority.SECOND:
        theirs, mine = _gains(other, best, multiplier, Priority.FIRST)
        return mine, theirs
    if priority is Priority.FIRST:
        values = [part // multiplier for part in best]
        top = reduce(np.maximum, values)
        ruled_out = -1 - int(max(part.max() for part in other) - min(part.min() for part in other))
        best = [
            np.where(value == top, part % multiplier, ruled_out)
            for value, part in zip(values, best, strict=True)
        ]
    return _over_none(best), _over_none(other)


def _over_none(worth: Sequence[Whole]) -> tuple[Whole, ...]:
    """Gains over no dice; those of a number of dice that fewer equal are theirs.

    Such a number is never picked, as fewer dice are preferred.
    """
    gains = [worth[0] - worth[0]]
    for part in worth[1:]:
        gains.append(np.maximum(gains[-1], part - worth[0]))
    return tuple(gains)


def plan(first: SharedPool, second: SharedPool, budget: int, priority: Priority) -> SharedPlan:
    """The policy of a budget shared by two pools, and of every stage around it."""
    budget = min(budget, first.payoff.dice + second.payoff.dice)
    pools = (first, second)
    most = budget + max(rerolls_in(pool.payoff.dice, (*pool.before, *pool.after)) for pool in pools)
    survivors = first.payoff.dice + second.payoff.dice
    one, multiplier, bound_one = packed(first.payoff, most, survivors)
    two, _, bound_two = packed(second.payoff, most, survivors)
    # Two gains are added, and none passes the bound of the figures.
    bound = 2 * max(bound_one, bound_two)
    exponents = [
        min(budget, pool.payoff.dice) + rerolls_in(pool.payoff.dice, pool.after) for pool in pools
    ]
    sides = [
        _side(pool, budget, fitting(figure, bound), FACES ** (max(exponents) - exponent))
        for pool, figure, exponent in zip(pools, (one, two), exponents, strict=True)
    ]
    return SharedPlan(
        sides[0],
        sides[1],
        _splits(first.payoff.dice, second.payoff.dice, budget),
        _gains(sides[0].best, sides[1].best, multiplier, priority),
    )


def _grouped(keys: Iterable[Hashable]) -> tuple[Ints, Ints]:
    """Equal keys form a group: the place of a first member of each group, and everyone's group."""
    groups: dict[Hashable, int] = {}
    member = np.array([groups.setdefault(key, len(groups)) for key in keys])
    first = np.empty(len(groups), dtype=np.int64)
    first[member[::-1]] = np.arange(len(member))[::-1]
    return first, member


def _outcomes(pool: SharedPool, side: _Side, group: Ints, outcome: Ints) -> tuple[list[Whole], int]:
    """What becomes of a pool's rolls, in groups that the shared budget treats alike.

    Returns:
        For every number of dice r the weights [group, outcome], times 6**r; and their total for
        r = 0.
    """
    dice, budget = side.dice, len(side.kept) - 1
    # The law of the final outcome from every roll before the later stages ...
    law: Whole = (outcome[:, None] == np.arange(outcome.max() + 1)).astype(np.int64)
    for solved in reversed(side.after):
        law = flat_sums(law, dice, solved.budget)[solved.choice]
    # ... and the weights of the rolls before the shared stage.
    start, total = first_weights(dice, pool.rolled)
    total *= FACES ** rerolls_in(dice, (*pool.before, *pool.after))
    weights: Whole = fitting(start, total * FACES**budget)
    for solved in side.before:
        weights = push(weights, solved)
    order = np.argsort(group, kind="stable")
    starts = np.flatnonzero(begins(group[order]))
    becomes = [
        np.add.reduceat(rows[kept[order]] * weights[order, None], starts)
        for rows, kept in zip(kept_sums(law, dice, budget), side.kept, strict=True)
    ]
    return becomes, total


def _picked(policy: SharedPlan, first: Ints, second: Ints) -> Ints:
    """The place of the best split for rolls of the first pool (rows) and the second (columns)."""
    mine = [part[first, None] for part in policy.gains[0]]
    theirs = [part[second] for part in policy.gains[1]]
    best = mine[0] + theirs[0]
    picked = np.zeros(best.shape, dtype=np.int64)
    for place, (r, s) in enumerate(policy.splits):
        gain = mine[r] + theirs[s]
        better = gain > best
        best[better] = gain[better]
        picked[better] = place
    return picked


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
    one, class_one = _grouped(zip(*(part.tolist() for part in policy.gains[0]), strict=True))
    two, class_two = _grouped(zip(*(part.tolist() for part in policy.gains[1]), strict=True))
    picked = _picked(policy, one, two)
    rows, group_one = _grouped(row.tobytes() for row in picked)
    columns, group_two = _grouped(column.tobytes() for column in picked.T)
    mine, total_one = _outcomes(first, policy.first, group_one[class_one], outcomes[0])
    theirs, total_two = _outcomes(second, policy.second, group_two[class_two], outcomes[1])
    spent = max(r + s for r, s in policy.splits)
    total = total_one * total_two * FACES**spent
    splits = np.array(policy.splits)[picked[np.ix_(rows, columns)]]
    left: list[Whole] = []
    right: list[Whole] = []
    for r, weights in enumerate(mine):
        # What the second pool becomes, for every group of the first that re-rolls r dice.
        becomes = np.stack(
            [part * FACES ** (spent - r - s) for s, part in enumerate(theirs[: spent - r + 1])]
        )
        group, other = np.nonzero(splits[:, :, 0] == r)
        starts = np.flatnonzero(begins(group))
        left.append(weights[group[starts]])
        right.append(np.add.reduceat(becomes[splits[group, other, 1], other], starts))
    return product(np.concatenate(left).T, np.concatenate(right), total), total


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
    # Both run along the axis that is summed, which einsum makes the most of; matmul does not.
    left, right = np.ascontiguousarray(left), np.asfortranarray(right)
    result = np.zeros((left.shape[0], right.shape[1]), dtype=object)
    for i in range(0, 63, _LIMB):
        low = (left >> i) & mask
        if not low.any():
            continue
        for j in range(0, 63, _LIMB):
            part = (right >> j) & mask
            if part.any():
                sums = np.einsum("ij,jk->ik", low, part)
                result = result + sums.astype(object) * (1 << (i + j))
    return result
