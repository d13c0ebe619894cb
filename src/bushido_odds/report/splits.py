"""The page of splits: a grid read in two seconds, then the advice in words."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction

from bushido_odds.report.choices import (
    dice_text,
    labels,
    listed,
    policy_text,
    worth_text,
    worth_words,
)
from bushido_odds.report.common import ignored_notes, steps_page
from bushido_odds.report.page import (
    Block,
    Cell,
    Entry,
    Grid,
    Heading,
    Notes,
    Page,
    Table,
    Tone,
    Words,
)
from bushido_odds.strategy.equilibrium import undominated
from bushido_odds.strategy.goals import GOALS, Goal
from bushido_odds.strategy.splits import SplitsResult


def splits_page(result: SplitsResult, *, exact: bool = False, verbose: bool = False) -> Page:
    """The blocks that say what to allocate against a hidden choice."""
    goal = GOALS[result.goal]
    shown = _Shown(result, verbose)
    advice = _Advice(result, goal, exact)
    blocks: list[Block] = [
        _heading(result, goal),
        _grid(result, goal, exact, shown),
        Entry(advice.play(), tuple(advice.further())),
    ]
    if verbose:
        blocks.extend(_mixes(result))
    blocks.extend(steps_page(result.working))
    ignored = ignored_notes(result.names, result.ignored_traits)
    notes = (*_hidden(shown), *result.notes, *ignored, policy_text(result.rerolls, goal))
    blocks.append(Notes(notes))
    return tuple(blocks)


def _hidden(shown: _Shown) -> Iterator[str]:
    """How many options the grid leaves out."""
    counts = [
        f"{count} of {whose}"
        for whose, count in (
            ("ours", shown.left_out["active"]),
            ("theirs", shown.left_out["opponent"]),
        )
        if count
    ]
    if counts:
        yield f"Not shown: {listed(counts)}, which another choice always does as well as (-v)"


def _heading(result: SplitsResult, goal: Goal) -> Heading:
    words = {
        side: f"{result.names[side]}, {dice_text(result.pools[side].total)}"
        for side in ("active", "opponent")
    }
    title = f"{result.name}: " if result.name else ""
    return Heading(
        (Words(words["active"], Tone.OURS), Words("v"), Words(words["opponent"], Tone.THEIRS)),
        f"{title}{goal.name}: {goal.meaning}",
    )


_MANY_ROWS, _MANY_COLUMNS = 12, 6
"""More options than these are not read in two seconds."""


class _Shown:
    """The places of the options worth showing, and how many are left out of sight.

    Specials that can never take effect are not shown; nor, where there are many options, those that
    another is always at least as good as, unless an answer names them.
    """

    def __init__(self, result: SplitsResult, verbose: bool) -> None:
        sides = ("active", "opponent")
        self.places = {
            side: [
                place
                for place, option in enumerate(result.options[side])
                if verbose or not option.idle
            ]
            or list(range(len(result.options[side])))
            for side in sides
        }
        self.left_out = dict.fromkeys(sides, 0)
        many = (
            len(self.places["active"]) > _MANY_ROWS or len(self.places["opponent"]) > _MANY_COLUMNS
        )
        if verbose or not many:
            return
        for side, kept in zip(sides, undominated(result.payoff), strict=True):
            named = {*kept, *_named(result, side)}
            shown = [place for place in self.places[side] if place in named]
            self.left_out[side] = len(self.places[side]) - len(shown)
            self.places[side] = shown


def _named(result: SplitsResult, side: str) -> Iterator[int]:
    """The options that the advice names."""
    balance = result.equilibrium
    weights = balance.first if side == "active" else balance.second
    yield from (place for place, weight in enumerate(weights) if weight)
    if side == "active":
        yield result.safest[side].option
        if result.read is not None:
            yield result.read.best


def _grid(result: SplitsResult, goal: Goal, exact: bool, shown: _Shown) -> Grid:
    """Own options by row, the enemy's by column; best replies and the safest row marked."""
    mine, theirs = (labels(result.options[side]) for side in ("active", "opponent"))
    places, columns = shown.places["active"], shown.places["opponent"]
    shades = _shades(
        (worth_text(result.payoff[i][j], goal, exact), result.payoff[i][j])
        for i in places
        for j in columns
    )
    rows = []
    for i in places:
        cells = []
        for j in columns:
            marks = "*" if result.best_reply["active"][j] == i else ""
            marks += "'" if result.best_reply["opponent"][i] == j else ""
            figure = worth_text(result.payoff[i][j], goal, exact)
            cells.append(Cell(figure, shades[figure], marks))
        cells.append(Cell(worth_text(min(result.payoff[i]), goal, exact)))
        if result.read is not None:
            best = "<" if result.read.best == i else " "
            cells.append(Cell(worth_text(result.read.payoff[i], goal, exact), None, best))
        safest = "> " if result.safest["active"].option == i else "  "
        rows.append((Words(f"{safest}{mine[i]}", Tone.OURS), tuple(cells)))
    heads = [Words(theirs[j], Tone.THEIRS) for j in columns]
    heads.append(Words("worst"))
    legend = ["* our best reply", "' their best reply", "> the safest row"]
    if result.read is not None:
        heads.append(Words("your read"))
    return Grid(
        (
            Words("Rows: "),
            Words(result.names["active"], Tone.OURS),
            Words(", columns: "),
            Words(result.names["opponent"], Tone.THEIRS),
        ),
        "",
        tuple(heads),
        tuple(rows),
        "   ".join(legend),
    )


def _shades(figures: Iterator[tuple[str, Fraction]]) -> dict[str, Fraction]:
    """The shade of every figure: its place from the worst to the best, equals as printed alike.

    By place and not by size, or one option that gives the game away would make all others alike.
    """
    worths: dict[str, Fraction] = {}
    for figure, worth in figures:
        worths.setdefault(figure, worth)
    ordered = sorted(worths, key=lambda figure: worths[figure])
    return {figure: Fraction(place) for place, figure in enumerate(ordered)}


_OFTEN = (
    "now and then",
    "one time in ten",
    "two times in ten",
    "three times in ten",
    "four times in ten",
    "five times in ten",
    "six times in ten",
    "seven times in ten",
    "eight times in ten",
    "nine times in ten",
    "nearly always",
)
"""How often, in words a player remembers, by the tenths of a weight."""


def plan(options: Sequence[str], weights: Sequence[Fraction]) -> str:
    """A mix in words: the most frequent option first; of two or more the last one otherwise."""
    used = sorted((place for place, w in enumerate(weights) if w), key=lambda p: -weights[p])
    if len(used) == 1:
        return options[used[0]]
    often = [place for place in used if round(weights[place] * 10)]
    rare = [options[place] for place in used if place not in often]
    parts = [f"{options[place]} {_OFTEN[round(weights[place] * 10)]}" for place in often]
    if rare:
        parts.append(f"{listed(rare, 'or')} {_OFTEN[0]}")
    elif len(parts) > 1:
        parts[-1] = f"{options[often[-1]]} otherwise"
    return ", ".join(parts)


class _Advice:
    """The answer in words, the most important first."""

    def __init__(self, result: SplitsResult, goal: Goal, exact: bool) -> None:
        self.result, self.goal, self.exact = result, goal, exact
        self.mine, self.theirs = (labels(result.options[side]) for side in ("active", "opponent"))
        self.known = len(self.theirs) == 1

    def worth(self, value: Fraction) -> str:
        """A figure of the page, with its unit."""
        return worth_words(value, self.goal, self.exact)

    def play(self) -> str:
        """What to do."""
        balance = self.result.equilibrium
        whatever = f"against {self.theirs[0]}" if self.known else "whatever they do"
        least = "" if self.known else "at least "
        played = plan(self.mine, balance.first)
        return f"Play {played}: worth {least}{self.worth(balance.value)} {whatever}."

    def further(self) -> Iterator[str]:
        """What else a player asks: their best, a single choice, a read of them, what to forget."""
        result, balance = self.result, self.result.equilibrium
        if result.read is not None:
            best = result.read.best
            yield (
                f"Against your read of {result.names['opponent']}: {self.mine[best]}, worth "
                f"{self.worth(result.read.payoff[best])}."
            )
        safest = result.safest["active"]
        if sum(map(bool, balance.first)) > 1:
            yield (
                f"A single choice: {self.mine[safest.option]} is the safest, at worst "
                f"{self.worth(safest.payoff)}."
            )
        if not self.known:
            yield f"They would play {plan(self.theirs, balance.second)}."
        never = listed(self._never(), "or")
        if never:
            yield f"It needs no {never}." if balance.several else f"Never use {never}."
        if balance.several:
            yield "Other mixes are worth the same."

    def _never(self) -> list[str]:
        """Specials that no option of the mix uses."""
        weights = self.result.equilibrium.first
        options = self.result.options["active"]
        used = {option.special for option, weight in zip(options, weights, strict=True) if weight}
        unused = (option.special for option in options if option.special not in used)
        return list(dict.fromkeys(special.name for special in unused if special))


def _mixes(result: SplitsResult) -> Iterator[Table]:
    for side, weights in (
        ("active", result.equilibrium.first),
        ("opponent", result.equilibrium.second),
    ):
        rows = tuple(
            (str(option), str(weight), f"{float(weight) * 100:.1f} %")
            for option, weight in zip(result.options[side], weights, strict=True)
            if weight
        )
        yield Table(
            (Words(""), Words("weight"), Words("")), rows, f"Equilibrium of {result.names[side]}"
        )
