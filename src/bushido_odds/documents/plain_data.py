"""Plain data that a text may hold, its limits, and places in it."""

from __future__ import annotations

import json
import math
import re
from collections.abc import Sequence
from typing import TypeAlias

Data: TypeAlias = "bool | int | float | str | list[Data] | dict[str, Data] | None"
Path: TypeAlias = tuple[str | int, ...]

MAX_BYTES = 1 << 20
"""Size of one document, in bytes of UTF-8."""

MAX_DEPTH = 32
"""Lists and mappings inside one another."""

MAX_NODES = 100_000
"""Keys and values of one document, lists and mappings included."""

MAX_DIGITS = 1_000
"""Digits of a whole number."""

TOO_LARGE = "the document is larger than 1 MiB"
TOO_DEEP = f"lists and mappings are nested more than {MAX_DEPTH} deep"
TOO_MANY = f"the document has more than {MAX_NODES:,} keys and values"
NOT_FINITE = "a number must be finite: infinity and NaN are not accepted"
NOT_TEXT = "half of a surrogate pair (such as \\ud800) is not a character"

_PLAIN_KEY = re.compile(r"[^\s.\[\]\"']+")
_SURROGATE = re.compile("[\ud800-\udfff]")


class RefusedNumberError(ValueError):
    """A number that is not accepted; the message says why."""


def whole_number(text: str) -> int:
    """The integer that decimal text stands for; RefusedNumberError when it is too long."""
    # Measured before it is converted: the time of int() grows with the square of the digits.
    if len(text.lstrip("+-")) <= MAX_DIGITS:
        try:
            return int(text)
        except ValueError:  # the interpreter may be set to a lower limit than ours
            pass
    raise RefusedNumberError(f"a whole number has more than {MAX_DIGITS:,} digits")


def finite_number(text: str) -> float:
    """The float nearest to decimal text; RefusedNumberError when it is not finite."""
    number = float(text)
    if not math.isfinite(number):
        raise RefusedNumberError(NOT_FINITE)
    return number


def has_surrogates(text: str) -> bool:
    """Whether the text holds half of a surrogate pair, which UTF-8 cannot write."""
    return not text.isascii() and _SURROGATE.search(text) is not None


def size_in_bytes(text: str) -> int:
    """The size of the text in UTF-8."""
    return len(text) if text.isascii() else len(text.encode("utf-8", "surrogatepass"))


def excerpt(text: str, width: int = 60) -> str:
    """The text, its end replaced by an ellipsis where it is longer than `width` characters."""
    return text if len(text) <= width else text[: width - 1] + "…"


def path_text(path: Sequence[str | int]) -> str:
    """A place as a person reads it, such as `active.traits[1]`; empty for the whole document.

    A key that holds spaces, dots, brackets or quotation marks is written `["so"]`;
    a very long key is cut.
    """
    text = ""
    for step in path:
        if isinstance(step, int):
            text += f"[{step}]"
        elif _PLAIN_KEY.fullmatch(step):
            text += f".{excerpt(step)}" if text else excerpt(step)
        else:
            text += f"[{json.dumps(excerpt(step), ensure_ascii=False)}]"
    return text
