"""Positions of Othello worth looking at, and what was measured on them.

`counts` are nodes with the evaluation `discs` at a depth, or to the end where no game lasts longer: minimax, alpha-beta
in natural order and in the order `scored`, cutting off at `>=`; `minimum` is the least that any order can reach.
"""

from collections.abc import Mapping

from games import Preset


def _counts(depth: int, minimax: int, alpha_beta: int, ordered: int, minimum: int, value: int) -> Mapping[str, float]:
    return {
        "depth": depth,
        "minimax": minimax,
        "alpha-beta": alpha_beta,
        "ordered-alpha-beta": ordered,
        "minimum": minimum,
        "value": value,
    }


PRESETS = (
    Preset(
        "opening",
        "---------------------------OX------XO--------------------------- X",
        "the first position: six plies deep, natural order visits least and the order of weights most",
        counts={**_counts(6, 9913, 1348, 1554, 323, -2), "weights": 1777},
    ),
    Preset(
        "ordering-helps",
        "--------O--XO---OOXXXOO--XOXOX-O-XOXOOOO-XOXXOXX-OXXXOO-OXXXXXX- X",
        "Black's best is the corner h8: natural order tries it last of twelve, and the scored order first",
        counts=_counts(4, 17863, 8305, 356, 321, 5),
    ),
    Preset(
        "ordering-hurts",
        "XXOOOO-OXXOOO-OOX-XXOOO-XXXOXOX-XXXXOXXXXXXXO---O---O----------- X",
        "Black's best is g1, next to a corner: natural order tries it first, and the scored order last of nine",
        counts=_counts(4, 6773, 283, 1969, 224, 10),
    ),
    Preset(
        "wipe-out",
        "-------------------XOOO----XOX-----XXX-----XXX--------X--------- X",
        "after h3 each of White's eight replies lets Black flip the last white disc: depth 3 sees it",
        counts=_counts(3, 390, 192, 71, 57, 17),
    ),
    Preset(
        "end-game",
        "OXXXXX-OXOXO--X-XXOOOO-XXXXOOOO-XXXOOO-OXXXOOOOOXXXXXOOO-OXXOOOO X",
        "the last eight squares, searched to the end: only a8 wins, and flips one disc; g3 flips seven and loses",
        counts=_counts(12, 15803, 9109, 574, 294, 4),
    ),
    Preset(
        "pass",
        "XXXXX---XXXXX-O-XXXXO-O-XXXXOOOO-XOXOXOOOOXOOOOOOOOOOOOOXOOOOOOO X",
        "only a5 wins: White can flip nothing and must pass, a node with one child, and Black moves again",
        counts=_counts(13, 4543, 2050, 649, 249, 12),
    ),
    Preset(
        "whole-game",
        "-----OX--XO----- X",
        "all of Othello on 4×4, searched to the end: White wins 11 to 3, and two squares stay empty",
        counts=_counts(17, 224821, 15138, 2958, 422, -8),
    ),
    Preset(
        "small",
        "-XO--OXOOOXXXXX- X",
        "the last four squares on 4×4, searched to the end: a tree for a slide, with a cutoff and a pass",
        counts=_counts(5, 25, 22, 13, 13, 8),
    ),
)
