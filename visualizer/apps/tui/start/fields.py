"""The fields of the start screen, their rows, and the parts of the screen made of them."""

import textwrap
from collections.abc import Mapping
from typing import ClassVar

from rich.text import Text
from textual import events, on
from textual.app import ComposeResult
from textual.binding import BindingType
from textual.containers import Horizontal, Vertical, VerticalScroll
from textual.widgets import Collapsible, Input, OptionList, Select, Static
from textual.widgets.input import Selection

from visualizer.apps.tui.cells.position_picture import draw_position
from visualizer.apps.tui.cells.styled_lines import Line, with_ellipsis, wrap_words
from visualizer.apps.tui.options import MOTION_SETTING, SIGNS_SETTING, declare_setting
from visualizer.apps.tui.start import choices, sentences
from visualizer.apps.tui.start.choices import RECENT_GAMES
from visualizer.apps.tui.start.form import FUNCTION_WORD, OPTION_GROUPS, FormField, StartForm
from visualizer.apps.tui.terminal.ascii_looks import has_letters
from visualizer.apps.tui.themes import OFFERED_THEMES, offer_all_themes
from visualizer.apps.tui.widgets import Pick, Prompt, StyledText
from visualizer.searching.search_options import SearchOption
from visualizer.support.errors import visible

MAX_TYPED_LENGTH = 200_000
"""Maximum characters in a field for a position or for moves."""
MAX_PASTED_LENGTH = 1_000
"""Maximum characters in any other field after a paste."""


def display_options() -> dict[str, SearchOption]:
    """Return the options of the display by name, with all installed themes.

    The line about the theme also names packages whose themes cannot be loaded.
    """
    words = "Colours: dark, light, high contrast, none (mono), or another theme"
    about = ". ".join([words, *offer_all_themes()])
    theme = declare_setting("theme", f"{about}.", "dark", *OFFERED_THEMES)
    return {each.name: each for each in (theme, SIGNS_SETTING, MOTION_SETTING)}


def titled_line(title: str, about: str, separator: str, *, faint: bool = False) -> Text:
    """Return an entry of a list: a title, the text `separator`, and a sentence `about` the entry.

    A `faint` title means that the entry cannot be chosen.
    """
    if faint:
        style = "dim"
    elif about:
        style = "bold"
    else:
        style = ""
    text = Text(title, style=style)
    if about:
        text.append(separator + about, style="not bold dim")
    return text


FIELD_BINDINGS: list[BindingType] = [("up", "app.focus_previous"), ("down", "app.focus_next")]


class TextField(Prompt):
    """A field of one line; a paste of several lines is joined."""

    BINDINGS: ClassVar[list[BindingType]] = FIELD_BINDINGS

    def __init__(self, field: FormField) -> None:
        """Make the text field for a field of the form.

        While the text field is empty, it shows as much of the hint as fits. A field without a key
        is the only one in its part of the form, and has the part's name as its id.
        """
        part = field.part
        widget_id = None if field.key else part
        # Typing replaces the word of an option, but edits a position.
        replaces = part in ("search", "setting")
        super().__init__(
            compact=True,
            id=widget_id,
            name=field.key,
            select_on_focus=replaces,
        )
        self.part = part
        self.key = field.key
        self.hint = field.hint
        self.cursor_blink = False
        self.fill(field)

    def on_resize(self) -> None:
        """Cut the hint to the width."""
        spans = with_ellipsis([(self.hint, "dim")], self.content_size.width)
        self.placeholder = "".join(text for text, _ in spans)

    def on_paste(self, event: events.Paste) -> None:
        """Insert pasted text as one line of visible letters, cut off where the field is full."""
        # Textual itself would take only the first line of the text.
        event.prevent_default()
        event.stop()
        text = visible(" ".join(event.text.split()))
        if self.part in ("typed", "moves"):
            longest = MAX_TYPED_LENGTH
        else:
            longest = MAX_PASTED_LENGTH
        # The pasted text replaces the selected one.
        room = longest - len(self.value) + len(self.selected_text)
        self.replace(text[: max(0, room)], *sorted(self.selection))

    def on_blur(self) -> None:
        """Show the beginning of the text."""
        self.selection = Selection.cursor(0)

    def fill(self, field: FormField) -> None:
        """Show the text and the hint of a field of the form, unless the user is typing here.

        No message is posted, since the form knows the text already.
        """
        if self.has_focus:
            return
        if field.hint != self.hint:
            self.hint = field.hint
            self.on_resize()
        if field.text != self.value:
            with self.prevent(Input.Changed):
                self.value = field.text


class WordSelect(Select[str]):
    """A list of words; if code may be named instead, a text field appears below."""

    BINDINGS: ClassVar[list[BindingType]] = FIELD_BINDINGS

    def __init__(self, field: FormField) -> None:
        """Make the list of a field of the form."""
        super().__init__([("", FUNCTION_WORD)], allow_blank=False, compact=True)
        self.part = field.part
        self.key = field.key
        self.initial_field = field
        self._listed: dict[str, str] = {}

    def on_mount(self) -> None:
        """Use an arrow that is equally wide in every terminal, and list the words."""
        for arrow in self.query(".arrow").results(Static):
            arrow.update("▾")
        self.fill(self.initial_field)

    def fill(self, field: FormField) -> None:
        """List the words that a field of the form offers, and select its current word.

        No message is posted, since the form knows the word already.
        """
        # The label is missing before the widget is composed, and while it is removed.
        if self.expanded or not self.query("#label"):
            return
        words = dict(field.words)
        if field.text not in words:
            words = {field.text: "", **words}
        with self.prevent(Select.Changed):
            if words != self._listed:
                self._listed = words
                self.set_options(word_lines(words, field.hint))
            self.value = field.text


def word_lines(words: Mapping[str, str], hint: str) -> list[tuple[Text, str]]:
    """Return a line for each word, with the word; an empty word is shown as the hint."""
    labels = {FUNCTION_WORD: "a file …", "": hint or "–"}
    lines = []
    for word, about in words.items():
        label = labels.get(word, word)
        lines.append((titled_line(label, about, "\n"), word))
    return lines


class FieldRow(Horizontal):
    """A label and its field: a list where words are offered, else a text field."""

    def __init__(self, field: FormField) -> None:
        """Make the row of a field of the form."""
        self.field = WordSelect(field) if field.words else TextField(field)
        super().__init__(Static(field.title, classes="word", markup=False), self.field)

    def fill(self, field: FormField) -> None:
        """Show the values of a field of the form, or hide the row if the form does not offer it."""
        self.field.fill(field)
        self.field.set_class(field.mark == "chosen", "-chosen")
        self.field.set_class(field.mark == "unused", "-unused")
        self.display = field.is_offered

    def on_click(self) -> None:
        """Focus the field."""
        self.field.focus()


class FieldRows(Vertical):
    """The rows of a group of fields."""

    def __init__(self, form: StartForm, group: str) -> None:
        """Make a row for each field of a group of the form, such as "algorithm-options"."""
        fields = form.group(group)
        rows = [FieldRow(each) for each in fields]
        super().__init__(*rows, id=group, classes="rows")
        self.form = form
        self.group = group
        self.rows = rows
        self.outline = [each.outline for each in fields]

    def paint(self) -> None:
        """Show the fields of the form as they are now, in new rows if other fields are needed."""
        fields = self.form.group(self.group)
        outline = [each.outline for each in fields]
        if outline != self.outline:
            self.outline = outline
            self.rows = [FieldRow(each) for each in fields]
            self.remove_children()
            self.mount_all(self.rows)
        for row, field in zip(self.rows, fields, strict=True):
            row.fill(field)


WIDE_GAME_COLUMNS = 29
"""Columns for the line about a game on a wide screen."""
MAX_GAME_COLUMNS = 39
"""Columns for the line about a game on the widest screens."""


class FormPart:
    """The common base of the parts of the screen.

    The base is no widget, because Textual would style every part by its first base.
    """

    def __init__(self, form: StartForm, *, id: str) -> None:  # noqa: A002  Textual's name
        """Make a part that shows the form."""
        super().__init__(id=id, classes="part")  # type: ignore[call-arg]  # the container's
        self.form = form
        self._listed_values: object = None
        """The values from which the lists were made last."""


class GamesPart(FormPart, Vertical):
    """Lists recent drafts and the games, and has a field for the name of a file."""

    BORDER_TITLE = "1 game"

    def compose(self) -> ComposeResult:
        """Lay out the list, and the field for a file."""
        yield Pick(id="games", markup=False)
        yield TextField(self.form.field("file"))

    def paint(self) -> None:
        """List the games again if they or the width have changed.

        On a wide screen, each game has a line about it.
        """
        width = None
        if self.screen.has_class("-widest"):
            width = MAX_GAME_COLUMNS
        elif self.screen.has_class("-wide"):
            width = WIDE_GAME_COLUMNS
        names = self.form.games
        listed_values = (len(names), width)
        if self._listed_values != listed_values:
            self._listed_values = listed_values
            lines = [self.game_entry(name, width) for name in names]
            self.query_one(Pick).list(lines, names.index(self.form.listed_game))

    def game_entry(self, name: str, width: int | None) -> Text:
        """Return the entry of a game: its title, and below it a line about the game.

        The line is wrapped to `width` letters, or left out if `width` is None. A game that lacks a
        library is faint.
        """
        if name == RECENT_GAMES:
            title = "Recent"
        else:
            title = choices.title_of_game(name)
        about = ""
        if width is not None:
            wrapped = textwrap.fill(sentences.game_line(self.form, name), width - 2)
            about = textwrap.indent(wrapped, "  ")
        return titled_line(
            title,
            about,
            "\n",
            faint=bool(self.form.install_hints.get(name)),
        )


class PositionPart(FormPart, Vertical):
    """Lists the positions of a game, has fields for a typed one and for moves, and draws it."""

    BORDER_TITLE = "2 position"

    def compose(self) -> ComposeResult:
        """Lay out the positions, the typed one, the moves and the board."""
        yield Pick(id="positions", markup=False)
        yield FieldRows(self.form, "position")
        yield StyledText(self.draw_error, id="position-error")
        yield StyledText(self.draw_about, id="sentence")
        yield StyledText(self.draw_board, id="board")

    def draw_about(self, width: int, height: int) -> list[Line]:
        """Draw the sentence about the chosen preset."""
        return wrap_words(sentences.about_preset(self.form), width)

    def draw_board(self, width: int, height: int) -> list[Line]:
        """Draw the position."""
        return draw_position(
            self.form.checked,
            width,
            height,
            letters=has_letters(self),
        )

    def draw_error(self, width: int, _: int) -> list[Line]:
        """Draw in one line the error of the position or of the moves."""
        wrong, style = sentences.complaint(self.form, sentences.POSITION_PARTS)
        return [[(textwrap.shorten(wrong, max(8, width), placeholder=" …"), style)]]

    def paint(self) -> None:
        """Show the chosen position, its fields and its error."""
        form = self.form
        pick = self.query_one(Pick)
        is_wide = self.screen.has_class("-widest")
        if self._listed_values != (form.listed_game, is_wide):
            self._listed_values = (form.listed_game, is_wide)
            pick.list(self.position_lines(is_wide=is_wide), form.chosen_index())
        with pick.prevent(OptionList.OptionHighlighted):
            pick.highlighted = form.chosen_index()
        self.query_one(FieldRows).paint()
        wrong_parts = form.checked.errors.keys()
        is_wrong = not wrong_parts.isdisjoint(sentences.POSITION_PARTS)
        self.query_one("#position-error").display = is_wrong

    def position_lines(self, *, is_wide: bool) -> list[Text]:
        """Return a line for each position, with a sentence about it on a wide screen."""
        entries = self.form.entries()
        if not is_wide:
            return [titled_line(entry.title, "", "  ") for entry in entries]
        width = max((len(entry.title) for entry in entries), default=0)
        return [titled_line(f"{entry.title:<{width}}", entry.about, "  ") for entry in entries]


class SearchPart(FormPart, VerticalScroll, can_focus=False):
    """Shows the options of the search, the settings of the game and the options of the display."""

    BORDER_TITLE = "3 search"
    BINDINGS: ClassVar[list[BindingType]] = [*FIELD_BINDINGS, ("left", "screen.part(-1)")]
    had_hidden_choice = False
    """Whether something under "more choices" was chosen when the part was painted last."""

    def compose(self) -> ComposeResult:
        """Lay out the usual options; rows for the rest are made when "more choices" is opened."""
        yield FieldRows(self.form, "first")
        yield FieldRows(self.form, "algorithm-options")
        yield StyledText(self.draw_error, id="search-error")
        with Collapsible(
            title="more choices", collapsed_symbol="▸", expanded_symbol="▾", id="more"
        ):
            yield Vertical(id="more-rows", classes="rows")
        yield StyledText(self.draw_about, id="search-about")

    def open(self, *, more: bool) -> None:
        """Open or close "more choices"."""
        self.query_one(Collapsible).collapsed = not more

    @on(Collapsible.Toggled)
    def make_more_rows(self, event: Collapsible.Toggled) -> None:
        """Make the rows under "more choices" when it is opened for the first time."""
        is_closed = event.collapsible.collapsed
        # The rows take the place of the sentence.
        self.query_one("#search-about").display = is_closed
        has_rows = bool(self.query_one("#more-rows").children)
        if is_closed or has_rows:
            return
        rows = [
            FieldRows(self.form, "rest"),
            Static("settings of the game", id="settings-title", classes="title"),
            FieldRows(self.form, "settings"),
            Static("looks", classes="title"),
            FieldRows(self.form, "display"),
        ]
        self.query_one("#more-rows").mount_all(rows)
        self.paint()

    def draw_error(self, width: int, _: int) -> list[Line]:
        """Draw the error of the search."""
        wrong, style = sentences.complaint(self.form, sentences.wrong_search_parts(self.form))
        return wrap_words(sentences.as_sentence(wrong), width, style)

    def draw_about(self, width: int, _: int) -> list[Line]:
        """Draw sentences about the algorithm and the order of moves."""
        lines: list[Line] = []
        for text in sentences.about_search(self.form):
            lines += [[], *wrap_words(text, width, "dim")]
        return lines

    def paint(self) -> None:
        """Show the options of the chosen algorithm and game, and their error."""
        form = self.form
        draft = form.draft
        for rows in self.query(FieldRows):
            rows.paint()
        self.query("#settings-title").set(display=bool(form.settings))
        chosen_groups = {OPTION_GROUPS.get(name) for name in draft.search}
        has_hidden_choice = bool(draft.settings) or "rest" in chosen_groups
        # Opened only once, since the user may close it again.
        if has_hidden_choice and not self.had_hidden_choice:
            self.open(more=True)
        self.had_hidden_choice = has_hidden_choice
        is_tall = self.screen.has_class("-tall")
        is_wrong = bool(sentences.wrong_search_parts(form))
        self.query_one("#search-error").display = is_tall and is_wrong
