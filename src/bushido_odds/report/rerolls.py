"""The page of dice on the table: which to throw again, with and without, then the odds."""

from __future__ import annotations

from collections.abc import Iterator

from bushido_odds.report.figures import chance
from bushido_odds.report.melee import TIES, melee_page, policy
from bushido_odds.report.page import Block, Entry, Heading, Notes, Page, Table, Tone, Words
from bushido_odds.strategy.stages import Prospects, StagePick
from bushido_odds.strategy.table import RerollsResult


def rerolls_page(result: RerollsResult, *, exact: bool = False, verbose: bool = False) -> Page:
    """The blocks that say which dice to throw again, stage by stage."""
    names = {"active": result.result.active.name, "opponent": result.result.opponent.name}
    played = f"for {result.goal}" if result.policy == "optimal" else "expected policy"
    blocks: list[Block] = [
        Heading(
            (
                Words(_dice(result, "active", names), Tone.OURS),
                Words("v"),
                Words(_dice(result, "opponent", names), Tone.THEIRS),
            ),
            f"dice on the table, re-rolls {played}",
        )
    ]
    if not result.stages:
        blocks.append(Entry("No trait re-rolls any of these dice.", ()))
    for number, stage in enumerate(result.stages, start=1):
        blocks.append(Entry(f"{number}. {_stage(stage, names)}", (), ""))
        if stage.if_rerolled and stage.if_kept:
            blocks.append(_comparison(stage, names, exact))
    # The odds that follow, without repeating who fights whom.
    blocks.extend(melee_page(result.result, exact=exact, verbose=verbose)[1:-1])
    blocks.append(Notes((*result.notes, policy(result.result, bool(result.stages)), TIES)))
    return tuple(blocks)


def _dice(result: RerollsResult, side: str, names: dict[str, str]) -> str:
    dice = result.rolled[side]
    attack, defence = (" ".join(map(str, faces)) for faces in (dice.attack, dice.defence))
    return f"{names[side]} [{attack}]/[{defence}]"


def _stage(stage: StagePick, names: dict[str, str]) -> str:
    owner, pool = stage.pool.split(".")
    whose = "its own" if owner == stage.side else f"{names[owner]}'s"
    where = f"{names[stage.side]}, {stage.trait} on {whose} {pool.capitalize()} dice"
    if stage.reroll is None:
        return f"{where}: depends on dice still to come"
    if not stage.reroll:
        return f"{where}: keep them all"
    return f"{where}: throw {' '.join(map(str, stage.reroll))} again"


def _comparison(stage: StagePick, names: dict[str, str], exact: bool) -> Table:
    rolled, kept = stage.if_rerolled, stage.if_kept
    assert rolled is not None
    assert kept is not None
    return Table(
        (Words(""), Words("thrown again"), Words("kept")),
        tuple(_rows(rolled, kept, names, exact)),
    )


def _rows(
    rolled: Prospects, kept: Prospects, names: dict[str, str], exact: bool
) -> Iterator[tuple[str, ...]]:
    for words, figure in (
        (f"{names['active']} hits", "active_hits"),
        (f"{names['opponent']} hits", "opponent_hits"),
        (f"{names['active']} taken out", "active_out"),
        (f"{names['opponent']} taken out", "opponent_out"),
    ):
        yield (
            words,
            chance(getattr(rolled, figure), exact),
            chance(getattr(kept, figure), exact),
        )
