"""From the Melee Pool of a card to dice: every modifier, the cap, the raise, the cost, the split.

Rules: https://jwarref.netlify.app/Rulebook/Melee-Exchange (step 4 and its table),
https://jwarref.netlify.app/Rulebook/Cards (at most twice the base) and
https://jwarref.netlify.app/Rulebook/Tests (pools of 0 or less).
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from itertools import combinations
from types import MappingProxyType
from typing import Any, NamedTuple

import pytest

import bushido_odds as bo
from bushido_odds.documents.load import document_from
from bushido_odds.errors import InputErrors
from bushido_odds.rules.statistic import PoolWorking, pool_workings
from command import call

ENEMY: dict[str, Any] = {"attack": 1, "defence": 1}


class Change(NamedTuple):
    """Something that changes the active model's pool: what is written, and what it adds."""

    dice: int
    why: str
    model: dict[str, Any]
    enemy: Mapping[str, Any] = MappingProxyType({})
    action: str = "melee"


CHANGES = [
    Change(+1, "Ki boosts", {"boosts": 1}),
    Change(+3, "Ki boosts", {"boosts": 3}),
    Change(+1, "Charging Bonus", {"traits": ["Charging Bonus [+1 Melee Pool]"]}, action="charge"),
    Change(+1, "Co-ordinated Attack", {"coordinated": 1}),
    Change(+1, "the enemy's death sentence", {}, {"states": ["death sentence"]}),
    Change(-1, "exhausted", {"states": ["exhausted"]}),
    Change(-1, "blind", {"states": ["blind"]}),
    Change(-1, "frightened", {"states": ["frightened"]}),
    Change(-1, "held", {"states": ["held"]}),
    Change(-1, "prone", {"states": ["prone"]}),
    Change(-1, "ran", {"states": ["ran"]}),
    Change(-1, "stunned", {"states": ["stunned"]}),
    Change(-1, "surprised", {"states": ["surprised"]}),
    Change(-1, "an enemy assisting", {"assisting": 1}),
    Change(-2, "enemies assisting", {"assisting": 2}),
    Change(-1, "an enemy assisting", {"assisting": 3, "traits": ["Indomitable (2)"]}),
    Change(-1, "Split Attack", {"split_attacks": 1}),
    Change(-2, "Split Attack", {"split_attacks": 2}),
    Change(-1, "standing up", {"states": ["prone"]}, action="stand up"),
    # what changes nothing
    Change(0, "", {"states": ["exhausted"], "traits": ["Endurance"]}),
    Change(0, "", {"assisting": 2, "traits": ["Indomitable (5)"]}),
    Change(0, "", {"states": ["surprised"], "traits": ["Sixth Sense"]}),
    Change(0, "", {"states": ["bleeding", "poisoned", "on fire", "immobilised"]}),
    Change(0, "", {"states": ["death sentence"]}),
    Change(0, "", {}, {"states": ["stunned", "prone", "surprised"]}),
    Change(0, "", {"traits": ["Charging Bonus [+1 Melee Pool]", "Co-ordinated Attack [Wolf]"]}),
]


def merged(parts: Iterable[Mapping[str, Any]]) -> dict[str, Any]:
    """Fields of several mappings; lists add."""
    found: dict[str, Any] = {}
    for part in parts:
        for name, value in part.items():
            found[name] = [*found.get(name, []), *value] if isinstance(value, list) else value
    return found


def independent(one: Change, other: Change) -> bool:
    """Whether two changes can be written in one document and leave each other alone."""
    said = [{name for name in c.model if name not in ("traits", "states")} for c in (one, other)]
    states = [set(c.model.get("states", ())) for c in (one, other)]
    if "Sixth Sense" in str((one, other)) and "blind" in states[0] | states[1]:
        return False
    return (
        one.action == other.action
        and said[0].isdisjoint(said[1])
        and (states[0].isdisjoint(states[1]))
    )


def worked(base: int, changes: tuple[Change, ...]) -> dict[str, PoolWorking | None]:
    """The pools of an exchange; the split is one that no rule forbids."""
    split = [0, max(1, expected(base, changes))]
    model = {"melee_pool": base, "split": split, **merged(change.model for change in changes)}
    enemy = {**ENEMY, **merged(change.enemy for change in changes)}
    action = changes[0].action if changes else "melee"
    document = document_from({"active": model, "opponent": enemy, "action": action})
    return pool_workings(document.exchange)


def expected(base: int, changes: tuple[Change, ...]) -> int:
    """The pool before it is raised: the sum, at most twice the base, or 1 from a base of 0."""
    return min(base + sum(change.dice for change in changes), max(1, 2 * base))


@pytest.mark.parametrize("change", CHANGES, ids=lambda change: change.why or "nothing")
def test_every_change_alone(change: Change) -> None:
    pool = worked(4, (change,))["active"]
    assert pool is not None
    assert [(line.dice, line.why) for line in pool.lines] == (
        [(change.dice, change.why)] if change.dice else []
    )
    assert pool.total == 4 + change.dice


def test_every_pair_of_changes_on_every_base() -> None:
    pairs = [pair for pair in combinations(CHANGES, 2) if independent(*pair)]
    assert len(pairs) > 200
    for pair in pairs:
        for base in range(6):
            pool = worked(base, pair)["active"]
            assert pool is not None
            assert pool.total == max(1, expected(base, pair)), (base, pair)
            assert pool.base + sum(line.dice for line in pool.lines) == pool.total
            assert all(line.dice for line in pool.lines)


@pytest.mark.parametrize(
    ("base", "boosts", "text"),
    [
        (3, 3, "3 base, +3 Ki boosts = 6"),
        (3, 4, "3 base, +4 Ki boosts, -1 cap at twice the base = 6"),
        (1, 3, "1 base, +3 Ki boosts, -2 cap at twice the base = 2"),
        (0, 1, "0 base, +1 Ki boosts = 1"),
        (0, 3, "0 base, +3 Ki boosts, -2 cap at 1 from a base of 0 = 1"),
    ],
)
def test_the_cap_is_twice_the_base(base: int, boosts: int, text: str) -> None:
    change = Change(boosts, "Ki boosts", {"boosts": boosts})
    assert str(worked(base, (change,))["active"]) == text


def test_the_cap_is_put_on_the_sum_of_all_changes() -> None:
    changes = (Change(3, "", {"boosts": 3}), Change(-1, "", {"states": ["stunned"]}))
    assert str(worked(2, changes)["active"]) == "2 base, +3 Ki boosts, -1 stunned = 4"


BOTH = "both sides raised until each has a die"


def test_both_sides_are_raised_until_each_has_a_die() -> None:
    """The example of the rulebook: pools of -1 and 3 become 1 and 5."""
    changes = (Change(-2, "", {"assisting": 2}),)
    document = {
        "active": {"melee_pool": 1, "split": "1/0", "assisting": 2},
        "opponent": {"melee_pool": 3, "split": "2/3"},
    }
    pools = pool_workings(document_from(document).exchange)
    assert expected(1, changes) == -1
    assert str(pools["active"]) == f"1 base, -2 enemies assisting, +2 {BOTH} = 1"
    assert str(pools["opponent"]) == f"3 base, +2 {BOTH} = 5"


def test_the_side_that_is_short_by_more_decides() -> None:
    document = {
        "active": {"melee_pool": 0, "split": "2/0"},
        "opponent": {"melee_pool": 1, "split": "0/1", "states": ["prone", "blind"]},
    }
    pools = pool_workings(document_from(document).exchange)
    assert str(pools["active"]) == f"0 base, +2 {BOTH} = 2"
    assert str(pools["opponent"]) == f"1 base, -1 prone, -1 blind, +2 {BOTH} = 1"


def test_finished_dice_are_not_raised() -> None:
    pools = worked(0, ())
    assert str(pools["active"]) == f"0 base, +1 {BOTH} = 1"
    assert pools["opponent"] is None


def test_sixth_sense_is_never_blind() -> None:
    change = Change(0, "", {"states": ["blind"], "traits": ["Sixth Sense"]})
    assert str(worked(4, (change,))["active"]) == "4 base = 4"


# --- the cost of a special ------------------------------------------------------------------------


def faults(document: dict[str, Any]) -> list[str]:
    """What a document is refused for, a line a fault."""
    try:
        document_from(document)
    except InputErrors as error:
        return str(error).splitlines()
    return []


def refusal(active: dict[str, Any]) -> str:
    """The first thing that an active model is refused for."""
    return faults({"active": active, "opponent": ENEMY})[0]


def test_a_special_is_paid_from_the_pool_after_the_cap() -> None:
    model = {"melee_pool": 2, "boosts": 3, "split": "2/1", "special": "Combo Attack (1)"}
    document = document_from({"active": model, "opponent": ENEMY})
    assert str(pool_workings(document.exchange)["active"]) == (
        "2 base, +3 Ki boosts, -1 cap at twice the base, -1 Combo Attack = 3"
    )


@pytest.mark.parametrize("special", ["Combo Attack (0)", "Combo Attack"])
def test_a_special_that_costs_nothing_is_always_allowed(special: str) -> None:
    model = {"melee_pool": 1, "split": "1/0", "special": special}
    document = document_from({"active": model, "opponent": ENEMY})
    assert str(pool_workings(document.exchange)["active"]) == "1 base = 1"


@pytest.mark.parametrize(
    ("model", "message"),
    [
        (
            {"melee_pool": 1, "split": "0/0", "special": "Combo Attack (1)"},
            "active.special: Combo Attack costs 1: a special may not empty the pool "
            "(1 base, -1 Combo Attack = 0)",
        ),
        (
            {"melee_pool": 2, "split": "1/0", "states": ["held"],
             "special": "Ivory Prison Attack (2)"},
            "active.special: Ivory Prison Attack costs 2: a special may not empty the pool "
            "(2 base, -1 held, -2 Ivory Prison Attack = -1)",
        ),
        (
            {"melee_pool": 0, "split": "0/0", "special": "Combo Attack (1)"},
            "active.special: Combo Attack costs 1: a special may not empty the pool "
            f"(0 base, +1 {BOTH}, -1 Combo Attack = 0)",
        ),
    ],
)  # fmt: skip
def test_a_cost_that_would_empty_the_pool_is_refused(model: dict[str, Any], message: str) -> None:
    assert refusal(model) == message


# --- the split ------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("split", "message"),
    [
        ("3/3", "active.split: 3/3 is 6 dice, and the pool is 4 base, +1 Ki boosts = 5"),
        ("2/2", "active.split: 2/2 is 4 dice, and the pool is 4 base, +1 Ki boosts = 5"),
    ],
)
def test_a_split_has_all_the_dice_of_the_pool(split: str, message: str) -> None:
    assert refusal({"melee_pool": 4, "boosts": 1, "split": split}) == message


AGGRESSIVE = "breaks Aggressive: at least as many dice in Attack as in Defence"
DEFENSIVE = "breaks Defensive: at least as many dice in Defence as in Attack"
DISENGAGE = "breaks Disengage: at least as many dice in Defence as in Attack"


@pytest.mark.parametrize(
    ("traits", "states", "action", "broken"),
    [
        ([], [], "melee", ()),
        (["Aggressive"], [], "melee", (AGGRESSIVE,)),
        (["Defensive"], [], "melee", (DEFENSIVE,)),
        (["Aggressive", "Defensive"], [], "melee", ()),
        ([], ["held"], "melee", (DEFENSIVE,)),
        ([], ["berserk"], "melee", (AGGRESSIVE,)),
        ([], ["berserk", "held"], "melee", ()),
        (["Aggressive"], ["held"], "melee", ()),
        ([], ["frightened"], "melee", (DEFENSIVE,)),
        (["Steadfast"], ["frightened"], "melee", ()),
        (["Steadfast"], ["held"], "melee", (DEFENSIVE,)),
        (["Steadfast", "Aggressive"], ["frightened"], "melee", (AGGRESSIVE,)),
        ([], [], "disengage", (DISENGAGE,)),
        (["Defensive"], [], "disengage", (DEFENSIVE, DISENGAGE)),
        (["Aggressive"], [], "disengage", (AGGRESSIVE, DISENGAGE)),
    ],
)
@pytest.mark.parametrize("side", ["active", "opponent"])
def test_rules_of_the_split(
    side: str, traits: list[str], states: list[str], action: str, broken: tuple[str, ...]
) -> None:
    if side == "opponent":
        broken = tuple(rule for rule in broken if rule != DISENGAGE)  # the active model's alone
    for attack in range(5):
        split = [attack, 4 - attack]
        model = {"melee_pool": 4, "traits": traits, "states": states, "split": split}
        model["boosts"] = len([state for state in states if state != "berserk"])
        enemy = "opponent" if side == "active" else "active"
        enemy_dice = {"attack": 0, "defence": 2}
        told = [
            f"{side}.split: {rule}"
            for rule in broken
            if (attack < 2 if rule is AGGRESSIVE else attack > 2)
        ]
        assert faults({side: model, enemy: enemy_dice, "action": action}) == told, split


def test_finished_dice_that_break_a_rule_are_only_remarked_on() -> None:
    notes = document_from({"active": "A: 1/2, Aggressive", "opponent": "1/1, wounds 6"}).notes
    assert f"A: 1/2 {AGGRESSIVE}" in notes


# --- shown ----------------------------------------------------------------------------------------

WORKED = {
    "melee_pool": 4,
    "split": "1/1",
    "states": ["exhausted"],
    "special": "Combo Attack (1)",
}


def test_the_dice_of_the_split_are_those_that_are_rolled() -> None:
    document = {"active": WORKED, "opponent": ENEMY}
    result = bo.solve(document)
    plain = bo.solve({**document, "active": {"attack": 1, "defence": 1, "special": "Combo Attack"}})
    assert result.active.attack == plain.active.attack
    assert result.outcome == plain.outcome


def test_the_arithmetic_is_shown_line_by_line() -> None:
    args = ["--active-melee-pool", "4", "--active-split", "1/1", "--active-state", "exhausted"]
    args += ["--active-special", "Combo Attack (1)", "--opponent-attack", "1"]
    args += ["--opponent-defence", "1"]
    shown = "4 base, -1 exhausted, -1 Combo Attack = 2"
    assert f"Active, pool: {shown}.\n" in call("melee", *args, "--explain").out
    assert call("melee", *args, "--json").json["active"]["pool"] == {
        "base": 4,
        "lines": [{"dice": -1, "why": "exhausted"}, {"dice": -1, "why": "Combo Attack"}],
        "total": 2,
    }
