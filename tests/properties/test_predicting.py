"""Predicting: the right answer is what the trace does next, every other is wrong; a held run shows nothing of it."""

from __future__ import annotations

import re
from itertools import chain as chain_of
from math import inf, log, sqrt
from random import Random
from typing import Any

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from tests.terminal.hands import letters_of
from tests.trees import AIMA, CUT_AND_FAIL, Tree, children, prepared, random_tree, replaced, searched, subtree, trees
from visualizer.errors import InputError
from visualizer.explanation.events import explain
from visualizer.explanation.naming import Naming
from visualizer.explanation.predicting.held_run import HeldRun
from visualizer.explanation.predicting.question import LEVELS, Predicted, Prediction, asked_at
from visualizer.explanation.predicting.quiz import Quiz, questions_at
from visualizer.explanation.predicting.windows import NONE
from visualizer.explanation.what_if import chain
from visualizer.look.numbers import decimal
from visualizer.recipe import Recipe, Search, Where
from visualizer.run import Run
from visualizer.trace.tree_at_step import TreeAtStep
from visualizer.tui.panes import panes
from visualizer.tui.playback import Playback
from visualizer.tui.scene import Scene
from visualizer.tui.views import views

ALL = frozenset(Predicted)
SEARCHES = (
    "minimax", "alpha-beta", "negamax", "pvs", "mtdf", "iterative-deepening", "ordered-alpha-beta", "mcts"
)  # fmt: skip


@st.composite
def options(draw: st.DrawFn) -> dict[str, Any]:
    """Strategy for any search with its rule; not every one has each rule."""
    name = draw(st.sampled_from(SEARCHES))
    cut, fail = draw(CUT_AND_FAIL)
    more: dict[str, Any] = {"options": {"iterations": 60}} if name == "mcts" else {}
    if name == "alpha-beta":
        more = {"cut": cut, "fail": fail, "ordering": draw(st.sampled_from(["natural", "best", "worst", "killer"]))}
    elif name in ("negamax", "pvs"):
        more = {"cut": cut}
    return {"algorithm": name, **more}


def all_questions(run: Run) -> list[Prediction]:
    """Return all that could be asked about a finished run."""
    return [found for step in range(run.trace.last_step) for found in questions_at(run, step, ALL)]


def next_row(run: Run, step: int) -> int:
    """Return the row of the event after a step, by the trace alone."""
    trace = run.trace
    found = [row for row in range(len(trace)) if step + 1 in (trace.enter_step(row), trace.return_step(row))]
    assert len(found) == 1
    return found[0]


def agrees(run: Run, question: Prediction) -> bool:
    """Say whether the right answer is what happens next, by the rows of the trace."""
    trace, row = run.trace, next_row(run, question.step)
    parent, right, naming = trace.parent(row), question.right, Naming(run, TreeAtStep(run.trace))
    is_cut = any(trace.cut_step(cut) == question.step + 1 for cut in trace.cuts)
    before = [child for child in range(row + 1) if trace.parent(child) == parent]
    values = [trace.value(child) for child in before]
    match question.kind:
        case Predicted.SKIPPED:
            return is_cut == (right != NONE)
        case Predicted.AGAIN:
            after = trace.end(row) + 1
            same = after < len(trace) and trace.parent(after) == parent and trace.move(after) == trace.move(row)
            return same == (right == "yes") and not is_cut
        case Predicted.BOUND if trace.maximizing(parent):
            return not is_cut and right == max(trace.alpha(parent), *values)
        case Predicted.BOUND:
            return not is_cut and right == min(trace.beta(parent), *values)
        case Predicted.RETURNED:
            return right == trace.value(parent) and trace.return_step(parent) == question.until
        case Predicted.SETTER:
            bound = trace.beta(parent) if trace.maximizing(parent) else trace.alpha(parent)
            above = trace.line_to(parent)
            setters = {
                naming.choice(naming.tree.node_of(child)): trace.value(child)
                for child in range(row) if trace.parent(child) in above and 0 <= trace.end(child) < row
            }  # fmt: skip
            return (
                is_cut
                and [setters[words] == bound for words in question.offered].count(True) == 1
                and (setters[str(right)] == bound)
            )
        case Predicted.NEXT:
            return naming.last(run.names(run.path(row))) == right
        case Predicted.SELECTED:
            return trace.enter_step(row) == question.until
        case Predicted.MEAN:
            path = run.path(row)
            games = [trace.value(each) for each in range(row + 1) if run.path(each) == path]
            return trace.return_step(row) == question.until and right == f"≈{decimal(sum(games) / len(games))}"


@given(tree=trees(plies=4).filter(lambda tree: isinstance(tree, list)), maximizing=st.booleans(), search=options())
def test_the_right_answer_is_what_happens_next_and_every_other_is_wrong(
    tree: Tree, maximizing: bool, search: dict[str, Any]
) -> None:
    """In random irregular trees with ties, each question has one right answer, which agrees with the trace."""
    run = searched(tree, maximizing, **search)
    for question in all_questions(run):
        assert agrees(run, question), question
        judged = question.judge(question.right)
        assert judged.right and judged.why.startswith("Right. ")
        assert explain(run, question.until) in judged.why  # the sentence of that step
        assert question.shown in question.offered
        for words in question.offered:
            given_answer = question.read(words) if question.is_number else words
            judged = question.judge(given_answer)
            assert judged.right == (words == question.shown)
            assert judged.right or (judged.why.startswith("No: ") and explain(run, question.until) in judged.why)
        if question.is_number:
            assert not question.judge(float(question.right) + 0.25).right
        assert len(set(question.offered)) == len(question.offered) > 1 or question.is_number


@given(seed=st.integers(0, 10**6), data=st.data())
def test_what_a_wrong_answer_would_have_meant_is_true(seed: int, data: st.DataObject) -> None:
    """Each comparison in a reason, `5 < β = 7`, holds."""
    cut, fail = data.draw(CUT_AND_FAIL)
    run = searched(random_tree(seed, 4, 3, -9, 9), cut=cut, fail=fail)
    for question in all_questions(run):
        for words in question.offered:
            why = question.judge(question.read(words) if question.is_number else words).why.replace("−", "-")
            for left, sign, right in re.findall(r"(-?\d+) ([<>≥≤]) [αβ] = (-?\d+)", why):
                compared = {"<": int(left) < int(right), ">": int(left) > int(right)}
                assert {**compared, "≥": int(left) >= int(right), "≤": int(left) <= int(right)}[sign], why


def test_the_child_selected_has_the_largest_upper_bound() -> None:
    """Held against the sum of mean and bonus, written anew."""
    run = Run(Recipe(Where("hex", None, "", {"size": "3"}), Search("mcts", options={"iterations": 120}))).finish()
    trace, asked = run.trace, [each for each in all_questions(run) if each.kind is Predicted.SELECTED]
    assert len({str(question.right) for question in asked}) > 3
    for question in asked:
        tree = TreeAtStep(trace, question.step)
        parent = tree.path[-1]
        sign, visits = (1 if tree.maximizing(parent) else -1), tree.returned_count(parent)
        bounds = {
            run.names(run.path(child))[-1]: sign * (tree.value(child) or 0)
            + 1.4142 * sqrt(log(visits) / tree.returned_count(child))
            for child in tree.children(parent)
        }
        if question.right == "a move that is new":
            assert len(bounds) < tree.move_count(parent)
        else:
            assert len(bounds) == tree.move_count(parent)
            assert question.right == max(bounds, key=lambda name: bounds[name])


def test_ties_are_not_asked() -> None:
    """Two siblings of equal value are never both offered as who set a bound, nor two moves of equal score."""
    run = Run(Recipe(Where("tak", "ordering-helps"), Search("ordered-alpha-beta", depth=2))).finish()
    scores = [each for each in all_questions(run) if each.kind is Predicted.NEXT]
    assert scores
    for question in scores:
        path = run.path(next_row(run, question.step))[:-1]
        totals = {run.names((*path, n))[-1]: score.total for n, score in enumerate(run.scored(path)[1] or ())}
        assert all(totals[words] < totals[str(question.right)] for words in {*question.offered} - {question.right})


def drawn(run: Run, step: int, size: tuple[int, int] = (76, 14)) -> dict[str, str]:
    """Return all that the explorer draws of a run at a step, with a textbook's leaves hidden."""
    scene = Scene(run, step, hide_leaves=True)
    found = {
        f"{name} {width}": letters_of(*view.draw(scene, width, height).lines)
        for (width, height) in (size, (150, 30))
        for name, view in {**views(), **panes()}.items()
        if name != "board"  # which is the position itself
    }
    playback = Playback(run, step)
    return {**found, "progress": playback.progress(), "remark": playback.remark(), "chain": chain(run, step),
            "step": explain(run, step), "speed": str(playback.speed)}  # fmt: skip


def changed_after(tree: Tree, run: Run, step: int, dice: Random) -> Tree:
    """Return the tree with other values in all leaves that have not returned at a step."""
    whole = TreeAtStep(run.trace, step)

    def change(node: Tree, path: tuple[int, ...]) -> Tree:
        if isinstance(node, list):
            return [change(child, (*path, number)) for number, child in enumerate(node)]
        known = whole.node_at(path)
        return node if known is not None and has_returned(whole, known) else dice.randint(0, 9)

    return change(tree, ())


def has_returned(tree: TreeAtStep, node: int) -> bool:
    """Say whether any visit of a node has returned."""
    return any((tree.trace.return_step(row) or inf) <= tree.step for row in tree.visits_to(node))


@given(
    seed=st.integers(0, 10**6),
    name=st.sampled_from(["minimax", "alpha-beta", "negamax", "pvs", "mtdf", "iterative-deepening"]),
    share=st.floats(0, 1),
)
def test_nothing_that_is_drawn_tells_what_follows(seed: int, name: str, share: float) -> None:
    """Two searches that agree up to a step are drawn alike there while they are held: all views, panes, timeline."""
    tree = random_tree(seed, 3, 3, 0, 9)
    assume(isinstance(tree, list))
    run = searched(tree, algorithm=name)
    step = int(share * run.trace.last_step)
    other = searched(changed_after(tree, run, step, Random(seed)), algorithm=name)
    # An event further on: the return of the leaf at hand, which is what is asked about.
    assert bytes(HeldRun(run, step).trace.rows) == bytes(HeldRun(other, step).trace.rows)
    first, second = drawn(HeldRun(run, step), step), drawn(HeldRun(other, step), step)
    assert first == second
    held = HeldRun(run, step).trace
    assert (held.steps, held.last_step, len(held.cuts)) == (step, step, run.trace.cut_count(step))


@settings(max_examples=30)
@given(seed=st.integers(0, 10**6), back=st.integers(0, 3))
def test_nothing_that_is_drawn_tells_what_is_sampled_next(seed: int, back: int) -> None:
    """Two samplings whose trees differ in one leaf, which no game has reached so far, are drawn alike while held."""
    dice, tree = Random(seed), random_tree(seed, 3, 3, 0, 9)
    ends = sorted(flat(tree))
    places = [path for path in leaf_paths(tree) if ends[0] < flat(subtree(tree, path))[0] < ends[-1]]
    assume(places)  # what a leaf counts depends on the least and the greatest
    path = dice.choice(places)
    values = {*range(ends[0], ends[-1] + 1)} - {*flat(subtree(tree, path))}
    first, second = (searched(each, algorithm="mcts", options={"iterations": 25})
                     for each in (tree, replaced(tree, path, dice.choice([*values]))))  # fmt: skip
    pairs = zip(events(first), events(second), strict=False)
    alike = next((step for step, (one, other) in enumerate(pairs) if one != other), -1)
    assume(alike >= 0)
    step = max(0, alike - back)
    assert bytes(HeldRun(first, step).trace.rows) == bytes(HeldRun(second, step).trace.rows)
    assert drawn(HeldRun(first, step), step) == drawn(HeldRun(second, step), step)


def events(run: Run) -> list[tuple[int, int, float]]:
    """Return what each step after the beginning does: a row that is entered by a move, or returns a value."""
    trace = run.trace
    found = {trace.enter_step(row): (row, trace.move(row), 0.0) for row in range(len(trace))}
    found |= {trace.return_step(row) or 0: (row, -1, trace.value(row)) for row in range(len(trace))}
    return [found[step] for step in sorted(found)]


def flat(tree: Tree) -> list[int]:
    """Return the leaves' values from left to right."""
    return [value for child in tree for value in flat(child)] if isinstance(tree, list) else [tree]


def leaf_paths(tree: Tree, path: tuple[int, ...] = ()) -> list[tuple[int, ...]]:
    """Return the paths to all leaves."""
    below = [leaf_paths(child, (*path, number)) for number, child in enumerate(children(tree))]
    return [*chain_of(*below)] if below else [path]


@given(tree=trees(plies=4), search=options(), share=st.floats(0, 1))
def test_a_held_run_says_of_its_last_step_what_the_whole_one_does(
    tree: Tree, search: dict[str, Any], share: float
) -> None:
    """Sentence, values and counts at the step at which a run is held are those of the whole search."""
    run = searched(tree, **search)
    held = HeldRun(run, 0)
    step = int(share * run.trace.last_step)
    for at in sorted({step // 3, step // 2, step}):
        held.held_trace.grow(at)
    assert explain(held, step) == explain(run, step)
    ours, theirs = TreeAtStep(held.trace), TreeAtStep(run.trace, step)
    assert [ours.known(node) for node in ours.nodes()] == [theirs.known(node) for node in theirs.nodes()]
    assert held.trace.finished == theirs.at_end


def test_the_order_of_moves_cannot_be_seen() -> None:
    """Held, the moves not tried yet stand in natural order, in lists and trees, whatever order the search has."""
    run = Run(Recipe(Where("tak", "ordering-helps"), Search("ordered-alpha-beta", depth=2))).finish()
    held = HeldRun(run, 1)
    assert [*held.order(())] == sorted(held.order(())) != [*run.order(())]
    assert [*held.scored(())[0]] == sorted(held.order(()))


def test_a_search_under_way_is_held_as_a_finished_one() -> None:
    """What is shown, and what is asked, does not depend on whether the search has been made to its end before."""
    recipe = Recipe(Where("tictactoe", "X---O----"), Search("alpha-beta", depth=4))
    asked: list[list[tuple[int, Predicted, str, str]]] = []
    for run in (Run(recipe), Run(recipe).finish()):
        quiz = Quiz(run)
        asked.append([])
        for _ in range(6):
            quiz.run.advance(step=10**9)
            assert quiz.question is not None
            step = quiz.question.step
            asked[-1].append((step, quiz.question.kind, quiz.question.asks, drawn(quiz.run, step)["progress"]))
            assert quiz.run.trace.last_step == step == quiz.run.trace.steps
            assert quiz.run.advance(seconds=0.01) is False
            assert quiz.run.trace.last_step == step  # held until there is an answer
            quiz.answer(None)
    assert asked[0] == asked[1]


def test_the_score_says_what_was_missed_most_and_that_is_asked_again() -> None:
    """Two values missed of two, the cut is right: the values are asked again, each from its own step."""
    quiz = Quiz(searched(AIMA, algorithm="alpha-beta"))
    steps = []
    while not quiz.run.advance(step=10**9):
        question = quiz.question
        assert question is not None
        if question.kind is Predicted.SKIPPED:
            assert quiz.answer(question.right).right
        else:
            steps.append(question.step)
            assert not quiz.answer(99.0).right
    assert quiz.report().startswith("3 of 8 right; missed most: α and β (3 of 3), what goes up (2 of 2)")
    assert quiz.ask_again() == steps[0]
    for step in steps:
        assert quiz.question is not None and quiz.question.step == step == quiz.run.trace.last_step
        assert quiz.answer(quiz.question.right).right
        quiz.next_again()
    assert not quiz.missed() and quiz.next_again() is None


@pytest.mark.parametrize(("level", "search"), [("cuts", "minimax"), ("order", "alpha-beta"), ("cuts", "mcts")])
def test_a_level_that_fits_nothing_is_refused(level: str, search: str) -> None:
    """The error names the levels that ask something about the search."""
    with pytest.raises(InputError, match=f"the level '{level}' asks nothing about .*; allowed are all"):
        asked_at(prepared(AIMA, algorithm=search), level)
    with pytest.raises(InputError, match="is not one of all cuts values order"):
        asked_at(prepared(AIMA, algorithm=search), "everything")


def test_a_level_asks_only_what_it_says() -> None:
    """At the level `cuts` no value is asked, and the other way round."""
    run = searched(AIMA, algorithm="alpha-beta")
    for level, kinds in LEVELS.items():
        if level != "order":
            quiz = Quiz(run, level=level)
            while not quiz.run.advance(step=10**9):
                assert quiz.question is not None and quiz.question.kind in kinds
                quiz.answer(None)
            assert quiz.answered


@pytest.mark.parametrize("text", ["", "0", "5", "²", "x"])
def test_an_answer_that_is_none_is_refused(text: str) -> None:
    """The error says which numbers are answers."""
    question = next(each for each in all_questions(searched(AIMA)) if each.kind is Predicted.SKIPPED)
    with pytest.raises(InputError, match="is not one of 1 to 4"):
        question.read(text)


def test_remarks_are_held_too() -> None:
    """What a search written elsewhere says on return is not known before, and what it says on entry is."""
    run = searched(AIMA, algorithm="alpha-beta")
    returns = next(row for row in range(len(run.trace)) if row and run.trace.children(row))
    run.trace.remarks = {2 * returns: (("in",), "entered"), 2 * returns + 1: ((), "left")}
    run.trace.named_best = {returns: 0}
    held = HeldRun(run, run.trace.enter_step(returns))
    assert held.trace.remarks == {2 * returns: (("in",), "entered")} and not held.trace.named_best
    for step in range(held.trace.last_step, (run.trace.return_step(returns) or 0) + 1):
        held.held_trace.grow(step)
    assert held.trace.remarks == run.trace.remarks and held.trace.named_best == {returns: 0}
