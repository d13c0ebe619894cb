"""JSON text: plain data as fast as the json module reads it, positions only when asked for."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from typing import NamedTuple, NoReturn, cast

from bushido_odds.documents.plain_data import (
    MAX_BYTES,
    MAX_DEPTH,
    MAX_DIGITS,
    MAX_NODES,
    NOT_FINITE,
    NOT_TEXT,
    TOO_DEEP,
    TOO_LARGE,
    TOO_MANY,
    Data,
    Path,
    RefusedNumberError,
    excerpt,
    finite_number,
    has_surrogates,
    path_text,
    size_in_bytes,
    whole_number,
)
from bushido_odds.errors import InputError

_STRING = r'"[^"\\\n]*+(?:\\.[^"\\\n]*+)*+"'
_TOKEN = re.compile(rf'{_STRING}|[\[\]{{}},:]|[^\s\[\]{{}},:"]+|"')
_SCALAR = re.compile(
    rf"(?:{_STRING}|true|false|null|-?(?:NaN|Infinity)|-?\d+(?:\.\d+)?(?:[eE][-+]?\d+)?)"
)
_SPACE = re.compile(r"[ \t\r\n]*")


def parse(text: str, file: str, first_line: int) -> Data:
    """The one JSON value that the text holds; `first_line` is the line the text starts on.

    Raises:
        InputError: the text is not JSON, breaks a limit, repeats a key, or holds a number or a
            string that is refused.
    """
    size = len(text)
    if size > MAX_BYTES // 4 and size_in_bytes(text) > MAX_BYTES:
        raise InputError(TOO_LARGE, file=file, line=first_line)
    # Counting is exact enough to clear nearly every text; only a suspect is scanned.
    if text.count("{") + text.count("[") > MAX_DEPTH:
        _refuse_deep(text, file, first_line)
    decoder = _CAREFUL if size > MAX_DIGITS else _FAST
    try:
        data = cast("Data", decoder.decode(text))
        if "\\u" in text:
            json.dumps(data, ensure_ascii=False).encode()
    except json.JSONDecodeError as error:
        message, at = _plain(error)
        line = first_line + text.count("\n", 0, at)
        raise InputError(f"not valid JSON: {message}", file=file, line=line) from None
    except ValueError:  # one of ours, a surrogate, or a number that int() will not read
        _explain(text, file, first_line)
    if size > MAX_NODES and sum(1 for _ in _walk(text)) > MAX_NODES:
        raise InputError(TOO_MANY, file=file, line=first_line)
    return data


def lines(text: str) -> dict[Path, int]:
    """The line of every place in JSON text that parses, counted from 0; a key's own for a key."""
    found: dict[Path, int] = {}
    for node in _walk(text):
        found.setdefault(node.path, node.line)
    return found


class ValueEnd:
    """Finds the end of one JSON value that may be spread over several lines.

    Only brackets and quotation marks are looked at; `parse` judges the rest.
    """

    BROKEN = -1
    UNFINISHED = -2

    def __init__(self) -> None:
        self._depth = 0

    def feed(self, line: str, at: int) -> int:
        """The offset after the value in this line, or UNFINISHED, or BROKEN beyond repair."""
        if not self._depth and (scalar := _SCALAR.match(line, at)):
            return scalar.end()
        for match in _TOKEN.finditer(line, at):
            token = match.group()
            if token in "[{":
                self._depth += 1
            elif not self._depth or token == '"':
                return self.BROKEN
            elif token in "]}":
                self._depth -= 1
            if not self._depth:
                return match.end()
            if self._depth > MAX_DEPTH:
                return self.BROKEN
        return self.UNFINISHED


def skip_space(line: str, at: int) -> int:
    """The offset of the next character that is not white space."""
    match = _SPACE.match(line, at)
    return match.end() if match else at


class _Node(NamedTuple):
    path: Path
    is_key: bool
    token: str
    line: int  # counted from 0


def _walk(text: str) -> Iterator[_Node]:
    """Every key and every value of JSON text that parses, in the order of the text."""
    steps: list[str | int | None] = []  # one for each open container; None: a key comes next
    line = at = 0
    for match in _TOKEN.finditer(text):
        token = match.group()
        line += text.count("\n", at, match.start())
        at = match.start()
        if token == ":":
            continue
        if token == ",":
            step = steps[-1]
            steps[-1] = step + 1 if isinstance(step, int) else None
        elif token in "]}":
            steps.pop()
        elif steps and steps[-1] is None:
            steps[-1] = _unquoted(token)
            yield _Node(_path(steps), True, token, line)
        else:
            yield _Node(_path(steps), False, token, line)
            if token in "[{":
                steps.append(0 if token == "[" else None)


def _path(steps: list[str | int | None]) -> Path:
    return tuple(step for step in steps if step is not None)


def _unquoted(token: str) -> str:
    return cast("str", json.loads(token)) if "\\" in token else token[1:-1]


class _RefusedError(ValueError):
    """Something that JSON allows and we do not; the text is then searched for its place."""


def _without_duplicates(pairs: list[tuple[str, Data]]) -> dict[str, Data]:
    mapping = dict(pairs)
    if len(mapping) != len(pairs):
        raise _RefusedError
    return mapping


def _constant(token: str) -> NoReturn:
    raise _RefusedError(token)


# A hook for integers costs a call for each; a text too short to break the limit goes without.
_FAST = json.JSONDecoder(
    object_pairs_hook=_without_duplicates, parse_constant=_constant, parse_float=finite_number
)
_CAREFUL = json.JSONDecoder(
    object_pairs_hook=_without_duplicates,
    parse_constant=_constant,
    parse_float=finite_number,
    parse_int=whole_number,
)


def _refuse_deep(text: str, file: str, first_line: int) -> None:
    depth = 0
    for match in _TOKEN.finditer(text):
        token = match.group()
        if token == '"':  # never closed: the decoder says so better
            return
        depth += (token in "[{") - (token in "]}")
        if depth > MAX_DEPTH:
            line = first_line + text.count("\n", 0, match.start())
            raise InputError(TOO_DEEP, file=file, line=line)


def _explain(text: str, file: str, first_line: int) -> NoReturn:
    """Raise the first fault that is not one of grammar, with its place."""
    keys: dict[Path, int] = {}
    for path, is_key, token, line in _walk(text):
        line += first_line
        message = ""
        if token[0] == '"':
            value = _unquoted(token)
            if is_key and path in keys:
                message = f'the key "{excerpt(value)}" is given twice, first on line {keys[path]}'
            elif has_surrogates(value):
                message = NOT_TEXT
            if is_key:
                keys[path] = line
        elif token.lstrip("-") in ("NaN", "Infinity"):
            message = NOT_FINITE
        elif token[0] in "-0123456789":
            try:
                whole_number(token) if token.lstrip("-").isdigit() else finite_number(token)
            except RefusedNumberError as error:
                message = str(error)
        if message:
            raise InputError(message, file=file, line=line, path=path_text(path))
    raise InputError("not valid JSON", file=file, line=first_line)


def _plain(error: json.JSONDecodeError) -> tuple[str, int]:
    """What is wrong with the grammar, in words for a person, and its offset."""
    text, at, kind = error.doc, error.pos, error.msg
    before, after = text[:at].rstrip(), text[at : at + 1]
    if kind.startswith("Invalid control character") and after not in "\r\n":
        return 'a tab or another control character in text must be an escape, as "\\t" is', at
    if kind.startswith(("Invalid control character", "Unterminated string")):
        return "the quotation marks opened on this line are never closed", at
    if kind.startswith("Invalid \\"):
        return 'a "\\" in text must be written "\\\\"', at
    if not text[at:].strip():
        return "it ends too early: a closing bracket or a value is missing", at
    # Python 3.13 stops at the comma, those before it at the bracket.
    if kind.startswith("Illegal trailing comma"):
        return "a comma stands before a closing bracket", at
    if before.endswith(",") and after in "]}":
        return "a comma stands before a closing bracket", len(before) - 1
    if kind.startswith("Expecting ':'"):
        key = re.search(rf"({_STRING})$", before[-200:])
        return 'a ":" is expected after the key' + (f" {excerpt(key[1])}" if key else ""), at
    if kind.startswith("Expecting ','"):
        return 'a "," or a closing bracket is expected', at
    if kind.startswith("Expecting property name"):
        return "a key in double quotation marks is expected", at
    if kind.startswith("Expecting value"):
        return "a value is expected (text needs double quotation marks)", at
    return "something follows the end of the value", at
