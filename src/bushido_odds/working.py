"""The working behind a result, step by step, whatever the game."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import Any


@dataclass(frozen=True, slots=True)
class Step:
    """One step of a working: what is done, and the public page of the rule."""

    title: str
    lines: tuple[str, ...]
    rule: str


def steps(working: tuple[Step, ...]) -> list[dict[str, Any]]:
    """A working as plain data."""
    return [{"step": step.title, "lines": list(step.lines), "rule": step.rule} for step in working]


def figure(value: Fraction) -> str:
    """A figure as a person checks it: the fraction and its decimals."""
    if value.denominator == 1:
        return str(value)
    if 0 < value < Fraction(1, 10**6):
        return f"{value} < 0.000001"
    if 1 - Fraction(1, 10**6) < value < 1:
        return f"{value} > 0.999999"
    return f"{value} = {float(value):.6f}"
