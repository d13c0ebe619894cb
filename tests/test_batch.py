"""`batch`: a line for every document, in order, as they come, on one core or several."""

from __future__ import annotations

import contextlib
import csv
import gc
import io
import json
import os
import signal
import subprocess
import sys
import time
import tracemalloc
from collections.abc import Iterator
from pathlib import Path
from typing import Any
from unittest import mock

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

import bushido_odds as bo
from bushido_odds.cli import progress
from bushido_odds.documents.source import Source, read
from bushido_odds.many.lines import Line, Writing
from bushido_odds.many.run import Batch
from bushido_odds.many.workers import WorkerDiedError, Workers, receive, send
from bushido_odds.report.data import tsv_line
from command import call, environment, refused

DUEL = {"kind": "melee", "active": "Hotaru: 2/1", "opponent": "Farmer: 1/1, wounds 5, Tough (1)"}
SHOT = {"kind": "ranged", "shooter": "3 dice", "target": "Chiyo: wounds 5, tiny"}
FEAR = {"kind": "fear", "ki": 2, "value": 5}
ROLLED = {"kind": "resolve", "active": "[4 2]/[5]", "opponent": "[5 3]/[4]"}
NINJA = {"kind": "samurai_test", "skill": 6}
BAD = {"kind": "melee", "active": {"attack": 99, "defence": 1, "traits": ["Tuogh"]}}


def lines_of(*documents: Any) -> str:
    return "".join(json.dumps(document) + "\n" for document in documents)


def many(count: int) -> list[dict[str, Any]]:
    """Different documents, a bad one among every seven."""
    return [
        BAD if number % 7 == 3 else {**DUEL, "name": f"No. {number}", "active": f"{number % 4}/1"}
        for number in range(count)
    ]


def spawned(*args: str, **more: Any) -> subprocess.Popen[bytes]:
    """The command in a process of its own, its streams piped."""
    return subprocess.Popen(
        [sys.executable, "-m", "bushido_odds", "batch", *args],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        env=environment(),
        **more,
    )


# ---- what comes out


def test_a_line_for_every_document_of_any_kind_in_order() -> None:
    documents = [DUEL, SHOT, FEAR, ROLLED, NINJA, DUEL]
    answer = call("batch", "-", stdin=lines_of(*documents))
    assert (answer.code, answer.err) == (0, "")
    found = [json.loads(line) for line in answer.out.splitlines()]
    assert [result["kind"] for result in found] == [document["kind"] for document in documents]
    assert found == [json.loads(json.dumps(bo.solve(d).to_dict())) for d in documents]


def test_lines_are_compact_and_utf_8() -> None:
    out = call("batch", "-", stdin=lines_of({**DUEL, "name": "雪 ü"})).out
    assert '"name":"雪 ü"' in out
    assert ": " not in out.replace("Bushido: Risen Sun", "").split('"notes"')[0]


def test_exact_gives_fractions() -> None:
    [line] = call("batch", "-", "--exact", stdin=lines_of(DUEL)).out.splitlines()
    assert json.loads(line)["active"]["attack"]["success"] == "6317/7776"


def test_streams_of_yaml_and_json_files_folders_and_patterns(tmp_path: Path) -> None:
    folder = tmp_path / "duels"
    (folder / "more").mkdir(parents=True)
    (folder / "b.yaml").write_text('active: "B: 1/1"\nopponent: 1/1\n---\n' + json.dumps(FEAR))
    (folder / "a.json").write_text(json.dumps({**DUEL, "name": "a"}, indent=2))
    (folder / "more" / "c.jsonl").write_text(lines_of({**DUEL, "name": "c"}, SHOT))
    (folder / "notes.txt").write_text("no documents")

    def kinds(*names: str) -> list[str]:
        answer = call("batch", *names, "--fields", "kind,name", "--format", "tsv")
        assert answer.code == 0, answer.err
        return answer.out.splitlines()[1:]

    assert kinds(str(folder)) == ["melee\ta", "melee\t", "fear\t", "melee\tc", "ranged\t"]
    assert kinds(str(folder / "*.yaml")) == ["melee\t", "fear\t"]
    assert kinds(str(folder / "**" / "*.json*")) == ["melee\ta", "melee\tc", "ranged\t"]
    with_stdin = call("batch", str(folder / "a.json"), "-", "--fields", "kind", stdin="{}")
    assert with_stdin.out.splitlines() == ["kind", "melee", '""']
    assert with_stdin.code == 1


def test_a_folder_or_a_pattern_without_documents_is_refused(tmp_path: Path) -> None:
    assert "no file of documents in this folder" in refused("batch", str(tmp_path))
    assert "no file matches this pattern" in refused("batch", str(tmp_path / "*.yaml"))


def test_a_document_with_variants_gives_a_line_for_each() -> None:
    text = 'active: "A: 2/1"\nopponent: "B: 1/1"\nvariants: {plain: {}, Combo: {active.special: '
    answer = call("batch", "-", stdin=text + "Combo Attack}, bad: {active.attak: 1}}\n")
    plain, combo, bad = map(json.loads, answer.out.splitlines())
    assert (plain["name"], combo["name"]) == ("plain", "Combo")
    assert combo["input"]["active"]["special"] == "Combo Attack"
    assert bad["error"]["suggestion"] == 'did you mean "active.attack"?'
    assert answer.code == 1


# ---- bad items


def test_a_bad_item_becomes_a_line_and_the_rest_goes_on() -> None:
    text = lines_of(DUEL) + '{"kind": oops}\n' + lines_of(BAD, DUEL)
    answer = call("batch", "-", stdin=text)
    good, broken, bad, last = map(json.loads, answer.out.splitlines())
    assert answer.code == 1
    assert good == last
    assert broken["error"].items() >= {"file": "<stdin>", "line": 2, "path": ""}.items()
    assert "not valid JSON" in broken["error"]["message"]
    error = bad["error"]
    assert (error["file"], error["line"], error["path"]) == ("<stdin>", 3, "active.attack")
    assert error["message"] == "99 is beyond the limit: 0 to 12"
    assert {other["path"] for other in error["others"]} == {"active.traits[0]", "opponent"}
    assert answer.err.startswith("2 of 4 could not be answered:\n<stdin>:2: not valid JSON")


def test_a_summary_tells_the_first_faults_and_counts_the_others() -> None:
    err = call("batch", "-", stdin=lines_of(*[{"kind": "nothing"}] * 5)).err
    assert err.startswith("5 of 5 could not be answered:")
    assert err.endswith("... and 2 more\n")
    assert err.count("<stdin>:") == 3


def test_a_file_that_is_not_there_is_a_bad_item() -> None:
    answer = call("batch", "nowhere.yaml", "-", stdin=lines_of(DUEL))
    first, second = map(json.loads, answer.out.splitlines())
    assert first["error"]["message"] == "there is no such file"
    assert second["kind"] == "melee"
    assert answer.code == 1


@pytest.mark.parametrize("jobs", ["1", "2"])
def test_fail_fast_stops_at_the_first_bad_item(jobs: str) -> None:
    answer = call("batch", "-", "--fail-fast", "--jobs", jobs, stdin=lines_of(DUEL, BAD, DUEL))
    good, bad = map(json.loads, answer.out.splitlines())
    assert "error" in bad
    assert "error" not in good
    assert answer.code == 1
    assert "stopped at the first" in answer.err


# ---- fields


def test_fields_are_columns_of_csv() -> None:
    fields = "name,active.attack.success,outcome.opponent_out,opponent.hp_lost.distribution.3+"
    answer = call("batch", "-", "--fields", fields, stdin=lines_of({**DUEL, "name": "a, b"}, BAD))
    head, good, bad = csv.reader(io.StringIO(answer.out))
    assert head == fields.split(",")
    result = bo.solve(DUEL)
    assert good[0] == "a, b"
    assert float(good[1]) == float(result.active.attack.success)
    assert float(good[2]) == float(result.outcome.opponent_out)
    at_least = result.opponent.hp_lost.distribution.at_least(3)
    assert float(good[3]) == pytest.approx(float(at_least), rel=1e-15)
    assert bad == ["", "", "", ""]
    assert "active.traits[0]: unknown trait" in answer.err


def test_fields_as_tsv_and_as_json_and_exactly() -> None:
    fields = "kind,opponent.hp_lost.distribution.3+,opponent.hp_lost.distribution.99"
    fields += ",input.opponent.traits"
    line = lines_of(DUEL)
    tsv = call("batch", "-", "--fields", fields, "--format", "tsv", "--exact", stdin=line).out
    exact = bo.solve(DUEL).opponent.hp_lost.distribution.at_least(3)
    assert tsv.splitlines()[1].split("\t") == ["melee", str(exact), "0", '["Tough (1)"]']
    out = call("batch", "-", "--fields", fields, "--json", "--exact", stdin=line).out
    assert list(json.loads(out).values()) == ["melee", str(exact), "0", ["Tough (1)"]]


def test_fields_by_name_and_where_a_line_comes_from(tmp_path: Path) -> None:
    shot = tmp_path / "shot.yaml"
    shot.write_text("# a shot\nkind: ranged\nshooter: 3 dice\ntarget: 'T: wounds 5'\n")
    duels = tmp_path / "duels.yaml"
    duels.write_text(
        'name: duel\nactive: "A: 2/1"\nopponent: "B: 1/1"\n'
        "variants: {plain: ~, worse: {active.attack: 1}, bad: {active.wounds: 0}}\n---\n{\n"
    )
    fields = "name,variant,line,takes out,error.path"
    answer = call("batch", str(shot), str(duels), "--fields", fields, "--exact")
    rows = list(csv.DictReader(io.StringIO(answer.out)))
    result = bo.solve({"kind": "ranged", "shooter": "3 dice", "target": "T: wounds 5"})
    assert rows[0]["takes out"] == str(result.target.out_of_action)
    assert [row["name"] for row in rows] == ["", "duel: plain", "duel: worse", "duel: bad", ""]
    assert [row["variant"] for row in rows] == ["", "plain", "worse", "bad", ""]
    assert [row["line"] for row in rows] == ["2", "1", "1", "4", "6"]
    assert [row["error.path"] for row in rows[:4]] == ["", "", "", "active.wounds"]
    told = call("batch", str(duels), "--fields", "file,error.message", "--format", "tsv").out
    assert told.splitlines()[3] == f"{duels}\t0 is beyond the limit: 1 to 99"


def test_cells_of_tsv_are_bare() -> None:
    name = 'a "b"\tc'
    out = call(
        "batch",
        "-",
        "--fields",
        "name,kind",
        "--format",
        "tsv",
        stdin=lines_of({**DUEL, "name": name}),
    ).out
    assert out.splitlines()[1].split("\t") == ['a "b" c', "melee"]


def test_the_ending_of_a_file_says_the_format(tmp_path: Path) -> None:
    for ending, start in ((".csv", "kind,name\n"), (".tsv", "kind\tname\n"), (".jsonl", '{"kind"')):
        file = tmp_path / f"odds{ending}"
        done = call(
            "batch", "-", "--fields", "kind,name", "--output", str(file), stdin=lines_of(DUEL)
        )
        assert done.code == 0
        assert file.read_text().startswith(start)
    assert "needs --fields" in refused("batch", "-", "--output", str(tmp_path / "more.csv"))


def test_a_field_that_no_result_has_is_told_at_once_with_the_nearest() -> None:
    answer = call("batch", "-", "--fields", "kind,active.attak.success", stdin=lines_of(DUEL, DUEL))
    assert answer.out.splitlines() == ["kind,active.attak.success", "melee,", "melee,"]
    assert answer.code == 1
    assert answer.err.count('did you mean "active.attack.success"?') == 1
    assert answer.err.endswith("no result has: active.attak.success\n")


def test_a_field_that_some_results_have_is_fine() -> None:
    leaves = {**DUEL, "action": "disengage"}
    answer = call("batch", "-", "--fields", "disengage.success", stdin=lines_of(leaves, DUEL))
    assert answer.code == 0
    assert answer.out.splitlines()[2] == '""'


def test_tables_need_fields() -> None:
    assert "--format csv needs --fields" in refused("batch", "-", "--format", "csv")
    assert "contradict" in refused("batch", "-", "--json", "--format", "csv", "--fields", "kind")


# ---- processes


@pytest.mark.parametrize(
    "more", [(), ("--fields", "name,outcome.both_stand,nothing"), ("--exact",)]
)
def test_several_processes_print_the_same_bytes(more: tuple[str, ...]) -> None:
    text = lines_of(*many(90)) + '{"broken": \n' + lines_of(SHOT, *many(20))
    one = call("batch", "-", *more, stdin=text)
    several = call("batch", "-", *more, "--jobs", "3", stdin=text)
    assert one.out.count("\n") >= 112
    assert (one.code, one.out) == (several.code, several.out)


@pytest.mark.parametrize("jobs", ["1", "2"])
def test_the_first_line_is_there_before_the_last_is_read(jobs: str) -> None:
    process = spawned("-", "--jobs", jobs)
    assert process.stdin
    assert process.stdout
    with process:
        process.stdin.write(lines_of(DUEL).encode())
        process.stdin.flush()
        assert json.loads(process.stdout.readline())["kind"] == "melee"
        process.stdin.write(lines_of(FEAR).encode())
        process.stdin.flush()
        assert json.loads(process.stdout.readline())["kind"] == "fear"
        process.stdin.close()
        assert process.stdout.read() == b""
    assert process.returncode == 0


def children(pid: int) -> list[int]:
    found = subprocess.run(["ps", "-o", "pid=", "--ppid", str(pid)], capture_output=True, text=True)
    return [int(word) for word in found.stdout.split()]


def alive(pid: int) -> bool:
    """Whether a process runs, and is not merely remembered."""
    with contextlib.suppress(OSError):
        return ") Z" not in Path(f"/proc/{pid}/stat").read_text()
    return False


def ended(pids: list[int], patience: float = 10) -> bool:
    until = time.monotonic() + patience
    while any(map(alive, pids)) and time.monotonic() < until:
        time.sleep(0.02)
    return not any(map(alive, pids))


@pytest.fixture(scope="module")
def endless(tmp_path_factory: pytest.TempPathFactory) -> str:
    """A file that takes minutes."""
    path = tmp_path_factory.mktemp("batch") / "endless.jsonl"
    path.write_text(lines_of(*({**DUEL, "name": str(number)} for number in range(40_000))))
    return str(path)


@pytest.mark.parametrize("jobs", ["1", "2"])
def test_an_interrupt_leaves_whole_lines_and_no_processes(jobs: str, endless: str) -> None:
    process = spawned(endless, "--jobs", jobs)
    assert process.stdout
    assert process.stderr
    first = process.stdout.readline()
    workers = children(process.pid)
    assert len(workers) == (0 if jobs == "1" else 2)
    process.send_signal(signal.SIGINT)
    rest, err = process.stdout.read(), process.stderr.read()
    assert process.wait(timeout=30) == 130
    for stream in (process.stdin, process.stdout, process.stderr):
        assert stream
        stream.close()
    assert b"Traceback" not in err
    assert err.strip() == b"interrupted"
    assert rest == b"" or rest.endswith(b"\n")
    names = [json.loads(line)["name"] for line in (first + rest).splitlines()]
    assert names == [str(number) for number in range(len(names))]
    assert len(names) < 40_000
    assert ended(workers)


def test_processes_end_with_the_one_that_started_them(endless: str) -> None:
    process = spawned(endless, "--jobs", "2")
    assert process.stdout
    process.stdout.readline()
    workers = children(process.pid)
    assert len(workers) == 2
    process.kill()
    with process:
        pass
    assert ended(workers)


@pytest.mark.parametrize("jobs", ["1", "2"])
def test_a_closed_pipe_ends_quietly(jobs: str, endless: str) -> None:
    process = spawned(endless, "--jobs", jobs)
    assert process.stdout
    assert process.stderr
    process.stdout.readline()
    workers = children(process.pid)
    process.stdout.close()
    assert process.wait(timeout=30) == 141
    assert process.stderr.read() == b""
    process.stderr.close()
    assert process.stdin
    process.stdin.close()
    assert ended(workers)


def test_a_closed_pipe_is_noticed_while_input_is_awaited() -> None:
    process = spawned("-", "--jobs", "2")
    assert process.stdin
    assert process.stdout
    with process:
        process.stdin.write(lines_of(DUEL).encode())
        process.stdin.flush()
        process.stdout.readline()
        process.stdout.close()
        process.stdin.write(lines_of(DUEL).encode())
        process.stdin.flush()  # and it stays open: nothing more comes
        assert process.wait(timeout=30) == 141


def test_a_process_that_dies_is_a_fault_and_not_a_hang() -> None:
    with mock.patch.object(sys, "executable", "/bin/false"), pytest.raises(WorkerDiedError):  # noqa: SIM117
        with Workers(2, Writing(), lambda line: None) as workers:
            workers.run(read(io.StringIO(lines_of(*many(5)))))


def test_what_printing_raises_ends_the_work() -> None:
    def refuse(line: Line) -> None:
        raise ZeroDivisionError

    with pytest.raises(ZeroDivisionError), Workers(2, Writing(), refuse) as workers:
        workers.run(read(io.StringIO(lines_of(*many(300)))))


# ---- memory, progress, start


def test_memory_stays_flat() -> None:
    """Five hundred documents more leave next to nothing behind, once the caches are warm."""
    marks: list[int] = []

    def stream() -> Iterator[Source]:
        [source] = read(io.StringIO(lines_of(DUEL)))
        assert isinstance(source, Source)
        for number in range(700):
            if number in (200, 699):
                gc.collect()
                marks.append(tracemalloc.get_traced_memory()[0])
            yield source

    tracemalloc.start()
    try:
        Batch(Writing(), lambda words: None).run(stream(), lambda text: None)
    finally:
        tracemalloc.stop()
    assert marks[1] - marks[0] < 100_000


class Terminal(io.StringIO):
    def isatty(self) -> bool:
        return True


def drawn(stream: io.StringIO) -> str:
    with mock.patch.object(sys, "stderr", stream), mock.patch.object(progress, "_PATIENCE", 0):
        with progress.shown("batch") as tell:
            tell(0.5, "12 done")
            tell(None, "too soon to be drawn")
        return stream.getvalue()


def test_progress_is_drawn_on_a_terminal_alone() -> None:
    text = drawn(Terminal())
    assert "\rbatch [###############...............]  50%  12 done" in text
    assert "too soon" not in text
    assert text.endswith("\r")
    assert drawn(io.StringIO()) == ""


def test_a_watched_batch_tells_how_far_it_is(tmp_path: Path) -> None:
    path = tmp_path / "duels.jsonl"
    path.write_text(lines_of(*many(20)))
    told: list[tuple[float | None, str]] = []

    @contextlib.contextmanager
    def shown(title: str) -> Iterator[Any]:
        yield lambda done, words="": told.append((done, words))

    with mock.patch.object(progress, "shown", shown):
        call("batch", str(path))
        call("batch", "-", stdin=lines_of(DUEL))
    shares = [done for done, _ in told[:20] if done is not None]
    assert shares == sorted(shares)
    assert shares[-1] == pytest.approx(1, abs=0.01)
    assert told[19][1].startswith("20 done, ")
    assert told[20][0] is None


@pytest.mark.parametrize("name", ["batch", "compare", "sweep", "validate", "schema"])
def test_help_loads_nothing_heavy(name: str) -> None:
    code = (
        "import sys\nfrom bushido_odds.cli.main import run\n"
        f"run(['{name}', '--help'])\n"
        "heavy = {'numpy', 'pydantic', 'rich', 'yaml', 'scipy'} & set(sys.modules)\n"
        "assert not heavy, heavy\n"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    assert "Examples:" in done.stdout


# ---- whatever the input is

CORPUS = {
    "empty": b"",
    "truncated": json.dumps(DUEL).encode()[:40],
    "binary": bytes(range(256)),
    "UTF-16": json.dumps(DUEL).encode("utf-16"),
    "Latin-1": "name: Müller\n".encode("latin-1"),
    "alias bomb": b"a: &a [x, x]\nb: &b [*a, *a]\nc: &c [*b, *b]\nkind: *c\n",
    "deep": b"[" * 5000,
    "deep objects": b'{"a":' * 5000,
    "a megabyte": b'{"kind": "melee", "name": "' + b"x" * (1 << 20) + b'"}\n',
    "a megabyte of YAML": b"name: " + b"y" * (1 << 20) + b"\nactive: 1/1\nopponent: 1/1\n",
    "Norway": b"name: no\nactive: yes\nopponent: on\n",
    "duplicate keys": b"kind: melee\nkind: melee\nactive: 1/1\nopponent: 1/1\n",
    "CRLF": b"kind: melee\r\nactive: 1/1\r\nopponent: 1/1\r\n",
    "BOM": b"\xef\xbb\xbfkind: melee\nactive: 1/1\nopponent: 1/1\n",
    "null byte": b"kind: melee\x00\n",
    "lone surrogate": b'{"kind": "melee", "name": "\\ud800"}\n',
    "huge number": b'{"kind": "melee", "active": ' + b"9" * 5000 + b"}\n",
    "not a number": b'{"kind": "melee", "active": NaN}\n',
    "escape codes": b'{"kind": "\\u001b[2J\\u001b]0;gone\\u0007"}\n',
    "list": b"[1, 2, 3]\n",
    "text": b'"melee"\n',
    "kinds": b"kind: [melee]\n---\nkind: {a: 1}\n---\nkind: 7\n---\nkind:\n",
    "variants": b"variants: 3\n---\nvariants: {a: 3}\n---\nvariants: {a: {1: 2}}\n---\nvariants:\n",
    "variants of nothing": b"variants: {a: {active.special: 3, opponent: [1], x.y.z: 2}}\n",
    "tags": b"kind: !!python/object/apply:os.system [ls]\n",
}

WELL = {"empty", "CRLF", "BOM"}


@pytest.mark.parametrize("name", CORPUS)
@pytest.mark.parametrize("command", ["batch", "validate", "compare"])
def test_broken_files_never_break_the_program(name: str, command: str, tmp_path: Path) -> None:
    path = tmp_path / "broken"
    path.write_bytes(CORPUS[name])
    answer = call(command, str(path))
    assert "Traceback" not in answer.out + answer.err
    assert "\x1b" not in answer.out + answer.err
    assert answer.out == "" or answer.out.endswith("\n")
    if command == "batch":
        found = [json.loads(line) for line in answer.out.splitlines()]
        assert answer.code == (0 if name in WELL else 1)
        assert any("error" in line for line in found) == (name not in WELL)
        assert all(line["error"]["message"] for line in found if "error" in line)


def _documents() -> st.SearchStrategy[Any]:
    """Documents with all sorts of things where others should stand."""
    leaves = st.one_of(
        st.none(),
        st.booleans(),
        st.integers(-3, 99),
        st.floats(allow_nan=False, allow_infinity=False),
        st.text(max_size=12),
        st.sampled_from(["2/1", "A: 1/1, Tough 1", "prone", "Combo Attack", "melee", "[4 2]/[5]"]),
    )
    anything = st.recursive(
        leaves,
        lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=6), inner),
        max_leaves=6,
    )
    keys = st.sampled_from(
        (
            *("kind", "active", "opponent", "name", "action", "variants", "shooter", "target"),
            *("dice", "number", "level", "attack", "defence", "traits", "states", "special"),
        )
    )
    kinds = st.sampled_from(["melee", "ranged", "challenge", "damage", "resolve", "opposed", "ki"])
    inside = st.dictionaries(keys, anything, max_size=6)
    return st.builds(lambda kind, rest: {"kind": kind, **rest}, kinds, inside) | inside


@settings(max_examples=60, deadline=None, suppress_health_check=list(HealthCheck))
@given(st.lists(_documents(), min_size=1, max_size=4))
def test_whatever_a_document_holds_it_gives_a_line(documents: list[Any]) -> None:
    answer = call("batch", "-", stdin=lines_of(*documents))
    found = [json.loads(line) for line in answer.out.splitlines()]
    variants = any(isinstance(document.get("variants"), dict) for document in documents)
    assert len(found) == len(documents) or (variants and len(found) > len(documents))
    assert answer.code == int(any("error" in line for line in found))
    assert call("validate", "-", stdin=lines_of(*documents)).code == answer.code


@settings(max_examples=80, deadline=None, suppress_health_check=list(HealthCheck))
@given(st.binary(max_size=120) | st.text(max_size=120).map(str.encode), st.integers(0, 60))
def test_whatever_the_bytes_are_lines_are_whole(junk: bytes, at: int) -> None:
    """Junk thrown into the middle of a good file, wherever it lands."""
    good = lines_of(DUEL).encode()
    with mock.patch.object(os, "environ", dict(os.environ)):
        source = io.TextIOWrapper(io.BytesIO(good[:at] + junk + good[at:] + good))
        out = io.TextIOWrapper(io.BytesIO(), encoding="utf-8")
        err = io.TextIOWrapper(io.BytesIO(), encoding="utf-8")
        with (
            mock.patch.object(sys, "stdin", source),
            contextlib.redirect_stdout(out),
            contextlib.redirect_stderr(err),
        ):
            from bushido_odds.cli.main import run

            code = run(["batch", "-"])
        out.flush()
        printed = out.buffer.getvalue().decode()  # type: ignore[attr-defined]
    assert code in (0, 1)
    assert printed == "" or printed.endswith("\n")
    for line in printed.splitlines():
        json.loads(line)


def test_no_cell_of_tsv_breaks_its_row() -> None:
    assert tsv_line(["a\tb", "c\r\nd", None, 1]) == "a b\tc d\t\t1"


def test_half_a_message_is_none() -> None:
    """Whoever wrote it has died: that is the end of the pipe, and no broken pickle."""
    whole = io.BytesIO()
    send(whole, ["lines"])
    assert receive(io.BytesIO(whole.getvalue())) == ["lines"]
    for length in (0, 3, 8, len(whole.getvalue()) - 1):
        with pytest.raises(EOFError):
            receive(io.BytesIO(whole.getvalue()[:length]))


def test_a_summary_hides_no_single_fault() -> None:
    err = call("batch", "-", stdin=lines_of(*[{"kind": "nothing"}] * 4)).err
    assert err.count("<stdin>:") == 4
    assert "more" not in err
