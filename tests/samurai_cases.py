"""Models and rules for the tests of the samurai rules, and the engine in the oracle's words."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import fields
from fractions import Fraction
from typing import Any

from hypothesis import strategies as st

import samurai_oracle as oracle
from bushido_odds.samurai.fight import Fight
from bushido_odds.samurai.melee import Allotting, solve
from bushido_odds.samurai.model import Model, Reaction
from bushido_odds.samurai.result import MeleeResult, Side
from bushido_odds.samurai.rulings import SETTINGS, settings_from
from bushido_odds.samurai.settings import Settings

CHARACTERISTICS = st.integers(0, 12)

_VALUES: dict[str, Any] = {
    "defend_bonus": st.integers(0, 3),
    "weapon_mod": st.integers(-2, 3),
    "unarmed_penalty": st.integers(-4, 0),
    "melee_shot_penalty": st.integers(-3, 0),
    "armour_effect": st.sampled_from(["negate", "second_test", "bonus:2", "bonus:5"]),
}


def _values(key: str) -> Any:
    if key in _VALUES:
        return _VALUES[key]
    setting = SETTINGS[key]
    return st.booleans() if isinstance(setting.default, bool) else st.sampled_from(setting.choices)


RULES = st.fixed_dictionaries({}, optional={key: _values(key) for key in SETTINGS})
"""Every configuration: each setting at any of its values, or left out."""


def settings(rules: Mapping[str, Any]) -> Settings:
    """The engine's settings for rules that differ from the defaults."""
    return settings_from(rules)


@st.composite
def models(draw: Any, *, attacks: int = 2, contact: int = 1, name: str = "M") -> oracle.Model:
    """A model, or a group of up to so many identical ones."""
    unarmed = draw(st.booleans())
    return oracle.model(
        name=name,
        fs=draw(CHARACTERISTICS),
        attacks=draw(st.integers(0, attacks)),
        body=draw(CHARACTERISTICS),
        wounds=draw(st.integers(1, 3)),
        agility=draw(CHARACTERISTICS),
        armour=draw(st.none() | CHARACTERISTICS),
        armour_strength=draw(CHARACTERISTICS),
        weapon_mod=draw(st.none() | st.integers(-2, 2)),
        modifier=draw(st.integers(-3, 3)),
        unarmed=unarmed,
        two_blades=not unarmed and draw(st.booleans()),
        in_contact=draw(st.integers(1, contact)),
        within_inch=draw(st.integers(0, 1)),
    )


_FIELDS = {field.name for field in fields(Model)}


def engine_model(model: oracle.Model) -> Model:
    """The engine's model."""
    given = {name: value for name, value in model.items() if name in _FIELDS}
    return Model(**{**given, "against": given.get("against") or ""})


def fight(
    a: list[oracle.Model],
    t: list[oracle.Model],
    reaction: str = "fight",
    surprise: bool = False,
    rules: Mapping[str, Any] | None = None,
) -> Fight:
    """A fight between models of the oracle."""
    return Fight(
        tuple(map(engine_model, a)),
        tuple(map(engine_model, t)),
        Reaction(reaction),
        surprise,
        settings(rules or {}),
    )


def solved(
    a: list[oracle.Model],
    t: list[oracle.Model],
    reaction: str = "fight",
    surprise: bool = False,
    rules: Mapping[str, Any] | None = None,
    allots: Mapping[str, str] | None = None,
    orders: Mapping[str, list[int]] | None = None,
) -> MeleeResult:
    """The engine's answer to a turn between models of the oracle."""
    allotting = {
        side: Allotting(
            (allots or {}).get(side, "kill"),
            tuple(number - 1 for number in (orders or {}).get(side, [])),
        )
        for side in "AT"
    }
    return solve(
        fight(a, t, reaction, surprise, rules), attacker=allotting["A"], target=allotting["T"]
    )


def laws(side: Side) -> dict[str, dict[int, Fraction]]:
    """One side's laws in the oracle's words."""
    return {
        "hits": dict(side.hits),
        "wounds": dict(side.wounds),
        "stunned": dict(side.stunned_models),
        "killed": dict(side.killed_models),
        "out": dict(side.out_models),
    }


def assert_agrees(
    a: list[oracle.Model],
    t: list[oracle.Model],
    reaction: str = "fight",
    surprise: bool = False,
    rules: Mapping[str, Any] | None = None,
    allots: Mapping[str, str] | None = None,
    orders: Mapping[str, list[int]] | None = None,
) -> None:
    """The engine and the oracle give the same law for every figure of a turn."""
    result = solved(a, t, reaction, surprise, rules, allots, orders)
    expected = oracle.melee(a, t, reaction, surprise, oracle.rules(**(rules or {})), allots, orders)
    assert laws(result.attacker) == expected["A"]
    assert laws(result.target) == expected["T"]
    if result.outcome is not None:
        outcome = result.outcome
        joint = expected["joint"]
        assert (
            outcome.both_stand,
            outcome.attacker_out,
            outcome.target_out,
            outcome.both_out,
        ) == tuple(
            joint.get(key, 0)
            for key in ((False, False), (True, False), (False, True), (True, True))
        )
