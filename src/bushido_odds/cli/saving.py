"""Where output goes: to standard output, or to a file that is written whole or not at all."""

from __future__ import annotations

import contextlib
import os
import signal
import stat
import sys
import tempfile
import threading
from collections.abc import Iterator
from types import FrameType
from typing import IO

from bushido_odds.errors import BushidoOddsError

STDOUT = "-"


class NotSavedError(BushidoOddsError):
    """A file could not be written; nothing has changed."""


@contextlib.contextmanager
def destination(file: str | None, force: bool) -> Iterator[IO[bytes] | None]:
    """A stream for the bytes of a file, which is there, and whole, once the context has ended well.

    None for standard output.

    Args:
        file: its name; None or ``-`` for standard output.
        force: an old file of that name may be replaced.

    Raises:
        NotSavedError: there is such a file already, or it cannot be written.
    """
    if file is None or file == STDOUT:
        yield None
        return
    target = os.path.realpath(file)
    try:
        if _is_special(target):  # a pipe or a device is written as it comes
            with open(target, "wb") as stream:
                yield stream
            return
        _refuse_old(target, file, force)
        number, draft = tempfile.mkstemp(prefix=".bushido-odds-", dir=os.path.dirname(target))
    except OSError as error:
        raise _not_saved(file, error) from None
    try:
        with _removed_when_ended(draft):
            with os.fdopen(number, "wb") as stream:
                yield stream
                stream.flush()
                os.fsync(stream.fileno())
            os.chmod(draft, _mode(target))
            _move(draft, target, file, force)
    except OSError as error:
        raise _not_saved(file, error) from None
    finally:
        with contextlib.suppress(FileNotFoundError):
            os.unlink(draft)


@contextlib.contextmanager
def _removed_when_ended(draft: str) -> Iterator[None]:
    """Leave no draft behind where this process is told to end."""
    if threading.current_thread() is not threading.main_thread():
        yield
        return

    def end(number: int, frame: FrameType | None) -> None:
        with contextlib.suppress(OSError):
            os.unlink(draft)
        signal.signal(number, signal.SIG_DFL)
        os.kill(os.getpid(), number)

    names = [name for name in ("SIGTERM", "SIGHUP") if hasattr(signal, name)]
    before = {name: signal.signal(getattr(signal, name), end) for name in names}
    try:
        yield
    finally:
        for name, handler in before.items():
            signal.signal(getattr(signal, name), handler)


def _is_special(target: str) -> bool:
    try:
        mode = os.stat(target).st_mode
    except FileNotFoundError:
        return False
    return not stat.S_ISREG(mode) and not stat.S_ISDIR(mode)


def _refuse_old(target: str, file: str, force: bool) -> None:
    if os.path.isdir(target) or file.endswith(os.sep):
        raise NotSavedError(f"{file}: this is a directory, not a file")
    if os.path.exists(target) and not force:
        raise NotSavedError(f"{file}: there is such a file already; --force replaces it")


def _move(draft: str, target: str, file: str, force: bool) -> None:
    """Give the whole file its name in one step."""
    if force:
        os.replace(draft, target)
        return
    try:
        os.link(draft, target)  # unlike a renaming it never replaces a file that has come since
    except FileExistsError:
        _refuse_old(target, file, force)
    except OSError:  # a file system without links
        _refuse_old(target, file, force)
        os.rename(draft, target)


def _mode(target: str) -> int:
    """The permissions of the old file, or those of any new file."""
    try:
        return stat.S_IMODE(os.stat(target).st_mode)
    except FileNotFoundError:
        mask = os.umask(0)
        os.umask(mask)
        return 0o666 & ~mask


def _not_saved(file: str, error: OSError) -> NotSavedError:
    return NotSavedError(f"{file}: cannot be written ({(error.strerror or str(error)).lower()})")


def write_whole(text: str, stream: IO[bytes] | None) -> None:
    """Write a line and its end, all of it and at once, as UTF-8.

    Args:
        text: the line.
        stream: where to; None for standard output, past all buffers where it is a file.
    """
    data = f"{text}\n".encode("utf-8", "replace")
    if stream is not None:
        stream.write(data)
        return
    try:
        number = sys.stdout.fileno()
    except (AttributeError, OSError):  # not a file, as where output is captured
        sys.stdout.write(f"{text}\n")
        return
    left = memoryview(data)
    while left:
        left = left[os.write(number, left) :]
