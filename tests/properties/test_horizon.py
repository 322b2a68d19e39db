"""The horizon: a line in all three views and in pictures, presets in which it deceives, and
sentences about it.
"""

from __future__ import annotations

import pytest

from exports import dot, tex
from visualizer.apps.cli.search_commands import format_search_result
from visualizer.apps.dialogue.edit import describe_tree_nodes
from visualizer.apps.tui.panes.found import draw_counts
from visualizer.apps.tui.scene import Scene
from visualizer.apps.tui.views import views
from visualizer.draw.picture.charts.overview_page import OverviewPage
from visualizer.draw.picture.page.options import PictureOptions
from visualizer.draw.picture.page.tree_page import TreePage
from visualizer.draw.picture.shapes.drawing import draw_picture
from visualizer.explaining.explanation.explainer import explain
from visualizer.explaining.measures.summary import SearchResult
from visualizer.look.legend import State
from visualizer.look.shapes import Stroke
from visualizer.searching.recipe import PositionSpec, Recipe, SearchSpec
from visualizer.searching.run import Run
from visualizer.teach.predicting.quiz import StepGate
from visualizer.trace.tree_at_step import TreeAtStep

PLIES = {
    "chess": 1,
    "italian-draughts": 2,
    "connect-four": 1,
}
"""How many plies of quiescence show what the horizon hides in a game's preset `horizon`."""


def finished(
    game: str,
    position: str,
    depth: int | None,
    plies: int,
) -> Run:
    """Return a search with quiescence, run to its end."""
    return Run(
        Recipe(PositionSpec(game, position), SearchSpec(depth=depth, options={"quiescence": plies}))
    ).finish()


@pytest.mark.parametrize("game", PLIES)
def test_the_horizon_deceives_in_a_preset_of_each_game(game: str) -> None:
    """Quiescence chooses another move, and a search three plies on finds that it is better than
    the other.
    """
    if game == "chess":
        pytest.importorskip("chess", reason="python-chess is not installed")
    without, seeing = (
        SearchResult(finished(game, "horizon", None, plies)) for plies in (0, PLIES[game])
    )
    if finished(game, "horizon", 1, 0).root.maximizing:
        mover = 1
    else:
        mover = -1

    assert without.best_move != seeing.best_move

    def worth(move: str | None) -> float:
        where = PositionSpec(game, "horizon", str(move))
        deeper = Run(Recipe(where, SearchSpec(depth=3))).finish()
        return mover * deeper.trace.value(0)

    assert worth(seeing.best_move) > worth(without.best_move)


def test_what_noisy_moves_change_is_said() -> None:
    """The sentence at a position's return says what it looked like at the horizon, and which
    move changes that.
    """
    run = finished("connect-four", "horizon", 1, 1)
    said = [explain(run, step) for step in range(run.trace.last_step + 1)]

    assert (
        sum(
            "At the horizon col 1 looked like 0; col 7 makes it 1." in sentence for sentence in said
        )
        == 1
    )


@pytest.mark.parametrize("plies", [0, 3])
def test_the_horizon_is_drawn(plies: int) -> None:
    """Tree, columns and overview have its sign, and a picture its line, above what lies beyond,
    and only there.
    """
    run = finished("connect-four", "3x3/3 2323", 2, plies)
    step = next(
        (run.trace.enter_step(row) for row in range(len(run.trace)) if run.trace.depth(row) == 3),
        20,
    )
    scene = Scene(run, step)
    for name, view in views().items():
        text = "".join(words for line in view.draw(scene, 150, 40).lines for words, _ in line)
        assert ("┄" in text) == (plies > 0), name
    picture = TreePage(run, PictureOptions()).frame(step)
    beyond = [box.incoming_edge_y for box in picture.boxes if box.ply == 3]

    assert picture.horizon == (min(beyond) if plies else 0)
    for box in picture.boxes:
        assert ("beyond the horizon" in box.tags) == (
            box.ply > 2 and box.state not in (State.TO_COME, State.PRUNED)
        )
    assert ("beyond the horizon" in describe_tree_nodes(run, step)) == (plies > 0)
    assert ("horizon -> beyond" in dot.dot_source(picture)) == (plies > 0)
    assert dot.dot_source(picture).count("minlen=2") == sum(
        box.ply == 3 for box in picture.boxes
    ) * (plies > 0)
    assert ("{horizon}" in tex.write(draw_picture(picture)).decode()) == (plies > 0)
    assert (
        all(box.incoming_edge_y < picture.horizon for box in picture.boxes if box.ply < 3)
        or not plies
    )
    page = OverviewPage(run, PictureOptions(view="overview"))
    bands = page.frame(run.trace.last_step)
    assert bands.horizon == (pytest.approx(page.area.y + 3 * page.band_height) if plies else 0)
    assert ("horizon" in {label.text for label in bands.labels}) == (plies > 0)
    strokes = [shape for shape in draw_picture(bands).shapes if isinstance(shape, Stroke)]
    assert [stroke.y1 for stroke in strokes] == [bands.horizon] * (plies > 0)
    below = page.__class__(
        run, PictureOptions(view="overview", top=run.path(page.run.trace.cuts[0])[:1])
    )
    assert below.frame(step).horizon == (
        pytest.approx(below.area.y + 2 * below.band_height) if plies else 0
    )


def test_beyond_the_horizon_only_noisy_moves_are_asked_about() -> None:
    """Who predicts a search is offered no move there that the search would not look at, held at
    the step or not.
    """
    run = finished("connect-four", "4431", 2, 4)
    asked = 0
    for row in range(len(run.trace)):
        if run.trace.depth(row) >= 2 and run.trace.children(row):
            step = run.trace.enter_step(row)
            path = run.path(row)
            noisy = {*run.order(path, TreeAtStep(run.trace, step))}
            assert len(noisy) == run.trace.children(row)
            gate = StepGate(run, step)
            held = gate.run
            gate.release_to(step)
            assert {*held.order(path)} == noisy
            asked += 1

    assert asked


def test_what_lies_beyond_the_horizon_is_counted_in_words() -> None:
    """`search`, the last sentence and the counts beside the tree say how many nodes lie beyond
    it, at every size.
    """
    run = finished("connect-four", "horizon", 1, 2)
    beyond = SearchResult(run).quiescence_nodes
    last = run.trace.last_step

    assert beyond == 8
    assert f"quiescence{beyond:>9}" in format_search_result(run, SearchResult(run)).splitlines()
    assert "16 nodes visited, 7 of them leaves and 8 beyond the depth limit; 2 pruned." in explain(
        run, last
    )
    for step in (0, 3, last):
        now = sum(run.trace.depth(row) > 1 for row in range(TreeAtStep(run.trace, step).visits))
        for width, height in (
            (24, 4),
            (24, 8),
            (38, 2),
            (38, 5),
            (50, 5),
        ):
            pane = draw_counts(Scene(run, step), width, height)
            words = "\n".join(
                " ".join("".join(part for part, _ in line).split()) for line in pane.lines
            )

            assert f"{now} beyond" in pane.title or f"beyond {now}" in words
            assert "pruned" in words
            assert "leaves" in words
    without = draw_counts(Scene(finished("connect-four", "horizon", 1, 0), 3), 24, 8)
    assert "beyond" not in without.title + str(without.lines)
