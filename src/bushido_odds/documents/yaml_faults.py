"""Faults of YAML grammar in words for a person, alike for both of PyYAML's parsers."""

from __future__ import annotations

import re
from typing import NamedTuple

import yaml

from bushido_odds.documents.plain_data import TOO_DEEP, excerpt

NO_ANCHORS = "anchors (&) and aliases (*) are not accepted"
NO_TAGS = "tags (!) are not accepted"

_QUOTE = 'text that holds ": ", " #" or brackets needs quotation marks'
_COLON = re.compile(r":(?:\s|$)")
_CONTENT = re.compile(r"\s*(?:- +)*([^\s#].*)")


class YamlFault(NamedTuple):
    """One fault: a complete sentence, the line counted from 0, and perhaps a way out."""

    message: str
    line: int
    hint: str | None = None


def starts_with(sign: str) -> str:
    """The way out where a sign at the start of a text means something else in YAML."""
    return f'text that starts with "{sign}" needs quotation marks'


def explain(error: yaml.MarkedYAMLError, text: str) -> YamlFault:
    """The fault behind an error of PyYAML's parser, on the line where a person would mend it.

    The two parsers differ in their wording but stop at the same characters, so the characters
    decide where they can.
    """
    problem, during = error.problem or "", error.context or ""
    index = error.problem_mark.index if error.problem_mark else 0
    start = error.context_mark.index if error.context_mark else index
    at, opening = text[index : index + 1], text[start : start + 1]
    line = text.count("\n", 0, min(index, len(text.rstrip())))
    start_line = text.count("\n", 0, start)

    if "nesting depth" in problem:
        return YamlFault(TOO_DEEP, line)
    if "anchor" in during or "alias" in during:
        return YamlFault(NO_ANCHORS, line, starts_with(opening))
    if "tag" in during or "tag" in problem:
        return YamlFault(NO_TAGS, line, starts_with("!"))
    if re.match(r"\s*%", text) and ("directive" in during or "<document start>" in problem):
        return YamlFault("directives (%) are not accepted", 0, starts_with("%"))
    if "tab character" in problem or ("cannot start any token" in problem and at == "\t"):
        return _invalid("a tab is used for indentation", line, "use spaces")
    if "cannot start any token" in problem:
        return _invalid(f'"{at}" has a meaning of its own here', line, starts_with(at))
    if "escape" in problem:
        return _invalid('a "\\" between double quotation marks must be written "\\\\"', line)
    if "block scalar" in during:
        advice = starts_with(opening)
        return _invalid(f'the text after "{opening}" must start on the next line', line, advice)
    if "quoted scalar" in during:
        return _invalid("the quotation marks opened on this line are never closed", start_line)
    if "could not find expected ':'" in problem:
        return _no_colon(text[start:].partition("\n")[0], start_line)
    if "mapping values are not allowed" in problem:
        return _misplaced_colon(text, index)
    if "entries are not allowed" in problem:
        return _invalid("a list must start on a line of its own", line, starts_with("- "))
    if "node content" in problem:
        return _invalid(f'a value is expected before "{at}"', line, _QUOTE)
    if "',' or" in problem:
        if not text[index:].strip() or (at == ":" and line > start_line):
            return _invalid(f'the "{opening}" on this line is never closed', start_line)
        return _invalid(f'a "," or a closing bracket is expected before "{at}"', line, _QUOTE)
    if "expected" in problem:  # a key, a "-", the end of a block or of the document
        return _misplaced(text, index, line)
    return _invalid(" ".join(problem.split()) or "it cannot be read", line)


def _invalid(message: str, line: int, hint: str | None = None) -> YamlFault:
    return YamlFault(f"not valid YAML: {message}", line, hint)


def _misplaced(text: str, index: int, line: int) -> YamlFault:
    """Something where nothing fits: after a closing sign, or too far to the left or right."""
    if (at := text[index : index + 1]) and at in "]}":
        return _invalid(f'the closing "{at}" has no opening one', line, _QUOTE)
    if (before := text[:index].rstrip(" ")[-1:]) and before in "]}":
        advice = starts_with("[" if before == "]" else "{")
        return _invalid(f'something follows the closing "{before}"', line, advice)
    if before and before in "\"'":
        return _invalid("something follows the closing quotation mark", line)
    return _invalid("the indentation does not fit the lines above", line)


def _misplaced_colon(text: str, index: int) -> YamlFault:
    """A colon that ends no key: a second on its line, or one after a line that lacks its own."""
    *above, row = text[:index].split("\n")
    line = len(above)
    if _COLON.search(row):
        return _invalid('a second ":" on one line', line, _QUOTE)
    for number in range(line - 1, -1, -1):
        if content := _CONTENT.match(above[number]):
            if _COLON.search(above[number]):
                break
            return _no_colon(content[1], number)
    if not above:
        return _invalid("a key is too long", line)
    return _invalid("the indentation does not fit the lines above", line)


def _no_colon(row: str, line: int) -> YamlFault:
    key = row.split()[0] if row.strip() else ""
    return _invalid(f'a ":" is expected after the key "{excerpt(key)}"', line)
