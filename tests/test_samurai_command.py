"""``bushido-odds samurai``: what goes in, what comes out, and how it ends."""

from __future__ import annotations

import csv
import io
import json
import re
import shlex
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

from bushido_odds.documents import samurai_fields as tables
from bushido_odds.samurai.readings import word
from bushido_odds.samurai.rulings import SETTINGS
from bushido_odds.samurai.settings import DEFAULTS
from command import call, refused, spawn

ROOT = Path(__file__).parent.parent
EXAMPLES = ROOT / "examples"
NINJA = "Ninja: FS 6, 3 attacks, body 5, unarmed"
GUARD = "Samurai: FS 7, body 5"
FIGHT = ("melee", "A: FS 6, 3 attacks, body 5", "B: FS 5, 2 attacks, body 5")
KI = ("A: spirit 5, FS 6, 2 attacks, body 5", "B: spirit 5, FS 5, body 5")
SHOT = ("shoot", "Archer: shooting 6, strength 5, range 24", "Ronin: body 5")
EVERY = (
    ("test", "--skill", "6"),
    ("opposed", "--attacker", "6", "--target", "4"),
    ("ki", "--attacker", "5", "--target", "5"),
    ("ki", *KI),
    FIGHT,
    ("melee", "S: 3 models, FS 5, body 5; C: FS 7, body 6", "G: 2 models, FS 5, body 5"),
    ("melee", NINJA, GUARD, "--surprise", "--dice", "1 8 9 5 8"),
    (*SHOT, "--friend", "Guard: body 4"),
    ("vocabulary",),
)


def samurai(*args: str, **env: str) -> Any:
    return call("samurai", *args, **env)


def exact(*args: str) -> Any:
    return samurai(*args, "--json", "--exact").json


# --- JSON ----------------------------------------------------------------------------------------


def test_a_simple_test() -> None:
    plain = exact("test", "--skill", "6", "--modifier", "-3")
    assert plain["kind"] == "samurai_test"
    assert (plain["success"], plain["lucky"], plain["catastrophic"]) == ("3/10", "1/10", "1/10")
    assert (plain["characteristic"], plain["failed"]) == (3, "7/10")
    assert samurai("test", "--skill", "6", "--json").json["success"] == 0.6


def test_a_comparative_test() -> None:
    plain = exact("opposed", "--attacker", "6", "--target", "4")
    assert plain["kind"] == "samurai_opposed"
    names = ("attacker_wins", "target_wins", "tie", "both_fail")
    assert [plain[name] for name in names] == ["12/25", "6/25", "1/25", "6/25"]
    changed = exact("opposed", "--attacker", "9", "--attacker-modifier", "-3", "--target", "4")
    assert changed["attacker_wins"] == "12/25"


def test_a_ki_attack() -> None:
    plain = exact("ki", "--attacker", "5", "--target", "5")
    assert plain["kind"] == "samurai_ki"
    names = ("panic", "evasion", "nothing", "target_strikes", "target_strikes_with_hit")
    assert [plain[name] for name in names] == ["9/50", "11/50", "1/4", "13/50", "9/100"]
    assert "turn" not in plain
    turn = exact("ki", *KI)["turn"]
    assert turn["ki"]["target"]["panicked"] == "9/50"
    assert Fraction(turn["strike"]["target"]["killed"]) > 0


def test_a_turn_of_melee() -> None:
    plain = exact("melee", NINJA, GUARD, "--surprise")
    assert plain["kind"] == "samurai_melee"
    assert plain["target"]["stunned"] == "39611/64000"
    assert plain["target"]["killed"] == "0"
    assert plain["target"]["wounds"]["distribution"]["0"] == "35937/64000"
    assert plain["outcome"]["target_out"] == "39611/64000"
    assert plain["rules"]["both_pass"] == "higher"
    assert plain["changed_rules"] == []


def test_a_squad() -> None:
    plain = exact("melee", "S: 3 models, FS 5, body 5", "G: 2 models, FS 5, body 5")
    target = plain["target"]
    assert [model["name"] for model in target["models"]] == ["G 1", "G 2"]
    assert Fraction(target["all_out"]) < Fraction(target["out_of_action"])
    assert {"hits": [3], "models": [[2], [1]]} in target["allotments"]
    assert "outcome" not in plain


def test_shots() -> None:
    plain = exact(*SHOT, "--friend", "Guard: body 4")
    assert plain["kind"] == "samurai_shoot"
    assert (plain["hit"], plain["friendly_hit"], plain["in_range"]) == ("2/5", "1/10", True)
    assert plain["friends"][0]["name"] == "Guard"
    far = exact(*SHOT, "--distance", "25")
    assert (far["hit"], far["in_range"]) == ("0", False)


def test_a_replay() -> None:
    plain = exact("melee", NINJA, GUARD, "--surprise", "--dice", "1, 8, 9, 5, 8")
    assert plain["kind"] == "samurai_replay"
    assert plain["target"] == {"name": "Samurai", "wounds_left": 0, "fate": "stunned"}
    assert [event["dice"] for event in plain["events"]] == [[1], [8], [9], [5, 8]]


@pytest.mark.parametrize("args", EVERY)
def test_every_form_of_every_answer(args: tuple[str, ...]) -> None:
    plain = samurai(*args, "--json").json
    assert list(plain)[:2] == ["format", "version"]
    assert plain["kind"].startswith("samurai_")
    [line] = samurai(*args, "--format", "jsonl").out.splitlines()
    assert json.loads(line) == plain
    rows = list(csv.reader(io.StringIO(samurai(*args, "--format", "csv").out)))
    assert {len(row) for row in rows} == {len(rows[0])}
    assert len(rows) >= 2
    table, markdown = samurai(*args).out, samurai(*args, "--format", "markdown").out
    assert "\x1b" not in table + markdown
    assert "| " in markdown or "**" in markdown
    assert args == ("vocabulary",) or samurai(*args, "--verbose").code == 0


def test_exact_tables_have_fractions() -> None:
    assert "12/25" in samurai("opposed", "--attacker", "6", "--target", "4", "--exact").out


# --- the rules in force --------------------------------------------------------------------------


def test_a_rule_that_is_set_is_said_and_bears() -> None:
    args = ("opposed", "--attacker", "6", "--target", "4", "--rules-both-pass", "lower")
    plain = exact(*args)
    assert plain["attacker_wins"] == "21/50"
    assert plain["changed_rules"] == ["both_pass"]
    assert "Rule set: both_pass = lower (default higher)" in samurai(*args).out
    assert "Правило задано: both_pass = lower" in samurai(*args, "--lang", "ru").out


def test_a_rule_without_effect_here_is_said_to_have_none() -> None:
    out = samurai("test", "--skill", "5", "--rules-exchange", "pool").out
    assert "it does not bear on these figures" in out


@pytest.mark.parametrize("key", list(SETTINGS))
def test_every_setting_has_a_flag_and_a_place_in_documents(key: str, tmp_path: Path) -> None:
    setting = SETTINGS[key]
    default = getattr(DEFAULTS, setting.attribute)
    flag = f"--rules-{key.replace('_', '-')}"
    if isinstance(default, bool):
        value: Any = not default
        flags = [flag if value else flag.replace("--rules", "--no-rules")]
        if not value:
            flags = [f"--no-rules-{key.replace('_', '-')}"]
    else:
        other = [choice for choice in setting.choices if choice not in (default, "bonus")]
        value = other[0] if other else default + (1 if default < setting.high else -1)
        flags = [flag, str(value)]
    by_flag = exact("test", "--skill", "5", *flags)
    assert by_flag["rules"][key] == value
    assert by_flag["changed_rules"] == [key]
    file = tmp_path / "test.json"
    document = {"kind": "samurai_test", "skill": 5, "rules": {key: value}}
    file.write_text(json.dumps(document), encoding="utf-8")
    assert exact("test", str(file)) == by_flag


def test_explain_names_each_assumption_as_one() -> None:
    plain = exact(*FIGHT, "--explain")
    steps = {step["step"]: step for step in plain["working"]}
    [title] = [title for title in steps if title.endswith("assumptions")]
    lines = steps[title]["lines"]
    assert title == f"{len(lines)} assumptions"
    assert all(line.startswith("Assumption: ") for line in lines)
    assert any("both_pass = higher" in line for line in lines)
    assert steps["Tests to hit"]["lines"][0].endswith("each wins with 11/25 = 0.440000")
    assert f"{len(lines)} assumptions bear" in plain["notes"][-1]
    russian = samurai(*FIGHT, "--explain", "--lang", "ru").out
    assert russian.count("Допущение: ") == len(lines)


@pytest.mark.parametrize("args", [args for args in EVERY if args != ("vocabulary",)])
def test_everything_can_be_explained_in_both_languages(args: tuple[str, ...]) -> None:
    english = samurai(*args, "--explain").out
    russian = samurai(*args, "--explain", "--lang", "ru").out
    assert english.isascii()
    assert english.count("Assumption: ") == russian.count("Допущение: ") > 0
    assert re.search("[а-я]", russian)


FAR = (
    "--distance",
    "30",
    "--reaction",
    "shoot",
    "--target-shooting",
    "5",
    "--target-strength",
    "5",
)


@pytest.mark.parametrize(
    ("args", "note"),
    [
        (("melee", "A: FS 6, body 5, unarmed", "B: FS 5, body 5"), "A: unarmed, -3 on Fighting"),
        (("melee", "A: FS 6, body 5", "B: FS 5, body 5, unarmed"), "B: unarmed, -3 on Fighting"),
        (
            ("melee", "A: FS 6, body 5", "B: FS 5, body 5, two blades", "--reaction", "defend"),
            "B: two blades only matter to a model that strikes",
        ),
        (("melee", "A: FS 6, body 5, attacks 0", "B: FS 5, body 5"), "A: without attacks"),
        (
            ("melee", "A: FS 6, body 5, in contact 1, within inch 2", "B: FS 5, body 5"),
            "A: 2 within 1 inch do not strike",
        ),
        ((*SHOT, "--into-melee"), "No friend in the melee is described"),
        ((*SHOT, *FAR, "--shooter-body", "5"), "Archer: 30 inches is beyond its range of 24: the"),
        (
            (*SHOT, *FAR, "--shooter-body", "5", "--target-range", "20"),
            "Ronin: 30 inches is beyond its range of 20",
        ),
    ],
)
def test_remarks(args: tuple[str, ...], note: str) -> None:
    notes = samurai(*args, "--json").json["notes"]
    assert sum(line.startswith(note) for line in notes) == 1
    russian = samurai(*args, "--lang", "ru").out.splitlines()
    assert len(russian) == len(samurai(*args).out.splitlines())


@pytest.mark.parametrize(
    "args",
    [
        ("melee", "A: FS 6, body 5, unarmed", "B: FS 5, body 5, unarmed"),
        ("melee", "A: FS 6, body 5, two blades, agility 5", "B: FS 5, body 5"),
        ("melee", "A: FS 6, body 5", "B: FS 5, body 5, attacks 0", "--reaction", "defend"),
        (*SHOT, "--friend", "C: body 4"),
        (*SHOT, "--distance", "24"),
        (*SHOT, *FAR, "--distance", "20", "--shooter-body", "5", "--target-range", "20"),
    ],
)
def test_no_remarks_where_there_is_nothing_to_remark(args: tuple[str, ...]) -> None:
    [note] = samurai(*args, "--json").json["notes"]
    assert note.startswith("Rules reconstructed")


def test_a_side_is_called_by_its_groups() -> None:
    squad = ("melee", "S: 3 models, FS 5, body 5; C: FS 7, body 6", "G: 2 models, FS 5, body 5")
    plain = exact(*squad)
    assert (plain["attacker"]["name"], plain["target"]["name"]) == ("3 S + C", "2 G")
    unnamed = exact("melee", "FS 5, body 5; FS 4, body 5", "FS 5, body 5")
    assert (unnamed["attacker"]["name"], unnamed["target"]["name"]) == (
        "Attacker 1 + Attacker 2",
        "Target",
    )


def test_the_working_of_a_fight() -> None:
    args = ("melee", "A: FS 6, 2 attacks, body 5", "B: 2 models, FS 5, body 5, armour 5")
    steps = {step["step"]: step["lines"] for step in exact(*args, "--explain")["working"]}
    assert steps["Tests to hit"] == [
        "A: 2 attacks on 6 against 5 of B, each wins with 11/25 = 0.440000",
        "B: 2 attacks on 5 against 6 of A, each wins with 31/100 = 0.310000",
    ]
    assert steps["From a hit to a wound"] == [
        "A on B: a hit wounds with 7/40 = 0.175000 (armour takes 1/2 = 0.500000 of the hits)",
        "B on A: a hit wounds with 7/20 = 0.350000",
    ]
    assert steps["Allotment of the hits"] == ["hits 1: B 1 1", "hits 2: B 1 1, B 2 1"]


def test_the_working_of_shots() -> None:
    args = (*SHOT, "--friend", "Guard: body 5", "--reaction", "evasion", "--target-agility", "5")
    steps = {step["step"]: step["lines"] for step in exact(*args, "--explain")["working"]}
    assert steps["Shots"] == [
        "Archer: 1 shot on 4, each hits with 27/100 = 0.270000",
        "a shot hits a friend with 1/10 = 0.100000",
        "Ronin: evades on Agility 5",
    ]
    back = ("--reaction", "shoot", "--target-shooting", "5", "--target-strength", "5")
    steps = {
        step["step"]: step["lines"]
        for step in exact(*SHOT, *back, "--shooter-body", "5", "--explain")["working"]
    }
    assert steps["Shots"][1] == "Ronin: 1 shot back on 5"
    assert steps["From a hit to a wound"] == [
        "Archer on Ronin: a hit wounds with 7/20 = 0.350000",
        "Ronin on Archer: a hit wounds with 7/20 = 0.350000",
    ]


def test_labels_in_russian() -> None:
    out = samurai(*FIGHT, "--lang", "ru").out
    for words in ("нападает на", "«Сражаться!»", "попаданий, среднее", "выбывает", "все стоят"):
        assert words in out
    assert not re.search("hits|killed|nobody", out)


def test_words_of_both_languages() -> None:
    assert samurai("vocabulary", "паника").out.splitlines()[0] == "Panic\tПаника"
    assert samurai("vocabulary", "panic", "--lang", "ru").out.splitlines()[0] == "Паника\tPanic"
    plain = samurai("vocabulary", "lucky", "--json").json
    assert plain["words"][0]["russian"] == "Счастливый Случай"


# --- refusals ------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("args", "message"),
    [
        (("tset",), "Did you mean 'test'"),
        (("test",), "Usage: bushido-odds samurai test"),
        (("test", "--modifier", "1"), '"skill" is missing'),
        (("test", "--skill", "31"), "31 is not in the range 0<=x<=30"),
        (("opposed", "--attacker", "5"), '"target" is missing'),
        (("ki", "--attacker", "5"), '"target" is missing'),
        (("ki", "A: FS 5, body 5", "B: FS 5, body 5"), '"spirit" is missing'),
        (("melee", "A: FS 6, boddy 5", GUARD), 'did you mean "body"?'),
        (("melee", "nothing.yaml"), "nothing.yaml: there is no such file"),
        (("melee", NINJA), "the target is missing"),
        (("melee", NINJA, GUARD, GUARD), "not 3 arguments"),
        (("melee", NINJA, GUARD, "--dice", "1 x"), 'dice are written as in "1 8 9 5 8"'),
        (("melee", NINJA, GUARD, "--surprise", "--dice", "1 8"), "the dice run out"),
        (("melee", NINJA, GUARD, "--rules-armour-effect", "bonus"), "--rules-armour-effect"),
        (
            ("melee", "A: FS 5, body 5; B: FS 4, body 4", GUARD, "--attacker-fs", "6"),
            "several groups",
        ),
        ((*SHOT, "--reaction", "fight"), "is not one of"),
        (("vocabulary", "zzzz"), 'no samurai word has "zzzz" in it'),
        (("melee", NINJA, GUARD, "--lang", "fr"), "'fr' is not one of"),
    ],
)
def test_refusals(args: tuple[str, ...], message: str) -> None:
    assert message in refused("samurai", *args)


def test_a_fault_in_a_file_has_its_line() -> None:
    text = "kind: samurai_melee\nattacker: {fs: 5, body: 5}\ntarget:\n  fs: 5\n  bodi: 5\n"
    err = refused("samurai", "melee", "-", stdin=text)
    assert err.splitlines() == ['<stdin>:5: target.bodi: unknown key "bodi"; did you mean "body"?']


def test_a_flag_does_not_change_a_list_of_groups() -> None:
    text = "attacker: [{fs: 5, body: 5}, {fs: 4, body: 4}]\ntarget: {fs: 5, body: 5}\n"
    err = refused("samurai", "melee", "-", "--attacker-fs", "6", stdin=text)
    assert (
        err.strip()
        == "<stdin>:1: attacker: a flag changes one model, and this is a list of several"
    )


def test_too_large_a_search_is_refused() -> None:
    squad = "; ".join(
        f"{name}: 4 models, 5 attacks, FS 6, body {b}" for b, name in enumerate("ABC")
    )
    guards = "G: 12 models, FS 5, body 5"
    assert "let the hits be spread" in refused("samurai", "melee", squad, guards)


# --- flags, files, examples ----------------------------------------------------------------------


def test_flags_say_a_whole_fight_or_change_a_file() -> None:
    flags = ("--attacker-fs", "6", "--attacker-attacks", "3", "--attacker-body", "5")
    others = ("--target-fs", "5", "--target-attacks", "2", "--target-body", "5")
    whole = exact("melee", *flags, *others, "--attacker-name", "A", "--target-name", "B")
    assert whole == exact(*FIGHT)
    file = str(EXAMPLES / "samurai-ninja.yaml")
    assert (
        exact("melee", file, "--target-armour", "9")["target"]["stunned"]
        != (exact("melee", file)["target"]["stunned"])
    )


@pytest.mark.parametrize("command", ["test", "opposed", "ki", "melee", "shoot"])
def test_every_field_has_a_flag(command: str) -> None:
    tables_of = {
        "test": tables.TEST,
        "opposed": tables.OPPOSED,
        "ki": (*tables.KI, *tables.KI_FIGHTER),
        "melee": (*tables.FIGHT, *tables.FIGHTER),
        "shoot": (*tables.SHOT, *tables.SHOT_AT),
    }
    text = samurai(command, "--help").out
    for field in tables_of[command]:
        assert re.search(rf"--(\w+-)?{field.flag}\b", text), field.name


def test_the_worked_example_of_the_rules() -> None:
    file = str(EXAMPLES / "samurai-ninja.yaml")
    plain = exact("melee", file, "--dice", "1 8 9 5 8")
    assert [event["result"] for event in plain["events"]] == [
        "passed: hit",
        "failed: miss",
        "failed: miss",
        "passed v failed: Ninja wins",
    ]
    assert plain["target"]["fate"] == "stunned"
    outright, body = Fraction(1, 10), Fraction(5, 10) * Fraction(39, 100)
    chance = 1 - (1 - outright - body) ** 3
    assert exact("melee", file)["target"]["stunned"] == str(chance)


def test_a_squad_is_told_of_inches() -> None:
    notes = samurai("melee", "S: 3 models, FS 5, body 5", "G: FS 5, body 5", "--json").json["notes"]
    assert "within 1 inch" in notes[0]
    assert "2 inches" in notes[0]
    assert not any("inch" in note for note in samurai(*FIGHT, "--json").json["notes"])


def test_the_docs_show_what_the_commands_print(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(ROOT)
    text = (ROOT / "docs" / "samurai.md").read_text("utf-8")
    shown = re.findall(r"^```console\n(.*?)^```$", text, re.MULTILINE | re.DOTALL)
    assert len(shown) == 2
    for block in shown:
        first, _, expected = block.partition("\n")
        answer = call(*shlex.split(first.removeprefix("$ bushido-odds ")))
        assert answer.out == expected
    [document] = re.findall(r"^```yaml\n(.*?)^```$", text, re.MULTILINE | re.DOTALL)
    assert call("samurai", "melee", "-", stdin=document).code == 0


def test_the_docs_name_every_setting_with_its_default() -> None:
    text = (ROOT / "docs" / "samurai.md").read_text("utf-8")
    for key, setting in SETTINGS.items():
        [row] = [line for line in text.splitlines() if line.startswith(f"| `{key}` |")]
        cells = [cell.strip() for cell in row.strip("|").split("|")]
        assert cells[1] == f"`{word(setting.default)}`"
        for choice in setting.choices:
            assert f"`{choice}" in row
        assert cells[4].startswith("assumption") == setting.assumed


def test_dice_that_no_test_asked_for_are_told() -> None:
    args = ("melee", NINJA, GUARD, "--surprise", "--dice", "1 8 9 5 8")
    assert "No test asked for" not in samurai(*args).out
    lucky = samurai(*args, "--rules-lucky", "natural_1").out
    assert "No test asked for: 5, 8" in lucky
    assert (
        "Не понадобились: 5, 8" in samurai(*args, "--rules-lucky", "natural_1", "--lang", "ru").out
    )


# --- a process of its own ------------------------------------------------------------------------


def test_in_the_c_locale_nothing_breaks() -> None:
    args = (
        "-m",
        "bushido_odds",
        "samurai",
        "ki",
        "--attacker",
        "5",
        "--target",
        "5",
        "--lang",
        "ru",
    )
    answer = spawn(*args, LC_ALL="C", PYTHONIOENCODING="ascii")
    assert answer.code == 0, answer.err
    assert "18.0 %" in answer.out
    assert answer.out.isascii()
    assert "Паник" in spawn(*args, LC_ALL="C.UTF-8").out


def test_help_needs_neither_pydantic_nor_numpy() -> None:
    program = (
        "import sys; from bushido_odds.cli.main import run; run(['samurai', 'melee', '--help']); "
        "sys.exit(any(name in sys.modules for name in ('pydantic', 'numpy', 'rich')))"
    )
    assert spawn("-c", program).code == 0
