"""What may stand where in a document, by the JSON Schemas that the package ships.

A *path* is what a person writes: ``opponent.traits.Armour``, ``active.states.prone``, ``range``.
Words of the cards are named under the list that holds them, as if it were a mapping.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from importlib.resources import files
from typing import Any

from bushido_odds.errors import InputError, nearest
from bushido_odds.rules.notation import find_special, find_state, find_trait, take_apart
from bushido_odds.rules.states import STATES
from bushido_odds.rules.traits import TRAITS

Schema = dict[str, Any]
Steps = tuple[str, ...]

_DEEPEST = 5
_WORDS = {"trait": TRAITS, "state": STATES}


@dataclass(frozen=True, slots=True)
class Field:
    """A place in a document that a value may be put in.

    Attributes:
        path: as it was written.
        steps: the keys that lead to it; the last is the card's word where it is one of a list.
        types: the JSON types that may stand there: ``integer``, ``string``, ``null`` ...
        card: ``trait`` or ``state`` where it is a word of the cards in a list, else empty.
        holds_fields: whether paths lead on from there, to fields or to words of the cards.
    """

    path: str
    steps: Steps
    types: frozenset[str]
    card: str = ""
    holds_fields: bool = False


def schema_text(kind: str) -> str:
    """The JSON Schema of a kind of document, or of ``any``, as the package ships it."""
    return (files("bushido_odds") / "schemas" / f"{kind}.schema.json").read_text(encoding="utf-8")


@lru_cache(maxsize=32)
def schema(kind: str) -> Schema:
    """The same as data."""
    found: Schema = json.loads(schema_text(kind))
    return found


def field(path: str, kind: str) -> Field:
    """The field of a kind of document that a path names.

    Raises:
        InputError: there is none; the nearest path is suggested.
    """
    dotted = re.sub(r"\[(\d+)\]", r".\1", path).replace("[", " [")
    steps = tuple(" ".join(step.split()) for step in dotted.split("."))
    nodes = [schema(kind)]
    for place, step in enumerate(steps):
        listed = [node for node in _alternatives(nodes, kind) if node.get("type") == "array"]
        card = next((word for node in listed if (word := _card(node))), "")
        if card in _WORDS and place == len(steps) - 1:
            return Field(path, (*steps[:-1], _word(step, card, path)), frozenset(), card)
        nodes = _inside(nodes, step, kind)
        if not nodes:
            raise _unknown(path, kind)
    inner = list(_alternatives(nodes, kind))
    holds_fields = any("properties" in node or _card(node) in _WORDS for node in inner)
    return Field(path, steps, frozenset(_types(nodes, kind)), holds_fields=holds_fields)


def _word(step: str, card: str, path: str) -> str:
    """A card's word as its registry spells it."""
    written = take_apart(step)
    if card == "state":
        state = find_state(step)
        if state is not None:
            return state.name
    elif written and (trait := find_trait(written.name)):
        inside = f" [{', '.join(written.descriptors)}]" if written.descriptors else ""
        return f"{trait.name}{inside}"
    close = nearest(written.name if written else step, _WORDS[card])
    start = path.rpartition(".")[0]
    raise InputError(
        f'"{step}" is no known {card}, in the path "{path}"',
        suggestion=f'did you mean "{start}.{close[0]}"?' if close else None,
        hint="bushido-odds vocabulary lists all known words",
    )


def _unknown(path: str, kind: str) -> InputError:
    known = list(paths(kind))
    last = path.rpartition(".")[2]
    close = nearest(path, known)
    if find_trait(last) or find_state(last) or find_special(last):
        lists = {"traits": find_trait(last), "states": find_state(last)}
        fitting = [
            place
            for place in known
            if (word := lists.get(place.rpartition(".")[2]))
            and place.split(".")[0] == path.split(".")[0]
            and word
        ]
        close = [f"{fitting[0]}.{last}"] if fitting else close
    return InputError(
        f'a document of kind {kind} has no "{path}"',
        suggestion=f'did you mean "{close[0]}"?' if close else None,
        hint=None if close else f"known: {', '.join(known[:12])} ...",
    )


def paths(kind: str) -> Iterator[str]:
    """Every path of a kind of document, without the single words of the cards."""
    yield from _paths([schema(kind)], kind, "", 0)


def _paths(nodes: list[Schema], kind: str, start: str, depth: int) -> Iterator[str]:
    for node in _alternatives(nodes, kind):
        for name, inner in node.get("properties", {}).items():
            if name in ("variants", "kind", "assumed"):
                continue
            yield f"{start}{name}"
            if depth < _DEEPEST:
                yield from _paths([inner], kind, f"{start}{name}.", depth + 1)


def _alternatives(nodes: list[Schema], kind: str) -> Iterator[Schema]:
    """Nodes with references followed and choices taken apart."""
    for node in nodes:
        if "$ref" in node:
            name = node["$ref"].rpartition("/")[2]
            yield from _alternatives([schema(kind)["definitions"][name]], kind)
        elif "anyOf" in node and "properties" not in node:
            yield from _alternatives(node["anyOf"], kind)
        else:
            yield node


def _inside(nodes: list[Schema], step: str, kind: str) -> list[Schema]:
    """What may stand under a key, or at an index."""
    found = []
    for node in _alternatives(nodes, kind):
        if step in node.get("properties", {}) and step != "variants":
            found.append(node["properties"][step])
        elif isinstance(node.get("additionalProperties"), dict):
            found.append(node["additionalProperties"])
        elif node.get("type") == "array" and step.isdecimal():
            found.append(node["items"])
    return found


def _card(node: Schema) -> str:
    """The registry whose words a list holds."""
    return str(node.get("items", {}).get("$ref", "")).rpartition("/")[2]


def _types(nodes: list[Schema], kind: str) -> Iterator[str]:
    for node in _alternatives(nodes, kind):
        given = node.get("type", "string" if "enum" in node else "object")
        yield from [given] if isinstance(given, str) else given
