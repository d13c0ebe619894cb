"""The page of an exchange whose dice are on the table."""

from __future__ import annotations

from collections.abc import Iterator

from bushido_odds.odds.resolve import ResolvedComparison, ResolvedRoll, ResolveResult
from bushido_odds.report.page import Block, Entry, Heading, Notes, Page, Table, Tone, Words

_TONES = {"active": Tone.OURS, "opponent": Tone.THEIRS}


def resolve_page(result: ResolveResult, *, exact: bool = False, verbose: bool = False) -> Page:
    """The blocks that say what the dice on the table come to."""
    first = result.names[result.initiative.first]
    blocks: list[Block] = [
        Heading(
            (
                Words(result.names["active"], Tone.OURS),
                Words("v"),
                Words(result.names["opponent"], Tone.THEIRS),
            ),
            f"dice on the table, {first} strikes first ({result.initiative.reason})",
        ),
        Table(
            (Words(""), Words("dice"), Words("survive"), Words("result")),
            tuple(
                (
                    f"{result.names[side]}, {pool.capitalize()}",
                    " ".join(map(str, figures.dice)) or "none",
                    str(figures.survivors),
                    str(figures.value),
                )
                for side in ("active", "opponent")
                for pool, figures in result.pools[side].items()
            ),
        ),
    ]
    for title, item in zip(("First attack", "Second attack"), result.comparisons, strict=True):
        name = result.names[item.attacker]
        blocks.append(Entry(f"{title}, {name}", tuple(_said(result, item))))
    blocks.append(Notes(result.notes))
    return tuple(block for block in blocks if not (isinstance(block, Notes) and not block.notes))


def _said(result: ResolveResult, item: ResolvedComparison) -> Iterator[str]:
    attacker = result.names[item.attacker]
    defender = result.names["opponent" if item.attacker == "active" else "active"]
    if item.cancelled:
        yield f"{attacker} attacks no more: the exchange is over."
        return
    if item.decided_by == "no attack":
        yield f"{attacker} makes no attack."
    else:
        verb = "hits" if item.success else "fails against"
        level = f" at Success Level {item.success_level}"
        yield (f"{attacker} {verb} {defender}: {item.attack} v {item.defence}{level}{_tie(item)}.")
    if item.special:
        yield f"{item.special} takes effect."
    for roll in item.damage:
        yield _damage(roll)
    yield f"Then: {item.then}."


def _tie(item: ResolvedComparison) -> str:
    if item.decided_by == "dice":
        mine, theirs = item.surviving
        return f", a tie that {mine} surviving dice against {theirs} settle"
    if item.decided_by == "active player":
        return ", a tie with as many surviving dice that the active player wins"
    return ""


def _damage(roll: ResolvedRoll) -> str:
    start = f"Damage Roll at Success Level {roll.level}"
    if roll.total is None:
        return f"{start}: roll the dice, {roll.modifier:+d}."
    dice = "+".join(map(str, roll.dice))
    removed = ", and the model is removed" if roll.removed else ""
    return f"{start}: {dice} {roll.modifier:+d} = {roll.total}, {roll.wounds} wounds{removed}."
