"""The figures of one model while an exchange is played: weighted aftermaths and counts."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import cached_property

from bushido_odds.odds.harm import Aftermath, Key


class Tally:
    """What has been counted for one model, all weights out of one total.

    Attributes:
        levels: the Success Levels of its successful attacks.
        rolled: the highest Success Level of a Damage Roll against it; -1 where there was none.
        failed, cancelled: its attacks that did not succeed, or were lost.
        triggered: its special taking effect.
    """

    def __init__(self) -> None:
        self.levels: dict[int, int] = {}
        self.rolled: dict[int, int] = {}
        self.failed = 0
        self.cancelled = 0
        self.triggered = 0
        self._aftermaths: dict[Aftermath, int] = {}

    def add(self, aftermath: Aftermath, factor: int, level: int = -1) -> None:
        """Count every condition of an aftermath ``factor`` times its weight.

        Args:
            aftermath: the conditions that the model ends in.
            factor: how often each counts.
            level: the highest level of Damage Rolls that the aftermath's own levels leave out.
        """
        self._aftermaths[aftermath] = self._aftermaths.get(aftermath, 0) + factor
        for own, weight in aftermath.levels.items():
            highest = max(own, level)
            self.rolled[highest] = self.rolled.get(highest, 0) + weight * factor

    def scale(self, factor: int) -> None:
        """Multiply all that was counted so far."""
        self.levels = {level: weight * factor for level, weight in self.levels.items()}
        self.rolled = {level: weight * factor for level, weight in self.rolled.items()}
        self._aftermaths = {one: weight * factor for one, weight in self._aftermaths.items()}
        self.failed *= factor
        self.cancelled *= factor
        self.triggered *= factor

    def figure(self, of: Callable[[Aftermath], Mapping[Key, int]]) -> dict[Key, int]:
        """The weights of one figure, added up over all aftermaths."""
        weights: dict[Key, int] = {}
        for aftermath, factor in self._aftermaths.items():
            for key, weight in of(aftermath).items():
                weights[key] = weights.get(key, 0) + weight * factor
        return weights

    @cached_property
    def dealt(self) -> Mapping[int, int]:
        """The wounds of all Damage Rolls against it, once everything is counted."""
        return self.figure(lambda one: one.dealt)
