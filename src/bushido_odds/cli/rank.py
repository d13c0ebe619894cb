"""``bushido-odds rank``: which special against whom, and what a trait or a die is worth."""

from __future__ import annotations

from typing import Any

import click

from bushido_odds.cli.exchanges import documents
from bushido_odds.cli.field_flags import FieldCommand, field_flags, overlay
from bushido_odds.cli.output import Output, output_options, print_results
from bushido_odds.cli.progress import shown
from bushido_odds.documents.fields import CHOOSER, SIDES, SPLITS


@click.command(name="rank", cls=FieldCommand, no_args_is_help=True)
@click.argument("models", nargs=-1, metavar="[FILE | ACTIVE OPPONENT]")
@field_flags(SPLITS, dict.fromkeys(SIDES, CHOOSER))
@output_options
def command(models: tuple[str, ...], output: Output, **flags: Any) -> None:
    """All specials of a weapon against one enemy, and what a change would be worth.

    Each special is shown with its best split against the enemy's best reply (or against its known
    split); then what one more die, a trait, a charge or the initiative would change.

    \b
    Examples:
      bushido-odds rank "Kenko: 4 dice, wounds 7, Combo Attack (1), Slam Attack (1)" \\
                        "Goro: 2/1, wounds 8, Armour 2, Tough 1" --goal kill
      bushido-odds rank "Genji: 4 dice, strength 1, Critical Attack (1)" "Yuji: 4 dice, Armour 4"
    """
    from bushido_odds.answer import answer
    from bushido_odds.report.rank import rank_page

    found = documents(models, overlay(flags), SIDES, "rank")
    with shown("rank") as progress:
        results = [answer(d, explain=output.explain, progress=progress) for d in found]
    print_results(results, rank_page, output)
