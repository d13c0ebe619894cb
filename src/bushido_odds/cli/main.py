"""The command ``bushido-odds``: its subcommands, loaded when called, and its exit codes."""

from __future__ import annotations

import gc
import os
import sys
from importlib import import_module
from typing import Any, NoReturn

import click

from bushido_odds.errors import BushidoOddsError, printable
from bushido_odds.version import __version__

DONE, FOUND_FAULTS, BAD_INPUT, INTERRUPTED, PIPE_CLOSED = 0, 1, 2, 130, 141

COMMANDS = {
    "melee": "Odds of one melee exchange.",
    "ranged": "Odds of one ranged attack.",
    "test": "Challenge and Opposed Tests: fear, size, Ki, Rise and any other.",
    "damage": "Damage at a given Success Level, and over all of them.",
    "splits": "What to put in Attack and Defence against a split you cannot see.",
    "rank": "All specials of a weapon against one enemy; the worth of a trait or a die.",
    "rerolls": "Which of the dice on the table to throw again.",
    "resolve": "What the dice on the table come to.",
    "batch": "Many documents of any kind, a line of JSON out for each.",
    "compare": "Exchanges side by side, a row each, and what differs.",
    "sweep": "One exchange with every combination of some values: a grid.",
    "validate": "Check files: every fault, with its line.",
    "schema": "JSON Schemas of the documents, for editors.",
    "scenario": "How long a game lasts, who controls what, who scores, who may win.",
    "samurai": "A Russian samurai skirmish game on ten-sided dice, exactly too.",
    "vocabulary": "Every trait, special, state and action known, and its source.",
}
"""Every command with its one line of help; the command lives in the module of its name."""

PROGRAM = "bushido-odds"


class _PipeClosedError(Exception):
    """Whoever read the output has gone."""


class Commands(click.Group):
    """Commands whose modules are imported only when they are called."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        return list(COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        if cmd_name not in COMMANDS:
            return None
        module = import_module(f"bushido_odds.cli.{cmd_name.replace('-', '_')}")
        command = module.command
        assert isinstance(command, click.Command)
        return command

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        with formatter.section("Commands"):
            formatter.write_dl(list(COMMANDS.items()))

    def invoke(self, ctx: click.Context) -> Any:
        try:
            return super().invoke(ctx)
        except BrokenPipeError:
            # Click would end with 1, which here means that bad items were found.
            raise _PipeClosedError from None

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        try:
            return super().resolve_command(ctx, args)
        except click.UsageError as error:
            from bushido_odds.errors import nearest

            close = nearest(args[0], COMMANDS)
            text = f'No such command "{printable(args[0])}".'
            raise click.UsageError(
                f'{text} Did you mean "{close[0]}"?' if close else text, ctx
            ) from error


@click.group(
    cls=Commands,
    context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100},
    epilog="Bushido and its rules belong to GCT Studios; this is an independent tool.",
)
@click.version_option(__version__, prog_name=PROGRAM)
def cli() -> None:
    """Exact odds for Bushido, the skirmish miniatures game.

    \b
    Examples:
      bushido-odds melee "Hotaru: 2/1" "Kairai Farmer: 1/1, wounds 5, Tough (1)"
      bushido-odds melee duel.yaml --json | jq .outcome.opponent_out
      bushido-odds melee --help
    """


def main() -> NoReturn:
    """Run the command line and leave with its exit code."""
    _start_light()
    _open_closed_streams()
    code = run()
    gc.freeze()  # the process ends: nothing that is left needs to be searched for garbage
    sys.exit(code)


def _start_light() -> None:
    """Spare a process that soon ends what only long ones are paid back for.

    What is imported stays, so a search for garbage meanwhile finds none; no products are large
    enough for the threads that numpy would start for them; and Pydantic would look for plugins in
    every installed package.
    """
    gc.set_threshold(100_000, 50, 50)
    os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
    os.environ.setdefault("PYDANTIC_DISABLE_PLUGINS", "__all__")


def _open_closed_streams() -> None:
    """Put an empty stream where this process was started with a closed one.

    Without an output there is nobody to work for.
    """
    if sys.stdin is None:
        sys.stdin = open(os.devnull, encoding="utf-8")  # noqa: SIM115
    if sys.stderr is None:
        sys.stderr = open(os.devnull, "w", encoding="utf-8")  # noqa: SIM115
    if sys.stdout is None:
        sys.stderr.write("standard output is closed\n")
        sys.exit(BAD_INPUT)


def run(args: list[str] | None = None) -> int:
    """Run the command line; errors become one message on stderr and an exit code."""
    try:
        _tolerate_any_name()
        code = cli.main(args, prog_name=PROGRAM, standalone_mode=False)
        sys.stdout.flush()
        return code if isinstance(code, int) else DONE
    except click.ClickException as error:
        error.show()
        return BAD_INPUT
    except BushidoOddsError as error:
        click.echo(f"{error}", err=True)
        return BAD_INPUT
    except (KeyboardInterrupt, click.Abort):
        click.echo("interrupted", err=True)
        return INTERRUPTED
    except (BrokenPipeError, _PipeClosedError):
        # The reader has gone: nothing is left to say, and nobody to say it to.
        _give_output_up()
        return PIPE_CLOSED
    except OSError as error:
        _give_output_up()
        click.echo(f"the output cannot be written ({error.strerror or error})".lower(), err=True)
        return BAD_INPUT


def _give_output_up() -> None:
    """Let what is still to be written go nowhere."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def _tolerate_any_name() -> None:
    """Replace what an output's encoding lacks, instead of failing on a name."""
    for stream in (sys.stdout, sys.stderr):
        reconfigure = getattr(stream, "reconfigure", None)
        if reconfigure is not None:
            reconfigure(errors="replace")
