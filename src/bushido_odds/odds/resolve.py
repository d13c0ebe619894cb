"""An exchange whose dice are on the table: results, tie-breaks, Success Levels, what follows.

The dice are final, after every re-roll.  Where damage dice are given too, the wounds are worked
out; where they are not, what depends on them is said to be open.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from bushido_odds.odds.comparisons import Comparison
from bushido_odds.odds.fighter import Fighter, fighters
from bushido_odds.odds.harm import Condition, Fate
from bushido_odds.odds.result import FirstStrike
from bushido_odds.odds.strike import Situation, assault_of, strike, triggered
from bushido_odds.provenance import provenance
from bushido_odds.rules.combatant import Dice, Exchange, Rolled
from bushido_odds.rules.damage import Blow, choose
from bushido_odds.rules.initiative import strikes_first
from bushido_odds.working import Step, steps


@dataclass(frozen=True, slots=True)
class ResolvedPool:
    """One pool on the table."""

    dice: tuple[int, ...]
    survivors: int
    value: int


@dataclass(frozen=True, slots=True)
class ResolvedRoll:
    """One Damage Roll; ``total`` and ``wounds`` are None where its dice are not given."""

    level: int
    modifier: int
    dice: tuple[int, ...] = ()
    total: int | None = None
    wounds: int | None = None
    removed: bool = False


@dataclass(frozen=True, slots=True)
class ResolvedComparison:
    """One attack against one defence."""

    attacker: str
    attack: int
    defence: int
    success: bool
    success_level: int
    decided_by: str
    """``value``, ``dice`` (all surviving dice), ``active player`` or ``no attack``."""
    surviving: tuple[int, int]
    """Surviving dice of the attacker and of the defender, which settle a tie."""
    cancelled: bool | None
    """Whether the exchange was over before it; None where that hangs on dice still to roll."""
    special: str | None
    """The special that takes effect, the attacker's or the defender's."""
    damage: tuple[ResolvedRoll, ...]
    then: str
    """What becomes of the exchange, in words."""
    striker: str | None = None
    """Who makes the Damage Rolls: the attacker, or the defender by Counterstrike."""


@dataclass(frozen=True, slots=True)
class ResolveResult:
    """An exchange resolved from the dice on the table."""

    initiative: FirstStrike
    names: Mapping[str, str]
    pools: Mapping[str, Mapping[str, ResolvedPool]]
    comparisons: tuple[ResolvedComparison, ...]
    wounds: Mapping[str, int | None]
    """Wounds each model suffers; None where damage dice are missing."""
    name: str | None = None
    input: Mapping[str, Any] = field(default_factory=dict)
    notes: tuple[str, ...] = ()
    kind: str = "resolve"
    working: tuple[Step, ...] = ()
    """The working, where it was asked for."""

    def to_dict(self, exact: bool = False) -> dict[str, Any]:
        """The result as plain data; it has no probabilities, so ``exact`` changes nothing."""
        return {
            **provenance(self.kind, self.input),
            "name": self.name,
            "input": dict(self.input),
            "initiative": {"first": self.initiative.first, "reason": self.initiative.reason},
            **{
                side: {
                    "name": self.names[side],
                    **{
                        pool: {
                            "dice": list(figures.dice),
                            "survivors": figures.survivors,
                            "value": figures.value,
                        }
                        for pool, figures in self.pools[side].items()
                    },
                    "wounds_suffered": self.wounds[side],
                }
                for side in ("active", "opponent")
            },
            "comparisons": [_comparison(item) for item in self.comparisons],
            **({"working": steps(self.working)} if self.working else {}),
            "notes": list(self.notes),
        }


def _comparison(item: ResolvedComparison) -> dict[str, Any]:
    return {
        "attacker": item.attacker,
        "attack": item.attack,
        "defence": item.defence,
        "success": item.success,
        "success_level": item.success_level,
        "decided_by": item.decided_by,
        "surviving_dice": list(item.surviving),
        "cancelled": item.cancelled,
        "special": item.special,
        "damage_rolls": [
            {
                "success_level": roll.level,
                "modifier": roll.modifier,
                "dice": list(roll.dice),
                "total": roll.total,
                "wounds": roll.wounds,
                "removed": roll.removed,
            }
            for roll in item.damage
        ],
        "then": item.then,
    }


def resolve(
    exchange: Exchange,
    rolled: Mapping[str, Rolled],
    *,
    document: Mapping[str, Any] | None = None,
    notes: tuple[str, ...] = (),
) -> ResolveResult:
    """Work out an exchange from the dice on the table.

    Args:
        exchange: the two models; their numbers of dice are those rolled.
        rolled: the dice of ``active`` and ``opponent``.
        document: the normalised input, repeated in the result.
        notes: remarks for the reader.
    """
    exchange = exchange.begun()
    order = strikes_first(exchange)
    active, opponent = fighters(exchange, order.active)
    by_side = {"active": active, "opponent": opponent}
    pools = {side: _pools(by_side[side], rolled[side]) for side in by_side}
    first, second = ("active", "opponent") if order.active else ("opponent", "active")
    start = Situation(by_side[first].fresh, by_side[second].fresh)
    comparisons: list[ResolvedComparison] = []
    reached: tuple[Situation, ...] = (start,)
    damage = {side: dice.damage for side, dice in rolled.items()}
    for attacker, defender in ((first, second), (second, first)):
        last = attacker == second
        item, reached = _compared(attacker, defender, by_side, pools, damage, reached, last)
        comparisons.append(item)
        # Damage dice are used in order: a Counterstrike's before the model's own attack's.
        for side, rolls in damage.items():
            if item.striker == side:
                damage[side] = rolls[len(item.damage) :]
    # After both comparisons the first model is the attacker of every situation again.
    wounds = {
        first: _agreed({s.attacker.dealt for s in reached}),
        second: _agreed({s.defender.dealt for s in reached}),
    }
    return ResolveResult(
        FirstStrike(first, order.reason),
        {side: fighter.model.name for side, fighter in by_side.items()},
        pools,
        tuple(comparisons),
        wounds,
        exchange.name,
        document or {},
        notes,
    )


def _agreed(values: set[int]) -> int | None:
    return values.pop() if len(values) == 1 else None


def _pools(fighter: Fighter, rolled: Rolled) -> dict[str, ResolvedPool]:
    found = {}
    for name, pool, dice in (
        ("attack", fighter.hand.attack, rolled.attack),
        ("defence", fighter.hand.defence, rolled.defence),
    ):
        value, survivors = pool.scoring.score_dice(dice)
        found[name] = ResolvedPool(dice, survivors, value)
    return found


def _compared(
    attacker: str,
    defender: str,
    by_side: Mapping[str, Fighter],
    pools: Mapping[str, Mapping[str, ResolvedPool]],
    damage_dice: Mapping[str, Dice],
    reached: tuple[Situation, ...],
    last: bool,
) -> tuple[ResolvedComparison, tuple[Situation, ...]]:
    """One comparison, and the situations it may leave, seen from the other model."""
    mine, theirs = by_side[attacker], by_side[defender]
    attack, defence = pools[attacker]["attack"], pools[defender]["defence"]
    surviving = tuple(
        pools[side]["attack"].survivors + pools[side]["defence"].survivors
        for side in (attacker, defender)
    )
    outcome, decided_by = _decided(attacker, attack, defence, surviving[0] - surviving[1])
    over = {situation.over for situation in reached}
    going_on = [situation for situation in reached if not situation.over]
    before = going_on[0] if going_on else reached[0]
    special: str | None = None
    damage: tuple[ResolvedRoll, ...] = ()
    striker = mine
    after = list(dict.fromkeys(s.swapped() for s in reached if s.over))
    if going_on:
        used = triggered(mine, theirs, outcome, before)
        named = used[0] or used[1]
        special = named.name if named else None
        striker = mine if outcome is not None and outcome.success else theirs
        hurt = theirs if striker is mine else mine
        dice = damage_dice[attacker if striker is mine else defender]
        damage = _rolls(striker, hurt, mine, theirs, outcome, before, dice)
        for situation in going_on:
            law, _ = strike(mine, theirs, outcome, situation, dice)
            after += [result.swapped() for result, _ in law]
    return (
        ResolvedComparison(
            attacker,
            attack.value,
            defence.value,
            outcome is not None and outcome.success,
            outcome.level if outcome is not None else 0,
            decided_by,
            (surviving[0], surviving[1]),
            _agreed_bool(over),
            special,
            damage,
            "the exchange is over" if last else _then(after, theirs.model.name),
            (attacker if striker is mine else defender) if damage else None,
        ),
        tuple(dict.fromkeys(after)),
    )


def _agreed_bool(values: set[bool]) -> bool | None:
    return values.pop() if len(values) == 1 else None


def _decided(
    attacker: str, attack: ResolvedPool, defence: ResolvedPool, more_dice: int
) -> tuple[Comparison | None, str]:
    if not attack.dice:
        return None, "no attack"
    margin = attack.value - defence.value
    if margin:
        return Comparison(margin > 0, abs(margin)), "value"
    if more_dice:
        return Comparison(more_dice > 0, 0), "dice"
    return Comparison(attacker == "active", 0), "active player"


def _rolls(
    striker: Fighter,
    hurt: Fighter,
    mine: Fighter,
    theirs: Fighter,
    outcome: Comparison | None,
    before: Situation,
    dice: Dice,
) -> tuple[ResolvedRoll, ...]:
    assault = assault_of(mine, theirs, outcome, before, dice)
    if assault is None:
        return ()
    blow = Blow(striker.weapon, hurt.victim.toughness, assault.critical, assault.half)
    found = []
    for level, bonus, thrown in assault.rolls:
        modifier = blow.modifier(bonus)
        if not thrown:
            found.append(ResolvedRoll(level, modifier))
            continue
        one, other = choose(thrown, blow.weapon.kept, blow.critical)
        removed = blow.critical and one == other
        wounds = blow.wounds(one + other, level, bonus)
        found.append(ResolvedRoll(level, modifier, thrown, one + other + modifier, wounds, removed))
        if removed:
            break
    return tuple(found)


def _then(after: list[Situation], name: str) -> str:
    """What becomes of the exchange, seen from the model that is to attack next."""
    over = {situation.over for situation in after}
    if over == {False}:
        return f"{name} may still strike"
    words = sorted({_why_over(s.attacker, s.apart, name) for s in after if s.over})
    text = "the exchange is over for " + f"{name}: " + " or ".join(words)
    return text if over == {True} else f"depends on damage dice: {text}, or it goes on"


def _why_over(condition: Condition, apart: bool, name: str) -> str:
    if condition.fate is Fate.CRITICAL:
        return "removed by a Critical"
    if not condition.in_play:
        return "removed"
    if "prone" in condition.states:
        return "Prone"
    if apart:
        return "out of base contact"
    return "it may not attack"
