"""Saving: whole or not at all, never over an old file unasked; pictures of what is shown."""

from __future__ import annotations

import json
import os
import stat
import xml.etree.ElementTree as ET
from html.parser import HTMLParser
from pathlib import Path
from typing import Any
from unittest import mock

import pytest

from bushido_odds.cli import output as output_module
from bushido_odds.cli.saving import NotSavedError, destination
from command import call, refused

MODELS = ("Hotaru: 2/1", "Kairai Farmer: 1/1, wounds 5, Tough (1)")
SVG = "{http://www.w3.org/2000/svg}"


def words_of(svg: str) -> str:
    """The text of a picture, row by row."""
    root = ET.fromstring(svg)
    rows: dict[float, dict[float, str]] = {}
    for text in root.iter(f"{SVG}text"):
        row = rows.setdefault(float(text.get("y", "0")), {})
        row[float(text.get("x", "0"))] = "".join(text.itertext()).replace("\xa0", " ")
    return "\n".join("".join(row[x] for x in sorted(row)) for _, row in sorted(rows.items()))


class Page(HTMLParser):
    """The text of a page, and what it fetches."""

    def __init__(self, html: str) -> None:
        super().__init__()
        self.text = ""
        self.fetched: list[str] = []
        self.feed(html)

    def handle_data(self, data: str) -> None:
        self.text += data

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.fetched += [value or "" for name, value in attrs if name in ("src", "href")]


# ---- files


@pytest.mark.parametrize("format_", ["table", "json", "jsonl", "csv", "markdown"])
def test_a_file_holds_what_would_have_been_printed(format_: str, tmp_path: Path) -> None:
    path = tmp_path / "odds"
    printed = call("melee", *MODELS, "--format", format_)
    saved = call("melee", *MODELS, "--format", format_, "--output", str(path))
    assert saved == (0, "", "")
    assert path.read_bytes().decode() == printed.out


@pytest.mark.parametrize(
    ("name", "format_"),
    [("a.json", "json"), ("a.jsonl", "jsonl"), ("a.CSV", "csv"), ("a.md", "markdown"),
     ("a.txt", "table"), ("a.log", "table"), ("a", "table"), ("a.b/a", "table")],
)  # fmt: skip
def test_the_ending_says_the_format(name: str, format_: str, tmp_path: Path) -> None:
    (tmp_path / "a.b").mkdir()
    call("melee", *MODELS, "--output", str(tmp_path / name))
    expected = call("melee", *MODELS, "--format", format_).out
    assert (tmp_path / name).read_text(encoding="utf-8") == expected


def test_a_format_that_is_asked_for_goes_before_the_ending(tmp_path: Path) -> None:
    call("melee", *MODELS, "--json", "--output", str(tmp_path / "a.csv"))
    assert json.loads((tmp_path / "a.csv").read_text())["kind"] == "melee"


@pytest.mark.parametrize("ending", [".png", ".PDF", ".xlsx", ".tsv", ".yaml"])
def test_an_ending_that_is_no_format_is_refused(ending: str, tmp_path: Path) -> None:
    path = tmp_path / f"a{ending}"
    assert refused("melee", *MODELS, "--output", str(path)) == (
        f'{path}: "{ending.lower()}" is no known ending: .json, .jsonl, .ndjson, .csv, .md, .svg, '
        ".html, .txt, .text, .log, or any with --format\n"
    )
    assert not path.exists()
    assert call("melee", *MODELS, "--output", str(path), "--format", "table").code == 0
    assert path.read_text(encoding="utf-8") == call("melee", *MODELS).out


def test_an_old_file_is_not_replaced_unasked(tmp_path: Path) -> None:
    path = tmp_path / "odds.json"
    path.write_text("precious")
    err = refused("melee", *MODELS, "--output", str(path))
    assert "there is such a file already" in err
    assert "--force" in err
    assert path.read_text() == "precious"
    path.chmod(0o640)
    assert call("melee", *MODELS, "--output", str(path), "--force").code == 0
    assert json.loads(path.read_text())["kind"] == "melee"
    assert stat.S_IMODE(path.stat().st_mode) == 0o640


def test_nothing_is_left_where_something_fails(tmp_path: Path) -> None:
    path = tmp_path / "odds.json"
    refused("melee", "Hotaru: 2/1, Tuogh", "1/1", "--output", str(path))
    assert list(tmp_path.iterdir()) == []

    def broken(*args: Any, **kwargs: Any) -> None:
        raise OSError(28, "No space left on device")

    with mock.patch.object(output_module, "write_whole", broken):
        err = refused("melee", *MODELS, "--output", str(path))
    assert "cannot be written (no space left on device)" in err
    assert list(tmp_path.iterdir()) == []


def test_an_old_file_is_whole_until_the_new_one_is(tmp_path: Path) -> None:
    path = tmp_path / "odds"
    path.write_text("old")

    def interrupted() -> None:
        with destination(str(path), True) as stream:
            assert stream
            stream.write(b"half")
            stream.flush()
            assert path.read_text() == "old"
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        interrupted()
    assert [entry.name for entry in tmp_path.iterdir()] == ["odds"]
    assert path.read_text() == "old"


def test_a_file_that_comes_in_the_meantime_is_kept(tmp_path: Path) -> None:
    path = tmp_path / "odds"

    def overtaken() -> None:
        with destination(str(path), False) as stream:
            assert stream
            stream.write(b"new")
            path.write_text("theirs")

    with pytest.raises(NotSavedError, match="already"):
        overtaken()
    assert path.read_text() == "theirs"
    assert [entry.name for entry in tmp_path.iterdir()] == ["odds"]


def test_a_file_system_without_links_is_written_too(tmp_path: Path) -> None:
    path = tmp_path / "odds"
    with mock.patch.object(os, "link", side_effect=OSError(95, "not supported")):
        with destination(str(path), False) as stream:
            assert stream
            stream.write(b"new")
        assert path.read_bytes() == b"new"


def test_new_files_have_the_usual_permissions(tmp_path: Path) -> None:
    (tmp_path / "usual").write_text("")
    call("melee", *MODELS, "--output", str(tmp_path / "odds"))
    assert (tmp_path / "odds").stat().st_mode == (tmp_path / "usual").stat().st_mode


def test_a_link_leads_to_the_file_that_is_written(tmp_path: Path) -> None:
    (tmp_path / "real").write_text("old")
    (tmp_path / "link").symlink_to(tmp_path / "real")
    call("melee", *MODELS, "--format", "csv", "--output", str(tmp_path / "link"), "--force")
    assert (tmp_path / "link").is_symlink()
    assert "active.attack.success" in (tmp_path / "real").read_text()


def test_places_that_cannot_be_written(tmp_path: Path) -> None:
    assert "this is a directory" in refused("melee", *MODELS, "--output", str(tmp_path))
    nowhere = str(tmp_path / "no" / "where")
    assert "cannot be written (no such file" in refused("melee", *MODELS, "--output", nowhere)


def test_devices_and_standard_output() -> None:
    assert call("melee", *MODELS, "--output", os.devnull).code == 0
    assert call("melee", *MODELS, "--output", "-").out == call("melee", *MODELS).out


def test_batch_saves_whole_or_not_at_all(tmp_path: Path) -> None:
    good = json.dumps({"active": "1/1", "opponent": "1/1"}) + "\n"
    path = tmp_path / "odds.jsonl"
    assert call("batch", "-", "--output", str(path), stdin=good * 3).code == 0
    assert path.read_text().count("\n") == 3
    assert "already" in refused("batch", "-", "--output", str(path), stdin=good)
    other = tmp_path / "other.jsonl"
    answer = call("batch", "-", "--fail-fast", "--output", str(other), stdin=good + "{}\n")
    assert answer.code == 1
    assert [entry.name for entry in tmp_path.iterdir()] == ["odds.jsonl"]


# ---- pictures


def test_a_picture_shows_what_the_terminal_shows() -> None:
    svg = call("melee", *MODELS, "--svg").out
    shown = call("melee", *MODELS, FORCE_COLOR="1", NO_COLOR="1", COLUMNS="200").out
    drawn = "".join(words_of(svg).split())
    for word in shown.split():
        assert word in drawn
    assert "<title>bushido-odds</title>" in svg


@pytest.mark.parametrize("flag", ["--svg", "--html"])
def test_columns_stand_in_fonts_that_renderers_have(flag: str) -> None:
    # A name that is not known, as ui-monospace, makes some of them take a proportional font.
    out = call("melee", *MODELS, flag).out
    assert 'font-family: "DejaVu Sans Mono", Menlo, Consolas, monospace;' in out
    assert "ui-monospace" not in out


def test_a_picture_has_colours_and_fetches_nothing() -> None:
    svg = call("splits", "A: 2 dice", "B: 2 dice", "--svg").out
    fills = {rect.get("fill") for rect in ET.fromstring(svg).iter(f"{SVG}rect")}
    assert len(fills) > 4
    assert "url(#" in svg
    assert svg.count("http") == svg.count("http://www.w3.org/2000/svg") == 1


def test_pictures_say_what_they_were_made_of() -> None:
    digest = call("melee", *MODELS, "--json").json["input_sha256"]
    for flag in ("--svg", "--html"):
        out = call("melee", *MODELS, flag).out
        text = words_of(out) if flag == "--svg" else Page(out).text
        assert f"bushido-odds 0.1.0, Bushido: Risen Sun, input {digest[:12]}" in text


def test_names_cannot_break_out_of_a_picture() -> None:
    nasty = '</text><script>alert("&")</script>{x}@title@'
    svg = call("melee", f"{nasty}: 2/1", "1/1", "--name", nasty, "--svg").out
    assert nasty.split("{")[0] in words_of(svg)
    assert "<script>" not in svg
    page = call("melee", f"{nasty}: 2/1", "1/1", "--name", nasty, "--html").out
    assert "<script>" not in page
    assert nasty in Page(page).text


def test_a_page_of_html_is_whole() -> None:
    page = Page(call("melee", *MODELS, "--html").out)
    assert page.fetched == []
    assert "Hotaru 2/1  v  Kairai Farmer 1/1" in page.text
    assert "▌" in page.text or "█" in page.text


@pytest.mark.parametrize("flag", ["--svg", "--html"])
@pytest.mark.parametrize(
    "args",
    [
        ("sweep", *MODELS, "--set", "opponent.traits.Armour=0..2", "--set", "active.attack=1,2"),
        ("ranged", "3 dice", "wounds 5"),
        ("test", "challenge", "--dice", "2", "--number", "6"),
        ("vocabulary", "prow"),
        ("samurai", "test", "--skill", "6"),
    ],
    ids=lambda args: args[0],
)
def test_everything_that_is_shown_can_be_a_picture(flag: str, args: tuple[str, ...]) -> None:
    answer = call(*args, flag)
    assert answer.code == 0, answer.err
    text = words_of(answer.out) if flag == "--svg" else Page(answer.out).text
    assert "bushido-odds 0.1.0" in text


def test_pictures_are_the_same_every_time() -> None:
    assert call("melee", *MODELS, "--svg").out == call("melee", *MODELS, "--svg").out


def test_an_ending_asks_for_a_picture(tmp_path: Path) -> None:
    call("melee", *MODELS, "--output", str(tmp_path / "duel.svg"))
    assert (tmp_path / "duel.svg").read_text(encoding="utf-8").startswith("<svg")
    call("melee", *MODELS, "--output", str(tmp_path / "duel.html"))
    assert (tmp_path / "duel.html").read_text(encoding="utf-8").startswith("<!DOCTYPE html>")


def test_one_format_at_a_time() -> None:
    assert "contradict" in refused("melee", *MODELS, "--svg", "--html")
    assert "contradict" in refused("melee", *MODELS, "--svg", "--format", "csv")
    assert "contradict" in refused("melee", *MODELS, "--json", "--html")
