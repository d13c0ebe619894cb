"""The same re-roll-free dice through icepool, and through a simulation with numpy."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from math import sqrt
from typing import Any

import icepool  # type: ignore[import-untyped]
import numpy as np
import numpy.typing as npt

from benchmarks.exchanges import exchange, forget_results
from benchmarks.table import Row, duration, times
from benchmarks.timing import timed
from bushido_odds.odds.comparisons import compare
from bushido_odds.odds.melee import solve
from bushido_odds.odds.pools import Hand, Pool, hand_law
from bushido_odds.rules.pools import Scoring

SUPPORTING_DICE = 2

Ints = npt.NDArray[np.int64]


class Value(icepool.MultisetEvaluator[int, Any]):  # type: ignore[misc]
    """A pool's value and its surviving dice, face by face from the lowest."""

    def next_state(self, state: Any, order: Any, outcome: int, count: int) -> Any:
        highest, left = state or (0, 0)
        return (outcome, left + count) if count and outcome > 1 else (highest, left)

    def final_outcome(self, final_state: Any, *_: Any) -> Any:
        highest, left = final_state
        return highest + min(max(left - 1, 0), SUPPORTING_DICE), left


VALUE = Value()


def icepool_model(attack: int, defence: int) -> Any:
    """The joint law of (Attack value, Defence value, survivors of both) of one model."""
    pools = [VALUE.evaluate(icepool.d6.pool(dice)) for dice in (attack, defence)]
    return icepool.map(lambda a, d: (a[0], d[0], a[1] + d[1]), *pools)


def icepool_exchange(first: tuple[int, int], second: tuple[int, int]) -> Any:
    """The joint law of both comparisons: (success, level) twice."""

    def compared(one: Any, two: Any) -> tuple[bool, int, bool, int]:
        attack, reply = one[0] - two[1], two[0] - one[1]
        ahead = one[2] >= two[2]
        return (
            attack > 0 or (attack == 0 and ahead),
            abs(attack),
            reply > 0 or (reply == 0 and not ahead),
            abs(reply),
        )

    return icepool.map(compared, icepool_model(*first), icepool_model(*second))


def plain_hand(attack: int, defence: int) -> Hand:
    """A model's dice without re-rolls."""
    return Hand(Pool(attack, Scoring()), Pool(defence, Scoring()))


def same_as_icepool(first: tuple[int, int], second: tuple[int, int]) -> bool:
    """Whether both give every pair of comparisons the same chance."""
    theirs = icepool_exchange(first, second)
    ours = compare(plain_hand(*first), plain_hand(*second), True)
    chances = {
        (*row, *column): Fraction(weight, ours.total)
        for row, weights in zip(ours.first, ours.weights, strict=True)
        for column, weight in zip(ours.second, weights, strict=True)
        if weight
    }
    return chances == {outcome: theirs.probability(outcome) for outcome in theirs}


def simulated_values(random: np.random.Generator, rolls: int, dice: int) -> tuple[Ints, Ints]:
    """Value and surviving dice of many rolls of one pool."""
    thrown = random.integers(1, 7, (rolls, dice), dtype=np.int8)
    left = (thrown > 1).sum(axis=1)
    support = np.clip(left - 1, 0, SUPPORTING_DICE)
    return np.where(left > 0, thrown.max(axis=1) + support, 0), left


def simulated_hits(exchanges: int, seed: int) -> float:
    """How often the first attack of 2+2 v 2+1 dice succeeds in a simulation."""
    random = np.random.default_rng(seed)
    attack, one = simulated_values(random, exchanges, 2)
    _, two = simulated_values(random, exchanges, 2)
    _, three = simulated_values(random, exchanges, 2)
    defence, four = simulated_values(random, exchanges, 1)
    ahead = one + two >= three + four
    return float(((attack > defence) | ((attack == defence) & ahead)).mean())


def rows(quick: bool) -> Iterator[Row]:
    """Peers, each with its ratio to the engine and proof that both say the same."""
    repeats, simulated = (1, 20_000) if quick else (20, 1_000_000)
    for first, second in (((2, 2), (2, 1)), ((4, 4), (4, 4))):
        name = f"{first[0]}+{first[1]} v {second[0]}+{second[1]}"
        hands = plain_hand(*first), plain_hand(*second)

        def ours(hands: tuple[Hand, Hand] = hands) -> object:
            return compare(*hands, True)

        def theirs(first: tuple[int, int] = first, second: tuple[int, int] = second) -> object:
            return icepool_exchange(first, second)

        assert same_as_icepool(first, second)
        mine = timed(ours, 10 * repeats, forget_results).best
        yield Row(f"{name}, both comparisons", duration(mine))
        peer = timed(theirs, repeats).best
        yield Row("  the same by icepool", duration(peer), f"{times(peer / mine)} ours")
    for dice in (8, 12):
        hand = plain_hand(dice, dice)
        mine = timed(lambda hand=hand: hand_law(hand), 10 * repeats, forget_results).best  # type: ignore[misc]
        peer = timed(lambda dice=dice: icepool_model(dice, dice), repeats).best  # type: ignore[misc]
        yield Row(f"{dice}+{dice} dice of one model", duration(mine))
        yield Row("  the same by icepool", duration(peer), f"{times(peer / mine)} ours")
    fought = exchange(("A: 2/2", "B: 2/1"))
    exact = solve(fought).active.attack.success
    mine = timed(lambda: solve(fought), 10 * repeats, forget_results).best
    peer = timed(lambda: simulated_hits(simulated, 1), 1 if quick else 3).best
    errors = [abs(simulated_hits(simulated, seed) - exact) for seed in range(1, 4)]
    expected = sqrt(exact * (1 - exact) / simulated)
    yield Row("2+2 v 2+1, every figure of the exchange", duration(mine))
    yield Row(
        f"  {simulated:,} exchanges by numpy, one figure",
        duration(peer),
        f"{times(peer / mine)} ours",
    )
    yield Row("  its error (ours: 0)", f"{max(errors):.2g}", f"about {expected:.1g} expected")
