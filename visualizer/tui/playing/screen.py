"""The screen to play on: the board, the moves and their values beside it, and what is thought."""

import time

from visualizer.errors import InputError
from visualizer.playing.game_review import Review
from visualizer.tui.ascii_looks import in_ascii, spelled
from visualizer.tui.playing import doing, looking, panes, sentences
from visualizer.tui.playing.board_screen import FINDING, BoardScreen
from visualizer.tui.screens import asking, viewing
from visualizer.tui.styled_lines import Line

WORDS = 0.1
"""Seconds from one painting of what a search says to the next."""


class PlayScreen(BoardScreen):
    """Shows a match, and lets time pass for its searches."""

    place = "play"
    made_of = (doing, looking, viewing, asking)

    _known = 0
    """How much of what is searched stands on the squares."""
    reviewed: Review | None = None
    """The last review that was opened here."""

    # Painting.

    def draw_header(self, width: int) -> Line:
        """Write who plays whom, and whose turn it is."""
        return panes.header(self.match, width, self.table.shown, spelled(self, sentences.state(self)))

    def draw_moves(self, width: int, height: int) -> list[Line]:
        """Draw the moves with their values, a line for each number."""
        return panes.draw_moves(self.match, self.table.shown, width, height)

    def draw_curve(self, width: int, height: int) -> list[Line]:
        """Draw what the searches thought of each position."""
        worth, win = panes.values(self.match), panes.win_of(self.match)
        nothing = "no values yet; v reviews the game" if worth else "no search has thought yet"
        return panes.draw_curve(worth, win, self.table.shown, width, height, ascii_only=in_ascii(self), nothing=nothing)

    def title_said(self) -> str:
        """Return the title of what is said."""
        return sentences.title(self)

    def said(self) -> str:
        """Say what is thought, or what the last move did and why a search played it."""
        return sentences.said(self)

    def may(self) -> str:
        """Say what can be done now."""
        return sentences.may(self)

    # Time.

    def tick(self) -> None:
        """Let searches go on, and play the reply that is ready."""
        now = time.monotonic()
        passed, self._ticked = min(0.25, now - self._ticked), now
        if self.app.screen is not self:
            return
        if self.can_move and not self.table.moves.advance(0):
            self.table.moves.advance(FINDING)
            self.paint()
        elif self.thinking.is_busy:
            question = self.thinking.question
            try:
                if self.thinking.go_on(passed) and self.thinking.reply is not None:
                    self.match.answer(self.thinking.reply)
                    self.moved()
            except InputError as error:  # of a user-supplied game, search or evaluation
                self.thinking.paused, self.thinking.wants_values = True, False
                self.thinking.drop()
                self.note = str(error)
            if question != self.thinking.question or not self.thinking.is_busy:
                self.paint()
            elif now - self._painted > WORDS:
                self._painted = now
                known, self._known = self._known, self.thinking.known
                (self.paint_words if known == self._known else self.paint)()

    # What a person does.

    def move(self, name: str) -> None:
        """Play a move by its name."""
        self.match.play(name)
        self.moved()

    def record_clicked(self, x: int, y: int) -> None:
        """Show the position after the move that was clicked."""
        moves = self.query_one("#moves")
        place = panes.column_places(self.match, moves.size.width, self.table.shown, moves.size.height, x, y)
        if place is not None:
            looking.view(self, place + 1)
            self.paint()
