"""``--explain``: the working in order, whose figures are those of the result."""

from __future__ import annotations

import re
from collections.abc import Iterator
from fractions import Fraction
from itertools import product
from typing import Any

import pytest

from bushido_odds.answer import answer
from bushido_odds.documents.load import document_from
from bushido_odds.odds.result import MeleeResult, Side, Step
from command import call

DUELS = {
    "plain": ("Hotaru: 2/1, wounds 6", "Kairai Farmer: 1/1, wounds 5, Tough (1)"),
    "everything": (
        "Itsunagi: 2/2, wounds 5, Dodge 1, Feint 1, Parry 1, Prowess [Attack] 1, Combo Attack",
        "Yatsumata: 2/1, wounds 10, Reach, Tough 1, Last Stand, Rise 4, Counterstrike Defence, "
        "Prowess [Melee] 1, Kata",
    ),
    "no attack": ("Aya: 0/2, wounds 7, Push Defence", "Po: 2/0, wounds 7, Sidestep Attack"),
    "nothing": ("0/0", "0/0"),
}


def explained(active: Any, opponent: Any, **fields: Any) -> MeleeResult:
    document = document_from({"active": active, "opponent": opponent, **fields})
    result = answer(document, explain=True)
    assert isinstance(result, MeleeResult)
    return result


def step(result: MeleeResult, title: str) -> Step:
    [found] = [step for step in result.working if step.title == title]
    return found


def line(result: MeleeResult, title: str, start: str) -> str:
    """The rest of the one line of a step that starts like this."""
    [found] = [text for text in step(result, title).lines if text.startswith(start)]
    return found.removeprefix(start)


def law(text: str) -> dict[int, Fraction]:
    """A law as the working writes it: ``0: 1/36, 2: 1/18``."""
    pairs = re.findall(r"(\d+): (\d+(?:/\d+)?)", text)
    return {int(value): Fraction(chance) for value, chance in pairs}


def figure(text: str) -> Fraction:
    """A figure as the working writes it, its decimals checked against its fraction."""
    exact, _, decimals = text.strip(" .").partition(" = ")
    if decimals:
        assert decimals == f"{Fraction(exact).numerator / Fraction(exact).denominator:.6f}"
    return Fraction(exact)


def sides(result: MeleeResult) -> Iterator[tuple[Side, Side]]:
    yield result.active, result.opponent
    yield result.opponent, result.active


@pytest.mark.parametrize("models", DUELS.values(), ids=DUELS)
def test_every_step_comes_in_order_and_has_a_public_page(models: tuple[str, str]) -> None:
    result = explained(*models)
    first, second = result.active, result.opponent
    if result.initiative.first == "opponent":
        first, second = second, first
    titles = ["Initiative", "Dice", "Re-rolls"]
    titles += [f"Results of {result.active.name}", f"Results of {result.opponent.name}"]
    for ordinal, striker in (("First", first), ("Second", second)):
        titles.append(f"{ordinal} comparison")
        titles += [f"Damage by {striker.name}"] * bool(striker.pools.attack.dice)
    assert [step.title for step in result.working] == [*titles, "In the end"]
    for found in result.working:
        assert found.rule.startswith("https://jwarref.netlify.app/")
        assert found.lines
        assert all(text.endswith(".") for text in found.lines)


@pytest.mark.parametrize("models", DUELS.values(), ids=DUELS)
def test_the_figures_are_those_of_the_result(models: tuple[str, str]) -> None:
    result = explained(*models)
    outcome = result.outcome
    assert figure(line(result, "In the end", "Nobody falls: ")) == outcome.both_stand
    for me, enemy in sides(result):
        mine = f"Results of {me.name}"
        for name, pool in (("Attack", me.pools.attack), ("Defence", me.pools.defence)):
            if pool.dice:
                values, _, mean = line(result, mine, f"{name} result: ").partition("; mean ")
                assert law(values) == dict(pool.value)
                assert figure(mean) == pool.value.mean
            else:
                assert line(result, mine, f"{name}: ") == "no dice, result 0."
        alone = outcome.active_out if me is result.active else outcome.opponent_out
        assert figure(line(result, "In the end", f"Only {me.name} falls: ")) == alone
        before, after = me.counters
        said = line(result, "In the end", f"{me.name}: Activation Counters ")
        assert said == f"{before} before, {after} after."
        number = "First" if (me is result.active) == (result.initiative.first == "active") else None
        comparison = f"{number or 'Second'} comparison"
        assert (
            line(result, comparison, f"{me.name}'s Attack") == f" against {enemy.name}'s Defence."
        )
        if not me.pools.attack.dice:
            assert line(result, comparison, f"{me.name} has no") == " dice in Attack: no attack."
            continue
        hits, misses, *lost = line(result, comparison, "Hits ").split(";")
        assert figure(hits) == me.attack.success
        assert figure(misses.removeprefix(" misses ")) == me.attack.failed
        cancelled = [text.removeprefix(" lost, the exchange being over: ") for text in lost]
        assert [figure(text) for text in cancelled] == [me.attack.cancelled] * len(lost)
        assert bool(lost) == bool(me.attack.cancelled)
        if me.attack.success:
            levels = law(line(result, comparison, "Success Levels: "))
            assert levels == dict(me.attack.success_level)


def test_initiative_is_given_with_its_reason() -> None:
    assert step(explained(*DUELS["plain"]), "Initiative").lines == (
        "Hotaru strikes first: the active model strikes first.",
    )
    assert step(explained("A: 1/1", "B: 1/1, Reach"), "Initiative").lines == (
        "B strikes first: Reach.",
    )
    assert step(explained("A: 1/1, prone", "B: 1/1"), "Initiative").lines == (
        "B strikes first: the active model is prone.",
    )


def test_the_arithmetic_of_a_pool_is_among_the_dice() -> None:
    model = {"name": "Aya", "melee_pool": 3, "split": "1/1", "states": ["ran"]}
    assert step(explained(model, "1/1"), "Dice").lines == (
        "Aya, pool: 3 base, -1 ran = 2.",
        "Aya: 1 in Attack, 1 in Defence.",
        "Opponent: 1 in Attack, 1 in Defence.",
    )


def test_re_rolls_come_in_the_order_of_the_rulebook() -> None:
    """The side without initiative first, the enemy's dice before its own."""
    traits = "Dodge 1, Feint 2, Prowess [Attack] 1, Prowess [Defence] 3"
    result = explained(f"A: 2/2, {traits}", f"B: 2/2, {traits}")
    found = [text.partition(":")[0] for text in step(result, "Re-rolls").lines]
    mine = ["Dodge (1)", "Feint (2)", "Prowess [Attack] (1)", "Prowess [Defence] (3)"]
    assert found == [f"{name}, {trait}" for name in ("B", "A") for trait in mine]
    swapped = explained(f"A: 2/2, {traits}", f"B: 2/2, {traits}", initiative="opponent")
    assert step(swapped, "Re-rolls").lines[0].startswith("A, Dodge (1)")
    assert step(explained("A: 0/2, Prowess [Attack] 1", "B: 0/1, Dodge 1"), "Re-rolls").lines == (
        "None.",
    )


@pytest.mark.parametrize(
    ("priority", "words"),
    [
        ("balanced", "their sum"),
        ("attack", "Attack first, then Defence with what is left"),
        ("defence", "Defence first, then Attack with what is left"),
    ],
)
def test_what_shared_prowess_raises_is_said(priority: str, words: str) -> None:
    result = explained(f"A: 2/1, Prowess [Melee] 1, priority {priority}", "B: 1/1")
    assert step(result, "Re-rolls").lines[0].endswith(f"({words}).")


# --- damage ---------------------------------------------------------------------------------------

SHIFT = {2: -3, 3: -2, 4: -1, 5: -1, 6: 0, 7: 0, 8: 0, 9: 1, 10: 1, 11: 2, 12: 3}


def by_hand(level: int, modifier: int, tough: int, boxes: int) -> tuple[Fraction, Fraction]:
    """Mean wounds and the chance to fall, of one plain Damage Roll."""
    wounds = [
        max(0, max(0, level + SHIFT[min(12, max(2, one + other + modifier))]) - tough)
        for one, other in product(range(1, 7), repeat=2)
    ]
    return Fraction(sum(wounds), 36), Fraction(sum(w >= boxes for w in wounds), 36)


@pytest.mark.parametrize(
    ("weapon", "target", "modifier", "tough", "said"),
    [
        ("", "", 0, 0, "2D6 +0 (Strength +0)"),
        ("strength 2", "Armour 3", -1, 0, "2D6 -1 (Strength +2, Armour 3)"),
        ("strength 1, Pierce 2", "Armour 1", 1, 0, "2D6 +1 (Strength +1, Armour 1, Pierce 2)"),
        ("Powerful Attack", "Tough 2", 3, 2, "2D6 +3 (Strength +0, +3 on the first roll)"),
        ("Sharp 1", "Tough 2", 0, 1, "2D6 +0 (Strength +0)"),
    ],
)
def test_damage_by_success_level(
    weapon: str, target: str, modifier: int, tough: int, said: str
) -> None:
    result = explained(f"A: 1/0, {weapon}", f"B: 0/1, wounds 4, {target}")
    lines = step(result, "Damage by A").lines
    assert lines[0].startswith(f"{said}, held to 2-12, Wound Table")
    assert ("less Tough" in lines[0]) == ("Tough" in target)
    for level in range(8):
        mean, out = line(result, "Damage by A", f"Success Level {level}: mean ").split(", out ")
        assert (figure(mean), figure(out)) == by_hand(level, modifier, tough, boxes=4)


def test_damage_and_success_levels_add_up_to_the_wounds_dealt() -> None:
    for models in (DUELS["plain"], (DUELS["everything"][0], "B: 1/2, wounds 9")):
        result = explained(*models)
        name = result.active.name
        means = {}
        lines = step(result, f"Damage by {name}").lines
        for text in (line for line in lines if line.startswith("Success Level")):
            level, mean = re.findall(r"Level (\d+).*: mean (\S+?),? ", text)[0]
            means[int(level)] = Fraction(mean)
        levels = result.active.attack.success_level
        assert max(levels) <= 7
        total = sum(chance * means[level] for level, chance in levels.items())
        assert total == result.active.wounds_dealt.mean


def test_rolls_of_a_combo_are_listed() -> None:
    lines = step(explained("A: 1/0, Combo Attack", "B: 0/1"), "Damage by A").lines
    levels = [line for line in lines if line.startswith("Success Level")]
    assert levels[0].startswith("Success Level 0 (rolls at 0, 0): ")
    assert levels[5].startswith("Success Level 5 (rolls at 5, 3, 1): ")


def test_ties_and_the_table_can_be_checked_by_hand() -> None:
    """One die against one: 15 of 36 throws are higher, 6 are ties of the active side."""
    result = explained("A: 1/0", "B: 0/1")
    text = line(result, "First comparison", "Equal results: ")
    assert "of the hits 1/6 = 0.166667 are such ties" in text
    table = line(result, "Damage by A", "Wound Table: ")
    assert "-3, -2, -1, -1, 0, 0, 0, +1, +1, +2, +3; at least 0." in table


def test_a_pool_that_is_rerolled_shows_its_law_before() -> None:
    result = explained("A: 1/0, Prowess [Attack] 1", "B: 0/1")
    text = line(result, "Results of A", "Attack result before any re-roll: ")
    assert text == "0: 1/6, 2: 1/6, 3: 1/6, 4: 1/6, 5: 1/6, 6: 1/6."
    assert not any("before any re-roll" in text for text in step(result, "Results of B").lines)


@pytest.mark.parametrize(
    ("active", "opponent", "said"),
    [
        ("A: 1/0", "B: 1/0", "is removed."),
        ("A: 1/0", "B: 1/0, Rise 4", "is removed, or rises Prone (Rise 4)."),
        ("A: 1/0", "B: 1/0, Last Stand", "is removed by a Critical (Last Stand keeps it in play at "
         "0 wounds)."),
        ("A: 1/0, Sweep Attack", "B: 1/0", "is removed, or falls Prone (Sweep Attack)."),
        ("A: 1/0, Sweep Attack", "B: 1/0, Immovable", "is removed."),
        ("A: 1/0, Push Attack", "B: 1/0", "is removed, or is out of contact (Push Attack)."),
        ("A: 1/0, Grapple Attack", "B: 1/0", "is removed, or is grappled (Grapple Attack)."),
    ],
)  # fmt: skip
def test_what_stops_a_reply_is_said(active: str, opponent: str, said: str) -> None:
    result = explained(active, opponent)
    start = "B loses an attack still to come where it "
    assert line(result, "First comparison", start) == said


def test_what_a_defence_brings_is_said() -> None:
    result = explained("A: 1/0", "B: 0/1, Counterstrike Defence")
    assert line(result, "First comparison", "B's Counterstrike: ").startswith("a defence by 2")
    result = explained("A: 1/0", "B: 0/1, Push Defence")
    assert line(result, "First comparison", "A successful defence brings Push Defence: ")
    result = explained("A: 1/0, Push Attack", "B: 0/1")
    assert step(result, "Damage by A").lines == ("A hit makes no Damage Roll (Push Attack).",)


def test_decimals_do_not_claim_certainty() -> None:
    result = explained("A: 8/8", "B: 1/1, wounds 30")
    text = line(result, "In the end", "Nobody falls: ")
    assert 0 < result.outcome.both_stand < 1
    assert not text.endswith("= 1.000000.")


# --- shown ----------------------------------------------------------------------------------------


def test_every_format_says_the_same_working() -> None:
    models = DUELS["everything"]
    result = explained(*models)
    assert call("melee", *models, "--explain", "--json").json["working"] == [
        {"step": step.title, "lines": list(step.lines), "rule": step.rule}
        for step in result.working
    ]
    plain = call("melee", *models, "--explain").out
    for number, found in enumerate(result.working, start=1):
        assert "\n".join((f"{number}. {found.title}", *found.lines, found.rule, "")) in plain
    markdown = call("melee", *models, "--explain", "--format", "markdown").out
    assert "**1. Initiative**" in markdown
    assert "- <https://jwarref.netlify.app/Rulebook/Wound-Table>" in markdown


def test_there_is_no_working_where_none_is_asked_for() -> None:
    assert "working" not in call("melee", *DUELS["plain"], "--json").json
    assert "1. Initiative" not in call("melee", *DUELS["plain"]).out


def test_dice_on_the_table_have_a_working_too() -> None:
    models = ("Aya: [4 2]/[5], damage 3 4", "Chiyo: [5 3]/[], Reach")
    steps = call("resolve", *models, "--explain", "--json").json["working"]
    assert [step["step"] for step in steps] == [
        "Initiative",
        "Results of Aya",
        "Results of Chiyo",
        "First attack, Chiyo",
        "Its Damage Rolls",
        "Second attack, Aya",
        "Its Damage Rolls",
    ]
    assert steps[0]["lines"] == ["Chiyo strikes first: Reach."]
    assert "4 2: 2 survive, result 5." in steps[1]["lines"]
    assert steps[3]["lines"][0] == "Chiyo hits Aya: 6 v 5 at Success Level 1."
    assert steps[6]["lines"][-1] == "Damage Roll at Success Level 5: 3+4 +0 = 7, 5 wounds."
    assert all(step["rule"].startswith("https://jwarref.netlify.app/") for step in steps)
    assert (
        "1. Initiative\nChiyo strikes first: Reach.\n" in call("resolve", *models, "--explain").out
    )


def test_dice_to_be_rerolled_have_a_working_that_starts_from_them() -> None:
    """``rerolls`` explains the odds that follow: the dice as they lie, then what is thrown again.

    An Attack of 5 and 5 is 5 + 1 before any re-roll.
    """
    models = ("A: [5 5]/[3], Feint 1", "B: [2]/[4]")
    said = call("rerolls", *models, "--explain").out
    assert "A has rolled 5 5 in Attack, 3 in Defence." in said
    assert "Attack result before any re-roll: 6: 1." in said
    assert "B's Defence dice, to lower its expected final result." in said
    assert "Re-rolls follow the expected policy" in said
    assert "Re-rolls: none." not in said


@pytest.mark.parametrize(("side", "words"), [("A", "for kill"), ("B", "against kill")])
def test_re_rolls_for_a_goal_say_whose_side_they_are_on(side: str, words: str) -> None:
    """The active model plays for the goal, the opponent against it."""
    models = ("A: 1/1, Feint 1", "B: 1/1, Dodge 1")
    said = call("melee", *models, "--rerolls", "optimal", "--goal", "kill", "--explain").out
    [line] = [text for text in said.splitlines() if text.startswith(f"{side}, ")]
    assert line.endswith(f"playing {words} with all dice in view.")
