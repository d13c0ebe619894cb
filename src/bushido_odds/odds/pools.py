"""The law of one model's dice: Attack value, Defence value and surviving dice, jointly."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property, lru_cache

import numpy as np

from bushido_odds.dice.law import Law
from bushido_odds.dice.multisets import Ints, distinct
from bushido_odds.dice.rerolls import Payoff, Stage, Whole, fitting, play
from bushido_odds.dice.shared import Priority, SharedPool, play_shared
from bushido_odds.rules.pools import Scoring, payoff


@dataclass(frozen=True, slots=True)
class Pool:
    """One pool to be rolled: its dice, how they count, and the stages before and after the owner's.

    ``before`` are the enemy's re-rolls that come ahead of the owner's Prowess, ``after`` those
    that follow it; ``own`` is the owner's Prowess on this pool alone.
    """

    dice: int
    scoring: Scoring
    before: tuple[Stage, ...] = ()
    own: tuple[Stage, ...] = ()
    after: tuple[Stage, ...] = ()
    rolled: tuple[int, ...] | None = None
    """The faces before any re-roll, where they are on the table."""

    @property
    def stages(self) -> tuple[Stage, ...]:
        return (*self.before, *self.own, *self.after)

    @property
    def payoff(self) -> Payoff:
        return payoff(self.dice, self.scoring)


@dataclass(frozen=True, slots=True, eq=False)
class Hand:
    """Both pools of one model, with the re-roll budget they may share.

    Hands are compared by identity, which makes them cheap keys of a cache; ``fighter.hand`` gives
    models that throw alike the same one.
    """

    attack: Pool
    defence: Pool
    shared: int = 0
    priority: Priority = Priority.BOTH


@dataclass(frozen=True, eq=False)
class HandLaw:
    """The joint law of a model's dice.

    ``weights[i, j, t]`` is the weight of Attack value ``attack[i]``, Defence value ``defence[j]``
    and ``t`` surviving dice in both pools together, out of ``total``.
    """

    attack: Ints
    defence: Ints
    weights: Whole
    total: int

    def attack_law(self) -> Law:
        """The law of the Attack pool's value."""
        return self._laws[0]

    def defence_law(self) -> Law:
        """The law of the Defence pool's value."""
        return self._laws[1]

    @cached_property
    def _laws(self) -> tuple[Law, Law]:
        pairs = self.weights.sum(axis=2)
        attack = zip(self.attack.tolist(), pairs.sum(axis=1).tolist(), strict=True)
        defence = zip(self.defence.tolist(), pairs.sum(axis=0).tolist(), strict=True)
        return Law(dict(attack), self.total), Law(dict(defence), self.total)


@dataclass(frozen=True, slots=True, eq=False)
class _Outcomes:
    """The distinct (value, survivors) pairs of a pool, and which of them each roll is."""

    value: Ints
    survivors: Ints
    of_roll: Ints
    values: Ints
    """The distinct values alone ..."""
    place: Ints
    """... and which of them each pair has."""


@lru_cache(maxsize=1024)
def _outcomes(dice: int, scoring: Scoring) -> _Outcomes:
    figures = payoff(dice, scoring)
    width = dice + 1
    packed, of_roll = distinct(figures.value * width + figures.survivors)
    value = packed // width
    return _Outcomes(value, packed % width, of_roll, *distinct(value))


@lru_cache(maxsize=4096)
def _alone(pool: Pool) -> tuple[Whole, int]:
    """Weights of a pool's outcomes when its stages touch no other pool, and their total."""
    outcomes = _outcomes(pool.dice, pool.scoring)
    played = play(pool.payoff, pool.stages, pool.rolled)
    weights: Whole = np.zeros(len(outcomes.value), dtype=played.weights.dtype)
    np.add.at(weights, outcomes.of_roll, played.weights)
    return weights, played.total


def pool_outcomes(pool: Pool) -> tuple[dict[tuple[int, int], int], int]:
    """The weights of (value, survivors) of one pool played alone, and their total."""
    outcomes = _outcomes(pool.dice, pool.scoring)
    weights, total = _alone(pool)
    return {
        (int(value), int(survivors)): int(weight)
        for value, survivors, weight in zip(
            outcomes.value, outcomes.survivors, weights, strict=True
        )
        if weight
    }, total


@lru_cache(maxsize=4096)
def hand_law(hand: Hand) -> HandLaw:
    """The joint law of (Attack value, Defence value, surviving dice) of one model."""
    mine = _outcomes(hand.attack.dice, hand.attack.scoring)
    theirs = _outcomes(hand.defence.dice, hand.defence.scoring)
    if hand.shared:
        joint, total = play_shared(
            _shareable(hand.attack),
            _shareable(hand.defence),
            hand.shared,
            hand.priority,
            (mine.of_roll, theirs.of_roll),
        )
    else:
        one, total_one = _alone(hand.attack)
        two, total_two = _alone(hand.defence)
        total = total_one * total_two
        joint = fitting(one, total)[:, None] * fitting(two, total)[None, :]
    dice = hand.attack.dice + hand.defence.dice
    weights: Whole = np.zeros((len(mine.values), len(theirs.values), dice + 1), dtype=joint.dtype)
    survivors = mine.survivors[:, None] + theirs.survivors
    np.add.at(weights, (mine.place[:, None], theirs.place, survivors), joint)
    return HandLaw(mine.values, theirs.values, weights, total)


def _shareable(pool: Pool) -> SharedPool:
    return SharedPool(pool.payoff, pool.before, pool.after, pool.rolled)
