"""`practice --level steps`: the person is the search; as a task for another program, answers are its steps in order."""

from collections.abc import Iterable, Mapping
from typing import Any

from visualizer.errors import InputError
from visualizer.explanation.by_hand.acts import read_act
from visualizer.explanation.by_hand.machine import LEVEL, ByHand
from visualizer.explanation.by_hand.walk import Walk
from visualizer.explanation.naming import Naming
from visualizer.explanation.questions.question import WHOLE, AskedField

STEP = "step"
"""The question: what is done next at a node."""


def steps_task(hand: ByHand, seed: int | None) -> dict[str, Any]:
    """Return the task as JSON: only the first step is asked, since all others would tell how the search goes."""
    search = hand.run.recipe.search
    rules = {"cut": search.cut, "fail": search.fail, "level": LEVEL}
    first = {"node": "", "question": STEP}
    return {"tree": hand.run.root.text(), **rules, **hand.bounds(), "seed": seed, "questions": [first]}


def steps_grades(hand: ByHand, answers: Iterable[Mapping[str, Any]]) -> dict[str, Any]:
    """Judge steps in the order given: one that is refused is not made. InputError for what is no step.

    `open` is how many are still to be made.
    """
    walk = Walk(hand)
    rows = [{**item, **judged(walk, item)} for item in answers]
    wrong = sum(not row["right"] for row in rows)
    return {"right": len(rows) - wrong, "wrong": wrong, "open": hand.left_steps(walk.moment), "answers": rows}


def judged(walk: Walk, item: Mapping[str, Any]) -> dict[str, Any]:
    """Judge a step, and make it if it is right; a step elsewhere is wrong."""
    node, question, answer = item["node"], item["question"], item["answer"]
    if question != STEP or node not in {AskedField(path, "").node for path in walk.hand.run.all_paths()}:
        raise InputError(f"there is no question {question!r:.40} about the node {node!r:.40} in this task")
    if isinstance(answer, bool) or not isinstance(answer, str | int | float):
        raise InputError(f"the answer {answer!r:.40} to step of {node!r} is no step: down, x, 3, alpha 3, beta 3")
    act = read_act(str(answer))
    here = walk.hand.path(walk.moment)
    if not walk.is_over and AskedField(here, "").node != node:
        naming = Naming(walk.hand.run, walk.hand.tree(walk.moment.step))
        return {"right": False, "why": f"The search stands at {naming.at(here)} now."}
    found = walk.do(act, item.get("tries", WHOLE))
    return {"right": found.right, "why": found.why}
