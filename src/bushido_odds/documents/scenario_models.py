"""The Pydantic models of the documents of scenarios: strict, as those of every document.

A notation of the scenarios (a length, an interaction, a model with its rice) is stored as the
notation spells it, and a chance as the text of its fraction.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from fractions import Fraction
from functools import lru_cache
from typing import Annotated, Any, Literal

from pydantic import AfterValidator, BaseModel, BeforeValidator
from pydantic import Field as Constraint

from bushido_odds.documents.fields import Field
from bushido_odds.documents.models import MAX_LIST, annotation, strict_model
from bushido_odds.documents.plain_data import excerpt
from bushido_odds.errors import InputError, nearest
from bushido_odds.scenarios.alignment import Alignment, Side
from bushido_odds.scenarios.control import parse_purchase
from bushido_odds.scenarios.game import EACH_TURN
from bushido_odds.scenarios.length import LONGEST, parse_length
from bushido_odds.scenarios.match import ACTIONS
from bushido_odds.scenarios.rules import LAYOUTS, SIZES, VICTORY_POINTS, RuleBrokenError
from bushido_odds.scenarios.scenario import LAST, Condition, ScenarioType, parse_interaction

MAX_POINTS = 999
"""The most Scenario Points that one entry of a log may give."""

MAX_NOTE = 2000
"""The longest remark, in characters."""

_SIDES = tuple(side.value for side in Side)
_ALIGNMENTS = tuple(alignment.value for alignment in Alignment)


def input_error(fault: RuleBrokenError) -> InputError:
    """A broken rule as a fault of the input, with the rule and its page."""
    rule = fault.rule
    hint = None if rule is None else f"rule {rule.name}: {rule.says} ({rule.source})"
    return InputError(fault.problem, suggestion=fault.suggestion, hint=hint)


def _notation(parse: Callable[[str], object]) -> Any:
    """A text in a notation of the scenarios, stored as the notation spells it."""

    def spelled(words: str) -> str:
        try:
            return str(parse(words))
        except RuleBrokenError as fault:
            raise input_error(fault) from None

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

    schema: Any = {
        "anyOf": [{"type": "integer", "minimum": 1, "maximum": LONGEST}, {"enum": [*words]}]
    }
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
        shown = excerpt(str(value), 40)
        raise InputError(f"{shown} is beyond the limit: a chance is 0 to 1")
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
_IN_HAND = (
    Field("turn", "number", "the turn in hand", default=1, low=1, high=LONGEST),
    Field("length_roll", "number", "its length roll, where it is known", low=1, high=6),
)
_BY = Field("by", "choice", "the player", choices=_SIDES, required=True)


def _both(name: str, kind: Any, default: Callable[[], Any], help: str) -> Any:
    """A model with something for each side."""
    sides = {side: (kind, Constraint(default_factory=default, description=help)) for side in _SIDES}
    return strict_model(name, (), **sides)


def _mapping_of(kind: Any) -> Any:
    """Something for each of the names that a person gives."""
    name: Any = annotation(_TEXT)
    return Annotated[dict[name, kind], Constraint(max_length=MAX_LIST)]


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
    aligned = _mapping_of(alignment)
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
        length=_length(),
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


@lru_cache(maxsize=1)
def length_model() -> type[BaseModel]:
    """The model of the document that asks how long a game lasts."""
    return strict_model(
        "LengthDocument", (_NAME, *_IN_HAND), kind=_kind("scenario_length"), length=_length()
    )


def _length() -> Any:
    return _notation(parse_length), Constraint(description="Fixed (X) or Variable (X)")


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
    return strict_model(
        "ControlDocument",
        (_NAME,),
        kind=_kind("scenario_control"),
        warbands=(_warbands(), Constraint(description="the models of both players")),
        zones=(_mapping_of(zone), Constraint(description="each Zone by name, with what is in it")),
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
                choices=tuple(ACTIONS),
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
    zones = _mapping_of(_models("Inside"))
    several: Any = annotation(Field("wiped_out", "choice", "", choices=_SIDES, many=True))
    sides: Any = Annotated[
        several,
        BeforeValidator(_listed, json_schema_input_type=several | Literal[_SIDES]),
    ]
    turn = strict_model(
        "Turn",
        (
            Field("turn", "number", "the turn's number", low=1, high=LONGEST),
            Field("length_roll", "number", "the D6 of a Variable length", low=1, high=6),
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
        (_NAME, *_IN_HAND),
        kind=_kind("scenario_odds"),
        length=_length(),
        score=_optional(taken, "Victory Points so far"),
        wiped_out=_optional(wiped_out, "the chance that a player loses the last model"),
        open=_optional_list(point, "the Victory Points that are still open"),
        notes=_optional_list(
            Annotated[str, Constraint(max_length=MAX_NOTE)],
            "remarks, such as where a chance is from",
        ),
    )
