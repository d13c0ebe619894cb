"""What holds for every exchange, whatever the models: sums, bounds, monotony, symmetry.

Exchange: https://jwarref.netlify.app/Rulebook/Melee-Exchange.
"""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import bushido_odds as bo
from bushido_odds.odds.result import MeleeResult, Side
from bushido_odds.rules.specials import SPECIALS
from helpers import Document, documents, duel, figures, model, models, plain_models

ONE = Fraction(1)


def solved(document: Document) -> MeleeResult:
    result = bo.solve(document)
    assert isinstance(result, MeleeResult)
    return result


def both(result: MeleeResult) -> tuple[tuple[Side, Side], tuple[Side, Side]]:
    """Each side with its enemy."""
    return (result.active, result.opponent), (result.opponent, result.active)


# ---- one result in itself


@given(documents)
@settings(max_examples=150, deadline=None)
def test_every_law_adds_up(document: Document) -> None:
    result = solved(document)
    outcome = result.outcome
    assert outcome.both_stand + outcome.active_out + outcome.opponent_out + outcome.both_out == ONE
    assert result.active.out_of_action == outcome.active_out + outcome.both_out
    assert result.opponent.out_of_action == outcome.opponent_out + outcome.both_out
    for side, _ in both(result):
        attack = side.attack
        assert attack.success + attack.failed + attack.cancelled + attack.not_made == ONE
        assert attack.success_level.mass == attack.success
        assert side.wounds_dealt.distribution.mass == ONE
        assert side.hp_lost.distribution.mass == ONE
        assert side.pools.attack.value.mass == side.pools.defence.value.mass == ONE
        assert 0 <= side.damage_success_level.mass <= ONE


@given(documents)
@settings(max_examples=150, deadline=None)
def test_figures_of_one_side_bound_each_other(document: Document) -> None:
    result = solved(document)
    for side, enemy in both(result):
        chances = [side.lethal, side.critical, side.out_of_action, side.special.triggered]
        chances += [effect for effect in side.effects.values() if isinstance(effect, Fraction)]
        assert all(0 <= chance <= ONE for chance in chances)
        assert side.out_of_action >= side.critical
        assert max(side.hp_lost.distribution, default=0) <= side.wounds
        assert side.hp_lost.mean <= enemy.wounds_dealt.mean
        for lost in range(1, side.wounds + 1):
            potential = enemy.wounds_dealt.distribution.at_least(lost)
            assert side.hp_lost.distribution.at_least(lost) == potential
        assert side.hp_lost.distribution.at_least(side.wounds) >= side.lethal
        assert enemy.wounds_dealt.distribution.at_least(1) <= enemy.damage_success_level.mass


@given(documents)
@settings(max_examples=60, deadline=None)
def test_floats_are_the_nearest_to_the_fractions(document: Document) -> None:
    result = solved(document)

    def compare(exact: Any, rounded: Any) -> None:
        if isinstance(exact, dict):
            assert list(exact) == list(rounded)
            for key in exact:
                compare(exact[key], rounded[key])
        elif isinstance(rounded, float):
            fraction = Fraction(exact)
            assert rounded == fraction.numerator / fraction.denominator

    exact, rounded = result.to_dict(exact=True), result.to_dict()
    for key in ("active", "opponent", "outcome"):
        compare(exact[key], rounded[key])


@given(documents)
@settings(max_examples=40, deadline=None)
def test_distributions_ascend_and_leave_out_what_cannot_happen(document: Document) -> None:
    result = figures(document)
    for side in ("active", "opponent"):
        for law in (
            result[side]["attack"]["success_level"],
            result[side]["wounds_dealt"]["distribution"],
            result[side]["hp_lost"]["distribution"],
            result[side]["pools"]["attack"]["value"],
            result[side]["pools"]["defence"]["value"],
        ):
            assert list(law) == sorted(law, key=int)
            assert "0" not in law.values()


@given(documents)
@settings(max_examples=60, deadline=None)
def test_a_result_can_be_solved_again_from_its_input(document: Document) -> None:
    result = solved(document)
    assert figures(dict(result.input)) == figures(document)


# ---- symmetry


def swapped(document: Document) -> Document:
    """The same two models fighting in the same order, the other player being active."""
    first = {"active": "opponent", "opponent": "active"}[document["initiative"]]
    return document | {
        "active": document["opponent"],
        "opponent": document["active"],
        "initiative": first,
    }


def mirrored(result: Document) -> Document:
    """A result with the two sides exchanged."""
    outcome = result["outcome"]
    other = {"active": "opponent", "opponent": "active"}
    return result | {
        "initiative": {"first": other[result["initiative"]["first"]]},
        "active": result["opponent"],
        "opponent": result["active"],
        "outcome": outcome
        | {"active_out": outcome["opponent_out"], "opponent_out": outcome["active_out"]},
    }


@given(models(), models(), st.sampled_from(["active", "opponent"]))
@settings(max_examples=100, deadline=None)
def test_swapping_sides_mirrors_all_but_the_last_tie_break(
    one: Document, other: Document, first: str
) -> None:
    """Who is active matters only where both values and all surviving dice are equal.

    So of the first attack only Success Level 0 may change, and to the active model's good.
    """
    document = duel(one, other, initiative=first)
    as_active, as_opponent = solved(document), solved(swapped(document))
    leading = as_active.active if first == "active" else as_active.opponent
    trailing = as_opponent.opponent if first == "active" else as_opponent.active
    levels, others = leading.attack.success_level, trailing.attack.success_level
    assert {k: p for k, p in levels.items() if k} == {k: p for k, p in others.items() if k}
    better, worse = (levels, others) if first == "active" else (others, levels)
    assert better.probability(0) >= worse.probability(0)


@given(plain_models("Kata"), plain_models("Kata"), st.sampled_from(["active", "opponent"]))
@settings(max_examples=100, deadline=None)
def test_swapping_sides_mirrors_all_where_no_tie_is_full(
    one: Document, other: Document, first: str
) -> None:
    """With Kata every die survives: models of unequal numbers of dice never tie on them."""
    if one["attack"] + one["defence"] == other["attack"] + other["defence"]:
        other = other | {"defence": other["defence"] + 1}
    document = duel(one, other, initiative=first)
    assert figures(swapped(document)) == mirrored(figures(document))


def test_a_full_tie_goes_to_the_active_model() -> None:
    """One Attack die against one Defence die."""
    attack, defence = model(1, 0, wounds=99), model(0, 1, wounds=99)
    active = solved(duel(attack, defence)).active.attack.success
    passive = solved(duel(defence, attack)).opponent.attack.success
    # The dice are equal with 1/6, both 1s included, and then one die each survives or none.
    assert active - passive == Fraction(1, 6)


# ---- monotony

BARE = [name for name in SPECIALS if name != "Counterstrike Defence"]
"""Specials of an enemy whose wounds cannot grow because its victim lives on to attack."""


def worse_for_the_enemy(document: Document, *traits: str) -> tuple[Fraction, Fraction]:
    """The opponent's mean wounds as the active model is, and with more traits."""
    better = document["active"] | {"traits": [*document["active"]["traits"], *traits]}
    changed = document | {"active": better}
    return (
        solved(document).opponent.wounds_dealt.mean,
        solved(changed).opponent.wounds_dealt.mean,
    )


@pytest.mark.parametrize("trait", ["Armour (1)", "Tough (1)", "Durable"])
@given(models(), models(specials=BARE), st.sampled_from(["active", "opponent"]))
@settings(max_examples=40, deadline=None)
def test_protection_never_raises_the_wounds_suffered(
    trait: str, active: Document, opponent: Document, first: str
) -> None:
    plain, protected = worse_for_the_enemy(duel(active, opponent, initiative=first), trait)
    assert protected <= plain


@given(plain_models(), plain_models(), st.sampled_from(["active", "opponent"]))
@settings(max_examples=40, deadline=None)
def test_more_strength_never_lowers_the_wounds_dealt(
    active: Document, opponent: Document, first: str
) -> None:
    weaker = solved(duel(active, opponent, initiative=first))
    stronger = active | {"strength": active["strength"] + 1}
    assert (
        solved(duel(stronger, opponent, initiative=first)).active.wounds_dealt.mean
        >= weaker.active.wounds_dealt.mean
    )


@given(plain_models(), plain_models())
@settings(max_examples=40, deadline=None)
def test_brutal_never_lowers_and_parry_never_raises_the_first_hit(
    active: Document, opponent: Document
) -> None:
    def hit(*own: str, theirs: tuple[str, ...] = ()) -> Fraction:
        attacker = active | {"traits": [*active["traits"], *own]}
        defender = opponent | {"traits": [*opponent["traits"], *theirs]}
        return solved(duel(attacker, defender, initiative="active")).active.attack.success

    assert hit("Brutal (1)") >= hit() >= hit(theirs=("Parry (1)",))


@given(plain_models(), plain_models())
@settings(max_examples=40, deadline=None)
def test_more_boxes_never_hasten_the_end(active: Document, opponent: Document) -> None:
    hardier = opponent | {"wounds": opponent["wounds"] + 1}
    shorter = solved(duel(active, opponent, initiative="active")).opponent.out_of_action
    assert solved(duel(active, hardier, initiative="active")).opponent.out_of_action <= shorter


# ---- what is not there


@pytest.mark.parametrize(
    "trait",
    [
        "Dodge (0)",
        "Feint (0)",
        "Prowess [Melee] (0)",
        "Prowess [Attack] (0)",
        "Brutal (0)",
        "Parry (0)",
        "Armour (0)",
        "Tough (0)",
        "Pierce (0)",
        "Sharp (0)",
        "Unblockable (0)",
        "Adept [Melee] (0)",
    ],
)
def test_a_trait_of_value_0_is_no_trait(trait: str) -> None:
    for own, other in ((model(2, 1, trait), model(2, 1)), (model(2, 1), model(2, 1, trait))):
        assert figures(duel(own, other)) == figures(duel(model(2, 1), model(2, 1)))


def test_values_of_one_trait_add_up() -> None:
    once = duel(model(2, 1, "Brutal (2)", "Dodge (2)"), model(2, 1))
    twice = duel(model(2, 1, "Brutal", "Dodge", "Brutal (1)", "Dodge (1)"), model(2, 1))
    assert figures(once) == figures(twice)


# ---- the largest exchanges


@pytest.mark.parametrize("prowess", ["Prowess [Melee] (5)", "Prowess [Attack] (5)"])
def test_the_largest_exchange_allowed_is_exact(prowess: str) -> None:
    each = model(12, 12, prowess, "Dodge (5)", "Feint (5)", "Kata", wounds=99)
    result = solved(duel(each, each | {"name": "N"}))
    for side, _ in both(result):
        attack = side.attack
        assert attack.success + attack.failed + attack.cancelled == ONE
        assert side.pools.attack.value.mass == ONE
    # All dice survive with Kata, so the last tie-break decides every tie: the active player wins.
    assert result.active.attack.success_level.probability(0) > 0
    assert result.opponent.attack.success_level.probability(0) == 0
