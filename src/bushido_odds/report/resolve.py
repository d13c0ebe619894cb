"""The page of an exchange whose dice are on the table."""

from __future__ import annotations

from bushido_odds.odds.resolve import ResolveResult
from bushido_odds.odds.resolve_working import said
from bushido_odds.report.common import steps_page
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
            _title(result, f"{first} strikes first ({result.initiative.reason})"),
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
        blocks.append(Entry(f"{title}, {name}", tuple(said(result, item))))
    blocks.extend(steps_page(result.working))
    blocks.append(Notes(result.notes))
    return tuple(block for block in blocks if not (isinstance(block, Notes) and not block.notes))


def _title(result: ResolveResult, order: str) -> str:
    """The document's name, where it has one, and who strikes first."""
    name = f"{result.name}: " if result.name else ""
    return f"{name}dice on the table, {order}"
