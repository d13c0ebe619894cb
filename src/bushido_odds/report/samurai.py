"""The pages of the samurai rules, with their labels in English or in Russian."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from bushido_odds.answers.samurai import SamuraiResult
from bushido_odds.dice.law import Law
from bushido_odds.report.common import at_least_chart, law_table, steps_page
from bushido_odds.report.figures import average, chance
from bushido_odds.report.page import (
    Beside,
    Block,
    Chart,
    Entry,
    Heading,
    Notes,
    Page,
    Phrases,
    Table,
    Tone,
    Words,
)
from bushido_odds.samurai.replay import Afterwards, ReplayResult
from bushido_odds.samurai.result import (
    Comparison,
    Harmed,
    KiResult,
    MeleeResult,
    OpposedResult,
    ShootResult,
    Side,
    SimpleResult,
)
from bushido_odds.samurai.rulings import Both
from bushido_odds.samurai.vocabulary import Term
from bushido_odds.version import FORMAT, __version__

_REACTIONS: dict[str, Both] = {
    "fight": ("Fight!", "«Сражаться!»"),
    "defend": ("Defend!", "«Защищаться!»"),
    "evasion": ("Evasion", "«Уклонение»"),
    "shoot": ("shoots back", "стреляет в ответ"),
    "none": ("no reaction", "без реакции"),
}

_OUTCOMES: tuple[tuple[str, Both], ...] = (
    ("panic", ("1. the target panics", "1. цель в Панике")),
    ("evasion", ("2. the target evades, no blows", "2. цель уклоняется, ударов нет")),
    ("nothing", ("3. nothing happens, no blows", "3. ничего, ударов нет")),
    ("target_strikes", ("4. the target strikes", "4. цель бьёт")),
    (
        "target_strikes_with_hit",
        ("5. the target strikes, one hit is sure", "5. цель бьёт, одно попадание сразу"),
    ),
)


def samurai_page(
    result: SamuraiResult, *, exact: bool = False, verbose: bool = False, language: int = 0
) -> Page:
    """The blocks that say an answer.

    Args:
        result: the answer to a question about the samurai rules.
        exact: figures as fractions in lowest terms.
        verbose: the full laws, and every model of a squad, as well.
        language: 0 for English labels, 1 for Russian ones.
    """
    pen = _Pen(exact, verbose, language)
    blocks: list[Block]
    if isinstance(result, SimpleResult):
        blocks = list(pen.simple(result))
    elif isinstance(result, OpposedResult):
        blocks = list(pen.opposed(result))
    elif isinstance(result, KiResult):
        blocks = list(pen.ki(result))
    elif isinstance(result, MeleeResult):
        blocks = list(pen.melee(result))
    elif isinstance(result, ReplayResult):
        blocks = list(pen.replay(result))
    else:
        blocks = list(pen.shoot(result))
    blocks.extend(steps_page(result.working))
    blocks.append(Notes(tuple(remark[language] for remark in result.remarks)))
    return tuple(blocks)


@dataclass(frozen=True, slots=True)
class _Pen:
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

    # --- single tests ----------------------------------------------------------------------------

    def simple(self, result: SimpleResult) -> Iterator[Block]:
        skill, modifier = result.input.get("skill"), result.input.get("modifier")
        title = self.say("Simple test on", "Простой тест на")
        changed = f"{skill} {modifier:+d}" if modifier else ""
        yield Heading((Words(f"{title} {result.characteristic}", Tone.OURS),), changed)
        rows = (
            (self.say("succeeds", "успех"), result.success),
            (self.say("of which Lucky Chance", "в том числе Счастливый Случай"), result.lucky),
            (self.say("fails", "провал"), 1 - result.success),
            (
                self.say("of which Catastrophic Failure", "в том числе Катастрофический провал"),
                result.catastrophic,
            ),
        )
        yield self._figures(rows)
        tests = result.input.get("tests", 1)
        if tests > 1:
            title = self.say(f"Successes in {tests} tests", f"Успехи в тестах: {tests}")
            if self.verbose:
                table = law_table(title, [(Words(""), result.successes)], self.exact)
                if table:
                    yield table
            else:
                yield at_least_chart((Words(title),), result.successes, Tone.OURS, self.exact, {})

    def opposed(self, result: OpposedResult) -> Iterator[Block]:
        attacker, target = (
            result.input.get(side, 0) + result.input.get(f"{side}_modifier", 0)
            for side in ("attacker", "target")
        )
        yield Heading(
            (
                Words(self.say("Comparative test", "Сравнительный тест")),
                Words(str(attacker), Tone.OURS),
                Words("v" if not self.language else "-"),
                Words(str(target), Tone.THEIRS),
            )
        )
        yield self._figures(
            (
                (self.say("the attacker wins", "побеждает атакующий"), result.attacker_wins),
                (self.say("the target wins", "побеждает цель"), result.target_wins),
                (self.say("a tie", "ничья"), result.tie),
                (self.say("both fail", "оба провалились"), result.both_fail),
            )
        )

    def _figures(self, rows: tuple[tuple[str, Fraction], ...]) -> Table:
        """Chances under each other, without heads."""
        return Table(
            (Words(""), Words("")), tuple((words, self.chance(value)) for words, value in rows)
        )

    # --- ki --------------------------------------------------------------------------------------

    def ki(self, result: KiResult) -> Iterator[Block]:
        spirits = [result.input.get(side, {}).get("spirit") for side in ("attacker", "target")]
        contest = self.say("ki-attack, Spirit {} v {}", "ки-атака, «Сила духа» {} - {}").format(
            *spirits
        )
        yield Heading(
            (
                Words(result.attacker_name, Tone.OURS),
                Words(self.say("against", "против")),
                Words(result.target_name, Tone.THEIRS),
            ),
            f"{result.name}: {contest}" if result.name else contest,
        )
        yield self._figures(
            tuple((self.say(*words), getattr(result, name)) for name, words in _OUTCOMES)
        )
        if result.turn is not None:
            yield self._comparison(result, result.turn)

    def _comparison(self, result: KiResult, turn: Comparison) -> Table:
        """Strike or ki?: the same turn twice, side by side."""
        target, attacker = result.target_name, result.attacker_name
        pairs: list[tuple[str, Fraction, Fraction]] = []
        for name, strike, ki in (
            (target, turn.strike.target, turn.ki.target),
            (attacker, turn.strike.attacker, turn.ki.attacker),
        ):
            for words, mine, theirs in self._harm(strike, ki):
                pairs.append((f"{name} {words}", mine, theirs))
        rows = [
            (words, self.chance(strike), self.chance(ki))
            for words, strike, ki in pairs
            if strike or ki
        ]
        for name, strike, ki in (
            (target, turn.strike.target, turn.ki.target),
            (attacker, turn.strike.attacker, turn.ki.attacker),
        ):
            if strike.wounds.mean or ki.wounds.mean:
                words = self.say("loses wounds, mean", "теряет ран, среднее")
                rows.append(
                    (f"{name} {words}", self.mean(strike.wounds.mean), self.mean(ki.wounds.mean))
                )
        title = self.say("Strike or ki, over this turn", "Удар или ки, за этот ход")
        heads = (Words(""), Words(self.say("strike", "удар")), Words(self.say("ki", "ки")))
        return Table(heads, tuple(rows), title)

    def _harm(self, strike: Harmed, ki: Harmed) -> Iterator[tuple[str, Fraction, Fraction]]:
        for name, words in (
            ("killed", ("is killed", "убит")),
            ("stunned", ("is Stunned", "оглушён")),
            ("panicked", ("panics", "в Панике")),
            ("out_of_action", ("is out of action", "выбывает")),
            ("evades", ("evades", "уклоняется")),
        ):
            yield self.say(*words), getattr(strike, name), getattr(ki, name)

    # --- melee -----------------------------------------------------------------------------------

    def melee(self, result: MeleeResult) -> Iterator[Block]:
        yield self._fight_heading(result)
        sides = (result.attacker, result.target)
        yield self._sides(sides, (Tone.OURS, Tone.THEIRS))
        if result.outcome is not None:
            yield self._outcome(result)
        charts = [
            *self._wounds(result.target, Tone.THEIRS),
            *self._wounds(result.attacker, Tone.OURS),
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
            what = f"{names[1]}: {self.say(*_REACTIONS[reaction])}"
        return Heading(
            (
                Words(names[0], Tone.OURS),
                Words(self.say("attacks", "нападает на")),
                Words(names[1], Tone.THEIRS),
            ),
            f"{result.name}: {what}" if result.name else what,
        )

    def _sides(self, sides: tuple[Side, ...], tones: tuple[Tone, ...]) -> Table:
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

    def _wounds(self, side: Side, tone: Tone) -> Iterator[Chart]:
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

    # --- replay ----------------------------------------------------------------------------------

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

    # --- shooting --------------------------------------------------------------------------------

    def shoot(self, result: ShootResult) -> Iterator[Block]:
        reaction = f"{result.target.name}: {self.say(*_REACTIONS[result.reaction])}"
        yield Heading(
            (
                Words(result.shooter.name, Tone.OURS),
                Words(self.say("shoots at", "стреляет в")),
                Words(result.target.name, Tone.THEIRS),
            ),
            f"{result.name}: {reaction}" if result.name else reaction,
        )
        beyond = self.say(" (beyond its range)", " (дальше дальнобойности)")
        rolled = self.say(f"on {result.characteristic}", f"на {result.characteristic}")
        shot = self.say("each shot hits", "каждый выстрел попадает")
        rows = [(f"{shot}, {rolled}{'' if result.in_range else beyond}", result.hit)]
        if result.friendly_hit:
            rows.append((self.say("hits a friend", "попадает в своего"), result.friendly_hit))
        yield self._figures(tuple(rows))
        sides = (result.shooter, result.target, *result.friends)
        tones = (Tone.OURS, Tone.THEIRS, *(Tone.PLAIN for _ in result.friends))
        yield self._sides(sides, tones)
        charts = [
            chart
            for side, tone in zip(sides, tones, strict=True)
            for chart in self._wounds(side, tone)
        ]
        if charts:
            yield Beside(tuple(charts))


@dataclass(frozen=True, slots=True)
class Terms:
    """Words of the samurai rules that were looked up."""

    terms: tuple[Term, ...]

    def to_dict(self, exact: bool = False) -> dict[str, Any]:
        """The words as plain data."""
        return {
            "format": FORMAT,
            "version": __version__,
            "kind": "samurai_vocabulary",
            "words": list(self.rows()),
        }

    def rows(self) -> Iterator[dict[str, Any]]:
        """A row a word."""
        for term in self.terms:
            yield {
                "name": term.name[0],
                "russian": term.name[1],
                "kind": term.kind,
                "effect": "; ".join(english for english, _ in term.says),
                "source": term.source,
            }


def terms_page(
    terms: Terms, *, exact: bool = False, verbose: bool = False, language: int = 0
) -> Page:
    """An entry a word, with the other language's term beside it."""
    return tuple(
        Entry(
            term.name[language],
            tuple(line[language] for line in term.says),
            term.source,
            term.name[1 - language] if term.name[0] != term.name[1] else term.kind,
        )
        for term in terms.terms
    )
