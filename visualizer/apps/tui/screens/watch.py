"""The base of all screens that watch a search: time passes, and the step and the node that are shown change."""

import time
from collections.abc import Callable, Sequence
from functools import partialmethod
from operator import methodcaller
from typing import ClassVar

from visualizer.apps.activities.exploring import Playback
from visualizer.apps.tui.cells.styled_lines import Hit
from visualizer.apps.tui.scene import Scene
from visualizer.apps.tui.screens.action_screen import ActionScreen, Clock
from visualizer.apps.tui.terminal.pane_layout import is_tiny
from visualizer.apps.tui.widgets import Canvas, Timeline
from visualizer.searching.run import Run
from visualizer.support.errors import InputError
from visualizer.trace import jumps
from visualizer.trace.rows import MovePath

TICK = 1 / 100
"""Seconds from one slice of searching to the next."""
FRAME = 1 / 40
"""Seconds between two pictures while playing, or two tries of a jump that waits."""
FOLLOWING = 0.1
"""Seconds between two pictures of a search that is followed: more would slow it down."""
BETWEEN = 0.2
"""Seconds between two pictures of a search that goes on, where nothing else changes: a key need not wait for more."""
FIRST = 0.03
"""Seconds behind a key in which the search waits, so that what the key does is seen first."""
PATIENCE = 20
"""Seconds that an error message stays."""


class WatchScreen(ActionScreen):
    """Watches a run, alone or among others: `playback` moves the step, `scene` is what is shown."""

    acts: ClassVar[dict[str, Callable[..., None]]] = {
        name: methodcaller("travel", name) for name in (*jumps.BACKWARDS, *jumps.FORWARDS)
    }

    playback: Playback
    scene: Scene
    view_name: str
    answer: MovePath | None = None
    """The table's answer that was selected before its source was shown."""
    choose_view: Callable[[str], None]
    """Shows another view, on screens that have several."""

    def on_mount(self) -> None:
        """Start the clock."""
        self._painted, self._keyed, self._waited, self._is_old = time.monotonic(), 0.0, 0.0, False
        self.clock = Clock(self, TICK, self.tick)

    def on_screen_suspend(self) -> None:
        """Stop playing behind a dialog, whose text is about this step."""
        if self.playback.playing:
            self.playback.playing = 0
            self.paint()

    # What is shown.

    @property
    def wanted(self) -> str:
        """Say what answers the question that is open, "" where nothing is asked."""
        return ""

    def show(self, **changes: object) -> None:
        """Show the playback's step, with other changes of the scene."""
        self.scene = self.scene.at(**{"step": self.playback.step, "folded": None, "call": None} | changes)
        self.paint()

    def adopt(self, run: Run) -> None:
        """Show another run of the same search: one that is held, or the search itself again."""
        self.playback.run, self.playback.jump, self.playback.playing = run, "", 0
        self.show(run=run)
        self.make_room()

    def say(self, note: str | None) -> None:
        """Show a note until the next action."""
        self.playback.note = note or ""
        self.paint()

    def hits(self) -> Sequence[Hit]:
        """Return the clickable places of the tree, none in another view."""
        return self.query("#view").last(Canvas).rendering().hits if self.view_name == "tree" else ()

    def give_lines(self, name: str, lines: int | str) -> None:
        """Give a widget its height in lines, or `1fr` for what is left; with 0, or on a tiny screen, it is hidden."""
        widget = self.query_one(f"#{name}")
        widget.display, widget.styles.height = bool(lines) and not is_tiny(*self.size), lines

    def is_idle(self, name: str) -> bool:
        """Return whether a jump leads nowhere any more."""
        return self.playback.is_beyond(name)

    # Time.

    def search(self) -> bool:
        """Let the search go on for a slice of time; return whether it had not finished.

        An error of a user-supplied function is shown, and ends the search.
        """
        try:
            return self.playback.search()
        except InputError as error:
            self.playback.note, self.playback.jump = str(error), ""
            shown = {"title": "the search cannot go on", "severity": "error", "markup": False, "timeout": PATIENCE}
            self.call_after_refresh(self.notify, str(error), **shown)
            return True

    def tick(self, seconds: float) -> None:
        """Let the search go on, then play, or try a waiting jump again; or paint: a key waits for one of both only."""
        playback, now = self.playback, time.monotonic()
        is_free = now >= self._keyed + FIRST or bool(playback.jump)
        is_late = now >= self._painted + BETWEEN or playback.trace.finished
        if is_free and self._is_old and is_late and not (playback.jump or playback.playing):
            self._is_old, self._painted = False, now
            self.paint()
            return
        if is_free:
            self._is_old |= self.search()
        self._waited = self._waited + seconds if playback.jump or playback.playing else 0.0
        if self._waited >= (FOLLOWING if playback.follows else FRAME):
            waited, self._waited = self._waited, 0.0
            self.go_on(waited)

    def go_on(self, seconds: float) -> None:
        """Try a waiting jump again, or play on."""
        if self.playback.jump:
            self.travel(self.playback.jump)
            return
        before = self.playback.step
        self.playback.tick(seconds)
        if self.playback.step != before or not self.playback.playing:
            self.show(selected=None)
            self.played()

    def played(self) -> None:
        """Take note that playing has changed the step."""

    def action_act(self, name: str) -> None:
        """Do the action of a key; while a jump waits, its key or `space` cancels it."""
        waiting, self.playback.jump, self.playback.note = self.playback.jump, "", ""
        if waiting and name in ("play", waiting):
            self.paint()
        else:
            super().action_act(name)
        self._keyed = self._painted = time.monotonic()

    # Playing, how fast, and where it stops.

    def play(self, direction: int) -> None:
        """Play forwards (1) or backwards (-1), or stop."""
        self.playback.play(direction)
        self.show(selected=None)

    def change_speed(self, by: int) -> None:
        """Play faster (1) or slower (-1)."""
        self.playback.set_speed(self.playback.speed + by)
        self.paint()

    do_play = partialmethod(play, 1)
    do_backwards = partialmethod(play, -1)
    do_faster = partialmethod(change_speed, 1)
    do_slower = partialmethod(change_speed, -1)

    # Going to another step.

    def seek(self, step: int, selected: MovePath | None = None) -> None:
        """Go to a step, with a node selected or none."""
        self.playback.playing = 0
        self.playback.seek(step)
        self.show(selected=selected)

    def travel(self, name: str) -> None:
        """Do a jump; if the step changes, the selection follows the running point again."""
        before = self.playback.step
        try:
            self.playback.travel(name)
        except InputError as error:
            self.playback.note = str(error)
        self.show(selected=None if self.playback.step != before else self.scene.selected)

    def go_to_target(self, target: int | MovePath) -> None:
        """Go to the step or the node that a dialog returned."""
        if isinstance(target, int):
            self.playback.goal = target
            self.travel("go")
        else:
            self.go_to(target)

    # Going to another node.

    def select(self, path: MovePath | None) -> None:
        """Select a node; the step stays."""
        self.playback.playing = 0
        self.show(selected=path)

    def go_to(self, path: MovePath) -> None:
        """Select a node, and go to the step that enters it if it has not been entered yet."""
        node = self.scene.run.node_at(path)
        if node is not None and not self.scene.tree.entered(node):
            self.playback.seek(self.scene.run.trace.enter_step(node))
        self.select(path)

    def open_folded(self, folded: MovePath, moves: Sequence[int]) -> None:
        """List folded nodes, and select the one chosen."""
        from visualizer.apps.tui.screens.destinations import FoldedDialog

        self.show(folded=folded)
        paths = [(*folded[:-1], move) for move in moves]
        self.ask_for(FoldedDialog(self.scene, paths), self.select)

    # What the widgets tell.

    def on_canvas_picked(self, message: Canvas.Picked) -> None:
        """Select the node that was clicked, or list folded ones; a double click goes where it is entered."""
        if message.folded:
            self.open_folded(message.path, message.folded)
        elif message.twice:
            self.go_to(message.path)
        else:
            self.select(message.path)

    def on_canvas_scrolled(self, message: Canvas.Scrolled) -> None:
        """Select the next sibling in the wheel's direction."""
        self.select(self.scene.sibling(message.direction))

    def on_timeline_sought(self, message: Timeline.Sought) -> None:
        """Go to the step under the mouse."""
        self.seek(message.step)
