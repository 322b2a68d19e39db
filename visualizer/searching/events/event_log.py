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
"""The words for how a leaf got its value."""


class Verb(IntEnum):
    """What an event reports: a visit is entered, left, or both (a leaf), or a pass begins."""

    ENTER = 0
    LEAF = 1
    LEAVE = 2
    PASS = 3


TURN_BITS = 3
"""The bits of the flags that hold the number of a `Turn`, in ENTER and with `ENTERED_FLAG`."""
ENTERED_FLAG = 4
"""A flag of LEAF: the file says who is to move there, as for a visit that is entered."""
CUT_FLAG = 1
"""A flag of LEAVE: the file says that the visit is cut."""
ALL_VISITED_FLAG = 2
"""A flag of LEAVE: the visit has tried as many children as it announced."""
CONTRADICTION_FLAG = 4
"""A flag of LEAVE: the value contradicts the children's values."""
PROVEN_FLAG = 8
"""A flag of LEAVE: the file says that the value is proven."""


class Event(NamedTuple):
    """One event: a visit is entered, left, or both (a leaf), or a pass begins.

    Values and windows are from MAX's side. Fields that the verb does not use have their defaults.
    """

    verb: int
    line: int
    """The number of the line in the file."""
    word: int = NO_ENTRY
    """The number of a word: the move of ENTER and LEAF, the best move of LEAVE, or PASS's name."""
    value: float = 0.0
    """The value that LEAF and LEAVE return."""
    flags: int = 0
    kind: int = 0
    """How LEAF got its value, as the number of a `Kind`."""
    announced_children: int = 0
    """How many children ENTER announces, 0 if it announces none."""
    source: int = NO_ENTRY
    """The row of the visit that stored the answer of LEAF from a table; NO_ENTRY if unknown."""
    alpha: float = -inf
    beta: float = inf
    child_index: int = 0
    """The index of ENTER's or LEAF's node among its parent's children in the tree of labels."""

    @property
    def turn(self) -> int:
        """Return who moves at an ENTER, as the number of a `Turn`."""
        return self.flags & TURN_BITS


EVENT_STRUCT = Struct("<" + "BiidBBHiddH")
"""The fields of `Event` in their order, a letter each."""
assert len(EVENT_STRUCT.format) == 1 + len(Event._fields)
EventFields = tuple[int, int, int, float, int, int, int, int, float, float, int]
"""The fields of an `Event` as a plain tuple: making an `Event` would double the time for a leaf."""
LEAF_VERB = int(Verb.LEAF)
MAX_PENDING_EVENTS = 1_024
"""The most events that are unpacked at once."""


class EventLog:
    """The events of a file in their order, with notes on single events and on the whole search."""

    def __init__(self) -> None:
        """Start without events."""
        self.packed = bytearray()
        self.number_by_word: dict[str, int] = {}
        """The numbers of the words in events (moves and names of passes), by word."""
        self.words: list[str] = []
        """The words, by number."""
        self.remarks: dict[int, Remark] = {}
        """Tags and notes, by the index of their event."""
        self.remarks_with_tags: dict[tuple[str, ...], Remark] = {}
        """The remarks without a note, by their tags: equal remarks are stored only once."""
        self.probabilities: dict[int, Fraction] = {}
        """The probabilities of children of chance, by the index of the event that visits them."""
        self.stand_pat_values: dict[int, float] = {}
        """The values of standing pat, by the index of the event that enters the node."""
        self.chance_moves = False
        """Whether chance moves anywhere."""
        self.bounds: dict[int, str] = {}
        """The signs of reported bounds, from MAX's side, by the index of LEAF or LEAVE."""
        self.entry_notes: dict[int, dict[str, float]] = {}
        """The notes of ENTER and LEAF by the names in `ENTRY_NOTES`, by index."""
        self.probe_names: dict[int, str] = {}
        """The names of probes, by the index of the event that begins them."""
        self.positions: dict[int, str] = {}
        """The notations of positions that no move leads to, by the index of their event."""
        self.unusual: set[int] = set()
        """The indices of all events that are in one of the dictionaries above."""
        self.answer: tuple[float, str | None] | None = None
        """The engine's final answer: a value and perhaps a move."""
        self.root_visit_count = 0
        """The number of visits to the root."""
        self.root_is_max = True
        """Whether MAX is to move at the root."""
        self.last_line = 0
        self.revisits = False
        """Whether a node is visited more than once."""
        self.has_window = False
        """Whether any event reports a window, even an open one."""
        self.ends_early = False
        """Whether the file ends inside a visit, or in a pass without a visit."""

    def __len__(self) -> int:
        """Return the number of events."""
        return len(self.packed) // EVENT_STRUCT.size

    def __iter__(self) -> Iterator[Event]:
        """Iterate over the events, which are unpacked one by one."""
        return map(Event._make, EVENT_STRUCT.iter_unpack(self.packed))

    def __getitem__(self, index: int) -> Event:
        """Return an event by its index."""
        return Event._make(EVENT_STRUCT.unpack_from(self.packed, index * EVENT_STRUCT.size))

    def word_number(self, word: str | None) -> int:
        """Return the number that stands for a word in events, NO_ENTRY for no word.

        A new word gets a new number.
        """
        if word is None:
            return NO_ENTRY
        known = self.number_by_word.get(word)
        if known is not None:
            return known
        number = len(self.words)
        self.number_by_word[word] = number
        self.words.append(word)
        return number

    def interned(self, word: str | None) -> str | None:
        """Return the log's own copy of a word, so that each word is in memory only once."""
        # A large tree has few different moves, but very many visits by each.
        if word is None:
            return None
        return self.words[self.word_number(word)]

    def fields_between(self, first: int, end: int) -> Iterator[EventFields]:
        """Iterate over the fields of the events with the indices from `first` to `end` - 1."""
        size = EVENT_STRUCT.size
        for begin in range(first, end, MAX_PENDING_EVENTS):
            stop = min(end, begin + MAX_PENDING_EVENTS)
            yield from EVENT_STRUCT.iter_unpack(self.packed[begin * size : stop * size])

    def append(self, event: Event) -> None:
        """Add an event."""
        self.packed += EVENT_STRUCT.pack(*event)

    def append_leaf(
        self,
        line: int,
        word: int,
        value: float,
        kind: int,
        child_index: int,
    ) -> None:
        """Add a leaf without window and notes, in half the time that `append` takes."""
        self.packed += EVENT_STRUCT.pack(
            LEAF_VERB,
            line,
            word,
            value,
            0,  # flags
            kind,
            0,  # announced children
            NO_ENTRY,  # source
            UNKNOWN_WINDOW_END,
            UNKNOWN_WINDOW_END,
            child_index,
        )

    def change(self, index: int, **fields: Any) -> None:
        """Change some fields of the event with an index."""
        changed = self[index]._replace(**fields)
        EVENT_STRUCT.pack_into(self.packed, index * EVENT_STRUCT.size, *changed)

    def add_remark(self, index: int, tags: tuple[str, ...], note: str) -> None:
        """Add tags and a note to the remark on an event, given the event's index."""
        if not tags and not note:
            return
        self.unusual.add(index)
        # An event may already have a tag such as "empty window", in addition to those in its line.
        earlier_tags, earlier_note = self.remarks.get(index, NO_REMARK)
        all_tags = (*earlier_tags, *tags)
        notes = " ".join(filter(None, (earlier_note, note)))
        remark = all_tags, notes
        if not notes:
            remark = self.remarks_with_tags.setdefault(all_tags, remark)
        self.remarks[index] = remark
