"""What is found in a program that has run: cuts that change its value, boards left changed."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Any

from games import Turn
from visualizer.look.numbers import format_number
from visualizer.your_code.programs.calls import Call, RecordedCalls
from visualizer.your_code.programs.causes import CauseFinder
from visualizer.your_code.programs.comparing import UncutComparison, WrongVisit
from visualizer.your_code.programs.program import ProgramSearch
from visualizer.your_code.programs.recording import NOTHING

MAX_OTHER_SHARE = 0.5
"""If more visits than this share have a value that is no child's, the search returns others."""


@dataclass(frozen=True)
class ProgramFinding:
    """Something found at a visit."""

    visit: int
    """The visit, counted from 1 in the order of entry."""
    line: int | None
    """The line of the program that shows it, from 1; None if lines were not followed so far."""
    moment: int | None
    """The moment of that line."""
    why: str
    """A clause that says what is wrong."""
    details: dict[str, Any]
    """What scripts read besides."""

    def as_object(self) -> dict[str, Any]:
        """Return the finding for JSON."""
        return {"visit": self.visit, "line": self.line, **self.details, "why": self.why}


class Findings:
    """Looks for mistakes in a search of a program."""

    def __init__(self, shown: ProgramSearch) -> None:
        """Take the search."""
        self.shown = shown
        self.calls: RecordedCalls = shown.recorded.calls

    def returns(self) -> Iterator[int]:
        """Yield the calls of the search in the order in which they return."""
        for root in self.shown.search.passes:
            waiting = [(root, False)]
            while waiting:
                number, is_return = waiting.pop()
                if is_return:
                    yield number
                    continue
                waiting.append((number, True))
                children = reversed(self.calls.calls[number].children)
                waiting += [(child, False) for child in children]

    def not_restored(self) -> ProgramFinding | None:
        """Return the first visit that leaves the board changed, None if none does."""
        for number in self.returns():
            call = self.calls.calls[number]
            is_known = NOTHING not in (call.state, call.state_after)
            if call.has_returned and is_known and call.state != call.state_after:
                before = self.calls.states[call.state]
                after = self.calls.states[call.state_after]
                return self._finding(
                    number,
                    f"{self._name(number)} returns with a board that is not the one it was given",
                    {"before": before, "after": after},
                )
        return None

    def same_side(self) -> ProgramFinding | None:
        """Return the first visit that takes the best value for the wrong side, or None.

        That is so if both players seem to take the greatest value, or both the least.
        """
        meaning = self.shown.meaning
        sides = {*meaning.turns.values()}
        if meaning.is_negamax or len(meaning.turns) != 2 or len(sides) != 1:
            return None
        for number in self.returns():
            values = self._child_values(number)
            above = self.calls.calls[number].parent
            if above != NOTHING and len({*values}) > 1 and meaning.turn(number) in sides:
                taken = "greatest" if Turn.MAX in sides else "least"
                return self._finding(
                    number,
                    f"{self._name(number)} takes the {taken} of its children's values, as the node "
                    "above does",
                    {"value": self._value(number), "children": values},
                )
        return None

    def not_of_children(self) -> ProgramFinding | None:
        """Return the first visit with all children whose value is none of theirs, or None.

        In a search that mostly returns something else, such as sums or means, nothing is found.
        """
        strange: list[int] = []
        judged = 0
        for number in self.returns():
            values = self._child_values(number)
            value = self._value(number)
            if not values or value is None or not self._has_seen_all(number):
                continue
            judged += 1
            if self._is_strange(number, value, values):
                strange.append(number)
        others = [
            number for number in strange if self._value(number) not in self._child_values(number)
        ]
        if not strange or len(others) > MAX_OTHER_SHARE * judged:
            return None
        number = strange[0]
        values = self._child_values(number)
        value = self._value(number)
        listed = ", ".join(format_number(each) for each in values)
        return self._finding(
            number,
            f"{self._name(number)} returns {format_number(value or 0)}, which is neither the "
            f"greatest nor the least of its children's values: {listed}",
            {"value": value, "children": values},
        )

    def _has_seen_all(self, number: int) -> bool:
        """Return whether it is known who moves at a visit, and that all its children were visited.

        Behind a decorator such as `lru_cache` a child may be answered without a visit.
        """
        call = self.calls.calls[number]
        is_decorated = bool(self.calls.functions[call.function].syntax.decorator_list)
        is_known = self.shown.meaning.turn(number) is not None
        return call.has_tried_all and is_known and not is_decorated

    def _is_strange(self, number: int, value: float, values: Sequence[float]) -> bool:
        """Return whether the value of a visit is none that its children's values explain."""
        best = {max(values)}
        if not self.shown.meaning.is_negamax:
            best.add(min(values))
        window = self.shown.window_of(number)
        if value in best:
            return False
        if window is None:
            # Any number that it was handed may be an end of its window.
            return value not in self.calls.calls[number].arguments
        # A search may also answer with the end of its window that a child's value lies beyond.
        alpha, beta = window
        is_alpha = value == alpha and min(values) <= alpha
        is_beta = value == beta and max(values) >= beta
        return not (is_alpha or is_beta)

    def first_difference(
        self,
        uncut: ProgramSearch,
        cut_lines: list[int],
        others: Sequence[ProgramFinding | None] = (),
    ) -> ProgramFinding | None:
        """Return the first visit whose value no right cut explains, None if all are explained.

        `uncut` is the same search without cuts, and `cut_lines` are the lines of the cuts. A cut is
        not blamed where one of the `others` was found before.
        """
        wrong = UncutComparison(self.shown, uncut).first_wrong()
        if wrong is None:
            return None
        details = {"yours": wrong.yours, "right": wrong.right}
        words = self._difference_words(wrong)
        cause = CauseFinder(self.shown, wrong.call).find(wrong.window, cut_lines)
        visit = self.shown.events.numbers.index(wrong.call) + 1
        if cause is None or not cause.why:
            for other in others:
                if other is not None and self._returns_first(other.visit, visit):
                    why = f"{other.why}; so {self._returned_words(wrong)}"
                    return replace(other, visit=visit, why=why, details=details)
        if cause is None:
            return self._finding(wrong.call, words, details)
        if cause.why:
            words = f"{cause.why}; {words}"
        line = self.shown.track.lines[cause.moment]
        return ProgramFinding(visit, line, cause.moment, words, details)

    def _returns_first(self, visit: int, other: int) -> bool:
        """Return whether a visit returns before another one, or is the same."""
        calls = [self.shown.events.numbers[number - 1] for number in (visit, other)]
        return next(number for number in self.returns() if number in calls) == calls[0]

    def _difference_words(self, wrong: WrongVisit) -> str:
        """Say in a clause what is wrong at a visit, at the line at which it is left."""
        if not self.calls.calls[wrong.call].has_left_loop:
            return self._returned_words(wrong)
        name = self._name(wrong.call)
        return f"your code leaves {name} here with {self._right_words(wrong)}"

    def _returned_words(self, wrong: WrongVisit) -> str:
        """Say in a clause what a visit returns, and what it is worth."""
        return f"{self._name(wrong.call)} returns {self._right_words(wrong)}"

    @staticmethod
    def _right_words(wrong: WrongVisit) -> str:
        """Return the value of a wrong visit, with a clause about the right one and the window."""
        alpha, beta = map(format_number, wrong.window)
        return (
            f"{format_number(wrong.yours)}; uncut, it is worth {format_number(wrong.right)} "
            f"(α {alpha} and β {beta})"
        )

    def _value(self, number: int) -> float | None:
        """Return the value of a call, None if it has none."""
        return self.shown.value_of(number)

    def _child_values(self, number: int) -> list[float]:
        """Return the values of a call's children, from its own side; [] if one has none."""
        values = []
        for child in self.calls.calls[number].children:
            value = self._value(child)
            if value is None:
                return []
            values.append(-value if self.shown.meaning.is_negamax else value)
        return values

    def _name(self, number: int) -> str:
        """Return the name of a visit: the moves that lead to it."""
        labels = []
        call: Call = self.calls.calls[number]
        while number not in self.shown.search.passes:
            labels.append(self.shown.events.label_by_call.get(number, "?"))
            number = call.parent
            call = self.calls.calls[number]
        return " ".join(reversed(labels)) or "the root"

    def _finding(self, number: int, why: str, details: dict[str, Any]) -> ProgramFinding:
        """Return a finding at a visit, at the last of its lines."""
        visit = self.shown.events.numbers.index(number) + 1
        moments = self.shown.moments_of_call(number)
        moment = moments[-1] if moments else None
        line = None if moment is None else self.shown.track.lines[moment]
        return ProgramFinding(visit, line, moment, why, details)
