"""The command as people call it: in this process, which is fast, or in one of its own."""

from __future__ import annotations

import contextlib
import io
import json
import os
import subprocess
import sys
from typing import Any, NamedTuple
from unittest import mock

from bushido_odds.cli.main import run

_NOT_INHERITED = ("NO_COLOR", "FORCE_COLOR", "COLUMNS", "TERM", "PYTHONIOENCODING")


class Answer(NamedTuple):
    """What a command leaves behind."""

    code: int
    out: str
    err: str

    @property
    def json(self) -> Any:
        """What it printed, read as one JSON text."""
        assert self.code == 0, self.err
        return json.loads(self.out)


def environment(**changes: str) -> dict[str, str]:
    """This process's environment, without what would change a command's looks."""
    kept = {name: value for name, value in os.environ.items() if name not in _NOT_INHERITED}
    return {**kept, **changes}


def call(*args: str, stdin: str = "", **env: str) -> Answer:
    """Call the command line in this process, its output captured as if it were piped."""
    streams = [io.TextIOWrapper(io.BytesIO(), encoding="utf-8") for _ in range(2)]
    source = io.TextIOWrapper(io.BytesIO(stdin.encode()), encoding="utf-8")
    with (
        mock.patch.dict(os.environ, environment(**env), clear=True),
        mock.patch.object(sys, "stdin", source),
        contextlib.redirect_stdout(streams[0]),
        contextlib.redirect_stderr(streams[1]),
    ):
        code = run(list(args))
    texts = []
    for stream in streams:
        stream.flush()
        texts.append(stream.buffer.getvalue().decode())  # type: ignore[attr-defined]
    return Answer(code, *texts)


def refused(*args: str, stdin: str = "") -> str:
    """The message of a command that refuses what it is given: exit code 2, nothing on stdout."""
    answer = call(*args, stdin=stdin)
    assert (answer.code, answer.out) == (2, ""), answer
    assert "Traceback" not in answer.err
    return answer.err


def spawn(*args: str, stdin: str = "", **env: str) -> Answer:
    """Run Python with these arguments in a process of its own."""
    done = subprocess.run(
        [sys.executable, *args],
        input=stdin.encode(),
        capture_output=True,
        env=environment(**env),
        timeout=60,
        check=False,
    )
    return Answer(done.returncode, done.stdout.decode(), done.stderr.decode())
