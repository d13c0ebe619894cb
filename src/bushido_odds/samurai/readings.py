"""How the rules are read where nothing can be set: what the text states, and what is assumed."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from dataclasses import dataclass

from bushido_odds.samurai import sources
from bushido_odds.samurai.rulings import SETTINGS, Both, Topic, changed, values_of
from bushido_odds.samurai.settings import Settings


@dataclass(frozen=True, slots=True)
class Reading:
    """One sentence about the rules that bears on some figures.

    Attributes:
        says: the sentence.
        topics: the questions it bears on.
        source: the page that states it; None for an assumption.
        name: its key and value, where it is a setting.
    """

    says: Both
    topics: frozenset[Topic]
    source: str | None = None
    name: str = ""

    @property
    def assumed(self) -> bool:
        """Whether the known text leaves it open."""
        return self.source is None


def _reading(english: str, russian: str, *topics: Topic, source: str | None = None) -> Reading:
    return Reading((english, russian), frozenset(topics), source)


FIXED = (
    _reading(
        "a test is rolled under the characteristic, and a modifier changes the characteristic",
        "тест проходится броском не выше характеристики, модификатор меняет характеристику",
        Topic.TEST,
        Topic.OPPOSED,
        source=sources.SQUADS,
    ),
    _reading(
        "in a comparative test each side takes its own test, and who passes beats who fails",
        "в сравнительном тесте каждый проходит свой тест, и успешный побеждает провалившегося",
        Topic.OPPOSED,
        source=sources.SQUADS,
    ),
    _reading(
        "with Fight! both sides may hit, with Defend! the target only deflects",
        "при «Сражаться!» попасть могут обе стороны, при «Защищаться!» цель только отбивает удары",
        Topic.FIGHT,
        Topic.DEFEND,
    ),
    _reading(
        "the blows of a turn fall together: who is put out still strikes",
        "удары хода наносятся одновременно: выбывающий успевает ударить",
        Topic.FIGHT,
    ),
    _reading(
        "in a Surprise Attack the target declares no reaction and is hit by simple tests",
        "при Внезапном Нападении цель не заявляет реакций, попадают по ней простыми тестами",
        Topic.SURPRISE,
        source=sources.SQUADS,
    ),
    _reading(
        "an unarmed model kills nobody; in a Surprise Attack it has no penalty and its Lucky "
        "Chance to hit stuns",
        "безоружный никого не убивает; при Внезапном Нападении штрафа нет, а Счастливый Случай "
        "при попадании оглушает",
        Topic.UNARMED,
        source=sources.SQUADS,
    ),
    _reading(
        "a stun by Lucky Chance needs no armour or Body Strength test and costs no wound",
        "оглушение Счастливым Случаем не требует тестов на броню и «Силы тела» и не отнимает рану",
        Topic.UNARMED,
    ),
    _reading(
        "Evasion sets Agility against the attack; who wins is not hit and does not strike back",
        "«Уклонение» - «Ловкость» против атаки; победивший избегает удара, но не бьёт в ответ",
        Topic.EVASION,
    ),
    _reading(
        "two blades double the attacks if a test of Agility is passed; a failure costs 1 Fighting "
        "Skill, a Catastrophic Failure all blows",
        "два клинка удваивают атаки при успешном тесте «Ловкости»; провал отнимает 1 «Умения "
        "сражаться», Катастрофический - все удары",
        Topic.BLADES,
        source=sources.BLADES,
    ),
    _reading(
        "a group with two blades takes its test of Agility once, as one model",
        "группа с двумя клинками проходит тест «Ловкости» один раз, как одна модель",
        Topic.BLADES,
    ),
    _reading(
        "identical models strike as one pool, and its owner allots the hits over the enemies in "
        "base contact",
        "одинаковые модели бьют общим пулом, и владелец распределяет попадания по врагам в "
        "базовом контакте",
        Topic.SQUAD,
        source=sources.SQUADS,
    ),
    _reading(
        "hits are allotted before any test of armour or Body Strength",
        "попадания распределяются до тестов на броню и «Силы тела»",
        Topic.SQUAD,
    ),
    _reading(
        "a pool's attacks meet those of the group that opposes it first, then the others in order",
        "атаки пула встречают сначала атаки противостоящей группы, затем остальных по порядку",
        Topic.MIXED,
    ),
    _reading(
        "armed blows on a model are resolved before unarmed ones",
        "по модели сначала разыгрываются удары вооружённых, затем безоружных",
        Topic.MIXED,
    ),
    _reading(
        "a model with armour takes a test of its Defence first",
        "модель в доспехе сначала проходит тест его «Защиты»",
        Topic.ARMOUR,
        source=sources.BLADES,
    ),
    _reading(
        "each hit takes a comparative test of Body Strength; won by the attacker, it costs one "
        "wound",
        "каждое попадание - сравнительный тест «Силы тела»; победа атакующего отнимает одну рану",
        Topic.BODY,
        source=sources.SQUADS,
    ),
    _reading(
        "a Lucky Chance in the tests of armour and Body Strength has no effect of its own",
        "Счастливый Случай в тестах на броню и «Силы тела» особого эффекта не имеет",
        Topic.BODY,
    ),
    _reading(
        "a model whose last wound is lost to a weapon is killed",
        "модель, потерявшая последнюю рану от оружия, убита",
        Topic.BODY,
    ),
    _reading(
        "a ki-attack takes the place of all blows, and the first of its five outcomes that fits "
        "counts",
        "ки-атака заменяет все удары, действует первый подходящий из пяти исходов",
        Topic.KI,
        source=sources.SQUADS,
    ),
    _reading(
        "Panic and Stunned end the model's turn; what follows later is not counted",
        "Паника и Оглушение заканчивают ход модели; дальнейшее не учитывается",
        Topic.KI_BLOWS,
        Topic.UNARMED,
    ),
    _reading(
        "a ki-attacker that only defends does so as with Defend!",
        "ки-атакующий, который только защищается, делает это как при «Защищаться!»",
        Topic.KI_BLOWS,
    ),
    _reading(
        "a shot is a simple test of the shooter's own value; cover and range bands are modifiers "
        "you give",
        "выстрел - простой тест собственного значения стрелка; укрытие и дальность - модификаторы, "
        "которые задаёте вы",
        Topic.SHOT,
    ),
    _reading(
        "beyond the weapon's range no dice are rolled, but the target may still react",
        "за пределами дальнобойности броски не делаются, но цель всё же может реагировать",
        Topic.SHOT,
        source=sources.SQUADS,
    ),
    _reading(
        "a shot that hits goes on like a blow, with the strength of the missile",
        "попавший выстрел разыгрывается как удар, с силой снаряда",
        Topic.SHOT,
    ),
    _reading(
        "a Catastrophic Failure of a shot into melee hits a friend in it, any of several at random",
        "Катастрофический провал при стрельбе в рукопашную попадает в своего, случайно из "
        "нескольких",
        Topic.INTO_MELEE,
        source=sources.INTO_MELEE,
    ),
    _reading(
        "the penalty for shooting into melee changes the characteristic, and a friend who is hit "
        "has armour and Body Strength as any target",
        "штраф за стрельбу в рукопашную меняет характеристику, а у своего, в которого попали, "
        "броня и «Сила тела» действуют как у любой цели",
        Topic.INTO_MELEE,
    ),
)
"""What is not a setting, in the order in which a turn comes to it."""


def bearing(topics: Collection[Topic], settings: Settings) -> Iterator[Reading]:
    """Everything that bears on some topics: the fixed readings, then the settings in force.

    A setting that is not at its default is the user's own: it is an assumption whatever the text
    says.
    """
    touched = frozenset(topics)
    for reading in FIXED:
        if reading.topics & touched:
            yield reading
    values, set_by_user = values_of(settings), changed(settings)
    for key, setting in SETTINGS.items():
        if setting.topics & touched:
            source = None if key in set_by_user else setting.source
            name = f"{key} = {word(values[key])}"
            yield Reading(setting.sentence(values[key]), setting.topics, source, name)


def word(value: str | int | bool) -> str:
    """A value as it is written in a document."""
    return str(value).lower() if isinstance(value, bool) else str(value)
