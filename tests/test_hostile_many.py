"""Many documents under hostile conditions: whole lines, a word for a person, an end."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from command import call, environment, refused

DUEL = {"kind": "melee", "active": "Goro: 3/1", "opponent": "Farmer: 1/1, wounds 5"}
SIDE = {"attack": 6, "defence": 6, "traits": ["Dodge (3)", "Feint (3)"]}
BEYOND = {"kind": "melee", "rerolls": "optimal", "active": SIDE, "opponent": SIDE}


def written(path: Path, *documents: object) -> str:
    path.write_text("".join(f"{json.dumps(document)}\n" for document in documents))
    return str(path)


@pytest.mark.parametrize("jobs", ["1", "2"])
def test_what_is_too_much_to_work_out_is_a_bad_item(jobs: str, tmp_path: Path) -> None:
    file = written(tmp_path / "d.jsonl", DUEL, BEYOND, DUEL)
    answer = call("batch", file, "--jobs", jobs)
    good, bad, last = map(json.loads, answer.out.splitlines())
    assert (answer.code, good) == (1, last)
    assert (bad["error"]["file"], bad["error"]["line"]) == (file, 2)
    assert "joint states" in bad["error"]["message"]
    assert f"{file}:2: " in refused("compare", file)


def test_what_is_too_much_stays_empty_in_a_sweep() -> None:
    out = call("sweep", "-", "--set", "rerolls=expected,optimal", stdin=json.dumps(BEYOND))
    assert out.code == 2  # a value that can be in no combination
    assert "joint states" in out.err


def test_a_reaction_of_nothing() -> None:
    shoot = {
        "kind": "samurai_shoot",
        "distance": 18,
        "shooter": {"shooting": 7, "shots": 2, "strength": 5, "range": 24},
        "target": "Ronin: body 5, armour 4, 2 wounds, agility 6",
    }
    texts = [
        call("batch", "-", stdin=json.dumps({**shoot, **more})).out
        for more in ({}, {"reaction": None})
    ]
    assert texts[0] == texts[1]


@pytest.mark.parametrize("kind", ["samurai_melee", "samurai_opposed", "samurai_ki"])
def test_a_path_through_a_text_that_is_no_model_leads_nowhere(kind: str) -> None:
    text = f"kind: {kind}\nrules: tournament\nvariants:\n  a: {{rules.ki5_auto: true}}\n"
    [line] = call("batch", "-", stdin=text).out.splitlines()
    assert "holds nothing" in json.loads(line)["error"]["message"]


@pytest.mark.parametrize("name", ["yaml.py", "random.py", "bushido_odds.py"])
def test_processes_import_nothing_from_the_folder_they_are_in(name: str, tmp_path: Path) -> None:
    (tmp_path / name).write_text("raise SystemExit('shadowed')")
    done = subprocess.run(
        [sys.executable, "-P", "-m", "bushido_odds", "batch", "-", "--jobs", "2"],
        input=json.dumps(DUEL).encode(),
        capture_output=True,
        cwd=tmp_path,
        env=environment(),
    )
    assert (done.returncode, done.stderr) == (0, b"")
    assert json.loads(done.stdout)["kind"] == "melee"


@pytest.mark.parametrize("format_", ["table", "markdown", "csv", "svg", "html"])
def test_names_of_variants_and_values_steer_no_terminal(format_: str, tmp_path: Path) -> None:
    names = {"\x1b[31mx\n\ty": None, "b": None}
    document = {"active": "A: 1/1", "opponent": "B: 1/1", "variants": names}
    file = written(tmp_path / "v.json", document)
    single = written(tmp_path / "d.json", DUEL)
    for args in (
        ("compare", file),
        ("sweep", file, "--set", "active.attack=1..2"),
        ("sweep", single, "--set", "active.name=x\x1b[31m,y", "--set", "active.attack=1,2"),
    ):
        out = call(
            *args,
            "--format" if format_ not in ("svg", "html") else f"--{format_}",
            *((format_,) if format_ not in ("svg", "html") else ()),
        ).out
        assert out
        assert "\x1b" not in out
        assert "x\n\ty" not in out
    assert call("compare", file, "--against", "xy").code == 0


def test_endless_input_ends() -> None:
    for args in (["batch", "/dev/zero"], ["validate", "/dev/zero"]):
        done = subprocess.run(
            [sys.executable, "-m", "bushido_odds", *args],
            capture_output=True,
            text=True,
            timeout=60,
            env=environment(),
        )
        assert done.returncode == 1
        assert "/dev/zero" in done.stdout


def test_links_that_lead_in_circles_are_not_walked(tmp_path: Path) -> None:
    written(tmp_path / "d.json", DUEL)
    written(tmp_path / ".hidden.json", DUEL)
    (tmp_path / "l1").symlink_to(".")
    (tmp_path / "l2").symlink_to(".")
    for name in (str(tmp_path), str(tmp_path / "**" / "*.json")):
        assert call("batch", name, "--fields", "kind").out == "kind\nmelee\n"


def test_a_pipe_in_a_folder_is_no_file_of_documents(tmp_path: Path) -> None:
    written(tmp_path / "a.json", DUEL)
    os.mkfifo(tmp_path / "b.json")
    assert call("batch", str(tmp_path), "--fields", "kind").out == "kind\nmelee\n"


def test_a_file_called_dash_is_no_standard_input(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    written(tmp_path / "-", DUEL)
    monkeypatch.chdir(tmp_path)
    assert call("batch", "*", "--fields", "file").out == "file\n./-\n"


@pytest.mark.parametrize("setting", ["active.attack=,", "active.attack=;", "active.attack= ,, "])
def test_a_setting_of_separators_sets_nothing(setting: str) -> None:
    assert "sets nothing" in refused("sweep", "A: 2/1", "B: 1/1", "--set", setting)


def test_two_spellings_of_a_path_are_one() -> None:
    args = ("--set", "active.traits.Tough=1,2", "--set", "active.traits.tough=3")
    assert "is set twice" in refused("sweep", "A: 2/1", "B: 1/1", *args)


def test_a_figure_and_a_value_of_one_path() -> None:
    text = "kind: damage\nlevel: 2\n"
    more = ("--set", "level=1..2", "--columns", "level", "--format", "csv")
    out = call("sweep", "-", *more, stdin=text).out
    assert out.splitlines() == ["level,figure.level", "1,1", "2,2"]


def test_huge_numbers_in_paths() -> None:
    nines = "9" * 5000
    for path in (f"notes.{nines}", f"opponent.hp_lost.distribution.{nines}+"):
        answer = call("batch", "-", "--fields", path, stdin=json.dumps(DUEL))
        assert answer.code == 1
        assert "no result has" in answer.err
        assert call("compare", "-", "--columns", path, stdin=json.dumps(DUEL)).code == 2


def test_rows_have_different_names() -> None:
    documents = [{**DUEL, "name": name} for name in ("a", "a", "a (2)", "a")]
    text = "".join(f"{json.dumps(document)}\n" for document in documents)
    rows = call("compare", "-", "--json", stdin=text).json["rows"]
    assert [row["name"] for row in rows] == ["a", "a (2)", "a (2) (2)", "a (3)"]


def test_a_process_that_ends_midway_is_a_fault(tmp_path: Path) -> None:
    file = written(tmp_path / "many.jsonl", *[{**DUEL, "name": str(n)} for n in range(4000)])
    process = subprocess.Popen(
        [sys.executable, "-m", "bushido_odds", "batch", file, "--jobs", "2"],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        env=environment(),
    )
    assert process.stdout is not None
    process.stdout.readline()
    children = Path(f"/proc/{process.pid}/task/{process.pid}/children").read_text().split()
    os.kill(int(children[0]), signal.SIGKILL)
    assert process.stderr is not None
    with process:
        out, err = process.stdout.read(), process.stderr.read()
    assert process.returncode == 2
    assert err == "a process of --jobs has died at its work\n"
    assert all(json.loads(line) for line in out.splitlines())


def test_no_process_is_left_when_this_one_is_ended_at_long_work(tmp_path: Path) -> None:
    side = {"attack": 4, "defence": 4, "traits": ["Dodge (1)", "Feint (1)"]}
    long = {"kind": "melee", "rerolls": "optimal", "active": side, "opponent": side}
    file = written(tmp_path / "long.jsonl", long, DUEL)
    process = subprocess.Popen(
        [sys.executable, "-m", "bushido_odds", "batch", file, "--jobs", "2"],
        stdout=subprocess.DEVNULL,
        env=environment(),
    )
    children: list[str] = []
    while len(children) < 2:
        time.sleep(0.05)
        children = Path(f"/proc/{process.pid}/task/{process.pid}/children").read_text().split()
    time.sleep(0.5)
    process.kill()
    process.wait()
    for _ in range(100):
        if not any(Path(f"/proc/{child}/exe").exists() for child in children):
            return
        time.sleep(0.05)
    raise AssertionError("a process is still at work")


@pytest.mark.parametrize("redirection", [">/dev/full", ">&-", "<&-", "2>&-"])
@pytest.mark.parametrize(
    "command",
    [
        "batch -",
        "batch DUEL",
        "compare DUEL",
        "sweep DUEL --set active.attack=1,2",
        "validate DUEL",
        "melee DUEL",
        "schema melee",
    ],
)
def test_full_and_closed_streams(command: str, redirection: str, tmp_path: Path) -> None:
    file = written(tmp_path / "d.json", DUEL)
    program = f"{sys.executable} -m bushido_odds {command.replace('DUEL', file)} {redirection}"
    done = subprocess.run(
        program, shell=True, capture_output=True, text=True, env=environment(),
        stdin=subprocess.DEVNULL,
    )  # fmt: skip
    assert "Traceback" not in done.stderr
    writes = command not in ("batch -", "validate DUEL")
    if redirection == ">&-" or (redirection == ">/dev/full" and writes):
        assert done.returncode == 2
        assert done.stderr.splitlines()[-1] in (
            "standard output is closed",
            "the output cannot be written (no space left on device)",
        )
    else:
        assert done.returncode == 0 or command == "batch -"


@pytest.mark.parametrize("sign", [signal.SIGTERM, signal.SIGHUP])
def test_no_draft_is_left_when_told_to_end(sign: signal.Signals, tmp_path: Path) -> None:
    process = subprocess.Popen(
        [sys.executable, "-m", "bushido_odds", "batch", "-", "--output", str(tmp_path / "o.jsonl")],
        stdin=subprocess.PIPE,
        env=environment(),
    )
    while not list(tmp_path.iterdir()):
        time.sleep(0.02)
    time.sleep(0.3)
    process.send_signal(sign)
    assert process.wait(timeout=30) == -sign
    assert process.stdin is not None
    process.stdin.close()
    assert list(tmp_path.iterdir()) == []


def test_data_are_utf_8_whatever_the_terminal_has() -> None:
    document = json.dumps({**DUEL, "name": "漢字 ü"})
    for args in (("melee", "-", "--json"), ("compare", "-", "--format", "csv")):
        done = subprocess.run(
            [sys.executable, "-m", "bushido_odds", *args],
            input=document.encode(),
            capture_output=True,
            env=environment(PYTHONIOENCODING="ascii"),
        )
        assert "漢字 ü" in done.stdout.decode()


def test_places_that_are_no_files(tmp_path: Path) -> None:
    for args in (("melee", "A: 1/1", "B: 1/1"), ("schema", "melee")):
        err = refused(*args, "--output", f"{tmp_path}/new/")
        assert "this is a directory" in err
    long = tmp_path / ("雪" * 80 + ".md")
    assert call("melee", "A: 1/1", "B: 1/1", "--output", str(long)).code == 0
    assert [path.name for path in tmp_path.iterdir()] == [long.name]


def test_a_list_is_no_document_to_sweep() -> None:
    assert "this is a list" in refused("sweep", "-", "--set", "active.attack=1,2", stdin="[1, 2]")


def test_an_ending_that_no_batch_has(tmp_path: Path) -> None:
    assert ".png" in refused("batch", "-", "--output", str(tmp_path / "a.png"))
