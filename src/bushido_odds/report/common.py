"""Pieces of pages that several results share."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from typing import Protocol

from bushido_odds.dice.law import Law
from bushido_odds.odds.result import Step
from bushido_odds.report.figures import CERTAINLY_NOT, chance
from bushido_odds.report.page import Bar, Chart, Entry, Table, Tone, Words


class Affected(Protocol):
    """A model's figures, as far as effects go."""

    @property
    def effects(self) -> Mapping[str, Fraction | Law]: ...
    @property
    def moved_by(self) -> str: ...


EFFECTS = {
    "prone": "falls Prone",
    "held": "is Held",
    "stunned": "is Stunned",
    "immobilised": "is Immobilised",
    "webbed": "may not move",
    "moved": "is moved",
    "stopped": "is stopped by what is behind",
    "knocks_down": "knocks down the model behind",
    "replaced": "is replaced",
    "removed": "is removed",
    "poisoned": "gains Poisoned markers",
    "bleeding": "gains Bleeding markers",
    "on_fire": "gains On Fire markers",
}
"""Every effect in the words of the tables."""


def steps_page(working: tuple[Step, ...]) -> Iterator[Entry]:
    """A working, a numbered entry a step."""
    for number, step in enumerate(working, start=1):
        yield Entry(f"{number}. {step.title}", step.lines, step.rule)


def effect_rows(models: Sequence[Affected], exact: bool) -> Iterator[tuple[str, ...]]:
    """A row for every effect that any of the models may suffer.

    Movement names its distance where all who may be moved go the same one.
    """
    for name, words in EFFECTS.items():
        if any(name in model.effects for model in models):
            distances = {model.moved_by for model in models if name in model.effects}
            if name == "moved" and len(distances) == 1:
                words = f"{words} {distances.pop()}".rstrip()
            yield (words, *(_effect(model.effects.get(name), exact) for model in models))


def _effect(effect: Fraction | Law | None, exact: bool) -> str:
    if effect is None:
        return CERTAINLY_NOT
    return chance(effect.at_least(1) if isinstance(effect, Law) else effect, exact)


def wounds_chart(name: str, tone: Tone, boxes: int, lost: Law, out: Fraction, exact: bool) -> Chart:
    """At least k wounds, with the row that takes the model's last box marked.

    Args:
        name: the model.
        tone: whose it is.
        boxes: the boxes it has left.
        lost: the law of the boxes it loses.
        out: the chance that it is out of action.
        exact: figures as fractions.
    """
    mark = "out" if out >= lost.at_least(boxes) else "last wound"
    title = (Words("Wounds on "), Words(name, tone), Words(f" ({boxes} left)"))
    return at_least_chart(title, lost, tone, exact, {boxes: mark})


def at_least_chart(
    title: tuple[Words, ...], law: Law, tone: Tone, exact: bool, marks: Mapping[int, str]
) -> Chart:
    """A bar for each count from 1 on: the chance of at least as many, some of them marked."""
    reached = {count: law.at_least(count) for count in range(1, max(law, default=0) + 1)}
    return Chart(
        title,
        tuple(
            Bar(f"{count}+", chance_of, chance(chance_of, exact), marks.get(count, ""))
            for count, chance_of in reached.items()
        ),
        tone,
    )


def law_table(title: str, columns: Iterable[tuple[Words, Law]], exact: bool) -> Table | None:
    """Laws side by side, a row a value; None where there is nothing in them."""
    laws = [(words, law) for words, law in columns if len(law)]
    known = sorted({value for _, law in laws for value in law})
    if not known:
        return None
    rows = tuple(
        (str(value), *(chance(law.probability(value), exact) for _, law in laws)) for value in known
    )
    return Table((Words(""), *(words for words, _ in laws)), rows, title)


def ignored_notes(
    names: Mapping[str, str], ignored: Mapping[str, tuple[str, ...]]
) -> Iterator[str]:
    """What a reader should know of traits without effect here."""
    for side, words in ignored.items():
        if words:
            yield f"{names.get(side, side)}: no effect here: {', '.join(words)}"
