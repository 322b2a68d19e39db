"""A review in words: the list of moves, the worst of them, the turning points, and the curve of values."""

from collections.abc import Sequence
from dataclasses import dataclass
from math import isfinite

from visualizer.explaining.explanation.naming import capitalized
from visualizer.explaining.measures.summary import count_in_words
from visualizer.look.numbers import format_decimal, format_signed
from visualizer.look.table import Table
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
    """How high a value stands, from -1 to 1: as a share of the largest that is no win; a won game is -1 or 1."""

    share: float
    won: bool


def value_heights(values: Sequence[MoveValue | None]) -> list[ValueHeight | None]:
    """Return how high values stand, MAX's side up; None where nothing is known."""
    most = largest_unwon_value(values)
    return [None if each is None else value_height(each, most) for each in values]


def largest_unwon_value(values: Sequence[MoveValue | None]) -> float:
    """Return the largest value of a game that is not won, on either side; 1 where there is none."""
    known = [
        each.value
        for each in values
        if each is not None and each.value is not None and not is_winning_value(each)
    ]
    return max((abs(value) for value in known if isfinite(value)), default=0) or 1


def is_winning_value(value: MoveValue) -> bool:
    """Return whether a value says that the game is won."""
    return value.standing is not None and value.standing.won


def value_height(value: MoveValue, most: float) -> ValueHeight | None:
    """Return how high a value stands where the largest is `most`."""
    if value.value is None:
        return None
    if is_winning_value(value):
        return ValueHeight(1.0 if value.value > 0 else -1.0, won=True)
    return ValueHeight(max(-1.0, min(1.0, value.value / most)), won=False)


CURVE_BLOCKS = "▁▂▃▄▅▆▇█"
WON_SIGNS = "▼▲"
"""What stands in the curve where MIN or MAX has won."""


def review_heading(review: Review) -> list[str]:
    """Say which game it is, who played, and by which search it is reviewed."""
    match = review.match
    players = " against ".join(
        f"{match.side(maximizing=first)} ({mover})"
        for first, mover in zip((True, False), match.movers, strict=True)
    )
    few = next((f"; {each.best.few}" for each in review.judged if each.best.few), "")
    title = match.start.board().title or match.game.title
    end = match.end()
    by = f"reviewed by {review.by}{whose_measure(review)}{few}"
    return [f"{title}: {players}", by, *([f"{capitalized(end)}."] if end else [])]


def whose_measure(review: Review) -> str:
    """Say whose own search it is by which a game is reviewed, what that counts, and from when on a loss counts."""
    match = review.match
    search = review.search
    stakes = stakes_of(review.match.game, review.search.evaluation)

    def measure(of: SearchSpec) -> tuple[object, ...]:
        return (
            of.algorithm,
            of.evaluation or next(iter(match.game.evaluations)),
            search_plies_at(match, of, 0),
        )

    own = [
        match.side(maximizing=first)
        for first, mover in zip((True, False), match.movers, strict=True)
        if mover.search is not None and measure(mover.search) == measure(search)
    ]
    if len(own) > 1:
        whose = "both sides' measure"
    elif own:
        whose = f"{own[0]}'s own measure"
    else:
        whose = ""
    if len(match.game.evaluations) > 1:
        counts = f" ({measure(search)[1]})"
    else:
        counts = ""
    least = 0 if stakes is None or review.games else stakes.slight
    if stakes is not None and least:
        small = f"; losses below {stakes.difference(least)} are ignored"
    else:
        small = ""
    return f", {whose}{counts}{small}" if whose else small


def review_table(review: Review) -> Table:
    """Return a row a move: its value from MAX's side, the best move with its value, and what was given away.

    What is won is said. Beside a move that itself wins the game no better one is named. Outcomes of
    chance have their luck in a column of their own.
    """
    by_chance = any(each.by_chance for each in review.judged)
    first = review.match.side(maximizing=True)
    rows = tuple(
        (
            each.number,
            review.side(each),
            each.move.name,
            value_in_table(each.move, is_made=True),
            best.name,
            "" if each.by_chance else value_in_table(best, is_made=best is each.move),
            describe_loss(each).listed if each.given_away else "",
            *((brief_loss(each) if each.by_chance else "",) if by_chance else ()),
        )
        for each in review.judged
        for best in (each.move if each.wins_at_once else each.best,)
    )
    columns = ("", "side", "move", f"value for {first}", "best", "its value", "gave away")
    return Table((*columns, *((f"luck of {first}",) if by_chance else ())), rows)


def value_in_table(value: MoveValue, *, is_made: bool) -> str:
    """Return the value of a move for a table: `+2`, `−0.27`, `White wins in 2`; `–` for none.

    Of a move that `is_made` and has won the game it is not said that it wins in 1.
    """
    standing = value.standing
    if standing is not None and standing.won and value.called:
        if is_made and value.ends:
            return value.label
        return value.called
    return value.signed() or "–"


def worst_moves(review: Review) -> str:
    """List the moves that cost something, worst first."""
    listed = "; ".join(
        f"{each.number} {each.move.name}: {describe_loss(each).listed}" for each in review.worst
    )
    return f"Worst first: {listed}." if listed else f"{nothing_given_away(review)}."


def nothing_given_away(review: Review) -> str:
    """Say that no move gave anything away, of how many that are judged, and who resigned all the same."""
    count = len(review.judged)
    resigned = review.match.resigned
    if not review.finished:
        of = count_in_words(count, "move", "moves")
        return (
            f"Nothing was given away in the {of} judged so far"
            if count
            else "No move is judged yet"
        )
    then = "" if resigned is None else f", and {review.match.side(maximizing=resigned)} resigned"
    return f"No move gave anything away{then}"


def luck_and_errors(review: Review) -> str:
    """Say what chance gave in all, and when most, and what the moves of each side gave away; "" without chance."""
    if not review.rolls:
        return ""
    sides = review.match.game.sides

    def to(luck: float) -> str:
        return f"{sides[luck < 0]} {format_decimal(abs(luck))}"

    most = max(review.rolls, key=lambda each: abs(each.luck or 0))
    total = sum(each.luck or 0 for each in review.rolls)
    first_lost, second_lost = (
        f"{format_decimal(sum(each.lost or 0 for each in review.judged if each.maximizing is first))} by {side}"
        for side, first in zip(sides, (True, False), strict=True)
    )
    at = f"most by {most.move.name} at move {most.number}: {to(most.luck or 0)}"
    return f"Chance gave {to(total)} in all, {at}. Moves gave away {first_lost} and {second_lost}."


def turning_points(review: Review) -> list[str]:
    """Say of each of the worst moves, in the order played, what was better and what it led to."""
    return [turning_point(review, each) for each in review.turning_points]


def turning_point(review: Review, verdict: Verdict) -> str:
    """Say what a move gave away, what was better and what it led to."""
    if verdict.by_chance:
        return describe_mistake(verdict, review.side(verdict))
    said = describe_given_away(verdict, review.side(verdict))
    if verdict.wins_at_once:
        return f"{said}{describe_consequence(verdict)}"
    if verdict.is_best:
        best = "It is the search's best move."
    else:
        best = describe_better_move(verdict)
    return f"{said} {best}{describe_consequence(verdict)}"


def ranked_verdicts(review: Review) -> Sequence[Verdict]:
    """Return the moves judged so far: the worst first, then those that gave nothing away, as they were played."""
    return sorted(review.judged, key=lambda each: (-(each.given_away or 0), each.number))


def describe_review_progress(review: Review) -> str:
    """Say how many moves are judged."""
    done = len(review.judged)
    count = len(review.match.turns)
    return (
        f"{count:,} moves judged"
        if review.finished
        else f"judging move {min(count, done + 1):,} of {count:,}"
    )


def review_heights(review: Review) -> Sequence[ValueHeight | None]:
    """Return how high the values of the game are in its curve, the first position's in front."""
    return value_heights(review.values)


def value_curve(review: Review) -> str:
    """Return the curve of values as blocks, the first position's in front; high is good for MAX.

    A value that is not known is a space; games that are won have a sign of their own.
    """
    steps = len(CURVE_BLOCKS) - 1
    return "".join(
        " "
        if each is None
        else WON_SIGNS[each.share > 0]
        if each.won
        else CURVE_BLOCKS[round((each.share + 1) / 2 * steps)]
        for each in review_heights(review)
    )


def describe_curve(review: Review) -> str:
    """Say whose values the curve shows, how large they are, and which signs stand for won games, if there are any."""
    first, second = (review.match.side(maximizing=first) for first in (True, False))
    known = [each for each in review_heights(review) if each is not None]
    won = [
        f"{WON_SIGNS[up]} {side} wins"
        for up, side in ((True, first), (False, second))
        if any(each.won and (each.share > 0) is up for each in known)
    ]
    most = largest_unwon_value(review.values)
    if any(not each.won for each in known):
        ends = [f"▁ {format_signed(-most)} to █ {format_signed(most)}"]
    else:
        ends = []
    return f"values for {first}, {', '.join([*ends, *won])}"


def review_text(review: Review) -> str:
    """Return the whole review for a terminal."""
    points = turning_points(review)
    return "\n".join(
        [
            *review_heading(review),
            "",
            review_table(review).text(),
            "",
            f"{capitalized(describe_curve(review))}:",
            value_curve(review),
            "",
            *filter(None, [luck_and_errors(review)]),
            worst_moves(review),
            *(["", *points] if points else []),
        ]
    )
