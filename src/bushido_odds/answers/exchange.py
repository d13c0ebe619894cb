"""Exchanges, shots, tests and damage."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import TYPE_CHECKING, Any, TypeAlias

from bushido_odds.documents.damage import DamageDocument
from bushido_odds.documents.melee import MeleeDocument
from bushido_odds.documents.ranged import RangedDocument
from bushido_odds.documents.resolve import ResolveDocument
from bushido_odds.documents.tests import TestDocument
from bushido_odds.odds import melee, ranged
from bushido_odds.odds.challenge import ChallengeResult, challenge
from bushido_odds.odds.damage import DamageResult, damage
from bushido_odds.odds.opposed import OpposedResult, opposed
from bushido_odds.odds.ranged import RangedResult
from bushido_odds.odds.resolve import ResolveResult, resolve
from bushido_odds.odds.result import MeleeResult
from bushido_odds.rules.tests import ChallengeSetup

if TYPE_CHECKING:
    from bushido_odds.strategy.table import RerollsResult

Progress = Callable[[float], None] | None
TestResult = ChallengeResult | OpposedResult
ExchangeResult: TypeAlias = (
    "MeleeResult | RangedResult | ResolveResult | RerollsResult | DamageResult | TestResult"
)


def answer_exchange(document: Any, explain: bool, progress: Progress) -> ExchangeResult:
    """The answer to a document of an exchange, a shot, a test or damage."""
    return _BY_DOCUMENT[type(document)](document, explain, progress)


def _melee(document: MeleeDocument, explain: bool, progress: Progress) -> MeleeResult:
    told: dict[str, Any] = {
        "document": document.data,
        "notes": document.notes,
        "ignored": document.ignored_traits,
        "with_end_phase": document.end_phase,
    }
    if document.goal is None:
        result = melee.solve(document.exchange, **told)
    else:
        from bushido_odds.strategy import goals, optimal

        result = optimal.solve(
            document.exchange, goals.GOALS[document.goal], progress=progress, **told
        )
    if not explain:
        return result
    from bushido_odds.odds.working import working

    return replace(result, working=working(document.exchange, result))


def _ranged(document: RangedDocument, explain: bool, progress: Progress) -> RangedResult:
    result = ranged.solve(
        document.shooting,
        document=document.data,
        notes=document.notes,
        ignored=document.ignored_traits,
    )
    if not explain:
        return result
    from bushido_odds.odds.ranged_working import working

    return replace(result, working=working(document.shooting, result))


def _resolve(
    document: ResolveDocument, explain: bool, progress: Progress
) -> ResolveResult | RerollsResult:
    if document.kind == "resolve":
        result = resolve(
            document.exchange, document.rolled, document=document.data, notes=document.notes
        )
        if not explain:
            return result
        from bushido_odds.odds.resolve_working import working

        return replace(result, working=working(document.exchange, result))
    from bushido_odds.strategy import goals, table

    return table.rerolls(
        document.exchange,
        document.rolled,
        goals.GOALS[document.data["goal"]],
        play_optimal=document.data["rerolls"] == "optimal",
        document=document.data,
        notes=document.notes,
        progress=progress,
    )


def _damage(document: DamageDocument, explain: bool, progress: Progress) -> DamageResult:
    return damage(
        document.hit,
        document.level,
        name=document.data["name"],
        document=document.data,
        notes=document.notes,
        explain=explain,
    )


def _test(document: TestDocument, explain: bool, progress: Progress) -> TestResult:
    setup, kind, data = document.setup, document.kind, document.data
    if isinstance(setup, ChallengeSetup):
        return challenge(
            setup, kind, name=data["name"], document=data, notes=document.notes, explain=explain
        )
    return opposed(
        *setup, kind, name=data["name"], document=data, notes=document.notes, explain=explain
    )


_BY_DOCUMENT: Mapping[type, Callable[[Any, bool, Progress], ExchangeResult]] = {
    MeleeDocument: _melee,
    RangedDocument: _ranged,
    ResolveDocument: _resolve,
    DamageDocument: _damage,
    TestDocument: _test,
}
