"""A Ranged Attack, exactly: the shot's test, friendly fire, and what the hits do.

Several shots of one action (Rapid Fire) are played in order; wounds, states and the target's place
are carried from shot to shot.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from math import lcm
from typing import Any, NamedTuple

from bushido_odds.dice.law import Law
from bushido_odds.dice.rerolls import Stage
from bushido_odds.odds.challenge import success_law
from bushido_odds.odds.comparisons import Comparison
from bushido_odds.odds.effects import effects
from bushido_odds.odds.fighter import Fighter
from bushido_odds.odds.harm import Condition, Fate, Victim
from bushido_odds.odds.pools import Hand, Pool, hand_law
from bushido_odds.odds.result import Step, Wounds
from bushido_odds.odds.strike import Situation, strike
from bushido_odds.rules.combatant import Combatant
from bushido_odds.rules.pools import Scoring
from bushido_odds.rules.shooting import (
    Band,
    Shooting,
    challenge_parts,
    friendly_fire_number,
    ranged_pool,
)
from bushido_odds.rules.statistic import PoolWorking


@dataclass(frozen=True, slots=True)
class ChallengeNumber:
    """The number a shot must reach, and what it is made of; None where the shot cannot hit."""

    number: int | None
    parts: Mapping[str, int]


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
class Shot:
    """One shot of several: the chance that it is made, that it succeeds, that it is redirected."""

    number: int
    """The Challenge Number, as long as the target has gained no state."""
    made: Fraction
    success: Fraction
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


class _Standing(NamedTuple):
    """Target and friend between two shots."""

    target: Condition
    friend: Condition | None


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
            self.at_friend = _fighter(shooter.facing(shooting.friend, False), shooting.friend, hand)
        self.spares = self._spares()

    def _spares(self) -> Law:
        """The law of the test that spares a friend: 1 where it succeeds.

        The shot's dice without Brutal; Prowess raises the chance of success.
        """
        number = friendly_fire_number(self.shooting.target)
        if number is None:
            return Law.certain(1)
        dice = self.shooting.friendly_fire_dice
        dice = self.shooting.shooter.attack if dice is None else dice
        own = self.shooting.shooter.abilities
        return success_law(dice, Scoring(adept=own.adept_attack), own.prowess_attack, number)

    def levels(self, shots_made: int, prone: bool) -> dict[int, int]:
        """The weights of a shot's Success Levels, out of the total of ``value``."""
        if self.shooting.band is Band.BEYOND:
            return {}
        number = sum(challenge_parts(self.shooting, shots_made, prone).values())
        return {
            value - number: weight
            for value, weight in self.value.weights.items()
            if value >= number
        }


def _fighter(model: Combatant, enemy: Combatant, hand: Hand) -> Fighter:
    own = model.abilities
    victim = Victim(
        model.toughness,
        model.max_wounds,
        own.rise,
        own.last_stand,
        not own.immovable and own.immune.isdisjoint(("prone", "states")),
    )
    return Fighter(model, model.weapon(enemy), victim, model.special_attack, None, 0, hand)


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
    friend = volley.friend
    standing: dict[_Standing, int] = {
        _Standing(volley.target.fresh, friend.fresh if friend else None): 1
    }
    total = 1
    shots: list[Shot] = []
    levels = volley.levels(0, False)
    for number in range(shooting.shots):
        shot, standing, total = _shoot(volley, number, standing, total)
        shots.append(shot)
    beyond = shooting.band is Band.BEYOND
    parts = {} if beyond else challenge_parts(shooting, 0, False)
    success = Law(levels, volley.value.total)
    spared = volley.spares.probability(1)
    return RangedResult(
        shooting.shooter.name,
        shooting.shooter.attack,
        volley.value,
        ChallengeNumber(None if beyond else sum(parts.values()), parts),
        ShotAttack(success.mass, 1 - success.mass, success),
        _taken(volley.target, volley.at_target, _marginal(standing, 0), total),
        FriendlyFire(friendly_fire_number(shooting.target), spared, shots[0].redirected)
        if friend
        else None,
        _taken(friend, volley.at_friend, _marginal(standing, 1), total)
        if friend and volley.at_friend and shooting.friend_described
        else None,
        tuple(shots) if len(shots) > 1 else (),
        ranged_pool(shooting.shooter, shooting.target),
        shooting.name,
        document or {},
        notes,
        ignored or {},
    )


def _shoot(
    volley: Volley, number: int, standing: dict[_Standing, int], total: int
) -> tuple[Shot, dict[_Standing, int], int]:
    """One shot from every standing: its figures, the standings after it, and their total."""
    branches = [
        (before, weight, list(_branches(volley, number, before)))
        for before, weight in standing.items()
    ]
    scale = lcm(*(part.total for _, _, parts in branches for part in parts))
    after: dict[_Standing, int] = {}
    made = success = redirected = 0
    for before, weight, parts in branches:
        if not before.target.in_play:
            after[before] = after.get(before, 0) + weight * scale
            continue
        made += weight * scale
        for part in parts:
            step = weight * (scale // part.total)
            for result, chance in part.outcomes:
                after[result] = after.get(result, 0) + chance * step
                success += chance * step if part.hits else 0
                redirected += chance * step if part.redirected else 0
    total *= scale
    beyond = volley.shooting.band is Band.BEYOND
    challenge = 0 if beyond else sum(challenge_parts(volley.shooting, number, False).values())
    figures = (Fraction(weight, total) for weight in (made, success, redirected))
    return Shot(challenge, *figures), after, total


class _Branch(NamedTuple):
    """One way a shot may go: the standings it leads to, with weights out of ``total``."""

    outcomes: tuple[tuple[_Standing, int], ...]
    total: int
    hits: bool
    redirected: bool


def _branches(volley: Volley, number: int, before: _Standing) -> Iterator[_Branch]:
    """Miss, hit, redirected hit: each Success Level a branch."""
    if not before.target.in_play:
        return
    levels = volley.levels(number, "prone" in before.target.states)
    value, spares = volley.value, volley.spares
    in_contact = (
        before.friend is not None
        and before.friend.in_play
        and ("moved" not in before.target.states)
    )
    total = value.total * (spares.total if in_contact else 1)
    missed = (value.total - sum(levels.values())) * (spares.total if in_contact else 1)
    yield _Branch(((before, missed),), total, False, False)
    for level, weight in levels.items():
        outcome = Comparison(True, level)
        hit = weight * (spares.weights.get(1, 0) if in_contact else 1)
        start = Situation(volley.at_target.fresh, before.target)
        law, scale = strike(volley.at_target, volley.target, outcome, start)
        yield _Branch(
            tuple((before._replace(target=s.defender), chance * hit) for s, chance in law),
            total * scale,
            True,
            False,
        )
        strays = weight * spares.weights.get(0, 0)
        if in_contact and strays and volley.friend and volley.at_friend and before.friend:
            start = Situation(volley.at_friend.fresh, before.friend)
            law, scale = strike(volley.at_friend, volley.friend, outcome, start)
            yield _Branch(
                tuple((before._replace(friend=s.defender), chance * strays) for s, chance in law),
                total * scale,
                True,
                True,
            )


def _marginal(standing: Mapping[_Standing, int], place: int) -> dict[Condition, int]:
    weights: dict[Condition, int] = {}
    for both, weight in standing.items():
        condition = both[place]
        if condition is not None:
            weights[condition] = weights.get(condition, 0) + weight
    return weights


def _taken(me: Fighter, shooter: Fighter, suffered: Mapping[Condition, int], total: int) -> Taken:
    def law(figure: Mapping[Condition, int]) -> Law:
        weights: dict[int, int] = {}
        for condition, value in figure.items():
            weights[value] = weights.get(value, 0) + suffered[condition]
        return Law(weights, total)

    def chance(held: set[Condition]) -> Fraction:
        return Fraction(sum(suffered[condition] for condition in held), total)

    boxes = me.model.wounds
    return Taken(
        me.model.name,
        Wounds(law({c: c.dealt for c in suffered})),
        Wounds(law({c: min(c.dealt, boxes) for c in suffered})),
        chance({c for c in suffered if c.lethal}),
        chance({c for c in suffered if c.fate is Fate.CRITICAL}),
        chance({c for c in suffered if c.out}),
        effects(me, shooter, suffered, total),
        boxes,
    )
