"""Interrupts that wait for the end of a line that is being written."""

from __future__ import annotations

import signal
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from types import FrameType


class Interrupts:
    """Takes SIGINT while it is a context; as ever it raises KeyboardInterrupt, but never midway.

    A second interrupt does not wait: whatever blocks the writing may block it for ever.
    """

    def __init__(self) -> None:
        self._writing = self._waiting = False

    @contextmanager
    def taken(self) -> Iterator[None]:
        """Take interrupts, where this is the thread that can."""
        if threading.current_thread() is not threading.main_thread():
            yield
            return
        before = signal.signal(signal.SIGINT, self._interrupt)
        try:
            yield
        finally:
            signal.signal(signal.SIGINT, before)

    @contextmanager
    def held_back(self) -> Iterator[None]:
        """Hold an interrupt back until the end of this context."""
        if threading.current_thread() is not threading.main_thread():
            yield  # interrupts are the main thread's, which does not write then
            return
        self._writing = True
        try:
            yield
        finally:
            self._writing = False
        if self._waiting:
            raise KeyboardInterrupt

    def _interrupt(self, number: int, frame: FrameType | None) -> None:
        if self._writing and not self._waiting:
            self._waiting = True
            return
        raise KeyboardInterrupt
