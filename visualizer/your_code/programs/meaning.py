"""What the numbers of a recorded search mean: which is the value, and whose side it is from.

Names do not always tell. But a search that works shows by its results who moves: where MAX moves,
the value is the greatest of the children's, and where MIN moves, the least. In a negamax it is the
greatest of the children's values with the opposite sign.
"""

from collections import Counter
from collections.abc import Callable, Hashable, Iterable, Mapping
from dataclasses import dataclass, field, replace
from functools import partial
from math import isnan
from typing import Any

from games import Turn
from visualizer.your_code.programs.calls import RecordedCalls
from visualizer.your_code.programs.plan import SearchPlan
from visualizer.your_code.programs.roles import Roles
from visualizer.your_code.watching.tracer import WINDOW_ENDS

MAX_JUDGED_CALLS = 30_000
"""So many calls are enough to find the meaning of a search's numbers."""
MIN_AGREEMENT = 0.8
"""The share of visits that must agree with one way to tell whose turn it is."""

USUAL_PAIRS: tuple[dict[Hashable, Turn], ...] = (
    {True: Turn.MAX, False: Turn.MIN},
    {1: Turn.MAX, -1: Turn.MIN},
    {1: Turn.MAX, 2: Turn.MIN},
    {"X": Turn.MAX, "O": Turn.MIN},
    {"x": Turn.MAX, "o": Turn.MIN},
    {"max": Turn.MAX, "min": Turn.MIN},
    {"MAX": Turn.MAX, "MIN": Turn.MIN},
)
"""What usually stands for the players, where results do not show it."""

PARITIES = ("even", "odd")
"""The side keys where the players take turns: no sign for a player is one of these."""

ValuePlace = int | str | None
"""Where the value of a result is: an index or a key in it; None if the result is the value."""
SideKey = Callable[[int], Hashable]
"""Returns something that is equal for calls at which the same player moves."""


@dataclass(frozen=True)
class NumberMeaning:
    """What the numbers of a search mean."""

    value: ValuePlace
    is_negamax: bool
    """Whether values and windows are from the side of the player to move."""
    turns: dict[Hashable, Turn]
    """Who moves, by side key."""
    side_key: SideKey
    side_words: str
    """What says whose turn it is, as the beginning of a clause; "" if nothing does."""
    turns_of_callers: Mapping[int, Turn] = field(default_factory=dict)
    """Who moves at the calls of functions that try the root's moves themselves."""

    def turn(self, call: int) -> Turn | None:
        """Return who moves at a call, None if unknown."""
        if call in self.turns_of_callers:
            return self.turns_of_callers[call]
        return self.turns.get(self.side_key(call))


def other_turn(turn: Turn) -> Turn:
    """Return the turn of the other player."""
    return Turn.MIN if turn == Turn.MAX else Turn.MAX


def result_number(result: Any, place: ValuePlace) -> float | None:
    """Return the value in a result, None if there is no number.

    >>> result_number(3, 0), result_number(("b1", 2), 1), result_number({"score": 5}, "score")
    (3, 2, 5)
    """
    if isinstance(result, bool) and place is None:
        # A search for a win returns whether there is one; `not` is then a change of sides.
        return 1 if result else -1
    if isinstance(result, tuple | dict):
        if place is None:
            return None
        parts: Any = result
        try:
            result = parts[place]
        except (LookupError, TypeError):
            return None
    if isinstance(result, bool) or not isinstance(result, int | float) or isnan(result):
        return None
    return result


def value_places(results: Iterable[Any]) -> list[ValuePlace]:
    """Return the places that hold a number in every result that has parts; [None] without parts."""
    common: set[ValuePlace] | None = None
    for result in results:
        if isinstance(result, tuple):
            places = set[ValuePlace](range(len(result)))
        elif isinstance(result, dict):
            places = set[ValuePlace](result)
        else:
            continue
        numbers = {place for place in places if result_number(result, place) is not None}
        common = numbers if common is None else common & numbers
    if common is None:
        return [None]
    return sorted(common, key=str)


class NumberMeaningFinder:
    """Finds the meaning of the numbers in recorded calls."""

    def __init__(
        self, recorded: RecordedCalls, roles: Roles, plan: SearchPlan, value: str | None
    ) -> None:
        """Take the calls; `value` names the place of the value in results, if that is given."""
        self.recorded = recorded
        self.roles = roles
        self.given_value = value
        self.negates = plan.negates
        self.root_callers = plan.root_callers
        self.calls = recorded.calls[:MAX_JUDGED_CALLS]
        self.plies: list[int] = []
        """The number of calls around each call."""
        for call in recorded.calls:
            self.plies.append(0 if call.parent < 0 else self.plies[call.parent] + 1)

    def value(self, number: int, place: ValuePlace) -> float | None:
        """Return the value of a call, if it is at a place in its result."""
        call = self.recorded.calls[number]
        if call.function in self.root_callers:
            return None
        return result_number(call.result, place)

    def find(self) -> NumberMeaning:
        """Return the meaning that agrees with most of the visits, of equal ones the first."""
        ways = [(False, *key) for key in self._side_keys()]
        negamax_way = (True, self._ply_parity, "")
        ways.insert(0 if self.negates else len(ways), negamax_way)
        meanings = [
            self._meaning(place, is_negamax, side_key, words)
            for place in self._places()
            for is_negamax, side_key, words in ways
        ]
        best, agreement = max(meanings, key=lambda pair: (pair[1], bool(pair[0].turns)))
        if agreement < MIN_AGREEMENT and self.negates:
            # Where values are mostly bounds, as those of null windows, the negation tells.
            best = next(meaning for meaning, _ in meanings if meaning.is_negamax)
            agreement = 1.0
        if agreement < MIN_AGREEMENT or not best.turns:
            return replace(best, turns={}, side_words="")
        return replace(best, turns_of_callers=self._turns_of_callers(best))

    def _turns_of_callers(self, meaning: NumberMeaning) -> dict[int, Turn]:
        """Return who moves where a function tries the root's moves: the other than after them."""
        turns = {}
        for number, call in enumerate(self.recorded.calls):
            if call.function in self.root_callers and call.children:
                after = meaning.turn(call.children[0])
                if after is not None:
                    turns[number] = other_turn(after)
        return turns

    def _places(self) -> list[ValuePlace]:
        """Return the places in results that may hold the value."""
        if self.given_value is None:
            results = (
                call.result
                for call in self.calls
                if call.has_returned and call.function not in self.root_callers
            )
            return value_places(results) or [None]
        if self.given_value.isdecimal():
            return [int(self.given_value)]
        return [self.given_value]

    def _side_keys(self) -> list[tuple[SideKey, str]]:
        """Return the ways to tell whose turn it is, with words for each, the surest first."""
        keys: list[tuple[SideKey, str]] = []
        used = {call.function for call in self.calls}
        turn_names = {self.roles.parameter(function, "turn") for function in used}
        names = [name for name in turn_names if name]
        if names:
            keys.append((self._turn_argument, f"`{names[0]}` says whose turn it is"))
        if len(used) > 1:
            keys.append((self._function, "the functions say whose turn it is"))
        for name in self._two_valued_parameters():
            key = partial(self._argument_named, name)
            keys.append((key, f"`{name}` says whose turn it is"))
        keys.append((self._depth_parity, "the depth says whose turn it is"))
        keys.append((self._ply_parity, "the players take turns"))
        return keys

    def _two_valued_parameters(self) -> list[str]:
        """Return the parameters without a role that have two different values in all calls."""
        found: dict[str, set[Hashable]] = {}
        boards = {*self.recorded.state_names.values()}
        for call in self.calls:
            for name, argument in self.recorded.arguments_by_name(call).items():
                is_known = name in boards or name in self.roles.by_function[call.function]
                if not is_known and isinstance(argument, str | int):
                    found.setdefault(name, set()).add(argument)
        return [name for name, values in found.items() if len(values) == 2]

    def _argument_named(self, name: str, call: int) -> Hashable:
        """Return the argument of a parameter with a name, None if the call has none."""
        argument = self.recorded.arguments_by_name(self.recorded.calls[call]).get(name)
        return argument if isinstance(argument, Hashable) else None

    def _turn_argument(self, call: int) -> Hashable:
        """Return the argument that says whose turn it is."""
        argument = self.recorded.argument(call, self.roles, "turn")
        return argument if isinstance(argument, Hashable) else None

    def _function(self, call: int) -> Hashable:
        """Return the name of the function of a call."""
        return self.recorded.functions[self.recorded.calls[call].function].name

    def _depth_parity(self, call: int) -> Hashable:
        """Return whether the depth is odd; None without a depth."""
        depth = self.recorded.argument(call, self.roles, "depth")
        return PARITIES[depth % 2] if isinstance(depth, int) else None

    def _ply_parity(self, call: int) -> Hashable:
        """Return whether the number of calls around is odd."""
        return PARITIES[self.plies[call] % 2]

    def _meaning(
        self, place: ValuePlace, is_negamax: bool, side_key: SideKey, words: str
    ) -> tuple[NumberMeaning, float]:
        """Return a meaning, and the share of the visits that agree with it."""
        votes: dict[Hashable, Counter[Turn | None]] = {}
        for number in range(len(self.calls)):
            vote = self._vote(number, place, is_negamax=is_negamax)
            if vote:
                votes.setdefault(side_key(number), Counter()).update(vote)
        total = sum(counts.total() for counts in votes.values())
        turns: dict[Hashable, Turn] = {}
        agreeing = 0
        for key, counts in votes.items():
            turn = Turn.MAX if counts[Turn.MAX] >= counts[Turn.MIN] else Turn.MIN
            if is_negamax:
                turn = Turn.MAX
            turns[key] = turn
            agreeing += counts[turn]
        if is_negamax and (votes or self.negates):
            turns = dict(zip(PARITIES, (Turn.MAX, Turn.MIN), strict=True))
        elif not is_negamax:
            self._add_other_turn(turns, side_key)
        # Without a vote, nothing contradicts.
        agreement = agreeing / total if total else 1.0
        return NumberMeaning(place, is_negamax, turns, side_key, words), agreement

    def _add_other_turn(self, turns: dict[Hashable, Turn], side_key: SideKey) -> None:
        """Add the turn of the other player, if the results show only that of one of two.

        They show none where each visit has only one child, as after cuts that come too soon.
        """
        keys = {side_key(number) for number in range(len(self.calls))} - {None}
        unknown = [key for key in keys if key not in turns]
        if len(keys) != 2 or not unknown:
            return
        usual = [pair for pair in USUAL_PAIRS if keys == pair.keys()]
        if not turns and usual:
            turns.update(usual[0])
        elif len(unknown) == 1:
            (known,) = turns.values()
            turns[unknown[0]] = other_turn(known)

    def _vote(self, number: int, place: ValuePlace, *, is_negamax: bool) -> list[Turn | None]:
        """Return who moves at a call by its result: MAX, MIN, or [None] for neither.

        A call whose children do not differ, or that returns an end of its window, says nothing, and
        gives an empty list; but where a truth value differs from that of all children, it must have
        been negated.
        """
        call = self.calls[number]
        value = self.value(number, place)
        values = []
        for child in call.children:
            child_value = self.value(child, place)
            if child_value is not None:
                values.append(-child_value if is_negamax else child_value)
        is_negated = isinstance(call.result, bool) and value not in values
        if value is None or not values or (len(set(values)) < 2 and not is_negated):
            return []
        if value == max(values):
            return [Turn.MAX]
        if value == min(values):
            return [Turn.MIN]
        ends = [self.recorded.argument(number, self.roles, end) for end in WINDOW_ENDS]
        # An end of the window stands for all values beyond it.
        return [] if value in ends else [None]
