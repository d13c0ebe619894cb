"""One Melee Exchange, exactly: from two models to every figure.

The two comparisons are played in order.  Their joint law meets the law of what the first one does
to the models; what still matters afterwards (who is in play, who is Prone, boxes left) is carried
into the second.  What can no longer change is put aside at once, which keeps the carried situations
few.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import partial
from math import lcm
from operator import mul
from typing import Any

from bushido_odds.dice.law import Law
from bushido_odds.odds.between import Carried, made
from bushido_odds.odds.bodies import faced
from bushido_odds.odds.comparisons import Comparison, Comparisons, compare
from bushido_odds.odds.effects import effects, moved_by
from bushido_odds.odds.end_phase import end_phase
from bushido_odds.odds.fighter import Fighter, fighters
from bushido_odds.odds.harm import Condition, Fate, added
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
from bushido_odds.odds.spread import Column, Spread, dot, ended, spread
from bushido_odds.odds.strike import End, Situation
from bushido_odds.odds.tally import Tally
from bushido_odds.rules.combatant import Action, Exchange
from bushido_odds.rules.counters import counters
from bushido_odds.rules.initiative import First, strikes_first
from bushido_odds.rules.specials import COUNTERSTRIKE_COST, Removal
from bushido_odds.rules.statistic import pool_workings


def solve(
    exchange: Exchange,
    *,
    document: Mapping[str, Any] | None = None,
    notes: tuple[str, ...] = (),
    ignored: Mapping[str, tuple[str, ...]] | None = None,
    with_end_phase: bool = False,
    dice: DiceLaw | None = None,
) -> MeleeResult:
    """The exact odds of an exchange, its dice re-rolled by the ``expected`` policy or as given.

    Args:
        exchange: the two models and what started it.
        document: the normalised input, repeated in the result.
        notes: remarks for the reader, repeated in the result.
        ignored: traits that cannot touch the exchange, by side.
        with_end_phase: add what the markers gained do in the End Phase.
        dice: what the dice come to, where not what the expected policy makes of them.
    """
    exchange = exchange.begun()
    order = strikes_first(exchange)
    active, opponent = fighters(exchange, order.active)
    dice = dice or expected_dice(active, opponent, order.active)
    play = _Play(active, opponent, exchange, order, with_end_phase, dice)
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


@dataclass(frozen=True, slots=True)
class DiceLaw:
    """What all the dice of an exchange come to, once every re-roll is done."""

    comparisons: Comparisons
    pools: Mapping[str, tuple[Law, Law]]
    """The laws of the Attack and Defence results of ``active`` and ``opponent``."""


def expected_dice(active: Fighter, opponent: Fighter, active_first: bool) -> DiceLaw:
    """What the dice come to under the ``expected`` policy."""
    first, second = (active, opponent) if active_first else (opponent, active)
    laws = {"active": hand_law(active.hand), "opponent": hand_law(opponent.hand)}
    return DiceLaw(
        compare(first.hand, second.hand, active_first),
        {side: (law.attack_law(), law.defence_law()) for side, law in laws.items()},
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
        dice: DiceLaw,
    ) -> None:
        self.active, self.opponent = active, opponent
        self.first, self.second = (active, opponent) if order.active else (opponent, active)
        self.order = order
        self.disengages = exchange.action is Action.DISENGAGE
        self.with_end_phase = with_end_phase
        self.dice = dice
        self.counters = counters(exchange)
        self.workings = pool_workings(exchange)
        self.tallies = {active: Tally(), opponent: Tally()}
        self.out: dict[tuple[bool, bool], int] = {}
        self.away = 0
        self.total = 1

    def run(self) -> None:
        """Play both comparisons and tally every figure."""
        law = self.dice.comparisons
        rows, columns, weights = made(law, self.first, self.second)
        back = [self._reaches_back(outcome) for outcome in columns]
        parts = {
            is_open: [place for place, again in enumerate(back) if again is is_open]
            for is_open in (False, True)
        }
        self.total = law.total
        carried = self._first_comparison(rows, weights, parts)
        self._second_comparison(
            carried,
            {key: tuple(columns[place] for place in places) for key, places in parts.items()},
        )

    def _reaches_back(self, outcome: Comparison | None) -> bool:
        """Whether the second comparison may touch the second model, the attacker in it, again."""
        if outcome is not None and outcome.success:
            own = self.second.special_attack
            return own is not None and own.removes is Removal.BOTH
        defence = self.first.special_defence
        return defence is not None and not (
            defence.counterstrike and (outcome is None or outcome.level < COUNTERSTRIKE_COST)
        )

    def _first_comparison(
        self,
        rows: tuple[Comparison | None, ...],
        weights: tuple[tuple[int, ...], ...],
        parts: Mapping[bool, list[int]],
    ) -> Carried:
        """Play the first attack: what is carried on, with weights for every second comparison.

        For second comparisons that cannot touch the second model its figures are tallied here, and
        only what may still matter of it is carried on.

        Args:
            rows: the outcomes of the first comparison.
            weights: a row an outcome, with a weight for every second comparison.
            parts: the places of the second comparisons that may touch the second model, and of
                those that cannot.
        """
        first, second = self.first, self.second
        defence = second.special_defence
        may_be_hurt = defence is not None and defence.counterstrike
        start = Situation(first.fresh if may_be_hurt else _AS_IT_WAS, second.fresh)
        blows = spread(*faced(first, second), rows, start)
        self.total *= blows.total
        self._count(first, second, rows, [sum(row) for row in weights], blows, blows.total)
        # With no attack to defend against, a model may always leave.
        unopposed = self.disengages and not self.opponent.attacks
        carried = Carried()
        for is_open, places in parts.items():
            if not places:
                continue
            part = weights
            if len(places) < len(weights[0]):
                part = tuple(tuple(row[place] for place in places) for row in weights)
            together = [sum(row) for row in part]
            if not is_open:
                self.tallies[second].add(blows.defender, together)
                self.tallies[second].add_levels(blows.defender, together)
            situations = blows.situations if is_open else blows.onward
            by_reply = list(zip(*part, strict=True))
            for defended, which in self._by_defence(first, rows, unopposed):
                for after, chances in situations.items():
                    picked = which(chances)
                    replies = [together] if after.over else by_reply
                    row = [dot(reply, picked) for reply in replies]
                    carried.add(after, defended, row, is_open)
        return carried

    def _second_comparison(
        self, carried: Carried, columns: Mapping[bool, tuple[Comparison | None, ...]]
    ) -> None:
        """Play the second attack from every carried situation, and add up who is out."""
        bodies = faced(self.second, self.first)
        spreads = {
            (situation, is_open): spread(*bodies, columns[is_open], self._before(situation))
            for (situation, _), _, is_open in carried.all()
            if not situation.over
        }
        scale = lcm(*(blows.total for blows in spreads.values()))
        self.total *= scale
        for tally in self.tallies.values():
            tally.scale(scale)
        mine, theirs = self.tallies[self.first], self.tallies[self.second]
        for (situation, defended), carry, is_open in carried.all():
            if situation.over:
                theirs.cancelled += sum(carry.weights) * scale if self.second.attacks else 0
                blows = ended(self._before(situation))
                replies: tuple[Comparison | None, ...] = ()
            else:
                blows, replies = spreads[situation, is_open], columns[is_open]
                self._count(self.second, self.first, replies, carry.weights, blows, scale)
            step = scale // blows.total
            mine.add(blows.defender, carry.weights, step)
            if is_open:
                theirs.add(blows.attacker, carry.weights, step)
            for (level, other), row in carry.levels.items():
                mine.add_levels(blows.defender, row, step, level)
                if is_open:
                    theirs.add_levels(blows.attacker, row, step, other)
            for now, which in self._by_defence(self.second, replies, defended):
                for end, chances in blows.ends.items():
                    if situation.apart:
                        end = end._replace(apart=True)
                    self._end(end, now, dot(carry.weights, which(chances)) * step)

    def _before(self, situation: Situation) -> Situation:
        """A carried situation as the second comparison finds it: the first model is defender."""
        before = situation.swapped()
        if before.defender.dealt or before.defender.left:
            return before
        whole = before.defender._replace(left=self.first.model.wounds)
        return before._replace(defender=whole)

    def _count(
        self,
        attacker: Fighter,
        defender: Fighter,
        outcomes: Sequence[Comparison | None],
        weights: Sequence[int],
        blows: Spread,
        scale: int,
    ) -> None:
        """Tally a comparison itself: successes, their levels, the specials that take effect."""
        tally = self.tallies[attacker]
        tally.triggered += dot(weights, blows.used[0]) * scale
        self.tallies[defender].triggered += dot(weights, blows.used[1]) * scale
        for outcome, weight in zip(outcomes, weights, strict=True):
            if outcome is None:
                continue
            if outcome.success:
                tally.levels[outcome.level] = tally.levels.get(outcome.level, 0) + weight * scale
            else:
                tally.failed += weight * scale

    def _by_defence(
        self, attacker: Fighter, outcomes: Sequence[Comparison | None], before: bool
    ) -> Iterator[tuple[bool, Callable[[Column], Column]]]:
        """Whether a disengaging model has defended, and what picks the outcomes that say so.

        That is the one thing remembered of a comparison for it; of other models nothing is.
        """
        if before or not outcomes or not self.disengages or attacker is not self.opponent:
            yield before, lambda column: column
            return
        failed = [outcome is None or not outcome.success for outcome in outcomes]
        for defended in (False, True):
            picked = [fails is defended for fails in failed]
            yield defended, partial(_picked, picked)

    def _end(self, end: End, defended: bool, weight: int) -> None:
        """Tally how the exchange ends, its last attacker being the second model."""
        mine, theirs = end.defender, end.attacker
        if self.first is not self.active:
            mine, theirs = theirs, mine
        key = (mine is not Fate.STANDS, theirs is not Fate.STANDS)
        self.out[key] = self.out.get(key, 0) + weight
        if self.disengages and not key[0] and (defended or end.apart or not theirs.in_play):
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
        model = me.model
        suffered, inflicted = tally.sums, self.tallies[enemy].sums
        levels = {level: weight for level, weight in inflicted.levels.items() if level >= 0}
        success = Law(tally.levels, total)
        zero = Fraction(0)
        attack = Attack(
            success.mass,
            Fraction(tally.failed, total),
            Fraction(tally.cancelled, total),
            zero if me.attacks else Fraction(1),
            success,
        )
        attack_value, defence_value = self.dice.pools["active" if me is self.active else "opponent"]
        found = effects(me, enemy, suffered.marks, total)
        return Side(
            model.name,
            attack,
            Law(levels, total),
            Wounds(Law(inflicted.dealt, total)),
            Wounds(Law(added((min(n, model.wounds), w) for n, w in suffered.dealt.items()), total)),
            SpecialUsed(
                model.special.name if model.special else None, Fraction(tally.triggered, total)
            ),
            Fraction(suffered.lethal, total),
            Fraction(suffered.critical, total),
            Fraction(suffered.out, total),
            found,
            Pools(
                PoolFigures(model.attack, attack_value),
                PoolFigures(model.defence, defence_value),
            ),
            model.wounds,
            self.counters["active" if me is self.active else "opponent"],
            self.workings["active" if me is self.active else "opponent"],
            moved_by(enemy, found),
            end_phase(me, enemy, tally.conditions(), total) if self.with_end_phase else None,
        )


def _picked(picked: list[bool], column: Column) -> Column:
    """A column with 0 for every outcome that is not picked."""
    return tuple(map(mul, column, picked))


_AS_IT_WAS = Condition(0)
"""The first model after a first comparison that cannot have hurt it.

Without its wound boxes: models of any size share what the comparison comes to.
"""
