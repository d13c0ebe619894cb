"""What a rolled pool is worth: the value that is compared, and the dice that survive.

Natural 1s leave the pool (Kata keeps them), then the enemy's Unblockable or Impenetrable Defence
takes the highest dice away; the value is the highest die left, one more for each supporting die
(two at most, more with Adept), and the Brutal or Parry bonus.  A pool with no die left is worth 0
whatever the bonus.  Sources: https://jwarref.netlify.app/Rulebook/Tests and the FAQ,
https://jwarref.netlify.app/FAQ/.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

import numpy as np

from bushido_odds.dice import multisets
from bushido_odds.dice.multisets import FACES, Ints
from bushido_odds.dice.rerolls import Payoff

SUPPORTING_DICE = 2


@dataclass(frozen=True, slots=True)
class Scoring:
    """How the dice of one pool are counted."""

    kata: bool = False
    adept: int = 0
    bonus: int = 0
    """Brutal on an Attack pool, Parry on a Defence pool."""
    removed: int = 0
    """Highest dice that the enemy takes away after re-rolls."""

    def score(self, counted: Ints) -> tuple[Ints, Ints]:
        """Value and surviving dice of rolls given as counts of faces.

        Args:
            counted: rolls (rows) by face (columns 1 to 6).
        """
        left = counted.copy()
        if not self.kata:
            left[:, 0] = 0
        if self.removed:
            taken = np.full(len(left), self.removed)
            for face in range(FACES - 1, -1, -1):
                now = np.minimum(left[:, face], taken)
                left[:, face] -= now
                taken -= now
        survivors = left.sum(axis=1)
        highest = FACES - (left[:, ::-1] > 0).argmax(axis=1)
        support = np.minimum(survivors - 1, SUPPORTING_DICE + max(0, self.adept))
        return np.where(survivors > 0, highest + support + self.bonus, 0), survivors

    def score_dice(self, dice: tuple[int, ...]) -> tuple[int, int]:
        """Value and surviving dice of one roll, given as its faces."""
        counted = np.zeros((1, FACES), dtype=np.int64)
        for face in dice:
            counted[0, face - 1] += 1
        value, survivors = self.score(counted)
        return int(value[0]), int(survivors[0])


@lru_cache(maxsize=1024)
def payoff(dice: int, scoring: Scoring) -> Payoff:
    """Value and survivors of every roll of ``dice`` dice."""
    value, survivors = scoring.score(multisets.counts(dice))
    return Payoff(dice, value, survivors)
