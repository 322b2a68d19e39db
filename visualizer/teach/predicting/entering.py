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
    """Ask which move is tried next at the parent, by the scores of its moves.

    Return None if the ordering has no scores. Return None, too, if the move tried next does not
    have the largest score, or shares it with another move.
    """
    is_root = now.parent < 0
    if not now.after.entering or is_root or now.after.look_count(now.node) > 1:
        return None
    _, scores = now.run.scored(now.run.path(now.parent), now.after)
    if scores is None:
        return None
    totals = [score.total for score in scores]
    next_move = now.run.trace.move(now.node)
    others = untried_by_score(now, totals)
    # Scores are equal, or the search departs from its ordering.
    if not others or totals[others[0]] >= totals[next_move]:
        return None

    offered = sorted([next_move, *others[: MAX_OFFERED_MOVES - 1]])
    names = {move: sibling_name(now, move) for move in offered}
    scored = {name: format_number(totals[move]) for move, name in names.items()}
    if len(scored) < len(offered):
        return None  # two moves have the same name
    return score_question(
        now,
        scored,
        names[next_move],
        moves_left=len(others) + 1,
    )


def sibling_name(now: NextEvent, move: int) -> str:
    """Return the name of one of the parent's moves, by its number."""
    return now.naming.move_at((*now.run.path(now.parent), move))


def score_question(
    now: NextEvent, scored: Mapping[str, str], right: str, *, moves_left: int
) -> StepQuestion:
    """Return the question which of some moves is tried next: the one with the largest score.

    `scored` has the scores as text, by the name of each move offered. `right` is the name of the
    right move, and `moves_left` the number of the parent's moves not tried yet.
    """
    largest = scored[right]
    scores = ", ".join(f"{name} {score}" for name, score in scored.items())
    moves = f"{now.side} has {now.naming.moves(moves_left)} left {now.where}"
    ordering = now.run.recipe.search.ordering
    return StepQuestion(
        now,
        situation=f"{moves}, tried in {ordering} order. Some of their scores: {scores}.",
        asks="Which is tried next?",
        offered=tuple(scored),
        right=right,
        explain_wrong=lambda answer: (
            f"{answer} has the score {scored[str(answer)]}, less than {largest}."
        ),
        sentence=f"{right} has the largest score, {largest}. {now.sentence}",
    )


def untried_by_score(now: NextEvent, totals: Sequence[float]) -> list[int]:
    """Return the parent's moves to be tried after the next one, the largest score first.

    A move is given by its number. `totals` has a score for each move of the parent, tried or not.
    """
    run = now.run
    tried = {run.trace.move(child) for child in now.before.children(now.parent)}
    tried.add(run.trace.move(now.node))
    # Quiescence search tries only the noisy moves.
    allowed = run.noisy(run.path(now.parent), now.after)
    if allowed is None:
        allowed = range(len(totals))
    untried = [move for move in allowed if move not in tried]
    return sorted(untried, key=lambda move: -totals[move])


def ask_selected_child(now: NextEvent) -> StepQuestion | None:
    """Ask which child MCTS selects at the parent, by the upper bounds of its children.

    Return None if two children share the largest bound. Return None at a chance node, too: outcomes
    are drawn, so they have no upper bounds.
    """
    is_root = now.parent < 0
    if not now.after.entering or is_root:
        return None
    # A child whose value is proven is never selected again.
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
    """Ask for the child that PUCT selects; with PUCT, moves never visited have a bound, too.

    `bounds` are sorted, the largest first. Return None if the search has not selected the first
    child, or if two of the moves offered have the same name.
    """
    offered = sorted(bounds[:MAX_OFFERED_MOVES], key=lambda bound: bound.move)
    by_name = bounds_by_name(now, offered)
    is_by_rule = now.run.trace.move(now.node) == bounds[0].move
    if len(by_name) < len(offered) or not is_by_rule:
        return None
    return StepQuestion(
        now,
        situation=visits_so_far(now),
        asks="Which move is selected?",
        offered=tuple(by_name),
        right=now.naming.move(now.node),
        explain_wrong=lambda answer: compare_bounds(by_name, answer, bounds[0].upper),
        sentence=now.sentence,
        rule=PRIOR_SELECTION_RULE,
    )


def ask_selected_by_visits(now: NextEvent, bounds: Sequence[UpperBound]) -> StepQuestion | None:
    """Ask for the child that UCT selects: a new one first, then the one with the largest bound.

    `bounds` are those of the children visited before, sorted, the largest first.
    """
    # One of the answers offered is "a move that is new".
    offered = sorted(bounds[: MAX_OFFERED_MOVES - 1], key=lambda bound: bound.child)
    by_name = bounds_by_name(now, offered)
    has_equal_names = len(by_name) < len(offered)
    new_moves = now.before.move_count(now.parent) - len(bounds)
    # After a few children it is obvious that the next of several new moves comes first.
    is_obvious = new_moves > 1 and len(bounds) > MIN_MOVES_WITH_NEW
    if has_equal_names or is_obvious:
        return None
    # A search that selects by another rule than UCT's cannot be predicted by it.
    is_new = now.before.visit_count(now.node) == 0
    has_largest_bound = now.run.trace.move(now.node) == bounds[0].move
    is_by_rule = is_new or (has_largest_bound and not new_moves)
    if not is_by_rule:
        return None

    def explain_wrong(answer: AnswerValue) -> str:
        if is_new:
            are = "is" if new_moves == 1 else "are"
            moves = now.naming.moves(new_moves)
            return f"{moves} {are} still new there, and a new one comes first."
        return compare_bounds(by_name, answer, bounds[0].upper)

    right = NEW_MOVE_ANSWER if is_new else now.naming.move(now.node)
    return StepQuestion(
        now,
        situation=visits_so_far(now),
        asks="Which move is selected?",
        offered=(*by_name, NEW_MOVE_ANSWER),
        right=right,
        explain_wrong=explain_wrong,
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
    """Ask for the new mean of one of the root's moves, after a random game below that move.

    Return None if the move had no mean before, has been played too often for easy arithmetic, or
    keeps a mean that looks the same.
    """
    node = now.node
    is_child_of_root = now.parent == 0
    if now.after.entering or not is_child_of_root or not now.before.children(node):
        return None
    visits = now.before.returned_count(node)
    old = now.before.value(node)
    new = now.after.value(node)
    if old is None or new is None:
        return None
    if not 1 <= visits < MAX_MEAN_VISITS:
        return None
    if format_mean(new) == format_mean(old):
        return None
    return mean_question(now, visits, old, new)


def mean_question(now: NextEvent, visits: int, old: float, new: float) -> StepQuestion:
    """Return the question for the mean of a move, which changes from `old` to `new`.

    `visits` is the number of games before this one, whose mean is `old`. The wrong answers offered
    are numbers that people often compute instead of the new mean.
    """
    view = now.naming.view_of_mean(now.node)
    mistakes = mistaken_means(now, visits, old)
    # By label: numbers that are written alike are one answer.
    offered = dict[str, float]()
    halfway = (old + now.value) / 2
    for value in (new, halfway, now.value, old):
        offered[view.label(value, Bound.MEAN)] = view.of(value)
    move = now.naming.move(now.node)
    return StepQuestion(
        now,
        situation=describe_mean_before(now, visits, old),
        asks=f"What is the mean of {move} for {view.player} then?",
        offered=tuple(sorted(offered, key=offered.__getitem__)),
        right=view.label(new, Bound.MEAN),
        explain_wrong=lambda answer: mistakes[str(answer)],
        sentence=now.sentence,
    )


def describe_mean_before(now: NextEvent, visits: int, old: float) -> str:
    """Say what mean a move has after `visits` games, and what result the next game has.

    `old` is the mean, from MAX's side.
    """
    move = now.naming.move(now.node)
    games = count_in_words(visits, "game", "games")
    before = now.naming.mean(now.node, old)
    result = format_sample(now.naming, now.node, now.value)
    return (
        f"{capitalize_sentence(move)} has {games} with a mean of {before}. It is visited once "
        f"more, and the game below it counts as {result}."
    )


def mistaken_means(now: NextEvent, visits: int, old: float) -> dict[str, str]:
    """Return the wrong means that people compute, as text, each with the mistake behind it.

    `old` is the mean of the `visits` games before this one, from MAX's side.
    """
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
