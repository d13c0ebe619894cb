"""Golden cases: exchanges as plain data, with figures that the engine never had a hand in.

Each file of ``golden/`` says which rule it is about (``rule``, the public page; ``says``, in
short), how its figures were found (``worked by``), the document, and exact fractions of a few
figures.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
import yaml

import oracle
from helpers import figures, in_words

CASES = {
    path.stem: yaml.safe_load(path.read_text(encoding="utf-8"))
    for path in sorted(Path(__file__).with_name("golden").glob("*.yaml"))
}


def figure(result: Any, path: str) -> str:
    """A figure of a result by its path; what cannot happen is in no distribution."""
    for key in path.split("."):
        result = result.get(key, "0")
    return str(result)


@pytest.mark.parametrize("name", CASES)
def test_the_engine_gives_the_golden_figures(name: str) -> None:
    result = figures(CASES[name]["document"])
    expected = CASES[name]["figures"]
    assert {path: figure(result, path) for path in expected} == expected


@pytest.mark.parametrize("name", CASES)
def test_the_oracle_gives_them_too(name: str) -> None:
    result = in_words(oracle.melee(CASES[name]["document"]))
    expected = CASES[name]["figures"]
    assert {path: figure(result, path) for path in expected} == expected


@pytest.mark.parametrize("name", CASES)
def test_each_case_names_its_rule(name: str) -> None:
    assert set(CASES[name]) == {"rule", "says", "worked by", "document", "figures"}
    assert CASES[name]["rule"].startswith("https://jwarref.netlify.app/")


def test_there_are_golden_cases() -> None:
    assert len(CASES) >= 12
