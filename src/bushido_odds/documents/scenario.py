"""The documents of scenarios: a scenario, Zones, a match log, and a game in hand."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, TypeVar

from bushido_odds.documents.faults import Path, Place, located, nowhere, validated
from bushido_odds.documents.nested import with_figures
from bushido_odds.documents.scenario_models import (
    control_model,
    input_error,
    length_model,
    odds_model,
    scenario_model,
    score_model,
)
from bushido_odds.errors import InputError, InputErrors
from bushido_odds.scenarios.alignment import Alignment, Side, Tally
from bushido_odds.scenarios.control import Warband, Zone, parse_purchase
from bushido_odds.scenarios.game import Chances, Game, OpenPoint
from bushido_odds.scenarios.length import Length, parse_length
from bushido_odds.scenarios.match import ACTIONS, Act, Claim, Gain, Match, Names, Removal, Turn
from bushido_odds.scenarios.rules import RuleBrokenError
from bushido_odds.scenarios.scenario import (
    LAST,
    Condition,
    Scenario,
    ScenarioType,
    VictoryPoint,
    faults,
    parse_interaction,
)
from bushido_odds.scenarios.score import score

Entry = TypeVar("Entry")

_IN_HAND = ("turn", "length_roll")


def _located(fault: RuleBrokenError, place: Place) -> InputError:
    return located(input_error(fault), fault.path, place)


@dataclass(frozen=True, slots=True)
class LengthDocument:
    """A valid question for a game's length; ``data`` is the document, complete and normalised."""

    data: Mapping[str, Any]
    length: Length


@dataclass(frozen=True, slots=True)
class ControlDocument:
    """Valid Zones with their models; ``data`` is the document, complete and normalised."""

    data: Mapping[str, Any]
    us: Warband
    them: Warband
    zones: tuple[Zone, ...]


@dataclass(frozen=True, slots=True)
class ScoreDocument:
    """A match log without an illegal entry; ``data`` is the document, complete and normalised."""

    data: Mapping[str, Any]
    match: Match


@dataclass(frozen=True, slots=True)
class OddsDocument:
    """A valid game in hand; ``data`` is the document, complete and normalised."""

    data: Mapping[str, Any]
    game: Game
    notes: tuple[str, ...]


AnyScenarioDocument = LengthDocument | ControlDocument | ScoreDocument | OddsDocument


def single_zone(
    us: Sequence[str], them: Sequence[str], outside: Sequence[str], alignment: str
) -> ControlDocument:
    """One Zone whose models are given with their rice, all in it but those outside.

    Raises:
        InputErrors: a model without rice, or somebody outside whom nobody knows.
    """
    left = list(outside)
    entries = {"us": list(us), "them": list(them)}
    inside: dict[str, list[str]] = {}
    for side, words in entries.items():
        inside[side] = []
        for number, entry in enumerate(words):
            try:
                models = parse_purchase(entry).models
            except RuleBrokenError as fault:
                raise InputErrors([_located(fault.at("warbands", side, number), nowhere)]) from None
            for cards in models:
                out = next(
                    (name for name in left if name.casefold() in map(str.casefold, cards)), None
                )
                if out is None:
                    inside[side].append(cards[0])
                else:
                    left.remove(out)
    if left:
        raise InputErrors([InputError(f'no model given is called "{left[0]}"', path="--outside")])
    return control_from(
        {"warbands": entries, "zones": {"zone": {"alignment": alignment, **inside}}}
    )


def length_from(data: Any, place: Place = nowhere) -> LengthDocument:
    """The question for a game's length that plain data stand for.

    Args:
        data: a mapping as in a file: a scenario will do too, with or without the turn in hand.
        place: the file and line of each path, for errors.

    Raises:
        InputErrors: everything that is wrong with it.
    """
    if isinstance(data, Mapping) and data.get("kind") == "scenario":
        scenario = {key: value for key, value in data.items() if key not in _IN_HAND}
        valid = validated(scenario_model(), scenario, place, "types, length, victory_points")
        _scenario(valid, place)
        in_hand = {key: data[key] for key in _IN_HAND if key in data}
        data = {"name": valid["name"], "length": valid["length"], **in_hand}
    plain = validated(length_model(), data, place, "length")
    length = parse_length(plain["length"])
    try:
        length.check(plain["turn"], plain["length_roll"])
    except RuleBrokenError as fault:
        raise InputErrors([_located(fault, place)]) from None
    return LengthDocument(plain, length)


def control_from(data: Any, place: Place = nowhere) -> ControlDocument:
    """The Zones that plain data stand for.

    Raises:
        InputErrors: everything that is wrong with them.
    """
    plain = validated(control_model(), data, place, "warbands, zones")
    bands = _warbands_of(plain["warbands"], place)
    wrong: list[InputError] = []
    zones = []
    for name, zone in plain["zones"].items():
        inside: dict[Side, frozenset[str]] = {}
        for side in Side:
            try:
                inside[side] = bands.get(side, Warband()).present(zone[side.value])
            except RuleBrokenError as fault:
                wrong.append(_located(fault.under("zones", name, side.value), place))
        if len(inside) == len(Side):
            seen = Alignment(zone["alignment"])
            zones.append(Zone(name, seen, inside[Side.US], inside[Side.THEM]))
    if wrong:
        raise InputErrors(wrong)
    us, them = (bands.get(side, Warband()) for side in Side)
    return ControlDocument(plain, us, them, tuple(zones))


def score_from(data: Any, place: Place = nowhere) -> ScoreDocument:
    """The match log that plain data stand for.

    Raises:
        InputErrors: everything that is wrong with its form; or the first entry that the rules do
            not allow, since what follows depends on it.
    """
    plain = validated(score_model(), data, place, "scenario, turns")
    match = Match(
        _scenario(plain["scenario"], place, ("scenario",)),
        tuple(map(_turn, plain["turns"])),
        _warbands_of(plain["warbands"] or {}, place),
        {Side(side): name for side, name in (plain["vims"] or {}).items() if name is not None},
        plain["name"],
    )
    try:
        score(match)
    except RuleBrokenError as fault:
        raise InputErrors([_located(fault, place)]) from None
    return ScoreDocument(plain, match)


def odds_from(data: Any, place: Place = nowhere) -> OddsDocument:
    """The game in hand that plain data stand for; nested documents are answered first.

    Raises:
        InputErrors: everything that is wrong with it.
    """
    data, notes = with_figures(data, place)
    plain = validated(odds_model(), data, place, "length, open")
    plain["notes"] += notes
    wrong: list[InputError] = []

    def chances(given: Mapping[str, Any] | None, path: Path) -> Chances:
        given = given or {"us": "0", "them": "0"}
        try:
            return Chances(Fraction(given["us"]), Fraction(given["them"]))
        except RuleBrokenError as fault:
            wrong.append(_located(fault.under(*path), place))
            return Chances()

    points = tuple(
        OpenPoint(point["name"], point["when"], chances(point, ("open", number)))
        for number, point in enumerate(plain["open"])
    )
    wiped_out = chances(plain["wiped_out"], ("wiped_out",))
    if wrong:
        raise InputErrors(wrong)
    try:
        game = Game(
            parse_length(plain["length"]),
            points,
            Tally(**(plain["score"] or {})),
            plain["turn"],
            plain["length_roll"],
            wiped_out,
            plain["name"],
        )
    except RuleBrokenError as fault:
        raise InputErrors([_located(fault, place)]) from None
    return OddsDocument(plain, game, tuple(plain["notes"]))


def _scenario(plain: Mapping[str, Any], place: Place, path: Path = ()) -> Scenario:
    objectives = plain["objectives"] or {}
    scenario = Scenario(
        parse_length(plain["length"]),
        tuple(map(ScenarioType, plain["types"])),
        tuple(map(_victory_point, plain["victory_points"])),
        plain["name"],
        _alignments(objectives.get("alignment", {})),
        objectives.get("layout"),
        objectives.get("size", "small"),
        _alignments(plain["zones"]),
        tuple(map(parse_interaction, plain["interactions"])),
        tuple(plain["reset_scenario_points"]),
        tuple(plain["reset_alignment"]),
        plain["decreasing"],
    )
    if wrong := [_located(fault.under(*path), place) for fault in faults(scenario)]:
        raise InputErrors(wrong)
    return scenario


def _alignments(plain: Mapping[str, str]) -> dict[str, Alignment]:
    return {name: Alignment(word) for name, word in plain.items()}


def _victory_point(plain: dict[str, Any]) -> VictoryPoint:
    """A Victory Point, its name filled in where it was left out."""
    condition, turn = Condition(plain["for"]), plain["turn"]
    if not plain["name"]:
        when = "" if turn is None else ", last turn" if turn == LAST else f", turn {turn}"
        plain["name"] = f"{condition.title}{when}"
    return VictoryPoint(plain["name"], condition, turn)


def _warbands_of(plain: Mapping[str, Any], place: Place) -> dict[Side, Warband]:
    """The warbands that are listed, by side."""
    found = {}
    for side in Side:
        entries = plain.get(side.value)
        if entries is None:
            continue
        try:
            found[side] = Warband(tuple(map(parse_purchase, entries)))
        except RuleBrokenError as fault:
            raise InputErrors([_located(fault.under("warbands", side.value), place)]) from None
    return found


def _turn(plain: Mapping[str, Any]) -> Turn:
    return Turn(
        plain["turn"],
        plain["length_roll"],
        tuple(
            Act(Side(act["by"]), ACTIONS[act["action"]], act["objective"], act["model"])
            for act in plain["actions"]
        ),
        _names(plain["removed"] or {}),
        tuple(map(Side, plain["wiped_out"])),
        {name: _names(inside) for name, inside in plain["zones"].items()},
        tuple(_entries(Gain, plain["scenario_points"])),
        tuple(_entries(Claim, plain["victory_points"])),
        tuple(_entries(Removal, plain["decreasing"])),
    )


def _names(plain: Mapping[str, Any]) -> Names:
    return {Side(side): tuple(names) for side, names in plain.items() if names}


def _entries(make: Callable[..., Entry], plain: list[dict[str, Any]]) -> Iterator[Entry]:
    """Entries of a log, whose keys are the fields of what is made."""
    for entry in plain:
        yield make(**{**entry, "by": Side(entry["by"])})


MAKERS: Mapping[str, Callable[[Any, Place], AnyScenarioDocument]] = {
    "scenario": length_from,
    "scenario_length": length_from,
    "scenario_control": control_from,
    "scenario_score": score_from,
    "scenario_odds": odds_from,
}
"""Every kind of document of a scenario, with what makes one of plain data."""
