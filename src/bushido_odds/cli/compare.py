"""``bushido-odds compare``: exchanges side by side."""

from __future__ import annotations

import click

from bushido_odds.cli.exchanges import stdin, words
from bushido_odds.cli.output import Output, output_options, print_results


@click.command(name="compare", no_args_is_help=True)
@click.argument("files", nargs=-1, required=True, metavar="FILE...")
@click.option(
    "--columns",
    callback=words,
    metavar="FIGURES",
    help="Figures by name or path, as in hits,outcome.opponent_out.",
)
@click.option("--sort", metavar="FIGURE", help="Sort by a figure, the best first.")
@click.option("--reverse", is_flag=True, help="The other way round.")
@click.option("--against", metavar="ROW", help="The row that the others are held against.")
@output_options(explain=False)
def command(
    files: tuple[str, ...],
    columns: tuple[str, ...],
    sort: str | None,
    reverse: bool,
    against: str | None,
    output: Output,
) -> None:
    """Exchanges side by side: a row each, what differs from the first, the best of each column.

    A FILE holds documents of one kind (YAML, JSON, JSON Lines; - for standard input). One
    document may hold variants: named changes, paths with what stands there instead.

    \b
    Examples:
      bushido-odds compare modes.yaml
      bushido-odds compare specials.yaml --sort "takes out"
      bushido-odds compare a.yaml b.yaml --columns hits,opponent.hp_lost.distribution.3+ --exact
    """
    from bushido_odds.many.comparison import compare, rows_of
    from bushido_odds.many.files import files as expanded
    from bushido_odds.report.compare import compare_page

    names = list(expanded(files))
    rows = rows_of(names, stdin() if "-" in names else None)
    print_results([compare(rows, columns, sort, reverse, against)], compare_page, output)
