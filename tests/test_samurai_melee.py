"""One turn of melee, one model against one: https://student2.ru/literatura/300693-srazheniya-s-uchastiem-otryadov/."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest
from hypothesis import given
from hypothesis import settings as effort
from hypothesis import strategies as st

import samurai_oracle as oracle
from bushido_odds.samurai.fight import Fight
from bushido_odds.samurai.model import Model, Reaction
from bushido_odds.samurai.wounding import wound_chance
from samurai_cases import (
    CHARACTERISTICS,
    RULES,
    assert_agrees,
    engine_model,
    models,
    settings,
    solved,
)

REACTIONS = st.sampled_from(["fight", "defend", "evasion", "none"])
WOUND = Fraction(35, 100)
"""Body Strength 5 against 5."""


def man(**fields: Any) -> oracle.Model:
    return oracle.model(**{"name": "M", "fs": 5, "body": 5, **fields})


# --- golden numbers ------------------------------------------------------------------------------


def test_an_unarmed_surprise_attack() -> None:
    """FS 6, 3 attacks, Body 5 v 5, no armour: per attack 1/10 outright and 5/10 x 35/100."""
    result = solved([man(fs=6, attacks=3, unarmed=True)], [man()], surprise=True)
    assert result.target.stunned == Fraction(39611, 64000) == 1 - Fraction(29, 40) ** 3
    assert result.target.killed == 0
    assert result.target.wounds[0] == (1 - Fraction(5, 10) * WOUND) ** 3
    assert result.attacker.out_of_action == 0
    assert result.attacker.hits[1] == Fraction(36, 125)


def test_an_outright_stun_costs_no_wound() -> None:
    result = solved([man(fs=1, unarmed=True)], [man()], surprise=True)
    assert (result.target.stunned, result.target.wounds[0]) == (Fraction(1, 10), 1)


def test_paired_attacks_in_a_fight() -> None:
    """FS 6 with 3 attacks against FS 5 with 2: 3 x 44/100 and 2 x 31/100 hits on average."""
    result = solved([man(fs=6, attacks=3)], [man(attacks=2)])
    assert (result.attacker.hits.mean, result.target.hits.mean) == (
        Fraction(132, 100),
        Fraction(62, 100),
    )
    assert result.attacker.hits[3] == Fraction(44, 100) ** 3


@pytest.mark.parametrize("exchange", ["paired", "each_way", "pool"])
def test_one_attack_against_one(exchange: str) -> None:
    result = solved([man(fs=6)], [man()], rules={"exchange": exchange})
    assert result.attacker.hits[1] == Fraction(44, 100)
    assert result.target.hits[1] == Fraction(31, 100)
    outcome = result.outcome
    assert outcome is not None
    both = Fraction(44 * 31, 100**2) * WOUND**2 if exchange == "each_way" else 0
    assert outcome.both_out == both


def test_an_unarmed_model_fights_at_minus_three() -> None:
    """FS 6 - 3 against 5: 20 of 100 instead of 44, and no penalty against an unarmed enemy."""
    unarmed = man(fs=6, unarmed=True)
    assert solved([unarmed], [man()]).attacker.hits[1] == Fraction(20, 100)
    assert solved([unarmed], [man()]).target.hits[1] == Fraction(42, 100)
    assert solved([unarmed], [man(unarmed=True)]).attacker.hits[1] == Fraction(44, 100)
    assert solved([unarmed], [man()], "none").attacker.hits[1] == Fraction(3, 10)
    assert solved([unarmed], [man()], surprise=True).attacker.hits[1] == Fraction(6, 10)
    assert solved([man()], [unarmed], "defend").attacker.hits[1] == Fraction(42, 100)


def test_two_blades() -> None:
    """Agility 6: 6/10 double the attack, 3/10 lose 1 FS, 1/10 only deflect."""
    result = solved([man(fs=6, two_blades=True, agility=6)], [man()], "defend")
    lower = oracle.opposed(5, 5, oracle.DEFAULTS)["A"]
    full = Fraction(44, 100)
    assert result.attacker.hits.mean == Fraction(6, 10) * 2 * full + Fraction(3, 10) * lower
    assert result.attacker.hits[2] == Fraction(6, 10) * full**2
    assert result.attacker.attacks == 1


def test_a_catastrophe_with_two_blades_costs_all_blows_and_a_point_of_skill() -> None:
    """Agility 0 rolls nothing: a plain failure. Agility 1: 1/10 lucky, 1/10 catastrophic."""
    a = man(fs=6, two_blades=True, agility=1)
    keeps = solved([a], [man()])
    loses = solved([a], [man()], rules={"cf_keeps_penalty": False})
    at = {fs: oracle.opposed(fs, 5, oracle.DEFAULTS)["T"] for fs in (5, 6)}
    tests = Fraction(1, 10) * at[6] + Fraction(8, 10) * at[5]
    assert keeps.target.hits.mean == tests + Fraction(1, 10) * at[5]
    assert loses.target.hits.mean == tests + Fraction(1, 10) * at[6]
    plain = solved([man(fs=6, two_blades=True, agility=0)], [man()], "defend")
    assert plain.attacker.hits.mean == oracle.opposed(5, 5, oracle.DEFAULTS)["A"]


def test_two_blades_do_nothing_for_who_does_not_strike() -> None:
    blades = man(two_blades=True, agility=1)
    assert solved([man()], [blades], "defend").attacker.hits[1] == WOUND
    assert solved([man()], [blades]).attacker.hits[1] != WOUND


def test_defending_may_have_a_bonus() -> None:
    rules = {"defend_bonus": 2}
    assert solved([man()], [man()], "defend").attacker.hits[1] == Fraction(35, 100)
    expected = oracle.opposed(5, 7, oracle.DEFAULTS)["A"]
    assert solved([man()], [man()], "defend", rules=rules).attacker.hits[1] == expected
    assert solved([man()], [man()], "fight", rules=rules).attacker.hits[1] == Fraction(35, 100)


def test_a_target_that_defends_or_evades_hits_nobody() -> None:
    for reaction in ("defend", "evasion", "none"):
        result = solved([man()], [man(attacks=3, agility=9)], reaction)
        assert result.attacker.out_of_action == 0
        assert (result.target.attacks, result.target.hits[0]) == (0, 1)


def test_evasion_sets_agility_against_the_attack() -> None:
    result = solved([man(fs=6)], [man(fs=1, agility=5)], "evasion")
    assert result.attacker.hits[1] == Fraction(44, 100)


def test_one_evasion_for_all_attacks_binds_them_together() -> None:
    """The chance to hit with each is the same; with one roll all of them miss more often."""
    a, t = man(fs=6, attacks=2), man(agility=5)
    each = solved([a], [t], "evasion").attacker
    once = solved([a], [t], "evasion", rules={"evasion_tests": "one_for_all"}).attacker
    assert each.hits.mean == once.hits.mean
    assert once.hits[0] > each.hits[0]
    pool = solved([a], [t], "evasion", rules={"exchange": "pool"}).attacker
    assert pool.hits == once.hits


def test_who_declares_nothing_is_hit_by_simple_tests_or_deflects() -> None:
    assert solved([man(fs=6)], [man()], "none").attacker.hits[1] == Fraction(6, 10)
    deflected = solved([man(fs=6)], [man()], "none", rules={"unopposed": "deflected"})
    assert deflected.attacker.hits[1] == Fraction(44, 100)
    surprised = solved([man(fs=6)], [man()], surprise=True, rules={"unopposed": "deflected"})
    assert surprised.attacker.hits[1] == Fraction(6, 10)


# --- from a hit to a wound -----------------------------------------------------------------------


@pytest.mark.parametrize(
    ("effect", "chance"),
    [
        ("negate", Fraction(4, 10) * WOUND),
        ("bonus:2", Fraction(4, 10) * WOUND + Fraction(6, 10) * Fraction(27, 100)),
        ("second_test", Fraction(4, 10) * WOUND + Fraction(6, 10) * Fraction(27, 100) * WOUND),
    ],
)
def test_armour(effect: str, chance: Fraction) -> None:
    """Defence 6 covers six hits of ten; 5 against 7 wins 27 of 100."""
    target = Model("T", body=5, armour=6, armour_strength=7)
    assert wound_chance(5, target, settings({"armour_effect": effect})) == chance
    assert wound_chance(5, Model("T", body=5), settings({"armour_effect": effect})) == WOUND


def test_armour_of_defence_0_covers_nothing() -> None:
    assert wound_chance(5, Model("T", body=5, armour=0), settings({})) == WOUND


@given(
    CHARACTERISTICS,
    CHARACTERISTICS,
    st.none() | CHARACTERISTICS,
    CHARACTERISTICS,
    RULES,
)
@effort(deadline=None)
def test_wounding_against_the_oracle(
    strength: int, body: int, armour: int | None, hardness: int, rules: dict[str, Any]
) -> None:
    enemy = oracle.model(body=body, armour=armour, armour_strength=hardness)
    expected = oracle.wounds(strength, enemy, oracle.rules(**rules))
    assert wound_chance(strength, engine_model(enemy), settings(rules)) == expected


def test_a_weapon_adds_to_body_and_its_own_value_goes_before_the_rule() -> None:
    rules = {"weapon_mod": 1}
    hit, wound = Fraction(6, 10), {b: oracle.opposed(b, 5, oracle.DEFAULTS)["A"] for b in (5, 6, 8)}
    for fields, body in (
        ({}, 6),
        ({"weapon_mod": 3}, 8),
        ({"weapon_mod": 0}, 5),
        ({"unarmed": True}, 5),
    ):
        result = solved([man(fs=6, **fields)], [man(unarmed=True)], "none", rules=rules)
        assert result.target.out_of_action == hit * wound[body]


def test_wounds_left_are_lost_one_by_one() -> None:
    result = solved([man(fs=6, attacks=3)], [man(wounds=2)], "none")
    p = Fraction(6, 10) * WOUND
    assert result.target.wounds[1] == 3 * p * (1 - p) ** 2
    assert (
        result.target.killed == result.target.wounds[2] == 1 - (1 - p) ** 3 - 3 * p * (1 - p) ** 2
    )
    assert result.target.stunned == 0


def test_when_an_unarmed_model_stuns() -> None:
    a, t = man(fs=6, attacks=2, unarmed=True), man(wounds=2, unarmed=True)
    p = Fraction(6, 10) * WOUND
    any_wound = solved([a], [t], "none").target
    assert (any_wound.stunned, any_wound.killed) == (1 - (1 - p) ** 2, 0)
    at_zero = solved([a], [t], "none", rules={"unarmed_stun": "at_zero"}).target
    assert (at_zero.stunned, at_zero.killed) == (p**2, 0)
    assert at_zero.wounds == any_wound.wounds


# --- against the oracle --------------------------------------------------------------------------


@given(models(name="A"), models(name="T"), REACTIONS, st.booleans(), RULES)
@effort(max_examples=150, deadline=None)
def test_a_turn_against_the_oracle(
    a: oracle.Model, t: oracle.Model, reaction: str, surprise: bool, rules: dict[str, Any]
) -> None:
    if rules.get("exchange") == "pool":  # the oracle rolls every die of the pool at once
        rules = {**rules, "die_faces": "1..10", "contributors": "base_contact"}
        a, t = {**a, "two_blades": False}, {**t, "two_blades": False}
    assert_agrees([a], [t], reaction, surprise, rules)


@given(models(attacks=4, name="A"), models(attacks=4, name="T"), REACTIONS, RULES)
@effort(max_examples=60, deadline=None)
def test_what_holds_for_every_turn(
    a: oracle.Model, t: oracle.Model, reaction: str, rules: dict[str, Any]
) -> None:
    result = solved([a], [t], reaction, rules=rules)
    outcome = result.outcome
    assert outcome is not None
    total = outcome.both_stand + outcome.attacker_out + outcome.target_out + outcome.both_out
    assert total == 1
    assert result.attacker.out_of_action == outcome.attacker_out + outcome.both_out
    assert result.target.out_of_action == outcome.target_out + outcome.both_out
    for side, model, enemy in ((result.attacker, a, t), (result.target, t, a)):
        assert side.hits.mass == side.wounds.mass == 1
        assert side.stunned + side.killed == side.out_of_action
        assert max(side.wounds) <= model["wounds"]
        assert side.killed == 0 if enemy["unarmed"] else side.stunned == 0


def test_the_default_rules_are_the_oracles() -> None:
    from bushido_odds.samurai.rulings import values_of

    assert values_of(settings({})) == oracle.DEFAULTS


def test_a_fight_in_a_surprise_has_no_reaction() -> None:
    fight = Fight((Model("A", fs=5, body=5),), (Model("T", fs=5, body=5),), surprise=True)
    assert fight.reaction is Reaction.FIGHT
    result = solved([man()], [man(attacks=3)], surprise=True)
    assert (result.reaction, result.target.attacks) == ("none", 0)
