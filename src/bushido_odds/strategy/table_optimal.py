"""Dice on the table when re-rolls are played for a goal: all in view, both sides at their best."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace

import numpy as np

from bushido_odds.dice import multisets
from bushido_odds.dice.multisets import Ints
from bushido_odds.odds import melee
from bushido_odds.odds.fighter import Fighter, fighters
from bushido_odds.odds.result import MeleeResult
from bushido_odds.rules.combatant import Exchange, Rolled
from bushido_odds.rules.initiative import strikes_first
from bushido_odds.strategy import optimal
from bushido_odds.strategy.game import Table, game_of, settled_place
from bushido_odds.strategy.goals import Goal
from bushido_odds.strategy.stages import StagePick, prospects

Progress = Callable[[float], None]


class OptimalTable:
    """Known dice whose re-rolls are played for a goal."""

    def __init__(
        self,
        exchange: Exchange,
        rolled: Mapping[str, Rolled],
        goal: Goal,
        progress: Progress | None = None,
    ) -> None:
        self.exchange = exchange
        order = strikes_first(exchange)
        active, opponent = fighters(exchange, order.active)
        names = ("active", "opponent") if order.active else ("opponent", "active")
        self.first, self.second = names
        self.fighters = {"active": active, "opponent": opponent}
        self.game = game_of(exchange, goal)
        self.solution = optimal.solved(self.game, progress or (lambda done: None))
        self.states = (
            _state(self.game.first, self.fighters[self.first], rolled[self.first]),
            _state(self.game.second, self.fighters[self.second], rolled[self.second]),
        )

    def result(self) -> MeleeResult:
        """The odds from these dice."""
        return self._result(self.solution)

    def _result(self, solution: optimal.Solution) -> MeleeResult:
        weights, total = optimal.outcome_weights(
            solution,
            _one_hot(self.game.first.states, self.states[0]),
            _one_hot(self.game.second.states, self.states[1]),
        )
        return melee.solve(self.exchange, dice=optimal.dice_law(self.game, weights, total))

    def stages(self) -> Iterator[StagePick]:
        """Every stage in the order of play; known until the first dice are thrown again."""
        solution, (one, two) = self.solution, self.states
        first_class = int(solution.class_of_first[one])
        second_class = int(solution.class_of_second[two])
        outcome = int(self.game.second.outcome[two])
        on_first, on_second = self.game.on_first, self.game.on_second
        moves = (
            (self.second, self.first, on_first[0], "enemy_on_first", one, second_class),
            (self.second, self.second, on_second[0], "own_on_second", two, first_class),
            (self.first, self.second, on_second[1], "enemy_on_second", two, first_class),
            (self.first, self.first, on_first[1], "own_on_first", one, outcome),
        )
        known = True
        for mover, owner, move, name, state, column in moves:
            choices = getattr(solution, name)
            faces = move.stage.rerolled(state, int(choices[state, column]))
            rerolled = kept = None
            if known and any(faces):
                changed = choices.copy()
                changed[state, column] = state  # the place of all the dice that lie there
                rerolled = prospects(self.result())
                kept = prospects(self._result(replace(solution, **{name: changed})))
            for picked, pool_name in zip(faces, ("attack", "defence"), strict=True):
                if trait := self._trait(mover, owner, pool_name):
                    yield StagePick(
                        mover,
                        trait,
                        f"{owner}.{pool_name}",
                        picked if known else None,
                        rerolled if picked else None,
                        kept if picked else None,
                    )
            known = known and not any(faces)

    def _trait(self, mover: str, owner: str, pool_name: str) -> str | None:
        """The trait by which a side may touch a pool, if it has one and there are dice."""
        own = self.fighters[mover].model.abilities
        model = self.fighters[owner].model
        attack = pool_name == "attack"
        if not (model.attack if attack else model.defence):
            return None
        if mover == owner:
            alone = own.prowess_attack if attack else own.prowess_defence
            return "Prowess" if own.prowess_shared or alone else None
        if attack:
            return "Dodge" if own.dodge else None
        return "Feint" if own.feint else None


def _one_hot(states: int, place: int) -> Ints:
    weights = np.zeros(states, dtype=np.int64)
    weights[place] = 1
    return weights


def _state(table: Table, fighter: Fighter, rolled: Rolled) -> int:
    """The place of known dice among a model's states."""
    places = []
    for axis, pool, dice in (
        (table.attack, fighter.hand.attack, rolled.attack),
        (table.defence, fighter.hand.defence, rolled.defence),
    ):
        if axis.fixed:
            places.append(settled_place(pool, pool.scoring.score_dice(dice)))
        else:
            places.append(multisets.index(tuple(dice)))
    return places[0] * table.defence.states + places[1]
