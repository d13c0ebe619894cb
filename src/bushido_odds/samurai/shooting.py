"""Shots: at a target that may evade or shoot back, and into a melee where a friend may be hit.

Range and reactions: https://student2.ru/literatura/300693-srazheniya-s-uchastiem-otryadov/.
Shots into melee: https://student2.ru/literatura/300131-strelba-po-srazhayushhimsya-modelyam.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Any

from bushido_odds.dice.joint import JointLaw, Point
from bushido_odds.dice.law import Law
from bushido_odds.samurai.losses import SPREAD, Struck
from bushido_odds.samurai.model import Model, Reaction
from bushido_odds.samurai.result import ShootResult, Side, side_of
from bushido_odds.samurai.rulings import Both
from bushido_odds.samurai.settings import DEFAULTS, Settings
from bushido_odds.samurai.tests import (
    Grade,
    Winner,
    comparative_test,
    judge,
    rank,
    simple_test,
    winner,
)
from bushido_odds.samurai.wounding import Blow, missile_strength, wound_chance

_MISS, _HIT, _FRIEND, _BACK = (0, 0, 0), (1, 0, 0), (0, 1, 0), (0, 0, 1)
"""What one shot comes to: hits on the target, on a friend, and on the shooter."""


@dataclass(frozen=True, slots=True)
class Shooting:
    """The shots of one turn.

    Attributes:
        shooter: the model that shoots.
        target: the model it shoots at.
        reaction: ``EVASION``, ``SHOOT`` or ``NONE``.
        distance: inches between them; None where both are within reach of each other.
        into_melee: the target is in melee with models of the shooter's side.
        friends: those models, where they are known.
        settings: the rules in force.
    """

    shooter: Model
    target: Model
    reaction: Reaction = Reaction.NONE
    distance: float | None = None
    into_melee: bool = False
    friends: tuple[Model, ...] = ()
    settings: Settings = DEFAULTS

    @property
    def characteristic(self) -> int:
        """What the shooter rolls under: modifiers change the characteristic, never the die."""
        penalty = self.settings.melee_shot_penalty if self.into_melee else 0
        return self.shooter.shooting + self.shooter.modifier + penalty

    @property
    def answering(self) -> int:
        """What a target that shoots back rolls under."""
        return self.target.shooting + self.target.modifier

    @property
    def shots(self) -> int:
        """Shots that are rolled for: none beyond the weapon's range."""
        return self.shooter.shots if self.reaches(self.shooter) else 0

    @property
    def shots_back(self) -> int:
        """Shots that the target answers with."""
        answers = self.reaction is Reaction.SHOOT and self.reaches(self.target)
        return self.target.shots if answers else 0

    def reaches(self, model: Model) -> bool:
        """Whether the distance is within a model's range."""
        return self.distance is None or model.range is None or self.distance <= model.range


def shot_law(shooting: Shooting) -> JointLaw:
    """The joint law of the hits on the target, on friends, and on the shooter."""
    settings = shooting.settings
    shots, back = shooting.shots, shooting.shots_back
    if shooting.reaction is Reaction.EVASION and settings.evasion_tests == "one_for_all":
        agility = shooting.target.agility
        return JointLaw.mixture(
            (1, _known(shooting, rank(face, agility, settings)).repeated(shots))
            for face in settings.faces
        )
    if shooting.reaction is Reaction.EVASION:
        return _compared(shooting, shooting.target.agility, answers=False).repeated(shots)
    met = min(shots, back) if settings.return_fire == "opposed" else 0
    law = _compared(shooting, shooting.answering, answers=True).repeated(met)
    law = law.plus(simple_shot(shooting).repeated(shots - met))
    return law.plus(_answer(shooting).repeated(back - met))


def simple_shot(shooting: Shooting) -> JointLaw:
    """One shot that nobody reacts to."""
    return _known(shooting, None)


def _known(shooting: Shooting, reaction: tuple[int, int] | None) -> JointLaw:
    """One shot against a reaction whose roll is known; None is none, or a failed one."""
    settings, characteristic = shooting.settings, shooting.characteristic
    weights: dict[Point, int] = {}
    for face in settings.faces:
        who = winner(rank(face, characteristic, settings), reaction)
        point = _point(shooting, judge(face, characteristic, settings), who)
        weights[point] = weights.get(point, 0) + 1
    return JointLaw(weights)


def _compared(shooting: Shooting, characteristic: int, *, answers: bool) -> JointLaw:
    """One shot in a comparative test with the target's reaction.

    Args:
        shooting: the shots of the turn.
        characteristic: what the target rolls under.
        answers: a target that wins hits the shooter.
    """
    weights: dict[Point, int] = {}
    pairs = comparative_test(shooting.characteristic, characteristic, shooting.settings)
    for (grade, _, who), weight in pairs.items():
        point = _point(shooting, grade, who)
        if answers and who is Winner.TARGET:
            point = tuple(map(int.__add__, point, _BACK))
        weights[point] = weights.get(point, 0) + weight
    return JointLaw(weights)


def _point(shooting: Shooting, grade: Grade, who: Winner) -> Point:
    if who is Winner.ATTACKER:
        return _HIT
    return _FRIEND if shooting.into_melee and grade is Grade.CATASTROPHIC else _MISS


def _answer(shooting: Shooting) -> JointLaw:
    """One shot of a target that shoots back without meeting another."""
    weights: dict[Point, int] = {}
    for grade, weight in simple_test(shooting.answering, shooting.settings).items():
        point = _BACK if grade.passes else _MISS
        weights[point] = weights.get(point, 0) + weight
    return JointLaw(weights)


def solve(
    shooting: Shooting,
    *,
    name: str | None = None,
    document: Mapping[str, Any] | None = None,
    remarks: Sequence[Both] = (),
) -> ShootResult:
    """The exact odds of the shots of a turn.

    Args:
        shooting: who shoots at whom, and what the target declared.
        name: a title.
        document: the normalised input, repeated in the answer.
        remarks: for the reader, repeated in the answer.
    """
    law = shot_law(shooting)
    one = shot_law(replace(shooting, shooter=replace(shooting.shooter, shots=1)))
    on_target, on_shooter = law.map(lambda p: p[:1]), law.map(lambda p: p[2:])
    strength = missile_strength(shooting.shooter, shooting.settings)
    return ShootResult(
        name=name,
        reaction=shooting.reaction.value,
        in_range=shooting.reaches(shooting.shooter),
        characteristic=shooting.characteristic,
        hit=one.chance(lambda p: p[0] > 0),
        friendly_hit=one.chance(lambda p: p[1] > 0),
        shooter=_side(
            shooting,
            shooting.shooter,
            missile_strength(shooting.target, shooting.settings),
            on_shooter,
            dice=shooting.shots,
            hits=on_target,
        ),
        target=_side(
            shooting,
            shooting.target,
            strength,
            on_target,
            dice=shooting.shots_back,
            hits=on_shooter,
        ),
        friends=tuple(_friends(shooting, strength, law)),
        input=document or {},
        settings=shooting.settings,
        remarks=tuple(remarks),
    )


def _friends(shooting: Shooting, strength: int, law: JointLaw) -> Iterator[Side]:
    """Every friend in the melee: each Catastrophic Failure hits one of them at random."""
    share = Fraction(1, len(shooting.friends) or 1)
    thinned = _thinned(law.map(lambda p: p[1:2]), share)
    nothing = JointLaw.certain((0,))
    for friend in shooting.friends:
        yield _side(shooting, friend, strength, thinned, dice=0, hits=nothing)


def _thinned(law: JointLaw, share: Fraction) -> JointLaw:
    """The law of a count of which each one counts only with a chance, independently."""
    trial = JointLaw.of({(1,): share, (0,): 1 - share})
    return JointLaw.mixture(
        (weight, trial.repeated(count)) for (count,), weight in law.weights.items()
    )


def _side(
    shooting: Shooting, model: Model, strength: int, taken: JointLaw, *, dice: int, hits: JointLaw
) -> Side:
    """One model under shots."""
    model = replace(model, in_contact=1)
    blow = Blow(wound_chance(strength, model, shooting.settings))
    struck = Struck((model,), ((blow,),), SPREAD, (), shooting.settings)
    losses = struck.losses(taken, struck.allotments(taken))
    fired: Law = hits.law(sum)
    return side_of(model.name, dice, fired, losses, wounds_left=model.wounds)
