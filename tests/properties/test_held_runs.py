"""A run held at a question: nothing that is drawn or said of it depends on what follows."""

from __future__ import annotations

import re
from itertools import chain as chain_of
from math import inf
from random import Random
from typing import Any

from hypothesis import assume, given, settings
from hypothesis import strategies as st

from tests.properties.test_predicting import options
from tests.terminal.hands import letters_of
from tests.trees import AIMA, Tree, children, random_tree, replaced, searched, subtree, trees
from visualizer.apps.activities.exploring import Session
from visualizer.apps.tui.panes import panes
from visualizer.apps.tui.scene import Scene
from visualizer.apps.tui.screens.destinations import folded_table
from visualizer.apps.tui.views import views
from visualizer.explaining.explanation.english.cuts import window_chain
from visualizer.explaining.explanation.explainer import explain
from visualizer.searching.recipe import PositionSpec, Recipe, SearchSpec
from visualizer.searching.run import Run
from visualizer.teach.predicting.quiz import Quiz, StepGate
from visualizer.trace.bounds import Bound
from visualizer.trace.tree_at_step import TreeAtStep


def drawn(run: Run, step: int, size: tuple[int, int] = (76, 14)) -> dict[str, str]:
    """Return all that the explorer draws of a run at a step, with a textbook's leaves hidden."""
    scene = Scene(run, step, hide_leaves=True)
    found = {
        f"{name} {width}": letters_of(*view.draw(scene, width, height).lines)
        for (width, height) in (size, (150, 30))
        for name, view in {**views(), **panes()}.items()
        if name != "board"  # which is the position itself
    }
    session = Session(run, step)
    return {
        **found,
        "progress": session.progress(),
        "remark": session.remark(),
        "chain": window_chain(run, step),
        "step": explain(run, step),
        "speed": str(session.speed),
    }


def changed_after(
    tree: Tree,
    run: Run,
    step: int,
    dice: Random,
) -> Tree:
    """Return the tree with other values in all leaves that have not returned at a step."""
    whole = TreeAtStep(run.trace, step)

    def change(node: Tree, path: tuple[int, ...]) -> Tree:
        if isinstance(node, list):
            return [change(child, (*path, number)) for number, child in enumerate(node)]
        known = whole.node_at(path)
        if known is not None and has_returned(whole, known):
            return node
        return dice.randint(0, 9)

    return change(tree, ())


def has_returned(tree: TreeAtStep, node: int) -> bool:
    """Say whether any visit of a node has returned."""
    return any((tree.trace.return_step(row) or inf) <= tree.step for row in tree.visits_to(node))


@given(
    seed=st.integers(0, 10**6),
    name=st.sampled_from(
        ["minimax", "alpha-beta", "negamax", "pvs", "mtdf", "iterative-deepening"]
    ),
    share=st.floats(0, 1),
)
def test_nothing_that_is_drawn_tells_what_follows(seed: int, name: str, share: float) -> None:
    """Two searches that agree up to a step are drawn alike there while they are held: all views,
    panes, timeline.
    """
    tree = random_tree(seed, 3, 3, 0, 9)
    assume(isinstance(tree, list))
    run = searched(tree, algorithm=name)
    step = int(share * run.trace.last_step)
    other = searched(changed_after(tree, run, step, Random(seed)), algorithm=name)

    # An event further on: the return of the leaf at hand, which is what is asked about.
    assert bytes(StepGate(run, step).run.trace.rows) == bytes(StepGate(other, step).run.trace.rows)
    first = drawn(StepGate(run, step).run, step)
    second = drawn(StepGate(other, step).run, step)
    assert first == second
    held = StepGate(run, step).run.trace
    assert held.steps == step
    assert held.last_step == step
    assert len(held.cuts) == run.trace.cut_count(step)


@settings(max_examples=30)
@given(seed=st.integers(0, 10**6), back=st.integers(0, 3))
def test_nothing_that_is_drawn_tells_what_is_sampled_next(seed: int, back: int) -> None:
    """Two samplings whose trees differ in one leaf, which no game has reached so far, are drawn
    alike while held.
    """
    dice = Random(seed)
    tree = random_tree(seed, 3, 3, 0, 9)
    ends = sorted(flat(tree))
    places = [
        path for path in leaf_paths(tree) if ends[0] < flat(subtree(tree, path))[0] < ends[-1]
    ]
    assume(places)  # what a leaf counts depends on the least and the greatest
    path = dice.choice(places)
    values = {*range(ends[0], ends[-1] + 1)} - {*flat(subtree(tree, path))}
    first, second = (
        searched(each, algorithm="mcts", options={"iterations": 25})
        for each in (tree, replaced(tree, path, dice.choice([*values])))
    )
    pairs = zip(events(first), events(second), strict=False)
    alike = next((step for step, (one, other) in enumerate(pairs) if one != other), -1)
    assume(alike >= 0)
    step = max(0, alike - back)

    assert bytes(StepGate(first, step).run.trace.rows) == bytes(
        StepGate(second, step).run.trace.rows
    )
    assert drawn(StepGate(first, step).run, step) == drawn(StepGate(second, step).run, step)


def events(run: Run) -> list[tuple[int, int, float]]:
    """Return what each step after the beginning does: a row that is entered by a move, or
    returns a value.
    """
    trace = run.trace
    found = {trace.enter_step(row): (row, trace.move(row), 0.0) for row in range(len(trace))}
    found |= {trace.return_step(row) or 0: (row, -1, trace.value(row)) for row in range(len(trace))}
    return [found[step] for step in sorted(found)]


def flat(tree: Tree) -> list[int]:
    """Return the leaves' values from left to right."""
    if isinstance(tree, list):
        return [value for child in tree for value in flat(child)]
    return [tree]


def leaf_paths(tree: Tree, path: tuple[int, ...] = ()) -> list[tuple[int, ...]]:
    """Return the paths to all leaves."""
    below = [leaf_paths(child, (*path, number)) for number, child in enumerate(children(tree))]
    if below:
        return [*chain_of(*below)]
    return [path]


@given(tree=trees(plies=4), search=options(), share=st.floats(0, 1))
def test_a_held_run_says_of_its_last_step_what_the_whole_one_does(
    tree: Tree, search: dict[str, Any], share: float
) -> None:
    """Sentence, values and counts at the step at which a run is held are those of the whole
    search.
    """
    run = searched(tree, **search)
    gate = StepGate(run, 0)
    held = gate.run
    step = int(share * run.trace.last_step)
    for at in sorted({step // 3, step // 2, step}):
        gate.prefix.grow(at)

    assert explain(held, step) == explain(run, step)
    ours = TreeAtStep(held.trace)
    theirs = TreeAtStep(run.trace, step)
    assert [ours.bound_and_value(node) for node in ours.nodes()] == [
        theirs.bound_and_value(node) for node in theirs.nodes()
    ]
    assert held.trace.finished == theirs.at_end


@settings(max_examples=30)
@given(
    tree=trees(plies=3).filter(lambda tree: isinstance(tree, list)),
    name=st.sampled_from(["minimax", "alpha-beta", "negamax", "pvs"]),
    size=st.sampled_from([(76, 14), (40, 10)]),
)
def test_a_value_that_is_asked_for_stands_nowhere(
    tree: Tree, name: str, size: tuple[int, int]
) -> None:
    """At a question of what goes up, the node has no value and its window is that on entry,
    whatever is drawn of it.

    At the steps before, and once the question is answered, all is told again.
    """
    run = searched(tree, algorithm=name)
    quiz = Quiz(run, kinds=frozenset({"what goes up"}))
    quiz.run.advance(step=run.trace.last_step)
    while (question := quiz.question) is not None:
        assert question.hidden_row is not None
        held = TreeAtStep(quiz.run.trace)
        before = TreeAtStep(run.trace, question.step)
        row = question.hidden_row
        node = held.node_of(row)
        assert before.value(node) is not None or before.children(node)
        assert held.bound_and_value(node) == (Bound.NONE, None)
        assert held.window_at(node) == run.trace.window(row)
        assert held.best(node) is None
        drawn(quiz.run, question.step, size)
        earlier = TreeAtStep(quiz.run.trace, question.step - 1)
        assert earlier.bound_and_value(node) == TreeAtStep(
            run.trace, question.step - 1
        ).bound_and_value(node)
        quiz.show()
        after = TreeAtStep(quiz.run.trace, question.step)
        assert after.bound_and_value(node) == before.bound_and_value(node)
        quiz.run.advance(step=run.trace.last_step)


def test_the_order_of_moves_cannot_be_seen() -> None:
    """Held, the moves not tried yet stand in natural order, in lists and trees, whatever order
    the search has.
    """
    run = Run(
        Recipe(PositionSpec("tak", "ordering-helps"), SearchSpec("ordered-alpha-beta", depth=2))
    ).finish()
    held = StepGate(run, 1).run

    assert [*held.order(())] == sorted(held.order(())) != [*run.order(())]
    assert [*held.order_with_scores(())[0]] == sorted(held.order(()))
    # So no number tells which of them is next.
    rows = drawn(held, 1, (40, 20))["columns 40"].splitlines()
    numbered = [row for row in rows if re.match(r"│ *\d+ ", row)]
    assert len(numbered) <= 1 < sum("· " in row for row in rows)
    _, *folded = folded_table(Scene(held, 1), [(move,) for move in range(5)])
    assert not any(re.match(r" *\d+ ", row) for row in folded if "· " in row)


def test_a_search_under_way_is_held_as_a_finished_one() -> None:
    """What is shown, and what is asked, does not depend on whether the search has been made to
    its end before.
    """
    recipe = Recipe(PositionSpec("tictactoe", "X---O----"), SearchSpec("alpha-beta", depth=4))
    asked: list[list[tuple[int, str, str, str]]] = []
    for run in (Run(recipe), Run(recipe).finish()):
        quiz = Quiz(run)
        asked.append([])
        for _ in range(6):
            quiz.run.advance(step=10**9)

            assert quiz.question is not None
            step = quiz.question.step
            asked[-1].append(
                (step, quiz.question.kind, quiz.question.asks, drawn(quiz.run, step)["progress"])
            )
            assert quiz.run.trace.last_step == step == quiz.run.trace.steps
            assert quiz.run.advance(seconds=0.01) is False
            assert quiz.run.trace.last_step == step  # held until there is an answer
            quiz.show()

    assert asked[0] == asked[1]


def test_remarks_are_held_too() -> None:
    """What a search written elsewhere says on return is not known before, and what it says on
    entry is.
    """
    run = searched(AIMA, algorithm="alpha-beta")
    returns = next(row for row in range(len(run.trace)) if row and run.trace.children(row))
    run.trace.remarks = {2 * returns: (("in",), "entered"), 2 * returns + 1: ((), "left")}
    run.trace.named_best = {returns: 0}
    gate = StepGate(run, run.trace.enter_step(returns))
    held = gate.run

    assert held.trace.remarks == {2 * returns: (("in",), "entered")}
    assert not held.trace.named_best
    for step in range(held.trace.last_step, (run.trace.return_step(returns) or 0) + 1):
        gate.prefix.grow(step)
    assert held.trace.remarks == run.trace.remarks
    assert held.trace.named_best == {returns: 0}
