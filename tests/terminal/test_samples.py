"""A search by random games says the same in columns and tree: whose mean, wins of visits, the
most visited moves.
"""

from __future__ import annotations

from functools import cache, reduce

import pytest

from tests.terminal.hands import picture_of
from tests.terminal.searches import searched
from visualizer.apps.tui.scene import Scene
from visualizer.apps.tui.views.tree import lay_out_scene
from visualizer.searching.recipe import PositionSpec, Recipe, SearchSpec
from visualizer.searching.run import Run
from visualizer.trace.tree_at_step import TreeAtStep

STEPS = (700, 1_400, 3_010, 6_000)


@cache
def hex_run() -> Run:
    """Return a finished search of 5×5 Hex, in which there are no draws."""
    return searched("hex", search="mcts")


def drawn(
    run: Run,
    step: int,
    width: int = 120,
    height: int = 40,
) -> list[str]:
    """Return the lines of the columns of a step."""
    return picture_of("columns", Scene(run, step), width, height).split("\n")


@pytest.mark.parametrize("width", [54, 80, 120])
def test_each_column_says_whose_mean_it_has(width: int) -> None:
    """The root's is Black's, and one ply below it is White's, however narrow the columns are."""
    head = drawn(hex_run(), 3_010, width)[1]

    assert "mean for Black +0.11" in head
    assert "means for White" in head
    assert head.index("for Black") < head.index("for White")


@pytest.mark.parametrize("step", STEPS)
def test_the_wins_of_a_move_are_those_of_its_random_games(step: int) -> None:
    """Counted in the trace: the results of the visits to a move that are a win for who played
    it.
    """
    run = hex_run()
    tree = Scene(run, step).tree
    text = "\n".join(drawn(run, step))
    names = run.choices(())
    for child in tree.children(0):
        results = [
            run.trace.value(visit) for visit in tree.visits_to(child)[: tree.returned_count(child)]
        ]
        if f" {names[run.trace.move(child)]} " in text and results:
            assert f"{sum(result == 1 for result in results)}/{len(results)} " in text


def test_a_draw_is_half_a_win_and_a_textbook_has_visits_alone() -> None:
    """Tic-tac-toe ends in draws; the numbers of a textbook's leaves are nobody's wins."""
    titles = {}
    for game in ("tictactoe", "tree"):
        lines = drawn(searched(game, search="mcts,iterations=300"), 900)
        titles[game] = lines[2].split("│")[1].split()[0], ".5/" in "\n".join(lines)

    assert titles == {"tictactoe": ("wins", True), "tree": ("visits", False)}


@pytest.mark.parametrize(
    "where", [PositionSpec("hex", "small"), PositionSpec("tictactoe", "only-move")], ids=str
)
def test_a_star_is_for_a_move_alone_in_front_that_has_not_lost_every_game(
    where: PositionSpec,
) -> None:
    """At the end of each iteration, at each move of the best line; another move ends it, or its
    last game does.
    """
    run = Run(Recipe(where, SearchSpec("mcts", options={"iterations": 60}))).finish()
    ended = set()
    for root in run.trace.roots():
        tree = TreeAtStep(run.trace, run.trace.return_step(root) or 0)
        best = tree.principal_variation()
        most = tree.result().line
        for node in most[: len(best) + 1]:
            counts = [tree.returned_count(child) for child in tree.children(tree.parent(node))]
            is_tie = counts.count(max(counts)) > 1
            results = {run.trace.value(row) for row in tree.visits_to(node)}
            is_lost = results == {-1 if tree.maximizing(tree.parent(node)) else 1}

            assert (node in best) == (not is_tie and not is_lost)
            ended |= {(is_tie, is_lost)}

    assert {
        (True, False),
        (False, True),
        (False, False),
    } <= ended


@pytest.mark.parametrize("step", [*STEPS, 10**9])
@pytest.mark.parametrize("large", [False, True])
def test_the_tree_has_the_most_visited_moves(step: int, large: bool) -> None:
    """Of the moves on either side of the spine, those with places of their own have the most
    visits.
    """
    run = hex_run()
    scene = Scene(
        run,
        min(step, run.trace.last_step),
        selected=None,
        large=large,
    )
    tree = scene.tree
    layout = lay_out_scene(scene, 86, 33)
    first = min(
        placed.ply for placed in layout.nodes if placed.ply
    )  # large ones may begin below the root
    row = [each for each in layout.nodes if each.ply == first]
    spine = next(placed for placed in row if placed.x == layout.stem)
    placed = {each.path[-1] for each in row if each.folded is None}

    assert len(placed) >= (2 if large else 3)
    parent = reduce(lambda node, move: tree.child(node, move) or 0, spine.path[:-1], 0)
    order = [run.trace.move(child) for child in tree.children(parent)]
    visits = {run.trace.move(child): tree.returned_count(child) for child in tree.children(parent)}
    at = order.index(spine.path[-1])
    running = scene.running_path[:first]
    for side in (order[:at], order[at + 1 :]):
        shown = [
            visits[move] for move in side if move in placed and (*spine.path[:-1], move) != running
        ]
        hidden = [visits[move] for move in side if move not in placed]

        assert not shown or not hidden or min(shown) >= max(hidden)
