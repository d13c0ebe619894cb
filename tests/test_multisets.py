"""Rolls as multisets of faces: how many there are, their weights, and the steps between levels."""

from __future__ import annotations

from collections import Counter
from itertools import combinations_with_replacement, product
from math import comb

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from bushido_odds.dice import multisets

LEVELS = range(9)


@pytest.mark.parametrize("dice", range(13))
def test_there_are_as_many_rolls_as_multisets(dice: int) -> None:
    assert len(multisets.codes(dice)) == comb(dice + 5, 5)
    assert len(np.unique(multisets.codes(dice))) == comb(dice + 5, 5)


@pytest.mark.parametrize("dice", range(multisets.MAX_DICE + 1))
def test_weights_add_up_to_all_ordered_throws(dice: int) -> None:
    assert sum(map(int, multisets.weights(dice))) == 6**dice


@pytest.mark.parametrize("dice", range(6))
def test_weights_count_the_ordered_throws(dice: int) -> None:
    thrown = Counter(tuple(sorted(throw)) for throw in product(range(1, 7), repeat=dice))
    weights = multisets.weights(dice)
    assert {multisets.faces(dice, k): int(w) for k, w in enumerate(weights)} == thrown


@pytest.mark.parametrize("dice", LEVELS)
def test_counts_say_how_many_dice_show_each_face(dice: int) -> None:
    counts = multisets.counts(dice)
    assert counts.shape == (comb(dice + 5, 5), 6)
    assert (counts.sum(axis=1) == dice).all()
    for place, row in enumerate(counts):
        faces = multisets.faces(dice, place)
        assert [faces.count(face) for face in range(1, 7)] == list(row)


@pytest.mark.parametrize("dice", LEVELS)
def test_down_undoes_up(dice: int) -> None:
    back = multisets.down(dice + 1)[multisets.up(dice), np.arange(6)]
    assert (back == np.arange(len(back))[:, None]).all()


@pytest.mark.parametrize("dice", LEVELS[1:])
def test_up_undoes_down_where_there_is_such_a_die(dice: int) -> None:
    down, there = multisets.down(dice), multisets.counts(dice) > 0
    rolls, faces = np.nonzero(there)
    assert (multisets.up(dice - 1)[down[rolls, faces], faces] == rolls).all()
    assert (down[~there] == len(multisets.codes(dice - 1))).all()


@pytest.mark.parametrize("dice", range(5))
def test_up_adds_the_face(dice: int) -> None:
    for place, row in enumerate(multisets.up(dice)):
        for face in range(1, 7):
            grown = tuple(sorted((*multisets.faces(dice, place), face)))
            assert multisets.faces(dice + 1, int(row[face - 1])) == grown


@pytest.mark.parametrize("dice", LEVELS)
def test_index_and_faces_are_inverse(dice: int) -> None:
    for faces in combinations_with_replacement(range(1, 7), dice):
        assert multisets.faces(dice, multisets.index(faces)) == faces
    places = {multisets.index(f) for f in combinations_with_replacement(range(1, 7), dice)}
    assert places == set(range(comb(dice + 5, 5)))


@given(st.lists(st.integers(1, 6), max_size=12), st.randoms(use_true_random=False))
def test_the_order_of_the_dice_does_not_matter(faces: list[int], random: object) -> None:
    mixed = list(faces)
    random.shuffle(mixed)  # type: ignore[attr-defined]
    assert multisets.index(tuple(mixed)) == multisets.index(tuple(faces))


@pytest.mark.parametrize("dice", LEVELS)
def test_encode_turns_counts_into_codes(dice: int) -> None:
    assert (multisets.encode(multisets.counts(dice)) == multisets.codes(dice)).all()


@pytest.mark.parametrize("dice", [-1, multisets.MAX_DICE + 1])
def test_too_few_or_too_many_dice_are_refused(dice: int) -> None:
    with pytest.raises(ValueError, match="dice"):
        multisets.codes(dice)


@pytest.mark.parametrize("face", [0, 7, -1])
def test_a_die_shows_1_to_6(face: int) -> None:
    with pytest.raises(ValueError, match="1 to 6"):
        multisets.index((3, face))


@pytest.mark.parametrize(
    "table", [multisets.codes, multisets.counts, multisets.weights, multisets.up, multisets.down]
)
def test_tables_are_read_only(table: object) -> None:
    with pytest.raises(ValueError, match="read-only"):
        table(3)[0] = 0  # type: ignore[operator]
