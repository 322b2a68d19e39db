"""The open visits of a file of events that is being read, and the checks when they return."""

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
    """An open visit: what its line says, and the last value of each child that is not a probe."""

    __slots__ = (
        "announced_children",
        "child_values",
        "ends_with_probe",
        "event_index",
        "line",
        "max_children",
        "move",
        "node",
        "probe",
        "reports_window",
        "shares_child_values",
        "stand_pat_value",
        "turn",
        "window",
    )

    def __init__(self, line: FileEntry, move: str | None, event_index: int) -> None:
        """Read the line that enters the visit.

        `move` leads to the visit's node, and `event_index` is the index of the event in the log.
        """
        found = line.values
        self.line = line.number
        self.move = move
        self.event_index = event_index
        self.window = OPEN_WINDOW
        """Alpha and beta, from MAX's side."""
        self.reports_window = reports_window(found)
        """Whether the line reports a window."""
        self.turn = read_turn(line)
        """Who moves, as the number of a `Turn`."""
        self.announced_children = line.whole("children", 0, MAX_CHILDREN)
        """How many children the line announces, None if it announces none."""
        self.max_children = (
            MAX_CHILDREN if self.announced_children is None else self.announced_children
        )
        self.probe = found.get("probe") is not None
        self.node: LabelPosition | None = None
        """The node in the tree of labels; None for a detour, such as a probe, or without a tree."""
        self.shares_child_values = False
        """Whether the visit and its node share `child_values`: they have the same children."""
        self.child_values: dict[str, float | None] = {}
        """The last value of each visited child, by label; None while the child is open."""
        self.ends_with_probe = False
        """Whether the last visit directly below this visit was a probe."""
        self.stand_pat_value: float | None = None
        """The value of standing pat, if reported."""

    def attach(self, node: LabelPosition) -> None:
        """Connect the visit with its node in the tree of labels."""
        self.node = node
        if self.announced_children is not None:
            node.announced_children = max(node.announced_children, self.announced_children)
        # Nearly all visits are the first visit to their node, so sharing saves memory.
        self.shares_child_values = not node.child_values
        if self.shares_child_values:
            self.child_values = node.child_values

    def visit_child(self, label: str, value: float | None) -> int:
        """Record a visit to a child, and return the child's index in the tree of labels.

        `value` is None while the child is open. If there is no tree, the index is 0.
        """
        # If the dictionary is shared, this also adds the child to the node.
        if self.shares_child_values and label not in self.child_values:
            self.child_values[label] = value
            return len(self.child_values) - 1
        self.store_in_visit(label, value)
        if self.node is None:
            return 0
        return self.node.visit(label, value)

    def store_in_visit(self, label: str, value: float | None) -> None:
        """Store the value of a child in this visit, but not in its node."""
        if self.shares_child_values:
            # From now on, the visit and its node have different values.
            self.shares_child_values = False
            self.child_values = self.child_values.copy()
        self.child_values[label] = value

    def set_child_value(self, label: str, value: float) -> None:
        """Record the value that a child has returned."""
        self.child_values[label] = value
        if self.node is not None and label in self.node.child_values:
            self.node.child_values[label] = value

    def has_room(self) -> bool:
        """Return whether the visit may have one more child."""
        return len(self.child_values) < self.max_children

    def room_refusal(self) -> str:
        """Return the error message for one more child when `has_room` is false."""
        if self.announced_children is None:
            limit = "the limit"
        else:
            limit = f"as announced in line {self.line:,}"
        return f"a visit with {self.max_children:,} children, {limit}, visits one more"

    def is_leaf(self, *, cut: bool) -> bool:
        """Return whether the visit turns out to be a leaf when it returns.

        A visit that has visited no children is a leaf, unless there are children and standing pat
        has caused a cutoff. `cut` says whether the visit was cut.
        """
        has_visited = bool(self.child_values) or self.ends_with_probe
        if has_visited:
            return False
        stands_pat = self.stand_pat_value is not None
        is_cut_by_standing_pat = cut and stands_pat and self.max_children > 0
        return not is_cut_by_standing_pat

    def contradicts_children(self, value: float, *, cut: bool) -> bool:
        """Return whether a returned value is not the best value of a child or of standing pat.

        The best value may be clipped to the window. `cut` says whether the visit was cut. False if
        this cannot be checked, as at a chance node.
        """
        # Chance nodes have no best child, and a probe (side search) may cut with its own value.
        is_cut_by_probe = cut and self.ends_with_probe
        if self.turn == Turn.CHANCE or is_cut_by_probe:
            return False
        # Open children have no value, nor has standing pat if it is not reported.
        candidates = (self.stand_pat_value, *self.child_values.values())
        values = [candidate for candidate in candidates if candidate is not None]
        best_of = max if self.turn == Turn.MAX else min
        best = best_of(values, default=value)
        alpha, beta = self.window
        clipped = max(alpha, min(beta, best))
        return value not in (best, clipped)


def read_turn(line: FileEntry) -> int:
    """Return who moves at the node that a line enters, as the number of a `Turn`.

    InputError if the line names no mover, or both a player and chance.
    """
    is_chance = line.flag("chance")
    if is_chance and "max" in line.values:
        raise line.error("'max' and 'chance' are both given; where chance moves, neither side does")
    is_max = line.flag("max", needed=not is_chance)
    if is_chance:
        return Turn.CHANCE
    return int(is_max)


def change_into_leaf(log: event_log.EventLog, visit: UnfinishedVisit, value: float) -> None:
    """Make a logged visit a leaf, since it has returned a value without visiting children.

    An engine may enter a node before it knows that the node has no children.
    """
    stand_pat_value = log.stand_pat_values.pop(visit.event_index, None)
    is_clipped = stand_pat_value != value and value in visit.window
    # A value that is clipped to the window is only a bound.
    if stand_pat_value is not None and is_clipped:
        log.bounds[visit.event_index] = "≥" if stand_pat_value > value else "≤"
        log.unusual.add(visit.event_index)
    log.change(
        visit.event_index,
        verb=event_log.Verb.LEAF,
        value=value,
        flags=visit.turn | event_log.ENTERED_FLAG,
        kind=Kind.LIMIT,
    )
    if not visit.reports_window:
        log.change(visit.event_index, alpha=UNKNOWN_WINDOW_END, beta=UNKNOWN_WINDOW_END)
    if visit.node is not None:
        visit.node.clear_turn(visit.line)
        visit.node.own_value = value


def flags_of_return(
    line: FileEntry, visit: UnfinishedVisit, value: float, *, cut: bool, is_mean: bool
) -> int:
    """Return the flags of a LEAVE event, such as `CUT_FLAG`.

    `line` is the line of the event, and `value` what the visit returns. `cut` says whether the
    visit was cut, and `is_mean` whether its value is a mean.
    """
    flags = 0
    if cut:
        flags |= event_log.CUT_FLAG
    # A mean or a bound may differ from the children's best value.
    is_exact = not is_mean and "bound" not in line.values
    if is_exact and visit.contradicts_children(value, cut=cut):
        flags |= event_log.CONTRADICTION_FLAG
    if line.flag("proven"):
        flags |= event_log.PROVEN_FLAG
    if visit.announced_children is not None and not visit.has_room():
        flags |= event_log.ALL_VISITED_FLAG
    return flags
