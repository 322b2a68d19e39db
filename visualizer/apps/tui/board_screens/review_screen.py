"""Reviewing a game: what each move gave away, why, and better ones to be found."""

from dataclasses import replace
from functools import partial

from visualizer.apps.actions import fill_in_keys, main_key_of
from visualizer.apps.activities.playing import ReviewSession
from visualizer.apps.tui.board_screens.board_screen import GAME_BEGINS, BoardScreen
from visualizer.apps.tui.board_screens.dialogs import make_review_export_dialog
from visualizer.apps.tui.board_screens.panes import (
    MOVE_NUMBER_COLUMNS,
    draw_rows_in_sight,
    draw_value_curve,
)
from visualizer.apps.tui.board_screens.table import PlayTable, nearest_to_middle
from visualizer.apps.tui.cells.styled_lines import (
    Line,
    Rendering,
    clip_to_cells,
    fit_text,
    header_with_state,
)
from visualizer.apps.tui.screens.dialog import LineDialog, TextDialog
from visualizer.apps.tui.screens.explore import ExploreScreen
from visualizer.apps.tui.screens.watch import file_written_note
from visualizer.apps.tui.terminal.ascii_looks import in_ascii, spelled_for_widget
from visualizer.explaining.explanation.naming import capitalize_sentence, capitalized
from visualizer.play.playing.game_review import BetterMove, Review
from visualizer.play.playing.match_words import brief_loss, describe_loss, describe_mistake
from visualizer.play.playing.move_value import Verdict
from visualizer.play.playing.review_words import (
    describe_review_progress,
    luck_and_errors,
    ranked_verdicts,
    turning_point,
)
from visualizer.searching.recipe import SearchSpec
from visualizer.searching.run import Run
from visualizer.support.errors import InputError

SIDE_COLUMNS = 7
GIVEN_AWAY_COLUMNS = 14
"""Columns of the name of a move's side with a space, and of what it gave away, where there is room."""
WORST_FIRST_TITLE = "worst first"
"""What the list of moves is called."""
MAX_REVIEWED_MOVE_COLUMNS = 20
"""Most columns of a move."""

LETTER_KEY_ACTIONS = ("better", "export_review")
"""Actions whose keys are letters of squares, and begin to type a move where one is looked for."""


class ReviewScreen(BoardScreen[ReviewSession]):
    """Reviews a game: on the table lies the game, or the position of the trial in which a better move is looked for."""

    is_led = True
    """Whether nobody has chosen a move yet, so that the worst is shown once it is known."""

    def __init__(self, review: Review, *, file: str = "", turned: bool = False) -> None:
        """Show the last position of a game, which need not be reviewed yet."""
        super().__init__(review.match, ReviewSession(review), file)
        self.table.turned = turned or self.table.turned
        self.table.view(len(review.match.turns))

    @property
    def review(self) -> Review:
        """The review."""
        return self.activity.review

    @property
    def trial(self) -> BetterMove | None:
        """The trial, if a better move is looked for."""
        return self.activity.trial

    @property
    def number(self) -> int:
        """The number of the move in hand, from 1; 0 for the first position."""
        if self.trial is None:
            return self.table.shown
        return self.trial.number

    @property
    def can_move(self) -> bool:
        """Return whether a move can be tried on the board that is shown."""
        return (
            self.trial is not None
            and not self.trial.words
            and self.activity.question is None
            and super().can_move
        )

    def chosen(self) -> int:
        """Return the number of the move in hand; InputError at the first position."""
        if not self.number:
            raise InputError(
                f"this is before the first move; {main_key_of('point_down')} goes down the list"
            )
        return self.number

    def show(self, trial: BetterMove | None) -> None:
        """Show a trial from its beginning, the first move of its answer if there is one; None is for the game."""
        number = self.number
        turned = self.table.turned
        pointer = self.table.pointer
        self.activity.trial = trial
        self.table = PlayTable(
            self.review.match if trial is None else trial.match, pointer=pointer, turned=turned
        )
        self.activity.question = None
        if trial is None:
            self.table.view(number)
        elif trial.words:
            self.table.view(1)
        else:
            self.table.pointer = nearest_to_middle(self.table.board())
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
        if arrow in ("up", "left"):
            by = -1
        else:
            by = 1
        if self.can_move:
            super().point(arrow)
        elif arrow in ("up", "down"):
            self.next_listed(by)
        else:
            self.is_led = False
            self.table.view(self.table.shown + by)

    def next_listed(self, by: int) -> None:
        """Show the next (1) or previous (-1) move of the list."""
        numbers = [each.number for each in ranked_verdicts(self.review)]
        if not numbers:
            self.note = (
                f"{describe_review_progress(self.review)}; moves are listed as they are judged"
            )
            return
        if self.number in numbers:
            at = numbers.index(self.number) + by
        else:
            at = 0
        self.look(numbers[max(0, min(len(numbers) - 1, at))])

    def action_at_length(self) -> None:
        """Say all of what a move gave away, and what was better."""
        judged = self.review.known(self.chosen())
        if judged is None:
            raise InputError("this move is not judged yet")
        if self.trial is None:
            answered = ""
        else:
            answered = self.trial.words
        if answered:
            about = "what it is worth"
        elif judged.given_away:
            about = "what it gave away"
        else:
            about = "what it led to"
        self.app.push_screen(TextDialog(about, answered or turning_point(self.review, judged)))

    # Finding a better move.

    def action_better(self) -> None:
        """Set up the position before the move in hand, or for another try in its place."""
        self.is_led = False
        self.show(BetterMove(self.review, self.chosen()))

    def action_show_best(self) -> None:
        """Show the search's best move and its line."""
        self.is_led = False
        trial = BetterMove(self.review, self.chosen())
        trial.show_best()
        self.show(trial)

    def choose(self) -> None:
        """Choose the square that is pointed at, or open the search of what is shown."""
        if self.can_move:
            super().choose()
        elif self.activity.question is None:
            self.open_search()

    def action_type(self) -> None:
        """Ask for a move by its name, to be tried."""
        if self.trial is None or self.trial.words:
            self.action_better()
        self.ask_move("")

    def open_search(self) -> None:
        """Open the search of the position before the move in hand, or of the one after a try that has been answered."""
        review = self.review
        before = self.chosen() - 1
        if self.trial is None:
            told = None
        else:
            told = self.trial.told
        if told is not None:
            run = Run(told.recipe, root=told.searched)
        else:
            depth = review.analysis(
                before + 1
            ).run.recipe.search.depth  # a preset may have a usual depth of its own
            run = review.match.run_before(before, replace(review.search, depth=depth))
        self.app.push_screen(ExploreScreen(run))

    # The review itself.

    def action_pause(self) -> None:
        """Stop judging moves, or go on."""
        if self.review.finished:
            raise InputError("all moves are judged")
        self.activity.paused = not self.activity.paused

    def action_search_by(self) -> None:
        """Ask for another search to review the game by."""
        hint = "such as ordered-alpha-beta,depth=3 or mcts,iterations=400; enter reviews the game again"
        ask = LineDialog("review by which search?", self.read, self.review.search.to_spec(), hint)
        self.ask_for(ask, self.review_by)

    def read(self, text: str) -> SearchSpec:
        """Read a search to review the game by; InputError says what is wrong with it."""
        search = SearchSpec.typed(text, shown=self.review.search)
        self.review.match.run_before(0, search)
        return search

    def review_by(self, search: SearchSpec) -> None:
        """Review the game anew by another search."""
        self.activity.review = Review(self.review.match, search)
        self.is_led = True
        self.show(None)

    def action_export_review(self) -> None:
        """Ask for a file and write the review as a page."""
        if not self.review.finished:
            raise InputError(
                f"the page needs all moves to be judged: {describe_review_progress(self.review)}"
            )
        self.ask_for(
            make_review_export_dialog(self.review, self.file),
            lambda name: self.say(file_written_note(name)),
        )

    def action_play_from(self) -> None:
        """Play on from the position before the move in hand, by the same players."""
        number = self.chosen()
        match = self.review.match.copy()
        match.resigned = None
        match.drawn = ""
        match.go_to(number - 1)
        match.undone.clear()
        self.tell_app("play_on", match)

    def action_back(self) -> None:
        """Leave the position in which a move is looked for, unless something else is to be stopped before."""
        if (
            self.trial is None
            or self.activity.question is not None
            or self.table.chosen is not None
        ):
            super().action_back()
        else:
            self.show(None)

    place = "review"
    game_goes_on = False

    def is_idle(self, name: str) -> bool:
        """Return whether an action does nothing now: no move is at hand, or not all are judged yet."""
        if name in ("better", "play_from"):
            return not self.number
        if name == "show_best":
            return not self.number or self.review.known(self.number) is None
        return name == "export_review" and not self.review.finished

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Leave letters of squares to the move that is typed."""
        if self.can_move and action in LETTER_KEY_ACTIONS:
            return False
        return super().check_action(action, parameters)

    # Painting.

    def draw_header(self, width: int) -> Line:
        """Write what is reviewed by which search, and how far that is; the search is left out where it has no room."""
        match = self.review.match
        review = self.review
        if self.activity.paused:
            state = f"paused at {len(review.judged):,}"
        else:
            state = describe_review_progress(review)
        title = (f" {match.start.board().title or match.game.title} ", "title")
        said = f"· reviewed by {review.by}", f"· {review.by}", "· review"
        return header_with_state(
            [[title, (words, "dim")] for words in said], spelled_for_widget(self, state), width
        )

    def draw_moves(self, width: int, height: int) -> Rendering:
        """Draw the moves judged so far, worst first, under a line of words; the one in hand is marked."""
        rows = ranked_verdicts(self.review)
        if not rows:
            return Rendering([[("no move is judged yet", "dim")]], title=WORST_FIRST_TITLE)
        most = max(len("gave away"), *(len(brief_loss(each)) for each in rows)) + 1
        if width - MOVE_NUMBER_COLUMNS - SIDE_COLUMNS - GIVEN_AWAY_COLUMNS >= len("move"):
            lost = GIVEN_AWAY_COLUMNS
        else:
            lost = min(GIVEN_AWAY_COLUMNS, most)
        wide = max(
            1, min(MAX_REVIEWED_MOVE_COLUMNS, width - MOVE_NUMBER_COLUMNS - SIDE_COLUMNS - lost)
        )
        head = [
            (
                f"{'no.':>{MOVE_NUMBER_COLUMNS - 1}} {'side':<{SIDE_COLUMNS}}{clip_to_cells('move', wide)}{'gave away':>{lost}}",
                "dim",
            )
        ]
        at = next((place for place, each in enumerate(rows) if each.number == self.number), 0)
        listed = draw_rows_in_sight(rows, at, height - 1, partial(self.row, wide=wide, most=lost))
        return Rendering([head, *listed], title=WORST_FIRST_TITLE)

    def row(self, judged: Verdict, wide: int, most: int) -> Line:
        """Return the line of a move, whose name and what it gave away have some columns."""
        lost = brief_loss(judged)
        look = "cut"
        if judged.luck is not None:
            lost = f"luck{lost:>{most - len('luck')}}"
            look = "value"
        if judged.number == self.number:
            style = "selected"
        else:
            style = "text"
        side = clip_to_cells(self.review.side(judged), SIDE_COLUMNS - 1)
        line = [
            (f"{judged.number:>{MOVE_NUMBER_COLUMNS - 1}} ", "dim"),
            (side, "dim"),
            (" ", "text"),
            (clip_to_cells(judged.move.name, wide), style),
            (f"{fit_text(lost, most):>{most}}", look if lost else "dim"),
        ]
        return [(text, f"{name}@screen.look({judged.number})") for text, name in line]

    def draw_curve(self, width: int, height: int) -> list[Line]:
        """Draw what the search thinks of each move; of one that is not judged yet nothing is known."""
        known = [each.move for each in self.review.judged]
        worth = [*known, *[None] * (len(self.review.match.turns) - len(known))]
        return draw_value_curve(worth, self.number, width, height, ascii_only=in_ascii(self))

    # What is said.

    def said(self) -> tuple[str, str]:
        """Say what a try is worth, else what the move in hand gave away and led to."""
        review = self.review
        match = self.review.match
        number = self.number
        judged = review.known(number)
        turn = number - 1
        if self.trial is not None:
            return describe_trial(self.trial, judged)
        if not number:
            return (
                GAME_BEGINS,
                f"{capitalized(describe_review_progress(review))}. {luck_and_errors(review)}".rstrip(),
            )
        title = (
            f"{number:,} of {len(match.turns):,}: {match.called(turn)} by {match.played_by(turn)}"
        )
        if judged is None:
            return title, "This move is not judged yet."
        if judged.is_best and not judged.wins_at_once:
            best = " It is the search's best move."
        else:
            best = ""
        return title, f"{describe_mistake(judged, review.side(judged))}{best}"

    def may(self) -> str:
        """Say what can be done now."""
        if self.can_move:
            return f"{self.table.may()} {main_key_of('show_best')} shows it."
        if self.trial is not None and self.trial.words:
            return fill_in_keys(
                "<point_left> <point_right> its line, <better>: try again, <show_best>: show it, "
                "<choose>: its search, <back>: back"
            )
        if self.trial is not None or not self.number:
            search = ""
        else:
            search = ", <choose>: its search"
        return fill_in_keys(
            f"<point_up> <point_down> the list, <point_left> <point_right> the game{search}"
        )

    # Time.

    def searched(self, words: str) -> None:
        """Show what has come of judging, or of a try; at the end the worst move, if nobody has chosen another."""
        if words and self.review.finished and self.is_led and self.review.worst:
            self.table.view(self.review.worst[0].number)
        if words:
            self.paint()

    # What a person does.

    def move(self, name: str) -> None:
        """Try a move in place of the one that was played, and show its answer and the line behind it on the board."""
        trial = self.trial
        assert trial is not None
        self.activity.attempt(trial, name)
        self.then = lambda _: self.show(trial)
        self.paint()


def describe_trial(trial: BetterMove, judged: Verdict | None) -> tuple[str, str]:
    """Say what a try in place of a move is worth, else what is looked for, and before that what this is about."""
    match = trial.match
    told = trial.told
    move = trial.called(trial.move)
    if told is not None:
        is_same = told.move == trial.move
        return (
            f"{move}, which was played" if is_same else f"{told.name} in place of {move}",
            trial.words,
        )
    begin = f"{match.side(maximizing=match.start.maximizing)} to move. {capitalize_sentence(move)} was played"
    if judged is not None and judged.given_away == 0:
        return (
            f"another move in place of {move}",
            f"{begin} and gave nothing away; is another move as good?",
        )
    if judged is not None and judged.given_away:
        found = describe_loss(judged)
    else:
        found = None
    gave = "" if found is None else f" and {found.then} {found.what}"
    return f"a better move in place of {move}", f"{begin}{gave}. Find a better move."
