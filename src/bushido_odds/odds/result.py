"""The immutable result of a Melee Exchange: every figure as a fraction."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any

from bushido_odds.dice.law import Law
from bushido_odds.rules.counters import Spent
from bushido_odds.rules.statistic import PoolWorking
from bushido_odds.working import Step as Step


@dataclass(frozen=True, slots=True)
class Attack:
    """How a model's attack ends; the four chances sum to 1."""

    success: Fraction
    failed: Fraction
    cancelled: Fraction
    """It had dice, and the exchange was over before its turn."""
    not_made: Fraction
    """No dice were allocated to it."""
    success_level: Law
    """The Success Levels of its successes; they sum to ``success``."""


@dataclass(frozen=True, slots=True)
class Wounds:
    """A law of wounds, with the figures people ask for first."""

    distribution: Law

    @property
    def mean(self) -> Fraction:
        return self.distribution.mean

    @property
    def median(self) -> int:
        """The lower median."""
        return self.distribution.median


@dataclass(frozen=True, slots=True)
class EndPhase:
    """What the markers gained in an exchange do to a model in the End Phase."""

    wounds: Wounds
    out_of_action: Fraction
    """Out by the end of the turn, in the exchange or in the End Phase."""


@dataclass(frozen=True, slots=True)
class SpecialUsed:
    """The special a model chose, and the chance that it takes effect."""

    name: str | None
    triggered: Fraction


@dataclass(frozen=True, slots=True)
class PoolFigures:
    """A pool: its dice, and the law of the value that is compared."""

    dice: int
    value: Law


@dataclass(frozen=True, slots=True)
class Pools:
    """Both pools of a model."""

    attack: PoolFigures
    defence: PoolFigures


@dataclass(frozen=True, slots=True)
class Side:
    """One model's figures."""

    name: str
    attack: Attack
    damage_success_level: Law
    """The highest Success Level of its Damage Rolls; what is missing to 1 is no Damage Roll."""
    wounds_dealt: Wounds
    """All its Damage Rolls added up, uncapped, misses as 0."""
    hp_lost: Wounds
    """Wound boxes that this model loses, capped at those it has left."""
    special: SpecialUsed
    lethal: Fraction
    critical: Fraction
    out_of_action: Fraction
    effects: Mapping[str, Fraction | Law]
    """States and movement that this model suffers, and laws of the markers it gains."""
    pools: Pools
    wounds: int
    """The boxes it had left before the exchange."""
    counters: Spent
    """Activation Counters before and after."""
    pool: PoolWorking | None = None
    """How its dice come about, where they were worked out from the card's statistic."""
    moved_by: str = ""
    """How far it is moved where it is, as in ``3"``; empty where it cannot be."""
    end_phase: EndPhase | None = None
    """What its new markers do in the End Phase, where that was asked."""


@dataclass(frozen=True, slots=True)
class Outcome:
    """Who is out of action in the end; the four chances sum to 1."""

    both_stand: Fraction
    active_out: Fraction
    opponent_out: Fraction
    both_out: Fraction


@dataclass(frozen=True, slots=True)
class FirstStrike:
    """Who strikes first, ``active`` or ``opponent``, and why."""

    first: str
    reason: str


@dataclass(frozen=True, slots=True)
class Disengage:
    """Whether the active model gets away."""

    success: Fraction


@dataclass(frozen=True, slots=True)
class RerollPolicy:
    """Re-rolls played for a goal by both sides, and what that is worth."""

    goal: str
    value: Fraction
    """The goal's figure when both sides play for it (the opponent against it)."""
    expected: Fraction
    """The same figure under the ``expected`` policy."""


@dataclass(frozen=True, slots=True)
class MeleeResult:
    """The exact odds of one Melee Exchange.

    Attributes follow the names of the JSON form, which ``to_dict`` gives.
    """

    initiative: FirstStrike
    active: Side
    opponent: Side
    outcome: Outcome
    disengage: Disengage | None = None
    name: str | None = None
    input: Mapping[str, Any] = field(default_factory=dict)
    """The document, complete and normalised."""
    notes: tuple[str, ...] = ()
    ignored_traits: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    kind: str = "melee"
    rerolls: RerollPolicy | None = None
    """The policy, where it is not ``expected``."""
    working: tuple[Step, ...] = ()
    """The working, where it was asked for."""

    def to_dict(self, exact: bool = False) -> dict[str, Any]:
        """The result as plain data, ready for JSON.

        Args:
            exact: probabilities and means as strings with the fraction in lowest terms, instead of
                the nearest floats.
        """
        from bushido_odds.odds.plain import melee_to_dict

        return melee_to_dict(self, exact)
