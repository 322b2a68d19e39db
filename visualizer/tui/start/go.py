"""The line of the start screen that starts: the button, and how large the search will be."""

from __future__ import annotations

from collections.abc import Callable

from textual.app import ComposeResult
from textual.containers import Horizontal

from visualizer.measures.estimate import Estimate, estimate
from visualizer.plugins.discovery import is_user_function
from visualizer.run import Run
from visualizer.tui.start.draft import attempt
from visualizer.tui.start.fields import Starter
from visualizer.tui.start.model import Model
from visualizer.tui.styled_lines import Line
from visualizer.tui.widgets import StyledText

TICK = 1 / 20
SLICE = 0.012
THINKING = 1.0
"""Seconds that are spent on the estimate of one search."""
NEXT = "   then → steps, x goes to the next cutoff"
NEXT_SAMPLE = "   then → steps, } goes to the next iteration, R shows its random game"
"""What a newcomer needs to know before the explorer opens."""


class Go(Horizontal):
    """Lets the search that is chosen run for a moment now and then, and says how large it will be.

    `failed` is called when it turns out not to run.
    """

    def __init__(self, model: Model, failed: Callable[[], None]) -> None:
        """Start what a model has chosen."""
        super().__init__(id="go")
        self.model, self.failed = model, failed
        self.known: Estimate | None = None
        self._spent = 0.0

    def compose(self) -> ComposeResult:
        """Lay out the button and the estimate."""
        yield Starter(" ▸ enter: start ", id="starter", markup=False)
        yield StyledText(self.draw, id="estimate")

    def on_mount(self) -> None:
        """Begin to estimate."""
        self.set_interval(TICK, self.think)

    def renew(self) -> None:
        """Begin anew: something else is chosen."""
        self.known, self._spent = None, 0.0

    def paint(self) -> None:
        """Show what is known."""
        self.query_one(Starter).set_class(self.model.checked.run is None, "-off")
        self.query_one(StyledText).show()

    def draw(self, width: int, _: int) -> list[Line]:
        """Say how large the search will be."""
        if self.model.unread:
            return [[("reading …", "dim")]]
        if self.model.checked.run is None:
            return [[("not ready: see the sentence above", "dim")]]
        words = "…" if self.known is None else self.known.words()
        then = NEXT if self.model.checked.run.algorithm.sampling is None else NEXT_SAMPLE
        return [[(words, "value"), (then if len(words) + len(then) <= width else "", "dim")]]

    def think(self) -> None:
        """Let the search run for a moment, so that its size can be estimated."""
        run, known = self.model.checked.run, self.known
        if run is None or self._spent > THINKING or (known is not None and run.trace.finished):
            return
        self._spent += SLICE
        wrong: dict[str, str] = {}
        option = next((key for key, text in self.model.draft.search.items() if is_user_function(text)), "search")
        self.known = attempt(wrong, option, lambda: estimate(run, SLICE, known.whole if known else None))
        if wrong:
            self.model.blame(wrong)
            self.failed()
        self.query_one(StyledText).show()

    def ready(self) -> Run | None:
        """Return the run that is chosen, if it runs."""
        self._spent = 0.0
        self.think()
        return self.model.checked.run
