"""The document of a Damage Roll at a given Success Level."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from bushido_odds.documents.faults import Place, located, nowhere, validated
from bushido_odds.documents.models import damage_document
from bushido_odds.errors import InputError, InputErrors
from bushido_odds.rules.abilities import combine
from bushido_odds.rules.blows import Hit
from bushido_odds.rules.combatant import DEFAULT_WOUNDS
from bushido_odds.rules.damage import Blow, Kept, Toughness, Weapon, kept_dice
from bushido_odds.rules.notation import parse_special, parse_trait
from bushido_odds.rules.specials import Damage
from bushido_odds.rules.trait import MELEE, RANGED, TraitUse

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
    plain = {"kind": "damage", **validated(damage_document(), data, place, "level, strength")}
    special = parse_special(plain["special"]).special if plain["special"] else None
    if special is not None and not special.is_attack:
        fault = InputError("a Special Defence makes no such Damage Roll")
        raise InputErrors([located(fault, ("special",), place)])
    if plain["wounds"] is None:
        plain["wounds"] = DEFAULT_WOUNDS
    uses = [parse_trait(words) for words in plain["traits"]]
    own = combine([_contribution(use) for use in uses])
    kept = kept_dice(own.strong, own.weak, False)
    if plain["kept"] is not None:
        kept = _KEPT[plain["kept"]]
    blow = Blow(
        Weapon(plain["strength"], kept, own.pierce, own.sharp),
        Toughness(plain["armour"], plain["tough"], plain["durable"]),
        special is not None and special.critical,
        special is not None and special.damage is Damage.HALF,
    )
    hit = Hit(blow, special, plain["bonus"], plain["wounds"])
    return DamageDocument(plain, hit, plain["level"], tuple(_notes(hit, uses)))


def _contribution(use: TraitUse) -> dict[str, Any]:
    """What a trait adds in melee or in a shot: nobody says which of the two this is."""
    return use.contribution(MELEE) or use.contribution(RANGED)


def _notes(hit: Hit, uses: list[TraitUse]) -> Iterator[str]:
    if hit.special is not None and not hit.rolls(0):
        yield f"{hit.special.name} makes no Damage Roll"
    idle = [str(use) for use in uses if not _FIELDS & set(_contribution(use))]
    if idle:
        yield f"no effect here: {', '.join(idle)}"
    if any(use.trait.name == "Assassin" for use in uses):
        yield 'where Assassin is eligible, say "kept: assassin"'


_FIELDS = frozenset({"pierce", "sharp", "strong", "weak"})
"""What a trait must feed to change the damage of a hit."""


MAKERS: Mapping[str, Callable[[Any, Place], DamageDocument]] = {"damage": damage_from}
"""Every kind of document of this module, with what makes one of plain data."""
