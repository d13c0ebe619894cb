"""Dice on the table before any re-roll: which to throw again, stage by stage.

Under ``expected`` each pool is decided alone; under ``optimal`` all dice are in view.  A stage is
known as long as the dice it looks at are: once some of them are to be thrown again, the later
stages depend on what they show.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from typing import Any, Protocol

from bushido_odds.dice.plain import number
from bushido_odds.odds.result import MeleeResult, RerollPolicy
from bushido_odds.provenance import provenance
from bushido_odds.rules.combatant import Exchange, Rolled
from bushido_odds.strategy.goals import Goal
from bushido_odds.strategy.stages import Prospects, StagePick
from bushido_odds.strategy.table_expected import ExpectedTable
from bushido_odds.strategy.table_optimal import OptimalTable

Progress = Callable[[float], None]


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
    table: _Table = ExpectedTable(exchange, rolled)
    if play_optimal:
        table = OptimalTable(exchange, rolled, goal, progress)
    stages = tuple(table.stages())
    result = table.result()
    if play_optimal:
        expected = goal.figure(ExpectedTable(exchange, rolled).result())
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


class _Table(Protocol):
    """Dice on the table under a policy."""

    def result(self) -> MeleeResult:
        """The odds from these dice."""

    def stages(self) -> Iterator[StagePick]:
        """Every stage in the order of play."""
