"""Where two runs part, in words and as data."""

from collections.abc import Iterator, Sequence
from math import isfinite
from typing import Any

from visualizer.comparison.parting import Part
from visualizer.look.numbers import plain, show
from visualizer.run import Run
from visualizer.trace.rows import Kind

ENDED = {
    Kind.TERMINAL: "as the end of the game",
    Kind.LIMIT: "as a leaf",
    Kind.PLAYOUT: "after a random game",
    Kind.TABLE: "from a table",
    Kind.FULL: "without a cut",
    Kind.CUT: "by a cutoff",
}
"""How a visit is left that returns."""
UNFINISHED = "unfinished"
BOUNDS = {"=": "what is no bound", "≤": "an upper bound", "≥": "a lower bound"}
"""What is said of a value that is returned."""
SIDES = (0, 1)
NO_FURTHER = "Stopped by Ctrl-C: whether they part {} is not known."


def sentences(
    parts: Sequence[Part], runs: tuple[Run, Run], names: tuple[str, str], *, is_whole: bool = True
) -> Iterator[str]:
    """Tell where two runs part, the first part first; where not the whole was compared, that is said."""
    if not parts and is_whole:
        yield f"The same throughout: {_counted(runs)}."
    for place, part in enumerate(parts):
        one, other = part.visits
        at = f"visit {one:,}" if one == other else f"visit {one:,} of {names[0]} and {other:,} of {names[1]}"
        yield f"{'Then at' if place else 'The same until'} {at}: {_sentence(part, runs, names)}"
    if not is_whole:
        yield NO_FURTHER.format("in more places" if parts else "anywhere")


def _counted(runs: tuple[Run, Run]) -> str:
    visits = len(runs[0].trace)
    return f"{visits:,} visit{'s' if visits > 1 else ''}"


def _sentence(part: Part, runs: tuple[Run, Run], names: tuple[str, str]) -> str:
    """Return what each run does there."""
    moves = " ".join(runs[0].names(part.path))
    at = (f"after {moves}" if moves else "at the root") if part.what == "move" else f"at {moves or 'the root'}"
    (verb, one), (again, other) = (_does(part, side, runs[side]) for side in SIDES)
    return f"{at}, {names[0]} {verb}{one}, {names[1]} {'' if again == verb else again}{other}."


def _does(part: Part, side: int, run: Run) -> tuple[str, str]:
    """Return what a run does where it parts from another: a verb, and what it is done with."""
    has: Any = part.has[side]
    row = part.rows[side]
    match part.what:
        case "move" if has is None:
            return ("has ended", "") if row < 0 else _returns(run, row)
        case "move" if row < 0:
            return "begins another pass", ""
        case "move":
            return "tries ", run.move_name((*part.path, has)) + (" first" if part.visits[side] == row + 2 else "")
        case "window":
            return "has the window ", ", ".join(map(show, has))
        case "value":
            return "returns ", show(has)
        case "bound":
            return "returns ", BOUNDS[has]
        case _:
            return ("returns ", ENDED[has]) if has in ENDED else ("is left ", UNFINISHED)


def _returns(run: Run, row: int) -> tuple[str, str]:
    """Return what a visit returns; one that was stopped returns nothing."""
    return ("is left ", UNFINISHED) if run.trace[row].kind is Kind.STOPPED else ("returns ", show(run.trace.value(row)))


def as_object(parts: Sequence[Part], runs: tuple[Run, Run], *, is_whole: bool = True) -> dict[str, Any]:
    """Return where two runs part as data: moves as the game writes them, infinite ends of windows as null.

    Where not the whole was compared and no part was found, it is unknown whether they are the same: null.
    """
    return {
        "same": not parts if is_whole or parts else None,
        **({} if is_whole else {"complete": False}),
        "visits": [len(run.trace) for run in runs],
        "parts": [
            {
                "visits": [*part.visits],
                "path": runs[0].all_written(part.path),
                "what": part.what,
                **{key: _data(part, side, runs[side]) for key, side in zip("ab", SIDES, strict=True)},
            }
            for part in parts
        ],
    }


def _data(part: Part, side: int, run: Run) -> object:
    """Return what a run has at a part."""
    has: Any = part.has[side]
    match part.what:
        case "move":
            return None if has is None or part.rows[side] < 0 else run.written((*part.path, has))
        case "window":
            return [plain(end) if isfinite(end) else None for end in has]
        case "value":
            return plain(has)
        case "bound":
            return has
        case _:
            return str(has.name).lower()
