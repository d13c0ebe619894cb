"""An exchange as a game of re-rolls: whose dice, which choices, and what the goal makes of the end.

The rulebook's order gives it four moves.  The side without initiative re-rolls the enemy's dice
(Dodge and Feint together), then its own (Prowess); then the side with it does the same.  Dice that
no move can touch count only by what they come to.  Source:
https://jwarref.netlify.app/definitions/tests/Re-Rolls.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import lru_cache
from math import lcm
from typing import NamedTuple

import numpy as np

from bushido_odds.dice import multisets, pairs
from bushido_odds.dice.law import Law
from bushido_odds.dice.multisets import FACES, Ints, distinct
from bushido_odds.dice.pairs import Axis, PairOptions
from bushido_odds.dice.wide import Wide, limb_bits, split
from bushido_odds.errors import BushidoOddsError
from bushido_odds.odds import melee
from bushido_odds.odds.bodies import faced
from bushido_odds.odds.comparisons import Comparison, Comparisons
from bushido_odds.odds.fighter import Fighter, fighters
from bushido_odds.odds.melee import DiceLaw
from bushido_odds.odds.pools import Pool, pool_outcomes
from bushido_odds.rules.combatant import Exchange
from bushido_odds.rules.initiative import strikes_first
from bushido_odds.rules.pools import payoff as pool_payoff
from bushido_odds.strategy.goals import Goal

MAX_STATES = 260_000_000
"""The most joint states of all four pools: 3+3 against 3+3 dice has 9.8 million, 4+4 against 4+4
252 million."""
MAX_CHOICES = 10_000_000_000
"""The most choices over all of them: 4+4 against 4+4 dice, one die a trait, has 9.97 billion."""
MAX_OF_A_MODEL = 4_000_000
"""The most choices over the states of one model's dice, which are listed one by one: 5+5 dice, one
die a trait, have a million."""


class BeyondEnvelopeError(BushidoOddsError):
    """An exchange with too many dice for re-rolls played for a goal."""


@dataclass(frozen=True, slots=True, eq=False)
class Table:
    """One model's two pools as states, with what each state comes to once it is final."""

    attack: Axis
    defence: Axis
    weights: Ints  # [state]
    total: int
    outcome: Ints  # [state] -> row of ``outcomes``
    outcomes: Ints  # [row] -> Attack result, Defence result, surviving dice of both

    @property
    def states(self) -> int:
        return self.attack.states * self.defence.states


class Move(NamedTuple):
    """One move of the game: whose dice, which choices, and whether it wants the goal high."""

    stage: PairOptions
    maximise: bool


@dataclass(frozen=True, slots=True, eq=False)
class Game:
    """An exchange as a game of re-rolls: ``first`` has the initiative, ``second`` moves first."""

    first: Table
    second: Table
    on_first: tuple[Move, Move]
    """The second side's Dodge and Feint, and the first side's own Prowess after it."""
    on_second: tuple[Move, Move]
    """The second side's own Prowess, and the first side's Dodge and Feint after it."""
    payoff: Wide
    """The goal for every pair of outcomes, times ``scale``."""
    scale: int
    bits: int
    """Of the limbs that worths are kept in."""
    first_is_active: bool

    @property
    def rerolls(self) -> int:
        """The most dice thrown again in all: worths and weights grow by 6 to that power."""
        return sum(move.stage.most for move in (*self.on_first, *self.on_second))


def has_rerolls(exchange: Exchange) -> bool:
    """Whether there is anything to choose: some trait re-rolls dice that are there."""
    return any(
        pool.dice and (pool.stages or fighter.hand.shared)
        for fighter in _in_order(exchange.begun())
        for pool in (fighter.hand.attack, fighter.hand.defence)
    )


def check(exchange: Exchange) -> None:
    """Refuse an exchange that has begun and has too many dice, before any work is done.

    Raises:
        BeyondEnvelopeError: too many dice.
    """
    first, second = _in_order(exchange)
    axes = _axes(first), _axes(second)
    _check(axes, [_thrown(*move) for move in _wanted(first, second, axes)])


def _in_order(exchange: Exchange) -> tuple[Fighter, Fighter]:
    """The side with the initiative, and the other."""
    active_first = strikes_first(exchange).active
    active, opponent = fighters(exchange, active_first)
    return (active, opponent) if active_first else (opponent, active)


def _wanted(
    first: Fighter, second: Fighter, axes: tuple[tuple[Axis, Axis], tuple[Axis, Axis]]
) -> tuple[tuple[tuple[Axis, Axis], tuple[int, int], int | None], ...]:
    """The moves on the first side's dice, then those on the second's: dice, budgets, a shared one.

    In the order of play within each: what the side that moves first may do, and what answers it.
    """
    mine, theirs = first.model.abilities, second.model.abilities
    return (
        (axes[0], (theirs.dodge, theirs.feint), None),
        (axes[0], *_prowess(first)),
        (axes[1], *_prowess(second)),
        (axes[1], (mine.dodge, mine.feint), None),
    )


def game_of(exchange: Exchange, goal: Goal) -> Game:
    """The game of re-rolls of an exchange that has begun.

    Raises:
        BeyondEnvelopeError: too many dice.
    """
    order = strikes_first(exchange)
    first, second = _in_order(exchange)
    up = order.active  # whether the first side is the active model, and wants the goal high
    axes = _axes(first), _axes(second)
    wanted = _wanted(first, second, axes)
    thrown = [_thrown(*move) for move in wanted]
    _check(axes, thrown)
    one, two = _table(first, axes[0]), _table(second, axes[1])
    payoff, scale = _payoffs(exchange, goal, one, two, order.active)
    stages = [
        pairs.options(*move[0], dice, own)
        for move, dice, own in zip(wanted, thrown, (False, True, True, False), strict=True)
    ]
    grown = FACES ** sum(stage.most for stage in stages)
    bits = limb_bits(FACES ** max(stage.most for stage in stages))
    bound = grown * max((abs(number) for number in payoff.flat), default=0)
    return Game(
        one,
        two,
        (Move(stages[0], not up), Move(stages[1], up)),
        (Move(stages[2], not up), Move(stages[3], up)),
        split(payoff, bits, bound),
        scale,
        bits,
        order.active,
    )


def _prowess(fighter: Fighter) -> tuple[tuple[int, int], int | None]:
    own = fighter.model.abilities
    if own.prowess_shared:
        return (own.prowess_shared, own.prowess_shared), own.prowess_shared
    return (own.prowess_attack, own.prowess_defence), None


def _axes(fighter: Fighter) -> tuple[Axis, Axis]:
    """A model's pools as states: rolls where dice may be re-rolled, else what the pool comes to."""
    hand = fighter.hand
    attack, defence = (
        Axis.rolled(pool.dice)
        if pool.dice and (pool.stages or hand.shared)
        else Axis.settled(len(_settled(pool)))
        for pool in (hand.attack, hand.defence)
    )
    return attack, defence


def _thrown(
    axes: tuple[Axis, Axis], budgets: tuple[int, int], total: int | None
) -> tuple[tuple[int, int], ...]:
    """The numbers of dice that a move may take from both pools."""
    attack, defence = (
        0 if axis.fixed else min(budget, axis.dice)
        for axis, budget in zip(axes, budgets, strict=True)
    )
    return pairs.splits(attack, defence, total)


def _check(
    axes: tuple[tuple[Axis, Axis], tuple[Axis, Axis]], thrown: list[tuple[tuple[int, int], ...]]
) -> None:
    """Refuse what would take too much memory or time, before any of it is taken.

    Raises:
        BeyondEnvelopeError: too many dice.
    """
    first, second = (attack.states * defence.states for attack, defence in axes)
    each = [
        pairs.choices(*axes[whose], dice) for whose, dice in zip((0, 0, 1, 1), thrown, strict=True)
    ]
    for found, limit, what in (
        (first * second, MAX_STATES, "joint states"),
        (sum(each[:2]) * second + sum(each[2:]) * first, MAX_CHOICES, "choices in all states"),
        (max(each), MAX_OF_A_MODEL, "choices for one model"),
    ):
        if found > limit:
            raise BeyondEnvelopeError(
                f"re-rolls for a goal: these dice have {found:,} {what}, and the limit is "
                f"{limit:,} (4+4 against 4+4 dice, one die a trait, are within it); use rerolls: "
                "expected, or fewer dice"
            )


def _table(fighter: Fighter, axes: tuple[Axis, Axis]) -> Table:
    """The states of a model's pools with their weights and what they come to."""
    hand = fighter.hand
    (weights_one, values_one, left_one), (weights_two, values_two, left_two) = (
        _figures(pool, axis) for pool, axis in zip((hand.attack, hand.defence), axes, strict=True)
    )
    survivors = left_one[:, None] + left_two[None, :]
    keys = (values_one[:, None] * 1000 + values_two[None, :]) * 100 + survivors
    _, outcome = distinct(keys)
    flat = outcome.reshape(-1)
    rows = np.zeros((int(flat.max()) + 1, 3), dtype=np.int64)
    rows[flat, 0] = np.repeat(values_one, axes[1].states)
    rows[flat, 1] = np.tile(values_two, axes[0].states)
    rows[flat, 2] = survivors.reshape(-1)
    weights = (weights_one[:, None] * weights_two[None, :]).reshape(-1)
    return Table(*axes, weights, FACES ** (hand.attack.dice + hand.defence.dice), flat, rows)


def _figures(pool: Pool, axis: Axis) -> tuple[Ints, Ints, Ints]:
    """The weights, values and surviving dice of a pool's states."""
    if not axis.fixed:
        figures = pool_payoff(pool.dice, pool.scoring)
        return multisets.weights(pool.dice), figures.value, figures.survivors
    outcomes = _settled(pool)
    columns = np.array([(w, v, s) for (v, s), w in outcomes.items()], dtype=np.int64)
    return columns[:, 0], columns[:, 1], columns[:, 2]


def _settled(pool: Pool) -> dict[tuple[int, int], int]:
    """The (value, survivors) of a pool that nobody re-rolls, in the order of its states."""
    return pool_outcomes(replace(pool, before=(), own=(), after=(), rolled=None))[0]


def settled_place(pool: Pool, outcome: tuple[int, int]) -> int:
    """The state of a pool that nobody re-rolls, by its value and surviving dice."""
    return list(_settled(pool)).index(outcome)


def _payoffs(
    exchange: Exchange, goal: Goal, one: Table, two: Table, first_is_active: bool
) -> tuple[Ints, int]:
    """The goal for every pair of outcomes, as whole numbers over one scale."""
    rows, columns, seen = comparisons(one, two, first_is_active)
    figures = _Figures(exchange, goal, first_is_active)
    codes, place = distinct(seen)
    found = [figures.of(rows[code // len(columns)], columns[code % len(columns)]) for code in codes]
    scale = lcm(*(value.denominator for value in found))
    numbers = np.array([int(value * scale) for value in found], dtype=object)
    return numbers[place], scale


def comparisons(
    one: Table, two: Table, first_is_active: bool
) -> tuple[list[Comparison], list[Comparison], Ints]:
    """How both comparisons end for every pair of outcomes: a code into rows and columns."""
    margin = one.outcomes[:, 0][:, None] - two.outcomes[:, 1][None, :]
    answer = two.outcomes[:, 0][None, :] - one.outcomes[:, 1][:, None]
    more = one.outcomes[:, 2][:, None] - two.outcomes[:, 2][None, :]
    mine_wins = (more > 0) | ((more == 0) & first_is_active)
    hit = (margin > 0) | ((margin == 0) & mine_wins)
    hit_back = (answer > 0) | ((answer == 0) & ~mine_wins)
    rows, i = distinct(np.abs(margin) * 2 + hit)
    columns, j = distinct(np.abs(answer) * 2 + hit_back)
    return list(_named(rows)), list(_named(columns)), i * len(columns) + j


def _named(codes: Ints) -> Iterator[Comparison]:
    for code in codes.tolist():
        yield Comparison(bool(code % 2), code // 2)


class _Figures:
    """The goal's figure when both comparisons are known, for exchanges that come to the same."""

    def __init__(self, exchange: Exchange, goal: Goal, first_is_active: bool) -> None:
        self.exchange, self.goal = exchange, goal
        active, opponent = fighters(exchange, first_is_active)
        first, second = (active, opponent) if first_is_active else (opponent, active)
        self.matters = _fails_matter(second), _fails_matter(first)
        self.known = _known(
            goal.name,
            first_is_active,
            (first.attacks, second.attacks),
            (first.model.wounds, second.model.wounds),
            faced(first, second),
            faced(second, first),
        )

    def of(self, *outcomes: Comparison) -> Fraction:
        """The figure of the first attack's outcome and of the second's."""
        pair = tuple(
            outcome if outcome.success or matters else Comparison(False, 0)
            for outcome, matters in zip(outcomes, self.matters, strict=True)
        )
        if pair not in self.known:
            certain = Comparisons((pair[0],), (pair[1],), ((1,),), 1)
            nothing = (Law.certain(0), Law.certain(0))
            dice = DiceLaw(certain, {"active": nothing, "opponent": nothing})
            self.known[pair] = self.goal.figure(melee.solve(self.exchange, dice=dice))
        return self.known[pair]


def _fails_matter(defender: Fighter) -> bool:
    """Whether it matters by how much an attack fails: to Counterstrike alone."""
    defence = defender.special_defence
    return defence is not None and defence.counterstrike


@lru_cache(maxsize=256)
def _known(*_: object) -> dict[tuple[Comparison, ...], Fraction]:
    """What was worked out before, for all that a figure depends on besides the comparisons."""
    return {}
