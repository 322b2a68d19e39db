"""The three parts of the start screen: game, position and search. Each paints what the form says."""

import textwrap
from collections.abc import Iterator
from functools import partial

from textual.app import ComposeResult
from textual.containers import Vertical, VerticalScroll
from textual.widget import Widget
from textual.widgets import OptionList, Static

from visualizer.search_options import COMMON
from visualizer.tui.cells.position_picture import drawn
from visualizer.tui.cells.styled_lines import Line, wrapped
from visualizer.tui.start import choices, sentences
from visualizer.tui.start.choices import DISPLAY_OPTIONS, RECENT
from visualizer.tui.start.fields import Field, FieldRow, MoreChoices, Rows, TextField, entry
from visualizer.tui.start.form import Form
from visualizer.tui.terminal.no_colour import has_letters
from visualizer.tui.widgets import Pick, StyledText

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
            title = "Opened last" if name == RECENT else choices.title_of_game(name)
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
