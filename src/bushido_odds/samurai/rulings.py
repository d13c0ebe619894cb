"""What every setting of the rules means: one entry for each, most of them for points left open.

Each entry says its key, its values and what they mean, and whether the text states the default or
it is an assumption.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from enum import Enum

from bushido_odds.samurai import sources
from bushido_odds.samurai.settings import DEFAULTS, Settings

Value = str | int | bool
Both = tuple[str, str]
"""One sentence in English and in Russian."""


class Topic(Enum):
    """What a question must touch for a rule to bear on its answer."""

    TEST = "test"
    OPPOSED = "opposed"
    MELEE = "melee"
    FIGHT = "fight"
    UNOPPOSED = "unopposed"
    SURPRISE = "surprise"
    DEFEND = "defend"
    EVASION = "evasion"
    UNARMED = "unarmed"
    BLADES = "two blades"
    SQUAD = "squad"
    MIXED = "mixed squad"
    ARMOUR = "armour"
    BODY = "body"
    KI = "ki"
    KI_BLOWS = "ki blows"
    SHOT = "shot"
    INTO_MELEE = "shot into melee"
    RETURN_FIRE = "return fire"


@dataclass(frozen=True, slots=True)
class Setting:
    """One point of the rules that can be set.

    Attributes:
        key: its name in documents, flags and results.
        attribute: its name in ``Settings``.
        says: what each value means; for a number the key ``None`` has the sentence, with a place
            for the number.
        topics: the questions it bears on.
        source: the page that states the default; None where it is an assumption.
        low, high: the range of a number.
        open_ended: the value of ``says`` that takes a number after a colon, as in ``bonus:2``.
    """

    key: str
    attribute: str
    says: Mapping[Value | None, Both]
    topics: frozenset[Topic]
    source: str | None = None
    low: int = 0
    high: int = 0
    open_ended: str = ""

    @property
    def default(self) -> Value:
        """The value in force where nothing is said."""
        value = getattr(DEFAULTS, self.attribute)
        assert isinstance(value, str | int)
        return value

    @property
    def choices(self) -> tuple[str, ...]:
        """The words it can be set to; none for a number or for yes and no."""
        return tuple(value for value in self.says if isinstance(value, str))

    @property
    def assumed(self) -> bool:
        """Whether the known text leaves it open."""
        return self.source is None

    def sentence(self, value: Value) -> Both:
        """What a value means, in English and in Russian."""
        word, _, number = str(value).partition(":")
        if self.open_ended and word == self.open_ended:
            english, russian = self.says[word]
            return english.format(number), russian.format(number)
        if None in self.says:
            english, russian = self.says[None]
            return english.format(value), russian.format(value)
        return self.says[value]


_TESTS = frozenset({Topic.TEST, Topic.OPPOSED})
_OPPOSED = frozenset({Topic.OPPOSED})
_KI = frozenset({Topic.KI})

_REGISTRY = (
    Setting(
        "die_faces",
        "die_faces",
        {
            "1..10": ("the die has ten faces, 1 to 10", "кость десятигранная, от 1 до 10"),
            "0..9": ("the die has ten faces, 0 to 9", "кость десятигранная, от 0 до 9"),
            "1..12": ("the die has twelve faces", "кость двенадцатигранная"),
            "1..20": ("the die has twenty faces", "кость двадцатигранная"),
        },
        _TESTS,
    ),
    Setting(
        "pass",
        "passes",
        {
            "roll<=C": (
                "a roll equal to the characteristic passes",
                "бросок, равный характеристике, успешен",
            ),
            "roll<C": (
                "only a roll below the characteristic passes",
                "успешен только бросок меньше характеристики",
            ),
        },
        _TESTS,
    ),
    Setting(
        "cf",
        "cf",
        {
            "natural_max": (
                "the highest face, where it fails, is a Catastrophic Failure",
                "старшая грань при провале - Катастрофический провал",
            ),
            "none": (
                "no face is a Catastrophic Failure",
                "Катастрофического провала нет ни на одной грани",
            ),
        },
        _TESTS,
    ),
    Setting(
        "ten_always_fails",
        "ten_always_fails",
        {
            True: (
                "the highest face fails whatever the characteristic",
                "старшая грань - провал при любой характеристике",
            ),
            False: (
                "the highest face passes where the characteristic reaches it",
                "старшая грань успешна, если характеристика её достигает",
            ),
        },
        _TESTS,
    ),
    Setting(
        "lucky",
        "lucky",
        {
            "exact": (
                "a Lucky Chance is the highest face that passes: the characteristic itself, up to "
                "the best face left",
                "Счастливый Случай - старшая из успешных граней: сама характеристика, но не выше "
                "лучшей из доступных граней",
            ),
            "natural_1": (
                "a Lucky Chance is the lowest face of the die, where it passes",
                "Счастливый Случай - младшая грань кости, если она успешна",
            ),
        },
        _TESTS,
    ),
    Setting(
        "zero_auto_fail",
        "zero_auto_fail",
        {
            True: (
                "a characteristic of 0 fails without a roll, as one below 0 does",
                "характеристика 0 - провал без броска, как и меньше 0",
            ),
            False: (
                "a characteristic of 0 is rolled for; only one below 0 fails without a roll",
                "при характеристике 0 бросок делается, без броска - провал только меньше 0",
            ),
        },
        _TESTS,
    ),
    Setting(
        "both_pass",
        "both_pass",
        {
            "higher": (
                "where both pass, the higher roll wins",
                "если успешны оба, побеждает больший бросок",
            ),
            "margin": (
                "where both pass, the larger margin below the characteristic wins",
                "если успешны оба, побеждает больший запас до характеристики",
            ),
            "lower": (
                "where both pass, the lower roll wins",
                "если успешны оба, побеждает меньший бросок",
            ),
            "tie": ("where both pass, it is a tie", "если успешны оба - ничья"),
        },
        _OPPOSED,
    ),
    Setting(
        "lucky_vs_lucky",
        "lucky_vs_lucky",
        {
            "tie": ("two Lucky Chances are a tie", "два Счастливых Случая - ничья"),
            "higher_characteristic": (
                "of two Lucky Chances the higher characteristic wins",
                "из двух Счастливых Случаев побеждает большая характеристика",
            ),
        },
        _OPPOSED,
    ),
    Setting(
        "exchange",
        "exchange",
        {
            "paired": (
                "in a Fight! attacks meet one to one; what is left over can only hit or miss",
                "при «Сражаться!» атаки встречаются попарно, лишние могут лишь попасть или нет",
            ),
            "each_way": (
                "in a Fight! each side's attacks are tests in which only that side can hit",
                "при «Сражаться!» в тестах на атаки стороны попасть может только она сама",
            ),
            "pool": (
                "all dice are rolled at once; a success hits if it beats the best enemy success",
                "все кости бросаются разом; успех попадает, если он лучше лучшего успеха врага",
            ),
        },
        frozenset({Topic.FIGHT}),
    ),
    Setting(
        "unopposed",
        "unopposed",
        {
            "simple": (
                "a model that declares no reaction is hit by simple tests",
                "по модели без реакции попадают простыми тестами",
            ),
            "deflected": (
                "a model that declares no reaction still deflects, as with Defend!",
                "модель без реакции всё же отбивает удары, как при «Защищаться!»",
            ),
        },
        frozenset({Topic.UNOPPOSED}),
    ),
    Setting(
        "defend_bonus",
        "defend_bonus",
        {
            None: (
                "Defend! adds {} to the Fighting Skill of the model that only defends",
                "«Защищаться!» прибавляет {} к «Умению сражаться» того, кто только защищается",
            )
        },
        frozenset({Topic.DEFEND}),
        high=20,
    ),
    Setting(
        "evasion_tests",
        "evasion_tests",
        {
            "each_attack": (
                "Evasion is a comparative test of Agility against each attack",
                "«Уклонение» - сравнительный тест «Ловкости» против каждой атаки",
            ),
            "one_for_all": (
                "Evasion is one roll of Agility that every attack is compared with",
                "«Уклонение» - один бросок «Ловкости», с которым сравнивается каждая атака",
            ),
        },
        frozenset({Topic.EVASION}),
    ),
    Setting(
        "armour_effect",
        "armour_effect",
        {
            "negate": (
                "armour whose Defence test is passed stops the blow",
                "пройденный тест «Защиты» доспеха останавливает удар",
            ),
            "second_test": (
                "armour whose Defence test is passed stops the blow unless the weapon beats its "
                "strength in a comparative test",
                "пройденный тест «Защиты» доспеха останавливает удар, если оружие не победит его "
                "прочность в сравнительном тесте",
            ),
            "bonus": (
                "armour whose Defence test is passed adds {} to Body Strength",
                "пройденный тест «Защиты» доспеха прибавляет {} к «Силе тела»",
            ),
        },
        frozenset({Topic.ARMOUR}),
        high=20,
        open_ended="bonus",
    ),
    Setting(
        "weapon_mod",
        "weapon_mod",
        {
            None: (
                "a weapon adds {} to its bearer's Body Strength when it wounds",
                "оружие прибавляет {} к «Силе тела» владельца при нанесении раны",
            )
        },
        frozenset({Topic.MELEE}),
        low=-20,
        high=20,
    ),
    Setting(
        "unarmed_penalty",
        "unarmed_penalty",
        {
            None: (
                "an unarmed model has {} on Fighting Skill against armed ones",
                "безоружный получает {} к «Умению сражаться» против вооружённых",
            )
        },
        frozenset({Topic.UNARMED}),
        sources.SQUADS,
        low=-20,
    ),
    Setting(
        "unarmed_stun",
        "unarmed_stun",
        {
            "any_wound": (
                "any wound from an unarmed model stuns",
                "любая рана от безоружного оглушает",
            ),
            "at_zero": (
                "wounds from an unarmed model stun when the last one is lost",
                "раны от безоружного оглушают, когда потеряна последняя",
            ),
        },
        frozenset({Topic.UNARMED}),
    ),
    Setting(
        "cf_keeps_penalty",
        "cf_keeps_penalty",
        {
            True: (
                "a Catastrophic Failure with two blades also costs 1 Fighting Skill",
                "Катастрофический провал с двумя клинками тоже отнимает 1 «Умения сражаться»",
            ),
            False: (
                "a Catastrophic Failure with two blades leaves Fighting Skill alone",
                "Катастрофический провал с двумя клинками не меняет «Умение сражаться»",
            ),
        },
        frozenset({Topic.BLADES}),
    ),
    Setting(
        "contributors",
        "contributors",
        {
            "base_contact": (
                "only models in base contact strike",
                "бьют только модели в базовом контакте",
            ),
            "one_inch": (
                "models within 1 inch strike too, though only base contact can be struck",
                "бьют и модели в пределах 1 дюйма, хотя удары получают лишь стоящие в контакте",
            ),
        },
        frozenset({Topic.SQUAD}),
    ),
    Setting(
        "opposed_profile",
        "opposed_profile",
        {
            "chosen_by_attacker": (
                "the striking side chooses which enemy group opposes its pool",
                "бьющая сторона выбирает, какая группа врага противостоит её пулу",
            ),
            "chosen_by_target": (
                "the side that is struck chooses which of its groups opposes the pool",
                "сторона, по которой бьют, выбирает, какая её группа противостоит пулу",
            ),
        },
        frozenset({Topic.MIXED}),
    ),
    Setting(
        "ki_cf_needs_attacker_pass",
        "ki_cf_needs_attacker_pass",
        {
            False: (
                "the target's Catastrophic Failure is Panic even where the attacker fails too",
                "Катастрофический провал цели - Паника, даже если провалился и атакующий",
            ),
            True: (
                "the target's Catastrophic Failure is Panic only where the attacker passes",
                "Катастрофический провал цели - Паника, только если атакующий успешен",
            ),
        },
        _KI,
    ),
    Setting(
        "ki_lucky_any_loss",
        "ki_lucky_any_loss",
        {
            True: (
                "the attacker's Lucky Chance is Panic also where the target fails by itself",
                "Счастливый Случай атакующего - Паника, и если цель провалилась сама",
            ),
            False: (
                "the attacker's Lucky Chance is Panic only where it beats a target that passed",
                "Счастливый Случай атакующего - Паника, только если он побил успешную цель",
            ),
        },
        _KI,
    ),
    Setting(
        "ki_zero_rolls",
        "ki_zero_rolls",
        {
            True: (
                "a target that fails without a roll still rolls for a Catastrophic Failure",
                "цель, проваливающаяся без броска, всё же бросает на Катастрофический провал",
            ),
            False: (
                "a target that fails without a roll suffers no Catastrophic Failure",
                "у цели, проваливающейся без броска, Катастрофического провала не бывает",
            ),
        },
        _KI,
    ),
    Setting(
        "ki5_auto",
        "ki5_auto",
        {
            "one_of": (
                "the automatic hit of a lucky target is one of its attacks",
                "автоматическое попадание удачливой цели - одна из её атак",
            ),
            "extra": (
                "the automatic hit of a lucky target is added to its attacks",
                "автоматическое попадание удачливой цели - сверх её атак",
            ),
        },
        frozenset({Topic.KI_BLOWS}),
    ),
    Setting(
        "melee_shot_penalty",
        "melee_shot_penalty",
        {
            None: (
                "a shot into melee has {} on the shooter's characteristic",
                "при стрельбе в рукопашную характеристика стрелка меняется на {}",
            )
        },
        frozenset({Topic.INTO_MELEE}),
        sources.INTO_MELEE,
        low=-20,
    ),
    Setting(
        "return_fire",
        "return_fire",
        {
            "opposed": (
                "a target that shoots back meets the shots in comparative tests; the winner hits",
                "стреляющая в ответ цель проходит сравнительные тесты, победитель попадает",
            ),
            "simple": (
                "a target that shoots back does so by simple tests of its own",
                "стреляющая в ответ цель проходит собственные простые тесты",
            ),
        },
        frozenset({Topic.RETURN_FIRE}),
    ),
)

SETTINGS: Mapping[str, Setting] = {setting.key: setting for setting in _REGISTRY}
"""Every setting by its key."""


def settings_from(values: Mapping[str, Value]) -> Settings:
    """The settings that a mapping of keys to values stands for; what it lacks is the default.

    Raises:
        KeyError: a key that no setting has.
    """
    return replace(DEFAULTS, **{SETTINGS[key].attribute: value for key, value in values.items()})  # type: ignore[arg-type]


def values_of(settings: Settings) -> dict[str, Value]:
    """Every key with its value, in the order of the registry."""
    return {key: getattr(settings, setting.attribute) for key, setting in SETTINGS.items()}


def changed(settings: Settings) -> tuple[str, ...]:
    """The keys whose values are not the defaults."""
    return tuple(k for k, v in values_of(settings).items() if v != SETTINGS[k].default)
