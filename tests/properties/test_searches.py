"""The exact searches find what minimax finds, with a table and without, and visit what others
have counted.
"""

from __future__ import annotations

import sys
from collections.abc import Callable
from html import unescape
from itertools import pairwise, product, takewhile
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.few import one_in
from tests.merged import prepared
from tests.trees import Tree, trees
from visualizer.apps.cli.search_commands import make_pass_table
from visualizer.explaining.comparison.compare import compare
from visualizer.explaining.comparison.sentences import comparison_sentences
from visualizer.explaining.measures.proof_tree import minimum
from visualizer.explaining.measures.summary import results_of_passes, summary
from visualizer.searching.algorithms import algorithms
from visualizer.searching.recipe import PositionSpec, Recipe, SearchSpec
from visualizer.searching.run import Run
from visualizer.support.errors import InputError
from visualizer.trace.tree_at_step import TreeAtStep

ROOT = Path(__file__).parents[2]
TABLES = [
    name
    for name, each in algorithms().items()
    if each.exact and any(option.name == "table" for option in each.options)
]
WAYS = [
    SearchSpec(name, options={"table": table})
    for name in TABLES
    for table in (False, True)
    if name != "minimax" and (table or name != "expectiminimax")  # which visit whole trees
]
EMPTY = PositionSpec("tictactoe")


def found(where: PositionSpec, search: str | SearchSpec) -> dict[str, object]:
    """Return what a search finds."""
    if isinstance(search, str):
        asked = SearchSpec.from_spec(search)
    else:
        asked = search
    return summary(Run(Recipe(where, asked)).finish())


@pytest.mark.parametrize(
    ("search", "nodes", "leaves", "hits"),
    [
        ("minimax,table=yes", 16_168, 2_862, 8_786),
        ("alpha-beta", 18_297, 7_330, 0),
        ("alpha-beta,table=yes", 4_866, 1_074, 1_583),
        ("negamax", 18_297, 7_330, 0),
        ("negamax,table=yes", 4_866, 1_074, 1_583),
        ("pvs", 18_016, 7_190, 0),
    ],
)
def test_counts_that_are_known(
    search: str,
    nodes: int,
    leaves: int,
    hits: int,
) -> None:
    """Tic-tac-toe from the empty board, in natural order."""
    result = found(EMPTY, f"{search},ordering=natural")

    assert result["value"] == 0
    assert result["nodes"] == nodes
    assert result["leaves"] == leaves
    assert result["table_hits"] == hits


@pytest.mark.parametrize("search", one_in(2, WAYS), ids=SearchSpec.to_spec)
@pytest.mark.parametrize(
    ("where", "depth", "value"),
    [
        pytest.param(
            PositionSpec("connect-four", None, "", {"size": "4x4"}),
            "all",
            0,
            marks=pytest.mark.slow,
        ),
        pytest.param(
            PositionSpec("othello", None, "", {"size": "4"}), "all", -8, marks=pytest.mark.slow
        ),
        (PositionSpec("connect-four", "12", "", {"size": "4x4"}), 5, None),
        (PositionSpec("tak", "ordering-helps"), 2, None),
        (PositionSpec("tak", "ordering-hurts"), 2, None),
        pytest.param(
            PositionSpec("tak", "ordering-helps"),
            3,
            None,
            marks=pytest.mark.slow,
        ),
        pytest.param(
            PositionSpec("tak", "ordering-hurts"),
            3,
            None,
            marks=pytest.mark.slow,
        ),
    ],
    ids=lambda value: (
        f"{value.game} {value.position}" if isinstance(value, PositionSpec) else str(value)
    ),
)
def test_games_have_their_value(
    where: PositionSpec, depth: int | str, value: float | None, search: SearchSpec
) -> None:
    """Connect Four on 4×4 is a draw, White wins Othello on 4×4 by 8; in Tak all find what
    alpha-beta finds.
    """
    if value is None:
        expected = found(where, SearchSpec("alpha-beta", depth=depth))["value"]
    else:
        expected = value
    assert found(where, search.with_options({"depth": str(depth)}))["value"] == expected


@pytest.mark.parametrize(
    "where",
    [PositionSpec("tictactoe", "XXXOO----"), PositionSpec("tree", "5")],
    ids=lambda where: where.game,
)
@pytest.mark.parametrize("search", [name for name in algorithms() if name != "tutorial-bot"])
def test_a_game_that_is_over_is_one_leaf(search: str, where: PositionSpec) -> None:
    """There is nothing to ask twice: one node, one leaf, one pass and no best move, also where a
    depth is given.
    """
    result = found(where, f"{search},depth=3" if search != "mcts" else search)
    assert [result[count] for count in ("nodes", "leaves", "passes", "best_move")] == [
        1,
        1,
        1,
        None,
    ]


@pytest.mark.parametrize("search", ["minimax", "alpha-beta", "negamax", "pvs"])
def test_without_a_table_nothing_is_asked_of_positions(
    search: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A search without a table asks no position for its key, so it pays nothing."""
    run = Run(Recipe(PositionSpec("tictactoe", "corner"), SearchSpec(search, ordering="natural")))
    monkeypatch.setattr(type(run.root), "key", lambda self: pytest.fail("it was asked"))

    assert run.finish().trace.finished


FORGETFUL = """
from dataclasses import dataclass
from games import Board, Cell, Game, Preset

@dataclass(frozen=True)
class Nim:
    left: int = 8
    maximizing: bool = True

    def moves(self):
        return range(1, min(3, self.left) + 1)

    def play(self, move):
        return Nim(self.left - move, not self.maximizing)

    def outcome(self):
        return None if self.left else (-1 if self.maximizing else 1)

    def key(self):
        return self.left

    def text(self):
        return str(self.left)

    def name(self, move):
        return str(move)

    def board(self):
        return Board("Nim", ((Cell(),),))

GAME = Game(
    name="nim", title="Nim", about="", sides=("First", "Second"), notation="", start=lambda settings: Nim(),
    read=lambda text, settings: Nim(int(text)), evaluations={"result": lambda position, outcome: outcome or 0},
    presets=(Preset("eight", "8", ""),),
)
"""


def test_a_key_that_forgets_something_is_caught(user_file: Callable[[str], Path]) -> None:
    """A key without whose turn it is lets a table lie; a comparison with the search without it
    says so.
    """
    where = PositionSpec(str(user_file(FORGETFUL)))
    searches = [SearchSpec("minimax"), SearchSpec("minimax", options={"table": True})]

    with pytest.raises(InputError, match="one of them, or the game, is wrong"):
        compare(where, searches, lambda recipe: Run(recipe).finish())


@pytest.mark.slow
def test_what_a_table_saves_is_said_by_itself() -> None:
    """A comparison keeps the same position met again apart from pruning and ordering, and knows
    the least of any.
    """
    names = (
        "minimax",
        "minimax,table=yes",
        "alpha-beta",
        "alpha-beta,table=yes",
        "ordered-alpha-beta",
    )
    asked = [SearchSpec.from_spec(name) for name in names]
    made = compare(PositionSpec("tictactoe", "corner"), asked, lambda recipe: Run(recipe).finish())
    said = comparison_sentences(made)
    hits = [each.table_hits for each in made.searches]

    assert "Repeated positions: with a table, minimax visits" in said
    assert f"{hits[1]:,} visits are" in said
    assert said.startswith("Minimax visits 59,705 nodes, alpha-beta 2,338 in natural order and ")
    assert made.least == minimum(
        Run(Recipe(PositionSpec("tictactoe", "corner"), SearchSpec("minimax"))).finish().trace
    )


@given(trees(plies=5, widest=3), st.booleans(), st.just("all") | st.integers(1, 4))
@settings(max_examples=100)
def test_the_least_is_the_same_from_a_search_with_a_table(
    tree: Tree, maximizing: bool, depth: int | str
) -> None:
    """What no order can do with less is worked out from minimax with a table too: below an
    answer stands its source.
    """
    asked = [
        prepared(
            tree, maximizing, algorithm="minimax", depth=depth, options={"table": table}
        ).finish()
        for table in (False, True)
    ]
    plain, remembering = (minimum(run.trace) for run in asked)

    assert plain == remembering is not None


def test_passes_add_up() -> None:
    """The visits of the passes are all visits; MTD(f)'s bounds close in until they meet; each
    pass has its time.
    """
    run = Run(
        Recipe(PositionSpec("othello", None, "", {"size": "4"}), SearchSpec("mtdf", depth=6))
    ).finish()
    passes = results_of_passes(TreeAtStep(run.trace), seconds=run.seconds)

    assert sum(each.nodes for each in passes) == len(run.trace)
    assert all(
        after.lower >= before.lower and after.upper <= before.upper
        for before, after in pairwise(passes)
    )
    assert passes[-1].lower == passes[-1].upper == run.trace.value(run.trace.roots()[-1])
    times = [each.seconds or 0 for each in passes]
    assert min(times) >= 0
    assert sum(times) <= run.seconds + 1e-6


def test_each_pass_says_its_share() -> None:
    """What `search` prints of the passes has each one's nodes and which share of all that is;
    the last has most.
    """
    run = Run(
        Recipe(PositionSpec("othello", "ordering-helps"), SearchSpec("iterative-deepening"))
    ).finish()
    nodes = [each.nodes for each in results_of_passes(TreeAtStep(run.trace))]

    assert [row[1:3] for row in make_pass_table(run).rows] == [
        (each, f"{each / len(run.trace):.0%}") for each in nodes
    ]
    assert sum(nodes) == len(run.trace) < 2 * nodes[-1]


# docs/searches.md.

sys.path.insert(0, str(ROOT / "tools"))
import counts  # noqa: E402

PAGE = (ROOT / "docs" / "searches.md").read_text(encoding="utf-8")


def rows(mark: str) -> dict[tuple[str, str], list[str]]:
    """Return the rows of the table behind a mark, by game and position."""
    lines = PAGE.partition(mark)[2].splitlines()[3:]
    table = [
        [unescape(cell.strip()) for cell in line.strip("| ").split("|")]
        for line in takewhile(bool, lines)
    ]
    return {(game, preset): cells for game, preset, *cells in table}


ROWS = {
    row: [None if cell == counts.REFUSED else int(cell.replace(",", "")) for cell in cells]
    for row, cells in rows(counts.MARK).items()
}
SAMPLED = rows(counts.SAMPLES)
LONG = 1_000
"""Rows with more nodes in one search are slow."""
QUICK = ("tictactoe", "tree")
"""Games in which a thousand iterations are."""


def test_the_page_has_every_preset() -> None:
    """Each table of counts has a row for each preset of each game that is always there, in
    order.
    """
    assert [*ROWS] == [*SAMPLED] == [(game, preset.name) for game, preset in counts.presets()]


@pytest.mark.parametrize(
    ("game", "preset"),
    one_in(
        3,
        [
            pytest.param(*row, marks=[pytest.mark.slow] * (max(filter(None, nodes)) > LONG))
            for row, nodes in ROWS.items()
        ],
    ),
)
def test_the_page_has_the_right_counts(game: str, preset: str) -> None:
    """What docs/searches.md says of a position is what the searches visit there."""
    assert counts.counts(game, preset) == ROWS[game, preset]


@pytest.mark.parametrize(
    ("game", "preset"),
    one_in(
        3, [pytest.param(*row, marks=[pytest.mark.slow] * (row[0] not in QUICK)) for row in SAMPLED]
    ),
)
def test_the_page_has_what_mcts_chooses(game: str, preset: str) -> None:
    """What the page says of MCTS is what it visits and chooses from its seed, and what
    alpha-beta says to that.
    """
    assert [*counts.sampled(game, preset)] == SAMPLED[game, preset]


def test_the_page_says_the_same_in_words() -> None:
    """Numbers in the page's sentences are those of its table."""
    said = PAGE.partition(counts.MARK)[0].replace("\n", " ")
    for (game, preset), place in product(
        (("tictactoe", "start"), ("tak", "ordering-helps")), (0, 3)
    ):
        assert f"{ROWS[game, preset][place]:,}" in said

    assert (
        f"visits {ROWS['othello', 'ordering-helps'][0]:,} nodes. All four passes together" in said
    )
    assert (
        f"together visit {ROWS['othello', 'ordering-helps'][5]:,} nodes with the table, and" in said
    )
    for name in algorithms():
        assert name == "tutorial-bot" or f"`{name}`" in PAGE, name
