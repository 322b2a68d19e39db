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
    """Return White's men and twice its kings minus Black's; ±1000 or 0 for a finished game."""
    if outcome is not None:
        return DRAUGHTS_WIN * outcome
    white, black, kings, _, _ = position
    pieces_ahead = white.bit_count() - black.bit_count()
    kings_ahead = (white & kings).bit_count() - (black & kings).bit_count()
    # The pieces include the kings.
    return MAN_VALUE * pieces_ahead + (KING_VALUE - MAN_VALUE) * kings_ahead


def positional_value(position: Draughts, outcome: float | None) -> float:
    """Return White's lead in material, advance, back row and king mobility, in tenths of a man.

    A man is worth 10 and a king 20, in the proportion of `draughts_material`. A man gains 1 for
    each row it has advanced: before its last step it is worth 16, nearly a king. On its first row
    it gains 3 instead, since there it keeps opponents from becoming kings; leaving that row costs
    2. A king gains 1 for each empty square next to it: no man can take it, but when shut in it is
    worth no more than its material.
    """
    if outcome is not None:
        return DRAUGHTS_WIN * outcome
    white, black, kings, _, _ = position
    value = POSITIONAL_SCALE * draughts_material(position, None)
    value += _advance_value(white & ~kings, black & ~kings)
    if kings:
        empty = ALL_SQUARES & ~(white | black)
        steps_ahead = _king_mobility(white & kings, empty) - _king_mobility(black & kings, empty)
        value += KING_STEP_VALUE * steps_ahead
    return value


def _advance_value(white_men: int, black_men: int) -> int:
    """Return White's lead by the rows that men have reached, in tenths of a man.

    The men on their own back row have a value, too.
    """
    value = 0
    for advance in range(7):
        # Rows count from the top, so White's back row is row 7. No man is on its last row.
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

    In one position only promotion and advance can differ: the priorities of the rules allow only
    captures of the most pieces, and of the most kings among the captures by a king.
    """
    kings = position.kings
    rows = []
    for move in moves:
        taken = CAPTURE_SCORE * move.captured.bit_count()
        kings_taken = KING_CAPTURE_SCORE * (move.captured & kings).bit_count()
        promotion = 0
        advance = 0
        if not kings & SQUARE_BITS[move.source]:
            promotion, advance = _progress_scores(move.target, upwards=position.maximizing)
        rows.append((taken, kings_taken, promotion, advance))
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
