"""Small games of OpenSpiel, searched to their ends.

`counts` are nodes of searches to the end: minimax where that takes a second or two, alpha-beta in natural order and in
the order `scored`, both cutting off at `>=`.
"""

from collections.abc import Mapping

from games import Preset


def _counts(alpha_beta: int, ordered: int, value: int, **minimax: int) -> Mapping[str, float]:
    return {**minimax, "alpha-beta": alpha_beta, "ordered-alpha-beta": ordered, "value": value}


def _game(name: str) -> Mapping[str, str]:
    return {"game": name}


PRESETS = (
    Preset(
        "ordering-helps",
        "x1 o1 x2",
        "three in a row on 4×4: player 0 has two at the bottom, and wins tried first end almost every line at once",
        settings=_game("connect_four(rows=4,columns=4,x_in_row=3)"),
        counts=_counts(1756, 46, 1, minimax=43593),
    ),
    Preset(
        "breakthrough",
        "",
        "the first piece across wins; on 3×4 player 0 is the one, and trying wins first halves the tree",
        settings=_game("breakthrough(rows=4,columns=3)"),
        counts=_counts(7178, 3612, 1),
    ),
    Preset(
        "tic-tac-toe",
        "",
        "the whole game, the same tree as that of tictactoe here: wins tried first beat the order of the cells",
        settings=_game("tic_tac_toe"),
        counts=_counts(18297, 7956, 0, minimax=549946),
        title="Tic-tac-toe",
    ),
    Preset(
        "connect-three",
        "",
        "three in a row with gravity on 3×3, a draw: a real game that can be searched in the head, almost",
        settings=_game("connect_four(rows=3,columns=3,x_in_row=3)"),
        counts=_counts(532, 402, 0, minimax=3278),
    ),
    Preset(
        "hex",
        "",
        "Hex on 3×3, which player 0 wins, as the first player does on every board",
        settings=_game("hex(board_size=3)"),
        counts=_counts(11703, 5531, 1, minimax=548650),
    ),
    Preset(
        "clobber",
        "",
        "pieces take their neighbours until nobody can; on 3×4 the one who moves second wins",
        settings=_game("clobber(rows=3,columns=4)"),
        counts=_counts(8339, 7832, -1, minimax=706871),
    ),
    Preset(
        "nim",
        "",
        "piles of 1, 3 and 5, and who takes the last loses: no move wins at once, so ordering changes nothing",
        settings=_game("nim(pile_sizes=1;3;5)"),
        counts=_counts(5198, 5198, 1, minimax=12456),
    ),
    Preset(
        "small",
        "",
        "Nim with piles of 1 and 2: twelve nodes for a slide",
        settings=_game("nim(pile_sizes=1;2)"),
        counts=_counts(10, 10, 1, minimax=12),
    ),
)
