"""The base of the screens with a board to move on: time passes for searches, and keys go to what they do."""

import time
from collections.abc import Callable

from textual import events
from textual.content import Content

from visualizer.errors import InputError
from visualizer.plugins.watchdog import faults_as_input_errors
from visualizer.tui.board_screens.board import PlayBoard
from visualizer.tui.board_screens.board_view import BoardView
from visualizer.tui.board_screens.dialogs import TypeDialog

TICK = 1 / 80
"""Seconds from one slice of searching to the next; keys are answered between them."""
FINDING = 0.008
"""Seconds between two looks at the keys for finding where moves begin and end."""


class BoardScreen(BoardView):
    """Lets time pass, and passes each key to the function that does it."""

    # What a screen does.

    search_on: Callable[[float], None]
    """Lets searches go on after n seconds."""
    move: Callable[[str], None]
    """Does what a person wants with a move, by its name; InputError says why it is not allowed."""

    # Time.

    def on_mount(self) -> None:
        """Start the clock."""
        self._ticked = self._painted = time.monotonic()
        self.query_one("#curve").border_title = Content(f"value for {self.match.side(maximizing=True)}")
        self.set_interval(TICK, self.tick)

    def tick(self) -> None:
        """Let time pass; where user-supplied code fails, searches pause and it is said."""
        now = time.monotonic()
        passed, self._ticked = min(0.25, now - self._ticked), now
        if self.app.screen is not self:
            return
        try:
            with faults_as_input_errors():
                self.pass_time(passed)
        except InputError as error:  # of a user-supplied game, search or evaluation
            self.thinking.paused, self.thinking.wants_values = True, False
            self.thinking.drop()
            self.say(str(error))

    def pass_time(self, passed: float) -> None:
        """Find where moves begin and end, else let searches go on after n seconds."""
        if self.can_move and not self.table.moves.advance(0):
            self.table.moves.advance(FINDING)
            self.table.begin()
            self.paint()
        else:
            self.search_on(passed)

    # What a person does.

    def action_act(self, name: str) -> None:
        """Do the action of a key; `enter` waits for the letters that were typed before it."""
        if name == "choose":
            self.call_later(self.enter)
        else:
            self.do(name)

    def enter(self) -> None:
        """Choose the square pointed at, or play the move that was typed at once with `enter`."""
        asked = self.app.screen
        if isinstance(asked, TypeDialog):
            asked.call_after_refresh(asked.action_enter)
        elif asked is self:
            self.do("choose")

    def do(self, name: str) -> None:
        """Do an action; what is not allowed is said."""
        self.note = ""
        super().action_act(name)
        self.paint()

    def say(self, note: str) -> None:
        """Write a note in place of what can be done."""
        self.note = note
        self.paint()

    def do_back(self) -> None:
        """Stop a question, drop the move begun, leave the list of moves; else go back."""
        if self.thinking.question is not None:
            self.thinking.question = None
        elif self.table.chosen is not None:
            self.table.chosen = None
        elif self.is_live and self.table.viewed is not None:
            self.table.view(None)
        else:
            super().do_back()

    def on_play_board_picked(self, message: PlayBoard.Picked) -> None:
        """Choose the square that was clicked."""
        self.table.pointer, self.table.begins = message.place, False
        self.do("choose")

    def on_key(self, event: events.Key) -> None:
        """Begin to type a move with a letter or digit that is no key."""
        asked, letter = self.app.screen, event.character or ""
        if isinstance(asked, TypeDialog) and event.is_printable:  # opened by the letter before: it takes no keys yet
            event.stop()
            asked.go_on(letter)
        elif letter.isalnum() and self.can_move:
            event.stop()
            self.ask_move(letter)

    def look(self, number: int) -> None:
        """Show the position after n moves."""
        self.table.view(number)

    def action_look(self, number: int) -> None:
        """Show the position after the move that was clicked."""
        self.look(number)
        self.paint()

    def ask_move(self, begun: str) -> None:
        """Ask for a move that may have been begun to type."""
        self.ask_for(TypeDialog(self.table.moves, begun), self.play)

    def play(self, name: str) -> None:
        """Play a move by its name."""
        self.attempt(self.move, name)

    def moved(self) -> None:
        """Keep the match and show where it stands now."""
        self.note = self.changed()
        self.thinking.drop()
        self.table.renew()
        self.paint()
