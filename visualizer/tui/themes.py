"""The themes of the explorer; the style sheet knows only the names of these colours."""

from textual.theme import Theme

from visualizer.look.board_colours import COLOURS, BoardColours
from visualizer.look.board_colours import DARK as DARK_PIECE
from visualizer.look.board_colours import LIGHT as LIGHT_PIECE

DARK = {
    "open": "#4DA3DD", "current": "#FBF161", "done": "#8CCBF0", "best": "#3BD2A4", "cut": "#FF7A52",
    "pruned": "#C99AD0", "tocome": "#949DA7", "dim": "#98A1AB", "strong": "#FFFFFF", "alpha": "#EEA406",
    "beta": "#5D9DFA", "bar": "#26323F", "barnow": "#3D3B12", "hatch": "#A87AB0", "line": "#5A636D",
}  # fmt: skip
LIGHT = {
    "open": "#005A94", "current": "#4F3700", "done": "#2B6C94", "best": "#0A704A", "cut": "#C13B01",
    "pruned": "#9A2B9C", "tocome": "#5F6770", "dim": "#5F6872", "strong": "#000000", "alpha": "#581D20",
    "beta": "#3A62D4", "bar": "#E4ECF4", "barnow": "#FFF3B0", "hatch": "#B06AB2", "line": "#858E98",
}  # fmt: skip
CONTRAST = {
    "open": "#66CCFF", "current": "#FFFF33", "done": "#FFFFFF", "best": "#33E8A8", "cut": "#FF8A66",
    "pruned": "#FAC0E5", "tocome": "#CCCCCC", "dim": "#DDDDDD", "strong": "#FFFFFF", "alpha": "#FCB32A",
    "beta": "#81BDFD", "bar": "#333333", "barnow": "#444400", "hatch": "#FAC0E5", "line": "#FFFFFF",
}  # fmt: skip
MONO = {
    "open": "#FFFFFF", "current": "#FFFFFF", "done": "#D0D0D0", "best": "#FFFFFF", "cut": "#FFFFFF",
    "pruned": "#A8A8A8", "tocome": "#A6A6A6", "dim": "#ACACAC", "strong": "#FFFFFF", "alpha": "#FFFFFF",
    "beta": "#FFFFFF", "bar": "#3A3A3A", "barnow": "#5A5A5A", "hatch": "#A8A8A8", "line": "#707070",
}  # fmt: skip


def _board(colours: BoardColours) -> dict[str, str]:
    """Name the colours of boards."""
    named = {"light": LIGHT_PIECE, "dark": DARK_PIECE, "on-board": colours.words_on_ground}
    for ground, shades in colours.grounds.items():
        named |= {f"{ground}-{number}": shade for number, shade in enumerate(shades, 1)}
    named |= {f"heat-{number}": shade for number, shade in enumerate(colours.heat, 1)}
    return named | {f"mark-{mark}": colour for mark, colour in colours.marks.items()}


BOARD = _board(COLOURS)
MONO_BOARD = dict.fromkeys(BOARD, "#101010") | dict.fromkeys(("light", "dark", "on-board"), "#FFFFFF")
"""Without colours letters say all."""


def _theme(
    name: str, background: str, text: str, colours: dict[str, str], board: dict[str, str], *, dark: bool
) -> Theme:
    return Theme(
        name=name,
        primary=colours["open"],
        secondary=colours["best"],
        accent=colours["current"],
        warning=colours["cut"],
        error=colours["cut"],
        success=colours["best"],
        foreground=text,
        background=background,
        surface=background,
        panel=colours["bar"],
        dark=dark,
        variables={f"c-{key}": value for key, value in (colours | board).items()},
    )


THEMES = {
    "dark": _theme("dark", "#0D1117", "#D6DEE7", DARK, BOARD, dark=True),
    "light": _theme("light", "#FFFFFF", "#1F2328", LIGHT, BOARD, dark=False),
    "contrast": _theme("contrast", "#000000", "#FFFFFF", CONTRAST, BOARD, dark=True),
    "mono": _theme("mono", "#101010", "#E0E0E0", MONO, MONO_BOARD, dark=True),
}
