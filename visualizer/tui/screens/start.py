"""The start screen: which game, from which position, searched how."""

from __future__ import annotations

import textwrap
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
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

import games
from games import Game, Preset
from visualizer.errors import InputError
from visualizer.estimate import Estimate, estimate
from visualizer.glyphs import printable
from visualizer.plugins import is_own
from visualizer.recipe import Recipe
from visualizer.run import Run, load_game
from visualizer.tui import moving
from visualizer.tui.drawn import Line, wrapped
from visualizer.tui.remembered import Remembered
from visualizer.tui.screens import choices
from visualizer.tui.screens.draft import SEARCH_KEYS, Checked, Draft, attempt, check
from visualizer.tui.screens.fields import Field, Pick, Picture, Row, Started, Starter, TextField
from visualizer.tui.screens.sketch import sketch
from visualizer.tui.themes import THEMES
from visualizer.tui.widgets import KeyBar, Words

SMALLEST = (60, 16)
PATIENCE = 0.3
"""Seconds without a key before a long text, or a file of one's own, is read."""
LONG = 2_000
TICK = 1 / 20
SLICE = 0.012
THINKING = 1.0
"""Seconds that are spent on the estimate of one search."""
RECENT = ""
"""Stands among the games for what was opened last."""

KEYS = [
    ("enter", "start", "start"), ("tab", "next", "next"), ("↑↓←→", "choose", ""), ("ctrl+n", "moves", "moves"),
    ("ctrl+y", "copy command", "copy"), ("T", "theme", "theme"), ("esc", "back", "back"), ("q", "quit", "quit"),
]  # fmt: skip


@dataclass(frozen=True, slots=True)
class Entry:
    """A line in the list of positions; `draft` is what it chooses."""

    title: str
    about: str
    draft: Draft


class StartScreen(Screen[Run | None]):
    """Chooses a run; its result is None if nothing was chosen."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("ctrl+n", "moves", "play moves", priority=True),
        Binding("ctrl+y", "copy", "copy the command", priority=True),
        Binding("escape", "back", "back"),
        Binding("T", "theme", "next theme"),
        Binding("q", "app.quit", "quit"),
        Binding("ctrl+c", "app.quit", "quit", priority=True),
    ]

    def __init__(self, remembered: Remembered, recipe: Recipe | None = None, *, ascii_only: bool = False) -> None:
        """Begin with a recipe, else with what was opened last, else with the first position of the simplest game."""
        super().__init__()
        self.recent, self.ascii_only = remembered.recent, ascii_only
        self.looks = {"theme": remembered.theme, "signs": "ascii" if ascii_only else "unicode",
                      "motion": "reduced" if remembered.reduced_motion else "full"}  # fmt: skip
        self.games = [*([RECENT] if self.recent else []), *in_order()]
        self.drafts: dict[str, Draft] = {}
        """What was chosen of each game that was looked at."""
        self.own: dict[str, str] = {}
        """What was typed as one's own position, by game."""
        self.draft = self.first(recipe)
        self.listed = RECENT if self.recent and recipe is None else self.draft.game
        """Whose positions are listed."""
        self.checked = Checked()
        self.size_of_it: Estimate | None = None
        self.about: Callable[[], str] = lambda: ""
        self._spent = 0.0
        self._late = False

    def first(self, recipe: Recipe | None) -> Draft:
        """Return what to begin with."""
        for known in [recipe, *self.recent]:
            draft = attempt({}, "recent", lambda known=known: known and Draft.of(known))
            if isinstance(draft, Draft):
                return draft
        self.recent = ()
        self.games = [name for name in self.games if name != RECENT]
        name = next(name for name in self.games if name not in games.broken())
        return Draft.first(load_game(name))

    # Making.

    def compose(self) -> ComposeResult:
        """Lay out the widgets; the style sheet says where they stand at which size."""
        yield Words(id="header")
        with Horizontal(id="parts"):
            yield from self.compose_games()
            yield from self.compose_positions()
            yield from self.compose_search()
        yield Picture(id="about")
        with Horizontal(id="go"):
            yield Starter(" ▸ enter: start ", id="starter", markup=False)
            yield Picture(id="estimate")
        yield Picture(id="command")
        yield KeyBar(KEYS, id="keys")
        yield Static(f"too small: at least {SMALLEST[0]}×{SMALLEST[1]} is needed", id="too-small")

    def compose_games(self) -> ComposeResult:
        """Lay out the games."""
        with Vertical(id="games-part", classes="part") as part:
            part.border_title = "1 game"
            yield Pick(id="games", markup=False)
            yield TextField("file", "", placeholder="./my.py or a .run", id="file")

    def compose_positions(self) -> ComposeResult:
        """Lay out the positions, one's own, the moves and the board."""
        with Vertical(id="position-part", classes="part") as part:
            part.border_title = "2 position"
            yield Pick(id="positions", markup=False)
            yield Row("yours", TextField("own", "", id="own"))
            yield Row("moves", TextField("moves", "", placeholder="played from there", id="moves"))
            yield Picture(id="position-error", classes="error")
            yield Picture(id="sentence")
            yield Picture(id="board")

    def compose_search(self) -> ComposeResult:
        """Lay out the words of the search, the game's settings, and the looks."""
        with VerticalScroll(id="search-part", classes="part", can_focus=False) as part:
            part.border_title = "3 search"
            for key in SEARCH_KEYS:
                title = choices.TITLES.get(key, key)
                yield Row(title, Field("search", key, lambda value, by, key=key: self.step(key, value, by)))
            yield Picture(id="search-error", classes="error")
            yield Static("settings of the game", id="settings-title", classes="title")
            yield Vertical(id="settings")
            yield Static("looks", classes="title")
            for key, words in (("theme", [*THEMES]), ("signs", ["unicode", "ascii"]), ("motion", ["full", "reduced"])):
                yield Row(key, Field("look", key, choices.ring(words)))

    def on_mount(self) -> None:
        """Fill in everything."""
        self.query_one("#header", Words).say(
            [(" Search Tree Visualizer ", "title"), (" watch a game-tree search think, step by step", "dim")]
        )
        for name, method in (("about", self.draw_about), ("estimate", self.draw_estimate), ("board", self.draw_board),
                             ("command", self.draw_command), ("sentence", self.draw_sentence),
                             ("position-error", self.draw_position_error),
                             ("search-error", self.draw_search_error)):  # fmt: skip
            self.query_one(f"#{name}", Picture).show(method)
        self.list_games()
        self.list_positions()
        self.list_settings()
        self.show(self.draft)
        self.query_one("#positions" if self.listed == RECENT else "#games").focus()
        self.set_interval(TICK, self.think)
        self.make_room()

    def on_resize(self, event: events.Resize) -> None:
        """Choose what has room."""
        self.make_room()

    def make_room(self) -> None:
        """Set the classes that the style sheet goes by."""
        width, height = self.size
        self.set_class(width < SMALLEST[0] or height < SMALLEST[1], "-tiny")
        self.set_class(width < 80, "-narrow")
        self.set_class(width >= 110, "-wide")
        self.set_class(width >= 160, "-widest")
        self.set_class(height >= 30, "-tall")
        self.set_class(height >= 46, "-high")
        self.call_after_refresh(self.list_again)

    def list_again(self) -> None:
        """List games and positions for the room that there is."""
        if self.is_mounted:
            self.list_games()
            self.list_positions()
            self.paint()

    # The lists.

    def list_games(self) -> None:
        """List the games, each with its line where there is room."""
        options = []
        for name in self.games:
            title = "opened last" if name == RECENT else name
            about = f"{len(self.recent)} to go on with" if name == RECENT else about_game(name)
            options.append(Option(line_of(title, about if self.has_class("-wide") else "", below=True)))
        fill(self.query_one("#games", OptionList), options, self.games.index(self.listed))

    def entries(self) -> list[Entry]:
        """Return the positions to choose from."""
        if self.listed == RECENT:
            return [Entry(titled(recipe), "", Draft.of(recipe)) for recipe in self.recent if readable(recipe)]
        game = attempt({}, "game", lambda: load_game(self.listed))
        if game is None:
            return []
        name = self.listed
        listed = [Entry(preset.name, preset.about, self.there(name, preset.name)) for preset in game.presets]
        if game.options:
            option = game.options[0]
            words = ", ".join(option.name for option in game.options)
            draft = self.there(name, None).at(settings={option.name: option.default})
            listed.append(Entry("new, by settings", f"A first position; at the right, choose {words}.", draft))
        own = self.there(name, self.own.get(name, ""))
        return [*listed, Entry("your own", f"Type it below. {game.notation}", own)]

    def there(self, game: str, position: str | None) -> Draft:
        """Return the draft with another position of the game, searched as before."""
        search = self.draft.search if self.draft.game == game else {}
        return Draft(game, position, search=search)

    def list_positions(self) -> None:
        """List the positions, each with its sentence where there is room."""
        entries = self.entries()
        width = max((len(entry.title) for entry in entries), default=0)
        wide = self.has_class("-widest")
        options = [Option(line_of(f"{entry.title:<{width}}" if wide else entry.title, entry.about * wide)) for entry in entries]
        fill(self.query_one("#positions", OptionList), options, self.place_of(entries))

    def place_of(self, entries: list[Entry]) -> int:
        """Return which of the entries is chosen: one's own, the last, if no other."""
        draft = self.draft
        for place, entry in enumerate(entries):
            if self.listed == RECENT and (entry.draft == draft or place + 1 == len(entries)):
                return next((at for at, other in enumerate(entries) if other.draft == draft), 0)
            if entry.draft.position == draft.position:
                return place
        return max(0, len(entries) - 1)

    def list_settings(self) -> None:
        """Show the settings of the game."""
        game = self.game()
        box = self.query_one("#settings", Vertical)
        box.remove_children()
        options = game.options if game is not None else ()
        sizes = game.sizes if game is not None else ()
        fields = [Field("setting", option.name, choices.option_step(option, sizes)) for option in options]
        for field in fields:
            self.fill_field(field)
        box.mount(*[Row(field.key, field) for field in fields])
        self.query_one("#settings-title").display = bool(options)

    def game(self) -> Game | None:
        """Return the game of the draft, if it can be loaded."""
        found: Game | None = attempt({}, "game", lambda: load_game(self.draft.game))
        return found

    def preset(self) -> Preset | None:
        """Return the preset that is chosen, if it is one."""
        game = self.game()
        presets = game.presets if game is not None else ()
        return next((preset for preset in presets if preset.name == self.draft.position), None)

    # What is chosen.

    def on_option_list_option_highlighted(self, event: OptionList.OptionHighlighted) -> None:
        """Take what was picked."""
        event.stop()
        if event.option_list.id == "games":
            self.choose_game(self.games[event.option_index])
        else:
            entries = self.entries()
            if event.option_index < len(entries):
                self.show(entries[event.option_index].draft)

    def choose_game(self, name: str) -> None:
        """List the positions of a game and take the one chosen last."""
        if name == self.listed:
            return
        self.drafts[self.listed] = self.draft
        self.listed = name
        before = self.draft.game
        if name in self.drafts:
            draft = self.drafts[name]
        elif name == RECENT:
            draft = self.entries()[0].draft
        else:
            draft = attempt({}, "game", lambda: Draft.first(load_game(name))) or Draft(name)
        self.show(draft)
        self.list_positions()
        if draft.game != before:
            self.list_settings()

    def on_input_changed(self, event: Input.Changed) -> None:
        """Take what was typed."""
        event.stop()
        field, text = event.input, event.value
        if not isinstance(field, TextField):
            return
        if field.part == "look":
            self.look(field.key, text)
        elif field.part != "file":
            self.show(self.typed(field, text), late=len(text) > LONG or is_own(text))
            if field.part == "own":
                self.list_positions()

    def typed(self, field: TextField, text: str) -> Draft:
        """Return the draft with what was typed into a field."""
        draft = self.draft
        if field.part == "moves":
            return draft.at(moves=text)
        if field.part == "search":
            return draft.searching(field.key, text.strip())
        if field.part == "setting":
            return self.with_setting(field.key, text.strip())
        self.own[draft.game] = text
        return draft.at(position=text, moves="", settings={} if self.preset() or draft.position is None else draft.settings)

    def with_setting(self, key: str, text: str) -> Draft:
        """Return the draft with a setting; where that contradicts the position, a new one is made by the settings."""
        draft, game = self.draft, self.game()
        options = {option.name: option.default for option in game.options} if game is not None else {}
        settings = {**draft.settings, key: text}
        if draft.position is not None:
            changed = draft.at(settings={name: value for name, value in settings.items() if value})
            if "position" not in check(changed).wrong or self.preset() is None:
                return changed
        told = {name: value for name, value in settings.items() if value and value != options.get(name)}
        first = next(iter(options), key)
        return draft.at(position=None, moves="", settings=told or {first: options.get(first, text)})

    def step(self, key: str, value: str, by: int) -> str:
        """Step a word of the search."""
        game = self.game()
        return value if game is None else choices.search_step(key, self.draft, game)(value, by)

    def look(self, key: str, text: str) -> None:
        """Change how things look, if it is a word for it."""
        if text in {"theme": [*THEMES], "signs": ["unicode", "ascii"], "motion": ["full", "reduced"]}[key]:
            self.looks[key] = text
            self.post_message(moving.Chosen(key, text))

    def show(self, draft: Draft, *, late: bool = False) -> None:
        """Take a draft and show it; read it a little later if reading takes long."""
        self.draft, self.size_of_it, self._spent = draft, None, 0.0
        if late:
            self.checked, was_late, self._late = Checked(self.game()), self._late, True
            if not was_late:
                self.set_timer(PATIENCE, self.read_late)
        else:
            self.checked = check(draft)
        self.paint()

    def read_late(self) -> None:
        """Read what is typed by now."""
        if self._late:
            self._late = False
            self.show(self.draft)

    # Painting.

    def paint(self) -> None:
        """Paint all that depends on the draft."""
        if not self.is_mounted:
            return
        for field in self.query(TextField):
            self.fill_field(field)
        for picture in self.query(Picture):
            picture.show(picture.draw)
        wrong = self.checked.wrong
        self.query_one("#position-error").display = bool(wrong.keys() & {"position", "moves"})
        self.query_one("#search-error").display = self.has_class("-tall") and bool(wrong.keys() - {"position", "moves", "game"})
        self.query_one("#starter").set_class(self.checked.run is None, "-off")
        places = self.query_one("#positions", OptionList)
        with places.prevent(OptionList.OptionHighlighted):
            places.highlighted = self.place_of(self.entries())

    def fill_field(self, field: TextField) -> None:
        """Show in a field what the draft says, unless it is being typed in."""
        if field.has_focus and not (isinstance(field, Field) and not field.typing):
            if field.part in ("own", "moves", "file") or getattr(field, "typing", False):
                return
        draft = self.draft
        if field.part == "own":
            game = self.game()
            preset = self.preset() is not None or draft.position is None
            text = self.own.get(draft.game, "") if preset else draft.position or ""
            field.fill(text, game.notation if game else "")
            field.set_class(preset and bool(text), "-unused")
        elif field.part == "moves":
            field.fill(draft.moves)
        elif field.part == "search":
            field.fill(draft.word(field.key))
            field.set_class(field.key in draft.search, "-chosen")
        elif field.part == "setting":
            self.fill_setting(field)
        elif field.part == "look":
            field.fill(self.looks[field.key])

    def fill_setting(self, field: TextField) -> None:
        """Show a setting: as chosen, as the preset says, or the default of a new position."""
        game, preset = self.game(), self.preset()
        option = next((option for option in game.options if option.name == field.key), None) if game else None
        given = self.draft.settings.get(field.key) or (preset.settings.get(field.key, "") if preset else "")
        new = self.draft.position is None and option is not None
        field.fill(given or (option.default if new and option else ""), "as given")
        field.set_class(field.key in self.draft.settings, "-chosen")

    def draw_board(self, width: int, height: int) -> list[Line]:
        """Draw the position, as far as it can be read."""
        root = self.checked.root
        if root is None:
            return self.draw_notation(width)
        wrong: dict[str, str] = {}
        drawn = attempt(wrong, "board", lambda: sketch(root, width, height, [[], [(self.turn(), "dim")]]))
        return drawn or [[(printable(wrong.get("board", "")), "cut")]]

    def draw_notation(self, width: int) -> list[Line]:
        """Say how a position is written, with an example, while there is none to draw."""
        game = self.checked.game
        if game is None:
            return []
        example = game.presets[0].text
        lines = wrapped(f"How a position is written: {game.notation}", width, "dim")
        text = [example[at : at + width] for at in range(0, len(example), max(1, width))]
        return [*lines, [], [("For example:", "dim")], *([(printable(line), "text")] for line in text)]

    def draw_sentence(self, width: int, height: int) -> list[Line]:
        """Write what is interesting about the position, and its source."""
        preset = self.preset()
        if preset is None or self.draft.moves.strip():
            return wrapped(self.turn(), width, "dim")[:height]
        source = f" ({preset.source})" if preset.source else ""
        return wrapped(printable(sentence(preset.about) + source), width, "text")[:height]

    def turn(self) -> str:
        """Say whose turn it is."""
        game, root = self.checked.game, self.checked.root
        if game is None or root is None:
            return ""
        side = game.sides[0 if root.maximizing else 1]
        return "The game is over here." if root.outcome() is not None else f"{side} to move."

    def draw_about(self, width: int, height: int) -> list[Line]:
        """Say what is wrong, else a sentence about what has the keys."""
        wrong = next(iter(self.checked.wrong.values()), "")
        if wrong:
            style = "dim" if wrong.startswith("Type a position") else "cut"
            return wrapped(printable(sentence(wrong)), width, style)[:height]
        return wrapped(printable(self.about_focus()), width, "dim")[:height]

    def about_focus(self) -> str:
        """Return a sentence about what has the keys."""
        focused, game = self.focused, self.checked.game
        if focused is None or game is None:
            return ""
        if isinstance(focused, TextField):
            return self.about_field(focused, game)
        if focused.id == "games":
            return sentence(about_game(self.listed)) if self.listed else "What you opened last, the latest first."
        return self.about_position(game)

    def about_position(self, game: Game) -> str:
        """Return a sentence about the position, where it does not stand beside the board already."""
        place, preset = self.query_one("#positions", OptionList).highlighted, self.preset()
        if preset is not None:
            return self.turn() if self.has_class("-tall") else sentence(preset.about)
        entries = self.entries()
        return entries[place].about if place is not None and place < len(entries) else game.notation

    def about_field(self, field: TextField, game: Game) -> str:
        """Return a sentence about a field."""
        if field.part == "search":
            return choices.about_search(field.key, self.draft.word(field.key), game)
        if field.part == "setting":
            option = next((option for option in game.options if option.name == field.key), None)
            return f"{option.name}: {option.about} (default {option.default})" if option else ""
        texts = {
            "own": f"Your own position. {game.notation}",
            "moves": f"Moves played from there, one after the other; ctrl+n lists the legal ones. {self.turn()}",
            "file": "A game in a Python file, or a saved run: type its name, then enter.",
        }
        return texts.get(field.part) or choices.LOOKS.get(field.key, "")

    def draw_position_error(self, width: int, height: int) -> list[Line]:
        """Say in one line what is wrong with the position or the moves."""
        wrong = self.checked.wrong.get("position") or self.checked.wrong.get("moves") or ""
        return [[(textwrap.shorten(printable(wrong), max(8, width), placeholder=" …"), "cut")]]

    def draw_search_error(self, width: int, height: int) -> list[Line]:
        """Say what is wrong with the search."""
        wrong = next((text for key, text in self.checked.wrong.items() if key not in ("position", "moves")), "")
        return wrapped(printable(sentence(wrong)), width, "cut")[:height]

    def draw_estimate(self, width: int, height: int) -> list[Line]:
        """Say how large the search will be."""
        if self.checked.run is None:
            return [[("reading …" if self._late else "not ready: see the sentence above", "cut" * (not self._late) or "dim")]]
        if self.size_of_it is None:
            return [[("…", "dim")]]
        return [[(self.size_of_it.words(), "value")]]

    def draw_command(self, width: int, height: int) -> list[Line]:
        """Write the command that does the same."""
        text = printable(f" same as  {self.draft.command()}")
        lines = [text[at : at + width] for at in range(0, min(len(text), width * (height + 1)), max(1, width))]
        if len(lines) > height:
            lines = [*lines[: height - 1], lines[height - 1][: width - 1] + "…"]
        first: Line = [(lines[0][:10], "dim"), (lines[0][10:], "text")] if lines else []
        return [first, *([(line, "text")] for line in lines[1:])]

    # Thinking ahead.

    def think(self) -> None:
        """Let the search run for a moment, so that its size can be told."""
        run, known = self.checked.run, self.size_of_it
        if run is None or self._spent > THINKING or (known is not None and known.exact) or run.trace.reason:
            return
        self._spent += SLICE
        wrong: dict[str, str] = {}
        self.size_of_it = attempt(wrong, "search", lambda: estimate(run, SLICE, known.whole if known else None))
        if wrong:
            self.checked = Checked(self.checked.game, self.checked.root, self.checked.played, None, wrong)
            self.paint()
        self.query_one("#estimate", Picture).show(self.draw_estimate)

    # Doing.

    def on_descendant_focus(self, event: events.DescendantFocus) -> None:
        """Say something about what has the keys now."""
        self.query_one("#about", Picture).show(self.draw_about)
        bar = self.query_one(KeyBar)
        leave = "ctrl+c" if isinstance(self.focused, TextField) else "q"
        bar.keys = [*KEYS[:-1], (leave, "quit", "quit")]
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
        draft = attempt(wrong, "game", lambda: draft_of_file(name))
        if draft is None:
            self.checked = Checked(self.checked.game, self.checked.root, (), None, wrong)
            self.paint()
            return
        if draft.game not in self.games:
            self.games.append(draft.game)
        self.listed = draft.game
        self.show(draft)
        self.list_games()
        self.list_positions()
        self.list_settings()
        self.query_one("#positions").focus()

    def action_start(self) -> None:
        """Start the search that is chosen, or go to what is wrong."""
        self._late = False
        self._spent = 0.0
        if self.checked.run is None:
            self.show(self.draft)
        self.think()
        if self.checked.run is not None:
            self.dismiss(self.checked.run)
        else:
            self.app.bell()
            self.wrong_widget().focus()

    def wrong_widget(self) -> Widget:
        """Return the widget of what is wrong."""
        part = next(iter(self.checked.wrong), "game")
        for field in self.query(TextField):
            if field.key == part or field.id == {"position": "own"}.get(part, part):
                return field
        return self.query_one("#games")

    def action_moves(self) -> None:
        """Pick moves from a list."""
        if self.checked.root is not None:
            from visualizer.tui.screens.moves import MovesDialog

            self.app.push_screen(MovesDialog(self.draft), self.moved)

    def moved(self, moves: str | None) -> None:
        """Take the moves that were picked."""
        if moves is not None:
            self.query_one("#moves", TextField).fill(moves)
            self.show(self.draft.at(moves=moves))

    def action_part(self, by: int) -> None:
        """Go to the part beside the one that has the keys."""
        first = [self.query_one("#games"), self.query_one("#positions"), self.query(Field).first()]
        here = next((place for place, widget in enumerate(first) if widget is self.focused), 0)
        first[max(0, min(2, here + by))].focus()

    def action_copy(self) -> None:
        """Copy the command."""
        self.app.copy_to_clipboard(self.draft.command())
        self.notify("The command is copied.", markup=False)

    def action_theme(self) -> None:
        """Use the next theme."""
        self.looks["theme"] = choices.ring([*THEMES])(self.app.theme, 1)
        self.post_message(moving.Chosen("theme", self.looks["theme"]))
        self.paint()

    def action_back(self) -> None:
        """Go back, or leave where there is nothing to go back to."""
        self.dismiss(None)

    def on_key_bar_pressed(self, message: KeyBar.Pressed) -> None:
        """Do what the key that was clicked does."""
        if message.action == "quit":
            self.app.exit()
        elif message.action == "next":
            self.focus_next()
        elif message.action:
            getattr(self, f"action_{message.action}")()


def fill(pick: OptionList, options: list[Option], place: int) -> None:
    """Show other options in a list, and one of them picked."""
    with pick.prevent(OptionList.OptionHighlighted):
        pick.clear_options()
        pick.add_options(options)
        pick.highlighted = place if options else None


def line_of(title: str, about: str, *, below: bool = False) -> Text:
    """Return an option's words: a title, and a sentence beside or below it."""
    text = Text(printable(title), style="bold" if about and below else "")
    if about:
        text.append(("\n  " if below else "  ") + printable(about), style="not bold dim")
    return text


def in_order() -> list[str]:
    """Return the games, the ones with the fewest moves to begin with first."""

    def moves(name: str) -> tuple[float, str]:
        game = attempt({}, "game", lambda: load_game(name))
        first = attempt({}, "game", lambda: game.read(game.presets[0].text, {}).moves()) if game else None
        return (float("inf") if first is None else len(first), name)

    return sorted(games.names(), key=moves)


def about_game(name: str) -> str:
    """Return the line about a game, or why it cannot be loaded."""
    try:
        return load_game(name).about
    except InputError as error:
        return str(error)


def titled(recipe: Recipe) -> str:
    """Return a recipe in one line: the game, the position, the moves, the search."""
    where = recipe.where
    position = where.position or " ".join(f"{key}={value}" for key, value in where.settings.items())
    words = [where.game, position[:24], where.moves[:16], *recipe.search.grammar().split(",")]
    return " ".join(word for word in words if word)


def readable(recipe: Recipe) -> bool:
    """Say whether a recipe's game is still there."""
    return attempt({}, "game", lambda: load_game(recipe.where.game)) is not None


def draft_of_file(name: str) -> Draft:
    """Return the first position of a game in a file, or what a saved run holds; InputError says what is wrong."""
    if not name.endswith(".run"):
        return Draft.first(load_game(name)).at(game=name)
    try:
        text = Path(name).expanduser().read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as error:
        raise InputError(f"the saved run {name!r} cannot be read") from error
    return Draft.of(Recipe.loads(text, name)[0])


def sentence(text: str) -> str:
    """Return a text with a capital letter and a full stop."""
    return text[:1].upper() + text[1:] + ("" if text.endswith((".", "!", "?")) else ".") if text else ""
