"""A turn up to its End Phase: length roll, resets, the actions of models, and losses.

Source: https://jwarref.netlify.app/Rulebook/Scenario-Rules.
"""

from __future__ import annotations

from dataclasses import replace

from bushido_odds.scenarios.alignment import Alignment, Side, Tally
from bushido_odds.scenarios.length import LengthKind
from bushido_odds.scenarios.match import Act, Match, Turn
from bushido_odds.scenarios.rules import Event, RuleBrokenError, event
from bushido_odds.scenarios.scenario import InteractionKind
from bushido_odds.scenarios.standing import (
    Phase,
    Standing,
    model_named,
    objective_named,
    see_in_play,
)


def is_last(match: Match, turn: Turn, number: int) -> bool:
    """Whether the length roll, or the turn itself, makes a turn the last.

    Raises:
        RuleBrokenError: a roll is missing, or there is one where none is rolled.
    """
    length = match.scenario.length
    length.check(number, turn.length_roll)
    if length.rolls_in(number) and turn.length_roll is None:
        raise RuleBrokenError(
            f'"length_roll" is missing: {length} rolls a D6 in turn {number}', "Variable"
        )
    return length.finishes(number, turn.length_roll)


def starting_phase(match: Match, standing: Standing, turn: Turn, number: int, last: bool) -> Phase:
    """The length roll as it is told, and the resets of the turn."""
    scenario = match.scenario
    events: list[Event] = []
    if turn.length_roll is not None:
        follows = "this is the last turn" if last else "another turn follows"
        events.append(event(f"length roll {turn.length_roll}: {follows}", "Variable"))
    elif last:
        rule = "Fixed" if scenario.length.kind is LengthKind.FIXED else "Seventh turn"
        events.append(event(f"{scenario.length}: this is the last turn", rule))
    if number in scenario.reset_scenario_points:
        standing = replace(standing, scenario_points=Tally())
        events.append(event("Scenario Points are reset to 0-0", "Reset Scenario Points"))
    if number in scenario.reset_alignment:
        neutral = dict.fromkeys(standing.objectives, Alignment.NEUTRAL)
        standing = replace(standing, objectives=neutral)
        events.append(event("all Objectives become Neutral", "Reset Alignment"))
    return standing, tuple(events)


def actions(match: Match, standing: Standing, turn: Turn) -> Phase:
    """Every interaction with a Scenario Objective, in the order of the log.

    Raises:
        RuleBrokenError: one that the rules do not allow.
    """
    events: list[Event] = []
    prayed: set[tuple[Side, str, str]] = set()
    for place, written in enumerate(turn.actions):
        try:
            act = _known(match, standing, written)
            if act.kind is InteractionKind.INFLUENCE:
                standing, happened = _influence(standing, act)
            else:
                prayer = (act.by, act.model.casefold(), act.objective)
                if prayer in prayed:
                    raise RuleBrokenError(
                        f"{act.model} has prayed at {act.objective} in this turn", "Prayer once"
                    )
                prayed.add(prayer)
                standing, happened = _pray(match, standing, act)
        except RuleBrokenError as fault:
            raise fault.under("actions", place) from None
        events.append(happened)
    return standing, tuple(events)


def _known(match: Match, standing: Standing, act: Act) -> Act:
    """The same action in the spelling of the scenario and the warband, if it is possible at all."""
    if match.scenario.interaction(act.kind) is None:
        raise RuleBrokenError(f"the scenario has no {act.kind.value}", "Interactions", ("action",))
    model = model_named(match, act.by, act.model, ("model",))
    see_in_play(standing, act.by, model, ("model",))
    return replace(act, model=model, objective=objective_named(match, standing, act.objective))


def _influence(standing: Standing, act: Act) -> tuple[Standing, Event]:
    seen = standing.objectives[act.objective].seen_by(act.by)
    after = seen.influenced
    if after is None:
        raise RuleBrokenError(
            f"{act.objective} is Friendly to {act.by.value} already", "Influence", ("objective",)
        )
    objectives = {**standing.objectives, act.objective: after.seen_by(act.by)}
    return replace(standing, objectives=objectives), event(
        f"{act.model} ({act.by.value}) influences {act.objective}: "
        f"{seen.value.capitalize()} becomes {after.value.capitalize()}",
        "Influence",
    )


def _pray(match: Match, standing: Standing, act: Act) -> tuple[Standing, Event]:
    if not standing.tokens.of(act.by):
        tokens = match.scenario.tokens
        raise RuleBrokenError(
            f"no Prayer Token is left: {act.by.value} had {tokens} and spent {tokens}",
            "Prayer Pool",
        )
    seen = standing.objectives[act.objective].seen_by(act.by)
    standing = replace(standing, tokens=standing.tokens.plus(act.by, -1))
    left = standing.tokens.of(act.by)
    return standing.with_points(Tally().plus(act.by, seen.points)), event(
        f"{act.model} ({act.by.value}) prays at {act.objective} ({seen.value.capitalize()}): "
        f"+{seen.points}, {left} token{'' if left == 1 else 's'} left",
        "Prayer",
    )


def losses(match: Match, standing: Standing, turn: Turn, number: int) -> Phase:
    """The models that leave play in a turn.

    Raises:
        RuleBrokenError: a model that has left already, or that nobody has.
    """
    events: list[Event] = []
    for side, names in turn.removed.items():
        for place, name in enumerate(names):
            path = ("removed", side.value, place)
            model = model_named(match, side, name, path)
            see_in_play(standing, side, model, path)
            standing = standing.without_model(side, model, number)
            vim = match.vims.get(side) == model
            events.append(
                event(
                    f"{'the VIM ' if vim else ''}{model} ({side.value}) is removed from play",
                    "VIM" if vim else "Wiped out",
                )
            )
    return standing, tuple(events)


def wiped_out(match: Match, standing: Standing, turn: Turn) -> tuple[Side, ...]:
    """Whoever has no model left: all of a listed warband are gone, or the log says so."""
    return tuple(
        side
        for side in Side
        if side in turn.wiped_out
        or (
            side in match.warbands
            and all((side, model) in standing.gone for model in match.warbands[side].models())
        )
    )
