"""Questions about a value that returns: what is skipped, who set the bound, what α or β is then, what goes up."""

from math import isinf

from visualizer.explanation.explainer import Explainer
from visualizer.explanation.facts.cuts import cut_of
from visualizer.explanation.facts.windows import question_of
from visualizer.explanation.naming import listed
from visualizer.explanation.predicting.coming import Returning, named, plain
from visualizer.explanation.predicting.question import Predicted, Prediction
from visualizer.explanation.questions.question import AnswerValue, Question
from visualizer.look.numbers import show
from visualizer.trace.tree_at_step import TreeAtStep

NONE = "nothing"


def skipped(now: Returning) -> Question | None:
    """Ask what is skipped after a value has come back where there is a bound that it may meet."""
    is_cut = now.after.is_cut(now.parent)
    if not now.left_out or isinf(now.bound):
        return None
    if is_cut != now.closes or now.after.looked_again(now.node) or not plain(now.value):
        return None  # a user-supplied search need not keep to the rule
    naming, parent = now.naming, now.parent
    rest = named(naming, now.left_out)
    one = f"only {named(naming, now.left_out[:1])}" if len(now.left_out) > 1 else ""
    above = now.before.parent(parent)
    paths = now.untried(above) if above >= 0 else []
    others = named(naming, paths) if paths else ""

    def means(answer: AnswerValue) -> str:
        if answer == others:
            return f"a cut {naming.where(parent)} leaves out moves there, not those {naming.where(above)}."
        if answer == one and is_cut:
            return "a cut leaves out all that is left there, not one."
        if is_cut:
            return f"{now.compared}, so no other move {naming.where(parent)} can matter."
        improve = f"{now.side} may still improve {naming.where(parent)}"
        if now.value == now.bound:
            return f"{now.compared} = {show(now.bound)}, and this search cuts only beyond it (>): {improve}."
        return f"{now.compared}, so {improve}."

    low, high = now.before.window(parent)
    window = f"α = {show(low)} and β = {show(high)} {naming.where(parent)}"
    return Prediction(
        Predicted.SKIPPED, now, f"{now.told} Before that {window}.", "What is skipped now?",
        tuple(dict.fromkeys(filter(None, (NONE, rest, one, others)))), rest if is_cut else NONE, means,
        now.sentence if is_cut else f"{now.sentence} Nothing is skipped.",
    ).question()  # fmt: skip


def setter(now: Returning) -> Question | None:
    """Ask which move set the bound that a value meets."""
    tree, naming = now.after, now.naming
    if not tree.is_cut(now.parent) or not now.closes or not now.left_out:
        return None
    kept = cut_of(now.run, tree, now.parent).setter
    if kept is None:
        return None
    right, found = naming.choice(kept), dict[str, float]()
    for node in tree.line_to(now.parent):
        for child in tree.children(node):
            if child != now.node and tree.returned(child) and tree.returned_value(child) != now.bound:
                found[naming.choice(child)] = tree.returned_value(child)
    found.pop(right, None)
    found.pop(naming.choice(now.node), None)
    others = [*found][-3:]
    if not others:
        return None
    bound = f"{now.own[1]} = {show(now.bound)}"

    def means(answer: AnswerValue) -> str:
        return f"{answer} is worth {show(found[str(answer)])}, and the bound is {bound}."

    words = tuple(sorted((right, *others)))
    return Prediction(
        Predicted.SETTER, now,
        f"{now.told} That cuts {naming.where(now.parent)}: it meets {bound}.", "Which move set that bound?",
        words, right, means, f"{right} set it. {now.sentence}",
    ).question()  # fmt: skip


def bound(now: Returning) -> Question | None:
    """Ask what the bound of the parent's mover is after a value has come back."""
    tree, naming = now.after, now.naming
    if not now.left_out or tree.is_cut(now.parent) or tree.looked_again(now.node):
        return None
    if question_of(tree, tree.visit(now.parent)):
        return None
    end = 0 if now.maximizing else 1
    old, right, other = now.before.window(now.parent)[end], tree.window(now.parent)[end], now.bound
    if not (plain(right) and plain(now.value)):
        return None
    name, where, better = now.own[0], naming.where(now.parent), "rises" if now.maximizing else "falls"

    def means(answer: AnswerValue) -> str:
        moved = f"{name} only {better} {where}"
        if answer == now.value:
            return f"{show(now.value)} is no better for {now.side} than {show(old)}: {moved}."
        if answer == old:
            return f"{show(now.value)} is better for {now.side} than {show(old)}, so {name} {better}."
        if answer == other:
            return f"{show(other)} is {now.own[1]}, the other end of the window."
        return f"{show(float(answer))} is neither what {name} was nor what has come back."

    return Prediction(
        Predicted.BOUND, now,
        f"{now.told} Before that {name} = {show(old)} {where}.", f"What is {name} {where} then?",
        numbers_near(right, [now.value, old, other, *values(now)]), right, means,
        f"{name} = {show(right)}. {now.sentence}",
    ).question()  # fmt: skip


def again(now: Returning) -> Question | None:
    """Ask whether a child is looked at once more after a null window."""
    if not now.is_asked or now.after.is_cut(now.parent):
        return None
    tree, naming = now.after, now.naming
    is_again = tree.looked_again(now.node)
    move, low, high = naming.choice(now.node), *now.before.window(now.parent)

    def means(answer: AnswerValue) -> str:
        lies = f"{show(now.value)} lies {'' if low < now.value < high else 'not '}between α = {show(low)} and β = "
        then = "how much it is worth is not known yet" if is_again else "the null window has said enough"
        return f"{lies}{show(high)}, so {then}."

    return Prediction(
        Predicted.AGAIN, now,
        f"{now.told} α = {show(low)} and β = {show(high)} {naming.where(now.parent)}.",
        f"Is {move} looked at again?", ("yes", "no"), "yes" if is_again else "no", means, now.sentence,
    ).question()  # fmt: skip


def returned(now: Returning) -> Question | None:
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

    def means(answer: AnswerValue) -> str:
        if answer == found:
            return f"{show(found)} lies outside the window, and fail-hard clips it."
        if answer in all_values:
            return f"{show(float(answer))} is not the {best}."
        return f"no child of {place} has returned {show(float(answer))}."

    sentence = Explainer(run, tree).sentence()
    return Prediction(
        Predicted.RETURNED, now, f"{now.told} It is the last child of {place}.", asks,
        numbers_near(right, all_values), right, means, f"{takes}. {sentence}" if right == found else sentence,
        steps=2,
    ).question()  # fmt: skip


def values(now: Returning) -> list[float]:
    """Return what the parent's children have returned."""
    return [now.after.returned_value(child) for child in now.after.children(now.parent)]


def numbers_near(right: float, others: list[float]) -> tuple[str, ...]:
    """Return the right number and up to four others, as they are written, the smallest first."""
    found = {right: None}
    for value in others:
        if len(found) < 5 and (plain(value) or isinf(value)):
            found[value] = None
    return tuple(map(show, sorted(found)))
