"""Lessons: what a frame says is what its search did, in the pages and in lines too."""

from __future__ import annotations

import re
import runpy
from itertools import permutations
from pathlib import Path

import pytest

from tests.few import one_in
from tests.processes import ROOT
from visualizer.apps.dialogue.lesson import LessonLines
from visualizer.apps.tui.cells.styled_lines import wrap_words
from visualizer.apps.tui.start.doors import learning_entries, name_next_lesson, next_lesson_number
from visualizer.explaining.measures.summary import visit_counts
from visualizer.play.playing import progress
from visualizer.searching.recipe import PositionSpec, Recipe, SearchSpec
from visualizer.searching.run import Run
from visualizer.support.errors import InputError
from visualizer.teach.lessons import Lesson, LessonFrame, lesson_numbers, read_lesson
from visualizer.teach.predicting.quiz import questions_at
from visualizer.trace.tree_at_step import TreeAtStep

FRAMES = [(each, frame) for each in map(read_lesson, lesson_numbers()) for frame in each.frames]
MOST_LINES = 5
"""Lines of 78 letters that a text may take, so that the tree has room at 80×24."""


def test_there_are_nine_lessons_of_ten_frames() -> None:
    """Each has one right answer to its question, and a reason for each."""
    assert lesson_numbers() == [*range(1, 10)]
    for each in map(read_lesson, lesson_numbers()):
        assert len(each.frames) == 10
        judged = [each.question.judge(letter) for letter in each.question.choices]
        assert sum(found.right for found in judged) == 1
        assert all(found.why for found in judged)
    with pytest.raises(InputError, match="there is no lesson 10; there are 1 to 9"):
        read_lesson(10)


@pytest.mark.parametrize(
    ("of", "frame"),
    one_in(2, FRAMES),
    ids=[f"{of.number}-{place % 10 + 1}" for place, (of, _) in enumerate(FRAMES)],
)
def test_the_text_of_a_frame_leaves_room_for_its_tree(of: Lesson, frame: LessonFrame) -> None:
    """Its step exists, and its text has few lines; that it is true is shown sentence by
    sentence, elsewhere.
    """
    assert 0 <= of.step(frame) <= of.run(frame.search).trace.last_step
    assert len(wrap_words(of.text(frame), 78, "text")) <= MOST_LINES


def test_the_page_on_searches_has_a_lessons_count() -> None:
    """It says how many nodes deepening without a table visits, in lesson 5."""
    again = len(read_lesson(5).run("again").trace)
    page = (ROOT / "docs" / "searches.md").read_text(encoding="utf-8")

    assert f"nodes with the table, and {again:,} without it." in " ".join(page.split())


@pytest.mark.parametrize("number", lesson_numbers())
def test_pages_are_made_of_the_lessons(number: int) -> None:
    """docs/lessons holds what `python tools/lessons.py` writes: the page, and every picture that
    it shows.
    """
    folder = ROOT / "docs" / "lessons"
    tool = runpy.run_path(str(ROOT / "tools" / "lessons.py"))
    of = read_lesson(number)
    page = (folder / f"{number}.md").read_text(encoding="utf-8")

    assert page == tool["page"](of)
    for name in re.findall(r"\]\(([\d-]+\.svg)\)", page):
        frame = of.frames[int(name.removesuffix(".svg").partition("-")[2]) - 1]
        assert (folder / name).read_bytes() == tool["picture"](of, frame), name


@pytest.mark.parametrize("number", lesson_numbers())
def test_three_frames_at_least_ask_what_comes_next(number: int) -> None:
    """What a frame asks is asked at its step, and the lesson goes on only once it was answered
    or shown.
    """
    asking = [frame for frame in read_lesson(number).frames if frame.ask]
    for frame in asking:
        run = read_lesson(number).run(frame.search)
        step = read_lesson(number).step(frame)
        (question,) = questions_at(run, step, read_lesson(number).asked(frame))

        assert question.step == step
        assert question.is_number or question.right in question.offered

    assert len(asking) >= 3


def test_a_frame_that_asks_is_left_once_it_was_answered() -> None:
    """By ear: two wrong answers earn the rule and where to look; what is no answer is refused."""
    said = list[str]()
    moved = list[int]()
    lines = LessonLines(read_lesson(2), said.append, lambda _, frame, count: moved.append(frame))
    lines.carry_out(["", "", "", "", "a", "a", "", "b", ""])

    assert moved == [0, 1, 2, 3, 4]
    heard = "".join(said)
    assert heard.count("answer the question first, or type `show`") == 2
    assert (
        heard.index("No: A node's other children")
        < heard.index("No: Compare 2")
        < heard.index("Right. Cut at C")
    )
    assert "1 right" not in heard, "a lesson has no score"


def test_a_question_of_a_lesson_is_not_given_up_by_ear() -> None:
    """Whatever is typed instead of an answer, nothing that follows is told; what a value is so
    far neither.
    """
    said = list[str]()
    lines = LessonLines(read_lesson(1), said.append)
    typed = [
        "predict off",
        "predict",
        "d",
        "why",
        "next",
        "x",
        "end",
        "7",
        "tree",
        "kinds",
        "",
        "p",
        "",
        "edit",
        "d",
    ]
    lines.carry_out([*[""] * 3, *typed])
    heard = "".join(said[said.index(next(words for words in said if "\n4 of 10" in words)) :])

    assert "ply 1: B, MIN to move, no value yet, open" in heard
    assert "at most 3" not in heard
    assert heard.count("answer the question first, or type `show`") >= 11
    assert "\n5 of 10" not in heard


@pytest.mark.parametrize("number", lesson_numbers())
def test_a_lesson_by_ear(number: int) -> None:
    """Empty lines go on to the question; a wrong answer is told why, the right one ends the
    lesson.
    """
    said = list[str]()
    moved = list[int]()
    of = read_lesson(number)
    lines = LessonLines(of, said.append, lambda _, frame, count: moved.append(frame))
    wrong = next(
        letter for letter, words in of.question.choices.items() if words != of.question.right
    )
    right = next(
        letter for letter, words in of.question.choices.items() if words == of.question.right
    )
    on = [line for frame in of.frames for line in (["show", ""] if frame.ask else [""])]
    lines.carry_out(
        [*(["show"] if of.frames[0].ask else []), "", "<", *on, "", "9", wrong, right, "never read"]
    )

    assert moved == [0, 1, 0, *range(1, 10), 10]
    assert [words[:2] for words in said[-6:-1]] == [said[-6][:2], "! ", "! ", "No", "Ri"]
    assert (
        said[-1]
        .strip()
        .startswith(
            f"Lesson {number + 1} is next: visualizer lesson {number + 1} --plain."
            if number < lesson_numbers()[-1]
            else "That was the last lesson."
        )
    )
    assert ("visualizer practice --plain" in said[-1]) == (number > 1)
    heard = "".join(said)
    assert not any(sign in heard for sign in "αβ≥≤∞▸★✂✕▲▼[]")


def test_between_frames_the_line_mode_works() -> None:
    """`why` and `tree` are about the frame's step; an unknown word is one sentence; the end of
    the lines is an end.
    """
    said: list[str] = []
    LessonLines(read_lesson(2), said.append).carry_out(["<", "", "why", "tree", "dance", "q", ""])

    assert any(words.startswith("! this is the first frame") for words in said)
    assert any("So far" in words for words in said)
    assert said[-1].startswith("! 'dance' is not a command")


def test_progress_of_lessons_is_kept(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Beside that of practice; whatever somebody made of the file."""
    monkeypatch.setenv("VISUALIZER_STATE", str(tmp_path))
    progress.keep_solved(["a"])
    progress.keep_frame(2, 4, 10)
    progress.keep_frame(1, 10, 10)
    progress.keep_frame(1, 3, 10)  # read once more: it stays done

    assert progress.frames_read(1) == 10
    assert progress.frames_read(2) == 4
    assert progress.frames_read(3) == 0
    assert progress.solved_trees() == frozenset({"a"})
    progress.progress_file().write_text('{"lessons": [3], "solved": 7}')
    assert progress.frames_read(1) == 0
    assert progress.solved_trees() == frozenset()


def test_the_lesson_one_is_at_is_the_one_gone_on_with_last(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Lessons may be read in any order: at hand is the last one, then the first behind it that
    is not done.
    """
    monkeypatch.setenv("VISUALIZER_STATE", str(tmp_path))
    lengths = {number: len(read_lesson(number).frames) for number in lesson_numbers()}

    def at() -> str:
        return name_next_lesson(next_lesson_number(is_progress_saved=True), is_progress_saved=True)

    said = [at()]
    for number, frame in (
        (2, 7),
        (3, 1),
        (2, 8),
        (2, lengths[2]),
        (1, 4),
        (3, lengths[3]),
        (9, lengths[9]),
    ):
        progress.keep_frame(number, frame, lengths[number])
        said.append(at().removeprefix("go on with lesson "))

    assert said == [
        "begin with lesson 1",
        "2, frame 8",
        "3, frame 2",
        "2, frame 9",
        "3, frame 2",
        "1, frame 5",
        "4",
        "1, frame 5",
    ]
    assert [words for words, _ in learning_entries(is_progress_saved=True)[:2]] == [
        f"lesson 1: {read_lesson(1).title} (at 5 of {lengths[1]})",
        f"lesson 2: {read_lesson(2).title} (done)",
    ]
    progress.keep_frame(2, 3, lengths[2])  # looked at once more
    assert at() == "go on with lesson 1, frame 5"
    for number, count in lengths.items():
        progress.keep_frame(number, count, count)
    assert at() == ""
    assert (
        name_next_lesson(next_lesson_number(is_progress_saved=False), is_progress_saved=False)
        == "begin with lesson 1"
    )


def test_which_move_is_first_matters_where_a_node_can_be_cut() -> None:
    """So lesson 3 asks of such a node: with a good one first its other three are skipped, else
    it has all of them.
    """

    def skipped(leaves: tuple[int, ...]) -> int:
        run = Run(
            Recipe(
                PositionSpec("tree", f"[[5],[{','.join(map(str, leaves))}]]"),
                SearchSpec("alpha-beta"),
            )
        ).finish()
        return visit_counts(TreeAtStep(run.trace)).pruned or 0

    assert {skipped(leaves) for leaves in permutations((9, 8, 7, 6))} == {0}
    for leaves in permutations((9, 8, 7, 2)):
        assert skipped(leaves) == 3 - leaves.index(2)
    assert "one of them is good enough for a cut" in read_lesson(3).question.asks
