"""Which panes have room at which size: a plain table, so that the smallest screen has all that matters."""

from __future__ import annotations

SMALLEST = (60, 16)
BESIDE = ("board", "window", "line", "counts")
"""The panes beside the tree, from the top."""
CYCLE = ("board", "window", "counts", "line", "code")
"""What `tab` shows, one at a time, where there is room for one only."""


def is_roomy(width: int, height: int) -> bool:
    """Say whether the code and the overview have room below the tree."""
    return width >= 110 and height >= 30


def shows_all(width: int, height: int) -> bool:
    """Say whether all panes can be seen at once."""
    return is_roomy(width, height) and height >= 38


def heights(width: int, height: int, single: str) -> dict[str, str]:
    """Return the height of each pane that is shown beside the tree, in lines or as `1fr` for what is left."""
    if shows_all(width, height):
        tall = height >= 46
        shown = {"board": "1fr", "window": "14" if tall else "8", "counts": "7" if tall else "4"}
        return shown | ({"line": "5"} if tall else {})
    first = single if single in BESIDE else "board"
    if first == "counts" or height < 22:
        return {first: "1fr"}
    return {first: "1fr", "counts": "4" if is_roomy(width, height) else "6"}


def below(width: int, height: int) -> int:
    """Return the lines for the code and the overview below the tree, 0 for none."""
    if not is_roomy(width, height):
        return 0
    return 14 if height >= 46 else 8


def side_width(width: int) -> int:
    """Return the width of the panes beside the tree."""
    return 24 if width < 80 else 26 if width < 110 else 34 if width < 140 else 42 if width < 180 else 52


def why_height(width: int, height: int) -> int:
    """Return the lines for the sentence."""
    if height < 20:
        return 4
    return 7 if height >= 46 else 6 if width < 110 else 5
