"""A search, an ordering, an evaluation, a format and a theme, added by the entry points."""

from collections.abc import Sequence
from dataclasses import replace
from itertools import islice
from typing import Any

from exports import Format
from games import whole_number
from visualizer.draw.picture import Picture
from visualizer.look.themes import THEMES
from visualizer.searching.algorithms import Algorithm, CurrentPath, Problem
from visualizer.searching.ordering import Ordering, OrderingKind
from visualizer.searching.search_options import SearchOption
from visualizer.trace.recorder import CUT, FULL, LIMIT, TERMINAL, Recorder


def beam(problem: Problem, recorder: Recorder) -> float:
    """Return the value of minimax, from MAX's side, over the first `width` moves of each node."""

    def search(position: Any, depth: int, number: int) -> float:
        outcome = position.outcome()
        if outcome is not None or depth == problem.depth:
            kind = LIMIT if outcome is None else TERMINAL
            return recorder.leaf(number, problem.evaluate(position, outcome), kind)
        moves = position.moves()
        recorder.enter(number, position.maximizing, len(moves))
        tried = islice(problem.order(position, moves, recorder.path), problem.options["width"])
        values = [search(position.play(move), depth + 1, child) for child, move in tried]
        best = max(values) if position.maximizing else min(values)
        kind = CUT if len(values) < len(moves) else FULL
        return recorder.leave(best, kind)

    return search(problem.root, 0, 0)


BEAM = Algorithm(
    "beam",
    "beam search",
    "minimax of the first moves of each node",
    {"soft": beam},
    pseudocode="",
    options=(
        SearchOption("width", "How many moves of a node are tried.", 2, whole_number(1, 1_000)),
    ),
    uses_window=False,
    exact=False,
)


def alphabetical(position: Any, moves: Sequence[Any], path: CurrentPath) -> list[tuple[int, Any]]:
    """Return (move index, move) in the order to try them: by the moves' names."""
    return sorted(enumerate(moves), key=lambda numbered: position.name(numbered[1]))


ALPHABETICAL = OrderingKind(
    "alphabetical", "by the moves' names", lambda context: Ordering(alphabetical)
)


def mobility(position: Any, outcome: float | None) -> float:
    """Count the moves of the player to move; a finished game counts 1,000 times its result."""
    if outcome is not None:
        return 1_000 * outcome
    count = len(position.moves())
    return count if position.maximizing else -count


def write(picture: Picture) -> bytes:
    """Return a line for each node: its move, its value and its state, in UTF-8."""
    lines = [f"{box.move}\t{box.value}\t{box.state.value}\n" for box in picture.boxes]
    return "".join(lines).encode()


TSV = Format("tsv", (".tsv",), "a line for each node, for spreadsheets", write)

LIGHT = THEMES["light"]
SEPIA = replace(
    LIGHT,
    page="#FBF3E4",
    text="#3B2A1A",
    faint="#6E5A45",
    explorer={**LIGHT.explorer, "bar": "#EFE2CC"},
)
