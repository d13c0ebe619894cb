"""One model of a document: what it leaves out is filled in, and the rules get their view of it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from bushido_odds.dice.shared import Priority
from bushido_odds.errors import InputError
from bushido_odds.rules.combatant import DEFAULT_WOUNDS, MAX_DICE, Combatant, Statistic
from bushido_odds.rules.counters import FULL
from bushido_odds.rules.notation import parse_special, parse_state, parse_trait
from bushido_odds.rules.statistic import PoolWorking

PRIORITIES = {
    "balanced": Priority.BOTH,
    "attack": Priority.FIRST,
    "defence": Priority.SECOND,
}

STATISTIC_FIELDS = ("boosts", "assisting", "coordinated", "split_attacks")
"""Fields that change a Melee Pool: without one they have nothing to change."""


def filled_in(model: dict[str, Any], name: str) -> list[str]:
    """Give a model's empty fields their values, in place.

    Args:
        model: the validated fields.
        name: what to call it where it has no name.

    Returns:
        The fields that were assumed and that a reader should know of.
    """
    if not model["name"]:
        model["name"] = name
    if model["split"] is not None and model["attack"] is None and model["defence"] is None:
        model["attack"], model["defence"] = model["split"]
    finished = [model["attack"], model["defence"]]
    if model["melee_pool"] is not None and model["split"] is None and None not in finished:
        model["split"] = finished
    assumed = with_wounds(model)
    if model["counters"] is None:
        model["counters"] = 0 if "exhausted" in model["states"] else FULL
    elif model["counters"] == 0 and "exhausted" not in model["states"]:
        model["states"] = [*model["states"], "exhausted"]
    return assumed


def with_wounds(model: dict[str, Any]) -> list[str]:
    """Give a model's wounds their values, in place; the fields that were assumed."""
    assumed = []
    if model["wounds"] is None:
        model["wounds"] = DEFAULT_WOUNDS
        assumed.append("wounds")
    if model["max_wounds"] is None:
        model["max_wounds"] = model["wounds"]
    return assumed


def wound_faults(model: Mapping[str, Any]) -> Iterator[tuple[str, InputError]]:
    """What is wrong with a model's wounds: (field, fault)."""
    if model["max_wounds"] < model["wounds"]:
        yield (
            "max_wounds",
            InputError(f"{model['max_wounds']} is fewer than the {model['wounds']} wounds left"),
        )


def size_faults(traits: Iterable[str]) -> Iterator[tuple[str, InputError]]:
    """What is wrong with traits that give a size: (field, fault)."""
    sizes = [parse_trait(words).trait.name for words in traits]
    if "Huge" in sizes and "Tiny" in sizes:
        yield "traits", InputError("Huge and Tiny contradict each other")


def too_many(pool: PoolWorking) -> InputError | None:
    """What is wrong with a pool of more dice than the limit."""
    if pool.total <= MAX_DICE:
        return None
    return InputError(f"{pool.total} dice are beyond the limit of {MAX_DICE} ({pool})")


def faults(model: dict[str, Any]) -> Iterator[tuple[str, InputError]]:
    """What is wrong with one model's fields together: (field, fault)."""
    if model["melee_pool"] is None:
        for field in ("attack", "defence"):
            if model[field] is None:
                yield (
                    field,
                    InputError(
                        f'"{field}" is missing',
                        suggestion="give attack and defence, or melee_pool and split",
                    ),
                )
        for field in STATISTIC_FIELDS:
            if model[field]:
                yield field, InputError("changes a melee_pool, and none is given")
        if model["split"] is not None and [model["attack"], model["defence"]] != model["split"]:
            yield "split", InputError("contradicts attack and defence")
    elif model["split"] is None:
        yield "split", InputError('"split" is missing: how the pool is split, as in 2/1')
    elif [model["attack"], model["defence"]] != model["split"]:
        yield "split", InputError("contradicts attack and defence")
    yield from wound_faults(model)
    yield from counter_faults(model)


def counter_faults(model: Mapping[str, Any]) -> Iterator[tuple[str, InputError]]:
    """What is wrong with a model's Activation Counters: (field, fault)."""
    if model["counters"] and "exhausted" in model["states"]:
        yield "counters", InputError("a model with Activation Counters is not Exhausted")


def combatant(model: dict[str, Any]) -> Combatant:
    """The rules' view of a model whose fields are all filled in."""
    special = parse_special(model["special"]) if model["special"] else None
    statistic = None
    if model["melee_pool"] is not None:
        statistic = Statistic(
            model["melee_pool"],
            model["boosts"],
            model["assisting"],
            model["coordinated"],
            model["split_attacks"],
            (special.cost or 0) if special else 0,
        )
    return Combatant(
        model["name"],
        model["attack"],
        model["defence"],
        model["wounds"],
        model["max_wounds"],
        model["strength"],
        tuple(parse_trait(words) for words in model["traits"]),
        special.special if special else None,
        tuple(parse_state(words) for words in dict.fromkeys(model["states"])),
        model["size"],
        model["engaged"],
        model["unseen"],
        PRIORITIES[model["prowess_priority"]],
        tuple(model["keywords"]),
        model["behind"],
        model["counters"],
        statistic,
    )
