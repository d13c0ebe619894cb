"""Re-rolls played for a goal: every die of all four pools in view, both sides at their best.

The rulebook's order makes it a game in four moves.  The side without initiative re-rolls the
enemy's dice (Dodge, Feint), then its own (Prowess); then the side with it does the same.  The
active model wants the goal high, the opponent low, and each foresees what follows.  Solved by
backward induction on whole numbers:

* the goal is first worked out for every way in which the two comparisons can end;
* dice that no later move can touch count only by what they come to (result, surviving dice);
* states of one side that are worth the same whatever the other shows are one class.

What the dice come to is then pushed forward through both sides' choices, so every figure of the
result is exact.  Equal choices prefer fewer dice, then Attack dice, then lower own faces or higher
enemy faces.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from fractions import Fraction
from math import lcm
from typing import NamedTuple

import numpy as np

from bushido_odds.dice import multisets, pairs
from bushido_odds.dice.law import Law
from bushido_odds.dice.multisets import FACES, Ints, distinct
from bushido_odds.dice.pairs import Axis, PairOptions
from bushido_odds.dice.rerolls import Whole, fitting
from bushido_odds.errors import BushidoOddsError
from bushido_odds.odds import melee
from bushido_odds.odds.comparisons import Comparison, Comparisons
from bushido_odds.odds.fighter import Fighter, fighters
from bushido_odds.odds.melee import DiceLaw
from bushido_odds.odds.pools import Pool, pool_outcomes
from bushido_odds.odds.result import MeleeResult, RerollPolicy
from bushido_odds.rules.combatant import Exchange
from bushido_odds.rules.initiative import strikes_first
from bushido_odds.rules.pools import payoff as pool_payoff
from bushido_odds.strategy.goals import Goal

MAX_STATES = 24_000_000
"""The most joint states of all four pools: 3+3 against 3+3 dice has 9.8 million."""
MAX_SLOW_STATES = 200_000
"""The most where dice and re-rolls together pass 64-bit numbers (24 or more)."""

Progress = Callable[[float], None]
"""Told how much of the work is done, from 0 to 1."""


class BeyondEnvelopeError(BushidoOddsError):
    """An exchange with too many dice for re-rolls played for a goal."""


@dataclass(frozen=True, slots=True, eq=False)
class Table:
    """One model's two pools as states, with what each state comes to once it is final."""

    attack: Axis
    defence: Axis
    weights: Whole  # [state]
    total: int
    outcome: Ints  # [state] -> row of ``outcomes``
    outcomes: Ints  # [row] -> Attack result, Defence result, surviving dice of both

    @property
    def states(self) -> int:
        return self.attack.states * self.defence.states


class _Move(NamedTuple):
    """One move of the game: whose dice, which choices, and whether it wants the goal high."""

    stage: PairOptions
    maximise: bool


@dataclass(frozen=True, slots=True)
class Game:
    """An exchange as a game of re-rolls: ``first`` has the initiative, ``second`` moves first."""

    first: Table
    second: Table
    on_first: tuple[_Move, _Move]
    """The second side's Dodge and Feint, and the first side's own Prowess after it."""
    on_second: tuple[_Move, _Move]
    """The second side's own Prowess, and the first side's Dodge and Feint after it."""
    payoff: Whole
    """The goal for every pair of outcomes, times ``scale``."""
    scale: int


def has_rerolls(exchange: Exchange) -> bool:
    """Whether there is anything to choose: some trait re-rolls dice that are there."""
    exchange = exchange.begun()
    pairs_ = (exchange.active, exchange.opponent), (exchange.opponent, exchange.active)
    for model, enemy in pairs_:
        own, theirs = model.abilities, enemy
        if (own.dodge and theirs.attack) or (own.feint and theirs.defence):
            return True
        if own.prowess_shared and model.attack + model.defence:
            return True
        if (own.prowess_attack and model.attack) or (own.prowess_defence and model.defence):
            return True
    return False


def solve(
    exchange: Exchange,
    goal: Goal,
    *,
    progress: Progress | None = None,
    **told: object,
) -> MeleeResult:
    """The exact odds when both sides re-roll for a goal.

    Args:
        exchange: the two models and what started it.
        goal: what the active model wants.
        progress: told how far the work is.
        told: further arguments of ``odds.melee.solve``.

    Raises:
        BeyondEnvelopeError: too many dice.
    """
    exchange = exchange.begun()
    plain = melee.solve(exchange, **told)  # type: ignore[arg-type]
    expected = goal.figure(plain)
    if not has_rerolls(exchange):
        return replace(plain, rerolls=RerollPolicy(goal.name, expected, expected))
    game = game_of(exchange, goal)
    dice = _played(game, exchange, progress or (lambda done: None))
    result = melee.solve(exchange, dice=dice, **told)  # type: ignore[arg-type]
    return replace(result, rerolls=RerollPolicy(goal.name, goal.figure(result), expected))


def game_of(exchange: Exchange, goal: Goal) -> Game:
    """The game of re-rolls of an exchange that has begun.

    Raises:
        BeyondEnvelopeError: too many dice.
    """
    order = strikes_first(exchange)
    active, opponent = fighters(exchange, order.active)
    first, second = (active, opponent) if order.active else (opponent, active)
    one, two = _table(first, second), _table(second, first)
    mine, theirs = first.model.abilities, second.model.abilities
    up = order.active  # whether the first side is the active model, and wants the goal high
    payoff, scale = _payoffs(exchange, goal, one, two, order.active)
    game = Game(
        one,
        two,
        (
            _move(one, (theirs.dodge, theirs.feint), None, False, not up),
            _move(one, *_prowess(first), True, up),
        ),
        (
            _move(two, *_prowess(second), True, not up),
            _move(two, (mine.dodge, mine.feint), None, False, up),
        ),
        payoff,
        scale,
    )
    _check(game)
    return game


def _prowess(fighter: Fighter) -> tuple[tuple[int, int], int | None]:
    own = fighter.model.abilities
    if own.prowess_shared:
        return (own.prowess_shared, own.prowess_shared), own.prowess_shared
    return (own.prowess_attack, own.prowess_defence), None


def _move(
    table: Table, budgets: tuple[int, int], total: int | None, own: bool, maximise: bool
) -> _Move:
    attack, defence = (
        0 if axis.fixed else min(budget, axis.dice)
        for axis, budget in zip((table.attack, table.defence), budgets, strict=True)
    )
    thrown = pairs.splits(attack, defence, total)
    return _Move(pairs.options(table.attack, table.defence, thrown, own), maximise)


def _table(fighter: Fighter, enemy: Fighter) -> Table:
    """A model's pools as states: rolls where dice may be re-rolled, else what the pool comes to."""
    own, theirs = fighter.model.abilities, enemy.model.abilities
    sides = []
    for pool, touched in (
        (fighter.hand.attack, theirs.dodge or own.prowess_shared or own.prowess_attack),
        (fighter.hand.defence, theirs.feint or own.prowess_shared or own.prowess_defence),
    ):
        sides.append(_axis(pool, bool(touched and pool.dice)))
    (one, weights_one, values_one, left_one), (two, weights_two, values_two, left_two) = sides
    total = FACES ** (fighter.hand.attack.dice + fighter.hand.defence.dice)
    weights = fitting(weights_one, total)[:, None] * fitting(weights_two, total)[None, :]
    survivors = left_one[:, None] + left_two[None, :]
    keys = (values_one[:, None] * 1000 + values_two[None, :]) * 100 + survivors
    _, outcome = distinct(keys)
    flat = outcome.reshape(-1)
    rows = np.zeros((int(flat.max()) + 1, 3), dtype=np.int64)
    rows[flat, 0] = np.repeat(values_one, two.states)
    rows[flat, 1] = np.tile(values_two, one.states)
    rows[flat, 2] = survivors.reshape(-1)
    return Table(one, two, weights.reshape(-1), total, flat, rows)


def _axis(pool: Pool, touched: bool) -> tuple[Axis, Ints, Ints, Ints]:
    """A pool's states with their weights, values and surviving dice."""
    if touched:
        figures = pool_payoff(pool.dice, pool.scoring)
        weights = multisets.weights(pool.dice)
        return Axis.rolled(pool.dice), weights, figures.value, figures.survivors
    outcomes = _settled(pool)
    columns = np.array([(v, s, w) for (v, s), w in outcomes.items()], dtype=np.int64)
    return Axis.settled(len(outcomes)), columns[:, 2], columns[:, 0], columns[:, 1]


def _settled(pool: Pool) -> dict[tuple[int, int], int]:
    """The (value, survivors) of a pool that nobody re-rolls, in the order of its states."""
    return pool_outcomes(replace(pool, before=(), own=(), after=(), rolled=None))[0]


def settled_place(pool: Pool, outcome: tuple[int, int]) -> int:
    """The state of a pool that nobody re-rolls, by its value and surviving dice."""
    return list(_settled(pool)).index(outcome)


def _check(game: Game) -> None:
    states = game.first.states * game.second.states
    most = MAX_STATES
    rerolls = sum(move.stage.most for move in (*game.on_first, *game.on_second))
    if game.first.total * game.second.total * FACES**rerolls >= 1 << 62:
        most = MAX_SLOW_STATES
    if states > most:
        raise BeyondEnvelopeError(
            f"re-rolls for a goal: these dice have {states:,} states together and {rerolls} may be "
            f"thrown again; the limit is {most:,} states (about 3+3 against 3+3 dice, one die a "
            "trait); use rerolls: expected, or fewer dice"
        )


def _payoffs(
    exchange: Exchange, goal: Goal, one: Table, two: Table, first_is_active: bool
) -> tuple[Whole, int]:
    """The goal for every pair of outcomes, as whole numbers over one scale."""
    rows, columns, seen = _comparisons(one, two, first_is_active)
    found: dict[int, Fraction] = {}
    for code in np.unique(seen):
        pair = Comparisons(
            (rows[code // len(columns)],), (columns[code % len(columns)],), ((1,),), 1
        )
        nothing = (Law.certain(0), Law.certain(0))
        dice = DiceLaw(pair, {"active": nothing, "opponent": nothing})
        found[int(code)] = goal.figure(melee.solve(exchange, dice=dice))
    scale = lcm(*(value.denominator for value in found.values()))
    numbers = {code: int(value * scale) for code, value in found.items()}
    table = np.zeros(len(rows) * len(columns), dtype=object)
    for code, number in numbers.items():
        table[code] = number
    return table[seen], scale


def _comparisons(
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
    return _named(rows), _named(columns), i * len(columns) + j


def _named(codes: Ints) -> list[Comparison]:
    return [Comparison(bool(code % 2), int(code) // 2) for code in codes]


def _classes(worth: Whole) -> tuple[Ints, Ints]:
    """Rows that are alike throughout: the place of one of each kind, and the kind of every row."""
    kinds: dict[object, int] = {}
    if worth.dtype == object:
        keys: list[object] = [tuple(row) for row in worth]
    else:
        keys = [row.tobytes() for row in np.ascontiguousarray(worth)]
    member = np.array([kinds.setdefault(key, len(kinds)) for key in keys], dtype=np.int64)
    first = np.zeros(len(kinds), dtype=np.int64)
    first[member[::-1]] = np.arange(len(member))[::-1]
    return first, member


@dataclass(frozen=True, slots=True, eq=False)
class Solution:
    """Both sides' best choices, move by move in the order of play."""

    game: Game
    enemy_on_first: Ints  # [state of first, class of second]
    own_on_second: Ints  # [state of second, class of first]
    enemy_on_second: Ints  # [state of second, class of first]
    own_on_first: Ints  # [state of first, outcome of second]
    class_of_first: Ints
    class_of_second: Ints
    value: Whole  # [state of first, class of second]: the goal, times ``scale``
    scale: int


def solved(game: Game, progress: Progress = lambda done: None) -> Solution:
    """The game solved backwards, from the last move to the first."""
    enemy_first, own_first = game.on_first
    own_second, enemy_second = game.on_second
    exponent = sum(m.stage.most for m in (*game.on_first, *game.on_second))
    bound = (int(np.abs(game.payoff).max()) + 1) * FACES ** (exponent + 1)
    payoff = fitting(game.payoff, bound)
    # Last: the first side's own dice, for every outcome of the second's.
    own_on_first, worth = pairs.solve(
        payoff[game.first.outcome], own_first.stage, own_first.maximise
    )
    progress(0.1)
    kind, class_of_first = _classes(worth)
    # Before: its enemy's dice, then that enemy's own.
    final = worth[kind][:, game.second.outcome].T
    enemy_on_second, worth = pairs.solve(final, enemy_second.stage, enemy_second.maximise)
    progress(0.2)
    own_on_second, worth = pairs.solve(worth, own_second.stage, own_second.maximise)
    progress(0.3)
    kind, class_of_second = _classes(worth)
    # First: the second side's Dodge and Feint on the first's dice.
    start = worth[kind][:, class_of_first].T
    enemy_on_first, value = pairs.solve(start, enemy_first.stage, enemy_first.maximise)
    progress(0.4)
    return Solution(
        game,
        enemy_on_first,
        own_on_second,
        enemy_on_second,
        own_on_first,
        class_of_first,
        class_of_second,
        value,
        game.scale * FACES**exponent,
    )


_CHUNK = 256
"""States of the first side that are pushed forward together: bounds the memory."""


def outcome_weights(
    solution: Solution,
    first: Whole,
    second: Whole,
    progress: Progress = lambda done: None,
) -> tuple[Whole, int]:
    """The weights of every pair of outcomes when both sides play the solution.

    Args:
        solution: the game solved.
        first: the weights of the first side's states before any re-roll.
        second: those of the second side's.
        progress: told how far the work is.

    Returns:
        Weights [outcome of the first, outcome of the second], and their total.
    """
    game = solution.game
    exponent = sum(m.stage.most for m in (*game.on_first, *game.on_second))
    total = int(first.sum()) * int(second.sum()) * FACES**exponent
    first, second = fitting(first, total), fitting(second, total)
    classes = solution.enemy_on_first.shape[1]
    moved = pairs.push(
        np.repeat(first[:, None], classes, axis=1),
        game.on_first[0].stage,
        solution.enemy_on_first,
    )
    reached = np.flatnonzero(moved.any(axis=1))
    after = np.zeros((game.first.states, len(game.second.outcomes)), dtype=moved.dtype)
    for begin in range(0, len(reached), _CHUNK):
        states = reached[begin : begin + _CHUNK]
        kinds = solution.class_of_first[states]
        joint = moved[states][:, solution.class_of_second].T * second[:, None]
        joint = pairs.push(joint, game.on_second[0].stage, solution.own_on_second[:, kinds])
        joint = pairs.push(joint, game.on_second[1].stage, solution.enemy_on_second[:, kinds])
        after[states] = _grouped(joint, game.second.outcome, len(game.second.outcomes)).T
        progress(0.4 + 0.5 * (begin + len(states)) / len(reached))
    last = pairs.push(after, game.on_first[1].stage, solution.own_on_first)
    progress(1.0)
    return _grouped(last, game.first.outcome, len(game.first.outcomes)), total


def _grouped(weights: Whole, group: Ints, groups: int) -> Whole:
    """Rows added up by group."""
    added = np.zeros((groups, weights.shape[1]), dtype=weights.dtype)
    np.add.at(added, group, weights)
    return added


def _played(game: Game, exchange: Exchange, progress: Progress) -> DiceLaw:
    """What all dice come to when both sides play for the goal."""
    solution = solved(game, progress)
    weights, total = outcome_weights(solution, game.first.weights, game.second.weights, progress)
    return dice_law(game, exchange, weights, total)


def dice_law(game: Game, exchange: Exchange, weights: Whole, total: int) -> DiceLaw:
    """The comparisons and the pools' results from the weights of every pair of outcomes."""
    order = strikes_first(exchange)
    rows, columns, seen = _comparisons(game.first, game.second, order.active)
    added = np.zeros(len(rows) * len(columns), dtype=weights.dtype)
    np.add.at(added, seen, weights)
    table = added.reshape(len(rows), len(columns))
    comparisons = Comparisons(
        tuple(rows),
        tuple(columns),
        tuple(tuple(int(weight) for weight in row) for row in table),
        total,
    )
    laws = {
        "first": _results(game.first, weights.sum(axis=1), total),
        "second": _results(game.second, weights.sum(axis=0), total),
    }
    names = ("first", "second") if order.active else ("second", "first")
    return DiceLaw(comparisons, {"active": laws[names[0]], "opponent": laws[names[1]]})


def _results(table: Table, weights: Whole, total: int) -> tuple[Law, Law]:
    laws = []
    for place in (0, 1):
        found: dict[int, int] = {}
        for value, weight in zip(table.outcomes[:, place], weights, strict=True):
            found[int(value)] = found.get(int(value), 0) + int(weight)
        laws.append(Law(found, total))
    return laws[0], laws[1]
