"""What engines say of their searches beside values and windows: probes, told bounds, depths; nothing, where none does.

All of it is sparse: by row, or by path, for the visits of which it is said.
"""

from array import array
from bisect import bisect_right
from collections.abc import Mapping
from itertools import islice
from typing import Any, NamedTuple

FIRST_ASIDE = 65_000
"""Move indices from here on are none of moves: of probes, of a turn that is passed, of positions from elsewhere."""
PLANS = ("depth", "reduced", "extended", "prior", "visits")
"""What may be said of a visit when it is entered: plies still to search, by how much that was reduced or extended, how
probable a policy has the move, how often it was visited."""
SIGNS = {"reduced": "↓{}", "extended": "↑{}", "depth": "↧{}", "prior": "P{}", "visits": "N{}"}
"""How that is written beside a move, what says most first."""

SAMPLE = 100


class Detour(NamedTuple):
    """A child that no move leads to: what it is called, and its position."""

    name: str
    position: Any
    passes: bool
    """Whether the turn was passed (a null move)."""
    word: str | None
    """The move that its search has said, None for none."""
    text: str | None
    """The notation of a position that no move leads to."""


class InProbes(NamedTuple):
    """How many visits, leaves, cutoffs and pruned children there are in probes."""

    nodes: int = 0
    leaves: int = 0
    cutoffs: int = 0
    pruned: int = 0


class Said:
    """What was said of visits, by their rows."""

    __slots__ = ("answer", "asides", "beyond", "bounds", "outer", "plans", "probes", "spans")

    def __init__(self) -> None:
        """Begin with nothing said."""
        self.bounds: dict[int, str] = {}
        """The sign of the bound, from MAX's side, that a visit says its value is."""
        self.plans: dict[int, Mapping[str, float]] = {}
        """By the names in `PLANS`."""
        self.asides: dict[tuple[int, ...], Detour] = {}
        """The children that no move leads to, by their paths."""
        self.probes: dict[int, str] = {}
        """The rows at which a probe begins, a side search, and what it is called."""
        self.outer = array("i")
        """Those of them, in order, that are in no other probe."""
        self.beyond = array("i")
        """The rows, in order, below a visit that stands pat: beyond the depth limit. None of them is in a probe."""
        self.spans = [InProbes()]
        """Of the finished ones of these, what is in the first, in the first two ..."""
        self.answer: tuple[float, int | None] | None = None
        """What the driver of the search answers at the end: a value from MAX's side, and a root's move index."""

    def __bool__(self) -> bool:
        """Return whether anything was said on entry of a visit, or is the answer."""
        return bool(self.plans or self.probes or self.answer)

    def add_probe(self, row: int, words: str, *, inside: bool) -> None:
        """Note that a probe begins at a row, perhaps inside another one."""
        self.probes[row] = words
        if not inside:
            self.outer.append(row)

    def outermost(self, row: int) -> int:
        """Return the last probe, of those in no other, that begins at a row or before, -1 if there is none."""
        place = self.place(row)
        return self.outer[place] if place >= 0 else -1

    def place(self, row: int) -> int:
        """Return the place of that probe among them, -1 if there is none."""
        return bisect_right(self.outer, row) - 1

    def words(self, row: int) -> tuple[str, ...]:
        """Return what was said on entry, as words: `probe (null move)`, `reduced 2`, `prior 0.42`."""
        plan = self.plans.get(row, {})
        probe = (f"probe ({self.probes[row]})",) if row in self.probes else ()
        return (*probe, *(f"{name} {plan[name]:g}" for name in PLANS if name in plan))

    def widest(self, most: int | None = None) -> int:
        """Return how many letters the signs of a visit take, `most` of them, as far as the first visits show."""
        sample = islice(self.plans, SAMPLE)
        return max((sum(len(sign) + 1 for sign in self.signs(row)[:most]) for row in sample), default=0)

    def signs(self, row: int) -> tuple[str, ...]:
        """Return what was said on entry of plies, priors and visits, as signs: `↓2`, `P0.42`."""
        plan = self.plans.get(row, {})
        return tuple(sign.format(f"{plan[name]:g}") for name, sign in SIGNS.items() if name in plan)
