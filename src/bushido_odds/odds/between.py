"""What stands between the two comparisons of an exchange.

Which comparisons there are, alike ones taken as one; and the situations that the first leaves, with
a weight for every second comparison.  What can no longer change is left out of them, which keeps
them few.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import lru_cache
from operator import add
from typing import NamedTuple

from bushido_odds.odds.comparisons import Comparison, Comparisons
from bushido_odds.odds.fighter import Fighter
from bushido_odds.odds.strike import Situation
from bushido_odds.rules.specials import COUNTERSTRIKE_COST

Key = tuple[Situation, bool]
"""A situation between the comparisons, and whether a disengaging model has defended."""


class Carry:
    """Weights of a situation between the comparisons, one for every second comparison.

    Where the exchange is over there is one weight: no second comparison is made.

    ``levels`` has them by the highest Success Levels of the Damage Rolls that the first and the
    second model have suffered, of which the situation only says whether there are any.
    """

    def __init__(self) -> None:
        self.weights: list[int] = []
        self.levels: dict[tuple[int, int], list[int]] = {}

    def add(self, levels: tuple[int, int], row: list[int]) -> None:
        """Add a row of weights."""
        self.weights = list(map(add, self.weights, row)) if self.weights else row
        before = self.levels.get(levels)
        self.levels[levels] = row if before is None else list(map(add, before, row))


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

    def add(self, after: Situation, defended: bool, row: list[int], is_open: bool) -> None:
        """Add a situation with a row of weights, if any is more than 0."""
        if not any(row):
            return
        levels = after.attacker.level, after.defender.level
        if max(levels) > 0:
            after = after._replace(
                attacker=after.attacker._replace(level=min(levels[0], 0)),
                defender=after.defender._replace(level=min(levels[1], 0)),
            )
        table = self.open if is_open else self.final
        key = after, defended
        if key not in table:
            table[key] = Carry()
        table[key].add(levels, row)


class Made(NamedTuple):
    """The comparisons that are made: their outcomes, and a row of weights for each first one."""

    first: tuple[Comparison | None, ...]
    second: tuple[Comparison | None, ...]
    weights: tuple[tuple[int, ...], ...]


def made(law: Comparisons, first: Fighter, second: Fighter) -> Made:
    """The comparisons that are made, alike ones as one.

    Where no Attack dice were allocated there is one entry, None; by how much an attack fails
    matters to Counterstrike alone.
    """
    return _made(law, first.attacks, _least(second), second.attacks, _least(first))


def _least(defender: Fighter) -> int | None:
    """The least level of a failed attack that matters; None where none does."""
    defence = defender.special_defence
    return COUNTERSTRIKE_COST if defence is not None and defence.counterstrike else None


@lru_cache(maxsize=4096)
def _made(
    law: Comparisons,
    first_attacks: bool,
    first_least: int | None,
    second_attacks: bool,
    second_least: int | None,
) -> Made:
    rows = _grouped(law.first, first_attacks, first_least)
    columns = _grouped(law.second, second_attacks, second_least)
    none = (0,) * len(law.second)
    weights = [
        tuple(map(sum, zip(*(law.weights[place] for place in places), strict=True)))
        if places
        else none
        for places in rows.values()
    ]
    return Made(
        tuple(rows),
        tuple(columns),
        tuple(_merged(row, columns.values()) for row in weights),
    )


def _merged(row: tuple[int, ...], groups: Iterable[list[int]]) -> tuple[int, ...]:
    """The weights of a row, those of each group of places added up."""
    return tuple(
        [
            row[places[0]] if len(places) == 1 else sum([row[place] for place in places])
            for places in groups
        ]
    )


_FAILURE = Comparison(False, 0)

_ROUND = 9
"""Success Levels are filled up to a multiple of this: 0 to 8 are those of most dice."""


def _grouped(
    outcomes: tuple[Comparison, ...], attacks: bool, least: int | None
) -> dict[Comparison | None, list[int]]:
    """The places of outcomes that come to the same.

    Successes of levels that do not occur are among them, up to a round number, so that exchanges
    whose levels differ have the same outcomes and share what those lead to.
    """
    if not attacks:
        return {None: list(range(len(outcomes)))}
    highest = max((outcome.level for outcome in outcomes if outcome.success), default=0)
    levels = range(-(-(highest + 1) // _ROUND) * _ROUND)
    groups: dict[Comparison | None, list[int]] = {Comparison(True, level): [] for level in levels}
    for place, outcome in enumerate(outcomes):
        matters = outcome.success or (least is not None and outcome.level >= least)
        groups.setdefault(outcome if matters else _FAILURE, []).append(place)
    return groups
