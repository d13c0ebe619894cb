"""The documents of the samurai rules: validated, normalised, and turned into the game's terms."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any, TypeAlias

from bushido_odds.documents import samurai_fields as fields
from bushido_odds.documents import samurai_models as models
from bushido_odds.documents.faults import Path, Place, located, nowhere, validated
from bushido_odds.documents.samurai_line import groups
from bushido_odds.errors import InputError, InputErrors, nearest
from bushido_odds.samurai.fight import Fight, strikers
from bushido_odds.samurai.melee import Allotting
from bushido_odds.samurai.model import Model, Reaction, Side
from bushido_odds.samurai.rulings import settings_from
from bushido_odds.samurai.settings import Settings
from bushido_odds.samurai.shooting import Shooting

Fault: TypeAlias = tuple[Path, InputError]


@dataclass(frozen=True, slots=True)
class SimpleDocument:
    """A valid document of a simple test."""

    data: Mapping[str, Any]
    characteristic: int
    tests: int
    settings: Settings


@dataclass(frozen=True, slots=True)
class OpposedDocument:
    """A valid document of a comparative test, with both modified characteristics."""

    data: Mapping[str, Any]
    attacker: int
    target: int
    settings: Settings


@dataclass(frozen=True, slots=True)
class MeleeDocument:
    """A valid document of a turn of melee.

    Attributes:
        data: the document complete and normalised; fed back in, it means the same.
        fight: the same for the rules.
        names: what to call the two sides.
        attacker, target: how each side allots its hits.
    """

    data: Mapping[str, Any]
    fight: Fight
    names: tuple[str, str]
    attacker: Allotting
    target: Allotting


@dataclass(frozen=True, slots=True)
class KiDocument:
    """A valid document of a ki-attack.

    Attributes:
        data: the document complete and normalised.
        spirits: the Spirit of both models.
        fight: the blows that the ki-attack would replace; None where the models cannot fight.
        names: what to call the two models.
        settings: the rules in force.
    """

    data: Mapping[str, Any]
    spirits: tuple[int, int]
    fight: Fight | None
    names: tuple[str, str]
    settings: Settings


@dataclass(frozen=True, slots=True)
class ShootDocument:
    """A valid document of the shots of a turn."""

    data: Mapping[str, Any]
    shooting: Shooting


SamuraiDocument = SimpleDocument | OpposedDocument | MeleeDocument | KiDocument | ShootDocument


def simple_from(data: Any, place: Place = nowhere) -> SimpleDocument:
    """The simple test that plain data stand for.

    Raises:
        InputErrors: everything that is wrong with them.
    """
    plain = validated(models.test_document(), data, place, "skill")
    return SimpleDocument(
        _kind_first(plain),
        plain["skill"] + plain["modifier"],
        plain["tests"],
        settings_from(plain["rules"]),
    )


def opposed_from(data: Any, place: Place = nowhere) -> OpposedDocument:
    """The comparative test that plain data stand for.

    Raises:
        InputErrors: everything that is wrong with them.
    """
    plain = validated(models.opposed_document(), data, place, "attacker, target")
    attacker, target = (plain[side] + plain[f"{side}_modifier"] for side in fields.SIDES)
    return OpposedDocument(_kind_first(plain), attacker, target, settings_from(plain["rules"]))


def melee_from(data: Any, place: Place = nowhere) -> MeleeDocument:
    """The turn of melee that plain data stand for.

    Args:
        data: a mapping; a side is a model, a model line, or a list of groups.
        place: the file and line of each path, for errors.

    Raises:
        InputErrors: everything that is wrong with them.
    """
    if isinstance(data, Mapping):
        data = {key: _apart(value) if key in fields.SIDES else value for key, value in data.items()}
        many = tuple(isinstance(data.get(side), list) for side in fields.SIDES)
    else:
        many = (False, False)
    plain = validated(models.melee_document(*many), data, place, "attacker, target")
    for side in fields.SIDES:
        for number, (_, group) in enumerate(_groups(plain, side), start=1):
            _complete(group, side.title(), number if isinstance(plain[side], list) else 0)
    if plain["reaction"] is None:
        plain["reaction"] = "none" if plain["surprise"] else "fight"
    attacker, target = (
        tuple(_model(group) for _, group in _groups(plain, side)) for side in fields.SIDES
    )
    fight = Fight(
        attacker,
        target,
        reaction=Reaction(plain["reaction"]),
        surprise=plain["surprise"],
        settings=settings_from(plain["rules"]),
    )
    _raise_any(_melee_faults(plain, fight), place)
    return MeleeDocument(
        _kind_first(plain),
        fight,
        (_name(plain, "attacker"), _name(plain, "target")),
        *(_allotting(plain, side) for side in fields.SIDES),
    )


def ki_from(data: Any, place: Place = nowhere) -> KiDocument:
    """The ki-attack that plain data stand for.

    Raises:
        InputErrors: everything that is wrong with them.
    """
    plain = validated(models.ki_document(), data, place, "attacker, target")
    sides = [plain[side] for side in fields.SIDES]
    for side, model in zip(fields.SIDES, sides, strict=True):
        model["name"] = model["name"] or side.title()
    if plain["reaction"] is None:
        plain["reaction"] = "fight"
    settings = settings_from(plain["rules"])
    fight = None
    if any(model[field] is not None for model in sides for field in ("fs", "body")):
        attacker, target = map(_model, sides)
        fight = Fight((attacker,), (target,), Reaction(plain["reaction"]), settings=settings)
    _raise_any(_ki_faults(plain, fight), place)
    spirits = plain["attacker"]["spirit"], plain["target"]["spirit"]
    return KiDocument(
        _kind_first(plain), spirits, fight, (sides[0]["name"], sides[1]["name"]), settings
    )


def shoot_from(data: Any, place: Place = nowhere) -> ShootDocument:
    """The shots that plain data stand for.

    Raises:
        InputErrors: everything that is wrong with them.
    """
    plain = validated(models.shoot_document(), data, place, "shooter, target")
    for side in fields.SHOT_SIDES:
        plain[side]["name"] = plain[side]["name"] or side.title()
    for number, friend in enumerate(plain["friends"], start=1):
        friend["name"] = friend["name"] or f"Friend {number}"
    plain["into_melee"] = plain["into_melee"] or bool(plain["friends"])
    settings = settings_from(plain["rules"])
    _raise_any(_shoot_faults(plain, settings), place)
    return ShootDocument(
        _kind_first(plain),
        Shooting(
            _model(plain["shooter"]),
            _model(plain["target"]),
            Reaction(plain["reaction"]),
            plain["distance"],
            plain["into_melee"],
            tuple(map(_model, plain["friends"])),
            settings,
        ),
    )


def _kind_first(plain: Mapping[str, Any]) -> dict[str, Any]:
    return {"kind": plain["kind"], **plain}


# --- models --------------------------------------------------------------------------------------


def _apart(side: Any) -> Any:
    """A model line with semicolons, as the list of its groups."""
    if isinstance(side, str) and ";" in side:
        return groups(side)
    return side


def _groups(plain: Mapping[str, Any], side: str) -> Iterator[tuple[Path, dict[str, Any]]]:
    """The groups of a side with their paths."""
    if isinstance(plain[side], list):
        for number, group in enumerate(plain[side]):
            yield (side, number), group
    else:
        yield (side,), plain[side]


def _complete(group: dict[str, Any], side: str, number: int) -> None:
    """Give a group a name and its counts of models, in place."""
    group["name"] = group["name"] or (f"{side} {number}" if number else side)
    near = group["within_inch"]
    if group["models"] is None:
        group["models"] = near + (1 if group["in_contact"] is None else group["in_contact"])
    if group["in_contact"] is None:
        group["in_contact"] = max(0, group["models"] - near)


def _name(plain: Mapping[str, Any], side: str) -> str:
    """What to call a side: its groups."""
    return " + ".join(
        group["name"] if group["models"] == 1 else f"{group['models']} {group['name']}"
        for _, group in _groups(plain, side)
    )


_ALWAYS_NUMBERS = ("fs", "body", "spirit", "agility", "armour_strength", "shooting")
_NOT_OF_A_MODEL = ("models",)


def _model(group: Mapping[str, Any]) -> Model:
    """A model of the game; what it lacks is checked where it is needed."""
    given = {
        name: value
        for name, value in group.items()
        if name not in _NOT_OF_A_MODEL and not (value is None and name in _ALWAYS_NUMBERS)
    }
    given["against"] = given.get("against") or ""
    return Model(**given)


def _allotting(plain: Mapping[str, Any], side: str) -> Allotting:
    order = tuple(number - 1 for number in plain[f"{side}_order"])
    return Allotting(plain[f"{side}_allots"], order)


# --- what does not fit together ------------------------------------------------------------------


def _raise_any(faults: Iterator[Fault], place: Place) -> None:
    found = [located(fault, path, place) for path, fault in faults]
    if found:
        raise InputErrors(found)


def _needed(path: Path, model: Mapping[str, Any], name: str, why: str) -> Iterator[Fault]:
    if model[name] is None:
        yield (*path, name), InputError(f'"{name}" is missing: {why}')


def _melee_faults(plain: Mapping[str, Any], fight: Fight) -> Iterator[Fault]:
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


def _side_faults(plain: Mapping[str, Any], fight: Fight, side: Side) -> Iterator[Fault]:
    own = list(_groups(plain, side.value))
    enemies = [group for _, group in _groups(plain, side.other.value)]
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


def _ki_faults(plain: Mapping[str, Any], fight: Fight | None) -> Iterator[Fault]:
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


def _shoot_faults(plain: Mapping[str, Any], settings: Settings) -> Iterator[Fault]:
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


MAKERS: Mapping[str, Callable[[Any, Place], SamuraiDocument]] = {
    "samurai_test": simple_from,
    "samurai_opposed": opposed_from,
    "samurai_ki": ki_from,
    "samurai_melee": melee_from,
    "samurai_shoot": shoot_from,
}
"""Every kind of document of the samurai rules, with what makes one of plain data."""
