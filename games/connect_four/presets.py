"""Positions of Connect Four worth looking at, and what was measured on them.

`counts` are nodes at the depth named with the evaluation `result`: minimax where that was small enough, alpha-beta in
natural order and in the order `scored`, all cutting off at `>=`.
"""

from collections.abc import Mapping

from games import Preset


def _counts(depth: int, minimax: int | None, alpha_beta: int, ordered: int, value: int) -> Mapping[str, float]:
    counts = {"depth": depth, "alpha-beta": alpha_beta, "ordered-alpha-beta": ordered, "value": value}
    return counts if minimax is None else {**counts, "minimax": minimax}


PRESETS = (
    Preset(
        "opening",
        "",
        "the empty board: six plies decide nothing, so every order prunes as much as can be pruned",
        counts=_counts(6, 137257, 1249, 1249, 0),
    ),
    Preset(
        "ordering-helps",
        "4757122362516626",
        "the columns 4 and 5 win within six plies and all others do not: centre first needs an eleventh of the nodes",
        counts=_counts(6, 103796, 10432, 955, 1),
    ),
    Preset(
        "ordering-hurts",
        "236275173141",
        "nothing is decided within six plies, and centre first needs nearly seven times the nodes of left to right",
        counts=_counts(6, 122692, 706, 4820, 0),
    ),
    Preset(
        "open-three",
        "4431",
        "column 5 makes three in a row with both ends free: depth 3 sees that nothing stops it, depth 2 does not",
        counts=_counts(3, 400, 124, 107, 1),
    ),
    Preset(
        "end-game",
        "1161763273647763457766555512",
        "fourteen free cells, to be searched to the end (depth 14): only column 3 wins",
        counts=_counts(14, 2054367, 21947, 665, 1),
    ),
    Preset(
        "small",
        "3x3/3 2323",
        "three in a row on 3×3, four moves played: for a slide: 27 nodes with minimax, 23 with alpha-beta",
        counts=_counts(6, 27, 23, 11, 1),
    ),
    Preset(
        "whole-game",
        "3x3/3",
        "three in a row on 3×3, small enough for minimax to search the whole game (depth 9): a draw",
        counts=_counts(9, 3278, 532, 531, 0),
    ),
    Preset(
        "four-by-four",
        "4x4",
        "on 4×4 the whole game (depth 16) is a draw, and centre first needs more than twice the nodes of left to right",
        counts=_counts(16, None, 62889, 155968, 0),
    ),
)
