"""What Damage Rolls do to one model: wounds, removal, Last Stand, Rise."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from enum import IntEnum
from functools import cached_property, lru_cache
from typing import NamedTuple, TypeVar

from bushido_odds.dice.multisets import FACES
from bushido_odds.rules.damage import Blow, Toughness, Weapon, damage_of_dice, damage_roll

Key = TypeVar("Key")


class Fate(IntEnum):
    """Where the exchange has left a model."""

    STANDS = 0
    DOWN = 1
    """At 0 wounds, but kept in play by Last Stand until the End Phase."""
    KILLED = 2
    CRITICAL = 3
    """Removed by a Critical Attack."""
    TAKEN = 4
    """Removed by a special, whatever its wounds (Gokusatsu, Ivory Prison)."""

    @property
    def in_play(self) -> bool:
        return self <= Fate.DOWN


class Condition(NamedTuple):
    """A model in the course of an exchange."""

    left: int
    """Wound boxes left."""
    dealt: int = 0
    """Wounds of every Damage Roll added up, potential past lethal ones included."""
    wounding: int = 0
    """Damage Rolls that cost the model a wound while it was in play."""
    level: int = -1
    """The highest Success Level of a Damage Roll against it; -1 where there was none."""
    fate: Fate = Fate.STANDS
    lethal: bool = False
    """Its wounds have reached its boxes, whatever became of it then."""
    states: frozenset[str] = frozenset()
    """States gained in the exchange, and ``moved``."""

    @property
    def in_play(self) -> bool:
        return self.fate <= Fate.DOWN

    @property
    def out(self) -> bool:
        """Removed by the end of the turn."""
        return self.fate is not Fate.STANDS

    def gaining(self, *states: str) -> Condition:
        """The same model with more states."""
        return self._replace(states=self.states.union(states))


@dataclass(frozen=True, slots=True)
class Victim:
    """A model as a target of Damage Rolls."""

    toughness: Toughness
    boxes: int
    """Wound boxes when unhurt, which Rise restores; of no account without it."""
    rise: int | None = None
    last_stand: bool = False
    can_be_prone: bool = True
    """Whether Rise leaves it Prone, and so unable to strike any more in this exchange."""


class Roll(NamedTuple):
    """One Damage Roll that an attack makes; ``dice`` are those already on the table, if any."""

    level: int
    bonus: int = 0
    dice: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class Assault:
    """The Damage Rolls of one successful attack or Counterstrike."""

    weapon: Weapon
    rolls: tuple[Roll, ...]
    critical: bool = False
    half: bool = False


def added(pairs: Iterable[tuple[Key, int]]) -> dict[Key, int]:
    """The weights of equal keys added up."""
    weights: dict[Key, int] = {}
    for key, weight in pairs:
        weights[key] = weights.get(key, 0) + weight
    return weights


@dataclass(slots=True)
class Sums:
    """Figures of many conditions: whole-number weights out of one total."""

    dealt: dict[int, int] = field(default_factory=dict)
    """By the wounds of all Damage Rolls added up."""
    levels: dict[int, int] = field(default_factory=dict)
    """By the highest Success Level of a Damage Roll; -1 where there was none."""
    lethal: int = 0
    critical: int = 0
    out: int = 0
    marks: dict[Condition, int] = field(default_factory=dict)
    """By what is left besides wounds: states, and Damage Rolls that give markers."""


class Aftermath:
    """The conditions that a model may be left in: whole-number weights out of ``total``.

    Its figures are summed once, and exchanges that share an aftermath share them.
    """

    def __init__(self, conditions: Mapping[Condition, int], total: int) -> None:
        self.conditions = conditions
        self.total = total

    @cached_property
    def sums(self) -> Sums:
        """The figures of all conditions."""
        found = Sums()
        dealt, levels, marks = found.dealt, found.levels, found.marks
        for condition, weight in self.conditions.items():
            _, wounds, wounding, level, fate, lethal, states = condition
            dealt[wounds] = dealt.get(wounds, 0) + weight
            levels[level] = levels.get(level, 0) + weight
            mark = Condition(0, 0, wounding, -1, Fate.STANDS, False, states)
            marks[mark] = marks.get(mark, 0) + weight
            if lethal:
                found.lethal += weight
            if fate is not Fate.STANDS:
                found.out += weight
                found.critical += weight if fate is Fate.CRITICAL else 0
        return found


@lru_cache(maxsize=4096)
def certain(condition: Condition) -> Aftermath:
    """The aftermath that leaves a model in one condition."""
    return Aftermath({condition: 1}, 1)


Outcomes = tuple[tuple[tuple[Condition, int], ...], int]
"""Conditions with whole-number weights, and the weights' total."""


def rise_chances(number: int) -> int:
    """How many of a die's six faces pass Rise (X): a 1 counts 0.

    Source: https://jwarref.netlify.app/definitions/traits/Rise.
    """
    return sum((0 if face == 1 else face) >= number for face in range(1, FACES + 1))


def suffer(condition: Condition, victim: Victim, assault: Assault) -> Outcomes:
    """What an assault makes of a model, roll by roll.

    Rolls go on past lethal wounds only to count their potential; they stop at a Critical removal.
    """
    found = aftermath(condition, victim, assault)
    return tuple(found.conditions.items()), found.total


@lru_cache(maxsize=8192)
def aftermath(condition: Condition, victim: Victim, assault: Assault) -> Aftermath:
    """The same with its figures."""
    highest = max(condition.level, *(roll.level for roll in assault.rolls))
    reached = {condition._replace(level=highest): 1}
    total = 1
    blow = Blow(assault.weapon, victim.toughness, assault.critical, assault.half)
    for level, bonus, dice in assault.rolls:
        if dice:
            law, weight_of_all = damage_of_dice(blow, level, bonus, dice)
        else:
            law, weight_of_all = damage_roll(blow, level, bonus)
        die = 1 if victim.rise is None else FACES
        after: dict[Condition, int] = {}
        for before, weight in reached.items():
            if before.fate is Fate.CRITICAL:
                after[before] = after.get(before, 0) + weight * weight_of_all * die
                continue
            for (wounds, removed), chance in law:
                for now, faces in _wounded(before, victim, wounds, removed):
                    more = weight * chance * (die if faces is None else faces)
                    after[now] = after.get(now, 0) + more
        reached = after
        total *= weight_of_all * die
    return Aftermath(reached, total)


def _wounded(
    before: Condition, victim: Victim, wounds: int, removed: bool
) -> list[tuple[Condition, int | None]]:
    """One Damage Roll's effect: the conditions it may lead to, with the faces of the Rise die.

    The number of faces is None where no die is rolled.
    """
    dealt = before.dealt + wounds
    if not before.in_play:
        return [(before._replace(dealt=dealt), None)]
    left = max(0, before.left - wounds)
    now = Condition(
        left,
        dealt,
        before.wounding + (wounds > 0),
        before.level,
        before.fate,
        before.lethal or left == 0,
        before.states,
    )
    if removed:
        return [(now._replace(fate=Fate.CRITICAL), None)]
    if left > 0 or before.left == 0:
        return [(now, None)]
    fallen = now._replace(fate=Fate.DOWN if victim.last_stand else Fate.KILLED)
    if victim.rise is None:
        return [(fallen, None)]
    passing = rise_chances(victim.rise)
    risen = now._replace(left=victim.boxes)
    if victim.can_be_prone:
        risen = risen.gaining("prone")
    return [
        (outcome, faces)
        for outcome, faces in ((risen, passing), (fallen, FACES - passing))
        if faces
    ]
