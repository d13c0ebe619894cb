"""The benchmarks run; what they measure is for people to read and tested nowhere."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

PROJECT = Path(__file__).parent.parent


def test_every_figure_is_printed_in_quick_mode() -> None:
    found = subprocess.run(
        [sys.executable, "-m", "benchmarks", "--quick"],
        cwd=PROJECT,
        capture_output=True,
        text=True,
        timeout=300,
    )
    assert found.returncode == 0, found.stderr
    assert found.stderr == ""
    for line in (
        "2+2 v 2+1, later calls",
        "2+2 v 2+1, first call",
        "8+8 v 8+8, re-rolls 3, results forgotten",
        "12+12 v 12+12, re-rolls 5, first call",
        "the same by icepool",
        "exchanges by numpy",
        "its error",
        "import of click, rich, numpy, yaml, pydantic",
        "--help",
        "peak memory",
    ):
        assert line in found.stdout, line
    assert found.stdout.count(" x ") >= 12


def test_help_says_what_it_is() -> None:
    found = subprocess.run(
        [sys.executable, "-m", "benchmarks", "--help"],
        cwd=PROJECT,
        capture_output=True,
        text=True,
        timeout=60,
    )
    assert found.returncode == 0
    assert "--quick" in found.stdout
