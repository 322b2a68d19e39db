"""Where two runs part, in words and as data."""

from collections.abc import Iterator, Sequence
from itertools import islice
from math import isfinite
from typing import Any

from visualizer.explaining.comparison.parting import ZERO_IF_ABSENT, Parting, recorded_by_one
from visualizer.explaining.comparison.parting import find_partings as parts_of
from visualizer.explaining.explanation.naming import join_words
from visualizer.explaining.measures.summary import count_in_words
from visualizer.look.numbers import format_number, json_number
from visualizer.searching.run import Run
from visualizer.trace.rows import Kind

LEAVING_WORDS = {
    Kind.TERMINAL: "as the end of the game",
    Kind.LIMIT: "as a leaf",
    Kind.PLAYOUT: "after a random game",
    Kind.TABLE: "from a table",
    Kind.FULL: "without a cut",
    Kind.CUT: "by a cutoff",
}
"""How a visit is left that returns."""
UNFINISHED_VISIT = "unfinished"
BOUND_SIGN_WORDS = {"=": "what is no bound", "≤": "an upper bound", "≥": "a lower bound"}
"""What is said of a value that is returned."""
NOTE_TEMPLATES = {
    "depth": ("searches ", "to depth {}", None),
    "reduced": ("reduces its depth ", "by {}", "does not reduce its depth"),
    "extended": ("extends its depth ", "by {}", "does not extend its depth"),
    "prior": ("gives it ", "a prior of {}", None),
    "visits": ("has visited it ", "{} times", None),
    "stand": ("values standing pat ", "at {}", "does not stand pat"),
}
"""How it is said what is told beside, and that there is none of it."""
RECORDED_NAME_WORDS = {
    "window": "windows",
    "bound": "which values are bounds",
    "probe": "probes",
    "depth": "depths",
    "reduced": "reductions",
    "extended": "extensions",
    "prior": "priors",
    "visits": "counts of visits",
    "stand": "what standing pat is worth",
}
"""What engines tell."""
BOTH_RUNS = (0, 1)
COMPARISON_STOPPED = "Stopped by Ctrl-C before all was compared: {}."


def parting_sentences(
    parts: Sequence[Parting],
    runs: tuple[Run, Run],
    names: tuple[str, str],
    *,
    is_whole: bool = True,
) -> Iterator[str]:
    """Tell where two runs part, the first part first; where not the whole was compared, that is said."""
    if not parts and is_whole:
        told = zip(names, _not_compared(runs), strict=True)
        alone = (
            f" Not compared, because only {name} has it: {join_words([RECORDED_NAME_WORDS[each] for each in only])}."
            for name, only in told
            if only
        )
        yield f"No differences in {count_in_words(len(runs[0].trace), 'visit', 'visits')}.{''.join(alone)}"
    for place, part in enumerate(parts):
        begin = "The next is at" if place else "The first difference is at"
        yield f"{begin} {_parting_place(part, names)}: {_parting_sentence(part, runs, names)}"
    if not is_whole:
        yield COMPARISON_STOPPED.format(
            "there may be more differences" if parts else "there may be differences"
        )


def _parting_place(part: Parting, names: tuple[str, str]) -> str:
    """Return at which visits, and in which steps, two runs part."""
    end = "the end of " if part.at_end else ""
    pairs = list(zip(part.visits, part.steps, strict=True))
    if pairs[0] == pairs[1]:
        return f"{end}visit {part.visits[0]:,} (step {part.steps[0]:,})"
    one, other = (
        f"{visit:,} (step {step:,}) of {name}"
        for (visit, step), name in zip(pairs, names, strict=True)
    )
    return f"{end}visit {one} and {other}"


MAX_PARTINGS = 5


def first_partings(first: Run, second: Run, sides: tuple[str, str]) -> Iterator[tuple[str, int]]:
    """Yield in sentences where two finished searches part at first, each with its step in the first.

    Of searches of ours it is nothing: they were not meant to be the same.
    """
    runs = first, second
    is_told = any(run.algorithm.is_recording for run in runs)
    if is_told and all(run.trace.finished for run in runs):
        found = [*islice(parts_of(first.trace, second.trace), MAX_PARTINGS)]
        yield from zip(
            parting_sentences(found, runs, sides), [part.steps[0] for part in found], strict=False
        )


def _not_compared(runs: tuple[Run, Run]) -> tuple[list[str], list[str]]:
    """Return what only the first and only the second of two recordings tells."""
    if all(run.algorithm.is_recording for run in runs):
        return recorded_by_one(runs[0].trace, runs[1].trace)
    return [], []


def _parting_sentence(part: Parting, runs: tuple[Run, Run], names: tuple[str, str]) -> str:
    """Return what each run does there."""
    moves = runs[0].moves_to(part.path)
    if part.what == "move":
        at = f"after {moves}" if moves else "at the root"
    else:
        at = f"at {moves or 'the root'}"
    (verb, one), (again, other) = (_run_does(part, side, runs[side]) for side in BOTH_RUNS)
    return f"{at}, {names[0]} {verb}{one}, but {names[1]} {'' if again == verb else again}{other}."


def _run_does(part: Parting, side: int, run: Run) -> tuple[str, str]:
    """Return what a run does where it parts from another: a verb, and what it is done with."""
    has: Any = part.has[side]
    row = part.rows[side]
    match part.what:
        case "move" if has is None:
            if row < 0:
                return "has ended", ""
            is_stopped = run.trace[row].kind is Kind.STOPPED  # then it returns nothing
            return (
                ("is left ", UNFINISHED_VISIT)
                if is_stopped
                else ("returns ", format_number(run.trace.value(row)))
            )
        case "move" if row < 0:
            return "begins another pass", ""
        case "move":
            return "tries ", run.move_name((*part.path, has)) + (
                " first" if part.visits[side] == row + 2 else ""
            )
        case "window":
            return "has the window ", f"({', '.join(map(format_number, has))})"
        case "value":
            return "returns ", format_number(has)
        case "bound":
            return "returns ", BOUND_SIGN_WORDS[has]
        case "kind":
            return (
                ("returns ", LEAVING_WORDS[has])
                if has in LEAVING_WORDS
                else ("is left ", UNFINISHED_VISIT)
            )
        case _:
            verb, words, none = NOTE_TEMPLATES[part.what]
            is_none = has is None or (part.what in ZERO_IF_ABSENT and not has)
            return (none, "") if none and is_none else (verb, words.format(format_number(has)))


def parting_as_object(
    parts: Sequence[Parting], runs: tuple[Run, Run], *, is_whole: bool = True
) -> dict[str, Any]:
    """Return where two runs part as data: moves as the game writes them, infinite ends of windows as null.

    What only one of two recordings tells is in `not_compared`, for each. Where not the whole was
    compared and no part was found, it is unknown whether they are the same: null.
    """
    only = [*_not_compared(runs)]
    return {
        "same": not parts if is_whole or parts else None,
        **({} if is_whole else {"complete": False}),
        **({"not_compared": only} if any(only) else {}),
        "visits": [len(run.trace) for run in runs],
        "parts": [
            {
                "visits": [*part.visits],
                "steps": [*part.steps],
                "path": runs[0].all_written(part.path),
                "what": part.what,
                **{
                    key: _side_as_object(part, side, runs[side])
                    for key, side in zip("ab", BOTH_RUNS, strict=True)
                },
            }
            for part in parts
        ],
    }


def _side_as_object(part: Parting, side: int, run: Run) -> object:
    """Return what a run has at a part."""
    has: Any = part.has[side]
    match part.what:
        case "move":
            if has is None or part.rows[side] < 0:
                return None
            return run.written((*part.path, has))
        case "window":
            return [json_number(end) if isfinite(end) else None for end in has]
        case "kind":
            return str(has.name).lower()
        case "bound":
            return has
        case _:
            return None if has is None else json_number(has)
