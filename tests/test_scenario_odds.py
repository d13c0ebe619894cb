"""The odds of a game in hand: by hand, and against the list of every world."""

from __future__ import annotations

from fractions import Fraction as F
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import scenario_oracle as oracle
from bushido_odds.scenarios.alignment import Side, Tally
from bushido_odds.scenarios.game import NEVER, Chances, Game, OpenPoint
from bushido_odds.scenarios.length import Length, LengthKind, parse_length
from bushido_odds.scenarios.odds import OddsResult, odds
from bushido_odds.scenarios.rules import RuleBrokenError

HALF, THIRD, QUARTER = F(1, 2), F(1, 3), F(1, 4)


def point(when: int | str, us: F = F(0), them: F = F(0), name: str = "A") -> OpenPoint:
    return OpenPoint(name, when, Chances(us, them))


def game(length: str, *points: OpenPoint, score: tuple[int, int] = (0, 0), **fields: Any) -> Game:
    return Game(parse_length(length), points, Tally(*score), **fields)


def verdict(*arguments: Any, **fields: Any) -> tuple[F, F, F]:
    result = odds(game(*arguments, **fields))
    return result.win, result.draw, result.loss


# --- by hand ------------------------------------------------------------------------------------


def test_one_point_of_the_last_turn() -> None:
    last = point("last", HALF, THIRD)
    assert verdict("Fixed (6)", last) == (HALF, F(1, 6), THIRD)
    assert verdict("Variable (5)", last) == (HALF, F(1, 6), THIRD)
    assert verdict("Fixed (6)", last, score=(1, 0)) == (F(2, 3), THIRD, 0)
    assert verdict("Fixed (6)", last, score=(0, 1)) == (0, HALF, HALF)


def test_a_point_of_a_turn_that_the_game_may_not_reach() -> None:
    # Variable (5) reaches turn 6 with 1/2 and turn 7 with 1/4.
    assert verdict("Variable (5)", point(5, F(1))) == (1, 0, 0)
    assert verdict("Variable (5)", point(6, F(1))) == (HALF, HALF, 0)
    assert verdict("Variable (5)", point(7, F(1))) == (QUARTER, F(3, 4), 0)
    assert verdict("Variable (5)", point(6, F(1)), turn=5, length_roll=2) == (1, 0, 0)
    assert verdict("Variable (5)", point(6, F(1)), turn=5, length_roll=4) == (0, 1, 0)


def test_a_point_that_is_open_each_turn() -> None:
    # Fixed (2), 1/2 in each turn: 1/2 + 1/4.
    assert verdict("Fixed (2)", point("each turn", HALF)) == (F(3, 4), QUARTER, 0)
    # First come, first served: 1/2, then 1/4 of what is left ...
    assert verdict("Fixed (2)", point("each turn", HALF, QUARTER)) == (F(5, 8), F(1, 16), F(5, 16))
    # Variable (6) from turn 6: one turn with 1/2, two with 1/2.
    assert verdict("Variable (6)", point("each turn", HALF), turn=6) == (F(5, 8), F(3, 8), 0)


def test_an_early_end_scores_nothing_more() -> None:
    fields: dict[str, Any] = {"wiped_out": Chances(F(1, 6), F(1, 6))}
    # Fixed (2): both turns survived with 4/9.
    assert verdict("Fixed (2)", point("last", F(1)), **fields) == (F(4, 9), F(5, 9), 0)
    assert verdict("Fixed (2)", point(1, F(1)), **fields) == (F(2, 3), THIRD, 0)
    result = odds(game("Fixed (2)", point("last", F(1)), **fields))
    assert dict(result.last_turn) == {2: F(4, 9)}
    assert (result.wiped_out.us, result.wiped_out.them) == (F(5, 18), F(5, 18))
    # What was scored before stays, whoever is wiped out.
    assert verdict("Fixed (2)", score=(1, 0), wiped_out=Chances(F(1))) == (1, 0, 0)
    sure = odds(game("Variable (5)", point("last", F(1)), wiped_out=Chances(HALF, HALF)))
    assert (sure.win, sure.draw) == (0, 1)
    assert dict(sure.last_turn) == {}
    assert sure.wiped_out == Chances(HALF, HALF)


def test_the_law_of_the_final_score() -> None:
    result = odds(game("Fixed (6)", point("last", HALF, THIRD), score=(1, 1)))
    assert result.victory_points == {(2, 1): HALF, (1, 1): F(1, 6), (1, 2): THIRD}
    assert list(result.victory_points) == [(2, 1), (1, 1), (1, 2)]


def test_three_open_points() -> None:
    points = [point("last", HALF, HALF, name) for name in "ABC"]
    result = odds(game("Fixed (6)", *points))
    assert result.victory_points == {
        (3, 0): F(1, 8),
        (2, 1): F(3, 8),
        (1, 2): F(3, 8),
        (0, 3): F(1, 8),
    }
    assert (result.win, result.draw, result.loss) == (HALF, 0, HALF)


@pytest.mark.parametrize(
    ("score", "open_", "decided"),
    [
        ((2, 0), 1, "us"),
        ((2, 1), 0, "us"),
        ((0, 2), 1, "them"),
        ((1, 2), 0, "them"),
        ((1, 1), 0, "draw"),
        ((0, 0), 0, "draw"),
        ((1, 1), 1, None),
        ((1, 0), 1, None),
        ((1, 0), 0, "us"),
        ((0, 0), 3, None),
    ],
)
def test_a_decided_game(score: tuple[int, int], open_: int, decided: str | None) -> None:
    points = [point("last", THIRD, THIRD, name) for name in "ABC"[:open_]]
    result = odds(game("Variable (5)", *points, score=score))
    assert result.decided == decided
    if decided is not None:
        assert {"us": result.win, "them": result.loss, "draw": result.draw}[decided] == 1


def test_which_open_point_swings_the_result_most() -> None:
    # Two points to play, level: A is settled by a coin; B is nobody's unless we take it with 1/4.
    a, b = point("last", HALF, HALF, "A"), point("last", QUARTER, F(0), "B")
    result = odds(game("Fixed (6)", a, b))
    first, second = result.open
    # A ours: 1-0 and B helps: win.  A theirs: 0-1, B draws with 1/4, else a loss.
    assert (first.if_us.win, first.if_us.draw) == (1, 0)
    assert (first.if_them.draw, first.if_them.loss) == (QUARTER, F(3, 4))
    assert first.swing == 1 - F(1, 8)
    # B ours: 1-0, then the coin: win or 1-1.  B theirs: 0-1, the coin: 1-1 or loss.
    assert (second.if_us.win, second.if_us.draw) == (HALF, HALF)
    assert (second.if_them.draw, second.if_them.loss) == (HALF, HALF)
    assert second.swing == HALF
    assert (second.if_nobody.win, second.if_nobody.loss) == (HALF, HALF)
    assert result.swings_most == ("A",)
    assert odds(game("Fixed (6)", a, point("last", HALF, HALF, "B"))).swings_most == ("A", "B")
    assert odds(game("Fixed (6)", a, score=(2, 0))).swings_most == ()
    assert odds(game("Fixed (6)")).swings_most == ()


def test_who_takes_an_open_point_in_the_end() -> None:
    result = odds(game("Variable (5)", point("last", HALF, THIRD), point(6, F(1), name="B")))
    assert result.open[0].taken == Chances(HALF, THIRD)
    assert result.open[1].taken == Chances(HALF, F(0))


# --- against the list of worlds -----------------------------------------------------------------


def against_the_oracle(game: Game) -> None:
    kind = "fixed" if game.length.kind is LengthKind.FIXED else "variable"

    def listed(points: list[OpenPoint], score: tuple[int, int]) -> dict[str, Any]:
        return oracle.game(
            kind,
            game.length.turn,
            game.turn,
            game.length_roll,
            score,
            [oracle.Point(p.when, p.chances.us, p.chances.them) for p in points],
            (game.wiped_out.us, game.wiped_out.them),
        )

    result, points, (us, them) = odds(game), list(game.open), game.score
    expected = listed(points, (us, them))
    assert dict(result.victory_points) == expected["scores"]
    assert (result.win, result.draw, result.loss) == tuple(
        expected[key] for key in ("win", "draw", "loss")
    )
    ends = {**dict(result.last_turn), "us": result.wiped_out.us, "them": result.wiped_out.them}
    assert {key: chance for key, chance in ends.items() if chance} == expected["ends"]
    for place, figures in enumerate(result.open):
        left = points[:place] + points[place + 1 :]
        for verdict, score in (
            (figures.if_us, (us + 1, them)),
            (figures.if_them, (us, them + 1)),
            (figures.if_nobody, (us, them)),
        ):
            forced = listed(left, score)
            assert (verdict.win, verdict.draw, verdict.loss) == tuple(
                forced[key] for key in ("win", "draw", "loss")
            )


EVERY = [
    point("last", HALF, THIRD),
    point("each turn", QUARTER, F(1, 5)),
    point(5, THIRD, HALF),
    point(6, F(1), F(0)),
    point(7, F(0), F(3, 4)),
]


@pytest.mark.parametrize("turn", range(3, 8))
@pytest.mark.parametrize("wiped_out", [NEVER, Chances(F(1, 10), F(1, 7)), Chances(F(1), F(0))])
@pytest.mark.parametrize("score", [(0, 0), (1, 0), (1, 2)])
def test_every_kind_of_point_against_the_oracle(
    turn: int, wiped_out: Chances, score: tuple[int, int]
) -> None:
    points = [p for p in EVERY if not isinstance(p.when, int) or p.when >= turn]
    for only in points if sum(score) < 3 else []:
        for length in (Length(LengthKind.VARIABLE, 5), Length(LengthKind.FIXED, 7)):
            against_the_oracle(Game(length, (only,), Tally(*score), turn, None, wiped_out))
    against_the_oracle(
        Game(Length(LengthKind.VARIABLE, 4), (), Tally(*score), turn, None, wiped_out)
    )


chances = st.tuples(
    st.fractions(0, 1, max_denominator=6), st.fractions(0, 1, max_denominator=6)
).filter(lambda pair: sum(pair) <= 1)


@st.composite
def games(draw: st.DrawFn) -> Game:
    kind = draw(st.sampled_from(LengthKind))
    x = draw(st.integers(3, 7) if kind is LengthKind.VARIABLE else st.integers(1, 8))
    length = Length(kind, x)
    turn = draw(st.integers(max(1, length.last_possible - 4), length.last_possible))
    roll = draw(st.sampled_from([None, *range(1, 7)])) if length.rolls_in(turn) else None
    us = draw(st.integers(0, 3))
    them = draw(st.integers(0, 3 - us))
    whens = st.one_of(
        st.sampled_from(["last", "each turn"]), st.integers(turn, length.last_possible)
    )
    points = tuple(
        OpenPoint(name, draw(whens), Chances(*draw(chances)))
        for name in "ABC"[: draw(st.integers(0, 3 - us - them))]
    )
    wiped_out = Chances(*draw(chances)) if draw(st.booleans()) else NEVER
    return Game(length, points, Tally(us, them), turn, roll, wiped_out)


@settings(max_examples=150, deadline=None)
@given(games())
def test_any_game_against_the_oracle(game: Game) -> None:
    against_the_oracle(game)


def swapped(game: Game) -> Game:
    def other(chances: Chances) -> Chances:
        return Chances(chances.them, chances.us)

    return Game(
        game.length,
        tuple(OpenPoint(p.name, p.when, other(p.chances)) for p in game.open),
        Tally(game.score.them, game.score.us),
        game.turn,
        game.length_roll,
        other(game.wiped_out),
    )


@settings(max_examples=100, deadline=None)
@given(games())
def test_properties_of_any_game(game: Game) -> None:
    ours, theirs = odds(game), odds(swapped(game))
    assert ours.win + ours.draw + ours.loss == 1
    assert sum(ours.victory_points.values()) == 1
    assert all(us >= 0 and them >= 0 and us + them <= 3 for us, them in ours.victory_points)
    assert ours.last_turn.mass + ours.wiped_out.us + ours.wiped_out.them == 1
    assert (theirs.win, theirs.draw, theirs.loss) == (ours.loss, ours.draw, ours.win)
    assert {(b, a): p for (a, b), p in theirs.victory_points.items()} == dict(ours.victory_points)
    for mine, yours in zip(ours.open, theirs.open, strict=True):
        assert mine.swing == yours.swing
        assert mine.swing >= 0
    assert odds(game) == ours


# --- what is refused ----------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("make", "words", "path", "rule"),
    [
        (lambda: Chances(F(-1, 2)), "at least 0", (), None),
        (lambda: Chances(F(2, 3), HALF), "2/3 and 1/2, come to more than 1", (), None),
        (
            lambda: game("Fixed (6)", point("last"), score=(2, 1)),
            "3 Victory Points scored and 1 open",
            ("open",),
            "Three Victory Points",
        ),
        (lambda: game("Fixed (6)", score=(3, 1)), "4 Vic", ("score",), "Three Victory Points"),
        (lambda: game("Fixed (6)", score=(-1, 1)), "never negative", ("score",), None),
        (lambda: game("Fixed (6)", turn=7), "turn 7 is not part", ("turn",), "Fixed"),
        (
            lambda: game("Variable (5)", turn=4, length_roll=4),
            "no length roll in turn 4",
            ("length_roll",),
            "Variable",
        ),
        (
            lambda: game("Fixed (6)", point(7)),
            "turn 7 is not part",
            ("open", 0, "when"),
            "Fixed",
        ),
        (
            lambda: game("Fixed (6)", point("last", name="B"), point(3), turn=4),
            "turn 3 is over",
            ("open", 1, "when"),
            None,
        ),
        (
            lambda: game("Fixed (6)", point("last"), point(3)),
            'two open Victory Points are called "A"',
            ("open", 1, "name"),
            None,
        ),
    ],
)
def test_games_that_cannot_be(
    make: Any, words: str, path: tuple[Any, ...], rule: str | None
) -> None:
    with pytest.raises(RuleBrokenError, match=words) as caught:
        make()
    assert caught.value.path == path
    assert (caught.value.rule and caught.value.rule.name) == rule


# --- the result ---------------------------------------------------------------------------------


def example() -> OddsResult:
    points = (point("last", HALF, THIRD, "Shrine"), point(6, F(1), name="Envoy"))
    return odds(
        game("Variable (5)", *points, score=(0, 1), turn=5, wiped_out=Chances(F(0), THIRD)),
        document={"kind": "scenario_odds"},
        notes=("a note",),
        explain=True,
    )


def test_the_json_of_odds() -> None:
    plain = example().to_dict(exact=True)
    assert plain["kind"] == "scenario_odds"
    assert list(plain)[:11] == [
        *("format", "version", "rules_edition", "kind", "input_sha256", "name", "input"),
        *("win", "draw", "loss", "victory_points"),
    ]
    # Turn 5: on with 2/3, the last with 1/2. Turn 6, reached with 1/3: on with 2/3, Envoy ours.
    assert plain["win"] == "5/54"
    assert plain["victory_points"] == {
        "2-1": "5/54",  # 1/9 x 1/2 + 2/27 x 1/2
        "1-1": "19/81",  # 1/3 x 1/2 + 1/9 x 1/6 + 2/27 x 1/6 + 1/9 x 1/3
        "1-2": "5/81",  # 1/9 x 1/3 + 2/27 x 1/3
        "0-1": "1/2",  # 1/3 + 1/3 x 1/6 + 1/3 x 1/3
        "0-2": "1/9",  # 1/3 x 1/3
    }
    assert list(plain["victory_points"]) == ["2-1", "1-1", "1-2", "0-1", "0-2"]
    assert plain["last_turn"] == {"5": "1/3", "6": "1/9", "7": "2/27"}
    assert plain["wiped_out"] == {"us": "0", "them": "13/27"}
    assert plain["open"]["Envoy"]["us"] == "2/9"
    assert plain["notes"] == ["a note"]
    rounded = example().to_dict()
    assert rounded["win"] == float(F(plain["win"]))
    assert rounded["victory_points"] == {k: float(F(v)) for k, v in plain["victory_points"].items()}


def test_the_working_of_odds() -> None:
    result = example()
    assert [(step.title, len(step.lines)) for step in result.working] == [
        ("Three Victory Points", 1),
        ("Variable", 2),
        ("Seventh turn", 1),
        ("Wiped out", 1),
        ("Last Turn", 1),
        ("Three Victory Points", 2),
        ("Winner", len(result.victory_points) + 1),
    ]
    assert [line for step in result.working for line in step.lines] == [
        "0-1 so far, 2 of 3 Victory Points open, turn 5 in hand",
        "turn 5: reached with 1, the last with 1 x 1/2 = 1/2",
        "turn 6: reached with 1/2, the last with 1/2 x 1/2 = 1/4",
        "turn 7: reached with 1/4, and always the last",
        "in every turn we lose our last model with 0, they theirs with 1/3",
        "so the game ends early with 13/27, and the rest of it scores nothing",
        "Shrine (last): ours with 1/2, theirs with 1/3 where it comes to that; in the end 7/27, "
        "14/81, nobody's 46/81",
        "Envoy (turn 6): ours with 1, theirs with 0 where it comes to that; in the end 2/9, 0, "
        "nobody's 7/9",
        "final score 2-1, a win: 5/54",
        "final score 1-1, a draw: 19/81",
        "final score 1-2, a loss: 5/81",
        "final score 0-1, a loss: 1/2",
        "final score 0-2, a loss: 1/9",
        "win 5/54, draw 19/81, loss 109/162",
    ]
    assert all(step.rule.endswith("/Rulebook/Scenario-Rules") for step in result.working)


def test_the_working_says_nothing_of_an_early_end_that_cannot_be() -> None:
    result = odds(game("Fixed (6)", point("last", HALF)), explain=True)
    assert [step.title for step in result.working] == [
        *("Three Victory Points", "Fixed", "Three Victory Points", "Winner"),
    ]


def test_with_point() -> None:
    full = game("Fixed (6)", point("last", name="A"), point("last", name="B"), score=(1, 0))
    assert full.with_point(0, Side.THEM).score == Tally(1, 1)
    assert [p.name for p in full.with_point(0, Side.US).open] == ["B"]
    assert full.with_point(1, None).score == Tally(1, 0)
