"""``docs/choices.md`` is true: every command runs, every figure written is one that it prints."""

from __future__ import annotations

import re
import shlex
from collections.abc import Iterator
from functools import cache
from importlib import import_module
from itertools import pairwise
from pathlib import Path

import pytest

from command import call

ROOT = Path(__file__).parent.parent
PAGE = (ROOT / "docs" / "choices.md").read_text(encoding="utf-8")

FIGURE = re.compile(
    r"(?<![\w.])[+-]?\d+\.\d+ %|(?<![\w.])[+-]\d+\.\d\d(?! %)|(?<![\w.])[+-]?\d+\.\d\d(?= wounds)"
)
"""Percentages, and worths in wounds with their sign or their word."""


class Section:
    """A question of the page: its commands, and what is written about their answers."""

    def __init__(self, text: str) -> None:
        self.title = text.splitlines()[0]
        blocks = re.findall(r"^```sh\n(.*?)^```\n", text, re.MULTILINE | re.DOTALL)
        joined = "".join(blocks).replace("\\\n", " ")
        self.commands = [shlex.split(line)[1:] for line in joined.splitlines() if line.strip()]
        self.written = re.sub(r"^```sh\n.*?^```\n", "", text, flags=re.MULTILINE | re.DOTALL)

    def rows(self) -> Iterator[list[str]]:
        """The rows of its tables, heads left out, cell by cell."""
        lines = self.written.splitlines()
        for before, line in pairwise(lines):
            if line.startswith("|") and before.startswith("|") and not line.startswith("|--"):
                yield cells(line)


def cells(line: str) -> list[str]:
    """The cells of a Markdown table's row without marks."""
    bare = re.sub(r"\\(.)", r"\1", line).strip("|")
    return [cell.strip().lstrip("> ").rstrip("*'< ") for cell in bare.split(" |")]


SECTIONS = [
    section
    for section in map(Section, re.split(r"^## ", PAGE, flags=re.MULTILINE)[1:])
    if section.commands
]


@cache
def printed(*args: str) -> tuple[str, ...]:
    """The lines that a command prints as Markdown, with every detail and without."""
    lines: list[str] = []
    for verbose in ((), ("-v",)):
        answer = call(*args, *verbose, "--format", "markdown")
        assert (answer.code, answer.err) == (0, "")
        lines += answer.out.splitlines()
    return tuple(lines)


@pytest.fixture(params=SECTIONS, ids=lambda section: section.title[:40])
def section(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> Section:
    monkeypatch.chdir(ROOT)
    found: Section = request.param
    return found


def answers(section: Section) -> list[str]:
    return [line for args in section.commands for line in printed(*args)]


def is_within(wanted: list[str], row: list[str]) -> bool:
    """Whether cells come in this order in a row."""
    rest = iter(row)
    return all(cell in rest for cell in wanted)


def test_every_row_of_a_table_is_printed(section: Section) -> None:
    lines = answers(section)
    rows = [cells(line) for line in lines if line.startswith("|")]
    sentences = {line.strip("*").strip() for line in lines}
    for row in section.rows():
        told = [cell for cell in row if cell.startswith(("Play ", "Use "))]
        if told:
            assert all(cell in sentences for cell in told), row
        else:
            assert any(is_within(row, other) for other in rows), row


def test_the_heads_of_a_grid_are_the_options_of_their_columns(section: Section) -> None:
    """A cell stands under the option that it is the reply to."""
    lines = [line for line in answers(section) if line.startswith("|")]
    grids = [cells(line) for line in lines if re.match(r"\|   \| \d/\d", line)]
    for line in section.written.splitlines():
        if re.match(r"\|  \| \d/\d", line):
            assert any(is_within(cells(line)[1:], grid) for grid in grids), line


def test_the_advice_is_printed_as_it_is_written(section: Section) -> None:
    sentences = {line.strip("*").strip() for line in answers(section)}
    for line in section.written.splitlines():
        if line.startswith(("Play ", "Use ")):
            assert line in sentences


def test_every_figure_in_the_words_is_printed(section: Section) -> None:
    """Signs may be left out in a sentence."""
    text = "\n".join(answers(section))
    prose = "\n".join(line for line in section.written.splitlines() if not line.startswith("|"))
    known = {figure.lstrip("+-") for figure in re.findall(r"[+-]?\d+\.\d+(?: %)?", text)}
    for figure in FIGURE.findall(prose):
        assert figure.lstrip("+-") in known, figure


def test_there_is_a_section_for_every_command() -> None:
    named = {args[0] for section in SECTIONS for args in section.commands}
    assert named == {"splits", "rank", "rerolls", "melee"}
    assert len(SECTIONS) >= 14
    assert sum(1 for section in SECTIONS for _ in section.rows()) > 60


def test_the_examples_of_choices_are_on_the_page() -> None:
    files = {path.name for path in (ROOT / "examples").glob("*.yaml")}
    choices = {name for name in files if name.startswith(("splits-", "rank-", "rerolls-"))}
    assert len(choices) >= 4
    assert all(f"examples/{name}" in PAGE for name in choices)


def test_functions_of_the_page_exist() -> None:
    names = re.findall(r"`strategy\.([a-z_]+)\.([A-Za-z_]+)`", PAGE)
    assert len(names) == 8
    for module, name in names:
        assert hasattr(import_module(f"bushido_odds.strategy.{module}"), name)
    for test in re.findall(r"`(tests/\w+\.py)`", PAGE):
        assert (ROOT / test).exists()
