"""A turn of melee played again with given dice, one model against one, test by test.

Dice are taken in the order in which the tests come: the tests to hit (the attacker's die before
the target's), then for each hit the armour test and both dice of Body Strength.  Only here does it
matter which face is the lucky one: the chances are the same with either reading.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from bushido_odds.errors import BushidoOddsError
from bushido_odds.samurai.fight import Fight, Ground, Stance, strikers
from bushido_odds.samurai.model import Model, Reaction, Side
from bushido_odds.samurai.result import Answer
from bushido_odds.samurai.rulings import Both
from bushido_odds.samurai.tests import Grade, Winner, judge, rank, winner
from bushido_odds.samurai.wounding import Fate, melee_strength

_GRADES: Mapping[Grade, Both] = {
    Grade.LUCKY: ("Lucky Chance", "Счастливый Случай"),
    Grade.PASSED: ("passed", "успех"),
    Grade.FAILED: ("failed", "провал"),
    Grade.CATASTROPHIC: ("Catastrophic Failure", "Катастрофический провал"),
}
_WINNERS: Mapping[Winner, Both] = {
    Winner.ATTACKER: ("{0} wins", "побеждает {0}"),
    Winner.TARGET: ("{1} wins", "побеждает {1}"),
    Winner.TIE: ("a tie", "ничья"),
    Winner.NOBODY: ("both fail", "оба провалились"),
}
_FATES: Mapping[Fate, Both] = {
    Fate.STANDS: ("stands", "стоит"),
    Fate.STUNNED: ("Stunned", "Оглушение"),
    Fate.KILLED: ("killed", "убит"),
}


@dataclass(frozen=True, slots=True)
class Event:
    """One test of the turn: who took it, its dice, and what came of it."""

    test: Both
    dice: tuple[int, ...]
    says: Both


@dataclass(frozen=True, slots=True)
class Afterwards:
    """A model after the turn."""

    name: str
    wounds_left: int
    fate: Fate

    @property
    def says(self) -> Both:
        """Its fate in words."""
        return _FATES[self.fate]


@dataclass(frozen=True, slots=True, kw_only=True)
class ReplayResult(Answer):
    """A turn of melee with given dice."""

    kind: str = "samurai_replay"
    name: str | None = None
    events: tuple[Event, ...]
    attacker: Afterwards
    target: Afterwards
    unused: tuple[int, ...]
    """Dice that no test asked for."""

    def figures(self, exact: bool) -> dict[str, Any]:
        return {
            "name": self.name,
            "events": [
                {"test": event.test[0], "dice": list(event.dice), "result": event.says[0]}
                for event in self.events
            ],
            **{
                side: {
                    "name": model.name,
                    "wounds_left": model.wounds_left,
                    "fate": model.fate.name.lower(),
                }
                for side, model in (("attacker", self.attacker), ("target", self.target))
            },
            "unused_dice": list(self.unused),
        }


def replay(
    fight: Fight,
    dice: Sequence[int],
    *,
    name: str | None = None,
    document: Mapping[str, Any] | None = None,
    remarks: Sequence[Both] = (),
) -> ReplayResult:
    """The turn that given dice make.

    Args:
        fight: one model against one, without two blades and without a pool of all dice.
        dice: the faces in the order of the tests.
        name: a title.
        document: the normalised input, repeated in the answer.
        remarks: for the reader, repeated in the answer.

    Raises:
        BushidoOddsError: too few dice, or a face that the die does not have.
    """
    played = _Turn(fight, dice)
    played.play()
    return ReplayResult(
        name=name,
        events=tuple(played.events),
        attacker=played.afterwards(Side.ATTACKER),
        target=played.afterwards(Side.TARGET),
        unused=tuple(played.dice),
        input=document or {},
        settings=fight.settings,
        remarks=tuple(remarks),
    )


class _Turn:
    """A turn being played."""

    def __init__(self, fight: Fight, dice: Sequence[int]) -> None:
        self.fight = fight
        self.dice = list(dice)
        self.events: list[Event] = []
        stances = {side: (Stance(self._attacks(side)),) for side in Side}
        self.ground = Ground(fight, stances[Side.ATTACKER], stances[Side.TARGET])
        self.left = {side: fight.groups(side)[0].wounds for side in Side}
        self.fate = dict.fromkeys(Side, Fate.STANDS)

    def _attacks(self, side: Side) -> int:
        model = self.fight.groups(side)[0]
        return (
            strikers(model, self.fight.settings) * model.attacks if self.fight.strikes(side) else 0
        )

    def afterwards(self, side: Side) -> Afterwards:
        return Afterwards(self._model(side).name, self.left[side], self.fate[side])

    def _model(self, side: Side) -> Model:
        return self.fight.groups(side)[0]

    def _take(self, test: Both) -> int:
        if not self.dice:
            raise BushidoOddsError(f"the dice run out: one is needed for {test[0]}")
        die = self.dice.pop(0)
        if die not in self.fight.settings.faces:
            raise BushidoOddsError(f"{die} is no face of a die of {self.fight.settings.die_faces}")
        return die

    def play(self) -> None:
        hits: dict[Side, list[bool]] = {side: [] for side in Side}
        for side, stunning in self._hits():
            hits[side].append(stunning)
        for side in Side:
            for stunning in hits[side]:
                self._strike(side, stunning)

    # --- tests to hit ----------------------------------------------------------------------------

    def _hits(self) -> Iterator[tuple[Side, bool]]:
        """Every hit as it falls, and whether it stuns outright."""
        mine, theirs = self._attacks(Side.ATTACKER), self._attacks(Side.TARGET)
        if self.fight.is_simple:
            for _ in range(mine):
                yield from self._simple()
            return
        met = min(mine, theirs) if self.fight.settings.exchange == "paired" else 0
        for _ in range(met):
            yield from self._compared(Side.ATTACKER, Side.TARGET)
        for _ in range(mine - met):
            yield from self._compared(Side.ATTACKER)
        for _ in range(theirs - met):
            yield from self._compared(Side.TARGET)

    def _simple(self) -> Iterator[tuple[Side, bool]]:
        model = self._model(Side.ATTACKER)
        skill = self.ground.skill(Side.ATTACKER, 0, self._model(Side.TARGET))
        test = (f"{model.name}, Fighting Skill {skill}", f"{model.name}, УС {skill}")
        die = self._take(test)
        grade = judge(die, skill, self.fight.settings)
        hit = ("hit", "попадание") if grade.passes else ("miss", "промах")
        stunning = grade is Grade.LUCKY and self.fight.surprise and model.unarmed
        self.events.append(Event(test, (die,), _joined(_GRADES[grade], hit)))
        if grade.passes:
            yield Side.ATTACKER, stunning

    def _compared(self, *may_hit: Side) -> Iterator[tuple[Side, bool]]:
        mine, theirs = self._model(Side.ATTACKER), self._model(Side.TARGET)
        evades = self.fight.reaction is Reaction.EVASION
        who = self._compare(
            ("to hit", "на попадание"),
            (mine.name, self.ground.guard(Side.ATTACKER, 0, theirs)),
            (theirs.name, self.ground.guard(Side.TARGET, 0, mine)),
            (
                "Fighting Skill against Agility" if evades else "Fighting Skill",
                "УС против «Ловкости»" if evades else "УС",
            ),
        )
        won = {Winner.ATTACKER: Side.ATTACKER, Winner.TARGET: Side.TARGET}.get(who)
        if won in may_hit:
            assert won is not None
            yield won, False

    def _compare(
        self, why: Both, mine: tuple[str, int], theirs: tuple[str, int], characteristic: Both
    ) -> Winner:
        """One comparative test with the next two dice."""
        test = (
            f"{why[0]}: {mine[0]} v {theirs[0]}, {characteristic[0]} {mine[1]} v {theirs[1]}",
            f"{why[1]}: {mine[0]} - {theirs[0]}, {characteristic[1]} {mine[1]} - {theirs[1]}",
        )
        settings = self.fight.settings
        dice = self._take(test), self._take(test)
        ranks = rank(dice[0], mine[1], settings), rank(dice[1], theirs[1], settings)
        grades = [
            _GRADES[judge(die, value, settings)]
            for die, value in zip(dice, (mine[1], theirs[1]), strict=True)
        ]
        who = winner(*ranks)
        says = _WINNERS[who]
        self.events.append(
            Event(
                test,
                dice,
                (
                    f"{grades[0][0]} v {grades[1][0]}: {says[0].format(mine[0], theirs[0])}",
                    f"{grades[0][1]} - {grades[1][1]}: {says[1].format(mine[0], theirs[0])}",
                ),
            )
        )
        return who

    # --- from a hit to a wound -------------------------------------------------------------------

    def _strike(self, side: Side, stunning: bool) -> None:
        """One hit of a side: armour, Body Strength, a wound."""
        striker, taker = self._model(side), self._model(side.other)
        if self.fate[side.other] is not Fate.STANDS:
            return
        if stunning:
            self.fate[side.other] = Fate.STUNNED
            return
        body = taker.body
        if taker.armour is not None:
            held, body = self._armour(striker, taker, taker.armour)
            if held:
                return
        if self._bodies(striker, (taker.name, body)):
            self.left[side.other] -= 1
            stuns = striker.unarmed and (
                self.fight.settings.unarmed_stun == "any_wound" or not self.left[side.other]
            )
            if stuns:
                self.fate[side.other] = Fate.STUNNED
            elif not self.left[side.other]:
                self.fate[side.other] = Fate.KILLED

    def _armour(self, striker: Model, taker: Model, armour: int) -> tuple[bool, int]:
        """Whether the armour stops the blow, and the Body Strength it leaves to beat."""
        settings = self.fight.settings
        test = (f"{taker.name}, armour {armour}", f"{taker.name}, доспех {armour}")
        die = self._take(test)
        grade = judge(die, armour, settings)
        self.events.append(Event(test, (die,), _GRADES[grade]))
        if not grade.passes:
            return False, taker.body
        if settings.armour_bonus is not None:
            return False, taker.body + settings.armour_bonus
        if settings.armour_effect == "second_test":
            weapon = (striker.name, melee_strength(striker, settings))
            who = self._compare(
                ("through armour", "сквозь доспех"),
                weapon,
                (taker.name, taker.armour_strength),
                ("strength", "прочность"),
            )
            return who is not Winner.ATTACKER, taker.body
        return True, taker.body

    def _bodies(self, striker: Model, taker: tuple[str, int]) -> bool:
        strength = melee_strength(striker, self.fight.settings)
        who = self._compare(
            ("to wound", "на рану"),
            (striker.name, strength),
            taker,
            ("Body Strength", "«Сила тела»"),
        )
        return who is Winner.ATTACKER


def _joined(first: Both, second: Both) -> Both:
    return f"{first[0]}: {second[0]}", f"{first[1]}: {second[1]}"
