"""The Pydantic models of the documents, made from the table of fields.

Strict: no value is converted from another type, no unknown key is accepted, nothing can be
changed afterwards.  What a card says (traits, specials, states) is checked against the registries
and stored as they spell it.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import lru_cache
from typing import Annotated, Any, Literal

from pydantic import (
    AfterValidator,
    BaseModel,
    BeforeValidator,
    ConfigDict,
    GetCoreSchemaHandler,
    GetJsonSchemaHandler,
    create_model,
)
from pydantic import (
    Field as Constraint,
)
from pydantic_core import core_schema

from bushido_odds.documents import fields
from bushido_odds.documents.card_items import CardItems
from bushido_odds.documents.fields import Field
from bushido_odds.documents.model_line import parse_model_line, parse_pool_line
from bushido_odds.errors import InputError, printable
from bushido_odds.rules.notation import parse_special, parse_state, parse_trait

MAX_LIST = 64
"""The most traits or states a model may list."""

_CONFIG = ConfigDict(strict=True, extra="forbid", frozen=True, hide_input_in_errors=True)


def _words(value: Any) -> Any:
    """Case does not matter in the words of the rules."""
    return " ".join(value.casefold().replace("_", " ").split()) if isinstance(value, str) else value


def _clean(text: str) -> str:
    return " ".join(printable(" ".join(text.split())).split())


def _behind(value: Any) -> Any:
    """What stands behind a model: a word, or ``{size: large}``."""
    if isinstance(value, dict) and set(value) == {"size"}:
        value = value["size"]
    return _words(value)


_SPLIT = re.compile(r"\s*(\d{1,2})\s*/\s*(\d{1,2})\s*")


def _split(value: Any) -> Any:
    """A split written as ``2/1`` or as a list of two numbers."""
    if isinstance(value, str):
        found = _SPLIT.fullmatch(value)
        if not found:
            raise InputError(f'a split is written ATTACK/DEFENCE, as in "2/1", not "{value[:40]}"')
        return [int(found[1]), int(found[2])]
    if isinstance(value, list) and len(value) != 2:
        raise InputError("a split has two numbers: Attack and Defence")
    return value


def _inches(value: Any) -> Any:
    """A distance, with or without the mark for inches."""
    if isinstance(value, str):
        try:
            return float(value.strip().removesuffix('"').strip())
        except ValueError:
            raise InputError(f'a distance in inches is needed, not "{value[:40]}"') from None
    return value


_PRINTED_BANDS = re.compile(r"\s*(-|\d{1,3})\s*/\s*(-|\d{1,3})\s*/\s*(-|\d{1,3})\s*")


def _bands(value: Any) -> Any:
    """Range bands as printed on a card, ``-`` for a band that the weapon lacks."""
    if not isinstance(value, str):
        return value
    found = _PRINTED_BANDS.fullmatch(value)
    if not found:
        raise InputError(f'bands are written short/medium/long, as in 4/8/12, not "{value[:40]}"')
    reaches = [int(band) for band in found.groups() if band != "-"]
    if not reaches or reaches != sorted(reaches):
        raise InputError(f'the bands of "{value[:40]}" do not grow')
    return "/".join(found.groups())


_BRACKETS = re.compile(r"\[?([1-6\s,]*)\]?")


def _dice(value: Any) -> Any:
    """Dice on the table written as ``[4 2]`` or as a list of faces."""
    if isinstance(value, str):
        found = _BRACKETS.fullmatch(value.strip())
        if not found:
            raise InputError(f'rolled dice are written as in "[4 2]", not "{value[:40]}"')
        return [int(face) for face in re.findall("[1-6]", found[1])]
    if isinstance(value, int) and not isinstance(value, bool):
        raise InputError(f"rolled dice are needed here, as in [4, 2], not their number ({value})")
    return value


def _count(value: Any) -> Any:
    if isinstance(value, list):
        raise InputError(
            "the number of dice is needed here; dice on the table go to",
            suggestion="bushido-odds resolve",
        )
    return value


def _from_line(value: Any) -> Any:
    return parse_model_line(value) if isinstance(value, str) else value


def _from_ranged_line(table: tuple[Field, ...]) -> BeforeValidator:
    """Model lines of a shooting: items only, with ``3 dice`` for the shooter."""
    reader = CardItems(table)

    def read(value: Any) -> Any:
        return parse_pool_line(value, reader) if isinstance(value, str) else value

    return BeforeValidator(read)


class _OrFlag:
    """A model, or true or false, or nothing.

    A plain union would report every fault once for each of its members.
    """

    def __get_pydantic_core_schema__(self, source: Any, handler: GetCoreSchemaHandler) -> Any:
        return core_schema.no_info_wrap_validator_function(
            _or_flag,
            handler(source),
            serialization=core_schema.plain_serializer_function_ser_schema(_dumped),
        )

    def __get_pydantic_json_schema__(self, schema: Any, handler: GetJsonSchemaHandler) -> Any:
        return {"anyOf": [handler(schema["schema"]), {"type": "boolean"}, {"type": "null"}]}


def _dumped(value: Any) -> Any:
    return value.model_dump() if isinstance(value, BaseModel) else value


def _or_flag(value: Any, validate: Callable[[Any], Any]) -> Any:
    return value if value is None or isinstance(value, bool) else validate(value)


def _from_rolled_line(value: Any) -> Any:
    return parse_model_line(value, rolled=True) if isinstance(value, str) else value


_TEXT: Any = Annotated[str, Constraint(max_length=fields.MAX_NAME), AfterValidator(_clean)]

CARD_WORDS = "card_words"
"""The key of a JSON Schema that says which registry's words a text is one of."""


def _of_the_cards(registry: str) -> Any:
    return Constraint(json_schema_extra={CARD_WORDS: registry})


_KINDS: dict[str, Any] = {
    "text": _TEXT,
    "flag": bool,
    "inches": Annotated[
        int | float, Constraint(ge=0, le=fields.MAX_INCHES), BeforeValidator(_inches)
    ],
    "bands": Annotated[str, BeforeValidator(_bands)],
    "dice": Annotated[
        list[Annotated[int, Constraint(ge=1, le=6)]],
        Constraint(max_length=fields.MAX_DICE),
        BeforeValidator(_dice),
    ],
    "split": Annotated[
        list[Annotated[int, Constraint(ge=0, le=fields.MAX_DICE)]], BeforeValidator(_split)
    ],
    "trait": Annotated[
        _TEXT, AfterValidator(lambda words: str(parse_trait(words))), _of_the_cards("trait")
    ],
    "special": Annotated[
        _TEXT, AfterValidator(lambda words: str(parse_special(words))), _of_the_cards("special")
    ],
    "state": Annotated[
        _TEXT, AfterValidator(lambda words: parse_state(words).name), _of_the_cards("state")
    ],
}


def annotation(field: Field) -> Any:
    """The type that validates a field."""
    if field.kind == "number":
        kind: Any = Annotated[int, Constraint(ge=field.low, le=field.high)]
        if field.name in ("attack", "defence"):
            kind = Annotated[kind, BeforeValidator(_count, json_schema_input_type=kind)]
    elif field.kind == "choice":
        words: Any = Literal[field.choices]
        kind = Annotated[words, BeforeValidator(_words)]
        if field.name == "behind":
            read = BeforeValidator(_behind, json_schema_input_type=kind | dict[str, words])
            kind = Annotated[words, read]
    else:
        kind = _KINDS[field.kind]
    if field.many:
        return Annotated[list[kind], Constraint(max_length=MAX_LIST)]
    return kind


def definition(field: Field) -> Any:
    """A field of ``pydantic.create_model``: its type and its default."""
    kind = annotation(field)
    if field.required:
        return kind, Constraint(description=field.help)
    if field.many:
        return kind, Constraint(default_factory=list, description=field.help)
    if field.default is None:
        kind = kind | None
    return kind, Constraint(default=field.default, description=field.help)


def strict_model(name: str, table: tuple[Field, ...], **more: Any) -> type[BaseModel]:
    """A model of the fields of a table, and of more fields as ``create_model`` takes them."""
    definitions = {field.name: definition(field) for field in table}
    return create_model(name, __config__=_CONFIG, **definitions, **more)


def as_plain(valid: BaseModel) -> dict[str, Any]:
    """The fields of a valid document, those of its models in mappings of their own."""
    return {
        name: dict(value.__dict__) if isinstance(value, BaseModel) else value
        for name, value in valid.__dict__.items()
    }


@lru_cache(maxsize=1)
def melee_document() -> type[BaseModel]:
    """The model of a Melee Exchange's document."""
    combatant = strict_model("Combatant", fields.COMBATANT)
    assumed: Any = list[Literal["active.wounds", "opponent.wounds"]]
    model: Any = Annotated[combatant, BeforeValidator(_from_line)]
    return strict_model(
        "MeleeDocument",
        fields.MELEE,
        kind=(Literal["melee"], Constraint(default="melee", description="what is asked")),
        active=(model, Constraint(description="the activating model, or a model line")),
        opponent=(model, Constraint(description="the other model, or a model line")),
        assumed=(
            assumed,
            Constraint(default_factory=list, description="fields that were filled in"),
        ),
    )


@lru_cache(maxsize=2)
def rolled_document(kind: str) -> type[BaseModel]:
    """The model of an exchange whose dice are on the table: resolve (final dice) or rerolls."""
    table, models = {
        "resolve": (fields.ROLLED, fields.ROLLED_COMBATANT),
        "rerolls": (fields.REROLLS, fields.REROLLS_COMBATANT),
    }[kind]
    combatant = strict_model("RolledCombatant", models)
    model: Any = Annotated[combatant, BeforeValidator(_from_rolled_line)]
    kinds: Any = Literal[kind, "melee"]
    return strict_model(
        "RolledDocument",
        table,
        kind=(kinds, Constraint(default=kind, description="what is asked")),
        active=(model, Constraint(description="the activating model, or a model line")),
        opponent=(model, Constraint(description="the other model, or a model line")),
    )


@lru_cache(maxsize=1)
def ranged_document() -> type[BaseModel]:
    """The model of a Ranged Attack's document."""
    shooter, target, friend = (
        strict_model(name, table)
        for name, table in (
            ("Shooter", fields.SHOOTER),
            ("Target", fields.TARGET),
            ("Friend", fields.FRIEND),
        )
    )
    shot_by: Any = Annotated[shooter, _from_ranged_line(fields.SHOOTER)]
    shot_at: Any = Annotated[target, _from_ranged_line(fields.TARGET)]
    beside: Any = Annotated[friend, _from_ranged_line(fields.FRIEND), _OrFlag()]
    return strict_model(
        "RangedDocument",
        fields.RANGED,
        kind=(Literal["ranged"], Constraint(default="ranged", description="what is asked")),
        shooter=(shot_by, Constraint(description="the shooter, or a model line")),
        target=(shot_at, Constraint(description="the target, or a model line")),
        friend=(
            beside,
            Constraint(
                default=None,
                description="the nearest friend in base contact with the target; true where only "
                "the chance to hit it matters",
            ),
        ),
        assumed=(
            list[Literal["target.wounds", "friend.wounds"]],
            Constraint(default_factory=list, description="fields that were filled in"),
        ),
    )


@lru_cache(maxsize=16)
def test_document(kind: str) -> type[BaseModel]:
    """The model of a test's document; a side given as a number is that many dice (or Ki)."""
    sides: dict[str, Any] = {}
    if kind in fields.TEST_SIDES:
        table = fields.TEST_SIDES[kind]
        first = table[0].name

        def opened(value: Any) -> Any:
            plain = isinstance(value, int) and not isinstance(value, bool)
            return {first: value} if plain else value

        model = strict_model("Side", table)
        side: Any = Annotated[model, BeforeValidator(opened, json_schema_input_type=model | int)]
        sides = {
            name: (side, Constraint(description=f"the {name} side, or its {first}"))
            for name in ("active", "opponent")
        }
    kinds: Any = Literal[kind]
    return strict_model(
        "TestDocument",
        fields.TESTS[kind],
        kind=(kinds, Constraint(default=kind, description="what is asked")),
        **sides,
    )


@lru_cache(maxsize=1)
def damage_document() -> type[BaseModel]:
    """The model of a Damage Roll's document."""
    return strict_model(
        "DamageDocument",
        fields.DAMAGE,
        kind=(Literal["damage"], Constraint(default="damage", description="what is asked")),
    )


@lru_cache(maxsize=2)
def choice_document(kind: str) -> type[BaseModel]:
    """The model of a choice's document: splits or rank."""
    reader = CardItems(fields.CHOOSER)

    def opened(value: Any) -> Any:
        return parse_pool_line(value, reader) if isinstance(value, str) else value

    model: Any = Annotated[strict_model("Chooser", fields.CHOOSER), BeforeValidator(opened)]
    weights = Annotated[
        dict[str, Annotated[int | float, Constraint(ge=0)]], Constraint(min_length=1)
    ]
    kinds: Any = Literal[kind]
    more: dict[str, Any] = {}
    if kind == "splits":
        more["against"] = (
            str | weights | None,
            Constraint(
                default=None,
                description="a read of the opponent: one of its options, uniform, or weights",
            ),
        )
    return strict_model(
        "ChoiceDocument",
        fields.SPLITS,
        kind=(kinds, Constraint(default=kind, description="what is asked")),
        active=(model, Constraint(description="the activating model, or a model line")),
        opponent=(model, Constraint(description="the other model, or a model line")),
        assumed=(
            list[Literal["active.wounds", "opponent.wounds"]],
            Constraint(default_factory=list, description="fields that were filled in"),
        ),
        **more,
    )
