"""Writes docs/lessons/ from the lessons: `python tools/lessons.py`."""

from pathlib import Path

import exports
from visualizer.draw.picture.charts.overview_page import OverviewPage
from visualizer.draw.picture.page.options import PictureOptions
from visualizer.draw.picture.page.tree_page import TreePage
from visualizer.publish.outputs import render_output
from visualizer.teach.lessons import Lesson, LessonFrame, lesson_numbers, read_lesson
from visualizer.teach.predicting.quiz import Quiz, questions_at

FOLDER = Path(__file__).parents[1] / "docs" / "lessons"
PLAIN = PictureOptions(caption="none", legend=False, board=False)
SEEN = PictureOptions(view="overview", page="16:9", caption="none", board=False)

PICTURES = "Each picture is a step of a real search; in the terminal you go on from any of them."


def picture(of: Lesson, frame: LessonFrame) -> bytes:
    """Return a frame's picture as SVG."""
    run = of.run(frame.search)
    step = of.step(frame)
    if frame.ask:
        quiz = Quiz(run, step, kinds=of.asked(frame))
        quiz.has_question(step)
        assert quiz.question is not None
        # A paused search draws only the root and the running line, so a search is paused only if
        # a value would answer the question.
        if run.game.explicit or quiz.question.hidden_row is not None:
            run = quiz.run
    page = OverviewPage(run, SEEN) if frame.view == "overview" else TreePage(run, PLAIN)
    return render_output(page, exports.format_named("svg"), step)


def page(of: Lesson) -> str:
    """Return the page of a lesson."""
    about = f"{of.about[:1].upper()}{of.about[1:]}. {PICTURES}"
    parts = [f"# Lesson {of.number}: {of.title}", f"```\nvisualizer lesson {of.number}\n```", about]
    for number, frame in enumerate(of.frames, 1):
        text = of.text(frame)
        parts += [f"## {number}", text]
        if frame.view != "columns":
            words = text.split(". ")[0].rstrip(".")
            parts.append(f"![Frame {number}: {words}]({picture_name(of, number)})")
        for question in questions_at(of.run(frame.search), of.step(frame), of.asked(frame)):
            asked = f"{question.situation} {question.asks} {', '.join(question.offered)}?"
            parts.append(f"<details><summary>{asked}</summary>{question.show(()).said}</details>")
    parts += ["## A question", of.question.asks]
    parts += [
        f"<details><summary>{words}</summary>{of.question.judge(letter).said}</details>"
        for letter, words in of.question.choices.items()
    ]
    after = of.number + 1
    if after in lesson_numbers():
        following = f"[Lesson {after}]({after}.md)"
    else:
        following = "[what else there is](../index.md)"
    return "\n\n".join([*parts, f"Next: {following}"]) + "\n"


def picture_name(of: Lesson, number: int) -> str:
    """Return the name of a frame's picture beside the page."""
    return f"{of.number}-{number}.svg"


if __name__ == "__main__":
    FOLDER.mkdir(exist_ok=True)
    for each in map(read_lesson, lesson_numbers()):
        (FOLDER / f"{each.number}.md").write_text(page(each), encoding="utf-8")
        for place, shown in enumerate(each.frames, 1):
            if shown.view != "columns":
                (FOLDER / picture_name(each, place)).write_bytes(picture(each, shown))
