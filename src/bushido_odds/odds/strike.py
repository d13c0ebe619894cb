"""One comparison played out: Damage Rolls, specials, and whether the exchange goes on.

Sources: https://jwarref.netlify.app/Rulebook/Melee-Exchange (steps 10 to 13) and
https://jwarref.netlify.app/Rulebook/Special-Abilities.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from functools import cached_property, lru_cache
from typing import NamedTuple

from bushido_odds.odds.bodies import Body, faced
from bushido_odds.odds.comparisons import Comparison
from bushido_odds.odds.fighter import Fighter
from bushido_odds.odds.harm import (
    Aftermath,
    Assault,
    Condition,
    Fate,
    Roll,
    added,
    aftermath,
    certain,
)
from bushido_odds.rules.combatant import Dice
from bushido_odds.rules.specials import COUNTERSTRIKE_COST, Damage, Removal, Special

_PLAIN = Special("", "")
"""An attack without a special: one Damage Roll and no more."""

_NOTHING = Special("", "", damage=Damage.NONE)


class Situation(NamedTuple):
    """Attacker and defender of a comparison, as it begins or as it leaves them."""

    attacker: Condition
    defender: Condition
    apart: bool = False
    """The two are out of base contact."""
    over: bool = False
    """The exchange is over: the defender's own attack, if still to come, is lost."""

    def swapped(self) -> Situation:
        """The same two with their roles exchanged."""
        return Situation(self.defender, self.attacker, self.apart, self.over)


Situations = tuple[tuple[tuple[Situation, int], ...], int]

Used = tuple[Special | None, Special | None]
"""The attacker's Special Attack and the defender's Special Defence, where they take effect."""


class End(NamedTuple):
    """How a comparison leaves the two models, where no other follows it."""

    attacker: Fate
    defender: Fate
    apart: bool


class Struck:
    """What a comparison leads to: situations with weights out of ``total``, and their sums."""

    def __init__(
        self,
        situations: Iterable[tuple[Situation, int]],
        total: int = 1,
        used: Used = (None, None),
        defender: Aftermath | None = None,
    ) -> None:
        self.situations = tuple(situations)
        self.total = total
        self.used = used
        self._defender = defender

    @cached_property
    def attacker(self) -> Aftermath:
        """What becomes of the attacker."""
        return Aftermath(added((s.attacker, w) for s, w in self.situations), self.total)

    @cached_property
    def defender(self) -> Aftermath:
        """What becomes of the defender."""
        if self._defender is not None:  # other comparisons leave it in the same conditions
            return self._defender
        return Aftermath(added((s.defender, w) for s, w in self.situations), self.total)

    @cached_property
    def onward(self) -> tuple[tuple[Situation, int], ...]:
        """The situations without the wounds of the defender, for whom they are final."""
        bare = added(
            ((attacker, defender.fate, defender.states, apart, over), weight)
            for (attacker, defender, apart, over), weight in self.situations
        )
        return tuple(
            (Situation(attacker, Condition(0, fate=fate, states=states), apart, over), weight)
            for (attacker, fate, states, apart, over), weight in bare.items()
        )

    @cached_property
    def ends(self) -> tuple[tuple[End, int], ...]:
        """How it leaves the two models, if this is the end."""
        ends = added(
            ((attacker.fate, defender.fate, apart), weight)
            for (attacker, defender, apart, _), weight in self.situations
        )
        return tuple((End(*end), weight) for end, weight in ends.items())


def triggered(
    attacker: Fighter, defender: Fighter, outcome: Comparison | None, before: Situation
) -> Used:
    """The attacker's Special Attack and the defender's Special Defence, where they take effect.

    Args:
        attacker: the model whose attack it is.
        defender: the other.
        outcome: the comparison; None where the attacker allocated no Attack dice.
        before: the situation before it; a model Prone by then can use no special.
    """
    return _triggered(*faced(attacker, defender), outcome, before)


def _triggered(
    attacker: Body, defender: Body, outcome: Comparison | None, before: Situation
) -> Used:
    if outcome is not None and outcome.success:
        return (None if defender.spared else attacker.special), None
    special = defender.special
    if special is None or "prone" in before.defender.states:
        return None, None
    if special.counterstrike and (outcome is None or outcome.level < COUNTERSTRIKE_COST):
        return None, None
    return None, special


def strike(
    attacker: Fighter,
    defender: Fighter,
    outcome: Comparison | None,
    before: Situation,
    dice: Dice = (),
) -> Situations:
    """The situations that a comparison leads to, with weights, and the weights' total.

    Args:
        attacker: the model whose attack it is.
        defender: the other.
        outcome: the comparison; None where the attacker allocated no Attack dice.
        before: the situation before it.
        dice: Damage Rolls that lie on the table; what they do not cover is rolled.
    """
    found = struck(*faced(attacker, defender), outcome, before, dice)
    return found.situations, found.total


@lru_cache(maxsize=1024)
def struck(
    attacker: Body,
    defender: Body,
    outcome: Comparison | None,
    before: Situation,
    dice: Dice = (),
) -> Struck:
    """What a comparison leads to; the arguments are those of ``strike``."""
    used = _triggered(attacker, defender, outcome, before)
    if outcome is not None and outcome.success:
        return _hit(attacker, defender, outcome, before, used, dice)
    special = used[1]
    if special is None:
        return Struck([(before, 1)])
    assault = _assault_of(attacker, defender, outcome, before, used, dice)
    if assault:
        hurt = aftermath(before.attacker, attacker.victim, assault)
        after = (
            (Situation(condition, before.defender, False, not condition.in_play), weight)
            for condition, weight in hurt.conditions.items()
        )
        return Struck(after, hurt.total, used)
    user, enemy, apart = _affect(defender, attacker, special, before.defender, before.attacker)
    return Struck([(Situation(enemy, user, apart, apart), 1)], 1, used)


def assault_of(
    attacker: Fighter,
    defender: Fighter,
    outcome: Comparison | None,
    before: Situation,
    dice: Dice = (),
) -> Assault | None:
    """The Damage Rolls that a comparison brings: the attack's, or a Counterstrike's, or none."""
    pair = faced(attacker, defender)
    assault = _assault_of(*pair, outcome, before, _triggered(*pair, outcome, before), dice)
    if assault is None or outcome is None:
        return None
    return replace(assault, weapon=(attacker if outcome.success else defender).weapon)


def _assault_of(
    attacker: Body,
    defender: Body,
    outcome: Comparison | None,
    before: Situation,
    used: Used,
    dice: Dice,
) -> Assault | None:
    if outcome is None:
        return None
    attack, defence = used
    if not outcome.success:
        if defence is None or not defence.counterstrike:
            return None
        level = outcome.level - COUNTERSTRIKE_COST
        return _assault(defender, _PLAIN, level, before.attacker, dice)
    special = attack or _without(attacker)
    nothing = special.damage is Damage.NONE or special.removes is not Removal.NOBODY
    if nothing or attacker.entangling:
        return None
    return _assault(attacker, special, outcome.level, before.defender, dice)


def _assault(striker: Body, special: Special, level: int, target: Condition, dice: Dice) -> Assault:
    """Every Damage Roll of a hit; a Charge helps the first that the model makes in the exchange."""
    charge = striker.charge_bonus if target.level < 0 else 0
    rolls = tuple(
        Roll(
            lower,
            special.roll_bonus + (charge if number == 0 else 0),
            dice[number] if number < len(dice) else (),
        )
        for number, lower in enumerate(special.rolls(level))
    )
    half = special.damage is Damage.HALF
    return Assault(striker.weapon, rolls, special.critical, half)


def _without(attacker: Body) -> Special:
    """A hit whose special takes no effect: two Gokusatsu Attacks leave both models untouched."""
    special = attacker.special
    return _NOTHING if special and special.removes is Removal.BOTH else _PLAIN


def _affect(
    user: Body, enemy: Body, special: Special, user_is: Condition, enemy_is: Condition
) -> tuple[Condition, Condition, bool]:
    """Movement and states of a special: both models after it, and whether they are apart."""
    if special is _PLAIN:
        return user_is, enemy_is, False
    enemy_moved = bool(special.enemy_moves) and enemy.movable and "held" not in enemy_is.states
    self_moved = bool(special.self_moves) and not (
        user.held or "held" in user_is.states or "webbed" in user_is.states
    )
    if special.enemy_moves and special.self_moves:
        # Whoever is to follow stays where it is if the other has not moved.
        if special.self_moves_first:
            enemy_moved = enemy_moved and self_moved
        else:
            self_moved = self_moved and enemy_moved
    if enemy_moved:
        enemy_is = enemy_is.gaining("moved", *enemy.meets)
    if not special.states_after_damage:
        enemy_is = enemy_is.gaining(*(s for s in special.states if enemy.can_gain(s)))
    # A model that follows, or pulls the other along, ends in contact if both could move.
    apart = enemy_moved != self_moved
    return user_is, enemy_is, apart


def _hit(
    attacker: Body,
    defender: Body,
    outcome: Comparison,
    before: Situation,
    used: Used,
    dice: Dice,
) -> Struck:
    """A successful attack: movement and states first, then the Damage Rolls, then what they end."""
    special = used[0] or _without(attacker)
    user, enemy, apart = _affect(attacker, defender, special, before.attacker, before.defender)
    if special.removes is not Removal.NOBODY:
        replaced = special.removes is Removal.ENEMY
        enemy = enemy._replace(fate=Fate.TAKEN)
        enemy = enemy.gaining("replaced" if replaced else "removed")
        if special.removes is Removal.BOTH:
            user = user._replace(fate=Fate.TAKEN).gaining("removed")
        return Struck([(Situation(user, enemy, apart, True), 1)], 1, used)
    if attacker.entangling and special is not _NOTHING and defender.can_gain("immobilised"):
        enemy = enemy.gaining("immobilised")
    assault = _assault_of(attacker, defender, outcome, before, used, dice)
    hurt = aftermath(enemy, defender.victim, assault) if assault else certain(enemy)
    late = tuple(s for s in special.states if special.states_after_damage and defender.can_gain(s))
    return _left(user, hurt, late, apart, special.denies_reply, used)


@lru_cache(maxsize=8192)
def _left(
    user: Condition,
    hurt: Aftermath,
    late: tuple[str, ...],
    apart: bool,
    denies_reply: bool,
    used: Used,
) -> Struck:
    """What a hit leaves: who is out of play, Prone or out of contact strikes no more.

    Hits of different models that hurt alike leave the same.
    """
    situations = []
    for condition, weight in hurt.conditions.items():
        after = condition.gaining(*late) if late and condition.in_play else condition
        stopped = apart or denies_reply or not after.in_play or "prone" in after.states
        situations.append((Situation(user, after, apart, stopped), weight))
    return Struck(situations, hurt.total, used, None if late else hurt)
