"""A tree as a list in words, for screen readers: a line for each node, parents before children."""

from __future__ import annotations

from collections.abc import Iterator

from games import Game
from visualizer.look.legend import LEGEND, State
from visualizer.picture.model import Box, BoxShape, Picture, top_down


def listed(picture: Picture, game: Game) -> Iterator[str]:
    """Yield the nodes from the root down."""
    for box, _ in top_down(picture):
        yield words_of(box, game)


def words_of(box: Box, game: Game) -> str:
    """Return a node in words: ply, move, side to move, value and state; of folded nodes, how many they are."""
    look = LEGEND[box.state]
    if box.shape is BoxShape.FOLDED:
        return f"ply {box.ply}: {' '.join(box.lines).removeprefix(LEGEND[State.PRUNED].glyph).strip()}"
    turns = {BoxShape.MAX: game.side(maximizing=True), BoxShape.MIN: game.side(maximizing=False)}
    move = f"{game.move_word} {box.move}" if box.move[:1].isdigit() else box.move or "the root"
    turn = f"{turns[box.shape]} to move" if box.shape in turns else "leaf"
    if box.state is State.PRUNED:
        turn = ""  # unknown before a node is visited
    value = "no value yet" if box.value == "?" else box.value
    parts = (move, turn, value, look.word.partition(":")[0])
    return f"ply {box.ply}: {', '.join(part for part in parts if part)}"
