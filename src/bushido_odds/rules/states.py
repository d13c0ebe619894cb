"""The registry of states: what each does to a model's dice and choices.

Finished dice already carry a state's cost in dice; a pool worked out from the card's statistic
(``rules.statistic``) subtracts it.  Source: https://jwarref.netlify.app/Rulebook/Model-States.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from bushido_odds.rules import sources


@dataclass(frozen=True, slots=True, eq=False)
class State:
    """One state, marker or circumstance of a model."""

    name: str
    effect: str
    melee_pool: int = 0
    ranged_pool: int = 0
    strikes_second: bool = False
    no_specials: bool = False
    defensive: bool = False
    aggressive: bool = False
    damage_against: int = 0
    """What the enemy adds to its Damage Rolls."""
    pool_against: int = 0
    """What the enemy adds to its Melee or Ranged Pool."""
    challenge_number: int = 0
    """What a shot at the model adds to its Challenge Number."""
    source: str = sources.STATES


_ENTRIES = (
    State("berserk", "has Aggressive", aggressive=True),
    State("bleeding", "suffers its markers in the End Phase"),
    State("blind", "-1 Melee Pool", melee_pool=-1),
    State(
        "death sentence",
        "enemies have +1 Melee or Ranged Pool and +1 on Damage Rolls against it",
        damage_against=1,
        pool_against=1,
    ),
    State(
        "exhausted",
        "no Activation Counters: -1 Melee Pool (not with Endurance)",
        melee_pool=-1,
        source=sources.MELEE,
    ),
    State(
        "frightened",
        "-1 Melee and Ranged Pool; has Defensive (not with Steadfast)",
        melee_pool=-1,
        ranged_pool=-1,
        defensive=True,
    ),
    State("held", "-1 Melee Pool; has Defensive", melee_pool=-1, defensive=True),
    State("immobilised", "may use no Special Attack or Defence", no_specials=True),
    State("on fire", "suffers its markers in the End Phase; Tough does not help"),
    State("poisoned", "suffers its markers in the End Phase"),
    State(
        "prone",
        "-1 Melee Pool; strikes second; no specials, no initiative traits; -1 to be shot at",
        melee_pool=-1,
        strikes_second=True,
        no_specials=True,
        challenge_number=-1,
    ),
    State(
        "ran",
        "-1 Melee Pool; +1 to be shot at",
        melee_pool=-1,
        challenge_number=1,
        source=sources.MELEE,
    ),
    State("stunned", "-1 Melee and Ranged Pool", melee_pool=-1, ranged_pool=-1),
    State(
        "surprised",
        "-1 Melee Pool; strikes second, no initiative traits; enables Assassin; -1 to be shot at",
        melee_pool=-1,
        strikes_second=True,
        challenge_number=-1,
        source=sources.MELEE,
    ),
)

STATES: Mapping[str, State] = {entry.name: entry for entry in _ENTRIES}
"""Every known state by name, in alphabetical order."""
