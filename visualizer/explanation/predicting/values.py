"""The question what a node returns once its last child has."""

from visualizer.explanation.events import Explainer
from visualizer.explanation.naming import listed
from visualizer.explanation.predicting.question import Predicted, PredictedAnswer, Prediction
from visualizer.explanation.predicting.returning import Returning, plain
from visualizer.explanation.predicting.windows import numbers_near, values
from visualizer.look.numbers import show
from visualizer.trace.tree_at_step import TreeAtStep


def returned(now: Returning) -> Prediction | None:
    """Ask what goes up from a node whose last child returns now."""
    run, parent = now.run, now.parent
    if now.left_out or now.before.move_count(parent) < 2 or now.after.return_step(parent) != now.step + 2:
        return None
    tree = TreeAtStep(run.trace, now.step + 2)
    right, all_values = tree.returned_value(parent), values(now)
    if not (plain(right) and all(map(plain, all_values))):
        return None
    best = "greatest" if now.maximizing else "least"
    found = (max if now.maximizing else min)(all_values)
    takes = f"{now.side} takes the {best} of {listed([*map(show, all_values)])}"
    above, place = now.before.parent(parent), now.naming.place(parent)
    asks = f"What goes up from {place} to {now.naming.place(above)}?" if above >= 0 else "What is the root worth?"

    def means(answer: PredictedAnswer) -> str:
        if answer == found:
            return f"{show(found)} lies outside the window, and fail-hard clips it."
        if answer in all_values:
            return f"{show(float(answer))} is not the {best}."
        return f"no child of {place} has returned {show(float(answer))}."

    sentence = Explainer(run, tree).sentence()
    return Prediction(
        Predicted.RETURNED, now.step, now.step + 2, f"{now.told} It is the last child of {place}.", asks,
        numbers_near(right, all_values), right, means, f"{takes}. {sentence}" if right == found else sentence,
    )  # fmt: skip
