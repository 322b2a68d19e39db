"""Reading a lesson: one frame after the other, then a question until the answer is right."""

from collections.abc import Callable, Mapping

from visualizer.searching.run import Run
from visualizer.support.errors import InputError
from visualizer.teach import lessons
from visualizer.teach.attempt import Attempt
from visualizer.teach.lessons import Lesson, LessonFrame, LessonQuestion
from visualizer.teach.predicting.quiz import Quiz

FrameListener = Callable[[int, int, int], None]
"""Called with the numbers of a lesson and of a frame, and how many frames the lesson has.

At the end of the lesson, the frame's number is their count.
"""


class LessonReading(Attempt[LessonQuestion]):
    """A lesson at the frame with a `number`, counted from 0.

    The question comes after the last frame; `judged` is the judgement of its last answer.
    """

    def __init__(
        self, lesson: Lesson, number: int = 0, moved: FrameListener = lambda *_: None
    ) -> None:
        """Begin at frame `number`, counted from 0; `moved` is called for every frame shown."""
        super().__init__()
        self.lesson = lesson
        self.moved = moved
        self.count = len(lesson.frames)
        self.frames = (*lesson.frames, lesson.closing)
        self.show_frame(number)

    def show_frame(self, number: int) -> None:
        """Go to a frame, or to the question after the last."""
        self.number = number
        self.judged = None
        self.question = None
        if self.is_closing:
            self.question = self.lesson.question

    @property
    def frame(self) -> LessonFrame:
        """Return the current frame."""
        return self.frames[self.number]

    @property
    def run(self) -> Run:
        """Return the search of the frame."""
        return self.lesson.run(self.frame.search)

    @property
    def step(self) -> int:
        """Return the step of the frame."""
        return self.lesson.step(self.frame)

    @property
    def is_closing(self) -> bool:
        """Return whether the question at the end is asked."""
        return self.number == self.count

    @property
    def is_solved(self) -> bool:
        """Return whether the question at the end was answered rightly."""
        return self.is_closing and self.question is None

    @property
    def choices(self) -> Mapping[str, str]:
        """Return the answers to the open question by letter; none before the question."""
        if self.question is None:
            return {}
        return self.question.choices

    @property
    def next_lesson(self) -> Lesson | None:
        """Return the next lesson, or None after the last."""
        number = self.lesson.number + 1
        if number in lessons.lesson_numbers():
            return lessons.read_lesson(number)
        return None

    def quiz(self) -> Quiz | None:
        """Return the quiz about the next steps of the frame, or None."""
        kinds = self.lesson.asked(self.frame)
        if kinds:
            return Quiz(self.run, self.step, kinds=kinds)
        return None

    def go(self, by: int) -> None:
        """Go `by` frames forwards, or back if `by` is negative; InputError before the first."""
        if self.number + by < 0:
            raise InputError("this is the first frame of the lesson")
        self.show_frame(self.number + by)
        # The lesson counts as read only once its question is answered.
        if not self.is_closing:
            self.moved(self.lesson.number, self.number, self.count)

    def go_on(self, question: LessonQuestion) -> None:
        """End the lesson."""
        self.question = None
        self.moved(self.lesson.number, self.count, self.count)
