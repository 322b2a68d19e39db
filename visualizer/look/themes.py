"""The themes of drawings, of the explorer and of plots, and the colours of boards."""

import re
from collections import ChainMap
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from difflib import get_close_matches
from functools import lru_cache
from typing import Any

from visualizer.look.config import Config, config
from visualizer.look.legend import STATE_LOOKS
from visualizer.support.errors import InputError
from visualizer.support.plugins.discovery import PlugInRegistry

HUE_NAMES = ("grey", "blue", "yellow", "sky", "green", "vermillion", "purple", "orange")
"""The hues of Okabe and Ito, which stay apart for people who are colour-blind."""


@dataclass(frozen=True, slots=True)
class Theme:
    """The colours of a drawing: the page, its text, and for each hue a line and a fill.

    Text has a contrast of 4.5:1, lines of 3:1. `STATE_LOOKS` gives each state of a node its hue.
    The explorer, which runs in a terminal, uses the same colours, except those in `explorer`.
    `is_dark` says whether the explorer's page is dark.
    """

    name: str
    page: str
    text: str
    faint: str
    lines: dict[str, str]
    fills: dict[str, str]
    explorer: Mapping[str, str] = field(default_factory=dict)
    is_dark: bool = False

    @property
    def colours_by_name(self) -> dict[str, str]:
        """Return the colours of drawings by their names in the user's `config.toml`."""
        fills = {f"fill-{hue}": colour for hue, colour in self.fills.items()}
        return {
            "page": self.page,
            "text": self.text,
            "faint": self.faint,
            **self.lines,
            **fills,
        }

    @property
    def mean_fill(self) -> str:
        """Return the colour of the bar that fills a node's box in proportion to the node's mean.

        It is a mix of the page's colour and a line's colour.

        >>> THEMES["mono"].mean_fill, STYLED_THEME.mean_fill
        ('#B8B8B8', 'var(--level)')
        """
        # In STYLED_THEME, colours are CSS variables; the style sheet contains the mixed colour.
        if not self.page.startswith("#"):
            return "var(--level)"
        page_bytes = bytes.fromhex(self.page[1:])
        line_bytes = bytes.fromhex(self.lines["sky"][1:])
        mixed = []
        for page, line in zip(page_bytes, line_bytes, strict=True):
            mixed.append(round(page + FILL_OPACITY * (line - page)))
        return "#" + "".join(f"{part:02X}" for part in mixed)


FILL_OPACITY = 0.28
"""The share of a line's colour in the mix `Theme.level`."""
THEME_COLUMNS = ("light", "dark", "mono", "contrast")
DRAWN_COLOURS = {
    "page":           ("#FFFFFF", "#0D1117", "#FFFFFF", "#000000"),
    "text":           ("#1F2328", "#D6DEE7", "#000000", "#FFFFFF"),
    "faint":          ("#5F6872", "#98A1AB", "#555555", "#DDDDDD"),
    "grey":           ("#5F6770", "#949DA7", "#000000", "#CCCCCC"),
    "blue":           ("#067AC1", "#109BF0", "#000000", "#35A4FA"),
    "yellow":         ("#84693B", "#FBF161", "#000000", "#FFFF33"),
    "sky":            ("#2F7BA8", "#56B4E9", "#000000", "#9AD4FF"),
    "green":          ("#006349", "#3BD2A4", "#000000", "#33E8A8"),
    "vermillion":     ("#C13B01", "#FF7A52", "#000000", "#FF8A66"),
    "purple":         ("#9A2B9C", "#C99AD0", "#000000", "#FAC0E5"),
    "orange":         ("#581D20", "#EEA406", "#000000", "#FCB32A"),
    "fill-grey":      ("#F6F8FA", "#161B22", "#FFFFFF", "#000000"),
    "fill-blue":      ("#E6F1FA", "#0B2A40", "#FFFFFF", "#000000"),
    "fill-yellow":    ("#FFF3B0", "#3D3B12", "#DDDDDD", "#444400"),
    "fill-sky":       ("#EEF6FC", "#10202C", "#FFFFFF", "#000000"),
    "fill-green":     ("#D8F3E9", "#06301F", "#FFFFFF", "#000000"),
    "fill-vermillion":("#FFF1E8", "#32190B", "#FFFFFF", "#000000"),
    "fill-purple":    ("#FAF0FA", "#26142A", "#FFFFFF", "#000000"),
    "fill-orange":    ("#FFF4E0", "#30220A", "#FFFFFF", "#000000"),
}  # fmt: skip
"""The colours of drawings in each theme, by their names."""
EXPLORER_COLOURS = {
    "page":           ("",        "",        "#101010", ""),
    "text":           ("",        "",        "#E0E0E0", ""),
    "dim":            ("",        "",        "#ACACAC", ""),
    "barnow":         ("",        "",        "#5A5A5A", ""),
    "open":           ("#005A94", "#4DA3DD", "#FFFFFF", "#66CCFF"),
    "current":        ("#4F3700", "",        "#FFFFFF", ""),
    "done":           ("#2B6C94", "#8CCBF0", "#D0D0D0", "#FFFFFF"),
    "best":           ("#0A704A", "",        "#FFFFFF", ""),
    "cut":            ("",        "",        "#FFFFFF", ""),
    "pruned":         ("",        "",        "#A8A8A8", ""),
    "tocome":         ("",        "",        "#A6A6A6", ""),
    "strong":         ("#000000", "#FFFFFF", "#FFFFFF", "#FFFFFF"),
    "alpha":          ("",        "",        "#FFFFFF", ""),
    "beta":           ("#3A62D4", "#5D9DFA", "#FFFFFF", "#81BDFD"),
    "bar":            ("#E4ECF4", "#26323F", "#3A3A3A", "#333333"),
    "hatch":          ("#B06AB2", "#A87AB0", "#A8A8A8", "#FAC0E5"),
    "line":           ("#858E98", "#5A636D", "#707070", "#FFFFFF"),
}  # fmt: skip
"""The explorer's own colours in each theme; "" if it uses the colour of drawings."""


def _built_in_theme(name: str) -> Theme:
    """Return the built-in theme `name`, made from its column in the two tables of colours."""
    column = THEME_COLUMNS.index(name)
    drawn = {key: row[column] for key, row in DRAWN_COLOURS.items()}
    lines = {hue: drawn[hue] for hue in HUE_NAMES}
    fills = {hue: drawn[f"fill-{hue}"] for hue in HUE_NAMES}
    # Leave out the empty entries, where the explorer uses the colour of drawings.
    explorer = {key: row[column] for key, row in EXPLORER_COLOURS.items() if row[column]}
    return Theme(
        name=name,
        page=drawn["page"],
        text=drawn["text"],
        faint=drawn["faint"],
        lines=lines,
        fills=fills,
        explorer=explorer,
        is_dark=name != "light",
    )


BUILT_IN = {name: _built_in_theme(name) for name in THEME_COLUMNS}
RESERVED_THEME_NAMES = ("last", "styled")
"""Names that no theme can have: the setting for the theme used last, and the theme of web pages."""

DRAWN_NAMES_OF_EXPLORER_COLOURS = {
    "page": "page",
    "text": "text",
    "dim": "faint",
    "barnow": "fill-yellow",
    "alpha": "orange",
    **{state.value.replace(" ", ""): look.hue for state, look in STATE_LOOKS.items()},
}
"""The colour of drawings that each colour of the explorer is equal to by default."""
HEX_COLOUR = re.compile("#[0-9A-Fa-f]{6}")
EXPLORER_ONLY_NAMES = (
    "dim",
    "barnow",
    "alpha",
    "strong",
    "beta",
    "bar",
    "hatch",
    "line",
    "open",
    "current",
    "done",
    "best",
    "cut",
    "pruned",
    "tocome",
)
"""The explorer's colours that a user's own theme may have in addition to those of drawings."""
COLOUR_NAMES = (
    "page",
    "text",
    "faint",
    *HUE_NAMES,
    *(f"fill-{hue}" for hue in HUE_NAMES),
    *EXPLORER_ONLY_NAMES,
)
"""The colours that a user's own theme may have."""


@lru_cache(1)
def _read_own_themes(settings: Config) -> tuple[dict[str, Theme], list[str]]:
    """Return the themes that the user has defined, and a sentence about each mistake in them."""
    themes = dict[str, Theme]()
    faults = list[str]()
    for name, table in settings.table("themes").items():
        is_taken = name in BUILT_IN or name in RESERVED_THEME_NAMES
        is_well_formed = re.fullmatch("[a-z][a-z0-9-]*", name)
        if is_taken or not is_well_formed:
            faults.append(
                f"a theme cannot be called {name!r:.60}; choose another name of small letters"
            )
        elif not isinstance(table, dict):
            faults.append(f"the theme {name} is not a table of colours, [themes.{name}]")
        else:
            themes[name] = _read_own_theme(name, table, faults)
    return themes, faults


def _read_own_theme(name: str, table: Mapping[str, Any], faults: list[str]) -> Theme:
    """Return the theme that a table in the user's settings describes.

    The key `like` names a built-in theme (by default `dark`), which provides all missing colours. A
    sentence about each mistake in the table is added to `faults`.
    """
    base_name = table.get("like", "dark")
    if base_name not in BUILT_IN:
        faults.append(
            f"the theme {name} cannot be like {base_name!r:.60}; "
            f"it can be like one of {' '.join(BUILT_IN)}"
        )
    base = BUILT_IN.get(base_name, BUILT_IN["dark"])
    colours = _read_colours(name, table, faults)
    explorer = _explorer_colours(base, colours)
    page = colours.get("page", base.page)
    explorer_page = explorer.get("page", page)
    brightness = sum(bytes.fromhex(explorer_page[1:])) / 3
    return Theme(
        name=name,
        page=page,
        text=colours.get("text", base.text),
        faint=colours.get("faint", base.faint),
        lines={hue: colours.get(hue, line) for hue, line in base.lines.items()},
        fills={hue: colours.get(f"fill-{hue}", fill) for hue, fill in base.fills.items()},
        explorer=explorer,
        is_dark=brightness < 128,
    )


def _explorer_colours(base: Theme, colours: Mapping[str, str]) -> dict[str, str]:
    """Return the explorer's own colours in a user's theme.

    `base` is the built-in theme that provides all colours missing in `colours`.
    """
    explorer = dict[str, str]()
    for key, colour in base.explorer.items():
        # If the user has changed the matching colour of drawings, leave the key out: the explorer
        # then uses that colour, too.
        drawn_key = DRAWN_NAMES_OF_EXPLORER_COLOURS.get(key)
        if drawn_key not in colours:
            explorer[key] = colour
    for key in EXPLORER_ONLY_NAMES:
        if key in colours:
            explorer[key] = colours[key]
    return explorer


def _read_colours(name: str, table: Mapping[str, Any], faults: list[str]) -> dict[str, str]:
    """Return the valid colours in a theme's table; add a sentence on each mistake to `faults`."""
    colours = dict[str, str]()
    for key, colour in table.items():
        if key == "like":
            # This key names a theme instead of a colour.
            continue
        if key in COLOUR_NAMES:
            if isinstance(colour, str) and HEX_COLOUR.fullmatch(colour):
                colours[key] = colour.upper()
            else:
                faults.append(
                    f"the colour {key} of the theme {name} is {colour!r:.60}; write it as in "
                    "#1F2328"
                )
        else:
            similar = get_close_matches(key, COLOUR_NAMES, n=1)
            hint = ""
            if similar:
                hint = f" (did you mean {similar[0]}?)"
            faults.append(
                f"a theme has no colour {key!r:.60}{hint}; visualizer config lists those it has"
            )
    return colours


def own_themes() -> dict[str, Theme]:
    """Return the themes that the user has defined, by name."""
    themes, _ = _read_own_themes(config())
    return themes


def theme_faults() -> list[str]:
    """Return a sentence about each mistake in the themes that the user has defined."""
    _, faults = _read_own_themes(config())
    return faults


THEMES: PlugInRegistry[Theme] = PlugInRegistry(
    "theme",
    BUILT_IN,
    lambda theme: isinstance(theme, Theme) and {*HUE_NAMES} <= {*theme.lines} & {*theme.fills},
    lambda name, theme: replace(theme, name=name),
    own=own_themes,
    reserved=RESERVED_THEME_NAMES,
)
"""Every theme by name: built in, the user's own, or from an installed package."""


def find_theme(name: str) -> Theme:
    """Return a theme by name; InputError lists the themes."""
    if name not in THEMES:
        raise InputError(f"the theme {name!r:.60} is not one of {' '.join(THEMES.names())}")
    return THEMES[name]


STYLED_THEME = Theme(
    name="styled",
    page="var(--page)",
    text="var(--text)",
    faint="var(--faint)",
    lines={hue: f"var(--line-{hue})" for hue in HUE_NAMES},
    fills={hue: f"var(--fill-{hue})" for hue in HUE_NAMES},
)
"""The theme of web pages: colours are CSS variables, so that a page can switch themes."""
PICTURE_THEMES: Mapping[str, Theme] = ChainMap({STYLED_THEME.name: STYLED_THEME}, THEMES)
"""Every theme in which a picture can be drawn."""


def style_variables(theme: Theme) -> str:
    """Return CSS that sets the variables of `STYLED_THEME` to the colours of a theme.

    >>> style_variables(THEMES["mono"])[:40]
    '--page:#FFFFFF;--text:#000000;--faint:#5'
    """
    colours = {
        "page": theme.page,
        "text": theme.text,
        "faint": theme.faint,
        "level": theme.mean_fill,
    }
    colours |= {f"line-{hue}": theme.lines[hue] for hue in HUE_NAMES}
    colours |= {f"fill-{hue}": theme.fills[hue] for hue in HUE_NAMES}
    return "".join(f"--{name}:{colour};" for name, colour in colours.items())


DARK_INK = "#0A0A0A"
LIGHT_INK = "#FFFFFF"
PIECE_RIM = "#9A9A9A"
"""The outline of a dark piece, visible on dark squares and on another piece."""
HEAT_SHADES = 5
"""How many shades a heat map has."""


@dataclass(frozen=True, slots=True)
class BoardColours:
    """The colours of a board's squares.

    `grounds` has three shades of each ground, from dark to light. `heat` has the shades of a heat
    map, from the least to the greatest number, and `words` the colour of words on each shade.
    `words_on_ground` is for letters and signs on squares, other than pieces. `line` is the colour
    of the lines between squares. `marks` are the colours of marked squares, by kind of mark.
    """

    grounds: dict[str, tuple[str, str, str]]
    heat: tuple[str, ...]
    words: tuple[str, ...]
    words_on_ground: str
    line: str
    marks: dict[str, str] = field(default_factory=dict)


COLOURED_BOARD = BoardColours(
    grounds={
        "wood": ("#875830", "#9A663A", "#BA8755"),
        "green": ("#2B6E47", "#357F54", "#4E986C"),
        "grey": ("#5F6772", "#6E7783", "#858E9A"),
    },
    heat=("#FFF3C4", "#FFD56B", "#F79A3C", "#DB5F1C", "#8E2408"),
    words=("#0A0A0A", "#0A0A0A", "#0A0A0A", "#0A0A0A", "#FFFFFF"),
    words_on_ground="#FFFFFF",
    line="#262626",
    marks={
        "placed": "#1F63B5",
        "arrived": "#1F63B5",
        "left": "#4B7DB8",
        "flipped": "#7A4BA6",
        "captured": "#B5352A",
    },
)
"""The board in every theme but mono: squares on which both dark and light pieces stand out."""
COLOURLESS_BOARD = BoardColours(
    grounds={
        "wood": ("#C8C8C8", "#EFEFEF", "#FFFFFF"),
        "green": ("#C8C8C8", "#EFEFEF", "#FFFFFF"),
        "grey": ("#C8C8C8", "#EFEFEF", "#FFFFFF"),
    },
    heat=("#FFFFFF", "#E8E8E8", "#D0D0D0", "#B8B8B8", "#A0A0A0"),
    words=("#0A0A0A", "#0A0A0A", "#0A0A0A", "#0A0A0A", "#0A0A0A"),
    words_on_ground="#0A0A0A",
    line="#8C8C8C",
    marks={
        "placed": "#FFFFFF",
        "arrived": "#FFFFFF",
        "left": "#FFFFFF",
        "flipped": "#FFFFFF",
        "captured": "#FFFFFF",
    },
)
"""The board in mono, which is for paper."""


def board_colours(theme: str) -> BoardColours:
    """Return the colours of boards in pictures with a theme; `theme` is its name."""
    if theme == "mono":
        return COLOURLESS_BOARD
    return COLOURED_BOARD


def heat_shade(share: float) -> int:
    """Return the index of a heat map's shade for a number; `share` is its share of the maximum.

    >>> heat_shade(0), heat_shade(0.5), heat_shade(1)
    (0, 2, 4)
    """
    # The maximum itself has the last shade, too.
    return min(HEAT_SHADES - 1, int(share * HEAT_SHADES))
