"""The form of the start screen without the screen: what is filled in, what may be chosen and what is wrong with it."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import partial
from types import MappingProxyType

from games import Option, Preset
from visualizer.apps.tui.cells.position_picture import turn_and_move_count
from visualizer.apps.tui.draft import (
    CheckedDraft,
    Draft,
    attempt,
    check_draft,
    game_or_none,
    result_or_none,
)
from visualizer.apps.tui.start import choices
from visualizer.apps.tui.start.choices import RECENT_GAMES, PositionEntry
from visualizer.explaining.measures.estimate import SizeEstimate, estimate_size
from visualizer.searching.choices import option_values
from visualizer.searching.lookup import preset_of
from visualizer.searching.recipe import Recipe
from visualizer.searching.run import Run
from visualizer.searching.search_options import COMMON_OPTIONS, SearchOption
from visualizer.support.plugins.discovery import PlugInSource, trust_named_by_hand

LONG_TEXT_LENGTH = 2_000
"""Characters that are read at every key; a longer text is read a little later."""
ESTIMATE_SLICE_SECONDS = 0.012
"""Seconds of search at a time for an estimate."""
ESTIMATE_SECONDS = 1.0
"""Seconds of search for an estimate in all."""
FUNCTION_WORD = PlugInSource.FUNCTION
"""Stands among the words of a field for the name of a function, which is typed below it."""
OPTION_GROUPS = dict.fromkeys(COMMON_OPTIONS, "rest") | dict.fromkeys(
    ("algorithm", "ordering", "depth"), "first"
)
"""The groups of the common options: first what everybody chooses; the rest, the settings and the looks under more."""
ABOUT_MOVES = "Moves played from there, one after the other; ctrl+n lists the legal ones."
ABOUT_FILE = "A game in a Python file, a saved run or a recorded search: type its name, then enter."
IDLE_CALLS = 6
"""How many times `think` is called without a key in between before what takes long is read."""


@dataclass(frozen=True, slots=True)
class FormField:
    """A field of the form as it is now: its name, its text, and the words that it offers, each with a line about it.

    It belongs to a part of the form: a `typed` position, its `moves`, a `file` to open, the `search`, a function that
    is `named` for the search, a `setting` of the game, or a `look`. While it is empty it shows its hint. `mark` says
    whether the text is `chosen` or `unused`. Where no words are offered, something is typed.
    """

    part: str
    key: str = ""
    group: str = ""
    """The place on the screen where its row is made."""
    title: str = ""
    text: str = ""
    hint: str = ""
    about: str = ""
    mark: str = ""
    words: Mapping[str, str] = field(default_factory=dict)
    is_offered: bool = True

    @property
    def outline(self) -> tuple[str, str, bool]:
        """What its row is made by: another row is needed where this differs."""
        return self.key, self.title, bool(self.words)


class StartForm:
    """A draft, what reading it came to, and the lists to choose from.

    `listed` is the game whose positions are listed, or RECENT; `drafts` holds the last draft of each of these,
    `typed_positions` the last position typed for each game; `missing` says how to install what a game needs, "" for
    nothing; `display` is how things may look, `looks` the word chosen for each. `known` is the estimate of the search
    so far.
    """

    def __init__(
        self,
        opened: Sequence[Recipe] = (),
        recipe: Recipe | None = None,
        looks: Mapping[str, str] = MappingProxyType({}),
        display: Mapping[str, SearchOption] = MappingProxyType({}),
    ) -> None:
        """Begin with a recipe, else with what was opened last, else with the first position of the simplest game."""
        self.recent = choices.recent_entries(opened)
        self.missing = choices.games_on_offer()
        self.games = [*([RECENT_GAMES] if self.recent else []), *self.missing]
        self.display = display
        self.looks = {name: option.default for name, option in display.items()} | dict(looks)
        self.naming = ""
        """The option of the search for which the name of a function is about to be typed."""
        self.drafts: dict[str, Draft] = {}
        self.typed_positions: dict[str, str] = {}
        if recipe is None:
            given = None
        else:
            given = result_or_none(Draft.of, recipe)
        simplest = (Draft.first(name) for name in self.missing if game_or_none(name) is not None)
        draft = given or (self.recent[0].draft if self.recent else next(simplest))
        if self.recent and given is None:
            self.listed = RECENT_GAMES
        else:
            self.listed = draft.game
        self.offer(draft.game)
        self.take(draft)

    # What may be chosen.

    def preset(self) -> Preset | None:
        """Return the preset that is chosen, if one is."""
        if self.checked.game is None:
            return None
        return preset_of(self.checked.game, self.draft)

    def entries(self) -> list[PositionEntry]:
        """Return the positions to choose from."""
        if self.listed == RECENT_GAMES:
            return self.recent
        game = game_or_none(self.listed)
        typed = self.typed_positions.get(self.listed, "")
        if game is None:
            return []
        return choices.position_entries(self.listed, game, self.draft, typed)

    def place(self) -> int:
        """Return the index of the entry chosen, else of one with its position, else of the last, the typed one."""
        entries = self.entries()
        alike = [place for place, entry in enumerate(entries) if entry.draft == self.draft]
        same = [
            place
            for place, entry in enumerate(entries)
            if entry.draft.position == self.draft.position
        ]
        return (alike or same or [len(entries) - 1])[0]

    def offer(self, name: str) -> None:
        """Add a game, which may be a file, to the games."""
        if name not in self.games:
            self.games.append(name)

    # The table of fields.

    def field(self, part: str, key: str = "") -> FormField:
        """Return a field, an empty one if it is about to go."""
        return self.fields().get((part, key), FormField(part, key))

    def group(self, name: str) -> list[FormField]:
        """Return the fields of a group."""
        return [each for each in self.fields().values() if each.group == name]

    def fields(self) -> dict[tuple[str, str], FormField]:
        """Return all fields by their part of the form and their key in it."""
        about = f"{ABOUT_MOVES} {turn_and_move_count(self.checked)}"
        moves = FormField(
            "moves", "", "position", "moves", self.draft.moves, "played from there", about
        )
        found = [
            self.of_position(),
            moves,
            FormField("file", hint=".py .run .jsonl", about=ABOUT_FILE),
        ]
        for option in [*COMMON_OPTIONS.values(), *self.draft.algorithm_options()]:
            found += self.of_search(option)
        found += map(self.of_setting, self.settings)
        for name, look in self.display.items():
            words = option_values(look, None)
            found.append(
                FormField(
                    "look",
                    name,
                    "looks",
                    look.label,
                    self.looks[name],
                    about=look.about,
                    words=words,
                )
            )
        return {(each.part, each.key): each for each in found}

    def of_search(self, option: SearchOption) -> list[FormField]:
        """Return the field of an option of the search, and that for the name of a function, if it takes one."""
        name = option.name
        field = FormField(
            "search",
            name,
            OPTION_GROUPS.get(name, "algorithm-options"),
            title=option.label,
            text=self.draft.word(name),
            hint=option.example,
            about=option.about,
            mark="chosen" if name in self.draft.search else "",
            words=option_values(option, self.checked.game),
            is_offered=self.draft.shows(name),
        )
        if not option.names_code:
            return [field]
        if field.text in field.words:
            named = ""
        else:
            named = field.text
        is_named = bool(named) or name == self.naming
        offered = field.is_offered and is_named
        function = FormField(
            "named", name, field.group, text=named, hint="FILE.py:NAME", is_offered=offered
        )
        words = {**field.words, FUNCTION_WORD: ""}
        return [
            replace(field, words=words, text=FUNCTION_WORD if is_named else field.text),
            function,
        ]

    def of_setting(self, option: Option) -> FormField:
        """Return the field of a setting of the game: as chosen, else as the preset or a new position has it."""
        name = option.name
        title = option.title
        game = self.checked.game
        preset = self.preset()
        chosen = self.draft.settings.get(name, "")
        if preset is None:
            of_preset = ""
        else:
            of_preset = preset.settings.get(name, "")
        if self.draft.position is None:
            usual = option.default
        else:
            usual = ""
        about = f"{title}: {option.about} (default {option.default})"
        mark = "chosen" if chosen else ""
        if game is not None and name == "size":
            allowed = game.sizes
        else:
            allowed = option.choices
        if allowed:
            words = dict.fromkeys(("", *allowed), "")
        else:
            words = {}
        text = chosen or of_preset or usual
        return FormField("setting", name, "settings", title, text, "as given", about, mark, words)

    def of_position(self) -> FormField:
        """Return the field for a position of one's own, in which the last one stays while a preset is chosen."""
        if self.checked.game is None:
            notation = ""
        else:
            notation = self.checked.game.notation
        about = f"Your own position. {notation}"
        typed = self.typed_positions.get(self.draft.game, "")
        mark = "unused" if typed else ""
        if self.draft.position is not None and self.preset() is None:
            typed = self.draft.position
            mark = ""
        return FormField("typed", "", "position", "yours", typed, notation, about, mark)

    @property
    def settings(self) -> tuple[Option, ...]:
        """The settings of the game."""
        if self.checked.game is None:
            return ()
        return self.checked.game.options

    # Choosing.

    def take(self, draft: Draft, typed: str = "") -> None:
        """Choose a draft, and read it unless what was typed takes long to read: a long text, or a user's function."""
        unread = len(typed) > LONG_TEXT_LENGTH or PlugInSource.of(typed) is PlugInSource.FUNCTION
        self.draft = draft
        self.unread = IDLE_CALLS * unread
        if unread:
            self.checked = CheckedDraft(game_or_none(draft.game))
        else:
            self.checked = check_draft(draft)
        self.known: SizeEstimate | None = None
        self._spent = 0.0

    def fail(self, wrong: dict[str, str]) -> None:
        """Say what is wrong with the search that was to begin; the draft stays."""
        self.checked = replace(self.checked, run=None, wrong=wrong)

    def choose_game(self, name: str, draft: Draft | None = None) -> None:
        """List the positions of a game or RECENT, and choose a draft of it, else the one that it had last."""
        self.drafts[self.listed] = self.draft
        self.listed = name
        draft = (
            draft
            or self.drafts.get(name)
            or (self.recent[0].draft if name == RECENT_GAMES else None)
        )
        self.take(draft or result_or_none(Draft.first, name) or Draft(name))

    def choose_position(self, place: int) -> None:
        """Choose an entry by its index."""
        self.take(self.entries()[place].draft)

    def open(self, name: str) -> bool:
        """Choose a game in a file, or what a saved run holds, and list its game; return whether it could be loaded."""
        wrong: dict[str, str] = {}
        draft = attempt(wrong, "file", partial(choices.draft_of_file, name))
        if draft is None:
            self.fail(wrong)
            return False
        self.offer(draft.game)
        self.choose_game(draft.game, draft)
        return True

    def enter(self, part: str, key: str, text: str) -> None:
        """Take what was typed: a `typed` position, `moves`, or a word for a key of `search`, `setting` or `look`.

        A file is `named` for a key of the search.
        """
        if part == "look":
            self.looks[key] = (
                attempt({}, key, partial(self.display[key].read, text)) or self.looks[key]
            )
        elif part == "setting":
            self._set(key, text.strip())
        elif part in ("search", "named"):
            self._search_by(key, text.strip())
        elif part == "moves":
            self.take(self.draft.at(moves=text), text)
        else:
            fresh = self.draft.position is None or self.preset() is not None
            self.typed_positions[self.draft.game] = text
            settings = {} if fresh else self.draft.settings
            self.take(self.draft.at(position=text, moves="", settings=settings), text)

    def _search_by(self, key: str, text: str) -> None:
        """Change an option of the search; code that a person names by this is trusted."""
        if text != self.draft.word(key):
            trust_named_by_hand(text)
        wrong: dict[str, str] = {}
        changed = attempt(wrong, key, partial(self.draft.searching, key, text))
        if changed is None:  # a package is broken
            self.fail(wrong)
        else:
            self.take(changed, text)

    def _set(self, key: str, text: str) -> None:
        """Change a setting of the game; where it contradicts the preset, the settings make a new position."""
        draft = self.draft
        preset = self.preset()
        defaults = {option.name: option.default for option in self.settings}
        settings = {name: value for name, value in {**draft.settings, key: text}.items() if value}
        if draft.position is not None:
            self.take(draft.at(settings=settings))
            if "position" not in self.checked.wrong or preset is None:
                return
        changes = {name: value for name, value in settings.items() if value != defaults.get(name)}
        first = next(iter(defaults.items()), (key, text))
        self.take(draft.at(position=None, moves="", settings=changes or dict([first])))

    # Starting.

    def think(self) -> bool:
        """Let the search that is chosen run for a moment to estimate its size; return whether it failed.

        What is unread is read instead, once nothing has been typed for some calls; then it is true, too.
        """
        if self.unread:
            self.unread -= 1
            if not self.unread:
                self.take(self.draft)
            return not self.unread
        run = self.checked.run
        known = self.known
        if (
            run is None
            or self._spent > ESTIMATE_SECONDS
            or (known is not None and run.trace.finished)
        ):
            return False
        self._spent += ESTIMATE_SLICE_SECONDS
        wrong: dict[str, str] = {}
        part = next(
            (
                key
                for key, text in self.draft.search.items()
                if PlugInSource.of(text) is PlugInSource.FUNCTION
            ),
            "search",
        )
        self.known = attempt(
            wrong,
            part,
            lambda: estimate_size(run, ESTIMATE_SLICE_SECONDS, known.whole if known else None),
        )
        if wrong:
            self.fail(wrong)
        return bool(wrong)

    def ready(self) -> Run | None:
        """Return the run that is chosen if it can begin."""
        if self.checked.run is None:
            self.take(self.draft)
        self._spent = 0.0
        self.think()
        return self.checked.run
