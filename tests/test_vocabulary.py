"""All known words: each with an effect and a public source, each found by a part of its name."""

from __future__ import annotations

import csv
import io
from collections import Counter

import pytest

from bushido_odds.errors import BushidoOddsError
from bushido_odds.rules.abilities import FIELDS
from bushido_odds.rules.combatant import Action
from bushido_odds.rules.notation import find_special, find_state, find_trait, parse_trait
from bushido_odds.rules.specials import SPECIALS
from bushido_odds.rules.states import STATES
from bushido_odds.rules.trait import Takes
from bushido_odds.rules.traits import TRAITS
from bushido_odds.rules.vocabulary import all_words, look_up
from command import call, refused

WORDS = all_words()


def test_every_entry_of_every_registry_is_a_word() -> None:
    kinds = Counter(word.kind for word in WORDS)
    assert kinds == {
        "trait": len(TRAITS),
        "special": len(SPECIALS),
        "state": len(STATES),
        "action": len(Action),
    }
    names = {(word.kind, word.name) for word in WORDS}
    assert len(names) == len(WORDS)
    for kind, registry in (("trait", TRAITS), ("special", SPECIALS), ("state", STATES)):
        assert {(kind, name) for name in registry} <= names


@pytest.mark.parametrize("word", WORDS, ids=lambda word: f"{word.kind} {word.name}")
def test_every_word_has_an_effect_and_a_public_source(word) -> None:  # type: ignore[no-untyped-def]
    assert len(word.effect) >= len("never Held")
    assert word.source.startswith(("https://jwarref.netlify.app/", "https://github.com/BSData/"))
    assert " " not in word.source
    assert word.notation.startswith(word.name)


def test_no_word_is_unknown_to_the_parser() -> None:
    find = {"trait": find_trait, "special": find_special, "state": find_state}
    for word in WORDS:
        if word.kind != "action":
            assert find[word.kind](word.name) is not None, word.name
            assert find[word.kind](word.name.upper()) is not None, word.name


def test_the_notation_of_every_trait_can_be_written() -> None:
    """With a number for X and one of the words in square brackets."""
    for word in WORDS:
        if word.kind == "trait":
            written = word.notation.replace("X", "1").replace("Y", "1").replace("[...]", "[Wolf]")
            for choice in written.partition("[")[2].partition("]")[0].split(" | "):
                start, _, rest = written.partition("[")
                one = f"{start}[{choice}]{rest.partition(']')[2]}" if choice else written
                assert parse_trait(one).trait.name == word.name


def test_entries_of_the_registries_are_sound() -> None:
    for name, trait in TRAITS.items():
        assert name == trait.name
        fed = {
            field for feeds in trait.feeds.values() for names in feeds.values() for field in names
        }
        assert fed <= FIELDS
        descriptors = {word for feeds in trait.feeds.values() for word in feeds if word}
        assert descriptors <= set(trait.descriptors or descriptors)
        if trait.takes is Takes.NUMBER:
            assert trait.limits[0] <= 1 <= trait.limits[1]
    for name, special in SPECIALS.items():
        assert name == special.name
        assert name.endswith((" Attack", " Defence"))
    for names in (list(TRAITS), list(SPECIALS), list(STATES)):
        assert names == sorted(names)


@pytest.mark.parametrize(
    ("part", "first"),
    [
        ("prow", "Prowess"),
        ("PROWESS", "Prowess"),
        ("combo", "Combo Attack"),
        ("stand", "stand up"),  # what starts with it comes first
        ("last-stand", "Last Stand"),
        ("impenetrable defense", "Impenetrable Defence"),
    ],
)
def test_words_are_found_by_a_part(part: str, first: str) -> None:
    assert look_up(part)[0].name == first


def test_a_part_finds_all_that_have_it_and_nothing_else() -> None:
    found = {word.name for word in look_up("sweep")}
    assert found == {"Sweep Attack", "Sweep Defence"}
    assert {word.name for word in look_up("attack")} >= {"Combo Attack", "Split Attack"}


@pytest.mark.parametrize(
    ("part", "message"),
    [
        ("prowes atack", 'no word has "prowes atack" in it'),
        ("tuogh", 'no word has "tuogh" in it; did you mean "Tough"?'),
        ("conter strike", 'no word has "conter strike" in it'),
        ("zzz", 'no word has "zzz" in it'),
    ],
)
def test_what_is_not_found_is_said_with_the_nearest(part: str, message: str) -> None:
    with pytest.raises(BushidoOddsError) as raised:
        look_up(part)
    assert str(raised.value).startswith(message)
    assert refused("vocabulary", part).startswith(message)


def test_a_word_without_letters_finds_nothing() -> None:
    with pytest.raises(BushidoOddsError):
        look_up("武")


# --- the command ----------------------------------------------------------------------------------


def test_the_command_lists_all_words_or_those_with_a_part() -> None:
    assert [word["name"] for word in call("vocabulary", "--json").json["words"]] == [
        word.name for word in WORDS
    ]
    [prowess] = look_up("prow")
    assert prowess.notation.startswith("Prowess [Melee | Attack | Defence | Ranged")
    assert call("vocabulary", "prow").out == (
        f"{prowess.notation}\ttrait\n"
        f"{TRAITS['Prowess'].effect}\n"
        "https://jwarref.netlify.app/definitions/traits/Prowess\n"
    )


def test_the_json_says_of_each_word_what_there_is_to_say() -> None:
    result = call("vocabulary", "kata", "--json").json
    assert (result["format"], result["kind"]) == ("bushido-odds/1", "vocabulary")
    assert result["words"] == [
        {
            "name": "Kata",
            "kind": "trait",
            "notation": "Kata",
            "effect": TRAITS["Kata"].effect,
            "source": "https://jwarref.netlify.app/definitions/traits/Kata",
        }
    ]


def test_csv_has_a_row_a_word() -> None:
    rows = list(csv.DictReader(io.StringIO(call("vocabulary", "--format", "csv").out)))
    assert [row["name"] for row in rows] == [word.name for word in WORDS]
    assert rows[0]["source"] == WORDS[0].source


def test_what_cannot_touch_the_dice_says_where_it_acts() -> None:
    """A player who looks such a word up learns why it is ignored."""
    for trait in TRAITS.values():
        if not trait.feeds and not trait.grants:
            assert trait.effect.startswith("acts on ")
            assert trait.effect.endswith(", not on the dice")
