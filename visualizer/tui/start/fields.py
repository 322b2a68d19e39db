"""Fields to type in or step through and their rows, and the parts of the start screen that are made of them."""

import textwrap
from collections.abc import Callable, Iterator
from functools import partial
from itertools import starmap
from typing import ClassVar

from rich.text import Text
from textual import events
from textual.app import ComposeResult
from textual.binding import BindingType
from textual.containers import Horizontal, Vertical, VerticalScroll
from textual.reactive import reactive
from textual.widget import Widget
from textual.widgets import Input, OptionList, Static
from textual.widgets.input import Selection
from textual.widgets.option_list import Option

from visualizer.harmless_text import visible
from visualizer.search_options import COMMON
from visualizer.tui.cells.position_picture import drawn
from visualizer.tui.cells.styled_lines import Line, ellipsed, wrapped
from visualizer.tui.start import choices, sentences
from visualizer.tui.start.choices import DISPLAY_OPTIONS, RECENT
from visualizer.tui.start.form import Form, Shown
from visualizer.tui.terminal.ascii_looks import has_letters
from visualizer.tui.widgets import EDITING, Pick, Prompt, StyledText

LONGEST = 200_000
"""Characters that a field for a position or for moves holds."""
LONGEST_WORD = 1_000
"""Characters that any other field takes of a paste."""


def entry(title: str, about: str, between: str, *, faint: bool = False) -> Option:
    """Return a line of a list: a title, `faint` if it cannot be chosen, then `between` and a sentence."""
    text = Text(title, style="dim" if faint else "bold" if about else "")
    if about:
        text.append(between + about, style="not bold dim")
    return Option(text)


class TextField(Prompt):
    """A field of one line; a paste of several lines becomes one."""

    BINDINGS: ClassVar[list[BindingType]] = [("up", "app.focus_previous"), ("down", "app.focus_next")]

    def __init__(self, part: str, key: str, *, hint: str = "", id: str | None = None) -> None:  # noqa: A002
        """Make a field for a part of the form (`typed`, `moves`, `search` ...) and a key in it.

        While it is empty it shows as much of `hint` as fits.
        """
        super().__init__(compact=True, id=id, select_on_focus=False)
        self.part, self.key, self.hint = part, key, hint
        self.typing = False
        self.cursor_blink = False

    def on_resize(self) -> None:
        """Cut the hint to the width."""
        self.placeholder = "".join(text for text, _ in ellipsed([(self.hint, "dim")], self.content_size.width))

    def on_paste(self, event: events.Paste) -> None:
        """Take what can be shown of a paste, up to a length."""
        event.prevent_default()
        event.stop()
        self.typing = True
        text = visible(" ".join(event.text.split()))
        longest = LONGEST if self.part in ("typed", "moves") else LONGEST_WORD
        room = longest - len(self.value) + len(self.selected_text)
        self.replace(text[: max(0, room)], *sorted(self.selection))

    async def on_key(self, event: events.Key) -> None:
        """Note that something is being typed."""
        self.typing = self.typing or event.is_printable or event.key in EDITING

    def on_blur(self) -> None:
        """Stop typing."""
        self.typing = False
        self.selection = Selection.cursor(0)

    def fill(self, shown: Shown) -> None:
        """Show another text without a message; what is being typed is left alone."""
        self.set_class(shown.mark == "chosen", "-chosen")
        self.set_class(shown.mark == "unused", "-unused")
        if self.has_focus and self.typing:
            return
        if shown.hint != self.hint:
            self.hint = shown.hint
            self.on_resize()
        if shown.text != self.value:
            with self.prevent(Input.Changed):
                self.value = shown.text


class Field(TextField):
    """A field with values to step through: `left` and `right` step until something is typed."""

    BINDINGS: ClassVar[list[BindingType]] = [("left", "step(-1)"), ("right", "step(1)")]

    def __init__(self, part: str, key: str, step: Callable[[str, int], str]) -> None:
        """Make a field for a part of the form and a key in it; `step` returns the value n places after another."""
        super().__init__(part, key)
        self.step = step

    async def on_key(self, event: events.Key) -> None:
        """List the values with the space bar, until something is typed."""
        if event.key == "space" and not self.typing:
            event.stop()
            event.prevent_default()
            await self.run_action("screen.list")
        else:
            await super().on_key(event)

    def action_step(self, by: int) -> None:
        """Take the value beside this one, or move the cursor while something is being typed."""
        if self.typing:
            self.cursor_position += by
            return
        if not self.has_focus:
            self.focus()
        self.take(self.step(self.value, by))

    def step_anyway(self, by: int) -> None:
        """Take the value beside this one, whatever is being typed."""
        self.typing = False
        self.focus()
        self.action_step(by)

    def take(self, value: str) -> None:
        """Take a value, as if it had been chosen with the arrows."""
        self.value = value
        self.on_focus()

    def on_focus(self) -> None:
        """Select the value, so that what is typed replaces it.

        Selected from its end: the beginning of a long one is then visible.
        """
        self.selection = Selection(len(self.value), 0)


class Button(Static):
    """Words that do something when clicked."""

    def __init__(self, words: str, do: Callable[[], object], *, id: str | None = None, classes: str) -> None:  # noqa: A002
        """Show words, and call `do` when clicked."""
        super().__init__(words, markup=False, id=id, classes=classes)
        self.do = do

    def on_click(self) -> None:
        """Do it."""
        self.call_later(self.do)


class FieldRow(Horizontal):
    """A word, and the field with its value."""

    def __init__(self, title: str, field: TextField) -> None:
        """Put a word before a field."""
        super().__init__(classes="row")
        self.heading, self.field = title, field

    def compose(self) -> ComposeResult:
        """Lay out the word, the field, and arrows to step it."""
        yield Static(self.heading, classes="word", markup=False)
        if isinstance(self.field, Field):
            yield Button("◂ ", partial(self.field.step_anyway, -1), classes="arrow")
        yield self.field
        if isinstance(self.field, Field):
            yield Button(" ▸", partial(self.field.step_anyway, 1), classes="arrow")

    async def on_click(self, event: events.Click) -> None:
        """Focus the field; a click on the word lists what it takes."""
        self.field.focus()
        if event.widget is self.query_one(".word"):
            self.call_after_refresh(self.run_action, "screen.list")


class MoreChoices(Static, can_focus=True):
    """Opens and closes what is not needed to start."""

    BINDINGS: ClassVar[list[BindingType]] = [
        ("enter,space", "turn"),
        ("right", "turn(True)"),
        ("left", "turn(False)"),
        ("up", "app.focus_previous"),
        ("down", "app.focus_next"),
    ]

    is_open = False

    def __init__(self, opened: Callable[[bool], None]) -> None:
        """Call `opened` to open or close the rest."""
        super().__init__(id="more", markup=False)
        self.opened = opened

    def say(self, *, is_open: bool) -> None:
        """Show whether it is open."""
        self.is_open = is_open
        self.update("▾ fewer choices" if is_open else "▸ more choices")

    def action_turn(self, is_open: bool | None = None) -> None:
        """Open or close it; without a choice, the opposite of what it is."""
        self.opened(not self.is_open if is_open is None else is_open)

    def on_click(self) -> None:
        """Open or close it."""
        self.action_turn()


class Rows(Vertical):
    """Rows that come and go with what is chosen elsewhere."""

    rows: reactive[list[tuple[str, str, str]]] = reactive(list, recompose=True)

    def __init__(self, row: Callable[[str, str, str], FieldRow], *, id: str) -> None:  # noqa: A002  Textual's name
        """Begin without rows; `row` makes one of a title, a part of the form and a key in it."""
        super().__init__(id=id, classes="rows")
        self.row = row

    def compose(self) -> ComposeResult:
        """Lay out the rows."""
        yield from starmap(self.row, self.rows)


WIDE, WIDEST = 29, 39
"""Columns for a game's line at two sizes of the screen."""
FIRST = ("algorithm", "ordering", "depth")
"""The options of a search that everybody chooses; the others, the game's settings and the looks stand under more."""


class FormPart:
    """What the parts of the screen have in common; no widget itself, as Textual takes the style of the first base."""

    def __init__(self, form: Form, *, id: str) -> None:  # noqa: A002  Textual's name
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
        yield TextField("file", "", hint=".py .run .jsonl", id="file")

    def paint(self) -> None:
        """List the games, each with its line where there is room, unless they are listed so already."""
        width = WIDEST if self.screen.has_class("-widest") else WIDE if self.screen.has_class("-wide") else 0
        names = self.form.games
        if self._shown == (shown := ((*names,), width)):
            return
        self._shown = shown
        options = []
        for name in names:
            title = "Recent" if name == RECENT else choices.title_of_game(name)
            about = (
                textwrap.indent(textwrap.fill(sentences.game_line(self.form, name), width - 2), "  ") if width else ""
            )
            options.append(entry(title, about, "\n", faint=bool(self.form.missing.get(name))))
        self.query_one(Pick).list(options, names.index(self.form.listed))


class PositionPart(FormPart, Vertical):
    """Lists the positions of a game, takes a typed one and moves played from there, and draws the position."""

    BORDER_TITLE = "2 position"

    def compose(self) -> ComposeResult:
        """Lay out the positions, the typed one, the moves and the board."""
        yield Pick(id="positions", markup=False)
        yield FieldRow("yours", TextField("typed", "", id="typed"))
        yield FieldRow("moves", TextField("moves", "", id="moves"))
        yield StyledText(self.draw_error, id="position-error")
        yield StyledText(lambda width, _: wrapped(sentences.about_preset(self.form), width), id="sentence")
        yield StyledText(lambda *size: drawn(self.form.checked, *size, letters=has_letters(self)), id="board")

    def draw_error(self, width: int, _: int) -> list[Line]:
        """Say in one line what is wrong with the position or the moves."""
        wrong, style = sentences.complaint(self.form, sentences.POSITION)
        return [[(textwrap.shorten(wrong, max(8, width), placeholder=" …"), style)]]

    def paint(self) -> None:
        """Show what is chosen."""
        form, places, wide = self.form, self.query_one(Pick), self.screen.has_class("-widest")
        if self._shown != (form.listed, wide):
            self._shown = (form.listed, wide)
            entries = form.entries()
            width = max((len(each.title) for each in entries), default=0) if wide else 0
            options = [entry(f"{each.title:<{width}}", each.about * wide, "  ") for each in entries]
            places.list(options, form.place())
        with places.prevent(OptionList.OptionHighlighted):
            places.highlighted = form.place()
        for field in self.query(TextField):
            field.fill(form.shown(field.part, field.key))
        self.query_one("#position-error").display = not form.checked.wrong.keys().isdisjoint(sentences.POSITION)


class SearchPart(FormPart, VerticalScroll, can_focus=False):
    """Shows the options of the search, those of the algorithm alone, the game's settings and the looks."""

    BORDER_TITLE = "3 search"

    def compose(self) -> ComposeResult:
        """Lay out what everybody chooses; the rest is made when it is opened."""
        for name in FIRST:
            yield self.row(COMMON[name].label, "search", name)
        yield Rows(self.row, id="algorithm-options")
        yield StyledText(self.draw_error, id="search-error")
        yield MoreChoices(self.open)
        yield Vertical(id="rest", classes="rows")
        yield StyledText(self.draw_about, id="search-about")

    def rest(self) -> Iterator[Widget]:
        """Make what stands under more: the other options of the search, the game's settings, and the looks."""
        yield from (self.row(option.label, "search", name) for name, option in COMMON.items() if name not in FIRST)
        yield Static("settings of the game", id="settings-title", classes="title")
        yield Rows(self.row, id="settings")
        yield Static("looks", classes="title")
        yield from (self.row(name, "look", name) for name in DISPLAY_OPTIONS)

    def row(self, title: str, part: str, key: str) -> FieldRow:
        """Return the row of a field, filled in: one that is mounted later is not painted at once."""
        field = Field(part, key, partial(self.form.step, part, key))
        field.fill(self.form.shown(part, key))
        return FieldRow(title, field)

    def open(self, more: bool) -> None:
        """Show what stands under more, or hide it."""
        self.query_one(MoreChoices).say(is_open=more)
        rest = self.query_one("#rest")
        rest.display = more
        self.query_one("#search-about").display = not more
        if more and not rest.children:
            rest.mount_all(self.rest())
            self.paint()

    def draw_error(self, width: int, _: int) -> list[Line]:
        """Say what is wrong with the search."""
        wrong, style = sentences.complaint(self.form, sentences.of_search(self.form))
        return wrapped(sentences.sentence(wrong), width, style)

    def draw_about(self, width: int, _: int) -> list[Line]:
        """Say what the algorithm and the order of moves are."""
        return [line for text in sentences.about_search(self.form) for line in ([], *wrapped(text, width, "dim"))]

    def paint(self) -> None:
        """Show what is chosen, and the rows that belong to this algorithm and this game."""
        form = self.form
        draft, game = form.draft, form.checked.game
        own, settings = draft.algorithm_options(), game.options if game is not None else ()
        self.query_one("#algorithm-options", Rows).rows = [(each.label, "search", each.name) for each in own]
        if self.query_one("#rest").children:
            self.query_one("#settings", Rows).rows = [(each.title, "setting", each.name) for each in settings]
            self.query_one("#settings-title").display = bool(settings)
        for row in self.query(FieldRow):
            field = row.field
            if field.part == "search" and field.key in COMMON:
                row.display = draft.shows(field.key)
            field.fill(form.shown(field.part, field.key))
        needed = bool(draft.settings) or not (COMMON.keys() - {*FIRST}).isdisjoint(draft.search)
        if needed != self._shown:  # something under more is chosen, which should be seen
            self._shown = needed
            self.open(needed or self.query_one(MoreChoices).is_open)
        self.query_one("#search-error").display = self.screen.has_class("-tall") and bool(sentences.of_search(form))
