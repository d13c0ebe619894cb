"""The fields of every document: one table, from which validation, flags and schema are made.

Plain data without imports beyond the registries, so that ``--help`` and completion can read it
without loading what validation needs.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

MAX_DICE = 12
MAX_WOUNDS = 99
MAX_STRENGTH = 20
MAX_NAME = 200
MAX_COUNTERS = 9
MAX_INCHES = 200
MAX_REROLLS = 5
MAX_NUMBER = 40
MAX_LEVEL = 30

SIZES = ("tiny", "small", "medium", "large", "huge")
ACTIONS = ("melee", "charge", "disengage", "stand up")
INITIATIVES = ("auto", "active", "opponent")
PRIORITIES = ("balanced", "attack", "defence")
POLICIES = ("expected", "optimal")
GOALS = ("kill", "survive", "trade", "wounds", "hold")


@dataclass(frozen=True, slots=True)
class Field:
    """One field of a document.

    ``kind`` is one of: ``text``, ``number`` (from ``low`` to ``high``), ``flag``, ``choice`` (of
    ``choices``), ``split`` (Attack/Defence), ``dice`` (faces on the table), ``bands`` (of a ranged
    weapon), ``inches``, ``trait``, ``special``,
    ``state``; ``many`` makes it a list of those.
    """

    name: str
    kind: str
    help: str
    default: Any = None
    low: int = 0
    high: int = 0
    choices: tuple[str, ...] = ()
    many: bool = False
    required: bool = False

    @property
    def flag(self) -> str:
        """The field's word in a command-line flag: a list is given one item at a time."""
        word = self.name.replace("_", "-")
        return word.removesuffix("s") if self.many else word


COMBATANT = (
    Field("name", "text", "what to call the model"),
    Field("attack", "number", "dice in Attack", high=MAX_DICE),
    Field("defence", "number", "dice in Defence", high=MAX_DICE),
    Field("melee_pool", "number", "the card's Melee Pool, instead of finished dice", high=MAX_DICE),
    Field("split", "split", "how the dice of melee_pool are split, as in 2/1"),
    Field("boosts", "number", "dice bought with Ki", default=0, high=MAX_DICE),
    Field("assisting", "number", "enemies that assist against it", default=0, high=MAX_DICE),
    Field("coordinated", "number", "Co-ordinated Attacks in force", default=0, high=MAX_DICE),
    Field(
        "split_attacks", "number", "further exchanges of a Split Attack", default=0, high=MAX_DICE
    ),
    Field("wounds", "number", "wound boxes left (6)", low=1, high=MAX_WOUNDS),
    Field("max_wounds", "number", "wound boxes when unhurt", low=1, high=MAX_WOUNDS),
    Field(
        "strength",
        "number",
        "Strength of the weapon used",
        default=0,
        low=-MAX_STRENGTH,
        high=MAX_STRENGTH,
    ),
    Field("traits", "trait", 'a trait of model or weapon, as in "Tough (1)"', many=True),
    Field("special", "special", 'the Special Attack or Defence used, as in "Combo Attack"'),
    Field("states", "state", "a state the model is in, as in prone", many=True),
    Field("keywords", "text", "a word of its card that Vengeance may name", many=True),
    Field("size", "choice", "the model's size", default="small", choices=SIZES),
    Field(
        "behind",
        "choice",
        "what stands behind it: a model of that size, terrain or the table's edge",
        choices=(*SIZES, "terrain", "edge"),
    ),
    Field("counters", "number", "Activation Counters before the exchange (2)", high=MAX_COUNTERS),
    Field(
        "engaged",
        "flag",
        "began this activation in base contact with an enemy: no Reach",
        default=False,
    ),
    Field("unseen", "flag", "came from outside the enemy's line of sight: Assassin", default=False),
    Field(
        "prowess_priority",
        "choice",
        "what shared Prowess [Melee] raises first",
        default="balanced",
        choices=PRIORITIES,
    ),
)

_SPLIT_AWAY = ("attack", "defence", "split", "special")

CHOICES = ("splits", "rank")
"""The kinds of document whose models have still to choose."""

CHOOSER = (
    *(field for field in COMBATANT if field.name == "name"),
    Field("pool", "number", "finished dice, before any special", low=-MAX_DICE, high=MAX_DICE),
    Field("split", "split", "a split that is known, as in 2/1, instead of a pool"),
    Field("specials", "special", "a special of the weapon, as in Combo Attack (1)", many=True),
    *(field for field in COMBATANT if field.name not in (*_SPLIT_AWAY, "name")),
)
"""A model whose split is to be chosen."""

MELEE = (
    Field("name", "text", "a title for the exchange"),
    Field("action", "choice", "the active model's action", default="melee", choices=ACTIONS),
    Field("initiative", "choice", "who strikes first", default="auto", choices=INITIATIVES),
    Field("rerolls", "choice", "the re-roll policy", default="expected", choices=POLICIES),
    Field("goal", "choice", "what optimal re-rolls are played for", default="trade", choices=GOALS),
    Field("end_phase", "flag", "add what markers do in the End Phase", default=False),
)

SPLITS = (
    *(field for field in MELEE if field.name not in ("goal", "end_phase")),
    Field("goal", "choice", "what the active side wants", default="trade", choices=GOALS),
)
"""What is asked of models that have still to choose."""

_UNROLLED = (
    "attack",
    "defence",
    "melee_pool",
    "split",
    "boosts",
    "assisting",
    "coordinated",
    "split_attacks",
)

ROLLED_COMBATANT = (
    Field("attack", "dice", "Attack dice on the table, as in [4, 2]", required=True),
    Field("defence", "dice", "Defence dice on the table", required=True),
    Field("damage", "dice", "the dice of a Damage Roll, as in [3, 5]", many=True),
    *(field for field in COMBATANT if field.name not in _UNROLLED),
)

ROLLED = tuple(field for field in MELEE if field.name not in ("rerolls", "goal", "end_phase"))

SIDES = ("active", "opponent")

REROLLS_COMBATANT = tuple(field for field in ROLLED_COMBATANT if field.name != "damage")

REROLLS = tuple(field for field in MELEE if field.name != "end_phase")

BANDS = ("short", "medium", "long")

_BODY = tuple(
    field
    for field in COMBATANT
    if field.name in ("name", "wounds", "max_wounds", "traits", "states", "size", "behind")
)

SHOOTER = (
    Field("name", "text", "what to call the shooter"),
    Field("dice", "number", "finished dice of the shot", high=MAX_DICE),
    Field("ranged_pool", "number", "the card's Ranged Pool, instead of dice", high=MAX_DICE),
    Field("boosts", "number", "dice bought with Ki", default=0, high=MAX_DICE),
    Field(
        "strength",
        "number",
        "Strength of the weapon used",
        default=0,
        low=-MAX_STRENGTH,
        high=MAX_STRENGTH,
    ),
    Field("traits", "trait", 'a trait of model or weapon, as in "Pierce (1)"', many=True),
    Field("special", "special", 'the Special Attack used, as in "Combo Attack"'),
    Field("states", "state", "a state the shooter is in, as in stunned", many=True),
    Field("moved", "flag", "moves as part of this action: +1", default=False),
    Field("shots_before", "number", "shots it made this turn before: +1", default=0, high=MAX_DICE),
    Field("shots", "number", "shots of this action (Rapid Fire)", low=1, high=MAX_DICE),
    Field("unseen", "flag", "outside the target's line of sight: Assassin", default=False),
    Field(
        "friendly_fire_dice",
        "number",
        "dice of the test that spares a friend, where not those of the shot",
        high=MAX_DICE,
    ),
)

TARGET = (
    *_BODY,
    Field("cover", "flag", "in cover: +2", default=False),
    Field("ran", "flag", "ran this turn: +1", default=False),
)

FRIEND = _BODY

RANGED = (
    Field("name", "text", "a title for the shot"),
    Field("range", "choice", "the range band (short)", choices=BANDS),
    Field("distance", "inches", "distance to the target in inches, with bands"),
    Field("bands", "bands", "the weapon's printed bands, as in 4/8/12 or -/6/-"),
)

SHOT_SIDES = ("shooter", "target")

# ---- tests

_PROWESS = Field("prowess", "number", "dice that may be re-rolled", default=0, high=MAX_REROLLS)
_ADEPT = Field("adept", "number", "supporting dice beyond two", default=0, high=MAX_DICE)
_BONUS = Field(
    "bonus", "number", "added to the result", default=0, low=-MAX_STRENGTH, high=MAX_STRENGTH
)
_DICE = Field(
    "dice", "number", "dice rolled; of 0 or fewer one", low=-MAX_DICE, high=MAX_DICE, required=True
)
_NUMBER = Field(
    "number", "number", "the Challenge Number", low=-MAX_NUMBER, high=MAX_NUMBER, required=True
)
_TITLE = Field("name", "text", "a title for the test")
_TRAITS = Field("traits", "trait", "a trait of the model that is tested", many=True)
_KI = Field("ki", "number", "the card's Ki statistic", high=MAX_DICE, required=True)
_BOOSTS = Field("boosts", "number", "dice bought with Ki", default=0, high=MAX_DICE)

TESTS: dict[str, tuple[Field, ...]] = {
    "challenge": (
        _TITLE,
        _DICE,
        _NUMBER,
        _PROWESS,
        _ADEPT,
        _BONUS,
        Field(
            "goal",
            "choice",
            "what Prowess raises: the chance of success, or the expected value",
            default="success",
            choices=("success", "value"),
        ),
    ),
    "fear": (
        _TITLE,
        _KI,
        Field("value", "number", "the enemy's Fear", low=0, high=MAX_NUMBER, required=True),
        _BOOSTS,
        _TRAITS,
        Field("enemy_traits", "trait", "a trait of the enemy, as in Terror", many=True),
    ),
    "size": (
        _TITLE,
        Field("size", "choice", "the model's size", choices=SIZES, required=True),
        _NUMBER,
        _TRAITS,
        _BONUS,
    ),
    "rise": (
        _TITLE,
        Field("value", "number", "the X of Rise (X)", low=0, high=MAX_NUMBER, required=True),
    ),
    "opposed": (_TITLE,),
    "ki": (_TITLE,),
}
"""The fields of each kind of test, without those of its two sides."""

OPPOSED_SIDE = (
    _DICE,
    _PROWESS,
    _ADEPT,
    _BONUS,
    Field("kata", "flag", "natural 1s stay (Mantra)", default=False),
    Field("discards", "number", "highest dice lost (Mettle, Overwhelm)", default=0, high=MAX_DICE),
)

KI_SIDE = (_KI, _BOOSTS, _TRAITS)

TEST_SIDES = {"opposed": OPPOSED_SIDE, "ki": KI_SIDE}
"""The fields of a side, for the tests that have two; a bare number is the first of them."""

# ---- one Damage Roll or attack at a given Success Level

DAMAGE = (
    Field("name", "text", "a title for the roll"),
    Field("level", "number", "the Success Level", high=MAX_LEVEL),
    Field("strength", "number", "Strength", default=0, low=-MAX_STRENGTH, high=MAX_STRENGTH),
    Field(
        "bonus",
        "number",
        "added to the first roll, as +2 of a Charge",
        default=0,
        low=-MAX_STRENGTH,
        high=MAX_STRENGTH,
    ),
    Field("special", "special", "the Special Attack used"),
    Field("traits", "trait", "a trait of the striking model or weapon", many=True),
    Field(
        "kept",
        "choice",
        "which dice count, where not as the traits say",
        choices=("normal", "strong", "weak", "assassin"),
    ),
    Field(
        "armour", "number", "Armour of the target", default=0, low=-MAX_STRENGTH, high=MAX_STRENGTH
    ),
    Field(
        "tough", "number", "Tough of the target", default=0, low=-MAX_STRENGTH, high=MAX_STRENGTH
    ),
    Field("durable", "flag", "the target is Durable", default=False),
    Field("wounds", "number", "wound boxes the target has left (6)", low=1, high=MAX_WOUNDS),
)
