"""The fields of the documents of the samurai rules: one table, as for every other document."""

from __future__ import annotations

from collections.abc import Mapping

from bushido_odds.documents.fields import Field
from bushido_odds.samurai.rulings import SETTINGS, Setting

HIGHEST = 30
"""The highest characteristic, modifiers aside."""

MAX_MODELS = 12
"""The most models of a side in base contact."""

MAX_GROUPS = 3
"""The most groups of a side."""

MAX_ATTACKS = 60
"""The most attacks of a side in a turn, two blades counted double."""


def _modifier(name: str, help: str, default: int | None = 0) -> Field:
    return Field(name, "number", help, default=default, low=-HIGHEST, high=HIGHEST)


_NAME = Field("name", "text", "what to call it")
_ATTACKS = Field("attacks", "number", "attacks of a model", default=1, high=MAX_MODELS)
_BODY = (
    Field("body", "number", "Body Strength", high=HIGHEST),
    Field("wounds", "number", "wounds left", default=1, low=1, high=99),
    Field("armour", "number", "Defence of its armour; without armour, left out", high=HIGHEST),
    Field("armour_strength", "number", "strength of its armour, for second_test", high=HIGHEST),
)
_WEAPON = _modifier("weapon_mod", "what its weapon adds to Body Strength", None)
_SKILL = (
    Field("fs", "number", "Fighting Skill", high=HIGHEST),
    _ATTACKS,
    *_BODY,
    Field("agility", "number", "Agility, for Evasion and two blades", high=HIGHEST),
    _WEAPON,
    _modifier("modifier", "added to its Fighting Skill"),
    Field("unarmed", "flag", "fights without a weapon", default=False),
    Field("two_blades", "flag", "fights with two blades", default=False),
)

FIGHTER = (
    _NAME,
    *_SKILL,
    Field("models", "number", "identical models in the group (1)", low=1, high=4 * MAX_MODELS),
    Field("in_contact", "number", "those in base contact (all)", high=MAX_MODELS),
    Field("within_inch", "number", "others within 1 inch", default=0, high=3 * MAX_MODELS),
    Field("against", "text", "the enemy group that opposes its attacks, by name"),
)
"""A model in melee, or a group of identical ones."""

KI_FIGHTER = (_NAME, *_SKILL)
"""A model that makes or meets a ki-attack, besides its Spirit."""

SPIRIT = Field("spirit", "number", "Spirit", high=HIGHEST)

SHOOTER = (
    _NAME,
    Field("shooting", "number", "what it shoots with", high=HIGHEST),
    Field("shots", "number", "shots in the turn", default=1, high=MAX_MODELS),
    Field("strength", "number", "strength of its missiles (Body Strength)", high=HIGHEST),
    Field("range", "inches", "reach of its missiles in inches (no limit)"),
    _modifier("modifier", "added to its shooting: cover ..."),
    *_BODY,
    _WEAPON,
)
"""A model that shoots."""

SHOT_AT = (*SHOOTER, Field("agility", "number", "Agility, for Evasion", high=HIGHEST))
"""A model that is shot at, and may shoot back."""

FRIEND = (_NAME, *_BODY)
"""A model of the shooter's side in the melee that is shot into."""

REACTIONS = ("fight", "defend", "evasion", "none")
SHOT_REACTIONS = ("none", "evasion", "shoot")
ALLOTMENTS = ("kill", "spread")

_TITLE = Field("name", "text", "a title")
_REACTION = Field("reaction", "choice", "what the target declares (fight)", choices=REACTIONS)

FIGHT = (
    _TITLE,
    _REACTION,
    Field("surprise", "flag", "the first turn of a Surprise Attack: no reaction", default=False),
    *(
        field
        for side in ("attacker", "target")
        for field in (
            Field(
                f"{side}_allots",
                "choice",
                f"how the {side} allots its hits",
                default="kill",
                choices=ALLOTMENTS,
            ),
            Field(
                f"{side}_order",
                "number",
                f"the enemy, by number, that takes the {side}'s next hit",
                low=1,
                high=MAX_MODELS,
                many=True,
            ),
        )
    ),
)

DICE = Field("dice", "number", "a die on the table, in the order of the tests", high=20, many=True)
"""Dice that were rolled: the turn of melee is played again with them."""

KI = (_TITLE, _REACTION)

SHOT = (
    _TITLE,
    Field(
        "reaction",
        "choice",
        "what the target declares (none)",
        default="none",
        choices=SHOT_REACTIONS,
    ),
    Field("distance", "inches", "inches to the target (within range)"),
    Field("into_melee", "flag", "the target is in melee with friends", default=False),
)

TEST = (
    Field("skill", "number", "the characteristic", required=True, high=HIGHEST),
    _modifier("modifier", "what is added to it"),
    Field("tests", "number", "how many tests are taken", default=1, low=1, high=MAX_ATTACKS),
)

OPPOSED = (
    Field("attacker", "number", "the attacker's characteristic", required=True, high=HIGHEST),
    Field("target", "number", "the target's characteristic", required=True, high=HIGHEST),
    _modifier("attacker_modifier", "added to the attacker's"),
    _modifier("target_modifier", "added to the target's"),
)

SIDES = ("attacker", "target")
SHOT_SIDES = ("shooter", "target")

MODELS: Mapping[str, Mapping[str, tuple[Field, ...]]] = {
    "samurai_melee": dict.fromkeys(SIDES, FIGHTER),
    "samurai_ki": dict.fromkeys(SIDES, (SPIRIT, *KI_FIGHTER)),
    "samurai_shoot": {"shooter": SHOOTER, "target": SHOT_AT},
}
"""The fields of each side's models, by kind of document."""


def _rule(setting: Setting) -> Field:
    """The field of a setting: its meaning at the default is its help."""
    default = setting.default
    says, _ = setting.sentence(default)
    word = str(default).lower() if isinstance(default, bool) else default
    text = f"{says} ({word})"
    if isinstance(default, bool):
        return Field(setting.key, "flag", text, default=default)
    if isinstance(default, int):
        return Field(
            setting.key, "number", text, default=default, low=setting.low, high=setting.high
        )
    if setting.open_ended:
        return Field(setting.key, "text", text, default=default)
    return Field(setting.key, "choice", text, default=default, choices=setting.choices)


RULES = tuple(map(_rule, SETTINGS.values()))
"""A field for every setting of the rules."""
