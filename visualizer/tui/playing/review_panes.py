"""What stands beside the board of a review: the header, the moves worst first, what a move led to, what can be done."""

from collections.abc import Sequence

from visualizer.explanation.naming import capitalized
from visualizer.playing.better_move import BetterMove
from visualizer.playing.game_review import Review
from visualizer.playing.move_analysis import Verdict
from visualizer.playing.review_words import how_far, ranked
from visualizer.playing.verdict_words import mistake, shown
from visualizer.tui.styled_lines import Line, clipped, fitting, part_shown, width_of

NUMBER, SIDE, LOST = 4, 7, 9
"""Columns of a move's number, of its side's name with a space, and of what it gave away."""
WIDEST = 20
"""Most columns of a move."""


def header(review: Review, words: str, width: int, doing: str) -> Line:
    """Return what is reviewed by which search, and how far that is; the search is left out where there is no room."""
    title = f" {review.match.start.board().title or review.match.game.title} "
    left: Line = [(title, "title"), (f"· reviewed by {words}", "dim")]
    if width_of(left) + len(doing) + 3 > width:
        left = [(title, "title"), ("· review", "dim")]
    return [*left, (" " * max(1, width - width_of(left) - len(doing) - 1), "dim"), (f"{doing} ", "key")]


def draw_list(review: Review, number: int, width: int, height: int) -> list[Line]:
    """Draw the moves judged so far, worst first, under a line of words; the one in hand is marked."""
    rows = ranked(review)
    if not rows:
        return [[("none is judged yet", "dim")]]
    wide = max(1, min(WIDEST, width - NUMBER - SIDE - LOST))
    head: Line = [(f"{'no.':>{NUMBER - 1}} {'side':<{SIDE}}{clipped('move', wide)}{'gave away':>{LOST}}", "dim")]
    first, last = rows_shown(rows, number, height)
    listed = [row(review, each, wide, is_picked=each.number == number) for each in rows[first:last]]
    more: list[Line] = [[("…", "dim")]]
    return [head, *(more if first else []), *listed, *(more if last < len(rows) else [])]


def rows_shown(rows: Sequence[Verdict], number: int, height: int) -> tuple[int, int]:
    """Return which of the moves have room below the first line, with the one in hand among them."""
    at = next((place for place, each in enumerate(rows) if each.number == number), 0)
    return part_shown(len(rows), at, height - 1)


def row(review: Review, judged: Verdict, wide: int, *, is_picked: bool) -> Line:
    """Return the line of a move."""
    lost = "" if judged.lost == 0 else "–" if judged.lost is None else shown(judged.lost)
    style = "selected" if is_picked else "text"
    return [
        (f"{judged.number:>{NUMBER - 1}} ", "dim"), (clipped(review.side(judged), SIDE - 1), "dim"), (" ", "text"),
        (clipped(judged.move.move, wide), style), (f"{fitting(lost, LOST):>{LOST}}", "cut" if lost else "dim"),
    ]  # fmt: skip


def number_at(review: Review, number: int, height: int, y: int) -> int | None:
    """Return which move stands on a line of the list, None for none."""
    rows = ranked(review)
    first, last = rows_shown(rows, number, height)
    place = first + y - 1 - bool(first)
    return rows[place].number if first <= place < last else None


def worth(review: Review) -> list[float | None]:
    """Return what each move was worth, None where it is not judged yet."""
    known = [each.move.value for each in review.judged]
    return [*known, *[None] * (len(review.match.turns) - len(known))]


def title(review: Review, number: int, trial: BetterMove | None) -> str:
    """Return what the sentence below is about."""
    if trial is not None:
        return f"{'a better move' if trial.told is None else trial.told.move} in place of {trial.move}"
    if not number:
        return "the game begins"
    turns = review.match.turns
    side = review.match.side(maximizing=review.match.before(number - 1).maximizing)
    return f"{number:,} of {len(turns):,}: {turns[number - 1].move} by {side}"


def said(review: Review, number: int, trial: BetterMove | None) -> str:
    """Say what a try is worth, else what the move in hand gave away and led to."""
    judged = review.known(number)
    if trial is not None and trial.words:
        return trial.words
    if trial is not None:
        side = review.match.side(maximizing=trial.match.start.maximizing)
        if judged is not None and judged.lost == 0:
            return f"{side} to move. {trial.move} was played and gave nothing away; is another move as good?"
        gave = f" and gave away {shown(judged.lost)}" if judged is not None and judged.lost else ""
        return f"{side} to move. {trial.move} was played{gave}. Find a better move."
    if judged is None:
        return "This move is not judged yet." if number else f"{capitalized(how_far(review))}."
    best = " It is the search's best move." if judged.is_best else ""
    return f"{mistake(judged, review.side(judged))}{best}"
