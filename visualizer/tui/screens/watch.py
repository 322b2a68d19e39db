"""The base of all screens that watch a search: time passes, and each action is passed to the code that does it."""

import time
from functools import partialmethod
from types import ModuleType
from typing import ClassVar

from visualizer.errors import InputError
from visualizer.trace import jumps
from visualizer.tui.cycling import turned
from visualizer.tui.replay.playback import AT_CUTS
from visualizer.tui.screens import asking, selecting, viewing
from visualizer.tui.screens.watching import Watching
from visualizer.tui.widgets import Canvas, Timeline

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


class WatchScreen(Watching):
    """Lets time pass, and passes each action to a jump, a view, or a method or function `do_NAME`."""

    made_of: ClassVar[tuple[ModuleType, ...]] = (selecting, viewing, asking)

    def on_mount(self) -> None:
        """Start the clock."""
        self._ticked = self._painted = time.monotonic()
        self._is_old, self._keyed = False, 0.0
        self.set_interval(TICK, self.tick)

    def on_screen_suspend(self) -> None:
        """Stop playing behind a dialog, whose text is about this step."""
        if self.playback.playing:
            self.playback.playing = 0
            self.paint()

    # Time.

    def search(self) -> bool:
        """Let the search go on; an error of a user-supplied function is shown, and ends the search."""
        try:
            return self.search_on()
        except InputError as error:
            self.playback.note, self.playback.jump = str(error), ""
            shown = {"title": "the search cannot go on", "severity": "error", "markup": False, "timeout": PATIENCE}
            self.call_after_refresh(self.notify, str(error), **shown)
            return True

    def tick(self) -> None:
        """Let the search go on, then play, or try a waiting jump again; or paint: a key waits for one of both only."""
        now = time.monotonic()
        is_free = now >= self._keyed + FIRST or bool(self.playback.jump)
        is_late = now >= self._painted + BETWEEN or self.playback.trace.finished
        if is_free and self._is_old and is_late and not (self.playback.jump or self.playback.playing):
            self._is_old, self._painted = False, now
            self.paint()
            return
        if is_free:
            self._is_old |= self.search()
        if not (self.playback.jump or self.playback.playing):
            self._ticked = now
        elif now >= self._ticked + (FOLLOWING if self.playback.follows else FRAME):
            passed, self._ticked = min(0.25, now - self._ticked), now
            self.go_on(passed)

    def go_on(self, seconds: float) -> None:
        """Try a waiting jump again, or play on."""
        if self.playback.jump:
            self.travel(self.playback.jump)
            return
        before = self.playback.step
        self.playback.pass_time(seconds)
        if self.playback.step != before or not self.playback.playing:
            self.show(selected=None)
            self.played()

    def played(self) -> None:
        """Take note that playing has changed the step."""

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

    def do_breakpoint(self) -> None:
        """Set or remove a breakpoint on the selected node."""
        path, points = self.scene.focus, self.playback.points
        self.playback.points = points ^ {path}
        where = self.scene.names(path) or "the root"
        self.playback.note = f"breakpoint {'removed from' if path in points else 'on'} {where}"
        self.show()

    def do_break_cuts(self) -> None:
        """Change what playing does at cutoffs: rest, stop, or go on."""
        self.playback.at_cuts = turned(AT_CUTS, self.playback.at_cuts)
        self.say(AT_CUTS[self.playback.at_cuts])

    def action_act(self, name: str) -> None:
        """Do the action of a key; while a jump waits, its key or `space` cancels it."""
        waiting, self.playback.jump, self.playback.note = self.playback.jump, "", ""
        if waiting and name in ("play", waiting):
            self.paint()
        else:
            super().action_act(name)
        self._keyed = self._painted = time.monotonic()

    def act(self, name: str) -> None:
        """Do an action by its name."""
        if name in jumps.BACKWARDS or name in jumps.FORWARDS:
            self.travel(name)
        elif name in jumps.OF_NODE:
            self.travel_at_node(name)
        elif name.startswith("view_"):
            self.choose_view(name.removeprefix("view_"))
        else:
            super().act(name)

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
        self.select(selecting.sibling(self.scene, message.direction))

    def on_timeline_sought(self, message: Timeline.Sought) -> None:
        """Go to the step under the mouse."""
        self.seek(message.step)
