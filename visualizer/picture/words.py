"""A node in words, for tooltips and screen readers, and a tree as a list of its nodes in words."""

from collections.abc import Callable, Iterator

from games import CHANCE, Game
from visualizer.look.legend import BELOW_PRUNED, LEGEND, State
from visualizer.look.shapes import clip
from visualizer.picture.model import Box, BoxShape, Picture, top_down

ROLES = {BoxShape.MAX: "MAX", BoxShape.MIN: "MIN", BoxShape.CHANCE: CHANCE, BoxShape.LEAF: "leaf"}


def words_of(box: Box) -> str:
    """Describe a box in words."""
    state, inside = state_word(box), f"; {LEGEND[State.CURRENT].word}" if box.running else ""
    if box.shape is BoxShape.FOLDED:
        return f"{clip(', '.join(box.lines))} ({state}){inside}"
    is_seen = box.state not in (State.PRUNED, State.TO_COME)  # MAX, MIN or leaf is unknown before that
    said = (
        f"{clip(box.move) or 'root'}{box.looks}"
        + (f", node {clip(box.label)}" if box.label else "")
        + (f", {ROLES[box.shape]}" if is_seen else ""),
        f"value {clip(box.value)}" if box.value else "",
        state,
        f"window {clip(box.window.words)}" if box.window is not None else "",
        f"tried as number {box.order}" if box.order else "",
        f"score {clip(box.score)}" if box.score else "",
        clip(", ".join(box.tags)),
    )
    return "; ".join(filter(None, said))


def state_word(box: Box) -> str:
    """Return the state of a node in words."""
    return BELOW_PRUNED if box.is_ghost else LEGEND[box.state].word


def listed(picture: Picture, game: Game, meaning: Callable[[int], str]) -> Iterator[str]:
    """Yield the nodes from the root down; `meaning` returns what a node's value means to the players, or ""."""
    for box, _ in top_down(picture):
        node = int(box.key[1:]) if box.key.startswith("n") else None
        yield short_words_of(box, game, "" if node is None else meaning(node))


def short_words_of(box: Box, game: Game, meaning: str) -> str:
    """Return a node in words: ply, move, side to move, value and state; of folded nodes, how many they are."""
    if box.shape is BoxShape.FOLDED:
        return f"ply {box.ply}: {' '.join(box.lines).removeprefix(LEGEND[State.PRUNED].glyph).strip()}"
    turns = {BoxShape.MAX: game.side(maximizing=True), BoxShape.MIN: game.side(maximizing=False)}
    turns[BoxShape.CHANCE] = CHANCE
    move = f"{game.move_word} {box.move}" if box.move[:1].isdigit() else box.move or "the root"
    turn = f"{turns[box.shape]} to move" if box.shape in turns else "leaf"
    if box.state is State.PRUNED:
        turn = ""  # unknown before a node is visited
    value = "no value yet" if box.value == "?" else f"{box.value} ({meaning})" if meaning else box.value
    parts = (move, turn, value, state_word(box).partition(":")[0], clip(", ".join(box.tags)))
    return f"ply {box.ply}: {', '.join(part for part in parts if part)}"
