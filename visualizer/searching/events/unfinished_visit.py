"""A visit of a file of events that has not been left; and what is known once it is: of its entry and its return."""

from collections.abc import Mapping
from typing import Any

from visualizer.searching.data_files import FileEntry
from visualizer.searching.events import event_log
from visualizer.searching.events.label_tree import LabelPosition
from visualizer.trace.recorder import MAX_CHILDREN
from visualizer.trace.rows import CHANCE_TURN, OPEN_WINDOW, UNKNOWN_WINDOW_END, Kind


def tells_window(found: Mapping[str, Any]) -> bool:
    """Return whether the object of a line tells a window, be it that it is open."""
    return "alpha" in found or "beta" in found


class UnfinishedVisit:
    """An open visit of the file: what its line said, and the last value of each child looked at, probes left out."""

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
        """Take in what a line says; `place` is that of its event in the log."""
        found = line.found
        self.line = line.number
        self.move = move
        self.place = place
        self.window = OPEN_WINDOW
        """From MAX's side."""
        self.told = tells_window(found)
        is_chance = line.flag("chance")
        if is_chance and "max" in found:
            raise line.error(
                "'max' and 'chance' are both given; where chance moves, neither side does"
            )
        is_max = line.flag("max", needed=not is_chance)
        self.turn: int = CHANCE_TURN if is_chance else is_max
        """Who moves, by the number of a `Turn`."""
        self.children = line.whole("children", 0, MAX_CHILDREN)
        if self.children is None:
            self.most = MAX_CHILDREN
        else:
            self.most = self.children
        """How many children it can look at."""
        self.probe = found.get("probe") is not None
        self.node: LabelPosition | None = None
        """Its node in the tree of labels, None where there is none, as in a probe."""
        self.is_first = False
        """Whether the node has no other children than those looked at here, so that one dictionary is enough."""
        self.tried: dict[str, float | None] = {}
        self.probed = False
        """Whether the last visit below it is a probe."""
        self.stand: float | None = None
        """What not moving on is worth, if that is told."""

    def stands_at(self, node: LabelPosition) -> None:
        """Say which node of the tree of labels is visited."""
        self.node = node
        self.is_first = not node.children
        if self.is_first:
            self.tried = node.children

    def look_at(self, label: str, value: float | None) -> int:
        """Note a visit of a child, with its value if that is known; return its place in the tree of labels."""
        if self.is_first and label not in self.tried:
            self.tried[label] = value
            return len(self.tried) - 1
        self.look_aside(label, value)
        if self.node is None:
            return 0
        return self.node.visit(label, value)

    def look_aside(self, label: str, value: float | None) -> None:
        """Note a visit of what is looked at, but no child that the tree of labels has not."""
        if self.is_first:
            self.is_first, self.tried = False, self.tried.copy()
        self.tried[label] = value

    def returned(self, label: str, value: float) -> None:
        """Note what a child that was looked at has returned."""
        self.tried[label] = value
        if self.node is not None and label in self.node.children:
            self.node.children[label] = value

    def has_room(self) -> bool:
        """Return whether it can look at one more child."""
        return len(self.tried) < self.most

    def is_left_at_once(self, *, cut: bool) -> bool:
        """Return whether a visit that is left now is a leaf: nothing has been looked at, or has cut it.

        Standing pat cuts nothing where there are no children.
        """
        return not (self.tried or self.probed or (cut and self.stand is not None and self.most))

    def is_unlike(self, value: float, *, cut: bool) -> bool:
        """Return whether a value is neither the best of the children's, nor that clipped to the window.

        Of a chance node that is not asked, nor where a probe has cut it.
        """
        if self.turn == CHANCE_TURN or (cut and self.probed):
            return False
        values = [found for found in (self.stand, *self.tried.values()) if found is not None]
        best = (max if self.turn else min)(values, default=value)
        alpha, beta = self.window
        return value not in (best, max(alpha, min(beta, best)))


def leave_leaf(log: event_log.EventLog, left: UnfinishedVisit, value: float) -> None:
    """Note that a visit turns out to be that of a leaf: its entry is one in the log."""
    stand = log.stands.pop(left.place, None)
    if (
        stand is not None and value != stand and value in left.window
    ):  # what it stands at is clipped to the window
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
    """Return the flags of a LEAVE; a value that is a mean, or said to be a bound, need not be like the children's."""
    is_unlike = not is_mean and "bound" not in line.found and left.is_unlike(value, cut=cut)
    flags = (
        cut * event_log.CUT_FLAG
        | is_unlike * event_log.UNLIKE_FLAG
        | line.flag("proven") * event_log.PROVEN_FLAG
    )
    if left.children is not None and not left.has_room():
        return flags | event_log.ALL_VISITED_FLAG
    return flags
