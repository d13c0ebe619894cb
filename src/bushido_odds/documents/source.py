"""Reads what a person or a program wrote: plain data, where it stands, and plain faults.

Nothing here knows the game. A stream holds YAML documents separated by `---` lines, or JSON values:
one a line, several on a line, or spread over lines. What starts as JSON does (a bracket and then a
quotation mark, a number or another bracket) is JSON; all else is YAML. JSON whose end a fault hides
ends before the next line that starts with a bracket, and its fault stands above that line.
"""

from __future__ import annotations

import os
import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from typing import IO, NamedTuple, TypeAlias

from bushido_odds.documents import json_text, yaml_text
from bushido_odds.documents.plain_data import (
    MAX_BYTES,
    MAX_DEPTH,
    MAX_DIGITS,
    MAX_NODES,
    Data,
    Path,
    path_text,
    size_in_bytes,
)
from bushido_odds.documents.text_lines import TextLines, UnreadableError, os_fault
from bushido_odds.errors import InputError

__all__ = [
    "MAX_BYTES",
    "MAX_DEPTH",
    "MAX_DIGITS",
    "MAX_NODES",
    "Data",
    "Path",
    "Readable",
    "Source",
    "UnreadableError",
    "path_text",
    "read",
]

Readable: TypeAlias = str | os.PathLike[str] | IO[bytes] | IO[str]

_MARKER = re.compile(r"(?:---|\.\.\.)(?:\s|$)")
_BARE_MARKER = re.compile(r"(?:---|\.\.\.)\s*(?:#.*)?$")
_BLANK = re.compile(r"\s*+(?:#.*)?$|%YAML\s")
# A flow mapping or list of YAML, such as {kind: melee}, does not start like this.
_JSON = re.compile(
    r"""\s*+(?:\{\s*+(?:["}]|$)|\[\s*+(?:[\[\]{"\d-]|(?:true|false|null)\b|$)|"(?:[^"\\]|\\.)*+"\s*$)"""
)
_CONTINUED = (",", ":", "[")


class _Syntax(NamedTuple):
    parse: Callable[[str, str, int], Data]
    lines: Callable[[str], dict[Path, int]]


_JSON_SYNTAX = _Syntax(json_text.parse, json_text.lines)
_YAML_SYNTAX = _Syntax(yaml_text.parse, yaml_text.lines)


@dataclass(frozen=True, slots=True)
class Source:
    """One document as plain data, and where each part of it stands.

    Attributes:
        data: the document.
        file: display name of what it was read from.
        index: 0-based number of the document in its stream, faulty ones counted.
    """

    data: Data
    file: str
    index: int
    _text: str = field(default="", repr=False, compare=False)
    _first_line: int = field(default=1, repr=False, compare=False)
    _syntax: _Syntax | None = field(default=None, repr=False, compare=False)

    @property
    def size(self) -> int:
        """The characters of the text that it was read from."""
        return len(self._text)

    def line(self, path: Sequence[str | int]) -> int | None:
        """The 1-based line of the deepest existing place on a path; a key's own line for a key.

        None for data that was not read from a text.
        """
        if self._syntax is None:
            return None
        lines = _lines(self._text, self._syntax)
        for length in range(len(path), -1, -1):
            line = lines.get(tuple(path[:length]))
            if line is not None:
                return self._first_line + line
        return None


def read(stream_or_path: Readable, *, name: str | None = None) -> Iterator[Source | InputError]:
    """The documents of a file or a stream, each as soon as it has been read.

    A document with a fault gives an InputError in its place, and reading goes on after it. A fault
    that ends the stream (no such file, not UTF-8 text) gives an UnreadableError, as the last item:
    nothing is raised. A stream that was passed in stays open.

    Args:
        stream_or_path: a path, or a stream; a binary one, such as `sys.stdin.buffer`, is read as
            UTF-8 whatever the locale.
        name: display name; the path, the stream's own name or `<text>` when left out.
    """
    if isinstance(stream_or_path, str | os.PathLike):
        file = os.fspath(stream_or_path) if name is None else name
        try:
            with _open(stream_or_path, file) as stream:
                yield from _Documents(stream, file).read()
        except InputError as fault:
            yield fault
        return
    if name is None:
        name = getattr(stream_or_path, "name", None)
        name = "<stdin>" if name == 0 else name
    file = name if isinstance(name, str) else "<text>"
    yield from _Documents(stream_or_path, file).read()


def _open(path: str | os.PathLike[str], file: str) -> IO[bytes]:
    try:
        return open(path, "rb")
    except OSError as error:
        raise UnreadableError(os_fault(error), file=file) from None
    except ValueError:  # a null byte, or a character that no file name can hold
        raise UnreadableError("there is no such file", file=file) from None


def _from_bracket(rows: Sequence[str]) -> Sequence[str]:
    """The rows from the first on that starts as a line of JSON does: its faults are its own."""
    first = next((place for place, row in enumerate(rows) if row[:1] in ("{", "[")), len(rows))
    return rows[first:]


@lru_cache(maxsize=1)
def _lines(text: str, syntax: _Syntax) -> dict[Path, int]:
    # One document's worth: a document with one fault often has several.
    return syntax.lines(text)


class _Documents:
    """Splits a stream into documents and parses each."""

    def __init__(self, stream: IO[bytes] | IO[str], file: str) -> None:
        self._lines = TextLines(stream, file)
        self._file = file
        self._count = 0
        self._lost = False  # in JSON that is damaged: where its value ends is unknown

    def read(self) -> Iterator[Source | InputError]:
        try:
            yield from self._read()
        except InputError as fault:
            yield fault

    def _read(self) -> Iterator[Source | InputError]:
        in_json = False  # until the next marker: a damaged line of JSON is not tried as YAML
        while line := self._lines.take():
            first = line[0]
            if first in "-." and _MARKER.match(line):
                in_json = self._lost = False
                if _BARE_MARKER.match(line):
                    continue
            if self._lost:
                if first not in "{[":
                    continue
                self._lost = False
            if (in_json and first == "{") or _JSON.match(line):
                in_json = True
                yield from self._json(line)
            elif _BLANK.match(line):
                continue
            elif in_json:
                yield from self._json(line)
            else:
                yield self._yaml(line)

    def _json(self, line: str) -> Iterator[Source | InputError]:
        """The value on a line of JSON, which is the common case; or whatever else starts there."""
        number = self._lines.number
        try:
            data = json_text.parse(line, self._file, number)
        except InputError:
            yield from self._json_values(line)
        else:
            self._count += 1
            yield Source(data, self._file, self._count - 1, line, number, _JSON_SYNTAX)

    def _json_values(self, line: str) -> Iterator[Source | InputError]:
        """The values that start on a line; the last of them may go on over the next lines."""
        if size_in_bytes(line) > MAX_BYTES:
            yield self._parsed(_JSON_SYNTAX, line, self._lines.number)
            self._lost = True
            return
        at = json_text.skip_space(line, 0)
        while at < len(line):
            number, opening = self._lines.number, line[at]
            value_end = json_text.ValueEnd()
            rows: list[str] = []
            size = 0
            end = value_end.feed(line, at)
            while end == value_end.UNFINISHED:
                rows.append(line[at:])
                size += size_in_bytes(rows[-1])
                line, at = self._next_row(rows) if size <= MAX_BYTES else "", 0
                end = value_end.feed(line, 0) if line else value_end.BROKEN
            if end == value_end.BROKEN:
                rows.append(line[at:])
                again = rows[1:] if opening == "{" and size <= MAX_BYTES else []
                own = rows[: len(rows) - len(_from_bracket(again))]
                yield self._parsed(_JSON_SYNTAX, "".join(own).rstrip(), number)
                self._lost = opening in "{[]},:"
                # What followed a damaged line may be lines of JSON in their own right.
                self._lines.put_back([row for row in again if row])
                return
            yield self._parsed(_JSON_SYNTAX, "".join([*rows, line[at:end]]), number)
            at = json_text.skip_space(line, end)

    def _next_row(self, rows: list[str]) -> str:
        """The next line of a JSON value; empty where the stream ends or another value starts."""
        line = self._lines.take()
        if not line or line[0] not in "{[-.":
            return line
        previous = next((row for row in reversed(rows) if not row.isspace()), "").rstrip()
        if _MARKER.match(line) or (line[0] in "{[" and not previous.endswith(_CONTINUED)):
            self._lines.put_back([line])
            return ""
        return line

    def _yaml(self, line: str) -> Source | InputError:
        """The YAML document that starts on a line and ends before a marker or a line of JSON."""
        number = self._lines.number
        rows: list[str] = []
        size = 0
        syntax = _YAML_SYNTAX
        while line:
            if size <= MAX_BYTES:  # more of it is not worth the memory: it will be refused
                rows.append(line)
            size += size_in_bytes(line)
            previous, line = line, self._lines.take()
            if line.startswith('{"') and not previous.rstrip().endswith(_CONTINUED):
                if rows[0][0] == "{":
                    syntax = _JSON_SYNTAX
                break
            if _MARKER.match(line):
                break
        self._lines.put_back([line] if line else [])
        return self._parsed(syntax, "".join(rows), number)

    def _parsed(self, syntax: _Syntax, text: str, number: int) -> Source | InputError:
        self._count += 1
        try:
            data = syntax.parse(text, self._file, number)
        except InputError as fault:
            return fault
        return Source(data, self._file, self._count - 1, text, number, syntax)
