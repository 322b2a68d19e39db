"""Pictures to try the formats on: of real searches, and made up with every state and the worst of words."""

from __future__ import annotations

from functools import cache
from typing import Any

from games import Board, Cell, Player
from visualizer.look.legend import LEGEND, State
from visualizer.picture import Box, BoxShape, Edge, Picture
from visualizer.picture.fold import Folding
from visualizer.picture.frame import Layout, Style
from visualizer.recipe import Recipe, Search, Where
from visualizer.run import Run

HOSTILE = (
    "<script>alert('x')</script>",
    ']]><b>&amp;"quoted"',
    "[b]bold[/b] \\N \\G \\l \\",
    "<b>",
    "a\nb\tc\x00d\x1b[31me\x7f",
    "lone \ud800 surrogate \udfff",
    "\u202eright to left\u202c ﷽ 石 🙂 \ufffe",
    '"; drop -> x [label="',
    "x" * 5_000,
    "{a|b} #{x} %s $x `x`",
)


@cache
def run_of(game: str, position: str | None = None, depth: int | str | None = None) -> Run:
    """Return a finished alpha-beta run."""
    return Run(Recipe(Where(game, position), Search(depth=depth))).finish()


def picture_of(
    game: str, position: str | None = None, step: int | None = None, limit: int = 400, theme: str = "light"
) -> Picture:
    """Return a picture of a finished search at a step, by default the last."""
    run = run_of(game, position)
    layout = Layout(run, Folding(limit=limit), Style(theme=theme))
    return layout.frame(run.trace.last_step if step is None else step)


def made_up(word: str = "move", theme: str = "light") -> Picture:
    """Return a picture with a box of each shape in each state, all of whose words are the given one."""
    boxes = [Box("root", BoxShape.MAX, State.OPEN, 0, word, word, word, x=500, y=0, width=60, height=48, note=word)]
    edges = []
    for row, shape in enumerate(BoxShape):
        for column, state in enumerate(State):
            key, place = f"{shape.name}.{state.name}", 60 + 110 * column
            badge: dict[str, Any] = (
                {"text": word} if shape is BoxShape.BADGE else {"move": word, "value": word, "window": word}
            )
            boxes.append(
                Box(key, shape, state, row + 1, x=place, y=100 * (row + 1), width=60, height=48, note=word, order=1,
                    score=word, **badge)
            )  # fmt: skip
            edges.append(Edge("root", key, state, on_best_line=column % 2 == 0))
    cell = Cell("label", label=word)
    flat = Cell("flat", Player.FIRST, (Player.FIRST, Player.SECOND, Player.FIRST))
    board = Board(word, ((cell, flat),), (word, word), (word,), (word,))
    return Picture(word, word, tuple(boxes), tuple(edges), 1050, 450, tuple(LEGEND), (word,), board, theme)
