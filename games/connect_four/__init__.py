"""Connect Four: drop stones into columns; the first player with four in a row wins."""

import games
from games.connect_four import notation
from games.connect_four.grid import DEFAULT_SIZE, MOST_LINES, Size
from games.connect_four.rules import ConnectFour
from games.connect_four.rules import start as empty_board
from games.connect_four.scores import ORDERINGS, STAKES, lines, score, winning_or_stopping


def size_of(settings: games.Settings) -> Size:
    """Return the size from the settings `size` and `connect`; ValueError if they contradict each other."""
    asked = settings.get("size", DEFAULT_SIZE._replace(connect=0))
    connect = settings.get("connect", asked.connect or DEFAULT_SIZE.connect)
    if asked.connect not in (0, connect):
        raise ValueError(
            f"size {asked.columns}x{asked.rows}/{asked.connect} says {asked.connect} in a row, connect says {connect}"
        )
    size = Size(asked.columns, asked.rows, connect)
    notation.check_connect(size)
    return size


def start(settings: games.Settings) -> ConnectFour:
    """Return the empty board."""
    return empty_board(size_of(settings))


def read(text: str, settings: games.Settings) -> ConnectFour:
    """Play the columns of a text from the empty board; the empty text, or a size alone, is the empty board.

    A size in front must agree with the settings; without one, they give the size. ValueError says what is wrong.

    >>> read("4453", {}).maximizing, read("3x3/3 113", {}).maximizing
    (True, False)
    """
    games.check_length(text, notation.LONGEST_TEXT)
    size, columns = notation.split_size(text)
    return GAME.after(start(settings) if size is None else empty_board(agreeing(size, settings)), columns)


def agreeing(size: Size, settings: games.Settings) -> Size:
    """Return the size written in a position; ValueError if the settings contradict it."""
    asked = settings.get("size", size)
    connect = settings.get("connect", asked.connect or size.connect)
    if (asked.columns, asked.rows, asked.connect or connect, connect) != (*size, size.connect):
        length = settings.get("connect", asked.connect or DEFAULT_SIZE.connect)
        other = notation.write_size(Size(asked.columns, asked.rows, length))
        raise ValueError(f"the position is of size {notation.write_size(size)}, but {other} was asked for")
    return size


def find_move(position: ConnectFour, word: str) -> int:
    """Return the legal move that a digit names; ValueError if there is none."""
    column = notation.read_move(word, position.size.columns)
    if position.result is None and column not in position.moves():
        raise ValueError(f"column {word} is full: it has {position.size.rows} stones")
    return int(games.find_by_name(position, word))


NUMBERS = {2: "two", 3: "three", 4: "four", 5: "five", 6: "six", 7: "seven", 8: "eight", 9: "nine", 10: "ten"}


def ending(position: ConnectFour, outcome: float) -> str:
    """Say how a game has ended."""
    if not outcome:
        return "the board is full, a draw"
    return f"{'First' if outcome > 0 else 'Second'} has {NUMBERS[position.size.connect]} in a row and wins"


GAME = games.Game(
    **games.described(__file__),
    start=start,
    read=read,
    evaluations={"result": games.result, "lines": lines, "score": score},
    stakes=STAKES,
    orderings=ORDERINGS,
    options=(
        games.Option(
            "size",
            f"columns x rows up to {MOST_LINES}x{MOST_LINES}, or with how many in a row, as in 3x3/3",
            f"{DEFAULT_SIZE.columns}x{DEFAULT_SIZE.rows}",
            notation.read_size,
        ),
        games.Option(
            "connect",
            "how many in a row win",
            str(DEFAULT_SIZE.connect),
            games.whole_number(2, MOST_LINES),
            "row length",
        ),
    ),
    noisy=games.NoisyMoves("moves that win or that stop a win", winning_or_stopping),
    split_moves=notation.split_moves,
    number_word="column",
    find_move=find_move,
    transcript=games.Transcript(write=games.write_joined),
    target=ConnectFour.landing,
    moves_left=lambda position: (position.grid.full & ~position.stones).bit_count(),
    ending=ending,
)
