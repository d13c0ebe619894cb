"""A document with variants, given to the command of its kind: an answer for each of them."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from command import call, refused

DUEL = """\
active: "Goro: 3/0, wounds 6"
opponent: "Kairai Farmer: 1/1, wounds 5, Tough (1)"
variants:
  plain: {}
  Combo: {active.special: Combo Attack}
"""

EVERY = [
    ("melee", "melee", DUEL),
    ("ranged", "ranged", "shooter: 3 dice\ntarget: wounds 5\n"
     "variants: {a: {}, b: {range: long}}\n"),
    ("resolve", "resolve", "active: '[4 2]/[5]'\nopponent: '[5]/[4]'\n"
     "variants: {a: {}, b: {active.special: Combo Attack}}\n"),
    ("rerolls", "rerolls", "active: '[4 2]/[5], Prowess [Melee] 1'\nopponent: '[5]/[4]'\n"
     "variants: {a: {}, b: {active.strength: 1}}\n"),
    ("splits", "splits", "active: 2 dice\nopponent: 1 dice\n"
     "variants: {a: {}, b: {active.pool: 3}}\n"),
    ("rank", "rank", "active: 2 dice\nopponent: 1/1\nvariants: {a: {}, b: {active.pool: 3}}\n"),
    ("damage", "damage", "level: 3\nvariants: {a: {}, b: {armour: 2}}\n"),
    ("test challenge", "challenge", "dice: 2\nnumber: 6\nvariants: {a: {}, b: {dice: 3}}\n"),
    ("test fear", "fear", "ki: 2\nvalue: 6\nvariants: {a: {}, b: {ki: 3}}\n"),
    ("scenario length", "scenario_length", "length: Fixed (6)\nvariants: {a: {}, b: {turn: 2}}\n"),
    ("scenario odds", "scenario_odds", "length: Fixed (6)\nturn: 6\nopen: [{name: A, us: 1/2}]\n"
     "variants: {a: {}, b: {turn: 5}}\n"),
    ("samurai test", "samurai_test", "skill: 6\nvariants: {a: {}, b: {skill: 7}}\n"),
    ("samurai ki", "samurai_ki", "attacker: 5\ntarget: 5\nvariants: {a: {}, b: {target: 4}}\n"),
    ("samurai melee", "samurai_melee", "attacker: 'FS 6, body 5'\ntarget: 'FS 5, body 5'\n"
     "variants: {a: {}, b: {surprise: true}}\n"),
]  # fmt: skip


@pytest.mark.parametrize(("command", "kind", "text"), EVERY, ids=[case[0] for case in EVERY])
def test_every_command_answers_every_variant_as_batch_does(
    command: str, kind: str, text: str, tmp_path: Path
) -> None:
    file = tmp_path / "document.yaml"
    file.write_text(f"kind: {kind}\n{text}")
    answered = call(*command.split(), str(file), "--format", "jsonl")
    assert answered.code == 0, answered.err
    lines = [json.loads(line) for line in answered.out.splitlines()]
    assert len(lines) == 2
    batch = call("batch", str(file)).out
    assert lines == [json.loads(line) for line in batch.splitlines()]
    # The command's own kind need not be named.
    assert call(*command.split(), "-", "--format", "jsonl", stdin=text).out == answered.out


def test_flags_go_over_each() -> None:
    flags = ("--opponent-trait", "Armour 1", "--active-strength", "1", "--format", "jsonl")
    found = [json.loads(line) for line in call("melee", "-", *flags, stdin=DUEL).out.splitlines()]
    assert [one["name"] for one in found] == ["plain", "Combo"]
    assert [one["input"]["opponent"]["traits"] for one in found] == [
        ["Tough (1)", "Armour (1)"]
    ] * 2
    assert [one["input"]["active"]["special"] for one in found] == [None, "Combo Attack"]
    assert [one["input"]["active"]["strength"] for one in found] == [1, 1]


def test_rolled_dice_in_a_melee_document() -> None:
    text = "kind: melee\nactive: '[4 2]/[5]'\nopponent: '[5]/[4]'\n"
    text += "variants: {a: {}, b: {active.attack: [6]}}\n"
    found = call("resolve", "-", "--format", "jsonl", stdin=text)
    assert [json.loads(line)["input"]["active"]["attack"] for line in found.out.splitlines()] == [
        [4, 2],
        [6],
    ]


def test_faults_of_variants_have_their_place() -> None:
    text = DUEL + "  bad: {active.specal: Combo Attack}\n"
    assert "<stdin>:6: variants.bad" in refused("melee", "-", stdin=text)
    text = DUEL + "  bad: {active.special: Kombo Attack}\n"
    assert '<stdin>:6: active.special: unknown special "Kombo' in refused("melee", "-", stdin=text)
    assert "names with changes are needed" in refused(
        "melee", "-", stdin="active: 1/1\nopponent: 1/1\nvariants: 3\n"
    )
    assert "is not the kind of document wanted here" in refused(
        "splits", "-", stdin=f"kind: melee\n{DUEL}"
    )
