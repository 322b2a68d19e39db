"""Longer explanations: the bounds from the root down to a node, and what the pruned children would have been worth."""

import time
from dataclasses import dataclass
from math import isinf

from visualizer.algorithms import Problem
from visualizer.algorithms.minimax import minimax
from visualizer.explanation.english.cuts import depth_of
from visualizer.explanation.explainer import Explainer
from visualizer.explanation.facts.cuts import cut_of
from visualizer.explanation.facts.windows import end_of
from visualizer.explanation.naming import Naming, capital
from visualizer.look.numbers import show
from visualizer.run import Run
from visualizer.trace.labels import cut_now
from visualizer.trace.recorder import Recorder, SearchStopped
from visualizer.trace.rows import Trace
from visualizer.trace.tree_at_step import Bound, TreeAtStep

PATIENCE = 1.0
"""Seconds for searching pruned children."""


def subject(tree: TreeAtStep, node: int | None) -> int | None:
    """Return the node to explain: the one given, else the one that this step cuts, else the current one."""
    cut = cut_now(tree) if node is None else node
    return tree.current if cut is None else cut


def chain(run: Run, step: int, node: int | None = None) -> str:
    """Return a line for each node from the root down to one: its window, and by which moves each player has its bound.

    For a search by random games, the upper bounds compared at the node, or at its parent if it has none.
    """
    tree = TreeAtStep(run.trace, step)
    node = subject(tree, node)
    if node is None:
        return ""
    explainer = Explainer(run, tree)
    if run.algorithm.sampling is not None:
        above = max(0, tree.parent(node))
        return explainer.samples.arithmetic(above if tree.entering else node) or explainer.samples.arithmetic(above)
    if not tree.has_window:
        return ""
    lines = ["From the root down:"]
    for above in tree.line_to(node):
        turn = explainer.naming.side(above) if tree.move_count(above) else "leaf"
        place = capital(explainer.naming.place(above))
        if not tree.tells_window(above):
            lines.append(f"  {place} ({turn}): its window is not told")
            continue
        low, high = tree.window(above)
        has = [explainer.windows.had(end_of(tree, above, lower=lower)) for lower in (True, False)]
        said = explainer.windows.given(above) or ", ".join(filter(None, has)) or "nobody has a value yet"
        lines.append(f"  {place} ({turn}): {said} (α {show(low)}, β {show(high)})")
    if tree.is_cut(node) and (far := depth_of(cut_of(run, tree, node))):
        lines.append(far)
    return "\n".join(lines)


@dataclass(frozen=True, slots=True)
class Aside:
    """What minimax finds for the children that a cut left out."""

    values: dict[str, float]
    """True values by the names of the moves that were searched in time."""
    left_out: int
    nodes: int


def search_aside(run: Run, tree: TreeAtStep, node: int) -> Aside:
    """Search the pruned children of a cut node with minimax, outside the trace, for `PATIENCE` seconds."""
    path = run.path(node)
    position, names = run.position(path), run.choices(path)
    order = run.scored(path)[0]
    visited = {run.trace.move(child) for child in tree.children(node)}
    rest = [number for number in order if number not in visited]
    deadline = time.monotonic() + PATIENCE
    values: dict[str, float] = {}
    nodes = 0
    for number in rest:
        trace = Trace()
        recorder = Recorder(trace, lambda visits: _go_on(visits, deadline))
        below = Problem(position.play(position.moves()[number]), run.problem.evaluate, run.depth - len(path) - 1)
        try:
            values[names[number]] = minimax(below, recorder)
        except SearchStopped:
            break
        recorder.close()
        nodes += len(trace)
    return Aside(values, len(rest), nodes)


def _go_on(visits: int, deadline: float) -> int:
    if time.monotonic() > deadline:
        raise SearchStopped("too long")
    return visits + 256


def what_if(run: Run, step: int, node: int | None = None) -> str:
    """Say what the pruned children are worth, and that the root is worth the same with them."""
    tree = TreeAtStep(run.trace, step)
    node = subject(tree, node)
    if node is None or not tree.is_cut(node):
        return ""
    explainer = Explainer(run, tree)
    cut = cut_of(run, tree, node)
    if isinf(cut.bound) or run.algorithm.is_recording:
        return ""  # cut for the search's own reason, or by values that minimax does not have
    naming, aside = explainer.naming, search_aside(run, tree, node)
    asked = f"What if {naming.side(node)}'s {explainer.cutoffs.others(cut)} there had been tried?"
    if not aside.values:
        return f"{asked} That is too much to search aside."
    maximizing = tree.maximizing(node)
    found = (max if maximizing else min)([cut.value, *aside.values.values()])
    best = show(found)
    exact = tree.bound(cut.child) is Bound.EXACT and len(aside.values) == aside.left_out
    worth = best if exact else f"at {'least' if maximizing else 'most'} {best}"
    limit = Bound.EXACT if exact else Bound.LOWER if maximizing else Bound.UPPER
    standing = explainer.standings.of(found, cut.child)
    worth += f" ({explainer.standings.label(standing, limit)})" if standing is not None else ""
    sign, bound, place = "≥" if maximizing else "≤", show(cut.bound), capital(naming.place(node))
    if cut.setter is None:
        same = f"how far {'above' if maximizing else 'below'} {bound} the search was not asked to find out"
    else:
        by = naming.move(cut.setter)
        has = explainer.windows.holding(cut.bound, cut.setter, by, lower=not maximizing)
        same = f"{has}, so nothing changes"
    return (
        f"{asked} {listed(naming, node, aside)} {place} would then be worth {worth}, and {best} {sign} {bound} still: "
        f"{same}."
    )


def listed(naming: Naming, node: int, aside: Aside) -> str:
    """Say what the pruned children of a node are worth."""
    names, found = naming.names(node), len(aside.values)
    shown = [f"{naming.last([*names, name])} = {show(value)}" for name, value in [*aside.values.items()][:12]]
    more = f" and {found - len(shown):,} more" if found > len(shown) else ""
    children = "it is" if aside.left_out == 1 else "they are"
    if found < aside.left_out:
        children = f"the first {found:,} of the {aside.left_out:,} are"
    nodes = f"{aside.nodes:,} node{'s' * (aside.nodes != 1)} more"
    return f"Searched aside ({nodes}), {children} worth: {', '.join(shown)}{more}."
