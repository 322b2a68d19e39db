"""Answers to the questions of `practice --task`, read from a file of JSON, and how they are graded."""

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from visualizer.data_files import FileEntry
from visualizer.errors import read_text
from visualizer.exercises.question import Judgement
from visualizer.search_options import MOST


class FileAnswer(NamedTuple):
    """An answer to a question about a node, the `tries`-th, None: nobody counts; `said` are the words of the file."""

    node: str
    question: str
    answer: str | float | bool
    tries: int | None
    said: Mapping[str, Any]


def read_answers(file: str) -> list[FileAnswer]:
    """Read an answer or a list of them; InputError says what is wrong with the file."""
    text = read_text(file, f"the file of answers {file!r:.200}")
    return [_read(found) for found in FileEntry.several(f"{file!r:.200}", text, "answer")]


def _read(found: FileEntry) -> FileAnswer:
    found.check_keys("node", "question", "answer", "tries")
    node, question = found.word("node", needed=True) or "", found.word("question", needed=True) or ""
    return FileAnswer(node, question, found.single("answer"), found.whole("tries", 1, MOST), found.found)


def graded(answers: Sequence[FileAnswer], judged: Sequence[Judgement], still_open: int) -> dict[str, Any]:
    """Return as JSON how answers were judged, and how many are missing."""
    rows = [{**each.said, "right": found.right, "why": found.why} for each, found in zip(answers, judged, strict=True)]
    right = sum(found.right for found in judged)
    return {"right": right, "wrong": len(rows) - right, "open": still_open, "answers": rows}
