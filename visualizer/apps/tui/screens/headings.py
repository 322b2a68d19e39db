"""The heading of a search: the position, the algorithm and its options."""

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
    """Return the game and the side to move.

    With `named`, the preset and the moves played are added. A textbook's tree has the title of its
    preset in place of the game.
    """
    where = run.recipe.where
    title = position_title(run.game, where, run.root.board())
    words = preset_words(run.game, where, named=named)
    if where.moves and named:
        words += f"after {where.moves}, "
    side = run.game.mover(turn_of(run.root))
    return [(f" {title} ", "title"), (f"{words}{side} to move", "dim"), HEADING_SEPARATOR]


def depth_heading(run: Run) -> str:
    """Return depth, evaluation, and the algorithm's own options; "" for a recording without any."""
    return " · ".join(run.headings(("depth", "evaluation")))


def iteration_line(scene: Scene, *, lists_phases: bool) -> Line:
    """Return the iteration of a search by random games, and its current phase.

    With `lists_phases`, all phases of an iteration are listed and the current one is marked.
    """
    run = scene.run
    tree = scene.tree
    current_phase = phase_of_step(tree)
    line: Line = [(style_words(run).iteration_words(run, tree), "dim")]
    for number, phase in enumerate(Phase, 1):
        if phase is current_phase:
            line.append((f"  ▸{number} {phase.value}", "title"))
        elif lists_phases:
            line.append((f"   {number} {phase.value}", "dim"))
    return line


def search_heading(scene: Scene, width: int) -> Line:
    """Return the heading: the position, the search, and its options.

    A search by random games has its iteration in place of the options. On a narrow screen the less
    important parts are left out.
    """
    iteration = style_words(scene.run).iteration_words(scene.run, scene.tree)
    if iteration:
        lines = headings_with_iteration(scene)
    else:
        lines = headings_with_options(scene)
    return first_fitting_line(lines, width)


def headings_with_options(scene: Scene) -> list[Line]:
    """Return headings with depth and options, the longest first."""
    full, short, shortest = heading_beginnings(scene.run)
    depth, with_cut, with_fail = option_headings(scene)
    return [
        [*full, (with_fail, "dim")],
        [*full, (with_cut, "dim")],
        [*short, (with_cut, "dim")],
        [*short, (depth, "dim")],
        [*shortest, (depth, "dim")],
    ]


def headings_with_iteration(scene: Scene) -> list[Line]:
    """Return headings with the iteration of a search by random games, the longest first.

    An iteration has phases, such as selection. Long headings list all of them, short headings only
    the current phase.
    """
    full, short, shortest = heading_beginnings(scene.run)
    title, separator, *_ = shortest
    all_phases = iteration_line(scene, lists_phases=True)
    one_phase = iteration_line(scene, lists_phases=False)
    return [
        [*full, *all_phases],
        [*short, *all_phases],
        [*short, *one_phase],
        [*shortest, *one_phase],
        [title, separator, *one_phase],
    ]


def heading_beginnings(run: Run) -> tuple[Line, Line, Line]:
    """Return position and algorithm, in full, without names, and with the game's title only."""
    full = position_heading(run)
    short = position_heading(run, named=False)
    title, *_ = short
    algorithm = algorithm_heading(run)
    return [*full, *algorithm], [*short, *algorithm], [title, HEADING_SEPARATOR, *algorithm]


def algorithm_heading(run: Run) -> Line:
    """Return the algorithm and its order of moves, or the order that a recorded search tells."""
    # A recorded search has no ordering of ours, and perhaps tells its own.
    details = [*run.algorithm.heading_words]
    ordering = run.recipe.search.ordering
    if ordering:
        details = [f"{ordering} order"]
    return [(", ".join([run.algorithm.title, *details]), "value"), HEADING_SEPARATOR]


def option_headings(scene: Scene) -> tuple[str, str, str]:
    """Return three headings, each longer than the one before.

    The first has the depth. The second adds the rule of cutting, and the third fail-soft or
    fail-hard. Parts that the algorithm does not have are left out.
    """
    run = scene.run
    search = run.recipe.search
    depth = depth_heading(run)
    parts = []
    # The depth of a recorded search may be unknown.
    if depth:
        parts.append(depth)
    if run.applies("cut"):
        cut_heading = scene.spelled(CUT_OPTION.heading(search.cut))
        if cut_heading:
            parts.append(cut_heading)
    with_cut = " · ".join(parts)
    if run.applies("fail"):
        parts.append(f"fail-{search.fail}")
    return depth, with_cut, " · ".join(parts)
