"""What a model may choose in secret: every split of its dice, with every special it can pay."""

from __future__ import annotations

from dataclasses import dataclass, replace

from bushido_odds.errors import BushidoOddsError
from bushido_odds.rules.combatant import MAX_DICE, Combatant, Exchange
from bushido_odds.rules.notation import SpecialUse
from bushido_odds.rules.specials import Special
from bushido_odds.rules.statistic import Line, PoolWorking, split_rules, unraised


@dataclass(frozen=True, slots=True)
class Chooser:
    """A model before it splits its dice.

    Its ``model`` has no split of its own; ``pool`` are its finished dice where they do not come
    from the model's statistic; ``split`` is the only choice where it is known.
    """

    model: Combatant
    pool: int | None = None
    split: tuple[int, int] | None = None
    specials: tuple[SpecialUse, ...] = ()


@dataclass(frozen=True, slots=True)
class Option:
    """One choice: the dice in Attack and Defence, and the special that is paid for."""

    attack: int
    defence: int
    special: Special | None = None
    cost: int = 0

    def __str__(self) -> str:
        """As a player says it: ``2/1``, ``2/0 Combo Attack``."""
        name = f" {self.special.name}" if self.special else ""
        return f"{self.attack}/{self.defence}{name}"

    @property
    def idle(self) -> bool:
        """Whether its special can never take effect, having no dice of its kind."""
        if self.special is None:
            return False
        return (self.attack if self.special.is_attack else self.defence) == 0

    def of(self, model: Combatant) -> Combatant:
        """The model with this choice made."""
        return replace(
            model, attack=self.attack, defence=self.defence, special=self.special, statistic=None
        )


@dataclass(frozen=True, slots=True)
class Choices:
    """The options of both sides, and how their pools come about."""

    active: tuple[Option, ...]
    opponent: tuple[Option, ...]
    pools: tuple[PoolWorking, PoolWorking]


def choices(exchange: Exchange, active: Chooser, opponent: Chooser) -> Choices:
    """Every option of both sides within the rules.

    Where a pool is 0 or less, the sides that still choose are raised alike until each has a die.

    Args:
        exchange: the two models and what starts it; their splits do not count.
        active: the activating side.
        opponent: the other.

    Raises:
        BushidoOddsError: a side has no legal option, or more dice than are dealt with.
    """
    begun = exchange.begun()
    sides = (
        (active, begun.active, begun.opponent),
        (opponent, begun.opponent, begun.active),
    )
    pools = [_pool(chooser, model, enemy, begun) for chooser, model, enemy in sides]
    open_ = [chooser.split is None for chooser, _, _ in sides]
    missing = 1 - min(
        (pool.total for pool, free in zip(pools, open_, strict=True) if free), default=1
    )
    if missing > 0:
        line = Line(missing, "both sides raised until each has a die")
        pools = [
            PoolWorking(pool.base, (*pool.lines, line)) if free else pool
            for pool, free in zip(pools, open_, strict=True)
        ]
    mine, theirs = (
        _options(chooser, model, pool, begun)
        for (chooser, model, _), pool in zip(sides, pools, strict=True)
    )
    return Choices(mine, theirs, (pools[0], pools[1]))


def _pool(chooser: Chooser, model: Combatant, enemy: Combatant, exchange: Exchange) -> PoolWorking:
    """A side's dice before any special is paid."""
    if chooser.split is not None:
        return PoolWorking(sum(chooser.split), ())
    if chooser.pool is not None:
        return PoolWorking(chooser.pool, ())
    return unraised(model, enemy, exchange)


def _options(
    chooser: Chooser, model: Combatant, pool: PoolWorking, exchange: Exchange
) -> tuple[Option, ...]:
    if chooser.split is not None:
        first = chooser.specials[0] if chooser.specials else None
        return (Option(*chooser.split, first.special if first else None),)
    if pool.total > MAX_DICE:
        raise BushidoOddsError(
            f"{model.name} has {pool.total} dice ({pool}); {MAX_DICE} are the most to choose with"
        )
    uses: list[SpecialUse | None] = [None]
    if model.may_use_special:
        uses.extend(chooser.specials)
    found = []
    for use in uses:
        cost = (use.cost or 0) if use else 0
        dice = pool.total - cost
        for attack in range(dice, -1, -1) if dice > 0 else ():
            option = Option(attack, dice - attack, use.special if use else None, cost)
            if not _broken(option, model, exchange):
                found.append(option)
    if not found:
        raise BushidoOddsError(
            f"{model.name} has no split of {pool.total} dice that the rules allow "
            "(Aggressive, Defensive, Disengage)"
        )
    return tuple(found)


def _broken(option: Option, model: Combatant, exchange: Exchange) -> tuple[str, ...]:
    """The rules that an option breaks."""
    chosen = replace(model, attack=option.attack, defence=option.defence)
    if model is exchange.active:
        return split_rules(chosen, replace(exchange, active=chosen))
    return split_rules(chosen, replace(exchange, opponent=chosen))
