"""All settings as `config.toml` takes them: `config`."""

from collections.abc import Iterator
from functools import partial
from typing import Any

import rich_click as click

from visualizer.apps.actions import ACTIONS, bound_actions, typed_key, use_keys
from visualizer.apps.cli.common_options import JSON_FLAG, print_result, with_common_options
from visualizer.apps.cli.messages import add_note
from visualizer.apps.tui.options import PERSONAL_SETTINGS, configured_settings
from visualizer.look.config import config
from visualizer.look.themes import COLOUR_NAMES, own_themes
from visualizer.searching.data_files import format_json

toml_value = partial(format_json, ascii_only=False)
"""Returns a text, or several, as TOML: JSON's quotation marks and lists are TOML's, too."""


@click.command(epilog="Example: visualizer config")
@with_common_options((JSON_FLAG,))
def config_command() -> int:
    """Print all settings with their values: what you have set, and the defaults.

    The output is a whole config.toml; the first line says where that file is. What is wrong in it goes to standard
    error, one sentence each.
    """
    values, faults = configured_settings()
    for sentence in [*faults, *use_keys(config().table("keys"))]:
        add_note(sentence)
    bound = zip(ACTIONS, bound_actions(), strict=True)
    keys = {
        usual.name: [*map(typed_key, now.keys)]
        for usual, now in bound
        if usual.where and usual.keys
    }
    colours = ("like", *COLOUR_NAMES)
    tables = (
        (name, table) for name, table in config().table("themes").items() if name in own_themes()
    )
    themes = {
        name: {key: table[key] for key in colours if isinstance(table.get(key), str)}
        for name, table in tables
    }
    data: dict[str, Any] = {"file": str(config().file), **values, "keys": keys, "themes": themes}
    return print_result("\n".join(toml_lines(data)), data)


def toml_lines(data: dict[str, Any]) -> Iterator[str]:
    """Return the lines of the file."""
    yield f"# {data['file']}{'' if config().file.is_file() else ' (there is none yet)'}"
    for name, setting in PERSONAL_SETTINGS.items():
        words = f"; {' '.join(setting.choices)}" if setting.choices else ""
        yield from (
            "",
            f"# {setting.about}{words} (VISUALIZER_{name.upper()})",
            f"{name} = {toml_value(data[name])}",
        )
    yield from ("", "[keys]  # of the explorer and the other screens, by action")
    about = {action.name: action.about for action in ACTIONS}
    for name, keys in data["keys"].items():
        yield f"{name} = {toml_value(keys[0] if len(keys) == 1 else keys)}  # {about[name]}"
    yield from ("", f"# Your own themes, [themes.NAME]: like (a theme) {' '.join(COLOUR_NAMES)}")
    for name, table in data["themes"].items():
        yield from (
            f"[themes.{name}]",
            *(f"{key} = {toml_value(value)}" for key, value in table.items()),
        )
