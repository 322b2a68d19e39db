"""Positions of Tak worth looking at, and what was measured on them.

`counts` are nodes at depth 3 with the evaluation `flats`: minimax, alpha-beta in natural order and in the order
`scored`, both cutting off at `>=`; `minimum` is the least that any order can reach.
"""

from collections.abc import Mapping

from games import Preset


def _counts(minimax: int, alpha_beta: int, ordered: int, minimum: int, value: int) -> Mapping[str, float]:
    return {
        "depth": 3,
        "minimax": minimax,
        "alpha-beta": alpha_beta,
        "ordered-alpha-beta": ordered,
        "minimum": minimum,
        "value": value,
    }


PRESETS = (
    Preset(
        "ordering-helps",
        "2,x,2,1,x/x2,1,x2/2,2,2C,2,x/x2,1,1C,x/1,x,1,x2 1 7",
        "White must stop a road on rank 3; the scored order needs a thirteenth of natural order's nodes",
        counts=_counts(77098, 5131, 379, 297, 1),
    ),
    Preset(
        "ordering-hurts",
        "x2,1,2,x/x,1,2,x2/2,1,2,2,x/x,2,1,x2/x,1,x,1,x 1 7",
        "here the scored order needs more than twice the nodes of natural order: a good order is a guess",
        counts=_counts(202763, 4684, 11251, 3462, 1),
    ),
    Preset(
        "opening",
        "x5/x5/x5/x5/x5 1 1",
        "the empty board, where each player first places a flat of the opponent's, so the worst square is the best",
        counts=_counts(43946, 1873, 1872, 1872, 1),
    ),
    Preset(
        "win-in-one",
        "x2,1,x2/1,x,2,1,x/2C,2S,1C,2,2/x2,1,2,x/x,2,1,1,1 1 9",
        "one of White's 44 moves wins, the capture d4<; it is a spread, and the scored order tries spreads last",
        counts=_counts(79427, 7863, 23473, 1876, 1000),
    ),
    Preset(
        "loss-in-one",
        "1,2,1,1,x/2,1,2,2,x/2,1,2C,1C,1/2,x,2,x2/2,1,2,x,1 1 15",
        "Black threatens to win in four ways, and of White's 37 moves only b4+ stops them all",
        counts=_counts(55651, 3900, 3127, 194, 0),
    ),
    Preset(
        "tinue",
        "1,1,1,x2/x4,1/x2,2,2C,x/2,1,x3/1C,x2,2,2 1 9",
        "White cannot win at once, but d5 makes three threats that no reply stops: a win in three plies",
        counts=_counts(83601, 5122, 2472, 2063, 1000),
        title="Tinuë",
    ),
    Preset(
        "two-roads",
        "x4/2,2,21,2/1,1,2,1/x4 1 6",
        "c3- completes a road for both players at once on 4×4: that is a win for the one who moves",
        counts=_counts(34141, 2118, 7152, 398, 1000),
    ),
    Preset(
        "small",
        "1S,11S,x/2S,1S,2S/112,2S,2S 1 10",
        "a 3×3 board with one empty square: a tree that fits on a slide, with many walls and a few stacks",
        counts=_counts(28, 20, 6, 6, 0),
    ),
)
