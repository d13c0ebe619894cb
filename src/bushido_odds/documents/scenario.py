"""The documents of scenarios: a scenario, Zones, a match log, and a game in hand."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from typing import Annotated, Any, Literal, TypeVar

from pydantic import AfterValidator, BaseModel, BeforeValidator
from pydantic import Field as Constraint

from bushido_odds.documents.faults import Path, Place, located, nowhere, validated
from bushido_odds.documents.fields import Field
from bushido_odds.documents.models import MAX_LIST, annotation, definition
from bushido_odds.documents.models import _model as strict_model
from bushido_odds.documents.nested import with_figures
from bushido_odds.errors import InputError, InputErrors, nearest
from bushido_odds.scenarios.alignment import Alignment, Side, Tally
from bushido_odds.scenarios.control import Warband, Zone, parse_purchase
from bushido_odds.scenarios.game import EACH_TURN, Chances, Game, OpenPoint
from bushido_odds.scenarios.length import LONGEST, parse_length
from bushido_odds.scenarios.match import Act, Claim, Gain, Match, Names, Removal, Turn
from bushido_odds.scenarios.rules import LAYOUTS, SIZES, VICTORY_POINTS, RuleBrokenError
from bushido_odds.scenarios.scenario import (
    LAST,
    Condition,
    InteractionKind,
    Scenario,
    ScenarioType,
    VictoryPoint,
    faults,
    parse_interaction,
)
from bushido_odds.scenarios.score import score

MAX_POINTS = 999
"""The most Scenario Points that one entry of a log may give."""

_SIDES = tuple(side.value for side in Side)
_ALIGNMENTS = tuple(alignment.value for alignment in Alignment)
_FACES = {"low": 1, "high": 6}

Kind = TypeVar("Kind")


# --- what the models hold -----------------------------------------------------------------------


def _notation(parse: Callable[[str], object]) -> Any:
    """A text in a notation of the scenarios, stored as the notation spells it."""

    def spelled(words: str) -> str:
        try:
            return str(parse(words))
        except RuleBrokenError as fault:
            raise _input_error(fault) from None

    return Annotated[annotation(_TEXT), AfterValidator(spelled)]


def _turn_or(*words: str) -> Any:
    """A turn's number, or one of some words."""

    def checked(value: Any) -> Any:
        spoken = " ".join(value.casefold().split()) if isinstance(value, str) else value
        if spoken in words:
            return spoken
        if isinstance(value, int) and not isinstance(value, bool):
            if 1 <= value <= LONGEST:
                return value
            raise InputError(f"{value} is beyond the limit: turn 1 to {LONGEST}")
        close = nearest(str(value), words)
        raise InputError(
            f"a turn's number is needed, or: {', '.join(words)}",
            suggestion=f'did you mean "{close[0]}"?' if close else None,
        )

    schema = {"anyOf": [{"type": "integer", "minimum": 1, "maximum": LONGEST}, {"enum": [*words]}]}
    return Annotated[Any, AfterValidator(checked), Constraint(json_schema_extra=schema)]


_PERCENT = re.compile(r"\s*(?P<number>\d{1,9}(?:\.\d{1,30})?)\s*%\s*")
_RATIO = re.compile(r"\s*(?P<top>\d{1,300})\s*/\s*(?P<bottom>\d{1,300})\s*")
_DECIMAL = re.compile(r"\s*\d{1,9}(?:\.\d{1,300})?\s*")


def _chance(value: Any) -> str:
    """A chance as the text of its fraction: 0.25, "1/4", "25 %"; a decimal is what it says."""
    chance = None
    if isinstance(value, int | float) and not isinstance(value, bool):
        chance = Fraction(str(value))
    elif isinstance(value, str):
        if found := _PERCENT.fullmatch(value):
            chance = Fraction(found["number"]) / 100
        elif (found := _RATIO.fullmatch(value)) and int(found["bottom"]):
            chance = Fraction(int(found["top"]), int(found["bottom"]))
        elif _DECIMAL.fullmatch(value):
            chance = Fraction(value.strip())
    if chance is None:
        raise InputError(
            'a chance is needed, as in 0.25, "1/4" or "25 %"',
            hint="or {document: ..., figure: outcome.opponent_out}",
        )
    if not 0 <= chance <= 1:
        raise InputError(f"{value} is beyond the limit: a chance is 0 to 1")
    return str(chance)


_CHANCE: Any = Annotated[
    Any,
    AfterValidator(_chance),
    Constraint(
        json_schema_extra={
            "anyOf": [
                {"type": "number", "minimum": 0, "maximum": 1},
                {"type": ["string", "object"]},
            ]
        }
    ),
]


def _listed(value: Any) -> Any:
    """One word in place of a list of one."""
    return [value] if isinstance(value, str) else value


_TEXT = Field("text", "text", "")
_NAME = Field("name", "text", "a title")
_BY = Field("by", "choice", "the player", choices=_SIDES, required=True)


def _both(name: str, kind: Any, default: Callable[[], Any], help: str) -> Any:
    """A model with something for each side."""
    sides = {side: (kind, Constraint(default_factory=default, description=help)) for side in _SIDES}
    return strict_model(name, (), **sides)


def _list_of(kind: Any) -> Any:
    return Annotated[list[kind], Constraint(max_length=MAX_LIST)]


def _optional_list(kind: Any, help: str) -> Any:
    return _list_of(kind), Constraint(default_factory=list, description=help)


def _optional(kind: Any, help: str) -> Any:
    return kind | None, Constraint(default=None, description=help)


def _kind(name: str) -> Any:
    return Literal[name], Constraint(default=name, description="what is asked")


@lru_cache(maxsize=1)
def scenario_model() -> type[BaseModel]:
    """The model of a scenario's document."""
    alignment = annotation(Field("alignment", "choice", "", choices=_ALIGNMENTS))
    aligned: Any = Annotated[dict[annotation(_TEXT), alignment], Constraint(max_length=MAX_LIST)]  # type: ignore[misc]
    turn = annotation(Field("turn", "number", "", low=1, high=LONGEST))
    objectives = strict_model(
        "Objectives",
        (
            Field("layout", "choice", "how they are laid out", choices=tuple(LAYOUTS)),
            Field("size", "choice", "their size", default="small", choices=tuple(SIZES)),
        ),
        alignment=(aligned, Constraint(description="each by name, as we see it at the start")),
    )
    point = strict_model(
        "VictoryPoint",
        (
            Field("name", "text", "what to call it"),
            Field(
                "for",
                "choice",
                "what it is scored for",
                choices=tuple(condition.value for condition in Condition),
                required=True,
            ),
        ),
        turn=_optional(_turn_or(LAST), "when it is scored: a turn, or last"),
    )
    return strict_model(
        "ScenarioDocument",
        (
            _NAME,
            Field(
                "types",
                "choice",
                "what its Victory Points are linked to",
                choices=tuple(kind.value for kind in ScenarioType),
                many=True,
            ),
            Field("decreasing", "flag", "Objectives may be removed", default=False),
        ),
        kind=_kind("scenario"),
        length=(
            _notation(parse_length),
            Constraint(description="Fixed (X) or Variable (X)"),
        ),
        objectives=_optional(objectives, "the Scenario Objectives"),
        zones=(
            aligned,
            Constraint(default_factory=dict, description="each Zone by name, as we see it"),
        ),
        interactions=_optional_list(
            _notation(parse_interaction), "Influence (Simple), Prayer (5) (Complex)"
        ),
        reset_scenario_points=_optional_list(turn, "turns that start at 0-0"),
        reset_alignment=_optional_list(turn, "turns that start with Neutral Objectives"),
        victory_points=(_list_of(point), Constraint(description="the three Victory Points")),
    )


def _warbands() -> Any:
    entry = _notation(parse_purchase)
    kind = _list_of(entry) | None
    return _both("Warbands", kind, lambda: None, 'a model with its rice, as in "Aya 12"')


def _models(name: str) -> Any:
    return _both(name, _list_of(annotation(_TEXT)), list, "models by name")


@lru_cache(maxsize=1)
def control_model() -> type[BaseModel]:
    """The model of the document that asks who controls Zones."""
    zone = strict_model(
        "Zone",
        (Field("alignment", "choice", "as we see it", default="neutral", choices=_ALIGNMENTS),),
        us=_optional_list(annotation(_TEXT), "our models completely in it"),
        them=_optional_list(annotation(_TEXT), "their models completely in it"),
    )
    zones: Any = Annotated[dict[annotation(_TEXT), zone], Constraint(max_length=MAX_LIST)]  # type: ignore[misc, valid-type]
    return strict_model(
        "ControlDocument",
        (_NAME,),
        kind=_kind("scenario_control"),
        warbands=(_warbands(), Constraint(description="the models of both players")),
        zones=(zones, Constraint(description="each Zone by name, with what is in it")),
    )


@lru_cache(maxsize=1)
def score_model() -> type[BaseModel]:
    """The model of a match log."""
    action = strict_model(
        "Action",
        (
            _BY,
            Field("model", "text", "the model that acts", required=True),
            Field(
                "action",
                "choice",
                "what it does",
                choices=tuple(kind.value.casefold() for kind in InteractionKind),
                required=True,
            ),
            Field("objective", "text", "the Scenario Objective", required=True),
        ),
    )
    gain = strict_model(
        "Gain",
        (
            _BY,
            Field("points", "number", "Scenario Points", low=1, high=MAX_POINTS, required=True),
            Field("reason", "text", "what gives them", required=True),
        ),
    )
    claim = strict_model("Claim", (_BY, Field("name", "text", "the Victory Point", required=True)))
    removal = strict_model(
        "Removal", (_BY, Field("objective", "text", "the Scenario Objective", required=True))
    )
    inside = _models("Inside")
    zones: Any = Annotated[dict[annotation(_TEXT), inside], Constraint(max_length=MAX_LIST)]  # type: ignore[misc]
    sides: Any = Annotated[
        annotation(Field("wiped_out", "choice", "", choices=_SIDES, many=True)),
        BeforeValidator(_listed),
    ]
    turn = strict_model(
        "Turn",
        (
            Field("turn", "number", "the turn's number", low=1, high=LONGEST),
            Field("length_roll", "number", "the D6 of a Variable length", **_FACES),
        ),
        actions=_optional_list(action, "interactions in their order"),
        removed=_optional(_models("Removed"), "models that left play"),
        wiped_out=(
            sides,
            Constraint(default_factory=list, description="who has no model left"),
        ),
        zones=(zones, Constraint(default_factory=dict, description="models in each Zone")),
        scenario_points=_optional_list(gain, "points that the scenario itself gives"),
        victory_points=_optional_list(claim, 'who takes a Victory Point "for: other"'),
        decreasing=_optional_list(removal, "Objectives removed under Decreasing"),
    )
    vims = _both("Vims", annotation(_TEXT) | None, lambda: None, "the VIM by name")
    return strict_model(
        "ScoreDocument",
        (_NAME,),
        kind=_kind("scenario_score"),
        scenario=(scenario_model(), Constraint(description="the scenario that is played")),
        warbands=_optional(_warbands(), "the models of both players"),
        vims=_optional(vims, "the Very Important Models"),
        turns=(_list_of(turn), Constraint(description="what happened, turn by turn")),
    )


@lru_cache(maxsize=1)
def odds_model() -> type[BaseModel]:
    """The model of the document of a game in hand."""
    chances = {
        side: (_CHANCE, Constraint(default="0", description=help))
        for side, help in (("us", "the chance that we take it"), ("them", "that they take it"))
    }
    point = strict_model(
        "OpenPoint",
        (Field("name", "text", "what to call it", required=True),),
        when=(
            _turn_or(LAST, EACH_TURN),
            Constraint(default=LAST, description="a turn, last, or each turn"),
        ),
        **chances,
    )
    wiped_out = _both("WipedOut", _CHANCE, lambda: "0", "the chance in every turn")
    points = annotation(Field("us", "number", "", high=VICTORY_POINTS))
    taken = _both("Score", points, lambda: 0, "Victory Points so far")
    return strict_model(
        "OddsDocument",
        (
            _NAME,
            Field("turn", "number", "the turn in hand", default=1, low=1, high=LONGEST),
            Field("length_roll", "number", "its length roll, where it is known", **_FACES),
        ),
        kind=_kind("scenario_odds"),
        length=(_notation(parse_length), Constraint(description="Fixed (X) or Variable (X)")),
        score=_optional(taken, "Victory Points so far"),
        wiped_out=_optional(wiped_out, "the chance that a player loses the last model"),
        open=_optional_list(point, "the Victory Points that are still open"),
    )


# --- from plain data to the rules' own terms ----------------------------------------------------


def _input_error(fault: RuleBrokenError) -> InputError:
    """A broken rule as a fault of the input, with the rule and its page."""
    rule = fault.rule
    hint = None if rule is None else f"rule {rule.name}: {rule.says} ({rule.source})"
    return InputError(fault.problem, suggestion=fault.suggestion, hint=hint)


def _located(fault: RuleBrokenError, place: Place) -> InputError:
    return located(_input_error(fault), fault.path, place)


@dataclass(frozen=True, slots=True)
class ScenarioDocument:
    """A valid scenario; ``data`` is its document, complete and normalised."""

    data: Mapping[str, Any]
    scenario: Scenario


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


def scenario_from(data: Any, place: Place = nowhere) -> ScenarioDocument:
    """The scenario that plain data stand for.

    Args:
        data: a mapping as in a file.
        place: the file and line of each path, for errors.

    Raises:
        InputErrors: everything that is wrong with it.
    """
    plain = validated(scenario_model(), data, place, "types, length, victory_points")
    return ScenarioDocument(plain, _scenario(plain, place))


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
    wrong: list[InputError] = []

    def chances(given: Mapping[str, Any] | None, path: Path) -> Chances:
        given = given or {}
        try:
            return Chances(*(Fraction(given.get(side, 0)) for side in _SIDES))
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
    return OddsDocument(plain, game, notes)


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
        plain["name"] = f"{condition.value.capitalize()}{when}"
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
    kinds = {kind.value.casefold(): kind for kind in InteractionKind}
    return Turn(
        plain["turn"],
        plain["length_roll"],
        tuple(
            Act(Side(act["by"]), kinds[act["action"]], act["objective"], act["model"])
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


def _entries(make: Callable[..., Kind], plain: list[dict[str, Any]]) -> Iterator[Kind]:
    """Entries of a log, whose keys are the fields of what is made."""
    for entry in plain:
        yield make(**{**entry, "by": Side(entry["by"])})
