"""Which panes have room at which size of the screen, and how large they are."""

from visualizer.apps.tui.options import turned

SMALLEST = (60, 16)
TOO_SMALL = f"This terminal is too small: it must be at least {'×'.join(map(str, SMALLEST))}."
BESIDE = ("board", "window", "line", "counts")
"""The panes beside the tree, from the top."""
FRAME = 2
LINES = 3
"""Lines of a frame; lines of header, timeline and footer together."""
LEAST = {"window": 8, "counts": 4}
"""Least lines of these panes where all are shown."""
WITHOUT_BOARD = {"window": "1fr", "line": "5", "counts": "7"}
"""The heights where all panes are shown and the game has no board."""
CYCLE = ("board", "window", "counts", "line", "code")
"""What `tab` shows, one at a time, where there is room for one only."""


def is_tiny(width: int, height: int) -> bool:
    """Return whether the screen is too small for anything but a sentence about that."""
    return width < SMALLEST[0] or height < SMALLEST[1]


def is_roomy(width: int, height: int) -> bool:
    """Return whether the code and the overview have room below the tree."""
    return width >= 110 and height >= 30


def beside(width: int, height: int) -> int:
    """Return the lines that the panes beside the tree have together."""
    return height - LINES - why_height(width, height) - below(width, height)


def shows_all(width: int, height: int, board: int = 0, more: int = 0) -> bool:
    """Return whether all panes can be shown at once, the board with its lines and one more."""
    least = board + 1 + FRAME + sum(LEAST.values())
    return is_roomy(width, height) and height >= 38 and beside(width, height) - more >= least


def heights(
    width: int, height: int, single: str, board: int = 0, wish: int = 0, more: int = 0
) -> dict[str, str]:
    """Return the height of each pane that is shown beside the tree, in lines or as `1fr` for what is left.

    `board` is how many lines the board takes, 0 if there is none, and `wish` with the words below it: where
    the other panes have more than they need, the board gets it, and where there is no room for both, the counts leave
    it theirs. `more` are lines that what is said above and below the tree takes beyond the usual.
    """
    space = beside(width, height) - more
    if shows_all(width, height, board, more):
        if not board:
            return WITHOUT_BOARD
        if height >= 46:
            shown = {"window": 14, "counts": 7, "line": 5}
        else:
            shown = LEAST
        for name, least in (LEAST | ({"line": 3} if "line" in shown else {})).items():
            lacking = wish + FRAME + sum(shown.values()) - space
            shown = shown | {name: max(least, shown[name] - max(0, lacking))}
        return {"board": "1fr"} | {name: str(lines) for name, lines in shown.items()}
    if single in BESIDE:
        first = single
    elif board:
        first = "board"
    else:
        first = "window"
    if is_roomy(width, height):
        counts = 4
    else:
        counts = 6
    crowded = first == "board" and board + 1 + FRAME + counts > space
    if first == "counts" or height < 22 or crowded:
        return {first: "1fr"}
    return {first: "1fr", "counts": str(counts)}


def code_heights(height: int, *, both: bool) -> dict[str, str]:
    """Return the heights while the code takes the place of the board; `both` leaves the windows room where there is."""
    return {"board": "1fr"} | ({"window": "10"} if both and height >= 38 else {})


def below(width: int, height: int) -> int:
    """Return the lines for the code and the overview below the tree, 0 for none."""
    if not is_roomy(width, height):
        return 0
    return 14 if height >= 46 else 8


def side_width(width: int, board: int = 0) -> int:
    """Return the width of the panes beside the tree; for a board of n columns up to a third of the screen."""
    if width < 80:
        usual = 24
    elif width < 110:
        usual = 26
    elif width < 140:
        usual = 34
    elif width < 180:
        usual = 42
    else:
        usual = 52
    return max(usual, min(board + 2 * FRAME, width // 3))


def code_width(width: int, code: int) -> int:
    """Return the width of the panes beside the tree while one shows the code, which has n columns."""
    return min(code + 2 * FRAME, width * 2 // 3)


def own_code_width(width: int, code: int) -> int:
    """Return the width of the panes beside the tree while one shows a person's own code, which has n columns."""
    variables = 30 if width >= 150 else 0
    return max(min(code + variables + 2 * FRAME, width * 3 // 5), width // 2)


def after(single: str, board: int = 0, *, code: bool = True) -> str:
    """Return the pane that `tab` shows next; `code` says whether it can be the code."""
    missing = set() if code else {"code"}
    missing |= set() if board else {"board"}
    return turned([name for name in CYCLE if name not in missing], single)


def why_height(width: int, height: int) -> int:
    """Return the lines for the sentence."""
    if height < 20:
        return 4
    if height >= 46:
        return 7
    if width < 110:
        return 6
    return 5


def start_classes(width: int, height: int) -> dict[str, bool]:
    """Return the classes by which the style sheet lays out the start screen, each with whether there is room for that.

    >>> [name for name, has_room in start_classes(120, 40).items() if has_room]
    ['-wide', '-tall']
    """
    return {
        "-tiny": is_tiny(width, height),
        "-wide": width >= 110,
        "-widest": width >= 160,
        "-tall": height >= 36,
        "-high": height >= 46,
    }
