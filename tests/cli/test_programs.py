"""`watch FILE`, `export FILE --call` and `compare FILE --call`: a program runs as it is."""

import json
from pathlib import Path
from typing import Any

import pytest

from tests.cli.conftest import Call

PROGRAM = """
import math

board = [" "] * 4


def search(depth, alpha, beta, is_max):
    if depth == 0:
        return sum(i for i in range(4) if board[i] == "X")
    best = -math.inf if is_max else math.inf
    for i in [i for i in (2, 3, 0, 1) if board[i] == " "]:
        board[i] = "X" if is_max else "O"
        value = search(depth - 1, alpha, beta, not is_max)
        board[i] = " "
        if is_max:
            best = max(best, value)
            alpha = max(alpha, best)
        else:
            best = min(best, value)
            beta = min(beta, best)
        if alpha >= beta:
            break
    return best


def main():
    print("value:", search(3, -math.inf, math.inf, True))


if __name__ == "__main__":
    main()
"""
CALL = "search(3, -inf, inf, True)"


NESTED = """
def search(node, alpha, beta, is_max):
    if not isinstance(node, list):
        return node
    best = -99 if is_max else 99
    for child in node:
        value = search(child, alpha, beta, not is_max)
        if is_max:
            best = max(best, value)
            alpha = max(alpha, best)
        else:
            best = min(best, value)
            beta = min(beta, best)
        if alpha >= beta:
            break
    return best

search([[3, 3], [2, [8]]], -99, 99, True)
"""
PLAYER = """
class Player:
    def search(self, depth, is_max):
        if depth == 0:
            return 1
        values = [self.search(depth - 1, not is_max) for move in "ab"]
        return max(values) if is_max else min(values)

    def choose(self):
        return max("ab", key=lambda move: self.search(2, False))


def main():
    Player().choose()
"""
HEAP = """
def win(heap):
    if heap == 0:
        return False
    return any(not win(heap - k) for k in (1, 2) if k <= heap)

win(1)
"""
WRONG_CUT = PROGRAM.replace("if alpha >= beta:", "if alpha <= beta:")
NOT_TAKEN_BACK = PROGRAM.replace(
    '        board[i] = " "\n', '        if is_max:\n            board[i] = " "\n'
)
INTERACTIVE = (
    PROGRAM.replace("import math\n", "import math, no_such_window_library\n")
    + """
while True:
    main()
    if input("again? ") != "y":
        break
"""
)


@pytest.fixture
def program(folder: Path) -> str:
    """Return the name of a program that searches with a window."""
    return written(folder, "game.py", PROGRAM)


def written(folder: Path, name: str, text: str) -> str:
    """Write a program to a folder, and return its name."""
    (folder / name).write_text(text, encoding="utf-8")
    return name


def watched(call: Call, *words: str) -> dict[str, Any]:
    """Return what `watch --json` prints of a program."""
    data: dict[str, Any] = call("watch", "--json", *words).json
    return data


def test_a_program_runs_as_python_runs_it(call: Call, program: str) -> None:
    """Its search is the tree: calls are visits, arguments are windows, results are values."""
    data = watched(call, program)
    root, first = data["visits"][:2]

    assert data["functions"] == ["search"]
    assert data["output"] == ["value: 4"]
    assert data["value"] == 4
    assert data["searches"] == [len(data["visits"])]
    assert root["parent"] is None
    assert root["side"] == "max"
    assert root["state"] == ". . . ."
    assert first["parent"] == 1
    assert first["move"] == "2"
    assert first["side"] == "min"
    assert first["window"] == ["-inf", "inf"]
    assert first["state"] == ". . X ."


def test_every_visit_says_how_it_ended(call: Call, program: str) -> None:
    """A visit is a leaf, has all its children, or is cut; a cut names the moves left out."""
    visits = watched(call, program)["visits"]
    cuts = [visit for visit in visits if visit["ended"] == "cut"]

    assert {visit["ended"] for visit in visits} == {"leaf", "full", "cut"}
    assert all(visit["left_out"] == len(visit["skipped"]) > 0 for visit in cuts)


def test_a_call_is_evaluated_in_the_module(call: Call, program: str) -> None:
    """With --call the program is loaded as a module, so its main part does not run."""
    data = watched(call, program, "--call", "search(2, -inf, inf, True)")

    assert data["output"] == []
    assert data["value"] == 3


def test_arguments_and_standard_input(call: Call, folder: Path) -> None:
    """The program reads the arguments after -- and the file that --stdin names."""
    text = PROGRAM.replace('print("value:"', "import sys\n    print(sys.argv[1:], input()")
    program = written(folder, "game.py", text)
    (folder / "typed.txt").write_text("hello\n", encoding="utf-8")

    data = watched(call, program, "--stdin", "typed.txt", "--", "5", "x")

    assert data["output"] == ["['5', 'x'] hello 4"]


def test_a_right_program_is_the_same_uncut(call: Call, program: str) -> None:
    """The summary says what the cuts save."""
    result = call("watch", program, "--against", "uncut", "--plain", stdin="quit\n")
    data = watched(call, program, "--against", "uncut")

    assert result.status == 0
    assert "same value, same move" in result.err
    assert data["uncut"]["visits"] > len(data["visits"])
    assert data["uncut"]["value"] == data["value"]
    assert data["first_difference"] is None


def test_a_wrong_cut_is_shown_at_its_line(call: Call, folder: Path) -> None:
    """The first visit with a value that its window does not allow is told with the line."""
    program = written(folder, "wrong.py", WRONG_CUT)
    line = WRONG_CUT.splitlines().index("        if alpha <= beta:") + 1

    result = call("watch", program, "--against", "uncut", "--json")

    assert result.status == 1
    assert result.json["first_difference"]["line"] == line


def test_a_board_that_is_left_changed_is_told(call: Call, folder: Path) -> None:
    """The visit that leaves the board changed is told, with the board before and after."""
    program = written(folder, "wrong.py", NOT_TAKEN_BACK)

    result = call("watch", program, "--json")
    found = result.json["not_restored"]

    assert result.status == 1
    assert found["before"] != found["after"]


def test_what_cannot_be_loaded_is_left_out(call: Call, folder: Path) -> None:
    """A missing library and a loop that reads input are left out, and one line says so."""
    program = written(folder, "game.py", INTERACTIVE)

    result = call("watch", program, "--call", CALL, "--plain", stdin="quit\n")

    assert result.status == 0
    assert "loaded in part, without line 2" in result.err


def test_a_notebook_is_read_without_its_commands(call: Call, folder: Path) -> None:
    """Lines that only a notebook understands are skipped."""
    cells = [
        {"cell_type": "markdown", "source": ["# A search"]},
        {"cell_type": "code", "source": ["%matplotlib inline\n", "!ls\n", PROGRAM]},
    ]
    (folder / "game.ipynb").write_text(json.dumps({"cells": cells}), encoding="utf-8")

    assert watched(call, "game.ipynb")["value"] == 4


def test_a_limit_ends_the_program_with_what_was_seen(call: Call, program: str) -> None:
    """After the last allowed visit the program ends, and its first visits are shown."""
    data = watched(call, program, "--max-nodes", "5")

    assert len(data["visits"]) == 5
    assert "5 visits" in data["stopped"]


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (["--call", "search(3"], "is no expression of Python"),
        (["--roles", "gamma=x"], "is not a role"),
        (["--function", "main"], "has no recursive function 'main'"),
        (["--roles", "alpha=zz"], "zz is not a parameter; the parameters are: depth, alpha"),
        (["--roles", "value=7"], "no result has a number there"),
        (["-p", "x"], "--position has no effect on game.py"),
        (["--search", "9"], "--search 9 is not a search; there are 1, from 1"),
        (["--against", "alpha-beta"], "a program is held against itself, with --against uncut"),
        (["--stdin", "nothing.txt"], "is not a file"),
    ],
)
def test_wrong_options_are_refused(
    call: Call, program: str, words: list[str], sentence: str
) -> None:
    """A wrong option is one sentence, and the status is 2."""
    result = call("watch", program, *words)

    assert result.status == 2
    assert sentence in result.err


def test_a_program_without_a_search(call: Call, folder: Path) -> None:
    """If no search ran, the sentence has a --call with the parameters."""
    program = written(folder, "quiet.py", PROGRAM.replace("    main()\n", "    pass\n"))

    result = call("watch", program)

    assert result.status == 2
    assert "--call 'search(depth, alpha, beta, is_max)'" in result.err


def test_a_call_that_can_be_typed(call: Call, folder: Path) -> None:
    """The call that is proposed is of the function with the fewest parameters, on an object."""
    program = written(folder, "player.py", PLAYER)

    result = call("watch", program)

    assert "--call 'Player().choose()'" in result.err


def test_a_program_where_a_game_is_expected(call: Call, program: str) -> None:
    """The sentence says how a program is compared."""
    assert "--call EXPRESSION runs it as a program" in call("compare", program).err


def test_truth_values(call: Call, folder: Path) -> None:
    """A truth value is the value as the program has it, and no move."""
    data = watched(call, written(folder, "heap.py", HEAP))

    assert data["value"] is True
    assert data["move"] is None
    assert data["visits"][-1]["value"] is False


def test_a_program_stopped_in_its_first_call(call: Call, folder: Path) -> None:
    """Without lines the sentence is not that of a search of this program's own."""
    program = written(folder, "heap.py", HEAP)

    result = call(
        "watch", program, "--plain", "--max-lines", "1", "--max-nodes", "1", stdin="line\nquit\n"
    )

    assert "only code of your own" not in result.out + result.err


def test_options_of_programs_are_refused_for_functions(call: Call, program: str) -> None:
    """A function in a file is called as `grade` calls it, so it takes no --call."""
    result = call("watch", f"{program}:search", "--call", CALL)

    assert result.status == 2
    assert "--call is for a whole program" in result.err


def test_nested_lists(call: Call, folder: Path) -> None:
    """Children in a nested list have numbers, equal ones too, and a list is no empty board."""
    program = written(folder, "nested.py", NESTED)

    visits = watched(call, program)["visits"]
    result = call("watch", program, "--plain", stdin="quit\n")

    assert [visit["move"] for visit in visits] == [None, "1", "1", "2", "2", "1"]
    assert visits[-2]["skipped"] == ["2"]
    assert visits[0]["state"] == "[[3, 3], [2, [8]]]"
    assert "[[3, 3], [2, [8]]]" in result.out
    assert "The board is empty" not in result.out


def test_an_exported_picture(call: Call, program: str, folder: Path) -> None:
    """`export FILE --call` draws the tree of the program."""
    result = call("export", program, "--call", CALL, "-O", "tree.svg")

    assert result.status == 0
    assert "<svg" in (folder / "tree.svg").read_text(encoding="utf-8")


def test_a_comparison_with_the_uncut_program(call: Call, program: str) -> None:
    """`compare FILE --call` counts the visits with and without the cuts."""
    result = call("compare", program, "--call", CALL, "--json")
    cut, uncut = result.json["searches"]

    table = call("compare", program, "--call", CALL).out
    assert table.split()[:2] == ["yours", "uncut"]
    assert cut["value"] == uncut["value"] == 4
    assert cut["nodes"] < uncut["nodes"]


SEARCHES_WHEN_LOADED = """
from math import inf


def minimax(node, alpha, beta, is_max):
    if not isinstance(node, list):
        return node
    best = -inf if is_max else inf
    for index, child in enumerate(node):
        value = minimax(child, alpha, beta, not is_max)
        if is_max:
            best = max(best, value)
            alpha = max(alpha, best)
        else:
            best = min(best, value)
            beta = min(beta, best)
        if alpha >= beta:
            break
    return best


print(minimax([[1, 2], [0, 3]], -inf, inf, True))
"""
"""A program whose file searches as it is loaded."""


CALL_OF_WINS = "minimax([[inf], [3]], -inf, inf, True)"


def test_a_call_is_the_only_search(call: Call, folder: Path) -> None:
    """What the file itself searches is no search of the call, nor a pass of it."""
    program = written(folder, "nested.py", SEARCHES_WHEN_LOADED)
    words = ("--call", "minimax([[7, 8], [2, 9]], -inf, inf, True)")
    data = watched(call, program, *words)
    compared = call("compare", program, *words, "--json").json["searches"]

    assert data["value"] == 7
    assert data["searches"] == [6]
    assert compared[0]["nodes"] == 6


def test_the_same_search_once_more_is_no_pass(call: Call, folder: Path) -> None:
    """A pass differs in its depth or its window from the one before."""
    again = SEARCHES_WHEN_LOADED.splitlines()[-1]
    program = written(folder, "twice.py", f"{SEARCHES_WHEN_LOADED}{again}\n")

    assert watched(call, program)["searches"] == [6, 6]


def test_an_error_leaves_visits_without_a_value(call: Call, folder: Path) -> None:
    """What an error has left is shown open, and the line of the error is told."""
    program = written(
        folder, "wrong.py", SEARCHES_WHEN_LOADED.replace("-inf if is_max else inf", "None")
    )
    result = call("watch", program, "--plain", stdin="tree\nquit\n")

    assert result.status == 1
    assert "NoneType" in result.err
    assert "(line 15)" in result.err
    assert "no value yet" in result.out
    assert "for MAX" not in result.out


def test_a_caught_error_leaves_its_visit_out(call: Call, folder: Path) -> None:
    """A visit that an error left has no value, and the visits after it are drawn."""
    text = """
def best_of(n, is_max):
    if n <= 0:
        return 10 // n
    values = []
    for k in (2, 1):
        try:
            values.append(best_of(n - k, not is_max))
        except ZeroDivisionError:
            continue
    return max(values) if is_max else min(values)


print(best_of(3, True))
"""
    program = written(folder, "caught.py", text)
    result = call("watch", program, "--plain", stdin="tree\n99\nquit\n")
    data = watched(call, program)

    assert "visits that an error has left are not drawn" in result.err
    assert [visit["ended"] for visit in data["visits"]].count("open") == 3
    assert "stopped" not in result.out


def test_leaving_the_process_is_told(call: Call, folder: Path) -> None:
    """A program that leaves in a visit is shown as far as it came."""
    text = SEARCHES_WHEN_LOADED.replace("return node", "sys.exit(3)").replace(
        "from math", "import sys\nfrom math"
    )
    program = written(folder, "leaves.py", text)
    result = call("watch", program, "--json")

    assert result.status == 1
    assert result.json["stopped"] == "leaves.py ended with sys.exit(3) (line 8)"


def test_infinite_values_are_drawn_as_great_ones(call: Call, folder: Path) -> None:
    """An infinite leaf is not drawn as 0, and JSON has it as it is."""
    program = written(
        folder, "wins.py", SEARCHES_WHEN_LOADED.replace("[0, 3]", "[inf, 3], [inf, inf]")
    )
    result = call("watch", program, "--plain", stdin="20\nquit\n")
    exported = call("export", program, "--call", CALL_OF_WINS, "-O", "-", "--format", "txt")

    assert watched(call, program)["value"] == "inf"
    assert "worth 9,007,199,254,740,992" in result.out
    assert "9,007,199,254,740,992" in exported.out


def test_a_search_without_numbers_has_no_invented_ones(call: Call, folder: Path) -> None:
    """The tree ends where nothing was returned, and all visits are in JSON."""
    text = "def walk(n):\n    if n:\n        walk(n - 1)\n        walk(n - 1)\n\n\nwalk(2)\n"
    program = written(folder, "walk.py", text)
    result = call("watch", program, "--plain", stdin="quit\n")

    assert "the tree ends at the first visit that has returned no number" in result.err
    assert [visit["value"] for visit in watched(call, program)["visits"]] == [None] * 7


def test_truth_values_are_values(call: Call, folder: Path) -> None:
    """A search for a win returns truth values, which `not` negates."""
    text = "def wins(n):\n    return any(not wins(n - k) for k in (1, 2) if k <= n)\n\n\nwins(4)\n"
    program = written(folder, "nim.py", text)
    result = call("watch", program, "--plain", stdin="quit\n")

    assert watched(call, program)["value"] is True
    assert "values are from the side of the player to move" in result.err


DEEP = """
import sys
sys.setrecursionlimit(20000)


def down(n, is_max):
    if n == 0:
        return 0
    if is_max:
        return max(down(n - 1, False), -5)
    return min(down(n - 1, True), 5)


print(down(DEPTH, True))
"""


def test_watching_does_not_shorten_the_recursion(call: Call, folder: Path) -> None:
    """A program may call as deeply as Python allows it."""
    text = DEEP.replace("sys.setrecursionlimit(20000)\n", "").replace("DEPTH", "900")

    assert watched(call, written(folder, "deep.py", text))["stopped"] is None


def test_a_deep_search_is_drawn_as_far_as_possible(call: Call, folder: Path) -> None:
    """What is deeper than a recording is left out of the tree, but not of the data."""
    program = written(folder, "deep.py", DEEP.replace("DEPTH", "3000"))
    result = call("watch", program, "--plain", stdin="quit\n")

    assert "visits below ply 1,000 are not drawn" in result.err
    assert len(watched(call, program)["visits"]) == 3001


def test_what_a_board_prints_is_no_output(call: Call, folder: Path) -> None:
    """A `__str__` that prints adds nothing to what the program printed."""
    text = """
class Board:
    def __str__(self):
        print("text")
        return "board"


def search(board, n):
    return -search(board, n - 1) if n else 1


print(search(Board(), 2))
"""
    assert watched(call, written(folder, "loud.py", text))["output"] == ["1"]


def test_programs_may_name_their_encoding(call: Call, folder: Path) -> None:
    """A comment in the first line says how a file is encoded, as for Python."""
    text = f"# -*- coding: latin-1 -*-\n# é\n{SEARCHES_WHEN_LOADED}"
    (folder / "latin.py").write_bytes(text.encode("latin-1"))

    assert watched(call, "latin.py")["value"] == 1


def test_a_wrong_board_is_the_mistake_of_the_option(call: Call, folder: Path) -> None:
    """An expression that fails is not told as an error of the program."""
    result = call("watch", written(folder, "nested.py", SEARCHES_WHEN_LOADED), "--board", "1/0")

    assert result.status == 2
    assert "--board '1/0' fails in a call of minimax: ZeroDivisionError" in result.err


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("def f(n):\n    yield from f(n - 1)\n", "generators, async functions and lambdas"),
        ("async def f(n):\n    await f(n - 1)\n", "generators, async functions and lambdas"),
        ("import sys\nsys.exit(2)\ndef f(n):\n    f(n)\n", "it ended with sys.exit(2) (line 2)"),
        ("import os\ndef f(n):\n    f(n)\nos._exit(4)\n", "its process ended with status 4"),
    ],
)
def test_why_no_search_was_recorded(call: Call, folder: Path, text: str, sentence: str) -> None:
    """What hides the calls of a search is told."""
    result = call("watch", written(folder, "none.py", text))

    assert result.status == 2
    assert sentence in result.err


def write_notebook(folder: Path, *sources: str) -> str:
    """Write a notebook with cells of code to a folder, and return its name."""
    cells = [{"cell_type": "code", "source": source.splitlines(True)} for source in sources]
    return written(folder, "game.ipynb", json.dumps({"cells": cells}))


def test_commands_of_notebooks_leave_the_python_beside_them(call: Call, folder: Path) -> None:
    """A timed cell runs, and questions and results of commands are skipped."""
    definition, start = SEARCHES_WHEN_LOADED.rsplit("\n\n\n", 1)
    commands = "minimax??\nfiles = !ls\n"
    program = write_notebook(folder, definition, f"%%time\n{start}", commands, "%%html\n<b>\n")
    result = call("watch", program, "--plain", stdin="next\nquit\n")

    assert watched(call, program)["value"] == 1
    assert "def minimax(node, alpha, beta, is_max):" in result.out


def test_a_mistake_in_a_notebook_is_told_with_its_cell(call: Call, folder: Path) -> None:
    """Lines are counted from the beginning of each cell."""
    result = call("watch", write_notebook(folder, SEARCHES_WHEN_LOADED, "x = 1\nx = = 1\n"))

    assert result.status == 2
    assert "game.ipynb, code cell 2, line 2: this is not Python" in result.err


@pytest.mark.parametrize("words", [(), ("--function", "minimax"), ("--against", "uncut")])
def test_the_search_may_be_in_a_file_that_is_imported(
    call: Call, folder: Path, words: tuple[str, ...]
) -> None:
    """A file beside the program is recorded as if it were the program's own."""
    definition, start = SEARCHES_WHEN_LOADED.rsplit("\n\n\n", 1)
    written(folder, "engine.py", definition)
    program = written(folder, "main.py", f"from engine import inf, minimax\n\n{start}")
    data = watched(call, program, *words)

    assert data["value"] == 1
    assert len(data["visits"]) == 6
    assert data["first_difference"] is None


def test_integers_too_large_for_a_float_are_values(call: Call, folder: Path) -> None:
    """They count as infinite."""
    program = written(
        folder, "large.py", SEARCHES_WHEN_LOADED.replace("[1, 2]", "[10**400, 10**400]")
    )

    assert watched(call, program)["value"] == "inf"


def test_a_program_that_is_stopped_fails(call: Call, folder: Path) -> None:
    """An endless loop is a mistake: the status says so, and nothing is compared."""
    text = SEARCHES_WHEN_LOADED.replace("return node\n", "while True:\n            pass\n")
    program = written(folder, "loop.py", text)
    result = call("watch", program, "--seconds", "1", "--against", "uncut", "--plain", stdin="quit")

    assert result.status == 1
    assert "loop.py: it did not end within 1 s" in result.err
    assert "it is not held against itself uncut" in result.err
