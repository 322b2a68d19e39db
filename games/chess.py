"""Chess by python-chess, an optional library that only this file uses.

The library is loaded when a position is needed, so the game can be listed without it. A position is
a board of the library that is never changed. The rules are FIDE's: stalemate, too little material
for a mate, and 75 moves without a capture or a pawn move are draws. Repetitions are not counted,
since a FEN does not contain them.
"""

import re
from collections.abc import Hashable, Sequence
from contextlib import suppress
from functools import cache, partial
from importlib import import_module
from typing import Any, NamedTuple

import games

PYTHON_CHESS_MISSING = (
    f"chess needs python-chess, which is not installed: {games.how_to_install('chess')}"
)
CHESS_START_FEN = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"
CHESS_FEN_PATTERN = re.compile(
    r"[pnbrqkPNBRQK1-8/]+ [wb] (-|[KQkq]{1,4}) (-|[a-h][36])( [0-9]{1,4} [0-9]{1,4})?"
)
MAX_SAN_LENGTH = 12
"""Longer words are refused; every move is shorter."""
LAST_QUIET_PLY = 150
"""The game is drawn after this many plies without a capture or a pawn move."""
CHECKMATE_VALUE = 1000
"""The value of a won game, however many moves it took."""
PIECE_POINTS = (0, 1, 3, 3, 5, 9, 0)
"""The values of pieces by the library's numbers: none, pawn, knight, bishop, rook, queen, king."""
PAWN_NUMBER = 1
INVALID_POSITION_REASONS = {
    "OPPOSITE_CHECK": "the side that is not to move is in check",
    "INVALID_EP_SQUARE": "no pawn has just passed the en passant square",
    "BAD_CASTLING_RIGHTS": "the king or a rook is not on the square that castling needs",
    "IMPOSSIBLE_CHECK": "no legal move could have given this check",
}


@cache
def python_chess() -> Any:
    """Return python-chess; NotInstalled says how to install the library."""
    try:
        library = import_module("chess")
        library.Board  # noqa: B018  another module may have that name
    except (ImportError, AttributeError) as error:
        raise games.NotInstalled(PYTHON_CHESS_MISSING) from error
    return library


class Chess(NamedTuple):
    """A position: a board of python-chess. Its moves are moves of python-chess."""

    state: Any

    @property
    def maximizing(self) -> bool:
        """Whether White is to move."""
        return bool(self.state.turn)

    def moves(self) -> Sequence[Any]:
        """Return the legal moves in the library's order; () after the end."""
        if self.outcome() is not None:
            return ()
        return [*self.state.legal_moves]

    def play(self, move: Any) -> "Chess":
        """Return the position after a legal move."""
        # Without the stack of earlier moves a copy is faster, and nothing is ever taken back.
        after = self.state.copy(stack=False)
        after.push(move)
        return type(self)(after)

    def unfinished(self) -> "ContinuedChess | None":
        """Return a drawn position as one where the game goes on; None if there is no legal move."""
        if any(self.state.generate_legal_moves()):
            return ContinuedChess(self.state)
        return None

    def passed(self) -> "Chess | None":
        """Return the position after a null move; None in check, where a null move is impossible."""
        if self.state.is_check():
            return None
        return self.play(python_chess().Move.null())

    def outcome(self) -> float | None:
        """Return 1 if Black is mated, -1 if White is, 0 for a draw, None while the game goes on."""
        result = self.mate_or_stalemate()
        if result is not None:
            return result
        board = self.state
        is_quiet_limit_reached = board.halfmove_clock >= LAST_QUIET_PLY
        if is_quiet_limit_reached or board.is_insufficient_material():
            return 0
        return None

    def mate_or_stalemate(self) -> float | None:
        """Return -1 if White is mated, 1 if Black is, 0 for stalemate; None if a move is legal."""
        board = self.state
        if any(board.generate_legal_moves()):
            return None
        if not board.is_check():
            return 0
        is_white_to_move = board.turn
        return -1 if is_white_to_move else 1

    def key(self) -> Hashable:
        """Return the pieces, the side to move, its special moves, and the plies towards a draw."""
        board = self.state
        pieces = (board.pawns, board.knights, board.bishops, board.rooks, board.queens, board.kings)
        # An en passant square counts only if some pawn can capture there.
        en_passant = board.ep_square if board.has_legal_en_passant() else None
        rights = (board.turn, board.clean_castling_rights(), en_passant, board.halfmove_clock)
        return (*pieces, board.occupied_co[True], *rights)

    def text(self) -> str:
        """Return the FEN."""
        return str(self.state.fen())

    def name(self, move: Any) -> str:
        """Return a move in SAN."""
        return str(self.state.san(move))

    def board(self) -> games.Board:
        """Return the board with the letters of FEN: White's are capitals."""
        pieces = self.state.piece_map()
        cells = []
        for rank in range(7, -1, -1):
            squares = range(8 * rank, 8 * rank + 8)
            cells.append(tuple(chess_cell(pieces.get(square)) for square in squares))
        white = points_of_side(self.state, white=True)
        black = points_of_side(self.state, white=False)
        return games.Board(
            title="Chess",
            cells=tuple(cells),
            columns=tuple("abcdefgh"),
            rows=tuple("87654321"),
            captions=(f"White {white}  Black {black}  castling {self.state.castling_xfen()}",),
            chequered=True,
            ground=games.Ground.WOOD,
        )


class ContinuedChess(Chess):
    """A position without the rules for draws: the game ends only when there is no legal move."""

    def outcome(self) -> float | None:
        """Return 1 if Black is mated, -1 if White is, 0 for stalemate, else None."""
        return self.mate_or_stalemate()


def chess_ending(position: Chess, outcome: float) -> str:
    """Say how a game has ended: which side is mated, or why the game is drawn."""
    mover = "White" if position.maximizing else "Black"
    if outcome:
        winner = "Black" if position.maximizing else "White"
        return f"{mover} is mated, and {winner} wins"
    if position.mate_or_stalemate() is not None:
        return f"{mover} is stalemated: a draw"
    if position.state.halfmove_clock < LAST_QUIET_PLY:
        return "neither side can mate: a draw"
    return f"{LAST_QUIET_PLY // 2} moves have passed without a capture or a pawn move: a draw"


def chess_cell(piece: Any) -> games.Cell:
    """Return the cell for a piece of python-chess, or for an empty square (None)."""
    if piece is None:
        return games.Cell()
    owner = games.Player.FIRST if piece.color else games.Player.SECOND
    figure = python_chess().piece_name(piece.piece_type)
    return games.Cell(
        "label",
        owner,
        label=piece.symbol(),
        figure=figure,
    )


def points_of_side(board: Any, *, white: bool) -> int:
    """Return the points of a side's pieces: pawn 1, knight and bishop 3, rook 5, queen 9."""
    own = board.occupied_co[white]
    kinds = (board.pawns, board.knights, board.bishops, board.rooks, board.queens)
    _, *points, _ = PIECE_POINTS
    return sum(value * (kind & own).bit_count() for kind, value in zip(kinds, points, strict=True))


def read(text: str, settings: games.Settings) -> Chess:
    """Read a FEN, with or without the two counts at its end.

    ValueError for any other text, and for a position that no game can reach.
    """
    # Do not split a very long text, which cannot be a FEN.
    fen = " ".join(text.split()) if len(text) < 1000 else text
    if len(fen) > 100 or not CHESS_FEN_PATTERN.fullmatch(fen):
        raise ValueError(
            f"{games.shorten(fen)} is not a FEN: pieces, w or b, castling, en passant "
            "square, two counts"
        )
    chess = python_chess()
    try:
        board = chess.Board(fen)
    except ValueError as error:
        raise ValueError(
            f"a FEN starts with eight rows of eight squares, separated by /: {error}"
        ) from error
    for flag in chess.Status:
        # The flag of a valid position is 0; all others are reasons why a position is impossible.
        if flag and board.status() & flag:
            library_reason = flag.name.lower().replace("_", " ")
            reason = INVALID_POSITION_REASONS.get(flag.name, library_reason)
            raise ValueError(f"the position is impossible: {reason}")
    return Chess(board)


def split_san(text: str) -> Sequence[str]:
    """Split a text into moves, without their numbers.

    >>> split_san("1. e4 e5 2.Nf3")
    ['e4', 'e5', 'Nf3']
    """
    return re.sub(r"(?<!\S)[0-9]+\.+", " ", text).split()


def find_move(position: Chess, word: str) -> Any:
    """Return the legal move with a name in SAN or UCI; ValueError for any other word.

    The name may have marks (`e4!`), and check signs or redundant letters are optional.
    """
    if len(word) > MAX_SAN_LENGTH:
        examples = "a move in SAN, such as e4, Nf3, O-O or exd8=Q, or in UCI, such as g1f3"
        raise ValueError(f"{games.shorten(word)} is not {examples}")
    move = None
    if position.outcome() is None:
        with suppress(ValueError):
            move = position.state.parse_san(word.rstrip("!?"))
    # The library also reads a null move, which is not legal and counts as false.
    if move:
        return move
    return games.find_by_name(position, word)


def captures_and_promotions(position: Chess, moves: Sequence[Any]) -> Sequence[int]:
    """Return the indices of the moves that change the material."""
    return [
        index
        for index, move in enumerate(moves)
        if move.promotion or position.state.is_capture(move)
    ]


def chess_material(position: Chess, outcome: float | None) -> float:
    """Return White's `points_of_side` minus Black's; ±1000 for a mate, 0 for a draw."""
    if outcome is not None:
        return CHECKMATE_VALUE * outcome
    return points_of_side(position.state, white=True) - points_of_side(position.state, white=False)


def score_chess_captures(position: Chess, moves: Sequence[Any]) -> Sequence[Sequence[float]]:
    """Score each move by the captured piece, by the capturing piece, and by promotion.

    Captures of the most valuable piece come first, and among them captures by the least valuable
    attacker: a victim scores 10 for each of its points, an attacker from -1 (pawn) to -6 (king).
    """
    board = position.state
    rows = []
    for move in moves:
        victim = board.piece_type_at(move.to_square) or 0
        # A capture en passant takes a pawn, but ends on an empty square.
        if not victim and board.is_en_passant(move):
            victim = PAWN_NUMBER
        attacker_score = -board.piece_type_at(move.from_square) if victim else 0
        promotion_score = 0
        if move.promotion:
            # The new piece takes the place of a pawn, which is worth a point.
            promotion_score = 10 * (PIECE_POINTS[move.promotion] - 1)
        rows.append((10 * PIECE_POINTS[victim], attacker_score, promotion_score))
    return rows


PRESETS = (
    games.Preset(
        "opening",
        "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
        (
            "the starting position: nothing can be captured for two plies, so both orders visit "
            "the same nodes"
        ),
        counts=games.measured(
            depth=3, minimax=9323, alpha_beta=581, ordered_alpha_beta=581, minimum=516, value=0
        ),
    ),
    games.Preset(
        "ordering-helps",
        "2bq1b1r/2Np1k1p/2P1pp2/6p1/1PB1n2P/5N1R/2PP1PP1/2rQK3 w - - 1 14",
        (
            "White can take Black's rook on c1: trying captures first needs only a thirtieth of "
            "the nodes of natural order"
        ),
        counts=games.measured(
            depth=3, minimax=38330, alpha_beta=10649, ordered_alpha_beta=359, minimum=278, value=0
        ),
    ),
    games.Preset(
        "ordering-hurts",
        "r3k2r/p1pnn2p/1p1p1q2/8/2NP4/6KP/PP4P1/R2Q1BNR w kq - 1 15",
        (
            "the quiet check Qh5+ is best: trying captures first delays it and needs twice as "
            "many nodes as natural order"
        ),
        counts=games.measured(
            depth=3, minimax=39404, alpha_beta=900, ordered_alpha_beta=1878, minimum=222, value=4
        ),
    ),
    games.Preset(
        "kiwipete",
        "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
        (
            "castling on both sides, pins and a capture en passant: programmers use it to test "
            "their rules"
        ),
        counts=games.measured(
            depth=3, minimax=99950, alpha_beta=9255, ordered_alpha_beta=2440, minimum=2111, value=3
        ),
        source='Peter McKenzie\'s position, see chessprogramming.org, "Perft Results"',
    ),
    games.Preset(
        "smothered-mate",
        "r6k/6pp/7N/8/2Q5/8/8/6K1 w - - 0 1",
        "White sacrifices the queen and mates with the knight: a search to depth 3 sees it",
        counts=games.measured(
            depth=3,
            minimax=15112,
            alpha_beta=1280,
            ordered_alpha_beta=1133,
            minimum=306,
            value=1000,
        ),
    ),
    games.Preset(
        "morphy",
        "kbK5/pp6/1P6/8/8/8/8/R7 w - - 0 1",
        "White mates in two, but only with the quiet move Ra6",
        counts=games.measured(
            depth=3, minimax=2096, alpha_beta=382, ordered_alpha_beta=349, minimum=234, value=1000
        ),
        source="a problem attributed to Paul Morphy",
    ),
    games.Preset(
        "end-game",
        "7k/8/5K2/8/8/8/8/6R1 w - - 147 100",
        (
            "three plies before the draw by 75 quiet moves, so this is the whole rest of the "
            "game: White mates in time"
        ),
        counts=games.measured(
            depth=3, minimax=589, alpha_beta=412, ordered_alpha_beta=412, minimum=409, value=1000
        ),
    ),
    games.Preset(
        "small",
        "k7/P7/K7/8/8/8/7p/8 w - - 0 1",
        "a small tree for a class: trying Black's promotion first leaves the fewest nodes possible",
        counts=games.measured(
            depth=3, minimax=117, alpha_beta=59, ordered_alpha_beta=30, minimum=30, value=-8
        ),
    ),
    games.Preset(
        "horizon",
        "4k3/8/2p5/3p4/8/8/3Q4/4K3 w - - 0 1",
        (
            "at depth 1 the queen wins a pawn; with --quiescence 1 the search sees that a pawn "
            "recaptures"
        ),
        counts=games.measured(
            depth=1, minimax=24, alpha_beta=24, ordered_alpha_beta=24, minimum=24, value=8
        ),
    ),
)
"""Positions of chess worth looking at, with measured numbers of nodes.

The numbers are for depth 3: minimax, alpha-beta in natural order and in the order scored, cutting
off at >=; minimum is the least that any order can reach.
"""


GAME = games.Game(
    name="chess",
    title="Chess",
    about="chess, where trying captures first is the oldest move ordering; needs python-chess",
    sides=("White", "Black"),
    notation=(
        "FEN: pieces, w or b, castling rights, en passant square, two move counts; moves in SAN "
        "or UCI"
    ),
    depth=3,
    presets=PRESETS,
    start=lambda settings: Chess(python_chess().Board()),
    read=read,
    evaluations={"material": chess_material},
    stakes={
        "material": games.with_win(
            CHECKMATE_VALUE,
            "1 = a pawn ahead, 3 = a knight or bishop, 5 = a rook, 9 = a queen, ±1,000 = mate",
            games.counted("a pawn", "pawns"),
        )
    },
    orderings={
        "scored": games.MoveScores(
            (
                "captures first: the most valuable victim, then the least valuable attacker; "
                "then promotions"
            ),
            ("victim", "attacker", "promotion"),
            score_chess_captures,
        )
    },
    noisy=games.NoisyMoves("captures and promotions", captures_and_promotions),
    turns_board=True,
    ending=chess_ending,
    split_moves=split_san,
    find_move=find_move,
    target=lambda position, move: (7 - move.to_square // 8, move.to_square % 8),
    engine=partial(games.library_version, "python-chess", "chess"),
)
