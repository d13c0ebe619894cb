"""``bushido-odds test``: Challenge and Opposed Tests, and their named forms."""

from __future__ import annotations

from typing import Any

import click

from bushido_odds.cli.exchanges import single
from bushido_odds.cli.field_flags import FieldCommand, field_flags, overlay
from bushido_odds.cli.output import Output, output_options, print_results
from bushido_odds.documents.fields import TEST_SIDES, TESTS, Field

_HELP = {
    "challenge": (
        "Dice against a number.",
        "bushido-odds test challenge --dice 2 --number 6",
        "bushido-odds test challenge --dice 3 --number 5 --prowess 1 --exact",
    ),
    "opposed": (
        "Two pools against each other; ties go to surviving dice, then to the active side.",
        "bushido-odds test opposed --active 2 --opponent 3",
        "bushido-odds test opposed --active 3 --active-prowess 1 --opponent 2",
    ),
    "fear": (
        "A Fear test with a Ki statistic against an enemy's Fear.",
        "bushido-odds test fear --ki 2 --value 6",
        "bushido-odds test fear --ki 1 --value 5 --trait Bravery --enemy-trait 'Dread (1)'",
    ),
    "size": (
        "A size test: Tiny 1 die, Small 2, Medium 3, Large 4, Huge 5.",
        "bushido-odds test size --size small --number 6",
        "bushido-odds test size --size large --number 6 --trait Strong",
    ),
    "ki": (
        "An opposed Ki test from both Ki statistics.",
        "bushido-odds test ki --active 2 --opponent 1",
        "bushido-odds test ki --active 2 --opponent 2 --opponent-trait 'Mettle (1)'",
    ),
    "rise": ("Rise (X): one die against X.", "bushido-odds test rise --value 4"),
}


@click.group(name="test", no_args_is_help=True)
def command() -> None:
    """Challenge and Opposed Tests: fear, size, Ki, Rise and any other."""


def _sides(kind: str) -> dict[str, tuple[Field, ...]]:
    """The fields of each side but the first, whose flag is the side's own name."""
    table = TEST_SIDES.get(kind)
    return dict.fromkeys(("active", "opponent"), table[1:]) if table else {}


def _with_side_flags(kind: str, function: Any) -> Any:
    """``--active N`` and ``--opponent N``: the dice, or the Ki, of each side."""
    table = TEST_SIDES.get(kind)
    if not table:
        return function
    first = table[0]
    for side in ("opponent", "active"):
        function = click.option(
            f"--{side}",
            f"{side}__{first.name}",
            type=click.IntRange(first.low, first.high),
            help=f"{side.capitalize()}: {first.help}.",
        )(function)
    return function


def _register(kind: str) -> None:
    text, *examples = _HELP[kind]

    def run(file: str | None, output: Output, **flags: Any) -> None:
        from bushido_odds.answer import answer
        from bushido_odds.report.tests import tests_page

        found = single(file, overlay(flags), kind)
        print_results((answer(d, explain=output.explain) for d in found), tests_page, output)

    run.__doc__ = "\n".join([text, "", "\b", "Examples:", *(f"  {line}" for line in examples)])
    built = output_options(run)
    built = field_flags(TESTS[kind], _sides(kind))(built)
    built = _with_side_flags(kind, built)
    built = click.argument("file", required=False)(built)
    command.command(name=kind, cls=FieldCommand, no_args_is_help=True)(built)


for _kind in _HELP:
    _register(_kind)
