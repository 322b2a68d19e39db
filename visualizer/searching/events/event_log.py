"""The events of a recorded search, packed into some forty bytes each."""

from collections.abc import Iterator
from enum import IntEnum
from fractions import Fraction
from math import inf
from struct import Struct
from typing import Any, NamedTuple

from visualizer.trace.rows import NO_REMARK, UNKNOWN_WINDOW_END, Kind, Remark

NO_ENTRY = -1
LEAF_KIND_BY_WORD = {
    "limit": Kind.LIMIT,
    "terminal": Kind.TERMINAL,
    "playout": Kind.PLAYOUT,
    "table": Kind.TABLE,
}
"""How a file says how a leaf got its value."""


class Verb(IntEnum):
    """What a recorder is told by an event: that a visit is entered or left, both at once, or that a pass begins."""

    ENTER = 0
    LEAF = 1
    LEAVE = 2
    PASS = 3


TURN_BITS = 3
"""The flags of ENTER, and of an ENTERED leaf, that are the number of a `Turn`."""
ENTERED_FLAG = 4
"""A flag of LEAF: a visit that was entered and left at once, whose line says who is to move."""
CUT_FLAG = 1
ALL_VISITED_FLAG = 2
UNLIKE_FLAG = 4
PROVEN_FLAG = 8
"""Flags of LEAVE: the file says that the visit is cut; it has looked at all children announced; its value is neither
its children's best nor that clipped to the window; it is said to be proven."""


class Event(NamedTuple):
    """An entry of a visit, with its window, its return, with its value, or both; or the beginning of a pass.

    Values are from MAX's side; what does not belong to its verb has its default.
    """

    verb: int
    line: int
    """Its line in the file."""
    word: int = NO_ENTRY
    """The number of a word, NONE for none: the move of ENTER and LEAF, the best move of LEAVE, the name of PASS."""
    value: float = 0.0
    """What LEAF and LEAVE return."""
    flags: int = 0
    kind: int = 0
    """Of LEAF: how it got its value, as a number of `Kind`."""
    children: int = 0
    """Of ENTER: how many children were announced, 0 where that is not said."""
    source: int = NO_ENTRY
    """Of LEAF: the number of the visit that stored a table's answer, NONE if none is said."""
    alpha: float = -inf
    beta: float = inf
    place: int = 0
    """Of ENTER and LEAF: where their label stands among the children in the tree of labels, from 0."""

    @property
    def turn(self) -> int:
        """Return who moves, as ENTER says it, by the number of a `Turn`."""
        return self.flags & TURN_BITS


EVENT_STRUCT = Struct("<" + "BiidBBHiddH")
"""The fields of `Event` in their order, a letter each."""
assert len(EVENT_STRUCT.format) == 1 + len(Event._fields)
EventFields = tuple[int, int, int, float, int, int, int, int, float, float, int]
"""An event without its names, as `EVENT_STRUCT` unpacks it: making names takes as long as all that is done with a leaf."""
LEAF_VERB = int(Verb.LEAF)
MAX_PENDING_EVENTS = 1_024
"""Events that are unpacked together, at most."""


class EventLog:
    """Events in the order of their file, and what is known of them all."""

    def __init__(self) -> None:
        """Begin with no event."""
        self.packed = bytearray()
        self.numbers: dict[str, int] = {}
        """The words that events name, moves and passes, and the number of each."""
        self.words: list[str] = []
        """The words by their numbers."""
        self.remarks: dict[int, Remark] = {}
        """Tags and note by the place of their event."""
        self.tagged: dict[tuple[str, ...], Remark] = {}
        """The remarks without a note, by their tags: each is in memory once."""
        self.probabilities: dict[int, Fraction] = {}
        """How probable a child of chance is, by the place of the event that visits it, as far as told."""
        self.stands: dict[int, float] = {}
        """What not moving on is worth, by the place of the event that enters the node."""
        self.chance_moves = False
        """Whether chance is said to move anywhere."""
        self.bounds: dict[int, str] = {}
        """The sign of the bound, from MAX's side, that LEAF or LEAVE says its value is, by its place."""
        self.plans: dict[int, dict[str, float]] = {}
        """What ENTER and LEAF say by the names in `PLANS`, by their places."""
        self.probe_names: dict[int, str] = {}
        """What the probe is called that an event begins, by its place."""
        self.positions: dict[int, str] = {}
        """The notation of a position that no move leads to, by the place of the event that visits it."""
        self.unusual: set[int] = set()
        """The places of events of which any of these, a remark or how probable it is is said."""
        self.answer: tuple[float, str | None] | None = None
        """What the driver answers at the end."""
        self.roots = 0
        """How often the root is visited."""
        self.root_is_max = True
        """Whether MAX is to move at the root."""
        self.last_line = 0
        self.comes_back = False
        """Whether a node is visited more than once."""
        self.has_window = False
        """Whether any event tells of bounds, be it that there are none."""
        self.ends_early = False
        """Whether a visit or a pass was begun and not ended."""

    def __len__(self) -> int:
        """Return the number of events."""
        return len(self.packed) // EVENT_STRUCT.size

    def __iter__(self) -> Iterator[Event]:
        """Go through the events; each is unpacked when it is its turn."""
        return map(Event._make, EVENT_STRUCT.iter_unpack(self.packed))

    def __getitem__(self, place: int) -> Event:
        """Return an event by its place."""
        return Event._make(EVENT_STRUCT.unpack_from(self.packed, place * EVENT_STRUCT.size))

    def number(self, word: str | None) -> int:
        """Return the number of a word, a new one for a new word."""
        if word is None:
            return NO_ENTRY
        found = self.numbers.get(word)
        if found is None:
            found = self.numbers[word] = len(self.words)
            self.words.append(word)
        return found

    def kept(self, word: str | None) -> str | None:
        """Return a word as it was told first, so that it is in memory once."""
        if word is None:
            return None
        return self.words[self.number(word)]

    def packed_from(self, place: int, until: int) -> Iterator[EventFields]:
        """Go through some events, whose fields are those of `Event`; few are copied at a time."""
        for begin in range(place, until, MAX_PENDING_EVENTS):
            end = min(until, begin + MAX_PENDING_EVENTS)
            yield from EVENT_STRUCT.iter_unpack(
                self.packed[begin * EVENT_STRUCT.size : end * EVENT_STRUCT.size]
            )

    def append(self, event: Event) -> None:
        """Add an event."""
        self.packed += EVENT_STRUCT.pack(*event)

    def append_leaf(self, line: int, word: int, value: float, kind: int, place: int) -> None:
        """Add a leaf of which nothing but its value is told, and how it got that: as `append`, in half the time."""
        self.packed += EVENT_STRUCT.pack(
            LEAF_VERB,
            line,
            word,
            value,
            0,
            kind,
            0,
            NO_ENTRY,
            UNKNOWN_WINDOW_END,
            UNKNOWN_WINDOW_END,
            place,
        )

    def change(self, place: int, **fields: Any) -> None:
        """Change fields of an event."""
        EVENT_STRUCT.pack_into(
            self.packed, place * EVENT_STRUCT.size, *self[place]._replace(**fields)
        )

    def remark(self, place: int, tags: tuple[str, ...], note: str) -> None:
        """Keep tags and a note for an event, behind those that it has."""
        if tags or note:
            self.unusual.add(place)
            earlier_tags, earlier_note = self.remarks.get(place, NO_REMARK)
            remark = (*earlier_tags, *tags), " ".join(filter(None, (earlier_note, note)))
            if remark[1]:
                self.remarks[place] = remark
            else:
                self.remarks[place] = self.tagged.setdefault(remark[0], remark)
