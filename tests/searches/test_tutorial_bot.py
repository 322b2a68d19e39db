"""The tutorial's bot plays what the tutorial's rule says, in every game, and its tree says why."""

from __future__ import annotations

import random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import games
from games import AnyPosition
from tests.trees import Tree, notation, trees
from visualizer.explaining.comparison.compare import compare
from visualizer.explaining.explanation.explainer import explain
from visualizer.explaining.measures.summary import summary
from visualizer.searching import ordering
from visualizer.searching.ordering import OrderingContext
from visualizer.searching.recipe import PositionSpec, Recipe, SearchSpec
from visualizer.searching.run import Run
from visualizer.trace.rows import Kind
from visualizer.trace.tree_at_step import TreeAtStep

BOT = SearchSpec("tutorial-bot")


def ordered(run: Run, position: AnyPosition) -> list[Any]:
    """Return the moves of a position in the run's order."""
    context = OrderingContext(
        run.game, run.problem.evaluate, run.depth, run.recipe.search.seed, run.root
    )
    order = ordering.make_ordering(str(run.recipe.search.ordering), context).order
    return [move for _, move in order(position, position.moves(), lambda: ())]


def wins(position: AnyPosition, outcome: float | None) -> bool:
    """Say whether the result of a game is a win for the side to move in a position."""
    return outcome is not None and (outcome > 0 if position.maximizing else outcome < 0)


def winning_move(run: Run, position: AnyPosition) -> Any:
    """Return the first move that wins, or None: the tutorial's function of that name."""
    return next(
        (move for move in ordered(run, position) if wins(position, position.play(move).outcome())),
        None,
    )


def tutorial_move(run: Run) -> Any:
    """Choose a move as the tutorial does: in two passes, first for a win, then for a move that
    does not lose.
    """
    moves = ordered(run, run.root)
    if (winning := winning_move(run, run.root)) is not None:
        return winning
    for move in moves:
        after = run.root.play(move)
        if not loses(run, after):
            return move
    return moves[0]


def loses(run: Run, after: AnyPosition) -> bool:
    """Say whether a move of the bot's has lost, or lets the other win at once, or lets the bot only
    lose at once.

    The last is where the bot moves again.
    """
    if run.root.maximizing:
        turn = 1
    else:
        turn = -1
    outcome = after.outcome()
    if outcome is not None:
        return turn * outcome < 0
    if after.maximizing != run.root.maximizing:
        return winning_move(run, after) is not None
    ends = [after.play(move).outcome() for move in after.moves()]
    return all(end is not None and turn * end < 0 for end in ends)


def bot(game: str, position: str | None = None, **search: Any) -> Run:
    return Run(Recipe(PositionSpec(game, position), SearchSpec("tutorial-bot", **search))).finish()


def check(run: Run) -> None:
    """Check move and value of a finished run."""
    root = run.root
    expected = tutorial_move(run)
    after = root.play(expected)
    won = 1 if root.maximizing else -1
    lost = loses(run, after)
    found = summary(run)
    assert found["best_move"] == root.name(expected)
    assert found["value"] == (won if wins(root, after.outcome()) else -won if lost else 0)


@settings(max_examples=60)
@given(
    st.integers(3, 5),
    st.integers(0, 30),
    st.integers(0, 2**32),
    st.sampled_from(["scored", "natural", "reverse"]),
)
def test_in_tak_it_plays_the_tutorials_move(
    size: int,
    plies: int,
    seed: int,
    order: str,
) -> None:
    """On random positions move and value are those of the tutorial's two passes, in any order."""
    chance = random.Random(seed)
    position = games.load_game("tak").start({"size": size})
    for _ in range(plies):
        after = position.play(chance.choice(position.moves()))
        if after.outcome() is not None:
            break
        position = after
    check(
        Run(
            Recipe(PositionSpec("tak"), SearchSpec("tutorial-bot", ordering=order)), root=position
        ).finish()
    )


@settings(max_examples=300)
@given(trees(plies=4), st.booleans(), st.sampled_from(["natural", "reverse", "random"]))
def test_in_trees_it_plays_the_tutorials_move(tree: Tree, maximizing: bool, order: str) -> None:
    """Trees have what games seldom do: moves that lose at once, and replies that do."""
    run = bot("tree", notation(tree, maximizing), ordering=order)
    if isinstance(tree, list):
        check(run)
    else:
        assert len(run.trace) == 1
        assert run.trace[0].value == (tree > 0) - (tree < 0)


@pytest.mark.parametrize("name", games.game_names())
def test_in_every_game_it_plays_the_tutorials_move(name: str) -> None:
    """It needs nothing of a game but its rules."""
    game = games.load_game(name)
    try:
        game.start({})
    except games.NotInstalled as error:
        pytest.skip(str(error))
    for preset in game.presets:
        if game.chance is games.never or not game.chance(game.read(preset.text, preset.settings)):
            check(bot(name, preset.name, depth=2))


def test_its_default_order_is_scored() -> None:
    """A tree has no scores, and an oracle would be no bot."""
    assert bot("tak").recipe.search.ordering == "scored"
    assert bot("tree").recipe.search.ordering == "natural"


@given(trees(plies=4), st.booleans(), st.just("all") | st.integers(1, 4))
def test_it_looks_no_further_than_the_reply(tree: Tree, maximizing: bool, depth: int | str) -> None:
    """Whatever depth is asked for, the recipe says the one that was used, at most 2."""
    run = bot("tree", notation(tree, maximizing), depth=depth)

    assert run.recipe.search.depth == (1 if depth == 1 else 2)
    assert max(row.depth for row in run.trace) <= (1 if depth == 1 else 2)


@given(trees(plies=4), st.booleans())
def test_its_tree_is_true(tree: Tree, maximizing: bool) -> None:
    """Every inner node is worth its best child; a node is cut at a win for its mover, and only
    there.
    """
    trace = bot("tree", notation(tree, maximizing)).trace
    end = TreeAtStep(trace, trace.last_step)
    for number, row in enumerate(trace):
        if not row.children:
            continue
        values = [trace.value(child) for child in end.children(number)]
        win = 1 if row.maximizing else -1

        assert row.value == (max(values) if row.maximizing else min(values))
        assert win not in values[:-1]
        assert (row.kind is Kind.CUT) == (values[-1] == win and len(values) < row.children)


def test_after_a_safe_move_others_are_only_asked_whether_they_win() -> None:
    """The first move loses to a reply, the second is safe, the third is not looked into, the
    fourth wins.
    """
    run = bot("tree", "[[1, [-1], -1], [[2], [3]], [-1, -1], 1, 1]")

    assert [(run.path(number), row.value) for number, row in enumerate(run.trace)] == [
        ((), 1),
        ((0,), -1),
        ((0, 0), 0),
        ((0, 1), 0),
        ((0, 2), -1),
        ((1,), 0),
        ((1, 0), 0),
        ((1, 1), 0),
        ((2,), 0),
        ((3,), 1),
    ]
    sentences = [explain(run, step) for step in range(run.trace.last_step + 1)]
    assert "MAX tries C (move 3 of 5): the search looks no deeper here." in sentences
    assert (
        "Cut at the root: MAX's branch 4 is worth 1, and this search asks for no more. "
        "MAX's remaining branch there is skipped."
    ) in sentences


def test_it_may_be_compared() -> None:
    """Its value is not minimax's, and nobody says that one of them is wrong."""
    where = PositionSpec("tak", "loss-in-one")
    found = compare(
        where, [SearchSpec("alpha-beta", depth=2), BOT], lambda recipe: Run(recipe).finish()
    ).searches

    assert [(part.value, part.best_move) for part in found] == [(-1, "b4+"), (0, "b4+")]


def test_every_step_of_it_can_be_explained() -> None:
    """No sentence speaks of a window, because there is none."""
    run = bot("tak", "two-roads")
    for step in range(run.trace.last_step + 1):
        sentence = explain(run, step)

        assert sentence.endswith((".", "?"))
        assert "window" not in sentence
        assert "∞" not in sentence
