"""What a trait is: an entry of the registry, its use on a card, what it asks before it acts."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from enum import Enum
from typing import Any

from bushido_odds.rules import sources

MELEE = "melee"
RANGED = "ranged"
FEAR = "fear"
KI = "ki"
SIZE = "size"
"""The kinds of attack and test that a trait may act in."""


class Takes(Enum):
    """What stands in the round brackets after a trait's name."""

    NOTHING = "nothing"
    NUMBER = "a number"
    PAIR = "two numbers, as in (2/1)"
    ANYTHING = "anything"


@dataclass(frozen=True, slots=True)
class Context:
    """What some traits ask before they act."""

    states: frozenset[str] = frozenset()
    """States of the model itself."""
    enemy_states: frozenset[str] = frozenset()
    enemy_keywords: frozenset[str] = frozenset()
    """Keywords of the enemy and its states, reduced by ``key``."""
    unseen: bool = False
    """The model came from outside the enemy's line of sight."""
    charging: bool = False


Feeds = Mapping[str, tuple[str, ...]]
"""Fields of ``Abilities`` by descriptor; the empty descriptor is the trait without brackets."""


@dataclass(frozen=True, slots=True, eq=False)
class Trait:
    """One trait of the cards.

    ``feeds`` gives, for each kind of attack (melee, ranged), the fields that the trait raises by
    its number, or sets, for each descriptor in square brackets.  ``descriptors`` are all the
    descriptors it is known with; None means that any text may stand there.
    """

    name: str
    effect: str
    takes: Takes = Takes.NOTHING
    feeds: Mapping[str, Feeds] = field(default_factory=dict)
    descriptors: tuple[str, ...] | None = ()
    limits: tuple[int, int] = (-20, 20)
    source: str = ""
    amount: Callable[[TraitUse], Any] | None = None
    """What is fed, where it is not simply the value, or True."""
    when: Callable[[TraitUse, Context], bool] | None = None
    """Whether the trait acts at all."""
    grants: bool = False
    """Its descriptors are card notation for what the model gains when the trait acts."""

    @property
    def page(self) -> str:
        """The public page that states the trait."""
        return self.source or sources.trait_page(self.name)

    @property
    def needs_descriptor(self) -> bool:
        """Whether the trait means nothing without square brackets."""
        return bool(self.feeds) and all("" not in feeds for feeds in self.feeds.values())


ANYWHERE = Context()
"""Nothing is known about the model or its enemy."""


@dataclass(frozen=True, slots=True)
class TraitUse:
    """A trait as it stands on one card: with its descriptors and its value."""

    trait: Trait
    descriptors: tuple[str, ...] = ()
    value: tuple[int, ...] = ()
    text: str = ""

    def __str__(self) -> str:
        """The trait in card notation, spelt as the registry spells it."""
        words = self.trait.name
        if self.descriptors:
            words += f" [{', '.join(self.descriptors)}]"
        if self.trait.takes in (Takes.NUMBER, Takes.PAIR):
            words += f" ({'/'.join(map(str, self.value))})"
        elif self.text:
            words += f" ({self.text})"
        return words

    def contribution(self, kind: str, context: Context = ANYWHERE) -> dict[str, Any]:
        """What this trait adds to the abilities in one kind of attack; empty if nothing."""
        feeds = self.trait.feeds.get(kind)
        if not feeds or (self.trait.when and not self.trait.when(self, context)):
            return {}
        names: set[str] = set()
        if self.trait.descriptors is None or not self.descriptors:
            names.update(feeds.get("", ()))
        for descriptor in self.descriptors:
            names.update(feeds.get(descriptor, ()))
        if not names:
            return {}
        amount: Any = True
        if self.trait.amount:
            amount = self.trait.amount(self)
        elif self.trait.takes is Takes.NUMBER:
            amount = self.value[0]
        elif self.trait.takes is Takes.PAIR:
            amount = self.value
        return dict.fromkeys(sorted(names), amount)


def key(words: str) -> str:
    """``words`` reduced to what tells two names apart: letters and digits, without case."""
    plain = re.sub(r"[^0-9a-z]", "", words.casefold())
    return plain.replace("defense", "defence").replace("armor", "armour")
