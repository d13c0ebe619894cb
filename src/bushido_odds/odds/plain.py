"""Results as plain data: the JSON form of every figure."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from typing import TYPE_CHECKING, Any

from bushido_odds.dice.law import Law
from bushido_odds.dice.plain import counted, law, number
from bushido_odds.provenance import provenance
from bushido_odds.working import steps as steps

if TYPE_CHECKING:
    # Results make themselves plain with these functions: the other way round only types count.
    from bushido_odds.odds.ranged import RangedResult, Taken
    from bushido_odds.odds.result import MeleeResult, Side, Wounds
    from bushido_odds.rules.statistic import PoolWorking


def wounds(figures: Wounds, exact: bool) -> dict[str, Any]:
    """A law of wounds with its mean and median."""
    return counted(figures.distribution, exact)


def side(figures: Side, exact: bool) -> dict[str, Any]:
    """One model's figures."""
    attack, levels = figures.attack, figures.damage_success_level
    none = 1 - levels.mass
    plain: dict[str, Any] = {
        "name": figures.name,
        "attack": {
            "success": number(attack.success, exact),
            "failed": number(attack.failed, exact),
            "cancelled": number(attack.cancelled, exact),
            "not_made": number(attack.not_made, exact),
            "success_level": law(attack.success_level, exact),
        },
        "damage_success_level": {
            **({"none": number(none, exact)} if none else {}),
            **law(levels, exact),
        },
        "wounds_dealt": wounds(figures.wounds_dealt, exact),
        "hp_lost": wounds(figures.hp_lost, exact),
        "special": {
            "name": figures.special.name,
            "triggered": number(figures.special.triggered, exact),
        },
        "lethal": number(figures.lethal, exact),
        "critical": number(figures.critical, exact),
        "out_of_action": number(figures.out_of_action, exact),
        "effects": _effects(figures.effects, exact),
        **({"moved_by": figures.moved_by} if figures.moved_by else {}),
        "pools": {
            name: {"dice": pool.dice, "value": law(pool.value, exact)}
            for name, pool in (
                ("attack", figures.pools.attack),
                ("defence", figures.pools.defence),
            )
        },
        "counters": {"before": figures.counters.before, "after": figures.counters.after},
    }
    if figures.pool is not None:
        plain["pool"] = pool_working(figures.pool)
    if figures.end_phase is not None:
        plain["end_phase"] = {
            "wounds": wounds(figures.end_phase.wounds, exact),
            "out_of_action": number(figures.end_phase.out_of_action, exact),
        }
    return plain


def taken(figures: Taken, exact: bool) -> dict[str, Any]:
    """What shots do to one model."""
    return {
        "name": figures.name,
        "wounds_taken": wounds(figures.wounds_taken, exact),
        "hp_lost": wounds(figures.hp_lost, exact),
        "lethal": number(figures.lethal, exact),
        "critical": number(figures.critical, exact),
        "out_of_action": number(figures.out_of_action, exact),
        "effects": _effects(figures.effects, exact),
        **({"moved_by": figures.moved_by} if figures.moved_by else {}),
    }


def ranged_to_dict(result: RangedResult, exact: bool) -> dict[str, Any]:
    """A Ranged Attack's result in the order of the JSON form."""
    plain: dict[str, Any] = {
        **provenance(result.kind, result.input),
        "name": result.name,
        "input": dict(result.input),
        "challenge": {
            "number": result.challenge.number,
            "band": result.challenge.band,
            "parts": dict(result.challenge.parts),
        },
        "shooter": {
            "name": result.shooter,
            "dice": result.dice,
            "value": law(result.value, exact),
        },
        "attack": {
            "success": number(result.attack.success, exact),
            "failed": number(result.attack.failed, exact),
            "success_level": law(result.attack.success_level, exact),
        },
    }
    if result.pool is not None:
        plain["shooter"]["pool"] = pool_working(result.pool)
    if result.shots:
        plain["shots"] = [
            {
                "number": shot.number,
                "made": number(shot.made, exact),
                "success": number(shot.success, exact),
                "redirected": number(shot.redirected, exact),
            }
            for shot in result.shots
        ]
    if result.friendly_fire is not None:
        plain["friendly_fire"] = {
            "number": result.friendly_fire.number,
            "test_success": number(result.friendly_fire.test_success, exact),
            "redirected": number(result.friendly_fire.redirected, exact),
        }
    plain["target"] = taken(result.target, exact)
    if result.friend is not None:
        plain["friend"] = taken(result.friend, exact)
    if result.working:
        plain["working"] = steps(result.working)
    plain["notes"] = list(result.notes)
    plain["ignored_traits"] = {side: list(words) for side, words in result.ignored_traits.items()}
    return plain


def _effects(found: Mapping[str, Fraction | Law], exact: bool) -> dict[str, Any]:
    return {
        name: law(effect, exact) if isinstance(effect, Law) else number(effect, exact)
        for name, effect in found.items()
    }


def pool_working(pool: PoolWorking) -> dict[str, Any]:
    """The arithmetic of a pool, line by line."""
    return {
        "base": pool.base,
        "lines": [{"dice": line.dice, "why": line.why} for line in pool.lines],
        "total": pool.total,
    }


def melee_to_dict(result: MeleeResult, exact: bool) -> dict[str, Any]:
    """A Melee Exchange's result in the order of the JSON form."""
    plain: dict[str, Any] = {
        **provenance(result.kind, result.input),
        "name": result.name,
        "input": dict(result.input),
        "initiative": {"first": result.initiative.first, "reason": result.initiative.reason},
        "active": side(result.active, exact),
        "opponent": side(result.opponent, exact),
        "outcome": {
            name: number(getattr(result.outcome, name), exact)
            for name in ("both_stand", "active_out", "opponent_out", "both_out")
        },
    }
    if result.rerolls is not None:
        plain["rerolls"] = {
            "policy": "optimal",
            "goal": result.rerolls.goal,
            "value": number(result.rerolls.value, exact),
            "expected": number(result.rerolls.expected, exact),
        }
    if result.disengage is not None:
        plain["disengage"] = {"success": number(result.disengage.success, exact)}
    if result.working:
        plain["working"] = steps(result.working)
    plain["notes"] = list(result.notes)
    plain["ignored_traits"] = {side: list(words) for side, words in result.ignored_traits.items()}
    return plain
