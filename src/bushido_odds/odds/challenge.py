"""Challenge Tests, exactly: dice against a number.

Source: https://jwarref.netlify.app/definitions/tests/Challenge-Test.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from fractions import Fraction
from functools import lru_cache
from typing import Any

import numpy as np

from bushido_odds.dice.law import Law
from bushido_odds.dice.multisets import FACES, distinct
from bushido_odds.dice.plain import law as plain_law
from bushido_odds.dice.plain import number
from bushido_odds.dice.rerolls import Payoff, Stage, play
from bushido_odds.odds.plain import pool_working, steps
from bushido_odds.odds.result import Step
from bushido_odds.odds.working_lines import figure, law_text
from bushido_odds.provenance import provenance
from bushido_odds.rules import sources
from bushido_odds.rules.pools import Scoring, payoff
from bushido_odds.rules.statistic import PoolWorking
from bushido_odds.rules.tests import Again, ChallengeSetup


@dataclass(frozen=True, slots=True)
class ChallengeResult:
    """The exact odds of a Challenge Test."""

    kind: str
    success: Fraction
    success_level: Law
    """Result less number, of the successes."""
    value: Law
    """The law of one roll's result, before whole tests are rolled again."""
    number: int
    pool: PoolWorking
    passes: str = ""
    """Why no roll is needed."""
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
            "dice": self.pool.total,
            "number": self.number,
            "success": number(self.success, exact),
            "success_level": plain_law(self.success_level, exact),
            "value": plain_law(self.value, exact),
            "pool": pool_working(self.pool),
        }
        if self.working:
            plain["working"] = steps(self.working)
        plain["notes"] = list(self.notes)
        return plain


def success_law(dice: int, scoring: Scoring, prowess: int, target: int) -> Law:
    """The law of a test that can only succeed (1) or fail (0): Prowess raises the chance."""
    value = _rolled(dice, scoring, prowess, target)
    hits = sum(weight for result, weight in value.weights.items() if result >= target)
    return Law({1: hits, 0: value.total - hits}, value.total)


@lru_cache(maxsize=4096)
def _rolled(dice: int, scoring: Scoring, prowess: int, target: int | None) -> Law:
    """The law of one roll's result.

    Prowess raises the chance to reach the target, then the expected result, then the surviving
    dice; without a target it begins with the expected result.
    """
    figures = payoff(dice, scoring)
    aim = figures
    if target is not None:
        # One success outweighs any difference in what all the re-rolled dice may add up to.
        value = figures.value - int(figures.value.min())
        outweighing = (int(value.max()) + 1) * FACES ** min(prowess, dice)
        success = (figures.value >= target).astype(np.int64)
        aim = Payoff(dice, success * outweighing + value, figures.survivors)
    stages = (Stage(prowess, True),) if prowess else ()
    played = play(aim, stages)
    values, place = distinct(figures.value)
    weights = np.zeros(len(values), dtype=played.weights.dtype)
    np.add.at(weights, place, played.weights)
    return Law({int(v): int(w) for v, w in zip(values, weights, strict=True)}, played.total)


def challenge(
    setup: ChallengeSetup,
    kind: str = "challenge",
    *,
    name: str | None = None,
    document: Mapping[str, Any] | None = None,
    notes: tuple[str, ...] = (),
    explain: bool = False,
) -> ChallengeResult:
    """The exact odds of a Challenge Test.

    Args:
        setup: the dice, the number and what is rolled again.
        kind: what the test is for: challenge, fear, size or rise.
        name: a title.
        document: the normalised input, repeated in the result.
        notes: remarks for the reader.
        explain: add the working.
    """
    side = setup.side
    aim = setup.number if setup.for_success else None
    value = _rolled(side.dice, side.scoring, side.prowess, aim)
    once = Law(
        {r - setup.number: w for r, w in value.weights.items() if r >= setup.number}, value.total
    )
    levels = Law.certain(0) if setup.passes else _again(once, setup.again)
    result = ChallengeResult(
        kind,
        levels.mass,
        levels,
        value,
        setup.number,
        side.pool,
        setup.passes,
        name,
        document or {},
        notes,
    )
    if not explain:
        return result
    return replace(result, working=_working(setup, result, once))


def _again(once: Law, again: Again) -> Law:
    """The Success Levels of a test that is rolled again, after a failure or after every success.

    With p the chance of one roll a failure that may be rolled again makes it p + (1 - p) p, a
    success that must be, p p; the levels keep their proportions.
    """
    factor = 2 - once.mass if again.failure else once.mass**again.success
    weights = {level: weight * factor.numerator for level, weight in once.weights.items()}
    return Law(weights, once.total * factor.denominator)


def _working(setup: ChallengeSetup, result: ChallengeResult, once: Law) -> tuple[Step, ...]:
    if setup.passes:
        return (Step("No roll", (f"Passed without a roll: {setup.passes}.",), sources.CHALLENGE),)
    lines = [f"Dice: {result.pool}."]
    if setup.side.prowess:
        aim = "chance of success" if setup.for_success else "expected result"
        lines.append(f"Prowess re-rolls up to {setup.side.prowess} dice to raise the {aim}.")
    lines.append(f"Result: {law_text(result.value)}.")
    steps_ = [
        Step("Dice", tuple(lines), sources.TESTS),
        Step(
            f"Against {setup.number}",
            (f"One roll succeeds with {figure(once.mass)}.",),
            sources.CHALLENGE,
        ),
    ]
    again = setup.again
    if again.failure or again.success:
        words = []
        if again.failure:
            words.append("A failure is rolled again once (Bravery).")
        if again.success:
            times = "once" if again.success == 1 else "twice"
            words.append(f"A success must be rolled again {times} (Cowardly, Terror).")
        steps_.append(
            Step("Rolled again", tuple(words), f"{sources.BOOK}/definitions/traits/Bravery")
        )
    steps_.append(Step("In the end", (f"Success: {figure(result.success)}.",), sources.CHALLENGE))
    return tuple(steps_)
