"""Positions of Hex worth looking at, and what was measured on them.

`counts` are nodes at the depth named with the evaluation `result`: minimax, alpha-beta in natural order, in the order
`scored` and in the order `threats`, all cutting off at `>=`.
"""

from collections.abc import Mapping

from games import Preset


def _counts(depth: int, minimax: int, alpha_beta: int, ordered: int, threats: int, value: int) -> Mapping[str, float]:
    return {
        "depth": depth,
        "minimax": minimax,
        "alpha-beta": alpha_beta,
        "ordered-alpha-beta": ordered,
        "threats": threats,
        "value": value,
    }


PRESETS = (
    Preset(
        "opening",
        "...../...../...../...../..... b",
        "an empty board: four plies decide nothing, so every order prunes as much as can be pruned",
        counts=_counts(4, 318026, 1774, 1774, 1774, 0),
    ),
    Preset(
        "ordering-helps",
        "..bb/..../.b../.www b",
        "only a4 stops White, and wins, as b2 or c2 then joins b3 to the top: natural order tries it last of ten moves",
        counts=_counts(4, 5061, 4717, 302, 52, 1),
    ),
    Preset(
        "ordering-hurts",
        "wwww./w..wb/b...b/b...b/.bwb. b",
        "e1 wins at once, and natural order happens to begin with it; the scored order tries others before it",
        counts=_counts(4, 6682, 22, 708, 22, 1),
    ),
    Preset(
        "two-ways",
        "..wb./..b../....w/..b../....w b",
        "c3 joins Black's stones, and then b5 and c5 both reach the bottom: depth 3 sees the win, depth 2 does not",
        counts=_counts(3, 6176, 671, 563, 430, 1),
    ),
    Preset(
        "stop-it-first",
        "..wbw/..bb./b.b../..b../ww.w. w",
        "Black threatens c5, and White wins there: the order `threats` begins with it and needs 76 nodes, 75 at best",
        counts=_counts(4, 24005, 16635, 1751, 76, -1),
    ),
    Preset(
        "end-game",
        "..w.b/bbbwb/b.b.w/.bw.w/.wbww w",
        "eight empty cells, to be searched to the end (depth 8): only a5 wins, and natural order tries it last",
        counts=_counts(8, 44225, 21052, 1362, 859, -1),
    ),
    Preset(
        "small",
        ".../.wb/wbb w",
        "for a slide, 32 nodes with minimax, 22 with alpha-beta: White wins at once with c1, and otherwise loses",
        counts=_counts(4, 32, 22, 14, 8, -1),
    ),
    Preset(
        "swap",
        ".../.b./... w",
        "Black began in the middle of 3×3, which wins, so White takes that stone over and wins (depth 5)",
        settings={"swap": "on"},
        counts=_counts(5, 9922, 1913, 720, 1105, -1),
    ),
    Preset(
        "full-size",
        f"{'/'.join(['.' * 11] * 11)} b",
        "the usual board: three plies are 1,742,522 nodes for minimax and 14,880 for alpha-beta",
        counts=_counts(3, 1742522, 14880, 14880, 14880, 0),
    ),
)
