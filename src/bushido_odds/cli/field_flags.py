"""A flag for every field of a document, made from the table of fields."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any, TypeVar

import click
from click.shell_completion import CompletionItem

from bushido_odds.documents.fields import Field

Function = TypeVar("Function", bound=Callable[..., Any])


class CardWord(click.ParamType[str]):
    """A trait, special or state, completed from the registries."""

    def __init__(self, kind: str) -> None:
        self.name = kind

    def shell_complete(
        self, ctx: click.Context, param: click.Parameter, incomplete: str
    ) -> list[CompletionItem]:
        from bushido_odds.rules.specials import SPECIALS
        from bushido_odds.rules.states import STATES
        from bushido_odds.rules.traits import TRAITS

        names = {"trait": TRAITS, "special": SPECIALS, "state": STATES}[self.name]
        start = incomplete.casefold()
        return [CompletionItem(name) for name in names if name.casefold().startswith(start)]


def _type(field: Field) -> Any:
    if field.kind == "number":
        return click.IntRange(field.low, field.high)
    if field.kind == "choice":
        return click.Choice(field.choices, case_sensitive=False)
    if field.kind in ("trait", "special", "state"):
        return CardWord(field.kind)
    return str


def _option(field: Field, side: str) -> Callable[[Function], Function]:
    word = f"{side}-{field.flag}" if side else field.flag
    target = f"{side}__{field.name}" if side else f"__{field.name}"
    if field.kind == "flag":
        return click.option(f"--{word}/--no-{word}", target, default=None, help=_help(field, side))
    return click.option(
        f"--{word}",
        target,
        type=_type(field),
        multiple=field.many,
        help=_help(field, side),
        metavar={"number": "N", "choice": None}.get(field.kind, field.kind.upper()),
    )


def _help(field: Field, side: str) -> str:
    whose = f"{side.capitalize()}: " if side else ""
    text = f"{whose}{field.help}"
    return f"{text[0].upper()}{text[1:]}{'; may be repeated' if field.many else ''}."


def field_flags(
    document: Iterable[Field], models: Mapping[str, Iterable[Field]]
) -> Callable[[Function], Function]:
    """Flags for the fields of a document and of each of its models, by side."""
    options = [_option(field, "") for field in document]
    options += [_option(field, side) for side, table in models.items() for field in table]

    def decorate(function: Function) -> Function:
        for option in reversed(options):
            function = option(function)
        return function

    return decorate


def overlay(flags: dict[str, Any]) -> dict[str, Any]:
    """The part of a document that the flags say: given ones only, models nested by side."""
    document: dict[str, Any] = {}
    for target, value in flags.items():
        if value is None or value == ():
            continue
        side, _, name = target.partition("__")
        here = document.setdefault(side, {}) if side else document
        if not isinstance(here, dict):
            raise click.UsageError(f"give the {side} as a model line or by its flags, not both")
        here[name] = list(value) if isinstance(value, tuple) else value
    return document


class FieldCommand(click.Command):
    """A command with a flag a field: its help groups them, and says alike flags of sides once."""

    def format_options(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        plain: list[tuple[str, str]] = []
        document: list[tuple[str, str]] = []
        rules: list[tuple[str, str]] = []
        sides: dict[str, list[click.Option]] = {}
        for parameter in self.get_params(ctx):
            record = parameter.get_help_record(ctx)
            if record is None or not isinstance(parameter, click.Option):
                continue
            side, mark, field = (parameter.name or "").partition("__")
            if not mark:
                plain.append(record)
            elif not side:
                document.append(record)
            elif side == "rules":
                rules.append((record[0], _unsided(record[1])))
            else:
                sides.setdefault(field, []).append(parameter)
        for title, records in (
            ("Options", plain),
            ("Fields of the document", document),
            ("Fields of its models", [_together(ctx, options) for options in sides.values()]),
            ("Rules in force", rules),
        ):
            if records:
                with formatter.section(title):
                    formatter.write_dl(records)


def _together(ctx: click.Context, options: list[click.Option]) -> tuple[str, str]:
    """One line of help for the same field of several sides."""
    flags = ", ".join(option.opts[0] for option in options)
    metavar = "" if options[0].is_flag else f" {options[0].make_metavar(ctx)}"
    return f"{flags}{metavar}", _unsided(options[0].help or "")


def _unsided(help: str) -> str:
    """The help of a side's flag without the side."""
    whose, _, text = help.partition(": ")
    text = text or whose
    return f"{text[0].upper()}{text[1:]}"
