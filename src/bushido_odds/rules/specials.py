"""The registry of Special Attacks and Defences: one entry a special.

An entry says what follows when the attack (or the defence) succeeds: the Damage Rolls, what happens
to the enemy and to the model itself, and whether the two are still in base contact.  What stops the
exchange is not written here: it follows from those facts (``odds.exchange``), as in the rulebook.
Source of all: https://jwarref.netlify.app/Rulebook/Special-Abilities.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from enum import Enum

from bushido_odds.rules import sources


class Damage(Enum):
    """How much of a Damage Roll a successful attack deals."""

    FULL = "full"
    HALF = "half"
    NONE = "none"


class Removal(Enum):
    """Which models a special takes from play, whatever their wounds."""

    NOBODY = "nobody"
    ENEMY = "enemy"
    BOTH = "both"


def once(level: int) -> tuple[int, ...]:
    """One Damage Roll, at the attack's Success Level."""
    return (level,)


def twice(level: int) -> tuple[int, ...]:
    """A second Damage Roll at the same Success Level."""
    return (level, level)


def descending(level: int) -> tuple[int, ...]:
    """Damage Rolls at two Success Levels fewer each time, down to 0; after 0 or 1 one more at 0."""
    if level < 2:
        return (level, 0)
    return tuple(range(level, -1, -2))


@dataclass(frozen=True, slots=True, eq=False)
class Special:
    """One Special Attack or Special Defence of the cards."""

    name: str
    effect: str
    damage: Damage = Damage.FULL
    rolls: Callable[[int], tuple[int, ...]] = once
    roll_bonus: int = 0
    critical: bool = False
    counterstrike: bool = False
    """A defence that makes a Damage Roll at its Success Level less ``COUNTERSTRIKE_COST``."""
    states: tuple[str, ...] = ()
    """States that the enemy gains."""
    states_after_damage: bool = False
    enemy_moves: str = ""
    """How far the enemy is moved, as the rulebook prints it; empty if it is not."""
    self_moves: str = ""
    self_moves_first: bool = False
    """The model steps back before the enemy is pulled along, who may have to stay behind."""
    collides: bool = False
    """A model thrown into another is stopped and falls, or makes it fall."""
    denies_reply: bool = False
    """The enemy may not attack any more in this exchange."""
    removes: Removal = Removal.NOBODY
    spared: frozenset[str] = frozenset()
    """Traits of enemies that cannot be removed by it: to them it is a hit like any other."""
    source: str = sources.SPECIALS

    @property
    def is_attack(self) -> bool:
        return self.name.endswith("Attack")

    @property
    def moves_enemy_away(self) -> bool:
        """Whether the enemy is moved off, towards what stands behind it, and not pulled along."""
        return bool(self.enemy_moves) and not self.self_moves_first


COUNTERSTRIKE_COST = 2

_ZONE = "out of its Zone of Control"

_ENTRIES = (
    # ---- attacks: Damage Rolls
    Special(
        "Combo Attack",
        "more Damage Rolls at 2 Success Levels fewer each, down to 0; after 0 or 1 one more at 0",
        rolls=descending,
    ),
    Special(
        "Critical Attack",
        "equal dice in the Damage Roll remove the enemy from play",
        critical=True,
    ),
    Special(
        "Dual Attack",
        "a second Damage Roll at the same Success Level",
        rolls=twice,
        source=sources.SPECIALS,
    ),
    Special("Powerful Attack", "+3 on the Damage Roll", roll_bonus=3),
    Special(
        "Stun Attack",
        "the enemy is Stunned after the Damage Roll",
        states=("stunned",),
        states_after_damage=True,
    ),
    # ---- attacks: half damage
    Special(
        "Forceback Attack",
        'both move 1" and stay in contact; half damage',
        damage=Damage.HALF,
        enemy_moves='1"',
        self_moves='1"',
    ),
    Special(
        "Slam Attack",
        'the enemy is moved 3" and falls Prone; half damage',
        damage=Damage.HALF,
        states=("prone",),
        enemy_moves='3"',
        collides=True,
    ),
    Special(
        "Sweep Attack",
        "the enemy falls Prone; half damage",
        damage=Damage.HALF,
        states=("prone",),
    ),
    Special(
        "Throw Attack",
        'the enemy is moved 2" and falls Prone; half damage',
        damage=Damage.HALF,
        states=("prone",),
        enemy_moves='2"',
        collides=True,
    ),
    # ---- attacks: no damage
    Special(
        "Drag Attack",
        'the model steps back 1" and pulls the enemy along; no damage',
        damage=Damage.NONE,
        enemy_moves='1"',
        self_moves='1"',
        self_moves_first=True,
    ),
    Special(
        "Grapple Attack",
        "the enemy is Held and may not attack in this exchange; no damage",
        damage=Damage.NONE,
        states=("held",),
        denies_reply=True,
    ),
    Special(
        "Push Attack",
        "the enemy is pushed out of the Zone of Control; no damage",
        damage=Damage.NONE,
        enemy_moves=_ZONE,
    ),
    Special(
        "Sidestep Attack",
        "the model leaves the enemy's Zone of Control; no damage",
        damage=Damage.NONE,
        self_moves=_ZONE,
    ),
    # ---- attacks of a few masters
    Special(
        "Gokusatsu Attack",
        "both models are removed; nothing happens if the enemy has it too",
        damage=Damage.NONE,
        removes=Removal.BOTH,
    ),
    Special(
        "Ivory Prison Attack",
        "the enemy is replaced by a Prone Kairai, unless Insignificant or Soulless",
        damage=Damage.NONE,
        removes=Removal.ENEMY,
        spared=frozenset({"Insignificant", "Soulless"}),
    ),
    # ---- defences
    Special(
        "Counterstrike Defence",
        "a Damage Roll on the attacker at the defence's Success Level less 2",
        counterstrike=True,
    ),
    Special(
        "Drag Defence",
        'the model steps back 1" and the attacker follows into contact',
        enemy_moves='1"',
        self_moves='1"',
        self_moves_first=True,
    ),
    Special(
        "Eagle's Flight Defence",
        'the model may move 3" after the exchange',
    ),
    Special(
        "Forceback Defence",
        'the attacker is moved 1" away and the model follows into contact',
        enemy_moves='1"',
        self_moves='1"',
    ),
    Special("Grapple Defence", "the attacker is Held", states=("held",)),
    Special(
        "Push Defence",
        "the attacker is pushed out of the Zone of Control",
        enemy_moves=_ZONE,
    ),
    Special(
        "Sidestep Defence",
        "the model leaves the attacker's Zone of Control",
        self_moves=_ZONE,
    ),
    Special("Sweep Defence", "the attacker falls Prone", states=("prone",)),
    Special(
        "Throw Defence",
        'the attacker is moved 2" and falls Prone',
        states=("prone",),
        enemy_moves='2"',
        collides=True,
    ),
    Special(
        "Web Defence",
        "the attacker may not move until the activation ends",
        states=("webbed",),
    ),
)

SPECIALS: Mapping[str, Special] = {
    entry.name: entry for entry in sorted(_ENTRIES, key=lambda entry: entry.name)
}
"""Every known Special Attack and Defence by its card name, in alphabetical order."""
