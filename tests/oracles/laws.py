"""What must be true of a search that visits nodes again, by the paper it is from; checked on its
reports alone.

The laws of values hold for every search with a window, each of the others for one algorithm.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial
from itertools import groupby
from math import inf, isclose, log, nextafter, sqrt
from operator import attrgetter
from typing import Any

from tests.oracles.events import ListRecorder, Visit
from visualizer.searching.algorithms import NO_DEPTH_LIMIT, Problem
from visualizer.searching.algorithms.mcts import playout

Law = Callable[[Problem, ListRecorder], Iterator[str]]


def broken_laws(
    name: str,
    problem: Problem,
    reported: ListRecorder,
    returned: float,
) -> set[str]:
    """Return the laws that a finished search by the algorithm of that name has broken, in words."""
    if not all(is_there(problem, visit) for visit in reported.visits):
        return {"a visit is reported where the game has none like it"}
    found = {
        broken for law in LAWS.get(name, (values, answers)) for broken in law(problem, reported)
    }
    if reported.open:
        found.add("a visit is left open")
    if name != "mcts" and returned != roots(reported)[-1].value:
        found.add("the value returned is not that of the last pass")
    return found


def roots(reported: ListRecorder) -> list[Visit]:
    """Return the visits of the root."""
    return [visit for visit in reported.visits if visit.above is None]


def is_there(problem: Problem, visit: Visit) -> bool:
    """Say whether a visit's position exists, with the reported side to move and number of moves."""
    position = problem.root
    for number in visit.path:
        if number >= len(position.moves()):
            return False
        position = position.play(position.moves()[number])
    return visit.is_leaf or (position.maximizing, len(position.moves())) == (
        visit.maximizing,
        visit.children,
    )


def position_at(problem: Problem, visit: Visit) -> Any:
    """Return the position of a visit."""
    position = problem.root
    for number in visit.path:
        position = position.play(position.moves()[number])
    return position


def remaining(problem: Problem, visit: Visit) -> int:
    """Return the depth left at a visit in plies, TO_THE_END if there is no limit.

    In iterative deepening the name of the pass says how deep it looks.
    """
    word, _, number = visit.pass_name.partition(" ")
    if word != "depth" and problem.depth == NO_DEPTH_LIMIT:
        return NO_DEPTH_LIMIT
    return (int(number) if word == "depth" else problem.depth) - len(visit.path)


def asked_order(problem: Problem, visit: Visit) -> list[int]:
    """Return the natural numbers of a visit's moves, in the order of the problem."""
    position = position_at(problem, visit)
    return [number for number, _ in problem.order(position, position.moves(), lambda: visit.path)]


def minimax(
    problem: Problem,
    position: Any,
    plies: float,
    known: dict[Any, float],
) -> float:
    """Return a position's minimax value to a depth; `known` caches values."""
    outcome = position.outcome()
    if outcome is not None or plies == 0:
        return problem.evaluate(position, outcome)
    asked = position.key(), position.maximizing, plies
    if asked not in known:
        below = [
            minimax(problem, position.play(move), plies - 1, known) for move in position.moves()
        ]
        if position.maximizing:
            known[asked] = max(below)
        else:
            known[asked] = min(below)
    return known[asked]


def values(problem: Problem, reported: ListRecorder) -> Iterator[str]:
    """A visit returns its true value inside its window, and outside a bound on the right side."""
    known: dict[Any, float] = {}
    for visit in reported.visits:
        true = minimax(problem, position_at(problem, visit), remaining(problem, visit), known)
        value = visit.value
        if value <= visit.alpha:
            right = true <= value
        elif value >= visit.beta:
            right = true >= value
        else:
            right = true == value
        if not right:
            yield "a value is not true"


def windows(problem: Problem, reported: ListRecorder, *, null: bool = False) -> Iterator[str]:
    """Children get the window as narrowed by their earlier siblings, and a node is left when its
    window has closed.

    With null windows all children but the first get a null window, and are searched again if and
    only if the value lies inside the whole window. No visit searches any other child twice.
    """
    for visit in (each for each in reported.visits if each.tried):
        low = visit.alpha
        high = visit.beta
        closed = False
        found: dict[tuple[int, ...], float] = {}
        for place, (path, group) in enumerate(groupby(visit.tried, attrgetter("path"))):
            looks = [*group]
            expected = [(low, high)]
            if null and place > 0:
                expected = [
                    (low, nextafter(low, inf))
                    if visit.maximizing
                    else (nextafter(high, -inf), high)
                ]
                if low < looks[0].value < high:
                    expected.append((low, high))
            if path in found:
                yield "a child is tried twice"
            if [(look.alpha, look.beta) for look in looks] != expected:
                yield "the looks at a child are not those that the window asks for"
            if closed:
                yield "a child is visited after the window has closed"
            found[path] = value = looks[-1].value
            if visit.maximizing:
                low = max(low, value)
            else:
                high = min(high, value)
            closed = problem.cut(low, high)
        if (visit.kind == "cut") != closed or not (closed or len(found) == visit.children):
            yield "a node is left for no reason"
        if visit.value != (max if visit.maximizing else min)(found.values()):
            yield "a node does not return its best"


def answers(problem: Problem, reported: ListRecorder) -> Iterator[str]:
    """A table answers wherever it can, and nowhere else, with what the last visit of the same
    position returned.

    That visit must have had children and the same depth left, and its value must be exact or a
    bound that closes the window. Without a table there are no answers.
    """
    stored: dict[Any, Visit] = {}
    for what, visit in reported.events:
        key = position_at(problem, visit).key()
        if what == "return" and not visit.is_leaf:
            stored[key] = visit
        elif what == "enter" and visit.kind not in ("terminal", "limit"):
            if problem.options.get("table"):
                known = stored.get(key)
            else:
                known = None
            answered = known is not None and is_enough(problem, known, visit)
            if answered != (visit.kind == "table"):
                yield f"a table {'does not answer' if answered else 'answers'}"
            elif (
                known is not None
                and answered
                and (visit.source, visit.value) != (known.row, known.value)
            ):
                yield "a table answers with what nobody stored"


def is_enough(problem: Problem, known: Visit, visit: Visit) -> bool:
    """Say whether the value of one visit answers another visit of the same position."""
    if remaining(problem, known) != remaining(problem, visit):
        return False
    at_least = known.value > known.alpha
    at_most = known.value < known.beta
    return (
        (at_least and at_most)
        or (at_least and problem.cut(known.value, visit.beta))
        or (at_most and problem.cut(visit.alpha, known.value))
    )


def bounds_meet(problem: Problem, reported: ListRecorder) -> Iterator[str]:
    """Each pass of MTD(f) has a null window at its guess, the value of the pass before; the
    bounds meet in the last.
    """
    lower = problem.alpha
    upper = problem.beta
    f = min(max(problem.options["first"], lower), upper)
    for root in roots(reported):
        if not lower < upper:
            yield "a pass is made after the bounds have met"
        if f == lower:
            beta = nextafter(f, inf)
        else:
            beta = f
        if (root.alpha, root.beta) != (nextafter(beta, -inf), beta):
            yield "a pass has another window than its guess says"
        if root.pass_name.replace("−", "-") != f"f = {f:.10g}":
            yield "a pass is not called by its guess"
        f = root.value
        if f < beta:
            upper = f
        else:
            lower = f
    if lower < upper:
        yield "the search ends before the bounds have met"


def passes_deepen(problem: Problem, reported: ListRecorder) -> Iterator[str]:
    """Passes search 1, 2, 3 ... plies deep with the given window, up to the given depth or the
    end of the game.
    """
    made = roots(reported)
    if [root.pass_name for root in made] != [f"depth {depth}" for depth in range(1, len(made) + 1)]:
        yield "the passes are not called by their depths"
    if any((root.alpha, root.beta) != (problem.alpha, problem.beta) for root in made):
        yield "a pass has another window than was asked for"
    limited = {visit.pass_name for visit in reported.visits if visit.kind == "limit"}
    if problem.depth != NO_DEPTH_LIMIT:
        if len(made) != problem.depth:
            yield "there are not as many passes as plies"
    elif made[-1].pass_name in limited:
        yield "the search ends with a pass that met its limit"
    for visit in reported.visits:
        if len(visit.path) > limit_of(visit) or (
            visit.kind == "limit" and len(visit.path) != limit_of(visit)
        ):
            yield "a pass looks deeper or less deep than it says"


def limit_of(visit: Visit) -> int:
    """Return the depth of a pass of iterative deepening."""
    return int(visit.pass_name.removeprefix("depth "))


def best_move_first(problem: Problem, reported: ListRecorder) -> Iterator[str]:
    """The position's best move of the last visit is tried first, then the others in the given
    order.

    Without a table the order is the given one.
    """
    best: dict[Any, int] = {}
    expected: dict[int, list[int]] = {}
    for what, visit in reported.events:
        if not visit.tried:
            continue
        position = position_at(problem, visit)
        if what == "enter":
            order = asked_order(problem, visit)
            first = best.get(position.key(), order[0])
            expected[visit.row] = [first, *(number for number in order if number != first)]
            continue
        if [child.move for child in visit.tried] != expected[visit.row][: len(visit.tried)]:
            yield "the moves are not tried in the order that the table asks for"
        if not problem.options["table"]:
            continue
        best[position.key()] = next(
            child.move for child in visit.tried if child.value == visit.value
        )


def samples(problem: Problem, reported: ListRecorder) -> Iterator[str]:
    """Each iteration follows one path to a leaf, by the upper bounds that result from the
    iterations before it.
    """
    count: dict[tuple[int, ...], int] = {}
    total: dict[tuple[int, ...], float] = {}
    leaves = [visit for visit in reported.visits if not visit.tried]
    if problem.root.outcome() is None:
        made = problem.options["iterations"]
    else:
        made = 1
    if not len(roots(reported)) == len(leaves) == made:
        yield "there is not one leaf for each iteration"
    for leaf in leaves:
        line = [leaf]
        above = leaf.above
        while above is not None:
            line.append(above)
            above = above.above
        for visit in line[::-1]:
            visits = count.get(visit.path, 0)
            mean = total.get(visit.path, 0.0) / max(1, count.get(visit.path, 0))
            if visit.alpha != visits or not isclose(visit.beta, mean, abs_tol=1e-12):
                yield "the visits and the mean reported on entry are not those before"
            if visit.tried:
                yield from selection(problem, visit, count, total)
            elif (visit.kind == "playout") != (
                visits == 0 and position_at(problem, visit).outcome() is None
            ):
                yield "a leaf is not a new node, nor the end of the game"
        if leaf.value != expected_result(problem, leaf, roots(reported).index(line[-1]) + 1):
            yield "a result is not what the game, or the playout once more, says"
        for visit in line:
            if visit.value != leaf.value:
                yield "a result is not handed up as it is"
            count[visit.path] = count.get(visit.path, 0) + 1
            total[visit.path] = total.get(visit.path, 0.0) + leaf.value


def expected_result(problem: Problem, leaf: Visit, iteration: int) -> float | None:
    """Return a leaf's outcome, or that of its random game played again; None if there is none."""
    position = position_at(problem, leaf)
    if leaf.kind == "playout":
        position = next(
            reversed([after for _, after in playout(problem, position, iteration)]), position
        )
    outcome = position.outcome()
    if outcome is None:
        return None
    return problem.counting(problem.root)(outcome)


def selection(
    problem: Problem,
    visit: Visit,
    count: dict[tuple[int, ...], int],
    total: dict[tuple[int, ...], float],
) -> Iterator[str]:
    """A new child is taken first, in the given order; else the child with the greatest upper bound.

    Among equals it is the child expanded first, that is, the first in the given order.
    """
    sign = 1 if visit.maximizing else -1
    bounds = {}
    for number in asked_order(problem, visit):
        path = (*visit.path, number)
        bounds[number] = inf
        if path in count:
            bonus = problem.options["exploration"] * sqrt(log(count[visit.path]) / count[path])
            bounds[number] = sign * (total[path] / count[path]) + bonus
    if visit.kind != "sampled" or len(visit.tried) != 1:
        yield "a node is not left after one child"
    if visit.tried[0].move != max(bounds, key=lambda number: bounds[number]):
        yield "the child visited has not the greatest upper bound, or is not the first that has"


NULL_WINDOWS: tuple[Law, ...] = (values, partial(windows, null=True), answers)
LAWS: dict[str, tuple[Law, ...]] = {
    "negamax": (values, windows, answers),
    "pvs": NULL_WINDOWS,
    "scout": NULL_WINDOWS,  # the example of docs/extending.md
    "mtdf": (values, windows, answers, bounds_meet),
    "iterative-deepening": (values, windows, answers, passes_deepen, best_move_first),
    "mcts": (samples,),
    "tutorial-bot": (),
}
"""The laws by algorithm; for all others only their values are checked."""
