"""The documents of choices: models with a pool instead of a split."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import partial
from math import isfinite
from typing import Any

from bushido_odds.documents import combatant
from bushido_odds.documents.faults import Place, located, nowhere, validated
from bushido_odds.documents.fields import CHOICES, SIDES
from bushido_odds.documents.models import choice_document
from bushido_odds.errors import InputError, InputErrors
from bushido_odds.rules import counters
from bushido_odds.rules.combatant import DEFAULT_WOUNDS, Action, Combatant, Exchange, Initiative
from bushido_odds.rules.notation import parse_special
from bushido_odds.rules.remarks import remarks, untouched_traits
from bushido_odds.strategy.options import Choices, Chooser, Option

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
    ignored_traits: Mapping[str, tuple[str, ...]]


def choice_from(kind: str, data: Any, place: Place = nowhere) -> ChoiceDocument:
    """The document that plain data stand for.

    Raises:
        InputErrors: everything that is wrong with it.
    """
    model = choice_document(kind)
    plain = {**validated(model, data, place, "active, opponent"), "kind": kind}
    assumed = set(plain.pop("assumed"))
    faults = []
    for side in SIDES:
        if plain[side]["wounds"] != DEFAULT_WOUNDS:
            # A result's input whose wounds somebody has changed since: they are given now.
            assumed.discard(f"{side}.wounds")
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
    if few := counters.fault(exchange):
        raise InputErrors([located(InputError(few), ("active", "counters"), place)])
    if assumed:
        plain["assumed"] = sorted(assumed)
    active, opponent = (_chooser(plain[side], models[side]) for side in SIDES)
    split = replace(exchange, active=_as_split(active), opponent=_as_split(opponent)).begun()
    return ChoiceDocument(
        kind,
        plain,
        exchange,
        active,
        opponent,
        _read(plain.get("against"), place),
        (*_notes(plain, assumed), *remarks(split, plain["rerolls"] == "expected")),
        untouched_traits(split),
    )


def _as_split(chooser: Chooser) -> Combatant:
    """The model as remarks are made on it: with dice in both pools where its split is open."""
    attack, defence = chooser.split or (1, 1)
    return replace(chooser.model, attack=attack, defence=defence, statistic=None)


def _notes(plain: Mapping[str, Any], assumed: set[str]) -> Iterator[str]:
    """What was assumed, and what has no effect as it is said."""
    for side in SIDES:
        name = plain[side]["name"]
        if f"{side}.wounds" in assumed:
            yield f"{name}: wounds not given, {DEFAULT_WOUNDS} assumed"
        for words in plain[side]["specials"] if plain[side]["split"] is None else ():
            if parse_special(words).cost is None:
                yield f"{name}: no cost given for {words}, 0 assumed"
    if plain["action"] == "stand up" and "prone" not in plain["active"]["states"]:
        yield f"{plain['active']['name']}: a Stand Up is for a Prone model"


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
    names = [parse_special(words).special.name for words in model["specials"]]
    for name in dict.fromkeys(name for name in names if names.count(name) > 1):
        yield "specials", InputError(f"{name} is given twice")
    yield from combatant.wound_faults(model)
    yield from combatant.counter_faults(model)


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
        options = offered.opponent
        if isinstance(against, str) and against.strip().casefold() == "uniform":
            return tuple(Fraction(1, len(options)) for _ in options)
        wanted = {against: 1} if isinstance(against, str) else dict(against)
        weights = [Fraction(0)] * len(options)
        for words, weight in wanted.items():
            place = _option(words, options)
            if place is None:
                raise fault(f'"{words}" is none of the opponent\'s options', _listed(options))
            if not isfinite(weight):
                raise fault("a weight must be finite")
            weights[place] += Fraction(str(weight))
        total = sum(weights)
        if total <= 0:
            raise fault("the weights add up to nothing")
        return tuple(weight / total for weight in weights)

    return read


_OPTION = re.compile(r"\s*(?P<attack>\d{1,2})\s*/\s*(?P<defence>\d{1,2})(?P<special>.*)")


def _option(words: str, options: Sequence[Option]) -> int | None:
    """The place of the option that a player means: ``2/1``, ``2/0 Combo Attack``, ``2/0 combo``."""
    found = _OPTION.fullmatch(words)
    if found is None:
        return None
    split = int(found["attack"]), int(found["defence"])
    special = " ".join(found["special"].split()).casefold().replace("defense", "defence")
    meant = []
    for place, option in enumerate(options):
        name = option.special.name.casefold() if option.special else ""
        if split == (option.attack, option.defence) and special in (name, name.rpartition(" ")[0]):
            meant.append(place)
    return meant[0] if len(meant) == 1 else None


def _listed(options: Sequence[Option]) -> str:
    shown = ", ".join(map(str, options[:_SHOWN]))
    return f"they are: uniform, {shown}{' ...' if len(options) > _SHOWN else ''}"


_SHOWN = 12
"""The most options that a message names."""


MAKERS: Mapping[str, Callable[[Any, Place], ChoiceDocument]] = {
    kind: partial(choice_from, kind) for kind in CHOICES
}
"""What makes each kind of document of a choice."""
