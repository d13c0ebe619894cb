"""Examples that a rulebook, a blog or a pencil has worked out, as exact fractions.

Rulebook: https://jwarref.netlify.app/Rulebook/Melee-Exchange and
https://jwarref.netlify.app/Rulebook/Wound-Table.  Blog:
https://rjahiddenfortress.blogspot.com/2019/07/bushido-101-combat-traits.html and
https://rjahiddenfortress.blogspot.com/2019/07/bushido-101-importance-of-defending.html.
"""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest

import bushido_odds as bo
from bushido_odds.dice import multisets, shared
from bushido_odds.dice.law import Law
from bushido_odds.dice.rerolls import Stage
from bushido_odds.dice.shared import Priority, SharedPool
from bushido_odds.rules.damage import Blow, Toughness, Weapon, damage_roll
from bushido_odds.rules.pools import Scoring, payoff
from bushido_odds.rules.specials import SPECIALS
from helpers import Document, chosen, duel, figures, law, model


def rolled(active: Document, opponent: Document) -> list[dict[str, Any]]:
    """Both comparisons of dice that lie on the table."""
    document = {"kind": "resolve", "active": active, "opponent": opponent}
    return list(bo.solve(document).to_dict()["comparisons"])


def table(attack: list[int], defence: list[int], *traits: str, **fields: Any) -> Document:
    return {"attack": attack, "defence": defence, "traits": list(traits), **fields}


# ---- dice on the table


def test_aya_against_chiyo() -> None:
    """The rulebook's example: 5 against 4, 6 against 5; the Sidestep Defence comes to nothing."""
    first, second = rolled(table([4, 2], [5]), table([5, 3], [4], special="Sidestep Defence (0)"))
    assert (first["attack"], first["defence"], first["success"]) == (5, 4, True)
    assert (second["attack"], second["defence"], second["success"]) == (6, 5, True)
    assert first["success_level"] == second["success_level"] == 1
    assert not second["cancelled"]


def test_hagane_against_yama_uba_before_rerolls() -> None:
    """5 against 5 is level 0 of the *defence*: Hagane has two dice left, Yama Uba three."""
    first, second = rolled(table([1, 5], [3]), table([6, 3], [5]))
    assert (first["attack"], first["defence"], first["success_level"]) == (5, 5, 0)
    assert (first["success"], first["decided_by"]) == (False, "dice")
    assert (second["attack"], second["defence"], second["success"]) == (7, 3, True)
    assert second["success_level"] == 4


def test_hagane_against_yama_uba_after_rerolls() -> None:
    """Dodge, Prowess and Feint played, Parry (1) added: level 4 and level 3."""
    first, second = rolled(table([5, 3], [3], "Parry (1)"), table([6, 3], [2]))
    assert (first["attack"], first["defence"], first["success_level"]) == (6, 2, 4)
    assert (second["attack"], second["defence"], second["success_level"]) == (7, 4, 3)
    assert first["success"]
    assert second["success"]


def test_the_dice_rerolled_for_hagane_and_yama_uba() -> None:
    """Dodge throws Hagane's 5 again, Prowess her 1, Feint the 5 of Yama Uba's Defence."""
    dodge, prowess = Stage(1, False), Stage(1, True)
    assert chosen((1, 5), Scoring(), dodge, prowess) == (5,)
    assert chosen((5,), Scoring(), dodge) == (5,)
    pools = SharedPool(payoff(2, Scoring())), SharedPool(payoff(1, Scoring()))
    plan = shared.plan(*pools, 1, Priority.BOTH)
    assert plan.dice(multisets.index((1, 3)), multisets.index((3,))) == ((1,), ())


@pytest.mark.parametrize(
    ("level", "levels"),
    [
        (0, (0, 0)),
        (1, (1, 0)),
        (2, (2, 0)),
        (3, (3, 1)),
        (4, (4, 2, 0)),
        (5, (5, 3, 1)),
        (6, (6, 4, 2, 0)),
        (7, (7, 5, 3, 1)),
    ],
)
def test_the_damage_rolls_of_a_combo(level: int, levels: tuple[int, ...]) -> None:
    """https://jwarref.netlify.app/Rulebook/Special-Abilities"""
    assert SPECIALS["Combo Attack"].rolls(level) == levels


# ---- damage


def damage_law(strength: int, tough: int, level: int) -> Law:
    law_of_pairs, total = damage_roll(Blow(Weapon(strength), Toughness(tough=tough)), level)
    weights: dict[int, int] = {}
    for (wounds, _), weight in law_of_pairs:
        weights[wounds] = weights.get(wounds, 0) + weight
    return Law(weights, total)


def test_three_and_five_at_level_3_with_strength_1() -> None:
    assert Blow(Weapon(1), Toughness()).wounds(8, 3, 0) == 4


def test_hotaru_against_a_kairai_farmer() -> None:
    """6 against 3 is probably 3 wounds, 2 after Tough (1)."""
    first, _ = rolled(table([5, 2], []), table([5], [3]))
    assert (first["success"], first["success_level"]) == (True, 3)
    assert damage_law(0, 0, 3).mode == damage_law(0, 0, 3).median == 3
    assert damage_law(0, 1, 3).mode == damage_law(0, 1, 3).median == 2


def test_a_lone_attack_die_against_no_defence_is_the_success_level() -> None:
    """Unless it is a 1: then the tie at 0 goes to the three dice of Hotaru, but for all 1s."""
    hotaru, kairai = model(3, 0, wounds=99), model(1, 1, wounds=99)
    reply = figures(duel(hotaru, kairai))["opponent"]["attack"]
    levels = law(reply["success_level"])
    assert {level: levels[level] for level in range(2, 7)} == dict.fromkeys(
        range(2, 7), Fraction(1, 6)
    )
    # Its 1 wins the tie only if its Defence die survives and no die of Hotaru's does.
    assert levels[0] == Fraction(1, 6) * Fraction(5, 6) * Fraction(1, 216)


# ---- whole exchanges without interruption: 99 wounds, and nothing that ends them


def plain(attack: int, defence: int, other_attack: int, other_defence: int) -> tuple[Any, Any]:
    """The attacks of both models of an exchange of plain dice."""
    one = model(attack, defence, wounds=99)
    other = model(other_attack, other_defence, wounds=99)
    result = figures(duel(one, other))
    return result["active"]["attack"], result["opponent"]["attack"]


def levels(words: str) -> dict[str, str]:
    """``0: 1/6, 1: 1/9`` as an exact distribution."""
    return dict(part.strip().split(": ") for part in words.split(","))


def test_one_attack_die_against_one_defence_die() -> None:
    attack, _ = plain(1, 0, 0, 1)
    assert attack["success"] == "7/12"
    assert attack["success_level"] == levels(
        "0: 1/6, 1: 1/9, 2: 1/9, 3: 1/12, 4: 1/18, 5: 1/36, 6: 1/36"
    )


def test_two_attack_dice_and_one_defence_die_each() -> None:
    first, second = plain(2, 1, 2, 1)
    higher = "1: 11/72, 2: 4/27, 3: 7/54, 4: 23/216, 5: 2/27, 6: 1/24, 7: 1/24"
    assert first["success"] == "167/216"
    assert first["success_level"] == levels(f"0: 17/216, {higher}")
    assert second["success"] == "11117/15552"
    assert second["success_level"] == levels(f"0: 317/15552, {higher}")


def test_one_attack_die_each_and_no_defence() -> None:
    first, second = plain(1, 0, 1, 0)
    assert first["success"] == "31/36"
    assert first["success_level"] == levels("0: 1/36, 2: 1/6, 3: 1/6, 4: 1/6, 5: 1/6, 6: 1/6")
    assert second["success"] == "5/6"


def test_three_attack_dice_against_one_and_two() -> None:
    first, second = plain(3, 0, 1, 2)
    assert first["success"] == "17441/23328"
    assert second["success"] == "19645/23328"
