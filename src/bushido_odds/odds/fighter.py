"""One model of an exchange, reduced to what the odds need to know of it."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from typing import NamedTuple

from bushido_odds.dice.rerolls import Stage
from bushido_odds.dice.shared import Priority
from bushido_odds.odds.harm import Condition, Victim
from bushido_odds.odds.pools import Hand, Pool
from bushido_odds.rules.combatant import Action, Combatant, Exchange
from bushido_odds.rules.damage import Weapon
from bushido_odds.rules.initiative import CHARGE_BONUS
from bushido_odds.rules.pools import Scoring
from bushido_odds.rules.specials import Special


@dataclass(frozen=True, slots=True, eq=False)
class Fighter:
    """A model against one enemy: who it is, what it strikes with and what it suffers as.

    Fighters are compared by identity.
    """

    model: Combatant
    weapon: Weapon
    victim: Victim
    special_attack: Special | None
    special_defence: Special | None
    charge_bonus: int
    hand: Hand

    @property
    def fresh(self) -> Condition:
        """The model before the exchange."""
        return Condition(self.model.wounds)

    @property
    def attacks(self) -> bool:
        """Whether dice were allocated to Attack."""
        return self.model.attack > 0

    def can_gain(self, state: str) -> bool:
        """Whether the model can gain a state: not if it is immune, nor Prone if it is Immovable.

        A model that is Prone already does not become Prone again.
        """
        own = self.model.abilities
        if "states" in own.immune or state in own.immune:
            return False
        return not (state == "prone" and (own.immovable or self.model.has("prone")))


def fighter(model: Combatant, enemy: Combatant, charges: bool, has_initiative: bool) -> Fighter:
    """The fighter that a model is against one enemy."""
    own = model.abilities
    immune = own.immune
    return Fighter(
        model,
        model.weapon(enemy),
        Victim(
            model.toughness,
            model.max_wounds if own.rise is not None else 0,
            own.rise,
            own.last_stand,
            not own.immovable and immune.isdisjoint(("prone", "states")),
        ),
        model.special_attack,
        model.special_defence,
        CHARGE_BONUS if charges else 0,
        hand(model, enemy, has_initiative),
    )


def hand(model: Combatant, enemy: Combatant, has_initiative: bool) -> Hand:
    """Both pools of a model: how they count and who re-rolls them when.

    The side without initiative re-rolls first, the enemy's dice and then its own; then the other
    side does.  So the enemy's Dodge and Feint come before a model's own Prowess if the model has
    the initiative, and after it if not.  Shared Prowess replaces Prowess [Attack] and [Defence].
    Source: https://jwarref.netlify.app/definitions/tests/Re-Rolls.
    """
    own, theirs = model.abilities, enemy.abilities
    parry = max(0, own.parry - theirs.chain_weapon) if own.parry > 0 else own.parry
    removed = 1 if theirs.impenetrable_defence else 0
    attack = _Counted(
        model.attack,
        own.kata,
        own.adept_attack,
        own.brutal,
        removed,
        theirs.dodge,
        own.prowess_attack,
    )
    defence = _Counted(
        model.defence,
        own.kata,
        own.adept_defence,
        parry,
        theirs.unblockable,
        theirs.feint,
        own.prowess_defence,
    )
    return _hand(attack, defence, own.prowess_shared, model.prowess_priority, has_initiative)


class _Counted(NamedTuple):
    """One pool in numbers: its dice, how they count, and the re-rolls of the enemy and its own."""

    dice: int
    kata: bool
    adept: int
    bonus: int
    removed: int
    enemys: int
    prowess: int


@lru_cache(maxsize=4096)
def _hand(
    attack: _Counted, defence: _Counted, shared: int, priority: Priority, has_initiative: bool
) -> Hand:
    pools = []
    for counted in (attack, defence):
        enemys = _stages(counted.enemys, False)
        alone = () if shared else _stages(counted.prowess, True)
        scoring = Scoring(counted.kata, counted.adept, counted.bonus, counted.removed)
        before, after = (enemys, ()) if has_initiative else ((), enemys)
        pools.append(Pool(counted.dice, scoring, before, alone, after))
    return Hand(pools[0], pools[1], shared, priority)


def _stages(budget: int, maximise: bool) -> tuple[Stage, ...]:
    return (Stage(budget, maximise),) if budget else ()


def fighters(exchange: Exchange, active_first: bool) -> tuple[Fighter, Fighter]:
    """The active model and the opponent as fighters."""
    active, opponent = exchange.active, exchange.opponent
    charges = exchange.action is Action.CHARGE
    return (
        fighter(active, opponent, charges, active_first),
        fighter(opponent, active, False, not active_first),
    )
