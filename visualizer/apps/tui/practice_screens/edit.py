"""A tree to play with: leaves are changed, branches exchanged, sorted, added and taken away; it is searched anew."""

from collections.abc import Callable

from visualizer.apps.actions import errors_with_keys, fill_in_keys
from visualizer.apps.activities.editing import EditActions
from visualizer.apps.tui.cells.styled_lines import Line, wrap_words
from visualizer.apps.tui.practice_screens.screens import (
    DIGIT_KEYS,
    MAX_ANSWER_LENGTH,
    PracticeScreen,
)
from visualizer.apps.tui.screens.explore import ExploreScreen
from visualizer.apps.tui.terminal.ascii_looks import spelled_for_widget
from visualizer.apps.tui.widgets import Canvas
from visualizer.explaining.explanation.english.what_if import leaf_words
from visualizer.searching.run import Run
from visualizer.support.errors import InputError
from visualizer.teach.tree_editing import TreeEditing, judge_challenge
from visualizer.trace.rows import MovePath

TYPING_ACTIONS = ("choose_value", "erase_value", "less", "back")
"""What belongs to a value that is typed."""
MIN_TREE_ROWS = 6
EDIT_ROWS = 2
"""Lines of what is said above the tree, with the line below it; and more of them with a challenge."""
EDIT_INTRODUCTION = (
    "Type a number to change the selected leaf; <more> and <less> raise or lower it. <exchange_before> and "
    "<exchange_after> swap a branch with its neighbour, <add_leaf> adds a branch, <sort_best> sorts, <challenge> "
    "sets a challenge."
)


class EditScreen(EditActions, ExploreScreen):
    """Changes the tree of the search that is shown; arrows go from node to node."""

    place = "edit"
    also = ()
    letters = {"full_stop": ".", "slash": "/", "percent_sign": "%"} | DIGIT_KEYS

    def __init__(self, run: Run, at: MovePath) -> None:
        """Begin at a node."""
        super().__init__(run, "tree", run.trace.last_step)
        self.editing = TreeEditing(run, at)
        self.editing.said = fill_in_keys(EDIT_INTRODUCTION)
        self.typed = ""
        self.drawn = self.scene.at(selected=at, windows="all")

    def told_lines(self) -> int:
        """Return as many lines as the longest sentences take."""
        return MIN_TREE_ROWS + EDIT_ROWS * (self.editing.challenge is not None)

    def draw_told(self, width: int, height: int) -> list[Line]:
        """Say what the last change did, and of the node at hand when it matters."""
        tree = self.tree_at_hand()
        about = leaf_words(tree.run, tree.at)
        if self.typed:
            does = (
                "takes it; / or % make it a probability"
                if tree.is_outcome
                else "takes it, <less> makes it negative"
            )
            if tree.types_odds(self.typed):
                does = "sets this probability, and the other branches keep their proportions"
            about = fill_in_keys(f"{self.typed}▏ <choose_value> {does}")
        wanted = self.challenge_lines(width)
        below = wrap_words(spelled_for_widget(self, f"▸ {about}"), width, "key")[:2]
        said = wrap_words(spelled_for_widget(self, self.session.note or tree.said), width)
        return [*wanted, *said[: height - len(wanted) - len(below)], *below]

    def challenge_lines(self, width: int) -> list[Line]:
        """Return the challenge, and whether it is met; nothing without one."""
        challenge = self.editing.challenge
        run = self.editing.run
        if challenge is None:
            return []
        if challenge.is_allowed(run):
            sign = ""
        else:
            sign = "! "
        style = "title"
        if challenge.is_done(run):
            sign = "✓ "
            style = "best"
        if challenge.is_met(run):
            more = "<challenge>: the next one"
        else:
            more = "(<challenge>: another, <show_way>: show me)"
        return wrap_words(
            fill_in_keys(f"{sign}{judge_challenge(challenge, run)} {more}"), width, style
        )

    def tree_at_hand(self) -> TreeEditing:
        """Return the tree, with the node at hand that is selected."""
        self.editing.at = self.scene.selected or ()
        return self.editing

    # Changing.

    def is_idle(self, name: str) -> bool:
        """Return whether an action cannot be done to the node at hand, or there is nothing to undo."""
        is_idle = not self.typed and self.tree_at_hand().is_idle(name)
        return is_idle or super().is_idle(name)

    def prepare(self, name: str) -> None:
        """Forget what is typed, unless the action is about it."""
        super().prepare(name)
        if name not in TYPING_ACTIONS:
            self.typed = ""

    def action_back(self) -> None:
        """Forget what is typed, or go back."""
        if self.typed:
            self.typed = ""
            self.paint()
        else:
            super().action_back()

    def change(self, do: Callable[[TreeEditing], None]) -> None:
        """Do something to the tree or go to another node of it, and show that."""
        tree = self.tree_at_hand()
        with errors_with_keys():
            do(tree)
        if tree.run is not self.run:
            self.session.stand(tree.run, tree.run.trace.last_step)
            self.show(selected=tree.at)
        elif tree.at != self.scene.selected:
            self.select(tree.at)

    def action_write(self, letter: str) -> None:
        """Begin to type a value for the leaf at hand, or go on with it."""
        self.session.note = ""
        try:
            self.tree_at_hand().check_typed(letter)
        except InputError as error:
            self.say(str(error))
        else:
            self.typed = (self.typed + letter)[:MAX_ANSWER_LENGTH]
            self.paint()

    def action_erase_value(self) -> None:
        """Take back a letter of the value that is typed."""
        self.typed = self.typed[:-1]
        self.paint()

    def action_choose_value(self) -> None:
        """Give the leaf at hand the value that was typed; without one, open the tree in the explorer."""
        typed = self.typed
        self.typed = ""
        if typed:
            self.change(lambda tree: tree.take_typed(typed))
        else:
            self.app.push_screen(ExploreScreen(self.editing.run))

    def action_less(self) -> None:
        """Make the leaf at hand less by one, or a value that is typed negative; ValueError at a branch."""
        if not self.typed:
            self.change(TreeEditing.action_less)
            return
        if self.typed.startswith("-"):
            self.typed = self.typed[1:]
        else:
            self.typed = f"-{self.typed}"
        self.paint()

    def on_canvas_scrolled(self, message: Canvas.Scrolled) -> None:
        """Make the leaf at hand more or less by the wheel, in place of going to its sibling."""
        message.prevent_default()
        self.perform("less" if message.direction > 0 else "more")

    def on_canvas_picked(self, message: Canvas.Picked) -> None:
        """Forget what is typed when another node is clicked."""
        self.typed = ""

    def action_challenge(self) -> None:
        """Set the next challenge."""
        self.change(TreeEditing.action_challenge)
        self.make_room()

    # Using.

    def action_copy_tree(self) -> None:
        """Copy the tree as text."""
        self.copy(self.editing.run.root.text())

    def action_practise_tree(self) -> None:
        """Open the tree as a sheet to fill in."""
        self.app.push_screen(PracticeScreen(self.editing.practice()))

    def action_export_tree(self) -> None:
        """Ask for a file and write what is seen."""
        self.action_export()
