"""The form of the start screen, without widgets: its fields, its choices and its errors."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import partial
from itertools import islice
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
from visualizer.support.plugins.discovery import PlugInSource, trust_typed_names

LONG_TEXT_LENGTH = 2_000
"""A text of at most so many characters is checked at every key, a longer one in a pause."""
ESTIMATE_SLICE_SECONDS = 0.012
"""Seconds of searching at a time to estimate the size of a search."""
ESTIMATE_SECONDS = 1.0
"""Seconds of searching in all for an estimate."""
FUNCTION_WORD = PlugInSource.FUNCTION
"""The word of a field that stands for a user's function, whose name is typed below."""
OPTION_GROUPS = dict.fromkeys(COMMON_OPTIONS, "rest") | dict.fromkeys(
    ("algorithm", "ordering", "depth"), "first"
)
"""The groups of the common options: `first` is always shown, the rest under "more choices"."""
ABOUT_MOVES = "Moves played from there, one after the other; ctrl+n lists the legal ones."
ABOUT_FILE = "A game in a Python file, a saved run or a recorded search: type its name, then enter."
IDLE_CALLS = 6
"""How often `work_for_a_moment` is called after the last key, before a long text is checked."""


@dataclass(frozen=True, slots=True)
class FormField:
    """A field of the form at this moment: its text, and the words that it offers.

    `part` is a `typed` position, its `moves`, a `file` to open, the `search`, a function `named`
    for the search, a `setting` of the game, or an option of the `display`, such as the theme. An
    empty field shows its hint. `mark`
    says whether the text is `chosen` or `unused`. `words` have a line about each word; a field
    without words takes any text.
    """

    part: str
    key: str = ""
    group: str = ""
    """The group of rows on the screen that has its row."""
    title: str = ""
    text: str = ""
    hint: str = ""
    about: str = ""
    mark: str = ""
    words: Mapping[str, str] = field(default_factory=dict)
    is_offered: bool = True

    @property
    def outline(self) -> tuple[str, str, bool]:
        """Return the values that need another row if they change."""
        return self.key, self.title, bool(self.words)


class StartForm:
    """A draft, the result of reading it, and the lists to choose from.

    `listed_game` is the game whose positions are listed, or RECENT_GAMES. `drafts` holds the last
    draft of each, and `typed_positions` the last position typed for each game. `install_hints` has
    for each game how to install the libraries that it lacks, or "". `display_options` has the
    options of the display, and `display_values` the chosen words. `estimate` is the size of the
    search as known so far.
    """

    def __init__(
        self,
        opened: Sequence[Recipe] = (),
        recipe: Recipe | None = None,
        display_values: Mapping[str, str] = MappingProxyType({}),
        display_options: Mapping[str, SearchOption] = MappingProxyType({}),
    ) -> None:
        """Begin with a recipe, or else with the latest of `opened`, or else the simplest game.

        `display_options` are the theme and the like, by name. `display_values` are their values;
        a missing value is the default.
        """
        self.recent = choices.recent_entries(opened)
        self.install_hints = choices.games_on_offer()
        self.games = [*self.install_hints]
        if self.recent:
            self.games.insert(0, RECENT_GAMES)
        self.display_options = display_options
        defaults = {name: option.default for name, option in display_options.items()}
        self.display_values = {**defaults, **display_values}
        self.option_awaiting_name = ""
        """The option that the user wants to be a function, whose name is still missing; or ""."""
        self.drafts: dict[str, Draft] = {}
        self.typed_positions: dict[str, str] = {}
        self.listed_game, draft = self.first_choice(recipe)
        self.add_game(draft.game)
        self.choose_draft(draft)

    def first_choice(self, recipe: Recipe | None) -> tuple[str, Draft]:
        """Return what the form shows first: the game whose positions it lists, and the draft.

        RECENT_GAMES in place of a game means the recent positions.
        """
        draft = None if recipe is None else result_or_none(Draft.of, recipe)
        if draft is not None:
            return draft.game, draft
        if self.recent:
            return RECENT_GAMES, self.recent[0].draft
        draft = self.simplest_draft()
        return draft.game, draft

    def simplest_draft(self) -> Draft:
        """Return the first position of the simplest game that can be loaded."""
        loadable = (name for name in self.install_hints if game_or_none(name) is not None)
        return Draft.first(next(loadable))

    def preset(self) -> Preset | None:
        """Return the chosen preset, if any."""
        if self.checked.game is None:
            return None
        return preset_of(self.checked.game, self.draft)

    def entries(self) -> list[PositionEntry]:
        """Return the positions to choose from: of the listed game, or the recent ones."""
        if self.listed_game == RECENT_GAMES:
            return self.recent
        game = game_or_none(self.listed_game)
        if game is None:
            return []
        typed = self.typed_positions.get(self.listed_game, "")
        return choices.position_entries(self.listed_game, game, self.draft, typed)

    def chosen_index(self) -> int:
        """Return the index of the chosen entry.

        This is the entry of the draft itself, or else an entry with the draft's position. Without
        such an entry, the position was typed, and typed positions are the last entry.
        """
        drafts = [entry.draft for entry in self.entries()]
        if self.draft in drafts:
            return drafts.index(self.draft)
        positions = [draft.position for draft in drafts]
        if self.draft.position in positions:
            return positions.index(self.draft.position)
        return len(drafts) - 1

    def add_game(self, name: str) -> None:
        """Add a game, or the file of a game, to the list."""
        if name not in self.games:
            self.games.append(name)

    def field(self, part: str, key: str = "") -> FormField:
        """Return a field, or an empty one if the form does not have it at this moment."""
        return self.fields().get((part, key), FormField(part, key))

    def group(self, name: str) -> list[FormField]:
        """Return the fields of a group."""
        return [each for each in self.fields().values() if each.group == name]

    def fields(self) -> dict[tuple[str, str], FormField]:
        """Return all fields of the form, by their part of the form and their key."""
        file_field = FormField("file", hint=".py .run .jsonl", about=ABOUT_FILE)
        fields = [self.position_field(), self.moves_field(), file_field]
        for option in [*COMMON_OPTIONS.values(), *self.draft.algorithm_options()]:
            fields += self.search_fields(option)
        fields += map(self.setting_field, self.settings)
        fields += map(self.display_field, self.display_options.values())
        return {(each.part, each.key): each for each in fields}

    def moves_field(self) -> FormField:
        """Return the field for moves from the position."""
        return FormField(
            "moves",
            group="position",
            title="moves",
            text=self.draft.moves,
            hint="played from there",
            about=f"{ABOUT_MOVES} {turn_and_move_count(self.checked)}",
        )

    def display_field(self, option: SearchOption) -> FormField:
        """Return the field of an option of the display, such as the theme."""
        return FormField(
            "display",
            option.name,
            "display",
            title=option.label,
            text=self.display_values[option.name],
            about=option.about,
            words=option_values(option, None),
        )

    def search_fields(self, option: SearchOption) -> list[FormField]:
        """Return the field of an option of the search.

        If the option may name a user's function, a field for the function's name follows.
        """
        name = option.name
        is_chosen = name in self.draft.search
        field = FormField(
            "search",
            name,
            OPTION_GROUPS.get(name, "algorithm-options"),
            title=option.label,
            text=self.draft.word(name),
            hint=option.example,
            about=option.about,
            mark=chosen_mark(is_chosen=is_chosen),
            words=option_values(option, self.checked.game),
            is_offered=self.draft.offers_option(name),
        )
        if not option.names_code:
            return [field]
        return self.with_function_field(field)

    def with_function_field(self, field: FormField) -> list[FormField]:
        """Return the field of an option that may name a function, and a field for the name.

        The first field offers FUNCTION_WORD among its words. The second field is hidden unless this
        word is chosen.
        """
        # A text that is none of the offered words is the name of a function.
        function_name = "" if field.text in field.words else field.text
        is_function = bool(function_name) or field.key == self.option_awaiting_name
        name_field = FormField(
            "named",
            field.key,
            field.group,
            text=function_name,
            hint="FILE.py:NAME",
            is_offered=field.is_offered and is_function,
        )
        text = FUNCTION_WORD if is_function else field.text
        words = {**field.words, FUNCTION_WORD: ""}
        return [replace(field, text=text, words=words), name_field]

    def setting_field(self, option: Option) -> FormField:
        """Return the field of a setting of the game."""
        name = option.name
        game = self.checked.game
        values = option.choices
        if game is not None and name == "size":
            values = game.sizes
        words: dict[str, str] = {}
        if values:
            # The values need no explanations; the value "" leaves the setting as it is.
            words = dict.fromkeys(("", *values), "")
        return FormField(
            "setting",
            name,
            "settings",
            title=option.title,
            text=self.setting_text(option),
            hint="as given",
            about=f"{option.title}: {option.about} (default {option.default})",
            mark=chosen_mark(is_chosen=bool(self.draft.settings.get(name))),
            words=words,
        )

    def setting_text(self, option: Option) -> str:
        """Return the value of a game's setting: the user's, or else the preset's.

        If neither has one, a new position has the default. A typed position has "", because its
        text itself decides.
        """
        chosen_text = self.draft.settings.get(option.name, "")
        if chosen_text:
            return chosen_text
        preset = self.preset()
        preset_text = "" if preset is None else preset.settings.get(option.name, "")
        is_new_position = self.draft.position is None
        if not preset_text and is_new_position:
            return option.default
        return preset_text

    def position_field(self) -> FormField:
        """Return the field for a position that the user types.

        While a preset is chosen, the position that was typed last stays in the field, marked as
        unused.
        """
        game = self.checked.game
        notation = "" if game is None else game.notation
        text = self.typed_positions.get(self.draft.game, "")
        mark = "unused" if text else ""
        position = self.draft.position
        if position is not None and self.preset() is None:
            text = position
            mark = ""
        return FormField(
            "typed",
            group="position",
            title="yours",
            text=text,
            hint=notation,
            about=f"Your own position. {notation}",
            mark=mark,
        )

    @property
    def settings(self) -> tuple[Option, ...]:
        """The settings of the game."""
        if self.checked.game is None:
            return ()
        return self.checked.game.options

    def choose_draft(self, draft: Draft, typed: str = "") -> None:
        """Choose a draft, and check whether it is right.

        `typed` is the text by which the user has just changed the draft, if any. If the check may
        be slow, it waits until the user stops typing.
        """
        is_function = PlugInSource.of(typed) is PlugInSource.FUNCTION
        self.draft = draft
        self.calls_until_check = 0
        if is_function or len(typed) > LONG_TEXT_LENGTH:
            # At every letter of a function's name, a check would search the file for half a name.
            self.calls_until_check = IDLE_CALLS
            self.checked = CheckedDraft(game_or_none(draft.game))
        else:
            self.checked = check_draft(draft)
        self.estimate: SizeEstimate | None = None
        self._seconds_spent = 0.0

    def fail(self, wrong: dict[str, str]) -> None:
        """Show the errors that keep the search from starting; the draft stays."""
        self.checked = replace(self.checked, run=None, errors=wrong)

    def choose_game(self, name: str, draft: Draft | None = None) -> None:
        """List the positions of a game, and choose a draft of this game.

        By default, it is the draft that was chosen last for the game, or else the game's first
        position. If `name` is RECENT_GAMES, the recent drafts are listed.
        """
        self.drafts[self.listed_game] = self.draft
        self.listed_game = name
        draft = draft or self.drafts.get(name)
        if draft is None and name == RECENT_GAMES:
            draft = self.recent[0].draft
        # A game whose first position cannot be read is chosen too: the form shows the error.
        self.choose_draft(draft or result_or_none(Draft.first, name) or Draft(name))

    def choose_position(self, place: int) -> None:
        """Choose an entry by its index."""
        self.choose_draft(self.entries()[place].draft)

    def open(self, name: str) -> bool:
        """Choose the game or the run in a file; return whether the file could be loaded."""
        errors: dict[str, str] = {}
        # If it fails, `attempt` returns None and stores the error under "file".
        draft = attempt(errors, "file", partial(choices.draft_of_file, name))
        if draft is None:
            self.fail(errors)
            return False
        self.add_game(draft.game)
        self.choose_game(draft.game, draft)
        return True

    def enter(self, part: str, key: str, text: str) -> None:
        """Change the form by the text that the user has entered in a field.

        `part` and `key` identify the FormField. The part "named" holds the name of a user's
        function for the option `key`.
        """
        if part == "display":
            self._change_display_option(key, text)
        elif part == "setting":
            self._change_setting(key, text.strip())
        elif part in ("search", "named"):
            self._change_option(key, text.strip())
        elif part == "moves":
            self.choose_draft(self.draft.with_changes(moves=text), text)
        else:
            self._change_position(text)

    def _change_display_option(self, key: str, text: str) -> None:
        """Set an option of the display to `text`; an unknown value is ignored."""
        word = attempt({}, key, partial(self.display_options[key].read, text))
        if word:
            self.display_values[key] = word

    def _change_position(self, text: str) -> None:
        """Choose a typed position."""
        # The settings of a preset or a new position need not suit the typed one.
        is_first = self.draft.position is None or self.preset() is not None
        settings = {} if is_first else self.draft.settings
        self.typed_positions[self.draft.game] = text
        self.choose_draft(self.draft.with_changes(position=text, moves="", settings=settings), text)

    def _change_option(self, key: str, text: str) -> None:
        """Change an option of the search. Naming the user's own code here means trusting it."""
        if text != self.draft.word(key):
            trust_typed_names(text)
        errors: dict[str, str] = {}
        # If a broken package makes it fail, `attempt` stores the error under the option's name.
        changed = attempt(errors, key, partial(self.draft.with_option, key, text))
        if changed is None:
            self.fail(errors)
        else:
            self.choose_draft(changed, text)

    def _change_setting(self, key: str, text: str) -> None:
        """Change a setting of the game to `text`, or with "" to its default.

        If the chosen preset cannot have the setting, a new position takes its place, made by the
        settings.
        """
        draft = self.draft
        preset = self.preset()
        settings_and_blanks = {**draft.settings, key: text}
        settings = {name: value for name, value in settings_and_blanks.items() if value}
        if draft.position is not None:
            self.choose_draft(draft.with_changes(settings=settings))
            # A typed position is kept, and shows its error.
            contradicts_preset = preset is not None and "position" in self.checked.errors
            if not contradicts_preset:
                return
        # If the game cannot be loaded, no other setting is known.
        new_settings = self._settings_of_new_position(settings) or {key: text}
        self.choose_draft(draft.with_changes(position=None, moves="", settings=new_settings))

    def _settings_of_new_position(self, settings: Mapping[str, str]) -> dict[str, str]:
        """Return the settings that differ from their defaults, or the first one if none does.

        A setting distinguishes a new position from the first preset, so one always remains.
        """
        defaults = {option.name: option.default for option in self.settings}
        changes = {name: value for name, value in settings.items() if value != defaults.get(name)}
        return changes or dict(islice(defaults.items(), 1))

    def work_for_a_moment(self) -> bool:
        """Check the draft if the user has stopped typing, or estimate how large its search is.

        Return whether the form has changed, because the draft was checked or its search failed.
        """
        if self.calls_until_check:
            self.calls_until_check -= 1
            if self.calls_until_check:
                return False
            self.choose_draft(self.draft)
            return True
        run = self.checked.run
        if run is None or self._seconds_spent > ESTIMATE_SECONDS:
            return False
        is_estimate_final = self.estimate is not None and run.trace.finished
        if is_estimate_final:
            return False
        return self._fails_to_estimate(run)

    def _fails_to_estimate(self, run: Run) -> bool:
        """Search for a moment to estimate how large the search is. Return whether it failed."""
        self._seconds_spent += ESTIMATE_SLICE_SECONDS
        # The size of the whole tree is estimated only once.
        tree_size = self.estimate.tree_size if self.estimate else None
        estimate = partial(estimate_size, run, ESTIMATE_SLICE_SECONDS, tree_size)
        errors: dict[str, str] = {}
        # Only a user's function can fail: `attempt` stores the error under the name of its option.
        self.estimate = attempt(errors, self.function_option(), estimate)
        if errors:
            self.fail(errors)
        return bool(errors)

    def function_option(self) -> str:
        """Return the option with a user's function, which must have failed, or else `search`."""
        for key, text in self.draft.search.items():
            if PlugInSource.of(text) is PlugInSource.FUNCTION:
                return key
        return "search"

    def run_to_start(self) -> Run | None:
        """Return the chosen run, or None if it cannot start."""
        if self.checked.run is None:
            self.choose_draft(self.draft)
        self._seconds_spent = 0.0
        self.work_for_a_moment()
        return self.checked.run


def chosen_mark(*, is_chosen: bool) -> str:
    """Return the mark of a field whose value the user has chosen, "" for a default."""
    return "chosen" if is_chosen else ""
