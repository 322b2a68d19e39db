"""Chess by python-chess, a library that is not installed by itself; this file is the only one that knows it.

The library is loaded when a position is asked for, so the game can be listed without it. A position is one of its
boards that is never changed. The rules are FIDE's: stalemate, too few pieces for a mate, and 75 moves without a capture
or a pawn's move are drawn. How often a position has occurred is not counted, since a FEN does not tell it.
"""

from __future__ import annotations

import re
from collections.abc import Hashable, Mapping, Sequence
from functools import cache
from importlib import import_module
from importlib.metadata import PackageNotFoundError, version
from typing import Any, NamedTuple

from games import Board, Cell, Game, Ground, MoveScores, NotInstalled, Player, Preset, Settings, find_by_name

HOW_TO_GET_IT = 'chess needs python-chess, which is not installed: pip install "search-tree-visualizer[chess]"'
START = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"
FEN = re.compile(r"[pnbrqkPNBRQK1-8/]+ [wb] (-|[KQkq]{1,4}) (-|[a-h][36])( [0-9]{1,4} [0-9]{1,4})?")
LONGEST_WORD = 12
"""More characters than any move has."""
LAST_QUIET_PLY = 150
"""So many plies without a capture or a pawn's move are a draw."""
WIN = 1000
"""Value of a won game, whenever it is won."""
VALUES = (0, 1, 3, 3, 5, 9, 0)
"""What pieces are worth, by the library's numbers: 1 pawn, 2 knight, 3 bishop, 4 rook, 5 queen, 6 king."""
FIGURES = ("", "pawn", "knight", "bishop", "rook", "queen", "king")
"""Pieces by the library's numbers."""
REASONS = {
    "OPPOSITE_CHECK": "the side that is not to move is in check",
    "INVALID_EP_SQUARE": "no pawn has just passed the en passant square",
    "BAD_CASTLING_RIGHTS": "king or rook is not where castling asks for it",
    "IMPOSSIBLE_CHECK": "no move can have given this check",
}


@cache
def library() -> Any:
    """Return python-chess; NotInstalled says how to get it."""
    try:
        found = import_module("chess")
        found.Board  # noqa: B018  another module may have that name
    except (ImportError, AttributeError) as error:
        raise NotInstalled(HOW_TO_GET_IT) from error
    return found


def library_name() -> str:
    """Return name and version of the library, without loading it."""
    try:
        return f"python-chess {version('chess')}"
    except PackageNotFoundError:
        return "python-chess, not installed"


class Chess(NamedTuple):
    """A position: one of the library's boards. Its moves are the library's."""

    state: Any

    @property
    def maximizing(self) -> bool:
        """Whether White is to move."""
        return bool(self.state.turn)

    def moves(self) -> Sequence[Any]:
        """List the legal moves in the library's order; none once the game is over."""
        return () if self.outcome() is not None else [*self.state.legal_moves]

    def play(self, move: Any) -> Chess:
        """Return the position after a legal move."""
        after = self.state.copy(stack=False)
        after.push(move)
        return Chess(after)

    def outcome(self) -> float | None:
        """Return 1 or -1 for a mate, 0 for a draw."""
        board = self.state
        if not any(board.generate_legal_moves()):
            return 0 if not board.is_check() else -1 if board.turn else 1
        if board.halfmove_clock >= LAST_QUIET_PLY or board.is_insufficient_material():
            return 0
        return None

    def key(self) -> Hashable:
        """Return pieces, side to move, rights, and the plies on the way to a draw."""
        board = self.state
        pieces = (board.pawns, board.knights, board.bishops, board.rooks, board.queens, board.kings)
        passed = board.ep_square if board.has_legal_en_passant() else None
        rights = (board.turn, board.clean_castling_rights(), passed, board.halfmove_clock)
        return (*pieces, board.occupied_co[True], *rights)

    def text(self) -> str:
        """Return the FEN."""
        return str(self.state.fen())

    def name(self, move: Any) -> str:
        """Return a move in SAN."""
        return str(self.state.san(move))

    def board(self) -> Board:
        """Return the board with the letters of a FEN: White's are capitals."""
        pieces = self.state.piece_map()
        white, black = points(self.state, white=True), points(self.state, white=False)
        return Board(
            title="Chess",
            cells=tuple(tuple(cell(pieces.get(8 * rank + file)) for file in range(8)) for rank in range(7, -1, -1)),
            columns=tuple("abcdefgh"),
            rows=tuple("87654321"),
            captions=(f"White {white}  Black {black}  castling {self.state.castling_xfen()}",),
            chequered=True,
            ground=Ground.WOOD,
        )


def cell(piece: Any) -> Cell:
    """Draw one of the library's pieces."""
    if piece is None:
        return Cell()
    owner = Player.FIRST if piece.color else Player.SECOND
    return Cell("label", owner, label=piece.symbol(), figure=FIGURES[piece.piece_type])


def points(board: Any, *, white: bool) -> int:
    """Add up what a side's pieces are worth."""
    kinds = (board.pawns, board.knights, board.bishops, board.rooks, board.queens)
    own = board.occupied_co[white]
    return sum(value * (kind & own).bit_count() for kind, value in zip(kinds, VALUES[1:], strict=False))


def start(settings: Settings) -> Chess:
    """Return the first position of a game."""
    return Chess(library().Board())


def read(text: str, settings: Settings) -> Chess:
    """Read a FEN, with or without its two counts at the end; a ValueError says what is wrong with it."""
    fen = " ".join(text.split()) if len(text) < 1000 else text
    if len(fen) > 100 or not FEN.fullmatch(fen):
        raise ValueError(f"{fen[:40]!r} is not a FEN: pieces, w or b, castling, en passant square, two counts")
    chess = library()
    try:
        board = chess.Board(fen)
    except ValueError as error:
        raise ValueError(f"the pieces of a FEN are eight rows of eight squares joined by /: {error}") from error
    wrong = next((flag for flag in chess.Status if flag and board.status() & flag), None)
    if wrong is not None:
        raise ValueError(f"the position cannot be: {REASONS.get(wrong.name) or wrong.name.lower().replace('_', ' ')}")
    return Chess(board)


def split_moves(text: str) -> Sequence[str]:
    """Take moves apart, leaving out their numbers.

    >>> split_moves("1. e4 e5 2.Nf3")
    ['e4', 'e5', 'Nf3']
    """
    return re.sub(r"(?<!\S)[0-9]+\.+", " ", text).split()


def find_move(position: Chess, word: str) -> Any:
    """Return the legal move that a word in SAN names, marked or not, with more or less than the canonical letters."""
    if len(word) > LONGEST_WORD:
        raise ValueError(f"{word[:LONGEST_WORD]!r}... is not a move in SAN, such as e4, Nf3, O-O or exd8=Q")
    if position.outcome() is None:
        try:
            if move := position.state.parse_san(word.rstrip("!?")):
                return move
        except ValueError:
            pass
    return find_by_name(position, word)


def material(position: Chess, outcome: float | None) -> float:
    """Value a position by its pieces: pawn 1, knight and bishop 3, rook 5, queen 9; a mate ±1000."""
    if outcome is not None:
        return WIN * outcome
    return points(position.state, white=True) - points(position.state, white=False)


def captures(position: Chess, moves: Sequence[Any]) -> Sequence[Sequence[float]]:
    """Score captures by the piece taken and then by the piece that takes, the least first, and promotions."""
    board, rows = position.state, []
    for move in moves:
        taken = board.piece_type_at(move.to_square) or int(board.is_en_passant(move))
        attacker = -board.piece_type_at(move.from_square) if taken else 0
        promotion = 10 * (VALUES[move.promotion] - 1) if move.promotion else 0
        rows.append((10 * VALUES[taken], attacker, promotion))
    return rows


def landing(position: Chess, move: Any) -> tuple[int, int]:
    """Return the row from the top and the column of the square where a move ends."""
    return 7 - move.to_square // 8, move.to_square % 8


def counts(minimax: int, alpha_beta: int, ordered: int, minimum: int, value: int) -> Mapping[str, float]:
    """Put what was measured at depth 3 under its names; `minimum` is the least that any order can reach."""
    measured = {"minimax": minimax, "alpha-beta": alpha_beta, "ordered-alpha-beta": ordered, "minimum": minimum}
    return {"depth": 3, **measured, "value": value}


PRESETS = (
    Preset(
        "opening",
        START,
        "the first position: nothing can be taken for two plies, and both orders visit the same nodes",
        counts=counts(9323, 581, 581, 516, 0),
    ),
    Preset(
        "ordering-helps",
        "2bq1b1r/2Np1k1p/2P1pp2/6p1/1PB1n2P/5N1R/2PP1PP1/2rQK3 w - - 1 14",
        "Black's rook on c1 can be taken: captures first tries that at once, and needs a thirtieth of natural's nodes",
        counts=counts(38330, 10649, 359, 278, 0),
    ),
    Preset(
        "ordering-hurts",
        "r3k2r/p1pnn2p/1p1p1q2/8/2NP4/6KP/PP4P1/R2Q1BNR w kq - 1 15",
        "the quiet check Qh5+ wins most, and captures first comes to it late: twice natural order's nodes",
        counts=counts(39404, 900, 1878, 222, 4),
    ),
    Preset(
        "kiwipete",
        "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
        "castling both ways, pins and a capture en passant: programmers test their rules on it",
        counts=counts(99950, 9255, 2440, 2111, 3),
        source='Peter McKenzie\'s position, see chessprogramming.org, "Perft Results"',
    ),
    Preset(
        "smothered-mate",
        "r6k/6pp/7N/8/2Q5/8/8/6K1 w - - 0 1",
        "White gives the queen and mates with the knight: three plies see it",
        counts=counts(15112, 1280, 1133, 306, 1000),
    ),
    Preset(
        "morphy",
        "kbK5/pp6/1P6/8/8/8/8/R7 w - - 0 1",
        "White mates in two, and only the quiet Ra6 does it",
        counts=counts(2096, 382, 349, 234, 1000),
        source="a problem attributed to Paul Morphy",
    ),
    Preset(
        "end-game",
        "7k/8/5K2/8/8/8/8/6R1 w - - 147 100",
        "three plies before 75 quiet moves are a draw, so this is the whole rest of the game: White mates in time",
        counts=counts(589, 412, 412, 409, 1000),
    ),
    Preset(
        "small",
        "k7/P7/K7/8/8/8/7p/8 w - - 0 1",
        "a tree for a class: Black's pawn promotes, and tried first that leaves the fewest nodes there can be",
        counts=counts(117, 59, 30, 30, -8),
    ),
)

GAME = Game(
    name="chess",
    title="Chess",
    about="chess, where captures first is the oldest order of all; needs python-chess",
    sides=("White", "Black"),
    notation="FEN: pieces, w or b, castling rights, en passant square, two counts; moves in SAN",
    start=start,
    read=read,
    evaluations={"material": material},
    orderings={
        "scored": MoveScores(
            "captures first: the most valuable victim, then the least attacker; promotions",
            ("victim", "attacker", "promotion"),
            captures,
        )
    },
    presets=PRESETS,
    depth=3,
    sizes=("8",),
    split_moves=split_moves,
    find_move=find_move,
    target=landing,
    engine=library_name,
)
