"""The bundled type: where its files are and which letters it has."""

from functools import cache
from importlib import import_module
from pathlib import Path

FAMILY = "DejaVu Sans Mono"
REGULAR = Path(__file__).parent / "fonts" / "DejaVuSansMono.ttf"
BOLD = Path(__file__).parent / "fonts" / "DejaVuSansMono-Bold.ttf"


@cache
def letters() -> frozenset[int]:
    """Return the code points that can be drawn in both weights."""
    fonts = import_module("fontTools.ttLib")  # slow to load, rarely needed, and untyped
    with fonts.TTFont(REGULAR, lazy=True) as regular, fonts.TTFont(BOLD, lazy=True) as bold:
        return frozenset(regular.getBestCmap()) & frozenset(bold.getBestCmap())
