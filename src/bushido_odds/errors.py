"""The one family of errors, each a complete message for a person."""

from __future__ import annotations

import difflib
import re
from collections.abc import Iterable

_UNSAFE = re.compile(
    r"""
    (?:\x1b\[|\x9b)[0-?]*+[ -/]*+[@-~]                                  # CSI: colours, cursor moves
    | (?:\x1b[\]PX^_]|[\x90\x98\x9d-\x9f])[^\x07\x1b\x9c]*+(?:\x07|\x1b\\|\x9c)   # OSC, DCS …
    | \x1b[ -/]*+[0-~]                                                  # other escape sequences
    | [\x00-\x1f\x7f-\x9f]                                              # C0, DEL, C1
    | [\u202a-\u202e\u2066-\u2069]                                      # bidi overrides, isolates
    | [\u2028\u2029]                                                    # line separators
    """,
    re.VERBOSE,
)
_SURROGATES = re.compile("[\ud800-\udfff]")


def printable(text: str) -> str:
    """The text on one line, without anything that can steer a terminal.

    Control characters, whole escape sequences, bidi overrides and line separators are removed;
    a lone surrogate, which no terminal can be sent, becomes U+FFFD.
    """
    if text.isprintable():  # nothing of all that is
        return text
    return _SURROGATES.sub("\ufffd", _UNSAFE.sub("", text))


def nearest(word: str, candidates: Iterable[str], limit: int = 1) -> list[str]:
    """At most `limit` candidates that resemble the word, the best first, in their own spelling.

    Case does not matter. Empty when nothing is near enough to suggest.
    """
    spellings: dict[str, str] = {}
    for candidate in candidates:
        spellings.setdefault(candidate.casefold(), candidate)
    found = difflib.get_close_matches(word.casefold(), spellings, n=limit)
    return [spellings[folded] for folded in found]


class BushidoOddsError(ValueError):
    """Anything the package refuses; `str()` is a complete message for a person."""

    def __str__(self) -> str:
        return printable(super().__str__())


class InputError(BushidoOddsError):
    """One fault in what a person or a program wrote, with its place and a way out.

    Every part is stored as it is printed, free of control characters.

    Attributes:
        message: one plain sentence.
        file: display name of the text, or None.
        line: 1-based line, or None.
        path: place in the document, such as `active.traits[1]`; empty when it has none.
        suggestion: such as `did you mean "Prowess [Melee]"?`, or None.
        hint: such as a command to run, or None.
    """

    def __init__(
        self,
        message: str,
        *,
        file: str | None = None,
        line: int | None = None,
        path: str = "",
        suggestion: str | None = None,
        hint: str | None = None,
    ) -> None:
        self.message = printable(message)
        self.file = None if file is None else printable(file)
        self.line = line
        self.path = printable(path)
        self.suggestion = None if suggestion is None else printable(suggestion)
        self.hint = None if hint is None else printable(hint)
        super().__init__(self.message)

    def __str__(self) -> str:
        if self.file is not None:
            place = self.file if self.line is None else f"{self.file}:{self.line}"
        else:
            place = "" if self.line is None else f"line {self.line}"
        text = ": ".join(part for part in (place, self.path, self.message) if part)
        if self.suggestion:
            text += f"; {self.suggestion}"
        return f"{text}\n  {self.hint}" if self.hint else text


class InputErrors(BushidoOddsError):
    """Several faults of one document, in `errors`; `str()` lists them in order."""

    def __init__(self, errors: Iterable[InputError]) -> None:
        self.errors = tuple(errors)
        super().__init__(self.errors)

    def __str__(self) -> str:
        return "\n".join(map(str, self.errors))
