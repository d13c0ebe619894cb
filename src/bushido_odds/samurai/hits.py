"""How many hits of each kind a turn of fighting gives.

Every way of fighting comes down to independent tests that each add at most one hit, except where
all dice are rolled at once (``exchange`` set to ``pool``) or one Evasion meets every attack.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import NamedTuple

from bushido_odds.dice.joint import JointLaw, Point
from bushido_odds.samurai.fight import Fight, Ground, Kind, stances, strikers
from bushido_odds.samurai.model import Reaction, Side
from bushido_odds.samurai.settings import Settings
from bushido_odds.samurai.tests import (
    Grade,
    Rank,
    Winner,
    comparative_test,
    rank,
    simple_test,
    winner,
)


def hit_law(fight: Fight, kinds: Sequence[Kind]) -> JointLaw:
    """The joint law of the hits of some kinds, in their order.

    Ask for one side's kinds alone where the other side's hits do not matter: the law is smaller.

    Cost: for every outcome of the tests for two blades, one convolution a die over the possible
    counts of hits.
    """
    return JointLaw.mixture(
        (mine * theirs, _Hits(Ground(fight, attacker, target), tuple(kinds)).law())
        for mine, attacker in stances(fight, Side.ATTACKER)
        for theirs, target in stances(fight, Side.TARGET)
    )


@dataclass(frozen=True, slots=True)
class _Hits:
    """The hits of some kinds on one ground."""

    ground: Ground
    kinds: tuple[Kind, ...]

    def law(self) -> JointLaw:
        fight = self.ground.fight
        pooled = fight.settings.exchange == "pool" and fight.reaction is not Reaction.EVASION
        evades_once = fight.reaction is Reaction.EVASION and (
            fight.settings.exchange == "pool" or fight.settings.evasion_tests == "one_for_all"
        )
        if fight.is_simple:
            law = self._sum(self._simple_tests())
        elif evades_once:
            law = self._one_evasion()
        elif pooled:
            law = self._pool()
        elif fight.strikes(Side.TARGET):
            paired = fight.settings.exchange == "paired"
            law = self._sum(self._paired() if paired else self._each_way())
        else:
            law = self._sum(self._one_way(Side.ATTACKER))
        return self._with_automatic_hit(law)

    # --- one test --------------------------------------------------------------------------------

    def _place(self, kind: Kind | None) -> Point:
        """One hit of a kind; zeros where it is none of those asked for."""
        return tuple(1 if kind == known else 0 for known in self.kinds)

    def _simple(self, group: int) -> JointLaw:
        """One attack of the attacker's group without anybody in its way."""
        ground = self.ground
        fight, model = ground.fight, ground.fight.attacker[group]
        enemy = fight.target[ground.opposing(Side.ATTACKER, group)]
        outright = fight.surprise and model.unarmed
        weights: dict[Point, int] = {}
        skill = ground.skill(Side.ATTACKER, group, enemy)
        for grade, weight in simple_test(skill, fight.settings).items():
            stunning = outright and grade is Grade.LUCKY
            hit = Kind(Side.ATTACKER, group, stunning) if grade.passes else None
            point = self._place(hit)
            weights[point] = weights.get(point, 0) + weight
        return JointLaw(weights)

    def _compared(self, attacker: int, target: int, *, hits: tuple[Side, ...]) -> JointLaw:
        """One comparative test between two groups, in which only some sides may hit."""
        ground, fight = self.ground, self.ground.fight
        mine, theirs = fight.attacker[attacker], fight.target[target]
        characteristics = (
            ground.guard(Side.ATTACKER, attacker, theirs),
            ground.guard(Side.TARGET, target, mine),
        )
        won = {
            Winner.ATTACKER: Kind(Side.ATTACKER, attacker),
            Winner.TARGET: Kind(Side.TARGET, target),
        }
        weights: dict[Point, int] = {}
        for (_, _, who), weight in comparative_test(*characteristics, fight.settings).items():
            hit = won.get(who)
            point = self._place(hit if hit and hit.side in hits else None)
            weights[point] = weights.get(point, 0) + weight
        return JointLaw(weights)

    # --- the tests of a turn ---------------------------------------------------------------------

    def _sum(self, tests: Iterator[tuple[JointLaw, int]]) -> JointLaw:
        law = JointLaw.certain((0,) * len(self.kinds))
        for test, times in tests:
            law = law.plus(test.repeated(times))
        return law

    def _simple_tests(self) -> Iterator[tuple[JointLaw, int]]:
        for group, dice in self._tested(Side.ATTACKER):
            yield self._simple(group), dice

    def _tested(self, side: Side) -> Iterator[tuple[int, int]]:
        """The groups of a side that have attacks to test, with their number."""
        for group in range(len(self.ground.stances(side))):
            dice = self.ground.tested(side, group)
            if dice:
                yield group, dice

    def _one_way(self, side: Side) -> Iterator[tuple[JointLaw, int]]:
        """A comparative test for every attack of one side, in which only that side may hit."""
        for group, dice in self._tested(side):
            yield self._between(side, group, self.ground.opposing(side, group)), dice

    def _between(self, side: Side, group: int, other: int) -> JointLaw:
        attacker, target = (group, other) if side is Side.ATTACKER else (other, group)
        return self._compared(attacker, target, hits=(side,))

    def _each_way(self) -> Iterator[tuple[JointLaw, int]]:
        yield from self._one_way(Side.ATTACKER)
        yield from self._one_way(Side.TARGET)

    def _paired(self) -> Iterator[tuple[JointLaw, int]]:
        """Attacks one to one while both sides have some, then what is left over.

        A group's attacks meet those of the enemy group that opposes it, then the others in order.
        """
        ground = self.ground
        left = [ground.tested(Side.TARGET, place) for place in range(len(ground.target))]
        both = (Side.ATTACKER, Side.TARGET)
        for group, rest in self._tested(Side.ATTACKER):
            chosen = ground.opposing(Side.ATTACKER, group)
            for other in (chosen, *(place for place in range(len(left)) if place != chosen)):
                met = min(rest, left[other])
                rest, left[other] = rest - met, left[other] - met
                yield self._compared(group, other, hits=both), met
            yield self._between(Side.ATTACKER, group, chosen), rest
        for group, rest in enumerate(left):
            if rest:
                yield self._between(Side.TARGET, group, ground.opposing(Side.TARGET, group)), rest

    def _with_automatic_hit(self, law: JointLaw) -> JointLaw:
        """The law with the hit that needs no test, where the attacker has one and may strike."""
        if not self.ground.has_automatic_hit:
            return law
        return law.plus(JointLaw.certain(self._place(Kind(Side.ATTACKER, 0))))

    # --- one roll against many -------------------------------------------------------------------

    def _one_evasion(self) -> JointLaw:
        """Every evading group rolls once, and each attack on it is compared with that roll."""
        ground, fight = self.ground, self.ground.fight
        law = JointLaw.certain((0,) * len(self.kinds))
        met: dict[int, list[int]] = {}
        for group, _ in self._tested(Side.ATTACKER):
            met.setdefault(ground.opposing(Side.ATTACKER, group), []).append(group)
        for evading, groups in met.items():
            agility = fight.target[evading].agility
            parts = []
            for face in fight.settings.faces:
                roll = rank(face, agility, fight.settings)
                tests = (
                    (self._against(roll, g, evading), ground.tested(Side.ATTACKER, g))
                    for g in groups
                )
                parts.append((1, self._sum(tests)))
            law = law.plus(JointLaw.mixture(parts))
        return law

    def _against(self, roll: Rank | None, group: int, other: int) -> JointLaw:
        """One attack of the attacker's group against a roll that is already known."""
        ground = self.ground
        skill = ground.skill(Side.ATTACKER, group, ground.fight.target[other])
        return self._known(Kind(Side.ATTACKER, group), skill, roll)

    def _known(self, kind: Kind | None, characteristic: int, enemy: Rank | None) -> JointLaw:
        """One die against an enemy roll that is already known; it hits where it wins."""
        settings = self.ground.fight.settings
        weights: dict[Point, int] = {}
        for face in settings.faces:
            won = winner(rank(face, characteristic, settings), enemy) is Winner.ATTACKER
            point = self._place(kind if won else None)
            weights[point] = weights.get(point, 0) + 1
        return JointLaw(weights)

    # --- all dice at once ------------------------------------------------------------------------

    def _pool(self) -> JointLaw:
        """Everybody's dice at once: a success hits where it beats the enemy's best.

        At most one side hits, so the joint law is put together from both sides' own.
        """
        pools = {side: list(self._pooled(side)) for side in Side}
        chances = {(0,) * len(self.kinds): Fraction(-1)}
        for side in Side:
            law = JointLaw.mixture(
                (weight, self._beating(best, pools[side]))
                for best, weight in _best(pools[side.other], self.ground.fight.settings)
            )
            for point in law:
                chances[point] = chances.get(point, Fraction(0)) + law[point]
        return JointLaw.of(chances)

    def _pooled(self, side: Side) -> Iterator[_Pooled]:
        """The dice of a side; who may only deflect rolls as for its attacks, at least one."""
        ground, fight = self.ground, self.ground.fight
        for group, model in enumerate(fight.groups(side)):
            dice = ground.tested(side, group)
            enemy = fight.groups(side.other)[ground.opposing(side, group)]
            scores = ground.stances(side)[group].dice > 0
            if not scores:
                dice = max(1, strikers(model, fight.settings) * model.attacks)
            characteristic = ground.guard(side, group, enemy)
            yield _Pooled(Kind(side, group) if scores else None, dice, characteristic)

    def _beating(self, best: Rank | None, pool: list[_Pooled]) -> JointLaw:
        """The hits of a pool against the enemy's best success."""
        law = JointLaw.certain((0,) * len(self.kinds))
        for kind, dice, characteristic in pool:
            law = law.plus(self._known(kind, characteristic, best).repeated(dice))
        return law


class _Pooled(NamedTuple):
    """Dice rolled into a pool: the kind of their hits, None where they only deflect."""

    kind: Kind | None
    dice: int
    characteristic: int


def _best(pool: list[_Pooled], settings: Settings) -> Iterator[tuple[Rank | None, int]]:
    """The law of the best success of a pool, as weights; None is no success at all."""
    ranks = [[rank(face, c, settings) for face in settings.faces] for _, _, c in pool]
    known = sorted({value for values in ranks for value in values if value is not None})
    below = 0
    for best in (None, *known):
        up_to = 1
        for (_, dice, _), values in zip(pool, ranks, strict=True):
            within = sum(v is None or (best is not None and v <= best) for v in values)
            up_to *= within**dice
        yield best, up_to - below
        below = up_to
