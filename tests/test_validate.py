"""`validate`: every fault of every file, with its position."""

from __future__ import annotations

import csv
import io
import json
from pathlib import Path

import pytest

from command import call, refused

BAD = """\
active: "A: 2/1, Tuogh 1"
opponent:
  attack: 99
  defence: x
  foo: 1
---
active: 1/1
opponent: 1/1
---
kind: ranged
shooter: {dice: 3, traits: [Perce]}
---
a: [
"""
PLACES = [
    *((1, "active"), (3, "opponent.attack"), (4, "opponent.defence"), (5, "opponent.foo")),
    *((11, "shooter.traits[0]"), (10, "target")),
]


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "bad.yaml").write_text(BAD)
    (tmp_path / "good.jsonl").write_text('{"active": "1/1", "opponent": "1/1"}\n' * 3)
    (tmp_path / "worse.json").write_text("{")
    return tmp_path


def test_every_fault_of_every_file_with_its_place(folder: Path) -> None:
    answer = call("validate", str(folder), "--format", "json")
    assert answer.code == 1
    found = json.loads(answer.out)
    assert found["valid"] is False
    bad, good, worse = found["files"]
    assert (bad["documents"], good["documents"], worse["documents"]) == (4, 3, 1)
    assert good["faults"] == []
    places = [(fault["line"], fault["path"]) for fault in bad["faults"]]
    assert sorted(places[:-1]) == sorted(PLACES)
    assert places[-1][0] == 13
    assert bad["faults"][0]["suggestion"] == 'did you mean "Tough"?'
    assert "ends too early" in worse["faults"][0]["message"]
    assert answer.err == "8 documents in 3 files: 8 faults in 2 files\n"


def test_lines_that_editors_can_follow(folder: Path) -> None:
    lines = call("validate", str(folder / "bad.yaml")).out.splitlines()
    start = f"{folder / 'bad.yaml'}:"
    assert lines[0].startswith(f'{start}1: active: unknown word "Tuogh 1"')
    assert lines[0].endswith('did you mean "Tough"?\tbushido-odds vocabulary tough')
    assert len(lines) == 7
    assert all(line.startswith(start) for line in lines)


def test_rows_of_csv_a_fault_each(folder: Path) -> None:
    text = call("validate", str(folder), "--format", "csv").out
    assert text.startswith("file,line,path,message,suggestion,hint\n")
    rows = list(csv.DictReader(io.StringIO(text)))
    assert len(rows) == 8
    assert rows[0]["suggestion"] == 'did you mean "Tough"?'
    assert rows[0]["hint"] == "bushido-odds vocabulary tough"
    assert (rows[1]["line"], rows[1]["path"]) == ("3", "opponent.attack")
    assert rows[1]["message"] == "99 is beyond the limit: 0 to 12"


def test_nothing_wrong(folder: Path) -> None:
    answer = call("validate", str(folder / "good.jsonl"))
    assert answer == (0, "", "3 documents in 1 file: nothing wrong\n")
    assert call("validate", str(folder / "good.jsonl"), "--json").json["valid"] is True
    head = "file,line,path,message,suggestion,hint\n"
    assert call("validate", str(folder / "good.jsonl"), "--format", "csv").out == head


def test_only_documents_are_counted(folder: Path) -> None:
    (folder / "latin.yaml").write_bytes(b"active: 1/1\nopponent: 1/1\n---\nactive: \xe9\n")
    names = ("good.jsonl", "nowhere.yaml", "latin.yaml")
    answer = call("validate", *(str(folder / name) for name in names))
    assert answer.err == "4 documents in 3 files: 2 faults in 2 files\n"
    assert answer.out.splitlines() == [
        f"{folder / 'nowhere.yaml'}: there is no such file",
        f"{folder / 'latin.yaml'}:4: this is not UTF-8 text\tsave the file as UTF-8",
    ]


@pytest.mark.parametrize("flag", ["-v", "--explain", "--exact"])
def test_no_option_that_would_do_nothing(folder: Path, flag: str) -> None:
    assert "No such option" in refused("validate", str(folder), flag)
    assert "No such option" in refused("vocabulary", "prow", flag)
    assert "No such option" in refused("samurai", "vocabulary", flag)


def test_standard_input_and_patterns(folder: Path) -> None:
    assert call("validate", "-", stdin=BAD).err == "4 documents in 1 file: 7 faults in 1 file\n"
    assert "<stdin>:3: opponent.attack" in call("validate", "-", stdin=BAD).out
    assert call("validate", str(folder / "*.jsonl")).code == 0
    assert "no file matches" in refused("validate", str(folder / "*.txt"))


def test_a_file_without_a_document_is_a_fault(tmp_path: Path) -> None:
    (tmp_path / "empty.yaml").write_text("# nothing\n")
    answer = call("validate", str(tmp_path / "empty.yaml"), "nowhere.yaml")
    assert answer.code == 1
    assert "there is no document in it" in answer.out
    assert "nowhere.yaml: there is no such file" in answer.out


def test_faults_that_variants_share_are_told_once() -> None:
    text = "active: '1/1, Tuogh'\nopponent: 1/1\nvariants:\n  a: {}\n  b: {}\n"
    text += "  c: {active.attak: 3}\n  d: {opponent.special: Kombo}\n"
    answer = call("validate", "-", "--json", stdin=text)
    faults = json.loads(answer.out)["files"][0]["faults"]
    assert [fault["line"] for fault in faults] == [1, 6, 7]
    assert answer.err == "1 document in 1 file: 3 faults in 1 file\n"


def test_every_example_of_the_project_is_valid() -> None:
    examples = Path(__file__).parent.parent / "examples"
    answer = call("validate", str(examples))
    assert answer.code == 0, answer.out
