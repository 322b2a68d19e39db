"""The differences of two runs, in words and as data."""

from collections.abc import Iterator, Sequence
from itertools import islice
from math import isfinite
from typing import Any

from visualizer.explaining.comparison.parting import (
    ZERO_IF_ABSENT,
    Divergence,
    find_divergences,
    recorded_by_one,
)
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
"""How a visit that returns is left, by its kind."""
UNFINISHED_VISIT = "unfinished"
BOUND_SIGN_WORDS = {
    "=": "what is no bound",
    "≤": "an upper bound",
    "≥": "a lower bound",
}
"""What a visit returns, by the sign of its bound."""
NOTE_TEMPLATES = {
    "depth": ("searches ", "to depth {}", None),
    "reduced": ("reduces its depth ", "by {}", "does not reduce its depth"),
    "extended": ("extends its depth ", "by {}", "does not extend its depth"),
    "prior": ("gives it ", "a prior of {}", None),
    "visits": ("has visited it ", "{} times", None),
    "stand": ("values standing pat ", "at {}", "does not stand pat"),
}
"""For each note: a verb, an object with the number, and the words for an absent note."""
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
"""What a recording may hold in addition to moves and values, in the plural."""
COMPARISON_STOPPED = "Stopped by Ctrl-C before all was compared: {}."


def divergence_sentences(
    divergences: Sequence[Divergence],
    runs: tuple[Run, Run],
    names: tuple[str, str],
    *,
    is_whole: bool = True,
) -> Iterator[str]:
    """Yield a sentence about each difference between two runs.

    If the comparison was stopped early, `is_whole` is false, and the last sentence says so.
    """
    if not divergences and is_whole:
        visits = count_in_words(len(runs[0].trace), "visit", "visits")
        yield f"No differences in {visits}.{_recorded_by_one_in_words(runs, names)}"
    opening = "The first difference is at"
    for divergence in divergences:
        place = _place_in_words(divergence, names)
        yield f"{opening} {place}: {_divergence_in_words(divergence, runs, names)}"
        opening = "The next is at"
    if not is_whole:
        more = "more differences" if divergences else "differences"
        yield COMPARISON_STOPPED.format(f"there may be {more}")


def _recorded_by_one_in_words(runs: tuple[Run, Run], names: tuple[str, str]) -> str:
    """Name the data that were not compared because only one recording has them."""
    sentences = []
    for name, unshared_notes in zip(names, _not_compared(runs), strict=True):
        if unshared_notes:
            note_words = join_words([RECORDED_NAME_WORDS[note] for note in unshared_notes])
            sentences.append(f" Not compared, because only {name} has it: {note_words}.")
    return "".join(sentences)


def _place_in_words(divergence: Divergence, names: tuple[str, str]) -> str:
    """Return the visits and the steps at which two runs diverge, as in `visit 3 (step 5)`."""
    end = "the end of " if divergence.at_end else ""
    visits_and_steps = zip(divergence.visits, divergence.steps, strict=True)
    first, second = (f"{visit:,} (step {step:,})" for visit, step in visits_and_steps)
    if first == second:
        return f"{end}visit {first}"
    return f"{end}visit {first} of {names[0]} and {second} of {names[1]}"


MAX_DIVERGENCES = 5


def first_divergences(first: Run, second: Run, sides: tuple[str, str]) -> Iterator[tuple[str, int]]:
    """Yield a sentence about each of the first differences, with its step in the `first` search.

    Nothing is yielded without a recording: two searches of this program are expected to differ.
    """
    runs = first, second
    has_recording = any(run.algorithm.is_recording for run in runs)
    if has_recording and all(run.trace.finished for run in runs):
        divergences = [*islice(find_divergences(first.trace, second.trace), MAX_DIVERGENCES)]
        sentences = divergence_sentences(divergences, runs, sides)
        first_steps = [divergence.steps[0] for divergence in divergences]
        # Without differences, the only sentence says so, and `zip` drops it: it has no step.
        yield from zip(sentences, first_steps, strict=False)


def _not_compared(runs: tuple[Run, Run]) -> tuple[list[str], list[str]]:
    """Return for each of two recordings the names of the notes that the other one lacks."""
    if all(run.algorithm.is_recording for run in runs):
        return recorded_by_one(runs[0].trace, runs[1].trace)
    return [], []


def _divergence_in_words(
    divergence: Divergence, runs: tuple[Run, Run], names: tuple[str, str]
) -> str:
    """Say at which node two runs diverge, and what each of them does there."""
    moves = runs[0].moves_to(divergence.path)
    if not moves:
        place = "at the root"
    elif divergence.field == "move":
        place = f"after {moves}"
    else:
        place = f"at {moves}"
    first_verb, first_object = _action_of_run(divergence, 0, runs[0])
    second_verb, second_object = _action_of_run(divergence, 1, runs[1])
    # A verb that both runs share is said once: "a returns 3, but b 4".
    if first_verb == second_verb:
        second_verb = ""
    first = f"{names[0]} {first_verb}{first_object}"
    return f"{place}, {first}, but {names[1]} {second_verb}{second_object}."


def _action_of_run(divergence: Divergence, side: int, run: Run) -> tuple[str, str]:
    """Return a verb and an object for what a run does where two runs diverge.

    For example, `("returns ", "3")`. `side` is 0 for the first run and 1 for the second.
    """
    recorded: Any = divergence.recorded[side]
    match divergence.field:
        case "move":
            return _action_of_move(divergence, side, run)
        case "window":
            return "has the window ", f"({', '.join(map(format_number, recorded))})"
        case "value":
            return "returns ", format_number(recorded)
        case "bound":
            return "returns ", BOUND_SIGN_WORDS[recorded]
        case "kind":
            return _action_of_end(recorded)
    return _action_of_note(divergence.field, recorded)


def _action_of_end(kind: Kind) -> tuple[str, str]:
    """Return a verb and an object for how a run leaves a visit: `("returns ", "by a cutoff")`."""
    if kind in LEAVING_WORDS:
        return "returns ", LEAVING_WORDS[kind]
    return "is left ", UNFINISHED_VISIT


def _action_of_move(divergence: Divergence, side: int, run: Run) -> tuple[str, str]:
    """Return a verb and an object for what a run does next, where two runs differ in the next move.

    For example, `("tries ", "e3")` or, without a next move, `("returns ", "3")`. `side` is 0 for
    the first run and 1 for the second.
    """
    move: Any = divergence.recorded[side]
    row = divergence.rows[side]
    # No visit is open between two passes.
    if row < 0:
        if move is None:
            return "has ended", ""
        return "begins another pass", ""
    if move is None:
        if run.trace[row].kind is Kind.STOPPED:
            return "is left ", UNFINISHED_VISIT
        return "returns ", format_number(run.trace.value(row))

    name = run.move_name((*divergence.path, move))
    # The row of the first child is `row` + 1, and visits are numbered from 1, rows from 0.
    first_child_visit = row + 2
    if divergence.visits[side] == first_child_visit:
        return "tries ", f"{name} first"
    return "tries ", name


def _action_of_note(name: str, number: Any) -> tuple[str, str]:
    """Return a verb and an object for a note on a visit: `("searches ", "to depth 3")`."""
    verb, words, words_if_absent = NOTE_TEMPLATES[name]
    is_absent = number is None or (name in ZERO_IF_ABSENT and not number)
    if words_if_absent and is_absent:
        return words_if_absent, ""
    return verb, words.format(format_number(number))


def divergences_as_object(
    divergences: Sequence[Divergence], runs: tuple[Run, Run], *, is_whole: bool = True
) -> dict[str, Any]:
    """Return the differences between two runs as data, with moves in the game's notation.

    `is_whole` is false if the comparison was stopped early. In the data, `same` is null if the
    comparison was stopped before it found a difference. `not_compared` lists, for each recording,
    the notes that the other recording lacks.
    """
    same = None
    if is_whole or divergences:
        same = not divergences
    # The file has the keys in this order, for people who read it.
    data: dict[str, Any] = {"same": same}
    if not is_whole:
        data["complete"] = False
    not_compared = [*_not_compared(runs)]
    if any(not_compared):
        data["not_compared"] = not_compared
    data["visits"] = [len(run.trace) for run in runs]
    data["parts"] = [_divergence_as_object(divergence, runs) for divergence in divergences]
    return data


def _divergence_as_object(divergence: Divergence, runs: tuple[Run, Run]) -> dict[str, Any]:
    """Return one difference as data."""
    return {
        "visits": [*divergence.visits],
        "steps": [*divergence.steps],
        "path": runs[0].notation_of_moves(divergence.path),
        "what": divergence.field,
        "a": _recorded_as_object(divergence, 0, runs[0]),
        "b": _recorded_as_object(divergence, 1, runs[1]),
    }


def _recorded_as_object(divergence: Divergence, side: int, run: Run) -> object:
    """Return what one of two runs has recorded where they diverge, as data.

    `side` is 0 for the first run and 1 for the second. None if the runs differ in the next move and
    this run tries no move.
    """
    recorded: Any = divergence.recorded[side]
    begins_pass = divergence.field == "move" and divergence.rows[side] < 0
    if recorded is None or begins_pass:
        return None
    match divergence.field:
        case "move":
            return run.notation_of_move((*divergence.path, recorded))
        case "window":
            return [json_number(end) if isfinite(end) else None for end in recorded]
        case "kind":
            return str(recorded.name).lower()
        case "bound":
            return recorded
    return json_number(recorded)
