"""What-if sentences: what pruned children are worth, and what a changed leaf or tree does."""

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
    """Say what the pruned children are worth, and that the root's value would stay the same.

    Numbers are told for MAX or for the player to move at the cut node. "" if no node is cut, or if
    its children cannot be searched.
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
    the = CutWords(naming, cut)
    question = f"What if {the.mover}'s {the.left_out} there had been tried?"
    if cut.limit is not None:
        question = f"What if {naming.place(cut.node)}'s {the.left_out} had been looked at?"
    if not pruned.values:
        return f"{question} Searching all of it would take too long."

    view = naming.view(cut.node)
    meaning = meaning_of(naming, cut.node, (pruned.bound, pruned.best), pruned.proved)
    means = "" if meaning is None else f" ({meaning.label})"
    worth = f"{view.value(pruned.best, pruned.bound).clause}{means}"
    sign = view.sign("≥" if cut.maximizing else "≤")
    would = f"Then {naming.place(cut.node)} would be worth {worth}"
    still = f"which is still {sign} {view.show(cut.bound)}"
    why = capitalize_sentence(_why_same_value(naming, the))
    return f"{question} {_pruned_values(naming, pruned)} {would}, {still}. {why}."


def _why_same_value(naming: Naming, the: CutWords) -> str:
    """Say why the value of a cut node beyond the bound does not matter."""
    cut = the.cut
    if cut.has_owner:
        move = naming.move_or_stand(cut.end.setter)
        lower = not cut.maximizing
        has = describe_holding(naming, cut.bound, cut.end.setter, move, cut.node, lower=lower)
        return f"{has}, so nothing changes"
    if cut.end.owner is BoundOwner.CHANCE_NODE:
        return f"{the.holder}, so nothing changes"
    view = naming.view(cut.node)
    beyond = view.beyond(lower=cut.maximizing)
    return f"the search was not asked how far {beyond} {view.show(cut.bound)}"


MAX_PRUNED_VALUES = 12
"""Values of pruned children that a sentence lists."""


def _pruned_values(naming: Naming, pruned: PrunedValues) -> str:
    """Say what the pruned children of a node are worth, as far as they were searched."""
    path = naming.run.path(pruned.cut.node)
    view = naming.view(pruned.cut.node)
    searched = len(pruned.values)
    listed = [
        f"{view.show(value)} for {naming.move_at((*path, move))}"
        for move, value in [*pruned.values.items()][:MAX_PRUNED_VALUES]
    ]
    if searched > len(listed):
        values = f"{', '.join(listed)} and {searched - len(listed):,} more"
    else:
        values = join_words(listed)

    if searched < pruned.left_out:
        children = f"the first {searched:,} of the {pruned.left_out:,}"
    else:
        children = "it" if pruned.left_out == 1 else "them"
    nodes = count_in_words(pruned.nodes, "extra node", "extra nodes")
    return f"Searching {children} anyway ({nodes}) gives {values}."


def range_words(values: ValueRange) -> str:
    """Put a range of values into words.

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
    if values.low > -inf:
        parts.append(f"{low} or more" if values.with_low else f"more than {low}")
    if values.high < inf:
        parts.append(f"{high} or less" if values.with_high else f"less than {high}")
    return " and ".join(parts) or "any value here"


def threshold_words(values: ValueRange, naming: Naming) -> str:
    """Say from which values of a leaf on cuts appear or disappear.

    If that cannot be said of both ends, say for which values the search stays the same.
    """
    thresholds = []
    if values.low > -inf:
        low = format_number(values.low)
        below = f"below {low}" if values.with_low else f"at {low} or less"
        thresholds.append((below, cut_words(values.below, naming)))
    if values.high < inf:
        high = format_number(values.high)
        above = f"above {high}" if values.with_high else f"from {high} on"
        thresholds.append((above, cut_words(values.above, naming)))

    if not thresholds or not all(change for _, change in thresholds):
        return f"With {range_words(values)} the same nodes are visited and cut."
    return f"{capitalized('; '.join(f'{where} {change}' for where, change in thresholds))}."


def cut_words(change: CutChange, naming: Naming) -> str:
    """Say which cuts disappear and which nodes are also cut; "" for no change."""
    gone = join_words([naming.at(path) for path in sorted(change.gone)])
    new = join_words([naming.at(path) for path in sorted(change.new)])
    parts = []
    if len(change.gone) == 1:
        parts.append(f"the cut at {gone} disappears")
    elif change.gone:
        parts.append(f"the cuts at {gone} disappear")
    if change.new:
        are = "is" if len(change.new) == 1 else "are"
        also = "" if gone else "also "
        parts.append(f"{new} {are} {also}cut")
    return " and ".join(parts)


def leaf_words(run: Run, path: MovePath) -> str:
    """Say for which values of a leaf other cuts are made, or what a branch returns."""
    tree = TreeAtStep(run.trace)
    naming = Naming(run, tree)
    node = tree.node_at(path)
    place = capitalize_sentence(naming.at(path))
    probability = _probability_words(run, path)
    if run.is_inner(path):
        if node is None:
            return f"{place} is never visited.{probability}"
        return f"{place} returns {naming.signed(node)}.{probability}"

    value = format_number(written_tree_of(run).at(path).value)
    is_value = f"{place} is {value}"
    if node is None:
        is_value = f"{place}, {value}, is never visited"
    unchanged = unchanged_value_range(run, path)
    if unchanged is None:
        return f"{is_value}.{probability}"
    return f"{is_value}. {threshold_words(unchanged, naming)}{probability}"


def _probability_words(run: Run, path: MovePath) -> str:
    """Say how probable an outcome of chance is, and how to change that; "" for other nodes."""
    chances = run.odds(path[:-1]) if path else None
    if chances is None:
        return ""
    hint = "; type another one, such as 1/3 or 30%" if len(chances) > 1 else ""
    return f" Its probability is {format_probability(chances[path[-1]])}{hint}."


def change_words(before: Run, after: Run, *, same_places: bool) -> str:
    """Say how a change of a tree has changed its value, the leaves visited and the cuts.

    `same_places` says that every node is still where it was, so that single cuts can be compared.
    """
    sentences = [f"{_value_change(before, after)}; {_leaves_change(before, after)}."]
    if not same_places:
        cuts = len(after.trace.cuts)
        as_before = " as before" if cuts == len(before.trace.cuts) else ""
        sentences.append(f"{count_in_words(cuts, 'cut', 'cuts')}{as_before}.")
        return " ".join(sentences)

    naming = Naming(after, TreeAtStep(after.trace))
    _, cuts_before = search_shape(before)
    _, cuts_after = search_shape(after)
    # One example of each is enough.
    gone = sorted(cuts_before - cuts_after)
    if gone:
        sentences.append(why_no_longer_cut(naming, gone[0]))
    new = sorted(cuts_after - cuts_before)
    if new:
        sentences.append(why_cut(naming, naming.node(new[0])))
    return " ".join(sentences)


def _value_change(before: Run, after: Run) -> str:
    value_before = format_number(before.trace.value(0))
    value_after = format_number(after.trace.value(0))
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
    """Say why a node is no longer cut."""
    trace = naming.run.trace
    place = naming.at(path)
    node = naming.tree.node_at(path)
    if node is None:
        return f"{capitalize_sentence(place)} is no longer visited."
    total = sum_of(naming, node)
    if total:
        return f"At {place} nothing is left out any more: it is worth {total}."
    if naming.tree.maximizing(node):
        than = f"less than β = {format_number(trace.beta(node))}"
    else:
        than = f"more than α = {format_number(trace.alpha(node))}"
    is_inside = f"with {format_number(trace.value(node))} it is {than}"
    other = naming.other(node)
    return f"At {place} nothing is cut any more: {is_inside}, which {other} would like."
