"""What the keys of a review do: from move to move, finding a better one, the search of a move, another search."""

from dataclasses import replace
from functools import partial, partialmethod

from visualizer.errors import InputError
from visualizer.playing.game_review import BetterMove, Review
from visualizer.playing.review_words import how_far, ranked, turning_point
from visualizer.recipe import SearchSpec
from visualizer.run import Run
from visualizer.tui.board_screens import play_keys
from visualizer.tui.board_screens.board import ARROWS
from visualizer.tui.board_screens.board_screen import BoardScreen
from visualizer.tui.board_screens.dialogs import ReviewExport
from visualizer.tui.board_screens.table import PlayTable, middle
from visualizer.tui.screens import asking
from visualizer.tui.screens.action_screen import Chosen
from visualizer.tui.screens.dialog import LineDialog, TextDialog
from visualizer.tui.screens.explore import ExploreScreen


class Reviewed(BoardScreen):
    """A review on the screen.

    On the table lies the game, or in `trial` the position in which a better move is looked for. `is_led` says that
    nobody has chosen a move yet, so that the worst is shown once it is known.
    """

    trial: BetterMove | None = None
    is_led = True

    def __init__(self, review: Review, *, file: str = "", turned: bool = False) -> None:
        """Show the last position of a game, which need not be reviewed yet."""
        super().__init__(review.match, file=file)
        self.review = review
        self.table.turned = turned or self.table.turned
        self.table.view(len(review.match.turns))

    @property
    def number(self) -> int:
        """The number of the move in hand, from 1; 0 for the first position."""
        return self.table.shown if self.trial is None else self.trial.number

    @property
    def can_move(self) -> bool:
        """Return whether a move can be tried on the board that is shown."""
        return self.trial is not None and not self.trial.words and self.thinking.question is None and super().can_move

    def chosen(self) -> int:
        """Return the number of the move in hand; InputError at the first position."""
        if not self.number:
            raise InputError("this is before the first move; ↓ goes down the list")
        return self.number

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

    # From move to move.

    def look(self, number: int) -> None:
        """Show the game after n moves."""
        self.is_led = False
        if self.trial is not None:
            self.show(None)
        super().look(number)

    def point(self, arrow: str) -> None:
        """Point at the next square while a move is looked for; else up and down the list, or one move back or on."""
        by = -1 if arrow in ("up", "left") else 1
        if self.can_move:
            play_keys.point(self, arrow)
        elif arrow in ("up", "down"):
            self.next_listed(by)
        else:
            self.is_led = False
            self.table.view(self.table.shown + by)

    do_point_up, do_point_down, do_point_left, do_point_right = map(partial(partialmethod, point), ARROWS)

    def next_listed(self, by: int) -> None:
        """Show the next (1) or previous (-1) move of the list."""
        numbers = [each.number for each in ranked(self.review)]
        if not numbers:
            self.note = f"{how_far(self.review)}; they are listed as they come"
            return
        at = numbers.index(self.number) + by if self.number in numbers else 0
        self.look(numbers[max(0, min(len(numbers) - 1, at))])

    def do_at_length(self) -> None:
        """Say all of what a move gave away, and what was better."""
        judged = self.review.known(self.chosen())
        if judged is None:
            raise InputError("this move is not judged yet")
        answered = "" if self.trial is None else self.trial.words
        about = "what it is worth" if answered else "what it gave away" if judged.lost else "what it led to"
        self.app.push_screen(TextDialog(about, answered or turning_point(self.review, judged)))

    # Finding a better move.

    def do_better(self) -> None:
        """Set up the position before the move in hand, or for another try in its place."""
        self.is_led = False
        self.show(BetterMove(self.review, self.chosen()))

    def do_show_best(self) -> None:
        """Show the search's best move and its line."""
        self.is_led = False
        trial = BetterMove(self.review, self.chosen())
        trial.show_best()
        self.show(trial)

    def do_choose(self) -> None:
        """Choose the square that is pointed at, or open the search of what is shown."""
        if self.can_move:
            play_keys.do_choose(self)
        elif self.thinking.question is None:
            self.open_search()

    def do_type(self) -> None:
        """Ask for a move by its name, to be tried."""
        if self.trial is None or self.trial.words:
            self.do_better()
        self.ask_move("")

    def open_search(self) -> None:
        """Open the search of the position before the move in hand, or of the one after a try that has been answered."""
        review, before, told = self.review, self.chosen() - 1, None if self.trial is None else self.trial.told
        if told is not None:
            run = Run(told.recipe, root=told.searched)
        else:
            depth = review.analysis(before + 1).run.recipe.search.depth  # a preset may have a usual depth of its own
            run = review.match.run_before(before, replace(review.search, depth=depth))
        self.app.push_screen(ExploreScreen(run))

    # The review itself.

    def do_pause(self) -> None:
        """Stop judging moves, or go on."""
        if self.review.finished:
            raise InputError("all moves are judged")
        self.thinking.paused = not self.thinking.paused

    def do_search_by(self) -> None:
        """Ask for another search to review the game by."""
        hint = "such as ordered-alpha-beta,depth=3 or mcts,iterations=400; enter reviews anew"
        ask = LineDialog("review by which search?", self.read, self.review.search.to_spec(), hint)
        self.ask_for(ask, self.review_by)

    def read(self, text: str) -> SearchSpec:
        """Read a search to review the game by; InputError says what is wrong with it."""
        search = SearchSpec.typed(text, shown=self.review.search)
        self.review.match.run_before(0, search)
        return search

    def review_by(self, search: SearchSpec) -> None:
        """Review the game anew by another search."""
        self.review, self.is_led = Review(self.review.match, search), True
        self.show(None)

    def do_export_review(self) -> None:
        """Ask for a file and write the review as a page."""
        if not self.review.finished:
            raise InputError(f"there is no page yet: {how_far(self.review)}")
        self.ask_for(ReviewExport(self.review, self.file), lambda name: self.say(asking.wrote(name)))

    def do_play_from(self) -> None:
        """Play on from the position before the move in hand, by the same players."""
        number, match = self.chosen(), self.review.match.copy()
        match.resigned, match.drawn = None, ""
        match.go_to(number - 1)
        match.undone.clear()
        self.post_message(Chosen("play_on", match))

    def do_back(self) -> None:
        """Leave the position in which a move is looked for, unless something else is to be stopped before."""
        if self.trial is None or self.thinking.question is not None or self.table.chosen is not None:
            super().do_back()
        else:
            self.show(None)
