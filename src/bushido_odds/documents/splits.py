"""The documents of choices: models with a pool instead of a split."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import partial
from typing import Any

from pydantic import ValidationError

from bushido_odds.documents import combatant
from bushido_odds.documents.faults import Place, explain, located, nowhere
from bushido_odds.documents.fields import CHOICES, SIDES
from bushido_odds.documents.models import choice_document
from bushido_odds.errors import InputError, InputErrors
from bushido_odds.rules.combatant import DEFAULT_WOUNDS, Action, Combatant, Exchange, Initiative
from bushido_odds.rules.notation import parse_special
from bushido_odds.strategy.options import Choices, Chooser

Weights = Callable[[Choices], tuple[Fraction, ...] | None]


@dataclass(frozen=True, slots=True)
class ChoiceDocument:
    """A valid document of a choice: splits or rank."""

    kind: str
    data: Mapping[str, Any]
    exchange: Exchange
    active: Chooser
    opponent: Chooser
    read: Weights
    notes: tuple[str, ...]


def choice_from(kind: str, data: Any, place: Place = nowhere) -> ChoiceDocument:
    """The document that plain data stand for.

    Raises:
        InputErrors: everything that is wrong with it.
    """
    if not isinstance(data, Mapping):
        message = "keys and values are needed: active, opponent ..."
        raise InputErrors([located(InputError(message), (), place)])
    model = choice_document(kind)
    try:
        valid = model.model_validate(data)
    except ValidationError as error:
        raise explain(error, model, place) from None
    plain: dict[str, Any] = {"kind": kind, **valid.model_dump()}
    plain["kind"] = kind
    assumed = set(plain.pop("assumed"))
    faults = []
    for side in SIDES:
        assumed |= {f"{side}.{name}" for name in _fill_in(plain[side], side)}
        faults += [((side, name), fault) for name, fault in _faults(plain[side])]
    if faults:
        raise InputErrors([located(fault, path, place) for path, fault in faults])
    models = {side: _model(plain[side]) for side in SIDES}
    exchange = Exchange(
        models["active"],
        models["opponent"],
        Action(plain["action"]),
        Initiative(plain["initiative"]),
        plain["name"],
    )
    if assumed:
        plain["assumed"] = sorted(assumed)
    notes = tuple(
        f"{plain[side]['name']}: wounds not given, {DEFAULT_WOUNDS} assumed"
        for side in SIDES
        if f"{side}.wounds" in assumed
    )
    return ChoiceDocument(
        kind,
        plain,
        exchange,
        _chooser(plain["active"], models["active"]),
        _chooser(plain["opponent"], models["opponent"]),
        _read(plain.get("against"), place),
        notes,
    )


def _fill_in(model: dict[str, Any], side: str) -> list[str]:
    """Give empty fields their values, in place; the fields that were assumed."""
    split = model["split"]
    whole = {**model, "attack": None, "defence": None, "special": None, "split": split or [0, 0]}
    assumed = combatant.filled_in(whole, side.title())
    model.update({name: whole[name] for name in model if name != "split"})
    return assumed


def _faults(model: Mapping[str, Any]) -> Iterator[tuple[str, InputError]]:
    given = [name for name in ("pool", "split", "melee_pool") if model[name] is not None]
    if not given:
        yield (
            "pool",
            InputError(
                '"pool" is missing',
                suggestion="give pool (finished dice), melee_pool (the card's), or a known split",
            ),
        )
    for name in given[1:]:
        yield name, InputError(f"contradicts {given[0]}: give one of the two")
    if model["melee_pool"] is None:
        for name in combatant.STATISTIC_FIELDS:
            if model[name]:
                yield name, InputError("changes a melee_pool, and none is given")
    if model["split"] is not None and len(model["specials"]) > 1:
        yield "specials", InputError("a known split goes with one special at most")
    yield from combatant.wound_faults(model)


def _model(model: Mapping[str, Any]) -> Combatant:
    whole = {**model, "attack": 0, "defence": 0, "special": None, "split": [0, 0]}
    return combatant.combatant(whole)


def _chooser(model: Mapping[str, Any], base: Combatant) -> Chooser:
    return Chooser(
        base,
        model["pool"],
        tuple(model["split"]) if model["split"] else None,
        tuple(parse_special(words) for words in model["specials"]),
    )


def _read(against: Any, place: Place) -> Weights:
    """Weights of the opponent's options from a read of it, once the options are known."""

    def fault(message: str, suggestion: str | None = None) -> InputErrors:
        return InputErrors(
            [located(InputError(message, suggestion=suggestion), ("against",), place)]
        )

    def read(offered: Choices) -> tuple[Fraction, ...] | None:
        if against is None:
            return None
        names = [str(option) for option in offered.opponent]
        if against == "uniform":
            return tuple(Fraction(1, len(names)) for _ in names)
        wanted = {against: 1} if isinstance(against, str) else dict(against)
        unknown = [name for name in wanted if name not in names]
        if unknown:
            raise fault(
                f'"{unknown[0]}" is none of the opponent\'s options',
                f"they are: uniform, {', '.join(names)}",
            )
        total = sum(Fraction(str(weight)) for weight in wanted.values())
        if total <= 0:
            raise fault("the weights add up to nothing")
        return tuple(Fraction(str(wanted.get(name, 0))) / total for name in names)

    return read


MAKERS: Mapping[str, Callable[[Any, Place], ChoiceDocument]] = {
    kind: partial(choice_from, kind) for kind in CHOICES
}
"""What makes each kind of document of a choice."""
