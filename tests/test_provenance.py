"""Results say what they were made of: input digest, version, rules edition."""

from __future__ import annotations

import hashlib
import json

import pytest

import bushido_odds as bo
from bushido_odds.provenance import digest
from command import call

DOCUMENTS = [
    {"active": "Hotaru: 2/1", "opponent": "Farmer: 1/1, Tough (1)"},
    {"kind": "ranged", "shooter": "3 dice", "target": "wounds 5"},
    {"kind": "challenge", "dice": 2, "number": 6},
    {"kind": "opposed", "active": 2, "opponent": 3},
    {"kind": "damage", "level": 3},
    {"kind": "resolve", "active": "[4 2]/[5]", "opponent": "[5 3]/[4]"},
    {"kind": "splits", "active": "A: 2 dice", "opponent": "B: 1 dice"},
    {"kind": "scenario_length", "length": "Fixed (6)"},
    {"kind": "samurai_test", "skill": 6},
]


@pytest.mark.parametrize("document", DOCUMENTS, ids=lambda d: d.get("kind", "melee"))
def test_every_result_can_be_had_again(document: dict[str, object]) -> None:
    result = bo.solve(document).to_dict()
    assert result["version"] == bo.__version__
    assert ("Risen Sun" in result["rules_edition"]) != result["kind"].startswith("samurai")
    canonical = json.dumps(
        result["input"], sort_keys=True, separators=(",", ":"), ensure_ascii=False
    )
    assert result["input_sha256"] == hashlib.sha256(canonical.encode()).hexdigest()
    assert bo.solve(result["input"]).to_dict() == result


def test_the_digest_depends_on_what_is_asked_and_not_on_how_it_is_written() -> None:
    line = bo.melee("Hotaru: 2/1, wounds 6", "Farmer: 1/1, wounds 5, Tough 1")
    spelt = bo.melee(
        {"name": "Hotaru", "defence": 1, "attack": 2, "wounds": 6},
        {"name": "Farmer", "attack": 1, "defence": 1, "wounds": 5, "traits": ["tough (1)"]},
    )
    other = bo.melee("Hotaru: 2/1, wounds 6", "Farmer: 1/1, wounds 5, Tough 2")
    assert digest(line.input) == digest(spelt.input) != digest(other.input)


def test_the_digest_of_a_known_text() -> None:
    expected = hashlib.sha256('{"a":1,"b":"ü"}'.encode()).hexdigest()
    assert digest({"b": "ü", "a": 1}) == expected


def test_the_command_prints_them() -> None:
    result = call("melee", "Hotaru: 2/1", "Farmer: 1/1", "--json").json
    assert len(result["input_sha256"]) == 64
