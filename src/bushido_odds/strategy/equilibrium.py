"""The best mixed choices of a two-sided game in which one side's gain is the other's loss.

Where a row is the best reply to a column and the column to the row, that pair is the answer.
Elsewhere a linear program (scipy's HiGHS) finds which options are mixed, and the weights are worked
out again in fractions from the equations that those options must satisfy.  Where these have no
single answer, as in degenerate games, the program is solved once more on whole numbers.  Whatever
was found is verified: no option of either side does better against the other's mix.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import lcm

Payoff = Sequence[Sequence[Fraction]]
Mix = tuple[Fraction, ...]


@dataclass(frozen=True, slots=True)
class Equilibrium:
    """The value of the game to the first side, and the weights of both sides' options."""

    value: Fraction
    first: Mix
    second: Mix
    several: bool
    """Other mixes are worth the same."""


def solve(payoff: Payoff) -> Equilibrium:
    """The equilibrium of a payoff matrix: the first side picks a row and wants it high.

    Raises:
        ArithmeticError: what was found does not stand the test.
    """
    first, second = _saddle(payoff) or _by_support(payoff) or _on_whole_numbers(payoff)
    worst, best = min(against_columns(payoff, first)), max(against_rows(payoff, second))
    if worst != best or sum(first) != 1 or sum(second) != 1 or min(*first, *second) < 0:
        raise ArithmeticError("the equilibrium found does not hold")
    return Equilibrium(worst, first, second, _several(payoff, first, second, worst))


def against_rows(payoff: Payoff, mix: Sequence[Fraction]) -> list[Fraction]:
    """What each row is worth against a mix of columns."""
    return [
        sum((weight * value for weight, value in zip(mix, row, strict=True) if weight), Fraction(0))
        for row in payoff
    ]


def against_columns(payoff: Payoff, mix: Sequence[Fraction]) -> list[Fraction]:
    """What each column leaves to a mix of rows."""
    return against_rows(_turned(payoff), mix)


def undominated(payoff: Payoff) -> tuple[list[int], list[int]]:
    """The rows and the columns that no other is always at least as good as.

    Of options that are alike the first one stays.
    """
    against = [[-value for value in column] for column in _turned(payoff)]
    return _not_dominated(payoff), _not_dominated(against)


def _not_dominated(payoff: Payoff) -> list[int]:
    def dominates(other: int, place: int) -> bool:
        pairs = list(zip(payoff[other], payoff[place], strict=True))
        if any(mine < theirs for mine, theirs in pairs):
            return False
        return other < place or any(mine > theirs for mine, theirs in pairs)

    places = range(len(payoff))
    return [
        place
        for place in places
        if not any(other != place and dominates(other, place) for other in places)
    ]


def _turned(payoff: Payoff) -> list[list[Fraction]]:
    return [list(column) for column in zip(*payoff, strict=True)]


def _saddle(payoff: Payoff) -> tuple[Mix, Mix] | None:
    """The pair of single options that are best replies to each other, if there is one."""
    lows, highs = [min(row) for row in payoff], [max(column) for column in _turned(payoff)]
    if max(lows) != min(highs):
        return None
    return _only(lows.index(max(lows)), len(lows)), _only(highs.index(min(highs)), len(highs))


def _only(place: int, options: int) -> Mix:
    return tuple(Fraction(option == place) for option in range(options))


def _by_support(payoff: Payoff) -> tuple[Mix, Mix] | None:
    """The mixes whose options a linear program in floating point has named, in fractions."""
    against = [[-value for value in column] for column in _turned(payoff)]
    rows, columns = _named(payoff), _named(against)
    first, second = _equal(payoff, rows, columns), _equal(against, columns, rows)
    if first is None or second is None:
        return None
    if min(against_columns(payoff, first)) != max(against_rows(payoff, second)):
        return None
    return first, second


_NEGLIGIBLE = 1e-9
"""A weight that stands for 0 in the answer of the linear program."""


def _named(payoff: Payoff) -> list[int]:
    """The rows that a linear program mixes so that the worst column is as good as can be."""
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
    weights = [] if answer.x is None else answer.x[:rows]
    return [place for place, weight in enumerate(weights) if weight > _NEGLIGIBLE]


def _equal(payoff: Payoff, rows: Sequence[int], columns: Sequence[int]) -> Mix | None:
    """The one mix of ``rows`` that is worth the same against every one of ``columns``, if any.

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


def _on_whole_numbers(payoff: Payoff) -> tuple[Mix, Mix]:
    """The simplex method on whole numbers, which every game ends, degenerate ones too.

    With all payoffs made positive, the columns' mix is what maximises sum(y) while every row's
    payoff against y is at most 1, divided by that sum; the rows' mix is its dual.  One number
    divides the whole tableau, so it stays whole; the lowest of all possible places is always taken
    (Bland), so no tableau comes again.
    """
    scale = lcm(*(value.denominator for row in payoff for value in row))
    numbers = [[int(value * scale) for value in row] for row in payoff]
    lift = 1 - min(map(min, numbers))
    height, width = len(numbers), len(numbers[0])
    tableau = [
        [*(value + lift for value in row), *(int(i == j) for j in range(height)), 1]
        for i, row in enumerate(numbers)
    ]
    tableau.append([-1] * width + [0] * (height + 1))
    basis = [width + i for i in range(height)]
    divisor = 1
    while (
        enters := next((j for j, cost in enumerate(tableau[-1][:-1]) if cost < 0), None)
    ) is not None:
        _, _, leaves = min(
            (Fraction(row[-1], row[enters]), basis[i], i)
            for i, row in enumerate(tableau[:-1])
            if row[enters] > 0
        )
        divisor = _pivot(tableau, leaves, enters, divisor)
        basis[leaves] = enters
    total = tableau[-1][-1]
    second = [Fraction(0)] * width
    for place, row in zip(basis, tableau, strict=False):
        if place < width:
            second[place] = Fraction(row[-1], total)
    return tuple(Fraction(cost, total) for cost in tableau[-1][width:-1]), tuple(second)


def _pivot(tableau: list[list[int]], leaves: int, enters: int, divisor: int) -> int:
    """Exchange two variables of a tableau of whole numbers over one divisor; the new divisor."""
    lead = tableau[leaves]
    pivot = lead[enters]
    for i, row in enumerate(tableau):
        if i != leaves:
            factor = row[enters]
            tableau[i] = [
                (value * pivot - factor * other) // divisor
                for value, other in zip(row, lead, strict=True)
            ]
    return pivot


def _several(payoff: Payoff, first: Mix, second: Mix, value: Fraction) -> bool:
    """Whether other mixes are worth the same.

    They are if an option outside a mix is worth as much as those in it, or if the options of the
    mixes leave their weights open.
    """
    outside = (
        worth == value and not weight
        for mix, worths in (
            (first, against_rows(payoff, second)),
            (second, against_columns(payoff, first)),
        )
        for weight, worth in zip(mix, worths, strict=True)
    )
    if any(outside):
        return True
    rows, columns = ([i for i, weight in enumerate(mix) if weight] for mix in (first, second))
    against = [[-value for value in column] for column in _turned(payoff)]
    return _equal(payoff, rows, columns) is None or _equal(against, columns, rows) is None
