"""The words of the samurai rules: English, the Russian term, what it does, and where it is said."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from bushido_odds.errors import BushidoOddsError, nearest
from bushido_odds.samurai import sources
from bushido_odds.samurai.readings import word
from bushido_odds.samurai.rulings import SETTINGS, Both, Setting


@dataclass(frozen=True, slots=True)
class Term:
    """One known word.

    Attributes:
        name: in English and in Russian; a setting has one name, its key.
        kind: characteristic, test, action, reaction, state, group, equipment or setting.
        says: what it does to the odds, line by line, in both languages.
        source: the page that says so; empty for an assumption.
    """

    name: Both
    kind: str
    says: tuple[Both, ...]
    source: str = ""


def _term(english: str, russian: str, kind: str, says: str, in_russian: str, source: str) -> Term:
    return Term((english, russian), kind, ((says, in_russian),), source)


_TERMS = (
    _term(
        "Fighting Skill",
        "Умение сражаться (УС)",
        "characteristic",
        "the tests to hit in melee are rolled under it",
        "тесты на попадание в рукопашной",
        sources.SQUADS,
    ),
    _term(
        "Body Strength",
        "Сила тела",
        "characteristic",
        "a hit becomes a wound where the attacker wins a comparative test of it",
        "попадание становится раной, если атакующий выиграл сравнительный тест",
        sources.SQUADS,
    ),
    _term(
        "Spirit",
        "Сила духа",
        "characteristic",
        "ki-attacks and fear tests are rolled under it",
        "ки-атаки и тесты на испуг",
        sources.SQUADS,
    ),
    _term(
        "Agility",
        "Ловкость",
        "characteristic",
        "the test for two blades; here also that of Evasion",
        "тест на два клинка; здесь и тест «Уклонения»",
        sources.BLADES,
    ),
    _term(
        "Wounds",
        "Раны",
        "characteristic",
        "what a model can lose; at 0 it is out of action",
        "сколько модель может потерять; при 0 она выбывает",
        sources.SQUADS,
    ),
    _term(
        "Defence",
        "Защита",
        "characteristic",
        "of armour: the part of the body it covers, tested when a hit falls",
        "доспеха: какую часть тела он закрывает, тест при попадании",
        sources.BLADES,
    ),
    _term(
        "Rank",
        "Ранг",
        "characteristic",
        "who may wear an armour, and what numbers are compared in fear tests; not in these odds",
        "кому доступен доспех и что сравнивается в тестах на испуг; на шансы не влияет",
        sources.BLADES,
    ),
    _term(
        "simple test",
        "простой тест",
        "test",
        "one die, passed where it is not above the characteristic",
        "одна кость, успех - не выше характеристики",
        sources.SQUADS,
    ),
    _term(
        "comparative test",
        "сравнительный тест",
        "test",
        "a test for each side: who passes beats who fails; both failing or a tie is nothing",
        "тест для каждой стороны: успех побеждает провал; оба провала или ничья - ничего",
        sources.SQUADS,
    ),
    _term(
        "Lucky Chance",
        "Счастливый Случай",
        "test",
        "the best pass: it beats any plain pass; which face it is, is the setting lucky",
        "лучший успех, побеждает любой обычный; какая это грань - настройка lucky",
        sources.SQUADS,
    ),
    _term(
        "Catastrophic Failure",
        "Катастрофический провал",
        "test",
        "the worst failure: Panic after a ki-attack, a friend hit by a shot into melee, no blows "
        "with two blades",
        "худший провал: Паника после ки-атаки, попадание в своего, потеря ударов с двумя клинками",
        sources.SQUADS,
    ),
    _term(
        "tie",
        "ничья",
        "test",
        "a comparative test that nobody wins though both pass",
        "сравнительный тест без победителя при двух успехах",
        sources.SQUADS,
    ),
    _term(
        "armour test",
        "тест на броню",
        "test",
        "a simple test of the armour's Defence, skipped without armour",
        "простой тест «Защиты» доспеха, без доспеха не проводится",
        sources.SQUADS,
    ),
    _term(
        "fear test",
        "тест на испуг",
        "test",
        "a simple test of Spirit: samurai test gives its odds",
        "простой тест «Силы духа»: шансы даёт samurai test",
        sources.INTO_MELEE,
    ),
    _term(
        "Surprise Attack",
        "Внезапное Нападение",
        "action",
        "from outside the target's view: simple tests, no reaction in the first turn",
        "вне поля зрения цели: простые тесты, без реакции в первый ход",
        sources.SQUADS,
    ),
    _term(
        "ki-attack",
        "ки-атака",
        "action",
        "one comparative test of Spirit in place of all blows, with five outcomes",
        "один сравнительный тест «Силы духа» вместо всех ударов, пять исходов",
        sources.SQUADS,
    ),
    _term(
        "shot",
        "стрельба",
        "action",
        "with anything that acts at a distance; measured after it is declared",
        "из всего, что действует на расстоянии; дистанция измеряется после объявления",
        sources.SQUADS,
    ),
    _term(
        "shot into melee",
        "стрельба по сражающимся",
        "action",
        "a penalty of 2, and a Catastrophic Failure hits a friend",
        "штраф 2, Катастрофический провал попадает в своего",
        sources.INTO_MELEE,
    ),
    _term(
        "Fight!",
        "Сражаться!",
        "reaction",
        "the target strikes back: both sides may hit",
        "цель бьёт в ответ: попасть могут обе стороны",
        sources.SQUADS,
    ),
    _term(
        "Defend!",
        "Защищаться!",
        "reaction",
        "the target only deflects",
        "цель только отбивает удары",
        sources.SQUADS,
    ),
    _term(
        "Evasion",
        "Уклонение",
        "reaction",
        "the target tries to avoid the attack; forced and automatic after a lost ki-attack",
        "цель пытается избежать атаки; после проигранной ки-атаки - сразу и успешно",
        sources.SQUADS,
    ),
    _term(
        "Stunned",
        "Оглушение",
        "state",
        "what an unarmed model does instead of killing; the model is out of action here",
        "вместо гибели - от безоружного; здесь модель выбывает",
        sources.SQUADS,
    ),
    _term(
        "Panic",
        "Паника",
        "state",
        "the worst outcome of a ki-attack; the model is out of action here",
        "худший исход ки-атаки; здесь модель выбывает",
        sources.SQUADS,
    ),
    _term(
        "Hidden Infiltration",
        "Скрытое Проникновение",
        "state",
        "a way to come from outside the target's view; give surprise",
        "способ подойти вне поля зрения цели; укажите surprise",
        sources.SQUADS,
    ),
    _term(
        "Stealth",
        "Скрытность",
        "state",
        "cancels the target's Alert, so that it may not react; give surprise",
        "отменяет «Начеку» цели, и она не реагирует; укажите surprise",
        sources.SQUADS,
    ),
    _term(
        "Alert",
        "Начеку",
        "state",
        "lets a model react to a Surprise Attack unless Stealth cancels it",
        "даёт реакцию на Внезапное Нападение, если её не отменила «Скрытность»",
        sources.SQUADS,
    ),
    _term(
        "squad",
        "отряд",
        "group",
        "attacks within 1 inch, moves up to 2 inches into base contact, strikes in pools of "
        "identical models",
        "нападает в пределах 1 дюйма, сближается до 2 дюймов, бьёт пулами одинаковых моделей",
        sources.SQUADS,
    ),
    _term(
        "base contact",
        "базовый контакт",
        "group",
        "where a model can be struck, and by default where it strikes from",
        "где модель можно ударить и, обычно, откуда она бьёт",
        sources.SQUADS,
    ),
    _term(
        "field of view",
        "поле видимости",
        "group",
        "180 degrees; an attack from outside it is a Surprise Attack",
        "180 градусов; нападение вне его - внезапное",
        sources.VIEW,
    ),
    _term(
        "cover",
        "укрытие",
        "group",
        "more than a quarter hidden; its effect is not known: give a modifier",
        "скрыто больше четверти; действие неизвестно: задайте модификатор",
        sources.VIEW,
    ),
    _term(
        "unarmed",
        "без оружия",
        "equipment",
        "3 less Fighting Skill against armed enemies, and it only stuns",
        "на 3 меньше УС против вооружённых, и только оглушает",
        sources.SQUADS,
    ),
    _term(
        "two blades",
        "два клинка",
        "equipment",
        "double attacks if a test of Agility is passed",
        "двойные атаки при успешном тесте «Ловкости»",
        sources.BLADES,
    ),
    _term(
        "characteristic of zero",
        "характеристика ноль",
        "test",
        "fails without a roll, as one below zero does (setting zero_auto_fail)",
        "провал без броска, как и меньше нуля (настройка zero_auto_fail)",
        sources.ZERO,
    ),
)


def _setting(setting: Setting) -> Term:
    values = [value for value in setting.says if value is not None]
    if not values:
        english, russian = setting.sentence(setting.default)
        choices: list[Both] = [(f"{setting.low} to {setting.high}: {english}", russian)]
    else:
        choices = [
            (f"{word(value)}: {says[0].format('k')}", f"{word(value)}: {says[1].format('k')}")
            for value, says in setting.says.items()
            if value is not None
        ]
    default = word(setting.default)
    if setting.assumed:
        told = f"default {default}: an assumption", f"обычно {default}: допущение"
    else:
        told = f"default {default}: as stated", f"обычно {default}: как в тексте"
    names = setting.key, setting.key
    return Term(names, "setting", (*choices, told), setting.source or "")


def all_terms() -> tuple[Term, ...]:
    """Every term, and every setting of the rules."""
    return (*_TERMS, *map(_setting, SETTINGS.values()))


def _plain(text: str) -> str:
    return " ".join(text.casefold().replace("ё", "е").replace("_", " ").replace("-", " ").split())


def look_up(part: str) -> tuple[Term, ...]:
    """The terms whose English or Russian name has ``part`` in it, those that start with it first.

    Raises:
        BushidoOddsError: none has; the message names the nearest.
    """
    wanted = _plain(part)
    found = [term for term in all_terms() if any(wanted in _plain(name) for name in term.name)]
    if not found or not wanted:
        close = nearest(part, list(_names()))
        hint = f'; did you mean "{close[0]}"?' if close else ""
        raise BushidoOddsError(f'no samurai word has "{part}" in it{hint}')
    return tuple(
        sorted(
            found, key=lambda term: not any(_plain(name).startswith(wanted) for name in term.name)
        )
    )


def _names() -> Iterator[str]:
    for term in all_terms():
        yield from term.name
