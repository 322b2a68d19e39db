"""Code beside a tree: pseudocode at any step, a person's own code with its variables, and a film
of its lines.
"""

from __future__ import annotations

from pathlib import Path

import pytest

import exports
from tests.grading import right
from tests.watching.heard import module_of, watched
from visualizer import search
from visualizer.draw.picture.film import Film, pages_of
from visualizer.draw.picture.page.options import PictureOptions
from visualizer.draw.picture.page.tree_page import TreePage
from visualizer.draw.picture.shapes.drawing import draw_picture
from visualizer.look.shapes import Rectangle, Text
from visualizer.publish.outputs import ExportRequest
from visualizer.searching.run import Run
from visualizer.support.errors import InputError
from visualizer.trace.jumps import read_steps

TREE = "[[3,12,8],[2,4,6],[14,5,2]]"


@pytest.fixture(scope="module")
def own() -> Run:
    """Return a run of a person's own code."""
    return watched(right.wikipedia, TREE).run


@pytest.fixture(scope="module")
def film(own: Run) -> Film:
    """Return the film of its lines."""
    return ExportRequest(steps=read_steps("lines")).film(own)


@pytest.mark.parametrize("page", ["fit", "16:9"])
@pytest.mark.parametrize("game", ["tree", "tictactoe"])
def test_pseudocode_beside_any_step(game: str, page: str) -> None:
    """Each step marks its line, with its values; the position gives way, and all lies on the
    page.
    """
    run = search(game, depth=2)
    drawn = TreePage(run, PictureOptions(code=True, page=page, board=True))
    marked = set()
    for step in range(0, run.trace.last_step + 1, 7):
        picture = drawn.frame(step)

        assert picture.board is None
        assert picture.code is not None
        marked |= {row.number for row in picture.code.rows if row.mark == "now" and row.number}
        for shape in draw_picture(picture).shapes:
            if isinstance(shape, Rectangle):
                assert shape.x + shape.width <= picture.plan.width + 0.1

    assert len(marked) > 2


def test_a_film_of_lines(own: Run, film: Film) -> None:
    """Every line is a frame, with the line of the source, the variables at it, and the tree as
    far as it is known.
    """
    track = own.track
    source = Path(right.__file__).read_text(encoding="utf-8").splitlines()

    assert track is not None
    frames = [*film]
    assert len(frames) == len(track) == film.max_frames
    for moment, frame in enumerate(frames):
        code = frame.picture.code

        assert code is not None
        assert frame.name == f"{moment + 1} of {len(track)}: line {track.lines[moment]}"
        now = " ".join(row.text.strip() for row in code.rows if row.mark == "now")
        assert now.replace(" ", "").startswith(source[track.lines[moment] - 1].replace(" ", ""))
        shown = {row.text.split()[0] for row in code.rows if row.number < 0}
        assert shown >= {*track.variables(track.call_numbers[moment], moment)} - {"inf"}
        changed = {row.text.split()[0] for row in code.rows if row.mark == "changed"}
        assert changed == ({*track.changes(moment)} if track.before(moment) is not None else set())


def test_nothing_moves(film: Film) -> None:
    """The variables begin at the same place in every frame, and no text lies on another or
    beside the page.
    """
    begins = set()
    for page in pages_of(film):
        assert all(
            0 <= each.x <= film.width and 0 <= each.y <= film.height
            for each in page.drawing.shapes
            if isinstance(each, Text)
        )
        begins |= {
            each.y
            for each in page.drawing.shapes
            if isinstance(each, Text) and each.text.startswith("node ")
        }

    assert len(begins) == 1


@pytest.mark.parametrize(
    "kind", ["html", "pdf", pytest.param("gif", marks=pytest.mark.slow), "pptx"]
)
def test_formats(kind: str) -> None:
    """A film of lines is a film as any other; on a page of the web the code is part of the
    picture, and no list.
    """
    if kind == "pptx":
        pytest.importorskip("pptx")
    run = watched(right.wikipedia, "[3,5]").run
    data = exports.format_named(kind).film_of(ExportRequest(steps=read_steps("lines")).film(run))

    assert len(data) > 5_000
    if kind == "html":
        assert b'"code":[]' in data.replace(b" ", b"")
        assert b"return node.value" in data


def test_lines_are_of_own_code_only() -> None:
    """A search of ours has none; one sentence says so."""
    with pytest.raises(InputError, match="only code of your own has lines"):
        ExportRequest(steps=read_steps("lines")).film(search("tree"))


INSIDE = """
def search(node):
    def best(node, values=(1, 2)):
        if not node.children:
            return node.value
        return max([best(child, (1, 2)) for child in node.children if child is not None])
    return best(node)
"""


def test_a_function_further_in(tmp_path: Path) -> None:
    """A function inside another is shown without its indentation, nothing is cut off, and long
    lines go on below.
    """
    run = watched(module_of(INSIDE, tmp_path / "mine.py")["search"], TREE).run
    (*_, last) = ExportRequest(steps=read_steps("1-4"), options=PictureOptions(code=True)).film(run)

    assert last.picture.code is not None
    assert last.picture.code.title.startswith("best(")
    rows = [row for row in last.picture.code.rows if row.number >= 0 and row.text]
    assert [row.text for row in rows][:2] == [
        "def best(node, values=(1, 2)):",
        "  if not node.children:",
    ]
    assert "".join(row.text.replace(" ", "") for row in rows) == "".join(
        INSIDE.strip().split("\n", 1)[1].split()
    )


def test_a_page_begins_where_something_is_said(tmp_path: Path) -> None:
    """The slider stands at the line of an error, or of the first difference, also where later
    lines are left out.
    """
    text = (
        "def search(node):\n    value = node.children[0].children[0].value\n    return value // 0\n"
    )
    run = watched(module_of(text, tmp_path / "mine.py")["search"], TREE).run
    film = ExportRequest(steps=read_steps("lines")).film(run)
    (*_, last) = film

    assert film.first_shown_frame == film.max_frames - 1 == 3
    assert "ZeroDivisionError" in last.sentence
    assert b'"begin":3,' in exports.format_named("html").film_of(film).replace(b" ", b"")
