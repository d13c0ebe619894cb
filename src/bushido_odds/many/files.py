"""Files of documents: those that are named, those in folders, those that match a pattern."""

from __future__ import annotations

import glob
import os
from collections.abc import Iterable, Iterator
from pathlib import Path

from bushido_odds.errors import InputError

SUFFIXES = (".yaml", ".yml", ".json", ".jsonl", ".ndjson")
"""What the names of files of documents end with, where a folder is searched for them."""

STDIN = "-"


def files(names: Iterable[str]) -> Iterator[str]:
    """The files that names stand for, in the order of the names.

    A folder stands for the files of documents in it and in its folders, in alphabetical order, the
    hidden ones left out; a pattern (``duels/*.yaml``, which some shells leave as it is) for what it
    matches.  ``-`` is
    standard input, and any other name is a file, whether there is one or not.

    Raises:
        InputError: a folder without documents, or a pattern that matches nothing.
    """
    for name in names:
        if name != STDIN and os.path.isdir(name):
            yield from _within(name)
        elif name != STDIN and glob.has_magic(name) and not os.path.exists(name):
            matching = sorted(_matching(name))
            if not matching:
                raise InputError("no file matches this pattern", file=name)
            yield from files(match if match != STDIN else f"./{match}" for match in matching)
        else:
            yield name


def _matching(pattern: str) -> Iterator[str]:
    """What a pattern matches; ``**`` is any number of folders, none of them by a link.

    Links may lead round in circles, of which there are more than could ever be walked.
    """
    if "**" not in pattern:
        yield from glob.iglob(pattern)
        return
    whole = Path(pattern)
    start = Path(whole.anchor)
    for path in start.glob(str(whole.relative_to(whole.anchor))):
        if not any(_is_hidden(part) and part not in whole.parts for part in path.parts):
            yield str(path)


def _within(folder: str) -> Iterator[str]:
    found = sorted(
        path
        for path in Path(folder).rglob("*")
        if path.suffix.lower() in SUFFIXES
        and not any(map(_is_hidden, path.relative_to(folder).parts))
        and path.is_file()
    )
    if not found:
        endings = ", ".join(SUFFIXES)
        raise InputError(f"there is no file of documents in this folder ({endings})", file=folder)
    yield from map(str, found)


def _is_hidden(part: str) -> bool:
    return part.startswith(".") and part not in (".", "..")
