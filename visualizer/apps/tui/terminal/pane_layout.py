"""The panes that have room at each size of the screen, and their sizes."""

from visualizer.apps.tui.options import next_word

MIN_SCREEN_SIZE = (60, 16)
SCREEN_TOO_SMALL = (
    f"This terminal is too small: it must be at least {'×'.join(map(str, MIN_SCREEN_SIZE))}."
)
SIDE_PANES = ("board", "window", "line", "counts")
"""The panes next to the tree, from the top."""
FRAME_LINES = 2
FIXED_SCREEN_LINES = 3
"""Lines of header, timeline and footer together."""
MIN_PANE_LINES = {"window": 8, "counts": 4}
"""The least lines of the panes below a board while all are shown."""
ROOMY_PANE_LINES = {
    "window": 14,
    "counts": 7,
    "line": 5,
}
"""Lines of these panes on a high screen."""
MIN_LINE_PANE_LINES = 3
HEIGHTS_WITHOUT_BOARD = {
    "window": "1fr",
    "line": "5",
    "counts": "7",
}
"""The heights while all panes are shown and the game has no board."""
TAB_CYCLE = ("board", "window", "counts", "line", "code")
"""The panes that `tab` shows in turn on a screen with room for only one."""


def is_too_small(width: int, height: int) -> bool:
    """Return whether the screen is too small for any pane, and shows only a message."""
    return width < MIN_SCREEN_SIZE[0] or height < MIN_SCREEN_SIZE[1]


def has_room_below(width: int, height: int) -> bool:
    """Return whether the code and the overview have room below the tree."""
    return width >= 110 and height >= 30


def side_pane_lines(width: int, height: int) -> int:
    """Return the number of lines for all panes next to the tree."""
    return height - FIXED_SCREEN_LINES - why_height(width, height) - lines_below_tree(width, height)


def shows_all_panes(width: int, height: int, board: int = 0, more: int = 0) -> bool:
    """Return whether all panes next to the tree fit at once on a screen of a size in cells.

    `board` is the number of lines of the board. The texts above and below the tree take `more`
    lines than usual.
    """
    is_high_enough = height >= 38
    if not has_room_below(width, height) or not is_high_enough:
        return False
    caption_lines = 1
    board_pane_lines = board + caption_lines + FRAME_LINES
    least = board_pane_lines + sum(MIN_PANE_LINES.values())
    return side_pane_lines(width, height) - more >= least


def side_pane_heights(
    width: int, height: int, single: str, *, board: int = 0, wish: int = 0, more: int = 0
) -> dict[str, str]:
    """Return the height of each shown pane next to the tree: lines, or "1fr" for the rest.

    `single` is the pane that the user chose by tab, for a screen without room for all. `board` is
    the number of lines of the board, 0 for none; `wish` also counts the words below the board. The
    texts above and below the tree take `more` lines than usual.
    """
    space = side_pane_lines(width, height) - more
    if not shows_all_panes(width, height, board, more):
        counts_lines = 4 if has_room_below(width, height) else 6
        return single_pane_heights(
            height,
            single,
            board=board,
            counts=counts_lines,
            space=space,
        )
    if not board:
        return HEIGHTS_WITHOUT_BOARD
    lines = lines_below_board(height, wish + FRAME_LINES, space)
    return {"board": "1fr"} | {name: str(count) for name, count in lines.items()}


def single_pane_heights(
    height: int, single: str, *, board: int, counts: int, space: int
) -> dict[str, str]:
    """Return the heights of the chosen pane and, if there is room, of the counts below it.

    `single` is the chosen pane, by default the board or else the window. `board` and `counts` are
    the lines that these panes need, and `space` is the number of lines for all panes.
    """
    if single in SIDE_PANES:
        first = single
    elif board:
        first = "board"
    else:
        first = "window"
    alone = {first: "1fr"}
    if first == "counts" or height < 22:
        return alone
    # A board that leaves no room for the counts has the whole side.
    caption_lines = 1
    if first == "board" and board + caption_lines + FRAME_LINES + counts > space:
        return alone
    return {**alone, "counts": str(counts)}


def lines_below_board(height: int, board: int, space: int) -> dict[str, int]:
    """Return the number of lines of each pane below the board.

    The board needs `board` of the `space` lines. If the panes do not fit below it, they are made
    smaller: the window pane first, then the counts, then the best line.
    """
    lines = dict(ROOMY_PANE_LINES if height >= 46 else MIN_PANE_LINES)
    least_lines = MIN_PANE_LINES | {"line": MIN_LINE_PANE_LINES}
    # Each pane shrinks only as far as lines are still lacking, and never below its minimum.
    for name, least in least_lines.items():
        if name in lines:
            lacking = max(0, board + sum(lines.values()) - space)
            lines[name] = max(least, lines[name] - lacking)
    return lines


def code_heights(height: int, *, both: bool) -> dict[str, str]:
    """Return the heights of the panes while the code stands in the board's place.

    With `both`, the pane with the windows is shown, too.
    """
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
    """Return the width of the panes next to the tree, in columns.

    A board of `board` columns may widen the panes to at most a third of the screen.
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
    # Left and right the frame takes two columns, and its padding as many.
    width_for_board = board + 2 * FRAME_LINES
    return max(usual, min(width_for_board, width // 3))


def code_width(width: int, code: int) -> int:
    """Return the width of the panes next to the tree, with pseudocode of `code` columns."""
    return min(code + 2 * FRAME_LINES, width * 2 // 3)


def own_code_width(width: int, code: int) -> int:
    """Return the width of the panes next to the tree, with a user's code of `code` columns."""
    # A wide screen has room for the variables at the right of the code.
    variables = 30 if width >= 150 else 0
    return max(min(code + variables + 2 * FRAME_LINES, width * 3 // 5), width // 2)


def next_single_pane(single: str, board: int = 0, *, code: bool = True) -> str:
    """Return the pane that `tab` shows next; the code only if the search has `code`."""
    missing = set()
    if not code:
        missing.add("code")
    if not board:
        missing.add("board")
    return next_word([name for name in TAB_CYCLE if name not in missing], single)


def why_height(width: int, height: int) -> int:
    """Return the number of lines for the sentence of the step."""
    if height < 20:
        return 4
    if height >= 46:
        return 7
    return 6 if width < 110 else 5


def start_classes(width: int, height: int) -> dict[str, bool]:
    """Return the classes of the start screen in the style sheet, and whether each one is set.

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
