"""The best mixed choices of a two-sided game in which one side's gain is the other's loss.

A linear program (scipy's HiGHS) finds which options are mixed; the weights are then worked out
again in fractions from the equations that those options must satisfy, and verified: no single
option of either side does better against the other's mix.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction

Payoff = Sequence[Sequence[Fraction]]

TOLERANCE = Fraction(1, 10**9)
"""By how much a single option may beat a mix that could not be worked out in fractions."""


@dataclass(frozen=True, slots=True)
class Equilibrium:
    """The value of the game to the first side, and the weights of both sides' options."""

    value: Fraction
    first: tuple[Fraction, ...]
    second: tuple[Fraction, ...]
    exact: bool
    """The weights are exact; otherwise they are verified to ``TOLERANCE``."""
    several: bool
    """Other mixes are worth the same."""


def solve(payoff: Payoff) -> Equilibrium:
    """The equilibrium of a payoff matrix: the first side picks a row and wants it high.

    Raises:
        ArithmeticError: the solver's answer does not stand the test.
    """
    turned = [[-row[place] for row in payoff] for place in range(len(payoff[0]))]
    first, second = _mix(payoff), _mix(turned)
    rows, columns = _support(first), _support(second)
    exact_first = _exact(payoff, rows, columns)
    exact_second = _exact(turned, columns, rows)
    if exact_first and exact_second and _holds(payoff, exact_first, exact_second, Fraction(0)):
        first, second, exact = exact_first, exact_second, True
    else:
        exact = False
        if not _holds(payoff, first, second, TOLERANCE):
            raise ArithmeticError("the equilibrium found does not hold")
    value = sum(
        (
            weight * other * payoff[i][j]
            for i, weight in enumerate(first)
            if weight
            for j, other in enumerate(second)
            if other
        ),
        Fraction(0),
    )
    return Equilibrium(value, first, second, exact, _several(payoff, first, second, value))


def _mix(payoff: Payoff) -> tuple[Fraction, ...]:
    """The row side's weights: they make its worst column as good as can be."""
    import numpy as np
    from scipy.optimize import linprog

    matrix = np.array([[float(value) for value in row] for row in payoff])
    rows, columns = matrix.shape
    answer = linprog(
        np.append(np.zeros(rows), -1.0),
        A_ub=np.hstack([-matrix.T, np.ones((columns, 1))]),
        b_ub=np.zeros(columns),
        A_eq=np.append(np.ones(rows), 0.0)[None, :],
        b_eq=[1.0],
        bounds=[(0, None)] * rows + [(None, None)],
        method="highs-ds",
    )
    if answer.x is None:
        raise ArithmeticError(f"no equilibrium found: {answer.message}")
    weights = [Fraction(max(0.0, float(weight))) for weight in answer.x[:rows]]
    kept = [weight if weight > TOLERANCE else Fraction(0) for weight in weights]
    total = sum(kept)
    return tuple(weight / total for weight in kept)


def _support(mix: Sequence[Fraction]) -> list[int]:
    return [place for place, weight in enumerate(mix) if weight]


def _exact(
    payoff: Payoff, rows: Sequence[int], columns: Sequence[int]
) -> tuple[Fraction, ...] | None:
    """Weights on ``rows`` that are worth the same against every one of ``columns``, if any.

    Unknowns are the weights and the value; there is an equation a column, and the weights' sum.
    """
    equations = [[*(payoff[i][j] for i in rows), Fraction(-1), Fraction(0)] for j in columns]
    equations.append([*(Fraction(1) for _ in rows), Fraction(0), Fraction(1)])
    found = _gauss(equations, len(rows) + 1)
    if found is None or any(weight < 0 for weight in found[:-1]):
        return None
    weights = [Fraction(0)] * len(payoff)
    for place, weight in zip(rows, found[:-1], strict=True):
        weights[place] = weight
    return tuple(weights)


def _gauss(equations: list[list[Fraction]], unknowns: int) -> list[Fraction] | None:
    """The only solution of linear equations, by elimination; None where there is none or more."""
    rows = [list(row) for row in equations]
    for column in range(unknowns):
        pivot = next((i for i in range(column, len(rows)) if rows[i][column]), None)
        if pivot is None:
            return None
        rows[column], rows[pivot] = rows[pivot], rows[column]
        lead = rows[column][column]
        rows[column] = [value / lead for value in rows[column]]
        for i, row in enumerate(rows):
            if i != column and row[column]:
                factor = row[column]
                rows[i] = [a - factor * b for a, b in zip(row, rows[column], strict=True)]
    if any(row[-1] for row in rows[unknowns:]):
        return None
    return [rows[place][-1] for place in range(unknowns)]


def against_rows(payoff: Payoff, mix: Sequence[Fraction]) -> list[Fraction]:
    """What each row is worth against a mix of columns."""
    return [
        sum((weight * value for weight, value in zip(mix, row, strict=True) if weight), Fraction(0))
        for row in payoff
    ]


def against_columns(payoff: Payoff, mix: Sequence[Fraction]) -> list[Fraction]:
    """What each column leaves to a mix of rows."""
    return against_rows([list(column) for column in zip(*payoff, strict=True)], mix)


def _holds(
    payoff: Payoff, first: Sequence[Fraction], second: Sequence[Fraction], slack: Fraction
) -> bool:
    """No row does better against the columns' mix than the rows' mix does at its worst column."""
    return max(against_rows(payoff, second)) - min(against_columns(payoff, first)) <= slack


def _several(
    payoff: Payoff, first: Sequence[Fraction], second: Sequence[Fraction], value: Fraction
) -> bool:
    """Whether an option outside a mix is worth as much as those in it."""
    rows, columns = against_rows(payoff, second), against_columns(payoff, first)
    return any(
        not weight and abs(worth - value) <= TOLERANCE
        for mix, worths in ((first, rows), (second, columns))
        for weight, worth in zip(mix, worths, strict=True)
    )
