"""The themes of the explorer; the style sheet knows only the names of these colours."""

from textual.theme import Theme

DARK = {
    "open": "#4DA3DD", "current": "#F0E442", "done": "#8CCBF0", "best": "#2BC79A", "cut": "#F0894A",
    "pruned": "#F0894A", "tocome": "#7D8590", "dim": "#8B949E", "strong": "#FFFFFF", "alpha": "#E69F00",
    "beta": "#6FB7FF", "bar": "#26323F", "barnow": "#3D3B12", "hatch": "#B85C2B", "line": "#30363D",
}  # fmt: skip
LIGHT = {
    "open": "#005A94", "current": "#7A5C00", "done": "#2B6C94", "best": "#006B4F", "cut": "#B34700",
    "pruned": "#B34700", "tocome": "#6E7781", "dim": "#5F6872", "strong": "#000000", "alpha": "#8A5A00",
    "beta": "#0056A8", "bar": "#DCE6F0", "barnow": "#FFF3B0", "hatch": "#D98A5B", "line": "#B8C0C8",
}  # fmt: skip
CONTRAST = {
    "open": "#66CCFF", "current": "#FFFF00", "done": "#FFFFFF", "best": "#00FF99", "cut": "#FF9944",
    "pruned": "#FF9944", "tocome": "#CCCCCC", "dim": "#DDDDDD", "strong": "#FFFFFF", "alpha": "#FFCC00",
    "beta": "#99CCFF", "bar": "#444444", "barnow": "#555500", "hatch": "#FF9944", "line": "#FFFFFF",
}  # fmt: skip
MONO = {
    "open": "#FFFFFF", "current": "#FFFFFF", "done": "#D0D0D0", "best": "#FFFFFF", "cut": "#FFFFFF",
    "pruned": "#A0A0A0", "tocome": "#909090", "dim": "#A8A8A8", "strong": "#FFFFFF", "alpha": "#FFFFFF",
    "beta": "#FFFFFF", "bar": "#3A3A3A", "barnow": "#5A5A5A", "hatch": "#A0A0A0", "line": "#707070",
}  # fmt: skip


def _theme(name: str, background: str, text: str, colours: dict[str, str], *, dark: bool) -> Theme:
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
        variables={f"c-{key}": value for key, value in colours.items()},
    )


THEMES = {
    "dark": _theme("dark", "#0D1117", "#D6DEE7", DARK, dark=True),
    "light": _theme("light", "#FFFFFF", "#1F2328", LIGHT, dark=False),
    "contrast": _theme("contrast", "#000000", "#FFFFFF", CONTRAST, dark=True),
    "mono": _theme("mono", "#101010", "#E0E0E0", MONO, dark=True),
}
