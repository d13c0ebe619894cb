"""Both comparisons of an exchange at once, against a pairing of every outcome one by one.

Tie-breaks: https://jwarref.netlify.app/Rulebook/Melee-Exchange (step 10).
"""

from __future__ import annotations

from collections import Counter
from itertools import product

import numpy as np
import pytest

from bushido_odds.dice.rerolls import Stage
from bushido_odds.dice.shared import Priority
from bushido_odds.odds.comparisons import Comparison, Comparisons, compare
from bushido_odds.odds.pools import Hand, Pool, hand_law
from bushido_odds.rules.pools import Scoring

Pairs = dict[tuple[Comparison, Comparison], int]

KATA = Scoring(kata=True)
PLAIN = Scoring()


def hand(attack: int, defence: int, scoring: Scoring = PLAIN, rerolls: int = 0) -> Hand:
    stages = (Stage(rerolls, True),) if rerolls else ()
    return Hand(Pool(attack, scoring, own=stages), Pool(defence, scoring, own=stages))


def outcomes(of: Hand) -> list[tuple[int, int, int, int]]:
    """Attack value, Defence value, survivors and weight of everything that can happen."""
    law = hand_law(of)
    return [
        (int(law.attack[i]), int(law.defence[j]), int(t), int(law.weights[i, j, t]))
        for i, j, t in np.argwhere(law.weights != 0)
    ]


def one_by_one(first: Hand, second: Hand, first_is_active: bool) -> Pairs:
    pairs: Pairs = Counter()
    for (a, d, t, w), (b, e, u, v) in product(outcomes(first), outcomes(second)):
        ahead = (t, first_is_active) > (u, not first_is_active)
        hit = a > e or (a == e and ahead)
        reply = b > d or (b == d and not ahead)
        pairs[Comparison(hit, abs(a - e)), Comparison(reply, abs(b - d))] += w * v
    return dict(pairs)


def as_pairs(found: Comparisons) -> Pairs:
    return {
        (row, column): weight
        for row, line in zip(found.first, found.weights, strict=True)
        for column, weight in zip(found.second, line, strict=True)
        if weight
    }


HANDS = [
    hand(1, 1),
    hand(2, 1, KATA),
    hand(0, 2),
    hand(3, 0, Scoring(removed=1)),
    Hand(Pool(2, PLAIN), Pool(2, KATA), shared=2, priority=Priority.FIRST),
]


@pytest.mark.parametrize("first_is_active", [True, False])
@pytest.mark.parametrize("second", HANDS, ids=str)
@pytest.mark.parametrize("first", HANDS, ids=str)
def test_every_pair_of_outcomes_counts(first: Hand, second: Hand, first_is_active: bool) -> None:
    found = compare(first, second, first_is_active)
    assert as_pairs(found) == one_by_one(first, second, first_is_active)
    assert sum(map(sum, found.weights)) == found.total


@pytest.mark.parametrize(
    ("one", "other"),
    [
        (hand(6, 6, KATA, 3), hand(1, 2, KATA, 2)),
        (hand(8, 8, rerolls=3), hand(2, 2)),
        (hand(3, 1), hand(12, 12, rerolls=5)),
    ],
    ids=["12 dice against 3", "16 against 4", "4 against 24"],
)
def test_weights_beyond_64_bits_lose_nothing(one: Hand, other: Hand) -> None:
    """Models with unequal numbers of dice, whose weights only Python's integers hold."""
    for first, second in ((one, other), (other, one)):
        found = compare(first, second, True)
        assert found.total == hand_law(one).total * hand_law(other).total > 1 << 62
        assert as_pairs(found) == one_by_one(first, second, True)
