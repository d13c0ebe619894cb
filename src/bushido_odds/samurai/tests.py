"""The two tests of the samurai rules, both rolled under a characteristic.

A simple test is one die against the modified characteristic.  A comparative test is a simple test
for each side: who passes beats who fails, a Lucky Chance beats a plain pass, and what two plain
passes mean is a setting.  That each side is judged by its own pass or fail is what the worked
example of a Surprise Attack shows (https://student2.ru/literatura/300693-srazheniya-s-uchastiem-otryadov/).
"""

from __future__ import annotations

from collections.abc import Mapping
from enum import Enum, IntEnum
from fractions import Fraction
from functools import lru_cache

from bushido_odds.samurai.settings import Settings

Rank = tuple[int, int]
"""How good a passed roll is: the higher of two wins, equal ones are a tie."""


class Grade(IntEnum):
    """What one die says, from worst to best."""

    CATASTROPHIC = 0
    FAILED = 1
    PASSED = 2
    LUCKY = 3

    @property
    def passes(self) -> bool:
        """Whether the test is passed."""
        return self >= Grade.PASSED


class Winner(Enum):
    """Who wins a comparative test."""

    ATTACKER = "attacker"
    TARGET = "target"
    TIE = "tie"
    NOBODY = "both fail"


def is_rolled(characteristic: int, settings: Settings) -> bool:
    """Whether a modified characteristic is rolled for at all, or fails by itself."""
    return characteristic > 0 or (characteristic == 0 and not settings.zero_auto_fail)


def _passes(die: int, characteristic: int, settings: Settings) -> bool:
    if die == settings.faces[-1] and settings.ten_always_fails:
        return False
    if settings.passes == "roll<C":
        return die < characteristic
    return die <= characteristic


@lru_cache(maxsize=1024)
def _lucky_face(characteristic: int, settings: Settings) -> int | None:
    """The face that is a Lucky Chance; None where nothing passes."""
    passing = [face for face in settings.faces if _passes(face, characteristic, settings)]
    if settings.lucky == "natural_1":
        return settings.faces[0] if settings.faces[0] in passing else None
    return max(passing, default=None)


def judge(die: int, characteristic: int, settings: Settings) -> Grade:
    """What a die says against a modified characteristic.

    A characteristic that is not rolled for fails, whatever the die.
    """
    if not is_rolled(characteristic, settings):
        return Grade.FAILED
    if not _passes(die, characteristic, settings):
        return Grade.CATASTROPHIC if is_catastrophic_face(die, settings) else Grade.FAILED
    return Grade.LUCKY if die == _lucky_face(characteristic, settings) else Grade.PASSED


def is_catastrophic_face(die: int, settings: Settings) -> bool:
    """Whether a failed die is a Catastrophic Failure."""
    return settings.cf == "natural_max" and die == settings.faces[-1]


def rank(die: int, characteristic: int, settings: Settings) -> Rank | None:
    """How good a roll is in a comparative test; None for a failed one."""
    grade = judge(die, characteristic, settings)
    if not grade.passes:
        return None
    if grade is Grade.LUCKY:
        by_skill = settings.lucky_vs_lucky == "higher_characteristic"
        return 1, characteristic if by_skill else 0
    values = {"higher": die, "margin": characteristic - die, "lower": -die, "tie": 0}
    return 0, values[settings.both_pass]


def winner(attacker: Rank | None, target: Rank | None) -> Winner:
    """Who wins a comparative test, from both sides' ranks."""
    if attacker is None:
        return Winner.NOBODY if target is None else Winner.TARGET
    if target is None or attacker > target:
        return Winner.ATTACKER
    return Winner.TIE if attacker == target else Winner.TARGET


@lru_cache(maxsize=1024)
def simple_test(characteristic: int, settings: Settings) -> Mapping[Grade, int]:
    """How many faces of the die give each grade."""
    weights: dict[Grade, int] = {}
    for die in settings.faces:
        grade = judge(die, characteristic, settings)
        weights[grade] = weights.get(grade, 0) + 1
    return weights


Pair = tuple[Grade, Grade, Winner]
"""What a comparative test comes to: the attacker's grade, the target's, and who wins."""


@lru_cache(maxsize=1024)
def comparative_test(attacker: int, target: int, settings: Settings) -> Mapping[Pair, int]:
    """How many of the pairs of faces give each result, from both modified characteristics."""
    weights: dict[Pair, int] = {}
    for mine in settings.faces:
        grade, value = judge(mine, attacker, settings), rank(mine, attacker, settings)
        for theirs in settings.faces:
            pair = (
                grade,
                judge(theirs, target, settings),
                winner(value, rank(theirs, target, settings)),
            )
            weights[pair] = weights.get(pair, 0) + 1
    return weights


def passed(characteristic: int, settings: Settings) -> Fraction:
    """The chance to pass a simple test."""
    weights = simple_test(characteristic, settings)
    return Fraction(sum(w for grade, w in weights.items() if grade.passes), len(settings.faces))


def wins(attacker: int, target: int, settings: Settings) -> Fraction:
    """The chance that the attacker wins a comparative test."""
    weights = comparative_test(attacker, target, settings)
    won = sum(w for (_, _, who), w in weights.items() if who is Winner.ATTACKER)
    return Fraction(won, len(settings.faces) ** 2)
