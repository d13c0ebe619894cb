"""How a figure is printed: rounded once, here, and never claiming more than it is."""

from __future__ import annotations

from decimal import ROUND_HALF_EVEN, Decimal, localcontext
from fractions import Fraction

CERTAINLY_NOT = "-"


def rounded(value: Fraction, places: int) -> str:
    """A number at a fixed count of decimals, half to even, from the exact fraction."""
    with localcontext() as context:
        context.prec = 60
        exact = Decimal(value.numerator) / Decimal(value.denominator)
        return str(exact.quantize(Decimal(1).scaleb(-places), rounding=ROUND_HALF_EVEN))


def percent(chance: Fraction) -> str:
    """A probability in percent at one decimal.

    ``-`` is what cannot happen and ``100 %`` what must; anything else that would round to one of
    them is printed as ``<0.1 %`` or ``>99.9 %``.
    """
    if chance == 0:
        return CERTAINLY_NOT
    if chance == 1:
        return "100 %"
    if chance < Fraction(1, 2000):
        return "<0.1 %"
    if chance > Fraction(1999, 2000):
        return ">99.9 %"
    return f"{rounded(chance * 100, 1)} %"


def mean(value: Fraction) -> str:
    """A mean at two decimals; a tiny one is not printed as 0."""
    if 0 < value < Fraction(1, 200):
        return "<0.01"
    return rounded(value, 2)


def chance(value: Fraction, exact: bool) -> str:
    """A probability for a table: in percent, or as a fraction in lowest terms."""
    return str(value) if exact else percent(value)


def average(value: Fraction, exact: bool) -> str:
    """A mean for a table: at two decimals, or as a fraction in lowest terms."""
    return str(value) if exact else mean(value)


def signed(value: Fraction, is_chance: bool) -> str:
    """A worth with its sign: points of probability in percent at one decimal, or a mean at two."""
    places = 1 if is_chance else 2
    scaled = value * 100 if is_chance else value
    text = rounded(scaled, places)
    sign = "" if text.startswith("-") else "+"
    return f"{sign}{text} %" if is_chance else f"{sign}{text}"
