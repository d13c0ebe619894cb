"""``bushido-odds scenario``: formats, pages, examples and exit codes, as a person meets them."""

from __future__ import annotations

import csv
import io
import json
import re
from fractions import Fraction as F
from pathlib import Path
from typing import Any

import pytest

from bushido_odds.cli.main import run
from bushido_odds.report.page import Page
from bushido_odds.report.terminal import print_page
from bushido_odds.scenarios.rules import RULES

ROOT = Path(__file__).parent.parent
EXAMPLES = sorted((ROOT / "examples").glob("scenario-*.yaml"))
COMMANDS = {
    "scenario": "length",
    "scenario_control": "control",
    "scenario_score": "score",
    "scenario_odds": "odds",
}


def command(example: Path) -> str:
    """The command that an example is for."""
    found = re.search(r"^kind: (\w+)$", example.read_text(encoding="utf-8"), re.MULTILINE)
    assert found is not None
    return COMMANDS[found[1]]


class Shell:
    """The command line as a test uses it."""

    def __init__(self, capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
        self._capsys = capsys
        self._folder = tmp_path

    def __call__(self, *arguments: str) -> str:
        """What a command that succeeds prints."""
        assert run(["scenario", *arguments]) == 0
        found = self._capsys.readouterr()
        assert found.err == ""
        return found.out

    def json(self, *arguments: str) -> dict[str, Any]:
        plain = json.loads(self(*arguments, "--json", "--exact"))
        assert isinstance(plain, dict)
        return plain

    def fails(self, *arguments: str) -> str:
        """What a command that fails says."""
        assert run(["scenario", *arguments]) == 2
        found = self._capsys.readouterr()
        assert found.out == ""
        assert "Traceback" not in found.err
        return found.err

    def file(self, text: str, name: str = "match.yaml") -> str:
        path = self._folder / name
        path.write_text(text, encoding="utf-8")
        return str(path)


@pytest.fixture
def shell(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> Shell:
    return Shell(capsys, tmp_path)


# --- length -------------------------------------------------------------------------------------


def test_length_by_flags(shell: Shell) -> None:
    assert shell.json("length", "--fixed", "6")["last_turn"] == {"6": "1"}
    assert shell.json("length", "--variable", "5")["last_turn"] == {
        "5": "1/2",
        "6": "1/4",
        "7": "1/4",
    }
    rolled = shell.json("length", "--variable", "5", "--turn", "5", "--length-roll", "2")
    assert rolled["last_turn"] == {"6": "1/2", "7": "1/2"}
    assert rolled["turns_left"]["at_least"] == {"1": "1", "2": "1", "3": "1/2"}


def test_length_of_a_scenario(shell: Shell) -> None:
    card = str(ROOT / "examples/scenario-card.yaml")
    plain = shell.json("length", card, "--turn", "6")
    assert plain["last_turn"] == {"6": "1/2", "7": "1/2"}
    assert plain["name"] == "Wells of the pass"


def test_the_page_of_a_length(shell: Shell) -> None:
    assert shell("length", "--variable", "5", "--turn", "6").splitlines() == [
        "Variable (5)\tturn 6 in hand",
        "",
        "Last turn",
        "turn\tthe last",
        "6\t50.0 %",
        "7\t50.0 %",
        "",
        "Turns to play, turn 6 among them",
        "1+\t100 %",
        "2+\t50.0 %",
        "",
        "last turn, mean\t6.50",
        "turns to play, mean\t1.50",
    ]


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["--variable", "9"], "--length: length: Variable (9): the die is rolled from turn 1 to 7"),
        (["--variable", "5", "--turn", "8"], "--turn: turn: turn 8 is not part of the game"),
        (
            ["--fixed", "6", "--length-roll", "4"],
            "--length-roll: length_roll: Fixed (6) has no length",
        ),
        (["--fixed", "0"], "Fixed (0) is beyond the limit"),
        (["--fixed", "6", "--variable", "5"], "one of these is wanted"),
        (["--turn", "3"], "one of these is wanted"),
        (["nowhere.yaml"], "nowhere.yaml: there is no such file"),
    ],
)
def test_lengths_that_are_refused(shell: Shell, arguments: list[str], words: str) -> None:
    assert words in shell.fails("length", *arguments)


# --- control ------------------------------------------------------------------------------------


def test_control_by_flags(shell: Shell) -> None:
    pair = ["--us", "Aya 12", "--us", "Ren & Jin 9", "--them", "Oni 20"]
    plain = shell.json("control", *pair)
    assert plain["zones"]["zone"]["controlled_by"] == "us"
    assert plain["zones"]["zone"]["models"] == {"us": 3, "them": 1}
    apart = shell.json("control", *pair, "--outside", "jin", "--alignment", "ENEMY")
    assert apart["zones"]["zone"]["rice"] == {"us": 12, "them": 20}
    assert apart["zones"]["zone"]["controlled_by"] is None
    assert apart["zones"]["zone"]["alignment"] == "enemy"
    wolf = shell.json("control", "--us", "Hanso / Wolf 3", "--them", "Imp 1", "--outside", "Wolf")
    assert wolf["zones"]["zone"]["controlled_by"] == "them"


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        ([], "Usage"),
        (["--us", "Aya"], '"Aya" is no model with its Rice Cost'),
        (["--us", "Aya 3", "--outside", "Jin"], '--outside: no model given is called "Jin"'),
        (["--us", "Aya 3", "--us", "aya 4"], "two models are called"),
        (["zones.yaml", "--us", "Aya 3"], "a FILE or the models of one Zone are wanted"),
        (["--us", "Aya 3", "--alignment", "foe"], "foe"),
    ],
)
def test_zones_that_are_refused(shell: Shell, arguments: list[str], words: str) -> None:
    assert words in shell.fails("control", *arguments)


# --- score --------------------------------------------------------------------------------------


def test_a_scenario_in_a_file_of_its_own(shell: Shell) -> None:
    card = str(ROOT / "examples/scenario-card.yaml")
    log = shell.file("vims: {us: Aya}\nturns: [{}, {}]\n", "log.yaml")
    plain = shell.json("score", log, "--scenario", card)
    assert plain["input"]["scenario"]["name"] == "Wells of the pass"
    assert len(plain["turns"]) == 2


def test_faults_of_both_files_name_their_file(shell: Shell) -> None:
    card = (ROOT / "examples/scenario-card.yaml").read_text(encoding="utf-8")
    bad = shell.file(card.replace("turn: 3", "turn: 9"), "card.yaml")
    good = shell.file(card, "good.yaml")
    log = shell.file("vims: {us: Aya}\nturns:\n  - length_roll: 4\n", "log.yaml")
    words = shell.fails("score", log, "--scenario", bad)
    assert "card.yaml:14: scenario.victory_points[0].turn: turn 9 is not part" in words
    words = shell.fails("score", log, "--scenario", good)
    assert "log.yaml:3: turns[0].length_roll: Variable (5) has no length roll in turn 1" in words
    assert "rule Variable: from turn X on" in words
    two = shell.file(f"{card}---\n{card}", "two.yaml")
    assert "one scenario is wanted" in shell.fails("score", log, "--scenario", two)


def test_an_illegal_entry_is_an_error_with_file_line_and_rule(shell: Shell) -> None:
    text = (ROOT / "examples/scenario-objectives.yaml").read_text(encoding="utf-8")
    last = "      - {by: us, model: Aya, action: prayer, objective: west bank}\n"
    assert text.endswith(last)
    file = shell.file(text + last.replace("Aya", "Ren"))
    line = len(text.splitlines()) + 1
    assert shell.fails("score", file) == (
        f"{file}:{line}: turns[5].actions[1]: no Prayer Token is left: us had 4 and spent 4\n"
        "  rule Prayer Pool: each player has X Prayer Tokens for the whole game "
        "(https://jwarref.netlify.app/Rulebook/Scenario-Rules)\n"
    )


def test_a_document_of_another_kind(shell: Shell) -> None:
    card = str(ROOT / "examples/scenario-card.yaml")
    assert '"scenario" is not the kind of document wanted here: scenario_score' in shell.fails(
        "score", card
    )
    assert '"scenario" is not the kind' in shell.fails("odds", card)


def test_several_documents_in_one_file(shell: Shell) -> None:
    file = shell.file("length: Fixed (6)\n---\nlength: Variable (5)\n")
    lines = shell("length", file, "--format", "jsonl").splitlines()
    assert [json.loads(line)["length"] for line in lines] == ["Fixed (6)", "Variable (5)"]


LANTERNS = """\
scenario:
  types: [objectives]
  length: Fixed (2)
  objectives: {alignment: {ford: neutral}}
  interactions: [Prayer (2)]
  victory_points:
    - {for: most scenario points, turn: 1}
    - {for: most scenario points, turn: last}
    - {name: Scroll, for: other}
turns:
  - actions: [{by: them, model: Oni, action: prayer, objective: ford}]
"""


def test_the_page_of_a_score_so_far(shell: Shell) -> None:
    assert shell("score", shell.file(LANTERNS)).splitlines() == [
        "they lead 0-1\tFixed (2), so far after 1 turn",
        "",
        "after turn\tour SP\ttheir SP\tour VP\ttheir VP",
        "1\t0\t2\t0\t1",
        "",
        "Victory Points",
        "\tscored by\tin turn",
        "Most Scenario Points, turn 1\tthem\t1",
        "Most Scenario Points, last turn\tnobody\t",
        "Scroll\tnobody\t",
        "",
        "our Prayer Tokens left\t2",
        "theirs\t1",
        "",
        "The game is not over: what is not scored is still open.",
        "SP are the Scenario Points after the turn, VP the Victory Points.",
    ]


def test_the_pages_of_scores_that_are_over(shell: Shell) -> None:
    over = shell("score", shell.file(LANTERNS + "  - {}\n"), "-v").splitlines()
    assert over[0] == "they win 0-2\tFixed (2), ended after 2 turns"
    at = over.index("Turn 1")
    assert over[at : at + 6] == [
        "Turn 1",
        "Oni (them) prays at ford (Neutral): +2, 1 token left",
        "Most Scenario Points, turn 1 (0-2): they score it",
        "",
        "Turn 2",
        "Fixed (2): this is the last turn",
    ]
    assert "The game is not over" not in "".join(over)
    early = shell("score", shell.file(LANTERNS + "  - wiped_out: [us, them]\n")).splitlines()
    assert early[0] == "they win 0-1\tended early, in turn 2"
    assert early[-3:-1] == ["us: no model left", "them: no model left"]
    level = LANTERNS[: LANTERNS.index("turns:")] + "turns: [{}]\n"
    out = shell("score", shell.file(level), "-v").splitlines()
    assert out[0] == "level, 0-0\tFixed (2), so far after 1 turn"
    assert out[2] == "after turn\tour VP\ttheir VP"
    drawn = shell("score", shell.file(level.replace("[{}]", "[{}, {}]")))
    assert drawn.startswith("a draw, 0-0\tFixed (2), ended after 2 turns")


def test_the_working_on_a_page(shell: Shell) -> None:
    lines = shell("score", shell.file(LANTERNS), "--explain").splitlines()
    at = lines.index("1. Turn 1: Prayer")
    assert lines[at : at + 3] == [
        "1. Turn 1: Prayer",
        "Oni (them) prays at ford (Neutral): +2, 1 token left",
        "https://jwarref.netlify.app/Rulebook/Scenario-Rules",
    ]
    for arguments in (
        ("length", "--fixed", "6"),
        ("control", "--us", "Aya 3"),
        ("odds", shell.file("length: Fixed (6)")),
    ):
        assert "https://jwarref.netlify.app/" in shell(*arguments, "--explain")
        assert "https://jwarref.netlify.app/" not in shell(*arguments)


# --- odds ---------------------------------------------------------------------------------------

COIN = """\
length: Fixed (6)
score: {us: 1}
open:
  - {name: Shrine, us: 1/2, them: 1/3}
  - {name: Envoy, when: each turn, us: 1/6, them: 1/6}
"""


def test_the_page_of_odds(shell: Shell) -> None:
    file = shell.file(
        "length: Fixed (6)\nturn: 6\nscore: {us: 1}\nopen: [{name: Shrine, us: 1/2, them: 1/3}]\n"
    )
    assert shell("odds", file).splitlines() == [
        "us 1-0 them\tFixed (6), turn 6 in hand",
        "",
        "we win\t66.7 %",
        "draw\t33.3 %",
        "they win\t-",
        "",
        "Final score",
        "us-them\tchance",
        "2-0\t50.0 %",
        "1-0\t16.7 %",
        "1-1\t33.3 %",
        "",
        "The game ends",
        "\tchance",
        "after turn 6\t100 %",
        "",
        "Who takes it in the end",
        "\twhen\tus\tthem\tnobody",
        "Shrine\tlast turn\t50.0 %\t33.3 %\t16.7 %",
        "",
        "What the game is worth to us (win 1, draw 1/2, loss 0)",
        "\tif ours\tif theirs\tswing",
        "Shrine\t1.00\t0.50\t0.50",
        "",
        "Most hangs on: Shrine.",
        "If ours: if the Victory Point were ours already; swing: that less if theirs.",
        "Victory Points are settled independently of one another.",
    ]


def test_long_fractions_stand_below_one_another(shell: Shell) -> None:
    long = COIN.replace("1/6", "123456789/1000000007")
    out = shell("odds", shell.file(long), "--exact")
    assert "Shrine: us\t1/2" in out
    assert "Shrine\tlast turn\t1/2\t1/3\t1/6" in shell(
        "odds", shell.file(COIN.replace("1/6", "0")), "--exact"
    )


def test_a_decided_game_says_so(shell: Shell) -> None:
    file = shell.file(COIN.replace("us: 1}", "us: 2}").replace("  - {name: Envoy", "#"))
    assert "Decided: we win, whoever takes what is open (1 Victory Point)." in shell("odds", file)
    drawn = shell.file("length: Fixed (6)\nscore: {us: 1, them: 1}\n")
    assert "Decided: 1-1 is a draw, and no Victory Point is open." in shell("odds", drawn)


def test_an_early_end_on_the_page_of_odds(shell: Shell) -> None:
    file = shell.file("length: Fixed (1)\nwiped_out: {us: 1/8, them: 1/4}\n")
    lines = shell("odds", file).splitlines()
    at = lines.index("The game ends")
    assert lines[at + 2 : at + 5] == [
        "after turn 1\t62.5 %",
        "early, we are wiped out\t12.5 %",
        "early, they are wiped out\t25.0 %",
    ]
    assert "length roll 3" in shell("odds", shell.file("length: Variable (1)\nlength_roll: 3\n"))


def test_verbose_odds_show_every_result(shell: Shell) -> None:
    file = shell.file(COIN)
    lines = shell("odds", file, "-v").splitlines()
    at = lines.index("The result by who has it")
    assert lines[at + 1] == "\twe win\tdraw\tthey win"
    assert [line.split("\t")[0] for line in lines[at + 2 : at + 8]] == [
        f"{name}: {whose}"
        for name in ("Shrine", "Envoy")
        for whose in ("ours", "theirs", "nobody's")
    ]
    assert "The result by who has it" not in shell("odds", file)


# --- every example in every format --------------------------------------------------------------


@pytest.mark.parametrize("example", EXAMPLES, ids=lambda path: path.stem)
def test_every_example_in_every_format(shell: Shell, example: Path) -> None:
    arguments = (command(example), str(example))
    exact = shell.json(*arguments)
    assert exact["format"] == "bushido-odds/1"
    assert json.loads(shell(*arguments, "--format", "jsonl", "--exact")) == exact
    rows = list(csv.reader(io.StringIO(shell(*arguments, "--format", "csv"))))
    assert len(rows) == 2
    assert dict(zip(*rows, strict=True))["kind"] == exact["kind"]
    assert not [head for head in rows[0] if "events" in head or "working" in head]
    assert shell(*arguments, "--format", "markdown").startswith("## ")
    for option in ("--exact", "-v", "--explain"):
        assert shell(*arguments, option)
    assert "working" not in exact
    explained = json.loads(shell(*arguments, "--json", "--explain"))["working"]
    assert all(step["rule"].startswith("https://jwarref.netlify.app/") for step in explained)
    assert explained


@pytest.mark.parametrize("example", EXAMPLES, ids=lambda path: path.stem)
def test_the_normalised_input_of_an_example_gives_the_same_result(
    shell: Shell, example: Path
) -> None:
    result = shell.json(command(example), str(example))
    again = shell.file(json.dumps(result["input"]), "again.json")
    assert shell.json(command(example), again) == result


def test_the_examples_are_one_of_each_type() -> None:
    assert [path.stem.removeprefix("scenario-") for path in EXAMPLES] == [
        *("card", "control", "objectives", "odds", "vim", "zones"),
    ]


def page_of(
    arguments: tuple[str, ...], shell: Shell, monkeypatch: pytest.MonkeyPatch
) -> tuple[Page, list[str]]:
    """The page that a command draws on a terminal, and its plain lines."""
    plain = shell(*arguments).splitlines()
    pages: list[Page] = []
    with monkeypatch.context() as patch:
        patch.setattr("bushido_odds.report.terminal.print_page", pages.append)
        patch.setenv("FORCE_COLOR", "1")
        shell(*arguments)
    [page] = pages
    monkeypatch.setenv("NO_COLOR", "1")
    return page, plain


@pytest.mark.parametrize("width", [60, 80, 200])
@pytest.mark.parametrize("example", EXAMPLES, ids=lambda path: path.stem)
def test_tables_fit_a_terminal(
    example: Path, width: int, monkeypatch: pytest.MonkeyPatch, shell: Shell
) -> None:
    page, plain = page_of((command(example), str(example)), shell, monkeypatch)
    monkeypatch.setenv("COLUMNS", str(width))
    stream = io.StringIO()
    print_page(page, stream)
    drawn = stream.getvalue()
    for row in plain[1:]:
        cells = [re.escape(cell) for cell in row.split("\t") if cell]
        if len(cells) > 1:
            assert re.search(r" +".join(cells), drawn), row


def test_pages_in_ascii(monkeypatch: pytest.MonkeyPatch, shell: Shell) -> None:
    page, _ = page_of(("length", "--variable", "5"), shell, monkeypatch)
    stream = io.TextIOWrapper(io.BytesIO(), encoding="ascii")
    print_page(page, stream)
    stream.seek(0)
    assert "2+   100 %  ####################" in stream.read()


# --- the group ----------------------------------------------------------------------------------


@pytest.mark.parametrize("name", ["", *COMMANDS.values()])
def test_help(name: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["scenario", *([name] if name else []), "--help"]) == 0
    out = capsys.readouterr().out
    assert "Examples:" in out
    assert "..." not in out.partition("Commands:")[2]
    assert max(map(len, out.splitlines())) <= 100


def test_a_misspelt_subcommand(shell: Shell) -> None:
    assert "Did you mean 'length'?" in shell.fails("lenght")


# --- the docs -----------------------------------------------------------------------------------

DOCS = (ROOT / "docs/scenarios.md").read_text(encoding="utf-8")


def test_every_rule_is_in_the_table_of_the_docs_with_a_function_and_a_test() -> None:
    rows = {
        cells[0]: cells[1:]
        for line in DOCS.splitlines()
        if line.startswith("| ")
        and len(cells := [c.strip() for c in line.strip("|").split("|")]) == 4
    }
    assert [name for name in RULES if name not in rows] == []
    sources = "\n".join(
        p.read_text(encoding="utf-8") for p in ROOT.glob("src/bushido_odds/scenarios/*.py")
    )
    for name in RULES:
        line, functions, tests = rows[name]
        assert line == RULES[name].says
        for function in re.findall(r"`(?:\w+\.)?(\w+)`", functions):
            assert re.search(rf"(?:def|class) {function}\b|^{function}\b", sources, re.MULTILINE), (
                function
            )
        for file, test in re.findall(r"`(\w+)::(\w+)`", tests):
            text = (ROOT / "tests" / f"{file}.py").read_text(encoding="utf-8")
            assert f"def {test}(" in text, test
        assert "::" in tests


def blocks(language: str) -> list[str]:
    return re.findall(rf"^```{language}\n(.*?)^```$", DOCS, re.MULTILINE | re.DOTALL)


def test_the_docs_show_what_the_commands_print(
    shell: Shell, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(ROOT)
    shown = blocks("console")
    assert len(shown) >= 5
    for block in shown:
        first, *expected = block.splitlines()
        words = re.findall(r'"[^"]*"|\S+', first.removeprefix("$ bushido-odds scenario "))
        out = shell(*(word.strip('"') for word in words))
        assert [line.rstrip() for line in out.splitlines()] == [line.rstrip() for line in expected]


def test_the_documents_in_the_docs_are_valid(shell: Shell) -> None:
    for block in blocks("yaml"):
        kind = re.search(r"^kind: (\w+)", block, re.MULTILINE)
        assert kind is not None
        assert shell(COMMANDS[kind[1]], shell.file(block))


def test_fractions_of_the_docs(shell: Shell) -> None:
    odds = shell.json("odds", str(ROOT / "examples/scenario-odds.yaml"))
    assert F(odds["win"]) + F(odds["draw"]) + F(odds["loss"]) == 1
    assert odds["last_turn"] == {"5": "11/24", "6": "121/576", "7": "1331/6912"}
    # 1/12 a turn: 1/12 + 11/12 x 1/2 x (1/12 + 11/12 x 1/2 x 1/12), a third of it ours.
    assert odds["wiped_out"] == {"us": "961/20736", "them": "961/10368"}
