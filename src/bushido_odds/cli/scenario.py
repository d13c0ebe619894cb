"""``bushido-odds scenario``: how long a game lasts, who controls what, who scores, who may win."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import TYPE_CHECKING, Any

import click

from bushido_odds.cli.exchanges import from_file, placed
from bushido_odds.cli.output import Output, output_options, print_results

if TYPE_CHECKING:
    from bushido_odds.documents.faults import Path, Place
    from bushido_odds.documents.load import Document
    from bushido_odds.report.page import Page


@click.group(name="scenario", no_args_is_help=True)
def command() -> None:
    """Scenarios: how long a game lasts, who controls what, who scores, who may win.

    \b
    Examples:
      bushido-odds scenario length --variable 5
      bushido-odds scenario control --us "Aya 12" --us "Ren & Jin 9" --them "Oni 20"
      bushido-odds scenario score match.yaml --explain
      bushido-odds scenario odds turn-four.yaml
    """


def _documents(
    file: str | None, kind: str, flags: Mapping[str, Any] | None = None
) -> Iterator[Document]:
    """Every valid document of a file, or the one that flags make; the first faulty one ends it."""
    from bushido_odds.documents.faults import nowhere
    from bushido_odds.documents.load import document_from

    flags = flags or {}
    found = (
        [(flags, placed(nowhere, flags, flags))] if file is None else from_file(file, flags, kind)
    )
    for data, place in found:
        yield document_from(data, place, kind)


def _print(documents: Iterable[Document], page: Callable[..., Page], output: Output) -> None:
    from bushido_odds.answer import answer

    results = [answer(document, explain=output.explain) for document in documents]
    print_results(results, page, output)


@command.command(name="length", no_args_is_help=True)
@click.argument("file", required=False)
@click.option("--fixed", type=int, metavar="X", help="The game ends with turn X.")
@click.option("--variable", type=int, metavar="X", help="A D6 from turn X on: 4+ ends the game.")
@click.option("--turn", type=int, metavar="N", help="The turn in hand (1).")
@click.option(
    "--length-roll", type=click.IntRange(1, 6), metavar="D6", help="The roll of that turn."
)
@output_options
def length(
    file: str | None,
    fixed: int | None,
    variable: int | None,
    turn: int | None,
    length_roll: int | None,
    output: Output,
) -> None:
    """How long the game lasts, from any turn on.

    FILE is a scenario (YAML or JSON, - for standard input). Without one, say --fixed or
    --variable.

    \b
    Examples:
      bushido-odds scenario length --variable 5
      bushido-odds scenario length --variable 5 --turn 6 --length-roll 2 --exact
      bushido-odds scenario length wells.yaml --turn 4 --explain
    """
    from bushido_odds.report.scenario import length_page

    if (file, fixed, variable).count(None) != 2:
        raise click.UsageError("one of these is wanted: FILE, --fixed X, --variable X")
    kind = "Fixed" if fixed is not None else "Variable"
    flags = {
        "length": None if file is not None else f"{kind} ({variable if fixed is None else fixed})",
        "turn": turn,
        "length_roll": length_roll,
    }
    flags = {key: value for key, value in flags.items() if value is not None}
    _print(_documents(file, "scenario_length", flags), length_page, output)


@command.command(name="control", no_args_is_help=True)
@click.argument("file", required=False)
@click.option("--us", multiple=True, metavar="MODEL", help='Ours, as in "Aya 12".')
@click.option("--them", multiple=True, metavar="MODEL", help='Theirs; "Ren & Jin 9": 9 for both.')
@click.option("--outside", multiple=True, metavar="NAME", help="A model that is not in the Zone.")
@click.option(
    "--alignment",
    type=click.Choice(["friendly", "neutral", "enemy"], case_sensitive=False),
    default="neutral",
    help="How we see the Zone (neutral).",
)
@output_options
def control(
    file: str | None,
    us: tuple[str, ...],
    them: tuple[str, ...],
    outside: tuple[str, ...],
    alignment: str,
    output: Output,
) -> None:
    """Who controls a Zone, and what a control or a prayer gives.

    More models and more rice, both, completely in the Zone. FILE (YAML or JSON, - for standard
    input) may hold many Zones. Without one, the flags name the models of a single Zone, each with
    its printed rice.

    \b
    Examples:
      bushido-odds scenario control --us "Aya 12" --us "Ren & Jin 9" --them "Oni 20"
      bushido-odds scenario control --us "Ren & Jin 9" --outside Jin --them "Goblin 4"
      bushido-odds scenario control zones.yaml --explain
    """
    from bushido_odds.documents.scenario import single_zone
    from bushido_odds.report.scenario import control_page

    if (file is None) == (not us and not them):
        raise click.UsageError("a FILE or the models of one Zone are wanted: --us, --them")
    documents = (
        [single_zone(us, them, outside, alignment)]
        if file is None
        else _documents(file, "scenario_control")
    )
    _print(documents, control_page, output)


@command.command(name="score", no_args_is_help=True)
@click.argument("file")
@click.option("--scenario", metavar="FILE", help="The scenario, where the log has none in it.")
@output_options
def score(file: str, scenario: str | None, output: Output) -> None:
    """The score of a match, from its log.

    FILE (YAML or JSON, - for standard input) tells the match turn by turn. What the rules do not
    allow is an error with its line and the rule.

    \b
    Examples:
      bushido-odds scenario score match.yaml
      bushido-odds scenario score log.yaml --scenario wells.yaml --explain
      bushido-odds scenario score match.yaml --json | jq -r .winner
    """
    from bushido_odds.report.scenario import score_page

    documents = _documents(file, "scenario_score") if scenario is None else _played(file, scenario)
    _print(documents, score_page, output)


def _played(file: str, scenario: str) -> Iterator[Document]:
    """The match logs of a file, under a scenario that stands in a file of its own."""
    from bushido_odds.documents.load import document_from

    scenarios = list(from_file(scenario, {}, "scenario"))
    if len(scenarios) != 1:
        raise click.UsageError(f'one scenario is wanted in "{scenario}", not {len(scenarios)}')
    [(card, card_place)] = scenarios
    for log, log_place in from_file(file, {}, "scenario_score"):

        def place(path: Path, log_place: Place = log_place) -> tuple[str | None, int | None]:
            return card_place(path[1:]) if path[:1] == ("scenario",) else log_place(path)

        data = {**log, "scenario": card} if isinstance(log, dict) else log
        yield document_from(data, place, "scenario_score")


@command.command(name="odds", no_args_is_help=True)
@click.argument("file")
@output_options
def odds(file: str, output: Output) -> None:
    """The odds to win, and the Victory Point that matters most.

    FILE (YAML or JSON, - for standard input) has the length, the score, and for each Victory
    Point still open the chances that either player takes it: a number, a fraction, or the figure
    of a nested document.

    \b
    Examples:
      bushido-odds scenario odds turn-four.yaml
      bushido-odds scenario odds turn-four.yaml --exact --explain
      bushido-odds scenario odds turn-four.yaml --json | jq .win
    """
    from bushido_odds.report.scenario import odds_page

    _print(_documents(file, "scenario_odds"), odds_page, output)
