"""The samurai rules."""

from __future__ import annotations

from collections.abc import Callable

from bushido_odds.answer_samurai import SamuraiResult, answer_samurai
from bushido_odds.documents.samurai import SamuraiDocument


def answer(
    document: SamuraiDocument, explain: bool, progress: Callable[[float], None] | None
) -> SamuraiResult:
    """The answer to a document of the samurai rules."""
    return answer_samurai(document, explain=explain)
