"""Fields to type in or step through and their rows, and the parts of the start screen that are made of them."""

import textwrap
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
"""Characters that a field for a position or for moves holds."""
MAX_PASTED_LENGTH = 1_000
"""Characters that any other field takes of a paste."""


def display_options() -> dict[str, SearchOption]:
    """Return how things may look, with all themes there are; of a package's that is broken it is said why."""
    colours = (
        ". ".join(
            [
                "Colours: dark, light, high contrast, none (mono), or another theme",
                *offer_all_themes(),
            ]
        )
        + "."
    )
    theme = declare_setting("theme", colours, "dark", *OFFERED_THEMES)
    return {each.name: each for each in (theme, SIGNS_SETTING, MOTION_SETTING)}


def titled_line(title: str, about: str, between: str, *, faint: bool = False) -> Text:
    """Return a line of a list: a title, `faint` if it cannot be chosen, then `between` and a sentence."""
    text = Text(title, style="dim" if faint else "bold" if about else "")
    if about:
        return text.append(between + about, style="not bold dim")
    return text


FIELD_BINDINGS: list[BindingType] = [("up", "app.focus_previous"), ("down", "app.focus_next")]


class TextField(Prompt):
    """A field of one line; a paste of several lines becomes one."""

    BINDINGS: ClassVar[list[BindingType]] = FIELD_BINDINGS

    def __init__(self, field: FormField) -> None:
        """Make a field of the form; while it is empty it shows as much of its hint as fits.

        What is typed first replaces a word. A field that is alone in its part of the form is found by that.
        """
        part = field.part
        alone = None if field.key else part
        super().__init__(
            compact=True, id=alone, name=field.key, select_on_focus=part in ("search", "setting")
        )
        self.part = part
        self.key = field.key
        self.hint = field.hint
        self.cursor_blink = False
        self.fill(field)

    def on_resize(self) -> None:
        """Cut the hint to the width."""
        self.placeholder = "".join(
            text for text, _ in with_ellipsis([(self.hint, "dim")], self.content_size.width)
        )

    def on_paste(self, event: events.Paste) -> None:
        """Take what can be shown of a paste, up to a length."""
        event.prevent_default()
        event.stop()
        text = visible(" ".join(event.text.split()))
        if self.part in ("typed", "moves"):
            longest = MAX_TYPED_LENGTH
        else:
            longest = MAX_PASTED_LENGTH
        room = longest - len(self.value) + len(self.selected_text)
        self.replace(text[: max(0, room)], *sorted(self.selection))

    def on_blur(self) -> None:
        """Show the beginning."""
        self.selection = Selection.cursor(0)

    def fill(self, shown: FormField) -> None:
        """Show another text without a message; where one types it is left alone."""
        if self.has_focus:
            return
        if shown.hint != self.hint:
            self.hint = shown.hint
            self.on_resize()
        if shown.text != self.value:
            with self.prevent(Input.Changed):
                self.value = shown.text


class WordSelect(Select[str]):
    """A word from a list; where a file may be named instead, a line to type in appears below."""

    BINDINGS: ClassVar[list[BindingType]] = FIELD_BINDINGS

    def __init__(self, field: FormField) -> None:
        """Make the list of a field of the form."""
        super().__init__([("", FUNCTION_WORD)], allow_blank=False, compact=True)
        self.part = field.part
        self.key = field.key
        self.begun = field
        self._listed: dict[str, str] = {}

    def on_mount(self) -> None:
        """Use a sign that is as wide in every terminal, and list the words."""
        for arrow in self.query(".arrow").results(Static):
            arrow.update("▾")
        self.fill(self.begun)

    def fill(self, shown: FormField) -> None:
        """List the words, each with a line about it, and choose what the form says, without a message."""
        if self.expanded or not self.query("#label"):  # not made yet, or about to go
            return
        words = dict(shown.words)
        if shown.text not in words:
            words = {shown.text: "", **words}
        with self.prevent(Select.Changed):
            if words != self._listed:
                self._listed = words
                labels = {FUNCTION_WORD: "a file …", "": shown.hint or "–"}
                self.set_options(
                    (titled_line(labels.get(word, word), about, "\n"), word)
                    for word, about in words.items()
                )
            self.value = shown.text


class FieldRow(Horizontal):
    """A word, and the field with its value: a list where words are offered, else a line to type in."""

    def __init__(self, field: FormField) -> None:
        """Make the row of a field of the form."""
        self.field = WordSelect(field) if field.words else TextField(field)
        super().__init__(Static(field.title, classes="word", markup=False), self.field)

    def fill(self, shown: FormField) -> None:
        """Show what the form says; what it does not offer is hidden."""
        self.field.fill(shown)
        self.field.set_class(shown.mark == "chosen", "-chosen")
        self.field.set_class(shown.mark == "unused", "-unused")
        self.display = shown.is_offered

    def on_click(self) -> None:
        """Focus the field."""
        self.field.focus()


class FieldRows(Vertical):
    """The rows of a group of fields."""

    def __init__(self, form: StartForm, group: str) -> None:
        """Make the rows of a group of the form's fields."""
        fields = form.group(group)
        rows = [FieldRow(each) for each in fields]
        super().__init__(*rows, id=group, classes="rows")
        self.form = form
        self.group = group
        self.rows = rows
        self.outline = [each.outline for each in fields]

    def paint(self) -> None:
        """Show what is chosen, in other rows if other fields belong to this algorithm or this game."""
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
MAX_GAME_COLUMNS = 39
"""Columns for a game's line at two sizes of the screen."""


class FormPart:
    """What the parts of the screen have in common; no widget itself, as Textual takes the style of the first base."""

    def __init__(self, form: StartForm, *, id: str) -> None:  # noqa: A002  Textual's name
        """Show what a form says."""
        super().__init__(id=id, classes="part")  # type: ignore[call-arg]  # the container's, into which it is mixed
        self.form = form
        self._shown: object = None
        """What the lists that are shown depend on."""


class GamesPart(FormPart, Vertical):
    """Lists the games, what was opened last before them, and takes the name of a file."""

    BORDER_TITLE = "1 game"

    def compose(self) -> ComposeResult:
        """Lay out the list, and the field for a file."""
        yield Pick(id="games", markup=False)
        yield TextField(self.form.field("file"))

    def paint(self) -> None:
        """List the games, each with its line where there is room, unless they are listed so already."""
        if self.screen.has_class("-widest"):
            width = MAX_GAME_COLUMNS
        elif self.screen.has_class("-wide"):
            width = WIDE_GAME_COLUMNS
        else:
            width = 0
        names = self.form.games
        shown = (len(names), width)
        if self._shown != shown:
            self._shown = shown
            self.query_one(Pick).list(
                [self.line(name, width) for name in names], names.index(self.form.listed)
            )

    def line(self, name: str, width: int) -> Text:
        """Return a game's title, with its line below where there is a width for it."""
        if name == RECENT_GAMES:
            title = "Recent"
        else:
            title = choices.title_of_game(name)
        about = ""
        if width:
            about = textwrap.indent(
                textwrap.fill(sentences.game_line(self.form, name), width - 2), "  "
            )
        return titled_line(title, about, "\n", faint=bool(self.form.missing.get(name)))


class PositionPart(FormPart, Vertical):
    """Lists the positions of a game, takes a typed one and moves played from there, and draws the position."""

    BORDER_TITLE = "2 position"

    def compose(self) -> ComposeResult:
        """Lay out the positions, the typed one, the moves and the board."""
        yield Pick(id="positions", markup=False)
        yield FieldRows(self.form, "position")
        yield StyledText(self.draw_error, id="position-error")
        yield StyledText(
            lambda width, _: wrap_words(sentences.about_preset(self.form), width), id="sentence"
        )
        yield StyledText(
            lambda *size: draw_position(self.form.checked, *size, letters=has_letters(self)),
            id="board",
        )

    def draw_error(self, width: int, _: int) -> list[Line]:
        """Say in one line what is wrong with the position or the moves."""
        wrong, style = sentences.complaint(self.form, sentences.POSITION_PARTS)
        return [[(textwrap.shorten(wrong, max(8, width), placeholder=" …"), style)]]

    def paint(self) -> None:
        """Show what is chosen."""
        form = self.form
        places = self.query_one(Pick)
        wide = self.screen.has_class("-widest")
        if self._shown != (form.listed, wide):
            self._shown = (form.listed, wide)
            entries = form.entries()
            if wide:
                width = max((len(each.title) for each in entries), default=0)
            else:
                width = 0
            options = [
                titled_line(f"{each.title:<{width}}", each.about * wide, "  ") for each in entries
            ]
            places.list(options, form.place())
        with places.prevent(OptionList.OptionHighlighted):
            places.highlighted = form.place()
        self.query_one(FieldRows).paint()
        self.query_one("#position-error").display = not form.checked.wrong.keys().isdisjoint(
            sentences.POSITION_PARTS
        )


class SearchPart(FormPart, VerticalScroll, can_focus=False):
    """Shows the options of the search, those of the algorithm alone, the game's settings and the looks."""

    BORDER_TITLE = "3 search"
    BINDINGS: ClassVar[list[BindingType]] = [*FIELD_BINDINGS, ("left", "screen.part(-1)")]

    def compose(self) -> ComposeResult:
        """Lay out what everybody chooses; the rest is made when it is opened."""
        yield FieldRows(self.form, "first")
        yield FieldRows(self.form, "algorithm-options")
        yield StyledText(self.draw_error, id="search-error")
        with Collapsible(
            title="more choices", collapsed_symbol="▸", expanded_symbol="▾", id="more"
        ):
            yield Vertical(id="more-rows", classes="rows")
        yield StyledText(self.draw_about, id="search-about")

    def open(self, more: bool) -> None:
        """Show what stands under more, or hide it."""
        self.query_one(Collapsible).collapsed = not more

    @on(Collapsible.Toggled)
    def make_rest(self, event: Collapsible.Toggled) -> None:
        """Make what stands under more the first time."""
        self.query_one("#search-about").display = event.collapsible.collapsed
        if not event.collapsible.collapsed and not self.query_one("#more-rows").children:
            title = Static("settings of the game", id="settings-title", classes="title")
            looks = Static("looks", classes="title")
            rest, settings, display = (
                FieldRows(self.form, group) for group in ("rest", "settings", "looks")
            )
            self.query_one("#more-rows").mount_all([rest, title, settings, looks, display])
            self.paint()

    def draw_error(self, width: int, _: int) -> list[Line]:
        """Say what is wrong with the search."""
        wrong, style = sentences.complaint(self.form, sentences.wrong_search_parts(self.form))
        return wrap_words(sentences.as_sentence(wrong), width, style)

    def draw_about(self, width: int, _: int) -> list[Line]:
        """Say what the algorithm and the order of moves are."""
        return [
            line
            for text in sentences.about_search(self.form)
            for line in ([], *wrap_words(text, width, "dim"))
        ]

    def paint(self) -> None:
        """Show what is chosen, and the rows that belong to this algorithm and this game."""
        form = self.form
        draft = form.draft
        for rows in self.query(FieldRows):
            rows.paint()
        self.query("#settings-title").set(display=bool(form.settings))
        needed = bool(draft.settings) or any(
            OPTION_GROUPS.get(name) == "rest" for name in draft.search
        )
        if needed != self._shown:  # something under more is chosen, which should be seen
            self._shown = needed
            if needed:
                self.open(True)
        self.query_one("#search-error").display = self.screen.has_class("-tall") and bool(
            sentences.wrong_search_parts(form)
        )
