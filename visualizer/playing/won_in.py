"""In how many moves a game is won, where a search has proved that it can neither be sooner nor be put off."""

from collections.abc import Sequence

from games import AnyPosition
from visualizer.algorithms import TO_THE_END
from visualizer.run import Run


def moves_to_win(run: Run, line: Sequence[int], before: int, *, maximizing: bool, winner: bool) -> int:
    """Return how many moves the winner needs, MAX (True) or MIN, from a move of MAX or of MIN on; 0 if not known.

    `line` are the nodes of the best line, `before` whether the move lies before the root of the search (1 or 0). A win
    in one move stands in the line. One in two is proved by a search that sees no third move of the winner, if the
    winner cannot win with the first: that is another move than the last, or none that wins is legal. More is not said.
    """
    if not line and not before:
        return 0
    path = run.path(line[-1]) if line else ()
    end, plies, depth = run.position(path), before + len(line), run.depth + before
    if not is_win(end, winner=winner) or not alternate(run, path, before, maximizing=maximizing):
        return 0
    own = winner is maximizing
    if plies == (1 if own else 2):
        return 1
    if plies != (3 if own else 4) or run.depth == TO_THE_END or not proves(run):
        return 0
    if own:
        return 2 * (depth <= 4)
    after = run.root if before else run.position(path[:1])
    sooner = any(is_win(after.play(move), winner=winner) for move in after.moves())
    return 0 if sooner else 2 * (depth <= 5)


def is_win(position: AnyPosition, *, winner: bool) -> bool:
    """Return whether a game has ended with a win for MAX (True) or MIN."""
    outcome = position.outcome()
    return outcome is not None and (outcome > 0 if winner else outcome < 0)


def alternate(run: Run, path: Sequence[int], before: int, *, maximizing: bool) -> bool:
    """Return whether turns alternate from a move of MAX or of MIN down a path."""
    movers = [maximizing] * before + [run.position(tuple(path[:place])).maximizing for place in range(len(path))]
    return all(mover is (maximizing is (place % 2 == 0)) for place, mover in enumerate(movers))


def proves(run: Run) -> bool:
    """Return whether a search looks at everything to its depth and at nothing below."""
    own = run.algorithm
    return own.exact and not (own.samples or own.is_function or run.problem.options.get("quiescence"))
