"""Words about searches: what is searched; side by side what they have in common, and what each has visited."""

from games import turn_of
from visualizer.explanation.naming import capitalized
from visualizer.explanation.standings import depth_of_values
from visualizer.look.numbers import show
from visualizer.lookup import preset_of, title_of
from visualizer.measures.kinds import kind_of
from visualizer.measures.samples import Phase, phase
from visualizer.measures.summary import counts, many
from visualizer.run import Run
from visualizer.trace.labels import value_label
from visualizer.trace.probes import nodes_in_all
from visualizer.tui.cells.bars import STYLES, ProgressBar, bars
from visualizer.tui.cells.styled_lines import Line, Rendering, Span, width_of
from visualizer.tui.replay import aligning
from visualizer.tui.scene import Scene
from visualizer.tui.screens.sides import Side, Sides

BETWEEN: Span = ("  │  ", "frame")
LEGEND: Line = [("≠", "alpha"), (" visited by one search only", "dim")]


def heading(run: Run, *, named: bool = True) -> Line:
    """Return the game, the preset if there is one (and `named` is set), and whose turn it is.

    A textbook's tree has its preset's title in place of the game's.
    """
    preset, side = preset_of(run.game, run.recipe.where), run.game.mover(turn_of(run.root))
    title, name = title_of(run.game, run.recipe.where, run.root.board()), "· " * run.game.explicit
    if preset is not None and not run.game.explicit:
        name = f"{preset.title}, " * named
    moved = f"after {run.recipe.where.moves}, " if run.recipe.where.moves and named else ""
    return [(f" {title} ", "title"), (f"{name}{moved}{side} to move", "dim"), BETWEEN]


def search_named(run: Run) -> str:
    """Return what searches, and the order in which it tries moves, if that is known."""
    ordering = run.recipe.search.ordering
    return ", ".join([run.algorithm.title, *([f"{ordering} order"] if ordering else run.algorithm.said)])


def depth_line(run: Run) -> Line:
    """Return depth, evaluation, and the algorithm's own options."""
    return [(" · ".join(run.headings(("depth", "evaluation"))), "dim")]


def iteration_line(scene: Scene, *, phases: bool) -> Line:
    """Return the iteration of a search by random games and its phase, marked among the others if `phases` is set."""
    run, tree = scene.run, scene.tree
    now = phase(tree)
    line: Line = [(kind_of(run).place(run, tree), "dim")]
    for number, part in enumerate(Phase, 1):
        if part is now:
            line.append((f"  ▸{number} {part.value}", "title"))
        elif phases:
            line.append((f"   {number} {part.value}", "dim"))
    return line


def common_heading(sides: Sides) -> Line:
    """Return the parts of the heading that are the same for all."""
    run = sides.runs[0]
    asked = [side.run.recipe.search for side in sides]
    evaluations = {search.evaluation for search in asked} - {None}  # which a search written elsewhere may not say
    same = len({search.depth for search in asked}) == 1 and len(evaluations) <= 1
    return heading(run) + (depth_line(run) if same else [("different depths or evaluations", "dim")])


def name_line(sides: Sides, side: Side, name: str) -> Line:
    """Return a search's name, a mark if it leads, and its step or the remark about it."""
    run = side.run
    mark = "▸ " if side is sides.leader else "  "
    if sides.is_race:
        return [(mark, "key"), (name, STYLES[[*sides].index(side)])]
    step = f"{side.scene.step:,}"
    if len(sides) < 3:  # there is room for more
        step += f" of {'' if run.trace.finished else '≥ '}{run.trace.steps:,}"
    where = (side.remark, "cut") if side.remark else (f"{step} ✓" if side.scene.tree.at_end else step, "dim")
    return [(mark, "key"), (f"{name}  ", "value"), where]


def node_bars(sides: Sides, width: int) -> Rendering:
    """Draw how many nodes each search has visited at its step, as bars on one scale."""
    rows = []
    for name, side, style in zip(sides.names(), sides, STYLES, strict=False):
        run, now = side.run, counts(side.scene.tree)
        total = nodes_in_all(run.trace)
        words = f"{now.nodes:,} of {total:,}{'' if run.trace.finished else '+'}"
        more = f"{now.leaves:,} leaves, {now.cutoffs:,} cutoff{'' if now.cutoffs == 1 else 's'}"
        rows.append(ProgressBar(name, now.nodes, total, words, more, style if sides.is_race else "open"))
    done = all(run.trace.finished for run in sides.runs)
    below = [] if sides.is_race else [below_bars(sides, width)]
    return Rendering([*bars(rows, width), *below], title="nodes" if done else "nodes, so far")


def below_bars(sides: Sides, width: int) -> Line:
    """Say at which places the searches try the move at hand, if they differ, and what the sign means if that fits."""
    places = aligning.places(sides.leader.scene, [side.run for side in sides if side is not sides.leader])
    line: Line = [(f"{places}   ", "text"), *LEGEND]
    return LEGEND if not places else line if width_of(line) <= width else line[:1]


def race_word(side: Side, name: str) -> str:
    """Say what a search has found, or how far it is."""
    scene, run, name = side.scene, side.run, capitalized(name)
    tree = scene.tree
    if tree.at_end:
        found = tree.result()
        line, worth = run.line(found.line), "no value" if found.value is None else show(found.value)
        words = scene.standings.label_of(0)
        if tree.trace.adds:  # the root's mean and those of its moves are for who is to move
            worth, words = f"{value_label(tree, next(iter(found.line), 0))} {words}", ""
        answer = f"{line[0]}, worth {worth}" if line else f"worth {worth}"
        if said := ", ".join(filter(None, (words, depth_of_values(run)))):
            answer += f": {said}"
        return f"{name} has its answer ({answer}) after {many(counts(tree).nodes, 'node', 'nodes')}."
    if not scene.running:
        return f"{name} is at the root."
    child = tree.node_at(scene.running[:1])
    place = 0 if child is None else tree.ordinal(child)
    count = f" of {tree.move_count(0):,}" if tree.is_counted(0) else ""
    return f"{name} is at first move {place:,}{count}."
