"""The oracle of shots, tests and single Damage Rolls: slow, obvious and independent.

Nothing here is shared with the package that it checks.  Every probability is a ``Fraction``, every
law a plain dict ``{outcome: probability}``; dice are listed one ordered roll after the other.  From
the melee oracle come only what both games share: rolls, pool values, re-roll search, the Wound
Table, one Damage Roll, and the reading of card notation.

The rules are those of the public rulebook, cited function by function:

* shots: https://jwarref.netlify.app/Rulebook/Ranged-Attacks
* tests: https://jwarref.netlify.app/Rulebook/Tests
* damage: https://jwarref.netlify.app/Rulebook/Wound-Table
* Special Attacks: https://jwarref.netlify.app/Rulebook/Special-Abilities
* traits: https://jwarref.netlify.app/Rulebook/Traits
* states: https://jwarref.netlify.app/Rulebook/Model-States
* rulings: https://jwarref.netlify.app/FAQ/

Use ``ranged(document)`` for a whole Ranged Attack; ``challenge``, ``opposed``, ``fear``, ``size``,
``ki``, ``rise`` and ``damage`` for the rest.  Out of scope: distances on the table, what stands
behind a model that is moved, and card effects outside the traits named below.
"""

import re
from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction
from typing import Any, NamedTuple

from oracle import (
    ONE,
    Faces,
    PoolRule,
    Stage,
    Trait,
    combo_levels,
    damage_roll_law,
    image,
    law_after,
    mixture,
    ordered,
    pool_law,
    pool_value,
    rolls,
    selections,
    summary,
    without,
)

ZERO = Fraction(0)

NOTATION = re.compile(
    r"""\s*(?P<name>[A-Za-z][A-Za-z!' -]*?)
        \s*(?:\[(?P<where>[^\]]*)\])?
        \s*:?\s*
        (?:\(?(?P<value>[+-]?\d+)
        \s*(?:/\s*(?P<second>[+-]?\d+))?"?\)?)?
        \s*$""",
    re.VERBOSE,
)


class Card:
    """The traits of one model, in card notation, asked for one at a time.

    A trait printed without its value means 1, values of one trait add up, and a descriptor must fit
    the test at hand: https://jwarref.netlify.app/Rulebook/Traits
    """

    def __init__(self, notations: Iterable[str], test: str) -> None:
        self.test = test
        self.traits: list[Trait] = []
        for notation in notations:
            match = NOTATION.match(notation)
            assert match is not None, f"cannot read the trait {notation!r}"
            words = (match["where"] or "").lower().replace("defense", "defence").split(",")
            self.traits.append(
                Trait(
                    match["name"].strip().lower().replace("defense", "defence"),
                    frozenset(word.strip() for word in words) - {""},
                    int(match["value"] or 1),
                )
            )

    def values(self, name: str) -> list[int]:
        """The value of each such trait that fits the test at hand."""
        return [
            trait.value
            for trait in self.traits
            if trait.name == name and (not trait.where or self.test in trait.where)
        ]

    def total(self, name: str) -> int:
        """The values of a trait, added up."""
        return sum(self.values(name))

    def has(self, name: str) -> bool:
        """Whether the model has the trait for the test at hand."""
        return bool(self.values(name))

    def immunities(self) -> set[str]:
        """What the model never gains: https://jwarref.netlify.app/definitions/traits/Immune"""
        immune = {word for trait in self.traits if trait.name == "immune" for word in trait.where}
        if self.has("soulless"):
            immune |= {"bleeding", "frightened", "poisoned"}
        if self.has("intangible"):
            immune |= {"held", "immobilised"}
        if self.has("agile"):
            immune |= {"held"}
        return immune


def states_of(model: Mapping[str, Any]) -> set[str]:
    """The states of a model of the document, in lower case."""
    return {state.strip().lower().replace("_", " ") for state in model.get("states") or ()}


def special_of(text: str | None) -> tuple[str | None, int]:
    """The Special Attack without its cost, in lower case and without ``attack``, and the cost."""
    if text is None:
        return None, 0
    match = re.fullmatch(r"\s*(.*?)(?:\s+attack)?\s*:?\s*(?:\((\d+)\))?\s*", text.lower())
    assert match is not None
    return match[1], int(match[2] or 0)


# --------------------------------------------------------------------------------------------
# The Challenge Number
# --------------------------------------------------------------------------------------------

BAND = {"short": 4, "medium": 5, "long": 6}
SIZE = {"tiny": 1, "small": 0, "medium": -1, "large": -2, "huge": -3}


def band_of(document: Mapping[str, Any]) -> str | None:
    """The range band, None beyond the last one.

    A band reaches up to and including its printed value; a band that is not printed is skipped.

    https://jwarref.netlify.app/Rulebook/Cards
    """
    if document.get("distance") is None:
        return str(document.get("range") or "short")
    for name, printed in zip(
        ("short", "medium", "long"), document["bands"].split("/"), strict=False
    ):
        if printed.strip() not in ("", "-") and document["distance"] <= float(printed):
            return name
    return None


def size_of(target: Mapping[str, Any], card: Card) -> str:
    """The size of a model: the traits Tiny and Huge stand above its base.

    https://jwarref.netlify.app/definitions/terms_concepts/Size
    """
    for trait in ("tiny", "huge"):
        if card.has(trait):
            return trait
    return str(target.get("size") or "small").lower()


def challenge_parts(
    document: Mapping[str, Any], *, prone: bool, shots_before: int
) -> dict[str, int]:
    """Every summand of the Challenge Number that is not 0; a shot out of range has none.

    https://jwarref.netlify.app/Rulebook/Ranged-Attacks
    """
    band = band_of(document)
    if band is None:
        return {}
    target, shooter = document["target"], document["shooter"]
    card, weapon = (
        Card(target.get("traits") or (), "ranged"),
        Card(shooter.get("traits") or (), "ranged"),
    )
    states = states_of(target)
    parts = {
        "range": BAND[band],
        "size": 0 if card.has("kumo") else SIZE[size_of(target, card)],
        "swarm": 1 if card.has("swarm") else 0,
        "cover": 2 if target.get("cover") else 0,
        "surprised": -1 if "surprised" in states and not card.has("sixth sense") else 0,
        "ran": 1 if target.get("ran") or "ran" in states else 0,
        "prone": -1 if prone else 0,
        "ranged defence": card.total("ranged defence"),
        "moved": 1 if shooter.get("moved") and not weapon.has("lightweight") else 0,
        "shots before": 1 if shots_before > 0 else 0,
    }
    return {name: value for name, value in parts.items() if value}


# --------------------------------------------------------------------------------------------
# The shooter
# --------------------------------------------------------------------------------------------


class Shooter(NamedTuple):
    """The shooter, every trait and state turned into what is used."""

    dice: int
    test_dice: int  # of the test that spares a friend
    prowess: int
    adept: int
    brutal: int
    special: str | None
    strength: int
    pierce: int
    sharp: int
    strong: bool
    weak: bool
    assassin: bool
    entangling: bool
    poison: int
    bleed: int
    fire: int
    shots: int


def most_dice(base: int) -> int:
    """The most that a modified statistic may reach: twice its base, or 1 from a base of 0.

    https://jwarref.netlify.app/Rulebook/Cards
    """
    return 2 * base if base > 0 else 1


def read_shooter(document: Mapping[str, Any]) -> Shooter:
    """Read the shooter.

    From a card the pool is the statistic with its boosts, +1 for a Death Sentence on the target, -1
    each for being Stunned and Frightened, no more than twice the statistic; of 0 or fewer dice one
    is rolled; then comes the cost of the Special Attack.  A Prone or Immobilised model uses none.

    https://jwarref.netlify.app/Rulebook/Ranged-Attacks  https://jwarref.netlify.app/Rulebook/Tests
    """
    source, target = document["shooter"], document["target"]
    card = Card(source.get("traits") or (), "ranged")
    states = states_of(source)
    special, cost = special_of(source.get("special"))
    if source.get("ranged_pool") is not None:
        base = source["ranged_pool"]
        dice = base + source.get("boosts", 0)
        dice += "death sentence" in states_of(target)
        dice -= ("stunned" in states) + ("frightened" in states)
        dice = max(1, min(dice, most_dice(base))) - cost
        assert dice > 0, "a special may not empty the pool"
    else:
        dice = max(1, source["dice"])
    if states & {"prone", "immobilised"}:
        special = None
    surprised = "surprised" in states_of(target) and not Card(
        target.get("traits") or (), "ranged"
    ).has("sixth sense")
    spare_dice = source.get("friendly_fire_dice")
    return Shooter(
        dice=dice,
        test_dice=dice if spare_dice is None else max(1, spare_dice),
        prowess=max(0, card.total("prowess")),
        adept=max(0, card.total("adept")),
        brutal=card.total("brutal"),
        special=special,
        strength=source.get("strength", 0),
        pierce=max(0, card.total("pierce")),
        sharp=max(0, card.total("sharp")),
        strong=card.has("strong"),
        weak=card.has("weak"),
        assassin=card.has("assassin") and (bool(source.get("unseen")) or surprised),
        entangling=card.has("entangling"),
        poison=max(card.values("poison"), default=0),
        bleed=max(card.values("bleed"), default=0),
        fire=max(card.values("fire"), default=0),
        shots=source.get("shots") or max(1, card.total("rapid fire")),
    )


# --------------------------------------------------------------------------------------------
# Who is hit
# --------------------------------------------------------------------------------------------


class Body(NamedTuple):
    """A model that may be hit: what of it matters to damage."""

    wounds: int
    max_wounds: int
    armour: int
    tough: int
    durable: bool
    death_sentence: bool
    immovable: bool
    held: bool
    immune: frozenset[str]
    insignificant: bool
    soulless: bool
    last_stand: bool
    rise: int | None


def read_body(source: Mapping[str, Any]) -> Body:
    """Read the target, or the friend in contact with it."""
    card = Card(source.get("traits") or (), "ranged")
    states = states_of(source)
    wounds = source.get("wounds", 6)
    rise = card.values("rise")
    return Body(
        wounds=wounds,
        max_wounds=source.get("max_wounds") or wounds,
        armour=card.total("armour"),
        tough=card.total("tough") + (card.has("oni rage") and "berserk" in states),
        durable=card.has("durable"),
        death_sentence="death sentence" in states,
        immovable=card.has("immovable"),
        held="held" in states,
        immune=frozenset(card.immunities()),
        insignificant=card.has("insignificant"),
        soulless=card.has("soulless"),
        last_stand=card.has("last stand"),
        rise=sum(rise) if rise else None,
    )


class Condition(NamedTuple):
    """What has become of one model so far."""

    left: int
    prone: bool = False
    suffered: int = 0
    lethal: bool = False
    critical: bool = False
    gone: bool = False
    out: bool = False
    moved: bool = False
    effects: frozenset[str] = frozenset()
    poisoned: int = 0
    bleeding: int = 0
    on_fire: int = 0

    def feel(self, effect: str) -> "Condition":
        """This condition with one more effect noted."""
        return self._replace(effects=self.effects | {effect})


ConditionLaw = dict[Condition, Fraction]


def knock_down(body: Body, victim: Condition) -> Condition:
    """The model falls Prone, unless it is Immovable, immune, or Prone already.

    https://jwarref.netlify.app/definitions/states/Prone
    """
    if body.immovable or "prone" in body.immune or victim.prone:
        return victim
    return victim.feel("prone")._replace(prone=True)


def move(body: Body, victim: Condition) -> Condition:
    """The model is moved, unless it is Immovable or Held.

    https://jwarref.netlify.app/definitions/traits/Immovable
    https://jwarref.netlify.app/definitions/states/Held
    """
    if body.immovable or body.held or "held" in victim.effects:
        return victim
    return victim.feel("moved")._replace(moved=True)


def wound(
    shooter: Shooter, body: Body, victim: Condition, wounds: int, critical: bool
) -> ConditionLaw:
    """What follows one Damage Roll; a removed model takes further wounds as potential only.

    https://jwarref.netlify.app/definitions/traits/Rise
    https://jwarref.netlify.app/definitions/traits/Last-Stand
    """
    victim = victim._replace(suffered=victim.suffered + wounds)
    if victim.gone:
        return {victim: ONE}
    if wounds:
        immune = body.immune
        victim = victim._replace(
            poisoned=victim.poisoned + (0 if immune & {"poisoned", "poison"} else shooter.poison),
            bleeding=victim.bleeding + (0 if immune & {"bleeding", "bleed"} else shooter.bleed),
            on_fire=victim.on_fire + (0 if immune & {"on fire", "fire"} else shooter.fire),
        )
    dies = 0 < victim.left <= wounds
    victim = victim._replace(left=max(0, victim.left - wounds), lethal=victim.lethal or dies)
    if critical:
        return {victim._replace(critical=True, gone=True, out=True): ONE}
    if not dies:
        return {victim: ONE}
    dead = victim._replace(out=True, gone=not body.last_stand)
    if body.rise is None:
        return {dead: ONE}
    risen = knock_down(body, victim._replace(left=body.max_wounds))
    passes = rise({"value": body.rise})["success"]
    return {end: chance for end, chance in ((risen, passes), (dead, 1 - passes)) if chance}


def damage_roll(
    shooter: Shooter, body: Body, law: ConditionLaw, level: int, *, bonus: int = 0,
    half: bool = False, critical: bool = False, enemy: bool = True,
) -> ConditionLaw:  # fmt: skip
    """What follows one more Damage Roll; none is made after a removal by a Critical.

    Pierce and Sharp lower only what is positive, to 0.  Assassin and a Death Sentence speak of
    enemies: the shooter's own friend knows neither.

    https://jwarref.netlify.app/Rulebook/Wound-Table
    """
    armour = max(0, body.armour - shooter.pierce) if body.armour > 0 else body.armour
    tough = max(0, body.tough - shooter.sharp) if body.tough > 0 else body.tough
    modifier = shooter.strength + bonus - armour + (enemy and body.death_sentence)
    roll = damage_roll_law(
        level, modifier, tough, shooter.strong, shooter.weak, enemy and shooter.assassin,
        critical, half, body.durable,
    )  # fmt: skip
    parts: list[tuple[Fraction, ConditionLaw]] = []
    for victim, probability in law.items():
        if victim.critical:
            parts.append((probability, {victim: ONE}))
            continue
        for (wounds, is_critical), chance in roll.items():
            parts.append((probability * chance, wound(shooter, body, victim, wounds, is_critical)))
    return mixture(parts)


def hit(
    shooter: Shooter, body: Body, victim: Condition, level: int, *, enemy: bool
) -> ConditionLaw:
    """What a successful shot does to the model that it hits.

    https://jwarref.netlify.app/Rulebook/Special-Abilities
    """
    special = shooter.special
    if special == "gokusatsu":
        return {victim.feel("removed")._replace(gone=True, out=True): ONE}
    if special == "ivory prison":
        if not body.insignificant and not body.soulless:
            return {victim.feel("replaced")._replace(gone=True, out=True): ONE}
        special = None

    if special in ("slam", "throw", "push", "forceback", "drag"):
        victim = move(body, victim)
    if special in ("slam", "sweep", "throw"):
        victim = knock_down(body, victim)
    if special == "grapple" and "held" not in body.immune:
        victim = victim.feel("held")

    law: ConditionLaw = {victim: ONE}

    def roll(level: int, **options: Any) -> None:
        nonlocal law
        law = damage_roll(shooter, body, law, level, enemy=enemy, **options)

    if shooter.entangling:
        if "immobilised" not in body.immune:
            law = {victim.feel("immobilised"): ONE}
    elif special == "combo":
        for each in combo_levels(level):
            roll(each)
    elif special == "dual":
        roll(level)
        roll(level)
    elif special == "powerful":
        roll(level, bonus=3)
    elif special == "critical":
        roll(level, critical=True)
    elif special in ("slam", "sweep", "throw", "forceback"):
        roll(level, half=True)
    elif special not in ("push", "sidestep", "drag", "grapple"):
        roll(level)

    if special == "stun" and "stunned" not in body.immune:
        law = image(law, lambda end: end if end.gone else end.feel("stunned"))
    return law


# --------------------------------------------------------------------------------------------
# A Ranged Attack
# --------------------------------------------------------------------------------------------


class Moment(NamedTuple):
    """The table between two shots."""

    target: Condition
    friend: Condition | None  # nobody, or nobody described
    stranger: bool = False  # a friend of whom only the chance matters stands in contact
    removed: bool = False  # the shooter is no longer there


def friendly_fire_number(document: Mapping[str, Any]) -> int | None:
    """The Challenge Number of the test that spares a friend; None for a test that always succeeds.

    Only the size of the original target modifies it: https://jwarref.netlify.app/Rulebook/Ranged-Attacks
    """
    card = Card(document["target"].get("traits") or (), "ranged")
    if card.has("kumo"):
        return 6
    size = size_of(document["target"], card)
    return None if size == "huge" else 6 + SIZE[size]


def friendly_fire_test(document: Mapping[str, Any], shooter: Shooter) -> Fraction:
    """The chance that the right model is hit: no Brutal, Prowess for the chance of success.

    https://jwarref.netlify.app/Rulebook/Ranged-Attacks  https://jwarref.netlify.app/FAQ/
    """
    number = friendly_fire_number(document)
    if number is None:
        return ONE
    values = rolled_for_success(shooter.test_dice, number, shooter.prowess, shooter.adept)
    return sum((p for value, p in values.items() if value >= number), ZERO)


def figures(body: Body, law: ConditionLaw) -> dict[str, Any]:
    """What the result says of a model that may be hit."""

    def chance(question: Any) -> Fraction:
        return image(law, question).get(True, ZERO)

    effects: dict[str, Any] = {}
    for name in sorted({effect for end, p in law.items() if p for effect in end.effects}):
        effects[name] = chance(lambda end, name=name: name in end.effects)
    for name in ("poisoned", "bleeding", "on_fire"):
        numbers = ordered(image(law, lambda end, name=name: getattr(end, name)))
        if any(numbers):
            effects[name] = numbers
    return {
        "wounds_taken": summary(image(law, lambda end: end.suffered)),
        "hp_lost": summary(image(law, lambda end: min(end.suffered, body.wounds))),
        "lethal": chance(lambda end: end.lethal),
        "critical": chance(lambda end: end.critical),
        "out_of_action": chance(lambda end: end.out),
        "effects": effects,
    }


def ranged(document: Mapping[str, Any]) -> dict[str, Any]:
    """The exact odds of one Ranged Attack, or of several with Rapid Fire.

    Further shots count +1, are made only at a target still in play, and see it as the shots before
    left it: Prone, and perhaps no longer in contact with the friend, because one of the two was
    moved or is gone.

    https://jwarref.netlify.app/Rulebook/Ranged-Attacks
    """
    shooter = read_shooter(document)
    target = read_body(document["target"])
    was_prone = "prone" in states_of(document["target"])
    before = document["shooter"].get("shots_before", 0)
    named = document.get("friend")
    described = isinstance(named, Mapping)
    friend = read_body(named) if described else None
    friend_prone = described and "prone" in states_of(named)

    values = image(
        pool_law(
            shooter.dice,
            [("max", shooter.prowess)],
            adept=shooter.adept,
            bonus=shooter.brutal,
        ),
        lambda end: end[0],
    )
    spared = friendly_fire_test(document, shooter) if named else ONE
    start = Moment(
        Condition(target.wounds, prone=was_prone),
        Condition(friend.wounds, prone=friend_prone) if friend else None,
        stranger=bool(named) and not described,
    )
    law: dict[Moment, Fraction] = {start: ONE}
    shots: list[dict[str, Any]] = []
    levels: dict[int, Fraction] = {}
    for index in range(shooter.shots):
        made = success = redirected = ZERO
        parts: list[tuple[Fraction, dict[Moment, Fraction]]] = []
        for moment, probability in law.items():
            if moment.target.gone or moment.removed:
                parts.append((probability, {moment: ONE}))
                continue
            made += probability
            summands = challenge_parts(
                document, prone=moment.target.prone, shots_before=before + index
            )
            number = sum(summands.values())
            in_contact = not moment.target.moved and (
                moment.stranger
                or (
                    moment.friend is not None and not moment.friend.gone and not moment.friend.moved
                )
            )
            goes_right = spared if in_contact else ONE
            for value, chance in values.items():
                if not summands or value < number:
                    parts.append((probability * chance, {moment: ONE}))
                    continue
                level = value - number
                if index == 0:
                    levels[level] = levels.get(level, ZERO) + chance
                success += probability * chance
                after: dict[Moment, Fraction] = {}
                for end, p in hit(shooter, target, moment.target, level, enemy=True).items():
                    gone = shooter.special == "gokusatsu"
                    key = moment._replace(target=end, removed=gone)
                    after[key] = after.get(key, ZERO) + p
                parts.append((probability * chance * goes_right, after))
                if goes_right == ONE:
                    continue
                redirected += probability * chance * (1 - goes_right)
                astray: dict[Moment, Fraction] = {}
                if friend is None:
                    ends = hit(shooter, read_body({}), Condition(6), level, enemy=False)
                    for end, p in ends.items():  # nobody knows its wounds: it does not fall
                        key = moment._replace(
                            stranger=not end.moved
                            and "removed" not in end.effects
                            and "replaced" not in end.effects,
                            removed=shooter.special == "gokusatsu",
                        )
                        astray[key] = astray.get(key, ZERO) + p
                else:
                    assert moment.friend is not None
                    for end, p in hit(shooter, friend, moment.friend, level, enemy=False).items():
                        key = moment._replace(friend=end, removed=shooter.special == "gokusatsu")
                        astray[key] = astray.get(key, ZERO) + p
                parts.append((probability * chance * (1 - goes_right), astray))
        law = mixture(parts)
        shots.append({"made": made, "success": success, "redirected": redirected})

    parts_of_first = challenge_parts(document, prone=was_prone, shots_before=before)
    success = sum(levels.values(), ZERO)
    result: dict[str, Any] = {
        "challenge": {
            "number": sum(parts_of_first.values()) if parts_of_first else None,
            "band": band_of(document) or "beyond",
            "parts": parts_of_first,
        },
        "shooter": {"dice": shooter.dice, "value": ordered(values)},
        "attack": {
            "success": success,
            "failed": 1 - success,
            "success_level": ordered(levels),
        },
        "shots": shots,
        "target": figures(target, image(law, lambda end: end.target)),
    }
    if named:
        result["friendly_fire"] = {
            "number": friendly_fire_number(document),
            "test_success": spared,
            "redirected": shots[0]["redirected"],
        }
    if friend is not None:
        result["friend"] = figures(friend, image(law, lambda end: end.friend))
    return result


# --------------------------------------------------------------------------------------------
# Tests
# --------------------------------------------------------------------------------------------


def rolled_for_success(
    dice: int, number: int, prowess: int = 0, adept: int = 0, bonus: int = 0
) -> dict[int, Fraction]:
    """The law of the result where Prowess is played for the chance of success.

    Equal chances: the higher expected result; then fewer dice; then the lower faces.
    """
    rule = PoolRule(adept=adept, bonus=bonus)
    parts = []
    for faces, probability in rolls(max(1, dice)).items():
        options: list[tuple[tuple[Any, ...], dict[int, Fraction]]] = []
        for chosen in selections(faces, prowess):
            end = image(law_after(without(faces, chosen), len(chosen), (), rule), lambda e: e[0])
            chance = sum((p for value, p in end.items() if value >= number), ZERO)
            mean = sum((p * value for value, p in end.items()), ZERO)
            order: tuple[Fraction, Fraction, int, Faces] = (-chance, -mean, len(chosen), chosen)
            options.append((order, end))
        parts.append((probability, min(options, key=lambda option: option[0])[1]))
    return mixture(parts)


def against(law: Mapping[int, Fraction], number: int) -> dict[str, Any]:
    """Success and Success Levels of results that must reach a number."""
    levels = {value - number: p for value, p in law.items() if value >= number}
    return {"success": sum(levels.values(), ZERO), "success_level": ordered(levels)}


def challenge(document: Mapping[str, Any]) -> dict[str, Any]:
    """A Challenge test: success, Success Levels and values; of 0 or fewer dice one is rolled.

    https://jwarref.netlify.app/definitions/tests/Challenge-Test
    """
    dice, number = max(1, document["dice"]), document["number"]
    prowess, adept = document.get("prowess", 0), document.get("adept", 0)
    bonus = document.get("bonus", 0)
    if document.get("goal") == "value":
        ends = pool_law(dice, [("max", prowess)], adept=adept, bonus=bonus)
        law = image(ends, lambda end: end[0])
    else:
        law = rolled_for_success(dice, number, prowess, adept, bonus)
    return {"dice": dice, **against(law, number), "value": ordered(law)}


Sides = tuple[Mapping[str, Any], Mapping[str, Any]]


def compare(dice: tuple[int, int], sides: Sides) -> dict[str, Any]:
    """An Opposed test between two pools: dice, prowess, adept, bonus, kata, discards a side.

    Both pools gain dice until each has one.  Each side re-rolls for its own expected result; a tie
    goes to the side with more surviving dice, then to the active player.

    https://jwarref.netlify.app/definitions/tests/Opposed-Test
    """
    gained = max(0, 1 - min(dice))
    laws = []
    for number, side in zip(dice, sides, strict=True):
        stages: list[Stage] = [("max", side.get("prowess", 0))]
        laws.append(
            pool_law(
                number + gained,
                stages,
                kata=side.get("kata", False),
                adept=side.get("adept", 0),
                bonus=side.get("bonus", 0),
                removed=side.get("discards", 0),
            )
        )
    levels: tuple[dict[int, Fraction], dict[int, Fraction]] = ({}, {})
    for (one, one_left), p in laws[0].items():
        for (two, two_left), q in laws[1].items():
            if one != two:
                winner = 0 if one > two else 1
            elif one_left != two_left:
                winner = 0 if one_left > two_left else 1
            else:
                winner = 0
            level = abs(one - two)
            levels[winner][level] = levels[winner].get(level, ZERO) + p * q
    return {
        side: {
            "dice": dice[index] + gained,
            "success": sum(levels[index].values(), ZERO),
            "success_level": ordered(levels[index]),
            "value": ordered(image(laws[index], lambda end: end[0])),
        }
        for index, side in enumerate(("active", "opponent"))
    }


def opposed(document: Mapping[str, Any]) -> dict[str, Any]:
    """An Opposed test of finished pools."""
    sides = tuple(
        {"dice": document[side]} if isinstance(document[side], int) else document[side]
        for side in ("active", "opponent")
    )
    return compare((sides[0]["dice"], sides[1]["dice"]), (sides[0], sides[1]))


def ki(document: Mapping[str, Any]) -> dict[str, Any]:
    """An opposed Ki test between two cards.

    Spirit adds dice; Willpower adds to the activating model's result, Resistance to the other's;
    Overwhelm makes the other discard its highest dice, Mettle the activating model; Mantra keeps
    natural ones.  A Soulless model that is not active succeeds by itself.

    https://jwarref.netlify.app/Rulebook/Traits
    https://jwarref.netlify.app/definitions/traits/Soulless
    """
    cards = [Card(document[side].get("traits") or (), "ki") for side in ("active", "opponent")]
    dice = [
        min(
            document[side]["ki"] + document[side].get("boosts", 0),
            most_dice(document[side]["ki"]),
        )
        + card.total("spirit")
        for side, card in zip(("active", "opponent"), cards, strict=True)
    ]
    sides: list[dict[str, Any]] = [
        {
            "prowess": max(0, card.total("prowess")),
            "adept": max(0, card.total("adept")),
            "kata": card.has("mantra"),
        }
        for card in cards
    ]
    active, opponent = cards
    sides[0] |= {
        "bonus": active.total("willpower"),
        "discards": max(0, opponent.total("mettle")),
    }
    sides[1] |= {
        "bonus": opponent.total("resistance"),
        "discards": max(0, active.total("overwhelm")),
    }
    result = compare((dice[0], dice[1]), (sides[0], sides[1]))
    if opponent.has("soulless"):
        result["active"] |= {"success": ZERO, "success_level": {}}
        result["opponent"] |= {"success": ONE, "success_level": {0: ONE}}
    return result


def fear(document: Mapping[str, Any]) -> dict[str, Any]:
    """A Fear test: a Ki Challenge test against the enemy's Fear.

    Bravery rolls a failed test once more, Cowardly a passed one, the enemy's Terror a passed one.
    On one model Bravery and Cowardly undo each other, and so do Bravery and the enemy's Terror.
    ``value`` is the law of a single roll.

    https://jwarref.netlify.app/definitions/tests/Fear-Challenge-Test
    https://jwarref.netlify.app/definitions/traits/Bravery (and Cowardly, Terror, Dread, Fear)
    """
    own = Card(document.get("traits") or (), "ki")
    enemy = Card(document.get("enemy_traits") or (), "ki")
    number, base = document["value"], document["ki"]
    dice = min(base + document.get("boosts", 0), most_dice(base))
    dice = max(1, dice + own.total("spirit") - enemy.total("dread"))
    # The brackets of Leadership name who is led, not a test; of several the best counts.
    leaders = [trait.value for trait in own.traits if trait.name == "leadership"]
    law = rolled_for_success(
        dice,
        number,
        max(0, own.total("prowess")),
        max(0, own.total("adept")),
        own.total("courage") + max(leaders, default=0),
    )
    once = against(law, number)
    result = {"dice": dice, **once, "value": ordered(law)}
    hardened = own.has("fear") and own.total("fear") >= number and not enemy.has("dread")
    if own.has("fearless") or own.has("soulless") or hardened:
        return result | {"success": ONE, "success_level": {0: ONE}}

    bravery, cowardly, terror = own.has("bravery"), own.has("cowardly"), enemy.has("terror")
    if bravery and cowardly:
        bravery = cowardly = False
    if bravery and terror:
        bravery = terror = False
    levels, success = once["success_level"], once["success"]
    if bravery:
        levels = mixture([(ONE, levels), (1 - success, levels)])
    for must in (cowardly, terror):
        if must:  # whoever has passed so far rolls once more
            passed = sum(levels.values(), ZERO)
            levels = mixture([(passed, once["success_level"])])
    return result | {"success": sum(levels.values(), ZERO), "success_level": ordered(levels)}


def size(document: Mapping[str, Any]) -> dict[str, Any]:
    """A size test: Tiny 1 die to Huge 5, Strong +1, Weak -1, Swarm -1.

    https://jwarref.netlify.app/definitions/tests/Size-Challenge-Test
    """
    card = Card(document.get("traits") or (), "size")
    dice = 1 + ("tiny", "small", "medium", "large", "huge").index(size_of(document, card))
    dice += card.has("strong") - card.has("weak") - card.has("swarm")
    return challenge(
        {
            "dice": dice,
            "number": document["number"],
            "prowess": max(0, card.total("prowess")),
            "adept": max(0, card.total("adept")),
            "bonus": document.get("bonus", 0),
        }
    )


def rise(document: Mapping[str, Any]) -> dict[str, Any]:
    """Rise (X): one die against X, as no statistic is named.

    https://jwarref.netlify.app/definitions/traits/Rise
    """
    law: dict[int, Fraction] = {}
    for face in range(1, 7):
        value, _ = pool_value([face])
        law[value] = law.get(value, ZERO) + Fraction(1, 6)
    levels = {
        value - document["value"]: p for value, p in law.items() if value >= document["value"]
    }
    return {
        "success": sum(levels.values(), ZERO),
        "success_level": ordered(levels),
        "value": ordered(law),
    }


# --------------------------------------------------------------------------------------------
# Damage at a Success Level
# --------------------------------------------------------------------------------------------


def levels_of(special: str | None, level: int) -> Sequence[int]:
    """The Success Levels of the Damage Rolls of an attack.

    https://jwarref.netlify.app/Rulebook/Special-Abilities
    """
    if special in ("push", "sidestep", "drag", "grapple", "gokusatsu", "ivory prison"):
        return []
    if special == "combo":
        return combo_levels(level)
    return [level, level] if special == "dual" else [level]


def damage_at(document: Mapping[str, Any], level: int) -> dict[str, Any]:
    """Wounds of a successful attack at one Success Level.

    Nobody says whether it is a blow or a shot, so traits of either count, nor where the model came
    from, so Assassin counts only where the dice are said to be chosen.
    """
    traits, kept = document.get("traits") or (), document.get("kept")
    card, shooting = Card(traits, "melee"), Card(traits, "ranged")
    strong = card.has("strong") or shooting.has("strong") if kept is None else kept == "strong"
    weak = card.has("weak") or shooting.has("weak") if kept is None else kept == "weak"
    armour, tough = document.get("armour", 0), document.get("tough", 0)
    if armour > 0:
        armour = max(0, armour - max(0, card.total("pierce")))
    if tough > 0:
        tough = max(0, tough - max(0, card.total("sharp")))
    special, _ = special_of(document.get("special"))
    at = list(levels_of(special, level))
    law: dict[tuple[int, bool], Fraction] = {(0, False): ONE}
    for index, each in enumerate(at):
        bonus = document.get("bonus", 0) if index == 0 else 0
        roll = damage_roll_law(
            each,
            document.get("strength", 0) + bonus + (3 if special == "powerful" else 0) - armour,
            tough,
            strong,
            weak,
            kept == "assassin",
            special == "critical",
            special in ("slam", "sweep", "throw", "forceback"),
            document.get("durable", False),
        )
        after: dict[tuple[int, bool], Fraction] = {}
        for (wounds, removed), p in law.items():
            for (more, critical), q in roll.items():
                end = (wounds, True) if removed else (wounds + more, critical)
                after[end] = after.get(end, ZERO) + p * q
        law = after
    wounds_law = ordered(image(law, lambda end: end[0]))
    boxes = document.get("wounds", 6)
    likeliest = max(wounds_law.values())
    return {
        "level": level,
        "rolls": at,
        "wounds": summary(wounds_law),
        "min": min(wounds_law),
        "most_likely": min(value for value, p in wounds_law.items() if p == likeliest),
        "max": max(wounds_law),
        "no_wounds": wounds_law.get(0, ZERO),
        "critical": image(law, lambda end: end[1]).get(True, ZERO),
        "out_of_action": image(law, lambda end: end[1] or end[0] >= boxes).get(True, ZERO),
    }


def damage(document: Mapping[str, Any]) -> dict[str, Any]:
    """Wounds at the asked Success Level, if one is asked, and the table over levels 0 to 10.

    https://jwarref.netlify.app/Rulebook/Wound-Table
    """
    table = [damage_at(document, level) for level in range(11)]
    if document.get("level") is None:
        return {"table": table}
    return {**damage_at(document, document["level"]), "table": table}
