"""Sheets of trees to fill in: what is to be filled in tells nothing of what is right there, in any format."""

from __future__ import annotations

import random
from collections import defaultdict
from dataclasses import replace
from typing import Any

import pytest

import exports
from tests.trees import Tree, notation, random_tree
from visualizer.exercises.rules import lettered_run
from visualizer.exercises.tasks import exercises
from visualizer.picture.film import ExercisePages, exercise_film, exercise_of, sheet_of
from visualizer.picture.model import BoxShape, Picture
from visualizer.picture.page.options import PictureOptions
from visualizer.recipe import PositionSpec, Recipe, SearchSpec
from visualizer.run import Run

SEARCHES: tuple[dict[str, Any], ...] = (
    {}, {"cut": ">"}, {"fail": "hard"}, {"algorithm": "minimax"}, {"algorithm": "pvs"}, {"algorithm": "mtdf"},
)  # fmt: skip
SOURCES = ("svg", "tex", "typst")
"""Formats whose files are read as text."""


def refilled(tree: Tree, dice: random.Random) -> Tree:
    """Return a tree of the same shape with other leaves."""
    return [refilled(child, dice) for child in tree] if isinstance(tree, list) else dice.randint(0, 9)


def pages_of(tree: Tree, page: str = "a4", **search: Any) -> ExercisePages:
    """Return a tree to be filled in, and its solution."""
    run = lettered_run(Recipe(PositionSpec("tree", notation(tree)), SearchSpec(**search))).finish()
    options = PictureOptions(page=page)
    return sheet_of(run, options) if page == "a4" else exercise_of(run, options)


def sources(pages: ExercisePages) -> list[str]:
    """Return the sheet to fill in as files of text, without the values of its leaves."""
    task = next(iter(exercise_film([pages]))).picture
    boxes = tuple(replace(box, value="#" * len(box.value)) for box in task.boxes)
    return [exports.format_named(name).bytes_of(replace(task, boxes=boxes)).decode() for name in SOURCES]


def sizes(picture: Picture) -> dict[BoxShape, set[tuple[float, ...]]]:
    """Return the sizes of the nodes by who moves there, with where the edges begin and end."""
    found = defaultdict[BoxShape, set[tuple[float, ...]]](set)
    for box in picture.boxes:
        if box.shape is not BoxShape.LEAF:
            found[box.shape].add((round(box.width, 3), round(box.height, 3), round(box.foot - box.y, 3)))
    return found


@pytest.mark.parametrize("page", ["a4", "fit"])
def test_trees_of_one_shape_have_one_sheet(page: str) -> None:
    """Two trees that differ only in the values of their leaves differ in nothing else to be filled in.

    Neither do the widths, heights, places, edges and names of nodes tell what is cut, never visited or searched twice.
    """
    for seed in range(40):
        dice, search = random.Random(seed), SEARCHES[seed % len(SEARCHES)]
        tree = random_tree(seed, 3, widest=3, low=0, high=9)
        if not isinstance(tree, list):
            continue
        first, *others = (pages_of(refilled(tree, dice), page, **search) for _ in range(3))
        assert all(sources(other) == sources(first) for other in others), (seed, tree)


def test_fields_of_a_kind_have_one_size_on_all_sheets() -> None:
    """On hundreds of random sheets, of any values and with chance, all nodes of a side are equally large.

    The solution has the same sizes as the sheet, as it is laid out in the same way.
    """
    shapes: list[dict[str, str]] = [{}, {"values": "-99..100"}, {"chance": "2"}, {"branching": "2-4", "depth": "2"}]
    for shape in shapes:
        search = SearchSpec("expectiminimax") if "chance" in shape else SearchSpec()
        for run in exercises(12, 1, {"branching": "2-3", "depth": "3", **shape}, search):
            for page in sheet_of(run, PictureOptions(page="a4")):
                assert all(len(found) == 1 for found in sizes(page.picture()).values()), run.root.text()


@pytest.mark.parametrize(
    ("game", "position", "search"),
    [
        ("tictactoe", "XXOOO-X--", {}),
        ("tictactoe", "XXOOO-X--", {"options": {"table": True}}),
        ("tictactoe", "XO-XO----", {"depth": 2}),
    ],
)
def test_sheets_of_games_tell_as_little(game: str, position: str, search: dict[str, Any]) -> None:
    """Every leaf has its value and nothing else, visited or not; a node that a table answers is to be filled in."""
    run = Run(Recipe(PositionSpec(game, position), SearchSpec(**search))).finish()
    pages = exercise_of(run, PictureOptions(page="fit"))
    picture = pages.task.picture()
    assert all(len(found) == 1 for found in sizes(picture).values())
    assert all(bool(box.value) == (box.shape is BoxShape.LEAF) for box in picture.boxes)
    assert len({(box.state, box.stakes, box.looks, box.sets, box.is_changed) for box in picture.boxes}) == 1
