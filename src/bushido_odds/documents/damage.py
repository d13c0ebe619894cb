"""The document of a Damage Roll at a given Success Level."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from pydantic import ValidationError

from bushido_odds.documents.faults import Place, explain, located, nowhere
from bushido_odds.documents.models import damage_document
from bushido_odds.errors import InputError, InputErrors
from bushido_odds.rules.blows import Hit
from bushido_odds.rules.combatant import DEFAULT_WOUNDS, abilities_in
from bushido_odds.rules.damage import Blow, Kept, Toughness, Weapon, kept_dice
from bushido_odds.rules.notation import parse_special, parse_trait
from bushido_odds.rules.specials import Damage
from bushido_odds.rules.traits import ANYWHERE, MELEE

_KEPT = {
    "normal": Kept.BOTH,
    "strong": Kept.HIGHEST,
    "weak": Kept.LOWEST,
    "assassin": Kept.CHOSEN,
}


@dataclass(frozen=True, slots=True)
class DamageDocument:
    """A valid document of a Damage Roll."""

    data: Mapping[str, Any]
    hit: Hit
    level: int | None
    notes: tuple[str, ...]


def damage_from(data: Any, place: Place = nowhere) -> DamageDocument:
    """The document that plain data stand for.

    Raises:
        InputErrors: everything that is wrong with it.
    """
    if not isinstance(data, Mapping):
        raise InputErrors([located(InputError("keys and values are needed"), (), place)])
    model = damage_document()
    try:
        valid = model.model_validate(data)
    except ValidationError as error:
        raise explain(error, model, place) from None
    plain: dict[str, Any] = {"kind": "damage", **valid.model_dump()}
    special = parse_special(plain["special"]).special if plain["special"] else None
    if special is not None and not special.is_attack:
        fault = InputError("a Special Defence makes no such Damage Roll")
        raise InputErrors([located(fault, ("special",), place)])
    if plain["wounds"] is None:
        plain["wounds"] = DEFAULT_WOUNDS
    uses = [parse_trait(words) for words in plain["traits"]]
    own = abilities_in(MELEE, tuple(uses), ANYWHERE)
    kept = kept_dice(own.strong, own.weak, False)
    if plain["kept"] is not None:
        kept = _KEPT[plain["kept"]]
    blow = Blow(
        Weapon(plain["strength"], kept, own.pierce, own.sharp),
        Toughness(plain["armour"], plain["tough"], plain["durable"]),
        special is not None and special.critical,
        special is not None and special.damage is Damage.HALF,
    )
    idle = [str(use) for use in uses if not _FIELDS & set(use.contribution(MELEE))]
    notes = (f"no effect here: {', '.join(idle)}",) if idle else ()
    return DamageDocument(
        plain, Hit(blow, special, plain["bonus"], plain["wounds"]), plain["level"], notes
    )


_FIELDS = frozenset({"pierce", "sharp", "strong", "weak"})
"""What a trait must feed to change the damage of a hit."""
