"""Predicting: the right answer is what the trace does next, every other is wrong; a held run
shows nothing of it.
"""

from __future__ import annotations

import re
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.trees import AIMA, CUT_AND_FAIL, Tree, prepared, random_tree, searched, some_trees, trees
from visualizer.explaining.explanation.explainer import explain
from visualizer.explaining.explanation.naming import Naming, capitalized
from visualizer.look.numbers import format_mean
from visualizer.searching.recipe import PositionSpec, Recipe, SearchSpec
from visualizer.searching.run import Run
from visualizer.support.errors import InputError
from visualizer.teach.predicting.next_event import StepQuestion
from visualizer.teach.predicting.quiz import (
    QUIZ_LEVELS,
    STEP_KINDS,
    Quiz,
    kinds_at_level,
    possible_kinds,
    questions_at,
)
from visualizer.teach.predicting.returning import NOTHING_SKIPPED
from visualizer.teach.question import TELL_CLUES, TELL_RULE, AnswerState, ParsedAnswer
from visualizer.trace.tree_at_step import TreeAtStep

NUMBER = re.compile(r"−?\d+(?:[.,]\d+)*")
NAME = re.compile(r"[Bb]ranch [\d.]*\d|\b[a-z]\d\b|[A-Z]\.[\d.]*\d")
SEARCHES = (
    "minimax",
    "alpha-beta",
    "negamax",
    "pvs",
    "mtdf",
    "iterative-deepening",
    "ordered-alpha-beta",
    "mcts",
)


@st.composite
def options(draw: st.DrawFn) -> dict[str, Any]:
    """Strategy for any search with its rule; not every one has each rule."""
    name = draw(st.sampled_from(SEARCHES))
    cut, fail = draw(CUT_AND_FAIL)
    more: dict[str, Any] = {"options": {"iterations": 60}} if name == "mcts" else {}
    if name == "alpha-beta":
        more = {
            "cut": cut,
            "fail": fail,
            "ordering": draw(st.sampled_from(["natural", "best", "worst", "killer"])),
        }
    elif name in ("negamax", "pvs"):
        more = {"cut": cut}
    return {"algorithm": name, **more}


def all_questions(run: Run) -> list[StepQuestion]:
    """Return all that could be asked about a finished run."""
    return [
        found
        for step in range(run.trace.last_step)
        for found in questions_at(run, step, possible_kinds(run))
    ]


def next_row(run: Run, step: int) -> int:
    """Return the row of the event after a step, by the trace alone."""
    trace = run.trace
    found = [
        row
        for row in range(len(trace))
        if step + 1 in (trace.enter_step(row), trace.return_step(row))
    ]
    assert len(found) == 1
    return found[0]


def own(run: Run, value: float) -> float:
    """Return a value from the side of who moves at the root."""
    if run.root.maximizing:
        return value
    return 0 - value


def agrees(run: Run, question: StepQuestion) -> bool:
    """Say whether the right answer is what happens next, by the rows of the trace."""
    trace = run.trace
    row = next_row(run, question.step)
    parent = trace.parent(row)
    right = question.right
    naming = Naming(run, TreeAtStep(run.trace))
    is_cut = any(trace.cut_step(cut) == question.step + 1 for cut in trace.cuts)
    before = [child for child in range(row + 1) if trace.parent(child) == parent]
    values = [trace.value(child) for child in before]
    match question.kind:
        case "what is skipped":
            return is_cut == (right != NOTHING_SKIPPED)
        case "second looks":
            after = trace.end(row) + 1
            same = (
                after < len(trace)
                and trace.parent(after) == parent
                and trace.move(after) == trace.move(row)
            )
            return same == (right == "yes") and not is_cut
        case "α and β" if trace.maximizing(parent):
            return not is_cut and right == max(trace.alpha(parent), *values)
        case "α and β":
            return not is_cut and right == min(trace.beta(parent), *values)
        case "what goes up":
            return right == trace.value(parent) and trace.return_step(parent) == question.until
        case "who set a bound":
            if trace.maximizing(parent):
                bound = trace.beta(parent)
            else:
                bound = trace.alpha(parent)
            above = trace.line_to(parent)
            setters = {
                naming.move_with_place(naming.tree.node_of(child)): trace.value(child)
                for child in range(row)
                if trace.parent(child) in above and 0 <= trace.end(child) < row
            }
            return (
                is_cut
                and [setters[words] == bound for words in question.offered].count(True) == 1
                and (setters[str(right)] == bound)
            )
        case "what is tried next":
            return naming.move_at(run.path(row)) == right
        case "what is selected":
            path = run.path(row)
            by_prior = run.recipe.search.options.get("selection") == "puct"
            is_new = path not in map(run.path, range(row))
            if is_new and not by_prior:
                expected = "a move that is new"
            else:
                expected = naming.move_at(path)
            return trace.enter_step(row) == question.until and right == expected
        case "means":
            path = run.path(row)
            games = [trace.value(each) for each in range(row + 1) if run.path(each) == path]
            return (
                trace.return_step(row) == question.until
                and right == f"≈{format_mean(own(run, sum(games)) / len(games))}"
            )
    raise AssertionError(question.kind)


def test_where_an_answer_stands_does_not_tell_whether_it_is_right() -> None:
    """Of what goes up the least is not always offered first where MIN takes it, nor the greatest
    last for MAX.
    """
    places = {True: set[int](), False: set[int]()}
    for seed in range(20):
        run = searched(
            [
                [seed % 7, 3, 9],
                [5, seed % 5],
                [[1, seed], [4, 2]],
            ],
            algorithm="minimax",
        )
        for question in all_questions(run):
            if question.kind == "what goes up" and len(question.offered) == 2:
                maximizing = run.trace.maximizing(run.trace.parent(next_row(run, question.step)))
                places[maximizing].add(question.offered.index(question.shown))

    assert places == {True: {0, 1}, False: {0, 1}}


@pytest.mark.parametrize("ordering", ["worst", "reverse"])
def test_the_only_move_that_may_be_skipped_is_the_next(ordering: str) -> None:
    """Where nothing is skipped, the move that a wrong answer names alone is the one that is
    entered next there.
    """
    named = 0
    for tree in some_trees(80, plies=3):
        run = searched(tree, algorithm="alpha-beta", ordering=ordering)
        for question in all_questions(run):
            only = next((words for words in question.offered if words.startswith("only ")), "")
            if question.kind != "what is skipped" or question.right != NOTHING_SKIPPED or not only:
                continue
            named += 1
            trace = run.trace
            row = next_row(run, question.step)
            after = next(
                each
                for each in range(row + 1, len(trace))
                if trace.parent(each) == trace.parent(row)
            )

            assert only == f"only {run.move_name(run.path(after))}"

    assert named > 10


@given(
    tree=trees(plies=4).filter(lambda tree: isinstance(tree, list)),
    maximizing=st.booleans(),
    search=options(),
)
def test_the_right_answer_is_what_happens_next_and_every_other_is_wrong(
    tree: Tree, maximizing: bool, search: dict[str, Any]
) -> None:
    """In random irregular trees with ties, each question has one right answer, which agrees with
    the trace.
    """
    run = searched(tree, maximizing, **search)
    for question in all_questions(run):
        assert agrees(run, question), question
        judged = question.judge(ParsedAnswer(question.right))
        assert judged.right
        assert judged.said.startswith("Right. ")
        assert explain(run, question.until) in judged.why  # the sentence of that step
        assert question.shown in question.offered
        for words in question.offered:
            if question.is_number:
                given_answer = question.read(words)
            else:
                given_answer = ParsedAnswer(words)
            for tries in (TELL_RULE, TELL_CLUES):
                earned = question.judge(given_answer, AnswerState(tries)).why
                if question.is_right(given_answer):
                    continue

                assert tries == TELL_CLUES or earned == STEP_KINDS[question.kind].rule
                if tries == TELL_CLUES:
                    numbers = {*NUMBER.findall(NAME.sub("", earned))}
                else:
                    numbers = set()
                assert question.kind == "what goes up" or numbers <= {
                    *NUMBER.findall(question.situation)
                }
                assert (
                    question.is_number
                    or tries == TELL_RULE
                    or question.shown not in earned
                    or earned in question.situation
                )
            judged = question.judge(given_answer)

            assert judged.right == (words == question.shown)
            assert judged.right or (
                judged.said.startswith("No: ") and explain(run, question.until) in judged.why
            )
        if question.is_number:
            assert not question.judge(ParsedAnswer(float(question.right) + 0.25)).right
        assert len(set(question.offered)) == len(question.offered) > 1 or question.is_number


@given(seed=st.integers(0, 10**6), data=st.data())
def test_what_a_wrong_answer_would_have_meant_is_true(seed: int, data: st.DataObject) -> None:
    """Each comparison in a reason, `5 < β = 7`, holds."""
    cut, fail = data.draw(CUT_AND_FAIL)
    run = searched(random_tree(seed, 4, 3, -9, 9), cut=cut, fail=fail)
    for question in all_questions(run):
        for words in question.offered:
            why = question.judge(
                question.read(words) if question.is_number else ParsedAnswer(words)
            ).why.replace("−", "-")
            for left, sign, right in re.findall(r"(-?\d+) ([<>≥≤]) [αβ] = (-?\d+)", why):
                compared = {"<": int(left) < int(right), ">": int(left) > int(right)}
                assert {
                    **compared,
                    "≥": int(left) >= int(right),
                    "≤": int(left) <= int(right),
                }[sign], why


@pytest.mark.parametrize("selection", ["uct", "puct"])
def test_the_child_selected_is_the_right_answer(selection: str) -> None:
    """By its name, or as a new one; where priors select, what is new is named too, and none
    comes first.
    """
    search = SearchSpec(
        "mcts", ordering="scored", options={"iterations": 120, "selection": selection}
    )
    run = Run(Recipe(PositionSpec("hex", None, "", {"size": "3"}), search)).finish()
    asked = [each for each in all_questions(run) if each.kind == "what is selected"]

    assert len({str(question.right) for question in asked}) > 3
    for question in asked:
        assert agrees(run, question)
        wrong = next(each for each in question.offered if each != question.right)
        assert selection == "uct" or "comes first" not in question.judge(ParsedAnswer(wrong)).why


def test_the_mean_that_is_asked_for_is_that_of_the_games() -> None:
    """What is told, and what each wrong answer would have been, held against the values that
    came back.
    """
    asked = 0
    meant = set[str]()
    for seed in range(12):
        for_max = seed % 2 == 0
        run = searched(
            random_tree(seed, 4, 3, -9, 9), for_max, algorithm="mcts", options={"iterations": 40}
        )
        for question in (each for each in all_questions(run) if each.kind == "means"):
            row = next_row(run, question.step)
            path = run.path(row)
            new = own(run, run.trace.value(row))
            mover = "MAX" if for_max else "MIN"
            place = run.game.name_with_word(run.move_name(path))
            games = [
                own(run, run.trace.value(each)) for each in range(row) if run.path(each) == path
            ]
            old = sum(games) / len(games)
            visits = len(games)

            assert question.situation == (
                f"{capitalized(place)} has {visits} game{'s' * (visits > 1)} with a mean of "
                f"{format_mean(old)} "
                f"for {mover}. "
                f"It is visited once more, and the game below it counts as {format_mean(new)} "
                f"for {mover}."
            )
            assert question.asks == f"What is the mean of {place} for {mover} then?"
            says = {
                "halfway": (old + new) / 2,
                "this game alone": new,
                "the mean before": old,
            }
            for words in {*question.offered} - {question.right}:
                why = question.judge(ParsedAnswer(words)).why
                named = [
                    name
                    for name, value in says.items()
                    if words == f"≈{format_mean(value)}" and name in why
                ]

                assert named, why
                assert ("so the mean rises" in why) <= (new > old)
                assert ("so the mean falls" in why) <= (new < old)
                meant |= {*named}
            asked += 1

    assert asked > 40
    assert meant == {"halfway", "this game alone", "the mean before"}


def test_ties_are_not_asked() -> None:
    """Two siblings of equal value are never both offered as who set a bound, nor two moves of
    equal score.
    """
    run = Run(
        Recipe(PositionSpec("tak", "ordering-helps"), SearchSpec("ordered-alpha-beta", depth=2))
    ).finish()
    scores = [each for each in all_questions(run) if each.kind == "what is tried next"]

    assert scores
    for question in scores:
        path = run.path(next_row(run, question.step))[:-1]
        totals = {
            run.names((*path, n))[-1]: score.total
            for n, score in enumerate(run.order_with_scores(path)[1] or ())
        }

        assert all(
            totals[words] < totals[str(question.right)]
            for words in {*question.offered} - {question.right}
        )


def test_the_score_says_what_was_missed_most_and_that_is_asked_again() -> None:
    """Two values missed of two, the cut is right: the values are asked again, each from its own
    step.
    """
    quiz = Quiz(searched(AIMA, algorithm="alpha-beta"))
    steps = []
    while not quiz.run.advance(step=10**9):
        question = quiz.question

        assert question is not None
        if question.kind == "what is skipped":
            assert quiz.answer(ParsedAnswer(question.right)).right
        else:
            steps.append(question.step)
            assert not any(quiz.answer(ParsedAnswer(99.0)).right for _ in range(3))

    assert quiz.score.report().startswith(
        "3 of 8 right; missed most: α and β (3 of 3), what goes up (2 of 2)"
    )
    assert quiz.ask_again() == steps[0]
    for step in steps:
        assert quiz.question is not None
        assert quiz.question.step == step == quiz.run.trace.last_step
        assert quiz.answer(ParsedAnswer(quiz.question.right)).right
        quiz.go_to_missed_question()
    assert not quiz.score.missed()
    assert quiz.go_to_missed_question() is None


@pytest.mark.parametrize(
    ("level", "search"),
    [
        ("cuts", "minimax"),
        ("order", "alpha-beta"),
        ("cuts", "mcts"),
    ],
)
def test_a_level_that_fits_nothing_is_refused(level: str, search: str) -> None:
    """The error names the levels that ask something about the search."""
    with pytest.raises(
        InputError, match=f"the level '{level}' asks nothing about .*; allowed are all"
    ):
        kinds_at_level(prepared(AIMA, algorithm=search), level)
    with pytest.raises(InputError, match="is not one of all cuts values order"):
        kinds_at_level(prepared(AIMA, algorithm=search), "everything")


def test_a_level_asks_only_what_it_says() -> None:
    """At the level `cuts` no value is asked, and the other way round."""
    run = searched(AIMA, algorithm="alpha-beta")
    for level, kinds in QUIZ_LEVELS.items():
        if level != "order":
            quiz = Quiz(run, level=level)
            while not quiz.run.advance(step=10**9):
                assert quiz.question is not None
                assert quiz.question.kind in kinds
                quiz.show()
            assert quiz.score.answers


@pytest.mark.parametrize("text", ["", "1", "e", "²", "ab"])
def test_an_answer_that_is_none_is_refused(text: str) -> None:
    """The error says which letters are answers."""
    question = next(
        each for each in all_questions(searched(AIMA)) if each.kind == "what is skipped"
    )
    with pytest.raises(InputError, match="is not one of a b c d"):
        question.read(text)
