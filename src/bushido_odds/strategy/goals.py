"""What a player may want of an exchange, as one figure; the opponent wants the opposite."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from fractions import Fraction

from bushido_odds.odds.result import MeleeResult


@dataclass(frozen=True, slots=True)
class Goal:
    """A goal of the active model: its word, what it means, and its figure."""

    name: str
    meaning: str
    figure: Callable[[MeleeResult], Fraction]
    is_chance: bool = True
    """Whether the figure is made of probabilities, and printed in percent."""
    is_balance: bool = False
    """Whether it is a gain less a loss, and printed with its sign."""


def _kill(result: MeleeResult) -> Fraction:
    return result.opponent.out_of_action


def _survive(result: MeleeResult) -> Fraction:
    return 1 - result.active.out_of_action


def _trade(result: MeleeResult) -> Fraction:
    return result.opponent.out_of_action - result.active.out_of_action


def _wounds(result: MeleeResult) -> Fraction:
    return result.opponent.hp_lost.mean - result.active.hp_lost.mean


def _hold(result: MeleeResult) -> Fraction:
    return 1 - result.opponent.attack.success


GOALS: Mapping[str, Goal] = {
    goal.name: goal
    for goal in (
        Goal("kill", "the opponent is out of action", _kill),
        Goal("survive", "the active model is not out of action", _survive),
        Goal("trade", "the opponent's fall less the active model's", _trade, is_balance=True),
        Goal(
            "wounds",
            "wounds the opponent loses less those the active model loses",
            _wounds,
            is_chance=False,
            is_balance=True,
        ),
        Goal("hold", "the opponent's attack does not succeed", _hold),
    )
}
"""Every goal by its word."""
