"""The panes that have room at each size of the screen, and their sizes."""

from visualizer.apps.tui.options import next_word

MIN_SCREEN_SIZE = (60, 16)
SCREEN_TOO_SMALL = (
    f"This terminal is too small: it must be at least {'×'.join(map(str, MIN_SCREEN_SIZE))}."
)
SIDE_PANES = ("board", "window", "line", "counts")
"""The panes next to the tree, from the top."""
ROOMY_SCREEN_LINES = 46
"""The least height of a screen on which the panes are larger than necessary."""
MIN_LINES_FOR_ALL_PANES = 38
"""The least height of a screen on which several panes fit next to the tree."""
FRAME_LINES = 2
"""Lines of the frame around a pane: one above and one below."""
SIDE_FRAME_COLUMNS = 4
"""Columns of the frame around a pane: at each side the frame itself and a column of padding."""
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


def shows_all_panes(width: int, height: int, board_lines: int = 0, extra_lines: int = 0) -> bool:
    """Return whether all panes next to the tree fit on a screen of `width` times `height` cells.

    `board_lines` is the height of the board, 0 for none. `extra_lines` is the number of lines by
    which the texts above and below the tree are higher than usual.
    """
    is_high_enough = height >= MIN_LINES_FOR_ALL_PANES
    if not has_room_below(width, height) or not is_high_enough:
        return False
    caption_lines = 1
    board_pane_lines = board_lines + caption_lines + FRAME_LINES
    needed_lines = board_pane_lines + sum(MIN_PANE_LINES.values())
    return side_pane_lines(width, height) - extra_lines >= needed_lines


def side_pane_heights(
    width: int,
    height: int,
    chosen_pane: str,
    *,
    board_lines: int = 0,
    captioned_lines: int = 0,
    extra_lines: int = 0,
) -> dict[str, str]:
    """Return the height of each visible pane next to the tree, as Textual reads it.

    A height is a number of lines, such as "5", or "1fr" for all remaining lines. A small screen
    shows only `chosen_pane`, which the user has chosen by tab.

    `board_lines` is the height of the board, 0 for none, and `captioned_lines` its height together
    with the captions below it, which are left out if they do not fit. `extra_lines` is the number
    of lines by which the texts above and below the tree are higher than usual.
    """
    available_lines = side_pane_lines(width, height) - extra_lines
    if not shows_all_panes(width, height, board_lines, extra_lines):
        counts_lines = 4 if has_room_below(width, height) else 6
        return single_pane_heights(
            height,
            chosen_pane,
            board_lines=board_lines,
            counts_lines=counts_lines,
            available_lines=available_lines,
        )
    if not board_lines:
        return HEIGHTS_WITHOUT_BOARD
    lines = lines_below_board(height, captioned_lines + FRAME_LINES, available_lines)
    return {"board": "1fr"} | {name: str(count) for name, count in lines.items()}


def single_pane_heights(
    height: int, chosen_pane: str, *, board_lines: int, counts_lines: int, available_lines: int
) -> dict[str, str]:
    """Return the height of the chosen pane and, if there is room, of the counts below it.

    `height` is the height of the screen, and `available_lines` the height of all panes together.
    If `chosen_pane` is not a pane next to the tree, the board is shown instead, or the window pane
    if there is no board (`board_lines` is 0).
    """
    if chosen_pane in SIDE_PANES:
        pane = chosen_pane
    elif board_lines:
        pane = "board"
    else:
        pane = "window"
    heights = {pane: "1fr"}
    if pane == "counts" or height < 22:
        return heights
    caption_lines = 1
    board_pane_lines = board_lines + caption_lines + FRAME_LINES
    is_board_too_high = board_pane_lines + counts_lines > available_lines
    if pane == "board" and is_board_too_high:
        return heights
    return {**heights, "counts": str(counts_lines)}


def lines_below_board(height: int, board_lines: int, available_lines: int) -> dict[str, int]:
    """Return the number of lines of each pane below the board.

    `height` is the height of the screen. The board takes `board_lines` of the `available_lines`. If
    the panes do not fit into the rest, the window pane is made smaller first, then the counts, then
    the best line.
    """
    lines = dict(ROOMY_PANE_LINES if height >= ROOMY_SCREEN_LINES else MIN_PANE_LINES)
    min_lines_by_pane = MIN_PANE_LINES | {"line": MIN_LINE_PANE_LINES}
    # Each pane shrinks only as far as lines are still lacking, and never below its minimum.
    for name, min_lines in min_lines_by_pane.items():
        if name in lines:
            lacking = max(0, board_lines + sum(lines.values()) - available_lines)
            lines[name] = max(min_lines, lines[name] - lacking)
    return lines


def code_heights(height: int, *, both: bool) -> dict[str, str]:
    """Return the heights of the panes next to the tree while the board's pane shows code instead.

    `both` asks for the window pane as well, which a low screen has no room for.
    """
    heights = {"board": "1fr"}
    if both and height >= MIN_LINES_FOR_ALL_PANES:
        heights["window"] = "10"
    return heights


def lines_below_tree(width: int, height: int) -> int:
    """Return the lines for the code and the overview below the tree, 0 for none."""
    if not has_room_below(width, height):
        return 0
    return 14 if height >= ROOMY_SCREEN_LINES else 8


def side_width(width: int, board_columns: int = 0) -> int:
    """Return the width of the panes next to the tree, in columns.

    `width` is the width of the screen. A wide board widens the panes, to at most a third of it.
    """
    if width < 80:
        usual_width = 24
    elif width < 110:
        usual_width = 26
    elif width < 140:
        usual_width = 34
    elif width < 180:
        usual_width = 42
    else:
        usual_width = 52
    width_for_board = board_columns + SIDE_FRAME_COLUMNS
    return max(usual_width, min(width_for_board, width // 3))


def code_width(width: int, code_columns: int) -> int:
    """Return the width of the panes next to the tree if they show pseudocode of some columns."""
    return min(code_columns + SIDE_FRAME_COLUMNS, width * 2 // 3)


def own_code_width(width: int, code_columns: int) -> int:
    """Return the width of the panes next to the tree if they show the user's code."""
    # A wide screen has room for the variables at the right of the code.
    variable_columns = 30 if width >= 150 else 0
    wanted_width = code_columns + variable_columns + SIDE_FRAME_COLUMNS
    return max(min(wanted_width, width * 3 // 5), width // 2)


def next_single_pane(pane: str, board_lines: int = 0, *, code: bool = True) -> str:
    """Return the pane that `tab` shows after `pane`.

    Skip the code pane if the search has no `code`, and the board pane if the board has no lines.
    """
    missing = set()
    if not code:
        missing.add("code")
    if not board_lines:
        missing.add("board")
    return next_word([name for name in TAB_CYCLE if name not in missing], pane)


def why_height(width: int, height: int) -> int:
    """Return the number of lines for the sentence of the step."""
    if height < 20:
        return 4
    if height >= ROOMY_SCREEN_LINES:
        return 7
    return 6 if width < 110 else 5


def start_classes(width: int, height: int) -> dict[str, bool]:
    """Return for each style class of the start screen whether the screen's size sets it.

    >>> [name for name, is_set in start_classes(120, 40).items() if is_set]
    ['-wide', '-tall']
    """
    return {
        "-tiny": is_too_small(width, height),
        "-wide": width >= 110,
        "-widest": width >= 160,
        "-tall": height >= 36,
        "-high": height >= 46,
    }
