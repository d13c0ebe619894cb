"""What a side loses to the hits on it: the fate of every model in base contact, and their sums."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction

from bushido_odds.dice.joint import JointLaw, Point
from bushido_odds.dice.law import Law
from bushido_odds.samurai.allotment import Allotment, in_order, most_out
from bushido_odds.samurai.model import Model
from bushido_odds.samurai.settings import Settings
from bushido_odds.samurai.wounding import Blow, Fate, harm

KILL, SPREAD = "kill", "spread"


@dataclass(frozen=True, slots=True)
class ModelLosses:
    """What becomes of one model."""

    name: str
    wounds: Law
    """Wounds lost, at most those it has."""
    stunned: Fraction
    killed: Fraction

    @property
    def out_of_action(self) -> Fraction:
        """The chance that it is stunned or killed."""
        return self.stunned + self.killed


@dataclass(frozen=True, slots=True)
class Losses:
    """What becomes of a side."""

    models: tuple[ModelLosses, ...]
    wounds: Law
    stunned_models: Law
    killed_models: Law
    out_models: Law


class Struck:
    """A side under hits: its models in base contact, and what each kind of hit does to them.

    Args:
        groups: the groups of the side.
        blows: for each kind of hit, its blow by group.
        how: ``kill`` for the allotment that puts most models out, ``spread`` for an even one.
        order: the user's own order of places, from 0; it goes before ``how``.
        settings: the rules in force.
    """

    def __init__(
        self,
        groups: Sequence[Model],
        blows: Sequence[Sequence[Blow]],
        how: str,
        order: Sequence[int],
        settings: Settings,
    ) -> None:
        self.groups = groups
        self.blows = blows
        self.how = how
        self.order = order
        self.settings = settings
        self.places = tuple(g for g, model in enumerate(groups) for _ in range(model.in_contact))

    def harm(self, group: int, hits: Point) -> JointLaw:
        """The law of (fate, wounds lost) of a model of a group, by the hits of each kind on it."""
        struck = tuple(
            (self.blows[kind][group], number) for kind, number in enumerate(hits) if number
        )
        return harm(self.groups[group].wounds, struck, self.settings)

    def allotments(self, law: JointLaw) -> Mapping[Point, Allotment]:
        """How the hits are allotted, for every number of them that may happen."""
        enemies = len(self.places)
        if not self.order and self.how == KILL and enemies > 1:
            most = tuple(map(max, zip(*law, strict=True)))
            return most_out(most, self.places, self.harm)
        order = self.order or range(enemies)
        return {hits: in_order(hits, order, enemies) for hits in law}

    def names(self) -> list[str]:
        """What to call each model: its group's name, numbered where there are several."""
        return [
            model.name if model.in_contact == 1 else f"{model.name} {number}"
            for model in self.groups
            for number in range(1, model.in_contact + 1)
        ]

    def losses(self, law: JointLaw, allotments: Mapping[Point, Allotment]) -> Losses:
        """The losses under a law of hits."""
        after = {hits: tuple(map(self.harm, self.places, allotments[hits])) for hits in law}
        weights = law.weights

        def summed(figure: Callable[[Point], int]) -> Law:
            parts = ((weights[hits], _sum(laws, figure)) for hits, laws in after.items())
            return JointLaw.mixture(parts).law(lambda point: point[0])

        def single(place: int, name: str) -> ModelLosses:
            fate = JointLaw.mixture((weights[hits], laws[place]) for hits, laws in after.items())
            return ModelLosses(
                name,
                fate.law(_wounds),
                fate.chance(lambda point: point[0] == Fate.STUNNED),
                fate.chance(lambda point: point[0] == Fate.KILLED),
            )

        return Losses(
            tuple(single(place, name) for place, name in enumerate(self.names())),
            summed(_wounds),
            summed(lambda point: int(point[0] == Fate.STUNNED)),
            summed(lambda point: int(point[0] == Fate.KILLED)),
            summed(lambda point: int(point[0] != Fate.STANDS)),
        )

    def all_out(self, hits: Point, allotment: Allotment) -> Fraction:
        """The chance that no model in base contact is left standing."""
        chance = Fraction(1)
        for group, taken in zip(self.places, allotment, strict=True):
            chance *= self.harm(group, taken).chance(lambda point: point[0] != Fate.STANDS)
        return chance


def _wounds(point: Point) -> int:
    return point[1]


def _sum(laws: Sequence[JointLaw], figure: Callable[[Point], int]) -> JointLaw:
    """The law of the sum of one figure over independent models."""
    total = JointLaw.certain((0,))
    for law in laws:
        total = total.plus(law.map(lambda point: (figure(point),)))
    return total
