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
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from bushido_odds.dice.multisets import distinct
from bushido_odds.dice.rerolls import Whole, fitting
from bushido_odds.odds.pools import Hand, hand_law

Exact = npt.NDArray[Any]
"""Whole numbers, held as floats where those are exact."""

_EXACT_FLOATS = 1 << 53


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


@dataclass(frozen=True, slots=True, eq=False)
class _Margins:
    """Attack less Defence, for every pair of their values, and who wins.

    ``wins`` and ``loses`` have a row an outcome and a column a pair; they are 1 where the pair
    leads to the outcome, with ties won and with ties lost.
    """

    outcomes: tuple[Comparison, ...]
    wins: Exact
    loses: Exact


@lru_cache(maxsize=4096)
def _margins(attack: bytes, defence: bytes) -> _Margins:
    """The margins of an Attack's values and a Defence's, pairs in row-major order."""
    values = np.frombuffer(attack, dtype=np.int64)[:, None], np.frombuffer(defence, dtype=np.int64)
    margins, place = distinct((values[0] - values[1]).reshape(-1))
    wins = np.zeros((2 * len(margins), len(place)))
    loses = np.zeros_like(wins)
    pairs = np.arange(len(place))
    wins[2 * place + (margins[place] >= 0), pairs] = 1
    loses[2 * place + (margins[place] > 0), pairs] = 1
    outcomes = tuple(Comparison(won, abs(int(m))) for m in margins for won in (False, True))
    return _Margins(outcomes, wins, loses)


@lru_cache(maxsize=4096)
def compare(first: Hand, second: Hand, first_is_active: bool) -> Comparisons:
    """The joint law of both comparisons between two models.

    The weights of all pairs of dice are summed by matrix products: floating-point ones, which are
    fast, where every sum is a whole number below 2**53 and so exact.

    Args:
        first: the model that attacks first.
        second: the other.
        first_is_active: the first model's player is the active one, and wins the last tie-break.
    """
    one, two = hand_law(first), hand_law(second)
    total = one.total * two.total
    a, d, A, D = (len(v) for v in (one.attack, one.defence, two.attack, two.defence))
    most = max(one.weights.shape[2], two.weights.shape[2])
    mine = _up_to(one.weights.reshape(a * d, -1), most, total)
    theirs = _up_to(two.weights.reshape(A * D, -1), most, total)
    below = theirs.cumsum(axis=1)
    # The first model has more surviving dice than the second, as many, or fewer.
    more = mine[:, 1:] @ below[:, :-1].T
    level = mine @ theirs.T
    fewer = mine @ (below[:, -1:] - below).T
    attack = _margins(one.attack.tobytes(), two.defence.tobytes())
    reply = _margins(two.attack.tobytes(), one.defence.tobytes())
    joint = np.zeros((), dtype=mine.dtype)
    for part, mine_wins in ((more, True), (level, first_is_active), (fewer, False)):
        # From (own Attack and Defence) by (theirs) to (first attack) by (reply).
        pairs = part.reshape(a, d, A, D).transpose(0, 3, 2, 1).reshape(a * D, A * d)
        rows = attack.wins if mine_wins else attack.loses
        columns = reply.loses if mine_wins else reply.wins
        joint = joint + _like(rows, pairs) @ pairs @ _like(columns, pairs).T
    used_rows, used_columns = (np.flatnonzero(joint.any(axis=axis)) for axis in (1, 0))
    weights = joint[np.ix_(used_rows, used_columns)]
    return Comparisons(
        tuple(attack.outcomes[k] for k in used_rows),
        tuple(reply.outcomes[k] for k in used_columns),
        tuple(tuple(map(int, row)) for row in weights.tolist()),
        total,
    )


def _up_to(weights: Whole, most: int, total: int) -> Exact:
    """Weights by surviving dice with ``most`` columns, of a type that adds up to ``total``."""
    kind = np.float64 if total < _EXACT_FLOATS else fitting((), total).dtype
    padded: Exact = np.zeros((len(weights), most), dtype=kind)
    padded[:, : weights.shape[1]] = weights
    return padded


def _like(choices: Exact, weights: Exact) -> Exact:
    """A matrix of 0 and 1 in whole numbers, where the weights are those."""
    return choices if weights.dtype == choices.dtype else choices.astype(np.int64)
