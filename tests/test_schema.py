"""JSON Schemas: draft-07, shipped, true to what validation accepts, and of help while writing."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any
from urllib.parse import urlparse

import pytest
from jsonschema import Draft7Validator

from bushido_odds.documents.load import KINDS
from bushido_odds.documents.schema import MODELS, schema_of
from bushido_odds.documents.source import Source, read
from bushido_odds.many.files import SUFFIXES
from bushido_odds.many.shapes import schema
from bushido_odds.rules.notation import parse_special, parse_state, parse_trait
from bushido_odds.rules.specials import SPECIALS
from bushido_odds.rules.states import STATES
from bushido_odds.rules.traits import TRAITS
from command import call, refused

ROOT = Path(__file__).parent.parent
EXAMPLES = sorted(path for path in (ROOT / "examples").rglob("*.*") if path.suffix in SUFFIXES)

# Keywords of drafts after draft-07, which editors do not take.
LATER = {"$defs", "prefixItems", "unevaluatedProperties", "unevaluatedItems", "$dynamicRef"}
LATER |= {"dependentRequired", "dependentSchemas", "minContains", "maxContains", "$anchor"}


def nodes(schema: Any) -> Iterator[dict[str, Any]]:
    if isinstance(schema, dict):
        yield schema
        for value in schema.values():
            yield from nodes(value)
    elif isinstance(schema, list):
        for value in schema:
            yield from nodes(value)


def wrong(data: Any, kind: str) -> list[str]:
    return [error.message for error in Draft7Validator(schema(kind)).iter_errors(data)]


def test_every_kind_has_one() -> None:
    assert set(MODELS) == set(KINDS)
    assert call("schema", "--list").out.split() == sorted(["any", *KINDS])


def test_the_shipped_schemas_are_what_the_models_say() -> None:
    script = [sys.executable, str(ROOT / "docs" / "build_schemas.py"), "--check"]
    check = subprocess.run(script, capture_output=True, text=True)
    assert check.returncode == 0, check.stderr


@pytest.mark.parametrize("kind", ["any", *KINDS])
def test_they_are_of_draft_07(kind: str) -> None:
    found = schema(kind)
    assert found["$schema"] == "http://json-schema.org/draft-07/schema#"
    Draft7Validator.check_schema(found)
    for node in nodes(found):
        assert not LATER & node.keys()
        if "$ref" in node:
            assert node["$ref"].removeprefix("#/definitions/") in found["definitions"]


@pytest.mark.parametrize("path", EXAMPLES, ids=lambda path: path.name)
def test_they_accept_every_example(path: Path) -> None:
    for item in read(path):
        assert isinstance(item, Source)
        assert isinstance(item.data, dict)
        for kind in (item.data.get("kind", "melee"), "any"):
            assert wrong(item.data, kind) == [], (path.name, item.index)


SPELLINGS: list[dict[str, Any]] = [
    {"active": "1/1", "opponent": {"attack": 1, "defence": 1, "size": "LARGE"}},
    {"active": {"melee_pool": 4, "split": "2/1"}, "opponent": "1/1", "action": "stand_up"},
    {"active": {"melee_pool": 4, "split": [2, 1]}, "opponent": "1/1", "action": "Stand Up"},
    {"active": "1/1", "opponent": {"attack": 1, "defence": 1, "behind": {"size": "large"}}},
    {"active": "1/1", "opponent": {"attack": 1, "defence": 1, "behind": "terrain"}},
    {"active": "1/1", "opponent": "1/1", "assumed": ["active.wounds"]},
    {"active": "1/1", "opponent": "1/1", "variants": {"a": None, "b": {"active": "2/1"}}},
    {"opponent": "1/1", "variants": {"a": {"active": "2/1"}}},
    {
        "active": {"melee_pool": 4},
        "opponent": {"name": "B"},
        "variants": {"a": {"active.split": "4/0", "opponent.split": [1, 1]}},
    },
    {"active": {"melee_pool": 3, "attack": 2, "defence": 1}, "opponent": {"split": "1/1"}},
    {"active": "melee pool 3, split 2/1", "opponent": "1/1"},
    {"kind": "splits", "active": {"pool": 2}, "opponent": {"split": "1/1"}},
    {"kind": "rank", "active": "2 dice", "opponent": {"melee_pool": 2}},
    {"kind": "splits", "active": {}, "opponent": "1/1", "variants": {"a": {"active.pool": 2}}},
    {"kind": "ranged", "shooter": {"ranged_pool": 3}, "target": {}},
    {"kind": "ranged", "shooter": "3 dice", "target": "tiny", "friend": True},
    {"kind": "ranged", "shooter": "3 dice", "target": {}, "distance": '7"', "bands": "4/8/12"},
    {"kind": "ranged", "shooter": {"dice": 3}, "target": {}, "distance": 7.5, "bands": "4/8/12"},
    {"kind": "opposed", "active": 2, "opponent": {"dice": 3}},
    {"kind": "resolve", "active": "[4 2]/[5]", "opponent": {"attack": "[1]", "defence": [5]}},
    {"kind": "samurai_ki", "attacker": 5, "target": {"spirit": 4}},
    {"kind": "samurai_melee", "attacker": ["FS 6, body 5"], "target": "FS 5, body 5"},
]


@pytest.mark.parametrize("document", SPELLINGS, ids=str)
def test_they_accept_every_spelling_that_validation_does(document: dict[str, Any]) -> None:
    assert wrong(document, document.get("kind", "melee")) == []
    assert call("validate", "-", stdin=json.dumps(document)).code == 0


MISTAKES: list[dict[str, Any]] = [
    {"active": "1/1"},
    {"active": "1/1", "opponent": "1/1", "acton": "charge"},
    {"active": "1/1", "opponent": "1/1", "action": "run"},
    {"active": {"attack": 99, "defence": 1}, "opponent": "1/1"},
    {"active": {"melee_pool": 4}, "opponent": "1/1"},
    {"active": {"melee_pool": 4, "attack": 2}, "opponent": "1/1"},
    {"active": "1/1", "opponent": {"attack": 2}},
    {"kind": "splits", "active": {"wounds": 4}, "opponent": "2 dice"},
    {"kind": "rank", "active": "2 dice", "opponent": {}},
    {"kind": "ranged", "shooter": {"strength": 1}, "target": {}},
    {"active": {"attack": "2", "defence": 1}, "opponent": "1/1"},
    {"active": {"attack": 2, "defence": 1, "traits": "Tough"}, "opponent": "1/1"},
    {"active": {"attack": 2, "defence": 1, "prone": True}, "opponent": "1/1"},
    {"kind": "ranged", "shooter": "3 dice", "target": 5},
    {"kind": "challenge", "dice": 2},
    {"kind": "scenario_length", "turn": "soon", "length": "Fixed (6)"},
    {"active": "1/1", "opponent": "1/1", "variants": {"a": 3}},
]


@pytest.mark.parametrize("document", MISTAKES, ids=str)
def test_they_mark_what_is_wrong(document: dict[str, Any]) -> None:
    assert wrong(document, document.get("kind", "melee"))
    assert wrong(document, "any")
    assert call("validate", "-", stdin=json.dumps(document)).code == 1


def test_they_help_with_the_words_of_the_cards() -> None:
    words = {
        name: definition["anyOf"][0]["enum"]
        for name, definition in schema("melee")["definitions"].items()
        if name in ("trait", "special", "state")
    }
    assert words["special"] == list(SPECIALS)
    assert words["state"] == list(STATES)
    assert {parse_trait(word).trait.name for word in words["trait"]} == set(TRAITS)
    assert all(str(parse_trait(word)) == word for word in words["trait"])
    assert all(map(parse_special, words["special"]))
    assert all(map(parse_state, words["state"]))
    assert {"Tough (1)", "Prowess [Melee] (1)", "Kata", "Poison (1/1)"} <= set(words["trait"])
    side = schema("melee")["definitions"]["Combatant"]["properties"]
    assert side["traits"]["items"] == {"$ref": "#/definitions/trait"}
    assert {"$ref": "#/definitions/special"} in side["special"]["anyOf"]


@pytest.mark.parametrize("kind", KINDS)
def test_every_field_is_described(kind: str) -> None:
    found = schema_of(kind)
    for node in nodes(found):
        for name, value in node.get("properties", {}).items():
            only_required = all(set(way) == {"required"} for way in value.get("anyOf", [value]))
            if not only_required and set(value) - {"const"}:
                described = any("description" in inner for inner in nodes(value))
                assert described or "$ref" in value, name


# ---- the command


def test_the_command_prints_it_and_the_line_for_editors() -> None:
    answer = call("schema", "melee")
    assert answer.json == schema("melee")
    comment, line = answer.err.splitlines()
    assert comment == "The first line of a YAML file, for editors:"
    assert call("schema", "melee", "--first-line") == (0, f"{line}\n", "")
    uri = line.removeprefix("# yaml-language-server: $schema=")
    path = Path(urlparse(uri).path)
    assert json.loads(path.read_text(encoding="utf-8")) == schema("melee")


def test_a_file_that_is_written_is_named_as_given(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "schemas").mkdir()
    name = "./schemas/melee.json"
    line = f"# yaml-language-server: $schema={name}\n"
    answer = call("schema", "melee", "--output", name)
    assert (answer.code, answer.out) == (0, "")
    assert answer.err == f"The first line of a YAML file, for editors:\n{line}"
    assert json.loads((tmp_path / name).read_text(encoding="utf-8")) == schema("melee")
    assert (tmp_path / name).read_text(encoding="utf-8") == call("schema", "melee").out
    # The line alone writes nothing, so it can be had again for every document.
    (tmp_path / name).write_text("ours")
    assert call("schema", "melee", "--first-line", "--output", name) == (0, line, "")
    assert "there is such a file already" in refused("schema", "melee", "--output", name)
    assert (tmp_path / name).read_text() == "ours"
    assert call("schema", "melee", "--output", name, "--force").code == 0
    assert json.loads((tmp_path / name).read_text(encoding="utf-8")) == schema("melee")


def test_help_says_what_a_schema_cannot() -> None:
    assert "validate checks more than a schema can" in " ".join(
        call("schema", "--help").out.split()
    )


def test_without_a_kind_it_is_that_of_any_document() -> None:
    assert call("schema").json == schema("any")


def test_the_first_line_is_a_comment_to_everything_else() -> None:
    text = call("schema", "--first-line").out + "active: 1/1\nopponent: 1/1\n"
    assert call("validate", "-", stdin=text).code == 0


def test_an_unknown_kind_suggests() -> None:
    assert 'Did you mean "melee"?' in refused("schema", "mele")
    assert "Known: any, challenge" in refused("schema", "xyzzy")
