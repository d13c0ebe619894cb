"""The working of an answer, step by step, with every assumption named as one."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from fractions import Fraction

from bushido_odds.samurai import sources
from bushido_odds.samurai.fight import Fight, Ground, Kind, kinds, stances
from bushido_odds.samurai.ki import Outcome
from bushido_odds.samurai.melee import blow
from bushido_odds.samurai.model import Model, Reaction, Side
from bushido_odds.samurai.readings import bearing
from bushido_odds.samurai.result import (
    KiResult,
    MeleeResult,
    OpposedResult,
    ShootResult,
    SimpleResult,
)
from bushido_odds.samurai.rulings import Both, Topic
from bushido_odds.samurai.settings import Settings
from bushido_odds.samurai.shooting import Shooting
from bushido_odds.samurai.tests import passed
from bushido_odds.samurai.turn import turned
from bushido_odds.samurai.wounding import missile_strength, wound_chance
from bushido_odds.working import Step, figure

ENGLISH, RUSSIAN = 0, 1

_OUTCOMES: dict[Outcome, Both] = {
    Outcome.PANIC: (
        "Panic: the target suffers a Catastrophic Failure, or loses to a Lucky Chance",
        "Паника: у цели Катастрофический провал или она уступила Счастливому Случаю",
    ),
    Outcome.EVASION: (
        "Evasion: the target loses; it evades at once, and no blow is struck",
        "«Уклонение»: цель проиграла, сразу уклоняется, ударов нет",
    ),
    Outcome.NOTHING: (
        "Nothing: both fail or it is a tie, and no blow is struck",
        "Ничего: оба провалились или ничья, ударов нет",
    ),
    Outcome.TARGET_STRIKES: (
        "The target strikes: it wins, and the attacker only defends",
        "Цель бьёт: она победила, атаковавший только защищается",
    ),
    Outcome.TARGET_STRIKES_WITH_HIT: (
        "The target strikes, and one attack has hit: it wins by a Lucky Chance",
        "Цель бьёт, и одна атака уже попала: она победила Счастливым Случаем",
    ),
}


def rules_steps(topics: Collection[Topic], settings: Settings, language: int) -> Iterator[Step]:
    """What bears on an answer: what the text states, page by page, and then the assumptions."""
    stated: dict[str, list[str]] = {}
    assumed: list[str] = []
    for reading in bearing(topics, settings):
        says = reading.says[language]
        line = f"{says} ({reading.name})" if reading.name else says
        if reading.source is None:
            assumed.append(f"{('Assumption', 'Допущение')[language]}: {line}")
        else:
            stated.setdefault(reading.source, []).append(line)
    for source, lines in stated.items():
        yield Step(("The text states", "В тексте сказано")[language], tuple(lines), source)
    yield Step(
        (f"{len(assumed)} assumptions", f"Допущения: {len(assumed)}")[language], tuple(assumed), ""
    )


def fight_working(fight: Fight, result: MeleeResult, language: int) -> tuple[Step, ...]:
    """The working of a turn of a fight."""
    told: list[str] = []
    for side in Side:
        told.extend(_hits(fight, side, language))
    wounds = [line for side in Side for line in _wounds(fight, side, language)]
    steps = [
        Step(("Tests to hit", "Тесты на попадание")[language], tuple(told), sources.SQUADS),
        Step(
            ("From a hit to a wound", "От попадания к ране")[language],
            tuple(wounds),
            sources.SQUADS,
        ),
    ]
    shared = list(_allotments(result, language))
    if shared:
        title = ("Allotment of the hits", "Распределение попаданий")[language]
        steps.append(Step(title, tuple(shared), sources.SQUADS))
    return tuple(steps)


def _hits(fight: Fight, side: Side, language: int) -> Iterator[str]:
    """The chance of each attack of a side, after each outcome of a test for two blades."""
    if not fight.strikes(side):
        return
    told: dict[str, None] = {}
    for _, attacker in stances(fight, Side.ATTACKER):
        for _, target in stances(fight, Side.TARGET):
            ground = Ground(fight, attacker, target)
            for group, model in enumerate(fight.groups(side)):
                told.setdefault(_hit_line(ground, side, group, model, language))
    yield from told


def _hit_line(ground: Ground, side: Side, group: int, model: Model, language: int) -> str:
    fight, dice = ground.fight, ground.tested(side, group)
    other = ground.opposing(side, group)
    enemy = fight.groups(side.other)[other]
    skill = ground.skill(side, group, enemy)
    chance = ground.hit_chance(side, group, other)
    if not dice:
        return (f"{model.name}: no attack to test", f"{model.name}: проверять нечего")[language]
    if fight.is_simple:
        return (
            f"{model.name}: {_many(dice, 'simple test')} on {skill}, each passed with "
            f"{figure(chance)}",
            f"{model.name}: простых тестов на {skill}: {dice}, успех каждого {figure(chance)}",
        )[language]
    guard = ground.guard(side.other, other, model)
    return (
        f"{model.name}: {_many(dice, 'attack')} on {skill} against {guard} of {enemy.name}, each "
        f"wins with {figure(chance)}",
        f"{model.name}: атак на {skill} против {guard} ({enemy.name}): {dice}, победа в каждой "
        f"{figure(chance)}",
    )[language]


def _wounds(fight: Fight, side: Side, language: int) -> Iterator[str]:
    for kind in kinds(fight, side):
        for enemy in fight.groups(side.other):
            if enemy.in_contact:
                yield _wound_line(fight, kind, enemy, language)


def _wound_line(fight: Fight, kind: Kind, enemy: Model, language: int) -> str:
    model = fight.groups(kind.side)[kind.group]
    if kind.stunning:
        return (
            f"{model.name} on {enemy.name}: a Lucky Chance stuns outright",
            f"{model.name} по {enemy.name}: Счастливый Случай сразу оглушает",
        )[language]
    chance = blow(fight, kind, enemy).wound
    return _through(model, enemy, chance, fight.settings, language)


def _through(
    model: Model, enemy: Model, chance: Fraction, settings: Settings, language: int
) -> str:
    armour = ""
    if enemy.armour is not None:
        covered = passed(enemy.armour, settings)
        armour = (
            f" (armour takes {figure(covered)} of the hits)",
            f" (доспех принимает {figure(covered)} попаданий)",
        )[language]
    return (
        f"{model.name} on {enemy.name}: a hit wounds with {figure(chance)}{armour}",
        f"{model.name} по {enemy.name}: попадание ранит с {figure(chance)}{armour}",
    )[language]


def _allotments(result: MeleeResult, language: int) -> Iterator[str]:
    """How the hits on each side are shared out, one kind of hit or several."""
    for figures in (result.target, result.attacker):
        names = [model.name for model in figures.models]
        for hits, allotted in figures.allotments.items():
            if not sum(hits):
                continue
            shares = ", ".join(
                f"{name} {'+'.join(map(str, taken)) if len(hits) > 1 else taken[0]}"
                for name, taken in zip(names, allotted, strict=True)
                if sum(taken)
            )
            told = "+".join(map(str, hits))
            yield (f"hits {told}: {shares}", f"попаданий {told}: {shares}")[language]


def ki_working(
    spirits: tuple[int, int], result: KiResult, fight: Fight | None, language: int
) -> tuple[Step, ...]:
    """The working of a ki-attack.

    Args:
        spirits: both models' modified Spirit.
        result: its odds.
        fight: the fight it is made in, if any.
        language: ``ENGLISH`` or ``RUSSIAN``.
    """
    mine, theirs = spirits
    chances = (
        result.panic,
        result.evasion,
        result.nothing,
        result.target_strikes,
        result.target_strikes_with_hit,
    )
    lines = [
        (f"Spirit {mine} against {theirs}", f"«Сила духа»: {mine} против {theirs}")[language],
        *(
            f"{outcome.value}. {_OUTCOMES[outcome][language]}: {figure(chance)}"
            for outcome, chance in zip(Outcome, chances, strict=True)
        ),
    ]
    title = ("Comparative test of Spirit", "Сравнительный тест «Силы духа»")[language]
    steps = [Step(title, tuple(lines), sources.SQUADS)]
    if fight is not None:
        for automatic, title in (
            (False, ("Blows after outcome 4", "Удары после исхода 4")[language]),
            (True, ("Blows after outcome 5", "Удары после исхода 5")[language]),
        ):
            answer = turned(fight, automatic=automatic)
            told = tuple(_hits(answer, Side.ATTACKER, language))
            steps.append(Step(title, told, sources.SQUADS))
        told = tuple(line for side in Side for line in _wounds(fight, side, language))
        title = ("From a hit to a wound", "От попадания к ране")[language]
        steps.append(Step(title, told, sources.SQUADS))
    return tuple(steps)


def shot_working(shooting: Shooting, result: ShootResult, language: int) -> tuple[Step, ...]:
    """The working of the shots of a turn."""
    shooter, target, settings = shooting.shooter, shooting.target, shooting.settings
    told = [
        (
            f"{shooter.name}: {_many(shooting.shots, 'shot')} on {shooting.characteristic}, each "
            f"hits with {figure(result.hit)}",
            f"{shooter.name}: выстрелов на {shooting.characteristic}: {shooting.shots}, каждый "
            f"попадает с {figure(result.hit)}",
        )[language]
    ]
    if shooting.into_melee:
        told.append(
            (
                f"a shot hits a friend with {figure(result.friendly_hit)}",
                f"выстрел попадает в своего с {figure(result.friendly_hit)}",
            )[language]
        )
    if shooting.reaction is Reaction.EVASION:
        told.append(
            (
                f"{target.name}: evades on Agility {target.agility}",
                f"{target.name}: уклоняется, «Ловкость» {target.agility}",
            )[language]
        )
    if shooting.reaction is Reaction.SHOOT:
        told.append(
            (
                f"{target.name}: {_many(shooting.shots_back, 'shot')} back on {shooting.answering}",
                f"{target.name}: ответных выстрелов на {shooting.answering}: {shooting.shots_back}",
            )[language]
        )
    strength = missile_strength(shooter, settings)
    wounds = [
        _through(shooter, model, wound_chance(strength, model, settings), settings, language)
        for model in (target, *shooting.friends)
    ]
    if shooting.shots_back:
        back = missile_strength(target, settings)
        chance = wound_chance(back, shooter, settings)
        wounds.append(_through(target, shooter, chance, settings, language))
    return (
        Step(("Shots", "Выстрелы")[language], tuple(told), sources.SQUADS),
        Step(
            ("From a hit to a wound", "От попадания к ране")[language],
            tuple(wounds),
            sources.SQUADS,
        ),
    )


def simple_step(result: SimpleResult, language: int) -> Step:
    """The working of a simple test: the faces, counted."""
    faces = len(result.settings.faces)
    counts = [int(chance * faces) for chance in (result.success, result.lucky, result.catastrophic)]
    return Step(
        ("Faces of the die", "Грани кости")[language],
        (
            (
                "rolled under {}: {} of {} faces pass, {} of them lucky; {} catastrophic",
                "бросок на {}: успешных граней {} из {}, счастливых из них {}; катастрофических {}",
            )[language].format(result.characteristic, counts[0], faces, *counts[1:]),
        ),
        sources.SQUADS,
    )


def opposed_step(result: OpposedResult, characteristics: tuple[int, int], language: int) -> Step:
    """The working of a comparative test: the pairs of faces, counted."""
    pairs = len(result.settings.faces) ** 2
    chances = result.attacker_wins, result.target_wins, result.tie, result.both_fail
    counts = [int(chance * pairs) for chance in chances]
    return Step(
        ("Pairs of faces", "Пары граней")[language],
        (
            (
                "{} against {}: of {} pairs the attacker wins {}, the target {}; {} are ties, in "
                "{} both fail",
                "{} против {}: из {} пар атакующий побеждает в {}, цель в {}; ничьих {}, оба "
                "провалились в {}",
            )[language].format(*characteristics, pairs, *counts),
        ),
        sources.SQUADS,
    )


def _many(number: int, word: str) -> str:
    return f"{number} {word}" if number == 1 else f"{number} {word}s"
