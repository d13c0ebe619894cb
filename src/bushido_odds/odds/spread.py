"""All outcomes of one comparison at once: what each of them leads to, as columns of numbers.

Every figure of an exchange is linear in the weights of its comparisons' outcomes.  So a figure is
kept as one number an outcome, out of a common total, once for all exchanges that share it; for one
exchange it is multiplied by that exchange's weights and added up.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import cached_property, lru_cache
from math import lcm
from operator import mul
from typing import TypeVar

from bushido_odds.odds.bodies import Body
from bushido_odds.odds.comparisons import Comparison
from bushido_odds.odds.harm import Aftermath, Condition
from bushido_odds.odds.strike import End, Situation, Struck, struck

Key = TypeVar("Key")
Column = tuple[int, ...]
"""One number for each outcome of a comparison; none at all where all would be 0."""


def dot(weights: Iterable[int], column: Column) -> int:
    """The sum of the numbers of a column, each times the weight of its outcome."""
    return sum(map(mul, weights, column))


def _column(numbers: Iterable[int]) -> Column:
    """A column; an empty one stands for zeros throughout."""
    column = tuple(numbers)
    return column if any(column) else ()


class Columns:
    """What becomes of one model: the figures of ``harm.Sums``, a column each."""

    def __init__(self, aftermaths: Sequence[Aftermath], total: int) -> None:
        sums = [aftermath.sums for aftermath in aftermaths]
        steps = [total // aftermath.total for aftermath in aftermaths]
        self.dealt = _columns([one.dealt for one in sums], steps)
        self.levels = _columns([one.levels for one in sums], steps)
        self.marks = _columns([one.marks for one in sums], steps)
        self.lethal = _column(one.lethal * step for one, step in zip(sums, steps, strict=True))
        self.critical = _column(one.critical * step for one, step in zip(sums, steps, strict=True))
        self.out = _column(one.out * step for one, step in zip(sums, steps, strict=True))
        self._aftermaths = aftermaths
        self._steps = steps

    @cached_property
    def conditions(self) -> Mapping[Condition, Column]:
        """Every condition that it may be left in."""
        return _columns([one.conditions for one in self._aftermaths], self._steps)


class Spread:
    """What the outcomes of one comparison lead to, each with its law, out of one total."""

    def __init__(self, laws: Sequence[Struck]) -> None:
        self._laws = laws
        self.total = lcm(*(law.total for law in laws))
        self._steps = [self.total // law.total for law in laws]
        self.used = (
            _column(int(law.used[0] is not None) for law in laws),
            _column(int(law.used[1] is not None) for law in laws),
        )
        """Whether the attacker's and the defender's special take effect: 1 or 0."""

    @cached_property
    def attacker(self) -> Columns:
        """What becomes of the attacker."""
        return Columns([law.attacker for law in self._laws], self.total)

    @cached_property
    def defender(self) -> Columns:
        """What becomes of the defender."""
        return Columns([law.defender for law in self._laws], self.total)

    @cached_property
    def situations(self) -> Mapping[Situation, Column]:
        """Every situation that is left."""
        return self._of(lambda law: law.situations)

    @cached_property
    def onward(self) -> Mapping[Situation, Column]:
        """The same without the wounds of the defender, for whom they are final."""
        return self._of(lambda law: law.onward)

    @cached_property
    def ends(self) -> Mapping[End, Column]:
        """How it leaves the two models, if this is the end."""
        return self._of(lambda law: law.ends)

    def _of(self, part: Callable[[Struck], Iterable[tuple[Key, int]]]) -> Mapping[Key, Column]:
        return _columns([dict(part(law)) for law in self._laws], self._steps)


def _columns(parts: Sequence[Mapping[Key, int]], steps: Sequence[int]) -> Mapping[Key, Column]:
    """A column for every key: its weight in each part, scaled; 0 where it is not in it."""
    columns: dict[Key, list[int]] = {}
    for place, (part, step) in enumerate(zip(parts, steps, strict=True)):
        for key, weight in part.items():
            if key not in columns:
                columns[key] = [0] * len(parts)
            columns[key][place] = weight * step
    return {key: _column(numbers) for key, numbers in columns.items()}


@lru_cache(maxsize=4096)
def spread(
    attacker: Body, defender: Body, outcomes: tuple[Comparison | None, ...], before: Situation
) -> Spread:
    """What the outcomes of a comparison lead to from one situation."""
    return Spread([struck(attacker, defender, outcome, before) for outcome in outcomes])


@lru_cache(maxsize=1024)
def ended(before: Situation) -> Spread:
    """What a comparison leads to that is not made any more."""
    return Spread([Struck([(before, 1)])])
