"""Pictures to try the formats on: of real searches, and made up with every state and the worst
of words.
"""

from __future__ import annotations

from functools import cache
from typing import Any

from games import Board, Cell, Player
from visualizer.draw.picture.model import (
    Area,
    Box,
    BoxShape,
    MarkedBoard,
    NodeWindow,
    PagePlan,
    Picture,
)
from visualizer.draw.picture.page.options import PictureOptions
from visualizer.draw.picture.page.tree_page import TreePage
from visualizer.look.legend import STATE_LOOKS, State
from visualizer.searching.recipe import PositionSpec, Recipe, SearchSpec
from visualizer.searching.run import Run

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
    return Run(Recipe(PositionSpec(game, position), SearchSpec(depth=depth))).finish()


def picture_of(
    game: str, position: str | None = None, step: int | None = None, **options: Any
) -> Picture:
    """Return a picture of a finished search at a step, by default the last."""
    run = run_of(game, position)
    return TreePage(run, PictureOptions(**options)).frame(
        run.trace.last_step if step is None else step
    )


def made_up(word: str = "move", theme: str = "light", width: float = 1300) -> Picture:
    """Return a picture with a box of each shape in each state, all of whose words are the given
    one.
    """
    size: dict[str, Any] = {
        "width": 60.0,
        "height": 26.0,
        "move_width": 90.0,
    }
    window = NodeWindow(-3, 8)
    boxes = [
        Box(
            "root",
            BoxShape.MAX,
            State.OPEN,
            0,
            word,
            word,
            window,
            x=500,
            y=20,
            incoming_edge_y=20,
            outgoing_edge_y=80,
            **size,
        )
    ]
    for row, shape in enumerate(BoxShape):
        for column, state in enumerate(State):
            key = f"{shape.name}.{state.name}"
            x = 60 + 110 * column
            y = 140 + 100 * row
            words: dict[str, Any] = (
                {"lines": (word, word)}
                if shape is BoxShape.FOLDED
                else {
                    "move": word,
                    "value": word,
                    "window": window,
                }
            )
            boxes.append(
                Box(
                    key,
                    shape,
                    state,
                    row + 1,
                    x=x,
                    y=y,
                    incoming_edge_y=y - 20,
                    outgoing_edge_y=y + 60,
                    order=1,
                    score=word,
                    tags=(word,),
                    on_best_line=column % 2 == 0,
                    parent_key="root",
                    answered_from="MAX.DONE" if key == "LEAF.DONE" else "",
                    **size,
                    **words,
                )
            )
    cell = Cell("label", label=word)
    flat = Cell("flat", Player.FIRST, (Player.FIRST, Player.SECOND, Player.FIRST))
    board = MarkedBoard(Board(word, ((cell, flat),), (word, word), (word,), (word,)), {}, word)
    plan = PagePlan(
        width,
        800,
        Area(20, 20, 1000, 60),
        Area(0, 80, 1000, 500),
        Area(1150, 80, 120, 200),
        Area(20, 600, 1000, 60),
        Area(20, 680, 1000, 100),
    )
    return Picture(
        word,
        word,
        plan,
        tuple(boxes),
        tuple(STATE_LOOKS),
        (word,),
        ((word, 2),),
        board,
        breadcrumbs=word,
        turns=((10, (word, word)),),
        theme=theme,
    )


def bound_set_by(box: Box) -> str:
    """Return α or β where the move that leads to a box set the bound of a cut, else ""."""
    if box.bound_sign is None:
        return ""
    return box.bound_sign.glyph
