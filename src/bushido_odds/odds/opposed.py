"""Opposed Tests, exactly: two pools against each other.

A tie is won by the side with more surviving dice, then by the active player.
Source: https://jwarref.netlify.app/definitions/tests/Opposed-Test.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from fractions import Fraction
from typing import Any

from bushido_odds.dice.law import Law
from bushido_odds.dice.plain import law, number
from bushido_odds.dice.rerolls import Stage
from bushido_odds.odds.plain import pool_working, steps
from bushido_odds.odds.pools import Pool, pool_outcomes
from bushido_odds.odds.result import Step
from bushido_odds.odds.working_lines import counting, figure, law_text
from bushido_odds.provenance import provenance
from bushido_odds.rules import sources
from bushido_odds.rules.statistic import PoolWorking
from bushido_odds.rules.tests import TestDice


@dataclass(frozen=True, slots=True)
class OpposedSide:
    """One side of an Opposed Test."""

    success: Fraction
    success_level: Law
    """Own result less the other's, of the successes."""
    value: Law
    pool: PoolWorking


@dataclass(frozen=True, slots=True)
class OpposedResult:
    """The exact odds of an Opposed Test; exactly one side succeeds."""

    kind: str
    active: OpposedSide
    opponent: OpposedSide
    passes: str = ""
    """Why the opponent succeeds without a roll."""
    name: str | None = None
    input: Mapping[str, Any] = field(default_factory=dict)
    notes: tuple[str, ...] = ()
    working: tuple[Step, ...] = ()

    def to_dict(self, exact: bool = False) -> dict[str, Any]:
        """The result as plain data, ready for JSON; ``exact`` gives fractions as strings."""
        plain: dict[str, Any] = {
            **provenance(self.kind, self.input),
            "name": self.name,
            "input": dict(self.input),
        }
        for side in ("active", "opponent"):
            figures: OpposedSide = getattr(self, side)
            plain[side] = {
                "dice": figures.pool.total,
                "success": number(figures.success, exact),
                "success_level": law(figures.success_level, exact),
                "value": law(figures.value, exact),
                "pool": pool_working(figures.pool),
            }
        if self.working:
            plain["working"] = steps(self.working)
        plain["notes"] = list(self.notes)
        return plain


def opposed(
    active: TestDice,
    opponent: TestDice,
    kind: str = "opposed",
    *,
    name: str | None = None,
    document: Mapping[str, Any] | None = None,
    notes: tuple[str, ...] = (),
    explain: bool = False,
) -> OpposedResult:
    """The exact odds of an Opposed Test; Prowess raises the expected final result.

    Args:
        active: the active player's side.
        opponent: the other.
        kind: what the test is for: opposed or ki.
        name: a title.
        document: the normalised input, repeated in the result.
        notes: remarks for the reader.
        explain: add the working.
    """
    mine, theirs = (_pool(side) for side in (active, opponent))
    one, total_one = pool_outcomes(mine)
    two, total_two = pool_outcomes(theirs)
    wins: dict[int, int] = {}
    losses: dict[int, int] = {}
    for (value, dice), weight in one.items():
        for (other, more), chance in two.items():
            won = (value, dice) >= (other, more)
            where = wins if won else losses
            level = abs(value - other)
            where[level] = where.get(level, 0) + weight * chance
    total = total_one * total_two
    if opponent.passes:
        wins, losses = {}, {0: total}
    sides = [
        OpposedSide(levels.mass, levels, _values(outcomes, part), side.pool)
        for levels, outcomes, part, side in (
            (Law(wins, total), one, total_one, active),
            (Law(losses, total), two, total_two, opponent),
        )
    ]
    result = OpposedResult(kind, sides[0], sides[1], opponent.passes, name, document or {}, notes)
    return replace(result, working=_working(result, mine, theirs)) if explain else result


def _pool(side: TestDice) -> Pool:
    own = (Stage(side.prowess, True),) if side.prowess else ()
    return Pool(side.dice, side.scoring, own=own)


def _values(outcomes: Mapping[tuple[int, int], int], total: int) -> Law:
    weights: dict[int, int] = {}
    for (value, _), weight in outcomes.items():
        weights[value] = weights.get(value, 0) + weight
    return Law(weights, total)


def _working(result: OpposedResult, mine: Pool, theirs: Pool) -> tuple[Step, ...]:
    if result.passes:
        line = f"The opponent succeeds without a roll: {result.passes}."
        return (Step("No roll", (line,), sources.OPPOSED),)
    steps_ = []
    for title, side, pool in (
        ("Active side", result.active, mine),
        ("Opponent", result.opponent, theirs),
    ):
        lines = [f"Dice: {side.pool}.", f"{counting(pool, 'Attack')}."]
        if pool.own:
            lines.append(
                f"Prowess re-rolls up to {pool.own[0].budget} dice to raise the expected result."
            )
        lines.append(f"Result: {law_text(side.value)}.")
        steps_.append(Step(title, tuple(lines), sources.TESTS))
    steps_.append(
        Step(
            "Compared",
            (
                "The higher result wins; then more surviving dice; then the active player.",
                f"Active side: {figure(result.active.success)}; opponent: "
                f"{figure(result.opponent.success)}.",
            ),
            sources.OPPOSED,
        )
    )
    return tuple(steps_)
