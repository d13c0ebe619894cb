"""The page of a ranking: specials, then what changes are worth."""

from __future__ import annotations

from collections.abc import Iterator

from bushido_odds.report.choices import (
    gain_text,
    labels,
    listed,
    policy_text,
    worth_text,
    worth_words,
)
from bushido_odds.report.common import ignored_notes, steps_page
from bushido_odds.report.page import Block, Entry, Heading, Notes, Page, Table, Tone, Words
from bushido_odds.strategy.goals import GOALS, Goal
from bushido_odds.strategy.rank import RankResult


def rank_page(result: RankResult, *, exact: bool = False, verbose: bool = False) -> Page:
    """The blocks that say which special to use, and what would help most."""
    goal = GOALS[result.goal]
    title = f"{result.name}: " if result.name else ""
    replies = labels([ranked.reply for ranked in result.ranking])
    blocks: list[Block] = [
        Heading(
            (
                Words(result.names["active"], Tone.OURS),
                Words("v"),
                Words(result.names["opponent"], Tone.THEIRS),
            ),
            f"{title}{goal.name}: {goal.meaning}",
        ),
        Table(
            (Words("special"), Words("best split"), Words("their reply"), Words("worth")),
            tuple(
                (
                    ranked.special or "none",
                    f"{ranked.option.attack}/{ranked.option.defence}",
                    reply,
                    worth_text(ranked.payoff, goal, exact),
                )
                for ranked, reply in zip(result.ranking, replies, strict=True)
            ),
        ),
        Entry(*_advice(result, goal, exact)),
    ]
    if shown := [change for change in result.changes if verbose or change.difference]:
        options = labels([change.option for change in shown])
        blocks.append(
            Table(
                (Words("change"), Words("best choice"), Words("worth"), Words("gain")),
                tuple(
                    (
                        change.name,
                        option,
                        worth_text(change.payoff, goal, exact),
                        gain_text(change.difference, goal, exact),
                    )
                    for change, option in zip(shown, options, strict=True)
                ),
                "What would change it",
            )
        )
    blocks.extend(steps_page(result.working))
    blocks.append(Notes(tuple(_notes(result, goal, verbose))))
    return tuple(blocks)


def _advice(result: RankResult, goal: Goal, exact: bool) -> tuple[str, tuple[str, ...]]:
    """Which special, and what would help most."""
    best = result.ranking[0]
    option, reply = labels([best.option])[0], labels([best.reply])[0]
    lines = []
    alike = [
        ranked.special or "no special"
        for ranked in result.ranking[1:]
        if ranked.payoff == best.payoff
    ]
    if alike:
        lines.append(f"As good: {listed(alike, 'or')}.")
    if result.changes and result.changes[0].difference > 0:
        most = result.changes[0]
        gain = gain_text(most.difference, goal, exact)
        lines.append(f"What would help most: {most.name}, {gain}.")
    worth = worth_words(best.payoff, goal, exact)
    return f"Use {option}: worth {worth} against {reply}, their best reply.", tuple(lines)


def _notes(result: RankResult, goal: Goal, verbose: bool) -> Iterator[str]:
    nothing = [change.name for change in result.changes if not change.difference]
    if nothing and not verbose:
        yield f"No difference: {', '.join(nothing)}"
    yield from result.notes
    yield from ignored_notes(result.names, result.ignored_traits)
    yield "Each figure is the best split against their best reply."
    yield policy_text(result.rerolls, goal)
