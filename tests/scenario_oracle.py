"""The oracle of scenarios: how long a game lasts and who wins it, by listing every world.

Nothing here is shared with the package that it checks.  A world is everything that chance
decides, settled in advance: the D6 of every turn, the turn in which a player would be wiped out,
and for each open Victory Point the turn and the player that take it if the game is still on.
Every world is listed with its probability and then played by hand, turn by turn.

The rules are those of https://jwarref.netlify.app/Rulebook/Scenario-Rules.
"""

from collections.abc import Iterator
from fractions import Fraction
from itertools import product
from typing import NamedTuple

SEVENTH = 7


class Point(NamedTuple):
    """An open Victory Point: when it is scored, and the chances that we or they take it."""

    when: object
    us: Fraction
    them: Fraction


class World(NamedTuple):
    """What chance decides."""

    rolls: dict[int, int]
    wiped_out: tuple[str, int] | None
    taken: tuple[tuple[str, int] | None, ...]


def rolled(
    kind: str, x: int, turn: int, roll: int | None
) -> Iterator[tuple[dict[int, int], Fraction]]:
    """Every series of length rolls from a turn to the seventh, all of them equally likely."""
    if kind == "fixed":
        yield {}, Fraction(1)
        return
    turns = [t for t in range(turn, SEVENTH + 1) if t >= x and not (t == turn and roll)]
    for faces in product((1, 2, 3, 4, 5, 6), repeat=len(turns)):
        rolls = dict(zip(turns, faces, strict=True))
        if roll:
            rolls[turn] = roll
        yield rolls, Fraction(1, 6 ** len(turns))


def is_last(kind: str, x: int, turn: int, rolls: dict[int, int]) -> bool:
    """Whether a game ends with a turn, if it comes to it."""
    if kind == "fixed":
        return turn == x
    return turn == SEVENTH or (turn in rolls and rolls[turn] in (4, 5, 6))


def last_turn(kind: str, x: int, turn: int = 1, roll: int | None = None) -> dict[int, Fraction]:
    """The law of the last turn."""
    law: dict[int, Fraction] = {}
    for rolls, chance in rolled(kind, x, turn, roll):
        here = turn
        while not is_last(kind, x, here, rolls):
            here += 1
        law[here] = law.get(here, Fraction(0)) + chance
    return law


def first_time(us: Fraction, them: Fraction, turns: range) -> Iterator[tuple[object, Fraction]]:
    """Who is first to do something that is tried in each of some turns, and in which turn."""
    still = Fraction(1)
    for turn in turns:
        yield ("us", turn), still * us
        yield ("them", turn), still * them
        still *= 1 - us - them
    yield None, still


def once(us: Fraction, them: Fraction) -> Iterator[tuple[object, Fraction]]:
    """Who does something that is tried once, at a time to be seen."""
    yield ("us", 0), us
    yield ("them", 0), them
    yield None, 1 - us - them


def worlds(kind, x, turn, roll, points, wiped_out) -> Iterator[tuple[World, Fraction]]:
    """Every world with its probability."""
    turns = range(turn, 21)
    if kind == "variable":
        turns = range(turn, SEVENTH + 1)
    elif kind == "fixed":
        turns = range(turn, x + 1)
    fates = [
        [item for item in first_time(p.us, p.them, turns) if item[1]]
        if p.when == "each turn"
        else [item for item in once(p.us, p.them) if item[1]]
        for p in points
    ]
    ends = [item for item in first_time(*wiped_out, turns) if item[1]]
    for rolls, chance in rolled(kind, x, turn, roll):
        for (end, end_chance), *taken in product(ends, *fates):
            weight = chance * end_chance
            for _, fate_chance in taken:
                weight *= fate_chance
            yield World(rolls, end, tuple(fate for fate, _ in taken)), weight


def played(kind, x, turn, score, points, world) -> tuple[tuple[int, int], str, int]:
    """The final score in a world, how the game ended, and in which turn."""
    us, them = score
    while True:
        if world.wiped_out is not None and world.wiped_out[1] == turn:
            return (us, them), world.wiped_out[0], turn
        last = is_last(kind, x, turn, world.rolls)
        for point, fate in zip(points, world.taken, strict=True):
            if fate is None:
                continue
            who, when = fate
            now = (
                when == turn
                if point.when == "each turn"
                else last
                if point.when == "last"
                else point.when == turn
            )
            if now and who == "us":
                us += 1
            elif now:
                them += 1
        if last:
            return (us, them), "last", turn
        turn += 1


def game(kind, x, turn, roll, score, points, wiped_out) -> dict[str, object]:
    """The law of the final score, of the last turn and of an early end; win, draw and loss."""
    scores: dict[tuple[int, int], Fraction] = {}
    ends: dict[object, Fraction] = {}
    for world, chance in worlds(kind, x, turn, roll, points, wiped_out):
        final, how, when = played(kind, x, turn, score, points, world)
        scores[final] = scores.get(final, Fraction(0)) + chance
        key = when if how == "last" else how
        ends[key] = ends.get(key, Fraction(0)) + chance
    return {
        "scores": {final: chance for final, chance in scores.items() if chance},
        "ends": {key: chance for key, chance in ends.items() if chance},
        "win": sum((c for (a, b), c in scores.items() if a > b), Fraction(0)),
        "draw": sum((c for (a, b), c in scores.items() if a == b), Fraction(0)),
        "loss": sum((c for (a, b), c in scores.items() if a < b), Fraction(0)),
    }
