"""The samurai rules: every document answered, with the working in either language."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping
from dataclasses import replace
from typing import Any, TypeVar

from bushido_odds.documents.samurai import (
    KiDocument,
    MeleeDocument,
    OpposedDocument,
    SamuraiDocument,
    ShootDocument,
    SimpleDocument,
)
from bushido_odds.samurai import melee, questions, shooting, turn, working
from bushido_odds.samurai.remarks import (
    about_fight,
    about_rules,
    about_shots,
    fight_topics,
    ki_topics,
    shot_topics,
)
from bushido_odds.samurai.replay import ReplayResult, replay
from bushido_odds.samurai.result import (
    Answer,
    KiResult,
    MeleeResult,
    OpposedResult,
    ShootResult,
    SimpleResult,
)
from bushido_odds.samurai.rulings import Topic
from bushido_odds.samurai.settings import Settings
from bushido_odds.working import Step

SamuraiResult = SimpleResult | OpposedResult | KiResult | MeleeResult | ReplayResult | ShootResult
_Given = TypeVar("_Given", bound=Answer)

_TEST = frozenset({Topic.TEST})
_OPPOSED = frozenset({Topic.TEST, Topic.OPPOSED})


def answer_samurai(
    document: SamuraiDocument,
    explain: bool = False,
    progress: Callable[[float], None] | None = None,
    *,
    language: int = working.ENGLISH,
) -> SamuraiResult:
    """The exact odds that a document of the samurai rules asks for.

    Args:
        document: a valid document.
        explain: add the working, step by step, with every assumption.
        progress: not called: every answer is quick.
        language: of the working.
    """
    result: SamuraiResult = _ANSWERS[type(document)](document, explain, language)
    return result


def _explained(
    result: _Given,
    steps: Callable[[], Iterable[Step]],
    topics: Collection[Topic],
    settings: Settings,
    explain: bool,
    language: int,
) -> _Given:
    """The answer with its working, where that is asked for."""
    if not explain:
        return result
    return replace(result, working=(*steps(), *working.rules_steps(topics, settings, language)))


def _simple(document: SimpleDocument, explain: bool, language: int) -> SimpleResult:
    settings = document.settings
    result = questions.simple(
        document.characteristic,
        settings,
        tests=document.tests,
        document=document.data,
        remarks=tuple(about_rules(settings, _TEST)),
    )
    return _explained(
        result,
        lambda: [working.simple_step(result, language)],
        _TEST,
        settings,
        explain,
        language,
    )


def _opposed(document: OpposedDocument, explain: bool, language: int) -> OpposedResult:
    settings = document.settings
    result = questions.opposed(
        document.attacker,
        document.target,
        settings,
        document=document.data,
        remarks=tuple(about_rules(settings, _OPPOSED)),
    )
    characteristics = document.attacker, document.target
    return _explained(
        result,
        lambda: [working.opposed_step(result, characteristics, language)],
        _OPPOSED,
        settings,
        explain,
        language,
    )


def _melee(document: MeleeDocument, explain: bool, language: int) -> MeleeResult | ReplayResult:
    fight = document.fight
    topics = fight_topics(fight)
    if document.dice:
        played = replay(
            fight,
            document.dice,
            name=document.data["name"],
            document=document.data,
            remarks=(*about_fight(fight), *about_rules(fight.settings, topics)),
        )
        return _explained(played, lambda: (), topics, fight.settings, explain, language)
    result = melee.solve(
        fight,
        name=document.data["name"],
        names=document.names,
        attacker=document.attacker,
        target=document.target,
        document=document.data,
        remarks=(*about_fight(fight), *about_rules(fight.settings, topics)),
    )
    return _explained(
        result,
        lambda: working.fight_working(fight, result, language),
        topics,
        fight.settings,
        explain,
        language,
    )


def _ki(document: KiDocument, explain: bool, language: int) -> KiResult:
    fight, settings = document.fight, document.settings
    topics = ki_topics(fight)
    about = about_fight(fight) if fight is not None else ()
    result = turn.ki_attack(
        *document.spirits,
        settings,
        fight=fight,
        name=document.data["name"],
        names=document.names,
        document=document.data,
        remarks=(*about, *about_rules(settings, topics)),
    )
    return _explained(
        result,
        lambda: working.ki_working(document.spirits, result, fight, language),
        topics,
        settings,
        explain,
        language,
    )


def _shoot(document: ShootDocument, explain: bool, language: int) -> ShootResult:
    shots = document.shooting
    topics = shot_topics(shots)
    result = shooting.solve(
        shots,
        name=document.data["name"],
        document=document.data,
        remarks=(*about_shots(shots), *about_rules(shots.settings, topics)),
    )
    return _explained(
        result,
        lambda: working.shot_working(shots, result, language),
        topics,
        shots.settings,
        explain,
        language,
    )


_ANSWERS: Mapping[type, Callable[[Any, bool, int], Any]] = {
    SimpleDocument: _simple,
    OpposedDocument: _opposed,
    MeleeDocument: _melee,
    KiDocument: _ki,
    ShootDocument: _shoot,
}
