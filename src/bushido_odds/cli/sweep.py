"""``bushido-odds sweep``: one document with every combination of some values."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from bushido_odds.cli.exchanges import stdin, words
from bushido_odds.cli.output import Output, output_options, print_results
from bushido_odds.cli.progress import shown

if TYPE_CHECKING:
    from bushido_odds.many.entry import Entry

CAP = 1_000
MODELS = {
    "melee": ("active", "opponent"),
    "ranged": ("shooter", "target"),
    "splits": ("active", "opponent"),
    "rank": ("active", "opponent"),
}
"""What two model lines are in a document of each kind that they can make."""


@click.command(name="sweep", no_args_is_help=True)
@click.argument("models", nargs=-1, required=True, metavar="FILE | ACTIVE OPPONENT")
@click.option(
    "--set",
    "settings",
    multiple=True,
    required=True,
    metavar="PATH=VALUES",
    help="What to set, and to what: 0..4, or a list with commas; may be repeated.",
)
@click.option(
    "--kind",
    type=click.Choice(list(MODELS)),
    help="What two model lines meet in (melee).",
)
@click.option("--figure", metavar="FIGURE", help="The figure of the grid, by name or path.")
@click.option(
    "--columns", callback=words, metavar="FIGURES", help="The figures of the rows, as for compare."
)
@click.option("--yes", is_flag=True, help=f"Work out more than {CAP:,} combinations.")
@output_options(explain=False)
def command(
    models: tuple[str, ...],
    settings: tuple[str, ...],
    kind: str | None,
    figure: str | None,
    columns: tuple[str, ...],
    yes: bool,
    output: Output,
) -> None:
    """One document with every combination of some values: a shaded grid, or a row each.

    PATH is a place in the document, a trait or a state too: opponent.traits.Armour=0..4,
    active.states.prone=on,off, active.special=none,Combo Attack. Semicolons part values that
    have commas in them. Two arguments are model lines. Combinations that cannot be stay empty.

    \b
    Examples:
      bushido-odds sweep duel.yaml --set opponent.traits.Armour=0..4
      bushido-odds sweep "Goro: 3/1" "Farmer: 1/1, wounds 5" \\
        --set active.special="none,Combo Attack,Powerful Attack" --set opponent.traits.Armour=0..4
      bushido-odds sweep shot.yaml --set range=short,medium,long --set target.cover=on,off --json
    """
    from bushido_odds.many.sweep import size, sweep
    from bushido_odds.many.values import swept
    from bushido_odds.many.variants import kind_of
    from bushido_odds.report.grid import sweep_page

    entries = _entries(models, kind)
    found = kind_of(entries[0].data)
    dimensions = [swept(setting, found) for setting in settings]
    count = size(entries, dimensions)
    if count > CAP and not yes:
        raise click.UsageError(
            f"{count:,} combinations are more than {CAP:,}; --yes works them out"
        )
    with shown("sweep") as tell:
        result = sweep(entries, dimensions, found, columns, figure, tell)
    print_results([result], sweep_page, output)
    if result.impossible and output.format != "table":
        click.echo(result.left_out(), err=True)


def _entries(models: tuple[str, ...], kind: str | None) -> list[Entry]:
    """The documents of a file, or the one of two model lines."""
    from bushido_odds.documents.faults import nowhere
    from bushido_odds.errors import InputError, InputErrors
    from bushido_odds.many.entry import Entry
    from bushido_odds.many.run import items
    from bushido_odds.many.variants import entries

    if len(models) > 2:
        raise click.UsageError(f"one FILE or two model lines are wanted, not {len(models)}")
    if len(models) == 2:
        kind = kind or "melee"
        return [Entry({"kind": kind, **dict(zip(MODELS[kind], models, strict=True))}, nowhere)]
    if kind is not None:
        raise click.UsageError("--kind is for two model lines; a file says its own kind")
    found: list[Entry] = []
    for item in items(models, stdin() if models == ("-",) else None):
        if isinstance(item, InputError):
            raise item
        for entry in entries(item):
            if isinstance(entry, InputErrors):
                raise entry
            found.append(entry)
    if not found:
        file = "<stdin>" if models[0] == "-" else models[0]
        raise InputError("there is no document in it", file=file)
    return found
