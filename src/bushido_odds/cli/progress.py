"""Progress of long work, on stderr, and only where somebody watches."""

from __future__ import annotations

import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Protocol

_PATIENCE = 1.0
"""Seconds after which work counts as long."""
_PAUSE = 0.1
"""Seconds between two drawings."""
_WIDTH = 30


class Tell(Protocol):
    """Is told how far the work is, from 0 to 1 (None where nobody knows), and perhaps more."""

    def __call__(self, done: float | None, words: str = "") -> None: ...


@contextmanager
def shown(title: str) -> Iterator[Tell]:
    """A function that is told how far the work is; it draws a bar on a terminal."""
    watched = sys.stderr.isatty()
    next_time = time.monotonic() + _PATIENCE
    longest = 0

    def tell(done: float | None, words: str = "") -> None:
        nonlocal next_time, longest
        if not watched or (now := time.monotonic()) < next_time:
            return
        next_time = now + _PAUSE
        text = title
        if done is not None:
            filled = int(min(done, 1) * _WIDTH)
            bar = "#" * filled + "." * (_WIDTH - filled)
            text += f" [{bar}] {done:4.0%}"
        text += f"  {words}" if words else ""
        longest = max(longest, len(text))
        sys.stderr.write(f"\r{text:<{longest}}")
        sys.stderr.flush()

    try:
        yield tell
    finally:
        if longest:
            sys.stderr.write("\r" + " " * longest + "\r")
            sys.stderr.flush()
