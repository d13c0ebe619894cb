"""The figures of one model while an exchange is played: what has been counted for it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from bushido_odds.odds.harm import Condition, Sums
from bushido_odds.odds.spread import Columns, Key, dot


class Tally:
    """What has been counted for one model, all weights out of one total.

    Attributes:
        levels: the Success Levels of its successful attacks.
        failed, cancelled: its attacks that did not succeed, or were lost.
        triggered: its special taking effect.
        sums: what it suffered.
    """

    def __init__(self) -> None:
        self.levels: dict[int, int] = {}
        self.failed = 0
        self.cancelled = 0
        self.triggered = 0
        self.sums = Sums()
        self._counted: list[tuple[Columns, Sequence[int], int]] = []

    def add(self, columns: Columns, weights: Sequence[int], factor: int = 1) -> None:
        """Count what becomes of the model, with the weights of the outcomes, ``factor`` times.

        Its Success Levels are left to ``add_levels``.
        """
        sums = self.sums
        _add(sums.dealt, columns.dealt, weights, factor)
        _add(sums.marks, columns.marks, weights, factor)
        sums.lethal += dot(weights, columns.lethal) * factor
        sums.critical += dot(weights, columns.critical) * factor
        sums.out += dot(weights, columns.out) * factor
        self._counted.append((columns, weights, factor))

    def add_levels(
        self, columns: Columns, weights: Sequence[int], factor: int = 1, level: int = -1
    ) -> None:
        """Count the highest Success Levels of the Damage Rolls that it suffers.

        Args:
            columns: what becomes of the model.
            weights: the weights of the outcomes.
            factor: how often each counts.
            level: the highest level that ``columns`` leaves out.
        """
        levels = self.sums.levels
        for own, column in columns.levels.items():
            highest = max(own, level)
            levels[highest] = levels.get(highest, 0) + dot(weights, column) * factor

    def scale(self, factor: int) -> None:
        """Multiply all that was counted so far."""
        for table in (self.levels, self.sums.dealt, self.sums.levels):
            for number in table:
                table[number] *= factor
        for mark in self.sums.marks:
            self.sums.marks[mark] *= factor
        self.sums.lethal *= factor
        self.sums.critical *= factor
        self.sums.out *= factor
        self.failed *= factor
        self.cancelled *= factor
        self.triggered *= factor
        self._counted = [(c, weights, old * factor) for c, weights, old in self._counted]

    def conditions(self) -> dict[Condition, int]:
        """The weight of every condition that was counted, Success Levels aside."""
        found: dict[Condition, int] = {}
        for columns, weights, factor in self._counted:
            _add(found, columns.conditions, weights, factor)
        return found


def _add(
    table: dict[Key, int],
    columns: Mapping[Key, tuple[int, ...]],
    weights: Sequence[int],
    factor: int,
) -> None:
    for key, column in columns.items():
        table[key] = table.get(key, 0) + dot(weights, column) * factor
