"""One Melee Exchange, exactly: from two models to every figure.

The two comparisons are played in order.  Their joint law meets the law of what the first one does
to the models; what still matters afterwards (who is in play, who is Prone, boxes left) is carried
into the second.  What can no longer change is put aside at once, which keeps the carried situations
few.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from fractions import Fraction
from math import lcm
from typing import Any

from bushido_odds.dice.law import Law
from bushido_odds.odds.comparisons import Comparison, Comparisons, compare
from bushido_odds.odds.effects import effects
from bushido_odds.odds.end_phase import end_phase
from bushido_odds.odds.fighter import Fighter, fighters
from bushido_odds.odds.harm import Condition, Fate
from bushido_odds.odds.pools import hand_law
from bushido_odds.odds.result import (
    Attack,
    Disengage,
    FirstStrike,
    MeleeResult,
    Outcome,
    PoolFigures,
    Pools,
    Side,
    SpecialUsed,
    Wounds,
)
from bushido_odds.odds.strike import Situation, strike, triggered
from bushido_odds.rules.combatant import Action, Exchange
from bushido_odds.rules.counters import counters
from bushido_odds.rules.initiative import First, strikes_first
from bushido_odds.rules.specials import Removal
from bushido_odds.rules.statistic import pool_workings


class _Tally:
    """Whole-number weights of one model's figures, while an exchange is played."""

    def __init__(self) -> None:
        self.conditions: dict[Condition, int] = {}
        self.levels: dict[int, int] = {}
        self.failed = 0
        self.cancelled = 0
        self.triggered = 0

    def add_condition(self, condition: Condition, weight: int) -> None:
        self.conditions[condition] = self.conditions.get(condition, 0) + weight


def solve(
    exchange: Exchange,
    *,
    document: Mapping[str, Any] | None = None,
    notes: tuple[str, ...] = (),
    ignored: Mapping[str, tuple[str, ...]] | None = None,
    with_end_phase: bool = False,
) -> MeleeResult:
    """The exact odds of an exchange under the ``expected`` re-roll policy.

    Args:
        exchange: the two models and what started it.
        document: the normalised input, repeated in the result.
        notes: remarks for the reader, repeated in the result.
        ignored: traits that cannot touch the exchange, by side.
        with_end_phase: add what the markers gained do in the End Phase.
    """
    exchange = exchange.begun()
    order = strikes_first(exchange)
    active, opponent = fighters(exchange, order.active)
    play = _Play(active, opponent, exchange, order, with_end_phase)
    play.run()
    return MeleeResult(
        FirstStrike("active" if order.active else "opponent", order.reason),
        play.side(active, opponent),
        play.side(opponent, active),
        play.outcome(),
        play.disengage() if exchange.action is Action.DISENGAGE else None,
        exchange.name,
        document or {},
        notes,
        ignored or {"active": (), "opponent": ()},
    )


class _Play:
    """One exchange being played: both comparisons in order, weights kept whole."""

    def __init__(
        self,
        active: Fighter,
        opponent: Fighter,
        exchange: Exchange,
        order: First,
        with_end_phase: bool,
    ) -> None:
        self.active, self.opponent = active, opponent
        self.first, self.second = (active, opponent) if order.active else (opponent, active)
        self.order = order
        self.disengages = exchange.action is Action.DISENGAGE
        self.with_end_phase = with_end_phase
        self.counters = counters(exchange)
        self.workings = pool_workings(exchange)
        # Whether the first comparison says the last word about the second model: nothing of the
        # first model's defence, nor of the second's own attack, can reach it afterwards.
        own = self.second.special_attack
        self.settled = self.first.special_defence is None and not (
            own and own.removes is Removal.BOTH
        )
        self.tallies = {active: _Tally(), opponent: _Tally()}
        self.out: dict[tuple[bool, bool], int] = {}
        self.away = 0
        self.total = 1

    def run(self) -> None:
        """Play both comparisons and tally every figure."""
        law = compare(self.first.hand, self.second.hand, self.order.active)
        rows, columns, weights = _made(law, self.first.attacks, self.second.attacks)
        carried, scale = self._first_comparison(rows, weights)
        self.total = law.total * scale
        self._second_comparison(carried, columns)

    def _first_comparison(
        self, rows: list[Comparison | None], weights: list[list[int]]
    ) -> tuple[dict[tuple[Situation, bool], list[int]], int]:
        """Play the first attack: what is carried on, with weights for every second comparison."""
        first, second = self.first, self.second
        start = Situation(first.fresh, second.fresh)
        # With no attack to defend against, a model may always leave.
        unopposed = not self.opponent.attacks
        laws = [strike(first, second, outcome, start) for outcome in rows]
        scale = lcm(*(total for _, total in laws))
        mine, theirs = self.tallies[first], self.tallies[second]
        carried: dict[tuple[Situation, bool], list[int]] = {}
        for outcome, row, (law, total) in zip(rows, weights, laws, strict=True):
            weight = sum(row) * scale
            attack, defence = triggered(first, second, outcome, start)
            mine.triggered += weight if attack else 0
            theirs.triggered += weight if defence else 0
            if outcome is not None and outcome.success:
                mine.levels[outcome.level] = mine.levels.get(outcome.level, 0) + weight
            elif outcome is not None:
                mine.failed += weight
            defended = self.disengages and (unopposed or self._defended(first, outcome))
            step = scale // total
            for after, chance in law:
                if self.settled:
                    theirs.add_condition(after.defender, sum(row) * chance * step)
                    after = after._replace(defender=_SETTLED[after.defender.fate])
                onward = carried.setdefault((after, defended), [0] * len(row))
                for place, weight in enumerate(row):
                    onward[place] += weight * chance * step
        return carried, scale

    def _second_comparison(
        self,
        carried: dict[tuple[Situation, bool], list[int]],
        columns: list[Comparison | None],
    ) -> None:
        """Play the second attack from every carried situation, and add up who is out."""
        first, second = self.first, self.second
        mine, theirs = self.tallies[first], self.tallies[second]
        laws = {
            (situation, place): strike(second, first, outcome, situation.swapped())
            for situation, _ in carried
            if not situation.over
            for place, outcome in enumerate(columns)
        }
        scale = lcm(*(total for _, total in laws.values())) if laws else 1
        self.total *= scale
        for tally in self.tallies.values():
            tally.levels = {level: weight * scale for level, weight in tally.levels.items()}
            tally.failed *= scale
            tally.triggered *= scale
        if self.settled:
            theirs.conditions = {c: weight * scale for c, weight in theirs.conditions.items()}

        def finish(end: Situation, defended: bool, weight: int) -> None:
            mine.add_condition(end.attacker, weight)
            if not self.settled:
                theirs.add_condition(end.defender, weight)
            self._end(end, defended, weight)

        for (situation, defended), weights in carried.items():
            if situation.over:
                weight = sum(weights) * scale
                theirs.cancelled += weight if second.attacks else 0
                finish(situation, defended, weight)
                continue
            swapped = situation.swapped()
            for place, outcome in enumerate(columns):
                weight = weights[place] * scale
                if not weight:
                    continue
                attack, defence = triggered(second, first, outcome, swapped)
                theirs.triggered += weight if attack else 0
                mine.triggered += weight if defence else 0
                if outcome is not None and outcome.success:
                    theirs.levels[outcome.level] = theirs.levels.get(outcome.level, 0) + weight
                elif outcome is not None:
                    theirs.failed += weight
                now_defended = defended or (self.disengages and self._defended(second, outcome))
                law, total = laws[situation, place]
                step = weights[place] * (scale // total)
                for after, chance in law:
                    end = after.swapped()
                    finish(
                        end._replace(apart=end.apart or situation.apart),
                        now_defended,
                        chance * step,
                    )

    def _defended(self, attacker: Fighter, outcome: Comparison | None) -> bool:
        """Whether a disengaging model has just defended: the one thing remembered for it."""
        success = outcome is not None and outcome.success
        return attacker is self.opponent and not success

    def _end(self, end: Situation, defended: bool, weight: int) -> None:
        mine, theirs = end.attacker, end.defender
        if self.first is not self.active:
            mine, theirs = theirs, mine
        key = (mine.out, theirs.out)
        self.out[key] = self.out.get(key, 0) + weight
        if self.disengages and not mine.out and (defended or end.apart or not theirs.in_play):
            self.away += weight

    def outcome(self) -> Outcome:
        """Who is out of action in the end."""
        chances = [
            Fraction(self.out.get(key, 0), self.total)
            for key in ((False, False), (True, False), (False, True), (True, True))
        ]
        return Outcome(*chances)

    def disengage(self) -> Disengage:
        """Whether the active model gets away.

        It has defended, or is no longer in base contact with the opponent, and is not out.
        """
        return Disengage(Fraction(self.away, self.total))

    def side(self, me: Fighter, enemy: Fighter) -> Side:
        """One model's figures, from the weights tallied."""
        tally, total = self.tallies[me], self.total
        suffered, inflicted = tally.conditions, self.tallies[enemy].conditions
        model = me.model
        success = Law(tally.levels, total)
        zero = Fraction(0)
        attack = Attack(
            success.mass,
            Fraction(tally.failed, total),
            Fraction(tally.cancelled, total),
            zero if me.attacks else Fraction(1),
            success,
        )
        law = hand_law(me.hand)
        return Side(
            model.name,
            attack,
            _law(inflicted, lambda c: c.level, total, skip=-1),
            Wounds(_law(inflicted, lambda c: c.dealt, total)),
            Wounds(_law(suffered, lambda c: min(c.dealt, model.wounds), total)),
            SpecialUsed(
                model.special.name if model.special else None, Fraction(tally.triggered, total)
            ),
            _chance(suffered, lambda c: c.lethal, total),
            _chance(suffered, lambda c: c.fate is Fate.CRITICAL, total),
            _chance(suffered, lambda c: c.out, total),
            effects(me, enemy, suffered, total),
            Pools(
                PoolFigures(model.attack, law.attack_law()),
                PoolFigures(model.defence, law.defence_law()),
            ),
            model.wounds,
            self.counters["active" if me is self.active else "opponent"],
            self.workings["active" if me is self.active else "opponent"],
            end_phase(me, enemy, suffered, total) if self.with_end_phase else None,
        )


_SETTLED = {fate: Condition(0, fate=fate) for fate in Fate}
"""A model that nothing more can happen to, reduced to its fate."""


def _made(
    law: Comparisons, first_attacks: bool, second_attacks: bool
) -> tuple[list[Comparison | None], list[Comparison | None], list[list[int]]]:
    """The comparisons that are made: where no Attack dice were allocated, one entry, None."""
    rows: list[Comparison | None] = list(law.first)
    columns: list[Comparison | None] = list(law.second)
    weights = [list(row) for row in law.weights]
    if not second_attacks:
        columns, weights = [None], [[sum(row)] for row in weights]
    if not first_attacks:
        rows, weights = [None], [[sum(column) for column in zip(*weights, strict=True)]]
    return rows, columns, weights


def _law(
    weights: Mapping[Condition, int],
    figure: Callable[[Condition], int],
    total: int,
    skip: int | None = None,
) -> Law:
    """The law of a figure of a model's condition; ``skip`` is the value that means nothing."""
    law: dict[int, int] = {}
    for condition, weight in weights.items():
        value = figure(condition)
        law[value] = law.get(value, 0) + weight
    if skip is not None:
        law.pop(skip, None)
    return Law(law, total)


def _chance(
    weights: Mapping[Condition, int], holds: Callable[[Condition], bool], total: int
) -> Fraction:
    """The chance that a model ends in a condition."""
    return Fraction(sum(w for condition, w in weights.items() if holds(condition)), total)
