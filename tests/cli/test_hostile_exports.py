"""Texts from outside in files that are written: visible signs, and none is markup, a command or
a formula there.
"""

from __future__ import annotations

import csv
import os
import re
import sys
from html.parser import HTMLParser
from pathlib import Path

import pytest

from tests.cli.conftest import Call
from tests.hostile import HOSTILE, recording, saved_game
from visualizer.searching.events.recordings import recording_of

pytestmark = [pytest.mark.filterwarnings("ignore::UserWarning"), pytest.mark.usefixtures("folder")]
TITLE = HOSTILE.replace("\0", "")
"""As much of the text as a command line can have."""


class Elements(HTMLParser):
    """The names of a page's elements, and whether one is a link or does something by itself."""

    def __init__(self, text: str) -> None:
        """Read a page."""
        super().__init__()
        self.names = set[str]()
        self.acts = False
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Take in an element."""
        self.names.add(tag)
        self.acts |= any(name.startswith("on") or name == "href" for name, _ in attrs)


def is_visible(text: str) -> bool:
    """Say whether every letter of a text can be seen; the spaces that formats write themselves
    are.
    """
    return re.sub("[\n\t\u00a0]", "", text).isprintable()


@pytest.mark.parametrize("ending", ["svg", "html", "tex", "dot", "graphml", "txt", "json"])
def test_a_recorded_search_is_only_words_in_every_format(
    call: Call, folder: Path, ending: str
) -> None:
    """Labels, tags, notes, names of passes and the title: no control character, no element, no
    command of TeX.
    """
    result = call("export", recording(folder), "-O", f"t.{ending}", "--title", TITLE)

    assert result.status == 0, result.err
    text = Path(f"t.{ending}").read_text(encoding="utf-8")
    assert is_visible(text)
    if ending in ("svg", "html", "graphml"):
        page = Elements(text)
        assert "img" not in page.names
        assert not page.acts
    if ending == "tex":
        assert "\\input{" not in re.sub(
            "^%.*",
            "",
            text,
            flags=re.MULTILINE,
        )


@pytest.mark.parametrize("ending", ["md", "html"])
def test_a_review_is_only_words(call: Call, folder: Path, ending: str) -> None:
    """The players' names are no elements, links or images of a page, and of none that Markdown
    becomes.
    """
    assert call("review", saved_game(folder), "-O", f"t.{ending}").status == 0
    text = Path(f"t.{ending}").read_text(encoding="utf-8")
    page = Elements(text)
    assert is_visible(text)
    assert "img" not in page.names
    assert not page.acts
    if ending == "md":
        beside_boards = re.sub(
            "^    .*",
            "",
            text,
            flags=re.MULTILINE,
        )
        assert "&lt;img" in text
        assert "\\[link=" in text
        assert not re.search(r"(?<!\\)[\[\]*]", beside_boards)


def test_homework_is_only_words(call: Call) -> None:
    """Its title is no element and ends no script."""
    title = f"{TITLE}</script><b>"

    assert call("exercise --homework -n 1 -O t.html --title", title).status == 0
    text = Path("t.html").read_text(encoding="utf-8")
    assert is_visible(text)
    assert not {"img", "b"} & Elements(text).names


def test_a_comparison_is_only_words(call: Call, folder: Path) -> None:
    """A name that a spreadsheet would compute has an apostrophe before it; in Markdown no name
    is markup.
    """
    files = [recording(folder, name) for name in ("a.jsonl", "b.jsonl")]
    rows = csv.reader(call("compare", *files, "--csv").out.splitlines())
    cells = [cell for row in rows for cell in row]

    assert any("52;c" in cell for cell in cells)
    assert not [cell for cell in cells if len(cell) > 1 and cell[0] in "=@"]
    table = call("compare", *files, "--markdown").out
    assert "&lt;img" in table
    assert "<img" not in table
    assert is_visible(table)


def test_what_is_written_as_events_reads_back_the_same(call: Call, folder: Path) -> None:
    """A hostile file, written by `--events` and read again, is written the same, and its words
    can be seen.
    """
    assert call("search", recording(folder), "--events", "once.jsonl").status == 0
    assert call("search once.jsonl --events twice.jsonl").status == 0
    once, twice = (Path(f"{name}.jsonl").read_text(encoding="utf-8") for name in ("once", "twice"))
    assert once == twice
    assert is_visible(once)
    assert "52;c" in once
    log = recording_of("search.jsonl").log
    assert all(map(is_visible, log.words))
    assert len(log.words) == 3


@pytest.mark.skipif(
    os.name == "nt" or sys.platform == "darwin", reason="file names are Unicode there"
)
def test_errors_and_names_of_files_are_visible_in_lines(call: Call, folder: Path) -> None:
    """Line mode and messages show the name of a file of tasks with visible signs, and still open
    the file.
    """
    name = "".join(letter for letter in HOSTILE if letter not in "\0/")[:80]
    Path(name).write_text("[[3,12],[2,4]]\n", encoding="utf-8")
    result = call("practice --plain --tasks", name, stdin="q\n")

    assert result.status == 0
    assert "52;c" in result.out
    assert is_visible(result.out)
    Path(name).write_text(HOSTILE.replace("\udcff", ""), encoding="utf-8")
    refused = call("practice --plain --tasks", name)
    assert refused.status == 2
    assert is_visible(refused.err)
