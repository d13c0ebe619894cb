"""``bushido-odds damage``: one Damage Roll or attack at a given Success Level."""

from __future__ import annotations

from typing import Any

import click

from bushido_odds.cli.exchanges import single
from bushido_odds.cli.field_flags import FieldCommand, field_flags, overlay
from bushido_odds.cli.output import Output, output_options, print_results
from bushido_odds.documents.fields import DAMAGE


@click.command(name="damage", cls=FieldCommand, no_args_is_help=True)
@click.argument("file", required=False)
@field_flags(DAMAGE, {})
@output_options(verbose=False)
def command(file: str | None, output: Output, **flags: Any) -> None:
    """Damage at a given Success Level, and over all of them.

    \b
    Examples:
      bushido-odds damage --level 3 --strength 1 --armour 2
      bushido-odds damage --armour 4 --trait "Pierce (1)"
      bushido-odds damage --level 2 --special "Critical Attack" --trait Strong --json
    """
    from bushido_odds.answer import answer
    from bushido_odds.report.damage import damage_page

    found = single(file, overlay(flags), "damage")
    print_results((answer(d, explain=output.explain) for d in found), damage_page, output)
