"""Names for nodes, moves and players, as a sentence has them."""

from __future__ import annotations

from collections.abc import Sequence

from games import Game
from visualizer.look.numbers import show
from visualizer.run import Run
from visualizer.trace.playhead import Bound, Playhead


def nobody_plays(game: Game) -> bool:
    """Say whether the sides have no names but MAX and MIN: then no leaf is won or lost, it just has its number."""
    return game.sides == ("MAX", "MIN")


def ending(game: Game, value: float) -> str:
    """Say how a game that is over has ended; `value` is what the end is worth for MAX."""
    if nobody_plays(game):
        return f"The end: this leaf is worth {show(value)}."
    winner = "a draw" if value == 0 else f"{game.side(maximizing=value > 0)} wins"
    return f"The game is over: {winner} ({show(value)})."


class Naming:
    """Names what there is at a step of a run."""

    def __init__(self, run: Run, here: Playhead) -> None:
        """Look at a run from a step."""
        self.run, self.here = run, here

    def side(self, node: int) -> str:
        """Return who is to move at an inner node."""
        return "MAX" if self.here.maximizing(node) else "MIN"

    def names(self, node: int) -> Sequence[str]:
        """Return the moves from the root to a node."""
        return self.run.names(self.run.path(node))

    def move(self, node: int) -> str:
        """Return the move that led to a node."""
        return self.last(self.names(node))

    def place(self, node: int) -> str:
        """Return where a node is: all moves from the root."""
        return self.called(self.names(node))

    def short(self, node: int, way: Sequence[str]) -> str:
        """Return the move that led to a node; all moves from the root where another one on the way is called so too."""
        names = self.names(node)
        return self.last(names) if not names or way.count(names[-1]) < 2 else self.called(names)

    def choice(self, node: int, way: Sequence[str]) -> str:
        """Return the move that led to a node, and at which node on the way."""
        names, parent = self.names(node), self.here.parent(node)
        if names[-1].isdigit() and names[1:]:
            return self.called(names)  # which says where
        return f"{self.last(names)} at {self.short(parent, way)}"

    def last(self, names: Sequence[str]) -> str:
        """Return the last of some moves from the root; all of them if that is a mere number, which could be any."""
        return self.called(names if names and names[-1].isdigit() else names[-1:])

    def called(self, names: Sequence[str]) -> str:
        """Return moves as a sentence has them, `e3 a2` or `branch 2.1`: no mere number is to look like a value."""
        between = "." if any(name.isdigit() for name in names) else " "
        return self.named(between.join(names)) if names else "the root"

    def named(self, name: str) -> str:
        """Put the game's word for a move before a name that is a mere number."""
        return f"{self.run.game.move_word} {name}" if name[:1].isdigit() else name

    def moves(self, count: int) -> str:
        """Return a number of moves in the game's word."""
        word = self.run.game.move_word
        plural = word if count == 1 else f"{word}es" if word.endswith("ch") else f"{word}s"
        return f"{count:,} {plural}"

    def worth(self, node: int) -> str:
        """Return what a node that has returned is worth, in words."""
        return self.bounded(self.here.bound(node), self.here.returned_value(node))

    def bounded(self, bound: Bound, value: float) -> str:
        """Return a value with its bound, in words."""
        return {Bound.UPPER: "at most ", Bound.LOWER: "at least "}.get(bound, "") + show(value)


def capital(text: str) -> str:
    """Return a text with a capital first letter, unless it is a move such as `e3` that is written small."""
    return text[:1].upper() + text[1:] if text.startswith(("the ", "branch", "move ")) else text
