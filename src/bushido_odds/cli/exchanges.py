"""From a command's arguments and flags to documents: files, model lines, flags, or a mixture."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING, Any

import click

if TYPE_CHECKING:
    from bushido_odds.documents.faults import Path, Place
    from bushido_odds.documents.source import Source


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
    if len(arguments) == 1 and not _is_model_line(arguments[0], kind):
        yield from _from_file(arguments[0], flags, kind)
        return
    if len(arguments) == 1 and not flags.get(sides[1]):
        raise click.UsageError(f'"{arguments[0]}" is one model line: the {sides[1]} is missing')
    data: dict[str, Any] = dict(zip(sides, arguments, strict=False))
    yield laid_over(data, flags, kind), placed(nowhere, flags)


def _is_model_line(argument: str, kind: str) -> bool:
    if argument == "-" or os.path.exists(argument):
        return False
    from bushido_odds.documents.model_line import looks_like_model_line

    return looks_like_model_line(argument, kind)


def _from_file(name: str, flags: Mapping[str, Any], kind: str) -> Iterator[tuple[Any, Place]]:
    from bushido_odds.documents.load import place_in
    from bushido_odds.documents.source import read
    from bushido_odds.errors import InputError

    found = False
    for item in read(_stdin() if name == "-" else name, name="<stdin>" if name == "-" else None):
        if isinstance(item, InputError):
            raise item
        found = True
        yield _with_flags(item, flags, place_in(item), kind)
    if not found:
        raise InputError("there is no document in it", file="<stdin>" if name == "-" else name)


def _stdin() -> Any:
    if sys.stdin.isatty():
        click.echo("reading a document from the terminal; end it with Ctrl-D", err=True)
    return getattr(sys.stdin, "buffer", sys.stdin)


def _with_flags(
    source: Source, flags: Mapping[str, Any], place: Place, kind: str
) -> tuple[Any, Place]:
    if not flags or not isinstance(source.data, dict):
        return source.data, place
    return laid_over(source.data, flags, kind), placed(place, flags)


def laid_over(data: Mapping[str, Any], flags: Mapping[str, Any], kind: str) -> dict[str, Any]:
    """Data with what the flags say: single values replace, lists add, a model line is opened."""
    from bushido_odds.documents.model_line import parse_line

    merged = dict(data)
    for name, value in flags.items():
        before = merged.get(name)
        if isinstance(value, dict):
            if isinstance(before, str):
                before = parse_line(before, kind, name)
            if isinstance(before, dict) or before is None or before is True:
                merged[name] = laid_over(before if isinstance(before, dict) else {}, value, kind)
        elif isinstance(value, list) and isinstance(before, list):
            merged[name] = [*before, *value]
        else:
            merged[name] = value
    return merged


def placed(place: Place, flags: Mapping[str, Any]) -> Place:
    """Places that name the flag where a value came from one."""

    def place_or_flag(path: Path) -> tuple[str | None, int | None]:
        here: Any = flags
        words: list[str] = []
        for step in path:
            if not isinstance(here, Mapping) or step not in here:
                return place(path) if not isinstance(here, list) else (_flag(words), None)
            words.append(str(step))
            here = here[step]
        return (_flag(words), None) if words and not isinstance(here, Mapping) else place(path)

    return place_or_flag


def _flag(words: list[str]) -> str:
    return "--" + "-".join(word.replace("_", "-") for word in words).removesuffix("s")
