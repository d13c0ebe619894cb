"""``bushido-odds schema``: the JSON Schemas of the documents, for editors."""

from __future__ import annotations

import json
import os
from importlib.resources import files
from pathlib import Path

import click
from click.shell_completion import CompletionItem

from bushido_odds.cli.saving import STDOUT, destination, write_whole

ANY = "any"
_ENDING = ".schema.json"


def _kinds() -> dict[str, Path]:
    """The file of every schema that the package ships, by its kind of document."""
    folder = Path(str(files("bushido_odds"))) / "schemas"
    return {path.name.removesuffix(_ENDING): path for path in sorted(folder.glob(f"*{_ENDING}"))}


class Kind(click.ParamType[str]):
    """A kind of document that there is a schema of."""

    name = "kind"

    def convert(self, value: str, param: click.Parameter | None, ctx: click.Context | None) -> str:
        if value in _kinds():
            return value
        from bushido_odds.errors import nearest

        close = nearest(value, _kinds())
        advice = f'Did you mean "{close[0]}"?' if close else f"Known: {', '.join(_kinds())}."
        raise click.BadParameter(f'there is no kind of document "{value}". {advice}', ctx, param)

    def shell_complete(
        self, ctx: click.Context, param: click.Parameter, incomplete: str
    ) -> list[CompletionItem]:
        return [CompletionItem(kind) for kind in _kinds() if kind.startswith(incomplete)]


@click.command(name="schema")
@click.argument("kind", type=Kind(), default=ANY)
@click.option(
    "--first-line", is_flag=True, help="Only print the line that turns it on in an editor."
)
@click.option("--list", "list_", is_flag=True, help="The kinds of document, one a line.")
@click.option(
    "--output",
    metavar="FILE",
    help="Write to a new file, whole or not at all; the first line names it as written here.",
)
@click.option("--force", is_flag=True, help="--output may replace a file.")
def command(kind: str, first_line: bool, list_: bool, output: str | None, force: bool) -> None:
    """The JSON Schema of a KIND of document, or of any; editors complete and check with it.

    On stderr stands the first line that turns it on in a YAML file (with the YAML language server,
    as in VS Code, Neovim, Emacs and others). It names the file that came with this program, or that
    of --output: a relative one, seen from the YAML file, is right for everybody who shares both.
    The command validate checks more than a schema can.

    \b
    Examples:
      bushido-odds schema melee > melee.schema.json
      bushido-odds schema melee --output melee.schema.json
      bushido-odds schema melee --first-line --output melee.schema.json > duel.yaml
      bushido-odds schema --list
    """
    if list_:
        click.echo("\n".join(_kinds()))
        return
    path = _kinds()[kind]
    named = None if output in (None, STDOUT) else output
    place = named.replace(os.sep, "/") if named else path.as_uri()
    line = f"# yaml-language-server: $schema={place}"
    if first_line:
        click.echo(line)
        return
    schema = json.loads(path.read_text(encoding="utf-8"))
    with destination(output, force) as stream:
        write_whole(json.dumps(schema, indent=2, ensure_ascii=False), stream)
    click.echo(f"The first line of a YAML file, for editors:\n{line}", err=True)
