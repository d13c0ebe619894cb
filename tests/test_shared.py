"""One Prowess [Melee] budget for two pools, spent after seeing both.

``balanced`` raises the sum of both expected values, ``attack`` and ``defence`` that pool's first
and then the other's.  Equal choices: more survivors, fewer dice, more of them in Attack, lower
faces.  Trait: https://jwarref.netlify.app/definitions/traits/Prowess.
"""

from __future__ import annotations

from fractions import Fraction
from itertools import combinations_with_replacement, product

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import oracle
from bushido_odds.dice import multisets, rerolls, shared
from bushido_odds.dice.rerolls import Stage, play
from bushido_odds.dice.shared import Priority, SharedPool, play_shared
from bushido_odds.rules.pools import Scoring, payoff
from helpers import assert_same_dice, dice_law, duel, model

PRIORITIES = {
    "balanced": Priority.BOTH,
    "attack": Priority.FIRST,
    "defence": Priority.SECOND,
}


@pytest.mark.parametrize("priority", PRIORITIES)
@pytest.mark.parametrize("defence", range(3))
@pytest.mark.parametrize("attack", range(3))
def test_up_to_two_dice_a_pool_are_as_the_oracle_says(
    attack: int, defence: int, priority: str
) -> None:
    """Every budget of 1 and 2, with and without Dodge and Feint, first and second."""
    for budget, dodge, feint in product((1, 2), (0, 1), (0, 1)):
        own = model(attack, defence, f"Prowess [Melee] ({budget})", prowess_priority=priority)
        enemy = model(1, 1, f"Dodge ({dodge})", f"Feint ({feint})")
        assert_same_dice(duel(own, enemy))


@given(
    st.integers(0, 3),
    st.integers(0, 3),
    st.integers(1, 3),
    st.sampled_from(sorted(PRIORITIES)),
    st.sets(st.sampled_from(["Kata", "Adept [Melee] (1)", "Brutal (1)", "Parry (2)"])),
    st.sets(
        st.sampled_from(
            ["Dodge (1)", "Feint (2)", "Unblockable (1)", "Impenetrable Defence", "Chain Weapon"]
        )
    ),
)
@settings(max_examples=25, deadline=None)
def test_other_pools_and_traits_are_as_the_oracle_says(
    attack: int, defence: int, budget: int, priority: str, own: set[str], theirs: set[str]
) -> None:
    prowess = f"Prowess [Melee] ({budget})"
    active = model(attack, defence, prowess, *sorted(own), prowess_priority=priority)
    assert_same_dice(duel(active, model(1, 1, *sorted(theirs))))


def test_shared_prowess_replaces_the_separate_ones() -> None:
    """[Attack] and [Defence] add nothing to [Melee]."""
    only = model(2, 2, "Prowess [Melee] (1)")
    also = model(2, 2, "Prowess [Melee] (1)", "Prowess [Attack] (2)", "Prowess [Defence] (2)")
    one, other = duel(only, model(1, 1)), duel(also, model(1, 1))
    assert dice_law(one, has_initiative=True) == dice_law(other, has_initiative=True)


# ---- the policy, roll by roll


def shared_pool(dice: int, *before: Stage, after: tuple[Stage, ...] = ()) -> SharedPool:
    return SharedPool(payoff(dice, Scoring()), before, after)


@pytest.mark.parametrize("priority", PRIORITIES)
@pytest.mark.parametrize("later", [False, True], ids=["last", "before Dodge and Feint"])
def test_the_dice_chosen_are_those_of_the_oracle(priority: str, later: bool) -> None:
    after = (Stage(1, False),) if later else ()
    foreseen = (("min", 1),) if later else ()
    rule = oracle.PoolRule()
    for attack, defence, budget in ((1, 1, 1), (2, 1, 1), (2, 2, 2), (3, 1, 2), (0, 2, 1)):
        policy = shared.plan(
            shared_pool(attack, after=after),
            shared_pool(defence, after=after),
            budget,
            PRIORITIES[priority],
        )
        first, second = (
            {
                faces: oracle.shared_options(faces, budget, foreseen, rule)
                for faces in combinations_with_replacement(range(1, 7), dice)
            }
            for dice in (attack, defence)
        )
        for one, other in product(first, second):
            a, d = oracle.shared_choice(first[one], second[other], budget, priority)
            chosen = policy.dice(multisets.index(one), multisets.index(other))
            assert tuple(map(sorted, chosen)) == (sorted(a.faces), sorted(d.faces)), (one, other)


def chosen(attack: tuple[int, ...], defence: tuple[int, ...], budget: int, priority: str) -> object:
    """The dice re-rolled on two rolls, with no other stage."""
    policy = shared.plan(
        shared_pool(len(attack)), shared_pool(len(defence)), budget, PRIORITIES[priority]
    )
    return policy.dice(multisets.index(attack), multisets.index(defence))


def test_each_priority_helps_its_own_pool_first() -> None:
    # A 3 gains 2/3 on average, a 1 gains 20/6: but priority comes first.
    assert chosen((3,), (1,), 1, "balanced") == ((), (1,))
    assert chosen((3,), (1,), 1, "attack") == ((3,), ())
    assert chosen((1,), (3,), 1, "defence") == ((), (3,))
    # What the preferred pool does not need goes to the other.
    assert chosen((5,), (2,), 1, "attack") == ((), (2,))
    assert chosen((3,), (1,), 2, "attack") == ((3,), (1,))


def test_equal_splits_put_more_dice_in_attack() -> None:
    assert chosen((1,), (1,), 1, "balanced") == ((1,), ())
    assert chosen((2, 2), (2, 2), 1, "balanced") == ((2,), ())


def test_survivors_of_both_pools_settle_equal_values() -> None:
    # Both values are 8 whatever becomes of the last die: only a natural 1 may yet survive.
    assert chosen((2, 6, 6, 6), (1, 6, 6, 6), 1, "balanced") == ((), (1,))
    assert chosen((2, 6, 6, 6), (1, 6, 6, 6), 1, "attack") == ((), (1,))
    # A preferred pool whose value cannot grow still wants its survivor.
    assert chosen((1, 6, 6, 6), (6,), 1, "attack") == ((1,), ())
    assert chosen((6,), (1, 6, 6, 6), 1, "defence") == ((), (1,))
    # And where none is gained, nothing is thrown.
    assert chosen((2, 6, 6, 6), (2, 6, 6, 6), 2, "balanced") == ((), ())


# ---- what a budget and a priority are worth


def expected(
    attack: int, defence: int, budget: int, priority: Priority, *enemy: Stage
) -> tuple[Fraction, Fraction]:
    """The expected final values of both pools."""
    figures = payoff(attack, Scoring()), payoff(defence, Scoring())
    weights, total = play_shared(
        SharedPool(figures[0], enemy),
        SharedPool(figures[1], enemy),
        budget,
        priority,
        (figures[0].value, figures[1].value),
    )
    rows = [Fraction(sum(map(int, row)), total) for row in weights]
    columns = [Fraction(sum(map(int, column)), total) for column in weights.T]
    return (
        sum((v * p for v, p in enumerate(rows)), Fraction(0)),
        sum((v * p for v, p in enumerate(columns)), Fraction(0)),
    )


@pytest.mark.parametrize(("attack", "defence"), [(1, 1), (2, 1), (3, 3), (4, 2)])
def test_a_larger_budget_never_lowers_what_it_raises(attack: int, defence: int) -> None:
    for enemy in ((), (Stage(1, False),)):
        for more in range(4):
            small = expected(attack, defence, more, Priority.BOTH, *enemy)
            large = expected(attack, defence, more + 1, Priority.BOTH, *enemy)
            assert sum(large) >= sum(small)
            for place, priority in ((0, Priority.FIRST), (1, Priority.SECOND)):
                small = expected(attack, defence, more, priority, *enemy)
                large = expected(attack, defence, more + 1, priority, *enemy)
                assert large[place] >= small[place]


@pytest.mark.parametrize(("attack", "defence", "budget"), [(2, 2, 1), (3, 3, 2), (6, 6, 3)])
def test_each_priority_is_best_at_its_own_aim(attack: int, defence: int, budget: int) -> None:
    both, first, second = (expected(attack, defence, budget, p) for p in Priority)
    assert sum(both) >= max(sum(first), sum(second))
    assert first[0] >= both[0] >= second[0]
    assert second[1] >= both[1] >= first[1]


@pytest.mark.parametrize(("attack", "defence", "budget"), [(2, 3, 1), (4, 4, 3), (8, 2, 5)])
def test_the_preferred_pool_does_as_well_as_with_its_own_prowess(
    attack: int, defence: int, budget: int
) -> None:
    alone = play(payoff(attack, Scoring()), (Stage(budget, True),))
    worth = sum(
        int(w) * int(v) for w, v in zip(alone.weights, payoff(attack, Scoring()).value, strict=True)
    )
    mean = Fraction(worth, alone.total)
    assert expected(attack, defence, budget, Priority.FIRST)[0] == mean
    assert expected(defence, attack, budget, Priority.SECOND)[1] == mean


def test_a_budget_of_0_leaves_two_independent_pools() -> None:
    figures = payoff(3, Scoring())
    weights, total = play_shared(
        SharedPool(figures), SharedPool(figures), 0, Priority.BOTH, (figures.value, figures.value)
    )
    alone = np.bincount(figures.value, multisets.weights(3)).astype(int)
    assert total == 6**6
    assert (weights == np.outer(alone, alone)).all()


# ---- 64-bit and unbounded whole numbers


@pytest.mark.parametrize("priority", list(Priority), ids=str)
@pytest.mark.parametrize(("attack", "defence", "budget"), [(2, 1, 1), (3, 3, 2), (4, 2, 5)])
def test_python_integers_give_the_same_as_64_bits(
    attack: int, defence: int, budget: int, priority: Priority, monkeypatch: pytest.MonkeyPatch
) -> None:
    figures = payoff(attack, Scoring()), payoff(defence, Scoring())

    def played() -> tuple[np.ndarray, int]:
        return play_shared(
            SharedPool(figures[0], (Stage(1, False),)),
            SharedPool(figures[1], (), (Stage(1, False),)),
            budget,
            priority,
            (figures[0].survivors, figures[1].survivors),
        )

    small, total = played()
    assert small.dtype == np.int64
    monkeypatch.setattr(shared, "_INT64_SAFE", 0)
    in_limbs, _ = played()
    monkeypatch.setattr(rerolls, "_INT64_LIMIT", 0)
    large, total_of_large = played()
    assert large.dtype == object
    assert total == total_of_large == sum(map(int, small.flat))
    assert (in_limbs == small).all()
    assert (large == small).all()


@pytest.mark.parametrize("priority", list(Priority), ids=str)
@pytest.mark.parametrize(("dice", "more"), [(5, 0), (6, 0), (6, 1)])
def test_around_64_bits_nothing_is_lost(
    dice: int, more: int, priority: Priority, monkeypatch: pytest.MonkeyPatch
) -> None:
    """More and more dice thrown, past what the game allows: figures and weights grow beyond 2**63.

    The same in Python's integers; and all of it in one outcome, which must be the total.
    """
    figures = payoff(dice, Scoring(bonus=3))

    def played(later: int, outcome: np.ndarray) -> tuple[np.ndarray, int]:
        stages = (*(Stage(dice, False) for _ in range(more)), Stage(later, False))
        first = SharedPool(figures, (Stage(dice, False),), stages)
        second = SharedPool(figures, (), (Stage(dice, False), Stage(later, False)))
        return play_shared(first, second, 3, priority, (outcome, outcome))

    for later in range(dice + 1):
        weights, total = played(later, np.zeros_like(figures.value))
        assert weights.tolist() == [[total]] == [[6 ** ((4 + more) * dice + 2 * later + 3)]]
    found = [played(later, figures.value)[0] for later in range(dice + 1)]
    monkeypatch.setattr(rerolls, "_INT64_LIMIT", 0)
    for later, weights in enumerate(found):
        assert (weights == played(later, figures.value)[0]).all()


def test_two_large_pools_keep_every_throw() -> None:
    """8 dice each and a budget of 5 on both: the weights add up to 6**26 or so exactly."""
    figures = payoff(8, Scoring())
    weights, total = play_shared(
        SharedPool(figures, (Stage(2, False),)),
        SharedPool(figures, (), (Stage(3, False),)),
        5,
        Priority.BOTH,
        (figures.value, figures.value),
    )
    assert total == 6 ** (8 + 2 + 8 + 3 + 5)
    assert sum(map(int, weights.flat)) == total


@given(
    st.tuples(st.integers(1, 3), st.integers(0, 1500), st.integers(1, 3)),
    st.integers(0, 62),
    st.integers(0, 2**32 - 1),
)
@settings(max_examples=60, deadline=None)
def test_products_in_limbs_are_those_of_python_integers(
    shape: tuple[int, int, int], bits: int, seed: int
) -> None:
    rows, inner, columns = shape
    random = np.random.default_rng(seed)
    left = random.integers(0, 2**bits, (rows, inner), dtype=np.int64, endpoint=True)
    right = random.integers(0, 2**bits, (inner, columns), dtype=np.int64, endpoint=True)
    found = shared.product(left, right, 1 << 200)
    assert (found == left.astype(object) @ right.astype(object)).all()


def test_the_largest_factors_lose_no_bit_in_limbs() -> None:
    left, right = np.full((1, 2100), 2**63 - 1), np.full((2100, 1), 2**63 - 1)
    assert shared.product(left, right, 1 << 200)[0, 0] == 2100 * (2**63 - 1) ** 2
