"""Dice on the table before any re-roll: which to throw again, stage by stage.

Under ``expected`` each pool is decided alone; under ``optimal`` all dice are in view.  A stage is
known as long as the dice it looks at are: once some of them are to be thrown again, the later
stages depend on what they show.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from typing import Any

import numpy as np

from bushido_odds.dice import multisets
from bushido_odds.dice.plain import number
from bushido_odds.dice.rerolls import Whole, play
from bushido_odds.dice.shared import SharedPool, plan
from bushido_odds.odds import melee
from bushido_odds.odds.comparisons import compare
from bushido_odds.odds.fighter import Fighter, fighters
from bushido_odds.odds.melee import DiceLaw
from bushido_odds.odds.pools import Hand, Pool, hand_law
from bushido_odds.odds.result import MeleeResult, RerollPolicy
from bushido_odds.provenance import provenance
from bushido_odds.rules.combatant import Exchange, Rolled
from bushido_odds.rules.initiative import strikes_first
from bushido_odds.strategy import optimal
from bushido_odds.strategy.game import Table, game_of, settled_place
from bushido_odds.strategy.goals import Goal

Progress = Callable[[float], None]


@dataclass(frozen=True, slots=True)
class Prospects:
    """What a stage changes: the chances that matter, with a choice made."""

    active_hits: Any
    opponent_hits: Any
    active_out: Any
    opponent_out: Any


@dataclass(frozen=True, slots=True)
class StagePick:
    """One stage: who re-rolls which dice of which pool by which trait."""

    side: str
    trait: str
    pool: str
    """``active.attack`` and so on."""
    reroll: tuple[int, ...] | None
    """The faces thrown again; None where the stage looks at dice still to come."""
    if_rerolled: Prospects | None = None
    if_kept: Prospects | None = None


@dataclass(frozen=True, slots=True)
class RerollsResult:
    """Which dice to throw again, and the odds that follow."""

    policy: str
    goal: str
    stages: tuple[StagePick, ...]
    result: MeleeResult
    rolled: Mapping[str, Rolled]
    name: str | None = None
    input: Mapping[str, Any] = field(default_factory=dict)
    notes: tuple[str, ...] = ()
    kind: str = "rerolls"

    def to_dict(self, exact: bool = False) -> dict[str, Any]:
        """The result as plain data, ready for JSON; ``exact`` gives fractions as strings."""

        def prospects(found: Prospects | None) -> dict[str, Any] | None:
            if found is None:
                return None
            return {name: number(getattr(found, name), exact) for name in found.__slots__}

        return {
            **provenance(self.kind, self.input),
            "name": self.name,
            "rerolls": self.policy,
            "goal": self.goal,
            "input": dict(self.input),
            "stages": [
                {
                    "side": stage.side,
                    "trait": stage.trait,
                    "pool": stage.pool,
                    "reroll": None if stage.reroll is None else list(stage.reroll),
                    "if_rerolled": prospects(stage.if_rerolled),
                    "if_kept": prospects(stage.if_kept),
                }
                for stage in self.stages
            ],
            "result": self.result.to_dict(exact),
            "notes": list(self.notes),
        }


def rerolls(
    exchange: Exchange,
    rolled: Mapping[str, Rolled],
    goal: Goal,
    *,
    play_optimal: bool = False,
    document: Mapping[str, Any] | None = None,
    notes: tuple[str, ...] = (),
    progress: Progress | None = None,
) -> RerollsResult:
    """Which of the dice on the table to throw again, and the odds that follow.

    Args:
        exchange: the two models; their numbers of dice are those rolled.
        rolled: the dice of ``active`` and ``opponent`` before any re-roll.
        goal: what ``optimal`` re-rolls are played for.
        play_optimal: both sides play for the goal, instead of the ``expected`` policy.
        document: the normalised input, repeated in the result.
        notes: remarks for the reader.
        progress: told how far the work is.
    """
    exchange = exchange.begun()
    table = _Optimal(exchange, rolled, goal) if play_optimal else _Expected(exchange, rolled)
    stages = tuple(table.stages())
    result = table.result()
    if play_optimal:
        expected = goal.figure(_Expected(exchange, rolled).result())
        value = goal.figure(result)
        result = replace(result, rerolls=RerollPolicy(goal.name, value, expected))
    return RerollsResult(
        "optimal" if play_optimal else "expected",
        goal.name,
        stages,
        result,
        rolled,
        exchange.name,
        document or {},
        notes,
    )


def _prospects(result: MeleeResult) -> Prospects:
    return Prospects(
        result.active.attack.success,
        result.opponent.attack.success,
        result.active.out_of_action,
        result.opponent.out_of_action,
    )


class _Expected:
    """The ``expected`` policy on known dice: every pool, or pair of pools, on its own."""

    def __init__(self, exchange: Exchange, rolled: Mapping[str, Rolled]) -> None:
        self.exchange = exchange
        self.order = strikes_first(exchange)
        active, opponent = fighters(exchange, self.order.active)
        self.fighters = {"active": active, "opponent": opponent}
        self.hands = {
            side: _on_table(fighter.hand, rolled[side]) for side, fighter in self.fighters.items()
        }

    def result(self, hands: Mapping[str, Hand] | None = None) -> MeleeResult:
        """The odds from these dice, or with other hands in their place."""
        hands = hands or self.hands
        active_first = self.order.active
        first, second = ("active", "opponent") if active_first else ("opponent", "active")
        laws = {side: hand_law(hand) for side, hand in hands.items()}
        dice = DiceLaw(
            compare(hands[first], hands[second], active_first),
            {side: (law.attack_law(), law.defence_law()) for side, law in laws.items()},
        )
        return melee.solve(self.exchange, dice=dice)

    def stages(self) -> Iterator[StagePick]:
        """Every stage in the order of play."""
        first, second = ("active", "opponent") if self.order.active else ("opponent", "active")
        for side, enemy in ((second, first), (first, second)):
            hand = self.hands[enemy]
            for trait, pool_name, pool in (
                ("Dodge", "attack", hand.attack),
                ("Feint", "defence", hand.defence),
            ):
                enemys = "before" if side == second else "after"
                if getattr(pool, enemys):
                    yield self._enemys(side, trait, enemy, pool_name, pool, enemys)
            yield from self._own(side)

    def _enemys(
        self, side: str, trait: str, owner: str, pool_name: str, pool: Pool, when: str
    ) -> StagePick:
        known: tuple[int, ...] | None
        if when == "before":
            known = _first_pick(self.hands[owner], pool_name)
        elif self._own_pick(owner, pool_name) == ():
            known = _last_pick(pool)
        else:
            known = None
        return self._with_prospects(
            StagePick(side, trait, f"{owner}.{pool_name}", known),
            {owner: _without(self.hands[owner], pool_name, when)},
        )

    def _own(self, side: str) -> Iterator[StagePick]:
        hand = self.hands[side]
        if hand.shared:
            for pool_name, pool in (("attack", hand.attack), ("defence", hand.defence)):
                if pool.dice:
                    yield self._with_prospects(
                        StagePick(
                            side, "Prowess", f"{side}.{pool_name}", self._own_pick(side, pool_name)
                        ),
                        {side: replace(hand, shared=0)},
                    )
            return
        for pool_name, pool in (("attack", hand.attack), ("defence", hand.defence)):
            if pool.own and pool.dice:
                yield self._with_prospects(
                    StagePick(
                        side, "Prowess", f"{side}.{pool_name}", self._own_pick(side, pool_name)
                    ),
                    {side: _without(hand, pool_name, "own")},
                )

    def _own_pick(self, side: str, pool_name: str) -> tuple[int, ...] | None:
        """The owner's own re-roll of a pool: nothing, some faces, or not known yet."""
        hand = self.hands[side]
        if hand.shared:
            touched = [_first_pick(hand, name) for name in ("attack", "defence")]
            if any(pick for pick in touched):
                return None
            return _shared_picks(hand)[0 if pool_name == "attack" else 1]
        pool = getattr(hand, pool_name)
        if not pool.own:
            return ()
        if pool.before and _first_pick(hand, pool_name):
            return None
        played = play(pool.payoff, pool.stages, pool.rolled)
        return played.stages[len(pool.before)].rerolled(multisets.index(pool.rolled or ()))

    def _with_prospects(self, pick: StagePick, without: Mapping[str, Hand]) -> StagePick:
        if not pick.reroll:
            return pick
        kept = self.result({**self.hands, **without})
        return replace(pick, if_rerolled=_prospects(self.result()), if_kept=_prospects(kept))


def _on_table(hand: Hand, rolled: Rolled) -> Hand:
    return replace(
        hand,
        attack=replace(hand.attack, rolled=tuple(sorted(rolled.attack))),
        defence=replace(hand.defence, rolled=tuple(sorted(rolled.defence))),
    )


def _without(hand: Hand, pool_name: str, stage: str) -> Hand:
    """The hand without one stage of one pool."""
    pool = replace(getattr(hand, pool_name), **{stage: ()})
    return replace(hand, **{pool_name: pool})


def _shared(pool: Pool) -> SharedPool:
    return SharedPool(pool.payoff, pool.before, pool.after, pool.rolled)


def _first_pick(hand: Hand, pool_name: str) -> tuple[int, ...]:
    """What the enemy's stage before the owner's throws again; nothing where there is none."""
    pool: Pool = getattr(hand, pool_name)
    if not pool.before:
        return ()
    place = multisets.index(pool.rolled or ())
    if hand.shared:
        policy = plan(_shared(hand.attack), _shared(hand.defence), hand.shared, hand.priority)
        side = policy.first if pool_name == "attack" else policy.second
        return side.before[0].rerolled(place)
    return play(pool.payoff, pool.stages, pool.rolled).stages[0].rerolled(place)


def _last_pick(pool: Pool) -> tuple[int, ...]:
    """What the enemy's stage after the owner's throws again, the owner having kept everything."""
    played = play(pool.payoff, pool.after, pool.rolled)
    return played.stages[0].rerolled(multisets.index(pool.rolled or ()))


def _shared_picks(hand: Hand) -> tuple[tuple[int, ...], tuple[int, ...]]:
    policy = plan(_shared(hand.attack), _shared(hand.defence), hand.shared, hand.priority)
    return policy.dice(
        multisets.index(hand.attack.rolled or ()), multisets.index(hand.defence.rolled or ())
    )


class _Optimal:
    """Re-rolls for a goal on known dice: all of them in view."""

    def __init__(self, exchange: Exchange, rolled: Mapping[str, Rolled], goal: Goal) -> None:
        self.exchange = exchange
        self.order = strikes_first(exchange)
        active, opponent = fighters(exchange, self.order.active)
        names = ("active", "opponent") if self.order.active else ("opponent", "active")
        self.first, self.second = names
        self.fighters = {"active": active, "opponent": opponent}
        self.game = game_of(exchange, goal)
        self.solution = optimal.solved(self.game)
        self.states = (
            _state(self.game.first, self.fighters[self.first], rolled[self.first]),
            _state(self.game.second, self.fighters[self.second], rolled[self.second]),
        )

    def result(self, solution: optimal.Solution | None = None) -> MeleeResult:
        """The odds from these dice when both sides play the solution."""
        weights, total = optimal.outcome_weights(
            solution or self.solution,
            _one_hot(self.game.first.states, self.states[0]),
            _one_hot(self.game.second.states, self.states[1]),
        )
        dice = optimal.dice_law(self.game, weights, total)
        return melee.solve(self.exchange, dice=dice)

    def stages(self) -> Iterator[StagePick]:
        """Every stage in the order of play; known until the first dice are thrown again."""
        solution, (one, two) = self.solution, self.states
        first_class = solution.class_of_first[one]
        second_class = solution.class_of_second[two]
        outcome = self.game.second.outcome[two]
        moves = (
            (self.second, self.first, self.game.on_first[0], "enemy_on_first", one, second_class),
            (self.second, self.second, self.game.on_second[0], "own_on_second", two, first_class),
            (self.first, self.second, self.game.on_second[1], "enemy_on_second", two, first_class),
            (self.first, self.first, self.game.on_first[1], "own_on_first", one, outcome),
        )
        known = True
        for mover, owner, move, name, state, column in moves:
            choices = getattr(solution, name)
            row = int(choices[state, column])
            faces = move.stage.rerolled(state, row)
            kept = None
            if known and any(faces):
                changed = choices.copy()
                changed[state, column] = state
                kept = _prospects(self.result(replace(solution, **{name: changed})))
            for place, pool_name in enumerate(("attack", "defence")):
                trait = self._trait(mover, owner, pool_name)
                if trait is None:
                    continue
                yield StagePick(
                    mover,
                    trait,
                    f"{owner}.{pool_name}",
                    tuple(sorted(faces[place])) if known else None,
                    _prospects(self.result()) if kept and faces[place] else None,
                    kept if faces[place] else None,
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


def _one_hot(states: int, place: int) -> Whole:
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
