"""What a scenario says: its types, length, interactions, resets and Victory Points.

Source: https://jwarref.netlify.app/Rulebook/Scenario-Rules.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from enum import Enum
from typing import TypeVar

from bushido_odds.errors import nearest
from bushido_odds.scenarios.alignment import Alignment
from bushido_odds.scenarios.length import Length
from bushido_odds.scenarios.rules import LAYOUTS, VICTORY_POINTS, RuleBrokenError

LAST = "last"
"""What stands for the last turn where a turn is asked for."""

MAX_TOKENS = 99
"""The most Prayer Tokens that a player may start with."""

Item = TypeVar("Item")


class ScenarioType(Enum):
    """What the Victory Points of a scenario are linked to."""

    OBJECTIVES = "objectives"
    VIM = "vim"
    ZONE_CONTROL = "zone control"


class Stage(Enum):
    """The steps in which Victory Points are scored, in their order."""

    INFLUENCE = "Scenario Influence"
    POINTS = "Scenario Points"
    ZONES = "Zones"
    VIMS = "VIMs"
    OTHER = "the rest"


class Condition(Enum):
    """What a Victory Point is scored for."""

    FRIENDLY_OBJECTIVES = "most friendly objectives"
    SCENARIO_POINTS = "most scenario points"
    ZONES = "most zones"
    VIM_KILLED = "vim killed"
    VIM_STANDING = "vim standing"
    OTHER = "other"
    """Anything else that a scenario asks for: the match log says who has done it."""

    @property
    def title(self) -> str:
        """The condition with the capitals of the rules, to begin a name."""
        return _TITLES[self]

    @property
    def stage(self) -> Stage:
        """When it is scored."""
        return _STAGES[self]

    @property
    def needs(self) -> ScenarioType | None:
        """The type without which a scenario cannot have it."""
        return _NEEDS.get(self)


_TITLES = {
    Condition.FRIENDLY_OBJECTIVES: "Most Friendly Objectives",
    Condition.SCENARIO_POINTS: "Most Scenario Points",
    Condition.ZONES: "Most Zones",
    Condition.VIM_KILLED: "VIM killed",
    Condition.VIM_STANDING: "VIM standing",
    Condition.OTHER: "Other",
}
_STAGES = {
    Condition.FRIENDLY_OBJECTIVES: Stage.INFLUENCE,
    Condition.SCENARIO_POINTS: Stage.POINTS,
    Condition.ZONES: Stage.ZONES,
    Condition.VIM_KILLED: Stage.VIMS,
    Condition.VIM_STANDING: Stage.VIMS,
    Condition.OTHER: Stage.OTHER,
}
_NEEDS = {
    Condition.FRIENDLY_OBJECTIVES: ScenarioType.OBJECTIVES,
    Condition.ZONES: ScenarioType.ZONE_CONTROL,
    Condition.VIM_KILLED: ScenarioType.VIM,
    Condition.VIM_STANDING: ScenarioType.VIM,
}


class InteractionKind(Enum):
    """What a model may do with a Scenario Objective."""

    INFLUENCE = "Influence"
    PRAYER = "Prayer"


@dataclass(frozen=True, slots=True)
class Interaction:
    """An interaction as a scenario prints it."""

    kind: InteractionKind
    tokens: int = 0
    """The Prayer Tokens of each player."""
    action: str | None = None
    """Simple or Complex, where it is given; it changes nothing in what is counted."""

    def __str__(self) -> str:
        tokens = f" ({self.tokens})" if self.kind is InteractionKind.PRAYER else ""
        return f"{self.kind.value}{tokens}{f' ({self.action})' if self.action else ''}"


@dataclass(frozen=True, slots=True)
class VictoryPoint:
    """One of the Victory Points: what it is scored for, and when."""

    name: str
    condition: Condition
    turn: int | str | None
    """A turn or ``last``; None, for other conditions alone, is any turn."""


@dataclass(frozen=True, slots=True)
class Scenario:
    """One scenario; ``faults`` says what in it the rules do not allow."""

    length: Length
    types: tuple[ScenarioType, ...]
    victory_points: tuple[VictoryPoint, ...]
    name: str | None = None
    objectives: Mapping[str, Alignment] = field(default_factory=dict)
    """The Scenario Objectives with their Alignment at the start, as we see it."""
    layout: str | None = None
    size: str = "small"
    zones: Mapping[str, Alignment] = field(default_factory=dict)
    """The Zones with their Alignment, as we see it."""
    interactions: tuple[Interaction, ...] = ()
    reset_scenario_points: tuple[int, ...] = ()
    reset_alignment: tuple[int, ...] = ()
    decreasing: bool = False

    def has(self, kind: ScenarioType) -> bool:
        """Whether the scenario is of a type."""
        return kind in self.types

    def interaction(self, kind: InteractionKind) -> Interaction | None:
        """The interaction of a kind, where the scenario has it."""
        return next((found for found in self.interactions if found.kind is kind), None)

    @property
    def tokens(self) -> int:
        """The Prayer Tokens with which each player starts."""
        prayer = self.interaction(InteractionKind.PRAYER)
        return 0 if prayer is None else prayer.tokens


def parse_interaction(words: str) -> Interaction:
    """An interaction as a scenario prints it: ``Influence (Simple)``, ``Prayer (5) (Complex)``.

    Raises:
        RuleBrokenError: there is no such interaction, or its brackets do not fit.
    """
    found = re.fullmatch(r"\s*(?P<word>[^()]*?)\s*(?P<brackets>(?:\([^()]*\)\s*)*)", words)
    kinds = {kind.value: kind for kind in InteractionKind}
    word = found["word"] if found else words
    close = nearest(word, kinds)
    if not found or not close or close[0].casefold() != word.casefold():
        raise RuleBrokenError(
            f'no interaction is called "{word}"',
            "Interactions",
            suggestion=f'did you mean "{close[0]}"?' if close else f"known: {', '.join(kinds)}",
        )
    kind = kinds[close[0]]
    inside = [part.strip() for part in re.findall(r"\(([^()]*)\)", found["brackets"])]
    tokens = [part for part in inside if part.isdecimal()]
    actions = [part.capitalize() for part in inside if part.casefold() in ("simple", "complex")]
    prays = kind is InteractionKind.PRAYER
    if len(tokens) != prays or len(actions) > 1 or len(tokens) + len(actions) != len(inside):
        raise RuleBrokenError(
            f'"{words}" is not how {kind.value} is written',
            "Prayer Pool" if prays else "Influence",
            suggestion=f'as in "{kind.value}{" (5)" if prays else ""} (Simple)"',
        )
    if prays and (len(tokens[0]) > 6 or not 1 <= int(tokens[0]) <= MAX_TOKENS):
        raise RuleBrokenError(f"{tokens[0]} is beyond the limit: 1 to {MAX_TOKENS} Prayer Tokens")
    return Interaction(kind, int(tokens[0]) if prays else 0, actions[0] if actions else None)


def faults(scenario: Scenario) -> Iterator[RuleBrokenError]:
    """Everything in a scenario that the rules do not allow, each with its path."""
    yield from _type_faults(scenario)
    yield from _objective_faults(scenario)
    yield from _turn_faults(scenario)
    yield from _victory_point_faults(scenario)


def _type_faults(scenario: Scenario) -> Iterator[RuleBrokenError]:
    for kind in _twice(scenario.types):
        yield RuleBrokenError(f'"{kind.value}" is named twice', path=("types",))
    if not scenario.types:
        yield RuleBrokenError("a scenario has at least one type", "Types", ("types",))
    for kind, key, present in (
        (ScenarioType.OBJECTIVES, "objectives", bool(scenario.objectives)),
        (ScenarioType.ZONE_CONTROL, "zones", bool(scenario.zones)),
    ):
        if present and not scenario.has(kind):
            yield RuleBrokenError(f'there are {key}, but no type "{kind.value}"', "Types", (key,))
        if not present and scenario.has(kind):
            yield RuleBrokenError(
                f'the type is "{kind.value}", but no {key} are named', "Types", ("types",)
            )


def _objective_faults(scenario: Scenario) -> Iterator[RuleBrokenError]:
    count = len(scenario.objectives)
    if scenario.layout is not None and count != LAYOUTS[scenario.layout]:
        yield RuleBrokenError(
            f"a {scenario.layout} layout has {LAYOUTS[scenario.layout]} Objectives, not {count}",
            "Objective layouts",
            ("objectives", "alignment"),
        )
    for kind in _twice(found.kind for found in scenario.interactions):
        yield RuleBrokenError(f"{kind.value} is named twice", path=("interactions",))
    if scenario.objectives:
        return
    for key, given in (
        ("interactions", scenario.interactions),
        ("reset_alignment", scenario.reset_alignment),
        ("decreasing", scenario.decreasing),
    ):
        if given:
            yield RuleBrokenError("there are no Scenario Objectives for this", path=(key,))


def _turn_faults(scenario: Scenario) -> Iterator[RuleBrokenError]:
    for key, turns in (
        ("reset_scenario_points", scenario.reset_scenario_points),
        ("reset_alignment", scenario.reset_alignment),
    ):
        for turn in _twice(turns):
            yield RuleBrokenError(f"turn {turn} is named twice", path=(key,))
        for place, turn in enumerate(turns):
            yield from _no_such_turn(scenario.length, turn, (key, place))
    for place, point in enumerate(scenario.victory_points):
        if isinstance(point.turn, int):
            path = ("victory_points", place, "turn")
            yield from _no_such_turn(scenario.length, point.turn, path)


def _no_such_turn(
    length: Length, turn: int, path: tuple[str | int, ...]
) -> Iterator[RuleBrokenError]:
    try:
        length.check(turn)
    except RuleBrokenError as fault:
        yield fault.at(*path)


def _victory_point_faults(scenario: Scenario) -> Iterator[RuleBrokenError]:
    points = scenario.victory_points
    if len(points) != VICTORY_POINTS:
        yield RuleBrokenError(
            f"a scenario has {VICTORY_POINTS} Victory Points, not {len(points)}",
            "Three Victory Points",
            ("victory_points",),
        )
    for name in _twice(point.name for point in points):
        yield RuleBrokenError(
            f'two Victory Points are called "{name}": give one another name',
            path=("victory_points",),
        )
    for place, point in enumerate(points):
        path = ("victory_points", place)
        needed = point.condition.needs
        if needed is not None and not scenario.has(needed):
            yield RuleBrokenError(
                f'"{point.condition.value}" needs the type "{needed.value}"',
                "Types",
                (*path, "for"),
            )
        if point.turn is None and point.condition is not Condition.OTHER:
            yield RuleBrokenError(
                f'"turn" is missing: a turn or {LAST}', "Scoring order", (*path, "turn")
            )


def _twice(items: Iterable[Item]) -> list[Item]:
    seen: list[Item] = []
    twice: list[Item] = []
    for item in items:
        (twice if item in seen else seen).append(item)
    return twice
