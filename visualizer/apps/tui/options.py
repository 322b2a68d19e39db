"""The options that the explorer opens with: as asked for, as configured, or as remembered.

Remembered options are one file of JSON in the system's folder for settings, or in the folder that
the variable VISUALIZER_CONFIG names. Nothing depends on the file: where it cannot be read or
written, the defaults are used.
"""

import os
import warnings
from collections.abc import Callable, Collection, Mapping
from contextlib import suppress
from dataclasses import dataclass, field, fields, replace
from typing import NamedTuple, Self, TypeVar

from games import did_you_mean
from visualizer.apps.activities.exploring import PLAYING_SPEEDS
from visualizer.apps.activities.position_file import PositionFile
from visualizer.look.config import config, config_folder
from visualizer.look.themes import find_theme, theme_faults
from visualizer.searching.data_files import FileEntry, format_json
from visualizer.searching.recipe import Recipe
from visualizer.searching.search_options import SearchOption
from visualizer.support.errors import InputError, bytes_of
from visualizer.support.plugins.discovery import STANDARD_INPUT

Word = TypeVar("Word")
VIEW_NAMES = ("tree", "columns", "overview")
PIXEL_SETTINGS = ("auto", "no")
BUILT_IN_THEMES = ("dark", "light", "contrast", "mono")


def next_word(words: Collection[Word], word: Word, by: int = 1) -> Word:
    """Return the word that comes `by` places after `word` in a cycle of words.

    If `word` is not among them, return the first one.

    >>> next_word(["yes", "no"], "no"), next_word(["yes", "no"], "perhaps"), next_word([], "no")
    ('yes', 'yes', 'no')
    """
    word_list = [*words]
    if word not in word_list:
        return next(iter(word_list), word)
    place = (word_list.index(word) + by) % len(word_list)
    return word_list[place]


class OpeningOptions(NamedTuple):
    """How the explorer opens: theme and view ("" for the remembered ones), step and pictures."""

    theme: str = ""
    view: str = ""
    step: int = 0
    hide_leaves: bool = False
    """Whether a textbook's leaves are hidden until they are visited."""
    pixels: str | None = None
    """"auto" for pictures where the terminal can show them, "no" for none, None as configured."""
    changed: Callable[[], str] = lambda: ""
    """Called after each change of a match, before it is shown; returns a warning, or \"\"."""
    align: str = ""
    """The first alignment of searches side by side, "" for the usual one."""
    file: str = ""
    """The file of the match or of the reviewed game."""
    moment: int | None = None
    """The moment of a student's own code, which then decides on the step."""
    read_from: PositionFile | None = None
    """The file that the position comes from, if it comes from one."""
    is_kept: bool = True
    """Whether the search is remembered as opened last: not from a temporary file."""


DEFAULT_OPENING = OpeningOptions()


def read_theme(text: str) -> str:
    """Return the name of a theme, or `last`; InputError lists the themes."""
    if text == LAST_USED:
        return text
    return find_theme(text).name


def declare_setting(name: str, about: str, default: str, *words: str) -> SearchOption:
    """Return a setting whose value is one of `words`; reading any other value is a ValueError.

    `about` describes the setting to the user.
    """

    def read(text: str) -> str:
        if text not in words:
            raise ValueError(f"{text!r:.60} is not one of {' '.join(words)}")
        return text

    return SearchOption(
        name,
        about,
        default,
        read,
        choices=words,
    )


LAST_USED = "last"
ABOUT_THEME = (
    "dark, light, contrast, mono, one of your own or of a package; last is the one used last"
)
ABOUT_VIEW = "the view that a search opens in; last is the one used last for such a tree"
ABOUT_PACE = "steps a second while playing; auto suits the size of the tree"
ABOUT_PIXELS = "pictures, with the extra `pixels`: auto (wherever the terminal can show them) or no"
PERSONAL_SETTINGS = {
    setting.name: setting
    for setting in (
        SearchOption("theme", ABOUT_THEME, LAST_USED, read_theme),
        declare_setting("view", ABOUT_VIEW, LAST_USED, LAST_USED, *VIEW_NAMES),
        declare_setting("pace", ABOUT_PACE, "auto", "auto", *map(str, PLAYING_SPEEDS)),
        declare_setting("pixels", ABOUT_PIXELS, "auto", *PIXEL_SETTINGS),
    )
}
"""What users may set once and for all, by name."""
ABOUT_SIGNS = "unicode, or ascii for terminals and fonts that lack the symbols."
SIGNS_SETTING = declare_setting("signs", ABOUT_SIGNS, "unicode", "unicode", "ascii")
MOTION_SETTING = declare_setting(
    "motion", "full, or reduced: nothing blinks or glides.", "full", "full", "reduced"
)
CONFIG_TABLES = ("keys", "themes")
"""The names in `config.toml` that are tables, read elsewhere."""


def configured_settings() -> tuple[dict[str, str], list[str]]:
    """Return the value of each setting by its name, and a sentence about each fault.

    A value in the environment (VISUALIZER_THEME ...) counts first, then one in `config.toml`, then
    the default. The settings of keys are not read here.
    """
    file = config()
    faults = []
    if file.fault:
        faults.append(file.fault)
    faults += theme_faults()
    faults += setting_name_faults(file.found)

    values = {}
    for name, setting in PERSONAL_SETTINGS.items():
        variable = f"VISUALIZER_{name.upper()}"
        sources = {
            variable: os.environ.get(variable),
            f"the setting {name}": file.found.get(name),
        }
        values[name] = setting_from(setting, sources, faults)
    return values, faults


def setting_name_faults(found: Mapping[str, object]) -> list[str]:
    """Return a sentence about each name in `config.toml` that is unknown or should be a table."""
    faults = []
    known_names = [*PERSONAL_SETTINGS, *CONFIG_TABLES]
    for name, value in found.items():
        if name not in known_names:
            faults.append(f"there is no setting {name!r:.60}{did_you_mean(name, known_names)}")
        elif name in CONFIG_TABLES and not isinstance(value, dict):
            faults.append(f"{name} is not a table, [{name}]")
    return faults


def setting_from(setting: SearchOption, sources: Mapping[str, object], faults: list[str]) -> str:
    """Return the value of a setting from the first valid source, else the default.

    `sources` has a value for each place where the setting may be given, by a description of the
    place; None or "" means that it is not given there. A sentence about each invalid value is added
    to `faults`.
    """
    for source, value in sources.items():
        if value in (None, ""):
            continue
        try:
            return str(setting.read(str(value)))
        except ValueError as error:
            faults.append(f"{source} has no effect: {error}")
    return str(setting.default)


OPTIONS_FILE_NAME = "options.json"
MAX_RECENT = 12
MAX_RECENT_LENGTH = 20_000
"""Characters; a longer recipe is not remembered."""


@dataclass(frozen=True, slots=True)
class RememberedOptions:
    """A user's options, and the positions and searches opened last, the latest first.

    `views` is the view chosen last for each shape of tree. The speed of playing is not remembered:
    it depends on the size of the tree.
    """

    theme: str = "dark"
    views: Mapping[str, str] = field(default_factory=dict)
    ascii: bool = False
    reduced_motion: bool = False
    recent: tuple[Recipe, ...] = ()

    def with_recent(self, recipe: Recipe) -> Self:
        """Return the options with a recipe as the latest of the recent recipes."""
        # What came from standard input is not there a second time.
        is_repeatable = recipe.search.algorithm != STANDARD_INPUT
        if not is_repeatable or len(recipe.dumps({})) > MAX_RECENT_LENGTH:
            return self
        others = tuple(other for other in self.recent if other != recipe)
        return replace(self, recent=(recipe, *others)[:MAX_RECENT])

    def dumps(self) -> str:
        """Return the text of the file."""
        options = {option.name: getattr(self, option.name) for option in fields(self)}
        options["recent"] = [recipe.as_object() for recipe in self.recent]
        return format_json(options, indent=2) + "\n"

    @classmethod
    def loads(cls, text: str) -> Self:
        """Read the text of the file; a ValueError says what is wrong with it.

        >>> RememberedOptions.loads('{"theme": "light"}').theme
        'light'
        """
        saved = FileEntry.parsed(OPTIONS_FILE_NAME, 0, text)
        recent = []
        for item in saved.entries("recent")[:MAX_RECENT]:
            algorithm, *_ = (item.word("search") or "").split(",")
            # A search that came from the standard input cannot be read again.
            if algorithm == STANDARD_INPUT:
                continue
            # A search may no longer be readable, say because its algorithm is gone.
            with suppress(InputError), warnings.catch_warnings(action="ignore"):
                recent.append(Recipe.read(item))
        return cls(
            theme=saved.word("theme") or cls().theme,
            views=saved.settings("views"),
            ascii=saved.flag("ascii"),
            reduced_motion=saved.flag("reduced_motion"),
            recent=tuple(recent),
        )


def load_options() -> tuple[RememberedOptions, str]:
    """Return the options remembered in the file, and a sentence if the file was damaged.

    If the file is missing or damaged, the options are the defaults. The sentence is "" unless the
    file is damaged.
    """
    file = config_folder() / OPTIONS_FILE_NAME
    try:
        return RememberedOptions.loads(bytes_of(file).decode()), ""
    except OSError:
        return RememberedOptions(), ""
    except ValueError:
        # The file may have been edited by hand, so it is renamed, not overwritten.
        damaged = file.with_suffix(".json.damaged")
        remark = f"The file of remembered options, {file}, is damaged"
    with suppress(OSError):
        file.replace(damaged)
        remark = f"The file of remembered options was damaged; it is now {damaged}"
    return RememberedOptions(), f"{remark}; the defaults are used."


def save_options(remembered: RememberedOptions) -> None:
    """Write the file atomically; where it cannot be written, do nothing."""
    import exports

    file = config_folder() / OPTIONS_FILE_NAME
    with suppress(OSError, InputError):
        file.parent.mkdir(parents=True, exist_ok=True)
        exports.save_file(file, remembered.dumps().encode(), force=True)


def update_options(change: Callable[[RememberedOptions], RememberedOptions]) -> None:
    """Read the options from the file, change them, and save them again.

    Another explorer may have saved options meanwhile. To keep its changes, the file is read again,
    and locked until the options are saved.
    """
    from visualizer.play.playing.kept import lock_of_file

    with lock_of_file(config_folder() / OPTIONS_FILE_NAME, wait=True):
        remembered, _ = load_options()
        save_options(change(remembered))
