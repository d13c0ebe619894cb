"""The page of splits: a grid read in two seconds, then the advice in words."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction

from bushido_odds.report.common import steps_page
from bushido_odds.report.figures import worth
from bushido_odds.report.page import (
    Block,
    Cell,
    Grid,
    Heading,
    Notes,
    Page,
    Table,
    Tone,
    Words,
)
from bushido_odds.strategy.goals import GOALS, Goal
from bushido_odds.strategy.options import Option
from bushido_odds.strategy.splits import SplitsResult


def splits_page(result: SplitsResult, *, exact: bool = False, verbose: bool = False) -> Page:
    """The blocks that say what to allocate against a hidden choice."""
    goal = GOALS[result.goal]
    blocks: list[Block] = [_heading(result, goal), _grid(result, goal, exact, verbose)]
    blocks.append(Notes(tuple(_advice(result, goal, exact))))
    if verbose:
        blocks.extend(_mixes(result))
    blocks.extend(steps_page(result.working))
    blocks.append(Notes((*result.notes, _policy(result))))
    return tuple(blocks)


def _heading(result: SplitsResult, goal: Goal) -> Heading:
    active, opponent = result.names["active"], result.names["opponent"]
    return Heading(
        (
            Words(f"{active} {result.pools['active'].total} dice", Tone.OURS),
            Words("v"),
            Words(f"{opponent} {result.pools['opponent'].total} dice", Tone.THEIRS),
        ),
        f"{goal.name}: {goal.meaning}",
    )


def _worth(value: Fraction, goal: Goal, exact: bool) -> str:
    return str(value) if exact else worth(value, goal.is_chance, goal.is_balance)


def _shown(options: Sequence[Option], verbose: bool) -> list[int]:
    """Places of the options worth showing: not those whose special can never take effect."""
    return [place for place, option in enumerate(options) if verbose or not option.idle]


def _grid(result: SplitsResult, goal: Goal, exact: bool, verbose: bool) -> Grid:
    """Own options by row, the enemy's by column; best replies and the safest row marked."""
    mine, theirs = result.options["active"], result.options["opponent"]
    columns = _shown(theirs, verbose)
    rows = []
    for i in _shown(mine, verbose):
        cells = []
        for j in columns:
            value = result.payoff[i][j]
            marks = "*" if result.best_reply["active"][j] == i else ""
            marks += "'" if result.best_reply["opponent"][i] == j else ""
            cells.append(Cell(_worth(value, goal, exact), value, marks))
        cells.append(Cell(_worth(min(result.payoff[i]), goal, exact)))
        if result.read is not None:
            best = " <" if result.read.best == i else ""
            cells.append(Cell(_worth(result.read.payoff[i], goal, exact), None, best))
        safest = "> " if result.safest["active"].option == i else "  "
        rows.append((Words(f"{safest}{mine[i]}", Tone.OURS), tuple(cells)))
    heads = [Words(str(theirs[j]), Tone.THEIRS) for j in columns]
    heads.append(Words("worst"))
    if result.read is not None:
        heads.append(Words("read"))
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
        "* our best reply to a column   ' their best reply to a row   > the safest row",
    )


_TENTHS = (
    "",
    "one time in ten",
    "two times in ten",
    "three times in ten",
    "four times in ten",
    "five times in ten",
    "six times in ten",
    "seven times in ten",
    "eight times in ten",
    "nine times in ten",
)


def _often(weight: Fraction) -> str:
    """How often, in words a player remembers."""
    tenths = round(weight * 10)
    if tenths == 0:
        return "rarely"
    return _TENTHS[tenths] if tenths < 10 else "nearly always"


def _plan(options: Sequence[Option], weights: Sequence[Fraction]) -> str:
    """A mix in words: the most frequent first, the last one otherwise."""
    used = sorted((place for place, w in enumerate(weights) if w), key=lambda p: -weights[p])
    if len(used) == 1:
        return f"always {options[used[0]]}"
    parts = [f"{options[place]} {_often(weights[place])}" for place in used[:-1]]
    return f"{', '.join(parts)}, {options[used[-1]]} otherwise"


def _advice(result: SplitsResult, goal: Goal, exact: bool) -> Iterator[str]:
    balance = result.equilibrium
    mine, theirs = result.options["active"], result.options["opponent"]
    value = _worth(balance.value, goal, exact)
    yield (f"Play: {_plan(mine, balance.first)}; worth at least {value} whatever they do.")
    yield f"They would play: {_plan(theirs, balance.second)}."
    safest = result.safest["active"]
    yield (
        f"Safest single choice: {mine[safest.option]}, at worst "
        f"{_worth(safest.payoff, goal, exact)}."
    )
    never = _never(mine, balance.first)
    if never:
        yield f"Never use {' or '.join(never)}."
    if balance.several:
        yield "Other mixes are worth the same."
    if result.read is not None:
        best = result.read.best
        yield (
            f"Against that read of {result.names['opponent']}: {mine[best]}, worth "
            f"{_worth(result.read.payoff[best], goal, exact)}."
        )


def _never(options: Sequence[Option], weights: Sequence[Fraction]) -> list[str]:
    """Specials that no option of the mix uses."""
    names = dict.fromkeys(option.special.name for option in options if option.special)
    used = {
        option.special.name
        for option, weight in zip(options, weights, strict=True)
        if weight and option.special
    }
    return [name for name in names if name not in used]


def _mixes(result: SplitsResult) -> Iterator[Table]:
    for side, weights in (
        ("active", result.equilibrium.first),
        ("opponent", result.equilibrium.second),
    ):
        rows = tuple(
            (str(option), str(weight) if result.equilibrium.exact else f"{float(weight):.9f}")
            for option, weight in zip(result.options[side], weights, strict=True)
            if weight
        )
        yield Table((Words(""), Words("weight")), rows, f"Equilibrium of {result.names[side]}")


def _policy(result: SplitsResult) -> str:
    if result.rerolls == "optimal":
        return f"Re-rolls are played for {result.goal} by both sides."
    return "Re-rolls, where there are any, follow the expected policy."
