"""Questions about the next move: the one that an ordering puts first, the one that MCTS selects, and its mean then."""

from visualizer.explaining.explanation.english.random_games import digits_to_tell, format_sample
from visualizer.explaining.explanation.naming import capitalize_sentence
from visualizer.explaining.measures.sampling import selection_bounds
from visualizer.explaining.measures.summary import count_in_words
from visualizer.look.numbers import format_decimal, format_mean, format_number
from visualizer.teach.predicting.next_event import NextEvent, StepQuestion
from visualizer.teach.question import AnswerValue
from visualizer.trace.tree_at_step import Bound

MAX_OFFERED_MOVES = 4
NEW_MOVE_ANSWER = "a move that is new"
MIN_MOVES_WITH_NEW = 3
"""With more moves expanded, and more than one new, it is not asked any more whether a new one comes first."""
PRIOR_SELECTION_RULE = (
    "The move with the largest upper bound is selected, even if it is new: the bound is its mean plus a term "
    "with its prior."
)
"""The rule of PUCT."""
MAX_MEAN_VISITS = 6
"""Visits with which it is asked at most: with more, the sum is long and the mean hardly moves."""


def ask_next_move(now: NextEvent) -> StepQuestion | None:
    """Ask which move is tried next, where the ordering has scores and no other move left has the same."""
    run = now.run
    after = now.after
    parent = now.parent
    naming = now.naming
    if not after.entering or parent < 0 or after.looks(now.node) > 1:
        return None
    path = run.path(parent)
    scores = run.scored(path, after)[1]
    if scores is None:
        return None
    tried = {run.trace.move(child) for child in now.before.children(parent)}
    loud = run.noisy(path, after)
    move = run.trace.move(now.node)
    totals = [score.total for score in scores]
    allowed = range(len(totals)) if loud is None else loud
    left = [place for place in allowed if place not in tried and place != move]
    others = sorted(left, key=lambda place: -totals[place])
    if not others or totals[others[0]] >= totals[move]:
        return None  # equal scores, or a search that departs from its ordering
    offered = sorted([move, *others[: MAX_OFFERED_MOVES - 1]])
    scored = {naming.move_at((*path, place)): format_number(totals[place]) for place in offered}
    if len(scored) < len(offered):
        return None
    right = naming.move_at((*path, move))
    most = format_number(totals[move])
    some = ", ".join(f"{name} {score}" for name, score in scored.items())
    moves = f"{now.side} has {naming.moves(len(others) + 1)} left {now.where}"
    return StepQuestion(
        now,
        f"{moves}, tried in {run.recipe.search.ordering} order. Some of their scores: {some}.",
        "Which is tried next?",
        (*scored,),
        right,
        lambda answer: f"{answer} has the score {scored[str(answer)]}, less than {most}.",
        f"{right} has the largest score, {most}. {now.sentence}",
    )


def ask_selected_child(now: NextEvent) -> StepQuestion | None:
    """Ask which child a search by random games selects, where no other has as large an upper bound.

    Nothing is asked where chance moves: an outcome is drawn.
    """
    run = now.run
    tree = now.before
    naming = now.naming
    node = now.node
    parent = now.parent
    if not now.after.entering or parent < 0:
        return None
    bounds = [bound for bound in selection_bounds(run, tree, parent) if bound.proven is None]
    bounds.sort(key=lambda bound: -bound.upper)
    if len(bounds) < 2 or bounds[0].upper == bounds[1].upper:
        return None
    by_prior = run.has_priors
    best = bounds[0]
    path = run.path(parent)
    offered = sorted(
        bounds[: MAX_OFFERED_MOVES - (not by_prior)],
        key=lambda bound: bound.move if by_prior else bound.child,
    )
    by_name = {naming.move_at((*path, bound.move)): bound for bound in offered}
    if by_prior:
        new = 0
        is_new = False
    else:
        new = tree.move_count(parent) - len(bounds)
        is_new = tree.visit_count(node) == 0
    if len(by_name) < len(offered) or (not is_new and (new or run.trace.move(node) != best.move)):
        return None
    if new > 1 and len(bounds) > MIN_MOVES_WITH_NEW:
        return None  # it was asked when there were fewer

    def means(answer: AnswerValue) -> str:
        if is_new:
            return f"{naming.moves(new)} {'is' if new == 1 else 'are'} still new there, and a new one comes first."
        chosen = by_name.get(str(answer))
        if chosen is None:
            return "every move there has been expanded."
        given = chosen.upper
        digits = digits_to_tell(given, best.upper)
        return f"{answer} has the upper bound {format_decimal(given, digits)}, less than {format_decimal(best.upper, digits)}."

    visits = count_in_words(tree.returned_count(parent), "visit", "visits")
    return StepQuestion(
        now,
        f"{now.side} is to move {now.where}; {visits} so far.",
        "Which move is selected?",
        (*by_name,) if by_prior else (*by_name, NEW_MOVE_ANSWER),
        NEW_MOVE_ANSWER if is_new else naming.move(node),
        means,
        now.sentence,
        rule=PRIOR_SELECTION_RULE if by_prior else "",
    )


def ask_root_mean(now: NextEvent) -> StepQuestion | None:
    """Ask for the mean of a move at the root, where the next step adds a game to it that changes the mean."""
    tree = now.before
    after = now.after
    node = now.node
    if after.entering or now.parent != 0 or not tree.children(node):
        return None
    visits = tree.returned_count(node)
    old = tree.value(node)
    right = after.value(node)
    if (
        not 1 <= visits < MAX_MEAN_VISITS
        or old is None
        or right is None
        or format_mean(right) == format_mean(old)
    ):
        return None
    naming = now.naming
    sample = now.value
    view = now.naming.view_of_mean(node)
    before = naming.mean(node, old)
    counts = format_sample(naming, node, sample)
    if view.of(sample) > view.of(old):
        moved = "more, so the mean rises"
    else:
        moved = "less, so the mean falls"

    def written(value: float) -> str:
        return view.label(value, Bound.MEAN)

    halfway = (old + sample) / 2
    meant = {
        written(
            halfway
        ): f"that is halfway between {before} and {counts}, but {before} is the mean of "
        f"{count_in_words(visits, 'game', 'games')}.",
        written(
            sample
        ): f"that is the result of this game alone; the mean is of all {visits + 1} games.",
        written(old): f"that was the mean before; this game counts {moved}.",
    }
    move = naming.move(node)
    offered = {written(value): view.of(value) for value in (right, halfway, sample, old)}
    return StepQuestion(
        now,
        f"{capitalize_sentence(move)} has {count_in_words(visits, 'game', 'games')} with a mean of {before}. It is visited once more, "
        f"and the game below it counts as {counts}.",
        f"What is the mean of {move} for {view.player} then?",
        tuple(sorted(offered, key=offered.__getitem__)),
        written(right),
        lambda answer: meant[str(answer)],
        now.sentence,
    )
