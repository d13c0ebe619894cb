"""From a document to its result: the one place where documents meet the odds."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from bushido_odds.documents.load import document_from
from bushido_odds.documents.melee import MeleeDocument
from bushido_odds.odds import melee
from bushido_odds.odds.result import MeleeResult


def answer(document: Mapping[str, Any] | MeleeDocument) -> MeleeResult:
    """The exact odds that a document asks for."""
    if not isinstance(document, MeleeDocument):
        document = document_from(document)
    return melee.solve(
        document.exchange,
        document=document.data,
        notes=document.notes,
        ignored=document.ignored_traits,
        with_end_phase=document.end_phase,
    )
