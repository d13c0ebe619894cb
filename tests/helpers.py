"""What several tests need: documents, written or at random, and the comparison with the oracle."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from fractions import Fraction
from typing import Any

import numpy as np
from hypothesis import strategies as st

import bushido_odds as bo
import oracle
from bushido_odds.dice import multisets
from bushido_odds.dice.rerolls import Stage, play
from bushido_odds.documents.load import document_from
from bushido_odds.odds.fighter import hand
from bushido_odds.odds.pools import hand_law
from bushido_odds.rules.combatant import Exchange
from bushido_odds.rules.pools import Scoring, payoff
from bushido_odds.rules.specials import SPECIALS
from bushido_odds.rules.states import STATES

Document = dict[str, Any]

SIDES = ("active", "opponent")

SIDE = (
    "name",
    "attack",
    "damage_success_level",
    "wounds_dealt",
    "hp_lost",
    "special",
    "lethal",
    "critical",
    "out_of_action",
    "effects",
    "pools",
)
"""The figures of one side that the oracle gives."""


def model(attack: int, defence: int, *traits: str, **fields: Any) -> Document:
    """A model of a document: its dice, its traits in card notation, and any other field."""
    return {"name": "M", "attack": attack, "defence": defence, "traits": list(traits), **fields}


def duel(active: Document, opponent: Document, **fields: Any) -> Document:
    """A Melee Exchange's document."""
    return {"kind": "melee", "active": active, "opponent": opponent, **fields}


def exchange(document: Document) -> Exchange:
    """The exchange that a document stands for, as it is fought."""
    return document_from(document).exchange.begun()


def figures(document: Document) -> Document:
    """The engine's figures of an exchange, exactly: what the oracle says too, and no more."""
    result = bo.solve(document).to_dict(exact=True)
    return {
        "kind": result["kind"],
        "initiative": {"first": result["initiative"]["first"]},
        **{side: {key: result[side][key] for key in SIDE} for side in SIDES},
        "outcome": result["outcome"],
        **({"disengage": result["disengage"]} if "disengage" in result else {}),
    }


def in_words(value: Any) -> Any:
    """The oracle's answer in the form of an exact JSON result."""
    if isinstance(value, Mapping):
        return {str(key): in_words(inner) for key, inner in value.items()}
    return str(value) if isinstance(value, Fraction) else value


def differences(one: Any, other: Any, path: str = "") -> list[str]:
    """Every figure in which two results differ, as ``path: one != other``."""
    if isinstance(one, dict) and isinstance(other, dict):
        return [
            line
            for key in sorted({*one, *other})
            for line in differences(one.get(key), other.get(key), f"{path}.{key}".lstrip("."))
        ]
    return [] if one == other else [f"{path}: {one} != {other}"]


def assert_agrees(document: Document) -> None:
    """The engine and the oracle give the same fraction for every figure of an exchange."""
    found = differences(figures(document), in_words(oracle.melee(document)))
    assert not found, f"engine != oracle for {document}\n" + "\n".join(found)


Triple = tuple[int, int, int]
"""Attack value, Defence value, and the surviving dice of both pools together."""


def dice_law(document: Document, *, has_initiative: bool) -> dict[Triple, Fraction]:
    """The engine's joint law of the active model's dice after all re-rolls."""
    fought = exchange(document)
    law = hand_law(hand(fought.active, fought.opponent, has_initiative))
    return {
        (int(law.attack[i]), int(law.defence[j]), int(t)): Fraction(
            int(law.weights[i, j, t]), law.total
        )
        for i, j, t in np.argwhere(law.weights != 0)
    }


def assert_same_dice(document: Document) -> None:
    """Engine and oracle give the active model's dice one law, with and without the initiative."""
    active, opponent = oracle.read_document(document)
    for has_initiative in (True, False):
        pairs = oracle.pools_law(active, opponent, has_initiative=has_initiative)
        expected = oracle.image(
            pairs, lambda pair: (pair[0][0], pair[1][0], pair[0][1] + pair[1][1])
        )
        assert dice_law(document, has_initiative=has_initiative) == expected, document


def chosen(faces: tuple[int, ...], scoring: Scoring, *stages: Stage) -> tuple[int, ...]:
    """The faces that the first of some re-roll stages throws again on a roll, ascending."""
    first = play(payoff(len(faces), scoring), stages).stages[0]
    return first.rerolled(multisets.index(faces))


def law(distribution: Mapping[str, str]) -> dict[int, Fraction]:
    """A law of an exact result with numbers for words."""
    return {int(value): Fraction(chance) for value, chance in distribution.items()}


# ---- at random

TRAITS = (
    "Adept [Melee] (1)",
    "Adept [Attack] (2)",
    "Agile",
    "Armour (2)",
    "Armour (-1)",
    "Assassin",
    "Bleed (1/1)",
    "Brutal (1)",
    "Brutal (-1)",
    "Chain Weapon (1)",
    "Dodge (1)",
    "Dodge (2)",
    "Durable",
    "Entangling",
    "Fear (4)",
    "Feint (1)",
    "Feint (2)",
    "Fire (2/1)",
    "Immovable",
    "Immune [Bleeding]",
    "Immune [Fire]",
    "Immune [Held]",
    "Immune [Prone]",
    "Immune [Stunned]",
    "Impenetrable Defence",
    "Insignificant",
    "Intangible",
    "Kata",
    "Last Stand",
    "Lightning Reflexes",
    "Parry (1)",
    "Parry (-1)",
    "Pierce (1)",
    "Pierce (3)",
    "Poison (1/2)",
    "Prowess [Attack] (1)",
    "Prowess [Attack] (2)",
    "Prowess [Defence] (1)",
    "Prowess [Melee] (1)",
    "Prowess [Melee] (2)",
    "Reach",
    "Rise (1)",
    "Rise (4)",
    "Rise (7)",
    "Sharp (1)",
    "Sharp (3)",
    "Sixth Sense",
    "Slow",
    "Soulless",
    "Strong",
    "Tough (1)",
    "Tough (2)",
    "Tough (-1)",
    "Unblockable (1)",
    "Unblockable (2)",
    "Weak",
)
"""Traits in card notation that a random model may have."""


def name_of(words: str) -> str:
    return words.split(" (")[0].split(" [")[0]


@st.composite
def models(draw: st.DrawFn, specials: Iterable[str] = SPECIALS) -> Document:
    """A model of up to 3 dice with anything that a card or the table may say of it."""
    attack = draw(st.integers(0, 3))
    wounds = draw(st.integers(1, 6))
    return model(
        attack,
        draw(st.integers(0, 3 - attack)),
        *draw(st.lists(st.sampled_from(TRAITS), max_size=4, unique_by=name_of)),
        wounds=wounds,
        max_wounds=wounds + draw(st.integers(0, 2)),
        strength=draw(st.integers(-2, 2)),
        special=draw(st.sampled_from([None, *specials])),
        states=draw(st.lists(st.sampled_from(sorted(STATES)), max_size=2, unique=True)),
        engaged=draw(st.booleans()),
        unseen=draw(st.booleans()),
        prowess_priority=draw(st.sampled_from(["balanced", "attack", "defence"])),
    )


@st.composite
def plain_models(draw: st.DrawFn, *traits: str) -> Document:
    """A model without specials, states and re-rolls; ``traits`` are those it has in any case."""
    more = st.sampled_from(["Brutal (1)", "Parry (1)", "Tough (1)", "Armour (1)", "Strong", "Weak"])
    return model(
        draw(st.integers(0, 3)),
        draw(st.integers(0, 3)),
        *traits,
        *draw(st.lists(more, max_size=2, unique=True)),
        wounds=draw(st.integers(1, 6)),
        strength=draw(st.integers(-2, 2)),
    )


documents = st.builds(
    duel,
    models(),
    models(),
    action=st.sampled_from(["melee", "charge", "disengage", "stand up"]),
    initiative=st.sampled_from(["auto", "active", "opponent"]),
)
"""Any exchange of two such models."""
