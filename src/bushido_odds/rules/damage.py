"""One Damage Roll: dice, modifiers, table, and what the target's traits leave of it.

Order: dice kept, plus Strength and bonuses, less Armour (after Pierce), held to 2 ... 12, the Wound
Table, Tough (after Sharp), half damage rounded down, Durable.  Sources:
https://jwarref.netlify.app/Rulebook/Wound-Table and the trait pages; that Tough comes before the
halving is the agreed order of the web odds calculator (docs/decisions.md).
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum
from functools import cache, lru_cache
from itertools import product

from bushido_odds.rules.wounds import wounds


class Kept(Enum):
    """Which dice of a Damage Roll count."""

    BOTH = "2D6"
    HIGHEST = "the two highest of 3D6"
    LOWEST = "the two lowest of 3D6"
    CHOSEN = "any two of 3D6"


def kept_dice(strong: bool, weak: bool, assassin: bool) -> Kept:
    """Which dice count: an eligible Assassin before Strong and Weak, which cancel each other."""
    if assassin:
        return Kept.CHOSEN
    if strong == weak:
        return Kept.BOTH
    return Kept.HIGHEST if strong else Kept.LOWEST


def dice_thrown(kept: Kept) -> int:
    """How many dice a Damage Roll throws."""
    return 2 if kept is Kept.BOTH else 3


def choose(thrown: tuple[int, ...], kept: Kept, critical: bool) -> tuple[int, int]:
    """The two dice of a throw that count, the lower first.

    With Assassin a pair is chosen where the attack is Critical and there is one, else the two
    highest dice.
    """
    low, *_, high = dice = sorted(thrown)
    if len(dice) == 2:
        return low, high
    if kept is Kept.LOWEST:
        return low, dice[1]
    if kept is Kept.CHOSEN and critical and low == dice[1]:
        return low, low
    return dice[1], high


@cache
def dice_totals(kept: Kept, critical: bool) -> tuple[tuple[tuple[int, bool], int], ...]:
    """The kept dice of a Damage Roll: ((sum, whether the two are equal), weight).

    Weights total 36 for two dice thrown and 216 for three.
    """
    weights: dict[tuple[int, bool], int] = {}
    for thrown in product(range(1, 7), repeat=dice_thrown(kept)):
        one, other = choose(thrown, kept, critical)
        outcome = (one + other, one == other)
        weights[outcome] = weights.get(outcome, 0) + 1
    return tuple(sorted(weights.items()))


@dataclass(frozen=True, slots=True)
class Weapon:
    """What a model brings to its Damage Rolls."""

    strength: int = 0
    """Strength of the weapon with every lasting bonus."""
    kept: Kept = Kept.BOTH
    pierce: int = 0
    sharp: int = 0


@dataclass(frozen=True, slots=True)
class Toughness:
    """What a model sets against the Damage Rolls it suffers."""

    armour: int = 0
    tough: int = 0
    durable: bool = False


def effective_armour(armour: int, pierce: int) -> int:
    """Armour after Pierce, which lowers only positive Armour and to no less than 0."""
    return max(0, armour - max(0, pierce)) if armour > 0 else armour


def effective_tough(tough: int, sharp: int) -> int:
    """Tough after Sharp, which lowers only positive Tough and to no less than 0."""
    return max(0, tough - max(0, sharp)) if tough > 0 else tough


def wounds_left(table: int, tough: int, half: bool, durable: bool) -> int:
    """What the target's traits leave of the table's wounds: Tough, halving, Durable in turn.

    Negative Tough adds wounds only where the table gave at least one.
    """
    if table == 0:
        return 0
    left = max(0, table - tough)
    if half:
        left //= 2
    return min(left, 1) if durable else left


@dataclass(frozen=True, slots=True)
class Blow:
    """A weapon against a target: everything about a Damage Roll but its level and its dice."""

    weapon: Weapon
    target: Toughness
    critical: bool = False
    """Equal dice remove the target."""
    half: bool = False
    """The attack deals half its wounds, rounded down."""

    def modifier(self, bonus: int) -> int:
        """What is added to the dice: Strength and bonuses less the Armour that is left."""
        armour = effective_armour(self.target.armour, self.weapon.pierce)
        return self.weapon.strength + bonus - armour

    def wounds(self, dice_total: int, level: int, bonus: int) -> int:
        """The wounds of dice that add up to ``dice_total`` at a Success Level."""
        tough = effective_tough(self.target.tough, self.weapon.sharp)
        table = wounds(dice_total + self.modifier(bonus), level)
        return wounds_left(table, tough, self.half, self.target.durable)


@lru_cache(maxsize=8192)
def damage_roll(
    blow: Blow, level: int, bonus: int = 0
) -> tuple[tuple[tuple[tuple[int, bool], int], ...], int]:
    """The law of one Damage Roll.

    Args:
        blow: who strikes whom with what.
        level: the Success Level, 0 or more.
        bonus: bonuses of this roll alone (a Charge, Powerful Attack).

    Returns:
        ((wounds, whether the target is removed), weight) for every outcome, and the weights' total.
    """
    weights: dict[tuple[int, bool], int] = {}
    for (total, pair), weight in dice_totals(blow.weapon.kept, blow.critical):
        outcome = (blow.wounds(total, level, bonus), pair and blow.critical)
        weights[outcome] = weights.get(outcome, 0) + weight
    return tuple(sorted(weights.items())), sum(weights.values())


def damage_of_dice(
    blow: Blow, level: int, bonus: int, thrown: tuple[int, ...]
) -> tuple[tuple[tuple[tuple[int, bool], int], ...], int]:
    """The same for dice that lie on the table: one outcome."""
    one, other = choose(thrown, blow.weapon.kept, blow.critical)
    removed = one == other and blow.critical
    return (((blow.wounds(one + other, level, bonus), removed), 1),), 1
