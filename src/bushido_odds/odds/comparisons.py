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

from bushido_odds.dice.rerolls import Whole, fitting
from bushido_odds.odds.pools import Hand, HandLaw, hand_law


class Comparison(NamedTuple):
    """One Attack against one Defence: whether it succeeds, and the Success Level of the winner."""

    success: bool
    level: int


@dataclass(frozen=True, slots=True, eq=False)
class Comparisons:
    """The joint law of the two comparisons: ``weights[i][j]`` out of ``total``.

    Laws are compared by identity, which makes them cheap keys of a cache.
    """

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
    most = max(one.weights.shape[2], two.weights.shape[2])
    mine = _rows(one, total, most)
    theirs = _rows(two, total, most)
    pairs = np.multiply.outer(mine.sum(axis=1), theirs.sum(axis=1))
    # The weight of the pairs in which the first model has the better of every tie: more dice have
    # survived, or as many and it is active.
    beaten = theirs.cumsum(axis=1) - (0 if first_is_active else theirs)
    ahead = mine @ beaten.T
    # The margins of the first attack [own Attack, their Defence] and of the reply.
    margin = one.attack[:, None] - two.defence
    answer = two.attack[:, None] - one.defence
    low, least = int(margin.min()), int(answer.min())
    joint = np.zeros(
        (2 * (int(margin.max()) - low + 1), 2 * (int(answer.max()) - least + 1)), dtype=pairs.dtype
    )
    shape = (len(one.attack), len(one.defence), len(two.attack), len(two.defence))
    # An odd place is a success, with that margin or a tie won.
    for part, first_wins_ties in ((ahead, True), (pairs - ahead, False)):
        row = 2 * (margin - low) + (margin >= (0 if first_wins_ties else 1))
        column = 2 * (answer - least) + (answer >= (1 if first_wins_ties else 0))
        places = row[:, None, None, :], column.T[None, :, :, None]
        np.add.at(joint, places, part.reshape(shape))
    rows = np.flatnonzero((joint != 0).any(axis=1))
    columns = np.flatnonzero((joint != 0).any(axis=0))
    return Comparisons(
        tuple(Comparison(bool(k % 2), abs(k // 2 + low)) for k in rows.tolist()),
        tuple(Comparison(bool(k % 2), abs(k // 2 + least)) for k in columns.tolist()),
        tuple(map(tuple, joint[np.ix_(rows, columns)].tolist())),
        total,
    )


def _rows(law: HandLaw, bound: int, survivors: int) -> Whole:
    """A row for every pair of values, a column for every number of survivors up to a common one."""
    values = law.weights.shape[0] * law.weights.shape[1]
    # Not numpy.pad, whose zeros are of 64 bits even among Python's integers and would overflow.
    rows: Whole = np.zeros((values, survivors), dtype=fitting(0, bound).dtype)
    rows[:, : law.weights.shape[2]] = law.weights.reshape(values, -1)
    return rows
