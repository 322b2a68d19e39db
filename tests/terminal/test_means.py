"""A mean of random games is told from one side on a screen: in columns, sentence, tree,
overview, sums and JSON.
"""

from __future__ import annotations

import re
from functools import cache

import pytest

from tests.terminal.hands import picture_of
from tests.terminal.searches import searched
from visualizer.apps.tui.scene import Scene
from visualizer.draw.picture.charts.race import race_sentence
from visualizer.explaining.explanation.english.cuts import window_chain
from visualizer.explaining.explanation.explainer import explain_step
from visualizer.explaining.explanation.naming import Naming
from visualizer.explaining.measures.sampling import upper_bounds
from visualizer.explaining.measures.summary import summary
from visualizer.look.numbers import format_decimal, format_mean
from visualizer.searching.run import Run
from visualizer.trace.labels import value_label

WHERE = {
    "hex": "small",
    "tictactoe": "only-move",
    "othello": "small",
    "kalah": None,
    "tree": None,
}
"""In Kalah a player may move twice in a row."""
WIDTH = 160
HEIGHT = 50


@cache
def run_of(game: str) -> Run:
    """Return a finished search by random games."""
    return searched(game, WHERE[game], "mcts,seed=3,iterations=60")


def told(scene: Scene, node: int) -> tuple[float, str] | None:
    """Return a node's mean, counted in the trace, for who moved there, and that side's name;
    None before a game.
    """
    run = scene.run
    tree = scene.tree
    games = [run.trace.value(row) for row in tree.visits_to(node) if row < tree.visits][
        : tree.returned_count(node)
    ]
    if not games:
        return None
    above = max(0, tree.parent(node))
    if run.position(run.path(above)).maximizing:
        sign = 1
    else:
        sign = -1
    return sign * sum(games) / len(games), run.game.side(maximizing=sign > 0)


def screen(scene: Scene, view: str) -> list[str]:
    """Return the lines of a view."""
    return picture_of(view, scene, WIDTH, HEIGHT).split("\n")


def steps(run: Run) -> range:
    """Return steps throughout a search."""
    return range(1, run.trace.last_step + 1, 7)


@pytest.mark.parametrize("game", WHERE)
def test_the_mean_of_a_node_is_the_same_wherever_it_is_told(game: str) -> None:
    """In its label, its column, the sums and, where the step is about it, the sentence, which
    says whose it is.
    """
    run = run_of(game)
    said = 0
    for step in steps(run):
        scene = Scene(run, step)
        for node in filter(scene.tree.entered, {*scene.tree.path, *scene.tree.children(0), 0}):
            if (found := told(scene, node)) is None:
                continue
            mean, side = found

            assert value_label(scene.tree, node) == f"≈{format_mean(mean)}"
            assert (
                scene.naming.mean(node, scene.tree.value(node) or 0.0)
                == f"{format_mean(mean)} for {side}"
            )
            above = scene.tree.parent(node)
            if above >= 0:
                (bound,) = (
                    each for each in upper_bounds(run, scene.tree, above) if each.child == node
                )
                assert format_mean(bound.mean) == format_mean(mean)
        current = scene.tree.current
        spoken = re.search(r"\d games?, (\S+ for [^.:,)]+)", explain_step(Naming(run, scene.tree)))
        if spoken is not None and current is not None:
            about = current or scene.tree.most_visited(0)[0]
            found = told(scene, about)
            assert found is not None
            assert spoken[1] == f"{format_mean(found[0])} for {found[1]}"
            said += 1

    assert said > 10


@pytest.mark.parametrize("game", WHERE)
def test_columns_and_sums_have_the_same_means_for_who_moves_there(game: str) -> None:
    """Of the root's moves, which stand in the first column and in the table below `w`."""
    run = run_of(game)
    for step in steps(run):
        scene = Scene(run, step, selected=())
        means = {
            run.choices(())[run.trace.move(node)]: told(scene, node)
            for node in scene.tree.children(0)
        }
        lines = screen(scene, "columns")
        sums = window_chain(run, step, 0)
        side = run.game.side(maximizing=run.root.maximizing)
        if not any(means.values()):
            continue

        assert f"mean for {side}" in lines[1]
        assert not sums or f"ean for {side} +" in sums
        for name, found in means.items():
            row = next(
                (line for line in lines if re.match(rf"│. {re.escape(name)}[ ★]", line)), None
            )
            if found is not None and row is not None:
                assert found[1] == side
                assert f" {format_mean(found[0])} " in row
            added = re.search(
                rf"^  (?:move |branch )?{re.escape(name)} +(\S+) \+ ", sums, re.MULTILINE
            )
            if found is not None and added is not None:
                assert added[1] == format_decimal(found[0])


@pytest.mark.parametrize("view", ["tree", "overview"])
@pytest.mark.parametrize("game", WHERE)
def test_tree_and_overview_say_for_whom_their_means_are(game: str, view: str) -> None:
    """A line says it of all of them; a mean that names a side names the one that moved there."""
    run = run_of(game)
    scene = Scene(run, run.trace.last_step)
    text = "\n".join(screen(scene, view))

    assert "≈ mean for who moved there" in text
    (best, *_) = scene.tree.result().line
    found = told(scene, best)
    assert found is not None
    assert f"≈{format_mean(found[0])}" in text
    assert f"for {found[1]}" in text
    race = race_sentence(scene.run, scene.tree, "mcts")
    assert f", worth ≈{format_mean(found[0])} for {found[1]}) after" in race


@pytest.mark.parametrize("game", WHERE)
def test_files_say_for_whom_their_means_are(game: str) -> None:
    """Those of the root's moves, which are from the first player's side, as every value is
    there.
    """
    run = run_of(game)
    scene = Scene(run, run.trace.last_step)
    for node, move in zip(scene.tree.children(0), summary(run)["root_moves"], strict=True):
        found = told(scene, node)

        assert found is not None
        assert move["mean_for"] == run.game.sides[0]
        assert move["mean"] == pytest.approx(
            found[0] if found[1] == move["mean_for"] else -found[0]
        )


@pytest.mark.parametrize("game", WHERE)
def test_a_win_is_never_told_as_a_loss(game: str) -> None:
    """A random game that a side has won counts +1 for it, −1 for the other; only sums have many
    digits.
    """
    run = run_of(game)
    won = 0
    for step in range(1, run.trace.last_step + 1):
        scene = Scene(run, step)
        sentence = explain_step(Naming(run, scene.tree))
        node = scene.tree.current

        assert node is not None, sentence
        assert not re.search(r"\d\.\d{3}", re.sub(r"\(.*\)", "", sentence)), sentence
        counted = re.search(r"which counts as (\S+?) for (.+)\.$", sentence)
        if counted is not None and game != "tree":
            wins = run.game.side(maximizing=scene.tree.returned_value(node) > 0)
            assert counted[1] == ("+1" if counted[2] == wins else "−1")
            won += 1

    assert won > 5 or game == "tree"
