"""Which tests belong to which room of the code: each test has the marker of its room, so that it
can be run alone.

`make test ROOM=explaining` runs the tests of `visualizer/explaining/`, without the slow ones.
"""

from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path

PROJECT = Path(__file__).parents[1]

ROOMS: Mapping[str, Sequence[str]] = {
    "support": ("tests/support", "visualizer/support", "tests/properties/test_trust.py"),
    "look": ("tests/look", "visualizer/look"),
    "trace": (
        "tests/trace",
        "visualizer/trace",
        "tests/properties/test_bounds.py",
        "tests/properties/test_held_runs.py",
        "tests/properties/test_live.py",
        "tests/properties/test_step_choices.py",
        "tests/properties/test_stepping.py",
        "tests/properties/test_tree_at_step.py",
    ),
    "searching": (
        "tests/searches",
        "tests/recordings",
        "tests/sampling",
        "tests/properties",  # but for the files that other rooms name
        "visualizer/searching",
    ),
    "explaining": (
        "tests/sentences",
        "tests/lint",
        "visualizer/explaining",
        "tests/properties/test_explain.py",
        "tests/properties/test_graph.py",
        "tests/properties/test_measures.py",
        "tests/properties/test_minimum.py",
        "tests/properties/test_parting.py",
        "tests/properties/test_proof_tree.py",
        "tests/properties/test_stakes.py",
        "tests/properties/test_told_beside.py",
        "tests/properties/test_what_if.py",
        "tests/properties/test_who_wins.py",
    ),
    "teach": (
        "tests/lessons",
        "tests/homework",
        "visualizer/teach",
        "tests/properties/test_answers.py",
        "tests/properties/test_by_hand.py",
        "tests/properties/test_challenges.py",
        "tests/properties/test_chance_practice.py",
        "tests/properties/test_chance_predicting.py",
        "tests/properties/test_earned.py",
        "tests/properties/test_new_kind.py",
        "tests/properties/test_predicting.py",
        "tests/properties/test_sheets.py",
        "tests/properties/test_spoken_practice.py",
        "tests/properties/test_tree_changes.py",
    ),
    "draw": (
        "tests/boards",
        "tests/exports",
        "tests/explorer_page",
        "visualizer/draw",
        "visualizer/publish",
        "exports",
        "tests/properties/test_pages.py",
        "tests/properties/test_tree_view.py",
        "tests/properties/test_work.py",
    ),
    "your_code": (
        "tests/grading",
        "tests/watching",
        "tests/checking",
        "tests/mutants",
        "visualizer/your_code",
    ),
    "play": ("tests/playing", "tests/sweeps", "visualizer/play"),
    "apps": (
        "tests/terminal",
        "tests/cli",
        "tests/line_mode",
        "tests/python",
        "tests/web",
        "visualizer/apps",
    ),
    "games": ("tests/games", "games"),
    "project": (
        "tests/packaging",
        "tests/test_words.py",
        "tests/test_examples.py",
        "tests/test_tour.py",
        "README.md",
        "docs",
        "tests",
    ),
}
"""The folders and files with tests of each room; the longest path that fits a file counts."""


def room_of(file: Path) -> str:
    """Return the room that a file of tests, or of code with examples, belongs to; LookupError if
    there is none.
    """
    path = file.resolve().relative_to(PROJECT)
    parts = {path.as_posix(), *(parent.as_posix() for parent in path.parents)}
    fitting = [
        (len(place), room) for room, places in ROOMS.items() for place in places if place in parts
    ]
    if not fitting:
        raise LookupError(f"{path} belongs to no room of tests/rooms.py")
    return max(fitting)[1]


def missing_places() -> Iterator[str]:
    """Yield the places of the table that do not exist."""
    for places in ROOMS.values():
        for place in places:
            if not (PROJECT / place).exists():
                yield place
