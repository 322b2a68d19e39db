"""FEN for positions and PDN for moves and whole games, read strictly and written canonically.

`W:W21,K22:B1,K5` is the side to move, then White's and Black's squares, with K before a king's.
Also accepted are the two lists in either order, ranges such as `W21-32`, a full stop at the end,
and a board of 64 characters `x o X O -` from the top left, row by row, followed by the side to
move, `o` or `x`: o is White, capitals are kings. A FEN may be in a tag, `[FEN "..."]`, and have
counters at its end, `H0:F1`. See "Portable Draughts Notation", where Italian draughts is GameType
22,W,8,8,N2,1.
"""

import re
import warnings

from games import (
    GameRecord,
    Movetext,
    PlayedGame,
    check_length,
    read_movetext,
    read_tagged_games,
    shorten,
    write_movetext,
)
from games._notation import check_characters, is_first_side
from games.italian_draughts.rules import (
    BLACK_CROWNING_ROW,
    NUMBER_BY_PLACE,
    ROW_SQUARES,
    SQUARE_BITS,
    SQUARE_NUMBERS,
    WHITE_CROWNING_ROW,
    Draughts,
    square_numbers_of,
)

MAX_DRAUGHTS_LENGTH = 400
"""Longer texts are refused; every position is shorter."""

MAX_DRAUGHTS_MOVE_LENGTH = 60
MAX_DRAUGHTS_PIECES = 12
DRAUGHTS_SIDES = {"W": "White", "B": "Black"}
FEN_PIECES_PATTERN = re.compile(r"(?P<king>K?)(?P<first>[1-9][0-9]?)(?:-(?P<last>[1-9][0-9]?))?")
DRAUGHTS_MOVE_PATTERN = re.compile(r"[1-9][0-9]?(?:-[1-9][0-9]?|(?:x[1-9][0-9]?)+)")
FEN_TAG = re.compile(r'\[\s*FEN\s*"(.*)"\s*\]', re.IGNORECASE | re.DOTALL)
HISTORY_COUNTER_PATTERN = re.compile(r"([HF])([0-9]{1,5})")
"""H counts the moves since a man's move or a capture; F is the number of the move."""


DRAUGHTS_START = Draughts(sum(ROW_SQUARES[5:]), sum(ROW_SQUARES[:3]), 0)
"""The first position: twelve men each on the first three rows; White moves."""


def read_draughts(text: str) -> Draughts:
    """Read a position; ValueError for any other text or an impossible position.

    >>> read_draughts("B:BK5,1-3:W21.").text()
    'B:W21:B1,2,3,K5'
    """
    check_length(text, MAX_DRAUGHTS_LENGTH)
    setup = _read_fen(text) if ":" in text else _read_board(text)
    _check_draughts_setup(setup)
    return setup


def _read_fen(text: str) -> Draughts:
    """Read a FEN such as `W:W21,K22:B1,K5`: the side to move and two lists of squares.

    ValueError for any other text.
    """
    side, lists = _split_fen(text)
    if len(lists) != 2:
        raise ValueError(
            f"a FEN has three parts, as in W:W21,K22:B1,K5, not {len(lists) + 1}: {shorten(text)}"
        )
    _warn_of_counters(text)
    maximizing = is_first_side(side, *DRAUGHTS_SIDES)
    # Each list begins with the letter of its side.
    by_side = {pieces[:1]: pieces[1:] for pieces in lists}
    if set(by_side) != set(DRAUGHTS_SIDES):
        raise ValueError(
            f"one list of squares must begin with W and one with B, not {shorten(lists[0])} and "
            f"{shorten(lists[1])}"
        )
    board: dict[int, str] = {}
    for letter, squares in by_side.items():
        if squares.strip():
            for item in squares.split(","):
                _add_pieces(board, letter, item.strip())
    return _draughts_from_squares(board, maximizing=maximizing)


def _fen_parts(text: str) -> list[str]:
    """Return the parts of a FEN, split at its colons; the FEN may be in a tag, `[FEN "..."]`."""
    tag = FEN_TAG.fullmatch(text.strip())
    fen = tag[1] if tag else text
    return [part.strip() for part in fen.strip().removesuffix(".").split(":")]


def _split_fen(text: str) -> tuple[str, list[str]]:
    """Return the side to move and the lists of squares in a FEN."""
    side, *parts = _fen_parts(text)
    lists = [part for part in parts if not HISTORY_COUNTER_PATTERN.fullmatch(part)]
    letters = [part[:1] for part in lists]
    # Some programs write the side to move once more: `W` or `B`. It is a list only if no other part
    # begins with this letter; then the side has no pieces.
    lists = [part for part in lists if part not in DRAUGHTS_SIDES or letters.count(part) == 1]
    return side, lists


def _warn_of_counters(text: str) -> None:
    """Warn that a FEN's counter of moves without progress (`H12`) is ignored, unless it is 0."""
    for counter in map(HISTORY_COUNTER_PATTERN.fullmatch, _fen_parts(text)[1:]):
        if counter and counter[1] == "H" and int(counter[2]):
            reason = "the rules for draws count moves from this position on"
            warnings.warn(f"the FEN's counter {counter[0]} is ignored: {reason}", stacklevel=3)


def _add_pieces(board: dict[int, str], letter: str, item: str) -> None:
    """Add to a board the pieces in an item of a FEN's list: `5`, `K5` (a king) or `21-32`.

    `board` has the pieces by the numbers of their squares: W, KW, B or KB. `letter` is W or B, the
    side of the new pieces. ValueError for a wrong item or a square that already has a piece.
    """
    match = FEN_PIECES_PATTERN.fullmatch(item)
    if not match:
        raise ValueError(
            f"{shorten(item)} is not a square from 1 to 32, or K and a square for a king"
        )
    first = int(match["first"])
    last = int(match["last"] or match["first"])
    _check_draughts_square(first)
    _check_draughts_square(last)
    if first > last:
        raise ValueError(f"the range {item} runs backwards: put the lower square first")
    for number in range(first, last + 1):
        if number in board:
            raise ValueError(f"square {number} has two pieces: name each square only once")
        board[number] = match["king"] + letter


def _read_board(text: str) -> Draughts:
    """Read a board of 64 characters `x o X O -`, row by row, and the side to move, `o` or `x`.

    Spaces, line breaks and slashes are ignored. ValueError for any other text.
    """
    characters = "".join(text.replace("/", " ").split())
    check_characters(
        characters, "xoXO-", " for a board, and a FEN has colons, as in W:W21,K22:B1,K5"
    )
    if len(characters) == 64:
        raise ValueError(
            "the side to move, o (White) or x (Black), is missing after the 64 characters of the "
            "board"
        )
    if len(characters) != 65 or characters[-1] not in "ox":
        raise ValueError(
            "a board is 64 characters followed by the side to move, o or x: 65 in all, not "
            f"{len(characters)}"
        )
    return _draughts_from_squares(
        _pieces_by_square(characters[:64]), maximizing=characters[-1] == "o"
    )


def _pieces_by_square(characters: str) -> dict[int, str]:
    """Return the pieces (W, KW, B or KB) on a board of 64 characters, by the number of the square.

    ValueError for a piece on a light square.
    """
    pieces = {
        "o": "W",
        "O": "KW",
        "x": "B",
        "X": "KB",
    }
    board = {}
    for index, character in enumerate(characters):
        if character == "-":
            continue
        row, column = divmod(index, 8)
        if (row, column) not in NUMBER_BY_PLACE:
            raise ValueError(
                f"{character} in row {row + 1}, column {column + 1} is on a light square, but only "
                "dark ones are used"
            )
        board[NUMBER_BY_PLACE[row, column]] = pieces[character]
    return board


def _draughts_from_squares(board: dict[int, str], *, maximizing: bool) -> Draughts:
    """Return the position with these pieces (W, KW, B or KB), given by the numbers of squares."""

    def squares_with(letter: str) -> int:
        return sum(SQUARE_BITS[number] for number, piece in board.items() if letter in piece)

    return Draughts(squares_with("W"), squares_with("B"), squares_with("K"), maximizing)


def _check_draughts_setup(setup: Draughts) -> None:
    """Raise ValueError for a position that no game can reach.

    Such a position has too many pieces of a side, a man on its last row, or no piece of the side
    that has just moved.
    """
    for name, pieces, last_row in (
        ("White", setup.white, WHITE_CROWNING_ROW),
        ("Black", setup.black, BLACK_CROWNING_ROW),
    ):
        if pieces.bit_count() > MAX_DRAUGHTS_PIECES:
            raise ValueError(
                f"{name} has {pieces.bit_count()} pieces; a side has at most {MAX_DRAUGHTS_PIECES}"
            )
        uncrowned = square_numbers_of(pieces & ~setup.kings & last_row)
        if uncrowned:
            number = uncrowned[0]
            raise ValueError(
                f"{name}'s man on {number} is on its last row, where it would be a king (K{number})"
            )
    if setup.maximizing:
        last_mover = "Black"
        pieces = setup.black
    else:
        last_mover = "White"
        pieces = setup.white
    if not pieces:
        raise ValueError(f"{last_mover} made the last move, so it must have at least one piece")


def read_draughts_move(word: str) -> str:
    """Return a move without marks at its end (`! ? *`); ValueError if it is not written as in PDN.

    >>> read_draughts_move("2x11x18!")
    '2x11x18'
    """
    bare = word.rstrip("!?*") if len(word) <= MAX_DRAUGHTS_MOVE_LENGTH else ""
    if not DRAUGHTS_MOVE_PATTERN.fullmatch(bare):
        raise ValueError(f"{shorten(word)} is not a move in PDN, such as 21-17, 21x14 or 2x11x18")
    for number in re.split("[-x]", bare):
        _check_draughts_square(int(number))
    return bare


def _check_draughts_square(number: int) -> None:
    """Raise ValueError for the number of a square that is not on the board."""
    if number not in SQUARE_NUMBERS:
        raise ValueError(f"square {number} is not on the board: squares are 1 to 32")


PDN_GAME_TYPE = "22,W,8,8,N2,1"
PDN_TAG_PATTERN = re.compile(r'^\[\s*GameType\s*"\s*22\b', re.IGNORECASE | re.MULTILINE)


def _pdn_result(result: float | None) -> str:
    """Return White's result in the notation of PDN; `*` for an unfinished game."""
    if result is None:
        return "*"
    if not result:
        return "1-1"
    return "2-0" if result > 0 else "0-2"


def write_pdn(game: PlayedGame) -> str:
    """Return a game of Italian draughts as text in PDN."""
    result = _pdn_result(game.result)
    names_by_side = zip(DRAUGHTS_SIDES.values(), game.players, strict=True)
    tags = {side: name for side, name in names_by_side if name}
    tags["Result"] = result
    tags["GameType"] = PDN_GAME_TYPE
    fen = game.start.text()
    if fen != DRAUGHTS_START.text():
        tags["FEN"] = fen
    return write_movetext(
        tags,
        game.moves,
        result,
        second_begins=not game.start.maximizing,
    )


def read_pdn(text: str) -> list[GameRecord]:
    """Read all games of a text in PDN; ValueError names the line with an error."""
    return read_tagged_games(
        read_movetext(text),
        ("white", "black"),
        _draughts_record,
        ("gametype", "fen", "setup", "result"),
    )


def is_pdn(text: str) -> bool:
    """Return whether a text has a tag GameType for Italian draughts."""
    return PDN_TAG_PATTERN.search(text) is not None


def _draughts_record(game: Movetext) -> GameRecord:
    """Return the record of a game that was read from PDN.

    ValueError if its tag GameType names another kind of draughts, or another way to number squares.
    """
    kind = "".join(game.tags.get("gametype", PDN_GAME_TYPE).split())
    if kind not in (PDN_GAME_TYPE, "22", ""):
        if kind.startswith("22,"):
            difference = f"numbers its squares differently from {PDN_GAME_TYPE}"
        else:
            difference = "is not Italian draughts, which is 22"
        raise ValueError(f"GameType {kind} {difference}")
    # Some programs write captures with a colon.
    moves = [move.replace(":", "x") for move in game.moves]
    return game.record(moves, position=game.tags.get("fen"), result=game.outcome)
