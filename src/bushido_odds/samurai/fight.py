"""A fight of one turn: who strikes with how many dice, and what may hit whom."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from itertools import product
from math import prod
from typing import NamedTuple

from bushido_odds.samurai.model import Model, Reaction, Side
from bushido_odds.samurai.settings import DEFAULTS, Settings
from bushido_odds.samurai.tests import Grade, passed, simple_test, wins


@dataclass(frozen=True, slots=True)
class Fight:
    """One turn of a fight between two sides of one or more groups.

    Attributes:
        attacker: the groups of the side whose activation it is.
        target: the groups it attacks.
        reaction: what the target declared.
        surprise: it is the first turn of a Surprise Attack: no reaction, simple tests.
        settings: the rules in force.
        automatic: the attacker has one hit without a test (a ki-attack that was turned).
    """

    attacker: tuple[Model, ...]
    target: tuple[Model, ...]
    reaction: Reaction = Reaction.FIGHT
    surprise: bool = False
    settings: Settings = DEFAULTS
    automatic: bool = False

    def groups(self, side: Side) -> tuple[Model, ...]:
        """The groups of one side."""
        return self.attacker if side is Side.ATTACKER else self.target

    def strikes(self, side: Side) -> bool:
        """Whether a side may hit at all."""
        return side is Side.ATTACKER or (self.reaction is Reaction.FIGHT and not self.surprise)

    @property
    def is_simple(self) -> bool:
        """Whether the attacker hits by simple tests."""
        unopposed = self.reaction is Reaction.NONE and self.settings.unopposed == "simple"
        return self.surprise or unopposed


class Kind(NamedTuple):
    """One kind of hit: whose it is, and whether it stuns outright."""

    side: Side
    group: int
    stunning: bool = False


def kinds(fight: Fight, side: Side) -> tuple[Kind, ...]:
    """Every kind of hit a side may score."""
    if not fight.strikes(side):
        return ()
    found: list[Kind] = []
    for group, model in enumerate(fight.groups(side)):
        found.append(Kind(side, group))
        if fight.surprise and model.unarmed:
            found.append(Kind(side, group, stunning=True))
    return tuple(found)


def strikers(model: Model, settings: Settings) -> int:
    """How many models of a group strike."""
    near = model.within_inch if settings.contributors == "one_inch" else 0
    return model.in_contact + near


class Stance(NamedTuple):
    """A group as it fights this turn.

    Attributes:
        dice: its attacks; 0 where it may only deflect.
        shift: what two blades cost its Fighting Skill.
    """

    dice: int
    shift: int = 0


def stances(fight: Fight, side: Side) -> Iterator[tuple[int, tuple[Stance, ...]]]:
    """The ways a side's groups may stand after their tests for two blades, with weights."""
    each = [_stances(model, fight.strikes(side), fight.settings) for model in fight.groups(side)]
    for chosen in product(*each):
        yield prod(weight for weight, _ in chosen), tuple(stance for _, stance in chosen)


def _stances(model: Model, strikes: bool, settings: Settings) -> list[tuple[int, Stance]]:
    dice = strikers(model, settings) * model.attacks if strikes else 0
    if not model.two_blades or not dice:
        return [(1, Stance(dice))]
    after: dict[Stance, int] = {}
    for grade, weight in simple_test(model.agility, settings).items():
        stance = _after(grade, dice, settings)
        after[stance] = after.get(stance, 0) + weight
    return [(weight, stance) for stance, weight in after.items()]


def _after(grade: Grade, dice: int, settings: Settings) -> Stance:
    """A group with two blades, after its Agility test.

    http://student2.ru/literatura/297865-ispolzovanie-dvukh-vidov-oruzhiya
    """
    if grade.passes:
        return Stance(2 * dice)
    if grade is Grade.CATASTROPHIC:
        return Stance(0, -1 if settings.cf_keeps_penalty else 0)
    return Stance(dice, -1)


@dataclass(frozen=True, slots=True)
class Ground:
    """Both sides as they stand in one turn: the characteristics that their tests are taken on."""

    fight: Fight
    attacker: tuple[Stance, ...]
    target: tuple[Stance, ...]

    def stances(self, side: Side) -> tuple[Stance, ...]:
        """The stances of one side's groups."""
        return self.attacker if side is Side.ATTACKER else self.target

    def tested(self, side: Side, group: int) -> int:
        """The attacks of a group that are tested; an automatic hit may take the place of one."""
        dice = self.stances(side)[group].dice
        replaces = self.has_automatic_hit and self.fight.settings.ki5_auto == "one_of"
        return dice - 1 if replaces and side is Side.ATTACKER and group == 0 else dice

    @property
    def has_automatic_hit(self) -> bool:
        """Whether the attacker's first group hits once without a test; it must have attacks."""
        return self.fight.automatic and self.attacker[0].dice > 0

    def skill(self, side: Side, group: int, enemy: Model) -> int:
        """The Fighting Skill of a group against an enemy, after everything that changes it."""
        fight, model = self.fight, self.fight.groups(side)[group]
        skill = model.fs + model.modifier + self.stances(side)[group].shift
        if model.unarmed and not enemy.unarmed and not fight.surprise:
            skill += fight.settings.unarmed_penalty
        return skill

    def guard(self, side: Side, group: int, enemy: Model) -> int:
        """The characteristic with which a group stands against an enemy's attack."""
        fight = self.fight
        if side is Side.ATTACKER or fight.strikes(side):
            return self.skill(side, group, enemy)
        if fight.reaction is Reaction.EVASION:
            return fight.groups(side)[group].agility
        return self.skill(side, group, enemy) + fight.settings.defend_bonus

    def hit_chance(self, side: Side, group: int, other: int) -> Fraction:
        """The chance that one attack of a group hits, against one enemy group."""
        fight = self.fight
        model, enemy = fight.groups(side)[group], fight.groups(side.other)[other]
        skill = self.skill(side, group, enemy)
        if fight.is_simple:
            return passed(skill, fight.settings)
        return wins(skill, self.guard(side.other, other, model), fight.settings)

    def opposing(self, side: Side, group: int) -> int:
        """The enemy group whose profile opposes a group's attacks.

        The one it names; otherwise the best for the side that chooses, the first of equals.
        """
        fight = self.fight
        model, enemies = fight.groups(side)[group], fight.groups(side.other)
        near = [place for place, enemy in enumerate(enemies) if enemy.in_contact]
        for place in near:
            if model.against and enemies[place].name == model.against:
                return place
        sign = 1 if fight.settings.opposed_profile == "chosen_by_attacker" else -1
        return max(near, key=lambda place: sign * self.hit_chance(side, group, place))
