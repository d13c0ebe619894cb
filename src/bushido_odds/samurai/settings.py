"""The rules in force: the values of every point of the rules that can be set."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal


@dataclass(frozen=True, slots=True)
class Settings:
    """The rules in force, one attribute for each entry of ``rulings.SETTINGS``.

    The defaults are the recommended reading; ``rulings`` says what every value means.
    """

    die_faces: str = "1..10"
    passes: Literal["roll<=C", "roll<C"] = "roll<=C"
    cf: Literal["natural_max", "none"] = "natural_max"
    ten_always_fails: bool = True
    lucky: Literal["exact", "natural_1"] = "exact"
    both_pass: Literal["higher", "margin", "lower", "tie"] = "higher"
    lucky_vs_lucky: Literal["tie", "higher_characteristic"] = "tie"
    zero_auto_fail: bool = True
    unopposed: Literal["simple", "deflected"] = "simple"
    exchange: Literal["paired", "each_way", "pool"] = "paired"
    defend_bonus: int = 0
    evasion_tests: Literal["each_attack", "one_for_all"] = "each_attack"
    armour_effect: str = "negate"
    weapon_mod: int = 0
    unarmed_penalty: int = -3
    unarmed_stun: Literal["any_wound", "at_zero"] = "any_wound"
    cf_keeps_penalty: bool = True
    contributors: Literal["base_contact", "one_inch"] = "base_contact"
    opposed_profile: Literal["chosen_by_attacker", "chosen_by_target"] = "chosen_by_attacker"
    ki_cf_needs_attacker_pass: bool = False
    ki_lucky_any_loss: bool = True
    ki_zero_rolls: bool = True
    ki5_auto: Literal["one_of", "extra"] = "one_of"
    melee_shot_penalty: int = -2
    return_fire: Literal["opposed", "simple"] = "opposed"

    @property
    def faces(self) -> tuple[int, ...]:
        """The faces of the die, ascending."""
        low, high = map(int, self.die_faces.split(".."))
        return tuple(range(low, high + 1))

    @property
    def armour_bonus(self) -> int | None:
        """What armour that takes the blow adds to Body Strength; None where it does not add."""
        word, _, number = self.armour_effect.partition(":")
        return int(number) if word == "bonus" else None


DEFAULTS = Settings()
"""The recommended reading of the rules."""
