"""The page of a Melee Exchange, in the order in which players ask."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction

from bushido_odds.odds.result import MeleeResult, Side
from bushido_odds.report.common import (
    effect_rows,
    ignored_notes,
    law_table,
    steps_page,
    wounds_chart,
)
from bushido_odds.report.figures import average, chance, worth
from bushido_odds.report.page import (
    Beside,
    Block,
    Heading,
    Notes,
    Page,
    Phrases,
    Table,
    Tone,
    Words,
)

TIES = "Ties count all surviving dice, then the active player."
"""Which rule of equal results every figure of an exchange follows."""


def melee_page(result: MeleeResult, *, exact: bool = False, verbose: bool = False) -> Page:
    """The blocks that say a result.

    Args:
        result: a Melee Exchange's odds.
        exact: figures as fractions in lowest terms.
        verbose: the full laws as well.
    """
    blocks: list[Block] = [_heading(result), _questions(result, exact), _outcome(result, exact)]
    charts = tuple(
        wounds_chart(
            side.name, tone, side.wounds, side.hp_lost.distribution, side.out_of_action, exact
        )
        for side, tone in ((result.opponent, Tone.THEIRS), (result.active, Tone.OURS))
        if any(side.hp_lost.distribution)
    )
    levels = law_table(
        "Success Level of a hit",
        ((Words(side.name, tone), side.attack.success_level) for side, tone in _sides(result)),
        exact,
    )
    blocks.append(Beside((*charts, levels) if levels else charts))
    if verbose:
        blocks.extend(_laws(result, exact))
    blocks.extend(steps_page(result.working))
    blocks.append(_notes(result))
    return tuple(blocks)


def _sides(result: MeleeResult) -> tuple[tuple[Side, Tone], tuple[Side, Tone]]:
    return (result.active, Tone.OURS), (result.opponent, Tone.THEIRS)


def _dice(side: Side) -> str:
    return f"{side.pools.attack.dice}/{side.pools.defence.dice}"


def _heading(result: MeleeResult) -> Heading:
    active, opponent = result.active, result.opponent
    first = active if result.initiative.first == "active" else opponent
    action = result.input.get("action", "melee")
    if first is active:
        order = f"{active.name} is active and strikes first"
    else:
        order = f"{active.name} is active, {opponent.name} strikes first"
    reason = result.initiative.reason
    if reason != "the active model strikes first":
        order += f" ({reason})"
    return Heading(
        (
            Words(f"{active.name} {_dice(active)}", Tone.OURS),
            Words("v"),
            Words(f"{opponent.name} {_dice(opponent)}", Tone.THEIRS),
        ),
        f"{action}, {order}" if not result.name else f"{result.name}: {action}, {order}",
    )


def _questions(result: MeleeResult, exact: bool) -> Table:
    """Do I hit, do I lose my attack, do I fall; then what else may happen."""
    sides = [side for side, _ in _sides(result)]

    def row(words: str, *figures: Fraction) -> tuple[str, ...]:
        return (words, *(chance(figure, exact) for figure in figures))

    rows = [
        row("hits", *(side.attack.success for side in sides)),
        row("loses its attack", *(side.attack.cancelled for side in sides)),
        row("taken out", *(side.out_of_action for side in sides)),
    ]
    if any(side.lethal != side.out_of_action for side in sides):
        rows.append(row("loses its last wound", *(side.lethal for side in sides)))
    if any(side.critical for side in sides):
        rows.append(row("removed by a Critical", *(side.critical for side in sides)))
    if any(side.special.name for side in sides):
        rows.append(
            (
                "special takes effect",
                *(
                    chance(side.special.triggered, exact) if side.special.name else ""
                    for side in sides
                ),
            )
        )
    rows.extend(effect_rows(sides, exact))
    if result.disengage is not None:
        rows.append(("gets away", chance(result.disengage.success, exact), ""))
    means = [average(side.wounds_dealt.mean, exact) for side in sides]
    medians = [str(side.wounds_dealt.median) for side in sides]
    rows.append(("wounds dealt, mean", *means))
    rows.append(("wounds dealt, median", *medians))
    phases = [side.end_phase for side in sides if side.end_phase is not None]
    if phases:
        means = [average(phase.wounds.mean, exact) for phase in phases]
        rows.append(("markers cost, mean", *means))
        rows.append(row("out by the End Phase", *(phase.out_of_action for phase in phases)))
    heads = (Words(""), *(Words(side.name, tone) for side, tone in _sides(result)))
    return Table(heads, tuple(rows))


def _outcome(result: MeleeResult, exact: bool) -> Phrases:
    outcome = result.outcome
    phrases = (
        (Words("nobody falls"), outcome.both_stand),
        (Words(f"only {result.opponent.name}", Tone.THEIRS), outcome.opponent_out),
        (Words(f"only {result.active.name}", Tone.OURS), outcome.active_out),
        (Words("both"), outcome.both_out),
    )
    return Phrases(tuple((words, chance(p, exact)) for words, p in phrases if p))


def _laws(result: MeleeResult, exact: bool) -> Iterator[Table]:
    """The laws in full: pools, highest Success Level of a Damage Roll, uncapped wounds."""
    sides = [side for side, _ in _sides(result)]
    for title, laws in (
        ("Attack result", [side.pools.attack.value for side in sides]),
        ("Defence result", [side.pools.defence.value for side in sides]),
        ("Highest Success Level of a Damage Roll", [s.damage_success_level for s in sides]),
        ("Wounds dealt, uncapped", [s.wounds_dealt.distribution for s in sides]),
    ):
        names = [Words(side.name, tone) for side, tone in _sides(result)]
        table = law_table(title, zip(names, laws, strict=True), exact)
        if table is not None:
            yield table


def _notes(result: MeleeResult) -> Notes:
    notes = list(result.notes)
    notes.extend(
        f"{side.name}, pool: {side.pool}" for side, _ in _sides(result) if side.pool is not None
    )
    names = {"active": result.active.name, "opponent": result.opponent.name}
    notes.extend(ignored_notes(names, result.ignored_traits))
    notes.append(policy(result, _rerolls(result)))
    notes.append(TIES)
    return Notes(tuple(notes))


def policy(result: MeleeResult, rerolled: bool) -> str:
    """Which re-roll policy the figures assume, where any die may be re-rolled."""
    optimal = result.rerolls
    if optimal is not None:
        from bushido_odds.strategy.goals import GOALS  # needed by few results

        goal = GOALS[optimal.goal]
        value, expected = (
            worth(value, goal.is_chance, goal.is_balance)
            for value in (optimal.value, optimal.expected)
        )
        return (
            f"Re-rolls are played for {goal.name} ({goal.meaning}) by both sides: worth {value}; "
            f"under the expected policy {expected}."
        )
    if rerolled:
        return (
            "Re-rolls follow the expected policy: Prowess raises the expected final result, Feint "
            "and Dodge lower it."
        )
    return "Re-rolls: none."


def _rerolls(result: MeleeResult) -> bool:
    words = ("Prowess", "Feint", "Dodge")
    return any(
        trait.startswith(words)
        for side in ("active", "opponent")
        for trait in result.input.get(side, {}).get("traits", ())
    )
