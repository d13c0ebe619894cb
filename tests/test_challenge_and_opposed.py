"""Challenge and Opposed Tests, and their named forms, against the oracle and against hand counts.

Sources: https://jwarref.netlify.app/Rulebook/Tests and the pages of the traits.
"""

from __future__ import annotations

from fractions import Fraction as F
from itertools import product
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import bushido_odds as bo
from bushido_odds.answer import answer
from bushido_odds.errors import InputErrors
from bushido_odds.rules.notation import parse_trait
from bushido_odds.rules.tests import size_test
from helpers import Document, law
from ranged_helpers import SIZES, assert_same_test, tests


def solved(**document: Any) -> Any:
    return bo.solve(document).to_dict(exact=True)


def chance(**document: Any) -> F:
    return F(solved(**document)["success"])


# ---- Challenge Tests


@pytest.mark.parametrize(
    ("dice", "number", "success"),
    [
        (1, 6, F(1, 6)),
        (1, 4, F(1, 2)),
        (2, 4, F(5, 6)),
        (2, 5, F(25, 36)),
        (2, 6, F(1, 2)),
        (3, 6, F(7, 9)),
        (4, 7, F(55, 72)),
        (0, 4, F(1, 2)),
        (-7, 4, F(1, 2)),
        (2, 0, F(1)),
        (2, -3, F(1)),
        (2, 8, F(0)),
    ],
)
def test_known_chances(dice: int, number: int, success: F) -> None:
    assert chance(kind="challenge", dice=dice, number=number) == success


@pytest.mark.parametrize("dice", [-1, 0, 1, 2, 3, 4])
@pytest.mark.parametrize("goal", ["success", "value"])
def test_every_small_challenge(dice: int, goal: str) -> None:
    for number, prowess, adept in product(range(-2, 10), (0, 1, 2), (0, 1)):
        for bonus in (-1, 0, 2):
            assert_same_test(
                {
                    "kind": "challenge", "dice": dice, "number": number, "prowess": prowess,
                    "adept": adept, "bonus": bonus, "goal": goal,
                }
            )  # fmt: skip


def test_prowess_plays_for_success_before_anything_else() -> None:
    """A 5 against 6 is worth more than another throw, and is thrown again all the same."""
    assert chance(kind="challenge", dice=1, number=6, prowess=1) == F(11, 36)
    for_value = chance(kind="challenge", dice=1, number=6, prowess=1, goal="value")
    assert for_value == F(1, 6) + F(1, 2) * F(1, 6)


def test_prowess_never_throws_a_success_away_unless_it_stays_one() -> None:
    """What is sure to pass is re-rolled only for a higher result."""
    result = solved(kind="challenge", dice=1, number=2, prowess=1)
    assert F(result["success"]) == 1 - F(1, 36)
    sure = solved(kind="challenge", dice=1, number=0, prowess=1)
    assert law(sure["value"])[2] == F(1, 12)


@pytest.mark.parametrize("prowess", [1, 3, 5])
@pytest.mark.parametrize("number", range(2, 7))
def test_a_single_die_gets_a_second_chance(prowess: int, number: int) -> None:
    """However many dice may be re-rolled: each die once."""
    once = F(7 - number, 6)
    twice = chance(kind="challenge", dice=1, number=number, prowess=prowess)
    assert twice == 1 - (1 - once) ** 2


def test_more_dice_more_prowess_and_a_lower_number_help() -> None:
    for dice, number, prowess in product((1, 2, 3), range(3, 8), (0, 1, 2)):
        base = chance(kind="challenge", dice=dice, number=number, prowess=prowess)
        assert chance(kind="challenge", dice=dice + 1, number=number, prowess=prowess) > base
        assert chance(kind="challenge", dice=dice, number=number, prowess=prowess + 1) >= base
        assert chance(kind="challenge", dice=dice, number=number - 1, prowess=prowess) >= base


@pytest.mark.parametrize(
    ("document", "message"),
    [
        ({"kind": "challenge", "number": 4}, '"dice" is missing'),
        ({"kind": "challenge", "dice": 3}, '"number" is missing'),
        ({"kind": "challenge", "dice": 13, "number": 4}, "13 is beyond the limit: -12 to 12"),
        ({"kind": "challenge", "dice": 2, "number": 4, "prowess": 6}, "limit: 0 to 5"),
        ({"kind": "challenge", "dice": 2, "number": 4, "goal": "luck"}, "success, value"),
        ({"kind": "challenge", "dice": 2, "number": 4, "die": 1}, 'did you mean "dice"'),
        ({"kind": "opposed", "active": 12, "opponent": -12}, "25 dice are beyond the limit of 12"),
        ({"kind": "opposed", "active": 2}, '"opponent" is missing'),
        ({"kind": "fear", "ki": 12, "boosts": 12, "value": 6}, "24 dice are beyond the limit"),
        ({"kind": "ki", "active": {"ki": 7, "boosts": 7}, "opponent": 1}, "active: 14 dice"),
        ({"kind": "size", "size": "vast", "number": 4}, "none of: tiny, small"),
        ({"kind": "size", "size": "small", "number": 4, "traits": ["Tiny", "Huge"]}, "contradict"),
        ({"kind": "fear", "ki": 1, "value": 4, "traits": ["Braver"]}, 'did you mean "Bravery"'),
        ({"kind": "rise"}, '"value" is missing'),
    ],
)
def test_tests_that_make_no_sense(document: Document, message: str) -> None:
    with pytest.raises(InputErrors, match=message):
        bo.solve(document)


# ---- Opposed Tests


@pytest.mark.parametrize("active", [-1, 0, 1, 2, 3])
@pytest.mark.parametrize("opponent", [-1, 0, 1, 2, 3])
def test_every_small_opposed_test(active: int, opponent: int) -> None:
    plain: Document = {"prowess": 0, "adept": 0, "bonus": 0, "kata": False, "discards": 0}
    for change in (
        {}, {"prowess": 1}, {"prowess": 2}, {"bonus": 2}, {"bonus": -1}, {"kata": True},
        {"discards": 1}, {"discards": 2}, {"adept": 1}, {"prowess": 1, "discards": 1},
    ):  # fmt: skip
        changed = {"dice": active, **plain, **change}
        other = {"dice": opponent, **plain}
        assert_same_test({"kind": "opposed", "active": changed, "opponent": other})
        changed["dice"], other["dice"] = opponent, active
        assert_same_test({"kind": "opposed", "active": other, "opponent": changed})


def test_exactly_one_side_succeeds_and_ties_go_to_dice_and_then_to_the_active_side() -> None:
    result = solved(kind="opposed", active=1, opponent=1)
    assert F(result["active"]["success"]) + F(result["opponent"]["success"]) == 1
    # One die each: 36 pairs, 15 higher, 6 tied on an equal number of surviving dice.
    assert F(result["active"]["success"]) == F(21, 36)
    assert law(result["active"]["success_level"])[0] == F(6, 36)
    assert 0 not in law(result["opponent"]["success_level"])
    # 2 and 3 come to 4 with two dice, as a single 4 does: the two dice win.
    tied = solved(kind="opposed", active=1, opponent=2)
    assert 0 in law(tied["opponent"]["success_level"])


@pytest.mark.parametrize(
    ("active", "opponent", "dice"),
    [(-1, 3, (1, 5)), (0, 2, (1, 3)), (2, -2, (5, 1)), (-2, -1, (1, 2)), (1, 4, (1, 4))],
)
def test_both_pools_are_raised_until_each_has_a_die(
    active: int, opponent: int, dice: tuple[int, int]
) -> None:
    result = solved(kind="opposed", active=active, opponent=opponent)
    assert (result["active"]["dice"], result["opponent"]["dice"]) == dice


def test_discarded_dice_do_not_count_in_ties() -> None:
    """A pool that loses its only die is worth 0, and so is one of ones: the active side wins."""
    gone = {"dice": 1, "discards": 1}
    assert F(solved(kind="opposed", active=gone, opponent=1)["active"]["success"]) == F(1, 6)
    assert F(solved(kind="opposed", active=1, opponent=gone)["active"]["success"]) == 1


# ---- fear


@pytest.mark.parametrize(
    ("ki", "value", "success"),
    [
        (2, 4, F(5, 6)),
        (2, 5, F(25, 36)),
        (2, 6, F(1, 2)),
        (1, 6, F(1, 6)),
        (3, 6, F(7, 9)),
        (0, 4, F(1, 2)),
    ],
)
def test_fear_tests_that_players_speak_of(ki: int, value: int, success: F) -> None:
    assert chance(kind="fear", ki=ki, value=value) == success


def test_fear_was_harder_by_the_old_rule() -> None:
    """Two dice against 5: once the highest die alone counted, 5/9."""
    pairs = list(product(range(1, 7), repeat=2))
    old = F(sum(max(pair) >= 5 for pair in pairs), len(pairs))
    assert old == F(5, 9)
    assert chance(kind="fear", ki=2, value=5) == F(25, 36)


P = F(25, 36)
"""Two dice against 5."""


@pytest.mark.parametrize(
    ("traits", "enemy", "success"),
    [
        ([], [], P),
        (["Bravery"], [], P + (1 - P) * P),
        (["Cowardly"], [], P * P),
        ([], ["Terror"], P * P),
        (["Cowardly"], ["Terror"], P * P * P),
        (["Bravery", "Cowardly"], [], P),
        (["Bravery"], ["Terror"], P),
        (["Bravery", "Cowardly"], ["Terror"], P * P),
        (["Fearless"], ["Terror"], F(1)),
        (["Soulless", "Cowardly"], [], F(1)),
        (["Fear (5)"], [], F(1)),
        (["Fear (6)"], [], F(1)),
        (["Fear (4)"], [], P),
        (["Fear (6)"], ["Dread (1)"], F(1, 3)),
        (["Fearless"], ["Dread (1)"], F(1)),
        (["Courage (1)"], [], F(5, 6)),
        (["Leadership [Ito] (1/6)"], [], F(5, 6)),
        (["Leadership (1/6)", "Leadership (2/8)"], [], F(11, 12)),
        (["Courage (1)", "Leadership (1/6)"], [], F(11, 12)),
        (["Spirit (1)"], [], F(193, 216)),
        (["Spirit (-1)"], [], F(1, 3)),
        ([], ["Dread (1)"], F(1, 3)),
        ([], ["Dread (5)"], F(1, 3)),
        (["Spirit (1)"], ["Dread (1)"], P),
        (["Resistance (2)", "Willpower (2)", "Mantra", "Mettle (1)"], [], P),
        (["Terror", "Dread (1)"], ["Bravery", "Courage (2)"], P),
    ],
)
def test_traits_of_a_fear_test(traits: list[str], enemy: list[str], success: F) -> None:
    document = {"kind": "fear", "ki": 2, "value": 5, "traits": traits, "enemy_traits": enemy}
    assert F(bo.solve(document).to_dict(exact=True)["success"]) == success
    assert_same_test(document)


def test_the_levels_of_a_test_that_is_rolled_again() -> None:
    plain = law(solved(kind="fear", ki=2, value=5)["success_level"])
    brave = law(solved(kind="fear", ki=2, value=5, traits=["Bravery"])["success_level"])
    coward = law(solved(kind="fear", ki=2, value=5, traits=["Cowardly"])["success_level"])
    assert brave == {level: p * (2 - P) for level, p in plain.items()}
    assert coward == {level: p * P for level, p in plain.items()}


def test_what_undoes_what_is_told() -> None:
    notes = solved(kind="fear", ki=2, value=5, traits=["Bravery", "Cowardly"])["notes"]
    assert notes == ["Bravery and Cowardly undo each other"]
    notes = solved(kind="fear", ki=2, value=5, traits=["Bravery"], enemy_traits=["Terror"])["notes"]
    assert notes == ["Bravery and the enemy's Terror undo each other"]
    notes = solved(kind="fear", ki=2, value=5, traits=["Terror"], enemy_traits=["Kata"])["notes"]
    assert notes == ["no effect here: Terror", "enemy: no effect here: Kata"]


@pytest.mark.parametrize(
    ("ki", "boosts", "dice"), [(1, 1, 2), (1, 2, 2), (2, 3, 4), (0, 0, 1), (0, 3, 1), (3, 1, 4)]
)
def test_boosts_of_a_ki_statistic_go_to_twice_its_base(ki: int, boosts: int, dice: int) -> None:
    assert solved(kind="fear", ki=ki, boosts=boosts, value=6)["dice"] == dice
    both = {"ki": ki, "boosts": boosts}
    raised = solved(kind="ki", active=both, opponent=1)
    # A statistic of 0 that is not raised makes both sides roll one die more.
    assert raised["active"]["dice"] == dice
    assert raised["opponent"]["dice"] == (2 if ki + boosts == 0 else 1)


# ---- Rise, size


@pytest.mark.parametrize("value", range(9))
def test_rise_is_one_die(value: int) -> None:
    expected = F(7 - value, 6) if 2 <= value <= 6 else F(value <= 0) + F(5, 6) * F(value == 1)
    assert chance(kind="rise", value=value) == expected
    assert_same_test({"kind": "rise", "value": value})


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize(
    ("traits", "change"),
    [
        ([], 0),
        (["Strong"], 1),
        (["Weak"], -1),
        (["Swarm"], -1),
        (["Strong", "Weak"], 0),
        (["Strong", "Swarm"], 0),
        (["Weak", "Swarm"], -2),
        (["Strong [Melee]"], 0),
    ],
)
def test_dice_of_a_size_test(size: str, traits: list[str], change: int) -> None:
    dice = max(1, SIZES.index(size) + 1 + change)
    result = solved(kind="size", size=size, number=6, traits=traits)
    assert result["dice"] == dice
    assert result["success"] == str(chance(kind="challenge", dice=dice, number=6))


def test_tiny_and_huge_stand_above_the_base() -> None:
    assert solved(kind="size", size="small", number=6, traits=["Huge"])["dice"] == 5
    assert size_test("small", 6, (parse_trait("Huge"),), 0).side.dice == 5
    tiny = solved(kind="size", size="large", number=6, traits=["Tiny"])
    assert (tiny["dice"], tiny["input"]["size"], tiny["notes"]) == (1, "tiny", [])


# ---- Ki


@pytest.mark.parametrize(
    ("active", "opponent", "dice"),
    [
        ({"traits": ["Spirit (1)"]}, {}, (3, 2)),
        ({"traits": ["Spirit (-3)"]}, {}, (1, 4)),
        ({"boosts": 2}, {}, (4, 2)),
        ({"boosts": 2, "traits": ["Spirit (2)"]}, {}, (6, 2)),
    ],
)
def test_dice_of_a_ki_test(active: Document, opponent: Document, dice: tuple[int, int]) -> None:
    result = solved(kind="ki", active={"ki": 2, **active}, opponent={"ki": 2, **opponent})
    assert (result["active"]["dice"], result["opponent"]["dice"]) == dice


KI_EFFECTS = [
    ("Willpower (2)", {"bonus": 2}, {}, {}, {}),
    ("Resistance (2)", {}, {}, {"bonus": 2}, {}),
    ("Overwhelm (1)", {}, {"discards": 1}, {}, {}),
    ("Mettle (1)", {}, {}, {}, {"discards": 1}),
    ("Mantra", {"kata": True}, {}, {"kata": True}, {}),
    ("Prowess [Ki] (1)", {"prowess": 1}, {}, {"prowess": 1}, {}),
    ("Adept [Ki] (1)", {"adept": 1}, {}, {"adept": 1}, {}),
    ("Bravery", {}, {}, {}, {}),
]
"""A trait; what it changes of its own side and the other, on the active and on the other side."""


@pytest.mark.parametrize(("trait", "own", "other", "own_passive", "other_passive"), KI_EFFECTS)
def test_traits_of_a_ki_test_are_an_opposed_test(
    trait: str, own: Document, other: Document, own_passive: Document, other_passive: Document
) -> None:
    """Each by the role of the model that has it; what cannot act there is told."""
    holder, plain = {"ki": 4, "traits": [trait]}, {"ki": 4}
    for document, active, opponent in (
        ({"active": holder, "opponent": plain}, own, other),
        ({"active": plain, "opponent": holder}, other_passive, own_passive),
    ):
        found = solved(kind="ki", **document)
        same = solved(
            kind="opposed", active={"dice": 4, **active}, opponent={"dice": 4, **opponent}
        )
        for side in ("active", "opponent"):
            assert found[side]["success_level"] == same[side]["success_level"]
        idle = not active and not opponent
        assert any("no effect here" in note for note in found["notes"]) == idle


def test_a_soulless_model_that_is_not_active_succeeds() -> None:
    soulless = {"ki": 1, "traits": ["Soulless"]}
    result = solved(kind="ki", active=9, opponent=soulless)
    assert (result["active"]["success"], result["opponent"]["success"]) == ("0", "1")
    assert result["opponent"]["success_level"] == {"0": "1"}
    active = solved(kind="ki", active=soulless, opponent=1)
    assert active["active"] == solved(kind="ki", active=1, opponent=1)["active"]
    assert active["notes"] == ["active: no effect here: Soulless"]


# ---- what a reader is told


@pytest.mark.parametrize(
    "document",
    [
        {"kind": "challenge", "dice": 0, "number": 5, "prowess": 1},
        {"kind": "opposed", "active": {"dice": -1, "prowess": 1}, "opponent": 3},
        {"kind": "fear", "ki": 2, "value": 5, "traits": ["Cowardly"], "enemy_traits": ["Terror"]},
        {"kind": "fear", "ki": 2, "value": 5, "traits": ["Fearless"]},
        {"kind": "size", "size": "large", "number": 6, "traits": ["Strong"]},
        {"kind": "ki", "active": 2, "opponent": {"ki": 2, "traits": ["Mettle (1)"]}},
        {"kind": "ki", "active": 2, "opponent": {"ki": 2, "traits": ["Soulless"]}},
        {"kind": "rise", "value": 4},
    ],
    ids=lambda document: document["kind"],
)
def test_the_working_leads_to_the_figures(document: Document) -> None:
    result = answer(document, explain=True).to_dict(exact=True)
    lines = " ".join(line for step in result["working"] for line in step["lines"])
    sides = [result] if "success" in result else [result["active"], result["opponent"]]
    if "without a roll" not in lines:
        assert all(side["success"] in lines for side in sides)
        assert all(f"= {side['dice']}." in lines for side in sides)
    assert all(step["rule"].startswith("https://") for step in result["working"])
    assert "working" not in bo.solve(document).to_dict()


def test_prowess_says_what_it_raises() -> None:
    said = solved(kind="challenge", dice=2, number=5, prowess=1)["notes"]
    assert said == ["Prowess raises the chance of success"]
    said = solved(kind="challenge", dice=2, number=5, prowess=1, goal="value")["notes"]
    assert said == ["Prowess raises the expected result"]
    said = solved(kind="opposed", active={"dice": 2, "prowess": 1}, opponent=2)["notes"]
    assert said == ["Prowess raises the expected result of its own side"]
    assert solved(kind="challenge", dice=2, number=5)["notes"] == []


@settings(deadline=None, max_examples=300)
@given(tests)
def test_any_test_is_as_the_oracle_says(document: Document) -> None:
    assert_same_test(document)


@settings(deadline=None, max_examples=80)
@given(tests)
def test_a_result_fed_back_in_gives_itself(document: Document) -> None:
    result = bo.solve(document).to_dict(exact=True)
    assert bo.solve(result["input"]).to_dict(exact=True) == result


@settings(deadline=None, max_examples=60)
@given(st.integers(-3, 6), st.integers(-3, 6), st.integers(0, 3))
def test_an_opposed_test_has_one_winner(active: int, opponent: int, prowess: int) -> None:
    result = solved(kind="opposed", active={"dice": active, "prowess": prowess}, opponent=opponent)
    assert F(result["active"]["success"]) + F(result["opponent"]["success"]) == 1
    for side in ("active", "opponent"):
        levels = law(result[side]["success_level"])
        assert sum(levels.values()) == F(result[side]["success"])
