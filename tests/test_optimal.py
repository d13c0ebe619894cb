"""Re-rolls played for a goal, against a game tree that tries every choice at every state."""

from __future__ import annotations

import random
from fractions import Fraction
from functools import cache
from itertools import product
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import bushido_odds as bo
import game_oracle
from bushido_odds.dice import wide
from bushido_odds.odds.result import MeleeResult
from bushido_odds.strategy import game, optimal
from bushido_odds.strategy.goals import GOALS
from helpers import Document, duel, exchange, model

PROWESS = (
    (),
    ("Prowess [Attack] (1)",),
    ("Prowess [Defence] (1)",),
    ("Prowess [Attack] (1)", "Prowess [Defence] (1)"),
    ("Prowess [Melee] (1)",),
)
BUDGETS = [
    (*dodge, *feint, *prowess)
    for dodge, feint, prowess in product(((), ("Dodge (1)",)), ((), ("Feint (1)",)), PROWESS)
]
"""Every way in which a model may have re-rolls of up to one die a trait."""

EVERYTHING = ("Prowess [Melee] (1)", "Feint (1)", "Dodge (1)")


def solve(document: Document, goal: str) -> MeleeResult:
    return optimal.solve(exchange(document), GOALS[goal])


def value(document: Document, goal: str) -> Fraction:
    """What an exchange is worth when both sides play for a goal."""
    policy = solve(document, goal).rerolls
    assert policy is not None
    return policy.value


# ---- against the game tree


@pytest.mark.parametrize("initiative", ["active", "opponent"])
@pytest.mark.parametrize("goal", GOALS)
def test_every_exchange_of_one_die_a_pool(goal: str, initiative: str) -> None:
    """Every budget of up to one die a trait on both sides, for three goals; else every third."""
    shared: game_oracle.Exchange | None = None
    step = 3 if goal in ("kill", "survive") else 1
    for mine, theirs in list(product(BUDGETS, BUDGETS))[::step]:
        document = duel(
            model(1, 1, *mine, wounds=3, strength=1),
            model(1, 1, *theirs, "Tough (1)", wounds=4),
            initiative=initiative,
        )
        shared = shared or game_oracle.Exchange(document, goal)
        expected = game_oracle.Game(document, goal, shared).value()
        assert value(document, goal) == expected, (mine, theirs)


SPICE = (
    "Kata",
    "Brutal (1)",
    "Parry (1)",
    "Unblockable (1)",
    "Impenetrable Defence",
    "Adept [Melee] (1)",
    "Strong",
    "Last Stand",
    "Rise (4)",
    "Reach",
    "Slow",
)
SPECIALS = (
    None,
    "Combo Attack",
    "Critical Attack",
    "Sweep Attack",
    "Grapple Attack",
    "Counterstrike Defence",
    "Push Defence",
)


def any_document(seed: int, dice: tuple[int, int], second: tuple[int, int]) -> Document:
    """An exchange at random: re-rolls, traits, specials, states, actions and initiative."""
    chance = random.Random(seed)

    def one(pools: tuple[int, int]) -> Document:
        return model(
            *pools,
            *chance.choice(BUDGETS),
            *chance.sample(SPICE, chance.randint(0, 2)),
            wounds=chance.randint(1, 5),
            strength=chance.randint(-1, 2),
            special=chance.choice(SPECIALS),
            states=chance.sample(("prone", "held", "death sentence"), chance.randint(0, 1)),
        )

    return duel(
        one(dice),
        one(second),
        action=chance.choice(("melee", "charge", "disengage", "stand up")),
        initiative=chance.choice(("auto", "active", "opponent")),
    )


@pytest.mark.parametrize("seed", range(40))
def test_one_die_a_pool_with_anything_else(seed: int) -> None:
    dice = random.Random(-seed).choice([(1, 1), (1, 0), (0, 1), (2, 0), (0, 2)])
    document = any_document(seed, dice, (1, 1))
    goal = random.Random(seed).choice(list(GOALS))
    assert value(document, goal) == game_oracle.Game(document, goal).value()


@pytest.mark.parametrize("seed", range(10))
def test_two_dice_and_one_against_two_and_one(seed: int) -> None:
    document = any_document(seed, (2, 1), random.Random(seed).choice([(2, 1), (1, 2)]))
    document["active"]["traits"] += EVERYTHING[seed % 3 :]
    document["opponent"]["traits"] += EVERYTHING[: 1 + seed % 2]
    goal = list(GOALS)[seed % len(GOALS)]
    assert value(document, goal) == game_oracle.Game(document, goal).value()


def test_budgets_of_two() -> None:
    """Two dice of a pool thrown together, and a shared budget of two."""
    document = duel(
        model(2, 1, "Prowess [Melee] (2)", "Dodge (2)", wounds=3),
        model(2, 1, "Prowess [Attack] (2)", "Feint (1)", wounds=3),
    )
    assert value(document, "trade") == game_oracle.Game(document, "trade").value()


# ---- what a solution must be whatever the game


@cache
def whole(dice: tuple[int, int], traits: tuple[str, ...], goal: str) -> Fraction:
    """What equal models are worth."""
    return value(duel(model(*dice, *traits), model(*dice, *traits)), goal)


def value_of_solution(solution: optimal.Solution) -> Fraction:
    """What the solved game is worth over all rolls, by the worths of its states."""
    first, second = solution.game.first, solution.game.second
    worth = wide.joined(solution.value, solution.game.bits)
    total = (
        worth[:, solution.class_of_second]
        * first.weights.astype(object)[:, None]
        * second.weights.astype(object)
    ).sum()
    return Fraction(total, solution.scale * first.total * second.total)


@pytest.mark.parametrize("goal", GOALS)
@pytest.mark.parametrize("initiative", ["active", "opponent"])
def test_the_worth_of_the_solution_is_that_of_the_result(goal: str, initiative: str) -> None:
    """Backwards through the choices and forwards through them: one figure."""
    document = duel(
        model(2, 1, *EVERYTHING, "Brutal (1)", wounds=4, special="Combo Attack"),
        model(2, 1, *EVERYTHING, wounds=5, special="Counterstrike Defence"),
        initiative=initiative,
    )
    fought = exchange(document)
    solution = optimal.solved(game.game_of(fought, GOALS[goal]))
    result = solve(document, goal)
    assert value_of_solution(solution) == GOALS[goal].figure(result)
    assert result.rerolls is not None
    assert result.rerolls.value == GOALS[goal].figure(result)


@pytest.mark.parametrize("goal", GOALS)
def test_without_rerolls_nothing_is_played(goal: str) -> None:
    document = duel(model(2, 1, wounds=4), model(1, 2, "Dodge (1)", wounds=4), goal=goal)
    document["active"]["attack"] = 0  # Dodge has nothing to re-roll
    played = bo.solve({**document, "rerolls": "optimal"}).to_dict(exact=True)
    plain = bo.solve(document).to_dict(exact=True)
    policy = played.pop("rerolls")
    assert policy["value"] == policy["expected"]
    for key in ("initiative", "active", "opponent", "outcome"):
        assert played[key] == plain[key]


def test_the_result_names_the_goal_and_the_expected_policy() -> None:
    document = duel(model(2, 1, *EVERYTHING, wounds=4), model(1, 1, wounds=4))
    plain = bo.solve(document)
    found = bo.solve({**document, "rerolls": "optimal", "goal": "kill"})
    policy = found.to_dict(exact=True)["rerolls"]
    assert policy["policy"] == "optimal"
    assert policy["goal"] == "kill"
    assert policy["expected"] == str(plain.opponent.out_of_action)
    assert policy["value"] == str(found.opponent.out_of_action)
    assert Fraction(policy["value"]) > Fraction(policy["expected"])
    assert bo.solve(document).to_dict().get("rerolls") is None


def test_the_input_of_a_result_gives_the_same_again() -> None:
    document = {**duel(model(1, 1, *EVERYTHING), model(1, 1)), "rerolls": "optimal", "goal": "hold"}
    once = bo.solve(document).to_dict(exact=True)
    assert bo.solve(once["input"]).to_dict(exact=True) == once


# ---- better is better

dice = st.tuples(st.integers(0, 2), st.integers(0, 2)).filter(lambda pools: sum(pools) < 4)


@st.composite
def fights(draw: st.DrawFn) -> Document:
    """Small exchanges with any re-rolls."""

    def one() -> Document:
        traits = [
            f"{name} ({draw(st.integers(1, 2))})"
            for name in ("Dodge", "Feint", draw(st.sampled_from(["Prowess [Melee]"])))
            if draw(st.booleans())
        ]
        spice = draw(st.sampled_from([(), ("Kata",), ("Brutal (1)",), ("Parry (1)",)]))
        return model(
            *draw(dice),
            *traits,
            *spice,
            wounds=draw(st.integers(2, 5)),
            special=draw(st.sampled_from(SPECIALS)),
        )

    return duel(one(), one(), initiative=draw(st.sampled_from(["active", "opponent"])))


def with_one_more(document: Document, side: str, trait: str) -> Document:
    """The same exchange with one more die of a trait that a side may re-roll."""
    more = dict(document[side])
    more["traits"] = [*more["traits"], f"{trait} (1)"]
    return {**document, side: more}


@settings(max_examples=25, deadline=None)
@given(fights(), st.sampled_from(["Dodge", "Feint", "Prowess [Melee]"]), st.sampled_from([*GOALS]))
def test_an_own_die_more_never_hurts_and_an_enemys_never_helps(
    document: Document, trait: str, goal: str
) -> None:
    before = value(document, goal)
    assert value(with_one_more(document, "active", trait), goal) >= before
    assert value(with_one_more(document, "opponent", trait), goal) <= before


@settings(max_examples=15, deadline=None)
@given(fights(), st.sampled_from([*GOALS]))
def test_no_fixed_policy_is_better_for_who_alone_re_rolls(document: Document, goal: str) -> None:
    """Where one side alone re-rolls: not ``expected``, not doing nothing, not another goal."""
    for side, enemy in (("active", "opponent"), ("opponent", "active")):
        alone = {**document, enemy: {**document[enemy], "traits": []}}
        nothing = {**alone, side: {**alone[side], "traits": [*_without_rerolls(alone[side])]}}
        best = value(alone, goal)
        others = [GOALS[goal].figure(bo.solve(alone)), GOALS[goal].figure(bo.solve(nothing))]
        others += [GOALS[goal].figure(solve(alone, other)) for other in GOALS if other != goal]
        if side == "active":
            assert best >= max(others)
        else:
            assert best <= min(others)


def _without_rerolls(side: Document) -> list[str]:
    return [trait for trait in side["traits"] if trait[:5] not in ("Dodge", "Feint", "Prowe")]


@pytest.mark.parametrize("goal", GOALS)
def test_playing_for_a_goal_differs_from_the_expected_policy(goal: str) -> None:
    """Otherwise none of the comparisons above would say anything."""
    document = duel(model(2, 1, *EVERYTHING, wounds=3), model(2, 1, wounds=3))
    assert value(document, goal) > GOALS[goal].figure(bo.solve(document))


@pytest.mark.parametrize("goal", ["trade", "wounds"])
def test_equal_models_are_even_but_for_the_active_player(goal: str) -> None:
    """Who attacks first may kill first, and wins the last tie-break: never less than nothing.

    With nothing left of either (no wound can kill, nobody acts on it) only ties tell the two apart.
    """
    for pools in ((1, 1), (2, 1), (1, 2)):
        assert whole(pools, EVERYTHING, goal) > 0


# ---- beyond 64 bits


def played(document: Document, goal: str) -> tuple[Any, ...]:
    result = bo.solve({**document, "rerolls": "optimal", "goal": goal})
    assert isinstance(result, MeleeResult)
    return result.active, result.opponent, result.outcome, result.rerolls


@pytest.mark.parametrize("bits", [14, 20, 26])
def test_limbs_and_residues_change_nothing(bits: int, monkeypatch: pytest.MonkeyPatch) -> None:
    document = duel(
        model(2, 1, *EVERYTHING, wounds=4),
        model(1, 2, *EVERYTHING, wounds=4),
        initiative="opponent",
    )
    expected = played(document, "trade")
    monkeypatch.setattr(wide, "_BITS", bits)
    found = game.game_of(exchange(document), GOALS["trade"])
    assert len(found.payoff) > 1
    assert wide.moduli(found.first.total * found.second.total * 6**found.rerolls)
    assert played(document, "trade") == expected


def test_figures_with_huge_denominators_are_exact() -> None:
    """Combo Attacks of Strong models on both sides: more than 64 bits for the worth of a state."""
    combo = {"wounds": 6, "special": "Combo Attack"}
    document = duel(
        model(1, 1, *EVERYTHING, "Strong", "Brutal (3)", **combo),
        model(1, 1, *EVERYTHING, "Strong", "Brutal (3)", **combo),
    )
    assert len(game.game_of(exchange(document), GOALS["wounds"]).payoff) > 1
    assert value(document, "wounds") == game_oracle.Game(document, "wounds").value()


# ---- the envelope


def test_three_dice_a_pool_are_within_the_envelope() -> None:
    """Prowess [Melee], Feint and Dodge on both sides; the weights add up and both figures agree."""
    document = duel(model(3, 3, *EVERYTHING), model(3, 3, *EVERYTHING))
    fought = exchange(document)
    found = game.game_of(fought, GOALS["trade"])
    assert found.first.states * found.second.states == 3136**2
    told: list[float] = []
    solution = optimal.solved(found, told.append)
    weights, total = optimal.outcome_weights(
        solution, found.first.weights, found.second.weights, told.append
    )
    assert sum(map(int, weights.flat)) == total == 6 ** (12 + 6)
    assert told == sorted(told[: told.index(1.0) + 1]) + sorted(told[told.index(1.0) + 1 :])
    assert len(told) > 10
    # Halved initiative and tie-break: the active player is ahead, but not by much.
    assert 0 < whole((3, 3), EVERYTHING, "trade") < Fraction(1, 50)


@pytest.mark.parametrize(
    ("one", "two", "budget", "what"),
    [
        ((5, 4), (4, 4), 1, "joint states"),
        ((12, 12), (12, 12), 5, "joint states"),
        ((4, 4), (4, 4), 2, "choices in all states"),
        ((12, 12), (0, 0), 1, "choices for one model"),
        ((7, 7), (0, 1), 1, "choices for one model"),
    ],
)
def test_beyond_the_envelope(
    one: tuple[int, int], two: tuple[int, int], budget: int, what: str
) -> None:
    """Refused before any table is built, with the limit and the alternative."""
    traits = [trait.replace("(1)", f"({budget})") for trait in EVERYTHING]
    document = duel(model(*one, *traits), model(*two, *traits))
    with pytest.raises(game.BeyondEnvelopeError) as refused:
        solve(document, "trade")
    message = str(refused.value)
    assert what in message
    limit = {
        "joint states": game.MAX_STATES,
        "choices in all states": game.MAX_CHOICES,
        "choices for one model": game.MAX_OF_A_MODEL,
    }[what]
    assert f"limit is {limit:,}" in message
    assert "4+4 against 4+4" in message
    assert "use rerolls: expected, or fewer dice" in message


def test_four_dice_a_pool_are_within_the_limits() -> None:
    """What the message promises; solving it takes a quarter of a minute."""
    axes = tuple((game.Axis.rolled(4), game.Axis.rolled(4)) for _ in range(2))
    one_each, shared = game.pairs.splits(1, 1), game.pairs.splits(1, 1, 1)
    game._check(axes, [one_each, shared, shared, one_each])  # type: ignore[arg-type]
    with pytest.raises(game.BeyondEnvelopeError):
        game._check(axes, [one_each] * 3 + [game.pairs.splits(2, 2)])  # type: ignore[arg-type]


def test_big_pools_that_nobody_re_rolls_are_no_burden() -> None:
    """They count by what they come to, so one re-rolled die beside many others is little work."""
    document = duel(model(8, 1, "Prowess [Defence] (1)"), model(6, 3, wounds=9))
    found = game.game_of(exchange(document), GOALS["survive"])
    assert found.first.attack.fixed
    assert not found.first.defence.fixed
    assert found.first.states * found.second.states < 200_000
    assert value(document, "survive") >= GOALS["survive"].figure(bo.solve(document))


def test_weights_of_the_states_are_those_of_the_rolls() -> None:
    for pools in ((2, 1), (0, 3)):
        document = duel(model(*pools, *EVERYTHING), model(2, 2, "Dodge (1)"))
        found = game.game_of(exchange(document), GOALS["kill"])
        for table in (found.first, found.second):
            assert int(table.weights.sum()) == table.total
            assert np.unique(table.outcome).tolist() == list(range(len(table.outcomes)))
