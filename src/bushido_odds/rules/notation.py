"""Card notation: the words on a card, read into entries of the registries.

``Prowess [Melee]:(1)``, ``Prowess [Melee] (1)``, ``Tough 1``, ``Brutal`` (a trait printed without
its value means 1), ``Push Defense (0)``, ``Poison (2/1)``.  Case, hyphens and spaces do not matter.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import lru_cache
from typing import NamedTuple, TypeVar

from bushido_odds.errors import BushidoOddsError, nearest
from bushido_odds.rules.specials import SPECIALS, Special
from bushido_odds.rules.states import STATES, State
from bushido_odds.rules.trait import Context, Takes, Trait, TraitUse, key
from bushido_odds.rules.traits import MELEE_POOL, TRAITS


class UnknownWordError(BushidoOddsError):
    """A word of the cards that no registry knows, or one that is written wrongly.

    Attributes:
        problem: what is wrong, in one line.
        suggestion: the nearest right words, or None.
    """

    def __init__(self, problem: str, suggestion: str | None = None, hint: str | None = None):
        super().__init__(problem if suggestion is None else f"{problem}; {suggestion}")
        self.problem = problem
        self.suggestion = suggestion
        self.hint = hint


_NOTATION = re.compile(
    r"""\s*(?P<name>[^\[\](){}:,]*?)\s*
        (?:\[(?P<inside>[^\[\]]*)\])?\s*
        :?\s*
        (?:\((?P<round>[^()]*)\)|(?P<bare>[+-]?\d+(?:/\d+)?))?\s*""",
    re.VERBOSE,
)
_BARE = re.compile(r"(?P<name>.*?\D)\s*(?P<bare>[+-]?\d+(?:/\d+)?)")
_NUMBER = re.compile(r"[+-]?\d{1,6}")

Entry = TypeVar("Entry", Trait, Special, State)


class Written(NamedTuple):
    """A piece of card notation taken apart."""

    name: str
    descriptors: tuple[str, ...]
    value: str | None


def take_apart(words: str) -> Written | None:
    """The name, the descriptors and the value of a piece of card notation; None if it is none."""
    found = _NOTATION.fullmatch(words)
    if not found or not found["name"]:
        return None
    name, value = found["name"], found["round"]
    if value is None:
        value = found["bare"]
    if value is None and found["inside"] is None and (bare := _BARE.fullmatch(name)):
        name, value = bare["name"], bare["bare"]
    inside = found["inside"] or ""
    descriptors = tuple(" ".join(part.split()) for part in inside.split(",") if part.strip())
    return Written(name.strip(), descriptors, None if value is None else value.strip())


def _by_key(registry: Mapping[str, Entry]) -> dict[str, Entry]:
    return {key(name): entry for name, entry in registry.items()}


_TRAITS_BY_KEY = _by_key(TRAITS)
_SPECIALS_BY_KEY = _by_key(SPECIALS)
_STATES_BY_KEY = _by_key(STATES) | {
    "immobilized": STATES["immobilised"],
    "onfire": STATES["on fire"],
}


def _unknown(
    kind: str, words: str, written: Written | None, registry: Mapping[str, Entry]
) -> UnknownWordError:
    # What stands before the first bracket is the name, even where the brackets are broken.
    name = written.name if written else re.split(r"[\[(:]", words, maxsplit=1)[0]
    close = nearest(name.strip(), list(registry))
    suggestion = hint = None
    if close:
        descriptors = (
            f" [{', '.join(written.descriptors)}]" if written and written.descriptors else ""
        )
        suggestion = f'did you mean "{close[0]}{descriptors}"?'
        hint = f"bushido-odds vocabulary {close[0].split()[0].casefold()}"
    return UnknownWordError(f'unknown {kind} "{words}"', suggestion, hint)


def find_trait(name: str) -> Trait | None:
    """The trait of that name, whatever its case, hyphens and spaces."""
    return _TRAITS_BY_KEY.get(key(name))


@lru_cache(maxsize=4096)
def parse_trait(words: str) -> TraitUse:
    """A trait in card notation.

    Raises:
        UnknownWordError: no such trait, or a value or descriptor that it cannot have.
    """
    written = take_apart(words)
    trait = find_trait(written.name) if written else None
    if written is None or trait is None:
        raise _unknown("trait", words, written, TRAITS)
    return _use(words, trait, written)


_POOL = re.compile(r"([+-]\d)\s+melee\s+pool", re.IGNORECASE)


def granted(use: TraitUse, context: Context) -> list[TraitUse]:
    """The traits that a trait such as Charging Bonus grants while it acts.

    What its brackets name besides traits (a special, a feat) is for the player to choose.
    """
    if not use.trait.grants or not (use.trait.when and use.trait.when(use, context)):
        return []
    gained = []
    for words in use.descriptors:
        if pool := _POOL.fullmatch(words):
            gained.append(TraitUse(MELEE_POOL, value=(int(pool[1]),)))
        elif (written := take_apart(words)) and find_trait(written.name):
            gained.append(parse_trait(words))
    return gained


def _use(words: str, trait: Trait, written: Written) -> TraitUse:
    descriptors = _descriptors(words, trait, written.descriptors)
    if trait.needs_descriptor and not descriptors:
        example = f"{trait.name} [{next(iter(next(iter(trait.feeds.values()))))}] (1)"
        raise UnknownWordError(f'"{words}" does not say which dice', f'did you mean "{example}"?')
    value, text = written.value, ""
    numbers: tuple[int, ...] = ()
    if trait.takes is Takes.NOTHING:
        if value is not None:
            raise UnknownWordError(
                f'{trait.name} takes no value, but "{words}" gives one',
                f'did you mean "{trait.name}"?',
            )
    elif trait.takes is Takes.ANYTHING:
        text = value or ""
    else:
        parts = [part.strip() for part in (value or "1").split("/")]
        wanted = 1 if trait.takes is Takes.NUMBER else 2
        if wanted == 2 and value is None:
            parts = ["1", "1"]
        if len(parts) != wanted or not all(_NUMBER.fullmatch(part) for part in parts):
            example = "1" if wanted == 1 else "2/1"
            raise UnknownWordError(
                f'{trait.name} needs {trait.takes.value} in brackets, not "{value}"',
                f'did you mean "{trait.name} ({example})"?',
            )
        numbers = tuple(int(part) for part in parts)
        _within(words, trait, numbers)
    return TraitUse(trait, descriptors, numbers, text)


def _within(words: str, trait: Trait, numbers: tuple[int, ...]) -> None:
    low, high = trait.limits if trait.takes is Takes.NUMBER else (0, 20)
    for number in numbers:
        if not low <= number <= high:
            raise UnknownWordError(f'"{words}" is beyond the limit: {trait.name} {low} to {high}')


def _descriptors(words: str, trait: Trait, given: tuple[str, ...]) -> tuple[str, ...]:
    if trait.descriptors is None:
        return given
    known = {key(name): name for name in trait.descriptors}
    found = []
    for descriptor in given:
        name = known.get(key(descriptor))
        if name is None and not known:
            raise UnknownWordError(
                f'{trait.name} takes no square brackets, but "{words}" has them',
                f'did you mean "{trait.name}"?',
            )
        if name is None:
            close = nearest(descriptor, list(known.values()))
            raise UnknownWordError(
                f'{trait.name} does not know [{descriptor}] in "{words}"',
                f'did you mean "{trait.name} [{close[0] if close else trait.descriptors[0]}]"?',
            )
        found.append(name)
    return tuple(found)


class SpecialUse(NamedTuple):
    """A special as it stands on a card: with its cost in dice, where that is given."""

    special: Special
    cost: int | None

    def __str__(self) -> str:
        return self.special.name if self.cost is None else f"{self.special.name} ({self.cost})"


@lru_cache(maxsize=1024)
def parse_special(words: str) -> SpecialUse:
    """A Special Attack or Defence in card notation, with or without its cost.

    Raises:
        UnknownWordError: no such special, or a cost that is no number from 0 to 12.
    """
    written = take_apart(words)
    special = _SPECIALS_BY_KEY.get(key(written.name)) if written else None
    if written is None or special is None:
        raise _unknown("special", words, written, SPECIALS)
    if written.descriptors:
        raise UnknownWordError(f'{special.name} takes no square brackets, but "{words}" has them')
    if written.value is None:
        return SpecialUse(special, None)
    if not _NUMBER.fullmatch(written.value) or not 0 <= int(written.value) <= 12:
        raise UnknownWordError(f"the cost of {special.name} is a number of dice, 0 to 12")
    return SpecialUse(special, int(written.value))


def find_special(name: str) -> Special | None:
    """The special of that name, whatever its case, hyphens and spaces."""
    return _SPECIALS_BY_KEY.get(key(name))


def parse_state(words: str) -> State:
    """A state by its name.

    Raises:
        UnknownWordError: no such state.
    """
    state = find_state(words)
    if state is None:
        raise _unknown("state", words, None, STATES)
    return state


def find_state(name: str) -> State | None:
    """The state of that name, whatever its case, hyphens and spaces."""
    return _STATES_BY_KEY.get(key(name))
