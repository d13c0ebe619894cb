"""Card notation: everything printed on sixty-one cards, and what is wrong with what is not."""

from __future__ import annotations

import contextlib

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bushido_odds.rules.notation import (
    UnknownWordError,
    find_state,
    parse_special,
    parse_state,
    parse_trait,
    take_apart,
)
from bushido_odds.rules.specials import SPECIALS
from bushido_odds.rules.states import STATES
from bushido_odds.rules.trait import Takes
from bushido_odds.rules.traits import TRAITS

# As printed, from the data files at https://github.com/BSData/bushido (August 2026).  Bushido and
# its cards belong to GCT Studios.
CARD_TRAITS = """
    Adept [Melee]:(1) | Aggressive | Aloof | Armour (1) | Armour (2) | Armour (3) | Armour (4)
    Assassin | Aware | Banzai! | Bear Stands Alone | Blood of Orochi (2)
    Bodyguard [Oyabun, Saiko Komon]:(2") | Booted | Bravery | Camouflage (2") | Camouflage (2)
    Camouflage (4") | Camouflage (6") | Charging Bonus [Fearless, +1 Melee Pool]
    Charging Bonus [Fearless] | Charging Bonus [Slam Attack (0)] | Cloudwalk
    Co-ordinated Attack [Dog] | Co-ordinated Attack [Wolf] | Command [Ashigaru]:(2/8")
    Command [Bushi]:(2/6") | Command [Kaizoku]:(3/6") | Construct | Courage (1) | Courage (2)
    Cowardly | Cultist (1/6") | Cultist (2/6") | Disguise (5) | Dodge (1) | Dodge (2) | Dread (1)
    Durable [Ranged] | Endurance | Evasive | Fear (4) | Fear (5) | Fear (6) | Fear (X) | Fearless
    Feint (1) | Flank | Fortune | Group | Hatred [Drunken Master] | Immovable | Immune (Fire)
    Immune [Bleed, Blind, Controlled, Death Sentence, Diseased, Impetuous, Fire, Poisoned]
    Immune [Control] | Immune [Fire] | Immune [Poison, Prone] | Immune [Poison] | Immune [Prone]
    Immune [States] | Immune [Stunned] | Impetuous (1) | Indomitable (1) | Indomitable (2)
    Indomitable (5) | Indomitable (8) | Intimidate | Jump Up | Kata | Kumo | Last Stand
    Leadership [Ashigaru]:(1/8") | Leadership [Bushi]:(1/6") | Leadership [Jung]:(1/6")
    Leadership [Minimoto]:(1/6") | Leadership [Prefecture]:(1/8") | Leadership [Wolf]:(1/6")
    Leech (2/8") | Leech (8/8") | Lightfooted | Lightning Reflexes | Mettle (1) | Oni Rage
    Pack (2/6") | Parry (1) | Parry (2) | Protected [Kairai]:(4") | Protected [Kaizoku]:(3")
    Prowess [Defence, Ranged]:(1) | Prowess [Melee]:(1) | Ranged Defence (1) | Ranged Defence (2)
    Regenerate (1) | Resistance (1) | Resistance (2) | Rise (4) | Scout (1/0") | Scout (1/4")
    Sixth Sense | Slow | Soulless | Spirit (1) | Spirit (3) | Split Attack | Steadfast
    Strategy [+1 Pass Token] | Strong | Tactician (1) | Terror | Tiny | Tireless | Tough (1)
    Tough (2) | Vengeance [Poisoned] | Vengeance [Prefecture] | Vengeance [Takashi] | Virtue (8")
    Weak | Willpower (1)
"""
WEAPON_TRAITS = """
    Ammo (2) | Bleed (1/1) | Brutal | Brutal (1) | Chain Weapon (1) | Charging Bonus [Sharp (2)]
    Dodge (1) | Feint (1) | Fire (1/2) | Ki Block | Lightweight | Pierce (1) | Pierce (2)
    Pierce (3) | Poison (1/1) | Poison (1/2) | Poison (2/1) | Reach | Reload (1) | Reload (2)
    Sharp (1) | Sharp (2)
"""
CARD_SPECIALS = """
    Combo Attack (0) | Combo Attack (1) | ComboAttack (1) | Counterstrike Defence (0)
    Counterstrike Defence (1) | Critical Attack (0) | Critical Attack (1) | Drag Defence (0)
    Eagle's Flight Defence (0) | Gokusatsu Attack (0) | Grapple Attack (0) | Grapple Defence (1)
    Ivory Prison Attack (2) | Powerful Attack (0) | Powerful Attack (1) | Push Attack (0)
    Push Attack (1) | Push Defence (0) | Push Defence (1) | Push Defense (0) | Sidestep Attack (0)
    Sidestep Attack(0) | Sidestep Defence (0) | Slam Attack (0) | Slam Attack (1) | Stun Attack (0)
    Sweep Attack (0) | Sweep Attack (1) | Sweep Defence (0) | Sweep Defence (1) | Throw Attack (0)
    Throw Attack (1) | Throw Defence (0) | Throw Defence (1) | Web Defence (0)
"""


def words(text: str) -> list[str]:
    return [word.strip() for line in text.strip().splitlines() for word in line.split(" | ")]


TRAIT_WORDS = words(CARD_TRAITS) + words(WEAPON_TRAITS)
SPECIAL_WORDS = words(CARD_SPECIALS)


def plain(notation: str) -> str:
    """Notation without what cards print in more than one way."""
    return notation.replace(":", "").replace(" ", "").replace("Defense", "Defence").casefold()


@pytest.mark.parametrize("notation", TRAIT_WORDS)
def test_every_trait_of_the_cards_is_read(notation: str) -> None:
    use = parse_trait(notation)
    assert str(use).startswith(use.trait.name)
    unsaid = "(1)" if notation == "Brutal" else ""  # a trait printed without its value means 1
    assert plain(str(use)) == plain(notation) + unsaid


@pytest.mark.parametrize("notation", SPECIAL_WORDS)
def test_every_special_of_the_cards_is_read(notation: str) -> None:
    use = parse_special(notation)
    assert use.special is SPECIALS[use.special.name]
    assert plain(str(use)) == plain(notation)


@pytest.mark.parametrize("notation", TRAIT_WORDS + SPECIAL_WORDS)
def test_what_is_read_is_written_so_that_it_is_read_alike(notation: str) -> None:
    parse = parse_trait if notation in TRAIT_WORDS else parse_special
    assert parse(str(parse(notation))) == parse(notation)


@pytest.mark.parametrize(
    ("misprint", "nearest"),
    [
        ("Armour (2) Cloudwalk", "Armour"),  # a comma is missing on the card
        ('Leadership [Kaizoku]:(1/4"0', "Leadership"),  # a bracket is missing on the card
    ],
)
def test_misprinted_traits_are_named_with_the_nearest_word(misprint: str, nearest: str) -> None:
    with pytest.raises(UnknownWordError) as raised:
        parse_trait(misprint)
    assert raised.value.problem == f'unknown trait "{misprint}"'
    assert raised.value.suggestion == f'did you mean "{nearest}"?'


@pytest.mark.parametrize(
    ("written", "meant"),
    [
        ("Tough (1)", "Tough (1)"),
        ("tough 1", "Tough (1)"),
        ("TOUGH", "Tough (1)"),
        ("Tough (-1)", "Tough (-1)"),
        ("Tough +2", "Tough (2)"),
        ("Prowess [Melee] (1)", "Prowess [Melee] (1)"),
        ("Prowess [Melee]:(1)", "Prowess [Melee] (1)"),
        ("prowess[melee]1", "Prowess [Melee] (1)"),
        ("Prowess [Attack,  Defense] (2)", "Prowess [Attack, Defence] (2)"),
        ("Poison", "Poison (1/1)"),
        ("Poison 2/1", "Poison (2/1)"),
        ("Poison ( 2 / 1 )", "Poison (2/1)"),
        ("last stand", "Last Stand"),
        ("Last-Stand", "Last Stand"),
        ("Coordinated Attack [Wolf]", "Co-ordinated Attack [Wolf]"),
        ("Armor (3)", "Armour (3)"),
        ("Impenetrable Defense", "Impenetrable Defence"),
        ("  Kata  ", "Kata"),
    ],
)
def test_players_spell_traits_as_they_like(written: str, meant: str) -> None:
    assert str(parse_trait(written)) == meant


@pytest.mark.parametrize(
    ("written", "name", "cost"),
    [
        ("Combo Attack", "Combo Attack", None),
        ("combo attack 1", "Combo Attack", 1),
        ("Combo Attack:(12)", "Combo Attack", 12),
        ("COUNTERSTRIKE DEFENSE (0)", "Counterstrike Defence", 0),
        ("Eagles Flight Defence", "Eagle's Flight Defence", None),
    ],
)
def test_players_spell_specials_as_they_like(written: str, name: str, cost: int | None) -> None:
    assert (parse_special(written).special.name, parse_special(written).cost) == (name, cost)


@pytest.mark.parametrize(
    ("written", "meant"),
    [
        ("Prone", "prone"),
        ("ON FIRE", "on fire"),
        ("onfire", "on fire"),
        ("death_sentence", "death sentence"),
        ("immobilized", "immobilised"),
    ],
)
def test_players_spell_states_as_they_like(written: str, meant: str) -> None:
    assert parse_state(written) is STATES[meant]


@pytest.mark.parametrize(
    ("written", "message"),
    [
        (
            "Prowes [Melee] (1)",
            'unknown trait "Prowes [Melee] (1)"; did you mean "Prowess [Melee]"?',
        ),
        ("Toughh 1", 'unknown trait "Toughh 1"; did you mean "Tough"?'),
        ("Sword of Heaven", 'unknown trait "Sword of Heaven"'),
        ("", 'unknown trait ""'),
        ("(1)", 'unknown trait "(1)"'),
        (
            "Prowess (1)",
            '"Prowess (1)" does not say which dice; did you mean "Prowess [Melee] (1)"?',
        ),
        ("Adept", '"Adept" does not say which dice; did you mean "Adept [Melee] (1)"?'),
        (
            "Prowess [Mele] (1)",
            'Prowess does not know [Mele] in "Prowess [Mele] (1)"; did you mean "Prowess [Melee]"?',
        ),
        (
            "Prowess [Atack] (1)",
            'Prowess does not know [Atack] in "Prowess [Atack] (1)"; '
            'did you mean "Prowess [Attack]"?',
        ),
        (
            "Kata [Melee]",
            'Kata takes no square brackets, but "Kata [Melee]" has them; did you mean "Kata"?',
        ),
        ("Reach (1)", 'Reach takes no value, but "Reach (1)" gives one; did you mean "Reach"?'),
        (
            "Tough (X)",
            'Tough needs a number in brackets, not "X"; did you mean "Tough (1)"?',
        ),
        ("Tough (1/2)", 'Tough needs a number in brackets, not "1/2"; did you mean "Tough (1)"?'),
        (
            "Poison (1)",
            'Poison needs two numbers, as in (2/1) in brackets, not "1"; '
            'did you mean "Poison (2/1)"?',
        ),
        ("Tough (21)", '"Tough (21)" is beyond the limit: Tough -20 to 20'),
        ("Prowess [Melee] (6)", '"Prowess [Melee] (6)" is beyond the limit: Prowess 0 to 5'),
        ("Dodge (-1)", '"Dodge (-1)" is beyond the limit: Dodge 0 to 5'),
        ("Poison (21/1)", '"Poison (21/1)" is beyond the limit: Poison 0 to 20'),
        ("Rise (8)", '"Rise (8)" is beyond the limit: Rise 0 to 7'),
        ("Unblockable (13)", '"Unblockable (13)" is beyond the limit: Unblockable 0 to 12'),
    ],
)
def test_what_is_wrong_with_a_trait_is_said(written: str, message: str) -> None:
    with pytest.raises(UnknownWordError) as raised:
        parse_trait(written)
    assert str(raised.value) == message


@pytest.mark.parametrize(
    ("written", "message"),
    [
        ("Comb Attack", 'unknown special "Comb Attack"; did you mean "Combo Attack"?'),
        ("Combo Attack (13)", "the cost of Combo Attack is a number of dice, 0 to 12"),
        ("Combo Attack (-1)", "the cost of Combo Attack is a number of dice, 0 to 12"),
        ("Combo Attack (X)", "the cost of Combo Attack is a number of dice, 0 to 12"),
        (
            "Combo Attack [Melee]",
            'Combo Attack takes no square brackets, but "Combo Attack [Melee]" has them',
        ),
    ],
)
def test_what_is_wrong_with_a_special_is_said(written: str, message: str) -> None:
    with pytest.raises(UnknownWordError) as raised:
        parse_special(written)
    assert str(raised.value) == message


def test_what_is_wrong_with_a_state_is_said() -> None:
    with pytest.raises(UnknownWordError) as raised:
        parse_state("stuned")
    assert str(raised.value) == 'unknown state "stuned"; did you mean "stunned"?'
    assert raised.value.hint == "bushido-odds vocabulary stunned"


def test_no_two_words_of_one_kind_are_confused() -> None:
    for name, trait in TRAITS.items():
        descriptor = " [Melee]" if trait.needs_descriptor else ""
        assert parse_trait(name.upper() + descriptor).trait is trait
    for name, special in SPECIALS.items():
        assert parse_special(name.lower()).special is special
    for name, state in STATES.items():
        assert find_state(name.title()) is state


def test_values_reach_to_the_limits_and_no_further() -> None:
    for trait in TRAITS.values():
        if trait.takes is not Takes.NUMBER:
            continue
        where = " [Melee]" if trait.needs_descriptor else ""
        low, high = trait.limits
        assert parse_trait(f"{trait.name}{where} ({low})").value == (low,)
        assert parse_trait(f"{trait.name}{where} ({high})").value == (high,)
        for beyond in (low - 1, high + 1):
            with pytest.raises(UnknownWordError, match="beyond the limit"):
                parse_trait(f"{trait.name}{where} ({beyond})")


@given(st.text(max_size=40) | st.text("Tough Prowess[](){}:,+-/0123456789X", max_size=40))
def test_any_text_is_read_or_refused_in_one_line(text: str) -> None:
    for parse in (parse_trait, parse_special, parse_state):
        with contextlib.suppress(UnknownWordError):
            parse(text)
            continue
        with pytest.raises(UnknownWordError, match=r"\A.+\Z"):
            parse(text)


@given(
    st.sampled_from([trait for trait in TRAITS.values() if trait.takes is Takes.NUMBER]),
    st.integers(0, 5),
    st.sampled_from(["{} ({})", "{}:({})", "{} {}", "{}({})", "  {}  ( {} ) "]),
    st.sampled_from([str.upper, str.lower, str.title, str.swapcase]),
)
def test_a_value_is_read_in_every_dress(trait, value, dress, case) -> None:  # type: ignore[no-untyped-def]
    name = case(trait.name) + (" [Melee]" if trait.needs_descriptor else "")
    use = parse_trait(dress.format(name, value))
    assert (use.trait, use.value) == (trait, (value,))


def test_notation_is_taken_apart() -> None:
    assert take_apart('Bodyguard [Oyabun,  Saiko  Komon]:(2")') == (
        "Bodyguard",
        ("Oyabun", "Saiko Komon"),
        '2"',
    )
    assert take_apart("Tough (1) (2)") is None
