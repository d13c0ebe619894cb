"""An attack at a given Success Level against a target, outside any exchange."""

from __future__ import annotations

from dataclasses import dataclass

from bushido_odds.rules.combatant import DEFAULT_WOUNDS
from bushido_odds.rules.damage import Blow
from bushido_odds.rules.specials import Damage, Special


@dataclass(frozen=True, slots=True)
class Hit:
    """A hit: the blow, the special whose Damage Rolls it makes, and the target's boxes."""

    blow: Blow
    special: Special | None = None
    bonus: int = 0
    """Added to the first roll, next to the special's own bonus."""
    boxes: int = DEFAULT_WOUNDS

    def rolls(self, level: int) -> tuple[tuple[int, int], ...]:
        """The Damage Rolls at a Success Level: (level, bonus) of each; none without damage."""
        special = self.special
        if special is None:
            return ((level, self.bonus),)
        if special.damage is Damage.NONE:
            return ()
        return tuple(
            (lower, special.roll_bonus + (self.bonus if place == 0 else 0))
            for place, lower in enumerate(special.rolls(level))
        )
