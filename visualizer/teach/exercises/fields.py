"""The fields of a searched tree: what is asked of its nodes and edges, what is right, and why."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from enum import Enum
from statistics import fmean

from games import Probabilities, Turn
from visualizer.explaining.explanation.english.cuts import explain_cut, if_all_left, why_cut
from visualizer.explaining.explanation.english.windows import (
    ASKS,
    bracketed,
    describe_share,
    explain_open,
    format_window,
    left_worth,
)
from visualizer.explaining.explanation.facts.steps import cut_of, unvisited
from visualizer.explaining.explanation.naming import Naming, capital, listed
from visualizer.look.numbers import alike, odds, show
from visualizer.searching.lookup import WITH_CHANCE
from visualizer.searching.run import Run
from visualizer.teach.exercises.question import AskedField, Clue, Given, Question, ReasonSteps, Slip, fields_of
from visualizer.teach.exercises.rules import UNCUT
from visualizer.trace.bounds import expected, like
from visualizer.trace.rows import MovePath
from visualizer.trace.tree_at_step import TreeAtStep

HARD = " Fail-hard: a value outside the window on entry is replaced by its nearer end."
ENDS = {"alpha": "α", "beta": "β"}
"""The signs of the ends of a window, by their keys."""
BEST = ("least", "greatest", "probability-weighted mean")
"""What a node takes of the values below it, by who moves there."""
LEFT = "; skipped outcomes count as the highest leaf value if even that was too little, otherwise as the lowest"
BEYOND = " (this search skips only if it is less than α, or more than β)"
AT_ROOT = {"alpha": "the lowest leaf value there can be", "beta": "the highest leaf value there can be"}
"""What the ends of the root's window are where that is known."""


class FieldPlace(Enum):
    """Where a field stands at a node, in the order in which a search can answer."""

    EDGE = "the edge above it"
    WINDOW = "above its value"
    VALUE = "its value, which comes after all that is below it"


@dataclass(frozen=True)
class FieldKind:
    """A part of what a search does at a node, which a person can fill in.

    `right`, `clues` and `why` say of a node to which `comes_up` what the answer is, what it follows from, and why.
    """

    key: str
    """What JSON calls it."""
    name: str
    """What sentences call it."""
    asks: str
    """The question about a place, `{}`."""
    rule: str
    """What helps with any such field and names no answer, with `{side}`, `{best}`, `{rule}`, `{skipped}`, `{hard}`.

    Of the ends of a window also `{root}` and `{since}`, what is so at the root and below a chance node.
    """
    right: Callable[[Naming, MovePath], bool | float]
    clues: Callable[[Naming, MovePath], Sequence[Clue]]
    why: Callable[[Naming, MovePath], str]
    place: FieldPlace = FieldPlace.WINDOW
    """Where it is drawn; of an edge it is asked with yes or no, of an inner node for a number."""
    style: str = "dim"
    """How its sign is drawn, by the names of themes."""
    sign: str = ""
    """What is drawn: at an edge of which the answer is yes, or before a number."""
    verb: str = ""
    """What one does to draw it at an edge."""
    meaning: str = ""
    """What it says there."""
    wanted: str = ""
    """What is to be written, with `{at}`, `{best}`; the question where it says nothing."""
    leaves_out: bool = False
    """Whether a marked edge says that what is below it is left out."""
    looks_above: bool = False
    """Whether it follows from the node above: who moves there says which rule holds."""
    by_chance: str = ""
    """The rule where chance moves, if it is another."""
    wanted_by_chance: str = ""
    """What is to be written where chance moves, if it is something else."""
    earned: Callable[[Naming, MovePath], str] | None = None
    """The answer and how it follows from the clues, without anything else; None: `why` says no more than that."""
    needs: Callable[[Naming, MovePath], Sequence[AskedField]] | None = None
    """The fields that must be known before that is told; None: those of the clues."""

    may_be_bound = False
    """Whether the sign of a bound may stand before the number."""

    @property
    def is_edge(self) -> bool:
        """Return whether it is asked of the edge above a node, with yes or no."""
        return self.place is FieldPlace.EDGE

    def at(self, naming: Naming, path: MovePath) -> str:
        """Return what sentences call the place of a field."""
        return capital(naming.with_number(path)) if self.is_edge else naming.at(path)

    def turn(self, run: Run, path: MovePath) -> int:
        """Return who moves at the node whose rule holds, a player where the root has none above."""
        return int(Turn.MAX) if self.looks_above and not path else run.turn(path[:-1] if self.looks_above else path)

    def wants(self, naming: Naming, path: MovePath) -> str:
        """Say what is to be written into a field."""
        return self.wanted_at(naming.at(path), self.turn(naming.run, path))

    def wanted_at(self, at: str, turn: int) -> str:
        """Say what is to be written into a field of a place."""
        wanted = (turn == Turn.CHANCE and self.wanted_by_chance) or self.wanted
        return wanted.format(at=at, best=BEST[turn]) or self.asks.format(at)

    def hint(self, run: Run, turn: int) -> str:
        """Return the rule where MIN, MAX or chance moves, by the number of a `Turn`."""
        search = run.recipe.search
        rule = (turn == Turn.CHANCE and self.by_chance) or self.rule
        with_bounds = search.algorithm == WITH_CHANCE
        return rule.format(
            side=run.game.mover(turn), best=BEST[turn],
            rule=search.cut_sign, hard=HARD if search.fail == "hard" else "",
            skipped="" if search.algorithm in UNCUT else "; what is skipped does not count",
            root=f"it is {AT_ROOT[self.key]}" if with_bounds and self.key in AT_ROOT else "no value is known yet",
            since=" since the last chance node" if with_bounds else "",
            left=LEFT if with_bounds else "", beyond="" if search.cut == ">=" else BEYOND,
        )  # fmt: skip

    def slips(self, naming: Naming, path: MovePath) -> Sequence[Slip]:
        """Return wrong answers that are often given at a node, and what was done to get them."""
        return ()

    def bounds(self, naming: Naming, path: MovePath) -> tuple[str, ...]:
        """Return the signs of bounds that are right before the number, where there may be any."""
        return ()

    def right_too(self, naming: Naming, path: MovePath) -> Clue | None:
        """Return how else the right answer could be written, and what that follows from; None for not at all."""
        return None

    def below(self, naming: Naming, path: MovePath) -> Mapping[AskedField, float]:
        """Return the values that the answer is combined of, by the fields of the nodes that have returned them."""
        return {}

    def weights(self, naming: Naming, path: MovePath) -> tuple[list[float], float] | None:
        """Return what those are multiplied with and what is added to their sum; None: the best of them is taken."""
        return None

    def combined(self, naming: Naming, path: MovePath, values: Sequence[float]) -> float:
        """Return what would be right if those had been these values."""
        found = self.weights(naming, path)
        if found is None:
            return (max if naming.run.turn(path) else min)(values)
        return sum((chance * value for chance, value in zip(found[0], values, strict=True)), start=found[1])

    def reason(self, naming: Naming, path: MovePath, given: Given) -> ReasonSteps:
        """Return why an answer is right or wrong."""
        rule = self.hint(naming.run, self.turn(naming.run, path))
        node, number = path[:-1] if self.is_edge else path, given.answer
        slip = next((each for each in self.slips(naming, path) if alike(each.number, float(number))), None)
        whole, earned = self.why(naming, path), "" if self.earned is None else self.earned(naming, path)
        needs = None if self.needs is None else self.needs(naming, path)
        return ReasonSteps(rule, lambda: self.clues(naming, path), whole, node, slip, earned, needs)

    def comes_up(self, naming: Naming, path: MovePath) -> bool:
        """Return whether the search comes to what is asked about: to a node, or to the one above its edge."""
        return naming.tree.node_at(path[:-1] if self.is_edge else path) is not None

    def question(self, naming: Naming, field: AskedField) -> Question:
        """Return the question about a field that `comes_up`."""
        path = field.path
        where = naming.with_number(path) if self.is_edge else naming.at(path)
        bounds = self.bounds(naming, path) if self.may_be_bound else None
        return Question(
            self.key, self.asks.format(where), self.right(naming, path),
            lambda given: self.reason(naming, path, given), path, bounds,
            to=f" to {self.key} of {field.node!r}",
        )  # fmt: skip


def entry(naming: Naming, path: MovePath) -> dict[str, float]:
    """Return α and β with which a visited node is entered, by their keys."""
    trace, node = naming.run.trace, naming.node(path)
    return {"alpha": trace.alpha(node), "beta": trace.beta(node)}


def window_of(naming: Naming, path: MovePath, keys: Sequence[str] = (*ENDS,)) -> list[Clue]:
    """Return what the ends of the window on entry to a visited node say."""
    ends, names = entry(naming, path), {key: f"{ENDS[key]} on entry to {naming.at(path)}" for key in keys}
    return [Clue(name, f"{name} is {show(ends[key])}", AskedField(path, key)) for key, name in names.items()]


def values_of(naming: Naming, path: MovePath) -> list[Clue]:
    """Return what the children of a visited node say, and what they are probable where chance moves."""
    return [*_values(naming, naming.run.below(path), "there"), *odds_in_sight(naming, path)]


def values_before(naming: Naming, path: MovePath) -> list[Clue]:
    """Return what a node's siblings to the left say."""
    return _values(naming, naming.run.below(path[:-1])[: path[-1]], "before it", "visible")


def _values(naming: Naming, paths: Sequence[MovePath], where: str, leaves: str = "") -> list[Clue]:
    """Return what children of a visited node say: leaves their numbers, inner ones a value, or that they are skipped.

    Of what is not known yet, none says whether it is visited.
    """
    run, tree = naming.run, naming.tree
    numbers = [show(run.evaluated(path)) for path in paths if not run.is_inner(path)]
    are = f"leaf {where} is" if len(numbers) == 1 else f"leaves {where} are"
    clues = [Clue("", f"the {are} {leaves or listed(numbers)}")] if numbers else []
    for path in filter(run.is_inner, paths):
        name, node = naming.at(path), tree.node_at(path)
        says = "is skipped" if node is None else f"has returned {show(run.trace.value(node))}"
        clues.append(Clue(name, f"{name} {says}", AskedField(path, "pruned" if node is None else "value")))
    return clues


def before(naming: Naming, path: MovePath) -> list[Clue]:
    """Return what stands at the node above an edge before the search comes to it."""
    return [*window_of(naming, path[:-1]), *values_before(naming, path), *odds_in_sight(naming, path[:-1])]


NEVER = "{at} is never visited, so it has no window and no value."
EMPTY = "Decide first whether the search ever comes to {at}: if not, its fields stay empty."


def never_visited(naming: Naming, path: MovePath) -> ReasonSteps:
    """Return why what is asked about a node stays empty: it is never visited, and which cut skips it.

    That it is not is told when the branch that is skipped has been struck.
    """
    cut, at = unvisited(naming.run, naming.tree, path).cut, naming.at(path)
    assert cut is not None  # what a finished search does not visit is cut
    never = NEVER.format(at=capital(at))
    skipped = next(path[:end] for end in range(1, len(path) + 1) if naming.tree.node_at(path[:end]) is None)
    clues = before(naming, skipped)
    needs = [*fields_of(clues), AskedField(skipped, "pruned")]
    whole = f"{never} {explain_cut(naming, cut)}"
    return ReasonSteps(EMPTY.format(at=at), lambda: clues, whole, skipped[:-1], earned=never, needs=needs)


MEAN = "You took the mean of {values}; {odds}."
CHOSEN = "You took the {best} of {values}, but chance does not choose; {odds}."


def odds_words(probable: Probabilities, whose: str = "the") -> str:
    """Say what the branches of a chance node are probable."""
    one = len(probable) == 1
    return f"{whose} {'probability is' if one else 'probabilities are'} {listed([*map(odds, probable)])}"


def odds_in_sight(naming: Naming, path: MovePath) -> list[Clue]:
    """Return what is always shown of a chance node: its probabilities, and what leaves can be worth if that matters."""
    probable = naming.run.odds(path)
    if probable is None:
        return []
    clues = [Clue("", odds_words(probable))]
    if naming.run.trace.has_window:
        least, most = map(show, naming.run.trace.limits)
        clues.append(Clue("", f"leaf values lie between {least} and {most}"))
    return clues


def why_sum(naming: Naming, path: MovePath) -> str:
    """Say what the children of a visited chance node add up to, and what stands for those that are left out."""
    tree, node = naming.tree, naming.node(path)
    if not tree.is_cut(node):
        return describe_share(naming, node)
    cut = cut_of(naming.run, tree, node)
    which = "lowest" if cut.maximizing else "highest"
    total = left_worth(naming, node, cut.limit or 0)
    return f"Skipped outcomes count as the {which} leaf value, {show(cut.limit or 0)}: {total}."


def why_end(naming: Naming, path: MovePath, key: str, name: str) -> str:
    """Say with which α or β a child of chance is entered: what it must be worth for the sum to reach the window."""
    trace, lower = naming.run.trace, key == "alpha"
    node, above = naming.node(path), naming.node(path[:-1])
    end, ends = (trace.alpha, trace.beta)[not lower](node), (trace.alpha, trace.beta)[not lower](above)
    (least, most), at = trace.limits, naming.at(path[:-1])
    found = expected(trace, above, [child for child in naming.tree.children(above) if trace.move(child) < path[-1]])
    chance = naming.run.probabilities(path[:-1])[path[-1]]
    rest = found.rest - chance if path[-1] + 1 < len(naming.run.below(path[:-1])) else 0
    limit, which = (most, "most") if lower else (least, "least")
    if abs(ends) == float("inf"):
        return f"{name} = {show(end)} on entry: {at} has {name} = {show(ends)}."
    left = rest * like(chance, limit) if rest else 0  # exactly, as the search reckons
    wanted = float((like(chance, ends) - found.known - left) / chance)
    parts = f"{at} has {name} = {show(ends)} and a sum of {show(found.known)} so far"
    adds = f", and later outcomes add at {which} {odds(rest)} · {show(limit)} = {show(float(left))}" if rest else ""
    taken = f"({show(ends)} − {bracketed(float(found.known))}{f' − {bracketed(float(left))}' if rest else ''})"
    said = f"{parts}{adds}: {taken} / ({odds(chance)}) = {show(wanted)}"
    if alike(wanted, end):
        return f"{name} = {show(end)} on entry: {said}."
    return (
        f"{name} = {show(end)} on entry: {said}, but no leaf is worth {'less' if lower else 'more'} than {show(end)}."
    )


# Of an edge: whether what is below it is never visited.


def why_skipped(naming: Naming, path: MovePath) -> str:
    """Say why a child is never visited, or why it is."""
    tree, trace, above = naming.tree, naming.run.trace, naming.at(path[:-1])
    child, parent = tree.node_at(path), naming.node(path[:-1])
    if child is None:
        return why_cut(naming, parent)
    if tree.ordinal(child) == 1:
        return f"It is the first child of {above}: no value is known there yet, so it is searched."
    return explain_open(Naming(naming.run, TreeAtStep(trace, trace.enter_step(child) - 1)), parent)


def earned_skipped(naming: Naming, path: MovePath) -> str:
    """Say whether a child is visited by what is so just before it, and nothing of the others."""
    tree, trace = naming.tree, naming.run.trace
    if tree.node_at(path) is not None:
        return why_skipped(naming, path)
    above, parent = naming.at(path[:-1]), naming.node(path[:-1])
    if naming.run.odds(path[:-1]) is not None:
        cut = cut_of(naming.run, tree, parent)
        reached = f"{ASKS[cut.sign]} {'β' if cut.maximizing else 'α'} = {show(cut.bound)}"
        return f"{if_all_left(cut)}, {above} would be worth {reached}: it is skipped."
    window = format_window(TreeAtStep(trace, trace.cut_step(parent)).window(parent))
    return f"Before this branch, {above} has {window}: α {naming.run.recipe.search.cut_sign} β, so it is skipped."


# Of an edge, about PVS: whether the node below it gets a second look of its own.


def why_again(naming: Naming, path: MovePath) -> str:
    """Say why a node is searched a second time, or is not."""
    tree, trace = naming.tree, naming.run.trace
    node, parent = tree.node_at(path), tree.node_at(path[:-1])
    if node is None or parent is None:
        return why_skipped(naming, path)
    second, visits = second_look(naming, path), [*tree.visits_to(node)]
    along = (
        " It is visited again only because a node above it is visited again."
        if second is None and len(visits) > 1
        else ""
    )
    if not path[-1]:
        return (
            f"It is the first child of {naming.place(parent)}, so there is no quick first look: one search is "
            f"enough.{along}"
        )
    look = visits[-1] if second is None else visits[visits.index(second) - 1]
    value, (alpha, beta) = trace.value(look), TreeAtStep(trace, trace.enter_step(look) - 1).window(parent)
    more = tree.maximizing(parent)
    bound, far = (alpha, beta) if more else (beta, alpha)
    question = f"The first look only asks: is the value {'more' if more else 'less'} than {show(bound)}?"
    if not (value > alpha if more else value < beta):
        return f"{question} No, so one look is enough.{along}"
    if not alpha < value < beta:
        ends = f"{show(value)} is at {'least' if more else 'most'} {'β' if more else 'α'} = {show(far)}"
        return f"{question} Yes, but {ends} as well, so the exact value does not matter.{along}"
    return f"{question} Yes, it is {show(value)}, so it is searched again for its exact value."


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
    "Below a chance node: take that node's {name}, subtract what its earlier branches have added and the {limit} that "
    "its later branches can add, and divide by the probability of this branch. The result never goes beyond the bounds "
    "of leaf values."
)


def window_end(key: str, best: str, side: str) -> FieldKind:
    """Return the kind of α or β on entry, which is the best value that a side, MAX or MIN, has above."""
    lower, name = key == "alpha", ENDS[key]

    def clues(naming: Naming, path: MovePath) -> list[Clue]:
        if not path:
            has_bounds, limit = naming.run.recipe.search.algorithm == WITH_CHANCE, naming.run.trace.limits[not lower]
            return [Clue("", f"{AT_ROOT[key]} is {show(limit)}" if has_bounds else "the root has no node above it")]
        own = naming.run.turn(path[:-1]) != int(not lower)
        sums = [*values_before(naming, path), *odds_in_sight(naming, path[:-1])]
        return [*window_of(naming, path[:-1], (key,)), *(sums if own else [])]

    def why(naming: Naming, path: MovePath) -> str:
        side, source = naming.run.game.side(maximizing=lower), naming.tree.bound_source(naming.node(path), lower=lower)
        end = f"{name} = {show(entry(naming, path)[key])} on entry"
        if path and naming.run.odds(path[:-1]) is not None:
            return why_end(naming, path, key, name)
        if source.child is None and source.node is not None:
            branch = f"the branch below {naming.place(source.node)}"
            return f"{end}, as on entry to {branch}: {side} has found nothing better since then."
        if source.child is None and naming.run.recipe.search.algorithm == WITH_CHANCE:
            return f"{end}: {AT_ROOT[key]}; {side} has nothing better above {naming.at(path)} yet."
        if source.node is None or source.child is None:
            return f"{end}: {side} has no value above {naming.at(path)} yet."
        return f"{end}: at {naming.place(source.node)} {side} can already get that with {naming.place(source.child)}."

    def earned(naming: Naming, path: MovePath) -> str:
        source = naming.tree.bound_source(naming.node(path), lower=lower)
        if source.node is None or naming.run.odds(path[:-1]) is not None:
            return why(naming, path)
        side, above = naming.run.game.side(maximizing=lower), naming.at(path[:-1])
        value, before = entry(naming, path)[key], entry(naming, path[:-1])[key]
        if value == before:
            return f"{name} = {show(value)} on entry, as at {above}: {side} has found nothing better since then."
        child = () if source.child is None else naming.run.path(source.child)
        which = (
            f" with {naming.at(child)}" if naming.run.is_inner(child) else ""
        )  # of leaves it is asked who is visited
        return f"{name} = {show(value)} on entry: at {above} {side} can already get that{which}."

    def needs(naming: Naming, path: MovePath) -> list[AskedField]:
        # The shape of the tree shows that a side has no earlier branch above; like any value, what it has is told when
        # those below are known.
        turns = [naming.run.turn(path[:end]) for end in range(len(path))]
        is_open = Turn.CHANCE not in turns and not any(
            place for place, turn in zip(path, turns, strict=True) if turn == lower
        )
        return [*fields_of(values_of(naming, path)), *([] if is_open else fields_of(clues(naming, path)))]

    rule = (
        f"{name} is the best value that {side} already has at a node above. Follow the path from the root: at "
        f"each {side} node, look at what the branches to the left have returned{{since}}. At the root {{root}}."
    )
    asks = f"What is {name} on entry to {{}}?"
    return FieldKind(
        key, name, asks, rule, lambda naming, path: entry(naming, path)[key], clues, why, style=key, sign=name,
        wanted=f"{name} on entry to {{at}}: what {side} already has above", looks_above=True,
        by_chance=BY_CHANCE.format(name=name, limit="most" if lower else "least"),
        wanted_by_chance=f"{name} on entry to {{at}}: only {'more' if lower else 'less'} than that can matter above",
        earned=earned, needs=needs,
    )  # fmt: skip


# Of an inner node: what it returns.

REACHED = {"at most": "alpha", "at least": "beta"}
"""The end of the window that a value reaches where it is only such a bound."""


def returned(naming: Naming, path: MovePath) -> float:
    """Return what a visited node returns."""
    return naming.run.trace.value(naming.node(path))


def why_returned(naming: Naming, path: MovePath) -> str:
    """Say which values a node chose from, or what they add up to."""
    if naming.run.odds(path) is not None:
        return why_sum(naming, path)
    tree, trace, node = naming.tree, naming.run.trace, naming.node(path)
    values = [show(trace.value(child)) for child in tree.children(node)]
    best = "greatest" if tree.maximizing(node) else "least"
    why = f"{naming.side(node)} takes the {best} of the values that its visited children return, {listed(values)}"
    found, result = tree.best(node), trace.value(node)
    if found is not None and found[0] != result:
        why += f"; with fail-hard {show(found[0])} is clipped to the window, {show(result)}"
    return f"{why}."


def earned_value(naming: Naming, path: MovePath) -> str:
    """Say what a node returns and of what; of the leaves below it not which are visited, since that is asked, too."""
    run, tree, node = naming.run, naming.tree, naming.node(path)
    value, chances = show(returned(naming, path)), run.odds(path)
    if run.recipe.search.algorithm in UNCUT or (all(map(run.is_inner, run.below(path))) and chances is None):
        return why_returned(naming, path)
    visited = {child: tree.node_at(child) for child in run.below(path)}  # leaves are in sight, skipped or not
    seen = {child: run.trace.value(below) if below is not None and run.is_inner(child) else run.evaluated(child)
            for child, below in visited.items() if below is not None or not run.is_inner(child)}  # fmt: skip
    if chances is not None:
        terms = [f"{odds(chances[child[-1]])} · {bracketed(worth)}" for child, worth in seen.items()]
        return f"Add up {listed(terms)}{LEFT}: that makes {value}."
    values = [*map(show, seen.values())]
    best, found = "greatest" if tree.maximizing(node) else "least", tree.best(node)
    why = f"{naming.side(node)} takes the {best} of {listed(values)}, not counting what is skipped"
    if found is not None and found[0] != returned(naming, path):
        return f"{why}: {show(found[0])}; with fail-hard that is clipped to the window, {value}."
    return f"{why}: {value}."


class ValueKind(FieldKind):
    """The value that a node returns, which may have the sign of a bound."""

    may_be_bound = True

    def bounds(self, naming: Naming, path: MovePath) -> tuple[str, ...]:
        """Return which bounds the value is by the window on entry."""
        value, ends = returned(naming, path), entry(naming, path)
        return tuple(
            sign for sign, key in REACHED.items() if (value <= ends[key] if key == "alpha" else value >= ends[key])
        )

    def slips(self, naming: Naming, path: MovePath) -> Sequence[Slip]:
        """Return what a chance node is often taken to be worth: the mean of what is below, the greatest, the least."""
        run, tree, below = naming.run, naming.tree, naming.run.below(path)
        nodes = {child: tree.node_at(child) for child in below if run.is_inner(child)}
        probable = run.odds(path)
        if probable is None or len(below) < 2 or None in nodes.values():
            return ()
        values = [
            run.evaluated(child) if (node := nodes.get(child)) is None else run.trace.value(node) for child in below
        ]
        words = {"values": listed([*map(show, values)]), "odds": odds_words(probable, "their")}
        taken = {
            min(values): CHOSEN.format(best="least", **words), max(values): CHOSEN.format(best="greatest", **words),
            fmean(values): MEAN.format(**words),
        }  # fmt: skip
        fields, right = tuple(AskedField(child, self.key) for child in nodes), returned(naming, path)
        return [Slip(value, says, fields) for value, says in reversed(taken.items()) if not alike(value, right)]

    def below(self, naming: Naming, path: MovePath) -> Mapping[AskedField, float]:
        """Return what the visited children of a node have returned."""
        run, node = naming.run, naming.tree.node_at(path)
        children = () if node is None else naming.tree.children(node)
        return {AskedField(run.path(child), self.key): run.trace.value(child) for child in children}

    def weights(self, naming: Naming, path: MovePath) -> tuple[list[float], float] | None:
        """Return the probabilities of the visited children of a chance node, and what stands for the others."""
        if naming.run.odds(path) is None:
            return None
        tree, node = naming.tree, naming.node(path)
        taken = [float(share.probability) for _, share in tree.shares(node)]
        cut = cut_of(naming.run, tree, node) if tree.is_cut(node) else None
        return taken, 0 if cut is None else float(tree.expected(node).rest) * float(cut.limit or 0)

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
        says = f"{value} is right, and so is {written}{value}, because it is {end} on entry."
        return Clue(written, says, AskedField(path, key))


KINDS: dict[str, FieldKind] = {kind.key: kind for kind in (
    FieldKind(
        "pruned", "struck", "Is {} skipped?",
        "Look at α and β of the node above, just before this branch: the branches left there are skipped as soon "
        "as α {rule} β.",
        lambda naming, path: naming.tree.node_at(path) is None, before, why_skipped,
        place=FieldPlace.EDGE, style="cut-off", sign="✕", verb="strike", meaning="never visited", leaves_out=True,
        looks_above=True,
        by_chance="Look at the chance node above: the rest of its branches is skipped as soon as its sum, with the "
        "highest leaf value for all that is left, is at most its α, or with the lowest at least its β{beyond}.",
        earned=earned_skipped,
    ),
    FieldKind(
        "again", "marked", "Is {} searched again, after a first search that only asked whether it is better?",
        "The first look only asks whether this branch is better than the best so far; if it is, a "
        "second may be needed.",
        lambda naming, path: second_look(naming, path) is not None, before, why_again,
        place=FieldPlace.EDGE, style="best", sign="×2", verb="mark", meaning="visited again", looks_above=True,
    ),
    window_end("alpha", "greatest", "MAX"),
    window_end("beta", "least", "MIN"),
    ValueKind(
        "value", "the value", "What does {} return?",
        "{side} takes the {best} value below it{skipped}.{hard}", returned,
        lambda naming, path: [
            *(window_of(naming, path) if naming.run.recipe.search.fail == "hard" else ()), *values_of(naming, path)
        ],
        why_returned,
        place=FieldPlace.VALUE, wanted="what {at} returns: the {best} value below it",
        wanted_by_chance="what {at} returns: the {best} of the values below it",
        by_chance="Add up probability times value for everything below it{left}.", earned=earned_value,
    ),
)}  # fmt: skip
"""By their keys, in the order in which they are asked of a node."""
