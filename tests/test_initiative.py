"""Who strikes first: the active model, but for Lightning Reflexes, Reach, Slow, Prone, Surprised.

Rule: https://jwarref.netlify.app/Rulebook/Melee-Exchange (step 3).
"""

from __future__ import annotations

from itertools import product
from typing import Any

import pytest

import oracle
from bushido_odds.rules.initiative import strikes_first
from helpers import Document, duel, exchange, model

CLAIMS = [
    model(1, 1, *reflexes, *reach, *slow, engaged=engaged, states=[*prone, *surprised])
    for reflexes, reach, slow, engaged, prone, surprised in product(
        ([], ["Lightning Reflexes"]),
        ([], ["Reach"]),
        ([], ["Slow"]),
        (False, True),
        ([], ["prone"]),
        ([], ["surprised"]),
    )
]
"""Every combination of what bears on the initiative."""


def first(document: Document) -> str:
    return "active" if strikes_first(exchange(document)).active else "opponent"


@pytest.mark.parametrize("active", CLAIMS, ids=lambda m: "+".join([*m["traits"], *m["states"]]))
def test_every_combination_is_as_the_oracle_says(active: Document) -> None:
    for opponent in CLAIMS:
        document = duel(active, opponent)
        assert first(document) == oracle.initiative(document), document


@pytest.mark.parametrize("forced", ["active", "opponent"])
def test_a_given_initiative_overrides_every_rule(forced: str) -> None:
    for active, opponent in product(CLAIMS[::7], CLAIMS[::5]):
        document = duel(active, opponent, initiative=forced)
        assert first(document) == forced == oracle.initiative(document)


@pytest.mark.parametrize(
    ("active", "opponent", "expected"),
    [
        ([], [], "active"),
        ([], ["Lightning Reflexes"], "opponent"),
        ([], ["Reach"], "opponent"),
        (["Reach"], ["Reach"], "active"),
        (["Reach"], ["Lightning Reflexes"], "opponent"),
        (["Slow"], [], "opponent"),
        (["Slow"], ["Slow"], "opponent"),
        (["Slow", "Reach"], [], "active"),
        (["Slow", "Reach"], ["Reach"], "opponent"),
        (["Lightning Reflexes"], ["Lightning Reflexes", "Reach"], "opponent"),
        ([], ["Slow", "Lightning Reflexes"], "active"),
    ],
)
def test_cases_by_hand(active: list[str], opponent: list[str], expected: str) -> None:
    assert first(duel(model(1, 1, *active), model(1, 1, *opponent))) == expected


@pytest.mark.parametrize(
    ("active", "opponent", "action", "expected"),
    [
        ({"states": ["prone"]}, {}, "melee", "opponent"),
        ({"states": ["prone"]}, {}, "stand up", "active"),  # it fights standing
        ({"states": ["surprised"]}, {}, "stand up", "opponent"),
        ({"states": ["prone"]}, {"states": ["surprised"]}, "melee", "active"),
        ({"states": ["prone"]}, {"states": ["prone"]}, "stand up", "active"),
        ({}, {"traits": ["Lightning Reflexes"], "states": ["prone"]}, "melee", "active"),
        ({"states": ["surprised"], "traits": ["Sixth Sense"]}, {}, "melee", "active"),
        ({}, {"traits": ["Reach"], "engaged": True}, "charge", "active"),
    ],
)
def test_states_by_hand(
    active: dict[str, Any], opponent: dict[str, Any], action: str, expected: str
) -> None:
    document = duel(model(1, 1) | active, model(1, 1) | opponent, action=action)
    assert first(document) == expected == oracle.initiative(document)
