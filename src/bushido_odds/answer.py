"""From a document to its result: the one place where documents meet the odds."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any, overload

from bushido_odds.documents.load import Document, document_from
from bushido_odds.documents.melee import MeleeDocument
from bushido_odds.documents.resolve import ResolveDocument
from bushido_odds.odds import melee
from bushido_odds.odds.resolve import ResolveResult, resolve
from bushido_odds.odds.result import MeleeResult

Result = MeleeResult | ResolveResult


@overload
def answer(document: MeleeDocument, *, explain: bool = False) -> MeleeResult: ...
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
    if isinstance(document, ResolveDocument):
        return resolve(
            document.exchange, document.rolled, document=document.data, notes=document.notes
        )
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
