"""`visualizer lesson`: lessons in ten frames, on the screen or in lines."""

import rich_click as click

from visualizer.cli.lesson_lines import LessonLines
from visualizer.cli.open_command import has_screen, needs_ascii, run_app
from visualizer.cli.options import with_options
from visualizer.cli.streams import write_ascii
from visualizer.errors import InputError
from visualizer.explanation import lessons
from visualizer.look.lines import print_lines
from visualizer.plain import lines_read
from visualizer.playing import progress
from visualizer.search_options import read_count
from visualizer.tui.beginning import THEMES, Beginning


@click.command(epilog="Example: visualizer lesson 1 --plain")
@click.argument("number", metavar="[N]", required=False)
@click.option("--plain", is_flag=True, help="Line mode: words only, for plain terminals and screen readers.")
@click.option("--ascii", "ascii_only", is_flag=True, help="Draw with ASCII signs only.")
@click.option("--theme", metavar="NAME", help=f"Colours: {', '.join(THEMES)} (default: as last time).")
@with_options()
def command(*, number: str | None, plain: bool, ascii_only: bool, theme: str | None) -> int:
    """Learn how game searches think, from the first tree on; without a number, list the lessons."""
    if theme is not None and theme not in THEMES:
        raise InputError(f"the theme {theme!r:.60} is not one of {' '.join(THEMES)}")
    if number is None:
        print_lines("\n".join(map(line_of, lessons.numbers())))
        return 0
    lesson = lessons.lesson(read_count("the number of the lesson", 1, max(lessons.numbers()))(number))
    if not plain and has_screen():
        return run_app(run=lesson, ascii_only=ascii_only or needs_ascii(), begin=Beginning(theme or ""))
    if ascii_only:
        write_ascii()
    count = len(lesson.frames)
    LessonLines(lesson, moved=lambda _, frame: progress.keep_frame(lesson.number, frame, count)).obey(lines_read())
    return 0


def line_of(number: int) -> str:
    """Return the line about a lesson, with how much of it has been read."""
    lesson, read = lessons.lesson(number), progress.frame(number)
    count = len(lesson.frames)
    how_far = "" if not read else "  (done)" if read >= count else f"  (at {read + 1} of {count})"
    return f"{number}  {lesson.title}: {lesson.about}{how_far}"
