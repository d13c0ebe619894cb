"""Write docs/commands.md from what every command says of itself; ``--check`` only compares."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path

import click

from bushido_odds.cli.main import PROGRAM, cli

PAGE = Path(__file__).with_name("commands.md")
WIDTH = 96

INTRODUCTION = """# Commands

Made from `--help` by `python docs/build_commands.py`; do not edit by hand.
"""


def helps(command: click.Command, path: tuple[str, ...]) -> Iterator[tuple[tuple[str, ...], str]]:
    """The words that call a command, and its help; then the same for its subcommands."""
    context = click.Context(
        command,
        info_name=" ".join(path),
        terminal_width=WIDTH,
        max_content_width=WIDTH,
        help_option_names=["-h", "--help"],
    )
    yield path, command.get_help(context)
    if isinstance(command, click.Group):
        for name in command.list_commands(context):
            subcommand = command.get_command(context, name)
            if subcommand is not None:
                yield from helps(subcommand, (*path, name))


def page() -> str:
    """The whole page."""
    parts = [INTRODUCTION]
    for path, text in helps(cli, (PROGRAM,)):
        parts.append(f"## {' '.join(path)}\n\n```text\n{text}\n```\n")
    return "\n".join(parts)


def main() -> int:
    """Write the page, or say whether it is up to date."""
    if "--check" in sys.argv[1:]:
        if PAGE.read_text(encoding="utf-8") == page():
            return 0
        print("docs/commands.md is out of date: run python docs/build_commands.py", file=sys.stderr)
        return 1
    PAGE.write_text(page(), encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
