"""Lines that every working shares: figures, laws, how a pool counts, what a hit does."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction

from bushido_odds.dice.law import Law
from bushido_odds.odds.comparisons import Comparison
from bushido_odds.odds.fighter import Fighter
from bushido_odds.odds.harm import Roll, suffer
from bushido_odds.odds.pools import Pool
from bushido_odds.odds.strike import Situation, assault_of
from bushido_odds.rules.damage import Blow
from bushido_odds.rules.pools import SUPPORTING_DICE
from bushido_odds.rules.wounds import SHIFT
from bushido_odds.working import figure as figure


def counting(pool: Pool, name: str) -> str:
    if not pool.dice:
        return "no dice, result 0"
    scoring = pool.scoring
    parts = [
        "1 die" if pool.dice == 1 else f"{pool.dice} dice",
        "1s stay (Kata)" if scoring.kata else "1s leave the pool",
    ]
    if scoring.removed:
        parts.append(f"the enemy takes the {scoring.removed} highest")
    support = SUPPORTING_DICE + max(0, scoring.adept)
    parts.append(f"highest die + 1 for each further die up to {support}")
    if scoring.bonus:
        parts.append(f"{scoring.bonus:+d} ({'Brutal' if name == 'Attack' else 'Parry'})")
    return ", ".join(parts)


def law_text(law: Law) -> str:
    return ", ".join(f"{value}: {law[value]}" for value in law)


def hit_lines(me: Fighter, enemy: Fighter) -> Iterator[str]:
    """What a hit does, a line a Success Level."""
    special = me.special_attack
    start = Situation(me.fresh, enemy.fresh)
    assault = assault_of(me, enemy, Comparison(True, 0), start)
    if assault is None:
        yield f"A hit makes no Damage Roll{f' ({special.name})' if special else ''}."
    else:
        blow = Blow(assault.weapon, enemy.victim.toughness, assault.critical, assault.half)
        first, *later = assault.rolls
        yield f"{roll_text(blow, first.bonus)}."
        if later and later[0].bonus != first.bonus:
            yield f"Later rolls: {blow.weapon.kept.value} {blow.modifier(later[0].bonus):+d}."
        yield TABLE
        for level in range(_HIGHEST_SHOWN + 1):
            now = assault_of(me, enemy, Comparison(True, level), start)
            assert now is not None
            law, total = suffer(start.defender, enemy.victim, now)
            wounds = Law(_added((c.dealt, w) for c, w in law), total)
            out = Fraction(sum(w for c, w in law if c.out), total)
            rolls = "" if len(now.rolls) == 1 else f" (rolls at {', '.join(_levels(now.rolls))})"
            yield f"Success Level {level}{rolls}: mean {figure(wounds.mean)}, out {figure(out)}."


_HIGHEST_SHOWN = 7


def _levels(rolls: tuple[Roll, ...]) -> list[str]:
    return [str(roll.level) for roll in rolls]


def _added(pairs: Iterator[tuple[int, int]]) -> dict[int, int]:
    weights: dict[int, int] = {}
    for value, weight in pairs:
        weights[value] = weights.get(value, 0) + weight
    return weights


TABLE = (
    "Wound Table: Success Level and, for totals 2 to 12, "
    f"{', '.join(f'{shift:+d}' if shift else '0' for shift in SHIFT.values())}; at least 0."
)
"""The whole table on one line."""


def roll_text(blow: Blow, bonus: int) -> str:
    details = [f"Strength {blow.weapon.strength:+d}"]
    if bonus:
        details.append(f"{bonus:+d} on the first roll")
    if blow.target.armour:
        details.append(f"Armour {blow.target.armour}")
    if blow.weapon.pierce:
        details.append(f"Pierce {blow.weapon.pierce}")
    sum_ = f"{blow.weapon.kept.value} {blow.modifier(bonus):+d} ({', '.join(details)})"
    parts = [f"{sum_}, held to 2-12, Wound Table"]
    if blow.target.tough:
        tough = f"Tough {blow.target.tough}"
        parts.append(
            f"less {tough}" + (f" (Sharp {blow.weapon.sharp})" if blow.weapon.sharp else "")
        )
    if blow.half:
        parts.append("halved, rounded down")
    if blow.target.durable:
        parts.append("at most 1 (Durable)")
    if blow.critical:
        parts.append("equal dice remove the enemy")
    return ", ".join(parts)
