"""From files, streams and mappings to valid documents."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from importlib import import_module
from typing import TYPE_CHECKING, Any, TypeAlias

from bushido_odds.documents.damage import DamageDocument, damage_from
from bushido_odds.documents.faults import Path, Place, located, nowhere
from bushido_odds.documents.fields import CHOICES, TESTS
from bushido_odds.documents.melee import MeleeDocument, melee_from
from bushido_odds.documents.ranged import RangedDocument, ranged_from
from bushido_odds.documents.resolve import ResolveDocument, rerolls_from, resolve_from
from bushido_odds.documents.source import Readable, Source, read
from bushido_odds.documents.tests import TestDocument, tests_from
from bushido_odds.errors import InputError, InputErrors, nearest

if TYPE_CHECKING:
    from bushido_odds.documents.samurai import SamuraiDocument
    from bushido_odds.documents.scenario import AnyScenarioDocument
    from bushido_odds.documents.splits import ChoiceDocument

Document: TypeAlias = (
    "MeleeDocument | RangedDocument | ResolveDocument | DamageDocument | TestDocument"
    " | ChoiceDocument | AnyScenarioDocument | SamuraiDocument"
)


def _later(module: str, kind: str) -> Callable[[Any, Place], Document]:
    """What makes a document of a kind; its module is imported when it is wanted."""

    def make(data: Any, place: Place) -> Document:
        document: Document = import_module(module).MAKERS[kind](data, place)
        return document

    return make


_LATER = {
    "bushido_odds.documents.splits": CHOICES,
    "bushido_odds.documents.scenario": (
        "scenario",
        "scenario_length",
        "scenario_control",
        "scenario_score",
        "scenario_odds",
    ),
    "bushido_odds.documents.samurai": (
        "samurai_test",
        "samurai_opposed",
        "samurai_ki",
        "samurai_melee",
        "samurai_shoot",
    ),
}
"""Modules that an exchange, the usual document, has no use for, with the kinds they make."""

KINDS: Mapping[str, Callable[[Any, Place], Document]] = {
    "melee": melee_from,
    "ranged": ranged_from,
    "resolve": resolve_from,
    "rerolls": rerolls_from,
    "damage": damage_from,
    **{kind: tests_from(kind) for kind in TESTS},
    **{kind: _later(module, kind) for module, kinds in _LATER.items() for kind in kinds},
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
        close = nearest(str(given), wanted)
        fault = InputError(
            f'"{given}" is not the kind of document wanted here: {" or ".join(wanted)}',
            suggestion=f'did you mean "{close[0]}"?' if close else None,
        )
        raise InputErrors([located(fault, ("kind",), place)])
    return KINDS[kind or given](data, place)


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
    for item in read(stream_or_path, name=name):
        if isinstance(item, InputError):
            raise item
        yield document_from(item.data, place_in(item))
