"""Measures what recording costs, how fast any step is found, and how fast a picture is drawn."""

from __future__ import annotations

import random
import subprocess
import sys
import time
import tracemalloc
from collections.abc import Callable, Iterator
from typing import Any

import exports
from games.tak import notation, rules
from tests.benchmarks.bare import (
    bare_alpha_beta,
    bare_alpha_beta_with_table,
    bare_expectiminimax,
    bare_minimax,
    bare_star1,
)
from tests.benchmarks.measure import each, leave_out, median_of, ratio
from visualizer.draw.picture.layout.whole_tree import place_whole_tree
from visualizer.draw.picture.page.options import FOLD_NOTHING, PictureOptions
from visualizer.draw.picture.page.tree_page import TreePage
from visualizer.explaining.measures.estimate import perft
from visualizer.explaining.measures.graph import graph
from visualizer.publish.outputs import render_output
from visualizer.searching.algorithms import Problem
from visualizer.searching.algorithms.alpha_beta import alpha_beta
from visualizer.searching.algorithms.expectiminimax import expectiminimax
from visualizer.searching.algorithms.star1 import star1
from visualizer.searching.recipe import PositionSpec, Recipe, SearchSpec
from visualizer.searching.run import Run
from visualizer.trace.recorder import Recorder
from visualizer.trace.rows import ROW_BYTES, Trace
from visualizer.trace.tree_at_step import TreeAtStep

Line = tuple[str, str, str]
"""What was measured, the result, and the goal."""

REPEAT = 20
"""How often a search of a few milliseconds is repeated, to be measured as one."""
TICTACTOE = Recipe(PositionSpec("tictactoe"), SearchSpec("minimax"))


def recording() -> Iterator[Line]:
    """Time a recording search against the textbook's, bare."""
    problem = Run(TICTACTOE).problem
    cost = ratio(lambda: Run(TICTACTOE).finish(), lambda: bare_minimax(problem), 3)
    yield "recording / bare, tic-tac-toe, minimax, 549,946 nodes", f"{cost:.2f}", "1.65"
    for name in ("ordering-helps", "ordering-hurts"):
        for algorithm in ("alpha-beta", "ordered-alpha-beta"):
            recipe = Recipe(PositionSpec("tak", name), SearchSpec(algorithm, depth=3))
            cost = ratio(lambda: Run(recipe).finish(), lambda: bare_alpha_beta(Run(recipe).problem))  # noqa: B023
            yield (
                f"recording / bare, Tak {name}, {algorithm}, depth 3",
                f"{cost:.2f}",
                "1.25 (built-in rules)",
            )


def recording_tables() -> Iterator[Line]:
    """Time a recording alpha-beta with a table against the textbook's, bare."""
    for where, depth in (
        (PositionSpec("tictactoe"), "all"),
        (PositionSpec("connect-four", None, "", {"size": "4x4"}), "all"),
        (PositionSpec("othello", "ordering-helps"), 4),
    ):
        recipe = Recipe(where, SearchSpec(ordering="natural", depth=depth, options={"table": True}))
        problem = Run(recipe).problem
        cost = ratio(
            lambda: recorded(problem),  # noqa: B023  measured at once
            lambda: bare_alpha_beta_with_table(problem),  # noqa: B023  measured at once
            repeat=3,
        )
        yield (
            f"recording / bare, {where.game}, alpha-beta with a table, depth {depth}",
            f"{cost:.2f}",
            "1.5",
        )


def recording_games() -> Iterator[Line]:
    """Time a recording alpha-beta against the textbook's, bare, from the start of three games."""
    for name, size, depth, goal in (
        ("connect-four", "7x6", 8, "1.6"),
        ("othello", "8", 6, "1.25"),
        ("italian-draughts", None, 6, "1.25"),
    ):
        if size:
            where = PositionSpec(name, None, "", {"size": size})
        else:
            where = PositionSpec(name, "opening")
        problem = Run(Recipe(where, SearchSpec(depth=depth))).problem
        cost = ratio(
            lambda: recorded(problem),  # noqa: B023  measured at once
            lambda: bare_alpha_beta(problem),  # noqa: B023  measured at once
            repeat=REPEAT,
        )
        yield f"recording / bare, {name}, alpha-beta, depth {depth}", f"{cost:.2f}", goal


def recording_dice() -> Iterator[Line]:
    """Time the recording searches of a game with dice against the same, bare."""
    for name, search, bare in (
        ("expectiminimax", expectiminimax, bare_expectiminimax),
        ("star1", star1, bare_star1),
    ):
        problem = Run(
            Recipe(PositionSpec("einstein", "looking-ahead"), SearchSpec(name, depth=7))
        ).problem
        cost = ratio(lambda: recorded(problem, search), lambda: bare(problem), repeat=3)  # noqa: B023  measured at once
        yield f"recording / bare, einstein, {name}, depth 7", f"{cost:.2f}", "1.25"


def recorded(problem: Problem, search: Callable[[Problem, Recorder], float] = alpha_beta) -> None:
    """Search, with alpha-beta if nothing else is said, and record it all."""
    recorder = Recorder(Trace())
    search(problem, recorder)
    recorder.close()


def trace() -> Iterator[Line]:
    """Measure bytes a visit, seeking and counting cutoffs at random steps."""
    whole = Run(TICTACTOE).finish().trace
    pruned = Run(Recipe(PositionSpec("tictactoe"), SearchSpec(cut=">"))).finish().trace
    for name, found in (("minimax", whole), ("alpha-beta with >", pruned)):
        yield f"bytes a visit, {name}", f"{size(found) / len(found):.1f}", "48"
    remembering = Run(
        Recipe(PositionSpec("tak", "ordering-hurts"), SearchSpec(ordering="killer+scored", depth=3))
    ).finish()
    scores = remembering.trace.move_scores
    parts = (getattr(scores, name) for name in ("_rows", "_starts", "_moves", "_scores"))
    beside = sum(part.itemsize * len(part) for part in parts)
    bytes_a_visit = (size(remembering.trace) + beside) / len(remembering.trace)
    yield (
        "bytes a visit, ordering with memory (places and scores recorded), Tak",
        f"{bytes_a_visit:.1f}",
        "–",
    )
    dice = random.Random(1)
    steps = [dice.randint(0, whole.steps) for _ in range(2000)]
    yield (
        "seek to a random step of 1,099,892",
        milliseconds(each(lambda step: look(whole, step), steps)),
        "0.1 ms",
    )
    steps = [dice.randint(0, pruned.steps) for _ in range(2000)]
    yield "cutoffs so far at a random step", milliseconds(each(pruned.cut_count, steps)), "0.1 ms"


def look(found: Trace, step: int) -> None:
    """Find the open path and the current node of a step."""
    tree = TreeAtStep(found, step)
    assert len(tree.path) >= 0
    assert tree.current != -1


def size(found: Trace) -> int:
    """Return the size of a trace in bytes."""
    return (
        len(found) * ROW_BYTES
        + found.cuts.itemsize * len(found.cuts)
        + found.pruned.itemsize * len(found.pruned)
    )


def views() -> Iterator[Line]:
    """Measure the networkx view of a big search, and pictures of trees of two sizes."""
    run = Run(TICTACTOE).finish()
    graph(run)
    tracemalloc.start()
    begun = time.perf_counter()
    graph(run)
    seconds = time.perf_counter() - begun
    _, peak = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    yield "networkx view of 549,946 nodes, time", milliseconds(seconds), "5 ms"
    yield "networkx view of 549,946 nodes, memory", f"{peak / 1e6:.3f} MB", "1 MB"
    for count, goal in ((1000, "0.1 s"), (5000, "0.3 s")):
        settings = {
            "branching": "4",
            "depth": "6",
            "seed": "1",
        }
        tree = Run(
            Recipe(PositionSpec("tree", None, "", settings), SearchSpec("minimax", max_nodes=count))
        ).finish()
        options = PictureOptions(fold=FOLD_NOTHING)
        boxes = len(TreePage(tree, options).frame(tree.trace.last_step).boxes)

        def drawn(tree: Run = tree, options: PictureOptions = options) -> None:
            place_whole_tree.cache_clear()
            render_output(
                TreePage(tree, options), exports.format_named("svg"), tree.trace.last_step
            )

        yield (
            f"SVG of {boxes:,} nodes",
            f"{median_of(drawn):.3f} s",
            goal,
        )


def games() -> Iterator[Line]:
    """Measure the built-in Tak rules against takpy itself, in perft leaves a second, both from
    Python.
    """
    try:
        import takpy
    except ImportError:
        leave_out("Tak's built-in rules against takpy", "takpy is not installed")
        return

    def leaves(game: Any, depth: int) -> int:
        if game.result() != takpy.GameResult.Ongoing:
            return 0
        moves = game.possible_moves()
        if depth == 1:
            return len(moves)
        return sum(leaves(game.clone_and_play(move), depth - 1) for move in moves)

    own = rules.make_own_tak(notation.empty_tak_setup(5), 0)
    cost = ratio(lambda: leaves(takpy.new_game(5), 3), lambda: perft(own, 3))
    yield "built-in Tak rules / takpy, perft leaves a second", f"{cost:.2f}", "0.1 at least"


def start() -> Iterator[Line]:
    """Measure the time of `--help` beyond that of starting Python."""
    help_text = [sys.executable, "-m", "visualizer", "--help"]
    nothing = [sys.executable, "-c", "pass"]
    extra = median_start(help_text) - median_start(nothing)
    yield "visualizer --help less python -c pass", milliseconds(extra), "200 ms"


def median_start(command: list[str]) -> float:
    """Return the median seconds that a command takes from its start to its end."""
    return each(lambda _: subprocess.run(command, capture_output=True, check=True), range(9))


def milliseconds(seconds: float) -> str:
    """Return seconds as text in milliseconds."""
    return f"{seconds * 1000:.3f} ms"


SECTIONS = (
    recording,
    recording_tables,
    recording_games,
    recording_dice,
    trace,
    views,
    games,
    start,
)
