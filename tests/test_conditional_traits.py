"""Traits that act only where something holds: Vengeance, Oni Rage, Charging Bonus, Assassin.

Rules: https://jwarref.netlify.app/Rulebook/Traits.
"""

from __future__ import annotations

from typing import Any

import pytest

import bushido_odds as bo
from bushido_odds.documents.load import document_from
from bushido_odds.odds.result import MeleeResult
from bushido_odds.rules.damage import Kept, Weapon

ENEMY = {"attack": 1, "defence": 1, "wounds": 5}


def fight(*traits: str, enemy: dict[str, Any] | None = None, **more: Any) -> MeleeResult:
    """An exchange of a model with these traits; further fields are its own, or the action."""
    action = more.pop("action", "melee")
    model = {"attack": 2, "defence": 1, "wounds": 6, "traits": list(traits), **more}
    return bo.solve({"active": model, "opponent": {**ENEMY, **(enemy or {})}, "action": action})  # type: ignore[return-value]


def figures(result: MeleeResult) -> tuple[Any, ...]:
    """Every figure, without the words."""
    return result.active, result.opponent, result.outcome, result.initiative


def weapon(*traits: str, enemy: dict[str, Any] | None = None, **more: Any) -> Weapon:
    """What a model brings to its Damage Rolls."""
    action = more.pop("action", "melee")
    model = {"attack": 1, "defence": 1, "traits": list(traits), **more}
    opponent = {**ENEMY, **(enemy or {})}
    document = document_from({"active": model, "opponent": opponent, "action": action})
    return document.exchange.active.weapon(document.exchange.opponent)


# --- Vengeance ------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("trait", "enemy"),
    [
        ("Vengeance [Prefecture]", {"keywords": ["Prefecture"]}),
        ("Vengeance [Prefecture]", {"keywords": ["Ashigaru", "prefecture"]}),
        ("Vengeance [Drunken Master]", {"keywords": ["drunken-master"]}),
        ("Vengeance [Wolf, Takashi]", {"keywords": ["Takashi"]}),
        ("Vengeance [Poisoned]", {"states": ["poisoned"]}),
    ],
)
def test_vengeance_is_brutal_and_strength_against_whom_it_names(
    trait: str, enemy: dict[str, Any]
) -> None:
    avenging = fight(trait, enemy=enemy)
    assert figures(avenging) == figures(fight("Brutal (1)", strength=1, enemy=enemy))
    assert avenging.ignored_traits["active"] == ()


def test_vengeance_adds_to_brutal_and_strength() -> None:
    enemy = {"keywords": ["Prefecture"]}
    assert figures(
        fight("Vengeance [Prefecture]", "Brutal (1)", strength=2, enemy=enemy)
    ) == figures(fight("Brutal (2)", strength=3, enemy=enemy))


@pytest.mark.parametrize(
    ("trait", "enemy"),
    [
        ("Vengeance [Prefecture]", {}),
        ("Vengeance [Prefecture]", {"keywords": ["Temple"]}),
        ("Vengeance [Poisoned]", {"states": ["bleeding"]}),
        ("Vengeance", {"keywords": ["Prefecture"]}),
    ],
)
def test_vengeance_does_nothing_against_others(trait: str, enemy: dict[str, Any]) -> None:
    result = fight(trait, enemy=enemy)
    assert figures(result) == figures(fight(enemy=enemy))
    assert result.ignored_traits["active"] == (trait,)


def test_vengeance_looks_at_the_enemy_and_not_at_the_model() -> None:
    assert figures(fight("Vengeance [Prefecture]", keywords=["Prefecture"])) == figures(fight())


# --- Oni Rage -------------------------------------------------------------------------------------


def test_oni_rage_is_tough_while_berserk() -> None:
    assert figures(fight("Oni Rage", "Tough (1)", states=["berserk"])) == figures(
        fight("Tough (2)", states=["berserk"])
    )
    assert figures(fight("Oni Rage")) == figures(fight())
    assert figures(fight("Oni Rage", enemy={"states": ["berserk"]})) == figures(
        fight(enemy={"states": ["berserk"]})
    )


# --- Charging Bonus -------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("bonus", "gained"),
    [
        ("Charging Bonus [Sharp (2)]", ["Sharp (2)"]),
        ("Charging Bonus [Fearless, Brutal (1)]", ["Brutal (1)"]),
        ("Charging Bonus [Lightning Reflexes, Strong]", ["Lightning Reflexes", "Strong"]),
    ],
)
def test_a_charging_bonus_is_gained_in_a_charge(bonus: str, gained: list[str]) -> None:
    enemy = {"traits": ["Tough (1)", "Reach"]}
    charging = fight(bonus, enemy=enemy, action="charge")
    assert figures(charging) == figures(fight(*gained, enemy=enemy, action="charge"))
    assert charging.ignored_traits["active"] == ()
    assert figures(fight(bonus, enemy=enemy)) == figures(fight(enemy=enemy))
    assert fight(bonus, enemy=enemy).ignored_traits["active"] == (bonus,)


def test_only_the_model_that_charges_gains_its_bonus() -> None:
    enemy = {"traits": ["Charging Bonus [Strong]"]}
    assert figures(fight(enemy=enemy, action="charge")) == figures(fight(action="charge"))


def test_a_charging_bonus_of_dice_goes_to_the_pool() -> None:
    model = {"melee_pool": 2, "split": "2/1", "traits": ["Charging Bonus [+1 Melee Pool]"]}
    result = bo.solve({"active": model, "opponent": ENEMY, "action": "charge"})
    assert str(result.active.pool) == "2 base, +1 Charging Bonus = 3"  # type: ignore[union-attr]


def test_a_special_in_the_bonus_is_for_the_player_to_choose() -> None:
    bonus = "Charging Bonus [Slam Attack (0)]"
    assert figures(fight(bonus, action="charge")) == figures(fight(action="charge"))
    assert fight(bonus, action="charge").ignored_traits["active"] == (bonus,)


# --- Assassin -------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("fields", "eligible"),
    [
        ({}, False),
        ({"unseen": True}, True),
        ({"enemy": {"states": ["surprised"]}}, True),
        ({"enemy": {"states": ["prone"]}}, False),
        ({"enemy": {"states": ["surprised"], "traits": ["Sixth Sense"]}}, False),
        ({"enemy": {"unseen": True}}, False),
        ({"states": ["surprised"]}, False),
    ],
)
def test_where_assassin_is_eligible(fields: dict[str, Any], eligible: bool) -> None:
    assert weapon("Assassin", **fields).kept is (Kept.CHOSEN if eligible else Kept.BOTH)


@pytest.mark.parametrize("others", [[], ["Strong"], ["Weak"], ["Strong", "Weak"]])
def test_an_eligible_assassin_chooses_whatever_strong_and_weak_say(others: list[str]) -> None:
    assert weapon("Assassin", *others, unseen=True).kept is Kept.CHOSEN
    plain = {(): Kept.BOTH, ("Strong",): Kept.HIGHEST, ("Weak",): Kept.LOWEST}
    assert weapon("Assassin", *others).kept is plain.get(tuple(others), Kept.BOTH)


def test_an_assassin_who_is_not_eligible_is_told_so() -> None:
    assert fight("Assassin").ignored_traits["active"] == ("Assassin",)
    assert fight("Assassin", unseen=True).ignored_traits["active"] == ()


def test_durable_strong_and_weak_may_hold_for_melee_or_for_shooting_alone() -> None:
    assert weapon("Strong [Melee]").kept is Kept.HIGHEST
    assert weapon("Strong [Ranged]").kept is Kept.BOTH
    assert weapon("Weak [Melee, Ranged]").kept is Kept.LOWEST
    assert figures(fight("Durable [Melee]")) == figures(fight("Durable"))
    assert figures(fight("Durable [Ranged]")) == figures(fight())
