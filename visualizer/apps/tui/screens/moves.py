"""The dialog that plays moves to a position, listed in the order of the search."""

from typing import ClassVar

from rich.text import Text
from textual.app import ComposeResult
from textual.binding import BindingType
from textual.containers import Horizontal
from textual.widgets import Static

from visualizer.apps.tui.cells.position_picture import draw_position
from visualizer.apps.tui.cells.styled_lines import Line
from visualizer.apps.tui.draft import CheckedDraft, Draft, check_draft, result_or_none
from visualizer.apps.tui.screens.dialog import Dialog, dialog_box
from visualizer.apps.tui.terminal.ascii_looks import has_letters
from visualizer.apps.tui.widgets import Choices, Pick, StyledText
from visualizer.look.numbers import format_number


class MovesDialog(Dialog[str]):
    """Plays moves from a position until it is closed; the result is all the moves played."""

    BINDINGS: ClassVar[list[BindingType]] = [("backspace", "undo"), ("q", "leave")]

    def __init__(self, draft: Draft, checked: CheckedDraft) -> None:
        """Begin with the legal moves of a draft that has been read."""
        super().__init__()
        self.draft = draft
        self.checked = checked
        self.played = list(checked.played)
        self.moves: list[tuple[str, str]] = []

    def compose(self) -> ComposeResult:
        """Lay out the moves and the board."""
        with dialog_box("play moves to the position", "moves"):
            yield Static("", id="played", markup=False)
            with Horizontal(id="playing"):
                yield Pick(id="legal", markup=False)
                yield StyledText(self.draw_board, id="moves-board")
            hint = "enter plays · backspace takes back · escape goes back with these moves"
            yield Static(hint, id="hint")

    def draw_board(self, width: int, height: int) -> list[Line]:
        """Draw the position after the moves."""
        return draw_position(
            self.checked,
            width,
            height,
            letters=has_letters(self),
        )

    def on_mount(self) -> None:
        """List the moves."""
        # If one of the draft's moves is wrong, the list begins after the legal ones before it.
        self.list_moves()

    def list_moves(self) -> None:
        """Show the position after the moves played, and the legal moves there."""
        moves_played = " ".join(self.played)
        self.checked = check_draft(self.draft.with_changes(moves=moves_played))
        # A user's game may fail to list its moves.
        self.moves = result_or_none(self.ordered_moves) or []
        lines = []
        for number, (name, score) in enumerate(self.moves, 1):
            lines.append(Text(f"{number:>3}  {name:<8} {score:>7}", no_wrap=True))
        legal = self.query_one("#legal", Choices)
        legal.list(lines, 0)
        legal.focus()
        self.query_one("#played", Static).update(moves_played or "no moves yet")
        self.query_one("#moves-board", StyledText).show()

    def ordered_moves(self) -> list[tuple[str, str]]:
        """Return the legal moves, in the order in which the search tries them.

        With each move comes its score for move ordering, "" if it has no score.
        """
        root = self.checked.root
        run = self.checked.run
        if root is None or root.outcome() is not None:
            return []
        names = [root.name(move) for move in root.moves()]
        # If the search is not valid, the moves are in the order of the game's rules.
        if run is None:
            return [(name, "") for name in names]
        order, scores = run.order_with_scores(())
        if scores is None:
            return [(names[index], "") for index in order]
        return [(names[index], format_number(scores[index].total)) for index in order]

    def action_start(self) -> None:
        """Play the highlighted move."""
        index = self.query_one("#legal", Choices).highlighted
        if index is not None and index < len(self.moves):
            name, _ = self.moves[index]
            self.played.append(name)
            self.list_moves()

    def action_undo(self) -> None:
        """Take back the last move."""
        if self.played:
            self.played.pop()
            self.list_moves()

    def action_leave(self) -> None:
        """Close with the moves played."""
        self.dismiss(" ".join(self.played))
