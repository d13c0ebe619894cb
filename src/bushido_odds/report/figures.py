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


def worth(value: Fraction, is_chance: bool, is_balance: bool) -> str:
    """What a choice is worth: a chance in percent or a mean, with a sign where it is a balance.

    A balance that rounds to nothing keeps its sign and its decimals (``+0.0 %``); 0 is nothing.
    """
    if not is_balance and is_chance:
        return percent(value)
    unit = " %" if is_chance else ""
    if value == 0:
        return f"0{unit}"
    text = rounded(abs(value) * 100, 1) if is_chance else rounded(abs(value), 2)
    sign = "-" if value < 0 else "+" if is_balance else ""
    return f"{sign}{text}{unit}"


def dice(count: int) -> str:
    """A number of dice in words."""
    return "1 die" if count == 1 else f"{count} dice"
