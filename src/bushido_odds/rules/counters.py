"""Activation Counters: what an exchange costs each model.

Source: https://jwarref.netlify.app/Rulebook/Actions.
"""

from __future__ import annotations

from typing import NamedTuple

from bushido_odds.rules.combatant import Action, Exchange

FULL = 2
"""The Activation Counters a model gains in the Starting Phase."""

COST = {Action.MELEE: 1, Action.CHARGE: 2, Action.DISENGAGE: 1, Action.STAND_UP: 1}
"""What each action costs; the exchange that it starts costs the active model nothing more."""


class Spent(NamedTuple):
    """A model's Activation Counters before and after the exchange."""

    before: int
    after: int


def fault(exchange: Exchange) -> str | None:
    """Why the active model has too few counters for its action; None where it has enough.

    A model that is said to be Exhausted is let pass: some effects let it act all the same.
    """
    have, need = exchange.active.counters, COST[exchange.action]
    if have >= need or exchange.active.has("exhausted"):
        return None
    return f"a {exchange.action.value} action needs {need} Activation Counters, and it has {have}"


def counters(exchange: Exchange) -> dict[str, Spent]:
    """The counters of both sides: the opponent loses one if it has one and is not Tireless."""
    active, opponent = exchange.active, exchange.opponent
    kept = opponent.abilities.tireless or opponent.counters == 0
    return {
        "active": Spent(active.counters, max(0, active.counters - COST[exchange.action])),
        "opponent": Spent(opponent.counters, opponent.counters - (0 if kept else 1)),
    }
