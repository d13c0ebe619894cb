"""A match as its players wrote it down, turn by turn."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from bushido_odds.scenarios.alignment import Side
from bushido_odds.scenarios.control import Warband
from bushido_odds.scenarios.scenario import InteractionKind, Scenario

ACTIONS: Mapping[str, InteractionKind] = {kind.value.casefold(): kind for kind in InteractionKind}
"""What a model does in a log, by the word for it."""


@dataclass(frozen=True, slots=True)
class Act:
    """A model interacts with a Scenario Objective."""

    by: Side
    kind: InteractionKind
    objective: str
    model: str


@dataclass(frozen=True, slots=True)
class Gain:
    """Scenario Points that the scenario itself gives in an End Phase, for a reason of its own."""

    by: Side
    points: int
    reason: str


@dataclass(frozen=True, slots=True)
class Claim:
    """A Victory Point whose condition the log alone can tell."""

    by: Side
    name: str


@dataclass(frozen=True, slots=True)
class Removal:
    """A Scenario Objective that a player removes under Decreasing."""

    by: Side
    objective: str


Names = Mapping[Side, tuple[str, ...]]


@dataclass(frozen=True, slots=True)
class Turn:
    """One turn, in the order of its phases."""

    number: int | None = None
    """As written; None where it is left out."""
    length_roll: int | None = None
    actions: tuple[Act, ...] = ()
    removed: Names = field(default_factory=dict)
    """The models that leave play for good in this turn."""
    wiped_out: tuple[Side, ...] = ()
    """Whoever has no model left, where the log says so itself."""
    zones: Mapping[str, Names] = field(default_factory=dict)
    """The models completely in each Zone in the End Phase."""
    scenario_points: tuple[Gain, ...] = ()
    victory_points: tuple[Claim, ...] = ()
    decreasing: tuple[Removal, ...] = ()


@dataclass(frozen=True, slots=True)
class Match:
    """A scenario, who plays it with which models, and what happened."""

    scenario: Scenario
    turns: tuple[Turn, ...]
    warbands: Mapping[Side, Warband] = field(default_factory=dict)
    vims: Mapping[Side, str] = field(default_factory=dict)
    name: str | None = None
