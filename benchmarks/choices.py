"""Choices: re-rolls played for a goal by the states of the dice, grids, rankings, equilibria."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from fractions import Fraction
from random import Random

from benchmarks.exchanges import exchange, forget_results
from benchmarks.table import Row, duration, times, within
from benchmarks.timing import processes, timed
from bushido_odds.answer import answer
from bushido_odds.odds import melee
from bushido_odds.strategy import equilibrium, game, optimal
from bushido_odds.strategy.goals import GOALS

DICE = ((1, 1), (2, 1), (2, 2), (3, 2), (3, 3), (4, 3), (4, 4))
"""Dice in Attack and Defence of both models."""
QUICK = 4
"""How many of them are cheap."""

REACH = {(2, 1): 0.05, (3, 3): 30.0, (4, 4): 30.0}
"""Seconds within which a solution should be there."""

MEMORY = 4e9

SPLITS = {
    "kind": "splits",
    "active": "Hotaru: 3 dice, wounds 6, Combo Attack (1), Push Attack (0)",
    "opponent": "Kairai Farmer: 2 dice, wounds 5, Tough (1)",
}
RANK = {
    "kind": "rank",
    "active": "Kenko: 4 dice, wounds 7, Kata, Tough (1), Combo Attack (1), Slam Attack (1)",
    "opponent": "Goro: 2/1, wounds 8, Armour (2), Tough (1)",
}


def models(dice: tuple[int, int]) -> tuple[str, str]:
    """Two models alike, every re-roll once."""
    line = f"{dice[0]}/{dice[1]}, Prowess [Melee] (1), Feint (1), Dodge (1)"
    return f"A: {line}", f"B: {line}"


def name_of(dice: tuple[int, int]) -> str:
    return f"{dice[0]}+{dice[1]} v {dice[0]}+{dice[1]}"


def rows(quick: bool) -> Iterator[Row]:
    """Solutions of games of re-rolls by size, then what is made of many exchanges."""
    goal = GOALS["trade"]
    for dice in DICE[:QUICK] if quick else DICE:
        fought = exchange(models(dice)).begun()
        found = game.game_of(fought, goal)
        states = found.first.states * found.second.states
        repeats = 1 if quick or states > 10**6 else 10
        expected = timed(lambda fought=fought: melee.solve(fought), 20, forget_results).best  # type: ignore[misc]
        taken = timed(lambda fought=fought: optimal.solve(fought, goal), repeats).best  # type: ignore[misc]
        name = f"for a goal, {name_of(dice)}, {states:,} states"
        yield within(name, taken, f"{times(taken / expected)} expected", REACH.get(dice))
    yield from _many(quick)
    yield from _memory(quick)


def _many(quick: bool) -> Iterator[Row]:
    """A grid, a ranking and an equilibrium."""
    repeats = 1 if quick else 10
    single = timed(lambda: melee.solve(exchange(("A: 2/1", "B: 1/1"))), 5 * repeats).best
    for name, document in (
        ("splits, 11 options v 3", SPLITS),
        ("rank, 3 specials, 20 changes", RANK),
    ):
        taken = timed(lambda document=document: answer(document), repeats, forget_results).best  # type: ignore[misc]
        yield Row(name, duration(taken), f"{times(taken / single)} melee")
    random = Random(6)
    payoff = [[Fraction(random.getrandbits(40), 6**16) for _ in range(20)] for _ in range(20)]
    methods: dict[str, Callable[[], object]] = {
        "equilibrium, 20 options v 20": lambda: equilibrium.solve(payoff),
        "  the same on whole numbers alone": lambda: equilibrium._on_whole_numbers(payoff),
    }
    first = 0.0
    for name, method in methods.items():
        taken = timed(method, repeats).best
        yield Row(name, duration(taken), f"{times(taken / first)} that" if first else "")
        first = first or taken


def _memory(quick: bool) -> Iterator[Row]:
    """The most that the command holds for the largest solutions."""
    with processes() as fresh:
        light = fresh.peak_bytes("-m", "bushido_odds", "melee", *models((1, 1)))
        for dice in ((2, 1),) if quick else ((3, 3), (4, 4)):
            peak = fresh.peak_bytes(
                *("-m", "bushido_odds", "melee", *models(dice), "--rerolls", "optimal")
            )
            yield Row(
                f"peak memory for a goal, {name_of(dice)}",
                f"{peak / 1e6:.0f} MB",
                f"{times(peak / light)} melee",
                "under 4 GB",
                peak < MEMORY,
            )
