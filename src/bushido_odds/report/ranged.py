"""The page of a Ranged Attack, in the order in which players ask."""

from __future__ import annotations

from collections.abc import Iterator

from bushido_odds.odds.ranged import RangedResult, Taken
from bushido_odds.report.common import (
    effect_rows,
    ignored_notes,
    law_table,
    steps_page,
    wounds_chart,
)
from bushido_odds.report.figures import average, chance, dice
from bushido_odds.report.page import (
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


def ranged_page(result: RangedResult, *, exact: bool = False, verbose: bool = False) -> Page:
    """The blocks that say a result: do I hit, do I hit a friend, does anybody fall."""
    blocks: list[Block] = [_heading(result), _questions(result, exact)]
    victims = _victims(result)
    if victims:
        blocks.append(_fates(result, exact))
    beside: list[Chart | Table] = [
        wounds_chart(
            taken.name, tone, taken.wounds, taken.hp_lost.distribution, taken.out_of_action, exact
        )
        for taken, tone in victims
        if any(taken.hp_lost.distribution)
    ]
    levels = law_table(
        "Success Level of the first shot" if result.shots else "Success Level of a hit",
        [(Words(result.shooter, Tone.OURS), result.attack.success_level)],
        exact,
    )
    if levels is not None:
        beside.append(levels)
    if beside:
        blocks.append(Beside(tuple(beside)))
    if verbose:
        value = law_table("Result of the dice", [(Words(result.shooter), result.value)], exact)
        blocks.extend([value] if value else [])
    blocks.extend(steps_page(result.working))
    blocks.append(_notes(result))
    return tuple(blocks)


def _victims(result: RangedResult) -> list[tuple[Taken, Tone]]:
    found = [(result.target, Tone.THEIRS)]
    if result.friend is not None:
        found.append((result.friend, Tone.OURS))
    return found


def _heading(result: RangedResult) -> Heading:
    right = result.challenge.in_words()
    if result.challenge.number is not None:
        right = f"Challenge Number {right}"
    return Heading(
        (
            Words(f"{result.shooter} {dice(result.dice)}", Tone.OURS),
            Words("at"),
            Words(result.target.name, Tone.THEIRS),
        ),
        f"{result.name}: {right}" if result.name else right,
    )


def _questions(result: RangedResult, exact: bool) -> Table:
    """Who is hit, shot by shot where there are several."""
    if not result.shots:
        rows = [("hits", chance(result.attack.success, exact))]
        if result.friendly_fire is not None:
            redirected = result.friendly_fire.redirected
            itself = result.attack.success - redirected
            rows.append(("hits the target itself", chance(itself, exact)))
            rows.append(("hits a friend instead", chance(redirected, exact)))
        return Table((Words(""), Words("")), tuple(rows))
    heads = ["", "made", "hits"]
    if result.friendly_fire is not None:
        heads += ["the target", "a friend"]
    shots = []
    for place, shot in enumerate(result.shots, start=1):
        number = "" if shot.number is None else f" against {shot.number}"
        figures = [shot.made, shot.success]
        if result.friendly_fire is not None:
            figures += [shot.success - shot.redirected, shot.redirected]
        shots.append((f"shot {place}{number}", *(chance(figure, exact) for figure in figures)))
    return Table(tuple(map(Words, heads)), tuple(shots))


def _fates(result: RangedResult, exact: bool) -> Table:
    """What becomes of the target, and of the friend where it is described."""
    victims = _victims(result)
    models = [taken for taken, _ in victims]
    rows = [("taken out", *(chance(taken.out_of_action, exact) for taken in models))]
    if any(taken.lethal != taken.out_of_action for taken in models):
        rows.append(("loses its last wound", *(chance(taken.lethal, exact) for taken in models)))
    if any(taken.critical for taken in models):
        rows.append(("removed by a Critical", *(chance(taken.critical, exact) for taken in models)))
    rows.extend(effect_rows(models, exact))
    rows.append(
        ("wounds taken, mean", *(average(taken.wounds_taken.mean, exact) for taken in models))
    )
    rows.append(("wounds taken, median", *(str(taken.wounds_taken.median) for taken in models)))
    return Table((Words(""), *(Words(taken.name, tone) for taken, tone in victims)), tuple(rows))


def _notes(result: RangedResult) -> Notes:
    names = {"shooter": result.shooter, "target": result.target.name}
    if result.friend is not None:
        names["friend"] = result.friend.name
    notes = [*result.notes, *_out_of_reach(result), *ignored_notes(names, result.ignored_traits)]
    notes.append(
        "Re-rolls follow the expected policy: Prowess raises the shot's expected final result."
        if result.rerolls
        else "Re-rolls: none."
    )
    return Notes(tuple(notes))


def _out_of_reach(result: RangedResult) -> Iterator[str]:
    """Why a shot within range cannot hit."""
    number, best = result.challenge.number, max(result.value)
    if number is not None and best < number:
        come = "comes" if result.dice == 1 else "come"
        yield f"{dice(result.dice)} {come} to {best} at most: {number} is out of reach"
