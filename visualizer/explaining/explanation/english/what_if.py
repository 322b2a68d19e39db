"""What-if sentences: the values of pruned children, and the effects of a changed leaf or tree."""

from collections.abc import Iterator
from itertools import islice
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
    capitalize_node_name,
    capitalized,
    join_words,
)
from visualizer.explaining.explanation.standings import describe_secured_value, meaning_of
from visualizer.explaining.measures.summary import count_in_words, visit_counts
from visualizer.look.numbers import format_number, format_probability
from visualizer.searching.run import Run
from visualizer.trace.rows import MovePath
from visualizer.trace.tree_at_step import TreeAtStep


def describe_pruned_children(
    run: Run, step: int, node: int | None = None, perspective: Perspective = Perspective.MAX
) -> str:
    """Say what the pruned children of a node are worth, and why the root's value stays the same.

    If `node` is None, take the node that the step cuts, or else the current node. Values are given
    from `perspective`. "" if the node is not cut, or if its children cannot be searched.
    """
    tree = TreeAtStep(run.trace, step)
    node = node_to_explain(tree, node)
    if node is None or not tree.is_cut(node):
        return ""
    pruned = search_pruned_children(run, tree, node)
    if pruned is None:
        return ""

    naming = Naming(run, tree, perspective)
    cut = pruned.cut
    cut_words = CutWords(naming, cut)
    question = f"What if {cut_words.mover}'s {cut_words.skipped_moves} there had been tried?"
    if cut.is_chance:
        question = (
            f"What if {naming.place(cut.node)}'s {cut_words.skipped_moves} had been looked at?"
        )
    if not pruned.values:
        return f"{question} Searching all of it would take too long."
    why = capitalize_node_name(_why_nothing_changes(naming, cut_words))
    values = _list_pruned_values(naming, pruned)
    return f"{question} {values} {_value_with_pruned(naming, pruned)}. {why}."


def _value_with_pruned(naming: Naming, pruned: PrunedValues) -> str:
    """Say what a cut node would be worth if its pruned children counted, too.

    For example, `Then B would be worth 5, which is still ≥ 3`, where 3 is the bound that cut the
    node.
    """
    cut = pruned.cut
    view = naming.view(cut.node)
    value_words = view.value(pruned.best, pruned.bound).clause
    meaning = meaning_of(naming, cut.node, (pruned.bound, pruned.best), pruned.proved)
    if meaning is not None:
        value_words = f"{value_words} ({meaning.label})"
    sign = "≥" if cut.maximizing else "≤"
    comparison = f"which is still {view.sign(sign)} {view.show(cut.bound)}"
    return f"Then {naming.place(cut.node)} would be worth {value_words}, {comparison}"


def _why_nothing_changes(naming: Naming, cut_words: CutWords) -> str:
    """Say why a cut node's true value does not matter.

    For example, `MIN has 3 with b2, so nothing changes`.
    """
    cut = cut_words.cut
    if cut.has_owner:
        reason = describe_secured_value(
            naming,
            cut.node,
            cut.bound,
            child=cut.end.setter,
            move_name=naming.move_or_stand(cut.end.setter),
            lower=not cut.maximizing,
        )
        return f"{reason}, so nothing changes"
    if cut.end.owner is BoundOwner.CHANCE_NODE:
        return f"{cut_words.bound_owner}, so nothing changes"
    view = naming.view(cut.node)
    beyond = view.beyond(lower=cut.maximizing)
    return f"the search was not asked how far {beyond} {view.show(cut.bound)}"


MAX_PRUNED_VALUES = 12
"""Values of pruned children that a sentence lists."""


def _list_pruned_values(naming: Naming, pruned: PrunedValues) -> str:
    """Say what the pruned children are worth, as far as there was time to search them.

    For example, `Searching them anyway (9 extra nodes) gives 4 for b1 and 6 for b2.`
    """
    path = naming.run.path(pruned.cut.node)
    view = naming.view(pruned.cut.node)
    listed_values = []
    for move, value in islice(pruned.values.items(), MAX_PRUNED_VALUES):
        listed_values.append(f"{view.show(value)} for {naming.move_at((*path, move))}")
    searched_count = len(pruned.values)
    values = join_words(listed_values)
    if searched_count > len(listed_values):
        values = f"{', '.join(listed_values)} and {searched_count - len(listed_values):,} more"

    if searched_count < pruned.left_out:
        children = f"the first {searched_count:,} of the {pruned.left_out:,}"
    elif searched_count == 1:
        children = "it"
    else:
        children = "them"
    nodes = count_in_words(pruned.nodes, "extra node", "extra nodes")
    return f"Searching {children} anyway ({nodes}) gives {values}."


def range_words(values: ValueRange) -> str:
    """Return a range of values in words: `more than 2 and less than 5`.

    >>> range_words(ValueRange(-inf, 3, False, True)), range_words(ValueRange(2, 5, False, False))
    ('3 or less', 'more than 2 and less than 5')
    >>> range_words(ValueRange(-inf, inf, False, False))
    'any value here'
    """
    low = format_number(values.low)
    high = format_number(values.high)
    if values.low == values.high:
        return low
    parts = []
    if values.includes_low:
        parts.append(f"{low} or more")
    elif values.low > -inf:
        parts.append(f"more than {low}")
    if values.includes_high:
        parts.append(f"{high} or less")
    elif values.high < inf:
        parts.append(f"less than {high}")
    return " and ".join(parts) or "any value here"


def threshold_words(unchanged: ValueRange, naming: Naming) -> str:
    """Say how cuts change if a leaf's value leaves a range: `Above 3 the cut at C disappears`.

    `unchanged` is the range in which the same nodes are visited and cut. If the changes outside it
    cannot be named, name only the range: `With 3 or less the same nodes are visited and cut.`
    """
    changes = []
    if unchanged.low > -inf:
        changes.append((_below_words(unchanged), cut_words(unchanged.below, naming)))
    if unchanged.high < inf:
        changes.append((_above_words(unchanged), cut_words(unchanged.above, naming)))

    # Outside the range, the search may make the same cuts, but visit other nodes.
    has_unnamed_change = not all(change for _, change in changes)
    if not changes or has_unnamed_change:
        return f"With {range_words(unchanged)} the same nodes are visited and cut."
    words = "; ".join(f"{values} {change}" for values, change in changes)
    return f"{capitalized(words)}."


def _below_words(values: ValueRange) -> str:
    """Return which values are below a range: `below 3`, or with 3 itself `at 3 or less`."""
    low = format_number(values.low)
    if values.includes_low:
        return f"below {low}"
    return f"at {low} or less"


def _above_words(values: ValueRange) -> str:
    """Return which values are above a range: `above 3`, or with 3 itself `from 3 on`."""
    high = format_number(values.high)
    if values.includes_high:
        return f"above {high}"
    return f"from {high} on"


def cut_words(change: CutChange, naming: Naming) -> str:
    """Say which cuts disappear and which appear: `the cut at B disappears and C is cut`.

    "" for no change.
    """
    gone = join_words([naming.place_at(path) for path in sorted(change.gone)])
    new = join_words([naming.place_at(path) for path in sorted(change.new)])
    parts = []
    if len(change.gone) == 1:
        parts.append(f"the cut at {gone} disappears")
    elif change.gone:
        parts.append(f"the cuts at {gone} disappear")
    if change.new:
        verb = "is" if len(change.new) == 1 else "are"
        # After cuts that disappear, "also" would sound as if they stayed.
        if not change.gone:
            verb = f"{verb} also"
        parts.append(f"{new} {verb} cut")
    return " and ".join(parts)


def describe_tree_node(run: Run, path: MovePath) -> str:
    """Describe a node of a written tree; for a leaf, say which values would change the cuts.

    For example, `C returns ≤2.`, or for a leaf `c1 is 2. Above 3 the cut at C disappears.`
    """
    tree = TreeAtStep(run.trace)
    naming = Naming(run, tree)
    node = tree.node_at(path)
    place = capitalize_node_name(naming.place_at(path))
    probability = _probability_words(run, path)
    if run.is_inner(path):
        if node is None:
            return f"{place} is never visited.{probability}"
        return f"{place} returns {naming.signed(node)}.{probability}"

    value = format_number(written_tree_of(run).at(path).value)
    place_and_value = f"{place} is {value}"
    if node is None:
        place_and_value = f"{place}, {value}, is never visited"
    unchanged = unchanged_value_range(run, path)
    if unchanged is None:
        return f"{place_and_value}.{probability}"
    return f"{place_and_value}. {threshold_words(unchanged, naming)}{probability}"


def _probability_words(run: Run, path: MovePath) -> str:
    """Say how probable an outcome of chance is, and how to change it; "" for other nodes."""
    if not path:
        return ""
    chances = run.odds(path[:-1])
    if chances is None:
        return ""
    probability = format_probability(chances[path[-1]])
    # The probability of a single outcome is 1 and cannot be changed.
    if len(chances) == 1:
        return f" Its probability is {probability}."
    return f" Its probability is {probability}; type another one, such as 1/3 or 30%."


def change_words(before: Run, after: Run, *, same_places: bool) -> str:
    """Say how editing a tree has changed its value, the leaves visited and the cuts.

    `same_places` says whether no node was moved, so that the cuts at each node can be compared.
    """
    sentences = [f"{_value_change(before, after)}; {_leaves_change(before, after)}."]
    if same_places:
        sentences.extend(_examples_of_changed_cuts(before, after))
    else:
        sentences.append(_cut_count(before, after))
    return " ".join(sentences)


def _examples_of_changed_cuts(before: Run, after: Run) -> Iterator[str]:
    """Yield a sentence about a cut that is no longer made, and a sentence about a new cut."""
    naming = Naming(after, TreeAtStep(after.trace))
    _, cuts_before = search_shape(before)
    _, cuts_after = search_shape(after)
    gone = cuts_before - cuts_after
    if gone:
        yield why_no_longer_cut(naming, min(gone))
    new = cuts_after - cuts_before
    if new:
        yield why_cut(naming, naming.node(min(new)))


def _cut_count(before: Run, after: Run) -> str:
    """Return a sentence with the number of cuts after a tree was edited: `3 cuts as before.`."""
    cuts = len(after.trace.cuts)
    words = count_in_words(cuts, "cut", "cuts")
    if cuts == len(before.trace.cuts):
        return f"{words} as before."
    return f"{words}."


def _value_change(before: Run, after: Run) -> str:
    value_before = format_number(before.trace.value(0))
    value_after = format_number(after.trace.value(0))
    # Compare the formatted numbers, since people do not see a difference that is rounded away.
    if value_before == value_after:
        return f"The tree is worth {value_after} as before"
    return f"The tree is worth {value_after} instead of {value_before}"


def _leaves_change(before: Run, after: Run) -> str:
    leaves_before = visit_counts(TreeAtStep(before.trace)).leaves
    leaves_after = visit_counts(TreeAtStep(after.trace)).leaves
    visited = f"{count_in_words(leaves_after, 'leaf is', 'leaves are')} visited"
    if leaves_before == leaves_after:
        return f"{visited} as before"
    return f"{visited} instead of {leaves_before:,}"


def why_no_longer_cut(naming: Naming, path: MovePath) -> str:
    """Say why a node is no longer cut after the tree was changed."""
    trace = naming.run.trace
    place = naming.place_at(path)
    node = naming.tree.node_at(path)
    if node is None:
        return f"{capitalize_node_name(place)} is no longer visited."
    # Only a chance node has a sum.
    total = sum_of(naming, node)
    if total:
        return f"At {place} nothing is left out any more: it is worth {total}."
    if naming.tree.maximizing(node):
        comparison = f"less than β = {format_number(trace.beta(node))}"
    else:
        comparison = f"more than α = {format_number(trace.alpha(node))}"
    value_words = f"with {format_number(trace.value(node))} it is {comparison}"
    opponent = naming.opponent(node)
    return f"At {place} nothing is cut any more: {value_words}, which {opponent} would like."
