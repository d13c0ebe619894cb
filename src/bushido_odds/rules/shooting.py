"""A Ranged Attack: the range band, the Challenge Number, and the test that spares a friend.

Source: https://jwarref.netlify.app/Rulebook/Ranged-Attacks.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum

from bushido_odds.rules.combatant import Combatant
from bushido_odds.rules.statistic import Line, PoolWorking, most_dice


class Band(Enum):
    """How far the target is, in the bands of the weapon."""

    SHORT = "short"
    MEDIUM = "medium"
    LONG = "long"
    BEYOND = "beyond"
    """Out of range: the attack fails."""


BASE = {Band.SHORT: 4, Band.MEDIUM: 5, Band.LONG: 6}
"""The Challenge Number before modifiers."""

SIZE = {"tiny": 1, "small": 0, "medium": -1, "large": -2, "huge": -3}
"""What the target's size adds."""

FRIENDLY_FIRE = 6
"""The Challenge Number of the test that spares a friend, before the target's size."""


@dataclass(frozen=True, slots=True)
class Shooting:
    """One action of shooting: who, at whom, from where."""

    shooter: Combatant
    target: Combatant
    friend: Combatant | None = None
    """The nearest model of the shooter's side in base contact with the target."""
    friend_described: bool = False
    band: Band = Band.SHORT
    moved: bool = False
    shots_before: int = 0
    shots: int = 1
    """Shots of this action (Rapid Fire)."""
    cover: bool = False
    friendly_fire_dice: int | None = None
    """Dice of the test that spares a friend; those of the shot where it is None."""
    name: str | None = None


def band_at(distance: float, bands: tuple[int | None, int | None, int | None]) -> Band:
    """The band of a distance in inches, up to and including each printed value.

    Args:
        distance: to the target.
        bands: short, medium and long as printed; None where the weapon has no such band.
    """
    for band, reach in zip((Band.SHORT, Band.MEDIUM, Band.LONG), bands, strict=True):
        if reach is not None and distance <= reach:
            return band
    return Band.BEYOND


def challenge_parts(shooting: Shooting, shots_made: int, prone: bool) -> dict[str, int]:
    """What makes up the Challenge Number of a shot, by name; what adds nothing is left out.

    Args:
        shooting: the action; its band is not beyond the weapon's range.
        shots_made: shots of this action before this one.
        prone: the target is Prone by now.
    """
    target, own = shooting.target, shooting.target.abilities
    light = shooting.shooter.abilities.lightweight
    parts = {
        "range": BASE[shooting.band],
        "size": size_modifier(target),
        "swarm": 1 if own.swarm else 0,
        "cover": 2 if shooting.cover else 0,
        **{
            state.name: state.challenge_number
            for state in target.states
            if target.has(state.name) and state.name != "prone"
        },
        "prone": -1 if prone or target.has("prone") else 0,
        "ranged defence": own.ranged_defence,
        "moved": 1 if shooting.moved and not light else 0,
        "shots before": 1 if shooting.shots_before + shots_made else 0,
    }
    return {name: number for name, number in parts.items() if number or name == "range"}


def size_modifier(target: Combatant) -> int:
    """What the target's size adds to a Challenge Number: nothing with Kumo."""
    return 0 if target.abilities.kumo else SIZE[target.size]


def friendly_fire_number(target: Combatant) -> int | None:
    """The Challenge Number that spares a friend: by the target's size; None for a Huge one.

    A Huge target is hit without a test, unless Kumo takes its size out of account.
    """
    if target.size == "huge" and not target.abilities.kumo:
        return None
    return FRIENDLY_FIRE + size_modifier(target)


def ranged_pool(shooter: Combatant, target: Combatant) -> PoolWorking | None:
    """The arithmetic of a shooter's pool from its card; None where it gives finished dice."""
    statistic = shooter.statistic
    if statistic is None:
        return None
    lines = []
    if statistic.boosts:
        lines.append(Line(statistic.boosts, "Ki boosts"))
    lines += [
        Line(state.pool_against, f"the enemy's {state.name}")
        for state in target.states
        if state.pool_against
    ]
    lines += [Line(state.ranged_pool, state.name) for state in shooter.states if state.ranged_pool]
    base = statistic.base
    over = PoolWorking(base, tuple(lines)).total - most_dice(base)
    if over > 0:
        lines.append(Line(-over, "cap at twice the base" if base else "cap at 1 from a base of 0"))
    missing = 1 - PoolWorking(base, tuple(lines)).total
    if missing > 0:
        lines.append(Line(missing, "one die is always rolled"))
    if shooter.special and statistic.special_cost:
        lines.append(Line(-statistic.special_cost, shooter.special.name))
    return PoolWorking(base, tuple(lines))
