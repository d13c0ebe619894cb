"""What stands on the table at one moment of a match, and the names in it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace

from bushido_odds.scenarios.alignment import NOTHING, Alignment, Side, Tally
from bushido_odds.scenarios.match import Match
from bushido_odds.scenarios.rules import Event, RuleBrokenError, look_up

Path = tuple[str | int, ...]


@dataclass(frozen=True, slots=True)
class Taken:
    """Who scored a Victory Point, and in which turn."""

    by: Side
    turn: int


@dataclass(frozen=True, slots=True)
class Standing:
    """Everything on the table that counts, at one moment of a match."""

    tokens: Tally
    objectives: Mapping[str, Alignment]
    """The Scenario Objectives in play, as we see them."""
    removed: Mapping[str, int] = field(default_factory=dict)
    """The turn in which an Objective was removed."""
    scenario_points: Tally = NOTHING
    taken: Mapping[str, Taken] = field(default_factory=dict)
    gone: Mapping[tuple[Side, str], int] = field(default_factory=dict)
    """The turn in which a model left play."""

    def without_objective(self, name: str, turn: int) -> Standing:
        """The same after a Scenario Objective was removed in a turn."""
        left = {other: seen for other, seen in self.objectives.items() if other != name}
        return replace(self, objectives=left, removed={**self.removed, name: turn})

    def without_model(self, side: Side, model: str, turn: int) -> Standing:
        """The same after a model left play in a turn."""
        return replace(self, gone={**self.gone, (side, model): turn})

    def with_points(self, points: Tally) -> Standing:
        """The same with Scenario Points added."""
        total = self.scenario_points
        added = Tally(total.us + points.us, total.them + points.them)
        return replace(self, scenario_points=added)

    @property
    def victory_points(self) -> Tally:
        """The Victory Points scored so far."""
        by = [taken.by for taken in self.taken.values()]
        return Tally(by.count(Side.US), by.count(Side.THEM))


Phase = tuple[Standing, tuple[Event, ...]]
"""What a part of a turn leaves on the table, and what happened in it."""


def model_named(match: Match, side: Side, name: str, path: Path) -> str:
    """A model of a side; where its warband is not listed, any name is one.

    Raises:
        RuleBrokenError: the warband is listed, and the name is not in it.
    """
    warband = match.warbands.get(side)
    if warband is None:
        return match.vims.get(side, name) if _same(match.vims.get(side), name) else name
    try:
        return warband.model(name)
    except RuleBrokenError as fault:
        raise fault.under(*path) from None


def _same(vim: str | None, name: str) -> bool:
    return vim is not None and vim.casefold() == name.casefold()


def see_in_play(standing: Standing, side: Side, model: str, path: Path) -> None:
    """See that a model is still in play.

    Raises:
        RuleBrokenError: it is not.
    """
    when = standing.gone.get((side, model))
    if when is not None:
        raise RuleBrokenError(f"{model} was removed from play in turn {when}", path=path)


def objective_named(match: Match, standing: Standing, word: str) -> str:
    """A Scenario Objective in play.

    Raises:
        RuleBrokenError: there is none of that name, or it was removed; the path is ``objective``.
    """
    try:
        name = look_up(word, match.scenario.objectives, "Scenario Objective")
    except RuleBrokenError as fault:
        raise fault.under("objective") from None
    if name in standing.removed:
        raise RuleBrokenError(
            f"{name} was removed in turn {standing.removed[name]}", "Decreasing", ("objective",)
        )
    return name
