"""Reading a file of events: what each line says, and whether it can stand there.

The first line says what was searched, each further one is an event: `enter`, `leaf`, `leave` or `pass`. Whether moves
are legal and whose turn it is, is checked when the events are played back.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from enum import Enum
from functools import lru_cache
from math import inf
from pathlib import Path
from typing import Any

from visualizer.errors import InputError
from visualizer.trace.rows import Kind, Passes

ENDING = ".jsonl"
MOST_CHILDREN = 65_535
EXACT = 2**53
LEAF_KINDS = {"limit": Kind.LIMIT, "terminal": Kind.TERMINAL, "playout": Kind.PLAYOUT, "table": Kind.TABLE}


class Verb(Enum):
    """What an event is."""

    ENTER = "enter"
    LEAF = "leaf"
    LEAVE = "leave"
    PASS = "pass"  # noqa: S105  no password


@dataclass(slots=True)
class Event:
    """A line of the file; what does not belong to its verb keeps its default. Values are from MAX's side."""

    line: int
    verb: Verb
    move: str | None = None
    """The move that leads to the node, None for the root."""
    name: str = ""
    """The name of a pass."""
    value: float = 0.0
    kind: Kind = Kind.LIMIT
    maximizing: bool = True
    children: int | None = None
    alpha: float = -inf
    beta: float = inf
    cut: bool = False
    best: str | None = None
    source: int = -1
    """The number of the visit that stored a table's answer."""
    tags: tuple[str, ...] = ()
    note: str = ""
    tried: dict[str, float | None] = field(default_factory=dict)
    """For `enter`: the children that this visit looks at, with the last value of each."""
    is_cut: bool = False
    """For `enter`: whether this visit is left by a cutoff."""


@dataclass(frozen=True, slots=True)
class Recording:
    """A file of events: who searched what, and what was reported. Without a game, moves are labels."""

    file: str
    search: str
    game: str | None
    settings: Mapping[str, str]
    position: str | None
    depth: int | None
    passes: Passes
    events: tuple[Event, ...]

    @property
    def has_window(self) -> bool:
        """Say whether any event tells of a window."""
        return any(event.alpha != -inf or event.beta != inf for event in self.events)


def recording_of(file: str) -> Recording:
    """Read a file of events; InputError says in which line it is wrong, or that it cannot be read."""
    try:
        stamp = Path(file).stat()
        return _read(file, stamp.st_mtime_ns, stamp.st_size)
    except OSError as error:
        raise InputError(f"the file {file!r:.200} cannot be read: {error.strerror}") from error


@lru_cache(maxsize=4)
def _read(file: str, changed: int, size: int) -> Recording:
    """Read a file of events as it was at that time."""
    with Path(file).open(encoding="utf-8", errors="replace") as lines:
        return parsed(file, lines)


def parsed(file: str, lines: Iterable[str]) -> Recording:
    """Return what the lines of a file say; InputError says what is wrong with the first that cannot stand there."""
    numbered = ((number, line) for number, line in enumerate(lines, 1) if line.strip())
    number, first = next(numbered, (1, ""))
    header = _Reader(file, number, first)
    search = header.text("search", needed=True)
    events, checked = [], _Nesting()
    for number, line in numbered:
        event = _event(_Reader(file, number, line))
        checked.take(file, event)
        events.append(event)
    if not any(event.verb in (Verb.ENTER, Verb.LEAF) for event in events):
        raise InputError(
            f"{file}: it tells of no visit; the root is one, {{'enter': null, ...}} or {{'leaf': null, ...}}"
        )
    settings = header.found.get("settings") or {}
    if not isinstance(settings, dict) or not all(isinstance(text, str | int) for text in settings.values()):
        header.refuse("settings", settings, "an object of texts")
    passes = header.choice("passes", "replace", {each.value: each for each in Passes})
    return Recording(
        file, search or "", header.text("game"), {key: str(text) for key, text in settings.items()},
        header.text("position"), header.whole("depth", 1, 1_000), passes, tuple(events),
    )  # fmt: skip


class _Reader:
    """One line, and what its values must be."""

    def __init__(self, file: str, line: int, text: str) -> None:
        self.file, self.line = file, line
        try:
            found = json.loads(text, parse_constant=self._no_number)
        except InputError:
            raise
        except (ValueError, RecursionError) as error:
            raise InputError(f"{file}, line {line}: {text.strip()!r:.60} is not a JSON object") from error
        if not isinstance(found, dict):
            raise InputError(f"{file}, line {line}: {text.strip()!r:.60} is not a JSON object")
        self.found: dict[str, Any] = found

    def _no_number(self, text: str) -> None:
        raise InputError(f"{self.file}, line {self.line}: {text} is not a finite number; null stands for no bound")

    def refuse(self, key: str, value: Any, allowed: str) -> None:
        """Raise the InputError that says what is wrong with a value, and in which line."""
        raise InputError(f"{self.file}, line {self.line}: {key!r} is {value!r:.60}; allowed is {allowed}")

    def _typed(self, key: str, check: Callable[[Any], bool], allowed: str, *, needed: bool = False) -> Any:
        value = self.found.get(key)
        if (value is None and needed) or (value is not None and not check(value)):
            if key not in self.found:
                raise InputError(f"{self.file}, line {self.line}: {key!r} is missing; it is {allowed}")
            self.refuse(key, value, allowed)
        return value

    def text(self, key: str, *, needed: bool = False) -> str | None:
        """Return a text, None if it is not there."""
        found: str | None = self._typed(key, lambda value: isinstance(value, str), "a text", needed=needed)
        return found

    def flag(self, key: str, *, needed: bool = False) -> bool:
        """Return true or false."""
        return bool(self._typed(key, lambda value: isinstance(value, bool), "true or false", needed=needed))

    def whole(self, key: str, low: int, high: int) -> int | None:
        """Return a whole number, None if it is not there."""
        fits = lambda value: type(value) is int and low <= value <= high  # noqa: E731  it is used once
        found: int | None = self._typed(key, fits, f"a whole number from {low:,} to {high:,}")
        return found

    def number(self, key: str, otherwise: float, *, needed: bool = False) -> float:
        """Return a finite number, or what null stands for."""
        fits = lambda value: type(value) in (int, float) and -EXACT <= value <= EXACT  # noqa: E731  it is used once
        found = self._typed(key, fits, "a number from -2^53 to 2^53", needed=needed)
        return otherwise if found is None else float(found)

    def choice(self, key: str, usual: str, allowed: Mapping[str, Any]) -> Any:
        """Return what a word stands for."""
        word = self.text(key) or usual
        if word not in allowed:
            self.refuse(key, word, " ".join(allowed))
        return allowed[word]

    def words(self, key: str) -> tuple[str, ...]:
        """Return a list of texts."""
        fits = lambda value: isinstance(value, list) and all(isinstance(each, str) for each in value)  # noqa: E731
        return tuple(self._typed(key, fits, "a list of texts") or ())


def _event(line: _Reader) -> Event:
    verbs = [verb for verb in Verb if verb.value in line.found]
    if len(verbs) != 1:
        named = " and ".join(verb.value for verb in verbs) or "none"
        raise InputError(
            f"{line.file}, line {line.line}: an event is one of enter, leaf, leave and pass; here is {named}"
        )
    verb = verbs[0]
    event = Event(line.line, verb, tags=line.words("tags"), note=line.text("note") or "")
    if verb is Verb.PASS:
        event.name = line.text("pass", needed=True) or ""
    elif verb is Verb.LEAVE:
        event.value, event.cut, event.best = line.number("leave", 0, needed=True), line.flag("cut"), line.text("best")
    else:
        event.move = line.text(verb.value)
        event.alpha, event.beta = line.number("alpha", -inf), line.number("beta", inf)
        if event.alpha > event.beta:
            line.refuse("alpha", event.alpha, f"at most beta, {event.beta:g}")
    if verb is Verb.ENTER:
        event.maximizing, event.children = line.flag("max", needed=True), line.whole("children", 1, MOST_CHILDREN)
    elif verb is Verb.LEAF:
        event.value, event.kind = line.number("value", 0, needed=True), line.choice("kind", "limit", LEAF_KINDS)
        source = line.whole("from", 0, EXACT)
        event.source = -1 if source is None else source
    return event


class _Nesting:
    """Which visits are open, and what each has looked at."""

    def __init__(self) -> None:
        self.open: list[Event] = []

    def take(self, file: str, event: Event) -> None:
        """Take in an event; InputError says why it cannot stand here."""
        if wrong := self._wrong(event):
            raise InputError(f"{file}, line {event.line}: {wrong}")
        above = self.open[-1] if self.open else None
        if event.verb is Verb.LEAVE:
            assert above is not None  # checked
            self.open.pop()
            above.is_cut = event.cut
            if self.open:
                self.open[-1].tried[above.move or ""] = event.value
        elif event.verb in (Verb.ENTER, Verb.LEAF):
            if above is not None:
                above.tried[event.move or ""] = event.value if event.verb is Verb.LEAF else None
            if event.verb is Verb.ENTER:
                self.open.append(event)

    def _wrong(self, event: Event) -> str:
        above = self.open[-1] if self.open else None
        if event.verb is Verb.PASS:
            return "a pass begins where no visit is open; the last one has not been left" if self.open else ""
        if event.verb is Verb.LEAVE:
            if above is None:
                return "leave is said more often than enter"
            if event.best is not None and event.best not in above.tried:
                return f"'best' is {event.best!r:.60}, which this visit has not looked at"
            childless = "leave is said before any child was visited; a visit without children is a leaf"
            return "" if above.tried else childless
        if above is None:
            is_root = event.move is None
            return "" if is_root else f"no visit is open, so this is a root, whose move is null, not {event.move!r:.60}"
        if event.move is None:
            return "null is the move of a root, and a visit is open; it needs its leave first"
        if above.children is not None and len({*above.tried, event.move}) > above.children:
            return f"a visit of {above.children:,} children, as announced in line {above.line}, looks at one more"
        return ""
