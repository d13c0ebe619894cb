"""A stage of re-rolls with the dice on the table: who throws which again, and what it changes."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from fractions import Fraction

from bushido_odds.odds.result import MeleeResult


@dataclass(frozen=True, slots=True)
class Prospects:
    """What a stage changes: the chances that matter, with a choice made."""

    active_hits: Fraction
    opponent_hits: Fraction
    active_out: Fraction
    opponent_out: Fraction


@dataclass(frozen=True, slots=True)
class StagePick:
    """One stage: who re-rolls which dice of which pool by which trait."""

    side: str
    trait: str
    pool: str
    """``active.attack`` and so on."""
    reroll: tuple[int, ...] | None
    """The faces thrown again; None where the stage looks at dice still to come."""
    if_rerolled: Prospects | None = None
    if_kept: Prospects | None = None


def prospects(result: MeleeResult) -> Prospects:
    """The chances of a result that a stage is told by."""
    return Prospects(
        result.active.attack.success,
        result.opponent.attack.success,
        result.active.out_of_action,
        result.opponent.out_of_action,
    )


def mixed(parts: Iterable[tuple[Fraction, Prospects]]) -> Prospects:
    """The prospects where each of some comes about with a probability."""
    known = list(parts)
    return Prospects(
        *(
            sum((chance * getattr(part, name) for chance, part in known), Fraction(0))
            for name in Prospects.__slots__
        )
    )
