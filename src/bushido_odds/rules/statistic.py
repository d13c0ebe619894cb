"""From the Melee Pool on a card to the dice of an exchange, line by line, and their split.

Sources: https://jwarref.netlify.app/Rulebook/Melee-Exchange (step 4 and its table of modifiers),
https://jwarref.netlify.app/Rulebook/Cards (statistics) and https://jwarref.netlify.app/Rulebook/Tests
(pools of 0 or less).
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from bushido_odds.rules.combatant import Action, Combatant, Exchange


@dataclass(frozen=True, slots=True)
class Line:
    """One line of a pool's arithmetic."""

    dice: int
    why: str

    def __str__(self) -> str:
        return f"{self.dice:+d} {self.why}"


@dataclass(frozen=True, slots=True)
class PoolWorking:
    """How a pool comes about: the card's statistic, every change, and the dice left to split."""

    base: int
    lines: tuple[Line, ...]

    @property
    def total(self) -> int:
        return self.base + sum(line.dice for line in self.lines)

    def __str__(self) -> str:
        """As a player would write it: ``4 base, -1 exhausted, -1 Combo Attack = 2``."""
        return ", ".join([f"{self.base} base", *map(str, self.lines)]) + f" = {self.total}"


def modifiers(model: Combatant, enemy: Combatant, exchange: Exchange) -> Iterator[Line]:
    """Every change to a model's Melee Pool before the cap, zeros left out."""
    statistic, own = model.statistic, model.abilities
    assert statistic is not None
    if statistic.boosts:
        yield Line(statistic.boosts, "Ki boosts")
    if own.melee_pool:
        yield Line(own.melee_pool, "Charging Bonus")
    if statistic.coordinated:
        yield Line(statistic.coordinated, "Co-ordinated Attack")
    for state in enemy.states:
        if state.pool_against:
            yield Line(state.pool_against, f"the enemy's {state.name}")
    for state in model.states:
        spared = state.name == "exhausted" and own.endurance
        if state.melee_pool and model.has(state.name) and not spared:
            yield Line(state.melee_pool, state.name)
    assists = max(0, statistic.assisting - max(0, own.indomitable))
    if assists:
        yield Line(-assists, "enemies assisting" if assists > 1 else "an enemy assisting")
    if statistic.split_attacks:
        yield Line(-statistic.split_attacks, "Split Attack")
    if exchange.action is Action.STAND_UP and model is exchange.active:
        yield Line(-1, "standing up")


def most_dice(base: int) -> int:
    """The most that a modified statistic may reach: twice its base, or 1 from a base of 0."""
    return 2 * base if base > 0 else 1


def unraised(model: Combatant, enemy: Combatant, exchange: Exchange) -> PoolWorking:
    """A model's pool from its statistic, before both sides are raised to a die each."""
    assert model.statistic is not None
    base = model.statistic.base
    lines = list(modifiers(model, enemy, exchange))
    over = PoolWorking(base, tuple(lines)).total - most_dice(base)
    if over > 0:
        lines.append(Line(-over, "cap at twice the base" if base else "cap at 1 from a base of 0"))
    return PoolWorking(base, tuple(lines))


def pool_workings(exchange: Exchange) -> dict[str, PoolWorking | None]:
    """The arithmetic of each side's pool; None for a side that gives finished dice.

    Where a pool is 0 or less, both sides are raised alike until each has a die; finished dice
    cannot be raised, they are taken as they are.
    """
    sides = {"active": exchange.active, "opponent": exchange.opponent}
    enemies = {"active": exchange.opponent, "opponent": exchange.active}
    found: dict[str, PoolWorking | None] = {
        side: unraised(model, enemies[side], exchange) if model.statistic else None
        for side, model in sides.items()
    }
    missing = max((1 - working.total for working in found.values() if working), default=0)
    for side, working in found.items():
        model = sides[side]
        if working is None or model.statistic is None:
            continue
        lines = list(working.lines)
        if missing > 0:
            lines.append(Line(missing, "both sides raised until each has a die"))
        if model.special and model.statistic.special_cost:
            lines.append(Line(-model.statistic.special_cost, model.special.name))
        found[side] = PoolWorking(working.base, tuple(lines))
    return found


def is_aggressive(model: Combatant) -> bool:
    """At least as many dice in Attack as in Defence; Defensive cancels it."""
    own = model.abilities
    return own.aggressive or any(state.aggressive for state in model.states)


def is_defensive(model: Combatant) -> bool:
    """At least as many dice in Defence as in Attack; Aggressive cancels it."""
    own = model.abilities
    return own.defensive or any(
        state.defensive and not (state.name == "frightened" and own.steadfast)
        for state in model.states
    )


def split_rules(model: Combatant, exchange: Exchange) -> tuple[str, ...]:
    """The rules that the split of a model's dice breaks, in words."""
    broken = []
    aggressive, defensive = is_aggressive(model), is_defensive(model)
    if aggressive and not defensive and model.attack < model.defence:
        broken.append("Aggressive: at least as many dice in Attack as in Defence")
    if defensive and not aggressive and model.defence < model.attack:
        broken.append("Defensive: at least as many dice in Defence as in Attack")
    disengages = exchange.action is Action.DISENGAGE and model is exchange.active
    if disengages and model.defence < model.attack:
        broken.append("Disengage: at least as many dice in Defence as in Attack")
    return tuple(broken)


def faults(exchange: Exchange) -> list[tuple[str, str, str]]:
    """What is wrong with dice that come from a statistic: (side, field, message)."""
    found = []
    for side, model in (("active", exchange.active), ("opponent", exchange.opponent)):
        if model.statistic is None:
            continue
        working = pool_workings(exchange)[side]
        assert working is not None
        if model.special and working.total < 1:
            found.append(
                (
                    side,
                    "special",
                    f"{model.special.name} costs {model.statistic.special_cost}: a special may not "
                    f"empty the pool ({working})",
                )
            )
        elif model.attack + model.defence != working.total:
            found.append(
                (
                    side,
                    "split",
                    f"{model.attack}/{model.defence} is {model.attack + model.defence} dice, "
                    f"and the pool is {working}",
                )
            )
        found += [(side, "split", f"breaks {rule}") for rule in split_rules(model, exchange)]
    return found
