"""Reading a file of events: what each line says, and whether it can stand there.

The first line says what was searched, each further one is an event: `enter`, `leaf`, `leave` or `pass`. The legality of
moves is checked when the events are played back.
"""

from __future__ import annotations

import stat
import warnings
from collections.abc import Iterable
from functools import lru_cache
from math import inf
from pathlib import Path

from visualizer.errors import InputError
from visualizer.events import recording as packed
from visualizer.events.json_line import EXACT, JsonLine
from visualizer.events.recording import LEAF_KINDS, NONE, PACKED, Recording, Verb
from visualizer.plugins.discovery import game_named
from visualizer.plugins.trust import check_trusted
from visualizer.trace.recorder import MAX_CHILDREN, MAX_DEPTH
from visualizer.trace.rows import Kind, Passes

HEADER_KEYS = frozenset(
    ("search", "game", "settings", "position", "depth", "passes", "cut", "fail", "order", "exploration")
)
REMARK_KEYS = frozenset(("tags", "note"))
WINDOW_KEYS = frozenset(("alpha", "beta"))
KEYS = {
    "enter": REMARK_KEYS | WINDOW_KEYS | {"enter", "max", "children"},
    "leaf": REMARK_KEYS | WINDOW_KEYS | {"leaf", "value", "kind", "from"},
    "leave": REMARK_KEYS | {"leave", "cut", "best"},
    "pass": REMARK_KEYS | {"pass"},
}
"""What each kind of event may say."""
RULES = {rule: rule for rule in (">=", ">")}
WAYS_TO_FAIL = {way: way for way in ("soft", "hard")}


def recording_of(file: str) -> Recording:
    """Read a file of events; InputError says in which line it is wrong, or why it cannot be read.

    A user-supplied game that it names must be trusted.
    """
    try:
        found = Path(file).stat()
        if not stat.S_ISREG(found.st_mode):
            raise InputError(f"{file!r:.200} is no regular file; a file of events is read from its first line again")
        recording = _read(file, found.st_mtime_ns, found.st_size)
    except OSError as error:
        raise InputError(f"the file {file!r:.200} cannot be read: {error.strerror}") from error
    if recording.game is not None:
        check_trusted(recording.game, file)
        try:
            game_named(recording.game)
        except InputError as error:
            raise InputError(f"{file}, line {recording.first_line}: {error}") from error
    return recording


@lru_cache(maxsize=4)
def _read(file: str, changed: int, size: int) -> Recording:
    """Read a file of events as it was at that time."""
    with Path(file).open(encoding="utf-8-sig", errors="replace") as lines:
        return parsed(file, lines)


def parsed(file: str, lines: Iterable[str]) -> Recording:
    """Return what the lines of a file say; InputError says what is wrong with the first that cannot stand there."""
    numbered = enumerate(lines, 1)
    number, first = next(((number, line) for number, line in numbered if line.strip()), (1, ""))
    header = JsonLine(file, number, first)
    search = header.text("search", needed=True) or ""
    passes = header.choice("passes", "replace", {each.value: each for each in Passes})
    reader = _Reader(file, adds=passes is Passes.ADD)
    reader.note_unknown(header, HEADER_KEYS, "the header")
    depth, game = header.whole("depth", 1, MAX_DEPTH), header.text("game")
    settings, position = header.settings("settings"), header.text("position")
    if game is None and (settings or position is not None):
        warnings.warn(f"{file}, line {number}: without a game, its position and settings say nothing", stacklevel=2)
        settings, position = {}, None
    said = {
        "cut": header.choice("cut", "", {"": None, **RULES}),
        "fail": header.choice("fail", "", {"": None, **WAYS_TO_FAIL}),
        "order": header.text("order"),
    }
    exploration = None if header.found.get("exploration") is None else header.finite("exploration")
    for number, line in numbered:
        if not line.isspace():
            reader.take(JsonLine(file, number, line))
    reader.end()
    return Recording(
        file=file, search=search, game=game, settings=settings, position=position, depth=depth, passes=passes,
        exploration=exploration, words=tuple(reader.words), packed=reader.packed, remarks=reader.remarks,
        first_line=header.number, last_line=number, roots=reader.roots, comes_back=reader.comes_back,
        has_window=reader.has_window, ends_early=reader.ends_early, **said,
    )  # fmt: skip


class _Visit:
    """A visit that is open: where its event stands, and the children it has looked at, with the last value of each."""

    __slots__ = ("alpha", "beta", "children", "line", "maximizing", "move", "place", "tried")

    def __init__(self, line: JsonLine, move: str | None, place: int, alpha: float, beta: float) -> None:
        self.line, self.move, self.place, self.alpha, self.beta = line.number, move, place, alpha, beta
        self.maximizing = line.flag("max", needed=True)
        self.children = line.whole("children", 1, MAX_CHILDREN)
        self.tried: dict[str, float | None] = {}


class _Reader:
    """Takes the events line by line, checks how they are nested, and packs them."""

    def __init__(self, file: str, *, adds: bool) -> None:
        self.file, self.adds = file, adds
        self.packed = bytearray()
        self.words: dict[str, int] = {}
        self.remarks: dict[int, tuple[tuple[str, ...], str]] = {}
        self.open: list[_Visit] = []
        self.roots = 0
        self.comes_back = self.has_window = False
        self.passes_begun = 0
        """In which line a pass was begun that has no visit yet, 0 for none."""
        self.pass_remark: tuple[tuple[str, ...], str] = ((), "")
        """What the line of that pass remarks: it is shown at its root."""
        self.unknown: set[str] = set()
        self.verbs = {"leaf": self.leaf, "enter": self.enter, "leave": self.leave, "pass": self.begin_pass}

    def take(self, line: JsonLine) -> None:
        """Take in an event; InputError says why it cannot stand here."""
        verb: str = next(iter(line.found), "")
        if verb not in KEYS or not line.found.keys() <= KEYS[verb]:
            verb = self.verb_of(line)
        self.verbs[verb](line)

    def verb_of(self, line: JsonLine) -> str:
        """Return which event a line tells of; InputError if that is none or several."""
        verbs = [verb for verb in KEYS if verb in line.found]
        if len(verbs) != 1:
            named = " and ".join(verbs) or "none"
            raise line.error(f"an event is one of enter, leaf, leave and pass; here is {named}")
        self.note_unknown(line, KEYS[verbs[0]], verbs[0])
        return verbs[0]

    def note_unknown(self, line: JsonLine, known: frozenset[str], what: str) -> None:
        """Say, once each, which keys nobody knows."""
        for key in line.found:
            if key not in known and key not in self.unknown:
                self.unknown.add(key)
                named = " ".join(sorted(known))
                warnings.warn(
                    f"{line.file}, line {line.number}: the key {key!r:.60} is unknown in {what} and says nothing; "
                    f"known are: {named}",
                    stacklevel=2,
                )

    # The events.

    def begin_pass(self, line: JsonLine) -> None:
        """Begin a pass."""
        name = line.text("pass", needed=True) or ""
        if self.open:
            raise line.error("a pass begins where no visit is open; the last one has not been left")
        if self.passes_begun:
            raise line.error(f"a pass begins, and that of line {self.passes_begun:,} has no visit yet")
        self.passes_begun = line.number
        self.pass_remark = line.texts("tags"), line.text("note") or ""
        self.add(Verb.PASS, 0, 0, 0, line.number, self.number(name), NONE, 0.0, -inf, inf)

    def enter(self, line: JsonLine) -> None:
        """Enter an inner node; how many children are looked at is filled in when it is left."""
        move = line.text("enter")
        self.visit(line, move, None)
        alpha, beta = self.window(line)
        visit = _Visit(line, move, len(self.packed), alpha, beta)
        self.open.append(visit)
        self.remark(line)
        flags = visit.maximizing * packed.MAXIMIZING
        if visit.children is not None:
            flags |= packed.COUNTED
        self.add(Verb.ENTER, flags, 0, visit.children or 1, line.number, self.number(move), NONE, 0.0, alpha, beta)

    def leaf(self, line: JsonLine) -> None:
        """Visit a leaf."""
        move, value = line.text("leaf"), line.finite("value")
        kind = line.choice("kind", "limit", LEAF_KINDS)
        source = line.whole("from", 0, EXACT)
        if source is not None and kind is not Kind.TABLE:
            raise line.error("'from' is said of a table's answer, whose kind is table")
        self.visit(line, move, value)
        alpha, beta = self.window(line)
        self.remark(line)
        source = NONE if source is None else source
        self.add(Verb.LEAF, 0, kind, 0, line.number, self.number(move), source, value, alpha, beta)

    def leave(self, line: JsonLine) -> None:
        """Leave the innermost visit; one that has looked at nothing turns out to be a leaf."""
        value, cut, best = line.finite("leave"), line.flag("cut"), line.text("best")
        if not self.open:
            raise line.error("leave is said more often than enter")
        left = self.open.pop()
        if best is not None and best not in left.tried:
            raise line.error(f"'best' is {best!r:.60}, which this visit has not looked at")
        if self.open:
            self.open[-1].tried[left.move or ""] = value
        if not left.tried:
            self.turn_into_leaf(left, value, line)
            return
        self.close(left)
        flags = cut * packed.CUT | self.is_unlike(left, value) * packed.UNLIKE
        if left.children is not None and len(left.tried) >= left.children:
            flags |= packed.ALL_VISITED
        self.remark(line)
        self.add(Verb.LEAVE, flags, 0, 0, line.number, self.number(best), NONE, value, -inf, inf)

    # What they have in common.

    def visit(self, line: JsonLine, move: str | None, value: float | None) -> None:
        """Note a visit; InputError says why it cannot be made here."""
        if not self.open:
            if move is not None:
                raise line.error(f"no visit is open, so this is a root, whose move is null, not {move!r:.60}")
            self.roots += 1
            self.comes_back |= self.roots > 1
            self.passes_begun = 0
            return
        if move is None:
            raise line.error("null is the move of a root, and a visit is open; it needs its leave first")
        if len(self.open) > MAX_DEPTH:
            raise line.error(f"here begins ply {len(self.open):,}; at most {MAX_DEPTH:,} plies are read")
        above = self.open[-1]
        if move in above.tried:
            self.comes_back = True
        elif len(above.tried) == (above.children or MAX_CHILDREN):
            most = f"{above.children:,} children, as announced in line {above.line:,}" if above.children else (
                f"{MAX_CHILDREN:,} children, as many as are read"
            )  # fmt: skip
            raise line.error(f"a visit of {most}, looks at one more")
        above.tried[move] = value

    def window(self, line: JsonLine) -> tuple[float, float]:
        """Return alpha and beta; InputError if they leave nothing between them."""
        if "alpha" not in line.found and "beta" not in line.found:
            return -inf, inf
        alpha, beta = line.finite("alpha", -inf), line.finite("beta", inf)
        if alpha > beta:
            raise line.refused("alpha", f"at most beta, {beta:g}")
        self.has_window = True
        return alpha, beta

    def is_unlike(self, left: _Visit, value: float) -> bool:
        """Say whether a value is neither the best of the children's, nor that clipped to the window."""
        values = [found for found in left.tried.values() if found is not None]
        if self.adds or not values:
            return False
        best = max(values) if left.maximizing else min(values)
        return value not in (best, max(left.alpha, min(left.beta, best)))

    def turn_into_leaf(self, left: _Visit, value: float, line: JsonLine) -> None:
        """Make the event that entered a node without children that of a leaf; what its return remarks is added."""
        event = packed.Event._make(PACKED.unpack_from(self.packed, left.place))
        leaf = event._replace(verb=Verb.LEAF, flags=0, kind=Kind.LIMIT, children=0, value=value)
        PACKED.pack_into(self.packed, left.place, *leaf)
        place = left.place // PACKED.size
        self.remark(line, place, self.remarks.get(place, ((), "")))

    def close(self, visit: _Visit) -> None:
        """Fill in how many children a visit has looked at, where it has not announced them."""
        if visit.children is None:
            packed.CHILDREN.pack_into(self.packed, visit.place + packed.CHILDREN_OFFSET, max(1, len(visit.tried)))

    def end(self) -> None:
        """Take in that no further line comes; InputError if there is no event at all."""
        if not self.packed:
            raise InputError(
                f"{self.file}: it tells of no visit; the root is one, {{'enter': null, ...}} or {{'leaf': null, ...}}"
            )
        for visit in self.open:
            self.close(visit)

    @property
    def ends_early(self) -> bool:
        """Say whether a visit is open, or a pass without a visit."""
        return bool(self.open or self.passes_begun)

    def number(self, word: str | None) -> int:
        """Return the number of a word, -1 for none."""
        return NONE if word is None else self.words.setdefault(word, len(self.words))

    def remark(self, line: JsonLine, place: int | None = None, before: tuple[tuple[str, ...], str] = ((), "")) -> None:
        """Keep the tags and the note of an event, by default of the next, behind those said before."""
        if self.pass_remark[0] or self.pass_remark[1]:
            before, self.pass_remark = self.pass_remark, ((), "")
        if "tags" in line.found or "note" in line.found or before[0] or before[1]:
            said = (*before[0], *line.texts("tags")), " ".join(filter(None, (before[1], line.text("note"))))
            self.remarks[len(self.packed) // PACKED.size if place is None else place] = said

    def add(self, *fields: float) -> None:
        """Append a packed event."""
        self.packed += PACKED.pack(*fields)
