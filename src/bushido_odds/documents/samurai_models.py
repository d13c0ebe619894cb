"""The Pydantic models of the documents of the samurai rules: strict, as those of every document.

A side is one model or a list of groups.  Which of the two a document has is known before it is
validated, so every fault has the path that the person wrote.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Annotated, Any, Literal

from pydantic import BaseModel, BeforeValidator
from pydantic import Field as Constraint

from bushido_odds.documents import samurai_fields as fields
from bushido_odds.documents.fields import Field
from bushido_odds.documents.models import annotation, definition, strict_model
from bushido_odds.documents.samurai_line import parse_samurai_line
from bushido_odds.errors import InputError
from bushido_odds.samurai.rulings import SETTINGS, Setting


def _spelled(choices: tuple[str, ...]) -> BeforeValidator:
    """Values in any case, with spaces or dashes for underscores."""
    known = {_plain(choice): choice for choice in choices}

    def read(value: Any) -> Any:
        return known.get(_plain(value), value) if isinstance(value, str) else value

    return BeforeValidator(read)


def _plain(word: str) -> str:
    return word.casefold().replace("-", "_").strip().replace(" ", "_")


def _open_ended(setting: Setting) -> BeforeValidator:
    """A choice of words, one of which takes a number after a colon."""
    closed = [choice for choice in setting.choices if choice != setting.open_ended]
    example = f"{setting.open_ended}:2"

    def read(value: Any) -> Any:
        if not isinstance(value, str):
            return value
        word, _, number = (part.strip() for part in value.partition(":"))
        if word == setting.open_ended and number.isdecimal() and int(number) <= setting.high:
            return f"{word}:{int(number)}"
        if _plain(value) in closed:
            return _plain(value)
        raise InputError(
            f'"{value[:40]}" is none of: {", ".join([*closed, example])}',
            hint=f"{setting.open_ended} takes a number up to {setting.high}",
        )

    return BeforeValidator(read)


def _rule(field: Field) -> Any:
    setting = SETTINGS[field.name]
    if field.kind == "text":
        kind: Any = Annotated[str, _open_ended(setting)]
    elif field.kind == "choice":
        kind = Annotated[Literal[field.choices], _spelled(field.choices)]
    else:
        return definition(field)
    return kind, Constraint(default=field.default, description=field.help)


_REACTIONS = {
    "сражаться": "fight",
    "защищаться": "defend",
    "уклонение": "evasion",
    "нет": "none",
    "стрелять": "shoot",
}


def _reaction(value: Any) -> Any:
    """``Fight!`` as it is called at the table, in either language."""
    if not isinstance(value, str):
        return value
    word = value.casefold().strip("!«» ")
    return _REACTIONS.get(word, word)


def _spirit_alone(value: Any) -> Any:
    """A number in place of a model: its Spirit."""
    return {"spirit": value} if isinstance(value, int) and not isinstance(value, bool) else value


@lru_cache(maxsize=1)
def _rules() -> type[BaseModel]:
    return strict_model("Rules", (), **{field.name: _rule(field) for field in fields.RULES})


def _lined(table: tuple[Field, ...]) -> BeforeValidator:
    def read(value: Any) -> Any:
        return parse_samurai_line(value, table) if isinstance(value, str) else value

    return BeforeValidator(read)


def _document(kind: str, table: tuple[Field, ...], **more: Any) -> type[BaseModel]:
    for field in table:
        if field.name == "reaction":
            choice: Any = annotation(field)
            word: Any = Annotated[choice, BeforeValidator(_reaction)] | None
            more["reaction"] = word, Constraint(default=field.default, description=field.help)
    rules = _rules()
    says: Any = Literal[kind]
    return strict_model(
        "".join(word.title() for word in kind.split("_")) + "Document",
        tuple(field for field in table if field.name not in more),
        kind=(says, Constraint(default=kind, description="what is asked")),
        **more,
        rules=(rules, Constraint(default_factory=rules, description="the rules in force")),
    )


@lru_cache(maxsize=1)
def _fighter() -> Any:
    fighter = strict_model("FighterCombatant", fields.FIGHTER)
    return Annotated[fighter, _lined(fields.FIGHTER)]


def _side(many: bool) -> Any:
    """A side: one model, or a list of groups."""
    says = "a model line, a model, or a list of groups of a squad"
    if not many:
        return _fighter(), Constraint(description=says)
    group: Any = _fighter()
    groups: Any = Annotated[list[group], Constraint(max_length=fields.MAX_GROUPS)]
    return groups, Constraint(description=says)


@lru_cache(maxsize=4)
def melee_document(attacker_is_many: bool, target_is_many: bool) -> type[BaseModel]:
    """The model of a turn of melee, by whether each side is a list of groups."""
    return _document(
        "samurai_melee",
        (*fields.FIGHT, fields.DICE),
        attacker=_side(attacker_is_many),
        target=_side(target_is_many),
    )


@lru_cache(maxsize=1)
def ki_document() -> type[BaseModel]:
    """The model of a ki-attack; its two models may be their Spirit alone."""
    table = (fields.SPIRIT, *fields.KI_FIGHTER)
    written: Any = strict_model("KiCombatant", table)
    alone = BeforeValidator(_spirit_alone, json_schema_input_type=written | int)
    model: Any = Annotated[written, alone, _lined(table)]
    return _document(
        "samurai_ki",
        fields.KI,
        attacker=(model, Constraint(description="the model that makes the ki-attack")),
        target=(model, Constraint(description="the enemy it is made against")),
    )


@lru_cache(maxsize=1)
def shoot_document() -> type[BaseModel]:
    """The model of the shots of a turn."""
    shooter, target, friend = (
        Annotated[strict_model(name, table), _lined(table)]
        for name, table in (
            ("ShooterCombatant", fields.SHOOTER),
            ("TargetCombatant", fields.SHOT_AT),
            ("FriendCombatant", fields.FRIEND),
        )
    )
    friends: Any = Annotated[list[friend], Constraint(max_length=fields.MAX_MODELS)]  # type: ignore[valid-type]
    return _document(
        "samurai_shoot",
        fields.SHOT,
        shooter=(shooter, Constraint(description="the model that shoots, or a model line")),
        target=(target, Constraint(description="the model that is shot at, or a model line")),
        friends=(
            friends,
            Constraint(default_factory=list, description="the shooter's friends in the melee"),
        ),
    )


@lru_cache(maxsize=1)
def test_document() -> type[BaseModel]:
    """The model of a simple test."""
    return _document("samurai_test", fields.TEST)


@lru_cache(maxsize=1)
def opposed_document() -> type[BaseModel]:
    """The model of a comparative test."""
    return _document("samurai_opposed", fields.OPPOSED)
