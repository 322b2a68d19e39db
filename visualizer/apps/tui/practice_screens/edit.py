"""The screen on which a tree is changed and searched again after each change."""

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
from visualizer.explaining.explanation.english.what_if import describe_tree_node
from visualizer.searching.run import Run
from visualizer.support.errors import InputError
from visualizer.teach.tree_editing import TreeEditing, judge_challenge
from visualizer.trace.rows import MovePath

TYPING_ACTIONS = ("choose_value", "erase_value", "less", "back")
"""Actions that keep the value being typed."""
EDIT_TEXT_LINES = 6
"""Lines for the text above the tree."""
CHALLENGE_LINES = 2
"""Additional lines for a challenge."""
EDIT_INTRODUCTION = (
    "Type a number to change the selected leaf; <more> and <less> raise or lower it. "
    "<exchange_before> and <exchange_after> swap a branch with its neighbour, <add_leaf> adds a "
    "branch, <sort_best> sorts, <challenge> sets a challenge."
)


class EditScreen(EditActions, ExploreScreen):
    """Changes the tree of a search; arrows go from node to node.

    `typed` is the value being typed for the selected leaf.
    """

    place = "edit"
    later_places = ()
    letters = {
        "full_stop": ".",
        "slash": "/",
        "percent_sign": "%",
    } | DIGIT_KEYS

    def __init__(self, run: Run, at: MovePath) -> None:
        """Begin at a node."""
        super().__init__(run, "tree", run.trace.last_step)
        self.editing = TreeEditing(run, at)
        self.editing.change_report = fill_in_keys(EDIT_INTRODUCTION)
        self.typed = ""
        self.last_scene = self.scene.at(selected=at, windows="all")

    def banner_lines(self) -> int:
        """Return the lines of the longest text."""
        if self.editing.challenge is None:
            return EDIT_TEXT_LINES
        return EDIT_TEXT_LINES + CHALLENGE_LINES

    def draw_banner(self, width: int, height: int) -> list[Line]:
        """Draw the challenge, the effects of the last change, and the selected leaf.

        While the user types a new value of the leaf, this value is drawn instead of the leaf.
        """
        tree = self.edited_tree()
        if self.typed:
            leaf_text = self.typing_words(tree)
        else:
            leaf_text = describe_tree_node(tree.run, tree.selected_path)
        challenge_lines = self.challenge_lines(width)
        leaf_lines = wrap_words(spelled_for_widget(self, f"▸ {leaf_text}"), width, "key")[:2]
        message = spelled_for_widget(self, self.session.note or tree.change_report)
        # A long message is cut off, so that the challenge and the leaf are always in sight.
        message_height = height - len(challenge_lines) - len(leaf_lines)
        message_lines = wrap_words(message, width)[:message_height]
        return [*challenge_lines, *message_lines, *leaf_lines]

    def typing_words(self, tree: TreeEditing) -> str:
        """Return the value being typed, with a cursor, and what the next keys do."""
        if tree.types_odds(self.typed):
            effect = "sets this probability, and the other branches keep their proportions"
        elif tree.is_outcome:
            effect = "takes it; / or % make it a probability"
        else:
            effect = "takes it, <less> makes it negative"
        return fill_in_keys(f"{self.typed}▏ <choose_value> {effect}")

    def challenge_lines(self, width: int) -> list[Line]:
        """Return the challenge (a task for the user) and whether it is met.

        Without a challenge, return [].
        """
        challenge = self.editing.challenge
        if challenge is None:
            return []
        run = self.editing.run
        sign = ""
        style = "title"
        if challenge.is_done(run):
            sign = "✓ "
            style = "best"
        elif not challenge.is_allowed(run):
            sign = "! "
        keys = "(<challenge>: another, <show_way>: show me)"
        if challenge.is_met(run):
            keys = "<challenge>: the next one"
        words = fill_in_keys(f"{sign}{judge_challenge(challenge, run)} {keys}")
        return wrap_words(words, width, style)

    def edited_tree(self) -> TreeEditing:
        """Return the tree with the node selected on the screen."""
        self.editing.selected_path = self.scene.selected or ()
        return self.editing

    def is_idle(self, name: str) -> bool:
        """Return whether an action does nothing at the selected node."""
        if super().is_idle(name):
            return True
        return not self.typed and self.edited_tree().is_idle(name)

    def prepare(self, name: str) -> None:
        """Drop the value being typed, unless the action is about it."""
        super().prepare(name)
        if name not in TYPING_ACTIONS:
            self.typed = ""

    def action_back(self) -> None:
        """Drop the value being typed, or go back."""
        if self.typed:
            self.typed = ""
            self.paint()
        else:
            super().action_back()

    def change(self, action: Callable[[TreeEditing], None]) -> None:
        """Change the tree or select another node of it, and show the result."""
        tree = self.edited_tree()
        with errors_with_keys():
            action(tree)
        # A change makes a new run; other actions only move the selection.
        if tree.run is not self.run:
            self.session.show_run(tree.run, tree.run.trace.last_step)
            self.show(selected=tree.selected_path)
        elif tree.selected_path != self.scene.selected:
            self.select(tree.selected_path)

    def action_write(self, letter: str) -> None:
        """Type a letter of a value for the selected leaf."""
        self.session.note = ""
        try:
            self.edited_tree().check_typed(letter)
        except InputError as error:
            self.say(str(error))
        else:
            self.typed = (self.typed + letter)[:MAX_ANSWER_LENGTH]
            self.paint()

    def action_erase_value(self) -> None:
        """Erase the last letter of the value."""
        self.typed = self.typed[:-1]
        self.paint()

    def action_choose_value(self) -> None:
        """Set the selected leaf to the typed value; without one, open the tree in the explorer."""
        typed = self.typed
        self.typed = ""
        if typed:
            self.change(lambda tree: tree.take_typed(typed))
        else:
            self.app.push_screen(ExploreScreen(self.editing.run))

    def action_less(self) -> None:
        """Lower the selected leaf by one. While a value is typed, change its sign instead.

        ValueError if a branch is selected.
        """
        if not self.typed:
            self.change(TreeEditing.action_less)
            return
        if self.typed.startswith("-"):
            self.typed = self.typed[1:]
        else:
            self.typed = f"-{self.typed}"
        self.paint()

    def on_canvas_scrolled(self, message: Canvas.Scrolled) -> None:
        """Raise or lower the selected leaf with the wheel, instead of selecting its sibling."""
        message.prevent_default()
        if message.direction > 0:
            self.perform("less")
        else:
            self.perform("more")

    def on_canvas_picked(self, message: Canvas.Picked) -> None:
        """Drop the value being typed when another node is clicked."""
        self.typed = ""

    def action_challenge(self) -> None:
        """Set the next challenge."""
        self.change(TreeEditing.action_challenge)
        # The challenge takes lines from the tree.
        self.make_room()

    def action_copy_tree(self) -> None:
        """Copy the tree as text."""
        self.copy(self.editing.run.root.text())

    def action_practise_tree(self) -> None:
        """Open the tree as a sheet to fill in."""
        self.app.push_screen(PracticeScreen(self.editing.practice()))

    def action_export_tree(self) -> None:
        """Ask for a file and write the picture on the screen."""
        self.action_export()
