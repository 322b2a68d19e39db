"""A search by hand as an exercise: what is asked, and how steps are marked."""

from collections.abc import Sequence

from visualizer.support.errors import InputError
from visualizer.teach.by_hand.machine import HandSearch, read_act
from visualizer.teach.by_hand.walk import HandWalk
from visualizer.teach.exercise import SubmittedAnswer
from visualizer.teach.question import TELL_WHOLE, Judgement, node_id

BY_HAND_FIELD = "step"
"""What is asked at each moment: what is done next."""


class ByHand(HandSearch):
    """A search of a written tree that is made by hand, step by step."""

    def questions(self) -> list[tuple[str, str]]:
        """Return the first step, since all others would tell how the search goes."""
        return [("", BY_HAND_FIELD)]

    def mark(self, answers: Sequence[SubmittedAnswer]) -> tuple[list[Judgement], int]:
        """Judge steps in the order given, making those that are right, and count the steps still to be made.

        InputError for a question that there is not. A step elsewhere is wrong.
        """
        walk = HandWalk(self)
        judged = [self.mark_step(walk, answer) for answer in answers]
        return judged, self.left_steps(walk.moment)

    def mark_step(self, walk: HandWalk, given: SubmittedAnswer) -> Judgement:
        """Judge a step, and make it if it is right."""
        if given.question != BY_HAND_FIELD or given.node not in map(node_id, self.run.all_paths()):
            raise InputError(f"there is no question {given.asked} in this task")
        act = read_act(str(given.answer))
        moment = walk.moment
        if not moment.is_over and node_id(moment.path) != given.node:
            return Judgement(
                right=False, why=f"The search stands at {moment.naming.at(moment.path)} now."
            )
        return walk.answer(act, given.tries or TELL_WHOLE)
