"""``docs/choices.md`` prints what its commands print."""

from __future__ import annotations

import re
import shlex
from pathlib import Path

import pytest

from command import call

PAGE = (Path(__file__).parent.parent / "docs" / "choices.md").read_text(encoding="utf-8")
BLOCKS = re.findall(r"^```sh\nbushido-odds (.+)\n```\n\n", PAGE, re.MULTILINE)


@pytest.mark.parametrize("command", BLOCKS)
def test_what_a_command_prints_follows_it(command: str) -> None:
    answer = call(*shlex.split(command), "--format", "markdown")
    assert answer.code == 0, answer.err
    _, follows = PAGE.split(f"bushido-odds {command}\n```\n\n")
    assert follows.startswith(answer.out.strip())


def test_the_page_has_a_block_for_each_command_of_choices() -> None:
    assert {shlex.split(command)[0] for command in BLOCKS} == {"splits", "rank", "rerolls"}
