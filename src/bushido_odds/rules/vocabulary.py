"""Every word of the registries, with what it does and where it is said."""

from __future__ import annotations

from dataclasses import dataclass

from bushido_odds.errors import BushidoOddsError, nearest
from bushido_odds.rules import sources
from bushido_odds.rules.combatant import Action
from bushido_odds.rules.specials import SPECIALS
from bushido_odds.rules.states import STATES
from bushido_odds.rules.trait import Takes, Trait, key
from bushido_odds.rules.traits import TRAITS


@dataclass(frozen=True, slots=True)
class Word:
    """One known word."""

    name: str
    kind: str
    """trait, special, state or action."""
    notation: str
    """How it is written."""
    effect: str
    source: str


_ACTIONS = {
    Action.MELEE: "an exchange; costs 1 Activation Counter",
    Action.CHARGE: "+2 on the charging model's first Damage Roll; costs 2 Activation Counters",
    Action.DISENGAGE: "at least as many dice in Defence as in Attack; a successful defence, or an "
    "end out of base contact, gets the model away; costs 1 Activation Counter",
    Action.STAND_UP: "the model is no longer Prone and fights at -1 Melee Pool; costs 1 Activation "
    "Counter",
}

_VALUES = {Takes.NOTHING: "", Takes.NUMBER: " (X)", Takes.PAIR: " (X/Y)", Takes.ANYTHING: ""}


def _notation(trait: Trait) -> str:
    inside = ""
    if trait.descriptors is None and trait.takes is not Takes.ANYTHING:
        inside = " [...]"
    elif trait.descriptors and trait.feeds:
        used = {word for feeds in trait.feeds.values() for word in feeds if word}
        inside = f" [{' | '.join(word for word in trait.descriptors if word in used)}]"
    return f"{trait.name}{inside}{_VALUES[trait.takes]}"


def all_words() -> tuple[Word, ...]:
    """Every trait, special, state and action, each kind in alphabetical order."""
    return (
        *(Word(t.name, "trait", _notation(t), t.effect, t.page) for t in TRAITS.values()),
        *(
            Word(s.name, "special", f"{s.name} (cost)", s.effect, s.source)
            for s in SPECIALS.values()
        ),
        *(Word(s.name, "state", s.name, s.effect, s.source) for s in STATES.values()),
        *(
            Word(action.value, "action", action.value, effect, sources.ACTIONS)
            for action, effect in _ACTIONS.items()
        ),
    )


def look_up(part: str) -> tuple[Word, ...]:
    """The words whose name has ``part`` in it, those that start with it first.

    Raises:
        BushidoOddsError: none has; the message names the nearest.
    """
    wanted = key(part)
    found = [word for word in all_words() if wanted and wanted in key(word.name)]
    if not found:
        close = nearest(part, [word.name for word in all_words()])
        hint = f'; did you mean "{close[0]}"?' if close else ""
        raise BushidoOddsError(f'no word has "{part}" in it{hint}')
    return tuple(sorted(found, key=lambda word: not key(word.name).startswith(wanted)))
