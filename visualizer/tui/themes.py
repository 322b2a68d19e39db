"""The themes of the explorer, of the colours in `themes.toml`."""

import tomllib
from pathlib import Path
from typing import Any

from textual.theme import Theme

from visualizer.look.board_colours import COLOURS, DARK, LIGHT

BOARD = {
    "light": LIGHT, "dark": DARK, "on-board": COLOURS.words_on_ground,
    **{f"{ground}-{n}": shade for ground, shades in COLOURS.grounds.items() for n, shade in enumerate(shades, 1)},
    **{f"heat-{n}": shade for n, shade in enumerate(COLOURS.heat, 1)},
    **{f"mark-{mark}": colour for mark, colour in COLOURS.marks.items()},
}  # fmt: skip
"""The colours of boards, by name."""
MONO_BOARD = dict.fromkeys(BOARD, "#101010") | dict.fromkeys(("light", "dark", "on-board"), "#FFFFFF")
"""Without colours letters say all."""


def _theme(name: str, table: dict[str, Any]) -> Theme:
    """Make a theme of its table in `themes.toml`."""
    colours = table["colours"] | {"text": table["foreground"]}
    board = MONO_BOARD if name == "mono" else BOARD
    return Theme(
        name=name,
        primary=colours["open"],
        secondary=colours["best"],
        accent=colours["current"],
        warning=colours["cut"],
        error=colours["cut"],
        success=colours["best"],
        foreground=table["foreground"],
        background=table["background"],
        surface=table["background"],
        panel=colours["bar"],
        dark=table["dark"],
        variables={f"c-{key}": value for key, value in (colours | board).items()},
    )


_TABLES = tomllib.loads(Path(__file__).with_name("themes.toml").read_text(encoding="utf-8"))
THEMES = {name: _theme(name, table) for name, table in _TABLES.items()}
