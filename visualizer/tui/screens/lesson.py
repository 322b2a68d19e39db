"""A lesson: the explorer of a frame's search, above it what is said, and a question after the last frame."""

from collections.abc import Callable

from textual.app import ComposeResult

from visualizer.explanation import lessons
from visualizer.explanation.lessons import TRY, Lesson
from visualizer.explanation.questions.question import Judgement
from visualizer.tui.cells.styled_lines import Line, width_of, wrapped
from visualizer.tui.panes import why
from visualizer.tui.screens.action_screen import Chosen
from visualizer.tui.screens.dialog import ListDialog
from visualizer.tui.screens.explore import ExploreScreen
from visualizer.tui.terminal.ascii_looks import spelled
from visualizer.tui.terminal.pane_layout import is_tiny
from visualizer.tui.widgets import StyledText

ROOMY = 32
"""Lines of a screen from which on the explorer's own sentence has room below the lesson's."""


class LessonScreen(ExploreScreen):
    """Shows the frames of a lesson; in each, all keys of the explorer work."""

    place = "lesson"

    def __init__(
        self, lesson: Lesson, number: int = 0, moved: Callable[[Lesson, int], None] = lambda lesson, number: None, *,
        leads_back: bool = False,
    ) -> None:  # fmt: skip
        """Show a frame by its number from 0; `moved` is told which frame is shown, or how many there are at the end."""
        number = min(number, len(lesson.frames) - 1)
        frame = lesson.frames[number]
        super().__init__(lesson.run(frame.search), frame.view, lesson.step(frame), leads_back=leads_back)
        self.lesson, self.number, self.moved, self.count = lesson, number, moved, len(lesson.frames)
        self.judged: Judgement | None = None

    def compose(self) -> ComposeResult:
        """Put what is said above the explorer."""
        yield StyledText(self.draw_lesson, id="lesson")
        yield from super().compose()

    def make_room(self) -> None:
        """Give what is said as many lines as it ever takes in this lesson, so that nothing jumps."""
        width, height = self.size
        room = max(1, width - 2)
        lines = max(
            len(self.lesson_lines(room)), *(len(self.frame_lines(number, room)) for number in range(self.count))
        )
        self.give_lines("lesson", 0 if is_tiny(width, height) else min(lines + 1, height // 2))
        self.query_one("#lesson", StyledText).show()
        super().make_room()
        self.query_one("#header").display = height >= ROOMY and not is_tiny(width, height)
        self.query_one("#why").display = height >= ROOMY

    def lesson_lines(self, width: int) -> list[Line]:
        """Return what is said now: of the frame, or of the answer to the question."""
        if self.judged is None:
            return self.frame_lines(self.number, width)
        go_on = f"enter: {self.what_follows()}" if self.judged.right else "enter asks again"
        style = "best" if self.judged.right else "cut"
        return self.lines_of("the question", self.judged.said, style, go_on, width)

    def frame_lines(self, number: int, width: int) -> list[Line]:
        """Return what is said of a frame, and what to press."""
        frame = self.lesson.frames[number]
        last = "enter: a question" if number + 1 == self.count else "enter goes on"
        go_on = f"{frame.press}; {last}" if frame.press else last
        return self.lines_of(f"{number + 1} of {self.count}", self.lesson.text(frame), "text", go_on, width)

    def lines_of(self, which: str, words: str, style: str, go_on: str, width: int) -> list[Line]:
        """Return the lesson and a frame of it, words, and how to go on."""
        place: Line = [(f"Lesson {self.lesson.number} · {self.lesson.title}", "title")]
        place.append((f"{' ' * max(1, width - width_of(place) - len(which))}{which}", "dim"))
        said = wrapped(spelled(self, words), width, style)
        return [place, *said, *wrapped(spelled(self, f"▸ {go_on}"), width, "key")]

    def draw_lesson(self, width: int, height: int) -> list[Line]:
        """Draw what is said: away from the step of the frame the sentence of that step, where no pane has it."""
        if self.judged is not None or self.query_one("#why").display or not self.is_away():
            return self.lesson_lines(width)[:height]
        place, *_ = self.frame_lines(self.number, width)
        said = why.shortened(why.sentence(self.scene), self.scene, width, height - 2)
        return [place, *said, [(spelled(self, "▸ enter goes on with the lesson"), "key")]]

    def is_away(self) -> bool:
        """Return whether another step than that of the frame is shown, or another node selected."""
        scene = self.scene
        selected = scene.selected is not None and scene.selected != scene.running
        return bool(scene.tree.visits) and (selected or scene.step != self.lesson.step(self.lesson.frames[self.number]))

    def paint(self) -> None:
        """Paint what is said too, which depends on the step."""
        super().paint()
        if self.is_mounted:
            self.query_one("#lesson", StyledText).renew()

    def what_follows(self) -> str:
        """Say what enter does once the question is answered."""
        practice = "; p: ten trees to solve yourself" if self.lesson.number >= TRY else ""
        return (
            f"lesson {self.lesson.number + 1}{practice}" if self.follower() else f"that was the last lesson{practice}"
        )

    def follower(self) -> Lesson | None:
        """Return the lesson after this one, None after the last."""
        following = self.lesson.number + 1
        return lessons.lesson(following) if following in lessons.numbers() else None

    # Going through the frames.

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Leave `enter` and `backspace` to what is to be predicted while that is asked."""
        if action == "act" and parameters[0] in ("go_on", "go_back") and self.question is not None:
            return False
        return super().check_action(action, parameters)

    def do_go_on(self) -> None:
        """Go to the next frame; after the last one comes the question, and once that is answered the next lesson."""
        if self.judged is not None:
            self.answered()
        elif self.number + 1 == self.count:
            self.ask()
        else:
            self.go(self.number + 1)

    def do_go_back(self) -> None:
        """Go to the frame before."""
        self.judged = None
        if self.number:
            self.go(self.number - 1)
        else:
            self.say("this is the first frame of the lesson")

    def go(self, number: int) -> None:
        """Show a frame, in place of this screen if it is about another search."""
        before, frame = self.lesson.frames[self.number], self.lesson.frames[number]
        self.moved(self.lesson, number)
        if frame.search != before.search:
            self.app.switch_screen(LessonScreen(self.lesson, number, self.moved, leads_back=self.leads_back))
            return
        self.number, self.view_name = number, frame.view
        self.seek(self.lesson.step(frame))
        self.make_room()

    def ask(self) -> None:
        """Ask the question."""
        lines = [(words, typed) for typed, words in self.lesson.question.choices.items()]
        below = "a number, or ↑ ↓ and enter, answers; escape closes"
        asked = spelled(self, self.lesson.question.asks)
        self.app.push_screen(ListDialog("the question", lines, "wide", spelled(self, below), asks=asked), self.take)

    def take(self, place: str | None) -> None:
        """Return whether an answer is right, and why."""
        self.judged = None if place is None else self.lesson.question.judge(place)
        if self.judged is not None and self.judged.right:
            self.moved(self.lesson, len(self.lesson.frames))
        self.make_room()

    def act(self, name: str) -> None:
        """Do an action by its name; once the question is answered, `p` leads to trees to solve."""
        solved = self.judged is not None and self.judged.right and self.lesson.number >= TRY
        if name == "backwards" and solved:
            self.post_message(Chosen("practise", ""))
        else:
            super().act(name)

    def answered(self) -> None:
        """Ask again after a wrong answer, else go on to the next lesson."""
        assert self.judged is not None
        right, follower = self.judged.right, self.follower()
        if not right:
            self.ask()
        elif follower is None:
            self.say("that was the last lesson; p has trees to solve, q leaves")
        else:
            self.app.switch_screen(LessonScreen(follower, 0, self.moved, leads_back=self.leads_back))
