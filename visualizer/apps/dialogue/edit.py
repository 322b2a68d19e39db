"""A tree to play with, in line mode: leaves are changed, branches exchanged and sorted, and challenges are met."""

from collections.abc import Callable
from contextlib import suppress
from functools import partial

from visualizer.apps.actions import errors_with_keys, fill_in_keys
from visualizer.apps.activities.editing import EditActions
from visualizer.apps.dialogue.dialogue import Dialogue
from visualizer.apps.dialogue.practising import PracticeLines
from visualizer.draw.picture.model import node_sentences, without_unvisited
from visualizer.draw.picture.page.options import PictureOptions
from visualizer.draw.picture.page.tree_page import TreePage
from visualizer.explaining.explanation.english.what_if import leaf_words
from visualizer.explaining.explanation.explainer import NOTHING_VISITED
from visualizer.explaining.explanation.facts.what_if import editable_search
from visualizer.explaining.explanation.naming import Naming
from visualizer.explaining.explanation.standings import label_of_value
from visualizer.searching.run import Run, read_path
from visualizer.support.errors import InputError, as_input_error, print_lines
from visualizer.teach.tree_editing import TreeEditing, first_leaf, judge_challenge
from visualizer.trace.rows import MovePath
from visualizer.trace.tree_at_step import TreeAtStep

MAX_TREE_LINES = 60
"""The tree printed has about n nodes; the rest is folded."""


class EditLines(EditActions, Dialogue):
    """Stands at a node of a tree, changes it, and says what that has done."""

    place = "edit"
    answers = "a number changes the selected leaf (1/3 or 30%: its branch's probability); moves lead to their node"
    explores = False
    """Whether it has ended to let the tree be explored as it is now."""

    def __init__(self, run: Run, at: MovePath, write: Callable[[str], None] = print_lines) -> None:
        """Begin with the tree of a run and a node, the first leaf in place of the root."""
        super().__init__(write)
        self.tree = TreeEditing(editable_search(run), at or first_leaf(run))

    def greet(self) -> None:
        """Say what can be done, what the tree is, and where one stands."""
        moves = " ".join(self.tree.run.names(first_leaf(self.tree.run)))
        self.write(
            f"A tree to play with. Type a number to change the selected leaf, or moves such as {moves} to go to "
            "another node; sort, exchange, add, remove and undo change the tree; challenge sets a task; help lists all."
        )
        self.action_tree()
        self.say_node()

    def obey(self, line: str) -> None:
        """Do what a line says; several moves lead to a node also where the first is a command's letter, too: `C c1`."""
        if self.inner is None and " " in line:
            with suppress(ValueError):
                return self.go_to(read_path(self.tree.run, line))
        return super().obey(line)

    def otherwise(self, line: str) -> None:
        """Take a number as a value or a probability, anything else as moves to a node; InputError for neither."""
        if line[:1].isdecimal() or line[:1] in "-+.−":
            with as_input_error():
                self.tree.take_typed(line.replace("−", "-"))
            self.say_change()
        elif line:
            self.action_go(line)

    def change(self, do: Callable[[TreeEditing], None]) -> None:
        """Do something to the tree, and say what has changed; InputError says why it cannot be done."""
        before = self.tree.run
        with errors_with_keys():
            do(self.tree)
        if self.tree.run is before:
            self.say_node()
        else:
            self.say_change()

    def say_change(self) -> None:
        """Say what a change has done, and where one stands."""
        self.say(self.tree.said)
        self.say_challenge()
        self.say_node()

    def say_challenge(self) -> None:
        """Say what is to be brought about, and whether it is; nothing without a challenge."""
        challenge = self.tree.challenge
        run = self.tree.run
        if challenge is not None:
            if challenge.is_met(run):
                more = "Type challenge for the next one."
            else:
                more = "Type challenge for another, or show to solve it."
            self.say(fill_in_keys(f"{judge_challenge(challenge, run)} {more}"))

    def say_node(self) -> None:
        """Say what the node at hand is, and what else it could be."""
        self.say(leaf_words(self.tree.run, self.tree.at))

    def go_to(self, path: MovePath) -> None:
        """Make another node the one at hand, and say what it is."""
        self.tree.at = path
        self.say_node()

    def action_go(self, moves: str) -> None:
        """Go to the node that moves from the root lead to."""
        if not moves:
            raise InputError(
                "no moves are named; try, for example, `go a1 b1`, or up, down, left and right"
            )
        with as_input_error():
            self.go_to(read_path(self.tree.run, moves))

    def action_challenge(self) -> None:
        """Set the next challenge, and say it."""
        with as_input_error():
            self.tree.action_challenge()
        self.say_challenge()

    def action_tree(self) -> None:
        """List the nodes of the tree, as its search has left them."""
        self.say(describe_tree_nodes(self.tree.run, self.tree.run.trace.last_step))

    def action_copy_tree(self) -> None:
        """Print the tree as text."""
        self.write(self.tree.run.root.text())

    def action_practise_tree(self) -> None:
        """Let the tree be filled in, and come back."""
        self.open_inner(PracticeLines(self.tree.practice(), self.write))

    def come_back(self, inner: Dialogue) -> None:
        """Say again where one stands."""
        self.write("Back to the tree to play with.")
        self.say_node()

    def action_choose_value(self) -> None:
        """Leave the tree, to explore it as it is."""
        self.explores = self.has_ended = True

    def action_back(self) -> None:
        """Go back to where you came from."""
        self.has_ended = True


def describe_tree_nodes(run: Run, step: int) -> str:
    """Return the nodes of the tree as known at a step, in words with signs."""
    naming = Naming(run, TreeAtStep(run.trace, step))
    picture = without_unvisited(
        TreePage(run, PictureOptions(fold=MAX_TREE_LINES, caption="none")).frame(step)
    )
    return (
        "\n".join(node_sentences(picture, run.game, partial(label_of_value, naming)))
        or NOTHING_VISITED
    )
