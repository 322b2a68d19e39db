"""The themes of drawings, from `themes.toml`, where the explorer's come from too."""

import tomllib
from dataclasses import dataclass
from pathlib import Path

TABLES = tomllib.loads(Path(__file__).with_name("themes.toml").read_text(encoding="utf-8"))
NAMES = ("light", "dark", "mono", "contrast")
HUES = ("grey", "blue", "yellow", "sky", "green", "vermillion", "purple", "orange")


@dataclass(frozen=True, slots=True)
class Theme:
    """The colours of a drawing: the page, its text, and for each hue a line and a fill."""

    name: str
    page: str
    text: str
    faint: str
    lines: dict[str, str]
    fills: dict[str, str]


FIELDS = ("page", "text", "faint", "lines", "fills")
THEMES = {name: Theme(name, *(TABLES[name][field] for field in FIELDS)) for name in NAMES}

STYLED = Theme(
    "styled", "var(--page)", "var(--text)", "var(--faint)",
    {hue: f"var(--line-{hue})" for hue in HUES}, {hue: f"var(--fill-{hue})" for hue in HUES},
)  # fmt: skip
"""For web pages: colours are CSS variables, so that a page can change its theme."""
DRAWN = {**THEMES, STYLED.name: STYLED}
"""Every theme in which a picture can be drawn."""


def style_variables(theme: Theme) -> str:
    """Return the values of the variables of `STYLED` in another theme, as CSS.

    >>> style_variables(THEMES["mono"])[:40]
    '--page:#FFFFFF;--text:#000000;--faint:#5'
    """
    colours = {"page": theme.page, "text": theme.text, "faint": theme.faint}
    colours |= {f"line-{hue}": theme.lines[hue] for hue in HUES} | {f"fill-{hue}": theme.fills[hue] for hue in HUES}
    return "".join(f"--{name}:{colour};" for name, colour in colours.items())
