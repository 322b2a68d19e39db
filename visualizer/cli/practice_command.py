"""`visualizer practice`: a tree to fill in, as a task for another program, and answers graded with reasons."""

import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

import rich_click as click

from visualizer.cli.options import flag_of, read_where, with_options
from visualizer.errors import InputError, read_text
from visualizer.explanation.practice import LEVELS, Exercise, Judgement, NodeQuestion
from visualizer.look.lines import print_lines
from visualizer.recipe import Where
from visualizer.search_options import CUT, FAIL, read_count

USUAL = {"branching": "2-3", "depth": "3"}
"""The shape of random trees."""


@click.command(epilog="Example: visualizer practice --task -p '[[3,12,8],[2,4,6],[14,5,2]]'")
@click.option("--task", is_flag=True, help="Print the task as JSON.")
@click.option("--answers", metavar="FILE", help="Grade the answers in a file of JSON, and say why.")
@click.option("-p", "--position", metavar="TREE", help="The tree, or the name of a preset (default: a random one).")
@click.option("--seed", metavar="N", help="Seed of a random tree (default 1), or a line of --tasks.")
@click.option("--set", "settings", metavar="KEY=VALUE", multiple=True,
              help="Shape of random trees: branching (default 2-3), depth (default 3), values, shape.")  # fmt: skip
@click.option("--tasks", metavar="FILE", help="A file with a tree on each line; --seed N takes line N.")
@click.option("--level", metavar="LEVEL", default=LEVELS[0], help=f"{LEVELS[0]} (default), {', '.join(LEVELS[1:])}.")
@with_options((flag_of(CUT), flag_of(FAIL)))
def command(*, task: bool, answers: str | None, level: str, cut: str | None, fail: str | None, **values: Any) -> int:
    """Print questions about alpha-beta on a tree, or grade the answers to them.

    Questions are whether a child is never visited (pruned), the window on entry (alpha, beta) and the value returned.
    """
    if task == (answers is not None):
        raise InputError("give either --task, which prints the questions, or --answers FILE, which grades the answers")
    where, seed = read_tree(values)
    asked = Exercise(where, level=level, cut=cut or ">=", fail=fail or "soft")
    if answers is None:
        questions = [{"node": each.node, "question": each.asked.value} for each in asked.questions]
        tree = asked.run.root.text()
        print_lines(json.dumps({"tree": tree, "cut": asked.cut, "fail": asked.fail, "level": level, "seed": seed,
                                "questions": questions}, ensure_ascii=False))  # fmt: skip
        return 0
    graded = grade(asked, read_answers(answers))
    wrong = sum(not each.judgement.right for each in graded)
    missing = len(asked.questions) - len(graded)
    rows = [each.as_object() for each in graded]
    print_lines(json.dumps({"right": len(graded) - wrong, "wrong": wrong, "open": missing, "answers": rows},
                           ensure_ascii=False))  # fmt: skip
    return 1 if wrong or missing else 0


def read_tree(values: dict[str, Any]) -> tuple[Where, int | None]:
    """Take the tree out of a command's values, and its seed, None where it is written out; InputError for a bad one."""
    position, seed, file = values["position"], values["seed"], values["tasks"]
    if position is not None and (seed or file):
        raise InputError(f"the tree is given by -p; leave out {'--tasks' if file else '--seed'}")
    number = read_count("the seed", 1 if file else 0)(seed or "1")
    if file:
        lines = read_text(file, f"the file of tasks {file!r}").splitlines()
        if number > len(lines) or not lines[number - 1].strip():
            raise InputError(f"{file!r:.200} has no tree on line {number:,}; it has {len(lines):,} lines")
        return Where("tree", lines[number - 1].strip()), number
    where = read_where({"game": "tree", "position": position, "moves": "", "settings": values["settings"]})
    if position is not None:
        return where, None
    return Where("tree", None, "", {**USUAL, **where.settings, "seed": str(number)}), number


@dataclass(frozen=True, slots=True)
class Graded:
    """An answer, and what is to be said of it."""

    question: NodeQuestion
    given: object
    judgement: Judgement

    def as_object(self) -> dict[str, object]:
        """Return it for scripts."""
        question, judgement = self.question, self.judgement
        return {"node": question.node, "question": question.asked.value, "answer": self.given,
                "right": judgement.right, "why": judgement.why}  # fmt: skip


def grade(task: Exercise, answers: Iterator[Mapping[str, Any]]) -> list[Graded]:
    """Judge answers in the order given; InputError for a question that is unknown, or answered twice."""
    known = {(each.node, each.asked.value): each for each in task.questions}
    graded: dict[NodeQuestion, Graded] = {}
    for item in answers:
        key = item["node"], item["question"]
        if key not in known:
            raise InputError(f"there is no question {key[1]!r:.40} about the node {key[0]!r:.40} in this task")
        if known[key] in graded:
            raise InputError(f"the question {key[1]!r:.40} about the node {key[0]!r:.40} is answered twice")
        graded[known[key]] = Graded(known[key], item["answer"], task.judge(known[key], item["answer"]))
    return [*graded.values()]


def read_answers(file: str) -> Iterator[Mapping[str, Any]]:
    """Read a list of answers; InputError says what is wrong with the file."""
    try:
        items = json.loads(read_text(file, f"the file of answers {file!r}"))
    except (ValueError, RecursionError) as error:
        raise InputError(f"{file!r:.200} is not JSON: {error}") from error
    keys = ("node", "question", "answer")
    for number, item in enumerate(items if isinstance(items, list) else [items], 1):
        if not isinstance(item, dict) or {*item} != {*keys} or not isinstance(item["node"], str):
            raise InputError(f"answer {number:,} in {file!r:.200} is not an object with {', '.join(keys)}")
        yield item
