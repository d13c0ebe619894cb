"""What the tests of shots, tests and Damage Rolls need: documents, and the oracle beside them."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from hypothesis import strategies as st

import bushido_odds as bo
import ranged_oracle
from helpers import Document, differences, in_words, name_of

ENTRIES = ("wounds_taken", "hp_lost", "lethal", "critical", "out_of_action", "effects")
"""The figures of one model that may be hit."""


def shooter(dice: int, *traits: str, **fields: Any) -> Document:
    """A shooter of a document: its finished dice, its traits, and any other field."""
    return {"dice": dice, "traits": list(traits), **fields}


def target(wounds: int, *traits: str, **fields: Any) -> Document:
    """A target, or a friend in contact with one."""
    return {"wounds": wounds, "traits": list(traits), **fields}


def shot(by: Document, at: Document, friend: Document | bool | None = None, **fields: Any) -> Any:
    """A Ranged Attack's document."""
    return {"kind": "ranged", "shooter": by, "target": at, "friend": friend, **fields}


def plain(value: Any) -> Any:
    """The oracle's answer, or a result, with lists turned into mappings: comparable figure by
    figure."""
    if isinstance(value, Mapping):
        return {str(key): plain(inner) for key, inner in value.items()}
    if isinstance(value, list):
        return {str(place): plain(item) for place, item in enumerate(value)}
    return in_words(value)


def ranged_figures(document: Document) -> Document:
    """The engine's figures of a Ranged Attack, exactly: what the oracle says too, and no more."""
    result = bo.solve(document).to_dict(exact=True)
    found: Document = {key: result[key] for key in ("challenge", "attack")}
    found["shooter"] = {key: result["shooter"][key] for key in ("dice", "value")}
    for name in ("target", "friend"):
        if name in result:
            found[name] = {key: result[name][key] for key in ENTRIES}
    if "friendly_fire" in result:
        found["friendly_fire"] = result["friendly_fire"]
    redirected = result.get("friendly_fire", {}).get("redirected", "0")
    single = {"made": "1", "success": result["attack"]["success"], "redirected": redirected}
    found["shots"] = [
        {key: each[key] for key in ("made", "success", "redirected")}
        for each in result.get("shots", [single])
    ]
    return found


def assert_same_shot(document: Document) -> None:
    """Engine and oracle give the same fraction for every figure of a Ranged Attack."""
    expected = plain(ranged_oracle.ranged(document))
    found = differences(plain(ranged_figures(document)), expected)
    assert not found, f"engine != oracle for {document}\n" + "\n".join(found)


def assert_same_test(document: Document) -> None:
    """Engine and oracle agree on every figure of a test that the oracle gives."""
    oracles: Mapping[str, Callable[[Document], Document]] = {
        "challenge": ranged_oracle.challenge,
        "opposed": ranged_oracle.opposed,
        "fear": ranged_oracle.fear,
        "size": ranged_oracle.size,
        "ki": ranged_oracle.ki,
        "rise": ranged_oracle.rise,
        "damage": ranged_oracle.damage,
    }
    expected = plain(oracles[document["kind"]](document))
    result = plain(bo.solve(document).to_dict(exact=True))
    found = differences(_like(result, expected), expected)
    assert not found, f"engine != oracle for {document}\n" + "\n".join(found)


def _like(result: Any, expected: Any) -> Any:
    """The entries of a result that the oracle has too, down to the laws."""
    figures = ("success_level", "value", "distribution", "rolls")
    if not isinstance(expected, Mapping) or not isinstance(result, Mapping):
        return result
    return {
        key: result.get(key) if key in figures else _like(result.get(key), inner)
        for key, inner in expected.items()
    }


# ---- at random

SHOOTER_TRAITS = (
    "Adept [Ranged] (1)",
    "Adept [Melee] (2)",
    "Assassin",
    "Bleed (1/1)",
    "Brutal (1)",
    "Brutal (2)",
    "Brutal (-1)",
    "Entangling",
    "Fire (2/1)",
    "Kata",
    "Lightweight",
    "Pierce (1)",
    "Pierce (3)",
    "Poison (1/2)",
    "Prowess [Ranged] (1)",
    "Prowess [Ranged] (2)",
    "Prowess [Melee] (2)",
    "Sharp (1)",
    "Sharp (3)",
    "Strong",
    "Strong [Ranged]",
    "Strong [Melee]",
    "Weak",
    "Weak [Melee]",
)
BODY_TRAITS = (
    "Agile",
    "Armour (2)",
    "Armour (-1)",
    "Dodge (2)",
    "Durable",
    "Durable [Ranged]",
    "Durable [Melee]",
    "Huge",
    "Immovable",
    "Immune [Held]",
    "Immune [Prone]",
    "Immune [Stunned]",
    "Immune [Fire]",
    "Insignificant",
    "Intangible",
    "Kumo",
    "Last Stand",
    "Oni Rage",
    "Parry (2)",
    "Ranged Defence (1)",
    "Ranged Defence (-2)",
    "Rise (1)",
    "Rise (4)",
    "Rise (7)",
    "Sixth Sense",
    "Soulless",
    "Swarm",
    "Tiny",
    "Tough (1)",
    "Tough (2)",
    "Tough (-1)",
)
SPECIALS = (
    "Combo Attack",
    "Critical Attack",
    "Drag Attack",
    "Dual Attack",
    "Forceback Attack",
    "Gokusatsu Attack",
    "Grapple Attack",
    "Ivory Prison Attack",
    "Powerful Attack",
    "Push Attack",
    "Sidestep Attack",
    "Slam Attack",
    "Stun Attack",
    "Sweep Attack",
    "Throw Attack",
)
BODY_STATES = ("berserk", "death sentence", "held", "prone", "ran", "stunned", "surprised")
SHOOTER_STATES = ("frightened", "immobilised", "stunned", "exhausted")
SIZES = ("tiny", "small", "medium", "large", "huge")


def _traits(names: tuple[str, ...]) -> st.SearchStrategy[list[str]]:
    """Up to four traits of different names; a model is not Huge and Tiny both."""
    return st.lists(st.sampled_from(names), max_size=4, unique_by=_one_of_a_kind)


def _one_of_a_kind(words: str) -> str:
    return "size" if words in ("Huge", "Tiny") else name_of(words)


@st.composite
def shooters(draw: st.DrawFn) -> Document:
    """A shooter of up to 3 dice with anything that a card or the table may say of it."""
    model: Document = {
        "strength": draw(st.integers(-2, 3)),
        "traits": draw(_traits(SHOOTER_TRAITS)),
        "special": draw(st.sampled_from([None, *SPECIALS])),
        "states": draw(st.lists(st.sampled_from(SHOOTER_STATES), max_size=2, unique=True)),
        "moved": draw(st.booleans()),
        "shots_before": draw(st.integers(0, 2)),
        "shots": draw(st.integers(1, 3)),
        "unseen": draw(st.booleans()),
    }
    if draw(st.booleans()):
        model |= {"ranged_pool": draw(st.integers(0, 3)), "boosts": draw(st.integers(0, 2))}
    else:
        model["dice"] = draw(st.integers(0, 3))
    if draw(st.booleans()):
        model["friendly_fire_dice"] = draw(st.integers(0, 3))
    return model


@st.composite
def bodies(draw: st.DrawFn) -> Document:
    """A target, or a friend, with anything that a card or the table may say of it."""
    wounds = draw(st.integers(1, 5))
    return {
        "wounds": wounds,
        "max_wounds": wounds + draw(st.integers(0, 2)),
        "traits": draw(_traits(BODY_TRAITS)),
        "states": draw(st.lists(st.sampled_from(BODY_STATES), max_size=2, unique=True)),
        "size": draw(st.sampled_from(SIZES)),
    }


@st.composite
def shots(draw: st.DrawFn) -> Document:
    """Any action of shooting."""
    document = shot(
        draw(shooters()),
        draw(bodies()) | {"cover": draw(st.booleans()), "ran": draw(st.booleans())},
        draw(st.one_of(st.none(), st.just(True), bodies())),
    )
    if draw(st.booleans()):
        return document | {"range": draw(st.sampled_from(["short", "medium", "long"]))}
    distance = draw(st.one_of(st.integers(0, 14), st.floats(0, 14).map(lambda d: round(d, 1))))
    bands = draw(st.sampled_from(["4/8/12", "-/6/-", "-/-/9", "3/-/10"]))
    return document | {"distance": distance, "bands": bands}


# ---- tests and Damage Rolls at random

KI_TRAITS = (
    "Adept [Ki] (1)",
    "Mantra",
    "Mettle (1)",
    "Mettle (2)",
    "Overwhelm (1)",
    "Prowess [Ki] (1)",
    "Prowess [Melee] (1)",
    "Resistance (1)",
    "Resistance (-1)",
    "Soulless",
    "Spirit (1)",
    "Spirit (-1)",
    "Willpower (2)",
)
FEAR_TRAITS = (
    "Adept [Ki] (1)",
    "Bravery",
    "Courage (1)",
    "Courage (-1)",
    "Cowardly",
    "Fear (5)",
    "Fearless",
    "Leadership (1/6)",
    "Mantra",
    "Prowess [Ki] (1)",
    "Soulless",
    "Spirit (1)",
    "Terror",
    "Tough (1)",
    "Willpower (1)",
)
ENEMY_TRAITS = ("Bravery", "Dread (1)", "Dread (2)", "Fear (5)", "Spirit (1)", "Terror")
SIZE_TRAITS = (
    "Adept [Attack, Size] (1)",
    "Huge",
    "Prowess [Size] (1)",
    "Strong",
    "Strong [Melee]",
    "Swarm",
    "Tiny",
    "Weak",
)
DAMAGE_TRAITS = ("Assassin", "Pierce (2)", "Sharp (1)", "Strong", "Weak [Ranged]", "Tough (2)")

_NUMBERS = st.integers(-2, 8)
_BONUSES = st.integers(-2, 2)


@st.composite
def _pools(draw: st.DrawFn) -> Document:
    return {
        "dice": draw(st.integers(-1, 3)),
        "prowess": draw(st.integers(0, 2)),
        "adept": draw(st.integers(0, 2)),
        "bonus": draw(_BONUSES),
        "kata": draw(st.booleans()),
        "discards": draw(st.integers(0, 2)),
    }


def _cards(traits: tuple[str, ...]) -> st.SearchStrategy[Document]:
    return st.fixed_dictionaries(
        {"ki": st.integers(0, 3), "boosts": st.integers(0, 2), "traits": _traits(traits)}
    )


tests: st.SearchStrategy[Document] = st.one_of(
    st.fixed_dictionaries(
        {
            "kind": st.just("challenge"),
            "dice": st.integers(-1, 4),
            "number": _NUMBERS,
            "prowess": st.integers(0, 3),
            "adept": st.integers(0, 2),
            "bonus": _BONUSES,
            "goal": st.sampled_from(["success", "value"]),
        }
    ),
    st.fixed_dictionaries({"kind": st.just("opposed"), "active": _pools(), "opponent": _pools()}),
    st.builds(
        lambda card, number, enemy: {
            "kind": "fear",
            "value": number,
            "enemy_traits": enemy,
            **card,
        },
        _cards(FEAR_TRAITS),
        st.integers(0, 8),
        _traits(ENEMY_TRAITS),
    ),
    st.fixed_dictionaries(
        {
            "kind": st.just("size"),
            "size": st.sampled_from(SIZES),
            "number": _NUMBERS,
            "bonus": _BONUSES,
            "traits": _traits(SIZE_TRAITS),
        }
    ),
    st.fixed_dictionaries(
        {"kind": st.just("ki"), "active": _cards(KI_TRAITS), "opponent": _cards(KI_TRAITS)}
    ),
    st.fixed_dictionaries({"kind": st.just("rise"), "value": st.integers(0, 9)}),
)
"""Any test."""

damages: st.SearchStrategy[Document] = st.fixed_dictionaries(
    {
        "kind": st.just("damage"),
        "level": st.one_of(st.none(), st.integers(0, 14)),
        "strength": st.integers(-4, 4),
        "bonus": st.integers(-2, 3),
        "special": st.sampled_from([None, *SPECIALS]),
        "traits": _traits(DAMAGE_TRAITS),
        "kept": st.sampled_from([None, "normal", "strong", "weak", "assassin"]),
        "armour": st.integers(-2, 4),
        "tough": st.integers(-1, 3),
        "durable": st.booleans(),
        "wounds": st.integers(1, 9),
    }
)
"""Any Damage Roll at a Success Level, or over all of them."""
