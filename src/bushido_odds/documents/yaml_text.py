"""YAML text: plain data under the YAML 1.2 core schema, without anchors, tags or merge keys."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import NoReturn

import yaml

from bushido_odds.documents.plain_data import (
    MAX_BYTES,
    MAX_DEPTH,
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
from bushido_odds.documents.yaml_faults import NO_ANCHORS, NO_TAGS, explain, starts_with
from bushido_odds.errors import InputError

LOADER: type = getattr(yaml, "CSafeLoader", yaml.SafeLoader)
"""The parser: libyaml's where PyYAML was built with it, ten times faster."""

_CONSTANTS: dict[str, bool | None] = {
    **dict.fromkeys(("", "~", "null", "Null", "NULL"), None),
    **dict.fromkeys(("true", "True", "TRUE"), True),
    **dict.fromkeys(("false", "False", "FALSE"), False),
}
# Stricter than the core schema, where 08 is 8 and 0x1F is 31: a person who writes those rarely
# means a count, and a string is then refused where a number is wanted.
_WHOLE = re.compile(r"[-+]?(?:0|[1-9][0-9]*)")
_FLOAT = re.compile(r"[-+]?(?:\.[0-9]+|(?:0|[1-9][0-9]*)(?:\.[0-9]*)?)(?:[eE][-+]?[0-9]+)?")
_NOT_FINITE = re.compile(r"[-+]?\.(?:inf|Inf|INF)|\.(?:nan|NaN|NAN)")
_CONTROL = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x84\x86-\x9f\ufffe\uffff]")


def parse(text: str, file: str, first_line: int) -> Data:
    """The one YAML document that the text holds; `first_line` is the line the text starts on.

    Raises:
        InputError: the text is not YAML, breaks a limit, repeats a key, has a key that is not a
            string, or uses an anchor, an alias, a tag or a number that is refused.
    """
    return _Builder(text, file, first_line).build()


def lines(text: str) -> dict[Path, int]:
    """The line of every place in YAML text that parses, counted from 0; a key's own for a key."""
    builder = _Builder(text, "", 0)
    builder.found = {}
    builder.build()
    builder.found.setdefault((), 0)  # where line ends are all there is, there is no node
    return builder.found


class _Container:
    """A list or a mapping that is still open."""

    __slots__ = ("data", "key", "key_lines")

    def __init__(self, data: list[Data] | dict[str, Data]) -> None:
        self.data = data
        self.key: str | int | None = None  # of the value being read; None in a mapping: key next
        self.key_lines: dict[str, int] = {}


class _Builder:
    """Builds data from parsing events, with a stack of its own: no depth can exhaust Python's."""

    def __init__(self, text: str, file: str, first_line: int) -> None:
        self.found: dict[Path, int] | None = None
        self._text = text
        self._file = file
        self._first_line = first_line
        self._open: list[_Container] = []
        self._line = first_line
        self._index = 0  # of the character that the line was counted to

    def build(self) -> Data:
        root: Data = None
        nodes = documents = 0
        for event in self._events():
            if isinstance(event, yaml.CollectionEndEvent):
                self._open.pop()
                self._end_value()
                continue
            if isinstance(event, yaml.DocumentStartEvent):
                documents += 1
                if documents > 1:
                    self._locate(event)
                    self._fail("not valid YAML: a second document starts without a --- line")
            if not isinstance(event, yaml.NodeEvent):
                continue
            self._locate(event)
            nodes += 1
            if nodes > MAX_NODES:
                self._fail(TOO_MANY, path="")
            value = self._value(event)
            if not self._open:
                root = value
            elif self._is_key(value):
                continue
            if self.found is not None:
                self.found.setdefault(self._path(), self._line)
            if isinstance(value, list | dict):
                if len(self._open) == MAX_DEPTH:
                    self._fail(TOO_DEEP, path="")
                self._open.append(_Container(value))
            else:
                self._end_value()
        return root

    def _events(self) -> Iterator[yaml.Event]:
        if size_in_bytes(self._text) > MAX_BYTES:
            self._fail(TOO_LARGE)
        if control := _CONTROL.search(self._text):
            self._line += self._text.count("\n", 0, control.start())
            self._fail("not valid YAML: it holds a control character")
        try:
            yield from yaml.parse(self._text, Loader=LOADER)
        except yaml.MarkedYAMLError as error:
            fault = explain(error, self._text)
            self._line = self._first_line + fault.line
            self._fail(fault.message, hint=fault.hint, path="")
        except (yaml.YAMLError, ValueError):
            # ValueError: PyYAML without libyaml lets that of chr() or int() through.
            self._fail("not valid YAML: a character or an escape is not accepted", path="")

    def _value(self, event: yaml.NodeEvent) -> Data:
        """The scalar, or the still empty container, that an event stands for."""
        if not isinstance(event, yaml.ScalarEvent | yaml.CollectionStartEvent):
            self._fail(NO_ANCHORS, hint=starts_with("*"))
        if event.anchor is not None:
            self._fail(NO_ANCHORS, hint=starts_with("&"))
        if event.tag is not None:
            self._fail(NO_TAGS, hint=starts_with("!"))
        if isinstance(event, yaml.CollectionStartEvent):
            return {} if isinstance(event, yaml.MappingStartEvent) else []
        text: str = event.value
        if event.implicit[0]:  # neither quoted nor a block
            return self._plain(text)
        if has_surrogates(text):
            self._fail(NOT_TEXT)
        return text

    def _plain(self, text: str) -> Data:
        """A plain scalar under the core schema."""
        if text in _CONSTANTS:
            return _CONSTANTS[text]
        if text[0] not in "+-.0123456789":
            return text
        try:
            if _WHOLE.fullmatch(text):
                return whole_number(text)
            if _FLOAT.fullmatch(text):
                return finite_number(text)
        except RefusedNumberError as error:
            self._fail(str(error))
        if _NOT_FINITE.fullmatch(text):
            self._fail(NOT_FINITE)
        return text

    def _is_key(self, value: Data) -> bool:
        """Take the value as the next key, if a key is next; else add it where it belongs."""
        top = self._open[-1]
        if isinstance(top.data, list):
            top.key = len(top.data)
            top.data.append(value)
            return False
        if top.key is not None:
            assert isinstance(top.key, str)
            top.data[top.key] = value
            return False
        if not isinstance(value, str):
            self._fail("a key must be text", hint="put it in quotation marks")
        first = top.key_lines.setdefault(value, self._line)
        top.key = value
        if value in top.data:
            self._fail(f'the key "{excerpt(value)}" is given twice, first on line {first}')
        top.data[value] = None
        if self.found is not None:
            self.found[self._path()] = self._line
        return True

    def _end_value(self) -> None:
        if self._open and isinstance(self._open[-1].data, dict):
            self._open[-1].key = None

    def _path(self) -> Path:
        return tuple(container.key for container in self._open if container.key is not None)

    def _locate(self, event: yaml.Event) -> None:
        mark = event.start_mark
        if mark is None:  # never so for a text that is parsed
            return
        # PyYAML's own count takes more characters for line ends than an editor does.
        self._line += self._text.count("\n", self._index, mark.index)
        self._index = mark.index

    def _fail(self, message: str, *, hint: str | None = None, path: str | None = None) -> NoReturn:
        path = path_text(self._path()) if path is None else path
        raise InputError(message, file=self._file, line=self._line, path=path, hint=hint)
