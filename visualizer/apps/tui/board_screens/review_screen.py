"""Reviewing a game: the loss of each move, the reason, and trials to find a better move."""

from collections.abc import Sequence
from dataclasses import replace
from functools import partial

from visualizer.apps.actions import fill_in_keys, main_key_of
from visualizer.apps.activities.playing import ReviewSession
from visualizer.apps.tui.board_screens.board_screen import GAME_BEGINS, BoardScreen
from visualizer.apps.tui.board_screens.dialogs import make_review_export_dialog
from visualizer.apps.tui.board_screens.panes import (
    MOVE_NUMBER_COLUMNS,
    draw_rows_around,
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
from visualizer.explaining.explanation.naming import capitalize_node_name, capitalized
from visualizer.play.playing.game_review import BetterMove, Review
from visualizer.play.playing.match_words import brief_loss, describe_loss, describe_mistake
from visualizer.play.playing.move_value import MoveValue, Verdict
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
"""Columns for the side that moved, with a space after it."""
GIVEN_AWAY_COLUMNS = 14
"""Columns for the loss of a move, if they fit."""
WORST_FIRST_TITLE = "worst first"
MAX_REVIEWED_MOVE_COLUMNS = 20

LETTER_KEY_ACTIONS = ("better", "export_review")
"""Actions whose keys are letters of squares: during a trial these letters type a move."""


class ReviewScreen(BoardScreen[ReviewSession]):
    """Reviews a game, and sets up positions in which the user looks for a better move.

    The board shows the game, or the position of such a trial.
    """

    place = "review"
    game_goes_on = False
    selects_worst = True
    """Whether the user has chosen no move yet: the worst one is then shown once it is known."""

    def __init__(self, review: Review, *, file: str = "", turned: bool = False) -> None:
        """Show the last position of a game; its review may be unfinished."""
        super().__init__(review.match, ReviewSession(review), file)
        self.table.turned = turned or self.table.turned
        self.table.view(len(review.match.turns))

    @property
    def review(self) -> Review:
        """The review."""
        return self.activity.review

    @property
    def trial(self) -> BetterMove | None:
        """The trial, while the user looks for a better move."""
        return self.activity.trial

    @property
    def number(self) -> int:
        """The number of the selected move, from 1; 0 is the first position."""
        if self.trial is None:
            return self.table.turns_shown
        return self.trial.number

    @property
    def can_move(self) -> bool:
        """Return whether the user can try a move on the board."""
        if self.trial is None or self.trial.words or self.activity.question is not None:
            return False
        return super().can_move

    def selected_number(self) -> int:
        """Return the number of the selected move; InputError at the first position."""
        if not self.number:
            raise InputError(
                f"this is before the first move; {main_key_of('point_down')} goes down the list"
            )
        return self.number

    def show_trial(self, trial: BetterMove | None) -> None:
        """Show the trial of a better move, or the game again if `trial` is None.

        An answered trial is shown after the user's move, and an open one before that move.
        """
        # Read first: `number` depends on the trial and on the table, which change below.
        number = self.number
        match = self.review.match
        if trial is not None:
            match = trial.match
        self.activity.trial = trial
        self.table = PlayTable(match, pointer=self.table.pointer, turned=self.table.turned)
        self.activity.question = None
        if trial is None:
            self.table.view(number)
        elif trial.words:
            self.table.view(1)
        else:
            self.table.pointer = nearest_to_middle(self.table.board())
        self.paint()

    def show_turn(self, number: int) -> None:
        """Show the game after n moves."""
        self.selects_worst = False
        if self.trial is not None:
            self.show_trial(None)
        super().show_turn(number)

    def point(self, arrow: str) -> None:
        """Point at the next square while the user has to enter a move.

        At other times, up and down go through the list of moves, left and right through the game.
        """
        if self.can_move:
            super().point(arrow)
            return
        by = -1 if arrow in ("up", "left") else 1
        if arrow in ("up", "down"):
            self.select_listed(by)
        else:
            self.selects_worst = False
            self.table.view(self.table.turns_shown + by)

    def select_listed(self, by: int) -> None:
        """Select the next (1) or previous (-1) move of the list, in which the worst come first."""
        numbers = [verdict.number for verdict in ranked_verdicts(self.review)]
        if not numbers:
            progress = describe_review_progress(self.review)
            self.note = f"{progress}; moves are listed as they are judged"
            return
        place = 0
        if self.number in numbers:
            place = numbers.index(self.number) + by
        place = max(0, min(len(numbers) - 1, place))
        self.show_turn(numbers[place])

    def action_at_length(self) -> None:
        """Explain the selected move in full: its loss, and the better move."""
        verdict = self.review.judged_move(self.selected_number())
        if verdict is None:
            raise InputError("this move is not judged yet")
        if self.trial is not None and self.trial.words:
            self.app.push_screen(TextDialog("what it is worth", self.trial.words))
            return
        title = "what it gave away" if verdict.given_away else "what it led to"
        self.app.push_screen(TextDialog(title, turning_point(self.review, verdict)))

    def action_better(self) -> None:
        """Begin a trial: set up the position before the selected move."""
        self.selects_worst = False
        self.show_trial(BetterMove(self.review, self.selected_number()))

    def action_show_best(self) -> None:
        """Show the search's best move and its line."""
        self.selects_worst = False
        trial = BetterMove(self.review, self.selected_number())
        trial.show_best()
        self.show_trial(trial)

    def choose(self) -> None:
        """Choose the square at the pointer, or open the search."""
        if self.can_move:
            super().choose()
        elif self.activity.question is None:
            self.open_search()

    def action_type(self) -> None:
        """Ask for the name of a move to try."""
        if self.trial is None or self.trial.words:
            self.action_better()
        self.ask_move("")

    def open_search(self) -> None:
        """Open the search of the position before the selected move, or the search of a trial."""
        turn = self.selected_number() - 1
        if self.trial is not None and self.trial.answered_move is not None:
            answer = self.trial.answered_move
            run = Run(answer.recipe, root=answer.searched_position)
        else:
            # The depth is read from the analysis, since the preset may have another default depth.
            depth = self.review.analysis(turn + 1).run.recipe.search.depth
            search = replace(self.review.search, depth=depth)
            run = self.review.match.run_before(turn, search)
        self.app.push_screen(ExploreScreen(run))

    def action_pause(self) -> None:
        """Pause the judging of moves, or resume it."""
        if self.review.finished:
            raise InputError("all moves are judged")
        self.activity.paused = not self.activity.paused

    def action_search_by(self) -> None:
        """Ask for another search, which then reviews the game."""
        hint = (
            "such as ordered-alpha-beta,depth=3 or mcts,iterations=400; enter reviews the game "
            "again"
        )
        spec = self.review.search.to_spec()
        dialog = LineDialog("review by which search?", self.read_search, spec, hint)
        self.ask_for(dialog, self.review_by)

    def read_search(self, text: str) -> SearchSpec:
        """Read a search to review the game by; InputError if it cannot search this game."""
        search = SearchSpec.typed(text, shown=self.review.search)
        self.review.match.run_before(0, search)
        return search

    def review_by(self, search: SearchSpec) -> None:
        """Review the game again by another search."""
        self.activity.review = Review(self.review.match, search)
        self.selects_worst = True
        self.show_trial(None)

    def action_export_review(self) -> None:
        """Ask for a file and write the review as a page."""
        if not self.review.finished:
            progress = describe_review_progress(self.review)
            raise InputError(f"the page needs all moves to be judged: {progress}")
        dialog = make_review_export_dialog(self.review, self.file)
        self.ask_for(dialog, lambda name: self.say(file_written_note(name)))

    def action_play_from(self) -> None:
        """Continue the game from the position before the selected move, with the same players."""
        number = self.selected_number()
        match = self.review.match.copy()
        # The new game goes on, however the old one ended.
        match.resigned = None
        match.drawn = ""
        match.go_to(number - 1)
        match.undone.clear()
        self.run_app_action("play_on", match)

    def action_back(self) -> None:
        """End the trial, unless there is a question or a move to cancel first."""
        nothing_to_cancel = self.activity.question is None and self.table.first_square is None
        if self.trial is not None and nothing_to_cancel:
            self.show_trial(None)
        else:
            super().action_back()

    def is_idle(self, name: str) -> bool:
        """Return whether an action does nothing now, because no move is selected or judged yet."""
        if name in ("better", "play_from"):
            return not self.number
        if name == "show_best":
            return not self.number or self.review.judged_move(self.number) is None
        return name == "export_review" and not self.review.finished

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Leave letters of squares to the move that is being typed."""
        if self.can_move and action in LETTER_KEY_ACTIONS:
            return False
        return super().check_action(action, parameters)

    def draw_header(self, width: int) -> Line:
        """Draw the game, the search that reviews it if there is room, and the progress."""
        match = self.review.match
        if self.activity.paused:
            state = f"paused at {len(self.review.judged):,}"
        else:
            state = describe_review_progress(self.review)
        game = match.start.board().title or match.game.title
        search = self.review.search_words
        endings = (f"· reviewed by {search}", f"· {search}", "· review")
        headings: list[Line] = [[(f" {game} ", "title"), (words, "dim")] for words in endings]
        return header_with_state(headings, spelled_for_widget(self, state), width)

    def draw_moves(self, width: int, height: int) -> Rendering:
        """Draw the judged moves, worst first, with the selected one in sight."""
        verdicts = ranked_verdicts(self.review)
        if not verdicts:
            return Rendering([[("no move is judged yet", "dim")]], title=WORST_FIRST_TITLE)
        room = width - MOVE_NUMBER_COLUMNS - SIDE_COLUMNS
        loss_columns = loss_column_width(verdicts, room)
        move_columns = max(1, min(MAX_REVIEWED_MOVE_COLUMNS, room - loss_columns))
        heading = verdict_list_heading(move_columns, loss_columns)

        numbers = [verdict.number for verdict in verdicts]
        selected = 0
        if self.number in numbers:
            selected = numbers.index(self.number)
        draw_row = partial(self.draw_row, move_columns=move_columns, loss_columns=loss_columns)
        rows = draw_rows_around(verdicts, selected, height - 1, draw_row)
        return Rendering([heading, *rows], title=WORST_FIRST_TITLE)

    def draw_row(self, verdict: Verdict, *, move_columns: int, loss_columns: int) -> Line:
        """Return the row of a move in the list: number, side, move and what the move gave away.

        A row about an outcome of chance has its luck instead of a loss.
        """
        loss = brief_loss(verdict)
        loss_style = "cut" if loss else "dim"
        if verdict.luck is not None:
            label = "luck"
            loss = label + loss.rjust(loss_columns - len(label))
            loss_style = "value"
        move_style = "text"
        if verdict.number == self.number:
            move_style = "selected"
        side = clip_to_cells(self.review.side(verdict), SIDE_COLUMNS - 1)
        line = [
            (f"{verdict.number:>{MOVE_NUMBER_COLUMNS - 1}} ", "dim"),
            (side, "dim"),
            (" ", "text"),
            (clip_to_cells(verdict.move.name, move_columns), move_style),
            (f"{fit_text(loss, loss_columns):>{loss_columns}}", loss_style),
        ]
        return [(text, f"{style}@screen.look({verdict.number})") for text, style in line]

    def draw_curve(self, width: int, height: int) -> list[Line]:
        """Draw the value after each move, as far as the moves are judged."""
        values: list[MoveValue | None] = [verdict.move for verdict in self.review.judged]
        values += [None] * (len(self.review.match.turns) - len(values))
        return draw_value_curve(
            values,
            self.number,
            width,
            height,
            ascii_only=in_ascii(self),
        )

    def describe_events(self) -> tuple[str, str]:
        """Return title and text about the trial, or about the selected move."""
        review = self.review
        number = self.number
        verdict = review.judged_move(number)
        if self.trial is not None:
            return describe_trial(self.trial, verdict)
        if not number:
            progress = capitalized(describe_review_progress(review))
            return GAME_BEGINS, f"{progress}. {luck_and_errors(review)}".rstrip()

        match = review.match
        # Moves are counted from 1, turns from 0.
        turn = number - 1
        move = f"{match.called(turn)} by {match.played_by(turn)}"
        title = f"{number:,} of {len(match.turns):,}: {move}"
        if verdict is None:
            return title, "This move is not judged yet."
        text = describe_mistake(verdict, review.side(verdict))
        if verdict.is_best and not verdict.wins_at_once:
            text += " It is the search's best move."
        return title, text

    def describe_choices(self) -> str:
        """Say which keys work now."""
        if self.can_move:
            return f"{self.table.describe_choices()} {main_key_of('show_best')} shows it."
        if self.trial is not None and self.trial.words:
            return fill_in_keys(
                "<point_left> <point_right> its line, <better>: try again, <show_best>: show it, "
                "<choose>: its search, <back>: back"
            )
        keys = "<point_up> <point_down> the list, <point_left> <point_right> the game"
        if self.trial is None and self.number:
            keys += ", <choose>: its search"
        return fill_in_keys(keys)

    def show_progress(self, words: str) -> None:
        """Show the result of a search; when all moves are judged, select the worst."""
        if not words:
            return
        if self.review.finished and self.selects_worst and self.review.worst:
            self.table.view(self.review.worst[0].number)
        self.paint()

    def move(self, name: str) -> None:
        """Try a move instead of the one played; its answer is then shown on the board."""
        trial = self.trial
        assert trial is not None
        self.activity.attempt(trial, name)
        self.on_answer = lambda _: self.show_trial(trial)
        self.paint()


def loss_column_width(verdicts: Sequence[Verdict], room: int) -> int:
    """Return the columns for the losses of moves, on a narrow screen no more than needed."""
    if room - GIVEN_AWAY_COLUMNS >= len("move"):
        return GIVEN_AWAY_COLUMNS
    longest = max(len(brief_loss(verdict)) for verdict in verdicts)
    return min(GIVEN_AWAY_COLUMNS, max(len("gave away"), longest) + 1)


def verdict_list_heading(move_columns: int, loss_columns: int) -> Line:
    """Return the line above the list of moves, with a name for each column."""
    number = f"{'no.':>{MOVE_NUMBER_COLUMNS - 1}} "
    side = f"{'side':<{SIDE_COLUMNS}}"
    move = clip_to_cells("move", move_columns)
    loss = f"{'gave away':>{loss_columns}}"
    return [(f"{number}{side}{move}{loss}", "dim")]


def describe_trial(trial: BetterMove, verdict: Verdict | None) -> tuple[str, str]:
    """Return title and text of a trial: the user's attempt to find a better move.

    The text says what the answer is worth or, in an open trial, which move to improve. `verdict` is
    the judgement of the move that was played; it is None if the move is not judged yet.
    """
    played = trial.called(trial.move)
    answer = trial.answered_move
    if answer is not None:
        if answer.move == trial.move:
            return f"{played}, which was played", trial.words
        return f"{answer.name} in place of {played}", trial.words

    match = trial.match
    side = match.side(maximizing=match.start.maximizing)
    begin = f"{side} to move. {capitalize_node_name(played)} was played"
    # What the move gave away may also be unknown: then it is None.
    if verdict is not None and verdict.given_away == 0:
        title = f"another move in place of {played}"
        return title, f"{begin} and gave nothing away; is another move as good?"
    if verdict is not None and verdict.given_away:
        loss = describe_loss(verdict)
        begin += f" and {loss.past_verb} {loss.loss}"
    return f"a better move in place of {played}", f"{begin}. Find a better move."
