"""The base of the screens with a board: layout, keys, and time for searches."""

import time
from collections.abc import Callable, Sequence
from typing import ClassVar, Generic, TypeVar

from textual import events
from textual.app import ComposeResult
from textual.containers import Container, Horizontal, Vertical
from textual.content import Content
from textual.message import Message

from visualizer.apps.actions import main_key_of
from visualizer.apps.activities.playing import BoardActivity
from visualizer.apps.tui.board_screens.board import PlayBoard
from visualizer.apps.tui.board_screens.dialogs import TypeMoveDialog, make_which_move_dialog
from visualizer.apps.tui.board_screens.table import PlayTable, nearest_to_middle
from visualizer.apps.tui.cells.squares import wrap_captions
from visualizer.apps.tui.cells.styled_lines import (
    Line,
    Rendering,
    truncate_lines,
    with_ellipsis,
    wrap_words,
)
from visualizer.apps.tui.screens.action_screen import ActionScreen, ScreenClock
from visualizer.apps.tui.terminal.ascii_looks import spelled_for_widget
from visualizer.apps.tui.widgets import StyledText
from visualizer.play.playing.match import Match
from visualizer.support.errors import InputError
from visualizer.support.plugins.watchdog import faults_as_input_errors

FRAME_COLUMNS = 4
"""Columns of a pane's frame, with a space at each side."""
MIN_BESIDE_COLUMNS = 30
"""Minimum columns of the panes beside the board."""
WIDE_BESIDE_COLUMNS = 64
"""Minimum columns beside the board for a curve next to the moves, not below them."""
SHORT_SCREEN_LINES = 20
"""Screens with fewer lines have a style of their own."""
GAME_BEGINS = "the game begins"
"""The title before the first move."""

TICK_SECONDS = 1 / 80
"""Seconds from one slice of searching to the next; keys are answered between them."""
FIND_SLICE_SECONDS = 0.008
"""Seconds of finding the squares of moves before keys are read again."""


AtBoard = TypeVar("AtBoard", bound=BoardActivity)


class BoardScreen(ActionScreen, Generic[AtBoard]):
    """Shows a board with a list of moves, a curve and text, and advances the searches.

    `table` is the state of the board, `activity` what the user does with it, and `note` the last
    message. `file` is where the match is saved, "" for nowhere.
    """

    CSS_PATH = "playing.tcss"
    game_goes_on: ClassVar[bool] = True
    """Whether the game is being played, so that an earlier position is marked as such."""

    def __init__(self, match: Match, activity: AtBoard, file: str) -> None:
        """Show a match. `file` is the file in which it is saved, or "".

        The board is turned for a person who plays MIN against a search.
        """
        super().__init__()
        self.table = PlayTable(match)
        self.activity = activity
        self.file = file
        person_is_second = [mover.is_person for mover in match.movers] == [False, True]
        self.table.turned = person_is_second and match.game.turns_board
        self.table.pointer = nearest_to_middle(self.table.board())
        self.note = ""
        self.on_answer: Callable[[str], object] = self.say
        """Takes the answer to the open question."""

    @property
    def match(self) -> Match:
        """The match on the table."""
        return self.table.match

    @property
    def can_move(self) -> bool:
        """Return whether a person can move on the board."""
        return self.table.can_move

    # Each subclass defines how its own parts of the screen are drawn and described.

    draw_header: Callable[[int], Line]
    """Draws the first line of the screen for a width."""
    draw_moves: Callable[[int, int], Rendering]
    """Draws the list of moves for a width and height."""
    draw_curve: Callable[[int, int], list[Line]]
    """Draws the curve of values."""
    describe_events: Callable[[], tuple[str, str]]
    """Returns title and text about the last move, or about the search that is thinking."""
    describe_choices: Callable[[], str]
    """Describes the user's choices."""

    def parts(self) -> ComposeResult:
        """Lay out the widgets."""
        yield StyledText(self.draw_header_line, id="header")
        with Horizontal(id="main"):
            with Vertical(id="table", classes="pane"):
                yield PlayBoard(self.table.squares(None), id="play-board")
                yield StyledText(self.draw_captions, id="captions")
            with Vertical(id="beside"):
                with Container(id="record"):
                    yield StyledText(self.draw_moves, id="moves", classes="pane")
                    yield StyledText(self.draw_curve, id="curve", classes="pane")
                yield StyledText(self.draw_events, id="said", classes="pane")
                yield StyledText(self.draw_choices, id="may", classes="pane")

    def make_room(self) -> None:
        """Give the board the columns that it can use and the panes the rest, then paint."""
        width, height = self.size
        self.set_class(height < SHORT_SCREEN_LINES, "-short")
        captions = self.table.board().captions
        columns = self.board_columns(captions)
        self.query_one("#table").styles.width = columns
        self.query_one("#captions").styles.height = len(captions)
        self.set_class(width - columns >= WIDE_BESIDE_COLUMNS, "-wide")
        super().make_room()

    def board_columns(self, captions: Sequence[str]) -> int:
        """Return the columns of the pane with the board and its captions."""
        width, height = self.size
        max_columns = width - MIN_BESIDE_COLUMNS
        board_height = max(10, height - FRAME_COLUMNS - len(captions))
        _, board = self.table.squares(None).fit(max_columns - FRAME_COLUMNS, board_height)
        widest = max([board.width, *map(len, captions)])
        return min(widest + FRAME_COLUMNS, max_columns)

    def paint(self) -> None:
        """Paint everything."""
        if not self.is_mounted:
            return
        analysis = None
        if self.activity.wants_values:
            analysis = self.activity.analysis
        has_pointer = self.game_goes_on or self.can_move
        squares = self.table.squares(analysis, has_pointer=has_pointer)
        self.query_one(PlayBoard).show(squares)
        super().paint()

    def draw_header_line(self, width: int, height: int) -> list[Line]:
        """Draw the header, cut off at the width of the screen."""
        return [with_ellipsis(self.draw_header(width), width)]

    def draw_captions(self, width: int, height: int) -> list[Line]:
        """Draw the captions below the board, such as the score."""
        return wrap_captions(self.table.board(), width)[:height]

    def draw_events(self, width: int, height: int) -> Rendering:
        """Draw a text about the last move, or about the search that is thinking.

        While a search works on a question of the user, draw the question instead.
        """
        question = self.activity.question
        if question is None:
            title, text = self.describe_events()
        else:
            title = question.about
            text = f"Searching; {main_key_of('back')} stops it."
        lines = wrap_words(spelled_for_widget(self, text), width)
        return Rendering(truncate_lines(lines, width, height), title=title)

    def draw_choices(self, width: int, height: int) -> Rendering:
        """Draw the last message, or the user's choices."""
        text = self.describe_choices()
        style = "text"
        if self.note:
            text = self.note
            style = "cut"
        lines = wrap_words(spelled_for_widget(self, text), width, style)
        title = "now"
        if self.can_move:
            title = "your move"
        return Rendering(truncate_lines(lines, width, height), title=title)

    # Each subclass defines its own answer to the user's actions.

    move: Callable[[str], None]
    """Plays or tries a move by its name; InputError says why it is not allowed."""
    open_search: Callable[[], None]
    """Opens the search of the position on the board."""
    show_progress: Callable[[str], None]
    """Shows the progress of searches; the words are their result, "" while they go on."""

    def on_mount(self) -> None:
        """Start the clock."""
        self._paint_time = time.monotonic()
        self.clock = ScreenClock(self, TICK_SECONDS, self.tick)
        side = self.match.side(maximizing=True)
        self.query_one("#curve").border_title = Content(f"value for {side}")

    def tick(self, seconds: float) -> None:
        """Continue the searches and the listing of legal moves, unless a dialog is open.

        A fault in user-supplied code stops the searches.
        """
        if self.app.screen is not self:
            return
        try:
            with faults_as_input_errors():
                self.advance(seconds)
        except InputError as error:  # of a user-supplied game, search or evaluation
            self.activity.stop()
            self.say(str(error))

    def advance(self, seconds: float) -> None:
        """Continue to find the legal moves, or advance the searches and use their answers.

        `seconds` is the time since the last call.
        """
        # `moves.advance(0)` searches nothing: it only tells whether all moves are found.
        if self.can_move and not self.table.moves.advance(0):
            self.table.moves.advance(FIND_SLICE_SECONDS)
            self.table.point_at_legal_square()
            self.paint()
        elif self.activity.is_busy:
            # Read before the search goes on, since its answer closes the question.
            is_asked = self.activity.question is not None
            words = self.activity.tick(seconds)
            if is_asked and words:
                self.on_answer(words)
            self.show_progress(words)

    def prepare(self, name: str) -> None:
        """Drop the last message."""
        self.note = ""

    def finish(self) -> None:
        """Show the result of an action."""
        self.paint()

    def action_choose(self) -> None:
        """Choose the square at the pointer."""
        # Later, since letters typed before `enter` may still open a dialog.
        self.call_later(self.enter)

    def enter(self) -> None:
        """Choose the square at the pointer, or play a move that was typed quickly."""
        front = self.app.screen
        if isinstance(front, TypeMoveDialog):
            front.call_after_refresh(front.action_enter)
        elif front is self:
            self.choose_now()

    def choose_now(self) -> None:
        """Choose the square at the pointer, and show an error as a message."""
        with self.showing_errors():
            self.prepare("choose")
            self.choose()
        self.finish()

    def choose(self) -> None:
        """Choose the square at the pointer; in the list of moves, open the search of a move."""
        if self.table.viewed is not None:
            self.open_search()
            return
        self.check_turn()
        moves = self.table.choose(self.table.pointer)
        if len(moves) == 1:
            self.play(moves[0].name)
        elif moves:
            self.ask_for(make_which_move_dialog(self.table.moves, moves), self.play)

    def check_turn(self) -> None:
        """Raise InputError unless it is a person's turn; else show the current position."""
        match = self.match
        match.check_goes_on()
        if match.by_chance:
            raise InputError("it is chance's turn, and chance moves by itself")
        if not match.mover.is_person:
            turn = f"it is {match.side_to_move}'s turn ({match.mover.sentence_name})"
            raise InputError(f"{turn}; {main_key_of('hurry')} makes it answer")
        self.table.viewed = None

    def action_type(self) -> None:
        """Ask for a move by its name."""
        self.check_turn()
        self.ask_move("")

    def point(self, arrow: str) -> None:
        """Point at the next square, or show the next move of the list."""
        if self.table.viewed is None:
            self.table.awaits_pointing = False
            self.table.pointer = self.query_one(PlayBoard).neighbour(self.table.pointer, arrow)
        elif arrow in ("down", "right"):
            self.table.view(self.table.turns_shown + 1)
        else:
            self.table.view(self.table.turns_shown - 1)

    def action_turn_board(self) -> None:
        """Turn the board."""
        self.table.turned = not self.table.turned

    def action_point_up(self) -> None:
        """Point at the square above, or show the move before."""
        self.point("up")

    def action_point_down(self) -> None:
        """Point at the square below, or show the move after."""
        self.point("down")

    def action_point_left(self) -> None:
        """Point at the square on the left, or show the move before."""
        self.point("left")

    def action_point_right(self) -> None:
        """Point at the square on the right, or show the move after."""
        self.point("right")

    def say(self, note: str) -> None:
        """Show a message."""
        self.note = note
        self.paint()

    def action_back(self) -> None:
        """Drop the open question, cancel a half-entered move, or leave the list or the screen."""
        if self.activity.question is not None:
            self.activity.question = None
        elif self.table.first_square is not None:
            self.table.first_square = None
        elif self.game_goes_on and self.table.viewed is not None:
            self.table.view(None)
        else:
            super().action_back()

    def on_play_board_picked(self, message: PlayBoard.Picked) -> None:
        """Choose the square that was clicked."""
        self.table.pointer = message.place
        self.table.awaits_pointing = False
        self.choose_now()

    def accepts(self, pressed: Message) -> bool:
        """Return whether a key or click is for this screen.

        Letters typed right after the first one, which opens a dialog, are passed on to it.
        """
        if self.is_in_front:
            return True
        return isinstance(pressed, events.Key) and isinstance(self.app.screen, TypeMoveDialog)

    def on_key(self, event: events.Key) -> None:
        """Ask for a move that begins with the typed letter or digit, if no action has the key."""
        front = self.app.screen
        letter = event.character or ""
        # The letter before may have opened a dialog that takes no keys yet.
        if isinstance(front, TypeMoveDialog) and event.is_printable:
            event.stop()
            front.add_letter(letter)
        elif letter.isalnum() and self.can_move:
            event.stop()
            self.ask_move(letter)

    def show_turn(self, number: int) -> None:
        """Show the position after n moves."""
        self.table.view(number)

    def action_look(self, number: int) -> None:
        """Show the position after the move that was clicked."""
        self.show_turn(number)
        self.paint()

    def ask_move(self, typed: str) -> None:
        """Ask for the name of a move, which begins with the letters `typed` so far."""
        self.ask_for(TypeMoveDialog(self.table.moves, typed), self.play)

    def play(self, name: str) -> None:
        """Play a move by its name."""
        self.attempt(self.move, name)
