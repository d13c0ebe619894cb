"""Mixed equilibria: known games, and the definition on any matrix, in fractions."""

from __future__ import annotations

import subprocess
import sys
from fractions import Fraction

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bushido_odds.strategy import equilibrium
from bushido_odds.strategy.equilibrium import Equilibrium, Payoff

HALF, THIRD = Fraction(1, 2), Fraction(1, 3)


def game(*rows: list[int | Fraction]) -> list[list[Fraction]]:
    return [[Fraction(value) for value in row] for row in rows]


def assert_equilibrium(payoff: Payoff, found: Equilibrium) -> None:
    """The definition: two mixes, and no single option of either side does better than the value."""
    rows, columns = range(len(payoff)), range(len(payoff[0]))
    for mix, options in ((found.first, rows), (found.second, columns)):
        assert len(mix) == len(options)
        assert sum(mix) == 1
        assert min(mix) >= 0
        assert all(isinstance(weight, Fraction) for weight in mix)
    both = sum(found.first[i] * found.second[j] * payoff[i][j] for i in rows for j in columns)
    assert both == found.value
    for i in rows:
        assert sum(found.second[j] * payoff[i][j] for j in columns) <= found.value
    for j in columns:
        assert sum(found.first[i] * payoff[i][j] for i in rows) >= found.value


# ---- known games


def test_matching_pennies() -> None:
    found = equilibrium.solve(game([1, -1], [-1, 1]))
    assert found == Equilibrium(Fraction(0), (HALF, HALF), (HALF, HALF), several=False)


def test_rock_paper_scissors() -> None:
    found = equilibrium.solve(game([0, -1, 1], [1, 0, -1], [-1, 1, 0]))
    assert found == Equilibrium(Fraction(0), (THIRD,) * 3, (THIRD,) * 3, several=False)


def test_rock_paper_scissors_where_rock_pays_double() -> None:
    """Paper, which beats rock, is played half of the time."""
    found = equilibrium.solve(game([0, -1, 2], [1, 0, -1], [-2, 1, 0]))
    assert found.first == found.second == (Fraction(1, 4), HALF, Fraction(1, 4))
    assert found.value == 0


def test_an_uneven_game_of_two_by_two() -> None:
    """a = 3, b = -1, c = -2, d = 1: the value is (ad - bc) / (a + d - b - c)."""
    found = equilibrium.solve(game([3, -1], [-2, 1]))
    assert found.value == Fraction(3 * 1 - 2, 3 + 1 + 1 + 2)
    assert found.first == (Fraction(3, 7), Fraction(4, 7))
    assert found.second == (Fraction(2, 7), Fraction(5, 7))


def test_a_saddle_point() -> None:
    found = equilibrium.solve(game([4, 2, 5], [1, 0, 9], [3, 1, 2]))
    assert found == Equilibrium(Fraction(2), (1, 0, 0), (0, 1, 0), several=False)  # type: ignore[arg-type]


def test_dominated_options_are_never_played() -> None:
    pennies = game([1, -1, 2], [-1, 1, 2], [-2, -2, 0])
    found = equilibrium.solve(pennies)
    assert found.first == (HALF, HALF, 0)
    assert found.second == (HALF, HALF, 0)


@pytest.mark.parametrize("row", [[3, 1, 2], [0], [-2, -2]])
def test_one_row(row: list[int]) -> None:
    found = equilibrium.solve(game(row))  # type: ignore[arg-type]
    assert found.value == min(row)
    assert found.second[row.index(min(row))] == 1
    assert found.several is (row.count(min(row)) > 1)


def test_one_column() -> None:
    found = equilibrium.solve(game([3], [7], [2]))
    assert (found.value, found.first, found.second) == (7, (0, 1, 0), (1,))


def test_many_options_against_few() -> None:
    """Of six rows against two columns two are mixed."""
    rows = [[Fraction(i), Fraction(25 - i * i, 5)] for i in range(6)]
    found = equilibrium.solve(rows)
    assert_equilibrium(rows, found)
    assert sum(map(bool, found.first)) <= 2


# ---- more than one answer


@pytest.mark.parametrize(
    "payoff",
    [
        game([0, 0], [0, 0]),
        game([1, -1], [-1, 1], [1, -1]),  # the first row twice
        game([1, -1, 1], [-1, 1, -1]),  # the first column twice
        game([2, 2], [2, 0]),
        game([1, 2, 3], [1, 2, 3]),
    ],
)
def test_several_answers_are_said(payoff: Payoff) -> None:
    found = equilibrium.solve(payoff)
    assert_equilibrium(payoff, found)
    assert found.several


@pytest.mark.parametrize(
    "payoff",
    [game([1, -1], [-1, 1]), game([5, 1], [0, 0]), game([0, -1, 1], [1, 0, -1], [-1, 1, 0])],
)
def test_a_single_answer_is_no_several(payoff: Payoff) -> None:
    assert not equilibrium.solve(payoff).several


# ---- any game

matrices = st.integers(1, 6).flatmap(
    lambda width: st.lists(
        st.lists(st.integers(-4, 4), min_size=width, max_size=width), min_size=1, max_size=6
    )
)


@settings(max_examples=150, deadline=None)
@given(matrices)
def test_no_option_does_better_against_the_mix(rows: list[list[int]]) -> None:
    """Small numbers: many saddle points, duplicates and degenerate games among them."""
    payoff = game(*rows)  # type: ignore[arg-type]
    assert_equilibrium(payoff, equilibrium.solve(payoff))


@settings(max_examples=100, deadline=None)
@given(matrices, st.integers(1, 10**30), st.integers(1, 6**40))
def test_huge_and_tiny_payoffs(rows: list[list[int]], factor: int, divisor: int) -> None:
    """Scaled payoffs scale the value; numbers that no float tells apart are told apart."""
    payoff = [
        [Fraction(value * factor + i * j, divisor) for j, value in enumerate(row)]
        for i, row in enumerate(rows)
    ]
    assert_equilibrium(payoff, equilibrium.solve(payoff))


@settings(max_examples=150, deadline=None)
@given(matrices)
def test_whole_numbers_find_an_equilibrium_of_every_game(rows: list[list[int]]) -> None:
    """What is used where the linear program's options leave the weights open."""
    payoff = game(*rows)  # type: ignore[arg-type]
    first, second = equilibrium._on_whole_numbers(payoff)
    value = equilibrium.solve(payoff).value
    assert_equilibrium(payoff, Equilibrium(value, first, second, several=False))


@settings(max_examples=60, deadline=None)
@given(matrices)
def test_turned_round_it_is_the_same_game(rows: list[list[int]]) -> None:
    payoff = game(*rows)  # type: ignore[arg-type]
    turned = [[-row[j] for row in payoff] for j in range(len(payoff[0]))]
    there, back = equilibrium.solve(payoff), equilibrium.solve(turned)
    assert back.value == -there.value
    assert back.several == there.several


@settings(max_examples=60, deadline=None)
@given(st.lists(st.lists(st.integers(-9, 9), min_size=4, max_size=4), min_size=4, max_size=4))
def test_a_symmetric_game_is_worth_nothing(rows: list[list[int]]) -> None:
    """What one side wins with an option against another, the other wins the other way round."""
    payoff = [[Fraction(rows[i][j] - rows[j][i]) for j in range(4)] for i in range(4)]
    assert equilibrium.solve(payoff).value == 0


def test_without_the_linear_program_the_answer_is_as_good(monkeypatch: pytest.MonkeyPatch) -> None:
    """A solver that names the wrong options costs time, not truth."""
    payoff = game([3, -1, 2], [-2, 1, 0], [0, 0, 1])
    expected = equilibrium.solve(payoff)
    for wrong in ([], [0], [0, 1, 2]):
        monkeypatch.setattr(equilibrium, "_named", lambda _, wrong=wrong: wrong)
        assert equilibrium.solve(payoff).value == expected.value


def test_what_does_not_hold_is_no_answer(monkeypatch: pytest.MonkeyPatch) -> None:
    wrong = (Fraction(1), Fraction(0)), (HALF, HALF)
    monkeypatch.setattr(equilibrium, "_by_support", lambda payoff: wrong)
    with pytest.raises(ArithmeticError, match="does not hold"):
        equilibrium.solve(game([1, -1], [-1, 1]))


def test_scipy_is_not_loaded_for_a_saddle_point() -> None:
    """Half a second that most answers need not wait for."""
    code = (
        "import sys; from fractions import Fraction as F; "
        "from bushido_odds.strategy import equilibrium; "
        "equilibrium.solve([[F(2), F(3)], [F(0), F(1)]]); print('scipy' in sys.modules)"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "False"
