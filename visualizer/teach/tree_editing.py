"""A written tree that is being changed, on the screen or in words: its changes, undone and redone, and challenges."""

import random
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from functools import partialmethod
from itertools import islice
from operator import ne

from games import turn_of
from games.tree import editing
from games.tree.editing import with_children_sorted, with_leaf_value, with_siblings_swapped
from games.tree.notation import Node, parse_tree, read_probability
from visualizer.explaining.explanation.english.what_if import change_words
from visualizer.explaining.explanation.facts.what_if import (
    MAX_TRIED_LEAVES,
    search_of_edited_tree,
    written_tree_of,
)
from visualizer.explaining.measures.summary import count_in_words, visit_counts
from visualizer.searching.run import Run
from visualizer.support.errors import InputError
from visualizer.teach.rules import ExerciseRules
from visualizer.teach.tasks import (
    Practice,
    PracticeTask,
    has_deep_cut,
    minimax_value_reader,
    what_to_look_for,
)
from visualizer.trace.rows import MovePath
from visualizer.trace.tree_at_step import TreeAtStep

MAX_CHALLENGE_TRIES = 40
MAX_EDITED_NODES = 1_000
"""Trees that are searched to find one way to meet a challenge, at most, and about how many nodes they have together."""
MAX_EDITED_PLIES = 20


@dataclass(frozen=True, slots=True)
class EditRule:
    """How a tree may be changed: what says whether one was made of another so, and ways to do it, some at random."""

    words: str
    allows: Callable[[Node, Node], bool]
    forbidden: str
    ways: Callable[[Run, random.Random], Iterator[Node]]


@dataclass(frozen=True, slots=True)
class Challenge:
    """What is to be brought about from a tree, in which manner; `solution` is a tree in which it is.

    `shown` is the text of that tree once it was asked for.
    """

    kind: int
    wanted: str
    manner: EditRule
    start: Node
    solution: Node
    is_met_by: Callable[[Run], bool]
    shown: str = ""

    def show(self) -> "Challenge":
        """Return the challenge with its solution shown."""
        return replace(self, shown=self.solution.text())

    def is_done(self, run: Run) -> bool:
        """Return whether a changed tree meets it, and is not the one that was shown."""
        return self.is_met(run) and run.root.text() != self.shown

    def is_met(self, run: Run) -> bool:
        """Return whether a changed tree meets it, in the manner that is allowed."""
        return self.is_allowed(run) and self.is_met_by(run)

    def is_allowed(self, run: Run) -> bool:
        """Return whether a changed tree was made in the manner that is allowed."""
        return self.manner.allows(self.start, written_tree_of(run))


# Goals: of a search before and one after, what the second has brought about, in words, and how another run is judged.

Goal = Callable[[Run, Run], tuple[str, Callable[[Run], bool]] | None]


def count_leaves(run: Run) -> int:
    """Return how many leaves a finished search has visited."""
    return visit_counts(TreeAtStep(run.trace)).leaves


def fewer_leaves_goal(before: Run, after: Run) -> tuple[str, Callable[[Run], bool]] | None:
    """Only so many leaves are visited, fewer than before."""
    few = count_leaves(after)
    if few >= count_leaves(before):
        return None
    return (
        f"only {count_in_words(few, 'leaf is', 'leaves are')} visited",
        lambda run: count_leaves(run) <= few,
    )


def new_property_goal(words: str, is_so: Callable[[Run], bool]) -> Goal:
    """Return the goal that something is so which was not."""
    return lambda before, after: (words, is_so) if is_so(after) and not is_so(before) else None


# Manners: what they allow, and ways that are tried.


def order_free_tree(node: Node) -> str:
    """Return what a tree has, whatever the order of its branches is; outcomes of chance keep their probabilities."""
    if not node.children:
        return repr(float(node.value))
    odds = node.probabilities()
    below = (
        f"{odds[move] if odds else ''}:{order_free_tree(child)}"
        for move, child in enumerate(node.children)
    )
    return f"{turn_of(node)}[{','.join(sorted(below))}]"


def differs_in_one_leaf(one: Node, other: Node) -> bool:
    """Return whether two trees have the same branches in the same order, and at most one leaf has another value."""
    shapes = [
        [
            (path, turn_of(node), node.probabilities()) if node.children else path
            for path, node in root.paths()
        ]
        for root in (one, other)
    ]
    values = ([node.value for node in root.nodes() if not node.children] for root in (one, other))
    return shapes[0] == shapes[1] and sum(map(ne, *values)) <= 1


def reordered_trees(run: Run, dice: random.Random) -> Iterator[Node]:
    """Yield the tree with the best branches first, with the worst, with two neighbours exchanged, then shuffled."""
    value_of = minimax_value_reader(run)
    inner = sorted(
        filter(run.is_inner, run.all_paths()), key=len, reverse=True
    )  # a path holds until its node is sorted
    for best in (True, False):
        root = written_tree_of(run)
        for path in inner:
            greatest = run.position(path).maximizing == best
            root = with_children_sorted(root, path, value_of, greatest=greatest)
        yield root
    for path in inner:
        for place in range(len(run.below(path)) - 1):
            yield with_siblings_swapped(written_tree_of(run), (*path, place), 1)
    for _ in range(MAX_CHALLENGE_TRIES):
        root = written_tree_of(run)
        for path in inner:
            root = with_children_sorted(root, path, lambda each: dice.random(), greatest=True)
        yield root


def trees_with_changed_leaf(run: Run, dice: random.Random) -> Iterator[Node]:
    """Yield the tree with one of the visited leaves changed, to what others have and to what is beyond all of them.

    No leaf is worth more or less than the search takes leaves to be.
    """
    root = written_tree_of(run)
    least, most = run.trace.limits
    nodes = sorted(root.paths(), key=lambda each: len(each[0]))
    values = {path: node.value for path, node in nodes if not node.children}
    beyond = {max(least, min(values.values()) - 1), min(most, max(values.values()) + 1)}
    tried = sorted({*values.values(), *beyond})
    seen = [path for path in values if run.node_at(path) is not None]
    changes = [(path, value) for path in seen for value in tried if value != values[path]]
    for path, value in dice.sample(changes, len(changes)):
        yield with_leaf_value(root, path, value)


def trees_towards_deep_cuts(run: Run, dice: random.Random) -> Iterator[Node]:
    """Yield the tree with what a node returns first changed so that an ancestor three plies above has more already.

    The ancestor is one that is always visited, and the node the first that is reached below one of its later branches.
    Below chance no bound is handed down as it is, so there are none.
    """
    value_of = minimax_value_reader(run)
    above: MovePath = ()
    while run.is_inner(above) and not run.has_chance:
        if run.position(above).maximizing:
            best = max
            sign = -1
        else:
            best = min
            sign = 1
        branches = run.below(above)
        for place, branch in enumerate(branches[1:], 1):
            node = (*branch, 0, 0)
            bound = best(map(value_of, branches[:place]))
            root = written_tree_of(run)
            for leaf, here in root.paths():
                if not here.children and leaf[: len(node) + 1] == (*node, 0):
                    root = with_leaf_value(root, leaf, bound + sign)
            yield root
        above = branches[0]


ONLY_BY_ORDER, ONLY_BY_LEAF = (
    f"Change only {what} for this; <take_back> takes a change back."
    for what in ("the order", "one leaf")
)
REORDER_RULE = EditRule(
    "Reorder until {}.",
    lambda one, other: order_free_tree(one) == order_free_tree(other),
    ONLY_BY_ORDER,
    reordered_trees,
)
ONE_LEAF_RULE = EditRule(
    "Change one leaf so that {}.", differs_in_one_leaf, ONLY_BY_LEAF, trees_with_changed_leaf
)
ANY_CHANGE_RULE = EditRule("Make {}.", lambda one, other: True, "", trees_towards_deep_cuts)
NO_CUT_GOAL = new_property_goal("nothing is cut", lambda run: not run.trace.cuts)
CHALLENGE_KINDS: tuple[tuple[EditRule, Goal], ...] = (
    (REORDER_RULE, fewer_leaves_goal),
    (ONE_LEAF_RULE, NO_CUT_GOAL),
    (ANY_CHANGE_RULE, new_property_goal("a deep cut", has_deep_cut)),
    (REORDER_RULE, NO_CUT_GOAL),
    (ONE_LEAF_RULE, fewer_leaves_goal),
)
"""What is set one after the other, where it is possible."""


def next_challenge(run: Run, before: Challenge | None = None) -> Challenge:
    """Return the next challenge that can be met by changing a tree; InputError where none is found, or none is set."""
    if not run.applies("cut"):
        raise InputError("challenges are about cuts, so they need a search that cuts")
    paths = [*run.all_paths()]
    if (
        sum(not run.is_inner(path) for path in paths) > MAX_TRIED_LEAVES
        or max(map(len, paths)) > MAX_EDITED_PLIES
    ):
        raise InputError(
            f"challenges need a tree of at most {MAX_TRIED_LEAVES} leaves and {MAX_EDITED_PLIES} plies"
        )
    if before is None:
        first = 0
    else:
        first = before.kind + 1
    for place in range(first, first + len(CHALLENGE_KINDS)):
        found = find_challenge(run, place % len(CHALLENGE_KINDS))
        if found is not None:
            return found
    raise InputError("no challenge was found for this tree; change it first")


def find_challenge(run: Run, kind: int) -> Challenge | None:
    """Return the challenge of a kind, by its place in `CHALLENGE_KINDS`; None if no way to meet it was found."""
    manner, goal = CHALLENGE_KINDS[kind]
    root = written_tree_of(run)
    tries = min(MAX_CHALLENGE_TRIES, MAX_EDITED_NODES // len([*root.nodes()]))
    for solution in islice(manner.ways(run, random.Random(run.root.text())), tries):
        met = goal(run, search_of_edited_tree(run, solution))
        if met is not None:
            return Challenge(
                kind, manner.words.format(met[0]), manner, written_tree_of(run), solution, met[1]
            )
    return None


def judge_challenge(challenge: Challenge, run: Run) -> str:
    """Say whether a changed tree meets a challenge, at once."""
    if challenge.is_met(run):
        return f"{challenge.wanted} {'Done.' if challenge.is_done(run) else 'This is one way.'}"
    if challenge.is_allowed(run):
        return challenge.wanted
    return f"{challenge.wanted} {challenge.manner.forbidden}"


PROBABILITY_SIGNS = "/%"
"""Signs of a probability; a number with one of these is one."""


class TreeEditing:
    """A finished search of a tree that is being changed, the node at hand, and challenges.

    It does the actions that change the tree or go to another node; each raises ValueError where it cannot be done, and
    nothing is changed.
    """

    said = ""
    """What the last change has done."""
    challenge: Challenge | None = None
    scrubbed: MovePath | None = None
    """The leaf that the last change made more or less: going on with it is one change, which is undone at once."""

    def __init__(self, run: Run, at: MovePath) -> None:
        """Begin at a node, with nothing to undo."""
        self.run = run
        self.at = at
        self.done = list[Run]()
        self.undone = list[Run]()

    @property
    def root(self) -> Node:
        """Return the tree."""
        return written_tree_of(self.run)

    def is_idle(self, name: str) -> bool:
        """Return whether one of the actions most used cannot be done to the node at hand."""
        if self.at:
            siblings = len(self.root.at(self.at[:-1]).children)
        else:
            siblings = 1
        match name:
            case "more" | "less":
                return self.run.is_inner(self.at)
            case "remove" | "exchange_before":
                return siblings == 1
            case "take_back":
                return not self.done
            case "challenge":
                return not self.run.applies("cut")
        return False

    def change(self, root: Node, at: MovePath, *, same_places: bool = False) -> None:
        """Search another tree, and show it with a node at hand; InputError for one that cannot be searched."""
        run = search_of_edited_tree(self.run, root)
        self.done.append(self.run)
        self.undone.clear()
        self.scrubbed = None
        self.take(run, at, same_places=same_places)

    def take(self, run: Run, at: MovePath, *, same_places: bool = False) -> None:
        """Show the search of another tree, with the node at hand, or its nearest ancestor where it is gone."""
        known = {path for path, _ in written_tree_of(run).paths()}
        while at not in known:
            at = at[:-1]
        self.said = change_words(self.run, run, same_places=same_places)
        self.run = run
        self.at = at

    def types_odds(self, text: str) -> bool:
        """Return whether what is typed is a probability of the branch at hand."""
        return self.run.is_inner(self.at) or any(sign in text for sign in PROBABILITY_SIGNS)

    @property
    def is_outcome(self) -> bool:
        """Return whether chance moves above the node at hand."""
        return bool(self.at) and self.root.at(self.at[:-1]).probabilities() is not None

    def check_typed(self, text: str) -> None:
        """Raise InputError for what the node at hand cannot be given."""
        if self.run.is_inner(self.at) and not self.is_outcome:
            raise InputError(
                "this is a branch: its value comes from below; go to a leaf to change it"
            )
        if any(sign in text for sign in PROBABILITY_SIGNS) and not self.is_outcome:
            raise InputError("only a branch below a chance node has a probability")

    def take_typed(self, text: str) -> None:
        """Give the leaf at hand a value, or the branch at hand a probability."""
        self.check_typed(text)
        if self.types_odds(text):
            root = editing.with_probability(self.root, self.at, read_probability(text))
        else:
            root = editing.with_leaf_value(
                self.root, self.at, parse_tree(text).value
            )  # which knows what numbers there are
        self.change(root, self.at, same_places=True)

    def scrub(self, by: int) -> None:
        """Make the leaf at hand more or less by one."""
        goes_on = self.scrubbed == self.at
        value = self.root.at(self.at).value + by
        self.change(editing.with_leaf_value(self.root, self.at, value), self.at, same_places=True)
        if goes_on:
            self.done.pop()
        self.scrubbed = self.at

    action_more = partialmethod(scrub, 1)
    action_less = partialmethod(scrub, -1)

    def exchange(self, by: int) -> None:
        """Exchange the branch at hand with the one before (-1) or after it (1), and stay with it."""
        self.change(
            editing.with_siblings_swapped(self.root, self.at, by), (*self.at[:-1], self.at[-1] + by)
        )

    action_exchange_before = partialmethod(exchange, -1)
    action_exchange_after = partialmethod(exchange, 1)

    def action_add_leaf(self) -> None:
        """Add a leaf beside the leaf at hand, or below the branch at hand, and go to it."""
        if self.run.is_inner(self.at) or not self.at:
            path = self.at
        else:
            path = self.at[:-1]
        self.change(editing.with_leaf(self.root, path), (*path, len(self.root.at(path).children)))

    def action_add_below(self) -> None:
        """Make a branch of the leaf at hand, with its value and another below it."""
        count = len(self.root.at(self.at).children)
        self.change(editing.with_leaf(self.root, self.at), (*self.at, max(1, count)))

    def action_remove(self) -> None:
        """Take the branch at hand away."""
        root = editing.without_branch(self.root, self.at)
        parent = root.at(self.at[:-1])
        self.change(root, (*self.at[:-1], min(self.at[-1], len(parent.children) - 1)))

    def sort(self, *, best: bool) -> None:
        """Sort the branches of the node at hand, or of the leaf's parent, by what they are worth.

        The best for who moves there comes first, or the worst; where chance moves, the best for MAX.
        """
        if self.run.is_inner(self.at):
            path = self.at
        else:
            path = self.at[:-1]
        greatest = bool(self.run.turn(path)) == best
        root = editing.with_children_sorted(
            self.root, path, minimax_value_reader(self.run), greatest=greatest
        )
        self.change(root, path)

    action_sort_best = partialmethod(sort, best=True)
    action_sort_worst = partialmethod(sort, best=False)

    def action_take_back(self) -> None:
        """Undo the last change; InputError if there is none."""
        if not self.done:
            raise InputError("nothing has been changed")
        self.scrubbed = None
        self.undone.append(self.run)
        self.take(self.done.pop(), self.at)

    def action_change_again(self) -> None:
        """Redo what was undone; InputError if nothing was."""
        if not self.undone:
            raise InputError("nothing was undone")
        self.done.append(self.run)
        self.take(self.undone.pop(), self.at)

    def action_challenge(self) -> None:
        """Set the next challenge for the tree as it is; InputError if there is none."""
        self.challenge = next_challenge(self.run, self.challenge)

    def action_show_way(self) -> None:
        """Show a tree that meets the challenge, which can be undone; InputError without one."""
        if self.challenge is None:
            raise InputError("there is no challenge; <challenge> sets one")
        self.challenge = self.challenge.show()
        self.change(self.challenge.solution, self.at)

    def practice(self) -> Practice:
        """Return a practice with the tree."""
        task = PracticeTask("your tree", what_to_look_for(""), self.run.recipe.where)
        bounds = self.run.recipe.search.options.get("bounds")
        return Practice(lambda number: None if number else task, ExerciseRules(bounds=bounds))

    # Going from node to node.

    def action_node_above(self) -> None:
        """Go to the parent."""
        self.at = self.at[:-1]

    def action_node_below(self) -> None:
        """Go to the first child."""
        if self.run.is_inner(self.at):
            self.at = (*self.at, 0)

    def aside(self, by: int) -> None:
        """Go to the next node of the same ply, on the left (-1) or right (1)."""
        ply = [path for path, _ in self.root.paths() if len(path) == len(self.at)]
        place = ply.index(self.at) + by
        if 0 <= place < len(ply):
            self.at = ply[place]

    action_node_left = partialmethod(aside, -1)
    action_node_right = partialmethod(aside, 1)


def first_leaf(run: Run) -> MovePath:
    """Return the path to the first leaf, where changing begins."""
    first: MovePath = ()
    while run.is_inner(first):
        first = (*first, 0)
    return first
