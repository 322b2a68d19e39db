"""A visit in a file of events that has not been left, and what its end shows about it."""

from collections.abc import Mapping
from typing import Any

from visualizer.searching.data_files import FileEntry
from visualizer.searching.events import event_log
from visualizer.searching.events.label_tree import LabelPosition
from visualizer.trace.recorder import MAX_CHILDREN
from visualizer.trace.rows import CHANCE_TURN, OPEN_WINDOW, UNKNOWN_WINDOW_END, Kind


def tells_window(found: Mapping[str, Any]) -> bool:
    """Return whether a line reports a window, even an open one."""
    return "alpha" in found or "beta" in found


class UnfinishedVisit:
    """An open visit: what its line says, and the last value of each child, without probes."""

    __slots__ = (
        "children",
        "is_first",
        "line",
        "most",
        "move",
        "node",
        "place",
        "probe",
        "probed",
        "stand",
        "told",
        "tried",
        "turn",
        "window",
    )

    def __init__(self, line: FileEntry, move: str | None, place: int) -> None:
        """Take what a line says; `place` is the index of its event in the log."""
        found = line.found
        self.line = line.number
        self.move = move
        self.place = place
        self.window = OPEN_WINDOW
        """Alpha and beta, from MAX's side."""
        self.told = tells_window(found)
        """Whether the line reports a window."""
        is_chance = line.flag("chance")
        if is_chance and "max" in found:
            raise line.error(
                "'max' and 'chance' are both given; where chance moves, neither side does"
            )
        is_max = line.flag("max", needed=not is_chance)
        self.turn: int = CHANCE_TURN if is_chance else is_max
        """Who moves, as the number of a `Turn`."""
        self.children = line.whole("children", 0, MAX_CHILDREN)
        self.most = MAX_CHILDREN if self.children is None else self.children
        """How many children the visit may look at."""
        self.probe = found.get("probe") is not None
        self.node: LabelPosition | None = None
        """The node in the tree of labels, None if there is none, as in a probe."""
        self.is_first = False
        """Whether the node has no children from elsewhere, so that one dictionary is enough."""
        self.tried: dict[str, float | None] = {}
        """The last value of each child looked at, by label; None while open."""
        self.probed = False
        """Whether the last visit below this one is a probe."""
        self.stand: float | None = None
        """The value of standing pat, if reported."""

    def stands_at(self, node: LabelPosition) -> None:
        """Say which node of the tree of labels is visited."""
        self.node = node
        self.is_first = not node.children
        if self.is_first:
            self.tried = node.children

    def look_at(self, label: str, value: float | None) -> int:
        """Record a visit to a child, perhaps with its value, and return its index in the tree."""
        if self.is_first and label not in self.tried:
            self.tried[label] = value
            return len(self.tried) - 1
        self.look_aside(label, value)
        if self.node is None:
            return 0
        return self.node.visit(label, value)

    def look_aside(self, label: str, value: float | None) -> None:
        """Record a visit to something that is not a child in the tree of labels."""
        if self.is_first:
            # From now on the node's children and the labels tried differ.
            self.is_first = False
            self.tried = self.tried.copy()
        self.tried[label] = value

    def returned(self, label: str, value: float) -> None:
        """Record the value that a child has returned."""
        self.tried[label] = value
        if self.node is not None and label in self.node.children:
            self.node.children[label] = value

    def has_room(self) -> bool:
        """Return whether the visit may look at one more child."""
        return len(self.tried) < self.most

    def is_left_at_once(self, *, cut: bool) -> bool:
        """Return whether a visit that is left now is a leaf, having looked at nothing.

        A cut by standing pat makes no leaf, unless there are no children.
        """
        if self.tried or self.probed:
            return False
        is_cut_by_stand = cut and self.stand is not None and self.most > 0
        return not is_cut_by_stand

    def is_unlike(self, value: float, *, cut: bool) -> bool:
        """Return whether a value is neither the children's best nor that clipped to the window.

        Chance nodes and visits cut by a probe are not checked.
        """
        if self.turn == CHANCE_TURN or (cut and self.probed):
            return False
        values = [known for known in (self.stand, *self.tried.values()) if known is not None]
        best = max(values, default=value) if self.turn else min(values, default=value)
        alpha, beta = self.window
        return value not in (best, max(alpha, min(beta, best)))


def leave_leaf(log: event_log.EventLog, left: UnfinishedVisit, value: float) -> None:
    """Turn the entry of a visit in the log into that of a leaf."""
    stand = log.stands.pop(left.place, None)
    # A value at an end of the window may be that of standing pat, clipped.
    if stand is not None and value != stand and value in left.window:
        log.bounds[left.place] = "≥" if stand > value else "≤"
        log.unusual.add(left.place)
    flags = left.turn | event_log.ENTERED_FLAG
    log.change(left.place, verb=event_log.Verb.LEAF, value=value, flags=flags, kind=Kind.LIMIT)
    if not left.told:
        log.change(left.place, alpha=UNKNOWN_WINDOW_END, beta=UNKNOWN_WINDOW_END)
    if left.node is not None:
        left.node.take_turn_back(left.line)
        left.node.alone = value


def flags_of_return(
    line: FileEntry, left: UnfinishedVisit, value: float, *, cut: bool, is_mean: bool
) -> int:
    """Return the flags of a LEAVE; a mean or a reported bound need not agree with the children."""
    flags = 0
    if cut:
        flags |= event_log.CUT_FLAG
    if not is_mean and "bound" not in line.found and left.is_unlike(value, cut=cut):
        flags |= event_log.UNLIKE_FLAG
    if line.flag("proven"):
        flags |= event_log.PROVEN_FLAG
    if left.children is not None and not left.has_room():
        flags |= event_log.ALL_VISITED_FLAG
    return flags
