"""``bushido-odds rerolls``: which of the dice on the table to throw again."""

from __future__ import annotations

from typing import Any

import click

from bushido_odds.cli.exchanges import documents
from bushido_odds.cli.field_flags import FieldCommand, field_flags, overlay
from bushido_odds.cli.output import Output, output_options, print_results
from bushido_odds.cli.progress import shown
from bushido_odds.documents.fields import REROLLS, REROLLS_COMBATANT, SIDES


@click.command(name="rerolls", cls=FieldCommand, no_args_is_help=True)
@click.argument("models", nargs=-1, metavar="[FILE | ACTIVE OPPONENT]")
@field_flags(REROLLS, dict.fromkeys(SIDES, REROLLS_COMBATANT))
@output_options
def command(models: tuple[str, ...], output: Output, **flags: Any) -> None:
    """Which of the dice on the table to throw again, stage by stage.

    The dice are those rolled, before any re-roll, in brackets where a count would stand. Each stage
    is shown with the odds if its dice are thrown again and if they are kept.

    \b
    Examples:
      bushido-odds rerolls "Hagane: [1 5]/[3], Prowess [Melee] 1, Feint 1" \\
                           "Yama Uba: [6 3]/[5], Dodge 1"
      bushido-odds rerolls "A: [1 5]/[3], Prowess [Melee] 1" "B: [6]/[5]" --rerolls optimal
    """
    from bushido_odds.answer import answer
    from bushido_odds.report.rerolls import rerolls_page

    found = documents(models, overlay(flags), SIDES, "rerolls")
    with shown("rerolls") as progress:
        results = [answer(d, explain=output.explain, progress=progress) for d in found]
    print_results(results, rerolls_page, output)
