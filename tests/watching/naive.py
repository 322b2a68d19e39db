"""A second tracer, written without a look at the first: every event of Python, with all variables
as texts.

It keeps everything of every moment, and knows afterwards what was a return, a yield or an error:
after an error the next event is an exception in a caller that has come through the call, and after
a yield the same call goes on.
"""

from __future__ import annotations

import dis
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from types import CodeType, FrameType
from typing import Any, NamedTuple

from visualizer.trace.line_track import LineTrack, NodeValue, OpaqueValue
from visualizer.your_code.grading.node import GradedNode, graded_node_path

PART_OF_CALLER = ("<listcomp>", "<setcomp>", "<dictcomp>", "<genexpr>")


class Heard(NamedTuple):
    """A moment: what happens, on which line, in which call of which function, and all its
    variables as texts.
    """

    event: str
    line: int
    call: int
    parent: int
    function: str
    variables: dict[str, str]


def text_of(value: Any, depth: int = 2) -> str:
    """Return a value as a text, as the contract says: small things as they are, else the type."""
    if isinstance(value, GradedNode):
        return f"node {graded_node_path(value)}"
    if type(value).__module__ == "numpy" and hasattr(value, "tolist"):
        if value.size <= 10:
            value = value.tolist()
    if isinstance(value, bool | float | None) or (isinstance(value, int) and abs(value) < 10**20):
        return repr(value)
    if isinstance(value, str):
        return repr(value if len(value) <= 80 else value[:80] + "…")
    if isinstance(value, list | tuple | set | frozenset) and len(value) <= 10 and depth:
        return f"[{', '.join(text_of(each, depth - 1) for each in value)}]"
    if isinstance(value, dict) and len(value) <= 10 and depth:
        pairs = [
            f"{getattr(key, 'name', key)}: {text_of(each, depth - 1)}"
            for key, each in value.items()
        ]
        return f"{{{', '.join(pairs)}}}"
    return f"<{type(value).__name__}>"


def text_of_told(value: Any) -> str:
    """Return what the track knows of a value as a text of the same kind."""
    if isinstance(value, NodeValue):
        return f"node {value.path}"
    if isinstance(value, OpaqueValue):
        return f"<{value.kind}>"
    if isinstance(value, list):
        return f"[{', '.join(map(text_of_told, value))}]"
    if isinstance(value, dict):
        return f"{{{', '.join(f'{k}: {text_of_told(v)}' for k, v in value.items())}}}"
    return repr(value)


def codes_in(code: CodeType) -> Iterator[CodeType]:
    """Yield the code of a function and of the comprehensions in it."""
    yield code
    for constant in code.co_consts:
        if isinstance(constant, CodeType) and constant.co_name in PART_OF_CALLER:
            yield from codes_in(constant)


def variables_of(frame: FrameType) -> dict[str, str]:
    """Return the variables: locals, what `self` holds, and the plain globals that the code
    names.
    """
    found = {
        name: value for name, value in dict(frame.f_locals).items() if not name.startswith(".")
    }
    plain = (int, float, str, bool, list, tuple, dict, set, type(None))
    attributes = getattr(found.get("self"), "__dict__", {})
    found |= {f"self.{name}": value for name, value in attributes.items() if type(value) in plain}
    named = {
        each.argval
        for code in codes_in(frame.f_code)
        for each in dis.get_instructions(code)
        if each.opname.endswith("_GLOBAL")
    }
    for name in named:
        if (
            name in frame.f_globals
            and name not in (name.upper(), "inf")
            and type(frame.f_globals[name]) in plain
        ):
            found.setdefault(name, frame.f_globals[name])
    return {name: text_of(value) for name, value in found.items()}


class NaiveTracer:
    """Keeps everything that Python tells of the code of some files."""

    def __init__(self, *files: str) -> None:
        self.files = files
        self.raw: list[tuple[str, FrameType, Any, int, dict[str, str]]] = []
        self.fails = False

    @contextmanager
    def listening(self) -> Iterator[None]:
        """Listen while this block runs."""
        sys.settrace(self.hear)
        try:
            yield
        except BaseException:
            self.fails = True
            raise
        finally:
            sys.settrace(None)

    def is_own(self, frame: FrameType) -> bool:
        """Return whether a call is of these files, and no comprehension."""
        code = frame.f_code
        return code.co_filename in self.files and code.co_name not in (*PART_OF_CALLER, "<module>")

    def hear(
        self,
        frame: FrameType,
        event: str,
        argument: Any,
    ) -> Callable[..., Any] | None:
        """Keep an event."""
        if not self.is_own(frame):
            return None
        self.raw.append((event, frame, argument, frame.f_lineno, variables_of(frame)))
        return self.hear

    def heard(self) -> list[Heard]:
        """Return the moments."""
        numbers: dict[FrameType, int] = {}
        parents: dict[FrameType, int] = {}
        found = []
        for place, (event, frame, argument, line, variables) in enumerate(self.raw):
            kind = event
            if event == "exception":
                continue
            if event == "call" and frame in numbers:
                kind = "resume"
            elif event == "call":
                numbers[frame] = len(numbers)
                parents[frame] = self.parent(place, numbers)
            elif event == "return":
                kind = self.ending(place, frame, argument)
            found.append(
                Heard(kind, line, numbers[frame], parents[frame], frame.f_code.co_name, variables)
            )
        return found

    def parent(self, place: int, numbers: dict[FrameType, int]) -> int:
        """Return the call that a call is made in: the last one that is open before."""
        open_frames: list[FrameType] = []
        for event, frame, *_ in self.raw[:place]:
            if event == "call":
                open_frames.append(frame)
            elif event == "return":
                open_frames.remove(frame)
        if open_frames:
            return numbers[open_frames[-1]]
        return -1

    def ending(
        self,
        place: int,
        frame: FrameType,
        argument: Any,
    ) -> str:
        """Return whether a call returns, yields or is left by an error."""
        is_generator = bool(frame.f_code.co_flags & 0x20)
        if place + 1 < len(self.raw):
            following = self.raw[place + 1]
        else:
            following = None
        if argument is None and following is None and self.fails:
            return "raise"
        if (
            argument is None
            and following is not None
            and following[0] == "exception"
            and following[1] is not frame
        ):
            trace = following[2][2]
            while trace is not None and trace.tb_frame is not frame:
                trace = trace.tb_next
            if trace is not None:
                return "raise"
        if is_generator and (
            argument is not None or any(other is frame for _, other, *_ in self.raw[place + 1 :])
        ):
            return "yield"
        return "return"


def told_by(track: LineTrack) -> list[Heard]:
    """Return the moments of a track, all variables at each."""
    found = []
    for moment in range(len(track)):
        number = track.call_numbers[moment]
        call = track.calls[number]
        variables = {
            name: text_of_told(value) for name, value in track.variables(number, moment).items()
        }
        line = track.lines[moment]
        event = track.event(moment).value
        found.append(Heard(event, line, number, call.parent, call.function, variables))
    return found
