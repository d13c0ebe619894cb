"""The scenario rules as data: one entry a rule, the numbers that they fix, and a broken rule.

Source of all of them: https://jwarref.netlify.app/Rulebook/Scenario-Rules.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from itertools import groupby

from bushido_odds.errors import BushidoOddsError, nearest
from bushido_odds.rules import sources
from bushido_odds.working import Step

VICTORY_POINTS = 3
"""The Victory Points of a scenario, whoever takes them."""

LAST_POSSIBLE_TURN = 7
"""The turn after which a game of Variable length is over, whatever the die says."""

FINISHING_ROLL = 4
"""The lowest D6 that makes the turn the last of a game of Variable length."""

LAYOUTS: Mapping[str, int] = {"centre": 3, "circle": 6}
"""How many Scenario Objectives a layout has."""

SIZES: Mapping[str, int] = {"small": 30, "large": 50}
"""The base of a Scenario Objective in millimetres, by its size."""


@dataclass(frozen=True, slots=True)
class Rule:
    """One rule of the scenarios, in our words, with its public page."""

    name: str
    says: str
    source: str = sources.SCENARIOS


_ENTRIES = (
    Rule("Types", "a scenario has one or more of: Objectives, VIM, Zone Control"),
    Rule("Objective layouts", "Centre has three Scenario Objectives, Circle has six"),
    Rule("Objective sizes", "small Objectives have bases of 30 mm, large ones of 50 mm"),
    Rule("VIM", "a Victory Point may hang on a Very Important Model of a player"),
    Rule("Alignment", "Friendly, Neutral or Enemy; what is Friendly to one is Enemy to the other"),
    Rule("Scenario Points", "1 for Friendly, 2 for Neutral, 3 for Enemy"),
    Rule("Interactions", "only the interactions that the scenario names may be used"),
    Rule("Influence", "Enemy becomes Neutral, Neutral becomes Friendly"),
    Rule("Prayer", "one token from the player's pool gives points by the Objective's Alignment"),
    Rule("Prayer Pool", "each player has X Prayer Tokens for the whole game"),
    Rule("Prayer once", "a model prays at most once a turn at the same Objective"),
    Rule("Zone Control", "more models and more rice than the opponent, completely in the Zone"),
    Rule("Rice Cost", "the cost printed on the card that has one, whatever changes it in play"),
    Rule("X for both", "models bought together count their rice only where all of them are"),
    Rule("Zone points", "in the End Phase a Zone gives points by its Alignment to who controls it"),
    Rule("Fixed", "the game ends with the End Phase of turn X"),
    Rule("Variable", "from turn X on, a D6 of 4 or more in the Starting Phase: the last turn"),
    Rule("Seventh turn", "a game of Variable length ends with turn 7 at the latest"),
    Rule("Wiped out", "the game is over when all models of a player are out of play"),
    Rule("Last Turn", "an earlier end than by the length has no last turn, and nothing scores"),
    Rule("Reset Scenario Points", "in the Starting Phase of those turns both totals become 0"),
    Rule("Reset Alignment", "in the Starting Phase of those turns all Objectives become Neutral"),
    Rule("Decreasing", "who did not score may remove an Objective after a Victory Point"),
    Rule("Scoring order", "Influence with removals, Scenario Points with removals, VIMs"),
    Rule("Three Victory Points", "three can be scored in all, by both players together"),
    Rule("Winner", "more Victory Points win, equal ones are a draw"),
)

RULES: Mapping[str, Rule] = {entry.name: entry for entry in _ENTRIES}
"""Every rule by its name, in the order of the page."""


@dataclass(frozen=True, slots=True)
class Event:
    """What happened, or what follows, and the rule that says so."""

    words: str
    rule: Rule


def event(words: str, rule: str) -> Event:
    """What happened under the rule of that name."""
    return Event(words, RULES[rule])


def as_steps(events: Iterable[Event], when: str = "") -> Iterator[Step]:
    """Events as the steps of a working: those in a row under one rule make one step."""
    for rule, together in groupby(events, key=lambda happened: happened.rule):
        title = f"{when}: {rule.name}" if when else rule.name
        yield Step(title, tuple(happened.words for happened in together), rule.source)


class RuleBrokenError(BushidoOddsError):
    """Something in a scenario or in a match log that the rules do not allow.

    Attributes:
        problem: one plain sentence.
        rule: the rule that is broken, or None where something simply does not fit.
        path: where it stands in the document.
        suggestion: the nearest right word, or None.
    """

    def __init__(
        self,
        problem: str,
        rule: str | None = None,
        path: tuple[str | int, ...] = (),
        suggestion: str | None = None,
    ) -> None:
        self.problem = problem
        self.rule = None if rule is None else RULES[rule]
        self.path = path
        self.suggestion = suggestion
        super().__init__(problem)

    def at(self, *path: str | int) -> RuleBrokenError:
        """The same at another path."""
        rule = None if self.rule is None else self.rule.name
        return RuleBrokenError(self.problem, rule, path, self.suggestion)

    def under(self, *path: str | int) -> RuleBrokenError:
        """The same for a place in something that itself stands at a path."""
        return self.at(*path, *self.path)


def look_up(word: str, known: Iterable[str], what: str) -> str:
    """A name in the spelling in which it is known; case does not matter.

    Args:
        word: what was written.
        known: the names there are.
        what: what they are names of, such as ``Zone``.

    Raises:
        RuleBrokenError: nobody has that name.
    """
    spellings = {name.casefold(): name for name in known}
    if word.casefold() in spellings:
        return spellings[word.casefold()]
    close = nearest(word, spellings.values())
    advice = f'did you mean "{close[0]}"?' if close else f"known: {', '.join(spellings.values())}"
    raise RuleBrokenError(f'no {what} is called "{word}"', suggestion=advice if spellings else None)
