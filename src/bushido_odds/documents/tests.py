"""The documents of tests: validated, normalised, and turned into the rules' own terms."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from functools import partial
from typing import Any

from bushido_odds.documents.combatant import size_faults, too_many
from bushido_odds.documents.faults import Place, located, nowhere, validated
from bushido_odds.documents.fields import SIDES
from bushido_odds.documents.models import test_document
from bushido_odds.errors import InputError, InputErrors
from bushido_odds.rules.combatant import abilities_in
from bushido_odds.rules.notation import parse_trait
from bushido_odds.rules.statistic import PoolWorking
from bushido_odds.rules.tests import (
    ChallengeSetup,
    KiSide,
    TestDice,
    fear_test,
    ki_test,
    plain_pool,
    raised,
    rise_test,
    size_test,
)
from bushido_odds.rules.trait import ANYWHERE, FEAR, KI, SIZE, TraitUse


@dataclass(frozen=True, slots=True)
class TestDocument:
    """A valid document of a test.

    Attributes:
        kind: challenge, fear, size, rise, opposed or ki.
        data: the document complete and normalised; fed back in, it means the same.
        setup: a Challenge Test, or the two sides of an Opposed Test.
        notes: what a reader should know.
    """

    kind: str
    data: Mapping[str, Any]
    setup: ChallengeSetup | tuple[TestDice, TestDice]
    notes: tuple[str, ...]


def tests_from(kind: str) -> Callable[[Any, Place], TestDocument]:
    """What makes a document of that kind of plain data."""
    return partial(_test_from, kind)


def _test_from(kind: str, data: Any, place: Place = nowhere) -> TestDocument:
    model = test_document(kind)
    needed = ", ".join(name for name, field in model.model_fields.items() if field.is_required())
    plain = {"kind": kind, **validated(model, data, place, needed)}
    if kind == "size":
        for field, fault in size_faults(plain["traits"]):
            raise InputErrors([located(fault, (field,), place)])
        sized = abilities_in(SIZE, _traits(plain["traits"]), ANYWHERE).size
        plain["size"] = sized or plain["size"]
    setup = _SETUPS[kind](plain)
    if found := list(_beyond(kind, setup)):
        raise InputErrors([located(fault, path, place) for path, fault in found])
    return TestDocument(kind, plain, setup, (*_idle(kind, plain), *_remarks(setup)))


def _traits(words: list[str]) -> tuple[TraitUse, ...]:
    return tuple(parse_trait(word) for word in words)


def _challenge(plain: Mapping[str, Any]) -> ChallengeSetup:
    side = TestDice(plain_pool(plain["dice"]), plain["prowess"], plain["adept"], plain["bonus"])
    return ChallengeSetup(side, plain["number"], for_success=plain["goal"] == "success")


def _fear(plain: Mapping[str, Any]) -> ChallengeSetup:
    return fear_test(
        plain["ki"],
        plain["boosts"],
        plain["value"],
        _traits(plain["traits"]),
        _traits(plain["enemy_traits"]),
    )


def _size(plain: Mapping[str, Any]) -> ChallengeSetup:
    return size_test(plain["size"], plain["number"], _traits(plain["traits"]), plain["bonus"])


def _rise(plain: Mapping[str, Any]) -> ChallengeSetup:
    return rise_test(plain["value"])


def _opposed(plain: Mapping[str, Any]) -> tuple[TestDice, TestDice]:
    sides = [plain["active"], plain["opponent"]]
    # The pools as given are raised alike, so the base is the number of dice itself.
    pools = raised(*(PoolWorking(side["dice"], ()) for side in sides))
    mine, theirs = (
        TestDice(
            pool, side["prowess"], side["adept"], side["bonus"], side["kata"], side["discards"]
        )
        for pool, side in zip(pools, sides, strict=True)
    )
    return mine, theirs


def _ki(plain: Mapping[str, Any]) -> tuple[TestDice, TestDice]:
    mine, theirs = (
        KiSide(side["ki"], side["boosts"], _traits(side["traits"]))
        for side in (plain["active"], plain["opponent"])
    )
    return ki_test(mine, theirs)


_SETUPS: Mapping[str, Callable[[Mapping[str, Any]], Any]] = {
    "challenge": _challenge,
    "fear": _fear,
    "size": _size,
    "rise": _rise,
    "opposed": _opposed,
    "ki": _ki,
}

_DICE = frozenset({"adept_attack", "dice", "prowess_attack"})
_ACTS: Mapping[tuple[str, str], tuple[str, frozenset[str]]] = {
    ("fear", ""): (
        FEAR,
        _DICE | {"fear", "fearless", "leadership", "rerolls_failure", "rerolls_success", "result"},
    ),
    ("fear", "enemy"): (FEAR, frozenset({"enemy_dice", "enemy_rerolls_success", "fear"})),
    ("size", ""): (SIZE, _DICE | {"size", "strong", "swarm", "weak"}),
    ("ki", "active"): (KI, _DICE | {"active_discards", "active_result", "kata"}),
    ("ki", "opponent"): (KI, _DICE | {"discards", "kata", "passes_inactive", "passive_result"}),
}
"""What the traits of each side of a test must feed to touch it."""


def _listed(kind: str, plain: Mapping[str, Any]) -> Iterator[tuple[str, list[str]]]:
    """The traits of each side, by the side's name."""
    if kind == "ki":
        yield from ((side, plain[side]["traits"]) for side in SIDES)
    elif kind in ("fear", "size"):
        yield "", plain["traits"]
        yield "enemy", plain.get("enemy_traits", [])


def _idle(kind: str, plain: Mapping[str, Any]) -> Iterator[str]:
    """Traits that cannot touch the test."""
    for side, words in _listed(kind, plain):
        if not words:
            continue
        acts_in, fields = _ACTS[kind, side]
        uses = _traits(words)
        idle = [str(use) for use in uses if not fields & set(use.contribution(acts_in))]
        if idle:
            yield f"{side}{': ' if side else ''}no effect here: {', '.join(idle)}"


def _beyond(
    kind: str, setup: ChallengeSetup | tuple[TestDice, TestDice]
) -> Iterator[tuple[tuple[str, ...], InputError]]:
    """Pools that boosts, Spirit or the raising of both sides bring beyond the limit."""
    if isinstance(setup, ChallengeSetup):
        pools = [(("ki" if kind == "fear" else "dice",), setup.side.pool)]
    else:
        pools = [((side,), dice.pool) for side, dice in zip(SIDES, setup, strict=True)]
    for path, pool in pools:
        if fault := too_many(pool):
            yield path, fault


def _remarks(setup: ChallengeSetup | tuple[TestDice, TestDice]) -> Iterator[str]:
    """The policy that Prowess follows, and traits that undo each other."""
    if isinstance(setup, ChallengeSetup):
        if setup.cancelled:
            yield f"{setup.cancelled} undo each other"
        if setup.side.prowess:
            aim = "chance of success" if setup.for_success else "expected result"
            yield f"Prowess raises the {aim}"
    elif any(side.prowess for side in setup):
        yield "Prowess raises the expected result of its own side"


MAKERS: Mapping[str, Callable[[Any, Place], TestDocument]] = {
    kind: tests_from(kind) for kind in _SETUPS
}
"""Every kind of document of this module, with what makes one of plain data."""
