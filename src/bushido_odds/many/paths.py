"""Figures of a result under their paths in its JSON: ``active.attack.success``.

A path may lead into a law: ``opponent.hp_lost.distribution.3`` is the chance of exactly 3 wounds,
``opponent.hp_lost.distribution.3+`` that of at least 3.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from fractions import Fraction
from typing import Any

from bushido_odds.errors import InputError, nearest

_INDEX = re.compile(r"\[(\d+)\]")
_NUMBER = re.compile(r"-?\d{1,9}")
_AT_LEAST = re.compile(r"(-?\d{1,9})\+")


class NoFigureError(LookupError):
    """A result has nothing under a path."""


def steps_of(path: str) -> tuple[str, ...]:
    """The steps of a path; ``notes[0]`` is ``notes.0``."""
    return tuple(_INDEX.sub(r".\1", path.strip()).split("."))


def figure_at(plain: Any, steps: tuple[str, ...]) -> Any:
    """What stands under a path of a result as plain data.

    Raises:
        NoFigureError: nothing does.
    """
    if not steps:
        return plain
    if isinstance(plain, list):
        if _NUMBER.fullmatch(steps[0]) and 0 <= int(steps[0]) < len(plain):
            return figure_at(plain[int(steps[0])], steps[1:])
        raise NoFigureError
    if not isinstance(plain, Mapping):
        raise NoFigureError
    # A name of the game, such as that of a Zone, may have dots in it.
    for length in range(1, len(steps) + 1):
        name = ".".join(steps[:length])
        if name in plain:
            return figure_at(plain[name], steps[length:])
    if len(steps) == 1 and _is_law(plain):
        return _chance(plain, steps[0])
    raise NoFigureError


def _is_law(plain: Mapping[str, Any]) -> bool:
    return all(_NUMBER.fullmatch(name) or name == "none" for name in plain)


def _chance(law: Mapping[str, Any], word: str) -> Any:
    """The chance of a value that a law leaves out, or of a value and all above it."""
    if _NUMBER.fullmatch(word):
        return _sum(law, [])
    if found := _AT_LEAST.fullmatch(word):
        least = int(found[1])
        return _sum(law, [p for name, p in law.items() if name != "none" and int(name) >= least])
    raise NoFigureError


def _sum(law: Mapping[str, Any], chances: list[Any]) -> Any:
    """The sum of chances in the form that a law has them: fractions as text, or floats."""
    if any(isinstance(chance, str) for chance in law.values()):
        return str(sum(map(Fraction, chances), Fraction(0)))
    return float(sum(chances))


def paths_in(plain: Any, start: str = "") -> Iterator[str]:
    """Every path of a result that leads to a single figure or word."""
    if isinstance(plain, Mapping):
        for name, value in plain.items():
            yield from paths_in(value, f"{start}.{name}" if start else str(name))
    elif isinstance(plain, list):
        for number, value in enumerate(plain):
            yield from paths_in(value, f"{start}.{number}")
    else:
        yield start


def no_figure(path: str, plain: Mapping[str, Any]) -> InputError:
    """The fault of a path under which a result has nothing."""
    close = nearest(path, paths_in(plain))
    return InputError(
        f'the result has no figure "{path}"',
        suggestion=f'did you mean "{close[0]}"?' if close else None,
        hint=None if close else "--format json shows every path",
    )
