"""The start screen: a form of three parts, and the keys that fill it in and start."""

from collections.abc import Mapping, Sequence
from functools import partial
from typing import ClassVar

from textual import events, on
from textual.app import ComposeResult
from textual.binding import BindingType
from textual.containers import Horizontal
from textual.widget import Widget
from textual.widgets import Input, OptionList, Select, Static

from visualizer.apps.actions import bound_keys, main_key_of
from visualizer.apps.tui.cells.styled_lines import Line, wrap_words
from visualizer.apps.tui.options import next_word
from visualizer.apps.tui.screens.action_screen import ScreenClock
from visualizer.apps.tui.screens.foreground import ForegroundScreen
from visualizer.apps.tui.screens.moves import MovesDialog
from visualizer.apps.tui.start import sentences
from visualizer.apps.tui.start.choices import RECENT_GAMES
from visualizer.apps.tui.start.fields import (
    FieldRow,
    GamesPart,
    PositionPart,
    SearchPart,
    TextField,
    WordSelect,
    display_options,
)
from visualizer.apps.tui.start.form import FUNCTION_WORD, StartForm
from visualizer.apps.tui.terminal.ascii_looks import spelled_for_widget
from visualizer.apps.tui.terminal.pane_layout import SCREEN_TOO_SMALL, start_classes
from visualizer.apps.tui.widgets import FooterKey, KeyBar, Pick, StyledText
from visualizer.play.playing.match import Match, match_from
from visualizer.searching.recipe import Recipe
from visualizer.searching.run import Run
from visualizer.support.errors import InputError

START_TICK_SECONDS = 1 / 20
"""Seconds between two calls of the form's `think`."""
NARROW_START_COLUMNS = 80
"""On a screen of fewer columns, only the focused part is open."""
CLOSED_PART_COLUMNS = 11
"""Columns of a closed part."""
LONE_SCREEN_COUNT = 2
"""Screens on the stack if this one was opened first: the empty one and this one."""
START_KEYS: list[FooterKey] = [
    ("tab", "next", "app.focus_next"),
    ("ctrl+n", "moves", "screen.moves"),
    ("ctrl+g", "play", "screen.start(True)"),
    ("↑↓←→", "choose", ""),
    ("ctrl+y", "copy command", "screen.copy"),
    (main_key_of("theme"), "theme", "screen.theme"),
]
"""The keys in the middle of the footer."""
OPEN_LIST_KEYS: list[FooterKey] = [
    ("↑↓", "choose", ""),
    ("a–z", "find", ""),
    ("enter", "take", "focused.select"),
    ("esc", "close", "focused.dismiss"),
    ("ctrl+c", "quit", "app.quit"),
]
"""The footer of an open list."""


class StartScreen(ForegroundScreen[Run | Match | None]):
    """Chooses a run, or a match against its search; the result is None if nothing is chosen.

    The widgets send all input to the form, and are painted from the form alone.
    """

    CSS_PATH = "start.tcss"
    BINDINGS: ClassVar[list[BindingType]] = [
        ("ctrl+s", "start"),
        ("ctrl+n", "moves"),
        ("ctrl+g", "start(True)"),
        ("ctrl+y", "copy"),
        ("escape", "dismiss"),
        *((key, "theme") for key in bound_keys("theme")),
        *((key, "app.quit") for key in bound_keys("quit")),
    ]

    def __init__(
        self,
        recent: Sequence[Recipe],
        display_values: Mapping[str, str],
        recipe: Recipe | None = None,
    ) -> None:
        """Begin with a recipe, or else with the latest of `recent`, or else the simplest game."""
        super().__init__()
        self.form = StartForm(recent, recipe, display_values, display_options())
        self.parts = (
            GamesPart(self.form, id="games-part"),
            PositionPart(self.form, id="position-part"),
            SearchPart(self.form, id="search-part"),
        )

    def compose(self) -> ComposeResult:
        """Yield the widgets, which the style sheet arranges for each size of the screen."""
        # Set before the widgets exist: later, Textual would style each of them again.
        self.update_classes(start_classes(*self.app.size))
        yield StyledText(lambda width, _: [[(" Search Tree Visualizer ", "title")]], id="header")
        with Horizontal(id="parts"):
            yield from self.parts
        yield StyledText(self.draw_about, id="about")
        with Horizontal(id="go"):
            yield Static(
                " ▸ enter: start ",
                id="starter",
                classes="starter",
                markup=False,
            )
            yield Static(
                " ctrl+g: play ",
                id="player",
                classes="starter",
                markup=False,
            )
            yield StyledText(self.draw_size, id="estimate")
        yield StyledText(partial(sentences.command_lines, self.form), id="command")
        yield KeyBar(self.keys, id="keys")
        yield Static(SCREEN_TOO_SMALL, id="too-small")

    def on_mount(self) -> None:
        """Show the form, and begin to estimate the size of the search."""
        self.paint()
        # Most users start a recent draft right away; without one they choose a game first.
        first_list = "#positions" if self.form.listed_game == RECENT_GAMES else "#games"
        self.query_one(first_list).focus()
        self.app.theme_changed_signal.subscribe(self, lambda _: self.mark_parts())
        self.on_resize()
        ScreenClock(self, START_TICK_SECONDS, self.tick)

    def on_resize(self) -> None:
        """Lay the screen out for its new size, and paint it."""
        self.update_classes(start_classes(*self.size))
        field = self.field()
        # An open list would stay at its old place.
        if isinstance(field, WordSelect) and field.expanded:
            field.expanded = False
            field.focus()
        self.mark_parts()
        self.call_after_refresh(self.paint)

    def mark_parts(self) -> None:
        """Mark the part that has the focus, and widen it on a narrow screen."""
        # Not done by a style sheet, which Textual would apply to every widget of the part.
        colours = self.app.theme_variables
        is_narrow = self.size.width < NARROW_START_COLUMNS
        for part in self.parts:
            styles = part.styles
            if part.has_focus_within:
                styles.border = ("round", colours["c-current"])
                styles.border_title_color = colours["c-current"]
                styles.border_title_style = "bold"
                styles.width = "1fr" if is_narrow else None
            else:
                styles.border = ("round", colours["c-line"])
                styles.border_title_color = colours["c-dim"]
                styles.border_title_style = "none"
                styles.width = CLOSED_PART_COLUMNS if is_narrow else None

    def paint(self) -> None:
        """Paint everything that depends on the form."""
        if not self.is_attached:
            return
        for part in self.parts:
            part.paint()
        self.query(".starter").set_class(self.form.checked.run is None, "-off")
        for text in self.query(StyledText):
            text.show()

    def tick(self, seconds: float) -> None:
        """Let the form work for a moment: it estimates the search, or checks a long text."""
        if self.form.work_for_a_moment():
            self.paint()
        self.query_one("#estimate", StyledText).show()

    def draw_about(self, width: int, height: int) -> list[Line]:
        """Draw the error of the form, or else a sentence about the focused widget."""
        wrong, style = sentences.complaint(self.form)
        lines = wrap_words(sentences.as_sentence(wrong), width, style)
        if not lines:
            about = spelled_for_widget(self, self.focus_sentence())
            lines = wrap_words(about, width, "dim")
        return lines[:height]

    def focus_sentence(self) -> str:
        """Return a sentence about the focused field or list."""
        field = self.field()
        if field is not None:
            return sentences.about_field(self.form, field.part, field.key)
        if self.focused is None:
            return sentences.about_list(self.form, "")
        # Of the widgets that can be focused, only the title of "more choices" has no id.
        return sentences.about_list(self.form, self.focused.id or "more")

    def draw_size(self, width: int, height: int) -> list[Line]:
        """Draw the estimated size of the search."""
        return [sentences.size_line(self.form, width)]

    def keys(self) -> list[FooterKey]:
        """Return the keys of the footer for the focused widget."""
        field = self.field()
        if isinstance(field, WordSelect) and field.expanded:
            return OPEN_LIST_KEYS
        keys = self.enter_keys(field)
        # In a text field, letters are text, so no letter is a key.
        takes_letters = isinstance(field, TextField)
        idle_actions = set()
        if self.form.checked.root is None:
            idle_actions.add("screen.moves")
        if takes_letters or self.app.no_color:
            idle_actions.add("screen.theme")
        for sign, word, action in START_KEYS:
            if action not in idle_actions:
                keys.append((sign, word, action))

        has_screen_below = len(self.app.screen_stack) > LONE_SCREEN_COUNT
        leaving = "back" if has_screen_below else "leave"
        quit_key = "ctrl+c" if takes_letters else main_key_of("quit")
        keys += [("esc", leaving, "screen.dismiss"), (quit_key, "quit", "app.quit")]
        return keys

    def enter_keys(self, field: TextField | WordSelect | None) -> list[FooterKey]:
        """Return what enter does in the focused widget, and the key that starts the search.

        `field` is the focused field, or None for another widget. In most widgets, enter starts the
        search: then one entry is enough.
        """
        start_key = self.starter()
        start: FooterKey = (start_key, "start", "screen.start")
        if start_key == "enter":
            return [start]
        if field is None:
            return [("enter", "more", "focused.toggle_collapsible"), start]
        return [("enter", "list", "focused.show_overlay"), start]

    def starter(self) -> str:
        """Return the key that starts from the focused widget."""
        if isinstance(self.focused, TextField | Pick):
            return "enter"
        return "ctrl+s"

    def field(self) -> TextField | WordSelect | None:
        """Return the focused field, or the field whose list is focused."""
        if self.focused is None:
            return None
        for widget in self.focused.ancestors_with_self:
            if isinstance(widget, TextField | WordSelect):
                return widget
        return None

    def on_descendant_focus(self, event: events.DescendantFocus) -> None:
        """Show the keys of the focused widget, and a sentence about the widget."""
        self.mark_parts()
        self.query_one("#about", StyledText).show()
        self.query_one(KeyBar).show()
        self.query_one("#starter", Static).update(f" ▸ {self.starter()}: start ")

    def on_descendant_blur(self, event: events.DescendantBlur) -> None:
        """Show the form's text in a field that the user leaves."""
        if event.widget.name == self.form.option_awaiting_name:
            self.form.option_awaiting_name = ""
        self.call_after_refresh(self.paint)

    def on_input_changed(self, event: Input.Changed) -> None:
        """Enter typed text into the form; the name of a file waits for enter."""
        field = event.input
        if isinstance(field, TextField) and field.part != "file":
            self.form.enter(field.part, field.key, event.value)
            self.paint()

    @on(Select.Changed)
    def choose_word(self, event: Select.Changed) -> None:
        """Change the form by the word that the user has chosen from a list."""
        field = event.select
        if not isinstance(field, WordSelect):
            return
        word = str(event.value)
        is_function = word == FUNCTION_WORD
        self.form.option_awaiting_name = ""
        if is_function:
            # Nothing is entered before the user has typed the function's name.
            self.form.option_awaiting_name = field.key
        elif field.part == "display":
            self.choose_display_option(field.key, word)
        elif word != self.form.field(field.part, field.key).text:
            self.form.enter(field.part, field.key, word)
        self.paint()
        if is_function:
            self.focus_function_field(field.key)

    def focus_function_field(self, key: str) -> None:
        """Focus the field for the name of a function, once it is shown."""
        named = next(each for each in self.query(TextField) if each.name == key)
        self.call_after_refresh(named.focus)

    @on(OptionList.OptionHighlighted, "#games")
    def choose_game(self, event: OptionList.OptionHighlighted) -> None:
        """List the positions of the picked game."""
        name = self.form.games[event.option_index]
        if name != self.form.listed_game:
            self.form.choose_game(name)
            self.paint()

    @on(OptionList.OptionHighlighted, "#positions")
    def choose_position(self, event: OptionList.OptionHighlighted) -> None:
        """Choose the picked position."""
        index = event.option_index
        # The list may have been replaced since the message was posted.
        if index < len(self.form.entries()) and index != self.form.chosen_index():
            self.form.choose_position(index)
            self.paint()

    def on_input_submitted(self, event: Input.Submitted) -> None:
        """Start the search after enter in a text field, or load the file that the field names."""
        name = event.value.strip()
        if event.input.id != "file" or not name:
            self.action_start()
            return
        is_open = self.form.open(name)
        self.paint()
        if is_open:
            self.query_one("#positions").focus()

    @on(events.Click, "#starter, #player")
    def click_starter(self, event: events.Click) -> None:
        """Start the search or a game, depending on the button."""
        plays = event.control is not None and event.control.id == "player"
        self.action_start(plays=plays)

    def action_start(self, plays: bool = False) -> None:
        """Start the chosen search, or with `plays` a game against it.

        If the form has an error, focus its first wrong field instead.
        """
        run = self.form.run_to_start()
        if run is None:
            self.paint()
            self.app.bell()
            self.wrong_widget().focus()
            return
        try:
            result = match_from(run, ()) if plays else run
            self.dismiss(result)
        except InputError as error:
            self.notify(str(error), severity="error", markup=False)

    def wrong_widget(self) -> Widget:
        """Return the widget in which the user can correct the first error of the form."""
        wrong_part = next(iter(self.form.checked.errors), "game")
        # An error of the whole position or search belongs to its main field.
        part = {"position": "typed", "search": "algorithm"}.get(wrong_part, wrong_part)
        shown_fields = [row.field for row in self.query(FieldRow) if row.display]
        wrong_fields = [field for field in shown_fields if part in (field.key, field.part)]
        if not wrong_fields:
            return self.query_one("#file" if part == "file" else "#games")
        # If an option names a function, the field for the function's name comes last.
        field = wrong_fields[-1]
        if not field.focusable:
            self.query_one(SearchPart).open(more=True)
        return field

    def action_moves(self) -> None:
        """Open a list of moves to play."""
        if self.form.checked.root is not None:
            self.app.push_screen(MovesDialog(self.form.draft, self.form.checked), self.take_moves)

    def take_moves(self, moves: str | None) -> None:
        """Replace the typed moves by the played ones."""
        if moves is not None:
            self.query_one("#moves", TextField).value = moves

    def action_part(self, by: int) -> None:
        """Focus the part before (-1) or after (1) the focused one."""
        have_focus = [part.has_focus_within for part in self.parts]
        index = have_focus.index(True) if any(have_focus) else 0
        part = self.parts[max(0, min(2, index + by))]
        self.set_focus(part.query("Pick, WordSelect").first())

    def action_copy(self) -> None:
        """Copy the command that opens the draft."""
        self.app.copy_to_clipboard(self.form.draft.command())
        self.notify("The command is copied.", markup=False)

    def action_theme(self) -> None:
        """Use the next theme."""
        themes = self.form.display_options["theme"].choices
        self.choose_display_option("theme", next_word(themes, self.app.theme))

    def choose_display_option(self, key: str, text: str) -> None:
        """Set an option of the display to `text`, and apply it if it is a new valid value."""
        before = self.form.display_values[key]
        self.form.enter("display", key, text)
        if self.form.display_values[key] != before:
            self.run_app_action(key, text)
        self.paint()
