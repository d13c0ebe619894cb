"""The page of checked files: a fault an entry of one line, none where all is well."""

from __future__ import annotations

from bushido_odds.errors import InputError
from bushido_odds.many.validation import Validation
from bushido_odds.report.page import Entry, Page


def validation_page(found: Validation, *, exact: bool = False, verbose: bool = False) -> Page:
    """An entry a fault, as ``file:line: path: message``, which editors can follow."""
    return tuple(_entry(fault) for fault in found.faults)


def _entry(fault: InputError) -> Entry:
    place, _, advice = str(fault).partition("\n")
    return Entry(place, (), remark=advice.strip())
