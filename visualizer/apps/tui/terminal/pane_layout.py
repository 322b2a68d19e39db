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
"""Lines of header, timeline and footer together."""
MIN_PANE_LINES = {"window": 8, "counts": 4}
"""Least lines of the panes below a board where all are shown."""
ROOMY_PANE_LINES = {"window": 14, "counts": 7, "line": 5}
"""Lines of these panes on a high screen."""
MIN_LINE_PANE_LINES = 3
HEIGHTS_WITHOUT_BOARD = {"window": "1fr", "line": "5", "counts": "7"}
"""The heights where all panes are shown and the game has no board."""
TAB_CYCLE = ("board", "window", "counts", "line", "code")
"""What `tab` shows, one at a time, where there is room for one only."""


def is_too_small(width: int, height: int) -> bool:
    """Return whether the screen has room only for a sentence that says so."""
    return width < MIN_SCREEN_SIZE[0] or height < MIN_SCREEN_SIZE[1]


def has_room_below(width: int, height: int) -> bool:
    """Return whether the code and the overview have room below the tree."""
    return width >= 110 and height >= 30


def side_pane_lines(width: int, height: int) -> int:
    """Return the lines that the panes beside the tree have together."""
    return height - FIXED_SCREEN_LINES - why_height(width, height) - lines_below_tree(width, height)


def shows_all_panes(width: int, height: int, board: int = 0, more: int = 0) -> bool:
    """Return whether all panes can be shown at once, with a board of so many lines and a caption.

    `more` is how many lines the texts above and below the tree take beyond the usual.
    """
    if not has_room_below(width, height) or height < 38:
        return False
    least = board + 1 + FRAME_LINES + sum(MIN_PANE_LINES.values())
    return side_pane_lines(width, height) - more >= least


def side_pane_heights(
    width: int, height: int, single: str, *, board: int = 0, wish: int = 0, more: int = 0
) -> dict[str, str]:
    """Return the height of each pane beside the tree, in lines or as `1fr` for the rest.

    `single` is the pane chosen by `tab`. `board` is how many lines the board takes, 0 if there is
    none, and `wish` how many with the words below it. `more` is how many lines the texts above and
    below the tree take beyond the usual.
    """
    space = side_pane_lines(width, height) - more
    if shows_all_panes(width, height, board, more):
        if not board:
            return HEIGHTS_WITHOUT_BOARD
        lines = lines_below_board(height, wish + FRAME_LINES, space)
        return {"board": "1fr"} | {name: str(count) for name, count in lines.items()}
    if single in SIDE_PANES:
        first = single
    else:
        first = "board" if board else "window"
    if has_room_below(width, height):
        count_lines = 4
    else:
        count_lines = 6
    # A board that would not have room beside the counts has the whole side.
    is_crowded = first == "board" and board + 1 + FRAME_LINES + count_lines > space
    if first == "counts" or height < 22 or is_crowded:
        return {first: "1fr"}
    return {first: "1fr", "counts": str(count_lines)}


def lines_below_board(height: int, board: int, space: int) -> dict[str, int]:
    """Return the lines of the panes below a board that would like `board` lines of all `space`.

    What the board lacks it gets first from the window pane, then from counts and best line, as far
    as they have more than they need.
    """
    lines = dict(ROOMY_PANE_LINES if height >= 46 else MIN_PANE_LINES)
    least_lines = MIN_PANE_LINES | {"line": MIN_LINE_PANE_LINES}
    for name, least in least_lines.items():
        if name in lines:
            lacking = max(0, board + sum(lines.values()) - space)
            lines[name] = max(least, lines[name] - lacking)
    return lines


def code_heights(height: int, *, both: bool) -> dict[str, str]:
    """Return the heights while the code takes the board's place, with `both` also the windows."""
    heights = {"board": "1fr"}
    if both and height >= 38:
        heights["window"] = "10"
    return heights


def lines_below_tree(width: int, height: int) -> int:
    """Return the lines for the code and the overview below the tree, 0 for none."""
    if not has_room_below(width, height):
        return 0
    return 14 if height >= 46 else 8


def side_width(width: int, board: int = 0) -> int:
    """Return the width of the panes beside the tree.

    A board of `board` columns may widen them up to a third of the screen.
    """
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
    """Return the width of the panes beside the tree with pseudocode of so many columns."""
    return min(code + 2 * FRAME_LINES, width * 2 // 3)


def own_code_width(width: int, code: int) -> int:
    """Return the width of the panes beside the tree with a student's code of so many columns."""
    variables = 30 if width >= 150 else 0
    return max(min(code + variables + 2 * FRAME_LINES, width * 3 // 5), width // 2)


def next_single_pane(single: str, board: int = 0, *, code: bool = True) -> str:
    """Return the pane that `tab` shows next; `code` says whether it can be the code."""
    missing = set()
    if not code:
        missing.add("code")
    if not board:
        missing.add("board")
    return next_word([name for name in TAB_CYCLE if name not in missing], single)


def why_height(width: int, height: int) -> int:
    """Return the lines for the sentence."""
    if height < 20:
        return 4
    if height >= 46:
        return 7
    return 6 if width < 110 else 5


def start_classes(width: int, height: int) -> dict[str, bool]:
    """Return the classes of the start screen in the style sheet, with whether each one holds.

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
