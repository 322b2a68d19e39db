"""What the screens with a board to move on look like: the board, beside it a list of moves, a curve and words."""

from collections.abc import Callable
from typing import ClassVar

from textual.app import ComposeResult
from textual.containers import Container, Horizontal, Vertical

from visualizer.playing.match import Match
from visualizer.tui.board_screens.board import PlayBoard
from visualizer.tui.board_screens.table import PlayTable, middle
from visualizer.tui.board_screens.thinking import Thinking
from visualizer.tui.cells.styled_lines import Line, Rendering, cut_off, ellipsed, wrapped
from visualizer.tui.screens.action_screen import ActionScreen
from visualizer.tui.terminal.ascii_looks import spelled
from visualizer.tui.widgets import StyledText

FRAME = 4
"""Columns of a pane's frame, with a space at each side."""
BESIDE, WIDE = 30, 64
"""Least columns beside the board; from WIDE on the curve stands beside the moves, not below them."""
BEGINS = "the game begins"
"""What is said before the first move."""


class BoardView(ActionScreen):
    """Shows a board, a list of moves, a curve and words.

    `table` is what lies there, `thinking` what is searched, `note` what has to be said. `changed` is called after each
    change of the match, before it is shown, and returns what has to be said of it, or "". `file` is where the match is
    kept, "" for nowhere.
    """

    CSS_PATH = "playing.tcss"
    is_live: ClassVar[bool] = True
    """Whether a game goes on here, so that a position which is not the last stands out."""

    def __init__(self, match: Match, changed: Callable[[], str] = lambda: "", *, file: str = "") -> None:
        """Show where a match stands; a person who plays MIN alone may see the board turned round."""
        super().__init__()
        self.changed, self.file = changed, file
        self.table, self.thinking = PlayTable(match), Thinking(match)
        is_second = [mover.is_person for mover in match.movers] == [False, True]
        self.table.turned = is_second and match.game.turns_board
        self.table.pointer = middle(self.table.board())
        self.note = ""

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
        yield StyledText(lambda width, _: [ellipsed(self.draw_header(width), width)], id="header")
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
        board = self.table.squares(None).fitting(width - BESIDE - FRAME, max(10, height - FRAME - len(captions)))[1]
        wide = max([board.width, *map(len, captions)]) + FRAME
        wide = min(wide, width - BESIDE)
        self.query_one("#table").styles.width = wide
        self.query_one("#captions").styles.height = len(captions)
        self.set_class(width - wide >= WIDE, "-wide")
        super().make_room()

    # Painting.

    def paint(self) -> None:
        """Paint everything."""
        if not self.is_mounted:
            return
        thinking, table = self.thinking, self.table
        analysis = thinking.analysis if thinking.wants_values else None
        squares = table.squares(analysis, points=self.is_live or self.can_move)
        self.query_one(PlayBoard).show(squares)
        super().paint()

    def draw_captions(self, width: int, height: int) -> list[Line]:
        """Write what stands below a board, such as the score."""
        return [line for words in self.table.board().captions for line in wrapped(words, width, "dim")][:height]

    def draw_said(self, width: int, height: int) -> Rendering:
        """Write what is thought, or what happened."""
        question = self.thinking.question
        title, words = self.said() if question is None else (question.about, "Searching. Escape stops it.")
        return Rendering(cut_off(wrapped(spelled(self, words), width), width, height), title=title)

    def draw_may(self, width: int, height: int) -> Rendering:
        """Write what went wrong, else what can be done now."""
        words = wrapped(spelled(self, self.note or self.may()), width, "cut" if self.note else "text")
        return Rendering(cut_off(words, width, height), title="here you may" if self.can_move else "now")
