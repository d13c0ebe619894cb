"""Results as plain data: the JSON form of every figure."""

from __future__ import annotations

from typing import Any

from bushido_odds.dice.law import Law
from bushido_odds.dice.plain import counted, law, number
from bushido_odds.odds.result import MeleeResult, Side, Wounds
from bushido_odds.version import FORMAT, __version__
from bushido_odds.working import steps as steps


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
        "effects": {
            name: law(effect, exact) if isinstance(effect, Law) else number(effect, exact)
            for name, effect in figures.effects.items()
        },
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
        plain["pool"] = {
            "base": figures.pool.base,
            "lines": [{"dice": line.dice, "why": line.why} for line in figures.pool.lines],
            "total": figures.pool.total,
        }
    if figures.end_phase is not None:
        plain["end_phase"] = {
            "wounds": wounds(figures.end_phase.wounds, exact),
            "out_of_action": number(figures.end_phase.out_of_action, exact),
        }
    return plain


def melee_to_dict(result: MeleeResult, exact: bool) -> dict[str, Any]:
    """A Melee Exchange's result in the order of the JSON form."""
    plain: dict[str, Any] = {
        "format": FORMAT,
        "version": __version__,
        "kind": result.kind,
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
    if result.disengage is not None:
        plain["disengage"] = {"success": number(result.disengage.success, exact)}
    if result.working:
        plain["working"] = steps(result.working)
    plain["notes"] = list(result.notes)
    plain["ignored_traits"] = {side: list(words) for side, words in result.ignored_traits.items()}
    return plain
