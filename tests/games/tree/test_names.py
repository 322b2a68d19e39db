"""Letters of trees: what has no name gets one that no other node has; names that are given stay."""

from __future__ import annotations

import random
import re
from collections import Counter
from typing import Any

import pytest

from games.tree import read, start
from games.tree.names import MAX_LETTERED_NODES
from games.tree.notation import parse_tree
from tests.few import one_in
from visualizer.apps.cli.search_commands import recording_lines_of
from visualizer.explaining.explanation.explainer import explain
from visualizer.explaining.explanation.facts.what_if import written_tree_of
from visualizer.explaining.explanation.naming import Naming
from visualizer.explaining.measures.summary import summary, visited_leaves
from visualizer.searching.lookup import default_search
from visualizer.searching.recipe import PositionSpec, Recipe
from visualizer.searching.run import Run, read_path
from visualizer.trace.tree_at_step import TreeAtStep

HOSTILE = (
    "A",
    "B",
    "C",
    "a",
    "b",
    "a1",
    "A2",
    "b2",
    "B1",
    "c1.1",
    "aa",
    "AB",
    "start",
    "max",
    "min1",
    "Ä",
    "x.y",
)
"""Names that look like letters, like leaves of such a node, or like each other."""


def some_tree(seed: int) -> str:
    """Return an irregular tree, some of whose nodes have names, and at some of which chance
    moves.
    """
    dice = random.Random(seed)
    share = dice.choice((0, 0, 0.2, 0.6))

    def node(plies: int, siblings: set[str]) -> str:
        if dice.random() < share:
            name = dice.choice(HOSTILE)
        else:
            name = ""
        name = "" if name in siblings else name
        siblings.add(name)
        if not plies or dice.random() < 0.15:
            value = dice.randint(-3, 9)
            return f"{name}={value}" if name else str(value)
        names: set[str] = set()
        children = ", ".join(node(plies - 1, names) for _ in range(dice.randint(1, 4)))
        if dice.random() < 0.1:
            chance = "~"
        else:
            chance = ""
        return f"{chance}{name}({children})" if name else f"{chance}[{children}]"

    whole = node(dice.randint(1, 5), set())
    return dice.choice(("", "min ")) + whole


def called(run: Run) -> dict[tuple[int, ...], str]:
    """Return what each node of a tree is called in sentences, by its path."""
    naming = Naming(run, TreeAtStep(run.trace))
    return {path: naming.place_at(path) for path in run.all_paths()}


@pytest.mark.parametrize(
    "seeds", one_in(8, [range(first, first + 25) for first in range(0, 400, 25)]), ids=str
)
def test_every_node_has_one_name_and_data_has_numbers(seeds: range) -> None:
    """Given names stay, the others are unique and say who is above; names and numbers lead
    there; JSON is the same.
    """
    for seed in seeds:
        text = some_tree(seed)
        where = PositionSpec("tree", text)
        run = Run(Recipe(where, default_search(where))).finish()
        given = Counter(node.own_name for node in written_tree_of(run).nodes() if node.own_name)
        names = called(run)
        made = Counter[str]()
        for path, node in written_tree_of(run).paths():
            if not path:
                continue
            move = run.move_name(path)
            shown = names[path]
            above = written_tree_of(run).at(path[:-1])
            if node.own_name:
                assert move == node.own_name, text
                assert node.text() == parse_tree(text).at(path).text(), text
                assert (shown == move) or given[move] > 1, text
            elif move.isdigit():
                is_leaf_of_root = len(path) == 1 and not node.children and not above.own_name
                assert is_leaf_of_root, text
                assert int(move) == path[0] + 1, text
            else:
                assert shown == move, text
                assert move.casefold() not in map(str.casefold, given), text
                made[move.casefold()] += 1
                if path[1:]:
                    stem = run.move_name(path[:-1])
                else:
                    stem = above.own_name
                pattern = "[A-Z]+" if node.children else rf"{re.escape(stem.lower())}\.?\d+"
                assert re.fullmatch(pattern, move), (text, move)
            numbers = " ".join(str(place + 1) for place in path)
            spelled = " ".join(run.notation_of_moves(path))

            assert read_path(run, spelled) == read_path(run, " ".join(run.names(path))) == path, (
                text
            )
            if given.keys().isdisjoint(run.notation_of_moves(path)):
                assert read_path(run, numbers) == path, text
                assert spelled == numbers, text
            if not move.isdigit() and given[move] < 2:
                assert read_path(run, move) == path, (text, move)

        assert not made or max(made.values()) == 1, text
        assert_told_alike(run, Run(run.recipe, parse_tree(text)).finish())


def assert_told_alike(run: Run, bare: Run) -> None:
    """Compare what is written for programs with that of the same tree without letters."""

    def data(of: Run) -> dict[str, Any]:
        return {
            **summary(of),
            "seconds": 0,
            "leaves": visited_leaves(of),
            "text": of.root.text(),
        }

    assert data(run) == data(bare)
    assert [*recording_lines_of(run)] == [*recording_lines_of(bare)]


@pytest.mark.parametrize(
    ("text", "names"),
    [
        ("[[3,12],[2,[4,6]]]", "A a1 a2 B b1 C c1 c2"),
        ("min ~[[3,12],~[1/4: 2, 3/4: 4]]", "A a1 a2 B b1 b2"),
        ("[3,[1,2]]", "1 A a1 a2"),
        ("T(3,[1,2])", "t1 A a1 a2"),
        ("[B(3,b1=4),[1,2],[a7=9,0]]", "B b3 b1 C c1 c2 D a7 d2"),
        ("max(min1(3,4),min2(5,[6]))", "min1 min1.1 min1.2 min2 min2.1 A a1"),
        ("[X(K(1),2),Y(K(3),4)]", "X K k1 x2 Y K k2 y2"),
        ("[a([1]),[2]]", "a C c1 B b1"),
    ],
)
def test_letters_of_some_trees(text: str, names: str) -> None:
    """Row by row for inner nodes; a letter that looks like a given name is left out; the root's
    leaves have numbers.
    """
    assert [
        node.move_name or node.own_name or str(place)
        for place, node in enumerate(read(text, {}).nodes())
        if place
    ] == names.split()


def test_a_tree_with_a_thousand_inner_nodes() -> None:
    """Behind Z comes AA, also where the tree is as deep as it may be; a tree of many thousand
    nodes has numbers.
    """
    deep = read("[" * 1_000 + "7" + "]" * 1_000, {})
    *_, last, leaf = deep.nodes()

    assert last.label == "ALK"
    assert leaf.label == "alk1"
    wide = read(f"[{','.join(['[1,2]'] * 1_000)}]", {})
    assert [child.label for child in wide.children][24:28] == ["Y", "Z", "AA", "AB"]
    large = start({"branching": 2, "depth": 15})
    assert sum(1 for _ in large.nodes()) > MAX_LETTERED_NODES
    assert large.branch_label(1) == "2"


def test_random_trees_and_sentences_have_letters() -> None:
    """A tree by settings has the letters of its text, and its sentences and its best line have
    them.
    """
    run = Run(
        Recipe(
            PositionSpec(
                "tree",
                None,
                "",
                {
                    "branching": "2",
                    "depth": "3",
                    "seed": "4",
                },
            )
        )
    ).finish()
    again = read(run.root.text(), {})

    assert [node.label for node in written_tree_of(run).nodes()] == [
        node.label for node in again.nodes()
    ]
    said = " ".join(explain(run, step) for step in range(run.trace.last_step + 1))
    assert "MIN tries C" in said
    assert "c1 is worth" in said
    assert not re.search(r"branch \d", said)


def test_a_node_below_moves_keeps_its_letters() -> None:
    """After a move the nodes are called as in the whole tree; the position reads back as a tree
    of its own.
    """
    whole = "[[3,12],[2,[4,6]]]"
    run = Run(Recipe(PositionSpec("tree", whole, "B"))).finish()

    assert called(run) == {
        (): "the root",
        (0,): "b1",
        (1,): "C",
        (1, 0): "c1",
        (1, 1): "c2",
    }
    assert run.root.text() == "min [2,[4,6]]"
