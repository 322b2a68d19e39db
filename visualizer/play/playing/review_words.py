"""A review in words: its moves, the worst of them, the turning points, and the curve of values."""

from collections.abc import Sequence
from dataclasses import dataclass
from math import isfinite

from visualizer.explaining.explanation.naming import capitalized
from visualizer.explaining.measures.summary import count_in_words
from visualizer.look.numbers import format_decimal, format_signed
from visualizer.look.table import CellValue, Table
from visualizer.play.playing.game_review import Review, search_plies_at
from visualizer.play.playing.match_words import (
    brief_loss,
    describe_better_move,
    describe_consequence,
    describe_given_away,
    describe_loss,
    describe_mistake,
)
from visualizer.play.playing.move_value import MoveValue, Verdict
from visualizer.searching.lookup import stakes_of
from visualizer.searching.recipe import SearchSpec


@dataclass(frozen=True, slots=True)
class ValueHeight:
    """A value as a height in the curve, from -1 to 1.

    `share` is the value divided by the largest value that does not decide the game. A won game has
    a share of 1 (MAX has won) or -1.
    """

    share: float
    won: bool


def value_heights(values: Sequence[MoveValue | None]) -> list[ValueHeight | None]:
    """Return values as heights in the curve, above 0 if MAX is ahead; None for unknown values."""
    largest = largest_unwon_value(values)
    return [None if value is None else value_height(value, largest) for value in values]


def largest_unwon_value(values: Sequence[MoveValue | None]) -> float:
    """Return the largest absolute value that does not decide the game; 1 if there is none."""
    largest = 0.0
    for value in values:
        if value is None or value.value is None or is_winning_value(value):
            continue
        if isfinite(value.value):
            largest = max(largest, abs(value.value))
    return largest or 1


def is_winning_value(value: MoveValue) -> bool:
    """Return whether a value says that one of the sides has won."""
    return value.standing is not None and value.standing.won


def value_height(value: MoveValue, largest: float) -> ValueHeight | None:
    """Return a value as a share of `largest`, from -1 to 1; None for an unknown value."""
    if value.value is None:
        return None
    if is_winning_value(value):
        return ValueHeight(1.0 if value.value > 0 else -1.0, won=True)
    share = value.value / largest
    return ValueHeight(max(-1.0, min(1.0, share)), won=False)


CURVE_BLOCKS = "▁▂▃▄▅▆▇█"
FIRST_WON_SIGN = "▲"
SECOND_WON_SIGN = "▼"
"""Marks in the curve where MAX or MIN has won."""


def review_heading(review: Review) -> list[str]:
    """Return the lines above a review: the game and its players, the reviewing search, the end."""
    match = review.match
    first, second = match.movers
    first_player = f"{match.side(maximizing=True)} ({first})"
    second_player = f"{match.side(maximizing=False)} ({second})"
    title = match.start.board().title or match.game.title
    reviewer = f"reviewed by {review.search_words}{describe_measure(review)}"
    warnings = [verdict.best.few_games_warning for verdict in review.judged]
    first_warning = next(filter(None, warnings), "")
    if first_warning:
        reviewer = f"{reviewer}; {first_warning}"

    lines = [f"{title}: {first_player} against {second_player}", reviewer]
    end = match.end()
    if end:
        lines.append(f"{capitalized(end)}.")
    return lines


def describe_measure(review: Review) -> str:
    """Say whose search judges moves as the review does: `, Black's own measure (material)`.

    These words, the end of a sentence about the review, also say which losses are ignored.
    """
    match = review.match
    ignored = _describe_ignored_losses(review)
    measure = _measure(review, review.search)
    sides = []
    for mover, maximizing in zip(match.movers, (True, False), strict=True):
        if mover.search is not None and _measure(review, mover.search) == measure:
            sides.append(match.side(maximizing=maximizing))
    if not sides:
        return ignored

    if len(sides) == 2:
        measure_words = "both sides' measure"
    else:
        measure_words = f"{sides[0]}'s own measure"
    evaluation = ""
    if len(match.game.evaluations) > 1:
        evaluation = f" ({_evaluation_name(review, review.search)})"
    return f", {measure_words}{evaluation}{ignored}"


def _measure(review: Review, search: SearchSpec) -> tuple[str, str, int]:
    """Return the algorithm, evaluation and depth of a search, which decide how moves are valued."""
    evaluation = _evaluation_name(review, search)
    return search.algorithm, evaluation, search_plies_at(review.match, search, 0)


def _evaluation_name(review: Review, search: SearchSpec) -> str:
    """Return the name of the evaluation that a search uses, by default the game's first."""
    return search.evaluation or next(iter(review.match.game.evaluations))


def _describe_ignored_losses(review: Review) -> str:
    """Say which losses are too small to count, as the end of a sentence; "" if all count."""
    stakes = stakes_of(review.match.game, review.search.evaluation)
    # Any difference between two means of random games counts.
    if stakes is None or review.games or not stakes.slight:
        return ""
    return f"; losses below {stakes.difference(stakes.slight)} are ignored"


def review_table(review: Review) -> Table:
    """Return a table of the judged moves: values from MAX's side, best moves, what was given away.

    A value that decides the game is in words. In a game with chance, a last column has the luck of
    each outcome, from MAX's side.
    """
    first = review.match.side(maximizing=True)
    columns = ["", "side", "move", f"value for {first}", "best", "its value", "gave away"]
    rows = [_review_row(review, verdict) for verdict in review.judged]
    if any(verdict.by_chance for verdict in review.judged):
        columns.append(f"luck of {first}")
        for row, verdict in zip(rows, review.judged, strict=True):
            row.append(brief_loss(verdict) if verdict.by_chance else "")
    return Table(tuple(columns), tuple(tuple(row) for row in rows))


def _review_row(review: Review, verdict: Verdict) -> list[CellValue]:
    """Return the row of a move, without a cell for luck."""
    # Several moves may win at once: then the played move is shown as the best.
    best = verdict.best
    if verdict.wins_at_once:
        best = verdict.move
    # An outcome of chance is not compared with a best move.
    best_value = ""
    if not verdict.by_chance:
        best_value = value_in_table(best, was_played=best is verdict.move)
    lost = ""
    if verdict.given_away:
        lost = describe_loss(verdict).listed
    return [
        verdict.number,
        review.side(verdict),
        verdict.move.name,
        value_in_table(verdict.move, was_played=True),
        best.name,
        best_value,
        lost,
    ]


def value_in_table(value: MoveValue, *, was_played: bool) -> str:
    """Return the value of a move for a table: `+2`, `−0.27`, `White wins in 2`; `–` if unknown.

    If the move was played and has won the game, return `White wins` instead of `White wins in 1`.
    """
    standing = value.standing
    if standing is not None and standing.won and value.label_with_distance:
        if was_played and value.wins_game:
            return value.label
        return value.label_with_distance
    return value.signed() or "–"


def worst_moves(review: Review) -> str:
    """List the moves that gave something away, worst first."""
    if not review.worst:
        return f"{describe_faultless_moves(review)}."
    losses = [_listed_loss(verdict) for verdict in review.worst]
    return f"Worst first: {'; '.join(losses)}."


def _listed_loss(verdict: Verdict) -> str:
    """Return a move with its number and what it gave away."""
    return f"{verdict.number} {verdict.move.name}: {describe_loss(verdict).listed}"


def describe_faultless_moves(review: Review) -> str:
    """Say that no move gave anything away; if a player resigned all the same, name the player.

    Call this only if no judged move gave anything away. In an unfinished review, say how many moves
    are judged.
    """
    count = len(review.judged)
    if review.finished:
        resigned = review.match.resigned
        if resigned is None:
            return "No move gave anything away"
        return f"No move gave anything away, and {review.match.side(maximizing=resigned)} resigned"
    if not count:
        return "No move is judged yet"
    moves = count_in_words(count, "move", "moves")
    return f"Nothing was given away in the {moves} judged so far"


def luck_and_errors(review: Review) -> str:
    """Say which side chance favoured, and how much the moves of each side gave away.

    The result is "" in a game without chance.
    """
    if not review.rolls:
        return ""
    luckiest = max(review.rolls, key=lambda verdict: abs(verdict.luck or 0))
    total_luck = sum(verdict.luck or 0 for verdict in review.rolls)
    side_and_luck = _describe_luck(review, luckiest.luck or 0)
    luckiest_roll = f"{luckiest.move.name} at move {luckiest.number}: {side_and_luck}"

    first, second = review.match.game.sides
    first_lost = format_decimal(_total_lost(review, maximizing=True))
    second_lost = format_decimal(_total_lost(review, maximizing=False))
    return (
        f"Chance gave {_describe_luck(review, total_luck)} in all, most by {luckiest_roll}. "
        f"Moves gave away {first_lost} by {first} and {second_lost} by {second}."
    )


def _describe_luck(review: Review, luck: float) -> str:
    """Return the side that chance favours and by how much: `White 0.5`.

    `luck` is from MAX's side.
    """
    first, second = review.match.game.sides
    side = second if luck < 0 else first
    return f"{side} {format_decimal(abs(luck))}"


def _total_lost(review: Review, *, maximizing: bool) -> float:
    """Return how much the moves of a side gave away in all."""
    return sum(
        verdict.value_lost or 0 for verdict in review.judged if verdict.maximizing is maximizing
    )


def turning_points(review: Review) -> list[str]:
    """Return a paragraph about each of the worst moves, in the order in which they were played."""
    return [turning_point(review, verdict) for verdict in review.turning_points]


def turning_point(review: Review, verdict: Verdict) -> str:
    """Say what a move gave away, what was better and what the move led to."""
    side = review.side(verdict)
    # An outcome of chance has no better move.
    if verdict.by_chance:
        return describe_mistake(verdict, side)
    lost = describe_given_away(verdict, side)
    consequence = describe_consequence(verdict)
    if verdict.wins_at_once:
        return f"{lost}{consequence}"
    if verdict.is_best:
        return f"{lost} It is the search's best move.{consequence}"
    return f"{lost} {describe_better_move(verdict)}{consequence}"


def ranked_verdicts(review: Review) -> Sequence[Verdict]:
    """Return the judged moves, the worst first; moves that are equally bad in the order played."""
    return sorted(review.judged, key=lambda verdict: (-(verdict.given_away or 0), verdict.number))


def describe_review_progress(review: Review) -> str:
    """Say how many moves are judged."""
    count = len(review.match.turns)
    if review.finished:
        return f"{count:,} moves judged"
    return f"judging move {min(count, len(review.judged) + 1):,} of {count:,}"


def review_heights(review: Review) -> Sequence[ValueHeight | None]:
    """Return the heights of a game's curve: a value for each position, in the order played."""
    return value_heights(review.values)


def value_curve(review: Review) -> str:
    """Return the curve of values as a row of blocks such as `▁▄█▲`; high blocks are good for MAX.

    There is a block for each position, in the order played. ▲ and ▼ stand for a won game, and a
    space for an unknown value.
    """
    return "".join(map(_curve_sign, review_heights(review)))


def _curve_sign(height: ValueHeight | None) -> str:
    """Return the character for a value in the curve: a block, a sign for a win, or a space."""
    if height is None:
        return " "
    if height.won:
        return FIRST_WON_SIGN if height.share > 0 else SECOND_WON_SIGN
    # The share -1 is the lowest block, and 1 the highest.
    share_from_0_to_1 = (height.share + 1) / 2
    return CURVE_BLOCKS[round(share_from_0_to_1 * (len(CURVE_BLOCKS) - 1))]


def describe_curve(review: Review) -> str:
    """Say whose values the curve shows, how large they are, and what its signs for wins mean."""
    heights = [height for height in review_heights(review) if height is not None]
    first = review.match.side(maximizing=True)
    second = review.match.side(maximizing=False)

    parts = []
    if any(not height.won for height in heights):
        largest = largest_unwon_value(review.values)
        parts.append(f"▁ {format_signed(-largest)} to █ {format_signed(largest)}")
    if any(height.won and height.share > 0 for height in heights):
        parts.append(f"{FIRST_WON_SIGN} {first} wins")
    if any(height.won and height.share <= 0 for height in heights):
        parts.append(f"{SECOND_WON_SIGN} {second} wins")
    return f"values for {first}, {', '.join(parts)}"


def review_text(review: Review) -> str:
    """Return the whole review for a terminal."""
    lines = [
        *review_heading(review),
        "",
        review_table(review).text(),
        "",
        f"{capitalized(describe_curve(review))}:",
        value_curve(review),
        "",
    ]
    luck = luck_and_errors(review)
    if luck:
        lines.append(luck)
    lines.append(worst_moves(review))
    points = turning_points(review)
    if points:
        lines += ["", *points]
    return "\n".join(lines)
