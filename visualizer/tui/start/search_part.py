"""The third part of the start screen: searched how, by which settings of the game, and how all of it looks."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import partial
from typing import ClassVar

from textual.app import ComposeResult
from textual.binding import BindingType
from textual.containers import Vertical, VerticalScroll
from textual.widget import Widget
from textual.widgets import Input, Static

from games import Option
from visualizer.search_options import COMMON, SearchOption
from visualizer.tui import selection
from visualizer.tui.start import field_values, messages
from visualizer.tui.start.field_values import DISPLAY_OPTIONS
from visualizer.tui.start.fields import Field, FieldRow, TextField
from visualizer.tui.start.model import Model
from visualizer.tui.turning import turned
from visualizer.tui.widgets import StyledText

FIRST = ("algorithm", "ordering", "depth")
"""The words of a search that everybody chooses; the others, the game's settings and the looks stand under more."""


class SearchPart(VerticalScroll):
    """Shows the options of the search: those that all have, then those of the algorithm alone; calls `edited`."""

    def __init__(self, model: Model, looks: dict[str, str], edited: Callable[[], None]) -> None:
        """Choose a search for a model; `looks` are how things look now."""
        super().__init__(id="search-part", classes="part", can_focus=False)
        self.border_title = "3 search"
        self.model, self.looks, self.edited = model, looks, edited
        self._needed: bool | None = None

    def compose(self) -> ComposeResult:
        """Lay out what everybody chooses; the rest is made when it is opened."""
        model = self.model
        for name in FIRST:
            yield self.row(COMMON[name])
        yield Rows(id="algorithm-options")
        yield StyledText(lambda width, _: messages.search_complaint(model.checked, width), id="search-error")
        yield MoreChoices(self.open)
        yield Vertical(id="rest", classes="rows")
        yield StyledText(lambda width, _: messages.about_search(model.draft, model.game(), width), id="search-about")

    def rest(self) -> Iterator[Widget]:
        """Make what stands under more: the other options of the search, the game's settings, and the looks."""
        yield from (self.row(option) for name, option in COMMON.items() if name not in FIRST)
        yield Static("settings of the game", id="settings-title", classes="title")
        yield Rows(id="settings")
        yield Static("looks", classes="title")
        yield DisplayFields(self.looks, self.choose_look)

    def open(self, more: bool) -> None:
        """Show what stands under more, or hide it."""
        self.query_one(MoreChoices).say(is_open=more)
        rest = self.query_one("#rest")
        rest.display = more
        self.query_one("#search-about").display = not more
        if more and not rest.children:
            rest.mount_all(self.rest())
            self.paint()

    def row(self, option: SearchOption) -> FieldRow:
        """Return the row of an option, filled in."""
        return FieldRow(option.label, self.filled(Field("search", option.name, partial(self.model.step, option.name))))

    def setting_row(self, option: Option, sizes: Sequence[str]) -> FieldRow:
        """Return the row of a setting of the game, filled in."""
        step = field_values.setting_step(option, sizes)
        return FieldRow(option.title, self.filled(Field("setting", option.name, step, option.default)))

    def paint(self) -> None:
        """Show what is chosen, and the rows that belong to this algorithm and this game."""
        model = self.model
        own, game = model.draft.algorithm_options(), model.game()
        options, sizes = (game.options, game.sizes) if game is not None else ((), ())
        self.query_one("#algorithm-options", Rows).hold(own, lambda: [self.row(option) for option in own])
        if self.query_one("#rest").children:
            self.query_one("#settings", Rows).hold(options, lambda: [self.setting_row(each, sizes) for each in options])
            self.query_one("#settings-title").display = bool(options)
            self.query_one(DisplayFields).paint()
        for row in self.query(FieldRow):
            if row.field.part == "search" and row.field.key in COMMON:
                row.display = model.draft.shows(row.field.key)
        for field in self.query(Field):
            self.filled(field)
        if (needed := self.rest_is_chosen()) != self._needed:
            self._needed = needed
            self.open(needed or self.query_one(MoreChoices).is_open)
        self.query_one("#search-about", StyledText).show()
        wrong = model.checked.wrong.keys() - {*messages.POSITION, "game"}
        self.query_one("#search-error").display = self.screen.has_class("-tall") and bool(wrong)
        self.query_one("#search-error", StyledText).show()

    def choose_look(self, key: str, text: str) -> None:
        """Change how things look, if it is a word for it."""
        if text in DISPLAY_OPTIONS[key].words and text != self.looks[key]:
            self.looks[key] = text
            self.post_message(selection.Chosen(key, text))

    def rest_is_chosen(self) -> bool:
        """Say whether something under more is chosen, which should be seen then."""
        rest = COMMON.keys() - {*FIRST}
        return bool(self.model.draft.settings) or not rest.isdisjoint(self.model.draft.search)

    def filled(self, field: Field) -> Field:
        """Return a field that shows what the draft says: one that is mounted later is not painted at once."""
        draft = self.model.draft
        if field.part == "search":
            field.fill(draft.word(field.key), draft.option(field.key).example)
            field.set_class(field.key in draft.search, "-chosen")
        elif field.part == "setting":
            field.fill(self.model.setting(field.key), "as given")
            field.set_class(bool(draft.settings.get(field.key)), "-chosen")
        return field

    def on_input_changed(self, event: Input.Changed) -> None:
        """Take what was typed."""
        field = event.input
        if isinstance(field, TextField) and field.part != "look":
            event.stop()
            self.model.enter(field.part, field.key, event.value)
            self.edited()


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

    def __init__(self, turned: Callable[[bool], None]) -> None:
        """Call `turned` to open or close the rest."""
        super().__init__(id="more", markup=False)
        self.turned = turned

    def say(self, *, is_open: bool) -> None:
        """Show whether it is open."""
        self.is_open = is_open
        self.update("▾ fewer choices" if is_open else "▸ more choices")

    def action_turn(self, is_open: bool | None = None) -> None:
        """Open or close it, or do whichever it is not."""
        self.turned(not self.is_open if is_open is None else is_open)

    def on_click(self) -> None:
        """Open or close it."""
        self.action_turn()


class Rows(Vertical):
    """Rows that come and go with what is chosen elsewhere."""

    def __init__(self, *, id: str) -> None:  # noqa: A002  Textual's name
        """Begin without rows."""
        super().__init__(id=id, classes="rows")
        self._of: Sequence[object] = ()

    def hold(self, things: Sequence[object], rows: Callable[[], list[FieldRow]]) -> None:
        """Show the rows of some things, unless they are shown already."""
        if [*things] != [*self._of]:
            self._of = things
            self.remove_children()
            self.mount_all(rows())


class DisplayFields(Vertical):
    """Fields for how things look, which is remembered for all searches."""

    def __init__(self, looks: dict[str, str], choose: Callable[[str, str], None]) -> None:
        """Show how things look now, and `choose` what is typed for one."""
        super().__init__(classes="rows")
        self.looks, self.choose = looks, choose

    def compose(self) -> ComposeResult:
        """Lay out a row for each."""
        for key, look in DISPLAY_OPTIONS.items():
            yield FieldRow(key, Field("look", key, partial(turned, look.words)))

    def on_mount(self) -> None:
        """Fill in everything."""
        self.paint()

    def paint(self) -> None:
        """Show how things look."""
        for field in self.query(Field):
            field.fill(self.looks[field.key])

    def about(self, field: TextField) -> str:
        """Return a sentence about a field, or that it holds no word for how things look."""
        look = DISPLAY_OPTIONS[field.key]
        if field.value in look.words:
            return look.about
        return f"{field.value!r:.40} is not one of {' '.join(look.words)}; it stays {self.looks[field.key]}."

    def on_input_changed(self, event: Input.Changed) -> None:
        """Take what was typed."""
        if isinstance(event.input, TextField):
            self.choose(event.input.key, event.value)
