"""What is said of a step is true: numbers, names and reasons, compared with a naive replay."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import games
from tests.oracles.checker import Question, question_of, true_value
from tests.oracles.replay import Replay, replays
from tests.properties.test_bounds import naive_window
from tests.properties.test_tree_at_step import STOPS, finished
from tests.trees import FULL, Tree, searched, searches, some_trees, trees
from visualizer.explanation.explainer import Explainer, explain
from visualizer.explanation.facts.windows import end_of
from visualizer.explanation.what_if import chain
from visualizer.recipe import Recipe, Search, Where
from visualizer.run import Run
from visualizer.trace.labels import value_label
from visualizer.trace.rows import Kind
from visualizer.trace.tree_at_step import TreeAtStep

DEEP: Tree = [5, [[[4, 0], 10]]]
"""Branch 2.1.1 is cut by the root's bound three plies up, and branch 2 is the best move all the same."""

CUT = re.compile(
    r"^(?P<how>Cut|Deep cut) at (?P<place>.+?): (?P<side>MAX|MIN)'s (?P<child>.+?) "
    r"is worth (?P<worth>.+?) already, and "
)
ANCESTOR = re.compile(
    r" already, and (?P<other>MAX|MIN) can have (?P<bound>\S+) with (?P<kept>.+?) "
    r"(?:too|instead|instead of (?P<beside>.+?), (?P<up>\d+) plies up), so "
    r"(?:(?P<who>MAX|MIN) (?P<choose>will not|need not) choose (?P<alternative>.+?)|"
    r"best play (?P<come>does not|need not) come here)\. "
)
SKIPPED = re.compile(
    r"\. (?P<side>MAX|MIN)'s (?P<left>\d* ?)(?P<which>other|remaining) "
    r"(?P<what>branch there is|branches there are) skipped\. "
)
COMPARED = re.compile(r"\((?P<value>\S+) (?P<sign>[≥≤<>]) (?P<name>[αβ]) = (?P<bound>\S+)\)$")
WINDOW = re.compile(r"the window given to the search asks only for values (?P<way>below|above) (?P<bound>\S+)\. ")


def number(text: str) -> float:
    """Read a number as the sentences write it."""
    return float(text.replace("−", "-").replace("∞", "inf").replace(",", ""))


def place_of(path: tuple[int, ...]) -> str:
    """Return what a node of a tree is called."""
    return "branch " + ".".join(str(move + 1) for move in path) if path else "the root"


def capital(text: str) -> str:
    """Return a text as it begins a sentence."""
    return text[0].upper() + text[1:]


def choice_of(path: tuple[int, ...]) -> str:
    """Return what the move to a node of a tree is called where it may stand for any node's."""
    return place_of(path) + ("" if path[1:] else " at the root")


def cutoffs(run: Run) -> Iterator[tuple[int, Replay]]:
    """Give every step with a cutoff, as the replay sees it."""
    seen = 0
    for step, replay in enumerate(replays(run.trace)):
        if len(replay.cut) > seen:
            seen = len(replay.cut)
            yield step, replay


def culprit(run: Run, replay: Replay, row: int, window: tuple[float, float]) -> tuple[int, int] | None:
    """Return (ancestor, its child) that set the bound against which a row was cut, None for the root's window.

    Of all ancestors on the other side, it is the one nearest the root whose best so far equals the bound.
    """
    low, high = naive_window(run.trace, replay, run.trace[row].parent, window) if row else window
    maximizing = run.trace[row].maximizing
    bound = high if maximizing else low
    if (window[1] if maximizing else window[0]) == bound:
        return None
    line, node = [], row
    while (node := run.trace[node].parent) >= 0:
        line.append(node)
    for ancestor in reversed(line):
        if run.trace[ancestor].maximizing != maximizing and ancestor in replay.best:
            best, child = replay.best[ancestor]
            if best == bound:
                return ancestor, child
    raise AssertionError("nobody set the bound")


@given(trees(plies=4), st.booleans(), searches(), STOPS, st.sampled_from(["alpha-beta", "minimax"]))
@settings(max_examples=150)
def test_every_step_has_a_sentence(
    tree: Tree, maximizing: bool, search: dict[str, Any], stop: int | None, algorithm: str
) -> None:
    """Every step of every run is sentence in one line that ends as a sentence does; stopped ones too."""
    run = finished(tree, maximizing, {**search, "algorithm": algorithm}, stop)
    for step in range(run.trace.last_step + 1):
        sentence = explain(run, step)
        assert sentence[-1] in ".)"
        assert sentence == sentence.strip()
        assert "\n" not in sentence
        assert "  " not in sentence
        assert "nan" not in sentence
        assert "None" not in sentence
        assert (sentence.startswith(("Cut ", "Deep cut "))) == (
            TreeAtStep(run.trace, step).current is not None and is_cut_now(run, step)
        )


def is_cut_now(run: Run, step: int) -> bool:
    """Say whether a cutoff happens in this step."""
    return any(run.trace.cut_step(row) == step for row in run.trace.cuts)


@given(trees(), st.booleans(), searches())
@settings(max_examples=200)
def test_numbers_and_names_of_a_cutoff(tree: Tree, maximizing: bool, search: dict[str, Any]) -> None:
    """Value, bound, rule, children left out, who set the bound and how far up: all as in the naive replay."""
    run = searched(tree, maximizing, **search)
    for step, replay in cutoffs(run):
        row, last = replay.cut[-1], replay.current
        assert last is not None
        sentence = explain(run, step)
        head, compared, skipped = CUT.search(sentence), COMPARED.search(sentence), SKIPPED.search(sentence)
        assert head and compared and skipped, sentence
        turn, visit = run.trace[row].maximizing, run.trace[last]
        assert (head["place"], head["child"]) == (place_of(run.path(row)), place_of(run.path(last)))
        assert head["side"] == skipped["side"] == ("MAX" if turn else "MIN")
        assert number(head["worth"].split()[-1]) == number(compared["value"]) == visit.value
        assert (compared["name"], compared["sign"]) == ("β" if turn else "α", sign_of(turn, search["cut"]))
        left, tried = run.trace[row].children - len(replay.visited[row]), len(replay.visited[row])
        assert left > 0
        assert skipped["left"].strip() == (str(left) if left > 1 else "")
        assert (skipped["which"], skipped["what"].split()[0]) == (
            "other" if tried == 1 else "remaining", "branches" if left > 1 else "branch")  # fmt: skip
        above = run.trace[row].parent
        bound = (naive_window(run.trace, replay, above, search["window"]) if row else search["window"])[turn]
        assert number(compared["bound"]) == bound
        found = culprit(run, replay, row, search["window"])
        if found is None:
            said = WINDOW.search(sentence)
            assert said, sentence
            assert (said["way"], number(said["bound"])) == ("below" if turn else "above", bound)
            assert head["how"] == "Cut"
        else:
            by_ancestor(run, sentence, row, found, visit.value)
        assert Explainer(run, TreeAtStep(run.trace, step)).state(row) == sentence


def sign_of(turn: bool, rule: str) -> str:
    """Return the sign with which a cut's value is compared."""
    return {(True, ">="): "≥", (False, ">="): "≤", (True, ">"): ">", (False, ">"): "<"}[turn, rule]


def by_ancestor(run: Run, sentence: str, row: int, found: tuple[int, int], value: float) -> None:
    """The ancestor nearest the root with that best is to blame; the cut is deep if that is not the parent."""
    (ancestor, child), turn = found, run.trace[row].maximizing
    said, other = ANCESTOR.search(sentence), "MIN" if turn else "MAX"
    assert said, sentence
    bound, plies = run.trace[child].value, run.trace[row].depth - run.trace[ancestor].depth
    alternative = place_of(run.path(row)[: run.trace[ancestor].depth + 1])
    assert (said["other"], number(said["bound"]), said["kept"]) == (other, bound, place_of(run.path(child)))
    assert sentence.startswith("Cut" if plies == 1 else "Deep cut")
    will_not = "need not" if value == bound else "will not" if plies == 1 else "does not"
    if plies == 1:
        assert (said["who"], said["choose"], said["alternative"], said["come"]) == (other, will_not, alternative, None)
        assert ((" too, so" if value == bound else " instead, so") in sentence) and said["up"] is None
    else:
        assert (said["beside"], int(said["up"]), said["come"], said["who"]) == (alternative, plies, will_not, None)


@given(trees(), st.booleans(), searches())
@settings(max_examples=150)
def test_what_will_not_be_played_is_no_better(nested: Tree, maximizing: bool, search: dict[str, Any]) -> None:
    """What one side will not choose is truly worse for it than what it has, what it need not choose no better.

    Where best play does not come to a node, its true value is another than what the line above is truly worth.
    """
    run, question = searched(nested, maximizing, **search), question_of(nested, maximizing, search)
    for step, replay in cutoffs(run):
        row = replay.cut[-1]
        found = culprit(run, replay, row, search["window"])
        if found is None:
            continue
        ancestor, kept = found
        sentence, sign = explain(run, step), 1 if run.trace[ancestor].maximizing else -1
        alternative = run.path(row)[: run.trace[ancestor].depth + 1]
        tree, line, beside, other = (
            sign * true_value(question, path)
            for path in (run.path(row), run.path(ancestor), alternative, run.path(kept))
        )
        if "choose" in sentence:
            assert beside < other if "will not" in sentence else beside <= other
        else:
            assert tree < line if "does not" in sentence else tree <= min(line, other)


def test_a_deep_cut_does_not_judge_the_alternative() -> None:
    """A bound from three plies up cuts a node of the best move: only the node is said to be out of the way."""
    run = searched(DEEP)
    assert run.trace[0].value == 10
    assert explain(run, 8) == (
        "Deep cut at branch 2.1.1: MIN's branch 2.1.1.1 is worth 4 already, and MAX can have 5 with branch 1 instead "
        "of branch 2, 3 plies up, so best play does not come here. MIN's other branch there is skipped. (4 ≤ α = 5)"
    )
    assert chain(run, 8).endswith("\nThe bound was set 3 plies up: a deep cut.")


def test_deep_cuts_are_met() -> None:
    """Random trees have shallow cuts, deep ones three and five plies up, and cuts by the root's window; `w` says so."""
    met = set()
    for tree in some_trees(150, seed=3, plies=6, widest=3, low=-9, high=9):
        for window in (FULL, (-1, 1)):
            run = searched(tree, window=window)
            for row in run.trace.cuts:
                step = run.trace.cut_step(row)
                assert step is not None
                said, at_length = ANCESTOR.search(explain(run, step)), chain(run, step).splitlines()[-1]
                met.add("window" if said is None else said["up"] or "parent")
                if said is None:
                    assert not at_length.startswith("The bound")
                else:
                    far = f"{said['up']} plies up: a deep" if said["up"] else "by the parent: a shallow"
                    assert at_length == f"The bound was set {far} cut."
    assert {"parent", "3", "5", "window"} <= met


THRESHOLD = re.compile(
    r"A value of (?P<strict>more than |less than |)(?P<bound>[^ ]+)(?P<way> or more| or less|) would "
    r"(?P<what>cut here|close the window, with nothing left to prune)\."
)
CLOSED = re.compile(
    r"The window has closed \(α (?P<low>\S+) (?P<sign>[≥>]) β (?P<high>\S+)\), but nothing is left to prune\."
)
UNBOUNDED = re.compile(
    r"Nothing can cut (?:here: (?P<other>MAX|MIN) has no value above yet \((?P<bound>α = −∞|β = \+∞)\)"
    r"|the root: (?P<none>MAX|MIN) has nothing above it)\."
)


@given(trees(plies=4), st.booleans(), searches())
@settings(max_examples=150)
def test_what_would_cut_a_node(tree: Tree, maximizing: bool, search: dict[str, Any]) -> None:
    """Of every open node it is said at every step which value of the next child cuts it, or that none does, and why."""
    run = searched(tree, maximizing, **search)
    for step, replay in enumerate(replays(run.trace)):
        for row in replay.path:
            if run.trace[row].children and row not in replay.cut:
                sentence = Explainer(run, TreeAtStep(run.trace, step)).threshold(row)
                window = naive_window(run.trace, replay, row, search["window"])
                threshold_holds(sentence, run, replay, row, window, search["cut"])
                if row == replay.current and replay.entering:
                    assert (sentence in explain(run, step)) == ("would cut here" in sentence)


def threshold_holds(sentence: str, run: Run, replay: Replay, row: int, window: tuple[float, float], rule: str) -> None:
    """Check what is said of the next child's value against what that child returned, and what it did."""
    turn, children = run.trace[row].maximizing, [child for child, at in enumerate(run.trace) if at.parent == row]
    coming = [child for child in children if child not in replay.returned]
    cuts = bool(coming) and run.trace[row].kind is Kind.CUT and coming[0] == children[-1]
    bound = window[turn]
    said = THRESHOLD.fullmatch(sentence)
    if abs(bound) == float("inf"):
        no_bound(sentence, run, replay, row)
        assert not cuts
    elif len(replay.visited[row]) == run.trace[row].children and not coming:
        assert all_seen(sentence, window, rule)
    else:
        assert said, sentence
        assert number(said["bound"]) == bound
        strict = ("more than ", "") if turn else ("less than ", "")
        weak = ("", " or more") if turn else ("", " or less")
        assert (said["strict"], said["way"]) == (strict if rule == ">" else weak)
        value = run.trace[coming[0]].value
        beyond = value > bound if turn else value < bound
        assert cuts == ((beyond or (rule == ">=" and value == bound)) and said["what"] == "cut here")


def no_bound(sentence: str, run: Run, replay: Replay, row: int) -> None:
    """Check that the other side has found nothing above, as is said."""
    turn, said, node = run.trace[row].maximizing, UNBOUNDED.fullmatch(sentence), row
    assert said, sentence
    assert (said["other"] or said["none"]) == ("MIN" if turn else "MAX")
    assert (said["none"] is None) == (row > 0)
    assert said["bound"] == (None if row == 0 else "β = +∞" if turn else "α = −∞")
    while (node := run.trace[node].parent) >= 0:
        assert run.trace[node].maximizing == turn or node not in replay.best


def all_seen(sentence: str, window: tuple[float, float], rule: str) -> bool:
    """Say whether a sentence is right about the window of a node whose children have all returned."""
    said = CLOSED.match(sentence)
    if window[0] > window[1] or (window[0] == window[1] and rule == ">="):
        sign = "≥" if rule == ">=" else ">"
        return said is not None and (number(said["low"]), said["sign"], number(said["high"])) == (
            window[0], sign, window[1])  # fmt: skip
    return said is None and sentence == "All children are seen: nothing more can cut here."


@given(trees(plies=4), st.booleans(), searches())
@settings(max_examples=150)
def test_a_window_that_closes_and_cuts_nothing(tree: Tree, maximizing: bool, search: dict[str, Any]) -> None:
    """Every value that closes a window either cuts, or the sentence says that no child was left to prune."""
    run = searched(tree, maximizing, **search)
    cuts = 0
    for step, replay in enumerate(replays(run.trace)):
        row, cut = replay.current, len(replay.cut) > cuts
        cuts = len(replay.cut)
        if row is None or replay.entering or run.trace[row].parent < 0:
            continue
        parent, sentence = run.trace[row].parent, explain(run, step)
        low, high = naive_window(run.trace, replay, parent, search["window"])
        closed = low > high or (low == high and search["cut"] == ">=")
        assert (CUT.match(sentence) is not None, "The window has closed" in sentence) == (cut, closed and not cut)
        if closed and not cut:
            assert len(replay.visited[parent]) == run.trace[parent].children


def test_the_last_child_of_figure_5_2() -> None:
    """In the third branch the 2 comes last: the window closes, nothing is cut, and that is said, before and after."""
    run = searched([[3, 12, 8], [2, 4, 6], [14, 5, 2]])
    sentence = explain(run, 20)
    assert "β falls from 5 to 2. The window has closed (α 3 ≥ β 2), but nothing is left to prune." in sentence
    third = run.trace.parent(TreeAtStep(run.trace, 20).current or 0)
    state = [Explainer(run, TreeAtStep(run.trace, step)).threshold(third) for step in (14, 16, 18, 20)]
    assert state[:2] == ["A value of 3 or less would cut here."] * 2
    assert state[2] == "A value of 3 or less would close the window, with nothing left to prune."
    assert state[3] == "The window has closed (α 3 ≥ β 2), but nothing is left to prune."
    assert "Nothing can cut the root" in Explainer(run, TreeAtStep(run.trace, 21)).state(0)


def test_only_moves() -> None:
    """A node with one move is not said to be cut by a value, and the value that closes its window cuts nothing."""
    run = Run(Recipe(Where("tictactoe", "small"))).finish()
    assert explain(run, 7) == "After a2 O tries c3, 2 of 2: X has 1 move."
    would = Explainer(run, TreeAtStep(run.trace, 7)).state(TreeAtStep(run.trace, 7).current or 0)
    assert would.endswith("At least a draw for X (0 or more) would close the window, with nothing left to prune.")
    assert explain(run, 9).endswith("The window has closed (α 1 ≥ β 0), but nothing is left to prune.")


def test_a_search_that_tells_no_windows(tmp_path: Path) -> None:
    """Of a user-supplied search without windows nobody says that the other side has no value above."""
    file = tmp_path / "mine.py"
    file.write_text(WITHOUT_WINDOWS)
    games.trust([file])
    run = searched([[3, 12], [2, [4, 6]]], algorithm=f"{file}:plain")
    assert explain(run, 8) == "MAX tries branch 2, 2 of 2: MIN has 2 branches."


WITHOUT_WINDOWS = """
from visualizer.trace.rows import Kind

def plain(problem, recorder):
    def search(position, number):
        outcome = position.outcome()
        if outcome is not None:
            return recorder.leaf(number, outcome, Kind.TERMINAL)
        moves = position.moves()
        recorder.enter(number, position.maximizing, len(moves))
        values = [search(position.play(move), child) for child, move in problem.order(position, moves, recorder.path)]
        return recorder.leave(max(values) if position.maximizing else min(values))
    return search(problem.root, 0)
"""


MOVED = re.compile(
    r"(?P<name>[αβ]) (?P<way>rises|falls) from (?P<old>\S+) to (?P<new>\S+)\.(?: The window has closed .*)?$"
)
MOST = re.compile(r"; so far nothing for (?P<side>MAX|MIN) is worth (?P<way>more|less) than (?P<value>−?[\d.]*\d)")
COMPARED_WITH = re.compile(
    r"(?: is worth |the value )(?P<worth>\S+|at \S+ \S+)(?: \(fail-hard.*?\))?, "
    r"(?P<how>better|worse) for (?P<side>MAX|MIN) than (?P<value>\S+) with (?P<move>branch [\d.]*\d)"
)
EQUAL = re.compile(r" and (?P<side>MAX|MIN) has that with (?P<move>branch [\d.]*\d) already: nothing changes\.")
FIRST = re.compile(r", the first value for (?P<side>MAX|MIN)[:;.]")


@given(trees(plies=4), st.booleans(), searches())
@settings(max_examples=150)
def test_what_a_value_changes(tree: Tree, maximizing: bool, search: dict[str, Any]) -> None:
    """A value passed up is compared with the parent's best before it; the window moves as the replay's does."""
    run, question = searched(tree, maximizing, **search), question_of(tree, maximizing, search)
    before: dict[int, tuple[float, int]] = {}
    windows: dict[int, tuple[float, float]] = {}
    cuts = 0
    for step, replay in enumerate(replays(run.trace)):
        row = replay.current
        parent = -1 if row is None else run.trace[row].parent
        if row is not None and not replay.entering and parent >= 0 and len(replay.cut) == cuts:
            sentence = explain(run, step)
            window_moved(sentence, run, row, windows[parent], naive_window(run.trace, replay, parent, search["window"]))
            value_passed_up(sentence, run, row, before.get(parent), question)
        before, cuts = {**replay.best}, len(replay.cut)
        windows = {node: naive_window(run.trace, replay, node, search["window"]) for node in replay.path}


def value_passed_up(sentence: str, run: Run, row: int, before: tuple[float, int] | None, question: Question) -> None:
    """Check what a sentence says of a value that did not cut: of the values returned, and of the true ones."""
    parent = run.trace[row].parent
    value, turn = run.trace[row].value, run.trace[parent].maximizing
    side, sign = ("MAX", 1) if turn else ("MIN", -1)
    alternative, most, equal, first = (pattern.search(sentence) for pattern in (COMPARED_WITH, MOST, EQUAL, FIRST))
    assert capital(place_of(run.path(row))) in sentence or f"gives {place_of(run.path(row))} the value" in sentence
    assert sum(said is not None for said in (alternative, most, equal, first)) == 1, sentence
    if before is None:
        assert first
        assert first["side"] == side
        return
    true, other = (sign * true_value(question, run.path(child)) for child in (row, before[1]))
    if most:
        best = max(sign * value, sign * before[0])
        assert (most["side"], most["way"]) == (side, "more" if turn else "less")
        assert sign * number(most["value"]) == best >= max(true, other)
    elif equal:
        assert value == before[0]
        assert (equal["side"], equal["move"]) == (side, place_of(run.path(before[1])))
        assert true <= other
    else:
        assert alternative, sentence
        better = sign * value > sign * before[0]
        assert value != before[0]
        assert (alternative["side"], alternative["how"]) == (side, "better" if better else "worse")
        assert true > other if better else true < other
        assert (number(alternative["value"]), alternative["move"]) == (before[0], place_of(run.path(before[1])))


def window_moved(sentence: str, run: Run, row: int, old: tuple[float, float], new: tuple[float, float]) -> None:
    """Check what a sentence says of the parent's window, before and after a value that did not cut."""
    turn, moved = run.trace[run.trace[row].parent].maximizing, MOVED.search(sentence)
    assert (moved is not None) == (old != new)
    if moved:
        assert (moved["name"], moved["way"]) == (("α", "rises") if turn else ("β", "falls"))
        assert (number(moved["old"]), number(moved["new"])) == (old[not turn], new[not turn])


@given(trees(plies=4), st.booleans(), searches())
@settings(max_examples=100)
def test_who_set_the_bounds_of_the_open_path(tree: Tree, maximizing: bool, search: dict[str, Any]) -> None:
    """On the open path, the child that is said to have set a bound has returned just that value."""
    run = searched(tree, maximizing, **search)
    for step, replay in enumerate(replays(run.trace)):
        returned = {choice_of(path): row for row in replay.returned if (path := run.path(row))}
        explainer = Explainer(run, TreeAtStep(run.trace, step))
        assert [*explainer.tree.path] == [*replay.path]
        for row in replay.path:
            window = naive_window(run.trace, replay, row, search["window"])
            assert explainer.tree.window(row) == window
            said = {
                name: who
                for name in "αβ"
                if (who := explainer.windows.set_by(end_of(explainer.tree, row, lower=name == "α")))
            }
            for name, bound, asked in zip("αβ", window, search["window"], strict=True):
                if name not in said:
                    assert abs(bound) == float("inf")
                elif said[name] == "the window given":
                    assert bound == asked
                else:
                    assert run.trace[returned[said[name]]].value == bound


@pytest.mark.parametrize("search", [{}, {"algorithm": "minimax"}, {"window": (0, 4)}, {"max_nodes": 6}])
def test_the_last_sentence_has_the_counts(search: dict[str, Any]) -> None:
    """The end of a run says the value and the counts, or that and why the search was stopped."""
    run = searched([[3, 12, 8], [2, 4, 6], [14, 5, 2]], **search)
    sentence = explain(run, run.trace.last_step)
    if run.trace.reason:
        assert run.trace.reason in sentence
        return
    leaves = sum(row.children == 0 for row in run.trace)
    pruned = sum(row.children for row in run.trace) - (len(run.trace) - 1)
    cut = "" if search.get("algorithm") == "minimax" else f"; {pruned} pruned"
    assert f"{len(run.trace)} nodes visited, {leaves} of them leaves{cut}." in sentence
    assert "MAX's best is a1, worth 3; best line a1 b1." in sentence


@given(trees(plies=4), st.booleans(), searches(), STOPS)
@settings(max_examples=60)
def test_what_is_known_of_a_node(nested: Tree, maximizing: bool, search: dict[str, Any], stop: int | None) -> None:
    """Of every visited node there is one sentence at every step, with its value as known then."""
    run = finished(nested, maximizing, search, stop)
    for step, replay in enumerate(replays(run.trace)):
        tree = TreeAtStep(run.trace, step)
        for row in replay.entered:
            sentence = Explainer(run, tree).state(row)
            assert sentence[-1] in ".)"
            assert "nan" not in sentence
            if replay.status(row) == "open":
                assert sentence.startswith(capital(place_of(run.path(row))))
                assert in_words(value_label(tree, row)) in sentence
            if replay.status(row) == "cut":
                assert re.match(rf"(Cut|Deep cut|Left early) at {place_of(run.path(row))}: ", sentence)


def in_words(label: str) -> str:
    """Return what a label says of a value, as sentences do."""
    if label.endswith("…"):
        return f"nothing {'above' if label[0] == '≤' else 'below'} {label[1:-1]} so far"
    return label.replace("≥", "at least ").replace("≤", "at most ")


# Moves with names.


def lettered(tree: Tree, maximizing: bool = True) -> str:
    """Write a tree in which the children of every node are called a, b, c, d: moves that come again, as in games."""

    def write(node: Tree) -> str:
        if not isinstance(node, list):
            return f"={node}"
        return "(" + ", ".join(f"{'abcd'[place]}{write(child)}" for place, child in enumerate(node)) + ")"

    return f"{'max' if maximizing else 'min'} r{write(tree)}"


def letters(path: tuple[int, ...]) -> str:
    """Return the path to a node of such a tree."""
    return " ".join("abcd"[move] for move in path)


@given(trees(plies=6).filter(lambda tree: isinstance(tree, list)), st.booleans(), searches(windows=False))
@settings(max_examples=150)
def test_no_node_can_be_taken_for_another(tree: Tree, maximizing: bool, search: dict[str, Any]) -> None:
    """A sentence names one node by all its moves, and others by their last move and whose or instead of what it is."""
    run = Run(Recipe(Where("tree", lettered(tree, maximizing)), Search(**search))).finish()
    for step, replay in cutoffs(run):
        row, last = replay.cut[-1], replay.current
        assert last is not None
        sentence, found = explain(run, step), culprit(run, replay, row, search["window"])
        assert found is not None
        (ancestor, kept), turn = found, run.trace[row].maximizing
        head, said = CUT.search(sentence), ANCESTOR.search(sentence)
        assert head and said, sentence
        assert head["place"] == (letters(run.path(row)) or "the root")
        assert (head["side"], head["child"]) == ("MAX" if turn else "MIN", letters(run.path(last)[-1:]))
        alternative = run.path(row)[: run.trace[ancestor].depth + 1]
        name, instead = letters(run.path(kept)[-1:]), letters(alternative[-1:])
        twice = name in (letters(run.path(last)[-1:]), *head["place"].split())
        assert said["kept"] == (f"{name} in place of {instead}" if twice else name)
        assert (said["alternative"] or said["beside"]) == instead
        assert run.path(kept)[:-1] == alternative[:-1]
    for step, replay in enumerate(replays(run.trace)):
        node = replay.current
        if node and not replay.entering and "would" not in (sentence := explain(run, step)) and not CUT.match(sentence):
            assert sentence.startswith((f"{letters(run.path(node))} is worth ", "At the depth limit")), sentence


@pytest.mark.parametrize("game", ["tictactoe", "othello", "tak"])
def test_sentences_on_real_games_are_short(game: str) -> None:
    """Deep in a game the way from the root is said once in a sentence, unless a move could be taken for another."""
    run = Run(Recipe(Where(game), Search("alpha-beta", depth=6, max_nodes=3_000))).finish()
    met = 0
    for step in range(0, run.trace.last_step, 7):
        sentence, row = explain(run, step), TreeAtStep(run.trace, step).current
        names = [] if row is None else run.names(run.path(row))
        assert len(sentence) < 400
        if len(names) > 3:
            met += 1
            assert sentence.count(" ".join(names[:-1])) == 1, sentence
    assert met > 100
