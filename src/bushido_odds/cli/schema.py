"""``bushido-odds schema``: the JSON Schemas of the documents, for editors."""

from __future__ import annotations

import json
from importlib.resources import files
from pathlib import Path

import click
from click.shell_completion import CompletionItem

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
@click.option("--first-line", is_flag=True, help="Only the line that turns it on in an editor.")
@click.option("--list", "list_", is_flag=True, help="The kinds of document, one a line.")
def command(kind: str, first_line: bool, list_: bool) -> None:
    """The JSON Schema of a KIND of document, or of any; editors complete and check with it.

    On stderr stands the first line that turns it on in a YAML file (with the YAML language server,
    as in VS Code, Neovim, Emacs and others); it names the file that came with this program.

    \b
    Examples:
      bushido-odds schema melee > melee.schema.json
      bushido-odds schema melee --first-line > duel.yaml
      bushido-odds schema --list
    """
    if list_:
        click.echo("\n".join(_kinds()))
        return
    path = _kinds()[kind]
    line = f"# yaml-language-server: $schema={path.as_uri()}"
    if first_line:
        click.echo(line)
        return
    schema = json.loads(path.read_text(encoding="utf-8"))
    click.echo(json.dumps(schema, indent=2, ensure_ascii=False))
    click.echo(f"The first line of a YAML file, for editors:\n{line}", err=True)
