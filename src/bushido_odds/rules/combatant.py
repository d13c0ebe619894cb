"""The two models of an exchange and the exchange itself, as the rules see them."""

from __future__ import annotations

from dataclasses import dataclass, replace
from enum import Enum
from functools import lru_cache

from bushido_odds.dice.shared import Priority
from bushido_odds.rules.abilities import Abilities, combine
from bushido_odds.rules.damage import Toughness, Weapon, kept_dice
from bushido_odds.rules.specials import Special
from bushido_odds.rules.states import State
from bushido_odds.rules.traits import MELEE, TraitUse

MAX_DICE = 12
MAX_REROLLS = 5
MAX_WOUNDS = 99
DEFAULT_WOUNDS = 6


class Action(Enum):
    """What the active model does to start the exchange."""

    MELEE = "melee"
    CHARGE = "charge"
    DISENGAGE = "disengage"
    STAND_UP = "stand up"


class Initiative(Enum):
    """Who strikes first: by the rules, or as given."""

    AUTO = "auto"
    ACTIVE = "active"
    OPPONENT = "opponent"


@dataclass(frozen=True, slots=True)
class Combatant:
    """One model of an exchange, with its dice split.

    ``attack`` and ``defence`` are the finished dice: after every cost, state, assist and boost.
    """

    name: str
    attack: int
    defence: int
    wounds: int = DEFAULT_WOUNDS
    max_wounds: int = DEFAULT_WOUNDS
    strength: int = 0
    traits: tuple[TraitUse, ...] = ()
    special: Special | None = None
    states: tuple[State, ...] = ()
    size: str = "small"
    engaged: bool = False
    unseen: bool = False
    prowess_priority: Priority = Priority.BOTH

    def has(self, state: str) -> bool:
        """Whether the model is in the state of that name."""
        return any(entry.name == state for entry in self.states) and not (
            state == "surprised" and self.abilities.sixth_sense
        )

    def has_trait(self, name: str) -> bool:
        """Whether the model has the trait of that name, with any value."""
        return any(use.trait.name == name for use in self.traits)

    @property
    def abilities(self) -> Abilities:
        """What the traits add up to in melee."""
        return melee_abilities(self.traits)

    @property
    def strikes_second(self) -> bool:
        return any(s.strikes_second and self.has(s.name) for s in self.states)

    @property
    def may_use_special(self) -> bool:
        return not any(state.no_specials for state in self.states)

    @property
    def special_attack(self) -> Special | None:
        """The Special Attack of a success: chosen, with dice in Attack, barred by no state."""
        special = self.special
        ready = special and special.is_attack and self.attack and self.may_use_special
        return special if ready else None

    @property
    def special_defence(self) -> Special | None:
        """The Special Defence of a success, on the same terms."""
        special = self.special
        ready = special and not special.is_attack and self.defence and self.may_use_special
        return special if ready else None

    @property
    def toughness(self) -> Toughness:
        """What the model sets against Damage Rolls."""
        own = self.abilities
        tough = own.tough + (1 if own.oni_rage and self.has("berserk") else 0)
        return Toughness(own.armour, tough, own.durable)

    def weapon(self, enemy: Combatant) -> Weapon:
        """What the model brings to its Damage Rolls against ``enemy``."""
        own = self.abilities
        assassin = own.assassin and (self.unseen or enemy.has("surprised"))
        against = sum(state.damage_against for state in enemy.states)
        return Weapon(
            self.strength + against,
            kept_dice(own.strong, own.weak, assassin),
            own.pierce,
            own.sharp,
        )


@lru_cache(maxsize=4096)
def melee_abilities(traits: tuple[TraitUse, ...]) -> Abilities:
    """What traits add up to in melee."""
    return combine([use.contribution(MELEE) for use in traits])


@dataclass(frozen=True, slots=True)
class Exchange:
    """One Melee Exchange: two models, and what started it."""

    active: Combatant
    opponent: Combatant
    action: Action = Action.MELEE
    initiative: Initiative = Initiative.AUTO
    name: str | None = None

    def begun(self) -> Exchange:
        """The exchange as it is fought: a model that stands up is no longer Prone."""
        if self.action is not Action.STAND_UP or not self.active.has("prone"):
            return self
        up = tuple(state for state in self.active.states if state.name != "prone")
        return replace(self, active=replace(self.active, states=up))
