"""What several tests need: documents in few words, and the comparison with the oracle."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from typing import Any

import numpy as np

import bushido_odds as bo
import oracle
from bushido_odds.documents.load import document_from
from bushido_odds.odds.fighter import hand
from bushido_odds.odds.pools import hand_law
from bushido_odds.rules.combatant import Exchange

Document = dict[str, Any]

SIDES = ("active", "opponent")

SIDE = (
    "name",
    "attack",
    "damage_success_level",
    "wounds_dealt",
    "hp_lost",
    "special",
    "lethal",
    "critical",
    "out_of_action",
    "effects",
    "pools",
)
"""The figures of one side that the oracle gives."""


def model(attack: int, defence: int, *traits: str, **fields: Any) -> Document:
    """A model of a document: its dice, its traits in card notation, and any other field."""
    return {"name": "M", "attack": attack, "defence": defence, "traits": list(traits), **fields}


def duel(active: Document, opponent: Document, **fields: Any) -> Document:
    """A Melee Exchange's document."""
    return {"kind": "melee", "active": active, "opponent": opponent, **fields}


def exchange(document: Document) -> Exchange:
    """The exchange that a document stands for, as the rules see it."""
    return document_from(document).exchange


def figures(document: Document) -> Document:
    """The engine's figures of an exchange, exactly: what the oracle says too, and no more."""
    result = bo.solve(document).to_dict(exact=True)
    return {
        "kind": result["kind"],
        "initiative": {"first": result["initiative"]["first"]},
        **{side: {key: result[side][key] for key in SIDE} for side in SIDES},
        "outcome": result["outcome"],
        **({"disengage": result["disengage"]} if "disengage" in result else {}),
    }


def in_words(value: Any) -> Any:
    """The oracle's answer in the form of an exact JSON result."""
    if isinstance(value, Mapping):
        return {str(key): in_words(inner) for key, inner in value.items()}
    return str(value) if isinstance(value, Fraction) else value


def differences(one: Any, other: Any, path: str = "") -> list[str]:
    """Every figure in which two results differ, as ``path: one != other``."""
    if isinstance(one, dict) and isinstance(other, dict):
        return [
            line
            for key in sorted({*one, *other})
            for line in differences(one.get(key), other.get(key), f"{path}.{key}".lstrip("."))
        ]
    return [] if one == other else [f"{path}: {one} != {other}"]


def assert_agrees(document: Document) -> None:
    """The engine and the oracle give the same fraction for every figure of an exchange."""
    found = differences(figures(document), in_words(oracle.melee(document)))
    assert not found, f"engine != oracle for {document}\n" + "\n".join(found)


Triple = tuple[int, int, int]
"""Attack value, Defence value, and the surviving dice of both pools together."""


def dice_law(document: Document, *, has_initiative: bool) -> dict[Triple, Fraction]:
    """The engine's joint law of the active model's dice after all re-rolls."""
    fought = exchange(document)
    law = hand_law(hand(fought.active, fought.opponent, has_initiative))
    return {
        (int(law.attack[i]), int(law.defence[j]), int(t)): Fraction(
            int(law.weights[i, j, t]), law.total
        )
        for i, j, t in np.argwhere(law.weights != 0)
    }


def assert_same_dice(document: Document) -> None:
    """Engine and oracle give the active model's dice one law, with and without the initiative."""
    active, opponent = oracle.read_document(document)
    for has_initiative in (True, False):
        pairs = oracle.pools_law(active, opponent, has_initiative=has_initiative)
        expected = oracle.image(
            pairs, lambda pair: (pair[0][0], pair[1][0], pair[0][1] + pair[1][1])
        )
        assert dice_law(document, has_initiative=has_initiative) == expected, document


def law(distribution: Mapping[str, str]) -> dict[int, Fraction]:
    """A law of an exact result with numbers for words."""
    return {int(value): Fraction(chance) for value, chance in distribution.items()}
