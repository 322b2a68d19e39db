"""What would be otherwise, in English: what pruned children are worth, what a change does, what a leaf decides."""

from math import inf

from visualizer.explaining.explanation.english.cuts import CutWords, node_to_explain, why_cut
from visualizer.explaining.explanation.english.windows import sum_of
from visualizer.explaining.explanation.facts.steps import BoundOwner
from visualizer.explaining.explanation.facts.what_if import (
    CutChange,
    PrunedValues,
    ValueRange,
    search_pruned_children,
    search_shape,
    unchanged_value_range,
    written_tree_of,
)
from visualizer.explaining.explanation.naming import (
    Naming,
    Perspective,
    capitalize_sentence,
    capitalized,
    join_words,
)
from visualizer.explaining.explanation.standings import describe_holding, meaning_of
from visualizer.explaining.measures.summary import count_in_words, visit_counts
from visualizer.look.numbers import format_number, format_probability
from visualizer.searching.run import Run
from visualizer.trace.rows import MovePath
from visualizer.trace.tree_at_step import TreeAtStep


def describe_pruned_children(
    run: Run, step: int, node: int | None = None, perspective: Perspective = Perspective.MAX
) -> str:
    """Say what the pruned children are worth, and that the root is worth the same with them.

    Numbers are told for MAX or for who moves at the cut node.
    """
    tree = TreeAtStep(run.trace, step)
    node = node_to_explain(tree, node)
    if node is not None and tree.is_cut(node):
        aside = search_pruned_children(run, tree, node)
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
        has = describe_holding(
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
    return f"{question} {_pruned_values(naming, aside)} {would}, which is still {sign} {bound}. {capitalize_sentence(same)}."


def _pruned_values(naming: Naming, aside: PrunedValues) -> str:
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
    nodes = count_in_words(aside.nodes, "extra node", "extra nodes")
    return f"Searching {children} anyway ({nodes}) gives {', '.join(shown) + more if more else join_words(shown)}."


def range_words(values: ValueRange) -> str:
    """Return a range of values in words.

    >>> range_words(ValueRange(-inf, 3, False, True)), range_words(ValueRange(2, 5, False, False))
    ('3 or less', 'more than 2 and less than 5')
    >>> range_words(ValueRange(-inf, inf, False, False))
    'any value here'
    """
    low = (
        f"{format_number(values.low)} or more"
        if values.with_low
        else f"more than {format_number(values.low)}"
    )
    high = (
        f"{format_number(values.high)} or less"
        if values.with_high
        else f"less than {format_number(values.high)}"
    )
    if values.low == values.high:
        return format_number(values.low)
    parts = [low] * (values.low > -inf) + [high] * (values.high < inf)
    return " and ".join(parts) or "any value here"


def threshold_words(values: ValueRange, naming: Naming) -> str:
    """Say from which values of a leaf on cuts appear or disappear; where none does for good, when nothing changes."""
    below = (
        f"below {format_number(values.low)}"
        if values.with_low
        else f"at {format_number(values.low)} or less"
    )
    above = (
        f"above {format_number(values.high)}"
        if values.with_high
        else f"from {format_number(values.high)} on"
    )
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
        join_words([naming.at(path) for path in sorted(paths)])
        for paths in (change.gone, change.new)
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
    where = capitalize_sentence(naming.at(path))
    if path:
        chances = run.odds(path[:-1])
    else:
        chances = None
    likely = ""
    if chances is not None:
        another = "; type another one, such as 1/3 or 30%" * (len(chances) > 1)
        likely = f" Its probability is {format_probability(chances[path[-1]])}{another}."
    if run.is_inner(path):
        returns = (
            f"{where} is never visited."
            if node is None
            else f"{where} returns {naming.signed(node)}."
        )
        return f"{returns}{likely}"
    value = format_number(written_tree_of(run).at(path).value)
    found = unchanged_value_range(run, path)
    seen = f"{where} is {value}" if node is not None else f"{where}, {value}, is never visited"
    return (
        f"{seen}.{likely}" if found is None else f"{seen}. {threshold_words(found, naming)}{likely}"
    )


def change_words(before: Run, after: Run, *, same_places: bool) -> str:
    """Say what a change has done: to the value, to the cuts and, where nodes kept their places, why.

    `same_places` says that each node is still where it was, so that cuts can be compared one by one.
    """
    naming = Naming(after, TreeAtStep(after.trace))
    values = [format_number(run.trace.value(0)) for run in (before, after)]
    worth = f"The tree is worth {values[1]}" + (
        " as before" if values[0] == values[1] else f" instead of {values[0]}"
    )
    leaves = [visit_counts(TreeAtStep(run.trace)).leaves for run in (before, after)]
    seen = f"{count_in_words(leaves[1], 'leaf is', 'leaves are')} visited"
    if leaves[0] == leaves[1]:
        seen += " as before"
    else:
        seen += f" instead of {leaves[0]:,}"
    told = [f"{worth}; {seen}."]
    if same_places:
        was = search_shape(before)[1]
        now = search_shape(after)[1]
        told += [why_no_longer_cut(naming, path) for path in sorted(was - now)[:1]]
        told += [why_cut(naming, naming.node(path)) for path in sorted(now - was)[:1]]
    else:
        before_that, now_cut = (len(run.trace.cuts) for run in (before, after))
        told.append(
            f"{count_in_words(now_cut, 'cut', 'cuts')}{' as before' * (before_that == now_cut)}."
        )
    return " ".join(told)


def why_no_longer_cut(naming: Naming, path: MovePath) -> str:
    """Say why a node is no longer cut."""
    trace = naming.run.trace
    tree = naming.tree
    where = naming.at(path)
    node = tree.node_at(path)
    if node is None:
        return f"{capitalize_sentence(where)} is no longer visited."
    if total := sum_of(naming, node):
        return f"At {where} nothing is left out any more: it is worth {total}."
    than = f"less than β = {format_number(trace.beta(node))}"
    if not tree.maximizing(node):
        than = f"more than α = {format_number(trace.alpha(node))}"
    what = f"with {format_number(trace.value(node))} it is {than}"
    return f"At {where} nothing is cut any more: {what}, which {naming.other(node)} would like."
