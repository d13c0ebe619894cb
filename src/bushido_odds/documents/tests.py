"""The documents of tests: validated, normalised, and turned into the rules' own terms."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from functools import partial
from typing import Any

from pydantic import ValidationError

from bushido_odds.documents.faults import Place, explain, located, nowhere
from bushido_odds.documents.models import test_document
from bushido_odds.errors import InputError, InputErrors
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
from bushido_odds.rules.traits import FEAR, KI, SIZE, TraitUse


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
    if not isinstance(data, Mapping):
        raise InputErrors([located(InputError("keys and values are needed"), (), place)])
    model = test_document(kind)
    try:
        valid = model.model_validate(data)
    except ValidationError as error:
        raise explain(error, model, place) from None
    plain: dict[str, Any] = {"kind": kind, **valid.model_dump()}
    plain["kind"] = kind
    return TestDocument(kind, plain, _SETUPS[kind](plain), tuple(_notes(kind, plain)))


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

_ACTS_IN = {"fear": FEAR, "size": SIZE, "ki": KI}


def _notes(kind: str, plain: Mapping[str, Any]) -> Iterator[str]:
    """Traits that cannot touch the test, and which policy Prowess follows."""
    if kind not in _ACTS_IN:
        return
    listed = [*plain.get("traits", ()), *plain.get("enemy_traits", ())]
    for side in ("active", "opponent"):
        if kind == "ki":
            listed += plain[side]["traits"]
    idle = [words for words in listed if not parse_trait(words).contribution(_ACTS_IN[kind])]
    if idle:
        yield f"no effect here: {', '.join(idle)}"
