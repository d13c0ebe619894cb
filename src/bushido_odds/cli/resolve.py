"""``bushido-odds resolve``: what the dice on the table come to."""

from __future__ import annotations

from typing import Any

import click

from bushido_odds.cli.exchanges import documents
from bushido_odds.cli.field_flags import FieldCommand, field_flags, overlay
from bushido_odds.cli.output import Output, output_options, print_results
from bushido_odds.documents.fields import ROLLED, ROLLED_COMBATANT, SIDES


@click.command(name="resolve", cls=FieldCommand, no_args_is_help=True)
@click.argument("models", nargs=-1, metavar="[FILE | ACTIVE OPPONENT]")
@field_flags(ROLLED, dict.fromkeys(SIDES, ROLLED_COMBATANT))
@output_options(verbose=False)
def command(models: tuple[str, ...], output: Output, **flags: Any) -> None:
    """What the dice on the table come to.

    The dice are final, after every re-roll, in brackets where a count would stand. With the dice
    of Damage Rolls the wounds are worked out too.

    \b
    Examples:
      bushido-odds resolve "Aya: [4 2]/[5]" "Chiyo: [5 3]/[4], Sidestep Defence"
      bushido-odds resolve "A: [6 5]/[], strength 1, damage [3 5]" "B: []/[3], Tough (1)"
      bushido-odds resolve table.yaml --json
    """
    from bushido_odds.answer import answer
    from bushido_odds.report.resolve import resolve_page

    found = documents(models, overlay(flags), SIDES, "resolve")
    results = (answer(document, explain=output.explain) for document in found)
    print_results(results, resolve_page, output)
