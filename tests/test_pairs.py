"""Two pools re-rolled in view of each other, against going through every choice and every throw."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bushido_odds.dice import multisets, pairs, wide
from bushido_odds.dice.pairs import Axis, PairOptions, Splits

BITS = 40

Faces = tuple[int, ...]
State = tuple[Faces | int, Faces | int]
Pick = tuple[Faces, Faces]

AXES = {
    "2 and 1 dice": (Axis.rolled(2), Axis.rolled(1)),
    "1 and 2 dice": (Axis.rolled(1), Axis.rolled(2)),
    "settled and 2 dice": (Axis.settled(3), Axis.rolled(2)),
    "2 dice and settled": (Axis.rolled(2), Axis.settled(2)),
    "both settled": (Axis.settled(2), Axis.settled(3)),
}
BUDGETS: dict[str, tuple[int, int, int | None]] = {
    "nothing": (0, 0, None),
    "one of the first": (1, 0, None),
    "one of the second": (0, 1, None),
    "one each": (1, 1, None),
    "one of both": (1, 1, 1),
    "two of both": (2, 2, 2),
    "everything": (2, 2, None),
}


def stage_of(axes: tuple[Axis, Axis], budget: tuple[int, int, int | None], low: bool = True) -> Any:
    first, second = (
        0 if axis.fixed else min(limit, axis.dice)
        for axis, limit in zip(axes, budget[:2], strict=True)
    )
    return pairs.options(*axes, pairs.splits(first, second, budget[2]), low)


@pytest.fixture(params=product(AXES, BUDGETS), ids=", ".join)
def stage(request: pytest.FixtureRequest) -> PairOptions:
    axes, budget = request.param
    found: PairOptions = stage_of(AXES[axes], BUDGETS[budget])
    return found


# ---- brute force


def faces_of(axis: Axis) -> list[Faces | int]:
    """The states of a pool in order: faces, or a number where they are settled."""
    if axis.fixed:
        return list(range(axis.states))
    return [multisets.faces(axis.dice, place) for place in range(axis.states)]


def states_of(stage: PairOptions) -> list[State]:
    return list(product(faces_of(stage.first), faces_of(stage.second)))


def kept_of(faces: Faces | int, taken: Faces) -> Faces | int | None:
    """What is left of a pool, or nothing where it has not these dice."""
    if isinstance(faces, int):
        return None if taken else faces
    left = list(faces)
    for face in taken:
        if face not in left:
            return None
        left.remove(face)
    return tuple(left)


def picks(stage: PairOptions, state: State) -> Iterator[tuple[Pick, State]]:
    """Every choice of a state with what it keeps."""
    every = [
        tuple(sorted(faces)) for size in range(3) for faces in product(range(1, 7), repeat=size)
    ]
    for one, two in product(dict.fromkeys(every), repeat=2):
        if (len(one), len(two)) in stage.thrown:
            kept = kept_of(state[0], one), kept_of(state[1], two)
            if kept[0] is not None and kept[1] is not None:
                yield (one, two), (kept[0], kept[1])


def throws(kept: State, pick: Pick) -> Iterator[State]:
    """Every state that a choice may lead to, one for each ordered throw of its dice."""
    for one in product(range(1, 7), repeat=len(pick[0])):
        for two in product(range(1, 7), repeat=len(pick[1])):
            yield (
                kept[0] if isinstance(kept[0], int) else tuple(sorted((*kept[0], *one))),
                kept[1] if isinstance(kept[1], int) else tuple(sorted((*kept[1], *two))),
            )


def brute_force(
    stage: PairOptions, payoff: dict[State, int], maximise: bool, low: bool
) -> dict[State, tuple[Pick, int]]:
    """The preferred of the best choices of every state, and its worth times 6**stage.most."""
    found = {}
    for state in states_of(stage):
        ranked = []
        for pick, kept in picks(stage, state):
            thrown = len(pick[0]) + len(pick[1])
            worth = sum(payoff[end] for end in throws(kept, pick)) * 6 ** (stage.most - thrown)
            faces = pick if low else tuple(tuple(-f for f in sorted(p, reverse=True)) for p in pick)
            ranked.append(
                ((-worth if maximise else worth, thrown, -len(pick[0]), *faces), pick, worth)
            )
        best = min(ranked, key=lambda entry: entry[0])
        found[state] = best[1:]
    return found


# ---- the choices


def test_every_choice_of_every_state_is_there_once(stage: PairOptions) -> None:
    found: dict[int, list[Pick]] = {}
    for states, places in stage.rows:
        for state, place in zip(states.tolist(), places.tolist(), strict=True):
            found.setdefault(state, []).append(stage.rerolled(state, place))
    for number, state in enumerate(states_of(stage)):
        assert sorted(found[number]) == sorted(pick for pick, _ in picks(stage, state)), state


def test_the_count_of_choices_needs_no_list_of_them(stage: PairOptions) -> None:
    counted = pairs.choices(stage.first, stage.second, stage.thrown)
    assert counted == sum(len(states) for states, _ in stage.rows)


def test_fewer_dice_are_preferred_then_the_first_pool_then_lower_faces() -> None:
    stage = stage_of(AXES["2 and 1 dice"], BUDGETS["one each"])
    state = states_of(stage).index(((2, 5), (3,)))
    order = [
        stage.rerolled(state, int(places[states.tolist().index(state)]))
        for states, places in stage.rows
        if state in states.tolist()
    ]
    assert order == [
        ((), ()),
        ((2,), ()),
        ((5,), ()),
        ((), (3,)),
        ((2,), (3,)),
        ((5,), (3,)),
    ]


def test_of_an_enemys_dice_higher_faces_are_preferred() -> None:
    stage = stage_of(AXES["2 and 1 dice"], BUDGETS["one of the first"], low=False)
    state = states_of(stage).index(((2, 5), (3,)))
    order = [
        stage.rerolled(state, int(places[states.tolist().index(state)]))[0]
        for states, places in stage.rows
        if state in states.tolist()
    ]
    assert order == [(), (5,), (2,)]


@pytest.mark.parametrize(
    ("budget", "expected"),
    [
        ((1, 1, None), [(0, 0), (1, 0), (0, 1), (1, 1)]),
        ((1, 1, 1), [(0, 0), (1, 0), (0, 1)]),
        ((2, 2, 2), [(0, 0), (1, 0), (0, 1), (2, 0), (1, 1), (0, 2)]),
        ((0, 0, None), [(0, 0)]),
    ],
)
def test_how_many_dice_of_each_pool(budget: tuple[int, int, int | None], expected: Splits) -> None:
    assert list(pairs.splits(*budget)) == expected


def test_a_settled_pool_has_no_dice_to_throw() -> None:
    assert Axis.settled(7).left(0) == 7
    assert Axis.settled(7).taken(0, 5, 5) == ()
    assert Axis.rolled(3).states == len(multisets.codes(3))


# ---- the best of them


def solved(
    stage: PairOptions, payoff: list[int], maximise: bool, bits: int = BITS
) -> tuple[list[Pick], list[int]]:
    """The picks and the worths of every state under a payoff of one column."""
    bound = max(map(abs, payoff)) * 6**stage.most
    limbs = wide.split(np.array(payoff, dtype=object)[:, None], bits, bound)
    kept, worth = pairs.solve(limbs, stage, maximise, bits)
    faces = [stage.rerolled(state, int(place)) for state, place in enumerate(kept[:, 0])]
    return faces, list(wide.joined(worth, bits)[:, 0])


@pytest.mark.parametrize("maximise", [True, False])
@pytest.mark.parametrize("axes", AXES)
@pytest.mark.parametrize("budget", ["one each", "two of both", "everything"])
def test_the_best_choice_is_that_of_brute_force(axes: str, budget: str, maximise: bool) -> None:
    """Small payoffs, so that many choices tie and the order of preference decides."""
    low = maximise  # one's own dice, or an enemy's
    stage = stage_of(AXES[axes], BUDGETS[budget], low)
    states = states_of(stage)
    random = np.random.default_rng(len(axes) + 10 * len(budget) + maximise)
    for spread in (1, 3, 10**6):
        payoff = random.integers(-spread, spread, len(states), endpoint=True).tolist()
        expected = brute_force(stage, dict(zip(states, payoff, strict=True)), maximise, low)
        found = solved(stage, payoff, maximise)
        assert found == tuple(map(list, zip(*(expected[s] for s in states), strict=True)))


def test_a_payoff_that_never_changes_keeps_every_die() -> None:
    stage = stage_of(AXES["2 and 1 dice"], BUDGETS["everything"])
    picked, worth = solved(stage, [7] * stage.states, True)
    assert set(picked) == {((), ())}
    assert set(worth) == {7 * 6**3}


@settings(max_examples=25)
@given(st.data())
def test_numbers_beyond_64_bits_choose_alike(data: st.DataObject) -> None:
    """A payoff and its huge multiple, which differs where small ones tie."""
    stage = stage_of(AXES["2 and 1 dice"], BUDGETS["one each"])
    size = stage.states
    payoff = data.draw(st.lists(st.integers(-4, 4), min_size=size, max_size=size))
    factor = 10**25
    picked, worth = solved(stage, payoff, True)
    for bits in (20, BITS, wide.limb_bits(36)):
        huge, huge_worth = solved(stage, [factor * value for value in payoff], True, bits)
        assert huge == picked
        assert huge_worth == [factor * value for value in worth]


def test_a_difference_in_the_last_of_many_bits_decides() -> None:
    stage = stage_of((Axis.rolled(1), Axis.settled(1)), BUDGETS["one of the first"])
    payoff = [10**30] * 6
    payoff[0] -= 1  # one worse than all others: to be thrown again
    picked, _ = solved(stage, payoff, True)
    assert picked == [((1,), ())] + [((), ())] * 5


def test_columns_are_solved_each_on_its_own() -> None:
    stage = stage_of(AXES["1 and 2 dice"], BUDGETS["one each"])
    random = np.random.default_rng(5)
    payoff = random.integers(-9, 9, (stage.states, 4))
    kept, (worth,) = pairs.solve((payoff,), stage, False, BITS)
    for column in range(4):
        alone, (worth_alone,) = pairs.solve((payoff[:, column : column + 1],), stage, False, BITS)
        assert (kept[:, column] == alone[:, 0]).all()
        assert (worth[:, column] == worth_alone[:, 0]).all()


# ---- pushed forward


def pushed_by_brute_force(
    stage: PairOptions, weights: dict[State, int], pick_of: dict[State, Pick]
) -> dict[State, int]:
    after = dict.fromkeys(weights, 0)
    for state, weight in weights.items():
        pick = pick_of[state]
        kept = next(kept for one, kept in picks(stage, state) if one == pick)
        scale = 6 ** (stage.most - len(pick[0]) - len(pick[1]))
        for end in throws(kept, pick):
            after[end] += weight * scale
    return after


def random_choice(stage: PairOptions, random: np.random.Generator) -> np.ndarray:
    """Any choice at all in every state: the place that it keeps."""
    kept = np.zeros((stage.states, 1), dtype=np.int64)
    order = random.permutation(len(stage.rows))
    for row in (0, *order):
        states, places = stage.rows[row]
        changed = random.random(len(states)) < 0.3 if row else np.ones(len(states), dtype=bool)
        kept[states[changed], 0] = places[changed]
    return kept


def test_weights_pushed_through_any_choice(stage: PairOptions) -> None:
    random = np.random.default_rng(stage.states + stage.most)
    states = states_of(stage)
    for _ in range(3):
        kept = random_choice(stage, random)
        weights = random.integers(0, 1000, stage.states)
        pick_of = {
            state: stage.rerolled(number, int(kept[number, 0]))
            for number, state in enumerate(states)
        }
        expected = pushed_by_brute_force(
            stage, dict(zip(states, weights.tolist(), strict=True)), pick_of
        )
        found = pairs.push(weights[:, None], stage, kept)
        assert found[:, 0].tolist() == list(expected.values())


def test_residues_are_pushed_like_numbers(stage: PairOptions) -> None:
    random = np.random.default_rng(1)
    kept = random_choice(stage, random)
    weights = random.integers(0, 1 << 40, (stage.states, 3))
    whole = pairs.push(weights, stage, np.repeat(kept, 3, axis=1))
    for prime in (7, 2147483647):
        found = pairs.push(weights % prime, stage, np.repeat(kept, 3, axis=1), prime)
        assert (found == whole % prime).all()


def test_throwing_every_die_again_changes_nothing() -> None:
    stage = stage_of(AXES["2 and 1 dice"], BUDGETS["everything"])
    weights = np.outer(multisets.weights(2), multisets.weights(1)).reshape(-1, 1)
    everything = np.zeros((stage.states, 1), dtype=np.int64)
    for states, places in stage.rows:
        if sum(map(len, stage.rerolled(int(states[0]), int(places[0])))) == 3:
            everything[states, 0] = places
    assert (pairs.push(weights, stage, everything) == weights * 6**3).all()


def test_what_is_worth_most_is_what_its_dice_come_to() -> None:
    """The worth of a choice is the mean of the payoff over the weights pushed through it."""
    stage = stage_of(AXES["2 and 1 dice"], BUDGETS["one each"])
    payoff = np.random.default_rng(3).integers(-50, 50, (stage.states, 1))
    kept, (worth,) = pairs.solve((payoff,), stage, True, BITS)
    for state in range(stage.states):
        start = np.zeros((stage.states, 1), dtype=np.int64)
        start[state] = 1
        assert (pairs.push(start, stage, kept) * payoff).sum() == worth[state, 0]
