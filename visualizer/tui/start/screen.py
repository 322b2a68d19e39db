"""The start screen: which game, from which position, searched how."""

from __future__ import annotations

from typing import ClassVar

from textual import events, on
from textual.app import ComposeResult
from textual.binding import BindingType
from textual.containers import Horizontal
from textual.screen import Screen
from textual.timer import Timer
from textual.widget import Widget
from textual.widgets import Input, Static

from visualizer.look.ascii import printable
from visualizer.recipe import Recipe
from visualizer.run import Run
from visualizer.tui.ascii_looks import spelled
from visualizer.tui.pane_layout import TOO_SMALL, is_tiny
from visualizer.tui.remembered import Remembered
from visualizer.tui.start import messages
from visualizer.tui.start.borders import Borders
from visualizer.tui.start.catalog import RECENT
from visualizer.tui.start.field_values import DISPLAY_OPTIONS
from visualizer.tui.start.fields import Field, TextField
from visualizer.tui.start.games_part import GamesPart
from visualizer.tui.start.go import Go
from visualizer.tui.start.model import Model
from visualizer.tui.start.moves import MovesDialog
from visualizer.tui.start.position_part import PositionPart
from visualizer.tui.start.search_part import DisplayFields, MoreChoices, SearchPart
from visualizer.tui.styled_lines import Line, wrapped
from visualizer.tui.turning import turned
from visualizer.tui.widgets import KeyBar, StyledText, Words

PATIENCE = 0.3
"""Seconds without a key before a long text, or a user-supplied file, is read."""
ALONE = 2
"""Screens, the empty one at the bottom included, when there is none to go back to."""
ROOM = frozenset({"-tiny", "-wide", "-widest", "-tall", "-high"})
KEYS = [
    ("enter", "start", "screen.start"), ("tab", "next", "app.focus_next"), ("ctrl+n", "moves", "screen.moves"),
    ("↑↓←→", "choose", ""), ("ctrl+y", "copy command", "screen.copy"), ("T", "theme", "screen.theme"),
    ("esc", "back", "screen.back"), ("q", "quit", "app.quit"),
]  # fmt: skip
"""What stands in the footer."""


class StartScreen(Screen[Run | None]):
    """Chooses a run; its result is None if nothing was chosen.

    Its parts change the model and call `edited`; what the model says is then painted everywhere.
    """

    BINDINGS: ClassVar[list[BindingType]] = [
        ("ctrl+n", "moves"),
        ("ctrl+y", "copy"),
        ("escape", "back"),
        ("T", "theme"),
        ("q", "app.quit"),
    ]

    def __init__(self, remembered: Remembered, recipe: Recipe | None = None, *, ascii_only: bool = False) -> None:
        """Begin with a recipe, else with what was opened last, else with the first position of the simplest game."""
        super().__init__()
        looks = {"theme": remembered.theme, "signs": DISPLAY_OPTIONS["signs"].words[ascii_only],
                 "motion": DISPLAY_OPTIONS["motion"].words[remembered.reduced_motion]}  # fmt: skip
        self.model = Model(remembered.recent, recipe)
        self.games, self.position = GamesPart(self.model, self.edited), PositionPart(self.model, self.edited)
        self.search, self.go = SearchPart(self.model, looks, self.edited), Go(self.model, self.paint)
        self._late: Timer | None = None
        self.borders = Borders()

    # Making.

    def compose(self) -> ComposeResult:
        """Lay out the widgets; the style sheet says where they stand at which size."""
        self.set_classes(room(*self.app.size))  # before there is anything that would have to be restyled
        yield Words(id="header")
        with Horizontal(id="parts"):
            yield from (self.games, self.position, self.search)
        yield StyledText(self.draw_about, id="about")
        yield self.go
        yield StyledText(lambda width, height: messages.command(self.model.draft, width, height), id="command")
        yield KeyBar(KEYS, id="keys")
        yield Static(TOO_SMALL, id="too-small")

    def on_mount(self) -> None:
        """Fill in everything."""
        title: Line = [(" Search Tree Visualizer ", "title"), (" watch a game-tree search think, step by step", "dim")]
        self.query_one("#header", Words).say(title)
        self.model.take(self.model.draft)
        self.paint_parts()
        self.query_one("#positions" if self.model.listed == RECENT else "#games").focus()
        self.app.theme_changed_signal.subscribe(self, lambda _: self.borders.mark(self))
        self.make_room()

    def on_resize(self, event: events.Resize) -> None:
        """Choose what has room."""
        self.make_room()

    def make_room(self) -> None:
        """Set the classes that the style sheet goes by, all at once, and paint what then has room."""
        classes = room(*self.size)
        if classes != self.classes & ROOM:
            self.update_classes({name: name in classes for name in ROOM})
        self.borders.mark(self)
        self.call_after_refresh(self.paint)

    # Painting.

    def edited(self) -> None:
        """Show what has been chosen; what takes long to read is read a little later."""
        self.go.renew()
        if self.model.unread and self._late is None:
            self._late = self.set_timer(PATIENCE, self.read_late)
        self.paint()

    def read_late(self) -> None:
        """Read what is typed by now."""
        self._late = None
        if self.model.unread:
            self.read_again()

    def read_again(self) -> None:
        """Read what is chosen, also if it was read before."""
        self.model.take(self.model.draft)
        self.edited()

    def paint(self) -> None:
        """Paint all that depends on the draft."""
        if self.is_mounted:
            self.paint_parts()

    def paint_parts(self) -> None:
        """Let the parts paint what they show of the draft."""
        for part in (self.games, self.position, self.search, self.go):
            part.paint()
        for name in ("#about", "#command"):
            self.query_one(name, StyledText).show()

    def draw_about(self, width: int, height: int) -> list[Line]:
        """Say what is wrong, else a sentence about what has the keys."""
        about = spelled(self, printable(self.about_focus()))
        return (messages.complaint(self.model.checked, width) or wrapped(about, width, "dim"))[:height]

    def about_focus(self) -> str:
        """Return a sentence about what has the keys."""
        focused = self.focused
        if isinstance(focused, TextField) and focused.part == "look":
            return self.query_one(DisplayFields).about(focused)
        if isinstance(focused, MoreChoices):
            return "What else can be chosen: space opens and closes it."
        if isinstance(focused, TextField):
            return messages.about_field(focused.part, focused.key, self.model.draft, self.model.checked)
        return self.games.about() if focused is not None and focused.id == "games" else self.model.about()

    # Told by the parts and the keys.

    def on_descendant_focus(self, event: events.DescendantFocus) -> None:
        """Say something about what has the keys now."""
        self.borders.mark(self)
        self.query_one("#about", StyledText).show()
        bar = self.query_one(KeyBar)
        back = "back" if len(self.app.screen_stack) > ALONE else "leave"
        leave = "ctrl+c" if isinstance(self.focused, TextField) else "q"
        bar.keys = [*KEYS[:-2], ("esc", back, "screen.back"), (leave, "quit", "app.quit")]
        bar.refresh()

    def on_descendant_blur(self, event: events.DescendantBlur) -> None:
        """Show what a field stands for once it is left."""
        self.call_after_refresh(self.paint)

    def on_input_changed(self, event: Input.Changed) -> None:
        """Say something about a look that was typed."""
        self.query_one("#about", StyledText).show()

    # Doing.

    @on(Input.Submitted)
    def action_start(self) -> None:
        """Start the search that is chosen, or go to what is wrong."""
        if self.model.checked.run is None:
            self.read_again()
        run = self.go.ready()
        if run is not None:
            self.dismiss(run)
        else:
            self.app.bell()
            self.wrong_widget().focus()

    def wrong_widget(self) -> Widget:
        """Return the widget of what is wrong."""
        part = next(iter(self.model.checked.wrong), "game")
        part = {"position": "typed", "search": "algorithm"}.get(part, part)
        fields = [field for field in self.query(TextField) if part in (field.key, field.part)]
        if fields and not fields[0].focusable:
            self.search.open(True)
        return fields[0] if fields else self.query_one("#games")

    def action_moves(self) -> None:
        """Pick moves from a list."""
        if self.model.checked.root is not None:
            self.app.push_screen(MovesDialog(self.model.draft, self.model.checked), self.moved)

    def moved(self, moves: str | None) -> None:
        """Take the moves that were picked."""
        if moves is not None:
            self.position.replay(moves)

    def action_part(self, by: int) -> None:
        """Go to the part beside the one that has the keys."""
        first: list[Widget] = [self.query_one("#games"), self.query_one("#positions"), self.query(Field).first()]
        tree = next((place for place, widget in enumerate(first) if widget is self.focused), 0)
        first[max(0, min(2, tree + by))].focus()

    def action_copy(self) -> None:
        """Copy the command."""
        self.app.copy_to_clipboard(self.model.draft.command())
        self.notify("The command is copied.", markup=False)

    def action_theme(self) -> None:
        """Use the next theme."""
        self.search.choose_look("theme", turned(DISPLAY_OPTIONS["theme"].words, self.app.theme))
        self.paint()

    def action_back(self) -> None:
        """Go back, or leave where there is nothing to go back to."""
        self.dismiss(None)


def room(width: int, height: int) -> set[str]:
    """Return the classes that say what there is room for.

    >>> sorted(room(120, 40))
    ['-tall', '-wide']
    """
    known = {
        "-tiny": is_tiny(width, height),
        "-wide": width >= 110,
        "-widest": width >= 160,
        "-tall": height >= 36,
        "-high": height >= 46,
    }
    return {name for name, is_so in known.items() if is_so}
