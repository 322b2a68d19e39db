"""All kinds of fields, by what is asked: a new one is a value here, and its key at the levels that ask for it."""

from collections.abc import Sequence

from visualizer.explanation.english.cuts import Cutoffs
from visualizer.explanation.facts.windows import cut_of
from visualizer.explanation.naming import Naming, listed
from visualizer.explanation.questions import chance
from visualizer.explanation.questions.fields import (
    AT_ROOT,
    ENDS,
    LEFT,
    STAR1,
    UNCUT,
    FieldKind,
    before,
    chances_above,
    entry,
    values_before,
    values_of,
    window_of,
)
from visualizer.explanation.questions.question import AskedField, Clue, Given, ReasonSteps, Slip, fields_of
from visualizer.look.numbers import alike, show
from visualizer.trace.rows import CHANCE, MovePath
from visualizer.trace.tree_at_step import TreeAtStep

# Of an edge: whether what is below it is never visited.


def why_skipped(naming: Naming, path: MovePath) -> str:
    """Say why a child is never visited, or why it is."""
    tree, trace, above = naming.tree, naming.run.trace, naming.at(path[:-1])
    child, parent = tree.node_at(path), naming.node(path[:-1])
    if child is None:
        return Cutoffs(naming.run, tree).why_cut(parent)
    if tree.ordinal(child) == 1:
        return f"It is the first child of {above}: nothing is known there yet, so it is looked at."
    if chance.is_chance(naming, path[:-1]):
        return chance.why_looked_at(naming, path)
    low, high = TreeAtStep(trace, trace.enter_step(child) - 1).window(parent)
    sign = "≥" if naming.run.recipe.search.cut == ">=" else ">"
    return (
        f"Before it {above} has α = {show(low)} and β = {show(high)}: "
        f"α {sign} β is not so yet, so it may still matter and is looked at."
    )


BEYOND = {">": "more than", "≥": "at least", "<": "less than", "≤": "at most"}


def earned_skipped(naming: Naming, path: MovePath) -> str:
    """Say whether a child is visited by what is so just before it, and nothing of the others."""
    tree, trace = naming.tree, naming.run.trace
    if tree.node_at(path) is not None:
        return why_skipped(naming, path)
    above, parent = naming.at(path[:-1]), naming.node(path[:-1])
    if chance.is_chance(naming, path[:-1]):
        cut = cut_of(naming.run, tree, parent)
        which, end = ("least", "β") if cut.maximizing else ("most", "α")
        return (
            f"Even if all that is left were worth {show(cut.limit or 0)}, the {which} there is, {above} would be worth "
            f"{BEYOND[cut.sign]} {end} = {show(cut.bound)}: it is skipped."
        )
    low, high = TreeAtStep(trace, trace.cut_step(parent)).window(parent)
    sign = "≥" if naming.run.recipe.search.cut == ">=" else ">"
    return f"Before it {above} has α = {show(low)} and β = {show(high)}: α {sign} β, so it is skipped."


# Of an edge, about PVS: whether the node below it gets a second look of its own.


def why_again(naming: Naming, path: MovePath) -> str:
    """Say why a node is searched a second time, or is not."""
    tree, trace = naming.tree, naming.run.trace
    node, parent = tree.node_at(path), tree.node_at(path[:-1])
    if node is None or parent is None:
        return why_skipped(naming, path)
    second, visits = second_look(naming, path), [*tree.visits_to(node)]
    along = " It is visited again only because a node above it is." if second is None and len(visits) > 1 else ""
    if not path[-1]:
        return f"It is the first child of {naming.place(parent)}, so nothing is asked first: one look is enough.{along}"
    look = visits[-1] if second is None else visits[visits.index(second) - 1]
    value, (alpha, beta) = trace.value(look), TreeAtStep(trace, trace.enter_step(look) - 1).window(parent)
    more = tree.maximizing(parent)
    bound, far = (alpha, beta) if more else (beta, alpha)
    question = f"The first look only asks whether it is {'more' if more else 'less'} than {show(bound)}"
    if not (value > alpha if more else value < beta):
        return f"{question}: no, so one look is enough.{along}"
    if not alpha < value < beta:
        ends = f"{show(value)} is at {'least' if more else 'most'} {'β' if more else 'α'} = {show(far)}"
        return f"{question}: yes, but {ends} too, so nobody has to know how much.{along}"
    return f"{question}: yes, {show(value)}, so it is searched again for how much."


def second_look(naming: Naming, path: MovePath) -> int | None:
    """Return the first visit of a node within a visit of its parent that had one already; None if none had."""
    node, parents = naming.tree.node_at(path), set[int]()
    for visit in () if node is None else naming.tree.visits_to(node):
        parent = naming.run.trace.parent(visit)
        if parent in parents:
            return visit
        parents.add(parent)
    return None


# Of an inner node: an end of the window with which it is entered.

BY_CHANCE = (
    "Below a chance node: take that node's {name}, less what its branches before this one have brought, less the "
    "{limit} that those after it can bring; divide by the probability of this one. It is never beyond "
    "what leaves are worth."
)


def window_end(key: str, best: str, side: str) -> FieldKind:
    """Return the kind of α or β on entry, which is the best value that a side, MAX or MIN, has above."""
    lower, name = key == "alpha", ENDS[key]

    def clues(naming: Naming, path: MovePath) -> list[Clue]:
        if not path:
            known = [Clue("", f"{AT_ROOT[key]} is {show(naming.run.trace.limits[0 if lower else 1])}")]
            return known if naming.run.recipe.search.algorithm == STAR1 else [Clue("", "the root has no node above it")]
        own = naming.run.turn(path[:-1]) in (int(lower), CHANCE)
        sums = [*values_before(naming, path), *chances_above(naming, path)]
        return [*window_of(naming, path[:-1], (key,)), *(sums if own else [])]

    def why(naming: Naming, path: MovePath) -> str:
        side, source = naming.run.game.side(maximizing=lower), naming.tree.bound_source(naming.node(path), lower=lower)
        end = f"{name} = {show(entry(naming, path)[key])} on entry"
        if path and chance.is_chance(naming, path[:-1]):
            return chance.why_end(naming, path, key, name)
        if source.child is None and source.node is not None:
            return f"{end}, as on entry to the branch of {naming.place(source.node)}: {side} has no more since then."
        if source.child is None and naming.run.recipe.search.algorithm == STAR1:
            return f"{end}: {AT_ROOT[key]}; {side} has nothing better above {naming.at(path)} yet."
        if source.node is None or source.child is None:
            return f"{end}: {side} has no value above {naming.at(path)} yet."
        return f"{end}: at {naming.place(source.node)} {side} can have that with {naming.place(source.child)} already."

    def earned(naming: Naming, path: MovePath) -> str:
        source = naming.tree.bound_source(naming.node(path), lower=lower)
        if source.node is None or chance.is_chance(naming, path[:-1]):
            return why(naming, path)
        side, above = naming.run.game.side(maximizing=lower), naming.at(path[:-1])
        value, before = entry(naming, path)[key], entry(naming, path[:-1])[key]
        if value == before:
            return f"{name} = {show(value)} on entry, as at {above}: {side} has nothing better since then."
        child = () if source.child is None else naming.run.path(source.child)
        which = (
            f" with {naming.at(child)}" if naming.run.is_inner(child) else ""
        )  # of leaves it is asked who is visited
        return f"{name} = {show(value)} on entry: at {above} {side} can have that{which} already."

    def needs(naming: Naming, path: MovePath) -> list[AskedField]:
        # The shape of the tree shows that a side has no earlier branch above; like any value, what it has is told when
        # those below are known.
        turns = [naming.run.turn(path[:end]) for end in range(len(path))]
        is_open = CHANCE not in turns and not any(
            place for place, turn in zip(path, turns, strict=True) if turn == lower
        )
        return [*fields_of(values_of(naming, path)), *([] if is_open else fields_of(clues(naming, path)))]

    rule = (
        f"{name} is the {best} value that {side} has so far at a node above: take what the branches to the left have "
        f"given to the {side} nodes on the way down{{since}}. At the root {{root}}."
    )
    asks = f"What is {name} on entry at {{}}?"
    return FieldKind(
        key, name, asks, rule, lambda naming, path: entry(naming, path)[key], clues, why, sign=name,
        wanted=f"{name} on entry to {{at}}: what {side} has for certain above", looks_above=True,
        by_chance=BY_CHANCE.format(name=name, limit="most" if lower else "least"),
        wanted_by_chance=f"{name} on entry to {{at}}: only {'more' if lower else 'less'} than that matters above",
        earned=earned, needs=needs,
    )  # fmt: skip


# Of an inner node: what it returns.

REACHED = {"at most": "alpha", "at least": "beta"}
"""The end of the window that a value reaches where it is only such a bound."""


def returned(naming: Naming, path: MovePath) -> float:
    """Return what a visited node returns."""
    return naming.run.trace.value(naming.node(path))


def clues_of_value(naming: Naming, path: MovePath) -> list[Clue]:
    """Return the children, and with fail-hard the window."""
    hard = naming.run.recipe.search.fail == "hard"
    return [*(window_of(naming, path) if hard else ()), *values_of(naming, path)]


def why_returned(naming: Naming, path: MovePath) -> str:
    """Say which values a node chose from, or what they add up to."""
    if chance.is_chance(naming, path):
        return chance.why_sum(naming, path)
    tree, trace, node = naming.tree, naming.run.trace, naming.node(path)
    values = [show(trace.value(child)) for child in tree.children(node)]
    best = "greatest" if tree.maximizing(node) else "least"
    why = f"{naming.side(node)} takes the {best} of what its visited children return, {listed(values)}"
    found, result = tree.best(node), trace.value(node)
    if found is not None and found[0] != result:
        why += f"; with fail-hard {show(found[0])} is clipped to the window, {show(result)}"
    return f"{why}."


def earned_value(naming: Naming, path: MovePath) -> str:
    """Say what a node returns and of what; of the leaves below it not which are visited, since that is asked, too."""
    run, tree, node = naming.run, naming.tree, naming.node(path)
    value, sums = show(returned(naming, path)), chance.is_chance(naming, path)
    if run.recipe.search.algorithm in UNCUT or (all(map(run.is_inner, run.below(path))) and not sums):
        return why_returned(naming, path)
    if sums:
        return f"Add up {listed(chance.terms_in_sight(naming, path))}{LEFT}: that makes {value}."
    values = [show(worth) for worth in chance.values_in_sight(naming, path).values()]
    best, found = "greatest" if tree.maximizing(node) else "least", tree.best(node)
    why = f"{naming.side(node)} takes the {best} of {listed(values)}, without what is skipped"
    if found is not None and found[0] != returned(naming, path):
        return f"{why}: {show(found[0])}; with fail-hard that is clipped to the window, {value}."
    return f"{why}: {value}."


class ValueKind(FieldKind):
    """The value that a node returns, which may have the sign of a bound."""

    def bounds(self, naming: Naming, path: MovePath) -> tuple[str, ...]:
        """Return which bounds the value is by the window on entry."""
        value, ends = returned(naming, path), entry(naming, path)
        return tuple(
            sign for sign, key in REACHED.items() if (value <= ends[key] if key == "alpha" else value >= ends[key])
        )

    def slips(self, naming: Naming, path: MovePath) -> Sequence[Slip]:
        """Return how a chance node is often taken for a player's, or for one without probabilities."""
        return chance.slips(naming, path, returned(naming, path)) if chance.is_chance(naming, path) else ()

    def reason(self, naming: Naming, path: MovePath, given: Given) -> ReasonSteps:
        """Return why an answer is right or wrong: of the right number with a sign, why it is a bound or is none."""
        value, sign = returned(naming, path), given.sign
        if not (sign and alike(float(given.answer), value)):
            return super().reason(naming, path, given)
        key = REACHED[sign]
        name, end = ENDS[key], show(entry(naming, path)[key])
        which = f"only a value that is {sign} {name} is such a bound"
        whole = f"The number is right, but {which}, and {name} = {end} on entry."
        if sign in self.bounds(naming, path):
            whole = f"{naming.at(path)}: {show(value)} is {sign} {name} = {end} on entry, so it is a bound."
        rule, search = (
            f"Only a value that is {sign} {name} on entry is such a bound.",
            naming.run.recipe.search.algorithm,
        )
        if search in UNCUT:
            why = f"{search} skips nothing, so no value is only a bound"
            return ReasonSteps(rule, lambda: [Clue("", why)], whole, path, earned=f"The number is right, but {why}.")
        return ReasonSteps(rule, lambda: window_of(naming, path, (key,)), whole, path)

    def right_too(self, naming: Naming, path: MovePath) -> Clue | None:
        """Return which sign the right value could have as well, by an end of the window on entry."""
        value, sign = show(returned(naming, path)), next(iter(self.bounds(naming, path)), "")
        if not sign:
            return None
        key, written = REACHED[sign], "≤" if sign == "at most" else "≥"
        end = f"{sign} {ENDS[key]} = {show(entry(naming, path)[key])}"
        says = f"{value} is right, and so is {written}{value}: it is {end} on entry."
        return Clue(written, says, AskedField(path, key))


KINDS: dict[str, FieldKind] = {kind.key: kind for kind in (
    FieldKind(
        "pruned", "struck", "Is {} skipped?",
        "Look at α and β of the node above, as they are before this branch: the rest of its branches is skipped as "
        "soon as α {rule} β.",
        lambda naming, path: naming.tree.node_at(path) is None, before, why_skipped, is_edge=True,
        sign="✕", verb="strike", meaning="never visited", looks_above=True,
        by_chance="Look at the chance node above: the rest of its branches is skipped as soon as what it has so far, "
        "with the most that leaves are worth for all that is left, is no more than its α, or with the least no less "
        "than its β{beyond}.",
        earned=earned_skipped,
    ),
    FieldKind(
        "again", "marked", "Does {} get a second look of its own, after a first one that only asked?",
        "The first look only asks whether this is better than what there is; only a yes needs a second one.",
        lambda naming, path: second_look(naming, path) is not None, before, why_again, is_edge=True,
        sign="×2", verb="mark", meaning="visited again", looks_above=True,
    ),
    window_end("alpha", "greatest", "MAX"),
    window_end("beta", "least", "MIN"),
    ValueKind(
        "value", "the value", "What does {} return?",
        "{side} takes the {best} of what is below it{skipped}.{hard}", returned, clues_of_value, why_returned,
        wanted="what {at} returns: the {best} of what is below it",
        by_chance="Add up probability times value of all that is below it{left}.", earned=earned_value,
    ),
)}  # fmt: skip
"""By their keys, in the order in which they are asked of a node."""
LEVELS = {
    "all": ("pruned", "alpha", "beta", "value"),
    "values": ("value",),
    "cuts": ("pruned",),
    "windows": ("alpha", "beta"),
    "looks": ("again",),
}
"""What is asked at each level; the first is the usual one. `values` is about minimax, `looks` about PVS."""
SEARCHES = {"values": "minimax", "looks": "pvs"}
"""The searches that levels are about; the others are about alpha-beta, or about Star1 where there is chance."""
