"""A search by hand as an exercise: its questions, and the marks for steps."""

from collections.abc import Sequence

from visualizer.support.errors import InputError
from visualizer.teach.by_hand.machine import HandSearch, read_act
from visualizer.teach.by_hand.walk import HandWalk
from visualizer.teach.exercise import SubmittedAnswer
from visualizer.teach.question import TELL_WHOLE, Judgement, node_id

BY_HAND_FIELD = "step"
"""The question at each moment: what to do next."""


class ByHand(HandSearch):
    """A search of a written tree, to be made by hand step by step."""

    def questions(self) -> list[tuple[str, str]]:
        """Return only the first step, since further steps would give away how the search goes."""
        return [("", BY_HAND_FIELD)]

    def mark(self, answers: Sequence[SubmittedAnswer]) -> tuple[list[Judgement], int]:
        """Judge steps in order, make the right ones, and return how many steps then remain.

        A step at another node than the current one is wrong. InputError for a question that does
        not exist.
        """
        walk = HandWalk(self)
        judgements = [self.mark_step(walk, answer) for answer in answers]
        return judgements, self.remaining_steps(walk.moment)

    def mark_step(self, walk: HandWalk, submitted: SubmittedAnswer) -> Judgement:
        """Judge a step from a file of answers; if it is right, make it in the walk.

        InputError if the submitted answer is not about a node of this tree.
        """
        is_node = submitted.node in map(node_id, self.run.all_paths())
        if submitted.question != BY_HAND_FIELD or not is_node:
            raise InputError(f"there is no question {submitted.asked} in this task")
        act = read_act(str(submitted.answer))
        moment = walk.moment
        # Only a step at the current node can be the next step.
        if not moment.is_over and node_id(moment.path) != submitted.node:
            place = moment.naming.place_at(moment.path)
            return Judgement(right=False, why=f"The search stands at {place} now.")
        return walk.answer(act, submitted.tries or TELL_WHOLE)
