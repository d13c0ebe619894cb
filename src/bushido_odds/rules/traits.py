"""The registry of traits: one entry a trait, with what it feeds, what it does and where it is said.

To add a trait, add its entry to ``_ENTRIES`` (and a test).  An entry that feeds no field is a trait
of the cards that cannot touch an exchange: it is accepted and listed as ignored.
"""

from __future__ import annotations

import re
from collections.abc import Mapping

from bushido_odds.rules.trait import (
    FEAR,
    KI,
    MELEE,
    RANGED,
    SIZE,
    Feeds,
    Takes,
    Trait,
    TraitUse,
    key,
)


def _melee(*fields_: str) -> dict[str, Feeds]:
    return {MELEE: {"": fields_}}


def _ranged(*fields_: str) -> dict[str, Feeds]:
    return {RANGED: {"": fields_}}


def _both(*fields_: str) -> dict[str, Feeds]:
    return {MELEE: {"": fields_}, RANGED: {"": fields_}}


def _scoped(name: str) -> dict[str, Feeds]:
    """Fed in any attack, or with [Melee] or [Ranged] only in that one."""
    return {
        MELEE: {"": (name,), "Melee": (name,)},
        RANGED: {"": (name,), "Ranged": (name,)},
    }


_SIZED: dict[str, Feeds] = {RANGED: {"": ("size",)}, SIZE: {"": ("size",)}}

_ATTACKS = ("Melee", "Ranged")
_TESTS = ("Melee", "Attack", "Defence", "Ranged", "Move", "Tactical", "Size", "Ki")
_REROLLS = (0, 5)

_STATE_WORDS = {
    "bleed": "bleeding",
    "bleeding": "bleeding",
    "poison": "poisoned",
    "poisoned": "poisoned",
    "fire": "on fire",
    "on fire": "on fire",
    "immobilized": "immobilised",
}


def _immunities(use: TraitUse) -> frozenset[str]:
    """The states that an Immune trait names, in the words of ``rules.states``."""
    named = [*use.descriptors, *([use.text] if use.text else [])]
    return frozenset(_STATE_WORDS.get(word.casefold(), word.casefold()) for word in named)


def _leading_number(use: TraitUse) -> int:
    """The first number of a value such as ``1/8"``; 0 where there is none, as in ``(X)``."""
    found = re.match(r"[+-]?\d{1,3}", use.text)
    return int(found[0]) if found else 0


_ENTRIES = (
    # ---- dice of a pool
    Trait(
        "Adept",
        "up to X supporting dice beyond two count +1 each in the named tests",
        Takes.NUMBER,
        {
            MELEE: {
                "Melee": ("adept_attack", "adept_defence"),
                "Attack": ("adept_attack",),
                "Defence": ("adept_defence",),
            },
            RANGED: {"Ranged": ("adept_attack",)},
            SIZE: {"Size": ("adept_attack",)},
            KI: {"Ki": ("adept_attack",)},
            FEAR: {"Ki": ("adept_attack",)},
        },
        _TESTS,
        (0, 12),
    ),
    Trait(
        "Brutal",
        "+X to the final Attack result, in melee and shooting; nothing if no die survives",
        Takes.NUMBER,
        _both("brutal"),
    ),
    Trait(
        "Chain Weapon",
        "the enemy's Parry is lowered by X, to no less than 0",
        Takes.NUMBER,
        _melee("chain_weapon"),
        limits=(0, 20),
    ),
    Trait(
        "Impenetrable Defence",
        "the enemy loses its highest Attack die after re-rolls",
        feeds=_melee("impenetrable_defence"),
    ),
    Trait("Kata", "natural 1s stay in the pools as 1s in melee", feeds=_melee("kata")),
    Trait(
        "Parry",
        "+X to the final Defence result in melee; nothing if no die survives",
        Takes.NUMBER,
        _melee("parry"),
    ),
    Trait(
        "Unblockable",
        "the enemy loses its X highest Defence dice after re-rolls",
        Takes.NUMBER,
        _melee("unblockable"),
        limits=(0, 12),
    ),
    # ---- re-rolls
    Trait(
        "Dodge",
        "re-roll up to X of the enemy's Attack dice",
        Takes.NUMBER,
        _melee("dodge"),
        limits=_REROLLS,
    ),
    Trait(
        "Feint",
        "re-roll up to X of the enemy's Defence dice",
        Takes.NUMBER,
        _melee("feint"),
        limits=_REROLLS,
    ),
    Trait(
        "Prowess",
        "re-roll up to X own dice in the named tests; [Melee] shares X between both pools",
        Takes.NUMBER,
        {
            MELEE: {
                "Melee": ("prowess_shared",),
                "Attack": ("prowess_attack",),
                "Defence": ("prowess_defence",),
            },
            RANGED: {"Ranged": ("prowess_attack",)},
            SIZE: {"Size": ("prowess_attack",)},
            KI: {"Ki": ("prowess_attack",)},
            FEAR: {"Ki": ("prowess_attack",)},
        },
        _TESTS,
        _REROLLS,
    ),
    # ---- who strikes first
    Trait(
        "Lightning Reflexes",
        "strikes first, ahead of Reach; two of them cancel",
        feeds=_melee("lightning_reflexes"),
    ),
    Trait(
        "Reach",
        "strikes first unless the model began the activation in base contact with an enemy; "
        "two of them cancel",
        feeds=_melee("reach"),
    ),
    Trait(
        "Slow",
        "loses the initiative when active; together with Lightning Reflexes or Reach all are "
        "ignored",
        feeds=_melee("slow"),
    ),
    # ---- Damage Rolls
    Trait("Armour", "-X on Damage Rolls against this model", Takes.NUMBER, _both("armour")),
    Trait(
        "Assassin",
        "where eligible, 3D6 for damage and any two are chosen, whatever Strong and Weak say",
        feeds=_both("assassin"),
        when=lambda use, context: context.unseen or "surprised" in context.enemy_states,
    ),
    Trait(
        "Durable",
        "a Damage Roll costs it one wound at most, after Tough",
        feeds=_scoped("durable"),
        descriptors=_ATTACKS,
    ),
    Trait(
        "Entangling",
        "a hit deals no damage and leaves the target Immobilised",
        feeds=_both("entangling"),
    ),
    Trait(
        "Oni Rage",
        "Tough is 1 higher while the model is Berserk",
        feeds=_both("tough"),
        amount=lambda use: 1,
        when=lambda use, context: "berserk" in context.states,
    ),
    Trait(
        "Pierce",
        "the target's Armour is lowered by X, to no less than 0",
        Takes.NUMBER,
        _both("pierce"),
    ),
    Trait(
        "Sharp",
        "the target's positive Tough is lowered by X, to no less than 0",
        Takes.NUMBER,
        _both("sharp"),
    ),
    Trait(
        "Strong",
        "3D6 for damage, the two highest kept, cancels with Weak; 1 more die in size tests",
        feeds={**_scoped("strong"), SIZE: {"": ("strong",)}},
        descriptors=_ATTACKS,
    ),
    Trait("Tough", "wounds of each Damage Roll are lowered by X", Takes.NUMBER, _both("tough")),
    Trait(
        "Vengeance",
        "against a named enemy in melee: Brutal 1 higher and Strength 1 higher",
        feeds=_melee("brutal", "strength"),
        descriptors=None,
        amount=lambda use: 1,
        when=lambda use, context: any(
            key(word) in context.enemy_keywords for word in use.descriptors
        ),
    ),
    Trait(
        "Weak",
        "3D6 for damage, the two lowest kept, cancels with Strong; 1 die fewer in size tests",
        feeds={**_scoped("weak"), SIZE: {"": ("weak",)}},
        descriptors=_ATTACKS,
    ),
    # ---- what a model survives or cannot suffer
    Trait(
        "Agile",
        "never Held",
        feeds=_both("immune"),
        amount=lambda use: frozenset({"held"}),
    ),
    Trait("Immovable", "not moved by specials, never Prone", feeds=_both("immovable")),
    Trait(
        "Immune",
        "never gains the named states",
        Takes.ANYTHING,
        _both("immune"),
        None,
        amount=_immunities,
    ),
    Trait(
        "Intangible",
        "never Held or Immobilised",
        feeds=_both("immune"),
        amount=lambda use: frozenset({"held", "immobilised"}),
    ),
    Trait(
        "Last Stand",
        "at 0 wounds it stays, and may strike, until the End Phase",
        feeds=_both("last_stand"),
    ),
    Trait(
        "Rise",
        "at 0 wounds one die against X at once: success restores all wounds and leaves it Prone",
        Takes.NUMBER,
        _both("rise"),
        limits=(0, 7),
    ),
    Trait("Sixth Sense", "never Surprised, Immune [Blind]", feeds=_both("sixth_sense")),
    Trait(
        "Soulless",
        "gains no Poisoned or Bleeding markers; passes Fear tests, and opposed Ki tests while not "
        "activating",
        feeds={
            **_both("soulless"),
            FEAR: {"": ("fearless",)},
            KI: {"": ("passes_inactive",)},
        },
    ),
    # ---- markers
    Trait(
        "Bleed",
        "each Damage Roll that wounds gives X Bleeding markers of value Y",
        Takes.PAIR,
        _both("bleed"),
    ),
    Trait(
        "Fire",
        "each Damage Roll that wounds gives X On Fire markers of value Y",
        Takes.PAIR,
        _both("fire"),
    ),
    Trait(
        "Poison",
        "each Damage Roll that wounds gives X Poisoned markers of value Y",
        Takes.PAIR,
        _both("poison"),
    ),
    # ---- the number of dice and how they may be split
    Trait(
        "Aggressive",
        "at least as many dice in Attack as in Defence; cancels with Defensive",
        feeds=_melee("aggressive"),
    ),
    Trait(
        "Co-ordinated Attack",
        "+1 Melee Pool with such a friend in base contact with the enemy",
        feeds=_melee("coordinated_attack"),
        descriptors=None,
        amount=lambda use: 1,
    ),
    Trait(
        "Defensive",
        "at least as many dice in Defence as in Attack; cancels with Aggressive",
        feeds=_melee("defensive"),
    ),
    Trait("Endurance", "no Melee Pool penalty for being Exhausted", feeds=_melee("endurance")),
    Trait(
        "Indomitable",
        "X assisting enemies cost it no dice",
        Takes.NUMBER,
        _melee("indomitable"),
    ),
    Trait("Steadfast", "splits its dice freely while Frightened", feeds=_melee("steadfast")),
    Trait(
        "Tireless",
        "keeps its Activation Counter in exchanges that the enemy started",
        feeds=_melee("tireless"),
    ),
    # ---- shooting
    Trait("Huge", "Huge, whatever its base", feeds=_SIZED, amount=lambda use: "huge"),
    Trait("Kumo", "its size does not change the Challenge Number", feeds=_ranged("kumo")),
    Trait("Lightweight", "no +1 to the Challenge Number for moving", feeds=_ranged("lightweight")),
    Trait(
        "Ranged Defence",
        "+X to the Challenge Number of shots at it",
        Takes.NUMBER,
        _ranged("ranged_defence"),
    ),
    Trait(
        "Rapid Fire",
        "up to X shots in one action",
        Takes.NUMBER,
        _ranged("rapid_fire"),
        limits=(0, 12),
    ),
    Trait(
        "Swarm",
        "+1 to the Challenge Number of shots at it; 1 die fewer in size tests",
        feeds={RANGED: {"": ("swarm",)}, SIZE: {"": ("swarm",)}},
    ),
    Trait("Tiny", "Tiny, whatever its base", feeds=_SIZED, amount=lambda use: "tiny"),
    # ---- Fear tests
    Trait(
        "Bravery",
        "may re-roll a failed Fear test; with Cowardly neither acts",
        feeds={FEAR: {"": ("rerolls_failure",)}},
    ),
    Trait("Courage", "+X to the result of Fear tests", Takes.NUMBER, {FEAR: {"": ("result",)}}),
    Trait(
        "Cowardly",
        "must re-roll a passed Fear test; with Bravery neither acts",
        feeds={FEAR: {"": ("rerolls_success",)}},
    ),
    Trait(
        "Dread",
        "enemies test for Fear with X dice fewer",
        Takes.NUMBER,
        {FEAR: {"": ("enemy_dice",)}},
        amount=lambda use: -use.value[0],
    ),
    Trait(
        "Fear",
        "enemies test against X; it passes Fear tests of X or less itself",
        Takes.ANYTHING,
        {FEAR: {"": ("fear",)}},
        amount=_leading_number,
    ),
    Trait("Fearless", "passes every Fear test", feeds={FEAR: {"": ("fearless",)}}),
    Trait(
        "Leadership",
        "+X to the result of Fear tests of friends in range",
        Takes.ANYTHING,
        {FEAR: {"": ("leadership",)}},
        None,
        amount=_leading_number,
    ),
    Trait(
        "Terror",
        "enemies must re-roll a passed Fear test",
        feeds={FEAR: {"": ("enemy_rerolls_success",)}},
    ),
    # ---- Ki tests
    Trait("Mantra", "natural 1s stay as 1s in opposed Ki tests", feeds={KI: {"": ("kata",)}}),
    Trait(
        "Mettle",
        "an activating enemy loses its X highest dice in opposed Ki tests",
        Takes.NUMBER,
        {KI: {"": ("discards",)}},
        limits=(0, 12),
    ),
    Trait(
        "Overwhelm",
        "the enemy loses its X highest dice in opposed Ki tests while it is activating",
        Takes.NUMBER,
        {KI: {"": ("active_discards",)}},
        limits=(0, 12),
    ),
    Trait(
        "Resistance",
        "+X to the result of opposed Ki tests while not activating",
        Takes.NUMBER,
        {KI: {"": ("passive_result",)}},
    ),
    Trait(
        "Spirit",
        "X more dice in Ki and Fear tests",
        Takes.NUMBER,
        {KI: {"": ("dice",)}, FEAR: {"": ("dice",)}},
    ),
    Trait(
        "Willpower",
        "+X to the result of opposed Ki tests while activating",
        Takes.NUMBER,
        {KI: {"": ("active_result",)}},
    ),
    # ---- traits in traits
    Trait(
        "Charging Bonus",
        "gains what the brackets name during a Charge",
        descriptors=None,
        when=lambda use, context: context.charging,
        grants=True,
    ),
)

_ELSEWHERE: Mapping[str, tuple[str, ...]] = {
    # Traits of the cards that change no dice of an exchange: where they do act.
    "movement, deployment or activation": (
        "Aloof",
        "Aware",
        "Banzai!",
        "Bear Stands Alone",
        "Blood of Orochi",
        "Booted",
        "Camouflage",
        "Cavalry",
        "Cloudwalk",
        "Command",
        "Controlled",
        "Cultist",
        "Disguise",
        "Evasive",
        "Flank",
        "Flying",
        "Group",
        "Hatred",
        "Impetuous",
        "Insignificant",
        "Jump Up",
        "Lightfooted",
        "Order",
        "Pack",
        "Scout",
        "Split Attack",
        "Strategy",
        "Tactician",
        "Virtue",
    ),
    "Fear tests, Ki and Ki tests": (
        "Believer",
        "Channel",
        "Disturb Flow",
        "Intimidate",
        "Ki Block",
        "Leech",
    ),
    "the End Phase, other models or the table": (
        "Ammo",
        "Animal",
        "Bodyguard",
        "Construct",
        "Disease",
        "Fortune",
        "Heal",
        "Kami",
        "Protected",
        "Regenerate",
        "Reload",
        "Sacrifice",
        "Stupid",
        "Unstable",
    ),
}

MELEE_POOL = Trait("Melee Pool", "X more dice", Takes.NUMBER, _melee("melee_pool"))
"""What a bonus such as ``+1 Melee Pool`` comes to; no trait of that name stands on a card."""

TRAITS: Mapping[str, Trait] = {
    entry.name: entry
    for entry in sorted(
        (
            *_ENTRIES,
            *(
                Trait(name, f"acts on {where}, not on the dice", Takes.ANYTHING, {}, None)
                for where, names in _ELSEWHERE.items()
                for name in names
            ),
        ),
        key=lambda entry: entry.name,
    )
}
"""Every known trait by its card name, in alphabetical order."""
