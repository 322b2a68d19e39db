"""The looks that lines of styled text name, in each theme."""

import tomllib
from functools import lru_cache
from pathlib import Path

from rich.color import Color
from rich.style import Style

from visualizer.look.legend import State
from visualizer.tui.themes import BOARD, THEMES

STATE = {state: state.value.replace(" ", "-") for state in State}
STYLES: dict[str, str] = tomllib.loads(Path(__file__).with_name("styles.toml").read_text(encoding="utf-8"))
NAMES = BOARD.keys() | STYLES.keys()


def unstruck(state: State) -> str:
    """Return the style for the surroundings of a name in a state, without strike-through."""
    return "pruned-note" if state is State.PRUNED else STATE[state]


@lru_cache(1024)
def style_on(name: str, theme: str, ground: Color | None) -> Style:
    """Return the looks of a name in a theme, on a widget's ground where it has none of its own."""
    return Style(bgcolor=ground) + style_of(name, theme)


def style_of(name: str, theme: str) -> Style:
    """Return the looks of a name in a theme; `cut+bar` is `cut` on the ground of `bar`.

    >>> str(style_of("cut+bar", "dark")), str(style_of("light+wood-1", "dark"))
    ('bold #ff7a52 on #26323f', 'bold #ffffff on #875830')
    """
    name, _, ground = name.partition("+")
    if name in BOARD:
        return _parsed(f"bold {name} on {ground}" if ground else f"bold on-board on {name}", theme)
    style = _parsed(STYLES[name], theme)
    if not ground:
        return style
    below = style_of(ground, theme)
    return style + Style(bgcolor=below.bgcolor, bold=below.bold or style.bold)


def _parsed(words: str, theme: str) -> Style:
    """Return a style with a theme's colours in the place of their names."""
    colours = {name.removeprefix("c-"): colour for name, colour in THEMES[theme].variables.items()}
    return Style.parse(" ".join(colours.get(word, word) for word in words.split()))
