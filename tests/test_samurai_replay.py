"""Turns with given dice, first of all the worked example of a Surprise Attack.

https://student2.ru/literatura/300693-srazheniya-s-uchastiem-otryadov/
"""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import settings as effort
from hypothesis import strategies as st

import samurai_oracle as oracle
from bushido_odds.errors import BushidoOddsError
from bushido_odds.samurai.replay import ReplayResult, replay
from bushido_odds.samurai.wounding import Fate
from samurai_cases import fight

NINJA = {"name": "Ninja", "fs": 6, "attacks": 3, "body": 6, "unarmed": True}
SAMURAI = {"name": "Samurai", "fs": 7, "body": 6}
DICE = (1, 8, 9, 5, 8)


def played(
    dice: tuple[int, ...],
    a: dict[str, Any] = NINJA,
    t: dict[str, Any] = SAMURAI,
    reaction: str = "fight",
    surprise: bool = False,
    **rules: Any,
) -> ReplayResult:
    return replay(fight([oracle.model(**a)], [oracle.model(**t)], reaction, surprise, rules), dice)


def results(result: ReplayResult) -> list[str]:
    return [event.says[0] for event in result.events]


def test_the_worked_example() -> None:
    """Hit, miss, miss; no armour test; the ninja's 5 passes and the samurai's 8 fails: stunned."""
    result = played(DICE, surprise=True)
    assert results(result) == [
        "passed: hit",
        "failed: miss",
        "failed: miss",
        "passed v failed: Ninja wins",
    ]
    assert [event.dice for event in result.events] == [(1,), (8,), (9,), (5, 8)]
    assert (result.target.wounds_left, result.target.fate) == (0, Fate.STUNNED)
    assert (result.attacker.wounds_left, result.attacker.fate) == (1, Fate.STANDS)
    assert result.unused == ()


@pytest.mark.parametrize("fs", range(2, 8))
@pytest.mark.parametrize("body", [(5, 7), (9, 1), (6, 6)])
def test_every_profile_that_fits_the_example(fs: int, body: tuple[int, int]) -> None:
    mine, theirs = body
    result = played(
        DICE, {**NINJA, "fs": fs, "body": mine}, {**SAMURAI, "body": theirs}, surprise=True
    )
    assert (result.target.fate, result.unused) == (Fate.STUNNED, ())
    assert len(result.events) == 4


def test_a_lucky_one_would_stun_before_the_test_of_body() -> None:
    """Why the default is the other reading: the example goes on to the test of Body Strength."""
    result = played(DICE, surprise=True, lucky="natural_1")
    assert results(result) == ["Lucky Chance: hit", "failed: miss", "failed: miss"]
    assert (result.target.fate, result.target.wounds_left) == (Fate.STUNNED, 1)
    assert result.unused == (5, 8)


def test_paired_attacks_then_both_sides_hits() -> None:
    """Lucky 6 beats 3; 9 fails and 4 hits back; 2 beats 8. Who is killed has struck too."""
    a = {**NINJA, "unarmed": False}
    t = {**SAMURAI, "attacks": 2, "wounds": 2}
    result = played((6, 3, 9, 4, 2, 8, 3, 9, 5, 7, 9, 5), a, t)
    assert results(result) == [
        "Lucky Chance v passed: Ninja wins",
        "failed v passed: Samurai wins",
        "passed v failed: Ninja wins",
        "passed v failed: Ninja wins",
        "passed v failed: Ninja wins",
        "failed v passed: Ninja wins",
    ]
    tests = [event.test[0].split(":")[0] for event in result.events]
    assert tests == ["to hit"] * 3 + ["to wound"] * 3
    assert result.attacker.fate is Fate.STANDS
    assert result.target.fate is Fate.KILLED
    assert result.target.wounds_left == 0


def test_armour_comes_before_body() -> None:
    a = {**NINJA, "unarmed": False, "attacks": 1}
    t = {**SAMURAI, "armour": 6}
    held = played((3, 4), a, t, "none")
    assert results(held) == ["passed: hit", "passed"]
    assert held.target.fate is Fate.STANDS
    pierced = played((3, 7, 4, 9), a, t, "none")
    assert results(pierced) == ["passed: hit", "failed", "passed v failed: Ninja wins"]
    assert pierced.target.fate is Fate.KILLED
    bonus = played((3, 4, 5, 8), a, t, "none", armour_effect="bonus:2")
    assert results(bonus)[-1] == "passed v Lucky Chance: Samurai wins"
    second = played(
        (3, 4, 5, 8, 5, 8), a, {**t, "armour_strength": 5}, "none", armour_effect="second_test"
    )
    assert results(second)[1:] == [
        "passed",
        "passed v failed: Ninja wins",
        "passed v failed: Ninja wins",
    ]


def test_a_model_that_is_out_takes_no_more_dice() -> None:
    a = {**NINJA, "unarmed": False, "attacks": 2}
    result = played((3, 3, 4, 9, 1), a, SAMURAI, "none")
    assert result.target.fate is Fate.KILLED
    assert result.unused == (1,)


def test_wounds_from_an_unarmed_model() -> None:
    """Any wound stuns, or only the last one: 3 of 3 attacks hit, the first two wound."""
    a, t = {**NINJA, "unarmed": True}, {**SAMURAI, "wounds": 2, "unarmed": True}
    dice = (2, 3, 4, 4, 9, 4, 9)
    first = played(dice, a, t, "none")
    assert (first.target.fate, first.target.wounds_left) == (Fate.STUNNED, 1)
    assert first.unused == (4, 9)
    last = played(dice, a, t, "none", unarmed_stun="at_zero")
    assert (last.target.fate, last.target.wounds_left) == (Fate.STUNNED, 0)
    alive = played((2, 8, 9, 4, 9), a, t, "none", unarmed_stun="at_zero")
    assert (alive.target.fate, alive.target.wounds_left) == (Fate.STANDS, 1)


def test_events_in_russian() -> None:
    a = {**NINJA, "unarmed": False}
    result = played((6, 3, 9, 4, 2, 8, 3, 9, 9, 5), a, SAMURAI)
    texts = [(event.test[1], event.says[1]) for event in result.events]
    assert texts[0] == (
        "на попадание: Ninja - Samurai, УС 6 - 7",
        "Счастливый Случай - успех: побеждает Ninja",
    )
    assert texts[1][1] == "провал - успех: побеждает Samurai"
    assert texts[3] == (
        "на рану: Ninja - Samurai, «Сила тела» 6 - 6",
        "успех - провал: побеждает Ninja",
    )
    simple = played(DICE, surprise=True)
    assert simple.events[0].test[1] == "Ninja, УС 6"
    assert simple.events[0].says[1] == "успех: попадание"
    assert simple.events[3].says[1] == "успех - провал: побеждает Ninja"


def test_evasion_and_defence_hit_nobody_back() -> None:
    a = {**NINJA, "unarmed": False, "attacks": 1}
    for reaction in ("evasion", "defend"):
        result = played((9, 4), a, {**SAMURAI, "agility": 7}, reaction)
        assert results(result) == ["failed v passed: Samurai wins"]
        assert result.attacker.fate is Fate.STANDS


@pytest.mark.parametrize(
    ("dice", "message"),
    [
        ((), "the dice run out: one is needed for Ninja, Fighting Skill 6"),
        ((1, 8, 9, 5), "the dice run out"),
        ((1, 11), "11 is no face of a die of 1..10"),
        ((0,), "0 is no face of a die of 1..10"),
    ],
)
def test_dice_that_do_not_do(dice: tuple[int, ...], message: str) -> None:
    with pytest.raises(BushidoOddsError, match=message):
        played(dice, surprise=True)


@given(st.lists(st.integers(1, 10), min_size=30, max_size=30), st.data())
@effort(max_examples=60, deadline=None)
def test_a_replay_is_one_of_the_possible_turns(dice: list[int], data: st.DataObject) -> None:
    """What a replay comes to has a chance in the law of the same turn."""
    reaction = data.draw(st.sampled_from(["fight", "defend", "none"]))
    a = {**NINJA, "unarmed": data.draw(st.booleans()), "attacks": 2}
    t = {**SAMURAI, "wounds": 2, "armour": data.draw(st.none() | st.integers(1, 9))}
    result = played(tuple(dice), a, t, reaction)
    law = oracle.melee([oracle.model(**a)], [oracle.model(**t)], reaction)
    assert law["T"]["wounds"].get(t["wounds"] - result.target.wounds_left, 0) > 0
    assert law["T"]["killed"].get(int(result.target.fate is Fate.KILLED), 0) > 0
    assert law["T"]["stunned"].get(int(result.target.fate is Fate.STUNNED), 0) > 0
    assert law["A"]["wounds"].get(1 - result.attacker.wounds_left, 0) > 0
