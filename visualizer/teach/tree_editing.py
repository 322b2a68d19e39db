"""Editing a written tree, on the screen or in words: changes, undo and redo, and challenges."""

import random
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import partialmethod
from itertools import islice

from games import Turn, turn_of
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
"""The most nodes, about, that all these trees have together."""
MAX_EDITED_PLIES = 20


@dataclass(frozen=True, slots=True)
class EditRule:
    """How a challenge allows a tree to be changed."""

    words: str
    """The task, with `{}` for the goal."""
    allows: Callable[[Node, Node], bool]
    """Returns whether the first tree may be changed into the second."""
    refusal: str
    """What to say if a change is not allowed."""
    solutions: Callable[[Run, random.Random], Iterator[Node]]
    """Yields changed trees that may reach the goal, some of them at random."""


@dataclass(frozen=True, slots=True)
class Challenge:
    """A goal to reach by changing a tree in the way that `rule` allows.

    `solution` is a tree that reaches the goal. `shown` is the text of the solution once a person
    has seen it, "" before.
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
        """Return whether a changed tree meets the challenge, and is not just the shown solution."""
        return self.is_met(run) and run.root.text() != self.shown

    def is_met(self, run: Run) -> bool:
        """Return whether a changed tree meets the challenge by changes that are allowed."""
        return self.is_allowed(run) and self.reaches_goal(run)

    def is_allowed(self, run: Run) -> bool:
        """Return whether the changes to the tree are allowed."""
        return self.rule.allows(self.start, written_tree_of(run))


RunTest = Callable[[Run], bool]

Goal = Callable[[Run, Run], tuple[str, RunTest] | None]
"""Takes the runs before and after a change of the tree, and says what the change has reached.

Returns None if the change has not reached the goal. Otherwise returns the words for what was
reached, and a test whether another run reaches the same.
"""


def count_leaves(run: Run) -> int:
    """Return how many leaves a finished search has visited."""
    return visit_counts(TreeAtStep(run.trace)).leaves


def fewer_leaves_goal(before: Run, after: Run) -> tuple[str, RunTest] | None:
    """Return `only 3 leaves are visited`, and a test whether another run visits no more leaves.

    None if the search does not visit fewer leaves than before. This function is a `Goal`.
    """
    leaves = count_leaves(after)
    if leaves >= count_leaves(before):
        return None
    words = f"only {count_in_words(leaves, 'leaf is', 'leaves are')} visited"
    return words, lambda run: count_leaves(run) <= leaves


def new_property_goal(words: str, has_property: RunTest) -> Goal:
    """Return the goal that a search gains a property; `words` name the property.

    A change reaches the goal if the search has the property after the change, but not before.
    """

    def goal(before: Run, after: Run) -> tuple[str, RunTest] | None:
        is_gained = has_property(after) and not has_property(before)
        if not is_gained:
            return None
        return words, has_property

    return goal


def order_free_tree(node: Node) -> str:
    """Return a string that is equal for two trees if they differ only in the order of branches.

    Branches of a chance node are moved together with their probabilities.
    """
    if not node.children:
        return repr(float(node.value))
    probabilities = node.probabilities()
    branches = []
    for move, child in enumerate(node.children):
        probability = probabilities[move] if probabilities else ""
        branches.append(f"{probability}:{order_free_tree(child)}")
    return f"{turn_of(node)}[{','.join(sorted(branches))}]"


def differs_in_one_leaf(first: Node, second: Node) -> bool:
    """Return whether two trees are equal except for the value of at most one leaf."""
    if tree_shape(first) != tree_shape(second):
        return False
    pairs = zip(leaf_values(first), leaf_values(second), strict=True)
    return sum(value != other_value for value, other_value in pairs) <= 1


def tree_shape(root: Node) -> list[object]:
    """Return everything about a tree except the values of leaves, to compare shapes of trees.

    This is a list of the paths of all nodes. An inner node also has its turn and probabilities.
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

    The first tree has the best branch for the mover first everywhere, the second tree the worst.
    Then each pair of neighbours is swapped in turn. Finally, all branches are shuffled, several
    times.
    """
    # From the bottom up, since sorting the branches of a node changes all paths below the node.
    inner_paths = sorted(filter(run.is_inner, run.all_paths()), key=len, reverse=True)
    yield sorted_tree(run, inner_paths, best_first=True)
    yield sorted_tree(run, inner_paths, best_first=False)
    for path in inner_paths:
        for index in range(len(run.child_paths(path)) - 1):
            branch = (*path, index)
            yield with_siblings_swapped(written_tree_of(run), branch, 1)
    for _ in range(MAX_CHALLENGE_TRIES):
        yield shuffled_tree(run, inner_paths, dice)


def sorted_tree(run: Run, inner_paths: Sequence[MovePath], *, best_first: bool) -> Node:
    """Return the tree of a run with the best branch for the mover first, or the worst first."""
    value_of = minimax_value_reader(run)
    root = written_tree_of(run)
    for path in inner_paths:
        # The best value is the greatest at a MAX node, and the least at a MIN node.
        greatest_first = run.position(path).maximizing == best_first
        root = with_children_sorted(root, path, value_of, greatest=greatest_first)
    return root


def shuffled_tree(run: Run, inner_paths: Sequence[MovePath], dice: random.Random) -> Node:
    """Return the tree of a run with the branches of some inner nodes in random order."""
    root = written_tree_of(run)
    for path in inner_paths:
        # Sorting by random numbers shuffles the branches.
        root = with_children_sorted(root, path, lambda child: dice.random(), greatest=True)
    return root


def trees_with_changed_leaf(run: Run, dice: random.Random) -> Iterator[Node]:
    """Yield trees in which one visited leaf has another value; the trees come in random order.

    The new value is another leaf's value, the least value minus 1, or the greatest value plus 1. It
    stays within the limits of leaf values that the search assumes.
    """
    root = written_tree_of(run)
    # Leaves near the root come first. Another order would change what the dice choose.
    nodes = sorted(root.paths(), key=lambda entry: len(entry[0]))
    values = {path: node.value for path, node in nodes if not node.children}
    candidates = candidate_values([*values.values()], run.trace.limits)

    # Changing a leaf that the search skips would have no effect.
    visited = [path for path in values if run.node_at(path) is not None]
    changes = [(path, value) for path in visited for value in candidates if value != values[path]]
    for path, value in dice.sample(changes, len(changes)):
        yield with_leaf_value(root, path, value)


def candidate_values(values: Sequence[float], limits: tuple[float, float]) -> list[float]:
    """Return the leaf values, one value below and one above them all, if the limits allow them."""
    lowest, highest = limits
    below_all = max(lowest, min(values) - 1)
    above_all = min(highest, max(values) + 1)
    return sorted({*values, below_all, above_all})


def trees_towards_deep_cuts(run: Run, dice: random.Random) -> Iterator[Node]:
    """Yield trees that are changed so that a deep cut is likely.

    The bound of a deep cut was set by an ancestor at least three plies above the cut. Each node on
    the leftmost path, which the search always visits, is tried as this ancestor. Its earlier
    branches set the bound; below a later branch, a node gets a value that is 1 worse.
    """
    # Below a chance node, α and β start anew, so the bound of a cut never comes from far above.
    if run.has_chance:
        return
    value_of = minimax_value_reader(run)
    ancestor: MovePath = ()
    while run.is_inner(ancestor):
        maximizing = run.position(ancestor).maximizing
        best_of = max if maximizing else min
        worse_by_one = -1 if maximizing else 1
        branches = run.child_paths(ancestor)
        for index, branch in enumerate(branches[1:], 1):
            bound = best_of(map(value_of, branches[:index]))
            three_plies_below = (*branch, 0, 0, 0)
            yield _with_leaf_values(run, three_plies_below, bound + worse_by_one)
        ancestor = branches[0]


def _with_leaf_values(run: Run, path: MovePath, value: float) -> Node:
    """Return a run's tree with all leaves at or below a path changed to the same value."""
    root = written_tree_of(run)
    for leaf, node in root.paths():
        if not node.children and leaf[: len(path)] == path:
            root = with_leaf_value(root, leaf, value)
    return root


ONLY_BY_ORDER = "Change only the order for this; <take_back> takes a change back."
ONLY_BY_LEAF = "Change only one leaf for this; <take_back> takes a change back."
REORDER_RULE = EditRule(
    "Reorder until {}.",
    lambda first, second: order_free_tree(first) == order_free_tree(second),
    ONLY_BY_ORDER,
    reordered_trees,
)
ONE_LEAF_RULE = EditRule(
    "Change one leaf so that {}.", differs_in_one_leaf, ONLY_BY_LEAF, trees_with_changed_leaf
)
ANY_CHANGE_RULE = EditRule("Make {}.", lambda first, second: True, "", trees_towards_deep_cuts)
NO_CUT_GOAL = new_property_goal("nothing is cut", lambda run: not run.trace.cuts)
DEEP_CUT_GOAL = new_property_goal("a deep cut", has_deep_cut)
CHALLENGE_KINDS: tuple[tuple[EditRule, Goal], ...] = (
    (REORDER_RULE, fewer_leaves_goal),
    (ONE_LEAF_RULE, NO_CUT_GOAL),
    (ANY_CHANGE_RULE, DEEP_CUT_GOAL),
    (REORDER_RULE, NO_CUT_GOAL),
    (ONE_LEAF_RULE, fewer_leaves_goal),
)
"""The kinds of challenges in the order in which they are set."""


def next_challenge(run: Run, before: Challenge | None = None) -> Challenge:
    """Return a challenge for the tree of a run, of the next kind after `before`.

    After the last kind comes the first. A kind that is impossible for this tree is left out.
    InputError if all kinds are impossible, or if the tree is too large.
    """
    check_challenge_size(run)
    first_kind = 0 if before is None else before.kind + 1
    for kind in range(first_kind, first_kind + len(CHALLENGE_KINDS)):
        challenge = find_challenge(run, kind % len(CHALLENGE_KINDS))
        if challenge is not None:
            return challenge
    raise InputError("no challenge was found for this tree; change it first")


def check_challenge_size(run: Run) -> None:
    """Raise InputError for a search that never cuts, or for a tree too large for challenges."""
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
    # A larger tree takes longer to search, so fewer changes of the tree are tried.
    tries = min(MAX_CHALLENGE_TRIES, MAX_EDITED_NODES // len([*root.nodes()]))
    # The tree is the seed, so that the same tree always gets the same challenge.
    dice = random.Random(run.root.text())
    for candidate in islice(rule.solutions(run, dice), tries):
        words_and_test = goal(run, search_of_edited_tree(run, candidate))
        if words_and_test is not None:
            goal_words, reaches_goal = words_and_test
            wanted = rule.words.format(goal_words)
            return Challenge(
                kind, wanted, rule, start=root, solution=candidate, reaches_goal=reaches_goal
            )
    return None


def judge_challenge(challenge: Challenge, run: Run) -> str:
    """Return what a challenge asks for, and whether the changed tree of `run` achieves it."""
    if challenge.is_done(run):
        return f"{challenge.wanted} Done."
    # The tree is the solution that the program has shown.
    if challenge.is_met(run):
        return f"{challenge.wanted} This is one way."
    # The person may still reach the goal from this tree.
    if challenge.is_allowed(run):
        return challenge.wanted
    return f"{challenge.wanted} {challenge.rule.refusal}"


PROBABILITY_SIGNS = "/%"
"""The signs that make a number a probability."""


class TreeEditing:
    """A tree that is being changed, with its finished search, a selected node, and challenges.

    Each method `action_NAME` changes the tree or selects another node. If this is impossible, it
    raises ValueError and changes nothing.
    """

    change_report = ""
    """The effect of the last change, in words."""
    challenge: Challenge | None = None
    nudged_leaf: MovePath | None = None
    """The leaf whose value the last change has raised or lowered; None after any other change."""

    def __init__(self, run: Run, at: MovePath) -> None:
        """Begin at a node, with nothing to undo."""
        self.run = run
        self.selected_path = at
        self.undo_runs = list[Run]()
        self.redo_runs = list[Run]()

    @property
    def root(self) -> Node:
        """Return the tree."""
        return written_tree_of(self.run)

    @property
    def branch(self) -> MovePath:
        """Return the path to the selected inner node, or to the parent of the selected leaf."""
        if self.run.is_inner(self.selected_path):
            return self.selected_path
        return self.selected_path[:-1]

    def is_idle(self, name: str) -> bool:
        """Return whether an action is known to have no effect on the selected node.

        Only the actions that often have no effect are checked; for others, the result is False.
        """
        branches_of_parent = 1
        if self.selected_path:
            branches_of_parent = len(self.root.at(self.selected_path[:-1]).children)
        match name:
            case "more" | "less":
                # The value of an inner node follows from the leaves below it.
                return self.run.is_inner(self.selected_path)
            case "remove" | "exchange_before":
                return branches_of_parent == 1
            case "take_back":
                return not self.undo_runs
            case "challenge":
                return not self.run.applies("cut")
        return False

    def change(self, root: Node, at: MovePath, *, same_places: bool = False) -> None:
        """Search a changed tree and select a node; InputError if it cannot be searched."""
        # This may raise InputError; nothing must be changed before.
        run = search_of_edited_tree(self.run, root)
        self.undo_runs.append(self.run)
        self.redo_runs.clear()
        self.nudged_leaf = None
        self.take(run, at, same_places=same_places)

    def take(self, run: Run, at: MovePath, *, same_places: bool = False) -> None:
        """Show the search of another tree, and select a node, or its nearest existing ancestor."""
        paths = {path for path, _ in written_tree_of(run).paths()}
        while at not in paths:
            at = at[:-1]
        self.change_report = change_words(self.run, run, same_places=same_places)
        self.run = run
        self.selected_path = at

    def types_odds(self, text: str) -> bool:
        """Return whether a typed string is a probability of the selected branch."""
        return self.run.is_inner(self.selected_path) or any(
            sign in text for sign in PROBABILITY_SIGNS
        )

    @property
    def is_outcome(self) -> bool:
        """Return whether the selected node is an outcome of chance."""
        return (
            bool(self.selected_path)
            and self.root.at(self.selected_path[:-1]).probabilities() is not None
        )

    def check_typed(self, text: str) -> None:
        """Raise InputError if a string cannot be typed at the selected node."""
        if self.run.is_inner(self.selected_path) and not self.is_outcome:
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
            root = editing.with_probability(self.root, self.selected_path, read_probability(text))
        else:
            # A number is a tree with a single leaf, so the parser of trees can read it.
            value = parse_tree(text).value
            root = editing.with_leaf_value(self.root, self.selected_path, value)
        self.change(root, self.selected_path, same_places=True)

    def nudge(self, by: int) -> None:
        """Add `by` (1 or -1) to the value of the selected leaf."""
        was_nudged_before = self.nudged_leaf == self.selected_path
        value = self.root.at(self.selected_path).value + by
        root = editing.with_leaf_value(self.root, self.selected_path, value)
        self.change(root, self.selected_path, same_places=True)
        # One undo takes back all nudges of a leaf: drop the run to which it would otherwise return.
        if was_nudged_before:
            self.undo_runs.pop()
        self.nudged_leaf = self.selected_path

    action_more = partialmethod(nudge, 1)
    action_less = partialmethod(nudge, -1)

    def exchange(self, by: int) -> None:
        """Swap the selected branch with its left (-1) or right (1) neighbour; it stays selected."""
        root = editing.with_siblings_swapped(self.root, self.selected_path, by)
        self.change(root, (*self.selected_path[:-1], self.selected_path[-1] + by))

    action_exchange_before = partialmethod(exchange, -1)
    action_exchange_after = partialmethod(exchange, 1)

    def action_add_leaf(self) -> None:
        """Add a leaf next to the selected leaf, or below the selected branch, and select it."""
        new_leaf = (*self.branch, len(self.root.at(self.branch).children))
        self.change(editing.with_leaf(self.root, self.branch), new_leaf)

    def action_add_below(self) -> None:
        """Turn the selected leaf into a branch with two leaves: one has its value, one is new."""
        children = self.root.at(self.selected_path).children
        new_leaf = (*self.selected_path, max(1, len(children)))
        self.change(editing.with_leaf(self.root, self.selected_path), new_leaf)

    def action_remove(self) -> None:
        """Remove the selected branch, and select its next sibling, or the last sibling."""
        root = editing.without_branch(self.root, self.selected_path)
        parent_path = self.selected_path[:-1]
        last = len(root.at(parent_path).children) - 1
        self.change(root, (*parent_path, min(self.selected_path[-1], last)))

    def sort(self, *, best_first: bool) -> None:
        """Sort the branches of the selected node, or of the parent of the selected leaf.

        Branches are sorted by their minimax values: the best for the player to move comes first, or
        else the worst. At a chance node, the greatest value counts as the best.
        """
        path = self.branch
        greatest_is_best = self.run.turn(path) != Turn.MIN
        greatest_first = greatest_is_best == best_first
        root = editing.with_children_sorted(
            self.root, path, minimax_value_reader(self.run), greatest=greatest_first
        )
        self.change(root, path)

    action_sort_best = partialmethod(sort, best_first=True)
    action_sort_worst = partialmethod(sort, best_first=False)

    def action_take_back(self) -> None:
        """Undo the last change; InputError if there is no change to undo."""
        if not self.undo_runs:
            raise InputError("nothing has been changed")
        self.nudged_leaf = None
        self.redo_runs.append(self.run)
        self.take(self.undo_runs.pop(), self.selected_path)

    def action_change_again(self) -> None:
        """Redo the change undone last; InputError if nothing was undone."""
        if not self.redo_runs:
            raise InputError("nothing was undone")
        self.undo_runs.append(self.run)
        self.take(self.redo_runs.pop(), self.selected_path)

    def action_challenge(self) -> None:
        """Set the next challenge for the current tree; InputError if there is none."""
        self.challenge = next_challenge(self.run, self.challenge)

    def action_show_way(self) -> None:
        """Change the tree into a solution of the challenge; InputError without a challenge."""
        if self.challenge is None:
            raise InputError("there is no challenge; <challenge> sets one")
        self.challenge = self.challenge.show()
        self.change(self.challenge.solution, self.selected_path)

    def practice(self) -> Practice:
        """Return an exercise about the tree."""
        task = PracticeTask("your tree", what_to_look_for(""), self.run.recipe.where)
        bounds = self.run.recipe.search.options.get("bounds")
        return Practice(only_task(task), ExerciseRules(bounds=bounds))

    def action_node_above(self) -> None:
        """Select the parent."""
        self.selected_path = self.selected_path[:-1]

    def action_node_below(self) -> None:
        """Select the first child."""
        if self.run.is_inner(self.selected_path):
            self.selected_path = (*self.selected_path, 0)

    def select_sibling(self, by: int) -> None:
        """Select the next node at the same ply, on the left (-1) or on the right (1), if any."""
        paths = [path for path, _ in self.root.paths() if len(path) == len(self.selected_path)]
        index = paths.index(self.selected_path) + by
        if 0 <= index < len(paths):
            self.selected_path = paths[index]

    action_node_left = partialmethod(select_sibling, -1)
    action_node_right = partialmethod(select_sibling, 1)


def first_leaf(run: Run) -> MovePath:
    """Return the path to the leftmost leaf, where editing begins."""
    path: MovePath = ()
    while run.is_inner(path):
        path = (*path, 0)
    return path
