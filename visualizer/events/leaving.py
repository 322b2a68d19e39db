"""What is known of a visit of a file of events once it is left: of its entry in the log, and of its return."""

from visualizer.data_files import FileEntry
from visualizer.events.event_log import ALL_VISITED, COUNTED, CUT, ENTERED, PROVEN, UNLIKE, EventLog, Verb
from visualizer.events.unfinished_visit import UnfinishedVisit
from visualizer.trace.rows import UNTOLD, Kind


def leave_leaf(log: EventLog, left: UnfinishedVisit, value: float) -> None:
    """Note that a visit turns out to be that of a leaf: its entry is one in the log."""
    stand = log.stands.pop(left.place, None)
    if stand is not None and value != stand and value in left.window:  # what it stands at is clipped to the window
        log.bounds[left.place] = "≥" if stand > value else "≤"
        log.unusual.add(left.place)
    flags = left.flags() & ~COUNTED | ENTERED
    log.change(left.place, verb=Verb.LEAF, value=value, flags=flags, kind=Kind.LIMIT, children=0)
    if not left.told:
        log.change(left.place, alpha=UNTOLD, beta=UNTOLD)
    if left.node is not None:
        left.node.take_turn_back(left.line)
        left.node.alone = value


def fill_in(log: EventLog, left: UnfinishedVisit) -> None:
    """Fill in how many children a visit has looked at, where it has not announced them."""
    if not left.children:
        log.change(left.place, children=max(1, len(left.tried)))


def flags_of_return(line: FileEntry, left: UnfinishedVisit, value: float, *, cut: bool, is_mean: bool) -> int:
    """Return the flags of a LEAVE; a value that is a mean, or said to be a bound, need not be like the children's."""
    is_unlike = not is_mean and "bound" not in line.found and left.is_unlike(value, cut=cut)
    flags = cut * CUT | is_unlike * UNLIKE | line.flag("proven") * PROVEN
    return flags | ALL_VISITED if left.children is not None and not left.has_room() else flags
