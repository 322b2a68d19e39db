"""Dialogs at a board: a move by its name, one of several moves, a file for the review."""

import os
import shlex
from collections.abc import Sequence
from typing import ClassVar

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.widgets import Input, Static

import exports
from visualizer.apps.tui.screens.dialog import (
    AskDialog,
    LineDialog,
    ListDialog,
    PickDialog,
    dialog_box,
)
from visualizer.apps.tui.widgets import Choices, Prompt
from visualizer.play.playing.game_review import Review
from visualizer.play.playing.move_squares import BoardMove, MoveSquares
from visualizer.play.playing.review_page import review_file_contents

TYPE_MOVE_HINT = "tab completes, ↑ ↓ pick, enter plays, escape closes"
MAX_DIALOG_MOVES = 200
"""Maximum number of moves in the dialog's list."""


class TypeMoveDialog(PickDialog[str], AskDialog[str]):
    """Asks for a move by its name, completes it, and explains why it is not allowed.

    The result is the name of the move.
    """

    BINDINGS: ClassVar[list[BindingType]] = [Binding("tab", "complete", priority=True)]

    def __init__(
        self,
        moves: MoveSquares,
        initial_text: str = "",
        heading: str = "your move",
        *,
        takes_first: bool = False,
    ) -> None:
        """Ask for one of the legal moves, with `initial_text` in the field.

        With `takes_first`, `enter` takes the first move listed, unless the user has picked another
        or typed a whole move.
        """
        super().__init__()
        self.moves = moves
        self.initial_text = initial_text
        self.heading = heading
        self.names = [move.label for move in moves.all()]
        self.has_picked = False
        self.takes_first = takes_first

    def compose(self) -> ComposeResult:
        """Lay out the field, the moves that begin with its text, and the line for an error."""
        with dialog_box(self.heading):
            yield Prompt(
                self.initial_text,
                select_on_focus=False,
                placeholder=next(iter(self.names), ""),
                id="field",
            )
            yield Choices(id="choices", markup=False)
            yield Static("", id="error", markup=False)
            yield Static(TYPE_MOVE_HINT, id="hint", markup=False)

    def on_mount(self) -> None:
        """List the moves."""
        self.list(self.initial_text)

    def add_letter(self, letter: str) -> None:
        """Add a letter that was typed before the field could take it."""
        self.initial_text += letter
        for field in self.query(Prompt):
            field.value = self.initial_text
            field.cursor_position = len(self.initial_text)

    def list(self, text: str) -> None:
        """List the moves that begin with a text."""
        prefix = text.lower()
        found = [name for name in self.names if name.lower().startswith(prefix)]
        self.found = found[:MAX_DIALOG_MOVES]
        self.query_one(Choices).list(self.found, 0)
        self.has_picked = False

    def on_input_changed(self, event: Input.Changed) -> None:
        """List the moves that begin like the field."""
        self.list(event.value.strip())

    def action_complete(self) -> None:
        """Complete the typed text to the longest prefix that all listed moves share."""
        if not self.found:
            return
        field = self.query_one("#field", Prompt)
        # This function is meant for paths, but compares letter by letter, as is needed here.
        prefix = os.path.commonprefix([*map(str.lower, self.found)])  # noqa: RUF071
        field.value = self.found[0][: len(prefix)]
        field.cursor_position = len(field.value)

    def action_pick(self, by: int) -> None:
        """Highlight the next (1) or previous (-1) move; the field keeps the focus."""
        self.has_picked = self.query_one(Choices).pick(by) or self.has_picked

    def answer(self, text: str) -> None:
        """Close with the picked or the typed move. ValueError says why a move is not allowed."""
        highlighted = self.query_one(Choices).highlighted
        is_whole_move = text in self.names
        takes_highlighted = self.has_picked or (self.takes_first and not is_whole_move)
        if highlighted is not None and takes_highlighted:
            self.dismiss(self.found[highlighted])
            return
        try:
            self.moves.game.find_moves(self.moves.position, text)
        except ValueError:
            # The beginning of a move is enough if only one move has it.
            if len(self.found) != 1 or not text:
                raise
            text = self.found[0]
        self.dismiss(text)


def make_which_move_dialog(
    squares: MoveSquares, candidates: Sequence[BoardMove]
) -> ListDialog[str]:
    """Make the dialog that asks which of several moves on the same squares is meant."""
    columns = max(len(move.label) for move in candidates)
    choices = []
    for move in candidates:
        words = squares.words(move)
        choices.append((f"{move.label:<{columns}}  {words}", move.name))
    return ListDialog("which move?", choices)


def make_review_export_dialog(review: Review, file: str) -> LineDialog[str]:
    """Make the dialog that asks for a file and writes a review as a page.

    The result is the name of the file. `file` is where the game is saved, "" for nowhere.
    """

    def write(text: str) -> str:
        name = os.path.expanduser(text)  # noqa: PTH111  it is a text that may be empty
        data = review_file_contents(review, name)
        exports.save_file(name, data, force=dialog.may_replace(name, [name]))
        return text

    hint = ".html, or .md; enter writes it, escape closes"
    if file:
        words = ["visualizer", "review", file, *review.search.words(), "-O", "review.html"]
        hint += f"\n{shlex.join(words)}"
    # `write` asks the dialog whether a file that exists may be replaced.
    dialog = LineDialog("save the review as a web page", write, "review.html", hint)
    return dialog
