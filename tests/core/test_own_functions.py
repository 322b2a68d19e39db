"""Functions of a person's own: what they raise, return or never return becomes one sentence that names them."""

from __future__ import annotations

import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from tests.trees import AIMA, notation
from visualizer import ordering, run
from visualizer.errors import InputError
from visualizer.recipe import Recipe, Search, Where
from visualizer.run import Run
from visualizer.watchdog import Watchdog

OwnFile = Callable[..., Path]


@pytest.fixture
def impatient(monkeypatch: pytest.MonkeyPatch) -> None:
    """Wait a fifth of a second for an answer, not ten."""
    for module in (ordering, run):
        monkeypatch.setattr(module, "WATCHDOG", Watchdog(0.2))


def mine(own_file: OwnFile, *lines: str) -> str:
    """Write a file with a function `mine(position, *move)` of these lines, and return its name."""
    body = "".join(f"    {line}\n" for line in lines)
    return f"{own_file('def mine(position, *move):' + chr(10) + body)}:mine"


def tree_run(**search: Any) -> Run:
    """Return a run on figure 5.2 that has not begun."""
    return Run(Recipe(Where("tree", notation(AIMA)), Search(**search)))


BAD_SCORES = {
    "raises": ("raise KeyError('e4')", "KeyError"),
    "divides": ("return 1 / 0", "ZeroDivisionError"),
    "text": ("return 'high'", "'high'"),
    "nothing": ("return None", "None"),
    "truth": ("return True", "True"),
    "list": ("return [1]", "\\[1\\]"),
    "exits": ("raise SystemExit(3)", "SystemExit|exit"),
}


@pytest.mark.parametrize(("line", "said"), BAD_SCORES.values(), ids=BAD_SCORES.keys())
@pytest.mark.parametrize("role", ["ordering", "evaluation"])
def test_bad_functions_are_reported_by_name(own_file: OwnFile, role: str, line: str, said: str) -> None:
    """A score or a value that is no number, or an error, is an InputError with the function's name."""
    name = mine(own_file, line)
    with pytest.raises(InputError, match=f"mine.py:mine .*({said})"):
        tree_run(**{role: name}).finish()


@pytest.mark.usefixtures("impatient")
@pytest.mark.parametrize("role", ["ordering", "evaluation"])
@pytest.mark.parametrize("body", ["while True: pass", "try:\n    while True: pass\nexcept Exception: pass"])
def test_a_function_that_never_answers(own_file: OwnFile, role: str, body: str) -> None:
    """A function that loops for ever is ended and named."""
    name = mine(own_file, *body.split("\n"))
    begun = time.monotonic()
    with pytest.raises(InputError, match=r"mine\.py:mine did not answer within 0\.2 seconds"):
        tree_run(**{role: name}).finish()
    assert time.monotonic() - begun < 5


@pytest.mark.usefixtures("impatient")
def test_slow_but_steady(own_file: OwnFile) -> None:
    """Patience is for each call: a function that answers each time may take long in all."""
    name = mine(own_file, "import time", "time.sleep(0.03)", "return 0")
    assert len(tree_run(ordering=name).finish().trace) == 11


FILES = {
    "missing": (None, "there is no file"),
    "syntax": ("def mine(:\n", "SyntaxError"),
    "raises": ("raise RuntimeError('no')\n", "RuntimeError: no"),
    "imports": ("import there_is_no_such_module\n", "there_is_no_such_module"),
    "no function": ("def other(p, m): return 0\n", "has no function 'mine'; it has: other"),
    "not a function": ("mine = 3\n", "has no function 'mine'"),
    "null": ("\0", "mine.py"),
    "exits": ("import sys; sys.exit(0)\n", "SystemExit|exit"),
}


@pytest.mark.parametrize(("text", "said"), FILES.values(), ids=FILES.keys())
@pytest.mark.parametrize("role", ["ordering", "evaluation", "algorithm"])
def test_bad_files(own_file: OwnFile, tmp_path: Path, role: str, text: str | None, said: str) -> None:
    """A file that is missing, broken or without the function is one sentence."""
    file = tmp_path / "mine.py" if text is None else own_file(text)
    with pytest.raises(InputError, match=said) as caught:
        tree_run(**{role: f"{file}:mine"})
    assert "mine.py" in str(caught.value)


def test_own_evaluation(own_file: OwnFile) -> None:
    """An evaluation of one's own is given the position, and its values are the leaves'."""
    text = "def mine(position):\n    return 100 if position.outcome() is None else -position.outcome()\n"
    found = tree_run(evaluation=f"{own_file(text)}:mine", algorithm="minimax").finish()
    assert found.trace[0].value == -6
    shallow = tree_run(evaluation=f"{own_file(text)}:mine", depth=1).finish()
    assert shallow.trace[0].value == 100
