"""Dice on the table in words, and their working with the rule behind each step."""

from __future__ import annotations

from collections.abc import Iterator

from bushido_odds.odds.fighter import fighters
from bushido_odds.odds.resolve import ResolvedComparison, ResolvedRoll, ResolveResult
from bushido_odds.odds.working_lines import counting
from bushido_odds.rules import sources
from bushido_odds.rules.combatant import Exchange
from bushido_odds.rules.initiative import strikes_first
from bushido_odds.working import Step


def working(exchange: Exchange, result: ResolveResult) -> tuple[Step, ...]:
    """Every step from the dice on the table to the end, each with the public page of its rule."""
    exchange = exchange.begun()
    order = strikes_first(exchange)
    sides = dict(zip(("active", "opponent"), fighters(exchange, order.active), strict=True))
    first = result.names[result.initiative.first]
    steps = [Step("Initiative", (f"{first} strikes first: {order.reason}.",), sources.MELEE)]
    for side, fighter in sides.items():
        lines = []
        for name, pool in (("Attack", fighter.hand.attack), ("Defence", fighter.hand.defence)):
            found = result.pools[side][name.lower()]
            dice = " ".join(map(str, found.dice)) or "none"
            lines.append(f"{name}: {counting(pool, name)}.")
            lines.append(f"{dice}: {found.survivors} survive, result {found.value}.")
        steps.append(Step(f"Results of {result.names[side]}", tuple(lines), sources.TESTS))
    for title, item in zip(("First attack", "Second attack"), result.comparisons, strict=True):
        name = f"{title}, {result.names[item.attacker]}"
        steps.append(Step(name, tuple(said(result, item)), sources.MELEE))
        if item.damage:
            table = "Dice and modifier, held to 2-12, and the Success Level give the wounds."
            steps.append(
                Step("Its Damage Rolls", (table, *map(_damage, item.damage)), sources.WOUNDS)
            )
    return tuple(steps)


def said(result: ResolveResult, item: ResolvedComparison) -> Iterator[str]:
    """One comparison in words: who hits whom, the Damage Rolls, what becomes of the exchange."""
    attacker = result.names[item.attacker]
    defender = result.names["opponent" if item.attacker == "active" else "active"]
    if item.cancelled:
        yield f"{attacker} attacks no more: the exchange is over."
        return
    if item.decided_by == "no attack":
        yield f"{attacker} makes no attack."
    else:
        verb = "hits" if item.success else "fails against"
        level = f" at Success Level {item.success_level}"
        yield (f"{attacker} {verb} {defender}: {item.attack} v {item.defence}{level}{_tie(item)}.")
    if item.special:
        yield f"{item.special} takes effect."
    for roll in item.damage:
        yield _damage(roll)
    yield f"Then: {item.then}."


def _tie(item: ResolvedComparison) -> str:
    if item.decided_by == "dice":
        mine, theirs = item.surviving
        return f", a tie that {mine} surviving dice against {theirs} settle"
    if item.decided_by == "active player":
        return ", a tie with as many surviving dice that the active player wins"
    return ""


def _damage(roll: ResolvedRoll) -> str:
    start = f"Damage Roll at Success Level {roll.level}"
    if roll.total is None:
        return f"{start}: roll the dice, {roll.modifier:+d}."
    dice = "+".join(map(str, roll.dice))
    removed = ", and the model is removed" if roll.removed else ""
    return f"{start}: {dice} {roll.modifier:+d} = {roll.total}, {roll.wounds} wounds{removed}."
