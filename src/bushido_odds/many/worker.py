"""A process of a batch: takes items from standard input, gives their lines on standard output."""

from __future__ import annotations

import contextlib
import sys

from bushido_odds.many.lines import Writer
from bushido_odds.many.pace import rare_garbage
from bushido_odds.many.workers import receive, send


def main() -> None:
    """Work until the pipe is closed."""
    tasks, results = sys.stdin.buffer, sys.stdout.buffer
    sys.stdout = sys.stderr  # nothing but results may go down the pipe
    with rare_garbage(), contextlib.suppress(EOFError, BrokenPipeError):
        writer = Writer(receive(tasks))
        while True:
            send(results, [list(writer.lines(item)) for item in receive(tasks)])


if __name__ == "__main__":
    main()
