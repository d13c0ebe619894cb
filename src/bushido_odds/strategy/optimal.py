"""Re-rolls played for a goal: every die of all four pools in view, both sides at their best.

The active model wants the goal high, the opponent low, and each foresees what follows: the game
(``strategy.game``) is solved backwards, move by move, on whole numbers.  States of one side that
are worth the same whatever the other shows are one class.  What the dice come to is then pushed
forward through both sides' choices, so every figure of the result is exact.  Equal choices prefer
fewer dice, then Attack dice, then lower own faces or higher enemy faces.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np
import numpy.typing as npt

from bushido_odds.dice import pairs
from bushido_odds.dice.law import Law
from bushido_odds.dice.multisets import FACES, Ints
from bushido_odds.dice.rerolls import Whole
from bushido_odds.dice.wide import Wide, moduli, reduced, restored
from bushido_odds.odds import melee
from bushido_odds.odds.comparisons import Comparisons
from bushido_odds.odds.melee import DiceLaw
from bushido_odds.odds.result import MeleeResult, RerollPolicy
from bushido_odds.rules.combatant import Exchange
from bushido_odds.strategy.game import Game, Move, Table, comparisons, game_of, has_rerolls
from bushido_odds.strategy.goals import Goal

Progress = Callable[[float], None]
"""Told how much of the work is done, from 0 to 1."""

Places = npt.NDArray[Any]
"""What is kept, as places in a stage's flat index, in as few bits as they need."""

_CHUNK = 128
"""Columns that are worked on together: few enough to stay in a processor's cache."""


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
    tell = progress or (lambda done: None)
    solution = solved(game_of(exchange, goal), lambda done: tell(0.6 * done))
    game = solution.game
    weights, total = outcome_weights(
        solution, game.first.weights, game.second.weights, lambda done: tell(0.6 + 0.4 * done)
    )
    result = melee.solve(exchange, dice=dice_law(game, weights, total), **told)  # type: ignore[arg-type]
    return replace(result, rerolls=RerollPolicy(goal.name, goal.figure(result), expected))


@dataclass(frozen=True, slots=True, eq=False)
class Solution:
    """Both sides' best choices, move by move in the order of play: what each state keeps."""

    game: Game
    enemy_on_first: Places  # [state of first, class of second]
    own_on_second: Places  # [state of second, class of first]
    enemy_on_second: Places  # [state of second, class of first]
    own_on_first: Places  # [state of first, outcome of second]
    class_of_first: Ints
    class_of_second: Ints
    value: Wide  # [state of first, class of second]: the goal, times ``scale``
    scale: int


def solved(game: Game, progress: Progress = lambda done: None) -> Solution:
    """The game solved backwards, from the last move to the first."""
    first, second = game.first, game.second
    enemy_first, own_first = game.on_first
    own_second, enemy_second = game.on_second
    # Last: the first side's own dice, for every outcome of the second's.
    (own_on_first,), ends = _backwards(
        len(second.outcomes),
        lambda part: tuple(limb[:, part][first.outcome] for limb in game.payoff),
        [own_first],
        game.bits,
        lambda done: progress(0.05 * done),
    )
    kind, class_of_first = _classes(ends)
    # Before: its enemy's dice, then that enemy's own.
    (enemy_on_second, own_on_second), middle = _backwards(
        len(kind),
        lambda part: tuple(limb[kind[part]].T[second.outcome] for limb in ends),
        [enemy_second, own_second],
        game.bits,
        lambda done: progress(0.05 + 0.6 * done),
    )
    other_kind, class_of_second = _classes(middle)
    # First: the second side's Dodge and Feint on the first's dice.
    (enemy_on_first,), value = _backwards(
        len(other_kind),
        lambda part: tuple(limb[other_kind[part]].T[class_of_first] for limb in middle),
        [enemy_first],
        game.bits,
        lambda done: progress(0.65 + 0.35 * done),
    )
    return Solution(
        game,
        enemy_on_first,
        own_on_second,
        enemy_on_second,
        own_on_first,
        class_of_first,
        class_of_second,
        value,
        game.scale * FACES**game.rerolls,
    )


def _backwards(
    columns: int,
    after: Callable[[slice], Wide],
    moves: Sequence[Move],
    bits: int,
    progress: Progress,
) -> tuple[list[Places], Wide]:
    """The choices of moves on one side's dice, the last one first, and what they are worth.

    Args:
        columns: how many different situations of the other side there are.
        after: what the states are worth after these moves, for some of the columns.
        moves: the last one first.
        bits: of a limb.
        progress: told how far the work is.
    """
    choices = [
        np.empty((move.stage.states, columns), np.min_scalar_type(move.stage.starts[-1]))
        for move in moves
    ]
    worth: Wide = ()
    for begin in range(0, columns, _CHUNK):
        part = slice(begin, begin + _CHUNK)
        numbers = after(part)
        for move, kept in zip(moves, choices, strict=True):
            kept[:, part], numbers = pairs.solve(numbers, move.stage, move.maximise, bits)
        if not worth:
            worth = tuple(np.empty((len(limb), columns), np.int64) for limb in numbers)
        for limb, number in zip(worth, numbers, strict=True):
            limb[:, part] = number
        progress(min(1.0, (begin + _CHUNK) / columns))
    return choices, worth


def _classes(worth: Wide) -> tuple[Ints, Ints]:
    """Rows that are alike throughout: the place of one of each kind, and the kind of every row."""
    kinds: dict[bytes, int] = {}
    first: list[int] = []
    member = np.empty(len(worth[0]), dtype=np.int64)
    for place, rows in enumerate(zip(*worth, strict=True)):
        key = b"".join(row.tobytes() for row in rows)
        member[place] = kinds.setdefault(key, len(kinds))
        if len(kinds) > len(first):
            first.append(place)
    return np.array(first, dtype=np.int64), member


def outcome_weights(
    solution: Solution,
    first: Ints,
    second: Ints,
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
    total = int(first.sum()) * int(second.sum()) * FACES**solution.game.rerolls
    primes = moduli(total)
    if not primes:
        return _forward(solution, first, second, None, progress), total
    residues = [
        _forward(
            solution,
            reduced(first, prime),
            reduced(second, prime),
            prime,
            lambda done, before=number: progress((before + done) / len(primes)),  # type: ignore[misc]
        )
        for number, prime in enumerate(primes)
    ]
    return restored(residues, primes), total


def _forward(
    solution: Solution, first: Ints, second: Ints, modulus: int | None, progress: Progress
) -> Ints:
    """The weights of the outcomes, or their residues, from those of the states."""
    game = solution.game
    reached = np.flatnonzero(first) if game.on_first[0].stage.most == 0 else np.arange(len(first))
    moved = _after_the_first_move(solution, first, modulus)
    after = np.zeros((game.first.states, len(game.second.outcomes)), dtype=np.int64)
    own, enemys = game.on_second
    for begin in range(0, len(reached), _CHUNK):
        states = reached[begin : begin + _CHUNK]
        kinds = solution.class_of_first[states]
        joint = reduced(moved[states][:, solution.class_of_second].T * second[:, None], modulus)
        joint = pairs.push(joint, own.stage, solution.own_on_second[:, kinds], modulus)
        joint = pairs.push(joint, enemys.stage, solution.enemy_on_second[:, kinds], modulus)
        after[states] = _grouped(joint, game.second.outcome, len(game.second.outcomes), modulus).T
        progress((begin + len(states)) / len(reached))
    last = pairs.push(after, game.on_first[1].stage, solution.own_on_first, modulus)
    return _grouped(last, game.first.outcome, len(game.first.outcomes), modulus)


def _after_the_first_move(solution: Solution, first: Ints, modulus: int | None) -> Ints:
    """The weights of the first side's states for every class of the second's."""
    classes = solution.enemy_on_first.shape[1]
    moved = np.empty((len(first), classes), dtype=np.int64)
    for begin in range(0, classes, _CHUNK):
        kept = solution.enemy_on_first[:, begin : begin + _CHUNK]
        weights = np.repeat(first[:, None], kept.shape[1], axis=1)
        moved[:, begin : begin + _CHUNK] = pairs.push(
            weights, solution.game.on_first[0].stage, kept, modulus
        )
    return moved


def _grouped(weights: Ints, group: Ints, groups: int, modulus: int | None) -> Ints:
    """Rows added up by group."""
    added = np.zeros((groups, weights.shape[1]), dtype=np.int64)
    np.add.at(added, group, weights)
    return reduced(added, modulus)


def dice_law(game: Game, weights: Whole, total: int) -> DiceLaw:
    """The comparisons and the pools' results from the weights of every pair of outcomes."""
    rows, columns, seen = comparisons(game.first, game.second, game.first_is_active)
    added = np.zeros(len(rows) * len(columns), dtype=weights.dtype)
    np.add.at(added, seen, weights)
    table = added.reshape(len(rows), len(columns))
    law = Comparisons(
        tuple(rows),
        tuple(columns),
        tuple(tuple(int(weight) for weight in row) for row in table),
        total,
    )
    results = [
        _results(game.first, weights.sum(axis=1), total),
        _results(game.second, weights.sum(axis=0), total),
    ]
    names = ("active", "opponent") if game.first_is_active else ("opponent", "active")
    return DiceLaw(law, dict(zip(names, results, strict=True)))


def _results(table: Table, weights: Whole, total: int) -> tuple[Law, Law]:
    laws = []
    for place in (0, 1):
        found: dict[int, int] = {}
        for value, weight in zip(table.outcomes[:, place], weights, strict=True):
            found[int(value)] = found.get(int(value), 0) + int(weight)
        laws.append(Law(found, total))
    return laws[0], laws[1]
