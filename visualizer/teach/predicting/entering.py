"""Questions about the next move: first in an ordering, selected by MCTS, and the mean after it."""

from collections.abc import Mapping, Sequence

from visualizer.explaining.explanation.english.random_games import digits_to_tell, format_sample
from visualizer.explaining.explanation.naming import capitalize_sentence
from visualizer.explaining.measures.sampling import UpperBound, selection_bounds
from visualizer.explaining.measures.summary import count_in_words
from visualizer.look.numbers import format_decimal, format_mean, format_number
from visualizer.teach.predicting.next_event import NextEvent, StepQuestion
from visualizer.teach.question import AnswerValue
from visualizer.trace.tree_at_step import Bound

MAX_OFFERED_MOVES = 4
NEW_MOVE_ANSWER = "a move that is new"
MIN_MOVES_WITH_NEW = 3
"""With more moves expanded, and several still new, it is obvious that a new one comes first."""
PRIOR_SELECTION_RULE = (
    "The move with the largest upper bound is selected, even if it is new: the bound is its mean "
    "plus a term with its prior."
)
"""The rule of PUCT."""
MAX_MEAN_VISITS = 6
"""Means are asked for before this many visits: later the sum is long, and the mean hardly moves."""


def ask_next_move(now: NextEvent) -> StepQuestion | None:
    """Ask which move is tried next, where the ordering has scores and they differ."""
    if not now.after.entering or now.parent < 0 or now.after.look_count(now.node) > 1:
        return None
    scores = now.run.scored(now.run.path(now.parent), now.after)[1]
    if scores is None:
        return None
    totals = [score.total for score in scores]
    move = now.run.trace.move(now.node)
    others = untried_by_score(now, totals)
    # Scores are equal, or the search departs from its ordering.
    if not others or totals[others[0]] >= totals[move]:
        return None

    offered = sorted([move, *others[: MAX_OFFERED_MOVES - 1]])
    names = {each: sibling_name(now, each) for each in offered}
    scored = {name: format_number(totals[each]) for each, name in names.items()}
    if len(scored) < len(offered):
        return None  # two moves have the same name
    return score_question(
        now,
        scored,
        names[move],
        moves_left=len(others) + 1,
    )


def sibling_name(now: NextEvent, move: int) -> str:
    """Return the name of one of the parent's moves, by its number."""
    return now.naming.move_at((*now.run.path(now.parent), move))


def score_question(
    now: NextEvent, scored: Mapping[str, str], right: str, *, moves_left: int
) -> StepQuestion:
    """Return the question which of some moves has the largest score."""
    largest = scored[right]
    scores = ", ".join(f"{name} {score}" for name, score in scored.items())
    moves = f"{now.side} has {now.naming.moves(moves_left)} left {now.where}"
    ordering = now.run.recipe.search.ordering
    return StepQuestion(
        now,
        told=f"{moves}, tried in {ordering} order. Some of their scores: {scores}.",
        asks="Which is tried next?",
        offered=tuple(scored),
        right=right,
        means=lambda answer: f"{answer} has the score {scored[str(answer)]}, less than {largest}.",
        sentence=f"{right} has the largest score, {largest}. {now.sentence}",
    )


def untried_by_score(now: NextEvent, totals: Sequence[float]) -> list[int]:
    """Return the parent's other moves that are still to be tried, the largest score first."""
    run = now.run
    tried = {run.trace.move(child) for child in now.before.children(now.parent)}
    tried.add(run.trace.move(now.node))
    # Quiescence search tries only the noisy moves.
    allowed = run.noisy(run.path(now.parent), now.after)
    if allowed is None:
        allowed = range(len(totals))
    left = [move for move in allowed if move not in tried]
    return sorted(left, key=lambda move: -totals[move])


def ask_selected_child(now: NextEvent) -> StepQuestion | None:
    """Ask which child a search by random games selects, where one upper bound is the largest.

    Nothing is asked where chance moves: an outcome is drawn.
    """
    if not now.after.entering or now.parent < 0:
        return None
    bounds = [
        bound for bound in selection_bounds(now.run, now.before, now.parent) if bound.proven is None
    ]
    bounds.sort(key=lambda bound: -bound.upper)
    if len(bounds) < 2 or bounds[0].upper == bounds[1].upper:
        return None
    if now.run.has_priors:
        return ask_selected_by_prior(now, bounds)
    return ask_selected_by_visits(now, bounds)


def ask_selected_by_prior(now: NextEvent, bounds: Sequence[UpperBound]) -> StepQuestion | None:
    """Ask for the child that PUCT selects, where new moves have an upper bound too."""
    offered = sorted(bounds[:MAX_OFFERED_MOVES], key=lambda bound: bound.move)
    by_name = bounds_by_name(now, offered)
    if len(by_name) < len(offered) or now.run.trace.move(now.node) != bounds[0].move:
        return None
    return StepQuestion(
        now,
        told=visits_so_far(now),
        asks="Which move is selected?",
        offered=tuple(by_name),
        right=now.naming.move(now.node),
        means=lambda answer: compare_bounds(by_name, answer, bounds[0].upper),
        sentence=now.sentence,
        rule=PRIOR_SELECTION_RULE,
    )


def ask_selected_by_visits(now: NextEvent, bounds: Sequence[UpperBound]) -> StepQuestion | None:
    """Ask for the child that UCT selects: a new one first, then the one with the largest bound."""
    # One of the answers offered is "a move that is new".
    offered = sorted(bounds[: MAX_OFFERED_MOVES - 1], key=lambda bound: bound.child)
    by_name = bounds_by_name(now, offered)
    new_moves = now.before.move_count(now.parent) - len(bounds)
    is_new = now.before.visit_count(now.node) == 0
    if len(by_name) < len(offered) or (new_moves > 1 and len(bounds) > MIN_MOVES_WITH_NEW):
        return None
    # A search that selects by another rule than UCT's cannot be predicted by it.
    is_best = now.run.trace.move(now.node) == bounds[0].move
    if not is_new and (new_moves or not is_best):
        return None

    def means(answer: AnswerValue) -> str:
        if is_new:
            are = "is" if new_moves == 1 else "are"
            moves = now.naming.moves(new_moves)
            return f"{moves} {are} still new there, and a new one comes first."
        return compare_bounds(by_name, answer, bounds[0].upper)

    right = NEW_MOVE_ANSWER if is_new else now.naming.move(now.node)
    return StepQuestion(
        now,
        told=visits_so_far(now),
        asks="Which move is selected?",
        offered=(*by_name, NEW_MOVE_ANSWER),
        right=right,
        means=means,
        sentence=now.sentence,
    )


def bounds_by_name(now: NextEvent, bounds: Sequence[UpperBound]) -> dict[str, UpperBound]:
    """Return upper bounds by the names of the parent's moves."""
    return {sibling_name(now, bound.move): bound for bound in bounds}


def visits_so_far(now: NextEvent) -> str:
    """Say who is to move at the parent, and how often it was visited."""
    visits = count_in_words(now.before.returned_count(now.parent), "visit", "visits")
    return f"{now.side} is to move {now.where}; {visits} so far."


def compare_bounds(by_name: Mapping[str, UpperBound], answer: AnswerValue, largest: float) -> str:
    """Say why another child than the one with the largest upper bound is not selected."""
    bound = by_name.get(str(answer))
    if bound is None:
        return "every move there has been expanded."
    digits = digits_to_tell(bound.upper, largest)
    less = format_decimal(bound.upper, digits)
    return f"{answer} has the upper bound {less}, less than {format_decimal(largest, digits)}."


def ask_root_mean(now: NextEvent) -> StepQuestion | None:
    """Ask for the mean of a move at the root after the next game, which changes it."""
    node = now.node
    if now.after.entering or now.parent != 0 or not now.before.children(node):
        return None
    visits = now.before.returned_count(node)
    old = now.before.value(node)
    new = now.after.value(node)
    if old is None or new is None or not 1 <= visits < MAX_MEAN_VISITS:
        return None
    if format_mean(new) == format_mean(old):
        return None
    return mean_question(now, visits, old, new)


def mean_question(now: NextEvent, visits: int, old: float, new: float) -> StepQuestion:
    """Return the question for the mean of a move, which changes from `old` to `new`."""
    view = now.naming.view_of_mean(now.node)
    mistakes = mistaken_means(now, visits, old)
    # By label: numbers that are written alike are one answer.
    offered = dict[str, float]()
    for value in (new, (old + now.value) / 2, now.value, old):
        offered[view.label(value, Bound.MEAN)] = view.of(value)
    move = now.naming.move(now.node)
    return StepQuestion(
        now,
        told=describe_mean_before(now, visits, old),
        asks=f"What is the mean of {move} for {view.player} then?",
        offered=tuple(sorted(offered, key=offered.__getitem__)),
        right=view.label(new, Bound.MEAN),
        means=lambda answer: mistakes[str(answer)],
        sentence=now.sentence,
    )


def describe_mean_before(now: NextEvent, visits: int, old: float) -> str:
    """Say what the mean of a move was before the next game, and how that game counts."""
    move = now.naming.move(now.node)
    games = count_in_words(visits, "game", "games")
    before = now.naming.mean(now.node, old)
    result = format_sample(now.naming, now.node, now.value)
    return (
        f"{capitalize_sentence(move)} has {games} with a mean of {before}. It is visited once "
        f"more, and the game below it counts as {result}."
    )


def mistaken_means(now: NextEvent, visits: int, old: float) -> dict[str, str]:
    """Return the mistake behind each number that people take for the new mean."""
    view = now.naming.view_of_mean(now.node)
    sample = now.value
    before = now.naming.mean(now.node, old)
    result = format_sample(now.naming, now.node, sample)
    games = count_in_words(visits, "game", "games")
    direction = "less, so the mean falls"
    if view.of(sample) > view.of(old):
        direction = "more, so the mean rises"
    mistakes = [
        (
            (old + sample) / 2,
            f"that is halfway between {before} and {result}, but {before} is the mean of {games}.",
        ),
        (
            sample,
            f"that is the result of this game alone; the mean is of all {visits + 1} games.",
        ),
        (old, f"that was the mean before; this game counts {direction}."),
    ]
    # Where two numbers are written alike, the later one counts.
    return {view.label(number, Bound.MEAN): sentence for number, sentence in mistakes}
