"""A tree to play with: leaves are changed, branches exchanged, sorted, added and taken away; it is searched anew."""

from functools import partial

from visualizer.apps.tui.cells.styled_lines import Line, wrapped
from visualizer.apps.tui.practice_screens.screens import LONGEST, PracticeScreen
from visualizer.apps.tui.screens.asking import copied, do_export
from visualizer.apps.tui.screens.explore import ExploreScreen, Mode
from visualizer.apps.tui.terminal.ascii_looks import spelled
from visualizer.explaining.actions import acts_of, key_of, with_keys
from visualizer.explaining.explanation.english.what_if import leaf_words
from visualizer.searching.run import Run
from visualizer.support.errors import InputError, as_input_error
from visualizer.teach.exercises.tree_editing import TreeEditing, judgement
from visualizer.trace.rows import MovePath

TREE_ACTS = acts_of(TreeEditing)
TYPING = ("choose_value", "erase_value", "less")
"""What belongs to a value that is typed."""
PROBABLE = "{typed}▏ {key} sets this probability, and the other branches keep their proportions"
HEIGHT, MORE = 6, 2
"""Lines of what is said above the tree, with the line below it; and more of them with a challenge."""
BEGIN = (
    "Type a number to change the selected leaf; <more> and <less> raise or lower it. <exchange_before> and "
    "<exchange_after> swap a branch with its neighbour, <add_leaf> adds a branch, <sort_best> sorts, <challenge> "
    "sets a challenge."
)


def edit_screen(run: Run, at: MovePath) -> ExploreScreen:
    """Return an explorer of a search that has finished, whose tree can be changed, with a node at hand."""
    return ExploreScreen(run, "tree", run.trace.last_step, mode=partial(EditMode, at=at))


class EditMode(Mode):
    """Changes the tree of the search that is shown; arrows go from node to node."""

    place = "edit"

    def __init__(self, screen: ExploreScreen, at: MovePath) -> None:
        """Begin at a node."""
        super().__init__(screen)
        self.tree, self.typed = TreeEditing(screen.run, at), ""
        self.tree.said = with_keys(BEGIN)
        screen.scene = screen.scene.at(selected=at, windows="all")

    def told_lines(self) -> int:
        """Return as many lines as the longest sentences take."""
        return HEIGHT + MORE * (self.tree.challenge is not None)

    def draw_told(self, width: int, height: int) -> list[Line]:
        """Say what the last change did, and of the node at hand when it matters."""
        tree = self.tree_at_hand()
        note = self.screen.playback.note or tree.said
        about = leaf_words(tree.run, tree.at)
        if self.typed:
            negative = "; / or % make it a probability" if tree.is_outcome else f", {key_of('less')} makes it negative"
            is_odds = tree.types_odds(self.typed)
            key = key_of("choose_value")
            usual = f"{self.typed}▏ {key} takes it{negative}"
            about = PROBABLE.format(typed=self.typed, key=key) if is_odds else usual
        wanted, below = self.challenge_lines(width), wrapped(spelled(self.screen, f"▸ {about}"), width, "key")[:2]
        said = wrapped(spelled(self.screen, note), width, "text")
        return [*wanted, *said[: height - len(wanted) - len(below)], *below]

    def challenge_lines(self, width: int) -> list[Line]:
        """Return the challenge, and whether it is met; nothing without one."""
        challenge, run = self.tree.challenge, self.tree.run
        if challenge is None:
            return []
        is_done, more = (
            challenge.is_done(run),
            with_keys(
                "<challenge>: the next one" if challenge.is_met(run) else "(<challenge>: another, <show_way>: show me)"
            ),
        )
        sign = "✓ " if is_done else "" if challenge.is_allowed(run) else "! "
        return wrapped(f"{sign}{judgement(challenge, run)} {more}", width, "best" if is_done else "title")

    def tree_at_hand(self) -> TreeEditing:
        """Return the tree, with the node at hand that is selected."""
        self.tree.at = self.screen.scene.selected or ()
        return self.tree

    # Changing.

    def is_idle(self, name: str) -> bool:
        """Return whether an action cannot be done to the node at hand, or there is nothing to undo."""
        return not self.typed and self.tree_at_hand().is_idle(name)

    def act(self, name: str) -> bool:
        """Do an action of the tree, or of what is typed; with any other one, that is forgotten."""
        tree, screen = self.tree_at_hand(), self.screen
        typed, self.typed = self.typed, self.typed if name in TYPING else ""
        if typed and name == "back":
            screen.paint()
            return True
        with as_input_error():
            if not super().act(name):
                if name not in TREE_ACTS:
                    return False
                TREE_ACTS[name](tree)
        if tree.run is not screen.run:
            screen.scene, screen.playback.step = screen.scene.at(selected=tree.at), tree.run.trace.last_step
            screen.adopt(tree.run)
        elif tree.at != screen.scene.selected:
            screen.select(tree.at)
        return True

    def write(self, letter: str) -> None:
        """Begin to type a value for the leaf at hand, or go on with it."""
        self.screen.playback.note = ""
        try:
            self.tree_at_hand().check_typed(letter)
        except InputError as error:
            self.screen.say(str(error))
        else:
            self.typed = (self.typed + letter)[:LONGEST]
            self.screen.paint()

    def do_erase_value(self) -> None:
        """Take back a letter of the value that is typed."""
        self.typed = self.typed[:-1]
        self.screen.paint()

    def do_choose_value(self) -> None:
        """Give the leaf at hand the value that was typed; without one, open the tree in the explorer."""
        typed, self.typed = self.typed, ""
        if typed:
            self.tree.take_typed(typed)
        else:
            self.screen.app.push_screen(ExploreScreen(self.tree.run))

    def do_less(self) -> None:
        """Make the leaf at hand less by one, or a value that is typed negative; ValueError at a branch."""
        if not self.typed:
            self.tree.do_less()
            return
        self.typed = self.typed[1:] if self.typed.startswith("-") else f"-{self.typed}"
        self.screen.paint()

    def scroll(self, direction: int) -> bool:
        """Make the leaf at hand more or less by the wheel, in place of going to its sibling."""
        self.screen.action_act("less" if direction > 0 else "more")
        return True

    def pick(self, path: MovePath) -> None:
        """Forget what is typed when another node is clicked."""
        self.typed = ""

    def do_challenge(self) -> None:
        """Set the next challenge."""
        self.tree.do_challenge()
        self.screen.make_room()

    # Using.

    def do_copy_tree(self) -> None:
        """Copy the tree as text."""
        copied(self.screen, self.tree.run.root.text())

    def do_practise_tree(self) -> None:
        """Open the tree as a sheet to fill in."""
        self.screen.app.push_screen(PracticeScreen(self.tree.practice()))

    def do_export_tree(self) -> None:
        """Ask for a file and write what is seen."""
        do_export(self.screen)
