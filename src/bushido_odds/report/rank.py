"""The page of a ranking: specials, then what changes are worth."""

from __future__ import annotations

from fractions import Fraction

from bushido_odds.report.common import steps_page
from bushido_odds.report.figures import worth
from bushido_odds.report.page import Block, Heading, Notes, Page, Table, Tone, Words
from bushido_odds.strategy.goals import GOALS, Goal
from bushido_odds.strategy.rank import RankResult


def rank_page(result: RankResult, *, exact: bool = False, verbose: bool = False) -> Page:
    """The blocks that say which special to use, and what would help most."""
    goal = GOALS[result.goal]
    blocks: list[Block] = [
        Heading(
            (
                Words(result.names["active"], Tone.OURS),
                Words("v"),
                Words(result.names["opponent"], Tone.THEIRS),
            ),
            f"{goal.name}: {goal.meaning}",
        ),
        Table(
            (Words("special"), Words("best split"), Words("their reply"), Words("worth")),
            tuple(
                (
                    ranked.special or "none",
                    f"{ranked.option.attack}/{ranked.option.defence}",
                    str(ranked.reply),
                    _worth(ranked.payoff, goal, exact),
                )
                for ranked in result.ranking
            ),
        ),
    ]
    if result.changes:
        blocks.append(
            Table(
                (Words("change"), Words("best choice"), Words("worth"), Words("gain")),
                tuple(
                    (
                        change.name,
                        str(change.option),
                        _worth(change.payoff, goal, exact),
                        _gain(change.difference, goal, exact),
                    )
                    for change in result.changes
                ),
                "What would change it",
            )
        )
    blocks.extend(steps_page(result.working))
    policy = (
        f"Re-rolls are played for {result.goal} by both sides."
        if result.rerolls == "optimal"
        else "Re-rolls, where there are any, follow the expected policy."
    )
    worst = "Each figure is the best split against their best reply."
    blocks.append(Notes((*result.notes, worst, policy)))
    return tuple(blocks)


def _worth(value: Fraction, goal: Goal, exact: bool) -> str:
    return str(value) if exact else worth(value, goal.is_chance, goal.is_balance)


def _gain(value: Fraction, goal: Goal, exact: bool) -> str:
    return str(value) if exact else worth(value, goal.is_chance, is_balance=True)
