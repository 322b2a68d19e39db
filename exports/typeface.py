"""The bundled type: where its files are and which letters it has."""

from __future__ import annotations

from functools import cache
from pathlib import Path

FAMILY = "DejaVu Sans Mono"
REGULAR = Path(__file__).parent / "fonts" / "DejaVuSansMono.ttf"
BOLD = Path(__file__).parent / "fonts" / "DejaVuSansMono-Bold.ttf"


@cache
def letters() -> frozenset[int]:
    """Return the code points that can be drawn in both weights."""
    from fontTools.ttLib import TTFont  # type: ignore[import-untyped]  # it has none; slow to load, seldom needed

    with TTFont(REGULAR, lazy=True) as regular, TTFont(BOLD, lazy=True) as bold:
        return frozenset(regular.getBestCmap()) & frozenset(bold.getBestCmap())
