"""The bundled type: where its files are and which letters it has."""

from functools import cache
from importlib import import_module
from pathlib import Path
from typing import NamedTuple


class Typeface(NamedTuple):
    """A family in two weights, and what stands for it where it is not installed: in web pages, and in slides."""

    family: str
    files: str
    css: str
    office: str

    @property
    def regular(self) -> Path:
        """Return the file of the regular weight."""
        return Path(__file__).parent / "fonts" / f"{self.files}.ttf"

    @property
    def bold(self) -> Path:
        """Return the file of the bold weight."""
        return Path(__file__).parent / "fonts" / f"{self.files}-Bold.ttf"


TYPEFACES = {
    "mono": Typeface("DejaVu Sans Mono", "DejaVuSansMono", "Menlo, Consolas, monospace", "Consolas"),
    "sans": Typeface("DejaVu Sans Condensed", "DejaVuSansCondensed", "Arial, Helvetica, sans-serif", "Arial"),
}
"""By the names of `--font`; numbers of the second are hardly wider than those of the first, which the layout is for."""
FAMILY, REGULAR, BOLD = TYPEFACES["mono"].family, TYPEFACES["mono"].regular, TYPEFACES["mono"].bold


@cache
def letters() -> frozenset[int]:
    """Return the code points that can be drawn in both weights."""
    fonts = import_module("fontTools.ttLib")  # slow to load, rarely needed, and untyped
    with fonts.TTFont(REGULAR, lazy=True) as regular, fonts.TTFont(BOLD, lazy=True) as bold:
        return frozenset(regular.getBestCmap()) & frozenset(bold.getBestCmap())
