"""What has to be said under many results at once: what figures mean, which policy they assume."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Any

from bushido_odds.many.figures import Figure
from bushido_odds.report.choices import policy_text
from bushido_odds.strategy.goals import GOALS


def legend(figures: Iterable[Figure], named: Sequence[tuple[str, Any]]) -> Iterator[str]:
    """The lines under a table of figures.

    Args:
        figures: its columns.
        named: the results that they are of, each with the name of its row.
    """
    if any(figure.name in ("deals", "suffers") for figure in figures):
        yield "deals, suffers: mean wounds"
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
