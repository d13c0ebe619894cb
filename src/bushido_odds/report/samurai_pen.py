"""What the pages of the samurai rules share: figures and sides, with labels in either language."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction

from bushido_odds.report.common import at_least_chart
from bushido_odds.report.figures import average, chance
from bushido_odds.report.page import (
    Chart,
    Table,
    Tone,
    Words,
)
from bushido_odds.samurai.result import (
    Side,
)
from bushido_odds.samurai.rulings import Both

REACTIONS: dict[str, Both] = {
    "fight": ("Fight!", "«Сражаться!»"),
    "defend": ("Defend!", "«Защищаться!»"),
    "evasion": ("Evasion", "«Уклонение»"),
    "shoot": ("shoots back", "стреляет в ответ"),
    "none": ("no reaction", "без реакции"),
}


@dataclass(frozen=True, slots=True)
class Pen:
    """Writes the blocks of one page, in one language."""

    exact: bool
    verbose: bool
    language: int

    def say(self, english: str, russian: str) -> str:
        return russian if self.language else english

    def chance(self, value: Fraction) -> str:
        return chance(value, self.exact)

    def mean(self, value: Fraction) -> str:
        return average(value, self.exact)

    def figures(self, rows: tuple[tuple[str, Fraction], ...]) -> Table:
        """Chances under each other, without heads."""
        return Table(
            (Words(""), Words("")), tuple((words, self.chance(value)) for words, value in rows)
        )

    def sides(self, sides: tuple[Side, ...], tones: tuple[Tone, ...]) -> Table:
        """Attacks, hits, and what becomes of each side."""
        squads = any(len(side.models) > 1 for side in sides)
        rows = [
            (self.say("attacks", "атак"), *(str(side.attacks) for side in sides)),
            (
                self.say("hits, mean", "попаданий, среднее"),
                *(self.mean(side.hits.mean) for side in sides),
            ),
            (
                self.say("loses wounds, mean", "теряет ран, среднее"),
                *(self.mean(side.wounds.mean) for side in sides),
            ),
        ]
        names = (
            ("stunned", ("Stunned", "оглушён")),
            ("killed", ("killed", "убит")),
            ("out_of_action", ("out of action", "выбывает")),
        )
        some = self.say("some model ", "хоть одна модель: ") if squads else ""
        for name, words in names:
            figures = [getattr(side, name) for side in sides]
            if any(figures) or name == "out_of_action":
                rows.append((f"{some}{self.say(*words)}", *map(self.chance, figures)))
        if squads:
            rows.append(
                (
                    self.say("all out of action", "выбывают все"),
                    *(self.chance(side.all_out) for side in sides),
                )
            )
            rows.append(
                (
                    self.say("models out, mean", "выбывает моделей, среднее"),
                    *(self.mean(side.out_models.mean) for side in sides),
                )
            )
        heads = (
            Words(""),
            *(Words(side.name, tone) for side, tone in zip(sides, tones, strict=True)),
        )
        return Table(heads, tuple(rows))

    def wounds(self, side: Side, tone: Tone) -> Iterator[Chart]:
        """At least so many wounds lost by one model; of a squad, at least so many models out."""
        if len(side.models) > 1:
            words, law = self.say("Models out: ", "Выбыло моделей: "), side.out_models
            marks = {len(side.models): self.say("all", "все")}
            left = ""
        else:
            words, law = self.say("Wounds on ", "Раны: "), side.wounds
            marks = {side.wounds_left: self.say("last wound", "последняя рана")}
            left = self.say(f" ({side.wounds_left} left)", f" (осталось {side.wounds_left})")
        if law.mean:
            title = (Words(words), Words(side.name, tone), Words(left))
            yield at_least_chart(title, law, tone, self.exact, marks)
