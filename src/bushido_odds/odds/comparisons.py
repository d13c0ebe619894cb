"""Both comparisons of an exchange at once: who hits whom, and by how much.

The first comparison is the first model's Attack against the second's Defence, the second the
reverse.  A tie looks at *all* surviving dice of each model, Attack and Defence together, and then
at who is the active player, so the two comparisons are not independent and are kept as one joint
law.  Sources: https://jwarref.netlify.app/Rulebook/Melee-Exchange (step 10) and the FAQ,
https://jwarref.netlify.app/FAQ/.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from typing import NamedTuple

import numpy as np

from bushido_odds.dice.multisets import distinct
from bushido_odds.dice.rerolls import Whole, fitting
from bushido_odds.odds.pools import Hand, hand_law


class Comparison(NamedTuple):
    """One Attack against one Defence: whether it succeeds, and the Success Level of the winner."""

    success: bool
    level: int


@dataclass(frozen=True, slots=True)
class Comparisons:
    """The joint law of the two comparisons: ``weights[i][j]`` out of ``total``."""

    first: tuple[Comparison, ...]
    second: tuple[Comparison, ...]
    weights: tuple[tuple[int, ...], ...]
    total: int


@lru_cache(maxsize=4096)
def compare(first: Hand, second: Hand, first_is_active: bool) -> Comparisons:
    """The joint law of both comparisons between two models.

    Args:
        first: the model that attacks first.
        second: the other.
        first_is_active: the first model's player is the active one, and wins the last tie-break.
    """
    one, two = hand_law(first), hand_law(second)
    total = one.total * two.total
    shape = (len(one.attack) * len(one.defence), len(two.attack) * len(two.defence))
    mine = fitting(one.weights, total).reshape(shape[0], -1)
    theirs = fitting(two.weights, total).reshape(shape[1], -1)
    most = max(mine.shape[1], theirs.shape[1])
    mine, theirs = _widened(mine, most), _widened(theirs, most)
    up_to = theirs.cumsum(axis=1)
    # The first model has more surviving dice than the second, as many, or fewer.
    more = mine[:, 1:] @ up_to[:, :-1].T
    level = mine @ theirs.T
    fewer = mine @ (up_to[:, -1:] - up_to).T
    attack = (one.attack[:, None] - two.defence[None, :]).reshape(-1)
    reply = (two.attack[:, None] - one.defence[None, :]).reshape(-1)
    # margins of the first attack [one's attack, two's defence] and of the reply, for every pair
    a, d = len(one.attack), len(one.defence)
    A, D = len(two.attack), len(two.defence)
    margin = np.broadcast_to(
        (one.attack[:, None, None, None] - two.defence[None, None, None, :]), (a, d, A, D)
    ).reshape(shape)
    answer = np.broadcast_to(
        (two.attack[None, None, :, None] - one.defence[None, :, None, None]), (a, d, A, D)
    ).reshape(shape)
    firsts, seconds = distinct(attack)[0], distinct(reply)[0]
    joint = np.zeros((2 * len(firsts), 2 * len(seconds)), dtype=level.dtype)
    i = np.searchsorted(firsts, margin) * 2
    j = np.searchsorted(seconds, answer) * 2
    for part, mine_wins in ((more, True), (level, first_is_active), (fewer, False)):
        won = (margin > 0) | ((margin == 0) & mine_wins)
        lost = (answer > 0) | ((answer == 0) & (not mine_wins))
        np.add.at(joint, (i + won, j + lost), part)
    rows = [Comparison(bool(k % 2), abs(int(firsts[k // 2]))) for k in range(joint.shape[0])]
    columns = [Comparison(bool(k % 2), abs(int(seconds[k // 2]))) for k in range(joint.shape[1])]
    used_rows = [k for k in range(len(rows)) if joint[k].any()]
    used_columns = [k for k in range(len(columns)) if joint[:, k].any()]
    return Comparisons(
        tuple(rows[k] for k in used_rows),
        tuple(columns[k] for k in used_columns),
        tuple(tuple(int(w) for w in joint[k, used_columns]) for k in used_rows),
        total,
    )


def _widened(weights: Whole, columns: int) -> Whole:
    """The same rows with zeros up to a number of columns.

    ``numpy.pad`` would put 64-bit zeros among Python's integers, and sums with them overflow.
    """
    wide: Whole = np.zeros((len(weights), columns), dtype=weights.dtype)
    wide[:, : weights.shape[1]] = weights
    return wide
