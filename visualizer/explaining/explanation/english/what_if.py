"""What would be otherwise, in English: what pruned children are worth, what a change does, what a leaf decides."""

from math import inf

from visualizer.explaining.explanation.english.cuts import CutWords, subject, why_cut
from visualizer.explaining.explanation.english.windows import sum_of
from visualizer.explaining.explanation.facts.steps import BoundOwner
from visualizer.explaining.explanation.facts.what_if import (
    Aside,
    CutChange,
    ValueRange,
    aside_of,
    range_of,
    shape,
    written,
)
from visualizer.explaining.explanation.naming import (
    Naming,
    Perspective,
    capital,
    capitalized,
    listed,
)
from visualizer.explaining.explanation.standings import holding, meaning_of
from visualizer.explaining.measures.summary import counts, many
from visualizer.look.numbers import odds, show
from visualizer.searching.run import Run
from visualizer.trace.rows import MovePath
from visualizer.trace.tree_at_step import TreeAtStep


def what_if(
    run: Run, step: int, node: int | None = None, perspective: Perspective = Perspective.MAX
) -> str:
    """Say what the pruned children are worth, and that the root is worth the same with them.

    Numbers are told for MAX or for who moves at the cut node.
    """
    tree = TreeAtStep(run.trace, step)
    node = subject(tree, node)
    if node is not None and tree.is_cut(node):
        aside = aside_of(run, tree, node)
    else:
        aside = None
    if aside is None:
        return ""
    cut = aside.cut
    naming = Naming(run, tree, perspective)
    the = CutWords(naming, cut)
    view = naming.view(cut.node)
    above = view.beyond(lower=cut.maximizing)
    question = f"What if {the.mover}'s {the.left_out} there had been tried?"
    if cut.limit is not None:
        question = f"What if {naming.place(cut.node)}'s {the.left_out} had been looked at?"
    if not aside.values:
        return f"{question} Searching all of it would take too long."
    meaning = meaning_of(naming, cut.node, (aside.bound, aside.best), aside.proved)
    bound = view.show(cut.bound)
    means = "" if meaning is None else f" ({meaning.label})"
    worth = f"{view.value(aside.best, aside.bound).clause}{means}"
    same = f"the search was not asked how far {above} {bound}"
    if cut.end.owner is BoundOwner.CHANCE_NODE:
        same = f"{the.holder}, so nothing changes"
    if cut.has_owner:
        has = holding(
            naming,
            cut.bound,
            cut.end.setter,
            naming.way(cut.end.setter),
            cut.node,
            lower=not cut.maximizing,
        )
        same = f"{has}, so nothing changes"
    would = f"Then {naming.place(cut.node)} would be worth {worth}"
    sign = view.sign("≥" if cut.maximizing else "≤")
    return f"{question} {_searched_aside(naming, aside)} {would}, which is still {sign} {bound}. {capital(same)}."


def _searched_aside(naming: Naming, aside: Aside) -> str:
    """Say what the pruned children of a node are worth."""
    path = naming.run.path(aside.cut.node)
    found = len(aside.values)
    view = naming.view(aside.cut.node)
    first = [*aside.values.items()][:12]
    shown = [f"{view.show(value)} for {naming.move_at((*path, move))}" for move, value in first]
    if found > len(shown):
        more = f" and {found - len(shown):,} more"
    else:
        more = ""
    children = "it" if aside.left_out == 1 else "them"
    if found < aside.left_out:
        children = f"the first {found:,} of the {aside.left_out:,}"
    nodes = many(aside.nodes, "extra node", "extra nodes")
    return f"Searching {children} anyway ({nodes}) gives {', '.join(shown) + more if more else listed(shown)}."


def range_words(values: ValueRange) -> str:
    """Return a range of values in words.

    >>> range_words(ValueRange(-inf, 3, False, True)), range_words(ValueRange(2, 5, False, False))
    ('3 or less', 'more than 2 and less than 5')
    >>> range_words(ValueRange(-inf, inf, False, False))
    'any value here'
    """
    low = f"{show(values.low)} or more" if values.with_low else f"more than {show(values.low)}"
    high = f"{show(values.high)} or less" if values.with_high else f"less than {show(values.high)}"
    if values.low == values.high:
        return show(values.low)
    parts = [low] * (values.low > -inf) + [high] * (values.high < inf)
    return " and ".join(parts) or "any value here"


def threshold_words(values: ValueRange, naming: Naming) -> str:
    """Say from which values of a leaf on cuts appear or disappear; where none does for good, when nothing changes."""
    below = f"below {show(values.low)}" if values.with_low else f"at {show(values.low)} or less"
    above = f"above {show(values.high)}" if values.with_high else f"from {show(values.high)} on"
    ends = [
        (abs(values.low) < inf, below, values.below),
        (abs(values.high) < inf, above, values.above),
    ]
    told = [(where, cut_words(change, naming)) for is_end, where, change in ends if is_end]
    if not told or not all(words for _, words in told):
        return f"With {range_words(values)} the same nodes are visited and cut."
    return capitalized("; ".join(f"{where} {words}" for where, words in told)) + "."


def cut_words(change: CutChange, naming: Naming) -> str:
    """Say which cuts disappear and which nodes are also cut; "" for no change."""
    gone, new = (
        listed([naming.at(path) for path in sorted(paths)]) for paths in (change.gone, change.new)
    )
    if len(change.gone) == 1:
        cuts = ("cut at", "disappears")
    else:
        cuts = ("cuts at", "disappear")
    return " and ".join(
        [f"the {cuts[0]} {gone} {cuts[1]}"] * bool(gone)
        + [f"{new} {'is' if len(change.new) == 1 else 'are'} {'' if gone else 'also '}cut"]
        * bool(new)
    )


def leaf_words(run: Run, path: MovePath) -> str:
    """Say of a leaf for which values other cuts are made; of a branch what it is worth."""
    tree = TreeAtStep(run.trace)
    naming = Naming(run, TreeAtStep(run.trace))
    node = tree.node_at(path)
    where = capital(naming.at(path))
    if path:
        chances = run.odds(path[:-1])
    else:
        chances = None
    likely = ""
    if chances is not None:
        another = "; type another one, such as 1/3 or 30%" * (len(chances) > 1)
        likely = f" Its probability is {odds(chances[path[-1]])}{another}."
    if run.is_inner(path):
        returns = (
            f"{where} is never visited."
            if node is None
            else f"{where} returns {naming.signed(node)}."
        )
        return f"{returns}{likely}"
    value = show(written(run).at(path).value)
    found = range_of(run, path)
    seen = f"{where} is {value}" if node is not None else f"{where}, {value}, is never visited"
    return (
        f"{seen}.{likely}" if found is None else f"{seen}. {threshold_words(found, naming)}{likely}"
    )


def change_words(before: Run, after: Run, *, same_places: bool) -> str:
    """Say what a change has done: to the value, to the cuts and, where nodes kept their places, why.

    `same_places` says that each node is still where it was, so that cuts can be compared one by one.
    """
    naming = Naming(after, TreeAtStep(after.trace))
    values = [show(run.trace.value(0)) for run in (before, after)]
    worth = f"The tree is worth {values[1]}" + (
        " as before" if values[0] == values[1] else f" instead of {values[0]}"
    )
    leaves = [counts(TreeAtStep(run.trace)).leaves for run in (before, after)]
    seen = f"{many(leaves[1], 'leaf is', 'leaves are')} visited"
    if leaves[0] == leaves[1]:
        seen += " as before"
    else:
        seen += f" instead of {leaves[0]:,}"
    told = [f"{worth}; {seen}."]
    if same_places:
        was = shape(before)[1]
        now = shape(after)[1]
        told += [gone_words(naming, path) for path in sorted(was - now)[:1]]
        told += [why_cut(naming, naming.node(path)) for path in sorted(now - was)[:1]]
    else:
        before_that, now_cut = (len(run.trace.cuts) for run in (before, after))
        told.append(f"{many(now_cut, 'cut', 'cuts')}{' as before' * (before_that == now_cut)}.")
    return " ".join(told)


def gone_words(naming: Naming, path: MovePath) -> str:
    """Say why a node is no longer cut."""
    trace = naming.run.trace
    tree = naming.tree
    where = naming.at(path)
    node = tree.node_at(path)
    if node is None:
        return f"{capital(where)} is no longer visited."
    if total := sum_of(naming, node):
        return f"At {where} nothing is left out any more: it is worth {total}."
    than = f"less than β = {show(trace.beta(node))}"
    if not tree.maximizing(node):
        than = f"more than α = {show(trace.alpha(node))}"
    what = f"with {show(trace.value(node))} it is {than}"
    return f"At {where} nothing is cut any more: {what}, which {naming.other(node)} would like."
