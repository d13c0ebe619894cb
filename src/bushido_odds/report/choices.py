"""What the pages of choices share: options and worths in words."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

from bushido_odds.report.figures import worth
from bushido_odds.strategy.goals import Goal
from bushido_odds.strategy.options import Option


def worth_text(value: Fraction, goal: Goal, exact: bool) -> str:
    """What a choice is worth for a goal."""
    return str(value) if exact else worth(value, goal.is_chance, goal.is_balance)


def worth_words(value: Fraction, goal: Goal, exact: bool) -> str:
    """The same in a sentence, with its unit."""
    return worth_text(value, goal, exact) + ("" if goal.is_chance else " wounds")


def gain_text(value: Fraction, goal: Goal, exact: bool) -> str:
    """How much more a choice is worth than another, with its sign."""
    return str(value) if exact else worth(value, goal.is_chance, is_balance=True)


def dice_text(count: int) -> str:
    """A number of dice: ``1 die``, ``3 dice``."""
    return f"{count} {'die' if count == 1 else 'dice'}"


def labels(options: Sequence[Option]) -> list[str]:
    """The options as a player says them: ``2/1``, ``2/0 Combo``.

    A special keeps its second word where the weapon has both its Attack and its Defence.
    """
    names = {option.special.name for option in options if option.special}
    short = [name.rpartition(" ")[0] for name in names]
    return [
        str(option)
        if option.special is None or short.count(option.special.name.rpartition(" ")[0]) > 1
        else f"{option.attack}/{option.defence} {option.special.name.rpartition(' ')[0]}"
        for option in options
    ]


def listed(words: Sequence[str], last: str = "and") -> str:
    """Words one after the other: ``a, b and c``."""
    if len(words) < 2:
        return "".join(words)
    return f"{', '.join(words[:-1])} {last} {words[-1]}"


def policy_text(rerolls: str, goal: Goal) -> str:
    """Which re-roll policy the figures assume."""
    if rerolls == "optimal":
        return f"Re-rolls are played for {goal.name} ({goal.meaning}) by both sides."
    return "Re-rolls, where there are any, follow the expected policy."
