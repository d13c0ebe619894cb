"""Chances taken from other documents: ``{document: {...}, figure: outcome.opponent_out}``.

A document may stand inside another where a chance is asked for.  It is answered first, and the
figure that is named takes its place.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from fractions import Fraction
from typing import Any

from bushido_odds.documents.faults import Path, Place, located
from bushido_odds.documents.plain_data import path_text
from bushido_odds.errors import InputError, InputErrors, nearest

KEYS = frozenset({"document", "figure"})


def with_figures(data: Any, place: Place, path: Path = ()) -> tuple[Any, tuple[str, ...]]:
    """Data with every nested document replaced by the figure that is taken from it.

    Args:
        data: the data of a document.
        place: the file and line of each path, for errors.
        path: where the data stand.

    Returns:
        The data with fractions as text in place of nested documents, and a note for each of them.

    Raises:
        InputErrors: a nested document is not valid, or has no such figure.
    """
    if isinstance(data, Mapping):
        if "document" in data and data.keys() <= KEYS:
            return _figure(data, place, path)
        items: Iterator[tuple[str | int, Any]] = iter(data.items())
    elif isinstance(data, list):
        items = iter(enumerate(data))
    else:
        return data, ()
    inside = {step: with_figures(value, place, (*path, step)) for step, value in items}
    notes = tuple(note for _, found in inside.values() for note in found)
    plain = {step: value for step, (value, _) in inside.items()}
    return list(plain.values()) if isinstance(data, list) else plain, notes


def _figure(data: Mapping[str, Any], place: Place, path: Path) -> tuple[str, tuple[str, ...]]:
    # Imported here: what answers a document imports the documents.
    from bushido_odds.answer import answer
    from bushido_odds.documents.load import document_from

    inside = (*path, "document")
    try:
        document = document_from(data["document"], lambda deeper: place((*inside, *deeper)))
    except InputErrors as faults:
        raise InputErrors(_under(inside, fault) for fault in faults.errors) from None
    result = answer(document)
    words = data.get("figure")
    try:
        chance = figure(result, words)
    except InputError as fault:
        raise InputErrors([located(fault, (*path, "figure"), place)]) from None
    name = getattr(result, "name", None)
    of = f' of "{name}"' if name else ""
    where = path_text(path)
    remarks = (f"{where}: {note}" for note in getattr(result, "notes", ()))
    return str(chance), (f"{where}: {chance}, {words}{of}", *remarks)


def _under(path: Path, fault: InputError) -> InputError:
    """A fault of a nested document, under the path where that stands."""
    start = path_text(path)
    between = "" if not fault.path or fault.path.startswith("[") else "."
    return InputError(
        fault.message,
        file=fault.file,
        line=fault.line,
        path=f"{start}{between}{fault.path}",
        suggestion=fault.suggestion,
        hint=fault.hint,
    )


def figure(result: Any, words: Any) -> Fraction:
    """The chance that stands under a path in a result's JSON, such as ``outcome.opponent_out``.

    Raises:
        InputError: there is no such figure, or it is no chance.
    """
    exact = dict(_figures(result.to_dict(exact=True), result.to_dict(exact=False)))
    if isinstance(words, str) and words in exact:
        return exact[words]
    if words is None:
        raise InputError('"figure" is missing', hint='such as "figure: outcome.opponent_out"')
    close = nearest(str(words), exact)
    raise InputError(
        f'the result has no chance called "{words}"',
        suggestion=f'did you mean "{close[0]}"?' if close else None,
        hint=None if close else 'such as "outcome.opponent_out"',
    )


def _figures(
    exact: Mapping[str, Any], rounded: Mapping[str, Any], start: str = ""
) -> Iterator[tuple[str, Fraction]]:
    """Every chance of a result by its path: a fraction in one form and a float in the other.

    Means are numbers too, and are left out.
    """
    for key, value in exact.items():
        other = rounded[key]
        if isinstance(value, Mapping):
            yield from _figures(value, other, f"{start}{key}.")
        elif isinstance(value, str) and isinstance(other, float) and key != "mean":
            yield f"{start}{key}", Fraction(value)
