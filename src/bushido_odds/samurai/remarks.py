"""What a reader of an answer should know, in English and in Russian, and what bears on it."""

from __future__ import annotations

from collections.abc import Collection, Iterator

from bushido_odds.samurai.fight import Fight
from bushido_odds.samurai.model import Model, Reaction, Side
from bushido_odds.samurai.readings import bearing, word
from bushido_odds.samurai.rulings import SETTINGS, Both, Topic, changed, values_of
from bushido_odds.samurai.settings import Settings
from bushido_odds.samurai.shooting import Shooting

_REACTIONS = {
    Reaction.FIGHT: Topic.FIGHT,
    Reaction.DEFEND: Topic.DEFEND,
    Reaction.EVASION: Topic.EVASION,
    Reaction.NONE: Topic.UNOPPOSED,
    Reaction.SHOOT: Topic.RETURN_FIRE,
}


def fight_topics(fight: Fight) -> frozenset[Topic]:
    """What a turn of a fight touches."""
    everybody = (*fight.attacker, *fight.target)
    topics = {Topic.TEST, Topic.OPPOSED, Topic.BODY, Topic.MELEE}
    topics.add(Topic.SURPRISE if fight.surprise else _REACTIONS[fight.reaction])
    if any(model.unarmed for model in everybody):
        topics.add(Topic.UNARMED)
    if any(model.armour is not None for model in everybody):
        topics.add(Topic.ARMOUR)
    if any(
        model.two_blades and fight.strikes(side) for side in Side for model in fight.groups(side)
    ):
        topics.add(Topic.BLADES)
    if any(model.in_contact + model.within_inch > 1 for model in everybody) or len(everybody) > 2:
        topics.add(Topic.SQUAD)
    if len(everybody) > 2:
        topics.add(Topic.MIXED)
    return frozenset(topics)


def ki_topics(fight: Fight | None) -> frozenset[Topic]:
    """What a ki-attack touches, with the fight it is made in."""
    topics = {Topic.TEST, Topic.OPPOSED, Topic.KI}
    if fight is not None:
        topics |= fight_topics(fight) | {Topic.KI_BLOWS, Topic.DEFEND}
    return frozenset(topics)


def shot_topics(shooting: Shooting) -> frozenset[Topic]:
    """What the shots of a turn touch."""
    topics = {Topic.TEST, Topic.OPPOSED, Topic.BODY, Topic.SHOT}
    if shooting.reaction is not Reaction.NONE:
        topics.add(_REACTIONS[shooting.reaction])
    if shooting.into_melee:
        topics.add(Topic.INTO_MELEE)
    struck = (shooting.shooter, shooting.target, *shooting.friends)
    if any(model.armour is not None for model in struck):
        topics.add(Topic.ARMOUR)
    return frozenset(topics)


def about_rules(settings: Settings, topics: Collection[Topic]) -> Iterator[Both]:
    """Every rule that is not at its default, and how much of the rest is assumed."""
    values = values_of(settings)
    for key in changed(settings):
        english, russian = SETTINGS[key].sentence(values[key])
        default = word(SETTINGS[key].default)
        touches = bool(SETTINGS[key].topics & frozenset(topics))
        yield (
            f"Rule set: {key} = {word(values[key])} (default {default}): {english}"
            + ("" if touches else "; it does not bear on these figures"),
            f"Правило задано: {key} = {word(values[key])} (обычно {default}): {russian}"
            + ("" if touches else "; на эти числа не влияет"),
        )
    assumed = sum(reading.assumed for reading in bearing(topics, settings))
    yield (
        f"Rules reconstructed from fragments: {assumed} assumptions bear on these figures; "
        "--explain names each.",
        f"Правила восстановлены по отрывкам: на числа влияют допущения ({assumed}); "
        "--explain называет каждое.",
    )


def about_fight(fight: Fight) -> Iterator[Both]:
    """Remarks on a turn of a fight."""
    for side in Side:
        for model in fight.groups(side):
            yield from _about_model(fight, side, model)
    if Topic.SQUAD in fight_topics(fight):
        yield (
            "A squad may attack if one of its models is within 1 inch; all first move up to 2 "
            "inches so that as many as possible stand in base contact: count those.",
            "Отряд может напасть, если хотя бы одна модель в пределах 1 дюйма; сперва все "
            "движутся до 2 дюймов, чтобы в контакт встало как можно больше: считайте их.",
        )


def _about_model(fight: Fight, side: Side, model: Model) -> Iterator[Both]:
    name, enemies = model.name, fight.groups(side.other)
    strikes = fight.strikes(side)
    if model.unarmed and fight.surprise and side is Side.ATTACKER:
        yield (
            f"{name}: no penalty for being unarmed in the first turn of a Surprise Attack",
            f"{name}: в первый ход Внезапного Нападения штрафа за безоружность нет",
        )
    elif model.unarmed and not fight.surprise and any(not enemy.unarmed for enemy in enemies):
        penalty = fight.settings.unarmed_penalty
        yield (
            f"{name}: unarmed, {penalty} on Fighting Skill against armed enemies",
            f"{name}: без оружия, {penalty} к «Умению сражаться» против вооружённых",
        )
    if model.two_blades and not strikes:
        yield (
            f"{name}: two blades only matter to a model that strikes",
            f"{name}: два клинка важны только тому, кто бьёт",
        )
    if strikes and not model.attacks:
        yield (f"{name}: without attacks it only deflects", f"{name}: без атак лишь отбивает удары")
    if model.within_inch and fight.settings.contributors == "base_contact":
        yield (
            f"{name}: {model.within_inch} within 1 inch do not strike (contributors)",
            f"{name}: моделей в пределах 1 дюйма: {model.within_inch}, они не бьют (contributors)",
        )


def about_shots(shooting: Shooting) -> Iterator[Both]:
    """Remarks on the shots of a turn."""
    shooter, target = shooting.shooter, shooting.target
    if not shooting.reaches(shooter):
        english, russian = _beyond(shooting, shooter)
        yield (
            f"{english}: the attack fails and no dice are rolled; the target may still react",
            f"{russian}: атака неудачна, броски не делаются; цель всё же может реагировать",
        )
    if shooting.reaction is Reaction.SHOOT and not shooting.reaches(target):
        yield _beyond(shooting, target)
    if shooting.into_melee and not shooting.friends:
        yield (
            "No friend in the melee is described: only the chance to hit one is given",
            "Свои в рукопашной не описаны: дан только шанс попасть в одного из них",
        )


def _beyond(shooting: Shooting, model: Model) -> Both:
    far, reach = f"{shooting.distance:g}", f"{model.range:g}"
    return (
        f"{model.name}: {far} inches is beyond its range of {reach}",
        f"{model.name}: {far} дюймов - дальше дальнобойности {reach}",
    )
