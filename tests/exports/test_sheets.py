"""Sheets of trees to fill in: what is to be filled in tells nothing of what is right there, in
any format.
"""

from __future__ import annotations

import random
from collections import defaultdict
from collections.abc import Sequence
from dataclasses import replace
from io import BytesIO
from typing import Any
from zipfile import ZipFile

import pytest

import exports
from tests.trees import Tree, notation, random_tree
from visualizer.draw.picture.film import (
    ExercisePages,
    exercise_film,
    lay_out_exercise,
    lay_out_sheet,
)
from visualizer.draw.picture.model import BoxShape, Picture
from visualizer.draw.picture.page.options import PictureOptions
from visualizer.searching.recipe import PositionSpec, Recipe, SearchSpec
from visualizer.searching.run import Run
from visualizer.teach.tasks import searches_with_cuts

SEARCHES: tuple[dict[str, Any], ...] = (
    {},
    {"cut": ">"},
    {"fail": "hard"},
    {"algorithm": "minimax"},
    {"algorithm": "pvs"},
    {"algorithm": "mtdf"},
)
QUICK = ("svg", "tex", "typst", "txt")
FILMS = ("pdf", "pptx", "html")
ALL = (*QUICK, *FILMS, "png", "dot")


def refilled(tree: Tree, dice: random.Random) -> Tree:
    """Return a tree of the same shape with other leaves."""
    if isinstance(tree, list):
        return [refilled(child, dice) for child in tree]
    return dice.randint(0, 9)


def pages_of(tree: Tree, page: str = "a4", **search: Any) -> ExercisePages:
    """Return a tree to be filled in, and its solution."""
    run = Run(Recipe(PositionSpec("tree", notation(tree)), SearchSpec(**search))).finish()
    options = PictureOptions(page=page)
    if page == "a4":
        return lay_out_sheet(run, options)
    return lay_out_exercise(run, options)


def files(pages: ExercisePages, names: Sequence[str]) -> dict[str, bytes]:
    """Return the sheet to fill in, in some formats, without the values of its leaves."""
    film = exercise_film([pages])
    frame = next(iter(film))
    boxes = tuple(replace(box, value="#" * len(box.value)) for box in frame.picture.boxes)
    masked = replace(frame.picture, boxes=boxes)
    plan = frame.picture.plan
    # The canvas of a film that fits is as large as the solution, which its pages have in common.
    alone = replace(
        film,
        width=plan.width,
        height=plan.height,
        frames=lambda: iter([replace(frame, picture=masked)]),
    )
    found = dict[str, bytes]()
    for name in names:
        its = exports.format_named(name)
        if name in FILMS:
            found[name] = its.film_of(alone)
        else:
            found[name] = its.bytes_of(masked)
    if "pptx" in found:
        with ZipFile(
            BytesIO(found["pptx"])
        ) as deck:  # which has the time of its making in other parts
            found["pptx"] = deck.read("ppt/slides/slide1.xml")
    return found


def sizes(picture: Picture) -> dict[BoxShape, set[tuple[float, ...]]]:
    """Return the sizes of the nodes by who moves there, with where the edges begin and end."""
    found = defaultdict[BoxShape, set[tuple[float, ...]]](set)
    for box in picture.boxes:
        if box.shape is not BoxShape.LEAF:
            found[box.shape].add(
                (
                    round(box.width, 3),
                    round(box.height, 3),
                    round(box.outgoing_edge_y - box.y, 3),
                )
            )
    return found


@pytest.mark.parametrize("page", ["a4", "fit"])
@pytest.mark.parametrize(
    "names", [QUICK, pytest.param(ALL, marks=pytest.mark.slow)], ids=["quick", "all"]
)
def test_trees_of_one_shape_have_one_sheet(page: str, names: Sequence[str]) -> None:
    """Two trees that differ only in the values of their leaves differ in nothing else to be filled
    in.

    Neither do the widths, heights, places, edges and names of nodes tell what is cut, never visited
    or searched twice.
    """
    for seed in range(24):
        dice = random.Random(seed)
        search = SEARCHES[seed % len(SEARCHES)]
        tree = random_tree(
            seed,
            3,
            widest=3,
            low=0,
            high=9,
        )
        if not isinstance(tree, list):
            continue
        first, *others = (
            files(pages_of(refilled(tree, dice), page, **search), names) for _ in range(3)
        )
        for other in others:
            assert [name for name in first if first[name] != other[name]] == [], (seed, tree)


def test_fields_of_a_kind_have_one_size_on_all_sheets() -> None:
    """On random sheets, of any values and with chance, and in their solutions all nodes of a
    side are equally large.
    """
    shapes: list[dict[str, str]] = [
        {},
        {"values": "-99..100"},
        {"chance": "2"},
        {"branching": "2-4", "depth": "2"},
    ]
    for shape in shapes:
        if "chance" in shape:
            search = SearchSpec("expectiminimax")
        else:
            search = SearchSpec()
        for run in searches_with_cuts(
            12,
            1,
            {
                "branching": "2-3",
                "depth": "3",
                **shape,
            },
            search,
        ):
            for page in lay_out_sheet(run, PictureOptions(page="a4")):
                assert all(len(found) == 1 for found in sizes(page.picture()).values()), (
                    run.root.text()
                )


@pytest.mark.parametrize(
    ("game", "position", "search"),
    [
        ("tictactoe", "XXOOO-X--", {}),
        ("tictactoe", "XXOOO-X--", {"options": {"table": True}}),
        ("tictactoe", "XO-XO----", {"depth": 2}),
    ],
)
def test_sheets_of_games_tell_as_little(game: str, position: str, search: dict[str, Any]) -> None:
    """Every leaf has its value and nothing else, visited or not; a node that a table answers is
    to be filled in.
    """
    run = Run(Recipe(PositionSpec(game, position), SearchSpec(**search))).finish()
    pages = lay_out_exercise(run, PictureOptions(page="fit"))
    picture = pages.task.picture()

    assert all(len(found) == 1 for found in sizes(picture).values())
    assert all(bool(box.value) == (box.shape is BoxShape.LEAF) for box in picture.boxes)
    assert len({(box.state, box.meaning, box.signs, box.is_changed) for box in picture.boxes}) == 1
