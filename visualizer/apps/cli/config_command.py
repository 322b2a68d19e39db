"""All settings as `config.toml` takes them: `config`."""

from collections.abc import Iterator
from functools import partial
from typing import Any

import rich_click as click

from visualizer.apps.actions import ACTIONS, bound_actions, key_in_config, use_keys
from visualizer.apps.cli.common_options import JSON_FLAG, print_result, with_common_options
from visualizer.apps.cli.messages import add_note
from visualizer.apps.tui.options import PERSONAL_SETTINGS, configured_settings
from visualizer.look.config import config
from visualizer.look.themes import COLOUR_NAMES, own_themes
from visualizer.searching.data_files import format_json

toml_value = partial(format_json, ascii_only=False)
"""Writes a string or a list as TOML, which has JSON's quotation marks and lists."""


@click.command(epilog="Example: visualizer config")
@with_common_options((JSON_FLAG,))
def config_command() -> int:
    """Print all settings with their values: what you have set, and the defaults.

    The output is a whole config.toml; the first line says where that file is. What is wrong in it
    goes to standard error, one sentence each.
    """
    values, faults = configured_settings()
    for sentence in [*faults, *use_keys(config().table("keys"))]:
        add_note(sentence)
    data: dict[str, Any] = {
        "file": str(config().file),
        **values,
        "keys": current_keys(),
        "themes": own_theme_colours(),
    }
    return print_result("\n".join(toml_lines(data)), data)


def current_keys() -> dict[str, list[str]]:
    """Return the current keys of each action that has keys."""
    keys = {}
    # An action without default keys, such as a menu entry, cannot be given any.
    for default_action, action in zip(ACTIONS, bound_actions(), strict=True):
        if default_action.where and default_action.keys:
            keys[default_action.name] = [key_in_config(key) for key in action.keys]
    return keys


def own_theme_colours() -> dict[str, dict[str, str]]:
    """Return the colours of the user's own themes, as written in config.toml.

    Themes and colours with mistakes are left out.
    """
    # "like" names the theme from which a user's theme takes the colours that it does not set.
    known_keys = ("like", *COLOUR_NAMES)
    valid_themes = own_themes()
    colours = {}
    for name, table in config().table("themes").items():
        if name in valid_themes:
            valid_keys = [key for key in known_keys if isinstance(table.get(key), str)]
            colours[name] = {key: table[key] for key in valid_keys}
    return colours


def toml_lines(data: dict[str, Any]) -> Iterator[str]:
    """Yield the lines of a config.toml with these settings, keys and themes."""
    if config().file.is_file():
        yield f"# {data['file']}"
    else:
        yield f"# {data['file']} (there is none yet)"
    for name, setting in PERSONAL_SETTINGS.items():
        choices = f"; {' '.join(setting.choices)}" if setting.choices else ""
        yield ""
        yield f"# {setting.about}{choices} (VISUALIZER_{name.upper()})"
        yield f"{name} = {toml_value(data[name])}"

    yield ""
    yield from key_lines(data["keys"])
    yield ""
    yield from theme_lines(data["themes"])


def key_lines(keys_by_action: dict[str, list[str]]) -> Iterator[str]:
    """Yield the table of the keys."""
    yield "[keys]  # of the explorer and the other screens, by action"
    about = {action.name: action.about for action in ACTIONS}
    for name, keys in keys_by_action.items():
        # A single key may stand without brackets, as most users write it.
        value = keys[0] if len(keys) == 1 else keys
        yield f"{name} = {toml_value(value)}  # {about[name]}"


def theme_lines(themes: dict[str, dict[str, str]]) -> Iterator[str]:
    """Yield a table for each of the user's own themes."""
    yield f"# Your own themes, [themes.NAME]: like (a theme) {' '.join(COLOUR_NAMES)}"
    for name, colours in themes.items():
        yield f"[themes.{name}]"
        for key, value in colours.items():
            yield f"{key} = {toml_value(value)}"
