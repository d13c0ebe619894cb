"""A Ranged Attack, exactly: the shot's test, friendly fire, and what the hits do.

Source: https://jwarref.netlify.app/Rulebook/Ranged-Attacks.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any

from bushido_odds.dice.law import Law
from bushido_odds.odds.course import Shot, courses
from bushido_odds.odds.effects import effects, moved_by
from bushido_odds.odds.fighter import Fighter
from bushido_odds.odds.harm import Condition, Fate
from bushido_odds.odds.result import Step, Wounds
from bushido_odds.odds.volley import Volley
from bushido_odds.rules.shooting import (
    Shooting,
    challenge_parts,
    friendly_fire_number,
    ranged_pool,
)
from bushido_odds.rules.statistic import PoolWorking


@dataclass(frozen=True, slots=True)
class ChallengeNumber:
    """The number a shot must reach, and what it is made of; None beyond the weapon's range."""

    number: int | None
    parts: Mapping[str, int]
    band: str
    size: str
    """The target's size."""

    def in_words(self) -> str:
        """The number as a sum, the range and the size by their own names."""
        if self.number is None:
            return "out of range"
        if list(self.parts) == ["range"]:
            return f"{self.number} ({self.band} range)"
        names = {"range": f"{self.band} range", "size": self.size}
        parts = (
            f"{part if name == 'range' else f'{part:+d}'} {names.get(name, name)}"
            for name, part in self.parts.items()
        )
        return f"{self.number} = {' '.join(parts)}"


@dataclass(frozen=True, slots=True)
class ShotAttack:
    """The test of a shot."""

    success: Fraction
    failed: Fraction
    success_level: Law


@dataclass(frozen=True, slots=True)
class FriendlyFire:
    """The test that spares a friend, and the chance that a shot is redirected to it."""

    number: int | None
    """None where the target is Huge: no test is needed."""
    test_success: Fraction
    redirected: Fraction


@dataclass(frozen=True, slots=True)
class Taken:
    """What the shots do to one model."""

    name: str
    wounds_taken: Wounds
    hp_lost: Wounds
    lethal: Fraction
    critical: Fraction
    out_of_action: Fraction
    effects: Mapping[str, Fraction | Law]
    wounds: int
    """The boxes it had left before."""
    moved_by: str = ""
    """How far it is moved where it is, as in ``3"``; empty where it cannot be."""


@dataclass(frozen=True, slots=True)
class RangedResult:
    """The exact odds of one action of shooting."""

    shooter: str
    dice: int
    value: Law
    """The law of the shot's result."""
    challenge: ChallengeNumber
    attack: ShotAttack
    """The first shot."""
    target: Taken
    friendly_fire: FriendlyFire | None = None
    friend: Taken | None = None
    shots: tuple[Shot, ...] = ()
    """Every shot, where there are several."""
    pool: PoolWorking | None = None
    rerolls: int = 0
    """The dice that Prowess may re-roll."""
    name: str | None = None
    input: Mapping[str, Any] = field(default_factory=dict)
    notes: tuple[str, ...] = ()
    ignored_traits: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    working: tuple[Step, ...] = ()
    kind: str = "ranged"

    def to_dict(self, exact: bool = False) -> dict[str, Any]:
        """The result as plain data, ready for JSON; ``exact`` gives fractions as strings."""
        from bushido_odds.odds.plain import ranged_to_dict

        return ranged_to_dict(self, exact)


def solve(
    shooting: Shooting,
    *,
    document: Mapping[str, Any] | None = None,
    notes: tuple[str, ...] = (),
    ignored: Mapping[str, tuple[str, ...]] | None = None,
) -> RangedResult:
    """The exact odds of an action of shooting.

    Args:
        shooting: who shoots at whom, from where.
        document: the normalised input, repeated in the result.
        notes: remarks for the reader.
        ignored: traits that cannot touch the attack, by model.
    """
    volley = Volley(shooting)
    course, friends = courses(volley)
    levels = Law(volley.levels(), volley.value.total)
    parts = {} if volley.number() is None else challenge_parts(shooting, 0, False)
    fire = taken = None
    if volley.friend and volley.at_friend:
        fire = FriendlyFire(
            friendly_fire_number(shooting.target),
            volley.spares.probability(1),
            course.shots[0].redirected,
        )
        if friends is not None:
            taken = _taken(volley.friend, volley.at_friend, friends.friend, friends.total)
    return RangedResult(
        shooting.shooter.name,
        shooting.shooter.attack,
        volley.value,
        ChallengeNumber(volley.number(), parts, shooting.band.value, shooting.target.size),
        ShotAttack(levels.mass, 1 - levels.mass, levels),
        _taken(volley.target, volley.at_target, course.target, course.total),
        fire,
        taken,
        course.shots if len(course.shots) > 1 else (),
        ranged_pool(shooting.shooter, shooting.target),
        shooting.shooter.abilities.prowess_attack,
        shooting.name,
        document or {},
        notes,
        ignored or {},
    )


def _taken(me: Fighter, shooter: Fighter, suffered: Mapping[Condition, int], total: int) -> Taken:
    def law(figure: Mapping[Condition, int]) -> Law:
        weights: dict[int, int] = {}
        for condition, value in figure.items():
            weights[value] = weights.get(value, 0) + suffered[condition]
        return Law(weights, total)

    def chance(held: set[Condition]) -> Fraction:
        return Fraction(sum(suffered[condition] for condition in held), total)

    boxes = me.model.wounds
    found = effects(me, shooter, suffered, total)
    return Taken(
        me.model.name,
        Wounds(law({c: c.dealt for c in suffered})),
        Wounds(law({c: min(c.dealt, boxes) for c in suffered})),
        chance({c for c in suffered if c.lethal}),
        chance({c for c in suffered if c.fate is Fate.CRITICAL}),
        chance({c for c in suffered if c.out}),
        found,
        boxes,
        moved_by(shooter, found),
    )
