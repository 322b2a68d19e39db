"""A tree to play with: leaves are changed, branches exchanged, sorted, added and taken away; it is searched anew."""

from collections.abc import Mapping
from functools import partialmethod
from typing import ClassVar

from visualizer.errors import InputError
from visualizer.exercises.tree_editing import TreeEditing, judgement
from visualizer.explanation.english.tree_changes import leaf_words
from visualizer.run import Run
from visualizer.trace.rows import MovePath
from visualizer.tui.cells.styled_lines import Line, wrapped
from visualizer.tui.practice_screens.screen import PracticeScreen
from visualizer.tui.practice_screens.tree_screen import LONGEST, NUMBERS
from visualizer.tui.screens.asking import copied, do_export
from visualizer.tui.screens.explore import ExploreScreen
from visualizer.tui.terminal.ascii_looks import spelled
from visualizer.tui.widgets import Canvas

TYPING = ("choose_value", "erase_value", "less")
"""What belongs to a value that is typed."""
ODDS_KEYS = {"slash": "/", "percent_sign": "%"}
"""What keys write of a probability."""
PROBABLE = "{typed}▏ enter makes the branch so probable, and the others keep their proportions"
HEIGHT, MORE = 6, 2
"""Lines of what is said above the tree, with the line below it; and more of them with a challenge."""
BEGIN = (
    "Type a number to change the leaf at hand, + and − make it more or less; < and > exchange a branch with its "
    "neighbour, a adds one, s sorts. c sets a challenge."
)


class EditScreen(TreeEditing, ExploreScreen):
    """Shows the finished search of a tree that is being changed; arrows go from node to node."""

    place = "edit"
    letters: ClassVar[Mapping[str, str]] = {key: sign for key, sign in NUMBERS.items() if key != "minus"} | ODDS_KEYS

    def __init__(self, run: Run, at: MovePath) -> None:
        """Show a search that has finished, with a node at hand."""
        super().__init__(run, "tree", run.trace.last_step)
        self.begin_editing()
        self.said, self.typed = BEGIN, ""
        self.scene = self.scene.at(selected=at, windows="all")

    def told_lines(self) -> int:
        """Return as many lines as the longest sentences take."""
        return HEIGHT + MORE * (self.challenge is not None)

    def draw_told(self, width: int, height: int) -> list[Line]:
        """Say what the last change did, and of the node at hand when it matters."""
        note = self.playback.note or self.said
        about = leaf_words(self.run, self.at)
        if self.typed:
            negative = "; / or % make it a probability" if self.is_outcome else ", − makes it negative"
            is_odds = self.types_odds(self.typed)
            about = PROBABLE.format(typed=self.typed) if is_odds else f"{self.typed}▏ enter takes it{negative}"
        wanted, below = challenge_lines(self, width), wrapped(spelled(self, f"▸ {about}"), width, "key")[:2]
        return [*wanted, *wrapped(spelled(self, note), width, "text")[: height - len(wanted) - len(below)], *below]

    @property
    def at(self) -> MovePath:
        """Return the path to the node at hand."""
        return self.scene.selected or ()

    # Changing.

    def show_tree(self, run: Run, at: MovePath) -> None:
        """Show a tree with a node at hand."""
        self.scene, self.playback.step = self.scene.at(selected=at), run.trace.last_step
        self.adopt(run)

    def action_act(self, name: str) -> None:
        """Do the action of a key; what is typed is taken first, and what cannot be done is said."""
        self.playback.note = ""
        typed, self.typed = self.typed, self.typed if name in TYPING else ""
        try:
            if typed and name == "back":
                self.paint()
            else:
                self.act(name)
        except ValueError as error:
            self.say(str(error))

    def action_write(self, letter: str) -> None:
        """Begin to type a value for the leaf at hand, or go on with it."""
        self.playback.note = ""
        try:
            self.check_typed(letter)
        except InputError as error:
            self.say(str(error))
        else:
            self.typed = (self.typed + letter)[:LONGEST]
            self.paint()

    def do_erase_value(self) -> None:
        """Take back a letter of the value that is typed."""
        self.typed = self.typed[:-1]
        self.paint()

    def do_choose_value(self) -> None:
        """Give the leaf at hand the value that was typed; without one, open the tree in the explorer."""
        typed, self.typed = self.typed, ""
        if typed:
            self.take_typed(typed)
        else:
            self.app.push_screen(ExploreScreen(self.run))

    def scrub(self, by: int) -> None:
        """Make the leaf at hand more or less by one, or a value that is typed negative; ValueError at a branch."""
        if self.typed:
            self.typed = self.typed[1:] if self.typed.startswith("-") else f"-{self.typed}"
            self.paint()
            return
        super().scrub(by)

    do_more = partialmethod(scrub, 1)
    do_less = partialmethod(scrub, -1)

    def on_canvas_scrolled(self, message: Canvas.Scrolled) -> None:
        """Make the leaf at hand more or less by the wheel, in place of going to its sibling."""
        message.prevent_default()
        self.action_act("less" if message.direction > 0 else "more")

    def do_challenge(self) -> None:
        """Set the next challenge."""
        super().do_challenge()
        self.make_room()

    # Using.

    def do_copy_tree(self) -> None:
        """Copy the tree as text."""
        copied(self, self.run.root.text())

    def do_practise_tree(self) -> None:
        """Open the tree as a sheet to fill in."""
        self.app.push_screen(PracticeScreen(self.practice()))

    do_export_tree = do_export

    go_to = ExploreScreen.select

    def on_canvas_picked(self, message: Canvas.Picked) -> None:
        """Go to the node that was clicked."""
        self.typed = ""
        self.select(message.path)


def challenge_lines(screen: TreeEditing, width: int) -> list[Line]:
    """Return the challenge, and whether it is met; nothing without one."""
    if screen.challenge is None:
        return []
    challenge, run = screen.challenge, screen.run
    is_done, more = challenge.is_done(run), "c: the next one" if challenge.is_met(run) else "(c: another, C: show me)"
    sign = "✓ " if is_done else "" if challenge.is_allowed(run) else "! "
    return wrapped(f"{sign}{judgement(challenge, run)} {more}", width, "best" if is_done else "title")
