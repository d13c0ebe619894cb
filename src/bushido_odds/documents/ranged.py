"""A Ranged Attack's document: validated, normalised, and turned into the rules' own terms."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Any

from bushido_odds.documents.combatant import size_faults, too_many, with_wounds, wound_faults
from bushido_odds.documents.faults import Place, located, nowhere, validated
from bushido_odds.documents.models import ranged_document
from bushido_odds.errors import InputError, InputErrors
from bushido_odds.rules.abilities import Abilities
from bushido_odds.rules.combatant import DEFAULT_WOUNDS, Combatant, Statistic, abilities_in
from bushido_odds.rules.notation import parse_special, parse_state, parse_trait
from bushido_odds.rules.shooting import (
    Band,
    Shooting,
    band_at,
    friendly_fire_number,
    ranged_pool,
)
from bushido_odds.rules.states import STATES
from bushido_odds.rules.trait import ANYWHERE, RANGED, TraitUse


@dataclass(frozen=True, slots=True)
class RangedDocument:
    """A valid document of one action of shooting.

    Attributes:
        data: the document complete and normalised; fed back in, it means the same.
        shooting: the same for the rules.
        notes: what was assumed, and what a reader should know.
        ignored_traits: traits that cannot touch the attack, by model.
    """

    data: Mapping[str, Any]
    shooting: Shooting
    notes: tuple[str, ...]
    ignored_traits: Mapping[str, tuple[str, ...]]


def ranged_from(data: Any, place: Place = nowhere) -> RangedDocument:
    """The document that plain data stand for.

    Args:
        data: a mapping with shooter and target; a model may be a model line.
        place: the file and line of each path, for errors.

    Raises:
        InputErrors: everything that is wrong with it.
    """
    plain = {"kind": "ranged", **validated(ranged_document(), data, place, "shooter, target")}
    assumed = set(plain.pop("assumed")) | _fill_in(plain)
    if found := list(_faults(plain)):
        raise InputErrors([located(fault, path, place) for path, fault in found])
    shooting = _shooting(plain)
    working = ranged_pool(shooting.shooter, shooting.target)
    if working and shooting.shooter.special and working.total < 1:
        text = f"a special may not empty the pool ({working})"
        raise InputErrors([located(InputError(text), ("shooter", "special"), place)])
    if working and (fault := too_many(working)):
        raise InputErrors([located(fault, ("shooter", "ranged_pool"), place)])
    if assumed:
        plain["assumed"] = sorted(assumed)
    return RangedDocument(plain, shooting, tuple(_notes(plain, shooting)), _ignored(shooting))


def _bodies(plain: Mapping[str, Any]) -> Iterator[tuple[str, dict[str, Any]]]:
    yield "target", plain["target"]
    if isinstance(plain["friend"], dict):
        yield "friend", plain["friend"]


def _fill_in(plain: dict[str, Any]) -> set[str]:
    """Give empty fields their values, in place; the fields that a reader should know of."""
    assumed = set()
    shooter = plain["shooter"]
    shooter["name"] = shooter["name"] or "Shooter"
    if plain["friend"] is False:
        plain["friend"] = None
    for side, model in _bodies(plain):
        model["name"] = model["name"] or side.title()
        assumed |= {f"{side}.{field}" for field in with_wounds(model)}
        model["size"] = _abilities(model).size or model["size"]
    if plain["target"]["ran"] and "ran" not in plain["target"]["states"]:
        plain["target"]["states"] = [*plain["target"]["states"], "ran"]
    if plain["range"] is None and plain["distance"] is None:
        plain["range"] = "short"
    if shooter["shots"] is None:
        shooter["shots"] = max(1, _abilities(shooter).rapid_fire)
    return assumed


def _abilities(model: Mapping[str, Any]) -> Abilities:
    """What the traits of a shooter, target or friend add up to, whoever it faces."""
    return abilities_in(RANGED, _traits(model), ANYWHERE)


def _traits(model: Mapping[str, Any]) -> tuple[TraitUse, ...]:
    return tuple(parse_trait(words) for words in model["traits"])


def _faults(plain: Mapping[str, Any]) -> Iterator[tuple[tuple[str, ...], InputError]]:
    shooter = plain["shooter"]
    if shooter["dice"] is None and shooter["ranged_pool"] is None:
        yield (
            ("shooter", "dice"),
            InputError(
                '"dice" is missing',
                suggestion="give dice, or ranged_pool and what changes it",
            ),
        )
    if shooter["dice"] is not None and shooter["ranged_pool"] is not None:
        yield ("shooter", "ranged_pool"), InputError("contradicts dice: give one of the two")
    if shooter["boosts"] and shooter["ranged_pool"] is None:
        yield ("shooter", "boosts"), InputError("changes a ranged_pool, and none is given")
    if shooter["special"] and not parse_special(shooter["special"]).special.is_attack:
        yield ("shooter", "special"), InputError("a shot has no Special Defence")
    for side, model in _bodies(plain):
        for field, fault in (*wound_faults(model), *size_faults(model["traits"])):
            yield (side, field), fault
    if (plain["distance"] is None) != (plain["bands"] is None):
        missing = "distance" if plain["distance"] is None else "bands"
        yield (missing,), InputError(f'"{missing}" is missing: distance and bands go together')
    if plain["distance"] is not None and plain["range"] is not None:
        yield ("range",), InputError("contradicts distance and bands: give one of the two")


def _band(plain: Mapping[str, Any]) -> Band:
    if plain["distance"] is None:
        return Band(plain["range"])
    short, medium, long = (None if band == "-" else int(band) for band in plain["bands"].split("/"))
    return band_at(plain["distance"], (short, medium, long))


def _shooting(plain: Mapping[str, Any]) -> Shooting:
    by = plain["shooter"]
    special = parse_special(by["special"]) if by["special"] else None
    statistic = None
    if by["ranged_pool"] is not None:
        statistic = Statistic(
            by["ranged_pool"], by["boosts"], special_cost=(special.cost or 0) if special else 0
        )
    shooter = Combatant(
        by["name"],
        max(1, by["dice"] or 0),
        0,
        strength=by["strength"],
        traits=_traits(by),
        special=special.special if special else None,
        states=tuple(parse_state(words) for words in dict.fromkeys(by["states"])),
        unseen=by["unseen"],
        statistic=statistic,
        kind=RANGED,
    )
    target = _body(plain["target"])
    working = ranged_pool(shooter, target)
    if working is not None:
        shooter = replace(shooter, attack=max(0, working.total))
    friend = plain["friend"]
    nearest = None
    if friend:
        nearest = _body(friend) if isinstance(friend, dict) else Combatant("friend", 0, 0)
    return Shooting(
        shooter.facing(target, False),
        target.facing(shooter, False),
        nearest.facing(shooter, False) if nearest else None,
        isinstance(friend, dict),
        _band(plain),
        by["moved"],
        by["shots_before"],
        by["shots"],
        plain["target"]["cover"],
        by["friendly_fire_dice"],
        plain["name"],
    )


def _body(model: Mapping[str, Any]) -> Combatant:
    return Combatant(
        model["name"],
        0,
        0,
        model["wounds"],
        model["max_wounds"],
        traits=_traits(model),
        states=tuple(STATES[words] for words in dict.fromkeys(model["states"])),
        size=model["size"],
        behind=model["behind"],
        kind=RANGED,
    )


_MAY_NOT_SHOOT = ("blind", "held", "prone")
"""States in which a model may not make a Ranged Attack."""


def _notes(plain: Mapping[str, Any], shooting: Shooting) -> Iterator[str]:
    for side, model in _bodies(plain):
        if f"{side}.wounds" in plain.get("assumed", ()):
            yield f"{model['name']}: wounds not given, {DEFAULT_WOUNDS} assumed"
    if shooting.band is Band.BEYOND:
        yield (
            f"{plain['distance']:g} inches is beyond the bands {plain['bands']}: the attack fails"
        )
        return
    yield from _about_shooter(plain["shooter"], shooting.shooter)
    if shooting.shots > 1:
        yield (
            f"{shooting.shots} shots at the same target; shots at a target that is gone are "
            "not made"
        )
    if shooting.friend is not None:
        yield from _about_friend(shooting)


def _about_shooter(plain: Mapping[str, Any], shooter: Combatant) -> Iterator[str]:
    if plain["dice"] == 0:
        yield f"{shooter.name}: of 0 dice one is rolled all the same"
    for state in _MAY_NOT_SHOOT:
        if shooter.has(state):
            yield f"{shooter.name} may not shoot while {state.capitalize()}; the odds are a shot's"
    allowed = max(1, shooter.abilities.rapid_fire)
    if plain["shots"] > allowed:
        yield f"{shooter.name}: {plain['shots']} shots, and Rapid Fire allows {allowed}"
    if shooter.special and not shooter.special_attack:
        barred = next(state.name for state in shooter.states if state.no_specials)
        name = shooter.special.name
        yield f"{shooter.name}: {name} may not be used while {barred.capitalize()}"


def _about_friend(shooting: Shooting) -> Iterator[str]:
    friend = shooting.friend
    assert friend is not None
    if friendly_fire_number(shooting.target) is None:
        yield "The target is Huge: no friend can be hit"
        return
    dice = shooting.friendly_fire_dice
    whose = "the shot's dice" if dice is None else f"{max(1, dice)} of its own"
    yield f"The test that spares a friend uses {whose}, without Brutal"
    if shooting.shooter.abilities.assassin or any(state.damage_against for state in friend.states):
        yield "Assassin and Death Sentence do not count against the shooter's own friend"
    if shooting.shots > 1 and not shooting.friend_described:
        yield "The friend is not described: it falls to no wound, but may be moved away"


_SHOOTERS = frozenset(
    {
        "adept_attack", "assassin", "bleed", "brutal", "entangling", "fire", "lightweight",
        "pierce", "poison", "prowess_attack", "rapid_fire", "sharp", "strength", "strong", "weak",
    }
)  # fmt: skip
"""What a shooter's traits must feed to touch the attack."""

_BODIES = frozenset(
    {
        "armour", "durable", "immovable", "immune", "last_stand", "rise", "size", "soulless",
        "tough",
    }
)  # fmt: skip
"""What a target's or a friend's must."""

_TARGETS = _BODIES | {"kumo", "ranged_defence", "sixth_sense", "swarm"}


def _ignored(shooting: Shooting) -> dict[str, tuple[str, ...]]:
    special = shooting.shooter.special
    spared = special.spared if special else frozenset()
    sides = [("shooter", shooting.shooter, _SHOOTERS), ("target", shooting.target, _TARGETS)]
    if shooting.friend is not None and shooting.friend_described:
        sides.append(("friend", shooting.friend, _BODIES))
    return {
        side: tuple(
            str(use)
            for use in model.traits
            if not fields & set(use.contribution(RANGED, model.context))
            and not (side != "shooter" and use.trait.name in spared)
        )
        for side, model, fields in sides
    }


MAKERS: Mapping[str, Callable[[Any, Place], RangedDocument]] = {"ranged": ranged_from}
"""Every kind of document of this module, with what makes one of plain data."""
