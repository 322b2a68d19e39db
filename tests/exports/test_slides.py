"""Slides need no touching up: a deep cut's cause is drawn, no words are small or covered, nothing is said twice."""

from __future__ import annotations

import re
from functools import cache

import pytest

import exports
from tests.exports.geometry import covered_by_signs, crossed, crosses, flat, rect_of, texts
from tests.few import one_in
from tests.films import film_of_run
from visualizer.look.shapes import Circle, Group, Stroke
from visualizer.picture.film import pages_of
from visualizer.picture.model import Picture
from visualizer.picture.page.options import PictureOptions
from visualizer.picture.page.tree_page import TreePage, sized_page
from visualizer.picture.shapes.drawing import draw
from visualizer.recipe import PositionSpec, Recipe, SearchSpec
from visualizer.run import Run
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
    steps = {*range(0, trace.last_step, 1 + trace.last_step // 40), trace.last_step, *filter(None, cuts)}
    return [page.frame(step) for step in sorted(steps)]


def test_the_cause_of_a_deep_cut_is_drawn() -> None:
    """Below the line for the upper plies hangs the node that set α, with its sign, above all other rows."""
    picture = page_of("draughts").frame(44)
    cause, *others = picture.boxes
    assert (cause.move, cause.value, cause.sets, cause.above) == ("7-3", "1,000", "α", "")
    assert "7-3" not in picture.upper and picture.plan.tree.x < cause.hang < cause.x < picture.stem
    assert all(box.head >= cause.foot and not box.sets for box in others)
    assert {"16-12", "11-14", "11-15"} <= {box.move for box in others}
    bars = [
        shape for shape in edges_of(picture) if shape.y1 == shape.y2 and {shape.x1, shape.x2} != {cause.hang, cause.x}
    ]
    assert bars and all(bar.y1 >= cause.foot for bar in bars)
    assert any(shape.x1 == shape.x2 == picture.stem and shape.y1 < cause.head for shape in edges_of(picture))


def edges_of(picture: Picture) -> list[Stroke]:
    """Return the lines of the edges."""
    edges = next(shape for shape in draw(picture).shapes if isinstance(shape, Group) and shape.key == "edges")
    return [shape for shape in flat([edges]) if isinstance(shape, Stroke)]


@pytest.mark.parametrize("name", one_in(2, ["draughts", "othello", "tak"]))
def test_what_set_the_bound_of_a_cut_is_on_its_slide(name: str) -> None:
    """At each cutoff a node has the sign of the bound, or it stands on the path itself, which the line says."""
    page, trace = page_of(name), page_of(name).run.trace
    for cut in trace.cuts[:: 1 + len(trace.cuts) // 60]:
        step = trace.cut_step(cut)
        assert step is not None
        picture, found = page.frame(step), bound_at_cut(TreeAtStep(trace, step))
        assert [box.sets for box in picture.boxes if box.sets] == ([found[1]] if found else [])
        assert "(" not in picture.upper


@pytest.mark.parametrize("page", one_in(2, ["16:9", "4:3"]))
@pytest.mark.parametrize("name", LECTURE)
def test_nothing_is_smaller_than_the_tree(name: str, page: str) -> None:
    """Neither words nor the discs on the board are; no sign covers a word, and no edge runs through one."""
    made = page_of(name, page)
    for picture in frames(made):
        drawing = draw(picture)
        assert min(text.size for text in texts(drawing.shapes)) >= made.plan.size
        beside = [shape for shape in drawing.shapes if isinstance(shape, Circle) and shape.fill]
        largest = max((2 * disc.radius for disc in beside), default=made.plan.size)
        assert largest >= made.plan.size
        assert not covered_by_signs(drawing) and not crossed(drawing)


def test_no_line_runs_through_a_name() -> None:
    """The edge of a pruned move is cut above its name, and the sign of α is not on the side of the name of a node."""
    picture = page_of("textbook").frame(12)
    names = [rect_of(text) for text in texts(draw(picture).shapes) if re.fullmatch("[a-c][1-3]", text.text)]
    lines = [shape for shape in flat(draw(picture).shapes) if isinstance(shape, Stroke)]
    assert len(names) >= 6 and not any(crosses(line, name) for line in lines for name in names)
    node = next(box for box in picture.boxes if box.sets)
    group = next(shape for shape in draw(picture).shapes if isinstance(shape, Group) and shape.key == node.key)
    star, alpha = (shape for shape in flat([group]) if isinstance(shape, Circle))
    assert star.x == alpha.x > node.x and alpha.y - star.y >= 2 * star.radius - 0.01


def test_the_result_page_says_its_counts_once() -> None:
    """It has what was found, and below that what has been visited."""
    film = film_of_run(page_of("textbook").run, options=PictureOptions(cover=True))
    said = " ".join(text.text for text in texts([*pages_of(film)][-1].drawing.shapes))
    assert said == "Finished: MAX's best is a1, worth 3; best line a1 b1. 11 nodes, 7 leaves, 1 cutoff, 2 pruned"


@pytest.mark.parametrize("caption", ["why", "short"])
@pytest.mark.parametrize("name", one_in(2, ["textbook", "draughts"]))
def test_a_page_of_a_film_says_each_sentence_once(name: str, caption: str) -> None:
    """Beside the web page's sentence no caption says it again, whole or shortened."""
    film = film_of_run(page_of(name).run, read_steps("changes"), PictureOptions(caption=caption))
    page = exports.formats()["html"].film_of(film).decode()
    told = re.findall(r'"sentence":"(.*?)","more":"(.*?)"', page)
    assert len(told) == len([*film]) and all(re.search("Cut|step|Finished", more) is None for _, more in told)


@pytest.mark.parametrize(("subtitle", "said"), [(None, "alpha-beta, "), ("Lecture 3", "Lecture 3"), ("", "")])
def test_the_words_below_the_title_can_be_chosen(subtitle: str | None, said: str) -> None:
    """They are the search and its options, what is asked for, or none: then the tree has their room."""
    picture = sized_page(page_of("textbook").run, PictureOptions(page="16:9", subtitle=subtitle))[0].frame(12)
    assert picture.subtitle == said or (subtitle is None and picture.subtitle.startswith(said))
    usual = page_of("textbook").frame(12).plan.heading
    assert picture.plan.heading.height < usual.height if subtitle == "" else picture.plan.heading == usual
