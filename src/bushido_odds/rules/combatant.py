"""The two models of an exchange and the exchange itself, as the rules see them."""

from __future__ import annotations

from dataclasses import dataclass, replace
from enum import Enum
from functools import cached_property, lru_cache

from bushido_odds.dice.shared import Priority
from bushido_odds.rules.abilities import Abilities, combine
from bushido_odds.rules.damage import Toughness, Weapon, kept_dice
from bushido_odds.rules.notation import granted
from bushido_odds.rules.specials import Special
from bushido_odds.rules.states import State
from bushido_odds.rules.trait import ANYWHERE, MELEE, Context, TraitUse, key

MAX_DICE = 12
MAX_REROLLS = 5
MAX_WOUNDS = 99
DEFAULT_WOUNDS = 6

SIXTH_SENSE_SPARES = frozenset({"blind", "surprised"})
"""States that a model with Sixth Sense is never in."""

SIZES = ("tiny", "small", "medium", "large", "huge")
"""Sizes in ascending order."""


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
class Statistic:
    """Where a model's dice come from: the pool on its card and what changes it."""

    base: int
    """Melee Pool, or Ranged Pool for a shot."""
    boosts: int = 0
    """Dice bought with Ki."""
    assisting: int = 0
    """Enemies that assist against the model."""
    coordinated: int = 0
    """Co-ordinated Attacks of the model that a friend in contact brings into force."""
    split_attacks: int = 0
    """Further exchanges that a Split Attack fights in this activation."""
    special_cost: int = 0


@dataclass(frozen=True)
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
    keywords: tuple[str, ...] = ()
    behind: str | None = None
    """What stands behind it: a size, ``terrain``, ``edge`` or nothing."""
    counters: int = 2
    """Activation Counters before the exchange."""
    statistic: Statistic | None = None
    context: Context = ANYWHERE
    kind: str = MELEE
    """The kind of attack it takes part in: melee or ranged."""

    def has(self, state: str) -> bool:
        """Whether the model is in the state of that name."""
        return any(entry.name == state for entry in self.states) and not (
            state in SIXTH_SENSE_SPARES and self.abilities.sixth_sense
        )

    def has_trait(self, name: str) -> bool:
        """Whether the model has the trait of that name, with any value."""
        return any(use.trait.name == name for use in self.traits)

    @cached_property
    def abilities(self) -> Abilities:
        """What the traits add up to in this kind of attack, in the model's context."""
        return abilities_in(self.kind, self.traits, self.context)

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
        return Toughness(own.armour, own.tough, own.durable)

    def weapon(self, enemy: Combatant) -> Weapon:
        """What the model brings to its Damage Rolls against ``enemy``."""
        own = self.abilities
        against = sum(state.damage_against for state in enemy.states)
        return Weapon(
            self.strength + own.strength + against,
            kept_dice(own.strong, own.weak, own.assassin),
            own.pierce,
            own.sharp,
        )

    def facing(self, enemy: Combatant, charging: bool) -> Combatant:
        """The same model with what its conditional traits ask about: itself and this enemy."""
        states = [state.name for state in enemy.states if enemy.has(state.name)]
        context = ANYWHERE
        if self.states or states or enemy.keywords or self.unseen or charging:
            context = Context(
                frozenset(state.name for state in self.states if self.has(state.name)),
                frozenset(states),
                frozenset(key(word) for word in (*enemy.keywords, *states)),
                self.unseen,
                charging,
            )
        return self if context is self.context else replace(self, context=context)


@lru_cache(maxsize=4096)
def abilities_in(kind: str, traits: tuple[TraitUse, ...], context: Context) -> Abilities:
    """What traits add up to in a kind of attack or test, with those that other traits grant."""
    uses = [*traits, *(gained for use in traits for gained in granted(use, context))]
    return combine([use.contribution(kind, context) for use in uses])


Dice = tuple[tuple[int, ...], ...]
"""Damage dice on the table, a row a Damage Roll, in order."""


@dataclass(frozen=True, slots=True)
class Rolled:
    """The dice of one model on the table, after every re-roll."""

    attack: tuple[int, ...]
    defence: tuple[int, ...]
    damage: Dice = ()


@dataclass(frozen=True, slots=True)
class Exchange:
    """One Melee Exchange: two models, and what started it."""

    active: Combatant
    opponent: Combatant
    action: Action = Action.MELEE
    initiative: Initiative = Initiative.AUTO
    name: str | None = None
    has_begun: bool = False

    def begun(self) -> Exchange:
        """The exchange as it is fought: each model faces the other, and who stands up has risen."""
        if self.has_begun:
            return self
        active, opponent = self.active, self.opponent
        if self.action is Action.STAND_UP:
            up = tuple(state for state in active.states if state.name != "prone")
            active = replace(active, states=up)
        charging = self.action is Action.CHARGE
        return replace(
            self,
            active=active.facing(opponent, charging),
            opponent=opponent.facing(active, False),
            has_begun=True,
        )
