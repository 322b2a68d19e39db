"""A person's program as `watch` shows it: one of its searches, and what was found in it."""

import ast
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from itertools import zip_longest
from typing import Any

from visualizer.explaining.explanation.naming import capitalized
from visualizer.look.numbers import format_number
from visualizer.searching.run import Run
from visualizer.support.errors import InputError
from visualizer.your_code.programs.calls import Call
from visualizer.your_code.programs.comparing import UncutComparison, differ
from visualizer.your_code.programs.findings import Findings, ProgramFinding
from visualizer.your_code.programs.program import (
    ProgramSearch,
    RecordedProgram,
    record_program,
)
from visualizer.your_code.programs.uncut import remove_cuts
from visualizer.your_code.programs.worker import ProgramRequest
from visualizer.your_code.watching.watched import value_as_plain_json

MAX_NAMED_STATEMENTS = 3


@dataclass(frozen=True)
class UncutResult:
    """What the same program does without its cuts."""

    lines: tuple[int, ...]
    """The lines of the cuts that were switched off."""
    value: float | None
    visits: int
    is_same_result: bool
    """Whether the root returns the same, with its move."""


RecordProgram = Callable[[ProgramRequest], RecordedProgram]
"""Runs a program, and returns what it has recorded."""


class WatchedProgram:
    """One search of a program, and what was found in it."""

    def __init__(self, shown: ProgramSearch, record: RecordProgram) -> None:
        """Look for what the search itself shows; the rest is found by recording it again."""
        self.shown = shown
        self.record = record
        self.findings = Findings(shown)
        self.uncut: UncutResult | None = None
        self.uncut_search: ProgramSearch | None = None
        """The same search without its cuts."""
        self.difference: ProgramFinding | None = None
        self.remark = ""
        """Why it cannot be compared with itself uncut."""
        self.not_of_children = self.findings.not_of_children() or self.findings.same_side()
        self.not_restored: ProgramFinding | None = None

    @property
    def run(self) -> Run:
        """The run of the search."""
        return self.shown.run

    @property
    def is_wrong(self) -> bool:
        """Whether a mistake was found that changes what the search returns."""
        return self.difference is not None or self.not_restored is not None

    @property
    def status(self) -> int:
        """The exit status: 1 if it did not come to its end, or has a mistake that changes it."""
        return int(self.is_wrong or bool(self.shown.stopped))

    def note_findings(self) -> None:
        """Write what was found to the lines that show it, which are seen there."""
        for finding in (self.not_restored, self.difference):
            if finding is not None and finding.moment is not None:
                self.shown.track.notes[finding.moment] = f"{capitalized(finding.why)}."

    def find_changed_board(self) -> None:
        """Find the first visit that leaves the board changed, if that changes the search.

        The program runs once more, and each call leaves the board as it was. A search that plays
        its move inside and is taken back by its caller fails then, and is right.
        """
        suspect = self.findings.not_restored()
        if suspect is None:
            return
        again = self._run_again(restores=True)
        has_failed = bool(again.end.failure) and not self.shown.recorded.end.failure
        if has_failed or len(again.searches) != len(self.shown.recorded.searches):
            return
        restored = again.searches[self.shown.number]
        if differ(self.shown.recorded.calls, self.shown.search, again.calls, restored):
            self.not_restored = suspect

    def compare_with_uncut(self) -> None:
        """Run the program without its cuts, and find the first visit that shows a difference."""
        recorded = self.shown.recorded
        if recorded.end.limit:
            self.remark = "it did not come to its end, so it is not held against itself uncut"
            return
        tree = ast.parse(recorded.source.text)
        lines = remove_cuts(tree, recorded.plan.functions, recorded.roles)
        if not lines:
            self.remark = (
                "it has no cut that compares its window, so there is nothing to switch off"
            )
            return
        again = self._run_again(is_uncut=True)
        if again.end.failure or again.end.limit:
            why = again.end.failure or again.end.limit
            self.remark = f"without its cuts it does not come to its end ({why:.100})"
            return
        if len(again.searches) <= self.shown.number:
            self.remark = NOT_COMPARABLE
            return
        uncut = ProgramSearch(again, self.shown.number + 1)
        others = self.not_restored, self.not_of_children
        difference = self.findings.first_difference(uncut, lines, others)
        is_same_result = self._root_results(uncut) == self._root_results(self.shown)
        is_same = difference is None and is_same_result
        is_smaller = uncut.search.visits < self.shown.search.visits
        if (is_smaller or not is_same) and not self._is_comparable(uncut):
            self.remark = NOT_COMPARABLE
            return
        self.difference = difference
        self.uncut_search = uncut
        if UncutComparison(self.shown, uncut).tell_left_out():
            self.shown = ProgramSearch(recorded, self.shown.number + 1, type(self.shown.run))
        if self.not_of_children is None:
            # Without cuts more visits see all their children.
            findings = Findings(uncut)
            self.not_of_children = findings.not_of_children() or findings.same_side()
        self.uncut = UncutResult(
            tuple(lines),
            self._value(uncut),
            uncut.search.visits,
            is_same_result,
        )

    def _is_comparable(self, uncut: ProgramSearch) -> bool:
        """Return whether another result uncut can only come from the cuts."""
        recorded = self.shown.recorded
        if recorded.source.watches_clock(recorded.plan.functions):
            return False
        return UncutComparison(self.shown, uncut).has_same_leaves()

    def _run_again(self, **changes: Any) -> RecordedProgram:
        """Run the program once more, with changes of the request."""
        return self.record(replace(self.shown.recorded.request, **changes))

    @staticmethod
    def _root_results(search: ProgramSearch) -> list[Any]:
        """Return what the calls at the root have returned."""
        calls = search.recorded.calls.calls
        return [calls[root].result for root in search.search.passes]

    def _value(self, search: ProgramSearch) -> float | None:
        """Return the value of a search, None if its root returns none."""
        return search.value_of(search.search.passes[-1])

    @property
    def first_moment(self) -> int | None:
        """The moment to show first: that of a finding, or the last one if the program failed."""
        for finding in (self.difference, self.not_restored):
            if finding is not None and finding.moment is not None:
                return finding.moment
        if self.shown.recorded.end.failure and len(self.shown.track):
            return self.shown.track.end
        return None

    def sentences(self) -> list[str]:
        """Return sentences about the search: what is what in it, how it ended, what was found."""
        recorded = self.shown.recorded
        sentences = [self.shown.found(), self.shown.stopped, self.shown.events.remark]
        if not self.shown.meaning.turns:
            sentences.append(TURN_UNKNOWN)
        if recorded.end.left_out:
            sentences.append(describe_left_out(recorded.end.left_out))
        count = len(recorded.searches)
        if count > 1:
            sentences.append(
                f"it searches {count:,} times, and this is search {self.shown.number + 1}; "
                "--search N shows another"
            )
        sentences += map(finding_words, self._told_findings())
        sentences += [self.remark, self._uncut_words(), describe_output(recorded.output)]
        return [sentence for sentence in sentences if sentence]

    def _told_findings(self) -> list[ProgramFinding]:
        """Return what was found, but not twice what explains the difference."""
        findings = (self.difference, self.not_restored, self.not_of_children)
        explained = "" if self.difference is None else self.difference.why
        return [
            finding
            for finding in findings
            if finding is not None and (finding is self.difference or finding.why not in explained)
        ]

    def boards(self) -> list[str]:
        """Return the lines of both boards where one was left changed, side by side; else []."""
        if self.not_restored is None:
            return []
        return boards_side_by_side(
            self.not_restored.details["before"], self.not_restored.details["after"]
        )

    def _uncut_words(self) -> str:
        """Say what the cuts have saved, or that the result differs; "" if that is not known."""
        if self.uncut is None:
            return ""
        lines = ", ".join(map(str, self.uncut.lines))
        counts = (
            f"{self.uncut.visits:,} visits uncut, {self.shown.search.visits:,} with your cuts "
            f"(line{'s' if len(self.uncut.lines) > 1 else ''} {lines})"
        )
        if self.uncut.is_same_result and self.uncut.visits == self.shown.search.visits:
            return f"{counts}; the cuts left nothing out"
        if self.uncut.is_same_result:
            return f"{counts}; same value, same move"
        if self.difference is not None:
            return counts
        yours = self._value(self.shown)
        if yours is not None and yours == self.uncut.value:
            return f"{counts}; same value, another move"
        value = "none" if self.uncut.value is None else format_number(self.uncut.value)
        return f"{counts}; uncut its value is {value}"

    def as_object(self) -> dict[str, Any]:
        """Return all that `watch --json` prints of a program."""
        plain: dict[str, Any] = value_as_plain_json(ProgramJson(self).as_object(), str)
        return plain


NOT_COMPARABLE = (
    "not comparable: without its cuts it does something else, as a search does that looks at the "
    "clock or draws at random"
)


TURN_UNKNOWN = "whose turn it is is not known, so all nodes are drawn as MAX's"


def finding_words(finding: ProgramFinding) -> str:
    """Return a finding as a sentence with its line."""
    place = f"line {finding.line}: " if finding.line is not None else ""
    return f"{place}{finding.why}"


def boards_side_by_side(before: str, after: str) -> list[str]:
    r"""Return the lines of two boards beside each other, with a star behind those that differ.

    >>> boards_side_by_side("X .\n. .", "X .\nO .")
    ['X .   X .', '. .   O . *']
    """
    lines = before.splitlines()
    width = max(map(len, lines), default=0)
    pairs = zip_longest(lines, after.splitlines(), fillvalue="")
    return [f"{one:{width}}   {other}{'' if one == other else ' *'}" for one, other in pairs]


def describe_output(output: Sequence[str]) -> str:
    """Say how many lines the program has printed, with the last one; "" for none."""
    if not output:
        return ""
    count = "one line" if len(output) == 1 else f"{len(output)} lines"
    return f"it printed {count}, at last {output[-1]!r:.100}"


def describe_left_out(left_out: Sequence[tuple[int, str]]) -> str:
    """Say which statements of a file were not loaded, with the reasons of the first ones."""
    named = [f"line {line} ({why:.60})" for line, why in left_out[:MAX_NAMED_STATEMENTS]]
    more = len(left_out) - len(named)
    if more:
        named.append(f"{more} more")
    return f"loaded in part, without {', '.join(named)}"


class ProgramJson:
    """Writes a watched program for JSON."""

    def __init__(self, watched: WatchedProgram) -> None:
        """Take the program."""
        self.watched = watched
        self.shown = watched.shown
        self.calls = watched.shown.recorded.calls

    def as_object(self) -> dict[str, Any]:
        """Return all that `watch --json` prints, under the names that scripts rely on."""
        recorded = self.shown.recorded
        watched = self.watched
        root = self.calls.calls[self.shown.search.passes[-1]]
        uncut = None
        if watched.uncut is not None:
            uncut = {
                "lines": [*watched.uncut.lines],
                "value": watched.uncut.value,
                "visits": watched.uncut.visits,
            }
        return {
            "functions": [function.name for function in recorded.plan.functions],
            "searches": [search.visits for search in recorded.searches],
            "search": self.shown.number + 1,
            "roles": self._roles(),
            "value": self._value(self.shown.search.passes[-1]),
            "move": self._move(root),
            "visits": self._visits(),
            "output": recorded.output,
            "stopped": self.shown.stopped or None,
            "uncut": uncut,
            "first_difference": self._finding(watched.difference),
            "not_restored": self._finding(watched.not_restored),
            "not_of_children": self._finding(watched.not_of_children),
        }

    @staticmethod
    def _finding(finding: ProgramFinding | None) -> dict[str, Any] | None:
        """Return a finding for JSON, None for none."""
        return None if finding is None else finding.as_object()

    def _roles(self) -> dict[str, str]:
        """Return the parameters by their roles."""
        roles: dict[str, str] = {}
        for names in self.shown.recorded.roles.by_function:
            for name, role in names.items():
                roles.setdefault(role, name)
        return roles

    def _value(self, number: int) -> float | bool | None:
        """Return the value of a call as the program has it, which may be a truth value."""
        result = self.calls.calls[number].result
        return result if isinstance(result, bool) else self.shown.value_of(number)

    def _move(self, call: Call) -> Any:
        """Return the move in the result of the root: what is not the value; None without one."""
        result = call.result
        place = self.shown.meaning.value
        if isinstance(result, tuple | dict) and place is not None:
            parts = dict(enumerate(result)) if isinstance(result, tuple) else result
            others = [part for key, part in parts.items() if key != place]
            # A list in a report stands for what is not simple.
            return others[0] if others and not isinstance(others[0], list) else None
        root = self.shown.search.passes[-1]
        is_caller = self.calls.calls[root].function in self.shown.recorded.plan.root_callers
        tried = map(self.calls.move_text, self.calls.calls[root].children)
        return result if is_caller or str(result) in tried else None

    def _visits(self) -> list[dict[str, Any]]:
        """Return each visit of the search."""
        number_of_visit = {call: n for n, call in enumerate(self.shown.events.numbers, 1)}
        visits = []
        for number in self.shown.events.numbers:
            call = self.calls.calls[number]
            moments = self.shown.moments_of_call(number)
            state = None if call.state < 0 else self.calls.states[call.state]
            turn = self.shown.meaning.turn(number)
            visits.append(
                {
                    "visit": number_of_visit[number],
                    "parent": number_of_visit.get(call.parent),
                    "move": self.shown.events.label_by_call.get(number),
                    "side": None if turn is None else turn.name.lower(),
                    "window": self.shown.events.window_as_json(number),
                    "value": self._value(number),
                    "state": state,
                    "ended": self.shown.events.ended(number),
                    "left_out": None if call.left_out is None else len(call.left_out),
                    # An object that does not print itself cannot be named.
                    "skipped": call.left_out if all(call.left_out or ()) else None,
                    "line": self.shown.track.lines[moments[-1]] if moments else None,
                }
            )
        return visits


def watch_program(
    request: ProgramRequest,
    number: int | None = None,
    *,
    against_uncut: bool = False,
    kind: type[Run] = Run,
    record: RecordProgram = record_program,
) -> WatchedProgram:
    """Run a program, and return one of its searches with what was found in it.

    `number` is that of the search, from 1; None for the first with more than one visit. InputError
    if the program has no search.
    """
    recorded = record(request)
    if not recorded.searches and recorded.end.limit.endswith("Ctrl-C"):
        raise InputError(f"{request.file} was stopped before it searched")
    watched = WatchedProgram(ProgramSearch(recorded, number, kind), record)
    watched.find_changed_board()
    if against_uncut:
        watched.compare_with_uncut()
    watched.note_findings()
    return watched
