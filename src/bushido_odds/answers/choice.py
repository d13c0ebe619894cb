"""Choices: splits against a hidden choice, specials ranked."""

from __future__ import annotations

from collections.abc import Callable

from bushido_odds.documents.splits import ChoiceDocument
from bushido_odds.strategy.goals import GOALS
from bushido_odds.strategy.rank import RankResult, rank
from bushido_odds.strategy.splits import SplitsResult, splits

Progress = Callable[[float], None] | None
ChoiceResult = SplitsResult | RankResult


def answer_choice(document: ChoiceDocument, explain: bool, progress: Progress) -> ChoiceResult:
    """The answer to a document of a choice."""
    goal = GOALS[document.data["goal"]]
    play_optimal = document.data["rerolls"] == "optimal"
    if document.kind == "rank":
        return rank(
            document.exchange,
            document.active,
            document.opponent,
            goal,
            play_optimal=play_optimal,
            document=document.data,
            notes=document.notes,
            ignored=document.ignored_traits,
            explain=explain,
            progress=progress,
        )
    return splits(
        document.exchange,
        document.active,
        document.opponent,
        goal,
        play_optimal=play_optimal,
        read=document.read,
        document=document.data,
        notes=document.notes,
        ignored=document.ignored_traits,
        explain=explain,
        progress=progress,
    )
