"""The working behind a result, step by step, whatever the game."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True, slots=True)
class Step:
    """One step of a working: what is done, and the public page of the rule."""

    title: str
    lines: tuple[str, ...]
    rule: str


def steps(working: tuple[Step, ...]) -> list[dict[str, Any]]:
    """A working as plain data."""
    return [{"step": step.title, "lines": list(step.lines), "rule": step.rule} for step in working]
