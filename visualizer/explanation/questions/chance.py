"""What chance makes of the questions: what a sum and a window below it follow from, why, and how they are mistaken."""

from collections.abc import Callable, Sequence
from statistics import fmean

from visualizer.explanation.english.chance import Chances, summed
from visualizer.explanation.facts.windows import cut_of
from visualizer.explanation.naming import Naming, listed
from visualizer.explanation.questions.question import AskedField, Clue, Slip
from visualizer.look.numbers import alike, odds, show
from visualizer.trace.chance import Expected, expected, like
from visualizer.trace.rows import CHANCE, MovePath

MEAN = "You took the mean of {values}; {odds}."
CHOSEN = "You took the {best} of {values}, but chance does not choose; {odds}."


def is_chance(naming: Naming, path: MovePath) -> bool:
    """Return whether chance moves at a node, visited or not."""
    return naming.run.turn(path) == CHANCE


def odds_words(naming: Naming, path: MovePath, whose: str = "the") -> str:
    """Say what the branches of a chance node are probable."""
    chances = [*map(odds, naming.run.probabilities(path))]
    one = len(chances) == 1
    return f"{whose} {'probability is' if one else 'probabilities are'} {listed(chances)}"


def in_sight(naming: Naming, path: MovePath) -> list[Clue]:
    """Return what is always shown of a chance node: its probabilities, and what leaves can be worth if that matters."""
    clues = [Clue("", odds_words(naming, path))]
    if naming.run.trace.has_window:
        least, most = map(show, naming.run.trace.limits)
        clues.append(Clue("", f"leaves are worth from {least} to {most}"))
    return clues


def before(naming: Naming, path: MovePath) -> Expected:
    """Return what was known of the chance node above a visited one when that was entered."""
    tree, trace = naming.tree, naming.run.trace
    above = naming.node(path[:-1])
    return expected(trace, above, [child for child in tree.children(above) if trace.move(child) < path[-1]])


def with_rest(naming: Naming, path: MovePath, limit: float) -> str:
    """Return the sum with which a child of chance is entered, if all that is left were worth so much."""
    tree, above = naming.tree, naming.node(path[:-1])
    terms = [f"{odds(share.probability)} · {show(share.value)}" for child, share in tree.shares(above)
             if naming.run.trace.move(child) < path[-1]]  # fmt: skip
    found = before(naming, path)
    return summed([*terms, f"{odds(found.rest)} · {show(limit)}"], float(found.known) + float(found.rest) * limit)


def why_sum(naming: Naming, path: MovePath) -> str:
    """Say what the children of a visited chance node add up to, and what stands for those that are left out."""
    tree, node, chances = naming.tree, naming.node(path), Chances(naming.run, naming.tree)
    if not tree.is_cut(node):
        return chances.shared(node)
    cut = cut_of(naming.run, tree, node)
    which = "least" if cut.maximizing else "most"
    total = chances.left_worth(node, cut.limit or 0)
    return f"What is left out counts as the {which} there is, {show(cut.limit or 0)}: {total}."


def why_end(naming: Naming, path: MovePath, key: str, name: str) -> str:
    """Say with which α or β a child of chance is entered: what it must be worth for the sum to reach the window."""
    trace, lower = naming.run.trace, key == "alpha"
    node, above = naming.node(path), naming.node(path[:-1])
    end, ends = (trace.alpha, trace.beta)[not lower](node), (trace.alpha, trace.beta)[not lower](above)
    (least, most), at, found = trace.limits, naming.at(path[:-1]), before(naming, path)
    chance = naming.run.probabilities(path[:-1])[path[-1]]
    rest = found.rest - chance if path[-1] + 1 < len(naming.run.below(path[:-1])) else 0
    limit, which = (most, "most") if lower else (least, "least")
    if abs(ends) == float("inf"):
        return f"{name} = {show(end)} on entry: {at} has {name} = {show(ends)}."
    left = rest * like(chance, limit) if rest else 0  # exactly, as the search reckons
    wanted = float((like(chance, ends) - found.known - left) / chance)
    parts = f"{at} has {name} = {show(ends)} and {show(found.known)} so far"
    adds = (
        f", and what comes after it adds at {which} {odds(rest)} · {show(limit)} = {show(float(left))}" if rest else ""
    )
    taken = f"({show(ends)} − {_bracketed(float(found.known))}{f' − {_bracketed(float(left))}' if rest else ''})"
    said = f"{parts}{adds}: {taken} / ({odds(chance)}) = {show(wanted)}"
    if alike(wanted, end):
        return f"{name} = {show(end)} on entry: {said}."
    return (
        f"{name} = {show(end)} on entry: {said}, but no leaf is worth {'less' if lower else 'more'} than {show(end)}."
    )


def _bracketed(value: float) -> str:
    return f"({show(value)})" if value < 0 else show(value)


def why_looked_at(naming: Naming, path: MovePath) -> str:
    """Say why a later child of chance is looked at: neither end of the window was reached before it."""
    trace, above, at = naming.run.trace, naming.node(path[:-1]), naming.at(path[:-1])
    strict = naming.run.recipe.search.cut == ">"
    (least, most), (alpha, beta) = trace.limits, (trace.alpha(above), trace.beta(above))
    more, less = ("not less than", "not more than") if strict else ("more than", "less than")
    return (
        f"Before it {at} would be worth {with_rest(naming, path, most)} with the most there is for what is left, "
        f"{more} α = {show(alpha)}, and {with_rest(naming, path, least)} with the least, {less} β = {show(beta)}: "
        "it may still matter and is looked at."
    )


def values_in_sight(naming: Naming, path: MovePath) -> dict[MovePath, float]:
    """Return what the children of a visited node are worth: leaves, skipped or not, and others that returned."""
    run, tree = naming.run, naming.tree
    nodes = {child: tree.node_at(child) for child in run.below(path)}
    return {child: run.trace.value(node) if node is not None and run.is_inner(child) else run.evaluated(child)
            for child, node in nodes.items() if node is not None or not run.is_inner(child)}  # fmt: skip


def terms_in_sight(naming: Naming, path: MovePath) -> list[str]:
    """Return probability times value of those children of a visited chance node."""
    chances = naming.run.probabilities(path)
    return [f"{odds(chances[child[-1]])} · {show(value)}" for child, value in values_in_sight(naming, path).items()]


# Mistakes.


def slips(naming: Naming, path: MovePath, right: float) -> list[Slip]:
    """Return what a chance node is often taken to be worth: the mean of what is below it, the greatest, the least."""
    run, tree = naming.run, naming.tree
    below = run.below(path)
    nodes = {child: tree.node_at(child) for child in below if run.is_inner(child)}
    if len(below) < 2 or None in nodes.values():
        return []
    values = [run.evaluated(child) if (node := nodes.get(child)) is None else run.trace.value(node) for child in below]
    fields = tuple(AskedField(child, "value") for child in nodes)
    words = {"values": listed([*map(show, values)]), "odds": odds_words(naming, path, "their")}
    taken: tuple[tuple[Callable[[Sequence[float]], float], str, str], ...] = (
        (fmean, MEAN, ""), (max, CHOSEN, "greatest"), (min, CHOSEN, "least")
    )  # fmt: skip
    found = {take(values): says.format(best=best, **words) for take, says, best in reversed(taken)}
    return [Slip(value, says, fields) for value, says in reversed(found.items()) if not alike(value, right)]


def weights(naming: Naming, path: MovePath) -> tuple[list[float], float] | None:
    """Return the probabilities of the visited children of a chance node, and what stands for the others; else None."""
    if not is_chance(naming, path):
        return None
    tree, node = naming.tree, naming.node(path)
    taken = [float(share.probability) for _, share in tree.shares(node)]
    cut = cut_of(naming.run, tree, node) if tree.is_cut(node) else None
    return taken, 0 if cut is None else float(tree.expected(node).rest) * float(cut.limit or 0)


def combined(naming: Naming, path: MovePath, values: Sequence[float]) -> float:
    """Return what a visited node returns if its visited children have returned these values."""
    found = weights(naming, path)
    if found is None:
        return (max if naming.run.turn(path) else min)(values)
    return sum((chance * value for chance, value in zip(found[0], values, strict=True)), start=found[1])
