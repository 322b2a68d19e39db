"""A visit that is played back and has not returned: its position, and what the moves there are called."""

from collections.abc import Sequence
from fractions import Fraction
from typing import Any

from games import AnyPosition, Turn, probabilities, turn_of
from visualizer.errors import InputError, as_input_error
from visualizer.events.event_log import COUNTED, Event
from visualizer.events.label_tree import LabelPosition
from visualizer.harmless_text import visible
from visualizer.plugins.discovery import game_named

ROUNDED = 1e-9
"""How far a probability that is told may be from the right one."""


class ToldVisit:
    """Its row and its event; `children` is how many there are, if that is known, and `moves` those of its position."""

    __slots__ = (
        "children", "game", "is_counted", "is_over", "is_placed", "is_probe", "labels", "moves", "numbers", "others",
        "position", "row", "tried",
    )  # fmt: skip

    def __init__(
        self, row: int, event: Event, children: int | None, position: AnyPosition, moves: Sequence[Any],
        game: str | None, *, is_over: bool,
    ) -> None:  # fmt: skip
        """Begin with no child looked at; `game` is the name of one whose rules are known.

        Where it `is_over` by these, no move leads anywhere, and each child is told as one of its own.
        """
        self.row, self.children, self.position, self.moves, self.game = row, children, position, moves, game
        self.is_counted, self.is_probe = bool(event.flags & COUNTED), False
        self.is_over = is_over
        self.labels = position if isinstance(position, LabelPosition) and not is_over else None
        """The node of a tree of labels."""
        self.is_placed = False
        """Whether the tree is the recording's own, so that the places of children stand in the log."""
        self.numbers: dict[str, int] = {}
        """The move indices by name, as far as they were asked for."""
        self.others: dict[str, int] = {}
        """The numbers of children by name that no move leads to."""
        self.tried: set[int] = set()
        """Those of the children looked at, where their number is not announced."""

    def number(self, name: str) -> int:
        """Return the index of a move, or the number of a child that no move leads to; InputError if there is none."""
        return self.others[name] if name in self.others else self.legal(name)

    def legal(self, name: str) -> int:
        """Return the index of a move; InputError if it is not legal."""
        if self.labels is not None:
            place = self.labels.place_of(name)
            return self.labels.visit(name, None) if place is None else place
        if not self.numbers:
            self.numbers.update((visible(self.position.name(move)), place) for place, move in enumerate(self.moves))
        if name not in self.numbers:
            with as_input_error():
                found = game_named(self.game or "").find_move(self.position, name)
            self.numbers[name] = [*self.moves].index(found)
        return self.numbers[name]

    def name(self, word: str) -> str:
        """Return what the game calls the move that a word names, where it has moves; InputError if it is not legal."""
        return visible(self.position.name(self.moves[self.legal(word)])) if self.moves else word

    def check_probability(self, name: str, told: Fraction) -> None:
        """Raise InputError for a probability that a child has not by the rules; a move leads there."""
        odds, number = probabilities(self.position), self.legal(name)
        right = odds[number] if odds is not None else 1 / len(self.moves)  # a player that moves at random
        if abs(float(told) - float(right)) > ROUNDED:
            raise InputError(f"'p' is {told}, and by the rules it is {right}")


def check_side(position: AnyPosition, event: Event) -> None:
    """Raise InputError for another turn than by the rules; that a player moves at random may be said of any move."""
    turn, names = turn_of(position), ("MIN's turn", "MAX's turn", "chance that moves")
    if event.turn not in (turn, Turn.CHANCE):
        raise InputError(f"'max' says that it is {names[event.turn]}, and by the rules it is {names[turn]}")


def number_of_children(announced: int | None, moves: int, *, is_quiet: bool) -> int | None:
    """Return how many children a visit could look at in a known game, None where only its search knows.

    That is so where it `is_quiet`: one may stand pat, or no plies are left, and few of the moves are looked at, such as
    captures. InputError for more children than moves.
    """
    if announced is not None and announced > moves:
        raise InputError(f"{announced:,} children are announced, and the position has {moves:,} moves")
    if announced is None:
        return None if is_quiet else moves
    return announced
