"""The game of re-rolls solved by brute force: slow, obvious, and independent of the package.

Both sides re-roll for a goal of the active model, which wants it high; the opponent wants it low.
All dice are in view.  The side without initiative first picks among the enemy's dice (Dodge on
Attack, Feint on Defence, chosen together), they are thrown; then among its own (Prowess); then the
side with initiative does the same:
https://jwarref.netlify.app/definitions/tests/Re-Rolls

Every choice at every state of all dice is tried, backwards from the last.  What dice come to, and
what follows from a pair of comparisons, is asked of ``oracle``.  Worths are whole numbers: the
goal's figures over one denominator, and each move that may throw n dice again counts its worths
6**n times, so that no average is ever taken.
"""

from collections.abc import Iterator, Mapping
from fractions import Fraction
from functools import cache
from itertools import product
from math import lcm
from typing import Any, NamedTuple

import oracle
from oracle import Faces, Model, PoolRule, Side

Dice = tuple[Faces, Faces, Faces, Faces]
"""Sorted faces: Attack and Defence of the side with initiative, then of the other side."""

Pick = tuple[Faces, Faces]
"""The faces thrown again, in Attack and in Defence."""


class Move(NamedTuple):
    """Who picks up to how many dice of whose two pools; ``total`` limits both together."""

    name: str
    owner: int  # 0: the dice of the side with initiative, 1: of the other
    own: bool
    attack: int
    defence: int
    total: int
    maximise: bool


@cache
def picks(
    attack: Faces, defence: Faces, first: int, second: int, total: int
) -> list[tuple[Pick, Faces, Faces]]:
    """Return every choice among the dice of two pools with the dice that it keeps."""
    return [
        ((one, two), oracle.without(attack, one), oracle.without(defence, two))
        for one in oracle.selections(attack, first)
        for two in oracle.selections(defence, second)
        if len(one) + len(two) <= total
    ]


def moves_of(first: Model, second: Model, first_is_active: bool) -> tuple[Move, ...]:
    """Return the four moves in the order of play."""

    def own(model: Model, owner: int, high: bool) -> Move:
        shared = model.prowess_shared
        if shared:
            return Move("Prowess", owner, True, shared, shared, shared, high)
        attack, defence = model.prowess_attack, model.prowess_defence
        return Move("Prowess", owner, True, attack, defence, attack + defence, high)

    def enemys(model: Model, owner: int, high: bool) -> Move:
        return Move(
            "Dodge, Feint", owner, False, model.dodge, model.feint, model.dodge + model.feint, high
        )

    return (
        enemys(second, 0, not first_is_active),
        own(second, 1, not first_is_active),
        enemys(first, 1, first_is_active),
        own(first, 0, first_is_active),
    )


def figure(law: oracle.StateLaw, goal: str, models: tuple[Model, Model]) -> Fraction:
    """Return what a goal of the active model is worth over the ends of an exchange."""

    def lost(side: int) -> Fraction:
        return sum(
            (p * min(end.fighters[side].suffered, models[side].wounds) for end, p in law.items()),
            Fraction(0),
        )

    def out(side: int) -> Fraction:
        return sum((p for end, p in law.items() if end.fighters[side].out), Fraction(0))

    if goal == "kill":
        return out(1)
    if goal == "survive":
        return 1 - out(0)
    if goal == "trade":
        return out(1) - out(0)
    if goal == "wounds":
        return lost(1) - lost(0)
    assert goal == "hold"
    hits = (
        p
        for end, p in law.items()
        for attack in [end.fighters[1].attack]
        if attack and attack[0] == "success"
    )
    return 1 - sum(hits, Fraction(0))


class Exchange:
    """What dice that nobody re-rolls any more are worth to the active model, for one goal.

    Re-roll traits do not matter here: games that differ in nothing else share one of these, and
    with it the worths of all positions that they have in common.
    """

    def __init__(self, document: Mapping[str, Any], goal: str) -> None:
        models = oracle.read_document(document)
        self.goal = goal
        self.models = models
        self.leader = 0 if oracle.initiative(document) == "active" else 1
        self.exchange = oracle.Exchange(*models, str(document.get("action", "melee")))
        self.first, self.second = models[self.leader], models[1 - self.leader]
        self.figures: dict[tuple[oracle.Comparison, oracle.Comparison], Fraction] = {}
        everything = [
            self._of(dice)
            for dice in product(
                *(
                    sorted(oracle.rolls(count))
                    for model in (self.first, self.second)
                    for count in (model.attack, model.defence)
                )
            )
        ]
        self.scale = lcm(*(value.denominator for value in everything))
        self.plans: dict[tuple[Move, ...], Plan] = {}

    # ---- the end

    def side(self, owner: int, dice: Dice) -> Side:
        """Return what a side's final dice come to."""
        me, enemy = (self.first, self.second) if owner == 0 else (self.second, self.first)
        parry = max(0, me.parry - enemy.chain_weapon) if me.parry > 0 else me.parry
        attack, one = oracle.pool_value(
            dice[2 * owner],
            **PoolRule(me.kata, me.adept_attack, me.brutal, int(enemy.impenetrable))._asdict(),
        )
        defence, two = oracle.pool_value(
            dice[2 * owner + 1],
            **PoolRule(me.kata, me.adept_defence, parry, enemy.unblockable)._asdict(),
        )
        return Side(attack, defence, one + two)

    def comparisons(self, dice: Dice) -> tuple[oracle.Comparison, oracle.Comparison]:
        """Return how the first and the second attack end."""
        one, two = self.side(0, dice), self.side(1, dice)
        first_is_active = self.leader == 0
        return (
            oracle.compare_pools(self.first, one, two, attacker_is_active=first_is_active),
            oracle.compare_pools(self.second, two, one, attacker_is_active=not first_is_active),
        )

    def _of(self, dice: Dice) -> Fraction:
        pair = self.comparisons(dice)
        if pair not in self.figures:
            start = {self.exchange.start(): Fraction(1)}
            halfway = self.exchange.compare(start, self.leader, pair[0])
            end = self.exchange.compare(halfway, 1 - self.leader, pair[1])
            self.figures[pair] = figure(end, self.goal, self.models)
        return self.figures[pair]

    # ---- the moves

    def most(self, move: Move) -> int:
        """Return how many dice a move may throw again at most."""
        model = (self.first, self.second)[move.owner]
        attack, defence = min(move.attack, model.attack), min(move.defence, model.defence)
        return min(attack + defence, move.total)

    def plan(self, moves: tuple[Move, ...]) -> "Plan":
        """Return the plan of some moves, the same one every time."""
        if moves not in self.plans:
            self.plans[moves] = Plan(moves[0], self.plan(moves[1:])) if moves else Plan()
        return self.plans[moves]

    def after(self, plan: "Plan", dice: Dice, attack: int, defence: int) -> int:
        """Return the sum of worths over all throws of some new dice of the first move's owner."""
        if not attack and not defence:
            assert plan.rest is not None
            return self.worth(plan.rest, dice)
        key = (dice, attack, defence)
        if key not in plan.sums:
            assert plan.move is not None
            place = 2 * plan.move.owner + (0 if attack else 1)
            left = (attack - 1, defence) if attack else (attack, defence - 1)
            plan.sums[key] = sum(
                self.after(plan, _with(dice, place, face), *left) for face in oracle.FACES
            )
        return plan.sums[key]

    def results(self, plan: "Plan", dice: Dice) -> Iterator[tuple[Pick, int]]:
        """Yield each choice of the first move with its worth, times 6 for each die it may throw."""
        move = plan.move
        assert move is not None
        attack, defence = dice[2 * move.owner], dice[2 * move.owner + 1]
        most = self.most(move)
        for pick, *kept in picks(attack, defence, move.attack, move.defence, move.total):
            left = (*kept, *dice[2:]) if move.owner == 0 else (*dice[:2], *kept)
            one, two = len(pick[0]), len(pick[1])
            yield pick, self.after(plan, left, one, two) * 6 ** (most - one - two)

    def worth(self, plan: "Plan", dice: Dice) -> int:
        """Return what dice are worth with these moves to come: a whole number."""
        if dice not in plan.worths:
            if plan.move is None:
                plan.worths[dice] = int(self._of(dice) * self.scale)
            else:
                best = max if plan.move.maximise else min
                plan.worths[dice] = best(worth for _, worth in self.results(plan, dice))
        return plan.worths[dice]

    def choice(self, plan: "Plan", dice: Dice) -> Pick:
        """Return what the first of some moves picks.

        Equal choices: fewer dice; more of them in Attack; lower faces among one's own dice, higher
        ones among the enemy's, in Attack first.
        """
        move = plan.move
        assert move is not None
        sign = -1 if move.maximise else 1

        def preference(result: tuple[Pick, int]) -> tuple[Any, ...]:
            pick, worth = result
            faces = (
                pick
                if move.own
                else tuple(tuple(-face for face in sorted(one, reverse=True)) for one in pick)
            )
            return sign * worth, len(pick[0]) + len(pick[1]), -len(pick[0]), *faces

        return min(self.results(plan, dice), key=preference)[0]


def _with(dice: Dice, place: int, face: int) -> Dice:
    """Return the dice with one more in one of the four pools."""
    pool = tuple(sorted((*dice[place], face)))
    return (*dice[:place], pool, *dice[place + 1 :])  # type: ignore[return-value]


class Plan:
    """The moves still to come, and everything worked out for them so far."""

    def __init__(self, move: Move | None = None, rest: "Plan | None" = None) -> None:
        self.move = move
        self.rest = rest
        self.worths: dict[Dice, int] = {}
        self.sums: dict[tuple[Dice, int, int], int] = {}


class Game:
    """The game of one document: its exchange, and the four moves."""

    def __init__(
        self, document: Mapping[str, Any], goal: str, exchange: Exchange | None = None
    ) -> None:
        self.exchange = exchange or Exchange(document, goal)
        active, opponent = oracle.read_document(document)
        first_is_active = self.exchange.leader == 0
        first, second = (active, opponent) if first_is_active else (opponent, active)
        self.moves = moves_of(first, second, first_is_active)
        self.plan = self.exchange.plan(self.moves)
        thrown = sum(self.exchange.most(move) for move in self.moves)
        self.unit = self.exchange.scale * 6**thrown  # what a worth of 1 is in whole numbers

    def value_from(self, dice: Dice) -> Fraction:
        """Return what dice on the table are worth when both sides play for the goal."""
        return Fraction(self.exchange.worth(self.plan, dice), self.unit)

    def value(self) -> Fraction:
        """Return what the game is worth before the dice are rolled."""
        first, second = self.exchange.first, self.exchange.second
        pools = (first.attack, first.defence, second.attack, second.defence)
        rolls = [
            [(faces, int(p * 6**count)) for faces, p in oracle.rolls(count).items()]
            for count in pools
        ]
        total = sum(
            one * two * three * four * self.exchange.worth(self.plan, (a, b, c, d))
            for (a, one), (b, two), (c, three), (d, four) in product(*rolls)
        )
        return Fraction(total, 6 ** sum(pools) * self.unit)
