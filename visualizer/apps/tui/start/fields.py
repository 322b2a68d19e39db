"""Fields to type in or step through and their rows, and the parts of the start screen that are made of them."""

import textwrap
from collections.abc import Callable, Iterator, Sequence
from typing import ClassVar

from rich.text import Text
from textual import events, on
from textual.app import ComposeResult
from textual.binding import BindingType
from textual.containers import Horizontal, Vertical, VerticalScroll
from textual.widgets import Collapsible, Input, OptionList, Select, Static
from textual.widgets.input import Selection

import games
from visualizer.apps.tui.cells.position_picture import drawn
from visualizer.apps.tui.cells.styled_lines import Line, ellipsed, wrapped
from visualizer.apps.tui.start import choices, sentences
from visualizer.apps.tui.start.choices import RECENT
from visualizer.apps.tui.start.form import GROUPS, NAMED, Form, FormField
from visualizer.apps.tui.terminal.ascii_looks import has_letters
from visualizer.apps.tui.themes import THEMES, offer_all
from visualizer.apps.tui.widgets import Pick, Prompt, StyledText
from visualizer.support.errors import visible

LONGEST = 200_000
"""Characters that a field for a position or for moves holds."""
LONGEST_WORD = 1_000
"""Characters that any other field takes of a paste."""


def display_options() -> dict[str, games.Option]:
    """Return how things may look, with all themes there are; of a package's that is broken it is said why."""
    colours = ". ".join(["Colours: dark, light, high contrast, none (mono), or another theme", *offer_all()]) + "."
    signs = "unicode, or ascii for terminals and fonts that lack the symbols."
    motion = "full, or reduced: nothing blinks or glides."
    return {
        "theme": games.Option("theme", colours, "dark", choices=(*THEMES,)),
        "signs": games.Option("signs", signs, "unicode", choices=("unicode", "ascii")),
        "motion": games.Option("motion", motion, "full", choices=("full", "reduced")),
    }


def entry(title: str, about: str, between: str, *, faint: bool = False) -> Text:
    """Return a line of a list: a title, `faint` if it cannot be chosen, then `between` and a sentence."""
    text = Text(title, style="dim" if faint else "bold" if about else "")
    return text.append(between + about, style="not bold dim") if about else text


BETWEEN_FIELDS: list[BindingType] = [("up", "app.focus_previous"), ("down", "app.focus_next")]


class TextField(Prompt):
    """A field of one line; a paste of several lines becomes one."""

    BINDINGS: ClassVar[list[BindingType]] = BETWEEN_FIELDS

    def __init__(self, field: FormField, *, id: str | None = None) -> None:  # noqa: A002
        """Make a field of the form; while it is empty it shows as much of its hint as fits.

        What is typed first replaces a word.
        """
        part = field.part
        super().__init__(
            compact=True, id=id, name=field.key * (part == "named"), select_on_focus=part in ("search", "setting")
        )
        self.part, self.key, self.hint = part, field.key, field.hint
        self.cursor_blink = False
        self.fill(field)

    def on_resize(self) -> None:
        """Cut the hint to the width."""
        self.placeholder = "".join(text for text, _ in ellipsed([(self.hint, "dim")], self.content_size.width))

    def on_paste(self, event: events.Paste) -> None:
        """Take what can be shown of a paste, up to a length."""
        event.prevent_default()
        event.stop()
        text = visible(" ".join(event.text.split()))
        longest = LONGEST if self.part in ("typed", "moves") else LONGEST_WORD
        room = longest - len(self.value) + len(self.selected_text)
        self.replace(text[: max(0, room)], *sorted(self.selection))

    def on_blur(self) -> None:
        """Show the beginning."""
        self.selection = Selection.cursor(0)

    def fill(self, shown: FormField) -> None:
        """Show another text without a message; where one types it is left alone."""
        self.set_class(shown.mark == "chosen", "-chosen")
        self.set_class(shown.mark == "unused", "-unused")
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

    BINDINGS: ClassVar[list[BindingType]] = BETWEEN_FIELDS

    def __init__(self, field: FormField) -> None:
        """Make the list of a field of the form."""
        super().__init__([("", NAMED)], allow_blank=False, compact=True)
        self.part, self.key, self.begun = field.part, field.key, field
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
        self.set_class(shown.mark == "chosen", "-chosen")
        words = dict(shown.words)
        if shown.text not in words:
            words = {shown.text: "", **words}
        with self.prevent(Select.Changed):
            if words != self._listed:
                self._listed = words
                labels = {NAMED: "a file …", "": shown.hint or "–"}
                self.set_options((entry(labels.get(word, word), about, "\n"), word) for word, about in words.items())
            self.value = shown.text


class Button(Static):
    """Words that do something when clicked."""

    def __init__(self, words: str, do: Callable[[], object], *, id: str, classes: str) -> None:  # noqa: A002
        """Show words, and call `do` when clicked."""
        super().__init__(words, markup=False, id=id, classes=classes)
        self.do = do

    def on_click(self) -> None:
        """Do it."""
        self.call_later(self.do)


class FieldRow(Horizontal):
    """A word, and the field with its value."""

    def __init__(self, title: str, field: TextField | WordSelect) -> None:
        """Put a word before a field."""
        super().__init__(Static(title, classes="word", markup=False), field)
        self.field = field

    def on_click(self) -> None:
        """Focus the field."""
        self.field.focus()


WIDE, WIDEST = 29, 39
"""Columns for a game's line at two sizes of the screen."""


def outline(fields: Sequence[FormField]) -> list[tuple[str, str, bool]]:
    """Return what the rows of fields are made by: their keys, their titles, and whether they offer words."""
    return [(each.key, each.title, bool(each.words)) for each in fields]


class FormPart:
    """What the parts of the screen have in common; no widget itself, as Textual takes the style of the first base."""

    def __init__(self, form: Form, *, id: str) -> None:  # noqa: A002  Textual's name
        """Show what a form says."""
        super().__init__(id=id, classes="part")  # type: ignore[call-arg]  # the container's, into which it is mixed
        self.form = form
        self._shown: object = None
        """What the lists that are shown depend on."""
        self._laid: dict[str, object] = {}
        """By the group of fields, what its rows were made by."""


class GamesPart(FormPart, Vertical):
    """Lists the games, what was opened last before them, and takes the name of a file."""

    BORDER_TITLE = "1 game"

    def compose(self) -> ComposeResult:
        """Lay out the list, and the field for a file."""
        yield Pick(id="games", markup=False)
        yield TextField(self.form.field("file"), id="file")

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
        yield FieldRow("yours", TextField(self.form.field("typed"), id="typed"))
        yield FieldRow("moves", TextField(self.form.field("moves"), id="moves"))
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
            field.fill(form.field(field.part, field.key))
        self.query_one("#position-error").display = not form.checked.wrong.keys().isdisjoint(sentences.POSITION)


class SearchPart(FormPart, VerticalScroll, can_focus=False):
    """Shows the options of the search, those of the algorithm alone, the game's settings and the looks."""

    BORDER_TITLE = "3 search"
    BINDINGS: ClassVar[list[BindingType]] = [*BETWEEN_FIELDS, ("left", "screen.part(-1)")]

    def compose(self) -> ComposeResult:
        """Lay out what everybody chooses; the rest is made when it is opened."""
        yield self.group("first")
        yield self.group("algorithm-options")
        yield StyledText(self.draw_error, id="search-error")
        with Collapsible(title="more choices", collapsed_symbol="▸", expanded_symbol="▾", id="more"):
            yield Vertical(id="more-rows", classes="rows")
        yield StyledText(self.draw_about, id="search-about")

    def fields(self, group: str) -> list[FormField]:
        """Return the fields of a group."""
        return [each for each in self.form.fields().values() if each.group == group]

    def rows(self, fields: Sequence[FormField]) -> Iterator[FieldRow]:
        """Make the rows of fields: a list where words are offered, else a line to type in."""
        for each in fields:
            yield FieldRow(each.title, WordSelect(each) if each.words else TextField(each))

    def group(self, group: str) -> Vertical:
        """Make the rows of a group of fields."""
        fields = self.fields(group)
        self._laid[group] = outline(fields)
        return Vertical(*self.rows(fields), id=group, classes="rows")

    def lay_out(self) -> None:
        """Put the rows that belong to this algorithm and this game in place of those before."""
        for group, laid in self._laid.items():
            fields = self.fields(group)
            if laid != outline(fields):
                self._laid[group] = outline(fields)
                box = self.query_one(f"#{group}")
                box.remove_children()
                box.mount_all(self.rows(fields))

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
            more = [self.group("rest"), title, self.group("settings"), looks, self.group("looks")]
            self.query_one("#more-rows").mount_all(more)
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
        form, draft = self.form, self.form.draft
        self.lay_out()
        self.query("#settings-title").set(display=bool(form.settings))
        fields = form.fields()
        for row in self.query(FieldRow):
            part, key = row.field.part, row.field.key
            field = fields.get((part, key), FormField(part, key))
            row.field.fill(field)
            row.display = field.is_offered
        needed = bool(draft.settings) or any(GROUPS.get(name) == "rest" for name in draft.search)
        if needed != self._shown:  # something under more is chosen, which should be seen
            self._shown = needed
            if needed:
                self.open(True)
        self.query_one("#search-error").display = self.screen.has_class("-tall") and bool(sentences.of_search(form))
