"""From a hit to a wound, and from wounds to a model's fate.

A hit goes through the armour test and a comparative test of Body Strength; the attacker who wins
that inflicts one wound: https://student2.ru/literatura/300693-srazheniya-s-uchastiem-otryadov/.
The armour test: http://student2.ru/literatura/297865-ispolzovanie-dvukh-vidov-oruzhiya.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import IntEnum
from fractions import Fraction
from functools import lru_cache

from bushido_odds.dice.joint import JointLaw, Point
from bushido_odds.samurai.model import Model
from bushido_odds.samurai.settings import Settings
from bushido_odds.samurai.tests import passed, wins


class Fate(IntEnum):
    """What becomes of a model in a turn."""

    STANDS = 0
    STUNNED = 1
    KILLED = 2


@dataclass(frozen=True, slots=True)
class Blow:
    """What one hit does to one model.

    Attributes:
        wound: the chance that it costs a wound.
        kills: its wounds may kill; an unarmed model's only stun.
        stuns: it stuns outright, without armour, Body Strength or a wound.
    """

    wound: Fraction
    kills: bool = True
    stuns: bool = False


def melee_strength(model: Model, settings: Settings) -> int:
    """The Body Strength that a model wounds with in melee, its weapon included."""
    if model.unarmed:
        return model.body
    return model.body + (settings.weapon_mod if model.weapon_mod is None else model.weapon_mod)


def missile_strength(model: Model, settings: Settings) -> int:
    """The strength that a model's shots wound with."""
    return melee_strength(model, settings) if model.strength is None else model.strength


def wound_chance(strength: int, target: Model, settings: Settings) -> Fraction:
    """The chance that a hit wounds: not held by armour, then the test of Body Strength won."""
    through = wins(strength, target.body, settings)
    if target.armour is None:
        return through
    covered = passed(target.armour, settings)
    return (1 - covered) * through + covered * _through_armour(strength, target, settings)


def _through_armour(strength: int, target: Model, settings: Settings) -> Fraction:
    """The chance to wound a model whose armour has taken the blow."""
    bonus = settings.armour_bonus
    if bonus is not None:
        return wins(strength, target.body + bonus, settings)
    if settings.armour_effect == "second_test":
        pierced = wins(strength, target.armour_strength, settings)
        return pierced * wins(strength, target.body, settings)
    return Fraction(0)


@lru_cache(maxsize=4096)
def harm(wounds: int, blows: tuple[tuple[Blow, int], ...], settings: Settings) -> JointLaw:
    """The law of (fate, wounds lost) of a model struck by some blows.

    Args:
        wounds: what it has left; 0 kills, or stunned where only unarmed blows took the last.
        blows: each kind with its number.  Armed blows are resolved before unarmed ones.
        settings: the rules in force.

    Formula: armed and unarmed wounds are sums of independent trials; at most (blows + 1)^2 states.
    """
    suffered = JointLaw.certain((0, 0, 0))
    for blow, number in blows:
        suffered = suffered.plus(_suffered(blow).repeated(number))

    def fate(point: Point) -> Point:
        killing, stunning, outright = point
        lost = min(wounds, killing + stunning)
        if killing >= wounds:
            return Fate.KILLED, lost
        by_wounds = stunning > 0 if settings.unarmed_stun == "any_wound" else lost == wounds
        return (Fate.STUNNED if outright or by_wounds else Fate.STANDS), lost

    return suffered.map(fate)


def _suffered(blow: Blow) -> JointLaw:
    """The law of (killing wounds, stunning wounds, stuns outright) of one blow."""
    if blow.stuns:
        return JointLaw.certain((0, 0, 1))
    wound: Point = (1, 0, 0) if blow.kills else (0, 1, 0)
    chance = blow.wound
    return JointLaw({wound: chance.numerator, (0, 0, 0): chance.denominator - chance.numerator})
