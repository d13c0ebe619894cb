"""The End Phase: what the Zones give, and who scores the Victory Points, stage by stage.

Source: https://jwarref.netlify.app/Rulebook/Scenario-Rules (Zone Control, Victory Conditions,
Decreasing).
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from bushido_odds.scenarios.alignment import Alignment, Side, Tally
from bushido_odds.scenarios.control import Control, Warband, Zone, control
from bushido_odds.scenarios.match import Match, Names, Removal, Turn
from bushido_odds.scenarios.rules import VICTORY_POINTS, Event, RuleBrokenError, event, look_up
from bushido_odds.scenarios.scenario import LAST, Condition, Stage, VictoryPoint
from bushido_odds.scenarios.standing import (
    Path,
    Phase,
    Standing,
    Taken,
    objective_named,
    see_in_play,
)

_RULES = {
    Condition.FRIENDLY_OBJECTIVES: "Alignment",
    Condition.SCENARIO_POINTS: "Scenario Points",
    Condition.ZONES: "Zone Control",
    Condition.VIM_KILLED: "VIM",
    Condition.VIM_STANDING: "VIM",
    Condition.OTHER: "Three Victory Points",
}


def end_phase(match: Match, standing: Standing, turn: Turn, number: int, last: bool) -> Phase:
    """Score the End Phase of a turn.

    Raises:
        RuleBrokenError: an entry that the rules do not allow.
    """
    events: list[Event] = []
    zones = _zones(match, standing, turn)
    for zone in zones:
        standing = standing.with_points(zone.scenario_points)
        events.extend(zone.events())
    for gain in turn.scenario_points:
        standing = standing.with_points(Tally().plus(gain.by, gain.points))
        events.append(event(f"{gain.reason} ({gain.by.value}): +{gain.points}", "Scenario Points"))
    claims = _claims(match, standing, turn, number, last)
    removals = dict(enumerate(turn.decreasing))
    for stage in Stage:
        scorers: set[Side] = set()
        for point in match.scenario.victory_points:
            if point.condition.stage is stage and _due(point, number, last, claims):
                by, scored = _scored(match, standing, point, zones, claims)
                events.append(scored)
                if by is not None:
                    scorers.add(by)
                    taken = {**standing.taken, point.name: Taken(by, number)}
                    standing = replace(standing, taken=taken)
        if match.scenario.decreasing and len(scorers) == 1:
            (scorer,) = scorers
            standing, more = _decreasing(match, standing, removals, scorer.other, number)
            events.extend(more)
    _see_all_removed(match, removals)
    return standing, tuple(events)


# --- Zones --------------------------------------------------------------------------------------


def _zones(match: Match, standing: Standing, turn: Turn) -> list[Control]:
    """Every Zone of the scenario in the End Phase."""
    contents: dict[str, Names] = {}
    for word, names in turn.zones.items():
        try:
            name = look_up(word, match.scenario.zones, "Zone")
            if name in contents:
                raise RuleBrokenError(f"{name} is named twice")
        except RuleBrokenError as fault:
            raise fault.under("zones", word) from None
        for side, found in names.items():
            _see_inside(match, standing, side, found, ("zones", word, side.value))
        contents[name] = names
    us, them = (match.warbands.get(side, Warband()) for side in Side)
    zones = []
    for name, alignment in match.scenario.zones.items():
        inside = contents.get(name, {})
        ours = us.present(inside.get(Side.US, ()))
        theirs = them.present(inside.get(Side.THEM, ()))
        zones.append(control(Zone(name, alignment, ours, theirs), us, them))
    return zones


def _see_inside(
    match: Match, standing: Standing, side: Side, names: tuple[str, ...], path: Path
) -> None:
    """See that the models in a Zone are known and in play."""
    warband = match.warbands.get(side)
    if warband is None:
        raise RuleBrokenError(
            f'"warbands.{side.value}" is missing: a Zone counts the rice of its models',
            "Zone Control",
            path,
        )
    try:
        warband.present(names)
    except RuleBrokenError as fault:
        raise fault.under(*path) from None
    for place, name in enumerate(names):
        see_in_play(standing, side, warband.model(name), (*path, place))


# --- Victory Points -----------------------------------------------------------------------------


def _claims(
    match: Match, standing: Standing, turn: Turn, number: int, last: bool
) -> Mapping[str, Side]:
    """Who takes the Victory Points that the log alone can tell."""
    claims: dict[str, Side] = {}
    points = {point.name: point for point in match.scenario.victory_points}
    for place, claim in enumerate(turn.victory_points):
        try:
            if standing.victory_points.total + len(claims) == VICTORY_POINTS:
                raise RuleBrokenError(
                    f"a fourth Victory Point: all {VICTORY_POINTS} are scored",
                    "Three Victory Points",
                )
            name = look_up(claim.name, points, "Victory Point")
            if name in claims or name in standing.taken:
                when = number if name in claims else standing.taken[name].turn
                raise RuleBrokenError(f'"{name}" was scored in turn {when}', "Three Victory Points")
            _see_claimable(points[name], number, last)
        except RuleBrokenError as fault:
            raise fault.under("victory_points", place, "name") from None
        claims[name] = claim.by
    return claims


def _see_claimable(point: VictoryPoint, number: int, last: bool) -> None:
    """See that the log is to say who takes a Victory Point, and in this turn."""
    if point.condition is not Condition.OTHER:
        raise RuleBrokenError(
            f'who takes "{point.name}" is counted from the log: leave it out here'
        )
    if not _due(point, number, last, (point.name,)):
        when = "the last turn" if point.turn == LAST else f"turn {point.turn}"
        raise RuleBrokenError(
            f'"{point.name}" is scored at the end of {when}',
            "Last Turn" if point.turn == LAST else "Three Victory Points",
        )


def _due(
    point: VictoryPoint, number: int, last: bool, claims: Mapping[str, Side] | tuple[str, ...]
) -> bool:
    """Whether a Victory Point is scored at the end of this turn."""
    if point.turn is None:
        return point.name in claims
    return last if point.turn == LAST else point.turn == number


def _scored(
    match: Match,
    standing: Standing,
    point: VictoryPoint,
    zones: list[Control],
    claims: Mapping[str, Side],
) -> tuple[Side | None, Event]:
    """Who scores a Victory Point (None: nobody, or both alike), and how that is said."""
    if point.condition is Condition.OTHER:
        by, counted = claims.get(point.name), ""
    else:
        count = _count(match, standing, point.condition, zones)
        by, counted = count.ahead, f" ({count})"
    verdict = "nobody scores it" if by is None else f"{by.subject} score it"
    return by, event(f"{point.name}{counted}: {verdict}", _RULES[point.condition])


def _count(match: Match, standing: Standing, condition: Condition, zones: list[Control]) -> Tally:
    """What both players have of what a condition compares."""
    if condition is Condition.SCENARIO_POINTS:
        return standing.scenario_points
    if condition is Condition.ZONES:
        controlled = [zone.controlled_by for zone in zones]
        return Tally(controlled.count(Side.US), controlled.count(Side.THEM))
    if condition is Condition.FRIENDLY_OBJECTIVES:
        seen = list(standing.objectives.values())
        return Tally(seen.count(Alignment.FRIENDLY), seen.count(Alignment.ENEMY))
    stand = {side: (side, vim) not in standing.gone for side, vim in match.vims.items()}
    if condition is Condition.VIM_STANDING:
        return Tally(*(int(stand.get(side, False)) for side in Side))
    return Tally(*(int(not stand.get(side.other, True)) for side in Side))


# --- Decreasing ---------------------------------------------------------------------------------


def _decreasing(
    match: Match, standing: Standing, removals: dict[int, Removal], by: Side, number: int
) -> Phase:
    """The removal that a player chose, taken out of those still to come; or none."""
    for place, removal in removals.items():
        if removal.by is by:
            try:
                name = objective_named(match, standing, removal.objective)
            except RuleBrokenError as fault:
                raise fault.under("decreasing", place) from None
            del removals[place]
            removed = event(f"{by.subject} remove {name}", "Decreasing")
            return standing.without_objective(name, number), (removed,)
    return standing, ()


def _see_all_removed(match: Match, removals: Mapping[int, Removal]) -> None:
    """See that no removal is left to which nobody had a right."""
    for place, removal in removals.items():
        why = "the scenario is not Decreasing"
        if match.scenario.decreasing:
            why = "that takes a Victory Point of the other player's alone, one for each removal"
        raise RuleBrokenError(
            f"{removal.by.subject} may remove no Objective here: {why}",
            "Decreasing",
            ("decreasing", place),
        )
