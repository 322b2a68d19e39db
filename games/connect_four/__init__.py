"""Connect Four: drop stones into columns; the first player with four in a row wins."""

import games
from games.connect_four import rules
from games.connect_four.rules import empty_connect_four as empty_board
from games.connect_four.scores import (
    ORDERINGS,
    STAKES,
    early_win_score,
    open_line_lead,
    winning_or_stopping,
)


def size_from_settings(settings: games.Settings) -> rules.ConnectFourSize:
    """Return the size from the settings `size` and `connect`; ValueError if the two disagree."""
    # A size without a line length, such as 7x6, is read with a `connect` of 0.
    requested = settings.get("size", rules.USUAL_CONNECT_FOUR_SIZE._replace(connect=0))
    length = settings.get("connect", requested.connect or rules.USUAL_CONNECT_FOUR_SIZE.connect)
    if requested.connect and requested.connect != length:
        raise ValueError(
            f"size {requested.columns}x{requested.rows}/{requested.connect} is "
            f"{requested.connect} in a row, but connect is {length}"
        )
    size: rules.ConnectFourSize = requested._replace(connect=length)
    rules.check_connect(size)
    return size


def start(settings: games.Settings) -> rules.ConnectFour:
    """Return the empty board."""
    return empty_board(size_from_settings(settings))


def read(text: str, settings: games.Settings) -> rules.ConnectFour:
    """Read the columns of the stones, in the order played: `4453`, or `3x3/3 113` with a size.

    Without a size in the text, the board has the size of the settings. ValueError for any other
    text, and for a size that contradicts the settings.

    >>> read("4453", {}).maximizing, read("3x3/3 113", {}).maximizing
    (True, False)
    """
    games.check_length(text, rules.MAX_COLUMNS_LENGTH)
    size, columns = rules.split_size(text)
    if size is None:
        board = start(settings)
    else:
        check_size_settings(size, settings)
        board = empty_board(size)
    return GAME.after(board, columns)


def check_size_settings(size: rules.ConnectFourSize, settings: games.Settings) -> None:
    """Raise ValueError if the size of a position contradicts the settings `size` and `connect`."""
    requested = settings.get("size", size)
    is_same_board = (requested.columns, requested.rows) == (size.columns, size.rows)
    # A size without a line length, such as 7x6, is read with a `connect` of 0: any length will do.
    agrees_with_size = is_same_board and requested.connect in (0, size.connect)
    agrees_with_connect = settings.get("connect", size.connect) == size.connect
    if agrees_with_size and agrees_with_connect:
        return
    length = settings.get("connect", requested.connect or rules.USUAL_CONNECT_FOUR_SIZE.connect)
    requested_size = rules.write_size(requested._replace(connect=length))
    raise ValueError(
        f"the position has size {rules.write_size(size)}, but you asked for {requested_size}"
    )


def find_move(position: rules.ConnectFour, word: str) -> int:
    """Return the column, counted from 0, that a word such as `3` or `col 3` names.

    ValueError for any other word, and for a full column.
    """
    digit = "".join(rules.split_columns(word))
    column = rules.read_column(digit, position.size.columns)
    # After the end of the game, `find_by_name` says that the game is over.
    if position.result is None and column not in position.moves():
        raise ValueError(f"col {digit} is full, with {position.size.rows} stones")
    return int(games.find_by_name(position, digit))


def column_label(position: rules.ConnectFour, move: int) -> str:
    """Return the name of a column with a word in front: `col 4`."""
    name = position.name(move)
    # A recording of another program can have moves with other names.
    return f"col {name}" if name.isdigit() else name


CONNECT_FOUR_SIDES = "Yellow", "Red"

LINE_LENGTH_WORDS = {
    2: "two",
    3: "three",
    4: "four",
    5: "five",
    6: "six",
    7: "seven",
    8: "eight",
    9: "nine",
    10: "ten",
}


def connect_four_ending(position: rules.ConnectFour, outcome: float) -> str:
    """Say how a game has ended."""
    if not outcome:
        return "the board is full: a draw"
    first, second = CONNECT_FOUR_SIDES
    winner = first if outcome > 0 else second
    length = LINE_LENGTH_WORDS[position.size.connect]
    return f"{winner} has {length} in a row and wins"


PRESETS = (
    games.Preset(
        "opening",
        "",
        "the empty board: most open lines lead through the centre, and trying it first needs the "
        "fewest nodes possible",
        evaluation="lines",
        counts=games.measured(
            depth=3, alpha_beta=174, ordered_alpha_beta=76, minimum=76, value=9, minimax=400
        ),
    ),
    games.Preset(
        "ordering-helps",
        "4757122362516626",
        "only cols 4 and 5 win within six plies: trying the centre first needs only an eleventh of "
        "the nodes",
        counts=games.measured(
            depth=6, alpha_beta=10432, ordered_alpha_beta=955, value=1, minimax=103796
        ),
    ),
    games.Preset(
        "ordering-hurts",
        "236275173141",
        "nothing is decided within six plies: centre first needs nearly seven times the nodes of "
        "left to right",
        counts=games.measured(
            depth=6, alpha_beta=706, ordered_alpha_beta=4820, value=0, minimax=122692
        ),
    ),
    games.Preset(
        "open-three",
        "4431",
        "col 5 makes three in a row with both ends open: depth 3 sees that nothing stops it, depth "
        "2 does not",
        counts=games.measured(
            depth=3, alpha_beta=124, ordered_alpha_beta=107, value=1, minimax=400
        ),
    ),
    games.Preset(
        "end-game",
        "1161763273647763457766555512",
        "fourteen empty cells, few enough to search to the end (depth 14): only col 3 wins",
        counts=games.measured(
            depth=14, alpha_beta=21947, ordered_alpha_beta=665, value=1, minimax=2054367
        ),
    ),
    games.Preset(
        "small",
        "3x3/3 2323",
        "three in a row on 3×3 after four moves, small enough for a slide: 27 nodes with minimax, "
        "23 with alpha-beta",
        counts=games.measured(
            depth=6,
            alpha_beta=23,
            ordered_alpha_beta=11,
            value=1,
            minimax=27,
        ),
    ),
    games.Preset(
        "whole-game",
        "3x3/3",
        "three in a row on 3×3, small enough for minimax to search the whole game (depth 9): a "
        "draw",
        counts=games.measured(
            depth=9, alpha_beta=532, ordered_alpha_beta=531, value=0, minimax=3278
        ),
    ),
    games.Preset(
        "four-by-four",
        "4x4",
        "on 4×4 the whole game (depth 16) is a draw; the centre first needs more than twice the "
        "nodes of left to right",
        counts=games.measured(
            depth=16,
            alpha_beta=62889,
            ordered_alpha_beta=155968,
            value=0,
        ),
    ),
    games.Preset(
        "horizon",
        "71727",
        "at depth 1 any move looks fine; with --quiescence 1 the search sees that only col 7 stops "
        "a line of four",
        counts=games.measured(
            depth=1,
            minimax=8,
            alpha_beta=8,
            ordered_alpha_beta=8,
            value=0,
        ),
    ),
)
"""Positions of Connect Four worth looking at, with measured numbers of nodes.

The numbers are for the evaluation result at a depth: minimax where that was small enough,
alpha-beta in natural order and in the order scored, all cutting off at >=.
"""


GAME = games.Game(
    name="connect-four",
    title="Connect Four",
    about=(
        "drop stones into columns; four in a row win, and trying the middle first usually prunes "
        "most"
    ),
    sides=CONNECT_FOUR_SIDES,
    written_sides=("First", "Second"),
    notation=(
        "the columns in the order played, such as 4453 (0 is the tenth); a size other than 7x6 "
        "comes first, as in "
        "3x3/3 113; the empty board is an empty text, or the size alone"
    ),
    depth=6,
    sizes=("7x6", "4x4", "5x4", "6x5", "8x7", "9x7", "10x10", "3x3/3"),
    presets=PRESETS,
    start=start,
    read=read,
    evaluations={
        "result": games.result,
        "lines": open_line_lead,
        "score": early_win_score,
    },
    stakes=STAKES,
    reviewed_by="lines",
    orderings=ORDERINGS,
    options=(
        games.Option(
            "size",
            f"columns x rows up to {rules.MAX_CONNECT_FOUR_LINES}x{rules.MAX_CONNECT_FOUR_LINES}, "
            "optionally with the line length, as in 3x3/3",
            f"{rules.USUAL_CONNECT_FOUR_SIZE.columns}x{rules.USUAL_CONNECT_FOUR_SIZE.rows}",
            rules.read_size,
        ),
        games.Option(
            "connect",
            "how many stones in a row win",
            str(rules.USUAL_CONNECT_FOUR_SIZE.connect),
            games.whole_number(2, rules.MAX_CONNECT_FOUR_LINES),
            "row length",
        ),
    ),
    noisy=games.NoisyMoves("moves that win or stop a win", winning_or_stopping),
    split_moves=rules.split_columns,
    number_word="col",
    move_label=column_label,
    find_move=find_move,
    transcript=games.Transcript(write=games.write_without_spaces),
    target=rules.ConnectFour.landing,
    moves_left=lambda position: (position.grid.full & ~position.stones).bit_count(),
    ending=connect_four_ending,
)
