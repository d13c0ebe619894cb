"""Who strikes first in an exchange, and why.

Source: https://jwarref.netlify.app/Rulebook/Melee-Exchange (step 3) and the pages of Lightning
Reflexes, Reach and Slow.
"""

from __future__ import annotations

from typing import NamedTuple

from bushido_odds.rules.combatant import Combatant, Exchange, Initiative

CHARGE_BONUS = 2
"""What a Charge adds to the charging model's first Damage Roll of the exchange."""


class First(NamedTuple):
    """Who strikes first and the rule that says so."""

    active: bool
    reason: str


class _Claims(NamedTuple):
    """What a model may bring to the question of who strikes first."""

    reflexes: bool
    reach: bool
    slow: bool


def _claims(model: Combatant) -> _Claims:
    own = model.abilities
    if own.slow and (own.lightning_reflexes or own.reach):
        return _Claims(False, False, False)
    return _Claims(own.lightning_reflexes, own.reach and not model.engaged, own.slow)


def strikes_first(exchange: Exchange) -> First:
    """Who has the initiative, by the rules or as the exchange says."""
    active, opponent = exchange.active, exchange.opponent
    if exchange.initiative is not Initiative.AUTO:
        return First(exchange.initiative is Initiative.ACTIVE, "as given")
    if active.strikes_second != opponent.strikes_second:
        late = active if active.strikes_second else opponent
        word = next(s.name for s in late.states if s.strikes_second and late.has(s.name))
        whose = "the active model" if late is active else "the opponent"
        return First(late is opponent, f"{whose} is {word}")
    mine, theirs = _claims(active), _claims(opponent)
    if mine.reflexes != theirs.reflexes:
        return First(mine.reflexes, "Lightning Reflexes")
    if mine.reach != theirs.reach:
        return First(mine.reach, "Reach")
    if mine.slow:
        return First(False, "the active model is Slow")
    return First(True, "the active model strikes first")
