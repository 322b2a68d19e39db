"""A review in words: the list of moves, the worst of them, the turning points, and the curve of values."""

from collections.abc import Sequence
from dataclasses import dataclass
from math import isfinite

from visualizer.explaining.explanation.naming import capitalized
from visualizer.explaining.measures.summary import many
from visualizer.look.numbers import decimal, format_signed
from visualizer.look.table import Table
from visualizer.play.playing.game_review import Review, plies
from visualizer.play.playing.match_words import (
    better,
    consequence,
    gave_away,
    in_brief,
    loss,
    mistake,
)
from visualizer.play.playing.move_value import MoveValue, Verdict
from visualizer.searching.lookup import stakes_of
from visualizer.searching.recipe import SearchSpec


@dataclass(frozen=True, slots=True)
class Height:
    """How high a value stands, from -1 to 1: as a share of the largest that is no win; a won game is -1 or 1."""

    share: float
    won: bool


def curve_of(values: Sequence[MoveValue | None]) -> list[Height | None]:
    """Return how high values stand, MAX's side up; None where nothing is known."""
    most = largest(values)
    return [None if each is None else height(each, most) for each in values]


def largest(values: Sequence[MoveValue | None]) -> float:
    """Return the largest value of a game that is not won, on either side; 1 where there is none."""
    known = [
        each.value
        for each in values
        if each is not None and each.value is not None and not is_won(each)
    ]
    return max((abs(value) for value in known if isfinite(value)), default=0) or 1


def is_won(value: MoveValue) -> bool:
    """Return whether a value says that the game is won."""
    return value.standing is not None and value.standing.won


def height(value: MoveValue, most: float) -> Height | None:
    """Return how high a value stands where the largest is `most`."""
    if value.value is None:
        return None
    if is_won(value):
        return Height(1.0 if value.value > 0 else -1.0, won=True)
    return Height(max(-1.0, min(1.0, value.value / most)), won=False)


BLOCKS = "▁▂▃▄▅▆▇█"
WON = "▼▲"
"""What stands in the curve where MIN or MAX has won."""


def heading(review: Review) -> list[str]:
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
            plies(match, of, 0),
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


def table(review: Review) -> Table:
    """Return a row a move: its value from MAX's side, the best move with its value, and what was given away.

    What is won is said. Beside a move that itself wins the game no better one is named. Outcomes of chance have their
    luck in a column of their own.
    """
    by_chance = any(each.by_chance for each in review.judged)
    first = review.match.side(maximizing=True)
    rows = tuple(
        (
            each.number,
            review.side(each),
            each.move.name,
            shown(each.move, is_made=True),
            best.name,
            "" if each.by_chance else shown(best, is_made=best is each.move),
            loss(each).listed if each.given_away else "",
            *((in_brief(each) if each.by_chance else "",) if by_chance else ()),
        )
        for each in review.judged
        for best in (each.move if each.wins_at_once else each.best,)
    )
    columns = ("", "side", "move", f"value for {first}", "best", "its value", "gave away")
    return Table((*columns, *((f"luck of {first}",) if by_chance else ())), rows)


def shown(value: MoveValue, *, is_made: bool) -> str:
    """Return the value of a move for a table: `+2`, `−0.27`, `White wins in 2`; `–` for none.

    Of a move that `is_made` and has won the game it is not said that it wins in 1.
    """
    standing = value.standing
    if standing is not None and standing.won and value.called:
        if is_made and value.ends:
            return value.label
        return value.called
    return value.signed() or "–"


def worst(review: Review) -> str:
    """List the moves that cost something, worst first."""
    listed = "; ".join(
        f"{each.number} {each.move.name}: {loss(each).listed}" for each in review.worst
    )
    return f"Worst first: {listed}." if listed else f"{nothing_given_away(review)}."


def nothing_given_away(review: Review) -> str:
    """Say that no move gave anything away, of how many that are judged, and who resigned all the same."""
    count = len(review.judged)
    resigned = review.match.resigned
    if not review.finished:
        of = many(count, "move", "moves")
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
        return f"{sides[luck < 0]} {decimal(abs(luck))}"

    most = max(review.rolls, key=lambda each: abs(each.luck or 0))
    total = sum(each.luck or 0 for each in review.rolls)
    first_lost, second_lost = (
        f"{decimal(sum(each.lost or 0 for each in review.judged if each.maximizing is first))} by {side}"
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
        return mistake(verdict, review.side(verdict))
    said = gave_away(verdict, review.side(verdict))
    if verdict.wins_at_once:
        return f"{said}{consequence(verdict)}"
    if verdict.is_best:
        best = "It is the search's best move."
    else:
        best = better(verdict)
    return f"{said} {best}{consequence(verdict)}"


def ranked(review: Review) -> Sequence[Verdict]:
    """Return the moves judged so far: the worst first, then those that gave nothing away, as they were played."""
    return sorted(review.judged, key=lambda each: (-(each.given_away or 0), each.number))


def how_far(review: Review) -> str:
    """Say how many moves are judged."""
    done = len(review.judged)
    count = len(review.match.turns)
    return (
        f"{count:,} moves judged"
        if review.finished
        else f"judging move {min(count, done + 1):,} of {count:,}"
    )


def heights(review: Review) -> Sequence[Height | None]:
    """Return how high the values of the game are in its curve, the first position's in front."""
    return curve_of(review.values)


def curve(review: Review) -> str:
    """Return the curve of values as blocks, the first position's in front; high is good for MAX.

    A value that is not known is a space; games that are won have a sign of their own.
    """
    steps = len(BLOCKS) - 1
    return "".join(
        " "
        if each is None
        else WON[each.share > 0]
        if each.won
        else BLOCKS[round((each.share + 1) / 2 * steps)]
        for each in heights(review)
    )


def curve_said(review: Review) -> str:
    """Say whose values the curve shows, how large they are, and which signs stand for won games, if there are any."""
    first, second = (review.match.side(maximizing=first) for first in (True, False))
    known = [each for each in heights(review) if each is not None]
    won = [
        f"{WON[up]} {side} wins"
        for up, side in ((True, first), (False, second))
        if any(each.won and (each.share > 0) is up for each in known)
    ]
    most = largest(review.values)
    if any(not each.won for each in known):
        ends = [f"▁ {format_signed(-most)} to █ {format_signed(most)}"]
    else:
        ends = []
    return f"values for {first}, {', '.join([*ends, *won])}"


def text(review: Review) -> str:
    """Return the whole review for a terminal."""
    points = turning_points(review)
    return "\n".join(
        [
            *heading(review),
            "",
            table(review).text(),
            "",
            f"{capitalized(curve_said(review))}:",
            curve(review),
            "",
            *filter(None, [luck_and_errors(review)]),
            worst(review),
            *(["", *points] if points else []),
        ]
    )
