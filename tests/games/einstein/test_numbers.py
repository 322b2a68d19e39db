"""How the means of the rolls are written, which are sums of floating-point numbers."""

from __future__ import annotations

from fractions import Fraction
from pathlib import Path

import networkx as nx
import pytest

from visualizer.explaining.measures.graph import graph
from visualizer.explaining.measures.summary import SearchResult
from visualizer.look.numbers import format_number, parse_shown_number
from visualizer.searching.recipe import PositionSpec, Recipe, SearchSpec
from visualizer.searching.run import Run
from visualizer.trace.tree_at_step import TreeAtStep

SIXTHS = 36
"""Two rolls, one after the other, have this many outcomes."""


@pytest.mark.parametrize("algorithm", ["expectiminimax", "star1"])
@pytest.mark.parametrize("preset", ["ordering-helps", "two-stones", "stone-gone"])
def test_a_mean_is_written_as_people_write_it(preset: str, algorithm: str) -> None:
    """Where two rolls are ahead, every value and end of a window is shown as its exact sixth,
    and stays what it was.
    """
    run = Run(Recipe(PositionSpec("einstein", preset), SearchSpec(algorithm, depth=4))).finish()
    trace = run.trace
    tree = TreeAtStep(run.trace)
    rounded = 0
    for name, read in (
        ("value", trace.value),
        ("alpha", trace.alpha),
        ("beta", trace.beta),
    ):
        for row, recorded in enumerate(trace.column(name)):
            assert read(row) == recorded
            if trace.depth(row) and name != "value":
                # a window below chance is divided by probabilities: its sixths are no longer few
                continue
            if abs(recorded) < 100:
                exact = Fraction(round(recorded * SIXTHS), SIXTHS)
            else:
                exact = recorded
            assert parse_shown_number(format_number(read(row)), "it") == float(exact)
            rounded += format_number(recorded) != format_number(read(row))

    assert rounded
    assert all(
        "⁻" not in format_number(tree.bound_and_value(node)[1] or 0) for node in tree.nodes()
    )


@pytest.mark.parametrize("algorithm", ["expectiminimax", "star1", "expectimax"])
def test_files_and_programs_are_given_plain_numbers(algorithm: str, tmp_path: Path) -> None:
    """Attributes of the graph and the value of a summary are of usual types, so that GraphML can
    be written.
    """
    run = Run(
        Recipe(PositionSpec("einstein", "stone-gone"), SearchSpec(algorithm, depth=4))
    ).finish()
    tree = graph(run)
    types = {
        type(value) for _, attributes in tree.nodes(data=True) for value in attributes.values()
    }

    assert types <= {int, float, str, bool, type(None)}  # None is left out of a file
    assert type(SearchResult(run).value) in (int, float)
    told: nx.DiGraph[int] = nx.DiGraph()
    told.add_nodes_from(
        (node, {name: each for name, each in data.items() if each is not None})
        for node, data in tree.nodes(data=True)
    )
    nx.write_graphml(told, file := tmp_path / "dice.graphml")
    assert file.stat().st_size > 1000
