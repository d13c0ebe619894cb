"""How every command prints: one set of options, one way out."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, TypeVar, cast

import click

if TYPE_CHECKING:
    from bushido_odds.report.page import Page

FORMATS = ("table", "json", "jsonl", "csv", "markdown")

Function = TypeVar("Function", bound=Callable[..., Any])


@dataclass(frozen=True, slots=True)
class Output:
    """What the user asked for on stdout."""

    format: str = "table"
    exact: bool = False
    verbose: bool = False
    explain: bool = False


def output_options(function: Function) -> Function:
    """The options of every command that prints a result; they arrive as ``output``."""

    def collected(
        *args: Any,
        format_: str | None,
        json_: bool,
        exact: bool,
        verbose: bool,
        explain: bool,
        **kwargs: Any,
    ) -> Any:
        if json_ and format_ not in (None, "json"):
            raise click.UsageError(f"--json and --format {format_} contradict each other")
        chosen = "json" if json_ else format_ or "table"
        return function(*args, output=Output(chosen, exact, verbose, explain), **kwargs)

    collected.__name__ = function.__name__
    collected.__doc__ = function.__doc__
    for option in (
        click.option("--explain", is_flag=True, help="Show the working, with the rules."),
        click.option("-v", "--verbose", is_flag=True, help="Show the full laws too."),
        click.option("--exact", is_flag=True, help="Fractions in lowest terms, not decimals."),
        click.option("--json", "json_", is_flag=True, help="Short for --format json."),
        click.option(
            "--format",
            "format_",
            type=click.Choice(FORMATS),
            help="How to print: table (default), json, jsonl, csv or markdown.",
        ),
    ):
        collected = option(collected)
    collected.__click_params__ += getattr(function, "__click_params__", [])  # type: ignore[attr-defined]
    return collected  # type: ignore[return-value]


def print_results(results: Iterable[Any], page: Callable[..., Page], output: Output) -> None:
    """Print results in the format asked for.

    Args:
        results: each has ``to_dict(exact)``, and ``rows()`` or ``csv_rows(exact)`` where it lists
            more than one thing.
        page: makes the page of one result, given ``exact`` and ``verbose``.
        output: the user's choices.
    """
    results = list(results)
    if (output.format == "table" and sys.stdout.isatty()) or _colour_is_forced(output):
        from bushido_odds.report.terminal import print_page

        for number, result in enumerate(results):
            if number:
                click.echo()
            print_page(page(result, exact=output.exact, verbose=output.verbose))
        return
    for line in _lines(results, page, output):
        sys.stdout.write(line + "\n")


def _colour_is_forced(output: Output) -> bool:
    import os

    return output.format == "table" and bool(os.environ.get("FORCE_COLOR"))


def _lines(results: list[Any], page: Callable[..., Page], output: Output) -> Iterable[str]:
    if output.format in ("table", "markdown"):
        from bushido_odds.report.text import markdown_lines, plain_lines

        draw = plain_lines if output.format == "table" else markdown_lines
        for number, result in enumerate(results):
            if number:
                yield ""
            yield from draw(page(result, exact=output.exact, verbose=output.verbose))
        return
    from bushido_odds.report.data import csv_lines, json_line, json_text

    if output.format == "csv":
        yield from csv_lines(row for result in results for row in _rows(result, output.exact))
    else:
        write = json_text if output.format == "json" else json_line
        yield from (write(result.to_dict(exact=output.exact)) for result in results)


def _rows(result: Any, exact: bool) -> Iterable[Mapping[str, Any]]:
    """The rows of CSV that a result makes: one, or one for each thing that it lists."""
    if hasattr(result, "csv_rows"):
        return cast("Iterable[Mapping[str, Any]]", result.csv_rows(exact))
    if hasattr(result, "rows"):
        return cast("Iterable[Mapping[str, Any]]", result.rows())
    return (result.to_dict(exact=exact),)
