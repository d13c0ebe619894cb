"""The figures of one model while an exchange is played: weighted aftermaths and counts."""

from __future__ import annotations

from bushido_odds.odds.harm import Aftermath, Condition, Sums, added


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
        for own, weight in aftermath.sums.levels.items():
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

    def sums(self) -> Sums:
        """The figures of all that was counted; its levels are those of ``rolled``."""
        found = Sums(levels=self.rolled)
        dealt, marks = found.dealt, found.marks
        for aftermath, factor in self._aftermaths.items():
            own = aftermath.sums
            for wounds, weight in own.dealt.items():
                dealt[wounds] = dealt.get(wounds, 0) + weight * factor
            for mark, weight in own.marks.items():
                marks[mark] = marks.get(mark, 0) + weight * factor
            found.lethal += own.lethal * factor
            found.critical += own.critical * factor
            found.out += own.out * factor
        return found

    def conditions(self) -> dict[Condition, int]:
        """The weight of every condition that was counted, Success Levels aside."""
        return added(
            (condition, weight * factor)
            for aftermath, factor in self._aftermaths.items()
            for condition, weight in aftermath.conditions.items()
        )
