"""The two players, and how each sees a Scenario Objective or a Zone.

An Alignment is kept as we see it; what is Friendly to us is Enemy to them.
Source: https://jwarref.netlify.app/Rulebook/Scenario-Rules (Alignment).
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from enum import Enum


class Side(Enum):
    """One of the two players."""

    US = "us"
    THEM = "them"

    @property
    def other(self) -> Side:
        """The opponent."""
        return Side.THEM if self is Side.US else Side.US

    @property
    def subject(self) -> str:
        """The side as the subject of a sentence."""
        return "we" if self is Side.US else "they"


class Alignment(Enum):
    """To whom an Objective or a Zone belongs, seen by one player."""

    FRIENDLY = "friendly"
    NEUTRAL = "neutral"
    ENEMY = "enemy"

    @property
    def points(self) -> int:
        """The Scenario Points it gives to the player who sees it so."""
        return _POINTS[self]

    @property
    def mirrored(self) -> Alignment:
        """The same, seen by the other player."""
        return _MIRRORED[self]

    @property
    def influenced(self) -> Alignment | None:
        """What Influence by the player who sees it so makes of it; None: it changes nothing."""
        return _INFLUENCED[self]

    def seen_by(self, side: Side) -> Alignment:
        """This Alignment, which is given as we see it, as a side sees it (and back)."""
        return self if side is Side.US else self.mirrored


_POINTS = {Alignment.FRIENDLY: 1, Alignment.NEUTRAL: 2, Alignment.ENEMY: 3}
_MIRRORED = {
    Alignment.FRIENDLY: Alignment.ENEMY,
    Alignment.NEUTRAL: Alignment.NEUTRAL,
    Alignment.ENEMY: Alignment.FRIENDLY,
}
_INFLUENCED = {
    Alignment.ENEMY: Alignment.NEUTRAL,
    Alignment.NEUTRAL: Alignment.FRIENDLY,
    Alignment.FRIENDLY: None,
}


@dataclass(frozen=True, slots=True)
class Tally:
    """A whole number for each side."""

    us: int = 0
    them: int = 0

    def of(self, side: Side) -> int:
        """The number of one side."""
        return self.us if side is Side.US else self.them

    def plus(self, side: Side, number: int) -> Tally:
        """The same with a number added for one side."""
        if side is Side.US:
            return Tally(self.us + number, self.them)
        return Tally(self.us, self.them + number)

    @property
    def ahead(self) -> Side | None:
        """Who has more; None where both have as many."""
        if self.us == self.them:
            return None
        return Side.US if self.us > self.them else Side.THEM

    @property
    def total(self) -> int:
        """Both together."""
        return self.us + self.them

    def __iter__(self) -> Iterator[int]:
        yield self.us
        yield self.them

    def __str__(self) -> str:
        return f"{self.us}-{self.them}"

    def to_dict(self) -> dict[str, int]:
        """The numbers by side."""
        return {"us": self.us, "them": self.them}


NOTHING = Tally()
"""Nothing for either side."""
