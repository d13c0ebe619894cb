"""Fields that say one thing in two ways: whoever changes one takes the other away."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import Any

from bushido_odds.documents.combatant import STATISTIC_FIELDS

_EXCHANGE = {"split": ("attack", "defence")}
_CHOICE = {
    "pool": ("split", "melee_pool", *STATISTIC_FIELDS),
    "split": ("pool", "melee_pool", *STATISTIC_FIELDS),
    "melee_pool": ("pool", "split"),
}
_SHOT = {
    "dice": ("ranged_pool", "boosts"),
    "ranged_pool": ("dice",),
    "range": ("distance", "bands"),
    "distance": ("range",),
    "bands": ("range",),
}
_RIVALS: Mapping[str, Mapping[str, tuple[str, ...]]] = {
    "melee": _EXCHANGE,
    "resolve": _EXCHANGE,
    "rerolls": _EXCHANGE,
    "splits": _CHOICE,
    "rank": _CHOICE,
    "ranged": _SHOT,
}


def without_rivals(data: Mapping[str, Any], changed: Collection[str], kind: str) -> dict[str, Any]:
    """A document, or a model of it, less the fields that changed fields stand for now.

    What the changed fields become is put in afterwards; their contradictions are told then.
    """
    rivals = _RIVALS.get(kind, {})
    gone = {name for field in changed for name in rivals.get(field, ())}
    return {name: value for name, value in data.items() if name not in gone}
