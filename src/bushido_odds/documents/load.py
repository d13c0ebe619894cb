"""From files, streams and mappings to valid documents."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from importlib import import_module
from typing import TYPE_CHECKING, Any, TypeAlias

from bushido_odds.documents.faults import Path, Place, located, nowhere
from bushido_odds.documents.fields import CHOICES, TESTS
from bushido_odds.documents.plain_data import excerpt
from bushido_odds.errors import InputError, InputErrors, nearest

if TYPE_CHECKING:
    from bushido_odds.documents.damage import DamageDocument
    from bushido_odds.documents.melee import MeleeDocument
    from bushido_odds.documents.ranged import RangedDocument
    from bushido_odds.documents.resolve import ResolveDocument
    from bushido_odds.documents.samurai import SamuraiDocument
    from bushido_odds.documents.scenario import AnyScenarioDocument
    from bushido_odds.documents.source import Readable, Source
    from bushido_odds.documents.splits import ChoiceDocument
    from bushido_odds.documents.tests import TestDocument

Document: TypeAlias = (
    "MeleeDocument | RangedDocument | ResolveDocument | DamageDocument | TestDocument"
    " | ChoiceDocument | AnyScenarioDocument | SamuraiDocument"
)


def _maker(module: str, kind: str) -> Callable[[Any, Place], Document]:
    """What makes a document of a kind; its module is imported when it is wanted."""

    def make(data: Any, place: Place) -> Document:
        makers = import_module(f"bushido_odds.documents.{module}").MAKERS
        document: Document = makers[kind](data, place)
        return document

    return make


_MODULES = {
    "melee": ("melee",),
    "ranged": ("ranged",),
    "resolve": ("resolve", "rerolls"),
    "damage": ("damage",),
    "tests": TESTS,
    "splits": CHOICES,
    "scenario": (
        "scenario",
        "scenario_length",
        "scenario_control",
        "scenario_score",
        "scenario_odds",
    ),
    "samurai": (
        "samurai_test",
        "samurai_opposed",
        "samurai_ki",
        "samurai_melee",
        "samurai_shoot",
    ),
}
"""The modules of this room with the kinds of documents that they make."""

KINDS: Mapping[str, Callable[[Any, Place], Document]] = {
    kind: _maker(module, kind) for module, kinds in _MODULES.items() for kind in kinds
}
"""Every kind of document, with what makes one of plain data."""

ALSO = {"resolve": ("melee",), "rerolls": ("melee",), "scenario_length": ("scenario",)}
"""Other kinds that a command takes for its own: rolled dice may stand in a melee document."""


def document_from(data: Any, place: Place = nowhere, kind: str | None = None) -> Document:
    """The document that plain data stand for, by their ``kind``.

    Args:
        data: a mapping as in a file.
        place: the file and line of each path, for errors.
        kind: the only kind that will do; None where any will. Data that name no kind are of it.

    Raises:
        InputErrors: everything that is wrong.
    """
    given = data.get("kind", kind or "melee") if isinstance(data, Mapping) else kind or "melee"
    wanted = [kind, *ALSO.get(kind, ())] if kind else list(KINDS)
    if not isinstance(given, str) or given not in wanted:
        raise InputErrors([located(_other_kind(given, wanted), ("kind",), place)])
    return KINDS[kind or given](data, place)


def _other_kind(given: Any, wanted: Sequence[str]) -> InputError:
    """What is wrong with a kind that is none of those wanted."""
    words = excerpt(str(given))
    if given in list(KINDS):
        return InputError(
            f'"{words}" is not the kind of document wanted here: {" or ".join(wanted)}'
        )
    close = nearest(words, wanted)
    return InputError(
        f'unknown kind "{words}"',
        suggestion=f'did you mean "{close[0]}"?' if close else f"known: {', '.join(wanted)}",
    )


def place_in(source: Source) -> Place:
    """The file and line of each path of a document that was read."""

    def place(path: Path) -> tuple[str | None, int | None]:
        return source.file, source.line(path)

    return place


def load(stream_or_path: Readable, *, name: str | None = None) -> Iterator[Document]:
    """The documents of a file or a stream, validated one at a time.

    Args:
        stream_or_path: a path or a stream of YAML or JSON.
        name: what to call it in errors.

    Raises:
        InputError: it cannot be read.
        InputErrors: a document in it is not valid.
    """
    # Imported here: who has model lines or mappings has no use for YAML.
    from bushido_odds.documents.source import read

    for item in read(stream_or_path, name=name):
        if isinstance(item, InputError):
            raise item
        yield document_from(item.data, place_in(item))
