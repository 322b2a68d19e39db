"""The start screen: which game, from which position, searched how."""

from __future__ import annotations

import textwrap
from collections.abc import Callable
from functools import partial
from typing import ClassVar

from rich.text import Text
from textual import events
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal, Vertical, VerticalScroll
from textual.screen import Screen
from textual.widget import Widget
from textual.widgets import Input, OptionList, Static
from textual.widgets.option_list import Option

from visualizer.look.ascii import printable
from visualizer.measures.estimate import Estimate, estimate
from visualizer.plugins.discovery import is_own
from visualizer.recipe import Recipe
from visualizer.run import Run
from visualizer.tui import selection
from visualizer.tui.ascii_looks import spelled
from visualizer.tui.remembered import Remembered
from visualizer.tui.start import catalog, field_values, messages
from visualizer.tui.start.catalog import RECENT
from visualizer.tui.start.draft import SEARCH_KEYS, Draft, attempt
from visualizer.tui.start.fields import Field, Pick, Picture, Row, Started, Starter, TextField
from visualizer.tui.start.model import Choosing
from visualizer.tui.start.moves import MovesDialog
from visualizer.tui.styled_lines import Line, wrapped
from visualizer.tui.themes import THEMES
from visualizer.tui.widgets import KeyBar, Words

SMALLEST = (60, 16)
PATIENCE = 0.3
"""Seconds without a key before a long text, or a file of one's own, is read."""
LONG = 2_000
"""Characters that are read at every key."""
NARROW = 80
"""Columns below which only the part that has the keys is open."""
SHUT = 11
"""Columns of a part that is not open."""
TICK = 1 / 20
SLICE = 0.012
THINKING = 1.0
"""Seconds that are spent on the estimate of one search."""
ALONE = 2
"""Screens, the empty one at the bottom included, when there is none to go back to."""
NEXT = "   then → steps, x goes to the next cutoff"
"""What a newcomer needs to know before the explorer opens."""
ROOM = frozenset({"-tiny", "-wide", "-widest", "-tall", "-high"})
LOOKS = {"theme": [*THEMES], "signs": ["unicode", "ascii"], "motion": ["full", "reduced"]}
KEYS = [
    ("enter", "start", "start"), ("tab", "next", "next"), ("ctrl+n", "moves", "moves"), ("↑↓←→", "choose", ""),
    ("ctrl+y", "copy command", "copy"), ("T", "theme", "theme"), ("esc", "back", "back"), ("q", "quit", "quit"),
]  # fmt: skip
WIDE, WIDEST = 29, 39
"""Columns for a game's line at two sizes."""


class StartScreen(Screen[Run | None]):
    """Chooses a run; its result is None if nothing was chosen."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("ctrl+n", "moves", "play moves"),
        Binding("ctrl+y", "copy", "copy the command"),
        Binding("escape", "back", "back"),
        Binding("T", "theme", "next theme"),
        Binding("q", "app.quit", "quit"),
    ]

    def __init__(self, remembered: Remembered, recipe: Recipe | None = None, *, ascii_only: bool = False) -> None:
        """Begin with a recipe, else with what was opened last, else with the first position of the simplest game."""
        super().__init__()
        self.looks = {"theme": remembered.theme, "signs": LOOKS["signs"][ascii_only],
                      "motion": LOOKS["motion"][remembered.reduced_motion]}  # fmt: skip
        self.chosen = Choosing(remembered.recent, recipe)
        self.size_of_it: Estimate | None = None
        self._spent = 0.0
        self._late = False
        self._marked: dict[Widget, tuple[bool, bool, str]] = {}

    # Making.

    def compose(self) -> ComposeResult:
        """Lay out the widgets; the style sheet says where they stand at which size."""
        self.set_classes(room(*self.app.size))  # before there is anything that would have to be restyled
        yield Words(id="header")
        with Horizontal(id="parts"):
            yield from self.compose_games()
            yield from self.compose_positions()
            yield from self.compose_search()
        yield Picture(self.draw_about, id="about")
        with Horizontal(id="go"):
            yield Starter(" ▸ enter: start ", id="starter", markup=False)
            yield Picture(self.draw_estimate, id="estimate")
        yield Picture(lambda width, height: messages.command(self.chosen.draft, width, height), id="command")
        yield KeyBar(KEYS, id="keys")
        smallest = "×".join(map(str, SMALLEST))
        yield Static(f"This terminal is too small: at least {smallest} is needed.", id="too-small")

    def compose_games(self) -> ComposeResult:
        """Lay out the games."""
        with Vertical(id="games-part", classes="part") as part:
            part.border_title = "1 game"
            yield Pick(id="games", markup=False)
            yield TextField("file", "", placeholder="my.py or a .run", id="file")

    def compose_positions(self) -> ComposeResult:
        """Lay out the positions, one's own, the moves and the board."""
        with Vertical(id="position-part", classes="part") as part:
            part.border_title = "2 position"
            yield Pick(id="positions", markup=False)
            yield Row("yours", TextField("own", "", id="own"))
            yield Row("moves", TextField("moves", "", placeholder="played from there", id="moves"))
            yield Picture(self.draw_complaint, id="position-error")
            yield Picture(self.draw_position, id="sentence")
            yield Picture(lambda width, height: messages.board(self.chosen.checked, width, height), id="board")

    def compose_search(self) -> ComposeResult:
        """Lay out the words of the search, the game's settings, and the looks."""
        with VerticalScroll(id="search-part", classes="part", can_focus=False) as part:
            part.border_title = "3 search"
            for key in SEARCH_KEYS:
                yield Row(field_values.TITLES.get(key, key), Field("search", key, partial(self.chosen.step, key)))
            yield Picture(lambda width, _: messages.search_complaint(self.chosen.checked, width), id="search-error")
            yield Static("settings of the game", id="settings-title", classes="title")
            yield Vertical(id="settings")
            yield Static("looks", classes="title")
            for key, words in LOOKS.items():
                yield Row(key, Field("look", key, field_values.ring(words)))

    def on_mount(self) -> None:
        """Fill in everything."""
        title: Line = [(" Search Tree Visualizer ", "title"), (" watch a game-tree search think, step by step", "dim")]
        self.query_one("#header", Words).say(title)
        self.show(self.chosen.draft)
        self.list_games()
        self.list_positions()
        self.list_settings()
        self.query_one("#positions" if self.chosen.listed == RECENT else "#games").focus()
        self.set_interval(TICK, self.think)
        self.app.theme_changed_signal.subscribe(self, lambda _: self.mark_part())
        self.make_room()

    def on_resize(self, event: events.Resize) -> None:
        """Choose what has room."""
        self.make_room()

    def make_room(self) -> None:
        """Set the classes that the style sheet goes by, all at once, and list what then has room."""
        classes = room(*self.size)
        if classes != self.classes & ROOM:
            self.update_classes({name: name in classes for name in ROOM})
            self.list_games()
            self.list_positions()
        self.mark_part()
        self.call_after_refresh(self.paint)

    # What there is to pick.

    def list_games(self) -> None:
        """List the games, each with its line where there is room."""
        options = []
        for name in self.chosen.games:
            about = f"{len(self.chosen.recent)} to go on with" if name == RECENT else catalog.about_game(name)
            lines = indented(about, WIDEST if self.has_class("-widest") else WIDE) if self.has_class("-wide") else ""
            options.append(option("opened last" if name == RECENT else name, lines, "\n"))
        fill(self.query_one("#games", OptionList), options, self.chosen.games.index(self.chosen.listed))

    def list_positions(self) -> None:
        """List the positions, each with its sentence where there is room."""
        entries, wide = self.chosen.entries(), self.has_class("-widest")
        width = max((len(entry.title) for entry in entries), default=0) if wide else 0
        options = [option(f"{entry.title:<{width}}", entry.about * wide, "  ") for entry in entries]
        fill(self.query_one("#positions", OptionList), options, self.chosen.place())

    def list_settings(self) -> None:
        """Show the settings of the game."""
        game, box = self.chosen.game(), self.query_one("#settings", Vertical)
        box.remove_children()
        options, sizes = (game.options, game.sizes) if game is not None else ((), ())
        for option in options:
            field = Field("setting", option.name, field_values.option_step(option, sizes), option.default)
            self.fill_field(field)
            box.mount(Row(option.name, field))
        self.query_one("#settings-title").display = bool(options)

    # What is picked and typed.

    def on_option_list_option_highlighted(self, event: OptionList.OptionHighlighted) -> None:
        """Take what was picked."""
        event.stop()
        entries = self.chosen.entries()
        if event.option_list.id == "games":
            self.choose_game(self.chosen.games[event.option_index])
        elif event.option_index < len(entries) and self.chosen.place() != event.option_index:
            self.take(entries[event.option_index].draft)

    def choose_game(self, name: str) -> None:
        """List the positions of a game and take the one chosen last."""
        if name != self.chosen.listed:
            self.take(self.chosen.turn_to(name))
            self.list_positions()

    def take(self, draft: Draft) -> None:
        """Show a draft that may be of another game."""
        before = self.chosen.draft.game
        self.show(draft)
        if draft.game != before:
            self.list_settings()

    def on_input_changed(self, event: Input.Changed) -> None:
        """Take what was typed."""
        event.stop()
        field, text = event.input, event.value
        if not isinstance(field, TextField) or field.part == "file":
            return
        if field.part == "look":
            self.look(field.key, text)
            return
        self.show(self.chosen.typed(field.part, field.key, text), late=len(text) > LONG or is_own(text))

    def look(self, key: str, text: str) -> None:
        """Change how things look, if it is a word for it."""
        if text in LOOKS[key] and text != self.looks[key]:
            self.looks[key] = text
            self.post_message(selection.Chosen(key, text))
        self.query_one("#about", Picture).show()

    def show(self, draft: Draft, *, late: bool = False) -> None:
        """Take a draft and show it; read it a little later if reading takes long."""
        self.size_of_it, self._spent = None, 0.0
        if late and not self._late:
            self.set_timer(PATIENCE, self.read_late)
        self._late = late
        self.chosen.take(draft, unread=late)
        self.paint()

    def read_late(self) -> None:
        """Read what is typed by now."""
        if self._late:
            self.show(self.chosen.draft)

    # Painting.

    def paint(self) -> None:
        """Paint all that depends on the draft."""
        if not self.is_mounted:
            return
        for field in self.query(TextField):
            self.fill_field(field)
        for picture in self.query(Picture):
            picture.show()
        wrong, tall = self.chosen.checked.wrong.keys(), self.has_class("-tall")
        self.query_one("#position-error").display = bool(wrong & {"position", "moves"})
        self.query_one("#search-error").display = tall and bool(wrong - {"position", "moves", "game"})
        self.query_one("#starter").set_class(self.chosen.checked.run is None, "-off")
        places = self.query_one("#positions", OptionList)
        with places.prevent(OptionList.OptionHighlighted):
            places.highlighted = self.chosen.place()

    def fill_field(self, field: TextField) -> None:
        """Show in a field what the draft says, unless it is being typed in."""
        chosen, draft = self.chosen, self.chosen.draft
        if field.part == "setting":
            field.set_class(bool(draft.settings.get(field.key)), "-chosen")
        if field.has_focus and field.typing:
            return
        if field.part == "setting":
            field.fill(chosen.setting(field.key), "as given")
        elif field.part == "own":
            text, used = chosen.own_position()
            game = chosen.game()
            field.fill(text, game.notation if game else "")
            field.set_class(bool(text) and not used, "-unused")
        elif field.part == "moves":
            field.fill(draft.moves)
        elif field.part == "search":
            field.fill(draft.word(field.key), field_values.EXAMPLES.get(field.key, ""))
            field.set_class(field.key in draft.search, "-chosen")
        elif field.part == "look":
            field.fill(self.looks[field.key])

    def draw_complaint(self, width: int, _: int) -> list[Line]:
        """Say what is wrong with the position."""
        return messages.position_complaint(self.chosen.checked, width)

    def draw_position(self, width: int, _: int) -> list[Line]:
        """Say a sentence about the position."""
        return messages.about_position(self.chosen.draft, self.chosen.checked, width)

    def draw_about(self, width: int, height: int) -> list[Line]:
        """Say what is wrong, else a sentence about what has the keys."""
        said = messages.complaint(self.chosen.checked, width) or wrapped(
            spelled(self, printable(self.about_focus())), width, "dim"
        )
        return said[:height]

    def about_focus(self) -> str:
        """Return a sentence about what has the keys."""
        focused = self.focused
        if isinstance(focused, TextField) and focused.part == "look" and focused.value not in LOOKS[focused.key]:
            allowed = " ".join(LOOKS[focused.key])
            return f"{focused.value!r:.40} is not one of {allowed}; it stays {self.looks[focused.key]}."
        if isinstance(focused, TextField):
            return messages.about_field(focused.part, focused.key, self.chosen.draft, self.chosen.checked)
        if focused is not None and focused.id == "games":
            name = self.chosen.listed
            return messages.sentence(catalog.about_game(name) if name else "what you opened last, the latest first")
        return self.chosen.about()

    def draw_estimate(self, width: int, height: int) -> list[Line]:
        """Say how large the search will be."""
        if self._late:
            return [[("reading …", "dim")]]
        if self.chosen.checked.run is None:
            return [[("not ready: see the sentence above", "dim")]]
        words = "…" if self.size_of_it is None else self.size_of_it.words()
        return [[(words, "value"), (NEXT if len(words) + len(NEXT) <= width else "", "dim")]]

    def think(self) -> None:
        """Let the search run for a moment, so that its size can be told."""
        run, known = self.chosen.checked.run, self.size_of_it
        if run is None or self._spent > THINKING or (known is not None and run.trace.finished):
            return
        self._spent += SLICE
        wrong: dict[str, str] = {}
        own = next((key for key, text in self.chosen.draft.search.items() if is_own(text)), "search")
        self.size_of_it = attempt(wrong, own, lambda: estimate(run, SLICE, known.whole if known else None))
        if wrong:
            self.chosen.blame(wrong)
            self.paint()
        self.query_one("#estimate", Picture).show()

    # Doing.

    def mark_part(self) -> None:
        """Show which part has the keys; where there is little room, it gets most of it.

        This is not left to the style sheet, which would be applied to all that is in a part whenever the keys go on.
        """
        colours = self.app.theme_variables
        for part in self.query(".part"):
            here, narrow = part.has_focus_within, self.size.width < NARROW
            if self._marked.get(part) == (here, narrow, self.app.theme):
                continue
            self._marked[part] = (here, narrow, self.app.theme)
            part.styles.border = ("round", colours["c-current" if here else "c-line"])
            part.styles.border_title_color = colours["c-current" if here else "c-dim"]
            part.styles.border_title_style = "bold" if here else "none"
            part.styles.width = ("1fr" if here else SHUT) if narrow else None

    def on_descendant_focus(self, event: events.DescendantFocus) -> None:
        """Say something about what has the keys now."""
        self.mark_part()
        self.query_one("#about", Picture).show()
        bar = self.query_one(KeyBar)
        back = "back" if len(self.app.screen_stack) > ALONE else "leave"
        leave = "ctrl+c" if isinstance(self.focused, TextField) else "q"
        bar.keys = [*KEYS[:-2], ("esc", back, "back"), (leave, "quit", "quit")]
        bar.refresh()

    def on_descendant_blur(self, event: events.DescendantBlur) -> None:
        """Show what a field stands for once it is left."""
        self.call_after_refresh(self.paint)

    def on_started(self, message: Started) -> None:
        """Start."""
        self.action_start()

    def on_input_submitted(self, event: Input.Submitted) -> None:
        """Start, or load the file that was named."""
        field = event.input
        if isinstance(field, TextField) and field.part == "file" and event.value.strip():
            self.load(event.value.strip())
        else:
            self.action_start()

    def load(self, name: str) -> None:
        """Load a game of one's own, or a saved run."""
        wrong: dict[str, str] = {}
        draft: Draft | None = attempt(wrong, "file", lambda: self.chosen.open(name))
        if draft is None:
            self.chosen.blame(wrong)
            self.paint()
            return
        self.take(draft)
        self.list_games()
        self.list_positions()
        self.query_one("#positions").focus()

    def action_start(self) -> None:
        """Start the search that is chosen, or go to what is wrong."""
        if self.chosen.checked.run is None:
            self.show(self.chosen.draft)
        self._spent = 0.0
        self.think()
        if self.chosen.checked.run is not None:
            self.dismiss(self.chosen.checked.run)
        else:
            self.app.bell()
            self.wrong_widget().focus()

    def wrong_widget(self) -> Widget:
        """Return the widget of what is wrong."""
        part = next(iter(self.chosen.checked.wrong), "game")
        part = {"position": "own", "search": "algorithm"}.get(part, part)
        fields = [field for field in self.query(TextField) if part in (field.key, field.part)]
        return fields[0] if fields else self.query_one("#games")

    def action_moves(self) -> None:
        """Pick moves from a list."""
        if self.chosen.checked.root is not None:
            self.app.push_screen(MovesDialog(self.chosen.draft), self.moved)

    def moved(self, moves: str | None) -> None:
        """Take the moves that were picked."""
        if moves is not None:
            self.query_one("#moves", TextField).typing = False
            self.show(self.chosen.draft.at(moves=moves))

    def action_part(self, by: int) -> None:
        """Go to the part beside the one that has the keys."""
        first: list[Widget] = [self.query_one("#games"), self.query_one("#positions"), self.query(Field).first()]
        here = next((place for place, widget in enumerate(first) if widget is self.focused), 0)
        first[max(0, min(2, here + by))].focus()

    def action_next(self) -> None:
        """Give the keys to the next widget."""
        self.focus_next()

    def action_copy(self) -> None:
        """Copy the command."""
        self.app.copy_to_clipboard(self.chosen.draft.command())
        self.notify("The command is copied.", markup=False)

    def action_theme(self) -> None:
        """Use the next theme."""
        self.look("theme", field_values.ring(LOOKS["theme"])(self.app.theme, 1))
        self.paint()

    def action_back(self) -> None:
        """Go back, or leave where there is nothing to go back to."""
        self.dismiss(None)

    def action_quit(self) -> None:
        """Leave."""
        self.app.exit()

    def on_key_bar_pressed(self, message: KeyBar.Pressed) -> None:
        """Do what the key that was clicked does."""
        act: Callable[[], None] | None = getattr(self, f"action_{message.action}", None)
        if act is not None:
            act()


def room(width: int, height: int) -> set[str]:
    """Return the classes that say what there is room for.

    >>> sorted(room(120, 40))
    ['-tall', '-wide']
    """
    known = {
        "-tiny": width < SMALLEST[0] or height < SMALLEST[1],
        "-wide": width >= 110,
        "-widest": width >= 160,
        "-tall": height >= 36,
        "-high": height >= 46,
    }
    return {name for name, is_so in known.items() if is_so}


def fill(pick: OptionList, options: list[Option], place: int) -> None:
    """Show other options in a list, and one of them picked."""
    with pick.prevent(OptionList.OptionHighlighted):
        pick.clear_options()
        pick.add_options(options)
        pick.highlighted = place if options else None


def indented(about: str, width: int) -> str:
    """Break a sentence into lines that stand in a little."""
    return textwrap.fill(about, width, initial_indent="  ", subsequent_indent="  ")


def option(title: str, about: str, between: str) -> Option:
    """Return an option of a title and, if there is one, a sentence."""
    text = Text(printable(title), style="bold" if about else "")
    if about:
        text.append(between + "\n".join(map(printable, about.split("\n"))), style="not bold dim")
    return Option(text)
