"""Figures and laws as plain data, ready for JSON: the same form in every result."""

from __future__ import annotations

from fractions import Fraction
from functools import lru_cache
from typing import Any

from bushido_odds.dice.law import Law


def number(value: Fraction, exact: bool) -> float | str:
    """A probability or a mean: the nearest float, or the fraction in lowest terms as a string."""
    return str(value) if exact else value.numerator / value.denominator


def law(distribution: Law, exact: bool) -> dict[str, float | str]:
    """A law by value, ascending."""
    total = distribution.total
    if exact:
        return {str(k): str(distribution[k]) for k in distribution}
    return {_word(k): weight / total for k, weight in distribution.weights.items()}


_word = lru_cache(maxsize=1024)(str)


def counted(distribution: Law, exact: bool) -> dict[str, Any]:
    """A law of a count (wounds, hits) with its mean and median."""
    return {
        "mean": number(distribution.mean, exact),
        "median": distribution.median,
        "distribution": law(distribution, exact),
    }
