"""``bushido-odds batch``: many documents, a line each."""

from __future__ import annotations

import os
import sys
import time
from collections.abc import Iterator
from typing import TYPE_CHECKING

import click

from bushido_odds.cli.exchanges import stdin, words
from bushido_odds.cli.main import DONE, FOUND_FAULTS
from bushido_odds.cli.saving import destination, write_whole

if TYPE_CHECKING:
    from bushido_odds.cli.progress import Tell
    from bushido_odds.documents.source import Source
    from bushido_odds.errors import InputError
    from bushido_odds.many.run import Batch

STDIN = "-"
FORMATS = ("jsonl", "csv", "tsv")
_BY_ENDING = {".jsonl": "jsonl", ".ndjson": "jsonl", ".json": "jsonl", ".csv": "csv", ".tsv": "tsv"}
"""The format of a file that is to be written, where none is asked for."""


@click.command(name="batch", no_args_is_help=True)
@click.argument("files", nargs=-1, required=True, metavar="FILE...")
@click.option(
    "--format",
    "format_",
    type=click.Choice(FORMATS),
    help="How to print: jsonl (default), or csv (default with --fields) or tsv.",
)
@click.option("--json", "json_", is_flag=True, help="Short for --format jsonl.")
@click.option(
    "--fields",
    callback=words,
    metavar="PATHS",
    help="Only these figures, as in active.attack.success,outcome.opponent_out.",
)
@click.option("--exact", is_flag=True, help="Fractions in lowest terms, not decimals.")
@click.option("--fail-fast", is_flag=True, help="Stop at the first bad document.")
@click.option("--jobs", type=click.IntRange(1, 256), default=1, metavar="N", help="Processes (1).")
@click.option("--output", metavar="FILE", help="Write to a new file, whole or not at all.")
@click.option("--force", is_flag=True, help="--output may replace a file.")
def command(
    files: tuple[str, ...],
    format_: str | None,
    json_: bool,
    fields: tuple[str, ...],
    exact: bool,
    fail_fast: bool,
    jobs: int,
    output: str | None,
    force: bool,
) -> int:
    """Many documents of any kind: a line of JSON out for each, in order, as they come.

    A FILE holds YAML or JSON documents, or JSON Lines; it may be a folder, a pattern, or - for
    standard input. A bad document becomes a line {"error": {"file", "line", "path", "message"}},
    the rest goes on, and the exit code is 1. A document with variants gives a line for each.

    Fields are paths in that JSON, or the names that compare has for them (hits, takes out); law.3
    is the chance of exactly 3, law.3+ that of at least 3. file, line, variant and error.message
    say where a line comes from, and what was wrong.

    \b
    Examples:
      bushido-odds batch duels.yaml more/ > odds.jsonl
      generate | bushido-odds batch - --jobs 2 | jq -c .outcome
      bushido-odds batch duels/ --fields name,outcome.opponent_out,opponent.hp_lost.distribution.3+
    """
    from bushido_odds.cli.interrupts import Interrupts
    from bushido_odds.cli.progress import shown
    from bushido_odds.many.files import files as expanded
    from bushido_odds.many.lines import Writing
    from bushido_odds.many.pace import rare_garbage
    from bushido_odds.many.run import Batch, StoppedAtFaultError, items

    writing = Writing(_format(format_, json_, fields, output), exact, fields)
    names = list(expanded(files))
    interrupts = Interrupts()
    batch = Batch(writing, lambda words: click.echo(words, err=True), fail_fast)
    try:
        with (
            shown("batch") as tell,
            destination(output, force) as stream,
            rare_garbage(),
            interrupts.taken(),
        ):

            def write(text: str) -> None:
                with interrupts.held_back():
                    write_whole(text, stream)

            found = items(names, stdin() if STDIN in names else None)
            if stream is not None or not sys.stdout.isatty():
                found = _watched(found, _size(names), batch, tell)
            batch.run(found, write, jobs)
    except StoppedAtFaultError:
        unwritten = "" if output is None else f"; {output} is not written"
        click.echo(f"stopped at the first that could not be answered{unwritten}", err=True)
    for line in batch.summary():
        click.echo(line, err=True)
    return DONE if batch.is_clean else FOUND_FAULTS


def _format(format_: str | None, json_: bool, fields: tuple[str, ...], output: str | None) -> str:
    if json_ and format_ not in (None, "jsonl"):
        raise click.UsageError(f"--json and --format {format_} contradict each other")
    if format_ is None and not json_:
        format_ = _by_ending(output)
    if format_ in ("csv", "tsv") and not fields:
        raise click.UsageError(
            f"--format {format_} needs --fields: which figures? "
            "--format jsonl shows the paths of all"
        )
    return format_ or ("jsonl" if json_ or not fields else "csv")


def _by_ending(output: str | None) -> str | None:
    """The format that a file's name asks for."""
    ending = os.path.splitext(output or "")[1].lower()
    if ending and ending not in (*_BY_ENDING, ".txt", ".log"):
        known = ", ".join(_BY_ENDING)
        raise click.UsageError(f"--output: no batch is written as {ending}, but as {known}")
    return _BY_ENDING.get(ending)


def _size(names: list[str]) -> int | None:
    """The size of all files together; None where it cannot be known."""
    try:
        return sum(os.path.getsize(name) for name in names)
    except OSError:  # standard input, or a file that is not there
        return None


def _watched(
    found: Iterator[Source | InputError], total: int | None, batch: Batch, tell: Tell
) -> Iterator[Source | InputError]:
    """The same items, with how far they are told to a person who watches."""
    begun = time.monotonic()
    done = 0
    for item in found:
        yield item
        done += getattr(item, "size", 0)
        pace = batch.lines / (time.monotonic() - begun + 1e-9)
        tell(done / total if total else None, f"{batch.lines:,} done, {pace:,.0f} a second")
