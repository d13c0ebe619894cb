"""Time, taken several times over: here, and in fresh processes."""

from __future__ import annotations

import os
import statistics
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from time import perf_counter
from typing import NamedTuple

PROJECT = Path(__file__).parent.parent


class Times(NamedTuple):
    """Seconds that the same work took, time after time."""

    seconds: tuple[float, ...]

    @property
    def median(self) -> float:
        return statistics.median(self.seconds)

    @property
    def best(self) -> float:
        """The least disturbed of all: what ratios are made of."""
        return min(self.seconds)


def timed(
    work: Callable[[], object], repeats: int, before: Callable[[], object] | None = None
) -> Times:
    """How long ``work`` takes, each time after ``before``, whose time does not count."""
    seconds = []
    for _ in range(repeats):
        if before is not None:
            before()
        start = perf_counter()
        work()
        seconds.append(perf_counter() - start)
    return Times(tuple(seconds))


_PEAK = """
import os, sys
quiet = [(os.POSIX_SPAWN_OPEN, 1, os.devnull, os.O_WRONLY, 0)]
command = [sys.executable, *sys.argv[1:]]
child = os.posix_spawn(sys.executable, command, os.environ, file_actions=quiet)
_, status, usage = os.wait4(child, 0)
print(usage.ru_maxrss)
sys.exit(os.waitstatus_to_exitcode(status))
"""
"""Runs a process and prints its peak memory.

A process starts with the peak of the one that started it, so that one must be small.
"""


class Processes:
    """Fresh Python processes that share one store of compiled modules, as an installation has."""

    def __init__(self, store: str) -> None:
        left = {"PYTHONDONTWRITEBYTECODE", "PYTHONPROFILEIMPORTTIME", "FORCE_COLOR"}
        self._environment = {k: v for k, v in os.environ.items() if k not in left}
        self._environment["PYTHONPYCACHEPREFIX"] = store

    def output(self, *arguments: str) -> str:
        """What ``python ARGUMENTS`` prints.

        Raises:
            CalledProcessError: it failed.
        """
        return subprocess.run(
            [sys.executable, *arguments],
            stdout=subprocess.PIPE,
            env=self._environment,
            cwd=PROJECT,
            check=True,
            text=True,
        ).stdout

    def seconds(self, *arguments: str) -> float:
        """How long ``python ARGUMENTS`` takes from its start to its end."""
        start = perf_counter()
        self.output(*arguments)
        return perf_counter() - start

    def peak_bytes(self, *arguments: str) -> int:
        """The most memory that ``python ARGUMENTS`` holds at any time."""
        peak = int(self.output("-c", _PEAK, *arguments))
        return peak if sys.platform == "darwin" else 1024 * peak  # given in bytes, and in KiB


@contextmanager
def processes() -> Iterator[Processes]:
    """Fresh processes, with a store of compiled modules that is thrown away afterwards."""
    with tempfile.TemporaryDirectory() as store:
        yield Processes(store)
