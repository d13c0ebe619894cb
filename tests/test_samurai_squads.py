"""Squads: pools of identical models, and hits allotted over the enemies in base contact.

https://student2.ru/literatura/300693-srazheniya-s-uchastiem-otryadov/
"""

from __future__ import annotations

from fractions import Fraction
from itertools import product
from typing import Any

import pytest
from hypothesis import given
from hypothesis import settings as effort
from hypothesis import strategies as st

import samurai_oracle as oracle
from bushido_odds.dice.joint import JointLaw
from bushido_odds.errors import BushidoOddsError
from bushido_odds.samurai.allotment import in_order, most_out
from bushido_odds.samurai.fight import Ground, Stance
from bushido_odds.samurai.model import Side
from samurai_cases import RULES, assert_agrees, fight, models, solved

WOUND = Fraction(35, 100)
"""Body Strength 5 against 5."""


def man(**fields: Any) -> oracle.Model:
    return oracle.model(**{"name": "M", "fs": 5, "body": 5, **fields})


# --- pools ---------------------------------------------------------------------------------------


def test_identical_models_strike_as_one_with_all_their_attacks() -> None:
    """Four with two attacks are one with eight; the hits are those of one pool."""
    four = solved([man(fs=6, attacks=2, in_contact=4)], [man(attacks=3)])
    one = solved([man(fs=6, attacks=8)], [man(attacks=3)])
    assert four.attacker.attacks == one.attacker.attacks == 8
    assert four.attacker.hits == one.attacker.hits
    assert four.target.killed == one.target.killed


def test_models_within_an_inch_strike_only_where_the_rule_says_so() -> None:
    a = man(in_contact=2, within_inch=3)
    assert solved([a], [man()], "none").attacker.attacks == 2
    found = solved([a], [man()], "none", rules={"contributors": "one_inch"})
    assert found.attacker.attacks == 5
    assert len(found.attacker.models) == 2


def test_a_group_with_two_blades_tests_once() -> None:
    """Agility 9: 9/10 double, 1/10 nothing; never something between for two models."""
    a = man(fs=9, two_blades=True, agility=9, in_contact=2)
    result = solved([a], [man()], "none")
    p = Fraction(9, 10)
    assert result.attacker.hits[4] == p * p**4
    assert result.attacker.hits[0] == p * (1 - p) ** 4 + Fraction(1, 10)


# --- who opposes, and who meets whom -------------------------------------------------------------


@pytest.mark.parametrize(
    ("rule", "against", "opposing"),
    [
        ("chosen_by_attacker", None, 1),
        ("chosen_by_target", None, 0),
        ("chosen_by_attacker", "strong", 0),
        ("chosen_by_target", "weak", 1),
    ],
)
def test_which_group_opposes_a_pool(rule: str, against: str | None, opposing: int) -> None:
    strong, weak = man(name="strong", fs=8), man(name="weak", fs=2)
    struck = fight([man(against=against)], [strong, weak], rules={"opposed_profile": rule})
    ground = Ground(struck, (Stance(1),), (Stance(1), Stance(1)))
    assert ground.opposing(Side.ATTACKER, 0) == opposing


def test_a_pool_meets_the_attacks_of_its_opponent_first() -> None:
    """3 attacks, 2 of them met by the weak group, the third by one of the strong group's 2."""
    strong, weak = man(name="strong", fs=8, attacks=2), man(name="weak", fs=2, attacks=2)
    result = solved([man(attacks=3)], [strong, weak])
    chance = {fs: oracle.opposed(5, fs, oracle.DEFAULTS)["A"] for fs in (2, 8)}
    assert result.attacker.hits.mean == 2 * chance[2] + chance[8]
    lost = {fs: oracle.opposed(5, fs, oracle.DEFAULTS)["T"] for fs in (2, 8)}
    assert result.target.hits.mean == 2 * lost[2] + 2 * lost[8]


def test_a_group_out_of_contact_neither_opposes_nor_is_hit() -> None:
    far = man(name="far", fs=1, in_contact=0)
    result = solved([man()], [man(name="near", fs=8), far])
    assert result.attacker.hits.mean == oracle.opposed(5, 8, oracle.DEFAULTS)["A"]
    assert [model.name for model in result.target.models] == ["near"]


# --- allotments ----------------------------------------------------------------------------------


def test_hits_in_order_go_round() -> None:
    assert in_order((3, 1), (0, 1, 2), 3) == ((1, 1), (1, 0), (1, 0))
    assert in_order((3,), (2, 2, 0), 3) == ((1,), (0,), (2,))
    assert in_order((0, 0), (0, 1), 2) == ((0, 0), (0, 0))


def test_the_allotment_that_kills_most_concentrates_on_models_of_several_wounds() -> None:
    """Two hits on two models of two wounds: together they may kill one, apart nobody."""
    a, t = man(fs=6, attacks=2), man(in_contact=2, wounds=2)
    result = solved([a], [t], "none")
    assert result.target.allotments[2,] == ((2,), (0,))
    hits = Fraction(36, 100)
    assert result.target.killed == hits * WOUND**2
    spread = solved([a], [t], "none", allots={"A": "spread"})
    assert spread.target.allotments[2,] == ((1,), (1,))
    assert spread.target.killed == 0
    assert spread.target.wounds == result.target.wounds


def test_the_allotment_that_kills_most_spreads_over_models_of_one_wound() -> None:
    result = solved([man(attacks=3)], [man(in_contact=2)], "none")
    assert result.target.allotments[3,] == ((2,), (1,))
    assert result.target.allotments[2,] == ((1,), (1,))


def test_a_users_own_order() -> None:
    t = man(in_contact=2)
    result = solved([man(attacks=3)], [t], "none", orders={"A": [2, 2, 1]})
    assert result.target.allotments[3,] == ((1,), (2,))
    assert result.target.models[1].killed > result.target.models[0].killed


def test_weak_models_are_struck_first_where_that_kills_more() -> None:
    tough, weak = man(name="tough", body=9), man(name="weak", body=2)
    result = solved([man()], [tough, weak], "none")
    assert result.target.allotments[1,] == ((0,), (1,))
    assert result.target.models[0].killed == 0


@given(
    st.lists(st.integers(1, 9), min_size=2, max_size=3),
    st.integers(1, 3),
    st.integers(1, 2),
    st.integers(0, 2),
)
@effort(max_examples=60, deadline=None)
def test_no_allotment_puts_more_out(odds: list[int], wounds: int, first: int, second: int) -> None:
    """Tried against every other one; the second kind of hit always wounds."""

    def harm(group: int, hits: tuple[int, ...]) -> JointLaw:
        weak = JointLaw({(1,): odds[group], (0,): 10 - odds[group]})
        lost = weak.repeated(hits[0]).plus(JointLaw.certain((hits[1],)))
        return lost.map(lambda point: (int(point[0] >= wounds), min(point[0], wounds)))

    def worth(allotment: Any) -> tuple[Fraction, Fraction]:
        laws = [harm(group, hits) for group, hits in enumerate(allotment)]
        return (
            sum((law.chance(lambda p: p[0] > 0) for law in laws), Fraction(0)),
            sum((law.law(lambda p: p[1]).mean for law in laws), Fraction(0)),
        )

    most = (first + 1, second)
    best = most_out(most, range(len(odds)), harm)
    for hits in product(range(most[0] + 1), range(most[1] + 1)):
        ways = product(
            *(
                [way for way in product(range(n + 1), repeat=len(odds)) if sum(way) == n]
                for n in hits
            )
        )
        every = [tuple(zip(*way, strict=True)) for way in ways]
        assert worth(best[hits]) == max(map(worth, every))
        assert tuple(map(sum, zip(*best[hits], strict=True))) == hits


def test_too_large_a_search_is_refused_in_words() -> None:
    def harm(group: int, hits: tuple[int, ...]) -> JointLaw:
        return JointLaw.certain((0, 0))

    with pytest.raises(BushidoOddsError, match="let the hits be spread"):
        most_out((60, 60), range(12), harm)


# --- against the oracle --------------------------------------------------------------------------

GROUPS = st.lists(models(attacks=1, contact=2), min_size=1, max_size=2).map(
    lambda groups: [
        {**group, "name": f"G{number}", "within_inch": 0, "two_blades": False}
        for number, group in enumerate(groups)
    ]
)
REACTIONS = st.sampled_from(["fight", "defend", "evasion", "none"])
ALLOTS = st.fixed_dictionaries(
    {side: st.sampled_from(["kill", "spread"]) for side in "AT"},
)


@given(GROUPS, GROUPS, REACTIONS, st.booleans(), RULES, ALLOTS)
@effort(max_examples=100, deadline=None)
def test_squads_against_the_oracle(
    a: list[oracle.Model],
    t: list[oracle.Model],
    reaction: str,
    surprise: bool,
    rules: dict[str, Any],
    allots: dict[str, str],
) -> None:
    rules = {**rules, "die_faces": "1..10"}
    if rules.get("exchange") == "pool":
        a, t = a[:1], [{**group, "in_contact": 1} for group in t]
    assert_agrees(a, t, reaction, surprise, rules, allots)


@given(GROUPS, GROUPS, st.lists(st.integers(1, 2), min_size=1, max_size=3), RULES)
@effort(max_examples=30, deadline=None)
def test_a_users_order_against_the_oracle(
    a: list[oracle.Model], t: list[oracle.Model], order: list[int], rules: dict[str, Any]
) -> None:
    rules = {**rules, "exchange": "paired"}
    t = [{**t[0], "in_contact": 2}]
    assert_agrees(a, t, "fight", False, rules, orders={"A": order})


@given(GROUPS, GROUPS, REACTIONS, RULES)
@effort(max_examples=40, deadline=None)
def test_what_holds_for_every_squad(
    a: list[oracle.Model], t: list[oracle.Model], reaction: str, rules: dict[str, Any]
) -> None:
    kill = solved(a, t, reaction, rules=rules)
    spread = solved(a, t, reaction, rules=rules, allots={"A": "spread", "T": "spread"})
    for side, even in ((kill.target, spread.target), (kill.attacker, spread.attacker)):
        assert side.out_models.mean >= even.out_models.mean
        assert side.out_models.mean == sum(model.out_of_action for model in side.models)
        assert side.wounds.mean == sum(model.wounds.mean for model in side.models)
        assert side.killed_models.mean == sum(model.killed for model in side.models)
        assert side.stunned_models.mean == sum(model.stunned for model in side.models)
        assert side.all_out <= side.out_of_action
        assert side.hits.mass == side.out_models.mass == 1
