"""A process of a batch: takes items from standard input, gives their lines on standard output."""

from __future__ import annotations

import contextlib
import os
import sys
import threading
from queue import SimpleQueue
from typing import IO, Any

from bushido_odds.many.lines import Writer
from bushido_odds.many.pace import rare_garbage
from bushido_odds.many.workers import receive, send


def main() -> None:
    """Work until the pipe is closed."""
    results = sys.stdout.buffer
    sys.stdout = sys.stderr  # nothing but results may go down the pipe
    tasks: SimpleQueue[Any] = SimpleQueue()
    threading.Thread(target=_listen, args=(sys.stdin.buffer, tasks), daemon=True).start()
    with rare_garbage(), contextlib.suppress(BrokenPipeError):
        writer = Writer(tasks.get())
        while True:
            send(results, [list(writer.lines(item)) for item in tasks.get()])


def _listen(stream: IO[bytes], tasks: SimpleQueue[Any]) -> None:
    """Take tasks as they come; with the end of the pipe nobody waits for an answer any more."""
    with contextlib.suppress(EOFError):
        while True:
            tasks.put(receive(stream))
    os._exit(0)


if __name__ == "__main__":
    main()
