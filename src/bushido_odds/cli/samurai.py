"""``bushido-odds samurai``: a Russian samurai skirmish game, on the same exact dice."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from functools import partial
from typing import TYPE_CHECKING, Any, TypeVar

import click

from bushido_odds.cli.exchanges import documents, single
from bushido_odds.cli.field_flags import FieldCommand, field_flags, overlay
from bushido_odds.cli.output import Output, output_options, print_results
from bushido_odds.documents import samurai_fields as fields

if TYPE_CHECKING:
    from bushido_odds.documents.samurai import SamuraiDocument

Function = TypeVar("Function", bound=Callable[..., Any])

_RULES = {"rules": fields.RULES}


@click.group(name="samurai", no_args_is_help=True)
def command() -> None:
    """A Russian samurai skirmish game with ten-sided dice, reconstructed.

    Its rules are known from fragments: every point they leave open is a setting (--rules-...),
    and --explain names each assumption behind the figures.

    \b
    Examples:
      bushido-odds samurai test --skill 6 --modifier -3
      bushido-odds samurai ki --attacker 5 --target 5
      bushido-odds samurai melee "Ninja: FS 6, 3 attacks, body 5, unarmed" \\
                                 "Samurai: body 5" --surprise
      bushido-odds samurai vocabulary "Счастливый Случай"
    """


_language = click.option(
    "--lang",
    type=click.Choice(["en", "ru"]),
    default="en",
    help="Labels of the tables: en (default) or ru.",
)


def _options(function: Function) -> Function:
    """The options of every command of the group that has figures."""
    return _language(output_options(function))


def _print(found: Iterable[SamuraiDocument], output: Output, lang: str) -> None:
    from bushido_odds.answers.samurai import answer_samurai
    from bushido_odds.report.samurai import samurai_page

    language = 1 if lang == "ru" else 0
    results = [
        answer_samurai(document, explain=output.explain, language=language) for document in found
    ]
    print_results(results, partial(samurai_page, language=language), output)


@command.command(
    name="test",
    cls=FieldCommand,
    short_help="One die under a characteristic; a fear test.",
    no_args_is_help=True,
)
@click.argument("file", required=False)
@field_flags(fields.TEST, _RULES)
@_options
def simple(file: str | None, output: Output, lang: str, **flags: Any) -> None:
    """A simple test: one die under a characteristic. A fear test is one of Spirit.

    \b
    Examples:
      bushido-odds samurai test --skill 6
      bushido-odds samurai test --skill 6 --modifier -3 --exact
      bushido-odds samurai test --skill 6 --tests 3 --lang ru
    """
    _print(single(file, overlay(flags), "samurai_test"), output, lang)


@command.command(
    name="opposed",
    cls=FieldCommand,
    short_help="Two dice against each other.",
    no_args_is_help=True,
)
@click.argument("file", required=False)
@field_flags(fields.OPPOSED, _RULES)
@_options
def opposed(file: str | None, output: Output, lang: str, **flags: Any) -> None:
    """A comparative test: a die each, each under its own characteristic.

    \b
    Examples:
      bushido-odds samurai opposed --attacker 6 --target 4
      bushido-odds samurai opposed --attacker 6 --attacker-modifier -3 --target 5 --exact
      bushido-odds samurai opposed --attacker 6 --target 4 --rules-both-pass lower
    """
    _print(single(file, overlay(flags), "samurai_opposed"), output, lang)


def _spirits(function: Function) -> Function:
    """``--attacker N`` and ``--target N``: the Spirit of each model."""
    for side in reversed(fields.SIDES):
        function = click.option(
            f"--{side}",
            f"--{side}-spirit",
            f"{side}__spirit",
            type=click.IntRange(fields.SPIRIT.low, fields.SPIRIT.high),
            metavar="N",
            help=f"{side.capitalize()}: Spirit.",
        )(function)
    return function


@command.command(
    name="ki",
    cls=FieldCommand,
    short_help="A ki-attack; strike or ki, over the turn?",
    no_args_is_help=True,
)
@click.argument("models", nargs=-1, metavar="[FILE | ATTACKER TARGET]")
@_spirits
@field_flags(fields.KI, {**dict.fromkeys(fields.SIDES, fields.KI_FIGHTER), **_RULES})
@_options
def ki(models: tuple[str, ...], output: Output, lang: str, **flags: Any) -> None:
    """A ki-attack: five outcomes. With whole models also: strike or ki, over this turn?

    \b
    Examples:
      bushido-odds samurai ki --attacker 5 --target 5
      bushido-odds samurai ki "Ronin: spirit 7, FS 5, body 5, 2 attacks" \\
                              "Ashigaru: spirit 4, FS 4, body 4"
      bushido-odds samurai ki --attacker 6 --target 4 --rules-ki-lucky-any-loss --exact
    """
    _print(documents(models, overlay(flags), fields.SIDES, "samurai_ki"), output, lang)


def _faces(
    context: click.Context, parameter: click.Parameter, value: str | None
) -> list[int] | None:
    """Faces written one after another, with spaces or commas between them."""
    if value is None:
        return None
    if not re.fullmatch(r"[\d\s,]{1,200}", value) or not re.search(r"\d", value):
        raise click.BadParameter(f'dice are written as in "1 8 9 5 8", not "{value[:40]}"')
    return [int(face) for face in re.findall(r"\d{1,3}", value)]


@command.command(
    name="melee",
    cls=FieldCommand,
    short_help="One turn of a fight: hits, wounds, who falls.",
    no_args_is_help=True,
)
@click.argument("models", nargs=-1, metavar="[FILE | ATTACKER TARGET]")
@field_flags(fields.FIGHT, {**dict.fromkeys(fields.SIDES, fields.FIGHTER), **_RULES})
@click.option("--dice", "__dice", callback=_faces, help='Play the turn with dice: "1 8 9 5 8".')
@_options
def melee(models: tuple[str, ...], output: Output, lang: str, **flags: Any) -> None:
    """One turn of a fight: hits, wounds, who is stunned or killed.

    FILE is a YAML or JSON document (- for standard input). Two arguments are model lines; the
    groups of a squad stand after one another with semicolons between them. Flags add to either.

    \b
    Examples:
      bushido-odds samurai melee "Samurai: FS 6, 3 attacks, body 6, armour 5, 2 wounds" \\
                                 "Ronin: FS 5, 2 attacks, body 5" --reaction defend
      bushido-odds samurai melee "Spearmen: 4 models, FS 5, body 4; Captain: FS 7, body 6" \\
                                 "Guards: 3 models, FS 5, body 5" --attacker-allots spread
      bushido-odds samurai melee ninja.yaml --dice "1 8 9 5 8"
    """
    _print(documents(models, overlay(flags), fields.SIDES, "samurai_melee"), output, lang)


@command.command(
    name="shoot",
    cls=FieldCommand,
    short_help="The shots of a turn, at range or into a melee.",
    no_args_is_help=True,
)
@click.argument("models", nargs=-1, metavar="[FILE | SHOOTER TARGET]")
@field_flags(fields.SHOT, {"shooter": fields.SHOOTER, "target": fields.SHOT_AT, **_RULES})
@click.option("--friend", "__friends", multiple=True, help="A model line: a friend in the melee.")
@_options
def shoot(models: tuple[str, ...], output: Output, lang: str, **flags: Any) -> None:
    """The shots of a turn, at a target that may react, or into a melee.

    \b
    Examples:
      bushido-odds samurai shoot "Archer: shooting 6, 2 shots, strength 5, range 24" \\
                                 "Samurai: body 5, armour 6, 2 wounds" --distance 20
      bushido-odds samurai shoot "Archer: shooting 6, strength 5" "Ronin: body 5, agility 6" \\
                                 --reaction evasion
      bushido-odds samurai shoot "Archer: shooting 6, strength 5" "Ronin: body 5" \\
                                 --friend "Guard: body 5, armour 4"
    """
    _print(documents(models, overlay(flags), fields.SHOT_SIDES, "samurai_shoot"), output, lang)


@command.command(name="vocabulary", short_help="Words in English and Russian, and settings.")
@click.argument("word", required=False)
@_language
@output_options(explain=False, verbose=False, exact=False)
def vocabulary(word: str | None, output: Output, lang: str) -> None:
    """Every word of these rules in English and Russian, and every setting.

    WORD, or a part of one in either language, narrows the list.

    \b
    Examples:
      bushido-odds samurai vocabulary
      bushido-odds samurai vocabulary паника
      bushido-odds samurai vocabulary both_pass --lang ru
    """
    from bushido_odds.report.samurai_words import Terms, terms_page
    from bushido_odds.samurai.vocabulary import all_terms, look_up

    terms = look_up(word) if word else all_terms()
    print_results([Terms(terms)], partial(terms_page, language=1 if lang == "ru" else 0), output)
