"""The screen of a review: the moves, the worst first, and a board on which better ones are looked for."""

import time
from functools import partial

from visualizer.errors import InputError
from visualizer.playing.better_move import BetterMove
from visualizer.playing.review_words import how_far
from visualizer.tui.ascii_looks import in_ascii, spelled
from visualizer.tui.playing import doing, looking, panes, review_panes, reviewing
from visualizer.tui.playing.board_screen import FINDING
from visualizer.tui.playing.review_base import Reviewed
from visualizer.tui.playing.thinking import SLICE, Asking
from visualizer.tui.screens import asking, viewing
from visualizer.tui.styled_lines import Line

WHERE_LOOKED_FOR = ("better", "export_review")
"""Actions whose keys are letters of squares, and begin to type a move where one is looked for."""


class ReviewScreen(Reviewed):
    """Lets time pass for a review and for the tries in it, and says what they find."""

    place = "review"
    listed, is_live = "worst first", False
    made_of = (reviewing, doing, looking, viewing, asking)

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Leave letters of squares to the move that is typed."""
        if action == "act" and self.can_move and parameters and parameters[0] in WHERE_LOOKED_FOR:
            return False
        return super().check_action(action, parameters)

    # Painting.

    def draw_header(self, width: int) -> Line:
        """Write what is reviewed by which search, and how far that is."""
        state = f"paused at {len(self.review.judged):,}" if self.thinking.paused else how_far(self.review)
        return review_panes.header(self.review, self.review.search.to_spec(), width, spelled(self, state))

    def draw_moves(self, width: int, height: int) -> list[Line]:
        """Draw the moves judged so far, the worst first."""
        return review_panes.draw_list(self.review, self.number, width, height)

    def draw_curve(self, width: int, height: int) -> list[Line]:
        """Draw what the search thinks of each move."""
        review = self.review
        worth, win = review_panes.worth(review), panes.win_of(review.match, review.search)
        return panes.draw_curve(worth, win, self.number, width, height, ascii_only=in_ascii(self))

    def title_said(self) -> str:
        """Return the title of what is said."""
        asked = self.thinking.question
        return review_panes.title(self.review, self.number, self.trial) if asked is None else asked.about

    def said(self) -> str:
        """Say what a try is worth, else what the move in hand gave away."""
        if self.thinking.question is not None:
            return "Searching. Escape stops it."
        return review_panes.said(self.review, self.number, self.trial)

    def may(self) -> str:
        """Say what can be done now."""
        if self.can_move:
            return f"{self.table.may()} s shows it."
        if self.trial is not None and self.trial.words:
            return "← → its line, f: try again, s: show it, enter: its search, escape: back"
        if self.trial is not None or not self.number:
            return "↑ ↓ the list, ← → the game"
        return "↑ ↓ the list, ← → the game, enter: its search"

    # Time.

    def tick(self) -> None:
        """Let a try or the review go on."""
        now = time.monotonic()
        passed, self._ticked = now - self._ticked, now
        if self.app.screen is not self:
            return
        before = len(self.review.judged), self.thinking.question, self.review.finished
        try:
            if self.can_move and not self.table.moves.advance(0):
                self.table.moves.advance(FINDING)
                self.paint()
            elif self.thinking.question is not None:
                self.thinking.go_on(passed)
            elif not self.review.finished and not self.thinking.paused:
                self.review.advance(SLICE)
        except InputError as error:  # of a user-supplied game, search or evaluation
            self.thinking.paused, self.thinking.question = True, None
            self.note = str(error)
        if before != (len(self.review.judged), self.thinking.question, self.review.finished):
            if self.review.finished and self.is_led and self.review.worst:
                self.table.view(self.review.worst[0].number)
            self.paint()

    # What a person does.

    def move(self, name: str) -> None:
        """Try a move in place of the one that was played."""
        assert self.trial is not None
        name = self.trial.attempt(name)
        about = f"{name}, better than {self.trial.move}?"
        self.thinking.question = Asking(about, self.trial.analysis, (name,), partial(self.told, self.trial, name))
        self.paint()

    def told(self, trial: BetterMove, name: str) -> None:
        """Show the answer to a try, and the line behind it on the board."""
        trial.answer(name)
        self.show(trial)

    def record_clicked(self, x: int, y: int) -> None:
        """Show the move that was clicked."""
        found = review_panes.number_at(self.review, self.number, self.query_one("#moves").size.height, y)
        if found is not None:
            self.look(found)
            self.paint()
