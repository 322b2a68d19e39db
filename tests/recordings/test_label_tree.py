"""The tree of labels that a file of events tells, held against one that is gathered line by
line.
"""

from __future__ import annotations

import json
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from typing import Any

import pytest

from tests.few import one_in
from visualizer.searching.lookup import load_game
from visualizer.searching.recipe import PositionSpec, Recipe, SearchSpec, recipe_of_recording
from visualizer.searching.run import Run

Line = dict[str, Any]
LabelPath = tuple[str, ...]


def search(
    random: Random,
    path: LabelPath,
    plies: int,
    lines: list[Line],
) -> None:
    """Tell a visit: children in any order, some twice, some left out; what is a leaf in one
    visit need not be later.
    """
    move = path[-1] if path else None
    if len(path) == 1 and path[0] == "m1":
        turn = {"chance": True}
    else:
        turn = {"max": len(path) % 2 == 0}
    if not plies:
        value = random.randint(-3, 3)
        if random.random() < 0.5:
            lines += [{"leaf": move, "value": value}]
        else:
            lines += [{"enter": move, **turn}, {"leave": value}]
        return
    children = random.choices(["m1", "m2", "m3", "m4", "?2"], k=random.randint(1, 6))
    lines.append(
        {
            "enter": move,
            **turn,
            **random.choice(({}, {"children": 6})),
        }
    )
    for child in children:
        search(random, (*path, child), random.randint(0, plies - 1), lines)
    lines.append({"leave": random.randint(-3, 3)})


def told(seed: int) -> list[Line]:
    """Return the lines of a search of several passes."""
    random = Random(seed)
    lines = list[Line]()
    for number in range(random.randint(1, 4)):
        if number:
            lines += [{"pass": f"pass {number}"}]
        else:
            lines += []
        search(random, (), random.randint(number == 0, 4), lines)
    return lines


@dataclass
class Gathered:
    """What lines tell of a tree of labels."""

    order: dict[LabelPath, None] = field(default_factory=dict)
    """The paths, in the order of first visits."""
    values: dict[LabelPath, float] = field(default_factory=dict)
    """What leaves were last worth."""
    inner: set[LabelPath] = field(default_factory=set)
    """The nodes that are entered and look at a child."""


def gather(lines: list[Line], tree: Gathered) -> list[LabelPath]:
    """Return the path of each visit; add to a tree what the lines tell."""
    visits = list[LabelPath]()
    path = list[str]()
    for line, following in zip(lines, [*lines[1:], {}], strict=True):
        if "leave" in line:
            path.pop()
        elif "pass" not in line:
            here = tuple(filter(None, (*path, line.get("enter", line.get("leaf")))))
            visits.append(here)
            tree.order.setdefault(here)
            if "enter" in line:
                path.append(line["enter"] or "")
            if "enter" in line and "leave" not in following:
                tree.inner.add(here)
            if "leave" in following or "leaf" in line:
                if "enter" in line:
                    tree.values[here] = following["leave"]
                else:
                    tree.values[here] = line["value"]
    return visits


def write(file: Path, lines: list[Line]) -> str:
    """Write a file of events."""
    file.write_text("\n".join(map(json.dumps, [{"search": "random"}, *lines])), encoding="utf-8")
    return str(file)


@pytest.mark.parametrize("seed", one_in(4, range(40)))
def test_visits_are_at_the_nodes_that_the_lines_name(seed: int, tmp_path: Path) -> None:
    """Each visit has the labels of its line; children stand in the order of their first visit,
    leaves have values.
    """
    lines = told(seed)
    tree = Gathered()
    visits = gather(lines, tree)
    run = Run(recipe_of_recording(write(tmp_path / "random.jsonl", lines))).finish()

    assert [tuple(run.names(run.path(row))) for row in range(len(run.trace))] == visits
    check(run.root, tree)


@pytest.mark.parametrize("seed", one_in(4, range(20)))
def test_two_files_tell_of_one_tree(seed: int, tmp_path: Path) -> None:
    """What two files tell is one tree, in which both are searches of the nodes that their lines
    name.
    """
    both = told(seed), told(seed + 1_000)
    names = [write(tmp_path / f"{number}.jsonl", lines) for number, lines in enumerate(both)]
    tree = Gathered()
    visits = [gather(lines, tree) for lines in both]
    where = PositionSpec("|".join(names))
    check(load_game(where.game).start({}), tree)
    for name, right in zip(names, visits, strict=True):
        run = Run(Recipe(where, SearchSpec(name, depth="all"))).finish()
        assert [tuple(run.names(run.path(row))) for row in range(len(run.trace))] == right


def check(root: Any, tree: Gathered) -> None:
    """Hold a tree of labels against what was gathered."""
    nodes: dict[LabelPath, Any] = {(): root}
    for path in tree.order:
        if path:
            nodes[path] = next(move for move in nodes[path[:-1]].moves() if move.label == path[-1])
    for path, node in nodes.items():
        below = [each[-1] for each in tree.order if each[:-1] == path and each]
        assert [move.label for move in node.moves()][: len(below)] == below
        assert node.outcome() == (None if path in tree.inner else tree.values[path])
        assert (node.probabilities() is not None) == (path in tree.inner & {("m1",)})
