"""The base of the screens with a board to move on: how they look, how time passes for searches, what keys do."""

import time
from collections.abc import Callable
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
WIDE_BESIDE_COLUMNS = 64
"""Least columns beside the board; from WIDE on the curve stands beside the moves, not below them."""
GAME_BEGINS = "the game begins"
"""What is said before the first move."""


TICK_SECONDS = 1 / 80
"""Seconds from one slice of searching to the next; keys are answered between them."""
FIND_SLICE_SECONDS = 0.008
"""Seconds between two looks at the keys for finding where moves begin and end."""


AtBoard = TypeVar("AtBoard", bound=BoardActivity)


class BoardScreen(ActionScreen, Generic[AtBoard]):
    """Shows a board, a list of moves, a curve and words; lets time pass, and does what keys mean.

    `table` is what lies there, `activity` what is done with it, `note` what has to be said; `file`
    is where the match is kept, "" for nowhere.
    """

    CSS_PATH = "playing.tcss"
    game_goes_on: ClassVar[bool] = True
    """Whether a game goes on here, so that a position which is not the last stands out."""

    def __init__(self, match: Match, activity: AtBoard, file: str) -> None:
        """Show where a match stands; a person who plays MIN alone may see the board turned round."""
        super().__init__()
        self.table = PlayTable(match)
        self.activity = activity
        self.file = file
        is_second = [mover.is_person for mover in match.movers] == [False, True]
        self.table.turned = is_second and match.game.turns_board
        self.table.pointer = nearest_to_middle(self.table.board())
        self.note = ""
        self.then: Callable[[str], object] = self.say
        """What is done with the answer to the question that is open."""

    @property
    def match(self) -> Match:
        """The match on the table."""
        return self.table.match

    @property
    def can_move(self) -> bool:
        """Return whether a person can move on the board that is shown."""
        return self.table.can_move

    # What a screen says.

    draw_header: Callable[[int], Line]
    """Writes the first line of the screen for a width."""
    draw_moves: Callable[[int, int], Rendering]
    """Draws the list of moves for a width and height."""
    draw_curve: Callable[[int, int], list[Line]]
    """Draws the curve of values."""
    said: Callable[[], tuple[str, str]]
    """Says what is thought, or what happened, and before that what this is about."""
    may: Callable[[], str]
    """Says what can be done now."""

    # Making.

    def parts(self) -> ComposeResult:
        """Lay out the widgets."""
        yield StyledText(
            lambda width, _: [with_ellipsis(self.draw_header(width), width)], id="header"
        )
        with Horizontal(id="main"):
            with Vertical(id="table", classes="pane"):
                yield PlayBoard(self.table.squares(None), id="play-board")
                yield StyledText(self.draw_captions, id="captions")
            with Vertical(id="beside"):
                with Container(id="record"):
                    yield StyledText(self.draw_moves, id="moves", classes="pane")
                    yield StyledText(self.draw_curve, id="curve", classes="pane")
                yield StyledText(self.draw_said, id="said", classes="pane")
                yield StyledText(self.draw_may, id="may", classes="pane")

    def make_room(self) -> None:
        """Give the board what it can use and the panes the rest, then paint."""
        width, height = self.size
        self.set_class(height < 20, "-short")
        captions = self.table.board().captions
        board = self.table.squares(None).fitting(
            width - MIN_BESIDE_COLUMNS - FRAME_COLUMNS,
            max(10, height - FRAME_COLUMNS - len(captions)),
        )[1]
        wide = max([board.width, *map(len, captions)]) + FRAME_COLUMNS
        wide = min(wide, width - MIN_BESIDE_COLUMNS)
        self.query_one("#table").styles.width = wide
        self.query_one("#captions").styles.height = len(captions)
        self.set_class(width - wide >= WIDE_BESIDE_COLUMNS, "-wide")
        super().make_room()

    # Painting.

    def paint(self) -> None:
        """Paint everything."""
        if not self.is_mounted:
            return
        if self.activity.wants_values:
            analysis = self.activity.analysis
        else:
            analysis = None
        squares = self.table.squares(analysis, points=self.game_goes_on or self.can_move)
        self.query_one(PlayBoard).show(squares)
        super().paint()

    def draw_captions(self, width: int, height: int) -> list[Line]:
        """Write what stands below a board, such as the score."""
        return [
            line
            for words in self.table.board().captions
            for line in wrap_words(words, width, "dim")
        ][:height]

    def draw_said(self, width: int, height: int) -> Rendering:
        """Write what is thought, or what happened."""
        question = self.activity.question
        searching = f"Searching; {main_key_of('back')} stops it."
        if question is None:
            title, words = self.said()
        else:
            title = question.about
            words = searching
        return Rendering(
            truncate_lines(wrap_words(spelled_for_widget(self, words), width), width, height),
            title=title,
        )

    def draw_may(self, width: int, height: int) -> Rendering:
        """Write what went wrong, else what can be done now."""
        words = wrap_words(
            spelled_for_widget(self, self.note or self.may()), width, "cut" if self.note else "text"
        )
        return Rendering(
            truncate_lines(words, width, height), title="your move" if self.can_move else "now"
        )

    # What a screen does.

    move: Callable[[str], None]
    """Does what a person wants with a move, by its name; InputError says why it is not allowed."""
    open_search: Callable[[], None]
    """Opens the search of what is shown."""
    searched: Callable[[str], None]
    """Shows how far searches are, and what has come of them, which is said in words if anything has."""

    # Time.

    def on_mount(self) -> None:
        """Start the clock."""
        self._painted, self.clock = time.monotonic(), ScreenClock(self, TICK_SECONDS, self.tick)
        self.query_one("#curve").border_title = Content(
            f"value for {self.match.side(maximizing=True)}"
        )

    def tick(self, seconds: float) -> None:
        """Let time pass unless something covers the board; where user-supplied code fails, searches pause."""
        if self.app.screen is not self:
            return
        try:
            with faults_as_input_errors():
                self.pass_time(seconds)
        except InputError as error:  # of a user-supplied game, search or evaluation
            self.activity.stop()
            self.say(str(error))

    def pass_time(self, passed: float) -> None:
        """Find where moves begin and end, else let searches go on after n seconds, and use what they answer."""
        if self.can_move and not self.table.moves.advance(0):
            self.table.moves.advance(FIND_SLICE_SECONDS)
            self.table.begin()
            self.paint()
        elif self.activity.is_busy:
            is_asked = self.activity.question is not None
            words = self.activity.tick(passed)
            if is_asked and words:
                self.then(words)
            self.searched(words)

    # What a person does.

    def prepare(self, name: str) -> None:
        """Forget what was said."""
        self.note = ""

    def finish(self) -> None:
        """Show what an action has done."""
        self.paint()

    def action_choose(self) -> None:
        """Choose the square that is pointed at, once the letters that were typed before `enter` are there."""
        self.call_later(self.enter)

    def enter(self) -> None:
        """Choose the square pointed at, or play the move that was typed at once with `enter`."""
        asked = self.app.screen
        if isinstance(asked, TypeMoveDialog):
            asked.call_after_refresh(asked.action_enter)
        elif asked is self:
            self.choose_now()

    def choose_now(self) -> None:
        """Choose the square that is pointed at; what is not allowed is said."""
        with self.errors_said():
            self.prepare("choose")
            self.choose()
        self.finish()

    def choose(self) -> None:
        """Choose the square that is pointed at; in the list of moves, open the search of the one shown."""
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
        """Raise InputError where no person can move now."""
        match = self.match
        match.check_goes_on()
        if match.by_chance:
            raise InputError("it is chance's turn, and chance moves by itself")
        if not match.mover.is_person:
            turn = f"it is {match.side_to_move}'s turn ({match.mover.called})"
            raise InputError(f"{turn}; {main_key_of('hurry')} makes it answer")
        self.table.viewed = None

    def action_type(self) -> None:
        """Ask for a move by its name."""
        self.check_turn()
        self.ask_move("")

    def point(self, arrow: str) -> None:
        """Point at the next square, or in the list of moves show the next one."""
        if self.table.viewed is None:
            self.table.begins = False
            self.table.pointer = self.query_one(PlayBoard).beside(self.table.pointer, arrow)
        else:
            self.table.view(self.table.shown + (1 if arrow in ("down", "right") else -1))

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
        """Write a note in place of what can be done."""
        self.note = note
        self.paint()

    def action_back(self) -> None:
        """Stop a question, drop the move begun, leave the list of moves; else go back."""
        if self.activity.question is not None:
            self.activity.question = None
        elif self.table.chosen is not None:
            self.table.chosen = None
        elif self.game_goes_on and self.table.viewed is not None:
            self.table.view(None)
        else:
            super().action_back()

    def on_play_board_picked(self, message: PlayBoard.Picked) -> None:
        """Choose the square that was clicked."""
        self.table.pointer = message.place
        self.table.begins = False
        self.choose_now()

    def takes(self, pressed: Message) -> bool:
        """Return whether something that is pressed is for this screen; letters just behind the first are passed on."""
        return self.is_in_front or (
            isinstance(pressed, events.Key) and isinstance(self.app.screen, TypeMoveDialog)
        )

    def on_key(self, event: events.Key) -> None:
        """Begin to type a move with a letter or digit that is no key."""
        asked = self.app.screen
        letter = event.character or ""
        if (
            isinstance(asked, TypeMoveDialog) and event.is_printable
        ):  # opened by the letter before: it takes no keys yet
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
        self.ask_for(TypeMoveDialog(self.table.moves, begun), self.play)

    def play(self, name: str) -> None:
        """Play a move by its name."""
        self.attempt(self.move, name)
