"""What markers do in the End Phase, against a small enumeration of its own.

Rules: https://jwarref.netlify.app/Rulebook/Model-States.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from fractions import Fraction
from itertools import product
from typing import NamedTuple

import pytest

import bushido_odds as bo
from bushido_odds.odds.end_phase import removals
from bushido_odds.odds.result import EndPhase, MeleeResult
from command import call

SHIFT = {2: -3, 3: -2, 4: -1, 5: -1, 6: 0, 7: 0, 8: 0, 9: 1, 10: 1, 11: 2, 12: 3}
BURNING = "Fire"


class Target(NamedTuple):
    """The model that is struck: its boxes and what it sets against wounds."""

    wounds: int = 5
    tough: int = 0
    durable: bool = False
    rise: int | None = None
    last_stand: bool = False
    immune: tuple[str, ...] = ()

    def traits(self) -> Iterator[str]:
        if self.tough:
            yield f"Tough ({self.tough})"
        if self.durable:
            yield "Durable"
        if self.rise is not None:
            yield f"Rise ({self.rise})"
        if self.last_stand:
            yield "Last Stand"
        if self.immune:
            yield f"Immune [{', '.join(self.immune)}]"

    def suffers(self, wounds: int, tough: int) -> int:
        left = max(0, wounds - tough) if wounds else 0
        return min(left, 1) if self.durable else left


Markers = dict[str, tuple[int, int]]
"""By trait, how many markers a wounding Damage Roll gives, and of which value."""


def levels(special: str | None, level: int) -> list[int]:
    if special == "Dual Attack":
        return [level, level]
    if special == "Combo Attack":
        return [level, 0] if level < 2 else list(range(level, -1, -2))
    return [level]


def enumerated(
    markers: Markers, target: Target, special: str | None
) -> dict[tuple[int, bool], Fraction]:
    """End Phase wounds, and whether the model is out by then, when one die strikes no defence."""
    law: dict[tuple[int, bool], Fraction] = defaultdict(Fraction)
    for face in range(1, 7):
        level = 0 if face == 1 else face  # a 1 counts 0, and the active player wins the tie
        for chance, left, wounding, out in exchange(target, levels(special, level)):
            for share, lost, gone in end_phase(markers, target, left, wounding, out):
                law[lost, gone] += Fraction(1, 6) * chance * share
    return dict(law)


def exchange(target: Target, rolls: list[int]) -> Iterator[tuple[Fraction, int, int, bool]]:
    """(chance, boxes left, Damage Rolls that wounded, out of action) after every roll."""
    states = {(target.wounds, 0, False): Fraction(1)}
    for level in rolls:
        after: dict[tuple[int, int, bool], Fraction] = defaultdict(Fraction)
        for (left, wounding, out), chance in states.items():
            if out:
                after[left, wounding, out] += chance
                continue
            for one, other, rise in product(range(1, 7), repeat=3):
                hurt = target.suffers(max(0, level + SHIFT[one + other]), target.tough)
                now, gone = left - hurt, False
                if now <= 0:
                    risen = target.rise is not None and rise >= max(2, target.rise)
                    now, gone = (target.wounds, False) if risen else (0, True)
                after[now, wounding + (hurt > 0), gone] += chance / 216
        states = dict(after)
    for (left, wounding, out), chance in states.items():
        yield chance, left, wounding, out


def end_phase(
    markers: Markers, target: Target, left: int, wounding: int, out: bool
) -> Iterator[tuple[Fraction, int, bool]]:
    """(chance, wounds lost, out of action), marker by marker."""
    if out:
        yield Fraction(1), 0, True
        return
    states = {(0, left, False): Fraction(1)}
    for trait, (number, value) in markers.items():
        count = 0 if trait in target.immune else wounding * number
        while count:
            count -= 1
            hurt = target.suffers(value, 0 if trait == BURNING else target.tough)
            after: dict[tuple[int, int, bool], Fraction] = defaultdict(Fraction)
            for (lost, boxes, gone), chance in states.items():
                if gone or hurt < boxes:
                    kept = (lost, boxes, gone) if gone else (lost + hurt, boxes - hurt, False)
                    after[kept] += chance
                    continue
                for rise in range(1, 7):
                    risen = target.rise is not None and rise >= max(2, target.rise)
                    risen = risen and trait != BURNING
                    key = (lost + boxes, target.wounds if risen else 0, not risen)
                    after[key] += chance / 6
            states = dict(after)
            if count < 3:
                break
    for (lost, _, gone), chance in states.items():
        yield chance, lost, gone


def struck(markers: Markers, target: Target, special: str | None) -> MeleeResult:
    traits = [f"{trait} ({x}/{y})" for trait, (x, y) in markers.items()]
    active = {"attack": 1, "defence": 0, "traits": traits, "special": special}
    opponent = {
        "attack": 0, "defence": 0, "wounds": target.wounds, "traits": list(target.traits()),
    }  # fmt: skip
    document = {"active": active, "opponent": opponent, "end_phase": True}
    return bo.solve(document)  # type: ignore[return-value]


MARKERS: list[Markers] = [
    {},
    {"Poison": (1, 1)},
    {"Bleed": (2, 1)},
    {"Fire": (1, 2)},
    {"Poison": (3, 2)},
    {"Fire": (4, 1)},
    {"Poison": (5, 1), "Bleed": (1, 2), "Fire": (2, 3)},
]
TARGETS = [
    Target(),
    Target(wounds=2),
    Target(wounds=8, tough=1),
    Target(tough=-1),
    Target(durable=True),
    Target(durable=True, tough=1),
    Target(wounds=3, rise=4),
    Target(wounds=3, rise=6, tough=1),
    Target(wounds=2, last_stand=True),
    Target(immune=("Poison",)),
    Target(immune=("Fire", "Bleed")),
]


@pytest.mark.parametrize("markers", MARKERS, ids=str)
@pytest.mark.parametrize(
    "target", TARGETS, ids=lambda target: ", ".join(target.traits()) or "plain"
)
@pytest.mark.parametrize("special", [None, "Dual Attack", "Combo Attack"])
def test_the_end_phase_is_as_enumerated(
    markers: Markers, target: Target, special: str | None
) -> None:
    law = enumerated(markers, target, special)
    found = struck(markers, target, special).opponent.end_phase
    assert found is not None
    wounds: dict[int, Fraction] = defaultdict(Fraction)
    for (lost, _), chance in law.items():
        wounds[lost] += chance
    assert dict(found.wounds.distribution) == dict(wounds)
    assert found.out_of_action == sum(chance for (_, gone), chance in law.items() if gone)


def test_a_soulless_model_burns_and_gains_no_other_markers() -> None:
    soulless = {"attack": 0, "defence": 0, "wounds": 5, "traits": ["Soulless"]}
    for trait, harmed in (("Poison (2/1)", False), ("Bleed (2/1)", False), ("Fire (2/1)", True)):
        active = {"attack": 1, "defence": 0, "traits": [trait]}
        result = bo.solve({"active": active, "opponent": soulless, "end_phase": True})
        phase = result.opponent.end_phase  # type: ignore[union-attr]
        assert isinstance(phase, EndPhase)
        assert (phase.wounds.mean > 0) == harmed


@pytest.mark.parametrize(
    ("markers", "removed"), [(0, 0), (1, 1), (2, 1), (3, 1), (4, 2), (5, 3), (12, 10)]
)
def test_one_marker_goes_and_more_as_long_as_three_remain(markers: int, removed: int) -> None:
    assert removals(markers) == removed


def test_the_end_phase_is_given_only_when_asked_for() -> None:
    models = ("Chiyo: 2/1, wounds 5, Poison (1/1)", "Aya: 1/1, wounds 7")
    assert "end_phase" not in call("melee", *models, "--json").json["opponent"]
    asked = call("melee", *models, "--json", "--end-phase").json
    assert asked["opponent"]["end_phase"]["wounds"]["mean"] > 0
    assert asked["active"]["end_phase"]["wounds"]["distribution"] == {"0": 1.0}
    assert asked["opponent"]["end_phase"]["out_of_action"] >= asked["opponent"]["out_of_action"]


def test_the_page_says_what_the_end_phase_does() -> None:
    models = ("Chiyo: 1/0, wounds 5, Fire (1/1)", "Aya: 0/0, wounds 7")
    lines = call("melee", *models, "--end-phase", "--exact").out.splitlines()
    burning = struck({"Fire": (1, 1)}, Target(wounds=7), None).opponent.end_phase
    assert burning is not None
    assert f"markers cost, mean\t0\t{burning.wounds.mean}" in lines
    assert f"out by the End Phase\t0\t{burning.out_of_action}" in lines
    assert "End Phase" not in call("melee", *models).out
