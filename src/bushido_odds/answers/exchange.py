"""Exchanges, shots, tests and damage."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import TYPE_CHECKING, Any, TypeAlias

if TYPE_CHECKING:
    from bushido_odds.documents.damage import DamageDocument
    from bushido_odds.documents.melee import MeleeDocument
    from bushido_odds.documents.ranged import RangedDocument
    from bushido_odds.documents.resolve import ResolveDocument
    from bushido_odds.documents.tests import TestDocument
    from bushido_odds.odds.challenge import ChallengeResult
    from bushido_odds.odds.damage import DamageResult
    from bushido_odds.odds.opposed import OpposedResult
    from bushido_odds.odds.ranged import RangedResult
    from bushido_odds.odds.resolve import ResolveResult
    from bushido_odds.odds.result import MeleeResult
    from bushido_odds.strategy.table import RerollsResult

Progress = Callable[[float], None] | None
TestResult: TypeAlias = "ChallengeResult | OpposedResult"
ExchangeResult: TypeAlias = (
    "MeleeResult | RangedResult | ResolveResult | RerollsResult | DamageResult | TestResult"
)

# Each function imports what it needs: one command never needs the others'.


def answer_exchange(document: Any, explain: bool, progress: Progress) -> ExchangeResult:
    """The answer to a document of an exchange, a shot, a test or damage."""
    return _BY_KIND.get(document.data["kind"], _test)(document, explain, progress)


def _melee(document: MeleeDocument, explain: bool, progress: Progress) -> MeleeResult:
    from bushido_odds.odds import melee

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
    from bushido_odds.odds import ranged

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
        from bushido_odds.odds.resolve import resolve

        result = resolve(
            document.exchange, document.rolled, document=document.data, notes=document.notes
        )
        if not explain:
            return result
        from bushido_odds.odds.resolve_working import working

        return replace(result, working=working(document.exchange, result))
    from bushido_odds.strategy import goals, table

    found = table.rerolls(
        document.exchange,
        document.rolled,
        goals.GOALS[document.data["goal"]],
        play_optimal=document.data["rerolls"] == "optimal",
        document=document.data,
        notes=document.notes,
        progress=progress,
    )
    if not explain:
        return found
    from bushido_odds.odds import working as melee_working

    steps = melee_working.working(document.exchange, found.result, document.rolled)
    return replace(found, result=replace(found.result, working=steps))


def _damage(document: DamageDocument, explain: bool, progress: Progress) -> DamageResult:
    from bushido_odds.odds.damage import damage

    return damage(
        document.hit,
        document.level,
        name=document.data["name"],
        document=document.data,
        notes=document.notes,
        explain=explain,
    )


def _test(document: TestDocument, explain: bool, progress: Progress) -> TestResult:
    from bushido_odds.odds.challenge import challenge
    from bushido_odds.odds.opposed import opposed
    from bushido_odds.rules.tests import ChallengeSetup

    setup, kind, data = document.setup, document.kind, document.data
    if isinstance(setup, ChallengeSetup):
        return challenge(
            setup, kind, name=data["name"], document=data, notes=document.notes, explain=explain
        )
    return opposed(
        *setup, kind, name=data["name"], document=data, notes=document.notes, explain=explain
    )


_BY_KIND: Mapping[str, Callable[[Any, bool, Progress], ExchangeResult]] = {
    "melee": _melee,
    "ranged": _ranged,
    "resolve": _resolve,
    "rerolls": _resolve,
    "damage": _damage,
}
"""What answers each kind of document; every other kind is a test."""
