"""Strike or ki?: one turn of one model against another, with blows and with a ki-attack."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from fractions import Fraction
from typing import Any

from bushido_odds.dice.joint import JointLaw, Point
from bushido_odds.dice.law import Law
from bushido_odds.samurai import melee
from bushido_odds.samurai.fight import Fight
from bushido_odds.samurai.ki import Outcome, ki_law
from bushido_odds.samurai.model import Reaction
from bushido_odds.samurai.result import Comparison, Harmed, KiResult, Side, TurnFigures
from bushido_odds.samurai.rulings import Both
from bushido_odds.samurai.settings import Settings


def ki_attack(
    attacker: int,
    target: int,
    settings: Settings,
    *,
    fight: Fight | None = None,
    name: str | None = None,
    names: tuple[str, str] = ("Attacker", "Target"),
    document: Mapping[str, Any] | None = None,
    remarks: Sequence[Both] = (),
) -> KiResult:
    """The exact odds of a ki-attack, and of the turn it is made in.

    Args:
        attacker: the attacker's modified Spirit.
        target: the target's.
        settings: the rules in force.
        fight: the blows it would replace, of one model against one, with the target's reaction to
            them; None where only the contest matters.
        name: a title.
        names: what to call the two models.
        document: the normalised input, repeated in the answer.
        remarks: for the reader, repeated in the answer.
    """
    law = ki_law(attacker, target, settings)
    chances = [law.probability(outcome) for outcome in Outcome]
    return KiResult(
        name=name,
        panic=chances[0],
        evasion=chances[1],
        nothing=chances[2],
        target_strikes=chances[3],
        target_strikes_with_hit=chances[4],
        attacker_name=names[0],
        target_name=names[1],
        turn=None if fight is None else compare(fight, law),
        input=document or {},
        settings=settings,
        remarks=tuple(remarks),
    )


def compare(fight: Fight, law: Law) -> Comparison:
    """The turn with the blows of a fight, and with a ki-attack in their place.

    Args:
        fight: one model against one.
        law: the law of the ki-attack's outcome.
    """
    blows = melee.solve(fight)
    answers = {
        Outcome.TARGET_STRIKES: turned(fight, automatic=False),
        Outcome.TARGET_STRIKES_WITH_HIT: turned(fight, automatic=True),
    }
    after = {outcome: melee.solve(answer).target for outcome, answer in answers.items()}

    def mixed(figure: Callable[[Side], Fraction]) -> Fraction:
        return sum(
            (law.probability(outcome) * figure(side) for outcome, side in after.items()),
            Fraction(0),
        )

    wounds: dict[Point, Fraction] = {(0,): 1 - sum(map(law.probability, after), Fraction(0))}
    for outcome, side in after.items():
        for lost in side.wounds:
            share = law.probability(outcome) * side.wounds[lost]
            wounds[(lost,)] = wounds.get((lost,), Fraction(0)) + share
    return Comparison(
        TurnFigures(_harmed(blows.attacker), _harmed(blows.target)),
        TurnFigures(
            Harmed(
                JointLaw.of(wounds).law(sum),
                mixed(lambda side: side.stunned),
                mixed(lambda side: side.killed),
            ),
            Harmed(
                Law.certain(0),
                Fraction(0),
                Fraction(0),
                panicked=law.probability(Outcome.PANIC),
                evades=law.probability(Outcome.EVASION),
            ),
        ),
    )


def turned(fight: Fight, *, automatic: bool) -> Fight:
    """The fight after a ki-attack that the target has won: it strikes, the attacker only defends.

    Args:
        fight: the fight the ki-attack was made in.
        automatic: one of the target's attacks has hit by itself.
    """
    return replace(
        fight,
        attacker=fight.target,
        target=fight.attacker,
        reaction=Reaction.DEFEND,
        surprise=False,
        automatic=automatic,
    )


def _harmed(side: Side) -> Harmed:
    return Harmed(side.wounds, side.stunned, side.killed)
