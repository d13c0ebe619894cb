"""Shots: range, reactions, and friends in a melee.

https://student2.ru/literatura/300693-srazheniya-s-uchastiem-otryadov/ and
https://student2.ru/literatura/300131-strelba-po-srazhayushhimsya-modelyam
"""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from typing import Any

import pytest
from hypothesis import given
from hypothesis import settings as effort
from hypothesis import strategies as st

import samurai_oracle as oracle
from bushido_odds.samurai.model import Reaction
from bushido_odds.samurai.result import ShootResult, Side
from bushido_odds.samurai.shooting import Shooting, solve
from samurai_cases import CHARACTERISTICS, RULES, engine_model, settings

WOUND = Fraction(35, 100)
"""Strength 5 against Body Strength 5."""


def shoot(
    shooter: oracle.Model,
    target: oracle.Model,
    reaction: str = "none",
    distance: float | None = None,
    into_melee: bool = False,
    friends: tuple[oracle.Model, ...] = (),
    rules: Mapping[str, Any] | None = None,
) -> ShootResult:
    return solve(
        Shooting(
            engine_model(shooter),
            engine_model(target),
            Reaction(reaction),
            distance,
            into_melee or bool(friends),
            tuple(map(engine_model, friends)),
            settings(rules or {}),
        )
    )


def archer(**fields: Any) -> oracle.Model:
    return oracle.model(**{"name": "archer", "shooting": 6, "strength": 5, "body": 5, **fields})


def man(**fields: Any) -> oracle.Model:
    return oracle.model(**{"name": "man", "body": 5, **fields})


def test_a_shot_is_a_simple_test_then_a_test_of_strength() -> None:
    result = shoot(archer(), man())
    assert (result.hit, result.characteristic) == (Fraction(6, 10), 6)
    assert result.target.killed == Fraction(6, 10) * WOUND
    assert result.shooter.out_of_action == 0
    assert shoot(archer(shots=2), man()).target.killed == 1 - (1 - Fraction(6, 10) * WOUND) ** 2


def test_strength_is_the_missiles_or_else_the_throwers() -> None:
    thrown = archer(strength=None, body=7, weapon_mod=1)
    expected = Fraction(6, 10) * oracle.opposed(8, 5, oracle.DEFAULTS)["A"]
    assert shoot(thrown, man()).target.killed == expected
    assert shoot(archer(body=1), man()).target.killed == Fraction(6, 10) * WOUND


def test_modifiers_change_the_characteristic() -> None:
    assert shoot(archer(modifier=-2), man()).hit == Fraction(4, 10)
    assert shoot(archer(modifier=-6), man()).hit == 0


@pytest.mark.parametrize("reaction", ["none", "evasion"])
def test_beyond_the_range_no_dice_are_rolled(reaction: str) -> None:
    far = shoot(archer(range=24), man(agility=5), reaction, distance=24.5, friends=(man(),))
    assert (far.in_range, far.hit, far.shooter.attacks) == (False, 0, 0)
    assert far.target.out_of_action == far.friends[0].out_of_action == far.friendly_hit == 0
    near = shoot(archer(range=24), man(), distance=24)
    assert near.in_range
    assert near.hit == Fraction(6, 10)


def test_the_target_may_still_react_beyond_the_range() -> None:
    back = man(shooting=7, strength=5)
    result = shoot(archer(range=10), back, "shoot", distance=20)
    assert result.hit == 0
    assert result.shooter.killed == Fraction(7, 10) * WOUND
    assert shoot(archer(), {**back, "range": 10}, "shoot", distance=20).shooter.killed == 0


def test_into_melee_the_characteristic_falls_by_two() -> None:
    """Not the die: a lower die would help. 6 - 2 = 4; 1 of 10 hits a friend."""
    result = shoot(archer(), man(), friends=(man(),))
    assert (result.characteristic, result.hit, result.friendly_hit) == (
        4,
        Fraction(4, 10),
        Fraction(1, 10),
    )
    assert result.friends[0].killed == Fraction(1, 10) * WOUND
    assert shoot(archer(), man(), into_melee=True).friendly_hit == Fraction(1, 10)
    assert shoot(archer(), man()).friendly_hit == 0


def test_a_characteristic_of_zero_rolls_nothing_and_hits_no_friend() -> None:
    assert shoot(archer(shooting=2), man(), friends=(man(),)).friendly_hit == 0
    assert shoot(archer(shooting=3), man(), friends=(man(),)).friendly_hit == Fraction(1, 10)


def test_one_of_several_friends_is_hit_at_random() -> None:
    result = shoot(archer(shots=2), man(), friends=(man(), man(body=2)))
    weak = oracle.opposed(5, 2, oracle.DEFAULTS)["A"]
    assert result.friends[0].killed == 1 - (1 - Fraction(1, 20) * WOUND) ** 2
    assert result.friends[1].killed == 1 - (1 - Fraction(1, 20) * weak) ** 2


def test_evasion() -> None:
    """6 against Agility 5: 44 of 100."""
    result = shoot(archer(shots=2), man(agility=5), "evasion")
    assert result.hit == Fraction(44, 100)
    assert result.shooter.hits[2] == Fraction(44, 100) ** 2
    once = shoot(archer(shots=2), man(agility=5), "evasion", rules={"evasion_tests": "one_for_all"})
    assert once.hit == Fraction(44, 100)
    assert once.shooter.hits[2] > Fraction(44, 100) ** 2


def test_shooting_back() -> None:
    """6 against 5: 44 and 31 of 100; the second shot meets nobody."""
    back = man(shooting=5, strength=5)
    result = shoot(archer(shots=2), back, "shoot")
    assert result.shooter.hits.mean == Fraction(44, 100) + Fraction(6, 10)
    assert result.shooter.killed == Fraction(31, 100) * WOUND
    simple = shoot(archer(shots=2), back, "shoot", rules={"return_fire": "simple"})
    assert simple.shooter.hits.mean == 2 * Fraction(6, 10)
    assert simple.shooter.killed == Fraction(5, 10) * WOUND


@st.composite
def shooters(draw: Any, name: str) -> oracle.Model:
    return oracle.model(
        name=name,
        shooting=draw(CHARACTERISTICS),
        shots=draw(st.integers(0, 2)),
        strength=draw(st.none() | CHARACTERISTICS),
        body=draw(CHARACTERISTICS),
        wounds=draw(st.integers(1, 2)),
        agility=draw(CHARACTERISTICS),
        armour=draw(st.none() | CHARACTERISTICS),
        armour_strength=draw(CHARACTERISTICS),
        modifier=draw(st.integers(-3, 3)),
        range=draw(st.none() | st.integers(4, 8)),
    )


def law(side: Side) -> tuple[dict[int, Fraction], Fraction]:
    return dict(side.wounds), side.killed


def in_words(found: dict[tuple[str, int], Fraction]) -> tuple[dict[int, Fraction], Fraction]:
    wounds: dict[int, Fraction] = {}
    for (_, lost), chance in found.items():
        wounds[lost] = wounds.get(lost, Fraction(0)) + chance
    killed = sum((p for (fate, _), p in found.items() if fate == "killed"), Fraction(0))
    return wounds, killed


@given(
    shooters("S"),
    shooters("T"),
    st.sampled_from(["none", "evasion", "shoot"]),
    st.none() | st.integers(5, 7),
    st.lists(shooters("F"), max_size=2),
    RULES,
)
@effort(max_examples=150, deadline=None)
def test_shots_against_the_oracle(
    shooter: oracle.Model,
    target: oracle.Model,
    reaction: str,
    distance: int | None,
    friends: list[oracle.Model],
    rules: dict[str, Any],
) -> None:
    result = shoot(shooter, target, reaction, distance, False, tuple(friends), rules)
    expected = oracle.shoot(
        shooter, target, reaction, distance, False, friends, oracle.rules(**rules)
    )
    assert dict(result.shooter.hits) == expected["hits"]
    assert law(result.target) == in_words(expected["target"])
    assert law(result.shooter) == in_words(expected["shooter"])
    for friend, other in zip(result.friends, expected["friends"], strict=True):
        assert law(friend) == in_words(other)
