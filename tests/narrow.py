"""A search with its own options, like a file in `visualizer/searching/algorithms/`: minimax of
first moves.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from itertools import islice
from typing import Any
from unittest.mock import patch

from games import whole_number
from visualizer.searching.algorithms import Algorithm, Problem, algorithms
from visualizer.searching.search_options import SearchOption, read_yes_or_no
from visualizer.trace.recorder import CUT, FULL, LIMIT, TERMINAL, Recorder


@dataclass
class Seen:
    """The problems that the search has been given."""

    problems: list[Problem]


SEEN = Seen([])


def narrow(problem: Problem, recorder: Recorder) -> float:
    """Return the value of minimax over the first `width` moves of each node, with `bold` over
    the first one only.
    """
    SEEN.problems.append(problem)
    if problem.options["bold"]:
        width = 1
    else:
        width = problem.options["width"]

    def search(position: Any, number: int, ply: int) -> float:
        outcome = position.outcome()
        if outcome is not None or ply == 3:
            value = problem.evaluate(position, outcome) * problem.options["weight"]
            return recorder.leaf(number, value, LIMIT if outcome is None else TERMINAL)
        moves = position.moves()
        recorder.enter(number, position.maximizing, len(moves))
        tried = islice(problem.order(position, moves, recorder.path), width)
        values = [search(position.play(move), child, ply + 1) for child, move in tried]
        if position.maximizing:
            best = max(values)
        else:
            best = min(values)
        return recorder.leave(best, CUT if len(values) < len(moves) else FULL)

    return search(problem.root, 0, 0)


ALGORITHM = Algorithm(
    name="narrow",
    title="narrow minimax",
    about="minimax of the first moves",
    fail={"soft": narrow},
    pseudocode="",
    options=(
        SearchOption("width", "How many moves of a node are looked at.", 2, whole_number(1, 99)),
        SearchOption("bold", "Whether only the first move is looked at.", False, read_yes_or_no),
        SearchOption("weight", "What values are multiplied by.", 1.0, float),
    ),
    ignores=("depth", "evaluation"),
    uses_window=False,
    exact=False,
)


@contextmanager
def added(algorithm: Algorithm = ALGORITHM) -> Iterator[None]:
    """Add a search to the algorithms, and reload the commands so that they have its flags.

    Afterwards all is as before, also where the search has taken the place of another of its name.
    """
    commands = {
        name: module
        for name, module in sys.modules.items()
        if name.startswith("visualizer.apps.cli.")
        and name.endswith(("_command", "_commands", "_options"))
    }
    for name in commands:
        del sys.modules[name]
    SEEN.problems.clear()
    try:
        with patch.dict(algorithms(), {algorithm.name: algorithm}):
            yield
    finally:
        for name in [*sys.modules]:
            if name.startswith("visualizer.apps.cli.") and name.endswith(
                ("_command", "_commands", "_options")
            ):
                del sys.modules[name]
        sys.modules.update(commands)
        for (
            name,
            module,
        ) in commands.items():  # importing a module has also made it an attribute of its package
            setattr(sys.modules["visualizer.apps.cli"], name.rpartition(".")[2], module)
