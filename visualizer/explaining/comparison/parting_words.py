"""The differences of two runs, in words and as data."""

from collections.abc import Iterator, Sequence
from itertools import islice
from math import isfinite
from typing import Any

from visualizer.explaining.comparison.parting import (
    ZERO_IF_ABSENT,
    Parting,
    find_partings,
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
"""What a recording may hold besides moves and values, in the plural."""
COMPARISON_STOPPED = "Stopped by Ctrl-C before all was compared: {}."


def parting_sentences(
    parts: Sequence[Parting],
    runs: tuple[Run, Run],
    names: tuple[str, str],
    *,
    is_whole: bool = True,
) -> Iterator[str]:
    """Yield a sentence about each difference between two runs.

    If the comparison was stopped early, `is_whole` is false, and the last sentence says so.
    """
    if not parts and is_whole:
        visits = count_in_words(len(runs[0].trace), "visit", "visits")
        yield f"No differences in {visits}.{_recorded_by_one_in_words(runs, names)}"
    begin = "The first difference is at"
    for part in parts:
        yield f"{begin} {_parting_place(part, names)}: {_parting_sentence(part, runs, names)}"
        begin = "The next is at"
    if not is_whole:
        more = "more differences" if parts else "differences"
        yield COMPARISON_STOPPED.format(f"there may be {more}")


def _recorded_by_one_in_words(runs: tuple[Run, Run], names: tuple[str, str]) -> str:
    """Name the data that were not compared because only one recording has them."""
    sentences = []
    for name, only in zip(names, _not_compared(runs), strict=True):
        if only:
            recorded = join_words([RECORDED_NAME_WORDS[note] for note in only])
            sentences.append(f" Not compared, because only {name} has it: {recorded}.")
    return "".join(sentences)


def _parting_place(part: Parting, names: tuple[str, str]) -> str:
    """Return the visits and the steps at which two runs part, as in `visit 3 (step 5)`."""
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
    """Yield sentences on the first differences between two searches, each with its step in `first`.

    If neither is a recording, nothing is yielded: two searches of this program may well differ.
    """
    runs = first, second
    has_recording = any(run.algorithm.is_recording for run in runs)
    if has_recording and all(run.trace.finished for run in runs):
        found = [*islice(find_partings(first.trace, second.trace), MAX_PARTINGS)]
        sentences = parting_sentences(found, runs, sides)
        # Without differences, the only sentence says so. It belongs to no step, and is dropped.
        yield from zip(sentences, [part.steps[0] for part in found], strict=False)


def _not_compared(runs: tuple[Run, Run]) -> tuple[list[str], list[str]]:
    """Return the notes that only the first, and only the second, of two recordings has."""
    if all(run.algorithm.is_recording for run in runs):
        return recorded_by_one(runs[0].trace, runs[1].trace)
    return [], []


def _parting_sentence(part: Parting, runs: tuple[Run, Run], names: tuple[str, str]) -> str:
    """Say at which node two runs part, and what each of them does there."""
    moves = runs[0].moves_to(part.path)
    if not moves:
        at = "at the root"
    elif part.field == "move":
        at = f"after {moves}"
    else:
        at = f"at {moves}"
    verb, one = _action_of_run(part, 0, runs[0])
    other_verb, other = _action_of_run(part, 1, runs[1])
    # A verb that both runs share is said once: "a returns 3, but b 4".
    if other_verb == verb:
        other_verb = ""
    return f"{at}, {names[0]} {verb}{one}, but {names[1]} {other_verb}{other}."


def _action_of_run(part: Parting, side: int, run: Run) -> tuple[str, str]:
    """Return a verb and an object for what one of two runs does where they part.

    `side` is 0 for the first run and 1 for the second. An example is `("returns ", "3")`.
    """
    recorded: Any = part.recorded[side]
    match part.field:
        case "move":
            return _action_of_move(part, side, run)
        case "window":
            return "has the window ", f"({', '.join(map(format_number, recorded))})"
        case "value":
            return "returns ", format_number(recorded)
        case "bound":
            return "returns ", BOUND_SIGN_WORDS[recorded]
        case "kind":
            return _action_of_end(recorded)
    return _action_of_note(part.field, recorded)


def _action_of_end(kind: Kind) -> tuple[str, str]:
    """Return a verb and an object for the way in which a run leaves a visit."""
    if kind in LEAVING_WORDS:
        return "returns ", LEAVING_WORDS[kind]
    return "is left ", UNFINISHED_VISIT


def _action_of_move(part: Parting, side: int, run: Run) -> tuple[str, str]:
    """Return a verb and an object for what a run does next, where two runs continue differently.

    One of the two may have no next move. `side` is 0 for the first run and 1 for the second.
    """
    move: Any = part.recorded[side]
    row = part.rows[side]
    # No visit is open between two passes.
    if row < 0:
        if move is None:
            return "has ended", ""
        return "begins another pass", ""
    if move is None:
        if run.trace[row].kind is Kind.STOPPED:
            return "is left ", UNFINISHED_VISIT
        return "returns ", format_number(run.trace.value(row))

    name = run.move_name((*part.path, move))
    # Visits count from 1, so a first child has the number of its parent's row plus 2.
    if part.visits[side] == row + 2:
        return "tries ", f"{name} first"
    return "tries ", name


def _action_of_note(name: str, number: Any) -> tuple[str, str]:
    """Return a verb and an object for a note on a visit, or say that the visit has none."""
    verb, words, none = NOTE_TEMPLATES[name]
    is_absent = number is None or (name in ZERO_IF_ABSENT and not number)
    if none and is_absent:
        return none, ""
    return verb, words.format(format_number(number))


def parting_as_object(
    parts: Sequence[Parting], runs: tuple[Run, Run], *, is_whole: bool = True
) -> dict[str, Any]:
    """Return the partings as data: moves in the game's notation, infinite bounds as null.

    `not_compared` lists, for each of two recordings, the notes that only it has. `same` is null if
    the comparison was stopped before it found a difference.
    """
    same = None
    if is_whole or parts:
        same = not parts
    # The order of the keys is that of the file, which scripts and people read.
    found: dict[str, Any] = {"same": same}
    if not is_whole:
        found["complete"] = False
    only = [*_not_compared(runs)]
    if any(only):
        found["not_compared"] = only
    found["visits"] = [len(run.trace) for run in runs]
    found["parts"] = [_part_as_object(part, runs) for part in parts]
    return found


def _part_as_object(part: Parting, runs: tuple[Run, Run]) -> dict[str, Any]:
    """Return one difference as data."""
    return {
        "visits": [*part.visits],
        "steps": [*part.steps],
        "path": runs[0].notation_of_moves(part.path),
        "what": part.field,
        "a": _side_as_object(part, 0, runs[0]),
        "b": _side_as_object(part, 1, runs[1]),
    }


def _side_as_object(part: Parting, side: int, run: Run) -> object:
    """Return as data what one of two runs has recorded where they part; None for no move.

    `side` is 0 for the first run and 1 for the second.
    """
    recorded: Any = part.recorded[side]
    begins_pass = part.field == "move" and part.rows[side] < 0
    if recorded is None or begins_pass:
        return None
    match part.field:
        case "move":
            return run.notation_of_move((*part.path, recorded))
        case "window":
            return [json_number(end) if isfinite(end) else None for end in recorded]
        case "kind":
            return str(recorded.name).lower()
        case "bound":
            return recorded
    return json_number(recorded)
