"""The items of a model line, whatever game they belong to."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from bushido_odds.errors import InputError

MAX_LENGTH = 4000
"""Characters of one model line."""


def checked(line: str) -> str:
    """The line itself.

    Raises:
        InputError: it is longer than any model line.
    """
    if len(line) > MAX_LENGTH:
        raise InputError(f"a model line may have {MAX_LENGTH} characters, not {len(line)}")
    return line


def items(text: str, separator: str = ",") -> Iterator[str]:
    """The parts between separators that stand outside all brackets; empty ones are left out."""
    depth, start = 0, 0
    for place, character in enumerate(text):
        if character in "([":
            depth += 1
        elif character in ")]":
            depth -= 1
        elif character == separator and depth <= 0:
            yield from _nonempty(text[start:place])
            start = place + 1
    yield from _nonempty(text[start:])


def _nonempty(text: str) -> Iterator[str]:
    words = " ".join(text.split())
    if words:
        yield words


def put(model: dict[str, Any], name: str, value: Any, item: str) -> None:
    """Give a field its value.

    Raises:
        InputError: it has one already.
    """
    if name in model:
        raise InputError(f'{name.replace("_", " ")} is given twice ("{item}")')
    model[name] = value
