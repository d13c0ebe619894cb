"""JSON Schemas of the documents, for editors: draft-07, made from the models that validate.

They complete and describe what may stand where.  What the models read in several spellings is
accepted in all of them, so an editor never marks what is right; it may miss what is wrong, which
``bushido-odds validate`` finds.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Any

from pydantic import BaseModel
from pydantic.json_schema import GenerateJsonSchema, JsonSchemaValue
from pydantic_core import core_schema

from bushido_odds.documents import models, samurai_models, scenario_models
from bushido_odds.documents.fields import CHOICES, SIDES, TESTS
from bushido_odds.documents.models import CARD_WORDS
from bushido_odds.rules.specials import SPECIALS
from bushido_odds.rules.states import STATES
from bushido_odds.rules.trait import Takes, Trait
from bushido_odds.rules.traits import TRAITS

DRAFT = "http://json-schema.org/draft-07/schema#"

Schema = dict[str, Any]

MODELS: Mapping[str, Callable[[], tuple[type[BaseModel], ...]]] = {
    "melee": lambda: (models.melee_document(),),
    "ranged": lambda: (models.ranged_document(),),
    "resolve": lambda: (models.rolled_document("resolve"),),
    "rerolls": lambda: (models.rolled_document("rerolls"),),
    "damage": lambda: (models.damage_document(),),
    **{kind: lambda kind=kind: (models.test_document(kind),) for kind in TESTS},  # type: ignore[misc]
    **{kind: lambda kind=kind: (models.choice_document(kind),) for kind in CHOICES},  # type: ignore[misc]
    "scenario": lambda: (scenario_models.scenario_model(),),
    "scenario_length": lambda: (
        scenario_models.length_model(),
        scenario_models.scenario_model(),
    ),
    "scenario_control": lambda: (scenario_models.control_model(),),
    "scenario_score": lambda: (scenario_models.score_model(),),
    "scenario_odds": lambda: (scenario_models.odds_model(),),
    "samurai_test": lambda: (samurai_models.test_document(),),
    "samurai_opposed": lambda: (samurai_models.opposed_document(),),
    "samurai_ki": lambda: (samurai_models.ki_document(),),
    "samurai_melee": lambda: (
        samurai_models.melee_document(False, False),
        samurai_models.melee_document(True, True),
    ),
    "samurai_shoot": lambda: (samurai_models.shoot_document(),),
}
"""The models of every kind of document; where there are several, any of them."""

VARIANTS: Schema = {
    "description": "named changes of this document, as compare, sweep and batch read them: "
    "a path, such as active.special, and what stands there instead",
    "type": "object",
    "additionalProperties": {"type": ["object", "null"]},
}

_WITH_VARIANTS: Schema = {"required": ["variants"]}

_DICE = (("attack", "defence"), ("split",))
_CHOICE = (("pool",), ("split",), ("melee_pool",))
_SHOT = (("dice",), ("ranged_pool",))

_WAYS: Mapping[str, Mapping[str, tuple[tuple[str, ...], ...]]] = {
    "melee": dict.fromkeys(SIDES, _DICE),
    **{kind: dict.fromkeys(SIDES, _CHOICE) for kind in CHOICES},
    "ranged": {"shooter": _SHOT},
}
"""For models of a kind of document: fields that say their dice, any one way of several."""


def schema_of(kind: str) -> Schema:
    """The JSON Schema of one kind of document."""
    body = _body(kind, "")
    definitions = body.pop("definitions")
    return {
        "$schema": DRAFT,
        "title": f"bushido-odds document: {kind}",
        **body,
        "definitions": dict(sorted(definitions.items())),
    }


def schema_of_any() -> Schema:
    """The JSON Schema of a document of any kind; without a kind it is a Melee Exchange."""
    definitions: Schema = {}
    choices = []
    for kind in MODELS:
        body = _body(kind, f"{kind}.")
        definitions |= body.pop("definitions")
        definitions[kind] = body
        asked: Schema = {"properties": {"kind": {"const": kind}}}
        if kind != "melee":
            asked["required"] = ["kind"]
        choices.append({"if": asked, "then": {"$ref": f"#/definitions/{kind}"}})
    return {
        "$schema": DRAFT,
        "title": "bushido-odds document",
        "type": "object",
        "properties": {"kind": {"description": "what is asked", "enum": list(MODELS)}},
        "allOf": choices,
        "definitions": dict(sorted(definitions.items())),
    }


class _Generator(GenerateJsonSchema):
    """Pydantic's generator, for what a person may write rather than for what is stored."""

    def function_before_schema(
        self, schema: core_schema.BeforeValidatorFunctionSchema
    ) -> JsonSchemaValue:
        if "json_schema_input_schema" in schema:
            return self.generate_inner(schema["json_schema_input_schema"])
        inner: Schema = self.generate_inner(schema["schema"])
        if "enum" in inner or "const" in inner:
            return _in_any_case(inner)
        # All other readers take a text: a model line, a split, dice, a distance.
        if inner.get("type") != "string":
            inner = {"anyOf": [inner, {"type": "string"}]}
        return inner


def _in_any_case(choice: Schema) -> Schema:
    """A choice of words, also with capitals and with underscores for spaces."""
    words = [str(word) for word in choice.get("enum", [choice.get("const")])]
    spelt = "|".join("".join(map(_either_case, word)) for word in words)
    return {"anyOf": [{"enum": words}, {"type": "string", "pattern": f"^\\s*(?:{spelt})\\s*$"}]}


def _either_case(character: str) -> str:
    if character.isalpha():
        return f"[{character.lower()}{character.upper()}]"
    return "[ _]" if character == " " else character


def _body(kind: str, prefix: str) -> Schema:
    """What stands in a kind of document, with its definitions under their own names."""
    parts = [
        model.model_json_schema(
            by_alias=False, ref_template="#/definitions/{model}", schema_generator=_Generator
        )
        for model in MODELS[kind]()
    ]
    merged = _either(parts)
    merged["properties"]["variants"] = VARIANTS
    if kind in _WAYS:
        # As with what is required of the document: a variant may bring it.
        merged |= {"if": {"not": _WITH_VARIANTS}, "then": _said_in_a_way(_WAYS[kind])}
    if "kind" in merged["properties"]:
        merged["properties"]["kind"] = {"description": "what is asked", "enum": _kinds(merged)}
    definitions = merged.pop("definitions", {})
    for part in parts:
        definitions |= part.get("$defs", {})
    definitions |= _card_words(parts)
    tidied: Schema = _tidied({**merged, "definitions": definitions}, prefix)
    return tidied


def _either(parts: list[Schema]) -> Schema:
    """One schema for several, each of which will do: whatever is in one of them."""
    properties: dict[str, list[Schema]] = {}
    for part in parts:
        for name, value in part["properties"].items():
            known = properties.setdefault(name, [])
            if value not in known:
                known.append(value)
    required = set.intersection(*(set(part.get("required", ())) for part in parts))
    return {
        "type": "object",
        "properties": {
            name: found[0] if len(found) == 1 else {"anyOf": found}
            for name, found in properties.items()
        },
        # What is missing in a document with variants may stand in each of them.
        **({"anyOf": [{"required": sorted(required)}, _WITH_VARIANTS]} if required else {}),
        "additionalProperties": False,
    }


def _said_in_a_way(models: Mapping[str, tuple[tuple[str, ...], ...]]) -> Schema:
    """That each model has the fields of one way at least; a model line has none, and passes."""
    return {
        "properties": {
            side: {"anyOf": [{"required": list(fields)} for fields in ways]}
            for side, ways in models.items()
        }
    }


def _kinds(schema: Schema) -> list[str]:
    """The words that the kind of a document may be."""
    found: dict[str, None] = {}
    for node in _nodes(schema["properties"]["kind"]):
        found.update(dict.fromkeys(node.get("enum", ())))
        if "const" in node:
            found[node["const"]] = None
    return list(found)


def _nodes(schema: Any) -> Iterator[Schema]:
    if isinstance(schema, dict):
        yield schema
        for value in schema.values():
            yield from _nodes(value)
    elif isinstance(schema, list):
        for value in schema:
            yield from _nodes(value)


def _tidied(node: Any, prefix: str) -> Any:
    """Without titles that repeat names, with card words as references, names under a prefix."""
    if isinstance(node, list):
        return [_tidied(item, prefix) for item in node]
    if not isinstance(node, dict):
        return node
    if CARD_WORDS in node:
        return {"$ref": f"#/definitions/{node[CARD_WORDS]}"}
    tidy: Schema = {}
    for key, value in node.items():
        if key == "$defs" or (key == "title" and isinstance(value, str)):
            continue
        if key == "$ref":
            value = value.replace("#/definitions/", f"#/definitions/{prefix}")
        if key == "definitions":
            value = {
                (name if name in _REGISTRIES else prefix + name): part
                for name, part in value.items()
            }
        if key in ("properties", "definitions"):
            tidy[key] = {name: _tidied(part, prefix) for name, part in value.items()}
        else:
            tidy[key] = _tidied(value, prefix)
    if "anyOf" in tidy:
        tidy["anyOf"] = [part for choice in tidy["anyOf"] for part in _choices(choice)]
    return tidy


def _choices(schema: Schema) -> list[Schema]:
    """What a choice that is nothing but a choice consists of."""
    parts: list[Schema] = schema["anyOf"] if schema.keys() == {"anyOf"} else [schema]
    return parts


def _card_words(parts: list[Schema]) -> Schema:
    used = {node[CARD_WORDS] for part in parts for node in _nodes(part) if CARD_WORDS in node}
    return {name: _REGISTRIES[name]() for name in sorted(used)}


def _spellings(trait: Trait) -> Iterator[str]:
    """How a trait may stand on a card, one for each descriptor that makes a difference."""
    value = {Takes.NUMBER: " (1)", Takes.PAIR: " (1/1)"}.get(trait.takes, "")
    fed = {word for feeds in trait.feeds.values() for word in feeds}
    if not trait.needs_descriptor:
        yield f"{trait.name}{value}"
    for descriptor in trait.descriptors or ():
        if descriptor in fed:
            yield f"{trait.name} [{descriptor}]{value}"


def _one_of(description: str, words: list[str]) -> Schema:
    text = {"type": "string", "maxLength": 200}
    return {"description": description, "anyOf": [{"enum": words}, text]}


_REGISTRIES: Mapping[str, Callable[[], Schema]] = {
    "trait": lambda: _one_of(
        "a trait in card notation; any value may stand in the brackets",
        [words for trait in TRAITS.values() for words in _spellings(trait)],
    ),
    "special": lambda: _one_of(
        "a Special Attack or Defence, with or without its cost in dice", list(SPECIALS)
    ),
    "state": lambda: _one_of("a state, marker or circumstance of a model", list(STATES)),
}
