"""Reading texts into plain data: every promise of `documents.source`, and of `errors`."""

from __future__ import annotations

import io
import json
import pickle
import sys
import tracemalloc
import unicodedata
from pathlib import Path
from typing import Any

import pytest
import yaml
from hypothesis import given
from hypothesis import strategies as st

from bushido_odds.documents import yaml_text
from bushido_odds.documents.source import (
    MAX_BYTES,
    MAX_DEPTH,
    MAX_DIGITS,
    MAX_NODES,
    Source,
    path_text,
    read,
)
from bushido_odds.errors import BushidoOddsError, InputError, InputErrors, nearest, printable


@pytest.fixture(params=["libyaml", "python"])
def each_loader(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """Runs a test with both of PyYAML's parsers."""
    if request.param == "libyaml":
        if not yaml.__with_libyaml__:
            pytest.skip("PyYAML was built without libyaml")
        assert yaml_text.LOADER is yaml.CSafeLoader
    monkeypatch.setattr(
        yaml_text, "LOADER", yaml.CSafeLoader if request.param == "libyaml" else yaml.SafeLoader
    )


def items(text: str | bytes) -> list[Source | InputError]:
    stream = io.BytesIO(text) if isinstance(text, bytes) else io.StringIO(text)
    return list(read(stream, name="duel"))


def data(text: str | bytes) -> list[Any]:
    """The documents of a text that has no fault."""
    found = items(text)
    faults = [str(item) for item in found if isinstance(item, InputError)]
    assert not faults
    return [item.data for item in found if isinstance(item, Source)]


def outline(text: str | bytes) -> list[Any]:
    """The documents of a text, and `file:line` for each fault."""
    return [x.data if isinstance(x, Source) else f"{x.file}:{x.line}" for x in items(text)]


def source(text: str) -> Source:
    [item] = items(text)
    assert isinstance(item, Source)
    return item


def fault(text: str | bytes) -> InputError:
    [item] = items(text)
    assert isinstance(item, InputError), item
    return item


# --- streams and documents ----------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "documents"),
    [
        ("", []),
        ("\n\n# only a remark\n", []),
        ("---\n---\n# nothing\n---\n", []),
        ("kind: melee\n", [{"kind": "melee"}]),
        ("a: 1\n---\nb: 2\n---\n\n---\nc: 3\n...\n", [{"a": 1}, {"b": 2}, {"c": 3}]),
        ("--- # first\na: 1\n--- {b: 2}\n", [{"a": 1}, {"b": 2}]),
        ("%YAML 1.2\n---\na: 1\n", [{"a": 1}]),
        ("a: 1\r\n---\r\nb:\r\n  - x\r\n", [{"a": 1}, {"b": ["x"]}]),
        ("---\nnull\n", [None]),
        ('{"a": 1}\n{"b": 2}\n\n{"c": 3}', [{"a": 1}, {"b": 2}, {"c": 3}]),
        ('{"a": 1}\r\n{"b": 2}\r\n', [{"a": 1}, {"b": 2}]),
        ('{"a": 1} {"b":\n2}{"c": 3} [4]\n5 "x"\n', [{"a": 1}, {"b": 2}, {"c": 3}, [4], 5, "x"]),
        ('{\n  "a": [\n    1\n  ]\n}\n{\n  "b": 2\n}\n', [{"a": [1]}, {"b": 2}]),
        ('[\n{"a": 1},\n\n{"b": 2}\n]\n', [[{"a": 1}, {"b": 2}]]),
        ('{"a": 1}\n---\nb: 2\n---\n{"c": 3}\n', [{"a": 1}, {"b": 2}, {"c": 3}]),
        ('# made by hand\n{"a": 1}\n', [{"a": 1}]),
        ("{kind: melee, traits: [Kata]}\n", [{"kind": "melee", "traits": ["Kata"]}]),
        ("[Kata, Feint]\n", [["Kata", "Feint"]]),
    ],
)
@pytest.mark.parametrize("binary", [False, True])
def test_splits_streams(text: str, documents: list[Any], binary: bool) -> None:
    assert data(text.encode() if binary else text) == documents


def test_documents_are_numbered_and_named() -> None:
    found = items('{"a": 1}\n{"b"\n{"c": 3}\n')
    assert [item.file for item in found] == ["duel"] * 3
    assert [item.index for item in found if isinstance(item, Source)] == [0, 2]


def test_gives_a_document_before_it_reads_the_next() -> None:
    class Slow(io.BytesIO):
        lines_read = 0

        def readline(self, size: int | None = -1, /) -> bytes:
            self.lines_read += 1
            return super().readline(-1 if size is None else size)

    stream = Slow(b'{"a": 1}\n{"b": 2}\n---\nc: 3\n---\nd: 4\n')
    reader = read(stream)
    seen = []
    for item in reader:
        assert isinstance(item, Source)
        seen.append((item.data, stream.lines_read))
    assert seen == [({"a": 1}, 1), ({"b": 2}, 2), ({"c": 3}, 5), ({"d": 4}, 7)]
    assert not stream.closed


@pytest.mark.parametrize("line", [b'{"a": "xxxxxxxxxxxxxxxxxxxxxxxxxxxxx"}\n', b"a: xxxxx\n---\n"])
def test_memory_is_flat(line: bytes) -> None:
    stream = io.BytesIO(line * 20_000)
    for _ in read(io.BytesIO(line * 10)):  # what is loaded once does not count
        pass
    tracemalloc.start()
    count = sum(isinstance(item, Source) for item in read(stream))
    _, peak = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert count == 20_000
    assert peak < 100_000


def test_reads_a_path_and_names_it(tmp_path: Path) -> None:
    path = tmp_path / "duel.yaml"
    path.write_bytes(b"\xef\xbb\xbfname: Sh\xc5\x8d\r\n")
    for given_path in (path, str(path)):
        [item] = read(given_path)
        assert isinstance(item, Source)
        assert (item.data, item.file, item.line(["name"])) == ({"name": "Shō"}, str(path), 1)


def test_names_standard_input() -> None:
    raw = io.BytesIO(b"a: 1")
    raw.name = "<stdin>"
    assert [item.file for item in read(raw)] == ["<stdin>"]
    raw = io.BytesIO(b"a: 1")
    raw.name = 0
    assert [item.file for item in read(raw)] == ["<stdin>"]
    assert [item.file for item in read(io.StringIO("a: 1"))] == ["<text>"]


# --- positions ----------------------------------------------------------------------------------

YAML_DUEL = """\
# a remark
kind: melee

active:
  name: Hotaru
  traits:
  - Kata
  - Feint
opponent: {name: Aya,
  attack: 1}
"""
JSON_DUEL = """\

{ "kind": "melee",

"active": {
  "name": "Hotaru",
  "traits": [
    "Kata",
    "Fe\\u0069nt"
    ]}, "opponent": { "name": "Aya",
  "att\\u0061ck" : 1}
}
"""


@pytest.mark.parametrize("text", [YAML_DUEL, JSON_DUEL, YAML_DUEL.replace("\n", "\r\n")])
def test_positions(text: str, each_loader: None) -> None:
    for before, extra in (("", 0), ("a: 1\n---\n", 2)):
        *_, item = items(before + text)
        assert isinstance(item, Source)
        lines = {
            ("kind",): 2,
            ("active",): 4,
            ("active", "name"): 5,
            ("active", "traits"): 6,
            ("active", "traits", 0): 7,
            ("active", "traits", 1): 8,
            ("active", "traits", 2): 6,  # not there: the deepest place that is
            ("active", "absent", 3): 4,
            ("opponent", "name"): 9,
            ("opponent", "attack"): 10,
            ("absent",): 2,
            (): 2,
        }
        assert {path: item.line(path) for path in lines} == {
            path: line + extra for path, line in lines.items()
        }


def test_positions_of_json_that_shares_a_line_or_has_tabs() -> None:
    first, second = items('\n{"a": 1} {\n\t"b": [2,\n3]}\n')
    assert isinstance(first, Source)
    assert isinstance(second, Source)
    assert (first.line(["a"]), second.line(["b"]), second.line(["b", 1])) == (2, 3, 4)


def test_positions_are_counted_as_an_editor_does(each_loader: None) -> None:
    assert source('a: "x\u2028y\x85z"\nb: 2\n').line(["b"]) == 2
    assert source("\u2028\ufeff").line([]) == 1


def test_data_without_a_text_has_no_position() -> None:
    assert Source({"a": 1}, "<mapping>", 0).line(["a"]) is None


@pytest.mark.parametrize(
    ("path", "text"),
    [
        ([], ""),
        (["active", "traits", 1], "active.traits[1]"),
        ([0, "a"], "[0].a"),
        (["stand up", "x.y", "", 'q"'], '["stand up"]["x.y"][""]["q\\""]'),
        (["défense"], "défense"),
        (["k" * 100], "k" * 59 + "…"),
    ],
)
def test_path_text(path: list[str | int], text: str) -> None:
    assert path_text(path) == text


# --- YAML 1.2 -----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("scalar", "value"),
    [
        *[(word, word) for word in ("no", "yes", "on", "off", "NO", "y", "n")],
        *[(word, word) for word in ("08", "010", "1:30", "1_000", "0x1F", "0o17", "0b1", "08.5")],
        *[(word, word) for word in ("2026-01-31", "1e", "--1", "+", ".", "e5", "<<", "=")],
        *[(word, word) for word in ("NaN", "inf", "nULL", "tRUE", "1/2", "3 dice", "１")],
        *[(word, None) for word in ("null", "Null", "NULL", "~", "")],
        *[(word, True) for word in ("true", "True", "TRUE")],
        *[(word, False) for word in ("false", "False", "FALSE")],
        *[("3", 3), ("-3", -3), ("+1", 1), ("0", 0), ("-0", 0)],
        *[("1.5", 1.5), ("1.", 1.0), (".5", 0.5), ("-.5e3", -500.0), ("1e3", 1000.0), ("0.0", 0.0)],
        *[('"3"', "3"), ("'true'", "true"), ('""', ""), ("|\n  3", "3")],
    ],
)
def test_core_schema(scalar: str, value: Any, each_loader: None) -> None:
    [document] = data(f"key: {scalar}")
    assert document == {"key": value}
    assert type(document["key"]) is type(value)


def test_merge_key_is_a_key_like_any_other(each_loader: None) -> None:
    assert data("<<: {a: 1}\nb: 2\n") == [{"<<": {"a": 1}, "b": 2}]


# --- faults in one document ---------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("a: 1\n---\nb: [\n---\nc: 3\n", [{"a": 1}, "duel:3", {"c": 3}]),
        ("a: 1\na: 2\n---\nc: 3\n", ["duel:2", {"c": 3}]),
        ('{"a": 1}\n{bad json}\n{"c": 3}\n', [{"a": 1}, "duel:2", {"c": 3}]),
        ('{bad json}\n{"c": 3}\n', ["duel:1", {"c": 3}]),
        ('{"a": 1}\nnonsense here\n{"c": 3}\n', [{"a": 1}, "duel:2", {"c": 3}]),
        ('{"a": 1}\n{"a": 1, "a": 2}\n{"c": 3}\n', [{"a": 1}, "duel:2", {"c": 3}]),
        ('{"a": 1\n{"b": 2}\n{"c": 3}\n', ["duel:1", {"b": 2}, {"c": 3}]),
        ('{"a": [1,\n{"b": 2}\n{"c": 3}\n', ["duel:1", {"b": 2}, {"c": 3}]),
        ('{"a":\n{"b": 2}\n{"c": 3}\n', ["duel:1", {"b": 2}, {"c": 3}]),
        ('{"a":\n\n{"b": 2}\n', ["duel:1", {"b": 2}]),
        ('{"a": 1}\n{"a":\n{"b":\n{"c": 3}\n', [{"a": 1}, "duel:2", "duel:3", {"c": 3}]),
        ('{"a": 1, "b":\n{"c": "x\n{"d": 3}\n', ["duel:1", "duel:2", {"d": 3}]),
        ('{"a":\n "b,\n{"c": 3}\n', ["duel:2", {"c": 3}]),
        ('{"a": "x\n{"b": 2}\n', ["duel:1", {"b": 2}]),
        ('{"a": [1}\n{"b": 2}\n', ["duel:1", {"b": 2}]),
        ("[1, 2\n[3]\n", ["duel:1", [3]]),
        ('{\n "a": "x,\n "b": 2\n}\n{"c": 3}\n', ["duel:2", {"c": 3}]),
        ('{"a": 1\n---\nb: 2\n', ["duel:1", {"b": 2}]),
        ('{"a": {"b": {\n', ["duel:1"]),
        ("[" * 40 + '\n{"b": 2}\n', ["duel:1", {"b": 2}]),
        ('{\n "a": "x}\n , "b": 2\n}\n{"c": 3}\n', ["duel:2", {"c": 3}]),
        ('{"a": [\n{"b": 2\n}\n{"c": 3}\n', ["duel:1", {"b": 2}, {"c": 3}]),
        ('{"a": [\n{"b": NaN}', ["duel:1", "duel:2"]),
        ('{"a": "x\n{"b": 2}\nnonsense\n', ["duel:1", {"b": 2}, "duel:3"]),
    ],
)
def test_goes_on_after_a_fault(text: str, expected: list[Any]) -> None:
    assert outline(text) == expected


@pytest.mark.parametrize(
    ("text", "line", "message"),
    [
        ("kind: melee\nattack\n", 2, 'a ":" is expected after the key "attack"'),
        ("a:\n  attack 3\n  b: 0\n", 2, 'a ":" is expected after the key "attack"'),
        ("a: Foo: bar\n", 1, 'a second ":" on one line'),
        ("a:\n    b: 1\n  c: 0\n", 3, "the indentation does not fit the lines above"),
        ("a: foo\n  b: 3\n", 2, "the indentation does not fit the lines above"),
        ("a:\n\tb: 1\n", 2, "a tab is used for indentation"),
        ("a: 1\nb: [x\nc: 2\n", 2, 'the "[" on this line is never closed'),
        ("a: [x, y [z] (1)]\n", 1, 'a "," or a closing bracket is expected before "["'),
        ("a: [4 2]/[5]\n", 1, 'something follows the closing "]"'),
        ("[a]]\n", 1, 'the closing "]" has no opening one'),
        ('\na: "x\nb: 1\n', 2, "the quotation marks opened on this line are never closed"),
        ("a: 'x' y\n", 1, "something follows the closing quotation mark"),
        ('a: "\\q"\n', 1, 'a "\\" between double quotation marks must be written "\\\\"'),
        ("a: @x\n", 1, '"@" has a meaning of its own here'),
        ("a: - x\n", 1, "a list must start on a line of its own"),
        ("a: |x\n", 1, 'the text after "|" must start on the next line'),
        ("a: }\n", 1, 'a value is expected before "}"'),
        ("x" * 2000 + ": 1\n", 1, "a key is too long"),
        ("a: 1\n\nb: \x01\n", 3, "it holds a control character"),
        ("a: 1\r---\rb: 2\r", 1, "a second document starts without a --- line"),
    ],
)
def test_yaml_faults_in_plain_words(text: str, line: int, message: str, each_loader: None) -> None:
    found = fault(text)
    assert (found.line, found.message) == (line, f"not valid YAML: {message}")


@pytest.mark.parametrize("text", ["%TAG ! x:\n", "%FOO\n", "%TAG ! x:\n---\na: 1\n"])
def test_directives_are_refused(text: str, each_loader: None) -> None:
    found = items(text)[0]
    assert isinstance(found, InputError)
    assert (found.line, found.message) == (1, "directives (%) are not accepted")


@pytest.mark.parametrize(
    ("text", "line", "message"),
    [
        ('{"a": 1,}', 1, "a comma stands before a closing bracket"),
        ('{"a": [1,\n]}', 1, "a comma stands before a closing bracket"),
        ('{\n"a" 1}', 2, 'a ":" is expected after the key "a"'),
        ('{"a": 1\n"b": 2}', 2, 'a "," or a closing bracket is expected'),
        ('{"a": 1, b: 2}', 1, "a key in double quotation marks is expected"),
        ('{"a": nope}', 1, "a value is expected (text needs double quotation marks)"),
        ('{"a": "\\q"}', 1, 'a "\\" in text must be written "\\\\"'),
        ('{\n\n"a": "x\n"}', 3, "the quotation marks opened on this line are never closed"),
        ('{"a": "x\ty"}', 1, "a tab or another control character in text"),
        ('{"a": {\n"b": 1}\n', 2, "it ends too early"),
        ('{"a": "' + "[" * 50, 1, "the quotation marks opened on this line are never closed"),
    ],
)
def test_json_faults_in_plain_words(text: str, line: int, message: str) -> None:
    found = fault(text)
    assert found.line == line
    assert found.message.startswith(f"not valid JSON: {message}")


@pytest.mark.parametrize(
    "text",
    [
        "a:\n  b: 1\n  c: 2\n  b: 3\n",
        '{"a":\n{"b": 1,\n"c": 2,\n"b": 3}}',
        'a: {"b": 1,\n\n\n"b": 3}',
    ],
)
def test_duplicate_keys(text: str, each_loader: None) -> None:
    found = fault(text)
    first = 1 if text.startswith("a: {") else 2
    assert str(found) == f'duel:4: a.b: the key "b" is given twice, first on line {first}'


def test_duplicate_keys_however_written() -> None:
    assert "given twice" in fault('{"a": 1, "\\u0061": 2}').message
    assert "given twice" in fault('a: 1\n"\\x61": 2\n').message


@pytest.mark.parametrize(
    "key", ["1", "1.5", "true", "null", "~", "[a]", "{a: b}", "? [a]\n", "? # nothing\n"]
)
def test_keys_must_be_text(key: str, each_loader: None) -> None:
    found = fault(f"x: y\n{key}: 1\n")
    assert found.message == "a key must be text"
    assert found.line in (2, 3)  # an empty key stands where its ":" does
    assert data("no: 1\n08: 2\n'1': 3\n") == [{"no": 1, "08": 2, "1": 3}]


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("a: &x 1", "anchors (&)"),
        ("a: &x [1]", "anchors (&)"),
        ("a: *x", "anchors (&)"),
        ("a: &x [1]\nb: *x", "anchors (&)"),
        ("*x : 1", "anchors (&)"),
        ("a: & x", "anchors (&)"),
        ("a: !!str 1", "tags (!)"),
        ("a: !local x", "tags (!)"),
        ("a: ! x", "tags (!)"),
        ("!!map {a: 1}", "tags (!)"),
        ("a: !!python/object:os.system []", "tags (!)"),
        ("a: !x!y z", "tags (!)"),
    ],
)
def test_anchors_aliases_and_tags_are_refused(text: str, message: str, each_loader: None) -> None:
    found = fault(text)
    assert found.message.startswith(message)
    assert found.line == 1
    assert found.hint


@pytest.mark.parametrize(
    "text",
    [
        *['{"a": NaN}', '{"a": Infinity}', '{"a": -Infinity}', '{"a": 1e999}', '{"a": -1e999}'],
        *["a: .inf", "a: -.INF", "a: +.Inf", "a: .nan", "a: .NaN", "a: 1e999", "a: -1.5e999"],
    ],
)
def test_numbers_must_be_finite(text: str, each_loader: None) -> None:
    found = fault(text)
    assert (found.path, found.line) == ("a", 1)
    assert found.message.startswith("a number must be finite")


@pytest.mark.parametrize("form", ['{{"b": 0, "a": {0}}}', "b: 0\na: {0}"])
@pytest.mark.parametrize("sign", ["", "-"])
def test_long_integers(form: str, sign: str, each_loader: None) -> None:
    longest = sign + "9" * MAX_DIGITS
    assert data(form.format(longest)) == [{"b": 0, "a": int(longest)}]
    for more in (1, 10_000):
        found = fault(form.format(longest + "9" * more))
        assert (found.path, found.message) == ("a", "a whole number has more than 1,000 digits")


@pytest.mark.parametrize("form", ['{{"a": {0}}}', "a: {0}"])
def test_long_integers_under_a_strict_interpreter(form: str) -> None:
    before = sys.get_int_max_str_digits()
    sys.set_int_max_str_digits(640)
    try:
        found = fault(form.format("9" * 700))
    finally:
        sys.set_int_max_str_digits(before)
    assert (found.path, found.message) == ("a", "a whole number has more than 1,000 digits")


def test_lone_surrogates(each_loader: None) -> None:
    for text in ('{"a": "\\ud800"}', '{"\\udfff": 1}', '{"a": "\\ude00\\ud83d"}', 'a: "\\ud800"'):
        assert fault(text).line == 1
    assert data('{"a": "\\ud83d\\ude00"}') == [{"a": "😀"}]
    assert data('a: "\\U0001F600 😀"') == [{"a": "😀 😀"}]
    assert "UTF-8" in str(fault("a: \udcff"))


def test_escapes_beyond_unicode(each_loader: None) -> None:
    assert fault('a: "\\U00110000"').line == 1


# --- limits -------------------------------------------------------------------------------------


def test_size_limit() -> None:
    for start, end in (('{"a": "', '"}'), ("a: ", ""), ('{\n"a":\n"', '"\n}'), ("[\n", "]")):
        room = MAX_BYTES - len(start + end)
        fill = " " if start == "[\n" else "x"
        assert len(data(start + fill * room + end)) == 1
        for one_too_many in (fill * (room + 1), "é" * (room // 2 + 1)):
            if fill == " " and one_too_many[0] != " ":
                continue
            [found, after] = items(f"{start}{one_too_many}{end}\n---\nb: 1\n".encode())
            assert str(found) == "duel:1: the document is larger than 1 MiB"
            assert isinstance(after, Source)


@pytest.mark.parametrize(
    "line",
    [
        "a: " + "é" * MAX_BYTES,
        '{"a": "' + "é" * MAX_BYTES + '"}',
        '{"a": "' + "{" * 3 * MAX_BYTES + '"}',
        '{"a": 1} ' * 200_000,
    ],
)
def test_size_limit_of_a_line(line: str) -> None:
    assert outline(f'{line}\n---\n{{"b": 1}}\n'.encode()) == ["duel:1", {"b": 1}]


@pytest.mark.parametrize(
    ("first", "line"),
    [
        (b"a:\n", b"- " + b"x" * 65_000 + b"\n"),
        (b"[\n", b'"' + b"x" * 65_000 + b'",\n'),
        (b"x", b"x"),
    ],
)
def test_memory_is_bounded(first: bytes, line: bytes) -> None:
    class Flood(io.BytesIO):
        """20 MiB in lines, or many times that on a line that does not end."""

        left = 320

        def readline(self, size: int | None = -1, /) -> bytes:
            assert size is not None
            assert 0 < size < MAX_BYTES + 10
            self.left -= 1
            more = line if line.endswith(b"\n") else line * (size // len(line))
            return super().readline(size) or (more if self.left > 0 else b"")

    tracemalloc.start()
    [found] = read(Flood(first), name="duel")
    _, peak = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert str(found) == "duel:1: the document is larger than 1 MiB"
    assert peak < 8 * MAX_BYTES


@pytest.mark.parametrize("opening", ["[", '{"a":', "- ", "{a: ", "a: [", "[{"])
def test_depth_limit(opening: str, each_loader: None) -> None:
    found = fault(opening * 100_000)
    assert found.message == "lists and mappings are nested more than 32 deep"


@pytest.mark.parametrize("form", ["{0}", "- {0}", '{{"a": {0}}}'])
def test_greatest_depth(form: str, each_loader: None) -> None:
    outer = 0 if form == "{0}" else 1
    inner = MAX_DEPTH - outer
    assert len(data(form.format("[" * inner + "]" * inner))) == 1
    assert "32 deep" in fault(form.format("[" * (inner + 1) + "]" * (inner + 1))).message
    # Brackets in text do not count.
    assert len(data(form.format('["' + "[{" * 50 + '"]'))) == 1


@pytest.mark.parametrize("form", ['{{"a": [{0}]}}', "a: [{0}]"])
def test_node_limit(form: str, each_loader: None) -> None:
    room = MAX_NODES - 3  # the mapping, its key and the list
    assert len(data(form.format(",".join("1" * room)))) == 1
    assert fault(form.format(",".join("1" * (room + 1)))).message == (
        "the document has more than 100,000 keys and values"
    )


# --- streams that cannot be read ----------------------------------------------------------------


@pytest.mark.parametrize(
    "raw",
    [
        "kind: melee".encode("utf-16"),
        "kind: melee".encode("utf-16-le"),
        '{"kind": "melee"}'.encode("utf-16-be"),
        "kind: melee".encode("utf-32"),
        "name: Shōgun".encode().replace(b"\xc5\x8d", b"\xc5"),
        "name: défense".encode("latin-1"),
        b"\x1f\x8b\x08\x00\x00",
        b"\x89PNG\r\n\x1a\n\x00\x00",
        b"name: \x00",
        b"a: \xed\xa0\x80",
        b"a: \xf8\x88\x80\x80\x80",
    ],
)
def test_only_utf_8_text(raw: bytes) -> None:
    found = fault(raw)
    assert found.file == "duel"
    assert found.line
    assert "UTF-8" in str(found)
    if raw[:2] == b"\xff\xfe":
        assert "it looks like UTF-16" in str(found)


def test_bad_bytes_end_the_stream() -> None:
    assert outline(b'{"a": 1}\n{"b": "\xff"}\n{"c": 3}\n') == [{"a": 1}, "duel:2"]
    wrapped = io.TextIOWrapper(io.BytesIO(b"a: \xff\n"), encoding="utf-8")
    [found] = read(wrapped)
    assert "UTF-8" in str(found)


def test_byte_order_marks_of_utf_8() -> None:
    assert data(b'\xef\xbb\xbf{"a": 1}\n\xef\xbb\xbf{"b": 2}\n') == [{"a": 1}, {"b": 2}]
    assert data(b"\xef\xbb\xbf") == []
    assert data("\ufeff\ufeff---\na: 1\n") == [{"a": 1}]


def test_paths_that_cannot_be_read(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(*_: object) -> None:
        raise PermissionError(13, "Permission denied")

    missing = tmp_path / "missing.yaml"
    assert list(map(str, read(missing))) == [f"{missing}: there is no such file"]
    assert list(map(str, read(tmp_path))) == [f"{tmp_path}: this is a directory, not a file"]
    assert list(map(str, read("nul\0l"))) == ["null: there is no such file"]
    [too_long] = read("x" * 5000)
    assert "(file name too long)" in str(too_long)
    monkeypatch.setattr("builtins.open", refuse)
    assert list(map(str, read("duel.yaml"))) == ["duel.yaml: reading this file is not permitted"]


def test_a_stream_that_fails_on_the_way() -> None:
    class Failing(io.BytesIO):
        def readline(self, size: int | None = -1, /) -> bytes:
            line = super().readline(-1 if size is None else size)
            if not line:
                raise OSError(5, "Input/output error")
            return line

    [first, second] = read(Failing(b'{"a": 1}\n'), name="duel")
    assert isinstance(first, Source)
    assert str(second) == "duel:2: the file cannot be read (input/output error)"


# --- errors -------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("parts", "text"),
    [
        ({}, "wrong"),
        ({"file": "f"}, "f: wrong"),
        ({"line": 7}, "line 7: wrong"),
        ({"path": "a[1]"}, "a[1]: wrong"),
        ({"file": "f", "line": 7, "path": "a"}, "f:7: a: wrong"),
        ({"suggestion": "did you mean x?"}, "wrong; did you mean x?"),
        ({"hint": "try y"}, "wrong\n  try y"),
        (
            {"file": "f", "line": 7, "path": "a", "suggestion": "x?", "hint": "y"},
            "f:7: a: wrong; x?\n  y",
        ),
    ],
)
def test_input_error_text(parts: dict[str, Any], text: str) -> None:
    error = InputError("wrong", **parts)
    assert str(error) == text
    assert isinstance(error, BushidoOddsError)
    assert isinstance(error, ValueError)
    for name in ("file", "line", "path", "suggestion", "hint"):
        assert getattr(error, name) == parts.get(name, "" if name == "path" else None)
    assert str(pickle.loads(pickle.dumps(error))) == text


def test_input_errors_text() -> None:
    errors = InputErrors(InputError(word) for word in ("one", "two"))
    assert [error.message for error in errors.errors] == ["one", "two"]
    assert str(errors) == "one\ntwo"
    assert isinstance(errors, BushidoOddsError)
    assert str(pickle.loads(pickle.dumps(errors))) == "one\ntwo"


def test_no_message_steers_a_terminal() -> None:
    nasty = "\x1b[31mred\x1b]0;title\x07\n\u202e"
    error = InputError(nasty, file=nasty, line=1, path=nasty, suggestion=nasty, hint=nasty)
    assert str(error) == "red:1: red: red; red\n  red"
    assert (error.message, error.hint) == ("red", "red")
    assert str(BushidoOddsError(nasty)) == "red"
    [found] = read(io.StringIO('{"\\u001b[2Jx": 1, "\\u001b[2Jx": 2}'), name="\x1b[1mname")
    assert str(found) == 'name:1: ["\\u001b[2Jx"]: the key "x" is given twice, first on line 1'


@pytest.mark.parametrize(
    ("text", "clean"),
    [
        ("plain – ō 😀", "plain – ō 😀"),
        ("a\x1b[1;31mb\x1b[0m", "ab"),
        ("a\x9b31mb", "ab"),
        ("a\x1b]8;;http://x\x1b\\b\x1b]8;;\x07", "ab"),
        ("a\x1bPq#0\x1b\\b", "ab"),
        ("a\x1b(Bb\x1bcd", "abd"),
        ("a\x1b", "a"),
        ("a\x1b]open", "aopen"),
        ("a\x00\t\r\n\x07\x7f\x85b", "ab"),
        ("a\u2028\u2029b", "ab"),
        ("a\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069b", "ab"),
        ("a\ud800b", "a\ufffdb"),
    ],
)
def test_printable(text: str, clean: str) -> None:
    assert printable(text) == clean


@given(st.text(st.characters() | st.sampled_from("\x1b[]m;\x07\\\x9b\u202e")))
def test_printable_leaves_nothing_unsafe(text: str) -> None:
    clean = printable(text)
    assert not [c for c in clean if unicodedata.category(c) in ("Cc", "Cs", "Zl", "Zp")]
    assert not set(clean) & set("\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069")
    assert printable(clean) == clean


def test_nearest() -> None:
    words = ("Prowess [Melee]", "Prowess [Ranged]", "Tough", "Feint")
    assert nearest("prowes [melee]", words) == ["Prowess [Melee]"]
    assert nearest("PROWES [Melee]", words, limit=2) == ["Prowess [Melee]", "Prowess [Ranged]"]
    assert nearest("tuogh", iter(words)) == ["Tough"]
    assert nearest("xyz", words) == []


# --- properties ---------------------------------------------------------------------------------

TEXT = st.text(st.characters(exclude_categories=["Cs"]), max_size=20)
SCALARS = (
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False, allow_infinity=False)
)
VALUES = st.recursive(
    SCALARS | TEXT,
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(TEXT, inner, max_size=4),
    max_leaves=15,
)
CONTAINERS = st.lists(VALUES, max_size=4) | st.dictionaries(TEXT, VALUES, max_size=4)


def same(left: object, right: object) -> bool:
    """Equal, and of equal types: 1, 1.0 and True differ, and so do 0.0 and -0.0."""
    return repr(left) == repr(right)


@given(VALUES, st.sampled_from([None, 0, 2, "\t"]), st.booleans())
def test_json_round_trip(value: Any, indent: int | str | None, ascii_only: bool) -> None:
    text = json.dumps(value, indent=indent, ensure_ascii=ascii_only)
    [back] = data(text.encode())
    assert same(back, value)


@given(st.lists(CONTAINERS, max_size=5), st.sampled_from(["\n", "\r\n", " ", ""]))
def test_json_stream_round_trip(values: list[Any], separator: str) -> None:
    assert same(data(separator.join(map(json.dumps, values))), values)


class Dumper(yaml.SafeDumper):
    """Writes strings in quotation marks: PyYAML's rules for doing without are those of YAML 1.1."""

    def ignore_aliases(self, data: object) -> bool:
        return True


Dumper.add_representer(
    str, lambda dumper, text: dumper.represent_scalar("tag:yaml.org,2002:str", text, style='"')
)


@given(st.lists(CONTAINERS, max_size=4), st.sampled_from([None, False, True]))
def test_yaml_round_trip(values: list[Any], flow: bool | None) -> None:
    text = yaml.dump_all(
        values, Dumper=Dumper, default_flow_style=flow, explicit_start=True, sort_keys=False
    )
    assert same(data(text), values)


@given(st.dictionaries(st.sampled_from("abcde"), VALUES, min_size=1), st.booleans())
def test_every_key_has_its_line(value: dict[str, Any], as_json: bool) -> None:
    lines = []
    for key, inner in value.items():
        # YAML has no escapes for surrogate pairs.
        lines.append(f"{json.dumps(key)}: {json.dumps(inner)}".replace("\\ud", "?"))
    text = "{\n" + ",\n".join(lines) + "\n}" if as_json else "\n" + "\n".join(lines)
    item = source(text)
    assert [item.line([key]) for key in value] == list(range(2, 2 + len(value)))


@given(st.binary(max_size=300))
def test_random_bytes(raw: bytes) -> None:
    assert all(isinstance(item, Source | InputError) for item in items(raw))


FRAGMENTS = (
    *("{", "}", "[", "]", '{"', '"', "'", ":", ": ", ",", "- ", "? ", "\n", "\n", "  ", "\t", "\r"),
    *("---", "...", "---\n", "#", " #", "%", "&", "*", "!", "|", ">", "\\", "\\u", "d800", "\x85"),
    *(
        "a",
        "b",
        "1",
        "08",
        "-",
        ".",
        "e9",
        "true",
        "null",
        "NaN",
        ".inf",
        "<<",
        "é",
        "\u2028",
        "\ufeff",
    ),
)


@given(st.lists(st.sampled_from(FRAGMENTS), max_size=60).map("".join))
def test_random_syntax(text: str) -> None:
    for item in items(text.encode()):
        if isinstance(item, Source):
            assert item.line([]) is not None
            json.dumps(item.data, ensure_ascii=False, allow_nan=False).encode()
        else:
            assert item.message
            assert item.line is not None
            assert 1 <= item.line <= text.count("\n") + 1
            rows = str(item).split("\n")
            assert rows == [printable(row) for row in rows]
