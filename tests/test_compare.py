"""`compare`: rows side by side, what differs, the best of each column."""

from __future__ import annotations

import csv
import io
import json
from fractions import Fraction
from pathlib import Path

import pytest

import bushido_odds as bo
from command import call, refused

MODES = """\
kind: melee
active: "Goro: 3/1, wounds 6"
opponent: "Farmer: 2/1, wounds 5, Tough (1)"
variants:
  plain: {}
  Combo: {active.special: Combo Attack}
  Powerful: {active.special: Powerful Attack}
  armoured: {opponent.traits.Armour: 2}
"""
COMBO = {
    "active": "Goro: 3/1, wounds 6, Combo Attack",
    "opponent": "Farmer: 2/1, wounds 5, Tough (1)",
}


def compared(*args: str, text: str = MODES) -> dict[str, object]:
    found: dict[str, object] = call("compare", "-", *args, "--json", stdin=text).json
    return found


def test_a_row_for_each_with_the_figures_of_its_result() -> None:
    found = compared("--exact")
    rows = {row["name"]: row for row in found["rows"]}  # type: ignore[attr-defined]
    assert list(rows) == ["plain", "Combo", "Powerful", "armoured"]
    alone = bo.solve({**COMBO, "name": "Combo"})
    assert rows["Combo"]["result"] == json.loads(json.dumps(alone.to_dict(exact=True)))
    for path, value in rows["Combo"]["figures"].items():
        here = rows["Combo"]["result"]
        for step in path.split("."):
            here = here[step]
        assert value == here
    assert [figure["name"] for figure in found["figures"]] == [  # type: ignore[attr-defined]
        *("hits", "is hit", "takes out", "taken out", "deals", "suffers")
    ]


def test_differences_to_the_first_row() -> None:
    rows = compared("--exact")["rows"]
    first = rows[0]  # type: ignore[index]
    for row in rows:  # type: ignore[attr-defined]
        for path, change in row["change"].items():
            assert Fraction(change) == Fraction(row["figures"][path]) - Fraction(
                first["figures"][path]
            )
    assert set(first["change"].values()) == {"0"}


def test_the_best_of_each_column_by_what_is_good_for_the_active_model() -> None:
    found = compared("--exact")
    rows = found["rows"]
    for figure in found["figures"]:  # type: ignore[attr-defined]
        path = figure["path"]
        numbers = {row["name"]: Fraction(row["figures"][path]) for row in rows}  # type: ignore[attr-defined]
        best = (max if figure["better"] == "more" else min)(numbers.values())
        marked = {row["name"] for row in rows if path in row["best"]}  # type: ignore[attr-defined]
        alike = len(set(numbers.values())) == 1
        assert marked == (set() if alike else {n for n, v in numbers.items() if v == best}), path
    ways = {figure["name"]: figure["better"] for figure in found["figures"]}  # type: ignore[attr-defined]
    assert ways == {
        **dict.fromkeys(("hits", "takes out", "deals"), "more"),
        **dict.fromkeys(("is hit", "taken out", "suffers"), "less"),
    }


def test_sorted_by_any_figure_the_best_first() -> None:
    def order(*args: str) -> list[str]:
        return [row["name"] for row in compared(*args)["rows"]]  # type: ignore[attr-defined]

    assert order("--sort", "deals")[0] == "Combo"
    assert order("--sort", "takes out") == ["Powerful", "Combo", "plain", "armoured"]
    assert order("--sort", "taken out")[-1] == "armoured"
    assert order("--sort", "opponent.hp_lost.distribution.5+")[0] == "Powerful"
    assert order("--sort", "takes out", "--reverse")[0] == "armoured"
    assert order("--reverse") == ["armoured", "Powerful", "Combo", "plain"]


def test_held_against_any_row() -> None:
    found = compared("--against", "Powerful", "--sort", "deals")
    assert found["base"] == "Powerful"
    [row] = [row for row in found["rows"] if row["name"] == "Powerful"]  # type: ignore[attr-defined]
    assert not any(row["change"].values())
    assert 'did you mean "Combo"?' in refused("compare", "-", "--against", "Kombo", stdin=MODES)


def test_any_figures_by_name_or_path() -> None:
    columns = "takes out,opponent.hp_lost.distribution.3+,active.pools.attack.dice"
    found = compared("--columns", columns)
    paths = [figure["path"] for figure in found["figures"]]  # type: ignore[attr-defined]
    assert paths == ["opponent.out_of_action", *columns.split(",")[1:]]
    ways = [figure["better"] for figure in found["figures"]]  # type: ignore[attr-defined]
    assert ways == ["more", "more", None]
    err = refused("compare", "-", "--columns", "hots", stdin=MODES)
    assert 'did you mean "hits"?' in err
    err = refused("compare", "-", "--sort", "active.attack.sucess", stdin=MODES)
    assert 'did you mean "active.attack.success"?' in err


def test_the_table() -> None:
    lines = call("compare", "-", stdin=MODES).out.splitlines()
    assert lines[2] == "\thits\tis hit\ttakes out\ttaken out\tdeals\tsuffers"
    assert [line.split("\t")[0] for line in lines[3:7]] == [
        *("plain", "Combo", "Powerful", "armoured")
    ]
    assert lines[4].split("\t")[1] == "92.0 %"  # alike in all rows: no best
    assert lines[4].split("\t")[5] == "4.09*"
    change = lines.index("Change from plain")
    assert lines[change + 2].split("\t")[1] == "="
    assert lines[change + 2].split("\t")[5] == "+1.64"
    assert lines[change + 4].split("\t")[3].startswith("-")
    assert "* the best of its column" in lines


def test_exact_figures_in_the_table() -> None:
    out = call("compare", "-", "--exact", "--columns", "hits,takes out", stdin=MODES).out
    assert "plain\t4025/4374\t" in out
    assert "%" not in out


def test_csv_has_a_row_a_result() -> None:
    rows = list(
        csv.DictReader(io.StringIO(call("compare", "-", "--format", "csv", stdin=MODES).out))
    )
    assert [row["name"] for row in rows] == ["plain", "Combo", "Powerful", "armoured"]
    assert float(rows[0]["change.opponent.out_of_action"]) == 0
    assert float(rows[1]["change.opponent.out_of_action"]) == pytest.approx(
        float(rows[1]["opponent.out_of_action"]) - float(rows[0]["opponent.out_of_action"])
    )


def test_markdown_has_both_tables() -> None:
    out = call("compare", "-", "--format", "markdown", stdin=MODES).out
    assert out.count("|---|--:|") == 2
    assert "| Combo | 92.0 % |" in out


def test_it_fits_a_terminal(tmp_path: Path) -> None:
    path = tmp_path / "modes.yaml"
    path.write_text(MODES)
    for width in ("80", "200"):
        out = call("compare", str(path), FORCE_COLOR="1", NO_COLOR="1", COLUMNS=width).out
        assert max(map(len, out.splitlines())) <= int(width)
        assert "…" not in out
        beside = any("suffers" in line and "Change from plain" in line for line in out.splitlines())
        assert beside == (width == "200")


def test_documents_of_several_files_and_their_names(tmp_path: Path) -> None:
    (tmp_path / "a.yaml").write_text("active: 'A: 2/1'\nopponent: 'B: 1/1'\n---\nname: mine\n")
    with (tmp_path / "a.yaml").open("a") as file:
        file.write("active: 1/1\nopponent: 1/1\n")
    (tmp_path / "b.json").write_text(json.dumps({"active": "A: 2/1", "opponent": "B: 1/1"}))
    out = call("compare", str(tmp_path), "--format", "csv").out
    assert [line.split(",")[0] for line in out.splitlines()[1:]] == ["A v B", "mine", "A v B (2)"]


def test_other_kinds_show_what_differs() -> None:
    text = "kind: challenge\ndice: 2\nvariants:\n  easy: {number: 4}\n  hard: {number: 6}\n"
    found = compared(text=text)
    assert [figure["path"] for figure in found["figures"]] == ["success"]  # type: ignore[attr-defined]
    assert found["rows"][0]["best"] == ["success"]  # type: ignore[index]
    shots = "kind: ranged\nshooter: 3 dice\ntarget: wounds 5\nvariants:\n"
    shots += "  short: {range: short}\n  long: {range: long}\n"
    names = [figure["name"] for figure in compared(text=shots)["figures"]]  # type: ignore[attr-defined]
    assert names == ["hits", "takes out", "deals"]


def test_everything_that_is_wrong_is_said_and_nothing_printed() -> None:
    text = MODES + "  bad: {active.atack: 3}\n  worse: {active.special: Kombo}\n---\nactive: x\n"
    err = refused("compare", "-", stdin=text)
    assert "<stdin>:9: " in err
    assert "<stdin>:10: active.special" in err
    assert "<stdin>:12: active" in err
    assert "there is nothing to compare" in refused("compare", "-", stdin="")


def test_one_row_is_compared_with_nothing() -> None:
    out = call("compare", "-", stdin="active: 1/1\nopponent: 1/1\n").out
    assert "Change from" not in out
    assert "*" not in out


def test_few_remarks_unasked_all_with_v() -> None:
    text = "".join(
        f"---\nactive: 'Model {number}: 1/1'\nopponent: 1/1, wounds 5\n" for number in range(9)
    )
    assert "more remarks (-v shows them)" in call("compare", "-", stdin=text).out
    assert "Model 8: wounds not given" in call("compare", "-", "-v", stdin=text).out


def test_the_heading_says_who_meets_whom_and_a_note_which_policy() -> None:
    lines = call("compare", "-", stdin=MODES).out.splitlines()
    assert lines[0].endswith("\t4 side by side, seen from the active model's side")
    assert " v " in lines[0]
    assert "Re-rolls, where there are any, follow the expected policy." in lines
    both = 'active: "2/1, Feint"\nopponent: "1/1, Dodge"\nvariants: {a: {}, b: {rerolls: optimal}}'
    out = call("compare", "-", stdin=both).out
    assert "\na: Re-rolls, where there are any, follow the expected policy.\n" in out
    assert "\nb: Re-rolls are played for trade (" in out


def test_different_enemies_share_no_heading() -> None:
    text = 'active: "A: 2/1"\nopponent: "B: 1/1"\nvariants: {a: {}, b: {opponent.name: C}}'
    assert call("compare", "-", stdin=text).out.startswith("2 side by side\t")


def test_documents_of_one_kind_alone() -> None:
    shot = "\n---\nkind: ranged\nshooter: 2 dice\ntarget: 'T: wounds 5'\n"
    err = refused("compare", "-", stdin='active: "A: 2/1"\nopponent: "B: 1/1"' + shot)
    assert "documents of one kind are wanted: these are melee and ranged" in err


def test_rankings_and_tables_of_damage_have_figures() -> None:
    rank = "kind: rank\nactive: 'A: 3 dice, Combo Attack'\nopponent: 'B: 1/1'\n"
    more = rank.replace("3 dice", "4 dice")
    lines = call("compare", "-", stdin=f"{rank}---\n{more}").out.splitlines()
    assert lines[2] == "\tworth"
    damage = "kind: damage\nname: {}\nstrength: {}\n---\n"
    text = damage.format("a", 0) + damage.format("b", 1)
    lines = call("compare", "-", stdin=text).out.splitlines()
    assert lines[2].split("\t")[1:3] == ["deals at SL 0", "deals at SL 1"]
    assert lines[4].split("\t")[1].endswith("*")


def test_sorting_leaves_the_base() -> None:
    out = call("compare", "-", "--sort", "takes out", stdin=MODES).out
    assert "\nChange from plain\n" in out
    assert not out.splitlines()[3].startswith("plain")


def test_chances_and_wounds_are_not_taken_from_each_other() -> None:
    text = (
        "kind: splits\nactive: 'A: 2 dice'\nopponent: 'B: 1/1'\n"
        "variants: {kill: {goal: kill}, more: {goal: kill, active.pool: 3}, wounds: {goal: wounds}}"
    )
    rows = call("compare", "-", "--json", stdin=text).json["rows"]
    assert rows[1]["change"]["equilibrium.value"] > 0
    assert rows[2]["change"] == dict.fromkeys(rows[2]["change"])
    assert all(row["best"] == [] for row in rows)
