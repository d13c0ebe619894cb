"""Questions about single tests: one model's roll, or two models' rolls against each other."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import Any

from bushido_odds.dice.joint import JointLaw
from bushido_odds.samurai.result import OpposedResult, SimpleResult
from bushido_odds.samurai.rulings import Both
from bushido_odds.samurai.settings import Settings
from bushido_odds.samurai.tests import Grade, Winner, comparative_test, simple_test


def simple(
    characteristic: int,
    settings: Settings,
    *,
    tests: int = 1,
    document: Mapping[str, Any] | None = None,
    remarks: Sequence[Both] = (),
) -> SimpleResult:
    """The exact odds of a simple test.

    Args:
        characteristic: after its modifiers.
        settings: the rules in force.
        tests: how many tests are taken on it, for the law of how many succeed.
        document: the normalised input, repeated in the answer.
        remarks: for the reader, repeated in the answer.
    """
    weights, total = simple_test(characteristic, settings), len(settings.faces)
    passing = sum(weight for grade, weight in weights.items() if grade.passes)
    trial = JointLaw({(1,): passing, (0,): total - passing})
    return SimpleResult(
        characteristic=characteristic,
        success=Fraction(passing, total),
        lucky=Fraction(weights.get(Grade.LUCKY, 0), total),
        catastrophic=Fraction(weights.get(Grade.CATASTROPHIC, 0), total),
        successes=trial.repeated(tests).law(sum),
        input=document or {},
        settings=settings,
        remarks=tuple(remarks),
    )


def opposed(
    attacker: int,
    target: int,
    settings: Settings,
    *,
    document: Mapping[str, Any] | None = None,
    remarks: Sequence[Both] = (),
) -> OpposedResult:
    """The exact odds of a comparative test, from both modified characteristics."""
    chances = dict.fromkeys(Winner, Fraction(0))
    for (_, _, who), weight in comparative_test(attacker, target, settings).items():
        chances[who] += Fraction(weight, len(settings.faces) ** 2)
    return OpposedResult(
        attacker_wins=chances[Winner.ATTACKER],
        target_wins=chances[Winner.TARGET],
        tie=chances[Winner.TIE],
        both_fail=chances[Winner.NOBODY],
        input=document or {},
        settings=settings,
        remarks=tuple(remarks),
    )
