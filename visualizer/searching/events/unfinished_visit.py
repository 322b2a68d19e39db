"""Open visits in a file of events, and the checks and flags of their returns."""

from collections.abc import Mapping
from typing import Any

from games import Turn
from visualizer.searching.data_files import FileEntry
from visualizer.searching.events import event_log
from visualizer.searching.events.label_tree import LabelPosition
from visualizer.trace.recorder import MAX_CHILDREN
from visualizer.trace.rows import OPEN_WINDOW, UNKNOWN_WINDOW_END, Kind


def reports_window(found: Mapping[str, Any]) -> bool:
    """Return whether a line reports a window, even an open one."""
    return "alpha" in found or "beta" in found


class UnfinishedVisit:
    """An open visit: the contents of its line, and the last value of each child but probes."""

    __slots__ = (
        "children",
        "ends_with_probe",
        "is_first",
        "line",
        "max_children",
        "move",
        "node",
        "place",
        "probe",
        "reports_window",
        "stand_pat_value",
        "tried",
        "turn",
        "window",
    )

    def __init__(self, line: FileEntry, move: str | None, place: int) -> None:
        """Read the line that enters the visit; `place` is the index of its event in the log."""
        found = line.found
        self.line = line.number
        self.move = move
        self.place = place
        self.window = OPEN_WINDOW
        """Alpha and beta, from MAX's side."""
        self.reports_window = reports_window(found)
        """Whether the line reports a window."""
        self.turn = read_turn(line)
        """Who moves, as the number of a `Turn`."""
        self.children = line.whole("children", 0, MAX_CHILDREN)
        """How many children the line announces, None if it does not say."""
        self.max_children = MAX_CHILDREN if self.children is None else self.children
        self.probe = found.get("probe") is not None
        self.node: LabelPosition | None = None
        """The node in the tree of labels, None without one, as in a probe."""
        self.is_first = False
        """Whether all children of the node are those of this visit."""
        self.tried: dict[str, float | None] = {}
        """The last value of each child visited, by label; None while open."""
        self.ends_with_probe = False
        """Whether the last visit below this one is a probe."""
        self.stand_pat_value: float | None = None
        """The value of standing pat, if reported."""

    def attach(self, node: LabelPosition) -> None:
        """Connect the visit with its node in the tree of labels."""
        self.node = node
        if self.children is not None:
            node.announced = max(node.announced, self.children)
        # At a node's first visit, visit and node share a dictionary of children. Nearly all visits
        # are first visits, so this saves memory.
        self.is_first = not node.children
        if self.is_first:
            self.tried = node.children

    def visit_child(self, label: str, value: float | None) -> int:
        """Record a visit to a child, and return the child's index in the tree of labels.

        `value` is None while the child is open. Without a tree, the index is 0.
        """
        # The node shares `tried` as long as `is_first`, so a new label is in both.
        if self.is_first and label not in self.tried:
            self.tried[label] = value
            return len(self.tried) - 1
        self.visit_detour(label, value)
        if self.node is None:
            return 0
        return self.node.visit(label, value)

    def visit_detour(self, label: str, value: float | None) -> None:
        """Record a visit without adding a child to the tree of labels."""
        if self.is_first:
            # From now on, the visit needs a dictionary of its own.
            self.is_first = False
            self.tried = self.tried.copy()
        self.tried[label] = value

    def set_child_value(self, label: str, value: float) -> None:
        """Record the value that a child has returned."""
        self.tried[label] = value
        if self.node is not None and label in self.node.children:
            self.node.children[label] = value

    def has_room(self) -> bool:
        """Return whether the visit may have one more child."""
        return len(self.tried) < self.max_children

    def room_refusal(self) -> str:
        """Return the sentence that refuses another child, since `has_room` is false."""
        if self.children is None:
            limit = "the limit"
        else:
            limit = f"as announced in line {self.line:,}"
        return f"a visit with {self.max_children:,} children, {limit}, visits one more"

    def is_leaf(self, *, cut: bool) -> bool:
        """Return whether the visit, which is being left, is a leaf: it has visited no child.

        One case is an inner node all the same: standing pat has cut the visit (`cut`), and the
        position has children.
        """
        has_visited = bool(self.tried) or self.ends_with_probe
        if has_visited:
            return False
        stands_pat = self.stand_pat_value is not None
        is_cut_by_standing_pat = cut and stands_pat and self.max_children > 0
        return not is_cut_by_standing_pat

    def differs_from_children(self, value: float, *, cut: bool) -> bool:
        """Return whether a returned value contradicts the children's values.

        The value should be the best of theirs, or that best value clipped to the window. Chance
        nodes and visits cut by a probe (side search) are not checked.
        """
        is_cut_by_probe = cut and self.ends_with_probe
        if self.turn == Turn.CHANCE or is_cut_by_probe:
            return False
        # Open children, and standing pat if it is not reported, have no value.
        candidates = (self.stand_pat_value, *self.tried.values())
        values = [candidate for candidate in candidates if candidate is not None]
        best_of = max if self.turn == Turn.MAX else min
        best = best_of(values, default=value)
        alpha, beta = self.window
        clipped = max(alpha, min(beta, best))
        return value not in (best, clipped)


def read_turn(line: FileEntry) -> int:
    """Return who moves at the node that a line enters, as the number of a `Turn`.

    InputError if the line does not say so, or names both a player and chance.
    """
    is_chance = line.flag("chance")
    if is_chance and "max" in line.found:
        raise line.error("'max' and 'chance' are both given; where chance moves, neither side does")
    is_max = line.flag("max", needed=not is_chance)
    if is_chance:
        return Turn.CHANCE
    return int(is_max)


def leave_leaf(log: event_log.EventLog, left: UnfinishedVisit, value: float) -> None:
    """Change the logged entry of a visit into a leaf with this value.

    `left` is the visit. An engine enters a node before it knows that the node has no children.
    """
    stand = log.stand_pat_values.pop(left.place, None)
    # If the value is that of standing pat, clipped to an end of the window, it is only a bound.
    if stand is not None and value != stand and value in left.window:
        log.bounds[left.place] = "≥" if stand > value else "≤"
        log.unusual.add(left.place)
    log.change(
        left.place,
        verb=event_log.Verb.LEAF,
        value=value,
        flags=left.turn | event_log.ENTERED_FLAG,
        kind=Kind.LIMIT,
    )
    if not left.reports_window:
        log.change(left.place, alpha=UNKNOWN_WINDOW_END, beta=UNKNOWN_WINDOW_END)
    if left.node is not None:
        left.node.clear_turn(left.line)
        left.node.own_value = value


def flags_of_return(
    line: FileEntry, visit: UnfinishedVisit, value: float, *, cut: bool, is_mean: bool
) -> int:
    """Return the flags of the event LEAVE, by which a visit returns a value.

    `cut` says that the visit was cut, and `is_mean` that its value is a mean. The flags say what
    the line reports, and whether the value differs from the children's best one.
    """
    flags = 0
    if cut:
        flags |= event_log.CUT_FLAG
    # A mean, or a value that is reported as a bound, may differ from the children's best value.
    is_checked = not is_mean and "bound" not in line.found
    if is_checked and visit.differs_from_children(value, cut=cut):
        flags |= event_log.UNLIKE_FLAG
    if line.flag("proven"):
        flags |= event_log.PROVEN_FLAG
    if visit.children is not None and not visit.has_room():
        flags |= event_log.ALL_VISITED_FLAG
    return flags
