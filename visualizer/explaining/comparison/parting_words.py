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
    """Say where two runs part, in order, and whether the comparison was cut short."""
    if not parts and is_whole:
        visits = count_in_words(len(runs[0].trace), "visit", "visits")
        yield f"No differences in {visits}.{_recorded_by_one_in_words(runs, names)}"
    for place, part in enumerate(parts):
        begin = "The next is at" if place else "The first difference is at"
        yield f"{begin} {_parting_place(part, names)}: {_parting_sentence(part, runs, names)}"
    if not is_whole:
        more = "more differences" if parts else "differences"
        yield COMPARISON_STOPPED.format(f"there may be {more}")


def _recorded_by_one_in_words(runs: tuple[Run, Run], names: tuple[str, str]) -> str:
    """Say what was not compared because only one recording has it."""
    sentences = []
    for name, only in zip(names, _not_compared(runs), strict=True):
        if only:
            recorded = join_words([RECORDED_NAME_WORDS[note] for note in only])
            sentences.append(f" Not compared, because only {name} has it: {recorded}.")
    return "".join(sentences)


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
    """Yield sentences on the first partings of two searches, each with its step in the first.

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
    """Return a verb and an object for what a run does where it parts from another."""
    has: Any = part.has[side]
    match part.what:
        case "move":
            return _moves_on(part, side, run)
        case "window":
            return "has the window ", f"({', '.join(map(format_number, has))})"
        case "value":
            return "returns ", format_number(has)
        case "bound":
            return "returns ", BOUND_SIGN_WORDS[has]
        case "kind":
            return _leaves(has)
    return _has_note(part.what, has)


def _leaves(kind: Kind) -> tuple[str, str]:
    """Return how a run leaves a visit."""
    if kind in LEAVING_WORDS:
        return "returns ", LEAVING_WORDS[kind]
    return "is left ", UNFINISHED_VISIT


def _moves_on(part: Parting, side: int, run: Run) -> tuple[str, str]:
    """Return what a run does where the other tries another move, or none."""
    move: Any = part.has[side]
    row = part.rows[side]
    if move is None and row < 0:
        return "has ended", ""
    if move is None:
        if run.trace[row].kind is Kind.STOPPED:
            return "is left ", UNFINISHED_VISIT
        return "returns ", format_number(run.trace.value(row))
    if row < 0:
        return "begins another pass", ""
    first = " first" if part.visits[side] == row + 2 else ""
    return "tries ", f"{run.move_name((*part.path, move))}{first}"


def _has_note(what: str, number: Any) -> tuple[str, str]:
    """Return what a run records of a visit, or that it records nothing of the kind."""
    verb, words, none = NOTE_TEMPLATES[what]
    is_absent = number is None or (what in ZERO_IF_ABSENT and not number)
    if none and is_absent:
        return none, ""
    return verb, words.format(format_number(number))


def parting_as_object(
    parts: Sequence[Parting], runs: tuple[Run, Run], *, is_whole: bool = True
) -> dict[str, Any]:
    """Return the partings as data: moves in the game's notation, infinite bounds as null.

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
