"""A batch: every item of some files answered, a line each, in order."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import Any

from bushido_odds.documents.source import Source, read
from bushido_odds.errors import InputError
from bushido_odds.many.files import STDIN
from bushido_odds.many.lines import Line, Writer, Writing

TOLD = 3
"""Faults that a summary tells in full; one more where it would be the only one left."""


class StoppedAtFaultError(Exception):
    """A bad item has ended the batch, as was asked."""


def items(names: Iterable[str], stdin: Any) -> Iterator[Source | InputError]:
    """The documents of files, one after another; ``-`` is the stream that is given."""
    for name in names:
        if name == STDIN:
            yield from read(stdin, name="<stdin>")
        else:
            yield from read(name)


def _nowhere(text: str) -> None:
    raise AssertionError("the batch is not running")


class Batch:
    """A batch at work: it prints lines and keeps count.

    Args:
        writing: how results are written.
        warn: takes what is to be said at once to the person who waits.
        fail_fast: stop at the first bad item.

    Attributes:
        lines: lines printed, the head of a table left out.
        bad: those of bad items.
        faults: what was wrong with the first of them.
    """

    def __init__(
        self,
        writing: Writing,
        warn: Callable[[str], None],
        fail_fast: bool = False,
    ) -> None:
        self.lines = self.bad = 0
        self.faults: list[str] = []
        self._writing = writing
        self._write: Callable[[str], None] = _nowhere
        self._warn = warn
        self._fail_fast = fail_fast
        self._never_found = set(writing.fields)

    def run(
        self, found: Iterable[Source | InputError], write: Callable[[str], None], jobs: int = 1
    ) -> None:
        """Print the lines of all items.

        Args:
            found: the items.
            write: takes each line of output, without its end.
            jobs: processes that work on them; with one they are worked on here.

        Raises:
            StoppedAtFaultError: there was a bad item, and none was wanted.
        """
        self._write = write
        if (head := self._writing.head()) is not None:
            self._write(head)
        if jobs > 1:
            from bushido_odds.many.workers import Workers

            with Workers(jobs, self._writing, self.print_line) as workers:
                workers.run(found)
            return
        writer = Writer(self._writing)
        for item in found:
            for line in writer.lines(item):
                self.print_line(line)

    def print_line(self, line: Line) -> None:
        """Print one line, and count it."""
        self._write(line.text)
        self.lines += 1
        self._never_found.difference_update(line.found)
        for path, sentence in line.missing:
            if path in self._never_found:
                self._warn(sentence)
        if line.fault is not None:
            self.bad += 1
            if len(self.faults) <= TOLD:
                self.faults.append(line.fault)
            if self._fail_fast:
                raise StoppedAtFaultError

    def summary(self) -> Iterator[str]:
        """What a person should know in the end; nothing where all went well."""
        if self.bad:
            yield f"{self.bad:,} of {self.lines:,} could not be answered:"
            told = self.faults if self.bad <= TOLD + 1 else self.faults[:TOLD]
            yield from told
            if self.bad > len(told):
                yield f"... and {self.bad - len(told):,} more"
        if self._never_found and self.lines > self.bad:
            yield f"no result has: {', '.join(sorted(self._never_found))}"

    @property
    def is_clean(self) -> bool:
        """Whether every item was answered, with every field in some result."""
        return not self.bad and not (self._never_found and self.lines)
