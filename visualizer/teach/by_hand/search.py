"""A search by hand as an exercise: what is asked, and how steps are marked."""

from collections.abc import Sequence
from dataclasses import replace
from math import inf
from typing import Any

from visualizer.look.numbers import plain
from visualizer.searching.recipe import PositionSpec, Recipe
from visualizer.support.errors import InputError
from visualizer.teach.by_hand.machine import HandSearch, read_act
from visualizer.teach.by_hand.walk import Walk
from visualizer.teach.exercise import SubmittedAnswer
from visualizer.teach.question import WHOLE, Judgement, node_id
from visualizer.teach.rules import STEPS, USUAL_RULES, Rules

STEP = "step"
"""What is asked at each moment: what is done next."""


class ByHand(HandSearch):
    """A search of a written tree that is made by hand, step by step."""

    def settings(self) -> dict[str, Any]:
        """Return the level and the rules as JSON, and what leaves can be worth where that is known."""
        search = self.run.recipe.search
        settings: dict[str, Any] = {"cut": search.cut, "fail": search.fail, "level": self.level}
        if self.trace.limits != (-inf, inf):
            settings["bounds"] = [*map(plain, self.trace.limits)]
        return settings

    def questions(self) -> list[tuple[str, str]]:
        """Return the first step, since all others would tell how the search goes."""
        return [("", STEP)]

    def mark(self, answers: Sequence[SubmittedAnswer]) -> tuple[list[Judgement], int]:
        """Judge steps in the order given, making those that are right, and count the steps still to be made.

        InputError for a question that there is not. A step elsewhere is wrong.
        """
        walk = Walk(self)
        judged = [self.mark_step(walk, answer) for answer in answers]
        return judged, self.left_steps(walk.moment)

    def mark_step(self, walk: Walk, given: SubmittedAnswer) -> Judgement:
        """Judge a step, and make it if it is right."""
        if given.question != STEP or given.node not in map(node_id, self.run.all_paths()):
            asked = f"{given.question!r:.40} about the node {given.node!r:.40}"
            raise InputError(f"there is no question {asked} in this task")
        act = read_act(str(given.answer))
        moment = walk.moment
        if not moment.is_over and node_id(moment.path) != given.node:
            return Judgement(right=False, why=f"The search stands at {moment.naming.at(moment.path)} now.")
        return walk.do(act, given.tries or WHOLE)


def recipe_by_hand(where: PositionSpec, rules: Rules = USUAL_RULES) -> Recipe:
    """Return the search of a tree that is made by hand, Star1 also where bounds are given; InputError for no tree."""
    return Recipe(where, replace(rules, level=STEPS).search(where))
