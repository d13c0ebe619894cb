"""Values that a field is swept over, as they are written after ``--set PATH=``.

``0..4``, ``none,Combo Attack,Powerful Attack``, ``on,off``, ``1/0,2/0``; semicolons part values
that have commas in them.  A list takes a value as the only one in it.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Any

from bushido_odds.documents.line_items import items
from bushido_odds.errors import InputError, printable
from bushido_odds.many.changes import Change, change
from bushido_odds.many.shapes import Field, field

MAX_VALUES = 200
"""Values of one field."""

_RANGE = re.compile(r"([+-]?\d{1,4})\s*\.\.\s*([+-]?\d{1,4})")
_DASHED = re.compile(r"(\d{1,4})-(\d{1,4})")
_WHOLE = re.compile(r"[+-]?\d{1,6}")
_NUMBER = re.compile(r"[+-]?\d{1,6}(?:\.\d{1,6})?")
_NOTHING = ("none", "null", "~")


@dataclass(frozen=True, slots=True)
class Swept:
    """A field and the values that are put there in turn, each with what it is called."""

    path: str
    field: Field
    changes: tuple[Change, ...]
    labels: tuple[str, ...]


def swept(text: str, kind: str) -> Swept:
    """The field and the values of ``PATH=VALUES``.

    Raises:
        InputError: no such path in a kind of document, no values, or too many.
    """
    path, equals, values = text.partition("=")
    if not equals or not values.strip():
        raise _nothing(text)
    place = field(path.strip(), kind)
    labels = tuple(dict.fromkeys(_parted(values)))
    if not labels:
        raise _nothing(text)
    if len(labels) > MAX_VALUES:
        raise InputError(f'"{path.strip()}" may take {MAX_VALUES} values, not {len(labels)}')
    changes = tuple(change(path.strip(), _value(label, place), kind) for label in labels)
    return Swept(place.path, place, changes, tuple(map(printable, labels)))


def _nothing(text: str) -> InputError:
    return InputError(
        f'"{text}" sets nothing', hint="PATH=VALUES is wanted, as in active.attack=0..3"
    )


def _parted(text: str) -> list[str]:
    """The values of a list, its ranges written out."""
    found = []
    for item in items(text, ";" if ";" in text else ","):
        item = item.strip("\"'").strip()
        if meant := _DASHED.fullmatch(item):
            raise InputError(
                f'"{item}" is no range', suggestion=f'did you mean "{meant[1]}..{meant[2]}"?'
            )
        if between := _RANGE.fullmatch(item):
            low, high = int(between[1]), int(between[2])
            step = 1 if high >= low else -1
            if abs(high - low) >= MAX_VALUES:
                raise InputError(f"{item} is more than {MAX_VALUES} values")
            found += [str(number) for number in range(low, high + step, step)]
        else:
            found.append(item)
    return found


def _value(text: str, place: Field) -> Any:
    """A value as it would stand in a document."""
    word = text.casefold()
    if place.card:
        if word in _NOTHING:
            return None
        return int(text) if _WHOLE.fullmatch(text) else text
    if word in _NOTHING and "null" in place.types:
        return None
    if place.types == {"array"}:
        return None if word in _NOTHING else [text]
    if _WHOLE.fullmatch(text) and place.types & {"integer", "number"}:
        return int(text)
    if _NUMBER.fullmatch(text) and "number" in place.types:
        return float(text)
    return text
