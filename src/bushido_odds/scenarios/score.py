"""A match log played again by the rules: who has how many points after every turn, and why.

Source: https://jwarref.netlify.app/Rulebook/Scenario-Rules.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from bushido_odds.provenance import provenance
from bushido_odds.scenarios.alignment import Side, Tally
from bushido_odds.scenarios.match import Match, Turn
from bushido_odds.scenarios.rules import Event, RuleBrokenError, as_steps, event
from bushido_odds.scenarios.scenario import ScenarioType
from bushido_odds.scenarios.standing import Standing, Taken, model_named
from bushido_odds.scenarios.turn import actions, is_last, losses, starting_phase, wiped_out
from bushido_odds.scenarios.victory import end_phase
from bushido_odds.working import Step, steps


@dataclass(frozen=True, slots=True)
class TurnScore:
    """Both totals after a turn, and what happened in it."""

    turn: int
    scenario_points: Tally
    victory_points: Tally
    events: tuple[Event, ...]

    def to_dict(self) -> dict[str, Any]:
        """The turn as plain data."""
        return {
            "turn": self.turn,
            "scenario_points": self.scenario_points.to_dict(),
            "victory_points": self.victory_points.to_dict(),
            "events": [happened.words for happened in self.events],
        }


@dataclass(frozen=True, slots=True)
class ScoreResult:
    """A scored match."""

    match: Match
    turns: tuple[TurnScore, ...]
    standing: Standing
    """What is on the table in the end."""
    last_turn: int | None = None
    """The last turn, where the game came to one."""
    wiped_out: tuple[Side, ...] = ()
    """Who has no model left."""
    input: Mapping[str, Any] = field(default_factory=dict)
    """The document, complete and normalised."""
    working: tuple[Step, ...] = ()
    """The working, where it was asked for."""
    kind: str = "scenario_score"

    @property
    def victory_points(self) -> Tally:
        """The Victory Points of both players."""
        return self.standing.victory_points

    @property
    def finished(self) -> bool:
        """Whether the game is over."""
        return self.last_turn is not None or bool(self.wiped_out)

    @property
    def winner(self) -> Side | None:
        """Who has more Victory Points (so far, where the game is not over); None is a draw."""
        return self.victory_points.ahead

    @property
    def scored(self) -> Mapping[str, Taken | None]:
        """Who scored each Victory Point; None where nobody has."""
        points = self.match.scenario.victory_points
        return {point.name: self.standing.taken.get(point.name) for point in points}

    def to_dict(self, exact: bool = False) -> dict[str, Any]:
        """The result as plain data; all figures are whole numbers."""
        standing = self.standing
        plain: dict[str, Any] = {
            **provenance(self.kind, self.input),
            "name": self.match.name,
            "input": dict(self.input),
            "turns": [turn.to_dict() for turn in self.turns],
            "victory_points": self.victory_points.to_dict(),
            "winner": "draw" if self.winner is None else self.winner.value,
            "finished": self.finished,
            "last_turn": self.last_turn,
            "wiped_out": {side.value: side in self.wiped_out for side in Side},
            "scored": {
                name: {"by": taken and taken.by.value, "turn": taken and taken.turn}
                for name, taken in self.scored.items()
            },
            "objectives": {
                name: standing.objectives[name].value if name in standing.objectives else "removed"
                for name in self.match.scenario.objectives
            },
            "prayer_tokens": standing.tokens.to_dict(),
        }
        if self.working:
            plain["working"] = steps(self.working)
        return plain


def score(
    match: Match, *, document: Mapping[str, Any] | None = None, explain: bool = False
) -> ScoreResult:
    """Play a match log again and count.

    Args:
        match: the scenario and the log.
        document: what goes into the result's ``input``.
        explain: add the working, step by step.

    Raises:
        RuleBrokenError: an entry that the rules do not allow, with its path in the log.
    """
    tokens = match.scenario.tokens
    standing = Standing(Tally(tokens, tokens), match.scenario.objectives)
    match = replace(match, vims=_vims(match))
    turns: list[TurnScore] = []
    last_turn: int | None = None
    gone: tuple[Side, ...] = ()
    for place, turn in enumerate(match.turns):
        number = place + 1
        try:
            if last_turn is not None or gone:
                rule = "Wiped out" if gone else match.scenario.length.kind.value
                raise RuleBrokenError(f"the game was over with turn {place}", rule)
            if turn.number not in (None, number):
                raise RuleBrokenError(f"turn {number} follows, not {turn.number}", path=("turn",))
            last = is_last(match, turn, number)
            standing, started = starting_phase(match, standing, turn, number, last)
            standing, acted = actions(match, standing, turn)
            standing, lost = losses(match, standing, turn, number)
            gone = wiped_out(match, standing, turn)
            if gone:
                ended = tuple(_early_end(turn, gone))
            else:
                standing, ended = end_phase(match, standing, turn, number, last)
                last_turn = number if last else None
        except RuleBrokenError as fault:
            raise fault.under("turns", place) from None
        events = (*started, *acted, *lost, *ended)
        turns.append(TurnScore(number, standing.scenario_points, standing.victory_points, events))
    result = ScoreResult(match, tuple(turns), standing, last_turn, gone, dict(document or {}))
    return replace(result, working=_working(result)) if explain else result


def _vims(match: Match) -> Mapping[Side, str]:
    """The VIMs by the names of their models."""
    if match.vims and not match.scenario.has(ScenarioType.VIM):
        raise RuleBrokenError('the scenario has no type "vim"', "Types", ("vims",))
    if not match.vims and match.scenario.has(ScenarioType.VIM):
        raise RuleBrokenError('"vims" is missing: who the VIM of a player is', "VIM", ("vims",))
    return {
        side: model_named(match, side, name, ("vims", side.value))
        for side, name in match.vims.items()
    }


def _early_end(turn: Turn, gone: Iterable[Side]) -> Iterable[Event]:
    """A turn without an End Phase.

    Raises:
        RuleBrokenError: the log has something of an End Phase.
    """
    for key in ("zones", "scenario_points", "victory_points", "decreasing"):
        if getattr(turn, key):
            raise RuleBrokenError(
                "the game is over before the End Phase of this turn: nothing is scored in it",
                "Last Turn",
                (key,),
            )
    for side in gone:
        yield event(f"{side.subject} have no model left: the game is over", "Wiped out")
    yield event("no End Phase and no last turn: nothing more is scored", "Last Turn")


def _working(result: ScoreResult) -> tuple[Step, ...]:
    """Every event in order, and the result."""
    verdict = "a draw"
    if result.winner is not None:
        verdict = f"{result.winner.subject} {'win' if result.finished else 'lead'}"
    end = event(f"Victory Points {result.victory_points}: {verdict}", "Winner")
    return (
        *(line for turn in result.turns for line in as_steps(turn.events, f"Turn {turn.turn}")),
        *as_steps([end], "In the end" if result.finished else "So far"),
    )
