"""``bushido-odds damage``: wounds at a Success Level and over the table, as players ask for them.

Source: https://jwarref.netlify.app/Rulebook/Wound-Table.
"""

from __future__ import annotations

from fractions import Fraction as F
from itertools import product
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings

import bushido_odds as bo
from bushido_odds.answer import answer
from bushido_odds.errors import InputErrors
from command import call, refused
from helpers import Document, law
from ranged_helpers import SPECIALS, assert_same_test, damages


def solved(**document: Any) -> Any:
    return bo.solve({"kind": "damage", **document}).to_dict(exact=True)


def mean(**document: Any) -> F:
    return F(solved(**document)["wounds"]["mean"])


# ---- known figures

MEANS = {
    0: ("7/18", "10/9", "73/36", "3", "4"),
    1: ("2/3", "3/2", "89/36", "125/36", "161/36"),
    2: ("37/36", "35/18", "53/18", "71/18", "89/18"),
    -1: ("7/36", "7/9", "29/18", "91/36", "127/36"),
    -2: ("1/12", "1/2", "11/9", "37/18", "55/18"),
}
"""Mean wounds of 2D6 with a modifier at Success Levels 0 to 4."""


@pytest.mark.parametrize("modifier", MEANS)
def test_known_means(modifier: int) -> None:
    table = solved(strength=modifier)["table"]
    assert tuple(row["wounds"]["mean"] for row in table[:5]) == MEANS[modifier]


def test_armour_4_stops_every_hit_at_level_0_and_an_average_roll_below_level_3() -> None:
    """21 throws of 36 come to 7 or less, 15 to less than 7; the 7 wounds from level 3 on."""
    unhurt = [F(row["no_wounds"]) for row in solved(armour=4)["table"]]
    assert unhurt[:4] == [F(1), F(30, 36), F(21, 36), F(15, 36)]


def test_armour_4_protects_more_than_armour_3() -> None:
    for level in range(6):
        three, four = (solved(level=level, armour=armour) for armour in (3, 4))
        assert F(three["wounds"]["mean"]) > F(four["wounds"]["mean"])
        assert F(three["no_wounds"]) <= F(four["no_wounds"])
    assert mean(level=3, armour=4) < mean(level=3, armour=4, traits=["Pierce (1)"])
    assert mean(level=3, armour=4, traits=["Pierce (1)"]) == mean(level=3, armour=3)
    assert mean(level=3, armour=4, traits=["Pierce (9)"]) == mean(level=3)


def test_two_points_of_strength_add_a_wound_except_on_a_6_and_a_12() -> None:
    gains = {2: 2, 3: 1, 4: 1, 5: 1, 6: 0, 7: 1, 8: 1, 9: 1, 10: 2, 11: 1, 12: 0}
    ways = {total: 6 - abs(7 - total) for total in range(2, 13)}
    expected = F(sum(ways[total] * gain for total, gain in gains.items()), 36)
    for level in range(3, 11):
        assert mean(level=level, strength=2) - mean(level=level) == expected


def test_the_usual_roll_gives_the_level_and_the_table_shifts_it_by_3_at_most() -> None:
    for level in range(3, 14):
        row = solved(level=level)
        assert (row["min"], row["most_likely"], row["max"]) == (level - 3, level, level + 3)
        assert row["wounds"]["median"] == level


def test_levels_beyond_the_printed_table_go_on_by_one() -> None:
    for level in range(10, 30):
        assert mean(level=level + 1) == mean(level=level) + 1


# ---- traits and specials


@pytest.mark.parametrize("special", [None, *SPECIALS])
def test_every_special_at_every_level(special: str | None) -> None:
    for level, armour, tough in product((0, 1, 3, 6), (-1, 0, 2), (-1, 0, 1)):
        assert_same_test(
            {
                "kind": "damage", "level": level, "special": special, "armour": armour,
                "tough": tough, "bonus": 2, "strength": 1, "wounds": 4,
            }
        )  # fmt: skip


@pytest.mark.parametrize(
    ("special", "rolls"),
    [
        (None, [5]),
        ("Combo Attack", [5, 3, 1]),
        ("Dual Attack", [5, 5]),
        ("Powerful Attack", [5]),
        ("Slam Attack", [5]),
        ("Push Attack", []),
        ("Grapple Attack", []),
    ],
)
def test_the_damage_rolls_of_a_special(special: str | None, rolls: list[int]) -> None:
    result = solved(level=5, special=special)
    assert result["rolls"] == rolls
    assert result["notes"] == ([] if rolls else [f"{special} makes no Damage Roll"])


@pytest.mark.parametrize(
    ("kept", "pair"),
    [("normal", "1/6"), ("strong", "17/72"), ("weak", "17/72"), ("assassin", "4/9")],
)
def test_critical_removes_by_the_dice_that_count(kept: str, pair: str) -> None:
    row = solved(level=2, special="Critical Attack", kept=kept, armour=20)
    assert (row["critical"], row["out_of_action"]) == (pair, pair)


def test_which_dice_count_is_asked_of_the_traits_unless_it_is_said() -> None:
    strong = solved(level=2, traits=["Strong"])["wounds"]
    assert strong == solved(level=2, kept="strong")["wounds"]
    assert strong == solved(level=2, traits=["Strong [Ranged]"])["wounds"]
    assert strong == solved(level=2, traits=["Strong [Melee]"])["wounds"]
    assert strong == solved(level=2, traits=["Weak"], kept="strong")["wounds"]
    assert solved(level=2, traits=["Strong", "Weak"])["wounds"] == solved(level=2)["wounds"]
    unseen = solved(level=2, traits=["Assassin"])
    assert unseen["wounds"] == solved(level=2)["wounds"]
    assert unseen["notes"] == [
        "no effect here: Assassin",
        'where Assassin is eligible, say "kept: assassin"',
    ]


def test_a_bonus_is_for_the_first_roll_only() -> None:
    plain = mean(level=3, special="Dual Attack")
    raised = mean(level=3, special="Dual Attack", bonus=2)
    assert raised - plain == mean(level=3, bonus=2) - mean(level=3)


def test_tough_then_half_then_durable() -> None:
    """Table 3, Tough 1: half of 2 is 1; the other way round it would be 0."""
    sure = {"level": 3, "strength": 20, "special": "Sweep Attack"}  # 6 wounds on the table
    assert solved(**sure, tough=1)["wounds"]["distribution"] == {"2": "1"}
    assert solved(**sure, durable=True)["wounds"]["distribution"] == {"1": "1"}
    assert solved(**sure, tough=1, traits=["Sharp (1)"])["wounds"]["distribution"] == {"3": "1"}


def test_out_of_action_is_by_the_boxes_that_are_left() -> None:
    row = solved(level=3, wounds=4)
    assert F(row["out_of_action"]) == sum(
        chance for wounds, chance in law(row["wounds"]["distribution"]).items() if wounds >= 4
    )
    assert solved(level=3)["input"]["wounds"] == 6


@settings(deadline=None, max_examples=150)
@given(damages)
def test_any_damage_is_as_the_oracle_says(document: Document) -> None:
    assert_same_test(document)


@settings(deadline=None, max_examples=40)
@given(damages)
def test_a_result_fed_back_in_gives_itself(document: Document) -> None:
    result = bo.solve(document).to_dict(exact=True)
    assert bo.solve(result["input"]).to_dict(exact=True) == result


# ---- the command

ROW = ["level", "rolls", "wounds", "min", "most_likely", "max", "no_wounds", "critical",
       "out_of_action"]  # fmt: skip


def test_the_keys_of_the_json() -> None:
    result = call("damage", "--level", "3", "--json").json
    head = ["format", "version", "kind", "name", "input"]
    assert [key for key in result if key in head] == head
    assert [key for key in result if key in ROW] == ROW
    assert [row["level"] for row in result["table"]] == list(range(11))
    assert all(list(row) == ROW for row in result["table"])
    assert list(result["wounds"]) == ["mean", "median", "distribution"]
    assert {key: result[key] for key in ROW} == result["table"][3]
    table_only = call("damage", "--armour", "4", "--json").json
    assert "wounds" not in table_only
    assert len(table_only["table"]) == 11


def test_a_piped_page() -> None:
    lines = call("damage", "--level", "3", "--strength", "1", "--armour", "2").out.splitlines()
    assert lines == [
        "Damage at Success Level 3",
        "",
        "Damage Rolls at\t3",
        "wounds, mean\t2.53",
        "fewest, likeliest, most\t0, 3, 5",
        "no wound\t8.3 %",
        "target out of action\t-",
        "",
        "Wounds of at least",
        "1+\t91.7 %",
        "2+\t83.3 %",
        "3+\t58.3 %",
        "4+\t16.7 %",
        "5+\t2.8 %",
        "",
        "By Success Level (6 wounds left)",
        "SL\tmean\tfewest\tlikeliest\tmost\tno wound\tout",
        "0\t0.19\t0\t0\t2\t83.3 %\t-",
        "1\t0.78\t0\t0\t3\t41.7 %\t-",
        "2\t1.61\t0\t2\t4\t16.7 %\t-",
        "3\t2.53\t0\t3\t5\t8.3 %\t-",
        "4\t3.53\t1\t4\t6\t-\t2.8 %",
        "5\t4.53\t2\t5\t7\t-\t16.7 %",
        "6\t5.53\t3\t6\t8\t-\t58.3 %",
        "7\t6.53\t4\t7\t9\t-\t83.3 %",
        "8\t7.53\t5\t8\t10\t-\t91.7 %",
        "9\t8.53\t6\t9\t11\t-\t100 %",
        "10\t9.53\t7\t10\t12\t-\t100 %",
    ]


def test_the_box_that_takes_the_target_out_is_marked() -> None:
    out = call("damage", "--level", "4", "--wounds", "5").out
    assert "5+\t27.8 %\tout" in out.splitlines()


def test_an_exact_page_has_fractions_and_explain_the_working() -> None:
    out = call("damage", "--level", "2", "--exact", "--explain").out
    assert "wounds, mean\t73/36" in out.splitlines()
    assert "%" not in out
    assert "https://jwarref.netlify.app/Rulebook/Wound-Table" in out
    working = answer({"kind": "damage", "level": 2}, explain=True).to_dict(exact=True)["working"]
    assert "mean 73/36" in " ".join(working[0]["lines"])


def test_every_flag_has_its_field(tmp_path: Path) -> None:
    flags = {
        "name": ("Axe", "Axe"), "level": ("4", 4), "strength": ("-1", -1), "bonus": ("2", 2),
        "special": ("combo attack", "Combo Attack"), "kept": ("weak", "weak"), "armour": ("3", 3),
        "tough": ("1", 1), "wounds": ("7", 7),
    }  # fmt: skip
    args = [part for name, (text, _) in flags.items() for part in (f"--{name}", text)]
    args += ["--trait", "pierce 1", "--trait", "Sharp", "--durable"]
    expected = {name: value for name, (_, value) in flags.items()}
    expected |= {"traits": ["Pierce (1)", "Sharp (1)"], "durable": True, "kind": "damage"}
    assert call("damage", *args, "--json").json["input"] == expected
    path = tmp_path / "axe.yaml"
    path.write_text("kind: damage\nlevel: 2\nstrength: 3\ntraits: [Strong]\n")
    laid = call("damage", str(path), *args, "--no-durable", "--json").json["input"]
    assert laid == expected | {
        "traits": ["Strong", "Pierce (1)", "Sharp (1)"],
        "durable": False,
    }


@pytest.mark.parametrize(
    ("args", "message"),
    [
        (["--level", "31"], "31 is not in the range"),
        (["--special", "Counterstrike Defence"], "--special: special: a Special Defence makes no"),
        (["--special", "Kombo Attack"], 'did you mean "Combo Attack"'),
        (["--trait", "Strongg"], 'did you mean "Strong"'),
        (["--kept", "all"], "Invalid value for '--kept'"),
        (["nobody.yaml"], "nobody.yaml: there is no such file"),
    ],
)
def test_what_is_refused(args: list[str], message: str) -> None:
    assert message in refused("damage", *args)


def test_faults_in_a_file_have_their_line(tmp_path: Path) -> None:
    path = tmp_path / "axe.yaml"
    path.write_text("kind: damage\nlevel: 2\ntraits:\n  - Strong\n  - Stronk\narmour: 21\n")
    err = refused("damage", str(path))
    assert f"{path}:5: traits[1]: unknown trait" in err
    assert f"{path}:6: armour: 21 is beyond the limit: -20 to 20" in err
    with pytest.raises(InputErrors, match='unknown kind "damages"'):
        bo.solve({"kind": "damages"})
