"""The documents are true: their commands run, what they quote is printed, and what they name
exists.
"""

from __future__ import annotations

import re
import runpy
import shlex
import shutil
import subprocess
from pathlib import Path

import pytest

import games
from exports.tex import COMPILE_TWICE
from tests.few import one_in
from visualizer.apps.cli import COMMAND_ROWS, visualizer
from visualizer.apps.cli.messages import run_command
from visualizer.look.legend import State
from visualizer.searching.algorithms import Algorithm, algorithms
from visualizer.searching.ordering import orderings
from visualizer.trace.recorder import Recorder
from visualizer.trace.rows import Passes, Trace
from visualizer.trace.tree_at_step import TreeAtStep

ROOT = Path(__file__).parents[1]
PAGES = {
    str(path.relative_to(ROOT)): path.read_text(encoding="utf-8")
    for path in (
        ROOT / "README.md",
        ROOT / "CONTRIBUTING.md",
        *sorted((ROOT / "docs").glob("*.md")),
    )
}
BLOCK = re.compile(r"^```(\w*)\n(.*?)^```\n(?:\n^```\n(.*?)^```\n)?", re.MULTILINE | re.DOTALL)
"""A block of code: its language, its lines, and the lines of a block without a language directly
below it.
"""
EXAMPLE = re.compile(r"<!-- example: (\S+\.\w+) -->\n```\w+\n(.*?)```", re.DOTALL)
"""A file that a page tells its reader to write: its name and its text."""
BLOCKS = [(page, *block) for page, text in PAGES.items() for block in BLOCK.findall(text)]
NOTE = re.compile(rf"visualizer: (text of .* gave way to it|\S+: {re.escape(COMPILE_TWICE)})")
"""What may be said beside: a slide has less on it, a deck is compiled twice."""
LONG = (".gif", "match", "review")
"""What is in blocks that take longer than others."""
RUN = [
    pytest.param(
        *(page, lines, quoted),
        id=f"{page}-{lines.splitlines()[0]}",
        marks=[pytest.mark.slow] * any(word in lines for word in LONG),
    )
    for page, language, lines, quoted in BLOCKS
    if language == "sh"
]
OTHERS = [
    line
    for _, language, lines, _ in BLOCKS
    if not language
    for line in lines.replace("\\\n", "").splitlines()
]
"""Lines of blocks that are only to be read, such as what needs a terminal or a long time."""


def words(text: str) -> str:
    """Return a text with one space wherever it has some."""
    return " ".join(text.split())


@pytest.mark.parametrize(
    "page", [page for page in PAGES if page.startswith("docs/") and page != "docs/extending.md"]
)
def test_a_page_begins_with_an_example(page: str) -> None:
    """Within its first lines each page of docs/ shows what can be typed."""
    assert "```" in "".join(PAGES[page].splitlines(keepends=True)[:18])


@pytest.mark.parametrize(("page", "lines", "quoted"), one_in(3, RUN))
def test_commands_work_when_pasted(
    page: str,
    lines: str,
    quoted: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    """Every `sh` block runs without an error; what is quoted below it stands in its output."""
    monkeypatch.chdir(tmp_path)
    for name, text in EXAMPLE.findall(PAGES[page]):
        Path(name).write_text(text, encoding="utf-8")
    for file in (ROOT / "docs" / "examples").glob("*.py"):
        Path(file.name).write_bytes(file.read_bytes())
    said = ""
    for line in lines.splitlines():
        program, *arguments = shlex.split(line)

        assert program == "visualizer"
        assert run_command(visualizer, arguments) == 0, line
        out, err = capsys.readouterr()
        assert all(NOTE.fullmatch(note) for note in err.splitlines()), line
        said += out

    assert words(quoted) in words(said)


@pytest.mark.parametrize(
    "line", sorted({line for line in OTHERS if re.match(r"(\.venv/bin/)?visualizer ", line)})
)
def test_commands_to_read_exist(line: str) -> None:
    """Every command of the other blocks has the options that it is given."""
    context = visualizer.make_context("visualizer", [])
    name, command, rest = visualizer.resolve_command(context, shlex.split(line)[1:])

    assert command is not None
    command.make_context(name, rest, parent=context)


def test_targets_of_make_exist() -> None:
    """Every `make NAME` in the documents is a target of the Makefile."""
    named = {
        name
        for text in PAGES.values()
        for name in re.findall(r"(?:`|^)make ([\w-]+)", text, re.MULTILINE)
    }
    targets = re.findall(
        r"^([\w-]+):", (ROOT / "Makefile").read_text(encoding="utf-8"), re.MULTILINE
    )

    assert len(named) > 5
    assert named - {*targets} == set()


def anchors(text: str) -> set[str]:
    """Return the names under which a page's headings can be linked to."""
    headings = re.findall(r"^#+ (.*)", text, re.MULTILINE)
    return {re.sub(r"[^\w -]", "", heading.lower()).replace(" ", "-") for heading in headings}


@pytest.mark.parametrize("page", PAGES)
def test_links_lead_somewhere(page: str) -> None:
    """Every link and picture is a file that exists, and the heading of a link is one of that
    page.
    """
    for link in re.findall(r"\]\((?!https?:)([^)]+)\)", PAGES[page]):
        file, _, heading = link.partition("#")
        if file:
            target = (ROOT / page).parent / file
        else:
            target = ROOT / page

        assert target.exists(), link
        assert not heading or heading in anchors(target.read_text(encoding="utf-8")), link


@pytest.mark.parametrize("page", PAGES)
def test_files_that_are_named_exist(page: str) -> None:
    """Every path of the project in a page is there."""
    paths = re.findall(
        r"(?<![\w/.])((?:visualizer|games|exports|tests|tools|docs)/[\w./-]*)", PAGES[page]
    )
    assert [path for path in paths if path != "games/nim.py" and not (ROOT / path).exists()] == []


def test_the_list_of_keys_is_the_table_of_actions() -> None:
    """docs/keys.md is what `python tools/keys.py` writes."""
    tool = runpy.run_path(str(ROOT / "tools" / "keys.py"))
    assert PAGES["docs/keys.md"] == tool["page"](PAGES["docs/keys.md"])


def test_the_manual_is_the_help() -> None:
    """docs/visualizer.1 is what `python tools/man.py` writes: every command with its options and
    its example.
    """
    tool = runpy.run_path(str(ROOT / "tools" / "man.py"))
    page = (ROOT / "docs" / "visualizer.1").read_text(encoding="utf-8")

    assert page == tool["page"](), "the help has changed; run python tools/man.py"
    assert [name for name in COMMAND_ROWS if f"\n.SS visualizer {name}\n" not in page] == []
    assert page.count("\nExample: visualizer ") == len(COMMAND_ROWS)


@pytest.mark.skipif(shutil.which("groff") is None, reason="there is no groff")
def test_the_manual_is_read_without_a_warning() -> None:
    """Roff knows every word of it."""
    page = str(ROOT / "docs" / "visualizer.1")
    done = subprocess.run(
        ["groff", "-man", "-Tutf8", "-k", "-ww", page], check=False, capture_output=True
    )

    assert done.returncode == 0
    assert done.stderr == b""


def test_every_game_search_and_ordering_is_named() -> None:
    """The table of games has each that is always there, its evaluations and orderings; README
    names all searches.
    """
    page = PAGES["docs/games.md"]
    readme = PAGES["README.md"]
    table = {
        name: (evaluations.replace("`", "").split(), scores.replace("`", "").split())
        for name, evaluations, scores in re.findall(
            r"^\| `([\w-]+)` \|[^|]*\|([^|]*)\|([^|]*)\|$", page, re.MULTILINE
        )
    }
    loaded = {
        name: games.load_game(name)
        for name in games.game_names()
        if name not in ("chess", "openspiel")
    }
    expected = {name: ([*game.evaluations], [*game.orderings]) for name, game in loaded.items()}

    assert table == expected, "the table of docs/games.md lacks a row, or a row is wrong"
    assert [name for name in orderings() if f"`{name}`" not in page] == []
    assert [name for name in (*loaded, *algorithms()) if f"`{name}`" not in readme] == []


def test_the_six_types_are_where_the_page_says() -> None:
    """Each type of CONTRIBUTING's table stands in the file beside it."""
    table = re.findall(r"^\| `(\w+)` \| `([\w/.]+)` \|", PAGES["CONTRIBUTING.md"], re.MULTILINE)

    assert len(table) == 6
    for name, place in table:
        if place.endswith(".py"):
            files = [ROOT / place]
        else:
            files = [*(ROOT / place).rglob("*.py")]
        assert any(f"class {name}" in file.read_text(encoding="utf-8") for file in files), name


def test_names_of_types_exist() -> None:
    """Each `Type.name` in the pages on the trace and on extending it is there."""
    known = (Trace(), TreeAtStep(Trace(), 0), Recorder(Trace()), Algorithm, Passes, State)
    types = {getattr(each, "__name__", type(each).__name__): each for each in known}
    text = PAGES["docs/trace.md"] + PAGES["docs/extending.md"]
    named = re.findall(rf"`({'|'.join(types)})\.(\w+)", text)

    assert {name for name, _ in named} == {*types}
    assert [pair for pair in named if not hasattr(types[pair[0]], pair[1])] == []
