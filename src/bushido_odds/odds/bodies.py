"""Two fighters reduced to what one comparison between them depends on, once its dice have fallen.

Names, dice and traits that touch nothing are left out, and Armour and Tough are set off against
Pierce and Sharp: exchanges between quite different models come to the same few comparisons, whose
results they share.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

from bushido_odds.odds.fighter import Fighter
from bushido_odds.odds.harm import Victim
from bushido_odds.rules.collisions import collision
from bushido_odds.rules.damage import Toughness, Weapon, effective_armour, effective_tough
from bushido_odds.rules.specials import Removal, Special


@dataclass(frozen=True, slots=True, eq=False)
class Body:
    """One side of a comparison.

    Equal bodies are one object (``body``) and are compared by identity: cheap keys of a cache.
    """

    weapon: Weapon
    victim: Victim
    special: Special | None
    """The attacker's Special Attack, or the defender's Special Defence."""
    charge_bonus: int = 0
    entangling: bool = False
    spared: bool = False
    """The enemy's special that removes models does nothing to it."""
    movable: bool = True
    """A special may move it: it is neither Immovable nor Held."""
    held: bool = False
    gains: frozenset[str] = frozenset()
    """The states that it can gain, among those that the enemy can give."""
    meets: tuple[str, ...] = ()
    """What happens to it when the enemy's special moves it: words of ``Condition.states``."""

    def can_gain(self, state: str) -> bool:
        """Whether the enemy can give it a state."""
        return state in self.gains


body = lru_cache(maxsize=4096)(Body)
"""The one body of these parts."""

_NO_WEAPON = Weapon()
_UNHURT = Victim(Toughness(), 0)


@lru_cache(maxsize=64)
def faced(attacker: Fighter, defender: Fighter) -> tuple[Body, Body]:
    """Attacker and defender of a comparison as bodies against each other."""
    attack, defence = attacker.special_attack, defender.special_defence
    weapon, toughness = _net(attacker.weapon, defender.victim.toughness)
    back, own = _NO_WEAPON, _UNHURT
    if defence is not None and defence.counterstrike:
        back, tough = _net(defender.weapon, attacker.victim.toughness)
        own = _against(attacker.victim, tough)
    entangling = attacker.model.abilities.entangling
    given = attack.states if attack else ()
    return (
        body(
            weapon,
            own,
            attack,
            attacker.charge_bonus,
            entangling,
            False,
            *_moved(attacker, attack, defence, defence.states if defence else ()),
        ),
        body(
            back,
            _against(defender.victim, toughness),
            defence,
            defender.charge_bonus if back is not _NO_WEAPON else 0,
            False,
            attack is not None and _unaffected(attack, defender),
            *_moved(defender, defence, attack, (*given, "immobilised") if entangling else given),
        ),
    )


def _net(weapon: Weapon, toughness: Toughness) -> tuple[Weapon, Toughness]:
    """Both with Armour and Tough as they are after Pierce and Sharp, alike where they do alike."""
    armour = effective_armour(toughness.armour, weapon.pierce)
    tough = effective_tough(toughness.tough, weapon.sharp)
    return Weapon(weapon.strength - armour, weapon.kept), Toughness(0, tough, toughness.durable)


def _against(victim: Victim, toughness: Toughness) -> Victim:
    return Victim(toughness, victim.boxes, victim.rise, victim.last_stand, victim.can_be_prone)


def _moved(
    me: Fighter, own: Special | None, enemys: Special | None, states: tuple[str, ...]
) -> tuple[bool, bool, frozenset[str], tuple[str, ...]]:
    """The parts of a body that specials and entangling weapons ask about; plain where none does."""
    held = me.model.has("held") if own or enemys else False
    gains = frozenset(state for state in states if me.can_gain(state))
    if enemys is None or not enemys.enemy_moves:
        return True, held, gains, ()
    meets = collision(enemys, me.model.size, me.model.behind)
    return not (held or me.model.abilities.immovable), held, gains, meets


def _unaffected(special: Special, enemy: Fighter) -> bool:
    """Whether a special that removes models does nothing to this enemy."""
    if special.removes is Removal.BOTH:
        return enemy.model.special is special
    return any(enemy.model.has_trait(name) for name in special.spared)
