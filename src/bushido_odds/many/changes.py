"""Changes of a document: a path, and what is put there."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from bushido_odds.documents.faults import Path
from bushido_odds.documents.model_line import has_lines, parse_line
from bushido_odds.documents.rivals import without_rivals
from bushido_odds.errors import InputError
from bushido_odds.many.shapes import Field, field
from bushido_odds.rules.notation import find_state, find_trait, take_apart
from bushido_odds.rules.trait import key

_SWITCHES = {"on": True, "yes": True, "true": True, "off": False, "no": False, "false": False}
"""What people write for a switch: YAML reads only ``true`` and ``false`` as one."""


@dataclass(frozen=True, slots=True)
class Change:
    """A field and what is put there; None leaves the field out."""

    field: Field
    value: Any

    @property
    def place(self) -> Path:
        """The path that faults of the changed value have, or start with."""
        steps = self.field.steps[:-1] if self.field.card else self.field.steps
        return tuple(int(step) if step.isdecimal() else step for step in steps)


def change(path: str, value: Any, kind: str) -> Change:
    """The change that puts a value at a path of a kind of document.

    Raises:
        InputError: there is no such path.
    """
    place = field(path, kind)
    if place.card or "boolean" in place.types:
        value = switched(value)
    return Change(place, None if place.card and value is False else value)


def switched(value: Any) -> Any:
    """True or False where a word says so; anything else as it is."""
    return _SWITCHES.get(value.casefold(), value) if isinstance(value, str) else value


def changed(data: Any, changes: list[Change], kind: str) -> Any:
    """A document with changes made in their order; the document itself is left as it was.

    A model line on the way is opened; what says the same in another way goes (``split`` replaces
    ``attack`` and ``defence``).

    Raises:
        InputError: a path leads through something that holds nothing.
    """
    for one in changes:
        data = _put(data, one.field.steps, one, kind, ())
    return data


def _put(node: Any, steps: tuple[str, ...], one: Change, kind: str, done: tuple[str, ...]) -> Any:
    if not steps:
        return one.value
    if isinstance(node, str) and has_lines(kind, done):
        node = parse_line(node, kind, done[0])
    if len(steps) == 1 and one.field.card:
        return _with_word(node, steps[0], one)
    if isinstance(node, list):
        return _put_in_list(node, steps, one, kind, done)
    if node is None or node is True:
        node = {}
    if not isinstance(node, Mapping):
        raise InputError(f'"{".".join(done)}" holds nothing that "{one.field.path}" could name')
    step, *rest = steps
    inner = _put(node.get(step), tuple(rest), one, kind, (*done, step))
    if rest:
        return {**node, step: inner}
    if inner is None:
        return {name: value for name, value in node.items() if name != step}
    return {**without_rivals(node, [step], kind), step: inner}


def _put_in_list(
    node: list[Any], steps: tuple[str, ...], one: Change, kind: str, done: tuple[str, ...]
) -> list[Any]:
    place = int(steps[0][:9]) if steps[0].isdecimal() else len(node)
    if place >= len(node):
        raise InputError(f'"{".".join(done)}" has no item {steps[0]}, in "{one.field.path}"')
    inner = _put(node[place], steps[1:], one, kind, (*done, steps[0]))
    return [*node[:place], inner, *node[place + 1 :]]


def _with_word(node: Any, word: str, one: Change) -> list[Any]:
    """A list of traits or states in which one of them is as the change says."""
    words: list[Any] = list(node) if isinstance(node, list) else []
    same = [place for place, given in enumerate(words) if _names(given, word, one.field.card)]
    spelt = _spelt(word, one.value)
    kept = [given for place, given in enumerate(words) if place not in same]
    if spelt is not None:
        kept.insert(same[0] if same else len(kept), spelt)
    return kept


def _names(given: Any, word: str, card: str) -> bool:
    """Whether an entry of a list is the trait (with those descriptors) or the state of a name."""
    if not isinstance(given, str):
        return False
    if card == "state":
        return find_state(given) is find_state(word)
    one, other = take_apart(given), take_apart(word)
    return (
        one is not None
        and other is not None
        and find_trait(one.name) is find_trait(other.name)
        and sorted(map(key, one.descriptors)) == sorted(map(key, other.descriptors))
    )


def _spelt(word: str, value: Any) -> str | None:
    """A trait or state in card notation; None where it is taken away.

    A trait of value 0 is none.
    """
    if value is None or value is False or (isinstance(value, int) and value == 0):
        return None
    return word if value is True else f"{word} ({value})"
