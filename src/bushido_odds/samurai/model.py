"""A model, or a group of identical ones, as the fights need it."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum


@dataclass(frozen=True, slots=True)
class Model:
    """One model, or identical models that fight as one: same type, same weapon, same armour.

    Attributes:
        name: what to call it.
        fs: Fighting Skill.
        attacks: attacks of one model.
        body: Body Strength.
        wounds: wounds left, of each model.
        spirit, agility: the characteristics of ki-attacks, and of Evasion and two blades.
        armour: Defence of the armour, the part of the body it covers; None without armour.
        armour_strength: how hard the armour is to pierce, where that is tested.
        weapon_mod: what its weapon adds to Body Strength; None for the rule's own value.
        modifier: what the situation adds to Fighting Skill or to shooting.
        unarmed: it fights without a weapon.
        two_blades: it fights with two blades.
        shooting: the characteristic it shoots with.
        shots: shots in the turn.
        strength: strength of its missiles; None for Body Strength and the weapon's modifier.
        range: reach of its missiles in inches; None without a limit.
        in_contact: models in base contact with the enemy.
        within_inch: further models within 1 inch.
        against: the enemy group whose profile opposes its attacks; empty for the best for the side
            that chooses.
    """

    name: str
    fs: int = 0
    attacks: int = 1
    body: int = 0
    wounds: int = 1
    spirit: int = 0
    agility: int = 0
    armour: int | None = None
    armour_strength: int = 0
    weapon_mod: int | None = None
    modifier: int = 0
    unarmed: bool = False
    two_blades: bool = False
    shooting: int = 0
    shots: int = 1
    strength: int | None = None
    range: float | None = None
    in_contact: int = 1
    within_inch: int = 0
    against: str = ""


class Reaction(Enum):
    """What the target of an attack declares."""

    FIGHT = "fight"
    DEFEND = "defend"
    EVASION = "evasion"
    SHOOT = "shoot"
    NONE = "none"


class Side(Enum):
    """The two sides of a fight."""

    ATTACKER = "attacker"
    TARGET = "target"

    @property
    def other(self) -> Side:
        """The enemy."""
        return Side.TARGET if self is Side.ATTACKER else Side.ATTACKER
