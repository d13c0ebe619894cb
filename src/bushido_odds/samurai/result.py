"""The immutable answers to questions about the samurai rules: every figure as a fraction.

Attributes follow the names of the JSON form, which ``to_dict`` gives.  A law of a count is a
``Law``: it has ``mean`` and ``median``, and reads as a mapping to probabilities.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any

from bushido_odds.dice.law import Law
from bushido_odds.dice.plain import counted, number
from bushido_odds.provenance import SAMURAI, provenance
from bushido_odds.samurai.losses import Losses, ModelLosses
from bushido_odds.samurai.rulings import Both, changed, values_of
from bushido_odds.samurai.settings import DEFAULTS, Settings
from bushido_odds.working import Step, steps


@dataclass(frozen=True, slots=True, kw_only=True)
class Answer:
    """What every answer says besides its figures.

    Attributes:
        kind: what was asked.
        input: the question, complete and normalised; fed back in, it gives the same answer.
        settings: the rules in force.
        remarks: what a reader should know, in English and in Russian.
        working: the working, where it was asked for.
    """

    kind: str
    input: Mapping[str, Any] = field(default_factory=dict)
    settings: Settings = DEFAULTS
    remarks: tuple[Both, ...] = ()
    working: tuple[Step, ...] = ()

    @property
    def notes(self) -> tuple[str, ...]:
        """The remarks in English."""
        return tuple(english for english, _ in self.remarks)

    def figures(self, exact: bool) -> dict[str, Any]:
        """The figures as plain data."""
        raise NotImplementedError

    def to_dict(self, exact: bool = False) -> dict[str, Any]:
        """The answer as plain data, ready for JSON.

        Args:
            exact: probabilities and means as strings with the fraction in lowest terms, instead of
                the nearest floats.
        """
        plain: dict[str, Any] = {
            **provenance(self.kind, self.input, SAMURAI),
            "input": dict(self.input),
            **self.figures(exact),
            "rules": values_of(self.settings),
            "changed_rules": list(changed(self.settings)),
        }
        if self.working:
            plain["working"] = steps(self.working)
        plain["notes"] = list(self.notes)
        return plain


@dataclass(frozen=True, slots=True, kw_only=True)
class SimpleResult(Answer):
    """One simple test, or several on the same characteristic."""

    kind: str = "samurai_test"
    characteristic: int
    """After the modifier."""
    success: Fraction
    lucky: Fraction
    catastrophic: Fraction
    successes: Law
    """How many of the tests are passed."""

    def figures(self, exact: bool) -> dict[str, Any]:
        return {
            "characteristic": self.characteristic,
            "success": number(self.success, exact),
            "lucky": number(self.lucky, exact),
            "catastrophic": number(self.catastrophic, exact),
            "failed": number(1 - self.success, exact),
            "successes": counted(self.successes, exact),
        }


@dataclass(frozen=True, slots=True, kw_only=True)
class OpposedResult(Answer):
    """One comparative test; the four chances sum to 1."""

    kind: str = "samurai_opposed"
    attacker_wins: Fraction
    target_wins: Fraction
    tie: Fraction
    both_fail: Fraction

    def figures(self, exact: bool) -> dict[str, Any]:
        names = ("attacker_wins", "target_wins", "tie", "both_fail")
        return {name: number(getattr(self, name), exact) for name in names}


@dataclass(frozen=True, slots=True)
class Side:
    """What becomes of one side in a turn.

    The chances of a side of several models are those that at least one of them is stunned, killed
    or out of action (either of both); the laws count such models.
    """

    name: str
    attacks: int
    """Dice to hit with, before two blades; 0 where it may not strike."""
    hits: Law
    """Hits by this side."""
    wounds: Law
    """Wounds lost by this side."""
    stunned: Fraction
    killed: Fraction
    out_of_action: Fraction
    all_out: Fraction
    stunned_models: Law
    killed_models: Law
    out_models: Law
    models: tuple[ModelLosses, ...]
    allotments: Mapping[tuple[int, ...], tuple[tuple[int, ...], ...]] = field(default_factory=dict)
    """The hits that each of its models takes, by the hits of each kind on the side."""
    wounds_left: int = 0
    """What one of its models has before the turn, where there is only one."""

    def to_dict(self, exact: bool) -> dict[str, Any]:
        """One side as plain data."""
        plain: dict[str, Any] = {
            "name": self.name,
            "attacks": self.attacks,
            "hits": counted(self.hits, exact),
            "wounds": counted(self.wounds, exact),
            "stunned": number(self.stunned, exact),
            "killed": number(self.killed, exact),
            "out_of_action": number(self.out_of_action, exact),
        }
        if len(self.models) > 1:
            plain["all_out"] = number(self.all_out, exact)
            plain["stunned_models"] = counted(self.stunned_models, exact)
            plain["killed_models"] = counted(self.killed_models, exact)
            plain["out_models"] = counted(self.out_models, exact)
            plain["models"] = [_model(model, exact) for model in self.models]
            plain["allotments"] = [
                {"hits": list(hits), "models": [list(taken) for taken in allotted]}
                for hits, allotted in self.allotments.items()
            ]
        return plain


def _model(model: ModelLosses, exact: bool) -> dict[str, Any]:
    return {
        "name": model.name,
        "wounds": counted(model.wounds, exact),
        "stunned": number(model.stunned, exact),
        "killed": number(model.killed, exact),
        "out_of_action": number(model.out_of_action, exact),
    }


def side_of(name: str, attacks: int, hits: Law, losses: Losses, **more: Any) -> Side:
    """A side's figures from its losses."""
    everybody = len(losses.models)
    return Side(
        name,
        attacks,
        hits,
        losses.wounds,
        losses.stunned_models.at_least(1),
        losses.killed_models.at_least(1),
        losses.out_models.at_least(1),
        losses.out_models.at_least(everybody),
        losses.stunned_models,
        losses.killed_models,
        losses.out_models,
        losses.models,
        **more,
    )


@dataclass(frozen=True, slots=True)
class TurnOutcome:
    """Which sides have nobody left standing in base contact; the four chances sum to 1."""

    both_stand: Fraction
    attacker_out: Fraction
    target_out: Fraction
    both_out: Fraction

    def to_dict(self, exact: bool) -> dict[str, Any]:
        """The four chances as plain data."""
        names = ("both_stand", "attacker_out", "target_out", "both_out")
        return {name: number(getattr(self, name), exact) for name in names}


@dataclass(frozen=True, slots=True, kw_only=True)
class MeleeResult(Answer):
    """One turn of a fight."""

    kind: str = "samurai_melee"
    name: str | None = None
    reaction: str
    surprise: bool
    attacker: Side
    target: Side
    outcome: TurnOutcome | None
    """Only for one model against one."""

    def figures(self, exact: bool) -> dict[str, Any]:
        plain: dict[str, Any] = {
            "name": self.name,
            "reaction": self.reaction,
            "surprise": self.surprise,
            "attacker": self.attacker.to_dict(exact),
            "target": self.target.to_dict(exact),
        }
        if self.outcome is not None:
            plain["outcome"] = self.outcome.to_dict(exact)
        return plain


@dataclass(frozen=True, slots=True)
class Harmed:
    """What a turn does to one of two models."""

    wounds: Law
    stunned: Fraction
    killed: Fraction
    panicked: Fraction = Fraction(0)
    evades: Fraction = Fraction(0)

    @property
    def out_of_action(self) -> Fraction:
        """The chance that it is stunned, killed or in Panic."""
        return self.stunned + self.killed + self.panicked

    def to_dict(self, exact: bool) -> dict[str, Any]:
        """The figures as plain data."""
        names = ("stunned", "killed", "panicked", "evades", "out_of_action")
        return {
            "wounds": counted(self.wounds, exact),
            **{name: number(getattr(self, name), exact) for name in names},
        }


@dataclass(frozen=True, slots=True)
class TurnFigures:
    """What one choice of the attacker means for both models over the turn."""

    attacker: Harmed
    target: Harmed

    def to_dict(self, exact: bool) -> dict[str, Any]:
        """Both models as plain data."""
        return {"attacker": self.attacker.to_dict(exact), "target": self.target.to_dict(exact)}


@dataclass(frozen=True, slots=True)
class Comparison:
    """Strike or ki: the same turn with blows and with a ki-attack."""

    strike: TurnFigures
    ki: TurnFigures


@dataclass(frozen=True, slots=True, kw_only=True)
class KiResult(Answer):
    """One ki-attack; the five chances sum to 1."""

    kind: str = "samurai_ki"
    name: str | None = None
    panic: Fraction
    evasion: Fraction
    nothing: Fraction
    target_strikes: Fraction
    target_strikes_with_hit: Fraction
    attacker_name: str = "Attacker"
    target_name: str = "Target"
    turn: Comparison | None = None
    """Strike or ki?, where both models can fight."""

    def figures(self, exact: bool) -> dict[str, Any]:
        names = ("panic", "evasion", "nothing", "target_strikes", "target_strikes_with_hit")
        plain: dict[str, Any] = {name: number(getattr(self, name), exact) for name in names}
        if self.turn is not None:
            plain["turn"] = {
                "strike": self.turn.strike.to_dict(exact),
                "ki": self.turn.ki.to_dict(exact),
            }
        return plain


@dataclass(frozen=True, slots=True, kw_only=True)
class ShootResult(Answer):
    """The shots of a turn."""

    kind: str = "samurai_shoot"
    name: str | None = None
    reaction: str
    in_range: bool
    characteristic: int
    """What the shooter rolls under."""
    hit: Fraction
    """The chance of one shot, without a reaction that is rolled once for all of them."""
    friendly_hit: Fraction
    """The chance that one shot hits a friend in the melee."""
    shooter: Side
    target: Side
    friends: tuple[Side, ...]

    def figures(self, exact: bool) -> dict[str, Any]:
        return {
            "name": self.name,
            "reaction": self.reaction,
            "in_range": self.in_range,
            "characteristic": self.characteristic,
            "hit": number(self.hit, exact),
            "friendly_hit": number(self.friendly_hit, exact),
            "shooter": self.shooter.to_dict(exact),
            "target": self.target.to_dict(exact),
            "friends": [friend.to_dict(exact) for friend in self.friends],
        }
