"""A game in hand: the score, its length, the Victory Points still open, and their chances."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from fractions import Fraction

from bushido_odds.scenarios.alignment import NOTHING, Side, Tally
from bushido_odds.scenarios.length import Length
from bushido_odds.scenarios.rules import VICTORY_POINTS, RuleBrokenError
from bushido_odds.scenarios.scenario import LAST

EACH_TURN = "each turn"
"""When a Victory Point is scored that is open in every End Phase until somebody takes it."""


@dataclass(frozen=True, slots=True)
class Chances:
    """How an event may turn out for the two players; what is missing to 1 is neither.

    Raises:
        RuleBrokenError: a chance below 0, or more than certainty together.
    """

    us: Fraction = Fraction(0)
    them: Fraction = Fraction(0)

    def __post_init__(self) -> None:
        if self.us < 0 or self.them < 0:
            raise RuleBrokenError("a chance is at least 0")
        if self.us + self.them > 1:
            raise RuleBrokenError(
                f"the chances of both players, {self.us} and {self.them}, come to more than 1"
            )

    @property
    def neither(self) -> Fraction:
        """The chance that it turns out for nobody."""
        return 1 - self.us - self.them

    def outcomes(self) -> Iterator[tuple[Side | None, Fraction]]:
        """Every outcome that is possible, with its chance."""
        for side, chance in ((Side.US, self.us), (Side.THEM, self.them), (None, self.neither)):
            if chance:
                yield side, chance


NEVER = Chances()
"""What happens to neither player."""


@dataclass(frozen=True, slots=True)
class OpenPoint:
    """A Victory Point that is still open, and the chances that either player takes it."""

    name: str
    when: int | str
    """A turn, ``last`` or ``each turn``."""
    chances: Chances

    def settled_in(self, turn: int, last: bool) -> bool:
        """Whether it may be scored in the End Phase of a turn."""
        if self.when == LAST:
            return last
        return self.when in (EACH_TURN, turn)


@dataclass(frozen=True, slots=True)
class Game:
    """A game in hand.

    Raises:
        RuleBrokenError: more Victory Points than there are, a turn that the game does not have, or
            one that is over.
    """

    length: Length
    open: tuple[OpenPoint, ...] = ()
    score: Tally = NOTHING
    turn: int = 1
    """The turn in hand: its End Phase is still to come."""
    length_roll: int | None = None
    wiped_out: Chances = NEVER
    """The chance, in every turn, that a player loses the last model."""
    name: str | None = None

    def __post_init__(self) -> None:
        if self.score.us < 0 or self.score.them < 0:
            raise RuleBrokenError("Victory Points are never negative", path=("score",))
        if self.score.total + len(self.open) > VICTORY_POINTS:
            raise RuleBrokenError(
                f"{self.score.total} Victory Points scored and {len(self.open)} open: "
                f"a scenario has {VICTORY_POINTS}",
                "Three Victory Points",
                ("open",) if self.open else ("score",),
            )
        self.length.check(self.turn, self.length_roll)
        names = [point.name for point in self.open]
        for place, point in enumerate(self.open):
            if point.name in names[:place]:
                raise RuleBrokenError(
                    f'two open Victory Points are called "{point.name}"',
                    path=("open", place, "name"),
                )
            if isinstance(point.when, int):
                try:
                    self.length.check(point.when)
                except RuleBrokenError as fault:
                    raise fault.at("open", place, "when") from None
                if point.when < self.turn:
                    raise RuleBrokenError(
                        f"turn {point.when} is over: the turn in hand is {self.turn}",
                        path=("open", place, "when"),
                    )

    def with_point(self, place: int, side: Side | None) -> Game:
        """The same game if an open Victory Point were taken already, or lost to both."""
        left = (*self.open[:place], *self.open[place + 1 :])
        return replace(
            self, open=left, score=self.score if side is None else self.score.plus(side, 1)
        )
