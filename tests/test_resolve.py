"""Dice on the table: results, ties, Success Levels, specials, wounds, and what becomes of it all.

Rules: https://jwarref.netlify.app/Rulebook/Melee-Exchange and https://jwarref.netlify.app/FAQ/.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from fractions import Fraction
from itertools import product
from typing import Any

import pytest

import bushido_odds as bo
from bushido_odds.documents.load import document_from
from bushido_odds.errors import InputErrors
from bushido_odds.odds.resolve import ResolvedComparison, ResolveResult, resolve
from bushido_odds.odds.result import MeleeResult, Side
from bushido_odds.rules.combatant import Rolled
from command import call, refused


def solve(active: Any, opponent: Any, **fields: Any) -> ResolveResult:
    document = {"kind": "resolve", "active": active, "opponent": opponent, **fields}
    result = bo.solve(document)
    assert isinstance(result, ResolveResult)
    return result


def attacks(active: Any, opponent: Any, **fields: Any) -> tuple[ResolvedComparison, ...]:
    return solve(active, opponent, **fields).comparisons


def said(item: ResolvedComparison) -> tuple[Any, ...]:
    """Who attacks, with what against what, whether it hits, at which level, and why."""
    return (
        item.attacker, item.attack, item.defence, item.success, item.success_level, item.decided_by,
    )  # fmt: skip


def dealt(result: ResolveResult) -> dict[str, int | None]:
    """The wounds that each side's Damage Rolls come to; None where dice are missing."""
    wounds: dict[str, int | None] = {"active": 0, "opponent": 0}
    for item in result.comparisons:
        other = "opponent" if item.attacker == "active" else "active"
        striker = item.attacker if item.success else other  # a Counterstrike is the defender's
        for roll in item.damage:
            so_far = wounds[striker]
            known = None not in (so_far, roll.wounds)
            wounds[striker] = so_far + roll.wounds if known else None  # type: ignore[operator]
    return wounds


# --- examples of the rulebook and of players ------------------------------------------------------


def test_aya_and_chiyo() -> None:
    """https://jwarref.netlify.app/Rulebook/Melee-Exchange: both hit at Success Level 1."""
    first, second = attacks("Aya: [4 2]/[5]", "Chiyo: [5 3]/[4], Sidestep Defence (0)")
    assert said(first) == ("active", 5, 4, True, 1, "value")
    assert said(second) == ("opponent", 6, 5, True, 1, "value")
    assert (first.special, second.special) == (None, None)  # Chiyo did not defend
    assert [len(item.damage) for item in (first, second)] == [1, 1]


# https://rjahiddenfortress.blogspot.com/2019/07/bushido-101-combat-traits.html


def test_hagane_and_yama_uba_before_their_re_rolls() -> None:
    """5 against 5 is a tie, and Hagane has fewer surviving dice: her attack fails."""
    first, second = attacks("Hagane: [1 5]/[3]", "Yama Uba: [6 3]/[5]")
    assert said(first) == ("active", 5, 5, False, 0, "dice")
    assert first.surviving == (2, 3)
    assert first.damage == ()
    assert said(second) == ("opponent", 7, 3, True, 4, "value")


def test_hagane_and_yama_uba_after_their_re_rolls() -> None:
    """Dodge, Prowess and Feint have had their say, and Hagane has Parry."""
    first, second = attacks("Hagane: [5 3]/[3], Parry (1)", "Yama Uba: [6 3]/[2]")
    assert said(first) == ("active", 6, 2, True, 4, "value")
    assert said(second) == ("opponent", 7, 4, True, 3, "value")


def test_hotaru_and_a_kairai_farmer() -> None:
    """https://rjahiddenfortress.blogspot.com/2019/07/bushido-101-importance-of-defending.html."""
    result = solve("Hotaru: [4 3 2]/[], damage [4 3]", "Kairai Farmer: [5]/[3], Tough 1")
    first, second = result.comparisons
    assert said(first) == ("active", 6, 3, True, 3, "value")
    assert first.damage[0].wounds == 3 - 1
    assert said(second) == ("opponent", 5, 0, True, 5, "value")


def test_the_example_of_the_wound_table() -> None:
    """https://jwarref.netlify.app/Rulebook/Wound-Table: level 3, dice 3 and 5, Strength +1."""
    [first, _] = attacks("[6]/[], strength +1, damage [3 5]", "[]/[3]")
    [roll] = first.damage
    assert (first.success_level, roll.modifier, roll.total, roll.wounds) == (3, 1, 9, 4)


@pytest.mark.parametrize(
    ("dice", "levels"),
    [("[6 2 2]", [5, 3, 1]), ("[6 2]", [4, 2, 0]), ("[4]", [1, 0]), ("[3 2]", [1, 0])],
)
def test_damage_rolls_of_a_combo(dice: str, levels: list[int]) -> None:
    [first, _] = attacks(f"{dice}/[], Combo Attack", "[]/[3]")
    assert [roll.level for roll in first.damage] == levels
    tie = attacks("[3]/[5], Combo Attack", "[]/[3]")[0]
    assert [roll.level for roll in tie.damage] == [0, 0]


@pytest.mark.parametrize(
    ("active", "opponent", "success", "decided_by"),
    [
        ("[1 1]/[]", "[]/[]", True, "active player"),
        ("[1]/[]", "[]/[1 1]", True, "active player"),
        ("[1]/[5]", "[]/[1]", True, "dice"),
        ("[1]/[]", "[3]/[]", False, "dice"),
        ("[1]/[5]", "[3]/[1]", True, "active player"),
    ],
)
def test_an_attack_of_ones_is_an_attack_of_0(
    active: str, opponent: str, success: bool, decided_by: str
) -> None:
    """https://jwarref.netlify.app/FAQ/: 0 against 0 goes to the surviving dice."""
    first = attacks(active, opponent)[0]
    assert said(first) == ("active", 0, 0, success, 0, decided_by)
    assert len(first.damage) == success


def test_the_last_tie_break_is_the_active_player_whoever_strikes_first() -> None:
    first, second = attacks("[4]/[4]", "[4]/[4], Reach")
    assert said(first) == ("opponent", 4, 4, False, 0, "active player")
    assert said(second) == ("active", 4, 4, True, 0, "active player")


def test_no_dice_are_no_attack() -> None:
    first, second = attacks("[]/[3]", "[]/[4]")
    assert said(first) == ("active", 0, 4, False, 0, "no attack")
    assert said(second) == ("opponent", 0, 3, False, 0, "no attack")


# --- pools ----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("traits", "enemy", "attack", "defence"),
    [
        ("", "", (7, 2), (6, 3)),
        ("Kata", "", (8, 4), (6, 3)),
        ("Brutal (2)", "", (9, 2), (6, 3)),
        ("Parry (1)", "", (7, 2), (7, 3)),
        ("Adept [Melee] (1), Kata", "", (9, 4), (6, 3)),
        ("", "Impenetrable Defence", (5, 1), (6, 3)),
        ("", "Unblockable (2)", (7, 2), (3, 1)),
        ("Parry (1)", "Unblockable (3)", (7, 2), (0, 0)),
        ("Parry (2)", "Chain Weapon (1)", (7, 2), (7, 3)),
    ],
)
def test_what_the_pools_come_to(
    traits: str, enemy: str, attack: tuple[int, int], defence: tuple[int, int]
) -> None:
    pools = solve(f"[6 5 1 1]/[4 4 3], {traits}", f"[2]/[2], {enemy}").pools["active"]
    assert (pools["attack"].value, pools["attack"].survivors) == attack
    assert (pools["defence"].value, pools["defence"].survivors) == defence
    assert pools["attack"].dice == (6, 5, 1, 1)


# --- damage dice ----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("traits", "dice", "total"),
    [
        ("", "[5 2]", 7),
        ("Strong", "[5 2 4]", 9),
        ("Weak", "[5 2 4]", 6),
        ("Strong, Weak", "[5 2]", 7),
        ("Assassin, unseen", "[5 2 2]", 7),
        ("Assassin, unseen, Weak", "[5 2 2]", 7),
        ("Assassin, unseen, Critical Attack", "[5 2 2]", 4),
        ("Strong, Critical Attack", "[5 2 2]", 7),
        ("strength -2", "[5 2]", 5),
        ("Powerful Attack", "[5 2]", 10),
    ],
)
def test_which_damage_dice_count(traits: str, dice: str, total: int) -> None:
    [first, _] = attacks(f"[6]/[], {traits}, damage {dice}", "[]/[3], wounds 9")
    [roll] = first.damage
    assert roll.total == total


@pytest.mark.parametrize(
    ("special", "dice", "removed"),
    [
        ("Critical Attack", "[4 4]", True),
        ("Critical Attack", "[4 3]", False),
        ("Powerful Attack", "[4 4]", False),
    ],
)
def test_equal_dice_of_a_critical_attack_remove(special: str, dice: str, removed: bool) -> None:
    first, second = attacks(f"[6]/[3], {special}, damage {dice}", "[5]/[3], wounds 99")
    assert first.damage[0].removed == removed
    assert second.cancelled == removed
    assert ("removed by a Critical" in first.then) == removed


def test_armour_tough_and_the_rest_are_counted() -> None:
    attacker = "[6 6]/[], strength 2, Pierce 1, Sharp 1, damage [6 5]"
    [first, _] = attacks(attacker, "[]/[2], Armour 3, Tough 2, wounds 9")
    [roll] = first.damage
    assert (first.success_level, roll.modifier, roll.total) == (5, 0, 11)
    assert roll.wounds == 5 + 2 - 1
    [first, _] = attacks(f"{attacker}, Sweep Attack", "[]/[2], Tough 1, Durable")
    assert first.damage[0].wounds == 1


def test_a_charge_helps_the_first_damage_roll_only() -> None:
    first, _ = attacks("[6]/[], Dual Attack, damage 3 4, damage 3 4", "[]/[3]", action="charge")
    assert [roll.total for roll in first.damage] == [9, 7]


def test_wounds_that_hang_on_dice_still_to_roll_are_open() -> None:
    result = solve("[6]/[3], damage [6 6]", "[5]/[3], wounds 9")
    assert dealt(result) == {"active": 6, "opponent": None}
    first, second = result.comparisons
    assert (first.cancelled, second.cancelled) == (False, False)
    assert second.damage[0].total is None
    result = solve("[6]/[3]", "[5]/[3], wounds 2")
    assert result.comparisons[1].cancelled is None
    assert "depends on damage dice" in result.comparisons[0].then


def test_a_dead_model_strikes_no_more() -> None:
    result = solve("[6]/[3], damage [6 6]", "[5]/[3], wounds 6")
    assert result.comparisons[1].cancelled is True
    assert result.comparisons[1].damage == ()
    assert result.comparisons[0].then == "the exchange is over for Opponent: removed"
    assert dealt(result) == {"active": 6, "opponent": 0}
    kept = solve("[6]/[3], damage [6 6]", "[5]/[3], wounds 6, Last Stand")
    assert kept.comparisons[1].cancelled is False


# --- specials -------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("special", "cancelled", "why"),
    [
        ("Sweep Attack", True, "Prone"),
        ("Slam Attack", True, "Prone"),
        ("Throw Attack", True, "Prone"),
        ("Push Attack", True, "out of base contact"),
        ("Sidestep Attack", True, "out of base contact"),
        ("Grapple Attack", True, "it may not attack"),
        ("Gokusatsu Attack", True, "removed"),
        ("Ivory Prison Attack", True, "removed"),
        ("Forceback Attack", False, ""),
        ("Drag Attack", False, ""),
        ("Stun Attack", False, ""),
        ("Powerful Attack", False, ""),
    ],
)
def test_what_a_special_attack_makes_of_the_reply(special: str, cancelled: bool, why: str) -> None:
    first, second = attacks(f"[6]/[3], {special}, damage [1 2]", "B: [5]/[3], wounds 99")
    assert first.special == special
    assert second.cancelled is cancelled
    assert first.then == (f"the exchange is over for B: {why}" if why else "B may still strike")


@pytest.mark.parametrize(
    ("special", "cancelled"),
    [
        ("Sidestep Defence", True),
        ("Push Defence", True),
        ("Throw Defence", True),
        ("Sweep Defence", False),
        ("Grapple Defence", False),
        ("Drag Defence", False),
        ("Web Defence", False),
    ],
)
def test_what_a_special_defence_makes_of_the_own_attack(special: str, cancelled: bool) -> None:
    first, second = attacks("[3]/[3]", f"[5]/[6], {special}")
    assert (first.success, first.special) == (False, special)
    assert second.cancelled is cancelled


@pytest.mark.parametrize(
    ("dice", "level", "wounds"), [("[4]", 0, 1), ("[2]", 2, 3), ("[5]", None, 0), ("[1]", 4, 5)]
)
def test_counterstrike(dice: str, level: int | None, wounds: int) -> None:
    result = solve(f"{dice}/[]", "[2]/[6], Counterstrike Defence, damage [6 4]")
    first = result.comparisons[0]
    assert [roll.level for roll in first.damage] == ([] if level is None else [level])
    assert first.special == (None if level is None else "Counterstrike Defence")
    alone = solve(f"{dice}/[]", "[]/[6], Counterstrike Defence, damage [6 4]")
    assert dealt(alone)["opponent"] == wounds


def test_damage_dice_are_used_in_order_by_a_counterstrike_and_then_by_the_own_attack() -> None:
    striker = "[6]/[6], Counterstrike Defence, damage [6 4], damage [1 2]"
    first, second = attacks("[3]/[2], wounds 99", striker)
    assert [roll.dice for item in (first, second) for roll in item.damage] == [(6, 4), (1, 2)]


def test_specials_that_may_not_be_used() -> None:
    assert attacks("[6]/[3], prone, Sweep Attack", "[5]/[3]")[1].special is None
    assert attacks("[6]/[3], immobilised, Sweep Attack", "[5]/[3]")[0].special is None
    assert attacks("[]/[6], Push Attack", "[]/[3]")[0].special is None
    assert attacks("[]/[6], Counterstrike Defence", "[]/[3]")[1].special is None
    assert attacks("[]/[6], Push Defence", "[]/[3]")[1].special == "Push Defence"


@pytest.mark.parametrize("reach", ["", ", Reach"])
def test_wounds_are_put_to_the_model_that_suffers_them(reach: str) -> None:
    result = solve("[6]/[3], damage [6 4]", f"[5]/[3], damage [1 1], wounds 9{reach}")
    assert dealt(result) == {"active": 4, "opponent": 0}
    assert result.wounds == {"active": 0, "opponent": 4}


def test_after_the_second_attack_the_exchange_is_over() -> None:
    second = attacks("Aya: [4 2]/[5]", "Chiyo: [5 3]/[4]")[1]
    assert second.then == "the exchange is over"


# --- agreement with the odds ----------------------------------------------------------------------

Ends = dict[tuple[str, int], Fraction]
"""How an attack ends: a hit and its level, a miss, cancelled."""


def counted(result: Side) -> Ends:
    ends: Ends = {("hit", level): p for level, p in result.attack.success_level.items()}
    ends |= {("miss", 0): result.attack.failed, ("cancelled", 0): result.attack.cancelled}
    ends[("none", 0)] = result.attack.not_made
    return {end: chance for end, chance in ends.items() if chance}


def end(item: ResolvedComparison) -> tuple[str, int]:
    if item.decided_by == "no attack":
        return "none", 0
    assert item.cancelled is not None
    if item.cancelled:
        return "cancelled", 0
    return ("hit", item.success_level) if item.success else ("miss", 0)


def throws(dice: int) -> Iterator[tuple[int, ...]]:
    return product(range(1, 7), repeat=dice)


def assert_all_throws_add_up(active: str, opponent: str, damage: dict[str, int]) -> None:
    """Every throw of every die, resolved one by one, gives the odds.

    Args:
        active: the model line.
        opponent: the other.
        damage: how many damage dice of each side are thrown too, in one Damage Roll.
    """
    document = document_from({"active": active, "opponent": opponent})
    odds = bo.solve(document)
    assert isinstance(odds, MeleeResult)
    models = (document.exchange.active, document.exchange.opponent)
    ends: dict[str, Ends] = {side: defaultdict(Fraction) for side in ("active", "opponent")}
    law: dict[str, dict[int, Fraction]] = {side: defaultdict(Fraction) for side in damage}
    sizes = [model.attack for model in models] + [model.defence for model in models]
    share = Fraction(1, 6 ** (sum(sizes) + sum(damage.values())))
    for a, b, c, d in product(*map(throws, sizes)):
        for mine, theirs in product(*(throws(damage.get(s, 0)) for s in ("active", "opponent"))):
            rolled = {
                "active": Rolled(a, c, (mine,) if mine else ()),
                "opponent": Rolled(b, d, (theirs,) if theirs else ()),
            }
            result = resolve(document.exchange, rolled)
            for item in result.comparisons:
                ends[item.attacker][end(item)] += share
            for side in damage:
                wounds = dealt(result)[side]
                assert wounds is not None
                law[side][wounds] += share
    for side in ("active", "opponent"):
        assert ends[side] == counted(getattr(odds, side))
    for side, wounds_of in law.items():
        assert wounds_of == dict(getattr(odds, side).wounds_dealt.distribution)


@pytest.mark.parametrize(
    ("active", "opponent"),
    [
        ("2/1, wounds 99", "0/1, wounds 99"),
        ("1/1, wounds 99", "1/1, wounds 99"),
        ("2/0, wounds 99, Kata, Brutal 1", "1/1, wounds 99, Reach, Parry 1"),
        ("1/1, wounds 99, Impenetrable Defence", "2/0, wounds 99, Parry 1, Adept [Melee] 1"),
        ("2/0, wounds 99, Unblockable 1", "0/2, wounds 99, Parry 1"),
        ("1/1, wounds 99, Sweep Attack", "1/1, wounds 99, Sweep Defence"),
        ("1/1, wounds 99, Grapple Attack", "1/1, wounds 99, Sidestep Defence, Lightning Reflexes"),
        ("0/2, wounds 99, Push Defence", "2/0, wounds 99, Sidestep Attack"),
    ],
)
def test_every_throw_resolved_gives_the_odds(active: str, opponent: str) -> None:
    assert_all_throws_add_up(active, opponent, {})


@pytest.mark.parametrize(
    ("active", "opponent", "damage"),
    [
        ("1/0", "1/0, wounds 3", {"active": 2}),
        ("1/0, Critical Attack, strength 1", "1/0, wounds 6, Armour 2", {"active": 2}),
        ("1/0, Strong", "0/0, wounds 4, Tough 1", {"active": 3}),
        ("1/0, wounds 4", "0/1, Counterstrike Defence", {"opponent": 2}),
    ],
)
def test_every_throw_with_its_damage_dice_gives_the_odds(
    active: str, opponent: str, damage: dict[str, int]
) -> None:
    assert_all_throws_add_up(active, opponent, damage)


# --- documents and the command --------------------------------------------------------------------


@pytest.mark.parametrize(
    ("model", "message"),
    [
        ({"attack": [7], "defence": []}, "active.attack[0]: 7 is beyond the limit: 1 to 6"),
        ({"attack": 2, "defence": []}, "active.attack: rolled dice are needed here, as in [4, 2], "
         "not their number (2)"),
        ({"attack": "x", "defence": []}, 'active.attack: rolled dice are written as in "[4 2]", '
         'not "x"'),
        ({"attack": [1] * 13, "defence": []}, "active.attack: at most 12 items, please"),
        ({"attack": [1]}, 'active.defence: "defence" is missing'),
        ({"attack": [1], "defence": [], "melee_pool": 1}, "active.melee_pool: unknown key "
         '"melee_pool"; known: attack, defence, damage, name'),
        ({"attack": [6], "defence": [], "damage": [[1]]}, "active.damage[0]: 1 dice, and this "
         "model rolls 2 (2D6)"),
        ({"attack": [6], "defence": [], "damage": [[1, 2]], "traits": ["Strong"]}, "active.damage"
         "[0]: 2 dice, and this model rolls 3 (the two highest of 3D6)"),
        ("Aya: 2/1", 'active: no dice in "Aya: 2/1"; write the rolled dice first, as in\n  '
         '"Aya: [4 2]/[5]"'),
    ],
)  # fmt: skip
def test_what_is_wrong_with_rolled_dice_is_said(model: Any, message: str) -> None:
    with pytest.raises(InputErrors) as raised:
        solve(model, "[1]/[1]")
    assert str(raised.value).startswith(message)


def test_the_json_has_the_keys_that_are_promised() -> None:
    result = call("resolve", "Aya: [4 2]/[5], damage 3 4", "Chiyo: [5 3]/[4]", "--json").json
    assert list(result) == [
        "format", "version", "rules_edition", "kind", "input_sha256", "name", "input",
        "initiative", "active", "opponent", "comparisons", "notes",
    ]  # fmt: skip
    assert result["initiative"] == {"first": "active", "reason": "the active model strikes first"}
    assert result["active"] == {
        "name": "Aya",
        "attack": {"dice": [4, 2], "survivors": 2, "value": 5},
        "defence": {"dice": [5], "survivors": 1, "value": 5},
        "wounds_suffered": result["active"]["wounds_suffered"],
    }
    first = result["comparisons"][0]
    promised = {
        "attacker": "active", "attack": 5, "defence": 4, "success": True, "success_level": 1,
        "decided_by": "value",
    }  # fmt: skip
    assert first.items() >= promised.items()
    assert first["damage_rolls"] == [
        {
            "success_level": 1, "modifier": 0, "dice": [3, 4], "total": 7, "wounds": 1,
            "removed": False,
        }
    ]  # fmt: skip


def test_the_input_fed_back_gives_the_same_result() -> None:
    result = solve("Aya: [4 2]/[5], damage 3 4, Kata", "Chiyo: [5 3]/[4], prone", name="again")
    again = bo.solve(result.input)
    assert again == result
    assert again.to_dict() == result.to_dict()


def test_dice_may_stand_in_a_melee_document() -> None:
    stream = "kind: melee\nactive: {attack: [4, 2], defence: [5]}\nopponent: '[5 3]/[4]'\n"
    assert call("resolve", "-", "--json", stdin=stream).json["kind"] == "resolve"
    assert "dice on the table go to; bushido-odds resolve" in refused("melee", "-", stdin=stream)


def test_the_page_says_what_the_dice_come_to() -> None:
    answer = call("resolve", "Hagane: [1 5]/[3]", "Yama Uba: [6 3]/[5], damage [6 4]")
    assert answer.out.startswith(
        """\
Hagane v Yama Uba\tdice on the table, Hagane strikes first (the active model strikes first)

\tdice\tsurvive\tresult
Hagane, Attack\t1 5\t1\t5
Hagane, Defence\t3\t1\t3
Yama Uba, Attack\t6 3\t2\t7
Yama Uba, Defence\t5\t1\t5

First attack, Hagane
Hagane fails against Yama Uba: 5 v 5 at Success Level 0, a tie that 2 surviving dice against 3 settle.
Then: Yama Uba may still strike.

Second attack, Yama Uba
Yama Uba hits Hagane: 7 v 3 at Success Level 4.
Damage Roll at Success Level 4: 6+4 +0 = 10, 5 wounds.
"""  # noqa: E501
    )
