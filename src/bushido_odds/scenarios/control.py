"""Who controls a Zone, and what that is worth.

Source: https://jwarref.netlify.app/Rulebook/Scenario-Rules (Zone Control).
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

from bushido_odds.provenance import provenance
from bushido_odds.scenarios.alignment import Alignment, Side, Tally
from bushido_odds.scenarios.rules import Event, RuleBrokenError, as_steps, event, look_up
from bushido_odds.working import Step, steps

MAX_RICE = 500
"""The highest Rice Cost that is accepted."""

_ENTRY = re.compile(r"\s*(?P<models>.*?\S)[\s:]+(?P<rice>\d{1,6})\s*")


@dataclass(frozen=True, slots=True)
class Purchase:
    """What one Rice Cost buys: a model, or several "for both".

    Attributes:
        models: the cards of each model.  A model with several cards (two profiles that count as
            the same model) stands under any of their names, and is one model.
        rice: the Rice Cost printed on the card that has one.
    """

    models: tuple[tuple[str, ...], ...]
    rice: int

    def __str__(self) -> str:
        return f"{' & '.join(' / '.join(cards) for cards in self.models)} {self.rice}"


@dataclass(frozen=True, slots=True)
class Warband:
    """The models of one player.

    Raises:
        RuleBrokenError: two models have the same name.
    """

    purchases: tuple[Purchase, ...] = ()

    def __post_init__(self) -> None:
        names = Counter(name.casefold() for name in self.names)
        for place, purchase in enumerate(self.purchases):
            for name in (name for cards in purchase.models for name in cards):
                if names[name.casefold()] > 1:
                    raise RuleBrokenError(
                        f'two models are called "{name}": number them, as in "{name} 1"',
                        path=(place,),
                    )

    @property
    def names(self) -> tuple[str, ...]:
        """The names of all cards."""
        return tuple(
            name for purchase in self.purchases for cards in purchase.models for name in cards
        )

    def model(self, name: str) -> str:
        """The model that a card belongs to, by the name of its first card.

        Raises:
            RuleBrokenError: there is no such card.
        """
        card = look_up(name, self.names, "model of the warband")
        return next(cards[0] for entry in self.purchases for cards in entry.models if card in cards)

    def models(self) -> frozenset[str]:
        """Every model, by the name of its first card."""
        return frozenset(cards[0] for purchase in self.purchases for cards in purchase.models)

    def present(self, names: Iterable[str]) -> frozenset[str]:
        """The models with these names.

        Raises:
            RuleBrokenError: a name that nobody has, or a model that is named twice.
        """
        found: dict[str, str] = {}
        for place, name in enumerate(names):
            try:
                model = self.model(name)
            except RuleBrokenError as fault:
                raise fault.under(place) from None
            if model in found:
                if found[model].casefold() == name.casefold():
                    raise RuleBrokenError(f'"{name}" is named twice', path=(place,))
                raise RuleBrokenError(
                    f'"{name}" and "{found[model]}" are the same model', "Rice Cost", (place,)
                )
            found[model] = name
        return frozenset(found)

    def rice(self, present: Collection[str]) -> int:
        """The Rice Cost that models together bring to a Zone: X for both only where both are."""
        return sum(
            purchase.rice
            for purchase in self.purchases
            if all(cards[0] in present for cards in purchase.models)
        )


def parse_purchase(words: str) -> Purchase:
    """What one Rice Cost buys: ``Aya 12``, ``Ren & Jin 9`` (9 for both), ``Wolf / Hanso 12``.

    Raises:
        RuleBrokenError: there is no Rice Cost, or no name.
    """
    found = _ENTRY.fullmatch(words)
    models = found["models"].split("&") if found else []
    cards = tuple(tuple(" ".join(name.split()) for name in m.split("/")) for m in models)
    if not found or not all(name for names in cards for name in names):
        raise RuleBrokenError(
            f'"{words}" is no model with its Rice Cost',
            suggestion='write them as in "Aya 12", or "Ren & Jin 9" for 9 for both',
        )
    rice = int(found["rice"])
    if rice > MAX_RICE:
        raise RuleBrokenError(f"{rice} is beyond the limit: 0 to {MAX_RICE} rice")
    return Purchase(cards, rice)


@dataclass(frozen=True, slots=True)
class Zone:
    """A Zone with its Alignment as we see it, and the models completely in it."""

    name: str
    alignment: Alignment
    us: frozenset[str] = frozenset()
    them: frozenset[str] = frozenset()


@dataclass(frozen=True, slots=True)
class Control:
    """Who controls a Zone: more models and more rice, both, or nobody."""

    zone: str
    alignment: Alignment
    models: Tally
    rice: Tally

    @property
    def controlled_by(self) -> Side | None:
        """The player with more models and more rice; None where nobody has both."""
        ahead = self.models.ahead
        return ahead if ahead is self.rice.ahead else None

    @property
    def scenario_points(self) -> Tally:
        """What each player gains from the Zone in the End Phase."""
        side = self.controlled_by
        return Tally() if side is None else Tally().plus(side, worth(self.alignment).of(side))

    def events(self) -> Iterator[Event]:
        """The count, and what it gives; nothing of a Zone that is empty."""
        if not self.models.total:
            return
        side = self.controlled_by
        yield event(
            f"{self.zone}: models {self.models}, rice {self.rice}: "
            + ("nobody controls it" if side is None else f"{side.subject} control it"),
            "Zone Control",
        )
        if side is not None:
            seen = self.alignment.seen_by(side)
            yield event(
                f"{self.zone}: {side.subject} gain {_points(seen.points)} "
                f"({seen.value.capitalize()} to {side.value})",
                "Zone points",
            )

    def to_dict(self) -> dict[str, Any]:
        """The Zone as plain data."""
        side = self.controlled_by
        return {
            "alignment": self.alignment.value,
            "models": self.models.to_dict(),
            "rice": self.rice.to_dict(),
            "controlled_by": None if side is None else side.value,
            "scenario_points": self.scenario_points.to_dict(),
        }


def _points(number: int) -> str:
    return f"{number} Scenario Point{'s' if number > 1 else ''}"


def worth(alignment: Alignment) -> Tally:
    """What a control or a prayer gives us, and what it would give them, by an Alignment of ours."""
    return Tally(alignment.seen_by(Side.US).points, alignment.seen_by(Side.THEM).points)


def control(zone: Zone, us: Warband, them: Warband) -> Control:
    """Who controls a Zone."""
    return Control(
        zone.name,
        zone.alignment,
        Tally(len(zone.us), len(zone.them)),
        Tally(us.rice(zone.us), them.rice(zone.them)),
    )


def control_all(
    zones: Iterable[Zone],
    us: Warband,
    them: Warband,
    *,
    name: str | None = None,
    document: Mapping[str, Any] | None = None,
    explain: bool = False,
) -> ControlResult:
    """Who controls each of some Zones."""
    found = tuple(control(zone, us, them) for zone in zones)
    events = (happened for zone in found for happened in zone.events())
    working = tuple(as_steps(events)) if explain else ()
    return ControlResult(found, name, dict(document or {}), working)


@dataclass(frozen=True, slots=True)
class ControlResult:
    """Who controls each Zone, and what every Alignment is worth to either player."""

    zones: tuple[Control, ...]
    name: str | None = None
    input: Mapping[str, Any] = field(default_factory=dict)
    """The document, complete and normalised."""
    working: tuple[Step, ...] = ()
    """The working, where it was asked for."""
    kind: str = "scenario_control"

    @property
    def scenario_points(self) -> Tally:
        """What each player gains from all Zones together."""
        return Tally(
            sum(zone.scenario_points.us for zone in self.zones),
            sum(zone.scenario_points.them for zone in self.zones),
        )

    @property
    def worth(self) -> Mapping[Alignment, Tally]:
        """What a control or a prayer gives, by the Alignment as we see it."""
        return {alignment: worth(alignment) for alignment in Alignment}

    def to_dict(self, exact: bool = False) -> dict[str, Any]:
        """The result as plain data; all figures are whole numbers."""
        plain: dict[str, Any] = {
            **provenance(self.kind, self.input),
            "name": self.name,
            "input": dict(self.input),
            "zones": {zone.zone: zone.to_dict() for zone in self.zones},
            "scenario_points": self.scenario_points.to_dict(),
            "worth": {alignment.value: tally.to_dict() for alignment, tally in self.worth.items()},
        }
        if self.working:
            plain["working"] = steps(self.working)
        return plain
