"""Longer explanations: the bounds from the root down to a node, and what the pruned children would have been worth."""

from visualizer.explanation.english.chance import at_bound
from visualizer.explanation.english.cuts import Cutoffs, depth_of
from visualizer.explanation.english.samples import Samples
from visualizer.explanation.facts.aside import Aside, aside_of
from visualizer.explanation.facts.windows import cut_of, end_of
from visualizer.explanation.naming import Perspective, capital
from visualizer.look.numbers import show
from visualizer.run import Run
from visualizer.trace.labels import cut_now
from visualizer.trace.tree_at_step import TreeAtStep


def subject(tree: TreeAtStep, node: int | None) -> int | None:
    """Return the node to explain: the one given, else the one that this step cuts, else the current one."""
    cut = cut_now(tree) if node is None else node
    return tree.current if cut is None else cut


def chain(run: Run, step: int, node: int | None = None, perspective: Perspective = Perspective.MAX) -> str:
    """Return a line for each node from the root down to one: its window, and by which moves each player has its bound.

    For a search by random games, the upper bounds compared at the node, or at its parent if it has none. Numbers are
    told for MAX or for who moves.
    """
    tree = TreeAtStep(run.trace, step)
    node, words = subject(tree, node), Cutoffs(run, tree, perspective)
    if node is None:
        return ""
    if run.algorithm.sampling is not None:
        samples, above = Samples(run, tree), max(0, tree.parent(node))
        return samples.arithmetic(above if tree.entering else node) or samples.arithmetic(above)
    if not tree.has_window:
        return "\n".join(sums(words, node))
    lines = [*sums(words, node), "From the root down:", *(link(words, above) for above in tree.line_to(node))]
    if tree.is_cut(node) and (far := depth_of(cut_of(run, tree, node))):
        lines.append(far)
    return "\n".join(lines)


def sums(words: Cutoffs, node: int) -> list[str]:
    """Return the sum of a chance node, or of the one that a node is an outcome of, as far as it is known."""
    tree = words.tree
    about = node if tree.is_chance(node) else tree.parent(node)
    if about < 0 or not tree.is_chance(about) or not (total := words.sum_of(about)):
        return []
    worth, far = f"{capital(words.place(about))} is worth", ""
    if tree.is_cut(about):
        cut = cut_of(words.run, tree, about)
        worth += f" at {'least' if cut.maximizing else 'most'}"
        total = words.left_worth(about, cut.limit or 0)
    elif (found := tree.expected(about)).rest:
        far = " so far"
    else:
        worth += f" {at_bound(found)}".rstrip()
    return [f"{worth} {total}{far}."]


def link(words: Cutoffs, node: int) -> str:
    """Return the line of a node: whose turn it is, what each player has there, and the window."""
    tree = words.tree
    place = f"  {capital(words.place(node))} ({words.side(node) if tree.move_count(node) else 'leaf'})"
    if not tree.tells_window(node):
        return f"{place}: {'its window is not told' if tree.trace.narrows else 'handed no window'}"
    (low, high), ends = (
        words.view(node).window(*tree.window(node)),
        (end_of(tree, node, lower=lower) for lower in (True, False)),
    )
    has = words.given(node) or ", ".join(filter(None, (words.had(end, node) for end in ends)))
    if not tree.trace.narrows:
        return f"{place}: handed α {show(low)} and β {show(high)}{has and f'; {has}'}"
    is_first = not any(map(tree.best, tree.line_to(node)))
    has = has or ("nobody has a value yet" if is_first else "any value still matters")
    return f"{place}: {has} (α {show(low)}, β {show(high)})"


def what_if(run: Run, step: int, node: int | None = None, perspective: Perspective = Perspective.MAX) -> str:
    """Say what the pruned children are worth, and that the root is worth the same with them.

    Numbers are told for MAX or for who moves at the cut node.
    """
    tree = TreeAtStep(run.trace, step)
    node = subject(tree, node)
    aside = aside_of(run, tree, node) if node is not None and tree.is_cut(node) else None
    if aside is None:
        return ""
    cut, words = aside.cut, Cutoffs(run, tree, perspective)
    view = words.view(cut.node)
    above = view.beyond(lower=cut.maximizing)
    asked = f"What if {words.side(cut.node)}'s {words.others(cut)} there had been tried?"
    if cut.limit is not None:
        asked = f"What if {words.place(cut.node)}'s {words.others(cut)} had been looked at?"
    if not aside.values:
        return f"{asked} That is too much to search aside."
    standing = words.standing(cut.node, (aside.bound, aside.best), aside.proved)
    best, bound = map(view.show, (aside.best, cut.bound))
    means = f" ({words.label(*standing)})" if standing is not None else ""
    worth = f"{view.value(aside.best, aside.bound).clause}{means}"
    same = f"how far {above} {bound} the search was not asked to find out"
    if cut.by_chance:
        same = f"{words.holder(cut.bound, cut.node, lower=not cut.maximizing)}, so nothing changes"
    if cut.is_held:
        has = words.holding(cut.bound, cut.setter, words.way(cut.setter), cut.node, lower=not cut.maximizing)
        same = f"{has}, so nothing changes"
    would, sign = (
        f"{capital(words.place(cut.node))} would then be worth {worth}",
        view.sign("≥" if cut.maximizing else "≤"),
    )
    return f"{asked} {listed(words, aside)} {would}, and {best} {sign} {bound} still: {same}."


def listed(words: Cutoffs, aside: Aside) -> str:
    """Say what the pruned children of a node are worth."""
    path, found, view = words.run.path(aside.cut.node), len(aside.values), words.view(aside.cut.node)
    first = [*aside.values.items()][:12]
    shown = [f"{words.last(words.run.names((*path, move)))} = {view.show(value)}" for move, value in first]
    more = f" and {found - len(shown):,} more" if found > len(shown) else ""
    children = "it is" if aside.left_out == 1 else "they are"
    if found < aside.left_out:
        children = f"the first {found:,} of the {aside.left_out:,} are"
    nodes = f"{aside.nodes:,} node{'s' * (aside.nodes != 1)} more"
    return f"Searched aside ({nodes}), {children} worth: {', '.join(shown)}{more}."
