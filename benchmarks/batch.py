"""A batch of typical exchanges in fresh processes, beside the bare cost of reading and writing it.

Typical: the models of two warbands against each other, in all their splits, with the specials of
their weapons, hurt or not, standing or not.  Every document is another.
"""

from __future__ import annotations

import json
import os
import random
import tempfile
from collections.abc import Iterator
from pathlib import Path
from time import process_time
from typing import Any, NamedTuple

from benchmarks.table import Row, duration, times
from benchmarks.timing import Processes, processes

MANY = 20_000
REACH = 2_000
"""Exchanges a second a core."""


class Card(NamedTuple):
    """A model as its card has it."""

    name: str
    pool: int
    wounds: int
    strength: int
    traits: tuple[str, ...]
    specials: tuple[str, ...] = ()


OURS = (
    Card("Hotaru", 3, 6, 0, ("Kata", "Prowess [Melee] (1)"), ("Combo Attack", "Push Attack")),
    Card("Goro", 4, 7, 1, ("Strong", "Tough (1)"), ("Combo Attack", "Powerful Attack")),
    Card("Kenko", 4, 6, 0, ("Parry (1)",), ("Combo Attack", "Slam Attack")),
    Card("Aya", 3, 5, 0, ("Dodge (1)",), ("Sidestep Attack",)),
    Card("Chiyo", 2, 5, -1, ("Reach",), ("Sidestep Defence",)),
    Card("Hagane", 4, 6, 1, ("Armour (2)",), ("Counterstrike Defence",)),
    Card("Akio", 4, 5, 0, ("Feint (1)", "Last Stand"), ("Critical Attack",)),
    Card("Takeji", 3, 6, 1, ("Brutal (1)",)),
    Card("Minuro", 3, 7, 2, ("Sharp (1)",), ("Powerful Attack",)),
    Card("Ren", 2, 4, 0, ()),
)
THEIRS = (
    Card("Kairai Farmer", 2, 5, 0, ("Tough (1)",)),
    Card("Armoured Kairai", 3, 6, 1, ("Tough (1)", "Armour (1)"), ("Powerful Attack",)),
    Card("Yama Uba", 4, 7, 1, ("Prowess [Attack] (1)",), ("Critical Attack",)),
    Card("Oni", 3, 9, 3, ("Strong", "Slow"), ("Sweep Attack",)),
    Card("Bakemono", 1, 3, -1, ()),
    Card("Wanyudo", 3, 6, 0, ("Tough (2)",)),
    Card("Captain", 4, 6, 1, ("Armour (1)", "Parry (1)"), ("Counterstrike Defence",)),
    Card("Monk", 4, 6, 0, ("Dodge (1)", "Prowess [Defence] (1)"), ("Throw Defence",)),
    Card("Ninja", 3, 5, 0, ("Assassin", "Feint (1)"), ("Sidestep Attack",)),
    Card("Troll", 2, 8, 4, ("Durable",), ("Slam Attack",)),
)


def documents(count: int) -> Iterator[dict[str, Any]]:
    """So many different exchanges between the two warbands, always the same ones."""
    dice = random.Random(1)
    seen: set[str] = set()
    while len(seen) < count:
        sides = [_model(dice.choice(OURS), dice), _model(dice.choice(THEIRS), dice)]
        dice.shuffle(sides)
        document = {"kind": "melee", "active": sides[0], "opponent": sides[1]}
        if dice.random() < 0.2:
            document["action"] = "charge"
        text = json.dumps(document)
        if text not in seen:
            seen.add(text)
            yield document


def _model(card: Card, dice: random.Random) -> dict[str, Any]:
    special = dice.choice((None, *card.specials))
    state = dice.choice((None, None, "prone", "stunned"))
    left = max(1, card.pool - (special is not None) - (state is not None))
    attack = dice.randint(0, left)
    return {
        "name": card.name,
        "attack": attack,
        "defence": left - attack,
        "wounds": dice.randint(1, card.wounds),
        "max_wounds": card.wounds,
        "strength": card.strength,
        "traits": list(card.traits),
        **({"special": special} if special else {}),
        **({"states": [state]} if state else {}),
    }


_MEASURED = """
import os, sys
from time import perf_counter
to = [(os.POSIX_SPAWN_OPEN, 1, sys.argv[1], os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600)]
command = [sys.executable, *sys.argv[2:]]
start = perf_counter()
child = os.posix_spawn(sys.executable, command, os.environ, file_actions=to)
_, status, usage = os.wait4(child, 0)
print(perf_counter() - start, usage.ru_utime + usage.ru_stime, usage.ru_maxrss)
sys.exit(os.waitstatus_to_exitcode(status))
"""
"""Runs a process, its output into a file, and prints its seconds, its seconds of CPU, its memory.

The processes that it starts and waits for count too.
"""


def _measured(fresh: Processes, output: Path, *arguments: str) -> tuple[float, float, float]:
    words = fresh.output("-c", _MEASURED, str(output), *arguments).split()
    seconds, cpu, memory = map(float, words)
    return seconds, cpu, memory


def rows(quick: bool) -> Iterator[Row]:
    """The batch with one process and with two, and what JSON alone takes."""
    count = 200 if quick else MANY
    with processes() as fresh, tempfile.TemporaryDirectory() as folder:
        given, made = Path(folder, "in.jsonl"), Path(folder, "out.jsonl")
        with given.open("w") as file:
            file.writelines(json.dumps(document) + "\n" for document in documents(count))
        batch = ("-m", "bushido_odds", "batch", str(given))
        _measured(fresh, made, "-m", "bushido_odds", "batch", "--help")  # compiles the modules
        _, cpu, memory = _measured(fresh, made, *batch)
        alone = _json_alone(given, made)
        _, start, _ = _measured(fresh, made, *batch[:3], os.devnull)
        both = _measured(fresh, made, *batch, "--jobs", "2")[0]
        single = _measured(fresh, made, *batch)[0]
    a_second = count / cpu
    yield Row("reading and writing the same JSON, a document", duration(alone / count), "(bare)")
    yield Row(
        f"{count:,} exchanges, start-up included, a core",
        f"{a_second:,.0f} a second",
        f"{times(cpu / alone)} bare",
        f"over {REACH:,} a second",
        a_second > REACH,
    )
    warm = count / (cpu - start)
    yield Row(
        "  without the start-up", f"{warm:,.0f} a second", f"{times((cpu - start) / alone)} bare"
    )
    yield Row("  with --jobs 2", duration(both), f"{times(single / both)} as fast as with one")
    yield Row("  peak memory", f"{memory * 1024 / 1e6:.0f} MB")


def _json_alone(given: Path, made: Path) -> float:
    """Seconds of CPU that the standard library takes for the documents and the results."""

    def work() -> float:
        start = process_time()
        with given.open() as file:
            for line in file:
                json.loads(line)
        with made.open() as file:
            for line in file:
                json.dumps(json.loads(line), separators=(",", ":"), ensure_ascii=False)
        return process_time() - start

    return min(work() for _ in range(3))
