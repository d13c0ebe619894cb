"""The documents of the samurai rules: validated, normalised, and turned into the game's terms."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from bushido_odds.documents import samurai_fields as fields
from bushido_odds.documents import samurai_models as models
from bushido_odds.documents.faults import Place, nowhere, validated
from bushido_odds.documents.samurai_faults import (
    groups_of,
    ki_faults,
    melee_faults,
    raise_any,
    shoot_faults,
)
from bushido_odds.documents.samurai_line import groups
from bushido_odds.samurai.fight import Fight
from bushido_odds.samurai.melee import Allotting
from bushido_odds.samurai.model import Model, Reaction
from bushido_odds.samurai.rulings import settings_from
from bushido_odds.samurai.settings import Settings
from bushido_odds.samurai.shooting import Shooting


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
        dice: those on the table, where the turn is to be played again with them.
    """

    data: Mapping[str, Any]
    fight: Fight
    names: tuple[str, str]
    attacker: Allotting
    target: Allotting
    dice: tuple[int, ...]


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
        for number, (_, group) in enumerate(groups_of(plain, side), start=1):
            _complete(group, side.title(), number if isinstance(plain[side], list) else 0)
    if plain["reaction"] is None:
        plain["reaction"] = "none" if plain["surprise"] else "fight"
    attacker, target = (
        tuple(_model(group) for _, group in groups_of(plain, side)) for side in fields.SIDES
    )
    fight = Fight(
        attacker,
        target,
        reaction=Reaction(plain["reaction"]),
        surprise=plain["surprise"],
        settings=settings_from(plain["rules"]),
    )
    raise_any(melee_faults(plain, fight), place)
    return MeleeDocument(
        _kind_first(plain),
        fight,
        (_name(plain, "attacker"), _name(plain, "target")),
        _allotting(plain, "attacker"),
        _allotting(plain, "target"),
        tuple(plain["dice"]),
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
    raise_any(ki_faults(plain, fight), place)
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
    plain["reaction"] = plain["reaction"] or "none"
    settings = settings_from(plain["rules"])
    raise_any(shoot_faults(plain, settings), place)
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
        for _, group in groups_of(plain, side)
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


MAKERS: Mapping[str, Callable[[Any, Place], SamuraiDocument]] = {
    "samurai_test": simple_from,
    "samurai_opposed": opposed_from,
    "samurai_ki": ki_from,
    "samurai_melee": melee_from,
    "samurai_shoot": shoot_from,
}
"""Every kind of document of the samurai rules, with what makes one of plain data."""
