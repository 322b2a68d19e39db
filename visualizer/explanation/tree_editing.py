"""A written tree that is being changed, on the screen or in words: its changes, undone and redone, and challenges."""

from collections.abc import Callable
from functools import partialmethod

from games.tree import editing
from games.tree.node import Node
from games.tree.notation import parse, read_probability
from visualizer.errors import InputError
from visualizer.explanation.challenges import Challenge, next_challenge
from visualizer.explanation.english.tree_changes import change_words
from visualizer.explanation.facts.tree_changes import rewritten, written
from visualizer.explanation.features import searched_wholly
from visualizer.explanation.tasks import Practice, PracticeTask, look_of
from visualizer.run import Run
from visualizer.trace.rows import CHANCE, MovePath

ODDS = "/%"
"""Signs of a probability; a number with one of these is one."""


class TreeEditing:
    """Does the actions that change a tree; each raises ValueError where it cannot be done, and nothing is changed."""

    run: Run
    """The finished search of the tree as it is."""
    said = ""
    """What the last change has done."""
    challenge: Challenge | None = None
    scrubbed: MovePath | None = None
    """The leaf that the last change made more or less: going on with it is one change, which is undone at once."""

    def begin_editing(self) -> None:
        """Begin with nothing to undo."""
        self.done, self.undone = list[Run](), list[Run]()

    @property
    def at(self) -> MovePath:
        """Return the path to the node at hand; NotImplementedError unless a screen or a dialogue knows one."""
        raise NotImplementedError

    show_tree: Callable[[Run, MovePath], None]
    """Shows a tree with a node at hand."""

    @property
    def root(self) -> Node:
        """Return the tree."""
        return written(self.run).node

    def change(self, root: Node, at: MovePath, *, same_places: bool = False) -> None:
        """Search another tree, and show it with a node at hand; InputError for one that cannot be searched."""
        run = rewritten(self.run, root)
        self.done.append(self.run)
        self.undone.clear()
        self.scrubbed = None
        self.take(run, at, same_places=same_places)

    def take(self, run: Run, at: MovePath, *, same_places: bool = False) -> None:
        """Show the search of another tree, with the node at hand, or its nearest ancestor where it is gone."""
        known = {*editing.all_paths(written(run).node)}
        while at not in known:
            at = at[:-1]
        self.said = change_words(self.run, run, same_places=same_places)
        self.show_tree(run, at)

    def types_odds(self, text: str) -> bool:
        """Return whether what is typed is a probability of the branch at hand."""
        return self.run.is_inner(self.at) or any(sign in text for sign in ODDS)

    @property
    def is_outcome(self) -> bool:
        """Return whether chance moves above the node at hand."""
        return bool(self.at) and self.run.turn(self.at[:-1]) == CHANCE

    def check_typed(self, text: str) -> None:
        """Raise InputError for what the node at hand cannot be given."""
        if self.run.is_inner(self.at) and not self.is_outcome:
            raise InputError("this is a branch: its value comes from below; go to a leaf to change it")
        if any(sign in text for sign in ODDS) and not self.is_outcome:
            raise InputError("only a branch below a chance node has a probability")

    def take_typed(self, text: str) -> None:
        """Give the leaf at hand a value, or the branch at hand a probability."""
        self.check_typed(text)
        if self.types_odds(text):
            root = editing.with_probability(self.root, self.at, read_probability(text))
        else:
            root = editing.changed(self.root, self.at, parse(text)[0].value)  # which knows what numbers there are
        self.change(root, self.at, same_places=True)

    def scrub(self, by: int) -> None:
        """Make the leaf at hand more or less by one."""
        goes_on = self.scrubbed == self.at
        value = editing.at(self.root, self.at).value + by
        self.change(editing.changed(self.root, self.at, value), self.at, same_places=True)
        if goes_on:
            self.done.pop()
        self.scrubbed = self.at

    do_more = partialmethod(scrub, 1)
    do_less = partialmethod(scrub, -1)

    def exchange(self, by: int) -> None:
        """Exchange the branch at hand with the one before (-1) or after it (1), and stay with it."""
        self.change(editing.exchanged(self.root, self.at, by), (*self.at[:-1], self.at[-1] + by))

    do_exchange_before = partialmethod(exchange, -1)
    do_exchange_after = partialmethod(exchange, 1)

    def do_add_leaf(self) -> None:
        """Add a leaf beside the leaf at hand, or below the branch at hand, and go to it."""
        path = self.at if self.run.is_inner(self.at) or not self.at else self.at[:-1]
        self.change(editing.with_leaf(self.root, path), (*path, len(editing.at(self.root, path).children)))

    def do_add_below(self) -> None:
        """Make a branch of the leaf at hand, with its value and another below it."""
        count = len(editing.at(self.root, self.at).children)
        self.change(editing.with_leaf(self.root, self.at), (*self.at, max(1, count)))

    def do_remove(self) -> None:
        """Take the branch at hand away."""
        root = editing.without(self.root, self.at)
        parent = editing.at(root, self.at[:-1])
        self.change(root, (*self.at[:-1], min(self.at[-1], len(parent.children) - 1)))

    def sort(self, *, best: bool) -> None:
        """Sort the branches of the node at hand, or of the leaf's parent, by what they are worth.

        The best for who moves there comes first, or the worst; where chance moves, the best for MAX.
        """
        path = self.at if self.run.is_inner(self.at) else self.at[:-1]
        exact = searched_wholly(self.run)
        greatest = bool(self.run.turn(path)) == best
        root = editing.ordered(
            self.root, path, lambda each: exact.trace.value(exact.node_at(each) or 0), greatest=greatest
        )
        self.change(root, path)

    do_sort_best = partialmethod(sort, best=True)
    do_sort_worst = partialmethod(sort, best=False)

    def do_take_back(self) -> None:
        """Undo the last change; InputError if there is none."""
        if not self.done:
            raise InputError("nothing has been changed")
        self.scrubbed = None
        self.undone.append(self.run)
        self.take(self.done.pop(), self.at)

    def do_change_again(self) -> None:
        """Redo what was undone; InputError if nothing was."""
        if not self.undone:
            raise InputError("nothing was taken back")
        self.done.append(self.run)
        self.take(self.undone.pop(), self.at)

    def do_challenge(self) -> None:
        """Set the next challenge for the tree as it is; InputError if there is none."""
        self.challenge = next_challenge(self.run, self.challenge)

    def do_show_way(self) -> None:
        """Show a tree that meets the challenge, which can be undone; InputError without one."""
        if self.challenge is None:
            raise InputError("there is no challenge; c sets one")
        self.challenge = self.challenge.show()
        self.change(self.challenge.solution, self.at)

    def practice(self) -> Practice:
        """Return a practice with the tree."""
        task = PracticeTask("your tree", look_of(""), self.run.recipe.where)
        bounds = self.run.recipe.search.options.get("bounds")
        return Practice(lambda number: None if number else task, bounds=bounds)

    # Going from node to node.

    go_to: Callable[[MovePath], None]
    """Makes another node the one at hand."""

    def do_node_above(self) -> None:
        """Go to the parent."""
        self.go_to(self.at[:-1])

    def do_node_below(self) -> None:
        """Go to the first child."""
        self.go_to((*self.at, 0) if self.run.is_inner(self.at) else self.at)

    def aside(self, by: int) -> None:
        """Go to the next node of the same ply, on the left (-1) or right (1)."""
        ply = [path for path in editing.all_paths(self.root) if len(path) == len(self.at)]
        place = ply.index(self.at) + by
        self.go_to(ply[place] if 0 <= place < len(ply) else self.at)

    do_node_left = partialmethod(aside, -1)
    do_node_right = partialmethod(aside, 1)


def first_leaf(run: Run) -> MovePath:
    """Return the path to the first leaf, where changing begins."""
    first: MovePath = ()
    while run.is_inner(first):
        first = (*first, 0)
    return first
