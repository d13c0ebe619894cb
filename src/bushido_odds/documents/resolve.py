"""The document of an exchange whose dice are on the table."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from pydantic import ValidationError

from bushido_odds.documents import combatant
from bushido_odds.documents.faults import Place, explain, located, needed_mapping, nowhere
from bushido_odds.documents.fields import SIDES
from bushido_odds.documents.models import rolled_document
from bushido_odds.errors import InputError, InputErrors
from bushido_odds.rules.combatant import Action, Combatant, Exchange, Initiative, Rolled
from bushido_odds.rules.damage import dice_thrown
from bushido_odds.rules.remarks import remarks


@dataclass(frozen=True, slots=True)
class ResolveDocument:
    """A valid document of dice on the table."""

    kind: str
    """``resolve`` for final dice, ``rerolls`` for dice before any re-roll."""
    data: Mapping[str, Any]
    exchange: Exchange
    rolled: Mapping[str, Rolled]
    notes: tuple[str, ...]


def resolve_from(data: Any, place: Place = nowhere) -> ResolveDocument:
    """The document of final dice that plain data stand for.

    Raises:
        InputErrors: everything that is wrong with it.
    """
    return _rolled_from("resolve", data, place)


def rerolls_from(data: Any, place: Place = nowhere) -> ResolveDocument:
    """The document of dice before any re-roll that plain data stand for.

    Raises:
        InputErrors: everything that is wrong with it.
    """
    return _rolled_from("rerolls", data, place)


def _rolled_from(kind: str, data: Any, place: Place) -> ResolveDocument:
    """The document that plain data stand for.

    Raises:
        InputErrors: everything that is wrong with it.
    """
    needed_mapping(data, place, "active, opponent")
    model = rolled_document(kind)
    try:
        valid = model.model_validate(data)
    except ValidationError as error:
        raise explain(error, model, place) from None
    plain: dict[str, Any] = {**valid.model_dump(), "kind": kind}
    rolled = {side: _rolled(plain[side]) for side in SIDES}
    models = {side: _model(plain[side], side) for side in SIDES}
    exchange = Exchange(
        models["active"],
        models["opponent"],
        Action(plain["action"]),
        Initiative(plain["initiative"]),
        plain["name"],
    ).begun()
    if found := list(_wrong_damage(exchange, rolled)):
        raise InputErrors([located(fault, path, place) for path, fault in found])
    return ResolveDocument(kind, plain, exchange, rolled, _remarks(kind, plain, exchange))


def _remarks(kind: str, plain: Mapping[str, Any], exchange: Exchange) -> tuple[str, ...]:
    """What a reader should know; final dice are not thrown again."""
    expected = kind == "rerolls" and plain["rerolls"] == "expected"
    return remarks(exchange, expected)


def _rolled(model: Mapping[str, Any]) -> Rolled:
    return Rolled(
        tuple(model["attack"]), tuple(model["defence"]), tuple(map(tuple, model.get("damage", ())))
    )


def _model(model: dict[str, Any], side: str) -> Combatant:
    """The rules' view of a model: as many dice as lie on the table."""
    counted = {
        **dict.fromkeys(("melee_pool", "split")),
        **dict.fromkeys(combatant.STATISTIC_FIELDS, 0),
        **model,
        "attack": len(model["attack"]),
        "defence": len(model["defence"]),
    }
    combatant.filled_in(counted, side.title())
    model.update({field: counted[field] for field in ("name", "wounds", "max_wounds", "counters")})
    return combatant.combatant(counted)


def _wrong_damage(
    exchange: Exchange, rolled: Mapping[str, Rolled]
) -> Iterator[tuple[tuple[str | int, ...], InputError]]:
    models = {"active": exchange.active, "opponent": exchange.opponent}
    for side, enemy in (("active", "opponent"), ("opponent", "active")):
        kept = models[side].weapon(models[enemy]).kept
        for number, dice in enumerate(rolled[side].damage):
            if len(dice) != dice_thrown(kept):
                yield (
                    (side, "damage", number),
                    InputError(
                        f"{len(dice)} dice, and this model rolls {dice_thrown(kept)} ({kept.value})"
                    ),
                )


MAKERS: Mapping[str, Callable[[Any, Place], ResolveDocument]] = {
    "resolve": resolve_from,
    "rerolls": rerolls_from,
}
"""Every kind of document of this module, with what makes one of plain data."""
