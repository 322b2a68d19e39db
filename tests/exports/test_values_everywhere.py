"""A node has one value and one bound at a step, in every format and in sentences."""

from __future__ import annotations

import io
import json
import random
import re
from collections import Counter
from collections.abc import Iterator
from typing import Any
from xml.etree import ElementTree as ET

import networkx as nx
import pytest

import exports
from exports.tex import escape_tex as tex_words
from tests.trees import RULES, Tree, random_tree, searched
from visualizer.draw.picture.page.options import PictureOptions
from visualizer.draw.picture.page.tree_page import TreePage
from visualizer.explaining.explanation.naming import Naming
from visualizer.explaining.measures.graph import graph
from visualizer.look.legend import TABLE_ANSWER_SIGN
from visualizer.look.numbers import format_number
from visualizer.searching.run import Run
from visualizer.trace.rows import Kind
from visualizer.trace.tree_at_step import TreeAtStep

SVG = "{http://www.w3.org/2000/svg}"
SEARCHES = ("alpha-beta", "minimax", "negamax", "pvs", "mtdf", "iterative-deepening")


def spelled(bound: str, value: float | None) -> str:
    """Return how docs/signs.md writes a value with its bound: `3`, `≥3`, `≤3…`."""
    if value is None:
        return "?"
    return f"{bound.removesuffix('…').replace('=', '')}{format_number(value)}{'…' if bound.endswith('…') else ''}"


def expected(tree: TreeAtStep) -> dict[int, str]:
    """Return what each node is worth at a step, by its row."""
    return {node: spelled(tree.bound(node).value, tree.value(node)) for node in tree.nodes()}


def runs(count: int, seed: int) -> Iterator[Run]:
    """Yield searches of random trees; half of the trees have MIN at the root."""
    dice = random.Random(seed)
    for _ in range(count):
        tree: Tree = random_tree(
            dice.randrange(10**9), plies=dice.randint(2, 4), widest=3, low=-9, high=9
        )
        search: dict[str, Any] = {
            "algorithm": dice.choice(SEARCHES),
            "depth": dice.choice(["all", 2, 3]),
        }
        if search["algorithm"] == "alpha-beta":
            window = tuple(sorted(dice.sample(range(-9, 10), 2)))
            search |= {"cut": dice.choice(RULES), "window": dice.choice([window, (-99, 99)])}
        yield searched(tree, dice.random() < 0.5, **search)


def as_data(run: Run, step: int) -> dict[str, dict[int, str]]:
    """Return what each node is worth where a file, or Python, has it as data."""
    page = TreePage(run, PictureOptions(legend=False))
    made = graph(run, step)
    picture = page.frame(step)
    found = {
        "run.graph()": {
            row: spelled(node["bound"], node["value"]) for row, node in made.nodes(data=True)
        }
    }
    nodes = json.loads(exports.formats()["json"].bytes_of(picture, lambda: made))["nodes"]
    found["json"] = {node["id"]: spelled(node["bound"], node["value"]) for node in nodes}
    graphml = io.BytesIO(exports.formats()["graphml"].bytes_of(picture, lambda: made))
    if made:
        nodes = nx.read_graphml(graphml, node_type=int).nodes(data=True)
    else:
        nodes = ()
    found["graphml"] = {row: spelled(node["bound"], node.get("value")) for row, node in nodes}
    return found


def drawn(run: Run, step: int) -> dict[int, list[str]]:
    """Return the words at each node of an SVG, by the node's row."""
    picture = TreePage(run, PictureOptions(legend=False)).frame(step)
    groups = ET.fromstring(exports.formats()["svg"].bytes_of(picture)).iter(f"{SVG}g")
    nodes = {
        group.get("id", ""): [text.text or "" for text in group.iter(f"{SVG}text")]
        for group in groups
    }
    return {int(name[1:]): words for name, words in nodes.items() if re.fullmatch(r"n\d+", name)}


def check_step(run: Run, step: int) -> Counter[str]:
    """Compare all that is said at a step; return which bounds there were."""
    tree = TreeAtStep(run.trace, step)
    worth = expected(tree)
    for name, found in as_data(run, step).items():
        assert found == worth, (name, run.recipe, step)
    labels = {
        node: f"{TABLE_ANSWER_SIGN} {label}" if tree.kind(node) is Kind.TABLE else label
        for node, label in worth.items()
        if label != "?"
    }
    for row, words in drawn(run, step).items():
        if row in labels:
            assert labels[row] in words, ("svg", run.recipe, step, row)
    picture = TreePage(run, PictureOptions(legend=False)).frame(step)
    for name, as_written in (
        ("dot", str),
        ("txt", str),
        ("typst", str),
        ("tex", tex_words),
    ):
        text = exports.formats()[name].bytes_of(picture).decode()
        for label, count in Counter(labels.values()).items():
            assert text.count(as_written(label)) >= count, (name, run.recipe, step, label)
    for node, label in worth.items():
        if label.endswith("…"):
            if tree.maximizing(node):
                beyond = "above"
            else:
                beyond = "below"
            assert (
                Naming(run, tree).known_words(node)
                == f"nothing {beyond} {format_number(tree.value(node) or 0)}"
            )
    return Counter(
        f"{tree.bound(node).value} {'MAX' if tree.maximizing(node) else 'MIN'}" for node in worth
    )


@pytest.mark.parametrize(
    "seed", [1, *(pytest.param(seed, marks=pytest.mark.slow) for seed in (2, 3, 4))]
)
def test_every_format_has_the_value_and_the_bound_of_the_step(seed: int) -> None:
    """At any step of any search, data, drawings and sentences give each node the value and bound
    that it has.
    """
    dice = random.Random(seed)
    seen = Counter[str]()
    for run in runs(60, seed):
        for step in {
            run.trace.last_step,
            *(dice.randint(0, run.trace.last_step) for _ in range(6)),
        }:
            seen += check_step(run, step)

    assert {"= MAX", "≥ MAX", "≤… MAX", "≤ MIN", "≥… MIN"} <= seen.keys(), seen
    assert not {"≥… MAX", "≤… MIN"} & seen.keys()


def test_an_open_min_node_may_still_fall() -> None:
    """What MIN has seen so far at node 3 is at least 6: its next child may be worth less."""
    run = searched([5, [[[6, 7], 3], 0]], maximizing=False)

    assert check_step(run, 9)["≥… MIN"] == 1
    assert graph(run, 9).nodes[3]["bound"] == "≥…"
