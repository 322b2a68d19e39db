"""Editing a written tree, on the screen or in words: changes, undo and redo, and challenges."""

import random
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import partialmethod
from itertools import islice

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
    only_task,
    what_to_look_for,
)
from visualizer.trace.rows import MovePath
from visualizer.trace.tree_at_step import TreeAtStep

MAX_CHALLENGE_TRIES = 40
"""The most trees that are searched to find a solution of one challenge."""
MAX_EDITED_NODES = 1_000
"""About how many nodes those trees have together, at most."""
MAX_EDITED_PLIES = 20


@dataclass(frozen=True, slots=True)
class EditRule:
    """How a challenge allows a tree to be changed."""

    words: str
    """The task, with `{}` for the goal."""
    allows: Callable[[Node, Node], bool]
    """Whether the first tree may be changed into the second."""
    refusal: str
    """What to say of any other tree."""
    solutions: Callable[[Run, random.Random], Iterator[Node]]
    """Yields changed trees that may reach the goal, some of them at random."""


@dataclass(frozen=True, slots=True)
class Challenge:
    """A goal to reach by changing a tree in the way that `rule` allows.

    `solution` is a tree that reaches it, and `shown` its text once it was asked for.
    """

    kind: int
    wanted: str
    rule: EditRule
    start: Node
    solution: Node
    reaches_goal: Callable[[Run], bool]
    shown: str = ""

    def show(self) -> "Challenge":
        """Return the challenge with its solution shown."""
        return replace(self, shown=self.solution.text())

    def is_done(self, run: Run) -> bool:
        """Return whether a changed tree meets the challenge, and is not the solution shown."""
        return self.is_met(run) and run.root.text() != self.shown

    def is_met(self, run: Run) -> bool:
        """Return whether a changed tree meets the challenge by changes that are allowed."""
        return self.is_allowed(run) and self.reaches_goal(run)

    def is_allowed(self, run: Run) -> bool:
        """Return whether the changes to the tree are allowed."""
        return self.rule.allows(self.start, written_tree_of(run))


RunTest = Callable[[Run], bool]

Goal = Callable[[Run, Run], tuple[str, RunTest] | None]
"""From the runs before and after a change to what the change has reached, in words, and a test.

None if the change has not reached the goal; the test judges any other run.
"""


def count_leaves(run: Run) -> int:
    """Return how many leaves a finished search has visited."""
    return visit_counts(TreeAtStep(run.trace)).leaves


def fewer_leaves_goal(before: Run, after: Run) -> tuple[str, RunTest] | None:
    """Require that no more leaves are visited than after this change, if these are fewer."""
    leaves = count_leaves(after)
    if leaves >= count_leaves(before):
        return None
    words = f"only {count_in_words(leaves, 'leaf is', 'leaves are')} visited"
    return words, lambda run: count_leaves(run) <= leaves


def goal_of_new_property(words: str, has_property: RunTest) -> Goal:
    """Return the goal to give a search a property by changing its tree; `words` name the property.

    The goal returns None for a change after which the search does not have the property, or had it
    already before.
    """

    def goal(before: Run, after: Run) -> tuple[str, RunTest] | None:
        is_gained = has_property(after) and not has_property(before)
        if not is_gained:
            return None
        return words, has_property

    return goal


def order_free_tree(node: Node) -> str:
    """Return a text of a tree that is the same for every order of the branches.

    Two trees have equal texts exactly if one becomes the other by moving branches within a node. A
    branch of a chance node keeps its probability when it moves.
    """
    if not node.children:
        return repr(float(node.value))
    probabilities = node.probabilities()
    branches = []
    for move, child in enumerate(node.children):
        probability = probabilities[move] if probabilities else ""
        branches.append(f"{probability}:{order_free_tree(child)}")
    return f"{turn_of(node)}[{','.join(sorted(branches))}]"


def differs_in_one_leaf(one: Node, other: Node) -> bool:
    """Return whether two trees are alike but for the value of at most one leaf."""
    if tree_shape(one) != tree_shape(other):
        return False
    pairs = zip(leaf_values(one), leaf_values(other), strict=True)
    return sum(value != other_value for value, other_value in pairs) <= 1


def tree_shape(root: Node) -> list[object]:
    """Return a description of a tree without the values of leaves, to compare trees by shape.

    The description lists the paths of all nodes, and for inner nodes the side to move and the
    probabilities.
    """
    shape = list[object]()
    for path, node in root.paths():
        if node.children:
            shape.append((path, turn_of(node), node.probabilities()))
        else:
            shape.append(path)
    return shape


def leaf_values(root: Node) -> list[float]:
    """Return the values of a tree's leaves, from the left."""
    return [node.value for node in root.nodes() if not node.children]


def reordered_trees(run: Run, dice: random.Random) -> Iterator[Node]:
    """Yield the tree of a run with its branches in other orders.

    The orders are, one after the other: all branches sorted with the best for the mover first;
    sorted with the worst first; one pair of neighbours swapped, for each pair; all branches
    shuffled, without end.
    """
    value_of = minimax_value_reader(run)
    # From the bottom up: sorting a node moves the paths below it.
    inner = sorted(filter(run.is_inner, run.all_paths()), key=len, reverse=True)
    for best_first in (True, False):
        root = written_tree_of(run)
        for path in inner:
            # The best first means the greatest first at a MAX node, the least first at a MIN node.
            greatest_first = run.position(path).maximizing == best_first
            root = with_children_sorted(root, path, value_of, greatest=greatest_first)
        yield root

    for path in inner:
        for place in range(len(run.child_paths(path)) - 1):
            branch = (*path, place)
            yield with_siblings_swapped(written_tree_of(run), branch, 1)
    for _ in range(MAX_CHALLENGE_TRIES):
        yield shuffled_tree(run, inner, dice)


def shuffled_tree(run: Run, inner: Sequence[MovePath], dice: random.Random) -> Node:
    """Return the tree of a run with the branches of these inner nodes in random order."""
    root = written_tree_of(run)
    for path in inner:
        root = with_children_sorted(
            root,
            path,
            lambda child: dice.random(),
            greatest=True,
        )
    return root


def trees_with_changed_leaf(run: Run, dice: random.Random) -> Iterator[Node]:
    """Yield trees in which one visited leaf has another value; the trees come in random order.

    The new value is that of another leaf, or lies one below or above the values of all leaves. It
    stays within the limits of leaf values that the search assumes.
    """
    root = written_tree_of(run)
    # The order decides what the dice choose, so it stays as it is: the highest leaves first.
    nodes = sorted(root.paths(), key=lambda entry: len(entry[0]))
    values = {path: node.value for path, node in nodes if not node.children}
    candidates = candidate_values([*values.values()], run.trace.limits)

    # A leaf that the search skips can be changed without any effect.
    visited = [path for path in values if run.node_at(path) is not None]
    changes: list[tuple[MovePath, float]] = []
    for path in visited:
        changes += [(path, value) for value in candidates if value != values[path]]
    for path, value in dice.sample(changes, len(changes)):
        yield with_leaf_value(root, path, value)


def candidate_values(values: Sequence[float], limits: tuple[float, float]) -> list[float]:
    """Return the values of leaves, one below and one above all, as far as the limits allow."""
    lowest, highest = limits
    below_all = max(lowest, min(values) - 1)
    above_all = min(highest, max(values) + 1)
    return sorted({*values, below_all, above_all})


def trees_towards_deep_cuts(run: Run, dice: random.Random) -> Iterator[Node]:
    """Yield trees changed so that a deep cut is likely: by a bound set three plies above the cut.

    The search always visits the leftmost path. Each node on this path is tried as the ancestor that
    sets the bound, which comes from the ancestor's first branches. In one later branch, the node
    three plies below the branch then gets a value worse for the ancestor by 1.
    """
    # A chance node hands no bound down as it is (Star1), so no cut below it would be deep.
    if run.has_chance:
        return
    value_of = minimax_value_reader(run)
    ancestor: MovePath = ()
    while run.is_inner(ancestor):
        maximizing = run.position(ancestor).maximizing
        best = max if maximizing else min
        worse_by_one = -1 if maximizing else 1
        branches = run.child_paths(ancestor)
        for place, branch in enumerate(branches[1:], 1):
            bound = best(map(value_of, branches[:place]))
            # Three times the first child: the node three plies below the branch.
            yield _with_values_below(run, (*branch, 0, 0, 0), bound + worse_by_one)
        ancestor = branches[0]


def _with_values_below(run: Run, path: MovePath, value: float) -> Node:
    """Return a run's tree with all leaves at or below a path changed to a value."""
    root = written_tree_of(run)
    for leaf, node in root.paths():
        if not node.children and leaf[: len(path)] == path:
            root = with_leaf_value(root, leaf, value)
    return root


ONLY_BY_ORDER = "Change only the order for this; <take_back> takes a change back."
ONLY_BY_LEAF = "Change only one leaf for this; <take_back> takes a change back."
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
NO_CUT_GOAL = goal_of_new_property("nothing is cut", lambda run: not run.trace.cuts)
DEEP_CUT_GOAL = goal_of_new_property("a deep cut", has_deep_cut)
CHALLENGE_KINDS: tuple[tuple[EditRule, Goal], ...] = (
    (REORDER_RULE, fewer_leaves_goal),
    (ONE_LEAF_RULE, NO_CUT_GOAL),
    (ANY_CHANGE_RULE, DEEP_CUT_GOAL),
    (REORDER_RULE, NO_CUT_GOAL),
    (ONE_LEAF_RULE, fewer_leaves_goal),
)
"""The kinds of challenges in turn; those impossible for a tree are left out."""


def next_challenge(run: Run, before: Challenge | None = None) -> Challenge:
    """Return a challenge for the tree of a run, of the kind that follows the kind of `before`.

    A kind without a challenge for this tree is skipped; after the last kind comes the first.
    InputError if there is no challenge of any kind, or if the tree is too large.
    """
    check_challenge_size(run)
    first = 0 if before is None else before.kind + 1
    for kind in range(first, first + len(CHALLENGE_KINDS)):
        challenge = find_challenge(run, kind % len(CHALLENGE_KINDS))
        if challenge is not None:
            return challenge
    raise InputError("no challenge was found for this tree; change it first")


def check_challenge_size(run: Run) -> None:
    """Raise InputError if no challenge can be set: the search never cuts, or the tree is large."""
    if not run.applies("cut"):
        raise InputError("challenges are about cuts, so they need a search that cuts")
    paths = [*run.all_paths()]
    leaves = sum(not run.is_inner(path) for path in paths)
    plies = max(map(len, paths))
    if leaves > MAX_TRIED_LEAVES or plies > MAX_EDITED_PLIES:
        limits = f"{MAX_TRIED_LEAVES} leaves and {MAX_EDITED_PLIES} plies"
        raise InputError(f"challenges need a tree of at most {limits}")


def find_challenge(run: Run, kind: int) -> Challenge | None:
    """Return a challenge of a kind for the tree of a run, or None if no solution is found.

    `kind` is an index of `CHALLENGE_KINDS`.
    """
    rule, goal = CHALLENGE_KINDS[kind]
    root = written_tree_of(run)
    # Large trees take longer to search, so fewer changes of them are tried.
    tries = min(MAX_CHALLENGE_TRIES, MAX_EDITED_NODES // len([*root.nodes()]))
    # The tree is the seed, so that the same tree always gets the same challenge.
    dice = random.Random(run.root.text())
    for solution in islice(rule.solutions(run, dice), tries):
        reached = goal(run, search_of_edited_tree(run, solution))
        if reached is not None:
            words, reaches_goal = reached
            wanted = rule.words.format(words)
            return Challenge(
                kind, wanted, rule, start=root, solution=solution, reaches_goal=reaches_goal
            )
    return None


def judge_challenge(challenge: Challenge, run: Run) -> str:
    """Return a challenge in words, and whether the changed tree of `run` meets it."""
    if challenge.is_done(run):
        return f"{challenge.wanted} Done."
    if challenge.is_met(run):
        return f"{challenge.wanted} This is one way."
    if challenge.is_allowed(run):
        return challenge.wanted
    return f"{challenge.wanted} {challenge.rule.refusal}"


PROBABILITY_SIGNS = "/%"
"""The signs that make a number a probability."""


class TreeEditing:
    """A tree that is being changed, with its finished search, a selected node, and challenges.

    Each `action_NAME` changes the tree or selects another node. Where that is impossible, it raises
    ValueError, and nothing changes.
    """

    said = ""
    """The effect of the last change, in words."""
    challenge: Challenge | None = None
    nudged_leaf: MovePath | None = None
    """The leaf that the last change raised or lowered: further steps belong to the same change."""

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
        """Return whether the action with this name would have no effect on the selected node.

        Only a few actions are often without effect. They are tested; False for all other actions.
        """
        branches_of_parent = 1
        if self.at:
            branches_of_parent = len(self.root.at(self.at[:-1]).children)
        match name:
            case "more" | "less":
                # The value of an inner node follows from its leaves, so it cannot be changed.
                return self.run.is_inner(self.at)
            case "remove" | "exchange_before":
                return branches_of_parent == 1
            case "take_back":
                return not self.done
            case "challenge":
                return not self.run.applies("cut")
        return False

    def change(self, root: Node, at: MovePath, *, same_places: bool = False) -> None:
        """Search a changed tree and select a node; InputError if it cannot be searched."""
        # This may raise, so it comes before anything is changed.
        run = search_of_edited_tree(self.run, root)
        self.done.append(self.run)
        self.undone.clear()
        self.nudged_leaf = None
        self.take(run, at, same_places=same_places)

    def take(self, run: Run, at: MovePath, *, same_places: bool = False) -> None:
        """Show the search of another tree, and select a node or its nearest ancestor left."""
        paths = {path for path, _ in written_tree_of(run).paths()}
        while at not in paths:
            at = at[:-1]
        self.said = change_words(self.run, run, same_places=same_places)
        self.run = run
        self.at = at

    def types_odds(self, text: str) -> bool:
        """Return whether the text would be a probability of the selected branch."""
        return self.run.is_inner(self.at) or any(sign in text for sign in PROBABILITY_SIGNS)

    @property
    def is_outcome(self) -> bool:
        """Return whether the selected node is an outcome of chance."""
        return bool(self.at) and self.root.at(self.at[:-1]).probabilities() is not None

    def check_typed(self, text: str) -> None:
        """Raise InputError for a text that the selected node cannot be given."""
        if self.run.is_inner(self.at) and not self.is_outcome:
            raise InputError(
                "this is a branch: its value comes from below; go to a leaf to change it"
            )
        if any(sign in text for sign in PROBABILITY_SIGNS) and not self.is_outcome:
            raise InputError("only a branch below a chance node has a probability")

    def take_typed(self, text: str) -> None:
        """Give the selected leaf the typed value, or the selected branch the typed probability.

        InputError if the text is neither a value nor a probability, or does not suit the selected
        node.
        """
        self.check_typed(text)
        if self.types_odds(text):
            root = editing.with_probability(self.root, self.at, read_probability(text))
        else:
            # A leaf is a tree, so the parser of trees knows every way to write a number.
            value = parse_tree(text).value
            root = editing.with_leaf_value(self.root, self.at, value)
        self.change(root, self.at, same_places=True)

    def nudge(self, by: int) -> None:
        """Add `by` (1 or -1) to the value of the selected leaf."""
        is_same_change = self.nudged_leaf == self.at
        value = self.root.at(self.at).value + by
        root = editing.with_leaf_value(self.root, self.at, value)
        self.change(root, self.at, same_places=True)
        # One undo takes back all steps at the same leaf, so only the run before them is kept.
        if is_same_change:
            self.done.pop()
        self.nudged_leaf = self.at

    action_more = partialmethod(nudge, 1)
    action_less = partialmethod(nudge, -1)

    def exchange(self, by: int) -> None:
        """Swap the selected branch with the one before (-1) or after it (1), and stay with it."""
        root = editing.with_siblings_swapped(self.root, self.at, by)
        self.change(root, (*self.at[:-1], self.at[-1] + by))

    action_exchange_before = partialmethod(exchange, -1)
    action_exchange_after = partialmethod(exchange, 1)

    def action_add_leaf(self) -> None:
        """Add a leaf beside the selected leaf, or below the selected branch, and select it."""
        parent = self.at
        if self.at and not self.run.is_inner(self.at):
            parent = self.at[:-1]
        new_leaf = (*parent, len(self.root.at(parent).children))
        self.change(editing.with_leaf(self.root, parent), new_leaf)

    def action_add_below(self) -> None:
        """Turn the selected leaf into a branch, with its value as a leaf below, and a new one."""
        children = self.root.at(self.at).children
        new_leaf = (*self.at, max(1, len(children)))
        self.change(editing.with_leaf(self.root, self.at), new_leaf)

    def action_remove(self) -> None:
        """Remove the selected branch, and select its next sibling or else the last one."""
        root = editing.without_branch(self.root, self.at)
        parent_path = self.at[:-1]
        last = len(root.at(parent_path).children) - 1
        self.change(root, (*parent_path, min(self.at[-1], last)))

    def sort(self, *, best: bool) -> None:
        """Sort the branches of the selected node by their minimax values.

        If a leaf is selected, the branches of its parent are sorted. With `best`, the best branch
        for the player to move comes first, otherwise the worst branch. A chance node is sorted as
        for MAX.
        """
        path = self.at if self.run.is_inner(self.at) else self.at[:-1]
        # A turn is 0 for MIN, so that at a MIN node the best branch is the least.
        is_sorted_for_max = bool(self.run.turn(path))
        greatest_first = is_sorted_for_max == best
        root = editing.with_children_sorted(
            self.root, path, minimax_value_reader(self.run), greatest=greatest_first
        )
        self.change(root, path)

    action_sort_best = partialmethod(sort, best=True)
    action_sort_worst = partialmethod(sort, best=False)

    def action_take_back(self) -> None:
        """Undo the last change; InputError if nothing was changed."""
        if not self.done:
            raise InputError("nothing has been changed")
        self.nudged_leaf = None
        self.undone.append(self.run)
        self.take(self.done.pop(), self.at)

    def action_change_again(self) -> None:
        """Redo the change undone last; InputError if nothing was undone."""
        if not self.undone:
            raise InputError("nothing was undone")
        self.done.append(self.run)
        self.take(self.undone.pop(), self.at)

    def action_challenge(self) -> None:
        """Set the next challenge for the current tree; InputError if there is none."""
        self.challenge = next_challenge(self.run, self.challenge)

    def action_show_way(self) -> None:
        """Show a tree that meets the challenge, to be undone; InputError without a challenge."""
        if self.challenge is None:
            raise InputError("there is no challenge; <challenge> sets one")
        self.challenge = self.challenge.show()
        self.change(self.challenge.solution, self.at)

    def practice(self) -> Practice:
        """Return an exercise about the tree."""
        task = PracticeTask("your tree", what_to_look_for(""), self.run.recipe.where)
        bounds = self.run.recipe.search.options.get("bounds")
        return Practice(only_task(task), ExerciseRules(bounds=bounds))

    def action_node_above(self) -> None:
        """Select the parent."""
        self.at = self.at[:-1]

    def action_node_below(self) -> None:
        """Select the first child."""
        if self.run.is_inner(self.at):
            self.at = (*self.at, 0)

    def select_sibling(self, by: int) -> None:
        """Select the next node of the same ply, on the left (-1) or right (1)."""
        ply = [path for path, _ in self.root.paths() if len(path) == len(self.at)]
        place = ply.index(self.at) + by
        if 0 <= place < len(ply):
            self.at = ply[place]

    action_node_left = partialmethod(select_sibling, -1)
    action_node_right = partialmethod(select_sibling, 1)


def first_leaf(run: Run) -> MovePath:
    """Return the path to the first leaf, where editing begins."""
    first: MovePath = ()
    while run.is_inner(first):
        first = (*first, 0)
    return first
