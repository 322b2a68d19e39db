"""One call of a graded function in this process: whatever it does, raises, prints or returns becomes an answer.

Where that is wanted, the call becomes events, too: what the function was called with and returned, at each node. Python
tells of every call. One with a node of the tree among its arguments, made at that node's parent, is a visit; arguments
named alpha and beta are its window. Where calls do not tell the visits, as in a search with a stack, they are made of
the leaves that were read.
"""

from __future__ import annotations

import inspect
import sys
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from contextlib import contextmanager, redirect_stderr, redirect_stdout, suppress
from dataclasses import dataclass, field, replace
from io import TextIOBase
from math import inf
from types import FrameType
from typing import IO, Any

from games import Turn, turn_of
from visualizer.algorithms import algorithm, algorithms
from visualizer.data_files import write_json
from visualizer.events.writing import end_told
from visualizer.grading.agents import AgentState, play
from visualizer.grading.answers import GivenAnswer, WrongType, number_of, returned, shown
from visualizer.grading.node import MOST_READS, GradedNode, Reads, TooManyReads, arguments_for, call, path_of
from visualizer.grading.playouts import MOST_PLAYOUTS, Playouts, sampled
from visualizer.grading.processes import MEMORY
from visualizer.grading.signatures import is_agent, meaning, signature_of
from visualizer.grading.trees import MAX, MIN, Asked, estimate
from visualizer.look.numbers import EXACT
from visualizer.plugins.watchdog import described, is_of_this_program, user_place
from visualizer.recipe import PositionSpec, Recipe, SearchSpec
from visualizer.run import Run
from visualizer.search_options import ALGORITHM, CUT
from visualizer.trace.checked_recorder import CheckedRecorder
from visualizer.trace.rows import LEAVES, MovePath, Trace

EventObject = dict[str, Any]
HandedWindow = tuple[float, float]
OPEN: HandedWindow = (-inf, inf)


@dataclass
class Visit:
    """A visit that has not been left."""

    path: MovePath
    frame: FrameType | None
    event: EventObject
    window: HandedWindow | None = None
    """Alpha and beta that its call was given, from MAX's side; None where it was given none."""
    values: dict[MovePath, float] = field(default_factory=dict)
    """What the children looked at have returned, from MAX's side."""


class Watcher:
    """Listens to the calls of a search of one tree; where those in `turned` move, values are from MIN's side."""

    def __init__(self, asked: Asked, turned: Collection[Turn] = ()) -> None:
        """Begin with no event."""
        self.asked, self.turned = asked, turned
        self.mismatches = 0
        """How many values are not what the children's say, and windows not what their parents were given."""
        self.events: list[EventObject] = []
        self.open: list[Visit] = []
        self.leaf_windows: dict[MovePath, HandedWindow | None] = {}

    def hear(self, frame: FrameType, event: str, argument: Any) -> None:
        """Take in a call, or a return from one."""
        if event == "call" and not is_of_this_program(frame.f_code):
            self.called(frame)
        elif event == "return" and self.open and self.open[-1].frame is frame:
            self.left(frame, argument)

    def called(self, frame: FrameType) -> None:
        """Begin a visit if a node is among the arguments, and it is the next one down."""
        code = frame.f_code
        names = code.co_varnames[: code.co_argcount + code.co_kwonlyargcount]
        arguments = {name: frame.f_locals.get(name) for name in names}
        node = next((each for each in arguments.values() if isinstance(each, GradedNode)), None)
        if node is None:
            return
        path, window = path_of(node), self.window(arguments, node)
        if self.open and path == self.open[-1].path:
            if self.open[-1].window is None:  # another function searches the same node, as at the book's root
                self.open[-1].window = window
                self.open[-1].event.update(told(window))
            return
        if path != () if not self.open else path[:-1] != self.open[-1].path or not path:
            return
        if self.open and window is not None:
            end = 1 if self.turn(self.open[-1].path) == MAX else 0  # of who does not move at the parent
            self.mismatches += window[end] != (self.open[-1].window or OPEN)[end]
        if self.asked.is_leaf(path):
            self.leaf_windows[path] = window
        else:
            self.enter(path, frame, window)

    def enter(self, path: MovePath, frame: FrameType | None, window: HandedWindow | None) -> None:
        """Begin a visit."""
        here = self.asked.tree.at(path)
        turn = {"chance": True} if here.chance else {"max": here.maximizing}
        event = {"enter": self.label(path), **turn, "children": len(here.moves()), **told(window)}
        self.events.append(event)
        self.open.append(Visit(path, frame, event, window))

    def read(self, path: MovePath) -> None:
        """Take in that a leaf is read."""
        value = self.asked.read(path)
        if self.open and path[:-1] == self.open[-1].path and path:
            self.open[-1].values[path] = value
        kind = "limit" if self.asked.tree.at(path).moves() else "terminal"
        window = told(self.leaf_windows.pop(path, None))
        self.events.append({"leaf": self.label(path), "value": value, "kind": kind, **window})

    def left(self, frame: FrameType, found: Any) -> None:
        """End the innermost visit, which returns."""
        parts = found if isinstance(found, tuple | list) else (found,)
        number = next((each for each in map(number_of, parts) if each is not None), None)
        turned = -1 if self.turn(self.open[-1].path) in self.turned else 1
        alpha, beta = ends_among(frame.f_locals)
        is_closed = alpha is not None and beta is not None and alpha >= beta
        self.leave(None if number is None else float(number) * turned, is_closed=is_closed)

    def leave(self, value: float | None, *, is_closed: bool = False) -> None:
        """End the innermost visit; without a value it has what its children have come to."""
        visit = self.open.pop()
        node, turn = self.asked.tree.at(visit.path), self.turn(visit.path)
        odds, values = node.probabilities(), visit.values
        if odds is None:
            found = (max if node.maximizing else min)(values.values(), default=0.0)
        else:
            found = sum(float(odds[path[-1]]) * each for path, each in values.items())
        self.mismatches += value is not None and value != found
        if value is None or abs(value) > EXACT:
            value = found
        low, high = visit.window or OPEN
        has_reached = (turn == MAX and value >= high) or (turn == MIN and value <= low)
        cut = len(values) < visit.event["children"] and (is_closed or has_reached)
        self.events.append({"leave": value, "cut": cut})
        if self.open:
            self.open[-1].values[visit.path] = value

    def turn(self, path: MovePath) -> Turn:
        """Return who moves at a node."""
        return turn_of(self.asked.tree.at(path))

    def window(self, arguments: dict[str, Any], node: GradedNode) -> HandedWindow | None:
        """Return the window among the arguments of a call, from MAX's side; None where there is none.

        It may be empty, if a search hands down such. There is none, either, where an end is larger than files tell.
        """
        alpha, beta = ends_among(arguments)
        if alpha is None or beta is None or any(EXACT < abs(end) < inf for end in (alpha, beta)):
            return None
        turned = self.turn(path_of(node)) in self.turned
        return (0.0 - beta, 0.0 - alpha) if turned else (float(alpha), float(beta))

    def label(self, path: MovePath) -> str | None:
        """Return the move to a node, None for the root."""
        return (self.asked.tree.at(path).own_name or str(path[-1] + 1)) if path else None

    def told(self, leaves: Sequence[MovePath], value: float | None) -> list[EventObject]:
        """Return the events of a search that has read these leaves, and returned this value from MAX's side."""
        return self.events if self.is_whole(leaves) else made_of_leaves(self.asked, leaves, value)

    def is_whole(self, leaves: Sequence[MovePath]) -> bool:
        """Return whether the calls tell all visits: each leaf stands below its parent, and all is left again."""
        path: list[str | None] = []
        heard: list[tuple[str | None, ...]] = []
        for event in self.events:
            if "enter" in event:
                path.append(event["enter"])
            elif "leaf" in event:
                heard.append((*path[1:], event["leaf"]))
            else:
                path.pop()
        wanted = [tuple(self.label(leaf[: ply + 1]) for ply in range(len(leaf))) for leaf in leaves]
        begins = bool(self.events) and ("enter" in self.events[0]) == bool(self.asked.tree.moves())
        pairs = zip(self.events, self.events[1:], strict=False)
        has_empty_visit = any("enter" in one and "leave" in other for one, other in pairs)
        return begins and not path and heard == wanted and not has_empty_visit


def ends_among(values: Mapping[str, Any]) -> tuple[float | None, float | None]:
    """Return alpha and beta among variables by their names, None for one that is none of them."""
    ends = {meaning(name): number_of(each) for name, each in values.items()}
    return ends.get("alpha"), ends.get("beta")


def told(window: HandedWindow | None) -> EventObject:
    """Return what an event tells of a window; nothing where none was given."""
    return {} if window is None else {"alpha": end_told(window[0], -inf), "beta": end_told(window[1], inf)}


def made_of_leaves(asked: Asked, leaves: Sequence[MovePath], value: float | None) -> list[EventObject]:
    """Return the events of a search of which only the leaves are known, and what it returned."""
    watcher = Watcher(asked)
    for leaf in leaves:
        while watcher.open and leaf[: len(watcher.open[-1].path)] != watcher.open[-1].path:
            watcher.leave(None)
        for ply in range(len(watcher.open[-1].path) + 1 if watcher.open else 0, len(leaf)):
            watcher.enter(leaf[:ply], None, None)
        watcher.read(leaf)
    while watcher.open:
        watcher.leave(value if len(watcher.open) == 1 else None)
    return watcher.events


@contextmanager
def listening(watchers: Sequence[Watcher]) -> Iterator[None]:
    """Let them listen while this block runs."""

    def hear(frame: FrameType, event: str, argument: Any) -> None:
        for watcher in watchers:
            watcher.hear(frame, event, argument)

    sys.setprofile(hear if watchers else None)
    try:
        yield
    finally:
        sys.setprofile(None)


MOST_PRINTED = 2_000
"""Characters of what is printed that are kept, for one tree."""
MOST_TOLD = 2_000
"""Leaves that are told, of trees that have some dozen."""
MOST_OF_EVENTS = 500_000
"""Characters of the events that are told; of more there are none, and nothing is drawn."""
DEEPEST = 1_000
"""Calls inside calls that a function may make, of trees with some ten plies."""


class KeptText(TextIOBase):
    """A stream that keeps the beginning of what is written, also in a file at once, which outlives this process."""

    def __init__(self, file: IO[bytes] | None = None) -> None:
        """Begin with nothing; the file is one without a buffer."""
        self.text, self.file = "", file

    def writable(self) -> bool:
        """Return that it takes texts."""
        return True

    def write(self, text: str) -> int:
        """Keep a text as far as there is room."""
        kept = text[: MOST_PRINTED - len(self.text)]
        self.text += kept
        if self.file is not None and kept:
            with suppress(OSError, ValueError):  # a function may have closed all files
                self.file.write(kept.encode(errors="replace"))
        return len(text)


@contextmanager
def recursion_limit(frames: int) -> Iterator[None]:
    """Let this block make no more calls inside calls than this."""
    before = sys.getrecursionlimit()
    depth, frame = 0, inspect.currentframe()
    while frame is not None:
        depth, frame = depth + 1, frame.f_back
    sys.setrecursionlimit(depth + frames)
    try:
        yield
    finally:
        sys.setrecursionlimit(before)


def tried(function: Callable[..., Any], asked: Asked, file: IO[bytes] | None = None) -> GivenAnswer:
    """Return what a function does with a tree, and keep in a file what it prints; KeyboardInterrupt goes through."""
    watchers = list[Watcher]()
    if asked.watch:  # values are from MAX's side; else, with `movers`, of who moves there, or at the root
        of_root = (*Turn,) if turn_of(asked.tree) == MIN else ()
        watchers = [Watcher(asked, (MIN,)), Watcher(asked, of_root)] if asked.movers else [Watcher(asked)]
    printed, playouts = KeptText(file), None if asked.exploration is None else Playouts(asked.tree)
    reads = playouts or Reads([watcher.read for watcher in watchers])
    value: float | None = None
    move: int | None = None
    failure = ""
    try:
        with recursion_limit(DEEPEST), redirect_stdout(printed), redirect_stderr(printed):
            if playouts is not None:
                value, move = sampled(function, asked, playouts)
            elif "problem" in signature_of(function).roles.values():  # as our searches do
                value = recorded(function, asked, reads)
            else:
                is_of_berkeley = is_agent(function)
                root = (AgentState if is_of_berkeley else GradedNode)(asked, reads)
                given = {} if is_of_berkeley else arguments_for(function, root, asked)
                with listening(watchers):
                    found = play(function, root, asked) if is_of_berkeley else call(function, given)
                value, move = returned(found, root)
    except KeyboardInterrupt:
        raise
    except WrongType as error:
        failure = str(error)
    except TooManyReads:
        failure = f"never stops reading values: more than {MOST_READS:,}"
        if playouts is not None:
            failure = f"makes more than {MOST_PLAYOUTS:,} playouts on one tree"
    except MemoryError as error:
        place = user_place(error)
        failure = f"needs more than {MEMORY >> 30} GB of memory{place and f', in {place}'}"
    except BaseException as error:  # noqa: BLE001  whatever it raises is told as its own
        failure = f"raised {described(error)}"
    leaves = tuple(reads.leaves[:MOST_TOLD])
    events: tuple[str, ...] = ()
    if watchers:
        turned = value is not None and asked.movers and turn_of(asked.tree) == MIN
        told = min(watchers, key=lambda each: each.mismatches).told(leaves, -value if turned and value else value)
        events = tuple(map(write_json, told))
        events = events if sum(map(len, events)) < MOST_OF_EVENTS else ()
    return GivenAnswer(leaves, value, move, failure, printed=printed.text, events=events)


def pause(visits: int) -> int:
    """Return at how many visits to be called again; TooManyReads where there are too many."""
    if visits >= MOST_READS:
        raise TooManyReads
    return MOST_READS


def recorded(function: Callable[..., Any], asked: Asked, reads: Reads) -> float:
    """Run a search of a problem and a recorder; note the leaves that it tells, and return its value."""
    own = next((each.name for each in algorithms().values() if function in each.fail.values()), ALGORITHM.default)
    cut = asked.cut if algorithm(own).applies("cut") else CUT.default
    search = SearchSpec(own, ordering="natural", depth=asked.depth or "all", cut=cut)
    run, trace = Run(Recipe(PositionSpec("tree", asked.tree.text()), search)), Trace(revisits=True)
    problem = run.problem
    if asked.estimates:
        problem = replace(
            problem, evaluate=lambda node, outcome: float(estimate(node) if node.children else node.value)
        )
    recorder = CheckedRecorder(trace, pause, None, lambda: None, run.position)
    value = None
    try:
        value = function(problem, recorder)
        recorder.check_result(value)
    finally:
        recorder.close()
        for path in leaves_of(trace):
            reads.note(path)
    if (number := number_of(value)) is None:
        raise WrongType(f"returned {shown(value)}; it should return the value of the root")
    return float(number)


def leaves_of(trace: Trace) -> tuple[MovePath, ...]:
    """Return the leaves that a search has told, in order; one that comes again before another counts once."""
    return tuple(trace.path(row) for row in rows_of_leaves(trace))


def rows_of_leaves(trace: Trace) -> list[int]:
    """Return the rows of the leaves that count."""
    rows = [number for number, row in enumerate(trace) if row.kind in LEAVES]
    return [
        row
        for before, row in zip([None, *rows], rows, strict=False)
        if before is None or trace.path(before) != trace.path(row)
    ]
