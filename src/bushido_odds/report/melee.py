"""The page of a Melee Exchange, in the order in which players ask."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction

from bushido_odds.dice.law import Law
from bushido_odds.odds.result import MeleeResult, Side, Step
from bushido_odds.report.figures import CERTAINLY_NOT, average, chance
from bushido_odds.report.page import (
    Bar,
    Beside,
    Block,
    Chart,
    Entry,
    Heading,
    Notes,
    Page,
    Phrases,
    Table,
    Tone,
    Words,
)

_EFFECTS = {
    "prone": "falls Prone",
    "held": "is Held",
    "stunned": "is Stunned",
    "immobilised": "is Immobilised",
    "webbed": "may not move",
    "moved": "is moved",
    "stopped": "is stopped by what is behind",
    "knocks_down": "knocks down the model behind",
    "replaced": "is replaced",
    "removed": "is removed",
    "poisoned": "gains Poisoned markers",
    "bleeding": "gains Bleeding markers",
    "on_fire": "gains On Fire markers",
}


def melee_page(result: MeleeResult, *, exact: bool = False, verbose: bool = False) -> Page:
    """The blocks that say a result.

    Args:
        result: a Melee Exchange's odds.
        exact: figures as fractions in lowest terms.
        verbose: the full laws as well.
    """
    blocks: list[Block] = [_heading(result), _questions(result, exact), _outcome(result, exact)]
    charts = tuple(
        _wounds(side, tone, exact)
        for side, tone in ((result.opponent, Tone.THEIRS), (result.active, Tone.OURS))
        if any(side.hp_lost.distribution)
    )
    levels = _levels(result, exact)
    blocks.append(Beside((*charts, *levels)))
    if verbose:
        blocks.extend(_laws(result, exact))
    blocks.extend(steps_page(result.working))
    blocks.append(_notes(result))
    return tuple(blocks)


def steps_page(working: tuple[Step, ...]) -> Iterator[Entry]:
    """A working, a numbered entry a step."""
    for number, step in enumerate(working, start=1):
        yield Entry(f"{number}. {step.title}", step.lines, step.rule)


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
    rows.extend(_effects(sides, exact))
    if result.disengage is not None:
        rows.append(("gets away", chance(result.disengage.success, exact), ""))
    means = [average(side.wounds_dealt.mean, exact) for side in sides]
    medians = [str(side.wounds_dealt.median) for side in sides]
    rows.append(("wounds dealt, mean", *means))
    rows.append(("wounds dealt, median", *medians))
    heads = (Words(""), *(Words(side.name, tone) for side, tone in _sides(result)))
    return Table(heads, tuple(rows))


def _effects(sides: list[Side], exact: bool) -> Iterator[tuple[str, ...]]:
    for name, words in _EFFECTS.items():
        if any(name in side.effects for side in sides):
            yield (words, *(_effect(side.effects.get(name), exact) for side in sides))


def _effect(effect: Fraction | Law | None, exact: bool) -> str:
    if effect is None:
        return CERTAINLY_NOT
    return chance(effect.at_least(1) if isinstance(effect, Law) else effect, exact)


def _outcome(result: MeleeResult, exact: bool) -> Phrases:
    outcome = result.outcome
    phrases = (
        (Words("nobody falls"), outcome.both_stand),
        (Words(f"only {result.opponent.name}", Tone.THEIRS), outcome.opponent_out),
        (Words(f"only {result.active.name}", Tone.OURS), outcome.active_out),
        (Words("both"), outcome.both_out),
    )
    return Phrases(tuple((words, chance(p, exact)) for words, p in phrases if p))


def _wounds(side: Side, tone: Tone, exact: bool) -> Chart:
    """At least k wounds, with the row that takes the model's last box marked."""
    bars = []
    most = max(side.hp_lost.distribution)
    for lost in range(1, most + 1):
        reached = side.hp_lost.distribution.at_least(lost)
        last = lost == side.wounds
        mark = ""
        if last:
            mark = "out" if side.out_of_action >= reached else "last wound"
        bars.append(Bar(f"{lost}+", reached, chance(reached, exact), mark))
    title = (Words("Wounds on "), Words(side.name, tone), Words(f" ({side.wounds} left)"))
    return Chart(title, tuple(bars), tone)


def _levels(result: MeleeResult, exact: bool) -> tuple[Table, ...]:
    """Success Levels of the hits, a row a model."""
    laws = [(side, tone, side.attack.success_level) for side, tone in _sides(result)]
    known = sorted({level for _, _, law in laws for level in law})
    if not known:
        return ()
    rows = tuple(
        (side.name, *(chance(law.probability(level), exact) for level in known))
        for side, _, law in laws
        if len(law)
    )
    return (_turned("Success Level of a hit", known, rows),)


def _turned(title: str, known: list[int], rows: tuple[tuple[str, ...], ...]) -> Table:
    """A row a level and a column a model, which fits a narrow terminal and a wide one."""
    tones = (Tone.OURS, Tone.THEIRS)
    heads = (Words(""), *(Words(row[0], tone) for row, tone in zip(rows, tones, strict=False)))
    body = tuple(
        (str(level), *(row[place + 1] for row in rows)) for place, level in enumerate(known)
    )
    return Table(heads, body, title)


def _laws(result: MeleeResult, exact: bool) -> Iterator[Table]:
    """The laws in full: pools, highest Success Level of a Damage Roll, uncapped wounds."""
    (active, _), (opponent, _) = _sides(result)
    for title, laws in (
        ("Attack result", [side.pools.attack.value for side in (active, opponent)]),
        ("Defence result", [side.pools.defence.value for side in (active, opponent)]),
        (
            "Highest Success Level of a Damage Roll",
            [s.damage_success_level for s in (active, opponent)],
        ),
        ("Wounds dealt, uncapped", [s.wounds_dealt.distribution for s in (active, opponent)]),
    ):
        known = sorted({value for law in laws for value in law})
        if known:
            yield Table(
                (Words(""), Words(active.name, Tone.OURS), Words(opponent.name, Tone.THEIRS)),
                tuple(
                    (str(value), *(chance(law.probability(value), exact) for law in laws))
                    for value in known
                ),
                title,
            )


def _notes(result: MeleeResult) -> Notes:
    notes = list(result.notes)
    for side, words in result.ignored_traits.items():
        if words:
            name = result.active.name if side == "active" else result.opponent.name
            notes.append(f"{name}: no effect here: {', '.join(words)}")
    notes.append(
        "Re-rolls follow the expected policy: Prowess raises the expected final result, Feint and "
        "Dodge lower it."
        if _rerolls(result)
        else "Re-rolls: none."
    )
    notes.append("Ties count all surviving dice, then the active player.")
    return Notes(tuple(notes))


def _rerolls(result: MeleeResult) -> bool:
    words = ("Prowess", "Feint", "Dodge")
    return any(
        trait.startswith(words)
        for side in ("active", "opponent")
        for trait in result.input.get(side, {}).get("traits", ())
    )
