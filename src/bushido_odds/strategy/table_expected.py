"""Dice on the table under the ``expected`` policy: every pool, or pair of pools, on its own."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from fractions import Fraction

from bushido_odds.dice import multisets
from bushido_odds.dice.rerolls import play
from bushido_odds.dice.shared import SharedPool, plan
from bushido_odds.odds import melee
from bushido_odds.odds.comparisons import compare
from bushido_odds.odds.fighter import fighters
from bushido_odds.odds.melee import DiceLaw
from bushido_odds.odds.pools import Hand, Pool, hand_law
from bushido_odds.odds.result import MeleeResult
from bushido_odds.rules.combatant import Exchange, Rolled
from bushido_odds.rules.initiative import strikes_first
from bushido_odds.strategy.stages import Prospects, StagePick, mixed, prospects


class ExpectedTable:
    """Known dice whose re-rolls follow the ``expected`` policy."""

    def __init__(self, exchange: Exchange, rolled: Mapping[str, Rolled]) -> None:
        self.exchange = exchange
        self.order = strikes_first(exchange)
        active, opponent = fighters(exchange, self.order.active)
        self.hands = {
            "active": _on_table(active.hand, rolled["active"]),
            "opponent": _on_table(opponent.hand, rolled["opponent"]),
        }

    def result(self) -> MeleeResult:
        """The odds from these dice."""
        return self._result(self.hands)

    def _result(self, hands: Mapping[str, Hand]) -> MeleeResult:
        active_first = self.order.active
        first, second = ("active", "opponent") if active_first else ("opponent", "active")
        laws = {side: hand_law(hand) for side, hand in hands.items()}
        dice = DiceLaw(
            compare(hands[first], hands[second], active_first),
            {side: (law.attack_law(), law.defence_law()) for side, law in laws.items()},
        )
        return melee.solve(self.exchange, dice=dice)

    def stages(self) -> Iterator[StagePick]:
        """Every stage in the order of play."""
        first, second = ("active", "opponent") if self.order.active else ("opponent", "active")
        for side, enemy in ((second, first), (first, second)):
            hand = self.hands[enemy]
            for trait, pool_name in (("Dodge", "attack"), ("Feint", "defence")):
                pool = _pool(hand, pool_name)
                if pool.dice and pool.before and side == second:
                    yield self._enemys_first(side, trait, enemy, pool_name)
                if pool.dice and pool.after and side == first:
                    yield self._enemys_last(side, trait, enemy, pool_name)
            yield from self._own(side)

    def _enemys_first(self, side: str, trait: str, owner: str, pool_name: str) -> StagePick:
        """A stage ahead of the owner's Prowess, which sees what it leaves."""
        hand = self.hands[owner]
        pick = StagePick(side, trait, f"{owner}.{pool_name}", _first_pick(hand, pool_name))
        return self._compared(pick, owner, [(Fraction(1), _changed(hand, pool_name, before=()))])

    def _enemys_last(self, side: str, trait: str, owner: str, pool_name: str) -> StagePick:
        """A stage after the owner's Prowess: known where that keeps this pool's dice."""
        hand, where = self.hands[owner], f"{owner}.{pool_name}"
        if self._own_pick(owner, pool_name) != ():
            return StagePick(side, trait, where, None)
        pool = _pool(hand, pool_name)
        last = play(pool.payoff, pool.after, pool.rolled).stages[0]
        known = last.rerolled(multisets.index(pool.rolled or ()))
        kept = list(_with_prowess_elsewhere(hand, pool_name))
        return self._compared(StagePick(side, trait, where, known), owner, kept)

    def _own(self, side: str) -> Iterator[StagePick]:
        """Prowess on each pool; kept, an enemy's stage before it has kept the dice too."""
        hand = self.hands[side]
        for pool_name in ("attack", "defence"):
            pool = _pool(hand, pool_name)
            if not pool.dice or not (hand.shared or pool.own):
                continue
            pick = StagePick(
                side, "Prowess", f"{side}.{pool_name}", self._own_pick(side, pool_name)
            )
            names = ("attack", "defence") if hand.shared else (pool_name,)
            kept = replace(hand, shared=0)
            for name in names:
                kept = _changed(kept, name, before=(), own=())
            yield self._compared(pick, side, [(Fraction(1), kept)])

    def _own_pick(self, side: str, pool_name: str) -> tuple[int, ...] | None:
        """The owner's own re-roll of a pool: nothing, some faces, or not known yet."""
        hand = self.hands[side]
        if hand.shared:
            if any(_first_pick(hand, name) for name in ("attack", "defence")):
                return None
            return _shared_picks(hand)[pool_name]
        pool = _pool(hand, pool_name)
        if not pool.own:
            return ()
        if _first_pick(hand, pool_name):
            return None
        played = play(pool.payoff, pool.stages, pool.rolled)
        return played.stages[len(pool.before)].rerolled(multisets.index(pool.rolled or ()))

    def _compared(
        self, pick: StagePick, owner: str, kept: list[tuple[Fraction, Hand]]
    ) -> StagePick:
        """The stage with what follows if its dice are thrown again, and if they are kept."""
        if not pick.reroll:
            return pick

        def follows(hand: Hand) -> Prospects:
            return prospects(self._result({**self.hands, owner: hand}))

        return replace(
            pick,
            if_rerolled=prospects(self.result()),
            if_kept=mixed((chance, follows(hand)) for chance, hand in kept),
        )


def _on_table(hand: Hand, rolled: Rolled) -> Hand:
    return replace(
        hand,
        attack=replace(hand.attack, rolled=tuple(sorted(rolled.attack))),
        defence=replace(hand.defence, rolled=tuple(sorted(rolled.defence))),
    )


def _pool(hand: Hand, name: str) -> Pool:
    return hand.attack if name == "attack" else hand.defence


def _changed(hand: Hand, name: str, **changes: object) -> Hand:
    """The hand with one of its pools changed."""
    pool = replace(_pool(hand, name), **changes)  # type: ignore[arg-type]
    return replace(hand, attack=pool) if name == "attack" else replace(hand, defence=pool)


def _with_prowess_elsewhere(hand: Hand, pool_name: str) -> Iterator[tuple[Fraction, Hand]]:
    """The hand with nothing to come on one pool, and on the other what its Prowess has picked.

    Prowess that is shared has decided on both pools at once: what it throws again of the other one
    is spread out here, throw by throw, with the chance of each.
    """
    still = _changed(hand, pool_name, own=(), after=())
    if not hand.shared:
        yield Fraction(1), still
        return
    other = "defence" if pool_name == "attack" else "attack"
    still = replace(still, shared=0)
    thrown = _shared_picks(hand)[other]
    left = list(_pool(hand, other).rolled or ())
    for face in thrown:
        left.remove(face)
    weights = multisets.weights(len(thrown)).tolist()
    for place, weight in enumerate(weights):
        dice = (*left, *multisets.faces(len(thrown), place))
        chance = Fraction(weight, multisets.FACES ** len(thrown))
        yield chance, _changed(still, other, rolled=tuple(sorted(dice)))


def _shared(pool: Pool) -> SharedPool:
    return SharedPool(pool.payoff, pool.before, pool.after, pool.rolled)


def _first_pick(hand: Hand, pool_name: str) -> tuple[int, ...]:
    """What the enemy's stage before the owner's throws again; nothing where there is none."""
    pool = _pool(hand, pool_name)
    if not pool.before:
        return ()
    place = multisets.index(pool.rolled or ())
    if hand.shared:
        policy = plan(_shared(hand.attack), _shared(hand.defence), hand.shared, hand.priority)
        side = policy.first if pool_name == "attack" else policy.second
        return side.before[0].rerolled(place)
    return play(pool.payoff, pool.stages, pool.rolled).stages[0].rerolled(place)


def _shared_picks(hand: Hand) -> dict[str, tuple[int, ...]]:
    """What shared Prowess throws again of each pool, seeing both."""
    policy = plan(_shared(hand.attack), _shared(hand.defence), hand.shared, hand.priority)
    attack, defence = policy.dice(
        multisets.index(hand.attack.rolled or ()), multisets.index(hand.defence.rolled or ())
    )
    return {"attack": attack, "defence": defence}
