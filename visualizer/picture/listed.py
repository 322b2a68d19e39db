"""A tree as a list in words, for who cannot see it: a line a node, each behind its parent."""

from __future__ import annotations

from collections.abc import Iterator

from games import Game
from visualizer.look.legend import LEGEND, State
from visualizer.picture.model import Box, BoxShape, Picture


def listed(picture: Picture, game: Game) -> Iterator[str]:
    """Go through the nodes from the root down."""
    boxes = {box.key: box for box in picture.boxes}
    children: dict[str, list[Box]] = {}
    for edge in picture.edges:
        children.setdefault(edge.source, []).append(boxes[edge.target])
    below = {edge.target for edge in picture.edges if edge.source}
    waiting = [box for box in reversed(picture.boxes) if box.key not in below]
    while waiting:
        box = waiting.pop()
        yield words_of(box, game)
        waiting += reversed(children.get(box.key, []))


def words_of(box: Box, game: Game) -> str:
    """Return a node in words: how deep it is, its move, whose turn, its value, what it is; or how many are folded."""
    look = LEGEND[box.state]
    if box.shape is BoxShape.FOLDED:
        return f"ply {box.ply}: {' '.join(box.lines).removeprefix(LEGEND[State.PRUNED].glyph).strip()}"
    turns = {BoxShape.MAX: game.side(maximizing=True), BoxShape.MIN: game.side(maximizing=False)}
    move = f"{game.move_word} {box.move}" if box.move[:1].isdigit() else box.move or "the root"
    turn = f"{turns[box.shape]} to move" if box.shape in turns else "leaf"
    if box.state is State.PRUNED:
        turn = ""  # what a node is that was not visited, nobody knows
    value = "no value yet" if box.value == "?" else box.value
    parts = (move, turn, value, look.word.partition(":")[0])
    return f"ply {box.ply}: {', '.join(part for part in parts if part)}"
