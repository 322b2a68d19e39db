"""A visit of a file of events that has not been left: what its line said, and what was seen of its children."""

from visualizer.events.json_line import JsonLine
from visualizer.trace.recorder import MAX_CHILDREN

WINDOW_KEYS = frozenset(("alpha", "beta"))


def tells_window(line: JsonLine) -> bool:
    """Return whether a line tells a window, be it that it is open."""
    return not WINDOW_KEYS.isdisjoint(line.found)


class UnfinishedVisit:
    """What its line said, and the children looked at, with the last value of each; probes are none of them."""

    __slots__ = (
        "alpha", "beta", "chance", "children", "line", "maximizing", "move", "place", "probe", "probed", "stand",
        "told", "tried",
    )  # fmt: skip

    def __init__(self, line: JsonLine, move: str | None, place: int) -> None:
        """Take in what a line says; `place` is that of its event in the log."""
        self.line, self.move, self.place = line.number, move, place
        self.alpha, self.beta = 0.0, 0.0
        """Its window, from MAX's side."""
        self.told = tells_window(line)
        self.chance = line.flag("chance")
        if self.chance and "max" in line.found:
            raise line.error("'max' and 'chance' are both said; where chance moves, neither side does")
        self.maximizing = line.flag("max", needed=not self.chance)
        self.children = line.whole("children", 1, MAX_CHILDREN)
        self.probe = line.found.get("probe") is not None
        self.tried: dict[str, float | None] = {}
        self.probed = False
        """Whether the last visit below it is a probe."""
        self.stand: float | None = None
        """What not moving on is worth, if that is told."""

    def has_room(self) -> bool:
        """Return whether it can look at one more child."""
        return len(self.tried) < (self.children or MAX_CHILDREN)

    def is_left_at_once(self, *, cut: bool) -> bool:
        """Return whether a visit that is left now is a leaf: nothing has been looked at, or has cut it."""
        return not (self.tried or self.probed or (cut and self.stand is not None))

    def is_unlike(self, value: float, *, cut: bool) -> bool:
        """Return whether a value is neither the best of the children's, nor that clipped to the window.

        Of a chance node that is not asked, nor where a probe has cut it.
        """
        if self.chance or (cut and self.probed):
            return False
        values = [found for found in (self.stand, *self.tried.values()) if found is not None]
        best = (max if self.maximizing else min)(values, default=value)
        return value not in (best, max(self.alpha, min(self.beta, best)))
