"""Model lines: ``NAME: ATTACK/DEFENCE, item, item, ...``, the shortest way to write a model.

An item is anything a card or a player would say: a field with its value (``wounds 6``,
``strength +1``), a size, a state, a special or a trait in card notation.  The dice may be fields
too: ``NAME: melee pool 4, split 3/1``.
"""

from __future__ import annotations

import re
from collections.abc import Collection
from typing import Any

from bushido_odds.documents.card_items import CardItems
from bushido_odds.documents.fields import CHOICES, CHOOSER, COMBATANT, FRIEND, SHOOTER, TARGET
from bushido_odds.documents.line_items import MAX_LENGTH, checked, items, put
from bushido_odds.errors import InputError

_DICE = re.compile(r"(?:^|:)\s*(?P<attack>\d{1,4})\s*/\s*(?P<defence>\d{1,4})\s*(?=,|$)")
_ROLLED = re.compile(
    r"(?:^|:)\s*\[(?P<attack>[\d\s,]*)\]\s*/\s*\[(?P<defence>[\d\s,]*)\]\s*(?=,|$)"
)
_DAMAGE = re.compile(r"damage\s*:?\s*\[?(?P<dice>[1-6](?:[\s,+]*[1-6]){0,2})\]?", re.IGNORECASE)
_ITEMS = CardItems(COMBATANT)
_SHOOTING = {"shooter": SHOOTER, "target": TARGET, "friend": FRIEND}


def looks_like_model_line(text: str, kind: str) -> bool:
    """Whether a text reads as a model line of a kind of document, rather than as a file's name."""
    if kind in ("ranged", *CHOICES) or kind.startswith("samurai"):
        return ", " in text or ": " in text or bool(_POOL.fullmatch(text))
    if len(text) > MAX_LENGTH:
        return False
    return bool(_DICE.search(text) or _ROLLED.search(text) or _has_dice_fields(text))


def has_lines(kind: str, path: tuple[str, ...]) -> bool:
    """Whether a text at a path of a kind of document is a model line."""
    sides: Collection[str] = ("active", "opponent", *_SHOOTING)
    if kind.startswith("samurai"):
        from bushido_odds.documents.samurai_fields import MODELS

        sides = MODELS.get(kind, ())
    return bool(path) and path[0] in sides and all(step.isdecimal() for step in path[1:])


def parse_line(line: str, kind: str, side: str) -> dict[str, Any]:
    """The mapping that a model line of one side of a kind of document stands for."""
    if kind == "ranged":
        return parse_pool_line(line, CardItems(_SHOOTING[side]))
    if kind in CHOICES:
        return parse_pool_line(line, CardItems(CHOOSER))
    if kind.startswith("samurai"):
        # Imported here: the cards' lines have no use for them.
        from bushido_odds.documents.samurai_fields import MODELS
        from bushido_odds.documents.samurai_line import parse_samurai_line

        return parse_samurai_line(line, MODELS[kind][side])
    return parse_model_line(line, rolled=kind in ("resolve", "rerolls"))


def parse_model_line(line: str, rolled: bool = False) -> dict[str, Any]:
    """The mapping that a model line stands for, as it would stand in a document.

    Args:
        line: the text.
        rolled: the dice are on the table: ``[4 2]/[5]`` and ``damage [3 5]``.

    Raises:
        InputError: no dice, an item that nobody knows, or one given twice.
    """
    found = (_ROLLED if rolled else _DICE).search(checked(line))
    may_be_fields = not found or _SPLIT_WORD.search(line, 0, found.start())
    if not rolled and may_be_fields and _has_dice_fields(line):
        return parse_pool_line(line, _ITEMS)
    if not found:
        raise _no_dice(line, rolled)
    model: dict[str, Any] = {}
    name = " ".join(line[: found.start()].split())
    if name:
        model["name"] = name
    for pool in ("attack", "defence"):
        model[pool] = _faces(found[pool]) if rolled else int(found[pool])
    for item in items(line[found.end() :]):
        if rolled and (damage := _DAMAGE.fullmatch(item)):
            model.setdefault("damage", []).append(_faces(damage["dice"]))
        else:
            _ITEMS.add(model, item)
    return model


_NAME = re.compile(r"(?P<name>[^\[\]():]+):(?!\s*\()")
_POOL = re.compile(r"(?P<dice>-?\d{1,4})\s*(?:dice|die|d6|d)", re.IGNORECASE)
_SPLIT = re.compile(r"\d{1,4}\s*/\s*\d{1,4}")
_SPLIT_WORD = re.compile(r"[,:]\s*split\s*$", re.IGNORECASE)
_DICE_FIELDS = frozenset({"attack", "defence", "melee_pool", "split"})


def _has_dice_fields(line: str) -> bool:
    """Whether fields with their values say something of the dice; whether enough, others judge."""
    _, rest = _name_and_items(line, _ITEMS)
    return any(_ITEMS.field_of(item) in _DICE_FIELDS for item in items(rest))


def _name_and_items(line: str, reader: CardItems) -> tuple[str, str]:
    """The name before the first colon, empty where that belongs to a field, and the rest."""
    named = _NAME.match(line)
    if not named or reader.is_field(named["name"].rpartition(",")[2]):
        return "", line
    return " ".join(named["name"].split()), line[named.end() :]


def parse_pool_line(line: str, reader: CardItems) -> dict[str, Any]:
    """The mapping that a model line without a split stands for: ``NAME: 3 dice, item, item``.

    Args:
        line: the text.
        reader: knows the fields of the model.

    Raises:
        InputError: an item that nobody knows, or one given twice.
    """
    model: dict[str, Any] = {}
    name, rest = _name_and_items(checked(line), reader)
    if name:
        model["name"] = name
    for item in items(rest):
        pool = _POOL.fullmatch(item)
        field = next((name for name in ("dice", "pool") if reader.knows(name)), None)
        if pool and field:
            put(model, field, int(pool["dice"]), item)
        elif reader.knows("split") and _SPLIT.fullmatch(item):
            put(model, "split", item, item)
        else:
            reader.add(model, item)
    return model


def _faces(text: str) -> list[int]:
    return [int(face) for face in re.findall(r"\d", text)]


def _no_dice(line: str, rolled: bool) -> InputError:
    if not rolled and _ROLLED.search(line):
        return InputError(
            f'the dice of "{_shortened(line)}" are on the table',
            suggestion="for what they come to:",
            hint="bushido-odds resolve",
        )
    split = _SPLIT.search(line)
    if split and not rolled:
        # The dice are there, but not where they can be told from the rest.
        before, after = line[: split.start()].rstrip(), line[split.end() :].lstrip()
        shown = split[0].replace(" ", "")
        name, colon, items_before = before.partition(":")
        if colon and "," in items_before:
            way = f'write it first, as in "{_shortened(name)}: {shown}"'
            return InputError(f'"{shown}" stands too late', suggestion=way)
        if before and before[-1] != ":":
            return InputError(f'a colon is missing between the name and "{shown}"')
        if after and after[0] != ",":
            return InputError(f'a comma is missing after "{shown}"')
    if not rolled and _POOL.search(line):
        return InputError(
            f'"{_shortened(line)}" does not split its dice',
            suggestion='write ATTACK/DEFENCE, as in "2/1"',
            hint="bushido-odds splits finds the split for a number of dice",
        )
    return InputError(
        f'no dice in "{_shortened(line)}"',
        suggestion="write the rolled dice first, as in"
        if rolled
        else "write ATTACK/DEFENCE first, as in",
        hint='"Aya: [4 2]/[5]"' if rolled else '"Hotaru: 2/1, wounds 6, Tough (1)"',
    )


def _shortened(text: str) -> str:
    return text if len(text) <= 60 else text[:57] + "..."
