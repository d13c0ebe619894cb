"""``bushido-odds splits``: what to allocate against a hidden choice."""

from __future__ import annotations

from typing import Any

import click

from bushido_odds.cli.exchanges import documents
from bushido_odds.cli.field_flags import FieldCommand, field_flags, overlay
from bushido_odds.cli.output import Output, output_options, print_results
from bushido_odds.cli.progress import shown
from bushido_odds.documents.fields import CHOOSER, SIDES, SPLITS


@click.command(name="splits", cls=FieldCommand, no_args_is_help=True)
@click.argument("models", nargs=-1, metavar="[FILE | ACTIVE OPPONENT]")
@field_flags(SPLITS, dict.fromkeys(SIDES, CHOOSER))
@click.option(
    "--against",
    "__against",
    help="A read of the opponent: one of its options, as in 2/1, or uniform.",
)
@output_options
def command(models: tuple[str, ...], output: Output, **flags: Any) -> None:
    """What to put in Attack and Defence against a split you cannot see.

    Models give their dice before the split, and the specials of the weapon with their costs. The
    grid shows every choice against every other, then the advice in words.

    \b
    Examples:
      bushido-odds splits "Hotaru: 3 dice, wounds 6, Combo Attack (1), Push Attack (0)" \\
                          "Kairai Farmer: 2 dice, wounds 5, Tough (1)"
      bushido-odds splits "A: 4 dice, Aggressive" "B: 3 dice" --goal survive
      bushido-odds splits "A: 3 dice" "B: 2 dice" --against 1/1
    """
    from bushido_odds.answer import answer
    from bushido_odds.report.splits import splits_page

    found = documents(models, overlay(flags), SIDES, "splits")
    with shown("splits") as progress:
        results = [answer(d, explain=output.explain, progress=progress) for d in found]
    print_results(results, splits_page, output)
