"""`practice --level steps`: the person is the search; as a task for another program, answers are its steps in order."""

from collections.abc import Sequence
from typing import Any

from visualizer.cli.answers import FileAnswer, graded
from visualizer.errors import InputError
from visualizer.exercises.by_hand.acts import read_act
from visualizer.exercises.by_hand.machine import LEVEL, ByHand
from visualizer.exercises.by_hand.walk import Walk
from visualizer.exercises.question import WHOLE, AskedField, Judgement
from visualizer.explanation.naming import Naming

STEP = "step"
"""The question: what is done next at a node."""


def steps_task(hand: ByHand, seed: int | None) -> dict[str, Any]:
    """Return the task as JSON: only the first step is asked, since all others would tell how the search goes."""
    search = hand.run.recipe.search
    rules = {"cut": search.cut, "fail": search.fail, "level": LEVEL}
    first = {"node": "", "question": STEP}
    return {"tree": hand.run.root.text(), **rules, **hand.bounds(), "seed": seed, "questions": [first]}


def steps_grades(hand: ByHand, answers: Sequence[FileAnswer]) -> dict[str, Any]:
    """Judge steps in the order given: one that is refused is not made. InputError for what is no step."""
    walk = Walk(hand)
    judged = [judgement(walk, each) for each in answers]
    return graded(answers, judged, hand.left_steps(walk.moment))


def judgement(walk: Walk, given: FileAnswer) -> Judgement:
    """Judge a step, and make it if it is right; a step elsewhere is wrong."""
    node, question = given.node, given.question
    if question != STEP or node not in {AskedField(path, "").node for path in walk.hand.run.all_paths()}:
        raise InputError(f"there is no question {question!r:.40} about the node {node!r:.40} in this task")
    act = read_act(str(given.answer))
    here = walk.hand.path(walk.moment)
    if not walk.is_over and AskedField(here, "").node != node:
        naming = Naming(walk.hand.run, walk.hand.tree(walk.moment.step))
        return Judgement(right=False, why=f"The search stands at {naming.at(here)} now.")
    return walk.do(act, given.tries or WHOLE)
