"""The page of results side by side: the figures, and what each row changes."""

from __future__ import annotations

from bushido_odds.many.comparison import Comparison, Row
from bushido_odds.report.figures import average, chance, worth
from bushido_odds.report.legend import legend
from bushido_odds.report.page import Beside, Block, Heading, Notes, Page, Table, Words

BEST = "*"
SAME = "="
_FEW = 6
"""Remarks that are shown unasked."""


def compare_page(result: Comparison, *, exact: bool = False, verbose: bool = False) -> Page:
    """The blocks that say which row is best at what, and by how much the rows differ."""
    heads = (Words(""), *(Words(figure.name) for figure in result.figures))
    tables = [Table(heads, tuple(_figures(result, row, exact) for row in result.rows))]
    others = [row for row in result.rows if row is not result.rows[result.base]]
    if others:
        base = result.rows[result.base].name
        changes = tuple(_changes(result, row, exact) for row in others)
        tables.append(Table(heads, changes, f"Change from {base}"))
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


def shown(result: Comparison, row: Row, column: int, exact: bool) -> str:
    """One figure of a row; empty where the row has none."""
    value = row.numbers[column]
    if value is None:
        return ""
    return chance(value, exact) if result.is_chance(column) else average(value, exact)


def _figures(result: Comparison, row: Row, exact: bool) -> tuple[str, ...]:
    cells = [row.name]
    for column in range(len(result.figures)):
        best = result.best(column)
        mark = BEST if best is not None and row.numbers[column] == best else ""
        cells.append(shown(result, row, column, exact) + mark)
    return tuple(cells)


def _changes(result: Comparison, row: Row, exact: bool) -> tuple[str, ...]:
    cells = [row.name]
    for column in range(len(result.figures)):
        change = result.change(row, column)
        if change is None:
            cells.append("")
        elif not change:
            cells.append(SAME)
        elif exact:
            cells.append(f"{'+' if change > 0 else ''}{change}")
        else:
            cells.append(worth(change, result.is_chance(column), True))
    return tuple(cells)


def _notes(result: Comparison, verbose: bool) -> list[str]:
    notes = list(result.notes)
    if len(notes) > _FEW and not verbose:
        notes = [*notes[:_FEW], f"... and {len(notes) - _FEW} more remarks (-v shows them)"]
    notes.extend(legend(result.figures, [(row.name, row.result) for row in result.rows]))
    if any(result.best(column) is not None for column in range(len(result.figures))):
        notes.append("* the best of its column")
    return notes
