"""Simple and comparative tests of the samurai rules: https://student2.ru/literatura/300693-srazheniya-s-uchastiem-otryadov/."""

from __future__ import annotations

from fractions import Fraction
from itertools import product
from typing import Any

import pytest
from hypothesis import given
from hypothesis import settings as effort
from hypothesis import strategies as st

import samurai_oracle as oracle
from bushido_odds.samurai.questions import opposed, simple
from bushido_odds.samurai.settings import DEFAULTS, Settings
from bushido_odds.samurai.tests import Grade, Winner, judge, rank, winner
from samurai_cases import CHARACTERISTICS, RULES, settings

GOLDEN = {
    (5, 5): (35, 35, 5, 25),
    (6, 4): (48, 24, 4, 24),
    (4, 6): (24, 48, 4, 24),
    (7, 5): (53, 27, 5, 15),
    (3, 3): (24, 24, 3, 49),
    (9, 6): (66, 24, 6, 4),
    (0, 5): (0, 50, 0, 50),
    (5, 0): (50, 0, 0, 50),
    (6, 5): (44, 31, 5, 20),
    (3, 5): (20, 42, 3, 35),
}
"""Of 100 pairs: the attacker wins, the target wins, tie, both fail."""

GOLDEN_LOWER = {
    (5, 5): (35, 35, 5, 25),
    (6, 4): (42, 30, 4, 24),
    (4, 6): (30, 42, 4, 24),
    (7, 5): (45, 35, 5, 15),
    (3, 3): (24, 24, 3, 49),
    (9, 6): (51, 39, 6, 4),
    (0, 5): (0, 50, 0, 50),
    (5, 0): (50, 0, 0, 50),
}

WIDE = st.integers(-4, 22)


def chances(attacker: int, target: int, rules: Settings = DEFAULTS) -> tuple[Fraction, ...]:
    result = opposed(attacker, target, rules)
    return result.attacker_wins, result.target_wins, result.tie, result.both_fail


def hundredths(*counts: int) -> tuple[Fraction, ...]:
    return tuple(Fraction(count, 100) for count in counts)


@pytest.mark.parametrize(("pair", "counts"), GOLDEN.items())
def test_golden_comparative_tests(pair: tuple[int, int], counts: tuple[int, ...]) -> None:
    assert chances(*pair) == hundredths(*counts)


@pytest.mark.parametrize(("pair", "counts"), GOLDEN_LOWER.items())
def test_golden_where_the_lower_roll_wins(pair: tuple[int, int], counts: tuple[int, ...]) -> None:
    assert chances(*pair, settings({"both_pass": "lower"})) == hundredths(*counts)


@pytest.mark.parametrize(("attacker", "target"), list(product(range(13), repeat=2)))
def test_closed_forms(attacker: int, target: int) -> None:
    """a and t pass, m and n of them plainly, and one each is lucky where anything passes."""
    a, t = min(attacker, 9), min(target, 9)
    m, n = max(a - 1, 0), max(t - 1, 0)
    la, lt = int(a > 0), int(t > 0)

    def above(own: int, other: int) -> int:
        return sum(min(i - 1, other) for i in range(1, own + 1))

    assert chances(attacker, target) == hundredths(
        a * (10 - t) + la * n + above(m, n),
        t * (10 - a) + lt * m + above(n, m),
        min(m, n) + la * lt,
        (10 - a) * (10 - t),
    )


@pytest.mark.parametrize(("attacker", "target"), list(product(range(13), repeat=2)))
def test_which_face_is_lucky_changes_no_chance(attacker: int, target: int) -> None:
    for both_pass in ("higher", "lower"):
        one = settings({"both_pass": both_pass})
        other = settings({"both_pass": both_pass, "lucky": "natural_1"})
        assert chances(attacker, target, one) == chances(attacker, target, other)
    assert (
        simple(attacker, DEFAULTS).lucky == simple(attacker, settings({"lucky": "natural_1"})).lucky
    )


def test_the_larger_margin_is_the_higher_roll_up_to_nine() -> None:
    margin = settings({"both_pass": "margin"})
    for pair in product(range(10), repeat=2):
        assert chances(*pair) == chances(*pair, margin)
    assert chances(12, 6) != chances(12, 6, margin)


def test_who_wins_is_judged_by_pass_and_fail_before_the_roll() -> None:
    """5 passes 5 and 8 fails 5: the worked example's reason for its winner."""
    assert winner(rank(5, 5, DEFAULTS), rank(8, 5, DEFAULTS)) is Winner.ATTACKER
    assert winner(rank(8, 5, DEFAULTS), rank(5, 5, DEFAULTS)) is Winner.TARGET
    assert winner(rank(8, 5, DEFAULTS), rank(9, 5, DEFAULTS)) is Winner.NOBODY
    assert winner(rank(4, 6, DEFAULTS), rank(4, 7, DEFAULTS)) is Winner.TIE
    assert winner(rank(2, 2, DEFAULTS), rank(8, 9, DEFAULTS)) is Winner.ATTACKER  # lucky


@pytest.mark.parametrize(
    ("characteristic", "rules", "passes", "lucky", "catastrophic"),
    [
        (6, {}, 6, 6, 10),
        (9, {}, 9, 9, 10),
        (10, {}, 9, 9, 10),
        (15, {}, 9, 9, 10),
        (1, {}, 1, 1, 10),
        (0, {}, 0, None, None),
        (-3, {}, 0, None, None),
        (0, {"zero_auto_fail": False}, 0, None, 10),
        (-1, {"zero_auto_fail": False}, 0, None, None),
        (6, {"pass": "roll<C"}, 5, 5, 10),
        (1, {"pass": "roll<C"}, 0, None, 10),
        (6, {"lucky": "natural_1"}, 6, 1, 10),
        (6, {"cf": "none"}, 6, 6, None),
        (12, {"ten_always_fails": False}, 10, 10, None),
        (9, {"ten_always_fails": False}, 9, 9, 10),
        (12, {"die_faces": "1..12"}, 11, 11, 12),
        (6, {"die_faces": "0..9"}, 7, 6, 9),
        (6, {"die_faces": "0..9", "lucky": "natural_1"}, 7, 0, 9),
        (0, {"die_faces": "0..9", "zero_auto_fail": False}, 1, 0, 9),
        (12, {"die_faces": "1..20"}, 12, 12, 20),
    ],
)
def test_what_each_face_says(
    characteristic: int,
    rules: dict[str, Any],
    passes: int,
    lucky: int | None,
    catastrophic: int | None,
) -> None:
    setup = settings(rules)
    grades = {die: judge(die, characteristic, setup) for die in setup.faces}
    assert sum(grade.passes for grade in grades.values()) == passes
    assert [die for die, grade in grades.items() if grade is Grade.LUCKY] == [
        face for face in (lucky,) if face is not None
    ]
    assert [die for die, grade in grades.items() if grade is Grade.CATASTROPHIC] == [
        face for face in (catastrophic,) if face is not None
    ]


def test_a_simple_test_of_each_characteristic() -> None:
    for characteristic in range(1, 13):
        result = simple(characteristic, DEFAULTS)
        assert result.success == Fraction(min(characteristic, 9), 10)
        assert (result.lucky, result.catastrophic) == hundredths(10, 10)
    for characteristic in (0, -1, -7):
        result = simple(characteristic, DEFAULTS)
        assert (result.success, result.lucky, result.catastrophic) == (0, 0, 0)


@pytest.mark.parametrize(
    ("characteristic", "chance"),
    [(6, Fraction(36, 125)), (5, Fraction(3, 8)), (7, Fraction(189, 1000))],
)
def test_exactly_one_success_of_three(characteristic: int, chance: Fraction) -> None:
    assert simple(characteristic, DEFAULTS, tests=3).successes[1] == chance


@given(WIDE, RULES)
@effort(deadline=None)
def test_simple_tests_against_the_oracle(characteristic: int, rules: dict[str, Any]) -> None:
    result = simple(characteristic, settings(rules), tests=2)
    law = oracle.simple(characteristic, oracle.rules(**rules))
    assert result.success == law.get("pass", 0) + law.get("lucky", 0)
    assert result.lucky == law.get("lucky", 0)
    assert result.catastrophic == law.get("catastrophe", 0)
    assert result.successes.probability(2) == result.success**2
    assert result.successes.mass == 1


@given(CHARACTERISTICS, CHARACTERISTICS, RULES)
@effort(deadline=None)
def test_comparative_tests_against_the_oracle(
    attacker: int, target: int, rules: dict[str, Any]
) -> None:
    law = oracle.opposed(attacker, target, oracle.rules(**rules))
    expected = tuple(law.get(who, 0) for who in ("A", "T", "tie", "none"))
    assert chances(attacker, target, settings(rules)) == expected


@given(WIDE, WIDE, RULES)
@effort(deadline=None)
def test_a_comparative_test_is_symmetric_and_complete(
    attacker: int, target: int, rules: dict[str, Any]
) -> None:
    setup = settings(rules)
    mine, theirs, tie, nobody = chances(attacker, target, setup)
    assert mine + theirs + tie + nobody == 1
    assert chances(target, attacker, setup) == (theirs, mine, tie, nobody)


@given(st.integers(-2, 11), CHARACTERISTICS)
@effort(deadline=None)
def test_a_higher_characteristic_never_hurts(characteristic: int, other: int) -> None:
    assert chances(characteristic + 1, other)[0] >= chances(characteristic, other)[0]
    assert simple(characteristic + 1, DEFAULTS).success >= simple(characteristic, DEFAULTS).success
