"""Two pools re-rolled in view of each other: weights pushed through any choice, exactly."""

from __future__ import annotations

import numpy as np
import pytest

from bushido_odds.dice import multisets, pairs
from bushido_odds.dice.pairs import Axis


@pytest.mark.parametrize("factor", [1, 1 << 70], ids=["64 bits", "beyond 64 bits"])
@pytest.mark.parametrize(("first", "second"), [(2, 1), (1, 2), (3, 2)])
def test_weights_pushed_through_a_choice_keep_their_total(
    first: int, second: int, factor: int
) -> None:
    axes = Axis.rolled(first), Axis.rolled(second)
    stage = pairs.options(*axes, pairs.splits(min(2, first), 1, 2), True)
    ordered = np.outer(multisets.weights(first), multisets.weights(second)).reshape(-1, 1)
    weights = ordered.astype(object) * factor if factor > 1 else ordered
    for row, kept in enumerate(stage.kept):
        choice = np.where(kept < stage.starts[-1], row, 0)[:, None]
        after = pairs.push(weights, stage, choice)
        assert sum(map(int, after.flat)) == factor * 6 ** (first + second + stage.most)
        assert (after == pairs.push(ordered, stage, choice).astype(object) * factor).all()


def test_throwing_every_die_again_changes_nothing() -> None:
    axes = Axis.rolled(2), Axis.rolled(1)
    stage = pairs.options(*axes, ((2, 1),), True)
    weights = np.outer(multisets.weights(2), multisets.weights(1)).reshape(-1, 1)
    choice = (stage.kept < stage.starts[-1]).argmax(axis=0)[:, None]
    assert (pairs.push(weights, stage, choice) == weights * 6**3).all()
