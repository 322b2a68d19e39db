"""Measures how long it takes to watch code run through 100,000 lines, and how much memory that
takes.
"""

from __future__ import annotations

from collections.abc import Iterator

from tests.benchmarks.films import KILO, Line, Section
from tests.benchmarks.measure import median_of, most_megabytes
from tests.grading import right
from tests.watching.heard import heard_here, request_of
from visualizer.your_code.grading.node import Reads
from visualizer.your_code.grading.trees import SearchTask, parse_literal_tree
from visualizer.your_code.grading.trial import try_search
from visualizer.your_code.watching.log import CodeLog
from visualizer.your_code.watching.watched import MAX_WATCHED_LINES, WatchedCode

PART = "[[[3,12,8],[2,4,6],[14,5,2]],[[1,2],[3,4,[5,6]]]]"
TREE = f"[{','.join([PART] * 600)}]"
"""Minimax runs through more than 100,000 lines of it."""


def heard() -> CodeLog:
    """Return what is heard of minimax."""
    return heard_here(right.minimax, request_of(TREE))


def shown() -> WatchedCode:
    """Return it as a run with its lines."""
    seen = WatchedCode("yours", request_of(TREE), heard())
    assert len(seen.track) == MAX_WATCHED_LINES, len(seen.track)
    return seen


def watching() -> Iterator[Line]:
    """Measure listening alone, and with the tree that is made of what was heard."""
    alone = median_of(
        lambda: try_search(right.minimax, SearchTask(parse_literal_tree(TREE)), None, Reads())
    )
    yield "minimax of 13,200 nodes, not watched", f"{KILO * alone:.0f} ms", ""
    yield "100,000 of its lines heard and read", f"{median_of(heard):.1f} s", "5 s"
    yield "with the tree of all its visits", f"{median_of(shown):.1f} s", "8 s"


def its_memory() -> Iterator[Line]:
    """Measure the memory of a run with its lines."""
    before = most_megabytes()
    seen = shown()
    taken = most_megabytes() - before
    yield f"memory of {len(seen.track):,} lines with their tree", f"{taken:.0f} MB", "250 MB"


SECTIONS: tuple[Section, ...] = (watching, its_memory)
