"""The oracle: a slow, obvious and independent calculator of one melee exchange.

Nothing here is shared with the package that it checks.  Every probability is a ``Fraction`` and
every law is a plain dict ``{outcome: probability}``.  Pools are enumerated as ordered dice, every
re-roll decision is a brute-force search over all the dice that may be picked, and the exchange is
walked through comparison by comparison and Damage Roll by Damage Roll.

The rules are those of the public rulebook, cited function by function:

* pools, natural ones, ties: https://jwarref.netlify.app/Rulebook/Tests
* the exchange step by step: https://jwarref.netlify.app/Rulebook/Melee-Exchange
* damage: https://jwarref.netlify.app/Rulebook/Wound-Table
* Special Attacks and Defences: https://jwarref.netlify.app/Rulebook/Special-Abilities
* traits: https://jwarref.netlify.app/Rulebook/Traits
* states: https://jwarref.netlify.app/Rulebook/Model-States
* rulings: https://jwarref.netlify.app/FAQ/

Use ``melee(document)`` for a whole exchange; ``pool_value``, ``pool_law``, ``initiative``,
``wounds_by_table``, ``damage_law`` and ``challenge`` are the pieces that can be checked alone.
Out of scope: collisions, distances, and card effects outside the list ``EXCHANGE_TRAITS``.
"""

import re
from collections.abc import Callable, Hashable, Iterable, Mapping
from fractions import Fraction
from functools import cache, lru_cache
from itertools import combinations, product
from typing import Any, NamedTuple, TypeVar

Faces = tuple[int, ...]
Stage = tuple[str, int]  # ("max" | "min", how many dice it may re-roll)
Outcome = TypeVar("Outcome", bound=Hashable)

ONE = Fraction(1)
FACES = range(1, 7)


def mixture(
    parts: Iterable[tuple[Fraction, Mapping[Outcome, Fraction]]],
) -> dict[Outcome, Fraction]:
    """Return the law that follows each of some laws with the given probability."""
    mixed: dict[Outcome, Fraction] = {}
    for weight, law in parts:
        for outcome, probability in law.items():
            mixed[outcome] = mixed.get(outcome, Fraction(0)) + weight * probability
    return mixed


def image(
    law: Mapping[Any, Fraction], function: Callable[[Any], Outcome]
) -> dict[Outcome, Fraction]:
    """Return the law of ``function(outcome)``."""
    result: dict[Outcome, Fraction] = {}
    for outcome, probability in law.items():
        key = function(outcome)
        result[key] = result.get(key, Fraction(0)) + probability
    return result


# --------------------------------------------------------------------------------------------
# Reading a model
# --------------------------------------------------------------------------------------------

# Traits that change an exchange whose dice are already allocated.
EXCHANGE_TRAITS = {
    "adept", "agile", "armour", "assassin", "bleed", "brutal", "chain weapon", "dodge", "durable",
    "entangling", "feint", "fire", "immovable", "immune", "impenetrable defence", "insignificant",
    "intangible", "kata", "last stand", "lightning reflexes", "parry", "pierce", "poison",
    "prowess", "reach", "rise", "sharp", "sixth sense", "slow", "soulless", "strong", "tough",
    "unblockable", "weak",
}  # fmt: skip

# Traits that are known and cannot touch it; any other name is refused, so that no misspelt trait
# is silently left out of a check.
IDLE_TRAITS = {
    "aggressive", "ammo", "aware", "bodyguard", "bravery", "camouflage", "cloudwalk", "command",
    "courage", "cowardly", "defensive", "dread", "endurance", "fear", "fearless", "flank", "group",
    "huge", "indomitable", "ki block", "leadership", "lightfooted", "lightweight", "mantra",
    "mettle", "order", "overwhelm", "pack", "ranged defence", "rapid fire", "regenerate",
    "resistance", "scout", "spirit", "split attack", "steadfast", "swarm", "tactician", "terror",
    "tiny", "tireless", "virtue", "willpower",
}  # fmt: skip

ATTACK_SPECIALS = (
    "Combo Attack", "Critical Attack", "Drag Attack", "Dual Attack", "Forceback Attack",
    "Gokusatsu Attack", "Grapple Attack", "Ivory Prison Attack", "Powerful Attack", "Push Attack",
    "Sidestep Attack", "Slam Attack", "Stun Attack", "Sweep Attack", "Throw Attack",
)  # fmt: skip
DEFENCE_SPECIALS = (
    "Counterstrike Defence", "Drag Defence", "Eagle's Flight Defence", "Forceback Defence",
    "Grapple Defence", "Push Defence", "Sidestep Defence", "Sweep Defence", "Throw Defence",
    "Web Defence",
)  # fmt: skip

TRAIT_NOTATION = re.compile(
    r"""\s*(?P<name>[A-Za-z][A-Za-z' -]*?)       # Prowess
        \s*(?:\[(?P<where>[^\]]*)\])?            # [Melee, Ranged]
        \s*:?\s*                                 # some cards print a colon
        (?:\(?(?P<value>[+-]?\d+)                # (1) or 1
        \s*(?:/\s*(?P<second>[+-]?\d+))?\)?)?    # (2/1)
        \s*$""",
    re.VERBOSE,
)


class Trait(NamedTuple):
    """One printed trait: lower-case name, its descriptors, its value (1 where none is printed)."""

    name: str
    where: frozenset[str]
    value: int


def read_trait(text: str) -> Trait:
    """Read card notation such as ``Brutal (1)``, ``Prowess [Melee]:(1)`` or ``Poison (2/1)``.

    A trait printed without a value means (1): https://jwarref.netlify.app/Rulebook/Traits
    """
    match = TRAIT_NOTATION.match(text)
    if match is None:
        raise ValueError(f"cannot read the trait {text!r}")
    name = match["name"].strip().lower().replace("defense", "defence")
    if name not in EXCHANGE_TRAITS and name not in IDLE_TRAITS:
        raise ValueError(f"the oracle does not know the trait {text!r}")
    where = {
        word.strip().lower().replace("defense", "defence")
        for word in (match["where"] or "").split(",")
    }
    return Trait(name, frozenset(where - {""}), int(match["value"] or 1))


def read_special(text: str | None) -> str | None:
    """Return the full name of a Special Attack or Defence without its cost.

    https://jwarref.netlify.app/Rulebook/Special-Abilities
    """
    if text is None:
        return None
    plain = re.sub(r"\s*:?\s*\(\d+\)\s*$", "", text.strip()).lower()
    plain = plain.replace("\N{RIGHT SINGLE QUOTATION MARK}", "'").replace("defense", "defence")
    names = ATTACK_SPECIALS + DEFENCE_SPECIALS
    exact = [name for name in names if name.lower() == plain]
    short = [name for name in names if name.lower().rsplit(" ", 1)[0] == plain]
    found = exact or short
    if len(found) != 1:
        raise ValueError(f"the oracle does not know the special {text!r}")
    return found[0]


class Model(NamedTuple):
    """A model of the document with every trait turned into the number or flag that is used."""

    name: str
    attack: int
    defence: int
    wounds: int
    max_wounds: int
    strength: int
    special: str | None
    # pools
    kata: bool
    adept_attack: int
    adept_defence: int
    brutal: int
    parry: int
    chain_weapon: int
    unblockable: int
    impenetrable: bool
    # re-rolls
    dodge: int
    feint: int
    prowess_attack: int
    prowess_defence: int
    prowess_shared: int
    priority: str
    # initiative and states at the start
    lightning: bool
    reach: bool
    slow: bool
    engaged: bool
    prone: bool
    surprised: bool
    immobilised: bool
    held: bool
    death_sentence: bool
    # damage
    armour: int
    pierce: int
    tough: int
    sharp: int
    durable: bool
    strong: bool
    weak: bool
    assassin: bool
    unseen: bool
    entangling: bool
    poison: int
    bleed: int
    fire: int
    # what can happen to it
    immovable: bool
    immune: frozenset[str]
    insignificant: bool
    soulless: bool
    last_stand: bool
    rise: int | None


def read_model(source: Mapping[str, Any], *, standing_up: bool = False) -> Model:
    """Turn a model of the document into a ``Model``.

    A trait with a descriptor counts where the descriptor fits a melee exchange: [Melee] fits both
    pools, [Attack] and [Defence] one of them.  Values of one trait add up, card and weapon.
    A model that stands up fights the exchange standing.

    https://jwarref.netlify.app/Rulebook/Traits  https://jwarref.netlify.app/Rulebook/Model-States
    """
    traits = [read_trait(text) for text in source.get("traits") or ()]
    states = {state.strip().lower().replace("_", " ") for state in source.get("states") or ()}

    def values(name: str, *descriptors: str) -> list[int]:
        fitting = set(descriptors or ("melee",))
        return [t.value for t in traits if t.name == name and (not t.where or t.where & fitting)]

    def total(name: str, *descriptors: str) -> int:
        return sum(values(name, *descriptors))

    def has(name: str) -> bool:
        return bool(values(name))

    attack_only = defence_only = shared = 0
    for trait in traits:
        if trait.name == "prowess":
            if {"attack", "defence"} <= trait.where:
                raise ValueError("the oracle does not know Prowess [Attack, Defence]")
            if not trait.where or "melee" in trait.where:
                shared += trait.value
            elif "attack" in trait.where:
                attack_only += trait.value
            elif "defence" in trait.where:
                defence_only += trait.value
    if shared > 0:  # shared Prowess replaces the separate ones
        attack_only = defence_only = 0

    immune = {word for trait in traits if trait.name == "immune" for word in trait.where}
    if has("soulless"):
        immune |= {"bleeding", "frightened", "poisoned"}
    if has("intangible"):
        immune |= {"held", "immobilised"}
    if has("agile"):
        immune |= {"held"}

    wounds = int(source.get("wounds", 6))
    rise = values("rise")
    return Model(
        name=str(source.get("name", "")),
        attack=int(source.get("attack", 0)),
        defence=int(source.get("defence", 0)),
        wounds=wounds,
        max_wounds=int(source.get("max_wounds") or wounds),
        strength=int(source.get("strength", 0)),
        special=read_special(source.get("special")),
        kata=has("kata"),
        adept_attack=max(0, total("adept", "melee", "attack")),
        adept_defence=max(0, total("adept", "melee", "defence")),
        brutal=total("brutal"),
        parry=total("parry"),
        chain_weapon=max(0, total("chain weapon")),
        unblockable=max(0, total("unblockable")),
        impenetrable=has("impenetrable defence"),
        dodge=max(0, total("dodge")),
        feint=max(0, total("feint")),
        prowess_attack=max(0, attack_only),
        prowess_defence=max(0, defence_only),
        prowess_shared=max(0, shared),
        priority=str(source.get("prowess_priority", "balanced")),
        lightning=has("lightning reflexes"),
        reach=has("reach"),
        slow=has("slow"),
        engaged=bool(source.get("engaged", False)),
        prone="prone" in states and not standing_up,
        surprised="surprised" in states and not has("sixth sense"),
        immobilised="immobilised" in states,
        held="held" in states,
        death_sentence="death sentence" in states,
        armour=total("armour"),
        pierce=max(0, total("pierce")),
        tough=total("tough"),
        sharp=max(0, total("sharp")),
        durable=has("durable"),
        strong=has("strong"),
        weak=has("weak"),
        assassin=has("assassin"),
        unseen=bool(source.get("unseen", False)),
        entangling=has("entangling"),
        poison=max(values("poison"), default=0),  # of several sources only one is used at a time
        bleed=max(values("bleed"), default=0),
        fire=max(values("fire"), default=0),
        immovable=has("immovable"),
        immune=frozenset(immune),
        insignificant=has("insignificant"),
        soulless=has("soulless"),
        last_stand=has("last stand"),
        rise=sum(rise) if rise else None,
    )


def read_document(document: Mapping[str, Any]) -> tuple[Model, Model]:
    """Return the active model and its opponent."""
    standing_up = str(document.get("action", "melee")).replace("_", " ") == "stand up"
    active = read_model(document["active"], standing_up=standing_up)
    return active, read_model(document["opponent"])


# --------------------------------------------------------------------------------------------
# Pools
# --------------------------------------------------------------------------------------------


def pool_value(
    dice: Iterable[int], *, kata: bool = False, adept: int = 0, bonus: int = 0, removed: int = 0
) -> tuple[int, int]:
    """Return (final value, surviving dice) of dice that will not be re-rolled any more.

    Natural ones leave the pool unless the model has Kata; then the enemy's Unblockable or
    Impenetrable Defence takes the ``removed`` highest dice; the highest die left counts in full and
    up to two others, plus Adept, give +1 each; Brutal or Parry is the ``bonus``.  A pool without a
    surviving die is worth 0 whatever the bonus.

    https://jwarref.netlify.app/Rulebook/Tests  https://jwarref.netlify.app/FAQ/
    """
    left = sorted(die for die in dice if kata or die != 1)
    left = left[: max(0, len(left) - removed)]
    if not left:
        return 0, 0
    supporting = min(len(left) - 1, 2 + adept)
    return left[-1] + supporting + bonus, len(left)


class PoolRule(NamedTuple):
    """What turns the dice of one pool into its value: the arguments of ``pool_value``."""

    kata: bool = False
    adept: int = 0
    bonus: int = 0
    removed: int = 0


@cache
def rolls(count: int) -> dict[Faces, Fraction]:
    """Return the law of the sorted faces of ``count`` dice, by listing every ordered roll."""
    law: dict[Faces, Fraction] = {}
    each = Fraction(1, 6**count)
    for ordered in product(FACES, repeat=count):
        faces = tuple(sorted(ordered))
        law[faces] = law.get(faces, Fraction(0)) + each
    return law


def selections(faces: Faces, budget: int) -> list[Faces]:
    """Return every different choice of at most ``budget`` of these dice, by their faces."""
    return sorted(
        {
            chosen
            for count in range(min(budget, len(faces)) + 1)
            for chosen in combinations(faces, count)
        }
    )


def without(faces: Faces, chosen: Faces) -> Faces:
    """Return the dice that are kept when the chosen ones are picked up."""
    kept = list(faces)
    for face in chosen:
        kept.remove(face)
    return tuple(kept)


@lru_cache(maxsize=200_000)
def law_from(
    faces: Faces, stages: tuple[Stage, ...], rule: PoolRule
) -> dict[tuple[int, int], Fraction]:
    """Return the law of (value, survivors) for dice on the table and re-roll stages to come."""
    if not stages:
        return {pool_value(faces, **rule._asdict()): ONE}
    chosen = stage_choice(faces, stages, rule)
    return law_after(without(faces, chosen), len(chosen), stages[1:], rule)


@lru_cache(maxsize=200_000)
def law_after(
    kept: Faces, rerolled: int, later: tuple[Stage, ...], rule: PoolRule
) -> dict[tuple[int, int], Fraction]:
    """Return the law of (value, survivors) when ``rerolled`` new dice join those kept.

    The later stages are then played on all of them.
    """
    return mixture(
        (probability, law_from(tuple(sorted(kept + new)), later, rule))
        for new, probability in rolls(rerolled).items()
    )


@lru_cache(maxsize=200_000)
def expected(
    kept: Faces, rerolled: int, later: tuple[Stage, ...], rule: PoolRule
) -> tuple[Fraction, Fraction]:
    """Return the expected final value and the expected surviving dice of ``law_after``."""
    law = law_after(kept, rerolled, later, rule)
    value = sum((p * value for (value, _), p in law.items()), Fraction(0))
    survivors = sum((p * survivors for (_, survivors), p in law.items()), Fraction(0))
    return value, survivors


@lru_cache(maxsize=200_000)
def stage_choice(faces: Faces, stages: tuple[Stage, ...], rule: PoolRule) -> Faces:
    """Return the dice that the first of these stages re-rolls, by trying every choice.

    Prowess ("max") wants the highest expected final value, Feint and Dodge ("min") the lowest, all
    later stages being played in the same way.  Equal choices: more (fewer) expected survivors; then
    fewer dice re-rolled; then the lower faces for Prowess, the higher for Feint and Dodge.

    Order and limits of re-rolls: https://jwarref.netlify.app/Rulebook/Tests
    """
    goal, budget = stages[0]

    def preference(chosen: Faces) -> tuple[Any, ...]:
        value, survivors = expected(without(faces, chosen), len(chosen), stages[1:], rule)
        if goal == "max":
            return (-value, -survivors, len(chosen), tuple(sorted(chosen)))
        downwards = sorted(chosen, reverse=True)
        return (value, survivors, len(chosen), tuple(-face for face in downwards))

    return min(selections(faces, budget), key=preference)


def pool_law(
    dice: int,
    stages: Iterable[Stage] = (),
    *,
    kata: bool = False,
    adept: int = 0,
    bonus: int = 0,
    removed: int = 0,
) -> dict[tuple[int, int], Fraction]:
    """Return the law of (value, survivors) of a pool of ``dice`` dice with its re-roll stages.

    ``stages`` are ("max" | "min", how many dice) in the order in which they are played.
    """
    rule = PoolRule(kata, adept, bonus, removed)
    real = tuple((goal, budget) for goal, budget in stages if budget > 0)
    return mixture((p, law_from(faces, real, rule)) for faces, p in rolls(dice).items())


def faces_after(
    dice: int, stage: Stage | None, foreseen: tuple[Stage, ...], rule: PoolRule
) -> dict[Faces, Fraction]:
    """Return the law of the faces on the table after one stage that foresees the given stages."""
    if stage is None:
        return dict(rolls(dice))
    law: dict[Faces, Fraction] = {}
    for faces, probability in rolls(dice).items():
        chosen = stage_choice(faces, (stage, *foreseen), rule)
        kept = without(faces, chosen)
        for new, chance in rolls(len(chosen)).items():
            end = tuple(sorted(kept + new))
            law[end] = law.get(end, Fraction(0)) + probability * chance
    return law


class Chosen(NamedTuple):
    """A possible choice of shared Prowess in one pool, with what it leads to."""

    faces: Faces
    kept: Faces
    value: Fraction
    survivors: Fraction


def shared_options(
    faces: Faces, budget: int, later: tuple[Stage, ...], rule: PoolRule
) -> list[Chosen]:
    """Return what shared Prowess may do in one of its two pools."""
    return [
        Chosen(chosen, kept, *expected(kept, len(chosen), later, rule))
        for chosen in selections(faces, budget)
        for kept in [without(faces, chosen)]
    ]


def shared_choice(
    attack: list[Chosen], defence: list[Chosen], budget: int, priority: str
) -> tuple[Chosen, Chosen]:
    """Return the dice that shared Prowess [Melee] re-rolls in both own pools, by trying every pair.

    ``balanced`` maximises the sum of both expected values, ``attack`` and ``defence`` that pool's
    first and then the other's.  Equal choices: more survivors in both pools together; fewer dice;
    more of them in Attack; lower faces in Attack, then in Defence.

    https://jwarref.netlify.app/definitions/traits/Prowess
    """

    def preference(pair: tuple[Chosen, Chosen]) -> tuple[Any, ...]:
        a, d = pair
        goals = {
            "balanced": (-(a.value + d.value),),
            "attack": (-a.value, -d.value),
            "defence": (-d.value, -a.value),
        }[priority]
        return (
            *goals,
            -(a.survivors + d.survivors),
            len(a.faces) + len(d.faces),
            -len(a.faces),
            a.faces,
            d.faces,
        )

    pairs = [(a, d) for a in attack for d in defence if len(a.faces) + len(d.faces) <= budget]
    return min(pairs, key=preference)


PoolPair = tuple[tuple[int, int], tuple[int, int]]  # (value, survivors) of Attack, of Defence


def pools_law(model: Model, enemy: Model, *, has_initiative: bool) -> dict[PoolPair, Fraction]:
    """Return the joint law of a model's Attack and Defence pools after all re-rolls.

    The side without initiative plays first with everything, the side with initiative last; a side
    touches the enemy's dice before its own.  So with initiative a model's pools see the enemy's
    Dodge and Feint and then its own Prowess, without initiative the reverse.

    https://jwarref.netlify.app/Rulebook/Tests
    """
    attack_rule = PoolRule(model.kata, model.adept_attack, model.brutal, int(enemy.impenetrable))
    parry = max(0, model.parry - enemy.chain_weapon) if model.parry > 0 else model.parry
    defence_rule = PoolRule(model.kata, model.adept_defence, parry, enemy.unblockable)
    dodge, feint = ("min", enemy.dodge), ("min", enemy.feint)

    if not model.prowess_shared:
        laws = []
        for dice, harm, help_, rule in (
            (model.attack, dodge, ("max", model.prowess_attack), attack_rule),
            (model.defence, feint, ("max", model.prowess_defence), defence_rule),
        ):
            stages = [harm, help_] if has_initiative else [help_, harm]
            laws.append(pool_law(dice, stages, **rule._asdict()))
        return {(a, d): p * q for a, p in laws[0].items() for d, q in laws[1].items()}

    budget = model.prowess_shared
    own: tuple[Stage, ...] = (("max", budget),)
    before: dict[str, Stage | None] = {"attack": None, "defence": None}
    later: dict[str, tuple[Stage, ...]] = {"attack": (), "defence": ()}
    for pool, stage in (("attack", dodge), ("defence", feint)):
        if stage[1] > 0 and has_initiative:
            before[pool] = stage  # foresees this pool alone, with the whole budget for it
        elif stage[1] > 0:
            later[pool] = (stage,)
    attack_faces = faces_after(model.attack, before["attack"], own, attack_rule)
    defence_faces = faces_after(model.defence, before["defence"], own, defence_rule)

    attack_options = {
        faces: shared_options(faces, budget, later["attack"], attack_rule) for faces in attack_faces
    }
    defence_options = {
        faces: shared_options(faces, budget, later["defence"], defence_rule)
        for faces in defence_faces
    }
    # what is done in Attack -> what is done in Defence -> probability
    plans: dict[Chosen, dict[Chosen, Fraction]] = {}
    for one, p in attack_faces.items():
        for two, q in defence_faces.items():
            a, d = shared_choice(attack_options[one], defence_options[two], budget, model.priority)
            row = plans.setdefault(a, {})
            row[d] = row.get(d, Fraction(0)) + p * q
    joint: dict[PoolPair, Fraction] = {}
    for a, row in plans.items():
        defence_law = mixture(
            (p, law_after(d.kept, len(d.faces), later["defence"], defence_rule))
            for d, p in row.items()
        )
        attack_law = law_after(a.kept, len(a.faces), later["attack"], attack_rule)
        for x, p in attack_law.items():
            for y, q in defence_law.items():
                joint[x, y] = joint.get((x, y), Fraction(0)) + p * q
    return joint


def challenge(
    dice: int, number: int, prowess: int = 0, adept: int = 0, bonus: int = 0, goal: str = "value"
) -> dict[str, Any]:
    """Return success, Success Level and value laws of a Challenge test.

    A pool of 0 or less rolls one die; success is a result of at least ``number``.  Prowess plays
    for the expected final ``value`` or, with ``goal="success"``, for the chance of success.

    https://jwarref.netlify.app/definitions/tests/Challenge-Test
    """
    dice = max(1, dice)
    rule = PoolRule(adept=adept, bonus=bonus)
    if goal == "value":
        law = pool_law(dice, [("max", prowess)], adept=adept, bonus=bonus)
    else:
        parts = []
        for faces, probability in rolls(dice).items():
            candidates = []
            for chosen in selections(faces, prowess):
                end = law_after(without(faces, chosen), len(chosen), (), rule)
                chance = sum((p for (value, _), p in end.items() if value >= number), Fraction(0))
                survivors = sum((p * left for (_, left), p in end.items()), Fraction(0))
                candidates.append(((-chance, -survivors, len(chosen), chosen), end))
            best = min(candidates, key=lambda candidate: candidate[0])
            parts.append((probability, best[1]))
        law = mixture(parts)
    values = image(law, lambda end: end[0])
    levels = {value - number: p for value, p in values.items() if value >= number}
    return {
        "success": sum(levels.values(), Fraction(0)),
        "success_level": ordered(levels),
        "value": ordered(values),
    }


# --------------------------------------------------------------------------------------------
# Initiative
# --------------------------------------------------------------------------------------------


def initiative(document: Mapping[str, Any]) -> str:
    """Return which model compares first, "active" or "opponent".

    https://jwarref.netlify.app/Rulebook/Melee-Exchange (step 3) and the traits Slow, Reach and
    Lightning Reflexes on https://jwarref.netlify.app/Rulebook/Traits
    """
    forced = document.get("initiative", "auto")
    if forced in ("active", "opponent"):
        return str(forced)
    active, opponent = read_document(document)

    # A Prone or Surprised model is second; where both are, as if neither were.
    active_down = active.prone or active.surprised
    opponent_down = opponent.prone or opponent.surprised
    if active_down != opponent_down:
        return "opponent" if active_down else "active"

    lightning, reach, slow = {}, {}, {}
    for side, model in (("active", active), ("opponent", opponent)):
        cancelled = model.slow and (model.lightning or model.reach)
        lightning[side] = model.lightning and not cancelled
        reach[side] = model.reach and not model.engaged and not cancelled
        slow[side] = model.slow and not cancelled

    if lightning["active"] != lightning["opponent"]:
        return "active" if lightning["active"] else "opponent"
    if reach["active"] != reach["opponent"]:
        return "active" if reach["active"] else "opponent"
    return "opponent" if slow["active"] else "active"


# --------------------------------------------------------------------------------------------
# Damage
# --------------------------------------------------------------------------------------------

# One row a damage total, one column a Success Level 0 to 10.
WOUND_TABLE = {
    2: (0, 0, 0, 0, 1, 2, 3, 4, 5, 6, 7),
    3: (0, 0, 0, 1, 2, 3, 4, 5, 6, 7, 8),
    4: (0, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9),
    5: (0, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9),
    6: (0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10),
    7: (0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10),
    8: (0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10),
    9: (1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11),
    10: (1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11),
    11: (2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12),
    12: (3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13),
}


def wounds_by_table(total: int, level: int) -> int:
    """Return the wounds of a damage total (kept within 2 to 12) at a Success Level.

    Beyond the last printed column each further level adds one wound.

    https://jwarref.netlify.app/Rulebook/Wound-Table
    """
    row = WOUND_TABLE[min(12, max(2, total))]
    return row[level] if level <= 10 else row[10] + (level - 10)


def picked_dice(
    roll: tuple[int, ...], strong: bool, weak: bool, assassin: bool, critical: bool
) -> tuple[int, int]:
    """Return the two dice that a Damage Roll uses.

    Strong keeps the two highest of three and Weak the two lowest; an eligible Assassin takes any
    two: a pair where there is one and Critical Attack is used, else the two highest.

    https://jwarref.netlify.app/Rulebook/Traits  https://jwarref.netlify.app/FAQ/
    """
    low_to_high = sorted(roll)
    if assassin and critical:
        for one, two in combinations(low_to_high, 2):
            if one == two:
                return one, two
    if weak and not strong and not assassin:
        return low_to_high[0], low_to_high[1]
    return low_to_high[-2], low_to_high[-1]


@lru_cache(maxsize=100_000)
def damage_roll_law(
    level: int,
    modifier: int,
    tough: int,
    strong: bool,
    weak: bool,
    assassin: bool,
    critical: bool,
    half: bool,
    durable: bool,
) -> dict[tuple[int, bool], Fraction]:
    """Return the law of (wounds, removed by a Critical) of one Damage Roll, all dice listed."""
    three_dice = assassin or (strong != weak)
    law: dict[tuple[int, bool], Fraction] = {}
    every_roll = list(product(FACES, repeat=3 if three_dice else 2))
    for roll in every_roll:
        first, second = picked_dice(roll, strong, weak, assassin, critical)
        wounds = wounds_by_table(first + second + modifier, level)
        if tough >= 0 or wounds > 0:  # negative Tough adds only where there is a wound
            wounds = max(0, wounds - tough)
        if half:
            wounds //= 2
        if durable and wounds > 1:
            wounds = 1
        end = (wounds, critical and first == second)
        law[end] = law.get(end, Fraction(0)) + Fraction(1, len(every_roll))
    return law


def model_damage_law(
    attacker: Model, defender: Model, level: int, bonus: int, half: bool, critical: bool
) -> dict[tuple[int, bool], Fraction]:
    """Return the law of one Damage Roll between two models that have been read."""
    armour, tough = defender.armour, defender.tough
    if armour > 0:  # Pierce and Sharp lower only what is positive, to 0
        armour = max(0, armour - attacker.pierce)
    if tough > 0:
        tough = max(0, tough - attacker.sharp)
    modifier = attacker.strength + bonus - armour + int(defender.death_sentence)
    return damage_roll_law(
        level,
        modifier,
        tough,
        attacker.strong,
        attacker.weak,
        attacker.assassin and (attacker.unseen or defender.surprised),
        critical,
        half,
        defender.durable,
    )


def damage_law(
    attacker: Mapping[str, Any],
    defender: Mapping[str, Any],
    level: int,
    *,
    bonus: int = 0,
    half: bool = False,
    critical: bool = False,
) -> dict[tuple[int, bool], Fraction]:
    """Return the law of (wounds, removed by a Critical) of one Damage Roll.

    ``bonus`` is what comes on top of the weapon's strength (Powerful +3, Charge +2); a Death
    Sentence on the defender is read from its states.  Order: table, Tough, half (rounded down),
    Durable.

    https://jwarref.netlify.app/Rulebook/Wound-Table
    """
    return model_damage_law(
        read_model(attacker), read_model(defender), level, bonus, half, critical
    )


def combo_levels(level: int) -> list[int]:
    """Return the Success Levels of the Damage Rolls of a Combo Attack.

    https://jwarref.netlify.app/Rulebook/Special-Abilities
    """
    levels = list(range(level, -1, -2))
    if level in (0, 1):
        levels.append(0)
    return levels


@cache
def rise_chance(number: int) -> Fraction:
    """Return the chance that one die, a natural one counting 0, reaches the Rise number.

    https://jwarref.netlify.app/definitions/traits/Rise
    """
    return Fraction(sum(pool_value([face])[0] >= number for face in FACES), 6)


# --------------------------------------------------------------------------------------------
# The exchange
# --------------------------------------------------------------------------------------------


class Fighter(NamedTuple):
    """What has happened to one model, and what it has done, so far in the exchange."""

    left: int  # wound boxes left
    charge: bool  # its next Damage Roll gets the Charge bonus
    prone: bool
    bound: bool  # Held: neither moves nor is moved
    attack: tuple[str, int | None] | None = None  # ("success", level), ("failed", None), ...
    triggered: bool = False
    damage_level: int | None = None
    dealt: int = 0
    suffered: int = 0
    lethal: bool = False
    critical: bool = False
    gone: bool = False  # removed from play at once
    out: bool = False  # removed by the end of the turn
    stopped: bool = False  # may not make its own attack any more
    webbed: bool = False
    effects: frozenset[str] = frozenset()
    poisoned: int = 0
    bleeding: int = 0
    on_fire: int = 0


class State(NamedTuple):
    """A moment of the exchange: fighter 0 is the active model, fighter 1 its opponent."""

    fighters: tuple[Fighter, Fighter]
    contact: bool = True

    def put(self, side: int, fighter: Fighter) -> "State":
        """Return this state with one fighter replaced."""
        active, opponent = self.fighters
        return State((fighter, opponent) if side == 0 else (active, fighter), self.contact)

    def change(self, side: int, **changes: Any) -> "State":
        """Return this state with one fighter changed."""
        return self.put(side, self.fighters[side]._replace(**changes))

    def suffer(self, side: int, effect: str) -> "State":
        """Return this state with an effect noted for one fighter."""
        return self.change(side, effects=self.fighters[side].effects | {effect})


StateLaw = dict[State, Fraction]
Comparison = tuple[str, int]  # ("none", 0), ("hit", level of the attack), ("miss", of the defence)


class Exchange:
    """The two models and how one thing leads to another between them.

    https://jwarref.netlify.app/Rulebook/Melee-Exchange
    """

    def __init__(self, active: Model, opponent: Model, action: str) -> None:
        self.models = (active, opponent)
        self.action = action

    def start(self) -> State:
        """Return the state before the first comparison."""
        active, opponent = (
            Fighter(left=model.wounds, charge=False, prone=model.prone, bound=model.held)
            for model in self.models
        )
        return State((active._replace(charge=self.action == "charge"), opponent))

    # ---- what a special does ----

    def special(self, state: State, side: int) -> str | None:
        """Return the special that this model may use at this moment.

        It needs a die in the pool concerned; a Prone model uses none, nor does one that became
        Prone during the exchange, nor one that began it Immobilised.

        https://jwarref.netlify.app/Rulebook/Model-States  https://jwarref.netlify.app/FAQ/
        """
        model = self.models[side]
        if state.fighters[side].prone or model.immobilised:
            return None
        pool = model.attack if model.special in ATTACK_SPECIALS else model.defence
        return model.special if pool > 0 else None

    def knock_down(self, state: State, side: int, *, risen: bool = False) -> State:
        """Return the state after a model was to become Prone: its own later attack is lost.

        Immovable and Immune [Prone] models do not become Prone.  A Prone model cannot become Prone
        again, so being swept costs it nothing more; having risen from 0 wounds always does.

        https://jwarref.netlify.app/Rulebook/Model-States
        """
        model = self.models[side]
        if model.immovable or "prone" in model.immune:
            return state
        if state.fighters[side].prone:
            return state.change(side, stopped=True) if risen else state
        return state.suffer(side, "prone").change(side, prone=True, stopped=True)

    def hold(self, state: State, side: int) -> State:
        """Return the state after a Held marker, which an immune model does not get."""
        if "held" in self.models[side].immune:
            return state
        return state.suffer(side, "held").change(side, bound=True)

    def move(self, state: State, user: int, special: str) -> State:
        """Return the state after the movement of a special used by ``user`` on the other model.

        An Immovable model is not moved by its enemy; a Held model neither moves nor is moved.
        Push, Slam and Throw break contact by moving the enemy, Sidestep by moving the user.  Drag
        moves the user away and the enemy after it, Forceback the enemy away and the user after it:
        contact is broken where the second of the two cannot follow.

        https://jwarref.netlify.app/Rulebook/Special-Abilities
        https://jwarref.netlify.app/definitions/traits/Immovable
        """
        enemy = 1 - user
        user_moves = not state.fighters[user].bound and not state.fighters[user].webbed
        enemy_moves = not self.models[enemy].immovable and not state.fighters[enemy].bound
        kind = special.split()[0]
        if kind in ("Push", "Slam", "Throw"):
            moved, broken = enemy_moves, enemy_moves
        elif kind == "Sidestep":
            moved, broken = False, user_moves
        elif kind == "Drag":
            moved, broken = user_moves and enemy_moves, user_moves and not enemy_moves
        elif kind == "Forceback":
            moved, broken = enemy_moves, enemy_moves and not user_moves
        else:
            return state
        if moved:
            state = state.suffer(enemy, "moved")
        return state._replace(contact=False) if broken else state

    # ---- damage ----

    def markers(self, victim: Fighter, dealer: int) -> Fighter:
        """Return the victim with the markers of one Damage Roll that dealt a wound.

        https://jwarref.netlify.app/definitions/traits/Poison
        """
        weapon, immune = self.models[dealer], self.models[1 - dealer].immune
        return victim._replace(
            poisoned=victim.poisoned + (0 if immune & {"poisoned", "poison"} else weapon.poison),
            bleeding=victim.bleeding + (0 if immune & {"bleeding", "bleed"} else weapon.bleed),
            on_fire=victim.on_fire + (0 if immune & {"on fire", "fire"} else weapon.fire),
        )

    def wound(self, state: State, dealer: int, wounds: int, critical: bool) -> StateLaw:
        """Return the states after the wounds of one Damage Roll, with Rise and Last Stand.

        A model already removed takes the rest of a Combo or Dual Attack as potential only.

        https://jwarref.netlify.app/definitions/traits/Rise
        https://jwarref.netlify.app/definitions/traits/Last-Stand
        """
        side = 1 - dealer
        target = self.models[side]
        state = state.change(dealer, dealt=state.fighters[dealer].dealt + wounds)
        victim = state.fighters[side]
        if wounds > 0:
            victim = victim._replace(suffered=victim.suffered + wounds)
            if not victim.gone:
                victim = self.markers(victim, dealer)
        if victim.gone:
            return {state.put(side, victim): ONE}
        dies = victim.left > 0 and wounds >= victim.left
        victim = victim._replace(left=max(0, victim.left - wounds), lethal=victim.lethal or dies)
        if critical:  # removed from play: neither Rise nor Last Stand helps
            return {state.put(side, victim._replace(critical=True, gone=True, out=True)): ONE}
        if not dies:
            return {state.put(side, victim): ONE}
        dead = state.put(side, victim._replace(out=True, gone=not target.last_stand))
        if target.rise is None:
            return {dead: ONE}
        chance = rise_chance(target.rise)
        healed = state.put(side, victim._replace(left=target.max_wounds))
        risen = self.knock_down(healed, side, risen=True)
        return {end: p for end, p in ((risen, chance), (dead, 1 - chance)) if p}

    def damage_roll(
        self,
        law: StateLaw,
        dealer: int,
        level: int,
        *,
        bonus: int = 0,
        half: bool = False,
        critical: bool = False,
    ) -> StateLaw:
        """Return the states after one Damage Roll; none follows a removal by a Critical.

        The first Damage Roll of a charging model in the exchange gets +2:
        https://jwarref.netlify.app/Rulebook/Actions
        """
        attacker, defender = self.models[dealer], self.models[1 - dealer]
        parts = []
        for state, probability in law.items():
            if state.fighters[1 - dealer].critical:
                parts.append((probability, {state: ONE}))
                continue
            fighter = state.fighters[dealer]
            extra = bonus + (2 if fighter.charge else 0)
            highest = level if fighter.damage_level is None else max(level, fighter.damage_level)
            rolled = state.change(dealer, charge=False, damage_level=highest)
            damage = model_damage_law(attacker, defender, level, extra, half, critical)
            for (wounds, is_critical), chance in damage.items():
                parts.append(
                    (probability * chance, self.wound(rolled, dealer, wounds, is_critical))
                )
        return mixture(parts)

    # ---- one comparison ----

    def attack_succeeds(self, state: State, attacker: int, level: int) -> StateLaw:
        """Return the states after a successful attack (steps 10.1 to 12).

        https://jwarref.netlify.app/Rulebook/Melee-Exchange
        """
        defender = 1 - attacker
        weapon, target = self.models[attacker], self.models[defender]
        special = self.special(state, attacker)
        if special not in ATTACK_SPECIALS:
            special = None
        state = state.change(attacker, attack=("success", level))

        if special == "Gokusatsu Attack":
            if target.special == "Gokusatsu Attack":
                return {state: ONE}  # no effect on either combatant
            for side in (attacker, defender):
                state = state.suffer(side, "removed").change(side, gone=True, out=True)
            return {state.change(attacker, triggered=True): ONE}
        if special == "Ivory Prison Attack":
            if not target.insignificant and not target.soulless:
                state = state.suffer(defender, "replaced").change(defender, gone=True, out=True)
                return {state.change(attacker, triggered=True): ONE}
            special = None  # nothing but the usual Damage Roll

        # 10.1: the special at once
        if special is not None:
            state = self.move(state.change(attacker, triggered=True), attacker, special)
        if special in ("Slam Attack", "Sweep Attack", "Throw Attack"):
            state = self.knock_down(state, defender)
        if special == "Grapple Attack":
            state = self.hold(state, defender).change(defender, stopped=True)

        # 12: the Damage Roll or rolls, then what follows damage
        law: StateLaw = {state: ONE}
        no_damage = ("Push Attack", "Sidestep Attack", "Drag Attack", "Grapple Attack")
        if weapon.entangling:
            if "immobilised" not in target.immune:
                law = {state.suffer(defender, "immobilised"): ONE}
        elif special == "Combo Attack":
            for each in combo_levels(level):
                law = self.damage_roll(law, attacker, each)
        elif special == "Dual Attack":
            law = self.damage_roll(law, attacker, level)
            law = self.damage_roll(law, attacker, level)
        elif special == "Powerful Attack":
            law = self.damage_roll(law, attacker, level, bonus=3)
        elif special == "Critical Attack":
            law = self.damage_roll(law, attacker, level, critical=True)
        elif special in ("Slam Attack", "Sweep Attack", "Throw Attack", "Forceback Attack"):
            law = self.damage_roll(law, attacker, level, half=True)
        elif special not in no_damage:
            law = self.damage_roll(law, attacker, level)
        if special == "Stun Attack" and "stunned" not in target.immune:
            law = image(
                law,
                lambda end: end if end.fighters[defender].gone else end.suffer(defender, "stunned"),
            )
        return law

    def defence_succeeds(self, state: State, attacker: int, level: int | None) -> StateLaw:
        """Return the states after a successful defence (step 10.2), its special included.

        ``level`` is the Success Level of the defence, None where the enemy made no attack.

        https://jwarref.netlify.app/Rulebook/Special-Abilities
        """
        defender = 1 - attacker
        special = self.special(state, defender)
        if special not in DEFENCE_SPECIALS:
            return {state: ONE}
        if special == "Counterstrike Defence":
            if level is None or level < 2:
                return {state: ONE}
            return self.damage_roll(
                {state.change(defender, triggered=True): ONE}, defender, level - 2
            )
        state = self.move(state.change(defender, triggered=True), defender, special)
        if special in ("Sweep Defence", "Throw Defence"):
            state = self.knock_down(state, attacker)
        elif special == "Grapple Defence":
            state = self.hold(state, attacker)
        elif special == "Web Defence":
            state = state.change(attacker, webbed=True).suffer(attacker, "webbed")
        return {state: ONE}

    def compare(self, law: StateLaw, attacker: int, comparison: Comparison) -> StateLaw:
        """Return the states after one model's attack (steps 10 to 12).

        The attack is lost where the exchange has ended for that model: it became Prone by the
        enemy's attack or by rising, was grappled, a model is off the table, or contact is broken.

        https://jwarref.netlify.app/Rulebook/Melee-Exchange
        """
        result, level = comparison
        parts = []
        for state, probability in law.items():
            over = (
                state.fighters[attacker].stopped
                or any(fighter.gone for fighter in state.fighters)
                or not state.contact
            )
            if result == "none":
                state = state.change(attacker, attack=("not_made", None))
                after = {state: ONE} if over else self.defence_succeeds(state, attacker, None)
            elif over:
                after = {state.change(attacker, attack=("cancelled", None)): ONE}
            elif result == "hit":
                after = self.attack_succeeds(state, attacker, level)
            else:
                state = state.change(attacker, attack=("failed", None))
                after = self.defence_succeeds(state, attacker, level)
            parts.append((probability, after))
        return mixture(parts)


class Side(NamedTuple):
    """What a model brings to both comparisons: its two values and all its surviving dice."""

    attack: int
    defence: int
    survivors: int


def compare_pools(
    attacker: Model, attacking: Side, defending: Side, *, attacker_is_active: bool
) -> Comparison:
    """Return the result of one model's Attack against the other's Defence.

    Without allocated Attack dice there is no attack.  A tie is won by the model with more surviving
    dice in both its pools together, else by the active player's; its Success Level is 0.

    https://jwarref.netlify.app/Rulebook/Melee-Exchange (steps 8 to 10)
    """
    if attacker.attack <= 0:
        return "none", 0
    difference = attacking.attack - defending.defence
    if difference > 0:
        return "hit", difference
    if difference < 0:
        return "miss", -difference
    if attacking.survivors != defending.survivors:
        return ("hit", 0) if attacking.survivors > defending.survivors else ("miss", 0)
    return ("hit", 0) if attacker_is_active else ("miss", 0)


def comparisons_law(
    models: tuple[Model, Model], sides: tuple[dict[Side, Fraction], dict[Side, Fraction]]
) -> dict[tuple[Comparison, Comparison], Fraction]:
    """Return the joint law of the active model's comparison and of the opponent's."""
    law: dict[tuple[Comparison, Comparison], Fraction] = {}
    active, opponent = models
    for one, p in sides[0].items():
        row: dict[tuple[Comparison, Comparison], Fraction] = {}
        for two, q in sides[1].items():
            pair = (
                compare_pools(active, one, two, attacker_is_active=True),
                compare_pools(opponent, two, one, attacker_is_active=False),
            )
            row[pair] = row.get(pair, Fraction(0)) + q
        for pair, q in row.items():
            law[pair] = law.get(pair, Fraction(0)) + p * q
    return law


# --------------------------------------------------------------------------------------------
# The result
# --------------------------------------------------------------------------------------------


def ordered(law: Mapping[int, Fraction]) -> dict[int, Fraction]:
    """Return the law in ascending order, values of probability 0 left out."""
    return {key: law[key] for key in sorted(law) if law[key]}


def summary(law: Mapping[int, Fraction]) -> dict[str, Any]:
    """Return mean, median (the first value whose cumulative probability is 1/2) and law."""
    law = ordered(law)
    reached = Fraction(0)
    median = 0
    for value, probability in law.items():
        reached += probability
        if reached >= Fraction(1, 2):
            median = value
            break
    mean = sum((p * value for value, p in law.items()), Fraction(0))
    return {"mean": mean, "median": median, "distribution": law}


def side_result(
    exchange: Exchange, law: StateLaw, side: int, pools: dict[PoolPair, Fraction]
) -> dict[str, Any]:
    """Return what the result says of one model."""
    model = exchange.models[side]
    fighters: dict[Fighter, Fraction] = image(law, lambda state: state.fighters[side])

    def law_of(function: Callable[[Fighter], Any]) -> dict[Any, Fraction]:
        return image(fighters, function)

    def chance(function: Callable[[Fighter], bool]) -> Fraction:
        return law_of(function).get(True, Fraction(0))

    attacks = law_of(lambda fighter: fighter.attack)
    attack: dict[str, Any] = dict.fromkeys(
        ("success", "failed", "cancelled", "not_made"), Fraction(0)
    )
    levels: dict[int, Fraction] = {}
    for (word, level), probability in attacks.items():
        attack[word] += probability
        if word == "success":
            levels[level] = levels.get(level, Fraction(0)) + probability
    attack["success_level"] = ordered(levels)

    damage_levels = law_of(lambda fighter: fighter.damage_level)
    damage: dict[Any, Fraction] = {}
    if None in damage_levels:
        damage["none"] = damage_levels.pop(None)
    damage.update(ordered(damage_levels))

    effects: dict[str, Any] = {}
    for fighter, probability in fighters.items():
        for effect in fighter.effects:
            effects[effect] = effects.get(effect, Fraction(0)) + probability
    for marker, numbers in (
        ("poisoned", law_of(lambda fighter: fighter.poisoned)),
        ("bleeding", law_of(lambda fighter: fighter.bleeding)),
        ("on_fire", law_of(lambda fighter: fighter.on_fire)),
    ):
        if set(numbers) != {0}:
            effects[marker] = ordered(numbers)

    return {
        "name": model.name,
        "attack": attack,
        "damage_success_level": damage,
        "wounds_dealt": summary(law_of(lambda fighter: fighter.dealt)),
        "hp_lost": summary(law_of(lambda fighter: min(fighter.suffered, model.wounds))),
        "special": {"name": model.special, "triggered": chance(lambda fighter: fighter.triggered)},
        "lethal": chance(lambda fighter: fighter.lethal),
        "critical": chance(lambda fighter: fighter.critical),
        "out_of_action": chance(lambda fighter: fighter.out),
        "effects": effects,
        "pools": {
            "attack": {
                "dice": model.attack,
                "value": ordered(image(pools, lambda pair: pair[0][0])),
            },
            "defence": {
                "dice": model.defence,
                "value": ordered(image(pools, lambda pair: pair[1][0])),
            },
        },
    }


def disengaged(state: State) -> bool:
    """Return whether the active model may walk away at the end of its Disengage action.

    It defended successfully (the attack failed, or there was none to make) or is no longer in
    contact with the opponent, and it is not out of action.

    https://jwarref.netlify.app/Rulebook/Actions
    """
    active, opponent = state.fighters
    defended = opponent.attack is not None and opponent.attack[0] in ("failed", "not_made")
    apart = not state.contact or opponent.gone
    return (defended or apart) and not active.out


def melee(document: Mapping[str, Any]) -> dict[str, Any]:
    """Return the exact odds of one melee exchange, shaped as the product's own result.

    Every probability is a Fraction, the keys of a distribution are integers in ascending order
    ("none" marks no Damage Roll), and values of probability 0 are left out.

    https://jwarref.netlify.app/Rulebook/Melee-Exchange
    """
    models = read_document(document)
    action = str(document.get("action", "melee")).replace("_", " ")
    first = initiative(document)
    pools = (
        pools_law(models[0], models[1], has_initiative=first == "active"),
        pools_law(models[1], models[0], has_initiative=first == "opponent"),
    )
    sides = tuple(
        image(law, lambda pair: Side(pair[0][0], pair[1][0], pair[0][1] + pair[1][1]))
        for law in pools
    )
    exchange = Exchange(*models, action)
    leader = 0 if first == "active" else 1

    # first comparison -> second comparison -> probability
    chances: dict[Comparison, dict[Comparison, Fraction]] = {}
    for pair, probability in comparisons_law(models, (sides[0], sides[1])).items():
        row = chances.setdefault(pair[leader], {})
        row[pair[1 - leader]] = row.get(pair[1 - leader], Fraction(0)) + probability

    parts: list[tuple[Fraction, StateLaw]] = []
    for first_comparison, row in chances.items():
        halfway = exchange.compare({exchange.start(): ONE}, leader, first_comparison)
        for second_comparison, probability in row.items():
            parts.append((probability, exchange.compare(halfway, 1 - leader, second_comparison)))
    law = mixture(parts)

    outs = image(law, lambda state: (state.fighters[0].out, state.fighters[1].out))
    result: dict[str, Any] = {
        "kind": "melee",
        "initiative": {"first": first},
        "active": side_result(exchange, law, 0, pools[0]),
        "opponent": side_result(exchange, law, 1, pools[1]),
        "outcome": {
            "both_stand": outs.get((False, False), Fraction(0)),
            "active_out": outs.get((True, False), Fraction(0)),
            "opponent_out": outs.get((False, True), Fraction(0)),
            "both_out": outs.get((True, True), Fraction(0)),
        },
    }
    if action == "disengage":
        result["disengage"] = {"success": image(law, disengaged).get(True, Fraction(0))}
    return result
