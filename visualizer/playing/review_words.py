"""A review in words: the list of moves, the worst of them, the turning points, and the curve of values."""

from collections.abc import Sequence

from visualizer.explanation.naming import capitalized
from visualizer.look.table import Table
from visualizer.playing.game_review import Review
from visualizer.playing.match_words import better, consequence, gave_away, least_win, shown
from visualizer.playing.move_analysis import Verdict

BLOCKS = "▁▂▃▄▅▆▇█"


def heading(review: Review) -> list[str]:
    """Say which game it is, who played, and by which search it is reviewed."""
    match = review.match
    players = " against ".join(
        f"{match.side(maximizing=first)} ({mover})" for first, mover in zip((True, False), match.movers, strict=True)
    )
    end = match.end()
    return [f"{match.start.board().title or match.game.title}: {players}", f"reviewed by {review.search.to_spec()}"] + (
        [f"{capitalized(end)}."] if end else []
    )


def table(review: Review) -> Table:
    """Return a row a move: its value from MAX's side, the best move with its value, and what was given away."""
    rows = (
        (each.number, review.side(each), each.move.move, shown(each.move.value), each.best.move,
         shown(each.best.value), shown(each.lost) if each.lost else "")
        for each in review.judged
    )  # fmt: skip
    return Table(("", "side", "move", "value", "best", "its value", "gave away"), tuple(rows))


def worst(review: Review) -> str:
    """List the moves that gave something away, worst first."""
    listed = ", ".join(f"{each.number} {each.move.move} ({shown(each.lost)})" for each in review.worst)
    return f"Worst first: {listed}." if listed else "No move gave anything away."


def turning_points(review: Review) -> list[str]:
    """Say of each of the worst moves, in the order played, what was better and what it led to."""
    return [turning_point(review, each) for each in review.turning_points]


def turning_point(review: Review, verdict: Verdict) -> str:
    """Say what a move gave away, what was better and what it led to."""
    best = "It is the search's best move." if verdict.is_best else better(verdict)
    return f"{gave_away(verdict, review.side(verdict))} {best}{consequence(verdict)}"


def ranked(review: Review) -> Sequence[Verdict]:
    """Return the moves judged so far: the worst first, then those that gave nothing away, as they were played."""
    return sorted(review.judged, key=lambda each: (-(each.lost or 0), each.number))


def how_far(review: Review) -> str:
    """Say how many moves are judged."""
    done, count = len(review.judged), len(review.match.turns)
    return f"{count:,} moves judged" if review.finished else f"judging move {min(count, done + 1):,} of {count:,}"


def heights(review: Review) -> Sequence[float | None]:
    """Return the values of the game from -1 to 1: won games are at the ends, the rest is in proportion.

    The unit is the largest value that is no win.
    """
    values, win = review.values, least_win(review.match, review.search)
    most = max((abs(value) for value in values if value is not None and abs(value) < win), default=0) or 1
    return [None if value is None else max(-1.0, min(1.0, value / most)) for value in values]


def curve(review: Review) -> str:
    """Return the curve of values as blocks, the first position's in front; high is good for MAX.

    A value that is not known is a space.
    """
    steps = len(BLOCKS) - 1
    return "".join(" " if height is None else BLOCKS[round((height + 1) / 2 * steps)] for height in heights(review))


def text(review: Review) -> str:
    """Return the whole review for a terminal."""
    first = review.match.side(maximizing=True)
    points = turning_points(review)
    return "\n".join([
        *heading(review), "", table(review).text(), "", f"values, high is good for {first}: {curve(review)}", "",
        worst(review), *(["", *points] if points else []),
    ])  # fmt: skip
