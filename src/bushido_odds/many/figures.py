"""Which figures of results stand side by side, what they are called, and which way is better."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from enum import Enum
from fractions import Fraction
from functools import lru_cache
from typing import Any

from bushido_odds.errors import InputError, nearest
from bushido_odds.many.paths import NoFigureError, figure_at, no_figure, paths_in, steps_of
from bushido_odds.strategy.goals import GOALS


class Unit(Enum):
    """What a number counts, and so how it is printed."""

    CHANCE = "chance"
    MEAN = "mean"
    COUNT = "count"
    CHANCES = "chances"
    """A chance less another."""
    MEANS = "means"
    """A mean less another."""


@dataclass(frozen=True, slots=True)
class Figure:
    """A figure of a result, seen from the active model's side."""

    path: str
    name: str
    better: int
    """1 where more is better for the active model, -1 where less is, 0 where neither."""

    @property
    def unit(self) -> Unit | None:
        """What a figure with a name of its own counts; None for any other path."""
        if self.name == self.path:
            return None
        return Unit.MEAN if self.path.endswith(".mean") else Unit.CHANCE


HEADLINES: Mapping[str, tuple[Figure, ...]] = {
    "melee": (
        Figure("active.attack.success", "hits", 1),
        Figure("opponent.attack.success", "is hit", -1),
        Figure("opponent.out_of_action", "takes out", 1),
        Figure("active.out_of_action", "taken out", -1),
        Figure("active.wounds_dealt.mean", "deals", 1),
        Figure("opponent.wounds_dealt.mean", "suffers", -1),
        Figure("disengage.success", "gets away", 1),
    ),
    "ranged": (
        Figure("attack.success", "hits", 1),
        Figure("target.out_of_action", "takes out", 1),
        Figure("target.wounds_taken.mean", "deals", 1),
        Figure("friendly_fire.redirected", "hits a friend", -1),
    ),
    "damage": (
        Figure("out_of_action", "takes out", 1),
        Figure("no_wounds", "no wound", -1),
        Figure("wounds.mean", "deals", 1),
    ),
    "rerolls": (
        Figure("result.active.attack.success", "hits", 1),
        Figure("result.opponent.attack.success", "is hit", -1),
        Figure("result.opponent.out_of_action", "takes out", 1),
        Figure("result.active.out_of_action", "taken out", -1),
    ),
    "splits": (
        Figure("equilibrium.value", "worth", 1),
        Figure("safest.active.payoff", "safest choice", 1),
    ),
    "rank": (Figure("ranking.0.payoff", "worth", 1),),
}
"""The figures of the kinds of document whose figures have names of their own, best known first."""

TABLE = tuple(Figure(f"table.{level}.wounds.mean", f"deals at SL {level}", 1) for level in range(6))
"""Those of damage at every Success Level."""

MAIN: Mapping[str, str] = {
    "melee": "opponent.out_of_action",
    "ranged": "target.out_of_action",
    "damage": "wounds.mean",
}
"""The figure that is looked at where only one can be shown."""

MOST = 6
"""Figures that are shown of a result whose figures have no names of their own."""

_SUFFERED = frozenset(
    (
        "failed",
        "cancelled",
        "not_made",
        "hp_lost",
        "wounds_taken",
        "lethal",
        "critical",
        "out_of_action",
        "effects",
    )
)
_ACHIEVED = frozenset(("success", "wounds_dealt", "triggered", "win", "passed", "wounds"))
_THEIRS = frozenset(("opponent", "target", "them"))
_ENDS = {"outcome.opponent_out": 1, "outcome.active_out": -1, "loss": -1}
_CHOICES = frozenset(("splits", "rank"))
_WORTHS = frozenset(("value", "payoff", "worth", "difference"))
"""Words of the paths of what a choice is worth."""
_LEFT_OUT = frozenset(("format", "version", "input", "pools", "counters", "initiative", "notes"))


def better(path: str) -> int:
    """Which way a figure is better for the active model, by the words of its path."""
    if path in _ENDS:
        return _ENDS[path]
    steps = path.split(".")
    side = -1 if steps[0] in _THEIRS else 1
    if _SUFFERED.intersection(steps):
        return -side
    return side if _ACHIEVED.intersection(steps) else 0


class Values:
    """The figures of one result by their paths: fractions, whole numbers, words."""

    def __init__(self, result: Any) -> None:
        self._exact = result.to_dict(exact=True)
        self._rounded = result.to_dict(exact=False)
        self._goal = GOALS[self._rounded["goal"]] if result.kind in _CHOICES else None

    def number(self, path: str) -> Fraction | None:
        """The number under a path; None where the result has none there."""
        steps = steps_of(path)
        try:
            exact, rounded = figure_at(self._exact, steps), figure_at(self._rounded, steps)
        except NoFigureError:
            return None
        if isinstance(rounded, bool) or not isinstance(rounded, int | float):
            return None
        return Fraction(exact)

    def is_odds(self, path: str) -> bool:
        """Whether the number under a path is a probability or a mean, and no count."""
        try:
            return isinstance(figure_at(self._rounded, steps_of(path)), float)
        except NoFigureError:
            return False

    def unit(self, path: str) -> Unit:
        """What the number under a path counts; in a choice that depends on its goal."""
        steps = steps_of(path)
        if self._goal is not None and _WORTHS.intersection(steps):
            if self._goal.is_balance:
                return Unit.CHANCES if self._goal.is_chance else Unit.MEANS
            return Unit.CHANCE if self._goal.is_chance else Unit.MEAN
        if not self.is_odds(path):
            return Unit.COUNT
        return Unit.MEAN if steps[-1] == "mean" else Unit.CHANCE

    def no_number(self, path: str) -> InputError:
        """The fault of a path without a number under it."""
        return no_figure(path, dict.fromkeys(self.numbers()))

    def numbers(self) -> Iterator[str]:
        """The paths of all numbers, as they stand in the result."""
        for path in paths_in(self._rounded):
            if path.split(".")[0] not in _LEFT_OUT and self.number(path) is not None:
                yield path


def headlines(kind: str, found: Sequence[Values]) -> tuple[Figure, ...]:
    """The figures that are shown where none are asked for.

    Those with names, where the kind has such; else the first chances and means that are not alike
    in all results.

    Raises:
        InputError: there is no number in any of them.
    """
    for named in (HEADLINES.get(kind, ()), TABLE):
        if shown := [f for f in named if any(v.number(f.path) is not None for v in found)]:
            return tuple(shown)
    every = list(dict.fromkeys(path for values in found for path in values.numbers()))
    if not every:
        raise InputError(f"results of kind {kind} have no figures to set side by side")
    paths = [path for path in every if _is_shown(path)] or every
    paths = [path for path in paths if any(v.is_odds(path) for v in found)] or paths
    differing = [path for path in paths if len({v.number(path) for v in found}) > 1]
    return tuple(Figure(path, path, better(path)) for path in (differing or paths)[:MOST])


def _is_shown(path: str) -> bool:
    """Whether a figure may head a column unasked: a single one, not a part of a law."""
    return not any(step.lstrip("-").isdecimal() for step in path.split("."))


def path_of(word: str, kind: str) -> str:
    """The path of a figure that is named, in results of a kind; any other word as it is."""
    named = _named(kind).get(word.casefold())
    return word if named is None else named.path


@lru_cache(maxsize=32)
def _named(kind: str) -> Mapping[str, Figure]:
    return {f.name.casefold(): f for f in (*HEADLINES.get(kind, ()), *TABLE)}


def chosen(word: str, kind: str, found: Sequence[Values]) -> Figure:
    """The figure that a person names: by its name or its path.

    Raises:
        InputError: no result has it; the nearest is suggested.
    """
    named = _named(kind)
    wanted = " ".join(word.casefold().split())
    if wanted in named:
        return named[wanted]
    if any(values.number(word) is not None for values in found):
        known = {figure.path: figure for figure in named.values()}
        return known.get(word) or Figure(word, word, better(word))
    close = nearest(wanted, named)
    if close:
        return _refuse(word, close[0])
    raise found[0].no_number(word)


def _refuse(word: str, close: str) -> Figure:
    raise InputError(f'the result has no figure "{word}"', suggestion=f'did you mean "{close}"?')
