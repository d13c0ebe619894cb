"""What a reader of a result should know: assumptions, rules without effect, decisions that bear."""

from __future__ import annotations

from collections.abc import Iterator

from bushido_odds.dice.shared import Priority
from bushido_odds.rules.combatant import Action, Combatant, Exchange
from bushido_odds.rules.notation import granted
from bushido_odds.rules.specials import Damage
from bushido_odds.rules.statistic import split_rules
from bushido_odds.rules.trait import MELEE


def untouched_traits(exchange: Exchange) -> dict[str, tuple[str, ...]]:
    """The traits of each side that cannot touch this exchange."""
    return {
        side: tuple(
            str(use)
            for use in model.traits
            if not use.contribution(MELEE, model.context)
            and not any(gain.contribution(MELEE) for gain in granted(use, model.context))
            and not (enemy.special and use.trait.name in enemy.special.spared)
        )
        for side, model, enemy in _both(exchange)
    }


def remarks(exchange: Exchange, expected: bool = True) -> tuple[str, ...]:
    """Remarks on an exchange, in a fixed order, each once.

    Args:
        exchange: the two models and what started it.
        expected: re-rolls follow the ``expected`` policy, whose decisions are then told.
    """
    found: dict[str, None] = {}
    for _, model, enemy in _both(exchange):
        policy = _about_rerolls(model, enemy) if expected else ()
        about = (*_about_special(model), *policy, *_about_decisions(exchange, model, enemy))
        for remark in about:
            found.setdefault(remark)
    return tuple(found)


def _both(exchange: Exchange) -> tuple[tuple[str, Combatant, Combatant], ...]:
    active, opponent = exchange.active, exchange.opponent
    return ("active", active, opponent), ("opponent", opponent, active)


def _about_special(model: Combatant) -> Iterator[str]:
    special = model.special
    if special is None:
        return
    barred = [state.name for state in model.states if state.no_specials]
    if special.is_attack and not model.attack:
        yield f"{model.name}: {special.name} never triggers without Attack dice"
    elif not special.is_attack and not model.defence:
        yield f"{model.name}: {special.name} never triggers without Defence dice"
    elif barred and not model.may_use_special:
        yield f"{model.name}: {special.name} may not be used while {barred[0].capitalize()}"


def _about_rerolls(model: Combatant, enemy: Combatant) -> Iterator[str]:
    """Points of the ``expected`` policy that bear on these figures (docs/decisions.md)."""
    own, theirs = model.abilities, enemy.abilities
    if own.prowess_shared and (own.prowess_attack or own.prowess_defence):
        yield f"{model.name}: Prowess [Melee] replaces Prowess [Attack] and [Defence]"
    if (
        own.prowess_shared
        and model.prowess_priority is Priority.BOTH
        and model.attack
        and (model.defence)
    ):
        yield f"{model.name}: Prowess [Melee] raises the sum of both expected results"
    if own.prowess_shared and (theirs.dodge or theirs.feint):
        yield "Dodge and Feint look at each pool alone, also against shared Prowess"


def _about_decisions(exchange: Exchange, model: Combatant, enemy: Combatant) -> Iterator[str]:
    """Points that the rulebook leaves open and that bear on these figures (docs/decisions.md)."""
    own, theirs = model.abilities, enemy.abilities
    attack = model.special_attack
    if (own.unblockable and enemy.defence) or (own.impenetrable_defence and enemy.attack):
        yield "Dice taken away by Unblockable or Impenetrable Defence do not count in ties"
    if attack and attack.damage is Damage.HALF and (theirs.tough or theirs.durable):
        yield "Half damage is taken after Tough and before Durable"
    if theirs.tough < 0:
        yield "A negative Tough adds wounds only to a Damage Roll that gave one"
    if own.reach and model.engaged:
        yield f"{model.name}: Reach is not eligible (it began in base contact with an enemy)"
    if model is exchange.active and model.has("exhausted"):
        yield f"{model.name}: an Exhausted model may not be chosen to activate, but for an effect"
    if exchange.action is Action.CHARGE and model is exchange.active:
        yield f"{model.name}: +2 on its first Damage Roll of the exchange (Charge)"
    if model.statistic is None:
        for rule in split_rules(model, exchange):
            yield f"{model.name}: {model.attack}/{model.defence} breaks {rule}"
