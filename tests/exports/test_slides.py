"""Slides need no touching up: a deep cut's cause is drawn, no words are small or covered,
nothing is said twice.
"""

from __future__ import annotations

import io
import re
from functools import cache
from itertools import combinations

import pytest
from PIL import ImageFont
from pptx import Presentation
from pypdf import PdfReader

import exports
from exports.shapes import TYPEFACES
from tests.exports.geometry import covered_by_signs, crossed, crosses, flat, rect_of, texts
from tests.exports.pictures import bound_set_by
from tests.few import one_in
from tests.films import film_of_run
from visualizer.draw.picture.film import pages_of
from visualizer.draw.picture.model import Picture
from visualizer.draw.picture.page.options import PictureOptions
from visualizer.draw.picture.page.tree_page import TreePage, sized_page
from visualizer.draw.picture.shapes.drawing import draw_picture
from visualizer.look.shapes import Circle, Group, Stroke
from visualizer.searching.recipe import PositionSpec, Recipe, SearchSpec
from visualizer.searching.run import Run
from visualizer.support.errors import InputError
from visualizer.trace.jumps import read_steps
from visualizer.trace.labels import bound_at_cut
from visualizer.trace.tree_at_step import TreeAtStep

LECTURE = {
    "textbook": Recipe(PositionSpec("tree")),
    "tak": Recipe(PositionSpec("tak", "ordering-helps"), SearchSpec("ordered-alpha-beta", depth=3)),
    "draughts": Recipe(PositionSpec("italian-draughts", "small")),
    "othello": Recipe(PositionSpec("othello", "first-look"), SearchSpec("ordered-alpha-beta")),
    "mcts": Recipe(PositionSpec("tictactoe"), SearchSpec("mcts")),
}
"""The searches of a lecture."""


@cache
def page_of(name: str, page: str = "16:9") -> TreePage:
    """Return a search on a slide."""
    return sized_page(Run(LECTURE[name]).finish(), PictureOptions(page=page))[0]


def frames(page: TreePage) -> list[Picture]:
    """Return the slides of up to 40 steps and 40 cutoffs."""
    trace = page.run.trace
    cuts = [trace.cut_step(cut) for cut in trace.cuts[:: 1 + len(trace.cuts) // 40]]
    steps = {
        *range(0, trace.last_step, 1 + trace.last_step // 40),
        trace.last_step,
        *filter(None, cuts),
    }
    return [page.frame(step) for step in sorted(steps)]


def test_the_cause_of_a_deep_cut_is_drawn() -> None:
    """Below the line for the upper plies hangs the node that set α, with its sign, above all
    other rows.
    """
    picture = page_of("draughts").frame(44)
    cause, *others = picture.boxes

    assert cause.move == "7-3"
    assert cause.value == "1,000"
    assert bound_set_by(cause) == "α"
    assert cause.parent_key == ""
    assert "7-3" not in picture.breadcrumbs
    assert picture.plan.tree.x < cause.hangs_from < cause.x < picture.stem
    assert all(
        box.incoming_edge_y >= cause.outgoing_edge_y and not box.bound_sign for box in others
    )
    assert {"16-12", "11-14", "11-15"} <= {box.move for box in others}
    bars = [
        shape
        for shape in edges_of(picture)
        if shape.y1 == shape.y2 and {shape.x1, shape.x2} != {cause.hangs_from, cause.x}
    ]
    assert bars
    assert all(bar.y1 >= cause.outgoing_edge_y for bar in bars)
    assert any(
        shape.x1 == shape.x2 == picture.stem and shape.y1 < cause.incoming_edge_y
        for shape in edges_of(picture)
    )


def edges_of(picture: Picture) -> list[Stroke]:
    """Return the lines of the edges."""
    edges = next(
        shape
        for shape in draw_picture(picture).shapes
        if isinstance(shape, Group) and shape.key == "edges"
    )
    return [shape for shape in flat([edges]) if isinstance(shape, Stroke)]


@pytest.mark.parametrize("name", one_in(2, ["draughts", "othello", "tak"]))
def test_what_set_the_bound_of_a_cut_is_on_its_slide(name: str) -> None:
    """At each cutoff a node has the sign of the bound, or it stands on the path itself, which
    the line says.
    """
    page = page_of(name)
    trace = page_of(name).run.trace
    for cut in trace.cuts[:: 1 + len(trace.cuts) // 60]:
        step = trace.cut_step(cut)

        assert step is not None
        picture = page.frame(step)
        found = bound_at_cut(TreeAtStep(trace, step))
        assert [bound_set_by(box) for box in picture.boxes if box.bound_sign] == (
            [found[1]] if found else []
        )
        assert "(" not in picture.breadcrumbs


@pytest.mark.parametrize("page", one_in(2, ["16:9", "4:3"]))
@pytest.mark.parametrize("name", LECTURE)
def test_nothing_is_smaller_than_the_tree(name: str, page: str) -> None:
    """Neither words nor the discs on the board are; no sign covers a word, and no edge runs
    through one.
    """
    made = page_of(name, page)
    for picture in frames(made):
        drawing = draw_picture(picture)

        assert min(text.size for text in texts(drawing.shapes)) >= made.plan.size
        beside = [shape for shape in drawing.shapes if isinstance(shape, Circle) and shape.fill]
        largest = max((2 * disc.radius for disc in beside), default=made.plan.size)
        assert largest >= made.plan.size
        assert not covered_by_signs(drawing)
        assert not crossed(drawing)


def test_no_line_runs_through_a_name() -> None:
    """The edge of a pruned move is cut above its name, and the sign of α is not on the side of
    the name of a node.
    """
    picture = page_of("textbook").frame(12)
    names = [
        rect_of(text)
        for text in texts(draw_picture(picture).shapes)
        if re.fullmatch("[a-c][1-3]", text.text)
    ]
    lines = [shape for shape in flat(draw_picture(picture).shapes) if isinstance(shape, Stroke)]

    assert len(names) >= 6
    assert not any(crosses(line, name) for line in lines for name in names)
    node = next(box for box in picture.boxes if box.bound_sign)
    group = next(
        shape
        for shape in draw_picture(picture).shapes
        if isinstance(shape, Group) and shape.key == node.key
    )
    star, alpha = (shape for shape in flat([group]) if isinstance(shape, Circle))
    assert star.x == alpha.x > node.x
    assert alpha.y - star.y >= 2 * star.radius - 0.01
    assert alpha.y + alpha.radius <= node.y + node.height


def test_the_result_page_says_its_counts_once() -> None:
    """It has what was found, and below that what has been visited."""
    film = film_of_run(page_of("textbook").run, options=PictureOptions(cover=True))
    said = " ".join(text.text for text in texts([*pages_of(film)][-1].drawing.shapes))

    assert said == (
        "Finished: MAX's best is a1, worth 3; best line a1 b1. 11 nodes, 7 leaves, 1 "
        "cutoff, 2 pruned"
    )


@pytest.mark.parametrize("caption", ["why", "short"])
@pytest.mark.parametrize("name", one_in(2, ["textbook", "draughts"]))
def test_a_page_of_a_film_says_each_sentence_once(name: str, caption: str) -> None:
    """Beside the web page's sentence no caption says it again, whole or shortened."""
    film = film_of_run(page_of(name).run, read_steps("changes"), PictureOptions(caption=caption))
    page = exports.formats()["html"].film_of(film).decode()
    told = re.findall(r'"sentence":"(.*?)","more":"(.*?)"', page)

    assert len(told) == len([*film])
    assert all(re.search("Cut|step|Finished", more) is None for _, more in told)


@pytest.mark.parametrize(
    ("subtitle", "said"),
    [
        (None, "alpha-beta, "),
        ("Lecture 3", "Lecture 3"),
        ("", ""),
    ],
)
def test_the_words_below_the_title_can_be_chosen(subtitle: str | None, said: str) -> None:
    """They are the search and its options, what is asked for, or none: then the tree has their
    room.
    """
    picture = sized_page(page_of("textbook").run, PictureOptions(page="16:9", subtitle=subtitle))[
        0
    ].frame(12)

    assert picture.subtitle == said or (subtitle is None and picture.subtitle.startswith(said))
    usual = page_of("textbook").frame(12).plan.heading
    assert (
        picture.plan.heading.height < usual.height
        if subtitle == ""
        else picture.plan.heading == usual
    )


@pytest.mark.parametrize("name", one_in(2, LECTURE))
def test_words_without_serifs_have_room(name: str) -> None:
    """With `font="sans"` nothing moves, no word lies on another or leaves the page, and all are
    as large as before.
    """
    face = TYPEFACES["sans"]
    run = page_of(name).run
    options = PictureOptions(page="16:9", font="sans")
    made = sized_page(run, options)[0]

    assert made.plan == page_of(name).plan
    fonts = {
        bold: ImageFont.truetype(str(face.bold if bold else face.regular), 1000)
        for bold in (True, False)
    }
    for picture in frames(made)[::4]:
        drawing = draw_picture(picture)
        found = list[tuple[float, float, float, float, str]]()
        for text in texts(drawing.shapes):
            width = fonts[text.bold].getlength(text.text) * text.size / 1000
            left = (
                text.x
                - width
                * {
                    "start": 0,
                    "middle": 0.5,
                    "end": 1,
                }[text.anchor]
            )
            found.append((left, left + width, text.y - 0.7 * text.size, text.y, text.text))
        for one, other in combinations(found, 2):
            across = min(one[1], other[1]) - max(one[0], other[0])
            down = min(one[3], other[3]) - max(one[2], other[2])

            assert across <= 0.5 or down <= 0, (one, other)

        assert all(left >= 0 and right <= drawing.width for left, right, *_ in found)


def test_every_format_has_the_type_that_is_asked_for() -> None:
    """Drawings and films name it, or embed it, and the usual one is another."""
    run = page_of("textbook").run
    for font, face, marks in (
        ("mono", TYPEFACES["mono"], {"tex": "", "pptx": "Consolas"}),
        ("sans", TYPEFACES["sans"], {"tex": r"\familydefault{\sfdefault}", "pptx": "Arial"}),
    ):
        page = sized_page(run, PictureOptions(page="16:9", font=font))[0]
        film = film_of_run(run, read_steps("12-12"), page.options)
        for name in ("svg", "dot", "typst", "tex"):
            still = exports.formats()[name].bytes_of(page.frame(12)).decode()

            assert marks.get(name, face.family) in still
            assert font == "sans" or "sfdefault" not in still
        html = exports.formats()["html"].film_of(film).decode()

        assert f"svg{{font-family:'{face.family}'" in html
        (slide,) = Presentation(io.BytesIO(exports.formats()["pptx"].film_of(film))).slides
        assert {*re.findall('typeface="(.*?)"', slide.shapes._spTree.xml)} == {marks["pptx"]}
        pdf = PdfReader(io.BytesIO(exports.formats()["pdf"].bytes_of(page.frame(12))))
        fonts, unembedded = pdf.pages[0]._get_fonts()
        assert fonts
        assert not unembedded
        assert all(f"+{face.files}" in name for name in fonts)
    stills = {
        exports.formats()["png"].bytes_of(sized_page(run, PictureOptions(font=font))[0].frame(12))
        for font in TYPEFACES
    }

    assert len(stills) == 2
    with pytest.raises(InputError, match="the font 'serif'"):
        PictureOptions(font="serif")
