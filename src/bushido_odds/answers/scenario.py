"""Scenarios: the game's length, control, scores, odds to win."""

from __future__ import annotations

from collections.abc import Callable

from bushido_odds.documents.scenario import (
    AnyScenarioDocument,
    ControlDocument,
    LengthDocument,
    ScoreDocument,
)
from bushido_odds.scenarios import control, length, odds, score
from bushido_odds.scenarios.control import ControlResult
from bushido_odds.scenarios.length import LengthResult
from bushido_odds.scenarios.odds import OddsResult
from bushido_odds.scenarios.score import ScoreResult

Progress = Callable[[float], None] | None
ScenarioResult = LengthResult | ControlResult | ScoreResult | OddsResult


def answer_scenario(
    document: AnyScenarioDocument, explain: bool, progress: Progress
) -> ScenarioResult:
    """The answer to a scenario's document."""
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
