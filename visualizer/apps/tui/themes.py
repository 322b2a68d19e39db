"""The explorer's themes (the themes of pictures with some colours changed), and its styles."""

from collections.abc import Iterable
from functools import lru_cache

from rich.color import Color
from rich.style import Style
from textual.theme import Theme

from visualizer.apps.tui import options
from visualizer.look.legend import State
from visualizer.look.themes import (
    COLOURED_BOARD,
    DARK_INK,
    DRAWN_NAMES_OF_EXPLORER_COLOURS,
    LIGHT_INK,
)
from visualizer.look.themes import THEMES as DRAWN_THEMES


def board_colours() -> dict[str, str]:
    """Return the colours of boards and pieces, by the name of their style.

    Examples are `dark` for a piece, `wood-1` for a square, `heat-3` and `mark-<mark>`.
    """
    colours = {
        "light": LIGHT_INK,
        "dark": DARK_INK,
        "on-board": COLOURED_BOARD.words_on_ground,
    }
    # Each ground has several shades, counted from 1; so has the heat map.
    for ground, shades in {**COLOURED_BOARD.grounds, "heat": COLOURED_BOARD.heat}.items():
        colours |= {f"{ground}-{number}": shade for number, shade in enumerate(shades, 1)}
    colours |= {f"mark-{mark}": colour for mark, colour in COLOURED_BOARD.marks.items()}
    return colours


BOARD_COLOURS = board_colours()
"""The colours of boards and pieces, by name: used as they are, always bold."""
MONO_BOARD_COLOURS = dict.fromkeys(BOARD_COLOURS, "#101010") | dict.fromkeys(
    ("light", "dark", "on-board"), "#FFFFFF"
)
"""The same for the theme without colours, in which pieces are letters."""
FALLBACK_COLOURS = DRAWN_NAMES_OF_EXPLORER_COLOURS | {
    "strong": "text",
    "beta": "blue",
    "bar": "fill-grey",
    "hatch": "purple",
    "line": "faint",
}
"""The colours of pictures that replace colours missing in a theme for the explorer."""


def _theme(name: str) -> Theme:
    """Return a theme of the explorer, made from the theme of pictures with this name."""
    picture_theme = DRAWN_THEMES[name]
    named = picture_theme.colours_by_name
    colours = {colour: named[source] for colour, source in FALLBACK_COLOURS.items()}
    # A theme's own colours for the explorer come before those of its pictures.
    colours |= picture_theme.explorer
    text = colours["text"]
    page = colours.pop("page")
    board = BOARD_COLOURS
    if name == "mono":
        board = MONO_BOARD_COLOURS
    return Theme(
        name=name,
        primary=colours["open"],
        secondary=colours["best"],
        accent=colours["current"],
        warning=colours["cut"],
        error=colours["cut"],
        success=colours["best"],
        foreground=text,
        background=page,
        surface=page,
        panel=colours["bar"],
        dark=picture_theme.is_dark,
        # In style sheets, these variables are `$c-strong` and the like.
        variables={f"c-{word}": colour for word, colour in (colours | board).items()},
    )


OFFERED_THEMES = {name: _theme(name) for name in options.BUILT_IN_THEMES}
"""The themes to choose from: built in, or added by `offer_themes`."""


def offer_themes(names: Iterable[str]) -> None:
    """Offer more themes, the user's or a package's; unknown names are left out.

    Raises InputError if a theme is broken.
    """
    for name in names:
        if name not in OFFERED_THEMES and name in DRAWN_THEMES:
            OFFERED_THEMES[name] = _theme(name)


def offer_all_themes() -> list[str]:
    """Offer all themes there are; return a sentence for each broken one of a package."""
    found, broken = DRAWN_THEMES.load_all()
    offer_themes(found)
    return [*broken.values()]


STATE_STYLE_NAMES = {state: state.value.replace(" ", "-") for state in State}
WORD_STYLES = {
    "text": "text",
    "dim": "dim",
    "strong": "bold strong",
    "title": "bold strong",
    "value": "bold best",
    "alpha": "bold alpha",
    "beta": "bold beta",
    "key": "bold current",
    "frame": "line",
    "frame-title": "dim",
    "active": "current",
    "active-title": "bold current",
    "alarm": "cut",
    "alarm-title": "bold cut",
    "to-come": "tocome",
    "open": "bold open",
    "current": "bold current",
    "done": "done",
    "best": "bold best",
    "cut": "bold cut",
    "pruned": "strike pruned",
    "pruned-note": "italic pruned",
    "quiet-pruned": "strike dim",
    "quiet-pruned-note": "italic dim",
    "cut-off": "bold pruned on bar",
    "stopped": "italic dim",
    "earlier": "italic tocome",
    "probe": "italic pruned",
    "bar": "strong on bar",
    "bar-current": "bold strong on barnow",
    "selected": "bold current on barnow",
    "code": "dim",
    "code-now": "bold current on barnow",
    "tick": "cut",
    "rest-tick": "dim",
    "done-line": "open",
    "rest-line": "line",
    "knob": "bold current",
    "mark": "bold current on barnow",
    "pointer": "bold reverse current",
    "tag-1": "italic current",
    "tag-2": "italic done",
    "tag-3": "italic best",
    "tag-4": "italic cut",
    "hatch": "hatch",
}
"""The styles of words and signs: bold, italic or strike, a theme's colour, perhaps a background."""
STYLE_NAMES = BOARD_COLOURS.keys() | WORD_STYLES.keys()


def style_around_name(state: State) -> str:
    """Return the style of signs beside the name of a node, which are never struck through."""
    if state is State.PRUNED:
        return "pruned-note"
    return STATE_STYLE_NAMES[state]


@lru_cache(1024)
def style_on(name: str, theme: str, background: Color | None) -> Style:
    """Return a style in a theme, on a widget's background if the style has none of its own."""
    return Style(bgcolor=background) + style_in_theme(name, theme)


def style_in_theme(name: str, theme: str) -> Style:
    """Return the style with a name in a theme. `cut+bar` is `cut` on the background of `bar`.

    >>> str(style_in_theme("cut+bar", "dark")), str(style_in_theme("light+wood-1", "dark"))
    ('bold #ff7a52 on #26323f', 'bold #ffffff on #875830')
    """
    name, _, background = name.partition("+")
    if name in BOARD_COLOURS:
        # A square is named by its colour, `wood-1`, a piece on it `light+wood-1`.
        if background:
            words = f"bold {name} on {background}"
        else:
            words = f"bold on-board on {name}"
        return _parse_style(words, theme)
    style = _parse_style(WORD_STYLES[name], theme)
    if not background:
        return style
    # A word on the background of another style keeps its own colour.
    other = style_in_theme(background, theme)
    return style + Style(bgcolor=other.bgcolor, bold=other.bold or style.bold)


def _parse_style(words: str, theme: str) -> Style:
    """Parse a style in which names stand for the colours of a theme."""
    variables = OFFERED_THEMES[theme].variables
    # The variables have a prefix, so that they do not take the place of Textual's own.
    parts = [variables.get(f"c-{word}", word) for word in words.split()]
    return Style.parse(" ".join(parts))
