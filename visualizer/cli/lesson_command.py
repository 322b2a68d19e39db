"""`visualizer lesson`: lessons in ten frames, on the screen or in lines."""

import rich_click as click

from visualizer.cli.options import with_options
from visualizer.cli.screen import Screen, screen_options
from visualizer.dialogue.lesson import LessonLines
from visualizer.exercises import lessons
from visualizer.look.lines import print_lines
from visualizer.playing import progress
from visualizer.search_options import read_count


@click.command(epilog="Example: visualizer lesson 1 --plain")
@click.argument("number", metavar="[N]", required=False)
@screen_options
@with_options()
def lesson_command(*, number: str | None, screen: Screen) -> int:
    """Learn how game searches think, from the first tree on; without a number, list the lessons."""
    if number is None:
        print_lines("\n".join(map(line_of, lessons.numbers())))
        return 0
    lesson = lessons.lesson(read_count("the number of the lesson", 1, max(lessons.numbers()))(number))
    return screen.show(lesson, LessonLines(lesson, moved=progress.keep_frame))


def line_of(number: int) -> str:
    """Return the line about a lesson, with how much of it has been read."""
    lesson = lessons.lesson(number)
    return f"{number}  {lesson.title}: {lesson.about}  {progress.how_far(number, len(lesson.frames))}".rstrip()
