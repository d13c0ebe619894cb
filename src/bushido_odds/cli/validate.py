"""``bushido-odds validate``: every fault of every file."""

from __future__ import annotations

import click

from bushido_odds.cli.exchanges import stdin
from bushido_odds.cli.main import DONE, FOUND_FAULTS
from bushido_odds.cli.output import Output, output_options, print_results


@click.command(name="validate", no_args_is_help=True)
@click.argument("files", nargs=-1, required=True, metavar="FILE...")
@output_options(explain=False, verbose=False, exact=False)
def command(files: tuple[str, ...], output: Output) -> int:
    """Check files of documents: every fault of every one, with its line. Nothing is worked out.

    A FILE holds YAML or JSON documents, or JSON Lines; it may be a folder, a pattern, or - for
    standard input. A fault is a line file:line: path: message, which editors can follow. The exit
    code is 1 where anything is wrong.

    \b
    Examples:
      bushido-odds validate duels.yaml
      bushido-odds validate duels/ --format csv
      bushido-odds validate 'duels/**/*.yaml' --json | jq '.files[].faults'
    """
    from bushido_odds.many.files import files as expanded
    from bushido_odds.many.validation import validate
    from bushido_odds.report.validation import validation_page

    names = list(expanded(files))
    found = validate(names, stdin() if "-" in names else None)
    print_results([found], validation_page, output)
    click.echo(found.summary(), err=True)
    return FOUND_FAULTS if found.faults else DONE
