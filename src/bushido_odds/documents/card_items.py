"""What the items of a model line may say: fields, sizes, states, and what stands on cards."""

from __future__ import annotations

import re
from typing import Any

from bushido_odds.documents.fields import ACTIONS, SIZES, Field
from bushido_odds.documents.line_items import put
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
from bushido_odds.rules.trait import key
from bushido_odds.rules.traits import TRAITS

_ALIASES = {
    "wound": "wounds",
    "defense": "defence",
    "priority": "prowesspriority",
    "keyword": "keywords",
}
_SIZES = {key(size): size for size in SIZES}
_WHOLE = re.compile(r"[+-]?\d{1,6}")
_EXAMPLES = {"split": "2/1", "bands": "4/8/12"}
_VALUED_KINDS = ("number", "choice", "text", "split", "bands", "inches")


class CardItems:
    """Reads the items of the model lines whose models have the fields of a table."""

    def __init__(self, table: tuple[Field, ...]) -> None:
        self._names = {field.name for field in table}
        self._flags = {key(field.name): field for field in table if field.kind == "flag"}
        self._valued = {key(field.name): field for field in table if field.kind in _VALUED_KINDS}
        for alias, name in _ALIASES.items():
            if name in self._valued:
                self._valued[alias] = self._valued[name]
        longest_first = sorted(self._valued, key=len, reverse=True)
        words = "|".join("[ _-]*".join(word) for word in longest_first)
        self._pair = re.compile(
            rf"(?P<word>{words})(?:\s*[:=]\s*|\s+|(?=[+-]?\d))(?P<value>.+)", re.IGNORECASE
        )
        self._turned = re.compile(rf"(?P<value>[+-]?\d{{1,6}})\s+(?P<word>{words})", re.IGNORECASE)

    def knows(self, name: str) -> bool:
        """Whether the models have a field of that name."""
        return name in self._names

    def is_field(self, words: str) -> bool:
        """Whether words are what a field with a value is called, as ``Melee Pool``."""
        return key(words) in self._valued

    def field_of(self, item: str) -> str | None:
        """The field that an item gives a value, as ``wounds`` for ``wounds 6``; None for others."""
        valued = None if self._on_cards(item) else self._value(item)
        return valued[0].name if valued else None

    def add(self, model: dict[str, Any], item: str) -> None:
        """Put one item where it belongs; the first reading that fits counts.

        Raises:
            InputError: nobody knows it, or its field has a value already.
        """
        plain = key(item)
        if plain in self._flags:
            put(model, self._flags[plain].name, True, item)
        elif plain in _SIZES and "size" in self._names:
            put(model, "size", _SIZES[plain], item)
        elif "states" in self._names and (state := find_state(item)):
            model.setdefault("states", []).append(state.name)
        elif not self._on_cards(item) and (valued := self._value(item)):
            field, value = valued
            if field.many:
                model.setdefault(field.name, []).append(value)
            else:
                put(model, field.name, value, item)
        else:
            self._add_from_card(model, item)

    def _on_cards(self, item: str) -> bool:
        """Whether a card may say it: ``Split Attack`` is a trait, ``split 2/1`` a field."""
        written = take_apart(item)
        return written is not None and bool(find_trait(written.name) or find_special(written.name))

    def _value(self, item: str) -> tuple[Field, Any] | None:
        """A field and its value, as in ``wounds 6`` or ``6 wounds``."""
        pair = self._pair.fullmatch(item) or self._turned.fullmatch(item)
        if not pair:
            return None
        field, value = self._valued[key(pair["word"])], pair["value"]
        if field.kind == "number" and _WHOLE.fullmatch(value):
            return field, int(value)
        return field, value.casefold() if field.kind == "choice" else value

    def _add_from_card(self, model: dict[str, Any], item: str) -> None:
        written = take_apart(item)
        name = written.name if written else item
        try:
            if "specials" in self._names and find_special(name):
                model.setdefault("specials", []).append(str(parse_special(item)))
            elif "special" in self._names and find_special(name):
                special = parse_special(item)
                if "special" in model:
                    raise InputError(f'a second special, "{item}": a model uses one in an exchange')
                model["special"] = str(special)
            elif find_trait(name):
                model.setdefault("traits", []).append(str(parse_trait(item)))
            else:
                raise self._unknown(item, name)
        except UnknownWordError as fault:
            raise InputError(fault.problem, suggestion=fault.suggestion, hint=fault.hint) from None

    def _unknown(self, item: str, name: str) -> InputError:
        if field := self._valued.get(key(name)):
            value = field.choices[0] if field.choices else _EXAMPLES.get(field.kind, "1")
            way = f'write it as in "{name} {value}"'
            return InputError(f'"{item}" has no value', suggestion=way)
        if key(name) in map(key, ACTIONS) and self.knows("states"):
            way = f'an action is given by --action "{name.casefold()}", or in the document'
            return InputError(f'"{item}" is no word of a model', suggestion=way)
        registered = [*TRAITS, *SPECIALS, *STATES]
        begun = [word for word in registered if len(name) > 2 and key(word).startswith(key(name))]
        close = begun or nearest(name, [*registered, *SIZES, *sorted(self._names)])
        hint = "bushido-odds vocabulary lists all known words"
        if close:
            word = close[0].split()[0].casefold()
            hint = f"bushido-odds vocabulary {word}" if close[0] in registered else ""
        return InputError(
            f'unknown word "{item}"',
            suggestion=f'did you mean "{close[0]}"?' if close else None,
            hint=hint or None,
        )
