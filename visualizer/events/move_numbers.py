"""The move indices that a recording names, along the path of open visits."""

from typing import Any

from games import AnyPosition, Game
from visualizer.errors import InputError, as_input_error
from visualizer.events.event_log import Recording
from visualizer.events.label_tree import LabelTree
from visualizer.events.labels import LabelPosition
from visualizer.plugins.discovery import game_named
from visualizer.visible import visible


def move_numbers(recording: Recording, root: Any) -> "Labels | GameMoves":
    """Return what knows the moves from a root on; InputError if the recording tells of another kind of position."""
    if isinstance(root, LabelPosition):
        return Labels(recording, root.tree)
    if recording.game is None:
        raise InputError(f"{recording.file} names no game, so its moves are labels, and no moves of this position")
    return GameMoves(recording, game_named(recording.game), root)


class Labels:
    """Knows the labels at the innermost open visit; a move is given by its number among the recording's words."""

    def __init__(self, recording: Recording, tree: LabelTree) -> None:
        """Begin above the root."""
        self.tree, self.labels = tree, tree.label_numbers(recording)
        self.nodes: list[int] = []

    def number(self, word: int) -> int:
        """Return the move index at the innermost open visit."""
        return self.tree.number(self._child(word))

    def enter(self, word: int, *, maximizing: bool) -> int | None:
        """Go on to a child, or to a root; only the recording knows how many moves it has."""
        self.nodes.append(self._child(word) if self.nodes else 0)
        return None

    def check_side(self, word: int, *, maximizing: bool) -> None:
        """Accept either side: only the recording knows whose turn it is."""

    def leave(self) -> None:
        """Go back to the visit above."""
        self.nodes.pop()

    def _child(self, word: int) -> int:
        return self.tree.by_label(self.nodes[-1])[self.labels[word]]


class GameMoves:
    """Knows the moves of a game at the innermost open visit; it is asked as `Labels` is."""

    def __init__(self, recording: Recording, game: Game, root: AnyPosition) -> None:
        """Begin above the root."""
        self.words, self.game, self.root = recording.log.words, game, root
        self.open: list[tuple[AnyPosition, dict[str, int]]] = []
        """For each open visit its position, and the numbers of its moves by name."""

    def number(self, word: int) -> int:
        """Return the move index at the innermost open visit; InputError if it is not legal."""
        position, numbers = self.open[-1]
        name, moves = self.words[word], position.moves()
        if not numbers:
            numbers.update((visible(position.name(move)), place) for place, move in enumerate(moves))
        if name not in numbers:
            with as_input_error():
                numbers[name] = [*moves].index(self.game.find_move(position, name))
        return numbers[name]

    def enter(self, word: int, *, maximizing: bool) -> int | None:
        """Go on to a child, or to a root, and return how many moves it has.

        InputError if it is the other side's turn, or the game is over.
        """
        position = self._after(word)
        if position.outcome() is not None:
            raise InputError("the game is over here, so this is a leaf")
        _check_side(position, maximizing=maximizing)
        self.open.append((position, {}))
        return len(position.moves())

    def check_side(self, word: int, *, maximizing: bool) -> None:
        """Raise InputError if it is the other side's turn after a move; where the game is over it is nobody's."""
        position = self._after(word)
        if position.outcome() is None:
            _check_side(position, maximizing=maximizing)

    def leave(self) -> None:
        """Go back to the visit above."""
        self.open.pop()

    def _after(self, word: int) -> AnyPosition:
        """Return the position of a child of the innermost open visit, the root's if none is open."""
        if not self.open:
            return self.root
        above, _ = self.open[-1]
        return above.play(above.moves()[self.number(word)])


def _check_side(position: AnyPosition, *, maximizing: bool) -> None:
    if position.maximizing != maximizing:
        turns = ("MAX", "MIN") if maximizing else ("MIN", "MAX")
        raise InputError(f"'max' says that it is {turns[0]}'s turn, and by the rules it is {turns[1]}'s")
