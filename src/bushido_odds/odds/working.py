"""The working of an exchange, in the order in which a person would check it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace

from bushido_odds.dice.law import Law
from bushido_odds.odds.fighter import Fighter, fighters
from bushido_odds.odds.pools import Pool, pool_outcomes
from bushido_odds.odds.result import MeleeResult, Side, Step
from bushido_odds.odds.working_lines import counting, figure, hit_lines, law_text
from bushido_odds.rules import sources
from bushido_odds.rules.combatant import Combatant, Exchange, Rolled
from bushido_odds.rules.initiative import strikes_first
from bushido_odds.rules.specials import COUNTERSTRIKE_COST, Damage, Removal, Special


def working(
    exchange: Exchange, result: MeleeResult, rolled: Mapping[str, Rolled] | None = None
) -> tuple[Step, ...]:
    """Every step of an exchange, each with the public page of its rule.

    Args:
        exchange: the two models and what started it.
        result: its odds, which the steps lead up to.
        rolled: the dice of ``active`` and ``opponent``, where they are on the table already.
    """
    exchange = exchange.begun()
    order = strikes_first(exchange)
    active, opponent = fighters(exchange, order.active)
    first, second = (active, opponent) if order.active else (opponent, active)
    sides = {active: result.active, opponent: result.opponent}
    table = dict(zip((active, opponent), rolled.values(), strict=True)) if rolled else {}
    goals = {}
    if result.rerolls is not None:
        goals = {
            active: f"for {result.rerolls.goal}",
            opponent: f"against {result.rerolls.goal}",
        }
    return (
        Step(
            "Initiative",
            (f"{first.model.name} strikes first: {order.reason}.",),
            sources.MELEE,
        ),
        Step("Dice", tuple(_dice(sides, table)), sources.MELEE),
        Step("Re-rolls", tuple(_rerolls(first, second, goals)), sources.REROLLS),
        *(_results(fighter, side, table.get(fighter)) for fighter, side in sides.items()),
        _comparison("First comparison", first, second, sides),
        *_damage(first, second),
        _comparison("Second comparison", second, first, sides),
        *_damage(second, first),
        Step("In the end", tuple(_end(result)), sources.MELEE),
    )


def _dice(sides: Mapping[Fighter, Side], table: Mapping[Fighter, Rolled]) -> Iterator[str]:
    for fighter, side in sides.items():
        if side.pool is not None:
            yield f"{fighter.model.name}, pool: {side.pool}."
        model = fighter.model
        yield f"{model.name}: {model.attack} in Attack, {model.defence} in Defence."
        if fighter in table:
            attack, defence = (
                " ".join(map(str, dice)) or "none"
                for dice in (table[fighter].attack, table[fighter].defence)
            )
            yield f"{model.name} has rolled {attack} in Attack, {defence} in Defence."
        if model.special:
            yield f"{model.name} uses {model.special.name}: {model.special.effect}."


def _rerolls(first: Fighter, second: Fighter, goals: Mapping[Fighter, str]) -> Iterator[str]:
    """The stages in the order of the rulebook: the side without initiative, then the other.

    ``goals`` says what each plays for, all dice in view; without it, each pool is played alone.
    """
    said = False
    for me, enemy in ((second, first), (first, second)):
        own, theirs = me.model.abilities, enemy.model
        for trait, budget, pool, dice in (
            ("Dodge", own.dodge, "Attack", theirs.attack),
            ("Feint", own.feint, "Defence", theirs.defence),
        ):
            if budget and dice:
                said = True
                aim = _aim(goals.get(me), "to lower its expected final result")
                yield (
                    f"{me.model.name}, {trait} ({budget}): re-rolls up to {budget} of "
                    f"{theirs.name}'s {pool} dice, {aim}."
                )
        for line in _prowess(me.model, goals.get(me)):
            said = True
            yield line
    if not said:
        yield "None."


def _aim(goal: str | None, alone: str) -> str:
    """What a re-roll is for: a goal with all dice in view, or the pool by itself."""
    return f"playing {goal} with all dice in view" if goal else alone


def _prowess(model: Combatant, goal: str | None) -> Iterator[str]:
    own = model.abilities
    if own.prowess_shared:
        priority = _PRIORITY[model.prowess_priority.value]
        aim = _aim(goal, f"to raise its expected final results ({priority})")
        yield (
            f"{model.name}, Prowess [Melee] ({own.prowess_shared}): re-rolls up to "
            f"{own.prowess_shared} of its own dice in both pools together, after seeing both, "
            f"{aim}."
        )
        return
    aim = _aim(goal, "to raise its expected final result")
    for pool, budget, dice in (
        ("Attack", own.prowess_attack, model.attack),
        ("Defence", own.prowess_defence, model.defence),
    ):
        if budget and dice:
            yield (
                f"{model.name}, Prowess [{pool}] ({budget}): re-rolls up to {budget} of its own "
                f"{pool} dice, {aim}."
            )


_PRIORITY = {
    "both": "their sum",
    "first": "Attack first, then Defence with what is left",
    "second": "Defence first, then Attack with what is left",
}


def _results(fighter: Fighter, side: Side, rolled: Rolled | None) -> Step:
    hand = fighter.hand
    lines = []
    for name, pool, figures in (
        ("Attack", hand.attack, side.pools.attack),
        ("Defence", hand.defence, side.pools.defence),
    ):
        lines.append(f"{name}: {counting(pool, name)}.")
        if rolled:
            pool = replace(pool, rolled=tuple(sorted(getattr(rolled, name.lower()))))
        if rolled or pool.stages or hand.shared:
            lines.append(f"{name} result before any re-roll: {law_text(_unplayed(pool))}.")
        if figures.dice:
            lines.append(
                f"{name} result: {law_text(figures.value)}; mean {figure(figures.value.mean)}."
            )
    return Step(f"Results of {fighter.model.name}", tuple(lines), sources.TESTS)


def _unplayed(pool: Pool) -> Law:
    """The law of a pool's result as its dice first fall."""
    outcomes, total = pool_outcomes(replace(pool, before=(), own=(), after=()))
    weights: dict[int, int] = {}
    for (value, _), weight in outcomes.items():
        weights[value] = weights.get(value, 0) + weight
    return Law(weights, total)


def _comparison(title: str, me: Fighter, enemy: Fighter, sides: dict[Fighter, Side]) -> Step:
    mine = sides[me]
    name, other = me.model.name, enemy.model.name
    lines = [f"{name}'s Attack against {other}'s Defence."]
    if not me.attacks:
        lines.append(f"{name} has no dice in Attack: no attack.")
        lines += _defence(enemy, me)
        return Step(title, tuple(lines), sources.MELEE)
    attack = mine.attack
    lines.append(
        f"Hits {figure(attack.success)}; misses {figure(attack.failed)}"
        + (
            f"; lost, the exchange being over: {figure(attack.cancelled)}"
            if attack.cancelled
            else ""
        )
        + "."
    )
    if attack.success_level:
        lines.append(f"Success Levels: {law_text(attack.success_level)}.")
    tied = attack.success_level.probability(0)
    lines.append(
        "Equal results: more surviving dice in both pools, then the active player; of the hits "
        f"{figure(tied)} are such ties, at Success Level 0."
    )
    lines += _stops(me, enemy, me.special_attack)
    lines += _defence(enemy, me)
    return Step(title, tuple(lines), sources.MELEE)


def _damage(me: Fighter, enemy: Fighter) -> Iterator[Step]:
    """The step of a hit's Damage Rolls, where the model attacks at all."""
    if me.attacks:
        yield Step(f"Damage by {me.model.name}", tuple(hit_lines(me, enemy)), sources.WOUNDS)


def _stops(me: Fighter, enemy: Fighter, special: Special | None) -> Iterator[str]:
    """What a hit means for the attack that the enemy has still to make."""
    name = enemy.model.name
    reasons = ["is removed"]
    if enemy.victim.last_stand:
        reasons = ["is removed by a Critical (Last Stand keeps it in play at 0 wounds)"]
    if enemy.victim.rise is not None:
        reasons.append(f"rises Prone (Rise {enemy.victim.rise})")
    if special is not None:
        if "prone" in special.states and enemy.can_gain("prone"):
            reasons.append(f"falls Prone ({special.name})")
        if special.denies_reply:
            reasons.append(f"is grappled ({special.name})")
        if special.removes is not Removal.NOBODY:
            reasons.append(f"is taken ({special.name})")
        if special.damage is Damage.NONE and (special.enemy_moves or special.self_moves):
            reasons.append(f"is out of contact ({special.name})")
    yield f"{name} loses an attack still to come where it {', or '.join(reasons)}."


def _defence(enemy: Fighter, me: Fighter) -> Iterator[str]:
    special = enemy.special_defence
    if special is None:
        return
    if special.counterstrike:
        yield (
            f"{enemy.model.name}'s Counterstrike: a defence by {COUNTERSTRIKE_COST} or more makes "
            f"a Damage Roll {COUNTERSTRIKE_COST} levels lower at once."
        )
    else:
        yield f"A successful defence brings {special.name}: {special.effect}."


def _end(result: MeleeResult) -> Iterator[str]:
    outcome = result.outcome
    yield f"Nobody falls: {figure(outcome.both_stand)}."
    yield f"Only {result.opponent.name} falls: {figure(outcome.opponent_out)}."
    yield f"Only {result.active.name} falls: {figure(outcome.active_out)}."
    if outcome.both_out:
        yield f"Both fall: {figure(outcome.both_out)}."
    for side in (result.active, result.opponent):
        before, after = side.counters
        yield f"{side.name}: Activation Counters {before} before, {after} after."
