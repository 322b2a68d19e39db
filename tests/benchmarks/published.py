"""Measures the published results of docs/published.md again.

`python -m tests.benchmarks.published` prints the tables; with `--write` it writes them into the
page, each between the comments `<!-- measured: NAME -->` and `<!-- end -->`.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path
from statistics import fmean, geometric_mean, median, quantiles
from typing import Any

import games
from games import AnyPosition
from visualizer.explaining.comparison.compare import Comparison, compare
from visualizer.explaining.measures.proof_tree import knuth_moore_leaves, minimum
from visualizer.explaining.measures.summary import summary
from visualizer.look.table import CellValue, Table
from visualizer.play.sweeping.sweep import plan_sweep, sweep
from visualizer.searching.lookup import resolve_position
from visualizer.searching.recipe import PositionSpec, Recipe, SearchSpec
from visualizer.searching.run import Run

PAGE = Path(__file__).parents[2] / "docs" / "published.md"
DISTINCT = "1000000"
"""The greatest leaf value; the least is 0. Equal leaves in a tree are rare."""


@dataclass(frozen=True, slots=True)
class Section:
    """A section of the page: its function, the game it needs, and whether it takes more than a
    few seconds.
    """

    measure: Callable[[], str]
    game: str
    slow: bool = False

    def can_run(self) -> bool:
        """Say whether the game can be loaded."""
        return self.game in games.game_names() and self.game not in games.broken_games()


def run(where: PositionSpec, search: SearchSpec) -> Run:
    """Search to the end."""
    return Run(Recipe(where, search)).finish()


def found(where: PositionSpec, search: SearchSpec) -> dict[str, Any]:
    """Search to the end and return the summary."""
    return summary(run(where, search))


def table(columns: Sequence[str], rows: Sequence[Sequence[CellValue]]) -> str:
    """Return a table in Markdown."""
    return Table(tuple(columns), tuple(tuple(row) for row in rows)).markdown(marked_up=True)


def random_tree(branching: int, depth: int, seed: int) -> PositionSpec:
    """Return a uniform tree whose leaves are random and rarely equal."""
    settings = {
        "branching": str(branching),
        "depth": str(depth),
        "values": DISTINCT,
        "seed": str(seed),
    }
    return PositionSpec("tree", None, "", settings)


def minimal_trees() -> str:
    """Compare Knuth and Moore's formula with the minimum over all orders, and with alpha-beta in
    perfect order.
    """
    rows = []
    for branching, depth in (
        (2, 4),
        (2, 7),
        (3, 3),
        (3, 4),
        (3, 6),
        (5, 4),
        (10, 3),
        (10, 4),
    ):
        where = random_tree(branching, depth, 1)
        least = minimum(run(where, SearchSpec("minimax")).trace)
        assert least is not None
        perfect, natural = (
            found(where, SearchSpec(ordering=name))["leaves"] for name in ("best", "natural")
        )
        rows.append(
            (
                branching,
                depth,
                branching**depth,
                knuth_moore_leaves(branching, depth),
                least.leaves,
                perfect,
                natural,
            )
        )
    heads = (
        "b",
        "d",
        "all leaves",
        "formula",
        "least of any order",
        "alpha-beta, best first",
        "alpha-beta, as it comes",
    )
    return table(heads, rows)


def tictactoe() -> str:
    """Count the whole game of tic-tac-toe."""
    start = PositionSpec("tictactoe", "start")
    whole = run(start, SearchSpec("minimax"))
    ends = [
        whole.trace.value(row) for row in range(len(whole.trace)) if not whole.trace.children(row)
    ]
    rows: list[tuple[str, int]] = [
        ("nodes of the whole tree (minimax)", len(whole.trace)),
        ("games (its leaves)", len(ends)),
        ("won by X", ends.count(1)),
        ("won by O", ends.count(-1)),
        ("drawn", ends.count(0)),
        ("different positions", len(states(resolve_position(start)[1]))),
        ("alpha-beta, row by row, cut at `>=`", found(start, SearchSpec())["nodes"]),
        ("alpha-beta, row by row, cut at `>`", found(start, SearchSpec(cut=">"))["nodes"]),
        (
            "alpha-beta, centre, corners, edges, cut at `>=`",
            found(start, SearchSpec("ordered-alpha-beta"))["nodes"],
        ),
    ]
    return table(("tic-tac-toe from the empty board", "count"), rows)


def states(root: AnyPosition) -> set[Any]:
    """Return the keys of all positions that can be reached."""
    seen = {root.key()}
    open_ones = [root]
    while open_ones:
        position = open_ones.pop()
        for move in position.moves() if position.outcome() is None else ():
            child = position.play(move)
            if child.key() not in seen:
                seen.add(child.key())
                open_ones.append(child)
    return seen


TREES = 200


def random_trees() -> str:
    """Measure the leaves that alpha-beta visits in trees whose branches are in random order."""
    rows: list[tuple[CellValue, ...]] = []
    for branching, depth in (
        (2, 6),
        (2, 8),
        (2, 10),
        (3, 4),
        (3, 6),
        (5, 4),
        (10, 3),
    ):
        mean = fmean(
            found(random_tree(branching, depth, seed), SearchSpec())["leaves"]
            for seed in range(TREES)
        )
        quoted = round(branching ** (3 * depth / 4))
        least = knuth_moore_leaves(branching, depth)
        ratio = f"{mean / quoted:.2f}"
        rows.append((branching, depth, branching**depth, least, quoted, round(mean), ratio))
    heads = (
        "b",
        "d",
        "all leaves",
        "least",
        "often quoted: b^(3d/4)",
        "measured mean",
        "measured / quoted",
    )
    return table(heads, rows)


def tak_presets() -> str:
    """Compare the three searches on the two presets of Tak that show what ordering can do."""
    rows: list[tuple[CellValue, ...]] = []
    for name in ("ordering-helps", "ordering-hurts"):
        held = three_searches(PositionSpec("tak", name), 3)
        plain, natural, scored = (part.nodes for part in held.searches)
        assert held.minimum is not None
        least = held.minimum.nodes
        rows.append(
            (
                name,
                plain,
                natural,
                scored,
                least,
                f"{plain / natural:.1f}×",
                f"{natural / scored:.2f}×",
            )
        )
    heads = (
        "position",
        "minimax",
        "alpha-beta, natural",
        "alpha-beta, scored",
        "least of any order",
        "pruning saves",
        "ordering saves",
    )
    return table(heads, rows)


def three_searches(where: PositionSpec, depth: int) -> Comparison:
    """Compare minimax, alpha-beta in natural order and ordered alpha-beta."""
    searches = [
        SearchSpec(name, depth=depth) for name in ("minimax", "alpha-beta", "ordered-alpha-beta")
    ]
    return compare(where, searches, lambda recipe: Run(recipe).finish())


def tak_distribution() -> str:
    """Compare the scored order with the natural one on random positions of Tak."""
    return distribution("tak", "random:150:12", 3, ("alpha-beta", "ordered-alpha-beta"))


def distribution(
    game: str,
    positions: str,
    depth: int | str,
    searches: tuple[str, str],
) -> str:
    """Return a table of how many nodes the second search visits compared with the first, over
    positions.
    """
    rows = sweep(plan_sweep([game], positions, [depth], searches))
    assert all(row["complete"] for row in rows)
    nodes = [
        (first["nodes"], second["nodes"])
        for first, second in pairwise(rows)
        if first["search"] == searches[0]
    ]
    ratios = sorted(ordered / natural for natural, ordered in nodes)
    quarters = quantiles(ratios, n=4, method="inclusive")
    lines: list[tuple[str, str]] = [
        ("positions", f"{len(ratios):,}"),
        ("nodes in natural order: mean, median", two([natural for natural, _ in nodes])),
        ("nodes in the scored order: mean, median", two([ordered for _, ordered in nodes])),
        ("scored / natural: median", f"{median(ratios):.2f}"),
        ("scored / natural: the middle half", f"{quarters[0]:.2f} to {quarters[2]:.2f}"),
        ("scored / natural: geometric mean", f"{geometric_mean(ratios):.2f}"),
        ("scored / natural: best and worst", f"{ratios[0]:.2g} and {ratios[-1]:.2g}"),
        ("better, the same, worse", shares(ratios)),
    ]
    return table(("measured", "result"), lines)


def two(counts: Sequence[int]) -> str:
    """Return mean and median."""
    return f"{fmean(counts):,.0f}, {median(counts):,.0f}"


def shares(ratios: Sequence[float]) -> str:
    """Return the shares of the positions where ordering helps, changes nothing, and hurts."""
    sides = [(ratio > 1) - (ratio < 1) for ratio in ratios]
    return ", ".join(f"{sides.count(side) / len(sides):.0%}" for side in (-1, 0, 1))


def othello() -> str:
    """Count nodes for orders of Othello that do and do not predict the evaluation."""
    rows: list[tuple[CellValue, ...]] = []
    start = PositionSpec("othello", None, "", {"size": "8"})
    for evaluation in ("discs", "weights"):
        counts = [
            found(start, SearchSpec(ordering=name, evaluation=evaluation, depth=6))["nodes"]
            for name in ("natural", "weights", "best")
        ]
        rows.append((evaluation, *counts))
    return table(
        ("evaluation", "index order", "corner weights first", "best first (an oracle)"), rows
    )


def connect_four() -> str:
    """Compare centre first with left to right, near the end of games of Connect Four."""
    return distribution(
        "connect-four", "random:200:28", "all", ("alpha-beta", "ordered-alpha-beta")
    )


SECTIONS = {
    "minimal-trees": Section(minimal_trees, "tree"),
    "tictactoe": Section(tictactoe, "tictactoe", slow=True),
    "random-trees": Section(random_trees, "tree", slow=True),
    "tak-presets": Section(tak_presets, "tak", slow=True),
    "tak-distribution": Section(tak_distribution, "tak", slow=True),
    "othello": Section(othello, "othello"),
    "connect-four": Section(connect_four, "connect-four", slow=True),
}


def block(name: str) -> re.Pattern[str]:
    """Return a pattern that finds a section's table in the page."""
    return re.compile(rf"(<!-- measured: {name} -->\n)(.*?)(<!-- end -->)", re.DOTALL)


def main(words: Sequence[str]) -> None:
    """Print all sections, or those named; with `--write` write them into the page."""
    names = [word for word in words if word in SECTIONS] or [*SECTIONS]
    for name in names:
        if not SECTIONS[name].can_run():
            print(f"{name}: there is no game {SECTIONS[name].game}\n")
            continue
        measured = SECTIONS[name].measure()
        print(f"{name}\n\n{measured}\n", flush=True)
        if "--write" in words:
            text = PAGE.read_text(encoding="utf-8")
            text = block(name).sub(lambda match: f"{match[1]}{measured}\n{match[3]}", text)  # noqa: B023
            PAGE.write_text(text, encoding="utf-8")


if __name__ == "__main__":
    main(sys.argv[1:])
