"""The tests of the game besides attacks: from a model to its dice, its number and its traits.

Sources: https://jwarref.netlify.app/Rulebook/Tests,
https://jwarref.netlify.app/definitions/tests/Fear-Challenge-Test and
https://jwarref.netlify.app/definitions/tests/Size-Challenge-Test.
"""

from __future__ import annotations

from dataclasses import dataclass

from bushido_odds.rules.abilities import Abilities
from bushido_odds.rules.combatant import SIZES, abilities_in
from bushido_odds.rules.pools import Scoring
from bushido_odds.rules.statistic import Line, PoolWorking, most_dice
from bushido_odds.rules.trait import ANYWHERE, FEAR, KI, SIZE, TraitUse


@dataclass(frozen=True, slots=True)
class TestDice:
    """The dice of one side of a test, and what its owner may do with them."""

    pool: PoolWorking
    prowess: int = 0
    adept: int = 0
    bonus: int = 0
    """Added to the result, unless no die survives."""
    kata: bool = False
    """Natural 1s stay (Mantra in opposed Ki tests)."""
    discards: int = 0
    """Highest dice that the enemy takes away."""
    passes: str = ""
    """Why this side of an Opposed Test succeeds without a roll; empty where it is rolled."""

    @property
    def dice(self) -> int:
        return self.pool.total

    @property
    def scoring(self) -> Scoring:
        return Scoring(self.kata, self.adept, self.bonus, self.discards)


@dataclass(frozen=True, slots=True)
class Again:
    """How a whole test is rolled again: after a failure or after successes, never both."""

    failure: bool = False
    """A failure may be rolled again, once."""
    success: int = 0
    """How many times a success must be."""


ONCE = Again()
"""A test that is rolled once."""


@dataclass(frozen=True, slots=True)
class ChallengeSetup:
    """A Challenge Test: the dice, the number, what is rolled again, what needs no roll."""

    side: TestDice
    number: int
    again: Again = ONCE
    passes: str = ""
    """Why the test is passed without a roll; empty where it is rolled."""
    for_success: bool = True
    """Prowess raises the chance of success; otherwise the expected result."""
    cancelled: str = ""
    """Traits that undo each other, in words."""


def plain_pool(dice: int) -> PoolWorking:
    """A given number of dice; of 0 or fewer one is still rolled."""
    lines = (Line(1 - dice, "one die is always rolled"),) if dice < 1 else ()
    return PoolWorking(dice, lines)


def _statistic(base: int, boosts: int, own: Abilities, dread: int) -> PoolWorking:
    """A Ki statistic: boosts up to twice the base, then Spirit, then the enemy's Dread."""
    lines = []
    if boosts:
        lines.append(Line(boosts, "Ki boosts"))
    over = base + boosts - most_dice(base)
    if over > 0:
        lines.append(Line(-over, "cap at twice the base" if base else "cap at 1 from a base of 0"))
    if own.dice:
        lines.append(Line(own.dice, "Spirit"))
    if dread:
        lines.append(Line(dread, "the enemy's Dread"))
    return PoolWorking(base, tuple(lines))


def _at_least_one(pool: PoolWorking) -> PoolWorking:
    if pool.total >= 1:
        return pool
    return PoolWorking(pool.base, (*pool.lines, Line(1 - pool.total, "one die is always rolled")))


def fear_test(
    ki: int, boosts: int, value: int, traits: tuple[TraitUse, ...], enemy: tuple[TraitUse, ...]
) -> ChallengeSetup:
    """A Fear test with a Ki statistic against an enemy's Fear (value).

    Bravery re-rolls a failure, Cowardly and the enemy's Terror a success, each once; Bravery and
    Cowardly on one model cancel, and so do Bravery and the enemy's Terror.
    """
    own, theirs = abilities_in(FEAR, traits, ANYWHERE), abilities_in(FEAR, enemy, ANYWHERE)
    dread = theirs.enemy_dice
    pool = _at_least_one(_statistic(ki, boosts, own, dread))
    passes = ""
    if own.fearless:
        names = [use.trait.name for use in traits]
        passes = next(name for name in ("Fearless", "Soulless") if name in names)
    elif own.fear and own.fear >= value and not dread:
        passes = f"Fear ({own.fear}) against {value}"
    bravery, cowardly = own.rerolls_failure, own.rerolls_success
    cancelled = ""
    if bravery and cowardly:
        bravery = cowardly = False
        cancelled = "Bravery and Cowardly"
    terror = theirs.enemy_rerolls_success
    if bravery and terror:
        bravery = terror = False
        cancelled = "Bravery and the enemy's Terror"
    side = TestDice(pool, own.prowess_attack, own.adept_attack, own.result + own.leadership)
    again = Again(bravery, cowardly + terror)
    return ChallengeSetup(side, value, again, passes, cancelled=cancelled)


def size_test(size: str, number: int, traits: tuple[TraitUse, ...], bonus: int) -> ChallengeSetup:
    """A size test: Tiny 1 die, Small 2 ... Huge 5; Strong 1 more, Weak and Swarm 1 fewer.

    The traits Tiny and Huge stand above the size of the base.
    """
    own = abilities_in(SIZE, traits, ANYWHERE)
    size = own.size or size
    lines = [
        Line(dice, why)
        for dice, why in (
            (1 if own.strong else 0, "Strong"),
            (-1 if own.weak else 0, "Weak"),
            (-1 if own.swarm else 0, "Swarm"),
        )
        if dice
    ]
    pool = _at_least_one(PoolWorking(SIZES.index(size) + 1, tuple(lines)))
    return ChallengeSetup(TestDice(pool, own.prowess_attack, own.adept_attack, bonus), number)


def rise_test(value: int) -> ChallengeSetup:
    """Rise (value): a test without a statistic rolls one die."""
    return ChallengeSetup(TestDice(plain_pool(1)), value)


def raised(active: PoolWorking, opponent: PoolWorking) -> tuple[PoolWorking, PoolWorking]:
    """The pools of an Opposed Test: both sides add dice alike until each has one."""
    missing = 1 - min(active.total, opponent.total)
    if missing <= 0:
        return active, opponent
    line = Line(missing, "both sides raised until each has a die")
    return (
        PoolWorking(active.base, (*active.lines, line)),
        PoolWorking(opponent.base, (*opponent.lines, line)),
    )


@dataclass(frozen=True, slots=True)
class KiSide:
    """One side of an opposed Ki test, from its card."""

    ki: int
    boosts: int = 0
    traits: tuple[TraitUse, ...] = ()


def ki_test(active: KiSide, opponent: KiSide) -> tuple[TestDice, TestDice]:
    """An opposed Ki test: Spirit adds dice, Willpower and Resistance add to the result.

    The active side's Overwhelm and the other's Mettle take the enemy's highest dice away; Mantra
    keeps natural 1s; a Soulless model that is not activating succeeds without a roll.
    """
    mine, theirs = (abilities_in(KI, side.traits, ANYWHERE) for side in (active, opponent))
    pools = raised(
        _statistic(active.ki, active.boosts, mine, 0),
        _statistic(opponent.ki, opponent.boosts, theirs, 0),
    )
    return (
        TestDice(
            pools[0],
            mine.prowess_attack,
            mine.adept_attack,
            mine.active_result,
            mine.kata,
            theirs.discards,
        ),
        TestDice(
            pools[1],
            theirs.prowess_attack,
            theirs.adept_attack,
            theirs.passive_result,
            theirs.kata,
            mine.active_discards,
            "Soulless" if theirs.passes_inactive else "",
        ),
    )
