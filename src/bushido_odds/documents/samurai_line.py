"""Model lines of the samurai rules: ``NAME: FS 6, 3 attacks, body 5``, in English or in Russian.

A line for a squad has its groups after one another, with semicolons between them.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from typing import Any

from bushido_odds.documents.fields import Field
from bushido_odds.documents.line_items import checked, items, put
from bushido_odds.errors import InputError, nearest

_SPOKEN = {
    "fs": ("fighting skill", "skill", "ус", "умение сражаться"),
    "attacks": ("attack", "атаки", "атака", "атак"),
    "body": ("body strength", "сила тела"),
    "wounds": ("wound", "раны", "рана", "ран"),
    "spirit": ("spirit strength", "сила духа"),
    "agility": ("ловкость",),
    "armour": ("armor", "defence", "defense", "защита", "доспех"),
    "armour strength": ("armor strength", "прочность доспеха"),
    "weapon mod": ("weapon", "оружие"),
    "modifier": ("модификатор",),
    "unarmed": ("без оружия", "безоружный"),
    "two blades": ("два клинка",),
    "models": ("model", "моделей", "модели", "модель"),
    "in contact": ("в контакте", "в базовом контакте"),
    "within inch": ("within 1 inch", "в пределах дюйма"),
    "against": ("против",),
    "shooting": ("стрельба",),
    "shots": ("shot", "выстрелы", "выстрел", "выстрелов"),
    "strength": ("сила",),
    "range": ("дальнобойность",),
}
"""What else a field may be called."""

_NO_ARMOUR = ("no armour", "no armor", "без доспеха")
_NAME = re.compile(r"(?P<name>[^:,;]+):")
_LEADING = re.compile(r"(?:x\s*)?(?P<value>[+-]?\d{1,6})\s*(?P<word>[^\d\s].*)?")
_TRAILING = re.compile(r"(?P<word>.*?[^\d\s:=+-])\s*[:=]?\s*(?P<value>[+-]?\d{1,6}(?:\.\d{1,3})?)")


def groups(line: str) -> list[str]:
    """The lines of a squad's groups."""
    return list(items(checked(line), ";"))


def parse_samurai_line(line: str, table: Iterable[Field]) -> dict[str, Any]:
    """The mapping that a model line stands for, as it would stand in a document.

    Args:
        line: the text of one model or group.
        table: the fields that the model has.

    Raises:
        InputError: an item that nobody knows, or one given twice.
    """
    if ";" in line:
        raise InputError(
            "this is a line of several groups, and one model is wanted here",
            hint="give the groups as a list in a document",
        )
    fields = {field.name: field for field in table}
    words = dict(_words(fields))
    model: dict[str, Any] = {}
    named = _NAME.match(checked(line))
    if named and _plain(named["name"]) in words:
        named = None  # an item written with a colon, as in "body: 5"
    if named:
        model["name"] = " ".join(named["name"].split())
    for item in items(line[named.end() :] if named else line):
        name, value = _read(item, fields, words)
        if value is not None:
            put(model, name, value, item)
    return model


def _words(fields: Iterable[str]) -> Iterator[tuple[str, str]]:
    """Every spoken word with the field that it means."""
    for name in fields:
        if name == "name":
            continue
        spoken = name.replace("_", " ")
        for word in (spoken, *_SPOKEN.get(spoken, ())):
            yield word, name


def _plain(text: str) -> str:
    """A word without case, quotation marks and dashes."""
    return " ".join(re.sub(r"[«»\"'_-]", " ", text).casefold().replace("ё", "е").split())


def _read(item: str, fields: dict[str, Field], words: dict[str, str]) -> tuple[str, Any]:
    """The field and the value that an item says; no value where it says that there is none."""
    plain = _plain(item)
    if plain in _NO_ARMOUR:
        return "armour", None
    name = words.get(plain)
    if name and fields[name].kind == "flag":
        return name, True
    for pattern in (_TRAILING, _LEADING):
        found = pattern.fullmatch(item)
        name = words.get(_plain(found["word"] or "models")) if found else None
        if found and name and fields[name].kind != "flag":
            return name, _number(found["value"])
    first, _, rest = item.partition(" ")
    name = words.get(_plain(first))
    if name and fields[name].kind == "text" and rest.strip():
        return name, rest.strip()
    raise _unknown(item, name, words)


def _number(text: str) -> int | float:
    return float(text) if "." in text else int(text)


def _unknown(item: str, name: str | None, words: dict[str, str]) -> InputError:
    if name:
        return InputError(f'"{item}" lacks a number', hint=f'as in "{name.replace("_", " ")} 5"')
    spoken = _plain(re.sub(r"[+-]?\d+", " ", item))
    close = nearest(spoken, words)
    return InputError(
        f'unknown word "{item}"',
        suggestion=f'did you mean "{close[0]}"?' if close else None,
        hint=None if close else f"known: {', '.join(dict.fromkeys(words.values()))}",
    )
