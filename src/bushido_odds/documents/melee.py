"""A Melee Exchange's document: validated, normalised, and turned into the rules' own terms."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from pydantic import ValidationError

from bushido_odds.documents import combatant
from bushido_odds.documents.faults import Place, explain, located, needed_mapping, nowhere
from bushido_odds.documents.fields import SIDES
from bushido_odds.documents.models import as_plain, melee_document
from bushido_odds.errors import InputError, InputErrors
from bushido_odds.rules import counters, statistic
from bushido_odds.rules.combatant import DEFAULT_WOUNDS, Action, Exchange, Initiative
from bushido_odds.rules.remarks import remarks, untouched_traits


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

    @property
    def goal(self) -> str | None:
        """The goal that re-rolls are played for; None under the ``expected`` policy."""
        return str(self.data["goal"]) if self.data["rerolls"] == "optimal" else None

    @property
    def end_phase(self) -> bool:
        """Whether the figures of the End Phase are asked for."""
        return bool(self.data["end_phase"])


def melee_from(data: Any, place: Place = nowhere) -> MeleeDocument:
    """The document that plain data stand for.

    Args:
        data: a mapping with active and opponent; a model may be a model line.
        place: the file and line of each path, for errors.

    Raises:
        InputErrors: everything that is wrong with it.
    """
    needed_mapping(data, place, "active, opponent")
    model = melee_document()
    try:
        valid = model.model_validate(data)
    except ValidationError as error:
        raise explain(error, model, place) from None
    plain: dict[str, Any] = {"kind": "melee", **as_plain(valid)}
    assumed = set(plain.pop("assumed"))
    found = []
    for side in SIDES:
        if plain[side]["wounds"] != DEFAULT_WOUNDS:
            # A result's input whose wounds somebody has changed since: they are given now.
            assumed.discard(f"{side}.wounds")
        assumed |= {f"{side}.{field}" for field in combatant.filled_in(plain[side], side.title())}
        found += [((side, field), fault) for field, fault in combatant.faults(plain[side])]
    if found:
        raise InputErrors([located(fault, path, place) for path, fault in found])
    exchange = Exchange(
        combatant.combatant(plain["active"]),
        combatant.combatant(plain["opponent"]),
        Action(plain["action"]),
        Initiative(plain["initiative"]),
        plain["name"],
    ).begun()
    if broken := statistic.faults(exchange):
        raise InputErrors(
            [located(InputError(text), (side, field), place) for side, field, text in broken]
        )
    if few := counters.fault(exchange):
        raise InputErrors([located(InputError(few), ("active", "counters"), place)])
    if assumed:
        plain["assumed"] = sorted(assumed)
    notes = [
        f"{plain[side]['name']}: wounds not given, {DEFAULT_WOUNDS} assumed"
        for side in SIDES
        if f"{side}.wounds" in assumed
    ]
    expected = plain["rerolls"] == "expected"
    if expected and plain["goal"] != "trade":
        notes.append("the goal counts only with rerolls: optimal")
    if plain["action"] == "stand up" and "prone" not in plain["active"]["states"]:
        notes.append(f"{plain['active']['name']}: a Stand Up is for a Prone model")
    return MeleeDocument(
        plain, exchange, (*notes, *remarks(exchange, expected)), untouched_traits(exchange)
    )


MAKERS: Mapping[str, Callable[[Any, Place], MeleeDocument]] = {"melee": melee_from}
"""Every kind of document of this module, with what makes one of plain data."""
