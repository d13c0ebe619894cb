"""``bushido-odds melee``: the odds of one Melee Exchange."""

from __future__ import annotations

from typing import Any

import click

from bushido_odds.cli.exchanges import documents
from bushido_odds.cli.field_flags import FieldCommand, field_flags, overlay
from bushido_odds.cli.output import Output, output_options, print_results
from bushido_odds.cli.progress import shown
from bushido_odds.documents.fields import COMBATANT, MELEE, SIDES


@click.command(name="melee", cls=FieldCommand, no_args_is_help=True)
@click.argument("models", nargs=-1, metavar="[FILE | ACTIVE OPPONENT]")
@field_flags(MELEE, dict.fromkeys(SIDES, COMBATANT))
@output_options
def command(models: tuple[str, ...], output: Output, **flags: Any) -> None:
    """Odds of one melee exchange.

    FILE holds YAML or JSON documents (- for standard input); variants of one are answered each.
    Two arguments are model lines: NAME: ATTACK/DEFENCE, item, item ... with the finished dice,
    after every cost, state, assist and boost; or NAME: melee pool 4, split 3/1 ... with the
    card's, which these change. Flags add to either, or say everything alone.

    \b
    Examples:
      bushido-odds melee "Hotaru: 2/1" "Kairai Farmer: 1/1, wounds 5, Tough (1)"
      bushido-odds melee duel.yaml --active-special "Combo Attack" --json
      bushido-odds melee --active-attack 3 --active-defence 0 \\
                         --opponent-attack 1 --opponent-defence 1
      cat duels.yaml | bushido-odds melee - --format csv
    """
    from bushido_odds.answer import answer
    from bushido_odds.report.melee import melee_page

    found = documents(models, overlay(flags), SIDES, "melee")
    with shown("re-rolls") as progress:
        results = [answer(d, explain=output.explain, progress=progress) for d in found]
    print_results(results, melee_page, output)
