"""Work shared out among processes, its results in the order of the items.

Each process (``many.worker``) reads tasks from a pipe and writes results to another; a thread of
this process looks after each.  Items are handed out as they come, a few at a time, so that the
first results are there before the last item is read, and no more than a bounded part of the stream
is ever held.  A process whose pipe is closed, whatever became of this one, ends.
"""

from __future__ import annotations

import contextlib
import os
import pickle
import signal
import subprocess
import sys
import threading
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from types import TracebackType
from typing import IO, Any

from bushido_odds.documents.source import Source
from bushido_odds.errors import BushidoOddsError, InputError
from bushido_odds.many.lines import Line, Writing

AT_ONCE = 32
"""Items that a process is given at a time, at most."""
WAITING = 64
"""Items for each process that may be read ahead."""
MAX_TEXT = 4 << 20
"""Characters of documents that may be read ahead, if there is more than one."""

Item = Source | InputError


class WorkerDiedError(BushidoOddsError):
    """A process has ended before its work was done."""


def send(stream: IO[bytes], thing: Any) -> None:
    """Write a thing to a pipe, its length first."""
    packed = pickle.dumps(thing, protocol=pickle.HIGHEST_PROTOCOL)
    stream.write(len(packed).to_bytes(8, "big") + packed)
    stream.flush()


def receive(stream: IO[bytes]) -> Any:
    """The next thing from a pipe.

    Raises:
        EOFError: the pipe is closed.
    """
    length = stream.read(8)
    if len(length) < 8:
        raise EOFError
    size = int.from_bytes(length, "big")
    packed = stream.read(size)
    if len(packed) < size:  # whoever wrote it has ended midway
        raise EOFError
    return pickle.loads(packed)


class Workers:
    """Processes that write the lines of items; as a context it starts them and ends them.

    Args:
        jobs: how many processes.
        writing: how results are written.
        print_line: takes each line, in order, in a thread of its own; what it raises ends the work.
    """

    def __init__(self, jobs: int, writing: Writing, print_line: Callable[[Line], None]) -> None:
        self._jobs = jobs
        self._owner = threading.get_ident()
        self._writing = writing
        self._print_line = print_line
        self._changed = threading.Condition()
        self._waiting: deque[tuple[int, Item]] = deque()
        self._done: dict[int, list[Line]] = {}
        self._read = self._printed = self._text = 0
        self._sizes: dict[int, int] = {}
        self._reading = self._ended = False
        self._failure: BaseException | None = None
        self._processes: list[subprocess.Popen[bytes]] = []
        self._threads: list[threading.Thread] = []

    def __enter__(self) -> Workers:
        try:
            self._begin()
        except (OSError, RuntimeError) as error:  # no more processes or threads are to be had
            self.__exit__(type(error), error, None)
            raise WorkerDiedError(f"{self._jobs} processes cannot be had ({error})") from None
        return self

    def _begin(self) -> None:
        for _ in range(self._jobs):
            self._start(self._look_after, self._process())
        self._start(self._print)

    def _process(self) -> subprocess.Popen[bytes]:
        """Start one process: with the modules of this one, whatever folder this is."""
        process = subprocess.Popen(
            [sys.executable, "-P", "-m", "bushido_odds.many.worker"],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            # Of a terminal's interrupt this process alone is told: it ends the others.
            start_new_session=True,
            env={**os.environ, "PYTHONPATH": os.pathsep.join(filter(None, sys.path))},
        )
        self._processes.append(process)
        return process

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        with self._changed:
            self._failure = self._failure or error
            self._changed.notify_all()
        for process in self._processes:
            process.kill()
            process.wait()
        for thread in self._threads:
            thread.join()
        for process in self._processes:
            for stream in (process.stdin, process.stdout):
                if stream is not None:
                    with contextlib.suppress(BrokenPipeError):
                        stream.close()

    def run(self, items: Iterable[Item]) -> None:
        """Have the lines of all items printed.

        Raises:
            WorkerDiedError: a process has ended before its work was done.
        """
        try:
            self._hand_out(items)
        except KeyboardInterrupt:
            if self._failure is None:
                raise
        if self._failure is not None:
            raise self._failure

    def _hand_out(self, items: Iterable[Item]) -> None:
        reader = iter(items)
        while (item := self._next(reader)) is not None:
            size = item.size if isinstance(item, Source) else 0
            with self._changed:
                while not self._failure and not self._has_room(size):
                    self._changed.wait()
                self._sizes[self._read] = size
                self._text += size
                self._waiting.append((self._read, item))
                self._read += 1
                self._changed.notify_all()
        with self._changed:
            self._ended = True
            self._changed.notify_all()
            self._changed.wait_for(lambda: self._failure or self._printed == self._read)

    def _next(self, reader: Iterator[Item]) -> Item | None:
        """The next item; None where there is none, or the work has failed."""
        with self._changed:
            if self._failure:
                return None
            self._reading = True
        item = next(reader, None)
        with self._changed:
            self._reading = False
        return item

    def _has_room(self, size: int) -> bool:
        ahead = self._read - self._printed
        return ahead < WAITING * self._jobs and (not ahead or self._text + size <= MAX_TEXT)

    def _start(self, target: Callable[..., None], *args: Any) -> None:
        thread = threading.Thread(target=self._caught, args=(target, *args), daemon=True)
        thread.start()
        self._threads.append(thread)

    def _caught(self, target: Callable[..., None], *args: Any) -> None:
        """Run a thread's work; what it raises is raised by ``run``."""
        try:
            target(*args)
        except BaseException as error:
            with self._changed:
                self._failure = self._failure or error
                self._changed.notify_all()
                if self._reading and hasattr(signal, "pthread_kill"):
                    # It may be waiting for input that never comes.
                    self._reading = False
                    signal.pthread_kill(self._owner, signal.SIGINT)

    def _look_after(self, process: subprocess.Popen[bytes]) -> None:
        """Give a process items as long as there are any, and take its lines."""
        assert process.stdin is not None
        assert process.stdout is not None
        try:
            send(process.stdin, self._writing)
            while items := self._take():
                send(process.stdin, [item for _, item in items])
                for (number, _), lines in zip(items, receive(process.stdout), strict=True):
                    with self._changed:
                        self._done[number] = lines
                        self._changed.notify_all()
        except (EOFError, BrokenPipeError):
            if self._failure is None:
                raise WorkerDiedError("a process of --jobs has died at its work") from None

    def _take(self) -> list[tuple[int, Item]]:
        """The next items: few while there are few, so that all processes have work."""
        with self._changed:
            self._changed.wait_for(lambda: self._waiting or self._ended or self._failure)
            if self._failure:
                return []
            share = -(-len(self._waiting) // self._jobs)
            return [self._waiting.popleft() for _ in range(min(AT_ONCE, share))]

    def _print(self) -> None:
        while True:
            with self._changed:
                self._changed.wait_for(
                    lambda: (
                        self._printed in self._done
                        or self._failure
                        or (self._ended and self._printed == self._read)
                    )
                )
                if self._failure or self._printed not in self._done:
                    return
                lines = self._done.pop(self._printed)
            for line in lines:
                self._print_line(line)
            with self._changed:
                self._text -= self._sizes.pop(self._printed)
                self._printed += 1
                self._changed.notify_all()
