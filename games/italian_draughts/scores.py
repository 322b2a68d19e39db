"""Evaluations of Italian draughts from White's side, by material or position; scores for moves."""

from collections.abc import Sequence

from games import MoveScores, counted, with_win
from games.italian_draughts.rules import (
    ALL_SQUARES,
    ROW_SQUARES,
    SQUARE_BITS,
    Draughts,
    DraughtsMove,
    row_and_column,
)

DRAUGHTS_WIN = 1000
"""The value of a won game in both evaluations, however many moves it took."""

MAN_VALUE = 1
KING_VALUE = 2

POSITIONAL_SCALE = 10
ADVANCE_VALUE = 1
BACK_ROW_VALUE = 3
KING_STEP_VALUE = 1

CAPTURE_SCORE = 100
KING_CAPTURE_SCORE = 100
PROMOTION_SCORE = 50
ROW_SCORE = 1


def draughts_material(position: Draughts, outcome: float | None) -> float:
    """Return White's lead in men, where a king counts as two; ±1000 or 0 for a finished game."""
    if outcome is not None:
        return DRAUGHTS_WIN * outcome
    white, black, kings, _, _ = position
    pieces_ahead = white.bit_count() - black.bit_count()
    kings_ahead = (white & kings).bit_count() - (black & kings).bit_count()
    # The pieces include the kings.
    return MAN_VALUE * pieces_ahead + (KING_VALUE - MAN_VALUE) * kings_ahead


def positional_value(position: Draughts, outcome: float | None) -> float:
    """Return White's lead in material, advance, back row and king mobility, in tenths of a man.

    A man is worth 10 and a king 20. A man gains 1 for each row it has advanced, so before its last
    step it is worth 16. On its own back row, where it keeps opponents from becoming kings, it gains
    3 instead. A king gains 1 for each empty square next to it.
    """
    if outcome is not None:
        return DRAUGHTS_WIN * outcome
    white, black, kings, _, _ = position
    value = POSITIONAL_SCALE * draughts_material(position, None)
    value += _advance_value(white & ~kings, black & ~kings)
    if kings:
        empty = ALL_SQUARES & ~(white | black)
        step_lead = _king_mobility(white & kings, empty) - _king_mobility(black & kings, empty)
        value += KING_STEP_VALUE * step_lead
    return value


def _advance_value(white_men: int, black_men: int) -> int:
    """Return White's lead in bonuses for men, in tenths of a man.

    A man has a bonus for each row that it has advanced, or a bonus on its own back row.
    """
    value = 0
    # A man that has advanced by seven rows would be a king.
    for advance in range(7):
        # Rows count from the top, and White's men go up.
        white_count = (white_men & ROW_SQUARES[7 - advance]).bit_count()
        black_count = (black_men & ROW_SQUARES[advance]).bit_count()
        row_value = ADVANCE_VALUE * advance if advance else BACK_ROW_VALUE
        value += row_value * (white_count - black_count)
    return value


def _king_mobility(kings: int, empty: int) -> int:
    """Return the number of steps that kings can make to empty squares."""
    steps = (kings << 4, kings << 5, kings >> 4, kings >> 5)
    return sum((step & empty).bit_count() for step in steps)


def score_draughts_moves(
    position: Draughts, moves: Sequence[DraughtsMove]
) -> Sequence[Sequence[float]]:
    """Score each move by pieces captured, kings captured, promotion, and a man's advance.

    Among the moves of one position, only promotion and advance differ: by the rules all legal
    captures take equally many pieces and equally many kings.
    """
    kings = position.kings
    rows = []
    for move in moves:
        capture = CAPTURE_SCORE * move.captured.bit_count()
        king_capture = KING_CAPTURE_SCORE * (move.captured & kings).bit_count()
        promotion = 0
        advance = 0
        if not kings & SQUARE_BITS[move.source]:
            promotion, advance = _progress_scores(move.target, upwards=position.maximizing)
        rows.append((capture, king_capture, promotion, advance))
    return rows


def _progress_scores(target: int, *, upwards: bool) -> tuple[int, int]:
    """Return the scores of a man's move by promotion and by the row it reaches."""
    row, _ = row_and_column(target)
    advance = 7 - row if upwards else row
    promotion = PROMOTION_SCORE if advance == 7 else 0
    return promotion, ROW_SCORE * advance


ORDERINGS = {
    "scored": MoveScores(
        "captures by pieces and kings taken, then promotions, then how far a man advances",
        ("captures", "kings", "promotion", "advance"),
        score_draughts_moves,
    )
}

BY_MEN = counted("a man", "men")
STAKES = {
    "material": with_win(DRAUGHTS_WIN, "1 = a man ahead, 2 = a king, ±1,000 = a win", BY_MEN),
    "positional": with_win(
        DRAUGHTS_WIN,
        "10 = a man ahead, 20 = a king, ±1,000 = a win",
        lambda amount: BY_MEN(amount / POSITIONAL_SCALE),
    ),
}
