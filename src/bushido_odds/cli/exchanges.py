"""From a command's arguments and flags to documents: files, model lines, flags, or a mixture."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import TYPE_CHECKING, Any

import click

if TYPE_CHECKING:
    from bushido_odds.documents.faults import Path, Place
    from bushido_odds.documents.source import Source
    from bushido_odds.many.entry import Entry


def documents(
    arguments: tuple[str, ...], flags: Mapping[str, Any], sides: tuple[str, str], kind: str
) -> list[Any]:
    """Every valid document that a command is given; the first faulty one ends it.

    Args:
        arguments: nothing, one file (``-`` for standard input), or two model lines.
        flags: what the flags say, laid over each document; lists add to the document's.
        sides: the names of the two models, such as active and opponent.
        kind: the kind of document that is wanted.

    Raises:
        click.UsageError: the arguments make no document.
        InputErrors: everything that is wrong with a document.
    """
    from bushido_odds.documents.load import document_from

    return [
        document_from(data, place, kind) for data, place in _given(arguments, flags, sides, kind)
    ]


def single(file: str | None, flags: Mapping[str, Any], kind: str) -> list[Any]:
    """Every valid document of a command without model lines: from a file, from flags, or both.

    Raises:
        InputErrors: everything that is wrong with a document.
    """
    from bushido_odds.documents.load import document_from

    if file:
        data = list(from_file(file, flags, kind))
    else:
        # What is missing is named as the flag that would give it.
        data = [_laid_over({}, flags, lambda path: (_flag(path), None), kind)]
    return [document_from(found, place, kind) for found, place in data]


def _given(
    arguments: tuple[str, ...], flags: Mapping[str, Any], sides: tuple[str, str], kind: str
) -> Iterator[tuple[Any, Place]]:
    """The data of every document, with the places of their paths."""
    from bushido_odds.documents.faults import nowhere

    if len(arguments) > 2:
        raise click.UsageError(
            f"one FILE or two model lines are wanted, not {len(arguments)} arguments "
            "(a model line with spaces needs quotes)"
        )
    files = [name for name in arguments if len(arguments) == 2 and os.path.isfile(name)]
    if files:
        raise click.UsageError(f'"{files[0]}" is a file: give one FILE, or two model lines')
    if len(arguments) == 1 and not _is_model_line(arguments[0], kind):
        yield from from_file(arguments[0], flags, kind)
        return
    if len(arguments) == 1 and not flags.get(sides[1]):
        raise click.UsageError(f'"{arguments[0]}" is one model line: the {sides[1]} is missing')
    data: dict[str, Any] = dict(zip(sides, arguments, strict=False))
    yield _laid_over(data, flags, nowhere, kind)


def _is_model_line(argument: str, kind: str) -> bool:
    if argument == "-" or os.path.exists(argument):
        return False
    from bushido_odds.documents.model_line import looks_like_model_line

    return looks_like_model_line(argument, kind)


def from_file(name: str, flags: Mapping[str, Any], kind: str) -> Iterator[tuple[Any, Place]]:
    """The data of every document in a file (``-``: standard input), with their places.

    A document with variants stands for each of them, with the flags over each.

    Raises:
        InputError: it cannot be read, or there is nothing in it.
        InputErrors: everything that is wrong with a variant.
    """
    from bushido_odds.documents.source import read
    from bushido_odds.errors import InputError, InputErrors
    from bushido_odds.many.variants import entries

    found = False
    for item in read(stdin() if name == "-" else name, name="<stdin>" if name == "-" else None):
        if isinstance(item, InputError):
            raise item
        found = True
        for entry in entries(_of_kind(item, kind)):
            if isinstance(entry, InputErrors):
                raise entry
            yield _with_flags(entry, flags, kind)
    if not found:
        raise InputError("there is no document in it", file="<stdin>" if name == "-" else name)


def stdin() -> Any:
    """Standard input, as bytes where it can be had so."""
    if sys.stdin.isatty():
        click.echo("reading a document from the terminal; end it with Ctrl-D", err=True)
    return getattr(sys.stdin, "buffer", sys.stdin)


def _of_kind(source: Source, kind: str) -> Source:
    """A document with variants under the kind of the command, which says what they may change.

    A kind of its own stays, but for a melee document with the dice of the command in it.
    """
    from bushido_odds.documents.load import ALSO
    from bushido_odds.many.variants import KEY

    data = source.data
    if not isinstance(data, dict) or KEY not in data:
        return source
    if "kind" in data and not (data["kind"] == "melee" and "melee" in ALSO.get(kind, ())):
        return source
    return replace(source, data={**data, "kind": kind})


def _with_flags(entry: Entry, flags: Mapping[str, Any], kind: str) -> tuple[Any, Place]:
    if not flags or not isinstance(entry.data, dict):
        return entry.data, entry.place
    return _laid_over(entry.data, flags, entry.place, kind)


def _laid_over(
    data: Mapping[str, Any], flags: Mapping[str, Any], place: Place, kind: str
) -> tuple[dict[str, Any], Place]:
    """A document with what the flags say, its models' lines opened, and the places of both."""
    from bushido_odds.documents.faults import located
    from bushido_odds.documents.model_line import parse_line
    from bushido_odds.errors import InputError

    opened = dict(data)
    for name in opened:
        if isinstance(flags.get(name), dict) and isinstance(opened[name], list):
            fault = InputError("a flag changes one model, and this is a list of several")
            raise located(fault, (name,), place)
        if isinstance(flags.get(name), dict) and isinstance(opened[name], str):
            try:
                opened[name] = parse_line(opened[name], kind, name)
            except InputError as fault:
                raise located(fault, (name,), place) from None
    merged = laid_over(opened, flags, kind)
    return merged, placed(place, flags, merged)


def laid_over(data: Mapping[str, Any], flags: Mapping[str, Any], kind: str) -> dict[str, Any]:
    """Data with what the flags say: single values replace, lists add, models are gone into."""
    from bushido_odds.documents.rivals import without_rivals

    merged = without_rivals(data, flags, kind)
    for name, value in flags.items():
        before = merged.get(name)
        if isinstance(value, dict) and (before is None or before is True):
            before = {}
        if isinstance(value, dict | list) and before is not None:
            # What is no model, or no list, stays as it is: validation has a word for it.
            if isinstance(value, dict) and isinstance(before, dict):
                merged[name] = laid_over(before, value, kind)
            elif isinstance(value, list) and isinstance(before, list):
                merged[name] = [*before, *value]
        else:
            merged[name] = value
    return merged


def placed(place: Place, flags: Mapping[str, Any], merged: Mapping[str, Any]) -> Place:
    """Places that name the flag where a value came from one.

    Args:
        place: where everything else stands.
        flags: what the flags say.
        merged: the document with it.
    """

    def place_or_flag(path: Path) -> tuple[str | None, int | None]:
        flag: Any = flags
        here: Any = merged
        for number, step in enumerate(path, start=1):
            if not isinstance(flag, Mapping) or not isinstance(here, Mapping) or step not in flag:
                break
            flag, here = flag[step], here[step]
            if isinstance(flag, list) and isinstance(here, list):
                # The flag's items come after those that were there.
                item = path[number] if number < len(path) else len(here)
                if isinstance(item, int) and item >= len(here) - len(flag):
                    return _flag(path[:number]).removesuffix("s"), None
            elif not isinstance(flag, Mapping | list):
                return _flag(path[:number]), None
        return place(path)

    return place_or_flag


def _flag(path: Path) -> str:
    return "--" + "-".join(str(step).replace("_", "-") for step in path)


def words(context: click.Context, parameter: click.Parameter, value: str | None) -> tuple[str, ...]:
    """Words that are written with commas between them."""
    parts = (part.strip() for part in (value or "").split(","))
    return tuple(dict.fromkeys(part for part in parts if part))
