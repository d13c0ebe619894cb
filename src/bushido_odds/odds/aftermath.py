"""What may become of one model, added up: the figures of many conditions at once.

A comparison leaves a model in one of many conditions; its figures (wounds, levels, fates) are sums
over them.  They are summed once for each comparison, which exchanges share, and only the sums are
weighted and added for one exchange.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from functools import cached_property, lru_cache
from typing import NamedTuple, TypeVar

from bushido_odds.odds.harm import Condition, Fate

Key = TypeVar("Key")


class Ending(NamedTuple):
    """How an exchange ends for a model, its wounds aside."""

    fate: Fate
    lethal: bool


def added(pairs: Iterable[tuple[Key, int]]) -> dict[Key, int]:
    """The weights of equal keys added up."""
    weights: dict[Key, int] = {}
    for key, weight in pairs:
        weights[key] = weights.get(key, 0) + weight
    return weights


class Aftermath:
    """The conditions that a model may be left in: whole-number weights out of ``total``."""

    def __init__(self, conditions: Mapping[Condition, int], total: int) -> None:
        self.conditions = conditions
        self.total = total

    @cached_property
    def dealt(self) -> Mapping[int, int]:
        """Weights of the wounds of all Damage Rolls added up."""
        return added((c.dealt, weight) for c, weight in self.conditions.items())

    @cached_property
    def levels(self) -> Mapping[int, int]:
        """Weights of the highest Success Level of a Damage Roll; -1 where there was none."""
        return added((c.level, weight) for c, weight in self.conditions.items())

    @cached_property
    def endings(self) -> Mapping[Ending, int]:
        """Weights of where the exchange leaves the model."""
        return added((Ending(c.fate, c.lethal), weight) for c, weight in self.conditions.items())

    @cached_property
    def marks(self) -> Mapping[Condition, int]:
        """Weights of what is left besides wounds: states, and Damage Rolls that give markers."""
        return added(
            (Condition(0, wounding=c.wounding, states=c.states), weight)
            for c, weight in self.conditions.items()
        )


@lru_cache(maxsize=4096)
def certain(condition: Condition) -> Aftermath:
    """The aftermath that leaves a model in one condition."""
    return Aftermath({condition: 1}, 1)


class Tally:
    """One model's figures while an exchange is played: weighted aftermaths and counts."""

    def __init__(self) -> None:
        self.aftermaths: dict[Aftermath, int] = {}
        self.levels: dict[int, int] = {}
        self.failed = 0
        self.cancelled = 0
        self.triggered = 0

    def add(self, aftermath: Aftermath, factor: int) -> None:
        """Count every condition of an aftermath ``factor`` times its weight."""
        self.aftermaths[aftermath] = self.aftermaths.get(aftermath, 0) + factor

    def scale(self, factor: int) -> None:
        """Multiply all that was counted so far."""
        self.aftermaths = {one: weight * factor for one, weight in self.aftermaths.items()}
        self.levels = {level: weight * factor for level, weight in self.levels.items()}
        self.failed *= factor
        self.cancelled *= factor
        self.triggered *= factor

    def figure(self, of: Callable[[Aftermath], Mapping[Key, int]]) -> dict[Key, int]:
        """The weights of one figure, added up over all aftermaths."""
        weights: dict[Key, int] = {}
        for aftermath, factor in self.aftermaths.items():
            for key, weight in of(aftermath).items():
                weights[key] = weights.get(key, 0) + weight * factor
        return weights
