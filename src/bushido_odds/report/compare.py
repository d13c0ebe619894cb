"""The page of results side by side: the figures, and what each row changes."""

from __future__ import annotations

from bushido_odds.many.comparison import Comparison
from bushido_odds.report.page import Beside, Block, Heading, Notes, Page, Table, Words
from bushido_odds.report.side_by_side import BEST, legend, mark, shown, shown_change

_FEW = 6
"""Remarks that are shown unasked."""


def compare_page(result: Comparison, *, exact: bool = False, verbose: bool = False) -> Page:
    """The blocks that say which row is best at what, and by how much the rows differ."""
    heads = (Words(""), *(Words(column.figure.name) for column in result.columns))
    rows = tuple(
        (
            row.name,
            *(shown(column, place, exact) + mark(column, place) for column in result.columns),
        )
        for place, row in enumerate(result.rows)
    )
    changes = tuple(
        (row.name, *(shown_change(c, place, result.base, exact) for c in result.columns))
        for place, row in enumerate(result.rows)
        if place != result.base
    )
    tables = [Table(heads, rows)]
    if changes:
        tables.append(Table(heads, changes, f"Change from {result.rows[result.base].name}"))
    blocks: list[Block] = [
        _heading(result),
        Beside(tuple(tables)),
        Notes(tuple(_notes(result, verbose))),
    ]
    return tuple(blocks)


def _heading(result: Comparison) -> Heading:
    """Who meets whom, where that is the same in all rows, and whose side the figures take."""
    many = f"{len(result.rows)} side by side"
    remark = "seen from the active model's side"
    if result.meeting:
        return Heading((Words(result.meeting),), f"{many}, {remark}")
    return Heading((Words(many),), remark)


def _notes(result: Comparison, verbose: bool) -> list[str]:
    notes = list(result.notes)
    if len(notes) > _FEW and not verbose:
        notes = [*notes[:_FEW], f"... and {len(notes) - _FEW} more remarks (-v shows them)"]
    notes.extend(legend(result.columns, [(row.name, row.result) for row in result.rows]))
    if any(column.best is not None for column in result.columns):
        notes.append(f"{BEST} the best of its column")
    return notes
