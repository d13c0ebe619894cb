"""``bushido-odds vocabulary``: the words that a card or a player may use."""

from __future__ import annotations

import click

from bushido_odds.cli.output import Output, output_options, print_results


@click.command(name="vocabulary")
@click.argument("words", nargs=-1, metavar="[WORD]")
@output_options(explain=False, verbose=False, exact=False)
def command(words: tuple[str, ...], output: Output) -> None:
    """Every trait, special, state and action known, what it does to the odds, and its source.

    WORD, or a part of one, narrows the list.

    \b
    Examples:
      bushido-odds vocabulary
      bushido-odds vocabulary prow
      bushido-odds vocabulary --json | jq -r '.words[].name'
    """
    from bushido_odds.report.vocabulary import Vocabulary, vocabulary_page
    from bushido_odds.rules.vocabulary import all_words, look_up

    found = look_up(" ".join(words)) if words else all_words()
    print_results([Vocabulary(found)], vocabulary_page, output)
