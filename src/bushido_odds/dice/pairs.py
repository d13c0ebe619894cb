"""Re-rolling two pools in view of each other, for any payoff on both together.

Where a payoff does not split into one part a pool (the chance to kill and to survive, say), the two
pools of a model are one state, and a choice takes dice of both at once.  Expectations are sums over
the lattices of both pools, one die at a time, as for a single pool (``dice.rerolls``); choices are
compared one by one, since they may tie in any way.  The payoff has a further axis: what everybody
else's dice show.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from itertools import combinations_with_replacement
from typing import NamedTuple

import numpy as np

from bushido_odds.dice import multisets
from bushido_odds.dice.multisets import FACES, Ints
from bushido_odds.dice.rerolls import Whole


class Axis(NamedTuple):
    """One pool of the pair: its dice, or, where nobody re-rolls any, just its states."""

    dice: int
    states: int
    fixed: bool

    @classmethod
    def rolled(cls, dice: int) -> Axis:
        """A pool whose rolls are told apart, for dice that may be re-rolled."""
        return cls(dice, len(multisets.codes(dice)), False)

    @classmethod
    def settled(cls, states: int) -> Axis:
        """A pool that nobody re-rolls: whatever states are of interest."""
        return cls(0, states, True)

    def left(self, thrown: int) -> int:
        """How many different kept rolls there are after taking ``thrown`` dice away."""
        return self.states if thrown == 0 else len(multisets.codes(self.dice - thrown))


Splits = tuple[tuple[int, int], ...]
"""The numbers of dice that may be taken from the first and the second pool together."""


def splits(first: int, second: int, total: int | None = None) -> Splits:
    """Up to ``first`` dice of one pool and ``second`` of the other, up to ``total`` in all.

    In order of preference: fewer dice, then more in the first pool.
    """
    pairs = [
        (r, s)
        for r in range(first + 1)
        for s in range(second + 1)
        if total is None or r + s <= total
    ]
    return tuple(sorted(pairs, key=lambda pair: (sum(pair), -pair[0])))


@dataclass(frozen=True, slots=True, eq=False)
class PairOptions:
    """The choices of a stage over the states of a pair, in order of preference.

    ``kept[choice, state]`` is the place of what stays on the table in a flat index of all kept
    dice; one place more, the last, stands for choices that a state does not have.
    """

    first: Axis
    second: Axis
    thrown: Splits
    starts: tuple[int, ...]  # where each (r, s) starts in the flat index; the last is its length
    kept: Ints
    rerolled: tuple[tuple[tuple[int, ...], tuple[int, ...]], ...]

    @property
    def most(self) -> int:
        """The most dice a choice throws: every weight is scaled to that power of 6."""
        return max(r + s for r, s in self.thrown)


@lru_cache(maxsize=64)
def options(first: Axis, second: Axis, thrown: Splits, low_faces_first: bool) -> PairOptions:
    """The choices of a stage; equal ones prefer fewer dice, then those of the first pool.

    Then the lower faces are re-rolled, or, for an enemy's dice, the higher.
    """
    starts = [0]
    rows: list[Ints] = []
    rerolled: list[tuple[tuple[int, ...], tuple[int, ...]]] = []
    nowhere = sum(first.left(r) * second.left(s) for r, s in thrown)
    for r, s in thrown:
        width = second.left(s)
        for one, kept_one in _takings(first, r, low_faces_first):
            for two, kept_two in _takings(second, s, low_faces_first):
                place = starts[-1] + kept_one[:, None] * width + kept_two[None, :]
                possible = (kept_one >= 0)[:, None] & (kept_two >= 0)[None, :]
                rows.append(np.where(possible, place, nowhere).reshape(-1))
                rerolled.append((one, two))
        starts.append(starts[-1] + first.left(r) * width)
    kept = np.stack(rows)
    kept.setflags(write=False)
    return PairOptions(first, second, thrown, tuple(starts), kept, tuple(rerolled))


def _takings(
    axis: Axis, thrown: int, low_faces_first: bool
) -> Iterator[tuple[tuple[int, ...], Ints]]:
    """Every choice of ``thrown`` dice of one pool: its faces, and what each state keeps (or -1)."""
    if thrown == 0:
        yield (), np.arange(axis.states)
        return
    counted, coded = multisets.counts(axis.dice), multisets.codes(axis.dice)
    below = multisets.codes(axis.dice - thrown)
    faces = range(1, FACES + 1) if low_faces_first else range(FACES, 0, -1)
    for chosen in combinations_with_replacement(faces, thrown):
        taken = np.bincount(np.array(chosen) - 1, minlength=FACES)
        possible = (counted >= taken).all(axis=1)
        place = np.searchsorted(below, coded - int(multisets.encode(taken)))
        yield chosen, np.where(possible, place, -1)


def _lifted(figure: Whole, axis: Axis, place: int, thrown: int) -> Whole:
    """Sums of a figure over one more die thrown in one pool (axis 0 or 1 of the array)."""
    up = multisets.up(axis.dice - thrown)
    if place == 0:
        return sum_over(figure[up], 1)
    return sum_over(figure[:, up], 2)


def sum_over(figure: Whole, axis: int) -> Whole:
    """A sum along one axis that keeps the type of its numbers."""
    total: Whole = figure.sum(axis=axis)
    return total


def solve(payoff: Whole, stage: PairOptions, maximise: bool) -> tuple[Ints, Whole]:
    """The best choice of a stage in every state, and what it is worth.

    Args:
        payoff: whole numbers [state of the pair, anything]; a state is the place of the first
            pool's state times the second's number of states plus the place of the second's.
        stage: the choices.
        maximise: whether the chooser wants the payoff high.

    Returns:
        The row of the choice, and the expected payoff times 6**stage.most; both [state, anything].
    """
    first, second = stage.first, stage.second
    columns = payoff.shape[1]
    sums: dict[tuple[int, int], Whole] = {
        (0, 0): payoff.reshape(first.states, second.states, columns)
    }
    for r, s in sorted(stage.thrown):
        if (r, s) in sums:
            continue
        if s > 0 and (r, s - 1) in sums:
            sums[r, s] = _lifted(sums[r, s - 1], second, 1, s)
        else:
            sums[r, s] = _lifted(sums[r - 1, s], first, 0, r)
    flat = np.concatenate(
        [sums[r, s].reshape(-1, columns) * FACES ** (stage.most - r - s) for r, s in stage.thrown]
    )
    nowhere = stage.starts[-1]
    choice: Ints = np.zeros(payoff.shape, dtype=np.int64)
    best = flat[stage.kept[0]]
    for row in range(1, len(stage.kept)):
        possible = np.flatnonzero(stage.kept[row] < nowhere)
        worth = flat[stage.kept[row, possible]]
        held = best[possible]
        better = worth > held if maximise else worth < held
        best[possible] = np.where(better, worth, held)
        picked = choice[possible]
        picked[better] = row
        choice[possible] = picked
    return choice, best


def push(weights: Whole, stage: PairOptions, choice: Ints) -> Whole:
    """The weights of the states after a stage, times 6**stage.most, from those before it.

    Args:
        weights: whole numbers [state, anything].
        stage: the choices.
        choice: the row chosen in each state, for each column or for all of them alike.
    """
    first, second = stage.first, stage.second
    columns = weights.shape[1]
    spread = np.zeros((stage.starts[-1] + 1, columns), dtype=weights.dtype)
    landed = stage.kept[choice, np.arange(weights.shape[0])[:, None]]
    np.add.at(spread, (landed, np.arange(columns)[None, :]), weights)
    blocks = {
        (r, s): spread[stage.starts[place] : stage.starts[place + 1]].reshape(
            first.left(r), second.left(s), columns
        )
        * FACES ** (stage.most - r - s)
        for place, (r, s) in enumerate(stage.thrown)
    }
    here: Whole | None = None
    for r in range(max(r for r, _ in stage.thrown), -1, -1):
        row: Whole | None = None
        for s in range(max((s for q, s in stage.thrown if q == r), default=0), -1, -1):
            block = blocks.get((r, s))
            if row is not None:
                row = _fallen(row, second, 1, s)
            row = block if row is None else row if block is None else row + block
        if here is not None:
            here = _fallen(here, first, 0, r)
        here = row if here is None else here if row is None else here + row
    assert here is not None
    return here.reshape(-1, columns)


def _fallen(weights: Whole, axis: Axis, place: int, thrown: int) -> Whole:
    """Weights after one more die has fallen in one pool, ``thrown`` being still to fall."""
    down = multisets.down(axis.dice - thrown)
    # Not numpy.pad, whose zeros are of 64 bits even among Python's integers and would overflow.
    nothing = np.zeros_like(weights[:1] if place == 0 else weights[:, :1])
    padded = np.concatenate((weights, nothing), axis=place)
    if place == 0:
        return sum_over(padded[down], 1)
    return sum_over(padded[:, down], 2)
