"""How a table's columns share the width there is."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st
from rich.cells import cell_len

from bushido_odds.report.columns import MOST_HEAD, MOST_LINES, fitted, shortened

WORDS = st.text("abc 雪._", max_size=40)


def test_heads_stay_on_a_line_while_there_is_room() -> None:
    columns = fitted(["", "plain"], ["hits", "taken out"], [7, 7], 30, 2, "…")
    assert columns.heads == (("hits",), ("taken out",))
    assert columns.widths == (7, 9)
    assert columns.parts == (slice(0, 2),)


def test_then_they_fold_at_spaces_and_at_the_joints_of_a_path() -> None:
    heads = ["taken out", "opponent.hp_lost.distribution.3+"]
    columns = fitted(["plain"], heads, [5, 5], 30, 2, "…")
    assert columns.heads == (("taken", "out"), ("opponent.", "hp_lost.", "distribution.", "3+"))
    assert columns.widths == (5, 13)
    assert columns.parts == (slice(0, 2),)


def test_then_columns_move_below() -> None:
    columns = fitted(["a long name"], ["one", "two", "three"], [7, 7, 7], 30, 2, "…")
    assert columns.parts == (slice(0, 2), slice(2, 3))
    assert columns.label == 11


def test_then_the_names_are_cut() -> None:
    columns = fitted(["n" * 60], ["one"], [7], 30, 2, "…")
    assert columns.label == 21  # what the column and the gap leave


def test_a_long_path_is_cut_after_some_lines() -> None:
    [lines] = fitted(["x" * 20], [".".join(["steps"] * 9)], [6], 20, 2, "…").heads
    assert lines == ("steps.", "steps.", "steps.", "steps…")


def test_what_is_cut_is_marked() -> None:
    assert shortened("whole", 5, "…") == "whole"
    assert shortened("longer", 5, "…") == "long…"
    assert shortened("雪雪雪", 5, "~") == "雪雪~"


@given(
    st.lists(WORDS, min_size=1, max_size=4),
    st.lists(st.tuples(WORDS, st.integers(1, 12)), max_size=8),
    st.integers(40, 200),
)
def test_nothing_is_wider_than_the_room(
    labels: list[str], columns: list[tuple[str, int]], room: int
) -> None:
    heads, cells = [head for head, _ in columns], [cell for _, cell in columns]
    found = fitted(labels, heads, cells, room, 2, "…")
    assert [place for part in found.parts for place in range(len(heads))[part]] == list(
        range(len(heads))
    )
    for part in found.parts:
        assert found.label + sum(width + 2 for width in found.widths[part]) <= max(
            room, found.label if not heads else 0
        )
    for lines, width, cell, head in zip(found.heads, found.widths, cells, heads, strict=True):
        assert cell <= width <= max(cell, MOST_HEAD)
        assert all(cell_len(line) <= width for line in lines)
        assert len(lines) <= MOST_LINES
        if "…" not in "".join(lines):
            assert "".join("".join(lines).split()) == "".join(head.split())
