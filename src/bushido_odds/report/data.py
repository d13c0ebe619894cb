"""Results for programs: JSON, JSON Lines, CSV."""

from __future__ import annotations

import csv
import io
import json
import re
from collections.abc import Iterable, Iterator, Mapping
from typing import Any

LAWS = frozenset({"distribution", "success_level", "damage_success_level", "value", "effects"})
"""Keys that may hold a mapping without fixed columns, which is left out of CSV."""

WORDS = frozenset({"input", "notes", "ignored_traits", "working", "events"})
"""Keys of what is no figure: left out of CSV too."""

_BREAKS = re.compile(r"[\t\r\n]+")


def json_text(plain: Mapping[str, Any]) -> str:
    """A result as JSON for people and programs, indented."""
    return json.dumps(plain, indent=2, ensure_ascii=False)


_compact = json.JSONEncoder(ensure_ascii=False, check_circular=False, separators=(",", ":"))


def json_line(plain: Mapping[str, Any] | list[Any]) -> str:
    """A result, or a part of one, as one line of JSON."""
    return _compact.encode(plain)


def columns(plain: Mapping[str, Any], prefix: str = "") -> Iterator[tuple[str, Any]]:
    """Every single figure of a result under its path, such as ``active.attack.success``."""
    for name, value in plain.items():
        if name in WORDS or (name in LAWS and isinstance(value, Mapping)):
            continue
        if isinstance(value, Mapping):
            yield from columns(value, f"{prefix}{name}.")
        elif isinstance(value, list):
            yield from _listed(value, f"{prefix}{name}")
        else:
            yield f"{prefix}{name}", value


def _listed(items: list[Any], name: str) -> Iterator[tuple[str, Any]]:
    """The columns of a list: one for plain items, numbered ones for mappings."""
    if not any(isinstance(item, Mapping) for item in items):
        yield name, " ".join(map(str, items))
        return
    for number, item in enumerate(items):
        yield from columns(item, f"{name}.{number}.")


def csv_lines(results: Iterable[Mapping[str, Any]], first: Iterable[str] = ()) -> Iterator[str]:
    """Results as CSV: a header of paths, then a row a result. Laws are left out.

    Args:
        results: a mapping for each row.
        first: columns that are there in any case, before all others.
    """
    rows = [dict(columns(plain)) for plain in results]
    heads: dict[str, None] = dict.fromkeys(first)
    for row in rows:
        heads.update(dict.fromkeys(row))
    yield csv_line(heads)
    for row in rows:
        yield csv_line(row.get(head) for head in heads)


def _cell(value: Any) -> Any:
    """A text that a spreadsheet would run as a formula is given as text."""
    if isinstance(value, str) and value[:1] in ("=", "+", "@") and not value[1:].isdigit():
        return "'" + value
    return "" if value is None else value


def csv_line(cells: Iterable[Any]) -> str:
    """A row of a table for spreadsheets, without its line end."""
    line = io.StringIO()
    csv.writer(line, lineterminator="").writerow(map(_cell, cells))
    return line.getvalue()


def tsv_line(cells: Iterable[Any]) -> str:
    """A row of a table for awk, cut and sort: nothing is quoted, so no cell has a tab in it."""
    return "\t".join("" if cell is None else _BREAKS.sub(" ", str(cell)) for cell in cells)
