"""How long a game lasts: laws by hand, and every length against the enumeration of its dice."""

from __future__ import annotations

from fractions import Fraction as F

import pytest

import scenario_oracle as oracle
from bushido_odds.scenarios.length import Length, LengthKind, last_turn, parse_length
from bushido_odds.scenarios.rules import RuleBrokenError

FIXED, VARIABLE = LengthKind.FIXED, LengthKind.VARIABLE


@pytest.mark.parametrize(
    ("words", "turn", "roll", "law"),
    [
        ("Fixed (6)", 1, None, {6: F(1)}),
        ("Fixed (6)", 6, None, {6: F(1)}),
        ("Variable (5)", 1, None, {5: F(1, 2), 6: F(1, 4), 7: F(1, 4)}),
        ("Variable (5)", 5, None, {5: F(1, 2), 6: F(1, 4), 7: F(1, 4)}),
        ("Variable (5)", 6, None, {6: F(1, 2), 7: F(1, 2)}),
        ("Variable (5)", 7, None, {7: F(1)}),
        ("Variable (5)", 5, 4, {5: F(1)}),
        ("Variable (5)", 5, 3, {6: F(1, 2), 7: F(1, 2)}),
        ("Variable (5)", 6, 3, {7: F(1)}),
        ("Variable (5)", 6, 6, {6: F(1)}),
        ("Variable (7)", 1, None, {7: F(1)}),
        ("Variable (4)", 1, None, {4: F(1, 2), 5: F(1, 4), 6: F(1, 8), 7: F(1, 8)}),
    ],
)
def test_the_last_turn(words: str, turn: int, roll: int | None, law: dict[int, F]) -> None:
    assert dict(parse_length(words).last_turn(turn, roll)) == law


@pytest.mark.parametrize("x", range(1, 8))
def test_every_variable_length_against_the_enumeration_of_its_dice(x: int) -> None:
    length = Length(VARIABLE, x)
    for turn in range(1, 8):
        rolls = [None, *range(1, 7)] if x <= turn < 7 else [None]
        for roll in rolls:
            expected = oracle.last_turn("variable", x, turn, roll)
            assert dict(length.last_turn(turn, roll)) == expected


@pytest.mark.parametrize("x", range(1, 21))
def test_every_fixed_length_against_the_oracle(x: int) -> None:
    for turn in range(1, x + 1):
        assert dict(Length(FIXED, x).last_turn(turn)) == oracle.last_turn("fixed", x, turn)


def test_turns_left_count_the_turn_in_hand() -> None:
    result = last_turn(Length(VARIABLE, 5), 4)
    assert [result.turns_left.at_least(n) for n in range(1, 6)] == [1, 1, F(1, 2), F(1, 4), 0]
    assert result.to_dict(exact=True)["turns_left"] == {
        "mean": "11/4",
        "at_least": {"1": "1", "2": "1", "3": "1/2", "4": "1/4"},
    }


def test_the_json_of_a_length() -> None:
    result = last_turn(Length(VARIABLE, 5)).to_dict()
    assert result["kind"] == "scenario_length"
    assert result["last_turn"] == {"5": 0.5, "6": 0.25, "7": 0.25}
    assert result["mean"] == 5.75
    assert result["last_possible_turn"] == 7
    assert last_turn(Length(FIXED, 6)).to_dict(exact=True)["last_turn"] == {"6": "1"}
    assert last_turn(Length(FIXED, 6)).to_dict()["last_possible_turn"] == 6


@pytest.mark.parametrize(
    ("words", "length"),
    [
        ("Fixed (6)", Length(FIXED, 6)),
        ("fixed 6", Length(FIXED, 6)),
        ("VARIABLE(5)", Length(VARIABLE, 5)),
        ("  Variable  ( 5 ) ", Length(VARIABLE, 5)),
    ],
)
def test_notations_of_a_length(words: str, length: Length) -> None:
    assert parse_length(words) == length
    assert parse_length(str(length)) == length


@pytest.mark.parametrize(
    ("words", "problem", "suggestion"),
    [
        ("Varible (5)", "no length", 'did you mean "Variable (5)"?'),
        ("Fixed", "no length", 'did you mean "Fixed (6)"?'),
        ("seven", "no length", 'did you mean "Fixed (6)"?'),
        ("Variable (8)", "turn 1 to 7", None),
        ("Variable (0)", "turn 1 to 7", None),
        ("Fixed (0)", "turn 1 to 20", None),
        ("Fixed (21)", "turn 1 to 20", None),
    ],
)
def test_what_is_no_length(words: str, problem: str, suggestion: str | None) -> None:
    with pytest.raises(RuleBrokenError, match=problem) as caught:
        parse_length(words)
    assert caught.value.suggestion == suggestion


@pytest.mark.parametrize(
    ("words", "turn", "roll", "rule", "path"),
    [
        ("Fixed (6)", 7, None, "Fixed", ("turn",)),
        ("Fixed (6)", 0, None, "Fixed", ("turn",)),
        ("Variable (5)", 8, None, "Seventh turn", ("turn",)),
        ("Fixed (6)", 6, 4, "Fixed", ("length_roll",)),
        ("Variable (5)", 4, 4, "Variable", ("length_roll",)),
        ("Variable (5)", 7, 4, "Variable", ("length_roll",)),
    ],
)
def test_turns_and_rolls_that_a_game_does_not_have(
    words: str, turn: int, roll: int | None, rule: str, path: tuple[str, ...]
) -> None:
    with pytest.raises(RuleBrokenError) as caught:
        last_turn(parse_length(words), turn, roll)
    assert caught.value.rule is not None
    assert caught.value.rule.name == rule
    assert caught.value.path == path


def lines(words: str, turn: int, roll: int | None = None) -> list[str]:
    result = last_turn(parse_length(words), turn, roll, explain=True)
    assert all(step.rule.endswith("/Rulebook/Scenario-Rules") for step in result.working)
    return [line for step in result.working for line in step.lines]


def test_the_working_of_a_length() -> None:
    assert lines("Fixed (6)", 2) == ["Fixed (6): turn 6 is the last"]
    assert lines("Variable (5)", 1) == [
        "turn 5: reached with 1, the last with 1 x 1/2 = 1/2",
        "turn 6: reached with 1/2, the last with 1/2 x 1/2 = 1/4",
        "turn 7: reached with 1/4, and always the last",
    ]
    assert lines("Variable (5)", 6, 2) == [
        "turn 6: the roll was 2, another turn follows",
        "turn 7: reached with 1, and always the last",
    ]
    assert lines("Variable (4)", 5, 1) == [
        "turn 5: the roll was 1, another turn follows",
        "turn 6: reached with 1, the last with 1 x 1/2 = 1/2",
        "turn 7: reached with 1/2, and always the last",
    ]
    assert lines("Variable (5)", 6, 5) == ["turn 6: the roll was 5, it is the last"]
    assert last_turn(parse_length("Fixed (6)")).working == ()
