"""The course of an action of shooting, shot by shot: who is hit, and what that leaves behind.

Wounds, states and places are carried from shot to shot.  Target and friend matter to each other
only through a few facts (in play, moved away, Prone), so the full history of one is played next to
the bare facts of the other, never both at once; and every condition that a model may be in has a
number, so that a moment of the action is two small numbers.  That keeps several shots fast.
Source: https://jwarref.netlify.app/Rulebook/Ranged-Attacks.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from math import gcd, lcm
from typing import NamedTuple

from bushido_odds.odds.comparisons import Comparison
from bushido_odds.odds.effects import MARKERS
from bushido_odds.odds.fighter import Fighter
from bushido_odds.odds.harm import Condition, Fate
from bushido_odds.odds.strike import Situation, strike
from bushido_odds.odds.volley import Volley


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
    """All shots, and the weights of the conditions in which they leave both models."""

    shots: tuple[Shot, ...]
    target: Mapping[Condition, int]
    friend: Mapping[Condition, int]
    """Empty where no friend is in contact."""
    total: int
    """The total of the weights of each model's conditions."""


def courses(volley: Volley) -> tuple[Course, Course | None]:
    """The course with the target's whole history, and with the friend's where it is described."""
    described = volley.shooting.friend_described
    if volley.shooting.shots == 1:
        course = _course(volley, _same, _same if described else _untouched)
        return course, course if described else None
    told = _told if _marks(volley) else _without_markers
    if not described:
        return _course(volley, told, _untouched), None
    return _course(volley, told, _bare), _course(volley, _bare, told)


# ---- what is remembered of a condition

Keep = Callable[[Condition], Condition]

_LASTING = frozenset({"prone", "moved", "removed"})
"""States that bear on later shots."""


def _same(condition: Condition) -> Condition:
    return condition


def _told(condition: Condition) -> Condition:
    """All that a result tells."""
    return condition._replace(level=-1)


def _without_markers(condition: Condition) -> Condition:
    """The same for a weapon that gives no markers, whose number nobody need count."""
    return condition._replace(level=-1, wounding=0)


def _bare(condition: Condition) -> Condition:
    """What bears on later shots and no more."""
    return Condition(condition.left, fate=condition.fate, states=condition.states & _LASTING)


def _untouched(condition: Condition) -> Condition:
    """A friend of whom nothing is known falls to no wound: it may only be moved or taken away."""
    taken = condition.fate is Fate.TAKEN
    fate = Fate.TAKEN if taken else Fate.STANDS
    return Condition(1, fate=fate, states=condition.states & _LASTING)


def _marks(volley: Volley) -> bool:
    return any(getattr(volley.shooting.shooter.abilities, trait)[0] for trait in MARKERS)


class _Hurt(NamedTuple):
    """What a hit over all Success Levels makes of a model: numbers of conditions and weights.

    The weights sum to those of the levels times ``total``.
    """

    outcomes: tuple[tuple[int, int], ...]
    total: int


class _Facts(NamedTuple):
    """What another shot asks of a condition."""

    in_play: bool
    in_place: bool
    """In play and not moved away."""
    prone: bool
    took_the_shooter: bool
    """A Gokusatsu Attack takes the shooter along with whomever it hits."""


class _Conditions:
    """Every condition that one model may be in, numbered as it is met; the fresh one is 0."""

    def __init__(self, shooter: Fighter, model: Fighter, keep: Keep) -> None:
        self.shooter, self.model, self.keep = shooter, model, keep
        self.known = [model.fresh]
        self._numbers = {model.fresh: 0}
        self._facts: dict[int, _Facts] = {}
        self._hurt: dict[tuple[int, int], _Hurt] = {}

    def facts(self, number: int) -> _Facts:
        """What another shot asks of the condition of that number."""
        found = self._facts.get(number)
        if found is None:
            condition = self.known[number]
            in_play, states = condition.in_play, condition.states
            found = self._facts[number] = _Facts(
                in_play, in_play and "moved" not in states, "prone" in states, "removed" in states
            )
        return found

    def hurt(self, number: int, levels: Mapping[int, int]) -> _Hurt:
        """What a hit does to the model in a condition; ``levels`` are one and the same object."""
        key = (number, id(levels))
        found = self._hurt.get(key)
        if found is None:
            found = self._hurt[key] = self._hurt_by(self.known[number], levels)
        return found

    def _hurt_by(self, before: Condition, levels: Mapping[int, int]) -> _Hurt:
        start = Situation(self.shooter.fresh, before)
        laws = [
            (weight, *strike(self.shooter, self.model, Comparison(True, level), start))
            for level, weight in levels.items()
        ]
        scale = lcm(*(total for _, _, total in laws))
        weights: dict[Condition, int] = {}
        for weight, situations, total in laws:
            step = weight * (scale // total)
            for situation, chance in situations:
                condition = self.keep(situation.defender)
                weights[condition] = weights.get(condition, 0) + chance * step
        outcomes = []
        numbers, known = self._numbers, self.known
        for condition, weight in weights.items():
            number = numbers.setdefault(condition, len(known))
            if number == len(known):
                known.append(condition)
            outcomes.append((number, weight))
        return _Hurt(tuple(outcomes), scale)


Moments = dict[tuple[int, int], int]
"""Weights by the numbers of the target's and the friend's conditions."""


def _course(volley: Volley, keep_target: Keep, keep_friend: Keep) -> Course:
    """Every shot of the action in turn, with what is remembered of each model between shots."""
    target = _Conditions(volley.at_target, volley.target, keep_target)
    friend = None
    if volley.friend and volley.at_friend:
        friend = _Conditions(volley.at_friend, volley.friend, keep_friend)
    moments: Moments = {(0, 0): 1}
    total = 1
    shots = []
    for shots_made in range(volley.shooting.shots):
        shot, moments, total = _shoot(volley, shots_made, target, friend, moments, total)
        shots.append(shot)
    return Course(
        tuple(shots),
        _marginal(target, ((t, weight) for (t, _), weight in moments.items())),
        _marginal(friend, ((f, weight) for (_, f), weight in moments.items())) if friend else {},
        total,
    )


def _marginal(model: _Conditions, weighted: Iterable[tuple[int, int]]) -> dict[Condition, int]:
    weights: dict[int, int] = {}
    for number, weight in weighted:
        weights[number] = weights.get(number, 0) + weight
    return {model.known[number]: weight for number, weight in weights.items()}


def _shoot(
    volley: Volley,
    shots_made: int,
    target: _Conditions,
    friend: _Conditions | None,
    moments: Moments,
    total: int,
) -> tuple[Shot, Moments, int]:
    """One shot from every moment: its figures, the moments after it, and their total."""
    rolls, every = volley.value.total, volley.spares.total
    spared, astray = (volley.spares.weights.get(success, 0) for success in (1, 0))
    standing, prone = volley.levels(shots_made, False), volley.levels(shots_made, True)

    still: list[tuple[tuple[int, int], int]] = []
    shot_at: list[tuple[int, int, int, Mapping[int, int], bool]] = []
    for (t, f), weight in moments.items():
        aim, beside = target.facts(t), friend.facts(f) if friend else None
        if not aim.in_play or (beside and beside.took_the_shooter):
            still.append(((t, f), weight))
            continue
        in_contact = beside is not None and beside.in_place and aim.in_place
        shot_at.append((t, f, weight, prone if aim.prone else standing, in_contact))
    # Every law is known before any is used: they share one scale.
    hurt_target = {t: target.hurt(t, levels) for t, _, _, levels, _ in shot_at if levels}
    hurt_friend = {
        (f, id(levels)): friend.hurt(f, levels)
        for _, f, _, levels, in_contact in shot_at
        if friend is not None and in_contact and astray and levels
    }
    scale = lcm(*(law.total for laws in (hurt_target, hurt_friend) for law in laws.values()))

    after: Moments = {key: weight * rolls * every * scale for key, weight in still}
    made = success = redirected = 0
    for t, f, weight, levels, in_contact in shot_at:
        hits = sum(levels.values())
        made += weight
        success += weight * hits
        if hits < rolls:
            missed = weight * (rolls - hits) * every * scale
            after[t, f] = after.get((t, f), 0) + missed
        if not hits:
            continue
        law = hurt_target[t]
        step = weight * (spared if in_contact else every) * (scale // law.total)
        for condition, chance in law.outcomes if step else ():
            key = (condition, f)
            after[key] = after.get(key, 0) + chance * step
        if in_contact and astray:
            redirected += weight * hits * astray
            law = hurt_friend[f, id(levels)]
            step = weight * astray * (scale // law.total)
            for condition, chance in law.outcomes:
                key = (t, condition)
                after[key] = after.get(key, 0) + chance * step
    shot = Shot(
        volley.number(shots_made),
        Fraction(made, total),
        Fraction(success, total * rolls),
        Fraction(redirected, total * rolls * every),
    )
    total *= rolls * every * scale
    if volley.shooting.shots > 1:
        common = gcd(total, *after.values())
        after = {key: weight // common for key, weight in after.items()}
        total //= common
    return shot, after, total
