"""The screen of a review: the moves, the worst first, and a board on which better ones are looked for."""

from functools import partial

from visualizer.actions import acts_of
from visualizer.explanation.naming import capital, capitalized
from visualizer.playing.game_review import BetterMove
from visualizer.playing.match_words import in_brief, loss, mistake
from visualizer.playing.move_value import MoveValue, Verdict
from visualizer.playing.review_words import how_far, luck_and_errors, ranked
from visualizer.tui.board_screens import play_keys
from visualizer.tui.board_screens.board_view import BEGINS
from visualizer.tui.board_screens.panes import NUMBER, draw_curve, in_sight
from visualizer.tui.board_screens.reviewing import Reviewed
from visualizer.tui.board_screens.thinking import SLICE, Asking
from visualizer.tui.cells.styled_lines import Line, Rendering, clipped, fitting, with_state
from visualizer.tui.screens import asking
from visualizer.tui.terminal.ascii_looks import in_ascii, spelled

SIDE, LOST = 7, 14
"""Columns of the name of a move's side with a space, and of what it gave away, where there is room."""
TITLE = "worst first"
"""What the list of moves is called."""
WIDEST = 20
"""Most columns of a move."""

WHERE_LOOKED_FOR = ("better", "export_review")
"""Actions whose keys are letters of squares, and begin to type a move where one is looked for."""


class ReviewScreen(Reviewed):
    """Lets time pass for a review and for the tries in it, and says what they find."""

    place = "review"
    is_live = False
    acts = acts_of(play_keys, asking)

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Leave letters of squares to the move that is typed."""
        if action == "act" and self.can_move and parameters and parameters[0] in WHERE_LOOKED_FOR:
            return False
        return super().check_action(action, parameters)

    # Painting.

    def draw_header(self, width: int) -> Line:
        """Write what is reviewed by which search, and how far that is; the search is left out where it has no room."""
        match, review = self.review.match, self.review
        state = f"paused at {len(review.judged):,}" if self.thinking.paused else how_far(review)
        title = (f" {match.start.board().title or match.game.title} ", "title")
        said = f"· reviewed by {review.by}", f"· {review.by}", "· review"
        return with_state([[title, (words, "dim")] for words in said], spelled(self, state), width)

    def draw_moves(self, width: int, height: int) -> Rendering:
        """Draw the moves judged so far, worst first, under a line of words; the one in hand is marked."""
        rows = ranked(self.review)
        if not rows:
            return Rendering([[("none is judged yet", "dim")]], title=TITLE)
        most = max(len("gave away"), *(len(in_brief(each)) for each in rows)) + 1
        lost = LOST if width - NUMBER - SIDE - LOST >= len("move") else min(LOST, most)
        wide = max(1, min(WIDEST, width - NUMBER - SIDE - lost))
        head: Line = [(f"{'no.':>{NUMBER - 1}} {'side':<{SIDE}}{clipped('move', wide)}{'gave away':>{lost}}", "dim")]
        at = next((place for place, each in enumerate(rows) if each.number == self.number), 0)
        listed = in_sight(rows, at, height - 1, partial(self.row, wide=wide, most=lost))
        return Rendering([head, *listed], title=TITLE)

    def row(self, judged: Verdict, wide: int, most: int) -> Line:
        """Return the line of a move, whose name and what it gave away have some columns."""
        lost, look = in_brief(judged), "cut"
        if judged.luck is not None:
            lost, look = f"luck{lost:>{most - len('luck')}}", "value"
        style = "selected" if judged.number == self.number else "text"
        side = clipped(self.review.side(judged), SIDE - 1)
        line: Line = [
            (f"{judged.number:>{NUMBER - 1}} ", "dim"), (side, "dim"), (" ", "text"),
            (clipped(judged.move.move, wide), style), (f"{fitting(lost, most):>{most}}", look if lost else "dim"),
        ]  # fmt: skip
        return [(text, f"{name}@screen.look({judged.number})") for text, name in line]

    def draw_curve(self, width: int, height: int) -> list[Line]:
        """Draw what the search thinks of each move; of one that is not judged yet nothing is known."""
        known: list[MoveValue | None] = [each.move for each in self.review.judged]
        worth = [*known, *[None] * (len(self.review.match.turns) - len(known))]
        return draw_curve(worth, self.number, width, height, ascii_only=in_ascii(self))

    # What is said.

    def said(self) -> tuple[str, str]:
        """Say what a try is worth, else what the move in hand gave away and led to."""
        review, match, number = self.review, self.review.match, self.number
        judged, called, turn = review.known(number), match.game.called, number - 1
        if self.trial is not None:
            return said_of_trial(self.trial, judged)
        if not number:
            return BEGINS, f"{capitalized(how_far(review))}. {luck_and_errors(review)}".rstrip()
        title = f"{number:,} of {len(match.turns):,}: {called(match.moves[turn])} by {match.played_by(turn)}"
        if judged is None:
            return title, "This move is not judged yet."
        best = " It is the search's best move." if judged.is_best and not judged.wins_at_once else ""
        return title, f"{mistake(judged, review.side(judged))}{best}"

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

    def search_on(self, passed: float) -> None:
        """Let a try or the review go on after n seconds."""
        thinking, review = self.thinking, self.review
        before = len(review.judged), thinking.question, review.finished
        if thinking.question is not None:
            thinking.go_on(passed)
        elif not review.finished and not thinking.paused:
            review.advance(SLICE)
        if before != (len(review.judged), thinking.question, review.finished):
            if review.finished and self.is_led and review.worst:
                self.table.view(review.worst[0].number)
            self.paint()

    # What a person does.

    def move(self, name: str) -> None:
        """Try a move in place of the one that was played."""
        assert self.trial is not None
        name = self.trial.attempt(name)
        called = self.trial.match.game.called
        about = f"{called(name)}, better than {called(self.trial.move)}?"
        self.thinking.question = Asking(about, self.trial.analysis, (name,), partial(self.told, self.trial, name))
        self.paint()

    def told(self, trial: BetterMove, name: str) -> None:
        """Show the answer to a try, and the line behind it on the board."""
        trial.answer(name)
        self.show(trial)


def said_of_trial(trial: BetterMove, judged: Verdict | None) -> tuple[str, str]:
    """Say what a try in place of a move is worth, else what is looked for, and before that what this is about."""
    match, called, told = trial.match, trial.match.game.called, trial.told
    move = called(trial.move)
    if told is not None:
        is_same = told.move == trial.move
        return f"{move}, which was played" if is_same else f"{called(told.move)} in place of {move}", trial.words
    begin = f"{match.side(maximizing=match.start.maximizing)} to move. {capital(move)} was played"
    if judged is not None and judged.lost == 0:
        return f"another move in place of {move}", f"{begin} and gave nothing away; is another move as good?"
    found = loss(judged) if judged is not None and judged.lost else None
    gave = "" if found is None else f" and {found.then} {found.what}"
    return f"a better move in place of {move}", f"{begin}{gave}. Find a better move."
