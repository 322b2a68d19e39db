"""The start screen: a form of three parts, and the keys that fill it in and start the search."""

from typing import ClassVar

from textual import on
from textual.binding import BindingType
from textual.widget import Widget
from textual.widgets import Input, OptionList

from visualizer.errors import InputError
from visualizer.playing.match import match_from
from visualizer.tui.cycling import turned
from visualizer.tui.screens.action_screen import Chosen
from visualizer.tui.screens.dialog import ListDialog
from visualizer.tui.screens.moves import MovesDialog
from visualizer.tui.start import sentences
from visualizer.tui.start.choices import DISPLAY_OPTIONS
from visualizer.tui.start.fields import Field, TextField
from visualizer.tui.start.form_view import FormView
from visualizer.tui.start.parts import SearchPart


class StartScreen(FormView):
    """Chooses a run, or a match against its search; its result is None if nothing was chosen."""

    CSS_PATH = "start.tcss"
    BINDINGS: ClassVar[list[BindingType]] = [
        ("ctrl+n", "moves"),
        ("ctrl+g", "start(True)"),
        ("ctrl+y", "copy"),
        ("escape", "dismiss"),
        ("T", "theme"),
        ("q", "app.quit"),
    ]

    # Told by the widgets.

    def on_input_changed(self, event: Input.Changed) -> None:
        """Take what was typed; the name of a file waits for enter."""
        field = event.input
        if isinstance(field, TextField) and field.part == "look":
            self.choose_look(field.key, event.value)
        elif isinstance(field, TextField) and field.part != "file":
            self.form.enter(field.part, field.key, event.value)
            self.paint()

    @on(OptionList.OptionHighlighted, "#games")
    def choose_game(self, event: OptionList.OptionHighlighted) -> None:
        """Take the game that was picked."""
        name = self.form.games[event.option_index]
        if name != self.form.listed:
            self.form.choose_game(name)
            self.paint()

    @on(OptionList.OptionHighlighted, "#positions")
    def choose_position(self, event: OptionList.OptionHighlighted) -> None:
        """Take the position that was picked."""
        if event.option_index < len(self.form.entries()) and self.form.place() != event.option_index:
            self.form.choose_position(event.option_index)
            self.paint()

    def on_input_submitted(self, event: Input.Submitted) -> None:
        """Load the file that was named; everywhere else enter starts."""
        name = event.value.strip() if event.input.id == "file" else ""
        if not name:
            self.action_start()
        else:
            opened = self.form.open(name)
            self.paint()
            if opened:
                self.query_one("#positions").focus()

    # Doing.

    def action_start(self, plays: bool = False) -> None:
        """Start the search that is chosen, or a game against it (`plays`); focus what is wrong."""
        run = self.form.ready()
        if run is None:
            self.paint()
            self.app.bell()
            self.wrong_widget().focus()
            return
        try:
            self.dismiss(match_from(run, ()) if plays else run)
        except InputError as error:
            self.notify(str(error), severity="error", markup=False)

    def wrong_widget(self) -> Widget:
        """Return the widget of the first part that is wrong."""
        part = next(iter(self.form.checked.wrong), "game")
        part = {"position": "typed", "search": "algorithm"}.get(part, part)
        fields = [field for field in self.query(TextField) if part in (field.key, field.part)]
        if fields and not fields[0].focusable:
            self.query_one(SearchPart).open(True)
        return fields[0] if fields else self.query_one("#games")

    def action_list(self) -> None:
        """List the names that the focused field takes, each with a line about it."""
        field, known = self.focused, self.listed()
        if isinstance(field, Field) and known:
            lines = sentences.list_lines(known, self.size.width)
            at = [*known].index(field.value) if field.value in known else 0
            dialog = ListDialog(field.key, lines, "wide", "enter takes it, escape closes", at=at)
            self.app.push_screen(dialog, lambda name: field.take(name or field.value))

    def action_moves(self) -> None:
        """Play moves from a list."""
        if self.form.checked.root is not None:
            self.app.push_screen(MovesDialog(self.form.draft, self.form.checked), self.take_moves)

    def take_moves(self, moves: str | None) -> None:
        """Take the moves that were played in place of those typed."""
        if moves is not None:
            self.query_one("#moves", TextField).typing = False
            self.form.enter("moves", "", moves)
            self.paint()

    def action_part(self, by: int) -> None:
        """Focus the part before or after the focused one."""
        first: list[Widget] = [self.query_one("#games"), self.query_one("#positions"), self.query(Field).first()]
        at = next((place for place, widget in enumerate(first) if widget is self.focused), 0)
        first[max(0, min(2, at + by))].focus()

    def action_copy(self) -> None:
        """Copy the command."""
        self.app.copy_to_clipboard(self.form.draft.command())
        self.notify("The command is copied.", markup=False)

    def action_theme(self) -> None:
        """Use the next theme."""
        self.choose_look("theme", turned(DISPLAY_OPTIONS["theme"].choices, self.app.theme))

    def choose_look(self, key: str, text: str) -> None:
        """Change how things look, if the text is a word for it."""
        if self.form.choose_look(key, text):
            self.post_message(Chosen(key, text))
        self.paint()
