"""Exact odds for Bushido, the skirmish miniatures game by GCT Studios.

Two lines are enough::

    import bushido_odds as bo
    result = bo.melee("Hotaru: 3/0", "Kairai Farmer: 1/1, wounds 5, Tough (1)")

Every figure of a result is an exact ``fractions.Fraction``.  Bushido and its rules belong to GCT
Studios; this package is independent of them.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from bushido_odds.errors import BushidoOddsError, InputError, InputErrors
from bushido_odds.version import __version__

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from bushido_odds.answer import Result
    from bushido_odds.documents.load import Document
    from bushido_odds.documents.source import Readable
    from bushido_odds.odds.result import MeleeResult

__all__ = [
    "BushidoOddsError",
    "InputError",
    "InputErrors",
    "__version__",
    "load",
    "melee",
    "solve",
]

# What computes is imported on first use, so that importing the package costs next to nothing.


def melee(
    active: str | Mapping[str, Any], opponent: str | Mapping[str, Any], **options: Any
) -> MeleeResult:
    """The exact odds of one Melee Exchange.

    Args:
        active: the activating model, as a model line or a mapping as in a document.
        opponent: the other model.
        options: further fields of the document: ``action``, ``initiative`` ...

    Raises:
        InputErrors: everything that is wrong with the input.
    """
    from bushido_odds.answer import answer
    from bushido_odds.documents.melee import melee_from

    return answer(melee_from({"active": active, "opponent": opponent, **options}))


def solve(document: Mapping[str, Any] | Document) -> Result:
    """The exact odds that a document asks for.

    Args:
        document: a mapping as in a file, or a document from ``load``.

    Raises:
        InputErrors: everything that is wrong with the input.
    """
    from bushido_odds.answer import answer

    return answer(document)


def load(stream_or_path: Readable, *, name: str | None = None) -> Iterator[Document]:
    """The documents of a YAML or JSON file or stream, validated one at a time.

    Args:
        stream_or_path: a path or an open stream.
        name: what to call it in errors; its own name otherwise.

    Raises:
        InputError: it cannot be read.
        InputErrors: a document in it is not valid.
    """
    from bushido_odds.documents.load import load as load_documents

    return load_documents(stream_or_path, name=name)


def __dir__() -> list[str]:
    """What the library offers, without what its own code imports."""
    return __all__
