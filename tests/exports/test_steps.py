"""A picture of a step shows what had happened by then: folds count no more, and the last event is marked."""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import cache

import pytest

from exports.dot import source_of
from exports.txt import lines_of
from tests.exports.geometry import texts
from visualizer.look.legend import LEGEND, State
from visualizer.look.shapes import Group, Text
from visualizer.picture import Box, BoxShape, Picture, seen
from visualizer.picture.drawing import draw
from visualizer.picture.fold import Folding, NodeKind
from visualizer.picture.frame import Layout
from visualizer.picture.words import IN_FOLD, words_of
from visualizer.recipe import Recipe, Search, Where
from visualizer.run import Run, path_of
from visualizer.trace.playhead import Playhead
from visualizer.trace.rows import Kind

CASES = (
    ("tictactoe", "fork", "alpha-beta", 12),
    ("tictactoe", "only-move", "minimax", 5),
    ("tak", "ordering-helps", "alpha-beta", 24),
    ("othello", "ordering-helps", "alpha-beta", 24),
    ("italian-draughts", "small", "ordered-alpha-beta", 1),
    ("tree", "[[3,12,8],[2,4,6],[14,5,2]]", "alpha-beta", 4),
)


@cache
def layout_of(game: str, position: str, algorithm: str, limit: int) -> Layout:
    """Return the layout of a search, folded."""
    run = Run(Recipe(Where(game, position), Search(algorithm, max_nodes=20_000))).finish()
    return Layout(run, Folding(limit=limit))


def some_steps(layout: Layout) -> list[int]:
    """Return at most about 150 steps, the first and the last ones among them."""
    last = layout.run.trace.last_step
    return sorted({*range(0, last, max(1, last // 150)), 1, last - 1, last})


def number(pattern: str, words: str) -> int:
    """Return the number that stands at a pattern's group, 0 if there is none."""
    found = re.search(pattern, words)
    return int(found.group(1).replace(",", "")) if found else 0


def folded_nodes(box: Box) -> int:
    """Return how many nodes the words of a box say are folded in it so far."""
    if box.shape is not BoxShape.BADGE:
        return number(r"\+([\d,]+) below", box.note)
    return number(r"([\d,]+) nodes?", box.text) or number(r"([\d,]+) more", box.text)


@pytest.mark.parametrize("case", CASES)
def test_what_is_drawn_and_what_is_folded_add_up_to_the_counts_of_the_step(case: tuple[str, str, str, int]) -> None:
    """At every step the nodes and cutoffs drawn and those that the folds speak of are as many as there were."""
    layout = layout_of(*case)
    for step in some_steps(layout):
        here, boxes = Playhead(layout.run.trace, step), layout.frame(step).boxes
        drawn = [node.row for node in layout.nodes if node.kind is NodeKind.VISIT and here.entered(node.row)]
        assert len(drawn) + sum(map(folded_nodes, boxes)) == here.visits, step
        cutoffs = sum(number(r"([\d,]+) cutoffs?", box.text or box.note) for box in boxes)
        assert sum(map(here.is_cut, drawn)) + cutoffs == layout.run.trace.cut_count(step), step


@pytest.mark.parametrize("case", CASES)
def test_nothing_is_pruned_before_the_cut(case: tuple[str, str, str, int]) -> None:
    """A badge of pruned children says so, and looks so, from the step of the cutoff on."""
    layout = layout_of(*case)
    for step in some_steps(layout):
        here = Playhead(layout.run.trace, step)
        for node, box in zip(layout.nodes, layout.frame(step).boxes, strict=True):
            if node.kind in (NodeKind.PRUNED, NodeKind.MANY_PRUNED):
                assert (box.state is State.PRUNED) == here.is_cut(node.row)
                assert ("pruned" in box.text) == (node.kind is NodeKind.MANY_PRUNED and here.is_cut(node.row))


@pytest.mark.parametrize("case", CASES)
def test_the_last_event_is_marked_once_wherever_it_is(case: tuple[str, str, str, int]) -> None:
    """At every step but the first and the last one box is marked: the node itself, or the fold that it is in."""
    layout = layout_of(*case)
    trace = layout.run.trace
    for step in some_steps(layout):
        picture, current = layout.frame(step), Playhead(trace, step).current
        marked = [
            node
            for node, box in zip(layout.nodes, picture.boxes, strict=True)
            if box.state is State.CURRENT or box.running
        ]
        if step in (0, trace.last_step):
            assert not marked
            continue
        (node,) = marked
        line = [current]
        while line[-1] is not None and line[-1] > 0:
            line.append(trace.parent(line[-1]))
        assert node.row in line
        drawn = {node.row for node in layout.nodes if node.kind is NodeKind.VISIT}
        assert (node.kind is NodeKind.VISIT and node.row == current) or current not in drawn


def inside_a_fold() -> Picture:
    """Return a picture whose last event is in a badge."""
    return layout_of("tak", "ordering-helps", "alpha-beta", 24).frame(200)


def below_a_node() -> Picture:
    """Return a picture whose last event is in what is folded below a node."""
    return layout_of("othello", "ordering-helps", "alpha-beta", 24).frame(300)


@pytest.mark.parametrize("make", [inside_a_fold, below_a_node])
def test_a_fold_with_the_last_event_is_signed_and_the_legend_says_what_the_sign_means(
    make: Callable[[], Picture],
) -> None:
    """Drawing, outline, tooltip and DOT show the sign of the last event at the fold, and the legend explains it."""
    picture = make()
    (box,) = [box for box in picture.boxes if box.running]
    glyph = LEGEND[State.CURRENT].glyph
    words = [text.text for text in texts(draw(picture).shapes)]
    assert words.count(glyph) == 2 and IN_FOLD in words  # at the fold and in the legend
    lines = lines_of(picture)
    assert [line for line in lines[:-1] if line.endswith(f"{glyph} here")] and f"{glyph} {IN_FOLD}" in lines[-1]
    assert IN_FOLD in words_of(box)
    assert source_of(picture).count(IN_FOLD) == 2  # the tooltip and the legend
    assert IN_FOLD not in " ".join(
        lines_of(layout_of("tree", "[[3,12,8],[2,4,6],[14,5,2]]", "alpha-beta", 40).frame(7))
    )


def test_folds_say_what_is_still_to_come() -> None:
    """In the words of the step: 27 of 41 replies so far, none of the next moves; which will be pruned is not known."""
    words = "\n".join(lines_of(inside_a_fold()))
    assert "▾ 27 more, 54 nodes, 27 cutoffs, 14 to come  ▸ here" in words
    assert "│  ├─ ▾ 36 to come\n│  ├─ · □ e3\n│  └─ · to come" in words  # e3 will be tried behind what is folded
    assert "101 nodes, 70 leaves, 28 cutoffs" in words


@pytest.mark.parametrize("case", CASES)
def test_folds_stay_where_they_are_while_their_words_change(case: tuple[str, str, str, int]) -> None:
    """At every step each box has the middle and the top that it always has, within the same page and its own room."""
    layout, places = layout_of(*case), set()
    for step in some_steps(layout):
        picture = layout.frame(step)
        drawing = draw(picture)
        edges = next(at for at, shape in enumerate(drawing.shapes) if isinstance(shape, Group))
        board = [shape for shape in drawing.shapes[:edges] if not isinstance(shape, Text)]
        places.add((
            drawing.width, picture.height, *board[:1],
            *((box.key, box.x, box.y) for box in picture.boxes),
        ))  # fmt: skip
        assert all(box.width <= box.room + 0.01 for box in picture.boxes)
    assert len(places) == 1


def test_a_search_without_a_window_shows_none() -> None:
    """Minimax knows no alpha and beta, so its pictures have none either."""
    run = Run(Recipe(Where("tree"), Search("minimax"))).finish()
    layout = Layout(run)
    assert not any(box.window for step in range(run.trace.last_step) for box in layout.frame(step).boxes)


@pytest.mark.parametrize("step", [15, 300, 2001, 4600])
def test_a_picture_of_one_step_shows_where_the_search_is(step: int) -> None:
    """The open path is drawn down to the last event; what is to come is drawn only where all that was visited is."""
    run = Run(Recipe(Where("tictactoe", "corner"))).finish()
    picture, here = Layout(run, Folding(limit=24, step=step)).frame(step), Playhead(run.trace, step)
    states = {box.key: box.state for box in picture.boxes}
    assert states[f"n{here.current}"] is State.CURRENT
    assert {f"n{row}" for row in here.path} <= states.keys()
    to_come = [box for box in picture.boxes if box.state is State.TO_COME and box.shape is not BoxShape.BADGE]
    assert len(to_come) < len(picture.boxes) / 3 or states.keys() > {f"n{row}" for row in range(here.visits)}
    assert all(box.state is not State.TO_COME for box in seen(picture).boxes)
    assert {edge.target for edge in seen(picture).edges} < {box.key for box in seen(picture).boxes}


def test_one_leaf_is_never_folded() -> None:
    """A badge for a single leaf would take as much room as the leaf."""
    run = Run(Recipe(Where("tree", "wikipedia"))).finish()
    boxes = Layout(run, Folding(limit=24)).frame(run.trace.last_step).boxes
    assert not any(box.shape is BoxShape.BADGE or box.note for box in boxes)
    assert sum(box.state is not State.PRUNED for box in boxes) == 25


def test_folds_are_in_the_key() -> None:
    """What the dotted badge below a node means is said."""
    picture = Layout(Run(Recipe(Where("tree"))).finish(), Folding(plies=0)).frame(22)
    assert State.FOLDED in picture.states


def test_a_part_is_headed_by_its_own_position() -> None:
    """Below the moves to its topmost node: their board, whose turn it is, its counts beside those of the whole."""
    run = Run(Recipe(Where("tak", "tinue"))).finish()
    top = run.node_at(path_of(run, "d5"))
    assert top is not None
    picture = Layout(run, Folding(root=top, limit=24)).frame(run.trace.last_step)
    assert picture.title == "Tak 5×5, after d5, Black to move"
    assert picture.board == run.position(run.path(top)).board()
    nodes = run.trace.end(top) - top + 1
    cutoffs = sum(run.trace.kind(row) is Kind.CUT for row in range(top, top + nodes))
    assert picture.captions[0] == f"from d5 on: {nodes:,} nodes, {cutoffs:,} cutoffs"
    assert picture.captions[1].startswith(f"the whole search: {len(run.trace):,} nodes")


def test_what_was_never_visited_is_said_to_be_nothing_else() -> None:
    """Of a pruned child nobody knows whether it is a leaf, and it was not tried."""
    picture = Layout(Run(Recipe(Where("tree", "ucla-cs161"))).finish()).frame(34)
    for box in picture.boxes:
        if box.state is State.PRUNED:
            assert words_of(box) == f"{box.move}; pruned: never visited; number {box.order} in the order"
