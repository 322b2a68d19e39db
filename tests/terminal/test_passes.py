"""What the explorer shows of a search that comes back: its passes, bounds that close in, null
windows, answers.
"""

from __future__ import annotations

import pytest

from tests.terminal.hands import explored, letters_of
from tests.terminal.searches import recipe_of
from visualizer.apps.tui.cells.styled_lines import width_of
from visualizer.apps.tui.panes import passes
from visualizer.apps.tui.panes.step import draw_pseudocode, pseudocode_columns
from visualizer.apps.tui.scene import Scene
from visualizer.apps.tui.terminal import pane_layout
from visualizer.draw.picture.layout.placed_nodes import LayoutLimits
from visualizer.draw.picture.layout.whole_tree import lay_out_tree
from visualizer.explaining.explanation.code_line import code_line_at
from visualizer.explaining.measures.summary import results_of_passes
from visualizer.look.numbers import format_number
from visualizer.searching.recipe import PositionSpec, Recipe, SearchSpec
from visualizer.searching.run import Run
from visualizer.trace.labels import value_label
from visualizer.trace.rows import Kind
from visualizer.trace.tree_at_step import TreeAtStep

DEEPENING = recipe_of("tictactoe", "corner", "iterative-deepening")
NARROWING = recipe_of("othello", search="mtdf,depth=6", size="4")


def run_of(recipe: Recipe) -> Run:
    return Run(recipe).finish()


@pytest.mark.parametrize("width", [34, 54, 86, 120])
def test_the_strip_has_as_many_of_the_last_passes_as_fit(width: int) -> None:
    """Each with its nodes and its best move, and a place to click that is where it begins; the
    first ones give way.
    """
    run = run_of(DEEPENING)
    drawn = passes.draw_passes(Scene(run, run.trace.last_step), width, 1)
    trace = run.trace
    ends = [*run.trace.roots(), len(run.trace)]
    (line,) = drawn.lines

    assert width_of(line) <= width + len(passes.SPACE_BETWEEN_PASSES)
    for hit in drawn.hits:
        place = next(
            place for place, row in enumerate(trace.roots()) if trace.enter_step(row) == hit.step
        )
        assert letters_of(*drawn.lines)[hit.left : hit.right].startswith(
            f"{trace.pass_names[place]}: {ends[place + 1] - ends[place]:,} nodes, best "
        )
    assert letters_of(*drawn.lines).startswith(" …") == (len(drawn.hits) < len(trace.roots()))
    assert len(drawn.hits) >= min(8, width // 36)


def test_a_pass_that_takes_long_says_so() -> None:
    """From a tenth of a second on its time stands beside its nodes; what takes less has no time
    worth saying.
    """
    run = run_of(DEEPENING)
    scene = Scene(run, run.trace.last_step)
    each = results_of_passes(scene.tree)[2]
    said = {
        seconds: letters_of(passes.pass_summary(scene, each._replace(seconds=seconds)))
        for seconds in (0.02, 2)
    }

    assert said[2] == said[0.02] + ", 2.0 s"


def test_the_pass_that_runs_is_marked() -> None:
    """In the middle of a pass the strip ends with it, open, and knows nothing of those to come."""
    run = run_of(DEEPENING)
    step = run.trace.enter_step(run.trace.roots()[2]) + 9
    drawn = letters_of(*passes.draw_passes(Scene(run, step), 120, 1).lines)

    assert "depth 3: ● " in drawn
    assert "depth 4" not in drawn
    assert "depth 2: " in drawn


def test_the_bounds_close_in() -> None:
    """Each pass of MTD(f) has a line with its answer; what is left between the bounds gets less;
    at last they meet.
    """
    run = run_of(NARROWING)
    drawn = passes.draw_passes(Scene(run, run.trace.last_step), 60, 20)
    lines = letters_of(*drawn.lines).splitlines()

    assert len(lines) == len(run.trace.roots()) == len(drawn.hits)
    left = [line.count("━") for line in lines]
    assert left == sorted(left, reverse=True)
    assert left[-1] == 0
    assert lines[-1].endswith(
        f"● lower = upper = {format_number(run.trace.value(run.trace.roots()[-1]))}"
    )
    assert all(width_of(line) <= 60 for line in drawn.lines)


@pytest.mark.parametrize(("height", "recipe"), [(1, DEEPENING), (3, NARROWING)])
async def test_a_click_on_a_pass_goes_there(height: int, recipe: Recipe) -> None:
    """On the smallest usual screen too; a search of one pass has no such lines."""
    async with explored(recipe) as hands:
        await hands.see("end")
        strip = hands.explorer.query_one("#passes")

        assert strip.display
        assert strip.size.height == height
        inside, hit = strip.content_region, strip.rendering().hits[-1]  # type: ignore[attr-defined]
        await hands.click(inside.x + hit.left + 1, inside.y + hit.y)
        roots = hands.explorer.run.trace.roots()
        assert hands.scene.step == hands.explorer.run.trace.enter_step(roots[-1])


def test_one_pass_takes_no_line() -> None:
    """Alpha-beta leaves the line to its tree."""
    assert passes.pass_pane_height(run_of(recipe_of("tree")), 40) == 0


def test_an_answer_has_a_sign_of_its_own() -> None:
    """What a table answered is marked in every view, from the step in which it returns on."""
    run = run_of(recipe_of("tictactoe", "corner", "alpha-beta,table=yes"))
    answers = [row for row in range(len(run.trace)) if run.trace.kind(row) is Kind.TABLE]
    for row in answers[:50]:
        step = run.trace.return_step(row)

        assert value_label(TreeAtStep(run.trace, step), row).startswith("▣ ")
        assert value_label(TreeAtStep(run.trace, run.trace.enter_step(row)), row) == ""


@pytest.mark.parametrize("algorithm", ["mtdf", "pvs", "iterative-deepening"])
def test_a_book_tree_is_drawn_whole_by_every_search(algorithm: str) -> None:
    """Where alpha-beta's tree fits, that of a search which comes back does: room is kept only
    for second looks.
    """
    run = run_of(recipe_of("tree", "aima-5.2", algorithm))
    layout = lay_out_tree(
        run,
        TreeAtStep(run.trace, 1),
        None,
        LayoutLimits(
            54,
            11,
            margin=4,
            mark_letters=1,
        ),
    )

    assert layout.is_whole
    assert len(layout.nodes) == 13


@pytest.mark.parametrize(
    "name", ["minimax", "alpha-beta", "negamax", "pvs", "mtdf", "iterative-deepening"]
)
@pytest.mark.parametrize("quiescence", [0, 2])
def test_no_line_of_code_is_cut_off_beside_the_tree(name: str, quiescence: int) -> None:
    """Where the code stands beside the tree of the smallest usual screen, its indentation gives
    way, not its words.
    """
    if quiescence and name not in ("alpha-beta", "pvs", "iterative-deepening"):
        return
    if quiescence:
        options = {"quiescence": quiescence}
    else:
        options = {}
    run = Run(
        Recipe(
            PositionSpec("connect-four" if quiescence else "tree"),
            SearchSpec(name, options=options),
        )
    )
    inner = pane_layout.code_width(80, pseudocode_columns(run)) - 2 * pane_layout.FRAME_LINES
    lines = draw_pseudocode(Scene(run), inner, 40).lines

    assert max(map(width_of, lines)) <= inner
    assert not any("…" in words for line in lines for words, _ in line)


# Negamax.


def test_the_sign_flips_beside_the_code() -> None:
    """Beside negamax's code stand its own numbers: a child's value turned, windows and cuts from
    the mover's side.
    """
    run = run_of(recipe_of("tree", "aima-5.2", "negamax"))
    beside = [
        code_line_at(run, TreeAtStep(run.trace, step)).values
        for step in range(run.trace.last_step + 1)
    ]

    assert beside[4] == "−(3) = −3"
    assert beside[9] == "−(−3) = 3"
    assert beside[21] == "−(−2) = 2"
    assert beside[10] == "α −∞  β −3"
    assert beside[12] == "−2 ≥ −3"
    titles = [draw_pseudocode(Scene(run, step), 60, 10).title for step in (9, 10, 11, 12)]
    assert titles == [
        f"code · negamax · from {side}'s side" for side in ("MAX", "MIN", "MAX", "MIN")
    ]
