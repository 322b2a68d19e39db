"""Positions of Italian draughts worth looking at, and what was measured on them.

`counts` are nodes with the evaluation `material`: minimax, alpha-beta in natural order and in the order `scored`, both
cutting off at `>=`; `minimum` is the least that any order can reach. Where there is no depth, the search goes to the
end of the game.
"""

from collections.abc import Mapping

from games import Preset


def _counts(
    minimax: int, alpha_beta: int, ordered: int, minimum: int, *, value: int, depth: int | None = 5
) -> Mapping[str, float]:
    counts = {
        "minimax": minimax,
        "alpha-beta": alpha_beta,
        "ordered-alpha-beta": ordered,
        "minimum": minimum,
        "value": value,
    }
    return counts if depth is None else {"depth": depth, **counts}


PRESETS = (
    Preset(
        "opening",
        "W:W21,22,23,24,25,26,27,28,29,30,31,32:B1,2,3,4,5,6,7,8,9,10,11,12",
        "the first position: seven moves for White, and nobody can force the win of a man within five plies",
        counts=_counts(9189, 596, 621, 104, value=0),
    ),
    Preset(
        "ordering-helps",
        "W:W9,17,20,22,24,26,28,30,31,32:B1,2,3,4,5,7,10,11,12",
        "the scored order needs less than a seventh of natural order's nodes, and only six more than the best order",
        counts=_counts(12676, 986, 131, 125, value=2),
    ),
    Preset(
        "ordering-hurts",
        "W:W14,17,22,25,27,28,30,32:B1,4,5,6,7,8,9,12",
        "here the scored order needs five times the nodes of natural order: that advance is good is only a guess",
        counts=_counts(8051, 255, 1322, 151, value=0),
    ),
    Preset(
        "shot",
        "W:W17,18,21,22,23,24,27,28,29,30,31,32:B1,2,4,5,6,7,8,9,11,12,14,16",
        "White gives a man with 23-20, takes three and has a king: depth 3 sees it, depth 2 sees a man lost",
        counts=_counts(219, 86, 75, 36, value=3, depth=3),
    ),
    Preset(
        "priorities",
        "W:WK12,K14,K24,31:B7,K10,19,K20,27",
        "of six ways to capture one is allowed: each of the four priorities rules out at least one",
        counts=_counts(19, 19, 17, 17, value=-1),
    ),
    Preset(
        "two-ways-round",
        "W:WK1,K6:B10,11,18,19,K23,26,27,28",
        "6x6 takes the same four men either way round, so it is one move; two captures end on 24, named in full",
        counts=_counts(2967, 455, 337, 195, value=-2),
    ),
    Preset(
        "two-kings",
        "W:WK23,K26:BK2",
        "two kings against one: of White's eight moves 23-19 alone wins within seven plies",
        counts=_counts(64321, 3744, 3744, 2649, value=1000, depth=7),
    ),
    Preset(
        "to-the-end",
        "B:WK2,K10,21,22,23,25,26,31,32:B1,13,15,17,24",
        "an end game with 591 ways to go on, all White's, the longest ten plies: small enough for -d all",
        counts=_counts(1550, 443, 452, 160, value=1000, depth=None),
    ),
    Preset(
        "small",
        "W:W7,20:B4",
        "three men, for a slide: alpha-beta's 24 nodes have a shallow and a deep cut; scored order needs 16, the least",
        counts=_counts(33, 24, 16, 16, value=1000),
    ),
)
