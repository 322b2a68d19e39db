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
    """Return the game, its preset and moves if `named` is set, and whose turn it is.

    A textbook's tree has its preset's title in place of the game's.
    """
    where = run.recipe.where
    title = position_title(run.game, where, run.root.board())
    words = preset_words(run.game, where, named=named)
    if where.moves and named:
        words += f"after {where.moves}, "
    side = run.game.mover(turn_of(run.root))
    return [(f" {title} ", "title"), (f"{words}{side} to move", "dim"), HEADING_SEPARATOR]


def depth_heading(run: Run) -> str:
    """Return depth, evaluation, and the algorithm's own options, "" if a recording has none."""
    return " · ".join(run.headings(("depth", "evaluation")))


def iteration_line(scene: Scene, *, phases: bool) -> Line:
    """Return the iteration of a search by random games and its phase.

    With `phases`, the phase is marked among all others.
    """
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
    """Return what is searched and how; a narrow screen leaves out the less important parts.

    A search by random games has its iteration instead of a depth.
    """
    run = scene.run
    full = position_heading(run)
    short = position_heading(run, named=False)
    shortest = [short[0], HEADING_SEPARATOR]
    algorithm = algorithm_heading(run)
    if style_words(run).place(run, scene.tree):
        all_phases = iteration_line(scene, phases=True)
        one_phase = iteration_line(scene, phases=False)
        lines = [
            [*full, *algorithm, *all_phases],
            [*short, *algorithm, *all_phases],
            [*short, *algorithm, *one_phase],
            [*shortest, *algorithm, *one_phase],
            [*shortest, *one_phase],
        ]
    else:
        depth, with_cut, with_fail = option_headings(scene)
        lines = [
            [*full, *algorithm, (with_fail, "dim")],
            [*full, *algorithm, (with_cut, "dim")],
            [*short, *algorithm, (with_cut, "dim")],
            [*short, *algorithm, (depth, "dim")],
            [*shortest, *algorithm, (depth, "dim")],
        ]
    return first_fitting_line(lines, width)


def algorithm_heading(run: Run) -> Line:
    """Return the algorithm and its order of moves, or whatever the algorithm tells instead."""
    ordering = run.recipe.search.ordering
    details = [f"{ordering} order"] if ordering else run.algorithm.said
    return [(", ".join([run.algorithm.title, *details]), "value"), HEADING_SEPARATOR]


def option_headings(scene: Scene) -> tuple[str, str, str]:
    """Return the depth and its like, then with the rule of cutting, then also with fail-soft."""
    run = scene.run
    search = run.recipe.search
    depth = depth_heading(run)
    parts = [depth] if depth else []
    if run.applies("cut"):
        cut_heading = scene.spelled(CUT_OPTION.heading(search.cut))
        if cut_heading:
            parts.append(cut_heading)
    with_cut = " · ".join(parts)
    if run.applies("fail"):
        parts.append(f"fail-{search.fail}")
    return depth, with_cut, " · ".join(parts)
