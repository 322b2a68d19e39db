"""The second part of the start screen: from which position, and how it looks."""

from __future__ import annotations

from collections.abc import Callable

from textual.app import ComposeResult
from textual.containers import Vertical
from textual.widgets import Input, OptionList

from visualizer.tui.no_colour import has_letters
from visualizer.tui.start import messages
from visualizer.tui.start.fields import FieldRow, Pick, TextField, entry
from visualizer.tui.start.model import Model
from visualizer.tui.styled_lines import Line
from visualizer.tui.widgets import StyledText


class PositionPart(Vertical):
    """Lists the positions of a game, takes a typed one and moves from there, and draws it; calls `edited`."""

    def __init__(self, model: Model, edited: Callable[[], None]) -> None:
        """Pick a position for a model."""
        super().__init__(id="position-part", classes="part")
        self.border_title = "2 position"
        self.model, self.edited = model, edited
        self._shown: tuple[str, bool] | None = None

    def compose(self) -> ComposeResult:
        """Lay out the positions, the typed one, the moves and the board."""
        model = self.model
        yield Pick(id="positions", markup=False)
        yield FieldRow("yours", TextField("typed", "", id="typed"))
        yield FieldRow("moves", TextField("moves", "", hint="played from there", id="moves"))
        yield StyledText(lambda width, _: messages.position_complaint(model.checked, width), id="position-error")
        yield StyledText(lambda width, _: messages.about_position(model.draft, model.checked, width), id="sentence")
        yield StyledText(self.draw_board, id="board")

    def draw_board(self, width: int, height: int) -> list[Line]:
        """Draw the position."""
        return messages.board(self.model.checked, width, height, letters=has_letters(self))

    def paint(self) -> None:
        """Show what is chosen."""
        model, places = self.model, self.query_one(Pick)
        wide = self.screen.has_class("-widest")
        if self._shown != (model.listed, wide):
            self._shown = (model.listed, wide)
            entries = model.entries()
            width = max((len(each.title) for each in entries), default=0) if wide else 0
            options = [entry(f"{each.title:<{width}}", each.about * wide, "  ") for each in entries]
            places.list(options, model.place())
        with places.prevent(OptionList.OptionHighlighted):
            places.highlighted = model.place()
        text, used = model.typed_position()
        typed, game = self.query_one("#typed", TextField), model.game()
        typed.fill(text, game.notation if game else "")
        typed.set_class(bool(text) and not used, "-unused")
        self.query_one("#moves", TextField).fill(model.draft.moves)
        self.query_one("#position-error").display = bool(model.checked.wrong.keys() & {*messages.POSITION})
        for picture in self.query(StyledText):
            picture.show()

    def replay(self, moves: str) -> None:
        """Take moves that were picked in place of those typed."""
        self.query_one("#moves", TextField).typing = False
        self.model.take(self.model.draft.at(moves=moves))
        self.edited()

    def on_option_list_option_highlighted(self, event: OptionList.OptionHighlighted) -> None:
        """Take the position that was picked."""
        event.stop()
        entries = self.model.entries()
        if event.option_index < len(entries) and self.model.place() != event.option_index:
            self.model.take(entries[event.option_index].draft)
            self.edited()

    def on_input_changed(self, event: Input.Changed) -> None:
        """Take what was typed."""
        event.stop()
        if isinstance(event.input, TextField):
            self.model.enter(event.input.part, event.input.key, event.value)
            self.edited()
