"""What the screen of a review is made of, for the functions that its keys call."""

from visualizer.playing.better_move import BetterMove
from visualizer.playing.game_review import Review
from visualizer.playing.review_words import how_far, ranked
from visualizer.tui.playing.board_screen import BoardScreen
from visualizer.tui.playing.table import PlayTable, middle


class Reviewed(BoardScreen):
    """A review on the screen.

    On the table lies the game, or in `trial` the position in which a better move is looked for. `is_led` says that
    nobody has chosen a move yet, so that the worst is shown once it is known.
    """

    def __init__(self, review: Review, *, file: str = "", leads_back: bool = False, turned: bool = False) -> None:
        """Show the last position of a game, which need not be reviewed yet."""
        super().__init__(review.match, file=file, leads_back=leads_back)
        self.review, self.trial, self.is_led = review, None, True
        self.table.turned = turned or self.table.turned
        self.table.view(len(review.match.turns))

    review: Review
    trial: BetterMove | None

    @property
    def number(self) -> int:
        """The number of the move in hand, from 1; 0 for the first position."""
        return self.table.shown if self.trial is None else self.trial.number

    @property
    def can_move(self) -> bool:
        """Return whether a move can be tried on the board that is shown."""
        return self.trial is not None and not self.trial.words and self.thinking.question is None and super().can_move

    @property
    def points(self) -> bool:
        """Return whether the square that is pointed at is shown: where a move is looked for."""
        return self.can_move

    def begin(self, number: int) -> None:
        """Set up the position before a move, to find a better one."""
        self.show(BetterMove(self.review, number))

    def show(self, trial: BetterMove | None) -> None:
        """Show a trial from its beginning, the first move of its answer if there is one; None is for the game."""
        number, turned, pointer = self.number, self.table.turned, self.table.pointer
        self.trial = trial
        self.table = PlayTable(self.review.match if trial is None else trial.match, pointer=pointer, turned=turned)
        self.thinking.question = None
        if trial is None:
            self.table.view(number)
        elif trial.words:
            self.table.view(1)
        else:
            self.table.pointer = middle(self.table.board())
        self.paint()

    def look(self, number: int) -> None:
        """Show the game after n moves."""
        self.is_led = False
        if self.trial is not None:
            self.show(None)
        self.table.view(number)

    def next_listed(self, by: int) -> None:
        """Show the next (1) or previous (-1) move of the list."""
        numbers = [each.number for each in ranked(self.review)]
        if not numbers:
            self.note = f"{how_far(self.review)}; they are listed as they come"
            return
        at = numbers.index(self.number) + by if self.number in numbers else 0
        self.look(numbers[max(0, min(len(numbers) - 1, at))])
