"""``docs/recipes.md`` is true: every block runs as it stands and prints what stands below it."""

from __future__ import annotations

import contextlib
import io
import json
import os
import re
import shutil
import subprocess
import sys
from itertools import zip_longest
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from command import environment

ROOT = Path(__file__).parent.parent
PAGE = (ROOT / "docs" / "recipes.md").read_text(encoding="utf-8")
NOTEBOOKS = sorted((ROOT / "examples").glob("*.ipynb"))
TOOLS = ("bash", "jq", "awk", "xargs", "find", "parallel")


class Recipe(NamedTuple):
    """A block of the page, and what it says that comes out."""

    title: str
    script: str
    printed: str

    @property
    def tools(self) -> list[str]:
        """The programs that it needs beside our own."""
        return [tool for tool in TOOLS if re.search(rf"\b{tool}\b", self.script)]


PARTS = re.compile(
    r"^## (?P<title>[^\n]*)\n|^```sh\n(?P<script>.*?)^```\n(?:\n```text\n(?P<printed>.*?)^```\n)?",
    re.MULTILINE | re.DOTALL,
)


def recipes() -> list[Recipe]:
    found, title = [], ""
    for part in PARTS.finditer(PAGE):
        title = part["title"] or title
        if part["script"]:
            found.append(Recipe(title, part["script"], part["printed"] or ""))
    return found


def without_noise(line: str) -> str:
    """A line with long decimals cut where one program's floats differ from another's."""
    return re.sub(r"\d\.\d{13,}", lambda found: f"{float(found[0]):.12f}", line)


@pytest.mark.parametrize("recipe", recipes(), ids=lambda recipe: recipe.title[:40])
def test_a_recipe_prints_what_the_page_says(recipe: Recipe, tmp_path: Path) -> None:
    for tool in recipe.tools:
        if shutil.which(tool) is None:
            pytest.skip(f"{tool} is not installed here")
    shutil.copytree(ROOT / "examples", tmp_path / "examples")
    program = tmp_path / "bin" / "bushido-odds"
    program.parent.mkdir()
    program.write_text(f'#!/bin/sh\nexec "{sys.executable}" -m bushido_odds "$@"\n')
    program.chmod(0o755)
    done = subprocess.run(
        ["bash", "-eu", "-c", recipe.script],
        cwd=tmp_path,
        env=environment(PATH=f"{program.parent}{os.pathsep}{os.environ['PATH']}", LC_ALL="C.UTF-8"),
        capture_output=True,
        text=True,
        timeout=120,
        stdin=subprocess.DEVNULL,
    )
    assert (done.returncode, done.stderr) == (0, "")
    for line, expected in zip_longest(
        done.stdout.splitlines(), recipe.printed.splitlines(), fillvalue="<missing>"
    ):
        assert without_noise(line) == without_noise(expected)


def test_there_are_a_dozen_with_the_tools_that_people_have() -> None:
    assert len(recipes()) >= 12
    assert {tool for recipe in recipes() for tool in recipe.tools} >= set(TOOLS) - {"bash"}
    assert "spreadsheet" in PAGE


@pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda path: path.stem)
def test_a_notebook_prints_what_it_shows(path: Path) -> None:
    names: dict[str, Any] = {}
    cells = json.loads(path.read_text(encoding="utf-8"))["cells"]
    for cell in cells:
        if cell["cell_type"] == "code":
            printed = io.StringIO()
            with contextlib.redirect_stdout(printed):
                exec(compile("".join(cell["source"]), path.name, "exec"), names)
            shown = "".join(line for output in cell["outputs"] for line in output["text"])
            assert printed.getvalue() == shown
    assert any(cell.get("outputs") for cell in cells)


@pytest.mark.parametrize("path", sorted((ROOT / "examples").glob("compare-*.yaml")))
def test_every_comparison_among_the_examples_has_a_recipe(path: Path) -> None:
    assert f"examples/{path.name}" in PAGE


def test_the_page_names_every_notebook() -> None:
    assert NOTEBOOKS
    assert all(f"../examples/{path.name}" in PAGE for path in NOTEBOOKS)
