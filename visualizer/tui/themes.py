"""The themes of the explorer: those of pictures, with other colours where a terminal needs them."""

from textual.theme import Theme

from visualizer.look.legend import LEGEND, State
from visualizer.look.themes import COLOURS, DARK, LIGHT
from visualizer.look.themes import THEMES as DRAWN_THEMES
from visualizer.tui.options import first_looks

BOARD = {
    "light": LIGHT, "dark": DARK, "on-board": COLOURS.words_on_ground,
    **{f"{ground}-{n}": shade for ground, shades in COLOURS.grounds.items() for n, shade in enumerate(shades, 1)},
    **{f"heat-{n}": shade for n, shade in enumerate(COLOURS.heat, 1)},
    **{f"mark-{mark}": colour for mark, colour in COLOURS.marks.items()},
}  # fmt: skip
"""The colours of boards and of what stands on them, by name: used as they are, always bold."""
MONO_BOARD = dict.fromkeys(BOARD, "#101010") | dict.fromkeys(("light", "dark", "on-board"), "#FFFFFF")
"""Without colours letters say all."""


SAME = {
    "open": State.OPEN, "current": State.CURRENT, "done": State.DONE, "best": State.BEST, "cut": State.CUT,
    "pruned": State.PRUNED, "tocome": State.TO_COME,
}  # fmt: skip
"""The colours that are those of states in pictures, unless the theme has another for the explorer."""


def _theme(name: str) -> Theme:
    """Return a theme: the colours of pictures, and those of its own."""
    drawn = DRAWN_THEMES[name]
    lines, own = drawn.lines, drawn.explorer
    text, page = own.get("text", drawn.text), own.get("page", drawn.page)
    colours = {each: lines[LEGEND[state].hue] for each, state in SAME.items()}
    colours |= {"dim": drawn.faint, "alpha": lines["orange"], "barnow": drawn.fills["yellow"]}
    colours |= {each: colour for each, colour in own.items() if each != "page"} | {"text": text}
    board = MONO_BOARD if name == "mono" else BOARD
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
        dark=drawn.is_dark,
        variables={f"c-{each}": colour for each, colour in (colours | board).items()},
    )


THEMES = {name: _theme(name) for name in first_looks.THEMES}
