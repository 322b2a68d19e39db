"""A tree to play with in line mode: change leaves, swap and sort branches, meet challenges."""

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
from visualizer.explaining.explanation.english.what_if import describe_tree_node
from visualizer.explaining.explanation.explainer import NOTHING_VISITED
from visualizer.explaining.explanation.facts.what_if import repeatable_search
from visualizer.explaining.explanation.naming import Naming
from visualizer.explaining.explanation.standings import label_of_value
from visualizer.searching.run import Run, read_path
from visualizer.support.errors import InputError, as_input_error, print_lines
from visualizer.teach.tree_editing import TreeEditing, first_leaf, judge_challenge
from visualizer.trace.rows import MovePath
from visualizer.trace.tree_at_step import TreeAtStep

MAX_TREE_LINES = 60
"""The tree is printed with about so many nodes, and the rest is folded."""


class EditLines(EditActions, Dialogue):
    """Changes a tree at the selected node, and describes the effect."""

    screen = "edit"
    answers = (
        "a number changes the selected leaf (1/3 or 30%: its branch's probability); moves lead to "
        "their node"
    )
    explores = False
    """Whether the dialogue has ended so that the edited tree can be explored."""

    def __init__(
        self, run: Run, path: MovePath, write: Callable[[str], None] = print_lines
    ) -> None:
        """Select the node at `path` in the tree of a run; for the root, (), the first leaf."""
        super().__init__(write)
        self.tree = TreeEditing(repeatable_search(run), path or first_leaf(run))

    def greet(self) -> None:
        """Introduce the commands, the tree and the selected node."""
        moves = " ".join(self.tree.run.names(first_leaf(self.tree.run)))
        self.write(
            "A tree to play with. Type a number to change the selected leaf, or moves such as "
            f"{moves} to go to another node; sort, exchange, add, remove and undo change the "
            "tree; challenge sets a task; help lists all."
        )
        self.action_tree()
        self.say_node()

    def obey(self, line: str) -> None:
        """Carry out a line; several moves, as in `C c1`, always lead to a node."""
        # The first move may look like a command, but commands here are single words.
        if self.inner is None and " " in line:
            with suppress(ValueError):
                self.go_to(read_path(self.tree.run, line))
                return
        super().obey(line)

    def handle_other_line(self, line: str) -> None:
        """Set the selected node's value to a typed number, or select the node at the typed moves.

        InputError for a line that is neither a number nor moves.
        """
        # A text that begins like a number is a value, even if a move has such a name.
        begins_like_number = line[:1].isdecimal() or line[:1] in "-+.−"
        if begins_like_number:
            with as_input_error():
                self.tree.take_typed(line.replace("−", "-"))
            self.say_change()
        elif line:
            self.action_go(line)

    def change(self, edit: Callable[[TreeEditing], None]) -> None:
        """Call `edit`, which changes the tree or the selection, and describe what has changed.

        InputError if the change is not possible.
        """
        run_before = self.tree.run
        with errors_with_keys():
            edit(self.tree)
        # A changed tree has a new run; another selected node leaves the run as it is.
        if self.tree.run is run_before:
            self.say_node()
        else:
            self.say_change()

    def say_change(self) -> None:
        """Describe the effect of a change, and the selected node."""
        self.say(self.tree.change_report)
        self.say_challenge()
        self.say_node()

    def say_challenge(self) -> None:
        """Print the latest challenge, if there is one, and whether the tree now meets it."""
        challenge = self.tree.challenge
        if challenge is None:
            return
        # A challenge stays until the next one, even once it is met.
        advice = "Type challenge for another, or show to solve it."
        if challenge.is_met(self.tree.run):
            advice = "Type challenge for the next one."
        self.say(fill_in_keys(f"{judge_challenge(challenge, self.tree.run)} {advice}"))

    def say_node(self) -> None:
        """Describe the selected node, and the effect that other values would have."""
        self.say(describe_tree_node(self.tree.run, self.tree.selected_path))

    def go_to(self, path: MovePath) -> None:
        """Select another node, and describe it."""
        self.tree.selected_path = path
        self.say_node()

    def action_go(self, moves: str) -> None:
        """Select a node by the moves that lead to it."""
        if not moves:
            raise InputError(
                "no moves are named; try, for example, `go a1 b1`, or up, down, left and right"
            )
        with as_input_error():
            self.go_to(read_path(self.tree.run, moves))

    def action_challenge(self) -> None:
        """Set the next challenge, and state it."""
        with as_input_error():
            self.tree.action_challenge()
        self.say_challenge()

    def action_tree(self) -> None:
        """List the nodes of the tree at the end of its search."""
        self.say(describe_tree_nodes(self.tree.run, self.tree.run.trace.last_step))

    def action_copy_tree(self) -> None:
        """Print the tree as text."""
        self.write(self.tree.run.root.text())

    def action_practise_tree(self) -> None:
        """Open an exercise about the tree."""
        self.open_inner(PracticeLines(self.tree.practice(), self.write))

    def resume_after(self, inner: Dialogue) -> None:
        """Describe the selected node again."""
        self.write("Back to the tree to play with.")
        self.say_node()

    def action_choose_value(self) -> None:
        """Leave the dialogue, and explore the edited tree."""
        self.explores = True
        self.has_ended = True

    def action_back(self) -> None:
        """Go back to the dialogue that opened this one."""
        self.has_ended = True


def describe_tree_nodes(run: Run, step: int) -> str:
    """List the nodes of the tree as known at a step, in words with signs."""
    naming = Naming(run, TreeAtStep(run.trace, step))
    options = PictureOptions(fold=MAX_TREE_LINES, caption="none")
    picture = without_unvisited(TreePage(run, options).frame(step))
    sentences = node_sentences(picture, run.game, partial(label_of_value, naming))
    return "\n".join(sentences) or NOTHING_VISITED
