"""From a document to its result: the one place where documents meet what answers them."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from importlib import import_module
from typing import TYPE_CHECKING, Any, TypeAlias, overload

from bushido_odds.documents.load import Document, document_from

if TYPE_CHECKING:
    from bushido_odds.answers.choice import ChoiceResult
    from bushido_odds.answers.exchange import ExchangeResult, TestResult
    from bushido_odds.answers.samurai import SamuraiResult
    from bushido_odds.answers.scenario import ScenarioResult
    from bushido_odds.documents.damage import DamageDocument
    from bushido_odds.documents.melee import MeleeDocument
    from bushido_odds.documents.ranged import RangedDocument
    from bushido_odds.documents.resolve import ResolveDocument
    from bushido_odds.documents.samurai import SamuraiDocument
    from bushido_odds.documents.scenario import AnyScenarioDocument
    from bushido_odds.documents.splits import ChoiceDocument
    from bushido_odds.documents.tests import TestDocument
    from bushido_odds.odds.damage import DamageResult
    from bushido_odds.odds.ranged import RangedResult
    from bushido_odds.odds.resolve import ResolveResult
    from bushido_odds.odds.result import MeleeResult
    from bushido_odds.strategy.table import RerollsResult

Result: TypeAlias = "ExchangeResult | ChoiceResult | ScenarioResult | SamuraiResult"
Progress: TypeAlias = Callable[[float], None] | None


@overload
def answer(
    document: MeleeDocument, *, explain: bool = ..., progress: Progress = ...
) -> MeleeResult: ...
@overload
def answer(
    document: RangedDocument, *, explain: bool = ..., progress: Progress = ...
) -> RangedResult: ...
@overload
def answer(
    document: ResolveDocument, *, explain: bool = ..., progress: Progress = ...
) -> ResolveResult | RerollsResult: ...
@overload
def answer(
    document: DamageDocument, *, explain: bool = ..., progress: Progress = ...
) -> DamageResult: ...
@overload
def answer(
    document: TestDocument, *, explain: bool = ..., progress: Progress = ...
) -> TestResult: ...
@overload
def answer(
    document: ChoiceDocument, *, explain: bool = ..., progress: Progress = ...
) -> ChoiceResult: ...
@overload
def answer(
    document: AnyScenarioDocument, *, explain: bool = ..., progress: Progress = ...
) -> ScenarioResult: ...
@overload
def answer(
    document: SamuraiDocument, *, explain: bool = ..., progress: Progress = ...
) -> SamuraiResult: ...
@overload
def answer(
    document: Mapping[str, Any] | Document, *, explain: bool = ..., progress: Progress = ...
) -> Result: ...


def answer(
    document: Mapping[str, Any] | Document,
    *,
    explain: bool = False,
    progress: Progress = None,
) -> Result:
    """The exact odds that a document asks for.

    Args:
        document: a mapping as in a file, or a valid document.
        explain: add the working, step by step.
        progress: told how far long work is, from 0 to 1.
    """
    if isinstance(document, Mapping):
        document = document_from(document)
    module, function = _ROOMS.get(str(document.data["kind"]).partition("_")[0], _EXCHANGE)
    result: Result = getattr(import_module(module), function)(document, explain, progress)
    return result


_EXCHANGE = ("bushido_odds.answers.exchange", "answer_exchange")
_CHOICE = ("bushido_odds.answers.choice", "answer_choice")
_ROOMS = {
    "scenario": ("bushido_odds.answers.scenario", "answer_scenario"),
    "samurai": ("bushido_odds.answers.samurai", "answer_samurai"),
    "splits": _CHOICE,
    "rank": _CHOICE,
}
"""What answers a document, by the first word of its kind; imported when it is wanted."""
