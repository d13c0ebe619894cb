"""The pages of the samurai rules, with their labels in English or in Russian."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from typing import TYPE_CHECKING

from bushido_odds.report.common import at_least_chart, law_table, steps_page
from bushido_odds.report.page import (
    Beside,
    Block,
    Heading,
    Notes,
    Page,
    Table,
    Tone,
    Words,
)
from bushido_odds.report.samurai_fight import FightPen
from bushido_odds.report.samurai_pen import REACTIONS
from bushido_odds.samurai.replay import ReplayResult
from bushido_odds.samurai.result import (
    Comparison,
    Harmed,
    KiResult,
    MeleeResult,
    OpposedResult,
    ShootResult,
    SimpleResult,
)
from bushido_odds.samurai.rulings import Both

if TYPE_CHECKING:
    from bushido_odds.answers.samurai import SamuraiResult

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


class _Pen(FightPen):
    """Writes the blocks of every page."""

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
        yield self.figures(rows)
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
        yield self.figures(
            (
                (self.say("the attacker wins", "побеждает атакующий"), result.attacker_wins),
                (self.say("the target wins", "побеждает цель"), result.target_wins),
                (self.say("a tie", "ничья"), result.tie),
                (self.say("both fail", "оба провалились"), result.both_fail),
            )
        )

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
        yield self.figures(
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

    def shoot(self, result: ShootResult) -> Iterator[Block]:
        reaction = f"{result.target.name}: {self.say(*REACTIONS[result.reaction])}"
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
        yield self.figures(tuple(rows))
        sides = (result.shooter, result.target, *result.friends)
        tones = (Tone.OURS, Tone.THEIRS, *(Tone.PLAIN for _ in result.friends))
        yield self.sides(sides, tones)
        charts = [
            chart
            for side, tone in zip(sides, tones, strict=True)
            for chart in self.wounds(side, tone)
        ]
        if charts:
            yield Beside(tuple(charts))
