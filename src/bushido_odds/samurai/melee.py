"""One turn of a fight: from two sides to the fate of every model in base contact."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from bushido_odds.dice.joint import JointLaw, Point
from bushido_odds.samurai.fight import Fight, Kind, kinds, strikers
from bushido_odds.samurai.hits import hit_law
from bushido_odds.samurai.losses import KILL, Struck
from bushido_odds.samurai.model import Model, Side
from bushido_odds.samurai.result import MeleeResult, TurnOutcome, side_of
from bushido_odds.samurai.result import Side as Figures
from bushido_odds.samurai.rulings import Both
from bushido_odds.samurai.wounding import Blow, melee_strength, wound_chance


@dataclass(frozen=True, slots=True)
class Allotting:
    """How the owner of a side's hits allots them.

    Attributes:
        how: ``kill`` or ``spread``.
        order: places among the enemies, from 0, in the owner's own order; it goes before ``how``.
    """

    how: str = KILL
    order: tuple[int, ...] = ()


def blow(fight: Fight, kind: Kind, enemy: Model) -> Blow:
    """What one hit of a kind does to one enemy model."""
    model = fight.groups(kind.side)[kind.group]
    strength = melee_strength(model, fight.settings)
    chance = Fraction(0) if kind.stunning else wound_chance(strength, enemy, fight.settings)
    return Blow(chance, kills=not model.unarmed, stuns=kind.stunning)


def struck(fight: Fight, by: Side, allotting: Allotting) -> Struck:
    """The side that takes one side's hits, and what they do to it."""
    enemies = fight.groups(by.other)
    return Struck(
        enemies,
        [[blow(fight, kind, enemy) for enemy in enemies] for kind in kinds(fight, by)],
        allotting.how,
        allotting.order,
        fight.settings,
    )


def solve(
    fight: Fight,
    *,
    name: str | None = None,
    names: tuple[str, str] = ("Attacker", "Target"),
    attacker: Allotting = Allotting(),
    target: Allotting = Allotting(),
    document: Mapping[str, Any] | None = None,
    remarks: Sequence[Both] = (),
) -> MeleeResult:
    """The exact odds of one turn of a fight.

    Args:
        fight: both sides and what was declared.
        name: a title.
        names: what to call the sides.
        attacker: how the attacker allots its hits.
        target: how the target allots those it scores with Fight!.
        document: the normalised input, repeated in the answer.
        remarks: for the reader, repeated in the answer.
    """
    hits = {side: hit_law(fight, kinds(fight, side)) for side in Side}
    takers = {
        Side.TARGET: struck(fight, Side.ATTACKER, attacker),
        Side.ATTACKER: struck(fight, Side.TARGET, target),
    }
    allotted = {side: taker.allotments(hits[side.other]) for side, taker in takers.items()}
    figures = {
        side: _figures(fight, side, names[place], hits, takers[side], allotted[side])
        for place, side in enumerate(Side)
    }
    duel = all(len(taker.places) == 1 for taker in takers.values())
    return MeleeResult(
        name=name,
        reaction="none" if fight.surprise else fight.reaction.value,
        surprise=fight.surprise,
        attacker=figures[Side.ATTACKER],
        target=figures[Side.TARGET],
        outcome=_outcome(fight, takers, allotted) if duel else None,
        input=document or {},
        settings=fight.settings,
        remarks=tuple(remarks),
    )


def _figures(
    fight: Fight,
    side: Side,
    name: str,
    hits: Mapping[Side, JointLaw],
    taker: Struck,
    allotted: Mapping[Point, tuple[Point, ...]],
) -> Figures:
    dice = sum(strikers(model, fight.settings) * model.attacks for model in fight.groups(side))
    single = len(taker.places) == 1
    return side_of(
        name,
        dice if fight.strikes(side) else 0,
        hits[side].law(sum),
        taker.losses(hits[side.other], allotted),
        allotments={} if single else {point: allotted[point] for point in hits[side.other]},
        wounds_left=taker.groups[taker.places[0]].wounds if single else 0,
    )


def _outcome(
    fight: Fight,
    takers: Mapping[Side, Struck],
    allotted: Mapping[Side, Mapping[Point, tuple[Point, ...]]],
) -> TurnOutcome:
    """Who is out in the end, both sides together: their hits depend on each other."""
    mine = kinds(fight, Side.ATTACKER)
    law = hit_law(fight, (*mine, *kinds(fight, Side.TARGET)))
    chances: dict[tuple[bool, bool], Fraction] = {}
    for point, chance in law.items():
        on_target, on_attacker = point[: len(mine)], point[len(mine) :]
        target = takers[Side.TARGET].all_out(on_target, allotted[Side.TARGET][on_target])
        attacker = takers[Side.ATTACKER].all_out(on_attacker, allotted[Side.ATTACKER][on_attacker])
        for attacker_out in (False, True):
            for target_out in (False, True):
                share = (attacker if attacker_out else 1 - attacker) * (
                    target if target_out else 1 - target
                )
                key = attacker_out, target_out
                chances[key] = chances.get(key, Fraction(0)) + chance * share
    return TurnOutcome(
        chances[False, False], chances[True, False], chances[False, True], chances[True, True]
    )
