"""The course of an action of shooting, shot by shot: who is hit, and what that leaves behind.

Wounds, states and places are carried from shot to shot.  Target and friend matter to each other
only through a few facts (in play, moved away, Prone), so the full history of one is played next to
the bare facts of the other, never both at once: that keeps several shots fast.
Source: https://jwarref.netlify.app/Rulebook/Ranged-Attacks.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from fractions import Fraction
from math import gcd, lcm
from typing import NamedTuple

from bushido_odds.dice.law import Law
from bushido_odds.dice.rerolls import Stage
from bushido_odds.odds.challenge import success_law
from bushido_odds.odds.comparisons import Comparison
from bushido_odds.odds.fighter import Fighter
from bushido_odds.odds.harm import Condition, Victim
from bushido_odds.odds.pools import Hand, Pool, hand_law
from bushido_odds.odds.strike import Situation, strike
from bushido_odds.rules.combatant import Combatant
from bushido_odds.rules.pools import Scoring
from bushido_odds.rules.shooting import (
    Band,
    Shooting,
    challenge_parts,
    friendly_fire_number,
)
from bushido_odds.rules.traits import Context


class Standing(NamedTuple):
    """Target and friend between two shots; no friend where none is in contact from the start."""

    target: Condition
    friend: Condition | None

    @property
    def in_contact(self) -> bool:
        """Whether a hit on the target may still go astray: both are where they were."""
        friend = self.friend
        return (
            friend is not None
            and friend.in_play
            and "moved" not in friend.states
            and "moved" not in self.target.states
        )

    @property
    def shootable(self) -> bool:
        """Whether another shot is made: the target is in play, and so is the shooter.

        A Gokusatsu Attack takes the shooter along with whomever it hits.
        """
        return self.target.in_play and not (self.friend and "removed" in self.friend.states)


@dataclass(frozen=True, slots=True)
class Shot:
    """One shot of an action: the chance that it is made, that it succeeds, that it is redirected.

    ``number`` is the Challenge Number as long as the target has gained no state; None beyond the
    weapon's range.
    """

    number: int | None
    made: Fraction
    success: Fraction
    redirected: Fraction


@dataclass(frozen=True, slots=True)
class Course:
    """All shots, and the weights, out of ``total``, of the conditions that they leave."""

    shots: tuple[Shot, ...]
    standings: Mapping[Standing, int]
    total: int

    def conditions(self, place: int) -> dict[Condition, int]:
        """The weights of the conditions of the target (place 0) or of the friend (place 1)."""
        weights: dict[Condition, int] = {}
        for standing, weight in self.standings.items():
            condition = standing[place]
            assert condition is not None
            weights[condition] = weights.get(condition, 0) + weight
        return weights


Keep = Callable[[Condition], Condition]
"""What is remembered of a condition from shot to shot."""

_LASTING = frozenset({"prone", "moved", "held", "removed"})
"""States that bear on later shots."""


def whole(condition: Condition) -> Condition:
    """Everything that a result tells."""
    return condition if condition.level < 0 else condition._replace(level=-1)


def _bare(condition: Condition) -> Condition:
    """What bears on later shots and no more."""
    return Condition(condition.left, fate=condition.fate, states=condition.states & _LASTING)


def _untouched(condition: Condition) -> Condition:
    """A friend of whom nothing is known falls to no wound: it may only be moved or taken."""
    return Condition(
        1,
        fate=condition.fate if condition.states & {"removed", "replaced"} else Condition(1).fate,
        states=condition.states & _LASTING,
    )


class Volley:
    """The models of a shooting as fighters, with the laws of its two tests."""

    def __init__(self, shooting: Shooting) -> None:
        shooter = shooting.shooter
        own = shooter.abilities
        prowess = (Stage(own.prowess_attack, True),) if own.prowess_attack else ()
        scoring = Scoring(adept=own.adept_attack, bonus=own.brutal)
        hand = Hand(Pool(shooter.attack, scoring, own=prowess), Pool(0, Scoring()))
        self.shooting = shooting
        self.hand = hand
        self.value = hand_law(hand).attack_law()
        self.target = _fighter(shooting.target, shooter, hand)
        self.at_target = _fighter(shooter, shooting.target, hand)
        self.friend = self.at_friend = None
        if shooting.friend is not None:
            self.friend = _fighter(shooting.friend, shooter, hand)
            self.at_friend = _fighter(*_astray(shooter, shooting.friend), hand)
        self.spares = self._spares()
        self._levels: dict[tuple[bool, bool], dict[int, int]] = {}

    def _spares(self) -> Law:
        """The law of the test that spares a friend: 1 where it succeeds.

        The shot's dice without Brutal; Prowess raises the chance of success.
        """
        number = friendly_fire_number(self.shooting.target)
        if number is None or self.shooting.friend is None:
            return Law.certain(1)
        dice = self.shooting.friendly_fire_dice
        dice = self.shooting.shooter.attack if dice is None else dice
        own = self.shooting.shooter.abilities
        scoring = Scoring(adept=own.adept_attack)
        return success_law(max(1, dice), scoring, own.prowess_attack, number)

    def levels(self, shots_made: int, prone: bool) -> dict[int, int]:
        """The weights of a shot's Success Levels, out of the total of ``value``."""
        key = (shots_made > 0, prone)
        if key not in self._levels:
            self._levels[key] = self._levels_of(shots_made, prone)
        return self._levels[key]

    def _levels_of(self, shots_made: int, prone: bool) -> dict[int, int]:
        number = self.number(shots_made, prone)
        if number is None:
            return {}
        return {
            value - number: weight
            for value, weight in self.value.weights.items()
            if value >= number
        }

    def number(self, shots_made: int = 0, prone: bool = False) -> int | None:
        """The Challenge Number of a shot; None beyond the weapon's range."""
        if self.shooting.band is Band.BEYOND:
            return None
        return sum(challenge_parts(self.shooting, shots_made, prone).values())

    def course(self, keep_target: Keep = whole, keep_friend: Keep = whole) -> Course:
        """Every shot of the action in turn.

        Args:
            keep_target: what is remembered of the target from shot to shot.
            keep_friend: the same for the friend.
        """
        friend = self.friend.fresh if self.friend else None
        standings = {Standing(self.target.fresh, friend): 1}
        total = 1
        shots = []
        keeps = (keep_target, keep_friend if self.shooting.friend_described else _untouched)
        for shots_made in range(self.shooting.shots):
            shot, standings, total = self._shoot(shots_made, standings, total, keeps)
            shots.append(shot)
        return Course(tuple(shots), standings, total)

    def courses(self) -> tuple[Course, Course | None]:
        """The course with the target's full history, and with the friend's where it is told."""
        if not self.shooting.friend_described:
            return self.course(), None
        if self.shooting.shots == 1:
            both = self.course()
            return both, both
        return self.course(keep_friend=_bare), self.course(keep_target=_bare)

    def _shoot(
        self,
        shots_made: int,
        standings: Mapping[Standing, int],
        total: int,
        keeps: tuple[Keep, Keep],
    ) -> tuple[Shot, dict[Standing, int], int]:
        """One shot from every standing: its figures, the standings after it, and their total."""
        hurt = self._hurt(shots_made, standings, keeps)
        scale = lcm(*(law.total for law in hurt.values()))
        rolls, every = self.value.total, self.spares.total
        spared, astray = (self.spares.weights.get(success, 0) for success in (1, 0))
        after: dict[Standing, int] = {}
        made = success = redirected = 0
        for before, weight in standings.items():
            if not before.shootable:
                after[before] = after.get(before, 0) + weight * rolls * every * scale
                continue
            prone = "prone" in before.target.states
            hits = sum(self.levels(shots_made, prone).values())
            made += weight
            success += weight * hits
            if hits < rolls:
                missed = weight * (rolls - hits) * every * scale
                after[before] = after.get(before, 0) + missed
            if not hits:
                continue
            law = hurt[0, before.target, prone]
            step = weight * (spared if before.in_contact else every) * (scale // law.total)
            if step:
                for condition, chance in law.weights.items():
                    now = Standing(condition, before.friend)
                    after[now] = after.get(now, 0) + chance * step
            if before.in_contact and astray and before.friend:
                redirected += weight * hits * astray
                law = hurt[1, before.friend, prone]
                step = weight * astray * (scale // law.total)
                for condition, chance in law.weights.items():
                    now = Standing(before.target, condition)
                    after[now] = after.get(now, 0) + chance * step
        shot = Shot(
            self.number(shots_made),
            Fraction(made, total),
            Fraction(success, total * rolls),
            Fraction(redirected, total * rolls * every),
        )
        total *= rolls * every * scale
        common = gcd(total, *after.values()) if self.shooting.shots > 1 else 1
        return shot, {now: weight // common for now, weight in after.items()}, total // common

    def _hurt(
        self, shots_made: int, standings: Mapping[Standing, int], keeps: tuple[Keep, Keep]
    ) -> dict[tuple[int, Condition, bool], _Hurt]:
        """What a successful shot does, by whom it hits, in which condition, and Prone target."""
        found: dict[tuple[int, Condition, bool], _Hurt] = {}
        for before in standings:
            if not before.shootable:
                continue
            prone = "prone" in before.target.states
            levels = self.levels(shots_made, prone)
            if (0, before.target, prone) not in found:
                found[0, before.target, prone] = _hurt(
                    self.at_target, self.target, before.target, levels, keeps[0]
                )
            if not (before.in_contact and self.friend and self.at_friend and before.friend):
                continue
            if (1, before.friend, prone) not in found:
                found[1, before.friend, prone] = _hurt(
                    self.at_friend, self.friend, before.friend, levels, keeps[1]
                )
        return found


class _Hurt(NamedTuple):
    """The conditions after a hit over all Success Levels; weights sum to the hits times total."""

    weights: Mapping[Condition, int]
    total: int


def _hurt(
    shooter: Fighter, victim: Fighter, before: Condition, levels: Mapping[int, int], keep: Keep
) -> _Hurt:
    start = shooter.fresh
    laws = [
        (weight, strike(shooter, victim, Comparison(True, level), Situation(start, before)))
        for level, weight in levels.items()
    ]
    scale = lcm(*(total for _, (_, total) in laws))
    weights: dict[Condition, int] = {}
    for weight, (situations, total) in laws:
        step = weight * (scale // total)
        for situation, chance in situations:
            condition = keep(situation.defender)
            weights[condition] = weights.get(condition, 0) + chance * step
    return _Hurt(weights, scale)


def _astray(shooter: Combatant, friend: Combatant) -> tuple[Combatant, Combatant]:
    """Shooter and friend for a redirected shot: what speaks of enemies has no say.

    Assassin asks how the shooter came upon an enemy, and a Death Sentence helps an enemy's Damage
    Rolls: the shooter is no enemy of its friend.
    """
    return (
        replace(shooter, context=Context(states=shooter.context.states)),
        replace(friend, states=tuple(s for s in friend.states if not s.damage_against)),
    )


def _fighter(model: Combatant, enemy: Combatant, hand: Hand) -> Fighter:
    own = model.abilities
    victim = Victim(
        model.toughness,
        model.max_wounds if own.rise is not None else 0,
        own.rise,
        own.last_stand,
        not own.immovable and own.immune.isdisjoint(("prone", "states")),
    )
    return Fighter(model, model.weapon(enemy), victim, model.special_attack, None, 0, hand)
