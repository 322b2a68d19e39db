"""What both ways to practise have in common: a tree, what is said below it, the rules, and the way to the next tree."""

from collections.abc import Callable, Sequence
from functools import partialmethod
from typing import Generic

from textual import events
from textual.app import ComposeResult

from visualizer.actions import acts_of
from visualizer.errors import InputError
from visualizer.exercises.tasks import Practised
from visualizer.run import Run
from visualizer.tui.cells.styled_lines import Line, with_state, wrapped
from visualizer.tui.screens import asking
from visualizer.tui.screens.action_screen import ActionScreen
from visualizer.tui.screens.explore import ExploreScreen
from visualizer.tui.terminal.ascii_looks import spelled
from visualizer.tui.widgets import StyledText

LONGEST = 18
"""Letters that a field takes: a sign, and a number of ten digits as it is shown."""
NUMBERS = {"minus": "-", "full_stop": ".", **{str(digit): str(digit) for digit in range(10)}}
"""What keys write of a number."""


class TreeScreen(ActionScreen, Generic[Practised]):
    """Shows one tree after the other, and passes each key to the method that does it.

    `said` stands below the tree in a style.
    """

    acts = acts_of(asking)

    def __init__(self, practice: Practised) -> None:
        """Begin with the first tree."""
        super().__init__()
        self.practice: Practised = practice
        self.begin()

    # What a screen must define.

    begin: Callable[[], None]
    """Stands at the beginning of a tree."""
    heading: Callable[[], tuple[Sequence[str], str]]
    """Says which tree it is with the rules that hold, in shorter and shorter words, and how far one is."""
    draw_paper: Callable[[int, int], list[Line]]
    """Draws the tree for a width and height, with what is at hand in sight."""

    # Painting.

    def parts(self) -> ComposeResult:
        """Lay out the widgets."""
        yield StyledText(self.draw_header, id="header")
        yield StyledText(self.draw_paper, id="paper")
        yield StyledText(self.draw_said, id="said")

    def draw_header(self, width: int, height: int) -> list[Line]:
        """Draw which tree it is, the rules that hold, which are never left out, and how far one is."""
        titles, counts = self.heading()
        return [with_state([[(f" {spelled(self, title)}", "title")] for title in titles], counts, width, "dim")]

    def draw_said(self, width: int, height: int) -> list[Line]:
        """Say what was found, or what is to be done."""
        return wrapped(spelled(self, self.said), width, self.style)[:height]

    def say(self, note: str, style: str = "text") -> None:
        """Say something below the tree."""
        self.said, self.style = note, style

    # What keys do.

    def action_act(self, name: str) -> None:
        """Do the action of a key; what cannot be done is said."""
        try:
            self.act(name)
        except InputError as error:
            self.say(str(error), "cut")
        self.paint()

    def on_key(self, event: events.Key) -> None:
        """Say of a letter that is no key here that it is none."""
        if event.is_printable:
            self.say(f"{event.character} does nothing here; ? lists the keys")
            self.paint()

    def turn(self, by: int) -> None:
        """Go to the next tree (1), or to the one before (-1)."""
        self.practice.move(by)
        self.begin()

    do_next_tree = partialmethod(turn, 1)
    do_tree_before = do_earlier_tree = partialmethod(turn, -1)

    def use(self, **rules: str) -> None:
        """Use another rule."""
        self.practice.use(**rules)

    def do_rule(self) -> None:
        """Cut at α > β instead of α ≥ β, or the other way round."""
        self.use(cut=">" if self.practice.cut == ">=" else ">=")

    def do_hardness(self) -> None:
        """Fail hard instead of soft, or the other way round."""
        self.use(fail="hard" if self.practice.fail == "soft" else "soft")

    def watch_run(self, run: Run) -> None:
        """Open the search that is asked about in the explorer."""
        self.app.push_screen(ExploreScreen(Run(run.recipe)))
