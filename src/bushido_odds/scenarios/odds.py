"""The odds of a game from the score so far: win, draw, loss, and the law of the final score.

A turn goes: the game may end early (one side is wiped out, and nothing more is scored); else its
End Phase settles the Victory Points that are scored in it, and where it is the last turn those of
the last turn; the game ends there, or goes on to the next turn.  Whether a turn is the last follows
the law of the game's length.  Victory Points are settled independently of one another.
Source: https://jwarref.netlify.app/Rulebook/Scenario-Rules (Victory Conditions, Game Length).
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from fractions import Fraction
from math import lcm
from typing import Any

from bushido_odds.dice.law import Law
from bushido_odds.dice.plain import law, number
from bushido_odds.provenance import provenance
from bushido_odds.scenarios.alignment import Side
from bushido_odds.scenarios.game import Chances, Game
from bushido_odds.scenarios.length import length_events
from bushido_odds.scenarios.rules import VICTORY_POINTS, Event, as_steps, event
from bushido_odds.working import Step, steps

Owners = tuple[Side | None, ...]
"""Who has taken each open Victory Point."""


@dataclass(frozen=True, slots=True)
class Verdict:
    """The chances to win, draw and lose."""

    win: Fraction
    draw: Fraction
    loss: Fraction

    @property
    def value(self) -> Fraction:
        """A win as 1, a draw as 1/2, a loss as 0."""
        return self.win + self.draw / 2

    def to_dict(self, exact: bool) -> dict[str, Any]:
        """The chances as plain data."""
        return {key: number(getattr(self, key), exact) for key in ("win", "draw", "loss")}


Score = tuple[int, int]
"""Victory Points of a final score: ours, theirs."""

_Weights = dict[Owners, Fraction]


@dataclass(frozen=True, slots=True)
class _Ends:
    """How a game may end."""

    owners: Mapping[Owners, Fraction]
    last_turn: Mapping[int, Fraction]
    wiped_out: Chances


def _played(game: Game) -> _Ends:
    """Every way in which a game may end, turn by turn from the one in hand."""
    last_turn = game.length.last_turn(game.turn, game.length_roll)
    here: _Weights = {(None,) * len(game.open): Fraction(1)}
    owners: _Weights = {}
    lasted: dict[int, Fraction] = {}
    wiped_out = {Side.US: Fraction(0), Side.THEM: Fraction(0)}
    for turn in range(game.turn, max(last_turn) + 1):
        mass = sum(here.values())
        for side, chance in game.wiped_out.outcomes():
            if side is not None:
                wiped_out[side] += mass * chance
                _add(owners, here, chance)
        on = game.wiped_out.neither
        ends = last_turn.probability(turn) / last_turn.at_least(turn)
        if ends:
            _add(owners, _settled(game, here, turn, last=True), on * ends)
            lasted[turn] = mass * on * ends
        going_on = _settled(game, here, turn, last=False)
        here = {}
        _add(here, going_on, on * (1 - ends))
    return _Ends(owners, lasted, Chances(wiped_out[Side.US], wiped_out[Side.THEM]))


def _add(total: _Weights, more: Mapping[Owners, Fraction], chance: Fraction) -> None:
    """Add weights, each times a chance, to a total."""
    if chance:
        for owners, weight in more.items():
            total[owners] = total.get(owners, Fraction(0)) + weight * chance


def _settled(game: Game, here: _Weights, turn: int, *, last: bool) -> _Weights:
    """The weights after the End Phase of a turn."""
    for place, point in enumerate(game.open):
        if not point.settled_in(turn, last):
            continue
        after: _Weights = {}
        for owners, weight in here.items():
            if owners[place] is not None:
                after[owners] = after.get(owners, Fraction(0)) + weight
                continue
            for side, chance in point.chances.outcomes():
                taken = (*owners[:place], side, *owners[place + 1 :])
                after[taken] = after.get(taken, Fraction(0)) + weight * chance
        here = after
    return here


def _scores(game: Game, ends: _Ends) -> Mapping[Score, Fraction]:
    """The law of the final score, the best for us first."""
    scores: dict[Score, Fraction] = {}
    for owners, chance in ends.owners.items():
        score = game.score.us + owners.count(Side.US), game.score.them + owners.count(Side.THEM)
        scores[score] = scores.get(score, Fraction(0)) + chance
    return dict(sorted(scores.items(), key=lambda item: (item[0][1] - item[0][0], -item[0][0])))


def _verdict(scores: Mapping[Score, Fraction]) -> Verdict:
    def chance(sign: int) -> Fraction:
        found = (p for (us, them), p in scores.items() if (us > them) - (us < them) == sign)
        return sum(found, Fraction(0))

    return Verdict(chance(1), chance(0), chance(-1))


@dataclass(frozen=True, slots=True)
class PointOdds:
    """What becomes of an open Victory Point, and what hangs on it."""

    name: str
    when: int | str
    taken: Chances
    """The chances that either player has taken it in the end."""
    if_us: Verdict
    """The result if it were ours already."""
    if_them: Verdict
    """The result if it were theirs already."""
    if_nobody: Verdict
    """The result if nobody could take it any more."""

    @property
    def swing(self) -> Fraction:
        """What it is worth, a win as 1 and a draw as 1/2: ours already against theirs already."""
        return self.if_us.value - self.if_them.value

    def to_dict(self, exact: bool) -> dict[str, Any]:
        """The figures as plain data."""
        return {
            "when": self.when,
            "us": number(self.taken.us, exact),
            "them": number(self.taken.them, exact),
            "nobody": number(self.taken.neither, exact),
            "if_us": self.if_us.to_dict(exact),
            "if_them": self.if_them.to_dict(exact),
            "if_nobody": self.if_nobody.to_dict(exact),
            "swing": number(self.swing, exact),
        }


@dataclass(frozen=True, slots=True)
class OddsResult:
    """The exact odds of a game."""

    game: Game
    verdict: Verdict
    victory_points: Mapping[Score, Fraction]
    """The law of the final score, ours and theirs."""
    last_turn: Law
    """The last turn; what is missing to 1 ends early and has none."""
    wiped_out: Chances
    """The chances that the game ends because we, or they, have no model left."""
    open: tuple[PointOdds, ...]
    input: Mapping[str, Any] = field(default_factory=dict)
    """The document, complete and normalised."""
    notes: tuple[str, ...] = ()
    working: tuple[Step, ...] = ()
    """The working, where it was asked for."""
    kind: str = "scenario_odds"

    @property
    def win(self) -> Fraction:
        """The chance that we score more Victory Points."""
        return self.verdict.win

    @property
    def draw(self) -> Fraction:
        """The chance that both score as many."""
        return self.verdict.draw

    @property
    def loss(self) -> Fraction:
        """The chance that they score more."""
        return self.verdict.loss

    @property
    def decided(self) -> str | None:
        """``us``, ``them`` or ``draw`` where no open Victory Point can change it; else None."""
        us, them = self.game.score
        if abs(us - them) > len(self.open):
            return "us" if us > them else "them"
        return "draw" if us == them and not self.open else None

    @property
    def swings_most(self) -> tuple[str, ...]:
        """The open Victory Points on which most hangs; several where they are equal."""
        most = max((point.swing for point in self.open), default=Fraction(0))
        return tuple(point.name for point in self.open if point.swing == most > 0)

    def to_dict(self, exact: bool = False) -> dict[str, Any]:
        """The result as plain data; ``exact``: fractions in lowest terms as strings."""
        plain: dict[str, Any] = {
            **provenance(self.kind, self.input),
            "name": self.game.name,
            "input": dict(self.input),
            **self.verdict.to_dict(exact),
            "victory_points": {
                f"{us}-{them}": number(p, exact) for (us, them), p in self.victory_points.items()
            },
            "decided": self.decided,
            "last_turn": law(self.last_turn, exact),
            "wiped_out": {
                "us": number(self.wiped_out.us, exact),
                "them": number(self.wiped_out.them, exact),
            },
            "open": {point.name: point.to_dict(exact) for point in self.open},
            "swings_most": list(self.swings_most),
            "notes": list(self.notes),
        }
        if self.working:
            plain["working"] = steps(self.working)
        return plain


def odds(
    game: Game,
    *,
    document: Mapping[str, Any] | None = None,
    notes: tuple[str, ...] = (),
    explain: bool = False,
) -> OddsResult:
    """The exact odds of a game from the score so far.

    The cost grows with the turns left and with 3 to the number of open Victory Points, at most 27.

    Args:
        game: the game in hand.
        document: what goes into the result's ``input``.
        notes: what a reader should know of the figures.
        explain: add the working, step by step.
    """
    ends = _played(game)
    scores = _scores(game, ends)
    points = tuple(
        PointOdds(
            point.name,
            point.when,
            _taken(ends, place),
            *(_forced(game, place, side) for side in (Side.US, Side.THEM, None)),
        )
        for place, point in enumerate(game.open)
    )
    result = OddsResult(
        game,
        _verdict(scores),
        scores,
        _law(ends.last_turn),
        ends.wiped_out,
        points,
        dict(document or {}),
        notes,
    )
    return replace(result, working=tuple(as_steps(_events(result)))) if explain else result


def _taken(ends: _Ends, place: int) -> Chances:
    """The chances that an open Victory Point ends with either player."""
    by = {side: Fraction(0) for side in (Side.US, Side.THEM, None)}
    for owners, chance in ends.owners.items():
        by[owners[place]] += chance
    return Chances(by[Side.US], by[Side.THEM])


def _forced(game: Game, place: int, side: Side | None) -> Verdict:
    """The result if an open Victory Point were settled already."""
    forced = game.with_point(place, side)
    return _verdict(_scores(forced, _played(forced)))


def _law(chances: Mapping[int, Fraction]) -> Law:
    """Chances of whole numbers as a law; they may come to less than 1."""
    total = lcm(1, *(chance.denominator for chance in chances.values()))
    return Law({k: int(chance * total) for k, chance in chances.items()}, total)


def _events(result: OddsResult) -> Iterator[Event]:
    """How the figures come about, in order."""
    game = result.game
    yield event(
        f"{game.score} so far, {len(game.open)} of {VICTORY_POINTS} Victory Points open, "
        f"turn {game.turn} in hand",
        "Three Victory Points",
    )
    yield from length_events(game.length, game.turn, game.length_roll)
    if game.wiped_out.neither < 1:
        yield event(
            f"in every turn we lose our last model with {game.wiped_out.us}, they theirs with "
            f"{game.wiped_out.them}",
            "Wiped out",
        )
        yield event(
            f"so the game ends early with {1 - result.last_turn.mass}, and the rest of it "
            "scores nothing",
            "Last Turn",
        )
    for open_, point in zip(game.open, result.open, strict=True):
        when = f"turn {open_.when}" if isinstance(open_.when, int) else open_.when
        yield event(
            f"{open_.name} ({when}): ours with {open_.chances.us}, theirs with "
            f"{open_.chances.them} where it comes to that; in the end {point.taken.us}, "
            f"{point.taken.them}, nobody's {point.taken.neither}",
            "Three Victory Points",
        )
    for (us, them), chance in result.victory_points.items():
        verdict = "win" if us > them else "loss" if us < them else "draw"
        yield event(f"final score {us}-{them}, a {verdict}: {chance}", "Winner")
    yield event(f"win {result.win}, draw {result.draw}, loss {result.loss}", "Winner")
