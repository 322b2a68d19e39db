"""Questions about the next move: the one that an ordering puts first, the one that MCTS selects, and its mean then."""

from visualizer.explanation.english.samples import digits_to_tell
from visualizer.explanation.predicting.coming import Coming
from visualizer.explanation.predicting.question import Predicted, Prediction
from visualizer.explanation.questions.question import AnswerValue, Question
from visualizer.look.numbers import decimal, show
from visualizer.measures.samples import upper_bounds

OFFERED = 4
NEW = "a move that is new"
FEW = 3
"""With more moves expanded, and more than one new, it is not asked any more whether a new one comes first."""
MOST_VISITS = 6
"""Visits with which it is asked at most: with more, the sum is long and the mean hardly moves."""


def tried_next(now: Coming) -> Question | None:
    """Ask which move is tried next, where the ordering has scores and no other move left has the same."""
    run, after, parent = now.run, now.after, now.parent
    if not after.entering or parent < 0 or after.looks(now.node) > 1:
        return None
    path = run.path(parent)
    scores = run.scored(path, after)[1]
    tried = {run.trace.move(child) for child in now.before.children(parent)}
    if scores is None:
        return None
    move, totals = run.trace.move(now.node), [score.total for score in scores]
    others = sorted(
        (place for place in range(len(totals)) if place not in tried and place != move), key=lambda n: -totals[n]
    )
    if not others or totals[others[0]] >= totals[move]:
        return None  # equal scores, or a search that departs from its ordering
    naming, offered = now.naming, [move, *others[: OFFERED - 1]]
    names = {number: naming.last(run.names((*path, number))) for number in offered}
    by_name = {name: totals[number] for number, name in names.items()}
    if len(by_name) < len(offered):
        return None

    def means(answer: AnswerValue) -> str:
        return f"{answer} has the score {show(by_name[str(answer)])}, less than {show(totals[move])}."

    left = f"{naming.moves(len(others) + 1)} left {naming.where(parent)}"
    how = f"tried in {run.recipe.search.ordering} order"
    scored = ", ".join(f"{names[number]} {show(totals[number])}" for number in sorted(offered))
    return Prediction(
        Predicted.NEXT, now, f"{now.side} has {left}, {how}. Some of their scores: {scored}.",
        "Which is tried next?", tuple(names[number] for number in sorted(offered)), names[move], means,
        f"{names[move]} has the largest score, {show(totals[move])}. {now.sentence}",
    ).question()  # fmt: skip


def selected(now: Coming) -> Question | None:
    """Ask which child a search by random games selects, where no other has as large an upper bound."""
    run, tree, naming, node, parent = now.run, now.before, now.naming, now.node, now.parent
    if not now.after.entering or parent < 0:
        return None
    bounds = sorted(upper_bounds(run, tree, parent), key=lambda bound: -bound.upper)
    if len(bounds) < 2 or bounds[0].upper == bounds[1].upper:
        return None
    names = {bound.child: naming.last(run.names(run.path(bound.child))) for bound in bounds[: OFFERED - 1]}
    by_name = {names[bound.child]: bound for bound in bounds[: OFFERED - 1]}
    new, is_new = tree.move_count(parent) - len(bounds), tree.visit_count(node) == 0
    if len(by_name) < len(names) or (not is_new and (new or node != bounds[0].child)):
        return None
    if new > 1 and len(bounds) > FEW:
        return None  # it was asked when there were fewer
    best, right = bounds[0], NEW if is_new else names[node]

    def means(answer: AnswerValue) -> str:
        if is_new:
            return f"{naming.moves(new)} {'is' if new == 1 else 'are'} still new there, and a new one comes first."
        if answer == NEW:
            return "every move there has been expanded."
        given = by_name[str(answer)]
        digits = digits_to_tell(given.upper, best.upper)
        return f"{answer} has the upper bound {decimal(given.upper, digits)}, less than {decimal(best.upper, digits)}."

    count = tree.returned_count(parent)
    told = f"{now.side} is to move {naming.where(parent)}, {count:,} visit{'s' * (count != 1)} so far."
    offered = [names[bound.child] for bound in sorted(bounds[: OFFERED - 1], key=lambda bound: bound.child)]
    return Prediction(
        Predicted.SELECTED, now, told, "Which move is selected?", (*offered, NEW), right, means,
        now.sentence,
    ).question()  # fmt: skip


def mean(now: Coming) -> Question | None:
    """Ask for the mean of a move at the root, where the next step adds a game to it that changes the mean."""
    tree, after, node = now.before, now.after, now.node
    if after.entering or now.parent != 0 or not tree.children(node):
        return None
    visits, old, right = tree.returned_count(node), tree.value(node), after.value(node)
    if not 1 <= visits < MOST_VISITS or old is None or right is None:
        return None
    sample = after.returned_value(node)
    halfway, total, before = (old + sample) / 2, visits + 1, decimal(old)
    moved = "more, so it rises" if sample > old else "less, so it falls"
    meant = {
        written(halfway): f"that is halfway between {before} and {show(round(sample, 4))}, but {before} is the mean of "
        f"{visits} games.",
        written(sample): f"that is what this game counts; the mean is of all {total} games.",
        written(old): f"that was the mean before; this game counts {moved}.",
    }
    if written(right) == written(old):
        return None
    meant.pop(written(right), None)
    move = now.naming.move(node)
    told = (
        f"{move} has {visits} visit{'s' * (visits != 1)}, on average {before}. It is visited once more, and the game "
        f"below it counts {show(round(sample, 4))}."
    )
    side = "" if tree.maximizing(now.parent) else f", for {now.run.game.side(maximizing=True)}"
    asks = f"What is the mean of {move} then{side}?"

    def means(answer: AnswerValue) -> str:
        return meant[str(answer)]

    offered = sorted((written(right), *meant), key=lambda text: float(text[1:].replace("−", "-")))
    return Prediction(
        Predicted.MEAN, now, told, asks, (*offered,), written(right), means, now.sentence,
    ).question()  # fmt: skip


def written(mean: float) -> str:
    """Write a mean as the tree does."""
    return f"≈{decimal(mean)}"
