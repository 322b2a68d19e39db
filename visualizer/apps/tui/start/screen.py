"""The start screen: a form of three parts, painted from what is filled in, and the keys that fill it in and start."""

from collections.abc import Mapping, Sequence
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
"""Seconds between two slices of the search whose size is estimated, or two looks at whether typing has ended."""
NARROW_START_COLUMNS = 80
"""Columns of the screen below which only the focused part is open."""
CLOSED_PART_COLUMNS = 11
"""Columns of a part that is not open."""
LONE_SCREEN_COUNT = 2
"""Screens on the stack, the empty one at the bottom included, when there is none to go back to."""
START_KEYS: list[FooterKey] = [
    ("tab", "next", "app.focus_next"),
    ("ctrl+n", "moves", "screen.moves"),
    ("ctrl+g", "play", "screen.start(True)"),
    ("↑↓←→", "choose", ""),
    ("ctrl+y", "copy command", "screen.copy"),
    (main_key_of("theme"), "theme", "screen.theme"),
]
"""What stands in the middle of the footer."""
OPEN_LIST_KEYS: list[FooterKey] = [
    ("↑↓", "choose", ""),
    ("a–z", "find", ""),
    ("enter", "take", "focused.select"),
    ("esc", "close", "focused.dismiss"),
    ("ctrl+c", "quit", "app.quit"),
]
"""The footer of an open list."""


class StartScreen(ForegroundScreen[Run | Match | None]):
    """Chooses a run, or a match against its search; its result is None if nothing was chosen.

    Everything is painted from the form, whatever is typed or picked.
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
        self, recent: Sequence[Recipe], looks: Mapping[str, str], recipe: Recipe | None = None
    ) -> None:
        """Begin with a recipe, else with what was opened last, else with the first position of the simplest game."""
        super().__init__()
        self.form = StartForm(recent, recipe, looks, display_options())
        self.parts = (
            GamesPart(self.form, id="games-part"),
            PositionPart(self.form, id="position-part"),
            SearchPart(self.form, id="search-part"),
        )

    # Making.

    def compose(self) -> ComposeResult:
        """Lay out the widgets; the style sheet says where they stand at which size."""
        self.update_classes(
            start_classes(*self.app.size)
        )  # before there is anything that would have to be restyled
        yield StyledText(lambda width, _: [[(" Search Tree Visualizer ", "title")]], id="header")
        with Horizontal(id="parts"):
            yield from self.parts
        yield StyledText(self.draw_about, id="about")
        with Horizontal(id="go"):
            yield Static(" ▸ enter: start ", id="starter", classes="starter", markup=False)
            yield Static(" ctrl+g: play ", id="player", classes="starter", markup=False)
            yield StyledText(
                lambda width, _: [sentences.size_line(self.form, width)], id="estimate"
            )
        yield StyledText(
            lambda width, height: sentences.command_lines(self.form, width, height), id="command"
        )
        yield KeyBar(self.keys, id="keys")
        yield Static(SCREEN_TOO_SMALL, id="too-small")

    def on_mount(self) -> None:
        """Fill in everything, and begin to estimate the size of the search."""
        self.paint()
        self.query_one("#positions" if self.form.listed == RECENT_GAMES else "#games").focus()
        self.app.theme_changed_signal.subscribe(self, lambda _: self.mark_parts())
        self.on_resize()
        ScreenClock(self, START_TICK_SECONDS, self.think)

    def on_resize(self) -> None:
        """Set the classes that the style sheet goes by, all at once, and paint what then has room."""
        self.update_classes(start_classes(*self.size))
        if isinstance(field := self.field(), WordSelect) and field.expanded:
            field.expanded = False
            field.focus()
        self.mark_parts()
        self.call_after_refresh(self.paint)

    def mark_parts(self) -> None:
        """Mark the focused part; where the screen is narrow, it gets most of the columns.

        The style sheet does not: it would be applied to every widget in a part whenever the focus moves.
        """
        colours = self.app.theme_variables
        narrow = self.size.width < NARROW_START_COLUMNS
        for part in self.parts:
            focused = part.has_focus_within
            part.styles.border = ("round", colours["c-current" if focused else "c-line"])
            part.styles.border_title_color = colours["c-current" if focused else "c-dim"]
            part.styles.border_title_style = "bold" if focused else "none"
            if narrow:
                part.styles.width = "1fr" if focused else CLOSED_PART_COLUMNS
            else:
                part.styles.width = None

    # Painting.

    def paint(self) -> None:
        """Paint all that depends on the form."""
        if not self.is_attached:
            return
        for part in self.parts:
            part.paint()
        self.query(".starter").set_class(self.form.checked.run is None, "-off")
        for text in self.query(StyledText):
            text.show()

    def think(self, seconds: float) -> None:
        """Go on estimating the size of the search, or read what was typed."""
        if self.form.think():
            self.paint()
        self.query_one("#estimate", StyledText).show()

    def draw_about(self, width: int, height: int) -> list[Line]:
        """Say what is wrong, else a sentence about what is focused."""
        wrong, style = sentences.complaint(self.form)
        focused = self.focused
        field = self.field()
        if field is not None:
            about = sentences.about_field(self.form, field.part, field.key)
        else:
            about = sentences.about_list(
                self.form, focused.id or "more" if focused is not None else ""
            )
        lines = wrap_words(sentences.as_sentence(wrong), width, style) or wrap_words(
            spelled_for_widget(self, about), width, "dim"
        )
        return lines[:height]

    def keys(self) -> list[FooterKey]:
        """Return the keys of the footer, as they are for what is focused."""
        field = self.field()
        if isinstance(field, WordSelect) and field.expanded:
            return OPEN_LIST_KEYS
        starter = self.starter()
        first: list[FooterKey] = [(starter, "start", "screen.start")]
        if starter != "enter":
            opens = ("enter", "more", "focused.toggle_collapsible")
            first.insert(0, ("enter", "list", "focused.show_overlay") if field else opens)
        takes_letters = isinstance(field, TextField)
        idle = set()
        if self.form.checked.root is None:
            idle.add("screen.moves")
        if takes_letters or self.app.no_color:
            idle.add("screen.theme")
        others = [key for key in START_KEYS if key[2] not in idle]
        if len(self.app.screen_stack) > LONE_SCREEN_COUNT:
            back = "back"
        else:
            back = "leave"
        quits = "ctrl+c" if takes_letters else main_key_of("quit")
        return [*first, *others, ("esc", back, "screen.dismiss"), (quits, "quit", "app.quit")]

    def starter(self) -> str:
        """Return the key that starts, as it is for what is focused."""
        if isinstance(self.focused, TextField | Pick):
            return "enter"
        return "ctrl+s"

    def field(self) -> TextField | WordSelect | None:
        """Return the field that is focused, itself or its list."""
        around = self.focused.ancestors_with_self if self.focused is not None else ()
        return next((each for each in around if isinstance(each, TextField | WordSelect)), None)

    def on_descendant_focus(self, event: events.DescendantFocus) -> None:
        """Say something about what is focused now."""
        self.mark_parts()
        self.query_one("#about", StyledText).show()
        self.query_one(KeyBar).show()
        self.query_one("#starter", Static).update(f" ▸ {self.starter()}: start ")

    def on_descendant_blur(self, event: events.DescendantBlur) -> None:
        """Show what a field stands for once it is left."""
        if event.widget.name == self.form.naming:
            self.form.naming = ""
        self.call_after_refresh(self.paint)

    # Told by the widgets.

    def on_input_changed(self, event: Input.Changed) -> None:
        """Take what was typed; the name of a file waits for enter."""
        field = event.input
        if isinstance(field, TextField) and field.part != "file":
            self.form.enter(field.part, field.key, event.value)
            self.paint()

    @on(Select.Changed)
    def choose_word(self, event: Select.Changed) -> None:
        """Take the word that was chosen from a list."""
        field = event.select
        word = str(event.value)
        if not isinstance(field, WordSelect):
            return
        self.form.naming = field.key if word == FUNCTION_WORD else ""
        if field.part == "look":
            self.choose_look(field.key, word)
        elif word not in (FUNCTION_WORD, self.form.field(field.part, field.key).text):
            self.form.enter(field.part, field.key, word)
        self.paint()
        if self.form.naming:
            named = next(each for each in self.query(TextField) if each.name == field.key)
            self.call_after_refresh(named.focus)

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
        if (
            event.option_index < len(self.form.entries())
            and self.form.place() != event.option_index
        ):
            self.form.choose_position(event.option_index)
            self.paint()

    def on_input_submitted(self, event: Input.Submitted) -> None:
        """Load the file that was named; everywhere else enter starts."""
        if event.input.id == "file":
            name = event.value.strip()
        else:
            name = ""
        if not name:
            self.action_start()
        else:
            opened = self.form.open(name)
            self.paint()
            if opened:
                self.query_one("#positions").focus()

    # Doing.

    @on(events.Click, "#starter, #player")
    def click_starter(self, event: events.Click) -> None:
        """Start, or play, as the words say that are clicked."""
        plays = event.control is not None and event.control.id == "player"
        self.action_start(plays=plays)

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
        fields = [
            row.field
            for row in self.query(FieldRow)
            if row.display and part in (row.field.key, row.field.part)
        ]
        if fields and not fields[-1].focusable:
            self.query_one(SearchPart).open(True)
        if fields:
            return fields[-1]
        return self.query_one("#file" if part == "file" else "#games")

    def action_moves(self) -> None:
        """Play moves from a list."""
        if self.form.checked.root is not None:
            self.app.push_screen(MovesDialog(self.form.draft, self.form.checked), self.take_moves)

    def take_moves(self, moves: str | None) -> None:
        """Take the moves that were played in place of those typed."""
        if moves is not None:
            self.query_one("#moves", TextField).value = moves

    def action_part(self, by: int) -> None:
        """Focus the part before or after the focused one."""
        at = next((place for place, part in enumerate(self.parts) if part.has_focus_within), 0)
        part = self.parts[max(0, min(2, at + by))]
        self.set_focus(part.query("Pick, WordSelect").first())

    def action_copy(self) -> None:
        """Copy the command."""
        self.app.copy_to_clipboard(self.form.draft.command())
        self.notify("The command is copied.", markup=False)

    def action_theme(self) -> None:
        """Use the next theme."""
        self.choose_look("theme", next_word(self.form.display["theme"].choices, self.app.theme))

    def choose_look(self, key: str, text: str) -> None:
        """Change how things look, if the text is another word for it."""
        before = self.form.looks[key]
        self.form.enter("look", key, text)
        if self.form.looks[key] != before:
            self.tell_app(key, text)
        self.paint()
