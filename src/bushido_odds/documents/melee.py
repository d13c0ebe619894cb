"""A Melee Exchange's document: validated, normalised, and turned into the rules' own terms."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from pydantic import ValidationError

from bushido_odds.dice.shared import Priority
from bushido_odds.documents.faults import Place, explain, nowhere
from bushido_odds.documents.fields import SIDES
from bushido_odds.documents.models import melee_document
from bushido_odds.errors import InputError, InputErrors
from bushido_odds.rules.combatant import (
    DEFAULT_WOUNDS,
    Action,
    Combatant,
    Exchange,
    Initiative,
)
from bushido_odds.rules.notation import parse_special, parse_state, parse_trait
from bushido_odds.rules.remarks import remarks, untouched_traits

_PRIORITIES = {
    "balanced": Priority.BOTH,
    "attack": Priority.FIRST,
    "defence": Priority.SECOND,
}
_NAMES = {"active": "Active", "opponent": "Opponent"}


@dataclass(frozen=True, slots=True)
class MeleeDocument:
    """A valid document of one Melee Exchange.

    Attributes:
        data: the document complete and normalised; fed back in, it means the same.
        exchange: the same for the rules.
        notes: what was assumed, and which decisions bear on the figures.
        ignored_traits: traits that cannot touch the exchange, by side.
    """

    data: Mapping[str, Any]
    exchange: Exchange
    notes: tuple[str, ...]
    ignored_traits: Mapping[str, tuple[str, ...]]


def melee_from(data: Any, place: Place = nowhere) -> MeleeDocument:
    """The document that plain data stand for.

    Args:
        data: a mapping as the contract describes it; a combatant may be a model line.
        place: the file and line of each path, for errors.

    Raises:
        InputErrors: everything that is wrong with it.
    """
    if not isinstance(data, Mapping):
        file, line = place(())
        raise InputErrors(
            [InputError("keys and values are needed: active, opponent ...", file=file, line=line)]
        )
    model = melee_document()
    try:
        valid = model.model_validate(data)
    except ValidationError as error:
        raise explain(error, model, place) from None
    plain = {"kind": "melee", **valid.model_dump()}
    sides = {side: _completed(plain, side, place) for side in SIDES}
    exchange = Exchange(
        sides["active"],
        sides["opponent"],
        Action(plain["action"]),
        Initiative(plain["initiative"]),
        plain["name"],
    )
    assumed = plain.pop("assumed")
    if assumed:
        plain["assumed"] = assumed
    notes = [
        f"{sides[path.split('.')[0]].name}: wounds not given, {DEFAULT_WOUNDS} assumed"
        for path in assumed
    ]
    return MeleeDocument(plain, exchange, (*notes, *remarks(exchange)), untouched_traits(exchange))


def _completed(plain: dict[str, Any], side: str, place: Place) -> Combatant:
    """Fill in what a combatant left out, in place, and give the rules' view of it."""
    model = plain[side]
    if model["name"] is None or not model["name"]:
        model["name"] = _NAMES[side]
    if model["wounds"] is None:
        model["wounds"] = DEFAULT_WOUNDS
        plain["assumed"] = sorted({*plain["assumed"], f"{side}.wounds"})
    if model["max_wounds"] is None:
        model["max_wounds"] = model["wounds"]
    if model["max_wounds"] < model["wounds"]:
        path = (side, "max_wounds")
        file, line = place(path)
        raise InputErrors(
            [
                InputError(
                    f"{model['max_wounds']} is fewer than the {model['wounds']} wounds left",
                    file=file,
                    line=line,
                    path=f"{side}.max_wounds",
                )
            ]
        )
    return Combatant(
        model["name"],
        model["attack"],
        model["defence"],
        model["wounds"],
        model["max_wounds"],
        model["strength"],
        tuple(parse_trait(words) for words in model["traits"]),
        parse_special(model["special"]).special if model["special"] else None,
        tuple(parse_state(words) for words in model["states"]),
        model["size"],
        model["engaged"],
        model["unseen"],
        _PRIORITIES[model["prowess_priority"]],
    )
