"""The question what the mean of a move is once a random game has been added to it."""

from visualizer.explanation.predicting.coming import Coming
from visualizer.explanation.predicting.question import Predicted, PredictedAnswer, Prediction
from visualizer.look.numbers import decimal, show

MOST = 6
"""Visits with which it is asked at most: with more, the sum is long and the mean hardly moves."""


def mean(now: Coming) -> Prediction | None:
    """Ask for the mean of a move at the root, where the next step adds a game to it that changes the mean."""
    tree, after, node = now.before, now.after, now.node
    if after.entering or now.parent != 0 or not tree.children(node):
        return None
    visits, old, right = tree.returned_count(node), tree.value(node), after.value(node)
    if not 1 <= visits < MOST or old is None or right is None:
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

    def means(answer: PredictedAnswer) -> str:
        return meant[str(answer)]

    offered = sorted((written(right), *meant), key=lambda text: float(text[1:].replace("−", "-")))
    return Prediction(
        Predicted.MEAN, now.step, now.step + 1, told, asks, (*offered,), written(right), means, now.sentence,
    )  # fmt: skip


def written(mean: float) -> str:
    """Write a mean as the tree does."""
    return f"≈{decimal(mean)}"
