"""What tables of many results share: their figures, and what has to be said under them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Any

from bushido_odds.many.column import Column
from bushido_odds.many.figures import Unit
from bushido_odds.report.choices import policy_text
from bushido_odds.report.figures import average, chance, worth
from bushido_odds.strategy.goals import GOALS

BEST = "*"
SAME = "="


def shown(column: Column, row: int, exact: bool) -> str:
    """A figure of a row; empty where the row has none."""
    value = column.numbers[row]
    if value is None:
        return ""
    unit = column.units[row]
    if exact or unit is Unit.COUNT:
        return str(value)
    if unit in (Unit.CHANCES, Unit.MEANS):
        return worth(value, unit is Unit.CHANCES, is_balance=True)
    return chance(value, exact) if unit is Unit.CHANCE else average(value, exact)


def shown_change(column: Column, row: int, base: int, exact: bool) -> str:
    """What a row's figure is more or less than another's."""
    change = column.change(row, base)
    if change is None:
        return ""
    if not change:
        return SAME
    unit = column.units[row]
    if exact or unit is Unit.COUNT:
        return f"{'+' if change > 0 else ''}{change}"
    return worth(change, unit in (Unit.CHANCE, Unit.CHANCES), is_balance=True)


def mark(column: Column, row: int) -> str:
    """What stands beside the best figure of a column."""
    return BEST if column.is_best(row) else ""


def legend(columns: Iterable[Column], named: Sequence[tuple[str, Any]]) -> Iterator[str]:
    """The lines under a table of figures.

    Args:
        columns: its columns.
        named: the results that they are of, each with the name of its row.
    """
    means = [c.figure.name for c in columns if c.figure.unit is Unit.MEAN]
    if means:
        yield f"{', '.join(means)}: mean wounds"
    policies: dict[str, list[str]] = {}
    for name, result in named:
        if (policy := _policy(result)) is not None:
            policies.setdefault(policy, []).append(name)
    for policy, names in policies.items():
        yield policy if len(policies) == 1 else f"{', '.join(names)}: {policy}"


def _policy(result: Any) -> str | None:
    """The re-roll policy of a result; None where there is nothing to re-roll."""
    if result.kind == "ranged":
        return policy_text("expected", GOALS["trade"])
    rerolls = result.input.get("rerolls")
    return None if rerolls is None else policy_text(rerolls, GOALS[result.input["goal"]])
