"""What the start screen looks like: a form of three parts, painted from what is filled in, and its footer."""

from collections.abc import Mapping, Sequence
from functools import partial

from textual import events
from textual.app import ComposeResult
from textual.containers import Horizontal
from textual.screen import Screen
from textual.widgets import Static

from visualizer.playing.match import Match
from visualizer.recipe import Recipe
from visualizer.run import Run
from visualizer.tui.cells.styled_lines import Line, wrapped
from visualizer.tui.start import sentences
from visualizer.tui.start.choices import RECENT, on_list
from visualizer.tui.start.fields import Button, Field, TextField
from visualizer.tui.start.form import Form
from visualizer.tui.start.parts import GamesPart, PositionPart, SearchPart
from visualizer.tui.terminal.ascii_looks import spelled
from visualizer.tui.terminal.pane_layout import TOO_SMALL, start_classes
from visualizer.tui.widgets import FooterKey, KeyBar, StyledText

TICK = 1 / 20
"""Seconds between two slices of the search whose size is estimated, or two looks at whether typing has ended."""
NARROW = 80
"""Columns of the screen below which only the focused part is open."""
SHUT = 11
"""Columns of a part that is not open."""
ALONE = 2
"""Screens on the stack, the empty one at the bottom included, when there is none to go back to."""
KEYS = [
    ("enter", "start", "screen.start"), ("tab", "next", "app.focus_next"), ("ctrl+n", "moves", "screen.moves"),
    ("ctrl+g", "play", "screen.start(True)"),
    ("↑↓←→", "choose", ""), ("ctrl+y", "copy command", "screen.copy"), ("T", "theme", "screen.theme"),
    ("esc", "back", "screen.dismiss"), ("q", "quit", "app.quit"),
]  # fmt: skip
"""What stands in the footer."""


class FormView(Screen[Run | Match | None]):
    """Paints everything from the form, whatever is typed or picked."""

    def __init__(self, recent: Sequence[Recipe], looks: Mapping[str, str], recipe: Recipe | None = None) -> None:
        """Begin with a recipe, else with what was opened last, else with the first position of the simplest game."""
        super().__init__()
        self.form = Form(recent, recipe, looks)
        self.parts = (GamesPart(self.form, id="games-part"), PositionPart(self.form, id="position-part"),
                      SearchPart(self.form, id="search-part"))  # fmt: skip

    # Making.

    def compose(self) -> ComposeResult:
        """Lay out the widgets; the style sheet says where they stand at which size."""
        self.update_classes(start_classes(*self.app.size))  # before there is anything that would have to be restyled
        yield StyledText(lambda width, _: [[(" Search Tree Visualizer ", "title")]], id="header")
        with Horizontal(id="parts"):
            yield from self.parts
        yield StyledText(self.draw_about, id="about")
        with Horizontal(id="go"):
            yield Button(" ▸ enter: start ", partial(self.run_action, "start"), id="starter", classes="starter")
            yield Button(" ctrl+g: play ", partial(self.run_action, "start(True)"), id="player", classes="starter")
            yield StyledText(lambda width, _: [sentences.size(self.form, width)], id="estimate")
        yield StyledText(lambda width, height: sentences.command(self.form, width, height), id="command")
        yield KeyBar(self.keys, id="keys")
        yield Static(TOO_SMALL, id="too-small")

    def on_mount(self) -> None:
        """Fill in everything, and begin to estimate the size of the search."""
        self.paint()
        self.query_one("#positions" if self.form.listed == RECENT else "#games").focus()
        self.app.theme_changed_signal.subscribe(self, lambda _: self.mark_parts())
        self.on_resize()
        self.set_interval(TICK, self.think)

    def on_resize(self) -> None:
        """Set the classes that the style sheet goes by, all at once, and paint what then has room."""
        self.update_classes(start_classes(*self.size))
        self.mark_parts()
        self.call_after_refresh(self.paint)

    def mark_parts(self) -> None:
        """Mark the focused part; where the screen is narrow, it gets most of the columns.

        The style sheet does not: it would be applied to every widget in a part whenever the focus moves.
        """
        colours, narrow = self.app.theme_variables, self.size.width < NARROW
        for part in self.parts:
            focused = part.has_focus_within
            part.styles.border = ("round", colours["c-current" if focused else "c-line"])
            part.styles.border_title_color = colours["c-current" if focused else "c-dim"]
            part.styles.border_title_style = "bold" if focused else "none"
            part.styles.width = ("1fr" if focused else SHUT) if narrow else None

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

    def think(self) -> None:
        """Go on estimating the size of the search, or read what was typed."""
        if self.form.think():
            self.paint()
        self.query_one("#estimate", StyledText).show()

    def draw_about(self, width: int, height: int) -> list[Line]:
        """Say what is wrong, else a sentence about what is focused."""
        wrong, style = sentences.complaint(self.form)
        focused = self.focused
        about = (
            sentences.about_field(self.form, focused.part, focused.key, focused.value)
            if isinstance(focused, TextField)
            else sentences.about_list(self.form, focused and focused.id or "")
        )
        lines = wrapped(sentences.sentence(wrong), width, style) or wrapped(spelled(self, about), width, "dim")
        return lines[:height]

    def keys(self) -> list[FooterKey]:
        """Return the keys of the footer, as they are for what is focused."""
        back = "back" if len(self.app.screen_stack) > ALONE else "leave"
        in_field = isinstance(self.focused, TextField)  # which takes letters
        listed = [("space", "list", "screen.list")] * bool(self.listed())
        return [KEYS[0], *listed, *KEYS[1:-3], *([] if in_field else [KEYS[-3]]),
                ("esc", back, "screen.dismiss"), ("ctrl+c" if in_field else "q", "quit", "app.quit")]  # fmt: skip

    def listed(self) -> dict[str, str]:
        """Return the names that the focused field takes, each with a line about it."""
        field, game = self.focused, self.form.checked.game
        return on_list(field.key, game) if isinstance(field, Field) and game is not None else {}

    def on_descendant_focus(self, event: events.DescendantFocus) -> None:
        """Say something about what is focused now."""
        self.mark_parts()
        self.query_one("#about", StyledText).show()
        self.query_one(KeyBar).show()

    def on_descendant_blur(self, event: events.DescendantBlur) -> None:
        """Show what a field stands for once it is left."""
        self.call_after_refresh(self.paint)
