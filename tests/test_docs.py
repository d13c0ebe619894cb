"""The documents are true: generated pages are up to date, what they name exists."""

from __future__ import annotations

import importlib
import re
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
DOCS = sorted((ROOT / "docs").glob("*.md"))
RULE_PAGES = [page for page in DOCS if page.name.startswith(("rules", "scenarios", "samurai"))]


def test_the_command_reference_is_what_help_says() -> None:
    """docs/commands.md is generated; a changed option must regenerate it."""
    check = subprocess.run(
        [sys.executable, str(ROOT / "docs" / "build_commands.py"), "--check"],
        capture_output=True,
        text=True,
    )
    assert check.returncode == 0, check.stderr


def test_the_schemas_are_those_of_the_documents() -> None:
    """The shipped JSON Schemas are generated; a changed field must regenerate them."""
    check = subprocess.run(
        [sys.executable, str(ROOT / "docs" / "build_schemas.py"), "--check"],
        capture_output=True,
        text=True,
    )
    assert check.returncode == 0, check.stderr


@pytest.mark.parametrize("page", [ROOT / "README.md", *DOCS], ids=lambda page: page.name)
def test_links_lead_somewhere(page: Path) -> None:
    """Every relative link of a page leads to a file of the project."""
    for target in re.findall(r"\]\((?!https?:|#)([^)#]+)", page.read_text(encoding="utf-8")):
        assert (page.parent / target).exists(), f"{page.name}: {target}"


@pytest.mark.parametrize("page", RULE_PAGES, ids=lambda page: page.name)
def test_functions_and_tests_of_the_rules_exist(page: Path) -> None:
    """A rule's row names its function (``room.module.name``) and its test (``tests/file.py``)."""
    text = page.read_text(encoding="utf-8")
    rows = [line for line in text.splitlines() if line.startswith("|") and "`tests/" in line]
    assert rows, "a page of rules has a table of them"
    for row in rows:
        for name in re.findall(r"`((?:[a-z_]+\.)+[A-Za-z_]+)`", row):
            _find(f"bushido_odds.{name}")
        for file, test in re.findall(r"`(tests/[a-z_0-9]+\.py)(?:::([A-Za-z_0-9]+))?`", row):
            source = (ROOT / file).read_text(encoding="utf-8")
            assert not test or f"def {test}(" in source or f"class {test}" in source, row


def _find(name: str) -> object:
    """The object of a dotted name, whatever part of it is a module."""
    parts = name.split(".")
    for length in range(len(parts), 0, -1):
        try:
            found: object = importlib.import_module(".".join(parts[:length]))
        except ModuleNotFoundError:
            continue
        for attribute in parts[length:]:
            found = getattr(found, attribute)
        return found
    raise AssertionError(f"there is no {name}")
