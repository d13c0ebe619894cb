"""What several tests need: documents in few words, and the comparison with the oracle."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from typing import Any

import bushido_odds as bo
import oracle
from bushido_odds.documents.load import document_from
from bushido_odds.rules.combatant import Exchange

Document = dict[str, Any]

NOT_IN_THE_ORACLE = frozenset({"format", "version", "name", "input", "notes", "ignored_traits"})
"""Keys of a result that say nothing of the odds."""


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
    """The engine's figures of an exchange: everything in the result that the oracle also says."""
    result = bo.solve(document).to_dict(exact=True)
    del result["initiative"]["reason"]
    return {key: value for key, value in result.items() if key not in NOT_IN_THE_ORACLE}


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


def fraction(words: str) -> Fraction:
    """A figure of an exact result as a number."""
    return Fraction(words)


def law(distribution: Mapping[str, str]) -> dict[int, Fraction]:
    """A law of an exact result with numbers for words."""
    return {int(value): Fraction(chance) for value, chance in distribution.items()}
