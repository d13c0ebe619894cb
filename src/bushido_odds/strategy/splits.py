"""Splits: every own option against every enemy option, and what to do against a hidden choice."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from fractions import Fraction
from typing import Any

from bushido_odds.dice.plain import number
from bushido_odds.odds import melee
from bushido_odds.odds.result import Step
from bushido_odds.provenance import provenance
from bushido_odds.rules import sources
from bushido_odds.rules.combatant import Exchange
from bushido_odds.rules.statistic import PoolWorking
from bushido_odds.strategy import equilibrium, game, optimal
from bushido_odds.strategy.equilibrium import Equilibrium, Mix, against_columns, against_rows
from bushido_odds.strategy.goals import Goal
from bushido_odds.strategy.options import Choices, Chooser, Option, choices
from bushido_odds.working import steps

Progress = Callable[[float], None]


@dataclass(frozen=True, slots=True)
class Picked:
    """An option by its place, and what it is worth."""

    option: int
    payoff: Fraction


@dataclass(frozen=True, slots=True)
class Read:
    """A read of the opponent: weights of its options, and what each own option is worth then."""

    weights: tuple[Fraction, ...]
    payoff: tuple[Fraction, ...]
    best: int


@dataclass(frozen=True, slots=True)
class SplitsResult:
    """The payoff of every pair of options, and the answers that follow from it."""

    goal: str
    rerolls: str
    names: Mapping[str, str]
    options: Mapping[str, tuple[Option, ...]]
    pools: Mapping[str, PoolWorking]
    payoff: tuple[tuple[Fraction, ...], ...]
    """A row an active option, a column an opponent option."""
    best_reply: Mapping[str, tuple[int, ...]]
    safest: Mapping[str, Picked]
    equilibrium: Equilibrium
    read: Read | None = None
    name: str | None = None
    input: Mapping[str, Any] = field(default_factory=dict)
    notes: tuple[str, ...] = ()
    ignored_traits: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    working: tuple[Step, ...] = ()
    kind: str = "splits"

    def to_dict(self, exact: bool = False) -> dict[str, Any]:
        """The result as plain data, ready for JSON; ``exact`` gives fractions as strings."""

        def numbers(values: Sequence[Fraction]) -> list[float | str]:
            return [number(value, exact) for value in values]

        plain: dict[str, Any] = {
            **provenance(self.kind, self.input),
            "name": self.name,
            "goal": self.goal,
            "rerolls": self.rerolls,
            "input": dict(self.input),
        }
        for side in ("active", "opponent"):
            plain[side] = {
                "name": self.names[side],
                "pool": self.pools[side].total,
                "options": [
                    {
                        "attack": option.attack,
                        "defence": option.defence,
                        "special": option.special.name if option.special else None,
                        "cost": option.cost,
                    }
                    for option in self.options[side]
                ],
            }
        plain["payoff"] = [numbers(row) for row in self.payoff]
        plain["best_reply"] = {side: list(best) for side, best in self.best_reply.items()}
        plain["safest"] = {
            side: {"option": picked.option, "payoff": number(picked.payoff, exact)}
            for side, picked in self.safest.items()
        }
        plain["equilibrium"] = {
            "value": number(self.equilibrium.value, exact),
            "active": numbers(self.equilibrium.first),
            "opponent": numbers(self.equilibrium.second),
            "several": self.equilibrium.several,
        }
        if self.read is not None:
            plain["against"] = {
                "weights": numbers(self.read.weights),
                "payoff": numbers(self.read.payoff),
                "best": self.read.best,
            }
        if self.working:
            plain["working"] = steps(self.working)
        plain["notes"] = list(self.notes)
        plain["ignored_traits"] = {side: list(words) for side, words in self.ignored_traits.items()}
        return plain

    def csv_rows(self, exact: bool = False) -> Iterator[dict[str, Any]]:
        """A row for every pair of options."""
        balance = self.equilibrium
        for i, mine in enumerate(self.options["active"]):
            for j, theirs in enumerate(self.options["opponent"]):
                yield {
                    "name": self.name,
                    "goal": self.goal,
                    "rerolls": self.rerolls,
                    "active": self.names["active"],
                    "active_option": str(mine),
                    "active_weight": number(balance.first[i], exact),
                    "opponent": self.names["opponent"],
                    "opponent_option": str(theirs),
                    "opponent_weight": number(balance.second[j], exact),
                    "payoff": number(self.payoff[i][j], exact),
                }


def splits(
    exchange: Exchange,
    active: Chooser,
    opponent: Chooser,
    goal: Goal,
    *,
    play_optimal: bool = False,
    read: Callable[[Choices], tuple[Fraction, ...] | None] | None = None,
    document: Mapping[str, Any] | None = None,
    notes: tuple[str, ...] = (),
    ignored: Mapping[str, tuple[str, ...]] | None = None,
    explain: bool = False,
    progress: Progress | None = None,
) -> SplitsResult:
    """What to allocate against a hidden choice.

    Args:
        exchange: the two models and what starts it; their splits do not count.
        active: the activating side before it chooses.
        opponent: the other.
        goal: what the active side wants; the opponent wants the opposite.
        play_optimal: re-rolls are played for the goal, not by the ``expected`` policy.
        read: weights of the opponent's options for a best reply, given the options.
        document: the normalised input, repeated in the result.
        notes: remarks for the reader.
        ignored: traits that cannot touch the exchange, by side.
        explain: add the working.
        progress: told how far the work is.

    Raises:
        BushidoOddsError: a side has no legal option, or too many dice for re-rolls for a goal.
    """
    offered = choices(exchange, active, opponent)
    payoff = payoffs(exchange, offered, goal, play_optimal, progress)
    columns = list(zip(*payoff, strict=True))
    rows_worst = [min(row) for row in payoff]
    columns_worst = [max(column) for column in columns]
    safe, holds = _first_best(rows_worst), _first_least(columns_worst)
    weights = read(offered) if read else None
    found = None
    if weights is not None:
        worth = against_rows(payoff, weights)
        found = Read(weights, tuple(worth), _first_best(worth))
    return SplitsResult(
        goal.name,
        "optimal" if play_optimal else "expected",
        {"active": exchange.active.name, "opponent": exchange.opponent.name},
        {"active": offered.active, "opponent": offered.opponent},
        {"active": offered.pools[0], "opponent": offered.pools[1]},
        payoff,
        {
            "active": tuple(_first_best(column) for column in columns),
            "opponent": tuple(_first_least(row) for row in payoff),
        },
        {
            "active": Picked(safe, rows_worst[safe]),
            "opponent": Picked(holds, columns_worst[holds]),
        },
        _balance(payoff, offered),
        found,
        exchange.name,
        document or {},
        notes,
        ignored or {},
        working(exchange, offered, goal) if explain else (),
    )


def _balance(payoff: Sequence[Sequence[Fraction]], offered: Choices) -> Equilibrium:
    """The equilibrium, if there is one without specials that can take no effect.

    Such options double others with as many dice: they would muddle the answer.
    """
    rows, columns = (
        [place for place, option in enumerate(options) if not option.idle]
        for options in (offered.active, offered.opponent)
    )
    if rows and columns:
        few = equilibrium.solve([[payoff[i][j] for j in columns] for i in rows])
        first = _spread(few.first, rows, len(offered.active))
        second = _spread(few.second, columns, len(offered.opponent))
        best, worst = max(against_rows(payoff, second)), min(against_columns(payoff, first))
        if best == worst:
            return Equilibrium(few.value, first, second, few.several)
    return equilibrium.solve(payoff)


def _spread(weights: Sequence[Fraction], places: Sequence[int], length: int) -> Mix:
    whole = [Fraction(0)] * length
    for place, weight in zip(places, weights, strict=True):
        whole[place] = weight
    return tuple(whole)


def payoffs(
    exchange: Exchange,
    offered: Choices,
    goal: Goal,
    play_optimal: bool = False,
    progress: Progress | None = None,
) -> tuple[tuple[Fraction, ...], ...]:
    """The goal's figure for every pair of options: a row an active option.

    Raises:
        BushidoOddsError: too many dice for re-rolls for a goal.
    """
    pairs = [
        [_chosen(exchange, mine, theirs) for theirs in offered.opponent] for mine in offered.active
    ]
    total = len(offered.active) * len(offered.opponent)
    if play_optimal:
        # Beyond the limits nothing is worked out, rather than most of it in vain.
        for row in pairs:
            for chosen in row:
                game.check(chosen.begun())
    table: list[tuple[Fraction, ...]] = []
    for row in pairs:
        figures: list[Fraction] = []
        for chosen in row:
            result = optimal.solve(chosen, goal) if play_optimal else melee.solve(chosen)
            figures.append(goal.figure(result))
            if progress:
                progress((len(table) * len(row) + len(figures)) / total)
        table.append(tuple(figures))
    return tuple(table)


def _chosen(exchange: Exchange, mine: Option, theirs: Option) -> Exchange:
    return replace(exchange, active=mine.of(exchange.active), opponent=theirs.of(exchange.opponent))


def _first_best(values: Sequence[Fraction]) -> int:
    return max(range(len(values)), key=lambda place: (values[place], -place))


def _first_least(values: Sequence[Fraction]) -> int:
    return min(range(len(values)), key=lambda place: (values[place], place))


def working(exchange: Exchange, offered: Choices, goal: Goal) -> tuple[Step, ...]:
    """Where the dice, the options and the figures come from."""
    names = exchange.active.name, exchange.opponent.name
    sides = offered.active, offered.opponent
    return (
        Step(
            "Dice",
            tuple(
                f"{name}: {pool}." if pool.lines else f"{name}: {pool.total} finished dice."
                for name, pool in zip(names, offered.pools, strict=True)
            ),
            sources.MELEE,
        ),
        Step(
            "Options",
            tuple(
                f"{name}: {', '.join(map(str, options))}."
                for name, options in zip(names, sides, strict=True)
            ),
            sources.SPECIALS,
        ),
        Step(
            "Goal",
            (
                f"{goal.name}: {goal.meaning}. {names[1]} wants the opposite.",
                "Every figure is that of one exchange, as bushido-odds melee gives it.",
            ),
            sources.MELEE,
        ),
    )
