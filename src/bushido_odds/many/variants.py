"""Variants: a document and named changes of it, in one file.

kind: melee
active: "Goro: 3/0, wounds 6"
opponent: "Kairai Farmer: 1/1, wounds 5, Tough (1)"
variants:
  plain: {}
  Combo: {active.special: Combo Attack}
  Combo, and armoured: {active.special: Combo Attack, opponent: {traits: {Armour: 2}}}

A mapping changes what it names and leaves the rest, as its paths would one by one.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from bushido_odds.documents.faults import Path, Place, located
from bushido_odds.documents.load import KINDS, place_in
from bushido_odds.documents.source import Source
from bushido_odds.errors import InputError, InputErrors, printable
from bushido_odds.many.changes import Change, change, changed
from bushido_odds.many.entry import Entry
from bushido_odds.many.shapes import field, schema

KEY = "variants"


def entries(source: Source) -> Iterator[Entry | InputErrors]:
    """The documents that a document stands for: itself, or each of its variants.

    What is wrong with a variant comes in its place.
    """
    if not isinstance(source.data, Mapping) or KEY not in source.data:
        yield Entry(source.data, place_in(source))
        return
    place = place_in(source)
    base = {name: value for name, value in source.data.items() if name != KEY}
    variants = source.data[KEY]
    if not isinstance(variants, Mapping) or not variants:
        fault = InputError("names with changes are needed", hint="such as Combo: {...}")
        yield InputErrors([located(fault, (KEY,), place)])
        return
    for name, changes in variants.items():
        yield _variant(base, name, changes, place)


def kind_of(data: Any) -> str:
    """The kind of a document; of one that has none, or no known one, the usual one."""
    kind = data.get("kind", "melee") if isinstance(data, Mapping) else "melee"
    return kind if isinstance(kind, str) and kind in KINDS else "melee"


def _variant(base: Mapping[str, Any], name: str, changes: Any, place: Place) -> Entry | InputErrors:
    here: Path = (KEY, name)
    if not isinstance(changes, Mapping | None):
        fault = InputError("paths with values are needed, or nothing (~)")
        return InputErrors([located(fault, here, place)])
    made: list[tuple[Change, Path]] = []
    faults = []
    data: Any = base
    kind = kind_of({**base, **(changes or {})})
    for path, value, inside in _opened(changes or {}, kind):
        where = (*here, *inside)
        try:
            one = change(path, value, kind)
            data = changed(data, [one], kind)
            made.append((one, where))
        except InputError as fault:
            faults.append(located(fault, where, place))
    if faults:
        return InputErrors(faults)
    if "name" not in (changes or {}) and "name" in schema(kind)["properties"]:
        whole = base.get("name")
        data = {**data, "name": f"{whole}: {name}" if isinstance(whole, str) else name}
    return Entry(data, _place_of(made, place), printable(name))


def _opened(
    changes: Mapping[str, Any], kind: str, start: str = "", steps: Path = ()
) -> Iterator[tuple[str, Any, Path]]:
    """Paths with values and where they stand, mappings of fields taken apart."""
    for name, value in changes.items():
        path, inside = f"{start}{name}", (*steps, name)
        if isinstance(value, Mapping) and _holds_fields(path, kind):
            yield from _opened(value, kind, f"{path}.", inside)
        else:
            yield path, value, inside


def _holds_fields(path: str, kind: str) -> bool:
    try:
        return field(path, kind).holds_fields
    except InputError:  # told when the change is made
        return False


def _place_of(made: list[tuple[Change, Path]], place: Place) -> Place:
    """Places in the document, or in the change that put something there."""

    def place_or_change(path: Path) -> tuple[str | None, int | None]:
        for one, where in reversed(made):
            if path[: len(one.place)] == one.place:
                return place(where)
        return place(path)

    return place_or_change
