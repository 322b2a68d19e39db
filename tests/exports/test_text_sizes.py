"""Text on slides: as large as leaves the tree what matters, never smaller than said, and nothing
lies on anything.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from functools import cache
from typing import Any

import pytest

from tests.exports.geometry import covered_by_signs, off_the_page, overlapping, rect_of, texts
from tests.exports.geometry import crossed as crossed_words
from tests.few import crossed, one_in
from visualizer.draw.picture.layout.spine import siblings_of, spine_of, spine_ruler
from visualizer.draw.picture.layout.whole_tree import lay_out_tree
from visualizer.draw.picture.model import Box, BoxShape
from visualizer.draw.picture.page.options import PictureOptions
from visualizer.draw.picture.page.tree_page import TreePage, sized_page
from visualizer.draw.picture.shapes.drawing import draw_picture
from visualizer.look.shapes import Text
from visualizer.searching.recipe import PositionSpec, Recipe, SearchSpec
from visualizer.searching.run import Run
from visualizer.support.errors import InputError
from visualizer.trace.tree_at_step import TreeAtStep

RECIPES = {
    "aima": Recipe(PositionSpec("tree")),
    "four plies": Recipe(PositionSpec("tree", "cs188-four-plies")),
    "tak": Recipe(PositionSpec("tak", "ordering-helps"), SearchSpec("ordered-alpha-beta", depth=3)),
    "othello": Recipe(PositionSpec("othello", "first-look"), SearchSpec("ordered-alpha-beta")),
    "hex": Recipe(PositionSpec("hex", "small"), SearchSpec("alpha-beta", depth=3)),
    "draughts": Recipe(PositionSpec("italian-draughts"), SearchSpec("alpha-beta", depth=4)),
    "connect four": Recipe(
        PositionSpec("connect-four", "small"), SearchSpec("alpha-beta", depth=4)
    ),
}
LARGE = ("tak", "hex", "draughts")
"""Other games, whose trees show nothing that those of the others do not."""
STEPS = (0.02, 0.3, 1.0)


def few_of(values: list[Any]) -> list[Any]:
    """Cross the recipes with some values; those of `LARGE` are slow, whatever they are met with."""
    found = one_in(2, crossed([name for name in RECIPES if name not in LARGE], values))
    return found + [
        pytest.param(name, value, marks=pytest.mark.slow) for name in LARGE for value in values
    ]


@cache
def run_of(name: str) -> Run:
    return Run(RECIPES[name]).finish()


@pytest.mark.parametrize(("name", "page"), few_of(["16:9", "4:3"]))
def test_no_text_is_smaller_and_none_lies_on_another(name: str, page: str) -> None:
    """At several steps every text has at least the size that was taken, boards' letters too, and
    its own place.
    """
    run = run_of(name)
    made, words = sized_page(run, PictureOptions(page=page))

    assert made.options.text_size is not None
    assert 12 <= made.options.text_size <= 18
    assert words.startswith(f"text of {made.options.text_size:g} points")
    assert checked(made, run, made.options.text_size) == []


@pytest.mark.parametrize(("name", "size"), few_of([16, 20, 12]))
def test_a_size_that_is_asked_for_is_kept_or_refused(name: str, size: int) -> None:
    """Where a slide has room for it, every text has at least that size; where it has none, the
    sentence says so.
    """
    run = run_of(name)
    try:
        made, _ = sized_page(run, PictureOptions(page="16:9", text_size=size))
    except InputError as error:
        refused = str(error)
    else:
        assert checked(made, run, size) == []
        return

    assert f"the text size {size} does not fit on this page" in refused
    assert size > 12


def checked(made: TreePage, run: Run, size: float) -> list[object]:
    """Return what is wrong with the pages at several steps: small words, and ones that others or
    edges meet.
    """
    wrong: list[object] = []
    for part in STEPS:
        picture = made.frame(max(1, round(part * run.trace.last_step)))
        drawing = draw_picture(picture)
        words = texts(drawing.shapes)
        assert len(words) > 2
        wrong += [text for text in words if text.size < size - 0.01]
        wrong += off_the_page(drawing)
        wrong += overlapping(words)
        wrong += crossed_words(drawing)
        wrong += covered_by_signs(drawing)
        wrong += [
            word
            for box in picture.boxes
            if box.shape is not BoxShape.FOLDED
            for word in half_in(box, words)
        ]
    return wrong


def half_in(box: Box, words: list[Text]) -> list[str]:
    """Return the words, but for signs, that lie on the outline of a node."""
    left = box.x - box.width / 2
    found = []
    for text in words:
        rect = rect_of(text)
        across = min(rect.right, left + box.width) - max(rect.left, left)
        down = min(text.y, box.y + box.height) - max(text.y - text.size / 2, box.y)
        is_within = left - 1 <= rect.left and rect.right <= left + box.width + 1
        if len(text.text) > 1 and across > 1 and down > 1 and not is_within:
            found.append(text.text)
    return found


def test_the_tree_of_a_textbook_is_whole() -> None:
    """On both pages, with the windows at the cut; the legend is the first to give way."""
    for page in ("16:9", "4:3"):
        made, words = sized_page(run_of("aima"), PictureOptions(page=page))

        assert made.is_whole
        assert not made.options.legend
        assert "the legend" in words
        cut = made.frame(12)
        assert any(
            box.is_cut and box.window is not None and box.window.cut_sign for box in cut.boxes
        )
    assert sized_page(run_of("aima"), PictureOptions(page="16:9"))[0].options.text_size == 18


@pytest.mark.parametrize("page", one_in(3, ["16:9", "4:3"]))
@pytest.mark.parametrize("name", one_in(3, ["tak", "othello", "hex", "draughts", "connect four"]))
def test_along_a_spine_two_siblings_and_the_window_at_a_cut_are_kept(name: str, page: str) -> None:
    """Whatever gives way, α and β at a cutoff do not, and the three lowest plies of the path show
    two siblings each.

    Where text of 14 points has no room for that beside a board, a first or a last child has one.
    """
    run = run_of(name)
    made, _ = sized_page(run, PictureOptions(page=page))
    for cut in run.trace.cuts[:: max(1, len(run.trace.cuts) // 6)]:
        step = run.trace.cut_step(cut)

        assert step is not None
        cut_off = next(box for box in made.frame(step).boxes if box.key == f"n{cut}")
        assert cut_off.is_cut
        assert cut_off.window is not None
        assert cut_off.window.cut_sign
    ruler = spine_ruler(run, made.limits)
    has_room = made.is_whole or min(ruler.places_left, ruler.places_right) >= min(
        3, made.limits.places_beside
    )

    assert has_room or page == "4:3" or (made.options.text_size or 0) >= 14
    for part in range(11):
        for shown, possible, is_at_end in lowest_families(
            run, made, max(1, part * run.trace.last_step // 10)
        ):
            assert shown >= min(2 if has_room or not is_at_end else 1, possible)


@pytest.mark.parametrize("page", one_in(3, ["16:9", "4:3"]))
@pytest.mark.parametrize("name", one_in(2, ["tak", "othello", "hex", "draughts", "connect four"]))
def test_tree_and_board_share_a_slide(name: str, page: str) -> None:
    """The board takes a fifth of the width or more and says its coordinates; no lower third is
    empty at a cut.

    Beside Connect Four's long names of moves there is no room for it on a narrow slide, which is
    said.
    """
    run = run_of(name)
    made, gave_way = sized_page(run, PictureOptions(page=page))
    has_board = (name, page) != ("connect four", "4:3")

    assert (made.plan.board.width >= made.plan.width / 5) == has_board
    assert ("and the board gave way" in gave_way) == (not has_board)
    for cut in run.trace.cuts[:: max(1, len(run.trace.cuts) // 12)]:
        step = run.trace.cut_step(cut)

        assert step is not None
        picture = made.frame(step)
        lowest = max(box.y + box.height for box in picture.boxes)
        assert lowest >= made.plan.tree.y + made.plan.tree.height * 2 / 3, step
        if not has_board:
            continue
        assert picture.board is not None
        words = {
            text.text for text in texts(draw_picture(picture).shapes) if text.x >= made.plan.board.x
        }
        assert page == "4:3" or words >= {*picture.board.board.columns}


def lowest_families(run: Run, made: TreePage, step: int) -> Iterator[tuple[int, int, bool]]:
    """Yield for each ply of the path that is drawn at a step the siblings beside it, and how many
    there are.

    Of those below a cut node the pruned ones need not be shown. The third says whether the child on
    the path is the first or the last. With the children of the end of the path, where it has some,
    three plies are drawn at least: two below what set the bound of a deep cut, which has a row of
    its own.
    """
    tree = TreeAtStep(run.trace, step)
    layout = lay_out_tree(run, tree, None, made.limits)
    alone = bool(layout.hangs_from)
    placed = layout.nodes[alone:]
    path = spine_of(run, tree, ())
    shown = Counter(node.path[:-1] for node in placed if node.ply and node.folded is None)
    end = tree.node_at(path)
    has_children = end is not None and tree.move_count(end) > 0
    assert (
        made.is_whole or len(shown) >= min(3 - alone, len(path) + has_children) or not has_children
    )
    for upper in (path[:length] for length in range(len(path))):
        if upper not in shown:
            continue
        above = tree.node_at(upper)
        family = siblings_of(run, tree, upper, above)
        if above is not None and tree.is_cut(above):
            number = family.tried
        else:
            number = len(family.moves)
        yield shown[upper] - 1, number - 1, family.moves.index(path[len(upper)]) in (0, number - 1)


def test_a_size_that_cannot_be_kept_is_refused_with_the_one_that_can() -> None:
    """The size named in the sentence is kept when it is asked for, and the next larger one is
    refused.
    """
    run = run_of("aima")

    with pytest.raises(
        InputError, match=r"the text size 28 does not fit .* the largest that fits is (\d+)$"
    ) as refused:
        sized_page(run, PictureOptions(page="16:9", text_size=28))
    most = int(str(refused.value).split()[-1])
    assert sized_page(run, PictureOptions(page="16:9", text_size=most))[0].options.text_size == most
    with pytest.raises(InputError):
        sized_page(run, PictureOptions(page="16:9", text_size=most + 1))


def test_other_pages_keep_their_sizes() -> None:
    """A page that fits, and one of another shape, have the usual size and say nothing."""
    for page in ("fit", "a4", "1000x700"):
        made, words = sized_page(run_of("aima"), PictureOptions(page=page))

        assert words == ""
        assert made.plan == TreePage(run_of("aima"), PictureOptions(page=page)).plan


def test_a_caption_without_room_leaves_no_dots() -> None:
    """Dots stand for the rest of a sentence; a further caption for which there is no room is
    left out without them.
    """
    run = run_of("connect four")
    picture = sized_page(run, PictureOptions(page="4:3"))[0].frame(run.trace.last_step)
    room = replace(picture.plan.caption, height=1.4 * picture.plan.size)
    plan = replace(picture.plan, caption=room)
    said = {
        captions: [
            shape.text
            for shape in draw_picture(replace(picture, captions=captions, plan=plan)).shapes
            if isinstance(shape, Text) and shape.y > room.y
        ]
        for captions in (("one", "two"), ("three " * 60,))
    }
    short, long = said.values()

    assert short == ["one"]
    assert len(long) == 1
    assert long[0].endswith("…")


def test_a_slide_unfolds_outcomes_where_it_has_room() -> None:
    """A root with a single move has places for six outcomes below it; along a spine they stand
    on both sides of it.
    """
    run = Run(Recipe(PositionSpec("einstein", "small"), SearchSpec("expectiminimax"))).finish()
    picture = sized_page(run, PictureOptions(page="16:9"))[0].frame(run.trace.last_step)

    assert len([box for box in picture.boxes if box.ply == 2 and not box.lines]) == 6
    large = sized_page(run, PictureOptions(page="16:9", text_size=16))[0]
    outcomes = [box for box in large.frame(run.trace.last_step).boxes if box.ply == 2]
    stem = next(box.x for box in large.frame(run.trace.last_step).boxes if box.ply == 1)
    assert not large.is_whole
    assert len([box for box in outcomes if not box.lines]) > 1
    assert min(box.x for box in outcomes) < stem < max(box.x for box in outcomes)


def test_a_slide_goes_on_with_the_most_visited_replies() -> None:
    """Where MCTS ends with two moves visited equally often there is no best line, and yet the
    replies are drawn.
    """
    where = PositionSpec("hex", settings={"size": "5"})
    search = SearchSpec("mcts", options={"iterations": 300})
    run = Run(Recipe(where, search)).finish()
    tree = TreeAtStep(run.trace)
    picture = sized_page(run, PictureOptions(page="16:9"))[0].frame(run.trace.last_step)
    rows = {
        ply: [box for box in picture.boxes if box.ply == ply and not box.lines] for ply in (1, 2)
    }

    assert not tree.principal_variation()
    assert rows[2]
    parent = next(box for box in rows[1] if box.key == rows[2][0].parent_key)
    visits = {box.key: tree.returned_count(int(box.key[1:])) for box in rows[1]}
    assert visits[parent.key] == max(visits.values())
