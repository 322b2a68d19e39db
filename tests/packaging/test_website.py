"""The site of docs/: every page and game is in it, and its links are checked. Building it is a
part of .ci/run.
"""

import re
from collections import Counter
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

import games
import visualizer
from tests.packaging.conftest import PROJECT
from visualizer.apps.cli import COMMAND_ROWS

DOCS = PROJECT / "docs"


@pytest.fixture
def tool(monkeypatch: pytest.MonkeyPatch) -> Any:
    """Load a file of tools/, as they load each other."""
    monkeypatch.syspath_prepend(str(PROJECT / "tools"))
    return __import__


@pytest.fixture
def pages(tool: Any) -> ModuleType:
    """Load what the site consists of."""
    found: ModuleType = tool("site_pages")
    return found


def test_every_page_is_in_the_navigation_once(pages: Any) -> None:
    """A page of docs/ that is not in the navigation, or is there twice, is a mistake; the others
    are made.
    """
    listed = Counter(page for part in pages.NAVIGATION.values() for page in part)
    there = {path.relative_to(DOCS).as_posix() for path in DOCS.rglob("*.md")}
    made = {*pages.ROOT_PAGES.values(), *pages.GAMES.values(), "commands.md"} - {"index.md"}

    assert {*listed} == there | made
    assert there.isdisjoint(made)
    assert set(listed.values()) == {1}


@pytest.mark.parametrize("name", games.game_names())
def test_the_page_of_a_game_has_all_that_is_its_own(tool: Any, pages: Any, name: str) -> None:
    """Each game has a page with its rules, notation, positions, evaluations, orderings and
    settings.
    """
    game = games.load_game(name)
    text = tool("game_pages").page(name, lambda command, at: f"shown: {command}{at}")

    assert name in pages.GAMES
    assert re.search(r"^## Rules\n\n\w.{20}", text, re.MULTILINE), (
        f"docs/games.md lacks the rules below ## {game.title}"
    )
    own = [*(preset.name for preset in game.presets), *game.evaluations, *game.orderings]
    own += [option.name for option in game.options]
    assert [word for word in own if f"\n| `{word}` |" not in text] == []
    assert f"\nshown: export {name} -p " in text or name in ("chess", "openspiel")


@pytest.mark.parametrize(
    ("link", "expected"),
    [
        ("[a](keys.md#x)", "[a](keys.md#x)"),
        ("[a](../README.md)", "[a](index.md)"),
        ("[a](../CONTRIBUTING.md#add-a-game)", "[a](contributing.md#add-a-game)"),
        ("[`f`](../games/_game.py)", "`f`"),
        ("![a](pictures/x.png)", "![a](pictures/x.png)"),
        ("[a](https://example.org/x.md) [b](#c)", "[a](https://example.org/x.md) [b](#c)"),
        ("```\n[a](../README.md)\n```", "```\n[a](../README.md)\n```"),
    ],
)
def test_links_are_mapped(pages: Any, link: str, expected: str) -> None:
    """Links of docs/ to files elsewhere lead to their pages, or are words where there is no
    page.
    """
    assert pages.mapped(link, "docs/bots.md", "bots.md") == expected


def test_links_of_the_projects_folder_are_mapped(pages: Any) -> None:
    """CONTRIBUTING's links into docs/, and those of a page in a folder, are relative to where
    the page lies.
    """
    assert (
        pages.mapped("[a](docs/bots.md#b)", "CONTRIBUTING.md", "contributing.md")
        == "[a](bots.md#b)"
    )
    assert (
        pages.mapped("[a](../index.md)", "docs/lessons/9.md", "lessons/9.md") == "[a](../index.md)"
    )
    assert (
        pages.mapped("[a](../../SECURITY.md)", "docs/lessons/9.md", "lessons/9.md")
        == "[a](../security.md)"
    )


def test_marks_are_filled_in(pages: Any, tmp_path: Path) -> None:
    """A mark above commands shows what they write, from where the page lies; a list of names
    becomes docstrings.
    """
    folder = tmp_path / "made"
    folder.mkdir()
    text = "<!-- shown #s3 -->\n```\nvisualizer export tree --explore -O t.html\n```\n"
    filled = pages.filled(text, "lessons/x.md", folder)

    assert (folder / "t.html").is_file()
    assert (
        'src="../made/t.html#s3"' in filled
        and "```\nvisualizer export tree --explore -O t.html\n```" in filled
    )
    assert pages.filled("<!-- described -->\n- `a.b`\n- `c`\n", "x.md", folder).split() == [
        ":::",
        "a.b",
        ":::",
        "c",
    ]
    assert "[`tak`](games/tak.md)" in pages.filled(
        (DOCS / "games.md").read_text(encoding="utf-8"), "games.md", folder
    )


def test_the_reference_has_all_that_python_users_import() -> None:
    """Each name of the package is on its page, but for the type that only stands behind the one
    that is there.
    """
    text = (DOCS / "reference" / "python.md").read_text(encoding="utf-8")
    assert [name for name in visualizer.__all__ if f"- `visualizer.{name}`\n" not in text] == [
        "Run"
    ]


def test_the_page_of_commands_has_each(pages: Any) -> None:
    """Every command has a heading, its options and an example."""
    text = pages.commands()

    assert [name for name in COMMAND_ROWS if f"\n### {name}\n" not in text] == []
    assert text.count("\nExample:\n") == len(COMMAND_ROWS)


def test_broken_links_are_found(tool: Any, tmp_path: Path) -> None:
    """A missing file, a missing anchor and a script from elsewhere are named; what is there is
    not, nor links away.
    """
    (tmp_path / "made").mkdir()
    (tmp_path / "made" / "run.html").write_text("<p>", "utf-8")
    (tmp_path / "b.html").write_text('<h1 id="top">B</h1>', "utf-8")
    good = (
        '<a href="b.html#top"><a href="https://example.org"><a href="#x"><p '
        'id="x"><iframe src="made/run.html#s3">'
    )
    bad = (
        '<a href="c.html"><a href="b.html#end"><img src="no.png"><script '
        'src="https://example.org/x.js">'
    )
    (tmp_path / "a.html").write_text(good + bad, "utf-8")
    found = tool("site_links").faults(tmp_path, "made")
    named = [
        "a.html: no.png",
        "a.html: https://example.org/x.js",
        "a.html: c.html",
        "a.html: b.html#end",
    ]

    assert found == named
