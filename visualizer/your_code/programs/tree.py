"""From the calls of a search to the events of a recording, which every view can show."""

from collections.abc import Callable, Iterator, Sequence
from math import inf, isinf, isnan
from typing import Any

from games import Board, Turn
from games.openspiel import board_from_text, cell_from_text
from visualizer.look.numbers import MAX_EXACT_FLOAT_INTEGER
from visualizer.searching.data_files import format_json
from visualizer.trace.recorder import MAX_DEPTH
from visualizer.your_code.programs.calls import Call, RecordedCalls
from visualizer.your_code.programs.meaning import NumberMeaning, other_turn
from visualizer.your_code.programs.recording import NOTHING
from visualizer.your_code.programs.roles import Roles
from visualizer.your_code.programs.searches import RecordedSearch
from visualizer.your_code.watching.tracer import WINDOW_ENDS

MAX_LABEL = 40
NOT_DRAWN = MAX_DEPTH + 1_000_000_000
"""Stands for the ply of a visit that is not drawn, whatever its own."""
END_WORDS = {inf: "inf", -inf: "-inf"}


class ChildLabels:
    """The labels of the children of a visit, which tell them apart."""

    def __init__(self) -> None:
        """Start without children."""
        self.used: set[str] = set()
        self._first_by_key: dict[tuple[str, int, int], tuple[str, int]] = {}
        """The label and the site of the first child by its text, move and state."""

    def label(self, text: str, call: Call) -> str:
        """Return the label of a child: its move, or its number if `text` is empty.

        A call with the same move and state is the same node, searched again; another child with the
        same move gets a number. Children with numbers, such as the items of a nested list, may be
        equal: only a call at another place searches one again.
        """
        key = text, call.move, call.state
        label, site = self._first_by_key.get(key, ("", call.site))
        is_known = bool(text) and key != (text, NOTHING, NOTHING)
        if label and (is_known or site != call.site and call.state != NOTHING):
            return label
        base = text or str(len(self.used) + 1)
        if len(base) > MAX_LABEL:
            base = f"{base[: MAX_LABEL - 1]}…"
        label = base
        number = 2
        while label in self.used:
            label = f"{base} ({number})"
            number += 1
        self._first_by_key[key] = label, call.site
        self.used.add(label)
        return label


class EventsOfCalls:
    """Writes the calls of one search as the lines of a recording."""

    def __init__(
        self,
        recorded: RecordedCalls,
        search: RecordedSearch,
        meaning: NumberMeaning,
        roles: Roles,
        value_of: Callable[[int], float | None],
    ) -> None:
        """Take the calls, the search to write, and what its numbers mean.

        `value_of` returns the value of a call, None if it has none.
        """
        self.recorded = recorded
        self.search = search
        self.meaning = meaning
        self.roles = roles
        self.value_of = value_of
        self.numbers: list[int] = []
        """The call of each visit, in the order in which visits begin."""
        self.drawn: list[int] = []
        """Those of the visits that have events."""
        self.remark = ""
        """Why some visits have no events, "" if all have."""
        self._is_over = False
        """Whether no more events follow."""
        self.label_by_call: dict[int, str] = {}
        self.remembered: set[int] = set()
        """The calls that are answered from a memory of the program's."""
        self._searched: set[tuple[object, ...]] = set()
        """The positions that were searched, by what `_position_key` returns."""

    def lines(self, name: str) -> Iterator[str]:
        """Yield the lines: the header, with the name of the search, and an event for each."""
        header: dict[str, Any] = {"search": name, "windows": "handed"}
        if self.meaning.is_negamax:
            header["values"] = "mover"
        yield format_json(header)
        for number, root in enumerate(self.search.passes, 1):
            if len(self.search.passes) > 1 and not self._is_over:
                yield format_json({"pass": self._pass_name(root, number)})
            yield from self._visit_lines(root)

    def _pass_name(self, root: int, number: int) -> str:
        """Return the name of a pass: its depth, or else its number."""
        depth = self.recorded.argument(root, self.roles, "depth")
        return f"pass {number}" if depth is None else f"depth {depth}"

    def _visit_lines(self, root: int) -> Iterator[str]:
        """Yield the events of a call and of all calls in it."""
        # A stack of our own, since searches may be deeper than Python's.
        waiting: list[tuple[int, Turn | None, int, bool]] = [(root, None, 0, False)]
        values: dict[int, float] = {}
        goes_on = self.recorded.calls[root].has_returned
        while waiting:
            number, turn_above, ply, is_return = waiting.pop()
            call = self.recorded.calls[number]
            if goes_on and call.is_raised:
                # Without a value it cannot be left, so it is not entered either.
                ply = NOT_DRAWN
            if is_return:
                end = self._leave(number, call, turn_above, values)
                if self._is_drawn(ply):
                    self._is_over = end is None
                    yield from filter(None, [end])
                continue
            turn = self._turn(number, turn_above)
            label = self.label_by_call.get(number)
            self.numbers.append(number)
            if self._is_drawn(ply):
                self.drawn.append(number)
            if not call.children and self._shown_value(number) is not None:
                line = self._leaf(number, call, label, values)
            else:
                line = format_json(self._enter(number, call, turn, label))
                waiting.append((number, turn, ply, True))
                waiting += [(child, turn, ply + 1, False) for child in reversed(call.children)]
            if self._is_drawn(ply):
                yield line

    def _is_drawn(self, ply: int) -> bool:
        """Return whether a visit has events; if it is the first without, note why."""
        if self._is_over:
            return False
        if ply > MAX_DEPTH:
            why = "that an error has left" if ply == NOT_DRAWN else f"below ply {MAX_DEPTH:,}"
            self.remark = f"visits {why} are not drawn"
        return ply <= MAX_DEPTH

    def _label_children(self, call: Call) -> int:
        """Choose the labels of a call's children; return how many different ones there are."""
        labels = ChildLabels()
        for number in call.children:
            child = self.recorded.calls[number]
            self.label_by_call[number] = labels.label(self._move(child), child)
        return len(labels.used)

    def _move(self, call: Call) -> str:
        """Return the text of the move that leads to a call: that of the loops, or of arguments.

        The arguments are those that change, and are not the same wherever the search is called.
        """
        if call.move != NOTHING:
            return self.recorded.moves[call.move]
        if call.site == NOTHING:
            return ""
        site = self.recorded.sites[call.site]
        others = [
            other
            for other in self.recorded.sites
            if other.function == site.function and other is not site
        ]
        function = self.recorded.functions[call.function]
        roles = self.roles.by_function[call.function]
        parameters = [name for name in function.parameters if name != "self"]
        words = [
            text
            for index, (name, text) in enumerate(zip(parameters, site.arguments, strict=False))
            if name not in roles
            and text not in (name, "True", "False")
            and any(other.arguments[index : index + 1] != (text,) for other in others)
        ]
        return " ".join(words)

    def _turn(self, number: int, above: Turn | None) -> Turn:
        """Return who moves at a call; if that is unknown, the other player than above.

        Where nothing says whose turn it is, all nodes are MAX's.
        """
        turn = self.meaning.turn(number)
        if turn is None and above is not None and self.meaning.turns:
            turn = other_turn(above)
        return Turn.MAX if turn is None else turn

    def _enter(self, number: int, call: Call, turn: Turn, label: str | None) -> dict[str, Any]:
        """Return the event that enters a call."""
        event: dict[str, Any] = {"enter": label, "max": turn == Turn.MAX}
        count = self._child_count(call)
        if count:
            event["children"] = count
        event.update(self._window(number))
        return event

    def _leaf(self, number: int, call: Call, label: str | None, values: dict[int, float]) -> str:
        """Return the event of a call that makes no others."""
        value = self._shown_value(number)
        assert value is not None
        values[number] = value
        event = {"leaf": label, "value": value, **self._window(number)}
        if self._position_key(call) in self._searched:
            self.remembered.add(number)
            event["kind"] = "table"
        return format_json(event)

    def _position_key(self, call: Call) -> tuple[object, ...]:
        """Return what is equal for calls that search the same position to the same depth."""
        roles = self.roles.by_function[call.function]
        names = self.recorded.argument_names(call.function)
        # Arguments such as lists cannot be compared any more.
        others = [
            repr(argument)
            for name, argument in zip(names, call.arguments, strict=False)
            if roles.get(name) not in WINDOW_ENDS
        ]
        return call.function, call.state, *others

    def _shown_value(self, number: int) -> float | None:
        """Return the value of a call, within the numbers that can be drawn; None without one."""
        value = self.value_of(number)
        if value is None:
            return None
        return min(max(value, -MAX_EXACT_FLOAT_INTEGER), MAX_EXACT_FLOAT_INTEGER)

    def _child_count(self, call: Call) -> int | None:
        """Return how many children a call would have without a cut, None if unknown.

        Their labels are chosen on the way.
        """
        tried = self._label_children(call)
        if call.has_left_loop:
            return None if call.left_out is None else tried + len(call.left_out)
        return tried

    def window_as_json(self, number: int) -> list[float | str] | None:
        """Return the window that a call is handed, with infinite ends as words; None if unknown."""
        ends = self._window(number)
        return [ends["alpha"], ends["beta"]] if ends else None

    def ended(self, number: int) -> str | None:
        """Return how a call ended: leaf, full, cut, table or open; None if that is unknown."""
        call = self.recorded.calls[number]
        if not call.has_returned:
            return "open"
        if number in self.remembered:
            return "table"
        if not call.children:
            return "leaf"
        if self._is_cut(call):
            return "cut"
        site = self.recorded.calls[call.children[-1]].site
        may_stop = site != NOTHING and self.recorded.sites[site].may_stop
        if may_stop and call.left_out is None:
            return None
        return "full"

    @staticmethod
    def _is_cut(call: Call) -> bool:
        """Return whether a call has left its loop over moves, and not at the last one."""
        return call.has_left_loop and call.left_out != []

    def _window(self, number: int) -> dict[str, Any]:
        """Return the window that a call is handed, for its event."""
        ends: dict[str, Any] = {}
        for role in ("alpha", "beta"):
            end = self.recorded.argument(number, self.roles, role)
            if isinstance(end, bool) or not isinstance(end, int | float) or isnan(end):
                return {}
            is_beyond = isinf(end) or abs(end) > MAX_EXACT_FLOAT_INTEGER
            ends[role] = END_WORDS[inf if end > 0 else -inf] if is_beyond else end
        return ends

    def _leave(
        self,
        number: int,
        call: Call,
        turn: Turn | None,
        values: dict[int, float],
    ) -> str | None:
        """Return the event that leaves a call; None if it never returned, or without a value."""
        if not call.has_returned:
            return None
        value = self._shown_value(number)
        children = [values.pop(child) for child in call.children if child in values]
        # A root often returns its move alone.
        if value is None and call.parent == NOTHING and children:
            value = self._value_of_children(children, turn)
        if value is None:
            self.remark = "the tree ends at the first visit that has returned no number"
            return None
        values[number] = value
        if call.state != NOTHING or call.arguments:
            self._searched.add(self._position_key(call))
        event: dict[str, Any] = {"leave": value}
        if self._is_cut(call):
            event["cut"] = True
        return format_json(event)

    def _value_of_children(self, values: Sequence[float], turn: Turn | None) -> float:
        """Return the best of the values of children for the player who moves."""
        if self.meaning.is_negamax:
            return max(-value for value in values)
        return max(values) if turn == Turn.MAX else min(values)


def without_lines(text: str) -> str:
    r"""Return a printed board without the lines between its squares, if each row has equally many.

    >>> without_lines("X| |O\n-+-+-\n |X| ")
    'X . O\n. X .'
    """
    rows = [line.split("|") for line in text.splitlines() if line.strip(LINE_SIGNS)]
    # A frame leaves nothing before its first line and behind its last.
    if all(row[0] == row[-1] == "" for row in rows):
        rows = [row[1:-1] for row in rows]
    if len({len(row) for row in rows}) != 1 or len(rows[0]) < MIN_COLUMNS:
        return text
    return "\n".join(" ".join(cell.strip() or "." for cell in row) for row in rows)


LINE_SIGNS = "-+="
"""The signs of the lines between rows."""
MIN_COLUMNS = 2


class StatesByPath:
    """The texts of a search's boards, found by the labels on the way to a node."""

    def __init__(self, title: str, recorded: RecordedCalls, events: EventsOfCalls) -> None:
        """Take the title of the boards, the recorded calls, and the events with their labels."""
        self.title = title
        self.recorded = recorded
        self.events = events

    def board(self, labels: Sequence[str]) -> Board | None:
        """Return the board at a node, as it was when its first visit began; None if unknown."""
        for root in self.events.search.passes:
            number = self._call_at(root, labels)
            if number is None:
                continue
            state = self.recorded.calls[number].state
            if state == NOTHING:
                continue
            squares = self.recorded.squares[state]
            if squares:
                return Board(self.title, tuple(tuple(map(cell_from_text, row)) for row in squares))
            return board_from_text(self.title, without_lines(self.recorded.states[state]))
        return None

    def unvisited(self, labels: Sequence[str]) -> Sequence[str]:
        """Return the moves that a node's last visit left out, as far as they are known."""
        for root in self.events.search.passes:
            number = self._call_at(root, labels)
            left_out = None if number is None else self.recorded.calls[number].left_out
            if left_out and all(left_out):
                return left_out
        return ()

    def _call_at(self, root: int, labels: Sequence[str]) -> int | None:
        """Return the first call at a node in a pass, or None."""
        number = root
        for label in labels:
            children = self.recorded.calls[number].children
            matching = [each for each in children if self.events.label_by_call.get(each) == label]
            if not matching:
                return None
            number = matching[0]
        return number
