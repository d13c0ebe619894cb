"""The pages of a turn of melee: its odds, and the turn played again with given dice."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from bushido_odds.dice.law import Law
from bushido_odds.report.common import law_table
from bushido_odds.report.page import (
    Beside,
    Block,
    Entry,
    Heading,
    Notes,
    Phrases,
    Table,
    Tone,
    Words,
)
from bushido_odds.report.samurai_pen import REACTIONS, Pen
from bushido_odds.samurai.replay import Afterwards, ReplayResult
from bushido_odds.samurai.result import (
    MeleeResult,
    Side,
)


class FightPen(Pen):
    """Writes the blocks of a turn of melee."""

    def melee(self, result: MeleeResult) -> Iterator[Block]:
        yield self._fight_heading(result)
        sides = (result.attacker, result.target)
        yield self.sides(sides, (Tone.OURS, Tone.THEIRS))
        if result.outcome is not None:
            yield self._outcome(result)
        charts = [
            *self.wounds(result.target, Tone.THEIRS),
            *self.wounds(result.attacker, Tone.OURS),
        ]
        if charts:
            yield Beside(tuple(charts))
        if self.verbose:
            yield from self._laws(sides)
            yield from self._models(result)

    def _fight_heading(self, result: MeleeResult | ReplayResult) -> Heading:
        names = result.attacker.name, result.target.name
        if result.input.get("surprise"):
            what = self.say("Surprise Attack", "Внезапное Нападение")
        else:
            reaction = str(result.input.get("reaction", "fight"))
            what = f"{names[1]}: {self.say(*REACTIONS[reaction])}"
        return Heading(
            (
                Words(names[0], Tone.OURS),
                Words(self.say("attacks", "нападает на")),
                Words(names[1], Tone.THEIRS),
            ),
            f"{result.name}: {what}" if result.name else what,
        )

    def _outcome(self, result: MeleeResult) -> Phrases:
        outcome = result.outcome
        assert outcome is not None
        only = self.say("only", "только")
        found = (
            (Words(self.say("nobody falls", "все стоят")), outcome.both_stand),
            (Words(f"{only} {result.target.name}", Tone.THEIRS), outcome.target_out),
            (Words(f"{only} {result.attacker.name}", Tone.OURS), outcome.attacker_out),
            (Words(self.say("both", "оба")), outcome.both_out),
        )
        return Phrases(tuple((words, self.chance(value)) for words, value in found if value))

    def _laws(self, sides: tuple[Side, ...]) -> Iterator[Block]:
        tones = (Tone.OURS, Tone.THEIRS)
        titles = (
            (self.say("Hits by", "Попадания:"), [side.hits for side in sides]),
            (self.say("Wounds lost by", "Потеряно ран:"), [side.wounds for side in sides]),
        )
        for title, laws in titles:
            columns: list[tuple[Words, Law]] = [
                (Words(side.name, tone), law)
                for side, tone, law in zip(sides, tones, laws, strict=True)
            ]
            table = law_table(title, columns, self.exact)
            if table:
                yield table

    def _models(self, result: MeleeResult) -> Iterator[Block]:
        """Every model of a squad, and who takes which hits."""
        for side in (result.target, result.attacker):
            if len(side.models) == 1:
                continue
            yield Table(
                (
                    Words(""),
                    Words(self.say("wounds, mean", "ран, среднее")),
                    Words(self.say("Stunned", "оглушён")),
                    Words(self.say("killed", "убит")),
                ),
                tuple(
                    (
                        model.name,
                        self.mean(model.wounds.mean),
                        self.chance(model.stunned),
                        self.chance(model.killed),
                    )
                    for model in side.models
                ),
                self.say("Model by model", "По моделям"),
            )

    def replay(self, result: ReplayResult) -> Iterator[Block]:
        yield self._fight_heading(result)
        for number, event in enumerate(result.events, start=1):
            dice = ", ".join(map(str, event.dice))
            yield Entry(
                f"{number}. {event.test[self.language]}",
                (f"{dice}: {event.says[self.language]}",),
            )
        yield Table(
            (
                Words(""),
                Words(result.attacker.name, Tone.OURS),
                Words(result.target.name, Tone.THEIRS),
            ),
            (
                self._afterwards(
                    "wounds left", "осталось ран", result, lambda model: str(model.wounds_left)
                ),
                self._afterwards(
                    "in the end", "в итоге", result, lambda model: model.says[self.language]
                ),
            ),
        )
        if result.unused:
            unused = ", ".join(map(str, result.unused))
            yield Notes((self.say(f"No test asked for: {unused}", f"Не понадобились: {unused}"),))

    def _afterwards(
        self, english: str, russian: str, result: ReplayResult, figure: Any
    ) -> tuple[str, ...]:
        models: tuple[Afterwards, ...] = (result.attacker, result.target)
        return (self.say(english, russian), *(figure(model) for model in models))
