"""Nothing that is written is in the way of anything else: all presets of all games, several searches and steps."""

from __future__ import annotations

import random
from collections.abc import Iterator
from functools import cache

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from games import NotInstalled, load, names
from tests.exports.geometry import covered_by_signs, crossed, outside_triangle, overlapping, rect_of, texts
from tests.trees import Tree, trees
from visualizer.errors import InputError
from visualizer.look.legend import THEMES
from visualizer.look.shapes import Circle, Group, Polygon, Rectangle
from visualizer.picture import BoxShape, Picture
from visualizer.picture.drawing import draw
from visualizer.picture.fold import SLIDE, Folding
from visualizer.picture.frame import Layout
from visualizer.picture.nodes import box_shapes
from visualizer.picture.sizes import is_above
from visualizer.recipe import Recipe, Search, Where
from visualizer.run import Run

GAMES = sorted(names())
SEARCHES = (("alpha-beta", 12), ("ordered-alpha-beta", SLIDE))
"""Each with the number of nodes to draw."""
PARTS = (0.03, 0.4, 1.0)
"""Steps to look at, as parts of all."""
MOST_NODES = 1_500


@cache
def pictures(name: str) -> tuple[tuple[str, Picture], ...]:
    """Return pictures of a game's presets at some steps, each with words that say which it is."""
    return tuple(_pictures(name))


def _pictures(name: str) -> Iterator[tuple[str, Picture]]:
    game = load(name)
    for preset in game.presets:
        for algorithm, limit in SEARCHES:
            try:
                run = Run(Recipe(Where(name, preset.name), Search(algorithm, max_nodes=MOST_NODES))).finish()
            except InputError as error:
                if isinstance(error.__cause__, NotInstalled):
                    pytest.skip(str(error))
                raise
            layout, last = Layout(run, Folding(limit=limit)), run.trace.last_step
            for part in PARTS:
                yield f"{preset.name}, {algorithm}, step {round(part * last)}", layout.frame(round(part * last))


def named(tree: Tree, dice: random.Random, number: int = 0) -> str:
    """Write a tree with names of all lengths, those of siblings different in their first letter."""
    name = "NbdxgyQaRk"[number] * dice.randint(0, 14)
    if not isinstance(tree, list):
        return f"{name}={tree}" if name else str(tree)
    return f"{name or 'NbdxgyQaRk'[number]}({', '.join(named(child, dice, at) for at, child in enumerate(tree))})"


@settings(max_examples=120)
@given(
    tree=trees(plies=6, low=-2_000_000, high=2_000_000),
    limit=st.integers(1, 60),
    part=st.floats(0, 1),
    seed=st.integers(),
)
def test_whatever_the_tree_nothing_is_in_the_way(tree: Tree, limit: int, part: float, seed: int) -> None:
    """Long names, long values, any fold, any step: no words over others, under an edge or under a sign."""
    run = Run(Recipe(Where("tree", named([tree], random.Random(seed))))).finish()
    picture = Layout(run, Folding(limit=limit)).frame(round(part * run.trace.last_step))
    assert not overlapping(texts(draw(picture).shapes))
    assert not crossed(picture)
    assert not covered_by_signs(picture)


@pytest.mark.parametrize("name", GAMES)
def test_no_words_are_written_over_others(name: str) -> None:
    """No two texts of a page overlap: moves, values, notes, windows, signs, board, heading and legend."""
    wrong = {which: pairs for which, picture in pictures(name) if (pairs := overlapping(texts(draw(picture).shapes)))}
    assert not wrong


@pytest.mark.parametrize("name", GAMES)
def test_no_edge_goes_through_words(name: str) -> None:
    """No edge comes near the words of a node that it does not belong to, nor the words within its own nodes."""
    wrong = {which: pairs for which, picture in pictures(name) if (pairs := crossed(picture))}
    assert not wrong


@pytest.mark.parametrize("name", GAMES)
def test_no_sign_covers_words(name: str) -> None:
    """The signs of states leave every letter of moves, values and notes to be read."""
    wrong = {which: pairs for which, picture in pictures(name) if (pairs := covered_by_signs(picture))}
    assert not wrong


@pytest.mark.parametrize("name", GAMES)
def test_words_stay_within_their_triangles(name: str) -> None:
    """A move and a value stand inside the outline, or above it where a move is long."""
    wrong = []
    for which, picture in pictures(name):
        for box in picture.boxes:
            if box.shape in (BoxShape.MAX, BoxShape.MIN):
                outline, *inside = box_shapes(box, THEMES["light"], picture.text_size)
                assert isinstance(outline, Polygon)
                words = [text for text in texts(inside) if text.text in {box.move, box.value} and text.x == box.x]
                if is_above(box):
                    above, *words = words
                    assert rect_of(above).bottom <= min(y for _, y in outline.points)
                wrong += [(which, text.text) for text in words if outside_triangle(outline.points, rect_of(text))]
    assert not wrong


@pytest.mark.parametrize("name", GAMES)
def test_the_board_keeps_clear_of_the_tree(name: str) -> None:
    """No box and no edge comes into the rectangle around the board."""
    for which, picture in pictures(name):
        drawing = draw(picture)
        edges = next(shape for shape in drawing.shapes if isinstance(shape, Group) and shape.key == "edges")
        board = drawing.shapes[: drawing.shapes.index(edges)]
        cells = [shape for shape in board if isinstance(shape, Rectangle | Polygon | Circle)]
        if not cells:
            continue
        corners = [corner for shape in cells for corner in _corners(shape)]
        left, right = min(x for x, _ in corners), max(x for x, _ in corners)
        bottom = max(y for _, y in corners)
        for shape in drawing.shapes[drawing.shapes.index(edges) :]:
            if isinstance(shape, Group) and shape.key != "edges":
                places = _corners(shape.shapes[0])
                beside = max(x for x, _ in places) < left or min(x for x, _ in places) > right
                assert beside or min(y for _, y in places) > bottom, (which, shape.key)


def _corners(shape: object) -> list[tuple[float, float]]:
    if isinstance(shape, Rectangle):
        return [(shape.x, shape.y), (shape.x + shape.width, shape.y + shape.height)]
    if isinstance(shape, Polygon):
        return [*shape.points]
    assert isinstance(shape, Circle)
    reach = shape.radius
    return [(shape.x - reach, shape.y - reach), (shape.x + reach, shape.y + reach)]
