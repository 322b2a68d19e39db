"""What parameters, sides and values of a program are taken for, and what is not claimed."""

from pathlib import Path

import pytest

from visualizer.trace.jumps import cut_steps
from visualizer.your_code.programs.watched import NOT_COMPARABLE, WatchedProgram, watch_program
from visualizer.your_code.programs.worker import ProgramRequest

TREE = "[[[3, 5], [6, 9]], [[1, 2], [0, -1]]]"

ALPHA_BETA = f"""
def search({{board}}, {{low}}, {{high}}, is_max):
    if isinstance({{board}}, int):
        return {{board}}
    for child in {{board}}:
        value = search(child, {{low}}, {{high}}, not is_max)
        if is_max:
            {{low}} = max({{low}}, value)
        else:
            {{high}} = min({{high}}, value)
        if {{low}} >= {{high}}:
            break
    return {{low}} if is_max else {{high}}


print(search({TREE}, -99, 99, True))
"""
HANOI = """
def hanoi(n, a, b, c):
    if n == 0:
        return
    hanoi(n - 1, a, c, b)
    hanoi(n - 1, b, a, c)


hanoi(3, "A", "B", "C")
"""
FIBONACCI = """
def fib(n):
    if n < 2:
        return n
    return fib(n - 1) + fib(n - 2)


print(fib(6))
"""
ROOT_OUTSIDE = """
def max_value(board):
    if isinstance(board, int):
        return board
    best = -99
    for index in range(len(board)):
        best = max(best, min_value(board[index]))
    return best


def min_value(board):
    if isinstance(board, int):
        return board
    best = 99
    for index in range(len(board)):
        best = min(best, max_value(board[index]))
    return best


def minimax(board):
    found = None
    best = -99
    for index in range(len(board)):
        value = min_value(board[index])
        if value > best:
            best = value
            found = index
    return found


print(minimax([[3, [5, 1]], [2, [9, 8]]]))
"""
MEMO = """
from functools import lru_cache


@lru_cache(None)
def search(heap):
    best = -9
    for take in (1, 2, 3):
        if take == heap:
            return 1
        if take < heap:
            best = max(best, -search(heap - take))
    return best


print(search(9))
"""
SUMS = """
def search(row, columns):
    if row == 5:
        return 1
    count = 0
    for column in range(5):
        if all(abs(column - c) not in (0, row - r) for r, c in enumerate(columns)):
            count += search(row + 1, columns + [column])
    return count


print(search(0, []))
"""
NOT_KEPT = """
import random

random.seed(7)


def make(plies):
    return [make(plies - 1) for _ in range(3)] if plies else random.randint(-20, 20)


def search(node, alpha, beta, is_max):
    if isinstance(node, int):
        return node
    best = -99 if is_max else 99
    for child in node:
        value = search(child, alpha, beta, not is_max)
        if is_max:
            best = value
            alpha = max(alpha, best)
        else:
            best = min(best, value)
            beta = min(beta, best)
        if alpha >= beta:
            break
    return best


print(search(make(4), -99, 99, True))
"""
RANDOM = """
import random


def search(depth, alpha, beta, is_max):
    if depth == 0:
        return LEAF
    for move in range(3):
        value = search(depth - 1, alpha, beta, not is_max)
        if is_max:
            alpha = max(alpha, value)
        else:
            beta = min(beta, value)
        if alpha >= beta:
            break
    return alpha if is_max else beta


print(search(4, -1, 101, True))
"""
CLOCK = """
import time


def search(node, depth, alpha, beta, is_max):
    if depth == 0 or time.time() > end:
        return node * 37 % 23 - 11
    for move in (1, 2, 3):
        value = search(node * 3 + move, depth - 1, alpha, beta, not is_max)
        if is_max:
            alpha = max(alpha, value)
        else:
            beta = min(beta, value)
        if alpha >= beta:
            break
    return alpha if is_max else beta


end = time.time() + 0.05
depth = 1
while time.time() < end:
    print(search(1, depth, -99, 99, True))
    depth += 1
"""

EXIT = """
import sys


def search(n, first):
    if n == 2:
        sys.exit(3)
    return max(search(n - 1, not first), search(n - 1, not first))


search(3, True)
"""
NULL_WINDOWS = """
import random

random.seed(3)


def make(plies):
    return [make(plies - 1) for _ in range(3)] if plies else random.randint(-9, 9)


def search(node, alpha, beta, color):
    if isinstance(node, int):
        return color * node
    for index, child in enumerate(node):
        if index == 0:
            score = -search(child, -beta, -alpha, -color)
        else:
            score = -search(child, -alpha - 1, -alpha, -color)
            if alpha < score < beta:
                score = -search(child, -beta, -score, -color)
        alpha = max(alpha, score)
        if alpha >= beta:
            break
    return alpha


print(search(make(4), -100, 100, 1))
"""
INTERVALS = """
coins = [3, 9, 1, 2]


def best(i, j, turn):
    if i > j:
        return 0
    if turn == 0:
        return max(coins[i] + best(i + 1, j, 1), coins[j] + best(i, j - 1, 1))
    return min(best(i + 1, j, 0), best(i, j - 1, 0))


print(best(0, 3, 0))
"""
WITHOUT_PRINT = """
class Node:
    def __init__(self, plies, value=0):
        self.value = value
        self.kids = [Node(plies - 1, value * 3 + n) for n in range(3)] if plies else []


def search(node, alpha, beta, is_max):
    if not node.kids:
        return node.value
    if is_max:
        a = alpha
        for kid in node.kids:
            a = max(a, search(kid, a, beta, False))
            if a >= beta:
                break
        return a
    b = beta
    for kid in node.kids:
        b = min(b, search(kid, alpha, b, True))
        if alpha >= b:
            break
    return b


print(search(Node(3), -99, 99, True))
"""
YES_OR_NO = """
def wins(heap):
    return any(not wins(heap - take) for take in (1, 2, 3) if take <= heap)


print(wins(7))
"""
WORDS = """
def result(heap):
    for take in (1, 2):
        if take <= heap and result(heap - take) == "loss":
            return "win"
    return "loss"


print(result(6))
"""
WHILE = f"""
def search(node, alpha, beta, is_max):
    if isinstance(node, int):
        return node
    index = 0
    while index < len(node) and alpha < beta:
        value = search(node[index], alpha, beta, not is_max)
        index += 1
        if is_max:
            alpha = max(alpha, value)
        else:
            beta = min(beta, value)
    return alpha if is_max else beta


print(search({TREE}, -99, 99, True))
"""
GENERATED = """
def search(node, alpha, beta, is_max):
    if isinstance(node, int):
        return node
    for child in (each for each in node):
        value = search(child, alpha, beta, not is_max)
        if is_max:
            alpha = max(alpha, value)
        else:
            beta = min(beta, value)
        if alpha >= beta:
            break
    return alpha if is_max else beta


print(search([[[3, 5], [6, 9]], [[1], [0, -1]], [[2, 1]]], -99, 99, True))
"""

FLAG = f"""
def search(node, alpha, beta, is_max):
    if isinstance(node, int):
        return node
    done = False
    for child in node:
        if not done:
            value = search(child, alpha, beta, not is_max)
            if is_max:
                alpha = max(alpha, value)
            else:
                beta = min(beta, value)
            done = alpha >= beta
    return alpha if is_max else beta


print(search({TREE}, -99, 99, True))
"""


def watched(folder: Path, text: str, *, against_uncut: bool = False) -> WatchedProgram:
    """Run a program, and return its search with what was found in it."""
    file = folder / "program.py"
    file.write_text(text, encoding="utf-8")
    return watch_program(ProgramRequest(str(file)), against_uncut=against_uncut)


def sides(program: WatchedProgram) -> list[str | None]:
    """Return who moves at each visit."""
    return [visit["side"] for visit in program.as_object()["visits"]]


@pytest.mark.parametrize("names", [("b", "alpha", "beta"), ("a", "alpha", "beta"), ("n", "a", "b")])
def test_names_of_a_window(names: tuple[str, str, str], tmp_path: Path) -> None:
    """Whole names are a window before short ones, which may be a board."""
    board, low, high = names
    program = watched(tmp_path, ALPHA_BETA.format(board=board, low=low, high=high))

    assert program.as_object()["roles"] == {"alpha": low, "beta": high, "turn": "is_max"}


def test_a_window_has_numbers(tmp_path: Path) -> None:
    """Texts that are called `a` and `b` are no window, and no value says whose turn it is."""
    program = watched(tmp_path, HANOI)

    assert program.as_object()["roles"] == {}
    assert "window" not in program.shown.found()
    assert "turn" not in program.shown.found()


def test_the_root_takes_the_best_for_the_other_player(tmp_path: Path) -> None:
    """A function that tries the root's moves itself is MAX's if what it calls is MIN's."""
    program = watched(tmp_path, ROOT_OUTSIDE)

    assert "the functions say whose turn it is" in program.shown.found()
    assert sides(program)[:3] == ["max", "min", "max"]
    assert None not in sides(program)


def test_the_root_may_be_the_minimizing_player(tmp_path: Path) -> None:
    """The same function is MIN's if what it calls is MAX's."""
    text = ROOT_OUTSIDE.replace("    value = min_value(", "    value = max_value(")
    text = text.replace("    found = None\n    best = -99", "    found = None\n    best = 99")
    program = watched(tmp_path, text.replace("if value > best", "if value < best"))

    assert sides(program)[:3] == ["min", "max", "min"]
    assert None not in sides(program)


def test_a_cutoff_is_shown_where_the_visit_ends(tmp_path: Path) -> None:
    """The step that shows a cutoff begins at the last line of the visit, after the exit."""
    text = ALPHA_BETA.format(board="board", low="alpha", high="beta")
    shown = watched(tmp_path, text).shown
    steps = [*cut_steps(shown.run.trace)]
    first_moments = [[*shown.track.steps].index(step) for step in steps]

    last_line = text[: text.index("return alpha")].count("\n") + 1
    assert steps
    assert [shown.track.lines[moment] for moment in first_moments] == [last_line] * len(steps)


@pytest.mark.parametrize("text", [FIBONACCI, HANOI])
def test_nobody_moves(text: str, tmp_path: Path) -> None:
    """Where nothing says whose turn it is, that is said, and no side is claimed."""
    program = watched(tmp_path, text)
    first, *others = program.sentences()

    assert "MAX" not in first
    assert "MIN" not in first
    assert "whose turn it is is not known, so all nodes are drawn as MAX's" in others
    assert {*sides(program)} == {None}


@pytest.mark.parametrize(
    "text", [MEMO, SUMS, FIBONACCI, ALPHA_BETA.format(board="node", low="low", high="high")]
)
def test_values_that_are_right(text: str, tmp_path: Path) -> None:
    """Sums, memos and windows under other names are not taken for a value that is not kept."""
    assert watched(tmp_path, text).not_of_children is None


def test_a_cut_is_not_blamed_for_an_earlier_mistake(tmp_path: Path) -> None:
    """The value that was not kept is told, and not the cut that it leads to."""
    program = watched(tmp_path, NOT_KEPT, against_uncut=True)
    line = NOT_KEPT.splitlines().index("    return best") + 1

    assert program.not_of_children is not None
    assert program.not_of_children.line == line
    assert program.difference is not None
    assert program.difference.line == line
    assert program.sentences().count(program.not_of_children.why) == 0


@pytest.mark.parametrize("text", [RANDOM.replace("LEAF", "random.randint(0, 100)"), CLOCK])
def test_not_comparable(text: str, tmp_path: Path) -> None:
    """A search that draws at random or looks at the clock is not held against itself."""
    program = watched(tmp_path, text, against_uncut=True)

    assert program.difference is None
    assert program.uncut is None or program.uncut.is_same_result
    assert program.uncut is not None or program.remark == NOT_COMPARABLE


def test_a_sign_for_the_player_is_preferred(tmp_path: Path) -> None:
    """Of two parameters with two values, the one with signs for players says whose turn it is."""
    assert "`first` says whose turn it is" in watched(tmp_path, EXIT).shown.found()


def test_sides_of_a_negamax_with_null_windows(tmp_path: Path) -> None:
    """The negation says that the players take turns, though most values are only bounds."""
    program = watched(tmp_path, NULL_WINDOWS, against_uncut=True)

    assert sides(program)[:4] == ["max", "min", "max", "min"]
    assert program.not_of_children is None
    assert program.difference is None


def moves(program: WatchedProgram) -> set[str | None]:
    """Return the names of all moves."""
    return {visit["move"] for visit in program.as_object()["visits"]}


def test_moves_without_a_loop(tmp_path: Path) -> None:
    """A move is named by the arguments that change, but for the turn."""
    assert moves(watched(tmp_path, INTERVALS)) == {None, "i + 1", "j - 1"}


def test_moves_that_do_not_print_themselves(tmp_path: Path) -> None:
    """No end of the window names a move; the moves are numbered, and those left out counted."""
    program = watched(tmp_path, WITHOUT_PRINT)
    visits = program.as_object()["visits"]

    assert moves(program) == {None, "1", "2", "3"}
    assert all(visit["skipped"] or not visit["left_out"] for visit in visits)
    assert any(visit["left_out"] for visit in visits)


@pytest.mark.parametrize("text", [YES_OR_NO, WORDS])
def test_a_result_that_is_no_move(text: str, tmp_path: Path) -> None:
    """What the root returns is a move only if it is one of those tried."""
    assert watched(tmp_path, text).as_object()["move"] is None


@pytest.mark.parametrize("text", [YES_OR_NO, WHILE, FLAG])
def test_what_may_stop_early(text: str, tmp_path: Path) -> None:
    """Whether `any`, a `while` or a loop with a flag has seen all moves is not claimed."""
    visits = watched(tmp_path, text).as_object()["visits"]

    assert {visit["ended"] for visit in visits} == {"leaf", None}


@pytest.mark.parametrize("text", [WHILE, GENERATED])
def test_the_uncut_run_tells_what_is_left_out(text: str, tmp_path: Path) -> None:
    """Each move that the uncut run tries besides is left out by a cut, and there is no other cut."""
    program = watched(tmp_path, text, against_uncut=True)
    visits = program.as_object()["visits"]
    inner = [visit for visit in visits if visit["ended"] != "leaf"]

    assert program.uncut is not None
    assert all((visit["ended"] == "cut") == bool(visit["left_out"]) for visit in inner)
    assert any(visit["left_out"] for visit in inner)
