"""``bushido-odds ranged``: the odds of one Ranged Attack."""

from __future__ import annotations

from typing import Any

import click

from bushido_odds.cli.exchanges import documents
from bushido_odds.cli.field_flags import FieldCommand, field_flags, overlay
from bushido_odds.cli.output import Output, output_options, print_results
from bushido_odds.documents.fields import FRIEND, RANGED, SHOOTER, SHOT_SIDES, TARGET

_MODELS = {"shooter": SHOOTER, "target": TARGET, "friend": FRIEND}

_SAID = {"true": True, "yes": True, "false": False, "no": False}


@click.command(name="ranged", cls=FieldCommand, no_args_is_help=True)
@click.argument("models", nargs=-1, metavar="[FILE | SHOOTER TARGET]")
@field_flags(RANGED, _MODELS)
@click.option("--friend", "__friend", help="A model line: the nearest friend in contact, or true.")
@output_options
def command(models: tuple[str, ...], output: Output, **flags: Any) -> None:
    """Odds of one ranged attack.

    FILE is a YAML or JSON document (- for standard input). Two arguments are model lines, with
    the finished dice of the shot. Flags add to either, or say everything alone.

    \b
    Examples:
      bushido-odds ranged "Minuro: 3 dice, strength +4, Pierce 3, moved" \\
                          "Chiyo: wounds 5, tiny, cover" --range medium
      bushido-odds ranged "Archer: 2 dice" "Yuji: wounds 7, Armour 4" --distance 7 --bands 4/8/12
      bushido-odds ranged "Buzenbo: 3 dice, Brutal" "Aya: wounds 7" --friend "Kotenbo: wounds 6"
    """
    from bushido_odds.answer import answer
    from bushido_odds.report.ranged import ranged_page

    given = overlay(flags)
    if isinstance(friend := given.get("friend"), str) and friend.casefold() in _SAID:
        given["friend"] = _SAID[friend.casefold()]
    found = documents(models, given, SHOT_SIDES, "ranged")
    results = (answer(document, explain=output.explain) for document in found)
    print_results(results, ranged_page, output)
