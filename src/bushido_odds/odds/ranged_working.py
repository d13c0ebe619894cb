"""The working of a shot, in the order in which a person would check it."""

from __future__ import annotations

from collections.abc import Iterator

from bushido_odds.odds.ranged import RangedResult
from bushido_odds.odds.result import Step
from bushido_odds.odds.volley import Volley
from bushido_odds.odds.working_lines import counting, figure, hit_lines, law_text
from bushido_odds.rules import sources
from bushido_odds.rules.shooting import Shooting


def working(shooting: Shooting, result: RangedResult) -> tuple[Step, ...]:
    """Every step of a shot, each with the public page of its rule.

    Args:
        shooting: who shoots at whom, from where.
        result: its odds, which the steps lead up to.
    """
    volley = Volley(shooting)
    number = Step("Challenge Number", tuple(_number(result)), sources.RANGED)
    if result.challenge.number is None:
        return (number,)
    steps = [
        number,
        Step("Dice", tuple(_dice(shooting, volley, result)), sources.TESTS),
        Step("The shot", tuple(_shot(result)), sources.CHALLENGE),
    ]
    if result.friendly_fire is not None:
        steps.append(Step("Friendly fire", tuple(_friend(shooting, result)), sources.RANGED))
    lines = tuple(hit_lines(volley.at_target, volley.target))
    steps.append(Step(f"Damage to {result.target.name}", lines, sources.WOUNDS))
    if result.friend is not None and volley.at_friend and volley.friend:
        lines = tuple(hit_lines(volley.at_friend, volley.friend))
        steps.append(Step(f"Damage to {result.friend.name}", lines, sources.WOUNDS))
    steps.append(Step("In the end", tuple(_end(result)), sources.RANGED))
    return tuple(steps)


def _number(result: RangedResult) -> Iterator[str]:
    if result.challenge.number is None:
        yield "The target is beyond the weapon's range: the attack fails."
        return
    yield f"{result.challenge.in_words()}."


def _dice(shooting: Shooting, volley: Volley, result: RangedResult) -> Iterator[str]:
    if result.pool is not None:
        yield f"{result.shooter}, pool: {result.pool}."
    prowess = shooting.shooter.abilities.prowess_attack
    if prowess:
        yield (
            f"Prowess [Ranged] ({prowess}): re-rolls up to {prowess} of its own dice, to raise the "
            "expected final result."
        )
    yield f"{counting(volley.hand.attack, 'Attack')}."
    yield f"Result: {law_text(result.value)}; mean {figure(result.value.mean)}."


def _shot(result: RangedResult) -> Iterator[str]:
    yield f"Hits where the result reaches the number: {figure(result.attack.success)}."
    if result.attack.success_level:
        yield f"Success Level (result less number): {law_text(result.attack.success_level)}."
    for place, shot in enumerate(result.shots, start=1):
        yield (
            f"Shot {place} against {shot.number}: made {figure(shot.made)}, hits "
            f"{figure(shot.success)}."
        )


def _friend(shooting: Shooting, result: RangedResult) -> Iterator[str]:
    fire = result.friendly_fire
    assert fire is not None
    if fire.number is None:
        yield "The target is Huge: no test is made, and no friend can be hit."
        return
    dice = shooting.friendly_fire_dice
    whose = "as many dice as the shot's" if dice is None else f"{max(1, dice)} of its own"
    yield (
        f"After a hit a test of {whose} against {fire.number} (6 and the target's size), without "
        f"Brutal, Prowess for success: {figure(fire.test_success)}."
    )
    yield f"The shot hits the nearest friend instead: {figure(fire.redirected)}."


def _end(result: RangedResult) -> Iterator[str]:
    yield f"{result.target.name} is out of action: {figure(result.target.out_of_action)}."
    if result.friend is not None:
        yield f"{result.friend.name} is out of action: {figure(result.friend.out_of_action)}."
