"""Model lines: ``NAME: ATTACK/DEFENCE, item, item, ...``, the shortest way to write a model.

An item is anything a card or a player would say: a field with its value (``wounds 6``,
``strength +1``), a size, a state, a special or a trait in card notation.
"""

from __future__ import annotations

import re
from typing import Any

from bushido_odds.documents.fields import COMBATANT, SIZES, Field
from bushido_odds.documents.line_items import MAX_LENGTH, checked, items, put
from bushido_odds.errors import InputError, nearest
from bushido_odds.rules.notation import (
    UnknownWordError,
    find_special,
    find_state,
    find_trait,
    parse_special,
    parse_trait,
    take_apart,
)
from bushido_odds.rules.specials import SPECIALS
from bushido_odds.rules.states import STATES
from bushido_odds.rules.traits import TRAITS, key

_DICE = re.compile(r"(?:^|:)\s*(?P<attack>\d{1,4})\s*/\s*(?P<defence>\d{1,4})\s*(?=,|$)")
_ROLLED = re.compile(
    r"(?:^|:)\s*\[(?P<attack>[\d\s,]*)\]\s*/\s*\[(?P<defence>[\d\s,]*)\]\s*(?=,|$)"
)
_DAMAGE = re.compile(r"damage\s*:?\s*\[?(?P<dice>[1-6](?:[\s,+]*[1-6]){0,2})\]?", re.IGNORECASE)
_FLAGS = {key(field.name): field for field in COMBATANT if field.kind == "flag"}
_VALUED = {
    key(field.name): field for field in COMBATANT if field.kind in ("number", "choice", "text")
}
_ALIASES = {"wound": "wounds", "defense": "defence", "priority": "prowesspriority"}
_SIZES = {key(size): size for size in SIZES}
_PAIR = re.compile(r"(?P<word>[A-Za-z _-]+?)\s*[:=]?\s*(?P<value>[+-]?\d{1,6}|\S+)")


def has_dice(text: str) -> bool:
    """Whether a text has the ``ATTACK/DEFENCE`` that makes it a model line."""
    return len(text) <= MAX_LENGTH and bool(_DICE.search(text) or _ROLLED.search(text))


def parse_model_line(line: str, rolled: bool = False) -> dict[str, Any]:
    """The mapping that a model line stands for, as it would stand in a document.

    Args:
        line: the text.
        rolled: the dice are on the table: ``[4 2]/[5]`` and ``damage [3 5]``.

    Raises:
        InputError: no dice, an item that nobody knows, or one given twice.
    """
    found = (_ROLLED if rolled else _DICE).search(checked(line))
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
            _add(model, item)
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
    return InputError(
        f'no dice in "{_shortened(line)}"',
        suggestion="write the rolled dice first, as in"
        if rolled
        else "write ATTACK/DEFENCE first, as in",
        hint='"Aya: [4 2]/[5]"' if rolled else '"Hotaru: 2/1, wounds 6, Tough (1)"',
    )


def _shortened(text: str) -> str:
    return text if len(text) <= 60 else text[:57] + "..."


def _add(model: dict[str, Any], item: str) -> None:
    """Put one item where it belongs; the first reading that fits counts."""
    plain = key(item)
    if plain in _FLAGS:
        put(model, _FLAGS[plain].name, True, item)
    elif plain in _SIZES:
        put(model, "size", _SIZES[plain], item)
    elif state := find_state(item):
        model.setdefault("states", []).append(state.name)
    elif valued := _valued(item):
        field, value = valued
        put(model, field.name, value, item)
    else:
        _add_from_card(model, item)


def _valued(item: str) -> tuple[Field, Any] | None:
    """A field and its value, as in ``wounds 6``."""
    pair = _PAIR.fullmatch(item)
    if not pair:
        return None
    word = key(pair["word"])
    field = _VALUED.get(_ALIASES.get(word, word))
    if field is None:
        return None
    if field.kind == "number":
        try:
            return field, int(pair["value"])
        except ValueError:
            return field, pair["value"]
    return field, pair["value"].casefold() if field.kind == "choice" else pair["value"]


def _add_from_card(model: dict[str, Any], item: str) -> None:
    written = take_apart(item)
    name = written.name if written else item
    try:
        if find_special(name):
            special = parse_special(item)
            if "special" in model:
                raise InputError(
                    f'a second special, "{item}": a model uses one in an exchange',
                )
            model["special"] = str(special)
        elif find_trait(name):
            model.setdefault("traits", []).append(str(parse_trait(item)))
        else:
            raise _unknown(item, name)
    except UnknownWordError as fault:
        raise InputError(fault.problem, suggestion=fault.suggestion, hint=fault.hint) from None


def _unknown(item: str, name: str) -> InputError:
    words = [*TRAITS, *SPECIALS, *STATES, *SIZES, *(f.name for f in COMBATANT)]
    close = nearest(name, words)
    return InputError(
        f'unknown word "{item}"',
        suggestion=f'did you mean "{close[0]}"?' if close else None,
        hint=f"bushido-odds vocabulary {close[0].split()[0].casefold()}"
        if close
        else "bushido-odds vocabulary lists all known words",
    )
