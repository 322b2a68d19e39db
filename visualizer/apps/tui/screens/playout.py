"""A random game of the search, played once more on the board, move by move."""

from collections.abc import Sequence
from typing import ClassVar

from textual.app import ComposeResult
from textual.binding import BindingType

from games import AnyPosition, Board, Coordinates
from visualizer.apps.actions import bound_keys
from visualizer.apps.tui.cells.squares import Squares
from visualizer.apps.tui.cells.styled_lines import Line, Rendering, crop_line, width_of, wrap_words
from visualizer.apps.tui.scene import Scene
from visualizer.apps.tui.screens.action_screen import ScreenClock
from visualizer.apps.tui.screens.dialog import Dialog, dialog_box
from visualizer.apps.tui.widgets import Canvas
from visualizer.draw.boards.contents import Mark, play_on_board
from visualizer.explaining.explanation.english.random_games import describe_end_of_game
from visualizer.explaining.measures.sampling import iteration_of

SECONDS_PER_MOVE = 0.3
"""Seconds that each move is shown while playing."""
LINES_BELOW_BOARD = 4
"""Lines below the board: the moves, then the sentence."""
PLAYOUT_KEYS = "space play or stop   ← → move   home end   escape close"


class PlayoutDialog(Dialog[None]):
    """Plays a random game slowly; the keys step through it."""

    BINDINGS: ClassVar[list[BindingType]] = [
        ("right", "step(1)"),
        ("left", "step(-1)"),
        # More moves than a game has: to its beginning or end.
        ("home", "step(-100_000)"),
        ("end", "step(100_000)"),
        ("space", "play"),
        (",".join(["q", *bound_keys("playout")]), "leave"),
    ]

    def __init__(self, scene: Scene, row: int, played: Sequence[tuple[str, AnyPosition]]) -> None:
        """Show a random game from its beginning.

        `row` is the visit (a row of the trace) from which the game was played. `played` has each
        move with the position after it.
        """
        super().__init__()
        self.scene = scene
        self.row = row
        self.played = played
        self.names = [name for name, _ in played]
        start = scene.run.position(scene.run.path(row))
        self.positions = [start, *(position for _, position in played)]
        self.moves_shown = 0
        self.playing = True

    def compose(self) -> ComposeResult:
        """Lay out the board."""
        iteration = iteration_of(self.scene.run, self.row)
        title = f"random game of iteration {iteration:,}"
        with dialog_box(title, "playout", PLAYOUT_KEYS):
            yield Canvas(self.draw, id="playout")

    def on_mount(self) -> None:
        """Begin to play."""
        self.show_move(0)
        self.clock = ScreenClock(self, SECONDS_PER_MOVE, self.tick)

    def tick(self, seconds: float) -> None:
        """Play one more move, however much time has passed."""
        if self.playing:
            self.show_move(self.moves_shown + 1)

    def action_play(self) -> None:
        """Play, or stop; at the end play from the beginning."""
        self.playing = not self.playing
        if self.playing and self.moves_shown == len(self.names):
            self.show_move(0)

    def action_step(self, by: int) -> None:
        """Go forward or back by some moves, and stop playing."""
        self.playing = False
        self.show_move(self.moves_shown + by)

    def show_move(self, number: int) -> None:
        """Show the position after a number of moves; stop playing at the end."""
        self.moves_shown = max(0, min(number, len(self.names)))
        self.playing = self.playing and self.moves_shown < len(self.names)
        self.query_one(Canvas).show(self.scene)

    def draw(self, scene: Scene, width: int, height: int) -> Rendering:
        """Draw the board, the moves with the last one marked, and the sentence."""
        rows = self.draw_board(scene, width, height - LINES_BELOW_BOARD)
        words = wrap_words(scene.spelled(self.sentence()), width)
        lines = [*rows, [], self.moves_line(width), *words]
        return Rendering(lines[:height])

    def draw_board(self, scene: Scene, width: int, height: int) -> list[Line]:
        """Draw the board in the middle, or the part around the last move that fits."""
        board, marks = self.marked_board()
        squares, plan = Squares(board, marks, None, scene.letters).fit(width, height)
        marked_square = next(iter(marks), None)
        rows, _, _ = squares.draw_part(plan, width, height, marked_square)
        margin = " " * max(0, (width - plan.width) // 2)
        return [[(margin, "text"), *row] for row in rows]

    def marked_board(self) -> tuple[Board, dict[Coordinates, Mark]]:
        """Return the board and the marks of the last move."""
        if not self.moves_shown:
            return self.positions[0].board(), {}
        before = self.positions[self.moves_shown - 1]
        name = self.names[self.moves_shown - 1]
        game = self.scene.run.game
        return play_on_board(game, before, game.find_move(before, name), before.board())

    def moves_line(self, width: int) -> Line:
        """Return the moves of the game around the one played last, which is marked."""
        line: Line = []
        for number, name in enumerate(self.names, 1):
            if number == self.moves_shown:
                style = "mark"
            elif number < self.moves_shown:
                style = "text"
            else:
                style = "dim"
            line.append((f"{name} ", style))
        # The move played last ends at two thirds of the line.
        played_columns = width_of(line[: self.moves_shown])
        return crop_line(line, max(0, played_columns - width * 2 // 3), width)

    def sentence(self) -> str:
        """Return the sentence about the state of the game, or its result at the end."""
        naming = self.scene.naming
        if self.moves_shown == len(self.names):
            value = self.scene.run.trace.value(self.row)
            end = describe_end_of_game(naming.run.game, self.played)
            return f"After {naming.count_moves(self.moves_shown)}: {end}. It counts {value:+g}."
        start = naming.place(self.scene.tree.node_of(self.row))
        return (
            f"From {start}: move {self.moves_shown:,} of {len(self.names):,}, each drawn at random."
        )
