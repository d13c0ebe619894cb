"""Damage at given Success Levels, exactly: one level in full, or the table over all of them.

Source: https://jwarref.netlify.app/Rulebook/Wound-Table.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any

from bushido_odds.dice.law import Law
from bushido_odds.dice.plain import counted, number
from bushido_odds.odds.harm import Assault, Condition, Fate, Roll, Victim, suffer
from bushido_odds.odds.plain import steps
from bushido_odds.odds.result import Step
from bushido_odds.odds.working_lines import TABLE, figure, law_text, roll_text
from bushido_odds.provenance import provenance
from bushido_odds.rules import sources
from bushido_odds.rules.blows import Hit

SHOWN_LEVELS = range(11)
"""The Success Levels of the printed table."""


@dataclass(frozen=True, slots=True)
class DamageAt:
    """What a hit at one Success Level does."""

    level: int
    rolls: tuple[int, ...]
    """The Success Level of each Damage Roll."""
    wounds: Law
    """All rolls added up, uncapped."""
    out: Fraction
    """The target is removed: by wounds or by a Critical."""
    critical: Fraction

    @property
    def fewest(self) -> int:
        return min(self.wounds)

    @property
    def most(self) -> int:
        return max(self.wounds)

    @property
    def likeliest(self) -> int:
        """The most likely number of wounds, the smallest of several."""
        return self.wounds.mode


@dataclass(frozen=True, slots=True)
class DamageResult:
    """Damage at one Success Level, and over those of the printed table."""

    at: DamageAt | None
    """The level that was asked for; None where only the table was."""
    table: tuple[DamageAt, ...]
    boxes: int
    name: str | None = None
    input: Mapping[str, Any] = field(default_factory=dict)
    notes: tuple[str, ...] = ()
    working: tuple[Step, ...] = ()
    kind: str = "damage"

    def to_dict(self, exact: bool = False) -> dict[str, Any]:
        """The result as plain data, ready for JSON; ``exact`` gives fractions as strings."""
        plain: dict[str, Any] = {
            **provenance(self.kind, self.input),
            "name": self.name,
            "input": dict(self.input),
        }
        if self.at is not None:
            plain.update(_at(self.at, exact))
        plain["table"] = [_at(row, exact) for row in self.table]
        if self.working:
            plain["working"] = steps(self.working)
        plain["notes"] = list(self.notes)
        return plain


def _at(row: DamageAt, exact: bool) -> dict[str, Any]:
    return {
        "level": row.level,
        "rolls": list(row.rolls),
        "wounds": counted(row.wounds, exact),
        "min": row.fewest,
        "most_likely": row.likeliest,
        "max": row.most,
        "no_wounds": number(row.wounds.probability(0), exact),
        "critical": number(row.critical, exact),
        "out_of_action": number(row.out, exact),
    }


def damage(
    hit: Hit,
    level: int | None,
    *,
    name: str | None = None,
    document: Mapping[str, Any] | None = None,
    notes: tuple[str, ...] = (),
    explain: bool = False,
) -> DamageResult:
    """What a hit does, at one Success Level and over the printed table.

    Args:
        hit: who strikes whom with what.
        level: the Success Level to show in full; None for the table alone.
        name: a title.
        document: the normalised input, repeated in the result.
        notes: remarks for the reader.
        explain: add the working.
    """
    at = None if level is None else _damage_at(hit, level)
    working: tuple[Step, ...] = ()
    if explain:
        lines = [f"{roll_text(hit.blow, hit.rolls(0)[0][1] if hit.rolls(0) else 0)}.", TABLE]
        if at is not None:
            lines.append(f"Success Level {at.level}: Damage Rolls at {_levels(at)}.")
            lines.append(f"Wounds: {law_text(at.wounds)}; mean {figure(at.wounds.mean)}.")
            lines.append(f"Out of action: {figure(at.out)}.")
        working = (Step("Damage", tuple(lines), sources.WOUNDS),)
    return DamageResult(
        at,
        tuple(_damage_at(hit, row) for row in SHOWN_LEVELS),
        hit.boxes,
        name,
        document or {},
        notes,
        working,
    )


def _levels(at: DamageAt) -> str:
    return ", ".join(map(str, at.rolls)) or "none"


def _damage_at(hit: Hit, level: int) -> DamageAt:
    rolls = hit.rolls(level)
    if not rolls:
        return DamageAt(level, (), Law.certain(0), Fraction(0), Fraction(0))
    victim = Victim(hit.blow.target, hit.boxes)
    assault = Assault(
        hit.blow.weapon,
        tuple(Roll(lower, bonus) for lower, bonus in rolls),
        hit.blow.critical,
        hit.blow.half,
    )
    outcomes, total = suffer(Condition(hit.boxes), victim, assault)
    weights: dict[int, int] = {}
    for condition, weight in outcomes:
        weights[condition.dealt] = weights.get(condition.dealt, 0) + weight
    return DamageAt(
        level,
        tuple(lower for lower, _ in rolls),
        Law(weights, total),
        Fraction(sum(weight for condition, weight in outcomes if condition.out), total),
        Fraction(
            sum(weight for condition, weight in outcomes if condition.fate is Fate.CRITICAL), total
        ),
    )
