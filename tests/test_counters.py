"""Activation Counters: what an exchange costs each model.

Rules: https://jwarref.netlify.app/Rulebook/Actions.
"""

from __future__ import annotations

from typing import Any

import pytest

import bushido_odds as bo
from bushido_odds.rules.states import STATES


def spent(action: str = "melee", **changes: dict[str, Any]) -> tuple[tuple[int, int], ...]:
    """Counters before and after of the active model and of the opponent."""
    models = {
        side: {"attack": 1, "defence": 1, **changes.get(side, {})}
        for side in ("active", "opponent")
    }
    result = bo.solve({**models, "action": action})
    return tuple(result.active.counters), tuple(result.opponent.counters)


@pytest.mark.parametrize(
    ("action", "cost"), [("melee", 1), ("charge", 2), ("disengage", 1), ("stand up", 1)]
)
def test_the_action_costs_the_active_model_and_the_exchange_costs_its_enemy(
    action: str, cost: int
) -> None:
    assert spent(action) == ((2, 2 - cost), (2, 1))


@pytest.mark.parametrize(
    ("counters", "action", "left"),
    [(1, "melee", 0), (3, "charge", 1), (9, "melee", 8)],
)
def test_counters_before_are_counted_down(counters: int, action: str, left: int) -> None:
    assert spent(action, active={"counters": counters})[0] == (counters, left)
    assert spent(opponent={"counters": counters})[1] == (counters, counters - 1)


@pytest.mark.parametrize("exhausted", [{"counters": 0}, {"states": ["exhausted"]}])
def test_an_exhausted_model_has_none_to_lose(exhausted: dict[str, Any]) -> None:
    assert spent(opponent=exhausted)[1] == (0, 0)
    assert spent(active=exhausted)[0] == (0, 0)


def test_a_tireless_model_keeps_its_counter_when_attacked_and_pays_for_its_own_action() -> None:
    tireless = {"traits": ["Tireless"]}
    assert spent(active=tireless, opponent=tireless) == ((2, 1), (2, 2))


def test_nothing_else_changes_what_an_exchange_costs() -> None:
    for state in STATES:
        if state != "exhausted":
            assert spent(active={"states": [state]}) == ((2, 1), (2, 1))
            assert spent(opponent={"states": [state]}) == ((2, 1), (2, 1))


def test_a_charge_needs_two_counters() -> None:
    with pytest.raises(bo.BushidoOddsError) as raised:
        spent("charge", active={"counters": 1})
    assert str(raised.value) == (
        "active.counters: a charge action needs 2 Activation Counters, and it has 1"
    )
    assert spent("charge", opponent={"counters": 1}) == ((2, 0), (1, 0))
