"""One Melee Exchange, exactly: from two models to every figure.

The two comparisons are played in order.  Their joint law meets the law of what the first one does
to the models; what still matters afterwards (who is in play, who is Prone, boxes left) is carried
into the second.  What can no longer change is put aside at once, which keeps the carried situations
few.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from math import lcm
from typing import Any

from bushido_odds.dice.law import Law
from bushido_odds.odds.aftermath import Tally, added, certain
from bushido_odds.odds.comparisons import Comparison, Comparisons, compare
from bushido_odds.odds.effects import effects
from bushido_odds.odds.end_phase import end_phase
from bushido_odds.odds.fighter import Fighter, fighters
from bushido_odds.odds.harm import Fate
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
from bushido_odds.odds.strike import End, Situation, struck, triggered
from bushido_odds.rules.combatant import Action, Exchange
from bushido_odds.rules.counters import counters
from bushido_odds.rules.initiative import First, strikes_first
from bushido_odds.rules.specials import Removal
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
        rows, columns, weights = _made(law, self.first, self.second)
        carried, scale = self._first_comparison(rows, columns, weights)
        self.total = law.total * scale
        self._second_comparison(carried, columns)

    def _reaches_back(self, outcome: Comparison | None) -> bool:
        """Whether the second comparison may touch the second model, the attacker in it, again."""
        if outcome is not None and outcome.success:
            own = self.second.special_attack
            return own is not None and own.removes is Removal.BOTH
        return self.first.special_defence is not None

    def _first_comparison(
        self,
        rows: list[Comparison | None],
        columns: list[Comparison | None],
        weights: list[list[int]],
    ) -> tuple[_Carried, int]:
        """Play the first attack: what is carried on, with weights for every second comparison.

        For second comparisons that cannot touch the second model its figures are tallied here, and
        only what may still matter of it is carried on.
        """
        first, second = self.first, self.second
        start = Situation(first.fresh, second.fresh)
        # With no attack to defend against, a model may always leave.
        unopposed = not self.opponent.attacks
        laws = [struck(first.body, second.body, outcome, start) for outcome in rows]
        scale = lcm(*(law.total for law in laws))
        theirs = self.tallies[second]
        back = [self._reaches_back(outcome) for outcome in columns]
        carried = _Carried()
        for outcome, row, law in zip(rows, weights, laws, strict=True):
            self._count(first, second, outcome, start, sum(row) * scale)
            defended = self.disengages and (unopposed or self._defended(first, outcome))
            step = scale // law.total
            final = [0 if again else weight for weight, again in zip(row, back, strict=True)]
            theirs.add(law.defender, sum(final) * step)
            carried.add(carried.final, law.onward, defended, final, step)
            if any(back):
                more = [weight if again else 0 for weight, again in zip(row, back, strict=True)]
                carried.add(carried.open, law.situations, defended, more, step)
        return carried, scale

    def _second_comparison(self, carried: _Carried, columns: list[Comparison | None]) -> None:
        """Play the second attack from every carried situation, and add up who is out."""
        first, second = self.first, self.second
        mine, theirs = self.tallies[first], self.tallies[second]
        everything = [*carried.final.items(), *carried.open.items()]
        laws = {
            (situation, place): struck(second.body, first.body, columns[place], situation.swapped())
            for (situation, _), weights in everything
            if not situation.over
            for place, weight in enumerate(weights)
            if weight
        }
        scale = lcm(*{law.total for law in laws.values()})
        self.total *= scale
        for tally in (mine, theirs):
            tally.scale(scale)
        for number, ((situation, defended), weights) in enumerate(everything):
            is_open = number >= len(carried.final)
            if situation.over:
                weight = sum(weights) * scale
                theirs.cancelled += weight if second.attacks else 0
                mine.add(certain(situation.attacker), weight)
                if is_open:
                    theirs.add(certain(situation.defender), weight)
                end = End(situation.defender.fate, situation.attacker.fate, situation.apart)
                self._end(end, defended, weight)
                continue
            before = situation.swapped()
            for place, weight in enumerate(weights):
                if not weight:
                    continue
                outcome = columns[place]
                self._count(second, first, outcome, before, weight * scale)
                law = laws[situation, place]
                step = weight * (scale // law.total)
                mine.add(law.defender, step)
                if is_open:
                    theirs.add(law.attacker, step)
                now = defended or (self.disengages and self._defended(second, outcome))
                for end, chance in law.ends:
                    apart = end.apart or situation.apart
                    self._end(end._replace(apart=apart), now, chance * step)

    def _count(
        self,
        attacker: Fighter,
        defender: Fighter,
        outcome: Comparison | None,
        before: Situation,
        weight: int,
    ) -> None:
        """Tally a comparison itself: its success, its level, the special that takes effect."""
        tally = self.tallies[attacker]
        attack, defence = triggered(attacker, defender, outcome, before)
        tally.triggered += weight if attack else 0
        self.tallies[defender].triggered += weight if defence else 0
        if outcome is not None and outcome.success:
            tally.levels[outcome.level] = tally.levels.get(outcome.level, 0) + weight
        elif outcome is not None:
            tally.failed += weight

    def _defended(self, attacker: Fighter, outcome: Comparison | None) -> bool:
        """Whether a disengaging model has just defended: the one thing remembered for it."""
        success = outcome is not None and outcome.success
        return attacker is self.opponent and not success

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
        taken = tally.figure(lambda one: one.dealt)
        dealt = self.tallies[enemy].figure(lambda one: one.dealt)
        levels = self.tallies[enemy].figure(lambda one: one.levels)
        levels.pop(-1, None)  # no Damage Roll
        endings = tally.figure(lambda one: one.endings)
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
        return Side(
            model.name,
            attack,
            Law(levels, total),
            Wounds(Law(dealt, total)),
            Wounds(Law(added((min(n, model.wounds), w) for n, w in taken.items()), total)),
            SpecialUsed(
                model.special.name if model.special else None, Fraction(tally.triggered, total)
            ),
            Fraction(sum(w for end, w in endings.items() if end.lethal), total),
            Fraction(sum(w for end, w in endings.items() if end.fate is Fate.CRITICAL), total),
            Fraction(sum(w for end, w in endings.items() if end.fate is not Fate.STANDS), total),
            effects(me, enemy, tally.figure(lambda one: one.marks), total),
            Pools(
                PoolFigures(model.attack, attack_value),
                PoolFigures(model.defence, defence_value),
            ),
            model.wounds,
            self.counters["active" if me is self.active else "opponent"],
            self.workings["active" if me is self.active else "opponent"],
            end_phase(me, enemy, tally.figure(lambda one: one.conditions), total)
            if self.with_end_phase
            else None,
        )


class _Carried:
    """Situations between the comparisons, with a weight for every second comparison.

    ``final`` are those whose second model is tallied already and only matters as an attacker;
    ``open`` those whose second comparison may touch it again.  With each goes whether a
    disengaging model has defended.
    """

    def __init__(self) -> None:
        self.final: dict[tuple[Situation, bool], list[int]] = {}
        self.open: dict[tuple[Situation, bool], list[int]] = {}

    def add(
        self,
        onward: dict[tuple[Situation, bool], list[int]],
        law: tuple[tuple[Situation, int], ...],
        defended: bool,
        row: list[int],
        step: int,
    ) -> None:
        """Add a row of weights, spread over the situations that a comparison leads to."""
        for after, chance in law:
            weights = onward.setdefault((after, defended), [0] * len(row))
            factor = chance * step
            for place, weight in enumerate(row):
                weights[place] += weight * factor


def _made(
    law: Comparisons, first: Fighter, second: Fighter
) -> tuple[list[Comparison | None], list[Comparison | None], list[list[int]]]:
    """The comparisons that are made, alike ones as one.

    Where no Attack dice were allocated there is one entry, None; by how much an attack fails
    matters to Counterstrike alone.
    """
    rows = [_alike(outcome, first, second) for outcome in law.first]
    columns = [_alike(outcome, second, first) for outcome in law.second]
    found: dict[Comparison | None, dict[Comparison | None, int]] = {}
    for outcome, row in zip(rows, law.weights, strict=True):
        merged = found.setdefault(outcome, dict.fromkeys(columns, 0))
        for reply, weight in zip(columns, row, strict=True):
            merged[reply] += weight
    return (
        list(found),
        list(dict.fromkeys(columns)),
        [list(merged.values()) for merged in found.values()],
    )


_FAILURE = Comparison(False, 0)


def _alike(outcome: Comparison, attacker: Fighter, defender: Fighter) -> Comparison | None:
    if not attacker.attacks:
        return None
    defence = defender.special_defence
    if outcome.success or (defence is not None and defence.counterstrike):
        return outcome
    return _FAILURE
