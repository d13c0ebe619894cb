"""What stands between the two comparisons of an exchange.

Which comparisons there are, alike ones taken as one; and the situations that the first leaves, with
a weight for every second comparison.  What can no longer change is left out of them, which keeps
them few.
"""

from __future__ import annotations

from collections.abc import Iterator
from operator import add

from bushido_odds.odds.comparisons import Comparison, Comparisons
from bushido_odds.odds.fighter import Fighter
from bushido_odds.odds.strike import Situation
from bushido_odds.rules.specials import COUNTERSTRIKE_COST

Key = tuple[Situation, bool]
"""A situation between the comparisons, and whether a disengaging model has defended."""


class Carry:
    """Weights of a situation between the comparisons, one for every second comparison.

    ``levels`` has them by the highest Success Levels of the Damage Rolls that the first and the
    second model have suffered, of which the situation only says whether there are any.
    """

    def __init__(self, columns: int) -> None:
        self.weights = [0] * columns
        self.levels: dict[tuple[int, int], list[int]] = {}

    def add(self, levels: tuple[int, int], row: list[int], factor: int) -> None:
        """Add a row of weights, ``factor`` times."""
        more = [weight * factor for weight in row]
        self.weights = list(map(add, self.weights, more))
        before = self.levels.get(levels)
        self.levels[levels] = more if before is None else list(map(add, before, more))


class Carried:
    """The situations between the comparisons.

    ``final`` are those whose second model is tallied already and only matters as an attacker;
    ``open`` those whose second comparison may touch it again.
    """

    def __init__(self) -> None:
        self.final: dict[Key, Carry] = {}
        self.open: dict[Key, Carry] = {}

    def all(self) -> Iterator[tuple[Key, Carry, bool]]:
        """Every situation with its weights, and whether it is open."""
        for key, carry in self.final.items():
            yield key, carry, False
        for key, carry in self.open.items():
            yield key, carry, True

    def add(
        self, after: Situation, defended: bool, row: list[int], factor: int, is_open: bool
    ) -> None:
        """Add a situation with a row of weights, ``factor`` times."""
        levels = after.attacker.level, after.defender.level
        if max(levels) > 0:
            after = after._replace(
                attacker=after.attacker._replace(level=min(levels[0], 0)),
                defender=after.defender._replace(level=min(levels[1], 0)),
            )
        table = self.open if is_open else self.final
        key = after, defended
        if key not in table:
            table[key] = Carry(len(row))
        table[key].add(levels, row, factor)


def made(
    law: Comparisons, first: Fighter, second: Fighter
) -> tuple[list[Comparison | None], list[Comparison | None], list[list[int]]]:
    """The comparisons that are made, alike ones as one.

    Where no Attack dice were allocated there is one entry, None; by how much an attack fails
    matters to Counterstrike alone.
    """
    rows = _grouped(law.first, first, second)
    columns = _grouped(law.second, second, first)
    weights = [
        [sum(cells) for cells in zip(*(law.weights[place] for place in places), strict=True)]
        if len(places) > 1
        else law.weights[places[0]]
        for places in rows.values()
    ]
    return (
        list(rows),
        list(columns),
        [[sum(row[place] for place in places) for places in columns.values()] for row in weights],
    )


_FAILURE = Comparison(False, 0)


def _grouped(
    outcomes: tuple[Comparison, ...], attacker: Fighter, defender: Fighter
) -> dict[Comparison | None, list[int]]:
    """The places of outcomes that come to the same."""
    if not attacker.attacks:
        return {None: list(range(len(outcomes)))}
    defence = defender.special_defence
    least = COUNTERSTRIKE_COST if defence is not None and defence.counterstrike else None
    groups: dict[Comparison | None, list[int]] = {}
    for place, outcome in enumerate(outcomes):
        matters = outcome.success or (least is not None and outcome.level >= least)
        groups.setdefault(outcome if matters else _FAILURE, []).append(place)
    return groups
