"""Evaluations of positions by material or by more, and scores for moves. Values are White's."""

from collections.abc import Sequence

from games import MoveScores, counted, with_win
from games.italian_draughts.rules import (
    ALL_SQUARES,
    BLACK_CROWNING_ROW,
    ROW_SQUARES,
    SQUARE_BITS,
    WHITE_CROWNING_ROW,
    Draughts,
    DraughtsMove,
    row_and_column,
)

DRAUGHTS_WIN = 1000
"""Value of a won game, whenever it is won, in either evaluation."""

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
    """Return White's men and twice its kings minus Black's; a won game is worth ±WIN, a draw 0."""
    if outcome is not None:
        return DRAUGHTS_WIN * outcome
    white, black, kings, _, _ = position
    return MAN_VALUE * (white.bit_count() - black.bit_count()) + (KING_VALUE - MAN_VALUE) * (
        (white & kings).bit_count() - (black & kings).bit_count()
    )


def positional_value(position: Draughts, outcome: float | None) -> float:
    """Return White's lead in material, advance, back row and king mobility, in tenths of a man.

    A man is worth 10 and a king 20, in the proportion of `draughts_material`. A man gains 1 for
    each row it has advanced: before its last step it is worth 16, nearly a king. On its first row
    it gains 3 instead, since there it keeps opponents from becoming kings; leaving that row costs
    2. A king gains 1 for each empty square beside it: no man can take it, but when shut in it is
    worth no more than its material.
    """
    if outcome is not None:
        return DRAUGHTS_WIN * outcome
    white, black, kings, _, _ = position
    empty = ALL_SQUARES & ~(white | black)
    value = POSITIONAL_SCALE * draughts_material(position, None)
    white_men = white & ~kings
    black_men = black & ~kings
    for advance in range(1, 7):
        gained = (white_men & ROW_SQUARES[7 - advance]).bit_count() - (
            black_men & ROW_SQUARES[advance]
        ).bit_count()
        value += ADVANCE_VALUE * advance * gained
    value += BACK_ROW_VALUE * (
        (white_men & ROW_SQUARES[7]).bit_count() - (black_men & ROW_SQUARES[0]).bit_count()
    )
    if kings:
        value += KING_STEP_VALUE * (
            _king_mobility(white & kings, empty) - _king_mobility(black & kings, empty)
        )
    return value


def _king_mobility(kings: int, empty: int) -> int:
    """Return the number of steps that kings can make to empty squares."""
    steps = (kings << 4, kings << 5, kings >> 4, kings >> 5)
    return sum((step & empty).bit_count() for step in steps)


def score_draughts_moves(
    position: Draughts, moves: Sequence[DraughtsMove]
) -> Sequence[Sequence[float]]:
    """Score each move by pieces taken, kings taken, promotion, and the row that a man reaches.

    All captures in a position take the same number of pieces, by the first priority, and captures
    by a king the same number of kings, by the third: so the moves of one position differ in
    promotion and advance.
    """
    kings = position.kings
    last_row = WHITE_CROWNING_ROW if position.maximizing else BLACK_CROWNING_ROW
    rows = []
    for move in moves:
        taken = CAPTURE_SCORE * move.captured.bit_count()
        kings_taken = KING_CAPTURE_SCORE * (move.captured & kings).bit_count()
        promotion = advance = 0
        if not kings & SQUARE_BITS[move.source]:
            if SQUARE_BITS[move.target] & last_row:
                promotion = PROMOTION_SCORE
            else:
                promotion = 0
            row = row_and_column(move.target)[0]
            advance = ROW_SCORE * (7 - row if position.maximizing else row)
        rows.append((taken, kings_taken, promotion, advance))
    return rows


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
