"""Questions about the next move: first in an ordering, selected by MCTS, and the mean after it."""

from collections.abc import Mapping, Sequence

from visualizer.explaining.explanation.english.random_games import digits_to_tell, format_sample
from visualizer.explaining.explanation.naming import capitalize_node_name
from visualizer.explaining.measures.sampling import UpperBound, selection_bounds
from visualizer.explaining.measures.summary import count_in_words
from visualizer.look.numbers import format_decimal, format_mean, format_number
from visualizer.teach.predicting.next_event import NextEvent, StepQuestion
from visualizer.teach.question import AnswerValue
from visualizer.trace.tree_at_step import Bound

MAX_OFFERED_MOVES = 4
NEW_MOVE_ANSWER = "a move that is new"
MIN_MOVES_WITH_NEW = 3
"""If more moves were tried, and several are still new, a new move obviously comes first."""
PRIOR_SELECTION_RULE = (
    "The move with the largest upper bound is selected, even if it is new: the bound is its mean "
    "plus a term with its prior."
)
"""The rule of PUCT."""
MAX_MEAN_VISITS = 6
"""From this many visits on, means are not asked for: sums are long, and means hardly change."""


def ask_next_move(event: NextEvent) -> StepQuestion | None:
    """Ask which move is tried next at the parent, by the scores of its moves.

    Return None if the ordering has no scores, or if the next move does not have a larger score than
    all others.
    """
    is_root = event.parent < 0
    is_second_look = event.after.visits_from_parent(event.node) > 1
    if not event.after.entering or is_root or is_second_look:
        return None
    _, scores = event.run.order_with_scores(event.run.path(event.parent), event.after)
    if scores is None:
        return None
    totals = [score.total for score in scores]
    next_move = event.run.trace.move(event.node)
    later_moves = later_moves_by_score(event, totals)
    if not later_moves:
        return None
    # Nobody could know the answer if scores are equal, or if the search ignores its ordering.
    best_later_score = totals[later_moves[0]]
    if best_later_score >= totals[next_move]:
        return None

    offered = sorted([next_move, *later_moves[: MAX_OFFERED_MOVES - 1]])
    names = {move: sibling_name(event, move) for move in offered}
    score_by_name = {name: format_number(totals[move]) for move, name in names.items()}
    has_equal_names = len(score_by_name) < len(offered)
    if has_equal_names:
        return None
    return score_question(
        event,
        score_by_name,
        names[next_move],
        moves_left=len(later_moves) + 1,
    )


def sibling_name(event: NextEvent, move: int) -> str:
    """Return the name of one of the parent's moves, by its number."""
    return event.naming.move_at((*event.run.path(event.parent), move))


def score_question(
    event: NextEvent, score_by_name: Mapping[str, str], right: str, *, moves_left: int
) -> StepQuestion:
    """Return a question that asks which of several moves is tried next, and shows their scores.

    `score_by_name` has the score of each move as a string. `right` is the name of the move with the
    largest score. `moves_left` is the number of moves of the parent that were not tried yet.
    """
    largest = score_by_name[right]
    scores = ", ".join(f"{name} {score}" for name, score in score_by_name.items())
    moves = f"{event.side} has {event.naming.count_moves(moves_left)} left {event.where}"
    ordering = event.run.recipe.search.ordering
    return StepQuestion(
        event,
        situation=f"{moves}, tried in {ordering} order. Some of their scores: {scores}.",
        asks="Which is tried next?",
        offered=tuple(score_by_name),
        right=right,
        explain_wrong=lambda answer: (
            f"{answer} has the score {score_by_name[str(answer)]}, less than {largest}."
        ),
        sentence=f"{right} has the largest score, {largest}. {event.sentence}",
    )


def later_moves_by_score(event: NextEvent, totals: Sequence[float]) -> list[int]:
    """Return the numbers of the parent's moves that come after the next move, best score first.

    `totals` has the score of each of the parent's moves.
    """
    run = event.run
    tried = {run.trace.move(child) for child in event.before.children(event.parent)}
    tried.add(run.trace.move(event.node))
    # Quiescence search tries only noisy moves; None stands for all moves.
    allowed = run.noisy_moves_beyond_limit(run.path(event.parent), event.after)
    if allowed is None:
        allowed = range(len(totals))
    untried = [move for move in allowed if move not in tried]
    return sorted(untried, key=lambda move: -totals[move])


def ask_selected_child(event: NextEvent) -> StepQuestion | None:
    """Ask which child MCTS selects at the parent, by the upper bounds of its children.

    Return None if two children share the largest bound, or at a chance node, where outcomes are
    drawn at random and have no upper bounds.
    """
    is_root = event.parent < 0
    if not event.after.entering or is_root:
        return None
    # A child with a proven value is never selected again.
    bounds = [
        bound
        for bound in selection_bounds(event.run, event.before, event.parent)
        if bound.proven is None
    ]
    bounds.sort(key=lambda bound: -bound.upper)
    if len(bounds) < 2 or bounds[0].upper == bounds[1].upper:
        return None
    if event.run.has_priors:
        return ask_selected_by_prior(event, bounds)
    return ask_selected_by_visits(event, bounds)


def ask_selected_by_prior(event: NextEvent, bounds: Sequence[UpperBound]) -> StepQuestion | None:
    """Ask which child PUCT selects, where even moves that were never visited have a bound.

    `bounds` are the upper bounds of all children, the largest first. Return None if the search did
    not select the child with the largest bound, or if two offered moves have the same name.
    """
    largest = bounds[0]
    offered = sorted(bounds[:MAX_OFFERED_MOVES], key=lambda bound: bound.move)
    by_name = bounds_by_name(event, offered)
    has_equal_names = len(by_name) < len(offered)
    has_largest_bound = event.run.trace.move(event.node) == largest.move
    if has_equal_names or not has_largest_bound:
        return None
    return StepQuestion(
        event,
        situation=visits_so_far(event),
        asks="Which move is selected?",
        offered=tuple(by_name),
        right=event.naming.move(event.node),
        explain_wrong=lambda answer: why_not_selected(by_name, answer, largest.upper),
        sentence=event.sentence,
        rule=PRIOR_SELECTION_RULE,
    )


def ask_selected_by_visits(event: NextEvent, bounds: Sequence[UpperBound]) -> StepQuestion | None:
    """Ask which child UCT selects: a new child first, then the child with the largest bound.

    `bounds` are the upper bounds of the children that were visited before, the largest first.
    Return None if the answer is obvious, or if the search does not select like UCT.
    """
    largest = bounds[0]
    # The answer "a move that is new" takes one of the places.
    offered = sorted(bounds[: MAX_OFFERED_MOVES - 1], key=lambda bound: bound.child)
    by_name = bounds_by_name(event, offered)
    has_equal_names = len(by_name) < len(offered)
    new_count = event.before.move_count(event.parent) - len(bounds)
    # UCT tries all new moves before it visits a move again.
    is_obviously_new = new_count > 1 and len(bounds) > MIN_MOVES_WITH_NEW
    if has_equal_names or is_obviously_new:
        return None
    is_new = event.before.visit_count(event.node) == 0
    has_largest_bound = event.run.trace.move(event.node) == largest.move
    selects_like_uct = is_new or (has_largest_bound and new_count == 0)
    if not selects_like_uct:
        return None

    def explain_wrong(answer: AnswerValue) -> str:
        if is_new:
            are = "is" if new_count == 1 else "are"
            moves = event.naming.count_moves(new_count)
            return f"{moves} {are} still new there, and a new one comes first."
        return why_not_selected(by_name, answer, largest.upper)

    right = NEW_MOVE_ANSWER if is_new else event.naming.move(event.node)
    return StepQuestion(
        event,
        situation=visits_so_far(event),
        asks="Which move is selected?",
        offered=(*by_name, NEW_MOVE_ANSWER),
        right=right,
        explain_wrong=explain_wrong,
        sentence=event.sentence,
    )


def bounds_by_name(event: NextEvent, bounds: Sequence[UpperBound]) -> dict[str, UpperBound]:
    """Return upper bounds by the names of the parent's moves."""
    return {sibling_name(event, bound.move): bound for bound in bounds}


def visits_so_far(event: NextEvent) -> str:
    """Say who is to move at the parent, and how often it was visited."""
    visits = count_in_words(event.before.returned_count(event.parent), "visit", "visits")
    return f"{event.side} is to move {event.where}; {visits} so far."


def why_not_selected(
    bounds_by_name: Mapping[str, UpperBound], answer: AnswerValue, largest: float
) -> str:
    """Say why a move is not selected: its upper bound is less than the `largest`.

    The answer may also be `NEW_MOVE_ANSWER`, which is wrong if there are no new moves.
    """
    if answer == NEW_MOVE_ANSWER:
        return "every move there has been expanded."
    bound = bounds_by_name[str(answer)]
    digits = digits_to_tell(bound.upper, largest)
    smaller = format_decimal(bound.upper, digits)
    return f"{answer} has the upper bound {smaller}, less than {format_decimal(largest, digits)}."


def ask_root_mean(event: NextEvent) -> StepQuestion | None:
    """Ask for the new mean of a move at the root, after one more random game with this move.

    Return None if the move had no mean before, if it was tried too often for easy arithmetic, or if
    the new mean is shown like the old mean.
    """
    node = event.node
    is_child_of_root = event.parent == 0
    if event.after.entering or not is_child_of_root or not event.before.children(node):
        return None
    visits = event.before.returned_count(node)
    old = event.before.value(node)
    new = event.after.value(node)
    if old is None or new is None:
        return None
    if not 1 <= visits < MAX_MEAN_VISITS:
        return None
    if format_mean(new) == format_mean(old):
        return None
    return mean_question(event, visits, old, new)


def mean_question(event: NextEvent, visits: int, old: float, new: float) -> StepQuestion:
    """Return the question for the mean of a move, which changes from `old` to `new`.

    `old` is the mean of the `visits` games before this one. The wrong answers that are offered are
    numbers that people often compute instead of the new mean.
    """
    view = event.naming.view_of_mean(event.node)
    mistakes = mistaken_means(event, visits, old)
    halfway = (old + event.value) / 2
    # A dictionary, so that two numbers that look the same are offered only once.
    offered = dict[str, float]()
    for value in (new, halfway, event.value, old):
        offered[view.label(value, Bound.MEAN)] = view.of(value)
    move = event.naming.move(event.node)
    return StepQuestion(
        event,
        situation=describe_mean_before(event, visits, old),
        asks=f"What is the mean of {move} for {view.player} then?",
        offered=tuple(sorted(offered, key=offered.__getitem__)),
        right=view.label(new, Bound.MEAN),
        explain_wrong=lambda answer: mistakes[str(answer)],
        sentence=event.sentence,
    )


def describe_mean_before(event: NextEvent, visits: int, old: float) -> str:
    """Say what mean a move has after `visits` games, and what result the next game has.

    The mean is `old`, from MAX's side.
    """
    move = event.naming.move(event.node)
    games = count_in_words(visits, "game", "games")
    before = event.naming.mean(event.node, old)
    result = format_sample(event.naming, event.node, event.value)
    return (
        f"{capitalize_node_name(move)} has {games} with a mean of {before}. It is visited once "
        f"more, and the game below it counts as {result}."
    )


def mistaken_means(event: NextEvent, visits: int, old: float) -> dict[str, str]:
    """Return common wrong answers for a new mean, each with an explanation of the mistake.

    `old` is the mean of the `visits` games before this one, from MAX's side. The wrong answers are
    the means as the player of the move sees them.
    """
    # Converts values from MAX's side to the side of the player who makes the move.
    view = event.naming.view_of_mean(event.node)
    sample = event.value
    old_mean = event.naming.mean(event.node, old)
    result = format_sample(event.naming, event.node, sample)
    games = count_in_words(visits, "game", "games")
    direction = "less, so the mean falls"
    if view.of(sample) > view.of(old):
        direction = "more, so the mean rises"
    halfway_words = f"halfway between {old_mean} and {result}"
    mistakes = [
        (
            (old + sample) / 2,
            f"that is {halfway_words}, but {old_mean} is the mean of {games}.",
        ),
        (
            sample,
            f"that is the result of this game alone; the mean is of all {visits + 1} games.",
        ),
        (old, f"that was the mean before; this game counts {direction}."),
    ]
    # Two numbers may look the same: then the later explanation is the one that is given.
    return {view.label(number, Bound.MEAN): sentence for number, sentence in mistakes}
