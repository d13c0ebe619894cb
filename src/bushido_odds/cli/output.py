"""How every command prints: one set of options, one way out."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Collection, Iterable, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, TypeVar, cast, overload

import click

from bushido_odds.cli.saving import NotSavedError, destination, write_whole

if TYPE_CHECKING:
    from bushido_odds.report.page import Page

FORMATS = ("table", "json", "jsonl", "csv", "markdown")
PICTURES = ("svg", "html")

_BY_ENDING = {
    ".json": "json",
    ".jsonl": "jsonl",
    ".ndjson": "jsonl",
    ".csv": "csv",
    ".md": "markdown",
    ".svg": "svg",
    ".html": "html",
    ".txt": "table",
    ".text": "table",
    ".log": "table",
}
"""The format of a file that is to be written, where none is asked for."""

Function = TypeVar("Function", bound=Callable[..., Any])


@dataclass(frozen=True, slots=True)
class Output:
    """What the user asked for, and where it goes: to stdout, or to a file."""

    format: str = "table"
    exact: bool = False
    verbose: bool = False
    explain: bool = False
    file: str | None = None
    force: bool = False


@overload
def output_options(function: Function) -> Function: ...
@overload
def output_options(
    *, explain: bool = ..., verbose: bool = ..., exact: bool = ...
) -> Callable[[Function], Function]: ...
def output_options(
    function: Any = None, *, explain: bool = True, verbose: bool = True, exact: bool = True
) -> Any:
    """The options of every command that prints a result; they arrive as ``output``.

    Args:
        function: the command's; left out where options are.
        explain: there is ``--explain``, for results with a working.
        verbose: there is ``--verbose``, for results with laws.
        exact: there is ``--exact``, for results with figures.
    """
    asked = {"explain": explain, "verbose": verbose, "exact": exact}
    left_out = {name for name, is_there in asked.items() if not is_there}
    if function is None:
        return lambda function: _with_options(function, left_out)
    return _with_options(function, left_out)


def _with_options(function: Function, left_out: Collection[str]) -> Function:
    def collected(
        *args: Any,
        format_: str | None,
        output_file: str | None,
        force: bool,
        exact: bool = False,
        verbose: bool = False,
        explain: bool = False,
        **kwargs: Any,
    ) -> Any:
        short = {name: kwargs.pop(f"{name}_") for name in ("json", *PICTURES)}
        chosen = _chosen(format_, short, output_file)
        output = Output(chosen, exact, verbose, explain, output_file, force)
        return function(*args, output=output, **kwargs)

    collected.__name__ = function.__name__
    collected.__doc__ = function.__doc__
    options = {
        "force": click.option("--force", is_flag=True, help="--output may replace a file."),
        "output": click.option(
            "--output",
            "output_file",
            metavar="FILE",
            help="Write to a new file, whole or not at all; its ending may say the format.",
        ),
        "html": click.option("--html", "html_", is_flag=True, help="The same as a page of HTML."),
        "svg": click.option("--svg", "svg_", is_flag=True, help="The same as a picture."),
        "explain": click.option(
            "--explain", is_flag=True, help="Show the working, with the rules."
        ),
        "verbose": click.option("-v", "--verbose", is_flag=True, help="Show the full laws too."),
        "exact": click.option(
            "--exact", is_flag=True, help="Fractions in lowest terms, not decimals."
        ),
        "json": click.option("--json", "json_", is_flag=True, help="Short for --format json."),
        "format": click.option(
            "--format",
            "format_",
            type=click.Choice(FORMATS),
            help="How to print: table (default), json, jsonl, csv or markdown.",
        ),
    }
    for name, option in options.items():
        if name not in left_out:
            collected = option(collected)
    collected.__click_params__ += getattr(function, "__click_params__", [])  # type: ignore[attr-defined]
    return collected  # type: ignore[return-value]


def _chosen(format_: str | None, short: Mapping[str, bool], file: str | None) -> str:
    """The format that the options ask for, once at most, or else the ending of the file."""
    asked = [name for name, is_asked in short.items() if is_asked]
    if len(asked) > 1:
        raise click.UsageError(f"--{asked[0]} and --{asked[1]} contradict each other")
    if asked and format_ not in (None, asked[0]):
        raise click.UsageError(f"--{asked[0]} and --format {format_} contradict each other")
    if asked or format_:
        return asked[0] if asked else cast("str", format_)
    ending = os.path.splitext(file or "")[1].lower()
    if ending and ending not in _BY_ENDING:
        known = ", ".join(_BY_ENDING)
        raise NotSavedError(f'{file}: "{ending}" is no known ending: {known}, or any with --format')
    return _BY_ENDING.get(ending, "table")


def print_results(results: Iterable[Any], page: Callable[..., Page], output: Output) -> None:
    """Print results in the format asked for, or save them.

    Args:
        results: each has ``to_dict(exact)``, and ``rows()`` or ``csv_rows(exact)`` where it lists
            more than one thing; ``csv_heads`` where columns of those are always there.
        page: makes the page of one result, given ``exact`` and ``verbose``.
        output: the user's choices.
    """
    with destination(output.file, output.force) as stream:
        results = list(results)
        if stream is None and _is_for_eyes(output):
            from bushido_odds.report.terminal import print_page

            for number, result in enumerate(results):
                if number:
                    click.echo()
                print_page(page(result, exact=output.exact, verbose=output.verbose))
            return
        for line in _lines(results, page, output):
            if stream is None and output.format in ("table", "markdown"):
                sys.stdout.write(f"{line}\n")
            else:  # data are UTF-8, whatever a terminal may have
                write_whole(line, stream)


def _is_for_eyes(output: Output) -> bool:
    """Whether a terminal shows the page, or colour is wanted as if one did."""
    shown = sys.stdout.isatty() or bool(os.environ.get("FORCE_COLOR"))
    return output.format == "table" and shown


def _lines(results: list[Any], page: Callable[..., Page], output: Output) -> Iterable[str]:
    if output.format in ("table", "markdown"):
        from bushido_odds.report.text import markdown_lines, plain_lines

        draw = plain_lines if output.format == "table" else markdown_lines
        for number, result in enumerate(results):
            if number:
                yield ""
            yield from draw(page(result, exact=output.exact, verbose=output.verbose))
        return
    if output.format in PICTURES:
        yield _picture(results, page, output)
        return
    from bushido_odds.report.data import csv_lines, json_line, json_text

    if output.format == "csv":
        heads = [head for result in results for head in getattr(result, "csv_heads", ())]
        rows = (row for result in results for row in _rows(result, output.exact))
        yield from csv_lines(rows, heads)
    else:
        write = json_text if output.format == "json" else json_line
        yield from (write(result.to_dict(exact=output.exact)) for result in results)


def _picture(results: list[Any], page: Callable[..., Page], output: Output) -> str:
    """All results as one picture, with what they were made from."""
    from bushido_odds.report import picture
    from bushido_odds.report.page import Notes

    pages = []
    for result in results:
        made = page(result, exact=output.exact, verbose=output.verbose)
        plain = result.to_dict()
        origin = f"bushido-odds {plain['version']}"
        if "input_sha256" in plain:
            origin += f", {plain['rules_edition']}, input {plain['input_sha256'][:12]}"
        pages.append((*made, Notes((origin,))))
    draw = picture.svg if output.format == "svg" else picture.html
    return draw(pages, _title(results)).rstrip("\n")


def _title(results: list[Any]) -> str:
    names = [getattr(result, "name", None) for result in results]
    return ", ".join(name for name in names if name) or "bushido-odds"


def _rows(result: Any, exact: bool) -> Iterable[Mapping[str, Any]]:
    """The rows of CSV that a result makes: one, or one for each thing that it lists."""
    if hasattr(result, "csv_rows"):
        return cast("Iterable[Mapping[str, Any]]", result.csv_rows(exact))
    if hasattr(result, "rows"):
        return cast("Iterable[Mapping[str, Any]]", result.rows())
    return (result.to_dict(exact=exact),)
