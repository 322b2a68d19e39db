"""Which panes have room at which size of the screen, and how large they are."""

from visualizer.apps.tui.options import next_word

MIN_SCREEN_SIZE = (60, 16)
SCREEN_TOO_SMALL = (
    f"This terminal is too small: it must be at least {'×'.join(map(str, MIN_SCREEN_SIZE))}."
)
SIDE_PANES = ("board", "window", "line", "counts")
"""The panes beside the tree, from the top."""
FRAME_LINES = 2
FIXED_SCREEN_LINES = 3
"""Lines of a frame; lines of header, timeline and footer together."""
MIN_PANE_LINES = {"window": 8, "counts": 4}
"""Least lines of these panes where all are shown."""
HEIGHTS_WITHOUT_BOARD = {"window": "1fr", "line": "5", "counts": "7"}
"""The heights where all panes are shown and the game has no board."""
TAB_CYCLE = ("board", "window", "counts", "line", "code")
"""What `tab` shows, one at a time, where there is room for one only."""


def is_too_small(width: int, height: int) -> bool:
    """Return whether the screen is too small for anything but a sentence about that."""
    return width < MIN_SCREEN_SIZE[0] or height < MIN_SCREEN_SIZE[1]


def has_room_below(width: int, height: int) -> bool:
    """Return whether the code and the overview have room below the tree."""
    return width >= 110 and height >= 30


def side_pane_lines(width: int, height: int) -> int:
    """Return the lines that the panes beside the tree have together."""
    return height - FIXED_SCREEN_LINES - why_height(width, height) - lines_below_tree(width, height)


def shows_all_panes(width: int, height: int, board: int = 0, more: int = 0) -> bool:
    """Return whether all panes can be shown at once, the board with its lines and one more."""
    least = board + 1 + FRAME_LINES + sum(MIN_PANE_LINES.values())
    return (
        has_room_below(width, height)
        and height >= 38
        and side_pane_lines(width, height) - more >= least
    )


def side_pane_heights(
    width: int, height: int, single: str, board: int = 0, wish: int = 0, more: int = 0
) -> dict[str, str]:
    """Return the height of each pane that is shown beside the tree, in lines or as `1fr` for what is left.

    `board` is how many lines the board takes, 0 if there is none, and `wish` with the words below it: where
    the other panes have more than they need, the board gets it, and where there is no room for both, the counts leave
    it theirs. `more` are lines that what is said above and below the tree takes beyond the usual.
    """
    space = side_pane_lines(width, height) - more
    if shows_all_panes(width, height, board, more):
        if not board:
            return HEIGHTS_WITHOUT_BOARD
        if height >= 46:
            shown = {"window": 14, "counts": 7, "line": 5}
        else:
            shown = MIN_PANE_LINES
        for name, least in (MIN_PANE_LINES | ({"line": 3} if "line" in shown else {})).items():
            lacking = wish + FRAME_LINES + sum(shown.values()) - space
            shown = shown | {name: max(least, shown[name] - max(0, lacking))}
        return {"board": "1fr"} | {name: str(lines) for name, lines in shown.items()}
    if single in SIDE_PANES:
        first = single
    elif board:
        first = "board"
    else:
        first = "window"
    if has_room_below(width, height):
        counts = 4
    else:
        counts = 6
    crowded = first == "board" and board + 1 + FRAME_LINES + counts > space
    if first == "counts" or height < 22 or crowded:
        return {first: "1fr"}
    return {first: "1fr", "counts": str(counts)}


def code_heights(height: int, *, both: bool) -> dict[str, str]:
    """Return the heights while the code takes the place of the board; `both` leaves the windows room where there is."""
    return {"board": "1fr"} | ({"window": "10"} if both and height >= 38 else {})


def lines_below_tree(width: int, height: int) -> int:
    """Return the lines for the code and the overview below the tree, 0 for none."""
    if not has_room_below(width, height):
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
    return max(usual, min(board + 2 * FRAME_LINES, width // 3))


def code_width(width: int, code: int) -> int:
    """Return the width of the panes beside the tree while one shows the code, which has n columns."""
    return min(code + 2 * FRAME_LINES, width * 2 // 3)


def own_code_width(width: int, code: int) -> int:
    """Return the width of the panes beside the tree while one shows a person's own code, which has n columns."""
    variables = 30 if width >= 150 else 0
    return max(min(code + variables + 2 * FRAME_LINES, width * 3 // 5), width // 2)


def next_single_pane(single: str, board: int = 0, *, code: bool = True) -> str:
    """Return the pane that `tab` shows next; `code` says whether it can be the code."""
    missing = set() if code else {"code"}
    missing |= set() if board else {"board"}
    return next_word([name for name in TAB_CYCLE if name not in missing], single)


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
        "-tiny": is_too_small(width, height),
        "-wide": width >= 110,
        "-widest": width >= 160,
        "-tall": height >= 36,
        "-high": height >= 46,
    }
