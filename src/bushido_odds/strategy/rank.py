"""Which special against whom, and what a trait, a die or the initiative is worth.

A side that still chooses is met at its worst: every figure of a special is its best split against
the opponent's best reply.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from fractions import Fraction
from typing import Any

from bushido_odds.dice.plain import number
from bushido_odds.errors import BushidoOddsError
from bushido_odds.provenance import provenance
from bushido_odds.rules import sources
from bushido_odds.rules.combatant import Action, Exchange, Initiative
from bushido_odds.rules.counters import fault
from bushido_odds.rules.notation import SpecialUse, parse_trait
from bushido_odds.rules.remarks import untouched_traits
from bushido_odds.rules.trait import TraitUse
from bushido_odds.strategy.goals import Goal
from bushido_odds.strategy.options import Choices, Chooser, Option, choices
from bushido_odds.strategy.splits import payoffs
from bushido_odds.working import Step, figure, steps

Progress = Callable[[float], None]


@dataclass(frozen=True, slots=True)
class Ranked:
    """One special (or none): its best split, and what that is worth at worst."""

    special: str | None
    cost: int
    option: Option
    reply: Option
    """The opponent's best reply to it."""
    payoff: Fraction


@dataclass(frozen=True, slots=True)
class Change:
    """What a change makes of the best choice."""

    name: str
    option: Option
    reply: Option
    payoff: Fraction
    difference: Fraction


@dataclass(frozen=True, slots=True)
class RankResult:
    """All specials of a weapon against one enemy, and the worth of changes."""

    goal: str
    rerolls: str
    names: Mapping[str, str]
    ranking: tuple[Ranked, ...]
    """The best first."""
    changes: tuple[Change, ...]
    """The most welcome first."""
    name: str | None = None
    input: Mapping[str, Any] = field(default_factory=dict)
    notes: tuple[str, ...] = ()
    ignored_traits: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    working: tuple[Step, ...] = ()
    kind: str = "rank"

    def to_dict(self, exact: bool = False) -> dict[str, Any]:
        """The result as plain data, ready for JSON; ``exact`` gives fractions as strings."""
        return {
            **provenance(self.kind, self.input),
            "name": self.name,
            "goal": self.goal,
            "rerolls": self.rerolls,
            "input": dict(self.input),
            "ranking": [
                {
                    "special": ranked.special,
                    "cost": ranked.cost,
                    "attack": ranked.option.attack,
                    "defence": ranked.option.defence,
                    "reply": str(ranked.reply),
                    "payoff": number(ranked.payoff, exact),
                }
                for ranked in self.ranking
            ],
            "changes": [
                {
                    "change": change.name,
                    "option": str(change.option),
                    "reply": str(change.reply),
                    "payoff": number(change.payoff, exact),
                    "difference": number(change.difference, exact),
                }
                for change in self.changes
            ],
            **({"working": steps(self.working)} if self.working else {}),
            "notes": list(self.notes),
            "ignored_traits": {side: list(words) for side, words in self.ignored_traits.items()},
        }

    def csv_rows(self, exact: bool = False) -> Iterator[dict[str, Any]]:
        """A row for every special and for every change."""
        same = {
            "name": self.name,
            "goal": self.goal,
            "rerolls": self.rerolls,
            "active": self.names["active"],
            "opponent": self.names["opponent"],
        }
        for ranked in self.ranking:
            special = {"special": ranked.special or "none", "change": None}
            found = {"option": str(ranked.option), "reply": str(ranked.reply)}
            yield {**same, **special, **found, "payoff": number(ranked.payoff, exact)}
        for change in self.changes:
            yield {
                **same,
                "special": None,
                "change": change.name,
                "option": str(change.option),
                "reply": str(change.reply),
                "payoff": number(change.payoff, exact),
                "difference": number(change.difference, exact),
            }


def rank(
    exchange: Exchange,
    active: Chooser,
    opponent: Chooser,
    goal: Goal,
    *,
    play_optimal: bool = False,
    document: Mapping[str, Any] | None = None,
    notes: tuple[str, ...] = (),
    ignored: Mapping[str, tuple[str, ...]] | None = None,
    explain: bool = False,
    progress: Progress | None = None,
) -> RankResult:
    """All specials (and none) of a weapon against one enemy, and the worth of changes.

    Args:
        exchange: the two models and what starts it; their splits do not count.
        active: the activating side with the specials of its weapon.
        opponent: the other; with a known split, or choosing its best reply.
        goal: what the active side wants.
        play_optimal: re-rolls are played for the goal.
        document: the normalised input, repeated in the result.
        notes: remarks for the reader.
        ignored: traits that cannot touch the exchange, by side.
        explain: add the working.
        progress: told how far the work is.

    Raises:
        BushidoOddsError: a side has no legal option, or too many dice.
    """
    uses: list[SpecialUse | None] = [None, *active.specials]
    variants = list(_variants(exchange, active))
    total = len(uses) + len(variants)

    def tell(done: int) -> None:
        if progress:
            progress(done / total)

    ranking = []
    for done, use in enumerate(uses, start=1):
        alone = replace(active, specials=(use,) if use else ())
        found = _best(exchange, alone, opponent, goal, play_optimal, (use,))
        if found is not None:
            option, reply, payoff = found
            cost = (use.cost or 0) if use else 0
            ranking.append(Ranked(use.special.name if use else None, cost, option, reply, payoff))
        tell(done)
    ranking.sort(key=lambda ranked: -ranked.payoff)
    if not ranking:
        raise BushidoOddsError(f"{exchange.active.name} has no split that the rules allow")
    best = ranking[0].payoff
    changes, left_out = [], []
    for done, (name, changed, chooser) in enumerate(variants, start=len(uses) + 1):
        try:
            found = _best(changed, chooser, opponent, goal, play_optimal)
        except BushidoOddsError:  # more dice than are dealt with, or no legal split
            found = None
        if found is None:
            left_out.append(name)
        else:
            changes.append(Change(name, *found, found[2] - best))
        tell(done)
    changes.sort(key=lambda change: -change.difference)
    if left_out:
        notes = (*notes, f"Beyond what can be worked out: {', '.join(left_out)}")
    return RankResult(
        goal.name,
        "optimal" if play_optimal else "expected",
        {"active": exchange.active.name, "opponent": exchange.opponent.name},
        tuple(ranking),
        tuple(changes),
        exchange.name,
        document or {},
        notes,
        ignored or {},
        tuple(_working(ranking, goal)) if explain else (),
    )


def _working(ranking: list[Ranked], goal: Goal) -> Iterator[Step]:
    """How the ranking comes about, each figure one exchange."""
    yield Step(
        "Goal",
        (
            f"{goal.name}: {goal.meaning}.",
            "Every figure is one exchange, as bushido-odds melee gives it.",
            "For each special, every split it leaves is met by the reply that is worst for it (a "
            "known split has only one); the split that does best then is shown.",
        ),
        sources.MELEE,
    )
    for ranked in ranking:
        name = ranked.special or "no special"
        yield Step(
            name,
            (
                f"costs {ranked.cost}; best split {ranked.option}, met by {ranked.reply}: "
                f"{figure(ranked.payoff)}.",
            ),
            sources.SPECIALS,
        )


def _best(
    exchange: Exchange,
    active: Chooser,
    opponent: Chooser,
    goal: Goal,
    play_optimal: bool,
    only: tuple[SpecialUse | None] | None = None,
) -> tuple[Option, Option, Fraction] | None:
    """The option that is best at worst, the reply that makes it so, and what it is worth.

    Args:
        exchange: the two models.
        active: the side that wants the goal.
        opponent: the other.
        goal: what is wanted.
        play_optimal: re-rolls are played for the goal.
        only: the special that must be used (or none, which is one too); None where any will do.
    """
    offered = choices(exchange, active, opponent)
    mine = offered.active
    if only is not None:
        wanted = only[0].special if only[0] else None
        mine = tuple(option for option in mine if option.special is wanted and not option.idle)
    if not mine:
        return None
    table = payoffs(exchange, Choices(mine, offered.opponent, offered.pools), goal, play_optimal)
    worst = [min(row) for row in table]
    place = max(range(len(mine)), key=lambda row: (worst[row], -row))
    reply = offered.opponent[table[place].index(worst[place])]
    return mine[place], reply, worst[place]


_TRAITS = (
    "Prowess [Melee] (1)",
    "Prowess [Attack] (1)",
    "Prowess [Defence] (1)",
    "Feint (1)",
    "Dodge (1)",
    "Brutal (1)",
    "Parry (1)",
    "Armour (1)",
    "Tough (1)",
    "Pierce (1)",
    "Sharp (1)",
    "Strong",
    "Kata",
    "Lightning Reflexes",
)
"""Traits whose worth is shown, one at a time, on top of those that the model has."""


def _variants(exchange: Exchange, active: Chooser) -> Iterator[tuple[str, Exchange, Chooser]]:
    """The changes: their names, the exchange and the chooser they make."""
    model = exchange.active
    if active.pool is not None:
        yield "+1 die", exchange, replace(active, pool=active.pool + 1)
    elif active.split is None and model.statistic is not None:
        more = replace(model, statistic=replace(model.statistic, boosts=model.statistic.boosts + 1))
        yield "+1 die (Ki boost)", replace(exchange, active=more), replace(active, model=more)
    for words in _TRAITS:
        use = parse_trait(words)
        if not any(have.trait is use.trait and not use.value for have in model.traits):
            yield words, *_with_traits(exchange, active, (*model.traits, use))
    idle = untouched_traits(exchange.begun())["active"]
    for place, use in enumerate(model.traits):
        if str(use) not in idle:
            others = (*model.traits[:place], *model.traits[place + 1 :])
            yield f"without {use}", *_with_traits(exchange, active, others)
    stronger = replace(model, strength=model.strength + 1)
    yield "Strength +1", replace(exchange, active=stronger), replace(active, model=stronger)
    charge = replace(exchange, action=Action.CHARGE)
    if exchange.action is Action.MELEE and not model.has_trait("Slow") and not fault(charge):
        yield "a Charge", charge, active
    if exchange.initiative is Initiative.AUTO:
        yield "striking first", replace(exchange, initiative=Initiative.ACTIVE), active
        yield "striking second", replace(exchange, initiative=Initiative.OPPONENT), active


def _with_traits(
    exchange: Exchange, active: Chooser, traits: tuple[TraitUse, ...]
) -> tuple[Exchange, Chooser]:
    """The exchange and its active side with other traits."""
    model = replace(exchange.active, traits=traits)
    return replace(exchange, active=model), replace(active, model=model)
