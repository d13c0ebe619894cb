"""Ki-attacks: a contest of Spirit in place of all blows, and its five outcomes.

https://student2.ru/literatura/300693-srazheniya-s-uchastiem-otryadov/
"""

from __future__ import annotations

from enum import IntEnum
from functools import lru_cache

from bushido_odds.dice.law import Law
from bushido_odds.samurai.settings import Settings
from bushido_odds.samurai.tests import (
    Grade,
    Winner,
    is_catastrophic_face,
    is_rolled,
    judge,
    rank,
    winner,
)


class Outcome(IntEnum):
    """What a ki-attack comes to, in the order of the rules."""

    PANIC = 1
    """The target panics."""
    EVASION = 2
    """The target evades, and its test counts as passed: no blows."""
    NOTHING = 3
    """No blows are struck."""
    TARGET_STRIKES = 4
    """The target strikes as usual; the ki-attacker only defends."""
    TARGET_STRIKES_WITH_HIT = 5
    """As before, and one of the target's attacks has hit by itself."""


def ki_outcome(mine: int, attacker: int, theirs: int, target: int, settings: Settings) -> Outcome:
    """The outcome of a ki-attack for two given dice.

    Args:
        mine: the attacker's die.
        attacker: its modified Spirit.
        theirs: the target's die.
        target: its modified Spirit.
        settings: the rules in force; the first outcome of the list that fits counts.
    """
    own, other = judge(mine, attacker, settings), _target_grade(theirs, target, settings)
    if other is Grade.CATASTROPHIC and (own.passes or not settings.ki_cf_needs_attacker_pass):
        return Outcome.PANIC
    who = winner(rank(mine, attacker, settings), rank(theirs, target, settings))
    if who is Winner.ATTACKER:
        if own is Grade.LUCKY and (other.passes or settings.ki_lucky_any_loss):
            return Outcome.PANIC
        return Outcome.EVASION
    if who is Winner.TARGET:
        lucky = other is Grade.LUCKY
        return Outcome.TARGET_STRIKES_WITH_HIT if lucky else Outcome.TARGET_STRIKES
    return Outcome.NOTHING


def _target_grade(die: int, characteristic: int, settings: Settings) -> Grade:
    """The target's grade; one that fails without a roll may still roll for a catastrophe."""
    if (
        not is_rolled(characteristic, settings)
        and settings.ki_zero_rolls
        and is_catastrophic_face(die, settings)
    ):
        return Grade.CATASTROPHIC
    return judge(die, characteristic, settings)


@lru_cache(maxsize=1024)
def ki_law(attacker: int, target: int, settings: Settings) -> Law:
    """The law of the outcome, 1 to 5, from both models' modified Spirit.

    With the default rules and Spirits of 1 to 9, Panic is always 18 in 100 and the automatic hit
    9 in 100: raising Spirit moves only the outcomes between them.
    """
    return Law.uniform(
        ki_outcome(mine, attacker, theirs, target, settings)
        for mine in settings.faces
        for theirs in settings.faces
    )
