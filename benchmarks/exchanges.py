"""One exchange through the engine: first calls, later calls, small and large dice."""

from __future__ import annotations

import sys
from collections.abc import Iterator

from benchmarks.table import Row, times, within
from benchmarks.timing import Processes, processes, timed
from bushido_odds.documents.load import document_from
from bushido_odds.odds.melee import solve
from bushido_odds.rules.combatant import Exchange

TYPICAL = (
    "A: 2/2, Prowess [Melee] (1), Feint (1), Dodge (1)",
    "B: 2/1, Prowess [Melee] (1), Feint (1), Dodge (1)",
)
"""2+2 dice against 2+1, every re-roll once."""


def equal(dice: int, budget: int) -> tuple[str, str]:
    """Two models alike: ``dice`` in each pool, every re-roll ``budget`` times."""
    line = f"{dice}/{dice}, Prowess [Melee] ({budget}), Feint ({budget}), Dodge ({budget})"
    return f"A: {line}", f"B: {line}"


LARGE = equal(8, 3)
LARGEST = equal(12, 5)


def exchange(models: tuple[str, str]) -> Exchange:
    """The exchange between two model lines."""
    document = document_from({"kind": "melee", "active": models[0], "opponent": models[1]})
    found = document.exchange  # type: ignore[union-attr]
    assert isinstance(found, Exchange)
    return found


def forget_results() -> None:
    """Empty every cache of the odds room; tables of dice and of rules stay."""
    room = "bushido_odds.odds"
    for name, module in list(sys.modules.items()):
        if not name.startswith(room):
            continue
        for value in vars(module).values():
            clear = getattr(value, "cache_clear", None)
            if clear and str(getattr(value, "__module__", "")).startswith(room):
                clear()


_FIRST_CALL = """
import gc
from time import perf_counter
from benchmarks.exchanges import exchange, solve
fought = exchange({models!r})
gc.collect()  # what the imports have left to search
start = perf_counter()
solve(fought)
print(perf_counter() - start)
"""


def first_call(fresh: Processes, models: tuple[str, str], repeats: int) -> float:
    """The best first call of several fresh processes, in seconds: nothing computed before."""
    code = _FIRST_CALL.format(models=models)
    return min(float(fresh.output("-c", code)) for _ in range(repeats))


def rows(quick: bool) -> Iterator[Row]:
    """The typical exchange and the largest ones."""
    many, few, starts = (1, 1, 1) if quick else (500, 20, 8)
    with processes() as fresh:
        typical = exchange(TYPICAL)
        solve(typical)
        warm = timed(lambda: solve(typical), many).best
        again = timed(lambda: solve(typical), many, forget_results).best
        first = first_call(fresh, TYPICAL, starts)
        yield within("2+2 v 2+1, later calls", warm, "", 1e-3)
        yield within("2+2 v 2+1, results forgotten", again, f"{times(again / warm)} later")
        yield within("2+2 v 2+1, first call", first, f"{times(first / warm)} later", 2e-3)
        for name, models, reach in (
            ("8+8 v 8+8, re-rolls 3", LARGE, (0.15, 1.0)),
            ("12+12 v 12+12, re-rolls 5", LARGEST, (None, None)),
        ):
            fought = exchange(models)
            solve(fought)
            large = timed(lambda fought=fought: solve(fought), few, forget_results).best  # type: ignore[misc]
            cold = first_call(fresh, models, 1 if quick else 4)
            ratio = f"{times(large / again)} typical"
            yield within(f"{name}, results forgotten", large, ratio, reach[0])
            yield within(f"{name}, first call", cold, f"{times(cold / large)} that", reach[1])
