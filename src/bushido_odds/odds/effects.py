"""What an exchange leaves on a model besides wounds: states, movement, markers."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction

from bushido_odds.dice.law import Law
from bushido_odds.odds.fighter import Fighter
from bushido_odds.odds.harm import Condition

MARKERS = {"poison": "poisoned", "bleed": "bleeding", "fire": "on fire"}
"""The state whose markers each weapon trait gives."""

SPARED_BY_SOULLESS = frozenset({"poisoned", "bleeding"})


def gains_markers(me: Fighter, state: str) -> bool:
    """Whether a model can gain the markers of a state."""
    soulless = me.model.abilities.soulless and state in SPARED_BY_SOULLESS
    return me.can_gain(state) and not soulless


def moved_by(enemy: Fighter, found: Mapping[str, Fraction | Law]) -> str:
    """How far the enemy's special moves a model, as the rulebook prints it; empty if it does not.

    Args:
        enemy: the model whose special it is.
        found: what ``effects`` says of the moved model.
    """
    special = enemy.model.special
    return special.enemy_moves if special and "moved" in found else ""


def effects(
    me: Fighter, enemy: Fighter, suffered: Mapping[Condition, int], total: int
) -> dict[str, Fraction | Law]:
    """The chance of every state and movement, and the law of every kind of marker, that can happen.

    Args:
        me: the model that suffers them.
        enemy: the other.
        suffered: weights of the conditions that the exchange leaves ``me`` in.
        total: the total of those weights.
    """
    chances: dict[str, int] = {}
    for condition, weight in suffered.items():
        for state in condition.states:
            if state == "prone" and me.model.has("prone"):
                continue  # a Prone model that rises is as Prone as before
            chances[state] = chances.get(state, 0) + weight
    found: dict[str, Fraction | Law] = {
        state: Fraction(chances[state], total) for state in sorted(chances) if chances[state]
    }
    for trait, state in MARKERS.items():
        number, _ = getattr(enemy.model.abilities, trait)
        if not number or not gains_markers(me, state):
            continue
        law: dict[int, int] = {}
        for condition, weight in suffered.items():
            markers = condition.wounding * number
            law[markers] = law.get(markers, 0) + weight
        if any(markers for markers, weight in law.items() if weight):
            found[state.replace(" ", "_")] = Law(law, total)
    return found
