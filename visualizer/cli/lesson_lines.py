"""A lesson in lines of words: its frames one after the other, and the question, for screen readers and pipes."""

from collections.abc import Callable, Iterable

from visualizer.errors import InputError
from visualizer.explanation.explainer import Explainer
from visualizer.explanation.lessons import TRY, Lesson, numbers
from visualizer.explanation.tree_words import tree_in_words
from visualizer.look.lines import print_lines
from visualizer.look.spoken import spoken
from visualizer.plain import LineMode, read_command
from visualizer.trace.tree_at_step import TreeAtStep

BACK = "<"
HELP = f"enter goes on, {BACK} goes back, q ends; between them all words of the line mode work, such as why and tree"


class LessonLines:
    """Goes through a lesson by lines; `moved` is told each frame, as on the screen."""

    def __init__(
        self, lesson: Lesson, say: Callable[[str], None] = print_lines,
        moved: Callable[[Lesson, int], None] = lambda lesson, number: None,
    ) -> None:  # fmt: skip
        """Begin with the first frame."""
        self.lesson, self.moved, self.number, self._say = lesson, moved, 0, say
        self.mode: LineMode | None = None

    def say(self, words: str) -> None:
        """Print something, with words in place of signs."""
        self._say(spoken(words))

    def obey(self, lines: Iterable[str]) -> None:
        """Go on a line at a time, until the question is answered, `q`, or the end of the lines."""
        self.say(f"Lesson {self.lesson.number}: {self.lesson.title}. {HELP}.")
        self.tell()
        for line in lines:
            word = line.strip()
            if word in ("q", "quit"):
                return
            try:
                if self.take(word):
                    return
            except InputError as error:
                self.say(f"! {error}")

    def take(self, word: str) -> bool:
        """Do what a line says; say whether the lesson is over. InputError says what is wrong with it."""
        count = len(self.lesson.frames)
        if word in ("", BACK):
            by = -1 if word else 1
            if not 0 <= self.number + by <= count:
                raise InputError("a number answers the question" if by > 0 else "this is the first frame")
            self.number += by
            self.tell() if self.number < count else self.ask()
            return False
        if self.number == count:
            return self.answer(word)
        assert self.mode is not None
        self.mode.do(*read_command(word))
        return False

    def tell(self) -> None:
        """Say what is said of a frame, of a search that is new the tree, and what happens in its step."""
        lesson, frame = self.lesson, self.lesson.frames[self.number]
        run, step = lesson.run(frame.search), lesson.step(frame)
        is_new = self.mode is None or self.mode.run is not run
        self.mode = LineMode(run, self._say, step)
        self.moved(lesson, self.number)
        self.say(f"\n{self.number + 1} of {len(lesson.frames)}. {lesson.text(frame, heard=True)}")
        if is_new and run.game.explicit:
            self.say("\n".join(tree_in_words(run)))
        self.say(Explainer(run, TreeAtStep(run.trace, step)).sentence())

    def ask(self) -> None:
        """Ask the question."""
        choices = (f"  {number}: {choice.words}" for number, choice in enumerate(self.lesson.choices, 1))
        self.say("\n".join([f"\n{self.lesson.ask}", *choices]))

    def answer(self, word: str) -> bool:
        """Say whether an answer is right, and why; say whether it is. InputError for what is no choice."""
        choices = self.lesson.choices
        if word not in map(str, range(1, len(choices) + 1)):
            raise InputError(f"{word!r:.40} is not one of the answers 1 to {len(choices)}")
        choice = choices[int(word) - 1]
        self.say(f"{'Right' if choice.right else 'No'}: {choice.why}")
        if choice.right:
            self.moved(self.lesson, len(self.lesson.frames))
            self.say(f"\n{what_follows(self.lesson)}")
        return choice.right


def what_follows(lesson: Lesson) -> str:
    """Say which commands go on after a lesson."""
    following, on = lesson.number + 1, "That was the last lesson."
    if following in numbers():
        on = f"Lesson {following} is next: visualizer lesson {following} --plain."
    return f"{on} Ten trees to solve yourself: visualizer practice --plain." if lesson.number >= TRY else on
