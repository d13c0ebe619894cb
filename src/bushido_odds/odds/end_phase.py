"""What the markers gained in an exchange do in the End Phase.

Of each kind of marker the one of the highest value is removed and its value suffered, again while
three or more are left.  Tough and Durable apply, Tough not against On Fire.  Only markers gained in
this exchange are counted.  Source: https://jwarref.netlify.app/Rulebook/Model-States.
"""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from math import lcm

from bushido_odds.dice.law import Law
from bushido_odds.dice.multisets import FACES
from bushido_odds.odds.effects import MARKERS, gains_markers
from bushido_odds.odds.fighter import Fighter
from bushido_odds.odds.harm import Condition, Fate, rise_chances
from bushido_odds.odds.result import EndPhase, Wounds
from bushido_odds.rules.damage import wounds_left

STILL_MANY = 3
"""As long as this many markers of a kind are left, one more is removed."""


def removals(markers: int) -> int:
    """How many markers of one kind are removed, and suffered, in one End Phase."""
    return 0 if markers == 0 else max(1, markers - STILL_MANY + 1)


def end_phase(
    me: Fighter, enemy: Fighter, suffered: Mapping[Condition, int], total: int
) -> EndPhase:
    """The wounds that a model's new markers cost it, and the chance that it is out by then.

    Args:
        me: the model that has the markers.
        enemy: the model that gave them.
        suffered: weights of the conditions that the exchange left ``me`` in.
        total: the total of those weights.
    """
    wounds: dict[int, Fraction] = {}
    out = Fraction(0)
    for condition, weight in suffered.items():
        for (lost, removed), chance in _after(me, enemy, condition).items():
            share = chance * Fraction(weight, total)
            wounds[lost] = wounds.get(lost, Fraction(0)) + share
            out += share if removed else 0
    scale = lcm(*(chance.denominator for chance in wounds.values()))
    law = Law({lost: int(chance * scale) for lost, chance in wounds.items()}, scale)
    return EndPhase(Wounds(law), out)


def _after(me: Fighter, enemy: Fighter, condition: Condition) -> dict[tuple[int, bool], Fraction]:
    """The wounds lost in the End Phase, and whether the model is out, with their chances."""
    if condition.fate is not Fate.STANDS:
        return {(0, True): Fraction(1)}
    states = {(0, condition.left, False): Fraction(1)}
    toughness = me.victim.toughness
    for trait, state in MARKERS.items():
        number, value = getattr(enemy.model.abilities, trait)
        if not gains_markers(me, state):
            continue
        burns = trait == "fire"
        tough = 0 if burns else toughness.tough
        once = wounds_left(value, tough, False, toughness.durable)
        for _ in range(removals(condition.wounding * number)):
            after: dict[tuple[int, int, bool], Fraction] = {}
            for (lost, left, removed), chance in states.items():
                for key, share in _lose(me, lost, left, removed, once, burns):
                    after[key] = after.get(key, Fraction(0)) + chance * share
            states = after
    found: dict[tuple[int, bool], Fraction] = {}
    for (lost, _, removed), chance in states.items():
        found[lost, removed] = found.get((lost, removed), Fraction(0)) + chance
    return found


def _lose(
    me: Fighter, lost: int, left: int, removed: bool, hurt: int, burns: bool
) -> list[tuple[tuple[int, int, bool], Fraction]]:
    """One marker takes its wounds; at 0 the model may Rise, but not from a fire."""
    if removed:
        return [((lost, left, True), Fraction(1))]
    if hurt < left:
        return [((lost + hurt, left - hurt, False), Fraction(1))]
    rise = me.victim.rise
    chance = Fraction(0)
    if rise is not None and not burns:
        chance = Fraction(rise_chances(rise), FACES)
    risen = ((lost + left, me.victim.boxes, False), chance)
    gone = ((lost + left, 0, True), 1 - chance)
    return [outcome for outcome in (risen, gone) if outcome[1]]
