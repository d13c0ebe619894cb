"""From a document to its result: the one place where documents meet the odds."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import TYPE_CHECKING, Any, TypeAlias, overload

from bushido_odds.documents.damage import DamageDocument
from bushido_odds.documents.load import Document, document_from
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
    from bushido_odds.answer_samurai import SamuraiResult
    from bushido_odds.documents.samurai import SamuraiDocument
    from bushido_odds.documents.scenario import AnyScenarioDocument
    from bushido_odds.scenarios.control import ControlResult
    from bushido_odds.scenarios.length import LengthResult
    from bushido_odds.scenarios.odds import OddsResult
    from bushido_odds.scenarios.score import ScoreResult

ScenarioResult: TypeAlias = "LengthResult | ControlResult | ScoreResult | OddsResult"
TestResult: TypeAlias = ChallengeResult | OpposedResult
Result: TypeAlias = (
    "MeleeResult | RangedResult | ResolveResult | DamageResult | TestResult | ScenarioResult"
    " | SamuraiResult"
)


@overload
def answer(document: MeleeDocument, *, explain: bool = False) -> MeleeResult: ...
@overload
def answer(document: RangedDocument, *, explain: bool = False) -> RangedResult: ...
@overload
def answer(document: ResolveDocument, *, explain: bool = False) -> ResolveResult: ...
@overload
def answer(document: DamageDocument, *, explain: bool = False) -> DamageResult: ...
@overload
def answer(document: TestDocument, *, explain: bool = False) -> TestResult: ...
@overload
def answer(document: AnyScenarioDocument, *, explain: bool = False) -> ScenarioResult: ...
@overload
def answer(document: SamuraiDocument, *, explain: bool = False) -> SamuraiResult: ...
@overload
def answer(document: Mapping[str, Any] | Document, *, explain: bool = False) -> Result: ...


def answer(document: Mapping[str, Any] | Document, *, explain: bool = False) -> Result:
    """The exact odds that a document asks for.

    Args:
        document: a mapping as in a file, or a valid document.
        explain: add the working, step by step.
    """
    if isinstance(document, Mapping):
        document = document_from(document)
    return _ANSWERS.get(type(document), _other)(document, explain)


def _melee(document: MeleeDocument, explain: bool) -> MeleeResult:
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

        result = optimal.solve(document.exchange, goals.GOALS[document.goal], **told)
    if not explain:
        return result
    from bushido_odds.odds.working import working

    return replace(result, working=working(document.exchange, result))


def _ranged(document: RangedDocument, explain: bool) -> RangedResult:
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


def _resolve(document: ResolveDocument, explain: bool) -> ResolveResult:
    return resolve(document.exchange, document.rolled, document=document.data, notes=document.notes)


def _other(document: AnyScenarioDocument | SamuraiDocument, explain: bool) -> Result:
    # Imported here: an exchange, the usual document, has no use for them.
    from bushido_odds.answer_samurai import answer_samurai
    from bushido_odds.documents.samurai import SamuraiDocument

    if isinstance(document, SamuraiDocument):
        return answer_samurai(document, explain=explain)
    return _scenario(document, explain)


def _scenario(document: AnyScenarioDocument, explain: bool) -> ScenarioResult:
    # Imported here: an exchange, the usual document, has no use for them.
    from bushido_odds.documents.scenario import ControlDocument, LengthDocument, ScoreDocument
    from bushido_odds.scenarios import control, length, odds, score

    data = document.data
    if isinstance(document, LengthDocument):
        return length.last_turn(
            document.length,
            data["turn"],
            data["length_roll"],
            name=data["name"],
            document=data,
            explain=explain,
        )
    if isinstance(document, ControlDocument):
        return control.control_all(
            document.zones,
            document.us,
            document.them,
            name=data["name"],
            document=data,
            explain=explain,
        )
    if isinstance(document, ScoreDocument):
        return score.score(document.match, document=data, explain=explain)
    return odds.odds(document.game, document=data, notes=document.notes, explain=explain)


def _damage(document: DamageDocument, explain: bool) -> DamageResult:
    return damage(
        document.hit,
        document.level,
        name=document.data["name"],
        document=document.data,
        notes=document.notes,
        explain=explain,
    )


def _test(document: TestDocument, explain: bool) -> TestResult:
    setup, kind, data = document.setup, document.kind, document.data
    if isinstance(setup, ChallengeSetup):
        return challenge(
            setup, kind, name=data["name"], document=data, notes=document.notes, explain=explain
        )
    return opposed(
        *setup, kind, name=data["name"], document=data, notes=document.notes, explain=explain
    )


_ANSWERS: Mapping[type, Callable[[Any, bool], Result]] = {
    MeleeDocument: _melee,
    RangedDocument: _ranged,
    ResolveDocument: _resolve,
    DamageDocument: _damage,
    TestDocument: _test,
}
