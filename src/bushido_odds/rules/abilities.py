"""What all the traits of one model add up to, as plain numbers and flags."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, fields
from typing import Any


@dataclass(frozen=True, slots=True)
class Abilities:
    """The traits of a model and its weapon in one kind of attack, added up.

    Every field is the sum (numbers), the union (flags, sets) or the best (Rise) of the traits that
    feed it; ``rules.traits`` says which trait feeds which field, and what each does.
    """

    # the dice of a pool
    kata: bool = False
    adept_attack: int = 0
    adept_defence: int = 0
    brutal: int = 0
    parry: int = 0
    chain_weapon: int = 0
    unblockable: int = 0
    impenetrable_defence: bool = False
    # re-rolls
    prowess_shared: int = 0
    prowess_attack: int = 0
    prowess_defence: int = 0
    dodge: int = 0
    feint: int = 0
    # who strikes first
    lightning_reflexes: bool = False
    reach: bool = False
    slow: bool = False
    # Damage Rolls
    armour: int = 0
    pierce: int = 0
    tough: int = 0
    sharp: int = 0
    durable: bool = False
    strong: bool = False
    weak: bool = False
    assassin: bool = False
    entangling: bool = False
    strength: int = 0
    """Added to the weapon's Strength."""
    # what a model survives or cannot suffer
    last_stand: bool = False
    rise: int | None = None
    immovable: bool = False
    immune: frozenset[str] = frozenset()
    soulless: bool = False
    sixth_sense: bool = False
    # markers gained per Damage Roll that wounds: (how many, of which value)
    poison: tuple[int, int] = (0, 0)
    bleed: tuple[int, int] = (0, 0)
    fire: tuple[int, int] = (0, 0)
    # the number of dice, and how they may be split
    endurance: bool = False
    indomitable: int = 0
    steadfast: bool = False
    aggressive: bool = False
    defensive: bool = False
    coordinated_attack: int = 0
    melee_pool: int = 0
    tireless: bool = False
    # being shot at, and shooting
    ranged_defence: int = 0
    swarm: bool = False
    kumo: bool = False
    lightweight: bool = False
    rapid_fire: int = 0
    size: str = ""
    """The size that a trait gives, whatever the base."""
    # Fear, Ki and size tests
    dice: int = 0
    """Added to the dice of the test."""
    enemy_dice: int = 0
    """Added to the dice of the enemy's test."""
    result: int = 0
    """Added to the final result."""
    active_result: int = 0
    """Added to the final result while the model is activating."""
    passive_result: int = 0
    """Added to the final result while the model is not activating."""
    discards: int = 0
    """Highest dice that an activating enemy loses."""
    active_discards: int = 0
    """Highest dice that the enemy loses while the model is activating."""
    leadership: int = 0
    """Added to the final result; of several only the best counts."""
    passes_inactive: bool = False
    """Passes the test without a roll while the model is not activating."""
    fear: int = 0
    fearless: bool = False
    rerolls_failure: bool = False
    rerolls_success: bool = False
    enemy_rerolls_success: bool = False


FIELDS = frozenset(field.name for field in fields(Abilities))


def combine(contributions: list[Mapping[str, Any]]) -> Abilities:
    """The abilities that several contributions (field name to amount) add up to."""
    total: dict[str, Any] = {}
    for contribution in contributions:
        for name, amount in contribution.items():
            total[name] = _together(name, total[name], amount) if name in total else amount
    return Abilities(**total)


def _together(name: str, one: Any, other: Any) -> Any:
    """Two amounts of one field: numbers add, flags and sets unite, of two Rises the easier counts.

    Of two sources of one marker the stronger counts, and so does the better Leadership.
    """
    if name == "rise":
        return min(one, other)
    if name == "leadership":
        return max(one, other)
    if isinstance(one, str):
        return one
    if isinstance(one, bool | frozenset):
        return one | other
    if isinstance(one, tuple):
        return max(one, other)
    return one + other
