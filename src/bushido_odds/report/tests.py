"""The pages of tests: dice against a number, two pools against each other."""

from __future__ import annotations

from bushido_odds.odds.challenge import ChallengeResult
from bushido_odds.odds.opposed import OpposedResult
from bushido_odds.report.common import law_table, steps_page
from bushido_odds.report.figures import chance, dice
from bushido_odds.report.page import (
    Bar,
    Beside,
    Block,
    Chart,
    Heading,
    Notes,
    Page,
    Table,
    Tone,
    Words,
)


def tests_page(
    result: ChallengeResult | OpposedResult, *, exact: bool = False, verbose: bool = False
) -> Page:
    """The blocks that say how a test ends."""
    if isinstance(result, OpposedResult):
        blocks = _opposed(result, exact, verbose)
    else:
        blocks = _challenge(result, exact, verbose)
    blocks.extend(steps_page(result.working))
    if result.notes:
        blocks.append(Notes(result.notes))
    return tuple(blocks)


_TITLES = {
    "challenge": "Challenge Test",
    "fear": "Fear test",
    "size": "Size test",
    "rise": "Rise",
    "opposed": "Opposed Test",
    "ki": "Opposed Ki test",
}

_PASS_OR_FAIL = ("fear", "rise")
"""Tests whose Success Level nobody asks for."""


def _challenge(result: ChallengeResult, exact: bool, verbose: bool) -> list[Block]:
    title = f"{_TITLES[result.kind]}, {dice(result.pool.total)} against {result.number}"
    blocks: list[Block] = [
        Heading((Words(title, Tone.OURS),), result.name or ""),
        Table((Words(""), Words("")), (("succeeds", chance(result.success, exact)),)),
    ]
    if result.passes:
        blocks.append(Notes((f"Passed without a roll: {result.passes}.",)))
        return blocks
    reached = [
        Bar(
            f"{level}+",
            result.success_level.at_least(level),
            chance(result.success_level.at_least(level), exact),
        )
        for level in result.success_level
    ]
    if reached and result.kind not in _PASS_OR_FAIL:
        blocks.append(Chart((Words("Success Level of at least"),), tuple(reached), Tone.OURS))
    if verbose:
        value = law_table("Result of one roll", [(Words(""), result.value)], exact)
        blocks.extend([value] if value else [])
    return blocks


def _opposed(result: OpposedResult, exact: bool, verbose: bool) -> list[Block]:
    sides = ((result.active, "active", Tone.OURS), (result.opponent, "opponent", Tone.THEIRS))
    pools = f"{dice(result.active.pool.total)} v {result.opponent.pool.total}"
    title = f"{_TITLES[result.kind]}, {pools}"
    blocks: list[Block] = [
        Heading((Words(title),), result.name or ""),
        Table(
            (Words(""), *(Words(name, tone) for _, name, tone in sides)),
            (("succeeds", *(chance(side.success, exact) for side, _, _ in sides)),),
        ),
    ]
    if result.passes:
        blocks.append(Notes((f"The opponent succeeds without a roll: {result.passes}.",)))
        return blocks
    tables = [
        law_table("Success Level", [(Words(n, t), s.success_level) for s, n, t in sides], exact)
    ]
    if verbose:
        tables.append(law_table("Result", [(Words(n, t), s.value) for s, n, t in sides], exact))
    blocks.append(Beside(tuple(table for table in tables if table is not None)))
    blocks.append(Notes(("Ties: surviving dice, then the active player.",)))
    return blocks
