"""The pages of scenarios: how long a game lasts, who controls what, who scores, who may win."""

from __future__ import annotations

from collections.abc import Iterator

from bushido_odds.report.common import steps_page
from bushido_odds.report.figures import average, chance
from bushido_odds.report.page import (
    Bar,
    Beside,
    Block,
    Chart,
    Entry,
    Heading,
    Notes,
    Page,
    Phrases,
    Table,
    Tone,
    Words,
)
from bushido_odds.scenarios.alignment import Side, Tally
from bushido_odds.scenarios.control import ControlResult
from bushido_odds.scenarios.length import LengthResult
from bushido_odds.scenarios.odds import OddsResult, PointOdds, Verdict
from bushido_odds.scenarios.score import ScoreResult

_US, _THEM = Words("us", Tone.OURS), Words("them", Tone.THEIRS)
_BLANK = Words("")
_LONG = 18
"""The longest figure that still has room beside two others at 80 columns."""


def _heading(name: str | None, *left: Words, right: str) -> Heading:
    return Heading(left, f"{name}: {right}" if name else right)


def _counted(number: int, what: str) -> str:
    return f"{number} {what}{'' if number == 1 else 's'}"


# --- length -------------------------------------------------------------------------------------


def length_page(result: LengthResult, *, exact: bool = False, verbose: bool = False) -> Page:
    """The law of the last turn, and the chances that so many turns are left."""
    left = result.turns_left
    roll = "" if result.length_roll is None else f", length roll {result.length_roll}"
    last = Table(
        (Words("turn"), Words("the last")),
        tuple((str(turn), chance(p, exact)) for turn, p in result.last_turn.items()),
        "Last turn",
    )
    bars = tuple(
        Bar(f"{turns}+", p, chance(p, exact))
        for turns in range(1, max(left) + 1)
        for p in [left.at_least(turns)]
    )
    still = Chart((Words(f"Turns to play, turn {result.turn} among them"),), bars)
    return (
        _heading(result.name, Words(str(result.length)), right=f"turn {result.turn} in hand{roll}"),
        Beside((last, still)),
        Phrases(
            (
                (Words("last turn, mean"), average(result.last_turn.mean, exact)),
                (Words("turns to play, mean"), average(left.mean, exact)),
            )
        ),
        *steps_page(result.working),
    )


# --- control ------------------------------------------------------------------------------------


def control_page(result: ControlResult, *, exact: bool = False, verbose: bool = False) -> Page:
    """Who controls each Zone and what it gives; then what every Alignment is worth."""
    rows = []
    for zone in result.zones:
        side = zone.controlled_by
        rows.append(
            (
                zone.zone,
                zone.alignment.value,
                str(zone.models),
                str(zone.rice),
                "nobody" if side is None else side.value,
                str(zone.scenario_points),
            )
        )
    heads = ("", "seen as", "models", "rice", "control", "points")
    worth = tuple(
        (alignment.value.capitalize(), *map(str, tally))
        for alignment, tally in result.worth.items()
    )
    return (
        _heading(
            result.name,
            Words("Zone Control"),
            right=f"Scenario Points {result.scenario_points} (us-them)",
        ),
        Table(tuple(map(Words, heads)), tuple(rows)),
        Table((Words("to us"), _US, _THEM), worth, "What a control or a prayer gives"),
        *steps_page(result.working),
        Notes(("Alignments are as we see them; all pairs of numbers are us-them.",)),
    )


# --- score --------------------------------------------------------------------------------------


def score_page(result: ScoreResult, *, exact: bool = False, verbose: bool = False) -> Page:
    """Who is ahead, turn by turn, and who scored what."""
    blocks: list[Block] = [
        _heading(result.match.name, Words(_verdict(result)), right=_ended(result)),
        _turns(result),
        Table(
            (_BLANK, Words("scored by"), Words("in turn")),
            tuple(
                (name, taken.by.value if taken else "nobody", str(taken.turn) if taken else "")
                for name, taken in result.scored.items()
            ),
            "Victory Points",
        ),
    ]
    if result.match.scenario.tokens:
        tokens = result.standing.tokens
        ours, theirs = Words("our Prayer Tokens left", Tone.OURS), Words("theirs", Tone.THEIRS)
        blocks.append(Phrases(((ours, str(tokens.us)), (theirs, str(tokens.them)))))
    if verbose:
        for turn in result.turns:
            words = tuple(event.words for event in turn.events)
            blocks.append(Entry(f"Turn {turn.turn}", words or ("nothing that counts",)))
    blocks.extend(steps_page(result.working))
    notes = [f"{side.value}: no model left" for side in result.wiped_out]
    if not result.finished:
        notes.append("The game is not over: what is not scored is still open.")
    if _has_points(result):
        notes.append("SP are the Scenario Points after the turn, VP the Victory Points.")
    if notes:
        blocks.append(Notes(tuple(notes)))
    return tuple(blocks)


def _has_points(result: ScoreResult) -> bool:
    return any(turn.scenario_points.total for turn in result.turns)


def _verdict(result: ScoreResult) -> str:
    score, side = result.victory_points, result.winner
    if side is None:
        return f"a draw, {score}" if result.finished else f"level, {score}"
    return f"{side.subject} {'win' if result.finished else 'lead'} {score}"


def _ended(result: ScoreResult) -> str:
    turns = _counted(len(result.turns), "turn")
    if result.wiped_out:
        return f"ended early, in turn {len(result.turns)}"
    return (
        f"{result.match.scenario.length}, {'ended' if result.finished else 'so far'} after {turns}"
    )


def _turns(result: ScoreResult) -> Table:
    """Both totals after each turn; no Scenario Points where nobody ever has any."""
    kinds = [("VP", [turn.victory_points for turn in result.turns])]
    if _has_points(result):
        kinds.insert(0, ("SP", [turn.scenario_points for turn in result.turns]))
    heads = [Words("after turn")]
    rows = [[str(turn.turn)] for turn in result.turns]
    for kind, tallies in kinds:
        heads += [Words(f"our {kind}", Tone.OURS), Words(f"their {kind}", Tone.THEIRS)]
        for row, tally in zip(rows, tallies, strict=True):
            row += map(str, tally)
    return Table(tuple(heads), tuple(map(tuple, rows)))


# --- odds ---------------------------------------------------------------------------------------


def odds_page(result: OddsResult, *, exact: bool = False, verbose: bool = False) -> Page:
    """Do we win; what is the score in the end; what becomes of each open point, and its weight."""
    game = result.game
    roll = "" if game.length_roll is None else f", length roll {game.length_roll}"
    verdict = tuple(
        (words, chance(figure, exact))
        for words, figure in (
            (Words("we win", Tone.OURS), result.win),
            (Words("draw"), result.draw),
            (Words("they win", Tone.THEIRS), result.loss),
        )
    )
    scores = Table(
        (Words("us-them"), Words("chance")),
        tuple(
            (f"{us}-{them}", chance(p, exact)) for (us, them), p in result.victory_points.items()
        ),
        "Final score",
    )
    blocks: list[Block] = [
        _heading(
            game.name,
            _US,
            Words(str(game.score)),
            _THEM,
            right=f"{game.length}, turn {game.turn} in hand{roll}",
        ),
        Table((_BLANK, Words("chance")), tuple((words.text, figure) for words, figure in verdict))
        if exact
        else Phrases(verdict),
    ]
    blocks.append(Beside((scores, _ends(result, exact))))
    if result.open:
        blocks.append(_open(result, exact))
        blocks.append(_swings(result, exact))
    if verbose and result.open:
        blocks.append(_full(result, exact))
    blocks.extend(steps_page(result.working))
    if notes := tuple(_notes(result)):
        blocks.append(Notes(notes))
    return tuple(blocks)


def _ends(result: OddsResult, exact: bool) -> Table:
    rows = [(f"after turn {turn}", chance(p, exact)) for turn, p in result.last_turn.items()]
    for words, figure in (
        ("early, we are wiped out", result.wiped_out.us),
        ("early, they are wiped out", result.wiped_out.them),
    ):
        if figure:
            rows.append((words, chance(figure, exact)))
    return Table((_BLANK, Words("chance")), tuple(rows), "The game ends")


def _open(result: OddsResult, exact: bool) -> Table:
    """Who takes each open Victory Point in the end."""
    heads = (_BLANK, Words("when"), _US, _THEM, Words("nobody"))
    rows = tuple(
        (
            point.name,
            _when(point.when),
            *(chance(p, exact) for p in (point.taken.us, point.taken.them, point.taken.neither)),
        )
        for point in result.open
    )
    return _narrow(Table(heads, rows, "Who takes it in the end"))


def _narrow(table: Table) -> Table:
    """The same table, a row a figure, where long fractions would not fit beside one another."""
    if all(len(cell) <= _LONG for row in table.rows for cell in row[1:]):
        return table
    rows = tuple(
        (f"{row[0]}: {head.text}", cell)
        for row in table.rows
        for head, cell in zip(table.heads[1:], row[1:], strict=True)
    )
    return Table((_BLANK, _BLANK), rows, table.title)


def _when(when: int | str) -> str:
    return f"turn {when}" if isinstance(when, int) else f"{when} turn" if when == "last" else when


def _swings(result: OddsResult, exact: bool) -> Table:
    """What hangs on each open Victory Point, the heaviest first."""
    rows = tuple(
        (
            point.name,
            *(
                average(figure, exact)
                for figure in (point.if_us.value, point.if_them.value, point.swing)
            ),
        )
        for point in sorted(result.open, key=lambda point: -point.swing)
    )
    heads = (_BLANK, Words("if ours"), Words("if theirs"), Words("swing"))
    return _narrow(Table(heads, rows, "What the game is worth to us (win 1, draw 1/2, loss 0)"))


def _full(result: OddsResult, exact: bool) -> Table:
    """Win, draw and loss for every way in which an open Victory Point may go."""
    rows = tuple(
        (f"{point.name}: {words}", *(chance(p, exact) for p in (v.win, v.draw, v.loss)))
        for point in result.open
        for words, v in _ways(point)
    )
    heads = (_BLANK, Words("we win"), Words("draw"), Words("they win"))
    return _narrow(Table(heads, rows, "The result by who has it"))


def _ways(point: PointOdds) -> Iterator[tuple[str, Verdict]]:
    yield "ours", point.if_us
    yield "theirs", point.if_them
    yield "nobody's", point.if_nobody


def _notes(result: OddsResult) -> Iterator[str]:
    score: Tally = result.game.score
    if result.decided == "draw":
        yield f"Decided: {score} is a draw, and no Victory Point is open."
    elif result.decided is not None:
        whose = Side(result.decided)
        yield (
            f"Decided: {whose.subject} win, whoever takes what is open "
            f"({_counted(len(result.open), 'Victory Point')})."
        )
    if result.swings_most:
        yield f"Most hangs on: {', '.join(result.swings_most)}."
    if result.open:
        yield "If ours: if the Victory Point were ours already; swing: that less if theirs."
        yield "Victory Points are settled independently of one another."
    yield from result.notes
