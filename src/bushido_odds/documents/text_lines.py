"""The lines of a stream: UTF-8, numbered, bounded, and able to be put back."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Sequence
from typing import IO

from bushido_odds.documents.plain_data import MAX_BYTES, has_surrogates
from bushido_odds.errors import InputError

_NOT_UTF_8 = "this is not UTF-8 text"
_SAVE_AS = "save the file as UTF-8"
_UTF_16_MARKS = (b"\xff\xfe", b"\xfe\xff")


class UnreadableError(InputError):
    """A stream cannot be read, or not any further: what is wrong is no document's fault."""


_MOST_SKIPPED = 64 * MAX_BYTES


def _nothing(size: int) -> bytes:
    """What is read of a stream that is given up."""
    return b""


class TextLines:
    """Gives the lines of a text or binary stream one by one, with their ends.

    A line longer than a document may be is cut just past that limit and the rest of it skipped,
    so no stream can fill the memory.

    Attributes:
        number: 1-based number of the line that `take` gave last.
    """

    def __init__(self, stream: IO[bytes] | IO[str], file: str) -> None:
        self.number = 0
        self._file = file
        self._readline: Callable[[int], bytes | str] = stream.readline
        self._again: deque[str] = deque()

    def take(self) -> str:
        """The next line; empty at the end of the stream.

        Raises:
            UnreadableError: the stream cannot be read on, or does not hold UTF-8 text.
        """
        self.number += 1
        if self._again:
            return self._again.popleft()
        try:
            # Four more: the last character, at most that long, may be cut in two and be dropped.
            raw = self._readline(MAX_BYTES + 4)
            cut = len(raw) > MAX_BYTES and raw[-1] not in (10, "\n")
            if cut:
                self._skip_line()
            line = raw if isinstance(raw, str) else raw.decode(errors="ignore" if cut else "strict")
        except UnicodeDecodeError as error:
            hint = _SAVE_AS
            if self.number == 1 and error.object.startswith(_UTF_16_MARKS):
                hint = f"it looks like UTF-16; {_SAVE_AS}"
            raise self._fault(_NOT_UTF_8, hint) from None
        except OSError as error:
            raise self._fault(os_fault(error)) from None
        if "\0" in line:
            raise self._fault("this is not a text file, or it is UTF-16 text", _SAVE_AS)
        if has_surrogates(line):
            raise self._fault(_NOT_UTF_8, _SAVE_AS)
        if not line:
            self.number -= 1
        # Programs on Windows start a file with a byte order mark, and files get joined.
        return line.lstrip("\ufeff") if line[:1] == "\ufeff" else line

    def put_back(self, lines: Sequence[str]) -> None:
        """Have these lines, the last ones given, given again."""
        for line in reversed(lines):
            self._again.appendleft(line)
        self.number -= len(lines)

    def _skip_line(self) -> None:
        """Skip to the end of a line; of one without an end no more than can be waited for."""
        skipped = 0
        while (rest := self._readline(MAX_BYTES)) and rest[-1] not in (10, "\n"):
            skipped += len(rest)
            if skipped > _MOST_SKIPPED:
                self._readline = _nothing

    def _fault(self, message: str, hint: str | None = None) -> UnreadableError:
        return UnreadableError(message, file=self._file, line=self.number, hint=hint)


def os_fault(error: OSError) -> str:
    """What the operating system objects to, in a sentence."""
    if isinstance(error, FileNotFoundError):
        return "there is no such file"
    if isinstance(error, IsADirectoryError):
        return "this is a directory, not a file"
    if isinstance(error, PermissionError):
        return "reading this file is not permitted"
    return f"the file cannot be read ({(error.strerror or 'input or output error').lower()})"
