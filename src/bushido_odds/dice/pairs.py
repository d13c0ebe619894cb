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
from math import comb
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from bushido_odds.dice import multisets
from bushido_odds.dice.multisets import FACES, Ints
from bushido_odds.dice.wide import Wide, carried, exceeds, reduced


class Axis(NamedTuple):
    """One pool of the pair: its dice, or, where nobody re-rolls any, just its states."""

    dice: int
    states: int
    fixed: bool

    @classmethod
    def rolled(cls, dice: int) -> Axis:
        """A pool whose rolls are told apart, for dice that may be re-rolled."""
        return cls(dice, _rolls(dice), False)

    @classmethod
    def settled(cls, states: int) -> Axis:
        """A pool that nobody re-rolls: whatever states are of interest."""
        return cls(0, states, True)

    def left(self, thrown: int) -> int:
        """How many different kept rolls there are after taking ``thrown`` dice away."""
        return self.states if thrown == 0 else _rolls(self.dice - thrown)

    def taken(self, thrown: int, state: int, kept: int) -> tuple[int, ...]:
        """The faces, ascending, that a state loses to become a kept roll."""
        return multisets.taken(self.dice, state, self.dice - thrown, kept) if thrown else ()


def _rolls(dice: int) -> int:
    """The number of different rolls of some dice."""
    return comb(dice + FACES - 1, FACES - 1)


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


def choices(first: Axis, second: Axis, thrown: Splits) -> int:
    """How many choices a stage has over all states of a pair together."""
    # What is kept and what is taken make one state.
    return sum(first.left(r) * _rolls(r) * second.left(s) * _rolls(s) for r, s in thrown)


@dataclass(frozen=True, slots=True, eq=False)
class PairOptions:
    """The choices of a stage over the states of a pair.

    What stays on the table is told by its place in a flat index of all kept dice.  ``rows`` has an
    entry for every set of faces that may be thrown again, in order of preference: the states that
    have them, and the places of what each state keeps.
    """

    first: Axis
    second: Axis
    thrown: Splits
    starts: tuple[int, ...]  # where each (r, s) starts in the flat index; the last is its length
    rows: tuple[tuple[npt.NDArray[np.int32], npt.NDArray[np.int32]], ...]

    @property
    def states(self) -> int:
        """The states of the pair."""
        return self.first.states * self.second.states

    @property
    def most(self) -> int:
        """The most dice a choice throws: every weight is scaled to that power of 6."""
        return max(r + s for r, s in self.thrown)

    def rerolled(self, state: int, place: int) -> tuple[tuple[int, ...], tuple[int, ...]]:
        """The faces of both pools that a state throws again to keep what is at a place."""
        number = max(n for n in range(len(self.thrown)) if self.starts[n] <= place)
        (r, s), within = self.thrown[number], place - self.starts[number]
        kept = divmod(within, self.second.left(s))
        states = divmod(state, self.second.states)
        return self.first.taken(r, states[0], kept[0]), self.second.taken(s, states[1], kept[1])


@lru_cache(maxsize=32)
def options(first: Axis, second: Axis, thrown: Splits, low_faces_first: bool) -> PairOptions:
    """The choices of a stage; equal ones prefer fewer dice, then those of the first pool.

    Then the lower faces are re-rolled, or, for an enemy's dice, the higher.
    """
    starts = [0]
    rows: list[tuple[npt.NDArray[np.int32], npt.NDArray[np.int32]]] = []
    for r, s in thrown:
        width = second.left(s)
        for states, kept in _takings(first, r, low_faces_first):
            for other_states, other_kept in _takings(second, s, low_faces_first):
                having = states[:, None] * second.states + other_states
                place = starts[-1] + kept[:, None] * width + other_kept
                rows.append((_compact(having), _compact(place)))
        starts.append(starts[-1] + first.left(r) * width)
    return PairOptions(first, second, thrown, tuple(starts), tuple(rows))


def _compact(places: Ints) -> npt.NDArray[np.int32]:
    """A list of places at half the size: there may be millions."""
    return places.reshape(-1).astype(np.int32)


def _takings(axis: Axis, thrown: int, low_faces_first: bool) -> Iterator[tuple[Ints, Ints]]:
    """Every set of ``thrown`` faces of one pool: the states that show it, and what each keeps."""
    if thrown == 0:
        everything = np.arange(axis.states)
        yield everything, everything
        return
    counted, coded = multisets.counts(axis.dice), multisets.codes(axis.dice)
    below = multisets.codes(axis.dice - thrown)
    faces = range(1, FACES + 1) if low_faces_first else range(FACES, 0, -1)
    for chosen in combinations_with_replacement(faces, thrown):
        taken = np.bincount(np.array(chosen) - 1, minlength=FACES)
        states = np.flatnonzero((counted >= taken).all(axis=1))
        yield states, np.searchsorted(below, coded[states] - int(multisets.encode(taken)))


def _lifted(figure: Ints, axis: Axis, place: int, thrown: int) -> Ints:
    """Sums of a figure over one more die thrown in one pool (axis 0 or 1 of the array)."""
    up = multisets.up(axis.dice - thrown)
    return _gathered(figure, up, place)


def _flat(payoff: Ints, stage: PairOptions) -> Ints:
    """What everything that may be kept is worth, on the flat index, times 6**stage.most."""
    first, second, columns = stage.first, stage.second, payoff.shape[1]
    sums = {(0, 0): payoff.reshape(first.states, second.states, columns)}
    for r, s in sorted(stage.thrown):
        if s > 0 and (r, s - 1) in sums:
            sums[r, s] = _lifted(sums[r, s - 1], second, 1, s)
        elif r > 0:
            sums[r, s] = _lifted(sums[r - 1, s], first, 0, r)
    return np.concatenate(
        [sums[r, s].reshape(-1, columns) * FACES ** (stage.most - r - s) for r, s in stage.thrown]
    )


def solve(payoff: Wide, stage: PairOptions, maximise: bool, bits: int) -> tuple[Ints, Wide]:
    """The best choice of a stage in every state, and what it is worth.

    Args:
        payoff: whole numbers [state of the pair, anything] in limbs; a state is the place of the
            first pool's state times the second's number of states plus the place of the second's.
        stage: the choices.
        maximise: whether the chooser wants the payoff high.
        bits: of a limb.

    Returns:
        The place of what is kept, and the expected payoff times 6**stage.most; both [state,
        anything].
    """
    if stage.most == 0:
        return np.repeat(np.arange(stage.states)[:, None], payoff[0].shape[1], axis=1), payoff
    flat = carried([_flat(limb, stage) for limb in payoff], bits)
    _, places = stage.rows[0]
    best = tuple(limb[places] for limb in flat)
    kept: Ints = np.repeat(places[:, None].astype(np.int64), payoff[0].shape[1], axis=1)
    for states, places in stage.rows[1:]:
        worth, held = tuple(limb[places] for limb in flat), tuple(limb[states] for limb in best)
        better = exceeds(worth, held) if maximise else exceeds(held, worth)
        for limb, new, old in zip(best, worth, held, strict=True):
            limb[states] = np.where(better, new, old)
        kept[states] = np.where(better, places[:, None], kept[states])
    return kept, best


def push(weights: Ints, stage: PairOptions, kept: Ints, modulus: int | None = None) -> Ints:
    """The weights of the states after a stage, times 6**stage.most, from those before it.

    Args:
        weights: whole numbers [state, anything].
        stage: the choices.
        kept: the place of what is kept in each state, for each column or for all of them alike.
        modulus: weights are residues of it.
    """
    if stage.most == 0:
        return weights
    first, second, columns = stage.first, stage.second, weights.shape[1]
    spread = np.zeros(stage.starts[-1] * columns, dtype=np.int64)
    landed = kept.astype(np.int64) * columns + np.arange(columns)
    np.add.at(spread, landed.reshape(-1), weights.reshape(-1))
    spread = reduced(spread, modulus).reshape(-1, columns)
    blocks: dict[tuple[int, int], Ints] = {}
    for number, (r, s) in enumerate(stage.thrown):
        block = spread[stage.starts[number] : stage.starts[number + 1]]
        scaled = reduced(block * FACES ** (stage.most - r - s), modulus)
        blocks[r, s] = scaled.reshape(first.left(r), second.left(s), columns)
    here: Ints | None = None
    for r in range(max(r for r, _ in stage.thrown), -1, -1):
        row: Ints | None = None
        for s in range(max((s for q, s in stage.thrown if q == r), default=0), -1, -1):
            if row is not None:
                row = reduced(_fallen(row, second, 1, s), modulus)
            row = _added(row, blocks.get((r, s)))
        if here is not None:
            here = reduced(_fallen(here, first, 0, r), modulus)
        here = _added(here, row)
    assert here is not None
    return reduced(here, modulus).reshape(-1, columns)


def _added(one: Ints | None, other: Ints | None) -> Ints | None:
    return one if other is None else other if one is None else one + other


def _fallen(weights: Ints, axis: Axis, place: int, thrown: int) -> Ints:
    """Weights after one more die has fallen in one pool, ``thrown`` being still to fall."""
    down = multisets.down(axis.dice - thrown)
    nothing = np.zeros_like(weights[:1] if place == 0 else weights[:, :1])
    return _gathered(np.concatenate((weights, nothing), axis=place), down, place)


def _gathered(figure: Ints, table: Ints, place: int) -> Ints:
    """For each row of a table the sum of a figure at its places, along axis 0 or 1."""
    total: Ints = np.take(figure, table[:, 0], axis=place)
    for face in range(1, FACES):
        total += np.take(figure, table[:, face], axis=place)
    return total
