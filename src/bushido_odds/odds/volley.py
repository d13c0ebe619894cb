"""The models of a shooting as fighters, and the laws of its two tests.

Source: https://jwarref.netlify.app/Rulebook/Ranged-Attacks.
"""

from __future__ import annotations

from dataclasses import replace

from bushido_odds.dice.law import Law
from bushido_odds.dice.rerolls import Stage
from bushido_odds.odds.challenge import success_law
from bushido_odds.odds.fighter import Fighter
from bushido_odds.odds.harm import Victim
from bushido_odds.odds.pools import Hand, Pool, hand_law
from bushido_odds.rules.combatant import Combatant
from bushido_odds.rules.pools import Scoring
from bushido_odds.rules.shooting import (
    Band,
    Shooting,
    challenge_parts,
    friendly_fire_number,
)
from bushido_odds.rules.trait import Context

_NO_DICE = Pool(0, Scoring())


class Volley:
    """A shooting with its fighters and its two laws.

    Attributes:
        shooting: who shoots at whom, from where.
        hand: the dice of a shot.
        value: the law of a shot's result.
        target: the target as a fighter; ``at_target`` is the shooter against it.
        friend: the friend in contact, if there is one; ``at_friend`` is the shooter against it.
        spares: the law of the test that spares the friend, 1 where it succeeds.
    """

    def __init__(self, shooting: Shooting) -> None:
        shooter, target, friend = shooting.shooter, shooting.target, shooting.friend
        own = shooter.abilities
        prowess = (Stage(own.prowess_attack, True),) if own.prowess_attack else ()
        scoring = Scoring(adept=own.adept_attack, bonus=own.brutal)
        self.shooting = shooting
        self.hand = Hand(Pool(shooter.attack, scoring, own=prowess), _NO_DICE)
        self.value = hand_law(self.hand).attack_law()
        self.target = _fighter(target, shooter, self.hand)
        self.at_target = _fighter(shooter, target, self.hand)
        self.friend = self.at_friend = None
        if friend is not None:
            self.friend = _fighter(friend, shooter, self.hand)
            self.at_friend = _fighter(*_astray(shooter, friend), self.hand)
        self.spares = self._spares()
        self._numbers: dict[tuple[bool, bool], int] = {}
        self._levels: dict[int, dict[int, int]] = {}

    def _spares(self) -> Law:
        """The shot's dice without Brutal; Prowess raises the chance of success."""
        number = friendly_fire_number(self.shooting.target)
        if number is None or self.shooting.friend is None:
            return Law.certain(1)
        dice = self.shooting.friendly_fire_dice
        dice = self.shooting.shooter.attack if dice is None else max(1, dice)
        own = self.shooting.shooter.abilities
        return success_law(dice, Scoring(adept=own.adept_attack), own.prowess_attack, number)

    def number(self, shots_made: int = 0, prone: bool = False) -> int | None:
        """The Challenge Number of a shot; None beyond the weapon's range.

        Args:
            shots_made: shots of this action before this one.
            prone: the target is Prone by now.
        """
        if self.shooting.band is Band.BEYOND:
            return None
        key = (shots_made > 0, prone)
        if key not in self._numbers:
            parts = challenge_parts(self.shooting, shots_made, prone)
            self._numbers[key] = sum(parts.values())
        return self._numbers[key]

    def levels(self, shots_made: int = 0, prone: bool = False) -> dict[int, int]:
        """The weights of a shot's Success Levels, out of the total of ``value``.

        Shots against one number share one object.
        """
        number = self.number(shots_made, prone)
        if number is None:
            return {}
        found = self._levels.get(number)
        if found is None:
            found = self._levels[number] = {
                value - number: weight
                for value, weight in self.value.weights.items()
                if value >= number
            }
        return found


def _astray(shooter: Combatant, friend: Combatant) -> tuple[Combatant, Combatant]:
    """Shooter and friend for a redirected shot: what speaks of enemies has no say.

    Assassin asks how the shooter came upon an enemy, and a Death Sentence helps an enemy's Damage
    Rolls: the shooter is no enemy of its friend.
    """
    if shooter.context.unseen or shooter.context.enemy_states:
        shooter = replace(shooter, context=Context(states=shooter.context.states))
    if friend.states:
        states = tuple(state for state in friend.states if not state.damage_against)
        friend = replace(friend, states=states)
    return shooter, friend


def _fighter(model: Combatant, enemy: Combatant, hand: Hand) -> Fighter:
    own = model.abilities
    victim = Victim(
        model.toughness,
        model.max_wounds if own.rise is not None else 0,
        own.rise,
        own.last_stand,
        not own.immovable and own.immune.isdisjoint(("prone", "states")),
    )
    return Fighter(model, model.weapon(enemy), victim, model.special_attack, None, 0, hand)
