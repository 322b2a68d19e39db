"""A recorded search: what its file says of it, and its events, packed into some forty bytes each."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from enum import IntEnum
from math import inf
from struct import Struct
from typing import NamedTuple

from visualizer.trace.rows import Kind, Passes

PACKED = Struct("<BBBHiiiddd")
CHILDREN, CHILDREN_OFFSET = Struct("<H"), 3
"""Where in a packed event its number of children stands."""
NONE = -1


class Verb(IntEnum):
    """What an event is."""

    ENTER = 0
    LEAF = 1
    LEAVE = 2
    PASS = 3


class Event(NamedTuple):
    """One event. Values are from MAX's side; words are numbers of `Recording.words`, -1 for none."""

    verb: int
    flags: int
    """Of ENTER: MAXIMIZING and COUNTED. Of LEAVE: CUT, ALL_VISITED and UNLIKE."""
    kind: int
    """Of LEAF: how it got its value, as a number of `Kind`."""
    children: int
    """Of ENTER: how many children were announced; if not COUNTED, how many this visit looks at."""
    line: int
    word: int
    """The move of ENTER and LEAF (none for a root), the best move that LEAVE names, the name of PASS."""
    source: int
    """Of LEAF: the number of the visit that stored a table's answer, -1 if none is said."""
    value: float
    """What LEAF and LEAVE return."""
    alpha: float = -inf
    beta: float = inf


MAXIMIZING, COUNTED = 1, 2
"""Flags of ENTER: MAX is to move; the number of children was announced."""
CUT, ALL_VISITED, UNLIKE = 1, 2, 4
"""Flags of LEAVE: the visit says that it is cut; it has looked at all children announced; its value is neither its
children's best nor that clipped to the window."""


@dataclass(frozen=True, slots=True)
class Recording:
    """A file of events. None stands for what its header does not say; without a game, moves are labels."""

    file: str
    search: str
    game: str | None
    settings: Mapping[str, str]
    position: str | None
    depth: int | None
    passes: Passes
    cut: str | None
    fail: str | None
    order: str | None
    exploration: float | None
    """The constant of UCT, of a search by samples that selects so."""
    words: tuple[str, ...]
    packed: bytearray
    remarks: Mapping[int, tuple[tuple[str, ...], str]]
    """Tags and note by the place of their event."""
    first_line: int
    last_line: int
    roots: int
    """How often the root is visited."""
    comes_back: bool
    """Whether a node is visited more than once."""
    has_window: bool
    """Whether any event tells of bounds, be it that there are none."""
    ends_early: bool
    """Whether a visit or a pass was begun and not ended."""

    def __len__(self) -> int:
        """Return the number of events."""
        return len(self.packed) // PACKED.size

    def events(self) -> Iterator[Event]:
        """Go through the events; each is unpacked when it is its turn."""
        return map(Event._make, PACKED.iter_unpack(self.packed))


LEAF_KINDS = {"limit": Kind.LIMIT, "terminal": Kind.TERMINAL, "playout": Kind.PLAYOUT, "table": Kind.TABLE}
"""How a file says how a leaf got its value."""
