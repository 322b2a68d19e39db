"""Playing moves to a position: the legal ones in the order in which a search tries them, with the board."""

from typing import ClassVar

from rich.text import Text
from textual.app import ComposeResult
from textual.binding import BindingType
from textual.containers import Horizontal
from textual.widgets import Static

from visualizer.apps.tui.cells.position_picture import draw_position
from visualizer.apps.tui.draft import CheckedDraft, Draft, check_draft, result_or_none
from visualizer.apps.tui.screens.dialog import Dialog, dialog_box
from visualizer.apps.tui.terminal.ascii_looks import has_letters
from visualizer.apps.tui.widgets import Choices, Pick, StyledText
from visualizer.look.numbers import format_number


class MovesDialog(Dialog[str]):
    """Plays moves from a position until it is closed; its result is all the moves played."""

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
                yield StyledText(
                    lambda *size: draw_position(self.checked, *size, letters=has_letters(self)),
                    id="moves-board",
                )
            yield Static(
                "enter plays · backspace takes back · escape goes back with these moves", id="hint"
            )

    def on_mount(self) -> None:
        """List the moves; if the draft is wrong somewhere, of the position after its legal moves."""
        self.read()

    def read(self) -> None:
        """Read the moves played, and show the position after them and the moves legal there."""
        self.checked = check_draft(self.draft.at(moves=" ".join(self.played)))
        self.moves = result_or_none(self.order) or []
        lines = [
            f"{number:>3}  {name:<8} {score:>7}"
            for number, (name, score) in enumerate(self.moves, 1)
        ]
        legal = self.query_one("#legal", Choices)
        legal.list([Text(line, no_wrap=True) for line in lines], 0)
        legal.focus()
        self.query_one("#played", Static).update(" ".join(self.played) or "no moves yet")
        self.query_one("#moves-board", StyledText).show()

    def order(self) -> list[tuple[str, str]]:
        """Return the legal moves and their scores, in the order of the search if the draft makes one."""
        root = self.checked.root
        run = self.checked.run
        if root is None or root.outcome() is not None:
            return []
        names = [root.name(move) for move in root.moves()]
        if run is None:
            return [(name, "") for name in names]
        order, scores = run.scored(())
        return [
            (names[place], "" if scores is None else format_number(scores[place].total))
            for place in order
        ]

    def action_start(self) -> None:
        """Play the move that is picked."""
        place = self.query_one("#legal", Choices).highlighted
        if place is not None and place < len(self.moves):
            self.played.append(self.moves[place][0])
            self.read()

    def action_undo(self) -> None:
        """Take back the last move."""
        if self.played:
            self.played.pop()
            self.read()

    def action_leave(self) -> None:
        """Go back with the moves."""
        self.dismiss(" ".join(self.played))
