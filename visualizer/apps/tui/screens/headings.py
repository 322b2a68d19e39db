"""The heading of a search: what is searched, and how."""

from games import turn_of
from visualizer.apps.tui.cells.styled_lines import Line, Span, first_fitting_line
from visualizer.apps.tui.scene import Scene
from visualizer.explaining.measures.sampling import Phase, phase_of_step
from visualizer.explaining.measures.style_words import style_words
from visualizer.searching.lookup import position_title, preset_words
from visualizer.searching.run import Run
from visualizer.searching.search_options import CUT_OPTION

HEADING_SEPARATOR: Span = ("  │  ", "frame")


def position_heading(run: Run, *, named: bool = True) -> Line:
    """Return the game, the preset if there is one (and `named` is set), and whose turn it is.

    A textbook's tree has its preset's title in place of the game's.
    """
    side = run.game.mover(turn_of(run.root))
    title = position_title(run.game, run.recipe.where, run.root.board())
    name = preset_words(run.game, run.recipe.where, named=named)
    if run.recipe.where.moves and named:
        moved = f"after {run.recipe.where.moves}, "
    else:
        moved = ""
    return [(f" {title} ", "title"), (f"{name}{moved}{side} to move", "dim"), HEADING_SEPARATOR]


def depth_heading(run: Run) -> str:
    """Return depth, evaluation, and the algorithm's own options; "" for a recording that tells none of them."""
    return " · ".join(run.headings(("depth", "evaluation")))


def iteration_line(scene: Scene, *, phases: bool) -> Line:
    """Return the iteration of a search by random games and its phase, marked among the others if `phases` is set."""
    run = scene.run
    tree = scene.tree
    now = phase_of_step(tree)
    line: Line = [(style_words(run).place(run, tree), "dim")]
    for number, part in enumerate(Phase, 1):
        if part is now:
            line.append((f"  ▸{number} {part.value}", "title"))
        elif phases:
            line.append((f"   {number} {part.value}", "dim"))
    return line


def search_heading(scene: Scene, width: int) -> Line:
    """Return what is searched and how; on a narrow screen the less important parts are left out.

    A search by random games has its iteration instead of a depth.
    """
    run = scene.run
    search = run.recipe.search
    algorithm = run.algorithm
    order = [f"{search.ordering} order"] if search.ordering else algorithm.said
    full = position_heading(run)
    short = position_heading(run, named=False)
    named: Line = [(", ".join([algorithm.title, *order]), "value"), HEADING_SEPARATOR]
    if style_words(run).place(run, scene.tree):
        all_parts, part = (iteration_line(scene, phases=phases) for phases in (True, False))
        ways = [
            [*full, *named, *all_parts],
            [*short, *named, *all_parts],
            [*short, *named, *part],
            [short[0], HEADING_SEPARATOR, *named, *part],
            [short[0], HEADING_SEPARATOR, *part],
        ]
    else:
        cut = scene.spelled(CUT_OPTION.heading(search.cut)) * run.applies("cut")
        fail = f"fail-{search.fail}" * run.applies("fail")
        told = [depth_heading(run), cut, fail]
        least, less, most = (
            [*named, (" · ".join(filter(None, told[:n])), "dim")] for n in (1, 2, 3)
        )
        ways = [
            [*full, *most],
            [*full, *less],
            [*short, *less],
            [*short, *least],
            [short[0], HEADING_SEPARATOR, *least],
        ]
    return first_fitting_line(ways, width)
