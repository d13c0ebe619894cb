"""From a document to its result: the one place where documents meet the odds."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any, overload

from bushido_odds.documents.load import Document, document_from
from bushido_odds.documents.melee import MeleeDocument
from bushido_odds.documents.ranged import RangedDocument
from bushido_odds.documents.resolve import ResolveDocument
from bushido_odds.odds import melee, ranged
from bushido_odds.odds.ranged import RangedResult
from bushido_odds.odds.resolve import ResolveResult, resolve
from bushido_odds.odds.result import MeleeResult

Result = MeleeResult | RangedResult | ResolveResult


@overload
def answer(document: MeleeDocument, *, explain: bool = False) -> MeleeResult: ...
@overload
def answer(document: RangedDocument, *, explain: bool = False) -> RangedResult: ...
@overload
def answer(document: ResolveDocument, *, explain: bool = False) -> ResolveResult: ...
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
    return _ANSWERS[type(document)](document, explain)


def _melee(document: MeleeDocument, explain: bool) -> MeleeResult:
    result = melee.solve(
        document.exchange,
        document=document.data,
        notes=document.notes,
        ignored=document.ignored_traits,
        with_end_phase=document.end_phase,
    )
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
    return resolve(
        document.exchange, document.rolled, document=document.data, notes=document.notes
    )


_ANSWERS: Mapping[type, Callable[[Any, bool], Result]] = {
    MeleeDocument: _melee,
    RangedDocument: _ranged,
    ResolveDocument: _resolve,
}
