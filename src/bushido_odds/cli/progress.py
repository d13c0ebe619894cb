"""Progress of long work, on stderr, and only where somebody watches."""

from __future__ import annotations

import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager

_PATIENCE = 1.0
"""Seconds after which work counts as long."""
_WIDTH = 30


@contextmanager
def shown(title: str) -> Iterator[Callable[[float], None]]:
    """A function that is told how far the work is, from 0 to 1; it draws a bar on a terminal."""
    begun = time.monotonic()
    drawn = False

    def tell(done: float) -> None:
        nonlocal drawn
        if not sys.stderr.isatty() or time.monotonic() - begun < _PATIENCE:
            return
        drawn = True
        filled = int(done * _WIDTH)
        bar = "#" * filled + "." * (_WIDTH - filled)
        sys.stderr.write(f"\r{title} [{bar}] {done:4.0%}")
        sys.stderr.flush()

    try:
        yield tell
    finally:
        if drawn:
            sys.stderr.write("\r" + " " * (len(title) + _WIDTH + 8) + "\r")
            sys.stderr.flush()
