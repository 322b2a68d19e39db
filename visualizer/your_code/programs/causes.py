"""The line at which a visit goes wrong, found in its lines and variables."""

from dataclasses import dataclass
from math import inf
from typing import Any

from games import Turn
from visualizer.look.numbers import format_number
from visualizer.trace.line_track import LineEvent, LineTrack
from visualizer.trace.rows import Window
from visualizer.your_code.grading.answers import answer_as_number
from visualizer.your_code.programs.program import ProgramSearch
from visualizer.your_code.programs.recording import NOTHING
from visualizer.your_code.watching.tracer import WINDOW_ENDS


@dataclass(frozen=True)
class Cause:
    """Where a visit goes wrong."""

    moment: int
    """The moment of the line."""
    why: str
    """A clause about the line."""


class KnownWindow:
    """What a visit may know of its window: what it was handed, and its children's values so far."""

    def __init__(self, window: Window, turn: Turn) -> None:
        """Take the window that was handed to the visit, and who moves there."""
        self.alpha, self.beta = window
        self.turn = turn

    def add(self, value: float) -> None:
        """Take the value of a child, from the side of the numbers of the visit."""
        if self.turn == Turn.MAX:
            self.alpha = max(self.alpha, value)
        else:
            self.beta = min(self.beta, value)

    def fault(self, end: str, value: float) -> str:
        """Return the clause that a window's end is wrong, "" if it is not.

        An α that is too low or a β that is too high only makes a search slower.
        """
        if end == "alpha" and value > self.alpha == -inf:
            return f"α becomes {format_number(value)}, but no child is worth as much so far"
        if end == "beta" and value < self.beta == inf:
            return f"β becomes {format_number(value)}, but no child is worth as little so far"
        if end == "alpha" and value > self.alpha:
            return (
                f"α becomes {format_number(value)}, but nothing here is worth more than "
                f"{format_number(self.alpha)}"
            )
        if end == "beta" and value < self.beta:
            return (
                f"β becomes {format_number(value)}, but nothing here is worth less than "
                f"{format_number(self.beta)}"
            )
        return ""


class CauseFinder:
    """Finds the line at which a visit goes wrong."""

    def __init__(self, shown: ProgramSearch, number: int) -> None:
        """Take the search and the recorded call, whose lines must have been followed."""
        self.shown = shown
        self.number = number
        self.calls = shown.recorded.calls
        self.call = self.calls.calls[number]
        self.track: LineTrack = shown.track
        self.traced = shown.traced_call(number)

    def find(self, window: Window, cut_lines: list[int]) -> Cause | None:
        """Return where the window becomes wrong, or is handed on wrongly, or a cut comes too soon.

        None if none of this is seen in the lines.
        """
        if self.traced is None:
            return None
        if window[0] >= window[1]:
            return self._empty_window_cause()
        turn = Turn.MAX if self.shown.meaning.is_negamax else self.shown.meaning.turn(self.number)
        if turn is None:
            return self._cut_cause(cut_lines)
        known = KnownWindow(window, turn)
        children = self._children_by_moment()
        last_line: int | None = None
        for moment in self.track.calls[self.traced].moments:
            # What children returned since the line before is known from now on.
            for begin in sorted(begin for begin in children if begin < moment):
                child = children.pop(begin)
                fault = self._handed_fault(child, known)
                if fault and last_line is not None:
                    return Cause(last_line, fault)
                self._add_value(known, child)
            fault = self._variable_fault(moment, known)
            if fault and last_line is not None:
                return Cause(last_line, fault)
            if self.track.event(moment) is LineEvent.LINE:
                last_line = moment
        return self._cut_cause(cut_lines)

    def _empty_window_cause(self) -> Cause | None:
        """Return the line that hands the visit a window without a value, None if not followed."""
        number = self.number
        # If the window above is empty as well, the mistake is further up.
        while self._has_empty_window(self.calls.calls[number].parent):
            number = self.calls.calls[number].parent
        child = self.shown.traced_call(number)
        parent = self.shown.traced_call(self.calls.calls[number].parent)
        if parent is None or child is None:
            return None
        begin = self.track.calls[child].moments[0]
        moment = self.track.before(begin, parent)
        label = self.shown.events.label_by_call.get(number, "the child")
        return None if moment is None else Cause(moment, f"{label} is handed an empty window")

    def _has_empty_window(self, number: int) -> bool:
        """Return whether a call was handed a window without a value in it."""
        window = None if number == NOTHING else self.shown.window_of(number)
        return window is not None and window[0] >= window[1]

    def _children_by_moment(self) -> dict[int, int]:
        """Return the children of the call, by the moment at which each begins."""
        children = {}
        for child in self.call.children:
            traced = self.shown.traced_call(child)
            if traced is not None:
                children[self.track.calls[traced].moments[0]] = child
        return children

    def _add_value(self, known: KnownWindow, child: int) -> None:
        """Let the known window take the value that a child has returned."""
        value = self.shown.value_of(child)
        if value is not None:
            known.add(-value if self.shown.meaning.is_negamax else value)

    def _handed_fault(self, child: int, known: KnownWindow) -> str:
        """Return the clause that a child is handed a wrong window, "" if it is not."""
        window = self.shown.window_of(child)
        if window is None:
            return ""
        alpha, beta = window
        if self.shown.meaning.is_negamax:
            alpha, beta = -beta, -alpha
        label = self.shown.events.label_by_call.get(child, "the child")
        # A null window is a question that a right search may ask, if it then searches again.
        if beta - alpha <= 1 < known.beta - known.alpha:
            return self._null_window_fault(child, known, label)
        for end, value in zip(WINDOW_ENDS, (alpha, beta), strict=True):
            fault = known.fault(end, value)
            if fault:
                return f"{label} is handed a window in which {fault}"
        return ""

    def _null_window_fault(self, child: int, known: KnownWindow, label: str) -> str:
        """Return the clause that the answer of a null window is taken for a value, or ""."""
        value = self.shown.value_of(child)
        labels = [self.shown.events.label_by_call.get(each) for each in self.call.children]
        if value is None or labels.count(label) > 1:
            return ""
        if self.shown.meaning.is_negamax:
            value = -value
        if not known.alpha < value < known.beta:
            return ""
        return f"what {label} returns from a null window is only a bound"

    def _variable_fault(self, moment: int, known: KnownWindow) -> str:
        """Return the clause that a variable of the window is wrong at a moment, "" if none is."""
        assert self.traced is not None
        variables: dict[str, Any] = self.track.variables(self.traced, moment)
        for end in WINDOW_ENDS:
            name = self.shown.recorded.roles.parameter(self.call.function, end)
            value = answer_as_number(variables.get(name)) if name else None
            if value is not None and -inf <= value <= inf:
                fault = known.fault(end, value)
                if fault:
                    return fault
        return ""

    def _cut_cause(self, cut_lines: list[int]) -> Cause | None:
        """Return the last line of the call that is a cut, None if there is none."""
        assert self.traced is not None
        moments = self.track.calls[self.traced].moments
        cuts = [moment for moment in moments if self.track.lines[moment] in cut_lines]
        return Cause(cuts[-1], "") if cuts else None
