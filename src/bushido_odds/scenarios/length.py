"""How long a game lasts: the exact law of its last turn.

A game of Fixed (X) ends with turn X.  In a game of Variable (X) a D6 is rolled in the Starting
Phase of every turn from X on: 4 or more makes that turn the last, and turn 7 is the last anyway.
Source: https://jwarref.netlify.app/Rulebook/Scenario-Rules (Game Length).
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from enum import Enum
from fractions import Fraction
from typing import Any

from bushido_odds.dice.law import Law
from bushido_odds.dice.plain import law, number
from bushido_odds.errors import nearest
from bushido_odds.provenance import provenance
from bushido_odds.scenarios.rules import (
    FINISHING_ROLL,
    LAST_POSSIBLE_TURN,
    Event,
    RuleBrokenError,
    as_steps,
    event,
)
from bushido_odds.working import Step, steps

LONGEST = 20
"""The longest Fixed length that is accepted, in turns."""

FINISHES = Law.uniform(range(1, 7)).at_least(FINISHING_ROLL)
"""The chance that one roll makes the turn the last."""

_NOTATION = re.compile(r"\s*(?P<word>[^\d()]*?)\s*\(?\s*(?P<turn>\d{1,9})\s*\)?\s*")


class LengthKind(Enum):
    """The two ways to end a game."""

    FIXED = "Fixed"
    VARIABLE = "Variable"


@dataclass(frozen=True, slots=True)
class Length:
    """The length of a game.

    Raises:
        RuleBrokenError: a turn that no game can have.
    """

    kind: LengthKind
    turn: int
    """The X of the rule: the last turn, or the first in which the die is rolled."""

    def __post_init__(self) -> None:
        if self.kind is LengthKind.VARIABLE and not 1 <= self.turn <= LAST_POSSIBLE_TURN:
            raise RuleBrokenError(
                f"{self}: the die is rolled from turn 1 to {LAST_POSSIBLE_TURN} at the latest",
                "Seventh turn",
            )
        if not 1 <= self.turn <= LONGEST:
            raise RuleBrokenError(f"{self} is beyond the limit: turn 1 to {LONGEST}")

    def __str__(self) -> str:
        return f"{self.kind.value} ({self.turn})"

    @property
    def last_possible(self) -> int:
        """The last turn that a game can reach."""
        return self.turn if self.kind is LengthKind.FIXED else LAST_POSSIBLE_TURN

    def rolls_in(self, turn: int) -> bool:
        """Whether the die decides in this turn; in the seventh it could change nothing."""
        return self.kind is LengthKind.VARIABLE and self.turn <= turn < LAST_POSSIBLE_TURN

    def finishes(self, turn: int, roll: int | None) -> bool:
        """Whether the game ends with this turn, given its length roll.

        Args:
            turn: a turn from 1 to the last possible one.
            roll: the D6; None where none is rolled.
        """
        if self.rolls_in(turn):
            return roll is not None and roll >= FINISHING_ROLL
        return turn == self.last_possible

    def last_turn(self, turn: int = 1, roll: int | None = None) -> Law:
        """The law of the last turn of a game that has come to a turn.

        Backwards from the last possible turn: a turn whose die is rolled is the last with
        probability 1/2, and otherwise the law of the next turn holds.

        Args:
            turn: the turn in hand, whose End Phase is still to come.
            roll: its length roll, a D6; None where it is not rolled yet, or never.

        Raises:
            RuleBrokenError: the game cannot come to this turn, or there is no such roll in it.
        """
        self.check(turn, roll)
        if roll is not None:
            if self.finishes(turn, roll):
                return Law.certain(turn)
            turn += 1
        last = Law.certain(self.last_possible)
        for here in range(self.last_possible - 1, turn - 1, -1):
            if self.rolls_in(here):
                last = Law.certain(here).mix(last, FINISHES)
        return last

    def check(self, turn: int, roll: int | None = None) -> None:
        """See that the game can come to a turn, and that the turn can have such a roll.

        Raises:
            RuleBrokenError: it cannot; the path is ``turn`` or ``length_roll``.
        """
        if not 1 <= turn <= self.last_possible:
            raise RuleBrokenError(
                f"turn {turn} is not part of the game: {self} has the turns 1 to "
                f"{self.last_possible}",
                "Seventh turn" if self.kind is LengthKind.VARIABLE else "Fixed",
                ("turn",),
            )
        if roll is not None and not self.rolls_in(turn):
            raise RuleBrokenError(
                f"{self} has no length roll in turn {turn}",
                "Variable" if self.kind is LengthKind.VARIABLE else "Fixed",
                ("length_roll",),
            )


def parse_length(words: str) -> Length:
    """A length as a scenario prints it: ``Fixed (6)``, ``Variable (5)``; case does not matter.

    Raises:
        RuleBrokenError: it is neither, or no game can have it.
    """
    found = _NOTATION.fullmatch(words)
    kinds = {kind.value: kind for kind in LengthKind}
    close = nearest(found["word"] if found else words, kinds)
    if found and close and close[0].casefold() == found["word"].casefold():
        return Length(kinds[close[0]], int(found["turn"]))
    turn = found["turn"] if found else "6"
    example = f"{close[0] if close else 'Fixed'} ({turn})"
    raise RuleBrokenError(
        f'"{words}" is no length of a game', suggestion=f'did you mean "{example}"?'
    )


@dataclass(frozen=True, slots=True)
class LengthResult:
    """How long a game lasts, from a turn on."""

    length: Length
    turn: int
    """The turn in hand; it counts among those that are left."""
    length_roll: int | None
    """The length roll of the turn in hand, where it is known."""
    last_turn: Law
    name: str | None = None
    input: Mapping[str, Any] = field(default_factory=dict)
    """The document, complete and normalised."""
    working: tuple[Step, ...] = ()
    """The working, where it was asked for."""
    kind: str = "scenario_length"

    @property
    def turns_left(self) -> Law:
        """The law of the turns still to be played, the one in hand among them."""
        return self.last_turn.map(lambda last: last - self.turn + 1)

    def to_dict(self, exact: bool = False) -> dict[str, Any]:
        """The result as plain data; ``exact``: fractions in lowest terms as strings."""
        left = self.turns_left
        plain: dict[str, Any] = {
            **provenance(self.kind, self.input),
            "name": self.name,
            "input": dict(self.input),
            "length": str(self.length),
            "last_possible_turn": self.length.last_possible,
            "turn": self.turn,
            "length_roll": self.length_roll,
            "last_turn": law(self.last_turn, exact),
            "mean": number(self.last_turn.mean, exact),
            "turns_left": {
                "mean": number(left.mean, exact),
                "at_least": {
                    str(turns): number(left.at_least(turns), exact)
                    for turns in range(1, max(left) + 1)
                },
            },
        }
        if self.working:
            plain["working"] = steps(self.working)
        return plain


def last_turn(
    length: Length,
    turn: int = 1,
    roll: int | None = None,
    *,
    name: str | None = None,
    document: Mapping[str, Any] | None = None,
    explain: bool = False,
) -> LengthResult:
    """How long a game lasts, from a turn on and with its length roll where that is known.

    Raises:
        RuleBrokenError: the game cannot come to this turn, or there is no such roll in it.
    """
    found = length.last_turn(turn, roll)
    working = tuple(as_steps(length_events(length, turn, roll))) if explain else ()
    return LengthResult(length, turn, roll, found, name, dict(document or {}), working)


def length_events(length: Length, turn: int, roll: int | None) -> Iterator[Event]:
    """How the law of the last turn comes about, turn by turn."""
    if length.kind is LengthKind.FIXED:
        yield event(f"{length}: turn {length.turn} is the last", "Fixed")
        return
    if roll is not None:
        if length.finishes(turn, roll):
            yield event(f"turn {turn}: the roll was {roll}, it is the last", "Variable")
            return
        yield event(f"turn {turn}: the roll was {roll}, another turn follows", "Variable")
        turn += 1
    reached = Fraction(1)
    for here in range(max(turn, length.turn), length.last_possible):
        ends = reached * FINISHES
        yield event(
            f"turn {here}: reached with {reached}, the last with {reached} x {FINISHES} = {ends}",
            "Variable",
        )
        reached -= ends
    yield event(
        f"turn {length.last_possible}: reached with {reached}, and always the last", "Seventh turn"
    )
