"""What does not fit together in a samurai document, and what is missing for its use."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, TypeAlias

from bushido_odds.documents import samurai_fields as fields
from bushido_odds.documents.faults import Path, Place, located
from bushido_odds.errors import InputError, InputErrors, nearest
from bushido_odds.samurai.fight import Fight, strikers
from bushido_odds.samurai.model import Reaction, Side
from bushido_odds.samurai.settings import Settings

Fault: TypeAlias = tuple[Path, InputError]


def groups_of(plain: Mapping[str, Any], side: str) -> Iterator[tuple[Path, dict[str, Any]]]:
    """The groups of a side with their paths."""
    if isinstance(plain[side], list):
        for number, group in enumerate(plain[side]):
            yield (side, number), group
    else:
        yield (side,), plain[side]


def raise_any(faults: Iterator[Fault], place: Place) -> None:
    """Raise every fault at once, each with its place; nothing where there is none."""
    found = [located(fault, path, place) for path, fault in faults]
    if found:
        raise InputErrors(found)


def _needed(path: Path, model: Mapping[str, Any], name: str, why: str) -> Iterator[Fault]:
    if model[name] is None:
        yield (*path, name), InputError(f'"{name}" is missing: {why}')


def melee_faults(plain: Mapping[str, Any], fight: Fight) -> Iterator[Fault]:
    """What is wrong with a turn of melee."""
    if fight.surprise and fight.reaction is not Reaction.NONE:
        yield (
            ("reaction",),
            InputError(
                "a model that is attacked by surprise declares no reaction in the first turn",
                suggestion='leave it out, or set "surprise: false"',
            ),
        )
    for side in Side:
        yield from _side_faults(plain, fight, side)
    if plain["dice"] and (why := _not_replayable(fight)):
        yield ("dice",), InputError(f"dice on the table are {why}")


def _not_replayable(fight: Fight) -> str:
    """Why a turn cannot be played again with given dice; empty where it can."""
    everybody = (*fight.attacker, *fight.target)
    if len(everybody) > 2 or any(strikers(model, fight.settings) > 1 for model in everybody):
        return "for one model against one"
    if any(
        model.two_blades and fight.strikes(side) for side in Side for model in fight.groups(side)
    ):
        return "not for two blades"
    one_roll = fight.reaction is Reaction.EVASION and fight.settings.evasion_tests != "each_attack"
    if fight.settings.exchange == "pool" or one_roll:
        return "not for dice that are rolled all at once"
    return ""


def _side_faults(plain: Mapping[str, Any], fight: Fight, side: Side) -> Iterator[Fault]:
    own = list(groups_of(plain, side.value))
    enemies = [group for _, group in groups_of(plain, side.other.value)]
    for path, group in own:
        evades = side is Side.TARGET and fight.reaction is Reaction.EVASION
        yield from _fighter_faults(
            path,
            group,
            fight.settings,
            skill=side is Side.ATTACKER or not (evades or fight.is_simple),
            agility=_agility_is_for(group, strikes=fight.strikes(side), evades=evades),
        )
        if group["in_contact"] + group["within_inch"] > group["models"]:
            counted = f"{group['in_contact']} in contact and {group['within_inch']} within 1 inch"
            yield (*path, "models"), InputError(f"{counted} are more than {group['models']}")
        names = [enemy["name"] for enemy in enemies]
        if group["against"] and group["against"] not in names:
            close = nearest(group["against"], names)
            yield (
                (*path, "against"),
                InputError(
                    f'no enemy group is called "{group["against"]}"',
                    suggestion=f'did you mean "{close[0]}"?' if close else None,
                    hint=None if close else f"known: {', '.join(names)}",
                ),
            )
    near = sum(group["in_contact"] for _, group in own)
    if not 1 <= near <= fields.MAX_MODELS:
        yield (
            (side.value,),
            InputError(f"{near} models in base contact; 1 to {fields.MAX_MODELS} are needed"),
        )
    dice = sum(
        strikers(model, fight.settings) * model.attacks * (2 if model.two_blades else 1)
        for model in fight.groups(side)
    )
    if dice > fields.MAX_ATTACKS:
        text = f"{dice} attacks are more than {fields.MAX_ATTACKS}"
        yield (side.value,), InputError(text)
    takers = sum(enemy["in_contact"] for enemy in enemies)
    for place, number in enumerate(plain[f"{side.value}_order"]):
        if number > takers:
            yield (
                (f"{side.value}_order", place),
                InputError(f"there is no enemy {number}: {takers} are in base contact"),
            )


def _fighter_faults(
    path: Path, model: Mapping[str, Any], settings: Settings, *, skill: bool, agility: str = ""
) -> Iterator[Fault]:
    """What a model that fights lacks, or says twice.

    Args:
        path: where it stands.
        model: its fields.
        settings: the rules in force.
        skill: its Fighting Skill is rolled under.
        agility: what its Agility is needed for.
    """
    if skill:
        yield from _needed(path, model, "fs", "it fights with it")
    yield from _needed(path, model, "body", "every hit is a test of Body Strength")
    if agility:
        yield from _needed(path, model, "agility", f"{agility} a test of it")
    if model["two_blades"] and model["unarmed"]:
        yield (*path, "two_blades"), InputError("contradicts unarmed: give one of the two")
    yield from _armour_faults(path, model, settings)


def _agility_is_for(model: Mapping[str, Any], *, strikes: bool, evades: bool) -> str:
    if model["two_blades"] and strikes:
        return "two blades are"
    return "Evasion is" if evades else ""


def _armour_faults(path: Path, model: Mapping[str, Any], settings: Settings) -> Iterator[Fault]:
    if settings.armour_effect == "second_test" and model["armour"] is not None:
        yield from _needed(path, model, "armour_strength", "armour_effect is second_test")


def ki_faults(plain: Mapping[str, Any], fight: Fight | None) -> Iterator[Fault]:
    """What is wrong with a ki-attack."""
    for side in Side:
        path, model = (side.value,), plain[side.value]
        yield from _needed(path, model, "spirit", "a ki-attack is a test of it")
        if fight is not None:
            evades = side is Side.TARGET and fight.reaction is Reaction.EVASION
            yield from _fighter_faults(
                path,
                model,
                fight.settings,
                skill=True,
                # The target strikes too, after a ki-attack that it has won.
                agility=_agility_is_for(model, strikes=True, evades=evades),
            )


def shoot_faults(plain: Mapping[str, Any], settings: Settings) -> Iterator[Fault]:
    """What is wrong with the shots of a turn."""
    shooter, target = plain["shooter"], plain["target"]
    yield from _needed(("shooter",), shooter, "shooting", "the shots are tests of it")
    yield from _missile_faults(("shooter",), shooter)
    yield from _needed(("target",), target, "body", "every hit is a test of Body Strength")
    if plain["reaction"] == "evasion":
        yield from _needed(("target",), target, "agility", "Evasion is a test of it")
    if plain["reaction"] == "shoot":
        yield from _needed(("target",), target, "shooting", "it shoots back")
        yield from _missile_faults(("target",), target)
        yield from _needed(("shooter",), shooter, "body", "it is shot at too")
    for number, friend in enumerate(plain["friends"]):
        path = ("friends", number)
        yield from _needed(path, friend, "body", "a hit on it is a test of Body Strength")
        yield from _armour_faults(path, friend, settings)
    for side in fields.SHOT_SIDES:
        yield from _armour_faults((side,), plain[side], settings)


def _missile_faults(path: Path, model: Mapping[str, Any]) -> Iterator[Fault]:
    if model["strength"] is None and model["body"] is None:
        yield (
            (*path, "strength"),
            InputError('"strength" is missing: of its missiles; or give body, for thrown ones'),
        )
