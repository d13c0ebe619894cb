"""The page of damage at given Success Levels."""

from __future__ import annotations

from bushido_odds.odds.damage import DamageAt, DamageResult
from bushido_odds.report.common import steps_page
from bushido_odds.report.figures import average, chance
from bushido_odds.report.page import (
    Bar,
    Block,
    Chart,
    Heading,
    Notes,
    Page,
    Table,
    Tone,
    Words,
)


def damage_page(result: DamageResult, *, exact: bool = False, verbose: bool = False) -> Page:
    """One Success Level in full where it was asked for, then the table over all of them."""
    at = result.at
    title = "Damage" if at is None else f"Damage at Success Level {at.level}"
    blocks: list[Block] = [Heading((Words(title, Tone.OURS),), result.name or "")]
    if at is not None:
        blocks.append(_figures(at, exact))
        bars = tuple(
            Bar(
                f"{wounds}+",
                at.wounds.at_least(wounds),
                chance(at.wounds.at_least(wounds), exact),
                "out" if wounds == result.boxes else "",
            )
            for wounds in range(1, at.most + 1)
        )
        if bars:
            blocks.append(Chart((Words("Wounds of at least"),), bars, Tone.OURS))
    blocks.append(_table(result, exact))
    blocks.extend(steps_page(result.working))
    if result.notes:
        blocks.append(Notes(result.notes))
    return tuple(blocks)


def _figures(at: DamageAt, exact: bool) -> Table:
    rows = [
        ("Damage Rolls at", ", ".join(map(str, at.rolls)) or "none"),
        ("wounds, mean", average(at.wounds.mean, exact)),
        ("fewest, likeliest, most", f"{at.fewest}, {at.likeliest}, {at.most}"),
        ("no wound", chance(at.wounds.probability(0), exact)),
        ("target out of action", chance(at.out, exact)),
    ]
    if at.critical:
        rows.append(("removed by a Critical", chance(at.critical, exact)))
    return Table((Words(""), Words("")), tuple(rows))


def _table(result: DamageResult, exact: bool) -> Table:
    heads = ("SL", "mean", "fewest", "likeliest", "most", "no wound", "out")
    rows = tuple(
        (
            str(row.level),
            average(row.wounds.mean, exact),
            str(row.fewest),
            str(row.likeliest),
            str(row.most),
            chance(row.wounds.probability(0), exact),
            chance(row.out, exact),
        )
        for row in result.table
    )
    return Table(
        tuple(Words(head) for head in heads), rows, f"By Success Level ({result.boxes} wounds left)"
    )
